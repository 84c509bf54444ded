/* explain - see explain.h */
#include "explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static const char *const mode_name[] = { "IDX", "UP", "DOWN", "BFLY" };

static const char *const rule_j[] = {
    "j = min_lane | (index & ~segmask)", "j = lane - index", "j = lane + index", "j = lane ^ index"
};

static const char *rule_range(enum shfl_mode mode)
{
    return mode == SHFL_UP ? "in_range = j >= max_lane" : "in_range = j <= max_lane";
}

unsigned explain_min_lane(const struct explain *e, unsigned lane)
{
    return lane & e->out.segmask[lane];
}

unsigned explain_max_lane(const struct explain *e, unsigned lane)
{
    return explain_min_lane(e, lane) | (e->out.clamp[lane] & ~(unsigned)e->out.segmask[lane]);
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
static unsigned segment_width(unsigned segmask)
{
    for (unsigned width = 1; width <= WARP_LANES; width *= 2)
        if (segmask == ((WARP_LANES - width) & 31))
            return width;
    return 0;
}

static bool is_register(const char *name)
{
    return name != NULL && name[0] != '\0' && strcmp(name, "RZ") != 0;
}

/* The lanes that keep their own word, n of every segment. */
static void say_keepers(struct line *l, const char *which, unsigned n, unsigned width)
{
    if (width == WARP_LANES)
        say(l, "; the %s %s own word", which, n == 1 ? "lane keeps its" : "lanes keep their");
    else
        say(l, " in its segment of %u; the %s %s of a segment %s own word", width, which,
            n == 1 ? "lane" : "lanes", n == 1 ? "keeps its" : "keep their");
}

void explain_line(enum shfl_mode mode, const char *sb, unsigned sb_imm, const char *sc, unsigned sc_imm,
                  char line[EXPLAIN_LINE_MAX])
{
    struct line l = { line, 0 };
    bool sb_known = !is_register(sb), sc_known = !is_register(sc);
    unsigned index = sb_known && !(sb && *sb) ? sb_imm & 31 : 0, c = sc_known && !(sc && *sc) ? sc_imm : 0;
    unsigned segmask = c >> 8 & 31, clamp = c & 31, width = sc_known ? segment_width(segmask) : 0;
    bool whole = mode == SHFL_UP ? (clamp & ~segmask & 31) == 0 : (clamp | segmask) == 31; /* the usual clamp */
    const char *where = mode == SHFL_UP ? "below" : "above";
    char which[32];

    line[0] = '\0';
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
        if (width > 0 && width < WARP_LANES)
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
            say_keepers(&l, which, index, width);
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
        if (width > 0 && width < WARP_LANES && whole && sb_known && index < width)
            say(&l, ", within segments of %u", width);
        break;
    }
    if (!sc_known)
        say(&l, "; clamp and segments come from %s", sc);
    else if (width == 0)
        say(&l, ", segment mask %u%u%u%u%u, clamp %u; where that is out of range, its own word", segmask >> 4,
            segmask >> 3 & 1, segmask >> 2 & 1, segmask >> 1 & 1, segmask & 1, clamp);
    else if (!whole)
        say(&l, ", clamp %u, segments of %u; where that is out of range, its own word", clamp, width);
    else if (mode == SHFL_BFLY && (!sb_known || index >= width) && width < WARP_LANES)
        say(&l, "; where that is above its segment of %u, its own word", width);
    else if ((mode == SHFL_UP || mode == SHFL_DOWN) && !sb_known)
        say(&l, ", or keeps its own word where that is outside %s",
            width < WARP_LANES ? "its segment" : "the warp");
}

/* --- Text --------------------------------------------------------------------------------------------- */

static void word_text(const struct explain *e, uint64_t word, char text[24])
{
    uint32_t bits = (uint32_t)word;

    if (e->is_float) {
        float value;

        memcpy(&value, &bits, sizeof value);
        snprintf(text, 24, "%g", (double)value);
    } else if (bits < 1000000000 || bits > UINT32_MAX - 99999) {
        snprintf(text, 24, "%" PRId32, (int32_t)bits);
    } else {
        snprintf(text, 24, "0x%08" PRIx32, bits);
    }
}

static bool active(const struct explain *e, unsigned lane)
{
    return e->in.active >> lane & 1;
}

static bool defined(const struct explain *e, unsigned lane)
{
    return active(e, lane) && (e->out.src_active >> lane & 1);
}

static void rd_text(const struct explain *e, unsigned lane, char text[24])
{
    if (!active(e, lane))
        snprintf(text, 24, "-");
    else if (!defined(e, lane))
        snprintf(text, 24, "?");
    else
        word_text(e, e->out.rd[lane], text);
}

