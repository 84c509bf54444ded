/* SPDX-License-Identifier: Apache-2.0 */
/* decompress - see files.h. The libraries are those of the system, loaded when they are first needed, so that the command
 * is built, and reads all else, without them. */
#include "files.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const struct packer {
    const char *name, *library, *package, *function;
} packers[] = {
    [PACKED_LZ4] = { "LZ4", "liblz4.so.1", "liblz4-1", "LZ4_decompress_safe" },
    [PACKED_ZSTD] = { "zstd", "libzstd.so.1", "libzstd1", "ZSTD_decompress" },
    [PACKED_ZLIB] = { "zlib", "libz.so.1", "zlib1g", "uncompress" },
};

/* A function of a library, or NULL. */
union function {
    void *loaded;
    int (*lz4)(const char *from, char *to, int length, int size);
    size_t (*zstd)(void *to, size_t size, const void *from, size_t length);
    int (*zlib)(unsigned char *to, unsigned long *size, const unsigned char *from, unsigned long length);
};

static union function load(const struct packer *packer)
{
    void *library = dlopen(packer->library, RTLD_NOW);

    return (union function){ .loaded = library ? dlsym(library, packer->function) : NULL };
}

/* Do they unpack to this size? */
static bool unpack(enum packing packing, union function function, const struct place *from, uint8_t *to, size_t size)
{
    unsigned long got = size;

    switch (packing) {
    case PACKED_LZ4:
        return from->size <= INT_MAX && size <= INT_MAX
            && function.lz4((const char *)from->bytes, (char *)to, (int)from->size, (int)size) == (int)size;
    case PACKED_ZSTD: return function.zstd(to, size, from->bytes, from->size) == size; /* an error is a large number */
    default: return function.zlib(to, &got, from->bytes, from->size) == 0 && got == size;
    }
}

bool walk_packed(struct walk *walk, const struct place *place, enum packing packing, uint64_t size)
{
    static union function functions[sizeof packers / sizeof *packers];
    const struct packer *packer = &packers[packing];
    struct place unpacked = *place;
    char why[ELF_ERROR_MAX];

    if (functions[packing].loaded == NULL)
        functions[packing] = load(packer);
    if (functions[packing].loaded == NULL) {
        snprintf(why, sizeof why, "compressed with %s, and %s cannot be loaded: install it, Debian's package %s",
                 packer->name, packer->library, packer->package);
        return walk_unread(walk, place, why);
    }
    if (size > walk->room) {
        snprintf(why, sizeof why, "it unpacks to %llu bytes; %llu are left of what a file of this size may unpack to",
                 (unsigned long long)size, (unsigned long long)walk->room);
        return walk_unread(walk, place, why);
    }
    walk->room -= size;
    uint8_t *bytes = malloc((size_t)size + 1);
    if (bytes == NULL)
        return walk_unread(walk, place, "too large for this machine's memory");
    bytes[size] = 0;
    unpacked.bytes = bytes;
    unpacked.size = (size_t)size;
    unpacked.depth++;
    if (!unpack(packing, functions[packing], place, bytes, (size_t)size)) {
        free(bytes);
        snprintf(why, sizeof why, "corrupt: its %zu bytes of %s do not unpack to %llu", place->size, packer->name,
                 (unsigned long long)size);
        return walk_unread(walk, place, why);
    }
    const bool whole = walk_place(walk, &unpacked);
    free(bytes);
    return whole;
}
