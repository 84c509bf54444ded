/* SPDX-License-Identifier: Apache-2.0 */
/* answer - the one way from a text to its lanes: what language it is, its reader, and the model. */
#ifndef ANSWER_H
#define ANSWER_H

#include "explain.h"
#include "cli/read/rvv.h"
#include "cli/read/shuffle.h"
#include "cli/read/wave.h"

/* What is understood of a text. The order is that of the columns in answer.c. */
enum answer_family {
    ANSWER_SHFL,       /* a shuffle of NVIDIA's, or a call of any language */
    ANSWER_COLLECTIVE, /* a vote, match or redux; also of HIP's */
    ANSWER_AMD,        /* an instruction of AMD's, or a shuffle of HIP's */
    ANSWER_RVV,        /* a permutation of RISC-V's vectors */
    ANSWER_BLOCK,      /* a barrier that reduces, a BlockShuffle, a derivative, or movmatrix */
    ANSWER_FAMILIES
};

struct answer {
    enum answer_family family;
    unsigned lanes;           /* or elements, threads, items */
    bool is_program;          /* it is not understood, as it has to be compiled: why names the statement */
    bool has_values;          /* the lanes are known */
    char needs[READ_WHY_MAX]; /* if not: what has to be given */
    struct explain e;         /* of the first two families, and of BLOCK */
    struct amd_wave wave;
    struct rvv r;
};

/* Read a text of any language, and run the model. Options overrule: with --gpu it is AMD's or HIP's, with --vtype RISC-V's.
 *
 *   returns   whether it is understood; if not, why says what was expected
 */
bool answer_read(const char *text, const struct read_options *options, struct answer *a, char why[READ_WHY_MAX]);

/* How many lanes a warp of NVIDIA's or of a sub-group has, by --lanes. */
bool answer_lanes(const char *text, unsigned *lanes, char why[READ_WHY_MAX]);

/* The same as answer_read, behind a reader: all of a->e is set but the results. */
bool answer_explain(struct answer *a, const struct read_options *options, char why[READ_WHY_MAX]);

/* What it was read as: the call or the line of PTX, or the instruction. */
const char *answer_shown(const struct answer *a);

/* What is said of it. */
void answer_said(const struct answer *a, struct said *s);

/* What a lane is called: "lane", "element", "thread". */
const char *answer_unit(const struct answer *a);

/* What a lane gets, the same for all families. The lanes are known. */
struct answer_lane {
    bool active;     /* it executes, or is an active element */
    int from;        /* the lane that it reads; -1: none */
    bool src_active; /* that lane executes */
    bool has_ra;     /* ra is defined */
    uint64_t ra;     /* what it holds; of a vote its predicate */
    bool has_rd;     /* rd is defined, and written */
    uint64_t rd;
    bool has_pu, pu; /* likewise */
    bool we;         /* it writes */
    bool undefined;  /* what it writes is not defined, whichever lanes execute */
};
struct answer_lane answer_lane(const struct answer *a, unsigned lane);

/* The stages' names, ended by NULL; and what each does in a lane, with its numbers. The lanes are known. */
const char *const *answer_stages(const struct answer *a);
void answer_steps(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX]);

/* The same of each family; of what is said, asked, instruction and note may be set before. */
#define ANSWER_FAMILY(name)                                                                   \
    extern const char *const name##_stages[];                                                 \
    void name##_steps(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX]); \
    void name##_said(const struct answer *a, struct said *s)
ANSWER_FAMILY(explain);
ANSWER_FAMILY(collective);
ANSWER_FAMILY(amd);
ANSWER_FAMILY(rvv);
ANSWER_FAMILY(block);

/* ---- An instruction of AMD's: docs/amd.md */

/* What it does, in a sentence. */
void amd_line(const struct amd_insn *insn, char line[AMD_LINE_MAX]);

/* What a lane writes, behind amd_run. */
enum shfl_amd_write amd_what(const struct amd_wave *wave, unsigned lane);

/* Fill in out and open, the sentence, and what the lanes add to the remarks. */
void amd_run(struct amd_wave *wave);

/* ---- A permutation of RISC-V's: docs/rvv.md */

/* Where an element is. */
enum rvv_part { RVV_BODY, RVV_PRESTART, RVV_TAIL, RVV_MASKED };
enum rvv_part rvv_part(const struct rvv *r, unsigned element);
extern const char *const rvv_part_name[];

/* What an element gets: as shfl_rvv_source, but in elements; from is set for BYTE only. */
enum shfl_rvv_what rvv_what(const struct rvv *r, unsigned element, unsigned *from);

/* An element of the source group; and what a written element holds then. */
uint64_t rvv_source(const struct rvv *r, unsigned element);
uint64_t rvv_result(const struct rvv *r, unsigned element);

/* A value as text. Returns text. */
const char *rvv_number(uint64_t value, char text[RVV_NUMBER_MAX]);

/* ---- The same shuffle in each API: a table says how each writes a form, and the answer to that text whether each lane has the
 * same value. equivalents.c */

/* Where a lane's value comes from: a lane's number, or one of these. */
enum equiv_source {
    EQUIV_UNDEFINED = -1,
    EQUIV_ZERO = -2,
    EQUIV_KEPT = -3 /* what the destination held */,
    EQUIV_OTHER = -4 /* of another register */
};

struct equiv_query {
    unsigned lanes;
    uint64_t active;               /* the lanes that execute; no others count */
    int8_t source[SHFL_LANES_MAX]; /* of a lane with EQUIV_UNDEFINED, any result will do */
    bool has_pu;                   /* it has a predicate, which SASS and PTX have to match, too */
    uint64_t pu;
    const struct shfl_in *own; /* the instruction, if its operands are the same for all lanes; else NULL */
};

enum { EQUIV_TEXT_MAX = 320, EQUIV_ARGUMENTS = 9 };

struct equiv {
    const char *api, *gpu, *source;                 /* gpu: NULL if it is none of AMD's; source: of the API's rule */
    unsigned lanes;                                 /* of its warp; the query's lanes are repeated until it is full */
    bool says, by_lane;                             /* by_lane: with an operand that differs from lane to lane */
    const char *reason;                             /* why it has none, or none that is the same for all lanes */
    char argument[EQUIV_ARGUMENTS][EQUIV_TEXT_MAX]; /* of `openshfl explain`: the call or instruction, and options */
    unsigned arguments;
    bool is_tried, is_read; /* a text was tried; and one was understood */
    struct equiv_query q;   /* in its lanes */
};

/* All APIs, in their order; found is called with context for each. a has_values; gpu: of AMD's, NULL: gfx90a and gfx1100. */
void equiv_all(const struct answer *a, const char *gpu, void (*found)(void *context, const struct equiv *),
               void *context);

#endif
