/* SPDX-License-Identifier: Apache-2.0 */
/* collective_svg - see show.h: what goes into each lane and what comes out. A line joins the lanes that count in each
 * other: those with the same value in a match, those of a segment else. A scan has none. */
#include "show.h"
#include "picture.h"

/* Does the value of a lane count in another? */
static bool joined(const struct explain *e, unsigned a, unsigned b)
{
    const uint64_t differ = e->in.ra[a] ^ e->in.ra[b], bits = e->c.w < 64 ? ((uint64_t)1 << e->c.w) - 1 : ~(uint64_t)0;
    const unsigned segment = ~(e->c.width - 1);
    const bool together = e->c.has_group ? e->c.group[a] >> b & 1 : (a & segment) == (b & segment);

    return (e->in.active >> a & e->in.active >> b & 1) && together && e->c.scan == CALL_WHOLE
        && e->c.kind != COLLECTIVE_MASK && (e->c.kind != COLLECTIVE_MATCH || (differ & bits) == 0);
}

void collective_svg(const struct explain *e, FILE *file)
{
    enum { COUNTS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", NULL, "executes it: counts, and writes the result" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: does not count, and writes nothing" },
    };
    const bool has_rd = e->c.rd_name[0] != '\0' || e->c.pu_name[0] == '\0';
    struct picture p = { .title = e->call[0] ? e->call : e->text,
                         .source = e->c.operand,
                         .note = e->c.kind == COLLECTIVE_MATCH ? "Lanes that a line joins have the same value." : NULL,
                         .result = has_rd ? e->c.rd_name : e->c.pu_name,
                         .third = has_rd ? e->c.pu_name : "",
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
        for (unsigned first = 0; first <= k && lane->bus == 0; first++)
            lane->bus = joined(e, first, k) ? first + 1 : 0;
        snprintf(lane->result, sizeof lane->result, "%s", has_rd ? collective_rd(e, k, text) : collective_pu(e, k));
        if (has_rd && e->c.pu_name[0])
            lane->third[0] = collective_pu(e, k)[0];
    }
    picture_draw(&p, file);
}
