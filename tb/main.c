/* SPDX-License-Identifier: Apache-2.0
 * shfl_sim - checks the RTL against the golden model. Its options are in the table below.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/number.h"
#include "lib/output.h"
#include "pool.h"
#include "scenario.h"
#include "vectors.h"

#define TASKS_MAX 1024

/* ---- options */

enum { SHARD = 256, AT, FAIL_DIR, VECTORS, PORTS, SCENARIO, NOTES };

static const struct argp_option option_table[] = {
    { NULL, 0, NULL, 0, "What to run", 1 },
    { "list", 'l', NULL, 0, "list the suites and the configurations", 1 },
    { "suite", 's', "LIST", 0, "these suites only, separated by commas; * stands for any characters", 1 },
    { "config", 'c', "LIST", 0, "these configurations only, likewise", 1 },
    { "count", 'n', "N", 0, "N warps of each suite, or all if it has fewer", 1 },
    { "full", 'f', NULL, 0, "all warps of the suites that have an end", 1 },
    { "seed", 'S', "N", 0, "seed of everything random, 0 to 2^64-1 (default 1)", 1 },
    { "shard", SHARD, "I/N", 0, "only part I, 1 to N, of N equal parts", 1 },
    { "at", AT, "W", 0, "only warp W, with those of its block before it; needs one --suite", 1 },
    { "jobs", 'j', "N", 0, "N processes at a time (default: one per processor)", 1 },
    { NULL, 0, NULL, 0, "What to see", 2 },
    { "trace", 't', "FILE", 0,
      "write a trace of all clock cycles, or with --at of those around that warp, as VCD if FILE ends in .vcd, "
      "otherwise as FST; needs one --suite and one --config, or --scenario",
      2 },
    { "notes", NOTES, "FILE", 0, "write what there is to see in the trace; needs --trace, and --scenario or --at", 2 },
    { "fail-dir", FAIL_DIR, "DIR", 0, "where traces of mismatches go (default: fail, next to this program)", 2 },
    { "quiet", 'q', NULL, 0, "print mismatches and the last line only", 2 },
    { "verbose", 'v', NULL, 0, "a line per suite, with clock cycles and time", 2 },
    { "help", 'h', NULL, 0, "print this", 2 },
    { NULL, 0, NULL, 0, "Instead of suites", 3 },
    { "scenario", SCENARIO, "FILE", 0, "play the warps of this file, as waves/scenario.txt explains it", 3 },
    { NULL, 0, NULL, 0, "Instead of checking", 4 },
    { "vectors", VECTORS, "FILE", 0,
      "write warps and the model's results for $readmemh; needs one --suite and one --config", 4 },
    { "ports", PORTS, NULL, 0, "print the ports of the one --config, in the order of a line of --vectors", 4 },
    { 0 },
};

struct options {
    const char *suites, *configs, *trace, *notes, *scenario, *vectors, *fail_dir;
    bool list, full, at_given, count_given, ports;
    uint64_t count, at, seed;
    unsigned shard, of, jobs;
    enum { QUIET, NORMAL, VERBOSE } level;
};

static uint64_t number(const char *option, const char *text, uint64_t least, uint64_t most)
{
    uint64_t value;

    if (!number_read(text, least, most, &value))
        misuse("%s %s: expected a whole number from %" PRIu64 " to %" PRIu64, option, text, least, most);
    return value;
}

static void shard(const char *text, struct options *o)
{
    uint64_t i, n;
    const char *slash = number_scan(text, &i);

    if (!slash || *slash != '/' || !number_read(slash + 1, 1, UINT_MAX, &n) || i < 1 || i > n)
        misuse("--shard %s: expected I/N with I from 1 to N, such as 2/4", text);
    o->shard = (unsigned)i - 1;
    o->of = (unsigned)n;
}

/* Does name match one of the list, patterns as the shell has them, or is there no list? */
static bool listed(const char *list, const char *name)
{
    bool found = !list;
    char *const names = strdup(list ? list : "");

    for (char *rest = names, *one; (one = strsep(&rest, ","));)
        found = found || fnmatch(one, name, 0) == 0;
    free(names);
    return found;
}

