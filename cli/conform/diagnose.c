/* SPDX-License-Identifier: Apache-2.0
 * diagnose - see conform.h: why the results of a mode differ. One known fault, or two together; else the operand bits
 * that show where they differ. */
#include "conform.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

/* ---- points */

/* The features of a point: bits of the operands and of the lane; its properties by the rules; and that an operand or the
 * lane has a value, which is chosen for each cluster. */
enum { FIELDS = 4, FIELD_BITS = 6 * FIELDS };
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
    VALUES = FIELD_BITS + PROPERTIES,
    FEATURES = VALUES + FIELDS
};
static const char *const field_name[FIELDS] = { "index", "clamp", "segmask", "lane" };

struct fields {
    unsigned index, clamp, segmask, inside; /* inside: the bits that are not in segmask */
};

static struct fields fields_of(const struct warp *w, unsigned lane)
{
    const unsigned all = w->lanes - 1, segmask = w->sc[lane] >> 8 & all;

    return (struct fields){ w->sb[lane] & all, w->sc[lane] & all, segmask, all & ~segmask };
}

static bool usual_clamp(const struct warp *w, const struct fields *f)
{
    return (f->clamp & f->inside) == (w->mode == SHFL_UP ? 0 : f->inside);
}

static uint64_t features(const struct warp *w, unsigned lane, uint8_t want)
{
    const struct fields f = fields_of(w, lane);
    const unsigned first = lane & f.segmask;
    const unsigned fields[] = { f.index, f.clamp, f.segmask, lane };
    const uint32_t all = w->lanes - 1;
    int j = 0;
    uint64_t set = 0;

    switch (w->mode) {
    case SHFL_IDX: j = (int)(first | (f.index & f.inside)); break;
    case SHFL_UP: j = (int)lane - (int)f.index; break;
    case SHFL_DOWN: j = (int)(lane + f.index); break;
    default: j = (int)(lane ^ f.index);
    }
    const bool is[] = { j < 0 || j > (int)all || ((unsigned)j & f.segmask) != first,
                        j < (int)first,
                        !answer_in_range(want),
                        answer_lane(want, lane) == lane,
                        f.index > f.inside,
                        f.segmask == 0,
                        (f.inside & (f.inside + 1)) != 0,
                        !usual_clamp(w, &f),
                        (w->sb[lane] & ~all) != 0,
                        (w->sc[lane] & ~(all | all << 8)) != 0,
                        !(w->active >> answer_lane(want, lane) & 1),
                        !(w->active >> lane & 1) };

    for (unsigned i = 0; i < FIELD_BITS; i++)
        set |= (uint64_t)(fields[i / 6] >> i % 6 & 1) << i;
    for (unsigned i = 0; i < PROPERTIES; i++)
        set |= (uint64_t)is[i] << (FIELD_BITS + i);
    return set;
}

/* The points of a mode, one after the other. */
struct walk {
    const struct sheet *s;
    enum shfl_mode mode;
    struct warp w;
    size_t n, i; /* warp, and point */
    unsigned lane;
    uint8_t got, want, care;
};

static struct walk walk(const struct sheet *s, enum shfl_mode mode)
{
    return (struct walk){ .s = s, .mode = mode, .n = (size_t)-1, .lane = s->profile->lanes };
}

static bool next(struct walk *p)
{
    const unsigned lanes = p->s->profile->lanes;

    if (++p->lane >= lanes) {
        p->lane = 0;
        do {
            if (++p->n >= p->s->warps)
                return false;
            level_operands(p->s->profile, p->s->level, p->n, &p->w);
        } while (p->w.mode != p->mode);
    }
    p->i = p->n * lanes + p->lane;
    p->got = p->s->got[p->i];
    p->want = p->s->want[p->i];
    p->care = p->s->care[p->i];
    return true;
}

static bool counts(const struct walk *p) { return p->care != CARE_OPEN && p->care != CARE_OUTSIDE; }
static bool differs(const struct walk *p) { return !same(p->got, p->want, p->care); }

/* Kinds of wrong results. */
enum kind { ANSWERED, REFUSED, GARBAGE, MISSING };
static enum kind kind_of(uint8_t got)
{
    return got == ANSWER_REFUSED                              ? REFUSED
         : got == ANSWER_MISSING                              ? MISSING
         : got == ANSWER_GARBAGE || got == ANSWER_GARBAGE + 1 ? GARBAGE
                                                              : ANSWERED;
}

