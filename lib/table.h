/* SPDX-License-Identifier: Apache-2.0
 * table - rows of cells, with two blanks between columns; and a text in markup. */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_COLUMNS = 14, TABLE_ROW = 2400 };

struct table {
    FILE *file;
    const char *indent; /* of each line, or NULL */
    unsigned columns;
    struct {
        const char *head;
        int width; /* at least; negative, or 0: what stands in it begins on the left */
    } column[TABLE_COLUMNS];
    unsigned cells; /* of this row, so far */
    struct {
        size_t at;     /* in the row */
        unsigned span; /* columns */
    } cell[TABLE_COLUMNS];
    size_t used;
    char row[TABLE_ROW];
};

/* Another column. Its head stays where it is. */
void table_column(struct table *t, const char *head, int width);
void table_head(struct table *t);

/* The next cell, of one column or of several; the end of the row. */
void table_cell(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_span(struct table *t, unsigned columns, const char *text);
void table_end(struct table *t);

/* A text in HTML, SVG or XML: what is no printable character of ASCII is a question mark. */
void markup_text(FILE *file, const char *text, size_t length);

#endif
