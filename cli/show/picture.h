/* SPDX-License-Identifier: Apache-2.0
 * picture - a warp as two rows of boxes, an arrow from every lane that is read to the lane that reads it, as SVG. Nothing
 * depends on colour alone: groups of lanes have names and gaps, and marks differ in the lines of box and arrow. */
#ifndef PICTURE_H
#define PICTURE_H

#include "lib/word.h"

#include <stdio.h>

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
    unsigned bus;                   /* lanes with the same number, from 1, are joined by a line; 0: by none */
    char source[WORD_TEXT_MAX], result[WORD_TEXT_MAX], third[2];
};

struct picture {
    const char *title, *line, *note;     /* note: below the legend, or NULL */
    const char *source, *result, *third; /* the names of the rows */
    const char *lane_name;               /* what a lane is called, or NULL: "lane" */
    bool one_source, one_result;         /* a single box, of lane 0, as wide as the warp */
    const char *group[3];                /* "segment", "seg", "s": by the room that there is */
    unsigned group_size;                 /* by which the number in a short name is divided */
    const struct picture_mark *marks;    /* those of the legend, in this order */
    unsigned marks_count;
    unsigned lanes;
    struct picture_lane lane[PICTURE_LANES];
};

void picture_draw(const struct picture *picture, FILE *file);

#endif
