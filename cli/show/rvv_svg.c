/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_svg - see show.h: an element that gets 0 has a hatched box, one that gets the scalar a thick one, one that keeps its old
 * value a dashed box, one that is agnostic a red one, one outside of the body a dotted box. */
#include "show.h"
#include "picture.h"

#include <string.h>

enum mark { DATA, ZERO, SCALAR, KEEP, AGNOSTIC, OFF, MARKS };
static const struct picture_mark marks[MARKS] = {
    [DATA] = { "box", "in", "gets that element" },
    [ZERO] = { "outside", NULL, "beyond the last element: gets 0" },
    [SCALAR] = { "masked", NULL, "gets the scalar" },
    [KEEP] = { "keep", NULL, "no element to read: keeps its old value" },
    [AGNOSTIC] = { "open", NULL, "agnostic: keeps its old value, or all bits become 1" },
    [OFF] = { "off", NULL, "tail, masked off, or below vstart: keeps its old value" },
};

static enum mark mark_of(const struct rvv *r, unsigned element, unsigned *from)
{
    switch (rvv_what(r, element, from)) {
    case SHFL_RVV_BYTE: return DATA;
    case SHFL_RVV_ZERO: return ZERO;
    case SHFL_RVV_SCALAR: return SCALAR;
    case SHFL_RVV_AGNOSTIC: return AGNOSTIC;
    default: return rvv_part(r, element) == RVV_BODY && r->in.vstart < r->in.vl ? KEEP : OFF;
    }
}

void rvv_svg(const struct rvv *r, FILE *file)
{
    const unsigned of_register = r->elements / shfl_rvv_registers(&r->in);
    static struct picture p;

    p = (struct picture){ .title = r->text,
                          .line = r->line,
                          .source = "from",
                          .result = "to",
                          .third = "",
                          .lane_name = "element",
                          .lanes = r->elements,
                          .group = { "register", "reg", "r" },
                          .group_size = of_register,
                          .marks = marks,
                          .marks_count = MARKS };
    for (unsigned k = 0; k < r->elements; k++) {
        struct picture_lane *lane = &p.lane[k];
        const enum mark mark = mark_of(r, k, &lane->from);

        lane->mark = &marks[mark];
        lane->group = k - k % of_register;
        lane->source_box = marks[DATA].box;
        lane->arrow = marks[mark].arrow;
        rvv_number(rvv_source(r, k), lane->source);
        if (mark == DATA || mark == ZERO || mark == SCALAR)
            rvv_number(rvv_result(r, k), lane->result);
        else if (mark != OFF)
            strcpy(lane->result, mark == KEEP ? "=" : "?");
    }
    picture_draw(&p, file);
}
