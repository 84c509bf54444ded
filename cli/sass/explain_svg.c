/* SPDX-License-Identifier: Apache-2.0
 * explain_svg - see explain.h: the warp as two rows of boxes, an arrow from every lane that is read to the
 * lane that reads it. Nothing is told by colour alone: segments have names and gaps, lanes out of range a
 * dashed arrow and a hatched box, lanes that do not execute a dotted box without arrow. */
#include "explain.h"

#include <string.h>

enum { LEFT = 52, RIGHT = 20, BAND = 66, TOP = 110, ARROWS = 170, LINE = 15, DIGIT = 7 /* pixels */, PARTS = 4 };

/* What becomes of a lane, and the classes of its box and arrow. */
enum part { IN_RANGE, OUTSIDE, UNDEFINED, OFF };
static const struct {
    const char *box, *arrow, *text;
} parts[PARTS] = {
    { "box", "in", "in range: reads that lane, Pu is 1" },
    { "outside", "own", "out of range: keeps its own word, Pu is 0" },
    { "open", "bad", "reads a lane that does not execute: Rd is ?" },
    { "off", NULL, "does not execute: writes nothing" },
};

static const char style[] =
    "<defs>\n"
    "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
    "<rect width=\"5\" height=\"5\" fill=\"#fff4e6\"/>"
    "<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\" stroke=\"#f0c48f\" stroke-width=\"1.6\"/></pattern>\n"
    "<marker id=\"in-head\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
    "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#1f5fa8\"/></marker>\n"
    "<marker id=\"own-head\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
    "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#b35900\"/></marker>\n"
    "<marker id=\"bad-head\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
    "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#a01f3c\"/></marker>\n"
    "</defs>\n"
    "<style>\n"
    "text { font-family: Helvetica, Arial, sans-serif; font-size: 13px; fill: #1b1b1b; }\n"
    ".code { font-family: monospace; font-size: 17px; font-weight: bold; }\n"
    ".v, .n, .s { text-anchor: middle; }\n"
    ".n { font-size: 11px; fill: #555; }\n"
    ".s { font-size: 12px; fill: #333; }\n"
    ".band { stroke: #8c97a6; stroke-width: 1; }\n"
    ".box { fill: #fff; stroke: #333; stroke-width: 1.2; }\n"
    ".outside { fill: url(#hatch); stroke: #b35900; stroke-width: 1.4; }\n"
    ".off { fill: none; stroke: #777; stroke-width: 1; stroke-dasharray: 1.5 2.5; }\n"
    ".open { fill: #fbe6ea; stroke: #a01f3c; stroke-width: 1.8; }\n"
    ".in { stroke: #1f5fa8; stroke-width: 1.4; fill: none; marker-end: url(#in-head); }\n"
    ".own { stroke: #b35900; stroke-width: 1.4; fill: none; stroke-dasharray: 5 3; marker-end: url(#own-head); }\n"
    ".bad { stroke: #a01f3c; stroke-width: 1.4; fill: none; stroke-dasharray: 1.5 3; marker-end: url(#bad-head); }\n"
    "</style>\n";

/* The picture's measures. */
struct picture {
    const struct explain *e;
    FILE *file;
    int pitch, box, box_height, width, bottom; /* bottom: of the upper edges of Rd's boxes */
    bool upright;                              /* words too long for their boxes stand */
};

static int middle(const struct picture *p, unsigned lane) { return LEFT + (int)lane * p->pitch + p->pitch / 2; }

static void escaped(FILE *file, const char *text, size_t length)
{
    for (; length-- > 0; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '<' || c == '>' || c == '&')
            fprintf(file, "&#%d;", c);
        else
            fputc(c >= ' ' && c <= '~' ? c : '?', file);
    }
}

static enum part part_of(const struct explain *e, unsigned lane)
{
    if (!(e->in.active >> lane & 1))
        return OFF;
    return !(e->out.src_active >> lane & 1) ? UNDEFINED : e->out.in_range[lane] ? IN_RANGE : OUTSIDE;
}

/* Text in lines that fit into the picture. Returns the y of the last one. */
static int wrapped(const struct picture *p, int y, const char *text)
{
    size_t most = (size_t)(p->width - LEFT) / DIGIT;

    for (;;) {
        size_t length = strlen(text);

        if (length > most) {
            for (length = most; length > 0 && text[length] != ' '; length--)
                ;
            length = length > 0 ? length : most;
        }
        fprintf(p->file, "<text x=\"%d\" y=\"%d\">", LEFT, y);
        escaped(p->file, text, length);
        fputs("</text>\n", p->file);
        text += length + (text[length] == ' ');
        if (*text == '\0')
            return y;
        y += LINE;
    }
}

static void box(const struct picture *p, unsigned lane, int y, enum part part, const char *text)
{
    int x = middle(p, lane), line = y + p->box_height / 2 + (p->upright ? 0 : 5);

    fprintf(p->file, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", parts[part].box,
            x - p->box / 2, y, p->box, p->box_height);
    if (p->upright)
        fprintf(p->file, "<text class=\"v\" transform=\"translate(%d %d) rotate(-90)\">%s</text>\n", x + 5, line, text);
    else
        fprintf(p->file, "<text class=\"v\" x=\"%d\" y=\"%d\">%s</text>\n", x, line, text);
}

