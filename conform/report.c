/* SPDX-License-Identifier: Apache-2.0
 * report - see level.h: the findings as text, JSON and JUnit. */
#include "level.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/table.h"
#include "lib/text.h"

#include <inttypes.h>

#define CHANGES "its answers change: at %zu of %zu warps that were asked again; %s"

/* ---- sentences that the formats share */

static void add(char text[TEXT_MAX], const char *format, ...)
{
    const size_t used = strlen(text);

    text_arguments(text + used, TEXT_MAX - used, format);
}

static void shuffle_text(const struct call *c, unsigned lane, char text[TEXT_MAX])
{
    const unsigned at = lane < c->lanes ? lane : 0, all = c->lanes - 1;
    const uint64_t sb = c->index[at], sc = c->label[at];

    add(text, "%s", c->of->name);
    if (lane < c->lanes)
        add(text, " lane %u,", lane);
    add(text, " index %u, clamp %u, segmask ", (unsigned)sb & all, (unsigned)sc & all);
    for (unsigned bit = c->lanes / 2; bit > 0; bit /= 2)
        add(text, "%d", (sc >> 8 & bit) != 0);
    if (sb & ~(uint64_t)all || sc & ~(uint64_t)(all | all << 8))
        add(text, " (Sb 0x%" PRIx64 ", Sc 0x%" PRIx64 ")", sb, sc);
    if (c->active != shfl_all_lanes(c->lanes))
        add(text, ", active 0x%" PRIx64, c->active);
}

void point_text(const struct call *c, size_t n, unsigned point, char text[TEXT_MAX])
{
    text[0] = '\0';
    if (c->level->shuffle) {
        shuffle_text(c, point, text);
        return;
    }
    add(text, "warp %zu", n + 1);
    if (point >= c->points)
        return;
    add(text, ", point %u", point);
    for (const struct operand *o = c->level->operands; o->name != NULL; o++) {
        const uint64_t *at = (const uint64_t *)((const char *)c + o->at);
        const bool bit = o->form == MASK && c->bits > 64;

        if (o->form == LIST && o->operations && !(o->operations >> c->op & 1))
            continue;
        add(text, ", %s%s 0x%" PRIx64, o->name, bit || o->form == LIST ? "[k]" : "",
            o->form == LIST ? at[point]
            : bit           ? (uint64_t)bit_of(at, point)
                            : *at);
    }
}

void result_text(const struct call *c, const struct result *r, unsigned point, char text[TEXT_MAX])
{
    const unsigned flags = r->flags[point], sort = result_sort(c, r, point);
    const uint64_t rd = r->rd[point];
    const unsigned lane = c->level->shuffle ? lane_with(c, rd, point) : c->lanes;

    text[0] = '\0';
    if (flags & REFUSED)
        add(text, "refused");
    else if (flags & MISSING)
        add(text, "no result");
    else if (!(flags & WRITTEN))
        add(text, "nothing is written");
    else if (c->level->shuffle && !(c->active >> point & 1))
        add(text, "it writes, although inactive");
    else if (sort & GARBAGE)
        add(text, "no lane's value");
    else if (c->of->rd && flags & (OPEN | ANY))
        add(text, c->level->shuffle ? "any value" : "rd x");
    else if (lane < c->lanes)
        add(text, "lane %u%s", lane, lane == point ? " (its own)" : "");
    else if (c->level->shuffle)
        add(text, "%" PRIx64, rd);
    else if (c->of->rd)
        add(text, "rd 0x%" PRIx64 "%s", rd, flags & AGNOSTIC ? " or all ones" : "");
    if (sort != 0 || !(flags & WRITTEN) || !c->pu)
        return;
    if (c->level->shuffle)
        add(text, flags & PU ? ", in range" : ", out of range");
    else
        add(text, "%spu %d", c->of->rd ? ", " : "", (flags & PU) != 0);
}

/* "limit_or", or "limit_or with unchecked"; and what it is, in words. */
static void match_text(const struct match *m, char name[TEXT_MAX], char says[TEXT_MAX])
{
    name[0] = says[0] = '\0';
    for (unsigned i = 0; i < 2 && m->fault[i] != NULL; i++) {
        const char *text = m->fault[i]->says, *number = strchr(text, '#');

        add(name, "%s%s", i ? " with " : "", m->fault[i]->name);
        if (number != NULL)
            add(says, "%.*s%u%s", (int)(number - text), text, m->argument, number + 1);
        else
            add(says, "%s%s", i ? "; and " : "", text);
    }
}

/* Whether an operation agrees, and why not. */
static void verdict_text(const struct sheet *s, const struct finding *f, char text[TEXT_MAX])
{
    char name[TEXT_MAX];

    text[0] = '\0';
    if (f->matches == 1)
        match_text(&f->match[0], name, text);
    for (unsigned m = 0; m < f->matches && f->matches > 1; m++) {
        char says[TEXT_MAX];

        match_text(&f->match[m], name, says);
        add(text, "%s%s%s", m ? ", " : "one of: ", name, m + 1 == MATCHES_MAX ? ", or others" : "");
    }
    if (f->matches == 0)
        add(text, "%s",
            f->points == 0   ? "not tested"
            : f->changes     ? "not judged: its answers change"
            : wrong(f) == 0  ? "agrees"
            : f->differ > 0  ? s->level->shuffle ? "no known fault, nor two together" : "no known fault"
            : f->refused > 0 ? "refuses"
            : f->garbage > 0 ? "garbage"
                             : "no result");
}

