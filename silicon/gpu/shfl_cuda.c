/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_cuda - check the golden model against the SHFL of the GPU in this machine; `shfl_cuda --help` */
#define _GNU_SOURCE
#include "device.h"
#include "lib/output.h"
#include "silicon/replay.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TOLD_MAX = 4 /* warps with a difference that are told, of a suite */ };

static const char help[] =
    "Usage: shfl_cuda [OPTION]...\n"
    "Check the golden model against the SHFL of the first NVIDIA GPU in this machine.\n"
    "\n"
    "  --suite NAME     run this suite only; may be given several times. A suite with inactive\n"
    "                   lanes brings suite uniform with it, which says what lane is read\n"
    "  --list           list the suites and exit\n"
    "  --bench          measure the GPU's shuffle speed instead\n"
    "  --outcomes       print what CUDA reports of launches that PTX leaves undefined instead\n"
    "  --outcome N      make one of these launches, 0.., and print what CUDA reports\n"
    "  --record FILE    run all suites, the bench and these launches, and write what the GPU did\n"
    "                   to FILE\n"
    "  --plant-error    put a wrong answer into the model, in one warp of every suite:\n"
    "                   the run must fail\n"
    "  --quiet          print nothing but errors\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage, 3 no GPU, an error from\n"
    "CUDA, or a file that cannot be written.\n";

struct options {
    bool chosen[SILICON_SUITES];
    bool any_chosen, bench, plant, quiet, outcomes;
    int outcome; /* or -1 */
    const char *record;
};

static double seconds(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- Suites ------------------------------------------------------------------------------------------- */

/* The byte that a recording keeps for lane k, see replay.h. */
static uint8_t answer(const struct shfl_in *in, unsigned k, const struct device_lane *lane, bool has_pu)
{
    unsigned held = 0;

    if (!(in->active >> k & 1))
        return ANSWER_NOTHING;
    while (held < VECTOR_LANES && lane->rd != (uint32_t)in->ra[held])
        held++;
    if (held == VECTOR_LANES)
        held = lane->rd == 0 ? ANSWER_ZERO : ANSWER_OTHER;
    return (uint8_t)(held | (has_pu && lane->pu ? ANSWER_PU : 0));
}

/* Lanes whose answer the kernel did not write, and lanes that do not execute but lost what they held. */
static uint32_t not_as_left(const struct vector *v, const struct device_lane lanes[VECTOR_LANES])
{
    uint32_t wrong = 0;

    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        bool kept = lanes[k].rd == DEVICE_OLD_RD(k) && lanes[k].pu == DEVICE_OLD_PU(k);

        if (lanes[k].pu > 1 || (!(v->in.active >> k & 1) && !kept))
            wrong |= UINT32_C(1) << k;
    }
    return wrong;
}

/* One warp: keep the answers and compare. Returns the number of lanes that differ. */
static unsigned judge(const struct silicon_suite *suite, uint32_t number, const struct vector *v,
                      const struct device_lane lanes[VECTOR_LANES], bool plant, bool tell, const uint8_t uniform[],
                      uint8_t answers[], struct replay_tally *tally)
{
    struct replay_warp silicon = { .suite = suite, .number = number, .in = v->in };
    struct shfl_out model;
    unsigned count = 0;

    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        silicon.rd[k] = lanes[k].rd;
        silicon.pu |= (lanes[k].pu & 1) << k;
        answers[v->slot[k]] = answer(&v->in, k, &lanes[k], suite->has_pu);
    }
    silicon.rd_defined = replay_defined(uniform, &v->in);
    silicon.pu_defined = suite->has_pu ? (uint32_t)v->in.active : 0;
    replay_model(&v->in, plant, &model);
    uint32_t lost = not_as_left(v, lanes);
    uint32_t differ = lost | replay_compare(&silicon, model.rd, model.pu, model.src_active, tally);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        if (!(differ >> k & 1))
            continue;
        if (tell && lost >> k & 1)
            fprintf(stderr,
                    "  %s, warp %" PRIu32 ", lane %u: holds rd 0x%08" PRIx32 " pu 0x%" PRIx32
                    "; not written, or written though the lane does not execute\n",
                    suite->name, number, k, lanes[k].rd, lanes[k].pu);
        else if (tell)
            replay_tell(&silicon, k, &model);
        tell = false;
        count++;
    }
    return count;
}

