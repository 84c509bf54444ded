/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents - the same shuffle in each API: the models are run with every operand of every API, and the first one with
 * which each lane gets the same value is the API's equivalent. */
#ifndef EQUIVALENTS_H
#define EQUIVALENTS_H

#include "amd.h"
#include "explain.h"

/* Where a lane's value comes from: a lane's number, or one of these. */
enum equiv_source {
    EQUIV_UNDEFINED = -1,
    EQUIV_ZERO = -2,
    EQUIV_KEPT = -3 /* what the destination held */,
    EQUIV_OTHER = -4 /* of another register */,
    EQUIV_DIFFERS = -5 /* of a map: another lane, another predicate, or several of these */
};

struct equiv_query {
    unsigned lanes;
    uint64_t active;               /* the lanes that execute; no others count */
    int8_t source[SHFL_LANES_MAX]; /* of a lane with EQUIV_UNDEFINED, any result will do */
    bool has_pu;                   /* it has a predicate, which SASS and PTX have to match, too */
    uint64_t pu;
    const char *gpu; /* of AMD's, as LLVM names it; NULL: gfx90a and gfx1100 */
};

void equiv_of_shfl(const struct explain *e, struct equiv_query *q);     /* e has_values */
void equiv_of_wave(const struct amd_wave *wave, struct equiv_query *q); /* behind amd_model */

/* Ask all APIs; found is called with context for each, in their order. */
struct equiv;
void equiv_search(const struct equiv_query *q, void (*found)(void *context, const struct equiv *), void *context);

/* ---- For the APIs: */

enum { EQUIV_TEXT_MAX = 320, EQUIV_ARGUMENTS = 9 };

struct equiv {
    const char *api, *gpu, *source;  /* gpu: NULL if it is none of AMD's; source: of the API's rule */
    unsigned lanes;                  /* of its warp; the query's lanes are repeated until it is full */
    bool says, by_lane;              /* by_lane: with an operand that differs from lane to lane */
    char text[EQUIV_TEXT_MAX];       /* if it has one: the call or the instruction */
    unsigned tried;                  /* operands that are the same for all lanes; 0: it has no such operand */
    char reason[2 * EQUIV_TEXT_MAX]; /* why none of those does */
    char argument[EQUIV_ARGUMENTS][EQUIV_TEXT_MAX]; /* of `openshfl explain`, for this equivalent */
    unsigned arguments;
    /* while it searches: the query in its lanes, and what was closest */
    struct equiv_query q;
    uint64_t open; /* lanes that the closest operand, which is right in all others, gets wrong: at most half */
    char closest[EQUIV_TEXT_MAX];
    enum equiv_source gets; /* what they get */
};

/* Does a map match the query? EQUIV_NEAR: it is the closest so far, so that its text is wanted. */
enum equiv_fit { EQUIV_OFF, EQUIV_NEAR, EQUIV_SAME };
enum equiv_fit equiv_fit(struct equiv *equiv, const int8_t map[SHFL_LANES_MAX]);

/* The same, where some lanes are wrong whatever they read: their predicate is. */
enum equiv_fit equiv_fit_but(struct equiv *equiv, const int8_t map[SHFL_LANES_MAX], uint64_t wrong);

/* Keep the text of a fit; with what format prints. */
void equiv_take(struct equiv *equiv, enum equiv_fit fit, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One more argument. */
void equiv_argument(struct equiv *equiv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --active, unless all lanes execute. */
void equiv_active(struct equiv *equiv);

/* Lanes, each of them times scale, as "lane+3", "lane*4^4" or "[1,0,3,...]"; right in the lanes that the query asks for. */
void equiv_values(const struct equiv *equiv, unsigned scale, const uint32_t lane[SHFL_LANES_MAX],
                  char text[EQUIV_TEXT_MAX]);

/* The lane that each lane reads, for an operand per lane; false if some lane reads none. */
bool equiv_gather(const struct equiv *equiv, uint32_t word[SHFL_LANES_MAX]);

/* What an instruction does to a wave, as a map. */
void equiv_map_wave(const struct amd_wave *wave, int8_t map[SHFL_LANES_MAX]);

/* An API: its name, its lanes, 0 for those of the query, and its search, which sets says and what belongs to it. */
struct equiv_api {
    const char *name, *source;
    unsigned lanes;
    void (*find)(const struct equiv_api *api, struct equiv *equiv);
    int number; /* the API's own */
};

extern const struct equiv_api equiv_nvidia[], equiv_amd[], equiv_subgroup[]; /* the last has no name */

#endif
