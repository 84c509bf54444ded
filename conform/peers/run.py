#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the shuffles of packages, peers.toml, by the conformance kit, and write their entries of the record, peers.json.

    run.py [--peers FILE] [--record FILE] [NAME ...]      the sections of FILE that are named, or all

A peer that is not installed, or that this machine cannot run, keeps its entry. One that crashes gets an entry that
says so. Exit status: 0 done, 2 wrong usage, 3 a peer could not be run because of this machine. Environment: BUILD,
VENV, CXX.
"""

import argparse
import datetime
import glob
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from conform.peers import record as records  # noqa: E402

HERE = pathlib.Path(__file__).parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")
CXX = (os.environ.get("CXX") or "c++").split()
SECONDS = 300
CRASHES = [-number for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGFPE, signal.SIGILL)]


class Unable(Exception):
    """This machine cannot run the peer."""


class Crash(Exception):
    """The peer crashes, or writes nothing."""


def call(*words, statuses=(0,)):
    """What a program prints, if it ends with one of STATUSES."""
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unable(f"{command[0]}: {error}") from error
    if done.returncode in CRASHES:
        raise Crash(f"crashes: {signal.strsignal(-done.returncode)}")
    if done.returncode not in statuses:
        raise Unable(done.stderr.strip() or f"{command[0]}: exit status {done.returncode}")
    return done.stdout


# ---- interfaces: each gives the words for the kit that name the results, and the profile, for each number of lanes


def hip(peer, folder):
    include = pathlib.Path(peer["file"]).parents[2]
    for lanes in peer["lanes"]:
        library = folder / f"hip{lanes}.so"
        words = ["-std=c++17", "-w", "-shared", "-fPIC", f"-DLANES={lanes}", "-isystem", include, "-o", library]
        call(*CXX, *words, HERE / "hip.cpp")
        yield ["--so", library], f"lanes {lanes}\npredicate no\n"


def pack(peer, folder):
    """The operands in the PTX of a compiler, in the order of the level."""
    ptx, results = folder / "pack.ptx", folder / "results"
    options = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_60", "-w", "-O2"]
    options += ["-Xclang", "-target-feature", "-Xclang", "+ptx64"]
    call(peer["file"], *options, "-S", "-o", ptx, HERE / "pack.cu")
    text = ptx.read_text(encoding="utf-8")
    lines = ""
    for line in call(BUILD / "openshfl", "conform", "--vectors", "pack").splitlines():
        name, width = line.split()
        body = re.search(rf"\.entry {name}_{width}\(.*?^}}", text, re.S | re.M)
        found = body and re.search(r"shfl\.sync\.(\w+)\.b32\s+\S+ \S+ \S+ (\d+), ", body[0])
        lines += f"{('idx', 'up', 'down', 'bfly').index(found[1])} {int(found[2]):x}\n" if found else "-\n"
    results.write_text(lines, encoding="ascii")
    yield [results], "# " + call(peer["file"], "--version").splitlines()[0] + "\n"


def command(peer, folder):
    results = folder / "results"
    profile = call(*shlex.split(peer["command"]), peer["level"], results)
    if not results.exists():
        raise Crash("writes no results")
    yield [results], profile


INTERFACES = {"hip": hip, "pack": pack, "command": command}


# ---- the entry


def version(peer, profile):
    """The package's and where it is from; else what the program says."""
    if "pypi" in peer:
        found = importlib.metadata.distributions(path=glob.glob(f"{VENV}/lib/python3*/site-packages"))
        return next(each.version for each in found if each.metadata["Name"] == peer["pypi"]), "PyPI"
    try:
        number = call("dpkg-query", "-W", "-f", "${Version}", peer["package"])
        system = platform.freedesktop_os_release()
        return number, f"{system['NAME'].split()[0]} {system['VERSION_ID']}"
    except (Unable, OSError, KeyError):
        return profile.splitlines()[0].removeprefix("# "), ""


def judged(folder, results, profile, level):
    """The counts of a level, the smallest wrong call, and what else was said."""
    (folder / "profile").write_text(profile, encoding="utf-8")
    words = ["conform", *results, "--level", level, "--profile", folder / "profile", "--json", "-"]
    (report,) = json.loads(call(BUILD / "openshfl", *words, statuses=(0, 1)))["levels"]
    found = {mode["operation"]: mode for mode in report["operations"]}
    columns = [found.get(mode) for mode in records.MODES]
    count = {"level": level, "lanes": report["lanes"]}
    count["differ"] = [m and m["differ"] + m["garbage"] + m["missing"] for m in columns]
    count["points"] = [m and m["points"] for m in columns]
    if any(m and m["refused"] for m in columns):
        count["refused"] = [m and m["refused"] for m in columns]
    faults = {name: [" with ".join(names) for names in m["faults"]] for name, m in found.items() if m["faults"]}
    if faults:
        count["faults"] = faults
    wrong = [m for m in found.values() if "smallest" in m and m["differ"] + m["garbage"]]
    return count, wrong and wrong[0]["smallest"]["text"]


def run(peer):
    """The entry of a peer, and its name's ending."""
    row = {key: peer[key] for key in ("peer", "kind", "contract")}
    row |= {"how": "packaged", "counts": [], "date": datetime.date.today().isoformat()}
    row["kit"] = call(BUILD / "openshfl", "--version").split()[1]
    profile = "# version unknown\n"
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        try:
            for results, profile in INTERFACES[peer["interface"]](peer, folder):
                count, wrong = judged(folder, results, profile, peer["level"])
                row["counts"].append(count)
                if wrong:
                    row.setdefault("smallest", wrong)
        except Crash as crash:
            row["counts"], row["verdict"] = [], str(crash)
    row["profile"] = re.sub(r"(?m)^(#|lanes ).*\n", "", profile)
    row["version"], on = version(peer, profile)
    if on:
        row["on"] = on
    return row


def main():
    parser = argparse.ArgumentParser(description="run the shuffles of packages by the conformance kit")
    parser.add_argument("--peers", type=pathlib.Path, default=HERE / "peers.toml", metavar="FILE")
    parser.add_argument("--record", type=pathlib.Path, default=records.PATH, metavar="FILE")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    try:
        peers = tomllib.loads(given.peers.read_text(encoding="utf-8"))
        record = records.read(given.record) if given.record.exists() else {}
    except (OSError, ValueError) as error:
        parser.error(f"{given.peers}: {error}")
    for name in given.names:
        if name not in peers:
            parser.error(f"{name}: expected one of {', '.join(peers)}")
    unable = 0
    for name in given.names or peers:
        peer = {"level": "cuda", **peers[name]}
        files = sorted(glob.glob(peer["file"].format(venv=VENV)))
        if not files:
            where = f"Debian package {peer['package']}" if "package" in peer else f"Python package {peer.get('pypi')}"
            print(f"{name}: not installed ({where})")
            continue
        try:
            row = run({**peer, "file": files[0]})
        except Unable as error:
            unable += 1
            print(f"{name}: not run: {error}")
            continue
        print(f"{name}: {row['peer']} {row['version']}:", row.get("verdict", ""), *row["counts"], sep="\n  ")
        is_packaged = row.get("on") not in (None, "PyPI")
        entry = f"{name}/{row['on'].lower().replace(' ', '')}" if is_packaged else name
        record[entry] = row
        records.write(record, given.record)
    return 3 if unable else 0


if __name__ == "__main__":
    sys.exit(main())