/* About `some` of `of` points, without a pattern. */
static bool picked(size_t i, size_t some, size_t of)
{
    return of <= some || (uint32_t)((uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) >> 32) < some * 0xffffffff / of;
}

/* ---- faults */

/* Whether a peer with these faults gives this result. A refusal or a value of no lane is compatible with any. */
static bool gives(const struct walk *p, const struct fault *first, const struct fault *second)
{
    const enum kind kind = kind_of(p->got);
    bool active;

    if (!counts(p) || kind == REFUSED || kind == MISSING)
        return true;
    const uint8_t answer = fault_answer(p->s->profile, &p->w, p->lane, first, second, &active);
    if (p->care == CARE_ALL || !answer_is_value(answer) || p->got == ANSWER_NOT_WRITTEN)
        return p->got == answer;
    if (answer_value(answer) == ANSWER_GARBAGE)
        return kind == GARBAGE || !(p->care & CARE_SOURCE);
    if (!active) /* any value */
        return !(p->care & CARE_PREDICATE) || answer_in_range(p->got) == answer_in_range(answer);
    return kind == GARBAGE ? p->s->level != LEVEL_INACTIVE : same(p->got, answer, p->care);
}

enum { SAMPLE = 256 };

static bool gives_all(const struct sheet *s, enum shfl_mode mode, const struct walk sample[], unsigned samples,
                      const struct fault *first, const struct fault *second)
{
    for (unsigned i = 0; i < samples; i++)
        if (!gives(&sample[i], first, second))
            return false;
    for (struct walk p = walk(s, mode); next(&p);)
        if (!gives(&p, first, second))
            return false;
    return true;
}

/* Whether a fault has no lane's value wherever the peer has none. */
static bool gives_garbage(const struct sheet *s, enum shfl_mode mode, const struct fault *fault)
{
    bool active;

    for (struct walk p = walk(s, mode); next(&p);)
        if (differs(&p) && kind_of(p.got) == GARBAGE
            && answer_value(fault_answer(s->profile, &p.w, p.lane, fault, NULL, &active)) != ANSWER_GARBAGE)
            return false;
    return true;
}

static void keep(struct finding *f, const struct fault *first, const struct fault *second)
{
    f->match[f->matches][0] = first;
    f->match[f->matches++][1] = second;
}

/* Keep the fault that explains the most of the differences, less the points that it breaks. */
static void consider_closest(const struct sheet *s, enum shfl_mode mode, const struct fault *fault, struct finding *f)
{
    size_t explained = 0, besides = 0;

    for (struct walk p = walk(s, mode); next(&p);)
        if (counts(&p) && kind_of(p.got) == ANSWERED) {
            const bool given = gives(&p, fault, NULL);

            explained += differs(&p) && given;
            besides += !differs(&p) && !given;
        }
    if (2 * explained < f->differ || explained <= besides
        || (f->closest != NULL && explained - besides <= f->explained - f->besides))
        return;
    f->closest = fault;
    f->explained = explained;
    f->besides = besides;
}

static void find_faults(const struct sheet *s, enum shfl_mode mode, struct finding *f)
{
    struct walk *sample = malloc(2 * SAMPLE * sizeof *sample);
    const size_t known = faults_of(s->profile);
    unsigned samples = 0, differing = 0, exact = 0;

    if (sample == NULL)
        trouble("out of memory");
    for (unsigned turn = 0; turn < 2; turn++) { /* those that differ first: they exclude most faults */
        const size_t of = turn == 0 ? f->differ : f->points;

        for (struct walk p = walk(s, mode); samples < (turn + 1) * SAMPLE && next(&p);)
            if (counts(&p) && kind_of(p.got) == ANSWERED && differs(&p) == (turn == 0) && picked(p.i, SAMPLE / 2, of))
                sample[samples++] = p;
        if (turn == 0)
            differing = samples;
    }
    for (size_t a = 0; a < known && f->matches < MATCHES_MAX; a++)
        if (faults[a].modes >> mode & 1 && gives_all(s, mode, sample, samples, &faults[a], NULL))
            keep(f, &faults[a], NULL);
    for (unsigned m = 0; m < f->matches && f->garbage > 0; m++) /* a fault that gives it excludes those that do not */
        if (gives_garbage(s, mode, f->match[m][0]))
            f->match[exact++][0] = f->match[m][0];
    f->matches = exact > 0 ? exact : f->matches;
    for (size_t a = 0, alone = f->matches; a < known && alone == 0; a++)
        for (size_t b = 0; b < known && f->matches < MATCHES_MAX; b++)
            if (a != b && (a < b || faults[a].stage == faults[b].stage)
                && faults[a].modes & faults[b].modes & 1u << mode
                && gives_all(s, mode, sample, samples, &faults[a], &faults[b]))
                keep(f, &faults[a], &faults[b]);
    for (size_t a = 0; a < known && f->matches == 0; a++) {
        unsigned given = 0;

        for (unsigned i = 0; i < differing && faults[a].modes >> mode & 1; i++)
            given += gives(&sample[i], &faults[a], NULL);
        if (given * 5 >= differing * 2 && faults[a].modes >> mode & 1) /* it may explain half of them */
            consider_closest(s, mode, &faults[a], f);
    }
    free(sample);
}

