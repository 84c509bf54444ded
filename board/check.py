# SPDX-License-Identifier: Apache-2.0
"""The report of a board, from its serial port or from a file, and its comparison with the golden model."""

import os
import pathlib
import re
import select
import subprocess
import termios
import time

from synth.flow import processes
from synth.flow.common import Misuse, Trouble, shown

from . import build

SUITES = ("uniform", "per-lane", "masks", "stalls")
# what differs, from bit 0 on
FIELDS = ("rd", "pu", "we", "src_active", "the lane's number, last or tag", "a result too many", "no result")
LINES = {
    "openshfl-board": r"openshfl-board (?P<version>\d+) (?P<board>\w+) (?P<unit>\w+)(?P<params>(?: \w+=\d+)+)",
    **{suite: rf"{suite:8} warps ([0-9a-f]{{5}}) signature ([0-9a-f]{{16}})" for suite in SUITES},
    "the first difference": r"no difference|first difference: suite (?P<suite>[0-3]) warp (?P<warp>[0-9a-f]{5}) "
    r"lane (?P<lane>[0-9a-f]{2}) fields (?P<fields>[0-9a-f]{2})",
    "sum": r"sum (?P<sum>[0-9a-f]{4})",
}
SECONDS = 10.0  # that a report may take
QUIET = 1.5  # without a byte, after which the board is asked: more than a run takes


def checksum(lines):
    """Of lines, as they are sent: each byte is added to the sum, rotated right by a bit, in 16 bits."""
    total = 0
    for byte in "".join(line + "\r\n" for line in lines).encode():
        total = (total >> 1 | (total & 1) << 15) + byte & 0xFFFF
    return total


