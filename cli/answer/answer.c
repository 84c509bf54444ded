/* SPDX-License-Identifier: Apache-2.0 */
/* answer - see answer.h */
#include "answer.h"
#include "lib/number.h"
#include "lib/trips.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The options: for which families they have a meaning; for the others, why not */

static const char of_amd[] = "expected --gpu, too, and ds_bpermute_b32 or ds_permute_b32",
                  of_rvv[] = "expected an instruction of RISC-V's vectors with it",
                  no_gpu[] = "not with RISC-V's vectors, which have no GPU",
                  no_lanes[] = "not with RISC-V's vectors, whose elements are those of --vtype and --vlen",
                  no_active[] = "not with RISC-V's vectors: v0, --vl and --vstart say which elements are active",
                  of_block[] = "expected a barrier that reduces or a BlockShuffle with it",
                  of_shuffle[] = "of a shuffle only",
                  no_policy[] = "not with --gpu: what the documents leave open is marked, docs/amd.md 9",
                  no_policy_rvv[] = "not with RISC-V's vectors: what is agnostic is marked, docs/rvv.md 3",
                  no_network[] = "not with --gpu: trips are computed of SHFL alone",
                  no_network_rvv[] = "not with RISC-V's vectors: trips are computed of SHFL alone, docs/rvv.md 5.5",
                  no_search[] = "not with RISC-V's vectors: the APIs of GPUs have no vl and no masks of elements";

#define OPTION(name) #name, offsetof(struct read_options, name)
static const struct {
    const char *name;
    size_t at;
    const char *why[ANSWER_FAMILIES];
} options_of[] = {
    /*                       SHFL     COLLECTIVE  AMD         RVV      BLOCK */
    { OPTION(gpu), { NULL, NULL, NULL, no_gpu, NULL } },
    { OPTION(lanes), { NULL, NULL, NULL, no_lanes, NULL } },
    { OPTION(active), { NULL, NULL, NULL, no_active, NULL } },
    { OPTION(block), { of_block, of_block, of_block, of_block, NULL } },
    { OPTION(address), { of_amd, of_amd, NULL, of_amd, of_amd } },
    { OPTION(policy), { NULL, of_shuffle, no_policy, no_policy_rvv, of_shuffle } },
    { OPTION(network), { NULL, of_shuffle, no_network, no_network_rvv, of_shuffle } },
    { OPTION(equivalents), { NULL, of_shuffle, NULL, no_search, of_shuffle } },
    { OPTION(vtype), { of_rvv, of_rvv, of_rvv, NULL, of_rvv } },
    { OPTION(vl), { of_rvv, of_rvv, of_rvv, NULL, of_rvv } },
    { OPTION(vstart), { of_rvv, of_rvv, of_rvv, NULL, of_rvv } },
    { OPTION(vlen), { of_rvv, of_rvv, of_rvv, NULL, of_rvv } },
};

const char *answer_shown(const struct answer *a)
{
    return a->family == ANSWER_RVV ? a->r.text
         : a->family == ANSWER_AMD ? a->wave.call
         : a->e.call[0]            ? a->e.call
                                   : a->e.text;
}

static bool takes_options(const struct answer *a, const struct read_options *o, char why[READ_WHY_MAX])
{
    for (size_t i = 0; i < sizeof options_of / sizeof *options_of && !o->is_file; i++) {
        const char *value;

        memcpy(&value, (const char *)o + options_of[i].at, sizeof value);
        if (value != NULL && options_of[i].why[a->family] != NULL)
            return text_why(why,
                            options_of[i].why[a->family] == of_shuffle ? "--%s: %s, and '%.200s' is none" : "--%s: %s",
                            options_of[i].name, options_of[i].why[a->family], answer_shown(a));
    }
    return true;
}

/* ---- NVIDIA's, and calls */

bool answer_lanes(const char *text, unsigned *lanes, char why[READ_WHY_MAX])
{
    uint64_t number = WARP_LANES;

    if (text != NULL && (!number_read(text, 2, SHFL_LANES_MAX, &number) || !is_power(number)))
        return text_why(why, "--lanes %.60s: expected 2, 4, 8, 16, 32 or 64", text);
    *lanes = (unsigned)number;
    return true;
}

