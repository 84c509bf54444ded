/* SPDX-License-Identifier: Apache-2.0
 * clusters - see level.h: where a shuffle differs, if no known fault says why: the bits and values of the operands, of the
 * lane, and properties by the rules, that the points have in common. */
#include "level.h"
#include "lib/output.h"

#include <stdlib.h>

/* The features of a point: bits of the fields; properties; and that a field has a value, which is chosen for each cluster. */
enum { FIELDS = 4, FIELD_BITS = 6 * FIELDS };
static const char *const field_name[FIELDS] = { "index", "clamp", "segmask", "lane" };
static const struct {
    const char *is, *is_not;
} properties[] = {
    { "the source is in another segment", "the source is in the own segment" },
    { "the source is below the segment", "the source is not below the segment" },
    { "it is out of range", "it is in range" },
    { "the lane itself is the source", "another lane is the source" },
    { "the index is larger than the segment", "the index is within the segment" },
    { "the segment mask is 0", "the segment mask is not 0" },
    { "the segment mask matches no width", "the segment mask matches a width" },
    { "the clamp is not the usual one", "the clamp is the usual one" },
    { "ignored bits of Sb are set", "no ignored bit of Sb is set" },
    { "ignored bits of Sc are set", "no ignored bit of Sc is set" },
    { "the source is inactive", "the source is active" },
    { "the lane does not execute", "the lane executes" },
};
enum {
    PROPERTIES = sizeof properties / sizeof *properties,
    VALUES_AT = FIELD_BITS + PROPERTIES,
    FEATURES = VALUES_AT + FIELDS,
    LITERALS = 2 * FEATURES, /* literal 2 f is feature f, 2 f + 1 that it is not */
    MOST = 3                 /* literals of a condition */
};

static void fields_of(const struct call *c, unsigned lane, unsigned field[FIELDS])
{
    const unsigned all = c->lanes - 1;

    field[0] = (unsigned)c->index[lane] & all;
    field[1] = (unsigned)c->label[lane] & all;
    field[2] = (unsigned)c->label[lane] >> 8 & all;
    field[3] = lane;
}

static uint64_t features(const struct call *c, const struct result *right, unsigned lane)
{
    const unsigned all = c->lanes - 1;
    const uint64_t fields = all | all << 8;
    unsigned field[FIELDS];
    uint64_t set = 0;

    fields_of(c, lane, field);
    const unsigned inside = all & ~field[2], first = lane & field[2];
    const int index = (int)field[0], own = (int)lane;
    const int j = c->op == SHFL_IDX  ? (int)(first | (field[0] & inside))
                : c->op == SHFL_UP   ? own - index
                : c->op == SHFL_DOWN ? own + index
                                     : own ^ index;
    const bool is[PROPERTIES] = { j < 0 || j > (int)all || ((unsigned)j & field[2]) != first,
                                  j < (int)first,
                                  !(right->flags[lane] & PU),
                                  right->rd[lane] == c->ra[lane],
                                  field[0] > inside,
                                  field[2] == 0,
                                  (inside & (inside + 1)) != 0,
                                  (field[1] & inside) != (c->op == SHFL_UP ? 0 : inside),
                                  (c->index[lane] & ~(uint64_t)all) != 0,
                                  (c->label[lane] & ~fields) != 0,
                                  right->flags[lane] & INACTIVE,
                                  !(c->active >> lane & 1) };

    for (unsigned i = 0; i < FIELD_BITS; i++)
        set |= (uint64_t)(field[i / 6] >> i % 6 & 1) << i;
    for (unsigned i = 0; i < PROPERTIES; i++)
        set |= (uint64_t)is[i] << (FIELD_BITS + i);
    return set;
}

