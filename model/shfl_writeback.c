/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_writeback - see shfl.h; docs/rules.md 3.5 and 4 */
#include "shfl.h"

void shfl_writeback(const struct shfl_unit *unit, uint64_t active, uint64_t src_active,
                    const uint8_t in_range[restrict], const uint64_t src_data[restrict], uint64_t rd[restrict],
                    uint64_t *pu, uint64_t *we)
{
    static const uint64_t zero[SHFL_LANES_MAX];
    const uint64_t *const read_inactive = unit->policy == SHFL_ZERO ? zero : src_data;
    const uint64_t *const word[2] = { read_inactive, src_data };
    uint64_t in_range_mask = 0;

    for (unsigned k = 0; k < unit->lanes; k++) {
        rd[k] = word[src_active >> k & 1][k];
        in_range_mask |= (uint64_t)in_range[k] << k;
    }
    *pu = in_range_mask;
    *we = active & shfl_all_lanes(unit->lanes);
}
