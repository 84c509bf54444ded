/* SPDX-License-Identifier: Apache-2.0 */
/* replay - see suites.h */
#include "suites.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LANES ASK_LANES

const struct op_row op_row[] = {
#define OP_ROW(name, ptx, rd, pu, unit, op, w, is_signed) { ptx, rd, pu, UNIT_##unit, op, w, is_signed },
    OPS_LIST(OP_ROW)
};

/* --- What is asked ------------------------------------------------------------------------------------ */

void ask_group(struct ask *a, uint32_t active, uint32_t members)
{
    a->active = active;
    for (unsigned k = 0; k < LANES; k++)
        a->members[k] = members;
}

void ask_blank(unsigned op, struct ask *a)
{
    memset(a, 0, sizeof *a);
    a->op = (enum op)op;
    a->sb_imm = a->sc_imm = -1;
    ask_group(a, UINT32_MAX, UINT32_MAX);
}

void ask_sites(struct ask *a, unsigned set)
{
    static const struct {
        uint8_t sites;
        uint32_t site[2];
    } sets[SITE_SETS] = {
        { 2, { 0xffff0000, 0 } },          { 2, { 0xaaaaaaaa, 0 } },          { 2, { 0x80000000, 0 } },
        { 2, { 0x9e3779b9, 0 } },          { 4, { 0xff00ff00, 0xffff0000 } }, { 4, { 0xaaaaaaaa, 0xcccccccc } },
        { 4, { 0x80000001, 0x80000002 } }, { 4, { 0x9e3779b9, 0x3c6ef372 } },
    };

    a->sites = sets[set].sites;
    memcpy(a->site, sets[set].site, sizeof a->site);
}

void ask_shuffle(const struct ask *a, struct shfl_in *in)
{
    *in = (struct shfl_in){ .mode = (enum shfl_mode)op_row[a->op].op,
                            .sb_is_imm = a->sb_imm >= 0,
                            .sc_is_imm = a->sc_imm >= 0,
                            .sb_imm = a->sb_imm < 0 ? 0 : (uint32_t)a->sb_imm,
                            .sc_imm = a->sc_imm < 0 ? 0 : (uint32_t)a->sc_imm,
                            .active = a->active };
    for (unsigned k = 0; k < LANES; k++) {
        in->ra[k] = (uint32_t)a->ra[k];
        in->sb[k] = a->sb[k];
        in->sc[k] = a->sc[k];
    }
}

/* --- The plans of the recordings ---------------------------------------------------------------------- */

static uint32_t question(const struct record_suite *suite, uint32_t number, uint32_t sum)
{
    struct ask a;

    suite->make(number, &a);
    const bool shuffles = a.op >= OP_IDX;
    const uint32_t head[] = { (uint32_t)suite->issue,
                              (uint32_t)a.op,
                              a.constant,
                              a.sites,
                              a.site[0],
                              a.site[1],
                              a.active,
                              a.members[0],
                              a.p,
                              (uint32_t)a.width,
                              (uint32_t)a.sb_imm,
                              (uint32_t)a.sc_imm };
    sum = mix_words(sum, head, sizeof head / sizeof head[0]);
    for (unsigned k = 0; k < LANES; k++) {
        const uint32_t lane[] = { (uint32_t)a.ra[k], shuffles ? a.sb[k] : (uint32_t)(a.ra[k] >> 32),
                                  shuffles ? a.sc[k] : a.members[k], a.slot[k] };
        sum = mix_words(sum, lane, sizeof lane / sizeof lane[0]);
    }
    return sum;
}

const struct record_plan silicon_plan = { "make cuda-record", silicon_suites, SILICON_SUITES, 1, LANES, question };
const struct record_plan collective_plan = {
    "make cuda-record LIST=collective", collective_suites, COLLECTIVE_SUITES, COLLECTIVE_CHUNK, 4, question
};

/* --- The model ---------------------------------------------------------------------------------------- */

void answer_warp(const struct ask *a, answer_unit *unit, struct answer *answer)
{
    uint32_t left = a->active;

    memset(answer, 0, sizeof *answer);
    for (unsigned k = 0; k < LANES; k++) {
        struct answer of_group = { .pu = 0 };
        uint32_t group = 0;

        if (!(left >> k & 1))
            continue;
        for (unsigned other = k; other < LANES; other++)
            group |= (left >> other & (a->members[other] == a->members[k])) << other;
        left &= ~group;
        unit(a, group, &of_group);
        for (unsigned of = k; of < LANES; of++)
            if (group >> of & 1)
                answer->rd[of] = of_group.rd[of];
        answer->pu |= of_group.pu & group;
        answer->src_active |= of_group.src_active & group;
    }
}

