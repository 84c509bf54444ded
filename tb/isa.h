/* SPDX-License-Identifier: Apache-2.0 */
/* isa - the two instruction sets, SHFL and AMD's lane crossing. A warp is one instruction of one of them with its
 * operands; what is expected of it has the same form for both.
 */
#ifndef ISA_H
#define ISA_H

#include <stdio.h>

#include "suite.h"

struct warp {
    const struct isa *isa;
    union {
        struct shfl_in shfl;
        struct shfl_amd_in amd;
    };
};

struct want {
    uint64_t rd[SHFL_LANES_MAX];
    uint64_t known; /* the lanes whose rd counts */
    uint64_t pu, we, src_active;
    bool reserved;  /* then we is 0, and rd, pu and src_active do not count */
    unsigned trips; /* through the unit's network; with a crossbar 1 */
    unsigned waits; /* clocks on the input before it can be transferred */
};

/* What is expected of a beat in addition: its place in the warp. */
struct beat {
    unsigned number; /* a warp in one piece: 0 */
    bool last;       /* true */
    uint32_t tag;
};

struct isa {
    /* the lanes that execute */
    uint64_t *(*active)(struct warp *);
    /* The warp gets the mode and the immediates of this beat; NULL: all beats of a warp have the same. */
    void (*beat)(const struct suite_source *, uint64_t n, unsigned number, struct warp *);
    /* The model's result, where beats with these lanes are sent. */
    void (*expect)(const struct rtl_build *, const struct warp *, uint64_t there, struct want *);
    void (*drive)(const struct rtl_build *, struct rtl *, const struct warp *, unsigned beat, uint32_t tag);
    /* Print a beat that differs: the instruction, and a table of the lanes. */
    void (*print)(FILE *, const struct rtl_build *, const struct warp *, const struct beat *, const struct want *,
                  const struct rtl_out *got);
};

extern const struct isa isa_shfl, isa_amd;

/* Warp n of a suite. */
static inline void isa_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct warp *warp)
{
    warp->isa = suite_is_amd(source, suite) ? &isa_amd : &isa_shfl;
    if (warp->isa == &isa_amd)
        suite->amd(source, n, &warp->amd);
    else
        suite->shfl(source, n, &warp->shfl);
}

/* Does lane k, which is this way of the beat, differ? */
static inline bool isa_lane_differs(const struct rtl_out *got, unsigned way, const struct want *want, unsigned k)
{
    if (want->reserved)
        return got->we >> way & 1;
    return (want->known >> k & 1 && got->rd[way] != want->rd[k])
        || (((got->pu >> way ^ want->pu >> k) | (got->we >> way ^ want->we >> k)
             | (got->src_active >> way ^ want->src_active >> k))
            & 1);
}

/* What is expected of a warp of SHFL with these results. */
void isa_shfl_want(const struct rtl_build *build, const struct shfl_out *out, uint64_t there, struct want *want);

/* The end of a row of a table: the results of lane k, which is this way of the beat. Values take isa_digits. */
#define ISA_RESULTS "pu got  we got  src_active got\n" /* of the row above it */
int isa_digits(const struct rtl_build *build);
void isa_print_results(FILE *f, const struct rtl_build *build, const struct want *want, const struct rtl_out *got,
                       unsigned way, unsigned k);

/* All lanes, or all but a few, or half of them, or a few, by n. */
uint64_t isa_amd_some_lanes(unsigned lanes, uint64_t n);

#endif
