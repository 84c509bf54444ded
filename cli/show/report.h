/* SPDX-License-Identifier: Apache-2.0 */
/* report - the report on a file. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/show/show.h"
#include "cli/files/decode.h"
#include "cli/read/listing.h"

struct report_options {
    bool json, mangled;
    struct read_options given;
};

/* Print every shuffle of a file; - is standard input. Ends the program if there is nothing to be read. */
void report_file(const char *path, const struct report_options *options);

/* The sentence of an instruction that decode_text or decode_collective has as text; and what it is, in a. */
void report_sentence(const char *text, struct answer *a, char line[EXPLAIN_LINE_MAX]);

#endif
