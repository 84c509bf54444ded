/* SPDX-License-Identifier: Apache-2.0
 * rvv - the levels rvv-gather, rvv-slide and rvv-compress of openshfl conform: instructions of RISC-V V, by docs/rvv.md 3.
 * Of a call ra is vs2, old is vd, and p is v0, of vcompress vs1. */
#include "level.h"

/* The rows of an operation: drawn ones; for each SEW one in which bit b alone names an element outside; and of the largest group
 * a mask and its complement, and each bit of vstart and of vl alone. Behind them, of vrgather.vx, each element. */
enum { BITS = 64, ONE_BIT = DRAWN + 4 * BITS, MASKS = 10, VL_BITS = 11, ROWS = ONE_BIT + MASKS + 2 * VL_BITS };

static bool is_vi(unsigned op) { return op == PEER_VRGATHER_VI || op == PEER_VSLIDEUP_VI || op == PEER_VSLIDEDOWN_VI; }
static bool is_vf(unsigned op) { return op == PEER_VFSLIDE1UP_VF || op == PEER_VFSLIDE1DOWN_VF; }
static bool has_indices(const struct call *c) { return c->op <= PEER_VRGATHEREI16_VV; }

static enum shfl_rvv_op op_of(const struct call *c) { return golden_rvv_op((unsigned)c->op); }
static int lmul_of(const struct call *c) { return (int)c->vlmul - (c->vlmul < 4 ? 0 : 8); }
static unsigned of_register(const struct call *c) { return (unsigned)(c->vlen / c->sew); }
static unsigned vlmax(const struct call *c)
{
    return lmul_of(c) < 0 ? of_register(c) >> -lmul_of(c) : of_register(c) << lmul_of(c);
}

/* ---- the instructions */

static uint64_t index_of(uint64_t own, unsigned max)
{
    const uint64_t in = own % max;
    const uint64_t edges[] = { max - 1, max, UINT64_MAX, max + in, in << 8 | in, in | UINT64_C(1) << 63 };

    return own >> 60 < 8 ? in : edges[(own >> 32) % 6];
}

static uint64_t offset_of(uint64_t own, unsigned max, unsigned sew)
{
    const uint64_t in = own % max;
    const uint64_t edges[] = { UINT32_MAX,        UINT32_MAX - 7, UINT64_MAX, UINT64_MAX - in,
                               UINT64_C(1) << 63, INT32_MAX,      max,        max - 1,
                               max + 1,           256 + in,       0,          1 };

    return own >> 60 < 8 ? in : own >> 60 < 10 && sew < 64 ? in | UINT64_C(1) << sew : edges[(own >> 32) % 12];
}

