#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prove.py [--quick | --full] [--jobs N] [--only REGEX] DIR - prove that the RTL is docs/rules.md.

Every proof is a harness of this directory with values for its parameters. Yosys makes an and-inverter graph
of the harness and the RTL in it, ABC does the proof: by SAT sweeping where there is no state, by PDR, which
finds an inductive invariant, where there is. A proof counts if

- the assertions that reach ABC are those in the harness's text, by name, none missing;
- none of them can be violated;
- each of them can be checked at all, and each cover can be reached.

That no path leads through the unit without a register, from out_ready to out_valid or from an operand to an
output, is read off the netlist. Then the proofs are put on trial: each edit of BREAKS, applied to a copy of the
RTL, has to make the proof fail, at the property that is named there.

Scratch files and logs go to DIR. A line per check: PASS or FAIL. Environment: RTL_DIR, CHAIN_DIR, YOSYS, ABC. Exit status:
0 all proved, 1 something failed, 2 misuse. --quick leaves the large ones out, --full takes the largest as well,
--only takes those whose name matches.
"""
import argparse
import concurrent.futures
import functools
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RTL = os.environ.get("RTL_DIR") or os.path.join(ROOT, "rtl")
CHAIN = os.environ.get("CHAIN_DIR") or os.path.join(ROOT, "fpga", "chain")
YOSYS = os.environ.get("YOSYS") or "yosys"
ABC = os.environ.get("ABC") or "yosys-abc"
LIMIT = 280                             # seconds for one run of a tool


class Failure(Exception):
    """A proof that did not come about: the message says why."""


# ---- what is proved: (stage, parameters, QUICK if --quick has it, too, USUAL, or FULL if only --full has it). The
# ---- parameters are the harness's, and CHAIN: 1 with the crossbar of chains, 0 with that of multiplexers

QUICK, USUAL, FULL = range(3)


def part_counts(lanes, chain):
    """Every legal PARTS, and 0, with which the crossbar chooses; of 64 lanes' chains only some."""
    if lanes == 64 and chain:
        return [0, 1, 3, 5, 16, 32]
    return [n for n in range(lanes // 2 + 1) if chain or n & (n - 1) == 0]


def proofs():
    every = (2, 4, 8, 16, 32, 64)
    for lanes in every:
        quick = QUICK if lanes in (2, 8, 32) else USUAL
        for stage in ("decode", "lane_index", "range_check", "select", "chain_select"):
            yield stage, {"LANES": lanes, "CHAIN": int(stage == "chain_select")}, quick
        for chain in (0, 1):
            for parts in part_counts(lanes, chain):
                when = QUICK if lanes <= 16 and parts <= 4 else USUAL
                if lanes == 64 and (chain, parts) not in ((0, 2), (1, 3), (1, 32)):
                    when = FULL
                yield "crossbar", {"LANES": lanes, "W": 1, "CHAIN": chain, "PARTS": parts}, when
    for policy in (0, 1, 2):
        for w in (1, 32, 64):
            yield "writeback", {"W": w, "POLICY": policy}, QUICK if w == 32 else USUAL
    yield "crossbar", {"LANES": 8, "W": 3, "CHAIN": 0, "PARTS": 2}, QUICK       # a W that fills no word
    # the crossbar at its full size: each coding, in one and in parts
    for chain, parts in ((0, 1), (0, 2), (1, 1), (1, 3), (1, 16)):
        yield "crossbar", {"LANES": 32, "W": 32, "CHAIN": chain, "PARTS": parts}, FULL

    # the unit without a register
    for chain in (0, 1):
        for lanes, w, policy, when in ((2, 3, 0, QUICK), (8, 2, 1, QUICK), (32, 1, 2, USUAL), (32, 1, 0, USUAL)):
            yield "depth0", {"LANES": lanes, "W": w, "POLICY": policy, "CHAIN": chain, "PARTS": 0, "TAG_W": 2}, when

    # the unit, for all time. Every other DEPTH in both codings, every policy; passes at every DEPTH that has them
    def unit(lanes, w, depth, chain, parts, passes, when=USUAL):
        return "", {"LANES": lanes, "W": w, "DEPTH": depth, "POLICY": depth % 3, "CHAIN": chain,
                    "PARTS": parts, "PASSES": passes, "TAG_W": 2}, when
    for depth in range(1, 8):
        yield unit(2, 1, depth, 0, 0, 1, QUICK)
        yield unit(2, 1, depth, 1, 1, 1)
        if depth > 1:
            for passes in (2, 3):
                yield unit(2, passes, depth, 0, 1, passes, QUICK if passes == 2 else USUAL)
                yield unit(2, passes, depth, 1, 1, passes)
    for depth in range(1, 5):
        yield unit(4, 1, depth, 0, 2, 1)
        yield unit(4, 1, depth, 1, 2, 1)
    for depth in (2, 3, 5):
        yield unit(4, 4, depth, 1, 2, 2)

    # the unit's data at 32 lanes: every other DEPTH, coding and policy, and W = 32 in full
    def data(w, depth, chain, parts, passes, policy, when=USUAL):
        return "data", {"LANES": 32, "W": w, "DEPTH": depth, "POLICY": policy, "CHAIN": chain,
                        "PARTS": parts, "PASSES": passes, "TAG_W": 16}, when
    for depth in range(1, 8):
        yield data(1, depth, 0, 0, 1, depth % 3, QUICK if depth == 4 else USUAL)
        yield data(1, depth, 1, 0, 1, (depth + 1) % 3)
        if depth in (2, 5, 7):
            yield data(4, depth, 1, 3, 4, (depth + 2) % 3)
    yield data(32, 1, 0, 1, 1, 0, FULL)
    yield data(32, 7, 0, 2, 1, 0, FULL)
    yield data(32, 7, 1, 3, 1, 1, FULL)
    yield data(32, 7, 1, 3, 8, 0, FULL)


# ---- what must not be provable: (property that fails, stage, parameters, file, text, text put in its place); files of
# ---- CHAIN_DIR are called chain/...

UNIT = {"LANES": 2, "W": 1, "DEPTH": 3, "POLICY": 0, "CHAIN": 0, "PARTS": 0, "PASSES": 1, "TAG_W": 1}
PASSES = dict(UNIT, W=2, PASSES=2)
DATA = dict(UNIT, LANES=8, W=2, PARTS=2)
DEPTH0 = {"LANES": 2, "W": 2, "POLICY": 0, "CHAIN": 0, "PARTS": 0, "TAG_W": 2}
BREAKS = [
    ("segmask_begins_at_bit_8", "decode", {"LANES": 8}, "rtl/shfl_decode.v", "sc[8 +: LANE_W];", "sc[7 +: LANE_W];"),
    ("index_is_low_bits_of_sb", "decode", {"LANES": 8}, "rtl/shfl_decode.v", "sb_is_imm ? sb_imm ", "sc_is_imm ? sb_imm "),
    ("clamp_is_low_bits_of_sc", "decode", {"LANES": 8}, "rtl/shfl_decode.v", ": sc[LANE_W-1:0]", ": sc[LANE_W:1]"),
    ("j_is_the_rule", "lane_index", {"LANES": 32}, "rtl/shfl_lane_index.v", "index & ~segmask", "index"),
    ("j_is_the_rule", "lane_index", {"LANES": 8}, "rtl/shfl_lane_index.v", "own - distance", "distance - own"),
    ("j_is_the_rule", "lane_index", {"LANES": 8}, "rtl/shfl_lane_index.v", "= {2'b00, index};", "= {index[0], index[0], index};"),
    ("max_lane_is_the_rule", "lane_index", {"LANES": 8}, "rtl/shfl_lane_index.v", "clamp & ~segmask", "clamp"),
    ("up_is_the_mode", "lane_index", {"LANES": 8}, "rtl/shfl_lane_index.v", "up       = mode == `SHFL_UP", "up       = mode != `SHFL_DOWN"),
    ("in_range_is_the_comparison", "range_check", {"LANES": 32}, "rtl/shfl_range_check.v", "!outside && ", ""),
    ("in_range_is_the_comparison", "range_check", {"LANES": 64}, "rtl/shfl_range_check.v", "at >= max_lane", "at > max_lane"),
    ("in_range_names_a_lane", "range_check", {"LANES": 8}, "rtl/shfl_range_check.v", "outside = j[LANE_W]", "outside = j[LANE_W+1]"),
    ("in_range_is_j", "select", {"LANES": 8}, "rtl/shfl_select.v", "? j : lane", "? lane : j"),
    ("out_of_range_is_own_lane", "select", {"LANES": 8}, "rtl/shfl_select.v", "in_range ? j : lane", "j"),
    ("select_names_src_lane", "chain_select", {"LANES": 8, "CHAIN": 1}, "chain/shfl_chain_select.v", ">> 1 == p", ">> 1 <= p"),
    ("select_names_src_lane", "chain_select", {"LANES": 64, "CHAIN": 1}, "chain/shfl_chain_select.v", "pair >> LOW_W == p", "pair >> LOW_W >= p"),
    ("src_lane_is_the_rule", "chain_select", {"LANES": 8, "CHAIN": 1}, "chain/shfl_chain_select.v", "in_range ? range_check_j : lane", "range_check_j"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 2, "CHAIN": 1, "PARTS": 3},
     "chain/shfl_chain_high.v", "EVEN_CHAINS && ", ""),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CHAIN": 1, "PARTS": 3},
     "chain/shfl_chain_low.v", "TO   = PAIRS * (g + 1) / PARTS", "TO   = PAIRS * (g + 1) / PARTS - (g == 2)"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CHAIN": 0, "PARTS": 2},
     "rtl/shfl_crossbar_high.v", "LANE_W*(k+1)-1 -:", "LANE_W*k +:"),
    ("word_of_src_lane", "crossbar", {"LANES": 4, "W": 3, "CHAIN": 0, "PARTS": 1},
     "rtl/shfl_mux.v", "W*sel +: W", "W*{~sel} +: W"),
    ("word_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CHAIN": 1, "PARTS": 1},
     "chain/shfl_chain_link.v", "(~prev & even)", "(prev & even)"),
    ("active_bit_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CHAIN": 0, "PARTS": 2},
     "rtl/shfl_crossbar.v", ".ra(active)", ".ra({LANES{1'b1}})"),
    ("active_bit_of_src_lane", "crossbar", {"LANES": 8, "W": 1, "CHAIN": 1, "PARTS": 2},
     "chain/shfl_crossbar.v", ".candidate(candidate_active), .odd(low_odd)", ".candidate(candidate_active), .odd(~low_odd)"),
    ("rd_is_policy", "writeback", {"W": 4, "POLICY": 1}, "rtl/shfl_writeback.v", "`SHFL_OWN ? ra", "`SHFL_OWN ? src_data"),
    ("rd_is_src_data", "writeback", {"W": 4, "POLICY": 0}, "rtl/shfl_writeback.v", "src_active ? src_data", "src_active ? ra"),
    ("pu_is_in_range", "writeback", {"W": 4, "POLICY": 0}, "rtl/shfl_writeback.v", "pu = in_range", "pu = in_range && active"),
    ("we_is_active", "writeback", {"W": 4, "POLICY": 0}, "rtl/shfl_writeback.v", "we = active", "we = src_active"),

    ("offered_while_it_comes", "depth0", DEPTH0, "rtl/shfl.v", "in_valid && !rst;", "in_valid;"),
    ("taken_when_it_leaves", "depth0", DEPTH0, "rtl/shfl.v", "(DEPTH > 0 && !out_valid)", "!out_valid"),
    ("rd_is_the_rule", "depth0", DEPTH0, "rtl/shfl.v", "REG_SELECT      = DEPTH >= 2", "REG_SELECT      = DEPTH >= 0"),
    ("tag_is_the_warps", "depth0", DEPTH0, "rtl/shfl.v", "REG_WRITEBACK   = DEPTH >= 1", "REG_WRITEBACK   = DEPTH >= 0"),

    ("none_is_lost", "", UNIT, "rtl/shfl.v", "out_ready || (DEPTH > 0 && !out_valid);", "1'b1;"),
    ("offered_until_taken", "", UNIT, "rtl/shfl.v", "out_ready || (DEPTH > 0 && !out_valid);", "1'b1;"),
    ("ready_when_taken", "", UNIT, "rtl/shfl.v", "assign in_ready = move && !rst;", "assign in_ready = out_ready && !rst;"),
    ("not_ready_in_reset", "", UNIT, "rtl/shfl.v", "assign in_ready = move && !rst;", "assign in_ready = move;"),
    ("answer_is_the_rule", "", UNIT, "rtl/shfl.v", "load_rd = move;", "load_rd = 1'b1;"),
    ("outputs_stay", "", UNIT, "rtl/shfl.v", ".enable(leave)", ".enable(1'b1)"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=7), "rtl/shfl.v",
     ".in ({decode_tag,     decode_active,     decode_ra}),", ".in ({in_tag,     decode_active,     ra}),"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=7), "rtl/shfl.v",
     ".in({mode, index_next, clamp_next, segmask_next})", ".in({mode, index_next, segmask_next, clamp_next})"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=7), "rtl/shfl_stage_reg.v", "if (enable) q <= in;", "q <= in;"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=6), "rtl/shfl_crossbar.v", ".in(j), .out(range_check_j)", ".in(~j), .out(range_check_j)"),
    ("answer_is_the_rule", "", dict(UNIT, DEPTH=6, CHAIN=1), "chain/shfl_chain_select.v", ".enable(move)", ".enable(1'b1)"),
    ("none_is_invented", "", UNIT, "rtl/shfl.v", ".in(valid[r-1] && !rst)", ".in(valid[r-1])"),
    ("none_is_invented", "", UNIT, "rtl/shfl.v", "assign valid[0] = in_valid;", "assign valid[0] = in_valid || valid[1];"),
    ("none_comes_early", "", dict(UNIT, DEPTH=2), "rtl/shfl.v", "DEPTH > 0 ? valid[LAST]", "DEPTH > 0 ? valid[LAST-1]"),
    ("none_is_lost", "", PASSES, "rtl/shfl.v", "(done && out_ready);", "done;"),
    ("answer_is_the_rule", "", PASSES, "rtl/shfl.v", "LAST_PASS = CLOCKS - 1;", "LAST_PASS = CLOCKS - 2;"),
    ("answer_is_the_rule", "", dict(PASSES, W=3, PASSES=3), "rtl/shfl.v",
     "{rd_next[SLICE*k +: SLICE], rd[W*k + SLICE +: W - SLICE]}", "{rd[W*k +: W - SLICE], rd_next[SLICE*k +: SLICE]}"),
    ("busy_with_passes", "", PASSES, "rtl/shfl.v", "if (move)       {done, pass}", "if (rst) {done, pass}"),
    ("never_stuck", "", PASSES, "rtl/shfl.v", "{leave, pass + 1'b1};", "{1'b0, pass};"),
    ("ready_when_empty", "", PASSES, "rtl/shfl.v", "move      = rst || !valid[AT_SELECT] ||", "move      = rst || (!valid[AT_SELECT] && in_valid) ||"),
    ("no_more_than_fit", "", UNIT, "rtl/shfl.v", "assign in_ready = move && !rst;", "assign in_ready = !rst;"),

    ("rd_is_the_rule", "data", DATA, "rtl/shfl.v", ".ra(select_ra),", ".ra({select_ra[0], select_ra[LANES*SLICE-1:1]}),"),
    ("src_active_is_the_rule", "data", DATA, "rtl/shfl.v", ".active(select_active),", ".active({LANES{1'b1}}),"),
    ("pu_is_the_rule", "data", DATA, "rtl/shfl.v", ".in_range(crossbar_in_range[k])", ".in_range(crossbar_in_range[0])"),
    ("we_is_the_rule", "data", DATA, "rtl/shfl.v", ".active(crossbar_active[k])", ".active(crossbar_active[LANES-1-k])"),
    ("tag_is_the_warps", "data", dict(DATA, TAG_W=4), "rtl/shfl.v", ".in({crossbar_tag, pu_next", ".in({in_tag ^ low_tag, pu_next"),
    ("offered", "data", DATA, "rtl/shfl.v", "DEPTH > 0 ? valid[LAST]", "DEPTH > 0 ? 1'b0"),
]

