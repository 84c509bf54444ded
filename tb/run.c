/* SPDX-License-Identifier: Apache-2.0 */
/* run - see run.h */
#include "run.h"

#include <inttypes.h>
#include <string.h>

#include "lib/output.h"

#define RESET_CYCLES 2
#define PHASE 16 /* clock cycles between changes of the stall pattern */

struct flight { /* a beat inside the unit */
    uint64_t n;
    struct beat beat;
    struct want want; /* of the whole warp, with the beat's operands */
};

#define FLIGHTS_ELSEWHERE 4 /* of whole warps: on the input, in the skid buffer, and two of match in front of gaps */
#define FLIGHTS (PIPELINE_MAX + 1 + PIPELINE_MEMORY + PIPELINE_FRONT_MAX) /* and one on the input */

/* Is something withheld on this clock cycle? In phases: now and then, often, always, never. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[8] = { 0, 0, 16, 64, 128, 192, 240, 255 };

    return (chance & 0xff) < of_256[pattern & 7];
}

/* Does all of the output agree but rd? */
static bool rest_agrees(const struct rtl_build *build, const struct rtl_out *got, const struct want *want,
                        const struct beat *beat)
{
    const unsigned first = isa_first(build, beat);
    const uint64_t all = shfl_all_lanes(isa_lanes(build));

    if (build->banked && (got->beat != beat->number || got->last != beat->last))
        return false;
    if (got->tag != beat->tag || got->reserved != want->reserved || got->we != (want->we >> first & all))
        return false;
    return want->reserved
        || !((want->counts & ISA_PU && got->pu != (want->pu >> first & all))
             || (want->counts & ISA_SRC_ACTIVE && got->src_active != (want->src_active >> first & all)));
}

/* The lanes of a beat whose rd counts. */
static uint64_t known_of(const struct rtl_build *build, const struct want *want, const struct beat *beat)
{
    return want->reserved ? 0 : want->known >> isa_first(build, beat) & shfl_all_lanes(isa_results(build));
}

bool run_agree(const struct rtl_build *build, const struct rtl_out *got, const struct want *want,
               const struct beat *beat)
{
    const unsigned results = isa_results(build), first = isa_first(build, beat);
    const uint64_t known = known_of(build, want, beat);

    if (!rest_agrees(build, got, want, beat))
        return false;
    if (known == shfl_all_lanes(results))
        return memcmp(got->rd, want->rd + first, results * sizeof got->rd[0]) == 0;
    for (unsigned w = 0; w < results; w++)
        if (known >> w & 1 && got->rd[w] != want->rd[first + w])
            return false;
    return true;
}

/* The same of what a unit shows, which *out gets; where they agree, perhaps without rd. */
static bool shows(const struct rtl_build *build, const struct rtl *rtl, const struct want *want,
                  const struct beat *beat, struct rtl_out *out)
{
    const bool all_known = known_of(build, want, beat) == shfl_all_lanes(isa_results(build));

    rtl_get_rest(rtl, out);
    if (all_known && rest_agrees(build, out, want, beat) && rtl_shows(rtl, want->rd + isa_first(build, beat)))
        return true; /* without a copy of rd */
    rtl_get_arrays(rtl, out);
    return run_agree(build, out, want, beat);
}

static void judge_twin(const struct run *run, uint64_t n, const struct warp *warp, const struct want *twin)
{
    struct want want;

    warp->isa->expect(run->build, warp, &want);
    if (!isa_same(run->build, &want, twin))
        trouble("%s, suite %s, warp %" PRIu64 ", seed %" PRIu64 ": tb/isa_shfl_twin.c differs from the golden model",
                run->build->name, run->suite->name, n, run->source->seed);
}

