# SPDX-License-Identifier: Apache-2.0
"""The generated blocks of README.md and docs/, by cog, and the pictures of `openshfl explain`.

    pages.py [PAGE ...]                  write the blocks of these pages, or of all pages and the pictures
    pages.py --check [PAGE ...]          write nothing; exit status 1 or 5 if a page would change
    pages.py status [COMMAND FILE..]     count, add the results of a run if given, write docs/develop/verification.md

A block is the text of a page between [[[cog ... ]]] and [[[end]]]. This module inserts the facts of the repository.
Environment: BUILD, the folder with shfl_sim and openshfl.
"""

import collections
import contextlib
import ctypes
import datetime
import functools
import hashlib
import json
import lzma
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import textwrap

import cogapp

from board import clocks
from conform.peers import record as peers_record
from examples import patch
from formal import prove
from lib.markdown import table
from model import defs
from rtl import checks, filelists
from silicon.programs import arithmetic
from synth.flow import families
from synth.flow import units as unit_of
from tb import settings
from tests.mutants import command

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")
STATUS = ROOT / "docs" / "develop" / "status.json"


def rows_of(there):
    """The rows of a table that is in a page, lists of cells. What is text and no fact of the repository stays there."""
    return [re.split(r" *\| *", line.strip("| ")) for line in there.splitlines()[2:]]


# ---- docs/rules.md


def numbered(there, heading, names):
    """A table with the numbers of an encoding as its second column."""
    texts = {name: text for name, _, *text in rows_of(there)}
    return table(heading, [(name, number, *texts[name]) for number, name in enumerate(names)])


def modes(there):
    return numbered(there, ["`mode`", "encoding", "the lane that is read is", "typical use"], defs.MODES)


def policies(there):
    return numbered(there, ["policy", "encoding", "`rd`", ""], defs.POLICIES)


def rvv_words():
    """The machine words of RISC-V's vector permutations: a row of each funct6, a column of each funct3."""
    forms = {0: "OPIVV", 4: "OPIVX", 3: "OPIVI", 6: "OPMVX", 5: "OPFVF", 2: "OPMVV"}
    of = {(word.funct6, word.funct3): word.op for word in defs.RVV_WORDS}
    of |= {place: f"{op}, `vm` = 1" for place, op in of.items() if op == "COMPRESS"}
    rows = [[f"{n:#04x}", *(of.get((n, funct3), "") for funct3 in forms)] for n in sorted({n for n, _ in of})]
    heading = ["funct6", *(f"{'funct3 ' * (funct3 == 0)}{funct3} {name}" for funct3, name in forms.items())]
    return table(heading, rows)


UNITS = "shfl", "shfl_banked"
COLLECTIVE = "shfl_vote", "shfl_match", "shfl_match_words", "shfl_redux", "shfl_and_vote"


def merged(units, of_unit):
    """One table of several units: OF_UNIT gives a unit's rows, which begin with a name. The last cell names the units
    that have the row, if not all do."""
    order, having = [], collections.defaultdict(list)
    for unit in units:
        at = 0
        for row in of_unit(unit):
            if row[0] not in order:
                order.insert(at, row[0])
            at = order.index(row[0]) + 1
            having[row].append(f"`{unit}`")
    of = {row: "" if len(names) == len(units) else ", ".join(names) for row, names in having.items()}
    return [(*row, of[row]) for name in order for row in of if row[0] == name]


def parameters(*units):
    """The parameters of UNITS, with their comments in the RTL; of other units than those of UNITS, what differs."""
    macros = {f"`{macro}": n for of in (defs.POLICY, defs.MEMORY, defs.AMD_GEN) for n, macro in enumerate(of.macros())}

    def of_unit(unit):
        for name, value, about in checks.Unit(unit).params:
            yield f"`{name}`", macros.get(value, value), about.replace("`SHFL_", "")

    known = {row for unit in UNITS if units != UNITS for row in of_unit(unit)}
    rows = merged(units, of_unit)
    same = [row[0] + f" ({row[3]})" * bool(row[3]) for row in rows if row[:3] in known]
    text = table(["parameter", "default", "legal values and meaning", "unit"], [r for r in rows if r[:3] not in known])
    return text + (f"\nAs in [rules.md 5.1]({{}}#51-parameters): {', '.join(same)}.\n" if same else "")


WIDTHS = {"MODE": defs.MODE_BITS, "AMD_OP": defs.AMD_OP.bits, "RVV_OP": defs.RVV_OP.bits}


