/* SPDX-License-Identifier: Apache-2.0 */
/* rows - what each family has alone for the printers of text and pictures: the cells of a lane, its sentence, and its marks. */
#ifndef ROWS_H
#define ROWS_H

#include "cli/answer/answer.h"
#include "picture.h"

/* One lane in a line: "SHOWN, lane 5 of 64 (with): is; source". */
struct reply {
    bool is_counted;           /* of how many there are is said, too */
    char with[STEP_MAX];       /* its operands, or empty */
    char is[STEP_MAX * 3];     /* what becomes of it */
    char source[2 * STEP_MAX]; /* the place in the document; empty: the document */
};

/* The cells of a lane in the table; the picture has the last three, too. */
enum row_text { ROW_STATE, ROW_READS, ROW_OPERAND, ROW_RESULT, ROW_THIRD, ROW_TEXTS };

struct rows {
    const char *head[ROW_TEXTS]; /* NULL: it has none */
    int width[ROW_TEXTS];
    void (*heads)(const struct answer *a, const char *head[ROW_TEXTS]); /* those of this one that are others, or NULL */
    const char *(*text)(const struct answer *a, unsigned lane, enum row_text which, char text[RVV_NUMBER_MAX]);
    void (*open)(const struct answer *a, FILE *file); /* what a ? in them means, or NULL */
    void (*reply)(const struct answer *a, unsigned lane, struct reply *r);
    /* The names and marks of a picture, and of each lane all but its texts; one that it has already stays. */
    void (*picture)(const struct answer *a, struct picture *p);
};
extern const struct rows rows[ANSWER_FAMILIES];

#endif
