/* SPDX-License-Identifier: Apache-2.0 */
/* pictures - see rows.h: what each family of instructions puts into the picture of picture.h. */
#include "picture.h"
#include "rows.h"

#include <string.h>

/* Lanes out of range have a dashed arrow and a hatched box, lanes that do not execute a dotted box without arrow. */

/* What becomes of a lane. */
enum part { IN_RANGE, OUTSIDE, UNREAD, UNDEFINED, STRANGE, BLANK, OTHER, OFF, PARTS };
static const struct picture_mark parts[PARTS] = {
    { "box", "in", "in range: reads that lane, Pu is 1" },
    { "outside", "own", "out of range: keeps its own value, Pu is 0" },
    { "open", "bad", "reads a lane that does not execute: Rd is ?" },
    { "open", NULL, "undefined by its document: Rd is ?" },
    { "open", "bad", "undefined, as it or the lane that it reads is no member of the mask: Rd is ?" },
    { "open", "bad", "undefined, as what the lane that it reads holds is ?: Rd is ?" },
    { "outside", NULL, "reads that lane of the other argument, *" },
    { "off", NULL, "does not execute: writes nothing" },
};

static enum part part_of(const struct explain *e, unsigned lane)
{
    if (!(e->in.active >> lane & 1))
        return OFF;
    switch (explain_open(e, lane)) {
    case EXPLAIN_BEYOND: return UNDEFINED;
    case EXPLAIN_UNREAD: return UNREAD;
    case EXPLAIN_OUTSIDE:
    case EXPLAIN_STRANGE: return STRANGE;
    case EXPLAIN_BLANK: return BLANK;
    default: return e->other >> lane & 1 ? OTHER : e->out.in_range[lane] ? IN_RANGE : OUTSIDE;
    }
}

void shfl_picture(const struct answer *a, struct picture *p)
{
    const struct explain *e = &a->e;

    p->source = "Ra";
    p->result = "Rd";
    p->third = "Pu";
    p->marks = parts;
    p->marks_count = PARTS;
    for (unsigned k = 0; k < e->lanes; k++) {
        const enum part part = part_of(e, k);
        struct picture_lane *lane = &p->lane[k];

        lane->mark = &parts[part];
        lane->source_box = parts[part == OFF ? OFF : IN_RANGE].box;
        lane->arrow =
            parts[(part == UNREAD || part == STRANGE || part == BLANK) && !e->out.in_range[k] ? OUTSIDE : part].arrow;
        lane->from = e->out.src_lane[k];
        lane->group = explain_min_lane(e, k);
        if (part == OTHER)
            snprintf(lane->result, sizeof lane->result, "*%u", e->out.src_lane[k]);
    }
}

/* What goes into each lane and what comes out. A line joins the lanes that count in each other: those with the same value in a match, those of a segment else. A scan has none. */

/* Does the value of a lane count in another? */
static bool joined(const struct explain *e, unsigned a, unsigned b)
{
    const uint64_t differ = e->in.ra[a] ^ e->in.ra[b], bits = e->c.w < 64 ? ((uint64_t)1 << e->c.w) - 1 : ~(uint64_t)0;
    const unsigned segment = ~(e->c.width - 1);
    const bool together = e->c.has_group ? e->c.group[a] >> b & 1 : (a & segment) == (b & segment);

    return (e->in.active >> a & e->in.active >> b & 1) && together && e->c.scan == CALL_WHOLE
        && e->c.kind != COLLECTIVE_MASK && (e->c.kind != COLLECTIVE_MATCH || (differ & bits) == 0);
}

void collective_picture(const struct answer *a, struct picture *p)
{
    enum { COUNTS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", NULL, "executes it: counts, and writes the result" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: does not count, and writes nothing" },
    };
    const struct explain *e = &a->e;
    const bool has_rd = e->c.rd_name[0] != '\0' || e->c.pu_name[0] == '\0';
    char why[READ_WHY_MAX];
    const bool open = collective_open(e, why) != NULL;

    p->source = e->c.operand;
    p->note = e->c.kind == COLLECTIVE_MATCH ? "Lanes that a line joins have the same value." : NULL;
    p->result = has_rd ? e->c.rd_name : e->c.pu_name;
    p->third = has_rd ? e->c.pu_name : "";
    p->marks = marks;
    p->marks_count = MARKS;
    for (unsigned k = 0; k < e->lanes; k++) {
        struct picture_lane *lane = &p->lane[k];
        const bool active = e->in.active >> k & 1;

        lane->mark = &marks[!active ? OFF : open ? OPEN : COUNTS];
        lane->source_box = marks[active ? COUNTS : OFF].box;
        lane->from = k;
        lane->group = k & ~(e->c.width - 1);
        for (unsigned first = 0; first <= k && lane->bus == 0 && active; first++)
            lane->bus = joined(e, first, k) ? first + 1 : 0;
        if (!has_rd && active)
            strcpy(lane->result, collective_pu(e, k));
    }
}