def bits_of(highest):
    """The width of a port by the number of its highest bit: N are the lanes or bytes on the port, L is log2(LANES)."""
    text = re.sub(r"`SHFL_BEAT_W\([^)]*\)", "BEAT_W", highest or "0").replace("$clog2(LANES)", "L")
    text = re.sub(r"`SHFL_(\w+)_W", lambda found: str(WIDTHS[found[1]]), text).replace("$clog2", "log2")
    if text.endswith("-1"):
        bits = text.removesuffix("-1")
    elif text.isdigit():
        return int(text) + 1
    else:
        of_lanes, _, more = text.partition("+")
        bits = f"{int(more or 0) + 1} + {of_lanes}"
    return re.sub(r"^(LANES|WAYS)\b", "N", bits).replace("*", " x ")


COMMON = "clk", "rst", "in_valid", "in_ready", "in_tag", "out_valid", "out_ready", "out_tag"


def ports(there, *units):
    """The ports of UNITS, and what the page says that each is for."""
    words = {name.strip("`"): text for name, _, _, text, *_ in rows_of(there)}

    def of_unit(unit):
        for way, width, name, _ in checks.Unit(unit).ports:
            if units == UNITS or name not in COMMON:
                assert name in words, f"port {name}: expected a row in the table that says what it is for"
                yield f"`{name}`", way, bits_of(width[1:-3]), words[name]

    return table(["port", "direction", "bits", "meaning", "unit"], merged(units, of_unit))


# ---- commands and their output


def shell(commands, *, folder=ROOT, home="/nonexistent", status=0):
    """The output of commands, both streams together. `openshfl` is the one in BUILD; HOME is separate."""
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    env |= {"HOME": str(home), "SETUP": "0", "BUILD": str(BUILD), "PATH": f"{BUILD}:{env['PATH']}"}
    env["PKG_CONFIG_PATH"] = f"{home}/.local/lib/pkgconfig"
    with command.alone(BUILD) if "make " in commands else contextlib.nullcontext():
        done = command.ended(["sh", "-euc", commands], None, cwd=folder, env=env, stderr=subprocess.STDOUT)
    if done.returncode != status:
        raise RuntimeError(f"{commands}\nended with {done.returncode}, expected {status}:\n{done.stdout}")
    return done.stdout


def excerpt(text, first, last):
    """The first and the last lines of a text, and dots between them."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= first + last:
        return text
    return "".join([*lines[:first], "...\n", *lines[len(lines) - last :]])


def console(*commands, first=999, last=0):
    """Commands in the repository and their output, of each its first and last lines."""
    printed = (excerpt(shell(each.replace("build/openshfl", "openshfl")), first, last) for each in commands)
    return "```\n" + "".join(f"$ {each}\n{text}" for each, text in zip(commands, printed, strict=True)) + "```\n"


def sanitizer():
    """How many kernels of faults.cu with a fault compute-sanitizer reports."""
    from silicon.programs import sanitizer as asked

    record = json.loads(asked.RECORD.read_text(encoding="ascii"))
    said = [{*of.values()} - {None, 0} for name, of in record["said"].items() if not name.startswith("right")]
    hangs, counted = sum("hangs" in of for of in said), sum(bool(of - {"hangs"}) for of in said)
    text = f"""compute-sanitizer {record["version"]} counts errors in {counted} of the {len(said)} kernels with a fault,
