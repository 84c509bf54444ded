/* SPDX-License-Identifier: Apache-2.0
 * rvv - the levels rvv-gather, rvv-slide and rvv-compress of openshfl conform: instructions of RISC-V V, by docs/rvv.md 3. */
#include "kinds.h"

#include <inttypes.h>

/* The rows of an operation: drawn ones, and for each SEW one in which bit b alone names an element outside. */
enum { DRAWN = 256, BITS = 64, ROWS = DRAWN + 4 * BITS };

static bool is_vi(unsigned op) { return op == PEER_VRGATHER_VI || op == PEER_VSLIDEUP_VI || op == PEER_VSLIDEDOWN_VI; }
static bool is_vf(unsigned op) { return op == PEER_VFSLIDE1UP_VF || op == PEER_VFSLIDE1DOWN_VF; }
static bool has_indices(unsigned op) { return op <= PEER_VRGATHEREI16_VV; }

static enum shfl_rvv_op op_of(unsigned op)
{
    static const enum shfl_rvv_op ops[] = {
        [PEER_VRGATHER_VV] = SHFL_RVV_GATHER,        [PEER_VRGATHEREI16_VV] = SHFL_RVV_GATHER_EI16,
        [PEER_VRGATHER_VX] = SHFL_RVV_GATHER_X,      [PEER_VRGATHER_VI] = SHFL_RVV_GATHER_X,
        [PEER_VSLIDEUP_VX] = SHFL_RVV_SLIDEUP,       [PEER_VSLIDEUP_VI] = SHFL_RVV_SLIDEUP,
        [PEER_VSLIDEDOWN_VX] = SHFL_RVV_SLIDEDOWN,   [PEER_VSLIDEDOWN_VI] = SHFL_RVV_SLIDEDOWN,
        [PEER_VSLIDE1UP_VX] = SHFL_RVV_SLIDE1UP,     [PEER_VFSLIDE1UP_VF] = SHFL_RVV_SLIDE1UP,
        [PEER_VSLIDE1DOWN_VX] = SHFL_RVV_SLIDE1DOWN, [PEER_VFSLIDE1DOWN_VF] = SHFL_RVV_SLIDE1DOWN,
        [PEER_VCOMPRESS_VM] = SHFL_RVV_COMPRESS
    };

    return ops[op];
}

static unsigned of_register(const struct rvv *v) { return v->vlen >> (3 + v->sew); }
static unsigned vlmax(const struct rvv *v)
{
    return v->lmul < 0 ? of_register(v) >> -v->lmul : of_register(v) << v->lmul;
}

/* ---- The instructions */

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

    return own >> 60 < 8 ? in : own >> 60 < 10 && sew < 3 ? in | UINT64_C(1) << (8 << sew) : edges[(own >> 32) % 12];
}

