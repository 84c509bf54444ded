/* SPDX-License-Identifier: Apache-2.0 */
/* amd_text - AMD's lane crossing as the text of LLVM's assembler, and as calls of compilers. docs/amd.md 8 */
#ifndef AMD_TEXT_H
#define AMD_TEXT_H

#include "cli/files/amd.h"
#include "expr.h"

#define AMD_TEXT_MAX 240

/* Each operation: its name, its instruction, and what stands behind that: d the destination, D a scalar one, v the value, V a scalar
 * one, a the address register, s and S scalars or numbers, o an offset, p FI and BC as op_sel, b the same by name; of DPP there are
 * many. What it does, in a sentence; NULL: its control says it. And among how many lanes each finds the one that it reads; 0: all,
 * or its control says it. */
enum { AMD_SIZED = 1 }; /* an operand says so */
extern const struct amd_op {
    const char *name, *insn, *operands, *line;
    unsigned group;
} amd_ops[SHFL_AMD_OPS];

/* What DPP does: dpp_ctrl is first + the number behind the name, which is least .. most; most 0: there is none. The last has no
 * name. Of two with the same dpp_ctrl the first is that of gfx90a to gfx950, the other that of gfx10 and later. line: in a
 * sentence, with the number. */
extern const struct amd_dpp {
    const char *name;
    unsigned first, least, most;
    const char *line;
} amd_dpps[];

/* The first that has this dpp_ctrl, of 0x100 and more. */
const struct amd_dpp *amd_dpp_of(unsigned dpp_ctrl);

/* The instruction as LLVM prints it: "v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf". */
void amd_text(const struct amd_insn *insn, char text[AMD_TEXT_MAX]);

/* Read that text; control is set if it stands in the text. Comments, addresses and labels of a listing are passed over, and
 * a compiler's call may stand for the instruction; scope, or NULL, has what the names in it hold. Returns whether it is such an instruction; if not, err says what was
 * expected. */
bool amd_parse(enum shfl_amd_gen gen, const char *text, const struct expr_scope *scope, struct amd_insn *insn,
               char err[READ_WHY_MAX]);

/* Where the first call of a compiler's function for such an instruction begins, __builtin_amdgcn_ds_bpermute(a, v), or NULL. */
const char *amd_builtin_find(const char *text);

#endif
