# SPDX-License-Identifier: Apache-2.0
"""What is generated in README.md and docs/*.md: passages, by cog, and the pictures of `openshfl explain`.

    pages.py [--check] [PAGE ...]     write the pages anew, all that have such passages unless some are named;
                                      --check writes nothing, and exits with 1 if a page would change

A passage stands in its page between [[[cog ... ]]] and [[[end]]]. The words belong to the page, the facts come from
here. Environment: BUILD, where shfl_sim and openshfl are.
"""

import collections
import fcntl
import functools
import hashlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import tomllib

import cogapp

from model import defs
from tb import settings

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")
STAGES = ["decode", "lane index", "range check", "select", "crossbar low", "crossbar high", "write-back"]
REGISTERS = ["DECODE", "LANE_INDEX", "RANGE_CHECK", "SELECT", "LOW", "HIGH", "WRITEBACK"]  # SHFL_REG_*


def table(heading, rows, right=()):
    """A table in Markdown; the columns in RIGHT are aligned to the right."""
    lines = [heading, ["---:" if n in right else "---" for n in range(len(heading))], *rows]
    return "".join("|" + "|".join(f" {cell} " if cell != "" else " " for cell in line) + "|\n" for line in lines)


# ---- docs/rules.md


def modes(words):
    rows = [(name, number, *words[name]) for number, name in enumerate(defs.MODES)]
    return table(["`mode`", "encoding", "the lane that is read is", "typical use"], rows)


def policies(words):
    rows = [(name, number, *words[name]) for number, name in enumerate(defs.POLICIES)]
    return table(["policy", "encoding", "`rd`", ""], rows)


def top(module="shfl"):
    return (ROOT / "rtl" / f"{module}.v").read_text(encoding="utf-8")


def parameters(module="shfl"):
    rows = []
    for name, value, words in re.findall(r"^    parameter (\w+) += ([`\w]+),? +// (.*)$", top(module), re.MULTILINE):
        name_of = value.removeprefix("`SHFL_").removesuffix("_MEMORY")
        for names in (defs.POLICIES, defs.MEMORIES):
            value = names.index(name_of) if name_of in names else value
        rows.append((f"`{name}`", value, words.replace("`SHFL_", "")))
    return table(["parameter", "default", "legal values and meaning"], rows)


def ports():
    """The ports of rtl/shfl.v with the comments that stand there."""
    rows = []
    for way, highest, name, words in re.findall(
        r"^    (input|output) +wire +(?:\[(.*):0\])? +(\w+),?(?: *// *(.*))?$", top(), re.MULTILINE
    ):
        bits = highest.removesuffix("-1").replace("$clog2(LANES)", "L").replace("`SHFL_MODE_W", str(defs.MODE_BITS))
        bits = {"": 1, "1": 2, "L+7": "8 + L"}.get(bits, bits.replace("*", " x "))
        rows.append((f"`{name}`", way, bits, words))
    return table(["port", "direction", "bits", ""], rows)


def stage_registers():
    first = {
        name: int(depth)
        for name, depth in re.findall(r"`define SHFL_REG_(\w+) +\(DEPTH >= (\d)", defs.SOURCE.read_text("utf-8"))
    }
    rows = [
        (depth, *("register" if depth >= first[name] else "" for name in REGISTERS)) for depth in range(len(first) + 1)
    ]
    return table(["`DEPTH`", *STAGES], rows)


# ---- docs/develop/design.md


