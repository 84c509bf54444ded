/* SPDX-License-Identifier: Apache-2.0 */
/* block_print - see show.h: a block or its quads as text, one thread in a line, and the picture. */
#include "show.h"
#include "picture.h"

#include <string.h>

/* Which it reads: "6", "5-4", or nothing. */
static const char *reads(const struct block *b, unsigned n, char text[24])
{
    if (b->from[n][0] < 0)
        return "-";
    snprintf(text, 24, b->from[n][1] < 0 ? "%d" : "%d, %d", b->from[n][0], b->from[n][1]);
    return text;
}

void block_text(const struct explain *e, bool table, FILE *file)
{
    const struct block *b = &e->b;
    char line[BLOCK_LINE_MAX], rule[BLOCK_LINE_MAX], operand[WORD_TEXT_MAX], result[WORD_TEXT_MAX], from[24];

    if (e->call[0])
        fprintf(file, "%s%s\n", e->call, e->text[0] ? " is" : "");
    if (e->text[0])
        fprintf(file, "%s\n", e->text);
    block_line(b, line);
    block_rule(b, rule);
    fprintf(file, "%s\n", line);
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    if (strcmp(line, rule) != 0)
        fprintf(file, "\n%s", rule);
    fprintf(file, "\n%s\n", b->source);
    if (!table)
        return;
    fprintf(file, "\n%6s  executes  %10s  %6s  %10s\n", block_unit(b), b->operand, "reads", "result");
    for (unsigned n = 0; n < block_results(b); n++)
        fprintf(file, "%6u  %8s  %10s  %6s  %10s\n", n, block_executes(b, n) ? "yes" : "no",
                block_operand(b, n, operand), reads(b, n, from), block_rd(b, n, result));
    if (block_undefined(b))
        fprintf(file, "\n?  undefined: %s\n", block_undefined(b));
}

void block_reply(const struct explain *e, const char *shown, unsigned n, FILE *file)
{
    const struct block *b = &e->b;
    char step[STEPS_MAX][STEP_MAX];

    block_steps(b, n, step);
    fprintf(file, "%s, %s %u of %u (%s): ", shown, block_unit(b), n, block_results(b), step[0]);
    if (block_executes(b, n))
        fprintf(file, "%s; %s", step[1], step[2]);
    else
        fputs(step[2], file);
    fprintf(file, "; %s", b->source);
    if (e->note[0])
        fprintf(file, "; note: %s", e->note);
    fputc('\n', file);
}

void block_svg(const struct explain *e, FILE *file)
{
    enum { READS, STAYS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", "in", "executes it, and gets the result" },
        { "keep", NULL, "nothing to read: the output stays as it is" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: writes nothing" },
    };
    const struct block *b = &e->b;
    char line[BLOCK_LINE_MAX], text[WORD_TEXT_MAX];
    static struct picture p;

    block_line(b, line);
    p = (struct picture){ .title = e->call[0] ? e->call : e->text,
                          .line = line,
                          .source = b->operand,
                          .result = "result",
                          .third = "",
                          .lane_name = block_unit(b),
                          .lanes = block_results(b),
                          .group = { b->kind == BLOCK_SLOPE ? "quad" : "warp", "", "" },
                          .group_size = 1,
                          .marks = marks,
                          .marks_count = MARKS };
    for (unsigned n = 0; n < p.lanes; n++) {
        struct picture_lane *lane = &p.lane[n];
        const unsigned mark = !block_executes(b, n) ? OFF : b->undefined[n] ? OPEN : block_writes(b, n) ? READS : STAYS;

        lane->mark = &marks[mark];
        lane->source_box = marks[block_executes(b, n) ? READS : OFF].box;
        lane->from = b->from[n][0] < 0 ? n : (unsigned)b->from[n][0];
        lane->arrow = mark == READS && b->from[n][0] >= 0 ? marks[READS].arrow : NULL;
        lane->group = b->kind == BLOCK_SLOPE ? n / 4 * 4 : n / (b->warp * b->items) * b->warp * b->items;
        strcpy(lane->source, block_operand(b, n, text));
        if (mark != OFF)
            strcpy(lane->result, mark == STAYS ? "=" : block_rd(b, n, text));
    }
    picture_draw(&p, file);
}
