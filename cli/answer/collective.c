/* SPDX-License-Identifier: Apache-2.0 */
/* collective - see explain.h: the results. The model computes a whole warp; a segment, and the lanes below a lane, are a warp
 * in which no other lane executes. */
#include "explain.h"
#include "cli/read/calls.h"
#include "cli/read/shuffle.h"

#include <inttypes.h>
#include <string.h>

static uint64_t segment(const struct explain *e, unsigned lane)
{
    const unsigned first = lane & ~(e->c.width - 1);

    return shfl_all_lanes(e->c.width) << first;
}

/* Whose values or bits count in a lane: all, those up to its own, or those below. */
static uint64_t counted(const struct explain *e, uint64_t of, unsigned lane)
{
    const uint64_t below = (UINT64_C(1) << lane) - 1, own = UINT64_C(1) << lane;

    of &= e->c.has_group ? e->c.group[lane] : segment(e, lane);
    return e->c.scan == CALL_INCLUSIVE ? of & (below | own) : e->c.scan == CALL_EXCLUSIVE ? of & below : of;
}

static unsigned ones(uint64_t word) { return (unsigned)__builtin_popcountll(word); }

static void run_vote(const struct explain *e, uint64_t count, unsigned lane, uint64_t *rd, uint64_t *pu)
{
    struct shfl_vote_out out;

    shfl_vote(e->lanes, (enum shfl_vote_op)e->c.op, count, e->c.p, &out);
    *rd = e->c.is_count ? ones(out.rd) : out.rd;
    *pu = e->c.is_odd ? ones(out.rd) & 1 : out.pu >> lane & 1;
}

static void run_match(const struct explain *e, uint64_t count, unsigned lane, uint64_t *rd, uint64_t *pu)
{
    struct shfl_match_out out;

    shfl_match(e->lanes, (enum shfl_match_op)e->c.op, e->c.w, count, e->in.ra, &out);
    *rd = out.rd[lane];
    *pu = out.pu >> lane & 1;
}

static void run_redux(const struct explain *e, uint64_t count, uint64_t *rd)
{
    struct shfl_redux_out out;

    if (e->c.op == COLLECTIVE_PRODUCT)
        shfl_product(e->lanes, e->c.w, count, e->in.ra, &out);
    else
        shfl_redux(e->lanes, (enum shfl_redux_op)e->c.op, e->c.is_signed, e->c.w, count, e->in.ra, &out);
    *rd = count == 0 && e->c.is_zero_first ? 0 : out.rd;
}

static void run_mask(const struct explain *e, unsigned lane, uint64_t *rd, uint64_t *pu)
{
    const uint64_t bits = counted(e, e->c.mask[lane], lane);

    *pu = bits >> (e->c.op == COLLECTIVE_BIT ? e->in.sb[lane] : lane) & 1;
    switch (e->c.op) {
    case COLLECTIVE_BITS: *rd = ones(bits); break;
    case COLLECTIVE_LOWEST: *rd = bits ? (unsigned)__builtin_ctzll(bits) : 63; break;
    case COLLECTIVE_HIGHEST: *rd = bits ? 63 - (unsigned)__builtin_clzll(bits) : 0; break;
    default: *rd = 0;
    }
}

/* A mask of lanes as a mask of ranks. */
static uint64_t packed(uint64_t mask, uint64_t group)
{
    uint64_t ranks = 0;
    unsigned rank = 0;

    for (unsigned k = 0; k < SHFL_LANES_MAX; k++)
        if (group >> k & 1)
            ranks |= (mask >> k & 1) << rank++;
    return ranks;
}

const char *collective_open(const struct explain *e, char why[READ_WHY_MAX])
{
    const uint64_t strangers = e->has_members ? e->in.active & ~e->members : 0;
    struct text text = { why, 0, READ_WHY_MAX };

    if (strangers) {
        const bool one = text_lanes(&text, strangers, e->lanes);

        text_append(&text, one ? " executes it, and its mask does not name it"
                               : " execute it, and the mask does not name "
                                 "them");
        return why;
    }
    if (e->row != NULL && e->row->needs_all && e->in.active != shfl_all_lanes(e->lanes))
        return call_undefined(e->row);
    if (e->c.kind == COLLECTIVE_MASK && call_undefined(e->row) && e->c.mask[0] == 0 && !e->c.mask_by_lane)
        return call_undefined(e->row);
    return NULL;
}

void collective_run(struct explain *e)
{
    struct collective *c = &e->c;

    c->pu = 0;
    for (unsigned k = 0; k < e->lanes; k++) {
        const uint64_t count = counted(e, e->in.active, k);
        uint64_t pu = 0;

        switch (c->kind) {
        case COLLECTIVE_VOTE: run_vote(e, count, k, &c->rd[k], &pu); break;
        case COLLECTIVE_MATCH: run_match(e, count, k, &c->rd[k], &pu); break;
        case COLLECTIVE_REDUX: run_redux(e, count, &c->rd[k]); break;
        default: run_mask(e, k, &c->rd[k], &pu);
        }
        if (c->is_packed && (c->kind == COLLECTIVE_VOTE || c->kind == COLLECTIVE_MATCH))
            c->rd[k] = c->has_group ? packed(c->rd[k], c->group[k]) : c->rd[k] >> (k & ~(c->width - 1));
        c->pu |= pu << k;
    }
}

static unsigned section_of(const struct collective *c)
{
    return c->kind == COLLECTIVE_MATCH ? 9 : c->kind == COLLECTIVE_REDUX ? 10 : 8;
}

/* ---- Values as text */

