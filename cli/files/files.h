/* SPDX-License-Identifier: Apache-2.0 */
/* files - the files that have shuffles in them: what a file is, the images in it, and the report on them. Nothing in a file
 * is trusted: every place that it names is checked against its size before it is read, and what is unpacked is limited.
 */
#ifndef FILES_H
#define FILES_H

#include "cli/read/shuffle.h"
#include "cli/sass/elf.h"

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

/* ---- Texts */

/* A shuffle in a text. */
struct listing_shfl {
    const char *kernel; /* [kernel_length], or NULL */
    size_t kernel_length;
    unsigned line;
    bool has_offset;
    uint64_t offset;
    const char *text;            /* as it was written */
    const struct explain *e;     /* or NULL: it is AMD's */
    const struct amd_insn *insn; /* or NULL */
};

/* The registers of a function of PTX that hold a number: the only thing that writes them is one mov. nvcc puts the operands
 * of shuffles into such registers. */
enum { PTX_NAME_MAX = 24, PTX_REGISTERS_MAX = 4096, PTX_LINE_MAX = 1024, PTX_NOTE_MAX = 160 };
struct ptx_constants {
    unsigned count;
    bool is_full;
    struct ptx_register {
        char name[PTX_NAME_MAX], value[PTX_NAME_MAX];
        unsigned writes;
    } list[PTX_REGISTERS_MAX];
};

/* Of the function that begins before the text, up to the next one. */
void ptx_constants(struct ptx_constants *constants, const char *text);

/* A line with a shuffle, with numbers for these registers.
 *
 *   note      "%r4 is 1, %r3 is 0"
 *   returns   whether it has any
 */
bool ptx_with_constants(struct ptx_constants *constants, const char *line, char into[PTX_LINE_MAX],
                        char note[PTX_NOTE_MAX]);

struct listing {
    const char *what; /* "PTX" */
    char gpu[IMAGE_GPU_MAX];
    unsigned lines, found;
    bool is_code; /* what it is, is known, though there be no shuffle in it */
};

/* Who hears of what listing_scan finds. */
struct listing_calls {
    void (*found)(void *context, const struct listing_shfl *);
    void (*unknown)(void *context, unsigned line, const char *why); /* a line with a shuffle that is not understood */
    /* or NULL: of a line that may be AMD's, before all else; at: where it begins in the whole text; true: it is dealt with */
    bool (*amd)(void *context, unsigned line, char *text, const char *whole, const char *at);
    void *context;
};

/* Find the shuffles of a text, line by line; a call is read by what stands in front of it in the whole text.
 *
 *   text      [size], plain, and ended by 0; it is overwritten
 */
void listing_scan(char *text, size_t size, const struct shuffle_options *options, struct listing *listing,
                  const struct listing_calls *calls);

/* ---- The report */

struct report_options {
    bool json, mangled;
    struct shuffle_options shuffle;
};

/* Print every shuffle of a file; - is standard input. Ends the program if there is nothing to be read. */
void report_file(const char *path, const struct report_options *options);

/* A SHFL of a machine word, as text and as a sentence. */
struct shfl_word;
void report_word(const struct shfl_word *shfl, char text[], char line[EXPLAIN_LINE_MAX]);

/* The sentence of a vote, election, match or redux that decode_collective has as text; and what it is, in e. */
void report_collective(const char *text, struct explain *e, char line[EXPLAIN_LINE_MAX]);

#endif
