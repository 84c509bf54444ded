/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_cuda - check the golden model against the GPU in this machine; `shfl_cuda --help` */
#define _GNU_SOURCE
#include "device.h"
#include "lib/output.h"
#include "silicon/collective_cases.h"
#include "silicon/replay.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    "  --suite NAME     run this suite or list only; may be given several times. A suite with inactive\n"
    "                   lanes brings suite uniform with it, which says what lane is read\n"
    "  --list           list the suites and exit\n"
    "  --bench          measure the GPU's speed instead\n"
    "  --outcomes       print what CUDA reports of launches that PTX leaves undefined instead\n"
    "  --outcome N      make one of these launches, 0.., and print what CUDA reports\n"
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

static void keep_words(const uint32_t words[], size_t count)
{
    uint8_t *at = keep(4 * count);

    for (size_t i = 0; i < 4 * count; i++)
        at[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
}

/* What a suite compared, and cases or points that differ. */
struct result {
    uint32_t points, differ;
};

/* --- shfl --------------------------------------------------------------------------------------------- */

/* Of these warps 2n and 2n+1 are one ask. */
static bool is_pair(enum issue issue) { return issue == ISSUE_LONG || issue == ISSUE_DOUBLE || issue == ISSUE_MEMBERS; }

static void ask_of(enum issue issue, const struct vector *v, struct ask *a)
{
    const uint32_t active = (uint32_t)v->in.active;

    *a = (struct ask){ .op = OP_IDX + (unsigned)v->in.mode,
                       .constant = v->constant,
                       .sites = v->sites,
                       .site = { v->site[0], v->site[1] },
                       .active = active,
                       .width = v->width };
    if (issue == ISSUE_MEMBERS)
        a->site[0] = ~active;
    for (unsigned k = 0; k < ASK_LANES; k++) {
        const struct vector *of = issue == ISSUE_MEMBERS && !(active >> k & 1) ? v + 1 : v;

        a->members[k] = of->members;
        a->sb[k] = of->in.sb[k];
        a->sc[k] = of->in.sc[k];
        a->ra[k] = of->in.ra[k];
        if (issue == ISSUE_LONG || issue == ISSUE_DOUBLE)
            a->ra[k] |= v[1].in.ra[k] << 32;
    }
}

/* What lane k of warp v holds; got is of its ask, and second says which of a pair it is. */
static struct device_lane lane_of(enum issue issue, const struct vector *v, unsigned k, struct device_lane got,
                                  bool second)
{
    if (issue == ISSUE_LONG || issue == ISSUE_DOUBLE)
        return (struct device_lane){ second ? got.pu : got.rd, 0 };
    if (issue == ISSUE_MEMBERS && !(v->in.active >> k & 1))
        return (struct device_lane){ DEVICE_OLD_RD(k), DEVICE_OLD_PU(k) };
    return got;
}

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

/* One warp: keep the answers and compare. Returns the number of lanes that differ. */
static unsigned judge(const struct record_suite *suite, uint32_t number, const struct vector *v,
                      const struct device_lane lanes[VECTOR_LANES], bool plant, bool tell, uint8_t kept[],
                      struct replay_tally *tally)
{
    struct replay_warp silicon = { .suite = suite, .number = number, .in = v->in };
    struct shfl_out model;
    uint32_t lost = 0; /* not written, or written though the lane does not execute */
    unsigned count = 0;

    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        const struct device_lane lane = lane_of(suite->issue, v, k, lanes[k], number % 2);
        const bool is_old = lane.rd == DEVICE_OLD_RD(k) && lane.pu == DEVICE_OLD_PU(k);

        silicon.rd[k] = lane.rd;
        silicon.pu |= (lane.pu & 1) << k;
        kept[v->slot[k]] = answer(&v->in, k, &lane, suite->pu > 0);
        lost |= (uint32_t)(lane.pu > 1 || (!(v->in.active >> k & 1) && !is_old)) << k;
    }
    silicon.rd_defined = replay_defined(answers.bytes, &v->in); /* uniform is the first suite */
    silicon.pu_defined = suite->pu > 0 ? (uint32_t)v->in.active : 0;
    replay_model(&v->in, plant, &model);
    const uint32_t differ = lost | replay_compare(&silicon, model.rd, model.pu, model.src_active, tally);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        if (!(differ >> k & 1))
            continue;
        if (tell && lost >> k & 1)
            fprintf(stderr,
                    "  %s, warp %" PRIu32 ", lane %u: holds rd 0x%08" PRIx32 ": not written, or written in vain\n",
                    suite->name, number, k, silicon.rd[k]);
        else if (tell)
            replay_tell(&silicon, k, &model);
        tell = false;
        count++;
    }
    return count;
}

