/* SPDX-License-Identifier: Apache-2.0 */
/* Vote, match and redux, tried on silicon: what is asked, warp by warp, what the model answers, and how a recording is
 * held against model or RTL. All of it is computed, nothing is random. silicon/README.md describes every suite.
 */
#ifndef COLLECTIVE_CASES_H
#define COLLECTIVE_CASES_H

#include "model/shfl.h"
#include "silicon/record.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COLLECTIVE_LANES 32

/* The instructions, as PTX has them: X(name here, PTX's name, has rd, has pu). */
/* clang-format off */
#define COLLECTIVE_OPS_LIST(X) \
    X(VOTE_ALL, "vote.all", false, true) X(VOTE_ANY, "vote.any", false, true) X(VOTE_EQ, "vote.uni", false, true) \
    X(BALLOT, "vote.ballot", true, false) X(ACTIVEMASK, "activemask", true, false) X(ELECT, "elect", true, true) \
    X(MATCH_ALL, "match.all.b32", true, true) X(MATCH_ANY, "match.any.b32", true, false) \
    X(MATCH_ALL_64, "match.all.b64", true, true) X(MATCH_ANY_64, "match.any.b64", true, false) \
    X(AND, "redux.and.b32", true, false) X(OR, "redux.or.b32", true, false) X(XOR, "redux.xor.b32", true, false) \
    X(SUM, "redux.add.u32", true, false) X(SUM_SIGNED, "redux.add.s32", true, false) \
    X(MIN, "redux.min.u32", true, false) X(MIN_SIGNED, "redux.min.s32", true, false) \
    X(MAX, "redux.max.u32", true, false) X(MAX_SIGNED, "redux.max.s32", true, false)
/* clang-format on */

enum collective_op {
#define COLLECTIVE_OP(name, ptx, rd, pu) COLLECTIVE_##name,
    COLLECTIVE_OPS_LIST(COLLECTIVE_OP)
#undef COLLECTIVE_OP
        COLLECTIVE_OPS
};

struct collective_result {
    const char *ptx;
    bool rd, pu;
};
extern const struct collective_result collective_result[COLLECTIVE_OPS];

/* How the instruction is put to the GPU. */
enum collective_issue {
    COLLECTIVE_BRANCH,  /* lanes that do not execute do not take the branch with the instruction */
    COLLECTIVE_EXIT,    /* they have exited, and the member masks name them */
    COLLECTIVE_SITES,   /* two or four branches, each with an instruction of its own */
    COLLECTIVE_STRAIGHT /* no branch: all lanes execute, also those that the member mask does not name */
};

/* Suite "outside": the member masks. */
#define COLLECTIVE_MASKS(X) X(0xffffffff) X(0x0000ffff) X(0x80000000) X(0xaaaaaaaa) X(0x9e3779b9)

/* One warp. */
struct collective {
    enum collective_op op;
    bool constant;                      /* STRAIGHT: the mask is a constant, otherwise a parameter of the kernel */
    uint8_t sites;                      /* SITES: 2 or 4 */
    uint32_t site[2];                   /* SITES: bits 0 and 1 of the number of each lane's branch */
    uint32_t active;                    /* the lanes that execute */
    uint32_t p;                         /* the predicates of a vote */
    uint32_t members[COLLECTIVE_LANES]; /* the member mask that a lane names */
    uint64_t ra[COLLECTIVE_LANES];      /* 64 bits, of which an instruction of 32 bits is given the low ones */
};

/* What the lanes of active hold then; of op, rd or pu or both. */
struct collective_answer {
    uint32_t rd[COLLECTIVE_LANES];
    uint32_t pu; /* bit k: lane k */
};

struct collective_suite {
    const char *name;
    const char *about; /* half a line for people */
    enum collective_issue issue;
    uint32_t warps;
    void (*make)(uint32_t warp, struct collective *c); /* warp is 0 .. warps-1; fills all of *c */
};

enum { COLLECTIVE_SUITES = 12 };
extern const struct collective_suite collective_suites[COLLECTIVE_SUITES];

/* The lanes that execute together with lane k, which executes: those that name the same members. R11.1 */
uint32_t collective_group(const struct collective *c, unsigned k);

/* What a unit of 32 lanes is asked: an operation of shfl_vote, shfl_match or shfl_redux, of values of w bits. */
struct collective_ask {
    enum { COLLECTIVE_VOTE, COLLECTIVE_MATCH, COLLECTIVE_REDUX } kind;
    unsigned op, w;
    bool is_signed;
    uint64_t active, p;
    const uint64_t *ra;
};

/* What a unit answers; rd of lanes that do not execute, and what the operation does not have, count for nothing. */
typedef void collective_unit(const struct collective_ask *ask, struct collective_answer *answer);

/* What the lanes of a warp get from a unit, which is asked group by group. */
void collective_warp(const struct collective *c, collective_unit *unit, struct collective_answer *answer);

/* The same of the model. With plant, rd and pu of the lowest lane that executes are wrong. */
void collective_model(const struct collective *c, bool plant, struct collective_answer *answer);

/* --- The recording ------------------------------------------------------------------------------------ */

/* A question of a recording is this many warps in a row, the last one of a suite perhaps less; its answer is a
 * checksum of what their lanes held. */
#define COLLECTIVE_CHUNK 1024

extern const struct record_plan collective_plan;

/* The checksum of a chunk, warp by warp, from 0: over rd and then pu of each lane that executes. */
uint32_t collective_sum(uint32_t sum, const struct collective *c, const struct collective_answer *answer);

/* The answers of a unit to a suite, held against a recording. Begin with zeros. */
struct collective_tally {
    uint32_t warps, rd, pu; /* compared so far; rd and pu: points */
    uint32_t chunks, differ;
    uint32_t first; /* that differs */
    uint32_t sum;   /* of the chunk so far */
};

/* Take the answer to the warp of number tally->warps. */
void collective_hold(const struct record *record, unsigned suite, const struct collective *c,
                     const struct collective_answer *answer, struct collective_tally *tally);

#ifdef __cplusplus
}
#endif
#endif
