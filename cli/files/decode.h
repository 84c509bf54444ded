/* SPDX-License-Identifier: Apache-2.0 */
/* decode - the SHFL, vote, match or redux in a machine word, and all of them in a cubin. docs/reference/encodings.md */
#ifndef DECODE_H
#define DECODE_H

#include "elf.h"
#include "model/shfl.h"

#include <stddef.h>

#define DECODE_TEXT_MAX 96

/* A SHFL as the machine word has it. Registers: 255 is RZ. Predicates: 7 is PT. */
struct shfl_word {
    enum shfl_mode mode;
    uint8_t guard;
    bool guard_negated;
    uint8_t pu, rd, ra;
    bool sb_is_imm, sc_is_imm;
    uint16_t sb, sc; /* the register or the immediate */
};

/* The 64-bit word of SPA 5.0 (Maxwell and Pascal, sm_50 to sm_62).
 *   returns   whether it is a SHFL; if not, *shfl stays
 */
bool decode_maxwell(uint64_t word, struct shfl_word *shfl);

/* The 128-bit word of sm_70 and later. The scheduler's bits, .reuse among them, are not looked at. */
bool decode_volta(uint64_t low, uint64_t high, struct shfl_word *shfl);

/* The instruction as NVIDIA's disassemblers print it: "@!P0 SHFL.UP P1, R2, R1, 0x1, RZ". */
void decode_text(const struct shfl_word *shfl, char text[DECODE_TEXT_MAX]);

/* What is found in a cubin; VOTEU is a VOTE, and CREDUX a REDUX. */
enum decode_kind {
    DECODE_SHFL,
    DECODE_VOTE,
    DECODE_ELECT,
    DECODE_MATCH,
    DECODE_REDUX,
    DECODE_BARRIER,
    DECODE_RESULT,
    DECODE_MOVM,
    DECODE_FSWZADD,
    DECODE_KINDS
};
extern const char *const decode_kind_name[DECODE_KINDS];

/* Is this the low half of a word of sm_70 and later that has one of them? The high half may show that its form is not known. */
bool decode_is_volta(uint64_t low, enum decode_kind *kind);

/* A vote, election, match, redux, barrier that reduces, its result or a movmatrix in the 128-bit word, as text.
 *
 *   sm        90 for sm_90: up to it a number of a uniform register has six bits, from sm_100 on eight; 0: not known
 *   returns   whether it is one of a form that is known
 */
bool decode_collective(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX]);

/* One of them in a cubin. */
struct cubin_shfl {
    const char *kernel; /* [kernel_length], not ended by 0 */
    size_t kernel_length;
    uint64_t offset;  /* bytes from the kernel's first instruction */
    uint64_t word[2]; /* one word in sm_50 to sm_62 */
    enum decode_kind kind;
    struct shfl_word shfl; /* of DECODE_SHFL */
    char text[DECODE_TEXT_MAX];
};

struct cubin {
    unsigned sm;      /* 90 for sm_90 */
    unsigned kernels; /* sections of code */
    unsigned found[DECODE_KINDS];
};

/* Find all of them in a cubin, which is an ELF file; nothing in it is trusted.
 *
 *   found     is called with context for each, in the order of the file
 *   returns   whether it is a cubin; if not, err names what it is instead, and found may have been called
 */
bool cubin_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct cubin_shfl *),
                void *context, struct cubin *cubin, char err[ELF_ERROR_MAX]);

#endif
