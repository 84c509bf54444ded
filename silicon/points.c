/* SPDX-License-Identifier: Apache-2.0 */
/* The suites of list shfl - see suites.h */
#include "suites.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A warp whose 32 data words all differ and are not 0, so that the word read names the lane it was read
 * from; all lanes active, all else 0, answers kept in the order of warps and lanes. */
static void blank(uint32_t warp, uint32_t mode, struct ask *a)
{
    ask_blank(OP_IDX + mode, a);
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->ra[k] = mix(32 * warp + k + 1);
        a->slot[k] = 32 * warp + k;
    }
}

/* --- Every point: mode, segment mask, clamp, index and lane ------------------------------------------- */

enum { POINT_WARPS = 1 << 17, POINT_MASK = (1 << 15) - 1 };

/* Lane k's fields in a warp where the lanes differ: for each lane a permutation of the 15-bit numbers. */
static uint32_t scatter(uint32_t fields, unsigned lane)
{
    fields = (fields * 0x2f35 + lane * 0x5a5b) & POINT_MASK;
    fields ^= fields >> 7;
    return fields * 0x6e2d & POINT_MASK;
}

/* A warp number is mode, segmask, clamp and index, in this order, the last one fastest. The answers are
 * kept in the order of these same fields and the lane, whichever warp a point fell into. */
static void points(uint32_t warp, struct ask *a, bool scattered)
{
    blank(warp, warp >> 15, a);
    for (unsigned k = 0; k < ASK_LANES; k++) {
        uint32_t fields = scattered ? scatter(warp & POINT_MASK, k) : warp & POINT_MASK;
        uint32_t segmask = fields >> 10, clamp = fields >> 5 & 31, index = fields & 31;

        a->sb[k] = index;
        a->sc[k] = segmask << 8 | clamp;
        a->slot[k] = ((warp & ~(uint32_t)POINT_MASK) | fields) << 5 | k;
    }
}

static void make_uniform(uint32_t warp, struct ask *a) { points(warp, a, false); }

static void make_lanes(uint32_t warp, struct ask *a) { points(warp, a, true); }

#define SB_IGNORED UINT32_C(0xffffffe0)
#define SC_IGNORED UINT32_C(0xffffe0e0)

static void make_garbage(uint32_t warp, struct ask *a)
{
    points(warp, a, true);
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->sb[k] |= noise(warp, k, 1) & SB_IGNORED;
        a->sc[k] |= noise(warp, k, 2) & SC_IGNORED;
    }
}

static void make_ones(uint32_t warp, struct ask *a)
{
    points(warp, a, false);
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->sb[k] |= SB_IGNORED;
        a->sc[k] |= SC_IGNORED;
    }
}

/* --- Immediates --------------------------------------------------------------------------------------- */

/* A warp number is a form (IMMEDIATE_FORMS) and a repeat. The registers depend on the repeat alone: Sb walks
 * through the lanes, Sc is any word. */
static void make_immediate(uint32_t warp, struct ask *a)
{
    static const int32_t sb[] = { IMMEDIATE_SB(IMMEDIATE_ITEM) - 1 };
    static const int32_t sc[] = { IMMEDIATE_SC(IMMEDIATE_ITEM) - 1 };
    uint32_t form = warp / IMMEDIATE_REPEATS, repeat = warp % IMMEDIATE_REPEATS;
    uint32_t sb_place = form / (IMMEDIATE_SCS + 1) % (IMMEDIATE_SBS + 1);
    uint32_t sc_place = form % (IMMEDIATE_SCS + 1);

    blank(warp, form / ((IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1)), a);
    a->sb_imm = sb[sb_place];
    a->sc_imm = sc[sc_place];
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->sb[k] = repeat + 3 * k;
        a->sc[k] = noise(repeat, 0, 3);
    }
}

/* --- CUDA intrinsics ---------------------------------------------------------------------------------- */

/* Sc of all lanes as the intrinsics of CUDA make it from width: clamp 0 for UP, 31 for the others.
 * source: CUDA C++ Programming Guide, "Warp Shuffle Functions"; CUDA 13.0, sm_30_intrinsics.hpp */
static void of_width(int32_t width, struct ask *a)
{
    a->width = width;
    for (unsigned k = 0; k < ASK_LANES; k++)
        a->sc[k] = (ASK_LANES - (uint32_t)width) << 8 | (a->op == OP_UP ? 0 : 0x1f);
}

enum {
    ARGUMENTS_NEAR = 112, /* -40 .. 71: far outside every width, on both sides */
    ARGUMENTS_WRAP = 8,   /* lane + 0 .. lane + 7: the argument differs from lane to lane */
    ARGUMENTS_FAR = 8,
    ARGUMENTS = ARGUMENTS_NEAR + ARGUMENTS_WRAP + ARGUMENTS_FAR,
    WIDTHS = 6,
    CALLS = 4 * WIDTHS * ARGUMENTS
};

