/* SPDX-License-Identifier: Apache-2.0 */
/* collective_picture - see rows.h: what goes into each lane and what comes out. A line joins the lanes that count in each
 * other: those with the same value in a match, those of a segment else. A scan has none. */
#include "picture.h"
#include "rows.h"

#include <string.h>

/* Does the value of a lane count in another? */
static bool joined(const struct explain *e, unsigned a, unsigned b)
{
    const uint64_t differ = e->in.ra[a] ^ e->in.ra[b], bits = e->c.w < 64 ? ((uint64_t)1 << e->c.w) - 1 : ~(uint64_t)0;
    const unsigned segment = ~(e->c.width - 1);
    const bool together = e->c.has_group ? e->c.group[a] >> b & 1 : (a & segment) == (b & segment);

    return (e->in.active >> a & e->in.active >> b & 1) && together && e->c.scan == CALL_WHOLE
        && e->c.kind != COLLECTIVE_MASK && (e->c.kind != COLLECTIVE_MATCH || (differ & bits) == 0);
}

void collective_picture(const struct answer *a, struct picture *p)
{
    enum { COUNTS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", NULL, "executes it: counts, and writes the result" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: does not count, and writes nothing" },
    };
    const struct explain *e = &a->e;
    const bool has_rd = e->c.rd_name[0] != '\0' || e->c.pu_name[0] == '\0';
    char why[READ_WHY_MAX];
    const bool open = collective_open(e, why) != NULL;

    p->source = e->c.operand;
    p->note = e->c.kind == COLLECTIVE_MATCH ? "Lanes that a line joins have the same value." : NULL;
    p->result = has_rd ? e->c.rd_name : e->c.pu_name;
    p->third = has_rd ? e->c.pu_name : "";
    p->marks = marks;
    p->marks_count = MARKS;
    for (unsigned k = 0; k < e->lanes; k++) {
        struct picture_lane *lane = &p->lane[k];
        const bool active = e->in.active >> k & 1;

        lane->mark = &marks[!active ? OFF : open ? OPEN : COUNTS];
        lane->source_box = marks[active ? COUNTS : OFF].box;
        lane->from = k;
        lane->group = k & ~(e->c.width - 1);
        for (unsigned first = 0; first <= k && lane->bus == 0 && active; first++)
            lane->bus = joined(e, first, k) ? first + 1 : 0;
        if (!has_rd && active)
            strcpy(lane->result, collective_pu(e, k));
    }
}
