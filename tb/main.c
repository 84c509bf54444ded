/* shfl_sim - checks the RTL against the golden model. See usage below. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "junit.h"
#include "number.h"
#include "pool.h"
#include "story.h"
#include "vectors.h"

enum { PASSED = 0, FAILED = 1, MISUSED = 2 };

#define NAME 24 /* characters of a configuration's name in a table */

static const char *program;

static const char usage[] =
    "Usage: shfl_sim [option ...]\n"
    "Check the shuffle unit's RTL against the golden model; without options, every suite on every\n"
    "configuration. Exit status: 0 all agree, 1 a mismatch, 2 the options or files are not usable.\n"
    "\n"
    "What to run\n"
    "  -l, --list           list the suites and the configurations, and exit\n"
    "  -s, --suite LIST     these suites only, separated by commas\n"
    "  -c, --config LIST    these configurations only, separated by commas\n"
    "  -n, --count N        N warps of each suite, or all if it has fewer\n"
    "  -f, --full           all warps of the suites that have an end\n"
    "  -S, --seed N         seed of everything random, 0 to 2^64-1 (default 1)\n"
    "      --shard I/N      only part I, 1 to N, of N equal parts\n"
    "      --at W           only warp W, with those of its block before it; takes one --suite\n"
    "  -j, --jobs N         N processes at a time (default: one per processor)\n"
    "\n"
    "What to see\n"
    "  -t, --trace FILE     write a trace of all clock cycles, or with --at of those around that warp, as\n"
    "                       VCD if FILE ends in .vcd, otherwise as FST; takes one --suite and one --config\n"
    "      --notes FILE     write what there is to see in the trace; takes --trace, and --story or --at\n"
    "      --fail-dir DIR   where traces of mismatches go (default: fail beside this program)\n"
    "      --junit FILE     write the results as JUnit XML\n"
    "  -q, --quiet          print mismatches and the last line only\n"
    "  -v, --verbose        a line per suite, with clock cycles and time\n"
    "  -h, --help           print this, and exit\n"
    "\n"
    "Instead of suites\n"
    "      --story FILE     play the warps of this file, as waves/story.txt explains it\n"
    "\n"
    "Instead of checking\n"
    "      --bench          time the harness, on one configuration (default: the first)\n"
    "      --vectors FILE   write warps and the model's answers for $readmemh; takes one --suite and\n"
    "                       one --config\n";

static _Noreturn void misuse(const char *format, ...)
{
    va_list arg;

    fprintf(stderr, "%s: ", program);
    va_start(arg, format);
    vfprintf(stderr, format, arg);
    va_end(arg);
    fputc('\n', stderr);
    exit(MISUSED);
}

static uint64_t number(const char *option, const char *text, uint64_t least, uint64_t most)
{
    uint64_t value;

    if (!number_read(text, least, most, &value))
        misuse("%s %s: expected a whole number from %" PRIu64 " to %" PRIu64, option, text, least, most);
    return value;
}

static void shard(const char *text, unsigned *part, unsigned *of)
{
    uint64_t i, n;
    const char *slash = number_scan(text, &i);

    if (!slash || *slash != '/' || !number_read(slash + 1, 1, UINT_MAX, &n) || i < 1 || i > n)
        misuse("--shard %s: expected I/N with I from 1 to N, such as 2/4", text);
    *part = (unsigned)i - 1;
    *of = (unsigned)n;
}

/* Is name among the comma-separated names of list? */
static bool listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (strncmp(p, name, length) == 0 && (p[length] == ',' || p[length] == '\0'))
            return true;
    return false;
}

/* Misuse if list has a name that known does not know. */
static void check_list(const char *option, const char *list, bool (*known)(const char *))
{
    char name[64];

    for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(p, ","), p);
        if (!known(name))
            misuse("%s '%s': no such name; --list prints them", option, name);
    }
}

