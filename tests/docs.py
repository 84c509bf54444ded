#!/usr/bin/env python3
"""docs - hold what the documents say against the repository.

Usage: docs.py SHFL_SIM SCRATCH

    SHFL_SIM   the simulator, built
    SCRATCH    a folder for what is tried out; made, and emptied first

Links, files, sections, suites, options, targets, ports, figures: what README.md, docs/ and the comments
name has to be there. The examples of README.md are built and run, those of docs/spec.md put to the model.
Prints PASS, FAIL or SKIP, one line per check. Exit status: 0 nothing failed, 1 something did, 2 misuse.
Environment: MAKE, CC, IVERILOG, VVP, VERILATOR.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "docs/spec.md", "docs/silicon.md", "silicon/README.md"]
SOURCES = ["rtl", "model", "tb", "tests", "tools", "cuda"]
FILE = r"[\w.-]+\.(?:vh?|[ch]|cpp|cuh?|sh|py|mk|txt|md|svg|xz)"
SECTION = r"\d+(?:\.\d+)?"

MAKE, CC = os.environ.get("MAKE") or "make", os.environ.get("CC") or "cc"
IVERILOG = os.environ.get("IVERILOG") or "iverilog"
VVP = os.environ.get("VVP") or "vvp"
VERILATOR = os.environ.get("VERILATOR") or "verilator"

# The variables that the calling make was given hold for the makes below too; its job server does not.
# Nothing is installed from here: what is needed is there by now.
GIVEN = re.split(r"(?:^|\s)-- ", os.environ.get("MAKEFLAGS", ""), maxsplit=1)[1:]
ENV = {**os.environ, "MAKEFLAGS": "".join("-- " + given for given in GIVEN), "MAKELEVEL": "0", "SETUP": "0"}

failed = False


def verdict(name, problems):
    """PASS if the list of problems is empty."""
    global failed
    failed |= bool(problems)
    print(f"FAIL docs/{name}: {problems[0]}" if problems else f"PASS docs/{name}")
    for problem in problems[1:10]:
        print(f"    {problem}")
    sys.stdout.flush()


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def run(command, **options):
    """A command's exit status and what it printed."""
    done = subprocess.run(command, cwd=options.pop("cwd", ROOT), env=ENV, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout


def prose(text):
    """A document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def quoted(text):
    """All that stands in backticks, less the blocks."""
    return re.findall(r"`([^`\n]+)`", prose(text))


def fence(text, start):
    """The first block of code behind start."""
    found = re.search(re.escape(start) + r"\n?(?:```\w*\n)?(.*?)^```$", text, flags=re.M | re.S)
    return found.group(1) if found else ""


def part(text, heading):
    """What stands below a heading, up to the next one of its level or above."""
    level = heading.split(" ")[0]
    found = re.search(rf"^{re.escape(heading)}$(.*?)(?=^#{{1,{len(level)}}} |\Z)", text, flags=re.M | re.S)
    return found.group(1) if found else ""


def rows(text):
    """The tables of a text: a list of rows, each a list of cells; without the lines below headings."""
    result = []
    for line in text.splitlines():
        if line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line):
            cells = re.split(r"(?<!\\)\|", line.strip()[1:-1])
            result.append([cell.strip() for cell in cells])
    return result


def headings(text):
    return re.findall(r"^#+ (.*)$", prose(text), flags=re.M)


def anchor(heading):
    """The name that a heading has in a link, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


# ---- what is named has to be there

def check_links(document):
    problems = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(read(document))):
        if re.match(r"\w+:", target):
            continue
        path, _, name = target.partition("#")
        file = (ROOT / document).parent / path if path else ROOT / document
        if not file.exists():
            problems.append(f"{target}: no such file")
        elif name and name not in map(anchor, headings(file.read_text(encoding="utf-8"))):
            problems.append(f"{target}: no such heading")
    verdict(f"links/{document}", problems)


