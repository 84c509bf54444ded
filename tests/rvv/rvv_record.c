/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_record DEVICE RECORD ANSWERS ... - what rvv_emulated wrote, a file for each VLEN, compared with the model; and a
 * recording of it. All registers of each case are compared; an agnostic element may be as before or all ones.
 *
 * Exit status: 0, 1 if a case differs, then nothing is written; 2 if a file is refused, 3 if one cannot be written. */
#include "lib/output.h"
#include "rvv_cases.h"

#include <inttypes.h>
#include <string.h>

#define BYTES_MAX sizeof(((struct rvv_case *)0)->regs)

/* Is it what the model allows? Of an agnostic element, the model's registers become those of the emulator. */
static bool agrees(const struct rvv_case *c, const uint8_t *regs)
{
    static uint8_t model[BYTES_MAX];
    const unsigned bytes = 1u << c->in.sew, vlenb = c->in.vlen / 8;
    const size_t first = c->vd * vlenb, last = first + shfl_rvv_registers(&c->in) * vlenb;
    uint8_t ones[8];
    unsigned source;

    memset(ones, 0xff, sizeof ones);
    memcpy(model, c->regs, 32 * vlenb);
    shfl_rvv_execute(&c->in, false, model + first);
    for (size_t at = first; at < last; at += bytes)
        if (shfl_rvv_source(&c->in, (unsigned)(at - first), &source) == SHFL_RVV_AGNOSTIC
            && memcmp(regs + at, ones, bytes) == 0)
            memcpy(model + at, ones, bytes);
    return memcmp(model, regs, 32 * vlenb) == 0;
}

/* The answer of the emulator. False: it differs from the model. */
static bool answer_of(const struct rvv_case *c, bool illegal, uint8_t *regs, uint32_t *answer)
{
    const uint32_t model = rvv_case_model(c);

    if (illegal)
        *answer = RVV_ILLEGAL;
    else if (rvv_case_check(c) != SHFL_RVV_LEGAL)
        *answer = RVV_RESERVED;
    else if (agrees(c, regs))
        *answer = rvv_case_sum(c, regs);
    else
        return false;
    return rvv_agrees(model, *answer) && (!illegal || memcmp(regs, c->regs, 32 * (c->in.vlen / 8)) == 0);
}

/* The answers of one suite. Returns how many cases differ. */
static uint32_t take(const char *path, unsigned suite, uint8_t *answers)
{
    static uint8_t read[1 + BYTES_MAX];
    static struct rvv_case c;
    const size_t size = 1 + 32 * RVV_VLEN(suite) / 8;
    uint32_t differ = 0;
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        misuse("%s: cannot be opened", path);
    for (uint32_t number = 0; number < RVV_CASES; number++) {
        uint32_t answer = 0;

        if (fread(read, size, 1, file) != 1)
            misuse("%s: expected %d answers of %zu bytes, it ends in number %" PRIu32, path, RVV_CASES, size, number);
        rvv_case_make(RVV_VLEN(suite), number, &c);
        if (!answer_of(&c, read[0], read + 1, &answer) && differ++ < 10)
            fprintf(stderr,
                    "vlen %u, case %" PRIu32 ": %08" PRIx32 ", vtype %02" PRIx32 ", vl %u, vstart %u, x %" PRIx64
                    ": model and emulator differ\n",
                    c.in.vlen, number, rvv_case_word(&c), rvv_case_vtype(&c), c.in.vl, c.in.vstart, c.in.x);
        *answers++ = (uint8_t)answer;
        *answers++ = (uint8_t)(answer >> 8);
    }
    if (fgetc(file) != EOF)
        misuse("%s: bytes behind the last answer", path);
    fclose(file);
    return differ;
}

int main(int argc, char **argv)
{
    static uint8_t answers[RVV_SUITES][RVV_CASES * 2];
    char origin[RECORD_LINE_MAX];
    struct output file;
    uint32_t differ = 0;

    output_start("rvv_record");
    if (argc != 3 + RVV_SUITES)
        misuse("takes DEVICE, RECORD and %d files of answers", RVV_SUITES);
    for (unsigned suite = 0; suite < RVV_SUITES; suite++)
        differ += take(argv[3 + suite], suite, answers[suite]);
    printf("%s: %d cases, %" PRIu32 " mismatches\n", differ ? "FAIL" : "PASS", RVV_SUITES * RVV_CASES, differ);
    if (differ)
        return MISMATCH;
    snprintf(origin, sizeof origin, "device %.200s\n", argv[1]);
    output_begin(&file, "RECORD", argv[2], "");
    record_write(file.f, &rvv_plan, origin, answers[0], sizeof answers);
    output_end(&file);
    return AGREED;
}