static void model(const struct ask *a, uint32_t active, struct answer *answer)
{
    static const struct shfl_unit gpu = { .lanes = LANES, .policy = SHFL_ZERO };
    const struct op_row *op = &op_row[a->op];
    struct shfl_in in;
    struct shfl_out s = { 0 };
    struct shfl_vote_out v = { 0 };
    struct shfl_match_out m = { 0 };
    struct shfl_redux_out r = { 0 };

    switch (op->unit) { /* every case is legal */
    case UNIT_VOTE:
        shfl_vote(LANES, (enum shfl_vote_op)op->op, active, a->op == OP_ACTIVEMASK ? UINT32_MAX : a->p, &v);
        break;
    case UNIT_MATCH: shfl_match(LANES, (enum shfl_match_op)op->op, op->w, active, a->ra, &m); break;
    case UNIT_REDUX: shfl_redux(LANES, (enum shfl_redux_op)op->op, op->is_signed, op->w, active, a->ra, &r); break;
    case UNIT_SHUFFLE: ask_shuffle(a, &in); shfl_warp(&gpu, &in, &s);
    }
    for (unsigned k = 0; k < LANES; k++) /* three of the four are 0 */
        answer->rd[k] = (uint32_t)(v.rd | m.rd[k] | r.rd | s.rd[k]);
    answer->pu = (uint32_t)(v.pu | m.pu | s.pu);
    answer->src_active = (uint32_t)s.src_active;
}

void answer_model(const struct ask *a, bool plant, struct answer *answer)
{
    answer_warp(a, model, answer);
    if (plant && a->active) {
        answer->rd[__builtin_ctz(a->active)] ^= 1;
        answer->pu ^= UINT32_C(0x80000000) >> __builtin_clz(a->active);
    }
}

/* --- Comparison with a model, the RTL or a GPU -------------------------------------------------------- */

/* The lanes whose Rd is defined: they execute, and so does the lane that they read. Which lane is read is the GPU's own
 * answer in suite "uniform", which has every point: neither the model nor the RTL has a say in what they are compared
 * with. */
static uint32_t defined_lanes(const uint8_t uniform[], const struct ask *a)
{
    uint32_t defined = 0;

    if (a->active == UINT32_MAX)
        return a->active;
    for (unsigned k = 0; k < LANES; k++) {
        const uint32_t sb = a->sb_imm < 0 ? a->sb[k] : (uint32_t)a->sb_imm;
        const uint32_t sc = a->sc_imm < 0 ? a->sc[k] : (uint32_t)a->sc_imm;
        const uint32_t point = ((op_row[a->op].op * 32u + (sc >> 8 & 31)) * 32 + (sc & 31)) * 32 + (sb & 31);
        const unsigned from = uniform[point * 32 + k] & ANSWER_HELD;

        if (from < LANES)
            defined |= (a->active >> k & a->active >> from & 1) << k;
    }
    return defined;
}

uint32_t collective_sum(uint32_t sum, const struct ask *a, const struct answer *answer)
{
    const struct op_row *has = &op_row[a->op];

    for (unsigned k = 0; k < LANES; k++) {
        if (!(a->active >> k & 1))
            continue;
        if (has->rd)
            sum = mix(sum ^ answer->rd[k]);
        if (has->pu)
            sum = mix(sum ^ (answer->pu >> k & 1));
    }
    return sum;
}

static uint32_t compare_checksum(const struct record *record, unsigned suite, const struct ask *a,
                                 const struct answer *answer, struct replay_tally *tally)
{
    tally->rd += op_row[a->op].rd ? (uint32_t)__builtin_popcount(a->active) : 0;
    tally->pu += op_row[a->op].pu ? (uint32_t)__builtin_popcount(a->active) : 0;
    tally->sum = collective_sum(tally->sum, a, answer);
    if (!record_ends(&collective_plan, suite, tally->warps++))
        return 0;
    const bool differs = tally->sum != record_word(record->at[suite], tally->chunks);
    if (differs && tally->differ++ == 0)
        tally->first = tally->chunks;
    tally->chunks++;
    tally->sum = 0;
    return differs ? UINT32_MAX : 0;
}

uint32_t replay_compare(const struct record *record, const struct record_suite *suite, const struct ask *a,
                        const struct answer *answer, struct replay_tally *tally)
{
    if (a->op < OP_IDX)
        return compare_checksum(record, (unsigned)(suite - collective_suites), a, answer, tally);

    const uint8_t *answers = record->at[suite - silicon_suites];
    const uint32_t defined = defined_lanes(record->at[SILICON_UNIFORM], a);
    const uint32_t has_pu = suite_pu(suite) ? a->active : 0, pu = answer->pu & has_pu;
    uint32_t differ = (answer->src_active ^ defined) & a->active;

    for (unsigned k = 0; k < LANES; k++) {
        const unsigned byte = answers[a->slot[k]], from = byte & ~(unsigned)ANSWER_PU;
        bool same = byte == ANSWER_NOTHING;

        if (a->active >> k & 1)
            same = (byte != from) == (pu >> k & 1)
                && (defined >> k & 1 ? from < LANES && answer->rd[k] == (uint32_t)a->ra[from] : from < ANSWER_NOTHING);
        differ |= (uint32_t)!same << k;
    }
    if (differ && tally->differ == 0)
        tally->first = tally->chunks;
    tally->warps++;
    tally->chunks++;
    tally->rd += (uint32_t)__builtin_popcount(defined);
    tally->pu += (uint32_t)__builtin_popcount(has_pu);
    tally->differ += (uint32_t)__builtin_popcount(differ);
    return differ;
}
