#!/usr/bin/env python3
"""prove.py [--quick | --full] [--jobs N] [--only REGEX] DIR - prove that the RTL is docs/spec.md.

Every proof is a harness of this directory with values for its parameters. Yosys makes an and-inverter graph
of the harness and the RTL in it, ABC does the proof: by SAT sweeping where there is no state, by PDR, which
finds an inductive invariant, where there is. A proof counts if

- the assertions that reach ABC are those in the harness's text, by name, none missing;
- none of them can be violated;
- each of them can be checked at all, and each cover can be reached.

That no path leads through the unit without a register, from out_ready to out_valid or from an operand to an
output, is read off the netlist. Then the proofs are put on trial: each edit of BREAKS, applied to a copy of the
RTL, has to make the proof fail, at the property that is named there.

Scratch files and logs go to DIR. A line per check: PASS or FAIL. Environment: RTL_DIR, YOSYS, ABC. Exit status:
0 all proved, 1 something failed, 2 misuse. --quick leaves the large ones out, --full takes the largest as well,
--only takes those whose name matches.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RTL = os.environ.get("RTL_DIR") or os.path.join(os.path.dirname(HERE), "rtl")
YOSYS = os.environ.get("YOSYS") or "yosys"
ABC = os.environ.get("ABC") or "yosys-abc"
LIMIT = 280                             # seconds for one run of a tool

MUX, CHAIN = 0, 1


class Failure(Exception):
    """A proof that did not come about: the message says why."""


# ---- what is proved: (stage, parameters, QUICK if --quick has it, too, USUAL, or FULL if only --full has it)

QUICK, USUAL, FULL = range(3)

def part_counts(lanes, crossbar):
    """Every legal PARTS, 1 to LANES/2; of 64 lanes' chains only some."""
    if lanes == 64 and crossbar == CHAIN:
        return [1, 3, 5, 16, 32]
    return [n for n in range(1, lanes // 2 + 1) if crossbar == CHAIN or n & (n - 1) == 0]


def proofs():
    every = (2, 4, 8, 16, 32, 64)
    for lanes in every:
        quick = QUICK if lanes in (2, 8, 32) else USUAL
        yield "decode", {"LANES": lanes}, quick
        yield "lane_index", {"LANES": lanes}, quick
        yield "range_check", {"LANES": lanes}, quick
        for crossbar in (MUX, CHAIN):
            yield "select", {"LANES": lanes, "CROSSBAR": crossbar}, quick
            for parts in part_counts(lanes, crossbar):
                when = QUICK if lanes <= 16 and parts <= 4 else USUAL
                if lanes == 64 and (crossbar, parts) not in ((MUX, 2), (CHAIN, 3), (CHAIN, 32)):
                    when = FULL
                yield "crossbar", {"LANES": lanes, "W": 1, "CROSSBAR": crossbar, "PARTS": parts}, when
    for policy in (0, 1, 2):
        for w in (1, 32, 64):
            yield "writeback", {"W": w, "POLICY": policy}, QUICK if w == 32 else USUAL
    yield "crossbar", {"LANES": 8, "W": 3, "CROSSBAR": MUX, "PARTS": 2}, QUICK    # a W that fills no word
    # the crossbar at its full size: each coding, in one and in parts
    for crossbar, parts in ((MUX, 1), (MUX, 2), (CHAIN, 1), (CHAIN, 3), (CHAIN, 16)):
        yield "crossbar", {"LANES": 32, "W": 32, "CROSSBAR": crossbar, "PARTS": parts}, FULL

    # the unit, for all time. Every DEPTH in both codings, every policy; passes at every DEPTH that has them
    def unit(lanes, w, depth, crossbar, parts, passes, when=USUAL):
        return "", {"LANES": lanes, "W": w, "DEPTH": depth, "POLICY": depth % 3, "CROSSBAR": crossbar,
                    "PARTS": parts, "PASSES": passes, "TAG_W": 2}, when
    for depth in range(1, 8):
        yield unit(2, 1, depth, MUX, 1, 1, QUICK)
        yield unit(2, 1, depth, CHAIN, 1, 1)
        if depth > 1:
            for passes in (2, 3):
                yield unit(2, passes, depth, MUX, 1, passes, QUICK if passes == 2 else USUAL)
                yield unit(2, passes, depth, CHAIN, 1, passes)
    for depth in range(1, 5):
        yield unit(4, 1, depth, MUX, 2, 1)
        yield unit(4, 1, depth, CHAIN, 2, 1)
    for depth in (2, 3, 5):
        yield unit(4, 4, depth, CHAIN, 2, 2)

    # the unit's data at 32 lanes: every DEPTH, coding and policy, and W = 32 in full
    def data(w, depth, crossbar, parts, passes, policy, when=USUAL):
        return "data", {"LANES": 32, "W": w, "DEPTH": depth, "POLICY": policy, "CROSSBAR": crossbar,
                        "PARTS": parts, "PASSES": passes, "TAG_W": 16}, when
    for depth in range(1, 8):
        yield data(1, depth, MUX, 2 if depth >= 3 else 1, 1, depth % 3, QUICK if depth == 4 else USUAL)
        yield data(1, depth, CHAIN, 3, 1, (depth + 1) % 3)
        if depth in (2, 5, 7):
            yield data(4, depth, CHAIN, 3, 4, (depth + 2) % 3)
    yield data(32, 1, MUX, 1, 1, 0, FULL)
    yield data(32, 7, MUX, 2, 1, 0, FULL)
    yield data(32, 7, CHAIN, 3, 1, 1, FULL)
    yield data(32, 7, CHAIN, 3, 8, 0, FULL)


# ---- what must not be provable: (property that fails, stage, parameters, file, text, text put in its place)

UNIT = {"LANES": 2, "W": 1, "DEPTH": 3, "POLICY": 0, "CROSSBAR": 0, "PARTS": 1, "PASSES": 1, "TAG_W": 1}
PASSES = dict(UNIT, W=2, PASSES=2)
DATA = dict(UNIT, LANES=8, W=2, PARTS=2)
BREAKS = [
    ("segmask_begins_at_bit_8", "decode", {"LANES": 8}, "shfl_decode.v", "sc[8 +: LANE_W];", "sc[7 +: LANE_W];"),
    ("index_is_low_bits_of_sb", "decode", {"LANES": 8}, "shfl_decode.v", "sb_is_imm ? sb_imm ", "sc_is_imm ? sb_imm "),
    ("clamp_is_low_bits_of_sc", "decode", {"LANES": 8}, "shfl_decode.v", ": sc[LANE_W-1:0]", ": sc[LANE_W:1]"),
    ("j_is_the_rule", "lane_index", {"LANES": 32}, "shfl_lane_index.v", "index & ~segmask", "index"),
    ("j_is_the_rule", "lane_index", {"LANES": 8}, "shfl_lane_index.v", "lane ^ {LANE_W{borrows}}", "lane"),
    ("j_is_the_rule", "lane_index", {"LANES": 8}, "shfl_lane_index.v", "{borrows && carry[LANE_W], carry}", "{carry[LANE_W], carry}"),
    ("max_lane_is_the_rule", "lane_index", {"LANES": 8}, "shfl_lane_index.v", "clamp & ~segmask", "clamp"),
    ("up_is_the_mode", "lane_index", {"LANES": 8}, "shfl_lane_index.v", "mode == `SHFL_UP", "mode != `SHFL_DOWN"),
    ("in_range_is_the_comparison", "range_check", {"LANES": 32}, "shfl_range_check.v", "outside || ", ""),
    ("in_range_is_the_comparison", "range_check", {"LANES": 64}, "shfl_range_check.v", "same[1] && beyond[0]", "beyond[0]"),
    ("in_range_names_a_lane", "range_check", {"LANES": 8}, "shfl_range_check.v", "outside || ", ""),
    ("select_names_src_lane", "select", {"LANES": 8, "CROSSBAR": MUX}, "shfl_select.v", "? j : lane", "? lane : j"),
    ("select_names_src_lane", "select", {"LANES": 8, "CROSSBAR": CHAIN}, "shfl_select.v", ">> 1 == p", ">> 1 <= p"),
    ("select_names_src_lane", "select", {"LANES": 64, "CROSSBAR": CHAIN}, "shfl_predecode.v", "pair >> LOW_W == p", "pair >> LOW_W >= p"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 2, "CROSSBAR": CHAIN, "PARTS": 3},
     "shfl_crossbar_high.v", "EVEN_CHAINS && ", ""),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CROSSBAR": CHAIN, "PARTS": 3},
     "shfl_crossbar_low.v", "TO   = PAIRS * (g + 1) / PARTS", "TO   = PAIRS * (g + 1) / PARTS - (g == 2)"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CROSSBAR": MUX, "PARTS": 2},
     "shfl_crossbar_high.v", "SELECT_W*(k+1)-1 -:", "SELECT_W*k +:"),
    ("word_of_src_lane", "crossbar", {"LANES": 4, "W": 3, "CROSSBAR": MUX, "PARTS": 1},
     "shfl_mux.v", "W*sel +: W", "W*{~sel} +: W"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CROSSBAR": CHAIN, "PARTS": 1},
     "shfl_link.v", "(~prev & even)", "(prev & even)"),
    ("rd_is_policy", "writeback", {"W": 4, "POLICY": 1}, "shfl_writeback.v", "`SHFL_OWN ? ra", "`SHFL_OWN ? src_data"),
    ("rd_is_src_data", "writeback", {"W": 4, "POLICY": 0}, "shfl_writeback.v", "(src_data & {", "(ra & {"),
    ("pu_is_in_range", "writeback", {"W": 4, "POLICY": 0}, "shfl_writeback.v", "pu = in_range", "pu = in_range && active"),
    ("we_is_active", "writeback", {"W": 4, "POLICY": 0}, "shfl_writeback.v", "we = active", "we = src_active"),

    ("none_is_lost", "", UNIT, "shfl.v", "out_ready || !out_valid;", "1'b1;"),
    ("offered_until_taken", "", UNIT, "shfl.v", "out_ready || !out_valid;", "1'b1;"),
    ("ready_when_taken", "", UNIT, "shfl.v", "assign in_ready = move;", "assign in_ready = out_ready;"),
    ("answer_is_the_rule", "", UNIT, "shfl.v", "if (move) rd <= rd_next;", "rd <= rd_next;"),
    ("outputs_stay", "", UNIT, "shfl.v", "        if (leave)\n            {out_tag", "            {out_tag"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=7), "shfl.v",
     "{lane_index_tag, lane_index_active, lane_index_ra} <=\n                        {decode_tag, decode_active, decode_ra};",
     "{lane_index_tag, lane_index_active, lane_index_ra} <=\n                        {in_tag, decode_active, ra};"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=7), "shfl.v", "begin : g_cut_decode\n                always @(posedge clk)\n                    if (move) {decode_mode",
     "begin : g_cut_decode\n                always @(posedge clk)\n                    {decode_mode"),
    ("none_is_invented", "", UNIT, "shfl.v", "valid[r] <= !rst && valid[r-1];", "valid[r] <= valid[r-1];"),
    ("none_is_invented", "", UNIT, "shfl.v", "valid[r] <= !rst && in_valid;", "valid[r] <= !rst && (in_valid || valid[r]);"),
    ("none_comes_early", "", dict(UNIT, DEPTH=2), "shfl.v", "assign out_valid = valid[DEPTH];", "assign out_valid = valid[DEPTH-1];"),
    ("none_is_lost", "", PASSES, "shfl.v", "(done && out_ready);", "done;"),
    ("answer_is_the_rule", "", PASSES, "shfl.v", "LAST = CLOCKS - 1;", "LAST = CLOCKS - 2;"),
    ("answer_is_the_rule", "", dict(PASSES, W=3, PASSES=3), "shfl.v",
     "{rd_next[SLICE*k +: SLICE], rd[W*k + SLICE +: W - SLICE]}", "{rd[W*k +: W - SLICE], rd_next[SLICE*k +: SLICE]}"),
    ("busy_with_passes", "", PASSES, "shfl.v", "if (move)       {done, pass}", "if (rst) {done, pass}"),
    ("never_stuck", "", PASSES, "shfl.v", "{leave, pass + 1'b1};", "{1'b0, pass};"),
    ("ready_when_empty", "", PASSES, "shfl.v", "move      = rst || !valid[SELECT_RANK] ||", "move      = rst || (!valid[SELECT_RANK] && in_valid) ||"),
    ("no_more_than_fit", "", UNIT, "shfl.v", "assign in_ready = move;", "assign in_ready = 1'b1;"),

    ("rd_is_the_rule", "data", DATA, "shfl.v", ".ra(select_ra), .select(select)", ".ra({select_ra[0], select_ra[LANES*SLICE-1:1]}), .select(select)"),
    ("src_active_is_the_rule", "data", DATA, "shfl.v", ".ra(select_active), ", ".ra({LANES{1'b1}}), "),
    ("pu_is_the_rule", "data", DATA, "shfl.v", ".in_range(crossbar_in_range[k])", ".in_range(crossbar_in_range[0])"),
    ("we_is_the_rule", "data", DATA, "shfl.v", ".active(crossbar_active[k])", ".active(crossbar_active[LANES-1-k])"),
    ("tag_is_the_warps", "data", dict(DATA, TAG_W=4), "shfl.v", "{out_tag, pu, we, src_active} <= {crossbar_tag,", "{out_tag, pu, we, src_active} <= {in_tag ^ low_tag,"),
    ("offered", "data", DATA, "shfl.v", "assign out_valid = valid[DEPTH];", "assign out_valid = 1'b0;"),
]


