/* SPDX-License-Identifier: Apache-2.0
 * faults - the known and likely faults of documents and implementations of SHFL, each as a model.
 *
 * The stages below are the rules of docs/rules.md 2.2 and 3.1 to 3.3, lane by lane. A fault is a function that changes
 * the result of one of them, so that two faults together are a model, too.
 */
#include "level.h"

struct look {
    const struct call *c;
    unsigned all; /* lanes - 1: the bits of a lane number */
    enum shfl_mode mode;
    unsigned lane;
    int64_t index;
    unsigned clamp, segmask, min, max;
    int64_t j;
    bool in_range, predicate, mirrored, writes;
    bool outside_zero, zero; /* out of range gives 0; the result is 0 */
    bool nowhere;            /* the result is no lane's value */
    unsigned source;
};

/* ---- the rules */

static uint32_t sb_of(const struct look *l) { return (uint32_t)l->c->index[l->lane]; }
static uint32_t sc_of(const struct look *l) { return (uint32_t)l->c->label[l->lane]; }

static void decode(struct look *l)
{
    l->index = sb_of(l) & l->all;
    l->clamp = sc_of(l) & l->all;
    l->segmask = sc_of(l) >> 8 & l->all;
}

static void bounds(struct look *l)
{
    l->min = l->lane & l->segmask;
    l->max = l->min | (l->clamp & ~l->segmask);
}

static void lane_index(struct look *l)
{
    switch (l->mode) {
    case SHFL_IDX: l->j = l->min | (l->index & ~(int64_t)l->segmask); break;
    case SHFL_UP: l->j = l->lane - l->index; break;
    case SHFL_DOWN: l->j = l->lane + l->index; break;
    default: l->j = l->lane ^ l->index;
    }
}

static void range_check(struct look *l) { l->in_range = l->mode == SHFL_UP ? l->j >= l->max : l->j <= l->max; }

static void source(struct look *l)
{
    l->source = l->in_range ? (unsigned)l->j & l->all : l->lane;
    l->predicate = l->in_range;
    l->zero = l->outside_zero && !l->in_range;
}

static struct look look(const struct profile *p, const struct call *c, unsigned lane, const struct fault *first,
                        const struct fault *second)
{
    static void (*const rule[])(struct look *) = { decode, bounds, lane_index, range_check, source };
    struct look l = { .c = c,
                      .all = c->lanes - 1,
                      .mode = (enum shfl_mode)c->op,
                      .lane = lane,
                      .writes = c->active >> lane & 1,
                      .outside_zero = p->outside == OUTSIDE_ZERO };

    for (enum stage stage = DECODE; stage <= SOURCE; stage++) {
        rule[stage](&l);
        if (stage == DECODE && p->index_bits < 64 && UINT64_C(1) << p->index_bits > c->lanes)
            l.index = (int64_t)(c->index[lane] & ((UINT64_C(1) << p->index_bits) - 1));
        if (stage == CHECK && !p->up_clamp && l.mode == SHFL_UP)
            l.in_range = l.j >= l.min;
        for (const struct fault *f = first; f != NULL; f = f == first ? second : NULL)
            if (f->stage == stage && f->modes >> c->op & 1)
                f->apply(&l, f->first);
    }
    return l;
}

/* Where an inactive lane is read, or the right value is undefined, any value fits. */
void faulty_shuffle(const struct call *c, const struct fault *first, const struct fault *second, struct result *r)
{
    for (unsigned k = 0; k < c->lanes; k++) {
        const struct look l = look(c->profile, c, k, first, second);
        const unsigned read = l.mirrored ? l.all - l.source : l.source;
        const bool value = l.zero || l.nowhere, any = !value && !(c->active >> read & 1);

        r->rd[k] = l.zero ? 0 : c->ra[read];
        r->flags[k] = (uint16_t)((r->flags[k] & (OUTSIDE | ANY)) | (l.writes ? WRITTEN : 0) | (l.predicate ? PU : 0)
                                 | (l.nowhere ? GARBAGE : 0) | (any ? ANY : 0));
    }
}

/* ---- faults of decode: other operands */