static void draw(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    const unsigned row = (unsigned)(n % ROWS), b = row % BITS, op = w->of.op;
    const uint64_t c = mixed((uint64_t)op << 40 | (uint64_t)vlen << 20 | row), d = mixed(c), e = mixed(d);
    const bool scalar = op >= PEER_VSLIDE1UP_VX && op <= PEER_VFSLIDE1DOWN_VF, compress = op == PEER_VCOMPRESS_VM;
    struct rvv *v = &w->v;

    (void)kind;
    v->vlen = vlen;
    v->sew = row < DRAWN ? row % 4 : (row - DRAWN) / BITS;
    if (is_vf(op) && v->sew == 0) /* there is no such float */
        v->sew = 1 + row / 4 % 3;

    const int least = (int)v->sew - 3, most = op == PEER_VRGATHEREI16_VV && v->sew == 0 ? 2 : 3;
    const unsigned index_bits = op == PEER_VRGATHER_VV     ? 8u << v->sew
                              : op == PEER_VRGATHEREI16_VV ? 16
                              : is_vi(op)                  ? 5
                                                           : 64;

    v->lmul = least + (int)(c % (unsigned)(most - least + 1));

    const unsigned max = vlmax(v);
    const bool one = row >= DRAWN && b < index_bits && UINT64_C(1) << b >= max && !scalar && !compress;

    w->points = of_register(v) << (v->lmul < 0 ? 0 : v->lmul);
    v->vl = one || (c >> 16) % 4 < 2 ? max
          : (c >> 18) % 8 == 0       ? 0
          : (c >> 18) % 2            ? (unsigned)((c >> 21) % (max + 1))
                                     : max - (unsigned)((c >> 21) % 3 % (max + 1));
    v->vstart = !one && !compress && (c >> 32) % 4 == 0 ? (unsigned)((c >> 34) % max) : 0;
    v->vm = one || compress || d % 2;
    v->vta = d >> 1 & 1;
    v->vma = d >> 2 & 1;
    for (unsigned k = 0; k < MASK_WORDS; k++) {
        const uint64_t x = mixed(e + k), y = mixed(x);

        v->mask[k] = d >> 3 & 1 ? x : d >> 4 & 1 ? x & y : x | y;
    }
    v->x = scalar ? e : offset_of(e, max, v->sew);
    if (one)
        v->x = e % max | UINT64_C(1) << b;
    if (is_vi(op))
        v->x &= 31;
    if (is_vf(op))
        v->x = low(v->x, 1u << v->sew);
    for (unsigned k = 0; k < w->points; k++) {
        const uint64_t own = mixed(e + 1000 + k);

        v->index[k] = low(one ? own % max | UINT64_C(1) << b : index_of(own, max),
                          op == PEER_VRGATHEREI16_VV ? 2 : 1u << v->sew);
        v->vs2[k] = low(mixed(own), 1u << v->sew);
        v->vd[k] = low(mixed(own + 1), 1u << v->sew);
    }
}

/* ---- The right results */

static void put(uint8_t bytes[], unsigned element, unsigned width, uint64_t value)
{
    for (unsigned b = 0; b < width; b++)
        bytes[element * width + b] = (uint8_t)(value >> 8 * b);
}

/* With all agnostic elements as ones, or with their old values and a flag. */
static void executed(const struct warp *w, struct result *r, bool ones)
{
    static uint8_t v0[SHFL_RVV_VLEN_MAX / 8], vs1[4 * SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX],
        vd[SHFL_RVV_BYTES_MAX];
    const struct rvv *v = &w->v;
    const bool compress = w->of.op == PEER_VCOMPRESS_VM;
    const unsigned bytes = 1u << v->sew;
    const struct shfl_rvv_in in = { .op = op_of(w->of.op),
                                    .vlen = v->vlen,
                                    .sew = v->sew,
                                    .lmul = v->lmul,
                                    .vl = v->vl,
                                    .vstart = v->vstart,
                                    .vm = v->vm,
                                    .vta = v->vta,
                                    .vma = v->vma,
                                    .x = v->x,
                                    .v0 = v0,
                                    .vs1 = compress ? v0 : vs1,
                                    .vs2 = vs2 };

    for (unsigned k = 0; k < v->vlen / 8; k++)
        v0[k] = (uint8_t)(v->mask[k / 8] >> k % 8 * 8);
    for (unsigned k = 0; k < w->points; k++) {
        put(vs1, k, w->of.op == PEER_VRGATHEREI16_VV ? 2 : bytes, v->index[k]);
        put(vs2, k, bytes, v->vs2[k]);
        put(vd, k, bytes, v->vd[k]);
    }
    shfl_rvv_execute(&in, ones, vd);
    for (unsigned k = 0; k < w->points; k++) {
        unsigned source;

        r->rd[k] = 0;
        for (unsigned b = 0; b < bytes; b++)
            r->rd[k] |= (uint64_t)vd[k * bytes + b] << 8 * b;
        r->flags[k] = (uint8_t)(WRITTEN
                                | (!ones && shfl_rvv_source(&in, k * bytes, &source) == SHFL_RVV_AGNOSTIC ? AGNOSTIC
                                                                                                          : 0));
    }
}

