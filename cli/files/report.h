/* SPDX-License-Identifier: Apache-2.0 */
/* report - what is kept of a file until it is printed; between the modules report*.c */
#ifndef REPORT_H
#define REPORT_H

#include "cli/amd/amd.h"
#include "files.h"

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
