/* SPDX-License-Identifier: Apache-2.0
 * diagnose - see level.h: how many points of an operation differ, and the known fault that gives its results, or two. */
#include "level.h"

#include <inttypes.h>

enum { SAMPLE = 64 };

/* Calls of an operation: those that differ, and others. They exclude most faults. */
struct sample {
    size_t seen[2], call[2][SAMPLE];
};

static void keep(struct sample *sample, unsigned side, size_t n)
{
    const size_t seen = sample->seen[side]++, at = seen < SAMPLE ? seen : mixed(n) % (seen + 1);

    if (at < SAMPLE)
        sample->call[side][at] = n;
}

/* Index, clamp, segment mask and lane, in 8 bits each. */
static uint32_t fields_of(const struct call *c, unsigned lane)
{
    const uint32_t all = c->lanes - 1, index = (uint32_t)c->index[lane] & all, sc = (uint32_t)c->label[lane];

    return index | (sc & all) << 8 | (sc >> 8 & all) << 16 | lane << 24;
}

/* How far a point of a shuffle is from the simplest one. */
static unsigned complexity(const struct call *c, unsigned lane)
{
    const unsigned all = c->lanes - 1;
    const uint32_t fields = fields_of(c, lane), clamp = fields >> 8 & 255;

    return (fields & 255) + (fields >> 16 & 255) + lane + (c->op == SHFL_UP ? clamp : all - clamp)
         + 64 * (unsigned)__builtin_popcountll(c->index[lane] & ~(uint64_t)all)
         + 64 * (unsigned)__builtin_popcountll(c->label[lane] & ~(uint64_t)(all | all << 8))
         + 64 * (unsigned)__builtin_popcountll(shfl_all_lanes(c->lanes) & ~c->active);
}

static void count(const struct sheet *s, struct finding *f, struct sample *sample)
{
    static struct result right, got;
    static struct call c;
    unsigned smallest = UINT32_MAX;
    char text[TEXT_MAX];

    for (size_t n = f->first; n < f->first + f->rows; n++) {
        bool differs = false;

        level_call(s->level, s->profile, n, &c);
        right_result(&c, &right);
        sheet_result(s, n, &c, &got);
        for (unsigned k = 0; k < c.points; k++) {
            const unsigned sort = result_sort(&c, &got, k);

            if (!counts(&c, &right, k)) {
                ++*(right.flags[k] & OUTSIDE ? &f->outside : &f->open);
                continue;
            }
            f->points++;
            if (same(&c, &got, &right, k))
                continue;
            ++*(sort & REFUSED   ? &f->refused
                : sort & MISSING ? &f->missing
                : sort & GARBAGE ? &f->garbage
                                 : &f->differ);
            if (sort & GARBAGE && !(got.flags[k] & GARBAGE) && s->tally->garbage[0] == '\0') {
                point_text(&c, n, k, text);
                snprintf(s->tally->garbage, sizeof s->tally->garbage, "%.300s: 0x%" PRIx64 " is no lane's value", text,
                         got.rd[k]);
            }
            differs |= !(sort & (REFUSED | MISSING));
            const unsigned far = s->level->shuffle ? complexity(&c, k) : 0;

            f->ones &= fields_of(&c, k);
            f->zeros &= ~fields_of(&c, k);
            if (!(sort & MISSING) && far < smallest) {
                smallest = far;
                f->example = (struct example){ n, k };
            }
        }
        keep(sample, differs, n);
    }
}

/* Whether a fault gives the results of a call. A refusal fits any. */
static bool gives(const struct sheet *s, size_t n, const struct match *m)
{
    static struct result right, faulty, got;
    static struct call c;

    level_call(s->level, s->profile, n, &c);
    right_result(&c, &right);
    sheet_result(s, n, &c, &got);
    faulty_result(&c, m, &faulty);
    for (unsigned k = 0; k < c.points; k++) {
        const bool writes = (got.flags[k] & WRITTEN) == (faulty.flags[k] & WRITTEN);

        if (counts(&c, &right, k) && !(got.flags[k] & (REFUSED | MISSING))
            && !(right.flags[k] & WRITTEN ? same(&c, &got, &faulty, k) : writes))
            return false;
    }
    return true;
}

static void consider(const struct sheet *s, struct finding *f, const struct sample *sample, struct match match)
{
    if (f->matches == MATCHES_MAX)
        return;
    for (unsigned side = 0; side < 2; side++)
        for (size_t i = 0; i < SAMPLE && i < sample->seen[!side]; i++)
            if (!gives(s, sample->call[!side][i], &match))
                return;
    for (size_t n = f->first; n < f->first + f->rows; n++)
        if (!gives(s, n, &match))
            return;
    f->match[f->matches++] = match;
}

static void find_faults(const struct sheet *s, unsigned operation, struct finding *f, const struct sample *sample)
{
    const struct fault *const known = s->level->faults;

    for (const struct fault *a = known; a->name != NULL; a++)
        for (unsigned n = a->first; n <= a->last && level_shows(s->level, a, operation); n++)
            consider(s, f, sample, (struct match){ { a, NULL }, n });
    if (!s->level->shuffle || f->matches > 0)
        return;
    for (const struct fault *a = known; a->name != NULL; a++)
        for (const struct fault *b = known; b->name != NULL; b++)
            if ((a < b || (a > b && a->stage == b->stage)) && a->where & b->where & 1u << operation)
                consider(s, f, sample, (struct match){ { a, b }, 0 });
}

/* In how many operations a fault alone gives the results. */
static unsigned shared(const struct finding finding[], unsigned findings, const struct match *match)
{
    unsigned operations = 0;

    for (const struct finding *f = finding; f < finding + findings; f++)
        for (unsigned m = 0; m < f->matches; m++)
            operations += f->match[m].fault[0] == match->fault[0] && f->match[m].argument == match->argument;
    return match->fault[1] == NULL ? operations : 0;
}

/* Of several faults that fit, the one that fits the most operations is first. */
unsigned diagnose(const struct sheet *s, struct finding finding[FINDINGS_MAX])
{
    const unsigned operations = level_operations(s->level);
    size_t first = 0;

    memset(finding, 0, FINDINGS_MAX * sizeof *finding);
    for (unsigned i = 0; i < operations; i++) {
        struct finding *f = &finding[i];
        struct sample sample = { .seen = { 0 } };

        f->name = s->level->operations[i].name;
        f->first = first;
        f->rows = level_rows(s->level, s->profile, i);
        f->ones = f->zeros = UINT32_MAX;
        first += f->rows;
        count(s, f, &sample);
        if (f->differ + f->garbage > 0)
            find_faults(s, i, f, &sample);
    }
    for (struct finding *f = finding; f < finding + operations; f++)
        for (unsigned m = 1; m < f->matches; m++) {
            const struct match one = f->match[0], other = f->match[m];

            if (shared(finding, operations, &other) > shared(finding, operations, &one)) {
                f->match[0] = other;
                f->match[m] = one;
            }
        }
    return operations;
}