static void right(const struct warp *w, struct result *r) { executed(w, r, false); }

/* ---- Known faults: the right results of a changed instruction, or others at some elements */

#define FAULT(name, ...)                                           \
    static void name(struct warp *w, struct result *r, unsigned n) \
    {                                                              \
        struct rvv *v = &w->v;                                     \
                                                                   \
        (void)v;                                                   \
        (void)n;                                                   \
        __VA_ARGS__;                                               \
        right(w, r);                                               \
    }

static uint64_t cut(uint64_t value, unsigned bits) { return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value; }

static void each_index(struct warp *w, uint64_t (*of)(uint64_t index, unsigned max, unsigned n), unsigned n)
{
    for (unsigned k = 0; k < w->points; k++)
        w->v.index[k] = of(w->v.index[k], vlmax(&w->v), n);
    w->v.x = of(w->v.x, vlmax(&w->v), n);
}

static uint64_t modulo(uint64_t index, unsigned max, unsigned n) { return (void)n, index % max; }
static uint64_t saturated(uint64_t index, unsigned max, unsigned n) { return (void)n, index < max ? index : max - 1; }
static uint64_t cut_to(uint64_t index, unsigned max, unsigned n) { return (void)max, cut(index, n); }

/* Slides by a signed offset: a negative one slides the other way. */
static void by_signed(struct warp *w, struct result *r, int64_t offset)
{
    struct rvv *v = &w->v;
    const bool up = op_of(w->of.op) == SHFL_RVV_SLIDEUP;

    v->x = (uint64_t)offset;
    if (offset < 0) {
        w->of.op = up ? PEER_VSLIDEDOWN_VX : PEER_VSLIDEUP_VX;
        v->x = 0 - (uint64_t)offset;
    }
    right(w, r);
}

FAULT(index_modulo, each_index(w, modulo, 0))
FAULT(index_cut, each_index(w, cut_to, n))
FAULT(index_sew, each_index(w, cut_to, 8u << v->sew))
FAULT(outside_last, each_index(w, saturated, 0))
FAULT(mask_unread, v->vm = true)
FAULT(vstart_unread, v->vstart = 0)
FAULT(above_vl, for (unsigned k = v->vl; k < w->points; k++) v->vs2[k] = 0)
FAULT(last_of_vl, if (v->vl > 0) v->vs2[v->vl - 1] = 0)
FAULT(to_register_end, v->lmul = v->lmul < 0 ? 0 : v->lmul)
FAULT(rotates, v->x %= vlmax(v))
FAULT(selects_above_vl, if (v->vl > 0) v->vl = vlmax(v))
FAULT(mask_inverted, for (unsigned k = 0; k < MASK_WORDS; k++) v->mask[k] = ~v->mask[k])
FAULT(mask_byte_0,
      for (unsigned k = 0; k < MASK_WORDS; k++) v->mask[k] = (v->mask[0] & 0xff) * UINT64_C(0x0101010101010101))

static void offset_signed(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    by_signed(w, r, (int64_t)w->v.x);
}
static void offset_int32(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    by_signed(w, r, (int32_t)(uint32_t)w->v.x);
}
static void imm_signed(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    if (op_of(w->of.op) == SHFL_RVV_GATHER_X) {
        w->v.x = w->v.x < 16 ? w->v.x : w->v.x | ~UINT64_C(31);
        right(w, r);
    } else
        by_signed(w, r, (int64_t)(w->v.x ^ 16) - 16);
}

/* Elements that are written: vstart to vl - 1, and not masked off. */
static bool in_body(const struct rvv *v, unsigned i)
{
    return i >= v->vstart && i < v->vl && (v->vm || bit_of(v->mask, i));
}

static uint64_t index_at(const struct warp *w, unsigned i) { return has_indices(w->of.op) ? w->v.index[i] : w->v.x; }

