/* SPDX-License-Identifier: Apache-2.0 */
/* findings - what is wrong with kernels: a list without repetitions, as text, JSON, SARIF or GitHub's annotations. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "ptx_run.h"

#include <stdio.h>

enum findings_format { FINDINGS_TEXT, FINDINGS_JSON, FINDINGS_SARIF, FINDINGS_GITHUB };
extern const char *const findings_formats[]; /* their names, NULL behind the last */

struct found {
    struct ptx_finding of; /* with a copy of its text; files and kernels stay */
    const char *kernel;
    uint64_t count;  /* so often */
    bool is_doubted; /* it is there with some of what was guessed, and not with other: a note */
};

struct findings {
    struct found *found;
    unsigned count, errors; /* errors: of them, all but notes */
    const char *kernel;     /* of the next ones, or NULL */
};

void findings_add(struct findings *f, const struct ptx_finding *one);
/* Those of one kernel become the last of all. */
void findings_move(struct findings *f, struct findings *of_kernel);
void findings_print(const struct findings *f, enum findings_format format, FILE *file);

/* Members of an object of JSON. */
struct json;
void findings_json(const struct findings *f, struct json *json);

#endif
