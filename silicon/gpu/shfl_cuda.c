/* shfl_cuda - check the golden model against the SHFL of the GPU in this machine; `shfl_cuda --help` */
#include "compare.h"
#include "device.h"
#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXIT_DIFFERENT = 1, EXIT_USAGE = 2 /* and DEVICE_EXIT */ };
enum { TOLD_MAX = 4 /* differences told in a suite */ };

static const char help[] =
    "Usage: shfl_cuda [OPTION]...\n"
    "Check the golden model against the SHFL of the first NVIDIA GPU in this machine.\n"
    "\n"
    "  --suite NAME     run this suite only; may be given several times\n"
    "  --list           list the suites and exit\n"
    "  --bench          measure the GPU's shuffle speed instead\n"
    "  --record FILE    run all suites and the bench, and write the GPU's answers to FILE\n"
    "  --command TEXT   with --record: the command that FILE names as its origin;\n"
    "                   otherwise this command line\n"
    "  --plant-error    put a wrong answer into the model, in one warp of every suite:\n"
    "                   the run must fail\n"
    "  --quiet          print nothing but errors\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage or a file that cannot\n"
    "be written, 3 no GPU or an error from CUDA.\n";

struct options {
    bool chosen[RECORD_SUITES_MAX];
    bool any_chosen, bench, plant, quiet;
    const char *record, *command;
};

static double seconds(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- Suites ------------------------------------------------------------------------------------------- */

/* The byte that a recording keeps for lane k, see record.h. */
static uint8_t answer(const struct shfl_in *in, unsigned k, const struct device_lane *lane, bool has_pu,
                      bool defined)
{
    unsigned held = 0;

    if (!(in->active >> k & 1))
        return ANSWER_NOTHING;
    while (held < VECTOR_LANES && lane->rd != (uint32_t)in->ra[held])
        held++;
    if (held == VECTOR_LANES && lane->rd != 0) /* ANSWER_ZERO follows the lanes */
        held = ANSWER_OTHER;
    return (uint8_t)(held | (has_pu && lane->pu ? ANSWER_PU : 0) | (defined ? 0 : ANSWER_OPEN));
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

/* One warp: compare, and keep the answers unless they is NULL. Returns the number of lanes that differ. */
static unsigned judge(const struct silicon_suite *suite, uint32_t warp, const struct vector *v,
                      const struct device_lane lanes[VECTOR_LANES], bool plant, bool tell,
                      uint8_t *answers)
{
    struct shfl_out model;
    uint32_t rd[VECTOR_LANES], pu = 0, active = (uint32_t)v->in.active;

    model_answer(&v->in, plant, &model);
    uint32_t defined = active & (uint32_t)model.src_active;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        rd[k] = lanes[k].rd;
        pu |= (lanes[k].pu & 1) << k;
        if (answers != NULL)
            answers[v->slot[k]] = answer(&v->in, k, &lanes[k], suite->has_pu, defined >> k & 1);
    }
    struct observed silicon = {
        .rd = rd, .rd_defined = defined, .pu = pu, .pu_defined = suite->has_pu ? active : 0
    };
    uint32_t lost = not_as_left(v, lanes), differ = compare(&silicon, &model) | lost;
    unsigned count = 0;

    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        if (!(differ >> k & 1))
            continue;
        if (tell && lost >> k & 1)
            fprintf(stderr, "  %s, warp %" PRIu32 ", lane %u: holds rd 0x%08" PRIx32 " pu 0x%" PRIx32
                    "; not written, or written though the lane does not execute\n",
                    suite->name, warp, k, lanes[k].rd, lanes[k].pu);
        else if (tell)
            tell_difference(suite, warp, &v->in, k, &silicon, &model);
        tell = false;
        count++;
    }
    return count;
}

/* Returns the number of points that differ; batch holds DEVICE_BATCH vectors. */
static uint32_t run_suite(const struct silicon_suite *suite, struct vector *batch,
                          const struct options *options, uint8_t *answers)
{
    double start = seconds();
    uint32_t differ = 0, told = 0;

    for (uint32_t first = 0; first < suite->warps; first += DEVICE_BATCH) {
        uint32_t n = suite->warps - first < DEVICE_BATCH ? suite->warps - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &batch[i]);
        const struct device_lane *lanes = device_run(suite->issue, batch, n);
        for (uint32_t i = 0; i < n; i++) {
            bool plant = options->plant && first + i == suite->warps / 2;
            unsigned count = judge(suite, first + i, &batch[i], &lanes[VECTOR_LANES * i], plant,
                                   told < TOLD_MAX, answers);
            told += count > 0;
            differ += count;
        }
    }
    if (!options->quiet) {
        printf("%-10s %8" PRIu32 " points  %8" PRIu32 " mismatches  %6.3f s  %s\n", suite->name,
               silicon_suite_points(suite), differ, seconds() - start, suite->about);
        fflush(stdout);
    }
    return differ;
}

/* Returns the number of points that differ, of all suites that were chosen. answers may be NULL. */
static uint32_t run_suites(const struct options *options, uint8_t *answers)
{
    double start = seconds();
    struct vector *batch = malloc(DEVICE_BATCH * sizeof *batch);
    uint32_t points = 0, differ = 0;
    unsigned count = 0;

    if (batch == NULL) {
        fprintf(stderr, "shfl_cuda: out of memory\n");
        exit(DEVICE_EXIT);
    }
    for (unsigned i = 0; i < silicon_suites_count; i++) {
        if (options->any_chosen && !options->chosen[i])
            continue;
        differ += run_suite(&silicon_suites[i], batch, options, answers);
        points += silicon_suite_points(&silicon_suites[i]);
        count++;
        if (answers != NULL)
            answers += silicon_suite_points(&silicon_suites[i]);
    }
    free(batch);
    if (!options->quiet)
        printf("%s: %u suite%s, %" PRIu32 " points, %" PRIu32 " mismatches, %.2f s\n",
               differ ? "FAIL" : "PASS", count, count == 1 ? "" : "s", points, differ,
               seconds() - start);
    return differ;
}

