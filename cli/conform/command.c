/* SPDX-License-Identifier: Apache-2.0
 * command - the command openshfl conform: is a shuffle SHFL, and if not, where and why not. docs/use/conformance.md */
#include "collective.h"
#include "conform.h"
#include "lib/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 1 << 28, PROFILE_MAX = 1 << 16, SECONDS_MAX = 3600 };

static const char usage[] =
    "Usage: openshfl conform FILE [--level LEVEL] [option ...]\n"
    "       openshfl conform --so LIB [--level LEVEL] [option ...]\n"
    "       openshfl conform --expect LEVEL > FILE\n"
    "       openshfl conform --vectors LEVEL > FILE\n"
    "Report where a shuffle differs from SHFL, and why: from its results in a file, or by calling a function.\n";
static const char note[] =
    "\n"
    "Levels: the results of quick, cuda, cub and ptx are a signature, a byte per point; those of ignored, perlane,\n"
    "inactive, data64 and pack a line of text per warp. So are those of levels that run by name only: the votes, "
    "matches\n"
    "and reductions ballot, match and reduce; the groups tile and coalesced; barrier; block-shuffle; and the "
    "instructions of\n"
    "RISC-V V rvv-gather, rvv-slide and rvv-compress. docs/use/conformance.md has the formats.\n"
    "Exit status: 0 agrees, 1 differs, 2 wrong usage or wrong input, 3 environment error.\n";

struct options {
    const char *level, *so, *profile, *json, *junit, *html, *expect, *vectors, *seconds;
};

static enum level level_of(const char *option, const char *name)
{
    const int level = choice(name, level_name);

    if (level < 0) {
        char others[200];

        conform_collective_names(others, sizeof others);
        misuse("conform: --%s %s: expected one of quick, cuda, cub, ptx, ignored, perlane, inactive, data64, pack, %s",
               option, name, others);
    }
    return (enum level)level;
}

static struct profile take_profile(const char *path)
{
    struct profile profile = profile_ptx(32);
    char err[PROFILE_ERROR_MAX];
    size_t size;

    if (path != NULL) {
        char *text = take_file(path, PROFILE_MAX, &size);

        if (!profile_read(text, &profile, err))
            misuse("conform: %s: %s", path, err);
        free(text);
    }
    return profile;
}

static void check_profile(enum level level, const struct profile *profile)
{
    if (level == LEVEL_DATA64 && profile->data_bits < 64)
        misuse("conform: level data64 has values of 64 bits, the profile says %u", profile->data_bits);
    if (level == LEVEL_QUICK && profile->lanes != 32)
        misuse("conform: level quick is of 32 lanes, the profile says %u", profile->lanes);
}

/* ---- the warps of a level, and the expected results */

static void write_vectors(enum level level, const struct profile *profile)
{
    const unsigned lanes = profile->lanes;
    static const char *const call[] = { "idx", "up", "down", "xor" };
    struct warp w;

    for (size_t n = 0; n < level_warps(level, lanes); n++) {
        level_operands(profile, level, n, &w);
        level_data(level, n, &w);
        if (level == LEVEL_PACK) {
            if (n % lanes == 0)
                printf("%s %u\n", call[w.mode], lanes - (w.sc[0] >> 8));
            continue;
        }
        printf("%x %" PRIx64, (unsigned)w.mode, w.active);
        for (unsigned k = 0; k < lanes; k++)
            printf(" %" PRIx32, w.sb[k]);
        for (unsigned k = 0; k < lanes; k++)
            printf(" %" PRIx32, w.sc[k]);
        for (unsigned k = 0; k < lanes; k++)
            printf(" %" PRIx64, w.ra[k]);
        putchar('\n');
    }
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
    const bool taken = (o->json && strcmp(o->json, "-") == 0) || (o->junit && strcmp(o->junit, "-") == 0)
                    || (o->html && strcmp(o->html, "-") == 0);

    report_changes(report);
    write_report("conform: --json", o->json, report_json, report);
    write_report("conform: --junit", o->junit, report_junit, report);
    write_report("conform: --html", o->html, report_html, report);
    if (!taken)
        report_text(report, stdout);
    exit(report_agrees(report) ? AGREED : MISMATCH);
}

static void judge(struct report *report)
{
    diagnose(&report->sheet[report->levels], report->finding[report->levels]);
    report->levels++;
}

/* The level whose results have so many bytes. */
static enum level level_of_size(const char *path, size_t size, unsigned lanes)
{
    char sizes[200] = "";

    for (enum level level = LEVEL_QUICK; level <= LEVEL_PTX; level++) {
        const size_t expected = level_warps(level, lanes) * lanes;

        if (size == expected)
            return level;
        snprintf(sizes + strlen(sizes), sizeof sizes - strlen(sizes), " %s %zu", level_name[level], expected);
    }
    misuse("conform: %s: %zu bytes are no level's, so give --level; they are%s", path, size, sizes);
}