static void draw(unsigned row, struct call *c)
{
    const unsigned b = row % BITS, op = (unsigned)c->op, shape = row - ONE_BIT;
    const uint64_t d = mixed((uint64_t)op << 40 | c->vlen << 20 | row), e = mixed(d), f = mixed(e);
    const bool scalar = op >= PEER_VSLIDE1UP_VX && op <= PEER_VFSLIDE1DOWN_VF, compress = op == PEER_VCOMPRESS_VM;
    const bool shaped = row >= ONE_BIT, ei16 = op == PEER_VRGATHEREI16_VV;
    unsigned sew = row < DRAWN ? row % 4 : shaped ? 0 : (row - DRAWN) / BITS;

    if (is_vf(op) && sew == 0) /* there is no such float */
        sew = shaped ? 1 : 1 + row / 4 % 3;

    const int least = (int)sew - 3, most = ei16 && sew == 0 ? 2 : 3;
    const int lmul = shaped ? most : least + (int)(d % (unsigned)(most - least + 1));
    const unsigned index_bits = op == PEER_VRGATHER_VV ? 8u << sew : ei16 ? 16 : is_vi(op) ? 5 : 64;

    c->sew = 8u << sew;
    c->vlmul = (unsigned)lmul & 7;
    c->bits = (unsigned)c->vlen;

    const unsigned max = vlmax(c);
    const bool one = row >= DRAWN && !shaped && b < index_bits && UINT64_C(1) << b >= max && !scalar && !compress;

    c->points = of_register(c) << (lmul < 0 ? 0 : lmul);
    c->vl = one || shaped || (d >> 16) % 4 < 2 ? max
          : (d >> 18) % 8 == 0                 ? 0
          : (d >> 18) % 2                      ? (d >> 21) % (max + 1)
                                               : max - (d >> 21) % 3 % (max + 1);
    c->vstart = !one && !shaped && !compress && (d >> 32) % 4 == 0 ? (d >> 34) % max : 0;
    if (shaped && shape >= MASKS + VL_BITS && row < ROWS)
        c->vl = UINT64_C(1) << (shape - MASKS - VL_BITS) & (2 * max - 1);
    else if (shaped && shape >= MASKS && !compress && row < ROWS)
        c->vstart = UINT64_C(1) << (shape - MASKS) & (max - 1);
    c->vm = one || compress || (!shaped && e % 2);
    c->vta = e >> 1 & !shaped;
    c->vma = e >> 2 & !shaped;
    for (unsigned k = 0; k < c->vlen / 64; k++) {
        const uint64_t x = mixed(f + k), y = mixed(x), same = mixed((uint64_t)op << 8 | k);

        c->p[k] = shaped ? (shape % 2 ? ~same : same) : e >> 3 & 1 ? x : e >> 4 & 1 ? x & y : x | y;
    }
    c->x = scalar      ? f
         : row >= ROWS ? row - ROWS
         : shaped      ? (op <= PEER_VRGATHER_VI ? shape : shape / 2 % 2)
                       : offset_of(f, max, 8u << sew);
    if (one)
        c->x = f % max | UINT64_C(1) << b;
    if (is_vi(op))
        c->x &= 31;
    if (is_vf(op))
        c->x = low(c->x, 8u << sew);
    for (unsigned k = 0; k < c->points; k++) {
        const uint64_t own = mixed(f + 1000 + k);

        c->index[k] = 0;
        if (has_indices(c))
            c->index[k] = low(shaped ? (k * UINT64_C(389) + f) % max
                              : one  ? own % max | UINT64_C(1) << b
                                     : index_of(own, max),
                              ei16 ? 16 : 8u << sew);
        c->ra[k] = low(mixed(own), 8u << sew);
        c->old[k] = low(mixed(own + 1), 8u << sew);
    }
    if (row >= ROWS) { /* not by chance the same */
        c->ra[c->x] = 0x5a;
        c->ra[(c->x + 1) % max] = 0xa5;
    }
}

/* ---- a peer's function, and the right results */

static struct openshfl_rvv instruction(const struct call *c)
{
    return (struct openshfl_rvv){ .op = (unsigned)c->op,
                                  .vlen = (unsigned)c->vlen,
                                  .sew = (unsigned)c->sew,
                                  .vlmul = (unsigned)c->vlmul,
                                  .vl = (unsigned)c->vl,
                                  .vstart = (unsigned)c->vstart,
                                  .vm = (int)c->vm,
                                  .vta = (int)c->vta,
                                  .vma = (int)c->vma,
                                  .x = c->x,
                                  .elements = c->points,
                                  .mask = c->p,
                                  .index = c->index,
                                  .vs2 = c->ra };
}

static int ask(any_function *function, const struct call *c, struct result *r)
{
    const struct openshfl_rvv in = instruction(c);

    memcpy(r->rd, c->old, c->points * sizeof *r->rd);
    EACH_POINT(r->flags[k] = WRITTEN)
    return ((openshfl_rvv_peer_fn *)function)(&in, r->rd);
}

