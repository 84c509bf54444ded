/* SPDX-License-Identifier: Apache-2.0 */
/* fatbin - the fatbins of CUDA's; see files.h. NVIDIA does not document the format. The fields below are those on which files
 * of fatbinary, of CUDA 12 and 13, and cuobjdump's listing of them agree. */
#include "files.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 16, ENTRY = 64 /* bytes, or more: the entry says how many */ };

enum { PTX = 1, ELF = 2 };                  /* what is in an entry */
enum { IS_LZ4 = 0x2000, IS_ZSTD = 0x8000 }; /* of its flags */

/* One entry, at a place that reaches to the end of the fatbin.
 *
 *   length    set to the bytes of the entry
 */
static bool walk_entry(struct walk *walk, const struct place *at, uint64_t *length)
{
    struct place image;

    if (at->size < ENTRY)
        return walk_refuse(walk, at, "truncated or corrupt: an entry of the fatbin is cut off");
    const unsigned kind = (unsigned)place_number(at, 0, 2), sm = (unsigned)place_number(at, 28, 4);
    const uint64_t header = place_number(at, 4, 4), padded = place_number(at, 8, 8);
    const uint64_t packed = place_number(at, 16, 4), flags = place_number(at, 40, 8), size = place_number(at, 56, 8);
    const bool is_packed = (flags & (IS_LZ4 | IS_ZSTD)) != 0;

    if (header < ENTRY || header > at->size || !place_part(at, header, padded, &image)
        || (is_packed && !place_part(at, header, packed, &image)))
        return walk_refuse(walk, at, "truncated or corrupt: an entry of the fatbin is not within it");
    *length = header + padded;
    snprintf(image.gpu, sizeof image.gpu, "%s_%u", kind == PTX ? "compute" : "sm", sm);
    if (kind != PTX && kind != ELF)
        return walk_unread(walk, &image, "neither machine code nor PTX, maybe NVIDIA's LTO-IR");
    if (is_packed)
        return walk_packed(walk, &image, flags & IS_ZSTD ? PACKED_ZSTD : PACKED_LZ4, size);
    return walk_place(walk, &image);
}

/* Behind what fills up to the next one. */
static uint64_t skip_zeros(const struct place *place, uint64_t at)
{
    while (at < place->size && place->bytes[at] == 0)
        at++;
    return at;
}

bool walk_fatbins(struct walk *walk, const struct place *place)
{
    struct place fatbin, rest;

    for (uint64_t at = skip_zeros(place, 0); at < place->size; at = skip_zeros(place, at)) {
        place_part(place, at, place->size - at, &rest);
        if (rest.size < HEADER || file_recognize(rest.bytes, rest.size) != FILE_FATBIN)
            return walk_refuse(walk, place, "corrupt: no fatbin at 0x%llx of it", (unsigned long long)at);
        const uint64_t header = place_number(&rest, 6, 2), size = place_number(&rest, 8, 8);

        if (header < HEADER || !place_part(&rest, header, size, &fatbin))
            return walk_refuse(walk, place, "truncated or corrupt: a fatbin is not within the file");
        while (fatbin.size > 0) {
            uint64_t length = 0;

            if (!walk_entry(walk, &fatbin, &length))
                return false;
            fatbin.bytes += length;
            fatbin.size -= (size_t)length;
        }
        at += header + size;
    }
    return true;
}