static unsigned lowest_active(const struct look *l)
{
    unsigned lane = 0;

    while (lane < l->all && !(l->c->active >> lane & 1))
        lane++;
    return lane;
}

static unsigned leading_ones(const struct look *l)
{
    unsigned mask = 0;

    for (unsigned bit = (l->all + 1) / 2; bit > 0 && l->segmask & bit; bit /= 2)
        mask |= bit;
    return mask;
}

static void operands_of(struct look *l, unsigned lane, bool index)
{
    const unsigned own = l->lane;
    const int64_t kept = l->index;

    l->lane = lane;
    decode(l);
    l->lane = own;
    if (!index)
        l->index = kept;
}

#undef FAULT
#define FAULT(name, ...)                         \
    static void name(struct look *l, unsigned n) \
    {                                            \
        (void)n;                                 \
        __VA_ARGS__;                             \
    }

FAULT(segmask_inverted, l->segmask ^= l->all)
FAULT(segmask_members, l->segmask = (unsigned)l->c->active & l->all)
FAULT(segmask_unread, l->segmask = 0)
FAULT(segmask_above_clamp, l->segmask = sc_of(l) / (l->all + 1) & l->all)
FAULT(segmask_width, l->segmask = (l->all + 1 - l->segmask) & l->all)
FAULT(segmask_filled, l->segmask = l->segmask ? l->all & ~((l->segmask & -l->segmask) - 1) : 0)
FAULT(segmask_leading, l->segmask = leading_ones(l))
FAULT(fields_swapped, const unsigned kept = l->clamp; l->clamp = l->segmask; l->segmask = kept)
FAULT(clamp_zero, l->clamp = 0)
FAULT(clamp_ones, l->clamp = l->all)
FAULT(clamp_wide, l->clamp = sc_of(l) & 0xff)
FAULT(index_one_more, l->index = sb_of(l) & (2 * l->all + 1))
FAULT(index_narrow, l->index &= l->all / 2)
FAULT(index_wide, l->index = sb_of(l))
FAULT(index_signed, l->index = (int32_t)sb_of(l))
FAULT(segmask_as_clamp, l->clamp = l->segmask; l->segmask = 0)
FAULT(width_ones, l->segmask = l->all & ~(l->all >> __builtin_popcount(l->segmask));
      l->clamp = l->mode == SHFL_UP ? 0 : l->all)
FAULT(operands_lane0, operands_of(l, 0, true))
FAULT(operands_first, operands_of(l, lowest_active(l), true))
FAULT(c_lane0, operands_of(l, 0, false))
FAULT(mode_as, l->mode = (enum shfl_mode)n)
FAULT(mirrored, l->lane = l->all - l->lane; l->mirrored = true)

/* ---- of the segment's bounds */

FAULT(no_base, l->min = 0; l->max = l->clamp & ~l->segmask)
FAULT(limit_no_base, l->max = l->clamp & ~l->segmask)
FAULT(limit_clamp, l->max = l->clamp)
FAULT(limit_or, l->max = l->min | l->clamp)
FAULT(limit_plus, l->max = l->min + l->clamp)
FAULT(limit_inverted, l->max = l->min | (l->clamp & l->segmask))
FAULT(limit_warp, l->max = l->mode == SHFL_UP ? 0 : l->all)
FAULT(min_inverted, l->min = l->lane & ~l->segmask; l->max = l->min | (l->clamp & ~l->segmask))
FAULT(by_width, const unsigned width = l->all + 1 - l->segmask; l->min = l->lane / width * width;
      l->max = l->mode == SHFL_UP ? l->min : l->min + width - 1)

/* ---- of the lane index */

FAULT(idx_plus, l->j = l->min + l->index)
FAULT(idx_or, l->j = l->min | l->index)
FAULT(idx_absolute, l->j = l->index)
FAULT(c_unread, l->min = 0; l->max = l->all; l->j = l->index)
FAULT(idx_no_base, l->j = l->index & ~(int64_t)l->segmask)
FAULT(idx_remainder, l->j = (int64_t)l->min + (int32_t)sb_of(l) % (int32_t)((l->all & ~l->segmask) + 1))
FAULT(rotate, l->j = l->min | (l->j & ~(int64_t)l->segmask & l->all))
FAULT(cut_sum, l->j &= l->all)
FAULT(up_saturates, l->j = l->j < 0 ? 0 : l->j)
FAULT(one_more, l->j += l->mode == SHFL_UP ? -1 : 1)

