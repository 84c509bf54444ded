# SPDX-License-Identifier: Apache-2.0
"""Proves that the RTL is docs/rules.md. tests/rtl/test_formal.py makes all the proofs, and `make formal` calls that.

Every proof is a harness of this directory with values for its parameters. Yosys makes an and-inverter graph
of the harness and the RTL in it, ABC does the proof: by SAT sweeping where there is no state, by PDR, which
finds an inductive invariant, where there is. A proof counts if

- the assertions that reach ABC are those in the harness's text, by name, none missing;
- none of them can be violated;
- each of them can be checked at all, and each cover can be reached;
- the assumptions that reach ABC are those in the harness's text, which docs/develop/verification.md lists.

That no path leads through the unit without a register, from out_ready to out_valid or from an operand to an
output, is read off the netlist. tests/mutants/ puts the proofs on trial. Environment: RTL_DIR, YOSYS, ABC.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from tb import settings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RTL = os.environ.get("RTL_DIR") or os.path.join(ROOT, "rtl")
YOSYS = os.environ.get("YOSYS") or "yosys"
ABC = os.environ.get("ABC") or "yosys-abc"
BLOCK_CLOCKS = 18  # from reset on, in which the units in beats with block RAM are proved
LIMIT = 900  # seconds of processor time for one run of a tool


class Failure(Exception):
    """A proof without a result: the message is the reason."""


class Undecided(Failure):
    """Nothing is known: the tool or the machine got in the way."""


class TimeUp(Undecided):
    """Nothing is known after LIMIT."""


# ---- what is proved: (stage, parameters, and QUICK, USUAL or FULL, by its duration). The parameters are the
# ---- harness's, and CHAIN: 1 with the crossbar of chains, 0 with that of multiplexers

QUICK, USUAL, FULL = range(3)

# shfl_rvv with less than it can have
SMALL_RVV = (
    {"COMPRESS": 0},
    {"GATHER": 0},
    {"ELEN": 32},
    {"REGS": 1},
    {"REGS": 2, "ELEN": 32},
    {"COMPRESS": 0, "GATHER": 0, "ELEN": 32, "REGS": 4},
)


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
    yield "skid", {"W": 3}, QUICK
    yield "crossbar", {"LANES": 8, "W": 3, "CHAIN": 0, "PARTS": 2}, QUICK  # a W that is no power of two
    # the crossbar at its full size: each coding, in one and in parts
    for chain, parts in ((0, 1), (0, 2), (1, 1), (1, 3), (1, 16)):
        yield "crossbar", {"LANES": 32, "W": 32, "CHAIN": chain, "PARTS": parts}, FULL

    # AMD's lane crossing
    for lanes in (32, 64):
        yield "amd_source", {"LANES": lanes}, USUAL if lanes == 32 else FULL
        yield "amd_source", {"LANES": lanes, "WAYS": lanes // 8}, USUAL
        yield "amd_source", {"LANES": lanes, "WAYS": 1}, USUAL
        yield "amd_writeback", {"LANES": lanes, "W": lanes // 2 + 1}, QUICK if lanes == 64 else USUAL
        yield "amd_scatter", {"LANES": lanes}, USUAL if lanes == 32 else FULL
    # and the unit, from one end to the other
    for lanes, depth, gen, chain, network, when in (
        *((32, 1, "gfx12", 0, 0, USUAL), (32, 1, "gfx1250", 0, 16, USUAL), (32, 7, "gfx10", 1, 0, FULL)),
        *((64, 1, "gfx9", 0, 0, FULL), (64, 3, "gfx90a", 0, 16, FULL)),
    ):
        params = {"LANES": lanes, "W": 1, "DEPTH": depth, "GEN": settings.GENERATIONS.index(gen), "CHAIN": chain}
        yield "amd_data", params | {"PARTS": 0, "NETWORK": network, "TAG_W": 2}, when

    # its handshake, for all time; in beats, and the data of the first wave
    for depth, elastic, when in ((1, 0, USUAL), (3, 1, FULL), (4, 0, USUAL), (7, 0, FULL)):
        params = {"LANES": 32, "W": 1, "DEPTH": depth, "GEN": settings.GENERATIONS.index("gfx12"), "ELASTIC": elastic}
        yield "amd_unit", params | {"TAG_W": 2}, when
    for ways, gen in ((32, "gfx12"), (16, "gfx10")):
        params = {"LANES": 32, "WAYS": ways, "W": 1, "DEPTH": 0, "GEN": settings.GENERATIONS.index(gen)}
        yield "amd_banked", params | {"PERMUTE": 1, "MEMORY": 0, "TAG_W": 1}, FULL
        yield "amd_banked_data", params | {"PERMUTE": 1, "MEMORY": 0, "TAG_W": 2, "ALL": 1}, FULL

    # RISC-V's vector permutations
    for xlen in (32, 64):
        yield "rvv_decode", {"XLEN": xlen}, QUICK
    for features in ({}, {"ELEN": 32, "REGS": 1, "FLOATS": 4}, {"COMPRESS": 0, "GATHER": 0, "REGS": 4}):
        yield "rvv_legal", features, USUAL
    for agnostic in (1, 0):
        yield "rvv_sources", {"LANES": 8, "AGNOSTIC": agnostic, "OP": 8}, QUICK if agnostic else USUAL
    # 16 lanes one operation after the other; COMPRESS, of whose selections there are most, in some lanes
    for op in range(7):
        yield "rvv_sources", {"LANES": 16, "AGNOSTIC": op % 2, "OP": op}, USUAL
    for lane in (0, 9, 15):
        yield "rvv_sources", {"LANES": 16, "AGNOSTIC": 1, "OP": 7, "LANE": lane}, FULL
    # without what a core does not have
    for features in SMALL_RVV:
        yield "rvv_sources", {"LANES": 8, "AGNOSTIC": 1, "OP": 8} | features, USUAL
    yield "rvv", {"LANES": 8, "AGNOSTIC": 1, "PARTS": 0, "TAG_W": 2, "COMPRESS": 0, "ELEN": 32, "REGS": 1}, USUAL
    for agnostic, parts in ((1, 0), (0, 2)):
        yield "rvv", {"LANES": 8, "AGNOSTIC": agnostic, "PARTS": parts, "TAG_W": 2}, USUAL
    for depth, elastic in ((1, 0), (3, 0), (5, 1), (7, 0)):
        yield "rvv_unit", {"LANES": 8, "DEPTH": depth, "AGNOSTIC": 1, "ELASTIC": elastic, "TAG_W": 2}, USUAL
    for depth in (1, 4):
        params = {"LANES": 8, "DEPTH": depth, "AGNOSTIC": depth % 2, "NETWORK": 0, "TAG_W": 2}
        yield "rvv_data", params, FULL
    for ways, depth, when in ((8, 0, USUAL), (4, 0, USUAL)):
        params = {"LANES": 8, "REGS": 1, "WAYS": ways, "DEPTH": depth, "AGNOSTIC": 1, "MEMORY": 0}
        yield "rvv_banked", params | {"TAG_W": 1}, when
        yield "rvv_banked_data", params | {"TAG_W": 2}, FULL
        if ways == 8:
            yield "rvv_banked", params | {"TAG_W": 1, "ELEN": 32}, when
            yield "rvv_banked_data", params | {"TAG_W": 2, "ELEN": 32}, FULL
    yield "rvv_banked", {"LANES": 8, "REGS": 2, "WAYS": 8, "DEPTH": 2, "AGNOSTIC": 1, "MEMORY": 0, "TAG_W": 1}, FULL
    for lanes in (8, 16, 32, 64):
        for network in (n for n in (2, 4, 8, 16, 32) if n < lanes):
            when = QUICK if lanes == 8 else USUAL if lanes < 64 else FULL
            yield "rvv_network", {"LANES": lanes, "NETWORK": network}, when
            if lanes == 16:
                yield "rvv_network", {"LANES": lanes, "NETWORK": network, "COMPRESS": 0, "GATHER": 0}, USUAL

    # vote and elect
    for lanes in (2, 8, 16):
        yield "vote", {"LANES": lanes, "ELECT": int(lanes != 2)}, QUICK if lanes == 8 else USUAL
    for lanes, ways in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 4), (8, 4), (8, 8)):
        yield "vote_unit", {"LANES": lanes, "WAYS": ways, "TAG_W": 2}, QUICK if ways == 2 else USUAL

    # barriers, in several slots
    for lanes, ways, warps, slots, when in (
        *((2, 2, 2, 1, QUICK), (2, 1, 2, 2, QUICK), (2, 2, 3, 4, USUAL), (4, 2, 2, 1, USUAL), (4, 4, 3, 2, USUAL)),
        *((8, 8, 2, 1, USUAL), (4, 1, 3, 2, FULL)),
    ):
        yield "barrier_unit", {"LANES": lanes, "WAYS": ways, "WARPS": warps, "SLOTS": slots, "TAG_W": 2}, when

    # redux: each number of lanes from half of it; and the unit, for all time
    for lanes in every:
        for w in (1, 5, 32):
            yield "redux", {"LANES": lanes, "W": w}, QUICK if w == 5 and lanes < 32 else USUAL if lanes < 64 else FULL
    for lanes, ways, w, depth, when in (
        *((2, 1, 3, 1, QUICK), (2, 2, 3, 1, QUICK), (2, 1, 3, 2, QUICK), (2, 2, 3, 2, QUICK)),
        *((4, 1, 2, 1, USUAL), (4, 2, 3, 1, USUAL), (4, 2, 3, 2, QUICK), (4, 2, 3, 3, USUAL), (4, 4, 2, 3, USUAL)),
        *((8, 1, 2, 2, USUAL), (8, 2, 2, 2, USUAL), (8, 4, 1, 4, FULL), (8, 8, 1, 2, USUAL), (8, 8, 1, 4, USUAL)),
    ):
        yield "redux_unit", {"LANES": lanes, "WAYS": ways, "W": w, "DEPTH": depth, "TAG_W": 2}, when

    # the unit without a register
    for chain in (0, 1):
        for lanes, w, policy, when in ((2, 3, 0, QUICK), (8, 2, 1, QUICK), (32, 1, 2, USUAL), (32, 1, 0, USUAL)):
            yield "depth0", {"LANES": lanes, "W": w, "POLICY": policy, "CHAIN": chain, "PARTS": 0, "TAG_W": 2}, when

    # the unit, for all time: every other DEPTH and policy in both codings
    def unit(lanes, w, depth, policy, chain, parts, when=USUAL, **more):
        params = {"LANES": lanes, "W": w, "DEPTH": depth, "POLICY": policy, "CHAIN": chain, "PARTS": parts, "TAG_W": 2}
        return "", params | more, when

    for depth in range(1, settings.DEPTH_MAX + 1):
        for policy in range(3):
            yield unit(2, 1, depth, policy, 0, 0, QUICK if policy == depth % 3 else USUAL)
            yield unit(2, 1, depth, policy, 1, 1)
        yield unit(2, 3, depth, depth % 3, 0, 1)
    for depth in range(1, 5):
        yield unit(4, 1, depth, depth % 3, 0, 2)
        yield unit(4, 1, depth, (depth + 1) % 3, 1, 2)

    # elastic
    for depth in (2, 3, 5, settings.DEPTH_MAX):
        yield unit(2, 1, depth, depth % 3, depth % 2, 0, QUICK if depth == 5 else USUAL, ELASTIC=1)

    # gated: each unit
    for depth in (1, 3, 5, settings.DEPTH_MAX):
        yield unit(2, 1, depth, depth % 3, depth % 2, 0, QUICK if depth == 3 else USUAL, GATE=1)
    for depth in (1, 3):
        yield unit(4, 1, depth, depth % 3, 0, 0, NETWORK=2, GATE=1)
    yield unit(2, 1, 2, 0, 0, 0, GATE=1, ELASTIC=1, VOTE=1)
    params = {"LANES": 32, "W": 1, "DEPTH": 3, "GEN": settings.GENERATIONS.index("gfx12"), "GATE": 1, "TAG_W": 2}
    yield "amd_unit", params, FULL
    yield "rvv_unit", {"LANES": 8, "DEPTH": 3, "AGNOSTIC": 1, "GATE": 1, "TAG_W": 2}, USUAL
    for ways in (1, 2):
        yield "vote_unit", {"LANES": 2, "WAYS": ways, "GATE": 1, "TAG_W": 2}, QUICK
        yield "redux_unit", {"LANES": 2, "WAYS": ways, "W": 3, "DEPTH": 2, "GATE": 1, "TAG_W": 2}, QUICK
        yield "barrier_unit", {"LANES": 2, "WAYS": ways, "WARPS": 2, "SLOTS": 2, "GATE": 1, "TAG_W": 2}, QUICK

    # shfl_and_vote: without a register, for all time, and the data
    for lanes, w, policy in ((2, 3, 0), (8, 2, 1)):
        params = {"LANES": lanes, "W": w, "POLICY": policy, "CHAIN": 0, "PARTS": 0, "TAG_W": 2, "VOTE": 1}
        yield "depth0", params, USUAL
    for depth in range(1, settings.DEPTH_MAX + 1):
        yield unit(2, 1, depth, depth % 3, 0, 0, QUICK if depth == 1 else USUAL, VOTE=1)
    yield unit(2, 1, 5, 0, 0, 0, ELASTIC=1, VOTE=1)
    yield unit(4, 1, 3, 1, 0, 0, NETWORK=2, VOTE=1)

    # with a network, of at most two trips; more of them are in the data below. PDR takes 19, 49 and 244 s at DEPTH 4, 5
    # and 6, and does not end in 900 s at DEPTH_MAX
    for depth in range(1, settings.DEPTH_MAX):
        yield unit(4, 1, depth, depth % 3, 0, 0, QUICK if depth in (1, 3) else USUAL, NETWORK=2)
    for depth in (3, 5):
        yield unit(4, 1, depth, depth % 3, 0, 0, NETWORK=2, ELASTIC=1)
    for gate, vote in ((0, 0), (1, 0), (0, 1)):
        yield unit(4, 1, 1, 1, 0, 0, NETWORK=2, SELECTS=1, GATE=gate, VOTE=vote)
    for lanes in (4, 8, 16, 32, 64):
        for network in (n for n in (2, 4, 8, 16, 32) if n < lanes):
            yield "network_uniform", {"LANES": lanes, "NETWORK": network}, USUAL if lanes < 64 else FULL
            if network**3 >= lanes:  # with more ranks it takes hours
                yield "network_uniform", {"LANES": lanes, "NETWORK": network, "SELECTS": 1}, FULL

    # the unit with a skid buffer
    for depth in (0, 1, settings.DEPTH_MAX):
        for chain in (0, 1):
            params = {"LANES": 2, "W": 1, "DEPTH": depth, "POLICY": 1, "CHAIN": chain, "PARTS": 0, "TAG_W": 2}
            yield "unit_skid", params, USUAL if chain else QUICK
    for depth in (0, 4):
        yield (
            "banked_skid",
            {"LANES": 2, "WAYS": 1, "W": 1, "DEPTH": depth, "POLICY": 0, "MEMORY": 0, "TAG_W": 1},
            USUAL,
        )

    # the unit's data at 32 lanes: every other DEPTH, coding and policy, and W = 32 in full
    def data(w, depth, policy, chain, parts, when=USUAL, **more):
        params = {"LANES": 32, "W": w, "DEPTH": depth, "POLICY": policy, "CHAIN": chain, "PARTS": parts, "TAG_W": 16}
        return "data", params | more, when

    for depth in range(1, settings.DEPTH_MAX + 1):
        yield data(1, depth, depth % 3, 0, 0, QUICK if depth == 4 else USUAL)
        yield data(1, depth, (depth + 1) % 3, 1, 0)
    # with a network: each split of 8 lanes, in full, and the usual ones of 32
    for depth, lanes, network, when in (
        *((depth, 8, network, USUAL) for depth, network in ((1, 2), (2, 4), (7, 4), (5, 2))),
        (1, 16, 8, USUAL),
        (3, 16, 4, FULL),
        (1, 32, 16, FULL),
        (7, 32, 8, FULL),
    ):
        yield data(1, depth, depth % 3, 0, 0, when, LANES=lanes, NETWORK=network)
    for lanes, network, when in ((8, 2, USUAL), (8, 4, USUAL), (16, 4, FULL), (16, 8, FULL)):
        yield data(1, 1, 1, 0, 0, when, LANES=lanes, NETWORK=network, SELECTS=1)
    yield data(1, 4, 1, 0, 0, LANES=8, VOTE=1)
    yield data(32, 1, 0, 0, 1, FULL)
    yield data(32, 7, 0, 0, 2, FULL)
    yield data(32, 7, 1, 1, 3, FULL)

    # shfl_banked: for all time with LUT memory, with block RAM from reset on; the data at 32 lanes
    def banked(lanes, ways, depth, policy, memory=0, skid=0, when=USUAL, **more):
        params = {"LANES": lanes, "WAYS": ways, "W": 1, "DEPTH": depth, "POLICY": policy, "MEMORY": memory}
        return "banked_data" if "ALL" in more else "banked", {**params, "SKID": skid, "TAG_W": 1, **more}, when

    yield banked(2, 1, 0, 0, when=QUICK)
    yield banked(2, 1, 0, 1, skid=1)
    yield banked(2, 1, 0, 2)
    for depth in range(3):
        yield banked(2, 2, depth, (depth + 1) % 3, skid=depth % 2, when=QUICK if depth == 0 else USUAL)
    yield banked(2, 1, 1, 1, when=FULL)
    yield banked(4, 2, 0, 0)
    yield banked(4, 4, 1, 2)
    for lanes, ways, depth, policy, skid in ((2, 1, 0, 0, 0), (2, 1, 2, 2, 1), (2, 2, 4, 1, 0), (4, 2, 0, 1, 0)):
        yield banked(lanes, ways, depth, policy, 1, skid)
    yield banked(2, 1, 0, 1, ELASTIC=1)
    yield banked(2, 1, 4, 0, 1, ELASTIC=1)
    yield banked(2, 1, 0, 1, GATE=1)
    yield banked(2, 1, 4, 0, 1, GATE=1)
    for n, ways in enumerate((4, 8, 16)):
        yield banked(32, ways, n, n % 3, 0, ALL=0)
        yield banked(32, ways, 4 - n, (n + 1) % 3, 1, ALL=0)
    for n, ways in enumerate((1, 2)):
        yield banked(32, ways, 4 - n, n, 0, ALL=1, when=QUICK)
        yield banked(32, ways, n, n + 1, 1, ALL=1)

    # match, for all time
    for lanes, b, slices, whole in ((2, 1, 1, 0), (2, 1, 2, 1), (2, 2, 3, 1), (4, 1, 2, 0), (4, 1, 2, 1)):
        params = {"LANES": lanes, "B": b, "SLICES": slices, "ALL": whole, "TAG_W": 1}
        yield "match", params, QUICK if slices * lanes <= 4 else USUAL
    for lanes, w, b, whole in ((2, 1, 1, 0), (2, 2, 1, 1), (2, 6, 2, 1), (4, 2, 1, 1)):
        yield "match_words", {"LANES": lanes, "W": w, "B": b, "ALL": whole, "TAG_W": 1}, QUICK if w <= 2 else USUAL


# ---- paths: R5.3.5, R5.3.13, R5.6.5, R6.3.6, R6.3.7, R12.3.4, V5.3.1, V5.4.3, A12.3.1, A12.3.5, A12.4.1

PATHS = [("shfl", {"LANES": 2, "W": 1, "DEPTH": 7, "POLICY": 1})]
PATHS += [
    (unit, {"LANES": lanes, "DEPTH": depth, "SKID": skid, **more})
    for unit, lanes, more in (
        ("shfl", 2, {"W": 1}),
        ("shfl_and_vote", 2, {"W": 1}),
        ("shfl_amd", 32, {"W": 1, "GEN": 5}),
        ("shfl_rvv", 8, {}),
    )
    for depth, skid in ((0, 0), (1, 0), (7, 0), (0, 1), (1, 1), (7, 1))
]
PATHS += [
    (unit, {"LANES": 4, "W": 1, "NETWORK": 2, "DEPTH": depth, "SKID": skid})
    for unit in ("shfl", "shfl_and_vote")
    for depth, skid in ((1, 0), (7, 0), (1, 1))
]
PATHS += [
    (unit, {"LANES": lanes, "WAYS": ways, "DEPTH": depth, "MEMORY": memory, "SKID": skid, **more})
    for unit, lanes, ways, more in (
        ("shfl_banked", 4, 2, {"W": 1, "POLICY": 1}),
        ("shfl_amd_banked", 32, 16, {"W": 1, "GEN": 5}),
        ("shfl_rvv_banked", 8, 4, {}),
    )
    for depth, memory, skid in ((0, 0, 0), (0, 0, 1), (4, 1, 1))
]
PATHS += [
    ("shfl_vote", {"LANES": 4, "WAYS": 4, "DEPTH": 0}),
    ("shfl_vote", {"LANES": 4, "WAYS": 4}),
    ("shfl_vote", {"LANES": 4, "WAYS": 2}),
    ("shfl_redux", {"LANES": 4, "WAYS": 4, "W": 2, "DEPTH": 0}),
    ("shfl_redux", {"LANES": 4, "WAYS": 4, "W": 2, "DEPTH": 3}),
    ("shfl_redux", {"LANES": 4, "WAYS": 2, "W": 2}),
    ("shfl_barrier", {"LANES": 4, "WAYS": 4, "WARPS": 3, "SLOTS": 2, "DEPTH": 0}),
    ("shfl_barrier", {"LANES": 4, "WAYS": 2, "WARPS": 3, "SLOTS": 2}),
    ("shfl_match", {"LANES": 4}),
    ("shfl_match_words", {"LANES": 4, "W": 2}),
]

# ---- how


def paths(unit, params, rtl, base):
    """Failure if there is a path without a register that must not be."""
    cells = ":-$dff,-$dffe,-$sdff,-$sdffe,-$sdffce"
    # hierarchy's own -chparam fails in Yosys 0.23 where two instances of a module have the same parameters
    values = "".join(" -set %s %d" % p for p in parameters(params))
    script = read(params, rtl, folder_of(unit[5:], {})) + f"chparam{values} {unit}\nhierarchy -check -top {unit}\n"
    script += "proc\nflatten\nmemory_map\nopt_clean\n"

    def without(names, *others):
        return " ".join([names, *(f"{other} %d" for other in others)])

    ready = ["i:rst"] + ["i:out_ready"] * (not params.get("SKID"))
    may = list(ready)
    if unit == "shfl_amd":
        may += ["i:op", "i:control", "i:fi"]  # of ds_permute, where it is legal
    if params.get("NETWORK") and params["DEPTH"] == 1:
        may += ["i:mode", "i:s?_is_imm", "i:s?_imm", "i:s?", "i:is_vote"]  # of the trips
    registered = params.get("DEPTH", 1) > 0 or "MEMORY" in params
    script += f"select -assert-any o:in_ready %ci*{cells} {ready[-1]} %i\n"
    for start, to in (
        (without("i:*", *may), "o:in_ready"),
        ("i:*" if registered else "i:out_ready", without("o:*", "o:in_ready")),
    ):
        script += f"select -assert-none {to} %ci*{cells} {start} %i\n"
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")


def sources(rtl, *more):
    """The files of the RTL in folder RTL and in MORE, whose files replace those of the same name in RTL."""
    left_out = [f for folder in more for f in os.listdir(folder)]
    files = [os.path.join(rtl, f) for f in os.listdir(rtl) if f.endswith(".v") and f not in left_out]
    files += [os.path.join(folder, f) for folder in more for f in os.listdir(folder) if f.endswith(".v")]
    return " ".join(sorted(files))


def folder_of(stage, params):
    """The folder of rtl/ that has the stage or unit, "" for rtl/ itself."""
    first = stage.split("_")[0]
    if params.get("VOTE") or first in ("vote", "match", "redux", "barrier", "and"):
        return "collective"
    return first if first in ("amd", "rvv") else ""


def read(params, rtl, folder="", how=""):
    """Yosys's command that reads the RTL in the folder RTL, and in FOLDER of it; HOW: its options."""
    more = [os.path.join(rtl, "chain")] * bool(params.get("CHAIN")) + [os.path.join(rtl, folder)] * bool(folder)
    folders = " ".join("-I" + folder for folder in [rtl, HERE, *more])
    return "read_verilog -formal %s %s %s\n" % (how, folders, sources(rtl, *more))


