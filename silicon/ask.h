/* SPDX-License-Identifier: Apache-2.0 */
/* ask - one warp as a GPU is asked, and the table of the instructions. The operands are computed, nothing is random, so
 * that a recording keeps answers only. */
#ifndef SILICON_ASK_H
#define SILICON_ASK_H

#include "mix.h"

#include <stdbool.h>
#include <stdint.h>

#define ASK_LANES 32

/* X(name here, PTX's name, has rd, has pu, unit, its operation, bits, signed). shfl.sync's modes are in the order of enum
 * shfl_mode. */
/* clang-format off */
#define OPS_LIST(X) \
    X(VOTE_ALL, "vote.all", false, true, VOTE, SHFL_VOTE_ALL, 32, false) \
    X(VOTE_ANY, "vote.any", false, true, VOTE, SHFL_VOTE_ANY, 32, false) \
    X(VOTE_EQ, "vote.uni", false, true, VOTE, SHFL_VOTE_EQ, 32, false) \
    X(BALLOT, "vote.ballot", true, false, VOTE, SHFL_VOTE_ANY, 32, false) \
    X(ACTIVEMASK, "activemask", true, false, VOTE, SHFL_VOTE_ANY, 32, false) \
    X(ELECT, "elect", true, true, VOTE, SHFL_VOTE_ELECT, 32, false) \
    X(MATCH_ALL, "match.all.b32", true, true, MATCH, SHFL_MATCH_ALL, 32, false) \
    X(MATCH_ANY, "match.any.b32", true, false, MATCH, SHFL_MATCH_ANY, 32, false) \
    X(MATCH_ALL_64, "match.all.b64", true, true, MATCH, SHFL_MATCH_ALL, 64, false) \
    X(MATCH_ANY_64, "match.any.b64", true, false, MATCH, SHFL_MATCH_ANY, 64, false) \
    X(AND, "redux.and.b32", true, false, REDUX, SHFL_REDUX_AND, 32, false) \
    X(OR, "redux.or.b32", true, false, REDUX, SHFL_REDUX_OR, 32, false) \
    X(XOR, "redux.xor.b32", true, false, REDUX, SHFL_REDUX_XOR, 32, false) \
    X(SUM, "redux.add.u32", true, false, REDUX, SHFL_REDUX_SUM, 32, false) \
    X(SUM_SIGNED, "redux.add.s32", true, false, REDUX, SHFL_REDUX_SUM, 32, true) \
    X(MIN, "redux.min.u32", true, false, REDUX, SHFL_REDUX_MIN, 32, false) \
    X(MIN_SIGNED, "redux.min.s32", true, false, REDUX, SHFL_REDUX_MIN, 32, true) \
    X(MAX, "redux.max.u32", true, false, REDUX, SHFL_REDUX_MAX, 32, false) \
    X(MAX_SIGNED, "redux.max.s32", true, false, REDUX, SHFL_REDUX_MAX, 32, true) \
    X(IDX, "shfl.idx", true, true, SHFL, SHFL_IDX, 32, false) X(UP, "shfl.up", true, true, SHFL, SHFL_UP, 32, false) \
    X(DOWN, "shfl.down", true, true, SHFL, SHFL_DOWN, 32, false) \
    X(BFLY, "shfl.bfly", true, true, SHFL, SHFL_BFLY, 32, false)
/* clang-format on */

enum op {
#define OP_NUMBER(name, ...) OP_##name,
    OPS_LIST(OP_NUMBER)
#undef OP_NUMBER
};

struct ask {
    enum op op;
    bool constant;               /* STRAIGHT: the mask is no parameter of the kernel; SITES: so are sb and sc */
    uint8_t sites;               /* SITES: 2 or 4 */
    uint32_t site[2];            /* SITES: bits 0 and 1 of the number of each lane's branch */
    uint32_t active;             /* the lanes that execute */
    uint32_t p;                  /* the predicates of a vote */
    int32_t width;               /* of an intrinsic */
    uint32_t members[ASK_LANES]; /* the member mask that a lane names */
    uint32_t sb[ASK_LANES], sc[ASK_LANES];
    uint64_t ra[ASK_LANES]; /* 64 bits, of which an instruction of 32 bits is given the low ones */
};

/* A word for an operand. use tells apart several words of the same lane; 1 .. 15 */
static inline uint32_t noise(uint32_t warp, unsigned lane, uint32_t use)
{
    return mix(mix(32 * warp + lane + 1) + 0x9e3779b9 * use);
}

/* The sets of branches of the suites "sites". */
#define SITE_SETS 8
extern const struct site_set {
    uint8_t sites;
    uint32_t site[2];
} site_sets[SITE_SETS];

#endif
