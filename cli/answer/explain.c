/* SPDX-License-Identifier: Apache-2.0
 * explain - see explain.h: the rule, the sentence, the result and the steps */
#include "answer.h"
#include "lib/trips.h"

#include <string.h>

/* A line of the rule. docs/rules.md 3 */
static const char *rule_of(enum shfl_mode mode, enum explain_rule line)
{
    static const char *const j[] = { "j = min_lane | (index & ~segmask)", "j = lane - index", "j = lane + index",
                                     "j = lane ^ index" };
    const char *const rule[EXPLAIN_RULES] = { "min_lane = lane & segmask", "max_lane = min_lane | (clamp & ~segmask)",
                                              j[mode],
                                              mode == SHFL_UP ? "in_range = j >= max_lane" : "in_range = j <= max_lane",
                                              "src_lane = in_range ? j : lane" };

    return rule[line];
}

/* ---- The model */

bool explain_run(struct explain *e, char why[READ_WHY_MAX])
{
    const struct shfl_unit unit = { .lanes = e->lanes, .policy = e->policy };

    if (e->b.kind)
        block_run(&e->b);
    else if (e->c.kind)
        collective_run(e);
    else if (shfl_warp(&unit, &e->in, &e->out) != 0)
        return text_why(why, "--lanes %u: Sb is 0 to %u and Sc 0 to 0x%x", e->lanes, e->lanes - 1, 256 * e->lanes - 1);
    return true;
}

unsigned explain_min_lane(const struct explain *e, unsigned lane) { return lane & e->out.segmask[lane]; }

unsigned explain_max_lane(const struct explain *e, unsigned lane)
{
    return explain_min_lane(e, lane) | (e->out.clamp[lane] & ~(unsigned)e->out.segmask[lane]);
}

unsigned explain_bits(const struct explain *e) { return (unsigned)__builtin_ctz(e->lanes); }

const char *explain_binary(const struct explain *e, unsigned mask, char text[8])
{
    unsigned n = explain_bits(e);

    text[n] = '\0';
    for (unsigned i = 0; i < n; i++)
        text[n - 1 - i] = (char)('0' + (mask >> i & 1));
    return text;
}

/* --- One sentence ------------------------------------------------------------------------------------- */

bool explain_is_register(const char *name) { return name[0] != '\0' && strcmp(name, "RZ") != 0; }

/* The lanes that keep their own value, n at an end of every segment, or all. */
static void append_keepers(struct text *l, const char *end, unsigned n, unsigned width, unsigned lanes)
{
    if (n >= width) {
        text_append(l, ", which is outside its segment of %u: all keep their own value", width);
        return;
    }
    if (width < lanes)
        text_append(l, " in its segment of %u", width);
    text_append(l, "; the %s", end);
    if (n > 1)
        text_append(l, " %u", n);
    text_append(l, " lane%s%s %s own value", n > 1 ? "s" : "", width < lanes ? " of a segment" : "",
                n > 1 ? "keep their" : "keeps its");
}

static void line_of_operands(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    const char *sb = e->sb, *sc = e->sc;
    const enum shfl_mode mode = e->mode;
    const unsigned lanes = e->lanes, mask = lanes - 1;
    struct text l = { line, 0, EXPLAIN_LINE_MAX };
    bool sb_known = !explain_is_register(sb), sc_known = !explain_is_register(sc);
    unsigned index = sb[0] == '\0' ? e->in.sb_imm & mask : 0, c = sc[0] == '\0' ? e->in.sc_imm : 0; /* RZ is a 0 */
    unsigned segmask = c >> 8 & mask, clamp = c & mask;
    unsigned width = sc_known && is_power(lanes - segmask) ? lanes - segmask : 0; /* if the mask is ones from the top */
    bool whole = mode == SHFL_UP ? (clamp & ~segmask) == 0 : (clamp | segmask) == mask; /* the usual clamp */
    static const char *const by_register[] = { "every lane reads the lane that its %s names",
                                               "every lane reads the lane that is below it by its %s",
                                               "every lane reads the lane that is above it by its %s",
                                               "every lane reads the lane whose number is its own xor its %s" };
    static const char *const by_number[] = { NULL, "every lane reads the lane %u below it",
                                             "every lane reads the lane %u above it",
                                             "every lane reads the lane whose number is its own xor %u" };
    char digits[8];

    line[0] = '\0';
    if (e->guard[0] != '\0')
        text_append(&l, "where %s is %s, ", e->guard + (e->guard[0] == '!'), e->guard[0] == '!' ? "false" : "true");
    if (!sb_known)
        text_append(&l, by_register[mode], sb);
    else if (mode != SHFL_IDX && index == 0)
        text_append(&l, "every lane reads itself");
    else if (mode != SHFL_IDX)
        text_append(&l, by_number[mode], index);
    else if (width > 0)
        text_append(&l, "every lane reads lane %u", index % width);
    else if (!sc_known)
        text_append(&l, "every lane reads lane %u of its segment, modulo the segment's width", index);
    else
        text_append(&l, "every lane reads the lane that has the bits of %u where the segment mask has zeros", index);
    if (mode == SHFL_IDX && width > 0 && width < lanes)
        text_append(&l, " of its segment of %u", width);
    if (mode == SHFL_BFLY && width > 0 && width < lanes && whole && sb_known && index < width)
        text_append(&l, ", within segments of %u", width);
    if ((mode == SHFL_UP || mode == SHFL_DOWN) && sb_known && index > 0 && width > 0 && whole) {
        append_keepers(&l, mode == SHFL_UP ? "first" : "last", index, width, lanes);
        return;
    }
    if (!sc_known)
        text_append(&l, "; clamp and segments are in %s", sc);
    else if (width == 0)
        text_append(&l, ", segment mask %s, clamp %u; where that is out of range, its own value",
                    explain_binary(e, segmask, digits), clamp);
    else if (!whole)
        text_append(&l, ", clamp %u, segments of %u; where that is out of range, its own value", clamp, width);
    else if (mode == SHFL_BFLY && (!sb_known || index >= width) && width < lanes)
        text_append(&l, "; where that is above its segment of %u, its own value", width);
    else if ((mode == SHFL_UP || mode == SHFL_DOWN) && !sb_known)
        text_append(&l, ", or keeps its own value where that is outside %s",
                    width < lanes ? "its segment" : "the warp");
}

