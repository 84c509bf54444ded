/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_cuda - check the golden model against the GPU in this machine; `shfl_cuda --help` */
#define _GNU_SOURCE
#include "device.h"
#include "lib/output.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAMS "cli/programs"

enum { TOLD_MAX = 4 /* cases with a difference that are told, of a suite */ };

static const char help[] =
    "Usage: shfl_cuda [OPTION]...\n"
    "Check the golden model against the first NVIDIA GPU in this machine, in four lists of suites: shfl;\n"
    "collective (vote, match, redux; compute capability 9.0 or more); warp (cub::BlockShuffle and the\n"
    "programs of " PROGRAMS ": run it where these are); cooperative\n"
    "(groups by rank, barriers of which threads have exited, movmatrix).\n"
    "\n"
    "  --suite NAME     run this suite or list only. A suite of list shfl brings suite uniform with it,\n"
    "                   which says what lane is read\n"
    "  --bench          measure the GPU's speed instead\n"
    "  --outcomes       print what CUDA reports of launches that PTX leaves undefined instead\n"
    "  --record FILE    with --suite and a list: write the GPU's answers to FILE, if all are equal; of\n"
    "                   shfl and collective also the bench, and of shfl these launches\n"
    "  --plant-error    put a wrong answer into the model, in one case of every suite: the run must fail\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage or no programs, 3 no GPU, an error\n"
    "from CUDA, or a file that cannot be written.\n";

/* The answers so far, as bytes of a record. */
static uint8_t answers[RECORD_MAX];
static size_t answered;

static uint8_t *keep(size_t size)
{
    if (size > RECORD_MAX - answered)
        trouble("more answers than a record can hold");
    answered += size;
    return answers + answered - size;
}

/* Keeps the checksum of a chunk, and begins another one. */
static void keep_sum(uint32_t *sum)
{
    uint8_t *at = keep(4);

    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(*sum >> i * 8);
    *sum = 0;
}

/* What a suite compared, and points or cases that differ. */
struct result {
    uint32_t points, differ;
};

/* --- Lists of warps ----------------------------------------------------------------------------------- */

/* The lanes that differ from the model, of an operation that is no shuffle. A lane that does not execute, and what an
 * operation does not have, must be as before. */
static uint32_t compare(const struct ask *a, const struct device_lane lanes[], const struct answer *model)
{
    const struct op_row *op = &op_row[a->op];
    uint32_t differ = 0;

    for (unsigned k = 0; k < ASK_LANES; k++) {
        const bool active = a->active >> k & 1;
        const uint32_t rd = active && op->rd ? model->rd[k] : DEVICE_OLD_RD(k);
        const uint32_t pu = active && op->pu ? model->pu >> k & 1 : DEVICE_OLD_PU(k);

        differ |= (uint32_t)(lanes[k].rd != rd || lanes[k].pu != pu) << k;
    }
    return differ;
}

/* Tell the first lane of differ, and what it was asked. */
static void tell(const struct record_suite *suite, uint32_t number, const struct ask *a, uint32_t differ,
                 const struct device_lane lanes[], const struct answer *model)
{
    const unsigned k = (unsigned)__builtin_ctz(differ);

    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: %s p 0x%08" PRIx32 " ra 0x%016" PRIx64 " sb 0x%08" PRIx32
            " sc 0x%08" PRIx32 " active 0x%08" PRIx32 " members 0x%08" PRIx32 "\n    GPU rd 0x%08" PRIx32
            " pu 0x%" PRIx32 ", model rd 0x%08" PRIx32 " pu %u%s\n",
            suite->name, number, k, op_row[a->op].ptx, a->p, a->ra[k], a->sb[k], a->sc[k], a->active, a->members[k],
            lanes[k].rd, lanes[k].pu, model->rd[k], (unsigned)(model->pu >> k & 1),
            a->active >> k & 1 ? "" : "; the lane does not execute");
}

/* The byte that a recording keeps for lane k of a shuffle, see suites.h. One that no lane can give if the lane wrote
 * nothing, or does not execute and is not as before. */
