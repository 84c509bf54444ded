/* SPDX-License-Identifier: Apache-2.0 */
/* bundle - the bundles of clang-offload-bundler and clang-offload-packager; see files.h. Source: Clang's pages "Clang Offload
 * Bundler" and "Clang Offload Packager"; LLVM's OffloadBundle.h and OffloadBinary.h for the header of a compressed bundle and
 * version 2. */
#include "files.h"

#include <stdio.h>
#include <string.h>

/* The end of "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", "hip-amdgcn-amd-amdhsa-gfx90a", "openmp-nvptx64-nvidia-cuda--sm_90". */
static void take_gpu(struct place *image, const char *id, size_t length)
{
    static const char *const begins[] = { "-gfx", "-sm_" };

    for (size_t at = length; at-- > 0;)
        for (size_t i = 0; i < 2; i++)
            if (length - at > 4 && memcmp(id + at, begins[i], 4) == 0) {
                const size_t left = length - at - 1;

                for (size_t k = 0; k < left && k + 1 < sizeof image->gpu; k++) {
                    const char c = id[at + 1 + k];

                    image->gpu[k] = c >= ' ' && c <= '~' ? c : '?';
                    image->gpu[k + 1] = '\0';
                }
                return;
            }
}

/* ---- __CLANG_OFFLOAD_BUNDLE__ */

enum { MAGIC = 24, ENTRY = 24 };

/* One bundle, at a place that reaches to the end of the file.
 *
 *   end       set to the end of what it names
 */
static bool walk_bundle(struct walk *walk, const struct place *at, uint64_t *end)
{
    if (at->size < MAGIC + 8)
        return walk_refuse(walk, at, "truncated: the bundle has no table");
    const uint64_t count = place_number(at, MAGIC, 8);
    uint64_t entry = MAGIC + 8;

    *end = entry;
    for (uint64_t i = 0; i < count; i++) {
        struct place image, id;

        if (at->size - entry < ENTRY)
            return walk_refuse(walk, at, "truncated or corrupt: the table of the bundle is cut off");
        const uint64_t offset = place_number(at, entry, 8), size = place_number(at, entry + 8, 8);
        if (!place_part(at, entry + ENTRY, place_number(at, entry + 16, 8), &id)
            || !place_part(at, offset, size, &image))
            return walk_refuse(walk, at, "truncated or corrupt: image %llu of the bundle is not within the file",
                               (unsigned long long)i + 1);
        const char *name = (const char *)id.bytes;

        entry += ENTRY + id.size;
        *end = offset + size > *end ? offset + size : *end;
        *end = entry > *end ? entry : *end;
        if (size == 0 || (id.size >= 4 && memcmp(name, "host", 4) == 0))
            continue;
        place_name(&image, name, id.size);
        take_gpu(&image, name, id.size);
        if (!walk_place(walk, &image))
            return false;
    }
    return true;
}

/* ---- CCOB, the same compressed */

static bool walk_packed_bundle(struct walk *walk, const struct place *at, uint64_t *end)
{
    static const unsigned headers[] = { 0, 20, 24, 32 }; /* by version */
    struct place packed;
    const unsigned version = at->size < 8 ? 1 : (unsigned)place_number(at, 4, 2);

    if (version >= 1 && version <= 3 && at->size < headers[version])
        return walk_refuse(walk, at, "truncated: the header of a compressed bundle is cut off");
    if (version < 1 || version > 3)
        return walk_refuse(walk, at, "version %u of a compressed bundle; known are 1 to 3", version);
    const uint64_t method = place_number(at, 6, 2);
    const unsigned field = version == 3 ? 8 : 4;
    const uint64_t whole = version == 1 ? at->size : place_number(at, 8, field);
    const uint64_t size = place_number(at, version == 1 ? 8 : 8 + field, field);

    if (whole < headers[version] || !place_part(at, headers[version], whole - headers[version], &packed))
        return walk_refuse(walk, at, "truncated or corrupt: the compressed bundle is not within the file");
    *end = whole;
    if (method > 1)
        return walk_unread(walk, &packed, "compressed by a method that is not known; known are 0, zlib, and 1, zstd");
    return walk_packed(walk, &packed, method == 1 ? PACKED_ZSTD : PACKED_ZLIB, size);
}

