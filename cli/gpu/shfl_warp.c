/* shfl_warp - check what is built on SHFL against the GPU in this machine; `shfl_warp --help` */
#include "warp_device.h"
#include "warp_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXIT_DIFFERENT = 1, EXIT_USAGE = 2 /* and DEVICE_EXIT */ };

static const char help[] =
    "Usage: shfl_warp [OPTION]...\n"
    "Check kernels, votes, barriers, cub::BlockShuffle and the programs of programs/, on the golden model,\n"
    "against the first NVIDIA GPU in this machine. Run it where programs/ is.\n"
    "\n"
    "  --record FILE    write the GPU's answers to FILE, if all are equal\n"
    "  --command TEXT   with --record: the command that FILE names as its origin\n"
    "  --plant-error    put a wrong answer into one case of every suite: the run must fail\n"
    "  --help           print this and exit\n"
    "\n"
    "Exit status: 0 all answers equal, 1 some differ, 2 wrong usage or a file that cannot be read or\n"
    "written, 3 no GPU or an error from CUDA.\n";

static struct warp_case the_case;
static uint32_t gpu[WARP_CASE_WORDS], want[WARP_CASE_WORDS];

/* Returns the cases that differ; all answers go to *answers, which moves on, unless it is NULL. */
static uint32_t run_suite(enum warp_kind kind, const struct engine *engine, bool plant, uint32_t **answers,
                          bool *usable)
{
    const struct warp_suite *suite = &warp_suites[kind];
    uint32_t differ = 0;
    size_t words = 0;

    for (uint32_t i = 0; i < suite->cases; i++) {
        warp_case_make(kind, i, &the_case);
        for (size_t k = 0; k < the_case.out_words; k++)
            want[k] = WARP_OLD(k);
        *usable = *usable && warp_case_answer(&the_case, engine, BLOCK_AS_BUILT, "programs", want);
        want[0] ^= plant && i == suite->cases / 2;
        warp_device_run(&the_case, gpu);
        size_t k = 0;
        while (k < the_case.out_words && gpu[k] == want[k])
            k++;
        if (k < the_case.out_words && differ++ == 0)
            fprintf(stderr, "  %s, case %" PRIu32 ", word %zu: GPU 0x%08" PRIx32 ", model 0x%08" PRIx32
                    " (threads %u, a %d, b %d, c %d, shape %u, words %u)\n", suite->name, i, k, gpu[k], want[k],
                    the_case.threads, the_case.a, the_case.b, the_case.c, the_case.shape, the_case.words);
        words += the_case.out_words;
        if (*answers != NULL) {
            memcpy(*answers, gpu, the_case.out_words * sizeof gpu[0]);
            *answers += the_case.out_words;
        }
    }
    printf("%-12s %5" PRIu32 " cases  %8zu words  %4" PRIu32 " mismatches  %s\n", suite->name, suite->cases, words,
           differ, suite->about);
    fflush(stdout);
    return differ;
}

static int usage(const char *what, const char *right)
{
    fprintf(stderr, "shfl_warp: %s: %s\n", what, right);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static struct record_about about;
    const struct engine engine = engine_model();
    const char *record = NULL, *command = NULL;
    char err[RECORD_ERROR_MAX];
    bool plant = false, usable = true;
    uint32_t differ = 0, *answers = NULL, *at;
    time_t now = time(NULL);

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";

        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        } else if (strcmp(argv[i], "--plant-error") == 0) {
            plant = true;
        } else if (strcmp(argv[i], "--record") == 0 || strcmp(argv[i], "--command") == 0) {
            if (*value == '\0')
                return usage(argv[i], "needs a value, see --help");
            if (strcmp(argv[i++], "--record") == 0)
                record = value;
            else
                command = value;
        } else {
            return usage(argv[i], "no such option, --help names them");
        }
    }
    if (command && (!record || strlen(command) >= sizeof about.command || strchr(command, '\n')))
        return usage("--command", "must be one line of at most 255 bytes, and belongs to --record FILE");
    if (record && plant)
        return usage("--record", "holds what the GPU answered: leave out --plant-error");

    device_open(&about.device);
    printf("%s, compute capability %s, driver %s, CUDA %s\n", about.device.name, about.device.compute_capability,
           about.device.driver, about.device.cuda_runtime);
    strftime(about.date, sizeof about.date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    snprintf(about.command, sizeof about.command, "%s", command ? command : "shfl_warp --record");
    if (record) {
        answers = malloc(warp_words() * sizeof *answers);
        if (answers == NULL) {
            fprintf(stderr, "shfl_warp: out of memory\n");
            return DEVICE_EXIT;
        }
    }
    at = answers;
    for (unsigned kind = 0; kind < WARP_KINDS; kind++)
        differ += run_suite((enum warp_kind)kind, &engine, plant, &at, &usable);
    if (!usable) {
        free(answers);
        return usage("programs", "no such folder here with the programs; run this where programs/ is");
    }
    printf("%s: %d suites, %" PRIu32 " mismatches\n", differ ? "FAIL" : "PASS", WARP_KINDS, differ);
    if (record && differ == 0 && !warp_record_write(record, &about, answers, err)) {
        free(answers);
        return usage("--record", err);
    }
    if (record && differ)
        fprintf(stderr, "shfl_warp: %s: not written, model and GPU differ\n", record);
    free(answers);
    return differ ? EXIT_DIFFERENT : EXIT_SUCCESS;
}
