# SPDX-License-Identifier: Apache-2.0
"""A unit's test on an FPGA board. docs/use/board.md is the manual.

python3 -m board make BOARD [--unit UNIT] [--seed SEED]           the bitstream
python3 -m board program BOARD [--unit UNIT]                      loads it
python3 -m board sim BOARD [--unit UNIT] [--of rtl]               the report of it in simulation, or of the RTL
python3 -m board check --port PORT | --text FILE [--record FILE]  the board's report against the golden model
python3 -m board clocks [BOARD ...]                               clocks of three seeds each, into board/clocks.json
python3 -m board ages                                             bitstreams of board/clocks.json whose RTL has changed
python3 -m board tools make|program|sim|clocks BOARD              the tools that it takes, for .ci/need.sh

Exit status: 0 right; 1 the results differ, or a bitstream misses the board's clock; 2 bad input, no port or no report;
3 environment error.
"""

import argparse
import pathlib
import sys

from synth.flow.common import BUILD, Misuse, shown, status

from . import build, check, clocks, simulate


def arguments(words):
    parser = argparse.ArgumentParser(prog="board", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("make", "program", "sim", "tools"):
        command = commands.add_parser(name)
        if name == "tools":
            command.add_argument("what", metavar="DO", choices=("make", "program", "sim", "clocks"))
        command.add_argument("board")
        command.add_argument("--unit")
        if name == "sim":
            command.add_argument("--of", choices=("bitstream", "rtl"), default="bitstream")
        if name == "make":
            command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("check")
    command.add_argument("--port")
    command.add_argument("--text", type=pathlib.Path)
    command.add_argument("--record", type=pathlib.Path)
    command.add_argument("--model", type=pathlib.Path, default=BUILD / "board/expected")
    commands.add_parser("clocks").add_argument("boards", nargs="*")
    commands.add_parser("ages")
    return parser.parse_args(words)


def checked(given):
    if bool(given.port) == bool(given.text):
        raise Misuse("expected PORT=, such as /dev/ttyUSB1, or TEXT=, a file with a report; and not both")
    if given.text:
        try:
            text, where = given.text.read_text(encoding="ascii", errors="replace"), str(given.text)
        except OSError as error:
            raise Misuse(f"TEXT={given.text}: {error.strerror}") from None
    else:
        text, where = check.listened(given.port), given.port
    report = check.parsed(text, where)
    lines, right = check.verdict(report, given.model)
    print("\n".join(lines))
    if given.record:
        given.record.parent.mkdir(parents=True, exist_ok=True)
        given.record.write_text("\n".join(report["lines"]) + "\n", encoding="ascii")
    return 0 if right else 1


def run(given):
    if given.command == "make":
        made = build.kept(build.placed(given.board, given.unit, given.seed))
        cells = max(made["used"], key=lambda cell: made["used"][cell])
        print(
            f"{made['board']} {made['unit']}: {made['bitstream']}, {made['used'][cells]:,} of "
            f"{made['available'][cells]:,} {cells}, {made['mhz']} MHz; the board has {made['clock_mhz']:g} MHz"
        )
    elif given.command == "program":
        check.program(given.board, given.unit)
    elif given.command == "sim":
        sys.stdout.write(simulate.simulated(given.board, given.unit, given.of).replace("\r", ""))
    elif given.command == "tools":
        print(" ".join(build.tools(given.board, {"clocks": "make"}.get(given.what, given.what))))
    elif given.command == "ages":
        print(f"{shown(clocks.FILE)}, bitstreams\n" + "\n".join(clocks.ages()))
    elif given.command == "clocks":
        clocks.measure(given.boards or build.names())
        print(f"{shown(clocks.FILE)}: `make docs` puts it on docs/use/board.md")
    else:
        return checked(given)
    return 0


def main(words):
    return status(run, arguments(words), name="board")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
