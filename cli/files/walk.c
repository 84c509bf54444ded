/* SPDX-License-Identifier: Apache-2.0 */
/* walk - see files.h */
#include "files.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

bool place_part(const struct place *of, uint64_t offset, uint64_t size, struct place *part)
{
    if (offset > of->size || size > of->size - offset)
        return false;
    *part = *of;
    part->bytes += offset;
    part->size = (size_t)size;
    part->depth++;
    return true;
}

void place_name(struct place *place, const char *name, size_t length)
{
    size_t used = strlen(place->where);

    if (used > 0 && used + 2 < sizeof place->where)
        used += (size_t)snprintf(place->where + used, sizeof place->where - used, " ");
    for (size_t i = 0; i < length && used + 1 < sizeof place->where; i++)
        place->where[used++] = name[i] >= ' ' && name[i] <= '~' ? name[i] : '?';
    place->where[used] = '\0';
}

uint64_t place_number(const struct place *place, uint64_t offset, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | place->bytes[offset + i];
    return value;
}

bool walk_refuse(struct walk *walk, const struct place *place, const char *format, ...)
{
    char text[ELF_ERROR_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return elf_refuse(walk->err, "%.80s%s%s", place->where, place->where[0] ? ": " : "", text);
}

static void tell(struct walk *walk, const struct place *place, enum file_kind kind, const char *why)
{
    struct image image = { .kind = kind, .bytes = place->bytes, .size = place->size };

    memcpy(image.where, place->where, sizeof image.where);
    memcpy(image.gpu, place->gpu, sizeof image.gpu);
    snprintf(image.why, sizeof image.why, "%s", why);
    walk->found(walk->context, &image);
}

bool walk_unread(struct walk *walk, const struct place *place, const char *why)
{
    tell(walk, place, FILE_OTHER, why);
    return true;
}

bool walk_place(struct walk *walk, const struct place *place)
{
    const enum file_kind kind = file_recognize(place->bytes, place->size);
    char why[ELF_ERROR_MAX];

    if (place->depth > DEPTH_MAX)
        return walk_refuse(walk, place, "files within files, more than %d deep", DEPTH_MAX);
    if (place->size > walk->room)
        return walk_refuse(walk, place, "corrupt: it has more images than fit into it");
    walk->room -= place->size;
    switch (kind) {
    case FILE_FATBIN: return walk_fatbins(walk, place);
    case FILE_BUNDLE:
    case FILE_PACKED_BUNDLE: return walk_bundles(walk, place);
    case FILE_OFFLOAD: return walk_offloads(walk, place);
    case FILE_ARCHIVE: return walk_archive(walk, place);
    case FILE_HOST: return walk_host(walk, place);
    case FILE_OTHER: file_refuse(place->bytes, place->size, why); return walk_unread(walk, place, why);
    default: tell(walk, place, kind, ""); return true;
    }
}

bool walk_file(struct walk *walk, const uint8_t bytes[], size_t size)
{
    const struct place all = { .bytes = bytes, .size = size };

    walk->room = (UINT64_C(256) << 20) + 64 * (uint64_t)size;
    walk->err[0] = '\0';
    if (file_recognize(bytes, size) == FILE_OTHER)
        return file_refuse(bytes, size, walk->err);
    return walk_place(walk, &all);
}
