/* SPDX-License-Identifier: Apache-2.0 */
/* points - see points.h */
#include "points.h"

#include "silicon/gpu/immediates.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A warp whose 32 data words all differ and are not 0, so that the word read names the lane it was read
 * from; all lanes active, all else 0, answers kept in the order of warps and lanes. */
static void blank(uint32_t warp, struct vector *v)
{
    memset(v, 0, sizeof *v);
    v->in.active = shfl_all_lanes(VECTOR_LANES);
    v->members = UINT32_MAX;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.ra[k] = mix(32 * warp + k + 1);
        v->slot[k] = 32 * warp + k;
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
static void points(uint32_t warp, struct vector *v, bool scattered)
{
    blank(warp, v);
    v->in.mode = (enum shfl_mode)(warp >> 15);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        uint32_t fields = scattered ? scatter(warp & POINT_MASK, k) : warp & POINT_MASK;
        uint32_t segmask = fields >> 10, clamp = fields >> 5 & 31, index = fields & 31;

        v->in.sb[k] = index;
        v->in.sc[k] = segmask << 8 | clamp;
        v->slot[k] = ((uint32_t)v->in.mode << 15 | fields) << 5 | k;
    }
}

static void make_uniform(uint32_t warp, struct vector *v) { points(warp, v, false); }

static void make_lanes(uint32_t warp, struct vector *v) { points(warp, v, true); }

#define SB_IGNORED UINT32_C(0xffffffe0)
#define SC_IGNORED UINT32_C(0xffffe0e0)

static void make_garbage(uint32_t warp, struct vector *v)
{
    points(warp, v, true);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] |= noise(warp, k, 1) & SB_IGNORED;
        v->in.sc[k] |= noise(warp, k, 2) & SC_IGNORED;
    }
}

static void make_ones(uint32_t warp, struct vector *v)
{
    points(warp, v, false);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] |= SB_IGNORED;
        v->in.sc[k] |= SC_IGNORED;
    }
}

/* --- Immediates --------------------------------------------------------------------------------------- */

/* A warp number is a form (immediates.h) and a repeat. The registers depend on the repeat alone: Sb walks
 * through the lanes, Sc is any word. */
static void make_immediate(uint32_t warp, struct vector *v)
{
    static const uint32_t sb[] = { IMMEDIATE_SB(IMMEDIATE_ITEM) };
    static const uint32_t sc[] = { IMMEDIATE_SC(IMMEDIATE_ITEM) };
    uint32_t form = warp / IMMEDIATE_REPEATS, repeat = warp % IMMEDIATE_REPEATS;
    uint32_t sb_place = form / (IMMEDIATE_SCS + 1) % (IMMEDIATE_SBS + 1);
    uint32_t sc_place = form % (IMMEDIATE_SCS + 1);

    blank(warp, v);
    v->in.mode = (enum shfl_mode)(form / ((IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1)));
    v->in.sb_is_imm = sb_place < IMMEDIATE_SBS;
    v->in.sc_is_imm = sc_place < IMMEDIATE_SCS;
    v->in.sb_imm = v->in.sb_is_imm ? sb[sb_place] : 0;
    v->in.sc_imm = v->in.sc_is_imm ? sc[sc_place] : 0;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] = repeat + 3 * k;
        v->in.sc[k] = noise(repeat, 0, 3);
    }
}

/* --- CUDA intrinsics ---------------------------------------------------------------------------------- */

uint32_t intrinsic_sc(enum shfl_mode mode, int32_t width)
{
    uint32_t segmask = (VECTOR_LANES - (uint32_t)width) << 8;

    return mode == SHFL_UP ? segmask : segmask | 0x1f;
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
static void call(uint32_t number, struct vector *v)
{
    static const uint8_t widths[WIDTHS] = { 1, 2, 4, 8, 16, 32 };

    v->in.mode = (enum shfl_mode)(number / (WIDTHS * ARGUMENTS));
    v->width = widths[number / ARGUMENTS % WIDTHS];
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] = argument(number % ARGUMENTS, k);
        v->in.sc[k] = intrinsic_sc(v->in.mode, v->width);
    }
}

static void make_call(uint32_t warp, struct vector *v)
{
    blank(warp, v);
    call(warp, v);
}

static void make_call64(uint32_t warp, struct vector *v)
{
    blank(warp, v);
    call(warp / 2, v);
}

/* Every width that could be asked for, also those that CUDA does not allow, with Pu. A warp number is
 * mode, width and index, the last one fastest. */
