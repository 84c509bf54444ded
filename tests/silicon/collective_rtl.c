/* SPDX-License-Identifier: Apache-2.0 */
/* collective_rtl RECORD - the recorded answers of a GPU to vote, match and redux, compared with the RTL: every warp,
 * through vote_l32_d1, match_l32_b1 and redux_l32_w32_d1.
 * collective_rtl --groups RECORD - those to barriers, through barrier_l32_warps32_slots1_d1. */
#include "lib/check.h"
#include "silicon/suites.h"
#include "silicon/warp_cases.h"
#include "tests/rtl/unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct unit vote, match, redux;

static void ask_rtl(const struct ask *a, uint32_t active, struct answer *answer)
{
    const struct op_row *op = &op_row[a->op];
    const struct unit *unit = op->unit == UNIT_VOTE ? &vote : op->unit == UNIT_MATCH ? &match : &redux;
    const unsigned parts = op->unit == UNIT_MATCH ? op->w : 1;
    struct isa_collective in = { .shown_op = op->op,
                                 .is_signed = op->is_signed,
                                 .p = a->op == OP_ACTIVEMASK ? UINT32_MAX : a->p,
                                 .warp = { .active = active } };
    struct rtl_out out = { .pu = 0 };

    memcpy(in.warp.ra, a->ra, sizeof a->ra);
    for (unsigned part = 0; part < parts; part++)
        unit_transfer(unit, &in, part, part + 1 == parts, &out);
    for (unsigned k = 0; k < ASK_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[op->unit == UNIT_MATCH ? k : 0];
    answer->pu = (uint32_t)out.pu;
}

/* ---- barriers: the warps of a block, from the last to the first */

static bool answer_barrier(const void *unit, const struct warp_case *c, uint32_t words[])
{
    struct rtl_out out = { .pu = 0 };
    struct warp_barrier barrier;

    warp_barrier_of(c, &barrier);
    for (unsigned w = barrier.warps; w-- > 0;) {
        const struct isa_collective in = { .warps = (uint8_t)barrier.warps,
                                           .warp = { .active = barrier.active[w] },
                                           .p = barrier.p[w] };

        unit_transfer(unit, &in, 0, true, &out);
    }
    warp_barrier_answer(
        c, &(struct shfl_barrier_out){ .count = (unsigned)out.rd[0], .all = out.pu != 0, .any = out.src_active != 0 },
        words);
    return out.we != 0;
}

/* R15.1, R15.2, R15.3 */
static void test_barriers(const struct record *record)
{
    const struct unit unit = unit_of("barrier_l32_warps32_slots1_d1");

    for (unsigned kind = WARP_EXITS; kind <= WARP_PART; kind++)
        if (check(warp_compare(record, (enum warp_kind)kind, answer_barrier, &unit, false) == 0, warp_suites[kind].name,
                  "some of %" PRIu32 " blocks are wrong", warp_suites[kind].cases))
            printf("     %" PRIu32 " blocks\n", warp_suites[kind].cases);
}

static void test_collective(const struct record *record)
{
    vote = unit_of("vote_l32_d1");
    match = unit_of("match_l32_b1");
    redux = unit_of("redux_l32_w32_d1");
    for (unsigned s = 0; s < COLLECTIVE_SUITES; s++) {
        const struct record_suite *suite = &collective_suites[s];
        struct replay_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            struct ask a;
            struct answer answer;

            suite->make(warp, &a);
            answer_warp(&a, ask_rtl, &answer);
            replay_compare(record, suite, &a, &answer, &tally);
        }
        if (check(tally.differ == 0, suite->name, "%" PRIu32 " of %" PRIu32 " chunks differ, first chunk %" PRIu32,
                  tally.differ, tally.chunks, tally.first))
            printf("     %" PRIu32 " warps\n", tally.warps);
    }
}

int main(int argc, char **argv)
{
    const bool groups = argc == 3 && strcmp(argv[1], "--groups") == 0;
    char err[RECORD_ERROR_MAX] = "expected [--groups] RECORD";
    struct record *record = argc == 2 + groups
                              ? record_open(argv[argc - 1], groups ? &warp_group_plan : &collective_plan, err)
                              : NULL;

    if (!record) {
        fprintf(stderr, "collective_rtl: %s\n", err);
        return 2;
    }
    (groups ? test_barriers : test_collective)(record);
    record_close(record);
    return check_status();
}
