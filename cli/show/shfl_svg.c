/* SPDX-License-Identifier: Apache-2.0
 * shfl_picture - see rows.h: lanes out of range have a dashed arrow and a hatched box, lanes that do not execute a
 * dotted box without arrow. */
#include "picture.h"
#include "rows.h"

#include <string.h>

/* What becomes of a lane. */
enum part { IN_RANGE, OUTSIDE, UNREAD, UNDEFINED, STRANGE, BLANK, OTHER, OFF, PARTS };
static const struct picture_mark parts[PARTS] = {
    { "box", "in", "in range: reads that lane, Pu is 1" },
    { "outside", "own", "out of range: keeps its own value, Pu is 0" },
    { "open", "bad", "reads a lane that does not execute: Rd is ?" },
    { "open", NULL, "undefined by its document: Rd is ?" },
    { "open", "bad", "undefined, as it or the lane that it reads is no member of the mask: Rd is ?" },
    { "open", "bad", "undefined, as what the lane that it reads holds is ?: Rd is ?" },
    { "outside", NULL, "reads that lane of the other argument, *" },
    { "off", NULL, "does not execute: writes nothing" },
};

static enum part part_of(const struct explain *e, unsigned lane)
{
    if (!(e->in.active >> lane & 1))
        return OFF;
    switch (explain_open(e, lane)) {
    case EXPLAIN_BEYOND: return UNDEFINED;
    case EXPLAIN_UNREAD: return UNREAD;
    case EXPLAIN_OUTSIDE:
    case EXPLAIN_STRANGE: return STRANGE;
    case EXPLAIN_BLANK: return BLANK;
    default: return e->other >> lane & 1 ? OTHER : e->out.in_range[lane] ? IN_RANGE : OUTSIDE;
    }
}

void shfl_picture(const struct answer *a, struct picture *p)
{
    const struct explain *e = &a->e;

    p->source = "Ra";
    p->result = "Rd";
    p->third = "Pu";
    p->marks = parts;
    p->marks_count = PARTS;
    for (unsigned k = 0; k < e->lanes; k++) {
        const enum part part = part_of(e, k);
        struct picture_lane *lane = &p->lane[k];

        lane->mark = &parts[part];
        lane->source_box = parts[part == OFF ? OFF : IN_RANGE].box;
        lane->arrow =
            parts[(part == UNREAD || part == STRANGE || part == BLANK) && !e->out.in_range[k] ? OUTSIDE : part].arrow;
        lane->from = e->out.src_lane[k];
        lane->group = explain_min_lane(e, k);
        if (part == OTHER)
            snprintf(lane->result, sizeof lane->result, "*%u", e->out.src_lane[k]);
    }
}
