/* SPDX-License-Identifier: Apache-2.0 */
/* suites - one recorder of warps: the table of the operations, the two lists of suites, what the model answers, and a
 * recording, compared with the answers of the model, the RTL or a GPU. The operands are computed, nothing is random, so
 * that a recording keeps answers only. silicon/README.md describes every suite. */
#ifndef SILICON_SUITES_H
#define SILICON_SUITES_H

#include "model/shfl.h"
#include "silicon/record.h"

#include <stdbool.h>
#include <stdint.h>

#define ASK_LANES 32

/* --- Operations --------------------------------------------------------------------------------------- */

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
    X(IDX, "shfl.idx", true, true, SHUFFLE, SHFL_IDX, 32, false) \
    X(UP, "shfl.up", true, true, SHUFFLE, SHFL_UP, 32, false) \
    X(DOWN, "shfl.down", true, true, SHUFFLE, SHFL_DOWN, 32, false) \
    X(BFLY, "shfl.bfly", true, true, SHUFFLE, SHFL_BFLY, 32, false)
/* clang-format on */

enum op {
#define OP_NUMBER(name, ...) OP_##name,
    OPS_LIST(OP_NUMBER)
#undef OP_NUMBER
};

extern const struct op_row {
    const char *ptx;
    bool rd, pu;
    enum { UNIT_VOTE, UNIT_MATCH, UNIT_REDUX, UNIT_SHUFFLE } unit;
    uint8_t op, w;
    bool is_signed;
} op_row[];

/* --- Constants in the instructions -------------------------------------------------------------------- */

/* Those that suite "immediate" issues as immediates, one list for the host, the kernels and tests/cli/test_sass.py, which
 * looks for every one of them in the machine code.
 *
 *   Sb   5 bits.  0, 1, 2, 3, 4, 8 and 16 are the SPA 5.0 SHFL page's examples
 *   Sc   13 bits. 0, 0x1f and 0x1c03 are that page's examples; (32 - width) << 8, with and without 0x1f,
 *        is what the CUDA intrinsics pass for the widths 32, 16, 8, 4 and 2; the last four have a segment
 *        mask with holes, or ones in the ignored bits 7:5
 */
/* clang-format off */
#define IMMEDIATE_SB(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(10) X(15) X(16) X(21) X(30) X(31)

#define IMMEDIATE_SC(X) \
    X(0x0000) X(0x001f) X(0x1c03) \
    X(0x1000) X(0x101f) X(0x1800) X(0x181f) X(0x1c00) X(0x1c1f) X(0x1e00) X(0x1e1f) \
    X(0x0a15) X(0x150a) X(0x1fff) X(0x00e0)

/* The member masks that are constants: of all lanes, and those of the suites "outside". */
#define MASKS(X) X(0xffffffff) X(0x0000ffff) X(0x80000000) X(0xaaaaaaaa) X(0x9e3779b9) X(0x000000ff) X(0x00000001)
/* clang-format on */

/* Suite "sites": the constants of a branch. */
#define SITE_SB(site) ((site) == 0 ? 1 : (site) == 1 ? 16 : (site) == 2 ? 6 : 31)
#define SITE_SC(site, is_up) ((is_up) ? 0x1000 * ((site) % 2) : 0x1000 * ((site) % 2) + 0x1f)

#define IMMEDIATE_ONE(constant) +1
#define IMMEDIATE_ITEM(constant) constant,

enum {
    IMMEDIATE_SBS = 0 IMMEDIATE_SB(IMMEDIATE_ONE),
    IMMEDIATE_SCS = 0 IMMEDIATE_SC(IMMEDIATE_ONE),

    /* Every mode with every Sb and every Sc, and with a register in the place of either or both. */
    IMMEDIATE_FORMS = 4 * (IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1),

    /* Form f is mode, then Sb's place in its list, then Sc's place, the last one fastest. The place
     * after the end of a list stands for the register. Each form is issued by this many warps. */
    IMMEDIATE_REPEATS = 32,
    IMMEDIATE_WARPS = IMMEDIATE_FORMS * IMMEDIATE_REPEATS
};

/* --- Questions ---------------------------------------------------------------------------------------- */

