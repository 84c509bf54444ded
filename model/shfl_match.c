/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_match - see shfl.h; docs/rules.md 9 */
#include "shfl.h"

int shfl_match(unsigned lanes, enum shfl_match_op op, unsigned w, uint64_t active, const uint64_t ra[restrict],
               struct shfl_match_out *out)
{
    if (lanes < 2 || lanes > SHFL_LANES_MAX || (lanes & (lanes - 1)) != 0 || (unsigned)op >= SHFL_MATCHES || w < 1
        || w > 64)
        return -1;

    const uint64_t value = ~UINT64_C(0) >> (64 - w), all_lanes = shfl_all_lanes(lanes);
    bool all_equal = true;

    out->we = active & all_lanes;
    for (unsigned k = 0; k < lanes; k++) {
        out->rd[k] = 0;
        if (!(active >> k & 1))
            continue;
        for (unsigned other = 0; other < lanes; other++)
            if (active >> other & 1 && (ra[other] & value) == (ra[k] & value))
                out->rd[k] |= UINT64_C(1) << other;
        all_equal = all_equal && out->rd[k] == out->we;
    }
    out->pu = all_equal ? all_lanes : 0;
    if (op == SHFL_MATCH_ALL && !all_equal)
        for (unsigned k = 0; k < lanes; k++)
            out->rd[k] = 0;
    return 0;
}
