/* SPDX-License-Identifier: Apache-2.0 */
/* show - see show.h: text, line and picture */
#include "show.h"
#include "rows.h"
#include "lib/table.h"

#include <string.h>

static void rules(const struct answer *a, const struct said *s, FILE *file)
{
    const unsigned n = a->family == ANSWER_SHFL ? explain_bits(&a->e) : 0;

    if (n > 0)
        fprintf(file, "index    = Sb[%u:0], clamp = Sc[%u:0], segmask = Sc[%u:8]\n", n - 1, n - 1, n + 7);
    for (unsigned i = 0; s->rule[i] != NULL; i++)
        if (strcmp(s->rule[i], s->line) != 0)
            fprintf(file, "%s\n", s->rule[i]);
    if (n > 0)
        fputs("Rd = Ra of src_lane, Pu = in_range\n", file);
    fprintf(file, "%s\n", s->source);
}

/* A cell of every family. Of a lane that the model says alone: what it reads, and whether it executes. */
static const char *cell(const struct answer *a, unsigned k, enum row_text which, char text[RVV_NUMBER_MAX])
{
    const struct answer_lane lane = answer_lane(a, k);

    if (which == ROW_STATE && a->family != ANSWER_RVV)
        return lane.active ? "yes" : "no";
    if (which != ROW_READS)
        return rows[a->family].text(a, k, which, text);
    if (a->family == ANSWER_BLOCK && a->e.b.from[k][1] >= 0)
        snprintf(text, RVV_NUMBER_MAX, "%d, %d", a->e.b.from[k][0], a->e.b.from[k][1]);
    else
        snprintf(text, RVV_NUMBER_MAX, lane.from < 0 ? "none" : "%d", lane.from);
    return text;
}

static void steps(const struct explain *e, unsigned k, struct table *t)
{
    char text[8];

    if (!(e->in.active >> k & 1)) {
        table_span(t, 8, "does not execute");
        return;
    }
    table_cell(t, "%u", e->out.index[k]);
    table_cell(t, "%u", e->out.clamp[k]);
    table_cell(t, "%s", explain_binary(e, e->out.segmask[k], text));
    table_cell(t, "%u", explain_min_lane(e, k));
    table_cell(t, "%u", explain_max_lane(e, k));
    table_cell(t, "%d", e->out.j[k]);
    table_cell(t, "%s", e->out.in_range[k] ? "yes" : "no");
    table_cell(t, "%u", e->out.src_lane[k]);
}

static void table(const struct answer *a, struct table *t)
{
    static const char *const columns[] = { "index",    "clamp", "segmask",  "min_lane",
                                           "max_lane", "  j",   "in_range", "src_lane" };
    const bool is_shfl = a->family == ANSWER_SHFL, has_members = a->family == ANSWER_COLLECTIVE && a->e.has_members;
    const char *head[ROW_TEXTS];
    char text[RVV_NUMBER_MAX];

    memcpy(head, rows[a->family].head, sizeof head);
    if (rows[a->family].heads != NULL)
        rows[a->family].heads(a, head);
    table_column(t, answer_unit(a), 4);
    for (size_t i = 0; i < sizeof columns / sizeof *columns && is_shfl; i++)
        table_column(t, columns[i], 1);
    for (unsigned i = 0; i < ROW_TEXTS; i++) {
        if (head[i] != NULL)
            table_column(t, head[i], rows[a->family].width[i]);
        if (i == ROW_STATE && has_members)
            table_column(t, "member", 6);
    }
    table_head(t);
    for (unsigned k = 0; k < a->lanes; k++, table_end(t)) {
        table_cell(t, "%u", k);
        if (is_shfl)
            steps(&a->e, k, t);
        for (unsigned i = 0; i < ROW_TEXTS; i++) {
            if (head[i] != NULL)
                table_cell(t, "%s", cell(a, k, (enum row_text)i, text));
            if (i == ROW_STATE && has_members)
                table_cell(t, "%s", a->e.members >> k & 1 ? "yes" : "no");
        }
    }
}

void show_text(const struct answer *a, unsigned lane, FILE *file)
{
    const bool has_own_rule = a->family == ANSWER_SHFL && a->e.row != NULL;
    const char *const *stage = answer_stages(a);
    char step[STEPS_MAX][STEP_MAX];
    struct table t = { .file = file };
    struct said s;

    answer_said(a, &s);
    if (s.asked[0])
        fprintf(file, "%s%s\n", s.asked, s.instruction[0] && !has_own_rule ? " is" : "");
    if (s.instruction[0] && !has_own_rule)
        fprintf(file, "%s\n", s.instruction);
    fprintf(file, "%s\n", s.line);
    if (has_own_rule && !a->e.other && (~a->e.undefined & shfl_all_lanes(a->lanes)) != 0)
        fprintf(file, "%sit is %s\n", a->e.undefined ? "where it is defined, " : "", a->e.text);
    if (s.more[0])
        fprintf(file, "%s\n", s.more);
    if (s.note[0])
        fprintf(file, "note: %s\n", s.note);
    fputc('\n', file);
    rules(a, &s, file);
    if (!a->has_values) {
        fprintf(file, "\n%s\n", a->needs);
        return;
    }
    fputc('\n', file);
    if (lane != SHOW_ALL) {
        answer_steps(a, lane, step);
        fprintf(file, "%s %u\n", answer_unit(a), lane);
        for (unsigned i = 0; stage[i] != NULL; i++)
            fprintf(file, "%11s  %s\n", stage[i], step[i]);
        return;
    }
    table(a, &t);
    if (rows[a->family].open != NULL)
        rows[a->family].open(a, file);
}