# ---- how

# from input to output: paths that must not be, and the one that is there, so that the search is seen to find some
REGISTERED = [("out_ready", "out_valid"), ("in_valid", "out_valid"), ("in_valid", "in_ready"), ("rst", "out_valid"),
              ("ra", "rd"), ("sb", "pu"), ("active", "we"), ("active", "src_active"), ("in_tag", "out_tag")]
PATHS = [dict(UNIT, DEPTH=1), dict(UNIT, DEPTH=7), dict(PASSES, DEPTH=2), dict(PASSES, DEPTH=7)]
PATH_BREAKS = [
    (PATHS[1], "assign out_valid = valid[DEPTH];", "assign out_valid = valid[DEPTH] && out_ready;"),
    (PATHS[3], "assign out_valid = done;", "assign out_valid = done && (out_ready || in_valid);"),
    (PATHS[0], "assign in_ready = move;", "assign in_ready = move && in_valid;"),
    (PATHS[0], "always @(posedge clk)\n                if (move) rd <= rd_next;", "always @* rd = rd_next;"),
]


def paths(params, rtl, base):
    """Failure if there is a path without a register that must not be."""
    cells = ":-$dff,-$dffe,-$sdff,-$sdffe,-$sdffce"
    # hierarchy's own -chparam fails in Yosys 0.23 where two instances of a module come to the same parameters
    script = "read_verilog -I%s %s\nchparam%s shfl\nhierarchy -check -top shfl\nproc\nflatten\nopt_clean\n" % (
        rtl, sources(rtl), "".join(" -set %s %d" % p for p in params.items()))
    script += "select -assert-any o:in_ready %%ci*%s i:out_ready %%i\n" % cells
    script += "".join("select -assert-none o:%s %%ci*%s i:%s %%i\n" % (to, cells, start) for start, to in REGISTERED)
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")


