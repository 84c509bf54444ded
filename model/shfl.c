/* SPDX-License-Identifier: Apache-2.0 */
/* shfl - see shfl.h; docs/rules.md 2 to 4 */
#include "shfl.h"

void shfl_decode(const struct shfl_unit *unit, const struct shfl_in *in, uint8_t index[restrict],
                 uint8_t clamp[restrict], uint8_t segmask[restrict])
{
    const unsigned lanes = unit->lanes;
    const uint32_t field = lanes - 1; /* a field is wide enough for a lane number */

    for (unsigned k = 0; k < lanes; k++) {
        uint32_t sb = in->sb_is_imm ? in->sb_imm : in->sb[k];
        uint32_t sc = in->sc_is_imm ? in->sc_imm : in->sc[k];

        index[k] = (uint8_t)(sb & field);
        clamp[k] = (uint8_t)(sc & field);
        segmask[k] = (uint8_t)(sc >> 8 & field);
    }
}

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

static bool legal(const struct shfl_unit *unit, const struct shfl_in *in)
{
    unsigned lanes = unit->lanes;

    return lanes >= 2 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0 && (unsigned)unit->policy < SHFL_POLICIES
        && (unsigned)in->mode < SHFL_MODES && (!in->sb_is_imm || in->sb_imm < lanes)
        && (!in->sc_is_imm || in->sc_imm < lanes << 8);
}

int shfl_warp(const struct shfl_unit *unit, const struct shfl_in *in, struct shfl_out *out)
{
    if (!legal(unit, in))
        return -1;

    shfl_decode(unit, in, out->index, out->clamp, out->segmask);
    shfl_lane_index(unit, in->mode, out->index, out->segmask, out->j);
    shfl_range_check(unit, in->mode, out->clamp, out->segmask, out->j, out->in_range, out->src_lane);
    out->src_active = shfl_crossbar(unit, in->active, in->ra, out->src_lane, out->src_data);
    shfl_writeback(unit, in->active, out->src_active, out->in_range, out->src_data, out->rd, &out->pu, &out->we);
    return 0;
}
