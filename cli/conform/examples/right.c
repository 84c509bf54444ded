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