unsigned complexity(const struct call *c, unsigned lane)
{
    const unsigned all = c->lanes - 1;
    unsigned field[FIELDS];

    fields_of(c, lane, field);
    return field[2] + field[0] + lane + (c->op == SHFL_UP ? field[1] : all - field[1])
         + 64 * (unsigned)__builtin_popcountll(c->index[lane] & ~(uint64_t)all)
         + 64 * (unsigned)__builtin_popcountll(c->label[lane] & ~(uint64_t)(all | all << 8))
         + 64 * (unsigned)__builtin_popcountll(shfl_all_lanes(c->lanes) & ~c->active);
}

/* ---- points on two sides: those of a sort that differ, and those that do not */

enum { SIDE = 2048 };
struct side {
    size_t of;      /* how many there are in all */
    unsigned count; /* taken, without a pattern */
    uint64_t feature[SIDE];
};

struct walk {
    const struct sheet *s;
    const struct finding *f;
    unsigned sort;
    struct side bad, good;
};

/* Call a function for each point that counts, with its features. */
static void each_point(struct walk *w, void *with,
                       void (*point)(struct walk *w, void *with, struct example at, uint64_t set, unsigned flags,
                                     int differs))
{
    static struct result right, got;
    static struct call c;

    for (size_t n = w->f->first; n < w->f->first + w->f->rows; n++) {
        level_call(w->s->level, w->s->profile, n, &c);
        right_result(&c, &right);
        sheet_result(w->s, n, &c, &got);
        for (unsigned k = 0; k < c.lanes; k++) {
            const bool differs = !same(&c, &got, &right, k);
            const unsigned sort = got.flags[k] & (REFUSED | MISSING | GARBAGE);
            const bool own = got.rd[k] == c.ra[k], source = got.rd[k] == right.rd[k];

            if (counts(&c, &right, k) && (!differs || sort == w->sort))
                point(w, with, (struct example){ n, k }, features(&c, &right, k),
                      (own ? 1u : 0) | (got.rd[k] == 0 ? 2u : 0) | (source ? 4u : 0)
                          | ((got.flags[k] ^ right.flags[k]) & PU && c.pu ? 0 : 8u),
                      differs);
        }
    }
}

static void take(struct walk *w, void *with, struct example at, uint64_t set, unsigned flags, int differs)
{
    struct side *side = differs ? &w->bad : &w->good;

    (void)with;
    (void)flags;
    if (side->count < SIDE && (side->of <= SIDE || mixed(at.warp * 64 + at.point) % side->of < SIDE * 3 / 4))
        side->feature[side->count++] = set;
}

/* ---- conditions */

struct condition {
    unsigned literals, literal[MOST], value[FIELDS];
};

static bool holds(const struct condition *c, uint64_t set)
{
    for (unsigned field = 0; field < FIELDS; field++)
        set |= (uint64_t)((set >> 6 * field & 63) == c->value[field]) << (VALUES_AT + field);
    for (unsigned l = 0; l < c->literals; l++)
        if ((set >> c->literal[l] / 2 & 1) == (c->literal[l] & 1))
            return false;
    return true;
}

/* How many of a side there are for which it holds. */
static double size(const struct side *side, const struct condition *c)
{
    unsigned found = 0;

    for (unsigned i = 0; i < side->count; i++)
        found += holds(c, side->feature[i]);
    return side->count == 0 ? 0 : found * (double)side->of / side->count;
}

/* It should hold for many that differ, for few others, and be short. */
static double quality(const struct walk *w, const struct condition *c)
{
    static const double shorter[] = { 1, 1, 0.9, 0.8 };
    const double hit = size(&w->bad, c), pure = hit / (hit + size(&w->good, c) + 1e-9);

    return hit / (double)w->bad.of * pure * pure * pure * pure * shorter[c->literals];
}

/* The best condition: literals that are added as long as it gets better; of each field the value that most points have. */
static struct condition best_condition(const struct walk *w)
{
    struct condition best = { .literals = 0 };

