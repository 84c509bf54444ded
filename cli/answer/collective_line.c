/* SPDX-License-Identifier: Apache-2.0 */
/* collective_line - see explain.h: the two sentences, what it does, and what becomes of the lanes. */
#include "explain.h"

#include <inttypes.h>
#include <string.h>

static const char *const reductions[] = { "the and of",   "the or of",   "the xor of",    "the sum of",
                                          "the smallest", "the largest", "the product of" };

static bool is_extreme(const struct collective *c) { return c->op == SHFL_REDUX_MIN || c->op == SHFL_REDUX_MAX; }

/* ---- What it does */

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

static void rule_of_mask(struct text *l, const struct collective *c)
{
    static const char *const what[] = { [COLLECTIVE_BITS] = "the number of ones",
                                        [COLLECTIVE_LOWEST] = "the number of the lowest one",
                                        [COLLECTIVE_HIGHEST] = "the number of the highest one",
                                        [COLLECTIVE_OWN] = "the bit of the own lane",
                                        [COLLECTIVE_BIT] = "the bit that the lane asks for" };

    text_append(l, "%s is %s in the ballot", c->rd_name[0] ? c->rd_name : c->pu_name, what[c->op]);
    if (c->scan != CALL_WHOLE)
        text_append(l,
                    c->scan == CALL_INCLUSIVE ? ", up to the bit of the own lane" : ", below the bit of the own lane");
}

void collective_rule(const struct collective *c, const char *guard, unsigned lanes, char line[])
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
    case COLLECTIVE_MASK: rule_of_mask(&l, c); break;
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

static bool is_uniform(const struct explain *e, unsigned first)
{
    for (unsigned k = first; k < e->lanes; k++)
        if ((e->in.active >> k & 1)
            && ((e->c.rd_name[0] && e->c.rd[k] != e->c.rd[first])
                || (e->c.pu_name[0] && (e->c.pu >> k & 1) != (e->c.pu >> first & 1))))
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
        unsigned first = 0;
        uint64_t set = 0;

        if (n == CLASSES_MAX) {
            l->used = begin;
            say_every(l, e, "gets what the table has");
            return;
        }
        while (!(left >> first & 1))
            first++;
        for (unsigned k = first; k < e->lanes; k++)
            if ((left >> k & 1) && (e->c.rd_name[0] == '\0' || e->c.rd[k] == e->c.rd[first])
                && (e->c.pu_name[0] == '\0' || (e->c.pu >> k & 1) == (e->c.pu >> first & 1)))
                set |= UINT64_C(1) << k;
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
    unsigned last = e->lanes - 1, n = 0;
    char text[COLLECTIVE_TEXT_MAX];

    while (!(e->in.active >> last & 1))
        last--;
    for (unsigned k = 0; k < e->lanes; k++)
        n += e->in.active >> k & 1;
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

    if (e->c.mask_by_lane) {
        say_classes(l, e);
        text_append(l, ": their ballots differ");
        return;
    }
    if (e->c.scan != CALL_WHOLE) {
        say_every(l, e, "gets ");
        text_append(l, "the number of ones %s its own bit in 0x%0*" PRIx64,
                    e->c.scan == CALL_INCLUSIVE ? "up to" : "below", digits, mask);
        return;
    }
    if (e->c.op >= COLLECTIVE_OWN) {
        say_classes(l, e);
        text_append(l,
                    e->c.op == COLLECTIVE_OWN ? ": the own bit of 0x%0*" PRIx64
                                              : ": the bit of 0x%0*" PRIx64 " that the lane asks for",
                    digits, mask);
        return;
    }
    say_every(l, e, "gets ");
    say_result(l, e, first);
    text_append(l, ", %s of 0x%0*" PRIx64,
                e->c.op == COLLECTIVE_BITS     ? "the number of ones"
                : e->c.op == COLLECTIVE_LOWEST ? "the lowest one"
                                               : "the highest one",
                digits, mask);
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

void collective_line(const struct explain *e, char line[])
{
    struct text l = { line, 0, EXPLAIN_LINE_MAX };
    char why[READ_WHY_MAX];
    unsigned first = 0;

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
    while (!(e->in.active >> first & 1))
        first++;
    switch (e->c.kind) {
    case COLLECTIVE_VOTE: line_of_vote(&l, e, first); break;
    case COLLECTIVE_MATCH: line_of_match(&l, e, first); break;
    case COLLECTIVE_REDUX: line_of_redux(&l, e, first); break;
    default: line_of_mask(&l, e, first);
    }
}
