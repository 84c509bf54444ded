/* SPDX-License-Identifier: Apache-2.0 */
/* rows - see rows.h */
#include "rows.h"

#include <inttypes.h>
#include <string.h>

/* ---- A shuffle */

static const char *shfl_text(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    const struct explain *e = &a->e;

    switch (which) {
    case ROW_OPERAND: return explain_ra(e, k, text);
    case ROW_RESULT: return explain_rd(e, k, text);
    default: return !(e->in.active >> k & 1) ? "" : e->out.pu >> k & 1 ? "1" : "0";
    }
}

static void shfl_open(const struct answer *a, FILE *file)
{
    static const char outside[] =
        "the lane executes the call and its mask does not name it: undefined, PTX ISA, shfl.sync;\n"
        "   an H200 shuffled it like a member in straight code with a mask that is the same for all, and\n"
        "   stopped with an illegal instruction elsewhere; docs/rules.md 3.5";
    const struct explain *e = &a->e;
    unsigned seen = 0;
    char name[64];

    for (unsigned k = 0; k < e->lanes; k++)
        seen |= 1u << explain_open(e, k);
    if (seen >> EXPLAIN_UNREAD & 1)
        fprintf(file, "\n?  the lane that is read does not execute: Rd is UNPREDICTABLE, Pu is defined\n");
    if (seen >> EXPLAIN_BEYOND & 1)
        fprintf(file, "\n?  %s: undefined by %s, %s\n", call_undefined(e->row), call_name(e->row, NULL, name),
                call_document(e->row));
    if (seen >> EXPLAIN_OUTSIDE & 1)
        fprintf(file, "\n?  %s\n", outside);
    if (seen >> EXPLAIN_STRANGE & 1)
        fprintf(file, "\n?  the mask does not name the lane that is read: Rd is undefined, Pu is defined\n");
    if (seen >> EXPLAIN_BLANK & 1)
        fprintf(file, "\n?  what the lane that is read holds is not defined: nor is Rd, but Pu\n");
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
        text_append(&is, "reads lane %u%s, %s range, %s", from, own, in_range ? "in" : "out of",
                    open == EXPLAIN_UNREAD    ? "source inactive: its value is undefined"
                    : open == EXPLAIN_STRANGE ? "source no member of the mask: its value is undefined"
                    : open == EXPLAIN_BLANK   ? "source active: its value is not defined"
                                              : "source active");
}

/* ---- A vote, match or reduction */

static const char *collective_text(const struct answer *a, unsigned k, enum row_text which, char text[])
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
    char why[READ_WHY_MAX], source[COLLECTIVE_SOURCE_MAX];
    const char *open = collective_open(e, why);

    if (open)
        fprintf(file, "\n?  undefined: %s; %s\n", open, collective_source(e, source));
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

static bool is_swap(const struct amd_wave *wave)
{
    return wave->insn->in.op == SHFL_AMD_PERMLANE16_SWAP || wave->insn->in.op == SHFL_AMD_PERMLANE32_SWAP;
}

static void amd_heads(const struct answer *a, const char *head[ROW_TEXTS])
{
    if (amd_is_other(a->wave.insn))
        head[ROW_RESULT] = "src0";
    if (is_swap(&a->wave))
        head[ROW_THIRD] = "the source then";
}

static const char *amd_cell(const struct answer *a, unsigned k, enum row_text which, char text[])
{
    const struct amd_wave *wave = &a->wave;
    const struct shfl_amd_out *out = &wave->out;
    const bool is_bits = wave->insn->is_compare && shfl_amd_kind(wave->insn->gen) >= SHFL_AMD_GFX11;

    switch (which) {
    case ROW_OPERAND: return word_text((uint32_t)wave->insn->in.src[k], false, WORD_AUTO, text);
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
    const struct shfl_amd_in *in = &wave->insn->in;
    const bool valid = wave->out.valid >> lane & 1, executes = in->exec >> lane & 1;
    const bool src_active = wave->out.src_active >> lane & 1;
    const unsigned from = wave->out.src_lane[lane];
    struct text is = { r->is, 0, sizeof r->is };

    r->is_counted = true;
    if (!executes && !(wave->out.we >> lane & 1))
        text_append(&is, "it does not execute, so it writes nothing");
    else if (valid)
        text_append(&is, "reads lane %u%s, which %s", from, from == lane ? " (its own)" : "",
                    src_active ? "executes" : "does not execute");
    else
        text_append(&is, "reads no lane");
    if (executes)
        switch (shfl_amd_what(in, lane, valid, src_active)) {
        case SHFL_AMD_KEEP: text_append(&is, "; keeps what it had"); break;
        case SHFL_AMD_ZERO: text_append(&is, "; gets 0"); break;
        default: break;
        }
    if (wave->open[lane])
        snprintf(r->source, sizeof r->source, "the documents leave this open: docs/amd.md 9.%u", wave->open[lane]);
}

/* ---- A permutation of RISC-V's */

static const char *rvv_text(const struct answer *a, unsigned k, enum row_text which, char text[])
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

    r->is_counted = true;
    rvv_steps(&a->r, element, step);
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

static const char *block_text(const struct answer *a, unsigned n, enum row_text which, char text[])
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

    r->is_counted = true;
    block_steps(b, n, step);
    snprintf(r->with, sizeof r->with, "%s", step[0]);
    snprintf(r->is, sizeof r->is, "%s%s%s", block_executes(b, n) ? step[1] : "", block_executes(b, n) ? "; " : "",
             step[2]);
}

const struct rows rows[ANSWER_FAMILIES] = {
    [ANSWER_SHFL] = { { NULL, NULL, "Ra", "Rd", "Pu" },
                      { 0, 0, 10, 10, 2 },
                      NULL,
                      shfl_text,
                      shfl_open,
                      shfl_reply,
                      shfl_picture },
    [ANSWER_COLLECTIVE] = { { "executes", NULL, "", "", "" },
                            { 8, 0, 18, 18, 3 },
                            collective_heads,
                            collective_text,
                            collective_why,
                            collective_reply,
                            collective_picture },
    [ANSWER_AMD] = { { "executes", "reads", "source", "result", NULL },
                     { 8, 5, 10, 10, 15 },
                     amd_heads,
                     amd_cell,
                     amd_why,
                     amd_reply,
                     amd_picture },
    [ANSWER_RVV] = { { "part", "reads", "source", "result", NULL },
                     { 10, 5, 18, 18, 0 },
                     NULL,
                     rvv_text,
                     NULL,
                     rvv_reply,
                     rvv_picture },
    [ANSWER_BLOCK] = { { "executes", "reads", "", "result", NULL },
                       { 8, 6, 10, 10, 0 },
                       block_heads,
                       block_text,
                       block_why,
                       block_reply,
                       block_picture },
};
