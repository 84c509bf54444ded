/* SPDX-License-Identifier: Apache-2.0 */
/* describe - see explain.h. The sentence is a pattern that all lanes follow which read a lane, and what the others get. */
#include "explain.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- Patterns: which lane a lane reads */

enum kind { ITSELF, SAME, SHIFT, XOR, ROTATE, NUMBERS };

struct pattern {
    enum kind kind;
    unsigned width; /* SAME, ROTATE, NUMBERS: of a segment */
    int by;         /* SAME: the lane; SHIFT: how far above; XOR: the mask; ROTATE: how far above */
    uint8_t number[8];
};

static unsigned source(const struct pattern *p, unsigned k)
{
    const unsigned in = k & (p->width - 1), first = k - in;

    switch (p->kind) {
    case ITSELF: return k;
    case SAME: return first + (unsigned)p->by;
    case SHIFT: return (unsigned)((int)k + p->by);
    case XOR: return k ^ (unsigned)p->by;
    case ROTATE: return first + ((in + (unsigned)p->by) & (p->width - 1));
    default: return first + p->number[in];
    }
}

struct table {
    unsigned lanes;
    const struct describe_lane *lane;
    enum describe_what what; /* the lanes that are to follow the pattern */
};

/* Do all of them follow it? Lanes with their own word may follow it, too: they are no exception then. */
static bool follow(const struct table *t, const struct pattern *p)
{
    for (unsigned k = 0; k < t->lanes; k++)
        if (t->lane[k].what == t->what && source(p, k) != t->lane[k].from)
            return false;
    return true;
}

/* The pattern of them; first is the lowest. */
static bool find(const struct table *t, unsigned first, struct pattern *p)
{
    const unsigned from = t->lane[first].from;

    for (p->kind = ITSELF; p->kind < NUMBERS; p->kind++)
        for (p->width = t->lanes; p->width >= 2; p->width /= 2) { /* ITSELF, SHIFT and XOR are of all lanes */
            const bool is_of_segment = p->kind == SAME || p->kind == ROTATE;

            p->by = p->kind == SAME  ? (int)(from & (p->width - 1))
                  : p->kind == SHIFT ? (int)from - (int)first
                  : p->kind == XOR   ? (int)(from ^ first)
                                     : (int)((from - first) & (p->width - 1));
            if ((!is_of_segment || from / p->width == first / p->width) && follow(t, p))
                return true;
            if (!is_of_segment)
                break;
        }
    for (p->width = 2; p->width <= 8 && p->width < t->lanes; p->width *= 2) {
        for (unsigned i = 0; i < p->width; i++)
            p->number[i] = (uint8_t)i;
        for (unsigned k = 0; k < t->lanes; k++)
            if (t->lane[k].what == t->what)
                p->number[k & (p->width - 1)] = (uint8_t)(t->lane[k].from & (p->width - 1));
        if (follow(t, p))
            return true;
    }
    return false;
}

static void say(struct text *l, const struct pattern *p, unsigned lanes)
{
    switch (p->kind) {
    case ITSELF: text_append(l, "itself"); break;
    case SAME: text_append(l, "lane %d", p->by); break;
    case SHIFT: text_append(l, "the lane %d %s it", p->by < 0 ? -p->by : p->by, p->by < 0 ? "below" : "above"); break;
    case XOR: text_append(l, "the lane whose number is its own xor %d", p->by); break;
    case ROTATE: {
        const bool below = (unsigned)p->by > p->width / 2;

        text_append(l, "the lane %d %s it, round the end of ", below ? (int)p->width - p->by : p->by,
                    below ? "below" : "above");
        text_append(l, p->width < lanes ? "its segment of %u" : "the %u lanes", p->width);
        break;
    }
    default: break;
    }
    if (p->kind == SAME && p->width < lanes)
        text_append(l, " of its segment of %u", p->width);
}

static void say_other(struct text *l, enum describe_what what, uint64_t set, unsigned lanes)
{
    static const char *const phrases[][2] = { [DESCRIBE_OWN] = { " keep their own word", " keeps its own word" },
                                              [DESCRIBE_ZERO] = { " get 0", " gets 0" },
                                              [DESCRIBE_OLD] = { " keep what they had", " keeps what it had" },
                                              [DESCRIBE_UNDEFINED] = { " is undefined", " is undefined" } };

    text_append(l, "%s", what == DESCRIBE_UNDEFINED ? "the result of " : "");
    const bool is_one = text_lanes(l, set, lanes);
    text_append(l, "%s", phrases[what][is_one]);
}

/* The lanes of t->what, as one clause; without a pattern, lane by lane as far as it fits. */
static void say_reads(struct text *l, const struct table *t, uint64_t set, bool whole, const char *of)
{
    struct pattern p;
    const bool found = find(t, (unsigned)__builtin_ctzll(set), &p);

    if (found && p.kind == NUMBERS) {
        text_append(l, "in every %u lanes, the lanes read number", p.width);
        for (unsigned i = 0; i < p.width; i++)
            text_append(l, "%s%u", i == 0 ? " " : i == p.width - 1 ? " and " : ", ", p.number[i]);
    } else {
        if (whole)
            text_append(l, "every lane reads ");
        else {
            text_append(l, text_lanes(l, set, t->lanes) ? " reads " : " read ");
        }
        if (found)
            say(l, &p, t->lanes);
        else
            text_append(l, "the lane that the table names");
    }
    text_append(l, "%s", of);
}

void describe(unsigned lanes, const struct describe_lane lane[], char line[DESCRIBE_MAX])
{
    struct text l = { line, 0, DESCRIBE_MAX };
    uint64_t set[DESCRIBE_UNDEFINED + 1] = { 0 };

    line[0] = '\0';
    for (unsigned k = 0; k < lanes; k++)
        set[lane[k].what] |= UINT64_C(1) << k;
    const uint64_t executes = shfl_all_lanes(lanes) & ~set[DESCRIBE_NOTHING];
    if (executes == 0) {
        text_append(&l, "no lane executes it");
        return;
    }
    for (enum describe_what what = DESCRIBE_READS; what <= DESCRIBE_OTHER; what++) {
        const struct table t = { lanes, lane, what };
        /* "every lane" where those that do not follow are named behind it */
        const bool is_other = what == DESCRIBE_OTHER, whole = set[DESCRIBE_OTHER] == (is_other ? executes : 0);

        if (set[what] == 0)
            continue;
        text_append(&l, "%s", l.used ? "; " : "");
        say_reads(&l, &t, set[what], whole, is_other ? ", of the other argument" : "");
    }
    for (enum describe_what what = DESCRIBE_OWN; what <= DESCRIBE_UNDEFINED; what++)
        if (set[what]) {
            text_append(&l, "%s", l.used ? "; " : "");
            say_other(&l, what, set[what], lanes);
        }
}
