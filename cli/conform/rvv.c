/* SPDX-License-Identifier: Apache-2.0
 * rvv - the levels rvv-gather, rvv-slide and rvv-compress of openshfl conform: instructions of RISC-V V, by docs/rvv.md 3.
 * Of a call ra is vs2, old is vd, and p is v0, of vcompress vs1. */
#include "level.h"

/* The rows of an operation: drawn ones; for each SEW one in which bit b alone names an element outside; and of the largest group
 * a mask and its complement, and each bit of vstart and of vl alone. Behind them, of vrgather.vx, each element. */
enum {
    DRAWN = 256,
    BITS = 64,
    ONE_BIT = DRAWN + 4 * BITS,
    MASKS = 10,
    VL_BITS = 11,
    ROWS = ONE_BIT + MASKS + 2 * VL_BITS
};

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

static uint64_t cut(uint64_t value, unsigned bits) { return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value; }

/* Indices and offsets modulo VLMAX, cut to bits, or at most the last one. */
enum how { MODULO, CUT, LAST };
static uint64_t changed(const struct call *c, uint64_t index, enum how how, unsigned bits)
{
    const unsigned max = vlmax(c);

    return how == CUT ? cut(index, bits) : how == MODULO ? index % max : index < max ? index : max - 1;
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

FAULT(index_modulo, each_index(c, MODULO, 0))
FAULT(index_cut, each_index(c, CUT, n))
FAULT(index_sew, each_index(c, CUT, (unsigned)c->sew))
FAULT(outside_last, each_index(c, LAST, 0))
FAULT(mask_unread, c->vm = 1)
FAULT(vstart_unread, c->vstart = 0)
FAULT(above_vl, for (unsigned k = (unsigned)c->vl; k < c->points; k++) c->ra[k] = 0)
FAULT(last_of_vl, if (c->vl > 0) c->ra[c->vl - 1] = 0)
FAULT(to_register_end, c->vlmul = lmul_of(c) < 0 ? 0 : c->vlmul)
FAULT(rotates, c->x %= vlmax(c))
FAULT(selects_above_vl, if (c->vl > 0) c->vl = vlmax(c))
FAULT(mask_inverted, for (unsigned k = 0; k < MASK_WORDS; k++) c->p[k] = ~c->p[k])
FAULT(mask_byte_0, const uint64_t byte = c->p[0] & 0xff;
      for (unsigned k = 0; k < MASK_WORDS; k++) c->p[k] = byte * UINT64_C(0x0101010101010101))
FAULT(offset_signed, by_signed(c, (int64_t)c->x))
FAULT(offset_int32, by_signed(c, (int32_t)(uint32_t)c->x))
FAULT(imm_signed, if (op_of(c) != SHFL_RVV_GATHER_X) by_signed(c, (int64_t)(c->x ^ 16) - 16);
      else c->x = c->x < 16 ? c->x : c->x | ~UINT64_C(31))
FAULT(scalar_int32, c->x = (uint64_t)(int64_t)(int32_t)(uint32_t)c->x)

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

/* At elements for which IF holds, the value becomes VALUE. */
#define AT(name, if_, value)                                                                                \
    RESULT(                                                                                                 \
        name, const unsigned max = vlmax(c); (void)max; for (unsigned i = 0; i < c->points; i++) if (if_) { \
            r->rd[i] = (value);                                                                             \
            r->flags[i] = WRITTEN;                                                                          \
        })

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

AT(outside_own, in_body(c, i) && index_at(c, i) >= max, c->ra[i])
AT(outside_keeps, in_body(c, i) && index_at(c, i) >= max, c->old[i])
AT(vta_unread, c->vstart < c->vl && i >= c->vl && !c->vta, ONES)
AT(vma_unread, is_off(c, i) && !c->vma, ONES)
AT(tail_zero, c->vstart < c->vl && i >= c->vl, 0)
AT(masked_zero, is_off(c, i), 0)
AT(tail_at_vl_0, c->vstart >= c->vl && c->vta && i >= c->vl, ONES)
AT(below_zero, in_body(c, i) && i < c->x, 0)
AT(below_ones, i >= c->vstart && i < c->vl && i < c->x && c->vta, ONES)
AT(each_register, in_body(c, i) && slid(c, i) < max && slid(c, i) / of_register(c) != i / of_register(c), 0)
AT(scalar_everywhere, in_body(c, i), SCALAR)
AT(scalar_at_vstart, in_body(c, i) && i == c->vstart, SCALAR)
AT(scalar_at_vlmax, in_body(c, i) && (i == c->vl - 1 || i == max - 1), i == max - 1 ? SCALAR : c->ra[i + 1])
AT(scalar_masked, is_off(c, i) && i == c->vl - 1, SCALAR)
AT(last_kept, in_body(c, i) && i == c->vl - 1, c->old[i])
AT(repeats, in_body(c, i) && slid(c, i) < max, c->ra[0])

/* vcompress: how many are packed. */
static unsigned selected(const struct call *c)
{
    unsigned count = 0;

    for (unsigned i = 0; i < c->vl; i++)
        count += bit_of(c->p, i);
    return count;
}

AT(stays, i < c->vl, bit_of(c->p, i) ? c->ra[i] : c->old[i])
AT(rest_zero, c->vl > 0 && i >= selected(c), 0)
AT(rest_ones, c->vl > 0 && i >= selected(c), ONES)
AT(clears_to_vl, i >= selected(c) && i < c->vl, 0)

/* Operations of rvv-gather are 0 to 3: vv, ei16.vv, vx, vi; of rvv-slide 0 to 7. */
enum {
    VV = 1 << 0,
    EI16_VV = 1 << 1,
    GATHER_VX = 1 << 2,
    GATHER_VI = 1 << 3,
    UP = 0x03,
    DOWN = 0x0c,
    ONE_UP = 0x30,
    ONE_DOWN = 0xc0,
    BY_X = 0x05,
    BY_IMMEDIATE = 0x0a
};

#define OF_ALL                                                                             \
    KNOWN(vta_unread, ALL_OPERATIONS, "the tail becomes ones with tail undisturbed, too"), \
        KNOWN(tail_zero, ALL_OPERATIONS, "the tail becomes 0"),                            \
        KNOWN(tail_at_vl_0, ALL_OPERATIONS, "the tail becomes ones where vl is 0, or vstart is vl or more")
#define OF_MASKED                                                                                        \
    KNOWN(mask_unread, ALL_OPERATIONS, "the mask is not read"),                                          \
        KNOWN(vma_unread, ALL_OPERATIONS, "masked-off elements become ones with mask undisturbed, too"), \
        KNOWN(masked_zero, ALL_OPERATIONS, "masked-off elements become 0"),                              \
        KNOWN(vstart_unread, ALL_OPERATIONS, "elements below vstart are written, too")

static const struct fault of_gather[] = {
    KNOWN(index_modulo, ALL_OPERATIONS, "an index is taken modulo VLMAX"),
    KNOWN(index_sew, EI16_VV | GATHER_VX, "an index is cut to SEW bits"),
    KNOWN_EACH(index_cut, ALL_OPERATIONS, 1, 63, "an index is cut to # bits"),
    KNOWN(imm_signed, GATHER_VI, "the immediate is taken as a signed number"),
    KNOWN(outside_own, ALL_OPERATIONS, "an index outside gives the element's own value of vs2"),
    KNOWN(outside_last, ALL_OPERATIONS, "an index outside gives the last element"),
    KNOWN(outside_keeps, ALL_OPERATIONS, "an element whose index is outside keeps its value"),
    KNOWN(above_vl, ALL_OPERATIONS, "elements of vs2 at vl and above are read as 0"),
    KNOWN(last_of_vl, ALL_OPERATIONS, "element vl - 1 of vs2 is read as 0"),
    KNOWN(to_register_end, ALL_OPERATIONS,
          "with LMUL below 1, indices from VLMAX to the end of the register are not outside"),
    OF_MASKED,
    OF_ALL,
    { .name = NULL }
};
static const struct fault of_slide[] = {
    KNOWN_AS("offset_sew", index_sew, BY_X, 0, 0, "the offset is cut to SEW bits"),
    KNOWN_AS("offset_cut", index_cut, UP | DOWN, 1, 63, "the offset is cut to # bits"),
    KNOWN(offset_signed, BY_X, "the offset is signed: a negative one slides the other way"),
    KNOWN(offset_int32, BY_X, "the offset is a signed number of 32 bits"),
    KNOWN(imm_signed, BY_IMMEDIATE, "the immediate is taken as a signed number"),
    KNOWN(rotates, UP | DOWN, "the offset is taken modulo VLMAX"),
    KNOWN(each_register, ALL_OPERATIONS, "each register of a group slides alone: what would cross is 0"),
    KNOWN(repeats, ALL_OPERATIONS, "each element gets element 0"),
    KNOWN(above_vl, ALL_OPERATIONS, "elements of vs2 at vl and above are read as 0"),
    KNOWN(to_register_end, DOWN, "with LMUL below 1, elements from VLMAX to the end of the register are read"),
    KNOWN(below_zero, UP, "elements below the offset become 0"),
    KNOWN(below_ones, UP, "elements below the offset become ones with tail agnostic"),
    KNOWN(scalar_everywhere, ONE_UP | ONE_DOWN, "each element gets the scalar"),
    KNOWN(scalar_at_vstart, ONE_UP, "element vstart gets the scalar"),
    KNOWN(scalar_at_vlmax, ONE_DOWN, "element VLMAX - 1 gets the scalar, not vl - 1"),
    KNOWN(scalar_masked, ONE_DOWN, "element vl - 1 gets the scalar, masked off or not"),
    KNOWN(scalar_int32, ONE_UP | ONE_DOWN, "the scalar is a signed number of 32 bits"),
    KNOWN(last_kept, ONE_DOWN, "element vl - 1 keeps its value, and gets no scalar"),
    OF_MASKED,
    OF_ALL,
    { .name = NULL }
};
static const struct fault of_compress[] = {
    KNOWN(clears_to_vl, 1, "elements from the packed ones to vl - 1 become 0"),
    KNOWN(rest_zero, 1, "the elements behind the packed ones become 0"),
    KNOWN(rest_ones, 1, "the elements behind the packed ones become ones with tail undisturbed, too"),
    KNOWN(stays, 1, "selected elements stay in their places"),
    KNOWN(selects_above_vl, 1, "bits of the mask at vl and above count"),
    KNOWN(mask_inverted, 1, "elements whose bit is 0 are selected"),
    KNOWN(mask_byte_0, 1, "the lowest 8 bits of the mask count for all elements"),
    OF_ALL,
    { .name = NULL }
};

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

#define READ_BY(name_, field, bits_, ops) \
    { .name = name_, .form = NUMBER, .at = offsetof(struct call, field), .bits = bits_, .readers = ops }
static const struct operand operands[] = { SHAPE("vlen", vlen),
                                           SHAPE("sew", sew),
                                           SHAPE("vlmul", vlmul),
                                           OPERAND(NUMBER, "vl", vl, VL_BITS, 0),
                                           READ_BY("vstart", vstart, VL_BITS - 1, ~(1u << PEER_VCOMPRESS_VM)),
                                           READ_BY("vm", vm, 1, ~(1u << PEER_VCOMPRESS_VM)),
                                           SHAPE("vta", vta),
                                           SHAPE("vma", vma),
                                           READ_BY("x", x, 64, ~(VV | EI16_VV | 1u << PEER_VCOMPRESS_VM)),
                                           OPERAND(MASK, "mask", p, 1, 0),
                                           { .name = "index",
                                             .form = LIST,
                                             .at = offsetof(struct call, index),
                                             .bits = 64,
                                             .operations = VV | EI16_VV,
                                             .readers = VV | EI16_VV },
                                           OPERAND(LIST, "vs2", ra, 64, 0),
                                           OPERAND(LIST, "vd", old, 64, 0),
                                           { .name = NULL } };

#define RVV(name_, about_, operations_, faults_, each_) \
    { .name = name_,                                    \
      .about = about_,                                  \
      .form = VALUES,                                   \
      .function = "openshfl_rvv_peer",                  \
      .drawn = ROWS,                                    \
      .each = each_,                                    \
      .elements = POINTS_MAX,                           \
      .operations = operations_,                        \
      .operands = operands,                             \
      .faults = faults_,                                \
      .draw = draw,                                     \
      .right = right,                                   \
      .ask = ask }
const struct level level_rvv_gather = RVV("rvv-gather", "vrgather and vrgatherei16", gathers, of_gather, GATHER_VX);
const struct level level_rvv_slide = RVV("rvv-slide", "vslideup, vslidedown, vslide1 and vfslide1", slides, of_slide,
                                         0);
const struct level level_rvv_compress = RVV("rvv-compress", "vcompress", compresses, of_compress, 0);