and none in {len(said) - counted - hangs}. In {hangs} it hangs, as the kernel does. {record["device"]}."""
    return textwrap.fill(text, 140, break_on_hyphens=False) + "\n"


def example(page, file, *commands, install=False):
    """Commands on FILE, which is the first block of C of PAGE, and their output. They run in an empty home folder with
    a link to model/; INSTALL: after `make install` into its .local."""
    with tempfile.TemporaryDirectory() as home:
        if install:
            shell("make -s install PREFIX=$HOME/.local", home=home)
        text = (ROOT / page).read_text(encoding="utf-8")
        folder = pathlib.Path(home)
        (folder / file).write_text(re.search(r"^```c\n(.*?)^```$", text, re.M | re.S)[1], encoding="utf-8")
        (folder / "model").symlink_to(ROOT / "model")
        printed = [f"$ {each}\n{shell(each, folder=home, home=home)}" for each in commands]
    return "```\n" + "".join(printed) + "```\n"


def exercise(name):
    """The file and the number of the exercise that a mutant is."""
    from tests.mutants import exercise as exercises

    number = exercises.number_of(name)
    return exercises.exercises()[number - 1].file, number


def mismatch(name, last):
    """What the exercise of a mutant shows, up to the line that begins with LAST."""
    line = f"make -s exercise N={exercise(name)[1]}"
    printed = shell(line).replace(str(BUILD), "build")
    found = re.search(rf"^MISMATCH.*?^  {last}[^\n]*\n", printed, re.M | re.S)[0]
    return f"```\n$ {line}\n{found}```\n"


def answer(name):
    """The edit of a mutant, in the folder of its exercise."""
    file, number = exercise(name)
    made = f"exercise/{number}/{file}"
    return f"```\n$ diff {file} build/{made}\n{shell(f'diff {file} {BUILD}/{made}', status=1)}```\n"


def warps():
    """How much `make sim` runs, in millions."""
    count = int(re.search(r"^(\d+) warps", shell('"$BUILD/shfl_sim"'), re.M)[1])
    return f"`make sim` runs {count / 1e6:.1f} million warps through the Verilog and the model, and compares.\n"


# ---- docs/use/integration.md: timing diagrams, simulated in Icarus Verilog

BENCH = """
module timing;
    reg             clk = 1'b0, rst = 1'b1, in_valid, out_ready, in_last;
    reg  [7:0]      in_tag, in_beat;
    wire [7:0]      out_tag;
    wire [{top}:0]      out_beat;
    wire            in_ready, out_valid, out_last;
    reg  [1:{clocks}]   ready = {clocks}'b{ready};
    integer         clock, next = 0;
    integer         since [0:{offers}];
    reg  [16:0]     offer [0:{offers}];

    {unit} #(.TAG_W(8), {params}) u_unit (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag){beats});

    initial begin
{table}
        for (clock = -2; clock < {clocks}; clock = clock + 1) begin
            rst       = clock < 0;
            in_valid  = !rst && next < {offers} && since[next] <= clock;
            {{in_tag, in_beat, in_last}} = offer[next];
            out_ready = !rst && ready[clock + 1];
            #1 if (!rst) $display("%b%b%c%c%c%b%b%c%c%c",
                in_valid, in_ready, in_valid ? in_tag : ".", in_valid ? "0" + in_beat : ".",
                in_valid ? "0" + in_last : ".",
                out_valid, out_ready, out_valid ? out_tag : ".", out_valid ? "0" + out_beat : ".",
                out_valid ? "0" + out_last : ".");
            if (in_valid && in_ready) next = next + 1;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
    end
