/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_picture - see rows.h: an element that gets 0 has a hatched box, one that gets the scalar a thick one, one that keeps its old
 * value a dashed box, one that is agnostic a red one, one outside of the body a dotted box. */
#include "picture.h"
#include "rows.h"

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

void rvv_picture(const struct answer *a, struct picture *p)
{
    const unsigned of_register = a->lanes / shfl_rvv_registers(&a->r.in);

    p->group[0] = "register";
    p->group[1] = "reg";
    p->group[2] = "r";
    p->group_size = of_register;
    p->marks = marks;
    p->marks_count = MARKS;
    for (unsigned k = 0; k < a->lanes; k++) {
        struct picture_lane *lane = &p->lane[k];
        const enum mark mark = mark_of(&a->r, k, &lane->from);

        lane->mark = &marks[mark];
        lane->group = k - k % of_register;
        lane->source_box = marks[DATA].box;
        lane->arrow = marks[mark].arrow;
    }
}
