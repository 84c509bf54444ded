/* SPDX-License-Identifier: Apache-2.0
 * report - see conform.h: the findings as text, JSON and JUnit. */
#define _POSIX_C_SOURCE 200809L
#include "conform.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/sha256.h"
#include "lib/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MATCH_TEXT_MAX = 80, VERDICT_TEXT_MAX = 1200, POLICY_TEXT_MAX = 200 };
#define CHANGES "its answers change: at %zu of %zu warps that were asked again; %s"

/* ---- sentences that the formats share */

static void bits(unsigned value, unsigned lanes, char text[8])
{
    unsigned n = 0;

    for (unsigned bit = lanes / 2; bit > 0; bit /= 2)
        text[n++] = value & bit ? '1' : '0';
    text[n] = '\0';
}

void point_text(const struct warp *w, unsigned lane, char text[POINT_TEXT_MAX])
{
    const unsigned at = lane < w->lanes ? lane : 0, all = w->lanes - 1;
    const uint32_t sb = w->sb[at], sc = w->sc[at];
    char segmask[8];
    size_t used = (size_t)snprintf(text, POINT_TEXT_MAX, "%s", shfl_mode_name[w->mode]);

    bits(sc >> 8 & all, w->lanes, segmask);
    if (lane < w->lanes)
        used += (size_t)snprintf(text + used, POINT_TEXT_MAX - used, " lane %u,", lane);
    used += (size_t)snprintf(text + used, POINT_TEXT_MAX - used, " index %u, clamp %u, segmask %s", sb & all, sc & all,
                             segmask);
    if (sb & ~all || sc & ~(all | all << 8))
        used += (size_t)snprintf(text + used, POINT_TEXT_MAX - used, " (Sb 0x%" PRIx32 ", Sc 0x%" PRIx32 ")", sb, sc);
    if (w->active != shfl_all_lanes(w->lanes))
        snprintf(text + used, POINT_TEXT_MAX - used, ", active 0x%" PRIx64, w->active);
}

void answer_text(uint8_t answer, uint8_t care, unsigned lane, char text[POINT_TEXT_MAX])
{
    const char *range = care & CARE_PREDICATE ? answer_in_range(answer) ? ", in range" : ", out of range" : "";

    if (answer == ANSWER_REFUSED)
        snprintf(text, POINT_TEXT_MAX, "refused");
    else if (answer == ANSWER_MISSING)
        snprintf(text, POINT_TEXT_MAX, "no result");
    else if (answer == ANSWER_NOT_WRITTEN)
        snprintf(text, POINT_TEXT_MAX, "writes nothing");
    else if (answer == ANSWER_WRITTEN)
        snprintf(text, POINT_TEXT_MAX, "writes, although inactive");
    else if (answer_value(answer) == ANSWER_ZERO)
        snprintf(text, POINT_TEXT_MAX, "0%s", range);
    else if (answer >= ANSWER_GARBAGE)
        snprintf(text, POINT_TEXT_MAX, "no lane's value");
    else if (!(care & CARE_SOURCE))
        snprintf(text, POINT_TEXT_MAX, "%s", range + (range[0] ? 2 : 0));
    else
        snprintf(text, POINT_TEXT_MAX, "lane %u%s%s", answer & 63, (answer & 63u) == lane ? " (its own)" : "", range);
}

/* The name of a match: "limit_or", or "limit_or with unchecked". */
static void match_text(const struct finding *f, unsigned match, char text[MATCH_TEXT_MAX])
{
    const struct fault *const *both = f->match[match].fault;

    snprintf(text, MATCH_TEXT_MAX, "%s%s%s", both[0]->name, both[1] ? " with " : "", both[1] ? both[1]->name : "");
}

