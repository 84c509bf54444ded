/* SPDX-License-Identifier: Apache-2.0 */
/* collective_svg - see collective.h: what goes into each lane and what comes out, without arrows, as every lane that executes
 * counts in every lane. */
#include "cli/sass/explain.h"
#include "cli/sass/picture.h"

void collective_svg(const struct explain *e, FILE *file)
{
    enum { COUNTS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", NULL, "executes it: counts, and writes the result" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: does not count, and writes nothing" },
    };
    struct picture p = { .title = e->call[0] ? e->call : e->text,
                         .source = e->c.operand,
                         .result = e->c.rd_name[0] ? e->c.rd_name : "Rd",
                         .third = e->c.pu_name[0] ? e->c.pu_name : "Pu",
                         .lanes = e->lanes,
                         .group = { "segment", "seg", "s" },
                         .group_size = 1,
                         .marks = marks,
                         .marks_count = MARKS };
    char line[EXPLAIN_LINE_MAX], text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX];
    const bool open = collective_open(e, why) != NULL;

    collective_line(e, line);
    p.line = line;
    for (unsigned k = 0; k < e->lanes; k++) {
        struct picture_lane *lane = &p.lane[k];

        lane->mark = &marks[!(e->in.active >> k & 1) ? OFF : open ? OPEN : COUNTS];
        lane->source_box = marks[(e->in.active >> k & 1) ? COUNTS : OFF].box;
        lane->from = k;
        lane->group = k & ~(e->c.width - 1);
        snprintf(lane->source, sizeof lane->source, "%s", collective_operand(e, k, text));
        if (!(e->in.active >> k & 1))
            continue;
        snprintf(lane->result, sizeof lane->result, "%s", collective_rd(e, k, text));
        lane->third[0] = collective_pu(e, k)[0];
    }
    picture_draw(&p, file);
}
