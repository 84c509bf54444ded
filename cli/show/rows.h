/* SPDX-License-Identifier: Apache-2.0 */
/* rows - what each family has alone for the printers of text and pictures: the cells of a lane, its sentence, and its marks. */
#ifndef ROWS_H
#define ROWS_H

#include "cli/answer/answer.h"

/* ---- A warp as two rows of boxes, an arrow from every lane that is read to the lane that reads it, as SVG. Nothing depends on
 * colour alone: groups of lanes have names and gaps, and marks differ in the lines of box and arrow. picture.c */

enum { PICTURE_LANES = 64 };

/* What becomes of a lane: the classes of its box and its arrow (NULL: none), and its line in the legend. */
struct picture_mark {
    const char *box, *arrow, *text;
};

struct picture_lane {
    const struct picture_mark *mark;
    const char *source_box, *arrow; /* arrow: NULL if there is none */
    unsigned from;                  /* where it begins */
    unsigned group;                 /* neighbours with the same number share a band; it is their lowest lane */
    unsigned bus;                   /* a line joins those with the same number, the lowest of them and 1; 0: none */
    char source[WORD_TEXT_MAX], result[WORD_TEXT_MAX], third[2];
};

struct picture {
    const char *title, *line, *note;     /* note: below the legend, or NULL */
    const char *source, *result, *third; /* the names of the rows */
    const char *lane_name;               /* what a lane is called */
    bool is_small;                       /* the names of the rows */
    bool one_source, one_result;         /* a single box, of lane 0, as wide as the warp */
    const char *group[3];                /* "segment", "seg", "s": by the room that there is */
    unsigned group_size;                 /* by which the number in a short name is divided */
    const struct picture_mark *marks;    /* those of the legend, in this order */
    unsigned marks_count;
    unsigned lanes;
    struct picture_lane lane[PICTURE_LANES];
};

void picture_draw(const struct picture *picture, FILE *file);

/* ---- Of each family */

/* One lane in a line: "SHOWN, lane 5 of 64 (with): is; source". */
struct reply {
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
    /* The names of a picture. And of each lane the number of its mark; also a text or an arrow ("" is none) that is not the mark's, the
     * lane that is read if it is not its own, and the group if it is not by group_size. */
    void (*picture)(const struct answer *a, struct picture *p);
    unsigned (*lane)(const struct answer *a, unsigned lane, struct picture_lane *l);
    const struct picture_mark *marks; /* the first is of a lane that executes, the last of one that does not */
    unsigned marks_count;
};
extern const struct rows rows[ANSWER_FAMILIES];

#endif