def sources(rtl):
    return " ".join(sorted(os.path.join(rtl, f) for f in os.listdir(rtl) if f.endswith(".v")))


def one_path(params, base):
    name = "formal: no path without a register, " + title("", params)
    try:
        paths(params, RTL, base)
    except Failure as failure:
        return "FAIL %s: %s" % (name, failure)
    return "PASS " + name


def one_path_break(number, base):
    params, old, new = PATH_BREAKS[number]
    line = "formal: a path is seen, %s: %s" % (title("", params), " ".join(new.split())[:60])
    try:
        paths(params, edited(base, "shfl.v", old, new), base)
    except Failure as failure:
        with open(base + ".log") as f:
            if "selection is not empty" in f.read():
                return "PASS " + line
        return "FAIL %s: instead, %s" % (line, failure)
    return "FAIL %s: no path was found" % line


def edited(base, name, old, new):
    """A copy of the RTL with an edit."""
    copy = base + ".rtl"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(RTL, copy)
    with open(os.path.join(copy, name)) as f:
        text = f.read()
    if old not in text:
        raise Failure("the edit finds nothing in %s any more" % name)
    with open(os.path.join(copy, name), "w") as f:
        f.write(text.replace(old, new, 1))
    return copy


def harness(stage):
    return "shfl_%sprops" % (stage + "_" if stage else "")


