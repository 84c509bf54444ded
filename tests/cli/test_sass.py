# SPDX-License-Identifier: Apache-2.0
"""The machine code of the CUDA programs holds the shuffles that their sources ask for.

The word of SHFL, sm_75 and later, 128 bits, read off CUDA 13.0's own disassembler:

    11:0    opcode, with the two immediate flags: 0x389 none, 0x589 Sc, 0x989 Sb, 0xf89 both
    23:16   Rd          31:24  Ra          57:53  Sb immediate     39:32  Sb register
    59:58   mode        83:81  Pu          52:40  Sc immediate     71:64  Sc register

The compiler puts the zero register RZ where an immediate is 0.
"""

import collections
import os
import re
import shutil
import struct

import pytest
from conftest import ROOT, built
from test_amd_words import sections

from model.defs import MODES

IMMEDIATES = {0x389: (False, False), 0x589: (False, True), 0x989: (True, False), 0xF89: (True, True)}
FORMS = {
    "no immediate": (False, False),
    "Sb immediate": (True, False),
    "Sc immediate": (False, True),
    "both immediate": (True, True),
}
RZ = 255
UNROLLED = 64  # silicon/gpu/bench.cu


def tool(name):
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/local/cuda/bin")
    return path or pytest.skip(f"no {name} here")


def kernels(name):
    """The machine code in a cubin, an ELF file: {kernel: bytes}."""
    tool(os.environ.get("NVCC") or "nvcc")
    elf = built(f"silicon/{name}.cubin").read_bytes()
    assert elf[:6] == b"\x7fELF\x02\x01"
    return {name[6:]: code for name, code in sections(elf).items() if name.startswith(".text.")}


def shuffles(code):
    """All SHFL in a kernel: (mode, Sb, Sc) with a number for an immediate and None for a register."""
    for low, high in struct.iter_unpack("<QQ", code):
        if form := IMMEDIATES.get(low & 0xFFF):
            sb = low >> 53 & 31 if form[0] else 0 if low >> 32 & 255 == RZ else None
            sc = low >> 40 & 0x1FFF if form[1] else 0 if high & 255 == RZ else None
            yield MODES[low >> 58 & 3], sb, sc


def constants(macro):
    text = (ROOT / "silicon/gpu/immediates.h").read_text(encoding="utf-8").replace("\\\n", "")
    body = re.search(rf"#define {macro}\(X\)(.*)", text)[1]
    return [int(number, 0) for number in re.findall(r"X\((\w+)\)", body)]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_immediates(form):
    """run_immediate has one SHFL for every form of immediates.h, with the constants in the instruction word."""

    def of_form(shuffle):
        return (shuffle[1] is not None, shuffle[2] is not None) == FORMS[form]

    want = [
        (mode, sb, sc)
        for mode in MODES
        for sb in [*constants("IMMEDIATE_SB"), None]
        for sc in [*constants("IMMEDIATE_SC"), None]
    ]
    got = [s for name, code in kernels("gpu/asks").items() if "run_immediate" in name for s in shuffles(code)]
    assert collections.Counter(filter(of_form, got)) == collections.Counter(filter(of_form, want))
    assert any(map(of_form, got))


@pytest.mark.slow
def test_bench():
    """Every kernel of the bench has as many SHFL as its figures count, in the form that it is named for."""
    forms = 0
    for name, code in kernels("gpu/bench").items():
        what = re.search(r"\d(throughput|latency)I.*?(?:shuffleILi(\d)ELb(\d)ELb(\d)E|5chase)", name)
        if what:
            form = (MODES[int(what[2])], what[3] == "1", what[4] == "1") if what[2] else ("IDX", False, True)
            assert [(mode, sb is not None, sc is not None) for mode, sb, sc in shuffles(code)] == UNROLLED * [form], (
                name
            )
            forms += 1
    assert forms == 33, "16 forms, twice, and the chase make 33 kernels"


WARPSYNC = 0x348, 0x948  # the mask in a register, or an immediate


OF_SHFL = 19  # the number of shfl.idx in OPS_LIST, behind the others


def asks_kernels(kernel):
    """(name, instruction, other template arguments, code) of each such kernel."""
    for name, code in kernels("gpu/asks").items():
        if what := re.search(rf"\drun_({kernel})I(.*?)EEv", name):
            op, *rest = (int(n) for n in re.findall(r"L[ijb](\d+)", what[2]))
            yield what[1], op, rest, code


