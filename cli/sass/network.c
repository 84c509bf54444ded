/* SPDX-License-Identifier: Apache-2.0
 * network - see network.h */
#include "network.h"

#include <stdio.h>

unsigned network_trips(unsigned lanes, unsigned network, const int8_t j[], const uint8_t in_range[])
{
    unsigned most = 1;

    for (unsigned l = 0; l < network; l++) { /* the lanes with these low bits share a select of rank 1 */
        const unsigned first = (unsigned)j[l] & (network - 1);
        uint64_t asked = UINT64_C(1) << first; /* what they ask it for */
        unsigned trips = 1;

        for (unsigned lane = network + l; lane < lanes; lane += network) {
            const uint64_t low = UINT64_C(1) << ((unsigned)j[lane] & (network - 1));

            trips += in_range[lane] && !(asked & low);
            asked |= in_range[lane] ? low : 0;
        }
        most = trips > most ? trips : most;
    }
    return most;
}

const char *network_text(unsigned lanes, unsigned network, unsigned trips, char text[NETWORK_TEXT_MAX])
{
    snprintf(text, NETWORK_TEXT_MAX, "this shuffle takes %u trip%s on a network of %u:1, then %u:1", trips,
             trips == 1 ? "" : "s", network, lanes / network);
    return text;
}