/* At elements of the body for which IF holds, the value becomes VALUE. */
#define AT(name, if_, value)                                       \
    static void name(struct warp *w, struct result *r, unsigned n) \
    {                                                              \
        const struct rvv *v = &w->v;                               \
        const unsigned max = vlmax(v);                             \
                                                                   \
        (void)n;                                                   \
        (void)max;                                                 \
        for (unsigned i = 0; i < w->points; i++)                   \
            if (if_) {                                             \
                r->rd[i] = (value);                                \
                r->flags[i] = WRITTEN;                             \
            }                                                      \
    }

#define ONES low(UINT64_MAX, 1u << v->sew)
#define SCALAR low(v->x, 1u << v->sew)

/* The element of vs2 that element i of a slide gets; VLMAX: none, or the scalar. */
static uint64_t slid(const struct warp *w, unsigned i)
{
    const unsigned max = vlmax(&w->v);
    const enum shfl_rvv_op op = op_of(w->of.op);
    const uint64_t x = op == SHFL_RVV_SLIDE1UP || op == SHFL_RVV_SLIDE1DOWN ? 1 : w->v.x;

    if (op == SHFL_RVV_SLIDEUP || op == SHFL_RVV_SLIDE1UP)
        return i >= x ? i - x : max;
    if (op == SHFL_RVV_SLIDE1DOWN && i == w->v.vl - 1)
        return max;
    return x < max && i + x < max ? i + x : max;
}

AT(outside_own, in_body(v, i) && index_at(w, i) >= max, v->vs2[i])
AT(outside_keeps, in_body(v, i) && index_at(w, i) >= max, v->vd[i])
AT(vta_unread, v->vstart < v->vl && i >= v->vl && !v->vta, ONES)
AT(vma_unread, i >= v->vstart && i < v->vl && !v->vm && !bit_of(v->mask, i) && !v->vma, ONES)
AT(tail_zero, v->vstart < v->vl && i >= v->vl, 0)
AT(masked_zero, i >= v->vstart && i < v->vl && !v->vm && !bit_of(v->mask, i), 0)
AT(tail_at_vl_0, v->vstart >= v->vl && v->vta && i >= v->vl, ONES)
AT(below_zero, in_body(v, i) && i < v->x, 0)
AT(below_ones, i >= v->vstart && i < v->vl && i < v->x && v->vta, ONES)
AT(each_register, in_body(v, i) && slid(w, i) < max && slid(w, i) / of_register(v) != i / of_register(v), 0)
AT(scalar_everywhere, in_body(v, i), SCALAR)
AT(scalar_at_vstart, in_body(v, i) && i == v->vstart, SCALAR)
AT(scalar_at_vlmax, in_body(v, i) && (i == v->vl - 1 || i == max - 1), i == max - 1 ? SCALAR : v->vs2[i + 1])
AT(scalar_masked, i >= v->vstart && i == v->vl - 1 && !in_body(v, i), SCALAR)
AT(repeats, in_body(v, i) && slid(w, i) < max, v->vs2[0])

/* vcompress, by place: element i is selected and is not packed; or what is behind the packed ones. */
static unsigned selected(const struct rvv *v)
{
    unsigned count = 0;

    for (unsigned i = 0; i < v->vl; i++)
        count += bit_of(v->mask, i);
    return count;
}

static void stays(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    for (unsigned i = 0; i < w->v.vl; i++) {
        r->rd[i] = bit_of(w->v.mask, i) ? w->v.vs2[i] : w->v.vd[i];
        r->flags[i] = WRITTEN;
    }
}

static void rest_zero(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    for (unsigned i = selected(&w->v); w->v.vl > 0 && i < w->points; i++) {
        r->rd[i] = 0;
        r->flags[i] = WRITTEN;
    }
}

static void rest_ones(struct warp *w, struct result *r, unsigned n)
{
    const struct rvv *v = &w->v;

    (void)n;
    for (unsigned i = selected(v); v->vl > 0 && i < w->points; i++) {
        r->rd[i] = ONES;
        r->flags[i] = WRITTEN;
    }
}

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