/* What it is, in words. */
static void match_says(const struct finding *f, unsigned match, char text[VERDICT_TEXT_MAX])
{
    const struct fault *const *both = f->match[match].fault;
    const char *number = f->match[match].argument ? strchr(both[0]->says, '#') : NULL;

    if (number != NULL)
        snprintf(text, VERDICT_TEXT_MAX, "%.*s%u%s", (int)(number - both[0]->says), both[0]->says,
                 f->match[match].argument, number + 1);
    else
        snprintf(text, VERDICT_TEXT_MAX, "%s%s%s", both[0]->says, both[1] ? "; and " : "",
                 both[1] ? both[1]->says : "");
}

/* How a point tells the matches apart: "level ptx, UP lane 1, ...: limit_or: lane 1; limit_plus, unchecked: lane 0". */
static void split_text(const struct profile *profile, const struct finding *f, const struct split *split,
                       char text[VERDICT_TEXT_MAX])
{
    char point[POINT_TEXT_MAX], answer[POINT_TEXT_MAX], name[MATCH_TEXT_MAX];
    struct warp w;

    level_operands(profile, split->level, split->warp, &w);
    point_text(&w, split->lane, point);
    size_t used = (size_t)snprintf(text, VERDICT_TEXT_MAX, "level %s, %s", level_name[split->level], point);
    for (unsigned m = 0; m < f->matches; m++) {
        bool known = false, several = false;

        for (unsigned other = 0; other < m; other++)
            known |= split_result(split, other) == split_result(split, m);
        for (unsigned same = m; same < f->matches && !known && used < VERDICT_TEXT_MAX; same++)
            if (split_result(split, same) == split_result(split, m)) {
                match_text(f, same, name);
                several |= same > m;
                used += (size_t)snprintf(text + used, VERDICT_TEXT_MAX - used, "%s%s",
                                         same > m ? ", "
                                         : m > 0  ? "; "
                                                  : ": ",
                                         name);
            }
        answer_text(split->answer[m], split->care, split->lane, answer);
        if (!known && used < VERDICT_TEXT_MAX)
            used += (size_t)snprintf(text + used, VERDICT_TEXT_MAX - used, " %s %s", several ? "give" : "gives",
                                     answer);
    }
}

/* Whether a mode agrees, and why not. */
static void verdict_text(const struct sheet *s, const struct finding *f, char text[VERDICT_TEXT_MAX])
{
    const char *none = s->kind ? "no known fault" : "no known fault, nor two together";
    char name[MATCH_TEXT_MAX];
    size_t used = 0;

    if (f->matches == 1)
        match_says(f, 0, text);
    for (unsigned m = 0; m < f->matches && f->matches > 1; m++) {
        match_text(f, m, name);
        used += (size_t)snprintf(text + used, VERDICT_TEXT_MAX - used, "%s%s%s", m ? ", " : "one of: ", name,
                                 m + 1 == MATCHES_MAX ? ", or others" : "");
    }
    if (f->matches == 0)
        snprintf(text, VERDICT_TEXT_MAX, "%s",
                 f->points == 0   ? "not tested"
                 : f->changes     ? "not judged: its answers change"
                 : wrong(f) == 0  ? "agrees"
                 : f->differ > 0  ? none
                 : f->refused > 0 ? "refuses"
                 : f->garbage > 0 ? "garbage"
                                  : "no result");
}

static void example_text(const struct sheet *s, const struct example *e, char text[EXAMPLE_TEXT_MAX])
{
    char point[POINT_TEXT_MAX], got[POINT_TEXT_MAX], want[POINT_TEXT_MAX];
    const size_t i = e->warp * s->profile->lanes + e->lane;
    struct warp w;

    level_operands(s->profile, s->level, e->warp, &w);
    point_text(&w, e->lane, point);
    answer_text(s->got[i], s->care[i], e->lane, got);
    answer_text(s->want[i], s->care[i], e->lane, want);
    snprintf(text, EXAMPLE_TEXT_MAX, "%s: %s; expected %s", point, got, want);
}

/* The smallest point that is wrong; empty if there is none. */
static void smallest_text(const struct sheet *s, const struct finding *f, char text[EXAMPLE_TEXT_MAX])
{
    snprintf(text, EXAMPLE_TEXT_MAX, "%s", f->first);
    if (!s->kind && wrong(f) > f->missing && !f->changes)
        example_text(s, &f->example, text);
}

