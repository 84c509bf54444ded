/* SPDX-License-Identifier: Apache-2.0 */
/* operation - one SHFL, vote, match or redux and the warp that it meets, or the block: what the readers leave, with room for the results that
 * cli/answer computes. */
#ifndef OPERATION_H
#define OPERATION_H

#include "calls.h"
#include "sass.h"

/* ---- A vote, match or redux, or a function of a ballot. docs/rules.md 8 to 11 */

enum collective_kind {
    COLLECTIVE_NONE,  /* it is a shuffle */
    COLLECTIVE_VOTE,  /* op is a shfl_vote_op */
    COLLECTIVE_MATCH, /* a shfl_match_op */
    COLLECTIVE_REDUX, /* a shfl_redux_op, or COLLECTIVE_PRODUCT */
    COLLECTIVE_MASK,  /* a collective_mask: of a ballot that is given */
};

enum collective_mask { COLLECTIVE_BITS, COLLECTIVE_LOWEST, COLLECTIVE_HIGHEST, COLLECTIVE_OWN, COLLECTIVE_BIT };

enum { COLLECTIVE_NAME_MAX = 24, COLLECTIVE_PRODUCT = SHFL_REDUXES };

struct collective {
    enum collective_kind kind;
    unsigned op;
    const char *source; /* the document of a call; NULL: it is an instruction */
    bool is_signed;
    bool is_count;  /* rd is the number of ones in the ballot */
    bool is_odd;    /* pu is whether that is odd */
    bool is_packed; /* masks of lanes begin with the first lane of the segment, or have the ranks of a group */
    bool has_group; /* which lanes count in a lane is in group */
    uint64_t group[SHFL_LANES_MAX];
    bool is_zero_first;                /* where no lane counts, rd is 0 */
    unsigned w;                        /* bits of a value */
    unsigned width;                    /* of the segments, each of which is by itself; the lanes: one segment */
    enum call_scan scan;               /* whose values count in a lane */
    char operand[COLLECTIVE_NAME_MAX]; /* "!P0", "R7:R6"; "PT" is 1 in all lanes */
    char rd_name[COLLECTIVE_NAME_MAX]; /* "UR4"; empty: it is not written */
    char pu_name[COLLECTIVE_NAME_MAX]; /* "P2"; likewise */
    uint64_t p;                        /* VOTE: the predicates of the lanes; values are ra of the shuffle */
    bool mask_by_lane;
    uint64_t mask[SHFL_LANES_MAX]; /* MASK: the ballot that each lane has; sb of the shuffle has the bit of each lane */
    uint64_t rd[SHFL_LANES_MAX], pu; /* results */
};

/* ---- What the threads of a block do together, the lanes of a quad, or a warp with a matrix. docs/rules.md 15 to 18 */

enum block_kind {
    BLOCK_NONE,
    BLOCK_BARRIER, /* op is a block_barrier */
    BLOCK_SHUFFLE, /* an shfl_block_op */
    BLOCK_SLOPE,   /* a derivative: a block_slope */
    BLOCK_MOVMATRIX,
    BLOCK_SIGNED_ADD, /* FSWZADD: moves nothing */
    BLOCK_RESULT,     /* of the BAR.RED in front of it, which is not in the text */
};

enum block_barrier { BLOCK_COUNT, BLOCK_AND, BLOCK_OR };
enum block_slope { BLOCK_X, BLOCK_Y, BLOCK_WIDTH };

enum { BLOCK_MAX = 1024 }; /* threads, or items of all of them */

struct block {
    enum block_kind kind;
    unsigned op;
    unsigned threads;                  /* of the block; of a derivative and of movmatrix the lanes */
    unsigned extent[3];                /* of the block, in x, y and z: thread x + y * extent[0] + ..; 0: not given */
    unsigned warp;                     /* threads of a warp */
    unsigned items;                    /* of a thread; all of them are numbered, and have a line each */
    int distance;                      /* SHUFFLE */
    bool coarse;                       /* SLOPE */
    bool is_float;                     /* ra */
    const char *source;                /* the document */
    char operand[COLLECTIVE_NAME_MAX]; /* of the lanes, "P0" or "Ra" */
    char result[COLLECTIVE_NAME_MAX];  /* "R5" or "P1" of the B2R.RESULT behind it; empty: none is in the text */
    char other[COLLECTIVE_NAME_MAX];   /* SIGNED_ADD: its second register */
    char signs[9];                     /* likewise: "PNNPPPZP", two for each lane of a quad */
    bool other_is_float;               /* rb */
    bool active[BLOCK_MAX], p[BLOCK_MAX];
    uint32_t ra[BLOCK_MAX], rb[SHFL_LANES_MAX];
    /* results */
    struct shfl_barrier_out barrier;
    int from[BLOCK_MAX][2]; /* the items that are read; -1: none */
    bool undefined[BLOCK_MAX];
    uint32_t rd[BLOCK_MAX];
};

/* ---- All of them */

#define EXPLAIN_CALL_MAX 360

/* One SHFL, vote, match or redux and the warp that it meets. */
struct explain {
    char text[160];              /* the instruction */
    char note[400];              /* what is unusual about it, or empty */
    char call[EXPLAIN_CALL_MAX]; /* the call or the line of PTX that it stands for, or empty */
    unsigned lanes;              /* 2, 4, 8, 16, 32 or 64 */
    unsigned network;            /* words of a multiplexer of its first rank, or 0: none was asked about */
    bool selects;                /* each of its multiplexers has its own select */
    enum shfl_policy policy;
    bool has_policy; /* it was given: what is not defined shows as this unit has it */
    enum shfl_mode mode;
    char guard[4];                             /* "P1", "!P1", or empty */
    char sb[SASS_NAME_MAX], sc[SASS_NAME_MAX]; /* the register's name, empty for an immediate */
    struct shfl_in in;
    struct shfl_out out;        /* the model's, stage by stage */
    bool is_float;              /* Ra */
    bool has_values;            /* all operands are known, and so are the lanes */
    bool has_members;           /* members is known */
    uint64_t members;           /* the lanes that the mask of CUDA or PTX names */
    const struct call_row *row; /* of a call that is not SHFL; NULL: it is SHFL, or an instruction */
    uint64_t blank;             /* the lanes whose Ra is not defined */
    uint64_t undefined;         /* the lanes whose result that leaves undefined by its operand */
    uint64_t other;             /* the lanes that read the other argument of the call */
    struct block b;             /* b.kind: it is no SHFL, but one of these */
    struct collective c;        /* c.kind: it is no SHFL, but a vote, match or redux; of in it has active and ra */
};

#endif
