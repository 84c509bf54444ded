/* SPDX-License-Identifier: Apache-2.0 */
/* collective - see explain.h: the results. The model computes a whole warp; a segment, and the lanes below a lane, are a warp
 * in which no other lane executes. */
#include "answer.h"
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
    struct text text = { why, 0, why ? READ_WHY_MAX : 0 };

    if (strangers) {
        const bool one = text_lanes(&text, strangers, e->lanes);

        text_append(&text, one ? " executes it, and its mask does not name it"
                               : " execute it, and the mask does not name "
                                 "them");
        return why ? why : "";
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
    struct shfl_vote_out vote;
    struct shfl_match_out match;
    struct shfl_redux_out redux;

    c->pu = 0;
    for (unsigned k = 0; k < e->lanes; k++) {
        const uint64_t count = counted(e, c->kind == COLLECTIVE_MASK ? c->mask[k] : e->in.active, k);
        uint64_t pu = 0;

        switch (c->kind) {
        case COLLECTIVE_VOTE:
            shfl_vote(e->lanes, (enum shfl_vote_op)c->op, count, c->p, &vote);
            c->rd[k] = c->is_count ? ones(vote.rd) : vote.rd;
            pu = c->is_odd ? ones(vote.rd) & 1 : vote.pu >> k & 1;
            break;
        case COLLECTIVE_MATCH:
            shfl_match(e->lanes, (enum shfl_match_op)c->op, c->w, count, e->in.ra, &match);
            c->rd[k] = match.rd[k];
            pu = match.pu >> k & 1;
            break;
        case COLLECTIVE_REDUX:
            if (c->op == COLLECTIVE_PRODUCT)
                shfl_product(e->lanes, c->w, count, e->in.ra, &redux);
            else
                shfl_redux(e->lanes, (enum shfl_redux_op)c->op, c->is_signed, c->w, count, e->in.ra, &redux);
            c->rd[k] = count == 0 && c->is_zero_first ? 0 : redux.rd;
            break;
        default:
            pu = count >> (c->op == COLLECTIVE_BIT ? e->in.sb[k] : k) & 1;
            c->rd[k] = c->op == COLLECTIVE_BITS    ? ones(count)
                     : c->op == COLLECTIVE_LOWEST  ? (count ? (unsigned)__builtin_ctzll(count) : 63)
                     : c->op == COLLECTIVE_HIGHEST ? (count ? 63 - (unsigned)__builtin_clzll(count) : 0)
                                                   : 0;
        }
        if (c->is_packed && (c->kind == COLLECTIVE_VOTE || c->kind == COLLECTIVE_MATCH))
            c->rd[k] = c->has_group ? packed(c->rd[k], c->group[k]) : c->rd[k] >> (k & ~(c->width - 1));
        c->pu |= pu << k;
    }
}

/* ---- Values as text */

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
    const bool is_mask = e->c.kind == COLLECTIVE_MATCH
                      || (e->c.kind == COLLECTIVE_VOTE && e->c.op != SHFL_VOTE_ELECT && !e->c.is_count);

    if (is_mask)
        snprintf(text, COLLECTIVE_TEXT_MAX, "0x%0*" PRIx64, (int)(e->lanes > 32 ? 16 : 8), e->c.rd[lane]);
    else
        number(e, e->c.rd[lane], false, text);
    return text;
}

const char *collective_rd(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX])
{
    if (e->c.rd_name[0] == '\0' || !(e->in.active >> lane & 1))
        return "-";
    return collective_open(e, NULL) ? "?" : result(e, lane, text);
}

const char *collective_pu(const struct explain *e, unsigned lane)
{
    if (e->c.pu_name[0] == '\0' || !(e->in.active >> lane & 1))
        return "-";
    return collective_open(e, NULL) ? "?" : e->c.pu >> lane & 1 ? "1" : "0";
}

/* ---- What is said of it */

/* Each kind, and each function of a ballot, in their order. */
static const struct {
    const char *name, *source;
} kinds[] = { { NULL, NULL },
              { "VOTE", "PTX ISA 9.0, vote.sync; docs/rules.md 8" },
              { "MATCH", "PTX ISA 9.0, match.sync; docs/rules.md 9" },
              { "REDUX", "PTX ISA 9.0, redux.sync; docs/rules.md 10" },
              { "BALLOT", NULL } };
