/* SPDX-License-Identifier: Apache-2.0 */
/* trips - see trips.h */
#include "trips.h"

bool trips_network_is_legal(uint64_t network, unsigned lanes)
{
    return network >= 2 && network <= lanes / 2 && (network & (network - 1)) == 0;
}

/* Do two lanes of the same low bits name the same low bits? */
static bool agree(const uint8_t named[], unsigned a, unsigned b, unsigned network)
{
    return (named[a] ^ named[b]) % network == 0;
}

unsigned trips(unsigned lanes, unsigned network, const uint8_t named[], uint64_t reads)
{
    unsigned most = 1;

    for (unsigned first = 0; first < network; first++) { /* lanes first, first + network, ... share a select */
        unsigned count = 1;

        for (unsigned k = first + network; k < lanes; k += network) {
            bool served = !(reads >> k & 1) || agree(named, k, first, network);

            for (unsigned before = first + network; before < k; before += network)
                served |= (reads >> before & 1) && agree(named, k, before, network);
            count += !served;
        }
        if (count > most)
            most = count;
    }
    return most;
}

unsigned trips_of_shfl(unsigned lanes, unsigned network, const struct shfl_out *out)
{
    uint8_t named[SHFL_LANES_MAX] = { 0 };
    uint64_t reads = 0;

    if (network == 0)
        return 1;
    for (unsigned k = 0; k < lanes; k++) {
        named[k] = (uint8_t)(out->j[k] & (int)(lanes - 1));
        reads |= (uint64_t)out->in_range[k] << k;
    }
    return trips(lanes, network, named, reads);
}
