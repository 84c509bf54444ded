/* SPDX-License-Identifier: Apache-2.0 */
/* collective_read - see shuffle.h */
#include "shuffle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char shuffle_example[] = "lane < 4";
static const char example_value[] = "lane % 4";

static uint64_t example_predicates(unsigned lanes) { return shfl_all_lanes(lanes) & ((1u << SHUFFLE_EXAMPLE) - 1); }

static void example_values(struct explain *e)
{
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.ra[k] = k % SHUFFLE_EXAMPLE;
}

/* ---- An instruction */

static void predicate_of_insn(const struct sass_predicate *p, const struct sass_warp *warp, struct explain *e)
{
    struct collective *c = &e->c;
    char name[SASS_NAME_MAX];

    sass_predicate_name(p->number, name);
    snprintf(c->operand, sizeof c->operand, "%s%s", p->negated ? "!" : "", name);
    c->p = UINT64_MAX;
    if (p->number != SASS_PT && (warp->p_written >> p->number & 1)) {
        c->p = warp->p[p->number];
    } else if (p->number != SASS_PT) {
        c->p = example_predicates(e->lanes);
        shuffle_note(e, "%s is taken as %s; give it with --init %s=MASK", name, shuffle_example, name);
    }
    c->p = p->negated ? ~c->p : c->p;
}

static void values_of_insn(const struct sass_program *program, const struct sass_warp *warp, struct explain *e)
{
    const struct sass_insn *insn = &program->insn[0];
    const unsigned ra = insn->source[0].reg, high = sass_high(ra);
    char name[SASS_NAME_MAX], high_name[SASS_NAME_MAX];

    sass_register_name(program, ra, name);
    sass_register_name(program, high, high_name);
    if (insn->is_wide && high != SASS_RZ)
        snprintf(e->c.operand, sizeof e->c.operand, "%.10s:%.10s", high_name, name);
    else
        snprintf(e->c.operand, sizeof e->c.operand, "%s", name);
    e->is_float = warp->is_float[ra] && insn->op == SASS_MATCH && !insn->is_wide;
    example_values(e);
    if (ra != SASS_RZ && !warp->written[ra])
        shuffle_note(e, "%s is taken as %s; give it with --init %s=VALUE", name, example_value, name);
    for (unsigned k = 0; k < e->lanes; k++) {
        if (ra == SASS_RZ || warp->written[ra])
            e->in.ra[k] = warp->r[ra][k];
        if (insn->is_wide)
            e->in.ra[k] |= (uint64_t)warp->r[high][k] << 32;
    }
}

void collective_of_insn(const struct sass_program *program, const struct sass_warp *warp, struct explain *e)
{
    const struct sass_insn *insn = &program->insn[0];
    struct collective *c = &e->c;

    *c = (struct collective){
        .op = insn->modifier, .w = insn->is_wide ? 64 : 32, .width = e->lanes, .is_signed = insn->is_signed
    };
    switch (insn->op) {
    case SASS_MATCH: c->kind = COLLECTIVE_MATCH; break;
    case SASS_REDUX: c->kind = COLLECTIVE_REDUX; break;
    default: c->kind = COLLECTIVE_VOTE;
    }
    if (insn->rd != SASS_RZ)
        sass_register_name(program, insn->rd, c->rd_name);
    if (insn->pd[0] != SASS_PT)
        sass_predicate_name(insn->pd[0], c->pu_name);
    if (insn->op == SASS_ELECT)
        c->op = SHFL_VOTE_ELECT;
    if (c->kind == COLLECTIVE_VOTE)
        predicate_of_insn(&insn->p[0], warp, e);
    else
        values_of_insn(program, warp, e);
    e->has_values = true;
}

/* ---- A call */

