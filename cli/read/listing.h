/* SPDX-License-Identifier: Apache-2.0 */
/* listing - the shuffles of a text, line by line: machine code, PTX, compiler IR or a program. */
#ifndef LISTING_H
#define LISTING_H

#include "cli/files/files.h"
#include "cli/read/calls.h"

/* A shuffle, vote, match, redux or permutation in a text: what is to be read, and where it stands. */
struct listing_place {
    const char *kernel; /* [kernel_length], or NULL */
    size_t kernel_length;
    unsigned line;
    bool has_offset;
    uint64_t offset;
    const char *text;        /* from it on, with what it needs of the lines before; of a call all of the file */
    const char *at;          /* where the call begins in it; or NULL */
    const struct flow *flow; /* who executes an instruction, by the lines in front of it */
    const char *gpu;         /* AMD's instruction: of which GPU; or NULL */
};

struct listing {
    const char *what; /* "PTX" */
    char gpu[FILE_GPU_MAX];
    unsigned lines;
    bool is_code; /* what it is, is known, though there be no shuffle in it */
};

/* Who is told: of a place, and of a line with a shuffle that cannot be read, whoever tries. */
struct listing_sink {
    void (*found)(void *context, const struct listing_place *);
    void (*unknown)(void *context, unsigned line, const char *why);
    void *context;
};

/* Find the places of a text, line by line.
 *
 *   text      [size], plain, and ended by 0
 *   gpu       AMD's, as an option has it, or NULL: the text may name it
 *   returns   false: there is no memory
 */
bool listing_scan(const char *text, size_t size, const char *gpu, struct listing *listing,
                  const struct listing_sink *sink);

#endif
