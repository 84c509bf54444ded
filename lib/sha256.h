/* SPDX-License-Identifier: Apache-2.0
 * sha256 - the checksum of FIPS 180-4, as sha256sum prints it. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

#define SHA256_TEXT 65
void sha256(const void *bytes, size_t size, char text[SHA256_TEXT]);

#endif
