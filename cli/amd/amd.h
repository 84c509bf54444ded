/* SPDX-License-Identifier: Apache-2.0 */
/* amd - AMD's lane crossing as machine words and as the text of LLVM's assembler. docs/amd.md 8 */
#ifndef AMD_H
#define AMD_H

#include "cli/sass/elf.h"
#include "model/shfl_amd.h"

#include <stddef.h>
#include <stdio.h>

#define AMD_TEXT_MAX 240
#define AMD_LINE_MAX 280
#define AMD_NOTE_MAX 280
#define AMD_ERROR_MAX 240

#define AMD_OTHER_MAX 120
#define AMD_ADDRESS_MAX 280

/* An operand as the machine word has it: 0 .. 127 a scalar register, 128 .. 208 a small number, 255 the literal, 256 ..
 * 511 a vector register. */
typedef uint16_t amd_operand;
#define AMD_NUMBER 128
#define AMD_LITERAL 255
#define AMD_VECTOR 256

/* An instruction. Of `in`, op, fi, bc and the masks are set, and control unless it comes from scalar registers. */
struct amd_insn {
    enum shfl_amd_gen gen;
    struct shfl_amd_in in;
    amd_operand dst, src;  /* src: what is read; of WRITELANE the scalar */
    amd_operand addr;      /* BPERMUTE, PERMUTE, PERMLANE16_VAR and the like; of SWIZZLE what is read */
    amd_operand select[2]; /* READLANE, WRITELANE: the lane; PERMLANE16, PERMLANEX16: the selectors, low half first;
                            * PERMLANE_BCAST and the like: S1, S2; IDX_GEN: S1 */
    uint32_t literal[3];   /* of src and of select; a machine word has room for one */
    /* DPP may stand before another instruction than v_mov_b32, which is not decoded: its format, else NULL, and opcode;
     * of the operands, only src is set */
    const char *format;
    uint16_t opcode;
    /* the same, read from text: the instruction and its operands, else empty */
    char other[AMD_OTHER_MAX];
    bool is_compare;               /* it is a comparison, which writes bits of a mask */
    bool is_wide;                  /* data of 64 bits, in a pair of registers */
    char address[AMD_ADDRESS_MAX]; /* of a compiler's call: what stands for addr, else empty */
};

/* Is it another instruction than a move between lanes, with DPP? */
static inline bool amd_is_other(const struct amd_insn *insn) { return insn->format != NULL || insn->other[0] != '\0'; }

static inline uint32_t amd_field(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & (~UINT32_C(0) >> (31 - (high - low)));
}

/* As the first source: is a word of DPP16 or DPP8 behind this instruction? */
static inline bool amd_is_dpp(enum shfl_amd_gen gen, uint32_t src0)
{
    return gen != SHFL_AMD_GFX6
        && (src0 == 250 || (shfl_amd_kind(gen) >= SHFL_AMD_GFX10 && (src0 == 233 || src0 == 234)));
}

/* The generation of a processor as LLVM names it, such as gfx1030, or gfx90a:xnack+; false if it is not known. */
bool amd_gen(const char *cpu, enum shfl_amd_gen *gen);
#define AMD_NAMES "gfx600 to gfx1201, or gfx1250"

/* The size of its larger wave. */
static inline unsigned amd_lanes(enum shfl_amd_gen gen) { return gen == SHFL_AMD_GFX1250 ? 32 : 64; }

/* How many words the instruction has that begins with these two, 1 to 5, of whatever kind it is; 0 if the generation has
 * no format that begins so. */
unsigned amd_length(enum shfl_amd_gen gen, const uint32_t words[2]);

/* Decode an instruction that moves data between lanes.
 *
 *   count     the words that there are, 1 to AMD_WORDS
 *   returns   how many words it has, 0 if it is none of these instructions or has bits set that are not described here
 */
#define AMD_WORDS 3
unsigned amd_decode(enum shfl_amd_gen gen, const uint32_t words[AMD_WORDS], unsigned count, struct amd_insn *insn);

