/* SPDX-License-Identifier: Apache-2.0 */
/* collective_print - see show.h: as text, as JSON, and one lane in a line. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

/* What is done in a lane, a line each. */
enum { STAGES = 3, STEP_MAX = 120 };
static const char *const stages[STAGES] = { "operand", "warp", "write-back" };

static bool executes(const struct explain *e, unsigned lane) { return e->in.active >> lane & 1; }

static unsigned count_of(uint64_t set)
{
    unsigned n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

static void steps(const struct explain *e, unsigned lane, char step[STAGES][STEP_MAX])
{
    const struct collective *c = &e->c;
    char text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX];
    struct text out = { step[2], 0, STEP_MAX };

    snprintf(step[0], STEP_MAX, "%s = %s%s", c->operand, collective_operand(e, lane, text),
             executes(e, lane) || c->kind == COLLECTIVE_MASK ? ""
                                                             : ", which does not count: the lane does not execute");
    snprintf(step[1], STEP_MAX, "%u of %u lanes execute", count_of(e->in.active & shfl_all_lanes(e->lanes)), e->lanes);
    if (!executes(e, lane)) {
        text_append(&out, "does not execute: writes nothing");
        return;
    }
    if (c->rd_name[0])
        text_append(&out, "%s = %s", c->rd_name, collective_rd(e, lane, text));
    if (c->pu_name[0])
        text_append(&out, "%s%s = %s", c->rd_name[0] ? ", " : "", c->pu_name, collective_pu(e, lane));
    if (collective_open(e, why))
        text_append(&out, ": undefined");
}

static const char *source_of(const struct explain *e, char text[80])
{
    static const char *const names[] = {
        [COLLECTIVE_VOTE] = "vote.sync", [COLLECTIVE_MATCH] = "match.sync", [COLLECTIVE_REDUX] = "redux.sync"
    };
    const bool elects = e->c.kind == COLLECTIVE_VOTE && e->c.op == SHFL_VOTE_ELECT;

    if (e->c.source)
        return e->c.source;
    snprintf(text, 80, "PTX ISA 9.0, %s; docs/rules.md %u", elects ? "elect.sync" : names[e->c.kind],
             collective_section(&e->c));
    return text;
}

/* ---- Text */

void collective_text(const struct explain *e, unsigned lane, FILE *file)
{
    const struct collective *c = &e->c;
    char line[EXPLAIN_LINE_MAX], text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX], source[80];
    char step[STAGES][STEP_MAX];

    if (e->call[0])
        fprintf(file, "%s%s\n", e->call, e->text[0] ? " is" : "");
    if (e->text[0])
        fprintf(file, "%s\n", e->text);
    collective_line(e, line);
    fprintf(file, "%s\n", line);
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    collective_rule(c, e->guard, e->lanes, line);
    fprintf(file, "\n%s\n%s\n", line, source_of(e, source));
    if (lane != EXPLAIN_ALL) {
        steps(e, lane, step);
        fprintf(file, "\nlane %u\n", lane);
        for (unsigned i = 0; i < STAGES; i++)
            fprintf(file, "%11s  %s\n", stages[i], step[i]);
        return;
    }
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
        fprintf(file, "\n?  undefined: %s; %s\n", open, source_of(e, source));
    if (open == why) /* of members */
        fprintf(file, "   if the others do not execute it: --active 0x%" PRIx64 "\n", e->in.active & e->members);
}

/* ---- JSON */

static const char *boolean(uint64_t value) { return value & 1 ? "true" : "false"; }

static void member(FILE *file, const char *name, const char *text)
{
    fprintf(file, ",\n  \"%s\": ", name);
    word_json(file, text);
}

const char *collective_kind_name(const struct collective *c)
{
    static const char *const kinds[] = { [COLLECTIVE_VOTE] = "VOTE",
                                         [COLLECTIVE_MATCH] = "MATCH",
                                         [COLLECTIVE_REDUX] = "REDUX",
                                         [COLLECTIVE_MASK] = "BALLOT" };

    return kinds[c->kind];
}

