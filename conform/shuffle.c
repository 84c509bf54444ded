/* SPDX-License-Identifier: Apache-2.0
 * shuffle - the levels of a shuffle of openshfl conform: their warps, and the right results for a profile. */
#include "level.h"

enum { PAIRS = 64 };

static unsigned log2_of(unsigned lanes) { return (unsigned)__builtin_ctz(lanes); }
static uint32_t ones(unsigned bits) { return (uint32_t)((UINT64_C(1) << bits) - 1); }

/* Sc as CUDA makes it. */
static uint32_t sc_of_width(const struct call *c, unsigned width)
{
    return (c->lanes - width) << 8 | (c->op == SHFL_UP ? 0 : c->lanes - 1);
}

struct operands {
    uint32_t sb, sc;
};

static void uniform(struct call *c, uint32_t sb, uint32_t sc)
{
    for (unsigned k = 0; k < c->lanes; k++) {
        c->index[k] = sb;
        c->label[k] = sc;
    }
}

/* ---- signatures: all operands of a kind */

/* Together they show each fault that uniform operands in a full warp do, in each mode. */
static const struct {
    unsigned rows;
    struct operands row[3];
} quick[SHFL_MODES] = {
    [SHFL_IDX] = { 2, { { 0xffffffe2, 0xde4 }, { 0x38, 0x810 } } },
    [SHFL_UP] = { 3, { { 0xffffffe0, 0x2e7 }, { 0x32, 0x5e1 }, { 0x24, 0x2e3 } } },
    [SHFL_DOWN] = { 2, { { 0xffffffe0, 0x2e6 }, { 0x30, 0x2f2 } } },
    [SHFL_BFLY] = { 3, { { 0xffffffe0, 0x2e6 }, { 0x31, 0x3f1 }, { 0x30, 0x2f2 } } },
};

static size_t rows_quick(const struct profile *p, unsigned op)
{
    (void)p;
    return quick[op].rows;
}

static void draw_quick(unsigned row, struct call *c) { uniform(c, quick[c->op].row[row].sb, quick[c->op].row[row].sc); }

static size_t rows_cuda(const struct profile *p, unsigned op)
{
    (void)op;
    return (log2_of(p->lanes) + 1) * p->lanes;
}

static void draw_cuda(unsigned row, struct call *c)
{
    uniform(c, row % c->lanes, sc_of_width(c, 1u << row / c->lanes));
}

/* A scan is UP from the first lane of its run on, a reduction DOWN up to the last one. */
static size_t rows_cub(const struct profile *p, unsigned op)
{
    const unsigned bits = log2_of(p->lanes);

    return op == SHFL_UP || op == SHFL_DOWN ? (bits + 1) * bits * p->lanes : 0;
}

static void draw_cub(unsigned row, struct call *c)
{
    const unsigned bits = log2_of(c->lanes), step = row / c->lanes;

    uniform(c, 1u << step % bits, (c->lanes - (1u << step / bits)) << 8 | row % c->lanes);
}

static size_t rows_ptx(const struct profile *p, unsigned op)
{
    (void)op;
    return (size_t)p->lanes * p->lanes * p->lanes;
}

static void draw_ptx(unsigned row, struct call *c)
{
    uniform(c, row % c->lanes, row / c->lanes % c->lanes | row / c->lanes / c->lanes << 8);
}

/* ---- vectors: drawn operands, and on purpose those that differ in one bit or one lane alone */

/* The clamp of which nothing is out of the segment, in the bits inside of it. */
static uint32_t usual_clamp(uint64_t mode, uint32_t inside) { return mode == SHFL_UP ? 0 : inside; }

/* Whether the profile includes these operands. */
static bool offered(const struct profile *p, uint64_t mode, uint64_t sb, uint64_t sc)
{
    const uint32_t all = p->lanes - 1, clamp = (uint32_t)sc & all, segmask = (uint32_t)sc >> 8 & all;
    const uint32_t inside = all & ~segmask;
    const bool usual = (clamp & inside) == usual_clamp(mode, inside);

    return p->modes >> mode & 1 && (sb & all) >> p->index_bits == 0 && segmask >> p->seg_bits == 0
        && (p->clamp_bits == 0 ? usual : clamp >> p->clamp_bits == 0)
        && (!p->c_width || ((inside & (inside + 1)) == 0 && usual));
}

/* Random operands within the profile; with ignored, of all bits. */
static struct operands drawn(const struct call *c, uint64_t number, bool ignored)
{
    const struct profile *p = c->profile;
    const unsigned bits = log2_of(p->lanes);
    const uint32_t all = p->lanes - 1, fields = all << 8 | all;
    const uint64_t own = mixed(number), random = mixed(own);
    uint32_t sb = (uint32_t)own & (ignored ? UINT32_MAX : all);
    uint32_t sc = (uint32_t)(own >> 32) & (ignored ? UINT32_MAX : fields);
    uint32_t segmask = sc >> 8 & ones(p->seg_bits), clamp = sc & ones(p->clamp_bits);