/* A suite of which not everything was compared counts as one more that differs. */
static struct result run_shfl(const struct record_plan *plan, unsigned number, bool plant)
{
    static struct vector batch[DEVICE_BATCH];
    static struct ask asks[DEVICE_BATCH];
    const struct record_suite *suite = &plan->suite[number];
    const uint32_t each = is_pair(suite->issue) ? 2 : 1;
    struct result result = { silicon_suite_points(suite), 0 };
    uint8_t *kept = keep(result.points);
    struct replay_tally tally = { 0 };
    uint32_t told = 0;

    for (uint32_t first = 0; first < suite->cases; first += DEVICE_BATCH) {
        const uint32_t n = suite->cases - first < DEVICE_BATCH ? suite->cases - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &batch[i]);
        for (uint32_t i = 0; i < n; i += each)
            ask_of(suite->issue, &batch[i], &asks[i / each]);
        const struct device_lane *lanes = device_run(suite->issue, asks, n / each);
        for (uint32_t i = 0; i < n; i++) {
            const unsigned count = judge(suite, first + i, &batch[i], &lanes[VECTOR_LANES * (i / each)],
                                         plant && first + i == suite->cases / 2, told < TOLD_MAX, kept, &tally);
            told += count > 0;
            result.differ += count;
        }
    }
    if (!replay_complete(suite, &tally)) {
        fprintf(stderr,
                "  %s: compared %" PRIu32 " Rd and %" PRIu32 " Pu, its inputs define %" PRIu32 " and %" PRIu32 "\n",
                suite->name, tally.rd, tally.pu, suite->rd, suite->pu);
        result.differ++;
    }
    return result;
}

/* --- collective --------------------------------------------------------------------------------------- */

/* Every lane must have what the model has; what is not written must be as it was. Returns the lanes that differ. */
static uint32_t compare(const struct ask *a, const struct device_lane lanes[], const struct collective_answer *model)
{
    uint32_t differ = 0;

    for (unsigned k = 0; k < ASK_LANES; k++) {
        const bool active = a->active >> k & 1;
        const uint32_t rd = active && op_row[a->op].rd ? model->rd[k] : DEVICE_OLD_RD(k);
        const uint32_t pu = active && op_row[a->op].pu ? model->pu >> k & 1 : DEVICE_OLD_PU(k);

        differ |= (uint32_t)(lanes[k].rd != rd || lanes[k].pu != pu) << k;
    }
    return differ;
}

/* Tell the first lane of differ, and what it was asked. */
static void tell_ask(const char *suite, uint32_t number, const struct ask *a, uint32_t differ,
                     const struct device_lane lanes[], const struct collective_answer *model)
{
    unsigned k = 0;

    while (!(differ >> k & 1))
        k++;
    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: %s p 0x%08" PRIx32 " ra 0x%016" PRIx64 " active 0x%08" PRIx32
            " members 0x%08" PRIx32 "\n    GPU rd 0x%08" PRIx32 " pu 0x%" PRIx32 ", model rd 0x%08" PRIx32 " pu %u%s\n",
            suite, number, k, op_row[a->op].ptx, a->p, a->ra[k], a->active, a->members[k], lanes[k].rd, lanes[k].pu,
            model->rd[k], (unsigned)(model->pu >> k & 1), a->active >> k & 1 ? "" : "; the lane does not execute");
}

