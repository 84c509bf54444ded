#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Assertions to bind to each unit, UNIT_checks.sv, from its port list: checks.py FOLDER, or `make sv`, writes them.

They connect the unit's ports to shfl_handshake_checks, shfl_beat_checks and shfl_known_checks of rtl/sv/; FACTS says
what the ports do not.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from rtl import filelists

OF_TRIPS = "NETWORK == 0 ? 1 : LANES / NETWORK + SELECTS"  # R5.6.2
OF_OPERANDS = "NETWORK != 0 && DEPTH == 1"  # in_ready depends on them: R5.6.5
PIPELINE = {"latency": "DEPTH", "silence": f"DEPTH + ({OF_TRIPS}) - 2"}
# no part of R5.3.7 has two registers
STEADY = {**PIPELINE, "steady": "NETWORK == 0 && (ELASTIC == 0 || DEPTH <= 4)"}
BANKED = {"latency": "1", "limit": "DEPTH + 7"}
RVV_SAME = "op sew lmul vl vstart vm vta vma"
# Of each unit: its spec; clocks from the last input of a warp to the result, at least; steady: exactly as many clocks
# with in_ready; silence: most clocks without a result; limit: the same behind the last beat; agree: inputs that the
# beats of a warp have in common; counts: inputs without an x, with what they count; words: whether ra has to be without
# an x in a lane that executes; undefined: an output that may have one; promise: what else the source promises,
# NAME: WHEN: WHAT: MESSAGE
FACTS = {
    "shfl": {"spec": "docs/rules.md 5.3, 5.4 and 5.6", **STEADY},
    "shfl_banked": {"spec": "docs/rules.md 6", **BANKED},
    "shfl_amd": {"spec": "docs/reference/amd-unit.md 12", **PIPELINE},
    "shfl_amd_banked": {"spec": "docs/reference/amd-unit.md 12", **BANKED,
                        "agree": "op control fi bc row_mask bank_mask"},
    "shfl_vote": {"spec": "docs/rules.md 12.3", "latency": "DEPTH", "steady": "1'b1", "limit": "DEPTH",
                  "counts": "op, p & active"},
    "shfl_match": {"spec": "docs/rules.md 12.3", "latency": "3", "silence": "4", "limit": "6", "agree": "op active",
                   "counts": "op", "words": True},
    "shfl_match_words": {"spec": "docs/rules.md 12.3", "latency": "W / B + 3", "silence": "W / B + 4", "counts": "op",
                         "words": True},
    "shfl_redux": {"spec": "docs/rules.md 12.3", "latency": "DEPTH", "steady": "1'b1", "limit": "DEPTH",
                   "agree": "op is_signed", "words": True,
                   "counts": "op, is_signed if op == `SHFL_REDUX_MIN || op == `SHFL_REDUX_MAX"},
    "shfl_barrier": {"spec": "docs/rules.md 19.3", "latency": "DEPTH", "steady": "1'b1", "limit": "DEPTH",
                     "agree": "slot warps is_exit", "counts": "slot, warps, is_exit, p & active",
                     "promise": "exit_is_empty: is_exit: active == 0: a warp that exits has active threads"},
    "shfl_and_vote": {"spec": "docs/rules.md 12.4", **STEADY, "undefined": "src_active",  # of a vote
                      "counts": "is_vote, vote_op if is_vote, p & active if is_vote"},
    "shfl_rvv": {"spec": "docs/rvv.md 5.3", **STEADY, "counts": f"{', '.join(RVV_SAME.split())}, dst_reg, src_reg"},
    "shfl_rvv_banked": {"spec": "docs/rvv.md 5.4", **BANKED, "agree": f"{RVV_SAME} x",
                        "counts": ", ".join(RVV_SAME.split())},
}  # fmt: skip


