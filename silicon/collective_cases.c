/* SPDX-License-Identifier: Apache-2.0 */
/* The suites of list collective: vote, match and redux - see suites.h */
#include "suites.h"

#define LANES ASK_LANES
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- The suites --------------------------------------------------------------------------------------- */

enum { USE_ACTIVE = 1, USE_PREDICATE, USE_PICK, USE_LOW, USE_HIGH, USE_SET };

/* All lanes in even warps, else any. */
static uint32_t all_or_any(uint32_t warp) { return warp % 2 ? noise(warp, 0, USE_ACTIVE) : UINT32_MAX; }

static void blank(unsigned op, uint32_t active, struct ask *a)
{
    ask_blank(op, a);
    ask_group(a, active, active);
}

/* Value 0..31 of a set; low and high say in which half the values of the set differ. */
static uint64_t value(uint32_t set, uint32_t number, bool low, bool high)
{
    return (uint64_t)noise(set, high ? number : 0, USE_HIGH) << 32 | noise(set, low ? number : 0, USE_LOW);
}

/* For suites of all instructions: predicates that are all alike in some warps, values of few in others. */
static void fill(uint32_t warp, struct ask *a)
{
    static const uint8_t values[] = { 1, 2, 8, LANES };
    const uint32_t any = noise(warp, 1, USE_PREDICATE), other = noise(warp, 2, USE_PREDICATE);
    const uint32_t p[] = { 0, UINT32_MAX, any, any & other & any >> 16, any | other | other << 16 };

    a->p = p[warp / 4 % COUNT(p)];
    for (unsigned k = 0; k < LANES; k++)
        a->ra[k] = value(warp, noise(warp, k, USE_PICK) % values[warp % COUNT(values)], true, true);
}

/* --- Vote */

enum { VOTE_OPS = 4, EIGHT = 1 << 16, EIGHT_PLACES = 3, VOTES = 1 << 14 };

/* Eight lanes, all active masks, all predicates. A warp number is op, place of the eight lanes, what the other lanes
 * do, mask and predicates, the last one fastest. */
static void make_eight(uint32_t warp, struct ask *a)
{
    static const struct {
        uint8_t from, step;
    } places[EIGHT_PLACES] = { { 0, 1 }, { 12, 1 }, { 3, 4 } };
    const uint32_t place = warp / (2 * EIGHT) % EIGHT_PLACES, mask = warp >> 8 & 0xff, p = warp & 0xff;
    const bool others = warp / EIGHT % 2; /* otherwise they do not execute, and their predicates are 1 */
    uint32_t active = others ? noise(warp, 0, USE_ACTIVE) : 0;

    ask_blank(warp / (2 * EIGHT * EIGHT_PLACES), a);
    a->p = others ? noise(warp, 0, USE_PREDICATE) : UINT32_MAX;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t lane = UINT32_C(1) << (places[place].from + i * places[place].step);

        active = mask >> i & 1 ? active | lane : active & ~lane;
        a->p = p >> i & 1 ? a->p | lane : a->p & ~lane;
    }
    ask_group(a, active, active);
}

static void make_vote(uint32_t warp, struct ask *a)
{
    blank(warp / VOTES, all_or_any(warp), a);
    fill(warp, a);
}

/* All masks of the 16 low lanes, of the 16 high ones, and any. */
enum { MASKS = 1 << 16 };

static uint32_t mask_number(uint32_t warp)
{
    return warp < MASKS ? warp : warp < 2 * MASKS ? warp << 16 : noise(warp, 0, USE_ACTIVE);
}

static void make_elect(uint32_t warp, struct ask *a)
{
    blank(OP_ELECT, mask_number(warp), a);
    a->p = noise(warp, 0, USE_PREDICATE);
}

static void make_activemask(uint32_t warp, struct ask *a) { blank(OP_ACTIVEMASK, mask_number(warp), a); }

/* --- Match */

enum { MATCH_OPS = 4, SET_REPEATS = 128, BITS = 64, BIT_SETS = 64 };

/* Values of a set of 1 to 32, which differ in both halves, or in one of them. A warp number is op, size of the set and
 * repeat. */
static void make_match(uint32_t warp, struct ask *a)
{
    uint32_t size = warp / SET_REPEATS % LANES + 1, half = warp / 2 % 4;

    blank(OP_MATCH_ALL + warp / (SET_REPEATS * LANES), all_or_any(warp), a);
    for (unsigned k = 0; k < LANES; k++)
        a->ra[k] = value(warp, noise(warp, k, USE_PICK) % size, half != 1, half != 2);
}

/* One value, of which one bit is inverted in a lane, or in a set of lanes. A warp number is op, bit, set, and whether all
 * lanes execute. */
static void make_match_bit(uint32_t warp, struct ask *a)
{
    uint32_t bit = warp / (2 * BIT_SETS) % BITS, set = warp / 2 % BIT_SETS;
    uint32_t inverted = set < LANES ? UINT32_C(1) << set : noise(warp, 0, USE_SET);

    blank(OP_MATCH_ALL + warp / (2 * BIT_SETS * BITS), all_or_any(warp), a);
    for (unsigned k = 0; k < LANES; k++)
        a->ra[k] = value(warp, 0, true, true) ^ (uint64_t)(inverted >> k & 1) << bit;
}

/* --- Redux */

enum { REDUX_OPS = COLLECTIVE_OPS - OP_AND, WORDS = 1 << 12 };