def text_of(stage, params):
    """The names of the assertions and covers in the harness's text."""
    text = open(os.path.join(HERE, harness(stage) + ".v")).read()
    text = re.sub(r"//.*", "", text)
    asserts = set(re.findall(r"(\w+):\s*assert\b", text))
    if len(asserts) != len(re.findall(r"\bassert\b", text)):
        raise Failure("an assertion of %s.v has no name of its own" % harness(stage))
    if params.get("PASSES", 1) == 1:
        asserts.discard("busy_with_passes")
    return asserts, set(re.findall(r"(\w+):\s*cover\b", text))


def run(command, log, text=None):
    """The command's output; what it printed is appended to the log."""
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
        out = done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        raise Failure("%s took more than %d s; log %s" % (command[0], LIMIT, log))
    except FileNotFoundError:
        raise Failure("no command %s" % command[0])
    with open(log, "a") as f:
        f.write("$ %s\n%s" % (" ".join(command), out))
    if done.returncode != 0:
        raise Failure("%s: exit status %d; log %s" % (command[0], done.returncode, log))
    return out


def graphs(stage, params, rtl, base):
    """Yosys: harness and RTL as BASE.aig, and of that BASE.violated.aig and BASE.reached.aig."""
    top = harness(stage)
    script = """
read_verilog -formal -I{rtl} -I{here} {files} {here}/{top}.v
hierarchy -check -top {top}{chparam}
proc -noopt
flatten
check -assert
tee -q -o {base}.asserts select -list t:$assert
techmap -map {here}/outputs.v
expose w:*.violated w:*.checked w:*.reached
setundef -undriven -anyseq
opt_expr
opt_clean
formalff -clk2ff -ff2anyinit
techmap
simplemap
setundef -anyseq
dffunmap
aigmap
write_aiger -I -zinit -symbols {base}.aig
""".format(rtl=rtl, here=HERE, top=top, base=base,
           files=sources(rtl),
           chparam="".join(" -chparam %s %d" % p for p in params.items()))
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")
    for only, some in (("violated", r"\.violated$"), ("reached", r"\.(checked|reached)$")):
        keep_outputs(base + ".aig", base + "." + only + ".aig", some)


