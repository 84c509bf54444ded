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

static void begin(struct table *t, unsigned span)
{
    t->used -= t->used == sizeof t->row; /* it is full: the cell is empty */
    t->cell[t->cells].at = t->used;
    t->cell[t->cells++].span = span;
    t->row[t->used++] = '\0';
}

static void put(struct table *t, const char *format, va_list arguments)
{
    const size_t room = sizeof t->row - t->used + 1;
    const int length = vsnprintf(t->row + t->used - 1, room, format, arguments);

    t->used += length < (int)room ? (size_t)length : room - 1;
}

void table_cell(struct table *t, const char *format, ...)
{
    va_list arguments;

    begin(t, 1);
    va_start(arguments, format);
    put(t, format, arguments);
    va_end(arguments);
}

static void add(struct table *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    put(t, format, arguments);
    va_end(arguments);
}

void table_span(struct table *t, unsigned columns, const char *text)
{
    begin(t, columns);
    add(t, "%s", text);
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
