/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_vote - see shfl.h; docs/rules.md 8 */
#include "shfl.h"

int shfl_vote(unsigned lanes, enum shfl_vote_op op, uint64_t active, uint64_t p, struct shfl_vote_out *out)
{
    if (lanes < 2 || lanes > SHFL_LANES_MAX || (lanes & (lanes - 1)) != 0 || (unsigned)op >= SHFL_VOTES)
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
    out->we = active & all_lanes;
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
