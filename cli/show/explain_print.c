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
static const char outside_json[] = "a lane executes that the mask does not name, or it reads such a lane: PTX ISA, "
                                   "shfl.sync; docs/rules.md 3.5";

/* --- Text --------------------------------------------------------------------------------------------- */

static void steps_text(const struct explain *e, unsigned lane, FILE *file)
{
    char step[EXPLAIN_STAGES][EXPLAIN_STEP_MAX];

    explain_steps(e, lane, step);
    fprintf(file, "\nlane %u\n", lane);
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++)
        fprintf(file, "%11s  %s\n", explain_stages[i], step[i]);
}

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
        fprintf(file, "\n?  %s: undefined by %s, %s\n", e->row->undefined, call_name(e->row, name), e->row->source);
    if (seen >> EXPLAIN_OUTSIDE & 1)
        fprintf(file, "\n?  the lane executes the call and its mask does not name it: undefined, %s\n", outside);
    if (seen >> EXPLAIN_STRANGE & 1)
        fprintf(file, "\n?  the mask does not name the lane that is read: Rd is undefined, Pu is defined\n");
}

void explain_text(const struct explain *e, unsigned lane, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], ra[WORD_TEXT_MAX], rd[WORD_TEXT_MAX], digits[8];
    char network[NETWORK_TEXT_MAX];
    const unsigned n = explain_bits(e);

    if (e->c.kind) {
        collective_text(e, lane, file);
        return;
    }
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
    if (lane != EXPLAIN_ALL) {
        steps_text(e, lane, file);
        return;
    }
    fprintf(file, "\nlane  index clamp segmask  min_lane max_lane    j  in_range src_lane  %10s %10s  Pu\n", "Ra",
            "Rd");
    for (unsigned k = 0; k < e->lanes; k++) {
        word_text((uint32_t)e->in.ra[k], e->is_float, WORD_AUTO, ra);
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

/* --- JSON --------------------------------------------------------------------------------------------- */

static const char *boolean(uint64_t value) { return value & 1 ? "true" : "false"; }

static void member(FILE *file, const char *name, const char *text)
{
    fprintf(file, ",\n  \"%s\": ", name);
    word_json(file, text);
}

static void lane_json(const struct explain *e, unsigned k, FILE *file)
{
    const struct shfl_out *out = &e->out;
    const enum explain_open open = explain_open(e, k);
    char step[EXPLAIN_STAGES][EXPLAIN_STEP_MAX];

    fprintf(file,
            "    {\"lane\": %u, \"active\": %s, \"sb\": %" PRIu32 ", \"sc\": %" PRIu32 ", \"index\": %u, "
            "\"clamp\": %u, \"segmask\": %u, \"min_lane\": %u, \"max_lane\": %u, \"j\": %d, \"in_range\": %s, "
            "\"src_lane\": %u, \"src_active\": %s, \"ra\": %" PRIu64 ", \"src_data\": %" PRIu64 ", ",
            k, boolean(e->in.active >> k), e->in.sb_is_imm ? e->in.sb_imm : e->in.sb[k],
            e->in.sc_is_imm ? e->in.sc_imm : e->in.sc[k], out->index[k], out->clamp[k], out->segmask[k],
            explain_min_lane(e, k), explain_max_lane(e, k), out->j[k], boolean(out->in_range[k]), out->src_lane[k],
            boolean(out->src_active >> k), e->in.ra[k], out->src_data[k]);
    if (e->has_members)
        fprintf(file, "\"member\": %s, ", boolean(e->members >> k));
    if (e->other)
        fprintf(file, "\"other\": %s, ", boolean(e->other >> k));
    fprintf(file, "\"undefined\": %s, \"we\": %s, \"unit_rd\": %" PRIu64 ", ",
            boolean((e->undefined >> k & 1) || open == EXPLAIN_OUTSIDE || open == EXPLAIN_STRANGE),
            boolean(out->we >> k), out->rd[k]);
    if (explain_defined(e, k) && !(e->other >> k & 1))
        fprintf(file, "\"rd\": %" PRIu64 ", ", out->rd[k]);
    else
        fputs("\"rd\": null, ", file);
    fprintf(file, "\"pu\": %s, \"steps\": ", !(e->in.active >> k & 1) ? "null" : boolean(out->pu >> k));
    explain_steps(e, k, step);
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++) {
        fputs(i == 0 ? "[" : ", ", file);
        word_json(file, step[i]);
    }
    fputs("]}", file);
}

void explain_json(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX];

    if (e->c.kind) {
        collective_json(e, file);
        return;
    }
    explain_line(e, line);
    fprintf(file, "{\n  \"instruction\": ");
    word_json(file, e->text);
    if (e->call[0])
        member(file, "asked", e->call);
    fprintf(file, ",\n  \"mode\": \"%s\"", shfl_mode_name[e->mode]);
    member(file, "summary", line);
    if (e->note[0])
        member(file, "note", e->note);
    if (e->row) {
        member(file, "source", e->row->source);
        if (e->row->undefined)
            member(file, "undefined", e->row->undefined);
    }
    if (e->has_members && (e->in.active & ~e->members))
        member(file, "undefined", outside_json);
    fprintf(file,
            ",\n  \"rule\": [\"%s\", \"%s\", \"%s\", \"%s\", \"src_lane = in_range ? j : lane\"],\n  \"stages\": ",
            explain_rule_min, explain_rule_max, explain_rule_j[e->mode], explain_rule_range(e->mode));
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++)
        fprintf(file, "%s\"%s\"", i == 0 ? "[" : ", ", explain_stages[i]);
    fprintf(file, "],\n  \"sb\": ");
    word_json(file, e->sb);
    fprintf(file, ",\n  \"sc\": ");
    word_json(file, e->sc);
    if (e->network)
        fprintf(file, ",\n  \"network\": %u,\n  \"trips\": %u", e->network,
                trips_of_shfl(e->lanes, e->network, &e->out));
    fprintf(file, ",\n  \"policy\": \"%s\",\n  \"active\": %" PRIu64 ",\n  \"lanes\": ", shfl_policy_name[e->policy],
            e->in.active);
    if (!e->has_values) {
        fprintf(file, "null\n}\n");
        return;
    }
    for (unsigned k = 0; k < e->lanes; k++) {
        fputs(k == 0 ? "[\n" : ",\n", file);
        lane_json(e, k, file);
    }
    fprintf(file, "\n  ]\n}\n");
}