/* Of an agnostic element the old value is right, and so are ones. */
static void right(const struct call *c, struct result *r)
{
    static uint64_t ones[POINTS_MAX];
    const struct openshfl_rvv in = instruction(c);

    memcpy(r->rd, c->old, c->points * sizeof *r->rd);
    memcpy(ones, c->old, c->points * sizeof *ones);
    golden_rvv(&in, false, r->rd);
    golden_rvv(&in, true, ones);
    EACH_POINT(r->flags[k] = WRITTEN | (ones[k] != r->rd[k] ? AGNOSTIC : 0))
}

/* ---- known faults: the right results of a changed instruction, or others at some elements */

/* Indices and offsets modulo VLMAX, cut to bits, or at most the last one. */
enum how { MODULO, CUT, LAST };
static uint64_t changed(const struct call *c, uint64_t index, enum how how, unsigned bits)
{
    const unsigned max = vlmax(c);

    return how == CUT ? low(index, bits) : how == MODULO ? index % max : index < max ? index : max - 1;
}

static void each_index(struct call *c, enum how how, unsigned bits)
{
    EACH_POINT(c->index[k] = changed(c, c->index[k], how, bits))
    c->x = changed(c, c->x, how, bits);
}

/* Slides by a signed offset: a negative one slides the other way. */
static void by_signed(struct call *c, int64_t offset)
{
    c->x = (uint64_t)offset;
    if (offset < 0) {
        c->op = op_of(c) == SHFL_RVV_SLIDEUP ? PEER_VSLIDEDOWN_VX : PEER_VSLIDEUP_VX;
        c->x = 0 - (uint64_t)offset;
    }
}

/* Elements that are written: vstart to vl - 1, and not masked off. */
static bool in_body(const struct call *c, unsigned i)
{
    return i >= c->vstart && i < c->vl && (c->vm || bit_of(c->p, i));
}

static bool is_off(const struct call *c, unsigned i)
{
    return i >= c->vstart && i < c->vl && !c->vm && !bit_of(c->p, i);
}

static uint64_t index_at(const struct call *c, unsigned i) { return has_indices(c) ? c->index[i] : c->x; }

#define ONES low(UINT64_MAX, (unsigned)c->sew)
#define SCALAR low(c->x, (unsigned)c->sew)

/* The element of vs2 that element i of a slide gets; VLMAX: none, or the scalar. */
static uint64_t slid(const struct call *c, unsigned i)
{
    const unsigned max = vlmax(c);
    const enum shfl_rvv_op op = op_of(c);
    const uint64_t x = op == SHFL_RVV_SLIDE1UP || op == SHFL_RVV_SLIDE1DOWN ? 1 : c->x;

    if (op == SHFL_RVV_SLIDEUP || op == SHFL_RVV_SLIDE1UP)
        return i >= x ? i - x : max;
    if (op == SHFL_RVV_SLIDE1DOWN && i == c->vl - 1)
        return max;
    return x < max && i + x < max ? i + x : max;
}

/* vcompress: how many are packed. */
static unsigned selected(const struct call *c)
{
    unsigned count = 0;

    for (unsigned i = 0; i < c->vl; i++)
        count += bit_of(c->p, i);
    return count;
}

/* At elements for which IF holds, the value becomes VALUE. */
#define AT(if_, value)                       \
    const unsigned max = vlmax(c);           \
    (void)max;                               \
    for (unsigned i = 0; i < c->points; i++) \
        if (if_) {                           \
            r->rd[i] = (value);              \
            r->flags[i] = WRITTEN;           \
        }

/* Operations: of rvv-gather vv, ei16.vv, vx and vi; of rvv-slide eight; vcompress. */
enum {
    FIRST_SLIDE = 4,
    FIRST_COMPRESS = 12,
    VV = 0x0001,
    EI16_VV = 0x0002,
    GATHER_VX = 0x0004,
    GATHER_VI = 0x0008,
    GATHERS = 0x000f,
    UP = 0x0030,
    DOWN = 0x00c0,
    ONE_UP = 0x0300,
    ONE_DOWN = 0x0c00,
    SLIDES = 0x0ff0,
    BY_X = 0x0050,
    BY_IMMEDIATE = 0x00a0,
    COMPRESS = 0x1000
};

