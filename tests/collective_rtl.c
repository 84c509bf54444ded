/* SPDX-License-Identifier: Apache-2.0 */
/* collective_rtl RECORD - the recorded answers of a GPU to vote, match and redux, held against the RTL: every warp,
 * through vote_l32, match_l32 and redux_l32 of tb/collective/units.txt. */
#include "cli/lib/check.h"
#include "silicon/collective/collective_cases.h"
#include "tb/collective/unit.h"

#include <inttypes.h>
#include <stdlib.h>

#define SILENT_MAX 200 /* clocks without a transfer */

static const struct unit *vote, *match, *redux;

static void silent(const struct unit *unit)
{
    printf("FAIL %s: no answer\n", unit->name);
    exit(1);
}

/* A clock cycle, repeated until the transfer has happened; with part < 0 nothing is offered. */
static void transfer(const struct unit *unit, const struct in *in, int part, bool last, struct out *out)
{
    for (unsigned n = 0; n < SILENT_MAX; n++) {
        struct pins pins = { .in_valid = part >= 0, .in_last = last, .out_ready = part < 0 };

        unit->drive(in, part >= 0 ? (unsigned)part : 0, 0);
        unit->settle(&pins);
        if (pins.out_valid)
            unit->out(out);
        unit->edge();
        if (part >= 0 ? pins.in_ready : pins.out_valid)
            return;
    }
    silent(unit);
}

static void ask_rtl(const struct collective_ask *ask, struct collective_answer *answer)
{
    const struct unit *unit = ask->kind == COLLECTIVE_VOTE ? vote : ask->kind == COLLECTIVE_MATCH ? match : redux;
    const unsigned parts = ask->kind == COLLECTIVE_MATCH ? ask->w : 1;
    struct in in = { .op = ask->op, .is_signed = ask->is_signed, .p = ask->p, .warp = { .active = ask->active } };
    struct out out;

    memcpy(in.warp.ra, ask->ra, COLLECTIVE_LANES * sizeof *ask->ra);
    for (unsigned part = 0; part < parts; part++)
        transfer(unit, &in, (int)part, part + 1 == parts, &out);
    transfer(unit, &in, -1, false, &out);
    for (unsigned k = 0; k < COLLECTIVE_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[ask->kind == COLLECTIVE_MATCH ? k : 0];
    answer->pu = (uint32_t)out.pu;
}

static const struct unit *unit_of(const char *name)
{
    const struct unit *const *u = units;
    struct pins reset = { .rst = true, .out_ready = true };

    while (*u && strcmp((*u)->name, name) != 0)
        u++;
    if (!*u) {
        printf("FAIL %s: not in this program\n", name);
        exit(1);
    }
    for (unsigned n = 0; n < 2; n++) {
        (*u)->settle(&reset);
        (*u)->edge();
    }
    return *u;
}

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX];
    struct record *record = argc == 2 ? record_open(argv[1], &collective_plan, err) : NULL;

    if (!record) {
        fprintf(stderr, "collective_rtl: %s\n", argc == 2 ? err : "expected RECORD");
        return 2;
    }
    vote = unit_of("vote_l32");
    match = unit_of("match_l32");
    redux = unit_of("redux_l32");
    for (unsigned s = 0; s < COLLECTIVE_SUITES; s++) {
        const struct collective_suite *suite = &collective_suites[s];
        struct collective_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->warps; warp++) {
            struct collective c;
            struct collective_answer answer;

            suite->make(warp, &c);
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