void report_changes(struct report *r)
{
    bool changes = false;

    for (unsigned l = 0; l < r->levels; l++)
        changes |= r->sheet[l].tally->changed > 0;
    for (unsigned l = 0; l < r->levels && changes; l++)
        for (struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
            f->changes = true;
            f->matches = f->splits = f->clusters = 0;
            f->closest = NULL;
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

/* The values of reads of inactive lanes: "0 at 512 of 512 points". Empty if there were none. */
static void policy_text(const struct tally *t, char text[POLICY_TEXT_MAX])
{
    static const char *const name[] = { "0 (ZERO)", "the reader's own value (OWN)", "that lane's value (RAW)",
                                        "something else" };
    const size_t all = t->policy[0] + t->policy[1] + t->policy[2] + t->policy[3];
    size_t used = 0;

    text[0] = '\0';
    for (unsigned kind = 0; kind < 4; kind++)
        if (t->policy[kind] > 0)
            used += (size_t)snprintf(text + used, POLICY_TEXT_MAX - used, "%s%s at %zu", used ? ", " : "", name[kind],
                                     t->policy[kind]);
    if (all > 0)
        snprintf(text + used, POLICY_TEXT_MAX - used, " of %zu points", all);
}

/* What a peer is: of a level, since the levels of RISC-V have no lanes. */
static void peer_text(const struct sheet *s, char text[PROFILE_TEXT_MAX])
{
    if (s->level >= LEVEL_RVV_GATHER && s->level <= LEVEL_RVV_COMPRESS)
        snprintf(text, PROFILE_TEXT_MAX, "VLEN %u", s->profile->vlen);
    else if (s->kind)
        snprintf(text, PROFILE_TEXT_MAX, "%u lanes", s->profile->lanes);
    else
        profile_text(s->profile, text);
}

/* ---- text */

static void finding_lines(const struct sheet *s, const struct finding *f, FILE *file)
{
    static const char line[] = "        ";
    char says[VERDICT_TEXT_MAX], name[MATCH_TEXT_MAX];
    const struct {
        const char *text;
        size_t count;
    } counts[] = { { "undefined, not judged", f->open },
                   { "no lane's value", s->kind ? 0 : f->garbage },
                   { "no result", f->missing } };

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].count > 0)
            fprintf(file, "%s%s: %zu\n", line, counts[i].text, counts[i].count);
    for (unsigned m = 0; m < f->matches; m++) {
        match_text(f, m, name);
        match_says(f, m, says);
        fprintf(file, f->matches == 1 ? "%sfault: %s\n" : "%s%s: %s\n", line, name, says);
    }
    for (unsigned i = 0; i < f->splits; i++) {
        split_text(s->profile, f, &f->split[i], says);
        fprintf(file, "%s%s: %s\n", line, i == 0 ? "told apart by" : "and", says);
    }
    if (f->matches > 1 && !f->all_apart)
        fprintf(file, "%sno point of any level tells %s apart\n", line, f->splits == 0 ? "them" : "the others");
    if (f->closest != NULL)
        fprintf(file, "%sclosest: %s, which explains %zu, and would differ at %zu more: %s\n", line, f->closest->name,
                f->explained, f->besides, f->closest->says);
    for (unsigned c = 0; c < f->clusters; c++) {
        const struct cluster *at = &f->cluster[c];

        example_text(s, &at->example, says);
        fprintf(file, "%s%s: %s, at %zu of %zu points\n%s  example: %s\n", line, at->where, at->what, at->differ,
                at->points, line, says);
    }
    smallest_text(s, f, says);
    if (says[0] != '\0')
        fprintf(file, "%ssmallest: %s\n", line, says);
}

/* The modes of a level, and what their verdicts mean; or how far the profile is from PTX. A mode that the profile has not has no
 * row. */