/* What the calls are from `first` on: the kind, the operation, which goes up with theirs, and what they return. */
static const struct kind {
    enum call_op first;
    enum collective_kind kind;
    unsigned op;
    const char *rd, *pu;
} kinds[] = {
    { CALL_VOTE_ALL, COLLECTIVE_VOTE, SHFL_VOTE_ALL, "", "P2" },
    { CALL_BALLOT, COLLECTIVE_VOTE, SHFL_VOTE_ANY, "Rd", "" },
    { CALL_BALLOT_BITS, COLLECTIVE_VOTE, SHFL_VOTE_ANY, "Rd", "" },
    { CALL_VOTE_NONE, COLLECTIVE_VOTE, SHFL_VOTE_ALL, "", "P2" },
    { CALL_VOTE_ODD, COLLECTIVE_VOTE, SHFL_VOTE_ANY, "", "P2" },
    { CALL_MATCH_ALL, COLLECTIVE_MATCH, SHFL_MATCH_ALL, "Rd", "P2" },
    { CALL_MATCH_ANY, COLLECTIVE_MATCH, SHFL_MATCH_ANY, "Rd", "" },
    { CALL_EQUAL, COLLECTIVE_MATCH, SHFL_MATCH_ALL, "", "P2" },
    { CALL_REDUX_AND, COLLECTIVE_REDUX, SHFL_REDUX_AND, "Rd", "" },
    { CALL_MASK_BITS, COLLECTIVE_MASK, COLLECTIVE_BITS, "Rd", "" },
    { CALL_MASK_OWN, COLLECTIVE_MASK, COLLECTIVE_OWN, "", "P2" },
};

static bool has_argument(const struct call *call, char letter) { return strchr(call->row->arguments, letter) != NULL; }

bool collective_example(struct explain *e, const struct call *call, const char *example, char why[READ_WHY_MAX])
{
    const char *name = strstr(call->value_why, "--let ");

    if (name == NULL) /* a name would not help: a float, a call that is not followed */
        return text_why(why, "%s", call->value_why);
    shuffle_note(e, "%s is taken as %s; another is given with %s", call->value_text, example, name);
    return true;
}

/* The predicates of the lanes; of a vote that is true if none is, the opposite. */
static bool fill_predicates(const struct call *call, const struct read_options *o, struct explain *e,
                            char why[READ_WHY_MAX])
{
    const bool has_predicate = has_argument(call, 'q') || has_argument(call, 'O');
    struct collective *c = &e->c;
    const char *const names[] = { has_predicate ? "P0" : "", NULL }, *init = text_given(o->init, o->inits, "P0");

    c->p = UINT64_MAX;
    strcpy(c->operand, !has_predicate ? "PT" : call->op == CALL_VOTE_NONE ? "!P0" : "P0");
    if (!shuffle_only(o, names, why))
        return false;
    if (init != NULL && !sass_predicates(init, e->lanes, &c->p))
        return text_why(why, "--init P0=%s: expected 0 or 1 in each lane, such as P0=lane<8, or a mask", init);
    if (init == NULL && has_predicate && !call->has_value) {
        c->p = example_predicates(e->lanes);
        if (!collective_example(e, call, shuffle_example, why))
            return false;
    }
    for (unsigned k = 0; k < e->lanes && init == NULL && has_predicate && call->has_value; k++)
        c->p = (c->p & ~(UINT64_C(1) << k)) | (uint64_t)(call->value.word[k] != 0) << k;
    c->p = call->op == CALL_VOTE_NONE ? ~c->p : c->p;
    return true;
}

static bool fill_values(const struct call *call, const struct read_options *o, struct explain *e,
                        char why[READ_WHY_MAX])
{
    struct collective *c = &e->c;
    uint32_t word[SHFL_LANES_MAX];
    static const char *const names[] = { "Ra", NULL };
    const char *init = text_given(o->init, o->inits, "Ra");
    bool negative = false;

    strcpy(c->operand, "Ra");
    if (!shuffle_only(o, names, why))
        return false;
    if (init != NULL
        && (!sass_values(init, e->lanes, word, &e->is_float) || (e->is_float && c->kind == COLLECTIVE_REDUX)))
        return text_why(why, "--init Ra=%s: expected what the lanes hold, such as Ra=lane*2%s", init,
                        e->is_float ? "; reductions of floats are not in docs/rules.md" : "");
    const struct expr_type type = call->value.type;
    const bool has_type = call->value.has_type || (init == NULL && call->has_value);
    const bool is_wide = (has_type && type.bits == 64) || strstr(call->text, ".sync.i64") != NULL;
    const struct call_row *row = call->row;
    const bool may_be_wide = c->kind == COLLECTIVE_MATCH /* reductions of CUDA's have 32 bits */
                          || (row->language != CALL_CUDA && row->language != CALL_NVVM && row->language != CALL_AMDGCN
                              && strncmp(row->name, "nvvm.", 5) != 0);
    const bool is_bool = row->language == CALL_GLSL && has_type && type.bits == 1;
    c->w = is_wide && may_be_wide ? 64 : is_bool && c->op <= SHFL_REDUX_XOR ? 1 : 32;
    c->is_signed = c->kind == COLLECTIVE_REDUX && c->w > 1 && call->type != 'u'
                && !(has_type && type.is_unsigned && type.bits >= 32);
    example_values(e);
    for (unsigned k = 0; k < e->lanes; k++) {
        if (init != NULL || call->has_value)
            e->in.ra[k] = init != NULL ? word[k] : call->value.word[k];
        e->in.ra[k] &= UINT64_MAX >> (64 - c->w);
        negative = negative || e->in.ra[k] > INT32_MAX;
    }
    if (init == NULL && !call->has_value && !collective_example(e, call, example_value, why))
        return false;
    if (negative && c->is_signed && (c->op == SHFL_REDUX_MIN || c->op == SHFL_REDUX_MAX) && !call->type
        && !call->value.has_type)
        shuffle_note(e, "the value is taken as signed; an unsigned one is (unsigned)%s", call->value_text);
    return true;
}