/* A lane that gets 0 has a hatched box, one that keeps its old value a dashed box, if a mask leaves it out a thick one, one that does not execute a dotted box. A dotted arrow is from a lane that does not execute, so that nothing is read. */

/* What becomes of a lane. */
enum wave_part { WAVE_DATA, WAVE_ZERO, WAVE_ZERO_OFF, WAVE_KEEP, WAVE_KEEP_OFF, WAVE_MASKED, WAVE_OFF, WAVE_PARTS };
static const struct picture_mark wave_parts[WAVE_PARTS] = {
    [WAVE_DATA] = { "box", "in", "gets the value of that lane" },
    [WAVE_ZERO] = { "outside", NULL, "no source: gets 0" },
    [WAVE_ZERO_OFF] = { "outside", "bad", "that lane does not execute: gets 0" },
    [WAVE_KEEP] = { "keep", NULL, "no source: keeps its old value" },
    [WAVE_KEEP_OFF] = { "keep", "bad", "that lane does not execute: keeps its old value" },
    [WAVE_MASKED] = { "masked", NULL, "left out by row_mask or bank_mask: keeps its old value" },
    [WAVE_OFF] = { "off", NULL, "does not execute: keeps its old value" },
};

static enum wave_part wave_part_of(const struct amd_wave *w, unsigned k)
{
    const struct shfl_amd_in *in = &w->insn->in;
    const bool valid = w->out.valid >> k & 1, src_active = w->out.src_active >> k & 1;

    switch (shfl_amd_what(in, k, valid, src_active)) {
    case SHFL_AMD_DATA: return WAVE_DATA;
    case SHFL_AMD_ZERO: return valid ? WAVE_ZERO_OFF : WAVE_ZERO;
    default:
        if (shfl_amd_what(in, k, true, true) == SHFL_AMD_DATA)
            return valid ? WAVE_KEEP_OFF : WAVE_KEEP;
        return in->exec >> k & 1 ? WAVE_MASKED : WAVE_OFF;
    }
}

/* Among how many lanes each lane finds the one that it reads. */
static unsigned group_size(const struct amd_wave *w)
{
    const struct shfl_amd_in *in = &w->insn->in;
    const unsigned control = (unsigned)in->control;

    if (w->width)
        return w->width;
    switch (in->op) {
    case SHFL_AMD_DPP16:
        return control < 0x100 ? 4 : control == 0x141 ? 8 : control >= 0x130 && control < 0x140 ? w->lanes : 16;
    case SHFL_AMD_DPP8: return 8;
    case SHFL_AMD_SWIZZLE:
        return control >= 0x8000 && (control < 0xc000 || shfl_amd_kind(w->insn->gen) == SHFL_AMD_GFX8) ? 4 : 32;
    case SHFL_AMD_BPERMUTE:
    case SHFL_AMD_PERMUTE: return w->insn->gen == SHFL_AMD_GFX10 || w->insn->gen == SHFL_AMD_GFX11 ? 32 : w->lanes;
    case SHFL_AMD_PERMLANE16:
    case SHFL_AMD_PERMLANEX16:
    case SHFL_AMD_PERMLANE16_VAR:
    case SHFL_AMD_PERMLANEX16_VAR:
    case SHFL_AMD_PERMLANE16_SWAP: return 16;
    case SHFL_AMD_PERMLANE_BCAST:
    case SHFL_AMD_PERMLANE_UP:
    case SHFL_AMD_PERMLANE_DOWN:
    case SHFL_AMD_PERMLANE_XOR: return (unsigned)(in->control >> 32);
    case SHFL_AMD_PERMLANE32_SWAP:
    case SHFL_AMD_PERMLANE64: return 32;
    default: return w->lanes;
    }
}

void amd_picture(const struct answer *a, struct picture *p)
{
    const struct amd_wave *w = &a->wave;
    const struct shfl_amd_in *in = &w->insn->in;
    const unsigned size = group_size(w);
    const bool is_group = w->width || (in->op >= SHFL_AMD_PERMLANE_BCAST && in->op <= SHFL_AMD_PERMLANE_XOR);

    p->one_source = in->op == SHFL_AMD_WRITELANE;
    p->one_result = in->op == SHFL_AMD_READLANE || in->op == SHFL_AMD_READFIRSTLANE;
    p->group[0] = p->group[1] = is_group         ? "group"
                              : size == w->lanes ? "wave"
                              : size == 32       ? "half"
                              : size == 16       ? "row"
                              : size == 8        ? "eight"
                                                 : "quad";
    p->group[2] = "g";
    p->group_size = size;
    p->marks = wave_parts;
    p->marks_count = WAVE_PARTS;
    for (unsigned k = 0; k < w->lanes; k++) {
        const enum wave_part part = wave_part_of(w, k);
        struct picture_lane *lane = &p->lane[k];

        lane->mark = &wave_parts[part];
        lane->source_box = p->one_source || in->exec >> k & 1 ? wave_parts[WAVE_DATA].box : wave_parts[WAVE_OFF].box;
        lane->arrow = wave_parts[part].arrow;
        lane->from = w->out.src_lane[k];
        lane->group = k - k % size;
        if (w->open[k])
            p->note = "?  the documents leave this open, and no AMD GPU was measured";
    }
}