static void sentence(const struct explain *e, char line[EXPLAIN_LINE_MAX])
{
    explain_line(e->mode, e->sb, e->in.sb_imm, e->sc, e->in.sc_imm, line);
}

void explain_text(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], ra[24], rd[24];
    bool open = false;

    sentence(e, line);
    fprintf(file, "%s\n%s\n", e->text, line);
    if (e->note[0])
        fprintf(file, "note: %s\n", e->note);
    fprintf(file, "\n"
            "index    = Sb[4:0], clamp = Sc[4:0], segmask = Sc[12:8]\n"
            "min_lane = lane & segmask\n"
            "max_lane = min_lane | (clamp & ~segmask)\n"
            "%s\n"
            "%s\n"
            "src_lane = in_range ? j : lane\n"
            "Rd = Ra of src_lane, Pu = in_range\n", rule_j[e->mode], rule_range(e->mode));
    if (!e->has_values) {
        fprintf(file, "\nThe lanes depend on %s%s%s: give %s with --init, such as --init %s=lane\n",
                is_register(e->sb) ? e->sb : "", is_register(e->sb) && is_register(e->sc) ? " and " : "",
                is_register(e->sc) ? e->sc : "", is_register(e->sb) && is_register(e->sc) ? "both" : "it",
                is_register(e->sb) ? e->sb : e->sc);
        return;
    }
    fprintf(file, "\nlane  index clamp segmask  min_lane max_lane    j  in_range src_lane  %10s %10s  Pu\n",
            "Ra", "Rd");
    for (unsigned k = 0; k < WARP_LANES; k++) {
        unsigned s = e->out.segmask[k];

        word_text(e, e->in.ra[k], ra);
        rd_text(e, k, rd);
        if (!active(e, k)) {
            fprintf(file, "%4u  does not execute%58s %10s\n", k, ra, "-");
            continue;
        }
        open = open || !defined(e, k);
        fprintf(file, "%4u  %5u %5u   %u%u%u%u%u  %8u %8u  %3d  %8s %8u  %10s %10s  %2u\n", k, e->out.index[k],
                e->out.clamp[k], s >> 4, s >> 3 & 1, s >> 2 & 1, s >> 1 & 1, s & 1, explain_min_lane(e, k),
                explain_max_lane(e, k), e->out.j[k], e->out.in_range[k] ? "yes" : "no", e->out.src_lane[k], ra, rd,
                (unsigned)(e->out.pu >> k & 1));
    }
    if (open)
        fprintf(file, "\n?  the lane that is read does not execute: Rd is UNPREDICTABLE, Pu is defined\n");
}

/* --- JSON --------------------------------------------------------------------------------------------- */

static void json_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < ' ' || c > '~')
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

void explain_json(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX];

    sentence(e, line);
    fprintf(file, "{\n  \"instruction\": ");
    json_string(file, e->text);
    fprintf(file, ",\n  \"mode\": \"%s\",\n  \"summary\": ", mode_name[e->mode]);
    json_string(file, line);
    if (e->note[0]) {
        fprintf(file, ",\n  \"note\": ");
        json_string(file, e->note);
    }
    fprintf(file, ",\n  \"rule\": [\"min_lane = lane & segmask\", \"max_lane = min_lane | (clamp & ~segmask)\", "
            "\"%s\", \"%s\", \"src_lane = in_range ? j : lane\"],\n", rule_j[e->mode], rule_range(e->mode));
    fprintf(file, "  \"active\": %" PRIu64 ",\n  \"lanes\": ", e->in.active);
    if (!e->has_values) {
        fprintf(file, "null\n}\n");
        return;
    }
    for (unsigned k = 0; k < WARP_LANES; k++) {
        fprintf(file, "%s\n    {\"lane\": %u, \"active\": %s, \"index\": %u, \"clamp\": %u, \"segmask\": %u, "
                "\"min_lane\": %u, \"max_lane\": %u, \"j\": %d, \"in_range\": %s, \"src_lane\": %u, "
                "\"src_active\": %s, \"ra\": %" PRIu64 ", ", k == 0 ? "[" : ",", k,
                active(e, k) ? "true" : "false", e->out.index[k], e->out.clamp[k], e->out.segmask[k],
                explain_min_lane(e, k), explain_max_lane(e, k), e->out.j[k], e->out.in_range[k] ? "true" : "false",
                e->out.src_lane[k], e->out.src_active >> k & 1 ? "true" : "false", e->in.ra[k]);
        if (defined(e, k))
            fprintf(file, "\"rd\": %" PRIu64 ", ", e->out.rd[k]);
        else
            fprintf(file, "\"rd\": null, ");
        fprintf(file, "\"pu\": %s}", !active(e, k) ? "null" : e->out.pu >> k & 1 ? "true" : "false");
    }
    fprintf(file, "\n  ]\n}\n");
}
