/* SPDX-License-Identifier: Apache-2.0 */
/* report - the report on a file. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/answer/amd.h"
#include "cli/answer/explain.h"
#include "cli/read/listing.h"
#include "cli/files/decode.h"

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

/* ---- What is kept until it is printed; between the modules report*.c */

struct shuffle {
    const char *kernel; /* or NULL */
    unsigned line;
    bool has_offset;
    uint64_t offset;
    char *text, *summary, *note; /* note: what is unusual about it, or empty */
    char *fields;                /* JSON, if that is asked for */
};

struct unknown {
    unsigned line;
    char *why;
};

/* An image, and what is in it: the shuffles and the lines from first on, up to those of the next one. */
struct found_image {
    enum file_kind kind;
    const char *what;                      /* "PTX" */
    char *where, gpu[IMAGE_GPU_MAX], *why; /* why: it cannot be read; or NULL */
    char *counts;                          /* "2 kernels, 13 SHFL" */
    bool is_code;
    size_t first, shuffles, first_unknown, unknowns;
};

struct report {
    const struct report_options *options;
    struct found_image *images;
    struct shuffle *shuffles;
    struct unknown *unknowns;
    size_t image_count, shuffle_count, unknown_count;
    unsigned kinds[DECODE_KINDS], amd, ballots; /* of the text that is read: how many; ballots: functions of one */
    char *last, *last_shown;                    /* the name of the last kernel, and how it is printed */
};

/* An object of JSON, the fields of an instruction; the caller frees it. */
char *fields_of_word(const struct cubin_shfl *found, bool is_volta);
char *fields_of_collective(const struct cubin_shfl *found, const struct explain *e);
char *fields_of_amd(const struct amd_insn *insn);
char *fields_of_call(const struct explain *e);

void print_text(const struct report *r, const char *path, enum file_kind kind);
void print_json(const struct report *r, const char *path, enum file_kind kind);

#endif
