/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_crossbar - see shfl.h; docs/rules.md 3.4 */
#include "shfl.h"

uint64_t shfl_crossbar(const struct shfl_unit *unit, uint64_t active, const uint64_t ra[restrict],
                       const uint8_t src_lane[restrict], uint64_t src_data[restrict])
{
    uint64_t src_active = 0;

    for (unsigned k = 0; k < unit->lanes; k++) {
        const uint64_t bit = active >> src_lane[k] & 1;

        src_active |= bit << k;
        src_data[k] = ra[unit->policy == SHFL_OWN && !bit ? k : src_lane[k]];
    }
    return src_active;
}