def parts():
    """What each PARTS comes to at 32 lanes, by the formulas of both crossbars."""
    counts = [1, 2, 3, 4, 5, 8, 16]
    powers = [n for n in counts if 32 % n == 0]
    chains = {n: max(16 * (g + 1) // n - 16 * g // n for g in range(n)) for n in counts}
    ends = {n: n + (n % 2 == 0 and n != 16) for n in counts[1:]}  # the last is the lone links'
    rows = [
        ("multiplexers, low: number x inputs", *(f"{n} x {32 // n}" if n in powers else "" for n in counts)),
        ("multiplexers, high: inputs", *(n if n in powers[1:] else "" for n in counts)),
        ("chains, low: links in the longest chain", *chains.values()),
        ("chains, high: inputs of the exclusive or", "", *ends.values()),
    ]
    return table(["`PARTS`", *counts], rows)


# ---- commands and what they print


def shell(commands, *, folder=ROOT, home="/nonexistent", status=0):
    """What they print, both outputs together. Of the calling make they see only its settings, and HOME is their own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    env = {
        **kept,
        "HOME": str(home),
        "SETUP": "0",
        "BUILD": str(BUILD),
        "PKG_CONFIG_PATH": f"{home}/.local/lib/pkgconfig",
    }
    with open(BUILD / ".make.lock", "w", encoding="ascii") as lock:  # as tests/conftest.py
        if "make " in commands:
            fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            ["sh", "-euc", commands],
            cwd=folder,
            env=env,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    if done.returncode != status:
        raise RuntimeError(f"{commands}\nended with {done.returncode}, expected {status}:\n{done.stdout}")
    return done.stdout


def console(install, *commands, page, source):
    """Commands and what they print, in a home of their own, where INSTALL was run before. SOURCE is a file there, with
    the first block of C of PAGE."""
    with tempfile.TemporaryDirectory() as home:
        shell(install, home=home)
        text = (ROOT / page).read_text(encoding="utf-8")
        (pathlib.Path(home) / source).write_text(
            re.search(r"^```c\n(.*?)^```$", text, re.M | re.S)[1], encoding="utf-8"
        )
        said = [f"$ {command}\n{shell(command, folder=home, home=home)}" for command in commands]
    return "```\n" + "".join(said) + "```\n"


def openshfl(*lines):
    """Commands of openshfl and what they print."""
    said = [f"$ {line}\n{shell(f'{BUILD}/{line}')}" for line in lines]
    return "```\n" + "".join(said) + "```\n"


def mismatch(commands):
    """Commands that break a copy of the RTL in build/broken and run it, and the mismatch that they print."""
    with tempfile.TemporaryDirectory() as folder:
        said = shell(commands.replace("build/broken", folder), status=1).replace(folder, "build/broken")
    report = re.search(r"^MISMATCH.*?^  trace: [^\n]*\n", said, re.M | re.S)[0]
    return f"```sh\n{commands}```\n\n```\n{report}```\n"


def excerpt(text, first, last):
    """The first and the last lines of a text, and dots between them."""
    lines = text.splitlines(keepends=True)
    return (
        "".join(lines)
        if len(lines) <= first + last
        else "".join([*lines[:first], "...\n", *lines[len(lines) - last :]])
    )


def simulation():
    return "```\n" + excerpt(shell(f"{BUILD}/shfl_sim"), 5, 5) + "```\n"


# ---- docs/use/integration.md: timing diagrams, of what a unit does in Icarus Verilog

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
    """A unit, clock by clock. OFFERS: what is offered from which clock on until it is taken, [(clock, "A")] of shfl,
    [(clock, "A", beat, last)] of shfl_banked; READY: out_ready, a digit for each clock."""
    banked = unit == "shfl_banked"
    top = max(params["LANES"] // params["WAYS"] - 1, 1).bit_length() - 1 if banked else 0  # the highest bit of a beat
    full = [(*offer, 0, 0)[:4] for offer in offers]
    lines = [
        f"        since[{n}] = {clock}; offer[{n}] = {{\"{tag}\", 8'd{beat}, 1'b{int(last)}}};"
        for n, (clock, tag, beat, last) in enumerate(full)
    ]
    text = BENCH.format(
        unit=unit,
        params=", ".join(f".{name}({value})" for name, value in params.items()),
        beats=", " + BEATS.format(top=top) if banked else "",
        top=top,
        table="\n".join(lines),
        offers=len(offers),
        clocks=len(ready),
        ready=ready,
    )
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "timing.v").write_text(text, encoding="ascii")
        iverilog, vvp = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP"))
        said = shell(f"{iverilog} -g2005 -Irtl -yrtl -o {folder}/timing {folder}/timing.v && {vvp} -n {folder}/timing")
    names = "in_valid in_ready in_tag in_beat in_last out_valid out_ready out_tag out_beat out_last".split()
    rows = dict(zip(names, zip(*said.splitlines(), strict=True), strict=True))
    shown = ["clock", *(name for name in names if banked or not name.endswith(("beat", "last")))]
    rows["clock"] = [str(n % 10) for n in range(len(ready))]
    return "```\n" + "".join(f"{name:10}  {'  '.join(rows[name])}\n" for name in shown) + "```\n"


# ---- docs/use/conformance.md


def answers(level, option="--expect"):
    words = [f"{BUILD}/openshfl", "conform", option, level]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


def levels(words):
    """The levels: what is asked, how many bytes or lines the answer has, and the SHA-256 of the right one."""
    rows = []
    for name, about in words.items():
        right = answers(name)
        lines = right.count(b"\n")
        size = f"{len(right):,} bytes" if name in SIGNATURES else f"{lines:,} lines"
        rows.append((f"`{name}`", about, size, f"`{hashlib.sha256(right).hexdigest()}`"))
    return table(["level", "what is asked", "answer", "SHA-256 of the right answer"], rows)


SIGNATURES = "quick", "cuda", "cub", "ptx"


def vectors(*names):
    rows = [(f"`{name}`", f"`{hashlib.sha256(answers(name, '--vectors')).hexdigest()}`") for name in names]
    return table(["level", "SHA-256 of the questions"], rows)


def quick():
    """The warps of level quick, and the right answers."""
    right, lines = answers("quick"), []
    for n, question in enumerate(answers("quick", "--vectors").decode().splitlines()):
        mode, _, *words = (int(word, 16) for word in question.split())
        bytes_of_warp = right[32 * n : 32 * n + 32]
        in_range = sum(1 << k for k, byte in enumerate(bytes_of_warp) if byte & 64)
        lanes = " ".join(f"{byte & 63:2}" for byte in bytes_of_warp)
        lines.append(
            f"{defs.MODES[mode]:4} b 0x{words[0]:02x}  c 0x{words[32]:04x}  in range 0x{in_range:08x}\n  {lanes}\n"
        )
    return "```\n" + "".join(lines) + "```\n"


def faults():
    """The library of faults, and at how many points each shows."""
    said = subprocess.run([f"{BUILD}/conform/wrong"], check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = []
    for line in said.splitlines():
        name, modes_of, *points, says = line.split("\t")
        rows.append((f"`{name}`", modes_of, says, *(f"{int(n):,}" if n != "0" else "" for n in points)))
    heading = ["fault", "modes", "", "`cuda`", "`ptx`", "`ignored`", "`perlane`", "`inactive`"]
    return table(heading, rows, right=range(3, 8))


# ---- README.md's table of size and clock


def size_and_clock():
    """Units of 32 lanes: the smallest shfl of each family, and the best median clock of each family and unit, at the
    width that its part has room for."""

    def row(point, luts, clock=""):
        s = settings.parse(point["setting"])
        setting = f"`DEPTH={s.depth}`, " + (f"`WAYS={s.ways}`, {s.memory} memory" if s.ways else s.crossbar)
        part = point.get("part", "").upper()
        return f"{titles()[point['family']]} {part}".strip(), f"`{s.top}`", s.w, setting, f"{luts:,}", clock

    least, best = {}, {}
    for point in recorded():
        if point["group"] == "area" and point["top"] == "unit":
            least[point["family"]] = min(point, least.get(point["family"], point), key=lambda p: p["luts"])
        elif point["kind"] == "pnr" and point["group"] != "width":
            clock = statistics.median(seed["fmax_mhz"] for seed in point["seeds"].values())
            setting = settings.parse(point["setting"])
            key = point["family"], setting.top
            best[key] = max(best.get(key, (0, {})), (clock, point), key=lambda pair: pair[0])
    rows = [row(point, point["luts"]) for point in least.values()]
    rows += [row(point, point["luts"] - point["wrapper"]["luts"], f"{clock:.0f}") for clock, point in best.values()]
    return table(["FPGA", "unit", "`W`", "setting", "LUTs", "MHz"], rows, right=(2, 4, 5))


@functools.cache
def titles():
    """The FPGA families' names, by folder."""
    return {
        path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))["title"]
        for path in (ROOT / "fpga" / "families").glob("*/family.toml")
    }


