/* SPDX-License-Identifier: Apache-2.0
 * network - the sentence on a shuffle's trips through a network of two ranks. docs/rules.md 5.6 */
#ifndef NETWORK_H
#define NETWORK_H

/* The trips of a shuffle: "this shuffle takes 2 trips on a network of 8:1, then 4:1". */
enum { NETWORK_TEXT_MAX = 80 };
const char *network_text(unsigned lanes, unsigned network, unsigned trips, char text[NETWORK_TEXT_MAX]);

#endif
