/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_print - see show.h: what each element gets, as text and as JSON. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

/* ---- Text */

void rvv_print(const struct rvv *r, bool table, FILE *file)
{
    char from_text[8], value[RVV_NUMBER_MAX], result[RVV_NUMBER_MAX];

    fprintf(file, "%s\n%s\nVLEN %u, %s: VLMAX %u, vl %u", r->text, r->line, r->in.vlen, r->vtype, r->elements,
            r->in.vl);
    if (r->in.vstart)
        fprintf(file, ", vstart %u", r->in.vstart);
    fputc('\n', file);
    if (r->note[0] != '\0')
        fprintf(file, "note: %s\n", r->note);
    if (!table)
        return;
    fprintf(file, "\nelement        part  reads  %18s  %18s\n", "source", "result");
    for (unsigned e = 0; e < r->elements; e++) {
        unsigned from;
        const enum shfl_rvv_what what = rvv_what(r, e, &from);

        snprintf(from_text, sizeof from_text, "%u", from);
        fprintf(file, "%7u  %10s  %5s  %18s  %18s\n", e, rvv_part_name[rvv_part(r, e)],
                what == SHFL_RVV_BYTE ? from_text : "none", rvv_number(rvv_source(r, e), value),
                what == SHFL_RVV_KEEP       ? "keeps"
                : what == SHFL_RVV_AGNOSTIC ? "agnostic"
                                            : rvv_number(rvv_result(r, e), result));
    }
}

void rvv_reply(const struct rvv *r, const char *shown, unsigned element, FILE *file)
{
    char step[STEPS_MAX][STEP_MAX];
    unsigned from;

    rvv_steps(r, element, step);
    fprintf(file, "%s, element %u of %u (%s, vl %u): ", shown, element, r->elements, r->vtype, r->in.vl);
    if (rvv_what(r, element, &from) == SHFL_RVV_BYTE)
        fprintf(file, "reads element %u; %s", from, step[2]);
    else
        fprintf(file, "%s; %s", step[0], step[2]);
    fputs(r->note[0] != '\0' ? "; note: " : "", file);
    fprintf(file, "%s\n", r->note);
}