def recorded(group=None):
    """The points of synth/fpga/report/fpga.json, all or those of a group."""
    points = json.loads((ROOT / "fpga" / "report" / "fpga.json").read_text(encoding="utf-8"))["points"]
    return [point for point in points if group in (None, point["group"])]


def banked():
    """shfl_banked at 32 lanes, as measured."""

    def row(point):
        s, routed = settings.parse(point["setting"]), point["kind"] == "pnr"
        rams = sum(n for cell, n in point["cells"].items() if re.search("RAM40|DP16KD|BSRAM|RAMB", cell))
        own = point["wrapper"] if routed else {"luts": 0, "ffs": 0}
        clock = statistics.median(seed["fmax_mhz"] for seed in point["seeds"].values()) if routed else 0
        return (
            titles()[point["family"]],
            s.ways,
            s.w,
            s.depth,
            s.memory,
            f"{point['luts'] - own['luts']:,}",
            rams,
            point["ffs"] - own["ffs"],
            f"{clock:.0f}" if routed else "",
            f"{clock * s.ways / s.lanes:.2f}" if routed else "",
        )

    heading = [
        "FPGA",
        "`WAYS`",
        "`W`",
        "`DEPTH`",
        "memory",
        "LUTs",
        "block RAMs",
        "flip-flops",
        "MHz",
        "million warps/s",
    ]
    return table(heading, [row(point) for point in recorded("banked")], right=(1, 2, 3, 5, 6, 7, 8, 9))