def check_files(document):
    problems, count = [], 0
    for word in quoted(read(document)):
        name = word.split(" ")[0]
        if not re.fullmatch(rf"(?:[\w.-]+/)+(?:{FILE})?|{FILE}", name) or name.startswith("build/"):
            continue
        count += 1
        own = name == "sum.c"  # the example's, extracted below
        if not own and not (ROOT / name).exists() and not ((ROOT / document).parent / name).exists():
            problems.append(f"`{name}` is no file of the repository")
    if document.endswith("README.md") and count == 0:
        problems.append("names no file at all")
    verdict(f"files/{document}", problems)


def check_sections():
    spec = read("docs/spec.md")
    known = {heading.split(" ")[0] for heading in headings(spec)}
    cited, problems = {}, []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.*")):
            if not re.fullmatch(FILE, path.name) or path.suffix in (".xz", ".md") or path.name == "docs.py":
                continue
            text = path.read_text(encoding="utf-8")
            lists = re.findall(rf"(?:docs/spec\.md|[Ss]pec) ({SECTION}(?:(?:,| and) {SECTION})*)", text)
            if path.name == "test_model.c":
                lists += re.findall(rf"/\* ---- ({SECTION}(?:(?:,| and) {SECTION})*): ", text)
            name = str(path.relative_to(ROOT))
            cited[name] = sections = re.findall(SECTION, " ".join(lists))
            problems += [f"{name} cites {n}" for n in sections if n not in known]
    verdict("sections/cited by comments", problems)
    verdict("sections/every stage cites one", [
        f"{name} cites none" for name in cited
        if re.match(r"(rtl|model)/.*\.(v|c)$", name) and not cited[name]] + ([] if cited else ["no files"]))
    inner = re.findall(r"section (\d(?:\.\d)?)", spec) + re.findall(r"(?<![\d.,])([1-8]\.[1-9])(?![\d.])", spec)
    verdict("sections/cited by the spec", [f"docs/spec.md cites {n}" for n in inner if n not in known])


def check_rules():
    """README leads from every rule to something, under the rule's name."""
    titles = [title for title in headings(read("docs/spec.md")) if title[0].isdigit()]
    whole = {title.split(".")[0] for title in titles if "." in title.split(" ")[0]}
    want = [title for title in titles if title.split(" ")[0] not in whole or title.startswith("4 ")
            or title.split(" ")[0] == "8"]
    want = [title for title in want if not title.startswith("8.")]
    got = [re.match(r"\[(.*?)\]", row[0]).group(1)
           for row in rows(part(read("README.md"), "## From rule to test"))[1:]]
    verdict("rules/all in README's table", [f"{title}: not there" for title in want if title not in got]
            + [f"{title}: no such rule" for title in got if title not in titles])
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").glob("*.c")))
    names = [word for word in quoted(read("README.md")) if re.fullmatch(r"test_\w+", word)]
    verdict("rules/test functions", [f"`{name}`: no such function in tests/" for name in names
                                     if f" {name}(" not in tests] or ([] if names else ["none named"]))


def check_simulator(sim):
    readme = read("README.md")
    _, listing = run([sim, "--list"])
    _, usage = run([sim, "--help"])
    suites = re.findall(r"^  (\S+) ", listing.split("configurations")[0], flags=re.M)
    configs = re.findall(r"^  (l\d\S*)", listing, flags=re.M)
    table = [row[0].strip("`") for row in rows(readme) if len(row) == 2 and row[0].strip("`") in suites]
    verdict("suites/table", [f"README's table is of {table}, --list has {suites}"] if table != suites else [])
    named = [word for group in re.findall(r"suites? ((?:`[\w-]+`(?:, | and )?)+)", prose(readme))
             for word in re.findall(r"`([\w-]+)`", group)]
    verdict("suites/named", [f"`{name}`: --list has no such suite" for name in named if name not in suites]
            or ([] if named else ["none named"]))
    verdict("configurations", [f"{name}: --list has no such configuration"
                               for name in re.findall(r"\bl\d+_w\d+_d\d_\w+?\b(?!_per)", readme)
                               if name not in configs and not name.startswith("l8_w8_d2_raw_")])
    options = set(re.findall(r"--[a-z][a-z-]*", usage))
    verdict("options", [f"{option}: not in --help"
                        for option in re.findall(r"(?:/|shfl_)sim (?:.*? )?(--[\w-]+)", readme)
                        if option not in options] or ([] if options else ["--help has none"]))
    silicon = [row[0].strip("`") for row in rows(part(read("docs/silicon.md"), "## What was compared"))]
    asked = [word for text in (readme, read("docs/spec.md"))
             for group in re.findall(r"(?:silicon|\(suites?) ((?:`\w+`(?:, )?)+)", text)
             for word in re.findall(r"`(\w+)`", group)]
    verdict("suites/silicon", [f"`{name}`: docs/silicon.md has no such suite" for name in asked
                               if name not in silicon] or ([] if asked else ["none named"]))


