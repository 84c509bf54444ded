/* What a recording says about the documents, and about what they leave open: the numbers of
 * docs/silicon.md. The documents' rules are written down as they state them, right or wrong, and tried on
 * the recorded answers.
 */
#ifndef CUDA_SILICON_COUNT_H
#define CUDA_SILICON_COUNT_H

#include "record.h"

/* The SPA 5.0 SHFL page. */
struct spa {
    uint32_t up_points, up_wrong;      /* UP compares with min_lane */
    uint32_t up_wrong_clamp_zero;      /* ... where no clamp bit lies inside the segment */
    uint32_t plus_points, plus_wrong;  /* the other modes, max_lane a sum where the PTX ISA has an OR */
    uint32_t other_masks_points;       /* of all modes, with a segment mask that the page does not name */
};

void count_spa(struct record *record, struct spa *out);

/* The CUDA Handbook, a CUDA tutorial and a shuffle snippet for CDNA, on the intrinsics of CUDA. */
struct calls {
    uint32_t idx, idx_outside, idx_own_wrong, idx_modulo_wrong, idx_negative_remainder;
    uint32_t idx_pu_outside, idx_pu_false; /* Pu, from suite "width" */
    uint32_t up_near, up_clamped_wrong, up_unchanged, up_unchanged_wrong;
    uint32_t down_beyond, down_beyond_wrong;
    uint32_t down_beyond_32, down_rotated_wrong; /* width 32 */
    uint32_t far_delta, far_delta_own_wrong, far_delta_low_wrong; /* delta > 31 */
    uint32_t xor_calls, xor_lower, xor_higher; /* answered from a segment below, or above */
};

void count_calls(struct record *record, struct calls *out);

/* Lanes that read an inactive lane, in one of the suites that have any. */
struct open_source {
    uint32_t points, zero, own, source, other; /* Rd: 0, the reader's word, the inactive lane's, else */
};

void count_open_source(struct record *record, const struct silicon_suite *suite, struct open_source *out);

/* Points of every suite where the golden model and the recording differ, and Rd and Pu that counted. */
struct tally {
    uint32_t differ, rd, pu;
};

/* tally is [silicon_suites_count], all 0 before. */
void count_model(struct record *record, struct tally tally[]);

#endif
