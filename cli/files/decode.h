/* SPDX-License-Identifier: Apache-2.0 */
/* decode - the SHFL, vote, match or redux in a machine word, and all of them in a cubin. docs/reference/encodings.md */
#ifndef DECODE_H
#define DECODE_H

#include "elf.h"
#include "model/shfl.h"

#include <stddef.h>

#define DECODE_TEXT_MAX 96
#define DECODE_PART_MAX 16

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

/* One of them. */
struct cubin_shfl {
    const char *kernel; /* [kernel_length], not ended by 0 */
    size_t kernel_length;
    uint64_t offset;  /* bytes from the kernel's first instruction */
    uint64_t word[2]; /* one word in sm_50 to sm_62 */
    unsigned sm;      /* as of decode_volta */
    enum decode_kind kind;
    /* the texts of fields that several have: the guard, "@!P0 " or nothing; registers, Rd also as a uniform one; the predicate
     * that is written, and the one that is read. Of Maxwell not uniform and p */
    char guard[DECODE_PART_MAX], rd[DECODE_PART_MAX], ra[DECODE_PART_MAX], uniform[DECODE_PART_MAX],
        pd[DECODE_PART_MAX], p[DECODE_PART_MAX];
    char text[DECODE_TEXT_MAX]; /* as NVIDIA's disassemblers print it: "@!P0 SHFL.UP P1, R2, R1, 0x1, RZ" */
};

/* Which of them has a word of sm_70 and later with this low half? DECODE_KINDS: none. */
enum decode_kind decode_kind_of(uint64_t low);

/* Decode w->word, of SPA 5.0 (Maxwell and Pascal, sm_50 to sm_62), or of sm_70 and later. The scheduler's bits, .reuse among them,
 * are not looked at.
 *
 *   sm        90 for sm_90: up to it a number of a uniform register has six bits, from sm_100 on eight; 0: not known
 *   returns   whether it is one of a form that is known: kind and the texts are set
 */
bool decode_maxwell(struct cubin_shfl *w);
bool decode_volta(unsigned sm, struct cubin_shfl *w);

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