/* "UP lane 1, ...: lane 0, in range; expected lane 1 (its own), out of range". */
static void example_text(const struct sheet *s, const struct example *e, char text[TEXT_MAX])
{
    static struct result right, got;
    static struct call c;
    char one[TEXT_MAX];

    level_call(s->level, s->profile, e->warp, &c);
    right_result(&c, &right);
    sheet_result(s, e->warp, &c, &got);
    point_text(&c, e->warp, e->point, text);
    result_text(&c, &got, e->point, one);
    add(text, ": %s", one);
    result_text(&c, &right, e->point, one);
    add(text, "; expected %s", one);
}

/* The smallest point that is wrong, or none. */
static bool has_smallest(const struct finding *f) { return wrong(f) > f->missing && !f->changes; }

/* "segmask is 8, index[4] = 1": what all wrong points of a shuffle have in common, if no fault says why; or nothing. */
static void common_text(const struct sheet *s, const struct finding *f, char text[TEXT_MAX])
{
    static const char *const fields[] = { "index", "clamp", "segmask", "lane" };
    const unsigned all = s->profile->lanes - 1;

    text[0] = '\0';
    for (unsigned i = 0; i < 4 && s->level->shuffle && f->matches == 0 && has_smallest(f); i++) {
        const unsigned ones = f->ones >> 8 * i & all, alike = ones | (f->zeros >> 8 * i & all);

        if (alike == all)
            add(text, "%s%s is %u", text[0] ? ", " : "", fields[i], ones);
        for (unsigned bit = 0; 1u << bit <= all && alike != all; bit++)
            if (alike >> bit & 1)
                add(text, "%s%s[%u] = %u", text[0] ? ", " : "", fields[i], bit, ones >> bit & 1);
    }
}

void report_changes(struct report *r)
{
    bool changes = false;

    for (unsigned l = 0; l < r->levels; l++)
        changes |= r->sheet[l].tally->changed > 0;
    for (unsigned l = 0; l < r->levels && changes; l++)
        for (struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
            f->changes = true;
            f->matches = 0;
        }
}

static bool level_agrees(const struct report *r, unsigned level)
{
    const struct sheet *s = &r->sheet[level];

    for (unsigned i = 0; i < r->findings[level]; i++)
        if (wrong(&r->finding[level][i]) > 0)
            return false;
    return s->trouble[0] == '\0' && s->tally->changed == 0 && s->tally->garbage[0] == '\0';
}

bool report_agrees(const struct report *r)
{
    for (unsigned l = 0; l < r->levels; l++)
        if (!level_agrees(r, l))
            return false;
    return true;
}

/* ---- text */

static void finding_lines(const struct sheet *s, const struct finding *f, FILE *file)
{
    static const char line[] = "        ";
    char says[TEXT_MAX], name[TEXT_MAX];

    if (f->open > 0)
        fprintf(file, "%sundefined, not judged: %zu\n", line, f->open);
    if (s->level->shuffle && f->garbage > 0)
        fprintf(file, "%sno lane's value: %zu\n", line, f->garbage);
    if (f->missing > 0)
        fprintf(file, "%sno result: %zu\n", line, f->missing);
    for (unsigned m = 0; m < f->matches; m++) {
        match_text(&f->match[m], name, says);
        fprintf(file, f->matches == 1 ? "%sfault: %s\n" : "%s%s: %s\n", line, name, says);
    }
    common_text(s, f, says);
    if (says[0] != '\0')
        fprintf(file, "%sall where %s\n", line, says);
    if (has_smallest(f)) {
        example_text(s, &f->example, says);
        fprintf(file, "%ssmallest: %s\n", line, says);
    }
}

/* The operations of a level, and what their verdicts mean. One that the profile has not has no row. */
static void findings_table(const struct report *r, unsigned l, FILE *file)
{
    const struct sheet *s = &r->sheet[l];
    struct table t = { .file = file, .indent = "  " };
    char verdict[TEXT_MAX];

    table_column(&t, s->level->shuffle ? "mode" : "operation", s->level->shuffle ? -5 : -15);
    table_column(&t, "points", 8);
    table_column(&t, "differ", 8);
    table_column(&t, "refused", 8);
    table_column(&t, "verdict", 0);
    table_head(&t);
    for (const struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
        if (f->rows == 0)
            continue;
        verdict_text(s, f, verdict);
        table_cell(&t, "%s", f->name);
        table_cell(&t, "%zu", f->points);
        table_cell(&t, "%zu", f->differ + f->garbage + f->missing);
        table_cell(&t, "%zu", f->refused);
        table_cell(&t, "%s", verdict);
        table_end(&t);
        finding_lines(s, f, file);
    }
}

