/* SPDX-License-Identifier: Apache-2.0
 * golden - the golden model behind conform/peer.h: what most levels take as right, and as a shared object, right.so, a peer
 * without a fault. */
#include "level.h"

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    const struct shfl_unit unit = { lanes, SHFL_ZERO };
    struct shfl_in in = { .mode = (enum shfl_mode)mode, .active = active };
    struct shfl_out out;

    memcpy(in.sb, sb, lanes * sizeof *sb);
    memcpy(in.sc, sc, lanes * sizeof *sc);
    memcpy(in.ra, ra, lanes * sizeof *ra);
    if (shfl_warp(&unit, &in, &out) != 0)
        return 1;
    memcpy(rd, out.rd, lanes * sizeof *rd);
    *pu = out.pu;
    *we = out.we;
    return 0;
}

int openshfl_vote_peer(unsigned lanes, unsigned op, uint64_t active, uint64_t p, uint64_t *rd, uint64_t *pu,
                       uint64_t *we)
{
    struct shfl_vote_out out;

    if (shfl_vote(lanes, op == PEER_BALLOT ? SHFL_VOTE_ANY : (enum shfl_vote_op)op, active, p, &out) != 0)
        return 1;
    for (unsigned k = 0; k < lanes; k++)
        rd[k] = out.rd;
    *pu = out.pu;
    *we = out.we;
    return 0;
}

int openshfl_match_peer(unsigned lanes, unsigned op, uint64_t active, const uint64_t *ra, uint64_t *rd, uint64_t *pu,
                        uint64_t *we)
{
    struct shfl_match_out out;

    if (shfl_match(lanes, (enum shfl_match_op)op, 32, active, ra, &out) != 0)
        return 1;
    memcpy(rd, out.rd, lanes * sizeof *rd);
    *pu = out.pu;
    *we = out.we;
    return 0;
}

int openshfl_redux_peer(unsigned lanes, unsigned op, int is_signed, uint64_t active, const uint64_t *ra, uint64_t *rd,
                        uint64_t *we)
{
    struct shfl_redux_out out;

    if (shfl_redux(lanes, (enum shfl_redux_op)op, is_signed, 32, active, ra, &out) != 0)
        return 1;
    for (unsigned k = 0; k < lanes; k++)
        rd[k] = out.rd;
    *we = out.we;
    return 0;
}

enum shfl_rvv_op golden_rvv_op(unsigned op)
{
    static const enum shfl_rvv_op ops[] = {
        [PEER_VRGATHER_VV] = SHFL_RVV_GATHER,        [PEER_VRGATHEREI16_VV] = SHFL_RVV_GATHER_EI16,
        [PEER_VRGATHER_VX] = SHFL_RVV_GATHER_X,      [PEER_VRGATHER_VI] = SHFL_RVV_GATHER_X,
        [PEER_VSLIDEUP_VX] = SHFL_RVV_SLIDEUP,       [PEER_VSLIDEUP_VI] = SHFL_RVV_SLIDEUP,
        [PEER_VSLIDEDOWN_VX] = SHFL_RVV_SLIDEDOWN,   [PEER_VSLIDEDOWN_VI] = SHFL_RVV_SLIDEDOWN,
        [PEER_VSLIDE1UP_VX] = SHFL_RVV_SLIDE1UP,     [PEER_VFSLIDE1UP_VF] = SHFL_RVV_SLIDE1UP,
        [PEER_VSLIDE1DOWN_VX] = SHFL_RVV_SLIDE1DOWN, [PEER_VFSLIDE1DOWN_VF] = SHFL_RVV_SLIDE1DOWN,
        [PEER_VCOMPRESS_VM] = SHFL_RVV_COMPRESS
    };

    return ops[op];
}

int golden_rvv(const struct openshfl_rvv *peer, bool ones, uint64_t *vd)
{
    static uint8_t mask[SHFL_RVV_VLEN_MAX / 8], vs1[4 * SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX];
    static uint8_t to[SHFL_RVV_BYTES_MAX];
    const unsigned width = peer->sew / 8, index_width = peer->op == PEER_VRGATHEREI16_VV ? 2 : width;
    const struct shfl_rvv_in in = { .op = golden_rvv_op(peer->op),
                                    .vlen = peer->vlen,
                                    .sew = (unsigned)__builtin_ctz(width),
                                    .lmul = (int)peer->vlmul - (peer->vlmul < 4 ? 0 : 8),
                                    .vl = peer->vl,
                                    .vstart = peer->vstart,
                                    .vm = peer->vm,
                                    .vta = peer->vta,
                                    .vma = peer->vma,
                                    .x = peer->x,
                                    .v0 = mask,
                                    .vs1 = peer->op == PEER_VCOMPRESS_VM ? mask : vs1,
                                    .vs2 = vs2 };

    if (shfl_rvv_check(&in) != SHFL_RVV_LEGAL)
        return 1;
    memcpy(mask, peer->mask, peer->vlen / 8);
    for (unsigned k = 0; k < peer->elements; k++) { /* the low bytes are the first */
        memcpy(vs1 + k * index_width, &peer->index[k], index_width);
        memcpy(vs2 + k * width, &peer->vs2[k], width);
        memcpy(to + k * width, &vd[k], width);
    }
    shfl_rvv_execute(&in, ones, to);
    for (unsigned k = 0; k < peer->elements; k++) {
        vd[k] = 0;
        memcpy(&vd[k], to + k * width, width);
    }
    return 0;
}

