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

void match_text(const struct finding *f, unsigned match, char text[MATCH_TEXT_MAX])
{
    const struct fault *const *both = f->match[match];

    snprintf(text, MATCH_TEXT_MAX, "%s%s%s", both[0]->name, both[1] ? " with " : "", both[1] ? both[1]->name : "");
}

void match_says(const struct finding *f, unsigned match, char text[VERDICT_TEXT_MAX])
{
    const struct fault *const *both = f->match[match];

    snprintf(text, VERDICT_TEXT_MAX, "%s%s%s", both[0]->says, both[1] ? "; and " : "", both[1] ? both[1]->says : "");
}

void split_text(const struct profile *profile, const struct finding *f, const struct split *split,
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

void verdict_text(const struct finding *f, char text[VERDICT_TEXT_MAX])
{
    char name[MATCH_TEXT_MAX];
    size_t used = 0;

    text[0] = '\0';
    if (f->points == 0)
        snprintf(text, VERDICT_TEXT_MAX, "not tested");
    else if (f->changes)
        snprintf(text, VERDICT_TEXT_MAX, "not judged: its answers change");
    else if (wrong(f) == 0)
        snprintf(text, VERDICT_TEXT_MAX, "agrees");
    else if (f->matches == 1)
        match_says(f, 0, text);
    else if (f->matches > 1) {
        for (unsigned m = 0; m < f->matches; m++) {
            match_text(f, m, name);
            used += (size_t)snprintf(text + used, VERDICT_TEXT_MAX - used, "%s%s", m ? ", " : "one of: ", name);
        }
        if (f->matches == MATCHES_MAX)
            snprintf(text + used, VERDICT_TEXT_MAX - used, ", or others");
    } else if (f->differ > 0)
        snprintf(text, VERDICT_TEXT_MAX, "no known fault, nor two together");
    else
        snprintf(text, VERDICT_TEXT_MAX, "%s", f->refused > 0 ? "refuses" : f->garbage > 0 ? "garbage" : "no result");
}

/* The operands and results of an example. */
static void example_of(const struct sheet *s, const struct example *e, struct warp *w, uint8_t *got, uint8_t *want,
                       uint8_t *care)
{
    const size_t i = e->warp * s->profile->lanes + e->lane;

    level_operands(s->profile, s->level, e->warp, w);
    *got = s->got[i];
    *want = s->want[i];
    *care = s->care[i];
}

void example_text(const struct sheet *s, const struct example *e, char text[EXAMPLE_TEXT_MAX])
{
    char point[POINT_TEXT_MAX], got_text[POINT_TEXT_MAX], want_text[POINT_TEXT_MAX];
    struct warp w;
    uint8_t got, want, care;

    example_of(s, e, &w, &got, &want, &care);
    point_text(&w, e->lane, point);
    answer_text(got, care, e->lane, got_text);
    answer_text(want, care, e->lane, want_text);
    snprintf(text, EXAMPLE_TEXT_MAX, "%s: %s; expected %s", point, got_text, want_text);
}

void report_changes(struct report *r)
{
    bool changes = false;

    for (unsigned l = 0; l < r->levels; l++)
        changes |= r->sheet[l].tally->changed > 0;
    for (unsigned l = 0; l < r->levels && changes; l++)
        for (struct finding *f = r->finding[l]; f < r->finding[l] + PTX_MODES; f++) {
            f->changes = true;
            f->matches = f->splits = f->clusters = 0;
            f->closest = NULL;
        }
}

static bool level_agrees(const struct report *r, unsigned level)
{
    const struct sheet *s = &r->sheet[level];

    for (unsigned mode = 0; mode < PTX_MODES; mode++)
        if (wrong(&r->finding[level][mode]) > 0)
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

static const char *const policy_name[] = { "0 (ZERO)", "the reader's own value (OWN)", "that lane's value (RAW)",
                                           "something else" };

void policy_text(const struct tally *t, char text[POLICY_TEXT_MAX])
{
    const size_t all = t->policy[0] + t->policy[1] + t->policy[2] + t->policy[3];
    size_t used = 0;

    text[0] = '\0';
    for (unsigned kind = 0; kind < 4; kind++)
        if (t->policy[kind] > 0)
            used += (size_t)snprintf(text + used, POLICY_TEXT_MAX - used, "%s%s at %zu", used ? ", " : "",
                                     policy_name[kind], t->policy[kind]);
    if (all > 0)
        snprintf(text + used, POLICY_TEXT_MAX - used, " of %zu points", all);
}

/* ---- sentences and tables of the text and of the page */

void level_remarks(const struct sheet *s, bool is_end, remark_writer write, FILE *file)
{
    const struct tally *t = s->tally;
    char text[VERDICT_TEXT_MAX], policy[POLICY_TEXT_MAX];

    if (!is_end) {
        if (s->trouble[0] != '\0')
            write(file, "bad", s->trouble);
        snprintf(text, sizeof text, "garbage: %s", t->garbage);
        if (t->garbage[0] != '\0')
            write(file, "bad", text);
        snprintf(text, sizeof text, CHANGES, t->changed, t->again, t->change);
        if (t->changed > 0)
            write(file, "bad", text);
        return;
    }
    policy_text(t, policy);
    snprintf(text, sizeof text, "an inactive source gives %s", policy);
    if (policy[0] != '\0')
        write(file, "", text);
    snprintf(text, sizeof text, "the upper 32 bits are lost at %zu points", t->narrow);
    if (t->narrow > 0)
        write(file, "", text);
    snprintf(text, sizeof text, "a NaN is made quiet at %zu points", t->quiet);
    if (t->quiet > 0)
        write(file, "", text);
}

void finding_remarks(const struct sheet *s, const struct finding *f, remark_writer write, FILE *file)
{
    char text[VERDICT_TEXT_MAX + EXAMPLE_TEXT_MAX], says[VERDICT_TEXT_MAX], name[MATCH_TEXT_MAX];
    const struct {
        const char *text;
        size_t count;
    } counts[] = { { "undefined, not judged", f->open },
                   { "no lane's value", f->garbage },
                   { "no result", f->missing } };

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        snprintf(text, sizeof text, "%s: %zu", counts[i].text, counts[i].count);
        if (counts[i].count > 0)
            write(file, "", text);
    }
    for (unsigned m = 0; m < f->matches; m++) {
        match_text(f, m, name);
        match_says(f, m, says);
        snprintf(text, sizeof text, f->matches == 1 ? "fault: %s" : "%s: %s", name, says);
        write(file, "quiet", text);
    }
    for (unsigned i = 0; i < f->splits; i++) {
        split_text(s->profile, f, &f->split[i], says);
        snprintf(text, sizeof text, "%s: %s", i == 0 ? TELLS_APART : "and", says);
        write(file, "", text);
    }
    if (f->matches > 1 && !f->all_apart)
        write(file, "", f->splits == 0 ? NEVER_APART : NOT_ALL_APART);
    if (f->closest != NULL) {
        snprintf(text, sizeof text, "closest: %s, which explains %zu, and would differ at %zu more: %s",
                 f->closest->name, f->explained, f->besides, f->closest->says);
        write(file, "", text);
    }
    for (unsigned c = 0; c < f->clusters; c++) {
        const struct cluster *at = &f->cluster[c];

        snprintf(text, sizeof text, "%s: %s, at %zu of %zu points", at->where, at->what, at->differ, at->points);
        write(file, "", text);
        example_text(s, &at->example, says);
        snprintf(text, sizeof text, "  example: %s", says);
        write(file, "", text);
    }
    if (wrong(f) > f->missing && !f->changes) {
        example_text(s, &f->example, says);
        snprintf(text, sizeof text, "smallest: %s", says);
        write(file, "", text);
    }
}

void findings_table(struct table *t, bool is_distance)
{
    static const char *const heads[2][3] = { { "points", "differ", "refused" }, { "lacking", "other", "undefined" } };

    t->indent = "  ";
    table_column(t, "mode", -5);
    for (unsigned i = 0; i < 3; i++)
        table_column(t, heads[is_distance][i], 8);
    if (!is_distance)
        table_column(t, "verdict", 0);
    table_head(t);
}

bool findings_row(struct table *t, enum shfl_mode mode, const struct finding *f, bool is_distance)
{
    char verdict[VERDICT_TEXT_MAX];

    if (f->points + f->outside + f->open == 0)
        return false;
    verdict_text(f, verdict);
    t->mark = wrong(f) ? "bad" : NULL;
    table_cell(t, "%s", shfl_mode_name[mode]);
    table_cell(t, "%zu", is_distance ? f->distance_outside : f->points);
    table_cell(t, "%zu", is_distance ? f->distance_differ : f->differ + f->garbage + f->missing);
    table_cell(t, "%zu", is_distance ? f->distance_open : f->refused);
    if (!is_distance)
        table_cell(t, "%s", verdict);
    table_end(t);
    return true;
}

const char *distance_title(const struct profile *profile)
{
    return profile->predicate ? "the profile compared with PTX"
                              : "the profile compared with PTX, which has a predicate";
}

/* ---- text */

static void level_line(FILE *file, const char *class, const char *text)
{
    (void)class;
    fprintf(file, "  %s\n", text);
}

static void finding_line(FILE *file, const char *class, const char *text)
{
    (void)class;
    fprintf(file, "        %s\n", text);
}

void report_text(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX];

    profile_text(r->profile, text);
    fprintf(file, "%s: %s\n", r->peer, text);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        struct table t = { .file = file }, distance = { .file = file };

        fprintf(file, "\nlevel %s: %s\n", level_name[s->level], level_about[s->level]);
        level_remarks(s, false, level_line, file);
        findings_table(&t, false);
        for (unsigned mode = 0; mode < PTX_MODES; mode++)
            if (findings_row(&t, (enum shfl_mode)mode, &r->finding[l][mode], false))
                finding_remarks(s, &r->finding[l][mode], finding_line, file);
        level_remarks(s, true, level_line, file);
        if (profile_is_ptx(r->profile))
            continue;
        fprintf(file, "  %s:\n", distance_title(r->profile));
        findings_table(&distance, true);
        for (unsigned mode = 0; mode < PTX_MODES; mode++)
            findings_row(&distance, (enum shfl_mode)mode, &r->finding[l][mode], true);
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
    struct warp w;
    uint8_t got, want, care;

    example_of(s, e, &w, &got, &want, &care);
    json_open(json, key, '{');
    json_operands(json, &w, e->warp, e->lane);
    json_answer(json, "got", got);
    json_answer(json, "want", want);
    json_close(json);
}