def read_aiger(aig):
    """A binary AIGER file: its numbers (variables, inputs, latches, outputs, gates, bad states, constraints), the
    lines of latches, outputs and constraints, the gates as they are, and the names of the outputs."""
    with open(aig, "rb") as f:
        header, data = f.read().split(b"\n", 1)
    numbers = [int(n) for n in header.split()[1:8]]
    latches, outputs, gates = numbers[2:5]
    lines = data.split(b"\n", latches + outputs + sum(numbers[5:]))
    data, left, end = lines.pop(), 2 * gates, 0
    while left:                         # two numbers a gate; a number's last byte is less than 128
        left -= data[end] < 128
        end += 1
    names = {int(n): name.decode() for n, name in re.findall(rb"^o(\d+) (\S+)$", data[end:], re.M)}
    if sorted(names) != list(range(outputs)):
        raise Failure("%s: %d outputs, but %d names" % (aig, outputs, len(names)))
    return (numbers, lines[:latches], lines[latches:latches + outputs], lines[latches + outputs:], data[:end],
            [names[i] for i in range(outputs)])


def keep_outputs(aig, to, some):
    """A copy of a binary AIGER file with only those of its outputs whose name matches."""
    numbers, latches, outputs, constraints, gates, names = read_aiger(aig)
    kept = [i for i, name in enumerate(names) if re.search(some, name)]
    numbers[3] = len(kept)
    with open(to, "wb") as f:
        f.write(b"aig " + b" ".join(b"%d" % n for n in numbers) + b"\n")
        for line in latches + [outputs[i] for i in kept] + constraints:
            f.write(line + b"\n")
        f.write(gates)
        for n, i in enumerate(kept):
            f.write(b"o%d %s\n" % (n, names[i].encode()))


