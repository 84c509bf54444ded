/* SPDX-License-Identifier: Apache-2.0 */
/* rows - see rows.h */
#include "rows.h"

#include <inttypes.h>
#include <string.h>

/* ---- A shuffle */

static const char *shfl_cell(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    const struct explain *e = &a->e;

    switch (which) {
    case ROW_OPERAND: return explain_ra(e, k, text);
    case ROW_RESULT: return explain_rd(e, k, text);
    default: return !(e->in.active >> k & 1) ? "" : e->out.pu >> k & 1 ? "1" : "0";
    }
}

/* What becomes of a lane in a picture. */
enum part { IN_RANGE, OUTSIDE, UNREAD, UNDEFINED, STRANGE, BLANK, OTHER, OFF };
static const struct picture_mark parts[] = {
    { "box", "in", "in range: reads that lane, Pu is 1" },
    { "outside", "own", "out of range: keeps its own value, Pu is 0" },
    { "open", "bad", "reads a lane that does not execute: Rd is ?" },
    { "open", NULL, "undefined by its document: Rd is ?" },
    { "open", "bad", "undefined, as it or the lane that it reads is no member of the mask: Rd is ?" },
    { "open", "bad", "undefined, as what the lane that it reads holds is ?: Rd is ?" },
    { "outside", NULL, "reads that lane of the other argument, *" },
    { "off", NULL, "does not execute: writes nothing" },
};

/* And where it is not defined: below the table, in a line, and in a picture. */
static const struct {
    const char *why, *reply;
    enum part part;
} opens[] = {
    [EXPLAIN_DEFINED] = { NULL, "source active", IN_RANGE },
    [EXPLAIN_UNREAD] = { "the lane that is read does not execute: Rd is UNPREDICTABLE, Pu is defined",
                         "source inactive: its value is undefined", UNREAD },
    [EXPLAIN_BEYOND] = { NULL, NULL, UNDEFINED },
    [EXPLAIN_OUTSIDE] = { "the lane executes the call and its mask does not name it: undefined, PTX ISA, shfl.sync;\n"
                          "   an H200 shuffled it like a member in straight code with a mask that is the same for all, "
                          "and\n   stopped with an illegal instruction elsewhere; docs/rules.md 3.5",
                          NULL, STRANGE },
    [EXPLAIN_STRANGE] = { "the mask does not name the lane that is read: Rd is undefined, Pu is defined",
                          "source no member of the mask: its value is undefined", STRANGE },
    [EXPLAIN_BLANK] = { "what the lane that is read holds is not defined: nor is Rd, but Pu",
                        "source active: its value is not defined", BLANK },
};

static void shfl_open(const struct answer *a, FILE *file)
{
    const struct explain *e = &a->e;
    unsigned seen = 0;
    char name[64];

    for (unsigned k = 0; k < e->lanes; k++)
        seen |= 1u << explain_open(e, k);
    for (unsigned open = EXPLAIN_UNREAD; open <= EXPLAIN_BLANK; open++)
        if ((seen >> open & 1) && open == EXPLAIN_BEYOND)
            fprintf(file, "\n?  %s: undefined by %s, %s\n", call_undefined(e->row), call_name(e->row, NULL, name),
                    call_document(e->row));
        else if (seen >> open & 1)
            fprintf(file, "\n?  %s\n", opens[open].why);
}

static void shfl_reply(const struct answer *a, unsigned lane, struct reply *r)
{
    const struct explain *e = &a->e;
    struct text is = { r->is, 0, sizeof r->is };
    const unsigned from = e->out.src_lane[lane];
    const bool in_range = e->out.in_range[lane], active = e->in.active >> lane & 1;
    const char *own = from == lane ? " (its own)" : "";
    const enum explain_open open = explain_open(e, lane);
    char text[64];

    if (e->row)
        snprintf(r->source, sizeof r->source, "%s, %s", call_name(e->row, NULL, text), call_document(e->row));
    else
        snprintf(r->source, sizeof r->source, "docs/rules.md %s",
                 !active || open == EXPLAIN_OUTSIDE    ? "3.5"
                 : open != EXPLAIN_DEFINED && in_range ? "4"
                 : !in_range                           ? "3.3"
                                                       : "3.2");
    if (!e->row)
        snprintf(r->with, sizeof r->with, "index %u, clamp %u, segmask %s", e->out.index[lane], e->out.clamp[lane],
                 explain_binary(e, e->out.segmask[lane], text));
    if (!active)
        text_append(&is, "lane %u does not execute it, so it writes nothing", lane);
    else if (open == EXPLAIN_BEYOND)
        text_append(&is, "undefined: %s", call_undefined(e->row));
    else if (open == EXPLAIN_OUTSIDE)
        text_append(
            &is,
            "lane %u executes it and is no member of its mask: undefined by PTX; an H200 reads lane %u in straight "
            "code, and stops with an illegal instruction behind a branch",
            lane, from);
    else if (e->row)
        text_append(&is, "reads lane %u%s, %s", from, e->other >> lane & 1 ? " of the other argument" : own,
                    open == EXPLAIN_UNREAD ? "which does not execute: its value is undefined" : "which executes");
    else
        text_append(&is, "reads lane %u%s, %s range, %s", from, own, in_range ? "in" : "out of", opens[open].reply);
}