/* Run a suite on batch, which holds DEVICE_BATCH vectors. Returns the number of points that differ; a suite of which
 * not everything was compared counts as one more. */
static uint32_t run_suite(const struct silicon_suite *suite, struct vector *batch, const struct options *options,
                          const uint8_t uniform[], uint8_t answers[])
{
    struct replay_tally tally = { 0 };
    double start = seconds();
    uint32_t differ = 0, told = 0;

    for (uint32_t first = 0; first < suite->warps; first += DEVICE_BATCH) {
        uint32_t n = suite->warps - first < DEVICE_BATCH ? suite->warps - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &batch[i]);
        const struct device_lane *lanes = device_run(suite->issue, batch, n);
        for (uint32_t i = 0; i < n; i++) {
            bool plant = options->plant && first + i == suite->warps / 2;
            unsigned count = judge(suite, first + i, &batch[i], &lanes[VECTOR_LANES * i], plant, told < TOLD_MAX,
                                   uniform, answers, &tally);
            told += count > 0;
            differ += count;
        }
    }
    if (!options->quiet) {
        printf("%-10s %8" PRIu32 " points  %8" PRIu32 " Rd  %8" PRIu32 " Pu  %8" PRIu32 " mismatches  %6.3f s  %s\n",
               suite->name, silicon_suite_points(suite), tally.rd, tally.pu, differ, seconds() - start, suite->about);
        fflush(stdout);
    }
    if (replay_complete(suite, &tally))
        return differ;
    fprintf(stderr,
            "  %s: compared %" PRIu32 " Rd and %" PRIu32 " Pu, not the %" PRIu32 " and %" PRIu32
            " that its inputs define\n",
            suite->name, tally.rd, tally.pu, suite->rd, suite->pu);
    return differ + 1;
}

/* Run the suites that were chosen; answers holds those of all suites. Returns the number of points that differ. */
static uint32_t run_suites(const struct options *options, uint8_t answers[])
{
    double start = seconds();
    struct vector *batch = malloc(DEVICE_BATCH * sizeof *batch);
    uint32_t points = 0, differ = 0;
    unsigned count = 0;
    uint8_t *at = answers;

    if (batch == NULL)
        trouble("out of memory");
    for (unsigned i = 0; i < SILICON_SUITES; i++) {
        const struct silicon_suite *suite = &silicon_suites[i];

        if (!options->any_chosen || options->chosen[i]) {
            differ += run_suite(suite, batch, options, answers, at); /* uniform is the first one */
            points += silicon_suite_points(suite);
            count++;
        }
        at += silicon_suite_points(suite);
    }
    free(batch);
    if (!options->quiet)
        printf("%s: %u suite%s, %" PRIu32 " points, %" PRIu32 " mismatches, %.2f s\n", differ ? "FAIL" : "PASS", count,
               count == 1 ? "" : "s", points, differ, seconds() - start);
    return differ;
}

/* --- The rest ----------------------------------------------------------------------------------------- */

static unsigned run_bench(struct device_figure figures[BENCH_MAX], bool quiet)
{
    unsigned count = device_bench(figures);

    if (!quiet)
        printf("%-28s %9s %9s %9s  (throughput: warps per clock and multiprocessor; latency: clocks)\n", "bench",
               "median", "least", "most");
    for (unsigned i = 0; i < count && !quiet; i++)
        printf("%-28s %9.4f %9.4f %9.4f\n", figures[i].name, figures[i].median, figures[i].least, figures[i].most);
    return count;
}

/* --- Outcomes ----------------------------------------------------------------------------------------- */

enum { OUTCOME_RUNS = DEVICE_OUTCOMES * DEVICE_MASKS * DEVICE_OPS, OUTCOME_SECONDS = 8 };

struct outcome {
    char name[48], error[64];
};

