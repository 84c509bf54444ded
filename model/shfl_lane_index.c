/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_lane_index - see shfl.h; docs/rules.md 3.2 */
#include "shfl.h"

void shfl_lane_index(const struct shfl_unit *unit, enum shfl_mode mode, const uint8_t index[restrict],
                     const uint8_t segmask[restrict], int8_t j[restrict])
{
    const int lanes = (int)unit->lanes;

    switch (mode) {
    case SHFL_IDX: /* the segment's first lane, plus the index within the segment */
        for (int lane = 0; lane < lanes; lane++) {
            int min_lane = lane & segmask[lane];
            j[lane] = (int8_t)(min_lane + (index[lane] & ~segmask[lane]));
        }
        break;
    case SHFL_UP:
        for (int lane = 0; lane < lanes; lane++)
            j[lane] = (int8_t)(lane - index[lane]);
        break;
    case SHFL_DOWN:
        for (int lane = 0; lane < lanes; lane++)
            j[lane] = (int8_t)(lane + index[lane]);
        break;
    case SHFL_BFLY:
        for (int lane = 0; lane < lanes; lane++)
            j[lane] = (int8_t)(lane ^ index[lane]);
        break;
    }
}
