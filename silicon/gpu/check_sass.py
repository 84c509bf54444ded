#!/usr/bin/env python3
"""Look into the machine code for the shuffles that the CUDA sources ask for.

Usage: check_sass.py DEVICE.cubin BENCH.cubin [CUOBJDUMP]

    DEVICE.cubin  device.cu, compiled for one architecture (nvcc -cubin)
    BENCH.cubin   bench.cu, likewise
    CUOBJDUMP     NVIDIA's disassembler: then it must see the same shuffles as this script

Checked: run_immediate holds one SHFL for every form of immediates.h, with the constants in the
instruction word; every kernel of the bench holds as many SHFL as its figures count, in the form
that it is named for. The compiler puts the zero register RZ where an immediate is 0.

Prints PASS or FAIL, one line per check. Exit status: 0 all pass, 1 one fails, 2 wrong usage.

The word of SHFL, sm_75 and later, 128 bits, read off CUDA 13.0's own disassembler:

    11:0    opcode, with the two immediate flags: 0x389 none, 0x589 Sc, 0x989 Sb, 0xf89 both
    23:16   Rd          31:24  Ra          57:53  Sb immediate     39:32  Sb register
    59:58   mode        83:81  Pu          52:40  Sc immediate     71:64  Sc register
"""
import collections
import os
import re
import struct
import subprocess
import sys

MODES = ["IDX", "UP", "DOWN", "BFLY"]
IMMEDIATES = {0x389: (False, False), 0x589: (False, True), 0x989: (True, False), 0xF89: (True, True)}
RZ = 255
UNROLLED = 64  # bench.cu

failed = False


def verdict(name, good, why=""):
    global failed
    failed |= not good
    print(f"PASS {name}" if good else f"FAIL {name}: {why}")


def sections(path):
    """The machine code in a cubin, an ELF file: {kernel: bytes}."""
    with open(path, "rb") as file:
        elf = file.read()
    if elf[:6] != b"\x7fELF\x02\x01":
        sys.exit(f"check_sass.py: {path}: not a 64-bit ELF file, make it with nvcc -cubin")
    (table,) = struct.unpack_from("<Q", elf, 40)
    size, count, names_at = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    names = headers[names_at]
    result = {}
    for name, _, _, _, offset, length in headers:
        start = names[4] + name
        text = elf[start:elf.index(b"\0", start)].decode()
        if text.startswith(".text."):
            result[text[6:]] = elf[offset:offset + length]
    return result


def shuffles(code):
    """All SHFL in a kernel: (mode, Sb, Sc) with a number for an immediate and None for a register."""
    found = []
    for low, high in struct.iter_unpack("<QQ", code):
        form = IMMEDIATES.get(low & 0xFFF)
        if form is None:
            continue
        sb = low >> 53 & 31 if form[0] else 0 if low >> 32 & 255 == RZ else None
        sc = low >> 40 & 0x1FFF if form[1] else 0 if high & 255 == RZ else None
        found.append((MODES[low >> 58 & 3], sb, sc))
    return found


def constants(macro):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "immediates.h")
    with open(path, encoding="utf-8") as file:
        text = file.read().replace("\\\n", "")
    body = re.search(rf"#define {macro}\(X\)(.*)", text).group(1)
    return [int(number, 0) for number in re.findall(r"X\((\w+)\)", body)]


def check_immediates(kernels):
    want = collections.Counter(
        (mode, sb, sc)
        for mode in MODES
        for sb in constants("IMMEDIATE_SB") + [None]
        for sc in constants("IMMEDIATE_SC") + [None])
    got = collections.Counter(found for name, code in kernels.items() if "run_immediate" in name
                              for found in shuffles(code))
    for form, sb, sc in (("no immediate", False, False), ("Sb immediate", True, False),
                         ("Sc immediate", False, True), ("both immediate", True, True)):
        def of_form(counter):
            return {key: n for key, n in counter.items()
                    if (key[1] is not None, key[2] is not None) == (sb, sc)}
        missing = want - got
        spare = got - want
        verdict(f"sass: run_immediate, {form}: {sum(of_form(want).values())} SHFL",
                of_form(want) == of_form(got),
                f"missing {dict(of_form(missing))}, unasked {dict(of_form(spare))}")


def check_bench(kernels):
    forms = 0
    for name, code in kernels.items():
        what = re.search(r"\d(throughput|latency)I.*?(?:shuffleILi(\d)ELb(\d)ELb(\d)E|5chase)", name)
        if what is None:
            continue
        if what[2]:
            mode, sb, sc = MODES[int(what[2])], what[3] == "1", what[4] == "1"
        else:
            mode, sb, sc = "IDX", False, True
        got = shuffles(code)
        forms += 1
        good = len(got) == UNROLLED and all(
            (m, b is not None, c is not None) == (mode, sb, sc) for m, b, c in got)
        if not good:
            verdict(f"sass: bench kernel {name}", False,
                    f"not {UNROLLED} SHFL.{mode}, immediate Sb {sb}, Sc {sc}: {collections.Counter(got)}")
    verdict(f"sass: bench, {forms} kernels of {UNROLLED} SHFL each", forms == 33,
            "16 forms, twice, and the chase make 33 kernels")


def check_disassembler(cuobjdump, path, kernels):
    """NVIDIA's own reading of the same file must find the same shuffles."""
    text = subprocess.run([cuobjdump, "-sass", path], check=True, capture_output=True, text=True).stdout
    theirs = collections.Counter()
    for mode, operands in re.findall(r"SHFL\.(\w+)\s+([^;]*);", text):
        sb, sc = [word.strip() for word in operands.split(",")][3:]
        theirs[mode, *(0 if word == "RZ" else int(word, 0) if word[0].isdigit() else None
                       for word in (sb, sc))] += 1
    ours = collections.Counter(found for code in kernels.values() for found in shuffles(code))
    verdict(f"sass: cuobjdump reads the same {sum(ours.values())} SHFL in {os.path.basename(path)}",
            ours == theirs and len(ours) > 0, f"ours {ours - theirs}, theirs {theirs - ours}")


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    device, bench = sections(sys.argv[1]), sections(sys.argv[2])
    check_immediates(device)
    check_bench(bench)
    if len(sys.argv) == 4:
        check_disassembler(sys.argv[3], sys.argv[1], device)
        check_disassembler(sys.argv[3], sys.argv[2], bench)
    else:
        print("SKIP sass: cuobjdump reads the same SHFL: no cuobjdump here")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
