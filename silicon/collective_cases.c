/* SPDX-License-Identifier: Apache-2.0 */
/* collective_cases - see collective_cases.h */
#include "collective_cases.h"

#include "gpu/immediates.h"

#include <assert.h>
#include <string.h>

#define LANES COLLECTIVE_LANES
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const struct op_row op_row[] = {
#define OP_ROW(name, ptx, rd, pu, unit, op, w, is_signed) { ptx, rd, pu, COLLECTIVE_##unit, op, w, is_signed },
    OPS_LIST(OP_ROW)
};

/* --- The suites --------------------------------------------------------------------------------------- */

enum { USE_ACTIVE = 1, USE_PREDICATE, USE_PICK, USE_LOW, USE_HIGH, USE_SET };

/* All lanes of active execute, with one member mask. */
static void one_group(struct ask *c, uint32_t active, uint32_t members)
{
    c->active = active;
    for (unsigned k = 0; k < LANES; k++)
        c->members[k] = members;
}

static void blank(uint32_t op, struct ask *c)
{
    memset(c, 0, sizeof *c);
    c->op = (enum op)op;
    one_group(c, UINT32_MAX, UINT32_MAX);
}

/* All lanes in even warps, else any. */
static uint32_t all_or_any(uint32_t warp) { return warp % 2 ? noise(warp, 0, USE_ACTIVE) : UINT32_MAX; }

/* Value 0..31 of a set; low and high say in which half the values of the set differ. */
static uint64_t value(uint32_t set, uint32_t number, bool low, bool high)
{
    return (uint64_t)noise(set, high ? number : 0, USE_HIGH) << 32 | noise(set, low ? number : 0, USE_LOW);
}

/* For suites of all instructions: predicates that are all alike in some warps, values of few in others. */
static void fill(uint32_t warp, struct ask *c)
{
    static const uint8_t values[] = { 1, 2, 8, LANES };
    const uint32_t any = noise(warp, 1, USE_PREDICATE), other = noise(warp, 2, USE_PREDICATE);
    const uint32_t p[] = { 0, UINT32_MAX, any, any & other & any >> 16, any | other | other << 16 };

    c->p = p[warp / 4 % COUNT(p)];
    for (unsigned k = 0; k < LANES; k++)
        c->ra[k] = value(warp, noise(warp, k, USE_PICK) % values[warp % COUNT(values)], true, true);
}

/* --- Vote */

enum { VOTE_OPS = 4, EIGHT = 1 << 16, EIGHT_PLACES = 3, VOTES = 1 << 14 };

/* Eight lanes, all active masks, all predicates. A warp number is op, place of the eight lanes, what the other lanes
 * do, mask and predicates, the last one fastest. */
static void make_eight(uint32_t warp, struct ask *c)
{
    static const struct {
        uint8_t from, step;
    } places[EIGHT_PLACES] = { { 0, 1 }, { 12, 1 }, { 3, 4 } };
    const uint32_t place = warp / (2 * EIGHT) % EIGHT_PLACES, mask = warp >> 8 & 0xff, p = warp & 0xff;
    const bool others = warp / EIGHT % 2; /* otherwise they do not execute, and their predicates are 1 */
    uint32_t active = others ? noise(warp, 0, USE_ACTIVE) : 0;

    blank(warp / (2 * EIGHT * EIGHT_PLACES), c);
    c->p = others ? noise(warp, 0, USE_PREDICATE) : UINT32_MAX;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t lane = UINT32_C(1) << (places[place].from + i * places[place].step);

        active = mask >> i & 1 ? active | lane : active & ~lane;
        c->p = p >> i & 1 ? c->p | lane : c->p & ~lane;
    }
    one_group(c, active, active);
}

static void make_vote(uint32_t warp, struct ask *c)
{
    uint32_t active = all_or_any(warp);

    blank(warp / VOTES, c);
    fill(warp, c);
    one_group(c, active, active);
}

/* All masks of the 16 low lanes, of the 16 high ones, and any. */
enum { MASKS = 1 << 16 };

static uint32_t mask_number(uint32_t warp)
{
    return warp < MASKS ? warp : warp < 2 * MASKS ? warp << 16 : noise(warp, 0, USE_ACTIVE);
}

static void make_elect(uint32_t warp, struct ask *c)
{
    blank(OP_ELECT, c);
    c->p = noise(warp, 0, USE_PREDICATE);
    one_group(c, mask_number(warp), mask_number(warp));
}

