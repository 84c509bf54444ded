/* SPDX-License-Identifier: Apache-2.0 */
/* listing - the shuffles of a text, line by line: machine code, PTX, compiler IR or a program. */
#ifndef LISTING_H
#define LISTING_H

#include "cli/files/amd.h"
#include "cli/files/files.h"
#include "shuffle.h"

/* A shuffle in a text. */
struct listing_shfl {
    const char *kernel; /* [kernel_length], or NULL */
    size_t kernel_length;
    unsigned line;
    bool has_offset;
    uint64_t offset;
    const char *text;            /* as it was written */
    struct explain *e;           /* or NULL: it is AMD's */
    const struct amd_insn *insn; /* or NULL */
};

struct listing {
    const char *what; /* "PTX" */
    char gpu[IMAGE_GPU_MAX];
    unsigned lines, found;
    bool is_code; /* what it is, is known, though there be no shuffle in it */
};

/* Find the shuffles of a text, line by line.
 *
 *   text      [size], plain, and ended by 0; it is overwritten
 *   unknown   is called for a line with a shuffle that is not understood
 */
void listing_scan(char *text, size_t size, const struct shuffle_options *options, struct listing *listing,
                  void (*found)(void *context, const struct listing_shfl *),
                  void (*unknown)(void *context, unsigned line, const char *why), void *context);

#endif