#define OF_ALL                                                                                           \
    { "vta_unread", "the tail becomes ones with tail undisturbed, too", vta_unread, ALL_OPERATIONS, 0 }, \
        { "tail_zero", "the tail becomes 0", tail_zero, ALL_OPERATIONS, 0 },                             \
        { "tail_at_vl_0", "the tail becomes ones where vl is 0, or vstart is vl or more", tail_at_vl_0,  \
          ALL_OPERATIONS, 0 }
#define OF_MASKED                                                                                                      \
    { "mask_unread", "the mask is not read", mask_unread, ALL_OPERATIONS, 0 },                                         \
        { "vma_unread", "masked-off elements become ones with mask undisturbed, too", vma_unread, ALL_OPERATIONS, 0 }, \
        { "masked_zero", "masked-off elements become 0", masked_zero, ALL_OPERATIONS, 0 },                             \
        { "vstart_unread", "elements below vstart are written, too", vstart_unread, ALL_OPERATIONS, 0 }

static const struct fault of_gather[] = {
    { "index_modulo", "an index is taken modulo VLMAX", index_modulo, ALL_OPERATIONS, 0 },
    { "index_sew", "an index is cut to SEW bits", index_sew, EI16_VV | GATHER_VX, 0 },
    { "index_cut", "an index is cut to # bits", index_cut, ALL_OPERATIONS, 63 },
    { "imm_signed", "the immediate is taken as a signed number", imm_signed, GATHER_VI, 0 },
    { "outside_own", "an index outside gives the element's own value of vs2", outside_own, ALL_OPERATIONS, 0 },
    { "outside_last", "an index outside gives the last element", outside_last, ALL_OPERATIONS, 0 },
    { "outside_keeps", "an element whose index is outside keeps its value", outside_keeps, ALL_OPERATIONS, 0 },
    { "above_vl", "elements of vs2 at vl and above are read as 0", above_vl, ALL_OPERATIONS, 0 },
    { "last_of_vl", "element vl - 1 of vs2 is read as 0", last_of_vl, ALL_OPERATIONS, 0 },
    { "to_register_end", "with LMUL below 1, indices from VLMAX to the end of the register are not outside",
      to_register_end, ALL_OPERATIONS, 0 },
    OF_MASKED,
    OF_ALL,
    { .name = NULL }
};
static const struct fault of_slide[] = {
    { "offset_sew", "the offset is cut to SEW bits", index_sew, BY_X, 0 },
    { "offset_cut", "the offset is cut to # bits", index_cut, UP | DOWN, 63 },
    { "offset_signed", "the offset is signed: a negative one slides the other way", offset_signed, BY_X, 0 },
    { "offset_int32", "the offset is a signed number of 32 bits", offset_int32, BY_X, 0 },
    { "imm_signed", "the immediate is taken as a signed number", imm_signed, BY_IMMEDIATE, 0 },
    { "rotates", "the offset is taken modulo VLMAX", rotates, UP | DOWN, 0 },
    { "each_register", "each register of a group slides alone: what would cross is 0", each_register, ALL_OPERATIONS,
      0 },
    { "repeats", "each element gets element 0", repeats, ALL_OPERATIONS, 0 },
    { "above_vl", "elements of vs2 at vl and above are read as 0", above_vl, ALL_OPERATIONS, 0 },
    { "to_register_end", "with LMUL below 1, elements from VLMAX to the end of the register are read", to_register_end,
      DOWN, 0 },
    { "below_zero", "elements below the offset become 0", below_zero, UP, 0 },
    { "below_ones", "elements below the offset become ones with tail agnostic", below_ones, UP, 0 },
    { "scalar_everywhere", "each element gets the scalar", scalar_everywhere, ONE_UP | ONE_DOWN, 0 },
    { "scalar_at_vstart", "element vstart gets the scalar", scalar_at_vstart, ONE_UP, 0 },
    { "scalar_at_vlmax", "element VLMAX - 1 gets the scalar, not vl - 1", scalar_at_vlmax, ONE_DOWN, 0 },
    { "scalar_masked", "element vl - 1 gets the scalar, masked off or not", scalar_masked, ONE_DOWN, 0 },
    OF_MASKED,
    OF_ALL,
    { .name = NULL }
};
static const struct fault of_compress[] = {
    { "rest_zero", "the elements behind the packed ones become 0", rest_zero, 1, 0 },
    { "rest_ones", "the elements behind the packed ones become ones with tail undisturbed, too", rest_ones, 1, 0 },
    { "stays", "selected elements stay in their places", stays, 1, 0 },
    { "selects_above_vl", "bits of the mask at vl and above count", selects_above_vl, 1, 0 },
    { "mask_inverted", "elements whose bit is 0 are selected", mask_inverted, 1, 0 },
    { "mask_byte_0", "the lowest 8 bits of the mask count for all elements", mask_byte_0, 1, 0 },
    OF_ALL,
    { .name = NULL }
};