def outputs_of(aig):
    """The names of a graph's outputs in their order, and whether it has state."""
    numbers, _, _, _, _, names = read_aiger(aig)
    return names, numbers[2] > 0


def abc(commands, log):
    return run([ABC, "-c", commands], log)


def satisfied(aig, frames, log, only=None):
    """The outputs of a graph that can be 1, or of ONLY those names; within that many clocks where there is state."""
    names, state = outputs_of(aig)
    if not names:
        return set()
    read = "read_aiger %s; fold; strash; " % aig
    if not state:
        out = abc(read + "pdr -a", log)
        return {names[int(n)] for n in re.findall(r"Output +(\d+) (?:of miter \S+ )?was (?:trivially )?asserted", out)}
    # one by one, since bmc3 -a crashes
    asked = [name for name in names if not only or name in only]
    out = abc("; ".join(read + "cone -s -O %d; bmc3 -F %d" % (names.index(name), frames) for name in asked), log)
    answers = re.findall(r"Output +\d+ (?:of miter \S+ )?was (?:trivially )?(asserted)|(No output) asserted|(Constraint)", out)
    if len(answers) != len(asked):
        raise Failure("%d of %d outputs were looked at; log %s" % (len(answers), len(asked), log))
    return {name for name, answer in zip(asked, answers) if answer[0]}


def latency(params):
    return params["DEPTH"] - 1 + params["PASSES"]


def impossible(stage, params):
    """What cannot be reached, since a unit that takes one warp at a time has none before another, and one of one
    rank has no clock between."""
    if stage or params["DEPTH"] > (3 if params["PASSES"] > 1 else 1):
        return set()
    return {"comes_behind_others.reached"} | ({"none_comes_early.checked"} if params["PASSES"] == 1 else set())


