/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_quad - see shfl.h; docs/rules.md 17 */
#include "shfl.h"

#include <math.h>

static bool legal(unsigned lanes) { return lanes >= 4 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0; }

/* column and row of the lane in its quad, 0 or 1 */
static unsigned column(unsigned lane) { return lane % 2; }
static unsigned row(unsigned lane) { return lane / 2 % 2; }
static unsigned lane_at(unsigned lane, unsigned x, unsigned y) { return lane / 4 * 4 + 2 * y + x; }

int shfl_quad(unsigned lanes, enum shfl_quad_op op, uint64_t active, const uint64_t ra[restrict], uint64_t rd[restrict],
              uint64_t *defined)
{
    if (!legal(lanes) || (unsigned)op >= SHFL_QUAD_OPS)
        return -1;
    *defined = 0;
    for (unsigned k = 0; k < lanes; k++) {
        unsigned lane = k / 4 * 4 + (op - SHFL_QUAD_BROADCAST_0);

        if (op < SHFL_QUAD_BROADCAST_0) /* to the other column, the other row, or both */
            lane = lane_at(k, op == SHFL_QUAD_VERTICAL ? column(k) : 1 - column(k),
                           op == SHFL_QUAD_HORIZONTAL ? row(k) : 1 - row(k));
        rd[k] = ra[lane];
        *defined |= (active >> k & active >> lane & 1) << k;
    }
    return 0;
}

int shfl_quad_derivative(unsigned lanes, bool in_y, bool coarse, uint64_t active, const float v[restrict],
                         float rd[restrict], uint64_t *defined)
{
    if (!legal(lanes))
        return -1;
    *defined = 0;
    for (unsigned k = 0; k < lanes; k++) {
        const unsigned x = coarse ? 0 : column(k), y = coarse ? 0 : row(k);
        const unsigned from = in_y ? lane_at(k, x, 0) : lane_at(k, 0, y);
        const unsigned to = in_y ? lane_at(k, x, 1) : lane_at(k, 1, y);

        rd[k] = v[to] - v[from];
        *defined |= (active >> k & active >> from & active >> to & 1) << k;
    }
    return 0;
}

int shfl_quad_fwidth(unsigned lanes, bool coarse, uint64_t active, const float v[restrict], float rd[restrict],
                     uint64_t *defined)
{
    float in_y[SHFL_LANES_MAX];
    uint64_t defined_in_y;

    if (shfl_quad_derivative(lanes, false, coarse, active, v, rd, defined) != 0)
        return -1;
    shfl_quad_derivative(lanes, true, coarse, active, v, in_y, &defined_in_y);
    for (unsigned k = 0; k < lanes; k++)
        rd[k] = fabsf(rd[k]) + fabsf(in_y[k]);
    *defined &= defined_in_y;
    return 0;
}