def parsed(text, where):
    """The last whole report in a text, as {board, unit, params, suites: {name: (warps, signature)}, first, lines}."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    starts = [n for n, line in enumerate(lines) if "openshfl-board" in line]
    if not starts:
        raise Misuse(f"{where}: no report, expected a line that begins with openshfl-board")
    whole = [n for n in starts if len(lines) >= n + len(LINES) and lines[n + len(LINES) - 1]]
    start = (whole or starts)[-1]
    lines = lines[start : start + len(LINES)]
    lines[0] = lines[0][lines[0].index("openshfl-board") :]
    version = re.match(r"openshfl-board (\d+) ", lines[0])
    if version and int(version[1]) != build.VERSION:
        raise Misuse(f"{where}: a report of version {version[1]}, expected {build.VERSION}: make the bitstream again")
    found = {}
    for number, ((kind, pattern), line) in enumerate(zip(LINES.items(), [*lines, *[""] * len(LINES)]), start + 1):
        if not (match := re.fullmatch(pattern, line)):
            raise Misuse(f"{where}, line {number}: garbled: {line!r}, expected a line of {kind}")
        found |= match.groupdict()
        if kind in SUITES:
            found.setdefault("suites", {})[kind] = int(match[1], 16), match[2]
    if int(found["sum"], 16) != checksum(lines[:-1]):
        raise Misuse(
            f"{where}: garbled: the sum of its bytes is {checksum(lines[:-1]):04x}, the report says {found['sum']}"
        )
    params = {key: int(value) for key, value in (word.split("=") for word in found["params"].split())}
    unit, known = build.unit_of(build.board(found["board"]), found["unit"])
    if params != known:
        here = build.head(found["board"], unit, known).split(" ", 2)[2]
        raise Misuse(f"{where}: other parameters than this checkout's, {here}: make the bitstream again")
    first = None
    if found["suite"] is not None:
        first = {key: int(found[key], 16) for key in ("suite", "warp", "lane", "fields")}
    return {"board": found["board"], "unit": found["unit"], "params": params, "suites": found["suites"], "first": first,
            "lines": lines}  # fmt: skip


def expected(report, program):
    """The suites of the golden model: {name: (warps, signature)}."""
    params = report["params"]
    words = [params["LANES"], params["W"], params["WARPS"], build.KINDS[report["unit"]]]
    try:
        done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False, timeout=600)
    except OSError as error:
        raise Trouble(f"{shown(program)}: {error.strerror}; `make {shown(program)}` makes it") from None
    if done.returncode:
        raise Misuse(f"the golden model refuses {report['lines'][0]}: {done.stderr.strip()}")
    rows = (line.split() for line in done.stdout.splitlines())
    return {name: (int(warps, 16), signature) for name, warps, signature in rows}


def written(name, unit, params, program, first=None, signatures=(), version=build.VERSION):
    """The report that a board should send, or one with a first difference and other SIGNATURES, {suite: signature}."""
    lines = [build.head(name, unit, params).replace("board 1", f"board {version}", 1)]
    suites = expected({"params": params, "unit": unit, "lines": lines}, program)
    suites.update({suite: (suites[suite][0], signature) for suite, signature in dict(signatures).items()})
    lines += [f"{suite:8} warps {warps:05x} signature {signature}" for suite, (warps, signature) in suites.items()]
    lines.append("no difference")
    if first:
        suite, warp, lane, fields = first
        lines[-1] = f"first difference: suite {suite:x} warp {warp:05x} lane {lane:02x} fields {fields:02x}"
    lines.append(f"sum {checksum(lines):04x}")
    return "".join(line + "\r\n" for line in lines)


def verdict(report, program):
    """What is right and what is not, as lines of text, and whether all is right."""
    lines, right = [report["lines"][0].split(" ", 2)[2], ""], True
    for name, (warps, signature) in expected(report, program).items():
        seen = report["suites"][name]
        if seen == (warps, signature):
            said = "right"
        elif seen[0] != warps:
            said = f"WRONG: results of {seen[0]} warps"
        else:
            said = f"WRONG: signature {seen[1]}, the model's is {signature}"
        right = right and said == "right"
        lines.append(f"{name:8} {warps:7} warps  {said}")
    if first := report["first"]:
        right = False
        fields = [name for bit, name in enumerate(FIELDS) if first["fields"] >> bit & 1]
        lines.append(
            f"first difference: suite {SUITES[first['suite']]}, warp {first['warp']}, lane {first['lane']}: "
            + "; ".join(fields)
        )
    elif not right:
        lines.append("the board itself has seen no difference: its reference or its signature is wrong, too")
    return lines, right


def listened(port):
    """Ask the board at a serial port for a report; its text."""
    try:
        line = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        others = " ".join(str(path) for path in sorted(pathlib.Path("/dev").glob("ttyUSB*"))) or "none"
        raise Misuse(f"PORT={port}: {error.strerror}; serial ports here: {others}") from None
    try:
        set_up(line, port)
        os.write(line, b"?")
        text, end = b"", time.monotonic() + SECONDS
        while not re.search(rb"openshfl-board[^\0]*\nsum [^\n]*\n", text):
            if time.monotonic() > end:
                break
            if select.select([line], [], [], QUIET)[0]:
                if not (more := os.read(line, 4096)):
                    raise Misuse(f"PORT={port}: the port has gone")
                text += more
            else:
                os.write(line, b"?")
    except OSError as error:
        raise Misuse(f"PORT={port}: {error.strerror}") from None
    finally:
        os.close(line)
    if not text:
        raise Misuse(
            f"PORT={port}: no text after {SECONDS:g} s: is the bitstream loaded (make board DO=program), and is "
            "this the board's serial port, the second one where there are two?"
        )
    return text.decode("ascii", errors="replace")


def set_up(line, port):
    """115,200 baud, eight bits, no parity, nothing interpreted."""
    try:
        mode = termios.tcgetattr(line)
    except termios.error as error:
        raise Misuse(f"PORT={port}: {error.args[1]}: expected a serial port") from None
    mode[0] = mode[1] = mode[3] = 0
    mode[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
    mode[4] = mode[5] = termios.B115200
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 0, 0
    termios.tcsetattr(line, termios.TCSANOW, mode)
    termios.tcflush(line, termios.TCIOFLUSH)


def program(name, unit=None):
    """Load the bitstream of a board."""
    about = build.board(name)
    unit, _ = build.unit_of(about, unit)
    bitstream = build.made(name, unit)["bitstream"]
    command = [word.format(bitstream=bitstream) for word in about.program]
    if subprocess.run([processes.tool(command[0]), *command[1:]], cwd=build.ROOT, check=False).returncode:
        raise Misuse(f"{command[0]} could not load {bitstream}: is the board connected, and may you use it?")