/* ---- of the range check */

/* A lane number as a signed one of as many bits. */
static int with_sign(const struct look *l, unsigned lane)
{
    return (int)lane - (lane > l->all / 2 ? (int)l->all + 1 : 0);
}

FAULT(up_min_lane, l->in_range = l->j >= l->min)
FAULT(up_signed, l->j &= l->all; l->in_range = with_sign(l, (unsigned)l->j) >= with_sign(l, l->min))
FAULT(check_reversed, l->in_range = l->mode == SHFL_UP ? l->j <= l->max : l->j >= l->max)
FAULT(limit_excluded, l->in_range = l->mode == SHFL_UP ? l->j > l->max : l->j < l->max)
FAULT(up_no_base, l->in_range = l->j >= 0 && l->j <= (int64_t)(l->all - l->segmask))
FAULT(hip_xor, const unsigned width = l->all + 1 - l->segmask; l->in_range = l->j < ((l->lane + width) & ~(width - 1)))
FAULT(up_unsigned, l->in_range = l->j < 0 || l->j >= l->max)
FAULT(unchecked, l->in_range = true)
FAULT(idx_outside, l->in_range = l->in_range && l->index <= (l->all & ~l->segmask))
FAULT(not_below, l->in_range = l->in_range && l->j >= l->min)
FAULT(same_segment, l->in_range = l->in_range && ((unsigned)l->j & l->segmask) == l->min)
FAULT(check_inside, const int64_t in = l->j & l->all & ~(int64_t)l->segmask, limit = l->max & ~l->segmask;
      l->in_range = l->mode == SHFL_UP ? in >= limit : in <= limit)

/* ---- of the lane that is read, and of the predicate */

FAULT(out_limit, l->zero = false; l->source = l->in_range ? l->source : l->max & l->all)
FAULT(out_first, l->zero = false; l->source = l->in_range ? l->source : l->min)
FAULT(out_lane0, l->zero = false; l->source = l->in_range ? l->source : 0)
FAULT(out_j, l->zero = false; l->source = (unsigned)l->j & l->all)
FAULT(base_lost, l->source = l->in_range ? (unsigned)l->j & l->all & ~l->segmask : l->lane)
FAULT(out_zero, l->zero = !l->in_range)
FAULT(out_own, l->zero = false)
FAULT(nothing_moves, l->zero = false; l->source = l->lane)
FAULT(reads_first, l->zero = false; l->source = lowest_active(l))
FAULT(rows_own, l->source = l->source / n == l->lane / n ? l->source : l->lane)
FAULT(rows_wrap, l->source = l->lane / n * n + l->source % n)
FAULT(pu_true, l->predicate = true)
FAULT(pu_active, l->predicate = l->c->active >> l->source & 1)
FAULT(pu_and_active, l->predicate = l->in_range && l->c->active >> l->source & 1)
FAULT(pu_inverted, l->predicate = !l->in_range)
FAULT(pu_moved, l->predicate = l->source != l->lane)
FAULT(writes_all, l->writes = true)
FAULT(writes_first, l->writes = l->lane < (unsigned)__builtin_popcountll(l->c->active))
FAULT(reads_outside, l->zero = false; l->source = (unsigned)l->j & l->all; l->predicate = true;
      l->nowhere = l->j < 0 || l->j > l->all)
FAULT(index_int32, int32_t j; l->index = (int32_t)sb_of(l); lane_index(l); j = (int32_t)(uint32_t)l->j; l->j = j;
      range_check(l); source(l); l->nowhere = l->in_range && (j < 0 || j > (int32_t)l->all))