class Unit:
    """Parameters, [(name, default, comment)], and ports, [(direction, width, name, comment)], of a unit."""

    def __init__(self, name):
        self.name, self.facts = name, FACTS.get(name)
        text = (ROOT / filelists.UNITS.get(name, "rtl") / f"{name}.v").read_text(encoding="utf-8")
        text = re.sub(r"(// .*)\n {40,}// ", r"\1 ", text)  # a comment of two lines behind code in one
        head = text[text.index(f"\nmodule {name} ") : text.index("\n);")]
        self.params = re.findall(r"^    parameter integer (\w+) += ([^/\n]*?),? *(?:// *(.*))?$", head, re.M)
        self.ports = re.findall(r"^    (input|output) +wire +(\[.*?:0\])? *(\w+),? *(?:// *(.*))?$", head, re.M)
        self.includes = re.findall(r'^`include ".*"\n', text, re.M)
        self.widths = {name: width for _, width, name, _ in self.ports}
        self.in_beats = "WAYS" in [name for name, *_ in self.params]
        if len(self.ports) != len(re.findall(r"^ *(?:input|output)\b", head, re.M)):
            raise ValueError(f"{name}: expected a port per line, such as `input  wire [W-1:0] ra,`")

    def bits(self, *ports):
        """How many bits PORTS have together: Icarus Verilog 11 has no $bits of a net in a parameter."""
        widths = [re.sub(r"^\[(.*?)(-1)?:0\]$", lambda m: m[1] if m[2] else f"{m[1]} + 1", self.widths[port]) or "1"
                  for port in ports]  # fmt: skip
        widths = [str(eval(width)) if re.fullmatch(r"[\d +]+", width) else width for width in widths]
        return " + ".join(widths)

    def __contains__(self, port):
        return port in self.widths


def columns(rows):
    """Lines of text, of which each column is as wide as its longest."""
    wide = [max(map(len, column)) for column in zip(*rows)]
    lines = (" ".join(f"{word:{size}}" for word, size in zip(row, wide) if size).rstrip() for row in rows)
    return ",\n".join(f"    {line}" for line in lines)


