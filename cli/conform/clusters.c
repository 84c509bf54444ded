/* SPDX-License-Identifier: Apache-2.0
 * clusters - see level.h: where a shuffle differs, if no known fault says why: what the operands and the lane of all points
 * that differ have in common, their bits, their values and properties by the rules. */
#include "level.h"

/* The features of a point: bits of the fields, and properties. */
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
    FEATURES = FIELD_BITS + PROPERTIES,
    MOST = 3 /* literals of a condition */
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

/* ---- what the points that differ have in common */

/* That the features in a mask have these values: a bit of a field, a field, or a property. */
struct literal {
    uint64_t mask, value;
};

struct walk {
    const struct sheet *s;
    struct finding *f;
    unsigned sort;        /* of the points that differ: REFUSED, GARBAGE or 0 */
    uint64_t ones, zeros; /* the features that all of them have, and that none has */
    unsigned literals, chosen, common;
    struct literal literal[FEATURES], condition[MOST];
    size_t excluded[FEATURES]; /* by each literal: points that do not differ, though the condition holds so far */
};

static bool is(const struct literal *l, uint64_t set) { return (set & l->mask) == l->value; }

static bool holds(const struct walk *w, uint64_t set)
{
    for (unsigned i = 0; i < w->chosen; i++)
        if (!is(&w->condition[i], set))
            return false;
    return true;
}

typedef void visit(struct walk *w, struct example at, uint64_t set, unsigned flags, bool differs);

/* Call a function for each point that counts, with its features, and flags: what a result that differs is. */
static void each_point(struct walk *w, visit *point)
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
                point(w, (struct example){ n, k }, features(&c, &right, k),
                      (own ? 1u : 0) | (got.rd[k] == 0 ? 2u : 0) | (source ? 4u : 0)
                          | ((got.flags[k] ^ right.flags[k]) & PU && c.pu ? 0 : 8u),
                      differs);
        }
    }
}

static void take_common(struct walk *w, struct example at, uint64_t set, unsigned flags, bool differs)
{
    (void)at;
    w->ones &= differs ? set : UINT64_MAX;
    w->zeros &= differs ? ~set : UINT64_MAX;
    w->common &= differs ? flags : ~0u;
}

static void exclude(struct walk *w, struct example at, uint64_t set, unsigned flags, bool differs)
{
    (void)at;
    (void)flags;
    for (unsigned i = 0; i < w->literals && !differs && holds(w, set); i++)
        w->excluded[i] += !is(&w->literal[i], set);
}

static void add(struct walk *w, struct example at, uint64_t set, unsigned flags, bool differs)
{
    struct cluster *c = &w->f->cluster[w->f->clusters];

    (void)flags;
    c->points += holds(w, set);
    if (differs && c->differ++ == 0)
        c->example = at;
}

/* What all that differ have in common: of each field its value, or the bits that are alike; and the properties. */
static void list_literals(struct walk *w)
{
    const uint64_t alike = w->ones | w->zeros;

    for (unsigned i = 0; i < FEATURES; i++) {
        const uint64_t field = i < FIELD_BITS ? UINT64_C(63) << i / 6 * 6 : 0;
        const bool whole = field != 0 && (alike & field) == field;
        const uint64_t mask = whole ? field : UINT64_C(1) << i;

        if ((alike & mask) == mask && (!whole || i % 6 == 0))
            w->literal[w->literals++] = (struct literal){ mask, w->ones & mask };
    }
}

static void where_text(const struct walk *w, char text[WHERE_MAX])
{
    size_t used = (size_t)snprintf(text, WHERE_MAX, w->chosen ? "where " : "everywhere");

    for (unsigned i = 0; i < w->chosen && used < WHERE_MAX; i++) {
        const struct literal *l = &w->condition[i];
        const unsigned feature = (unsigned)__builtin_ctzll(l->mask), field = feature / 6;
        const char *link = i == 0 ? "" : " and ";

        if (feature >= FIELD_BITS)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s", link,
                                     l->value ? properties[feature - FIELD_BITS].is
                                              : properties[feature - FIELD_BITS].is_not);
        else if (l->mask == UINT64_C(1) << feature)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s[%u] = %d", link, field_name[field],
                                     feature % 6, l->value != 0);
        else
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s is %u", link, field_name[field],
                                     (unsigned)(l->value >> feature));
    }
}

void find_clusters(const struct sheet *s, unsigned sort, size_t wrongs, struct finding *f)
{
    struct walk w = { .s = s, .f = f, .sort = sort, .ones = UINT64_MAX, .zeros = UINT64_MAX, .common = ~0u };
    struct cluster *c = &f->cluster[f->clusters];

    if (wrongs == 0)
        return;
    each_point(&w, take_common);
    list_literals(&w);
    while (w.chosen < MOST) {
        unsigned best = 0;

        memset(w.excluded, 0, sizeof w.excluded);
        each_point(&w, exclude);
        for (unsigned i = 1; i < w.literals; i++)
            best = w.excluded[i] > w.excluded[best] ? i : best;
        if (w.literals == 0 || w.excluded[best] == 0)
            break;
        w.condition[w.chosen++] = w.literal[best];
    }
    *c = (struct cluster){ .differ = 0 };
    each_point(&w, add);
    where_text(&w, c->where);
    c->what = sort == REFUSED       ? "it is refused"
            : sort == GARBAGE       ? "the result is no lane's value"
            : w.common & 4          ? "only the predicate differs"
            : w.common & 1          ? "the own lane is read"
            : w.common & 2          ? "the result is 0"
            : !(w.common & 8)       ? "the wrong lane is read"
            : s->profile->predicate ? "the wrong lane is read, the predicate is right"
                                    : "the wrong lane is read";
    f->clusters++;
}