int openshfl_rvv_peer(const struct openshfl_rvv *peer, uint64_t *vd) { return golden_rvv(peer, true, vd); }

int openshfl_group_peer(unsigned lanes, unsigned op, unsigned tile, uint64_t active, const uint64_t *label,
                        const uint64_t *index, const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    uint64_t group[SHFL_LANES_MAX], p = 0, in_range, writes;
    uint32_t rank[SHFL_LANES_MAX], sc[SHFL_LANES_MAX];
    union {
        struct shfl_group_out shuffle;
        struct shfl_group_vote_out vote;
        struct shfl_match_out match;
    } out;

    *we = active;
    shfl_group_partition(lanes, active, label, group);
    for (unsigned k = 0; k < lanes; k++) {
        p |= (ra[k] & 1) << k;
        rank[k] = (uint32_t)index[k];
        sc[k] = (lanes - tile) << 8 | (op == PEER_GROUP_SHFL_UP ? 0 : lanes - 1);
    }
    if (op <= PEER_GROUP_SHFL_XOR && tile) { /* of a warp, whose modes have the same numbers */
        openshfl_peer(lanes, op, active, rank, sc, ra, rd, &in_range, &writes);
    } else if (op <= PEER_GROUP_SHFL_XOR) {
        shfl_group_shuffle(lanes, (enum shfl_mode)op, group, rank, ra, &out.shuffle);
        memcpy(rd, out.shuffle.rd, lanes * sizeof *rd);
    } else if (op == PEER_GROUP_RANK || op == PEER_GROUP_SIZE) {
        for (unsigned k = 0; k < lanes; k++)
            rd[k] = op == PEER_GROUP_RANK ? shfl_group_rank(group[k], k) : shfl_group_size(group[k]);
    } else if (op <= PEER_GROUP_ALL) {
        shfl_group_vote(lanes, group, p, &out.vote);
        memcpy(rd, out.vote.rd, lanes * sizeof *rd);
        *pu = op == PEER_GROUP_ANY ? out.vote.any : out.vote.all;
    } else if (op <= PEER_GROUP_MATCH_ALL) {
        shfl_group_match(lanes, op == PEER_GROUP_MATCH_ANY ? SHFL_MATCH_ANY : SHFL_MATCH_ALL, 32, group, ra,
                         &out.match);
        memcpy(rd, out.match.rd, lanes * sizeof *rd);
        *pu = out.match.pu;
    } else
        shfl_group_reduce(lanes, (enum shfl_group_scan)(op - PEER_GROUP_REDUCE), SHFL_REDUX_SUM, false, 32, group, ra,
                          rd);
    return 0;
}

int openshfl_barrier_peer(unsigned threads, unsigned op, unsigned warps, const uint64_t *exited, const uint64_t *p,
                          uint64_t *rd, uint64_t *we)
{
    uint64_t active[BARRIER_LANES] = { 0 }, predicate[BARRIER_LANES] = { 0 };
    struct shfl_barrier_out out = { .count = 0 };
    unsigned arrived = 0;

    for (unsigned i = 0; i * BARRIER_LANES < threads; i++) /* the threads of each warp that take part */
        if (warps >> i & 1) {
            const unsigned left = threads - i * BARRIER_LANES;

            active[arrived] = low(~lanes_at(exited, i), left < BARRIER_LANES ? left : BARRIER_LANES);
            predicate[arrived++] = lanes_at(p, i);
            we[i / 2] |= active[arrived - 1] << i % 2 * BARRIER_LANES;
        }
    shfl_barrier_block(BARRIER_LANES, arrived, active, predicate, &out);
    for (unsigned k = 0; k < threads; k++)
        rd[k] = op % PEER_BARRIER_PART == PEER_BARRIER_COUNT ? out.count
              : op % PEER_BARRIER_PART == PEER_BARRIER_AND   ? out.all
                                                             : out.any;
    return 0;
}