static uint8_t kept_byte(const struct ask *a, unsigned k, struct device_lane lane)
{
    unsigned held = 0;

    if (!(a->active >> k & 1))
        return lane.rd == DEVICE_OLD_RD(k) && lane.pu == DEVICE_OLD_PU(k) ? ANSWER_NOTHING : ANSWER_OTHER;
    if (lane.pu > 1)
        return ANSWER_NOTHING;
    while (held < ASK_LANES && lane.rd != (uint32_t)a->ra[held])
        held++;
    if (held == ASK_LANES)
        held = lane.rd == 0 ? ANSWER_ZERO : ANSWER_OTHER;
    return (uint8_t)(held | (lane.pu ? ANSWER_PU : 0));
}

static struct result run_asks(const struct record_plan *plan, unsigned number, bool plant)
{
    static struct ask asks[DEVICE_BATCH];
    static struct record gpu_record;
    const struct record_suite *suite = &plan->suite[number];
    struct result result = { 0, 0 };
    uint8_t *kept = plan == &silicon_plan ? keep((size_t)ASK_LANES * suite->cases) : NULL;
    struct replay_tally tally = { 0 };
    uint32_t told = 0, sum = 0;

    gpu_record.at[number] = kept;
    for (uint32_t first = 0; first < suite->cases; first += DEVICE_BATCH) {
        const uint32_t n = suite->cases - first < DEVICE_BATCH ? suite->cases - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &asks[i]);
        const struct device_lane *lanes = device_run(suite->issue, asks, n);
        for (uint32_t i = 0; i < n; i++, lanes += ASK_LANES) {
            const struct ask *a = &asks[i];
            struct answer model, gpu = { .pu = 0 };

            for (unsigned k = 0; k < ASK_LANES; k++) {
                gpu.rd[k] = lanes[k].rd;
                gpu.pu |= (lanes[k].pu & 1) << k;
                if (kept)
                    kept[a->slot[k]] = kept_byte(a, k, lanes[k]);
            }
            answer_model(a, plant && first + i == suite->cases - 1, &model);
            const uint32_t differ = kept ? replay_compare(&gpu_record, suite, a, &model, &tally)
                                         : compare(a, lanes, &model);
            if (differ && told++ < TOLD_MAX)
                tell(suite, first + i, a, differ, lanes, &model);
            result.points += (uint32_t)__builtin_popcount(a->active);
            result.differ += (uint32_t)__builtin_popcount(differ);
            if (kept)
                continue;
            sum = collective_sum(sum, a, &gpu);
            if (record_ends(plan, number, first + i))
                keep_sum(&sum);
        }
    }
    return result;
}

/* --- Lists of cases ---------------------------------------------------------------------------------- */

static struct result run_cases(const struct record_plan *plan, unsigned number, bool plant)
{
    static struct warp_case c;
    static uint32_t gpu[WARP_CASE_WORDS], want[WARP_CASE_WORDS];
    const struct record_suite *suite = &plan->suite[number];
    const enum warp_kind kind = (enum warp_kind)(suite - warp_suites);
    const struct engine engine = engine_model();
    struct result result = { 0, 0 };
    uint32_t sum = 0;

    for (uint32_t i = 0; i < suite->cases; i++) {
        warp_case_make(kind, i, &c);
        if (!warp_case_answer(&c, &engine, SHFL_BLOCK_AS_BUILT, PROGRAMS, want))
            misuse(PROGRAMS ": no such folder here with the programs; run this where it is");
        want[0] ^= plant && i == suite->cases / 2;
        device_run_case(&c, gpu);
        size_t k = 0;
        while (k < c.out_words && gpu[k] == want[k])
            k++;
        if (k < c.out_words && result.differ++ < TOLD_MAX)
            fprintf(stderr,
                    "  %s, case %" PRIu32 ", word %zu: GPU 0x%08" PRIx32 ", model 0x%08" PRIx32
                    " (threads %u, a %d, b %d, c %d, shape %u, words %u)\n",
                    suite->name, i, k, gpu[k], want[k], c.threads, c.a, c.b, c.c, c.shape, c.words);
        result.points += (uint32_t)c.out_words;
        sum = mix(sum ^ mix_words(0, gpu, c.out_words));
        if (record_ends(plan, number, i))
            keep_sum(&sum);
    }
    return result;
}

/* --- The lists ---------------------------------------------------------------------------------------- */

enum { SHFL, COLLECTIVE, LISTS = 4 };

