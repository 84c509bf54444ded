/* compare - see compare.h */
#include "compare.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

void model_answer(const struct shfl_in *in, bool plant, struct shfl_out *model)
{
    static const struct shfl_unit gpu = { .lanes = VECTOR_LANES, .policy = SHFL_ZERO };
    unsigned lowest = 0, highest = VECTOR_LANES - 1;
    int answered = shfl_warp(&gpu, in, model);

    assert(answered == 0); /* every vector is legal */
    (void)answered;
    if (!plant)
        return;
    while (lowest < highest && !(in->active >> lowest & 1))
        lowest++;
    while (lowest < highest && !(in->active >> highest & 1))
        highest--;
    model->rd[lowest] ^= 1;
    model->pu ^= UINT64_C(1) << highest;
}

uint32_t compare(const struct observed *silicon, const struct shfl_out *model)
{
    uint32_t differ = ((uint32_t)model->pu ^ silicon->pu) & silicon->pu_defined;

    for (unsigned k = 0; k < VECTOR_LANES; k++)
        if (silicon->rd_defined >> k & 1 && silicon->rd[k] != model->rd[k])
            differ |= UINT32_C(1) << k;
    return differ;
}

void tell_difference(const struct silicon_suite *suite, uint32_t warp, const struct shfl_in *in, unsigned k,
                     const struct observed *silicon, const struct shfl_out *model)
{
    static const char *const mode[] = { "IDX", "UP", "DOWN", "BFLY" };

    fprintf(stderr,
            "  %s, warp %" PRIu32 ", lane %u: SHFL.%s ra 0x%08" PRIx64 " sb 0x%08" PRIx32
            " sc 0x%08" PRIx32 " active 0x%08" PRIx64 "\n",
            suite->name, warp, k, mode[in->mode], in->ra[k], in->sb_is_imm ? in->sb_imm : in->sb[k],
            in->sc_is_imm ? in->sc_imm : in->sc[k], in->active);
    if (silicon->rd_defined >> k & 1)
        fprintf(stderr, "    rd: silicon 0x%08" PRIx32 ", model 0x%08" PRIx64 " (lane %u)\n",
                silicon->rd[k], model->rd[k], model->src_lane[k]);
    if (silicon->pu_defined >> k & 1)
        fprintf(stderr, "    pu: silicon %u, model %u\n", silicon->pu >> k & 1,
                (unsigned)(model->pu >> k & 1));
}