void report_text(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX];

    profile_text(r->profile, text);
    fprintf(file, "%s: %s\n", r->peer, text);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const struct tally *t = s->tally;

        fprintf(file, "\nlevel %s: %s\n", s->level->name, s->level->about);
        if (s->trouble[0] != '\0')
            fprintf(file, "  %s\n", s->trouble);
        if (t->garbage[0] != '\0')
            fprintf(file, "  garbage: %s\n", t->garbage);
        if (t->changed > 0)
            fprintf(file, "  " CHANGES "\n", t->changed, t->again, t->change);
        findings_table(r, l, file);
    }
    fprintf(file, "\n%s\n", report_agrees(r) ? "agrees" : "differs");
}

/* ---- JSON */

static void json_finding(struct json *json, const struct sheet *s, const struct finding *f)
{
    const struct {
        const char *name;
        size_t count;
    } numbers[] = { { "points", f->points },   { "differ", f->differ },   { "refused", f->refused },
                    { "garbage", f->garbage }, { "missing", f->missing }, { "undefined", f->open },
                    { "outside", f->outside } };
    char text[TEXT_MAX];

    json_open(json, NULL, '{');
    json_text(json, "operation", f->name);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_number(json, numbers[i].name, numbers[i].count);
    verdict_text(s, f, text);
    json_text(json, "verdict", text);
    json_open(json, "faults", '[');
    for (unsigned m = 0; m < f->matches; m++) {
        json_open(json, NULL, '[');
        for (unsigned i = 0; i < 2 && f->match[m].fault[i] != NULL; i++)
            json_text(json, NULL, f->match[m].fault[i]->name);
        json_close(json);
    }
    json_close(json);
    common_text(s, f, text);
    json_text(json, "all_where", text);
    if (has_smallest(
            f)) { /* the line of --vectors that has its operands, counted from 0; its point; and both in words */
        example_text(s, &f->example, text);
        json_open(json, "smallest", '{');
        json_number(json, "warp", f->example.warp);
        json_number(json, "point", f->example.point);
        json_text(json, "text", text);
        json_close(json);
    }
    json_close(json);
}

void report_json(const struct report *r, FILE *file)
{
    struct json json = { .file = file };
    char text[PROFILE_TEXT_MAX];

    profile_text(r->profile, text);
    json_open_tall(&json, NULL, '{');
    json_text(&json, "kit", VERSION);
    json_text(&json, "peer", r->peer);
    json_text(&json, "profile", text);
    json_bool(&json, "agrees", report_agrees(r));
    json_open_tall(&json, "levels", '[');
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const struct tally *t = s->tally;

        json_open_tall(&json, NULL, '{');
        json_text(&json, "level", s->level->name);
        json_bool(&json, "agrees", level_agrees(r, l));
        json_number(&json, "lanes", s->profile->lanes);
        json_text(&json, "trouble", s->trouble);
        json_text(&json, "garbage", t->garbage);
        json_number(&json, "asked_again", t->again);
        json_number(&json, "changed", t->changed);
        json_text(&json, "change", t->change);
        json_open_tall(&json, "operations", '[');
        for (unsigned i = 0; i < r->findings[l]; i++)
            if (r->finding[l][i].rows > 0)
                json_finding(&json, s, &r->finding[l][i]);
        json_close(&json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

/* ---- JUnit: a case for each operation, and one for what the level says besides */

static void junit_case(FILE *file, const char *level, const char *name, const char *failure, const char *text)
{
    fprintf(file, "<testcase classname=\"%s\" name=\"%s\">", level, name);
    if (failure[0] != '\0') {
        fputs("<failure message=\"", file);
        markup_text(file, failure, strlen(failure));
        fputs("\">", file);
        markup_text(file, text, strlen(text));
        fputs("</failure>", file);
    }
    fputs("</testcase>\n", file);
}

void report_junit(const struct report *r, FILE *file)
{
    char message[TEXT_MAX], text[TEXT_MAX];

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const struct tally *t = s->tally;

        fprintf(file, "<testsuite name=\"openshfl.%s\">\n", s->level->name);
        snprintf(message, sizeof message, "%s", s->trouble);
        if (t->changed)
            add(message, "%s" CHANGES, s->trouble[0] ? "; " : "", t->changed, t->again, t->change);
        junit_case(file, s->level->name, "answers", message, t->garbage);
        for (const struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
            char verdict[TEXT_MAX];

            verdict_text(s, f, verdict);
            message[0] = text[0] = '\0';
            if (wrong(f))
                add(message, "%zu of %zu points: %s", wrong(f), f->points, verdict);
            if (has_smallest(f))
                example_text(s, &f->example, text);
            if (f->points > 0)
                junit_case(file, s->level->name, f->name, message, text);
        }
        fputs("</testsuite>\n", file);
    }
    fputs("</testsuites>\n", file);
}