@pytest.mark.slow
def test_outcome():
    """WARPSYNC is there if the code is behind a branch, or if the mask may differ by lane; shuffle or barrier alike."""
    found = list(asks_kernels("outcome"))
    assert len(found) == 5 * (5 + 3 * 2), "constants of 5 launches, 3 other masks with and without a branch"
    for _, op, (mask, branch, _), code in found:
        assert [mode for mode, *_ in shuffles(code)] == list(MODES[op : op + 1])
        assert len(collectives(code)[1]) == (branch or mask == 3)


# ---- vote, match, redux and SHFL: bits 11:0, and of the others those that tell the kinds apart

VOTE, MATCH, REDUX, ELECT = 0x806, 0x3A1, 0x3C4, 0x82F
FIELD = {VOTE: 0x300, MATCH: 0x8200, REDUX: 0x1C200, ELECT: 0}  # of bits 127:64
ACTIVEMASK, SHFL = 4, "SHFL"
COLLECTIVES = [  # in the order of OPS_LIST
    (VOTE, 0), (VOTE, 0x100), (VOTE, 0x200), (VOTE, 0x100), (VOTE, 0x100), (ELECT, 0),
    (MATCH, 0), (MATCH, 0x8000), (MATCH, 0x200), (MATCH, 0x8200),
    *[(REDUX, kind) for kind in (0, 0x4000, 0x8000, 0xC000, 0xC200, 0x10000, 0x10200, 0x14000, 0x14200)],
    *[(SHFL, mode) for mode in range(4)],
]  # fmt: skip


def collectives(code):
    """All of them in a kernel, and the opcodes of its WARPSYNC."""
    words = [(low & 0xFFF, low >> 58 & 3, high) for low, high in struct.iter_unpack("<QQ", code)]
    found = [
        (SHFL, mode) if opcode in IMMEDIATES else (opcode, high & FIELD[opcode])
        for opcode, mode, high in words
        if opcode in FIELD or opcode in IMMEDIATES
    ]
    return found, [opcode for opcode, *_ in words if opcode in WARPSYNC]


@pytest.mark.slow
def test_collective_kernels():
    """Each kernel has the instruction that it is named for. Without a branch it is one, and there is no WARPSYNC,
    whatever the mask; behind a branch there is one WARPSYNC of the mask; each of several branches has its own."""
    kinds = collections.Counter()
    for kind, op, rest, code in asks_kernels("branch|exit|sites|straight"):
        name = kind, op, rest
        all_found, syncs = collectives(code)
        found = [one for one in all_found if (one[0] == SHFL) == (op >= OF_SHFL)]
        assert set(found) == {COLLECTIVES[op]}, name
        assert len(found) >= (rest[0] if kind == "sites" and op != ACTIVEMASK else 1), name
        if kind == "straight":
            assert (len(found), syncs) == (1, []), name
        if kind == "branch" and op != ACTIVEMASK:
            assert syncs.count(WARPSYNC[0]) == 1, name
        kinds[kind, COLLECTIVES[op][0] == SHFL] += 1
    others = OF_SHFL
    assert kinds == {
        ("branch", False): others, ("exit", False): others, ("sites", False): 2 * others,
        ("branch", True): 4, ("exit", True): 4, ("straight", False): 8 * others,
        ("straight", True): 4 * (len(constants("MASKS")) + 1),
        ("sites", True): 4 * (2 + 2 + 1),  # 2 and 4 branches, these with constants, and two with masks of their own
    }  # fmt: skip


@pytest.mark.slow
def test_collective_bench():
    """Every kernel of the bench has as many of the instruction as its figures count."""
    counts = collections.Counter()
    for name, code in kernels("gpu/bench").items():
        found, _ = collectives(code)
        if what := re.search(r"(?:throughput|latency)INS_\d+(one|match_all|votes)ILi(\d+)E", name):
            assert found == (512 if what[1] == "votes" else UNROLLED) * [COLLECTIVES[int(what[2])]], name
            counts[what[1]] += 1
        elif "in_turns" in name:
            both = collections.Counter(kind for kind, _ in found)
            assert list(both.values()) == 2 * [UNROLLED // 2], name
            counts["in_turns"] += 1
    assert counts == {"one": 2 * 12, "match_all": 2 * 2, "votes": 2 * 3, "in_turns": 5}
