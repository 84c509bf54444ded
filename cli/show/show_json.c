/* SPDX-License-Identifier: Apache-2.0 */
/* show_json - see show.h: one shape for all families. What all have stands first; what one has alone, behind it. */
#include "show.h"
#include "lib/trips.h"

#include <string.h>

void show_json_head(struct json *json, const struct said *s, const char *summary, const char *note)
{
    json_text(json, "kind", s->kind);
    json_text(json, "operation", s->operation);
    json_text(json, "instruction", s->instruction);
    json_text(json, "asked", s->asked);
    json_text(json, "summary", summary);
    json_text(json, "note", note);
    json_text(json, "source", s->source);
}

/* ---- What one family has alone */

static void explain_lane(struct json *json, const struct explain *e, unsigned k)
{
    const struct shfl_out *out = &e->out;

    json_number(json, "sb", e->in.sb_is_imm ? e->in.sb_imm : e->in.sb[k]);
    json_number(json, "sc", e->in.sc_is_imm ? e->in.sc_imm : e->in.sc[k]);
    json_number(json, "index", out->index[k]);
    json_number(json, "clamp", out->clamp[k]);
    json_number(json, "segmask", out->segmask[k]);
    json_number(json, "min_lane", explain_min_lane(e, k));
    json_number(json, "max_lane", explain_max_lane(e, k));
    json_signed(json, "j", out->j[k]);
    json_bool(json, "in_range", out->in_range[k]);
    json_number(json, "src_data", out->src_data[k]);
    json_number(json, "unit_rd", out->rd[k]);
    if (e->other)
        json_bool(json, "other", e->other >> k & 1);
}

static void amd_lane(struct json *json, const struct amd_wave *wave, unsigned k)
{
    static const char *const whats[] = { [SHFL_AMD_KEEP] = "keep", [SHFL_AMD_ZERO] = "zero", [SHFL_AMD_DATA] = "data" };
    const struct shfl_amd_out *out = &wave->out;

    json_text(json, "what", whats[amd_what(wave, k)]);
    json_number(json, "src_data", out->src_data[k]);
    if (wave->open[k])
        json_format(json, "open", "9.%u", wave->open[k]);
    else
        json_null(json, "open");
    if (amd_is_swap(wave->insn.in.op))
        json_number_if(json, "rd2", out->we2 >> k & 1, out->rd2[k]);
}

static void rvv_lane(struct json *json, const struct rvv *r, unsigned k)
{
    static const char *const whats[] = { [SHFL_RVV_KEEP] = "keep",
                                         [SHFL_RVV_AGNOSTIC] = "agnostic",
                                         [SHFL_RVV_ZERO] = "zero",
                                         [SHFL_RVV_SCALAR] = "scalar",
                                         [SHFL_RVV_BYTE] = "data" };
    unsigned from;

    json_text(json, "what", whats[rvv_what(r, k, &from)]);
    json_text(json, "part", rvv_part_name[rvv_part(r, k)]);
}

static void lane_json(struct json *json, const struct answer *a, unsigned k)
{
    const struct answer_lane l = answer_lane(a, k);
    const char *const *stage = answer_stages(a);
    char step[STEPS_MAX][STEP_MAX];

    json_open(json, NULL, '{');
    json_number(json, "lane", k);
    json_bool(json, "active", l.active);
    json_number_if(json, "src_lane", l.from >= 0, (unsigned)l.from);
    json_bool_if(json, "src_active", l.from >= 0, l.src_active);
    json_number_if(json, "ra", l.has_ra, l.ra);
    json_number_if(json, "rd", l.has_rd, l.rd);
    json_bool_if(json, "pu", l.has_pu, l.pu);
    json_bool(json, "we", l.we);
    json_bool(json, "undefined", l.undefined);
    if (a->e.has_members)
        json_bool(json, "member", a->e.members >> k & 1);
    switch (a->family) {
    case ANSWER_AMD: amd_lane(json, &a->wave, k); break;
    case ANSWER_RVV: rvv_lane(json, &a->r, k); break;
    case ANSWER_BLOCK:
        json_open(json, "sources", '[');
        for (unsigned i = 0; i < 2 && a->e.b.from[k][i] >= 0; i++)
            json_number(json, NULL, (unsigned)a->e.b.from[k][i]);
        json_close(json);
        break;
    case ANSWER_COLLECTIVE: json_number(json, "unit_rd", a->e.c.rd[k]); break;
    default: explain_lane(json, &a->e, k);
    }
    answer_steps(a, k, step);
    json_open(json, "steps", '[');
    for (unsigned i = 0; stage[i] != NULL; i++)
        json_text(json, NULL, step[i]);
    json_close(json);
    json_close(json);
}

void show_json_members(struct json *json, const struct answer *a)
{
    const char *const *stage = answer_stages(a);
    const struct explain *e = &a->e;
    struct said s;
    uint64_t active = 0;

    answer_said(a, &s);
    show_json_head(json, &s, s.line, s.note);
    json_text(json, "undefined", s.undefined);
    json_open(json, "rule", '[');
    for (unsigned i = 0; s.rule[i] != NULL; i++)
        json_text(json, NULL, s.rule[i]);
    json_close(json);
    json_open(json, "stages", '[');
    for (unsigned i = 0; stage[i] != NULL; i++)
        json_text(json, NULL, stage[i]);
    json_close(json);
    switch (a->family) {
    case ANSWER_AMD: break;
    case ANSWER_RVV:
        json_number(json, "vlen", a->r.in.vlen);
        json_text(json, "vtype", a->r.vtype);
        json_number(json, "vl", a->r.in.vl);
        json_number(json, "vstart", a->r.in.vstart);
        break;
    case ANSWER_BLOCK:
        json_text(json, "operand", e->b.operand);
        json_number(json, "threads", e->b.threads);
        json_number(json, "items", e->b.items);
        json_bool(json, "is_float", block_is_float(&e->b));
        break;
    case ANSWER_COLLECTIVE:
        json_text(json, "operand", e->c.operand);
        if (e->c.kind == COLLECTIVE_MATCH || e->c.kind == COLLECTIVE_REDUX)
            json_number(json, "w", e->c.w);
        if (e->c.kind == COLLECTIVE_REDUX)
            json_bool(json, "is_signed", e->c.is_signed);
        break;
    default:
        json_text(json, "sb", e->sb);
        json_text(json, "sc", e->sc);
        json_text(json, "policy", shfl_policy_name[e->policy]);
        if (e->network) {
            json_number(json, "network", e->network);
            json_bool(json, "selects", e->selects);
            json_number(json, "trips", trips_of_shfl(e->lanes, e->network, e->selects, &e->out));
        }
    }
    for (unsigned k = 0; k < a->lanes && k < SHFL_LANES_MAX && a->has_values; k++)
        active |= (uint64_t)answer_lane(a, k).active << k;
    if (a->lanes <= SHFL_LANES_MAX)
        json_mask(json, "active", a->family == ANSWER_SHFL ? e->in.active : active);
    else
        json_null(json, "active");
    if (a->has_values) {
        json_open_tall(json, "lanes", '[');
        for (unsigned k = 0; k < a->lanes; k++)
            lane_json(json, a, k);
        json_close(json);
    } else {
        json_null(json, "lanes");
    }
}

void show_json(const struct answer *a, FILE *file)
{
    struct json json = { .file = file };

    json_open_tall(&json, NULL, '{');
    show_json_members(&json, a);
    json_close(&json);
}