static const char *suite_name(unsigned i) { return suites[i].name; }

static const char *config_name(unsigned i) { return rtl_probed[i] ? rtl_probed[i]->name : NULL; }

/* Misuse if list has another name than name(0), name(1) ... */
static const char *check_list(const char *option, const char *list, const char *(*name)(unsigned))
{
    char *const names = strdup(list);

    for (char *rest = names, *one; (one = strsep(&rest, ","));) {
        unsigned i = 0;

        while (name(i) && fnmatch(one, name(i), 0) != 0)
            i++;
        if (!name(i))
            misuse("%s '%s': no such name; --list prints them", option, one);
    }
    free(names);
    return list;
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'l': o->list = true; break;
    case 's': o->suites = check_list("--suite", arg, suite_name); break;
    case 'c': o->configs = check_list("--config", arg, config_name); break;
    case 'n': o->count = number("--count", arg, 1, SUITE_ENDLESS), o->count_given = true; break;
    case 'f': o->full = true; break;
    case 'S': o->seed = number("--seed", arg, 0, UINT64_MAX); break;
    case SHARD: shard(arg, o); break;
    case AT: o->at = number("--at", arg, 0, SUITE_ENDLESS - 1), o->at_given = true; break;
    case 'j': o->jobs = (unsigned)number("--jobs", arg, 1, 1024); break;
    case 't': o->trace = arg; break;
    case FAIL_DIR: o->fail_dir = arg; break;
    case 'q': o->level = QUIET; break;
    case 'v': o->level = VERBOSE; break;
    case 'h': argp_state_help(state, stdout, ARGP_HELP_STD_HELP); break;
    case PORTS: o->ports = true; break;
    case VECTORS: o->vectors = arg; break;
    case SCENARIO: o->scenario = arg; break;
    case NOTES: o->notes = arg; break;
    case ARGP_KEY_ARG: misuse("'%s' is not an option; --help prints the options", arg);
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static struct options take_options(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option_table,
        .parser = take_option,
        .doc = "Check the shuffle unit's RTL against the golden model; without options, every suite on every "
               "configuration. A FILE is written whole or not at all; - is standard input or output."
               "\vExit status: 0 all agree, 1 a mismatch, 2 the options or files are not usable, 3 environment "
               "error.",
    };
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct options o = { .seed = 1, .of = 1, .jobs = processors > 0 ? (unsigned)processors : 1, .level = NORMAL };

    argp_err_exit_status = MISUSED;
    argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, &o);
    if (o.count_given && o.full)
        misuse("--count and --full exclude each other");
    if (o.at_given && (o.count_given || o.full || o.of > 1))
        misuse("--at excludes --count, --full and --shard");
    if (o.notes && !(o.trace && (o.scenario || o.at_given)))
        misuse("--notes: expected --trace with it, and --scenario or --at");
    if (o.trace && strcmp(o.trace, "-") == 0)
        misuse("--trace -: a trace cannot go to standard output, expected the name of a file");
    if (o.scenario && (o.suites || o.configs || o.count_given || o.full || o.at_given || o.of > 1 || o.vectors))
        misuse("--scenario goes with --trace, --notes and --quiet only; the file names the configuration");
    if (o.vectors && o.trace)
        misuse("--vectors and --trace exclude each other");
    return o;
}

/* ---- configurations and tasks */

/* The bare build of a configuration, or the probed one if there is none or it is requested. */
static const struct rtl_build *build_of(const struct rtl_build *probed, bool probe)
{
    const struct rtl_build *bare = probe ? NULL : isa_named(rtl_bare, probed->name);

    return bare ? bare : probed;
}

/* Characters of the longest name of a configuration. */
static int name_width(void)
{
    size_t most = 0;

    for (const struct rtl_build *const *b = rtl_probed; *b; b++)
        most = strlen((*b)->name) > most ? strlen((*b)->name) : most;
    return (int)most;
}