endmodule
"""
BEATS = ".in_beat(in_beat[{top}:0]), .in_last(in_last), .out_beat(out_beat), .out_last(out_last)"


def timing(unit, offers, ready, **params):
    """A unit, clock by clock. OFFERS: what is offered from which clock on until its transfer, [(clock, "A")] for shfl,
    [(clock, "A", beat, last)] for shfl_banked; READY: out_ready, a digit for each clock."""
    banked = unit == "shfl_banked"
    top = max(params["LANES"] // params["WAYS"] - 1, 1).bit_length() - 1 if banked else 0  # the highest bit of a beat
    full = [(*offer, 0, 0)[:4] for offer in offers]
    lines = [
        f"        since[{n}] = {clock}; offer[{n}] = {{\"{tag}\", 8'd{beat}, 1'b{int(last)}}};"
        for n, (clock, tag, beat, last) in enumerate(full)
    ]
    text = BENCH.format(
        unit=unit, params=", ".join(f".{name}({value})" for name, value in params.items()), table="\n".join(lines),
        beats=", " + BEATS.format(top=top) if banked else "", top=top, offers=len(offers), clocks=len(ready),
        ready=ready,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "timing.v").write_text(text, encoding="ascii")
        iverilog, vvp = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP"))
        printed = shell(
            f"{iverilog} -g2005 -Irtl -yrtl -o {folder}/timing {folder}/timing.v && {vvp} -n {folder}/timing"
        )
    names = "in_valid in_ready in_tag in_beat in_last out_valid out_ready out_tag out_beat out_last".split()
    rows = dict(zip(names, zip(*printed.splitlines(), strict=True), strict=True))
    shown = ["clock", *(name for name in names if banked or not name.endswith(("beat", "last")))]
    rows["clock"] = [str(n % 10) for n in range(len(ready))]
    return "```\n" + "".join(f"{name:10}  {'  '.join(rows[name])}\n" for name in shown) + "```\n"


# ---- docs/use/conformance.md and its reference pages

SIGNATURES = "quick", "cuda", "cub", "ptx"  # the levels with a byte per point; the others have a line per warp


def conform(level):
    """The right results of a level."""
    words = [f"{BUILD}/openshfl", "conform", "--expect", level]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


def levels(there):
    rows = []
    for name, text, *_ in rows_of(there):
        right = conform(name.strip("`"))
        lines = right.count(b"\n")
        size = f"{len(right):,} bytes" if name.strip("`") in SIGNATURES else f"{lines:,} lines"
        rows.append((name, text, size, f"`{hashlib.sha256(right).hexdigest()}`"))
    return table(["level", "operands", "file of results", "SHA-256 of the right results"], rows)


@functools.cache
def known_faults():
    """Of each known fault of a shuffle its modes, its text, and by level the points that differ."""
    shuffle = {}
    for line in shell('"$BUILD/conform/known" list 32 128').splitlines():
        level, name, modes_of, _, count, text = line.split("\t")
        if modes_of.split()[0] in defs.MODES:
            shuffle.setdefault(name, (modes_of, text, {}))[2][level] = int(count)
    return {name: row for name, row in shuffle.items() if any(row[2].values())}


def quick_cannot_show():
    """The faults that no warp with uniform operands and all lanes active shows."""
    known = known_faults()
    hidden = {name: counts for name, (_, _, counts) in known.items() if not counts["quick"]}
    listed = "; ".join(
        f"`{name}` ({' or '.join(f'`{level}`' for level in ('perlane', 'inactive', 'data64') if counts[level])})"
        for name, counts in hidden.items()
    )
    shown = len(known) - len(hidden)
    return f"Of the {len(known)} faults it exposes {shown}. A level finds each of the others: {listed}.\n"


def faults():
    """The library of faults, and at how many points each differs from the rules."""
    rows = [
        (f"`{name}`", "all" if modes_of == " ".join(defs.MODES) else modes_of, text,
         *(f"{counts[level]:,}" if counts[level] else "" for level in ("cuda", "ptx")))
        for name, (modes_of, text, counts) in known_faults().items()
    ]  # fmt: skip
    return table(["fault", "modes", "", "`cuda`", "`ptx`"], rows, right=[3, 4])


# ---- docs/reference/peers.md


def of_points(count):
    """The counts of a level, of IDX, UP, DOWN and BFLY."""
    refused = count.get("refused", [0] * 4)
    cells = [
        "-" if n is None else "refused" if no else f"{n:,}" for n, no in zip(count["differ"], refused, strict=True)
    ]
    points = [n for n in count["points"] if n is not None]
    if len(set(points)) > 1:
        whole = " / ".join("-" if n is None else f"{n:,}" for n in count["points"])
    else:
        whole = f"{points[0]:,}"
    lanes = f", {count['lanes']} lanes" * (count["lanes"] != 32)
    return f"`{count['level']}`{lanes}: {' / '.join(cells)} of {whole}"


def why(row):
    """The faults that give the counts, by level if these are not all; and what else the row says."""
    levels_of = collections.defaultdict(list)
    for count in row["counts"]:
        by_fault = collections.defaultdict(list)
        for mode, differ in zip(peers_record.MODES, count["differ"], strict=True):
            if differ:
                names = [f"`{name.replace(' with ', '` with `')}`" for name in count.get("faults", {}).get(mode, ())]
                by_fault[" or ".join(names) or "unknown"].append(mode)
        if by_fault:
            text = "; ".join(f"{' '.join(modes_of)} {name}" for name, modes_of in by_fault.items())
            levels_of[text].append(f"`{count['level']}`")
    said = [
        f"{', '.join(names)}: {text}" if len(names) < len(row["counts"]) else text for text, names in levels_of.items()
    ]
    said += [row[key] for key in ("verdict", "smallest") if key in row]
    return "agrees" if peers_record.agrees(row) else "<br>".join(said)


def peers(kind):
    """The peers of a kind, of the record of `make peers`."""
    rows = []
    for row in peers_record.read().values():
        if row["kind"] == kind:
            version = ", ".join([row["version"], *([row["on"]] if "on" in row else [])])
            run = f"{row['how']}, {row['date']}, {row['kit']}"
            counts = "<br>".join(map(of_points, row["counts"]))
            rows.append((row["peer"], version, run, row["contract"], counts, why(row)))
    rows.sort(key=lambda row: row[0].lower())
    return table(["peer", "version", "run", "contract", "differ", "why, and the smallest call"], rows)


def how_run():
    return "".join(f"- *{how}*: {text}\n" for how, text in peers_record.HOW.items())


# ---- docs/use/integration.md's table of trips


def patterns(draw):
    """The lanes that 32 lanes name in one warp of each pattern, -32 to 63; those beyond 0 to 31 are out of range."""
    lanes = range(32)
    by, mask = draw.randrange(32), draw.randrange(32)
    modes = (
        [k & mask | by & ~mask for k in lanes],
        [k - by for k in lanes],
        [k + by for k in lanes],
        [k ^ by for k in lanes],
    )
    heads = [k for k in lanes if k == 0 or draw.random() < 1 / 8]
    kept = [k for k in lanes if draw.random() < 1 / 2]

    def permutation(size):
        return [first + k for first in range(0, 32, size) for k in draw.sample(range(size), size)]

    return {
        "the same operands in all lanes": draw.choice(modes),
        "rotation": [(k + by) % 32 for k in lanes],
        "random gather": [draw.randrange(32) for _ in lanes],
        "random permutation": permutation(32),
        "random permutation inside groups of 8": permutation(8),
        "random permutation inside groups of 4": permutation(4),
        "transpose of 4 x 8": [k % 4 * 8 + k // 4 for k in lanes],
        "transpose of 8 x 4": [k % 8 * 4 + k // 8 for k in lanes],
        "bit reversal": [int(f"{k:05b}"[::-1], 2) for k in lanes],
        "perfect shuffle": [k % 2 * 16 + k // 2 for k in lanes],
        "broadcast in segments of 8 on average": [max(head for head in heads if head <= k) for k in lanes],
        "compaction of half of the lanes": kept + [*range(len(kept), 32)],
        "UP by 0 to 7, by lane": [k - draw.randrange(8) for k in lanes],
    }


def trips(networks=((16, 0), (8, 0), (8, 1), (4, 0), (4, 1), (2, 0)), warps=1000):
    """The trips of each pattern by lib/trips.c: average and most."""
    draw, rows = random.Random(1), collections.defaultdict(lambda: [[] for _ in networks])
    with tempfile.TemporaryDirectory() as folder:
        words = f"-O1 -shared -fPIC -I. lib/trips.c -o {folder}/trips.so"
        subprocess.run([os.environ.get("CC") or "cc", *words.split()], cwd=ROOT, check=True)
        of_warp = ctypes.CDLL(f"{folder}/trips.so").trips
    for _ in range(warps):
        for name, j in patterns(draw).items():
            named, reads = bytes(k % 32 for k in j), sum(1 << k for k, lane in enumerate(j) if 0 <= lane < 32)
            for (network, selects), counts in zip(networks, rows[name], strict=True):
                counts.append(of_warp(32, network, bool(selects), named, ctypes.c_uint64(reads)))
    shown = [
        [name, 1, *(f"{sum(of) / warps:.1f}, {max(of)}" if max(of) > min(of) else of[0] for of in counts), 8]
        for name, counts in rows.items()
    ]
    fabrics = [f"`NETWORK={words}{' SELECTS=1' * selects}`" for words, selects in networks]
    heads = ["operands", "crossbar", *fabrics, "`shfl_banked`, `WAYS=4`"]
    return table(heads, shown, range(1, len(heads)))


# ---- README.md's table of units


@functools.cache
def proved():
    """The units that a harness of formal/ has inside."""
    text = "".join(code(path) for path in sorted(ROOT.glob("formal/*.v*")))
    return set(re.findall(r"\b(shfl\w*) #\(", text))


def the_point(points, unit):
    """Of POINTS the one with the parameters of a row, such as `shfl`, `W=8`. PARTS is not compared: it is the text of a
    crossbar, not its function."""
    top, *words = re.findall("`(.*?)`", unit)

    def whole(params):
        return {**unit_of.defaults(top), **params} | {"PARTS": 0}

    wanted = whole({name: int(value) for name, value in (word.split("=") for word in words)})
    found = [point for point in points if point["top"] == top and whole(point["params"]) == wanted]
    assert len(found) == 1, f"{unit}: {len(found)} points"
    return found[0]


def units(there):
    """README.md's table. All figures of a row are of one set of parameters, which its name has."""
    cells = [point for point in recorded("asic/asic.json") if "placed" not in point]
    ice40 = families.family("ice40")
    luts = [{**point, "params": {name: n for name, n in point["params"].items() if name != "CROSSBAR"}}
            for point in recorded("fpga/fpga.json") if (point["family"], point["kind"]) == ("ice40", "area")
            and point["params"].get("CROSSBAR", ice40.crossbar) == ice40.crossbar]  # fmt: skip
    checks = {"proved": proved(), "simulated": {settings.parse(name).top for name in settings.ALL}}
    rows = []
    for unit, does, lanes, *_, silicon in rows_of(there):
        fpga, asic = the_point(luts, unit), the_point(cells, unit)
        rams = sum(ice40.memories_of(fpga["cells"])[1].values())
        memory = asic["ge"] - asic["logic_ge"]
        checked = ", ".join(word for word, tops in checks.items() if asic["top"] in tops)
        area = [f"{fpga['luts']:,}" + f", {rams} RAMs" * (rams > 0)]
        area.append(f"{asic['logic_ge']:,.0f}" + f", memory {memory:,.0f}" * (memory > 0))
        rows.append((unit, does, lanes, *area, f"{asic['mhz']:.0f}", checked, silicon))
    heading = ["unit", "does", "lanes per clock", "LUT4 of iCE40", "GE, 0.18 um", "MHz, 0.18 um", "checked", "silicon"]
    return table(heading, rows, right=range(3, 6))