/* The instruction as LLVM prints it: "v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf". */
void amd_text(const struct amd_insn *insn, char text[AMD_TEXT_MAX]);

/* Read that text; control is set if it stands in the text. Comments, addresses and labels of a listing are passed over, and
 * a compiler's call may stand for the instruction. Returns whether it is such an instruction; if not, err says what was
 * expected. */
bool amd_parse(enum shfl_amd_gen gen, const char *text, struct amd_insn *insn, char err[AMD_ERROR_MAX]);

/* Is the text a call of a compiler's function for such an instruction, such as __builtin_amdgcn_ds_bpermute(a, v), a call in
 * LLVM IR, or V_MOV_B32_dpp of LLVM's MIR? If so, *done is whether it could be read; if not, err says what was expected. The
 * instruction is not checked against the generation. */
bool amd_builtin(const char *text, struct amd_insn *insn, bool *done, char err[AMD_ERROR_MAX]);

/* What an operand of insn's, of AMD_NUMBER .. AMD_VECTOR-1, stands for, as 32 bits. */
uint32_t amd_number(const struct amd_insn *insn, const amd_operand *o);

/* Data of 64 bits: does DPP, as it stands there, not do for them? */
bool amd_refuses_wide(const struct amd_insn *insn);

/* How many scalar registers have numbers. */
unsigned amd_scalars(enum shfl_amd_gen gen);

/* A scalar register that has a name of its own, such as vcc_lo; NULL if it has none. */
const char *amd_special(enum shfl_amd_gen gen, amd_operand o);

/* Is control known, because no scalar register goes into it? If so, it is set. */
bool amd_control(struct amd_insn *insn);

/* One of these instructions in a code object. */
struct amd_found {
    const char *symbol; /* the last function or label before it, or its section */
    uint64_t offset;    /* bytes from there */
    struct amd_insn insn;
};

struct amd_code {
    const char *gpu; /* "gfx90a" */
    unsigned functions, found;
    unsigned unknown; /* words that no format of the generation begins with; each is passed over */
};

/* Find all of these instructions in a code object, which is an ELF file; nothing in it is trusted. Each
 * section of code is read from its beginning and from every symbol on, by the lengths of its instructions.
 *
 *   found     is called with context for each, in the order of the file
 *   returns   whether it is a code object; if not, err names what it is instead, and found was not called
 */
bool amd_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct amd_found *), void *context,
              struct amd_code *code, char err[ELF_ERROR_MAX]);

/* What it does, in a sentence. */
void amd_line(const struct amd_insn *insn, char line[AMD_LINE_MAX]);

/* Of another instruction with DPP, add to the line what becomes of the values that are read. */
void amd_other_line(const struct amd_insn *insn, char line[AMD_LINE_MAX]);

/* HIP's shuffles: the lane whose address goes into ds_bpermute_b32, before it is taken modulo the lanes. Section 10.1.
 *
 *   mode      SHFL_BFLY is __shfl_xor
 *   operand   srcLane, delta or laneMask
 *   width     a power of two
 */
uint32_t amd_hip_index(enum shfl_mode mode, unsigned lane, uint32_t operand, uint32_t width);

/* An instruction and what it does to a wave. */
struct amd_wave {
    const struct amd_insn *insn; /* all of its `in` is set */
    unsigned lanes;
    unsigned width;               /* of HIP's call; 0: it is none */
    char line[AMD_LINE_MAX];      /* what it does, in a sentence */
    char note[AMD_NOTE_MAX];      /* what else there is to know, or empty */
    struct shfl_amd_out out;      /* the model's, stage by stage */
    uint8_t open[SHFL_LANES_MAX]; /* what the documents leave open */
};

/* Fill in out and open. */
void amd_run(struct amd_wave *wave);

/* lane: the one whose stages are printed in place of the table; SHFL_LANES_MAX is the table. */
void amd_explain(const struct amd_wave *wave, unsigned lane, FILE *file);
void amd_json(const struct amd_wave *wave, FILE *file);
void amd_svg(const struct amd_wave *wave, FILE *file);

#endif