static const char *const mask_names[DEVICE_MASKS] = { "constant", "parameter", "address", "lane" };

/* Launch number: case, mask, op. */
static unsigned outcome_case(unsigned number) { return number / (DEVICE_MASKS * DEVICE_OPS); }
static enum device_mask outcome_mask(unsigned number) { return (enum device_mask)(number / DEVICE_OPS % DEVICE_MASKS); }
static unsigned outcome_op(unsigned number) { return number % DEVICE_OPS; }

/* Does each lane hold what a shuffle among those that execute gives, whatever the mask names, and each other lane what
 * it held before? A lane that reads one that does not execute may hold any value. */
static bool outcome_plain(const struct device_outcome *launch, unsigned op, const uint32_t rd[VECTOR_LANES])
{
    struct shfl_in in = { .mode = (enum shfl_mode)(op % 4), .active = launch->active };
    struct shfl_out model = { 0 };
    bool plain = true;

    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        in.ra[k] = DEVICE_OLD_RD(k);
        in.sb[k] = DEVICE_OUTCOME_SB;
        in.sc[k] = DEVICE_OUTCOME_SC;
    }
    replay_model(&in, false, &model);
    for (unsigned k = 0; k < VECTOR_LANES; k++)
        if (op == DEVICE_BARRIER || !(launch->active >> k & 1))
            plain = plain && rd[k] == DEVICE_OLD_RD(k);
        else if (model.src_active >> k & 1)
            plain = plain && rd[k] == (uint32_t)model.rd[k];
    return plain;
}

/* In this process, which an error ends. */
static void make_outcome(unsigned number)
{
    uint32_t rd[VECTOR_LANES] = { 0 };
    const struct device_outcome *launch = &device_outcomes[outcome_case(number)];

    alarm(OUTCOME_SECONDS);
    device_open();
    const char *error = device_outcome_of(outcome_case(number), outcome_mask(number), outcome_op(number), rd);
    bool apart = strcmp(error, "cudaSuccess") == 0 && !outcome_plain(launch, outcome_op(number), rd);
    puts(apart ? "other-values" : error);
}

/* All launches, each in a process of its own. */
static void run_outcomes(struct outcome outcomes[OUTCOME_RUNS], bool quiet)
{
    char program[4096], command[4200];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    if (length < 0)
        trouble("/proc/self/exe: %s", strerror(errno));
    program[length] = '\0';
    for (unsigned i = 0; i < OUTCOME_RUNS; i++) {
        struct outcome *o = &outcomes[i];
        const struct device_outcome *launch = &device_outcomes[outcome_case(i)];
        unsigned op = outcome_op(i);

        snprintf(o->name, sizeof o->name, "%s.%s.%s", launch->name, mask_names[outcome_mask(i)],
                 op == DEVICE_BARRIER ? "barrier" : shfl_mode_name[op]);
        snprintf(command, sizeof command, "exec '%s' --outcome %u", program, i);
        FILE *pipe = popen(command, "r");
        if (pipe == NULL)
            trouble("%s: %s", command, strerror(errno));
        if (fscanf(pipe, "%63s", o->error) != 1)
            snprintf(o->error, sizeof o->error, "no-answer-in-%d-s", OUTCOME_SECONDS);
        pclose(pipe);
        if (!quiet)
            printf("outcome %-26s active 0x%08" PRIx32 " members 0x%08" PRIx32 "  %s\n", o->name, launch->active,
                   launch->members, o->error);
        fflush(stdout);
    }
}

static void run_record(const struct options *options, const char *device, const uint8_t answers[])
{
    static struct device_figure figures[BENCH_MAX];
    static struct outcome outcomes[OUTCOME_RUNS];
    static char origin[1024 + (BENCH_MAX + OUTCOME_RUNS) * 128];
    struct output file;
    unsigned count = run_bench(figures, options->quiet);
    int used = snprintf(origin, sizeof origin, "%s", device);

    for (unsigned i = 0; i < count; i++)
        used += snprintf(origin + used, sizeof origin - (size_t)used, "bench %s %.4f %.4f %.4f\n", figures[i].name,
                         figures[i].median, figures[i].least, figures[i].most);
    run_outcomes(outcomes, options->quiet);
    for (unsigned i = 0; i < OUTCOME_RUNS; i++)
        used += snprintf(origin + used, sizeof origin - (size_t)used, "outcome %s %s\n", outcomes[i].name,
                         outcomes[i].error);
    output_begin(&file, "--record", options->record, "");
    record_write(file.f, &replay_plan, origin, answers, silicon_points());
    output_end(&file);
    if (!options->quiet)
        printf("recorded to %s\n", options->record);
}