static bool fill_mask(const struct call *call, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    static const char *const none[] = { NULL };

    strcpy(e->c.operand, "ballot");
    if (!shuffle_only(o, none, why))
        return false;
    if (call->has_value && call->value.by_lane && call->value.type.bits < 64)
        return text_refuse(why, call->value_text, "expected a ballot, the same for all lanes, such as 0xf0");
    if (!call->has_value && !collective_example(e, call, "the ballot of lane < 4", why))
        return false;
    e->c.mask_by_lane = call->has_value && call->value.by_lane;
    for (unsigned k = 0; k < e->lanes; k++) {
        e->c.mask[k] = call->has_value ? call->value.word[k] & shfl_all_lanes(e->lanes) : example_predicates(e->lanes);
        if (e->c.mask_by_lane && call_undefined(call->row) && e->c.mask[k] == 0 && (e->in.active >> k & 1))
            return text_refuse(why, call->value_text, "lane %u has no bit in it: the result is undefined there", k);
    }
    for (unsigned k = 0; k < e->lanes && call->op == CALL_MASK_BIT; k++) {
        e->in.sb[k] = (uint32_t)call->operand.word[k];
        if ((e->in.active >> k & 1) && e->in.sb[k] >= e->lanes)
            return text_refuse(why, call->text, "the ballot has no bit %u, which lane %u asks for: it is undefined",
                               (unsigned)e->in.sb[k], k);
    }
    return true;
}

static void name_instruction(struct explain *e)
{
    struct collective *c = &e->c;
    const char *rd = c->rd_name[0] ? c->rd_name : "RZ", *pu = c->pu_name[0] ? c->pu_name : "PT";

    if (c->width != e->lanes || c->scan != CALL_WHOLE || c->is_count || c->is_odd || c->kind == COLLECTIVE_MASK
        || c->has_group || (c->kind == COLLECTIVE_REDUX && (c->op == COLLECTIVE_PRODUCT || c->w == 1)))
        return;
    if (c->kind == COLLECTIVE_REDUX)
        snprintf(e->text, sizeof e->text, "REDUX%s%s%s URd, %s", c->op == SHFL_REDUX_AND ? "" : ".",
                 c->op == SHFL_REDUX_AND ? "" : shfl_redux_name[c->op],
                 c->is_signed && c->op > SHFL_REDUX_XOR ? ".S32" : "", c->operand);
    else if (c->kind == COLLECTIVE_MATCH && c->op == SHFL_MATCH_ANY)
        snprintf(e->text, sizeof e->text, "MATCH.ANY%s %s, %s", c->w == 64 ? ".U64" : "", rd, c->operand);
    else if (c->kind == COLLECTIVE_MATCH)
        snprintf(e->text, sizeof e->text, "MATCH.ALL%s %s, %s, %s", c->w == 64 ? ".U64" : "", pu, rd, c->operand);
    else if (c->op == SHFL_VOTE_ELECT)
        snprintf(e->text, sizeof e->text, "ELECT %s, URZ, PT", pu);
    else
        snprintf(e->text, sizeof e->text, "VOTE.%s %s%s%s, %s", shfl_vote_name[c->op], c->rd_name,
                 c->rd_name[0] ? ", " : "", pu, c->operand);
    if (c->kind == COLLECTIVE_REDUX)
        strcpy(c->rd_name, "URd");
}