/* Of UP, the lane that is the distance from this one; beyond the warp, this one. */
static void lane_as_distance(struct look *l, unsigned n)
{
    const int64_t twice = l->mode == SHFL_UP ? l->lane - l->j : l->mode == SHFL_DOWN ? l->lane + l->j : l->lane ^ l->j;

    (void)n;
    if (l->in_range)
        l->source = twice < 0 || twice > l->all ? l->lane : (unsigned)twice;
}

/* Lanes run in their order; of one that ran, the value is the one that it read. */
static void in_place(struct look *l, unsigned n)
{
    const struct profile ptx = { .up_clamp = true };

    (void)n;
    for (unsigned k = l->lane; l->source < k && l->c->active >> l->source & 1;) {
        k = l->source;
        l->source = look(&ptx, l->c, k, NULL, NULL).source;
    }
}

/* Of the lanes that name this one, the highest sends its value. */
static void pushes(struct look *l, unsigned n)
{
    (void)n;
    l->source = l->lane;
    l->zero = l->outside_zero;
    for (unsigned k = 0; k <= l->all; k++) {
        const struct profile ptx = { .up_clamp = true };
        const struct look other = look(&ptx, l->c, k, NULL, NULL);

        if (other.in_range && other.source == l->lane && l->c->active >> k & 1) {
            l->source = k;
            l->zero = false;
        }
    }
}

FAULT(halves_of_values, l->source = l->in_range ? l->source ^ (l->all + 1) / 2 : l->source)
FAULT(halves_of_results, const struct profile ptx = { .up_clamp = true };
      const struct look other = look(&ptx, l->c, l->lane ^ (l->all + 1) / 2, NULL, NULL); l->source = other.source;
      l->predicate = other.predicate; l->in_range = other.in_range; l->zero = l->outside_zero && !other.in_range)

enum {
    IDX = 1 << SHFL_IDX,
    UP = 1 << SHFL_UP,
    DOWN = 1 << SHFL_DOWN,
    BFLY = 1 << SHFL_BFLY,
    EACH = IDX | UP | DOWN | BFLY
};

#undef KNOWN_AS
#undef KNOWN
#define KNOWN_AS(name_, modes_, stage_, apply_, argument_, says_) \
    { .name = name_,                                              \
      .modes = modes_,                                            \
      .stage = stage_,                                            \
      .apply = apply_,                                            \
      .first = argument_,                                         \
      .last = argument_,                                          \
      .says = says_ }
