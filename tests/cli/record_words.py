#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ask NVIDIA's disassembler what machine words say, and keep its answers for test_decode.

Usage: record_words.py NVDISASM_12 NVDISASM_13 PTXAS_12 PTXAS_13

    NVDISASM_12, PTXAS_12   of CUDA 12, which still knows Maxwell, Pascal and Volta
    NVDISASM_13, PTXAS_13   of CUDA 13

Writes next to this file: words.txt, a word or two and the text, and shuffles.sm_*.cubin and
barriers.sm_*.cubin with texts of the same names, what is in them. Takes a quarter of an hour: 4096 opcodes
are tried one by one. Exit status: 0 written, 1 architectures disagree, 2 wrong usage.
"""

import os
import random
import re
import struct
import subprocess
import sys
import tempfile

MAXWELL = ["SM50", "SM52", "SM60", "SM61"]
OLD = ["SM70"]
NEW = ["SM75", "SM80", "SM86", "SM89", "SM90", "SM100", "SM103", "SM110", "SM120", "SM121"]
REGISTERS = [0, 1, 2, 7, 15, 16, 63, 64, 127, 128, 200, 254, 255]
SC = [
    0,
    1,
    2,
    4,
    8,
    16,
    31,
    0x20,
    0x40,
    0x80,
    0x100,
    0x200,
    0x400,
    0x800,
    0x1000,
    0x1C03,
    0x1800,
    0x1E01,
    0x101F,
    0x0A0A,
    0x1FFF,
]
HERE = os.path.dirname(os.path.abspath(__file__))


def fields(rng):
    """Shuffles as dictionaries: every form and mode, every field through its values, and mixtures."""

    def mixture(mode, sb_imm, sc_imm):
        return dict(
            mode=mode,
            sb_imm=sb_imm,
            sc_imm=sc_imm,
            guard=7,
            negated=0,
            pu=rng.randrange(8),
            rd=rng.randrange(256),
            ra=rng.randrange(256),
            sb=rng.randrange(32 if sb_imm else 256),
            sc=rng.randrange(8192 if sc_imm else 256),
        )

    for sb_imm in (0, 1):
        for sc_imm in (0, 1):
            for mode in range(4):
                for _ in range(24):
                    yield {
                        **mixture(mode, sb_imm, sc_imm),
                        "guard": rng.choice([7, 7, rng.randrange(8)]),
                        "negated": rng.randrange(2),
                    }
            base = dict(
                mode=sb_imm * 2 + sc_imm, sb_imm=sb_imm, sc_imm=sc_imm, guard=7, negated=0, pu=1, rd=4, ra=5, sb=6, sc=8
            )
            for name, values in (
                ("rd", REGISTERS),
                ("ra", REGISTERS),
                ("sb", range(32) if sb_imm else REGISTERS),
                ("sc", SC if sc_imm else REGISTERS),
                ("pu", range(8)),
                ("guard", range(8)),
                ("mode", range(4)),
            ):
                for value in values:
                    yield {**base, name: value}
            for guard in range(8):
                yield {**base, "guard": guard, "negated": 1}


def maxwell(f):
    word = 0xEF10 << 48 | f["pu"] << 48 | f["mode"] << 30 | f["sc_imm"] << 29 | f["sb_imm"] << 28
    word |= f["negated"] << 19 | f["guard"] << 16 | f["ra"] << 8 | f["rd"] | f["sb"] << 20
    return word | f["sc"] << (34 if f["sc_imm"] else 39)


def volta(f):
    opcode = {(0, 0): 0x389, (0, 1): 0x589, (1, 0): 0x989, (1, 1): 0xF89}[f["sb_imm"], f["sc_imm"]]
    low = opcode | f["guard"] << 12 | f["negated"] << 15 | f["rd"] << 16 | f["ra"] << 24 | f["mode"] << 58
    low |= f["sb"] << (53 if f["sb_imm"] else 32)
    low |= f["sc"] << 40 if f["sc_imm"] else 0
    return low, f["pu"] << 17 | (0 if f["sc_imm"] else f["sc"])


def disassemble(program, sm, words):
    """Text by byte offset, or None where the disassembler finds no instruction."""
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.write(b"".join(struct.pack("<Q", word) for word in words))
        file.flush()
        run = subprocess.run([program, "-b", sm, file.name], capture_output=True, text=True)
    if run.returncode:
        return None
    found = {}
    for line in run.stdout.splitlines():
        match = re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;", line)
        if match:
            found[int(match[1], 16)] = re.sub(r"\s+", " ", match[2])
    return found


def maxwell_texts(program, sm, words):
    """Three words follow each word for the scheduler, which lets every instruction issue alone."""
    stream, places = [], []
    for i, word in enumerate(words):
        if i % 3 == 0:
            stream.append(0x001F8000FC0007E0)
        places.append(8 * len(stream))
        stream.append(word)
    stream += [0x50B0000000070F00] * (-len(stream) % 4)  # NOP
    found = disassemble(program, sm, stream)
    return found and [found[place] for place in places]


def volta_texts(program, sm, pairs):
    found = disassemble(program, sm, [half for pair in pairs for half in pair])
    return found and [found[16 * i] for i in range(len(pairs))]


def thin(rows, times=2):
    """Of rows (form, bits, text) those by which each bit of each form is seen as 0 and as 1, and each word of the texts
    but its numbers, so many times; the first that bring most are taken."""
    wanted = []
    for form, bits, text in rows:
        marks = {(form, bit, bits >> bit & 1) for bit in range(128)}
        mnemonic = next(word for word in text.split() if not word.startswith("@"))
        marks |= {(form, mnemonic), (form, text.startswith("@!"), text.startswith("@"))}
        marks |= {(form, place, re.sub(r"\d+", "", part)) for place, part in enumerate(re.split("[ ,]+", text))}
        wanted.append(marks)
    seen, kept = {}, set()
    while True:
        gains = [sum(seen.get(mark, 0) < times for mark in marks) for marks in wanted]
        gain, best = max((gain, -i) for i, gain in enumerate(gains) if i not in kept)
        if gain == 0 or len(kept) + 1 == len(rows):
            return [row for i, row in enumerate(rows) if i in kept]
        kept.add(-best)
        for mark in wanted[-best]:
            seen[mark] = seen.get(mark, 0) + 1


def agreed(answers):
    first = answers[0]
    if any(answer != first for answer in answers):
        sys.exit("record_words.py: the architectures read a word differently")
    return first


def version(program):
    text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return re.search(r"V[0-9.]+", text)[0]


def cubin(name, sm, ptxas, nvdisasm, ptx_version):
    """Made of NAME.ptx; returns how many instructions between lanes and threads it has."""
    with open(os.path.join(HERE, f"{name}.ptx"), encoding="utf-8") as file:
        source = file.read()
    source = re.sub(r"^\.version .*$", f".version {ptx_version}", source, flags=re.M)
    source = re.sub(r"^\.target .*$", f".target sm_{sm}", source, flags=re.M)
    path = os.path.join(HERE, f"{name}.sm_{sm}.cubin")
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(source)
        file.flush()
        subprocess.run([ptxas, f"-arch=sm_{sm}", file.name, "-o", path], check=True)
    text = subprocess.run([nvdisasm, path], check=True, capture_output=True, text=True).stdout
    kernel, lines = "", []
    for line in text.splitlines():
        section = re.match(r"\s*\.section\s+\.text\.(\w+)", line)
        kernel = section[1] if section else kernel
        # of two instructions that issue together, {A; B}, the second has no semicolon
        match = re.search(r"/\*([0-9a-f]{4,})\*/[\s{]*((?:@\S+ )?(?:SHFL|BAR\.RED|B2R\.RESULT|MOVM)[^;}]*)", line)
        if match:
            insn = re.sub(r"\.reuse", "", re.sub(r"\s+", " ", match[2]).strip())
            lines.append(f"{kernel}+0x{match[1]}  {insn}\n")
    with open(path.replace(".cubin", ".txt"), "w", encoding="utf-8") as file:
        file.writelines(lines)
    return len(lines)


def main():
    if len(sys.argv) != 5:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    nvdisasm_12, nvdisasm_13, ptxas_12, ptxas_13 = sys.argv[1:]
    shuffles = list(fields(random.Random(1)))
    words = sorted({maxwell(f) for f in shuffles})
    pairs = sorted({volta(f) for f in shuffles})
    texts = agreed([maxwell_texts(nvdisasm_12, sm, words) for sm in MAXWELL])
    texts_128 = agreed(
        [volta_texts(nvdisasm_12, sm, pairs) for sm in OLD] + [volta_texts(nvdisasm_13, sm, pairs) for sm in NEW]
    )
    with open(os.path.join(HERE, "words.txt"), "w", encoding="utf-8") as file:
        file.write(
            f"# Machine words and what nvdisasm says; one word: {' '.join(MAXWELL)} ({version(nvdisasm_12)}); two,\n"
            f"# the low half first: {' '.join(OLD)} ({version(nvdisasm_12)}) {' '.join(NEW)} "
            f"({version(nvdisasm_13)}).\n# A dash: no SHFL. Made by record_words.py.\n"
        )
        rows = [(word >> 28 & 3, word, text) for word, text in zip(words, texts)]
        for _, word, text in thin(rows):
            file.write(f"{word:#018x} {text}\n")
        rows = [(low & 0xFFF, low | high << 64, text) for (low, high), text in zip(pairs, texts_128)]
        for _, word, text in thin(rows):
            file.write(f"{word & (1 << 64) - 1:#018x} {word >> 64:#018x} {text}\n")
        # neighbours: one bit of the opcode is another
        for bit in range(51, 64):
            word = words[0] ^ 1 << bit
            found = maxwell_texts(nvdisasm_12, "SM50", [word])
            if found and "SHFL" in found[0]:
                sys.exit(f"record_words.py: {word:#x} is a SHFL after all")
            file.write(f"{word:#018x} -\n")
        for opcode in range(4096):
            low = 0x0C201F0007077000 | opcode
            found = volta_texts(nvdisasm_13, "SM90", [(low, 0xE0000)])
            is_shfl = bool(found) and "SHFL" in found[0]
            if is_shfl != (opcode in (0x389, 0x589, 0x989, 0xF89)):
                sys.exit(f"record_words.py: opcode {opcode:#x} is {'a' if is_shfl else 'no'} SHFL")
            if not is_shfl and any(bin(opcode ^ o).count("1") == 1 for o in (0x389, 0x589, 0x989, 0xF89)):
                file.write(f"{low:#018x} 0x00000000000e0000 -\n")
    print(f"{len(words)} words, {len(pairs)} pairs; 4096 opcodes tried, 4 are SHFL")
    for sm, ptxas, nvdisasm, ptx in (
        (50, ptxas_12, nvdisasm_12, "7.8"),
        (75, ptxas_13, nvdisasm_13, "9.0"),
        (90, ptxas_12, nvdisasm_12, "7.8"),
        (120, ptxas_13, nvdisasm_13, "9.0"),
    ):
        print(f"shuffles.sm_{sm}.cubin: {cubin('shuffles', sm, ptxas, nvdisasm, ptx)} SHFL")
    for sm in (75, 120):
        print(f"barriers.sm_{sm}.cubin: {cubin('barriers', sm, ptxas_13, nvdisasm_13, '9.0')} instructions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
