/* SPDX-License-Identifier: Apache-2.0 */
/* statements - what the statements in front of a call do: what the names hold at the call, and which lanes come to it. */
#ifndef READ_STATEMENTS_H
#define READ_STATEMENTS_H

#include "expr.h"

/* How a language writes its statements. */
enum statements_style {
    STATEMENTS_C,
    STATEMENTS_PYTHON,
    STATEMENTS_JULIA,
    STATEMENTS_SSA, /* %name = ..., as compilers' IR has it */
};

struct statements {
    struct names names;
    uint64_t executes;        /* the lanes that come to the call; all, if it is not known */
    char why[READ_WHY_MAX];   /* why it is not known who comes to it, or empty */
    char trip[NAME_TEXT_MAX]; /* a name that changes in a loop, and decides who comes to it */
    uint64_t trip_word;
    char spelled[NAME_TEXT_MAX]; /* a name that decides it and that is declared nowhere, or empty */
};

/* Run what stands in front of `call` in the text; of a loop around the call, the first trip.
 *
 *   scope     its names are those of --let, which no statement changes
 */
void statements_run(const char *text, const char *call, enum statements_style style, const struct expr_scope *scope,
                    struct statements *s);

/* The calls of this text are read one after another, in its order: what is known at one is kept for the next. It stays as it
 * is until NULL, or another text, is kept. */
void statements_keep(const char *text);

/* The group of threads that an expression makes at the call, such as coalesced_threads(); false: it makes none. */
bool statements_group(struct statements *s, const struct expr_scope *scope, const char *text, struct name *group);

#endif
