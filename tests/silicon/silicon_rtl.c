/* SPDX-License-Identifier: Apache-2.0 */
/* silicon_rtl RECORD - the recorded answers of a GPU, compared with the RTL: every warp, back to back within its
 * suite, through every build of 32 lanes and 32 bits; through shfl_banked without the beats that have no active lane. */
#include "lib/check.h"
#include "lib/output.h"
#include "silicon/suites.h"
#include "lib/rtl.h"

#include <inttypes.h>

#define INSIDE_MAX 16  /* warps in a unit */
#define SILENT_MAX 128 /* clocks without an answer, while there is something to answer */

static void reset(const struct rtl_build *build, struct rtl *rtl)
{
    struct rtl_pins pins = { .rst = true, .out_ready = true };

    rtl_drive(build, rtl, &(struct shfl_in){ .mode = SHFL_IDX }, 0, 0);
    for (unsigned i = 0; i < 2; i++) {
        build->settle(rtl, &pins);
        build->edge(rtl);
    }
}

/* The first beat of a warp from number on that has an active lane; if none has, the last one of the warp; beyond it,
 * lanes / ways. */
static unsigned next_beat(const struct rtl_build *build, uint64_t active, unsigned number)
{
    const unsigned beats = ASK_LANES / build->ways;

    while (number < beats && !(active >> number * build->ways & shfl_all_lanes(build->ways))
           && (active != 0 || number + 1 < beats))
        number++;
    return number;
}

static void replay(const struct rtl_build *build, struct rtl *rtl, const struct record *record,
                   const struct record_suite *suite)
{
    struct rtl_pins pins = { .out_ready = true };
    struct ask inside[INSIDE_MAX]; /* a ring; warp number asked is on the input */
    struct shfl_in in;
    struct replay_tally tally = { 0 };
    unsigned lost = 0, silent = 0;
    uint32_t asked = 0, answered = 0, differ = 0;
    char first[128] = "", name[128];
    struct rtl_out out = { 0 };        /* a beat */
    struct answer whole = { .pu = 0 }; /* the warp that it is of */
    unsigned beat = 0, beats = ASK_LANES / build->ways, tag = 0, expected = 0;

    for (bool fresh = true; answered < suite->cases && silent < SILENT_MAX && asked - answered < INSIDE_MAX;) {
        struct ask *coming = &inside[asked % INSIDE_MAX];

        pins.in_valid = asked < suite->cases;
        if (pins.in_valid && fresh) {
            if (beat == 0) {
                suite->make(asked, coming);
                ask_shuffle(coming, &in);
                beat = next_beat(build, coming->active, 0);
            }
            pins.in_last = next_beat(build, coming->active, beat + 1) == beats;
            rtl_drive(build, rtl, &in, beat, tag & 0xffff);
        }
        build->settle(rtl, &pins);
        silent++;
        if (pins.out_valid && expected == tag) {
            lost++; /* an answer to no question */
        } else if (pins.out_valid) {
            rtl_get(rtl, &out);
            lost += out.tag != (expected++ & 0xffff) || out.beat >= beats;
            for (unsigned way = 0; way < build->ways; way++)
                whole.rd[(out.beat * build->ways + way) % ASK_LANES] = (uint32_t)out.rd[way];
            whole.pu |= (uint32_t)out.pu << out.beat * build->ways % ASK_LANES;
            whole.src_active |= (uint32_t)out.src_active << out.beat * build->ways % ASK_LANES;
            if (out.last || !build->banked) {
                if (replay_compare(record, suite, &inside[answered % INSIDE_MAX], &whole, &tally) && differ++ == 0)
                    snprintf(first, sizeof first, "; first in warp %" PRIu32 ", pu 0x%08" PRIx32, answered, whole.pu);
                answered++;
                whole = (struct answer){ .pu = 0 };
            }
            silent = 0;
        }
        build->edge(rtl);
        fresh = pins.in_valid && pins.in_ready;
        if (fresh) {
            tag++;
            beat = pins.in_last ? 0 : next_beat(build, coming->active, beat + 1);
            asked += pins.in_last;
        }
    }
    snprintf(name, sizeof name, "silicon/%s/%s: %" PRIu32 " warps, %" PRIu32 " Rd, %" PRIu32 " Pu", build->name,
             suite->name, tally.warps, tally.rd, tally.pu);
    check(differ == 0 && lost == 0 && answered == suite->cases, name,
          "%" PRIu32 " warps differ from silicon, %u are lost or out of order%s", differ, lost, first);
}

int main(int argc, char **argv)
{
    unsigned builds = 0;

    output_start("silicon_rtl");
    if (argc != 2)
        misuse("expected RECORD");
    const struct record *record = record_open(argv[1], &silicon_plan);
    for (const struct rtl_build *const *list = rtl_bare; list; list = list == rtl_bare ? rtl_probed : NULL)
        for (const struct rtl_build *const *b = list; *b; b++) {
            if ((*b)->unit.lanes != ASK_LANES || (*b)->w != 32 || (*b)->isa != RTL_SHFL)
                continue;
            struct rtl *rtl = rtl_open(*b, rtl_shfl_in, rtl_out_fields);
            reset(*b, rtl);
            for (unsigned i = 0; i < SILICON_SUITES; i++)
                replay(*b, rtl, record, &silicon_suites[i]);
            (*b)->close(rtl);
            builds++;
        }
    check(builds > 0, "silicon/builds", "none of 32 lanes and 32 bits is in this program: say CONFIGS=l32_w32_d1_zero");
    return check_status();
}
