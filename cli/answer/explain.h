/* SPDX-License-Identifier: Apache-2.0
 * explain - what one SHFL, vote, match or redux does to a warp, or the threads of a block do together, by the model: the lanes, a
 * sentence, and the steps of each lane. docs/rules.md
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "cli/read/operation.h"
#include "lib/word.h"

/* ---- One sentence that says what each lane gets, made from the table of the lanes: describe.c */

enum describe_what {
    DESCRIBE_NOTHING,   /* the lane does not execute: it is not spoken of */
    DESCRIBE_READS,     /* the word of lane `from`, itself or another */
    DESCRIBE_OTHER,     /* the word that lane `from` has in the call's other argument */
    DESCRIBE_OWN,       /* its own word, because there is no lane to read */
    DESCRIBE_ZERO,      /* 0 */
    DESCRIBE_OLD,       /* what the destination held */
    DESCRIBE_UNDEFINED, /* anything */
};

struct describe_lane {
    enum describe_what what;
    uint8_t from;
};

enum { DESCRIBE_MAX = 240 };

/* The arithmetic of a lane, a line for each stage. */
enum { STEPS_MAX = 5, STEP_MAX = 160 };

/* What is said of an answer, whatever its family. */
enum { SAID_MORE_MAX = 320 };
#define EXPLAIN_LINE_MAX 1000 /* three lists of 64 lanes, and what is said of them */
enum explain_rule { EXPLAIN_MIN, EXPLAIN_MAX, EXPLAIN_J, EXPLAIN_RANGE, EXPLAIN_SOURCE, EXPLAIN_RULES };

struct said {
    const char *kind, *operation;                   /* "SHFL", "UP" */
    const char *asked, *instruction;                /* the call, and the instruction; each may be empty */
    char line[EXPLAIN_LINE_MAX];                    /* the sentence on these lanes, if they are known */
    char general[EXPLAIN_LINE_MAX];                 /* and on any */
    char more[SAID_MORE_MAX];                       /* further facts, a line each, or empty */
    const char *note;                               /* what is unusual, or empty */
    const char *rule[EXPLAIN_RULES + 1];            /* a line each, ended by NULL */
    const char *source;                             /* the document */
    const char *undefined;                          /* why lanes are not defined, or NULL */
    char text[EXPLAIN_LINE_MAX], why[READ_WHY_MAX]; /* where some of these are kept */
};

/* "every lane reads the lane 1 below it; the first lane's result is undefined"
 *
 *   lanes     2, 4, 8, 16, 32 or 64; those that execute are spoken of
 */
void describe(unsigned lanes, const struct describe_lane lane[], char line[DESCRIBE_MAX]);

/* ---- A shuffle: docs/rules.md 3 */

/* Run the model on what was read: e->in is set, or e->c.
 *   returns   whether it is legal; if not, why says what was expected
 */
bool explain_run(struct explain *e, char why[READ_WHY_MAX]);

/* The bits of a lane's number; a mask in them. */
unsigned explain_bits(const struct explain *e);
const char *explain_binary(const struct explain *e, unsigned mask, char text[8]);

/* The ends of a lane's range. docs/rules.md 3.1 */
unsigned explain_min_lane(const struct explain *e, unsigned lane);
unsigned explain_max_lane(const struct explain *e, unsigned lane);

/* Does e->sb or e->sc name a register whose value matters? */
bool explain_is_register(const char *name);

/* The sentence: "every lane reads the lane 1 below it; lane 0 keeps its own value". Of a call, it is made from the lanes;
 * of an instruction, from lanes, mode, guard, sb, sc and the immediates of in. */
void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX]);

/* What a lane's Ra shows: "?" if it is not defined. */
const char *explain_ra(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX]);

/* What a lane's Rd shows: "-" if the lane does not execute, "?" if what it reads is not defined, behind the word that a unit
 * with this policy has if e has_policy. */
const char *explain_rd(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX]);

/* Why what a lane writes is not defined. */
enum explain_open {
    EXPLAIN_DEFINED, /* it is; or the lane does not execute */
    EXPLAIN_UNREAD,  /* the lane that it reads does not execute */
    EXPLAIN_BEYOND,  /* the call's own rule, by the operand */
    EXPLAIN_OUTSIDE, /* it executes, and is no member of its mask */
    EXPLAIN_STRANGE, /* the lane that it reads is no member */
    EXPLAIN_BLANK,   /* what the lane that it reads holds is not */
};
enum explain_open explain_open(const struct explain *e, unsigned lane);

/* Is what a lane writes defined? */
bool explain_defined(const struct explain *e, unsigned lane);

/* ---- A vote, match or redux; or a function of a ballot: docs/rules.md 8 to 11 */

/* All but the results is set: compute them. */
void collective_run(struct explain *e);

/* Why nothing that it writes is defined, or NULL: it is. why may be NULL, too: then it is asked whether. */
const char *collective_open(const struct explain *e, char why[READ_WHY_MAX]);

/* Its document. */
const char *collective_source(const struct explain *e);

/* The text of an operand's value in a lane, of Rd and of Pu: "-" where it is not written, "?" where it is not defined. */
enum { COLLECTIVE_TEXT_MAX = 24 };
const char *collective_operand(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_rd(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_pu(const struct explain *e, unsigned lane);

/* ---- A barrier that reduces, a BlockShuffle, a derivative or movmatrix: docs/rules.md 15 to 18 */

/* All but the results is set: compute them. */
void block_run(struct block *b);

/* How many results there are, a line each: the threads, lanes or items; and what one is called. */
unsigned block_results(const struct block *b);
const char *block_unit(const struct block *b);

/* Does the thread of a result execute it? And does it write a result that is defined? */
bool block_executes(const struct block *b, unsigned n);
bool block_writes(const struct block *b, unsigned n);

/* Why results are not defined, or NULL: all are. */
const char *block_undefined(const struct block *b);

/* The text of an operand and of a result: "-" where it is not written, "?" where it is not defined. */
const char *block_operand(const struct block *b, unsigned n, char text[WORD_TEXT_MAX]);
bool block_is_float(const struct block *b); /* a result */
const char *block_rd(const struct block *b, unsigned n, char text[WORD_TEXT_MAX]);

#endif