static void list(void)
{
    for (unsigned i = 0; i < SILICON_SUITES; i++)
        printf("%-10s %8" PRIu32 " points  %s\n", silicon_suites[i].name, silicon_suite_points(&silicon_suites[i]),
               silicon_suites[i].about);
}

static bool choose(struct options *options, const char *name)
{
    const struct silicon_suite *suite = silicon_suite_find(name);

    if (suite == NULL)
        return false;
    options->chosen[suite - silicon_suites] = options->any_chosen = true;
    if (suite->rd < silicon_suite_points(suite)) /* some lanes are inactive */
        options->chosen[SILICON_UNIFORM] = true;
    return true;
}

static void parse(int argc, char **argv, struct options *options)
{
    static const struct option known[] = {
        { "suite", required_argument, NULL, 's' }, { "list", no_argument, NULL, 'l' },
        { "bench", no_argument, NULL, 'b' },       { "record", required_argument, NULL, 'r' },
        { "plant-error", no_argument, NULL, 'p' }, { "quiet", no_argument, NULL, 'q' },
        { "outcomes", no_argument, NULL, 'O' },    { "outcome", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },        { NULL, 0, NULL, 0 }
    };

    char *end;

    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 's':
            if (!choose(options, optarg))
                misuse("%s: no such suite, --list names them", optarg);
            break;
        case 'l': list(); exit(AGREED);
        case 'b': options->bench = true; break;
        case 'r': options->record = optarg; break;
        case 'p': options->plant = true; break;
        case 'q': options->quiet = true; break;
        case 'O': options->outcomes = true; break;
        case 'o':
            options->outcome = (int)strtol(optarg, &end, 10);
            if (end == optarg || *end || options->outcome < 0 || options->outcome >= OUTCOME_RUNS)
                misuse("--outcome: 0 to %d", OUTCOME_RUNS - 1);
            break;
        case 'h': fputs(help, stdout); exit(AGREED);
        default: misuse("--help names the options"); /* getopt has told what is wrong */
        }
    if (optind < argc)
        misuse("%s: is no option; --help names them", argv[optind]);
    if (options->record && (options->any_chosen || options->plant || options->bench || options->outcomes))
        misuse("--record: holds all of it: leave out --suite, --plant-error, --bench and --outcomes");
    if ((options->bench || options->outcomes) && (options->any_chosen || options->plant))
        misuse("--bench, --outcomes: run no suite: leave out --suite and --plant-error");
}

int main(int argc, char **argv)
{
    struct options options = { .outcome = -1 };

    output_start("shfl_cuda");
    parse(argc, argv, &options);
    if (options.outcome >= 0) {
        make_outcome((unsigned)options.outcome);
        return AGREED;
    }
    const char *device = device_open();
    if (!options.quiet)
        fputs(device, stdout);
    if (options.bench) {
        static struct device_figure figures[BENCH_MAX];
        run_bench(figures, options.quiet);
        return AGREED;
    }
    if (options.outcomes) {
        static struct outcome outcomes[OUTCOME_RUNS];
        run_outcomes(outcomes, false);
        return AGREED;
    }
    uint8_t *answers = malloc(silicon_points());
    if (answers == NULL)
        trouble("out of memory");
    int status = run_suites(&options, answers) > 0 ? MISMATCH : AGREED;
    if (options.record && status == AGREED)
        run_record(&options, device, answers);
    else if (options.record)
        fprintf(stderr, "shfl_cuda: %s: not written, model and GPU differ\n", options.record);
    free(answers);
    return status;
}