def wrapped(words, first, margin):
    """WORDS, separated by commas, in lines of up to 116 columns."""
    text = ", ".join(word.replace(" ", "~") for word in words)  # no line ends at a ~
    how = {"initial_indent": first, "subsequent_indent": margin, "break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, 116, **how).replace("~", " ")


def checks(name):
    unit = Unit(name)
    facts = unit.facts
    amd, shfl = "op" in unit and "control" in unit, "mode" in unit
    beats, leaves = "in_beat" in unit, "out_last" in unit  # in_last without out_last: one result for all beats
    writers = re.match(r"\[(\w+)-1:0\]", unit.widths["we"])[1] if "we" in unit else "1"
    readers = re.match(r"\[(\w+)-1:0\]", unit.widths["active"])[1] if "active" in unit else writers
    group = "LANES*REGS" if "REGS" in [word for word, *_ in unit.params] else "LANES"
    words = [port for _, _, port, _ in unit.ports if port not in ("clk", "rst", "in_valid", "in_ready")]
    inputs = [port for way, _, port, _ in unit.ports if way == "input" and port in words and port != "out_ready"]
    key_in, key_out = (
        "{" + ", ".join([f"{way}_tag", *[f"{way}_last", f"{way}_beat"] * leaves]) + "}" for way in ("in", "out")
    )
    whole = [port for port in ("ra", "index", "mask", "x") if port in unit and not facts.get("words")]
    out = "".join(f"    {line}\n" if line else "\n" for line in body(unit, beats, leaves, readers, writers))

    def connect(module, params, instance, ports):
        given = [f".{word}({value})" for word, value in params.items()]
        signals = [f".{word}({value})" for word, value in ports.items()]
        head = wrapped(given, f"    {module} #(", " " * (len(module) + 7))
        return f"\n{head}) {instance} (\n{wrapped([*signals, '.*'], ' ' * 8, ' ' * 8)});\n"

    out += connect(
        "shfl_handshake_checks",
        {"LANES": writers, "KEY_W": unit.bits("out_tag", *["out_last", "out_beat"] * leaves),
         "KEPT_W": unit.bits(*inputs),
         "OUT_W": unit.bits(*results(unit)), "ANY_LANE": f"1'b{0 if 'active' in unit else 1}",
         "LATENCY": facts["latency"], **{up: facts[up.lower()] for up in ("STEADY", "SILENCE") if up.lower() in facts}},
        "u_handshake",
        {"in_valid": "completes", "in_key": key_in, "amd": f"1'b{int('reserved' in unit)}",
         "op": "op" if amd else "'0", "active": "lanes", "offered": "in_valid",
         "kept": f"{{{', '.join(inputs)}}}", "out_key": key_out,
         "reserved": "reserved" if "reserved" in unit else "1'b0",
         "one_word": f"rd === {{{writers}{{rd[W-1:0]}}}}" if amd else "1'b1",
         "out": f"{{{', '.join(results(unit))}}}"},
    )  # fmt: skip
    if "in_last" in unit:
        agree = ", ".join(facts.get("agree", "").split()) or "1'b0"
        text = connect(
            "shfl_beat_checks",
            {"BEATS": f"{group} / WAYS" if beats else "1", "BEAT_W": unit.bits("in_beat") if beats else "1",
             "NUMBERED": f"1'b{int(beats)}", "AGREE_W": unit.bits(*facts.get("agree", "").split()) or "1",
             "LIMIT": facts["limit"]},
            "u_beats",
            {**({} if beats else {"in_beat": "1'b0"}), **({} if leaves else {"out_last": "1'b1"}),
             "agree": f"{{{agree}}}"},
        )  # fmt: skip
        if unit.in_beats and not leaves:  # a whole warp may leave on the clock on which it enters
            inner = text.lstrip("\n").replace("\n    ", "\n        ").rstrip("\n")
            text = f"\n    if (WAYS < LANES) begin : g_beats\n    {inner}\n    end\n"
        out += text
    network = "NETWORK" in {word for word, *_ in unit.params}
    ready_x = f"1'b1 && ({OF_OPERANDS})" if network else "1'b0"
    if "amd" in facts["spec"] and not leaves:
        ready_x = "1'b1"
    out += connect(
        "shfl_known_checks",
        {"LANES": "LANES", "WAYS": readers, "KEY_W": unit.bits("out_tag", *["out_last", "out_beat"] * leaves),
         **({"GEN": "GEN"} if amd else {}), "OTHER_W": "OTHER_W", "DATA_W": unit.bits(*whole) or "1",
         "RESULTS_W": "RESULTS_W", "WORDS_W": unit.bits(number_of(unit)),
         "READY_X": ready_x},
        "u_known",
        {"in_key": key_in, "amd": f"1'b{int(amd)}", "shfl": "!is_vote" if "is_vote" in unit else f"1'b{int(shfl)}",
         **{port: "'0" for port in "mode sb_is_imm sc_is_imm sb_imm sc_imm sc control fi bc row_mask bank_mask".split()
            if port not in unit},
         **({} if amd else {"op": "'0"}), **({} if "active" in unit else {"active": "'0"}),
         **({} if "sb" in unit else {"sb": "addr" if "addr" in unit else "'0"}),
         "data": f"{{{', '.join(whole)}}}" if whole else "1'b0", "out_key": key_out},
    )  # fmt: skip
    if "promise" in facts:
        promise, when, holds, message = facts["promise"].split(": ")
        out += (
            "\n    // the source; Icarus Verilog 11 has no names of assertions\n`ifndef __ICARUS__\n"
            f"    always @(posedge clk)\n        if (!rst && in_valid && {when})\n"
            f"            {promise}: assert ({holds})\n"
            f'                else $error("{message}");\n`endif\n'
        )
    ports = [("input", f"logic {width}", port) for _, width, port, _ in unit.ports]
    used = set(re.findall(r"\w+", f"{out} {ports}"))
    params = [("parameter int", word, f"= {value}") for word, value, _ in unit.params if word in used]
    given = [f".{word}({word})" for _, word, _ in params]
    bound = wrapped(given, f"// bind {name} {name}_checks #(", "//     ")
    includes = dict.fromkeys([*unit.includes, *['`include "shfl_amd_defs.vh"\n'] * amd])
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// {name}_checks - assertions to bind to module {name}. Spec: {facts['spec']}. Written by rtl/checks.py\n"
        f"// In your design:\n//\n{bound}) u_checks (.*);\n{''.join(includes)}"
        f"module {name}_checks #(\n{columns(params)}\n) (\n{columns(ports)}\n);\n{out}endmodule\n"
    )