/* ---- A vote, match or reduction */

static const char *collective_cell(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    switch (which) {
    case ROW_OPERAND: return collective_operand(&a->e, k, text);
    case ROW_RESULT: return collective_rd(&a->e, k, text);
    default: return collective_pu(&a->e, k);
    }
}

static void collective_heads(const struct answer *a, const char *head[ROW_TEXTS])
{
    const struct collective *c = &a->e.c;

    head[ROW_OPERAND] = c->operand;
    head[ROW_RESULT] = c->rd_name[0] ? c->rd_name : "Rd";
    head[ROW_THIRD] = c->pu_name[0] ? c->pu_name : "Pu";
}

static void collective_why(const struct answer *a, FILE *file)
{
    const struct explain *e = &a->e;
    char why[READ_WHY_MAX];
    const char *open = collective_open(e, why);

    if (open)
        fprintf(file, "\n?  undefined: %s; %s\n", open, collective_source(e));
    if (open == why) /* of members */
        fprintf(file, "   if the others do not execute it: --active 0x%" PRIx64 "\n", e->in.active & e->members);
}

static void collective_reply(const struct answer *a, unsigned lane, struct reply *r)
{
    const struct explain *e = &a->e;
    struct text is = { r->is, 0, sizeof r->is };
    char text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX];
    const char *open = collective_open(e, why);

    snprintf(r->with, sizeof r->with, "%s %s", e->c.operand, collective_operand(e, lane, text));
    if (!(e->in.active >> lane & 1))
        text_append(&is, "lane %u does not execute it, so it does not count and writes nothing", lane);
    else if (open)
        text_append(&is, "undefined: %s", open);
    else {
        if (e->c.rd_name[0])
            text_append(&is, "%s is %s", e->c.rd_name, collective_rd(e, lane, text));
        if (e->c.pu_name[0])
            text_append(&is, "%s%s is %s", is.used ? ", " : "", e->c.pu_name, collective_pu(e, lane));
    }
}

/* ---- An instruction of AMD's */

static void amd_heads(const struct answer *a, const char *head[ROW_TEXTS])
{
    if (amd_is_other(&a->wave.insn))
        head[ROW_RESULT] = "src0";
    if (amd_is_swap(a->wave.insn.in.op))
        head[ROW_THIRD] = "the source then";
}

static const char *amd_cell(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    const struct amd_wave *wave = &a->wave;
    const struct shfl_amd_out *out = &wave->out;
    const bool is_bits = wave->insn.is_compare && shfl_amd_kind(wave->insn.gen) >= SHFL_AMD_GFX11;

    switch (which) {
    case ROW_OPERAND: return word_text((uint32_t)wave->insn.in.src[k], false, WORD_AUTO, text);
    case ROW_RESULT:
        strcpy(text, is_bits ? "bit 0" : "keeps");
        if (out->we >> k & 1)
            word_text((uint32_t)out->rd[k], false, WORD_AUTO, text);
        return wave->open[k] ? strcat(text, "?") : text;
    default: return out->we2 >> k & 1 ? word_text((uint32_t)out->rd2[k], false, WORD_AUTO, text) : "keeps";
    }
}

static void amd_why(const struct answer *a, FILE *file)
{
    unsigned open = 0;

    for (unsigned k = 0; k < a->wave.lanes; k++)
        open |= 1u << a->wave.open[k];
    for (unsigned q = 1; q < SHFL_AMD_QUESTIONS; q++)
        if (open >> q & 1)
            fprintf(file, "\n?  the documents leave this open, and no AMD GPU was measured: docs/amd.md 9.%u\n", q);
}

