/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_warp - check what is built on SHFL against the GPU in this machine; `shfl_warp --help` */
#define _GNU_SOURCE
#include "silicon/gpu/device.h"
#include "lib/output.h"
#include "warp_device.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS "cli/programs"

static const char help[] =
    "Usage: shfl_warp [OPTION]...\n"
    "Check kernels, votes, barriers, cub::BlockShuffle and the programs of " PROGRAMS ", on the golden\n"
    "model, against the first NVIDIA GPU in this machine. Run it where " PROGRAMS " is.\n"
    "\n"
    "  --groups         the second list: groups by rank, barriers of which threads have exited, movmatrix\n"
    "  --record FILE    write the GPU's answers to FILE, if all are equal\n"
    "  --plant-error    put a wrong answer into one case of every suite: the run must fail\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage or no programs, 3 no GPU, an error\n"
    "from CUDA, or a file that cannot be written.\n";

/* All answers so far, as bytes of a record. */
struct answers {
    uint8_t *bytes; /* RECORD_MAX of them */
    size_t size;
};

static bool keep(struct answers *answers, const uint32_t words[], size_t count)
{
    if (count > (RECORD_MAX - answers->size) / 4)
        return false;
    for (size_t i = 0; i < 4 * count; i++)
        answers->bytes[answers->size++] = (uint8_t)(words[i / 4] >> i % 4 * 8);
    return true;
}

/* Returns the cases that differ. */
static uint32_t run_suite(enum warp_kind kind, const struct engine *engine, bool plant, struct answers *answers)
{
    static struct warp_case c;
    static uint32_t gpu[WARP_CASE_WORDS], want[WARP_CASE_WORDS];
    const struct warp_suite *suite = &warp_suites[kind];
    uint32_t differ = 0;
    size_t words = 0;

    for (uint32_t i = 0; i < suite->cases; i++) {
        warp_case_make(kind, i, &c);
        for (size_t k = 0; k < c.out_words; k++)
            want[k] = WARP_OLD(k);
        if (!warp_case_answer(&c, engine, SHFL_BLOCK_AS_BUILT, PROGRAMS, want))
            misuse(PROGRAMS ": no such folder here with the programs; run this where it is");
        want[0] ^= plant && i == suite->cases / 2;
        warp_device_run(&c, gpu);
        size_t k = 0;
        while (k < c.out_words && gpu[k] == want[k])
            k++;
        if (k < c.out_words && differ++ == 0)
            fprintf(stderr,
                    "  %s, case %" PRIu32 ", word %zu: GPU 0x%08" PRIx32 ", model 0x%08" PRIx32
                    " (threads %u, a %d, b %d, c %d, shape %u, words %u)\n",
                    suite->name, i, k, gpu[k], want[k], c.threads, c.a, c.b, c.c, c.shape, c.words);
        words += c.out_words;
        const uint32_t sum = warp_sum(gpu, c.out_words);
        if (kind >= WARP_GROUPS ? !keep(answers, &sum, 1) : !keep(answers, gpu, c.out_words))
            trouble("more answers than a record can hold");
    }
    printf("%-12s %5" PRIu32 " cases  %8zu words  %4" PRIu32 " mismatches  %s\n", suite->name, suite->cases, words,
           differ, suite->about);
    fflush(stdout);
    return differ;
}

/* Check everything, and write the answers to record unless it is NULL. */
static int run(const char *record, bool groups, bool plant)
{
    const unsigned first = groups ? WARP_GROUPS : 0, end = groups ? WARP_KINDS : WARP_GROUPS;
    const struct engine engine = engine_model();
    struct answers answers = { malloc(RECORD_MAX), 0 };
    struct output file;
    uint32_t differ = 0;

    if (answers.bytes == NULL)
        trouble("out of memory");
    const char *device = device_open();
    fputs(device, stdout);
    for (unsigned kind = first; kind < end; kind++)
        differ += run_suite((enum warp_kind)kind, &engine, plant, &answers);
    printf("%s: %d suites, %" PRIu32 " mismatches\n", differ ? "FAIL" : "PASS", (int)(end - first), differ);
    if (record && differ) {
        fprintf(stderr, "shfl_warp: %s: not written, model and GPU differ\n", record);
    } else if (record) {
        output_begin(&file, "--record", record, "");
        record_write(file.f, groups ? &warp_group_plan : &warp_plan, device, answers.bytes, answers.size);
        output_end(&file);
    }
    free(answers.bytes);
    return differ ? MISMATCH : AGREED;
}

int main(int argc, char **argv)
{
    static const struct option known[] = { { "groups", no_argument, NULL, 'g' },
                                           { "record", required_argument, NULL, 'r' },
                                           { "plant-error", no_argument, NULL, 'p' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    const char *record = NULL;
    bool groups = false, plant = false;

    output_start("shfl_warp");
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (option) {
        case 'g': groups = true; break;
        case 'r': record = optarg; break;
        case 'p': plant = true; break;
        case 'h': fputs(help, stdout); return AGREED;
        default: misuse("--help names the options"); /* getopt has told what is wrong */
        }
    if (optind < argc)
        misuse("%s: is no option; --help names them", argv[optind]);
    if (record && plant)
        misuse("--record: holds what the GPU answered: leave out --plant-error");
    return run(record, groups, plant);
}