void run_expect(const struct run *run, uint64_t n, const struct warp *warp, struct want *want)
{
    const struct isa *isa = warp->isa;

    (isa->twin ? isa->twin : isa->expect)(run->build, warp, want);
    if (isa->twin && (n < RUN_BLOCK || (n ^ n >> 6) % 64 == 0)) /* of 64 in a row one, not always the same */
        judge_twin(run, n, warp, want);
}

/* Nothing that the twin expected since the block began may be the reason of a difference. */
static void judge_twins(const struct run *run, uint64_t first, uint64_t last)
{
    struct beats beats;
    struct warp warp;
    struct want want;

    for (uint64_t n = first; n <= last && isa_of(run->build)->twin; n++) {
        beats_warp(run->source, run->suite, n, &warp, &beats);
        for (unsigned b = 0; b < beats.count; b++) {
            if (beats.differ)
                warp.isa->beat(run->source, n, beats.number[b], b + 1 == beats.count, &warp);
            warp.isa->twin(run->build, &warp, &want);
            judge_twin(run, n, &warp, &want);
        }
    }
}

/* The trips of a warp that is alone in a unit: the clocks that it takes too long, and one. The unit is empty behind it. */
static unsigned trips_alone(const struct rtl_build *build, struct rtl *rtl, const struct warp *warp, unsigned most)
{
    struct rtl_pins pins = { .out_ready = true, .in_valid = true };
    unsigned clocks = 0;

    rtl_drive(build, rtl, &warp->shfl, 0, 0);
    for (bool out = false; !out && clocks <= build->depth + most; clocks++) {
        build->settle(rtl, &pins);
        pins.in_valid = pins.in_valid && !pins.in_ready;
        out = pins.out_valid;
        build->edge(rtl);
    }
    return clocks - build->depth;
}

/* A unit that is reset; NULL if it is not needed. */
static struct rtl *alone(const struct rtl_build *build)
{
    const bool open = build->isa == RTL_RVV || (build->isa == RTL_AMD && build->selects);
    struct rtl *rtl = build->network && open ? isa_open(build) : NULL;
    struct rtl_pins pins = { .rst = true };

    for (unsigned i = 0; rtl && i < RESET_CYCLES; i++) {
        build->settle(rtl, &pins);
        build->edge(rtl);
    }
    return rtl;
}

bool run_block(const struct run *run, struct rtl *rtl, uint64_t first, uint64_t end, uint64_t *cycles,
               struct run_failure *failure)
{
    const struct rtl_build *build = run->build;
    const uint64_t key = suite_hash(run->source->seed, 5, first / RUN_BLOCK);
    static struct flight flight[FLIGHTS];
    const struct flight *end_of_ring;
    struct flight *coming = flight, *before = flight; /* a ring; on the input, and what was so for warp wanted */
    struct pipeline pipeline;
    struct beats beats;
    struct warp warp;
    struct rtl_out out = { .beat = 0 };
    struct rtl *const second = alone(build);
    uint64_t next = first, cycle = 0;
    uint64_t driven = SUITE_ENDLESS, wanted = SUITE_ENDLESS; /* what is on the input, a warp and a beat */
    unsigned b = 0, driven_beat = 0;                         /* of the beats of warp next, the one on the input */
    bool agreed = true;

