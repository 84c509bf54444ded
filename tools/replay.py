# SPDX-License-Identifier: Apache-2.0
"""Plays the model's warps through the RTL in Icarus, which knows X: tb/replay.v."""

import os
import subprocess

from linters import ROOT, sources


def compiled(setting, folders, simulation):
    """Compile the RTL in FOLDERS with SETTING to the file SIMULATION. What was said: nothing, if all is well."""
    words = [
        os.environ.get("IVERILOG") or "iverilog",
        "-g2005",
        "-Wall",
        "-I",
        ROOT / folders[-1],
        "-s",
        "replay",
        "-o",
        simulation,
        *(f"-Preplay.{name}={value}" for name, value in setting.params().items()),
        ROOT / "tb/replay.v",
        *sources(folders),
    ]
    done = subprocess.run(
        list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False
    )
    return done.stdout + (f"exit status {done.returncode}" if done.returncode else "")


def play(simulation, vectors, warps, seed=1):
    """Play WARPS warps of the file VECTORS. The verdict, `PASS: ...` or `FAIL: ...`; without one, all that was said."""
    words = [
        os.environ.get("VVP") or "vvp",
        "-n",
        simulation,
        f"+vectors={vectors}",
        f"+warps={warps}",
        f"+seed={seed}",
    ]
    done = subprocess.run(
        list(map(str, words)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    verdicts = [line for line in done.stdout.splitlines() if line.startswith(("PASS: ", "FAIL: "))]
    return verdicts[-1] if verdicts else f"no verdict: {done.stdout}"