static const struct list {
    const char *name;
    unsigned capability; /* that the GPU has at least, times 10 */
    const struct record_plan *plan;
    struct result (*run)(const struct record_plan *plan, unsigned suite, bool plant);
} lists[LISTS] = { [SHFL] = { "shfl", 75, &silicon_plan, run_asks },
                   [COLLECTIVE] = { "collective", 90, &collective_plan, run_asks },
                   { "warp", 75, &warp_plan, run_cases },
                   { "cooperative", 75, &warp_group_plan, run_cases } };

struct options {
    const char *suite, *record; /* or NULL */
    const struct list *list;    /* what is recorded */
    bool bench, plant, outcomes;
};

/* Is a suite to be run? A suite of list shfl brings suite uniform with it. */
static bool is_chosen(const struct options *options, unsigned n, unsigned suite)
{
    const char *name = options->suite;
    bool chosen = name == NULL || strcmp(name, lists[n].name) == 0
               || strcmp(name, lists[n].plan->suite[suite].name) == 0;

    for (unsigned other = 1; n == SHFL && suite == SILICON_UNIFORM && other < SILICON_SUITES; other++)
        chosen = chosen || is_chosen(options, n, other);
    return chosen;
}

/* Run what is chosen. Returns the cases and points that differ. */
static uint32_t run_lists(const struct options *options, unsigned capability)
{
    struct result all = { 0, 0 };
    unsigned suites = 0;

    for (unsigned n = 0; n < LISTS; n++) {
        for (unsigned suite = 0; suite < lists[n].plan->suites; suite++) {
            if (!is_chosen(options, n, suite))
                continue;
            if (capability < lists[n].capability) {
                printf("%s: not run, it needs compute capability %u.%u\n", lists[n].name, lists[n].capability / 10,
                       lists[n].capability % 10);
                break;
            }
            const struct result one = lists[n].run(lists[n].plan, suite, options->plant);
            printf("%-11s %-12s %9" PRIu32 " points  %4" PRIu32 " mismatches  %s\n", lists[n].name,
                   lists[n].plan->suite[suite].name, one.points, one.differ, lists[n].plan->suite[suite].about);
            fflush(stdout);
            all.points += one.points;
            all.differ += one.differ;
            suites++;
        }
    }
    printf("%s: %u suites, %" PRIu32 " points, %" PRIu32 " mismatches\n", all.differ ? "FAIL" : "PASS", suites,
           all.points, all.differ);
    return suites ? all.differ : 1;
}

/* --- Outcomes, printed as they stand in the head of a record ---------------------------------------------- */

enum { OUTCOME_SECONDS = 8, OUTCOME_MAX = 64 };

/* Does each lane hold what a shuffle among those that execute gives, whatever the mask names, and each other lane what
 * it held before? A lane that reads one that does not execute may hold any value. */
static bool outcome_plain(const struct device_outcome *launch, unsigned op, const uint32_t rd[ASK_LANES])
{
    struct answer model;
    struct ask a;
    bool plain = true;

    ask_blank(OP_IDX + op % 4, &a);
    a.active = launch->active;
    for (unsigned k = 0; k < ASK_LANES; k++) {
        a.ra[k] = DEVICE_OLD_RD(k);
        a.sb[k] = DEVICE_OUTCOME_SB;
        a.sc[k] = DEVICE_OUTCOME_SC;
    }
    answer_model(&a, false, &model);
    for (unsigned k = 0; k < ASK_LANES; k++)
        if (op == DEVICE_BARRIER || !(launch->active >> k & 1))
            plain = plain && rd[k] == DEVICE_OLD_RD(k);
        else if (model.src_active >> k & 1)
            plain = plain && rd[k] == model.rd[k];
    return plain;
}

/* An error of CUDA is sticky, so each launch forks a process, before this one has opened the GPU. shared: memory of both. */
static void run_outcome(FILE *head, char *shared, unsigned number, enum device_mask mask, unsigned op)
{
    static const char *const mask_names[DEVICE_MASKS] = { "constant", "parameter", "address", "lane" };
    uint32_t rd[ASK_LANES] = { 0 };
    unsigned capability;
    int status;

    strcpy(shared, "no-answer");
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        trouble("no process for a launch: %s", strerror(errno));
    if (child == 0) {
        alarm(OUTCOME_SECONDS);
        device_open(&capability);
        const char *error = device_outcome_of(number, mask, op, rd);
        const bool plain = strcmp(error, "cudaSuccess") != 0 || outcome_plain(&device_outcomes[number], op, rd);
        snprintf(shared, OUTCOME_MAX, "%s", plain ? error : "other-values");
        _exit(AGREED);
    }
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == DEVICE_EXIT)
        exit(DEVICE_EXIT); /* no GPU */
    fprintf(head, "outcome %s.%s.%s %s\n", device_outcomes[number].name, mask_names[mask],
            op == DEVICE_BARRIER ? "barrier" : shfl_mode_name[op], shared);
}