/* Neighbours with the same min_lane share a band: a whole segment, or part of one that lies scattered. */
static void bands(const struct picture *p, int bottom)
{
    unsigned number = 0;

    for (unsigned first = 0, end; first < p->e->lanes; first = end, number++) {
        unsigned segment = explain_min_lane(p->e, first), size = 0;
        char name[40];

        for (end = first + 1; end < p->e->lanes && explain_min_lane(p->e, end) == segment; end++)
            ;
        for (unsigned k = 0; k < p->e->lanes; k++)
            size += explain_min_lane(p->e, k) == segment;
        int x = LEFT + (int)first * p->pitch + 1, width = (int)(end - first) * p->pitch - 2;

        if (width >= 130 && size == end - first)
            snprintf(name, sizeof name, "segment: lanes %u to %u", first, end - 1);
        else
            snprintf(name, sizeof name, width >= 100 ? "segment of lane %u" : width >= 50 ? "seg %u" : "s%u", segment);
        fprintf(p->file,
                "<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\"/>"
                "\n<text class=\"s\" x=\"%d\" y=\"%d\">%s</text>\n",
                x, BAND, width, bottom - BAND, number % 2 ? "#e6ebf2" : "#f5f7fa", x + width / 2, BAND + 17, name);
    }
}

static void arrow(const struct picture *p, unsigned lane)
{
    enum part part = part_of(p->e, lane);
    const char *class = part == UNDEFINED && !p->e->out.in_range[lane] ? parts[OUTSIDE].arrow : parts[part].arrow;

    if (class != NULL)
        fprintf(p->file, "<path class=\"%s\" d=\"M%d,%d L%d,%d\"/>\n", class, middle(p, p->e->out.src_lane[lane]),
                TOP + p->box_height + 1, middle(p, lane), p->bottom - 2);
}

/* What the marks mean that are in the picture, in as many lines as it takes. Returns the y of the last one. */
static int legend(const struct picture *p, int y, bool draw)
{
    int x = LEFT + 2;
    unsigned seen = 0;

    for (unsigned k = 0; k < p->e->lanes; k++)
        seen |= 1u << part_of(p->e, k);
    for (unsigned i = 0; i < PARTS; i++) {
        int width = 70 + DIGIT * (int)strlen(parts[i].text);

        if (!(seen >> i & 1))
            continue;
        if (x > LEFT + 2 && x + width > p->width) {
            x = LEFT + 2;
            y += 26;
        }
        if (draw && parts[i].arrow != NULL)
            fprintf(p->file, "<path class=\"%s\" d=\"M%d,%d h30\"/>\n", parts[i].arrow, x, y);
        if (draw)
            fprintf(p->file,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"18\" height=\"18\" rx=\"3\"/>\n"
                    "<text x=\"%d\" y=\"%d\">%s</text>\n",
                    parts[i].box, x + 34, y - 9, x + 58, y + 5, parts[i].text);
        x += width;
    }
    return y;
}

void explain_svg(const struct explain *e, FILE *file)
{
    struct picture p = { .e = e, .file = file, .box_height = 26 };
    char line[EXPLAIN_LINE_MAX], text[WORD_TEXT_MAX];
    size_t longest = 1;

    for (unsigned k = 0; k < e->lanes; k++) {
        size_t ra = strlen(word_text((uint32_t)e->in.ra[k], e->is_float, WORD_AUTO, text));
        size_t rd = strlen(explain_rd(e, k, text));

        longest = ra > longest ? ra : longest;
        longest = rd > longest ? rd : longest;
    }
    p.pitch = e->lanes <= 8 ? 84 : e->lanes == 16 ? 58 : 34;
    p.box = p.pitch - 8;
    p.upright = (int)longest * DIGIT > p.box;
    if (p.upright)
        p.box_height = (int)longest * DIGIT + 12;
    p.width = LEFT + (int)(e->lanes < 8 ? 8 : e->lanes) * p.pitch + RIGHT;
    p.bottom = TOP + p.box_height + ARROWS;
    int pu = p.bottom + p.box_height + 17, band_bottom = pu + 24;

    explain_line(e, line);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n<title>",
            p.width, legend(&p, band_bottom + 26, false) + 22, p.width);
    escaped(file, e->text, strlen(e->text));
    fputs("</title>\n<desc>", file);
    escaped(file, line, strlen(line));
    fprintf(file, "</desc>\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    fprintf(file, "<text class=\"code\" x=\"%d\" y=\"26\">", LEFT);
    escaped(file, e->text, strlen(e->text));
    fputs("</text>\n", file);
    wrapped(&p, 46, line);
    bands(&p, band_bottom);
    fprintf(file,
            "<g transform=\"translate(14 0)\">\n<text y=\"%d\">lane</text>\n<text y=\"%d\">Ra</text>\n"
            "<text y=\"%d\">Rd</text>\n<text y=\"%d\">Pu</text>\n<text y=\"%d\">lane</text>\n</g>\n",
            TOP - 6, TOP + p.box_height / 2 + 5, p.bottom + p.box_height / 2 + 5, pu, pu + 16);
    fputs("<g class=\"arrows\">\n", file);
    for (unsigned k = 0; k < e->lanes; k++)
        arrow(&p, k);
    fputs("</g>\n", file);
    for (unsigned k = 0; k < e->lanes; k++) {
        enum part part = part_of(e, k);

        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>\n", middle(&p, k), TOP - 6, k);
        box(&p, k, TOP, part == OFF ? OFF : IN_RANGE, word_text((uint32_t)e->in.ra[k], e->is_float, WORD_AUTO, text));
        box(&p, k, p.bottom, part, part == OFF ? "" : explain_rd(e, k, text));
        if (part != OFF)
            fprintf(file, "<text class=\"v\" x=\"%d\" y=\"%d\">%u</text>\n", middle(&p, k), pu,
                    (unsigned)(e->out.pu >> k & 1));
        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>\n", middle(&p, k), pu + 16, k);
    }
    legend(&p, band_bottom + 26, true);
    fputs("</svg>\n", file);
}