/* ---- clusters */

enum { SIDE = 2048, WORDS = SIDE / 64, LITERALS = 2 * FEATURES };

/* Points of one side, and which of them a literal holds for: literal 2 f is feature f, 2 f + 1 that it is not. */
struct side {
    size_t of; /* how many there are in all */
    unsigned count;
    uint64_t feature[SIDE], holds[LITERALS][WORDS], alive[WORDS];
};

static void add(struct side *side, uint64_t set)
{
    const unsigned at = side->count++;

    side->alive[at / 64] |= UINT64_C(1) << at % 64;
    side->feature[at] = set;
    for (unsigned l = 0; l < LITERALS; l++)
        if ((set >> l / 2 & 1) == !(l & 1))
            side->holds[l][at / 64] |= UINT64_C(1) << at % 64;
}

static unsigned size(const struct side *side, const unsigned literal[], unsigned literals)
{
    unsigned found = 0;

    for (unsigned i = 0; i < (side->count + 63) / 64; i++) {
        uint64_t word = side->alive[i];

        for (unsigned l = 0; l < literals; l++)
            word &= side->holds[literal[l]][i];
        found += (unsigned)__builtin_popcountll(word);
    }
    return found;
}

/* How good a condition is: it should hold for many that differ, for few others, and be short. */
static double quality(const struct side *bad, const struct side *good, const unsigned literal[], unsigned literals)
{
    static const double shorter[] = { 1, 1, 0.9, 0.8 };
    const double hit = size(bad, literal, literals) * (double)bad->of / bad->count;
    const double miss = good->count == 0 ? 0 : size(good, literal, literals) * (double)good->of / good->count;
    const double pure = hit / (hit + miss + 1e-9);

    return hit / (double)bad->of * pure * pure * pure * pure * shorter[literals];
}

static unsigned condition(const struct side *bad, const struct side *good, unsigned literal[3])
{
    unsigned best_of = 0;
    double best = quality(bad, good, NULL, 0);

    for (unsigned a = 0; a < LITERALS; a++) {
        if (size(bad, &a, 1) == 0)
            continue;
        for (unsigned b = a; b < LITERALS; b++) {
            const unsigned two[] = { a, b };
            const unsigned holds = size(bad, two, 2);

            if (holds * 50 < bad->count)
                continue;
            for (unsigned c = b; c < LITERALS; c++) {
                const unsigned trial[] = { a, b, c };
                const unsigned literals = c != b ? 3 : b != a ? 2 : 1;

                if (a == b && c != b)
                    break;
                const double q = quality(bad, good, trial, literals);
                if (q > best * 1.001) {
                    best = q;
                    best_of = literals;
                    memcpy(literal, trial, sizeof trial);
                }
            }
        }
    }
    return best_of;
}

/* For each field, choose the value that most points that differ have. */
static void choose_values(struct side *bad, struct side *good, unsigned value[FIELDS])
{
    for (unsigned field = 0; field < FIELDS; field++) {
        unsigned times[64] = { 0 };

        value[field] = 0;
        for (unsigned i = 0; i < bad->count; i++)
            if (bad->alive[i / 64] >> i % 64 & 1) {
                const unsigned at = bad->feature[i] >> 6 * field & 63;

                times[at]++;
                if (times[at] > times[value[field]])
                    value[field] = at;
            }
        for (struct side *side = bad;; side = good) {
            uint64_t(*is)[WORDS] = &side->holds[2 * (VALUES + field)];

            memset(is, 0, 2 * sizeof *is);
            for (unsigned i = 0; i < side->count; i++)
                is[(side->feature[i] >> 6 * field & 63) != value[field]][i / 64] |= UINT64_C(1) << i % 64;
            if (side == good)
                break;
        }
    }
}