/* One warp as a GPU is asked. */
struct ask {
    enum op op;
    bool constant;               /* STRAIGHT: the mask is no parameter of the kernel; SITES: so are sb and sc */
    uint8_t sites;               /* SITES: 2 or 4 */
    uint32_t site[2];            /* SITES: bits 0 and 1 of the number of each lane's branch */
    uint32_t active;             /* the lanes that execute */
    uint32_t p;                  /* the predicates of a vote */
    int32_t width;               /* of an intrinsic: what sc stands for */
    uint32_t members[ASK_LANES]; /* the member mask that a lane names */
    uint32_t sb[ASK_LANES], sc[ASK_LANES];
    uint64_t ra[ASK_LANES];   /* 64 bits, of which an instruction of 32 bits is given the low ones */
    int32_t sb_imm, sc_imm;   /* IMMEDIATE: constants in the place of sb and sc, or -1 */
    uint32_t slot[ASK_LANES]; /* of shfl: lane k's answer is number slot[k] in the recorded suite */
};

/* A word for an operand. use tells apart several words of the same lane; 1 .. 15 */
static inline uint32_t noise(uint32_t warp, unsigned lane, uint32_t use)
{
    return mix(mix(32 * warp + lane + 1) + 0x9e3779b9 * use);
}

/* All else 0, no immediates, and all lanes execute and are members. */
void ask_blank(unsigned op, struct ask *a);

/* All lanes of active execute, with one member mask. */
void ask_group(struct ask *a, uint32_t active, uint32_t members);

/* Of the suites "sites": a set of branches. */
#define SITE_SETS 8
void ask_sites(struct ask *a, unsigned set);

/* What a shuffle unit is given. */
void ask_shuffle(const struct ask *a, struct shfl_in *in);

/* The lists. In silicon_suites the first has every point. */
enum { SILICON_UNIFORM, SILICON_SUITES = 16, COLLECTIVE_SUITES = 12, COLLECTIVE_OPS = OP_IDX };
extern const struct record_suite silicon_suites[SILICON_SUITES], collective_suites[COLLECTIVE_SUITES];
extern const struct record_plan silicon_plan, collective_plan;

/* Does the suite hand out Pu? CUDA's intrinsics do not. */
static inline bool suite_pu(const struct record_suite *suite) { return suite->issue < ISSUE_INT; }

/* --- Answers ------------------------------------------------------------------------------------------ */

/* What the lanes that execute hold then, of what the operation has. Bit k of a mask is lane k. src_active, of a shuffle:
 * the lane that is read executes, so that Rd is defined. */
struct answer {
    uint32_t rd[ASK_LANES];
    uint32_t pu, src_active;
};

/* The answer of a unit to the lanes of active, which name the same members; other lanes count for nothing. */
typedef void answer_unit(const struct ask *a, uint32_t active, struct answer *answer);

/* What the lanes of a warp get from a unit, which is asked group by group: lanes execute together that name the same
 * members. R11.1 */
void answer_warp(const struct ask *a, answer_unit *unit, struct answer *answer);

/* The same of the model. With plant it is wrong: Rd in the lowest lane that executes and Pu in the highest. */
void answer_model(const struct ask *a, bool plant, struct answer *answer);

/* --- A recording -------------------------------------------------------------------------------------- */

/* Of list shfl the answer of a lane is one byte: what Rd held, and Pu. */
enum {
    ANSWER_HELD = 0x3f,  /* 0 .. 31: the data word of that lane; or one of the next three */
    ANSWER_ZERO = 32,    /* 0 */
    ANSWER_OTHER = 33,   /* some other word */
    ANSWER_NOTHING = 34, /* the lane does not execute: Rd and Pu kept what they had */
    ANSWER_PU = 0x40     /* Pu; 0 in suites without Pu */
};

/* Of list collective it is a checksum of this many warps in a row, warp by warp, from 0: over rd and then pu of each lane
 * that executes. */
#define COLLECTIVE_CHUNK 1024
uint32_t collective_sum(uint32_t sum, const struct ask *a, const struct answer *answer);

/* What was compared of a suite; rd and pu: points. Begin with zeros. */
struct replay_tally {
    uint32_t warps, rd, pu;
    uint32_t differ, chunks; /* of list shfl points and warps, of list collective both checksums */
    uint32_t first;          /* chunk that differs */
    uint32_t sum;            /* of the chunk so far */
};

/* Compare the answer to warp number tally->warps of a suite.
 *
 *   returns   list shfl: the lanes where Rd, Pu, or that Rd is defined, is not silicon's, or whose recorded answer is none
 *             that a lane can give; list collective: all lanes if a chunk ends whose checksum is another
 */
uint32_t replay_compare(const struct record *record, const struct record_suite *suite, const struct ask *a,
                        const struct answer *answer, struct replay_tally *tally);

#endif
