/* SPDX-License-Identifier: Apache-2.0
 * explain_print - see show.h: all of it as text and as JSON */
#include "show.h"
#include "network.h"
#include "cli/lib/trips.h"

#include <inttypes.h>
#include <string.h>

static const char outside[] =
    "PTX ISA, shfl.sync;\n"
    "   an H200 shuffled it like a member in straight code with a mask that is the same for all, and\n"
    "   stopped with an illegal instruction elsewhere; docs/rules.md 3.5";
/* --- Text --------------------------------------------------------------------------------------------- */

/* What "?" means, where there is one. */
static void say_open(const struct explain *e, FILE *file)
{
    unsigned seen = 0;
    char name[64];

    for (unsigned k = 0; k < e->lanes; k++)
        seen |= 1u << explain_open(e, k);
    if (seen >> EXPLAIN_UNREAD & 1)
        fprintf(file, "\n?  the lane that is read does not execute: Rd is UNPREDICTABLE, Pu is defined\n");
    if (seen >> EXPLAIN_BEYOND & 1)
        fprintf(file, "\n?  %s: undefined by %s, %s\n", e->row->undefined, call_name(e->row, NULL, name),
                e->row->source);
    if (seen >> EXPLAIN_OUTSIDE & 1)
        fprintf(file, "\n?  the lane executes the call and its mask does not name it: undefined, %s\n", outside);
    if (seen >> EXPLAIN_STRANGE & 1)
        fprintf(file, "\n?  the mask does not name the lane that is read: Rd is undefined, Pu is defined\n");
    if (seen >> EXPLAIN_BLANK & 1)
        fprintf(file, "\n?  what the lane that is read holds is not defined: nor is Rd, but Pu\n");
}

void explain_text(const struct explain *e, bool table, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], ra[WORD_TEXT_MAX], rd[WORD_TEXT_MAX], digits[8];
    char network[NETWORK_TEXT_MAX];
    const unsigned n = explain_bits(e);

    explain_line(e, line);
    if (e->row) {
        fprintf(file, "%s\n%s\n", e->call, line);
        if (!e->other && (e->undefined & shfl_all_lanes(e->lanes)) != shfl_all_lanes(e->lanes))
            fprintf(file, "%sit is %s\n", e->undefined ? "where it is defined, " : "", e->text);
    } else {
        if (e->call[0])
            fprintf(file, "%s is\n", e->call);
        fprintf(file, "%s\n%s\n", e->text, line);
    }
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    if (e->network)
        fprintf(file, "%s\n",
                network_text(e->lanes, e->network, trips_of_shfl(e->lanes, e->network, &e->out), network));
    fprintf(file,
            "\n"
            "index    = Sb[%u:0], clamp = Sc[%u:0], segmask = Sc[%u:8]\n"
            "%s\n"
            "%s\n"
            "%s\n"
            "%s\n"
            "src_lane = in_range ? j : lane\n"
            "Rd = Ra of src_lane, Pu = in_range\n",
            n - 1, n - 1, n + 7, explain_rule_min, explain_rule_max, explain_rule_j[e->mode],
            explain_rule_range(e->mode));
    if (!e->has_values) {
        fprintf(file, "\nThe lanes depend on %s%s%s: give %s with --init, such as --init %s=lane\n",
                explain_is_register(e->sb) ? e->sb : "",
                explain_is_register(e->sb) && explain_is_register(e->sc) ? " and " : "",
                explain_is_register(e->sc) ? e->sc : "",
                explain_is_register(e->sb) && explain_is_register(e->sc) ? "both" : "it",
                explain_is_register(e->sb) ? e->sb : e->sc);
        return;
    }
    if (!table)
        return;
    fprintf(file, "\nlane  index clamp segmask  min_lane max_lane    j  in_range src_lane  %10s %10s  Pu\n", "Ra",
            "Rd");
    for (unsigned k = 0; k < e->lanes; k++) {
        snprintf(ra, sizeof ra, "%s", explain_ra(e, k, rd));
        if (!(e->in.active >> k & 1)) {
            fprintf(file, "%4u  does not execute%58s %10s\n", k, ra, "-");
            continue;
        }
        fprintf(file, "%4u  %5u %5u   %5s  %8u %8u  %3d  %8s %8u  %10s %10s  %2u\n", k, e->out.index[k],
                e->out.clamp[k], explain_binary(e, e->out.segmask[k], digits), explain_min_lane(e, k),
                explain_max_lane(e, k), e->out.j[k], e->out.in_range[k] ? "yes" : "no", e->out.src_lane[k], ra,
                explain_rd(e, k, rd), (unsigned)(e->out.pu >> k & 1));
    }
    say_open(e, file);
}

/* --- One lane ----------------------------------------------------------------------------------------- */

void explain_reply(const struct explain *e, const char *shown, unsigned lane, FILE *file)
{
    const unsigned from = e->out.src_lane[lane];
    const bool in_range = e->out.in_range[lane], active = e->in.active >> lane & 1;
    const char *rule = !active ? "3.5" : !in_range ? "3.3" : "3.2", *own = from == lane ? " (its own)" : "";
    const enum explain_open open = explain_open(e, lane);
    char text[NETWORK_TEXT_MAX], name[64];

    if (e->row)
        fprintf(file, "%s, lane %u: ", shown, lane);
    else
        fprintf(file, "%s, lane %u (index %u, clamp %u, segmask %s): ", shown, lane, e->out.index[lane],
                e->out.clamp[lane], explain_binary(e, e->out.segmask[lane], text));
    if (!active)
        fprintf(file, "lane %u does not execute it, so it writes nothing", lane);
    else if (open == EXPLAIN_BEYOND)
        fprintf(file, "undefined: %s", e->row->undefined);
    else if (open == EXPLAIN_OUTSIDE)
        fprintf(file,
                "lane %u executes it and is no member of its mask: undefined by PTX; an H200 reads lane %u in straight "
                "code, and stops with an illegal instruction behind a branch",
                lane, from);
    else if (e->row)
        fprintf(file, "reads lane %u%s, %s", from, e->other >> lane & 1 ? " of the other argument" : own,
                open == EXPLAIN_UNREAD ? "which does not execute: its value is undefined" : "which executes");
    else
        fprintf(file, "reads lane %u%s, %s range, %s", from, own, in_range ? "in" : "out of",
                open == EXPLAIN_UNREAD    ? "source inactive: its value is undefined"
                : open == EXPLAIN_STRANGE ? "source no member of the mask: its value is undefined"
                : open == EXPLAIN_BLANK   ? "source active: its value is not defined"
                                          : "source active");
    if (e->row)
        fprintf(file, "; %s, %s", call_name(e->row, NULL, name), e->row->source);
    else
        fprintf(file, "; docs/rules.md %s",
                open == EXPLAIN_OUTSIDE               ? "3.5"
                : open != EXPLAIN_DEFINED && in_range ? "4"
                                                      : rule);
    if (e->network)
        fprintf(file, "; %s", network_text(e->lanes, e->network, trips_of_shfl(e->lanes, e->network, &e->out), text));
    if (e->note[0])
        fprintf(file, "; note: %s", e->note);
    fputc('\n', file);
}