enum { ANY_WIDTHS = 36 };

static void make_width(uint32_t warp, struct vector *v)
{
    uint32_t number = warp / 32 % ANY_WIDTHS; /* 0 .. 33, 64, -1 */

    blank(warp, v);
    v->in.mode = (enum shfl_mode)(warp / (32 * ANY_WIDTHS));
    v->width = number < 34 ? (int32_t)number : number == 34 ? 64 : -1;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] = warp % 32;
        v->in.sc[k] = intrinsic_sc(v->in.mode, v->width);
    }
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
static void make_inactive(uint32_t warp, struct vector *v)
{
    uint32_t pair = warp / 2, active;

    blank(warp, v);
    if (pair < GRID_PAIRS) {
        active = active_masks[pair / (4 * COUNT(inactive_sc) * 32)];
        v->in.mode = (enum shfl_mode)(pair / (COUNT(inactive_sc) * 32) % 4);
        for (unsigned k = 0; k < VECTOR_LANES; k++) {
            v->in.sb[k] = pair % 32;
            v->in.sc[k] = inactive_sc[pair / 32 % COUNT(inactive_sc)];
        }
    } else {
        active = noise(pair, 0, 4);
        v->in.mode = (enum shfl_mode)(pair % 4);
        for (unsigned k = 0; k < VECTOR_LANES; k++) {
            v->in.sb[k] = noise(pair, k, 5);
            v->in.sc[k] = noise(pair, k, 6);
        }
    }
    v->in.active = v->members = warp % 2 ? ~active : active;
}

/* --- Members, and who executes ------------------------------------------------------------------------ */

static const uint16_t members_sc[] = { 0x001f, 0x0000, 0x181f, 0x0a15 };

/* in the order of the recording */
static const uint32_t outside_masks[] = { 0x0000ffff, 0x000000ff, 0x00000001, 0x80000000, 0xaaaaaaaa, 0x9e3779b9 };

enum { OUTSIDES = (int)COUNT(outside_masks), OUTSIDE_WARPS = (int)(2 * 4 * OUTSIDES * COUNT(members_sc) * 2 * 32) };

/* A warp number is: mask a constant or a parameter, mode, mask, Sc, index the same in all lanes or not, index. */
static void make_outside(uint32_t warp, struct vector *v)
{
    uint32_t index = warp % 32, step = warp / 32 % 2 * 3;

    blank(warp, v);
    v->members = outside_masks[warp / (64 * COUNT(members_sc)) % OUTSIDES];
    v->in.mode = (enum shfl_mode)(warp / (64 * COUNT(members_sc) * OUTSIDES) % 4);
    v->constant = warp < OUTSIDE_WARPS / 2;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        v->in.sb[k] = index + step * k;
        v->in.sc[k] = members_sc[warp / 64 % COUNT(members_sc)];
    }
}

const struct site_set site_sets[SITE_SETS] = {
    { 2, { 0xffff0000, 0 } },          { 2, { 0xaaaaaaaa, 0 } },          { 2, { 0x80000000, 0 } },
    { 2, { 0x9e3779b9, 0 } },          { 4, { 0xff00ff00, 0xffff0000 } }, { 4, { 0xaaaaaaaa, 0xcccccccc } },
    { 4, { 0x80000001, 0x80000002 } }, { 4, { 0x9e3779b9, 0x3c6ef372 } },
};

enum {
    SITE_GRID = (int)(4 * SITE_SETS * COUNT(members_sc) * 2 * 32),
    SITE_REPEATS = 8,
    SITE_WARPS = SITE_GRID + (int)(4 * SITE_SETS * SITE_REPEATS)
};

/* All lanes execute. The first warps are a grid of modes, sets of lanes, Sc, operands the same in all branches or not,
 * and index; in the others each branch has constants of its own. */
static void make_sites(uint32_t warp, struct vector *v)
{
    uint32_t part = warp < SITE_GRID ? 64 * COUNT(members_sc) : SITE_REPEATS;
    uint32_t number = warp < SITE_GRID ? warp : warp - SITE_GRID;
    uint32_t set = number / part % SITE_SETS, other = number / 32 % 2;

    blank(warp, v);
    v->constant = warp >= SITE_GRID;
    v->in.mode = (enum shfl_mode)(number / (part * SITE_SETS));
    v->sites = site_sets[set].sites;
    memcpy(v->site, site_sets[set].site, sizeof v->site);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        unsigned site = silicon_site(v, k);

        v->in.sb[k] = v->constant ? SITE_SB(site) : number % 32 + 5 * other * site;
        v->in.sc[k] = v->constant ? SITE_SC(site, v->in.mode == SHFL_UP)
                                  : members_sc[(number / 64 + other * site) % COUNT(members_sc)];
    }
}