static bool take_policy(const char *text, struct explain *e, char why[READ_WHY_MAX])
{
    static const char *const names[SHFL_POLICIES] = { "zero", "own", "raw" };
    unsigned policy = 0;

    if (text == NULL)
        return true;
    while (policy < SHFL_POLICIES && strcmp(text, names[policy]) != 0)
        policy++;
    e->policy = (enum shfl_policy)policy;
    e->has_policy = true;
    return policy < SHFL_POLICIES || text_why(why, "--policy %.60s: expected zero, own or raw", text);
}

static bool take_network(const char *text, struct explain *e, char why[READ_WHY_MAX])
{
    uint64_t network = 0;
    const char *const end = text != NULL ? number_scan(text, &network) : NULL;

    if (text != NULL && e->lanes < 4)
        return text_why(why, "--network %.60s: a warp of 2 lanes is too small for a network", text);
    e->selects = end != NULL && strcmp(end, ",selects") == 0;
    if (text != NULL && (end == NULL || (*end && !e->selects) || !trips_network_is_legal(network, e->lanes)))
        return text_why(why,
                        "--network %.60s: expected a power of two from 2 to %u, half of the lanes; ,selects may follow",
                        text, e->lanes / 2);
    e->network = (unsigned)network;
    return true;
}

/* The lanes depend on registers that are not given. */
static void set_needs(struct answer *a)
{
    const struct explain *e = &a->e;
    const char *name = explain_is_register(e->sb) ? e->sb : e->sc;
    const bool both = explain_is_register(e->sb) && explain_is_register(e->sc);

    if (e->b.kind == BLOCK_RESULT) {
        snprintf(a->needs, sizeof a->needs,
                 "it reads what the BAR.RED in front of it has left, and that is not in the text: give both, such as "
                 "'BAR.RED.%s 0x0, P0; %s'",
                 e->b.result[0] == 'R' ? "POPC" : "AND", e->text);
        return;
    }

    snprintf(a->needs, sizeof a->needs,
             "it depends on %s%s%s: give %s with --init %s=VALUE, such as --init %s=lane%s%.200s", name,
             both ? " and " : "", both ? e->sc : "", both ? "both" : "it", name, name, e->note[0] ? "; note: " : "",
             e->note);
}

bool answer_explain(struct answer *a, const struct read_options *o, char why[READ_WHY_MAX])
{
    struct explain *e = &a->e;

    a->family = e->b.kind ? ANSWER_BLOCK : e->c.kind ? ANSWER_COLLECTIVE : ANSWER_SHFL;
    a->lanes = e->b.kind ? block_results(&e->b) : e->lanes;
    a->has_values = e->has_values;
    if (!takes_options(a, o, why) || !take_policy(o->policy, e, why) || !take_network(o->network, e, why)
        || !explain_run(e, why))
        return false;
    if (!a->has_values)
        set_needs(a);
    return true;
}

/* ---- The choice */

static bool read_rvv(const char *text, const struct read_options *o, struct answer *a, char why[READ_WHY_MAX])
{
    a->family = ANSWER_RVV;
    if (!takes_options(a, o, why))
        return false;
    a->has_values = rvv_read(text, o, &a->r, why);
    a->lanes = a->r.elements;
    if (!a->has_values && a->r.is_lacking)
        snprintf(a->needs, sizeof a->needs, "%s", why);
    return a->has_values || a->r.is_lacking;
}