static bool known_suite(const char *name)
{
    for (const struct suite *s = suites; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return true;
    return false;
}

static bool known_config(const char *name)
{
    for (const struct rtl_build *const *b = rtl_probed; *b; b++)
        if (strcmp((*b)->name, name) == 0)
            return true;
    return false;
}

/* The bare build of a configuration, or the probed one if there is none or it is asked for. */
static const struct rtl_build *build_of(const struct rtl_build *probed, bool probe)
{
    for (const struct rtl_build *const *b = rtl_bare; *b && !probe; b++)
        if (strcmp((*b)->name, probed->name) == 0)
            return *b;
    return probed;
}

static void list(void)
{
    printf("suites\n");
    for (const struct suite *s = suites; s->name; s++)
        printf("  %-10s %s\n", s->name, s->what);
    printf("configurations: LANES, W, DEPTH, POLICY, CROSSBAR and PARTS, PASSES of the RTL\n");
    for (const struct rtl_build *const *b = rtl_probed; *b; b++)
        printf("  %-*s%s\n", NAME, (*b)->name,
               build_of(*b, false) != *b ? "  (also built bare, for speed)" : "");
}

/* Open a file for writing that appears under its name only when it is whole. */
static FILE *begin_file(const char *option, const char *path, char temporary[static 512])
{
    FILE *f;

    snprintf(temporary, 512, "%s.part", path);
    f = fopen(temporary, "w");
    if (!f)
        misuse("%s %s: cannot write: %s", option, path, strerror(errno));
    return f;
}

static void end_file(const char *option, FILE *f, const char *path, const char *temporary)
{
    bool whole = !ferror(f);

    if (fclose(f) != 0 || !whole || rename(temporary, path) != 0) {
        remove(temporary);
        misuse("%s %s: cannot write: %s", option, path, strerror(errno));
    }
}

/* See that a trace can be written. */
static void check_trace(const char *path, const char *also)
{
    FILE *f = path ? fopen(path, "wb") : NULL;

    if (path && !f && also)
        remove(also);
    if (path && !f)
        misuse("--trace %s: cannot write: %s", path, strerror(errno));
    if (f)
        fclose(f);
}

/* ---- what is shown instead of a whole suite */

static int tell_story(const char *path, const char *trace, const char *notes, bool quiet)
{
    static struct story story;
    char error[512], temporary[512];
    FILE *f = NULL;

    if (!story_read(&story, path, error, sizeof error))
        misuse("%s", error);
    if (notes)
        f = begin_file("--notes", notes, temporary);
    check_trace(trace, notes ? temporary : NULL);
    if (!story_play(&story, trace, error, sizeof error)) {
        printf("%s\n", error);
        if (f)
            fclose(f), remove(temporary);
        return FAILED;
    }
    if (f) {
        story_notes(f, &story);
        end_file("--notes", f, notes, temporary);
    }
    if (!quiet)
        for (unsigned n = 0; n < story.warps; n++)
            printf("warp %2u  clock cycles %3" PRIu64 " to %3" PRIu64 "  %s\n", n + 1, story.warp[n].since[0],
                   story.warp[n].left, story.warp[n].caption);
    printf("ok    %s: %u warps of %s in %" PRIu64 " clock cycles\n", story.build->name, story.warps, path,
           story.cycles);
    return PASSED;
}

/* Trace the clock cycles around warp at of a task that has run as result says: those before it has left and
 * a few after, or until the first difference. */
static void trace_around(const struct task *t, uint64_t seed, uint64_t at, const struct task_result *result,
                         const char *path, FILE *notes)
{
    enum { HEAD = 32, MORE = 8 }; /* clock cycles before, warps after */
    static struct suite_source source;
    const uint64_t total = t->suite->total(t->build), block = t->first + RUN_BLOCK;
    const uint64_t most = total < block ? total : block, end = at + 1 + MORE < most ? at + 1 + MORE : most;
    uint64_t last = result->cycles - result->passed; /* nothing is inside after the last cycle */
    struct run run = { .build = t->build, .suite = t->suite, .source = &source, .trace_path = path,
                       .trace_from = last > HEAD ? last - HEAD : 0 };
    struct run_failure failure;
    struct shfl_in in;
    struct shfl_out want;
    uint64_t cycles = 0;
    unsigned lane = 0;
    struct rtl *rtl = t->build->open();

    if (!rtl)
        misuse("out of memory");
    suite_source_init(&source, t->build, seed);
    bool agreed = run_block(&run, rtl, t->first, end, &cycles, &failure);
    t->build->close(rtl);
    if (!agreed)
        last = failure.cycle;
    if (!agreed && !failure.handshake) { /* look at the first lane that is wrong */
        t->suite->warp(&source, failure.warp, &in);
        shfl_warp(&t->build->unit, &in, &want);
        while (lane < t->build->unit.lanes - 1 && failure.out.rd[lane] == want.rd[lane]
               && !(((failure.out.pu ^ want.pu) | (failure.out.we ^ want.we)
                     | (failure.out.src_active ^ want.src_active)) >> lane & 1))
            lane++;
    }
    if (notes)
        fprintf(notes, "config %s\nlane %u\nfirst %" PRIu64 "\nclocks %" PRIu64 "\ncursor %" PRIu64 " %s\n"
                "tag %" PRIu32 "\ncaption %s warp %" PRIu64 " seed %" PRIu64 "\n", t->build->name, lane,
                run.trace_from, cycles + (agreed ? 0 : RUN_TRACE_TAIL), last, agreed ? "leaves" : "mismatch",
                run_tag(agreed ? at : failure.warp), t->suite->name, at, seed);
}

/* ---- what is printed of results */

struct printing {
    enum { QUIET, NORMAL, VERBOSE } level;
    const struct task *task;
    unsigned tasks;
    char line[256]; /* NORMAL: the line of a configuration, as far as it is known */
    bool line_failed;
};

static void print_result(void *arg, unsigned i, const struct task_result *r)
{
    struct printing *p = arg;
    const struct task *t = &p->task[i];
    const bool first = i == 0 || p->task[i - 1].build != t->build;
    const bool last = i + 1 == p->tasks || p->task[i + 1].build != t->build;

    if (p->level == VERBOSE) {
        printf("%-4s  %-*s  %-9s %9" PRIu64 " warps  %9" PRIu64 " cycles  %6.2f s\n",
               r->passed ? "ok" : "FAIL", NAME, t->build->name, t->suite->name, r->warps, r->cycles, r->seconds);
    } else if (p->level == NORMAL) {
        size_t length;

        if (first) {
            p->line[0] = '\0';
            p->line_failed = false;
        }
        length = strlen(p->line);
        snprintf(p->line + length, sizeof p->line - length, "  %s %" PRIu64 "%s", t->suite->name, r->warps,
                 r->passed ? "" : " FAILED");
        p->line_failed |= !r->passed;
        if (last)
            printf("%-4s  %-*s%s\n", p->line_failed ? "FAIL" : "ok", NAME, t->build->name, p->line);
    }
    if (r->text)
        fputs(r->text, stdout);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    enum { SHARD = 256, AT, FAIL_DIR, JUNIT, BENCH, VECTORS, STORY, NOTES };
    static const struct option options[] = {
        { "list", no_argument, NULL, 'l' },        { "suite", required_argument, NULL, 's' },
        { "config", required_argument, NULL, 'c' }, { "count", required_argument, NULL, 'n' },
        { "full", no_argument, NULL, 'f' },        { "seed", required_argument, NULL, 'S' },
        { "shard", required_argument, NULL, SHARD }, { "at", required_argument, NULL, AT },
        { "jobs", required_argument, NULL, 'j' },  { "trace", required_argument, NULL, 't' },
        { "fail-dir", required_argument, NULL, FAIL_DIR },
        { "junit", required_argument, NULL, JUNIT }, { "quiet", no_argument, NULL, 'q' },
        { "verbose", no_argument, NULL, 'v' },     { "help", no_argument, NULL, 'h' },
        { "bench", no_argument, NULL, BENCH },     { "vectors", required_argument, NULL, VECTORS },
        { "story", required_argument, NULL, STORY }, { "notes", required_argument, NULL, NOTES },
        { NULL, 0, NULL, 0 },
    };
    const char *only_suites = NULL, *only_configs = NULL, *trace = NULL, *junit = NULL, *vectors = NULL;
    const char *fail_dir = NULL, *story = NULL, *notes = NULL;
    char default_fail_dir[512], temporary[512];
    bool full = false, benching = false, at_given = false, count_given = false;
    uint64_t count = 0, at = 0, seed = 1;
    unsigned part = 0, of = 1, chosen_suites = 0, chosen_configs = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = processors > 0 ? (unsigned)processors : 1;
    struct printing printing = { .level = NORMAL };

    program = argv[0];
    for (int c; (c = getopt_long(argc, argv, "ls:c:n:fS:j:t:qvh", options, NULL)) != -1;)
        switch (c) {
        case 'l': list(); return PASSED;
        case 's': check_list("--suite", only_suites = optarg, known_suite); break;
        case 'c': check_list("--config", only_configs = optarg, known_config); break;
        case 'n': count = number("--count", optarg, 1, UINT64_MAX - 1), count_given = true; break;
        case 'f': full = true; break;
        case 'S': seed = number("--seed", optarg, 0, UINT64_MAX); break;
        case SHARD: shard(optarg, &part, &of); break;
        case AT: at = number("--at", optarg, 0, UINT64_MAX - 1), at_given = true; break;
        case 'j': jobs = (unsigned)number("--jobs", optarg, 1, 1024); break;
        case 't': trace = optarg; break;
        case FAIL_DIR: fail_dir = optarg; break;
        case JUNIT: junit = optarg; break;
        case 'q': printing.level = QUIET; break;
        case 'v': printing.level = VERBOSE; break;
        case 'h': fputs(usage, stdout); return PASSED;
        case BENCH: benching = true; break;
        case VECTORS: vectors = optarg; break;
        case STORY: story = optarg; break;
        case NOTES: notes = optarg; break;
        default: fprintf(stderr, "%s: --help prints the options\n", program); return MISUSED;
        }
    if (optind < argc)
        misuse("'%s' is not an option; --help prints the options", argv[optind]);
    if (count_given && full)
        misuse("--count and --full exclude each other");
    if (at_given && (count_given || full || of > 1))
        misuse("--at excludes --count, --full and --shard");
    if (notes && !(trace && (story || at_given)))
        misuse("--notes takes --trace, and --story or --at");
    if (notes && junit)
        misuse("--notes and --junit exclude each other");
    if (story) {
        if (only_suites || only_configs || count_given || full || at_given || of > 1 || junit || benching || vectors)
            misuse("--story goes with --trace, --notes and --quiet only; the file names the configuration");
        return tell_story(story, trace, notes, printing.level == QUIET);
    }
    if (!fail_dir) {
        const char *slash = strrchr(program, '/');
        snprintf(default_fail_dir, sizeof default_fail_dir, "%.*sfail",
                 slash ? (int)(slash - program) + 1 : 0, program);
        fail_dir = default_fail_dir;
    }

    /* the tasks, configuration by configuration */
    struct task task[512];
    unsigned tasks = 0;
    for (const struct rtl_build *const *b = rtl_probed; *b; b++) {
        if (only_configs && !listed(only_configs, (*b)->name))
            continue;
        chosen_configs++;
        chosen_suites = 0;
        for (const struct suite *s = suites; s->name; s++) {
            const uint64_t total = s->total(*b);
            const uint64_t usual = s->usual / pipeline_interval(*b); /* the same clocks on every unit */
            uint64_t warps = count_given ? count : full ? total : usual;

            if (only_suites && !listed(only_suites, s->name))
                continue;
            chosen_suites++;
            if (warps > total || (full && total == UINT64_MAX))
                warps = total == UINT64_MAX ? usual : total;
            if (at_given && at >= total)
                misuse("--at %" PRIu64 ": suite %s has warps 0 to %" PRIu64 " on %s", at, s->name, total - 1,
                       (*b)->name);
            if (tasks == sizeof task / sizeof *task)
                misuse("more than %u suites and configurations", tasks);
            task[tasks++] = (struct task){
                .build = build_of(*b, trace != NULL), .suite = s, .shard = part, .of = of,
                .first = at_given ? at - at % RUN_BLOCK : 0, .warps = at_given ? at + 1 : warps,
            };
        }
    }
    if (at_given && chosen_suites != 1)
        misuse("--at takes one --suite");
    if ((trace || vectors) && tasks != 1)
        misuse("%s takes one --suite and one --config", trace ? "--trace" : "--vectors");
    if (trace && !task[0].build->trace)
        misuse("--trace: %s was built bare, without traces", task[0].build->name);

    if (benching) {
        if (chosen_configs != 1 && only_configs)
            misuse("--bench takes one --config");
        if (!bench(stdout, task[0].build, seed))
            misuse("out of memory");
        return PASSED;
    }
    if (vectors) {
        static struct suite_source source;
        FILE *f = begin_file("--vectors", vectors, temporary);

        suite_source_init(&source, task[0].build, seed);
        vectors_write(f, &source, task[0].suite, task[0].first, task[0].warps);
        end_file("--vectors", f, vectors, temporary);
        return PASSED;
    }
    FILE *xml = junit ? begin_file("--junit", junit, temporary) : NULL;
    FILE *noted = notes ? begin_file("--notes", notes, temporary) : NULL;
    check_trace(trace, xml || noted ? temporary : NULL);

    struct task_result result[512];
    struct pool pool = {
        .jobs = jobs, .seed = seed, .program = program, .fail_dir = fail_dir,
        .trace_path = at_given ? NULL : trace,
        .progress = isatty(STDERR_FILENO) && printing.level != QUIET, .done = print_result, .arg = &printing,
    };
    printing.task = task;
    printing.tasks = tasks;
    if (!pool_run(&pool, task, tasks, result))
        misuse("no process to run in: %s", strerror(errno));

    unsigned failed = 0;
    uint64_t warps = 0, lanes = 0;
    for (unsigned i = 0; i < tasks; i++) {
        failed += !result[i].passed;
        warps += result[i].warps;
        lanes += result[i].warps * task[i].build->unit.lanes;
    }
    if (trace && at_given)
        trace_around(&task[0], seed, at, &result[0], trace, noted);
    if (noted)
        end_file("--notes", noted, notes, temporary);
    if (xml) {
        junit_write(xml, seed, task, tasks, result);
        end_file("--junit", xml, junit, temporary);
    }
    for (unsigned i = 0; i < tasks; i++)
        free(result[i].text);
    if (printing.level != QUIET)
        printf("%" PRIu64 " warps, %" PRIu64 " lanes on %u configurations, seed %" PRIu64 "\n", warps, lanes,
               chosen_configs, seed);
    printf("%u passed, %u failed\n", tasks - failed, failed);
    return failed ? FAILED : PASSED;
}