static const struct {
    const char *name, *what;
} masks[] = { { "BITS", "the number of ones" },
              { "LOWEST", "the number of the lowest one" },
              { "HIGHEST", "the number of the highest one" },
              { "OWN", "the bit of the own lane" },
              { "BIT", "the bit that the lane asks for" } };

static const char *operation(const struct collective *c)
{
    return c->is_odd                   ? "ODD"
         : c->kind == COLLECTIVE_VOTE  ? shfl_vote_name[c->op]
         : c->kind == COLLECTIVE_MATCH ? shfl_match_name[c->op]
         : c->kind == COLLECTIVE_MASK  ? masks[c->op].name
         : c->op == COLLECTIVE_PRODUCT ? "PRODUCT"
                                       : shfl_redux_name[c->op];
}

const char *collective_source(const struct explain *e)
{
    return e->c.source                                                ? e->c.source
         : e->c.kind == COLLECTIVE_VOTE && e->c.op == SHFL_VOTE_ELECT ? "PTX ISA 9.0, elect.sync; docs/rules.md 8"
                                                                      : kinds[e->c.kind].source;
}

const char *const collective_stages[] = { "operand", "warp", "write-back", NULL };

void collective_steps(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    const struct explain *e = &a->e;
    const struct collective *c = &e->c;
    char text[COLLECTIVE_TEXT_MAX];
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
    if (collective_open(e, NULL))
        text_append(&out, ": undefined");
}

static const char *const reductions[] = { "the and of",   "the or of",   "the xor of",    "the sum of",
                                          "the smallest", "the largest", "the product of" };

static bool is_extreme(const struct collective *c) { return c->op == SHFL_REDUX_MIN || c->op == SHFL_REDUX_MAX; }

/* ---- The sentences: what it does */

/* "in all lanes that execute it", of its segment or below it. */
static void say_where(struct text *l, const struct collective *c, unsigned lanes, const char *some)
{
    text_append(l, "%s that execute%s it", some, strcmp(some, "a lane") == 0 ? "s" : "");
    if (c->width < lanes)
        text_append(l, ", of its segment of %u", c->width);
    if (c->has_group)
        text_append(l, ", of its group");
    if (c->scan != CALL_WHOLE)
        text_append(l, c->scan == CALL_INCLUSIVE ? ", its own and those below" : ", those below it");
}

/* "P0 is true", "P0 is false": of "!P0". */
static void say_predicate(struct text *l, const struct collective *c)
{
    const bool negated = c->operand[0] == '!';

    text_append(l, "%s is %s", c->operand + negated, negated ? "false" : "true");
}

static void rule_of_vote(struct text *l, const struct collective *c, unsigned lanes)
{
    const bool always = strcmp(c->operand, "PT") == 0;

    if (c->op == SHFL_VOTE_ELECT) {
        if (c->pu_name[0])
            text_append(l, "%s is 1 in the lowest lane that executes it%s", c->pu_name, c->rd_name[0] ? ", and " : "");
        if (c->rd_name[0])
            text_append(l, "%s is the number of %s", c->rd_name,
                        c->pu_name[0] ? "that lane"
                                      : "the lowest lane that "
                                        "executes it");
        return;
    }
    if (c->rd_name[0] && c->is_count) {
        text_append(l, "%s is the number of ", c->rd_name);
        say_where(l, c, lanes, "lanes");
        text_append(l, " and in which ");
        say_predicate(l, c);
    } else if (c->rd_name[0]) {
        text_append(l, "bit k of %s is 1 if lane k%s executes it", c->rd_name,
                    c->width < lanes ? " of its segment" : "");
        if (!always) {
            text_append(l, " and ");
            say_predicate(l, c);
            text_append(l, " there");
        }
    }
    if (!c->pu_name[0])
        return;
    text_append(l, "%s%s is 1 if ", c->rd_name[0] ? "; " : "", c->pu_name);
    if (c->is_odd) {
        say_predicate(l, c);
        text_append(l, " in an odd number of ");
        say_where(l, c, lanes, "the lanes");
    } else if (c->op == SHFL_VOTE_EQ) {
        text_append(l, "%s is the same in ", c->operand + (c->operand[0] == '!'));
        say_where(l, c, lanes, "all lanes");
    } else {
        say_predicate(l, c);
        text_append(l, " in ");
        say_where(l, c, lanes, c->op == SHFL_VOTE_ALL ? "all lanes" : "a lane");
    }
}