static void make_redux(uint32_t warp, struct ask *a)
{
    blank(OP_AND + warp / WORDS, all_or_any(warp), a);
    for (unsigned k = 0; k < LANES; k++)
        a->ra[k] = value(warp, k, true, true);
}

/* In each lane any of eight words, or of the first two, four or six. */
static void make_corners(uint32_t warp, struct ask *a)
{
    static const uint32_t corners[] = { 0,          UINT32_MAX, 0x80000000, 0x7fffffff,
                                        0x00000001, 0xfffffffe, 0x80000001, 0x55555555 };
    uint32_t from = warp / 2 % COUNT(corners), size = 2 + warp / 16 % 4 * 2;

    blank(OP_AND + warp / WORDS, all_or_any(warp), a);
    for (unsigned k = 0; k < LANES; k++)
        a->ra[k] = corners[(from + noise(warp, k, USE_PICK) % size) % COUNT(corners)];
}

/* --- Members, and who executes */

enum { GROUPS_MAX = 8, GROUP_REPEATS = 128, EXITS = 1 << 10, SITE_REPEATS = 64, OUTSIDE_REPEATS = 32 };

/* All instructions but activemask, which has no member mask. */
static uint32_t with_members(uint32_t number) { return number + (number >= OP_ACTIVEMASK); }

/* 1 to 8 member masks in a warp, each the mask of the lanes that name it. */
static void make_groups(uint32_t warp, struct ask *a)
{
    uint32_t groups = warp / GROUP_REPEATS % GROUPS_MAX + 1, members[GROUPS_MAX] = { 0 }, active = all_or_any(warp);

    ask_blank(with_members(warp / (GROUP_REPEATS * GROUPS_MAX)), a);
    fill(warp, a);
    a->active = active;
    for (unsigned k = 0; k < LANES; k++)
        if (active >> k & 1)
            members[noise(warp, k, USE_SET) % groups] |= UINT32_C(1) << k;
    for (unsigned k = 0; k < LANES; k++)
        a->members[k] = members[noise(warp, k, USE_SET) % groups];
}

static void make_exit(uint32_t warp, struct ask *a)
{
    ask_blank(warp / EXITS, a);
    fill(warp, a);
    ask_group(a, noise(warp, 0, USE_ACTIVE), UINT32_MAX);
}

static void make_sites(uint32_t warp, struct ask *a)
{
    ask_blank(with_members(warp / (SITE_REPEATS * SITE_SETS)), a);
    fill(warp, a);
    ask_sites(a, warp / SITE_REPEATS % SITE_SETS);
}

enum { OUTSIDES = 5 };

static void make_outside(uint32_t warp, struct ask *a)
{
    static const uint32_t masks[] = { MASKS(IMMEDIATE_ITEM) }; /* the first five */
    uint32_t mask = warp / OUTSIDE_REPEATS % OUTSIDES;

    ask_blank(with_members(warp / (2 * OUTSIDE_REPEATS * OUTSIDES)), a);
    fill(warp, a);
    a->constant = warp / (OUTSIDE_REPEATS * OUTSIDES) % 2;
    ask_group(a, UINT32_MAX, masks[mask]);
}

const struct record_suite collective_suites[COLLECTIVE_SUITES] = {
    /* R8.1, R8.2, R8.3 */
    { "eight", "all, any, uni, ballot: every mask and every predicate of eight lanes",
      VOTE_OPS *EIGHT_PLACES * 2 * EIGHT, ISSUE_BRANCH, make_eight },
    /* R8.1, R8.2, R8.3, R8.5 */
    { "vote", "the same, of 32 lanes", VOTE_OPS *VOTES, ISSUE_BRANCH, make_vote },
    /* R8.4 */
    { "elect", "elect: every mask of the 16 low lanes, of the 16 high lanes, and others", 3 * MASKS, ISSUE_BRANCH,
      make_elect },
    /* R8.3 */
    { "activemask", "activemask: the same masks", 3 * MASKS, ISSUE_BRANCH, make_activemask },
    /* R9.1, R9.2, R9.3, R9.4 */
    { "match", "any, all of 32 and 64 bits: 1 to 32 values", MATCH_OPS *LANES *SET_REPEATS, ISSUE_BRANCH, make_match },
    /* R9.5 */
    { "match-bit", "the same: values that differ in one bit", MATCH_OPS *BITS *BIT_SETS * 2, ISSUE_BRANCH,
      make_match_bit },
    /* R10.1, R10.2 */
    { "redux", "and, or, xor, add, min, max: any words", REDUX_OPS *WORDS, ISSUE_BRANCH, make_redux },
    /* R10.2 */
    { "corners", "the same: words next to 0 and to the ends of their range", REDUX_OPS *WORDS, ISSUE_BRANCH,
      make_corners },
    /* R11.1 */
    { "groups", "all of them: 1 to 8 member masks in a warp", (COLLECTIVE_OPS - 1) * GROUPS_MAX *GROUP_REPEATS,
      ISSUE_BRANCH, make_groups },
    /* R11.2 */
    { "exit", "all of them: members that have exited", COLLECTIVE_OPS *EXITS, ISSUE_EXIT, make_exit },
    /* R11.1 */
    { "sites", "all of them: one member mask in two or four branches", (COLLECTIVE_OPS - 1) * SITE_SETS *SITE_REPEATS,
      ISSUE_SITES, make_sites },
    /* R8.1, R9.1, R10.1 */
    { "outside", "all of them: a converged warp, lanes that their member mask does not name",
      (COLLECTIVE_OPS - 1) * 2 * OUTSIDE_REPEATS *OUTSIDES, ISSUE_STRAIGHT, make_outside },
};
