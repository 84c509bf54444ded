/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_range_check - see shfl.h; docs/rules.md 3.3 */
#include "shfl.h"

void shfl_range_check(const struct shfl_unit *unit, enum shfl_mode mode, const uint8_t clamp[restrict],
                      const uint8_t segmask[restrict], const int8_t j[restrict], uint8_t in_range[restrict],
                      uint8_t src_lane[restrict])
{
    const int lanes = (int)unit->lanes;

    for (int lane = 0; lane < lanes; lane++) {
        int min_lane = lane & segmask[lane];
        int max_lane = min_lane + (clamp[lane] & ~segmask[lane]);

        /* UP runs towards lane 0: its limit is the lower end */
        bool beyond = mode == SHFL_UP ? j[lane] < max_lane : j[lane] > max_lane;

        in_range[lane] = !beyond;
        src_lane[lane] = (uint8_t)(beyond ? lane : j[lane]);
    }
}
