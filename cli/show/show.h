/* SPDX-License-Identifier: Apache-2.0 */
/* show - what was read and answered, as text, as JSON and as a picture. */
#ifndef SHOW_H
#define SHOW_H

#include "cli/answer/amd.h"
#include "cli/answer/equivalents.h"
#include "cli/answer/explain.h"
#include "cli/answer/rvv.h"

#include <stdio.h>

/* ---- NVIDIA's, and calls */

/* lane: the one whose stages are printed in place of the table; EXPLAIN_ALL is the table. */
#define EXPLAIN_ALL 64
void explain_text(const struct explain *e, unsigned lane, FILE *file);
void explain_json(const struct explain *e, FILE *file);
void explain_svg(const struct explain *e, FILE *file); /* e has_values */

/* The same of a vote, match or redux. */
void collective_text(const struct explain *e, unsigned lane, FILE *file);
void collective_json(const struct explain *e, FILE *file);
void collective_svg(const struct explain *e, FILE *file);

/* One lane in one line, for openshfl ask. */
void collective_answer(const struct explain *e, const char *shown, unsigned lane, FILE *file);

/* ---- AMD's */

/* lane: the one whose stages are printed in place of the table; SHFL_LANES_MAX is the table. */
void amd_explain(const struct amd_wave *wave, unsigned lane, FILE *file);
void amd_json(const struct amd_wave *wave, FILE *file);
void amd_svg(const struct amd_wave *wave, FILE *file);

/* ---- RISC-V's */

/* As text, one element's stages or (element >= elements) the table; as JSON; as a picture, of at most 64 elements. */
void rvv_explain(const struct rvv *r, unsigned element, FILE *file);
void rvv_json(const struct rvv *r, FILE *file);
void rvv_svg(const struct rvv *r, FILE *file);

/* One element in one line, for openshfl ask. */
void rvv_answer(const struct rvv *r, unsigned element, FILE *file);

/* ---- The same shuffle in each API */

void equivalents_text(const struct equiv_query *q, FILE *file);
void equivalents_json(const struct equiv_query *q, const char *key, FILE *file); /* key: the array's */

#endif