static void run_outcomes(FILE *head)
{
    char *shared = mmap(NULL, OUTCOME_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        trouble("out of memory");
    for (unsigned number = 0; number < DEVICE_OUTCOMES; number++)
        for (unsigned mask = 0; mask < DEVICE_MASKS; mask++)
            for (unsigned op = 0; op < DEVICE_OPS; op++)
                run_outcome(head, shared, number, (enum device_mask)mask, op);
}

/* head: of the record, as far as it is written. */
static void run_record(const struct options *options, FILE *head, char *const *origin)
{
    struct output file;

    if (options->list <= &lists[COLLECTIVE])
        device_bench(options->list == &lists[COLLECTIVE], head);
    fclose(head);
    output_begin(&file, "--record", options->record, "");
    record_write(file.f, options->list->plan, *origin, answers, answered);
    output_end(&file);
}

/* --- Options ------------------------------------------------------------------------------------------ */

static void parse(int argc, char **argv, struct options *options)
{
    unsigned suites = 0;
    static const struct option known[] = { { "suite", required_argument, NULL, 's' },
                                           { "bench", no_argument, NULL, 'b' },
                                           { "record", required_argument, NULL, 'r' },
                                           { "plant-error", no_argument, NULL, 'p' },
                                           { "outcomes", no_argument, NULL, 'O' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };

    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 's': options->suite = optarg; break;
        case 'b': options->bench = true; break;
        case 'r': options->record = optarg; break;
        case 'p': options->plant = true; break;
        case 'O': options->outcomes = true; break;
        case 'h': fputs(help, stdout); exit(AGREED);
        default: misuse("--help names the options"); /* getopt has told what is wrong */
        }
    if (optind < argc)
        misuse("%s: is no option; --help names them", argv[optind]);
    if (options->record && (options->plant || options->bench || options->outcomes))
        misuse("--record: leave out --plant-error, --bench and --outcomes");
    for (unsigned n = 0; n < LISTS; n++) {
        if (options->suite && strcmp(options->suite, lists[n].name) == 0)
            options->list = &lists[n];
        for (unsigned suite = 0; suite < lists[n].plan->suites; suite++)
            suites += is_chosen(options, n, suite);
    }
    if (suites == 0)
        misuse("--suite %s: no such suite or list; a run prints their names", options->suite);
    if (options->record && !options->list)
        misuse("--record: holds one list: say --suite shfl, collective, warp or cooperative");
    if ((options->bench || options->outcomes) && (options->suite || options->plant))
        misuse("--bench, --outcomes: run no suite: leave out --suite and --plant-error");
}

int main(int argc, char **argv)
{
    struct options options = { .suite = NULL };
    unsigned capability;
    char *origin = NULL;
    size_t size;

    output_start("shfl_cuda");
    parse(argc, argv, &options);
    FILE *head = options.record ? open_memstream(&origin, &size) : stdout;
    if (head == NULL)
        trouble("out of memory");
    if (options.outcomes || (options.record && options.list == &lists[SHFL]))
        run_outcomes(head);
    const char *device = device_open(&capability);
    fputs(device, stdout);
    if (options.record)
        fputs(device, head);
    if (options.bench) {
        device_bench(false, stdout);
        if (capability >= lists[COLLECTIVE].capability)
            device_bench(true, stdout);
    }
    if (options.bench || options.outcomes)
        return AGREED;
    const uint32_t differ = run_lists(&options, capability);
    if (options.record && differ)
        fprintf(stderr, "shfl_cuda: %s: not written, model and GPU differ\n", options.record);
    else if (options.record)
        run_record(&options, head, &origin);
    free(origin);
    return differ ? MISMATCH : AGREED;
}