static void list(void)
{
    printf("suites\n");
    for (const struct suite *s = suites; s->name; s++)
        printf("  %-10s  %s\n", s->name, s->what);
    printf(
        "configurations: the unit, if it is not shfl or shfl_banked, and its parameters, as tb/settings.py has them\n");
    for (const struct rtl_build *const *b = rtl_probed; *b; b++)
        printf("  %-*s%s\n", name_width(), (*b)->name,
               build_of(*b, false) != *b ? "  (also built bare, for speed)" : "");
}

/* How many warps of a suite to run. */
static uint64_t warps_of(const struct options *o, const struct rtl_build *build, const struct suite *s)
{
    const uint64_t total = suite_total(s, build), usual = s->usual / isa_of(build)->slower;
    const uint64_t wanted = o->count_given ? o->count : o->full && total < SUITE_ENDLESS ? total : usual;

    if (!o->at_given)
        return wanted < total ? wanted : total;
    if (o->at >= total)
        misuse("--at %" PRIu64 ": suite %s has warps 0 to %" PRIu64 " on %s", o->at, s->name, total - 1, build->name);
    return o->at + 1;
}

/* The tasks that the options select, configuration by configuration. Returns how many. */
static unsigned make_tasks(const struct options *o, struct task task[TASKS_MAX])
{
    unsigned tasks = 0, chosen = 0, configs = 0;

    for (const struct rtl_build *const *b = rtl_probed; *b; b++) {
        if (!listed(o->configs, (*b)->name))
            continue;
        configs++;
        for (const struct suite *s = suites; s->name; s++) {
            if (!listed(o->suites, s->name) || suite_total(s, *b) == 0)
                continue;
            chosen++;
            if (tasks == TASKS_MAX)
                misuse("more than %d suites and configurations", TASKS_MAX);
            const struct task t = {
                .build = build_of(*b, o->trace != NULL),
                .suite = s,
                .shard = o->shard,
                .of = o->of,
                .first = o->at_given ? o->at - o->at % RUN_BLOCK : 0,
                .warps = warps_of(o, *b, s),
            };
            task[tasks] = t;
            tasks += t.warps > t.first && (t.warps - 1) / RUN_BLOCK - t.first / RUN_BLOCK >= t.shard;
        }
    }
    if (o->at_given && chosen != configs)
        misuse("--at: expected one --suite with it");
    if ((o->trace || o->vectors) && chosen != 1)
        misuse("--%s: expected one --suite and one --config with it", o->trace ? "trace" : "vectors");
    if (o->ports && configs != 1)
        misuse("--ports: expected one --config with it");
    if (chosen == 0)
        misuse("--suite %s: none of them is for these configurations", o->suites);
    if (o->notes && task[0].build->isa != RTL_SHFL)
        misuse("--notes: expected a configuration of shfl or shfl_banked");
    if (tasks == 0)
        misuse("--shard %u/%u: nothing to run, there are no more than %u blocks of warps", o->shard + 1, o->of,
               o->shard);
    if (o->trace && !task[0].build->trace)
        misuse("--trace: %s was built bare, without traces", task[0].build->name);
    return tasks;
}

/* ---- what is shown instead of a whole suite */

static int tell_scenario(struct scenario *scenario, const struct options *o, const struct output *trace, FILE *notes)
{
    if (!scenario_play(scenario, o->trace ? trace->part : NULL))
        return MISMATCH;
    if (notes)
        scenario_notes(notes, scenario);
    if (o->level != QUIET)
        for (unsigned n = 0; n < scenario->warps; n++)
            printf("warp %2u  clock cycles %3" PRIu64 " to %3" PRIu64 "  %s\n", n + 1,
                   scenario->warp[n].beat[0].since[0][0], scenario->warp[n].beat[scenario->warp[n].beats - 1].left,
                   scenario->warp[n].caption);
    printf("ok    %s: %u warps of %s in %" PRIu64 " clock cycles\n", scenario->build->name, scenario->warps,
           scenario->path, scenario->cycles);
    return AGREED;
}

/* Trace the clock cycles around warp at of a task with this result, from HEAD before it to MORE warps after it,
 * or to the first difference. */
