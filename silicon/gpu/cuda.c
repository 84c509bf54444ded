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
    "  --suite NAME     run this suite or list only; may be given several times. A suite of list shfl\n"
    "                   brings suite uniform with it, which says what lane is read\n"
    "  --bench          measure the GPU's speed instead\n"
    "  --outcomes       print what CUDA reports of launches that PTX leaves undefined instead\n"
    "  --record FILE    with --suite and one list: write the GPU's answers to FILE, if all are equal; of\n"
    "                   shfl and collective also the bench, and of shfl these launches\n"
    "  --plant-error    put a wrong answer into the model, in one case of every suite: the run must fail\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage or no programs, 3 no GPU, an error\n"
    "from CUDA, or a file that cannot be written.\n";

/* The answers so far, as bytes of a record: RECORD_MAX of them. */
static struct answers {
    uint8_t *bytes;
    size_t size;
} answers;

static uint8_t *keep(size_t size)
{
    if (size > RECORD_MAX - answers.size)
        trouble("more answers than a record can hold");
    answers.size += size;
    return answers.bytes + answers.size - size;
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

/* Of these warps 2n and 2n+1 are one ask. */
static bool is_pair(enum issue issue) { return issue == ISSUE_LONG || issue == ISSUE_DOUBLE || issue == ISSUE_MEMBERS; }

static void join(enum issue issue, const struct ask a[2], struct ask *both)
{
    *both = a[0];
    if (issue == ISSUE_MEMBERS)
        both->site[0] = ~a->active;
    for (unsigned k = 0; k < ASK_LANES; k++) {
        if (issue != ISSUE_MEMBERS) {
            both->ra[k] |= a[1].ra[k] << 32;
        } else if (!(a->active >> k & 1)) {
            both->members[k] = a[1].members[k];
            both->sb[k] = a[1].sb[k];
            both->sc[k] = a[1].sc[k];
            both->ra[k] = a[1].ra[k];
        }
    }
}

/* What lane k of warp a holds; got is of its ask, and second says which of a pair it is. */
static struct device_lane lane_of(enum issue issue, const struct ask *a, unsigned k, struct device_lane got,
                                  bool second)
{
    if (issue == ISSUE_LONG || issue == ISSUE_DOUBLE)
        return (struct device_lane){ second ? got.pu : got.rd, 0 };
    if (issue == ISSUE_MEMBERS && !(a->active >> k & 1))
        return (struct device_lane){ DEVICE_OLD_RD(k), DEVICE_OLD_PU(k) };
    return got;
}

/* The lanes that differ from the model. Rd of a shuffle is compared where the lane that is read executes, by the GPU's
 * answers in suite "uniform", the first. A lane that does not execute, and what an operation does not have, must be as
 * before. */
static uint32_t compare(const struct record_suite *suite, const struct ask *a, const struct device_lane lanes[],
                        const struct answer *model)
{
    const struct op_row *op = &op_row[a->op];
    const bool shuffles = op->unit == UNIT_SHUFFLE;
    const uint32_t defined = shuffles ? replay_defined(answers.bytes, a) : a->active;
    uint32_t differ = shuffles ? (model->src_active ^ defined) & a->active : 0;

    for (unsigned k = 0; k < ASK_LANES; k++) {
        const bool active = a->active >> k & 1, has_pu = op->pu && suite_pu(suite);
        const uint32_t rd = active && op->rd ? model->rd[k] : DEVICE_OLD_RD(k);
        const uint32_t pu = active && has_pu ? model->pu >> k & 1 : active && shuffles ? 0 : DEVICE_OLD_PU(k);

        differ |= (uint32_t)(lanes[k].pu != pu || (lanes[k].rd != rd && (!active || defined >> k & 1))) << k;
    }
    return differ;
}

/* Tell the first lane of differ, and what it was asked. */
static void tell(const struct record_suite *suite, uint32_t number, const struct ask *a, uint32_t differ,
                 const struct device_lane lanes[], const struct answer *model)
{
    unsigned k = 0;

    while (!(differ >> k & 1))
        k++;
    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: %s p 0x%08" PRIx32 " ra 0x%016" PRIx64 " sb 0x%08" PRIx32
            " sc 0x%08" PRIx32 " active 0x%08" PRIx32 " members 0x%08" PRIx32 "\n    GPU rd 0x%08" PRIx32
            " pu 0x%" PRIx32 ", model rd 0x%08" PRIx32 " pu %u%s\n",
            suite->name, number, k, op_row[a->op].ptx, a->p, a->ra[k], a->sb[k], a->sc[k], a->active, a->members[k],
            lanes[k].rd, lanes[k].pu, model->rd[k], (unsigned)(model->pu >> k & 1),
            a->active >> k & 1 ? "" : "; the lane does not execute");
}

