/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_print - see show.h: what each element gets, as text and as JSON. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

enum { STAGES = 3, STEP_MAX = 160 };
static const char *const stages[STAGES] = { "source", "crossbar", "write-back" };

/* ---- Text */

/* The index that an element has in the register of indices. */
static uint64_t index_of(const struct rvv *r, unsigned element)
{
    const unsigned bytes = r->in.op == SHFL_RVV_GATHER_EI16 ? 2 : 1u << r->in.sew;
    uint64_t value = 0;

    for (unsigned b = 0; b < bytes; b++)
        value |= (uint64_t)r->vs1[element * bytes + b] << 8 * b;
    return value;
}

/* What each stage does for an element. */
static void steps(const struct rvv *r, unsigned e, char step[STAGES][STEP_MAX])
{
    const enum rvv_part part = rvv_part(r, e);
    unsigned from;
    const enum shfl_rvv_what what = rvv_what(r, e, &from);
    const bool has_index = part == RVV_BODY && (r->in.op == SHFL_RVV_GATHER || r->in.op == SHFL_RVV_GATHER_EI16);
    char value[RVV_NUMBER_MAX], index[RVV_NUMBER_MAX + 20] = "";

    if (has_index) {
        rvv_number(index_of(r, e), value);
        snprintf(index, sizeof index, "the index is %s: ", value);
    }
    switch (what) {
    case SHFL_RVV_BYTE: snprintf(step[0], STEP_MAX, "%selement %u", index, from); break;
    case SHFL_RVV_ZERO: snprintf(step[0], STEP_MAX, "%sbeyond the last element, %u", index, r->elements - 1); break;
    case SHFL_RVV_SCALAR: snprintf(step[0], STEP_MAX, "the scalar"); break;
    default:
        if (part == RVV_BODY && r->in.vstart < r->in.vl)
            snprintf(step[0], STEP_MAX,
                     r->in.op == SHFL_RVV_COMPRESS ? "behind the last selected element: tail"
                                                   : "below the offset: no element");
        else
            snprintf(step[0], STEP_MAX, "none: %s", part == RVV_BODY ? "vstart is not below vl" : rvv_part_name[part]);
    }
    if (what == SHFL_RVV_BYTE)
        snprintf(step[1], STEP_MAX, "element %u holds %s", from, rvv_number(rvv_source(r, from), value));
    else
        snprintf(step[1], STEP_MAX, "reads nothing");
    if (what == SHFL_RVV_KEEP)
        snprintf(step[2], STEP_MAX, "keeps its old value");
    else if (what == SHFL_RVV_AGNOSTIC)
        snprintf(step[2], STEP_MAX, "agnostic: keeps its old value, or all bits become 1");
    else
        snprintf(step[2], STEP_MAX, "writes %s", rvv_number(rvv_result(r, e), value));
}

void rvv_explain(const struct rvv *r, unsigned element, FILE *file)
{
    char step[STAGES][STEP_MAX], from_text[8], value[RVV_NUMBER_MAX], result[RVV_NUMBER_MAX];

    fprintf(file, "%s\n%s\nVLEN %u, %s: VLMAX %u, vl %u", r->text, r->line, r->in.vlen, r->vtype, r->elements,
            r->in.vl);
    if (r->in.vstart)
        fprintf(file, ", vstart %u", r->in.vstart);
    fputc('\n', file);
    if (r->note[0] != '\0')
        fprintf(file, "note: %s\n", r->note);
    if (element < r->elements) {
        steps(r, element, step);
        fprintf(file, "\nelement %u\n", element);
        for (unsigned i = 0; i < STAGES; i++)
            fprintf(file, "%11s  %s\n", stages[i], step[i]);
        return;
    }
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

void rvv_answer(const struct rvv *r, unsigned element, FILE *file)
{
    char step[STAGES][STEP_MAX];
    unsigned from;

    steps(r, element, step);
    fprintf(file, "%s, element %u of %u (%s, vl %u): ", r->text, element, r->elements, r->vtype, r->in.vl);
    if (rvv_what(r, element, &from) == SHFL_RVV_BYTE)
        fprintf(file, "reads element %u; %s", from, step[2]);
    else
        fprintf(file, "%s; %s", step[0], step[2]);
    fputs(r->note[0] != '\0' ? "; note: " : "", file);
    fprintf(file, "%s\n", r->note);
}

/* ---- JSON */

void rvv_json(const struct rvv *r, FILE *file)
{
    static const char *const whats[] = { [SHFL_RVV_KEEP] = "keep",
                                         [SHFL_RVV_AGNOSTIC] = "agnostic",
                                         [SHFL_RVV_ZERO] = "zero",
                                         [SHFL_RVV_SCALAR] = "scalar",
                                         [SHFL_RVV_BYTE] = "data" };
    char step[STAGES][STEP_MAX];

    fputs("{\n  \"instruction\": ", file);
    word_json(file, r->text);
    fputs(",\n  \"summary\": ", file);
    word_json(file, r->line);
    fputs(",\n  \"note\": ", file);
    if (r->note[0] != '\0')
        word_json(file, r->note);
    else
        fputs("null", file);
    fprintf(file,
            ",\n  \"stages\": [\"%s\", \"%s\", \"%s\"],\n  \"vlen\": %u,\n  \"vtype\": \"%s\",\n  \"vl\": %u,\n"
            "  \"vstart\": %u,\n  \"lanes\": [",
            stages[0], stages[1], stages[2], r->in.vlen, r->vtype, r->in.vl, r->in.vstart);
    for (unsigned e = 0; e < r->elements; e++) {
        unsigned from;
        const enum shfl_rvv_what what = rvv_what(r, e, &from);
        const enum rvv_part part = rvv_part(r, e);
        const bool we = what != SHFL_RVV_KEEP && what != SHFL_RVV_AGNOSTIC;

        fprintf(file, "%s\n    {\"lane\": %u, \"active\": %s, \"part\": \"%s\", ", e ? "," : "", e,
                part == RVV_BODY && r->in.vstart < r->in.vl ? "true" : "false", rvv_part_name[part]);
        if (what == SHFL_RVV_BYTE)
            fprintf(file, "\"src_lane\": %u, \"src_active\": true, ", from);
        else
            fputs("\"src_lane\": null, \"src_active\": null, ", file);
        fprintf(file, "\"src\": %" PRIu64 ", \"what\": \"%s\", ", rvv_source(r, e), whats[what]);
        if (we)
            fprintf(file, "\"rd\": %" PRIu64 ", ", rvv_result(r, e));
        else
            fputs("\"rd\": null, ", file);
        fprintf(file, "\"we\": %s, \"steps\": [", we ? "true" : "false");
        steps(r, e, step);
        for (unsigned i = 0; i < STAGES; i++) {
            fputs(i ? ", " : "", file);
            word_json(file, step[i]);
        }
        fputs("]}", file);
    }
    fputs("\n  ]\n}\n", file);
}
