/* SPDX-License-Identifier: Apache-2.0
 * right - a peer without a fault: the golden model behind cli/conform/peer.h. */
#include "cli/conform/peer.h"
#include "model/shfl.h"

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
