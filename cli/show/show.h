/* SPDX-License-Identifier: Apache-2.0 */
/* show - what was read and answered, as text, as JSON and as a picture: one of each for all families. */
#ifndef SHOW_H
#define SHOW_H

#include "cli/answer/answer.h"
#include "cli/answer/equivalents.h"
#include "lib/json.h"

#include <stdio.h>

/* The text. lane: the one whose stages are printed in place of the table; SHOW_ALL is the table. */
#define SHOW_ALL (~0u)
void show_text(const struct answer *a, unsigned lane, FILE *file);

/* One lane in one line, for openshfl ask; shown: what was asked. */
void show_line(const struct answer *a, const char *shown, unsigned lane, FILE *file);

/* docs/use/explain.md has its shape. */
void show_json(const struct answer *a, FILE *file);
void show_json_members(struct json *json, const struct answer *a); /* of an object that is open */

/* The first members of that, for other lists: kind, operation, instruction, asked, summary, note and source. */
struct said;
void show_json_head(struct json *json, const struct said *s, const char *summary, const char *note);

/* The picture; the lanes are known, and at most 64. */
void show_svg(const struct answer *a, FILE *file);

/* The same shuffle in each API. */
void equivalents_text(const struct equiv_query *q, FILE *file);
void equivalents_json(const struct equiv_query *q, FILE *file);

#endif
