/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_group - see shfl.h; docs/rules.md 14 */
#include "shfl.h"

static bool legal(unsigned lanes) { return lanes >= 2 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0; }

static uint64_t lane_bit(unsigned lane) { return UINT64_C(1) << lane; }

unsigned shfl_group_size(uint64_t group)
{
    unsigned size = 0;

    for (; group != 0; group &= group - 1)
        size++;
    return size;
}

unsigned shfl_group_rank(uint64_t group, unsigned lane) { return shfl_group_size(group & (lane_bit(lane) - 1)); }

int shfl_group_lane(uint64_t group, uint64_t rank)
{
    for (unsigned k = 0; k < SHFL_LANES_MAX; k++)
        if (group >> k & 1 && rank-- == 0)
            return (int)k;
    return -1;
}

int shfl_group_partition(unsigned lanes, uint64_t members, const uint64_t label[restrict], uint64_t group[restrict])
{
    if (!legal(lanes))
        return -1;
    for (unsigned k = 0; k < lanes; k++) {
        group[k] = 0;
        for (unsigned other = 0; other < lanes; other++)
            if (members >> k & members >> other & 1 && label[k] == label[other])
                group[k] |= lane_bit(other);
    }
    return 0;
}

int shfl_group_shuffle(unsigned lanes, enum shfl_mode mode, const uint64_t group[restrict],
                       const uint32_t index[restrict], const uint64_t ra[restrict], struct shfl_group_out *out)
{
    if (!legal(lanes) || (mode != SHFL_IDX && mode != SHFL_UP && mode != SHFL_DOWN))
        return -1;
    out->defined = 0;
    for (unsigned k = 0; k < lanes; k++) {
        const uint64_t members = group[k] & shfl_all_lanes(lanes);
        const unsigned rank = shfl_group_rank(members, k);
        int lane = -1;

        if (mode == SHFL_IDX)
            lane = shfl_group_lane(members, index[k]);
        else if (mode == SHFL_DOWN)
            lane = shfl_group_lane(members, (uint64_t)rank + index[k]);
        else if (index[k] <= rank)
            lane = shfl_group_lane(members, rank - index[k]);
        if (members != 0 && (lane >= 0 || mode != SHFL_IDX))
            out->defined |= lane_bit(k);
        out->src_lane[k] = (uint8_t)(lane >= 0 ? (unsigned)lane : k);
        out->rd[k] = ra[out->src_lane[k]];
    }
    return 0;
}

int shfl_group_vote(unsigned lanes, const uint64_t group[restrict], uint64_t p, struct shfl_group_vote_out *out)
{
    if (!legal(lanes))
        return -1;
    out->any = out->all = 0;
    for (unsigned k = 0; k < lanes; k++) {
        unsigned rank = 0, for_it = 0;

        out->rd[k] = 0;
        for (unsigned other = 0; other < lanes; other++) {
            if (!(group[k] >> other & 1))
                continue;
            for_it += p >> other & 1;
            out->rd[k] |= (p >> other & 1) << rank++;
        }
        if (rank > 0 && for_it > 0)
            out->any |= lane_bit(k);
        if (rank > 0 && for_it == rank)
            out->all |= lane_bit(k);
    }
    return 0;
}

int shfl_group_match(unsigned lanes, enum shfl_match_op op, unsigned w, const uint64_t group[restrict],
                     const uint64_t ra[restrict], struct shfl_match_out *out)
{
    if (!legal(lanes) || (unsigned)op >= SHFL_MATCHES || w < 1 || w > 64)
        return -1;

    const uint64_t value = ~UINT64_C(0) >> (64 - w);

    out->pu = out->we = 0;
    for (unsigned k = 0; k < lanes; k++) {
        const uint64_t members = group[k] & shfl_all_lanes(lanes);
        const unsigned size = shfl_group_size(members);
        uint64_t same = 0;

        for (unsigned rank = 0; rank < size; rank++)
            if ((ra[shfl_group_lane(members, rank)] & value) == (ra[k] & value))
                same |= lane_bit(rank);

        const bool equal = size > 0 && same == ~UINT64_C(0) >> (64 - size);

        out->rd[k] = op == SHFL_MATCH_ANY || equal ? same : 0;
        out->pu |= equal ? lane_bit(k) : 0;
        out->we |= size > 0 ? lane_bit(k) : 0;
    }
    return 0;
}

int shfl_group_reduce(unsigned lanes, enum shfl_group_scan scan, enum shfl_redux_op op, bool is_signed, unsigned w,
                      const uint64_t group[restrict], const uint64_t ra[restrict], uint64_t rd[restrict])
{
    struct shfl_redux_out out;

    if ((unsigned)scan > SHFL_GROUP_EXCLUSIVE || shfl_redux(lanes, op, is_signed, w, 0, ra, &out) != 0)
        return -1;
    for (unsigned k = 0; k < lanes; k++) {
        const uint64_t below = group[k] & (lane_bit(k) - 1);
        const uint64_t those = scan == SHFL_GROUP_REDUCE    ? group[k]
                             : scan == SHFL_GROUP_INCLUSIVE ? below | (group[k] & lane_bit(k))
                                                            : below;

        shfl_redux(lanes, op, is_signed, w, those, ra, &out);
        rd[k] = those != 0 ? out.rd : 0;
    }
    return 0;
}
