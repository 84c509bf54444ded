/* SPDX-License-Identifier: Apache-2.0
 * apart - see conform.h: where several faults give all of a peer's results, the points that tell them apart. */
#include "conform.h"

/* A search for the point that splits the faults into most classes. */
struct search {
    const struct profile *profile;
    enum shfl_mode mode;
    const struct finding *f;
    unsigned class[MATCHES_MAX]; /* faults that no chosen point tells apart have the same */
    unsigned classes, most;      /* with the chosen points; with the best further one */
    struct split best;
};

/* How many classes there are if this point is chosen, too. */
static unsigned refined(const struct search *s, const struct split *split, unsigned class[])
{
    unsigned classes = 0;

    for (unsigned m = 0; m < s->f->matches; m++) {
        unsigned same = 0;

        while (s->class[same] != s->class[m] || split_result(split, same) != split_result(split, m))
            same++;
        class[m] = same == m ? classes++ : class[same];
    }
    return classes;
}

static void consider(struct search *s, enum level level, size_t n, const struct warp *w, unsigned lane, uint8_t care)
{
    unsigned class[MATCHES_MAX];
    struct split split = { .level = level, .warp = n, .lane = lane, .care = care };

    if (care == CARE_OPEN || care == CARE_OUTSIDE)
        return;
    for (unsigned m = 0; m < s->f->matches; m++) {
        bool active;
        const uint8_t answer = fault_answer(s->profile, w, lane, s->f->match[m].fault[0], s->f->match[m].fault[1],
                                            &active);

        if (!active && answer < ANSWER_GARBAGE && care & CARE_SOURCE) /* any value */
            return;
        split.answer[m] = answer;
    }
    const unsigned classes = refined(s, &split, class);
    if (classes > s->most) {
        s->most = classes;
        s->best = split;
    }
}

/* Consider the points of every step-th warp of a level. */
static void scan(struct search *s, enum level level, size_t step)
{
    const unsigned lanes = s->profile->lanes;
    uint8_t want[SHFL_LANES_MAX], care[SHFL_LANES_MAX];
    struct warp w;

    for (size_t n = 0; n < level_warps(level, s->profile); n += step) {
        level_operands(s->profile, level, n, &w);
        if (w.mode != s->mode)
            continue;
        contract(s->profile, &w, want, care);
        for (unsigned k = 0; k < lanes && s->most < s->f->matches; k++)
            consider(s, level, n, &w, k, care[k]);
    }
}

void tell_apart(const struct profile *profile, enum shfl_mode mode, struct finding *f)
{
    static const struct {
        enum level level;
        size_t step; /* 61: no power of two, so that all fields vary */
    } scans[] = { { LEVEL_CUDA, 1 },    { LEVEL_CUB, 1 },      { LEVEL_PTX, 61 },
                  { LEVEL_IGNORED, 1 }, { LEVEL_INACTIVE, 1 }, { LEVEL_PERLANE, 1 } };
    struct search s = { .profile = profile, .mode = mode, .f = f, .classes = 1 };

    while (f->splits < SPLITS_MAX && s.classes < f->matches) {
        s.most = s.classes;
        for (unsigned i = 0; i < sizeof scans / sizeof *scans; i++)
            scan(&s, scans[i].level, scans[i].step);
        if (s.most == s.classes)
            scan(&s, LEVEL_PTX, 1);
        if (s.most == s.classes)
            break;
        f->split[f->splits++] = s.best;
        unsigned class[MATCHES_MAX];
        s.classes = refined(&s, &s.best, class);
        for (unsigned m = 0; m < f->matches; m++)
            s.class[m] = class[m];
    }
    f->all_apart = s.classes == f->matches;
}