static void amd_reply(const struct answer *a, unsigned lane, struct reply *r)
{
    const struct amd_wave *wave = &a->wave;
    const struct shfl_amd_in *in = &wave->insn.in;
    const bool executes = in->exec >> lane & 1;
    const unsigned from = wave->out.src_lane[lane];
    struct text is = { r->is, 0, sizeof r->is };

    if (!executes && !(wave->out.we >> lane & 1))
        text_append(&is, "it does not execute, so it writes nothing");
    else if (wave->out.valid >> lane & 1)
        text_append(&is, "reads lane %u%s, which %s", from, from == lane ? " (its own)" : "",
                    wave->out.src_active >> lane & 1 ? "executes" : "does not execute");
    else
        text_append(&is, "reads no lane");
    if (executes && amd_what(wave, lane) == SHFL_AMD_KEEP)
        text_append(&is, "; keeps what it had");
    else if (executes && amd_what(wave, lane) == SHFL_AMD_ZERO)
        text_append(&is, "; gets 0");
    if (wave->open[lane])
        snprintf(r->source, sizeof r->source, "the documents leave this open: docs/amd.md 9.%u", wave->open[lane]);
}

/* ---- A permutation of RISC-V's */

static const char *rvv_cell(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    unsigned from;
    const enum shfl_rvv_what what = rvv_what(&a->r, k, &from);

    if (which == ROW_STATE)
        return rvv_part_name[rvv_part(&a->r, k)];
    if (which == ROW_OPERAND)
        return rvv_number(rvv_source(&a->r, k), text);
    return what == SHFL_RVV_KEEP     ? "keeps"
         : what == SHFL_RVV_AGNOSTIC ? "agnostic"
                                     : rvv_number(rvv_result(&a->r, k), text);
}

static void rvv_reply(const struct answer *a, unsigned element, struct reply *r)
{
    char step[STEPS_MAX][STEP_MAX];
    unsigned from;

    rvv_steps(a, element, step);
    snprintf(r->with, sizeof r->with, "%s, vl %u", a->r.vtype, a->r.in.vl);
    if (rvv_what(&a->r, element, &from) == SHFL_RVV_BYTE)
        snprintf(r->is, sizeof r->is, "reads element %u; %s", from, step[2]);
    else
        snprintf(r->is, sizeof r->is, "%s; %s", step[0], step[2]);
}

/* ---- A block, its quads, or a matrix */

static void block_heads(const struct answer *a, const char *head[ROW_TEXTS])
{
    head[ROW_OPERAND] = a->e.b.operand;
    if (a->e.b.kind == BLOCK_BARRIER)
        head[ROW_READS] = NULL;
}

static const char *block_cell(const struct answer *a, unsigned n, enum row_text which, char text[])
{
    const struct block *b = &a->e.b;

    if (which == ROW_OPERAND)
        return block_operand(b, n, text);
    return block_executes(b, n) && !block_writes(b, n) && !b->undefined[n] ? "keeps" : block_rd(b, n, text);
}

static void block_why(const struct answer *a, FILE *file)
{
    if (block_undefined(&a->e.b))
        fprintf(file, "\n?  undefined: %s\n", block_undefined(&a->e.b));
}

static void block_reply(const struct answer *a, unsigned n, struct reply *r)
{
    const struct block *b = &a->e.b;
    char step[STEPS_MAX][STEP_MAX];

    block_steps(a, n, step);
    snprintf(r->with, sizeof r->with, "%s", step[0]);
    snprintf(r->is, sizeof r->is, "%s%s%s", block_executes(b, n) ? step[1] : "", block_executes(b, n) ? "; " : "",
             step[2]);
}

/* ---- Pictures. What becomes of a lane is a mark of each family */

/* Lanes out of range have a dashed arrow and a hatched box, lanes that do not execute a dotted box without arrow. */

static unsigned shfl_lane(const struct answer *a, unsigned k, struct picture_lane *lane)
{
    const struct explain *e = &a->e;
    const enum explain_open open = explain_open(e, k);
    const enum part part = !(e->in.active >> k & 1) ? OFF
                         : open != EXPLAIN_DEFINED  ? opens[open].part
                         : e->other >> k & 1        ? OTHER
                         : e->out.in_range[k]       ? IN_RANGE
                                                    : OUTSIDE;

    if ((part == UNREAD || part == STRANGE || part == BLANK) && !e->out.in_range[k])
        lane->arrow = parts[OUTSIDE].arrow;
    lane->from = e->out.src_lane[k];
    lane->group = explain_min_lane(e, k);
    if (part == OTHER)
        snprintf(lane->result, sizeof lane->result, "*%u", e->out.src_lane[k]);
    return part;
}

