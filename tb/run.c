/* SPDX-License-Identifier: Apache-2.0 */
/* run - see run.h */
#include "run.h"

#include <string.h>

#define RESET_CYCLES 2
#define PHASE 16 /* clock cycles between changes of the stall pattern */

struct flight { /* a warp inside the unit */
    uint64_t n;
    struct shfl_out want;
};

/* Is something withheld on this clock cycle? In phases: now and then, often, always, never. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[8] = { 0, 0, 16, 64, 128, 192, 240, 255 };

    return (chance & 0xff) < of_256[pattern & 7];
}

bool run_agree(const struct rtl_build *build, const struct rtl_out *got, const struct shfl_out *want, uint32_t tag)
{
    return memcmp(got->rd, want->rd, build->unit.lanes * sizeof got->rd[0]) == 0 && got->pu == want->pu
        && got->we == want->we && got->src_active == want->src_active && got->tag == tag;
}

bool run_block(const struct run *run, struct rtl *rtl, uint64_t first, uint64_t end, uint64_t *cycles,
               struct run_failure *failure)
{
    const struct rtl_build *build = run->build;
    const uint64_t key = suite_hash(run->source->seed, 5, first / RUN_BLOCK);
    struct flight flight[PIPELINE_MAX + 1], *coming = flight; /* a ring; coming is on the input */
    struct pipeline pipeline;
    struct shfl_in in;
    struct rtl_out out;
    uint64_t next = first, cycle = 0;
    bool agreed = true, fresh = true;

    pipeline_init(&pipeline, build);
    while (next < end || !pipeline_empty(&pipeline)) {
        struct rtl_pins pins = { .rst = cycle < RESET_CYCLES, .in_valid = next < end, .out_ready = true };

        if (run->suite->stalls && !pins.rst) {
            uint64_t pattern = suite_hash(key, 6, cycle / PHASE), chance = suite_hash(key, 7, cycle);
            pins.rst = withheld(pattern >> 16 & 1 ? 2 : 0, chance >> 16) && !(chance >> 32 & 7);
            pins.in_valid = pins.in_valid && !withheld(pattern, chance);
            pins.out_ready = !withheld(pattern >> 8, chance >> 8);
            fresh = true;
        }
        if (fresh) { /* between warps, garbage is on the operands */
            run->suite->warp(run->source, pins.in_valid ? next : ~cycle, &in);
            build->drive(rtl, &in, run_tag(pins.in_valid ? next : ~cycle));
            if (pins.in_valid) {
                coming->n = next;
                shfl_warp(&build->unit, &in, &coming->want);
            }
            fresh = false;
        }
        if (run->trace_path && cycle == run->trace_from)
            build->trace(rtl, run->trace_path);
        build->settle(rtl, &pins);

        const struct flight *leaving = pipeline_out(&pipeline, &pins, coming);
        struct rtl_pins want = pins;

        want.in_ready = pipeline_ready(&pipeline, &pins);
        want.out_valid = leaving != NULL;
        /* before the first reset, nothing is known */
        if (cycle > 0 && (pins.in_ready != want.in_ready || pins.out_valid != want.out_valid)) {
            *failure = (struct run_failure){
                .warp = next, .cycle = cycle, .handshake = true, .pipeline = pipeline, .got = pins, .want = want
            };
            agreed = false;
            break;
        }
        if (leaving) { /* on every clock on which it waits, too */
            build->out(rtl, &out);
            if (!run_agree(build, &out, &leaving->want, run_tag(leaving->n))) {
                *failure = (struct run_failure){ .warp = leaving->n, .cycle = cycle, .out = out };
                agreed = false;
                break;
            }
        }

        build->edge(rtl);
        cycle++;
        pipeline_edge(&pipeline, &pins, coming);
        if (pins.in_valid && want.in_ready) {
            next++;
            coming = coming == flight + PIPELINE_MAX ? flight : coming + 1;
            fresh = true;
        }
    }
    if (!agreed && run->trace_path)
        for (int i = 0; i < RUN_TRACE_TAIL; i++) {
            struct rtl_pins pins = { .rst = false, .in_valid = false, .out_ready = true };
            build->edge(rtl);
            build->settle(rtl, &pins);
        }
    *cycles += cycle;
    return agreed;
}