void show_line(const struct answer *a, const char *shown, unsigned lane, FILE *file)
{
    struct reply r = { .with = "" };
    struct said s;

    if (!a->has_values) {
        fprintf(file, "%s, lane %u: %s\n", shown, lane, a->needs);
        return;
    }
    answer_said(a, &s);
    rows[a->family].reply(a, lane, &r);
    fprintf(file, "%s, %s %u", shown, answer_unit(a), lane);
    if (a->family >= ANSWER_AMD) /* there may be any number */
        fprintf(file, " of %u", a->lanes);
    if (r.with[0])
        fprintf(file, " (%s)", r.with);
    fprintf(file, ": %s; %s", r.is, r.source[0] ? r.source : s.source);
    if (a->family == ANSWER_SHFL && s.more[0])
        fprintf(file, "; %s", s.more);
    fprintf(file, "%s%s\n", s.note[0] ? "; note: " : "", s.note);
}

void show_svg(const struct answer *a, FILE *file)
{
    static struct picture p;
    struct said s;
    char text[RVV_NUMBER_MAX];

    answer_said(a, &s);
    p = (struct picture){ .title = s.asked[0] ? s.asked : s.instruction,
                          .line = s.line,
                          .source = "from",
                          .result = "to",
                          .third = "",
                          .lane_name = answer_unit(a),
                          .is_small = a->family == ANSWER_RVV || a->family == ANSWER_BLOCK,
                          .lanes = a->lanes,
                          .group = { "segment", "seg", "s" },
                          .group_size = 1,
                          .marks = rows[a->family].marks,
                          .marks_count = rows[a->family].marks_count };
    rows[a->family].picture(a, &p);
    for (unsigned k = 0; k < a->lanes; k++) {
        struct picture_lane *lane = &p.lane[k];
        const bool is_source = p.one_source || a->family == ANSWER_RVV || answer_lane(a, k).active;

        lane->from = k;
        lane->group = k - k % p.group_size;
        lane->mark = &p.marks[rows[a->family].lane(a, k, lane)];
        lane->source_box = p.marks[is_source ? 0 : p.marks_count - 1].box;
        lane->arrow = lane->arrow == NULL ? lane->mark->arrow : lane->arrow[0] ? lane->arrow : NULL;
        const bool is_off = strcmp(lane->mark->box, "off") == 0;

        strcpy(lane->source, rows[a->family].text(a, k, ROW_OPERAND, text));
        if (is_off)
            continue;
        const char *result = rows[a->family].text(a, k, ROW_RESULT, text);
        const bool keeps = strncmp(result, "keeps", 5) == 0;
        if (lane->result[0] == '\0')
            snprintf(lane->result, sizeof lane->result, "%s%s", keeps ? "=" : "",
                     strcmp(result, "agnostic") == 0 ? "?" : result + (keeps ? 5 : 0));
        if (p.third[0] != '\0')
            lane->third[0] = rows[a->family].text(a, k, ROW_THIRD, text)[0];
    }
    picture_draw(&p, file);
}

/* ---- The same shuffle in each API */

static void row(struct table *t, const char *api, const char *before, const char *text)
{
    table_cell(t, "%s", api);
    table_cell(t, "%s%s", before, text);
    table_end(t);
}

static void print_equivalent(void *context, const struct equiv *equiv)
{
    struct table *t = context;
    char name[40];

    snprintf(name, sizeof name, "%s%s%s", equiv->api, equiv->gpu ? ", " : "", equiv->gpu ? equiv->gpu : "");
    row(t, name, equiv->says ? "" : "no equivalent: ", equiv->says ? equiv->argument[0] : equiv->reason);
    if (equiv->says && equiv->by_lane && equiv->reason[0] != '\0')
        row(t, "", "  an operand per lane: ", equiv->reason);
    for (unsigned i = 1; equiv->says && i < equiv->arguments; i += 2)
        if (strcmp(equiv->argument[i], "--init") == 0 || strcmp(equiv->argument[i], "--address") == 0)
            row(t, "", "  with ", equiv->argument[i + 1]);
    row(t, "", "  by ", equiv->source);
}

void equivalents_text(const struct answer *a, const char *gpu, FILE *file)
{
    struct table t = { .file = file };

    table_column(&t, "", -24);
    table_column(&t, "", 0);
    equiv_all(a, gpu, print_equivalent, &t);
}

static void equivalent_json(void *context, const struct equiv *equiv)
{
    struct json *json = context;

    json_open(json, NULL, '{');
    json_text(json, "api", equiv->api);
    json_text(json, "gpu", equiv->gpu);
    json_number(json, "lanes", equiv->lanes);
    json_bool(json, "says", equiv->says);
    json_bool(json, "by_lane", equiv->by_lane);
    json_text(json, "text", equiv->says ? equiv->argument[0] : NULL);
    json_text(json, "reason", equiv->reason);
    json_text(json, "source", equiv->source);
    json_open(json, "arguments", '[');
    for (unsigned i = 0; i < (equiv->says ? equiv->arguments : 0); i++)
        json_text(json, NULL, equiv->argument[i]);
    json_close(json);
    json_close(json);
}

void equivalents_json(const struct answer *a, const char *gpu, FILE *file)
{
    struct json json = { .file = file };

    json_open_tall(&json, NULL, '{');
    json_number(&json, "lanes", a->lanes);
    json_open_tall(&json, "equivalents", '[');
    equiv_all(a, gpu, equivalent_json, &json);
    json_close(&json);
    json_close(&json);
}