/* ---- A peer's function, and texts */

static unsigned vlmul(const struct rvv *v) { return (unsigned)v->lmul & 7; }

static int call(void *function, const struct warp *w, struct result *r)
{
    const struct rvv *v = &w->v;
    const struct openshfl_rvv in = { .op = w->of.op,
                                     .vlen = v->vlen,
                                     .sew = 8u << v->sew,
                                     .vlmul = vlmul(v),
                                     .vl = v->vl,
                                     .vstart = v->vstart,
                                     .vm = v->vm,
                                     .vta = v->vta,
                                     .vma = v->vma,
                                     .x = v->x,
                                     .elements = w->points,
                                     .mask = v->mask,
                                     .index = v->index,
                                     .vs2 = v->vs2 };
    openshfl_rvv_peer_fn *peer;

    memcpy(&peer, &function, sizeof peer);
    memcpy(r->rd, v->vd, w->points * sizeof *r->rd);
    const int refused = peer(&in, r->rd);
    memset(r->flags, WRITTEN, w->points);
    return refused;
}

static void write(const struct warp *w)
{
    const struct rvv *v = &w->v;

    printf("%x %x %x %x %x %x %x %x %x %" PRIx64, w->of.op, v->vlen, 8u << v->sew, vlmul(v), v->vl, v->vstart, v->vm,
           v->vta, v->vma, v->x);
    write_mask(v->mask, v->vlen);
    if (has_indices(w->of.op))
        write_values(v->index, w->points);
    write_values(v->vs2, w->points);
    write_values(v->vd, w->points);
    putchar('\n');
}

static void say(const struct warp *w, unsigned i)
{
    const struct rvv *v = &w->v;

    printf("e%u, m%s%u, vl %u, vstart %u, vm %u, %s, %s", 8u << v->sew, v->lmul < 0 ? "f" : "",
           1u << (v->lmul < 0 ? -v->lmul : v->lmul), v->vl, v->vstart, v->vm, v->vta ? "ta" : "tu",
           v->vma ? "ma" : "mu");
    if (has_indices(w->of.op))
        printf(", index 0x%" PRIx64, v->index[i]);
    else if (w->of.op != PEER_VCOMPRESS_VM)
        printf(", x 0x%" PRIx64, v->x);
    printf(", mask bit %u, old vd 0x%" PRIx64 ", element %u", bit_of(v->mask, i), v->vd[i], i);
}

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

#define RVV(level, about, operations, faults) \
    { level, about, "openshfl_rvv_peer", ROWS, true, operations, faults, draw, right, call, write, say }

const struct kind kind_rvv_gather = RVV("rvv-gather", "vrgather and vrgatherei16", gathers, of_gather);
const struct kind kind_rvv_slide = RVV("rvv-slide", "vslideup, vslidedown, vslide1 and vfslide1", slides, of_slide);
const struct kind kind_rvv_compress = RVV("rvv-compress", "vcompress", compresses, of_compress);