    sb &= ~all | ones(p->index_bits);
    if (p->index_bits > bits && (sb & ~all) == 0 && random & 1)
        sb |= (uint32_t)(random >> 1) & ones(p->index_bits) & ~all;
    for (unsigned i = 0; p->c_width && i <= bits; i++) { /* the next width that the fields can express */
        const uint32_t width = UINT32_C(1) << ((random >> 40) + i) % (bits + 1);

        segmask = p->lanes - width;
        if (segmask >> p->seg_bits == 0 && (p->clamp_bits == 0 || usual_clamp(c->op, width - 1) >> p->clamp_bits == 0))
            break;
    }
    if (p->c_width || p->clamp_bits == 0)
        clamp = (clamp & segmask) | usual_clamp(c->op, all & ~segmask);
    return (struct operands){ sb, (sc & ~fields) | segmask << 8 | clamp };
}

static uint64_t seed(const struct call *c, unsigned level, unsigned row)
{
    return (uint64_t)level << 60 | c->op << 50 | (uint64_t)row << 20;
}

static void each_lane(struct call *c, uint64_t number)
{
    for (unsigned k = 0; k < c->lanes; k++) {
        const struct operands o = drawn(c, number + k, false);

        c->index[k] = o.sb;
        c->label[k] = o.sc;
    }
}

/* First, each ignored bit alone. */
static void draw_ignored(unsigned row, struct call *c)
{
    const uint32_t all = c->lanes - 1;
    const uint64_t ignored = ~((uint64_t)(all << 8 | all) << 32 | all);
    const bool alone = row < 64 && ignored >> row & 1;
    struct operands o = drawn(c, seed(c, 1, row), !alone);

    if (alone) {
        o.sb |= (uint32_t)(UINT64_C(1) << row);
        o.sc |= (uint32_t)(UINT64_C(1) << row >> 32);
    }
    uniform(c, o.sb, o.sc);
}

/* First, one lane alone has another index than 0; then, at index 0 and 1, the opposite clamp. */
static void draw_perlane(unsigned row, struct call *c)
{
    const struct operands all = drawn(c, seed(c, 2, row), false), other = drawn(c, seed(c, 2, row) + 1, false);
    const unsigned lane = row % c->lanes, turn = row / c->lanes, bits = c->profile->index_bits;
    const uint32_t sc = sc_of_width(c, c->lanes), opposite = sc ^ (c->lanes - 1);

    if (turn < 3) {
        uniform(c, turn == 2 && bits ? 1 : 0, offered(c->profile, c->op, 0, sc) ? sc : all.sc);
        if (turn == 0)
            c->index[lane] ^= bits ? UINT64_C(1) << row % bits : 0;
        else
            c->label[lane] = offered(c->profile, c->op, 0, opposite) ? opposite : other.sc;
    } else
        each_lane(c, seed(c, 2, row));
}

/* First, one lane does not execute, or one lane alone; then half of the lanes, a quarter, three quarters, and never none. */
static void draw_inactive(unsigned row, struct call *c)
{
    const uint64_t a = mixed(seed(c, 3, row) + 100), b = mixed(a), one = UINT64_C(1) << row % c->lanes;
    const uint64_t some[] = { a, a & b, a | b };

    c->active &= row < c->lanes ? ~one : row < 2 * c->lanes ? one : some[row % 3] | UINT64_C(1) << b % c->lanes;
    if (row / 2 % 2)
        each_lane(c, seed(c, 3, row));
    else {
        const struct operands o = drawn(c, seed(c, 3, row), false);
        uniform(c, o.sb, o.sc);
    }
}

/* First, neighbours whose values differ in one bit alone; then upper halves that are a signaling and a quiet NaN, as a double
 * and as floats; -0, a denormal; ones. */
static void draw_data64(unsigned row, struct call *c)
{
    static const uint32_t upper[] = { 0x7ff40000, 0xfff80000, 0x7fa00000, 0x7fc00000,
                                      0x80000000, 0x00080000, 0xffffffff, 0 };
    const struct operands o = drawn(c, seed(c, 4, row), false);
    const uint32_t width = sc_of_width(c, c->lanes >> row % 3);

    uniform(c, o.sb, offered(c->profile, c->op, o.sb, width) ? width : o.sc);
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint32_t high = upper[(row + k) % 8];

        if (row < PAIRS) {
            c->ra[k] = mixed(seed(c, 4, row) + k / 2) ^ (uint64_t)(k & 1) << row;
            continue;
        }
        c->ra[k] |= (uint64_t)(high ? high | k << 8 : (uint32_t)mixed(c->ra[k])) << 32;
        if (row % 2) /* the lower half is a float's NaN, too */
            c->ra[k] = (c->ra[k] & ~UINT64_C(0xffffffff)) | 0x7f800000 | (c->ra[k] & 0x803fffff) | 0x100;
    }
}

