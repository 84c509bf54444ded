/* SPDX-License-Identifier: Apache-2.0 */
/* pass - see unit.h */
#include "unit.h"

#include <string.h>

bool mask_bit(const uint8_t *mask, unsigned i) { return mask[i / 8] >> i % 8 & 1; }

void pass_operands(const struct unit *unit, const struct shfl_rvv_in *in, bool has_indices, unsigned d, unsigned s,
                   struct pass *pass)
{
    const unsigned lanes = unit->lanes, n = lanes >> in->sew;
    const bool compress = in->op == SHFL_RVV_COMPRESS;

    pass->dst_reg = d;
    pass->src_reg = s;
    if (compress) {
        pass->x = 0;
        for (unsigned i = 0; i < s * n && i < in->vl; i++)
            pass->x += mask_bit(in->vs1, i);
    }
    for (unsigned i = 0; i < n && (compress || !in->vm); i++) {
        const uint64_t one = UINT64_C(1) << i;
        const bool set = compress ? mask_bit(in->vs1, s * n + i) : mask_bit(in->v0, d * n + i);

        pass->mask = set ? pass->mask | one : pass->mask & ~one;
    }
    if (in->op == SHFL_RVV_GATHER)
        memcpy(pass->index, in->vs1 + d * lanes, lanes);
    if (in->op == SHFL_RVV_GATHER_EI16 && has_indices)
        memcpy(pass->index, in->vs1 + 2 * d * n, 2 * n);
    memcpy(pass->ra, in->vs2 + s * lanes, lanes);
}
