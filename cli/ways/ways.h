/* SPDX-License-Identifier: Apache-2.0 */
/* ways - how each API says the same: the models are asked for every operand of every API, and the first one with which each
 * lane gets the same word is the API's way. */
#ifndef WAYS_H
#define WAYS_H

#include "cli/amd/amd.h"
#include "cli/sass/explain.h"

/* Where a lane's word comes from: a lane's number, or one of these. */
enum way_source { WAY_UNDEFINED = -1, WAY_ZERO = -2, WAY_KEPT = -3 /* what the destination held */ };

struct way_question {
    unsigned lanes;
    uint64_t active;               /* the lanes that execute; no others count */
    int8_t source[SHFL_LANES_MAX]; /* of a lane with WAY_UNDEFINED, any answer will do */
    bool has_pu;                   /* it has a predicate: SASS and PTX have to give it, too */
    uint64_t pu;
    const char *gpu; /* of AMD's, as LLVM names it; NULL: gfx90a and gfx1100 */
};

void way_of_shfl(const struct explain *e, struct way_question *q);     /* e has_values */
void way_of_wave(const struct amd_wave *wave, struct way_question *q); /* behind amd_run */

void ways_text(const struct way_question *q, FILE *file);
void ways_json(const struct way_question *q, FILE *file);

/* ---- For the APIs: */

enum { WAY_TEXT_MAX = 320, WAY_ARGUMENTS = 9 };

struct way {
    const char *api, *gpu, *source; /* gpu: NULL if it is none of AMD's; source: of the API's rule */
    unsigned lanes;                 /* of its warp; the question's lanes are repeated until it is full */
    bool says, by_lane;             /* by_lane: with an operand that differs from lane to lane */
    char text[WAY_TEXT_MAX];        /* if it says it: the call or the instruction */
    unsigned tried;                 /* operands that are the same for all lanes; 0: it has no such operand */
    char reason[2 * WAY_TEXT_MAX];  /* why none of those does */
    char argument[WAY_ARGUMENTS][WAY_TEXT_MAX]; /* of `openshfl explain`, for this way */
    unsigned arguments;
    /* while it searches: the question in its lanes, and what was closest */
    struct way_question q;
    uint64_t open; /* lanes that get no lane's word with the closest operand, but a right one in all others */
    char closest[WAY_TEXT_MAX];
    enum way_source gets; /* what the lowest of them gets */
};

/* Does a map answer the question? WAY_NEAR: it is the closest so far, so that its text is wanted. */
enum way_fit { WAY_OFF, WAY_NEAR, WAY_SAME };
enum way_fit way_fit(struct way *way, const int8_t map[SHFL_LANES_MAX]);

/* Keep the text of a fit; format with what it says. */
void way_take(struct way *way, enum way_fit fit, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One more argument. */
void way_argument(struct way *way, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --active, unless all lanes execute. */
void way_active(struct way *way);

/* Lanes, each of them times scale, as "lane+3", "lane*4^4" or "[1,0,3,...]"; right where the question counts. */
void way_values(const struct way *way, unsigned scale, const uint32_t lane[SHFL_LANES_MAX], char text[WAY_TEXT_MAX]);

/* The lane that each lane reads, of what any operand by lane can say; false if some lane reads none. */
bool way_gather(const struct way *way, uint32_t word[SHFL_LANES_MAX]);

/* What an instruction does to a wave, as a map. */
void way_map_wave(const struct amd_wave *wave, int8_t map[SHFL_LANES_MAX]);

/* An API: its name, its lanes, 0 for those of the question, and its search, which sets says and what belongs to it. */
struct way_api {
    const char *name, *source;
    unsigned lanes;
    void (*find)(const struct way_api *api, struct way *way);
    int number; /* the API's own */
};

extern const struct way_api way_nvidia[], way_amd[], way_subgroup[]; /* the last has no name */

#endif