def parameters(params):
    """Those of the harness or the unit."""
    return [(name, value) for name, value in params.items() if name != "CHAIN"]


def harness(stage):
    return "shfl_%sprops" % (stage + "_" if stage else "")


def included(name):
    """The text of a file of this directory, with those that it includes from here in their places, without comments."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    here = os.listdir(HERE)
    return re.sub(r'`include "(.*)"', lambda found: included(found[1]) if found[1] in here else "", text)


def text_of(stage):
    """The names of the assertions, assumptions and covers in the harness's text."""
    text = included(harness(stage) + ".v")
    names = [set(re.findall(r"(\w+):\s*%s\b" % kind, text)) for kind in ("assert", "assume", "cover")]
    for kind, named in zip(("assert", "assume"), names):
        if len(named) != len(re.findall(r"\b%s\b" % kind, text)):
            raise Failure("an %s of %s.v has no name" % (kind, harness(stage)))
    return names


def run(command, log):
    """The command's output; what it printed is appended to the log."""
    if not shutil.which(command[0]):
        raise Undecided("no command %s" % command[0])
    # by the shell, since a limit that Python sets in the child is unsafe with threads
    limited = ["sh", "-c", 'ulimit -S -t %d; exec "$@"' % LIMIT, "sh", *command]
    done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    out = done.stdout.decode(errors="replace")
    if -done.returncode == signal.SIGXCPU:
        raise TimeUp("%s took more than %d s; log %s" % (command[0], LIMIT, log))
    with open(log, "a") as f:
        f.write("$ %s\n%s" % (" ".join(command), out))
    if done.returncode != 0:
        raise Undecided("%s: exit status %d; log %s" % (command[0], done.returncode, log))
    return out


