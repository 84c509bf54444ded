/* SPDX-License-Identifier: Apache-2.0 */
/* amd - AMD's lane crossing as machine words, and all of it in a code object. docs/amd.md 8 */
#ifndef AMD_H
#define AMD_H

#include "elf.h"
#include "model/shfl_amd.h"

#include <stddef.h>

#define AMD_OTHER_MAX 120
#define AMD_ADDRESS_MAX 300 /* as a text_part */

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

/* Does it exchange parts of two registers? */
static inline bool amd_is_swap(enum shfl_amd_op op)
{
    return op == SHFL_AMD_PERMLANE16_SWAP || op == SHFL_AMD_PERMLANE32_SWAP;
}

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
#define AMD_NAMES "gfx600 to gfx1201, and gfx1250"

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

#endif