def compared():
    """shfl beside a shuffle as it is usually written, by the same tool."""
    at = {}
    for point in recorded("compare"):
        s = settings.parse(point["setting"])
        at.setdefault((titles()[point["family"]], s.lanes), {})[point["top"]] = point["luts"]
    rows = [
        (*key, luts["unit"], luts["behavioral"], f"{luts['unit'] / luts['behavioral']:.2f}")
        for key, luts in at.items()
        if {"unit", "behavioral"} <= luts.keys()
    ]
    return table(["FPGA", "lanes", "`shfl`", "as usual", "ratio"], rows, right=(1, 2, 3, 4))


# ---- docs/develop/campaigns.md


def campaigns():
    """A row for each campaign of synth/campaign/records/: the sums of its report, or the spread of its clocks."""
    rows = []
    for path in sorted((ROOT / "campaign" / "records").glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        report, cost = kept["report"], kept["cost"]
        tools = ", ".join(f"{name} {version}" for name, version in report["tools"].items())
        clocks, sums = [], collections.Counter()
        for line in report["lines"]:
            if "median MHz" in line:
                least, median, most = (f"{line[f'{of} MHz']:.0f}" for of in ("least", "median", "most"))
                clocks.append(f"{line['setting']} {least} to {most} MHz, median {median}")
            else:
                sums.update({name: n for name, n in line.items() if isinstance(n, int) and name != "jobs"})
        found = "; ".join(clocks) or ", ".join(f"{n:,} {name}" for name, n in sums.items() if " " not in name)
        rows.append(
            (f"`{path.stem}`", len(kept["results"]), found, f"{cost['cpu_seconds'] / 60:.1f}", tools, cost["date"])
        )
    return table(["campaign", "jobs", "result", "CPU min", "tools", "date"], rows, right=(1, 3))


# ---- all of it

PICTURES = {
    "explain.svg": "'SHFL.UP P1, R2, R1, 1, 0x1800'",
    "explain-amd.svg": "--gpu gfx1030 'v_mov_b32_dpp v1, v0 row_shl:3 bank_mask:0xe' --lanes 32 --active 0xfeffffff",
}


def picture(name):
    with tempfile.TemporaryDirectory() as folder:
        shell(f"{BUILD}/openshfl explain {PICTURES[name]} --svg {folder}/picture.svg")
        return (pathlib.Path(folder) / "picture.svg").read_text(encoding="utf-8")


def pages():
    """The pages with such passages, without docs/use/waves.md, which `make waves-docs` writes."""
    return [
        str(page.relative_to(ROOT))
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
        if page.name != "waves.md" and "[[[cog" in page.read_text(encoding="utf-8")
    ]


def main(words):
    check = words[:1] == ["--check"]
    named = words[check:]
    os.chdir(ROOT)
    if not named and not check:
        for name in PICTURES:
            (ROOT / "docs" / name).write_text(picture(name), encoding="utf-8")
    return cogapp.Cog().main(
        ["cog", *(["--check", "--diff"] if check else ["-r"]), "-p", "import pages", *(named or pages())]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
