/* SPDX-License-Identifier: Apache-2.0
 * report - see conform.h: the findings as text, JSON and JUnit. */
#define _POSIX_C_SOURCE 200809L
#include "conform.h"
#include "cli/lib/output.h"
#include "cli/lib/sha256.h"

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

/* ---- text */

static void findings_text(const struct sheet *s, const struct finding finding[], FILE *file)
{
    char text[EXAMPLE_TEXT_MAX], verdict[VERDICT_TEXT_MAX], name[MATCH_TEXT_MAX];

    fprintf(file, "  %-5s %9s %9s %9s  verdict\n", "mode", "points", "differ", "refused");
    for (unsigned mode = 0; mode < PTX_MODES; mode++) {
        const struct finding *f = &finding[mode];

        if (f->points + f->outside + f->open == 0)
            continue;
        verdict_text(f, verdict);
        fprintf(file, "  %-5s %9zu %9zu %9zu  %s\n", shfl_mode_name[mode], f->points,
                f->differ + f->garbage + f->missing, f->refused, verdict);
        if (f->open > 0)
            fprintf(file, "        undefined, not judged: %zu\n", f->open);
        for (unsigned m = 0; m < f->matches; m++) {
            match_text(f, m, name);
            match_says(f, m, verdict);
            if (f->matches == 1)
                fprintf(file, "        fault: %s\n", name);
            else
                fprintf(file, "        %s: %s\n", name, verdict);
        }
        for (unsigned i = 0; i < f->splits; i++) {
            split_text(s->profile, f, &f->split[i], verdict);
            fprintf(file, "        %s: %s\n", i == 0 ? TELLS_APART : "and", verdict);
        }
        if (f->matches > 1 && !f->all_apart)
            fprintf(file, "        %s\n", f->splits == 0 ? NEVER_APART : NOT_ALL_APART);
        if (f->garbage > 0)
            fprintf(file, "        no lane's value: %zu\n", f->garbage);
        if (f->missing > 0)
            fprintf(file, "        no result: %zu\n", f->missing);
        if (f->closest != NULL)
            fprintf(file, "        closest: %s, which explains %zu, and would differ at %zu more: %s\n",
                    f->closest->name, f->explained, f->besides, f->closest->says);
        for (unsigned c = 0; c < f->clusters; c++) {
            const struct cluster *at = &f->cluster[c];

            fprintf(file, "        %s: %s, at %zu of %zu points\n", at->where, at->what, at->differ, at->points);
            example_text(s, &at->example, text);
            fprintf(file, "          example: %s\n", text);
        }
        if (wrong(f) > f->missing && !f->changes) {
            example_text(s, &f->example, text);
            fprintf(file, "        smallest: %s\n", text);
        }
    }
}

void report_text(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX], policy[POLICY_TEXT_MAX];

    profile_text(r->profile, text);
    fprintf(file, "%s: %s\n", r->peer, text);
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];

        fprintf(file, "\nlevel %s: %s\n", level_name[s->level], level_about[s->level]);
        if (s->trouble[0] != '\0')
            fprintf(file, "  %s\n", s->trouble);
        if (s->tally->garbage[0] != '\0')
            fprintf(file, "  garbage: %s\n", s->tally->garbage);
        if (s->tally->changed > 0)
            fprintf(file, "  " CHANGES "\n", s->tally->changed, s->tally->again, s->tally->change);
        findings_text(s, r->finding[l], file);
        policy_text(s->tally, policy);
        if (policy[0] != '\0')
            fprintf(file, "  an inactive source gives %s\n", policy);
        if (s->tally->narrow > 0)
            fprintf(file, "  the upper 32 bits are lost at %zu points\n", s->tally->narrow);
        if (s->tally->quiet > 0)
            fprintf(file, "  a NaN is made quiet at %zu points\n", s->tally->quiet);
        if (!profile_is_ptx(r->profile)) {
            fprintf(file, "  the profile compared with PTX%s:\n  %-5s %9s %9s %9s\n",
                    r->profile->predicate ? "" : ", which has a predicate", "mode", "lacking", "other", "undefined");
            for (unsigned mode = 0; mode < PTX_MODES; mode++)
                if (r->finding[l][mode].points + r->finding[l][mode].outside + r->finding[l][mode].open > 0)
                    fprintf(file, "  %-5s %9zu %9zu %9zu\n", shfl_mode_name[mode], r->finding[l][mode].distance_outside,
                            r->finding[l][mode].distance_differ, r->finding[l][mode].distance_open);
        }
    }
    fprintf(file, "\n%s\n", report_agrees(r) ? "agrees" : "differs");
}