static struct result run_collective(const struct record_plan *plan, unsigned number, bool plant)
{
    static struct ask asks[DEVICE_BATCH];
    const struct record_suite *suite = &plan->suite[number];
    struct result result = { 0, 0 };
    uint32_t sum = 0;

    for (uint32_t first = 0; first < suite->cases; first += DEVICE_BATCH) {
        const uint32_t n = suite->cases - first < DEVICE_BATCH ? suite->cases - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->ask(first + i, &asks[i]);
        const struct device_lane *lanes = device_run(suite->issue, asks, n);
        for (uint32_t i = 0; i < n; i++, lanes += ASK_LANES) {
            struct collective_answer model, gpu = { 0 };

            collective_model(&asks[i], plant && first + i == suite->cases - 1, &model);
            const uint32_t differ = compare(&asks[i], lanes, &model);
            if (differ && result.differ++ < TOLD_MAX)
                tell_ask(suite->name, first + i, &asks[i], differ, lanes, &model);
            for (unsigned k = 0; k < ASK_LANES; k++) {
                gpu.rd[k] = lanes[k].rd;
                gpu.pu |= (lanes[k].pu & 1) << k;
                result.points += asks[i].active >> k & 1;
            }
            sum = collective_sum(sum, &asks[i], &gpu);
            if (record_ends(plan, number, first + i)) {
                keep_words(&sum, 1);
                sum = 0;
            }
        }
    }
    return result;
}

/* --- warp, groups ------------------------------------------------------------------------------------- */

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
        if (plan == &warp_plan) {
            keep_words(gpu, c.out_words);
        } else if (record_ends(plan, number, i)) {
            keep_words(&sum, 1);
            sum = 0;
        }
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
} lists[LISTS] = { [SHFL] = { "shfl", 75, &replay_plan, run_shfl },
                   [COLLECTIVE] = { "collective", 90, &collective_plan, run_collective },
                   { "warp", 75, &warp_plan, run_cases },
                   { "cooperative", 75, &warp_group_plan, run_cases } };

struct options {
    bool chosen[LISTS][RECORD_SUITES_MAX];
    bool any_chosen, bench, plant, outcomes;
    int outcome;             /* or -1 */
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

/* --- Bench and outcomes, printed as they stand in the head of a record ------------------------------------- */

static void run_bench(bool collective, FILE *head)
{
    static struct device_figure figures[BENCH_MAX];
    const unsigned count = device_bench(collective, figures);

    for (unsigned i = 0; i < count; i++)
        fprintf(head, "bench %s %.4f %.4f %.4f\n", figures[i].name, figures[i].median, figures[i].least,
                figures[i].most);
}

enum { OUTCOME_RUNS = DEVICE_OUTCOMES * DEVICE_MASKS * DEVICE_OPS, OUTCOME_SECONDS = 8 };

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
    unsigned capability;

    alarm(OUTCOME_SECONDS);
    device_open(&capability);
    const char *error = device_outcome_of(outcome_case(number), outcome_mask(number), outcome_op(number), rd);
    const bool apart = strcmp(error, "cudaSuccess") == 0
                    && !outcome_plain(&device_outcomes[outcome_case(number)], outcome_op(number), rd);
    puts(apart ? "other-values" : error);
}

/* All launches, each in a process of its own. */
static void run_outcomes(FILE *head)
{
    static const char *const mask_names[DEVICE_MASKS] = { "constant", "parameter", "address", "lane" };
    char program[4096], command[4200];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    if (length < 0)
        trouble("/proc/self/exe: %s", strerror(errno));
    program[length] = '\0';
    for (unsigned i = 0; i < OUTCOME_RUNS; i++) {
        const unsigned op = outcome_op(i);
        char error[64];

        snprintf(command, sizeof command, "exec '%s' --outcome %u", program, i);
        FILE *pipe = popen(command, "r");
        if (pipe == NULL)
            trouble("%s: %s", command, strerror(errno));
        if (fscanf(pipe, "%63s", error) != 1)
            snprintf(error, sizeof error, "no-answer-in-%d-s", OUTCOME_SECONDS);
        pclose(pipe);
        fprintf(head, "outcome %s.%s.%s %s\n", device_outcomes[outcome_case(i)].name, mask_names[outcome_mask(i)],
                op == DEVICE_BARRIER ? "barrier" : shfl_mode_name[op], error);
        fflush(head);
    }
}