#define FAULTS_OF_RVV
#include "faults.def"

/* ---- the tables */

static const struct operation gathers[] = { { "vrgather.vv", PEER_VRGATHER_VV, 0, 1, 0 },
                                            { "vrgatherei16.vv", PEER_VRGATHEREI16_VV, 0, 1, 0 },
                                            { "vrgather.vx", PEER_VRGATHER_VX, 0, 1, 0 },
                                            { "vrgather.vi", PEER_VRGATHER_VI, 0, 1, 0 },
                                            { .name = NULL } };
static const struct operation slides[] = { { "vslideup.vx", PEER_VSLIDEUP_VX, 0, 1, 0 },
                                           { "vslideup.vi", PEER_VSLIDEUP_VI, 0, 1, 0 },
                                           { "vslidedown.vx", PEER_VSLIDEDOWN_VX, 0, 1, 0 },
                                           { "vslidedown.vi", PEER_VSLIDEDOWN_VI, 0, 1, 0 },
                                           { "vslide1up.vx", PEER_VSLIDE1UP_VX, 0, 1, 0 },
                                           { "vfslide1up.vf", PEER_VFSLIDE1UP_VF, 0, 1, 0 },
                                           { "vslide1down.vx", PEER_VSLIDE1DOWN_VX, 0, 1, 0 },
                                           { "vfslide1down.vf", PEER_VFSLIDE1DOWN_VF, 0, 1, 0 },
                                           { .name = NULL } };
static const struct operation compresses[] = { { "vcompress.vm", PEER_VCOMPRESS_VM, 0, 1, 0 }, { .name = NULL } };

static const struct operand operands[] = {
    SHAPE("vlen", vlen),
    SHAPE("sew", sew),
    SHAPE("vlmul", vlmul),
    OPERAND(NUMBER, "vl", vl, VL_BITS, 0),
    OPERAND_WITH(NUMBER, "vstart", vstart, VL_BITS - 1, 0, .readers = ~(1u << PEER_VCOMPRESS_VM)),
    OPERAND_WITH(NUMBER, "vm", vm, 1, 0, .readers = ~(1u << PEER_VCOMPRESS_VM)),
    SHAPE("vta", vta),
    SHAPE("vma", vma),
    OPERAND_WITH(NUMBER, "x", x, 64, 0, .readers = ~(VV | EI16_VV | 1u << PEER_VCOMPRESS_VM)),
    OPERAND(MASK, "mask", p, 1, 0),
    OPERAND_WITH(LIST, "index", index, 64, 0, .readers = VV | EI16_VV, .operations = VV | EI16_VV),
    OPERAND(LIST, "vs2", ra, 64, 0),
    OPERAND(LIST, "vd", old, 64, 0),
    { .name = NULL }
};

#define RVV(name_, about_, first_, operations_, each_)                                            \
    { LEVEL_ROW(name_, openshfl_rvv_peer, ROWS, operations_, operands, known, draw, ask, about_), \
      .form = VALUES,                                                                             \
      .each = each_,                                                                              \
      .elements = POINTS_MAX,                                                                     \
      .first = first_,                                                                            \
      .right = right }
const struct level level_rvv_gather = RVV("rvv-gather", "vrgather and vrgatherei16", 0, gathers, GATHER_VX);
const struct level level_rvv_slide = RVV("rvv-slide", "vslideup, vslidedown, vslide1 and vfslide1", FIRST_SLIDE, slides,
                                         0);
const struct level level_rvv_compress = RVV("rvv-compress", "vcompress", FIRST_COMPRESS, compresses, 0);