/* Both kinds, one behind the other: the linker puts a bundle of each object into .hip_fatbin, with zeros between them. */
bool walk_bundles(struct walk *walk, const struct place *place)
{
    for (uint64_t at = 0, end = 0; at < place->size; at += end) {
        struct place rest;

        while (at < place->size && place->bytes[at] == 0)
            at++;
        if (at == place->size)
            break;
        place_part(place, at, place->size - at, &rest);
        const enum file_kind kind = file_recognize(rest.bytes, rest.size);
        if (kind != FILE_BUNDLE && kind != FILE_PACKED_BUNDLE) {
            if (at > 0)
                break; /* what the images of a bundle are filled up with */
            return walk_refuse(walk, place, "corrupt: no bundle of clang's in it");
        }
        if (!(kind == FILE_BUNDLE ? walk_bundle : walk_packed_bundle)(walk, &rest, &end))
            return false;
    }
    return true;
}

/* ---- OffloadBinary */

enum { TEXT_MAX = 4096, STRINGS_MAX = 256 };

/* A text that ends within the file, or NULL. */
static const char *text_at(const struct place *file, uint64_t at)
{
    const uint64_t left = at < file->size ? file->size - at : 0;

    if (left == 0 || memchr(file->bytes + at, '\0', left < TEXT_MAX ? (size_t)left : TEXT_MAX) == NULL)
        return NULL;
    return (const char *)file->bytes + at;
}

/* The value of a key in the strings of an entry, or NULL. */
static const char *string_of(const struct place *file, uint64_t strings, uint64_t count, unsigned stride,
                             const char *key)
{
    for (uint64_t i = 0; i < count; i++) {
        struct place pair;

        if (!place_part(file, strings + i * stride, stride, &pair))
            return NULL;
        const char *name = text_at(file, place_number(&pair, 0, 8));
        if (name != NULL && strcmp(name, key) == 0)
            return text_at(file, place_number(&pair, 8, 8));
    }
    return NULL;
}

static bool walk_offload(struct walk *walk, const struct place *file, unsigned version)
{
    enum { IMAGE = 40 };
    const uint64_t first = place_number(file, 16, 8), count = version == 1 ? 1 : place_number(file, 24, 8);
    const unsigned stride = version == 1 ? 16 : 24;

    for (uint64_t i = 0; i < count; i++) {
        struct place entry, image;

        if (first > file->size || !place_part(file, first + i * IMAGE, IMAGE, &entry))
            return walk_refuse(walk, file, "truncated or corrupt: an entry of the offload binary is not within it");
        if (!place_part(file, place_number(&entry, 24, 8), place_number(&entry, 32, 8), &image))
            return walk_refuse(walk, file, "truncated or corrupt: an image of the offload binary is not within it");
        const uint64_t strings = place_number(&entry, 8, 8), pairs = place_number(&entry, 16, 8);
        if (strings > file->size || pairs > STRINGS_MAX)
            return walk_refuse(walk, file, "corrupt: an image of the offload binary has %llu strings",
                               (unsigned long long)pairs);
        const char *arch = string_of(file, strings, pairs, stride, "arch");
        const char *triple = string_of(file, strings, pairs, stride, "triple");

        if (arch) {
            snprintf(image.gpu, sizeof image.gpu, "%.40s", arch);
            for (char *c = image.gpu; *c; c++)
                *c = *c >= ' ' && *c <= '~' ? *c : '?';
        }
        if (triple)
            place_name(&image, triple, strlen(triple));
        if (image.size > 0 && !walk_place(walk, &image))
            return false;
    }
    return true;
}

bool walk_offloads(struct walk *walk, const struct place *place)
{
    enum { HEADER = 32 };

    for (uint64_t at = 0, size; at < place->size; at += size) {
        struct place rest, file;

        while (at < place->size && place->bytes[at] == 0)
            at++;
        if (at == place->size)
            break;
        place_part(place, at, place->size - at, &rest);
        if (rest.size < HEADER || file_recognize(rest.bytes, rest.size) != FILE_OFFLOAD)
            return walk_refuse(walk, place, "corrupt: no offload binary of LLVM's at 0x%llx of it",
                               (unsigned long long)at);
        const unsigned version = (unsigned)place_number(&rest, 4, 4);
        size = place_number(&rest, 8, 8);
        if (version < 1 || version > 2)
            return walk_refuse(walk, place, "version %u of an offload binary; known are 1 and 2", version);
        if (size < HEADER || !place_part(&rest, 0, size, &file))
            return walk_refuse(walk, place, "truncated or corrupt: an offload binary is not within the file");
        if (!walk_offload(walk, &file, version))
            return false;
    }
    return true;
}