/* The points that tell the faults apart, with the result of each in the order of "faults". */
static void json_splits(struct json *json, const struct profile *profile, const struct finding *f)
{
    struct warp w;

    if (f->matches < 2)
        return;
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

static void json_finding(struct json *json, const struct sheet *s, enum shfl_mode mode, const struct finding *f)
{
    const struct {
        const char *name;
        size_t count;
    } counts[] = { { "points", f->points },   { "differ", f->differ },   { "refused", f->refused },
                   { "garbage", f->garbage }, { "missing", f->missing }, { "undefined", f->open },
                   { "outside", f->outside } };
    char verdict[VERDICT_TEXT_MAX];

    verdict_text(f, verdict);
    json_open(json, NULL, '{');
    json_text(json, "mode", shfl_mode_name[mode]);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        json_number(json, counts[i].name, counts[i].count);
    json_text(json, "verdict", verdict);
    json_open(json, "faults", '[');
    for (unsigned m = 0; m < f->matches; m++) {
        json_open(json, NULL, '[');
        for (unsigned i = 0; i < 2 && f->match[m][i] != NULL; i++)
            json_text(json, NULL, f->match[m][i]->name);
        json_close(json);
    }
    json_close(json);
    json_splits(json, s->profile, f);
    if (f->closest != NULL) {
        json_open(json, "closest", '{');
        json_text(json, "fault", f->closest->name);
        json_number(json, "explains", f->explained);
        json_number(json, "besides", f->besides);
        json_close(json);
    }
    json_open_tall(json, "clusters", '[');
    for (unsigned c = 0; c < f->clusters; c++) {
        json_open(json, NULL, '{');
        json_text(json, "where", f->cluster[c].where);
        json_text(json, "what", f->cluster[c].what);
        json_number(json, "differ", f->cluster[c].differ);
        json_number(json, "points", f->cluster[c].points);
        json_example(json, "example", s, &f->cluster[c].example);
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
    level_expected(s->profile, s->level, expected);
    if (fclose(expected) != 0)
        trouble("out of memory");
    sha256(bytes, size, hash);
    free(bytes);
    for (unsigned mode = 0; mode < PTX_MODES; mode++) {
        points += r->finding[level][mode].points;
        right += r->finding[level][mode].points - wrong(&r->finding[level][mode]);
    }
    profile_text(s->profile, profile);
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

    profile_text(r->profile, text);
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
        json_open(&json, "inactive_source", '{');
        for (unsigned i = 0; i < 4; i++)
            json_number(&json, policies[i], s->tally->policy[i]);
        json_close(&json);
        json_number(&json, "upper_half_lost", s->tally->narrow);
        json_number(&json, "nan_made_quiet", s->tally->quiet);
        json_open_tall(&json, "modes", '[');
        for (unsigned mode = 0; mode < PTX_MODES; mode++) {
            const struct finding *f = &r->finding[l][mode];

            if (f->points + f->outside + f->open > 0)
                json_finding(&json, s, (enum shfl_mode)mode, f);
        }
        json_close(&json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

/* ---- JUnit */

static void xml_string(const char *text, FILE *file) { markup_text(file, text, strlen(text)); }

void report_junit(const struct report *r, FILE *file)
{
    char verdict[VERDICT_TEXT_MAX], text[EXAMPLE_TEXT_MAX];

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        const bool changed = s->tally->changed > 0;
        unsigned tests = 1, failures = s->trouble[0] != '\0' || changed;

        for (unsigned mode = 0; mode < PTX_MODES; mode++) {
            tests += r->finding[l][mode].points > 0;
            failures += wrong(&r->finding[l][mode]) > 0;
        }
        fprintf(file, "<testsuite name=\"openshfl.%s\" tests=\"%u\" failures=\"%u\" errors=\"0\">\n",
                level_name[s->level], tests, failures);
        fprintf(file, "<testcase classname=\"%s\" name=\"answers\">", level_name[s->level]);
        if (s->trouble[0] != '\0' || changed) {
            fputs("<failure message=\"", file);
            xml_string(s->trouble, file);
            xml_string(s->trouble[0] != '\0' && changed ? "; " : "", file);
            snprintf(text, sizeof text, CHANGES, s->tally->changed, s->tally->again, s->tally->change);
            xml_string(changed ? text : "", file);
            fputs("\"/>", file);
        }
        fputs("</testcase>\n", file);
        for (unsigned mode = 0; mode < PTX_MODES; mode++) {
            const struct finding *f = &r->finding[l][mode];

            if (f->points == 0)
                continue;
            fprintf(file, "<testcase classname=\"%s\" name=\"%s\">", level_name[s->level], shfl_mode_name[mode]);
            if (wrong(f) > 0) {
                verdict_text(f, verdict);
                fprintf(file, "<failure message=\"%zu of %zu points: ", wrong(f), f->points);
                xml_string(verdict, file);
                fputs("\">", file);
                if (wrong(f) > f->missing) {
                    example_text(s, &f->example, text);
                    xml_string(text, file);
                }
                fputs("</failure>", file);
            }
            fputs("</testcase>\n", file);
        }
        fputs("</testsuite>\n", file);
    }
    fputs("</testsuites>\n", file);
}