/* Of a call with operands lane by lane, or of one that is not SHFL: what each lane gets. */
static void line_of_lanes(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    struct describe_lane lane[SHFL_LANES_MAX];

    for (unsigned k = 0; k < e->lanes; k++) {
        lane[k].from = e->out.src_lane[k];
        lane[k].what = !(e->in.active >> k & 1)     ? DESCRIBE_NOTHING
                     : e->undefined >> k & 1        ? DESCRIBE_UNDEFINED
                     : e->other >> k & 1            ? DESCRIBE_OTHER
                     : e->row || e->out.in_range[k] ? DESCRIBE_READS
                                                    : DESCRIBE_OWN;
    }
    describe(e->lanes, lane, line);
}

/* Behind the sentence: who does not execute it, and whose result is undefined for that. */
static void append_who(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    struct text l = { line, strlen(line), EXPLAIN_LINE_MAX };
    const uint64_t idle = shfl_all_lanes(e->lanes) & ~e->in.active;
    uint64_t undefined = 0;

    for (unsigned k = 0; k < e->lanes; k++)
        undefined |= (uint64_t)((e->in.active & ~e->undefined) >> k & 1 && !explain_defined(e, k)) << k;
    if (idle == 0 || e->in.active == 0 || !e->has_values)
        return;
    text_append(&l, "; ");
    text_append(&l, text_lanes(&l, idle, e->lanes) ? " does not execute" : " do not execute");
    if (undefined == 0)
        return;
    text_append(&l, "; ");
    text_append(&l, text_lanes(&l, undefined, e->lanes) ? " is undefined" : " are undefined");
}

void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    if (e->row || (e->call[0] && e->has_values && (e->sb[0] || e->sc[0])))
        line_of_lanes(e, line);
    else
        line_of_operands(e, line);
    append_who(e, line);
}

static const char outside[] = "a lane executes that the mask does not name, or it reads such a lane: PTX ISA, "
                              "shfl.sync; docs/rules.md 3.5";

void explain_said(const struct answer *a, struct said *s)
{
    const struct explain *e = &a->e;
    struct text more = { s->more, 0, sizeof s->more };

    s->kind = "SHFL";
    s->operation = shfl_mode_name[e->mode];
    explain_line(e, s->line);
    s->source = e->row ? call_document(e->row) : "docs/rules.md 3";
    s->undefined = e->has_members && (e->in.active & ~e->members) ? outside : e->row ? call_undefined(e->row) : NULL;
    for (enum explain_rule line = EXPLAIN_MIN; line < EXPLAIN_RULES; line++)
        s->rule[line] = rule_of(e->mode, line);
    if (e->network) {
        const unsigned trips = trips_of_shfl(e->lanes, e->network, e->selects, &e->out);

        text_append(&more, "this shuffle takes %u trip%s on a network of %u:1", trips, trips == 1 ? "" : "s",
                    e->network);
        for (unsigned left = e->lanes / e->network; left > 1; left /= left < e->network ? left : e->network)
            text_append(&more, ", %u:1", left < e->network ? left : e->network);
        text_append(&more, "%s", e->selects ? ", each with its own select" : "");
    }
}

/* --- The result --------------------------------------------------------------------------------------- */

static bool active(const struct explain *e, unsigned lane) { return e->in.active >> lane & 1; }

enum explain_open explain_open(const struct explain *e, unsigned lane)
{
    if (!active(e, lane))
        return EXPLAIN_DEFINED;
    if (e->has_members && !(e->members >> lane & 1))
        return EXPLAIN_OUTSIDE;
    if (e->undefined >> lane & 1)
        return EXPLAIN_BEYOND;
    if (!(e->out.src_active >> lane & 1))
        return EXPLAIN_UNREAD;
    if (e->has_members && !(e->members >> e->out.src_lane[lane] & 1))
        return EXPLAIN_STRANGE;
    return e->blank >> e->out.src_lane[lane] & 1 ? EXPLAIN_BLANK : EXPLAIN_DEFINED;
}