def check_targets():
    _, text = run([MAKE, "help"])
    offered = set(re.findall(r"^  ([a-z-]+)  ", text, flags=re.M))
    readme = read("README.md")
    named = set(re.findall(r"(?:`|^    )make ([a-z][a-z-]*)", readme, flags=re.M))
    verdict("targets/of README", [f"make {name}: `make help` has no such target"
                                  for name in sorted(named - offered)])
    verdict("targets/of make help", [f"make {name}: README does not name it" for name in sorted(offered - named)]
            or ([] if offered else ["make help lists none"]))
    groups = re.findall(r"^(\w+) +\d+ passed", fence(readme, "<!-- docs.py: the groups of make test -->"), flags=re.M)
    recipe = read("Makefile").partition("tests/run.sh")[2]
    verdict("targets/groups of make test", [f"{name}: not in the recipe of test" for name in groups
                                            if not re.search(rf"^\t +{name} ", recipe, flags=re.M)]
            or ([] if groups else ["README shows none"]))


# ---- the spec's tables and the RTL

def check_unit():
    spec, top, defs = read("docs/spec.md"), read("rtl/shfl.v"), read("rtl/shfl_defs.vh")
    ports = re.findall(r"^    (?:input|output) .*?(\w+),?(?: *//.*)?$", top, flags=re.M)
    table = [name for row in rows(part(spec, "### 5.2 Ports"))[1:] for name in re.findall(r"`(\w+)`", row[0])]
    verdict("unit/ports", [f"{name}: in the RTL or in 5.2, but not in both"
                           for name in sorted(set(ports) ^ set(table))] or ([] if ports else ["none found"]))
    macros = dict(re.findall(r"`define (SHFL_\w+) +(?:2'd)?(\d)", defs))
    # what 5.1 refers to 3.4 for has a formula in the RTL; check_settings looks at what comes of it
    parameters = [(name, macros.get(value.lstrip("`"), value) if value != "CROSSBAR" else "3.4")
                  for name, value in re.findall(r"^    parameter (\w+) += ([\w`]+)", top, flags=re.M)]
    table = [(row[0].strip("`"), row[2]) for row in rows(part(spec, "### 5.1 Parameters"))[1:]]
    verdict("unit/parameters", [f"rtl/shfl.v has {parameters}, 5.1 has {table}"] if parameters != table else [])
    # of several tables that name it, the first one has the encoding
    encodings = {row[0]: row[1] for heading in ("## 1 Words", "### 3.4 Crossbar", "## 4 Inactive lanes")
                 for row in reversed(rows(part(spec, heading))) if len(row) > 1 and f"SHFL_{row[0]}" in macros}
    verdict("unit/encodings", [f"{name}: {value} in rtl/shfl_defs.vh, {encodings.get(name[5:])} in the spec"
                               for name, value in macros.items() if encodings.get(name[5:]) != value]
            or ([] if len(macros) == 9 else ["not 9 of them"]))

    cuts = dict(re.findall(r"localparam CUT_(\w+) += DEPTH >= (\d)", top))
    order = ["DECODE", "LANE_INDEX", "RANGE_CHECK", "SELECT", "CROSSBAR_LOW", "CROSSBAR"]
    want = [[str(depth)] + ["rank" if depth >= int(cuts.get(cut, 99)) else "" for cut in order] + ["rank"]
            for depth in range(1, 8)]
    got = rows(part(spec, "### 5.5 Where the ranks are"))[1:8]
    verdict("unit/ranks", [f"5.5 has {row}, rtl/shfl.v makes {other}" for row, other in zip(got, want)
                           if row != other] or ([] if len(got) == 7 else ["not 7 rows"]))

    picture = read("docs/datapath.svg")
    try:
        xml.etree.ElementTree.fromstring(picture)
    except xml.etree.ElementTree.ParseError as error:
        verdict("picture", [f"docs/datapath.svg: {error}"])
        return
    rtl = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "rtl").glob("*.v")))
    words = [word for text in re.findall(r'class="(?:net|name)[^>]*>([^<]+)<', picture)
             for word in re.findall(r"\w+", text)]
    shown = re.findall(r"rank if DEPTH is (\d)", picture)
    verdict("picture", [f"{word}: no such name in the RTL" for word in words if not re.search(rf"\b{word}\b", rtl)]
            + ([] if shown == [cuts.get(cut) for cut in order] else [f"ranks from DEPTH {shown}, in the RTL {cuts}"])
            or ([] if len(words) > 30 else ["hardly any names"]))