/* The byte that a recording keeps for lane k of a shuffle, see suites.h. */
static uint8_t kept_byte(const struct record_suite *suite, const struct ask *a, unsigned k, struct device_lane lane)
{
    unsigned held = 0;

    if (!(a->active >> k & 1))
        return ANSWER_NOTHING;
    while (held < ASK_LANES && lane.rd != (uint32_t)a->ra[held])
        held++;
    if (held == ASK_LANES)
        held = lane.rd == 0 ? ANSWER_ZERO : ANSWER_OTHER;
    return (uint8_t)(held | (suite_pu(suite) && lane.pu ? ANSWER_PU : 0));
}

static struct result run_asks(const struct record_plan *plan, unsigned number, bool plant)
{
    static struct ask batch[DEVICE_BATCH], asks[DEVICE_BATCH];
    const struct record_suite *suite = &plan->suite[number];
    const uint32_t each = is_pair(suite->issue) ? 2 : 1;
    struct result result = { 0, 0 };
    uint8_t *kept = plan == &silicon_plan ? keep((size_t)ASK_LANES * suite->cases) : NULL;
    uint32_t told = 0, sum = 0;

    for (uint32_t first = 0; first < suite->cases; first += DEVICE_BATCH) {
        const uint32_t n = suite->cases - first < DEVICE_BATCH ? suite->cases - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &batch[i]);
        for (uint32_t i = 0; i < n; i += each)
            if (each == 2)
                join(suite->issue, &batch[i], &asks[i / 2]);
        const struct device_lane *got = device_run(suite->issue, each == 2 ? asks : batch, n / each);
        for (uint32_t i = 0; i < n; i++) {
            const struct ask *a = &batch[i];
            struct device_lane lanes[ASK_LANES];
            struct answer model, gpu = { .pu = 0 };

            for (unsigned k = 0; k < ASK_LANES; k++) {
                lanes[k] = lane_of(suite->issue, a, k, got[ASK_LANES * (i / each) + k], i % 2);
                gpu.rd[k] = lanes[k].rd;
                gpu.pu |= (lanes[k].pu & 1) << k;
                if (kept)
                    kept[a->slot[k]] = kept_byte(suite, a, k, lanes[k]);
            }
            answer_model(a, plant && first + i == suite->cases - 1, &model);
            const uint32_t differ = compare(suite, a, lanes, &model);
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
        for (size_t k = 0; k < c.out_words; k++)
            want[k] = WARP_OLD(k);
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
        sum = warp_sum(sum, gpu, c.out_words);
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
    bool chosen[LISTS][RECORD_SUITES_MAX];
    bool any_chosen, bench, plant, outcomes;
    const struct list *only; /* the list, if --suite named one and nothing else */
    const char *record;
};

/* Run what is chosen. Returns the cases and points that differ. */
static uint32_t run_lists(const struct options *options, unsigned capability)
{
    struct result all = { 0, 0 };
    unsigned suites = 0, last = LISTS;

    answers.bytes = malloc(RECORD_MAX);
    if (answers.bytes == NULL)
        trouble("out of memory");
    for (unsigned n = 0; n < LISTS; n++) {
        for (unsigned suite = 0; suite < lists[n].plan->suites; suite++) {
            if (options->any_chosen && !options->chosen[n][suite])
                continue;
            if (capability < lists[n].capability) {
                printf("%s: not run, it needs compute capability %u.%u\n", lists[n].name, lists[n].capability / 10,
                       lists[n].capability % 10);
                break;
            }
            if (n != last)
                answers.size = 0;
            last = n;
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

enum { OUTCOME_SECONDS = 8 };

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

/* Make a launch in this process, which an error ends. */
static const char *make_outcome(unsigned number, enum device_mask mask, unsigned op)
{
    uint32_t rd[ASK_LANES] = { 0 };
    unsigned capability;

    alarm(OUTCOME_SECONDS);
    device_open(&capability);
    const char *error = device_outcome_of(number, mask, op, rd);
    return strcmp(error, "cudaSuccess") == 0 && !outcome_plain(&device_outcomes[number], op, rd) ? "other-values"
                                                                                                 : error;
}

/* An error of CUDA is sticky, so each launch forks a process, before this one has opened the GPU. */
static void run_outcome(FILE *head, unsigned number, enum device_mask mask, unsigned op)
{
    static const char *const mask_names[DEVICE_MASKS] = { "constant", "parameter", "address", "lane" };
    char error[64] = "no-answer";
    int pipes[2], status;

    fflush(NULL);
    const pid_t child = pipe(pipes) == 0 ? fork() : -1;
    if (child < 0)
        trouble("no process for a launch: %s", strerror(errno));
    if (child == 0) {
        dprintf(pipes[1], "%s", make_outcome(number, mask, op));
        _exit(AGREED);
    }
    close(pipes[1]);
    const ssize_t length = read(pipes[0], error, sizeof error - 1);
    if (length > 0)
        error[length] = '\0';
    close(pipes[0]);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == DEVICE_EXIT && length <= 0)
        exit(DEVICE_EXIT); /* no GPU */
    fprintf(head, "outcome %s.%s.%s %s\n", device_outcomes[number].name, mask_names[mask],
            op == DEVICE_BARRIER ? "barrier" : shfl_mode_name[op], error);
    fflush(head);
}

static void run_outcomes(FILE *head)
{
    for (unsigned number = 0; number < DEVICE_OUTCOMES; number++)
        for (unsigned mask = 0; mask < DEVICE_MASKS; mask++)
            for (unsigned op = 0; op < DEVICE_OPS; op++)
                run_outcome(head, number, (enum device_mask)mask, op);
}

/* head: of the record, as far as it is written. */
static void run_record(const struct options *options, FILE *head, char *const *origin)
{
    struct output file;

    if (options->only == &lists[SHFL] || options->only == &lists[COLLECTIVE])
        device_bench(options->only == &lists[COLLECTIVE], head);
    fclose(head);
    output_begin(&file, "--record", options->record, "");
    record_write(file.f, options->only->plan, *origin, answers.bytes, answers.size);
    output_end(&file);
}

/* --- Options ------------------------------------------------------------------------------------------ */

static void choose(struct options *options, const char *name)
{
    bool found = false;

    options->only = NULL;
    for (unsigned n = 0; n < LISTS; n++)
        for (unsigned suite = 0; suite < lists[n].plan->suites; suite++) {
            const bool whole = strcmp(lists[n].name, name) == 0;

            if (!whole && strcmp(lists[n].plan->suite[suite].name, name) != 0)
                continue;
            if (whole && !options->any_chosen)
                options->only = &lists[n];
            options->chosen[n][suite] = found = true;
            if (n == SHFL)
                options->chosen[SHFL][SILICON_UNIFORM] = true;
        }
    if (!found)
        misuse("--suite %s: no such suite or list; a run prints their names", name);
    options->any_chosen = true;
}

static void parse(int argc, char **argv, struct options *options)
{
    static const struct option known[] = { { "suite", required_argument, NULL, 's' },
                                           { "bench", no_argument, NULL, 'b' },
                                           { "record", required_argument, NULL, 'r' },
                                           { "plant-error", no_argument, NULL, 'p' },
                                           { "outcomes", no_argument, NULL, 'O' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };

    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 's': choose(options, optarg); break;
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
    if (options->record && !options->only)
        misuse("--record: holds one list: say --suite shfl, collective, warp or cooperative, and no other");
    if ((options->bench || options->outcomes) && (options->any_chosen || options->plant))
        misuse("--bench, --outcomes: run no suite: leave out --suite and --plant-error");
}

int main(int argc, char **argv)
{
    struct options options = { .record = NULL };
    unsigned capability;
    char *origin = NULL;
    size_t size;

    output_start("shfl_cuda");
    parse(argc, argv, &options);
    FILE *head = options.record ? open_memstream(&origin, &size) : stdout;
    if (head == NULL)
        trouble("out of memory");
    if (options.outcomes || (options.record && options.only == &lists[SHFL]))
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
