/* SPDX-License-Identifier: Apache-2.0 */
/* report - the report on a file. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/show/show.h"
#include "cli/files/decode.h"
#include "cli/read/listing.h"

struct report_options {
    bool json, mangled;
    struct answer_options given;
};

/* Print every shuffle of a file; - is standard input. Ends the program if there is nothing to be read. */
void report_file(const char *path, const struct report_options *options);

/* The sentence of an instruction that decode_text or decode_collective has as text; and what it is, in a. */
void report_sentence(const char *text, struct answer *a, char line[EXPLAIN_LINE_MAX]);

/* ---- What is kept until it is printed; between the modules report*.c */

struct shuffle {
    const char *kernel; /* or NULL */
    unsigned line;
    bool has_offset;
    uint64_t offset;
    char *text, *summary, *note; /* note: what is unusual about it, or empty */
    char *members;               /* of its object in JSON, if that is asked for */
};

struct unknown {
    unsigned line;
    char *why;
};

struct report {
    const struct report_options *options;
    const char *kind; /* "PTX" */
    bool is_text;
    char gpu[FILE_GPU_MAX], counts[160]; /* "2 kernels, 13 SHFL" */
    struct shuffle *shuffles;
    struct unknown *unknowns;
    size_t shuffle_count, unknown_count;
    unsigned kinds[DECODE_KINDS], amd, ballots, vectors, blocks; /* of a text: how many */
    char program[READ_WHY_MAX];                                  /* it has to be compiled: why, or empty */
    char *last, *last_shown; /* the name of the last kernel, and how it is printed */
};

/* The members of a shuffle in JSON; the caller frees them. found: of a machine word, else NULL. */
char *members_of(const struct answer *a, const char *asked, const char *summary, const char *note,
                 const struct cubin_shfl *found);

void print_text(const struct report *r, const char *path);
void print_json(const struct report *r, const char *path);

#endif
