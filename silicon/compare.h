/* One warp's answers, from silicon, next to the golden model's. The only place where the two meet. */
#ifndef CUDA_COMPARE_H
#define CUDA_COMPARE_H

#include "points.h"

/* What silicon answered; the elements and mask bits are lanes. */
struct observed {
    const uint32_t *rd;  /* [32] */
    uint32_t rd_defined; /* the lanes whose rd counts */
    uint32_t pu;
    uint32_t pu_defined; /* the lanes whose pu counts */
};

/* What the model makes of a warp, for a unit of 32 lanes. plant is the option --plant-error: in the lowest
 * lane that executes Rd then has a wrong bit, in the highest one Pu is wrong. */
void model_answer(const struct shfl_in *in, bool plant, struct shfl_out *model);

/* The lanes where model and silicon differ, as a mask. */
uint32_t compare(const struct observed *silicon, const struct shfl_out *model);

/* Tell on stderr what lane k of a warp was asked and what the two answered. */
void tell_difference(const struct silicon_suite *suite, uint32_t warp, const struct shfl_in *in, unsigned k,
                     const struct observed *silicon, const struct shfl_out *model);

#endif