    for (unsigned field = 0; field < FIELDS; field++) {
        unsigned times[64] = { 0 };

        for (unsigned i = 0; i < w->bad.count; i++) {
            const unsigned value = w->bad.feature[i] >> 6 * field & 63;

            if (++times[value] > times[best.value[field]])
                best.value[field] = value;
        }
    }
    double highest = quality(w, &best);
    for (bool better = true; better && best.literals < MOST;) {
        const struct condition before = best;

        better = false;
        for (unsigned l = 0; l < LITERALS; l++) {
            struct condition trial = before;

            trial.literal[trial.literals++] = l;
            const double now = quality(w, &trial);
            if (now > highest * 1.001) {
                highest = now;
                best = trial;
                better = true;
            }
        }
    }
    return best;
}

static void where_text(const struct condition *c, char text[WHERE_MAX])
{
    size_t used = (size_t)snprintf(text, WHERE_MAX, c->literals ? "where " : "everywhere");

    for (unsigned l = 0; l < c->literals && used < WHERE_MAX; l++) {
        const unsigned feature = c->literal[l] / 2, not = c->literal[l] & 1;
        const char *link = l == 0 ? "" : " and ";

        if (feature < FIELD_BITS)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s[%u] = %u", link, field_name[feature / 6],
                                     feature % 6, !not);
        else if (feature >= VALUES_AT)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s is %s%u", link,
                                     field_name[feature - VALUES_AT], not? "not " : "", c->value[feature - VALUES_AT]);
        else
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s", link,
                                     not? properties[feature - FIELD_BITS].is_not
                                        : properties[feature - FIELD_BITS].is);
    }
}

/* ---- clusters */

/* The points for which a condition holds, and what the results that differ have in common: bits of each_point's flags. */
struct found {
    struct condition condition;
    struct cluster *cluster;
    unsigned common;
};

static void add(struct walk *w, void *with, struct example at, uint64_t set, unsigned flags, int differs)
{
    struct found *found = with;

    (void)w;
    if (!holds(&found->condition, set))
        return;
    found->cluster->points++;
    found->common &= differs ? flags : ~0u;
    if (differs && found->cluster->differ++ == 0)
        found->cluster->example = at;
}

void find_clusters(const struct sheet *s, unsigned sort, size_t wrongs, struct finding *f)
{
    const unsigned most = sort ? 2 : 3;
    struct walk *w = wrongs ? calloc(1, sizeof *w) : NULL;

    if (wrongs == 0)
        return;
    if (w == NULL)
        trouble("out of memory");
    *w = (struct walk){ .s = s, .f = f, .sort = sort, .bad.of = wrongs, .good.of = f->points - wrong(f) };
    each_point(w, NULL, take);
    const unsigned all = w->bad.count;
    for (unsigned i = 0; i < most && f->clusters < CLUSTERS_MAX && w->bad.count > 0 && w->bad.count * 50 >= all; i++) {
        struct cluster *c = &f->cluster[f->clusters];
        struct found found = { best_condition(w), c, ~0u };
        unsigned left = 0;

        *c = (struct cluster){ .differ = 0 };
        each_point(w, &found, add);
        if (c->differ == 0 || (i > 0 && 2 * c->differ < c->points)) /* no pattern is left */
            break;
        where_text(&found.condition, c->where);
        c->what = sort == REFUSED       ? "it is refused"
                : sort == GARBAGE       ? "the result is no lane's value"
                : found.common & 4      ? "only the predicate differs"
                : found.common & 1      ? "the own lane is read"
                : found.common & 2      ? "the result is 0"
                : !(found.common & 8)   ? "the wrong lane is read"
                : s->profile->predicate ? "the wrong lane is read, the predicate is right"
                                        : "the wrong lane is read";
        f->clusters++;
        for (unsigned k = 0; k < w->bad.count; k++)
            if (!holds(&found.condition, w->bad.feature[k]))
                w->bad.feature[left++] = w->bad.feature[k];
        w->bad.of = w->bad.of * left / w->bad.count;
        w->bad.count = left;
    }
    free(w);
}
