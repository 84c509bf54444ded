/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_collective - check vote, match and redux against the GPU in this machine; `shfl_collective --help` */
#define _GNU_SOURCE
#include "lib/output.h"
#include "collective_device.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MAX = 4 /* warps with a difference that are told, of a suite */ };

static const char help[] =
    "Usage: shfl_collective [OPTION]...\n"
    "Check vote, match, redux, elect and activemask of the golden model against the first NVIDIA GPU in this\n"
    "machine, which has compute capability 9.0 or more.\n"
    "\n"
    "  --bench          measure the GPU's speed instead\n"
    "  --record FILE    run the bench, too, and write the GPU's answers to FILE, if all are equal\n"
    "  --plant-error    put a wrong answer into the model, in one warp of every suite: the run must fail\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage, 3 no GPU, an error from CUDA, or a\n"
    "file that cannot be written.\n";

/* The checksums of all chunks, as bytes of a record. */
struct answers {
    uint8_t *bytes;
    size_t size;
};

static void keep(struct answers *answers, uint32_t sum)
{
    uint8_t *more = realloc(answers->bytes, answers->size + 4);

    if (more == NULL)
        trouble("out of memory");
    for (unsigned byte = 0; byte < 4; byte++)
        more[answers->size++] = (uint8_t)(sum >> 8 * byte);
    answers->bytes = more;
}

/* Tell the first lane of differ, and what it was asked. */
static void tell(const struct collective_suite *suite, uint32_t number, const struct collective *c, uint32_t differ,
                 const struct device_lane lanes[], const struct collective_answer *model)
{
    unsigned k = 0;

    while (!(differ >> k & 1))
        k++;
    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: %s p 0x%08" PRIx32 " ra 0x%016" PRIx64 " active 0x%08" PRIx32
            " members 0x%08" PRIx32 "\n    GPU rd 0x%08" PRIx32 " pu 0x%" PRIx32,
            suite->name, number, k, collective_result[c->op].ptx, c->p, c->ra[k], c->active, c->members[k], lanes[k].rd,
            lanes[k].pu);
    if (c->active >> k & 1)
        fprintf(stderr, ", model rd 0x%08" PRIx32 " pu %u\n", model->rd[k], (unsigned)(model->pu >> k & 1));
    else
        fprintf(stderr, "; the lane does not execute\n");
}

/* Compare a warp. Every lane must have what the model has; what is not written must be as it was. Returns the lanes that
 * differ. */
static uint32_t compare(const struct collective *c, const struct device_lane lanes[],
                        const struct collective_answer *model)
{
    const struct collective_result *has = &collective_result[c->op];
    uint32_t differ = 0;

    for (unsigned k = 0; k < COLLECTIVE_LANES; k++) {
        bool active = c->active >> k & 1;
        uint32_t rd = active && has->rd ? model->rd[k] : DEVICE_OLD_RD(k);
        uint32_t pu = active && has->pu ? model->pu >> k & 1 : DEVICE_OLD_PU(k);

        differ |= (uint32_t)(lanes[k].rd != rd || lanes[k].pu != pu) << k;
    }
    return differ;
}

/* Run a suite on batch, which holds DEVICE_BATCH warps. Returns the warps that differ. */
static uint32_t run_suite(const struct collective_suite *suite, struct collective *batch, bool plant,
                          struct answers *answers)
{
    uint32_t differing = 0, sum = 0, points = 0;

