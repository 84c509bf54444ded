/* SPDX-License-Identifier: Apache-2.0 */
/* trips - see trips.h */
#include "trips.h"

bool trips_network_is_legal(uint64_t network, unsigned lanes)
{
    return network >= 2 && network <= lanes / 2 && (network & (network - 1)) == 0;
}

unsigned trips(unsigned lanes, unsigned network, bool selects, const uint8_t named[], uint64_t reads)
{
    uint64_t left = shfl_all_lanes(lanes); /* by the trips so far */

    if (network == 0)
        return 1;
    for (unsigned count = 1;; count++) {
        uint64_t stay = 0;

        for (unsigned low = 1, step = network; step < lanes;
             low = step, step *= network) /* each rank but the last replaces bits of a number */
            for (unsigned k = 0; k < lanes; k++) {
                const unsigned high = selects ? named[k] / step : 0; /* of the position */
                unsigned leader = k % step;

                while (leader < k && (!(left >> leader & 1) || (selects && named[leader] / step != high)))
                    leader += step;
                if (selects && count == 1)
                    leader = high * step + k % step; /* the position's own lane */
                if ((named[k] ^ named[leader]) / low % network != 0)
                    stay |= left & reads & UINT64_C(1) << k;
            }
        if (stay == 0)
            return count;
        left = stay;
    }
}

unsigned trips_of_shfl(unsigned lanes, unsigned network, bool selects, const struct shfl_out *out)
{
    uint8_t named[SHFL_LANES_MAX] = { 0 };
    uint64_t reads = 0;

    for (unsigned k = 0; k < lanes; k++) {
        named[k] = (uint8_t)(out->j[k] & (int)(lanes - 1));
        reads |= (uint64_t)out->in_range[k] << k;
    }
    return trips(lanes, network, selects, named, reads);
}
