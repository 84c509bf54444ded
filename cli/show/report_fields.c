/* SPDX-License-Identifier: Apache-2.0 */
/* report_fields - see report.h */
#define _POSIX_C_SOURCE 200809L
#include "lib/output.h"
#include "report.h"
#include "cli/show/said.h"

#include <inttypes.h>

static void operand(struct json *json, const char *name, bool is_number, unsigned value, const char *other)
{
    if (is_number)
        json_number(json, name, value);
    else
        json_text(json, name, other);
}

static void reg(struct json *json, const char *name, bool is_number, unsigned value)
{
    char text[16];

    snprintf(text, sizeof text, value == SASS_RZ ? "RZ" : "R%u", value);
    operand(json, name, is_number, value, text);
}

static void fields_of_amd(struct json *json, const struct amd_insn *insn)
{
    struct amd_insn known = *insn;

    if (amd_control(&known))
        json_number(json, "control", known.in.control);
    else
        json_null(json, "control");
    if (insn->in.op == SHFL_AMD_DPP16) {
        json_number(json, "row_mask", insn->in.row_mask);
        json_number(json, "bank_mask", insn->in.bank_mask);
        json_bool(json, "bound_ctrl", insn->in.bc);
    }
    if (insn->in.op == SHFL_AMD_DPP16 || insn->in.op == SHFL_AMD_DPP8)
        json_bool(json, "fi", insn->in.fi);
}

static void fields_of_rvv(struct json *json, const struct rvv *r)
{
    json_text(json, "vtype", r->vtype);
    json_text(json, "destination", r->destination);
    json_text(json, "source", r->source);
    json_text(json, "third", r->third);
    json_bool(json, "masked", !r->in.vm);
}

static void fields_of_explain(struct json *json, const struct explain *e, const struct cubin_shfl *found)
{
    json_text(json, "guard", e->guard);
    if (e->b.kind) {
        json_text(json, "operand", e->b.operand);
    } else if (e->c.kind) {
        json_text(json, "pu", e->c.pu_name[0] ? e->c.pu_name : "PT");
        json_text(json, "rd", e->c.rd_name[0] ? e->c.rd_name : "RZ");
        json_text(json, "operand", e->c.operand);
    } else if (found) {
        json_format(json, "pu", found->shfl.pu == SASS_PT ? "PT" : "P%u", found->shfl.pu);
        reg(json, "rd", false, found->shfl.rd);
        reg(json, "ra", false, found->shfl.ra);
    }
    if (!e->c.kind && !e->b.kind) {
        operand(json, "sb", e->in.sb_is_imm, e->in.sb_imm, e->sb);
        operand(json, "sc", e->in.sc_is_imm, e->in.sc_imm, e->sc);
    }
    if (found) {
        json_open(json, "words", '[');
        for (unsigned i = 0; i < (found->kind == DECODE_SHFL && found->word[1] == 0 ? 1 : 2); i++)
            json_format(json, NULL, "0x%016" PRIx64, found->word[i]);
        json_close(json);
    }
}

char *members_of(const struct answer *a, const char *asked, const char *summary, const char *note,
                 const struct cubin_shfl *found)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    struct json json = { .file = file, .depth = 1 }; /* within an object */
    struct said s;

    if (file == NULL)
        trouble("out of memory");
    said_of(a, &s);
    show_json_head(&json, &s, summary, note);
    json_text(&json, "text", asked);
    json_open(&json, "fields", '{');
    switch (a->family) {
    case ANSWER_AMD: fields_of_amd(&json, &a->insn); break;
    case ANSWER_RVV: fields_of_rvv(&json, &a->r); break;
    default: fields_of_explain(&json, &a->e, found);
    }
    json_close(&json);
    if (fclose(file) != 0)
        trouble("out of memory");
    return text;
}
