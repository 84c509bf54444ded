/* SPDX-License-Identifier: Apache-2.0 */
/* isa - an instruction set: its warps, suite by suite, which port has which operand, what is expected, and how a
 * difference is printed. All else the harness does for each of them alike.
 *
 * A warp is what one transfer, or the beats or slices of one, hands over: an instruction with its operands; of RISC-V a
 * pass. What is expected of it has the same form for all.
 */
#ifndef ISA_H
#define ISA_H

#include <string.h>

#include "lib/output.h"
#include "model/shfl_rvv.h"
#include "suite.h"

/* The operands of AMD's instruction, of a struct that begins with it. */
#define ISA_AMD_FIELD(name) RTL_FIELD(#name, RTL_VALUE, shfl_amd_in, name)
#define ISA_AMD_FIELDS                                                                                       \
    RTL_OF_BEAT, ISA_AMD_FIELD(op), ISA_AMD_FIELD(control), ISA_AMD_FIELD(fi), ISA_AMD_FIELD(bc),            \
        ISA_AMD_FIELD(row_mask), ISA_AMD_FIELD(bank_mask), RTL_FIELD("active", RTL_MASK, shfl_amd_in, exec), \
        RTL_ARRAY("addr", RTL_LANES, shfl_amd_in, addr), RTL_ARRAY("ra", RTL_LANES, shfl_amd_in, src)

/* AMD's front end alone, with the generation. */
struct isa_front {
    struct shfl_amd_in in;
    unsigned gen;
    uint64_t src_active;
};

/* A vote, a match, a reduction or a barrier, or a shuffle of the unit that has votes, too. */
struct isa_collective {
    struct shfl_in warp; /* active and ra; of a shuffle all */
    uint64_t p;
    uint8_t is_vote, op, shown_op, is_signed; /* shown_op: in this beat */
    /* of a barrier; before: what has arrived at it */
    uint8_t slot, warps, is_exit;
    struct shfl_barrier before;
};

/* A pass of an instruction, or the group whose beats are its one pass. */
struct isa_pass {
    uint32_t op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg; /* as the ports */
    uint64_t x, mask;
    uint8_t index[2 * SHFL_LANES_MAX], ra[SHFL_LANES_MAX];
    uint64_t wide[SHFL_LANES_MAX]; /* index, in beats */
    /* what is expected: */
    bool reserved;
    uint8_t rd[SHFL_LANES_MAX], named[SHFL_LANES_MAX];
    uint64_t we, reads;
};

struct warp {
    const struct isa *isa;
    uint64_t there; /* the lanes of the beats that are sent */
    union {
        struct shfl_in shfl;
        struct shfl_amd_in amd;
        struct isa_front front;
        struct isa_collective collective;
        struct isa_pass pass;
    };
};

struct want {
    uint64_t rd[SHFL_LANES_MAX];
    uint64_t known; /* the lanes whose rd counts */
    uint64_t pu, we, src_active;
    enum { ISA_PU = 1, ISA_SRC_ACTIVE = 2 } counts; /* which of the two count */
    bool reserved;                                  /* then we is 0, and rd, pu and src_active do not count */
    unsigned trips;                                 /* through the unit's network; with a crossbar 1 */
    unsigned trips_most; /* where the rules leave it open, as many as this: then the unit says it, alone */
    unsigned waits;      /* clocks on the input before it can be transferred */
    unsigned gaps;       /* clocks behind its last slice on which no slice enters */
};

/* Nothing is expected yet but one trip. */
#define ISA_WANT ((struct want){ .trips = 1, .trips_most = 1 })

/* What is expected of a beat in addition: its place in the warp. */
struct beat {
    unsigned number; /* a warp in one piece: 0 */
    bool last;       /* true */
    uint32_t tag;
};

struct isa_suite {
    void (*make)(const struct suite_source *, uint64_t n, struct warp *);
    uint64_t (*total)(const struct rtl_build *); /* NULL: it is random, and has no end */
};

struct isa {
    const struct rtl_field *in, *in_beats; /* of the operands; in_beats: of the unit in beats, where it has others */
    const struct rtl_field *out;
    unsigned slower; /* the suites' usual counts are divided by this */
    unsigned epoch;  /* this many warps depend on those before, the first of them on none; 0: none does */
    struct isa_suite suite[SUITES];
    /* the lanes that execute; NULL: no beat may be left out */
    uint64_t *(*active)(struct warp *);
    /* Beats or slices of a warp; NULL: as the lanes need */
    unsigned (*beats)(const struct rtl_build *, const struct warp *);
    /* The warp gets the mode and the immediates of this beat; NULL: all beats of a warp have the same. */
    void (*beat)(const struct suite_source *, uint64_t n, unsigned number, bool last, struct warp *warp);
    /* The model's result. */
    void (*expect)(const struct rtl_build *, const struct warp *, struct want *want);
    /* The same, faster, by a second text; NULL: there is none. run_expect has the model judge it. */
    void (*twin)(const struct rtl_build *, const struct warp *, struct want *want);
    const char *const *op_name; /* of the values of port op, or mode, below ops */
    unsigned ops;
};

extern const struct isa isa_shfl, isa_amd, isa_amd_front, isa_vote, isa_and_vote, isa_match, isa_redux, isa_barrier,
    isa_rvv;

static inline const struct isa *isa_of(const struct rtl_build *build)
{
    static const struct isa *const of[RTL_ISAS] = { &isa_shfl,  &isa_amd,   &isa_amd_front, &isa_vote,   &isa_and_vote,
                                                    &isa_match, &isa_redux, &isa_rvv,       &isa_barrier };

    return of[build->isa];
}

