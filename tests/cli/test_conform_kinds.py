# SPDX-License-Identifier: Apache-2.0
"""The levels of the conformance kit that are more than a shuffle.

The right results and those of each known fault are computed here from the operands, by the rules of test_collective and
the texts of RISC-V V, CUDA and CUB, not by the kit's functions or the model."""

import collections
import functools
import json
import os
import re
import types
import xml.etree.ElementTree

import pytest
from conftest import BUILD, ROOT, built, run, where_changed
from test_collective import WORD, match_all, match_any, reduce, vote_all, vote_any, vote_eq

VLEN = 128  # of the faults; 1024, with groups of more than 256 elements, is the default


@pytest.fixture(scope="module", autouse=True)
def made():
    for name in ("openshfl", "cli/conform/right.so", "cli/conform/known"):
        built(name)


@pytest.fixture(scope="module", name="profile")
def profile_of_a_core(tmp_path_factory):
    path = tmp_path_factory.mktemp("core") / "profile"
    path.write_text(f"vlen {VLEN}\n")
    return path


def conform(*arguments, status=0):
    return run([BUILD / "openshfl", "conform", *arguments], status=status)


def masked(mask):
    return sum(bool(bit) << k for k, bit in enumerate(mask))


def field_rows(level, *options):
    """The fields of each line, as numbers; distances are decimal."""
    for line in conform("--vectors", level, *options).stdout.splitlines():
        fields = line.split()
        numbers = [int(field, 16) for field in fields[:3]] if level == "block-shuffle" else []
        if numbers:
            numbers.append(int(fields[3]))
        yield numbers + [int(field, 16) for field in fields[len(numbers) :]]


# ---- RISC-V V: chapters 3.4, 16.3 to 16.5

GATHER, SLIDE, COMPRESS = "rvv-gather", "rvv-slide", "rvv-compress"
VV, EI16, GATHER_X, GATHER_I, UP_X, UP_I, DOWN_X, DOWN_I, ONE_UP_X, ONE_UP_F, ONE_DOWN_X, ONE_DOWN_F, PACK = range(13)
ONE_UP, ONE_DOWN = (ONE_UP_X, ONE_UP_F), (ONE_DOWN_X, ONE_DOWN_F)
SCALAR, ONES, OLD = "scalar", "ones", "old"  # what an element gets, besides the number of one of vs2, or None: 0


def rvv(op, vlen, sew, vlmul, vl, vstart, vm, vta, vma, x, mask, *rest):
    lmul = 2.0 ** (vlmul if vlmul < 4 else vlmul - 8)
    elements = int(vlen * max(lmul, 1)) // sew
    lists = [rest[n : n + elements] for n in range(0, len(rest), elements)]
    index = lists.pop(0) if op in (VV, EI16) else None
    source, old = lists
    return types.SimpleNamespace(
        op=op, sew=sew, vl=vl, vstart=vstart, vm=vm, vta=vta, vma=vma, x=x, mask=mask, index=index,
        source=source, old=old,
        elements=elements, vlmax=int(vlen * lmul) // sew, in_register=vlen // sew, ones=2**sew - 1,
    )  # fmt: skip


@functools.cache
def instructions(level, *options):
    return [rvv(*fields) for fields in field_rows(level, *options)]


def below_offset(s, i):
    return s.op in (UP_X, UP_I) and i < s.x


def index_of(s, i):
    return s.index[i] if s.op in (VV, EI16) else s.x


def source_of(s, i):
    """The element of vs2, or SCALAR; one of VLMAX or more is 0."""
    if s.op == PACK:
        return s.chosen[i] if i < len(s.chosen) else None
    if s.op <= GATHER_I:
        return index_of(s, i)
    if s.op in (UP_X, UP_I):
        return i - s.x
    if s.op in (DOWN_X, DOWN_I):
        return i + s.x
    if s.op in ONE_UP:
        return i - 1 if i else SCALAR
    return i + 1 if i != s.vl - 1 else SCALAR


def kind_of(s, i):
    """prestart, nothing (vl 0), tail, off, below (the offset) or body."""
    if s.vl == 0 or s.vstart >= s.vl:
        return "nothing"
    if i < s.vstart:
        return "prestart"
    if i >= s.vl:
        return "tail"
    if s.op == PACK:
        return "body" if i < len(s.chosen) else "tail"
    if not s.vm and not s.mask >> i & 1:
        return "below" if below_offset(s, i) else "off"
    return "below" if below_offset(s, i) else "body"


def got_of(s, what):
    if what in (SCALAR, ONES):
        return {SCALAR: s.x & s.ones, ONES: s.ones}[what]
    if isinstance(what, tuple):  # a value itself
        return what[0]
    return s.source[what] if what is not None and 0 <= what < s.vlmax else 0


def executed(s, fault=None):
    """Of each element the results that are right; or, with a fault, that of the peer.

    The fault is a function of the instruction, the element and its kind: what it gets. It may change the instruction
    with the function `before`."""
    s = types.SimpleNamespace(**vars(s))
    fault = fault or {}
    if "before" in fault:
        fault["before"](s)
    s.chosen = [k for k in range(s.vl) if s.mask >> k & 1]
    results = []
    for i in range(s.elements):
        kind = fault.get("kind", kind_of)(s, i)
        what = source_of(s, i) if kind == "body" else OLD
        if "what" in fault:
            what = fault["what"](s, i, kind, what)
        value = s.old[i] if what == OLD else got_of(s, what)
        agnostic = what == OLD and (kind == "tail" and s.vta or kind == "off" and s.vma)
        results.append((value, s.ones if agnostic else value))
    return results


def change(**fields):
    """Before: fields of the instruction become these."""

    def before(s):
        for name, formula in fields.items():
            setattr(s, name, formula(s))

    return {"before": before}


def signed(value, width):
    return (value & 2**width - 1 ^ 1 << width - 1) - (1 << width - 1)


def indices(formula):
    return change(
        x=lambda s: formula(s, s.x), index=lambda s: s.index and [formula(s, index) for index in s.index]
    )  # fmt: skip


def offset(formula):
    """A negative offset slides the other way."""

    def before(s):
        number = formula(s)
        if number < 0:
            s.op = {UP_X: DOWN_X, UP_I: DOWN_I, DOWN_X: UP_X, DOWN_I: UP_I}[s.op]
        s.x = abs(number)

    return {"before": before}


def at(when, value):
    """Elements for which WHEN holds get VALUE."""
    return {"what": lambda s, i, kind, what: value(s, i, what) if when(s, i, kind, what) else what}


def outside(s, i, kind, what):
    return kind == "body" and what >= s.vlmax


def own_source(s, i, kind, what):
    return kind == "body" and what != SCALAR and what is not None and 0 <= what < s.vlmax


