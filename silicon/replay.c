/* SPDX-License-Identifier: Apache-2.0 */
/* replay - see replay.h */
#include "replay.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- What is asked ------------------------------------------------------------------------------------ */

static void plan_question(unsigned suite, uint32_t number, struct record_question *q)
{
    struct vector v;
    uint32_t *word = q->word;

    silicon_suites[suite].make(number, &v);
    *word++ = (uint32_t)v.in.mode;
    *word++ = v.in.sb_is_imm;
    *word++ = v.in.sc_is_imm;
    *word++ = v.in.sb_imm;
    *word++ = v.in.sc_imm;
    *word++ = (uint32_t)v.in.active;
    *word++ = (uint32_t)v.width;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        *word++ = (uint32_t)v.in.ra[k];
        *word++ = v.in.sb[k];
        *word++ = v.in.sc[k];
        *word++ = v.slot[k];
    }
    *word++ = v.members;
    *word++ = v.constant;
    *word++ = v.sites;
    *word++ = v.site[0];
    *word++ = v.site[1];
    q->words = (size_t)(word - q->word);
    q->answer = VECTOR_LANES;
}

const struct record_plan replay_plan = { "make cuda-record", silicon_suites, SILICON_SUITES, 1, plan_question };

/* --- What was answered -------------------------------------------------------------------------------- */

uint8_t replay_point(const uint8_t uniform[], enum shfl_mode mode, unsigned segmask, unsigned clamp, unsigned index,
                     unsigned lane)
{
    return uniform[((((unsigned)mode * 32 + segmask) * 32 + clamp) * 32 + index) * 32 + lane];
}

uint32_t replay_defined(const uint8_t uniform[], const struct shfl_in *in)
{
    uint32_t active = (uint32_t)in->active, defined = 0;

    if (active == UINT32_MAX)
        return active;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        uint32_t sb = in->sb_is_imm ? in->sb_imm : in->sb[k], sc = in->sc_is_imm ? in->sc_imm : in->sc[k];
        unsigned from = replay_point(uniform, in->mode, sc >> 8 & 31, sc & 31, sb & 31, k) & ANSWER_HELD;

        if (from < VECTOR_LANES)
            defined |= (active >> k & active >> from & 1) << k;
    }
    return defined;
}

/* Can a lane of this warp have answered so? */
static bool plausible(const struct record_suite *suite, bool executes, bool defined, uint8_t answer)
{
    unsigned held = answer & ANSWER_HELD;

    if (!executes)
        return answer == ANSWER_NOTHING;
    return (answer & ~(ANSWER_HELD | ANSWER_PU)) == 0 && held < (defined ? ANSWER_ZERO : ANSWER_NOTHING)
        && (suite->pu > 0 || !(answer & ANSWER_PU));
}

struct record *replay_open(const char *path, char err[RECORD_ERROR_MAX])
{
    struct record *record = record_open(path, &replay_plan, err);
    const uint8_t *uniform = record ? record_answers(record, SILICON_UNIFORM) : NULL;
    struct vector v;

    for (unsigned i = 0; record && i < SILICON_SUITES; i++) {
        const struct record_suite *suite = &silicon_suites[i];
        const uint8_t *answers = record_answers(record, i);

        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            suite->make(warp, &v);
            uint32_t defined = replay_defined(uniform, &v.in);
            for (unsigned k = 0; k < VECTOR_LANES; k++) {
                if (plausible(suite, v.in.active >> k & 1, defined >> k & 1, answers[v.slot[k]]))
                    continue;
                snprintf(err, RECORD_ERROR_MAX,
                         "%.200s: damaged: the answer 0x%02x of lane %u, warp %" PRIu32
                         ", suite '%s' is none that this lane can give",
                         path, answers[v.slot[k]], k, warp, suite->name);
                record_close(record);
                return NULL;
            }
        }
    }
    return record;
}

void replay_get(const struct record *record, const struct record_suite *suite, uint32_t number,
                struct replay_warp *warp)
{
    const uint8_t *answers = record_answers(record, (unsigned)(suite - silicon_suites));
    struct vector v;

    suite->make(number, &v);
    memset(warp, 0, sizeof *warp);
    warp->suite = suite;
    warp->number = number;
    warp->in = v.in;
    warp->rd_defined = replay_defined(record_answers(record, SILICON_UNIFORM), &v.in);
    warp->pu_defined = suite->pu > 0 ? (uint32_t)v.in.active : 0;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        uint8_t answer = answers[v.slot[k]];

        if (warp->rd_defined >> k & 1)
            warp->rd[k] = (uint32_t)v.in.ra[answer & ANSWER_HELD];
        warp->pu |= (uint32_t)((answer & ANSWER_PU) != 0) << k;
    }
}

/* --- Beside the model and the RTL --------------------------------------------------------------------- */

static unsigned ones(uint32_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

uint32_t replay_compare(const struct replay_warp *silicon, const uint64_t rd[], uint64_t pu, uint64_t src_active,
                        struct replay_tally *tally)
{
    uint32_t differ = ((uint32_t)pu ^ silicon->pu) & silicon->pu_defined;

    differ |= ((uint32_t)src_active ^ silicon->rd_defined) & (uint32_t)silicon->in.active;
    for (unsigned k = 0; k < VECTOR_LANES; k++)
        if (silicon->rd_defined >> k & 1 && silicon->rd[k] != rd[k])
            differ |= UINT32_C(1) << k;
    tally->warps++;
    tally->rd += ones(silicon->rd_defined);
    tally->pu += ones(silicon->pu_defined);
    tally->differ += ones(differ);
    return differ;
}

bool replay_complete(const struct record_suite *suite, const struct replay_tally *tally)
{
    return tally->warps == suite->cases && tally->rd == suite->rd && tally->pu == suite->pu;
}

void replay_model(const struct shfl_in *in, bool plant, struct shfl_out *model)
{
    static const struct shfl_unit gpu = { .lanes = VECTOR_LANES, .policy = SHFL_ZERO };
    unsigned lowest = 0, highest = VECTOR_LANES - 1;
    int answered = shfl_warp(&gpu, in, model);

    assert(answered == 0); /* every vector is legal */
    (void)answered;
    if (!plant)
        return;
    while (lowest < highest && !(in->active >> lowest & 1))
        lowest++;
    while (lowest < highest && !(in->active >> highest & 1))
        highest--;
    model->rd[lowest] ^= 1;
    model->pu ^= UINT64_C(1) << highest;
}

void replay_tell(const struct replay_warp *w, unsigned k, const struct shfl_out *model)
{
    const struct shfl_in *in = &w->in;

    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: SHFL.%s ra 0x%08" PRIx64 " sb 0x%08" PRIx32 " sc 0x%08" PRIx32
            " active 0x%08" PRIx64 "\n",
            w->suite->name, w->number, k, shfl_mode_name[in->mode], in->ra[k], in->sb_is_imm ? in->sb_imm : in->sb[k],
            in->sc_is_imm ? in->sc_imm : in->sc[k], in->active);
    if (w->rd_defined >> k & 1)
        fprintf(stderr, "    rd: silicon 0x%08" PRIx32 ", model 0x%08" PRIx64 " (lane %u)\n", w->rd[k], model->rd[k],
                model->src_lane[k]);
    if (w->pu_defined >> k & 1)
        fprintf(stderr, "    pu: silicon %u, model %u\n", w->pu >> k & 1, (unsigned)(model->pu >> k & 1));
}