    pipeline_init(&pipeline, build);
    end_of_ring = flight + (build->banked ? FLIGHTS : pipeline.depth + FLIGHTS_ELSEWHERE); /* few stay in the cache */
    while (next < end || !pipeline_empty(&pipeline)) {
        struct rtl_pins pins = { .rst = cycle < RESET_CYCLES, .in_valid = next < end, .out_ready = true };

        if (run->suite->stalls && !pins.rst) {
            uint64_t pattern = suite_hash(key, 6, cycle / PHASE), chance = suite_hash(key, 7, cycle);
            pins.rst = withheld(pattern >> 16 & 1 ? 2 : 0, chance >> 16) && !(chance >> 32 & 7);
            /* one that has to wait stays, mostly, or it would never be transferred */
            pins.in_valid = pins.in_valid && (pipeline.waited > 0 ? (chance & 0xff) != 0 : !withheld(pattern, chance));
            pins.out_ready = !withheld(pattern >> 8, chance >> 8);
        }
        const uint64_t n = pins.in_valid ? next : ~cycle; /* between beats, garbage is on the operands */

        if (n != driven || b != driven_beat) {
            if (n != driven)
                beats_warp(run->source, run->suite, n, &warp, &beats);
            driven = n, driven_beat = b;
            coming->n = n;
            coming->beat.number = pins.in_valid ? beats.number[b] : beats.number[0];
            coming->beat.last = b + 1 == beats.count;
            coming->beat.tag = run_tag(n, coming->beat.number);
            if (beats.differ)
                warp.isa->beat(run->source, n, coming->beat.number, coming->beat.last, &warp);
            rtl_drive(build, rtl, &warp.shfl, coming->beat.number, coming->beat.tag);
            if (pins.in_valid) {
                if (b == 0 || beats.differ || n != wanted) /* else it is what the beat before has */
                    run_expect(run, n, &warp, &coming->want);
                else if (coming != before)
                    coming->want = before->want;
                wanted = n, before = coming;
                pipeline.coming_trips = coming->want.trips;
                pipeline.coming_waits = coming->want.waits;
                pipeline.coming_gaps = coming->want.gaps;
                if (coming->want.trips_most > coming->want.trips && second) {
                    const unsigned trips = trips_alone(build, second, &warp, coming->want.trips_most);

                    pipeline.coming_trips = trips < coming->want.trips      ? coming->want.trips
                                          : trips > coming->want.trips_most ? coming->want.trips_most
                                                                            : trips;
                }
            }
        }
        pins.in_last = coming->beat.last;
        if (run->trace_path && cycle == run->trace_from)
            build->trace(rtl, run->trace_path);
        build->settle(rtl, &pins);

        const struct flight *leaving = pipeline_out(&pipeline, &pins, coming);
        struct rtl_pins want = pins;

        want.in_ready = pipeline_ready(&pipeline, &pins);
        if (!pipeline_ready_is_defined(&pipeline, &pins))
            want.in_ready = pins.in_ready;
        want.out_valid = leaving != NULL;
        /* before the first reset, nothing is known */
        if (cycle > 0 && (pins.in_ready != want.in_ready || pins.out_valid != want.out_valid)) {
            *failure = (struct run_failure){
                .warp = next, .cycle = cycle, .handshake = true, .pipeline = pipeline, .got = pins, .want = want
            };
            agreed = false;
            break;
        }
        /* on every clock on which it waits, too */
        if (leaving && !shows(build, rtl, &leaving->want, &leaving->beat, &out)) {
            *failure = (struct run_failure){ .warp = leaving->n, .beat = leaving->beat, .cycle = cycle, .out = out };
            agreed = false;
            break;
        }

        build->edge(rtl);
        cycle++;
        pipeline_edge(&pipeline, &pins, coming);
        if (pins.in_valid && want.in_ready) {
            b = coming->beat.last ? 0 : b + 1;
            next += coming->beat.last;
            if (coming->beat.last || !build->gathers)
                coming = coming + 1 == end_of_ring ? flight : coming + 1;
        } else if (pins.rst && (b > 0 || !isa_begins(build, next))) {
            /* not sent: the rest of the warp that had begun to arrive, and warps that depend on what reset has cleared */
            b = 0;
            do
                next++;
            while (!isa_begins(build, next));
        }
    }
    if (!agreed)
        judge_twins(run, first, next);
    if (!agreed && run->trace_path)
        for (int i = 0; i < RUN_TRACE_TAIL; i++) {
            struct rtl_pins pins = { .rst = false, .in_valid = false, .out_ready = true };
            build->edge(rtl);
            build->settle(rtl, &pins);
        }
    if (second)
        build->close(second);
    *cycles += cycle;
    return agreed;
}