def recorded(name):
    """The points of a record of synth/."""
    return json.loads((ROOT / "synth" / name).read_text(encoding="utf-8"))["points"]


# ---- docs/reference/cores.md


def cores():
    """What `make core` has printed: values compared, and Vicuna's clocks."""
    runs_of = json.loads(patch.RECORD.read_text(encoding="ascii"))
    counts, clocks = [], []
    for run, checkout, lines in sorted((run, of, lines) for of, runs in runs_of.items() for run, lines in runs.items()):
        core, commit = re.match(r"(\S+), commit (\w{8})", checkout).groups()
        unit = "its own" if "STOCK" in run else "openshfl"
        (said,) = re.findall(r"(\d+) (lanes|bytes), (\d+) wrong, (\d+) clocks", "\n".join(lines))
        values, wrong, took = (f"{int(number):,}" for number in (said[0], *said[2:]))
        counts.append((f"`{run}`", f"{core} {commit}", unit, f"{values} {said[1]}", wrong, took))
        clocks += [(f"`{line.split()[0]}`", unit, *line.split()[1:]) for line in lines if line.startswith("v")]
    counted = table(
        ["`make core AT=FOLDER ..`", "commit", "unit", "compared", "wrong", "clocks"], counts, right=range(4, 6)
    )
    heading = ["clocks in Vicuna, 8-bit elements", "unit", *(f"LMUL {lmul}" for lmul in (1, 2, 4, 8))]
    return f"{counted}\n{table(heading, sorted(clocks), right=range(2, 6))}"


