/* SPDX-License-Identifier: Apache-2.0 */
/* count [--collective] [--plant-error] RECORD - a recording of list shfl, or of list collective, compared with the model: the
 * figures of each suite, as JSON. With --plant-error the model is wrong in the last warp of each suite.
 * count --asks SUITE - the questions of a suite of list shfl, struct ask by struct ask.
 *
 * Both are on standard output. Exit status: 0, 1 if an answer differs, 2 if the recording is refused or there is no such
 * suite, 3 if the output cannot be written. */
#include "lib/output.h"
#include "suites.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int write_asks(const char *name)
{
    for (unsigned i = 0; i < SILICON_SUITES; i++)
        if (strcmp(silicon_suites[i].name, name) == 0) {
            for (uint32_t warp = 0; warp < silicon_suites[i].cases; warp++) {
                struct ask a;

                silicon_suites[i].make(warp, &a);
                fwrite(&a, sizeof a, 1, stdout);
            }
            return AGREED;
        }
    misuse("--asks %s: no such suite", name);
}

/* Returns what differs. */
static uint32_t count(const struct record *record, const struct record_plan *plan, bool plant)
{
    uint32_t differ = 0;

    for (unsigned i = 0; i < plan->suites; i++) {
        const struct record_suite *suite = &plan->suite[i];
        struct replay_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            struct answer model;
            struct ask a;

            suite->make(warp, &a);
            answer_model(&a, plant && warp == suite->cases - 1, &model);
            replay_compare(record, suite, &a, &model, &tally);
        }
        printf("%s{\"name\": \"%s\", \"about\": \"%s\", \"warps\": %" PRIu32 ", \"points\": %" PRIu32
               ", \"rd\": %" PRIu32 ", \"pu\": %" PRIu32 ", \"chunks\": %" PRIu32 ", \"differ\": %" PRIu32
               ", \"first\": %" PRIu32 "}",
               i ? ",\n " : "[", suite->name, suite->about, tally.warps, ASK_LANES * tally.warps, tally.rd, tally.pu,
               tally.chunks, tally.differ, tally.first);
        differ += tally.differ;
    }
    puts("]");
    return differ;
}

int main(int argc, char **argv)
{
    const bool collective = argc > 1 && strcmp(argv[1], "--collective") == 0;
    const bool plant = argc > 1 + collective && strcmp(argv[1 + collective], "--plant-error") == 0;

    output_start("count");
    if (argc == 3 && strcmp(argv[1], "--asks") == 0)
        return write_asks(argv[2]);
    if (argc != 2 + collective + plant)
        misuse("takes RECORD, or --collective RECORD, or --asks SUITE");
    const struct record_plan *plan = collective ? &collective_plan : &silicon_plan;
    return count(record_open(argv[argc - 1], plan), plan, plant) ? MISMATCH : AGREED;
}
