/* SPDX-License-Identifier: Apache-2.0 */
/* block_picture - see rows.h: a thread that writes nothing has a dashed box, one that does not execute a dotted box. */
#include "picture.h"
#include "rows.h"

void block_picture(const struct answer *a, struct picture *p)
{
    enum { READS, STAYS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", "in", "executes it, and gets the result" },
        { "keep", NULL, "nothing to read: the output stays as it is" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: writes nothing" },
    };
    const struct block *b = &a->e.b;
    const bool is_slope = b->kind == BLOCK_SLOPE;

    p->source = b->operand;
    p->result = "result";
    p->lane_name = block_unit(b);
    p->group[0] = is_slope ? "quad" : "warp";
    p->group[1] = p->group[2] = "";
    p->marks = marks;
    p->marks_count = MARKS;
    for (unsigned n = 0; n < p->lanes; n++) {
        struct picture_lane *lane = &p->lane[n];
        const unsigned mark = !block_executes(b, n) ? OFF : b->undefined[n] ? OPEN : block_writes(b, n) ? READS : STAYS;

        lane->mark = &marks[mark];
        lane->source_box = marks[block_executes(b, n) ? READS : OFF].box;
        lane->from = b->from[n][0] < 0 ? n : (unsigned)b->from[n][0];
        lane->arrow = mark == READS && b->from[n][0] >= 0 ? marks[READS].arrow : NULL;
        lane->group = is_slope ? n / 4 * 4 : n / (b->warp * b->items) * b->warp * b->items;
    }
}