/* The features of a point, and those of the chosen values. */
static uint64_t with_values(uint64_t set, const unsigned value[FIELDS])
{
    for (unsigned field = 0; field < FIELDS; field++)
        set |= (uint64_t)((set >> 6 * field & 63) == value[field]) << (VALUES + field);
    return set;
}

static bool holds(uint64_t set, const unsigned literal[], unsigned literals)
{
    for (unsigned l = 0; l < literals; l++)
        if ((set >> literal[l] / 2 & 1) == (literal[l] & 1))
            return false;
    return true;
}

static void where_text(const unsigned literal[], unsigned literals, const unsigned value[FIELDS], char text[WHERE_MAX])
{
    size_t used = 0;

    if (literals == 0)
        snprintf(text, WHERE_MAX, "everywhere");
    for (unsigned l = 0; l < literals && used < WHERE_MAX; l++) {
        const unsigned feature = literal[l] / 2, not = literal[l] & 1;
        const char *link = l == 0 ? "where " : " and ";

        if (feature < FIELD_BITS)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s[%u] = %u", link, field_name[feature / 6],
                                     feature % 6, !not);
        else if (feature >= VALUES)
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s is %s%u", link, field_name[feature - VALUES],
                                     not? "not " : "", value[feature - VALUES]);
        else
            used += (size_t)snprintf(text + used, WHERE_MAX - used, "%s%s", link,
                                     not? properties[feature - FIELD_BITS].is_not
                                        : properties[feature - FIELD_BITS].is);
    }
}

/* What the results of a cluster have in common. */
struct common {
    size_t own, zero, source, predicate, out; /* read the own lane, 0, the right one; right predicate; out of range */
};

static const char *what(const struct common *c, size_t all, bool predicate)
{
    const bool out = predicate && c->out == all;

    return c->source == all                 ? "only the predicate differs"
         : c->own == all                    ? out ? "the own lane is read, out of range" : "the own lane is read"
         : c->zero == all                   ? "the result is 0"
         : predicate && c->predicate == all ? "the wrong lane is read, the predicate is right"
                                            : "the wrong lane is read";
}

static void find_clusters(const struct sheet *s, enum shfl_mode mode, enum kind kind, size_t wrongs, unsigned most,
                          struct finding *f)
{
    struct side *side = calloc(2, sizeof *side), *bad = &side[0], *good = &side[1];

    if (side == NULL)
        trouble("out of memory");
    bad->of = wrongs;
    good->of = f->points - wrong(f);
    for (struct walk p = walk(s, mode); next(&p);) {
        if (!counts(&p) || (differs(&p) && kind_of(p.got) != kind))
            continue;
        struct side *to = differs(&p) ? bad : good;

        if (to->count < SIDE && picked(p.i, SIDE * 3 / 4, to->of))
            add(to, features(&p.w, p.lane, p.want));
    }
    for (unsigned found = 0; found < most && f->clusters < CLUSTERS_MAX; found++) {
        struct cluster *c = &f->cluster[f->clusters];
        unsigned literal[3], value[FIELDS];
        struct common common = { 0 };

        if (size(bad, NULL, 0) * 50 < bad->count || bad->count == 0)
            break;
        choose_values(bad, good, value);
        const unsigned literals = condition(bad, good, literal);
        where_text(literal, literals, value, c->where);
        for (struct walk p = walk(s, mode); next(&p);)
            if (counts(&p) && holds(with_values(features(&p.w, p.lane, p.want), value), literal, literals)) {
                c->points++;
                if (!differs(&p) || kind_of(p.got) != kind)
                    continue;
                if (c->differ++ == 0)
                    c->example = (struct example){ p.n, p.lane };
                common.own += answer_value(p.got) == p.lane;
                common.zero += answer_value(p.got) == ANSWER_ZERO;
                common.source += answer_value(p.got) == answer_value(p.want);
                common.predicate += answer_in_range(p.got) == answer_in_range(p.want);
                common.out += !answer_in_range(p.got);
            }
        c->what = kind == REFUSED ? "it is refused"
                : kind == GARBAGE ? "the result is no lane's value"
                                  : what(&common, c->differ, s->profile->predicate);
        for (unsigned i = 0; i < bad->count; i++)
            if (holds(with_values(bad->feature[i], value), literal, literals))
                bad->alive[i / 64] &= ~(UINT64_C(1) << i % 64);
        if (found > 0 && 2 * c->differ < c->points) { /* no pattern is left */
            *c = (struct cluster){ .differ = 0 };
            break;
        }
        f->clusters += c->differ > 0;
    }
    free(side);
}