static void make_activemask(uint32_t warp, struct ask *c)
{
    blank(OP_ACTIVEMASK, c);
    one_group(c, mask_number(warp), mask_number(warp));
}

/* --- Match */

enum { MATCH_OPS = 4, SET_REPEATS = 128, BITS = 64, BIT_SETS = 64 };

/* Values of a set of 1 to 32, which differ in both halves, or in one of them. A warp number is op, size of the set and
 * repeat. */
static void make_match(uint32_t warp, struct ask *c)
{
    uint32_t size = warp / SET_REPEATS % LANES + 1, active = all_or_any(warp), half = warp / 2 % 4;

    blank(OP_MATCH_ALL + warp / (SET_REPEATS * LANES), c);
    one_group(c, active, active);
    for (unsigned k = 0; k < LANES; k++)
        c->ra[k] = value(warp, noise(warp, k, USE_PICK) % size, half != 1, half != 2);
}

/* One value, of which one bit is inverted in a lane, or in a set of lanes. A warp number is op, bit, set, and whether all
 * lanes execute. */
static void make_match_bit(uint32_t warp, struct ask *c)
{
    uint32_t bit = warp / (2 * BIT_SETS) % BITS, set = warp / 2 % BIT_SETS, active = all_or_any(warp);
    uint32_t inverted = set < LANES ? UINT32_C(1) << set : noise(warp, 0, USE_SET);

    blank(OP_MATCH_ALL + warp / (2 * BIT_SETS * BITS), c);
    one_group(c, active, active);
    for (unsigned k = 0; k < LANES; k++)
        c->ra[k] = value(warp, 0, true, true) ^ (uint64_t)(inverted >> k & 1) << bit;
}

/* --- Redux */

enum { REDUX_OPS = COLLECTIVE_OPS - OP_AND, WORDS = 1 << 12 };

static void make_redux(uint32_t warp, struct ask *c)
{
    uint32_t active = all_or_any(warp);

    blank(OP_AND + warp / WORDS, c);
    one_group(c, active, active);
    for (unsigned k = 0; k < LANES; k++)
        c->ra[k] = value(warp, k, true, true);
}

/* In each lane any of eight words, or of the first two, four or six. */
static void make_corners(uint32_t warp, struct ask *c)
{
    static const uint32_t corners[] = { 0,          UINT32_MAX, 0x80000000, 0x7fffffff,
                                        0x00000001, 0xfffffffe, 0x80000001, 0x55555555 };
    uint32_t active = all_or_any(warp), from = warp / 2 % COUNT(corners), size = 2 + warp / 16 % 4 * 2;

    blank(OP_AND + warp / WORDS, c);
    one_group(c, active, active);
    for (unsigned k = 0; k < LANES; k++)
        c->ra[k] = corners[(from + noise(warp, k, USE_PICK) % size) % COUNT(corners)];
}

/* --- Members, and who executes */

enum { GROUPS_MAX = 8, GROUP_REPEATS = 128, EXITS = 1 << 10, SITE_REPEATS = 64, OUTSIDE_REPEATS = 32 };

/* All instructions but activemask, which has no member mask. */
static uint32_t with_members(uint32_t number) { return number + (number >= OP_ACTIVEMASK); }

/* 1 to 8 member masks in a warp, each the mask of the lanes that name it. */
static void make_groups(uint32_t warp, struct ask *c)
{
    uint32_t groups = warp / GROUP_REPEATS % GROUPS_MAX + 1, members[GROUPS_MAX] = { 0 }, active = all_or_any(warp);

    blank(with_members(warp / (GROUP_REPEATS * GROUPS_MAX)), c);
    fill(warp, c);
    c->active = active;
    for (unsigned k = 0; k < LANES; k++)
        if (active >> k & 1)
            members[noise(warp, k, USE_SET) % groups] |= UINT32_C(1) << k;
    for (unsigned k = 0; k < LANES; k++)
        c->members[k] = members[noise(warp, k, USE_SET) % groups];
}

static void make_exit(uint32_t warp, struct ask *c)
{
    blank(warp / EXITS, c);
    fill(warp, c);
    one_group(c, noise(warp, 0, USE_ACTIVE), UINT32_MAX);
}

static void make_sites(uint32_t warp, struct ask *c)
{
    uint32_t set = warp / SITE_REPEATS % SITE_SETS;

    blank(with_members(warp / (SITE_REPEATS * SITE_SETS)), c);
    fill(warp, c);
    c->sites = site_sets[set].sites;
    memcpy(c->site, site_sets[set].site, sizeof c->site);
}

