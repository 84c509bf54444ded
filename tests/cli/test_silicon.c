/* SPDX-License-Identifier: Apache-2.0 */
/* test_silicon [--groups] RECORD PROGRAMS - what a GPU answered to silicon/warp_cases.h, against both engines, and against what
 * CUB's documentation says where CUB does something else. With --groups: its second list, against the model. */
#include "cli/answer/engine.h"
#include "lib/check.h"
#include "lib/output.h"
#include "silicon/warp_cases.h"

#include <inttypes.h>
#include <string.h>

/* Where CUB does something else than its documentation says: docs/use/programs.md. */
static void test_documented(const struct engine *engine, const char *programs)
{
    static const struct {
        enum warp_kind kind;
        size_t words, wrong;
    } rule[] = { { WARP_OFFSET, 384972, 464 },
                 { WARP_ROTATE, 164988, 576 },
                 { WARP_BLOCK_UP, 586624, 0 },
                 { WARP_BLOCK_DOWN, 586624, 408 } };
    static struct warp_case c;
    static uint32_t built[WARP_CASE_WORDS], documented[WARP_CASE_WORDS];

    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        const struct record_suite *suite = &warp_suites[rule[i].kind];
        size_t words = 0, wrong = 0;
        char name[160];

        for (uint32_t n = 0; n < suite->cases; n++) {
            warp_case_make(rule[i].kind, n, &c);
            warp_case_answer(&c, engine, SHFL_BLOCK_AS_BUILT, programs, built);
            warp_case_answer(&c, engine, SHFL_BLOCK_AS_DOCUMENTED, programs, documented);
            words += c.out_words;
            for (size_t k = 0; k < c.out_words; k++)
                wrong += built[k] != documented[k];
        }
        snprintf(name, sizeof name, "silicon/%s as documented: wrong at %zu of %zu words", suite->name, rule[i].wrong,
                 rule[i].words);
        check(words == rule[i].words && wrong == rule[i].wrong, name, "wrong at %zu of %zu", wrong, words);
    }
}

int main(int argc, char **argv)
{
    struct engine engine[2] = { engine_model() };
    const bool groups = argc > 1 && strcmp(argv[1], "--groups") == 0;
    char name[160], why[240];
    const struct record_plan *plan = groups ? &warp_group_plan : &warp_plan;

    output_start("test_silicon");
    if (argc - groups != 3)
        misuse("expected [--groups] RECORD PROGRAMS");
    const struct record *record = record_open(argv[1 + groups], plan);
    /* of the second list the model makes everything */
    if (!groups && !check(engine_rtl(&engine[1], why), "programs/the RTL can be loaded", "%s", why))
        return check_status();
    for (unsigned suite = 0; suite < plan->suites; suite++)
        for (unsigned n = 0; n < (groups ? 1 : 2); n++) {
            const uint32_t differ = warp_compare(record, plan, suite, &engine[n], argv[argc - 1], false);

            snprintf(name, sizeof name, "silicon/%s on the %s: %" PRIu32 " cases", plan->suite[suite].name,
                     engine[n].name, plan->suite[suite].cases);
            check(differ == 0, name, "%" PRIu32 " checksums differ", differ);
            snprintf(name, sizeof name, "silicon/%s: a planted error is found", plan->suite[suite].name);
            if (n == 0)
                check(warp_compare(record, plan, suite, &engine[n], argv[argc - 1], true) == 1, name, "it is not");
        }
    if (!groups)
        test_documented(&engine[0], argv[argc - 1]);
    return check_status();
}