# from input to output: paths that must not be, and the one that is there, so that the search is seen to find some; at
# DEPTH 0 only the handshake's
UNREADY = [("out_ready", "out_valid"), ("in_valid", "in_ready")]
REGISTERED = UNREADY + [("in_valid", "out_valid"), ("rst", "out_valid"), ("ra", "rd"), ("sb", "pu"), ("active", "we"),
                        ("active", "src_active"), ("in_tag", "out_tag")]
PATHS = [dict(UNIT, DEPTH=0), dict(UNIT, DEPTH=1), dict(UNIT, DEPTH=7), dict(PASSES, DEPTH=2), dict(PASSES, DEPTH=7)]
PATH_BREAKS = [
    (PATHS[0], "rtl/shfl.v", "(DEPTH > 0 && !out_valid)", "!out_valid"),
    (PATHS[1], "rtl/shfl.v", "assign in_ready = move && !rst;", "assign in_ready = move && !rst && in_valid;"),
    (PATHS[1], "rtl/shfl.v", ".PRESENT(REG_WRITEBACK)) u_reg_rd", ".PRESENT(0)) u_reg_rd"),
    (PATHS[2], "rtl/shfl.v", "DEPTH > 0 ? valid[LAST]", "DEPTH > 0 ? valid[LAST] && out_ready"),
    (PATHS[4], "rtl/shfl.v", "assign out_valid = done;", "assign out_valid = done && (out_ready || in_valid);"),
]