/* ---- JSON */

static void json_string(const char *text, FILE *file)
{
    fputc('"', file);
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\')
            fprintf(file, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
            fprintf(file, "\\u%04x", (unsigned char)*text);
        else
            fputc(*text, file);
    fputc('"', file);
}

static void json_answer(uint8_t answer, FILE *file)
{
    if (answer < ANSWER_GARBAGE)
        fprintf(file, "{\"src_lane\": %u, \"in_range\": %s}", answer & 63, answer & ANSWER_IN_RANGE ? "true" : "false");
    else if (answer_value(answer) == ANSWER_ZERO)
        fprintf(file, "{\"value\": 0, \"in_range\": %s}", answer_in_range(answer) ? "true" : "false");
    else {
        char text[POINT_TEXT_MAX];

        answer_text(answer, CARE_ALL, 0, text);
        json_string(text, file);
    }
}

static void json_operands(const struct warp *w, size_t warp, unsigned lane, FILE *file)
{
    const uint32_t sb = w->sb[lane], sc = w->sc[lane], all = w->lanes - 1;

    fprintf(file,
            "{\"warp\": %zu, \"lane\": %u, \"index\": %" PRIu32 ", \"clamp\": %" PRIu32 ", \"segmask\": %" PRIu32
            ", \"sb\": %" PRIu32 ", \"sc\": %" PRIu32 ", \"active\": \"0x%" PRIx64 "\"",
            warp, lane, sb & all, sc & all, sc >> 8 & all, sb, sc, w->active);
}

static void json_example(const struct sheet *s, const struct example *e, FILE *file)
{
    struct warp w;
    uint8_t got, want, care;

    example_of(s, e, &w, &got, &want, &care);
    json_operands(&w, e->warp, e->lane, file);
    fputs(", \"got\": ", file);
    json_answer(got, file);
    fputs(", \"want\": ", file);
    json_answer(want, file);
    fputc('}', file);
}

/* The points that tell the faults apart, with the result of each in the order of "faults". */
static void json_splits(const struct profile *profile, const struct finding *f, FILE *file)
{
    struct warp w;

    if (f->matches < 2)
        return;
    fprintf(file, ",\n       \"all_apart\": %s, \"apart\": [", f->all_apart ? "true" : "false");
    for (const struct split *split = f->split; split < f->split + f->splits; split++) {
        level_operands(profile, split->level, split->warp, &w);
        fprintf(file, "%s\n        {\"level\": \"%s\", \"point\": ", split > f->split ? "," : "",
                level_name[split->level]);
        json_operands(&w, split->warp, split->lane, file);
        fputs("}, \"results\": [", file);
        for (unsigned m = 0; m < f->matches; m++) {
            fputs(m ? ", " : "", file);
            json_answer(split->answer[m], file);
        }
        fputs("]}", file);
    }
    fputs("]", file);
}

static void json_finding(const struct sheet *s, enum shfl_mode mode, const struct finding *f, FILE *file)
{
    char verdict[VERDICT_TEXT_MAX];

    verdict_text(f, verdict);
    fprintf(file,
            "      {\"mode\": \"%s\", \"points\": %zu, \"differ\": %zu, \"refused\": %zu, \"garbage\": %zu, "
            "\"missing\": %zu, \"undefined\": %zu, \"outside\": %zu,\n       \"verdict\": ",
            shfl_mode_name[mode], f->points, f->differ, f->refused, f->garbage, f->missing, f->open, f->outside);
    json_string(verdict, file);
    fputs(", \"faults\": [", file);
    for (unsigned m = 0; m < f->matches; m++)
        fprintf(file, "%s[\"%s\"%s%s%s]", m ? ", " : "", f->match[m][0]->name, f->match[m][1] ? ", \"" : "",
                f->match[m][1] ? f->match[m][1]->name : "", f->match[m][1] ? "\"" : "");
    fputs("]", file);
    json_splits(s->profile, f, file);
    if (f->closest != NULL)
        fprintf(file, ", \"closest\": {\"fault\": \"%s\", \"explains\": %zu, \"besides\": %zu}", f->closest->name,
                f->explained, f->besides);
    fputs(",\n       \"clusters\": [", file);
    for (unsigned c = 0; c < f->clusters; c++) {
        fprintf(file, "%s\n        {\"where\": ", c ? "," : "");
        json_string(f->cluster[c].where, file);
        fputs(", \"what\": ", file);
        json_string(f->cluster[c].what, file);
        fprintf(file, ", \"differ\": %zu, \"points\": %zu, \"example\": ", f->cluster[c].differ, f->cluster[c].points);
        json_example(s, &f->cluster[c].example, file);
        fputc('}', file);
    }
    fputs("]", file);
    if (wrong(f) > f->missing && !f->changes) {
        fputs(",\n       \"smallest\": ", file);
        json_example(s, &f->example, file);
    }
    fprintf(file, ",\n       \"distance_from_ptx\": {\"lacking\": %zu, \"other\": %zu, \"undefined\": %zu}}",
            f->distance_outside, f->distance_differ, f->distance_open);
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
static void json_badge(const struct report *r, unsigned level, FILE *file)
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
    fprintf(file, "\"sha256\": \"%s\", \"badge\": {\"schemaVersion\": 1, \"label\": ", hash);
    json_string(label, file);
    fprintf(file, ", \"message\": \"%s of %s\", \"color\": \"%s\"},\n   ", of[0], of[1],
            level_agrees(r, level) && points > 0 ? "brightgreen" : "red");
}

void report_json(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX];

    profile_text(r->profile, text);
    fputs("{\"kit\": \"" VERSION "\", \"peer\": ", file);
    json_string(r->peer, file);
    fputs(", \"profile\": ", file);
    json_string(text, file);
    fprintf(file, ", \"agrees\": %s, \"levels\": [", report_agrees(r) ? "true" : "false");
    for (unsigned l = 0; l < r->levels; l++) {
        const struct sheet *s = &r->sheet[l];
        bool first = true;

        fprintf(file, "%s\n  {\"level\": \"%s\", \"lanes\": %u, ", l ? "," : "", level_name[s->level],
                s->profile->lanes);
        json_badge(r, l, file);
        fputs("\"trouble\": ", file);
        json_string(s->trouble, file);
        fputs(", \"garbage\": ", file);
        json_string(s->tally->garbage, file);
        fprintf(file, ", \"asked_again\": %zu, \"changed\": %zu, \"change\": ", s->tally->again, s->tally->changed);
        json_string(s->tally->change, file);
        fprintf(file,
                ",\n   \"inactive_source\": {\"zero\": %zu, \"own\": %zu, \"raw\": %zu, \"other\": %zu}, "
                "\"upper_half_lost\": %zu, \"nan_made_quiet\": %zu,\n   \"modes\": [\n",
                s->tally->policy[0], s->tally->policy[1], s->tally->policy[2], s->tally->policy[3], s->tally->narrow,
                s->tally->quiet);
        for (unsigned mode = 0; mode < PTX_MODES; mode++) {
            const struct finding *f = &r->finding[l][mode];

            if (f->points + f->outside + f->open == 0)
                continue;
            fputs(first ? "" : ",\n", file);
            first = false;
            json_finding(s, (enum shfl_mode)mode, f, file);
        }
        fputs("]}", file);
    }
    fputs("]}\n", file);
}

/* ---- JUnit */

static void xml_string(const char *text, FILE *file)
{
    for (; *text != '\0'; text++)
        if (strchr("<>&\"", *text) != NULL || (unsigned char)*text < ' ' || (unsigned char)*text > '~')
            fprintf(file, "&#%u;", (unsigned char)*text < ' ' ? '?' : (unsigned char)*text);
        else
            fputc(*text, file);
}

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
