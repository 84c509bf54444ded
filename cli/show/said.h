/* SPDX-License-Identifier: Apache-2.0 */
/* said - what is said of an answer, whatever its family: for the printers of text, of JSON and of files. */
#ifndef SAID_H
#define SAID_H

#include "cli/answer/answer.h"

enum { SAID_MORE_MAX = 320, SAID_RULES = 5 };

struct said {
    const char *kind, *operation;               /* "SHFL", "UP" */
    const char *asked, *instruction;            /* the call, and the instruction; each may be empty */
    char line[EXPLAIN_LINE_MAX];                /* the sentence on these lanes, if they are known */
    char general[EXPLAIN_LINE_MAX];             /* and on any */
    char more[SAID_MORE_MAX];                   /* further facts, a line each, or empty */
    const char *note;                           /* what is unusual, or empty */
    const char *rule[SAID_RULES + 1];           /* ended by NULL */
    const char *source;                         /* the document */
    const char *undefined;                      /* why lanes are not defined, or NULL */
    char text[AMD_TEXT_MAX], why[READ_WHY_MAX], /* where some of these are kept */
        document[COLLECTIVE_SOURCE_MAX];
};

void said_of(const struct answer *a, struct said *s);

#endif
