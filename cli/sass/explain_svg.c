/* explain_svg - see explain.h: the warp as two rows of boxes, an arrow from every lane that is read to the
 * lane that reads it. Nothing is told by colour alone: segments have names and gaps, lanes out of range a
 * dashed arrow and a hatched box, lanes that do not execute a dotted box without arrow. */
#include "explain.h"

#include <inttypes.h>
#include <string.h>

enum {
    LEFT = 86, PITCH = 34, BOX = 28, BOX_H = 24, TOP = 104, BOTTOM = 300, /* of the boxes' upper edges */
    BAND_TOP = 62, BAND_BOTTOM = 346, WIDTH = LEFT + WARP_LANES * PITCH + 20, HEIGHT = 440
};

static int middle(unsigned lane)
{
    return LEFT + (int)lane * PITCH + BOX / 2;
}

static void escaped(FILE *file, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '<')
            fputs("&lt;", file);
        else if (c == '>')
            fputs("&gt;", file);
        else if (c == '&')
            fputs("&amp;", file);
        else
            fputc(c >= ' ' && c <= '~' ? c : '?', file);
    }
}

static void value_text(const struct explain *e, uint64_t word, char text[24])
{
    uint32_t bits = (uint32_t)word;
    float value;

    memcpy(&value, &bits, sizeof value);
    if (e->is_float)
        snprintf(text, 24, "%g", (double)value);
    else
        snprintf(text, 24, bits < 100000 ? "%" PRIu32 : "%" PRIx32, bits);
}

/* A box with a word in it, which shrinks until it fits. */
static void box(FILE *file, unsigned lane, int y, const char *class, const char *text)
{
    size_t length = strlen(text);
    double size = length <= 3 ? 12.0 : 12.0 * 4.0 / (double)(length + 1);

    fprintf(file, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", class,
            middle(lane) - BOX / 2, y, BOX, BOX_H);
    fprintf(file, "<text class=\"v\" x=\"%d\" y=\"%d\" font-size=\"%.1f\">", middle(lane), y + BOX_H / 2 + 4, size);
    escaped(file, text);
    fputs("</text>\n", file);
}

static void style(FILE *file)
{
    fputs("<defs>\n"
          "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" fill=\"#fff4e6\"/>"
          "<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\" stroke=\"#f0c48f\" stroke-width=\"1.6\"/></pattern>\n"
          "<marker id=\"in\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
          "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#1f5fa8\"/></marker>\n"
          "<marker id=\"own\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
          "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#b35900\"/></marker>\n"
          "<marker id=\"bad\" markerWidth=\"7\" markerHeight=\"6\" refX=\"6\" refY=\"3\" orient=\"auto\">"
          "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#a01f3c\"/></marker>\n"
          "</defs>\n"
          "<style>\n"
          "text { font-family: Helvetica, Arial, sans-serif; fill: #1b1b1b; }\n"
          ".v, .n, .s { text-anchor: middle; }\n"
          ".n { font-size: 9px; fill: #555; }\n"
          ".s { font-size: 10px; fill: #333; }\n"
          ".band { stroke: #8c97a6; stroke-width: 1; }\n"
          ".box { fill: #fff; stroke: #333; stroke-width: 1.2; }\n"
          ".outside { fill: url(#hatch); stroke: #b35900; stroke-width: 1.4; }\n"
          ".off { fill: none; stroke: #777; stroke-width: 1; stroke-dasharray: 1.5 2.5; }\n"
          ".open { fill: #fbe6ea; stroke: #a01f3c; stroke-width: 1.8; }\n"
          ".in { stroke: #1f5fa8; stroke-width: 1.4; fill: none; marker-end: url(#in); }\n"
          ".own { stroke: #b35900; stroke-width: 1.4; fill: none; stroke-dasharray: 5 3; marker-end: url(#own); }\n"
          ".bad { stroke: #a01f3c; stroke-width: 1.4; fill: none; stroke-dasharray: 1.5 3; marker-end: url(#bad); }\n"
          "</style>\n", file);
}