# A unit is asked when it takes warps and when it offers them: at first its output takes each at once, then none
# any more, to see how many fit in. The formula of PARTS is that of the RTL.
BENCH = r"""
`include "shfl_defs.vh"
module bench;
    reg clk = 0, rst = 1, open = 1;
    always #5 clk = !clk;
    reg [31:0] now = 0;
    always @(posedge clk) now <= now + 1;
    %s
    initial begin
        #22 rst = 0;
        #1000 open = 0;
        #1000 $finish;
    end
endmodule
module asked #(parameter DEPTH = 1, parameter PASSES = 1) (input clk, input rst, input open, input [31:0] now);
    wire in_ready, out_valid;
    wire [15:0] out_tag;
    reg [31:0] first, left [0:1];
    integer ins = 0, outs = 0;
    shfl #(.LANES(2), .W(32), .DEPTH(DEPTH), .PASSES(PASSES)) u (
        .clk(clk), .rst(rst), .in_valid(1'b1), .in_ready(in_ready), .in_tag(16'd0), .mode(2'd0),
        .sb_is_imm(1'b1), .sc_is_imm(1'b1), .sb_imm(1'b0), .sc_imm(9'd1), .active(2'd3), .ra(64'd0),
        .sb(64'd0), .sc(64'd0), .out_valid(out_valid), .out_ready(open), .out_tag(out_tag),
        .rd(), .pu(), .we(), .src_active());
    always @(posedge clk) if (!rst) begin
        if (in_ready) begin
            if (ins == 0) first <= now;
            ins = ins + 1;
        end
        if (out_valid && open) begin
            if (outs < 2) left[outs] <= now;
            outs = outs + 1;
        end
    end
    always @(negedge open)
        #999 $display("unit %%0d %%0d %%0d %%0d %%0d", DEPTH, PASSES, left[0] - first, left[1] - left[0], ins - outs);
endmodule
module parts #(parameter LANES = 2, parameter DEPTH = 1, parameter CROSSBAR = 0);
    localparam PARTS = %s;
    initial $display("parts %%0d %%0d %%0d %%0d", LANES, DEPTH, CROSSBAR, PARTS);
endmodule
"""


