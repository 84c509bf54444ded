/* SPDX-License-Identifier: Apache-2.0 */
/* run - see run.h */
#include "run.h"

#include "cli/lib/trips.h"

#include <string.h>

#define RESET_CYCLES 2
#define PHASE 16 /* clock cycles between changes of the stall pattern */

struct flight { /* a beat inside the unit */
    uint64_t n;
    struct run_beat beat;
    struct shfl_out want; /* of the whole warp, with the beat's operands */
};

#define FLIGHTS (PIPELINE_MAX + 1 + PIPELINE_MEMORY + PIPELINE_FRONT_MAX) /* and one on the input */

/* Is something withheld on this clock cycle? In phases: now and then, often, always, never. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[8] = { 0, 0, 16, 64, 128, 192, 240, 255 };

    return (chance & 0xff) < of_256[pattern & 7];
}

bool run_agree(const struct rtl_build *build, const struct rtl_out *got, const struct shfl_out *want,
               const struct run_beat *beat)
{
    const unsigned ways = build->ways, first = beat->number * ways;
    const uint64_t all = shfl_all_lanes(ways), known = beat->known >> first & all;

    if (got->pu != (want->pu >> first & all) || got->we != (want->we >> first & all)
        || got->src_active != (want->src_active >> first & all) || got->beat != beat->number || got->last != beat->last
        || got->tag != beat->tag)
        return false;
    if (known == all)
        return memcmp(got->rd, want->rd + first, ways * sizeof got->rd[0]) == 0;
    for (unsigned w = 0; w < ways; w++)
        if (known >> w & 1 && got->rd[w] != want->rd[first + w])
            return false;
    return true;
}

unsigned run_trips(const struct rtl_build *build, const struct shfl_out *want)
{
    return trips_of_shfl(build->unit.lanes, build->network, want);
}

bool run_block(const struct run *run, struct rtl *rtl, uint64_t first, uint64_t end, uint64_t *cycles,
               struct run_failure *failure)
{
    const struct rtl_build *build = run->build;
    const uint64_t key = suite_hash(run->source->seed, 5, first / RUN_BLOCK);
    static struct flight flight[FLIGHTS];
    const struct flight *end_of_ring = flight + (build->banked ? FLIGHTS : PIPELINE_MAX + 1);
    struct flight *coming = flight; /* a ring; coming is on the input */
    struct pipeline pipeline;
    struct beats beats;
    struct shfl_in in;
    struct rtl_out out;
    uint64_t next = first, cycle = 0;
    unsigned b = 0; /* of the beats of warp next, the one on the input */
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
        if (fresh) { /* between beats, garbage is on the operands */
            const uint64_t n = pins.in_valid ? next : ~cycle;

            beats_warp(run->source, run->suite, n, &in, &beats);
            coming->n = n;
            coming->beat.number = pins.in_valid ? beats.number[b] : beats.number[0];
            coming->beat.last = b + 1 == beats.count;
            coming->beat.tag = run_tag(n, coming->beat.number);
            if (beats.differ)
                beats_operands(run->source, n, coming->beat.number, &in);
            build->drive(rtl, &in, coming->beat.number, coming->beat.tag);
            if (pins.in_valid) {
                shfl_warp(&build->unit, &in, &coming->want);
                coming->beat.known = beats_known(build, beats.there, &coming->want);
                pipeline.coming_trips = run_trips(build, &coming->want);
            }
            fresh = false;
        }
        pins.in_last = coming->beat.last;
        if (run->trace_path && cycle == run->trace_from)
            build->trace(rtl, run->trace_path);
        build->settle(rtl, &pins);

        const struct flight *leaving = pipeline_out(&pipeline, &pins, coming);
        struct rtl_pins want = pins;

        want.in_ready = pipeline_ready_is_defined(&pipeline, &pins) ? pipeline_ready(&pipeline, &pins) : pins.in_ready;
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
            if (!run_agree(build, &out, &leaving->want, &leaving->beat)) {
                *failure = (struct run_failure){
                    .warp = leaving->n, .beat = leaving->beat, .cycle = cycle, .out = out
                };
                agreed = false;
                break;
            }
        }

        build->edge(rtl);
        cycle++;
        pipeline_edge(&pipeline, &pins, coming);
        if (pins.in_valid && want.in_ready) {
            fresh = true;
            b = coming->beat.last ? 0 : b + 1;
            next += coming->beat.last;
            coming = coming + 1 == end_of_ring ? flight : coming + 1;
        } else if (pins.rst && b > 0) { /* the rest of the warp that had begun to arrive is not sent */
            b = 0;
            next++;
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
