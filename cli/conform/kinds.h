/* SPDX-License-Identifier: Apache-2.0
 * kinds - the levels that are more than a shuffle, each a row of a table: its operations, operands, right results and known faults. */
#ifndef KINDS_H
#define KINDS_H

#include "conform.h"
#include "mixed.h"
#include "peer.h"

#include <string.h>

enum { AS_IS = 4, POINTS_MAX = 1024, MASK_WORDS = POINTS_MAX / 64, BEYOND = 8 };

/* Of a result, at each point. */
enum {
    WRITTEN = 1,
    PU = 2,
    OPEN = 4,     /* a peer's: rd is not given */
    AGNOSTIC = 8, /* a right one: all ones are right, too */
    ANY = 16      /* a right one: undefined */
};

struct result {
    uint64_t rd[POINTS_MAX + BEYOND];
    uint8_t flags[POINTS_MAX];
    enum { MISSING, GIVEN, REFUSED, GARBAGE } state;
};

/* An operation: its number in files and calls, and what counts of its results. */
struct operation {
    const char *name;
    unsigned op;
    bool is_signed, rd, pu;
};

/* What one call of a peer gets; a point is a lane, a thread, an item or an element. */
struct call {
    const struct kind *kind;
    const struct operation *of;
    unsigned lanes, points, bits; /* bits: of its masks */
    uint64_t op;                  /* that of its operation, unless a fault changes it */
    uint64_t is_signed, tile, threads, items, warps, distance;
    uint64_t vlen, sew, vlmul, vl, vstart, vm, vta, vma, x;
    uint64_t active, p[MASK_WORDS], exited[MASK_WORDS];
    uint64_t ra[POINTS_MAX], old[POINTS_MAX], index[POINTS_MAX], label[SHFL_LANES_MAX];
};

/* An operand, a field of struct call. */
struct operand {
    const char *name;
    enum { NUMBER, DECIMAL, MASK, LIST } form; /* decimal: signed */
    size_t at;
    unsigned bits;       /* that count, of a number or of an element; 0: it is the shape of a call */
    unsigned bases;      /* warps for each bit and each element in which these alone differ; 0: it is drawn */
    unsigned less;       /* a list has so many elements less than there are points */
    unsigned operations; /* a list of these, by op, and not of the others; 0: of all */
    unsigned readers;    /* the operations that read it, by op; 0: all */
    unsigned predicates; /* those that read bit 0 of its elements alone */
};
#define OPERAND(form_, name_, field, bits_, bases_) \
    { .name = name_, .form = form_, .at = offsetof(struct call, field), .bits = bits_, .bases = bases_ }
#define SHAPE(name_, field) OPERAND(NUMBER, name_, field, 0, 0)

struct kind {
    const char *about, *function;
    unsigned drawn;    /* warps of each operation that are drawn; behind them are those of one bit */
    unsigned elements; /* that an operand has at most; 0: the lanes */
    unsigned each;     /* bit o: operation o has a warp more for each element of a vector register group */
    bool values;       /* a result is values alone: no pu, no we */
    size_t value;      /* the operand that the others change the meaning of */
    const struct operation *operations; /* ended by name NULL; so are operands and faults */
    const struct operand *operands;
    const struct fault *faults;
    void (*draw)(unsigned row, struct call *c);
    unsigned (*plain)(unsigned base, unsigned element,
                      struct call *c); /* make all alike; the base of the values, or AS_IS */
    void (*right)(const struct call *c, struct result *r);
    int (*ask)(void *function, const struct call *c, struct result *r);
};
extern const struct kind kind_ballot, kind_match, kind_reduce, kind_rvv_gather, kind_rvv_slide, kind_rvv_compress,
    kind_tile, kind_coalesced, kind_barrier, kind_block_shuffle;

static inline bool bit_of(const uint64_t mask[], unsigned k) { return mask[k / 64] >> k % 64 & 1; }

/* The lowest so many bits, 1 to 64. */
static inline uint64_t low(uint64_t value, unsigned bits) { return value & ~UINT64_C(0) >> (64 - bits); }

/* Results from masks, a bit per lane. */
void flags_of(struct result *r, unsigned points, uint64_t pu, uint64_t we);

/* The right results of a changed call, for the points that got one before. */
void again(struct call *c, struct result *r);

/* A known fault, by what it does: to the operands, or to the right results. */
#define FAULT(name, ...)                                           \
    static void name(struct call *c, struct result *r, unsigned n) \
    {                                                              \
        (void)n;                                                   \
        __VA_ARGS__;                                               \
        again(c, r);                                               \
    }
#define RESULT(name, ...)                                          \
    static void name(struct call *c, struct result *r, unsigned n) \
    {                                                              \
        (void)c;                                                   \
        (void)n;                                                   \
        __VA_ARGS__;                                               \
    }
#define EACH_POINT_OF(call, ...)                    \
    for (unsigned k = 0; k < (call)->points; k++) { \
        __VA_ARGS__;                                \
    }
#define EACH_POINT(...) EACH_POINT_OF(c, __VA_ARGS__)
#define ALL_OPERATIONS (~0u)
#define KNOWN(name_, apply_, operations_, last_, says_) \
    { .name = name_, .change = apply_, .modes = operations_, .last = last_, .says = says_ }

/* The call of a level that has this number. */
void kind_call(const struct profile *profile, enum level level, size_t n, struct call *c);
size_t kind_rows(const struct kind *kind, const struct profile *profile, unsigned operation);
unsigned kind_operations(const struct kind *kind);
void kind_right(const struct call *c, struct result *r);
bool kind_same(const struct call *c, const struct result *got, const struct result *want, unsigned k);

#endif