/* --- The rest ----------------------------------------------------------------------------------------- */

static void run_bench(struct record_about *about, bool quiet)
{
    about->benches = device_bench(about->bench);
    if (quiet)
        return;
    printf("%-28s %9s %9s %9s  (throughput: warps per clock and multiprocessor; latency: clocks)\n",
           "bench", "median", "least", "most");
    for (unsigned i = 0; i < about->benches; i++)
        printf("%-28s %9.4f %9.4f %9.4f\n", about->bench[i].name, about->bench[i].median,
               about->bench[i].least, about->bench[i].most);
}

static int run_record(const struct options *options, struct record_about *about)
{
    char err[RECORD_ERROR_MAX];
    uint8_t *answers = malloc(silicon_points());
    time_t now = time(NULL);

    if (answers == NULL) {
        fprintf(stderr, "shfl_cuda: out of memory\n");
        return DEVICE_EXIT;
    }
    strftime(about->date, sizeof about->date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    snprintf(about->command, sizeof about->command, "%s", options->command);
    if (run_suites(options, answers) > 0) {
        fprintf(stderr, "shfl_cuda: %s: not written, model and GPU differ\n", options->record);
        free(answers);
        return EXIT_DIFFERENT;
    }
    run_bench(about, options->quiet);
    bool written = record_write(options->record, about, answers, err);
    free(answers);
    if (!written) {
        fprintf(stderr, "shfl_cuda: --record: %s\n", err);
        return EXIT_USAGE;
    }
    if (!options->quiet)
        printf("recorded to %s\n", options->record);
    return EXIT_SUCCESS;
}

static void list(void)
{
    for (unsigned i = 0; i < silicon_suites_count; i++)
        printf("%-10s %8" PRIu32 " points  %s\n", silicon_suites[i].name,
               silicon_suite_points(&silicon_suites[i]), silicon_suites[i].about);
}

static int usage(const char *what, const char *argument, const char *right)
{
    fprintf(stderr, "shfl_cuda: %s%s%s: %s\n", what, *argument ? " " : "", argument, right);
    return EXIT_USAGE;
}

/* Returns -1 to go on, or the exit status. */
static int parse(int argc, char **argv, struct options *options)
{
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        bool takes_value = strcmp(option, "--suite") == 0 || strcmp(option, "--record") == 0
            || strcmp(option, "--command") == 0;

        if (takes_value && *value == '\0')
            return usage(option, "", "needs a value, see --help");
        if (strcmp(option, "--help") == 0) {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        } else if (strcmp(option, "--list") == 0) {
            list();
            return EXIT_SUCCESS;
        } else if (strcmp(option, "--suite") == 0) {
            const struct silicon_suite *suite = silicon_suite_find(value);
            if (suite == NULL)
                return usage(option, value, "no such suite, --list names them");
            options->chosen[suite - silicon_suites] = options->any_chosen = true;
        } else if (strcmp(option, "--record") == 0) {
            options->record = value;
        } else if (strcmp(option, "--command") == 0) {
            if (strlen(value) >= sizeof ((struct record_about *)0)->command || strchr(value, '\n'))
                return usage(option, "", "must be one line of at most 255 bytes");
            options->command = value;
        } else if (strcmp(option, "--bench") == 0) {
            options->bench = true;
        } else if (strcmp(option, "--plant-error") == 0) {
            options->plant = true;
        } else if (strcmp(option, "--quiet") == 0) {
            options->quiet = true;
        } else {
            return usage(option, "", "no such option, --help names them");
        }
        i += takes_value;
    }
    if (options->record && (options->any_chosen || options->plant || options->bench))
        return usage("--record", options->record,
                     "holds all suites and the bench: leave out --suite, --plant-error and --bench");
    if (options->bench && (options->any_chosen || options->plant))
        return usage("--bench", "", "runs no suite: leave out --suite and --plant-error");
    if (options->command && !options->record)
        return usage("--command", options->command, "belongs to --record FILE");
    return -1;
}

/* A file that cannot be written is better known before the work than after it. */
static bool writable(const char *path)
{
    char temporary[4096];
    FILE *file;

    if ((size_t)snprintf(temporary, sizeof temporary, "%s.tmp", path) >= sizeof temporary)
        return false;
    file = fopen(temporary, "wb");
    if (file == NULL)
        return false;
    fclose(file);
    remove(temporary);
    return true;
}

static void command_line(int argc, char **argv, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; i < argc && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", argv[i]);
}

int main(int argc, char **argv)
{
    static struct record_about about;
    struct options options = { 0 };
    char command[sizeof about.command];
    int status = parse(argc, argv, &options);

    if (status >= 0)
        return status;
    if (options.record && !writable(options.record))
        return usage("--record", options.record, "cannot be written there; name a file in a folder "
                     "that exists and is yours");
    command_line(argc, argv, command, sizeof command);
    if (options.command == NULL)
        options.command = command;

    device_open(&about.device);
    if (!options.quiet)
        printf("%s, compute capability %s, %d multiprocessors, driver %s, CUDA %s\n", about.device.name,
               about.device.compute_capability, about.device.multiprocessors, about.device.driver,
               about.device.cuda_runtime);
    if (options.record)
        return run_record(&options, &about);
    if (options.bench) {
        run_bench(&about, options.quiet);
        return EXIT_SUCCESS;
    }
    return run_suites(&options, NULL) > 0 ? EXIT_DIFFERENT : EXIT_SUCCESS;
}
