/* SPDX-License-Identifier: Apache-2.0
 * right - a peer without a fault: the golden model behind cli/conform/peer.h; groups and barriers by their rules. */
#include "cli/conform/peer.h"
#include "model/shfl.h"
#include "model/shfl_rvv.h"

#include <string.h>

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

/* A value's bytes in a register, and back. */
static void put(uint8_t bytes[], unsigned element, unsigned width, uint64_t value)
{
    for (unsigned b = 0; b < width; b++)
        bytes[element * width + b] = (uint8_t)(value >> 8 * b);
}

static uint64_t get(const uint8_t bytes[], unsigned element, unsigned width)
{
    uint64_t value = 0;

    for (unsigned b = 0; b < width; b++)
        value |= (uint64_t)bytes[element * width + b] << 8 * b;
    return value;
}

int openshfl_rvv_peer(const struct openshfl_rvv *peer, uint64_t *vd)
{
    static const enum shfl_rvv_op ops[] = { SHFL_RVV_GATHER,    SHFL_RVV_GATHER_EI16, SHFL_RVV_GATHER_X,
                                            SHFL_RVV_GATHER_X,  SHFL_RVV_SLIDEUP,     SHFL_RVV_SLIDEUP,
                                            SHFL_RVV_SLIDEDOWN, SHFL_RVV_SLIDEDOWN,   SHFL_RVV_SLIDE1UP,
                                            SHFL_RVV_SLIDE1UP,  SHFL_RVV_SLIDE1DOWN,  SHFL_RVV_SLIDE1DOWN,
                                            SHFL_RVV_COMPRESS };
    static uint8_t mask[SHFL_RVV_VLEN_MAX / 8], vs1[4 * SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX];
    static uint8_t to[SHFL_RVV_BYTES_MAX];
    const bool ei16 = peer->op == PEER_VRGATHEREI16_VV, compress = peer->op == PEER_VCOMPRESS_VM;
    const unsigned width = peer->sew / 8;
    struct shfl_rvv_in in = { .op = ops[peer->op],
                              .vlen = peer->vlen,
                              .vl = peer->vl,
                              .vstart = peer->vstart,
                              .vm = peer->vm,
                              .vta = peer->vta,
                              .vma = peer->vma,
                              .x = peer->x,
                              .v0 = mask,
                              .vs1 = compress ? mask : vs1,
                              .vs2 = vs2 };

    while (8u << in.sew < peer->sew)
        in.sew++;
    in.lmul = peer->vlmul < 4 ? (int)peer->vlmul : (int)peer->vlmul - 8;
    if (shfl_rvv_check(&in) != SHFL_RVV_LEGAL)
        return 1;
    for (unsigned k = 0; k < peer->vlen / 64; k++)
        put(mask, k, 8, peer->mask[k]);
    for (unsigned k = 0; k < peer->elements; k++) {
        put(vs1, k, ei16 ? 2 : width, peer->index[k]);
        put(vs2, k, width, peer->vs2[k]);
        put(to, k, width, vd[k]);
    }
    shfl_rvv_execute(&in, true, to);
    for (unsigned k = 0; k < peer->elements; k++)
        vd[k] = get(to, k, width);
    return 0;
}

/* By rank, in the words of the rules: the members of the own group, in the order of their lanes. */
int openshfl_group_peer(unsigned lanes, unsigned op, unsigned tile, uint64_t active, const uint64_t *label,
                        const uint64_t *index, const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    *pu = 0;
    *we = active;
    for (unsigned k = 0; k < lanes; k++) {
        unsigned member[64], size = 0, rank = 0;
        uint64_t votes = 0, same = 0, sum = 0, below = 0;

        for (unsigned other = 0; other < lanes; other++)
            if (active >> other & 1 && (tile ? other / tile == k / tile : label[other] == label[k])) {
                if (other < k)
                    rank++;
                votes |= (ra[other] & 1) << size;
                same |= (uint64_t)(ra[other] == ra[k]) << size;
                sum += ra[other];
                below += other < k ? ra[other] : 0;
                member[size++] = other;
            }
        if (!(active >> k & 1))
            continue;

        const uint64_t all = ~UINT64_C(0) >> (64 - size), i = index[k], up = rank - i, down = rank + i;
        const uint64_t result[] = { [PEER_GROUP_SHFL] = ra[tile       ? member[i % tile]
                                                           : i < size ? member[i]
                                                                      : k],
                                    [PEER_GROUP_SHFL_UP] = ra[i <= rank ? member[up] : k],
                                    [PEER_GROUP_SHFL_DOWN] = ra[down < size ? member[down] : k],
                                    [PEER_GROUP_SHFL_XOR] = ra[k ^ i],
                                    [PEER_GROUP_RANK] = rank,
                                    [PEER_GROUP_SIZE] = size,
                                    [PEER_GROUP_BALLOT] = votes,
                                    [PEER_GROUP_ANY] = 0,
                                    [PEER_GROUP_ALL] = 0,
                                    [PEER_GROUP_MATCH_ANY] = same,
                                    [PEER_GROUP_MATCH_ALL] = same == all ? all : 0,
                                    [PEER_GROUP_REDUCE] = (uint32_t)sum,
                                    [PEER_GROUP_INCLUSIVE] = (uint32_t)(below + ra[k]),
                                    [PEER_GROUP_EXCLUSIVE] = (uint32_t)below };

        rd[k] = result[op];
        *pu |= (uint64_t)(op == PEER_GROUP_ANY ? votes != 0 : op == PEER_GROUP_ALL ? votes == all : same == all) << k;
    }
    return 0;
}

static bool one_of(const uint64_t mask[], unsigned k) { return mask[k / 64] >> k % 64 & 1; }

int openshfl_barrier_peer(unsigned threads, unsigned op, unsigned warps, const uint64_t *exited, const uint64_t *p,
                          uint64_t *rd, uint64_t *we)
{
    unsigned count = 0, there = 0;

    for (unsigned k = 0; k < threads; k++)
        if (warps >> k / 32 & 1 && !one_of(exited, k)) {
            there++;
            count += one_of(p, k);
            we[k / 64] |= UINT64_C(1) << k % 64;
        }
    for (unsigned k = 0; k < threads; k++)
        rd[k] = op % PEER_BARRIER_PART == PEER_BARRIER_COUNT ? count
              : op % PEER_BARRIER_PART == PEER_BARRIER_AND   ? count == there
                                                             : count > 0;
    return 0;
}