bool explain_defined(const struct explain *e, unsigned lane)
{
    return active(e, lane) && explain_open(e, lane) == EXPLAIN_DEFINED;
}

const char *explain_ra(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX])
{
    return e->blank >> lane & 1 ? "?" : word_text((uint32_t)e->in.ra[lane], e->is_float, WORD_AUTO, text);
}

const char *explain_rd(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX])
{
    if (!active(e, lane))
        return "-";
    if (!explain_defined(e, lane) && !e->has_policy)
        return "?";
    if (e->other >> lane & 1) {
        snprintf(text, WORD_TEXT_MAX, "other[%u]", e->out.src_lane[lane]);
        return text;
    }
    word_text((uint32_t)e->out.rd[lane], e->is_float, WORD_AUTO, text);
    return explain_defined(e, lane) ? text : strcat(text, "?");
}

/* --- What each stage does in one lane: the rule, with numbers in place of its words -------------------- */

const char *const explain_stages[] = { "decode", "lane index", "range check", "crossbar", "write-back", NULL };

/* A line of the rule behind its "=", with this lane's numbers. */
static const char *numbers(const struct explain *e, unsigned lane, enum explain_rule line, char text[STEP_MAX])
{
    const struct {
        const char *word;
        int number;
    } words[] = { { "min_lane", (int)explain_min_lane(e, lane) },
                  { "max_lane", (int)explain_max_lane(e, lane) },
                  { "lane", (int)lane },
                  { "index", e->out.index[lane] },
                  { "clamp", e->out.clamp[lane] },
                  { "j", e->out.j[lane] } };
    struct text t = { text, 0, STEP_MAX };
    char mask[8];

    explain_binary(e, e->out.segmask[lane], mask);
    for (const char *rule = strchr(rule_of(e->mode, line), '=') + 2; *rule != '\0';) {
        unsigned i = 0;

        while (i < sizeof words / sizeof words[0] && strncmp(rule, words[i].word, strlen(words[i].word)) != 0)
            i++;
        if (i < sizeof words / sizeof words[0]) {
            text_append(&t, "%d", words[i].number);
            rule += strlen(words[i].word);
        } else if (strncmp(rule, "segmask", 7) == 0) {
            text_append(&t, "%s", mask);
            rule += 7;
        } else {
            text_append(&t, "%c", *rule++);
        }
    }
    return text;
}

void explain_steps(const struct answer *answer, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    const struct explain *e = &answer->e;
    const struct shfl_out *out = &e->out;
    const unsigned n = explain_bits(e), from = out->src_lane[lane];
    const bool read = out->src_active >> lane & 1;
    static const char *const why[] = { [EXPLAIN_DEFINED] = "",
                                       [EXPLAIN_UNREAD] = ": UNPREDICTABLE",
                                       [EXPLAIN_OUTSIDE] = ": undefined, the lane is no member of its mask",
                                       [EXPLAIN_STRANGE] = ": undefined, that lane is no member of the mask",
                                       [EXPLAIN_BLANK] = ": undefined, as what that lane holds is" };
    char a[STEP_MAX], b[STEP_MAX], word[WORD_TEXT_MAX];

    snprintf(step[0], STEP_MAX, "index = Sb[%u:0] = %u, clamp = Sc[%u:0] = %u, segmask = Sc[%u:8] = %s", n - 1,
             out->index[lane], n - 1, out->clamp[lane], n + 7, explain_binary(e, out->segmask[lane], word));
    snprintf(step[1], STEP_MAX, "min_lane = %.24s = %u, j = %.40s = %d", numbers(e, lane, EXPLAIN_MIN, a),
             explain_min_lane(e, lane), numbers(e, lane, EXPLAIN_J, b), out->j[lane]);
    snprintf(step[2], STEP_MAX, "max_lane = %.40s = %u, %.16s is %s, reads lane %u", numbers(e, lane, EXPLAIN_MAX, a),
             explain_max_lane(e, lane), numbers(e, lane, EXPLAIN_RANGE, b), out->in_range[lane] ? "true" : "false",
             from);
    snprintf(step[3], STEP_MAX, "lane %u holds %s%s", from, explain_ra(e, from, word),
             read ? "" : " and does not execute");
    if (!(e->in.active >> lane & 1))
        snprintf(step[4], STEP_MAX, "does not execute: writes nothing");
    else if (explain_open(e, lane) == EXPLAIN_BEYOND)
        snprintf(step[4], STEP_MAX, "Rd = %s: %.60s leaves it undefined", explain_rd(e, lane, word),
                 call_name(e->row, NULL, a));
    else
        snprintf(step[4], STEP_MAX, "Rd = %s%s, Pu = %u", explain_rd(e, lane, word), why[explain_open(e, lane)],
                 (unsigned)(out->pu >> lane & 1));
}
