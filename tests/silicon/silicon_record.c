/* SPDX-License-Identifier: Apache-2.0 */
/* silicon_record RECORD [TEST]... - what the suites ask, and the recording against a model with a planted error. */
#include "lib/check.h"
#include "lib/output.h"
#include "silicon/suites.h"

#include <inttypes.h>
#include <stdlib.h>

static struct record *record;
static const char *path;
static size_t size; /* of all answers */

/* Every answer has a place of its own; the data words of a warp differ and are not 0. */
static void test_points(void)
{
    for (unsigned i = 0; i < SILICON_SUITES; i++) {
        const struct record_suite *suite = &silicon_suites[i];
        uint32_t points = ASK_LANES * suite->cases, twice = 0, alike = 0, inactive = 0;
        uint8_t *taken = calloc(points, 1);
        struct ask a;

        if (!check_need(taken != NULL, suite->name, "%" PRIu32 " bytes of memory", points))
            return;
        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            suite->make(warp, &a);
            inactive += a.active == 0;
            for (unsigned k = 0; k < ASK_LANES; k++) {
                twice += a.slot[k] >= points || taken[a.slot[k]]++ > 0;
                alike += a.ra[k] == 0;
                for (unsigned other = 0; other < k; other++)
                    alike += a.ra[k] == a.ra[other];
            }
        }
        free(taken);
        check(twice == 0 && alike == 0 && inactive == 0, suite->name,
              "%" PRIu32 " places wrong, %" PRIu32 " words alike or 0, %" PRIu32 " warps without a lane", twice, alike,
              inactive);
    }
}

/* The recording with answers changed, written to a file of its own. Returns what replay_open makes of it. */
static struct record *changed(const uint8_t answers[], char err[RECORD_ERROR_MAX])
{
    char other[512];

    snprintf(other, sizeof other, "%.500s.test", path);
    struct output file;
    bool good = output_open(&file, other, "");
    if (good) {
        record_write(file.f, &silicon_plan, "device a GPU\nnote of the test\n", answers, size);
        good = output_close(&file);
    }
    struct record *copy = good ? replay_open(other, &silicon_plan, err) : NULL;
    remove(other);
    return copy;
}

static void test_written(void)
{
    char err[RECORD_ERROR_MAX] = "";
    const uint8_t *answers = record_answers(record, 0);
    struct record *copy = changed(answers, err);

    check(copy && strcmp(record_value(copy, "note"), "of the test") == 0
              && strcmp(record_value(copy, "command"), "make cuda-record") == 0
              && memcmp(record_answers(copy, 0), answers, size) == 0,
          "written and read again", "%s", err);
    record_close(copy);
}

/* Answers that no lane can give, in a file that is sound otherwise: each is refused, so that no point can be left out
 * of the comparison. */
static void test_void_answers(void)
{
    static const struct {
        const char *why, *first, *last;
        unsigned lane;
        uint8_t answer;
    } row[] = {
        { "some other word at every point where all lanes execute", "uniform", "width", ASK_LANES, ANSWER_OTHER },
        { "the same, of intrinsics", "int", "double", ASK_LANES, 0x80 | ANSWER_OTHER },
        { "zero where all lanes execute", "lanes", "lanes", 5, ANSWER_ZERO },
        { "a lane that executes and does not answer", "ones", "ones", 0, ANSWER_NOTHING },
        { "some other word from a lane that executes", "guard", "guard", 0, ANSWER_OTHER },
        { "a lane that does not execute and answers", "members", "members", 7, 7 },
        { "Pu of an intrinsic", "float", "float", 0, ANSWER_PU },
    };

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint8_t *answers = malloc(size), *at = answers;
        char err[RECORD_ERROR_MAX] = "", words[64];
        bool inside = false;

        if (!check_need(answers != NULL, row[i].why, "out of memory"))
            return;
        memcpy(answers, record_answers(record, 0), size);
        for (unsigned s = 0; s < SILICON_SUITES; at += record_size(record, s++)) {
            inside = inside || strcmp(silicon_suites[s].name, row[i].first) == 0;
            if (inside && row[i].lane < ASK_LANES)
                at[row[i].lane] = row[i].answer;
            else if (inside)
                memset(at, row[i].answer, record_size(record, s));
            inside = inside && strcmp(silicon_suites[s].name, row[i].last) != 0;
        }
        struct record *copy = changed(answers, err);
        snprintf(words, sizeof words, "suite '%s' is none that this lane can give", row[i].first);
        check(copy == NULL && strstr(err, words), row[i].why, "%s", copy ? "it is taken" : err);
        record_close(copy);
        free(answers);
    }
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(points),
        CHECK_TEST(written),
        CHECK_TEST(void_answers),
        { 0 },
    };
    char err[RECORD_ERROR_MAX];

    if (argc < 2) {
        fprintf(stderr, "usage: silicon_record RECORD [TEST]...\n");
        return 2;
    }
    path = argv[1];
    record = replay_open(path, &silicon_plan, err);
    if (record == NULL) {
        fprintf(stderr, "silicon_record: %s\n", err);
        return 2;
    }
    for (unsigned i = 0; i < SILICON_SUITES; i++)
        size += record_size(record, i);
    int status = check_main(argv + 2, tests);
    record_close(record);
    return status;
}
