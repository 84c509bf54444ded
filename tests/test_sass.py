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
from conftest import ROOT, built, run

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
    elf = built(f"silicon/gpu/{name}.cubin").read_bytes()
    assert elf[:6] == b"\x7fELF\x02\x01"
    (table,) = struct.unpack_from("<Q", elf, 40)
    size, count, names_at = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    names = headers[names_at]
    found = {}
    for at, _, _, _, offset, length in headers:
        start = names[4] + at
        text = elf[start : elf.index(b"\0", start)].decode()
        if text.startswith(".text."):
            found[text[6:]] = elf[offset : offset + length]
    return found


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
    got = [s for name, code in kernels("device").items() if "run_immediate" in name for s in shuffles(code)]
    assert collections.Counter(filter(of_form, got)) == collections.Counter(filter(of_form, want))
    assert any(map(of_form, got))


@pytest.mark.slow
def test_bench():
    """Every kernel of the bench has as many SHFL as its figures count, in the form that it is named for."""
    forms = 0
    for name, code in kernels("bench").items():
        what = re.search(r"\d(throughput|latency)I.*?(?:shuffleILi(\d)ELb(\d)ELb(\d)E|5chase)", name)
        if what:
            form = (MODES[int(what[2])], what[3] == "1", what[4] == "1") if what[2] else ("IDX", False, True)
            assert [(mode, sb is not None, sc is not None) for mode, sb, sc in shuffles(code)] == UNROLLED * [form], (
                name
            )
            forms += 1
    assert forms == 33, "16 forms, twice, and the chase make 33 kernels"


WARPSYNC = 0x348, 0x948  # the mask in a register, or an immediate


def members_kernels(kernel):
    """(template arguments, modes of its SHFL, number of WARPSYNC) of each such kernel."""
    for name, code in kernels("device").items():
        if what := re.search(rf"run_{kernel}I(.*?)EEv", name):
            syncs = sum(low & 0xFFF in WARPSYNC for low, _ in struct.iter_unpack("<QQ", code))
            yield [int(n) for n in re.findall(r"L[ijb](\d+)", what[1])], [mode for mode, *_ in shuffles(code)], syncs


@pytest.mark.slow
def test_outside():
    """One SHFL and no WARPSYNC, the mask a constant or a parameter."""
    found = list(members_kernels("outside"))
    assert len(found) == 4 * (len(constants("OUTSIDE_MASKS")) + 1)
    for (mode, _), modes, syncs in found:
        assert modes == [MODES[mode]] and syncs == 0


@pytest.mark.slow
def test_sites():
    """At least one SHFL per branch."""
    found = list(members_kernels("sites"))
    assert len(found) == 16
    for (mode, sites, _), modes, _ in found:
        assert set(modes) == {MODES[mode]} and len(modes) >= sites


@pytest.mark.slow
def test_outcome():
    """WARPSYNC is there if the code is behind a branch, or if the mask may differ by lane; shuffle or barrier alike."""
    found = list(members_kernels("outcome"))
    assert len(found) == 5 * (5 + 3 * 2), "constants of 5 launches, 3 other masks with and without a branch"
    for (op, mask, branch, _), modes, syncs in found:
        assert modes == list(MODES[op : op + 1])
        assert syncs == (branch or mask == 3)


@pytest.mark.parametrize("name", ["device", "bench"])
def test_disassembler(name):
    """NVIDIA's own reading of the same file finds the same shuffles."""
    code = kernels(name)
    text = run([tool("cuobjdump"), "-sass", built(f"silicon/gpu/{name}.cubin")]).stdout
    theirs = collections.Counter()
    for mode, operands in re.findall(r"SHFL\.(\w+)\s+([^;]*);", text):
        words = [word.strip() for word in operands.split(",")][3:]
        theirs[mode, *(0 if word == "RZ" else int(word, 0) if word[0].isdigit() else None for word in words)] += 1
    ours = collections.Counter(s for kernel in code.values() for s in shuffles(kernel))
    assert ours and ours == theirs
