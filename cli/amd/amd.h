/* SPDX-License-Identifier: Apache-2.0 */
/* amd - AMD's lane crossing as machine words and as the text of LLVM's assembler. docs/amd.md 8 */
#ifndef AMD_H
#define AMD_H

#include "shfl_amd.h"

#include <stddef.h>
#include <stdio.h>

#define AMD_TEXT_MAX 120
#define AMD_LINE_MAX 120
#define AMD_ERROR_MAX 240

/* An operand as the machine word has it: 0 .. 105 a scalar register, 128 .. 208 a small number, 256 .. 511 a vector
 * register. */
typedef uint16_t amd_operand;
#define AMD_NUMBER 128
#define AMD_VECTOR 256

/* An instruction. Of `in`, op, fi, bc and the masks are set, and control unless it comes from scalar registers. */
struct amd_insn {
    enum shfl_amd_gen gen;
    struct shfl_amd_in in;
    amd_operand dst, src;  /* src: what is read; of WRITELANE the scalar */
    amd_operand addr;      /* BPERMUTE, PERMUTE; of SWIZZLE what is read */
    amd_operand select[2]; /* READLANE, WRITELANE: the lane; PERMLANE16, PERMLANEX16: the selectors, low half first */
};

/* The generation of a processor as LLVM names it, such as gfx1030; false if it is not known. */
bool amd_gen(const char *cpu, enum shfl_amd_gen *gen);

/* Decode an instruction of one or two words.
 *
 *   count     the words that there are, 1 or 2
 *   returns   how many words it has, 0 if it is none of these instructions or has bits set that are not described here
 */
unsigned amd_decode(enum shfl_amd_gen gen, const uint32_t words[2], unsigned count, struct amd_insn *insn);

/* The instruction as LLVM prints it: "v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf". */
void amd_text(const struct amd_insn *insn, char text[AMD_TEXT_MAX]);

/* Read that text; control is set if it stands in the text. Returns whether it is such an instruction; if not, err says
 * what was expected. */
bool amd_parse(enum shfl_amd_gen gen, const char *text, struct amd_insn *insn, char err[AMD_ERROR_MAX]);

/* What AMD_NUMBER .. AMD_VECTOR-1 stand for, as 32 bits. */
uint32_t amd_number(amd_operand o);

/* Is control known, because no scalar register goes into it? If so, it is set. */
bool amd_control(struct amd_insn *insn);

/* What it does, in a sentence. */
void amd_line(const struct amd_insn *insn, char line[AMD_LINE_MAX]);

/* That, and lane by lane what is read and what becomes of the destination. All of insn->in is set. */
void amd_explain(const struct amd_insn *insn, unsigned lanes, FILE *file);

#endif