def results(unit):
    names = ("reserved", "rd", "pu", "we", "src_active", "done", "count", "all", "any")
    return [port for port in names if port in unit]


def number_of(unit):
    """The result that is a number: rd, or that of a barrier."""
    return "rd" if "rd" in unit else "count"


def body(unit, beats, leaves, readers, writers):
    """The nets between the unit's ports and the assertions."""
    facts = unit.facts
    if "in_last" in unit and not leaves:
        yield "wire completes = in_valid && in_last;          // the last transfer of a warp"
    else:
        yield "wire completes = in_valid;"
    if beats and not leaves:
        yield "logic [LANES-1:0] gathered = '0;                  // lanes that execute, of the beats before this one"
        yield "logic [LANES-1:0] lanes;"
        yield "always_comb begin"
        yield "    lanes = gathered;"
        yield "    lanes[WAYS*in_beat +: WAYS] = active;"
        yield "end"
        yield "always @(posedge clk)"
        yield "    if (rst || completes && in_ready)  gathered <= '0;"
        yield "    else if (in_valid && in_ready)     gathered <= lanes;"
    elif "we" not in unit:
        yield "wire lanes = 1'b1, we = 1'b1;                     // no lane writes"
    else:
        yield f"wire [{writers}-1:0] lanes = {'active' if 'active' in unit else chr(39) + '0'};"
    yield ""
    yield "// what counts, and 0 for the rest"
    if facts.get("words"):
        width = re.match(r"\[\w+\*(\w+)-1:0\]", unit.widths["ra"])[1]
        yield f"logic [{readers}*{width}-1:0] executes;"
        yield f"always_comb for (int k = 0; k < {readers}; k++)"
        yield f"    executes[{width}*k +: {width}] = {{{width}{{active[k]}}}} & ra[{width}*k +: {width}];"
    counts, sizes = [], []
    for item in facts["counts"].split(", ") if "counts" in facts else []:
        value, _, when = item.partition(" if ")
        sizes.append(unit.bits(value.split(" ")[0]))
        counts.append(f"{{{sizes[-1]}{{{when}}}}} & {value}" if when else value)
    if facts.get("words"):
        counts.append("executes")
        sizes.append(f"{readers} * {width}")
    yield f"localparam int OTHER_W = {' + '.join(sizes) or 1};"
    yield f"wire [OTHER_W-1:0] other = {{{', '.join(counts)}}};" if counts else "wire [OTHER_W-1:0] other = '0;"
    defined = [port for port in ("pu", "src_active") if port in unit and port != facts.get("undefined")]
    known = ["we", *[f"we & {port}" for port in defined]] if "we" in unit else []
    known += [port for port in ("reserved", "done", "all", "any") if port in unit]
    yield f"localparam int RESULTS_W = {unit.bits(*(word.split()[0] for word in known))};"
    yield f"wire [RESULTS_W-1:0] results = {{{', '.join(known)}}};"
    lane = re.match(r"\[(LANES|WAYS)\*(\w+)-1:0\]", unit.widths[number_of(unit)])
    if lane:
        reads = "we[k] && src_active[k]" if "src_active" in defined else "we[k]"
        yield f"logic {unit.widths['rd']} words;"
        yield f"always_comb for (int k = 0; k < {lane[1]}; k++)"
        yield f"    words[{lane[2]}*k +: {lane[2]}] = {{{lane[2]}{{{reads}}}}} & rd[{lane[2]}*k +: {lane[2]}];"
    else:
        yield f"wire {unit.widths[number_of(unit)]} words = {number_of(unit)};"


def bind(name):
    """The statement that binds the checks of unit NAME to it."""
    return re.search(r"^// (bind .*?;)$", checks(name), re.M | re.S)[1].replace("\n//", "\n")


def write(folder):
    """UNIT_checks.sv of each unit into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for unit in filelists.UNITS:
        (folder / f"{unit}_checks.sv").write_text(checks(unit), encoding="utf-8")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
