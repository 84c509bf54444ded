/* SPDX-License-Identifier: Apache-2.0 */
/* rvv - see answer.h */
#include "answer.h"

#include <inttypes.h>
#include <stdio.h>

const char *const rvv_part_name[] = {
    [RVV_BODY] = "body", [RVV_PRESTART] = "prestart", [RVV_TAIL] = "tail", [RVV_MASKED] = "masked off"
};

enum rvv_part rvv_part(const struct rvv *r, unsigned element)
{
    if (element < r->in.vstart)
        return RVV_PRESTART;
    if (element >= r->in.vl)
        return RVV_TAIL;
    return r->in.vm || r->v0[element / 8] >> element % 8 & 1 ? RVV_BODY : RVV_MASKED;
}

enum shfl_rvv_what rvv_what(const struct rvv *r, unsigned element, unsigned *from)
{
    unsigned byte = 0;
    const enum shfl_rvv_what what = shfl_rvv_source(&r->in, element << r->in.sew, &byte);

    *from = byte >> r->in.sew;
    return what;
}

/* A number of 1 << eew bytes. */
static uint64_t number_at(const uint8_t bytes[], unsigned number, unsigned eew)
{
    uint64_t value = 0;

    for (unsigned b = 0; b < 1u << eew; b++)
        value |= (uint64_t)bytes[(number << eew) + b] << 8 * b;
    return value;
}

uint64_t rvv_source(const struct rvv *r, unsigned element) { return number_at(r->vs2, element, r->in.sew); }

uint64_t rvv_result(const struct rvv *r, unsigned element)
{
    const uint64_t all = ~UINT64_C(0) >> (64 - (8 << r->in.sew));
    unsigned from;

    switch (rvv_what(r, element, &from)) {
    case SHFL_RVV_BYTE: return rvv_source(r, from);
    case SHFL_RVV_SCALAR: return r->in.x & all;
    default: return 0;
    }
}

const char *rvv_number(uint64_t value, char text[RVV_NUMBER_MAX])
{
    snprintf(text, RVV_NUMBER_MAX, value < 1000000000 ? "%" PRIu64 : "0x%" PRIx64, value);
    return text;
}

const char *const rvv_stages[] = { "source", "crossbar", "write-back", NULL };

void rvv_steps(const struct answer *a, unsigned e, char step[STEPS_MAX][STEP_MAX])
{
    const struct rvv *r = &a->r;
    const enum rvv_part part = rvv_part(r, e);
    unsigned from;
    const enum shfl_rvv_what what = rvv_what(r, e, &from);
    const bool has_index = part == RVV_BODY && (r->in.op == SHFL_RVV_GATHER || r->in.op == SHFL_RVV_GATHER_EI16);
    char value[RVV_NUMBER_MAX], index[RVV_NUMBER_MAX + 20] = "";

    if (has_index) {
        rvv_number(number_at(r->vs1, e, r->in.op == SHFL_RVV_GATHER_EI16 ? 1 : r->in.sew), value);
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

static void describe_elements(const struct rvv *r, struct text *line)
{
    const char *d = r->destination, *s = r->source, *t = r->third;
    const struct shfl_rvv_in *in = &r->in;

    switch (in->op) {
    case SHFL_RVV_GATHER:
    case SHFL_RVV_GATHER_EI16:
        text_append(line, "element k of %s gets element %s[k] of %s, and 0 where %s[k] is %u or more", d, t, s, t,
                    r->elements);
        break;
    case SHFL_RVV_GATHER_X:
        if (in->x < r->elements)
            text_append(line, "every element of %s gets element %" PRIu64 " of %s", d, in->x, s);
        else
            text_append(line, "every element of %s gets 0: the index, %" PRIu64 ", is %u or more", d, in->x,
                        r->elements);
        break;
    case SHFL_RVV_SLIDEUP:
        if (in->x < r->elements)
            text_append(line,
                        "element k of %s gets element k-%" PRIu64 " of %s; those below %" PRIu64 " stay as they are", d,
                        in->x, s, in->x);
        else
            text_append(line, "nothing is written: the offset, %" PRIu64 ", is %u or more", in->x, r->elements);
        break;
    case SHFL_RVV_SLIDEDOWN:
        text_append(line, "element k of %s gets element k+%" PRIu64 " of %s, and 0 where that is %u or more", d, in->x,
                    s, r->elements);
        break;
    case SHFL_RVV_SLIDE1UP:
        text_append(line, "element k of %s gets element k-1 of %s, and element 0 gets %s", d, s, t);
        break;
    case SHFL_RVV_SLIDE1DOWN:
        text_append(line, "element k of %s gets element k+1 of %s, and the last of vl elements gets %s", d, s, t);
        break;
    case SHFL_RVV_COMPRESS:
        text_append(line, "the elements of %s whose bit in %s is 1 go to the first elements of %s", s, t, d);
        break;
    }
    if (in->vstart >= in->vl)
        text_append(line, "; none is written, as vstart is not below vl");
}

void rvv_said(const struct answer *a, struct said *s)
{
    static const char *const names[SHFL_RVV_OPS] = { "vrgather",   "vrgatherei16", "vrgather",    "vslideup",
                                                     "vslidedown", "vslide1up",    "vslide1down", "vcompress" };
    const struct rvv *r = &a->r;
    struct text more = { s->more, 0, sizeof s->more }, line = { s->line, 0, sizeof s->line };

    s->kind = "RVV";
    s->operation = names[r->in.op];
    s->asked = "";
    s->instruction = r->text;
    if (a->has_values)
        describe_elements(r, &line);
    else
        text_append(&line, "%s", a->needs);
    s->note = r->note;
    s->source = "docs/rvv.md";
    text_append(&more, "VLEN %u, %s: VLMAX %u, vl %u", r->in.vlen, r->vtype, r->elements, r->in.vl);
    if (r->in.vstart)
        text_append(&more, ", vstart %u", r->in.vstart);
}
