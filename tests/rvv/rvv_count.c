/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_count [--plant-error] RECORD - a recording of an emulator, compared with the model: figures of docs/rvv.md 6, as JSON
 * on standard output. With --plant-error the model is wrong in the last case of each suite.
 *
 * Exit status: 0, 1 if an answer differs, 2 if the recording is refused, 3 if the output cannot be written. */
#include "lib/output.h"
#include "rvv_cases.h"

#include <inttypes.h>
#include <string.h>

int main(int argc, char **argv)
{
    static struct rvv_case c;
    char err[RECORD_ERROR_MAX];
    const bool plant = argc == 3 && strcmp(argv[1], "--plant-error") == 0;
    uint32_t all = 0;

    output_start("rvv_count");
    if (argc != 2 + plant)
        misuse("takes RECORD, or --plant-error RECORD");
    struct record *record = record_open(argv[argc - 1], &rvv_plan, err);
    if (record == NULL)
        misuse("%s", err);
    for (unsigned suite = 0; suite < RVV_SUITES; suite++) {
        const uint8_t *answers = record_answers(record, suite);
        uint32_t compared = 0, illegal = 0, masked = 0, vstart = 0, two_eew = 0, differ = 0, first = 0;

        for (uint32_t number = 0; number < RVV_CASES; number++) {
            const uint32_t answer = rvv_answer(answers, number);

            rvv_case_make(RVV_VLEN(suite), number, &c);
            if (!rvv_agrees(rvv_case_model(&c) + (plant && number == RVV_CASES - 1 ? RVV_LEAST : 0), answer)
                && differ++ == 0)
                first = number;
            compared += answer >= RVV_LEAST;
            illegal += answer == RVV_ILLEGAL;
            if (answer == RVV_RESERVED) {
                masked += rvv_case_check(&c) == SHFL_RVV_MASKED;
                vstart += rvv_case_check(&c) == SHFL_RVV_VSTART;
                two_eew += rvv_case_check(&c) == SHFL_RVV_TWO_EEW;
            }
        }
        printf("%s{\"name\": \"%s\", \"cases\": %d, \"compared\": %" PRIu32 ", \"illegal\": %" PRIu32
               ", \"masked\": %" PRIu32 ", \"vstart\": %" PRIu32 ", \"two_eew\": %" PRIu32 ", \"differ\": %" PRIu32
               ", \"first\": %" PRIu32 "}",
               suite ? ",\n " : "[", rvv_plan.suite[suite].name, RVV_CASES, compared, illegal, masked, vstart, two_eew,
               differ, first);
        all += differ;
    }
    puts("]");
    record_close(record);
    return all ? MISMATCH : AGREED;
}