    for (uint32_t first = 0; first < suite->warps; first += DEVICE_BATCH) {
        uint32_t n = suite->warps - first < DEVICE_BATCH ? suite->warps - first : DEVICE_BATCH;

        for (uint32_t i = 0; i < n; i++)
            suite->make(first + i, &batch[i]);
        const struct device_lane *lanes = collective_device_run(suite->issue, batch, n);
        for (uint32_t i = 0; i < n; i++, lanes += COLLECTIVE_LANES) {
            struct collective_answer model, gpu = { 0 };

            collective_model(&batch[i], plant && first + i == suite->warps - 1, &model);
            uint32_t differ = compare(&batch[i], lanes, &model);
            if (differ && differing++ < TOLD_MAX)
                tell(suite, first + i, &batch[i], differ, lanes, &model);
            for (unsigned k = 0; k < COLLECTIVE_LANES; k++) {
                gpu.rd[k] = lanes[k].rd;
                gpu.pu |= (lanes[k].pu & 1) << k;
                points += batch[i].active >> k & 1;
            }
            sum = collective_sum(sum, &batch[i], &gpu);
            if ((first + i + 1) % COLLECTIVE_CHUNK == 0 || first + i + 1 == suite->warps) {
                keep(answers, sum);
                sum = 0;
            }
        }
    }
    printf("%-10s %8" PRIu32 " warps  %9" PRIu32 " points  %8" PRIu32 " mismatches  %s\n", suite->name, suite->warps,
           points, differing, suite->about);
    fflush(stdout);
    return differing;
}

/* Prints the figures, and appends them to the head of a record. */
static void run_bench(char *head, size_t size)
{
    static struct device_figure figures[BENCH_MAX];
    unsigned count = collective_device_bench(figures);
    size_t used = strlen(head);

    printf("%-36s %9s %9s %9s  (throughput: per clock and multiprocessor; latency: clocks)\n", "bench", "median",
           "least", "most");
    for (unsigned i = 0; i < count; i++) {
        const struct device_figure *f = &figures[i];

        printf("%-36s %9.4f %9.4f %9.4f\n", f->name, f->median, f->least, f->most);
        used += (size_t)snprintf(head + used, size - used, "bench %s %.4f %.4f %.4f\n", f->name, f->median, f->least,
                                 f->most);
    }
}

static int run(const char *record, bool plant, bool bench)
{
    static char head[1024 + BENCH_MAX * 96];
    struct collective *batch = malloc(DEVICE_BATCH * sizeof *batch);
    struct answers answers = { 0 };
    struct output file;
    uint32_t differ = 0;

    if (batch == NULL)
        trouble("out of memory");
    snprintf(head, sizeof head, "%s", device_open());
    fputs(head, stdout);
    for (unsigned i = 0; i < COLLECTIVE_SUITES && !bench; i++)
        differ += run_suite(&collective_suites[i], batch, plant, &answers);
    if (!bench)
        printf("%s: %d suites, %" PRIu32 " mismatches\n", differ ? "FAIL" : "PASS", COLLECTIVE_SUITES, differ);
    if (bench || (record && differ == 0))
        run_bench(head, sizeof head);
    if (record && differ) {
        fprintf(stderr, "shfl_collective: %s: not written, model and GPU differ\n", record);
    } else if (record) {
        output_begin(&file, "--record", record, "");
        record_write(file.f, &collective_plan, head, answers.bytes, answers.size);
        output_end(&file);
    }
    free(answers.bytes);
    free(batch);
    return differ ? MISMATCH : AGREED;
}

int main(int argc, char **argv)
{
    static const struct option known[] = { { "bench", no_argument, NULL, 'b' },
                                           { "record", required_argument, NULL, 'r' },
                                           { "plant-error", no_argument, NULL, 'p' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    const char *record = NULL;
    bool plant = false, bench = false;

    output_start("shfl_collective");
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 'b': bench = true; break;
        case 'r': record = optarg; break;
        case 'p': plant = true; break;
        case 'h': fputs(help, stdout); return AGREED;
        default: misuse("--help names the options"); /* getopt has told what is wrong */
        }
    if (optind < argc)
        misuse("%s: is no option; --help names them", argv[optind]);
    if (record && (plant || bench))
        misuse("--record: holds all of it: leave out --plant-error and --bench");
    if (bench && plant)
        misuse("--bench: runs no suite: leave out --plant-error");
    return run(record, plant, bench);
}