/* srcLane, delta or laneMask */
static uint32_t argument(uint32_t number, unsigned lane)
{
    static const uint32_t far[ARGUMENTS_FAR] = { 0x80000000, 0x7fffffff, 0xfffffc18 /* -1000 */, 1000, 256, 4096,
                                                 0x10001,    0xdeadbeef };

    if (number < ARGUMENTS_NEAR)
        return number - 40;
    number -= ARGUMENTS_NEAR;
    return number < ARGUMENTS_WRAP ? lane + number : far[number - ARGUMENTS_WRAP];
}

/* A call number is mode, width and argument, the last one fastest. */
static void call(uint32_t number, uint32_t warp, struct ask *a)
{
    blank(warp, number / (WIDTHS * ARGUMENTS), a);
    of_width(1 << number / ARGUMENTS % WIDTHS, a);
    for (unsigned k = 0; k < ASK_LANES; k++)
        a->sb[k] = argument(number % ARGUMENTS, k);
}

static void make_call(uint32_t warp, struct ask *a) { call(warp, warp, a); }

static void make_call64(uint32_t warp, struct ask *a) { call(warp / 2, warp, a); }

/* Every width that could be asked for, also those that CUDA does not allow, with Pu. A warp number is
 * mode, width and index, the last one fastest. */
enum { ANY_WIDTHS = 36 };

static void make_width(uint32_t warp, struct ask *a)
{
    uint32_t number = warp / 32 % ANY_WIDTHS; /* 0 .. 33, 64, -1 */

    blank(warp, warp / (32 * ANY_WIDTHS), a);
    of_width(number < 34 ? (int32_t)number : number == 34 ? 64 : -1, a);
    for (unsigned k = 0; k < ASK_LANES; k++)
        a->sb[k] = warp % 32;
}

/* --- Inactive lanes ----------------------------------------------------------------------------------- */

static const uint32_t active_masks[] = { /* each is used together with its complement */
                                         0x00000001, 0x80000000, 0x00010000, 0x55555555, 0x33333333, 0x0f0f0f0f,
                                         0x00ff00ff, 0x0000ffff, 0x00ffff00, 0x00000007, 0x9e3779b9, 0x3c6ef372
};

static const uint16_t inactive_sc[] = { 0x001f, 0x0000, 0x101f, 0x1000, 0x181f, 0x1800,
                                        0x1c1f, 0x1c00, 0x1e1f, 0x1e00, 0x1c03, 0x0a15 };

enum {
    GRID_PAIRS = (int)(COUNT(active_masks) * 4 * COUNT(inactive_sc) * 32),
    ANY_PAIRS = 256,
    INACTIVE_WARPS = 2 * (GRID_PAIRS + ANY_PAIRS)
};

/* Warps 2n and 2n+1 differ in their data and have each other's lanes active. The first pairs are a grid
 * of masks, modes, Sc and index; in the others mask and operands are any words, lane by lane. */
static void make_inactive(uint32_t warp, struct ask *a)
{
    const uint32_t pair = warp / 2, grid = pair / 32;
    const bool in_grid = pair < GRID_PAIRS;
    const uint32_t mask = in_grid ? active_masks[grid / (4 * COUNT(inactive_sc))] : noise(pair, 0, 4);
    const uint32_t active = warp % 2 ? ~mask : mask;

    blank(warp, in_grid ? grid / COUNT(inactive_sc) % 4 : pair % 4, a);
    ask_group(a, active, active);
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->sb[k] = in_grid ? pair % 32 : noise(pair, k, 5);
        a->sc[k] = in_grid ? inactive_sc[grid % COUNT(inactive_sc)] : noise(pair, k, 6);
    }
}

/* --- Members, and who executes ------------------------------------------------------------------------ */

static const uint16_t members_sc[] = { 0x001f, 0x0000, 0x181f, 0x0a15 };

/* in the order of the recording */
static const uint32_t outside_masks[] = { 0x0000ffff, 0x000000ff, 0x00000001, 0x80000000, 0xaaaaaaaa, 0x9e3779b9 };

enum { OUTSIDES = (int)COUNT(outside_masks), OUTSIDE_WARPS = (int)(2 * 4 * OUTSIDES * COUNT(members_sc) * 2 * 32) };