def crosses(s, i, kind, what):
    return own_source(s, i, kind, what) and what // s.in_register != i // s.in_register


def off_or_below(s, i, kind, what):
    return not s.vm and not s.mask >> i & 1 and kind in ("off", "below")


def hidden(s, i, kind, what):
    return kind == "tail" or kind == "body" and i >= s.vl


def no_source(first):
    return lambda s: [0 if k >= first(s) else value for k, value in enumerate(s.source)]


def to_register(s):
    return max(s.vlmax, s.in_register)


TAIL = {
    "vta_unread": at(
        lambda s, i, kind, what: kind not in ("nothing",) and i >= s.vl and not s.vta, lambda s, i, what: ONES
    ),
    "tail_zero": at(lambda s, i, kind, what: kind != "nothing" and i >= s.vl, lambda s, i, what: None),
    "tail_at_vl_0": at(lambda s, i, kind, what: kind == "nothing" and s.vta and i >= s.vl, lambda s, i, what: ONES),
}
MASKED = {
    "mask_unread": change(vm=lambda s: 1),
    "vstart_unread": change(vstart=lambda s: 0),
    "vma_unread": at(lambda s, i, kind, what: off_or_below(s, i, kind, what) and not s.vma, lambda s, i, what: ONES),
    "masked_zero": at(off_or_below, lambda s, i, what: None),
}
CUT = {f"cut {n}": indices(lambda s, index, n=n: index & 2**n - 1) for n in range(1, 64)}
RVV_FAULTS = {
    GATHER: {
        "index_modulo": indices(lambda s, index: index % s.vlmax),
        "index_sew": indices(lambda s, index: index & s.ones),
        **{name.replace("cut", "index_cut"): fault for name, fault in CUT.items()},
        "imm_signed": change(x=lambda s: s.x if s.x < 16 else 2**64 - 32 + s.x),
        "outside_own": {"what": lambda s, i, kind, what: what},  # below
        "outside_last": indices(lambda s, index: min(index, s.vlmax - 1)),
        "outside_keeps": at(outside, lambda s, i, what: OLD),
        "above_vl": change(source=no_source(lambda s: s.vl)),
        "last_of_vl": change(source=lambda s: [0 if k == s.vl - 1 else value for k, value in enumerate(s.source)]),
        "to_register_end": change(vlmax=to_register),
        **MASKED, **TAIL,
    },
    SLIDE: {
        "offset_sew": change(x=lambda s: s.x & s.ones),
        **{name.replace("cut", "offset_cut"): fault for name, fault in CUT.items()},
        "offset_signed": offset(lambda s: signed(s.x, 64)),
        "offset_int32": offset(lambda s: signed(s.x, 32)),
        "imm_signed": offset(lambda s: signed(s.x, 5)),
        "rotates": change(x=lambda s: s.x % s.vlmax),
        "each_register": at(crosses, lambda s, i, what: None),
        "repeats": at(own_source, lambda s, i, what: 0),
        "above_vl": change(source=no_source(lambda s: s.vl)),
        "to_register_end": change(vlmax=to_register),
        "below_zero": at(lambda s, i, kind, what: kind == "below" and (s.vm or s.mask >> i & 1),
                         lambda s, i, what: None),
        "below_ones": at(lambda s, i, kind, what: kind == "below" and s.vta, lambda s, i, what: ONES),
        "scalar_everywhere": at(lambda s, i, kind, what: kind == "body", lambda s, i, what: SCALAR),
        "scalar_at_vstart": at(lambda s, i, kind, what: kind == "body" and i == s.vstart, lambda s, i, what: SCALAR),
        "scalar_at_vlmax": at(lambda s, i, kind, what: kind == "body",
                              lambda s, i, what: SCALAR if i == s.vlmax - 1 else i + 1),
        "scalar_masked": at(lambda s, i, kind, what: kind == "off" and i == s.vl - 1, lambda s, i, what: SCALAR),
        "scalar_int32": change(x=lambda s: signed(s.x, 32)),
        "last_kept": at(lambda s, i, kind, what: kind == "body" and i == s.vl - 1, lambda s, i, what: (s.old[i],)),
        **MASKED, **TAIL,
    },
    COMPRESS: {
        "clears_to_vl": at(lambda s, i, kind, what: kind == "tail" and i < s.vl, lambda s, i, what: None),
        "rest_zero": at(lambda s, i, kind, what: kind == "tail", lambda s, i, what: None),
        "rest_ones": at(lambda s, i, kind, what: kind == "tail", lambda s, i, what: ONES),
        "stays": {"kind": lambda s, i: "body" if i < s.vl else kind_of(s, i),
                  "what": lambda s, i, kind, what: what if kind != "body" else i if s.mask >> i & 1 else OLD},
        "selects_above_vl": change(vl=lambda s: s.vl and s.vlmax),
        "mask_inverted": change(mask=lambda s: ~s.mask),
        "mask_byte_0": change(mask=lambda s: (s.mask & 255) * (2**1024 // 255)),
        **TAIL,
    },
}  # fmt: skip
RVV_NAMES = {
    GATHER: ["vrgather.vv", "vrgatherei16.vv", "vrgather.vx", "vrgather.vi"],
    SLIDE: ["vslideup.vx", "vslideup.vi", "vslidedown.vx", "vslidedown.vi", "vslide1up.vx", "vfslide1up.vf",
            "vslide1down.vx", "vfslide1down.vf"],
    COMPRESS: ["vcompress.vm"],
}  # fmt: skip
# the operations of a fault that not all show, or that are not of all
X_FORMS, SLIDES, ONES_OF = {UP_X, DOWN_X}, {UP_X, UP_I, DOWN_X, DOWN_I}, {*ONE_UP, *ONE_DOWN}
OPS = {
    (GATHER, "index_sew"): {EI16, GATHER_X},
    (GATHER, "imm_signed"): {GATHER_I},
    (SLIDE, "imm_signed"): {UP_I, DOWN_I},
    **{(SLIDE, name): X_FORMS for name in ("offset_sew", "offset_signed", "offset_int32")},
    **{(SLIDE, f"offset_cut {n}"): SLIDES for n in range(1, 64)},
    (SLIDE, "rotates"): SLIDES,
    (SLIDE, "to_register_end"): {DOWN_X, DOWN_I},
    **{(SLIDE, name): {UP_X, UP_I} for name in ("below_zero", "below_ones")},
    **{(SLIDE, name): ONES_OF for name in ("scalar_everywhere", "scalar_int32")},
    (SLIDE, "scalar_at_vstart"): set(ONE_UP),
    **{(SLIDE, name): set(ONE_DOWN) for name in ("scalar_at_vlmax", "scalar_masked", "last_kept")},
}


def rvv_line(results, choice=0):
    return " ".join(f"{pair[choice]:x}" for pair in results)


def outside_own(s):
    """The formula reads vs2 by the element, not below VLMAX alone."""
    return [
        (s.source[i],) * 2 if kind_of(s, i) == "body" and index_of(s, i) >= s.vlmax else pair
        for i, pair in enumerate(executed(s))
    ]


@pytest.mark.parametrize("level", RVV_NAMES)
@pytest.mark.parametrize("vlen", [64, VLEN, pytest.param(1024, marks=pytest.mark.slow)])
def test_right_instructions(level, vlen, tmp_path):
    """Those of --expect are those of the text; agnostic elements may be ones. The model's functions agree."""
    (tmp_path / "profile").write_text(f"vlen {vlen}\n")
    options = ["--profile", tmp_path / "profile"]
    results = [executed(s) for s in instructions(level, *options)]
    assert conform("--expect", level, *options).stdout.splitlines() == [rvv_line(each) for each in results]
    (tmp_path / "ones").write_text("".join(rvv_line(each, 1) + "\n" for each in results))
    for words in ([tmp_path / "ones"], ["--so", BUILD / "cli/conform/right.so"]):
        report = conform(*words, "--level", level, *options).stdout
        assert report.count("  agrees\n") == len(RVV_NAMES[level]) and report.endswith("\nagrees\n")


def test_instructions_have_everything():
    """Of each form: every SEW and LMUL, vl of 0, VLMAX and between, vstart, mask, policy; 16-bit indices above 255."""
    rows = [s for level in RVV_NAMES for s in instructions(level)]
    for op in range(13):
        those = [s for s in rows if s.op == op]
        shapes = {(s.sew, s.vlmax) for s in those}
        wanted = {(sew, 1024 * 2**lmul // 8 * 8 // sew) for sew in (8, 16, 32, 64) for lmul in range(4)}
        wanted |= {
            (sew, 1024 // 2**part // sew) for sew in (8, 16, 32, 64) for part in (1, 2, 3) if sew * 2**part <= 64
        }
        if op in (ONE_UP_F, ONE_DOWN_F):
            wanted = {shape for shape in wanted if shape[0] > 8}
        assert shapes == wanted - ({(8, 1024)} if op == EI16 else set())
        assert {(s.vta, s.vma) for s in those} == {(a, b) for a in (0, 1) for b in (0, 1)}
        assert {s.vm for s in those} == ({1} if op == PACK else {0, 1})
        assert {s.vl == 0 for s in those} == {s.vl == s.vlmax for s in those} == {True, False}
        assert op == PACK or {s.vstart > 0 for s in those} == {s.vstart >= s.vl for s in those} == {True, False}
    assert any(255 < index < s.vlmax for s in rows if s.op == EI16 and s.sew == 8 for index in s.index)


def operations(path, level, *options, status=1):
    """By its name, what the report says of an operation."""
    report = json.loads(conform(path, "--level", level, "--json", "-", *options, status=status).stdout)
    return {found["operation"]: found for found in report["levels"][0]["operations"]}


@functools.cache
def known():
    """By level and name, with its argument if it has one: points of a known fault."""
    points = collections.defaultdict(dict)
    for line in run([BUILD / "cli/conform/known", str(VLEN)]).stdout.splitlines():
        level, name, argument, count, _ = line.split("\t")
        points[level][name if argument == "0" else f"{name} {argument}"] = int(count)
    return points


def check_fault(level, name, path, lines, names, wrong, *options):
    """A fault is found at each operation that shows it, with so many points, and named there; and at no other."""
    path.write_text("\n".join(lines) + "\n")
    found = operations(path, level, *options)
    assert list(found) == names
    for operation, said in found.items():
        assert said["differ"] == wrong[operation], operation
        assert ([name.split()[0]] in said["faults"]) == (said["differ"] > 0), (operation, said)
    assert sum(wrong.values()) == known()[level][name] > 0


EACH_TIME = {
    "index_cut 16",
    "offset_signed",
    "rest_zero",
    "masks_of_lanes",
    "counts_exited",
    "documented",
}
OF_THE_KIT = [
    "cli/conform/",
    "tests/cli/test_conform_kinds.py",
    "model/shfl_rvv.c",
    "model/shfl_group.c",
    "model/shfl_barrier.c",
]


def each_time(level, name):
    return name in EACH_TIME


RVV_CASES = where_changed(
    [(level, name) for level, faults in RVV_FAULTS.items() for name in faults
     if " " not in name or int(name.split()[1]) in (6, 7, 8, *range(13, 32), 48, 63)], each_time, *OF_THE_KIT
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("level", "name"), RVV_CASES)
def test_fault_of_an_instruction(level, name, profile, tmp_path):
    options = ["--profile", profile]
    lines, wrong = [], collections.Counter(dict.fromkeys(RVV_NAMES[level], 0))
    names = RVV_NAMES[level]
    first = {GATHER: VV, SLIDE: UP_X, COMPRESS: PACK}[level]
    for s in instructions(level, *options):
        right = executed(s)
        got = right
        if s.op in OPS.get((level, name), range(13)):
            got = outside_own(s) if name == "outside_own" else executed(s, RVV_FAULTS[level][name])
        lines.append(rvv_line(got))
        wrong[names[s.op - first]] += sum(value not in allowed for (value, _), allowed in zip(got, right))
    check_fault(level, name, tmp_path / "results", lines, names, wrong, *options)


@pytest.mark.slow
def test_no_known_fault_without_a_formula():
    levels = {**VOTE_FAULTS, **RVV_FAULTS, **GROUP_FAULTS, "barrier": BARRIER_FAULTS, "block-shuffle": BLOCK_FAULTS}
    assert {level: set(faults) for level, faults in levels.items()} == {
        level: set(faults) for level, faults in known().items()
    }


# ---- groups: cooperative_groups.h

SHFL, UP, DOWN, XOR, RANK, SIZE, BALLOT, ANY, ALL, MATCH_ANY, MATCH_ALL, REDUCE, INCLUSIVE, EXCLUSIVE = range(14)
GROUP_NAMES = ["shfl", "shfl_up", "shfl_down", "shfl_xor", "rank", "size", "ballot", "any", "all", "match_any",
               "match_all", "reduce", "inclusive_scan", "exclusive_scan"]  # fmt: skip
MASKS = {BALLOT, MATCH_ANY, MATCH_ALL}


@functools.cache
def groups(level):
    found = []
    for op, tile, active, *rest in field_rows(level):
        found.append(types.SimpleNamespace(op=op, tile=tile, active=active, lanes=range(32),
                                           label=rest[:32], index=rest[32:64], v=rest[64:]))  # fmt: skip
    return found


def members(s, k):
    return [lane for lane in s.lanes if s.active >> lane & 1 and s.label[lane] == s.label[k]]


def of_group(s, k, fault=None):
    """rd and pu of a member; None: undefined, or not of this operation."""
    fault = fault or {}
    group = fault.get("members", members)(s, k)
    op = fault.get("op", {}).get(s.op, s.op)
    rank, size, i, v = sum(lane < k for lane in group), len(group), s.index[k], s.v
    if op <= XOR:
        source = {SHFL: i % s.tile if s.tile else i, UP: rank - i, DOWN: rank + i, XOR: rank ^ i}[op]
        inside = 0 <= source < size
        if "source" in fault:
            return fault["source"](s, k, group, source, inside), None
        return (v[group[source]] if inside else None if op == SHFL else v[k]), None
    same = sum((v[lane] == v[k]) << r for r, lane in enumerate(group))
    everyone = 2**size - 1
    p = [v[lane] & 1 for lane in group]
    rd = {
        RANK: rank, SIZE: size, BALLOT: masked(p), MATCH_ANY: same, MATCH_ALL: same if same == everyone else 0,
        REDUCE: sum(v[lane] for lane in group) % 2**32,
        INCLUSIVE: sum(v[lane] for lane in group if lane <= k) % 2**32,
        EXCLUSIVE: sum(v[lane] for lane in group if lane < k) % 2**32,
    }.get(op)  # fmt: skip
    if "rd" in fault:
        rd = fault["rd"](s, k, group, rd, same)
    return rd, {ANY: any(p), ALL: all(p), MATCH_ALL: same == everyone}.get(op)


def spread(mask, group, lowest=0):
    return sum((mask >> r & 1) << lane - lowest for r, lane in enumerate(group))


def raw(s, k, group, lane):
    return s.v[lane] if lane in group else s.v[k]


def in_lanes(s, k, group, source, inside):
    return raw(s, k, group, {SHFL: s.index[k], UP: k - s.index[k], DOWN: k + s.index[k]}[s.op])


def out_gives(value):
    return lambda s, k, group, source, inside: s.v[group[source]] if inside else value(s, k, group, source)


def with_ops(ops, **fault):
    return ops, fault


ALL_OPS, EDGES = set(range(14)), {UP, DOWN}
SCANS = with_ops({INCLUSIVE, EXCLUSIVE}, op={INCLUSIVE: EXCLUSIVE, EXCLUSIVE: INCLUSIVE})
ZERO = with_ops(EDGES, source=out_gives(lambda s, k, group, source: 0))
WRAP = with_ops(EDGES, source=out_gives(lambda s, k, group, source: s.v[group[source % len(group)]]))
LANES_OF_MASKS = with_ops(MASKS, rd=lambda s, k, group, rd, same: spread(rd, group))
OF_ANY = with_ops({MATCH_ALL}, rd=lambda s, k, group, rd, same: same)
RANKS_AS_LANES = with_ops({RANK}, rd=lambda s, k, group, rd, same: k)
GROUP_FAULTS = {
    "tile": {
        "masks_of_lanes": LANES_OF_MASKS,
        "rank_is_lane": RANKS_AS_LANES,
        "whole_warp": None,  # below
        "by_lane": with_ops({SHFL}, source=in_lanes),
        "not_modulo": with_ops({SHFL}, source=lambda s, k, group, source, inside: (
            s.v[group[s.index[k]]] if s.index[k] < len(group) else s.v[k])),
        "outside_zero": ZERO, "wraps": WRAP, "mask_of_any": OF_ANY, "other_scan": SCANS,
    },
    "coalesced": {
        "masks_of_lanes": LANES_OF_MASKS,
        "masks_from_lowest": with_ops(MASKS, rd=lambda s, k, group, rd, same: spread(rd, group, group[0])),
        "rank_is_lane": RANKS_AS_LANES,
        "by_lane": with_ops({SHFL, *EDGES}, source=in_lanes),
        "one_group": with_ops(ALL_OPS, members=lambda s, k: [lane for lane in s.lanes if s.active >> lane & 1]),
        "all_members": with_ops(ALL_OPS, members=lambda s, k: [
            lane for lane in s.lanes if s.label[lane] == s.label[k]]),
        "outside_zero": ZERO, "wraps": WRAP, "mask_of_any": OF_ANY, "other_scan": SCANS,
    },
}  # fmt: skip


def whole_warp(s):
    """A tile that is the warp; whole tiles execute, so that ranks are those of the lanes that do."""
    shuffles = s.op <= XOR
    if shuffles:  # a shuffle of the width of a warp: it reads the value of a lane, executing or not
        lane = {SHFL: lambda k, i: i % 32, UP: lambda k, i: k - i, DOWN: lambda k, i: k + i, XOR: lambda k, i: k ^ i}[
            s.op
        ]
        return [
            (s.v[lane(k, s.index[k])] if 0 <= lane(k, s.index[k]) < 32 else s.v[k], None) for k in s.lanes
        ]  # fmt: skip
    everyone = types.SimpleNamespace(**{**vars(s), "label": [0] * 32, "tile": 32})
    return [of_group(everyone, k) for k in s.lanes]


def group_line(s, results):
    rd = ["x" if not s.active >> k & 1 or results[k][0] is None else f"{results[k][0]:x}" for k in s.lanes]
    pu = sum(1 << k for k in s.lanes if s.active >> k & 1 and results[k][1])
    return " ".join([*rd, f"{pu if s.op in (ANY, ALL, MATCH_ALL) else 0:x}", f"{s.active:x}"])


def right_groups(s):
    return [of_group(s, k) if s.active >> k & 1 else (None, None) for k in s.lanes]


def names_of_groups(level):
    return [name for name in GROUP_NAMES if level == "tile" or name != "shfl_xor"]


def agrees(level, lines, operations, tmp_path):
    assert conform("--expect", level).stdout.splitlines() == lines
    (tmp_path / "results").write_text("\n".join(lines) + "\n")
    for words in ([tmp_path / "results"], ["--so", BUILD / "cli/conform/right.so"]):
        report = conform(*words, "--level", level).stdout
        assert report.count("  agrees\n") == operations and report.endswith("\nagrees\n")


SLOW_LEVEL = {"coalesced"}  # tile has the same operations, but one


@pytest.mark.slow
@pytest.mark.parametrize(
    "level", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW_LEVEL)) for name in GROUP_FAULTS]
)
def test_right_groups(level, tmp_path):
    agrees(level, [group_line(s, right_groups(s)) for s in groups(level)], len(names_of_groups(level)), tmp_path)
    assert {s.tile for s in groups(level)} == ({1, 2, 4, 8, 16, 32} if level == "tile" else {0})


GROUP_CASES = where_changed(
    [(level, name) for level, faults in GROUP_FAULTS.items() for name in faults], each_time, *OF_THE_KIT
)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(("level", "name"), GROUP_CASES)
def test_fault_of_a_group(level, name, tmp_path):
    names, lines = names_of_groups(level), []
    wrong = collections.Counter(dict.fromkeys(names, 0))
    for s in groups(level):
        right = got = right_groups(s)
        if name == "whole_warp":
            got = whole_warp(s)
        elif s.op in GROUP_FAULTS[level][name][0]:
            fault = GROUP_FAULTS[level][name][1]
            got = [of_group(s, k, fault) if s.active >> k & 1 else (None, None) for k in s.lanes]
        lines.append(group_line(s, got))
        wrong[GROUP_NAMES[s.op]] += sum(
            pair != want
            for k, (pair, want) in enumerate(zip(got, right))
            if s.active >> k & 1 and want != (None, None)  # which is undefined
        )
    check_fault(level, name, tmp_path / "results", lines, names, wrong)


# ---- barriers: the CUDA C++ Programming Guide, and bar.red of PTX

COUNT, AND, OR = range(3)
BARRIER_NAMES = ["count", "and", "or", "part.count", "part.and", "part.or"]


@functools.cache
def blocks():
    return [
        types.SimpleNamespace(op=op % 3, part=op // 3, threads=threads, warps=warps, exited=exited, p=p)
        for op, threads, warps, exited, p in field_rows("barrier")
    ]


def threads(s, warps):
    """The mask of the threads of these warps."""
    return sum((2**32 - 1) << 32 * w for w in range(32) if warps >> w & 1) & 2**s.threads - 1


def outcome(s, voters, p):
    count = (p & voters).bit_count()
    return {COUNT: count, AND: int(count == voters.bit_count()), OR: int(count > 0)}[s.op]


def those_left(s, here):
    return here & ~s.exited


def barrier(s, voters=those_left, p=lambda s: s.p, value=lambda s, v: v, who=those_left, by_warp=False):
    """Who gets a result, and it: of the block, or of each warp. VOTERS: those that count, of these threads, with P."""
    here = threads(s, s.warps)
    if by_warp:
        values = [value(s, outcome(s, voters(s, here) & (2**32 - 1) << 32 * w, p(s))) for w in range(32)]
    else:
        values = [value(s, outcome(s, voters(s, here), p(s)))] * 32
    return who(s, here), values


def warps_with_p(s, value):
    return sum((s.p & ~s.exited & threads(s, s.warps)) >> 32 * w & 2**32 - 1 > 0 for w in range(32))


def rounded(s, here):
    return here & ~s.exited | 2 ** (-s.threads % 32) - 1 << s.threads


BARRIER_FAULTS = {
    "counts_exited": (range(3), {"voters": lambda s, here: here}),
    "exited_are_zero": ({AND}, {"voters": lambda s, here: here, "p": lambda s: s.p & ~s.exited}),
    "missing_are_zero": ({AND}, {"voters": rounded}),
    "rounded_block": ({AND}, {"voters": lambda s, here: rounded(s, here) | here, "p": lambda s: s.p & ~s.exited}),
    "own_warp": (range(3), {"by_warp": True}),
    "counts_absent": (range(3), {"voters": lambda s, here: 2**s.threads - 1 & ~s.exited}),
    "counts_warps": ({COUNT}, {"value": warps_with_p}),
    "count_is_any": ({COUNT}, {"value": lambda s, count: min(count, 1)}),
    **{f"count_narrow {n}": ({COUNT}, {"value": lambda s, count, n=n: count % 2**n}) for n in range(1, 11)},
    "exited_write": (range(3), {"who": lambda s, here: here}),
}  # fmt: skip


def barrier_line(s, result):
    who, values = result
    rd = [f"{values[k // 32]:x}" if who >> k & 1 else "x" for k in range(s.threads)]
    return " ".join([*rd, "0", f"{who:x}"])


def barrier_wrong(got, right):
    """How many threads get another result, or one that is not theirs."""
    (who, values), (others, wanted) = got, right
    both = who & others
    wrong = [(both >> 32 * w & 2**32 - 1).bit_count() for w in range(32) if values[w] != wanted[w]]
    return (who ^ others).bit_count() + sum(wrong)


@pytest.mark.slow
def test_right_barriers(tmp_path):
    agrees("barrier", [barrier_line(s, barrier(s)) for s in blocks()], 6, tmp_path)
    assert {1, 31, 32, 33, 64, 100, 1000, 1024} <= {s.threads for s in blocks()}


@pytest.mark.parametrize(
    "name", where_changed([(name,) for name in BARRIER_FAULTS], EACH_TIME.__contains__, *OF_THE_KIT)
)
@pytest.mark.slow
def test_fault_of_a_barrier(name, tmp_path):
    lines, wrong = [], collections.Counter(dict.fromkeys(BARRIER_NAMES, 0))
    ops, fault = BARRIER_FAULTS[name]
    for s in blocks():
        right = barrier(s)
        got = barrier(s, **fault) if s.op in ops else right
        lines.append(barrier_line(s, got))
        wrong[BARRIER_NAMES[s.op + 3 * s.part]] += barrier_wrong(got, right)
    check_fault("barrier", name, tmp_path / "results", lines, BARRIER_NAMES, wrong)


# ---- cub::BlockShuffle

OFFSET, ROTATE, PREVIOUS, NEXT = range(4)
BLOCK_NAMES = ["Offset", "Rotate", "Up", "Down"]


@functools.cache
def moves():
    found = []
    for op, threads, items, distance, *rest in field_rows("block-shuffle"):
        n = threads * items
        found.append(types.SimpleNamespace(
            op=op, threads=threads, items=items, d=distance, n=n, input=rest[:n], old=rest[n:]))  # fmt: skip
    return found


def step(s):
    return {OFFSET: s.d, ROTATE: s.d, PREVIOUS: -1, NEXT: 1}[s.op]


def moved(s, keeps=lambda s, i, j: False, outside=None, d=step, end=True):
    """Output i is input j = i + d; KEEPS: those that stay; OUTSIDE: what one without a source becomes."""
    output = list(s.old)
    for i in range(s.n):
        j = i + d(s)
        if s.op == ROTATE:
            j %= s.n
        if not 0 <= j < s.n:
            output[i] = outside(s, i, j) if outside else output[i]
        elif not keeps(s, i, j):
            output[i] = s.input[j]
    if s.op in (PREVIOUS, NEXT) and end:
        output[s.n] = s.input[-1 if (d(s) < 0) else 0]
    return output


def left_by_documents(s, i, j):
    return {OFFSET: j == s.n - 1, ROTATE: i == s.n - 1, NEXT: i == s.n - s.items}.get(s.op, False)


EDGE_OPS = {OFFSET, PREVIOUS, NEXT}
BLOCK_FAULTS = {
    "documented": ({OFFSET, ROTATE, NEXT}, {"keeps": left_by_documents}),
    "outside_0": (EDGE_OPS, {"outside": lambda s, i, j: 0}),
    "outside_input": (EDGE_OPS, {"outside": lambda s, i, j: s.input[i]}),
    "wraps": (EDGE_OPS, {"outside": lambda s, i, j: s.input[j % s.n]}),
    "in_warp": (range(4), {"keeps": lambda s, i, j: i // s.items // 32 != j // s.items // 32}),
    "each_thread": ({PREVIOUS, NEXT}, {"keeps": lambda s, i, j: i // s.items != j // s.items}),
    "ends_left_out": ({PREVIOUS, NEXT}, {"end": False}),
    "other_direction": (range(4), {"d": lambda s: -step(s)}),
}


def block_line(output):
    return " ".join(f"{value:x}" for value in output)


def test_right_blocks(tmp_path):
    agrees("block-shuffle", [block_line(moved(s)) for s in moves()], 4, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", where_changed([(name,) for name in BLOCK_FAULTS], EACH_TIME.__contains__, *OF_THE_KIT))
def test_fault_of_a_block(name, tmp_path):
    lines, wrong = [], collections.Counter(dict.fromkeys(BLOCK_NAMES, 0))
    ops, fault = BLOCK_FAULTS[name]
    for s in moves():
        right = moved(s)
        got = moved(s, **fault) if s.op in ops else right
        lines.append(block_line(got))
        wrong[BLOCK_NAMES[s.op]] += sum(a != b for a, b in zip(got, right))
    check_fault("block-shuffle", name, tmp_path / "results", lines, BLOCK_NAMES, wrong)


# ---- votes, match and redux: the rules of test_collective

VOTE_NAMES = {
    "ballot": ["all", "any", "uni", "elect", "ballot"],
    "match": ["match.all", "match.any"],
    "reduce": ["and", "or", "xor", "add", "min.u32", "max.u32", "min.s32", "max.s32"],
}
VOTE_ALL, VOTE_ANY, UNI, ELECT, VOTE_BALLOT = range(5)
LANES = range(32)


@functools.cache
def warps(level, lanes=32):
    """op, is_signed, lanes that execute, operand of each lane."""
    found = []
    for op, signed_, active, *rest in field_rows(level):
        values = [rest[0] >> k & 1 for k in range(lanes)] if level == "ballot" else rest
        found.append((op, bool(signed_), [k for k in range(lanes) if active >> k & 1], values))
    return found


def voted(level, op, signed_, count, v):
    """(rd, pu) of each lane; None: not compared."""
    lanes = range(len(v))
    if level == "reduce":
        return [(reduce(VOTE_NAMES[level][op].split(".")[0], signed_)(k, count, v)[0], None) for k in lanes]
    if level == "match":
        return [(match_any, match_all)[op == 0](k, count, v) for k in lanes]
    if op == ELECT:
        return [(min(count), k == min(count)) for k in lanes]
    if op == VOTE_BALLOT:
        return [(sum(v[k] << k for k in count), None) for _ in lanes]
    return [((vote_all, vote_any, vote_eq)[op])(k, count, v) for k in lanes]


def vote_line(results, count):
    rd = ["x" if k not in count or rd is None else f"{rd:x}" for k, (rd, _) in enumerate(results)]
    pu = sum(1 << k for k in count if results[k][1])
    return " ".join([*rd, f"{pu:x}", f"{sum(1 << k for k in count):x}"])


@pytest.mark.parametrize("level", VOTE_NAMES)
def test_right_votes(level, tmp_path):
    lines = [vote_line(voted(level, *warp), warp[2]) for warp in warps(level)]
    agrees(level, lines, len(VOTE_NAMES[level]), tmp_path)


def everyone(level, op, signed_, count, v):
    return voted(level, op, signed_, list(range(len(v))), v)


def zeros(level, op, signed_, count, v):
    return everyone(level, op, signed_, count, [v[k] if k in count else 0 for k in range(len(v))])


def logical(level, op, signed_, count, v):
    truth = [v[k] != 0 for k in count]
    return [((all(truth), any(truth), sum(truth) % 2)[op] * 1, None)] * len(v)


def ranks(mask, count):
    """Bit r of a mask: the r-th of the lanes that execute."""
    return sum((mask >> k & 1) << r for r, k in enumerate(sorted(count)))


def of_masks(change_):
    """The right masks, changed."""
    return lambda level, op, signed_, count, v: [
        (change_(rd, count, v), pu) for rd, pu in voted(level, op, signed_, count, v)
    ]


def elected(lane):
    return lambda level, op, signed_, count, v: [(lane(count), k == lane(count)) for k in range(len(v))]


def starting(value):
    """One value more, in a lane more."""
    return lambda level, op, signed_, count, v: voted(level, op, signed_, [*count, len(v)], [*v, value])[: len(v)]


MASKS_OF_LANES = {
    "packed": of_masks(lambda rd, count, v: ranks(rd, count)),
    "low_word": of_masks(lambda rd, count, v: rd & 0xFFFFFFFF),
    "sign_extended": of_masks(lambda rd, count, v: signed(rd, 32) & 2 ** len(v) - 1),
    "halves_swapped": of_masks(lambda rd, count, v: (rd >> len(v) // 2 | rd << len(v) // 2) & 2 ** len(v) - 1),
}
VOTE_FAULTS = {
    "ballot": {
        "all_count": (range(5), everyone),
        "others_are_zero": (range(5), zeros),
        **{name: ({VOTE_BALLOT}, results) for name, results in MASKS_OF_LANES.items()},
        "elect_highest": ({ELECT}, elected(max)),
        "elect_lane_0": ({ELECT}, elected(lambda count: 0)),
        "uni_is_all": ({UNI}, lambda level, op, signed_, count, v: [vote_all(k, count, v) for k in range(len(v))]),
    },
    "match": {
        "all_count": (range(2), everyone),
        "others_are_zero": (range(2), zeros),
        **{name: (range(2), results) for name, results in MASKS_OF_LANES.items()},
        "without_own": ({1}, lambda level, op, signed_, count, v: [
            (match_any(k, count, v)[0] & ~(1 << k), None) for k in range(len(v))]),
        "mask_of_any": ({0}, lambda level, op, signed_, count, v: [
            (match_any(k, count, v)[0], match_all(k, count, v)[1]) for k in range(len(v))]),
    },
    "reduce": {
        "all_count": (range(6), everyone),
        "others_are_zero": (range(6), zeros),
        "other_sign": ({4, 5}, lambda level, op, signed_, count, v: voted(level, op, not signed_, count, v)),
        "logical": ({0, 1, 2}, logical),
        "saturates": ({3}, lambda level, op, signed_, count, v: [
            (min(sum(v[k] for k in count), WORD - 1), None)] * len(v)),
        "starts_at_0": ({0, 4, 5}, starting(0)),
        "starts_at_ones": ({1, 4, 5}, starting(WORD - 1)),
    },
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("level", "name"), [(level, name) for level, faults in VOTE_FAULTS.items() for name in faults])
def test_fault_of_a_vote(level, name, tmp_path):
    """It is named at each operation that shows it, and at no other; some masks are wrong with 64 lanes alone."""
    lanes = 64 if name in ("low_word", "sign_extended") else 32
    (tmp_path / "profile").write_text(f"lanes {lanes}\n")
    options = ["--profile", tmp_path / "profile"]
    ops, results = VOTE_FAULTS[level][name]
    lines, wrong, names = [], collections.Counter(dict.fromkeys(VOTE_NAMES[level], 0)), VOTE_NAMES[level]
    for op, signed_, active, *rest in field_rows(level, *options):
        values = [rest[0] >> k & 1 for k in range(lanes)] if level == "ballot" else rest
        warp = (op, bool(signed_), [k for k in range(lanes) if active >> k & 1], values)
        right = voted(level, *warp)
        got = results(level, *warp) if op in ops else right
        if level == "ballot" and op < ELECT:  # the predicate alone counts
            got, right = ([(None, pu) for _, pu in each] for each in (got, right))
        lines.append(vote_line(got, warp[2]))
        wrong[names[op + 2 * (bool(signed_) and level == "reduce")]] += sum(got[k] != right[k] for k in warp[2])
    (tmp_path / "results").write_text("\n".join(lines) + "\n")
    for operation, said in operations(tmp_path / "results", level, *options).items():
        assert said["differ"] == wrong[operation], operation
        assert ([name] in said["faults"]) == (said["differ"] > 0), (operation, said)
    assert sum(wrong.values()) > 0 and (lanes == 64 or sum(wrong.values()) == known()[level][name])


# ---- each bit and each lane: what a peer may leave out

# of an operand, the elements that no result depends on: the highest lane is elected only if it is alone; the last or
# first value has no place to go to; a group's lowest or highest rank tells the others nothing
UNSEEN = {
    ("ballot", "elect", "active"): "{last}=1",
    ("rvv-gather", "vrgather.vi", "vs2"): " ".join(f"{k}=0 {k}=1 {k}=n" for k in range(32, 128)),
    **{("rvv-slide", f"v{name}", "vs2"): "{last}=0 {last}=1 {last}=n" for name in ("slide1up.vx", "fslide1up.vf")},
    **{("rvv-slide", f"v{name}", "vs2"): "0=0 0=1 0=n" for name in ("slide1down.vx", "fslide1down.vf")},
    **{(level, "shfl_up", "index"): "0=0 0=1 0=n" for level in ("tile", "coalesced")},
    **{(level, "shfl_down", "index"): "{last}=0 {last}=1 {last}=n" for level in ("tile", "coalesced")},
    **{(level, "exclusive_scan", "ra"): "{last}=0 {last}=1 {last}=n" for level in ("tile", "coalesced")},
    **{("coalesced", name, "active"): "{last}=1"
       for name in ("shfl", "shfl_up", "rank", "inclusive_scan", "exclusive_scan")},
    ("coalesced", "shfl_down", "active"): "0=1",
}  # fmt: skip
BITS = {"ra": 32, "label": 32, "index": 5, "input": 32, "output": 32, "warps": 32, "vl": 8, "vstart": 7, "vm": 1,
        "x": 64,
        "vs2": 64, "vd": 64, "active": 0, "p": 0, "exited": 0, "mask": 0, "distance": 9}  # fmt: skip
FEWER = {("vrgather.vv", "index"): 64, ("vrgatherei16.vv", "index"): 16, ("Rotate", "distance"): 8,
         **{(name, "x"): 5 for name in ("vrgather.vi", "vslideup.vi", "vslidedown.vi")},
         **{(name, "ra"): 1 for name in ("ballot", "any", "all")},
         **{(name, "vl"): 7 for name in ("vrgatherei16.vv", "vfslide1up.vf", "vfslide1down.vf")},
         **{(name, "vstart"): 6 for name in ("vrgatherei16.vv", "vfslide1up.vf", "vfslide1down.vf")}}  # fmt: skip
RESULT_BITS = {
    "elect": 5,
    "rank": 5,
    "size": 6,
    "count": 11,
    "part.count": 11,
    "and": 1,
    "or": 1,
    "part.and": 1,
    "part.or": 1,
}


@pytest.mark.parametrize("lanes", [32, pytest.param(64, marks=pytest.mark.slow)])
def test_each_bit_and_each_lane_is_seen(lanes):
    """A bit of an operand that is stuck at 0 or 1, a lane that is, or that has another lane's value: some call differs.
    Each bit of each result is 0 in one call, and 1 in another."""
    tried = 0
    for line in run([BUILD / "cli/conform/known", "drop", lanes, VLEN]).stdout.splitlines():
        level, operation, operand, bits, elements, unseen = line.split("\t")
        more = (lanes == 64) * (level in VOTE_NAMES or level in GROUP_FAULTS)
        if operand == "rd":
            wide = (
                64
                if level.startswith("rvv-")
                else lanes
                if operation in ("ballot", "match.all", "match.any", "match_any", "match_all")
                else 32
            )
            wanted = RESULT_BITS.get(operation, wide) if level != "reduce" else 32
            assert int(bits) == wanted + more * (operation in ("elect", "rank", "size")), line
        else:
            assert int(bits) == FEWER.get((operation, operand), BITS[operand]), line
            assert unseen.strip() == UNSEEN.get((level, operation, operand), "").format(last=int(elements) - 1), line
        tried += int(bits) + int(elements)
    assert tried > 30000


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """tests/cli/planted.c: a right peer with a fault that the variable OPENSHFL_PLANTED names."""
    library = tmp_path_factory.mktemp("planted") / "planted.so"
    sources = [ROOT / "tests/cli/planted.c", *sorted((ROOT / "model").glob("shfl*.c"))]
    run([*(os.environ.get("CC") or "cc").split(), "-shared", "-fPIC", "-O1", f"-I{ROOT}", "-o", library, *sources])
    return library


# where none is said, no known fault; what is left out of a match, a vote, a barrier, a maximum
PLANTED = [
    *(("match", f"ra bit {bit} 1", "match.all match.any", None) for bit in (0, 2, 8, 17, 30, 31)),
    ("match", "ra float", "match.all match.any", None),
    ("match", "ra next 9", "match.all match.any", None),
    ("ballot", "p lane 9 0", "any all uni ballot", None),
    ("ballot", "rd low", "ballot", "low_word"),
    ("ballot", "active lane 20 0", "any all uni elect ballot", None),
    ("reduce", "ra top8", "max.u32 max.s32 min.u32 min.s32", None),
    ("reduce", "rd lane 5 0", "and or xor add min.u32 max.u32 min.s32 max.s32", None),
    ("tile", "ra upper", "match_any match_all", None),
    ("coalesced", "ra upper", "match_any match_all", None),
    ("coalesced", "label bit 7 1", "size rank ballot", None),
    ("barrier", "p lane 700 0", "count or part.count part.or", None),
    ("barrier", "p lane 3 1", "count and part.count part.and", None),
    ("barrier", "exited lane 1023 0", "or and", None),
    ("rvv-slide", "mask lane 1023 1", "vslideup.vx vslideup.vi", None),
    ("rvv-gather", "vs2 lane 600 0", "vrgather.vx", None),
    ("rvv-gather", "vs2 lane 200 0", "vrgather.vv vrgatherei16.vv", None),
    ("block-shuffle", "input bit 4 0", "Offset Up", None),
]


@pytest.mark.parametrize(
    ("level", "fault", "shows", "name"),
    [
        pytest.param(*each, id=f"{each[0]}-{each[1]}", marks=[pytest.mark.slow] * (each[0] == "barrier"))
        for each in PLANTED
    ],
)
def test_planted_fault(level, fault, shows, name, planted, tmp_path):
    """It is found by the operations that read what is planted, and by none if nothing is."""
    (tmp_path / "profile").write_text("lanes 64\n" if name == "low_word" else "lanes 32\n")
    words = [BUILD / "openshfl", "conform", "--so", planted, "--level", level, "--profile", tmp_path / "profile"]
    report = run([*words, "--json", "-"], status=1, env={**os.environ, "OPENSHFL_PLANTED": fault}).stdout
    found = json.loads(report)["levels"][0]["operations"]
    wrong = {each["operation"] for each in found if each["differ"]}
    assert set(shows.split()) <= wrong and all(
        not name or [name] in each["faults"] for each in found if each["differ"]
    ), wrong
    assert run([*words], env={**os.environ, "OPENSHFL_PLANTED": ""}).stdout.endswith("\nagrees\n")


# ---- what is no result


def test_no_known_fault(tmp_path):
    """One wrong bit; a lane that does not execute and writes; a result that is left out; a refusal."""
    lines = conform("--expect", "ballot").stdout.splitlines()
    n = next(
        n for n, warp in enumerate(warps("ballot")) if warp[0] == VOTE_BALLOT and len(warp[2]) < 32 and 0 in warp[2]
    )
    fields = lines[n].split()
    for k, text in ((0, f"{int(fields[0], 16) ^ 2:x}"), (33, "ffffffff"), (0, "x")):
        path = tmp_path / "results"
        path.write_text("\n".join([*lines[:n], " ".join([*fields[:k], text, *fields[k + 1 :]]), *lines[n + 1 :]]))
        report = conform(path, "--level", "ballot", status=1).stdout
        assert "no known fault" in report and re.search(
            rf"smallest: warp {n + 1}, point \d+, is_signed 0x0, active 0x", report
        )
    path.write_text("\n".join([*lines[:n], "-", *lines[n + 1 :]]))
    assert re.search(r"ballot +12288 +0 +32  refuses", conform(path, "--level", "ballot", status=1).stdout)
    path.write_text("\n".join(lines[:-1]) + "\n")
    report = conform(path, "--level", "ballot", status=1).stdout
    assert "1919 lines, expected 1920" in report and "no result" in report


PEER = """
#include "cli/conform/peer.h"
#include <unistd.h>
int openshfl_redux_peer(unsigned lanes, unsigned op, int is_signed, uint64_t active, const uint64_t *ra, uint64_t *rd,
                        uint64_t *we)
{
    static unsigned calls;
    if (++calls == 300)
        %s;
    return 1;
}
"""


@pytest.mark.parametrize("code, named", [
    ("sleep(9)", "hangs: no result after 1 s, at warp 300"),
    ("*(volatile int *)0 = 0", "crashes: Segmentation fault, at warp 300"),
    ("rd[32] = 0", "garbage: warp 300: writes beyond the last result"),
    ("return 5", "garbage: warp 300: returns 5, expected 0, or 1 for refused"),
    ("return 0", "its answers change: at 1 of 4608 warps that were asked again; warp 300"),
])  # fmt: skip
def test_function_that_ends(tmp_path, code, named):
    (tmp_path / "peer.c").write_text(PEER % code)
    run(["cc", "-shared", "-fPIC", f"-I{BUILD.parent}", "-o", tmp_path / "peer.so", tmp_path / "peer.c"])
    words = ["--so", tmp_path / "peer.so", "--seconds", "1"]
    report = conform(*words, "--level", "reduce", status=1).stdout
    assert named in report
    done = conform(*words, "--level", "match", status=2)
    assert done.stdout == "" and "exports openshfl_match_peer" in done.stderr


@pytest.mark.parametrize("words, named", [
    (["--expect", "ballot", "--level", "ballot"], "--expect takes --profile only"),
    (["--expect", "votes"], "pack, ballot, match, reduce, rvv-gather, rvv-slide, rvv-compress, tile, coalesced"),
    (["--expect", "tile", "--json", "-"], "--expect takes --profile only"),
    (["--level", "reduce", "none"], "none"),
    (["--so", "none", "--level", "reduce"], "none"),
])  # fmt: skip
def test_misuse(words, named):
    done = conform(*words, status=2)
    assert named in done.stderr and done.stdout == "" and done.stderr.count("\n") == 1


def test_line_that_is_none(tmp_path):
    path = tmp_path / "results"
    path.write_text("0 1 2\n")
    assert f"{path}:1: '0 1 2': expected rd[0] .. rd[31] pu we" in conform(path, "--level", "match", status=2).stderr


def test_junit(tmp_path):
    """A case for each operation; the text of one that is wrong is the first call that is."""
    (tmp_path / "results").write_text(conform("--expect", "match").stdout.replace("ffffffff", "fffffffe", 1))
    conform(tmp_path / "results", "--level", "match", "--junit", tmp_path / "junit", status=1)
    suite = xml.etree.ElementTree.parse(tmp_path / "junit").getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    (failure,) = suite.iter("failure")
    assert failure.get("message") == "1 of 18432 points: no known fault" and "ra[k] 0x" in failure.text