/* ---- the right results */

static void right(const struct call *c, struct result *r)
{
    const struct profile *p = c->profile;
    const struct shfl_unit unit = { c->lanes, SHFL_RAW };
    const uint64_t wide = p->index_bits < 64 ? (UINT64_C(1) << p->index_bits) - 1 : UINT64_MAX;
    struct shfl_in in = { .mode = (enum shfl_mode)c->op, .active = c->active };
    struct shfl_out out;

    for (unsigned k = 0; k < c->lanes; k++) {
        in.ra[k] = c->ra[k];
        in.sb[k] = (uint32_t)c->index[k];
        in.sc[k] = (uint32_t)(in.mode == SHFL_UP && !p->up_clamp ? c->label[k] & ~(uint64_t)(c->lanes - 1)
                                                                 : c->label[k]);
    }
    shfl_warp(&unit, &in, &out);
    for (unsigned k = 0; k < c->lanes; k++) {
        const bool beyond = p->index_bits > log2_of(c->lanes) && (c->index[k] & wide) >= c->lanes;
        const bool in_range = !beyond && out.in_range[k];
        const unsigned source = beyond ? k : out.src_lane[k];
        const bool inactive = !(c->active >> source & 1);
        const bool said = p->inactive >= INACTIVE_ZERO && p->inactive <= INACTIVE_RAW;

        r->rd[k] = !in_range && p->outside == OUTSIDE_ZERO  ? 0
                 : inactive && p->inactive == INACTIVE_ZERO ? 0
                 : inactive && p->inactive == INACTIVE_OWN  ? c->ra[k]
                                                            : c->ra[source];
        r->flags[k] = c->active >> k & 1 ? WRITTEN | (in_range ? PU : 0) : 0;
        if ((!in_range && p->outside == OUTSIDE_UNDEFINED)
            || (inactive && !said && (in_range || p->outside != OUTSIDE_ZERO)))
            r->flags[k] |= ANY;
        if (!offered(p, c->op, c->index[k], c->label[k]))
            r->flags[k] |= OUTSIDE;
    }
}

static int ask(any_function *function, const struct call *c, struct result *r)
{
    uint32_t sb[SHFL_LANES_MAX], sc[SHFL_LANES_MAX];
    uint64_t pu = 0, we = 0;

    for (unsigned k = 0; k < c->lanes; k++) {
        sb[k] = (uint32_t)c->index[k];
        sc[k] = (uint32_t)c->label[k];
    }
    const int refused = ((openshfl_peer_fn *)function)(c->lanes, (unsigned)c->op, c->active, sb, sc, c->ra, r->rd, &pu,
                                                       &we);
    flags_of(r, c->lanes, pu, we);
    return refused;
}

/* ---- the tables */

static const struct operation modes[] = { { "IDX", SHFL_IDX, 0, 1, 1 },
                                          { "UP", SHFL_UP, 0, 1, 1 },
                                          { "DOWN", SHFL_DOWN, 0, 1, 1 },
                                          { "BFLY", SHFL_BFLY, 0, 1, 1 },
                                          { .name = NULL } };
static const struct operand operands[] = { OPERAND(MASK, "active", active, 1, 0),
                                           OPERAND(LIST, "sb", index, 32, 0),
                                           OPERAND(LIST, "sc", label, 32, 0),
                                           OPERAND(LIST, "ra", ra, 64, 0),
                                           { .name = NULL } };

#define SHUFFLE(name_, form_, rows_, about_)                                                              \
    const struct level level_##name_ = { LEVEL_ROW(#name_, openshfl_peer, DRAWN, modes, operands, faults, \
                                                   draw_##name_, ask, about_),                            \
                                         .shuffle = true, .form = form_, .rows = rows_, .right = right }
#define draw_pack draw_cuda
SHUFFLE(quick, SIGNATURE, rows_quick, "a small set that detects each fault which uniform operands in a full warp show");
SHUFFLE(cuda, SIGNATURE, rows_cuda, "CUDA's four intrinsics");
SHUFFLE(cub, SIGNATURE, rows_cub, "the calls of CUB's warp scan and warp reduce");
SHUFFLE(ptx, SIGNATURE, rows_ptx, "all of PTX");
SHUFFLE(ignored, RESULTS, NULL, "random values in ignored bits");
SHUFFLE(perlane, RESULTS, NULL, "operands that differ from lane to lane");
SHUFFLE(inactive, RESULTS, NULL, "inactive lanes");
SHUFFLE(data64, RESULTS, NULL, "64-bit values and NaNs");
SHUFFLE(pack, PACK, rows_cuda, "the operands that a compiler emits for a width");