static void findings_table(const struct report *r, unsigned l, bool is_distance, FILE *file)
{
    static const char *const heads[2][3] = { { "points", "differ", "refused" }, { "lacking", "other", "undefined" } };
    const struct sheet *s = &r->sheet[l];
    struct table t = { .file = file, .indent = "  " };
    char verdict[VERDICT_TEXT_MAX];

    table_column(&t, s->kind ? "operation" : "mode", s->kind ? -15 : -5);
    for (unsigned i = 0; i < 3; i++)
        table_column(&t, heads[is_distance][i], 8);
    if (!is_distance)
        table_column(&t, "verdict", 0);
    table_head(&t);
    for (const struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
        if (f->points + f->outside + f->open == 0)
            continue;
        verdict_text(s, f, verdict);
        table_cell(&t, "%s", f->name);
        table_cell(&t, "%zu", is_distance ? f->distance_outside : f->points);
        table_cell(&t, "%zu", is_distance ? f->distance_differ : f->differ + f->garbage + f->missing);
        table_cell(&t, "%zu", is_distance ? f->distance_open : f->refused);
        if (!is_distance)
            table_cell(&t, "%s", verdict);
        table_end(&t);
        if (!is_distance)
            finding_lines(s, f, file);
    }
}

void report_text(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX], policy[POLICY_TEXT_MAX];

    peer_text(&r->sheet[0], text);
    fprintf(file, "%s: %s\n", r->peer, text);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const struct tally *t = s->tally;

        fprintf(file, "\nlevel %s: %s\n", level_name[s->level], kind_about(s->level));
        if (s->trouble[0] != '\0')
            fprintf(file, "  %s\n", s->trouble);
        if (t->garbage[0] != '\0')
            fprintf(file, "  garbage: %s\n", t->garbage);
        if (t->changed > 0)
            fprintf(file, "  " CHANGES "\n", t->changed, t->again, t->change);
        findings_table(r, l, false, file);
        policy_text(t, policy);
        if (policy[0] != '\0')
            fprintf(file, "  an inactive source gives %s\n", policy);
        if (t->narrow > 0)
            fprintf(file, "  the upper 32 bits are lost at %zu points\n", t->narrow);
        if (t->quiet > 0)
            fprintf(file, "  a NaN is made quiet at %zu points\n", t->quiet);
        if (s->kind || profile_is_ptx(r->profile))
            continue;
        fprintf(file, "  the profile compared with PTX%s:\n", r->profile->predicate ? "" : ", which has a predicate");
        findings_table(r, l, true, file);
    }
    fprintf(file, "\n%s\n", report_agrees(r) ? "agrees" : "differs");
}

/* ---- JSON */

static void json_answer(struct json *json, const char *key, uint8_t answer)
{
    char text[POINT_TEXT_MAX];

    if (answer >= ANSWER_GARBAGE && answer_value(answer) != ANSWER_ZERO) {
        answer_text(answer, CARE_ALL, 0, text);
        json_text(json, key, text);
        return;
    }
    json_open(json, key, '{');
    if (answer < ANSWER_GARBAGE)
        json_number(json, "src_lane", answer & 63);
    else
        json_number(json, "value", 0);
    json_bool(json, "in_range", answer_in_range(answer));
    json_close(json);
}

static void json_operands(struct json *json, const struct warp *w, size_t warp, unsigned lane)
{
    const uint32_t sb = w->sb[lane], sc = w->sc[lane], all = w->lanes - 1;

    json_number(json, "warp", warp);
    json_number(json, "lane", lane);
    json_number(json, "index", sb & all);
    json_number(json, "clamp", sc & all);
    json_number(json, "segmask", sc >> 8 & all);
    json_number(json, "sb", sb);
    json_number(json, "sc", sc);
    json_mask(json, "active", w->active);
}

static void json_example(struct json *json, const char *key, const struct sheet *s, const struct example *e)
{
    const size_t i = e->warp * s->profile->lanes + e->lane;
    struct warp w;

    level_operands(s->profile, s->level, e->warp, &w);
    json_open(json, key, '{');
    json_operands(json, &w, e->warp, e->lane);
    json_answer(json, "got", s->got[i]);
    json_answer(json, "want", s->want[i]);
    json_close(json);
}

