/* SPDX-License-Identifier: Apache-2.0 */
/* bench - see bench.h */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/output.h"
#include "run.h"

#define TURNS 9
#define BLOCKS 48 /* per turn */
#define PARTS 5

static volatile unsigned sink; /* where results go, so that the compiler does not leave out the work */

/* Seconds of the processor, so that other programs count less. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double value[TURNS])
{
    qsort(value, TURNS, sizeof *value, ascending);
    return value[TURNS / 2];
}

/* One block's warps through each part alone: seconds[0] stimulus, [1] model, [2] drive, [3] RTL,
 * [4] compare. */
static void parts(const struct run *run, struct rtl *rtl, uint64_t first, double seconds[PARTS])
{
    enum { BATCH = 64 }; /* few enough to stay in the cache */
    static struct warp warp[BATCH];
    static struct want want[BATCH];
    const struct rtl_build *build = run->build;
    const unsigned beats = build->unit.lanes / build->ways;
    const uint64_t all = shfl_all_lanes(build->unit.lanes);
    struct rtl_pins pins = { .in_valid = true, .out_ready = true };
    struct rtl_out out = { .beat = 0 };

    for (uint64_t n = first; n < first + RUN_BLOCK; n += BATCH) {
        double t0 = now();
        for (unsigned i = 0; i < BATCH; i++)
            isa_warp(run->source, run->suite, n + i, &warp[i]);
        double t1 = now();
        for (unsigned i = 0; i < BATCH; i++)
            run_expect(run, n + i, &warp[i], all, &want[i]);
        double t2 = now();
        for (unsigned i = 0; i < BATCH; i++)
            for (unsigned b = 0; b < beats; b++)
                isa_drive(build, rtl, &warp[i], b, run_tag(n + i, b));
        double t3 = now();
        for (unsigned i = 0; i < BATCH; i++)
            for (unsigned b = 0; b < beats; b++) {
                isa_drive(build, rtl, &warp[i], b, run_tag(n + i, b));
                pins.in_last = b + 1 == beats;
                build->settle(rtl, &pins);
                build->edge(rtl);
            }
        double t4 = now();
        rtl_get(rtl, &out); /* whatever this is, it is compared with what is expected to be there */
        const struct beat beat = { out.beat, out.last, out.tag };
        const unsigned lane = isa_first(build, &beat);
        for (unsigned i = 0; i < BATCH; i++) {
            want[i] = (struct want){ .known = all, .counts = ISA_PU | ISA_SRC_ACTIVE, .reserved = out.reserved };
            memcpy(want[i].rd + lane, out.rd, isa_results(build) * sizeof *out.rd);
            want[i].pu = out.pu << lane;
            want[i].we = out.we << lane;
            want[i].src_active = out.src_active << lane;
        }
        double t5 = now();
        for (unsigned i = 0; i < BATCH; i++)
            for (unsigned b = 0; b < beats; b++)
                sink += run_shows(build, rtl, &want[i], &beat, &out);
        double t6 = now();
        seconds[0] += t1 - t0;
        seconds[1] += t2 - t1;
        seconds[2] += t3 - t2;
        seconds[3] += (t4 - t3) - (t3 - t2);
        seconds[4] += t6 - t5;
    }
}

bool bench(FILE *f, const struct rtl_build *build, uint64_t seed)
{
    static struct suite_source source;
    static const char *const part_name[PARTS] = { "stimulus", "model", "drive", "RTL", "compare" };
    struct rtl *rtl = isa_open(build);
    bool agreed = true;

    if (!rtl)
        trouble("out of memory");
    suite_source_init(&source, build, seed);
    fprintf(f, "%s, %s build, one core, %d turns of %d warps, medians [min .. max]\n", build->name,
            build->trace ? "probed" : "bare", TURNS, BLOCKS * RUN_BLOCK);
    fprintf(f, "%-10s %-28s  ns per warp:", "suite", "million warps per second");
    for (unsigned i = 0; i < PARTS; i++)
        fprintf(f, " %9s", part_name[i]);
    fprintf(f, "\n");

    for (const struct suite *suite = suites; suite->name; suite++) {
        if (suite_total(suite, build) == 0)
            continue;
        struct run run = { .build = build, .suite = suite, .source = &source };
        double rate[TURNS], part[PARTS][TURNS] = { { 0 } };

        for (unsigned turn = 0; turn < TURNS; turn++) {
            struct run_failure failure;
            double seconds[PARTS] = { 0 }, start = now();
            uint64_t cycles = 0;

            for (uint64_t b = 0; b < BLOCKS; b++)
                agreed &= run_block(&run, rtl, b * RUN_BLOCK, (b + 1) * RUN_BLOCK, &cycles, &failure);
            rate[turn] = BLOCKS * RUN_BLOCK / (now() - start) * 1e-6;
            for (uint64_t b = 0; b < BLOCKS; b++)
                parts(&run, rtl, b * RUN_BLOCK, seconds);
            for (unsigned i = 0; i < PARTS; i++)
                part[i][turn] = seconds[i] / (BLOCKS * RUN_BLOCK) * 1e9;
        }
        double middle = median(rate);
        fprintf(f, "%-10s %5.2f [%.2f .. %.2f]%*s", suite->name, middle, rate[0], rate[TURNS - 1], 24, "");
        for (unsigned i = 0; i < PARTS; i++)
            fprintf(f, " %9.1f", median(part[i]));
        fprintf(f, "\n");
    }
    build->close(rtl);
    return agreed;
}
