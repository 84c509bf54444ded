/* SPDX-License-Identifier: Apache-2.0 */
/* said - see show.h */
#include "show.h"
#include "lib/trips.h"

#include <string.h>

static const char outside[] = "a lane executes that the mask does not name, or it reads such a lane: PTX ISA, "
                              "shfl.sync; docs/rules.md 3.5";

static void of_shfl(const struct explain *e, struct said *s)
{
    struct text more = { s->more, 0, sizeof s->more };

    s->kind = "SHFL";
    s->operation = shfl_mode_name[e->mode];
    explain_line(e, s->line);
    s->source = e->row ? call_document(e->row) : "docs/rules.md 3";
    s->undefined = e->has_members && (e->in.active & ~e->members) ? outside : e->row ? call_undefined(e->row) : NULL;
    for (enum explain_rule line = EXPLAIN_MIN; line < EXPLAIN_RULES; line++)
        s->rule[line] = explain_rule(e->mode, line);
    if (e->network) {
        const unsigned trips = trips_of_shfl(e->lanes, e->network, e->selects, &e->out);

        text_append(&more, "this shuffle takes %u trip%s on a network of %u:1", trips, trips == 1 ? "" : "s",
                    e->network);
        for (unsigned left = e->lanes / e->network; left > 1; left /= left < e->network ? left : e->network)
            text_append(&more, ", %u:1", left < e->network ? left : e->network);
        text_append(&more, "%s", e->selects ? ", each with its own select" : "");
    }
}

static void of_collective(const struct explain *e, struct said *s)
{
    s->kind = collective_kind_name(&e->c);
    s->operation = collective_op_name(&e->c);
    if (e->has_values)
        collective_line(e, s->line);
    collective_rule(&e->c, e->guard, e->lanes, s->general);
    s->source = collective_source(e);
    s->undefined = e->has_values ? collective_open(e, s->why) : NULL;
}

static void of_block(const struct explain *e, struct said *s)
{
    s->kind = block_kind_name(&e->b);
    s->operation = block_op_name(&e->b);
    if (e->has_values)
        block_line(&e->b, s->line);
    block_rule(&e->b, s->general);
    s->source = e->b.source;
    s->undefined = block_undefined(&e->b);
}

static void of_amd(const struct answer *a, struct said *s)
{
    s->kind = "AMD";
    s->operation = amd_ops[a->insn.in.op].name;
    s->asked = a->wave.call;
    amd_text(&a->insn, s->text);
    s->instruction = s->text;
    amd_line(&a->insn, s->general);
    snprintf(s->line, sizeof s->line, "%s", a->has_values || a->wave.call[0] ? a->wave.line : s->general);
    s->note = a->wave.note;
    s->source = "docs/amd.md";
}

static void of_rvv(const struct answer *a, struct said *s)
{
    const struct rvv *r = &a->r;
    struct text more = { s->more, 0, sizeof s->more }, line = { s->line, 0, sizeof s->line };

    s->kind = "RVV";
    s->operation = rvv_op_name(r->in.op);
    s->asked = "";
    s->instruction = r->text;
    if (a->has_values)
        rvv_describe(r, &line);
    else
        text_append(&line, "%s", a->needs);
    s->note = r->note;
    s->source = "docs/rvv.md";
    text_append(&more, "VLEN %u, %s: VLMAX %u, vl %u", r->in.vlen, r->vtype, r->elements, r->in.vl);
    if (r->in.vstart)
        text_append(&more, ", vstart %u", r->in.vstart);
}

void said_of(const struct answer *a, struct said *s)
{
    memset(s, 0, sizeof *s);
    s->asked = a->e.call;
    s->instruction = a->e.text;
    s->note = a->e.note;
    switch (a->family) {
    case ANSWER_AMD: of_amd(a, s); break;
    case ANSWER_RVV: of_rvv(a, s); break;
    case ANSWER_BLOCK: of_block(&a->e, s); break;
    case ANSWER_COLLECTIVE: of_collective(&a->e, s); break;
    default: of_shfl(&a->e, s);
    }
    if (s->rule[0] == NULL && s->general[0] != '\0')
        s->rule[0] = s->general;
}