static void trace_around(const struct task *t, uint64_t seed, uint64_t at, const struct task_result *result,
                         const char *path, FILE *notes)
{
    enum { HEAD = 32, MORE = 8 }; /* clock cycles before, warps after */
    static struct suite_source source;
    const uint64_t total = suite_total(t->suite, t->build), block = t->first + RUN_BLOCK;
    const uint64_t most = total < block ? total : block, end = at + 1 + MORE < most ? at + 1 + MORE : most;
    uint64_t last = result->cycles - (result->state == TASK_PASSED); /* nothing is inside after the last cycle */
    struct run run = { .build = t->build,
                       .suite = t->suite,
                       .source = &source,
                       .trace_path = path,
                       .trace_from = last > HEAD ? last - HEAD : 0 };
    struct run_failure failure;
    struct warp warp;
    struct want want;
    struct beats beats;
    uint64_t cycles = 0;
    unsigned lane = 0;
    struct rtl *rtl = isa_open(t->build);

    suite_source_init(&source, t->build, seed);
    bool agreed = run_block(&run, rtl, t->first, end, &cycles, &failure);
    if (!t->build->trace(rtl, NULL))
        trouble("--trace: the trace is not whole; is the disk full?");
    t->build->close(rtl);
    beats_warp(&source, t->suite, at, &warp, &beats);
    const uint32_t leaves = run_tag(at, beats.number[beats.count - 1]);
    if (!agreed)
        last = failure.cycle;
    if (!agreed && !failure.handshake) { /* look at the first lane that is wrong */
        unsigned way = 0;

        beats_warp_of(&source, t->suite, failure.warp, &failure.beat, &warp);
        warp.isa->expect(t->build, &warp, &want);
        lane = isa_first(t->build, &failure.beat);
        while (way < isa_lanes(t->build) - 1 && !isa_lane_differs(&failure.out, way, &want, lane))
            way++, lane++;
    }
    if (notes)
        fprintf(notes,
                "config %s\nlane %u\nfirst %" PRIu64 "\nclocks %" PRIu64 "\ncursor %" PRIu64 " %s\n"
                "tag %" PRIu32 "\ncaption %s warp %" PRIu64 " seed %" PRIu64 "\n",
                t->build->name, lane, run.trace_from, cycles + (agreed ? 0 : RUN_TRACE_TAIL), last,
                agreed ? "leaves" : "mismatch", agreed ? leaves : run_tag(failure.warp, failure.beat.number),
                t->suite->name, at, seed);
}

/* ---- the suites */

struct printing {
    const struct options *options;
    const struct task *task;
    unsigned tasks;
    char line[256]; /* NORMAL: the line of a configuration, as far as it is known */
    const char *verdict;
};

static void print_result(void *arg, unsigned i, const struct task_result *r)
{
    static const char *const verdict[] = { [TASK_PASSED] = "ok", [TASK_FAILED] = "FAIL", [TASK_LOST] = "LOST" };
    static const char *const mark[] = { [TASK_PASSED] = "", [TASK_FAILED] = " FAILED", [TASK_LOST] = " LOST" };
    struct printing *p = arg;
    const struct task *t = &p->task[i];
    const bool first = i == 0 || p->task[i - 1].build != t->build;
    const bool last = i + 1 == p->tasks || p->task[i + 1].build != t->build;

    if (p->options->level == VERBOSE) {
        printf("%-4s  %-*s  %-9s %9" PRIu64 " warps  %9" PRIu64 " cycles  %6.2f s\n", verdict[r->state], name_width(),
               t->build->name, t->suite->name, r->warps, r->cycles, r->seconds);
    } else if (p->options->level == NORMAL) {
        if (first)
            p->line[0] = '\0', p->verdict = verdict[TASK_PASSED];
        size_t length = strlen(p->line);
        snprintf(p->line + length, sizeof p->line - length, "  %s %" PRIu64 "%s", t->suite->name, r->warps,
                 mark[r->state]);
        if (r->state != TASK_PASSED && p->verdict != verdict[TASK_FAILED])
            p->verdict = verdict[r->state];
        if (last)
            printf("%-4s  %-*s%s\n", p->verdict, name_width(), t->build->name, p->line);
    }
    if (r->text)
        fputs(r->text, stdout);
    fflush(stdout);
}