# ---- docs/use/programs.md


def findings():
    """What `openshfl check` finds, as the command says it."""
    pattern = r' X\(\w+, "([a-z-]+)", "(\w+)", (?:NULL|"([\d.]+)"),[\s\\]*"([^"]+)"\)'
    rows = re.findall(pattern, (ROOT / "check/ptx_run.h").read_text(encoding="ascii"))
    named = {
        name: (f"`{name}`", level, re.sub(r"(__\w+\(\))", r"`\1`", text), rule) for name, level, rule, text in rows
    }
    return table(["name", "level", "what is found", "CUDA guideline"], named.values())


def ptx_rows():
    """The instructions of PTX that are executed, from the table."""
    rows = (ROOT / "check/ptx_table.c").read_text().split("rows[] = {")[1].split("\n};")[0]
    names = [f"`{name}`" for name in re.findall(r'^    \{ "(?!openshfl_)(\w+)"', rows, re.MULTILINE)]
    return textwrap.fill(f"{len(names)} instructions: {', '.join(names)}.", 120) + "\n"


def programs_record():
    """What a GPU's record of the programs in PTX holds."""
    record = json.loads(lzma.decompress((ROOT / "silicon/programs/h100-programs.json.xz").read_bytes()))
    kernels = {case.rsplit(" ", 1)[0] for case in record["programs"]}
    cases, forms = len(record["programs"]), len(record["arithmetic"])
    by = collections.defaultdict(set)
    for _, compiler, arch in (file.removesuffix(".ptx").split(".") for file in record["files"]):
        by[compiler].add(arch)
    compilers = " and ".join(f"{compiler} ({', '.join(sorted(arches))})" for compiler, arches in sorted(by.items()))
    return f"""The record is of an {record["device"]}, which compiled the PTX itself:
{cases} cases of {len(kernels)} kernels, each in the PTX of {compilers}, whose
results were the same; and {forms} forms of arithmetic, with {arithmetic.COUNT:,} operands each: corners,
such as denormals, NaNs and signed zeros, and random ones. `run` gives all of it (tests/cli/test_ptx.py).
`make cuda-record LIST=programs` records another GPU.
"""


