/* SPDX-License-Identifier: Apache-2.0
 * explain - see explain.h */
#include "explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char explain_rule_min[] = "min_lane = lane & segmask";
const char explain_rule_max[] = "max_lane = min_lane | (clamp & ~segmask)";
const char *const explain_rule_j[SHFL_MODES] = { [SHFL_IDX] = "j = min_lane | (index & ~segmask)",
                                                 [SHFL_UP] = "j = lane - index",
                                                 [SHFL_DOWN] = "j = lane + index",
                                                 [SHFL_BFLY] = "j = lane ^ index" };

const char *explain_rule_range(enum shfl_mode mode)
{
    return mode == SHFL_UP ? "in_range = j >= max_lane" : "in_range = j <= max_lane";
}

unsigned explain_min_lane(const struct explain *e, unsigned lane) { return lane & e->out.segmask[lane]; }

unsigned explain_max_lane(const struct explain *e, unsigned lane)
{
    return explain_min_lane(e, lane) | (e->out.clamp[lane] & ~(unsigned)e->out.segmask[lane]);
}

unsigned explain_bits(const struct explain *e)
{
    unsigned n = 0;

    while (e->lanes >> n > 1)
        n++;
    return n;
}

const char *explain_binary(const struct explain *e, unsigned mask, char text[8])
{
    unsigned n = explain_bits(e);

    text[n] = '\0';
    for (unsigned i = 0; i < n; i++)
        text[n - 1 - i] = (char)('0' + (mask >> i & 1));
    return text;
}

/* --- One sentence ------------------------------------------------------------------------------------- */

struct line {
    char *text;
    size_t used;
};

static void say(struct line *l, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (l->used < EXPLAIN_LINE_MAX) {
        int n = vsnprintf(l->text + l->used, EXPLAIN_LINE_MAX - l->used, format, arguments);
        l->used += n > 0 ? (size_t)n : 0;
    }
    va_end(arguments);
}

/* The lanes of a segment if the mask is a run of ones from the top, or 0 for any other mask. */
static unsigned segment_width(unsigned lanes, unsigned segmask)
{
    for (unsigned width = 1; width <= lanes; width *= 2)
        if (segmask == ((lanes - width) & (lanes - 1)))
            return width;
    return 0;
}

static bool is_register(const char *name) { return name[0] != '\0' && strcmp(name, "RZ") != 0; }

/* The lanes that keep their own word, n of every segment. */
static void say_keepers(struct line *l, const char *which, unsigned n, unsigned width, unsigned lanes)
{
    if (width == lanes)
        say(l, "; the %s %s own word", which, n == 1 ? "lane keeps its" : "lanes keep their");
    else
        say(l, " in its segment of %u; the %s %s of a segment %s own word", width, which, n == 1 ? "lane" : "lanes",
            n == 1 ? "keeps its" : "keep their");
}

void explain_guard(struct explain *e, unsigned number, bool negated)
{
    e->guard[0] = '\0';
    if (number != SASS_PT)
        snprintf(e->guard, sizeof e->guard, "%sP%u", negated ? "!" : "", number % 7);
    else if (negated)
        snprintf(e->guard, sizeof e->guard, "!PT");
}