/* A thread that writes nothing has a dashed box, one that does not execute a dotted box. */

void block_picture(const struct answer *a, struct picture *p)
{
    enum { READS, STAYS, OPEN, OFF, MARKS };
    static const struct picture_mark marks[MARKS] = {
        { "box", "in", "executes it, and gets the result" },
        { "keep", NULL, "nothing to read: the output stays as it is" },
        { "open", NULL, "undefined: the result is ?" },
        { "off", NULL, "does not execute: writes nothing" },
    };
    const struct block *b = &a->e.b;
    const bool is_slope = b->kind == BLOCK_SLOPE;

    p->source = b->operand;
    p->result = "result";
    p->lane_name = block_unit(b);
    p->group[0] = is_slope ? "quad" : "warp";
    p->group[1] = p->group[2] = "";
    p->marks = marks;
    p->marks_count = MARKS;
    for (unsigned n = 0; n < p->lanes; n++) {
        struct picture_lane *lane = &p->lane[n];
        const unsigned mark = !block_executes(b, n) ? OFF : b->undefined[n] ? OPEN : block_writes(b, n) ? READS : STAYS;

        lane->mark = &marks[mark];
        lane->source_box = marks[block_executes(b, n) ? READS : OFF].box;
        lane->from = b->from[n][0] < 0 ? n : (unsigned)b->from[n][0];
        lane->arrow = mark == READS && b->from[n][0] >= 0 ? marks[READS].arrow : NULL;
        lane->group = is_slope ? n / 4 * 4 : n / (b->warp * b->items) * b->warp * b->items;
    }
}

/* An element that gets 0 has a hatched box, one that gets the scalar a thick one, one that keeps its old value a dashed box, one that is agnostic a red one, one outside of the body a dotted box. */

enum element { ELEMENT_DATA, ELEMENT_ZERO, ELEMENT_SCALAR, ELEMENT_KEEP, ELEMENT_AGNOSTIC, ELEMENT_OFF, ELEMENT_MARKS };
static const struct picture_mark elements[ELEMENT_MARKS] = {
    [ELEMENT_DATA] = { "box", "in", "gets that element" },
    [ELEMENT_ZERO] = { "outside", NULL, "beyond the last element: gets 0" },
    [ELEMENT_SCALAR] = { "masked", NULL, "gets the scalar" },
    [ELEMENT_KEEP] = { "keep", NULL, "no element to read: keeps its old value" },
    [ELEMENT_AGNOSTIC] = { "open", NULL, "agnostic: keeps its old value, or all bits become 1" },
    [ELEMENT_OFF] = { "off", NULL, "tail, masked off, or below vstart: keeps its old value" },
};

static enum element element_of(const struct rvv *r, unsigned element, unsigned *from)
{
    switch (rvv_what(r, element, from)) {
    case SHFL_RVV_BYTE: return ELEMENT_DATA;
    case SHFL_RVV_ZERO: return ELEMENT_ZERO;
    case SHFL_RVV_SCALAR: return ELEMENT_SCALAR;
    case SHFL_RVV_AGNOSTIC: return ELEMENT_AGNOSTIC;
    default: return rvv_part(r, element) == RVV_BODY && r->in.vstart < r->in.vl ? ELEMENT_KEEP : ELEMENT_OFF;
    }
}

void rvv_picture(const struct answer *a, struct picture *p)
{
    const unsigned of_register = a->lanes / shfl_rvv_registers(&a->r.in);

    p->group[0] = "register";
    p->group[1] = "reg";
    p->group[2] = "r";
    p->group_size = of_register;
    p->marks = elements;
    p->marks_count = ELEMENT_MARKS;
    for (unsigned k = 0; k < a->lanes; k++) {
        struct picture_lane *lane = &p->lane[k];
        const enum element mark = element_of(&a->r, k, &lane->from);

        lane->mark = &elements[mark];
        lane->group = k - k % of_register;
        lane->source_box = elements[ELEMENT_DATA].box;
        lane->arrow = elements[mark].arrow;
    }
}
