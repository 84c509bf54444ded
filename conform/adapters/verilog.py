#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the signature of a Verilog module, by Icarus Verilog or Verilator.

    verilog.py MODULE SOURCE... -o FILE                 level cuda; another one: --level ptx
    verilog.py MODULE SOURCE... -o FILE --vectors FILE  the results of a vector file

MODULE has the ports of module shfl (docs/rules.md 5.2), or with --function is combinational and has mode, active, ra,
sb, sc, rd, pu and we alone. Exit status: 0 done; 1 the module crashes, hangs, has x or surplus results; 2 bad input,
or sources that do not compile; 3 no such simulator.
Environment: OPENSHFL, the command; IVERILOG, VVP, VERILATOR.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OPENSHFL = os.environ.get("OPENSHFL") or HERE.parents[1] / "build/openshfl"


def fail(status, message):
    print(f"verilog.py: {message}", file=sys.stderr)
    sys.exit(status)


def call(command, seconds, what, where=lambda: ""):
    """Exit status and output. After SECONDS it is killed; WHERE() names the progress."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds
        )
    except FileNotFoundError:
        fail(3, f"{words[0]}: not found")
    except subprocess.TimeoutExpired:
        fail(1, f"hang: {what} has not ended after {seconds} s{where()}; --seconds sets the limit")
    return done.returncode, done.stdout.decode(errors="replace")


def accepted(status, said):
    """Warnings about the ports of the module under test are errors; those about its inside are not."""
    if status:
        fail(2, f"the sources do not compile:\n{said[-4000:]}")
    pattern = r"conform_bench\.v:.*warning: Port|WIDTH.*conform_bench\.v:.*port connection"
    ports = [line for line in said.splitlines() if re.search(pattern, line)]
    if ports and all(re.search(r"\b(in|out)_tag\b", line) for line in ports):
        fail(2, "the module's tag has not the 16 bits of the bench's (of shfl, -p TAG_W=16 sets them):\n" + ports[0])
    if ports:
        fail(2, "the module's ports differ from --lanes and --width (-p sets its parameters):\n" + ports[0])


def compiled(arguments, folder, files):
    """The command that runs the simulation."""
    top, values = "conform_bench", {"LANES": arguments.lanes, "W": arguments.width}
    if arguments.simulator == "icarus":
        words = [os.environ.get("IVERILOG") or "iverilog", *f"-g2012 -Wportbind -s {top} -o".split()]
        words += [folder / "simulation", *(f"-P{top}.{name}={value}" for name, value in values.items())]
        command = [os.environ.get("VVP") or "vvp", "-n", folder / "simulation"]
    else:
        words = [os.environ.get("VERILATOR") or "verilator", *f"--binary -j 1 -Wno-fatal --top-module {top}".split()]
        words += ["--Mdir", folder / "made", "-MAKEFLAGS", "OPT_FAST=-O1"]
        words += [f"-G{name}={value}" for name, value in values.items()]
        command = [folder / f"made/V{top}"]
    folders = [word for path in arguments.include for word in ("-I" + str(path), "-y", path)]
    accepted(*call([*words, *folders, *files], 600, "compiling"))
    return command


def signature(warp, results, lanes, width):
    """The byte of each lane, from the operands and results of a warp; None if a lane that writes has x."""
    values = warp.split()[-lanes:]
    if width < 32:
        values = [f"{int(value, 16) & (1 << width) - 1:x}" for value in values]
    *words, pu, we = results.split()
    if "x" in words and any(word == "x" and int(we, 16) >> k & 1 for k, word in enumerate(words)):
        return None
    lane_of, in_range = {value: lane for lane, value in enumerate(values)}, int(pu, 16)
    return bytes(lane_of[word] | (in_range >> k & 1) << 6 if word in lane_of else 254 for k, word in enumerate(words))


def simulate(arguments, folder, files):
    command = compiled(arguments, folder, files)
    vectors, part, lanes = arguments.vectors or folder / "vectors", folder / "results", arguments.lanes
    if not arguments.vectors:
        (folder / "profile").write_text(f"lanes {lanes}\n", encoding="ascii")
        words = [OPENSHFL, "conform", "--vectors", arguments.level, "--profile", folder / "profile"]
        vectors.write_text(call(words, 60, "openshfl")[1], encoding="ascii")
    lines = [line for line in vectors.read_text(encoding="ascii").splitlines() if line.strip()]

    def operands(number):
        """Of a warp of a level, counted from 1: those of all lanes."""
        mode, _, *rest = lines[number - 1].split()
        return f"warp {number} (mode {mode}, index {rest[0]}, c {rest[lanes]})"

    def where():
        done = part.read_bytes().count(b"\n") if part.exists() else 0
        warp = "" if arguments.vectors or done >= len(lines) else f", {operands(done + 1)}"
        return f", after the results of {done} of {len(lines)} warps; it may be in the next one{warp}"

    status, said = call([*command, f"+vectors={vectors}", f"+to={part}"], arguments.seconds, "the simulation", where)
    if f"conform: {len(lines)} warps\n" not in said:
        said = "\n".join(line for line in said.splitlines() if not re.match(r"- |.*\$finish called at ", line))
        if not arguments.vectors:
            said = re.sub(r"warp (\d+) of the file", lambda found: operands(int(found[1])), said)
        crash = f"the simulation crashed, exit status {status}{where()}: " if status else ""
        fail(1, f"{crash}{said or 'it ended without a message' + where()}")
    if arguments.vectors:
        shutil.copyfile(part, arguments.output)
        return
    answers = part.read_text(encoding="ascii").splitlines()
    answers = [signature(*each, lanes, arguments.width) for each in zip(lines, answers, strict=True)]
    if None in answers:
        fail(
            1, f"x: in rd of {answers.count(None)} of {len(answers)} warps; {operands(answers.index(None) + 1)} is one"
        )
    arguments.output.write_bytes(b"".join(answers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module")
    parser.add_argument("sources", nargs="+", type=pathlib.Path, metavar="SOURCE")
    parser.add_argument("-o", dest="output", required=True, type=pathlib.Path, metavar="FILE", help="the file to write")
    parser.add_argument("--level", choices=["quick", "cuda", "cub", "ptx"], default="cuda")
    parser.add_argument("--vectors", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--function", action="store_true", help="the module is combinational")
    parser.add_argument("--simulator", choices=["icarus", "verilator"], default="icarus")
    parser.add_argument("--lanes", type=int, choices=[2, 4, 8, 16, 32, 64], default=32)
    parser.add_argument("--width", type=int, default=32, help="bits of a value")
    parser.add_argument("-p", dest="params", action="append", default=[], metavar="NAME=VALUE", help="of the module")
    parser.add_argument("-I", dest="include", action="append", default=[], type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=300, help="limit of the simulation")
    arguments = parser.parse_args()
    if 1 << arguments.width < arguments.lanes:
        parser.error(f"--width {arguments.width}: expected enough bits to name a lane")
    for word in arguments.params:
        if not re.fullmatch(r"\w+=[\w']+", word):
            parser.error(f"-p {word}: expected NAME=VALUE")
    for path in [*arguments.sources, *filter(None, [arguments.vectors])]:
        if not path.is_file():
            fail(2, f"{path}: expected a file")

    params = ", ".join(".{}({})".format(*word.split("=")) for word in arguments.params)
    lines = [f"`define PEER {arguments.module}", f"`define PARAMS {f'#({params})' if params else ''}"]
    lines += ["`define FUNCTION"] * arguments.function
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "peer.vh").write_text("\n".join(lines) + "\n", encoding="utf-8")
        simulate(arguments, folder, [folder / "peer.vh", *arguments.sources, HERE / "conform_bench.v"])


if __name__ == "__main__":
    main()
