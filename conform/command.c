/* SPDX-License-Identifier: Apache-2.0
 * command - the command openshfl conform: is a shuffle SHFL, and if not, where and why not. docs/use/conformance.md */
#include "conform.h"
#include "level.h"
#include "lib/options.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 1 << 28, SECONDS_MAX = 3600 };

static const char usage[] =
    "Usage: openshfl conform FILE [--level LEVEL] [option ...]\n"
    "       openshfl conform --so LIB [--level LEVEL] [option ...]\n"
    "       openshfl conform --expect LEVEL > FILE\n"
    "       openshfl conform --vectors LEVEL > FILE\n"
    "Report where a shuffle differs from SHFL, and why: from its results in a file, or by calling a function.\n";
static const char note[] =
    "\n"
    "Levels: the results of quick, cuda, cub and ptx are a signature, a byte per point; those of ignored, perlane,\n"
    "inactive, data64 and pack a line of text per warp. So are those of levels that run by name only: the votes,\n"
    "matches and reductions ballot, match and reduce; the groups tile and coalesced; barrier; and the instructions of\n"
    "RISC-V V rvv-gather, rvv-slide and rvv-compress. docs/use/conformance.md has the formats.\n"
    "Exit status: 0 agrees, 1 differs, 2 wrong usage or wrong input, 3 environment error.\n";

struct options {
    const char *level, *so, *profile, *json, *junit, *expect, *vectors, *seconds;
};

static const struct level *level_of(const char *option, const char *name)
{
    char all[300] = "";

    for (unsigned i = 0; levels[i] != NULL; i++) {
        if (strcmp(name, levels[i]->name) == 0)
            return levels[i];
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", levels[i]->name);
    }
    misuse("conform: --%s %s: expected one of %s", option, name, all);
}

/* Whether a profile has a level. */
static bool has(const struct profile *profile, const struct level *level)
{
    return !(level == &level_data64 && profile->data_bits < 64) && !(level == &level_quick && profile->lanes != 32);
}

static void check_profile(const struct level *level, const struct profile *profile)
{
    if (!has(profile, level))
        misuse("conform: level %s is of %s, the profile says %u", level->name,
               level == &level_quick ? "32 lanes" : "values of 64 bits",
               level == &level_quick ? profile->lanes : profile->data_bits);
}

/* ---- reports */

static void write_report(const char *option, const char *path, void (*write)(const struct report *, FILE *),
                         const struct report *report)
{
    static struct output file;

    if (path == NULL)
        return;
    output_begin(&file, option, path, "");
    write(report, file.f);
    output_end(&file);
}

static _Noreturn void end(const struct options *o, struct report *report)
{
    const bool taken = (o->json && strcmp(o->json, "-") == 0) || (o->junit && strcmp(o->junit, "-") == 0);

    report_changes(report);
    write_report("conform: --json", o->json, report_json, report);
    write_report("conform: --junit", o->junit, report_junit, report);
    if (!taken)
        report_text(report, stdout);
    exit(report_agrees(report) ? AGREED : MISMATCH);
}

static void judge(struct report *report)
{
    const unsigned at = report->levels++;

    report->findings[at] = diagnose(&report->sheet[at], report->finding[at]);
}

/* The level whose results have so many bytes. */
static const struct level *level_of_size(const char *path, size_t size, const struct profile *profile)
{
    char sizes[200] = "";

    for (unsigned i = 0; levels[i]->form == SIGNATURE; i++) {
        const size_t expected = level_warps(levels[i], profile) * profile->lanes;

        if (size == expected)
            return levels[i];
        snprintf(sizes + strlen(sizes), sizeof sizes - strlen(sizes), " %s %zu", levels[i]->name, expected);
    }
    misuse("conform: %s: %zu bytes are no level's, so give --level; they are%s", path, size, sizes);
}

static void judge_file(const struct options *o, const char *path, struct report *report)
{
    const struct profile *profile = report->profile;
    size_t size;
    char *bytes = take_file(path, ANSWERS_MAX, &size);
    const struct level *level = o->level ? level_of("level", o->level) : level_of_size(path, size, profile);

    check_profile(level, profile);
    sheet_start(&report->sheet[0], profile, level);
    sheet_read(&report->sheet[0], path, bytes, size);
    free(bytes);
    judge(report);
}

static void judge_function(const struct options *o, struct report *report)
{
    const struct profile *profile = report->profile;
    const struct level *only = o->level ? level_of("level", o->level) : NULL;
    unsigned seconds = 10;

    take_number("conform", "seconds", o->seconds, SECONDS_MAX, &seconds);
    if (only == &level_pack)
        misuse("conform: --level pack: a function has no operands to emit; give a file");
    if (only)
        check_profile(only, profile);
    for (unsigned i = 0; levels[i] != NULL; i++) {
        struct sheet *sheet = &report->sheet[report->levels];

        if (only ? levels[i] != only : !levels[i]->shuffle || levels[i]->form == PACK || !has(profile, levels[i]))
            continue;
        sheet_start(sheet, profile, levels[i]);
        if (!sheet_run(sheet, o->so, seconds))
            misuse("conform: --so %s: expected a shared object that exports %s: %s", o->so, levels[i]->function,
                   sheet->tally->refusal);
        judge(report);
        if (sheet->tally->answered < sheet->warps)
            return;
    }
}

void conform(int argc, char **argv)
{
    static struct report report;
    struct options o = { .level = NULL };
    const struct cli_option options[] = {
        { "level", "LEVEL", "the level of the results (default: that of FILE's size; with --so: all)", &o.level, NULL },
        { "so", "LIB", "call the function openshfl_peer of this shared object, see conform/peer.h", &o.so, NULL },
        { "seconds", "N", "with --so: how long one warp may take (default 10)", &o.seconds, NULL },
        { "profile", "FILE", "the features of your shuffle (default: all of PTX, 32 lanes)", &o.profile, NULL },
        { "json", "FILE", "write the report as JSON; - is standard output", &o.json, NULL },
        { "junit", "FILE", "write it as JUnit's XML", &o.junit, NULL },
        { "expect", "LEVEL", "write the expected results of a level to standard output", &o.expect, NULL },
        { "vectors", "LEVEL", "write its warps: mode active sb[lanes] sc[lanes] ra[lanes], a warp per line", &o.vectors,
          NULL },
        { .name = NULL }
    };
    const int first = take_options(argc, argv, options, usage, note);
    const struct profile profile = profile_read(o.profile);

    if (argc - first + (o.so != NULL) + (o.expect != NULL) + (o.vectors != NULL) != 1)
        misuse("conform takes one file of answers, or --so, or --expect, or --vectors; openshfl conform --help tells "
               "more");
    if (o.seconds && !o.so)
        misuse("conform: --seconds belongs to --so");
    if (o.expect || o.vectors) {
        const char *option = o.expect ? "expect" : "vectors";
        const struct level *level = level_of(option, o.expect ? o.expect : o.vectors);

        if (o.level || o.json || o.junit)
            misuse("conform: --%s takes --profile only", option);
        check_profile(level, &profile);
        level_write(level, &profile, o.expect != NULL, NULL, stdout);
        return;
    }
    report.profile = &profile;
    report.peer = o.so ? o.so : argv[first];
    if (o.so)
        judge_function(&o, &report);
    else
        judge_file(&o, argv[first], &report);
    end(&o, &report);
}
