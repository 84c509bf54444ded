/* SPDX-License-Identifier: Apache-2.0 */
/* collective_count [--plant-error] RECORD - a recording of vote, match and redux, held against the model: figures of
 * docs/reference/silicon.md, as JSON on standard output. With --plant-error the model is wrong in one warp of each suite.
 *
 * Exit status: 0, 1 if a checksum differs, 2 if the recording is refused, 3 if the output cannot be written. */
#include "lib/output.h"
#include "collective_cases.h"

#include <inttypes.h>
#include <string.h>

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX];
    const bool plant = argc == 3 && strcmp(argv[1], "--plant-error") == 0;
    uint32_t differ = 0;

    output_start("collective_count");
    if (argc != 2 + plant)
        misuse("takes RECORD, or --plant-error RECORD");
    struct record *record = record_open(argv[argc - 1], &collective_plan, err);
    if (record == NULL)
        misuse("%s", err);
    for (unsigned s = 0; s < COLLECTIVE_SUITES; s++) {
        const struct collective_suite *suite = &collective_suites[s];
        struct collective_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->warps; warp++) {
            struct collective c;
            struct collective_answer model;

            suite->make(warp, &c);
            collective_model(&c, plant && warp == suite->warps - 1, &model);
            collective_hold(record, s, &c, &model, &tally);
        }
        printf("%s{\"name\": \"%s\", \"about\": \"%s\", \"warps\": %" PRIu32 ", \"rd\": %" PRIu32 ", \"pu\": %" PRIu32
               ", \"chunks\": %" PRIu32 ", \"differ\": %" PRIu32 ", \"first\": %" PRIu32 "}",
               s ? ",\n " : "[", suite->name, suite->about, tally.warps, tally.rd, tally.pu, tally.chunks, tally.differ,
               tally.first);
        differ += tally.differ;
    }
    puts("]");
    record_close(record);
    return differ ? MISMATCH : AGREED;
}