def prove(stage, params, rtl, base, suspect=None):
    """Returns how many assertions were proved and covers reached; Failure otherwise. It is quicker to say which
    assertion is violated if there is a SUSPECT."""
    for old in (".log", ".violated.aig", ".reached.aig", ".asserts"):
        if os.path.exists(base + old):
            os.remove(base + old)
    asserts, covers = text_of(stage, params)
    graphs(stage, params, rtl, base)
    log, frames = base + ".log", 40

    with open(base + ".asserts") as f:
        there = {line.strip().split("/")[-1] for line in f if line.strip()}
    names, state = outputs_of(base + ".violated.aig")
    if not asserts or there != asserts or set(names) != {a + ".violated" for a in asserts}:
        raise Failure("of the assertions %s only %s reached the solver; log %s" %
                      (" ".join(sorted(asserts)), " ".join(n.split(".")[0] for n in names) or "none", log))

    if stage == "data":
        how, good = "frames -i -F %d; &get; &fraig -y; &put; orpos; sat" % (latency(params) + 1), "UNSATISFIABLE"
    elif state:
        how, good = "orpos; scorr; pdr", "Property proved"
    else:
        how, good = "&get; &fraig -y; &put; orpos; sat", "UNSATISFIABLE"
    if good not in abc("read_aiger %s.violated.aig; fold; strash; %s" % (base, how), log):
        wrong = satisfied(base + ".violated.aig", frames, log, suspect and {suspect + ".violated"})
        raise Failure("violated: %s; log %s" %
                      (" ".join(sorted(n.split(".")[0] for n in wrong)) or "it is not known which", log))

    wanted = {a + ".checked" for a in asserts} | {c + ".reached" for c in covers}
    missing = wanted - satisfied(base + ".reached.aig", frames, log)
    if missing != impossible(stage, params):
        raise Failure("never reached: %s; log %s" % (" ".join(sorted(missing)) or "nothing, though it should be", log))
    return len(asserts), len(covers) - sum(name.endswith(".reached") for name in missing)


def title(stage, params):
    return " ".join([stage or "unit"] + ["%s=%d" % p for p in params.items()])


def one_proof(stage, params, base):
    begun = time.monotonic()
    name = "formal: " + title(stage, params)
    try:
        asserts, covers = prove(stage, params, RTL, base)
    except Failure as failure:
        return "FAIL %s: %s" % (name, failure)
    return "PASS %s: %d assertions proved, %d covers reached, %.1f s" % (name, asserts, covers,
                                                                         time.monotonic() - begun)


def one_break(number, base):
    label, stage, params, name, old, new = BREAKS[number]
    line = "formal: %s is refuted, %s: %s" % (label, title(stage, params), " ".join(old.split())[:60])
    try:
        prove(stage, params, edited(base, name, old, new), base, label)
    except Failure as failure:
        if re.search(r"violated: (\w+ )*%s\b" % label, str(failure)):
            return "PASS " + line
        return "FAIL %s: instead, %s" % (line, failure)
    return "FAIL %s: it was proved" % line


def main():
    parser = argparse.ArgumentParser(description="Prove that the RTL is docs/spec.md.")
    parser.add_argument("dir", metavar="DIR")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="most", action="store_const", const=QUICK, default=USUAL,
                      help="leave the large proofs out")
    size.add_argument("--full", dest="most", action="store_const", const=FULL, help="the largest, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", default="", metavar="REGEX", help="those whose line matches")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    where = os.path.abspath(args.dir)

    work = []
    for stage, params, when in proofs():
        if when <= args.most and re.search(args.only, title(stage, params)):
            work.append((one_proof, stage, params, os.path.join(where, title(stage, params).replace(" ", "_"))))
    for number, params in enumerate(PATHS):
        if re.search(args.only, "path " + title("", params)):
            work.append((one_path, params, os.path.join(where, "path_%d" % number)))
    for number, entry in enumerate(PATH_BREAKS):
        if re.search(args.only, "break path " + title("", entry[0])):
            work.append((one_path_break, number, os.path.join(where, "break_path_%d" % number)))
    for number, entry in enumerate(BREAKS):
        if re.search(args.only, "break " + title(entry[1], entry[2])):
            work.append((one_break, number, os.path.join(where, "break_%02d" % number)))
    if not work:
        sys.exit("prove.py: --only %s: no proof has such a name" % args.only)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for line in pool.map(lambda job: job[0](*job[1:]), work):
            failed += line.startswith("FAIL")
            print(line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