static void judge_file(const struct options *o, const char *path, struct report *report)
{
    const struct profile *profile = report->profile;
    size_t size;
    char *bytes = take_file(path, ANSWERS_MAX, &size);
    const enum level level = o->level ? level_of("level", o->level) : level_of_size(path, size, profile->lanes);

    check_profile(level, profile);
    sheet_start(&report->sheet[0], profile, level);
    sheet_read(&report->sheet[0], bytes, size);
    free(bytes);
    judge(report);
}

static void judge_function(const struct options *o, struct report *report)
{
    const struct profile *profile = report->profile;
    const enum level only = o->level ? level_of("level", o->level) : LEVEL_PACK;
    unsigned seconds = 10;

    take_number("conform", "seconds", o->seconds, SECONDS_MAX, &seconds);
    if (o->level && only == LEVEL_PACK)
        misuse("conform: --level pack: a function has no operands to emit; give a file");
    if (o->level)
        check_profile(only, profile);
    for (enum level level = LEVEL_QUICK; level <= LEVEL_DATA64; level++) {
        struct sheet *sheet = &report->sheet[report->levels];

        if (o->level
                ? level != only
                : (level == LEVEL_QUICK && profile->lanes != 32) || (level == LEVEL_DATA64 && profile->data_bits < 64))
            continue;
        sheet_start(sheet, profile, level);
        if (!sheet_run(sheet, o->so, seconds))
            misuse("conform: --so %s: expected a shared object that exports openshfl_peer: %s", o->so,
                   sheet->tally->refusal);
        judge(report);
        if (sheet->tally->answered < sheet->warps)
            return;
    }
}

/* The levels of collective.h; false: it is none of these. */
static bool collective(const struct options *o, const char *path, const struct profile *profile)
{
    const char *level = o->expect ? o->expect : o->vectors ? o->vectors : o->level;
    const struct shape shape = { profile->lanes, profile->vlen };
    unsigned seconds = 10;

    if (level == NULL || !conform_collective_is(level))
        return false;
    if (o->json || o->junit || o->html)
        misuse("conform: --%s: the report of level %s is a text on standard output",
               o->json    ? "json"
               : o->junit ? "junit"
                          : "html",
               level);
    take_number("conform", "seconds", o->seconds, SECONDS_MAX, &seconds);
    if (o->expect || o->vectors) {
        conform_collective_write(level, &shape, o->expect != NULL);
        return true;
    }
    if (!conform_collective(level, path, o->so, &shape, seconds))
        exit(MISMATCH);
    return true;
}

void conform(int argc, char **argv)
{
    static struct report report;
    struct options o = { .level = NULL };
    const struct cli_option options[] = {
        { "level", "LEVEL", "the level of the results (default: that of FILE's size; with --so: all)", &o.level, NULL },
        { "so", "LIB", "call the function openshfl_peer of this shared object, see cli/conform/peer.h", &o.so, NULL },
        { "seconds", "N", "with --so: how long one warp may take (default 10)", &o.seconds, NULL },
        { "profile", "FILE", "the features of your shuffle (default: all of PTX, 32 lanes)", &o.profile, NULL },
        { "json", "FILE", "write the report as JSON; - is standard output", &o.json, NULL },
        { "junit", "FILE", "write it as JUnit's XML", &o.junit, NULL },
        { "html", "FILE", "write it as a page, with a map of the differences", &o.html, NULL },
        { "expect", "LEVEL", "write the expected results of a level to standard output", &o.expect, NULL },
        { "vectors", "LEVEL", "write its warps: mode active sb[lanes] sc[lanes] ra[lanes], a warp per line", &o.vectors,
          NULL },
        { .name = NULL }
    };
    const int first = take_options(argc, argv, options, usage, note);
    const struct profile profile = take_profile(o.profile);

    if (argc - first + (o.so != NULL) + (o.expect != NULL) + (o.vectors != NULL) != 1)
        misuse("conform takes one file of answers, or --so, or --expect, or --vectors; openshfl conform --help tells "
               "more");
    if (o.seconds && !o.so)
        misuse("conform: --seconds belongs to --so");
    if ((o.expect || o.vectors) && o.level)
        misuse("conform: --%s takes --profile only", o.expect ? "expect" : "vectors");
    if (collective(&o, first < argc ? argv[first] : NULL, &profile))
        return;
    if (o.expect || o.vectors) {
        const enum level level = level_of(o.expect ? "expect" : "vectors", o.expect ? o.expect : o.vectors);

        if (o.json || o.junit || o.html)
            misuse("conform: --%s takes --profile only", o.expect ? "expect" : "vectors");
        check_profile(level, &profile);
        if (o.expect)
            level_expected(&profile, level, stdout);
        else
            write_vectors(level, &profile);
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