const char *collective_op_name(const struct collective *c)
{
    static const char *const masks[] = { [COLLECTIVE_BITS] = "BITS",
                                         [COLLECTIVE_LOWEST] = "LOWEST",
                                         [COLLECTIVE_HIGHEST] = "HIGHEST",
                                         [COLLECTIVE_OWN] = "OWN" };

    return c->kind == COLLECTIVE_VOTE  ? shfl_vote_name[c->op]
         : c->kind == COLLECTIVE_MATCH ? shfl_match_name[c->op]
         : c->kind == COLLECTIVE_REDUX ? shfl_redux_name[c->op]
                                       : masks[c->op];
}

static void lane_json(const struct explain *e, unsigned k, FILE *file)
{
    const struct collective *c = &e->c;
    char step[STAGES][STEP_MAX], why[READ_WHY_MAX];
    const bool open = collective_open(e, why) != NULL, defined = executes(e, k) && !open;

    fprintf(file, "    {\"lane\": %u, \"active\": %s, ", k, boolean(executes(e, k)));
    if (e->has_members)
        fprintf(file, "\"member\": %s, ", boolean(e->members >> k));
    if (c->kind == COLLECTIVE_VOTE || c->kind == COLLECTIVE_MASK)
        fprintf(file, "\"p\": %s, ", boolean((c->kind == COLLECTIVE_VOTE ? c->p : c->mask) >> k));
    else
        fprintf(file, "\"ra\": %" PRIu64 ", ", e->in.ra[k]);
    fprintf(file, "\"undefined\": %s, \"we\": %s", boolean(executes(e, k) && open), boolean(executes(e, k)));
    if (c->rd_name[0])
        fprintf(file, ", \"unit_rd\": %" PRIu64, c->rd[k]);
    if (c->rd_name[0] && defined)
        fprintf(file, ", \"rd\": %" PRIu64, c->rd[k]);
    else
        fputs(", \"rd\": null", file);
    fprintf(file, ", \"pu\": %s, \"steps\": ", c->pu_name[0] && defined ? boolean(c->pu >> k) : "null");
    steps(e, k, step);
    for (unsigned i = 0; i < STAGES; i++) {
        fputs(i == 0 ? "[" : ", ", file);
        word_json(file, step[i]);
    }
    fputs("]}", file);
}

void collective_json(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], why[READ_WHY_MAX], source[80];
    const char *open = collective_open(e, why);

    fputs("{\n  \"instruction\": ", file);
    if (e->text[0])
        word_json(file, e->text);
    else
        fputs("null", file);
    if (e->call[0])
        member(file, "asked", e->call);
    fprintf(file, ",\n  \"kind\": \"%s\",\n  \"operation\": \"%s\"", collective_kind_name(&e->c),
            collective_op_name(&e->c));
    if (e->c.kind == COLLECTIVE_MATCH || e->c.kind == COLLECTIVE_REDUX)
        fprintf(file, ",\n  \"w\": %u", e->c.w);
    if (e->c.kind == COLLECTIVE_REDUX)
        fprintf(file, ",\n  \"is_signed\": %s", boolean(e->c.is_signed));
    collective_line(e, line);
    member(file, "summary", line);
    if (e->note[0])
        member(file, "note", e->note);
    member(file, "source", source_of(e, source));
    if (open)
        member(file, "undefined", open);
    collective_rule(&e->c, e->guard, e->lanes, line);
    fputs(",\n  \"rule\": [", file);
    word_json(file, line);
    fputs("],\n  \"stages\": ", file);
    for (unsigned i = 0; i < STAGES; i++)
        fprintf(file, "%s\"%s\"", i == 0 ? "[" : ", ", stages[i]);
    fputs("]", file);
    member(file, "operand", e->c.operand);
    fprintf(file, ",\n  \"active\": %" PRIu64 ",\n  \"lanes\": ", e->in.active);
    for (unsigned k = 0; k < e->lanes; k++) {
        fputs(k == 0 ? "[\n" : ",\n", file);
        lane_json(e, k, file);
    }
    fputs("\n  ]\n}\n", file);
}

/* ---- One lane */

void collective_answer(const struct explain *e, const char *shown, unsigned lane, FILE *file)
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
    fprintf(file, "; %s", source_of(e, source));
    if (e->note[0])
        fprintf(file, "; note: %s", e->note);
    fputc('\n', file);
}