/* --- All of it ---------------------------------------------------------------------------------------- */

/* warps, and how many Rd and Pu count: where all lanes execute, and where the intrinsics do not hand out Pu */
#define ALL(warps) (warps), VECTOR_LANES *(warps), VECTOR_LANES *(warps)
#define NO_PU(warps) (warps), VECTOR_LANES *(warps), 0
/* Of a pair of warps every lane executes in one. The source of this many of them executes, too. */
#define PAIRS INACTIVE_WARPS, 537850, VECTOR_LANES / 2 * INACTIVE_WARPS

const struct record_suite silicon_suites[SILICON_SUITES] = {
    /* R3.1.2, R3.1.3, R3.2.1, R3.3.1, R3.3.2, R3.3.3 */
    { "uniform", "every point, the same operands in all lanes", ALL(POINT_WARPS), ISSUE_STRAIGHT,
      .make = make_uniform },
    /* R2.1.2, R3.1.1, R3.4.2 */
    { "lanes", "every point, operands that differ from lane to lane", ALL(POINT_WARPS), ISSUE_STRAIGHT,
      .make = make_lanes },
    /* R2.2.2 */
    { "garbage", "every point, random values in the ignored bits of Sb and Sc", ALL(POINT_WARPS), ISSUE_STRAIGHT,
      .make = make_garbage },
    /* R2.2.2 */
    { "ones", "every point, ones in the ignored bits of Sb and Sc", ALL(POINT_WARPS), ISSUE_STRAIGHT,
      .make = make_ones },
    /* R2.1.1, R2.1.3, R2.1.4 */
    { "immediate", "Sb, Sc, both or neither as an immediate", ALL(IMMEDIATE_WARPS), ISSUE_IMMEDIATE,
      .make = make_immediate },
    /* R7.1, R7.3 */
    { "width", "Sc as CUDA makes it from a width, allowed or not", ALL(4 * ANY_WIDTHS * 32), ISSUE_STRAIGHT,
      .make = make_width },
    /* R7.1, R7.4, R7.6 */
    { "int", "`__shfl_sync`, `_up`, `_down`, `_xor` of an int", NO_PU(CALLS), ISSUE_INT, .make = make_call },
    { "float", "the same of a float", NO_PU(CALLS), ISSUE_FLOAT, .make = make_call },
    /* R7.5 */
    { "long", "the same of a long long, one half at a time", NO_PU(2 * CALLS), ISSUE_LONG, .make = make_call64 },
    /* R7.5 */
    { "double", "the same of a double, one half at a time", NO_PU(2 * CALLS), ISSUE_DOUBLE, .make = make_call64 },
    /* R3.5.2, R3.5.3 */
    { "guard", "inactive lanes: the guard is off", PAIRS, ISSUE_GUARD, .make = make_inactive },
    /* R3.5.2, R3.5.3 */
    { "branch", "inactive lanes: the branch is not taken", PAIRS, ISSUE_BRANCH, .make = make_inactive },
    /* R3.5.2, R3.5.3 */
    { "exit", "inactive lanes: the thread has exited", PAIRS, ISSUE_EXIT, .make = make_inactive },
    /* R3.5.2, R3.5.3, R7.9 */
    { "members", "two member masks, each inactive for the other", PAIRS, ISSUE_MEMBERS, .make = make_inactive },
    /* R3.5.4, R7.7 */
    { "outside", "a converged warp, lanes that their member mask does not name", ALL(OUTSIDE_WARPS), ISSUE_STRAIGHT,
      .make = make_outside },
    /* R7.8 */
    { "sites", "one member mask in two or four branches", ALL(SITE_WARPS), ISSUE_SITES, .make = make_sites },
};

const struct record_suite *silicon_suite_find(const char *name)
{
    for (unsigned i = 0; i < SILICON_SUITES; i++)
        if (strcmp(silicon_suites[i].name, name) == 0)
            return &silicon_suites[i];
    return NULL;
}

uint32_t silicon_suite_points(const struct record_suite *suite) { return VECTOR_LANES * suite->cases; }

uint32_t silicon_points(void)
{
    uint32_t points = 0;

    for (unsigned i = 0; i < SILICON_SUITES; i++)
        points += silicon_suite_points(&silicon_suites[i]);
    return points;
}
