# SPDX-License-Identifier: Apache-2.0
"""The encodings of rtl/shfl_defs.vh, rtl/amd/shfl_amd_defs.vh and rtl/rvv/shfl_rvv_defs.vh: for Python, as a header for
C, and as types for SystemVerilog.

defs.py         regenerate model/shfl_defs.h and the enumerations of rtl/sv/shfl_pkg.sv
"""

import dataclasses
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "rtl" / "shfl_defs.vh"
AMD_SOURCE = ROOT / "rtl" / "amd" / "shfl_amd_defs.vh"
RVV_SOURCE = ROOT / "rtl" / "rvv" / "shfl_rvv_defs.vh"
HEADER = ROOT / "model" / "shfl_defs.h"
PACKAGE = ROOT / "rtl" / "sv" / "shfl_pkg.sv"


@dataclasses.dataclass(frozen=True)
class Table:
    """The names of an encoding, in the order of their numbers, without PREFIX; a comment for each, or ''; and the macro
    of its width, or '' of a parameter's."""

    prefix: str
    names: tuple
    comments: tuple
    width: str
    bits: int

    def macros(self):
        return [self.prefix + name for name in self.names]


def read(source, heading, prefix, width=""):
    """The table below the comment of SOURCE that begins with HEADING; WIDTH is the macro of its width."""
    text = source.read_text(encoding="utf-8")
    block = re.search(rf"^// {heading}.*\n((?:(?://|`define).*\n)+)", text, re.MULTILINE)
    found = re.findall(rf"^`define {prefix}(\w+)\s+(?:(\d+)'d)?(\d+)(?: +// (.*))?$", block[1] if block else "", re.M)
    if not found or [int(number) for _, _, number, _ in found] != list(range(len(found))):
        raise ValueError(f"{source}: expected, below the comment '// {heading}', names numbered from 0 on")
    names, widths, _, comments = zip(*found, strict=True)
    bits = int(re.search(rf"^`define {width} +(\d+)", text, re.MULTILINE)[1]) if width else 0
    if set(widths) - {str(bits), ""} or (bits and len(found) > 1 << bits):
        raise ValueError(f"{source}: expected, below the comment '// {heading}', numbers of {width} bits")
    return Table(prefix, names, comments, width, bits)


MODE = read(SOURCE, "mode,", "SHFL_", "SHFL_MODE_W")
VOTE, MATCH, REDUX = (
    read(SOURCE, f"op of shfl_{unit.lower()},", f"SHFL_{unit}_", f"SHFL_{unit}_OP_W")
    for unit in ("VOTE", "MATCH", "REDUX")
)
OPERATIONS = ("vote", VOTE, "SHFL_VOTES"), ("match", MATCH, "SHFL_MATCHES"), ("redux", REDUX, "SHFL_REDUXES")
POLICY = read(SOURCE, "what a lane gets that reads an inactive lane", "SHFL_")
MEMORY = read(SOURCE, "what shfl_banked keeps", "SHFL_")
AMD_OP = read(AMD_SOURCE, "op;", "SHFL_AMD_", "SHFL_AMD_OP_W")
AMD_GEN = read(AMD_SOURCE, "gen,", "SHFL_AMD_", "SHFL_AMD_GEN_W")
RVV_OP = read(RVV_SOURCE, "op;", "SHFL_RVV_", "SHFL_RVV_OP_W")


@dataclasses.dataclass(frozen=True)
class Word:
    """An instruction of OP-V: its assembler name, its operation, and the numbers that machine words have for it."""

    name: str
    op: str
    funct6: int
    funct3: int


def words(source):
    """The instructions of SOURCE, in its order."""
    found = re.findall(r"^`define SHFL_RVV_(V\w+)_(V[VXIFM]) +\{6'h(\w\w), 3'd(\d)\} +// (\w+)$", source, re.M)
    return [
        Word(f"{name}.{form}".lower(), op, int(funct6, 16), int(funct3)) for name, form, funct6, funct3, op in found
    ]


RVV_OPCODE = int(re.search(r"`define SHFL_RVV_OPCODE +7'h(\w+)", RVV_SOURCE.read_text(encoding="utf-8"))[1], 16)
RVV_WORDS = words(RVV_SOURCE.read_text(encoding="utf-8"))

# what the model has and the units have not: their numbers follow
MODEL_GENS = ("GFX6", "gfx6 and gfx7"), ("GFX940", "gfx940, gfx941, gfx942"), ("GFX950", "")
MODEL_OPS = (
    ("PERMLANE16_SWAP", "0; src and old are the two registers"),
    ("PERMLANE32_SWAP", "likewise"),
    ("IDX_GEN", "S1, the size of a group: makes the addresses of a ds_bpermute"),
)

MODES, MODE_BITS = MODE.names, MODE.bits
POLICIES = POLICY.names
MEMORIES = [name.removesuffix("_MEMORY") for name in MEMORY.names]
GENERATIONS = tuple(name.lower() for name in AMD_GEN.names)  # of the units, as LLVM names them


# ---- C


