/* SPDX-License-Identifier: Apache-2.0 */
/* device - the GPU, seen from C. Every call of CUDA is checked: an error is told on stderr with the call, its file
 * and line and CUDA's message, and ends the program with DEVICE_EXIT.
 */
#ifndef SILICON_DEVICE_H
#define SILICON_DEVICE_H

#include "silicon/points.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DEVICE_EXIT 3          /* exit status: no GPU, or an error from CUDA */
#define DEVICE_BATCH (1 << 15) /* warps in one device_run at most; even, and the suite "immediate" fits */

/* Before the shuffle Rd and Pu of a lane hold these; a lane that does not execute must keep them. */
#define DEVICE_OLD_RD(lane) (0x01d01d00u + (lane))
#define DEVICE_OLD_PU(lane) ((lane) & 1u)

/* What a lane holds afterwards. */
struct device_lane {
    uint32_t rd;
    uint32_t pu; /* 0 or 1; DEVICE_POISON where the kernel wrote nothing */
};
#define DEVICE_POISON 0xa5a5a5a5u

/* Take the first GPU. Call once, before all else.
 *   returns   what it is: lines "key value\n" for the head of a record
 */
const char *device_open(void);

/* Issue v[0] .. v[n-1] and wait for the answers.
 *
 *   n         1 .. DEVICE_BATCH; even for ISSUE_LONG, ISSUE_DOUBLE and ISSUE_MEMBERS; the whole suite for
 *             ISSUE_IMMEDIATE
 *   returns   [n * 32]: lane k of warp i is element 32 * i + k. Valid until the next call.
 */
const struct device_lane *device_run(enum issue issue, const struct vector v[], size_t n);

/* One figure of the bench. */
struct device_figure {
    char name[48]; /* what.mode.form, see bench.cu */
    double median, least, most;
};
#define BENCH_MAX 64

/* Measure the GPU's own speed: throughput in warps per clock and multiprocessor, latency in clocks.
 *   returns   the number of figures
 */
unsigned device_bench(struct device_figure figures[BENCH_MAX]);

#ifdef __cplusplus
}
#endif
#endif
