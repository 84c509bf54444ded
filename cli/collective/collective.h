/* SPDX-License-Identifier: Apache-2.0 */
/* collective - a vote, match or redux as a program has it, and what it does to a warp; or a function of a ballot. The rules are
 * those of docs/rules.md 8 to 11, computed by the model. It is a part of struct explain, which has the lanes. */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "cli/read/calls.h"

#include <stdio.h>

enum collective_kind {
    COLLECTIVE_NONE,  /* it is a shuffle */
    COLLECTIVE_VOTE,  /* op is a shfl_vote_op */
    COLLECTIVE_MATCH, /* a shfl_match_op */
    COLLECTIVE_REDUX, /* a shfl_redux_op */
    COLLECTIVE_MASK,  /* a collective_mask: of a ballot that is given */
};

enum collective_mask { COLLECTIVE_BITS, COLLECTIVE_LOWEST, COLLECTIVE_HIGHEST, COLLECTIVE_OWN };

enum { COLLECTIVE_NAME_MAX = 24 };

struct collective {
    enum collective_kind kind;
    unsigned op;
    const char *source; /* the document of a call; NULL: it is an instruction */
    bool is_signed;
    bool is_count;      /* rd is the number of ones in the ballot */
    bool is_packed;     /* masks of lanes begin with the first lane of the segment */
    bool is_zero_first; /* where no lane counts, rd is 0 */
    unsigned w;         /* bits of a value */
    unsigned width;     /* of the segments, each of which is by itself; the lanes: one segment */
    bool has_ranks;     /* of a group by rank: the members of each lane's */
    uint64_t group[SHFL_LANES_MAX];
    enum call_scan scan;               /* whose values count in a lane */
    char operand[COLLECTIVE_NAME_MAX]; /* "!P0", "R7:R6"; "PT" is 1 in all lanes */
    char rd_name[COLLECTIVE_NAME_MAX]; /* "UR4"; empty: it is not written */
    char pu_name[COLLECTIVE_NAME_MAX]; /* "P2"; likewise */
    uint64_t p;                        /* VOTE: the predicates of the lanes; values are ra of the shuffle */
    uint64_t mask;                     /* MASK: the ballot */
    uint64_t rd[SHFL_LANES_MAX], pu;   /* results */
};

struct explain;

/* All but the results is set: compute them. */
void collective_run(struct explain *e);

/* Why nothing that it writes is defined, or NULL: it is. */
const char *collective_open(const struct explain *e, char why[READ_WHY_MAX]);

/* What it does whatever the lanes hold: "P2 is 1 if P0 is true in all lanes that execute it". line[EXPLAIN_LINE_MAX] */
void collective_rule(const struct collective *c, const char *guard, unsigned lanes, char line[]);

/* What becomes of this warp, in one sentence: "every lane gets 0x0000000f: the predicate is true in the first 4 lanes".
 * line[EXPLAIN_LINE_MAX] */
void collective_line(const struct explain *e, char line[]);

/* "VOTE", "ALL": for JSON. */
const char *collective_kind_name(const struct collective *c);
const char *collective_op_name(const struct collective *c);

/* The section of docs/rules.md. */
unsigned collective_section(const struct collective *c);

/* The same as of a shuffle, see explain.h. */
void collective_text(const struct explain *e, unsigned lane, FILE *file);
void collective_json(const struct explain *e, FILE *file);
void collective_svg(const struct explain *e, FILE *file);

/* One lane in one line, for openshfl ask. */
void collective_answer(const struct explain *e, const char *shown, unsigned lane, FILE *file);

/* The text of an operand's value in a lane, of Rd and of Pu: "-" where it is not written, "?" where it is not defined. */
enum { COLLECTIVE_TEXT_MAX = 24 };
const char *collective_operand(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_rd(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_pu(const struct explain *e, unsigned lane);

#endif