static void rule_of_match(struct text *l, const struct collective *c, unsigned lanes)
{
    if (c->op == SHFL_MATCH_ANY) {
        text_append(l, "%s is the mask of the lanes whose %s is that of the own lane, of ", c->rd_name, c->operand);
        say_where(l, c, lanes, "those");
        return;
    }
    text_append(l, "if %s is the same in ", c->operand);
    say_where(l, c, lanes, "all lanes");
    if (c->pu_name[0])
        text_append(l, ", %s is 1%s", c->pu_name, c->rd_name[0] ? " and" : "");
    if (c->rd_name[0])
        text_append(l, "%s %s is the mask of these lanes", c->pu_name[0] ? "" : ",", c->rd_name);
    text_append(l, c->pu_name[0] && c->rd_name[0] ? "; else both are 0" : "; else it is 0");
}

/* What it does whatever the lanes hold: "P2 is 1 if P0 is true in all lanes that execute it". */
static void rule(const struct collective *c, const char *guard, unsigned lanes, char line[EXPLAIN_LINE_MAX])
{
    struct text l = { line, 0, EXPLAIN_LINE_MAX };

    line[0] = '\0';
    if (guard[0] != '\0')
        text_append(&l, "where %s is %s, ", guard + (guard[0] == '!'), guard[0] == '!' ? "false" : "true");
    if (c->rd_name[0] == '\0' && c->pu_name[0] == '\0') {
        text_append(&l, "it writes nothing");
        return;
    }
    switch (c->kind) {
    case COLLECTIVE_VOTE: rule_of_vote(&l, c, lanes); break;
    case COLLECTIVE_MATCH: rule_of_match(&l, c, lanes); break;
    case COLLECTIVE_MASK:
        text_append(&l, "%s is %s in the ballot%s", c->rd_name[0] ? c->rd_name : c->pu_name, masks[c->op].what,
                    c->scan == CALL_WHOLE       ? ""
                    : c->scan == CALL_INCLUSIVE ? ", up to the bit of the own lane"
                                                : ", below the bit of the own lane");
        break;
    default:
        text_append(&l, "%s is %s %s%s over ", c->rd_name, reductions[c->op], c->operand,
                    !is_extreme(c) ? ""
                    : c->is_signed ? ", signed,"
                                   : ", unsigned,");
        say_where(&l, c, lanes, "the lanes");
    }
}

/* ---- What becomes of the lanes */

static void say_every(struct text *l, const struct explain *e, const char *what)
{
    const uint64_t all = shfl_all_lanes(e->lanes);

    text_append(l, "every lane %s%s", (e->in.active & all) == all ? "" : "that executes it ", what);
}

static bool is_same(const struct explain *e, unsigned a, unsigned b)
{
    return (e->c.rd_name[0] == '\0' || e->c.rd[a] == e->c.rd[b])
        && (e->c.pu_name[0] == '\0' || ((e->c.pu >> a ^ e->c.pu >> b) & 1) == 0);
}

static bool is_uniform(const struct explain *e, unsigned first)
{
    for (unsigned k = first; k < e->lanes; k++)
        if ((e->in.active >> k & 1) && !is_same(e, k, first))
            return false;
    return true;
}

/* "0x0000000f and the predicate 1" */
static void say_result(struct text *l, const struct explain *e, unsigned lane)
{
    char text[COLLECTIVE_TEXT_MAX];

    if (e->c.rd_name[0])
        text_append(l, "%s", collective_rd(e, lane, text));
    if (e->c.pu_name[0])
        text_append(l, "%s%s", e->c.rd_name[0] ? " and the predicate " : "", collective_pu(e, lane));
}