void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    const char *sb = e->sb, *sc = e->sc;
    const enum shfl_mode mode = e->mode;
    const unsigned lanes = e->lanes, mask = lanes - 1;
    struct line l = { line, 0 };
    bool sb_known = !is_register(sb), sc_known = !is_register(sc);
    unsigned index = sb[0] == '\0' ? e->in.sb_imm & mask : 0, c = sc[0] == '\0' ? e->in.sc_imm : 0; /* RZ is a 0 */
    unsigned segmask = c >> 8 & mask, clamp = c & mask, width = sc_known ? segment_width(lanes, segmask) : 0;
    bool whole = mode == SHFL_UP ? (clamp & ~segmask) == 0 : (clamp | segmask) == mask; /* the usual clamp */
    const char *where = mode == SHFL_UP ? "below" : "above";
    char which[32], digits[8];

    line[0] = '\0';
    if (e->guard[0] != '\0')
        say(&l, "where %s is %s, ", e->guard + (e->guard[0] == '!'), e->guard[0] == '!' ? "false" : "true");
    switch (mode) {
    case SHFL_IDX:
        if (!sb_known)
            say(&l, "every lane reads the lane that its %s names", sb);
        else if (width > 0)
            say(&l, "every lane reads lane %u", index % width);
        else if (!sc_known)
            say(&l, "every lane reads lane %u of its segment, modulo the segment's width", index);
        else
            say(&l, "every lane reads the lane that has the bits of %u where the segment mask has zeros", index);
        if (width > 0 && width < lanes)
            say(&l, " of its segment of %u", width);
        break;
    case SHFL_UP:
    case SHFL_DOWN:
        if (!sb_known) {
            say(&l, "every lane reads the lane that is %s it by its %s", where, sb);
            break;
        }
        if (index == 0) {
            say(&l, "every lane reads itself");
            break;
        }
        say(&l, "every lane reads the lane %u %s it", index, where);
        if (width > 0 && whole && index < width) {
            if (index == 1)
                snprintf(which, sizeof which, "%s", mode == SHFL_UP ? "first" : "last");
            else
                snprintf(which, sizeof which, "%s %u", mode == SHFL_UP ? "first" : "last", index);
            say_keepers(&l, which, index, width, lanes);
            return;
        }
        if (width > 0 && whole) {
            say(&l, ", which is outside its segment of %u: all keep their own word", width);
            return;
        }
        break;
    case SHFL_BFLY:
        if (!sb_known)
            say(&l, "every lane reads the lane whose number is its own xor its %s", sb);
        else if (index == 0)
            say(&l, "every lane reads itself");
        else
            say(&l, "every lane reads the lane whose number is its own xor %u", index);
        if (width > 0 && width < lanes && whole && sb_known && index < width)
            say(&l, ", within segments of %u", width);
        break;
    }
    if (!sc_known)
        say(&l, "; clamp and segments come from %s", sc);
    else if (width == 0)
        say(&l, ", segment mask %s, clamp %u; where that is out of range, its own word",
            explain_binary(e, segmask, digits), clamp);
    else if (!whole)
        say(&l, ", clamp %u, segments of %u; where that is out of range, its own word", clamp, width);
    else if (mode == SHFL_BFLY && (!sb_known || index >= width) && width < lanes)
        say(&l, "; where that is above its segment of %u, its own word", width);
    else if ((mode == SHFL_UP || mode == SHFL_DOWN) && !sb_known)
        say(&l, ", or keeps its own word where that is outside %s", width < lanes ? "its segment" : "the warp");
}

/* --- Text --------------------------------------------------------------------------------------------- */

static bool active(const struct explain *e, unsigned lane) { return e->in.active >> lane & 1; }

bool explain_defined(const struct explain *e, unsigned lane)
{
    return active(e, lane) && (e->out.src_active >> lane & 1) && !(e->undefined >> lane & 1);
}

const char *explain_rd(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX])
{
    if (!active(e, lane))
        return "-";
    if (!explain_defined(e, lane) && !e->has_policy)
        return "?";
    word_text((uint32_t)e->out.rd[lane], e->is_float, WORD_AUTO, text);
    return explain_defined(e, lane) ? text : strcat(text, "?");
}

static void steps_text(const struct explain *e, unsigned lane, FILE *file)
{
    char step[EXPLAIN_STAGES][EXPLAIN_STEP_MAX];

    explain_steps(e, lane, step);
    fprintf(file, "\nlane %u\n", lane);
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++)
        fprintf(file, "%11s  %s\n", explain_stages[i], step[i]);
}

/* What "?" means, where there is one. */
static void say_open(const struct explain *e, FILE *file)
{
    uint64_t unread = e->in.active & ~e->out.src_active;

    if (unread)
        fprintf(file, "\n?  the lane that is read does not execute: Rd is UNPREDICTABLE, Pu is defined\n");
    if (e->in.active & e->undefined)
        fprintf(file, "\n?  %s: undefined by %s, %s\n", e->function->undefined, e->function->name, e->function->source);
}

void explain_text(const struct explain *e, unsigned lane, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], ra[WORD_TEXT_MAX], rd[WORD_TEXT_MAX], digits[8];
    const unsigned n = explain_bits(e);

    explain_line(e, line);
    if (e->asked[0])
        fprintf(file, "%s is\n", e->asked);
    fprintf(file, "%s\n%s\n", e->text, line);
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    fprintf(file,
            "\n"
            "index    = Sb[%u:0], clamp = Sc[%u:0], segmask = Sc[%u:8]\n"
            "%s\n"
            "%s\n"
            "%s\n"
            "%s\n"
            "src_lane = in_range ? j : lane\n"
            "Rd = Ra of src_lane, Pu = in_range\n",
            n - 1, n - 1, n + 7, explain_rule_min, explain_rule_max, explain_rule_j[e->mode],
            explain_rule_range(e->mode));
    if (!e->has_values) {
        fprintf(file, "\nThe lanes depend on %s%s%s: give %s with --init, such as --init %s=lane\n",
                is_register(e->sb) ? e->sb : "", is_register(e->sb) && is_register(e->sc) ? " and " : "",
                is_register(e->sc) ? e->sc : "", is_register(e->sb) && is_register(e->sc) ? "both" : "it",
                is_register(e->sb) ? e->sb : e->sc);
        return;
    }
    if (lane != EXPLAIN_ALL) {
        steps_text(e, lane, file);
        return;
    }
    fprintf(file, "\nlane  index clamp segmask  min_lane max_lane    j  in_range src_lane  %10s %10s  Pu\n", "Ra",
            "Rd");
    for (unsigned k = 0; k < e->lanes; k++) {
        word_text((uint32_t)e->in.ra[k], e->is_float, WORD_AUTO, ra);
        if (!active(e, k)) {
            fprintf(file, "%4u  does not execute%58s %10s\n", k, ra, "-");
            continue;
        }
        fprintf(file, "%4u  %5u %5u   %5s  %8u %8u  %3d  %8s %8u  %10s %10s  %2u\n", k, e->out.index[k],
                e->out.clamp[k], explain_binary(e, e->out.segmask[k], digits), explain_min_lane(e, k),
                explain_max_lane(e, k), e->out.j[k], e->out.in_range[k] ? "yes" : "no", e->out.src_lane[k], ra,
                explain_rd(e, k, rd), (unsigned)(e->out.pu >> k & 1));
    }
    say_open(e, file);
}

