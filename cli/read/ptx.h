/* SPDX-License-Identifier: Apache-2.0 */
/* ptx - shfl, vote, activemask, elect, match, redux, bar.red and movmatrix of PTX: a line of it as the instruction that it becomes. */
#ifndef PTX_H
#define PTX_H

#include "calls.h"

#include <stdint.h>
#include <stdio.h>

struct ptx_shuffle {
    char text[200]; /* as it was written, from its guard to its semicolon */
    char sass[96]; /* SHFL.UP PT, Rd, Ra, 0x1, 0x1800; d, p, a, b, c are Rd, P0, Ra, Rb, Rc, and the guard is P1; of the
                     * others d, p, a are Rd or URd, P2, and P0 or Ra */
    char note[160];            /* what is unusual about it, or empty */
    char holds[160];           /* the numbers that registers hold, or empty */
    bool names_mask, has_mask; /* it has a mask; which is a number */
    uint32_t mask;
    struct ptx_given {
        char as[4];   /* its name in the SASS */
        char own[28]; /* and in the text */
    } given[5];       /* the sources, predicates and the guard */
    unsigned givens;
};

/* Does one begin at this place of the text? And where the first one begins, its guard included; NULL if there is none.
 *
 *   end       behind it
 */
bool ptx_is(const char *text, const char *at);
const char *ptx_find(const char *text, const char **end);

/* The registers that a function writes, whose text begins behind its head and stays: for struct flow, until ptx_forget. */
void *ptx_written(const char *function);
void ptx_forget(void *written);

/* Read "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0x1800, 0xffffffff;" and its kin, also shfl and vote without .sync, and behind a guard.
 * Operands are registers or constant expressions; WARP_SZ is 32. What stands behind the semicolon is passed over.
 *
 *   flow      with what its function writes: registers that one mov gives a number have it; NULL, or without: none have
 *   returns   whether it is one; if not, why says what was expected
 */
bool ptx_parse(const char *text, const struct flow *flow, struct ptx_shuffle *ptx, char why[READ_WHY_MAX]);

/* Print each form with its document: "PTX | elect.sync d|p, membermask; | PTX ISA 9.0, elect.sync". */
void ptx_forms(FILE *file);

#endif