/* What the registers of an instruction hold at first: its source, and its destination. */
static bool take_init(const struct read_options *o, struct answer *a, char why[READ_WHY_MAX])
{
    const amd_operand src = a->wave.insn.in.op == SHFL_AMD_SWIZZLE ? a->wave.insn.addr : a->wave.insn.src;

    char source[16], destination[16];

    snprintf(source, sizeof source, "v%d", (int)src - AMD_VECTOR);
    snprintf(destination, sizeof destination, "v%d", (int)a->wave.insn.dst - AMD_VECTOR);
    for (unsigned i = 0; i < o->inits; i++) {
        const char *init = o->init[i], *value = strchr(init, '=');
        const size_t length = value != NULL ? (size_t)(value - init) : 0;
        const bool is_source = src >= AMD_VECTOR && text_is(init, length, source);
        const bool is_old = a->wave.insn.dst >= AMD_VECTOR && text_is(init, length, destination);
        uint32_t word[SHFL_LANES_MAX];
        bool is_float;

        if (!is_source && !is_old)
            return text_why(why, "--init %.60s: expected what the lanes hold in %s, such as %s=lane*2", init, source,
                            source);
        if (!sass_values(value + 1, a->wave.lanes, word, &is_float) || is_float)
            return text_why(why, "--init %.60s: expected whole numbers, such as %s=lane*2", init, source);
        for (unsigned k = 0; k < a->wave.lanes; k++) {
            if (is_source)
                a->wave.insn.in.src[k] = word[k];
            if (is_old)
                a->wave.insn.in.old[k] = word[k];
        }
    }
    return true;
}

static bool read_amd(const char *text, const struct read_options *o, struct answer *a, char why[READ_WHY_MAX])
{
    if (wave_is_collective(o->at ? o->at : text))
        return wave_read_collective(text, o, &a->e, why) && answer_explain(a, o, why);
    a->family = ANSWER_AMD;
    if (!takes_options(a, o, why))
        return false;
    if (o->at == NULL && known_in(text) != NULL)
        return text_refuse(why, text, "%s", known_in(text));
    a->has_values = wave_read(text, o, &a->wave, why);
    a->lanes = a->wave.lanes;
    if (!a->has_values && a->wave.is_lacking)
        snprintf(a->needs, sizeof a->needs, "%s", why);
    if (a->has_values && !take_init(o, a, why))
        return false;
    if (a->has_values)
        amd_run(&a->wave);
    return a->has_values || a->wave.is_lacking;
}

static bool read_plain(const char *text, const struct read_options *o, struct answer *a, char why[READ_WHY_MAX])
{
    const bool has_rvv = !o->is_file && (o->vtype || o->vl || o->vstart || o->vlen);
    const char *end;

    memset(a, 0, sizeof *a);
    if (o->at ? rvv_at(o->at) : rvv_is(text) || (has_rvv && shuffle_find(text, &end) == NULL && !shuffle_is_amd(text)))
        return read_rvv(text, o, a, why);
    if (o->gpu)
        return read_amd(text, o, a, why);
    return answer_lanes(o->lanes, &a->e.lanes, why) && shuffle_read(text, o, &a->e, why) && answer_explain(a, o, why);
}

bool answer_read(const char *text, const struct read_options *o, struct answer *a, char why[READ_WHY_MAX])
{
    const bool ok = read_plain(text, o, a, why);

    a->is_program = !ok && read_is_program(why);
    return ok;
}

/* ---- One lane */

static struct answer_lane lane_of_explain(const struct answer *a, unsigned k)
{
    const struct explain *e = &a->e;
    const struct shfl_out *out = &e->out;
    const enum explain_open open = explain_open(e, k);
    const bool active = e->in.active >> k & 1;

    return (struct answer_lane){
        .active = active,
        .from = out->src_lane[k],
        .src_active = out->src_active >> k & 1,
        .has_ra = !(e->blank >> k & 1),
        .ra = e->in.ra[k],
        .has_rd = explain_defined(e, k) && !(e->other >> k & 1),
        .rd = out->rd[k],
        .has_pu = active,
        .pu = out->pu >> k & 1,
        .we = out->we >> k & 1,
        .undefined = (e->undefined >> k & 1) || open == EXPLAIN_OUTSIDE || open == EXPLAIN_STRANGE
                  || open == EXPLAIN_BLANK,
    };
}

static struct answer_lane lane_of_collective(const struct answer *a, unsigned k)
{
    const struct explain *e = &a->e;
    const struct collective *c = &e->c;
    const bool active = e->in.active >> k & 1, open = collective_open(e, NULL) != NULL;

