/* SPDX-License-Identifier: Apache-2.0 */
/* device - the GPU, seen from C. Every call of CUDA is checked: an error is told on stderr with the call, its file
 * and line and CUDA's message, and ends the program with DEVICE_EXIT. device_outcome_of alone returns it.
 */
#ifndef SILICON_DEVICE_H
#define SILICON_DEVICE_H

#include "silicon/suites.h"
#include "silicon/warp_cases.h"

#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>

#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline void check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "shfl_cuda: %s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorString(error),
            cudaGetErrorName(error));
    exit(3); /* DEVICE_EXIT */
}

extern "C" {
#endif

#define DEVICE_EXIT 3          /* exit status: no GPU, or an error from CUDA */
#define DEVICE_BATCH (1 << 15) /* warps in one device_run at most; even, and the suite "immediate" fits */

/* Before the instruction Rd and Pu of a lane hold these; a lane that does not execute must keep them. */
#define DEVICE_OLD_RD(lane) (0x01d01d00u + (lane))
#define DEVICE_OLD_PU(lane) ((lane) & 1u)

/* What a lane holds afterwards. */
struct device_lane {
    uint32_t rd;
    uint32_t pu; /* 0 or 1; DEVICE_POISON where the kernel wrote nothing */
};
#define DEVICE_POISON 0xa5a5a5a5u

/* Take the first GPU. Call once, before all else.
 *   returns   what it is: lines "key value\n" for the head of a record; *capability is 90 for 9.0
 */
const char *device_open(unsigned *capability);

/* Issue asks[0] .. asks[n-1] and wait for the answers.
 *
 *   n         1 .. DEVICE_BATCH; the whole suite for ISSUE_IMMEDIATE
 *   returns   [n * 32]: lane k of ask i is element 32 * i + k. Valid until the next call.
 */
const struct device_lane *device_run(enum issue issue, const struct ask asks[], size_t n);

/* Run one case and wait for its answer: out has c->out_words, and the GPU's memory began as WARP_OLD. */
void device_run_case(const struct warp_case *c, uint32_t out[]);
void group_launch(const struct warp_case *c, const uint32_t *in, uint32_t *out); /* of the second list */

/* A launch whose behaviour PTX leaves undefined, or one next to it: lanes execute a shfl.sync whose member mask names
 * other lanes. */
struct device_outcome {
    const char *name;
    bool branch; /* it is behind a branch, which lanes active take; otherwise active is all lanes */
    uint32_t active, members;
};
#define DEVICE_OUTCOMES 6
extern const struct device_outcome device_outcomes[DEVICE_OUTCOMES];

/* Where the mask comes from: the compiler knows of all but the last that it is the same in all lanes. */
enum device_mask {
    MASK_CONSTANT,
    MASK_PARAMETER, /* of the kernel */
    MASK_ADDRESS,   /* loaded, all lanes from one address */
    MASK_LANE,      /* loaded, each lane from an address of its own; the masks are the same */
    DEVICE_MASKS
};

/* What is launched: one of the four modes, with these operands and DEVICE_OLD_RD as data, or __syncwarp. */
#define DEVICE_BARRIER 4
#define DEVICE_OPS 5
#define DEVICE_OUTCOME_SB 1
#define DEVICE_OUTCOME_SC 0x1f

/* Make such a launch. An error stays with the process: use one for each launch.
 *
 *   rd        what the lanes hold then; untouched after an error
 *   returns   the name of CUDA's error, or "cudaSuccess"
 */
const char *device_outcome_of(unsigned number, enum device_mask mask, unsigned op, uint32_t rd[32]);

/* Measure the GPU's own speed: throughput in warps per clock and multiprocessor, latency in clocks. Of shfl.sync, or of
 * the other instructions. Each figure is a line "bench NAME MEDIAN LEAST MOST", as in the head of a record; NAME is
 * what.mode.form, or what.lanes-PATTERN.form, see bench.cu. */
void device_bench(bool collective, FILE *head);

#ifdef __cplusplus
}
#endif
#endif
