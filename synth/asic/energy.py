# SPDX-License-Identifier: Apache-2.0
"""The energy of a warp: Icarus runs the placed netlist with the library's models of its cells and without delays; each
change of a net switches its wire and the input pins on it, 1/2 C V^2. Clocks are counted by themselves, without their
wires."""

import random
import re

from synth.flow import processes, units
from synth.flow.common import Failed, shown

from . import library

WARPS = 400  # that count, behind those that fill the unit
FILL = 8
SEED = 1
IDLE = ("idle", "still")  # patterns without a warp: figures of a clock

BENCH = """\
module bench;
    reg clk = 0;
    reg [{ins}-1:0] in, vectors [0:{lines}-1];
    wire {outs};
    integer at = 0, clocks = 0, got = 0, ready;
    {top} unit (.clk(clk), {ports});
    initial begin
        $readmemh("{folder}/vectors", vectors);
        while (at < {lines}) begin
            in = vectors[at];
            if (at == {first} && clocks == 0) begin
                $dumpfile("{folder}/changes.vcd");
                $dumpvars(1, unit);
            end
            #2 ready = {ready} !== 1'b0 || !in[{valid}];
            if (at >= {first}) clocks = clocks + 1;
            if (at >= {first} && {out} === 1'b1) got = got + 1;
            clk = 1;
            #2 clk = 0;
            if (ready) at = at + 1;
        end
        $display("CLOCKS %0d OUT %0d", clocks, got);
    end
endmodule
"""


def spread(values, bits):
    """One word of values of BITS each, the first one lowest."""
    return sum(value << bits * at for at, value in enumerate(values))


def sources(pattern, step, lanes, rng):
    """The lane that each lane names, in the patterns in which each has its own; nothing in the others."""
    if pattern == "gather":
        return [rng.randint(0, lanes - 1) for _ in range(lanes)]
    return [(k + step) % lanes for k in range(lanes)] if pattern == "per-lane" else []


def executing(pattern, lanes, rng):
    """The active mask: all lanes, or in the pattern part each by chance."""
    return rng.getrandbits(lanes) if pattern == "part" else (1 << lanes) - 1