    return (struct answer_lane){
        .active = active,
        .from = -1,
        .has_ra = true,
        .ra = c->kind == COLLECTIVE_VOTE ? c->p >> k & 1
            : c->kind == COLLECTIVE_MASK ? c->mask[k] >> k & 1
                                         : e->in.ra[k],
        .has_rd = active && !open && c->rd_name[0] != '\0',
        .rd = c->rd[k],
        .has_pu = active && !open && c->pu_name[0] != '\0',
        .pu = c->pu >> k & 1,
        .we = active,
        .undefined = active && open,
    };
}

static struct answer_lane lane_of_block(const struct answer *a, unsigned n)
{
    const struct block *b = &a->e.b;
    const int from = b->from[n][1] < 0 ? b->from[n][0] : -1;

    return (struct answer_lane){
        .active = block_executes(b, n),
        .from = from,
        .src_active = from >= 0 && block_executes(b, (unsigned)from),
        .has_ra = true,
        .ra = b->kind == BLOCK_BARRIER ? b->p[n] : b->ra[n],
        .has_rd = block_writes(b, n),
        .rd = b->rd[n],
        .we = block_executes(b, n) && (block_writes(b, n) || b->undefined[n]),
        .undefined = b->undefined[n] && block_executes(b, n),
    };
}

static struct answer_lane lane_of_amd(const struct answer *a, unsigned k)
{
    const struct amd_wave *wave = &a->wave;
    const struct shfl_amd_in *in = &wave->insn.in;
    const struct shfl_amd_out *out = &wave->out;

    return (struct answer_lane){
        .active = in->exec >> k & 1,
        .from = out->valid >> k & 1 ? out->src_lane[k] : -1,
        .src_active = out->src_active >> k & 1,
        .has_ra = true,
        .ra = in->src[k],
        .has_rd = out->we >> k & 1,
        .rd = out->rd[k],
        .we = out->we >> k & 1,
        .undefined = wave->open[k] != 0,
    };
}

static struct answer_lane lane_of_rvv(const struct answer *a, unsigned k)
{
    const struct rvv *r = &a->r;
    unsigned from;
    const enum shfl_rvv_what what = rvv_what(r, k, &from);
    const bool we = what != SHFL_RVV_KEEP && what != SHFL_RVV_AGNOSTIC;

    return (struct answer_lane){
        .active = rvv_part(r, k) == RVV_BODY && r->in.vstart < r->in.vl,
        .from = what == SHFL_RVV_BYTE ? (int)from : -1,
        .src_active = what == SHFL_RVV_BYTE,
        .has_ra = true,
        .ra = rvv_source(r, k),
        .has_rd = we,
        .rd = we ? rvv_result(r, k) : 0,
        .we = we,
        .undefined = what == SHFL_RVV_AGNOSTIC,
    };
}

/* ---- Of each family */

#define FAMILY(name) { name##_stages, lane_of_##name, name##_steps, name##_said }
static const struct {
    const char *const *stages;
    struct answer_lane (*lane)(const struct answer *a, unsigned lane);
    void (*steps)(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX]);
    void (*said)(const struct answer *a, struct said *s);
} families[ANSWER_FAMILIES] = { FAMILY(explain), FAMILY(collective), FAMILY(amd), FAMILY(rvv), FAMILY(block) };

struct answer_lane answer_lane(const struct answer *a, unsigned lane) { return families[a->family].lane(a, lane); }

const char *const *answer_stages(const struct answer *a) { return families[a->family].stages; }

void answer_steps(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    families[a->family].steps(a, lane, step);
}

const char *answer_unit(const struct answer *a)
{
    return a->family == ANSWER_RVV ? "element" : a->family == ANSWER_BLOCK ? block_unit(&a->e.b) : "lane";
}

void answer_said(const struct answer *a, struct said *s)
{
    *s = (struct said){ .asked = a->e.call, .instruction = a->e.text, .note = a->e.note };
    families[a->family].said(a, s);
    if (s->rule[0] == NULL && s->general[0] != '\0')
        s->rule[0] = s->general;
}