/* The points that tell the faults apart, with the result of each in the order of "faults". */
static void json_splits(struct json *json, const struct profile *profile, const struct finding *f)
{
    struct warp w;

    json_bool(json, "all_apart", f->all_apart);
    json_open_tall(json, "apart", '[');
    for (const struct split *split = f->split; split < f->split + f->splits; split++) {
        level_operands(profile, split->level, split->warp, &w);
        json_open(json, NULL, '{');
        json_text(json, "level", level_name[split->level]);
        json_open(json, "point", '{');
        json_operands(json, &w, split->warp, split->lane);
        json_close(json);
        json_open(json, "results", '[');
        for (unsigned m = 0; m < f->matches; m++)
            json_answer(json, NULL, split->answer[m]);
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

static void json_finding(struct json *json, const struct sheet *s, const struct finding *f)
{
    const struct {
        const char *name;
        size_t count;
    } counts[] = { { "points", f->points },   { "differ", f->differ },   { "refused", f->refused },
                   { "garbage", f->garbage }, { "missing", f->missing }, { "undefined", f->open },
                   { "outside", f->outside } };
    char verdict[VERDICT_TEXT_MAX];

    verdict_text(s, f, verdict);
    json_open(json, NULL, '{');
    json_text(json, s->kind ? "operation" : "mode", f->name);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        json_number(json, counts[i].name, counts[i].count);
    json_text(json, "verdict", verdict);
    json_open(json, "faults", '[');
    for (unsigned m = 0; m < f->matches; m++) {
        json_open(json, NULL, '[');
        for (unsigned i = 0; i < 2 && f->match[m].fault[i] != NULL; i++)
            json_text(json, NULL, f->match[m].fault[i]->name);
        json_close(json);
    }
    json_close(json);
    if (s->kind) {
        json_text(json, "smallest", f->first);
        json_close(json);
        return;
    }
    if (f->matches > 1)
        json_splits(json, s->profile, f);
    if (f->closest != NULL) {
        json_open(json, "closest", '{');
        json_text(json, "fault", f->closest->name);
        json_number(json, "explains", f->explained);
        json_number(json, "besides", f->besides);
        json_close(json);
    }
    json_open_tall(json, "clusters", '[');
    for (const struct cluster *c = f->cluster; c < f->cluster + f->clusters; c++) {
        json_open(json, NULL, '{');
        json_text(json, "where", c->where);
        json_text(json, "what", c->what);
        json_number(json, "differ", c->differ);
        json_number(json, "points", c->points);
        json_example(json, "example", s, &c->example);
        json_close(json);
    }
    json_close(json);
    if (wrong(f) > f->missing && !f->changes)
        json_example(json, "smallest", s, &f->example);
    json_open(json, "distance_from_ptx", '{');
    json_number(json, "lacking", f->distance_outside);
    json_number(json, "other", f->distance_differ);
    json_number(json, "undefined", f->distance_open);
    json_close(json);
    json_close(json);
}

/* "24,576". */
static void grouped(size_t n, char text[32])
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%zu", n);
    unsigned used = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

/* The checksum of the right results, and what a project can show: the fields of a badge of shields.io. */
static void json_badge(struct json *json, const struct report *r, unsigned level)
{
    const struct sheet *s = &r->sheet[level];
    size_t points = 0, right = 0, size;
    char profile[PROFILE_TEXT_MAX], label[PROFILE_TEXT_MAX + 40], of[2][32], hash[SHA256_TEXT], *bytes = NULL;
    FILE *expected = open_memstream(&bytes, &size);

    if (expected == NULL)
        trouble("out of memory");
    if (s->kind)
        kind_write(s->profile, s->level, true, expected);
    else
        level_expected(s->profile, s->level, expected);
    if (fclose(expected) != 0)
        trouble("out of memory");
    sha256(bytes, size, hash);
    free(bytes);
    for (const struct finding *f = r->finding[level]; f < r->finding[level] + r->findings[level]; f++) {
        points += f->points;
        right += f->points - wrong(f);
    }
    peer_text(s, profile);
    snprintf(label, sizeof label,
             profile_is_ptx(s->profile) && s->profile->lanes == 32 ? "openshfl %s" : "openshfl %s, %s",
             level_name[s->level], profile);
    grouped(right, of[0]);
    grouped(points, of[1]);
    json_text(json, "sha256", hash);
    json_open(json, "badge", '{');
    json_number(json, "schemaVersion", 1);
    json_text(json, "label", label);
    json_format(json, "message", "%s of %s", of[0], of[1]);
    json_text(json, "color", level_agrees(r, level) && points > 0 ? "brightgreen" : "red");
    json_close(json);
}

void report_json(const struct report *r, FILE *file)
{
    static const char *const policies[] = { "zero", "own", "raw", "other" };
    struct json json = { .file = file };
    char text[PROFILE_TEXT_MAX];

    peer_text(&r->sheet[0], text);
    json_open_tall(&json, NULL, '{');
    json_text(&json, "kit", VERSION);
    json_text(&json, "peer", r->peer);
    json_text(&json, "profile", text);
    json_bool(&json, "agrees", report_agrees(r));
    json_open_tall(&json, "levels", '[');
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];

        json_open_tall(&json, NULL, '{');
        json_text(&json, "level", level_name[s->level]);
        json_number(&json, "lanes", s->profile->lanes);
        json_badge(&json, r, l);
        json_text(&json, "trouble", s->trouble);
        json_text(&json, "garbage", s->tally->garbage);
        json_number(&json, "asked_again", s->tally->again);
        json_number(&json, "changed", s->tally->changed);
        json_text(&json, "change", s->tally->change);
        if (!s->kind) {
            json_open(&json, "inactive_source", '{');
            for (unsigned i = 0; i < 4; i++)
                json_number(&json, policies[i], s->tally->policy[i]);
            json_close(&json);
            json_number(&json, "upper_half_lost", s->tally->narrow);
            json_number(&json, "nan_made_quiet", s->tally->quiet);
        }
        json_open_tall(&json, s->kind ? "operations" : "modes", '[');
        for (unsigned i = 0; i < r->findings[l]; i++)
            if (r->finding[l][i].points + r->finding[l][i].outside + r->finding[l][i].open > 0)
                json_finding(&json, s, &r->finding[l][i]);
        json_close(&json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

/* ---- JUnit: a case for each mode, and one for what the level says besides */

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
    char message[VERDICT_TEXT_MAX + 80], verdict[VERDICT_TEXT_MAX], text[EXAMPLE_TEXT_MAX];

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const char *level = level_name[s->level];
        unsigned tests = 1, failures = s->trouble[0] != '\0' || s->tally->changed > 0;

        for (unsigned i = 0; i < r->findings[l]; i++) {
            tests += r->finding[l][i].points > 0;
            failures += wrong(&r->finding[l][i]) > 0;
        }
        fprintf(file, "<testsuite name=\"openshfl.%s\" tests=\"%u\" failures=\"%u\" errors=\"0\">\n", level, tests,
                failures);
        snprintf(text, sizeof text, CHANGES, s->tally->changed, s->tally->again, s->tally->change);
        snprintf(message, sizeof message, "%s%s%s", s->trouble, s->trouble[0] && s->tally->changed ? "; " : "",
                 s->tally->changed ? text : "");
        junit_case(file, level, "answers", message, "");
        for (const struct finding *f = r->finding[l]; f < r->finding[l] + r->findings[l]; f++) {
            verdict_text(s, f, verdict);
            smallest_text(s, f, text);
            snprintf(message, sizeof message, "%zu of %zu points: %s", wrong(f), f->points, verdict);
            if (f->points > 0)
                junit_case(file, level, f->name, wrong(f) ? message : "", text);
        }
        fputs("</testsuite>\n", file);
    }
    fputs("</testsuites>\n", file);
}