static int run_suites(const struct options *o, const struct task task[], unsigned tasks, const struct output *trace,
                      FILE *notes, const char *program)
{
    static struct task_result result[TASKS_MAX];
    const char *slash = strrchr(program, '/');
    char fail_dir[4096];
    struct printing printing = { .options = o, .task = task, .tasks = tasks };
    struct pool pool = {
        .jobs = o->jobs,
        .seed = o->seed,
        .program = program,
        .fail_dir = o->fail_dir ? o->fail_dir : fail_dir,
        .trace_path = o->trace && !o->at_given ? trace->part : NULL,
        .done = print_result,
        .arg = &printing,
    };
    unsigned count[TASK_LOST + 1] = { 0 }, configs = 0;
    uint64_t warps = 0, lanes = 0;

    snprintf(fail_dir, sizeof fail_dir, "%.*sfail", slash ? (int)(slash - program) + 1 : 0, program);
    pool_run(&pool, task, tasks, result);
    for (unsigned i = 0; i < tasks; i++) {
        count[result[i].state]++;
        configs += i == 0 || task[i].build != task[i - 1].build;
        warps += result[i].warps;
        lanes += result[i].warps * task[i].build->unit.lanes;
        free(result[i].text);
    }
    if (o->trace && o->at_given)
        trace_around(&task[0], o->seed, o->at, &result[0], trace->part, notes);
    if (o->level != QUIET)
        printf("%" PRIu64 " warps, %" PRIu64 " lanes on %u configurations, seed %" PRIu64 "\n", warps, lanes, configs,
               o->seed);
    printf("%u passed, %u failed", count[TASK_PASSED], count[TASK_FAILED]);
    if (count[TASK_LOST])
        printf(", %u lost to an environment error", count[TASK_LOST]);
    printf("\n");
    return count[TASK_FAILED] ? MISMATCH : count[TASK_LOST] ? TROUBLE : AGREED;
}

/* Go on in another process, and wait for it: the writer of traces dies of a signal when the disk is full. */
static void guard(const struct options *o)
{
    int status;
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid < 0)
        trouble("cannot start a process: %s", strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        output_start(program_invocation_name);
        return;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    trouble("--trace %s: the process that wrote it %s; is the disk full?", o->trace, ended(status));
}

int main(int argc, char **argv)
{
    static struct task task[TASKS_MAX];
    static struct scenario scenario;
    static struct output trace, notes, vectors;
    struct options o;
    unsigned tasks = 0;
    int status;

    output_start(argv[0]);
    o = take_options(argc, argv);
    if (o.list) {
        list();
        return AGREED;
    }
    if (o.scenario)
        scenario_read(&scenario, o.scenario);
    else
        tasks = make_tasks(&o, task);

    if (o.ports) {
        vectors_ports(stdout, task[0].build);
        return AGREED;
    }
    if (o.vectors) {
        static struct suite_source source;

        output_begin(&vectors, "--vectors", o.vectors, "");
        suite_source_init(&source, task[0].build, o.seed);
        vectors_write(vectors.f, &source, task[0].suite, task[0].first, task[0].warps);
        output_end(&vectors);
        return AGREED;
    }
    if (o.notes)
        output_begin(&notes, "--notes", o.notes, "");
    if (o.trace) {
        const char *dot = strrchr(o.trace, '.');

        output_begin(&trace, "--trace", o.trace, dot && strcmp(dot, ".vcd") == 0 ? dot : "");
        guard(&o);
    }
    status = o.scenario ? tell_scenario(&scenario, &o, &trace, o.notes ? notes.f : NULL)
                        : run_suites(&o, task, tasks, &trace, o.notes ? notes.f : NULL, argv[0]);
    if (status == TROUBLE && o.trace)
        trouble("--trace %s: not written; is the disk full?", o.trace);
    if (status == TROUBLE)
        return status;
    if (o.trace)
        output_end(&trace);
    if (o.notes && (status == AGREED || !o.scenario))
        output_end(&notes);
    return status;
}