def in_beats(same, lanes, ways, words):
    """The inputs of each beat: SAME in all, and of WORDS, {input: (the lanes' values, bits of one)}, WAYS lanes."""
    for at in range(0, lanes, ways):
        own = {name: value >> bits * at & (1 << bits * ways) - 1 for name, (value, bits) in words.items()}
        yield same | {"in_beat": at // ways, "in_last": at + ways >= lanes} | own


def shuffle(params, pattern, rng):
    """The inputs of a warp in beats, of shfl and shfl_banked."""
    lanes, w = params["LANES"], params["W"]
    last, step = lanes - 1, rng.randint(1, lanes - 1)
    ra = [rng.getrandbits(w) for _ in range(lanes)]
    active = [pattern != "part" or rng.random() < 0.5 for _ in range(lanes)]
    own = sources(pattern, step, lanes, rng)
    same = {"mode": defs_of("SHFL_IDX" if own else "SHFL_BFLY"), "sb_is_imm": not own, "sc_is_imm": 1,
            "sb_imm": 0 if own else step, "sc_imm": last}  # fmt: skip
    words = {"active": (spread(active, 1), 1), "ra": (spread(ra, w), w), "sb": (spread(own or [0] * lanes, 32), 32)}
    yield from in_beats(same, lanes, params.get("WAYS", lanes), words)


def of_all(**same):
    """The inputs of a warp in one beat, with these operands: a predicate and a word of each lane."""

    def beats(params, pattern, rng):
        active = executing(pattern, params["LANES"], rng)
        words = rng.getrandbits(params["LANES"] * params.get("W", 1))
        operands = {name: value if isinstance(value, int) else defs_of(value) for name, value in same.items()}
        yield operands | {"in_last": 1, "active": active, "p": words, "ra": words}

    return beats


def and_vote(params, pattern, rng):
    """Shuffles; what a vote reads changes, too."""
    for beat in shuffle(params, pattern, rng):
        yield beat | {"is_vote": 0, "p": rng.getrandbits(params["LANES"])}


def match(params, pattern, rng):
    active, slices = executing(pattern, params["LANES"], rng), -(-8 // params["B"])
    for at in range(slices):
        yield {"in_last": at + 1 == slices, "op": defs_of("SHFL_MATCH_ANY"), "active": active,
               "ra": rng.getrandbits(params["LANES"] * params["B"])}  # fmt: skip


def amd(params, pattern, rng):
    lanes, w, step = params["LANES"], params["W"], rng.randint(1, 15)
    own = sources(pattern, step, lanes, rng)
    same = {"op": defs_of("SHFL_AMD_BPERMUTE" if own else "SHFL_AMD_DPP16"), "control": 0 if own else 0x120 + step,
            "row_mask": 15, "bank_mask": 15}  # fmt: skip
    active = executing(pattern, lanes, rng)
    words = {"addr": (spread([4 * k for k in own], 32), 32), "active": (active, 1),
             "ra": (rng.getrandbits(lanes * w), w)}  # fmt: skip
    yield from in_beats(same, lanes, params.get("WAYS", lanes), words)


def rvv(params, pattern, rng):
    lanes, index = params["LANES"], 64 if "WAYS" in params else 8  # index: its bits at SEW 8
    step = rng.randint(1, lanes - 1)
    own = sources(pattern, step, lanes, rng)
    same = {"op": defs_of("SHFL_RVV_GATHER" if own else "SHFL_RVV_SLIDEDOWN"), "vl": lanes,
            "x": 0 if own else step, "vm": pattern != "part"}  # fmt: skip
    mask = rng.getrandbits(lanes) if pattern == "part" else 0
    words = {"mask": (mask, 1), "index": (spread(own, index), index), "ra": (rng.getrandbits(8 * lanes), 8)}
    yield from in_beats(same, lanes, params.get("WAYS", lanes), words)


def texts(uniform, per_lane="", gather="", part="as uniform, each lane active by chance"):
    """{pattern: what it is}"""
    found = {"uniform": uniform, "per-lane": per_lane, "gather": gather, "part": part}
    return {pattern: text for pattern, text in found.items() if text}


SHUFFLES = texts("BFLY, the same distance for all lanes, from 1 on", "IDX, each lane its own index: a rotation",
                 "IDX, each lane a random index")  # fmt: skip
AMD = texts("DPP, row_ror by 1 on", "ds_bpermute, a rotation", "ds_bpermute, random addresses")
RVV = texts("vslidedown, by 1 on", "vrgather of bytes, a rotation", "vrgather of bytes, random indices",
            "as uniform, each byte by chance in the mask")  # fmt: skip
UNITS = {  # patterns, and the inputs of a warp: (parameters, pattern, random numbers) -> beats
    "shfl": (SHUFFLES, shuffle),
    "shfl_banked": (SHUFFLES, shuffle),
    "shfl_vote": (texts("ANY, all lanes active"), of_all(op="SHFL_VOTE_ANY")),
    "shfl_redux": (texts("SUM, all lanes active"), of_all(op="SHFL_REDUX_SUM")),
    "shfl_rvv": (RVV, rvv),
    "shfl_and_vote": (SHUFFLES, and_vote),
    "shfl_match": (texts("ANY of words of 8 bits, all lanes active"), match),
    "shfl_barrier": (
        texts("of 4 warps, all threads there", part="as uniform, each thread there by chance"),
        of_all(warps=4),
    ),
    "shfl_amd": (AMD, amd),
    "shfl_amd_banked": (AMD, amd),
    "shfl_rvv_banked": (RVV, rvv),
}
ONCE = ("shfl_vote", "shfl_redux", "shfl_match", "shfl_barrier")  # units that give one result for all beats of a warp


def defs_of(name):
    """The number of an encoding."""
    return int(re.search(rf"^`define {name}\s+\d'd(\d+)", units.encodings(), re.M)[1])


def patterns(top):
    """{pattern: what it is} of a unit, the idle ones with the others' operands."""
    return UNITS[top][0] | {
        "idle": "no warp, operands as uniform, which change each clock",
        "still": "no warp, operands stay",
    }


def vectors(point, parsed, pattern, seed):
    """The inputs' bits for each beat, as numbers, and how many of them come before those that count."""
    rng = random.Random(f"{pattern} {seed}")
    places, at = {}, 0
    for name, (way, nets) in parsed.ports.items():
        if way == "input" and name != "clk":
            places[name] = at
            at += len(nets)

    def word(values):
        return sum(int(values[name]) << place for name, place in places.items() if name in values)

    found = [word({"rst": 1, "out_ready": 1})] * 4
    beats, first = None, 0
    for warp in range(FILL + WARPS):
        if warp == FILL:
            first = len(found)
        if beats is None or pattern != "still":
            beats = list(UNITS[point.top][1](point.params, "uniform" if pattern in IDLE else pattern, rng))
        more = {"in_valid": pattern not in IDLE or warp < FILL // 2, "out_ready": 1, "in_tag": warp & 0xFFFF}
        if pattern == "still":
            more["in_tag"], beats = 0, beats[:1] * len(beats)
        found += [word(beat | more) for beat in beats]
    return found, first, at, places


def loads(placement):
    """{net: fF of its wire and of the input pins on it}, without the clocks."""
    cells, wire = library.cells(), placement.wires()
    per_um = library.facts()["ff_per_um"]
    return {
        net: (per_um * wire.get(net, 0), sum(cells.pins[placement.kinds[cell], pin] or 0 for cell, pin in pins))
        for net, pins in placement.parsed.nets.items()
        if net not in placement.clocks
    }


def clock_pj(placement, toggled, clocks):
    """pJ of the clocks in that many clocks: of all pins on the port's net, and on those behind it as often as they have
    TOGGLED, {net: changes}."""
    cells, nets, (port, *gated) = library.cells(), placement.parsed.nets, placement.clocks
    times = {port: clocks} | {net: toggled.get(net, 0) / 2 for net in gated}
    return sum(
        times[net] * cells.clock_pj(placement.kinds[cell], pin) for net in times for cell, pin in nets.get(net, ())
    )


def changes(path):
    """{net: how often it went from 0 to 1 or back} of a VCD of nets of one bit."""
    nets, last, count = {}, {}, {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            first = line[0]
            if first in "01xz":
                key = line[1:].rstrip()
                old = last.get(key)
                if old is not None and old != first and old in "01" and first in "01":
                    count[key] = count.get(key, 0) + 1
                last[key] = first
            elif first == "$" and (found := re.match(r"\$var \w+ 1 (\S+) n(\d+) \$end", line)):
                nets.setdefault(found[1], int(found[2]))
    return {nets[key]: number for key, number in count.items() if key in nets}


def measure(point, folder, placement, pattern, seed=SEED):
    """{pj, of_wire, at_inputs, clock, toggles, clocks} of a warp, or of a clock where the pattern has none; at_inputs,
    pJ of the inputs' own nets, which change with the operands whatever the unit does; clock, pJ that pj leaves out."""
    parsed = placement.parsed
    lines, first, ins, places = vectors(point, parsed, pattern, seed)
    (folder / "vectors").write_text("".join(f"{line:x}\n" for line in lines), encoding="ascii")
    inputs = [net for name, _, net in parsed.bits("input") if name != "clk"]
    outputs = {net for _, _, net in parsed.bits("output") if isinstance(net, int)} - set(inputs)
    ports = [f".n{net}(in[{at}])" for at, net in enumerate(inputs)] + [f".n{net}(n{net})" for net in sorted(outputs)]

    def output(name):
        return parsed.name(parsed.ports[name][1][0])

    text = BENCH.format(
        ins=ins, lines=len(lines), first=first, top=parsed.top, ports=", ".join(ports), folder=shown(folder),
        outs=", ".join(f"n{net}" for net in sorted(outputs)), valid=places["in_valid"], ready=output("in_ready"),
        out=output("out_valid"),
    )  # fmt: skip
    (folder / "bench.v").write_text(text, encoding="ascii")
    (folder / "cells.v").write_text(library.models(), encoding="ascii")
    files = [shown(folder / name) for name in ("bench.v", "placed.v", "cells.v")]
    built = shown(folder / "simulation")
    what, log = f"simulation of {point.name}", folder / "simulation.log"
    processes.call(what, [processes.tool("iverilog"), "-g2005", "-s", "bench", "-o", built, *files], log)
    processes.call(what, [processes.tool("vvp"), "-n", built], log)
    done = re.search(r"CLOCKS (\d+) OUT (\d+)", log.read_text())
    clocks, out = map(int, done.groups())
    beats = len(lines) - first
    if pattern in IDLE:
        number = clocks
        if out:
            raise Failed(f"{what}, {pattern}: {out} results without a warp")
    else:
        number = WARPS
        results = WARPS if point.top in ONCE else beats
        if abs(out - results) > FILL:
            raise Failed(f"{what}, {pattern}: {out} results of {results}; log: {shown(log)}")
    known, toggled = loads(placement), changes(folder / "changes.vcd")
    (folder / "changes.vcd").unlink()
    half = library.cells().volts ** 2 / 2 / 1000  # pJ of a fF
    wire, pins = (sum(times * known[net][at] for net, times in toggled.items() if net in known) * half for at in (0, 1))
    own = sum(times * sum(known[net]) for net, times in toggled.items() if net in known and net in inputs) * half
    return {
        "pj": round((wire + pins) / number, 2),
        "of_wire": round(wire / (wire + pins), 3) if wire + pins else 0,
        "at_inputs": round(own / number, 2),
        "clock": round(clock_pj(placement, toggled, clocks) / number, 2),
        "toggles": round(sum(times for net, times in toggled.items() if net in known) / number, 1),
        "clocks": round(clocks / number, 2),
    }