# ---- docs/develop/campaigns.md


def campaigns():
    """A row for each campaign of synth/campaign/: the sums of its report, or the spread of its clocks."""
    rows = []
    for path in sorted((ROOT / "synth/campaign").glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        report, cost = kept["report"], kept["cost"]
        clocks, sums = [], collections.Counter()
        for line in report["lines"]:
            if "median MHz" in line:
                least, median, most = (f"{line[f'{of} MHz']:.0f}" for of in ("least", "median", "most"))
                clocks.append(f"{line['setting']} {least} to {most} MHz, median {median}")
            else:
                sums.update({name: n for name, n in line.items() if isinstance(n, int) and name != "jobs"})
        found = "; ".join(clocks) or ", ".join(f"{n:,} {name}" for name, n in sums.items() if " " not in name)
        rows.append((f"`{path.stem}`", len(kept["results"]), found, cost["date"]))
    return table(["campaign", "jobs", "result", "date"], rows, right=[1])


# ---- docs/use/board.md


def board_records():
    """A row for each record of a board that somebody has sent."""
    words = [file.read_text(encoding="ascii").splitlines()[0].split() for file in sorted(clocks.RECORDS.glob("*.txt"))]
    rows = [(board, unit, f"`{' '.join(params)}`") for _, _, board, unit, *params in words]
    return (
        table(["board", "unit", "parameters"], rows) if rows else "None yet. Please [send a record](#send-a-record).\n"
    )


# ---- docs/use/instantiation.md


INSTANCES = [*filelists.UNITS, "shfl_skid"]


def instance(unit):
    """An instantiation: every parameter at its default, every port; behind those that not all units have what it is."""
    of = checks.Unit(unit)
    head = checks.wrapped([f".{name}({value})" for name, value, _ in of.params], f"{unit} #(", " " * (len(unit) + 3))
    same = checks.wrapped([f".{name}({name})" for *_, name, _ in of.ports if name in COMMON], " " * 4, " " * 4)
    own = [(f".{name}({name})", ", ".join(filter(None, [way, width, about])))
           for way, width, name, about in of.ports if name not in COMMON]  # fmt: skip
    ends = [","] * (len(own) - 1) + [""]
    wide = max(len(text) for text, _ in own) + 1
    lines = [f"    {text + end:{wide}}  // {about}" for (text, about), end in zip(own, ends, strict=True)]
    return "\n".join(["```verilog", f"{head}) u_{unit} (", f"{same},", *lines, ");", "```", ""])


def instances():
    return "".join(f"## {unit}\n\n{instance(unit)}\n" for unit in INSTANCES)


# ---- docs/develop/verification.md


def code(path):
    """A harness without its comments."""
    return re.sub(r"//.*", "", path.read_text(encoding="utf-8"))


def proofs():
    """The files of formal/ that have assertions: harnesses, and what several of them include."""
    return [path for path in sorted(ROOT.glob("formal/shfl_*.v*")) if re.search(r"\bassert\b|_props", code(path))]


def assumptions():
    """What the proofs assume of the inputs: each with its source."""
    rows = {}
    for path in sorted(ROOT.glob("formal/*.v*")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"(\w+):\s*assume \(([^;]*)\); *(?://\s*(.+))?", text)
        assert len(found) == len(re.findall(r"\bassume\b", code(path))), f"{path}: expected `NAME: assume (..);`"
        for name, what, source in found:
            assert source, f"{path}: {name} has no source behind it, such as R5.4.1"
            shown = " ".join(what.split()).replace("|", "\\|")
            shown = f"`` {shown} ``" if "`" in shown else f"`{shown}`"
            rows[f"`{name}`", shown, source] = None
    return table(["assumption", "of the inputs", "source"], rows)


def counts():
    """The number of proofs, mutants and configurations, by name."""
    harnesses = list(ROOT.glob("formal/*_props.v"))
    sizes = collections.Counter(size for _, _, size in prove.proofs())
    from tests.mutants import run

    records = run.read()
    exceptions = (ROOT / "tests/rtl/coverage_exceptions.txt").read_text(encoding="utf-8")
    exempt = sum(len(names.split(",")) for names in re.findall(r"^[\w/*]+ +(\S+)", exceptions, re.M))
    return {
        "harnesses of proofs": len(harnesses),
        "named assertions in them": sum(len(re.findall(r"\bassert\b", code(path))) for path in proofs()),
        "named assumptions in them": len(re.findall(r"\bassume\b", "".join(map(code, ROOT.glob("formal/*.v*"))))),
        "proofs of the RTL": sizes[prove.QUICK] + sizes[prove.USUAL],
        "larger proofs, in `make formal FULL=1`": sizes[prove.FULL],
        "mutants": len(records),
        "tests that must kill one": sum(len(record.checks) for record in records),
        "configurations in simulation": len(settings.ALL),
        "exceptions from full line and toggle coverage, each with a reason": exempt,
    }


# what a run itself writes is no change
CHANGED = "status --porcelain -uno -- . :!docs/develop/status.json :!docs/develop/verification.md".split()


def record(command="", *files):
    """Count, and write the figures of a test run, from files of pytest's option --keep, to docs/develop/status.json.

    A case that is there more than once was run again: its last result counts."""
    from tests.conftest import git, results_of

    kept = json.loads(STATUS.read_text(encoding="utf-8"))
    at = {
        "commit": git("rev-parse", "--short", "HEAD") + ", changed" * bool(git(*CHANGED)),
        "date": datetime.date.today().isoformat(),
    }
    kept["counts"] = at | counts()
    if command:
        results = {name: result for file in files for name, result in results_of(pathlib.Path(file)).items()}
        ended = collections.Counter(outcome for outcome, _ in results.values())
        figures = {name: ended[name] for name in ("passed", "failed", "skipped")}
        kept["runs"][command] = at | figures | {"CPU-seconds": round(sum(cpu for _, cpu in results.values()))}
    text = re.sub(r"\n(?: {3,}| {2}(?=\}))", " ", json.dumps(kept, indent=1))  # a line for each count and each run
    STATUS.write_text(text + "\n", encoding="utf-8")


def status():
    """The counts and the last runs, from docs/develop/status.json."""
    kept = json.loads(STATUS.read_text(encoding="utf-8"))
    commit, date, *rows = kept["counts"].items()
    text = f"Counted at {commit[1]}, {date[1]}:\n\n" + table(["counted", "number"], rows, right=[1])
    heading = ["last complete run of", "commit", "date", "passed", "failed", "skipped", "CPU-seconds"]
    runs = [
        (f"`{command}`", *(f"{run[n]:,}" if n in heading[3:] else run[n] for n in heading[1:]))
        for command, run in kept["runs"].items()
    ]
    return text + "\n" + table(heading, runs, right=range(3, 7))


# ---- main

PICTURES = {
    "explain.svg": "'SHFL.UP P1, R2, R1, 1, 0x1800'",
    "explain-amd.svg": "--gpu gfx1030 'v_mov_b32_dpp v1, v0 row_shl:3 bank_mask:0xe' --lanes 32 --active 0xfeffffff",
}


def picture(name):
    with tempfile.TemporaryDirectory() as folder:
        shell(f'"$BUILD/openshfl" explain {PICTURES[name]} --svg {folder}/picture.svg')
        return (pathlib.Path(folder) / "picture.svg").read_text(encoding="utf-8")


def pages():
    """The pages with generated blocks, without waves.md, which `make waves-docs` writes."""
    return [
        str(page.relative_to(ROOT))
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        if page.name != "waves.md" and "[[[cog" in page.read_text(encoding="utf-8")
    ]


def main(words):
    os.chdir(ROOT)
    if words[:1] == ["status"]:
        record(*words[1:])
        words = ["docs/develop/verification.md"]
    check = words[:1] == ["--check"]
    named = words[check:]
    if not named and not check:
        for name in PICTURES:
            (ROOT / "docs" / name).write_text(picture(name), encoding="utf-8")
    mode = ["--check", "--diff"] if check else ["-r"]
    return cogapp.Cog().main(["cog", *mode, "-p", "from docs import pages", *(named or pages())])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