static inline const struct rtl_field *isa_in(const struct rtl_build *build)
{
    const struct isa *isa = isa_of(build);

    return build->banked && isa->in_beats ? isa->in_beats : isa->in;
}

/* Of a list such as rtl_probed the build with this name; NULL: there is none. */
static inline const struct rtl_build *isa_named(const struct rtl_build *const *list, const char *name)
{
    while (*list && strcmp((*list)->name, name) != 0)
        list++;
    return *list;
}

/* A unit with its ports bound. */
static inline struct rtl *isa_open(const struct rtl_build *build)
{
    return rtl_open(build, isa_in(build), isa_of(build)->out);
}

/* Warp n of a suite, all of it. */
static inline void isa_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct warp *warp)
{
    warp->isa = isa_of(source->build);
    warp->there = shfl_all_lanes(source->build->unit.lanes);
    warp->isa->suite[suite - suites].make(source, n, warp);
}

/* Does warp n depend on none before? */
static inline bool isa_begins(const struct rtl_build *build, uint64_t n)
{
    const unsigned epoch = isa_of(build)->epoch;

    return epoch == 0 || n % epoch == 0;
}

/* Results in a beat: elements of rd, */
static inline unsigned isa_results(const struct rtl_build *build)
{
    return build->isa == RTL_VOTE || build->isa == RTL_REDUX || build->isa == RTL_BARRIER ? 1 : build->ways;
}

/* and lanes of its masks, from which one on. */
static inline unsigned isa_lanes(const struct rtl_build *build)
{
    return build->gathers ? build->unit.lanes : build->ways;
}

static inline unsigned isa_first(const struct rtl_build *build, const struct beat *beat)
{
    return build->gathers ? 0 : beat->number * build->ways;
}

/* Do two expectations agree in all that counts? */
static inline bool isa_same(const struct rtl_build *build, const struct want *a, const struct want *b)
{
    bool same = a->known == b->known && a->pu == b->pu && a->we == b->we && a->src_active == b->src_active
             && a->counts == b->counts && a->reserved == b->reserved && a->trips == b->trips
             && a->trips_most == b->trips_most && a->waits == b->waits && a->gaps == b->gaps;

    for (unsigned k = 0; k < build->unit.lanes; k++)
        same = same && (!(a->known >> k & 1) || a->rd[k] == b->rd[k]);
    return same;
}

/* Does lane k, which is this way of the beat, differ? */
static inline bool isa_lane_differs(const struct rtl_out *got, unsigned way, const struct want *want, unsigned k)
{
    const uint64_t pu = want->counts & ISA_PU ? got->pu >> way ^ want->pu >> k : 0;
    const uint64_t src_active = want->counts & ISA_SRC_ACTIVE ? got->src_active >> way ^ want->src_active >> k : 0;

    if (want->reserved)
        return got->we >> way & 1;
    return (want->known >> k & 1 && got->rd[way] != want->rd[k])
        || ((pu | src_active | (got->we >> way ^ want->we >> k)) & 1);
}

/* What is expected of a warp of SHFL with these results. */
void isa_shfl_want(const struct rtl_build *build, const struct shfl_out *out, uint64_t there, struct want *want);

/* The same as isa_shfl.expect, of which it is the twin. */
void isa_shfl_twin(const struct rtl_build *build, const struct warp *warp, struct want *want);

/* A random warp of SHFL, all its ignored bits too. */
void isa_shfl_mixed(const struct suite_source *source, uint64_t n, struct warp *warp);

/* All lanes, or all but a few, or half of them, or a few, by n. */
uint64_t isa_amd_some_lanes(unsigned lanes, uint64_t n);

/* An instruction of RISC-V, with what it reads. */
struct isa_rvv {
    struct shfl_rvv_in in;
    unsigned lmul; /* vlmul: 4 is none */
    bool reserved;
    uint8_t v0[SHFL_LANES_MAX], vs1[SHFL_LANES_MAX * 8], vs2[SHFL_LANES_MAX * 8];
};
void isa_rvv_make(const struct suite_source *source, uint64_t n, struct isa_rvv *to);

/* What its pass from register s to register d gives. Spec: docs/rvv.md 5.1 and 5.2. */
void isa_rvv_expect(const struct rtl_build *build, const struct shfl_rvv_in *in, unsigned d, unsigned s,
                    struct isa_pass *pass);

/* How a warp is sent: in one piece, or as beats of ways lanes each, or as slices of its values.
 *
 * A unit for whole warps gets one beat. To the others all beats or slices of a warp are sent in the order of their
 * numbers, with the warp's mode and immediates. In suites that cut, the order is any, a beat may be left out where the
 * instruction set allows it, and half of the warps of SHFL have beats with their own mode and immediates. Like a warp, this
 * is a function of the seed, the build and n alone. */
struct beats {
    unsigned count; /* 1 or more */
    bool differ;    /* each has its own mode and immediates */
    uint8_t number[SHFL_LANES_MAX];
};

/* Warp n of a suite, and its beats. The lanes of a beat that is left out are inactive. */
void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct warp *warp,
                struct beats *beats);

/* The same, as this beat has it. */
void beats_warp_of(const struct suite_source *source, const struct suite *suite, uint64_t n, const struct beat *beat,
                   struct warp *warp);

/* The lanes of a beat. */
uint64_t beats_lanes(const struct rtl_build *build, unsigned number);

#endif
