/* SPDX-License-Identifier: Apache-2.0
 * clusters - see level.h: where a shuffle differs, if no known fault says why: what the operands and the lane of all points
 * that differ have in common, their values, their bits and properties by the rules. */
#include "level.h"

/* What can be said of a point: the value of a field, of one of its bits, and whether it has a property. */
enum { FIELDS = 4, FIELD_BITS = 6, FIRST_PROPERTY = FIELDS * (1 + FIELD_BITS) };
static const char *const field_name[FIELDS] = { "index", "clamp", "segmask", "lane" };
static const char *const properties[][2] = {
    { "the source is in the own segment", "the source is in another segment" },
    { "the source is not below the segment", "the source is below the segment" },
    { "it is in range", "it is out of range" },
    { "the index is within the segment", "the index is larger than the segment" },
    { "the segment mask matches a width", "the segment mask matches no width" },
    { "the clamp is the usual one", "the clamp is not the usual one" },
    { "no ignored bit of Sb is set", "ignored bits of Sb are set" },
    { "no ignored bit of Sc is set", "ignored bits of Sc are set" },
    { "the source is active", "the source is inactive" },
    { "the lane executes", "the lane does not execute" },
};
enum {
    PROPERTIES = sizeof properties / sizeof *properties,
    FEATURES = FIRST_PROPERTY + PROPERTIES,
    MOST = 3 /* features of a condition */
};

static void fields_of(const struct call *c, unsigned lane, unsigned field[FIELDS])
{
    const unsigned all = c->lanes - 1;

    field[0] = (unsigned)c->index[lane] & all;
    field[1] = (unsigned)c->label[lane] & all;
    field[2] = (unsigned)c->label[lane] >> 8 & all;
    field[3] = lane;
}

static void features_of(const struct call *c, const struct result *right, unsigned lane, unsigned value[FEATURES])
{
    const unsigned all = c->lanes - 1;
    const uint64_t fields = all | all << 8;

    fields_of(c, lane, value);
    const unsigned index = value[0], clamp = value[1], segmask = value[2], inside = all & ~segmask;
    const int first = (int)(lane & segmask), own = (int)lane, by = (int)index;
    const int j = c->op == SHFL_IDX  ? first | (int)(index & inside)
                : c->op == SHFL_UP   ? own - by
                : c->op == SHFL_DOWN ? own + by
                                     : own ^ by;
    const bool is[PROPERTIES] = { j < 0 || j > (int)all || (j & (int)segmask) != first,
                                  j<first, !(right->flags[lane] & PU), index>
                                      inside,
                                  (inside & (inside + 1)) != 0,
                                  (clamp & inside) != (c->op == SHFL_UP ? 0 : inside),
                                  (c->index[lane] & ~(uint64_t)all) != 0,
                                  (c->label[lane] & ~fields) != 0,
                                  right->flags[lane] & INACTIVE,
                                  !(c->active >> lane & 1) };

    for (unsigned i = 0; i < FIELDS * FIELD_BITS; i++)
        value[FIELDS + i] = value[i / FIELD_BITS] >> i % FIELD_BITS & 1;
    for (unsigned i = 0; i < PROPERTIES; i++)
        value[FIRST_PROPERTY + i] = is[i];
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

static void feature_text(unsigned feature, unsigned value, char text[WHERE_MAX])
{
    const size_t used = strlen(text), room = WHERE_MAX - used;
    const unsigned bit = feature - FIELDS;

    text += used;
    if (feature >= FIRST_PROPERTY)
        snprintf(text, room, "%s", properties[feature - FIRST_PROPERTY][value]);
    else if (feature >= FIELDS)
        snprintf(text, room, "%s[%u] = %u", field_name[bit / FIELD_BITS], bit % FIELD_BITS, value);
    else
        snprintf(text, room, "%s is %u", field_name[feature], value);
}

/* One look at all points: the features that those have in common that differ, or else how many others have those that are chosen,
 * and of these how many have not each of the features. */
struct walk {
    unsigned value[FEATURES];
    bool alike[FEATURES], is_chosen[FEATURES];
    size_t others, excluded[FEATURES];
    unsigned common; /* of the results that differ: 1 the own value, 2 a 0, 4 the right value, 8 the right predicate */
};

static void walk(const struct sheet *s, unsigned sort, struct finding *f, struct walk *w, bool first)
{
    static struct result right, got;
    static struct call c;
    struct cluster *cluster = &f->cluster[f->clusters];
    unsigned value[FEATURES];

    w->others = 0;
    memset(w->excluded, 0, sizeof w->excluded);
    for (size_t n = f->first; n < f->first + f->rows; n++) {
        level_call(s->level, s->profile, n, &c);
        right_result(&c, &right);
        sheet_result(s, n, &c, &got);
        for (unsigned k = 0; k < c.lanes; k++) {
            const bool differs = !same(&c, &got, &right, k);
            bool holds = true;

            if (!counts(&c, &right, k) || differs != first || (differs && result_sort(&c, &got, k) != sort))
                continue;
            features_of(&c, &right, k, value);
            if (differs) {
                if (cluster->differ++ == 0) {
                    cluster->example = (struct example){ n, k };
                    memcpy(w->value, value, sizeof value);
                }
                w->common &= (got.rd[k] == c.ra[k]) | (got.rd[k] == 0) << 1 | (got.rd[k] == right.rd[k]) << 2
                           | !((got.flags[k] ^ right.flags[k]) & PU && c.pu) << 3;
            }
            for (unsigned i = 0; i < FEATURES; i++) {
                w->alike[i] &= !differs || value[i] == w->value[i];
                holds &= !w->is_chosen[i] || value[i] == w->value[i];
            }
            w->others += holds && !differs;
            for (unsigned i = 0; i < FEATURES && holds && !differs; i++)
                w->excluded[i] += w->alike[i] && value[i] != w->value[i];
        }
    }
}

void find_clusters(const struct sheet *s, unsigned sort, size_t wrongs, struct finding *f)
{
    struct cluster *c = &f->cluster[f->clusters];
    struct walk w = { .common = ~0u };
    unsigned chosen = 0;

    if (wrongs == 0)
        return;
    *c = (struct cluster){ .where = "everywhere" };
    memset(w.alike, true, sizeof w.alike);
    walk(s, sort, f, &w, true);
    for (;;) {
        unsigned best = 0;

        walk(s, sort, f, &w, false);
        for (unsigned i = 1; i < FEATURES; i++)
            best = w.excluded[i] > w.excluded[best] ? i : best;
        if (chosen == MOST || w.excluded[best] == 0)
            break;
        w.is_chosen[best] = true;
        strcpy(chosen == 0 ? c->where : c->where + strlen(c->where), chosen == 0 ? "where " : " and ");
        feature_text(best, w.value[best], c->where);
        chosen++;
    }
    c->points = c->differ + w.others;
    c->what = sort == REFUSED                       ? "it is refused"
            : sort == GARBAGE                       ? "the result is no lane's value"
            : w.common & 4                          ? "only the predicate differs"
            : w.common & 1                          ? "the own lane is read"
            : w.common & 2                          ? "the result is 0"
            : w.common & 8 && s->profile->predicate ? "the wrong lane is read, the predicate is right"
                                                    : "the wrong lane is read";
    f->clusters++;
}
