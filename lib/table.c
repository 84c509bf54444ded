/* SPDX-License-Identifier: Apache-2.0
 * table - see table.h */
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void markup_text(FILE *file, const char *text, size_t length)
{
    for (; length-- > 0; text++)
        if (strchr("<>&\"", *text) != NULL && *text != '\0')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text >= ' ' && *text <= '~' ? *text : '?', file);
}

void table_column(struct table *t, const char *head, int width)
{
    t->column[t->columns].head = head;
    t->column[t->columns++].width = width;
}

void table_cell(struct table *t, const char *format, ...)
{
    t->used -= t->used == sizeof t->row; /* it is full: the cell is empty */
    const size_t room = sizeof t->row - t->used;
    va_list arguments;

    t->cell[t->cells].at = t->used;
    t->cell[t->cells++].span = 1;
    va_start(arguments, format);
    const int length = vsnprintf(t->row + t->used, room, format, arguments);
    va_end(arguments);
    t->used += length < (int)room ? (size_t)length + 1 : room;
}

void table_span(struct table *t, unsigned columns, const char *text)
{
    table_cell(t, "%s", text);
    t->cell[t->cells - 1].span = columns;
}

static int width_of(const struct table *t, unsigned column)
{
    const int width = abs(t->column[column].width), head = (int)strlen(t->column[column].head);

    return width > head ? width : head;
}

void table_end(struct table *t)
{
    if (t->indent != NULL)
        fputs(t->indent, t->file);
    while (t->cells > 0 && t->row[t->cell[t->cells - 1].at] == '\0')
        t->cells--; /* no blanks at the end of a line */
    for (unsigned i = 0, column = 0; i < t->cells; column += t->cell[i++].span) {
        const bool is_left = t->cell[i].span > 1 || t->column[column].width <= 0;
        int width = 0;

        for (unsigned c = column; c < column + t->cell[i].span; c++)
            width += width_of(t, c) + 2;
        fprintf(t->file, "%s%*s", i > 0 ? "  " : "", is_left ? (i + 1 < t->cells ? 2 - width : 0) : width - 2,
                t->row + t->cell[i].at);
    }
    fputc('\n', t->file);
    t->cells = 0;
    t->used = 0;
}

void table_head(struct table *t)
{
    for (unsigned i = 0; i < t->columns; i++)
        table_cell(t, "%s", t->column[i].head);
    table_end(t);
}
