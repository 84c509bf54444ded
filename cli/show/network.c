/* SPDX-License-Identifier: Apache-2.0
 * network - see network.h */
#include "network.h"

#include <stdio.h>

const char *network_text(unsigned lanes, unsigned network, unsigned trips, char text[NETWORK_TEXT_MAX])
{
    snprintf(text, NETWORK_TEXT_MAX, "this shuffle takes %u trip%s on a network of %u:1, then %u:1", trips,
             trips == 1 ? "" : "s", network, lanes / network);
    return text;
}