# ---- how

def paths(params, rtl, base):
    """Failure if there is a path without a register that must not be."""
    cells = ":-$dff,-$dffe,-$sdff,-$sdffe,-$sdffce"
    # hierarchy's own -chparam fails in Yosys 0.23 where two instances of a module come to the same parameters
    script = read(params, rtl) + "chparam%s shfl\nhierarchy -check -top shfl\nproc\nflatten\nopt_clean\n" % (
        "".join(" -set %s %d" % p for p in parameters(params)))
    script += "select -assert-any o:in_ready %%ci*%s i:out_ready %%i\n" % cells
    script += "".join("select -assert-none o:%s %%ci*%s i:%s %%i\n" % (to, cells, start)
                      for start, to in (REGISTERED if params["DEPTH"] else UNREADY))
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")


def sources(rtl, chain=None):
    """The files of the RTL; with CHAIN, the folder of the crossbar of chains, that one in place of the other."""
    files = [os.path.join(rtl, f) for f in os.listdir(rtl) if f.endswith(".v") and not (chain and f == "shfl_crossbar.v")]
    files += [os.path.join(chain, f) for f in os.listdir(chain) if f.endswith(".v")] if chain else []
    return " ".join(sorted(files))


def read(params, rtl):
    """Yosys's command that reads the RTL: RTL is its folder, or that and the one of the crossbar of chains."""
    rtl, chain = (rtl, CHAIN) if isinstance(rtl, str) else rtl
    return "read_verilog -formal -I%s -I%s %s\n" % (rtl, HERE, sources(rtl, chain if params.get("CHAIN") else None))