def check_settings(scratch):
    """The tables of 3.4 and 5.3, held against what the RTL does with such parameters."""
    spec = read("docs/spec.md")
    if not shutil.which(IVERILOG) or not shutil.which(VVP):
        print(f"SKIP docs/unit/settings: no {IVERILOG} or no {VVP} here")
        return
    lanes, passes = [2, 4, 8, 16, 32, 64], [1, 2, 4, 8, 16, 32]
    units = [(depth, n) for depth in range(1, 8) for n in passes if depth > 1 or n == 1]
    found = re.search(r"parameter PARTS +=([^,]*),", re.sub(r"//.*", "", read("rtl/shfl.v")))
    formula = found.group(1) if found else "1"
    asked = "".join(f"asked #({depth}, {n}) d{depth}p{n} (clk, rst, open, now);\n" for depth, n in units)
    asked += "".join(f"parts #({n}, {depth}, {coding}) l{n}d{depth}c{coding} ();\n"
                     for n in lanes for depth in (2, 3) for coding in (0, 1))
    (scratch / "bench.v").write_text(BENCH % (asked, formula), encoding="utf-8")
    rtl = [str(path) for path in sorted((ROOT / "rtl").glob("*.v"))]
    status, said = run([IVERILOG, "-g2005", "-Irtl", "-s", "bench", "-o", str(scratch / "bench.vvp"),
                        str(scratch / "bench.v"), *rtl])
    if status == 0:
        status, said = run([VVP, "-n", str(scratch / "bench.vvp")])
    answers = [list(map(int, words.split())) for words in re.findall(r"^unit ([\d ]+)$", said, flags=re.M)]
    unit = {(depth, n): rest for depth, n, *rest in answers}
    default = {tuple(map(int, words.split()[:3])): int(words.split()[3])
               for words in re.findall(r"^parts ([\d ]+)$", said, flags=re.M)}
    if status or set(unit) != set(units) or len(default) != 24:
        verdict("unit/settings", ["no answer of the RTL: " + said.strip().replace("\n", " | ")[:300]])
        return

    # the sentences of 5.3
    problems = []
    for (depth, n), (latency, interval, inside) in unit.items():
        c = 0 if depth < 3 else 1 if depth < 5 else 2
        want = (depth - 1 + n, 1 if n == 1 else n + c + 1, depth if n == 1 else depth - 1 - c)
        if (latency, interval, inside) != want:
            problems.append(f"DEPTH {depth}, PASSES {n}: latency {latency}, {interval} clocks per warp, {inside} "
                            f"inside; 5.3 says {want}")
    verdict("unit/clocks by the rules", problems)

    # the table of 5.3
    problems, seen = [], []
    table = rows(part(spec, "### 5.3 Handshake"))
    for row in table:
        what = re.fullmatch(r"(clocks per warp|latency), `DEPTH` (\d)(?: (?:and|to) (\d))?", row[0])
        if what:
            which = 0 if what.group(1) == "latency" else 1
            for depth in range(int(what.group(2)), int(what.group(3) or what.group(2)) + 1):
                got = [unit[depth, n][which] for n in passes]
                seen.append((which, depth))
                if list(map(int, row[1:])) != got:
                    problems.append(f"{row}: the RTL's are {got} at DEPTH {depth}")
    if not table or table[0] != ["`PASSES`", *map(str, passes)] \
            or table[1][1:] != [str(32 // n) for n in passes] \
            or sorted(seen) != [(which, depth) for which in (0, 1) for depth in range(2, 8)]:
        problems.append("the table's rows and columns are not PASSES 1 to 32 and DEPTH 2 to 7")
    verdict("unit/clocks in the table", problems)

    # the tables of 3.4
    table = {row[0]: row[1:] for row in rows(part(spec, "### 3.4 Crossbar"))}
    want = {"MUX, `DEPTH` 1 and 2": (2, 0), "MUX, `DEPTH` 3 to 7": (3, 0), "CHAIN": (2, 1)}
    problems = [f"{name}: 3.4 has {table.get(name)}, the RTL {got}" for name, (depth, coding) in want.items()
                for got in [[str(default[n, depth, coding]) for n in lanes]] if table.get(name) != got]
    problems += [f"CHAIN, {n} lanes: PARTS depends on DEPTH" for n in lanes
                 if default[n, 2, 1] != default[n, 3, 1]]
    verdict("unit/parts by default", problems)
    parts = [int(cell) for cell in table.get("`PARTS`", [])]
    sizes = {"MUX, low: multiplexers x inputs": [f"{n} x {32 // n}" if 32 % n == 0 else "" for n in parts],
             "MUX, high: inputs of the multiplexer": [str(n) if 32 % n == 0 and n > 1 else "" for n in parts],
             "CHAIN, low: links in the longest chain": [
                 str(max(16 * (g + 1) // n - 16 * g // n for g in range(n))) for n in parts],
             "CHAIN, high: inputs of the exclusive or": [
                 str(n + (n % 2 == 0 and n != 16)) if n > 1 else "" for n in parts]}
    problems = [f"{name}: 3.4 has {table.get(name)}, it is {got}" for name, got in sizes.items()
                if table.get(name) != got]
    coded = read("rtl/shfl_crossbar_low.v")
    for formula in ("FROM = PAIRS * g / PARTS;", "TO   = PAIRS * (g + 1) / PARTS;", "GROUP   = LANES / PARTS;"):
        if formula not in coded:
            problems.append(f"rtl/shfl_crossbar_low.v: `{formula}`, of which 3.4 tells, is not there")
    verdict("unit/parts at 32 lanes", problems or ([] if len(parts) == 7 else ["not 7 columns"]))


def check_figures():
    figures = re.findall(r"\d{1,3}(?:,\d{3})+", part(read("docs/spec.md"), "## 7 Where the documents disagree"))
    known = set(re.findall(r"[\d,]*\d", read("docs/silicon.md")))
    verdict("figures", [f"{number}: not in docs/silicon.md" for number in figures if number not in known]
            or ([] if figures else ["section 7 has none"]))


def check_words():
    """The words of 8.2, taken apart with the table above them."""
    text = part(read("docs/spec.md"), "### 8.2 sm_70 and later, 128-bit word")
    table = rows(text)
    bits = {row[1].split(";")[0]: [int(n) for n in row[0].split(":")] for row in table if re.match(r"\d+:\d", row[0])}
    opcode = next((name for name in bits if name.startswith("0x389")), "")
    forms = dict(re.findall(r"(0x\w{3}) (\w+ \w+)", opcode))
    problems, count = [], 0
    for row in table:
        if not row[0].startswith("0x0"):
            continue
        count += 1
        word = int(row[0], 16) | int(row[1], 16) << 64

        def field(name):
            high, low = bits[name]
            return word >> low & (1 << high - low + 1) - 1
        form = forms.get(f"{field(opcode):#x}")
        mode = ["IDX", "UP", "DOWN", "BFLY"][field("`mode`")]
        pu = "PT" if field("Pu") == 7 else f"P{field('Pu')}"
        sb = hex(field("Sb immediate")) if form in ("Sb immediate", "both immediate") else f"R{field('Sb register')}"
        sc = hex(field("Sc immediate")) if form in ("Sc immediate", "both immediate") else f"R{field('Sc register')}"
        said = f"`SHFL.{mode} {pu}, R{field('Rd')}, R{field('Ra')}, {sb}, {sc}`"
        if said != row[2] or field("guard") != 7:
            problems.append(f"{row[0]} reads {said}, not {row[2]}")
    verdict("encoded words", problems or ([] if count == 4 else ["not 4 of them"]))


# ---- the spec's examples, put to the model

ASK = r"""
#include <shfl.h>
#include <stdio.h>
#include <stdlib.h>

/* ask LANES MODE SB_IMM SC_IMM ACTIVE LANE: what lane LANE gets if lane k holds 10 + k, under each policy */
int main(int argc, char **argv)
{
    unsigned long n[7] = { 0 };
    for (int i = 1; i < argc && i < 7; i++)
        n[i] = strtoul(argv[i], NULL, 0);
    struct shfl_unit unit = { (unsigned)n[1], SHFL_ZERO };
    struct shfl_in in = { .mode = (enum shfl_mode)n[2], .sb_is_imm = true, .sb_imm = (uint32_t)n[3],
                          .sc_is_imm = true, .sc_imm = (uint32_t)n[4], .active = n[5] };
    struct shfl_out out;
    const unsigned k = (unsigned)n[6];
    for (unsigned i = 0; i < unit.lanes; i++)
        in.ra[i] = 10 + i;
    for (unsigned policy = 0; policy < 3; policy++) {
        unit.policy = (enum shfl_policy)policy;
        if (shfl_warp(&unit, &in, &out))
            return 1;
        if (policy == 0)
            printf("%d %d %d %d %d %d", out.j[k], out.in_range[k], out.src_lane[k],
                   (int)(out.src_active >> k & 1), (int)(out.pu >> k & 1), (int)(out.we >> k & 1));
        printf(" %d", (int)out.rd[k]);
    }
    return 0;
}
"""


def check_examples(scratch, flags):
    (scratch / "ask.c").write_text(ASK, encoding="utf-8")
    status, said = run([CC, "-std=c11", str(scratch / "ask.c"), "-o", str(scratch / "ask"), *flags])
    if status:
        verdict("examples/built", [said.strip().replace("\n", " | ")])
        return
    modes = ["IDX", "UP", "DOWN", "BFLY"]

    def ask(*arguments):
        _, text = run([str(scratch / "ask"), *map(str, arguments)])
        return [int(word) for word in text.split()]

    table = rows(part(read("docs/spec.md"), "### 3.6 By hand"))
    problems, lanes, warp = [], 0, []
    for row in table:
        if row[0] in modes:
            lane, index, clamp = map(int, row[1:4])
            segmask = int(row[4], 2)
            j, in_range, src_lane = ask(32, modes.index(row[0]), index, clamp | segmask << 8, 0xffffffff, lane)[:3]
            low = lane & segmask
            want = [low, low | clamp & ~segmask, j, in_range, src_lane]
            lanes += 1
            if list(map(int, row[5:10])) != want:
                problems.append(f"{row[0]} in lane {lane}: {row[5:10]}, the model says {want}")
        elif row[0].isdigit() and len(row) == 12:
            warp.append(list(map(int, row)))
    verdict("examples/lanes", problems or ([] if lanes == 9 else ["not nine of them"]))
    active = sum(row[1] << row[0] for row in warp)
    problems = []
    open_words = {}
    for row in warp:
        lane = row[0]
        j, in_range, src_lane, src_active, pu, we, zero, own, raw = ask(8, 2, 2, 0x407, active, lane)
        want = [lane, we, 10 + lane, lane & 4, lane & 4 | 3, j, in_range, src_lane, src_active, zero, pu, we]
        if row != want:
            problems.append(f"lane {lane}: {row}, the model says {want}")
        if we and not src_active:
            open_words[lane] = (own, raw)
    sentence = "Their 0 is policy ZERO at work; with OWN they would hold 11 and 14, with RAW 13 and 16."
    if open_words != {1: (11, 13), 4: (14, 16)} or sentence not in read("docs/spec.md"):
        problems.append(f"the words under OWN and RAW are {open_words}")
    verdict("examples/warp", problems or ([] if len(warp) == 8 else ["not eight lanes"]))


# ---- README's examples

def check_verilog(scratch):
    file = scratch / "broadcast.v"
    file.write_text(fence(read("README.md"), "```verilog"), encoding="utf-8")
    rtl = [str(path) for path in sorted((ROOT / "rtl").glob("*.v"))]
    for name, tool, command in (
            ("iverilog", IVERILOG, ["-g2005", "-Wall", "-Irtl", "-s", "broadcast",
                                    "-o", str(scratch / "broadcast.vvp"), str(file), *rtl]),
            ("verilator", VERILATOR, ["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", "-Irtl",
                                      "--top-module", "broadcast", str(file)])):
        if not shutil.which(tool):
            print(f"SKIP docs/example/{name}: no {tool} here")
            continue
        status, said = run([tool, *command])
        why = said.strip().replace("\n", " | ") or f"exit status {status}"
        verdict(f"example/{name}", [why] if status or said else [])


def check_c(scratch, flags):
    readme = read("README.md")
    (scratch / "sum.c").write_text(fence(readme, "```c\n"), encoding="utf-8")
    status, said = run([CC, "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror",
                        str(scratch / "sum.c"), *flags, "-o", str(scratch / "sum")])
    if status:
        verdict("example/c", [said.strip().replace("\n", " | ")])
        return
    status, said = run([str(scratch / "sum")])
    want = re.search(r"&& \./sum\n(.*?)^```$", readme, flags=re.M | re.S)
    verdict("example/c", [] if status == 0 and want and said == want.group(1)
            else [f"it prints {said!r}"])


def check_mismatch(scratch, build):
    readme = read("README.md")
    script = fence(readme, "```sh").replace("build/broken", str(scratch / "broken"))
    script = script.replace("make RTL_DIR", f"{MAKE} BUILD={build} RUNTIME={build}/rtl/runtime RTL_DIR")
    _, said = run(["sh", "-c", script])
    said = said.replace(str(scratch / "broken"), "build/broken")
    want = fence(readme, "<!-- docs.py: the mismatch -->")
    got = re.search(r"^MISMATCH.*?^  trace: [^\n]*\n", said, flags=re.M | re.S)
    verdict("example/mismatch", [] if got and want == got.group(0)
            else ["README shows something else than came out:"] + said.splitlines()[-16:])


def check_output(sim):
    _, said = run([sim])
    lines = fence(read("README.md"), "<!-- docs.py: the driver's output -->").splitlines()
    verdict("example/sim", [f"not printed: {line}" for line in lines
                            if line != "..." and line not in said.splitlines()]
            or ([] if len(lines) > 3 else ["hardly any lines"]))


def check_strangers():
    """No path of somebody's machine, nothing unfinished."""
    problems = []
    for document in DOCUMENTS + ["docs/datapath.svg"]:
        text = read(document)
        for path in re.findall(r"(?<![\w.:/<$*)}])(/[a-z][\w.-]*/[\w./-]*)", text):
            if not path.startswith(("/usr/", "/path/to/", "/dev/", "/etc/", "/tmp/")):
                problems.append(f"{document}: {path}")
        problems += [f"{document}: {word}" for word in re.findall(r"\b(?:TODO|FIXME|TBD|XXX)\b", text)]
    verdict("no strange paths", problems)


def main():
    if len(sys.argv) != 3:
        print(f"docs.py: takes SHFL_SIM and SCRATCH, not {len(sys.argv) - 1} arguments", file=sys.stderr)
        return 2
    sim, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if not os.access(sim, os.X_OK):
        print(f"docs.py: {sys.argv[1]}: no such program; `make all` builds it", file=sys.stderr)
        return 2
    build = sim.parent
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)

    for document in DOCUMENTS:
        check_links(document)
        check_files(document)
    check_sections()
    check_rules()
    check_simulator(str(sim))
    check_targets()
    check_unit()
    check_settings(scratch)
    check_figures()
    check_words()
    check_strangers()

    status, said = run([MAKE, "-s", f"BUILD={build}", "install", f"PREFIX={scratch}/prefix"])
    if status:
        verdict("example/install", [said.strip().replace("\n", " | ")])
    else:
        flags = [f"-I{scratch}/prefix/include", f"-L{scratch}/prefix/lib", "-lshfl"]
        if shutil.which("pkg-config"):
            ENV["PKG_CONFIG_PATH"] = f"{scratch}/prefix/lib/pkgconfig"
            _, said = run(["pkg-config", "--cflags", "--libs", "shfl"])
            verdict("example/pkg-config", [] if said.split() == flags else [said.strip()])
        else:
            print("SKIP docs/example/pkg-config: no pkg-config here")
        check_examples(scratch, flags)
        check_c(scratch, flags)
    check_verilog(scratch)
    check_mismatch(scratch, build)
    check_output(str(sim))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