@functools.cache
def lower():
    """The command that makes $assert, $assume and $cover of the $check cells of Yosys 0.37 and later; none before."""
    output = subprocess.run(
        [YOSYS, "-p", "help chformal"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    ).stdout
    return "chformal -lower" if b"-lower" in output else ""


# of one assertion: what it alone does not need is removed, and narrow words are made of wide ones
ONLY = """
delete t:$cover t:$assert %u c:{only} %d
opt_clean
opt_expr -fine -mux_undef
wreduce
opt_expr -fine -mux_undef
opt_merge
"""


def graphs(stage, params, rtl, base, only=None):
    """Yosys: harness and RTL as BASE.aig, and of that BASE.violated.aig and BASE.reached.aig. ONLY: of that assertion,
    without covers."""
    top = harness(stage)
    script = """
{read}
read_verilog -formal -defer -I{defs} -I{defs}/amd -I{defs}/rvv -I{here} {here}/{top}.v
hierarchy -check -top {top}{chparam}
proc -noopt
flatten
check -assert
memory_map
{lower}
tee -q -o {base}.asserts select -list t:$assert
tee -q -o {base}.assumes select -list t:$assume
{some}
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
""".format(
        read=read(params, rtl, folder_of(stage, params), "-defer"),
        some=ONLY.format(only=only) if only else "",
        defs=RTL,
        here=HERE,
        top=top,
        base=base,
        lower=lower(),
        chparam="".join(" -chparam %s %d" % p for p in parameters(params)),
    )
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
    while left:  # two numbers a gate; a number's last byte is less than 128
        left -= data[end] < 128
        end += 1
    names = {int(n): name.decode() for n, name in re.findall(rb"^o(\d+) (\S+)$", data[end:], re.M)}
    if sorted(names) != list(range(outputs)):
        raise Failure("%s: %d outputs, but %d names" % (aig, outputs, len(names)))
    return (
        numbers,
        lines[:latches],
        lines[latches : latches + outputs],
        lines[latches + outputs :],
        data[:end],
        [names[i] for i in range(outputs)],
    )


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
    read = "read_aiger %s; fold; strash; "
    if not state and not only:
        out = abc(read % aig + "pdr -a", log)
        return {names[int(n)] for n in re.findall(r"Output +(\d+) (?:of miter \S+ )?was (?:trivially )?asserted", out)}
    # one by one: bmc3 -a crashes, and one that is violated is found long before another one is proved
    chosen = [name for name in names if not only or name in only]
    how, pattern = "sat", r"^(?:(SAT)|UNSAT)ISFIABLE"
    if state:
        how = "bmc3 -F %d" % frames
        pattern = r"Output +\d+ (?:of miter \S+ )?was (?:trivially )?(asserted)|No output asserted|Constraint"
    for n, name in enumerate(chosen):  # not every ABC can extract an output with its state from a graph
        keep_outputs(aig, "%s.%d.aig" % (aig, n), "^" + re.escape(name) + "$")
    out = abc("; ".join(read % ("%s.%d.aig" % (aig, n)) + how for n in range(len(chosen))), log)
    results = re.findall(pattern, out, re.M)
    if len(results) != len(chosen):
        raise Undecided("%d of %d outputs were looked at; log %s" % (len(results), len(chosen), log))
    return {name for name, yes in zip(chosen, results) if yes}


def impossible(stage, params):
    """What cannot be reached, since a unit with one pipeline register has no warp before another in it, and no clock
    between; and a warp of one beat has no other beat."""
    gone, whole = set(), params.get("WAYS") == params["LANES"] if "LANES" in params else False
    if (
        stage in ("vote_unit", "barrier_unit")
        or stage in ("", "redux_unit", "amd_unit", "rvv_unit")
        and params["DEPTH"] == 1
    ):
        gone = {"comes_behind_others.reached", "none_comes_early.checked"}
    if stage in ("vote_unit", "redux_unit") and whole:
        gone |= {"of_some_beats.reached"}
    if stage == "banked" and whole:
        gone = {"crosses.reached"}
    return gone


def length(stage, params):
    """How many clocks a proof is unrolled; None: it is for all time."""
    if stage in ("data", "amd_data", "rvv_data"):  # with a network, and alone, behind a clock without an offer
        network = params.get("NETWORK", 0)
        trips = params["LANES"] // network + params.get("SELECTS", 0) if network else 1
        return params["DEPTH"] + trips + (network > 0 or stage != "data")
    if stage == "amd_scatter":
        return params["LANES"] + 3
    if stage in ("banked_data", "amd_banked_data", "rvv_banked_data"):  # the last clock of shfl_first_warp.vh
        beats = params["LANES"] * params.get("REGS", 1) // params["WAYS"]
        return 2 * beats + 5 + params["DEPTH"] + 4 * params["MEMORY"]
    return BLOCK_CLOCKS if params.get("MEMORY") and stage in ("banked", "amd_banked", "rvv_banked") else None


def prove(stage, params, rtl, base, suspect=None):
    """Failure if it is not proved, or nothing is. SUSPECT is an assertion that is looked at first: that one is violated
    is found long before all of them are found not to be proved."""
    for old in (".log", ".violated.aig", ".reached.aig", ".asserts", ".assumes"):
        if os.path.exists(base + old):
            os.remove(base + old)
    asserts, assumes, covers = text_of(stage)
    clocks = length(stage, params)
    log, frames = base + ".log", max(40, clocks or 0)

    def outputs(wanted):
        """The outputs of the graph of violations, and whether it has state; Failure if they are not those wanted."""
        there, assumed = (
            {line.split("/")[-1] for line in pathlib.Path(base + kind).read_text().split()}
            for kind in (".asserts", ".assumes")
        )
        if assumed != assumes:
            raise Failure("assumed: %s, expected %s; log %s" % (sorted(assumed), sorted(assumes), log))
        names, state = outputs_of(base + ".violated.aig")
        if not asserts or there != asserts or set(names) != {a + ".violated" for a in wanted}:
            raise Failure(
                "of the assertions %s only %s reached the solver; log %s"
                % (" ".join(sorted(asserts)), " ".join(n.split(".")[0] for n in names) or "none", log)
            )
        return state

    if suspect:
        graphs(stage, params, rtl, base, suspect)
        outputs({suspect})
        if satisfied(base + ".violated.aig", frames, log):
            raise Failure("violated: %s; log %s" % (suspect, log))
    graphs(stage, params, rtl, base)
    state = outputs(asserts)

    if stage.endswith("data") or stage == "amd_scatter":
        how, good = "frames -i -F %d; &get; &fraig -y; &put; orpos; sat" % clocks, "UNSATISFIABLE"
    elif clocks:
        how, good = "orpos; scorr; bmc3 -F %d" % clocks, "No output asserted in %d frames" % clocks
    elif state:
        how, good = "orpos; scorr; pdr", "Property proved"
    else:
        how, good = "&get; &fraig -y; &put; orpos; sat", "UNSATISFIABLE"
    read = "read_aiger %s.violated.aig; fold; strash; " % base
    out = abc(read + how, log)
    if "Property UNDECIDED" in out:  # newer ABCs, of a graph that scorr has made empty
        out = abc(read + how.replace("scorr; ", ""), log)
    if good not in out:
        wrong = satisfied(base + ".violated.aig", frames, log)
        if not wrong:
            raise Undecided("not proved, but no assertion is found violated; log %s" % log)
        raise Failure("violated: %s; log %s" % (" ".join(sorted(n.split(".")[0] for n in wrong)), log))

    wanted = {a + ".checked" for a in asserts} | {c + ".reached" for c in covers}
    missing = wanted - satisfied(base + ".reached.aig", frames, log)
    if missing != impossible(stage, params):
        raise Failure("never reached: %s; log %s" % (" ".join(sorted(missing)) or "nothing, though it should be", log))


def title(stage, params):
    return " ".join([stage or "unit"] + ["%s=%d" % p for p in params.items()])


def main(arguments):
    """prove.py STAGE [PARAMETER=VALUE ...], as title() has it: one proof; prints its result, in the form of
    synth/campaign/kinds.py.

    Exit status: 0 proved, or not decided in LIMIT; 1 violated; 2 misuse; 3 environment error.
    """
    stage = arguments[0] if arguments else ""
    params = dict(re.findall(r"^(\w+)=(\d+)$", "\n".join(arguments[1:]), re.M))
    known = {name: values for name, values, _ in proofs()}
    stage = "" if stage == "unit" else stage
    if not arguments or stage not in known or len(params) != len(arguments) - 1:
        stages = " ".join(name or "unit" for name in known)
        print(
            "openshfl: prove.py %s: expected one of %s, and PARAMETER=VALUE ..." % (" ".join(arguments), stages),
            file=sys.stderr,
        )
        return 2
    outcome, finding = "proved", ""
    try:
        with tempfile.TemporaryDirectory() as folder:
            try:
                prove(stage, {name: int(value) for name, value in params.items()}, RTL, os.path.join(folder, "proof"))
            except TimeUp:
                outcome = "undecided"
            except Undecided:
                raise
            except Failure as failure:
                outcome, finding = "violated", str(failure).split("; log ")[0]
    except (Undecided, OSError) as wrong:
        print("openshfl: %s" % wrong, file=sys.stderr)
        return 3
    adds = {name: int(name == outcome) for name in ("proved", "undecided", "violated")}
    print(json.dumps({"of": {"harness": arguments[0]}, "adds": adds, "finding": finding}))
    return adds["violated"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