/* A warp number is: mask a constant or a parameter, mode, mask, Sc, index the same in all lanes or not, index. */
static void make_outside(uint32_t warp, struct ask *a)
{
    uint32_t index = warp % 32, step = warp / 32 % 2 * 3;

    blank(warp, warp / (64 * COUNT(members_sc) * OUTSIDES) % 4, a);
    ask_group(a, UINT32_MAX, outside_masks[warp / (64 * COUNT(members_sc)) % OUTSIDES]);
    a->constant = warp < OUTSIDE_WARPS / 2;
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a->sb[k] = index + step * k;
        a->sc[k] = members_sc[warp / 64 % COUNT(members_sc)];
    }
}

enum {
    SITE_GRID = (int)(4 * SITE_SETS * COUNT(members_sc) * 2 * 32),
    SITE_REPEATS = 8,
    SITE_WARPS = SITE_GRID + (int)(4 * SITE_SETS * SITE_REPEATS)
};

/* All lanes execute. The first warps are a grid of modes, sets of lanes, Sc, operands the same in all branches or not,
 * and index; in the others each branch has constants of its own. */
static void make_sites(uint32_t warp, struct ask *a)
{
    uint32_t part = warp < SITE_GRID ? 64 * COUNT(members_sc) : SITE_REPEATS;
    uint32_t number = warp < SITE_GRID ? warp : warp - SITE_GRID;
    uint32_t other = number / 32 % 2;

    blank(warp, number / (part * SITE_SETS), a);
    ask_sites(a, number / part % SITE_SETS);
    a->constant = warp >= SITE_GRID;
    for (unsigned k = 0; k < ASK_LANES; k++) {
        unsigned site = (a->site[0] >> k & 1) | (a->site[1] >> k & 1) << 1;

        a->sb[k] = a->constant ? SITE_SB(site) : number % 32 + 5 * other * site;
        a->sc[k] = a->constant ? SITE_SC(site, a->op == OP_UP)
                               : members_sc[(number / 64 + other * site) % COUNT(members_sc)];
    }
}

/* --- All of it ---------------------------------------------------------------------------------------- */

const struct record_suite silicon_suites[SILICON_SUITES] = {
    /* R3.1.2, R3.1.3, R3.2.1, R3.3.1, R3.3.2, R3.3.3 */
    { "uniform", "every point, the same operands in all lanes", POINT_WARPS, ISSUE_STRAIGHT, make_uniform },
    /* R2.1.2, R3.1.1, R3.4.2 */
    { "lanes", "every point, operands that differ from lane to lane", POINT_WARPS, ISSUE_STRAIGHT, make_lanes },
    /* R2.2.2 */
    { "garbage", "every point, random values in the ignored bits of Sb and Sc", POINT_WARPS, ISSUE_STRAIGHT,
      make_garbage },
    /* R2.2.2 */
    { "ones", "every point, ones in the ignored bits of Sb and Sc", POINT_WARPS, ISSUE_STRAIGHT, make_ones },
    /* R2.1.1, R2.1.3, R2.1.4 */
    { "immediate", "Sb, Sc, both or neither as an immediate", IMMEDIATE_WARPS, ISSUE_IMMEDIATE, make_immediate },
    /* R7.1, R7.3 */
    { "width", "Sc as CUDA makes it from a width, allowed or not", 4 * ANY_WIDTHS * 32, ISSUE_STRAIGHT, make_width },
    /* R7.1, R7.4, R7.6 */
    { "int", "`__shfl_sync`, `_up`, `_down`, `_xor` of an int", CALLS, ISSUE_INT, make_call },
    { "float", "the same of a float", CALLS, ISSUE_FLOAT, make_call },
    /* R7.5 */
    { "long", "the same of a long long, one half at a time", 2 * CALLS, ISSUE_LONG, make_call64 },
    /* R7.5 */
    { "double", "the same of a double, one half at a time", 2 * CALLS, ISSUE_DOUBLE, make_call64 },
    /* R3.5.2, R3.5.3 */
    { "guard", "inactive lanes: the guard is off", INACTIVE_WARPS, ISSUE_GUARD, make_inactive },
    /* R3.5.2, R3.5.3 */
    { "branch", "inactive lanes: the branch is not taken", INACTIVE_WARPS, ISSUE_BRANCH, make_inactive },
    /* R3.5.2, R3.5.3 */
    { "exit", "inactive lanes: the thread has exited", INACTIVE_WARPS, ISSUE_EXIT, make_inactive },
    /* R3.5.2, R3.5.3, R7.9 */
    { "members", "two member masks, each inactive for the other", INACTIVE_WARPS, ISSUE_MEMBERS, make_inactive },
    /* R3.5.4, R7.7 */
    { "outside", "a converged warp, lanes that their member mask does not name", OUTSIDE_WARPS, ISSUE_STRAIGHT,
      make_outside },
    /* R7.8 */
    { "sites", "one member mask in two or four branches", SITE_WARPS, ISSUE_SITES, make_sites },
};
