# SPDX-License-Identifier: Apache-2.0
"""Plays the model's warps through the RTL in Icarus, which knows X: tb/replay.v."""

import os

from tb import linters


def compiled(setting, folders, simulation):
    """Compile the RTL in FOLDERS with SETTING to the file SIMULATION. Returns the messages: none, if all is well."""
    status, output = linters.icarus(
        "replay", setting.params(), folders, [linters.ROOT / "tb/replay.v"], to=os.path.abspath(simulation)
    )
    return output + (f"exit status {status}" if status else "")


def play(simulation, vectors, warps, seed=1):
    """Play WARPS warps of the file VECTORS. The verdict, `PASS: ...` or `FAIL: ...`; without one, the whole output."""
    arguments = [f"+vectors={os.path.abspath(vectors)}", f"+warps={warps}", f"+seed={seed}"]
    output = linters.run(os.environ.get("VVP") or "vvp", "-n", os.path.abspath(simulation), *arguments)[1]
    verdicts = [line for line in output.splitlines() if line.startswith(("PASS: ", "FAIL: "))]
    return verdicts[-1] if verdicts else f"no verdict: {output}"