static void run_record(const struct options *options, const char *device)
{
    struct output file;
    char *origin;
    size_t size;
    FILE *head = open_memstream(&origin, &size);

    if (head == NULL)
        trouble("out of memory");
    fputs(device, head);
    if (options->only == &lists[SHFL] || options->only == &lists[COLLECTIVE])
        run_bench(options->only == &lists[COLLECTIVE], head);
    if (options->only == &lists[SHFL])
        run_outcomes(head);
    fclose(head);
    output_begin(&file, "--record", options->record, "");
    record_write(file.f, options->only->plan, origin, answers.bytes, answers.size);
    output_end(&file);
    free(origin);
}

/* --- Options ------------------------------------------------------------------------------------------ */

static void list(void)
{
    for (unsigned n = 0; n < LISTS; n++)
        for (unsigned suite = 0; suite < lists[n].plan->suites; suite++)
            printf("%-11s %-12s %s\n", lists[n].name, lists[n].plan->suite[suite].name,
                   lists[n].plan->suite[suite].about);
}

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
            if (n == SHFL && silicon_suites[suite].rd < silicon_suite_points(&silicon_suites[suite]))
                options->chosen[SHFL][SILICON_UNIFORM] = true; /* some lanes are inactive */
        }
    if (!found)
        misuse("--suite %s: no such suite or list, --list names them", name);
    options->any_chosen = true;
}

static void parse(int argc, char **argv, struct options *options)
{
    static const struct option known[] = { { "suite", required_argument, NULL, 's' },
                                           { "list", no_argument, NULL, 'l' },
                                           { "bench", no_argument, NULL, 'b' },
                                           { "record", required_argument, NULL, 'r' },
                                           { "plant-error", no_argument, NULL, 'p' },
                                           { "outcomes", no_argument, NULL, 'O' },
                                           { "outcome", required_argument, NULL, 'o' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    char *end;

    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 's': choose(options, optarg); break;
        case 'l': list(); exit(AGREED);
        case 'b': options->bench = true; break;
        case 'r': options->record = optarg; break;
        case 'p': options->plant = true; break;
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
    if (options->record && (options->plant || options->bench || options->outcomes))
        misuse("--record: leave out --plant-error, --bench and --outcomes");
    if (options->record && !options->only)
        misuse("--record: holds one list: say --suite shfl, collective, warp or cooperative, and no other");
    if ((options->bench || options->outcomes) && (options->any_chosen || options->plant))
        misuse("--bench, --outcomes: run no suite: leave out --suite and --plant-error");
}

int main(int argc, char **argv)
{
    struct options options = { .outcome = -1 };
    unsigned capability;

    output_start("shfl_cuda");
    parse(argc, argv, &options);
    if (options.outcome >= 0) {
        make_outcome((unsigned)options.outcome);
        return AGREED;
    }
    const char *device = device_open(&capability);
    fputs(device, stdout);
    if (options.bench) {
        run_bench(false, stdout);
        if (capability >= lists[COLLECTIVE].capability)
            run_bench(true, stdout);
    } else if (options.outcomes) {
        run_outcomes(stdout);
    }
    if (options.bench || options.outcomes)
        return AGREED;
    const uint32_t differ = run_lists(&options, capability);
    if (options.record && differ)
        fprintf(stderr, "shfl_cuda: %s: not written, model and GPU differ\n", options.record);
    else if (options.record)
        run_record(&options, device);
    return differ ? MISMATCH : AGREED;
}
