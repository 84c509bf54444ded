/* SPDX-License-Identifier: Apache-2.0
 * right - a peer without a fault: the golden model behind cli/conform/peer.h. */
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

/* A legal group with so many elements. */
static bool take_group(struct shfl_rvv_in *in, unsigned elements)
{
    for (in->vlen = 64; in->vlen <= SHFL_RVV_VLEN_MAX; in->vlen *= 2)
        for (in->lmul = -3; in->lmul <= 3; in->lmul++)
            if (shfl_rvv_vlmax(in) == elements && shfl_rvv_check(in) == SHFL_RVV_LEGAL)
                return true;
    return false;
}

int openshfl_gather_peer(unsigned elements, unsigned sew, int ei16, unsigned vl, uint64_t mask, const uint64_t *index,
                         const uint64_t *vs2, uint64_t *rd, uint64_t *we)
{
    static uint8_t v0[SHFL_RVV_VLEN_MAX / 8], indices[SHFL_RVV_BYTES_MAX], source[SHFL_RVV_BYTES_MAX];
    static uint8_t vd[SHFL_RVV_BYTES_MAX];
    const unsigned width = sew / 8;
    struct shfl_rvv_in in = {
        .op = ei16 ? SHFL_RVV_GATHER_EI16 : SHFL_RVV_GATHER, .vl = vl, .v0 = v0, .vs1 = indices, .vs2 = source
    };

    while (8u << in.sew < sew)
        in.sew++;
    if (!take_group(&in, elements))
        return 1;
    put(v0, 0, 8, mask);
    for (unsigned k = 0; k < elements; k++) {
        put(indices, k, ei16 ? 2 : width, index[k]);
        put(source, k, width, vs2[k]);
    }
    shfl_rvv_execute(&in, false, vd);
    *we = 0;
    for (unsigned k = 0; k < elements; k++) {
        rd[k] = get(vd, k, width);
        *we |= (uint64_t)(k < vl && (mask >> k & 1)) << k;
    }
    return 0;
}
