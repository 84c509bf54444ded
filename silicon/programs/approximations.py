# SPDX-License-Identifier: Apache-2.0
"""PTX's approximations of f32, of all 2^32 arguments, as a GPU has them: python3 -m silicon.programs.approximations
RECORD. Of each form and each top byte of the argument there is a sum, mod 2^32, of mixed(argument, result). What the
record has of CUDA's functions of x and y is from nvcc 13.0, and is kept."""

import ctypes
import json
import sys
from pathlib import Path

from silicon.programs import arithmetic

FORMS = [f"{name}.approx{ftz}" for name in ("rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos") for ftz in ("", ".ftz")]
FORMS += [f"div.{kind}{ftz}" for kind in ("approx", "full") for ftz in ("", ".ftz")] + ["tanh.approx"]
RECORD = Path(__file__).parent / "h200-approximations.json"

# x: the argument, and of div the numerator, whose denominator is y; r: the result; h: what both become in the sum
TEXT = """.version 7.8
.target sm_80
.address_size 64
.visible .entry sums(.param .u64 out) {
    .reg .b64 %at; .reg .b32 %x, %y, %r, %h, %n, %t, %lane; .reg .pred %p, %q;
    ld.param.u64 %at, [out];
    mov.u32 %n, %ctaid.x; mov.u32 %t, %ntid.x; mov.u32 %x, %tid.x; mad.lo.u32 %x, %n, %t, %x;
    mov.u32 %lane, %laneid; setp.eq.u32 %q, %lane, 0; mov.u32 %n, 0;
again:
    mad.lo.u32 %y, %x, 0x9e3779b1, 0x7f4a7c15;
    INSTRUCTION
    mul.lo.u32 %h, %x, 0x9e3779b1; xor.b32 %h, %h, %r; mul.lo.u32 %h, %h, 0x85ebca6b;
    shr.u32 %t, %h, 15; xor.b32 %h, %h, %t;
    redux.sync.add.u32 %h, %h, 0xffffffff;
    @%q red.global.add.u32 [%at], %h;
    add.u64 %at, %at, 4; add.u32 %x, %x, 0x1000000; add.u32 %n, %n, 1;
    setp.lt.u32 %p, %n, 256; @%p bra again;
    ret;
}
"""

# rsqrt.approx of f64 is a program of ptxas: of the arguments in the record, the results
ROOTS = arithmetic.ptx({"roots": ("rsqrt.approx.f64 %d, %a;", ["f64"] * 3, "f64")})


def operands(arguments):
    """The two buffers of ROOTS: three operands a thread, of which it takes the first; and the results."""
    return [[v for x in arguments for v in (x, 0, 0)], [0] * len(arguments)]


def text(form):
    operands = "%r, %x, %y" if form.startswith("div") else "%r, %x"
    return TEXT.replace("INSTRUCTION", f"{form}.f32 {operands};")


def main(path):
    from silicon.programs import record

    old = json.loads(RECORD.read_text(encoding="ascii"))
    result = {**old, "device": record.device(), "sums": {}}
    for form in FORMS:
        module = record.load(text(form))
        (sums,) = record.launch(module, "sums", 256, 1 << 16, [[0] * 256])
        result["sums"][form] = "".join(f"{v:08x}" for v in sums)
        record.cuda.cuModuleUnload(ctypes.c_void_p(module.value))
    arguments = [int(word, 16) for word in old["roots"]["x"].split()]
    _, roots = record.launch(record.load(ROOTS), "roots", len(arguments), 1, operands(arguments), "Q")
    result["roots"] = {"x": old["roots"]["x"], "r": " ".join(f"{v:016x}" for v in roots)}
    Path(path).write_text(json.dumps(result, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
