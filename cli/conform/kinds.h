/* SPDX-License-Identifier: Apache-2.0
 * kinds - the levels that collective.c judges, each a row of a table: its operations, warps, right results and known faults. */
#ifndef KINDS_H
#define KINDS_H

#include "mixed.h"
#include "model/shfl.h"
#include "model/shfl_rvv.h"
#include "peer.h"

#include <stdio.h>
#include <string.h>

enum { POINTS_MAX = 1024, MASK_WORDS = POINTS_MAX / 64 };

/* Of a result, at each point. */
enum {
    WRITTEN = 1,
    PU = 2,
    OPEN = 4,     /* a peer's: rd is not given */
    AGNOSTIC = 8, /* a right one: all ones are right, too */
    ANY = 16      /* a right one: undefined */
};

/* An operation: its number in files and calls, and what counts of its results. */
struct operation {
    const char *name;
    unsigned op;
    bool is_signed, rd, pu;
};

/* A RISC-V instruction; index: the elements of vs1. */
struct rvv {
    unsigned vlen, sew; /* sew: 0 to 3 */
    int lmul;
    unsigned vl, vstart;
    bool vm, vta, vma;
    uint64_t x, mask[MASK_WORDS], index[POINTS_MAX], vs2[POINTS_MAX], vd[POINTS_MAX];
};

/* What one call of a peer gets; a point is a lane, a thread, an item or an element. */
struct warp {
    struct operation of;
    unsigned lanes, points;
    uint64_t active, p, ra[POINTS_MAX];
    unsigned tile; /* of a group: the lanes of a tile, 0: the lanes with the same label */
    uint64_t label[SHFL_LANES_MAX], index[SHFL_LANES_MAX];
    unsigned threads, items, warps; /* of a block; warps: bit i: warp i arrives */
    int distance;
    uint64_t exited[MASK_WORDS], predicate[MASK_WORDS], old[POINTS_MAX];
    struct rvv v;
};

struct result {
    uint64_t rd[POINTS_MAX];
    uint8_t flags[POINTS_MAX];
    enum { MISSING, GIVEN, REFUSED } state;
};

static inline bool bit_of(const uint64_t mask[], unsigned k) { return mask[k / 64] >> k % 64 & 1; }

/* A known fault. */
struct fault {
    const char *name, *says;                                     /* says: its # is the argument */
    void (*apply)(struct warp *w, struct result *r, unsigned n); /* r is right before */
    unsigned operations;                                         /* bit o: that of operation o */
    unsigned last;                                               /* arguments: 1 to last; 0: none */
};

struct kind {
    const char *name, *about, *function;
    unsigned warps;                     /* of each operation */
    bool values;                        /* a result is values alone: no pu, no we */
    const struct operation *operations; /* ended by name NULL */
    const struct fault *faults;         /* likewise */
    void (*draw)(const struct kind *kind, unsigned vlen, size_t n, struct warp *w);
    void (*right)(const struct warp *w, struct result *r);
    int (*call)(void *function, const struct warp *w, struct result *r);
    void (*write)(const struct warp *w);
    void (*say)(const struct warp *w, unsigned point); /* the operands, in a report */
};

extern const struct kind kind_ballot, kind_match, kind_reduce;
extern const struct kind kind_rvv_gather, kind_rvv_slide, kind_rvv_compress;
extern const struct kind kind_tile, kind_coalesced, kind_barrier, kind_block_shuffle;

#define ALL_OPERATIONS (~0u)

/* Results from masks, a bit per lane, and back. */
static inline void flags_of(struct result *r, unsigned points, uint64_t pu, uint64_t we)
{
    for (unsigned k = 0; k < points; k++)
        r->flags[k] = (uint8_t)((we >> k & 1 ? WRITTEN : 0) | (pu >> k & 1 ? PU : 0));
}

/* The lowest so many bytes of a value, 1 to 8. */
static inline uint64_t low(uint64_t value, unsigned bytes) { return value & ~UINT64_C(0) >> (64 - 8 * bytes); }

/* Write values, and a mask of so many bits, in hexadecimal. */
void write_values(const uint64_t value[], unsigned count);
void write_mask(const uint64_t mask[], unsigned bits);

#endif
