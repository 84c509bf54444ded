/* SPDX-License-Identifier: Apache-2.0 */
/* collective_print - see show.h: as text, as JSON, and one lane in a line. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

static bool executes(const struct explain *e, unsigned lane) { return e->in.active >> lane & 1; }

/* ---- Text */

void collective_text(const struct explain *e, bool table, FILE *file)
{
    const struct collective *c = &e->c;
    char line[EXPLAIN_LINE_MAX], text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX], source[80];

    if (e->call[0])
        fprintf(file, "%s%s\n", e->call, e->text[0] ? " is" : "");
    if (e->text[0])
        fprintf(file, "%s\n", e->text);
    collective_line(e, line);
    fprintf(file, "%s\n", line);
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    collective_rule(c, e->guard, e->lanes, line);
    fprintf(file, "\n%s\n%s\n", line, collective_source(e, source));
    if (!table)
        return;
    fprintf(file, "\nlane  executes%s  %18s  %18s  %3s\n", e->has_members ? "  member" : "", c->operand,
            c->rd_name[0] ? c->rd_name : "Rd", c->pu_name[0] ? c->pu_name : "Pu");
    for (unsigned k = 0; k < e->lanes; k++) {
        fprintf(file, "%4u  %8s", k, executes(e, k) ? "yes" : "no");
        if (e->has_members)
            fprintf(file, "  %6s", e->members >> k & 1 ? "yes" : "no");
        fprintf(file, "  %18s", collective_operand(e, k, text));
        fprintf(file, "  %18s  %3s\n", collective_rd(e, k, text), collective_pu(e, k));
    }
    const char *open = collective_open(e, why);
    if (open)
        fprintf(file, "\n?  undefined: %s; %s\n", open, collective_source(e, source));
    if (open == why) /* of members */
        fprintf(file, "   if the others do not execute it: --active 0x%" PRIx64 "\n", e->in.active & e->members);
}

/* ---- One lane */

void collective_reply(const struct explain *e, const char *shown, unsigned lane, FILE *file)
{
    char text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX], source[80];
    const char *open = collective_open(e, why);

    fprintf(file, "%s, lane %u (%s %s): ", shown, lane, e->c.operand, collective_operand(e, lane, text));
    if (!executes(e, lane))
        fprintf(file, "lane %u does not execute it, so it does not count and writes nothing", lane);
    else if (open)
        fprintf(file, "undefined: %s", open);
    else {
        if (e->c.rd_name[0])
            fprintf(file, "%s is %s", e->c.rd_name, collective_rd(e, lane, text));
        if (e->c.pu_name[0])
            fprintf(file, "%s%s is %s", e->c.rd_name[0] ? ", " : "", e->c.pu_name, collective_pu(e, lane));
    }
    fprintf(file, "; %s", collective_source(e, source));
    if (e->note[0])
        fprintf(file, "; note: %s", e->note);
    fputc('\n', file);
}
