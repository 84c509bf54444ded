/* SPDX-License-Identifier: Apache-2.0 */
/* files - the files that have shuffles in them: what a file is, the images in it, and the report on them. Nothing in a file
 * is trusted: every place that it names is checked against its size before it is read, and what is unpacked is limited.
 */
#ifndef FILES_H
#define FILES_H

#include "elf.h"

/* ---- What it is */

enum file_kind {
    FILE_OTHER, /* none of these */
    FILE_CUBIN,
    FILE_CODE_OBJECT,
    FILE_TEXT,
    /* with images in them */
    FILE_FATBIN,
    FILE_BUNDLE,
    FILE_PACKED_BUNDLE,
    FILE_OFFLOAD,
    FILE_ARCHIVE,
    FILE_HOST /* an ELF file for a processor */
};

/* By its first bytes. */
enum file_kind file_recognize(const uint8_t bytes[], size_t size);

/* "fatbin", for messages and JSON */
const char *file_kind_name(enum file_kind kind);

/* Of FILE_OTHER: what it looks like, and the tool that makes one of the others of it. Returns false. */
bool file_refuse(const uint8_t bytes[], size_t size, char err[ELF_ERROR_MAX]);

/* ---- The images in it */

enum { IMAGE_WHERE_MAX = 200, IMAGE_GPU_MAX = 48 };

struct image {
    enum file_kind kind; /* FILE_CUBIN, FILE_CODE_OBJECT, FILE_TEXT; or FILE_OTHER: it cannot be read */
    const uint8_t *bytes;
    size_t size;
    char where[IMAGE_WHERE_MAX]; /* in which member and section, or empty */
    char gpu[IMAGE_GPU_MAX];     /* for which, as what is around it says; or empty */
    char why[ELF_ERROR_MAX];     /* it cannot be read */
};

struct walk {
    void (*found)(void *context, const struct image *); /* called for each; its bytes are gone afterwards */
    void *context;
    uint64_t room;           /* bytes that may still be unpacked, and looked through: images may share theirs */
    char err[ELF_ERROR_MAX]; /* what is wrong */
};

/* Find the images of a file, in files within files.
 *
 *   walk      found and context are set before
 *   returns   whether the file is whole and has any; if not, walk->err says what is wrong, and found may have been called
 */
bool walk_file(struct walk *walk, const uint8_t bytes[], size_t size);

/* ---- For the modules of walk_file: a place in the file, within others */

struct place {
    const uint8_t *bytes;
    size_t size;
    unsigned depth;
    char where[IMAGE_WHERE_MAX], gpu[IMAGE_GPU_MAX];
};

/* A part of a place; false if it is not within it. */
bool place_part(const struct place *of, uint64_t offset, uint64_t size, struct place *part);

/* Add a name to where it is; a character that cannot be printed becomes a question mark. */
void place_name(struct place *place, const char *name, size_t length);

/* A little-endian number; the caller has checked its place. */
uint64_t place_number(const struct place *place, uint64_t offset, unsigned bytes);

bool walk_place(struct walk *walk, const struct place *place);
bool walk_fatbins(struct walk *walk, const struct place *place);  /* one behind the other */
bool walk_bundles(struct walk *walk, const struct place *place);  /* clang's, packed or not, one behind the other */
bool walk_offloads(struct walk *walk, const struct place *place); /* LLVM's OffloadBinary, one behind the other */
bool walk_host(struct walk *walk, const struct place *place);
bool walk_archive(struct walk *walk, const struct place *place);

/* Report an image that cannot be read. Returns true, as the walk goes on. */
bool walk_unread(struct walk *walk, const struct place *place, const char *why);

/* The file is broken: set walk->err. Returns false. */
bool walk_refuse(struct walk *walk, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- What is packed. The libraries are loaded when they are first needed. */

enum packing { PACKED_LZ4, PACKED_ZSTD, PACKED_ZLIB };

/* Unpack to a size that is known, and walk through it; or report it as an image that cannot be read. */
bool walk_packed(struct walk *walk, const struct place *place, enum packing packing, uint64_t size);

/* ---- Names */

/* A name of C++ as programmers write it, or the name as it is; the caller frees it; never NULL. */
char *demangle(const char *name, size_t length);

#endif