/* ---- a mode */

/* How far a point is from the simplest one. */
static unsigned complexity(const struct walk *p)
{
    const struct fields f = fields_of(&p->w, p->lane);
    const unsigned all = p->w.lanes - 1;

    return f.segmask + f.index + p->lane + (p->mode == SHFL_UP ? f.clamp : all - f.clamp)
         + 64 * (unsigned)__builtin_popcount(p->w.sb[p->lane] & ~all)
         + 64 * (unsigned)__builtin_popcount(p->w.sc[p->lane] & ~(all | all << 8))
         + 64 * (unsigned)__builtin_popcountll(shfl_all_lanes(p->w.lanes) & ~p->w.active);
}

static void count(const struct sheet *s, enum shfl_mode mode, struct finding *f)
{
    const struct profile ptx = profile_ptx(s->profile->lanes);
    const bool other = !profile_is_ptx(s->profile);
    uint8_t want[SHFL_LANES_MAX], care[SHFL_LANES_MAX];
    unsigned smallest = UINT32_MAX;

    for (struct walk p = walk(s, mode); next(&p);) {
        const struct fields at = fields_of(&p.w, p.lane);

        if (other && p.lane == 0)
            contract(&ptx, &p.w, want, care);
        if (other && p.care == CARE_OUTSIDE)
            f->distance_outside++;
        else if (other && care[p.lane] & CARE_SOURCE && !(p.care & CARE_SOURCE))
            f->distance_open++;
        else if (other && !same(p.want, want[p.lane], p.care & care[p.lane]))
            f->distance_differ++;
        f->outside += p.care == CARE_OUTSIDE;
        f->open += p.care == CARE_OPEN;
        if (!counts(&p))
            continue;
        f->points++;
        f->asked_c[at.segmask][at.clamp]++;
        f->asked_ij[at.index][p.lane]++;
        if (!differs(&p))
            continue;
        const enum kind kind = kind_of(p.got);
        *(kind == REFUSED   ? &f->refused
          : kind == MISSING ? &f->missing
          : kind == GARBAGE ? &f->garbage
                            : &f->differ) += 1;
        if (kind == MISSING)
            continue;
        f->differ_c[at.segmask][at.clamp]++;
        f->differ_ij[at.index][p.lane]++;
        if (complexity(&p) < smallest) {
            smallest = complexity(&p);
            f->example = (struct example){ p.n, p.lane };
        }
    }
}

static void judge(const struct sheet *s, enum shfl_mode mode, struct finding *f)
{
    memset(f, 0, sizeof *f);
    count(s, mode, f);
    if (f->differ > 0)
        find_faults(s, mode, f);
    if (f->differ > 0 && f->matches == 0)
        find_clusters(s, mode, ANSWERED, f->differ, 3, f);
    if (f->refused > 0)
        find_clusters(s, mode, REFUSED, f->refused, 2, f);
    if (f->garbage > 0)
        find_clusters(s, mode, GARBAGE, f->garbage, 2, f);
}

/* In how many modes a fault alone gives the results. */
static unsigned shared(const struct finding finding[], const struct fault *fault)
{
    unsigned modes = 0;

    for (unsigned mode = 0; mode < PTX_MODES; mode++)
        for (unsigned m = 0; m < finding[mode].matches; m++)
            modes += finding[mode].match[m][0] == fault && finding[mode].match[m][1] == NULL;
    return modes;
}

void diagnose(const struct sheet *s, struct finding finding[PTX_MODES])
{
    for (enum shfl_mode mode = SHFL_IDX; mode <= SHFL_BFLY; mode++)
        judge(s, mode, &finding[mode]);
    /* of several faults that match, the one that matches the most modes is first */
    for (struct finding *f = finding; f < finding + PTX_MODES; f++)
        for (unsigned m = 1; m < f->matches; m++) {
            const struct fault *const first = f->match[0][0], *const other = f->match[m][0];

            if (f->match[m][1] == NULL && shared(finding, other) > shared(finding, first)) {
                f->match[0][0] = other;
                f->match[m][0] = first;
            }
        }
    for (enum shfl_mode mode = SHFL_IDX; mode <= SHFL_BFLY; mode++)
        if (finding[mode].matches > 1)
            tell_apart(s->profile, mode, &finding[mode]);
}