#define KNOWN(name, modes, stage, says) KNOWN_AS(#name, modes, stage, name, 0, says)
#define ROWS(n, how, says) \
    KNOWN_AS("rows" #n "_" #how, EACH, SOURCE, rows_##how, n, "groups of " #n " lanes do not see each other: " says)
const struct fault faults[] = {
    KNOWN(up_min_lane, UP, CHECK, "UP is compared with min_lane; its clamp is not read, as the SPA 5.0 page states"),
    KNOWN(up_unsigned, UP, CHECK, "below lane 0 the lane number wraps: it is compared as unsigned"),
    KNOWN(up_saturates, UP, INDEX, "below lane 0 the lane is 0: the difference saturates"),
    KNOWN(up_signed, UP, CHECK,
          "the difference is cut to a lane number and compared with min_lane, both as signed ones"),
    KNOWN(up_no_base, UP, CHECK, "UP is in range from 0 up to the width: the segment's base is forgotten"),
    KNOWN(hip_xor, BFLY, CHECK,
          "BFLY has the bound of HIP's header, (lane + width) & ~(width - 1), of a width that is no power of two"),
    KNOWN_AS("bfly_not_below", BFLY, CHECK, not_below, 0, "BFLY refuses the segments below its own"),
    KNOWN(same_segment, BFLY, CHECK, "BFLY stays in its segment, as the CUDA Handbook states"),
    KNOWN_AS("idx_not_wrapped", IDX, INDEX, idx_plus, 0, "IDX does not wrap: the index is added to min_lane as it is"),
    KNOWN(idx_outside, IDX, CHECK,
          "IDX is out of range if the index lies outside of the width, as the CUDA Handbook states"),
    KNOWN(idx_or, IDX, INDEX, "IDX does not mask the index: min_lane OR index"),
    KNOWN(idx_absolute, IDX, INDEX, "IDX uses the index as a lane of the warp, not of the segment"),
    KNOWN(c_unread, IDX, INDEX, "Sc is not read: the index is a lane of the warp, and always in range"),
    KNOWN(idx_no_base, IDX, INDEX, "IDX wraps the index, but does not add min_lane"),
    KNOWN(idx_remainder, IDX, INDEX, "IDX uses the index modulo the width, as C's % computes it"),
    KNOWN(no_base, IDX, BOUNDS, "the segment's base is forgotten: min_lane is 0"),
    KNOWN(limit_no_base, EACH, BOUNDS, "the segment's base is forgotten in max_lane"),
    KNOWN(limit_clamp, IDX, BOUNDS, "the clamp itself is the limit, as a lane of the warp"),
    KNOWN(limit_or, EACH, BOUNDS, "max_lane has all bits of the clamp, not only those inside the segment"),
    KNOWN(limit_plus, EACH, BOUNDS, "max_lane is min_lane plus the whole clamp"),
    KNOWN(limit_inverted, EACH, BOUNDS, "max_lane has the clamp's bits outside of the segment"),
    KNOWN(limit_warp, UP | DOWN, BOUNDS, "the range is that of the warp, not of the segment"),
    KNOWN(min_inverted, EACH, BOUNDS, "min_lane is lane & ~segmask"),
    KNOWN(by_width, EACH, BOUNDS, "the segment is found by a division by the width; the clamp is not read"),
    KNOWN(rotate, UP | DOWN | BFLY, INDEX, "the source wraps around within its segment: a rotation"),
    KNOWN(cut_sum, UP | DOWN, INDEX, "the sum is cut to a lane number before the range check"),
    KNOWN(one_more, UP | DOWN, INDEX, "the distance is one too large"),
    KNOWN(check_reversed, EACH, CHECK, "the range check has the wrong direction"),
    KNOWN(limit_excluded, EACH, CHECK, "the limit itself counts as out of range"),
    KNOWN(check_inside, UP | DOWN | BFLY, CHECK, "only the bits inside the segment are compared"),
    KNOWN(unchecked, EACH, CHECK, "there is no range check: everything is in range"),
    KNOWN(reads_outside, UP | DOWN, SOURCE,
          "there is no range check, and a lane outside of the warp is read: in front of the values, or behind them"),
    KNOWN(out_limit, EACH, SOURCE, "out of range reads the lane at the limit, not the own one"),
    KNOWN(out_first, EACH, SOURCE, "out of range reads the segment's first lane, as if clamped to the width"),
    KNOWN(out_lane0, EACH, SOURCE, "out of range reads lane 0, not the own one"),
    KNOWN(out_j, EACH, SOURCE, "out of range still reads the named lane, modulo the warp"),
    KNOWN(base_lost, UP | DOWN | BFLY, SOURCE, "the lane that is read has lost its segment's base"),
    KNOWN(segmask_inverted, EACH, DECODE, "the segment mask is inverted, as with mask = ~c"),
    KNOWN(segmask_members, EACH, DECODE, "the member mask is taken for the segment mask"),
    KNOWN(segmask_unread, EACH, DECODE, "the segment mask is not read: all lanes are one segment"),
    KNOWN(segmask_above_clamp, EACH, DECODE, "the segment mask is read right above the clamp, not from Sc[8] on"),
    KNOWN(segmask_width, EACH, DECODE, "the width is taken for the segment mask"),
    KNOWN(segmask_filled, EACH, DECODE, "holes of the segment mask above its lowest one are filled"),
    KNOWN(segmask_leading, EACH, DECODE, "only the leading ones of the segment mask count"),
    KNOWN(segmask_as_clamp, UP, DECODE,
          "the segment mask stands in the place of the clamp, and is 0 itself, as with c = 32 - width"),
    KNOWN(width_ones, EACH, DECODE,
          "the width is the warp's, halved for each one of the segment mask; the clamp is not read"),
    KNOWN(fields_swapped, EACH, DECODE, "clamp and segment mask are swapped"),
    KNOWN(clamp_zero, IDX | DOWN | BFLY, DECODE, "the clamp is taken as 0"),
    KNOWN(clamp_ones, UP | DOWN | BFLY, DECODE, "the clamp is taken as all ones"),
    KNOWN(clamp_wide, EACH, DECODE, "Sc[7:5] counts with the clamp"),
    KNOWN(index_one_more, EACH, DECODE, "the index has one bit more than a lane number"),
    KNOWN(index_narrow, EACH, DECODE, "the index has one bit less than a lane number"),
    KNOWN(index_wide, EACH, DECODE, "all bits of Sb count"),
    KNOWN(index_signed, UP | DOWN, DECODE, "all bits of Sb count, with a sign"),
    KNOWN(index_int32, EACH, SOURCE,
          "all bits of Sb count, lanes are signed numbers of 32 bits, and one outside of the warp has no value"),
    KNOWN(operands_lane0, EACH, DECODE, "all lanes use the operands of lane 0"),
    KNOWN(operands_first, EACH, DECODE, "all lanes use the operands of the first active lane"),
    KNOWN(c_lane0, EACH, DECODE, "all lanes use the Sc of lane 0"),
    KNOWN_AS("as_idx", UP | DOWN | BFLY, DECODE, mode_as, SHFL_IDX, "it is executed as IDX"),
    KNOWN_AS("as_up", IDX | DOWN | BFLY, DECODE, mode_as, SHFL_UP, "it is executed as UP"),
    KNOWN_AS("as_down", IDX | UP | BFLY, DECODE, mode_as, SHFL_DOWN, "it is executed as DOWN"),
    KNOWN_AS("as_bfly", IDX | UP | DOWN, DECODE, mode_as, SHFL_BFLY, "it is executed as BFLY"),
    KNOWN(mirrored, EACH, DECODE, "the lanes are counted from the other end"),
    KNOWN(pushes, EACH, SOURCE, "a lane sends its value to the lane it names, instead of reading from there"),
    KNOWN(lane_as_distance, UP | DOWN | BFLY, SOURCE,
          "the lane that is to be read is taken for the distance, or the mask: it is applied twice"),
    KNOWN(
        in_place, IDX | UP | BFLY, SOURCE,
        "lanes run one after the other and read what those before them wrote: the destination is the source register"),
    KNOWN(nothing_moves, EACH, SOURCE, "each lane reads itself"),
    KNOWN(reads_first, EACH, SOURCE, "each lane reads the first active lane"),
    KNOWN(halves_of_values, EACH, SOURCE, "the halves of the warp are swapped: the source is in the other one"),
    KNOWN(halves_of_results, EACH, SOURCE,
          "the halves of the warp are swapped: a lane gets the result of the other one"),
    ROWS(4, own, "a lane keeps its own value"),
    ROWS(8, own, "a lane keeps its own value"),
    ROWS(16, own, "a lane keeps its own value"),
    ROWS(4, wrap, "the source wraps in them"),
    ROWS(8, wrap, "the source wraps in them"),
    ROWS(16, wrap, "the source wraps in them"),
    KNOWN(pu_true, EACH, SOURCE, "the predicate is always 1"),
    KNOWN(pu_active, EACH, SOURCE, "the predicate is 1 if the source is active"),
    KNOWN(pu_and_active, EACH, SOURCE, "the predicate is also 0 if the source is inactive"),
    KNOWN(pu_inverted, EACH, SOURCE, "the predicate is inverted"),
    KNOWN(pu_moved, EACH, SOURCE, "the predicate is 1 if another lane is read"),
    KNOWN(writes_all, EACH, SOURCE, "inactive lanes write, too"),
    KNOWN(writes_first, EACH, SOURCE,
          "the first lanes write, as many as execute: a lane is known by the number of those done before it"),
    KNOWN(out_zero, EACH, SOURCE, "out of range gives 0, not the own value"),
    KNOWN(out_own, EACH, SOURCE, "out of range gives the own value, not 0"),
    { .name = NULL }
};
