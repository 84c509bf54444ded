/* SPDX-License-Identifier: Apache-2.0
 * faults - the known and likely faults of documents and implementations of SHFL, faults.def, each as a model.
 *
 * The stages below are the rules of docs/rules.md 2.2 and 3.1 to 3.3, lane by lane. A fault changes the result of one of
 * them, so that two faults together are a model, too.
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
    bool quiet;              /* a NaN of 64 bits becomes a quiet one */
    uint64_t read;           /* the bits that are read of the value */
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
                      .read = UINT64_MAX,
                      .outside_zero = p->outside == OUTSIDE_ZERO };

    for (enum stage stage = DECODE; stage <= SOURCE; stage++) {
        rule[stage](&l);
        if (stage == DECODE && p->index_bits < 64 && UINT64_C(1) << p->index_bits > c->lanes)
            l.index = (int64_t)(c->index[lane] & ((UINT64_C(1) << p->index_bits) - 1));
        if (stage == CHECK && !p->up_clamp && l.mode == SHFL_UP)
            l.in_range = l.j >= l.min;
        for (const struct fault *f = first; f != NULL; f = f == first ? second : NULL)
            if (f->stage == stage && f->where >> c->op & 1)
                f->apply(&l);
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
        const uint64_t ra = c->ra[read] & l.read;

        r->rd[k] = l.zero ? 0 : l.quiet && ra << 1 > UINT64_C(0x7ff) << 53 ? ra | UINT64_C(1) << 51 : ra;
        r->flags[k] = (uint16_t)((r->flags[k] & (OUTSIDE | ANY)) | (l.writes ? WRITTEN : 0) | (l.predicate ? PU : 0)
                                 | (l.nowhere ? GARBAGE : 0) | (any ? ANY : 0));
    }
}

/* ---- what the faults share */

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

/* By the rules, another lane. */
static struct look by_ptx(const struct look *l, unsigned lane)
{
    const struct profile ptx = { .up_clamp = true };

    return look(&ptx, l->c, lane, NULL, NULL);
}

/* A lane number as a signed one of as many bits. */
static int with_sign(const struct look *l, unsigned lane)
{
    return (int)lane - (lane > l->all / 2 ? (int)l->all + 1 : 0);
}

/* Of UP, the lane that is the distance from this one; beyond the warp, this one. */
static unsigned twice(const struct look *l)
{
    const int64_t twice = l->mode == SHFL_UP ? l->lane - l->j : l->mode == SHFL_DOWN ? l->lane + l->j : l->lane ^ l->j;

    return !l->in_range ? l->source : twice < 0 || twice > l->all ? l->lane : (unsigned)twice;
}

/* Lanes run in their order; of one that ran, the value is the one that it read. */
static void one_by_one(struct look *l)
{
    for (unsigned k = l->lane; l->source < k && l->c->active >> l->source & 1;) {
        k = l->source;
        l->source = by_ptx(l, k).source;
    }
}

/* Of the lanes that name this one, the highest sends its value. */
static void pushed(struct look *l)
{
    l->source = l->lane;
    l->zero = l->outside_zero;
    for (unsigned k = 0; k <= l->all; k++) {
        const struct look other = by_ptx(l, k);

        if (other.in_range && other.source == l->lane && l->c->active >> k & 1) {
            l->source = k;
            l->zero = false;
        }
    }
}

enum {
    IDX = 1 << SHFL_IDX,
    UP = 1 << SHFL_UP,
    DOWN = 1 << SHFL_DOWN,
    BFLY = 1 << SHFL_BFLY,
    EACH = IDX | UP | DOWN | BFLY
};

#define FAULTS_OF_SHUFFLE
#define FAULT(name, modes, stage, says, ...) \
    static void fault_##name(struct look *l) { __VA_ARGS__; }
#include "faults.def"
#undef FAULT
#define FAULT(name_, modes_, stage_, says_, ...) \
    { .name = #name_, .where = modes_, .stage = stage_, .apply = fault_##name_, .says = says_ },
const struct fault faults[] = {
#include "faults.def"
    { .name = NULL }
};