enum { OUTSIDES = 5 };

static void make_outside(uint32_t warp, struct ask *c)
{
    static const uint32_t masks[] = { MASKS(IMMEDIATE_ITEM) }; /* the first five */
    uint32_t mask = warp / OUTSIDE_REPEATS % OUTSIDES;

    blank(with_members(warp / (2 * OUTSIDE_REPEATS * OUTSIDES)), c);
    fill(warp, c);
    c->constant = warp / (OUTSIDE_REPEATS * OUTSIDES) % 2;
    one_group(c, UINT32_MAX, masks[mask]);
}

const struct record_suite collective_suites[COLLECTIVE_SUITES] = {
    /* R8.1, R8.2, R8.3 */
    { "eight", "all, any, uni, ballot: every mask and every predicate of eight lanes",
      .cases = VOTE_OPS * EIGHT_PLACES * 2 * EIGHT, .issue = ISSUE_BRANCH, .ask = make_eight },
    /* R8.1, R8.2, R8.3, R8.5 */
    { "vote", "the same, of 32 lanes", .cases = VOTE_OPS * VOTES, .issue = ISSUE_BRANCH, .ask = make_vote },
    /* R8.4 */
    { "elect", "elect: every mask of the 16 low lanes, of the 16 high lanes, and others", .cases = 3 * MASKS,
      .issue = ISSUE_BRANCH, .ask = make_elect },
    /* R8.3 */
    { "activemask", "activemask: the same masks", .cases = 3 * MASKS, .issue = ISSUE_BRANCH, .ask = make_activemask },
    /* R9.1, R9.2, R9.3, R9.4 */
    { "match", "any, all of 32 and 64 bits: 1 to 32 values", .cases = MATCH_OPS * LANES * SET_REPEATS,
      .issue = ISSUE_BRANCH, .ask = make_match },
    /* R9.5 */
    { "match-bit", "the same: values that differ in one bit", .cases = MATCH_OPS * BITS * BIT_SETS * 2,
      .issue = ISSUE_BRANCH, .ask = make_match_bit },
    /* R10.1, R10.2 */
    { "redux", "and, or, xor, add, min, max: any words", .cases = REDUX_OPS * WORDS, .issue = ISSUE_BRANCH,
      .ask = make_redux },
    /* R10.2 */
    { "corners", "the same: words next to 0 and to the ends of their range", .cases = REDUX_OPS * WORDS,
      .issue = ISSUE_BRANCH, .ask = make_corners },
    /* R11.1 */
    { "groups", "all of them: 1 to 8 member masks in a warp",
      .cases = (COLLECTIVE_OPS - 1) * GROUPS_MAX * GROUP_REPEATS, .issue = ISSUE_BRANCH, .ask = make_groups },
    /* R11.2 */
    { "exit", "all of them: members that have exited", .cases = COLLECTIVE_OPS * EXITS, .issue = ISSUE_EXIT,
      .ask = make_exit },
    /* R11.1 */
    { "sites", "all of them: one member mask in two or four branches",
      .cases = (COLLECTIVE_OPS - 1) * SITE_SETS * SITE_REPEATS, .issue = ISSUE_SITES, .ask = make_sites },
    /* R8.1, R9.1, R10.1 */
    { "outside", "all of them: a converged warp, lanes that their member mask does not name",
      .cases = (COLLECTIVE_OPS - 1) * 2 * OUTSIDE_REPEATS * OUTSIDES, .issue = ISSUE_STRAIGHT, .ask = make_outside },
};

/* --- The model ---------------------------------------------------------------------------------------- */

uint32_t collective_group(const struct ask *c, unsigned k)
{
    uint32_t group = 0;

    for (unsigned other = 0; other < LANES; other++)
        if (c->active >> other & 1 && c->members[other] == c->members[k])
            group |= UINT32_C(1) << other;
    return group;
}

void collective_warp(const struct ask *c, collective_unit *unit, struct collective_answer *answer)
{
    uint32_t left = c->active;

    memset(answer, 0, sizeof *answer);
    for (unsigned k = 0; k < LANES; k++) {
        const uint32_t group = left >> k & 1 ? collective_group(c, k) : 0;
        struct collective_answer of_group = { 0 };

        left &= ~group;
        if (group == 0)
            continue;
        const uint32_t p = c->op == OP_ACTIVEMASK ? UINT32_MAX : c->p;
        unit(&(struct collective_ask){ .op = &op_row[c->op], .active = group, .p = p, .ra = c->ra }, &of_group);
        for (unsigned of = k; of < LANES; of++)
            if (group >> of & 1)
                answer->rd[of] = of_group.rd[of];
        answer->pu |= of_group.pu & group;
    }
}