/* --- JSON --------------------------------------------------------------------------------------------- */

static const char *boolean(uint64_t value) { return value & 1 ? "true" : "false"; }

static void member(FILE *file, const char *name, const char *text)
{
    fprintf(file, ",\n  \"%s\": ", name);
    word_json(file, text);
}

static void lane_json(const struct explain *e, unsigned k, FILE *file)
{
    const struct shfl_out *out = &e->out;
    char step[EXPLAIN_STAGES][EXPLAIN_STEP_MAX];

    fprintf(file,
            "    {\"lane\": %u, \"active\": %s, \"sb\": %" PRIu32 ", \"sc\": %" PRIu32 ", \"index\": %u, "
            "\"clamp\": %u, \"segmask\": %u, \"min_lane\": %u, \"max_lane\": %u, \"j\": %d, \"in_range\": %s, "
            "\"src_lane\": %u, \"src_active\": %s, \"ra\": %" PRIu64 ", \"src_data\": %" PRIu64 ", ",
            k, boolean(e->in.active >> k), e->in.sb_is_imm ? e->in.sb_imm : e->in.sb[k],
            e->in.sc_is_imm ? e->in.sc_imm : e->in.sc[k], out->index[k], out->clamp[k], out->segmask[k],
            explain_min_lane(e, k), explain_max_lane(e, k), out->j[k], boolean(out->in_range[k]), out->src_lane[k],
            boolean(out->src_active >> k), e->in.ra[k], out->src_data[k]);
    fprintf(file, "\"undefined\": %s, \"we\": %s, \"unit_rd\": %" PRIu64 ", ", boolean(e->undefined >> k),
            boolean(out->we >> k), out->rd[k]);
    if (explain_defined(e, k))
        fprintf(file, "\"rd\": %" PRIu64 ", ", out->rd[k]);
    else
        fputs("\"rd\": null, ", file);
    fprintf(file, "\"pu\": %s, \"steps\": ", !active(e, k) ? "null" : boolean(out->pu >> k));
    explain_steps(e, k, step);
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++) {
        fputs(i == 0 ? "[" : ", ", file);
        word_json(file, step[i]);
    }
    fputs("]}", file);
}

void explain_json(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX];

    explain_line(e, line);
    fprintf(file, "{\n  \"instruction\": ");
    word_json(file, e->text);
    if (e->asked[0])
        member(file, "asked", e->asked);
    fprintf(file, ",\n  \"mode\": \"%s\"", shfl_mode_name[e->mode]);
    member(file, "summary", line);
    if (e->note[0])
        member(file, "note", e->note);
    if (e->function) {
        member(file, "source", e->function->source);
        if (e->function->undefined)
            member(file, "undefined", e->function->undefined);
    }
    fprintf(file,
            ",\n  \"rule\": [\"%s\", \"%s\", \"%s\", \"%s\", \"src_lane = in_range ? j : lane\"],\n  \"stages\": ",
            explain_rule_min, explain_rule_max, explain_rule_j[e->mode], explain_rule_range(e->mode));
    for (unsigned i = 0; i < EXPLAIN_STAGES; i++)
        fprintf(file, "%s\"%s\"", i == 0 ? "[" : ", ", explain_stages[i]);
    fprintf(file, "],\n  \"sb\": ");
    word_json(file, e->sb);
    fprintf(file, ",\n  \"sc\": ");
    word_json(file, e->sc);
    fprintf(file, ",\n  \"policy\": \"%s\",\n  \"active\": %" PRIu64 ",\n  \"lanes\": ", shfl_policy_name[e->policy],
            e->in.active);
    if (!e->has_values) {
        fprintf(file, "null\n}\n");
        return;
    }
    for (unsigned k = 0; k < e->lanes; k++) {
        fputs(k == 0 ? "[\n" : ",\n", file);
        lane_json(e, k, file);
    }
    fprintf(file, "\n  ]\n}\n");
}