/* Neighbours with the same min_lane share a band; its name is the segment's first lane. */
static void bands(const struct explain *e, FILE *file)
{
    unsigned number = 0;

    for (unsigned first = 0, end; first < WARP_LANES; first = end, number++) {
        end = first + 1;
        while (end < WARP_LANES && explain_min_lane(e, end) == explain_min_lane(e, first))
            end++;
        int x = LEFT + (int)first * PITCH - 2, width = (int)(end - first) * PITCH - 2;

        fprintf(file, "<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\"/>\n", x,
                BAND_TOP, width, BAND_BOTTOM - BAND_TOP, number % 2 ? "#e6ebf2" : "#f5f7fa");
        fprintf(file, "<text class=\"s\" x=\"%d\" y=\"%d\">%s%u</text>\n", x + width / 2, BAND_TOP + 14,
                end - first >= 3 ? "segment " : end - first == 2 ? "seg " : "s", explain_min_lane(e, first));
    }
}

static void arrow(const struct explain *e, unsigned lane, FILE *file)
{
    unsigned from = e->out.src_lane[lane];
    const char *class = !e->out.in_range[lane] ? "own" : e->out.src_active >> lane & 1 ? "in" : "bad";

    fprintf(file, "<path class=\"%s\" d=\"M%d,%d L%d,%d\"/>\n", class, middle(from), TOP + BOX_H + 1, middle(lane),
            BOTTOM - 2);
}

/* What the drawing's marks mean. */
static void legend(FILE *file)
{
    static const struct { const char *box, *arrow, *text; } entry[] = {
        { "box", "in", "in range: reads that lane, Pu is 1" },
        { "outside", "own", "out of range: keeps its own word, Pu is 0" },
        { "open", "bad", "reads a lane that does not execute: Rd is ?" },
        { "off", NULL, "does not execute: writes nothing" },
    };
    int x = LEFT;

    for (size_t i = 0; i < sizeof entry / sizeof entry[0]; i++) {
        if (entry[i].arrow) {
            fprintf(file, "<path class=\"%s\" d=\"M%d,392 L%d,392\"/>\n", entry[i].arrow, x, x + 30);
            x += 34;
        }
        fprintf(file, "<rect class=\"%s\" x=\"%d\" y=\"383\" width=\"18\" height=\"18\" rx=\"3\"/>\n", entry[i].box, x);
        fprintf(file, "<text x=\"%d\" y=\"396\" font-size=\"11\">%s</text>\n", x + 24, entry[i].text);
        x += 24 + 8 + (int)strlen(entry[i].text) * 57 / 10;
    }
}

void explain_svg(const struct explain *e, FILE *file)
{
    char line[EXPLAIN_LINE_MAX], text[24];

    explain_line(e->mode, e->sb, e->in.sb_imm, e->sc, e->in.sc_imm, line);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "role=\"img\">\n<title>", WIDTH, HEIGHT, WIDTH, HEIGHT);
    escaped(file, e->text);
    fputs("</title>\n<desc>", file);
    escaped(file, line);
    fputs("</desc>\n", file);
    style(file);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    fprintf(file, "<text x=\"%d\" y=\"26\" font-size=\"16\" font-weight=\"bold\" "
            "style=\"font-family: monospace\">", LEFT);
    escaped(file, e->text);
    fprintf(file, "</text>\n<text x=\"%d\" y=\"46\" font-size=\"12\">", LEFT);
    escaped(file, line);
    fputs("</text>\n", file);
    bands(e, file);
    fprintf(file, "<text x=\"14\" y=\"%d\" font-size=\"12\">Ra of lane</text>\n<text x=\"14\" y=\"%d\" "
            "font-size=\"12\">Rd of lane</text>\n", TOP + 16, BOTTOM + 16);
    for (unsigned k = 0; k < WARP_LANES; k++)
        if (e->in.active >> k & 1)
            arrow(e, k, file);
    for (unsigned k = 0; k < WARP_LANES; k++) {
        bool on = e->in.active >> k & 1, defined = e->out.src_active >> k & 1;

        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>\n", middle(k), TOP - 6, k);
        value_text(e, e->in.ra[k], text);
        box(file, k, TOP, on ? "box" : "off", text);
        value_text(e, e->out.rd[k], text);
        box(file, k, BOTTOM, !on ? "off" : !defined ? "open" : e->out.in_range[k] ? "box" : "outside",
            !on ? "" : defined ? text : "?");
        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>\n", middle(k), BOTTOM + BOX_H + 13, k);
    }
    legend(file);
    fputs("</svg>\n", file);
}