/* The lanes by what they get, as far as there are few: "lanes 0 to 7 get 15; lanes 8 to 31 get 0". */
static void say_classes(struct text *l, const struct explain *e)
{
    enum { CLASSES_MAX = 4 };
    const size_t begin = l->used;
    uint64_t left = e->in.active & shfl_all_lanes(e->lanes);

    for (unsigned n = 0; left != 0; n++) {
        const unsigned first = (unsigned)__builtin_ctzll(left);
        uint64_t set = 0;

        if (n == CLASSES_MAX) {
            l->used = begin;
            say_every(l, e, "gets what the table has");
            return;
        }
        for (unsigned k = first; k < e->lanes; k++)
            set |= (uint64_t)((left >> k & 1) && is_same(e, k, first)) << k;
        text_append(l, "%s", n ? "; " : "");
        text_append(l, text_lanes(l, set, e->lanes) ? " gets " : " get ");
        say_result(l, e, first);
        left &= ~set;
    }
}

/* ": the predicate is true in the first 4 lanes" */
static void say_votes(struct text *l, const struct explain *e)
{
    const uint64_t active = e->in.active, yes = active & e->c.p, no = active & ~e->c.p;
    const bool by_false = e->c.op == SHFL_VOTE_ALL && e->c.rd_name[0] == '\0' && no != 0;

    text_append(l, ": ");
    if (strcmp(e->c.operand, "PT") == 0) {
        text_append(l, "it is executed by ");
        text_lanes(l, active, e->lanes);
        return;
    }
    text_append(l, "the predicate is %s in ", by_false || (e->c.op == SHFL_VOTE_EQ && yes == 0) ? "false" : "true");
    if (no == 0 || (e->c.op == SHFL_VOTE_EQ && yes == 0))
        text_append(l, "all lanes that execute it");
    else
        text_lanes(l, by_false ? no : yes, e->lanes);
    if (e->c.op == SHFL_VOTE_EQ && yes != 0 && no != 0) {
        text_append(l, ", and false in ");
        text_lanes(l, no, e->lanes);
    }
}

/* Does it join all lanes, and not those of a segment or a group? */
static bool is_one(const struct explain *e) { return e->c.width == e->lanes && !e->c.has_group; }

static unsigned different(const struct explain *e)
{
    unsigned n = 0;

    for (unsigned k = 0; k < e->lanes; k++) {
        bool seen = !(e->in.active >> k & 1);

        for (unsigned other = 0; other < k && !seen; other++)
            seen = (e->in.active >> other & 1) && e->in.ra[other] == e->in.ra[k];
        n += !seen;
    }
    return n;
}

static void line_of_match(struct text *l, const struct explain *e, unsigned first)
{
    const unsigned n = different(e);
    char text[COLLECTIVE_TEXT_MAX];

    if (!is_one(e) && e->c.op == SHFL_MATCH_ALL) {
        say_classes(l, e);
        return;
    }
    if (!is_one(e) || (e->c.op == SHFL_MATCH_ANY && n > 1)) {
        text_append(l, "the lanes have %u different value%s; ", n, n == 1 ? "" : "s");
        text_append(l, "each gets the mask of those with its own%s, such as %s in lane %u",
                    is_one(e)        ? ""
                    : e->c.has_group ? " in its group"
                                     : " in its segment",
                    collective_rd(e, first, text), first);
        return;
    }
    say_every(l, e, "gets ");
    say_result(l, e, first);
    if (n == 1) {
        text_append(l, ": all have the same value, %s", collective_operand(e, first, text));
        return;
    }
    for (unsigned k = first; k < e->lanes; k++)
        if ((e->in.active >> k & 1) && e->in.ra[k] != e->in.ra[first]) {
            text_append(l, ": lane %u has %s", first, collective_operand(e, first, text));
            text_append(l, ", and lane %u %s", k, collective_operand(e, k, text));
            return;
        }
}

static void line_of_redux(struct text *l, const struct explain *e, unsigned first)
{
    const char *own = is_extreme(&e->c) ? "value" : "the value";
    const uint64_t active = e->in.active & shfl_all_lanes(e->lanes);
    const unsigned last = 63 - (unsigned)__builtin_clzll(active), n = ones(active);
    char text[COLLECTIVE_TEXT_MAX];

    say_every(l, e, "gets ");
    if (e->c.scan == CALL_WHOLE && is_one(e))
        text_append(l, "%s, %s %s%s of %u lane%s", collective_rd(e, first, text), reductions[e->c.op], own,
                    !is_extreme(&e->c) && n != 1 ? "s" : "", n, n == 1 ? "" : "s");
    else
        text_append(l, "%s %s%s of the lanes %s%s; lane %u gets %s", reductions[e->c.op], own,
                    is_extreme(&e->c) ? "" : "s",
                    e->c.scan == CALL_INCLUSIVE   ? "up to itself"
                    : e->c.scan == CALL_EXCLUSIVE ? "below it"
                                                  : "of",
                    is_one(e)                 ? ""
                    : e->c.scan == CALL_WHOLE ? (e->c.has_group ? " its group" : " its segment")
                    : e->c.has_group          ? ", in its group"
                                              : ", in its segment",
                    last, collective_rd(e, last, text));
}