def parameters(params):
    """Those of the harness or the unit."""
    return [(name, value) for name, value in params.items() if name != "CHAIN"]


def one_path(params, base):
    name = "formal: no path without a register, " + title("", params)
    try:
        paths(params, RTL, base)
    except Failure as failure:
        return "FAIL %s: %s" % (name, failure)
    return "PASS " + name


def one_path_break(number, base):
    params, name, old, new = PATH_BREAKS[number]
    line = "formal: a path is seen, %s: %s" % (title("", params), " ".join(new.split())[:60])
    try:
        paths(params, edited(base, name, old, new), base)
    except Failure as failure:
        with open(base + ".log") as f:
            if "selection is not empty" in f.read():
                return "PASS " + line
        return "FAIL %s: instead, %s" % (line, failure)
    return "FAIL %s: no path was found" % line


def edited(base, name, old, new):
    """A copy of the RTL with an edit: its folder and that of the crossbar of chains."""
    copy = base + ".copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(RTL, os.path.join(copy, "rtl"))
    shutil.copytree(CHAIN, os.path.join(copy, "chain"))
    with open(os.path.join(copy, name)) as f:
        text = f.read()
    if text.count(old) != 1:
        raise Failure("the edit's text is %d times in %s, expected once" % (text.count(old), name))
    with open(os.path.join(copy, name), "w") as f:
        f.write(text.replace(old, new))
    return os.path.join(copy, "rtl"), os.path.join(copy, "chain")


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


@functools.lru_cache(maxsize=None)
def lower():
    """The command that makes $assert, $assume and $cover of the $check cells of Yosys 0.37 and later; none before."""
    said = subprocess.run([YOSYS, "-p", "help chformal"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False).stdout
    return "chformal -lower" if b"-lower" in said else ""


def graphs(stage, params, rtl, base):
    """Yosys: harness and RTL as BASE.aig, and of that BASE.violated.aig and BASE.reached.aig."""
    top = harness(stage)
    script = """
{read}
read_verilog -formal -I{defs} -I{here} {here}/{top}.v
hierarchy -check -top {top}{chparam}
proc -noopt
flatten
check -assert
{lower}
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
""".format(read=read(params, rtl), defs=RTL, here=HERE, top=top, base=base, lower=lower(),
           chparam="".join(" -chparam %s %d" % p for p in parameters(params)))
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
    """What cannot be reached, since a unit that takes one warp at a time has none before another, and one with one
    stage register has no clock between."""
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
    parser = argparse.ArgumentParser(description="Prove that the RTL is docs/rules.md.")
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