/* What is to be known of floats, and of HIP's header. */
static void note_kinds(const struct call *call, const struct read_options *o, struct explain *e)
{
    const struct call_row *row = call->row;
    const bool any_type = call->type == 0 && row->language != CALL_CUDA && row->language != CALL_NVVM
                       && row->language != CALL_AMDGCN && row->language != CALL_MLIR && row->language != CALL_SPIRV;

    if (e->c.kind != COLLECTIVE_REDUX)
        return;
    if (call->type == 'f')
        shuffle_note(e, "shown with whole numbers");
    if ((e->c.op == SHFL_REDUX_SUM || e->c.op == COLLECTIVE_PRODUCT) && (call->type == 'f' || any_type))
        shuffle_note(e, "of floats the order of the %s is not defined, and with it the last bits of the %s",
                     e->c.op == SHFL_REDUX_SUM ? "additions" : "products",
                     e->c.op == SHFL_REDUX_SUM ? "sum" : "result");
    if (o->gpu && row->language != CALL_AMDGCN && e->c.op <= SHFL_REDUX_XOR)
        shuffle_note(
            e, "a shipped header of HIP, amd_warp_sync_functions.h, computes and, or and xor as logical ones, 0 or 1, "
               "where the mask does not name the lanes 0 to n, or without optimization");
}

bool collective_of_call(const struct call *call, const struct read_options *o, struct explain *e,
                        char why[READ_WHY_MAX])
{
    static const char hip_votes[] = "HIP, amd_warp_functions.h", hip_sync[] = "HIP, amd_warp_sync_functions.h";
    const struct call_row *row = call->row;
    struct collective *c = &e->c;

    if (o->gpu && row->language != CALL_CUDA && !call_is_of_amd(row))
        return text_refuse(why, call->text, "expected a call of HIP's, such as '__ballot(p)'");
    if (!o->gpu && call_is_of_amd(row))
        return text_refuse(why, call->text, "%s: give its GPU, such as --gpu gfx90a",
                           row->language == CALL_HIP ? "HIP's" : "AMD's");
    /* of the waves of a size alone, __builtin_amdgcn_ballot_w64; of a mask of 32 bits, llvm.amdgcn.ballot.i32 */
    const char *open = strchr(call->text, '('), *other = e->lanes == 64 ? "32" : "64";
    if (row->language == CALL_AMDGCN && open != NULL && strstr(call->text, "ballot") != NULL
        && strncmp(open - 2, other, 2) == 0 && (open[-3] == 'w' || (open[-3] == 'i' && e->lanes == 64)))
        return text_refuse(why, call->text, "expected a wave of %u lanes with it: --lanes %u, of a GPU that has them",
                           96 - e->lanes, 96 - e->lanes);
    *c = (struct collective){ .source = call_document(row), .w = 32, .width = e->lanes, .scan = call->scan };
    if (o->gpu && row->language != CALL_AMDGCN)
        c->source = strstr(row->name, "_sync") || strstr(row->name, "match") ? hip_sync : hip_votes;
    if (row->language == CALL_GROUPS || has_argument(call, 'w') || row->width || call->has_width)
        c->width = call->width;
    c->is_packed = row->language == CALL_GROUPS || (row->width > 0 && row->op == CALL_BALLOT);
    c->is_zero_first = row->language == CALL_GROUPS && c->scan == CALL_EXCLUSIVE;
    e->row = row;
    const struct kind *kind = kinds + sizeof kinds / sizeof *kinds - 1;
    while (call->op < kind->first)
        kind--;
    c->kind = kind->kind;
    c->op = kind->op + (call->op - kind->first);
    c->is_count = call->op == CALL_BALLOT_BITS;
    c->is_odd = call->op == CALL_VOTE_ODD;
    strcpy(c->rd_name, kind->rd);
    strcpy(c->pu_name, kind->pu);
    if (!shuffle_mask(o, e->lanes, &e->in.active, why))
        return false;
    e->in.active &= call->executes;
    c->has_group = call->has_ranks;
    memcpy(c->group, call->group, sizeof c->group);
    if (call->has_ranks && row->language == CALL_GROUPS)
        c->source = "CUDA C++ Programming Guide, section Cooperative Groups, coalesced_group";
    if (!(c->kind == COLLECTIVE_VOTE   ? fill_predicates
          : c->kind == COLLECTIVE_MASK ? fill_mask
                                       : fill_values)(call, o, e, why))
        return false;
    /* HIP has kept the calls without a mask that CUDA has given up */
    if (!o->gpu && row->note != NULL)
        shuffle_note(e, "%s", row->note);
    shuffle_note(e, "%s", call->note);
    if (o->gpu && call_mask_is_short(call))
        shuffle_note(e, "%s", call_short_mask);
    note_kinds(call, o, e);
    if (!o->gpu)
        name_instruction(e);
    e->has_values = true;
    shuffle_others(call->end, o, e);
    return true;
}