static bool is_mask(const struct collective *c)
{
    return c->kind == COLLECTIVE_MATCH || (c->kind == COLLECTIVE_VOTE && c->op != SHFL_VOTE_ELECT && !c->is_count);
}

/* A value, or what a reduction makes of values. */
static const char *number(const struct explain *e, uint64_t value, bool is_float, char text[COLLECTIVE_TEXT_MAX])
{
    if (value > UINT32_MAX)
        snprintf(text, COLLECTIVE_TEXT_MAX, "0x%016" PRIx64, value);
    else if (e->c.kind == COLLECTIVE_REDUX && !e->c.is_signed && value > INT32_MAX)
        snprintf(text, COLLECTIVE_TEXT_MAX, "0x%08" PRIx64, value);
    else
        word_text((uint32_t)value, is_float, WORD_AUTO, text);
    return text;
}

const char *collective_operand(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX])
{
    if (e->c.kind == COLLECTIVE_VOTE)
        snprintf(text, COLLECTIVE_TEXT_MAX, "%u", (unsigned)(e->c.p >> lane & 1));
    else if (e->c.kind == COLLECTIVE_MASK)
        snprintf(text, COLLECTIVE_TEXT_MAX, "%u", (unsigned)(e->c.mask[lane] >> lane & 1));
    else
        number(e, e->in.ra[lane], e->is_float, text);
    return text;
}

/* A result, defined or not. */
static const char *result(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX])
{
    if (is_mask(&e->c))
        snprintf(text, COLLECTIVE_TEXT_MAX, "0x%0*" PRIx64, (int)(e->lanes > 32 ? 16 : 8), e->c.rd[lane]);
    else
        number(e, e->c.rd[lane], false, text);
    return text;
}

const char *collective_rd(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX])
{
    char why[READ_WHY_MAX];

    if (e->c.rd_name[0] == '\0' || !(e->in.active >> lane & 1))
        return "-";
    return collective_open(e, why) ? "?" : result(e, lane, text);
}

const char *collective_pu(const struct explain *e, unsigned lane)
{
    char why[READ_WHY_MAX];

    if (e->c.pu_name[0] == '\0' || !(e->in.active >> lane & 1))
        return "-";
    return collective_open(e, why) ? "?" : e->c.pu >> lane & 1 ? "1" : "0";
}

/* ---- What is said of it */

const char *collective_kind_name(const struct collective *c)
{
    static const char *const kinds[] = { [COLLECTIVE_VOTE] = "VOTE",
                                         [COLLECTIVE_MATCH] = "MATCH",
                                         [COLLECTIVE_REDUX] = "REDUX",
                                         [COLLECTIVE_MASK] = "BALLOT" };

    return kinds[c->kind];
}

const char *collective_op_name(const struct collective *c)
{
    static const char *const masks[] = { [COLLECTIVE_BITS] = "BITS",
                                         [COLLECTIVE_LOWEST] = "LOWEST",
                                         [COLLECTIVE_HIGHEST] = "HIGHEST",
                                         [COLLECTIVE_OWN] = "OWN",
                                         [COLLECTIVE_BIT] = "BIT" };

    return c->is_odd                   ? "ODD"
         : c->kind == COLLECTIVE_VOTE  ? shfl_vote_name[c->op]
         : c->kind == COLLECTIVE_MATCH ? shfl_match_name[c->op]
         : c->kind == COLLECTIVE_MASK  ? masks[c->op]
         : c->op == COLLECTIVE_PRODUCT ? "PRODUCT"
                                       : shfl_redux_name[c->op];
}

const char *collective_source(const struct explain *e, char text[COLLECTIVE_SOURCE_MAX])
{
    static const char *const names[] = {
        [COLLECTIVE_VOTE] = "vote.sync", [COLLECTIVE_MATCH] = "match.sync", [COLLECTIVE_REDUX] = "redux.sync"
    };
    const bool elects = e->c.kind == COLLECTIVE_VOTE && e->c.op == SHFL_VOTE_ELECT;

    if (e->c.source)
        return e->c.source;
    snprintf(text, COLLECTIVE_SOURCE_MAX, "PTX ISA 9.0, %s; docs/rules.md %u", elects ? "elect.sync" : names[e->c.kind],
             section_of(&e->c));
    return text;
}

const char *const collective_stages[] = { "operand", "warp", "write-back", NULL };

void collective_steps(const struct explain *e, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    const struct collective *c = &e->c;
    char text[COLLECTIVE_TEXT_MAX], why[READ_WHY_MAX];
    struct text out = { step[2], 0, STEP_MAX };

    snprintf(step[0], STEP_MAX, "%s = %s%s", c->operand, collective_operand(e, lane, text),
             (e->in.active >> lane & 1) || c->kind == COLLECTIVE_MASK
                 ? ""
                 : ", which does not count: the lane does not execute");
    snprintf(step[1], STEP_MAX, "%u of %u lanes execute", ones(e->in.active & shfl_all_lanes(e->lanes)), e->lanes);
    if (!(e->in.active >> lane & 1) || (c->rd_name[0] == '\0' && c->pu_name[0] == '\0')) {
        text_append(&out, e->in.active >> lane & 1 ? "writes nothing" : "does not execute: writes nothing");
        return;
    }
    if (c->rd_name[0])
        text_append(&out, "%s = %s", c->rd_name, collective_rd(e, lane, text));
    if (c->pu_name[0])
        text_append(&out, "%s%s = %s", c->rd_name[0] ? ", " : "", c->pu_name, collective_pu(e, lane));
    if (collective_open(e, why))
        text_append(&out, ": undefined");
}
