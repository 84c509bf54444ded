/* SPDX-License-Identifier: Apache-2.0 */
/* collective_rtl RECORD - the recorded answers of a GPU to vote, match and redux, compared with the RTL: every warp,
 * through vote_l32_d1, match_l32_b1 and redux_l32_w32_d1.
 * collective_rtl --groups RECORD - those to barriers, through barrier_l32_warps32_slots1_d1. */
#include "lib/check.h"
#include "silicon/collective_cases.h"
#include "silicon/warp_cases.h"
#include "tests/rtl/unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct unit vote, match, redux;

static void ask_rtl(const struct collective_ask *ask, struct collective_answer *answer)
{
    const struct unit *unit = ask->op->kind == COLLECTIVE_VOTE  ? &vote
                            : ask->op->kind == COLLECTIVE_MATCH ? &match
                                                                : &redux;
    const unsigned parts = ask->op->kind == COLLECTIVE_MATCH ? ask->op->w : 1;
    struct isa_collective in = {
        .shown_op = ask->op->op, .is_signed = ask->op->is_signed, .p = ask->p, .warp = { .active = ask->active }
    };
    struct rtl_out out = { .pu = 0 };

    memcpy(in.warp.ra, ask->ra, COLLECTIVE_LANES * sizeof *ask->ra);
    for (unsigned part = 0; part < parts; part++)
        unit_transfer(unit, &in, part, part + 1 == parts, &out);
    for (unsigned k = 0; k < COLLECTIVE_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[ask->op->kind == COLLECTIVE_MATCH ? k : 0];
    answer->pu = (uint32_t)out.pu;
}

/* ---- barriers: the warps of a block, from the last to the first */

static void ask_barrier(const struct unit *unit, const struct warp_barrier *barrier, struct shfl_barrier_out *result)
{
    struct rtl_out out = { .pu = 0 };

    for (unsigned w = barrier->warps; w-- > 0;) {
        const struct isa_collective in = { .warps = (uint8_t)barrier->warps,
                                           .warp = { .active = barrier->active[w] },
                                           .p = barrier->p[w] };

        unit_transfer(unit, &in, 0, true, &out);
    }
    *result = (struct shfl_barrier_out){
        .done = out.we != 0, .count = (unsigned)out.rd[0], .all = out.pu != 0, .any = out.src_active != 0
    };
}

/* R15.1, R15.2, R15.3 */
static int test_barriers(const char *path)
{
    static struct warp_case c;
    static uint32_t out[WARP_CASE_WORDS];
    char err[RECORD_ERROR_MAX];
    struct record *record = record_open(path, &warp_group_plan, err);

    if (!record) {
        fprintf(stderr, "collective_rtl: %s\n", err);
        return 2;
    }
    const struct unit unit = unit_of("barrier_l32_warps32_slots1_d1");
    for (unsigned kind = WARP_EXITS; kind <= WARP_PART; kind++) {
        uint32_t differ = 0, sum = 0;

        for (uint32_t i = 0; i < warp_suites[kind].cases; i++) {
            struct warp_barrier barrier;
            struct shfl_barrier_out result;

            warp_case_make((enum warp_kind)kind, i, &c);
            for (size_t k = 0; k < c.out_words; k++)
                out[k] = WARP_OLD(k);
            warp_barrier_of(&c, &barrier);
            ask_barrier(&unit, &barrier, &result);
            warp_barrier_answer(&c, &result, out);
            differ += !result.done;
            sum = warp_sum(sum, out, c.out_words);
            if (!record_ends(&warp_group_plan, kind - WARP_GROUPS, i))
                continue;
            differ += sum != record_word(record_answers(record, kind - WARP_GROUPS), i / GROUP_CHUNK);
            sum = 0;
        }
        if (check(differ == 0, warp_suites[kind].name, "%" PRIu32 " wrong of %" PRIu32 " blocks", differ,
                  warp_suites[kind].cases))
            printf("     %" PRIu32 " blocks\n", warp_suites[kind].cases);
    }
    record_close(record);
    return check_status();
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--groups") == 0)
        return test_barriers(argv[2]);

    char err[RECORD_ERROR_MAX];
    struct record *record = argc == 2 ? record_open(argv[1], &collective_plan, err) : NULL;

    if (!record) {
        fprintf(stderr, "collective_rtl: %s\n", argc == 2 ? err : "expected [--groups] RECORD");
        return 2;
    }
    vote = unit_of("vote_l32_d1");
    match = unit_of("match_l32_b1");
    redux = unit_of("redux_l32_w32_d1");
    for (unsigned s = 0; s < COLLECTIVE_SUITES; s++) {
        const struct record_suite *suite = &collective_suites[s];
        struct collective_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            struct ask c;
            struct collective_answer answer;

            suite->ask(warp, &c);
            collective_warp(&c, ask_rtl, &answer);
            collective_hold(record, s, &c, &answer, &tally);
        }
        if (check(tally.differ == 0, suite->name, "%" PRIu32 " of %" PRIu32 " chunks differ, first chunk %" PRIu32,
                  tally.differ, tally.chunks, tally.first))
            printf("     %" PRIu32 " warps\n", tally.warps);
    }
    record_close(record);
    return check_status();
}