static void shfl_picture(const struct answer *a, struct picture *p)
{
    (void)a;
    p->source = "Ra";
    p->result = "Rd";
    p->third = "Pu";
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

enum { COUNTS, OPEN, IDLE };
static const struct picture_mark count_marks[] = {
    { "box", NULL, "executes it: counts, and writes the result" },
    { "open", NULL, "undefined: the result is ?" },
    { "off", NULL, "does not execute: does not count, and writes nothing" },
};

static bool has_rd(const struct collective *c) { return c->rd_name[0] != '\0' || c->pu_name[0] == '\0'; }

static unsigned collective_lane(const struct answer *a, unsigned k, struct picture_lane *lane)
{
    const struct explain *e = &a->e;

    lane->group = k & ~(e->c.width - 1);
    if (!(e->in.active >> k & 1))
        return IDLE;
    for (unsigned first = 0; first <= k && lane->bus == 0; first++)
        lane->bus = joined(e, first, k) ? first + 1 : 0;
    if (!has_rd(&e->c))
        strcpy(lane->result, collective_pu(e, k));
    return collective_open(e, NULL) ? OPEN : COUNTS;
}

static void collective_picture(const struct answer *a, struct picture *p)
{
    const struct collective *c = &a->e.c;

    p->source = c->operand;
    p->note = c->kind == COLLECTIVE_MATCH ? "Lanes that a line joins have the same value." : NULL;
    p->result = has_rd(c) ? c->rd_name : c->pu_name;
    p->third = has_rd(c) ? c->pu_name : "";
}

/* A lane that gets 0 has a hatched box, one that keeps its old value a dashed box, if a mask leaves it out a thick one, one that does not execute a dotted box. A dotted arrow is from a lane that does not execute, so that nothing is read. */

/* What becomes of a lane. */
enum { WAVE_DATA, WAVE_ZERO, WAVE_ZERO_OFF, WAVE_KEEP, WAVE_KEEP_OFF, WAVE_MASKED, WAVE_OFF };
static const struct picture_mark wave_parts[] = {
    [WAVE_DATA] = { "box", "in", "gets the value of that lane" },
    [WAVE_ZERO] = { "outside", NULL, "no source: gets 0" },
    [WAVE_ZERO_OFF] = { "outside", "bad", "that lane does not execute: gets 0" },
    [WAVE_KEEP] = { "keep", NULL, "no source: keeps its old value" },
    [WAVE_KEEP_OFF] = { "keep", "bad", "that lane does not execute: keeps its old value" },
    [WAVE_MASKED] = { "masked", NULL, "left out by row_mask or bank_mask: keeps its old value" },
    [WAVE_OFF] = { "off", NULL, "does not execute: keeps its old value" },
};

static unsigned amd_lane(const struct answer *a, unsigned k, struct picture_lane *lane)
{
    const struct amd_wave *w = &a->wave;
    const struct shfl_amd_in *in = &w->insn.in;
    const bool valid = w->out.valid >> k & 1;

    lane->from = w->out.src_lane[k];
    switch (amd_what(w, k)) {
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
    const struct shfl_amd_in *in = &w->insn.in;
    const unsigned control = (unsigned)in->control, group = amd_ops[in->op].group;

    if (w->width)
        return w->width;
    switch (in->op) {
    case SHFL_AMD_DPP16:
        return control < 0x100 ? 4 : control == 0x141 ? 8 : control >= 0x130 && control < 0x140 ? w->lanes : 16;
    case SHFL_AMD_SWIZZLE:
        return control >= 0x8000 && (control < 0xc000 || shfl_amd_kind(w->insn.gen) == SHFL_AMD_GFX8) ? 4 : 32;
    case SHFL_AMD_BPERMUTE:
    case SHFL_AMD_PERMUTE: return w->insn.gen == SHFL_AMD_GFX10 || w->insn.gen == SHFL_AMD_GFX11 ? 32 : w->lanes;
    default: return group == AMD_SIZED ? (unsigned)(in->control >> 32) : group ? group : w->lanes;
    }
}

static void amd_picture(const struct answer *a, struct picture *p)
{
    const struct amd_wave *w = &a->wave;
    const struct shfl_amd_in *in = &w->insn.in;
    const unsigned size = group_size(w);
    const bool is_group = w->width || amd_ops[in->op].group == AMD_SIZED;

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
    for (unsigned k = 0; k < w->lanes; k++)
        if (w->open[k])
            p->note = "?  the documents leave this open, and no AMD GPU was measured";
}

/* A thread that writes nothing has a dashed box, one that does not execute a dotted box. */

enum { READS, STAYS, BLOCK_OPEN, BLOCK_OFF };
static const struct picture_mark block_marks[] = {
    { "box", "in", "executes it, and gets the result" },
    { "keep", NULL, "nothing to read: the output stays as it is" },
    { "open", NULL, "undefined: the result is ?" },
    { "off", NULL, "does not execute: writes nothing" },
};

static unsigned block_lane(const struct answer *a, unsigned n, struct picture_lane *lane)
{
    const struct block *b = &a->e.b;
    const unsigned group = b->kind == BLOCK_SLOPE ? 4 : b->warp * b->items;

    lane->group = n - n % group;
    lane->from = b->from[n][0] < 0 ? n : (unsigned)b->from[n][0];
    lane->arrow = b->from[n][0] < 0 ? "" : NULL;
    return !block_executes(b, n) ? BLOCK_OFF : b->undefined[n] ? BLOCK_OPEN : block_writes(b, n) ? READS : STAYS;
}

static void block_picture(const struct answer *a, struct picture *p)
{
    p->source = a->e.b.operand;
    p->result = "result";
    p->group[0] = a->e.b.kind == BLOCK_SLOPE ? "quad" : "warp";
    p->group[1] = p->group[2] = "";
}

/* An element that gets 0 has a hatched box, one that gets the scalar a thick one, one that keeps its old value a dashed box, one that is agnostic a red one, one outside of the body a dotted box. */

enum { ELEMENT_DATA, ELEMENT_ZERO, ELEMENT_SCALAR, ELEMENT_KEEP, ELEMENT_AGNOSTIC, ELEMENT_OFF };
static const struct picture_mark elements[] = {
    [ELEMENT_DATA] = { "box", "in", "gets that element" },
    [ELEMENT_ZERO] = { "outside", NULL, "beyond the last element: gets 0" },
    [ELEMENT_SCALAR] = { "masked", NULL, "gets the scalar" },
    [ELEMENT_KEEP] = { "keep", NULL, "no element to read: keeps its old value" },
    [ELEMENT_AGNOSTIC] = { "open", NULL, "agnostic: keeps its old value, or all bits become 1" },
    [ELEMENT_OFF] = { "off", NULL, "tail, masked off, or below vstart: keeps its old value" },
};

static unsigned rvv_lane(const struct answer *a, unsigned element, struct picture_lane *lane)
{
    const struct rvv *r = &a->r;

    switch (rvv_what(r, element, &lane->from)) {
    case SHFL_RVV_BYTE: return ELEMENT_DATA;
    case SHFL_RVV_ZERO: return ELEMENT_ZERO;
    case SHFL_RVV_SCALAR: return ELEMENT_SCALAR;
    case SHFL_RVV_AGNOSTIC: return ELEMENT_AGNOSTIC;
    default: return rvv_part(r, element) == RVV_BODY && r->in.vstart < r->in.vl ? ELEMENT_KEEP : ELEMENT_OFF;
    }
}

static void rvv_picture(const struct answer *a, struct picture *p)
{
    p->group[0] = "register";
    p->group[1] = "reg";
    p->group[2] = "r";
    p->group_size = a->lanes / shfl_rvv_registers(&a->r.in);
}

#define ROWS(name, heads_, open_, marks_, ...)       \
    { .heads = heads_,                               \
      .open = open_,                                 \
      .text = name##_cell,                           \
      .reply = name##_reply,                         \
      .picture = name##_picture,                     \
      .lane = name##_lane,                           \
      .marks = marks_,                               \
      .marks_count = sizeof marks_ / sizeof *marks_, \
      __VA_ARGS__ }

const struct rows rows[ANSWER_FAMILIES] = {
    [ANSWER_SHFL] = ROWS(shfl, NULL, shfl_open, parts, .head = { NULL, NULL, "Ra", "Rd", "Pu" },
                         .width = { 0, 0, 10, 10, 2 }),
    [ANSWER_COLLECTIVE] = ROWS(collective, collective_heads, collective_why, count_marks,
                               .head = { "executes", NULL, "", "", "" }, .width = { 8, 0, 18, 18, 3 }),
    [ANSWER_AMD] = ROWS(amd, amd_heads, amd_why, wave_parts, .head = { "executes", "reads", "source", "result", NULL },
                        .width = { 8, 5, 10, 10, 15 }),
    [ANSWER_RVV] = ROWS(rvv, NULL, NULL, elements, .head = { "part", "reads", "source", "result", NULL },
                        .width = { 10, 5, 18, 18, 0 }),
    [ANSWER_BLOCK] = ROWS(block, block_heads, block_why, block_marks,
                          .head = { "executes", "reads", "", "result", NULL }, .width = { 8, 6, 10, 10, 0 }),
};