def c_enum(tag, table, count, more=()):
    """An enumeration, with a name a line where there are comments, and COUNT, the macro of how many there are."""
    names = [*zip(table.names, table.comments, strict=True), *more]
    counts = f"#define {count} {len(names)}\n"
    names = [(f"{table.prefix}{name}{',' * (n < len(names) - 1)}", comment) for n, (name, comment) in enumerate(names)]
    if not any(comment for _, comment in names):
        return f"enum {tag} {{ {' '.join(name for name, _ in names)} }};\n{counts}"
    widest = max(len(name) for name, comment in names if comment)
    lines = [f"    {name:{widest}} /* {comment} */" if comment else f"    {name}" for name, comment in names]
    return f"enum {tag} {{\n" + "\n".join(lines) + f"\n}};\n{counts}"


def c_names(array, names):
    quoted = ", ".join(f'"{name}"' for name in names)
    lines = textwrap.wrap(f"static const char *const {array}[] = {{ {quoted} }};", 120, subsequent_indent="    ")
    return "\n".join(lines) + "\n"


def c_words():
    lines = ["#define SHFL_RVV_WORDS(X)"]
    lines += [
        f"""    X("{word.name}", SHFL_RVV_{word.op}, '{word.name[-1]}', {word.funct6:#04x}, {word.funct3})"""
        for word in RVV_WORDS
    ]
    widest = max(map(len, lines))
    return "".join(f"{line:{widest}} \\\n" for line in lines[:-1]) + lines[-1]


def header():
    """The text of model/shfl_defs.h."""
    called = {"mode": MODES, "policy": POLICIES} | {unit: table.names for unit, table, _ in OPERATIONS}
    called |= {f"amd_{what}": map(str.lower, of.names) for what, of in (("op", AMD_OP), ("gen", AMD_GEN))}
    return f"""/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_defs - the encodings, made from those of the RTL by model/defs.py: `make docs` writes this file. */
#ifndef SHFL_DEFS_H
#define SHFL_DEFS_H

/* How a lane names the lane that it reads. Spec 1; the order is that of the PTX and SASS encodings. */
{c_enum("shfl_mode", MODE, "SHFL_MODES")}#define SHFL_MODE_BITS {MODE_BITS}

/* The operations of vote, match and redux. Spec 8 to 10; the order is that of the SASS encodings. */
{"".join(c_enum(f"shfl_{unit}_op", *of) for unit, *of in OPERATIONS)}
/* What Rd holds in a lane that read an inactive lane; the architecture leaves it open. Spec 4.
 * ZERO: 0, which is what an H200 does; OWN: the reader's own Ra; RAW: whatever Ra the inactive lane holds. */
{c_enum("shfl_policy", POLICY, "SHFL_POLICIES")}
/* AMD's generations that differ in its lane crossing. Those of the units come first, in order of age; of the others see
 * shfl_amd_kind. */
{c_enum("shfl_amd_gen", AMD_GEN, "SHFL_AMD_GENS", MODEL_GENS)}#define SHFL_AMD_RTL_GENS {len(AMD_GEN.names)}

/* AMD's operations, and what `control` of struct shfl_amd_in holds. The last {len(MODEL_OPS)} are not in the units. */
{c_enum("shfl_amd_op", AMD_OP, "SHFL_AMD_OPS", MODEL_OPS)}#define SHFL_AMD_RTL_OPS {len(AMD_OP.names)}

/* RISC-V's vector permutations. */
{c_enum("shfl_rvv_op", RVV_OP, "SHFL_RVV_OPS")}
/* Their machine words: X(name, op, kind, funct6, funct3) of each instruction; kind is that of the third operand. */
#define SHFL_RVV_OPCODE {RVV_OPCODE:#04x}
{c_words()}

/* Their names, by number. */
/* clang-format off */
{"".join(c_names(f"shfl_{what}_name", names) for what, names in called.items())}/* clang-format on */

#endif
"""


# ---- SystemVerilog

TYPES = [
    ("mode_e", MODE, ""),
    ("vote_e", VOTE, "op of shfl_vote, shfl_match and shfl_redux"),
    ("match_e", MATCH, ""),
    ("redux_e", REDUX, ""),
    ("policy_e", POLICY, "parameter POLICY"),
    ("memory_e", MEMORY, "parameter MEMORY"),
    ("amd_op_e", AMD_OP, ""),
    ("amd_gen_e", AMD_GEN, "parameter GEN"),
    ("rvv_op_e", RVV_OP, ""),
]


def package():
    """The text of rtl/sv/shfl_pkg.sv, with the enumerations of the tables."""
    types = []
    for name, table, comment in TYPES:
        kind = "int" if "parameter" in comment else f"logic [`{table.width}-1:0]"
        body = ", ".join(f"{macro}~=~`{macro}" for macro in table.macros())  # no line ends at a ~
        body = textwrap.fill(body, 120, initial_indent=" " * 8, subsequent_indent=" " * 8).replace("~", " ")
        types.append(f"    // {comment}\n" * bool(comment) + f"    typedef enum {kind} {{\n{body}\n    }} {name};\n\n")
    before, rest = PACKAGE.read_text(encoding="utf-8").split("package shfl_pkg;\n")
    after = rest[rest.index("    // bits of a beat's number") :]
    return before + "package shfl_pkg;\n" + "".join(types) + after


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
    PACKAGE.write_text(package(), encoding="utf-8")
