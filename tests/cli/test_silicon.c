/* SPDX-License-Identifier: Apache-2.0 */
/* test_silicon [--groups] RECORD PROGRAMS - what a GPU answered to silicon/warp_cases.h, against both engines, and against what
 * CUB's documentation says where CUB does something else. With --groups: its second list, against the model. */
#include "cli/answer/engine.h"
#include "lib/check.h"
#include "silicon/warp_cases.h"

#include <inttypes.h>
#include <string.h>

static struct warp_case c;
static uint32_t out[WARP_CASE_WORDS];

/* Words of a suite that differ from silicon's, by a rule; with plant one of them is wrong. */
static uint32_t compare(const struct record *record, enum warp_kind kind, const struct engine *engine,
                        enum shfl_block_rule rule, const char *programs, bool plant)
{
    const bool sums = kind >= WARP_GROUPS;
    const uint8_t *silicon = record_answers(record, sums ? kind - WARP_GROUPS : kind);
    uint32_t differ = 0, sum = 0;

    for (uint32_t i = 0; i < warp_suites[kind].cases; i++) {
        warp_case_make(kind, i, &c);
        for (size_t k = 0; k < c.out_words; k++)
            out[k] = WARP_OLD(k);
        if (!warp_case_answer(&c, engine, rule, programs, out))
            return UINT32_MAX;
        out[c.out_words - 1] ^= plant && i == warp_suites[kind].cases / 2;
        if (sums) {
            sum = warp_sum(sum, out, c.out_words);
            if (record_ends(&warp_group_plan, kind - WARP_GROUPS, i)) {
                differ += sum != record_word(silicon, i / GROUP_CHUNK);
                sum = 0;
            }
            continue;
        }
        for (size_t k = 0; k < c.out_words; k++)
            differ += out[k] != record_word(silicon, k);
        silicon += 4 * c.out_words;
    }
    return differ;
}

/* Where CUB does something else than its documentation says: the table of docs/use/programs.md. */
static void test_documented(const struct record *record, const struct engine *engine, const char *programs)
{
    static const struct {
        enum warp_kind kind;
        size_t words;
        uint32_t wrong;
    } rule[] = { { WARP_OFFSET, 384972, 464 },
                 { WARP_ROTATE, 164988, 576 },
                 { WARP_BLOCK_UP, 586624, 0 },
                 { WARP_BLOCK_DOWN, 586624, 408 } };

    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        char name[160];
        size_t words = record_size(record, rule[i].kind) / 4;
        uint32_t differ = compare(record, rule[i].kind, engine, SHFL_BLOCK_AS_DOCUMENTED, programs, false);

        snprintf(name, sizeof name, "silicon/%s as documented: wrong at %" PRIu32 " of %zu words",
                 warp_suites[rule[i].kind].name, rule[i].wrong, rule[i].words);
        check(words == rule[i].words && differ == rule[i].wrong, name, "wrong at %" PRIu32 " of %zu", differ, words);
    }
}

int main(int argc, char **argv)
{
    struct engine engine[2] = { engine_model() };
    char err[RECORD_ERROR_MAX], name[160], why[240];

    const bool groups = argc > 1 && strcmp(argv[1], "--groups") == 0;
    const unsigned first = groups ? WARP_GROUPS : 0, end = groups ? WARP_KINDS : WARP_GROUPS;

    argv += groups;
    if (argc - groups != 3) {
        fprintf(stderr, "usage: test_silicon [--groups] RECORD PROGRAMS\n");
        return 2;
    }
    struct record *record = record_open(argv[1], groups ? &warp_group_plan : &warp_plan, err);
    if (record == NULL) {
        fprintf(stderr, "test_silicon: %s\n", err);
        return 2;
    }
    /* of the second list the model makes everything */
    if (!groups && !check(engine_rtl(&engine[1], why), "programs/the RTL can be loaded", "%s", why))
        return check_status();
    for (unsigned n = 0; n < (groups ? 1 : 2); n++)
        for (unsigned kind = first; kind < end; kind++) {
            uint32_t differ = compare(record, (enum warp_kind)kind, &engine[n], SHFL_BLOCK_AS_BUILT, argv[2], false);

            snprintf(name, sizeof name, "silicon/%s on the %s: %" PRIu32 " cases, %zu words", warp_suites[kind].name,
                     engine[n].name, warp_suites[kind].cases, record_size(record, kind - first) / 4);
            check(differ == 0, name, "%" PRIu32 " words differ from %s", differ, record_value(record, "device"));
        }
    for (unsigned kind = first; kind < end; kind++) {
        uint32_t differ = compare(record, (enum warp_kind)kind, &engine[0], SHFL_BLOCK_AS_BUILT, argv[2], true);

        snprintf(name, sizeof name, "silicon/%s: a planted error is found", warp_suites[kind].name);
        check(differ == 1, name, "%" PRIu32 " words differ, not 1", differ);
    }
    if (!groups)
        test_documented(record, &engine[0], argv[2]);
    record_close(record);
    return check_status();
}
