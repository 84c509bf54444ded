/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_collective - see shfl.h; docs/rules.md 8 to 10, 14, 15 and 19.2 */
#include "shfl.h"

/* w: bits of a lane's value; of a predicate 1. */
static bool legal(unsigned lanes, unsigned w)
{
    return lanes >= 2 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0 && w >= 1 && w <= 64;
}

int shfl_vote(unsigned lanes, enum shfl_vote_op op, uint64_t active, uint64_t p, struct shfl_vote_out *out)
{
    if (!legal(lanes, 1) || (unsigned)op >= SHFL_VOTES)
        return -1;

    unsigned executing = 0, for_it = 0, first = 0; /* counts of lanes; the lowest one, if there is one */
    uint64_t ballot = 0, all_lanes = shfl_all_lanes(lanes);

    for (unsigned k = lanes; k-- > 0;) {
        if (!(active >> k & 1))
            continue;
        executing++;
        first = k;
        if (p >> k & 1) {
            for_it++;
            ballot |= UINT64_C(1) << k;
        }
    }
    out->rd = ballot;
    out->we = active & shfl_all_lanes(lanes);
    switch (op) {
    case SHFL_VOTE_ALL: out->pu = for_it == executing ? all_lanes : 0; break;
    case SHFL_VOTE_ANY: out->pu = for_it > 0 ? all_lanes : 0; break;
    case SHFL_VOTE_EQ: out->pu = for_it == 0 || for_it == executing ? all_lanes : 0; break;
    case SHFL_VOTE_ELECT:
        out->rd = first;
        out->pu = executing > 0 ? UINT64_C(1) << first : 0;
        break;
    }
    return 0;
}

int shfl_match(unsigned lanes, enum shfl_match_op op, unsigned w, uint64_t active, const uint64_t ra[restrict],
               struct shfl_match_out *out)
{
    if (!legal(lanes, w) || (unsigned)op >= SHFL_MATCHES)
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

/* is a below b? both have w bits */
static bool below(uint64_t a, uint64_t b, bool is_signed, unsigned w)
{
    bool a_negative = is_signed && a >> (w - 1) & 1, b_negative = is_signed && b >> (w - 1) & 1;

    return a_negative != b_negative ? a_negative : a < b;
}

static uint64_t of_two(enum shfl_redux_op op, uint64_t a, uint64_t b, bool is_signed, unsigned w)
{
    switch (op) {
    case SHFL_REDUX_AND: return a & b;
    case SHFL_REDUX_OR: return a | b;
    case SHFL_REDUX_XOR: return a ^ b;
    case SHFL_REDUX_SUM: return a + b;
    case SHFL_REDUX_MIN: return below(b, a, is_signed, w) ? b : a;
    case SHFL_REDUX_MAX: return below(a, b, is_signed, w) ? b : a;
    }
    return 0;
}

int shfl_redux(unsigned lanes, enum shfl_redux_op op, bool is_signed, unsigned w, uint64_t active,
               const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    if (!legal(lanes, w) || (unsigned)op >= SHFL_REDUXES)
        return -1;

    const uint64_t value = ~UINT64_C(0) >> (64 - w), sign = UINT64_C(1) << (w - 1);
    uint64_t rd = 0; /* of no lane: what changes no value */

    if (op == SHFL_REDUX_AND || op == SHFL_REDUX_MIN)
        rd = value;
    if (is_signed && (op == SHFL_REDUX_MIN || op == SHFL_REDUX_MAX))
        rd ^= sign;
    for (unsigned k = 0; k < lanes; k++)
        if (active >> k & 1)
            rd = of_two(op, rd, ra[k] & value, is_signed, w) & value;
    out->rd = rd;
    out->we = active & shfl_all_lanes(lanes);
    return 0;
}

int shfl_redux_float(unsigned lanes, bool is_max, bool is_abs, bool keeps_nan, uint64_t active,
                     const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    const uint32_t nan = 0x7fffffff, infinite = 0x7f800000;
    uint32_t best = nan;
    bool has_nan = false;

    if (!legal(lanes, 32))
        return -1;
    for (unsigned k = 0; k < lanes; k++) {
        const uint32_t value = (uint32_t)ra[k] & (is_abs ? 0x7fffffff : 0xffffffff);

        if (!(active >> k & 1))
            continue;
        if ((value & 0x7fffffff) > infinite) {
            has_nan = true;
            continue;
        }
        /* as integers with a sign, negative ones in the other order: -0 is below 0 */
        const int32_t a = (int32_t)(value >> 31 ? value ^ 0x7fffffff : value);
        const int32_t b = (int32_t)(best >> 31 ? best ^ 0x7fffffff : best);
        if (best == nan || (is_max ? a > b : a < b))
            best = value;
    }
    out->rd = has_nan && keeps_nan ? nan : best;
    out->we = active & shfl_all_lanes(lanes);
    return 0;
}

int shfl_product(unsigned lanes, unsigned w, uint64_t active, const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    if (!legal(lanes, w))
        return -1;
    out->rd = 1;
    out->we = active & shfl_all_lanes(lanes);
    for (unsigned k = 0; k < lanes; k++)
        if (out->we >> k & 1)
            out->rd *= ra[k];
    out->rd &= ~UINT64_C(0) >> (64 - w);
    return 0;
}

int shfl_barrier_arrive(unsigned lanes, struct shfl_barrier *barrier, unsigned warps, bool is_exit, uint64_t active,
                        uint64_t p, struct shfl_barrier_out *out)
{
    const unsigned arrived = barrier->warps + !is_exit;

    if (!legal(lanes, 1) || arrived > warps)
        return -1;
    active &= shfl_all_lanes(lanes);
    if (is_exit && active != 0)
        return -1;
    barrier->warps = arrived;
    for (unsigned k = 0; k < lanes; k++) {
        barrier->threads += active >> k & 1;
        barrier->count += active >> k & p >> k & 1;
    }
    out->done = arrived == warps;
    out->count = barrier->count;
    out->all = barrier->count == barrier->threads;
    out->any = barrier->count > 0;
    if (out->done)
        *barrier = (struct shfl_barrier){ 0 };
    return 0;
}

int shfl_barrier_block(unsigned lanes, unsigned warps, const uint64_t active[restrict], const uint64_t p[restrict],
                       struct shfl_barrier_out *out)
{
    struct shfl_barrier barrier = { 0 };

    if (warps == 0)
        return -1;
    for (unsigned w = 0; w < warps; w++)
        if (shfl_barrier_arrive(lanes, &barrier, warps, false, active[w], p[w], out) != 0)
            return -1;
    return 0;
}

/* ---- groups by rank */

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
    if (!legal(lanes, 1))
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
    if (!legal(lanes, 1) || (mode != SHFL_IDX && mode != SHFL_UP && mode != SHFL_DOWN))
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
    if (!legal(lanes, 1))
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
    if (!legal(lanes, w) || (unsigned)op >= SHFL_MATCHES)
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