static void model(const struct collective_ask *ask, struct collective_answer *answer)
{
    struct shfl_vote_out v = { 0 };
    struct shfl_match_out m = { 0 };
    struct shfl_redux_out r = { 0 };
    int answered = -1;

    const struct op_row *op = ask->op;
    if (op->kind == COLLECTIVE_VOTE)
        answered = shfl_vote(LANES, (enum shfl_vote_op)op->op, ask->active, ask->p, &v);
    else if (op->kind == COLLECTIVE_MATCH)
        answered = shfl_match(LANES, (enum shfl_match_op)op->op, op->w, ask->active, ask->ra, &m);
    else
        answered = shfl_redux(LANES, (enum shfl_redux_op)op->op, op->is_signed, op->w, ask->active, ask->ra, &r);
    assert(answered == 0); /* every case is legal */
    (void)answered;
    for (unsigned k = 0; k < LANES; k++)
        answer->rd[k] = (uint32_t)(v.rd | m.rd[k] | r.rd); /* two of the three are 0 */
    answer->pu = (uint32_t)(v.pu | m.pu);
}

void collective_model(const struct ask *c, bool plant, struct collective_answer *answer)
{
    unsigned lowest = 0;

    collective_warp(c, model, answer);
    while (plant && lowest < LANES - 1 && !(c->active >> lowest & 1))
        lowest++;
    answer->rd[lowest] ^= plant;
    answer->pu ^= (uint32_t)plant << lowest;
}

/* --- The recording ------------------------------------------------------------------------------------ */

/* A checksum of what a warp is asked. */
static uint32_t asked(enum issue issue, const struct ask *c)
{
    const uint32_t words[] = { (uint32_t)issue, (uint32_t)c->op, c->constant, c->sites,
                               c->site[0],      c->site[1],      c->active,   c->p };
    uint32_t sum = 0;

    for (size_t i = 0; i < COUNT(words); i++)
        sum = mix(sum ^ words[i]);
    for (unsigned k = 0; k < LANES; k++)
        sum = mix(mix(mix(sum ^ c->members[k]) ^ (uint32_t)c->ra[k]) ^ (uint32_t)(c->ra[k] >> 32));
    return sum;
}

static void plan_question(unsigned suite, uint32_t number, struct record_question *q)
{
    const struct record_suite *s = &collective_suites[suite];
    struct ask c;

    q->answer = 4;
    q->words = 0;
    for (uint32_t warp = number * COLLECTIVE_CHUNK; warp < s->cases && q->words < COLLECTIVE_CHUNK; warp++) {
        s->ask(warp, &c);
        q->word[q->words++] = asked(s->issue, &c);
    }
}

const struct record_plan collective_plan = { "make cuda-record LIST=collective", collective_suites, COLLECTIVE_SUITES,
                                             COLLECTIVE_CHUNK, plan_question };

uint32_t collective_sum(uint32_t sum, const struct ask *c, const struct collective_answer *answer)
{
    const struct op_row *has = &op_row[c->op];

    for (unsigned k = 0; k < LANES; k++) {
        if (!(c->active >> k & 1))
            continue;
        if (has->rd)
            sum = mix(sum ^ answer->rd[k]);
        if (has->pu)
            sum = mix(sum ^ (answer->pu >> k & 1));
    }
    return sum;
}

void collective_hold(const struct record *record, unsigned suite, const struct ask *c,
                     const struct collective_answer *answer, struct collective_tally *tally)
{
    uint32_t lanes = 0;

    for (uint32_t left = c->active; left; left &= left - 1)
        lanes++;
    tally->rd += op_row[c->op].rd ? lanes : 0;
    tally->pu += op_row[c->op].pu ? lanes : 0;
    tally->sum = collective_sum(tally->sum, c, answer);
    if (!record_ends(&collective_plan, suite, tally->warps++))
        return;
    if (tally->sum != record_word(record_answers(record, suite), tally->chunks) && tally->differ++ == 0)
        tally->first = tally->chunks;
    tally->chunks++;
    tally->sum = 0;
}