static void line_of_mask(struct text *l, const struct explain *e, unsigned first)
{
    const int digits = e->lanes > 32 ? 16 : 8;
    const uint64_t mask = e->c.mask[first];

    if (e->c.mask_by_lane || e->c.op >= COLLECTIVE_OWN) {
        say_classes(l, e);
        text_append(l,
                    e->c.mask_by_lane           ? ": their ballots differ"
                    : e->c.op == COLLECTIVE_OWN ? ": the own bit of 0x%0*" PRIx64
                                                : ": the bit of 0x%0*" PRIx64 " that the lane asks for",
                    digits, mask);
        return;
    }
    say_every(l, e, "gets ");
    if (e->c.scan != CALL_WHOLE) {
        text_append(l, "the number of ones %s its own bit in 0x%0*" PRIx64,
                    e->c.scan == CALL_INCLUSIVE ? "up to" : "below", digits, mask);
        return;
    }
    say_result(l, e, first);
    text_append(l, ", %s of 0x%0*" PRIx64,
                e->c.op == COLLECTIVE_BITS ? masks[0].what : masks[e->c.op].what + strlen("the number of "), digits,
                mask);
}

static void line_of_vote(struct text *l, const struct explain *e, unsigned first)
{
    if (e->c.op == SHFL_VOTE_ELECT && e->c.width < e->lanes) {
        say_classes(l, e);
        text_append(l, ": the lowest lane of a segment is elected");
        return;
    }
    if (e->c.op == SHFL_VOTE_ELECT) {
        text_append(l, "lane %u is elected, the lowest that executes it", first);
        if (e->c.rd_name[0]) {
            text_append(l, "; ");
            say_every(l, e, "gets its number");
        }
        return;
    }
    if (e->c.scan != CALL_WHOLE && e->c.is_count) {
        say_every(l, e, "gets the number of lanes below it whose predicate is true");
        text_append(l, e->c.has_group ? ", in its group" : "");
    } else if (is_uniform(e, first)) {
        say_every(l, e, "gets ");
        say_result(l, e, first);
    } else {
        say_classes(l, e);
    }
    say_votes(l, e);
}

/* What becomes of this warp: "every lane gets 0x0000000f: the predicate is true in the first 4 lanes". */
static void sentence(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    struct text l = { line, 0, EXPLAIN_LINE_MAX };
    char why[READ_WHY_MAX];

    line[0] = '\0';
    if ((e->in.active & shfl_all_lanes(e->lanes)) == 0) {
        text_append(&l, "no lane executes it");
        return;
    }
    if (e->c.rd_name[0] == '\0' && e->c.pu_name[0] == '\0') {
        text_append(&l, "it writes nothing");
        return;
    }
    const char *open = collective_open(e, why);
    if (open != NULL) {
        text_append(&l, "the result is undefined: %s", open);
        return;
    }
    const unsigned first = (unsigned)__builtin_ctzll(e->in.active);
    switch (e->c.kind) {
    case COLLECTIVE_VOTE: line_of_vote(&l, e, first); break;
    case COLLECTIVE_MATCH: line_of_match(&l, e, first); break;
    case COLLECTIVE_REDUX: line_of_redux(&l, e, first); break;
    default: line_of_mask(&l, e, first);
    }
}

void collective_said(const struct answer *a, struct said *s)
{
    const struct explain *e = &a->e;

    s->kind = kinds[e->c.kind].name;
    s->operation = operation(&e->c);
    if (e->has_values)
        sentence(e, s->line);
    rule(&e->c, e->guard, e->lanes, s->general);
    s->source = collective_source(e);
    s->undefined = e->has_values ? collective_open(e, s->why) : NULL;
}
