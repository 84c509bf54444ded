/* SPDX-License-Identifier: Apache-2.0
 * picture - see rows.h. Each lane is a group, with data-lane its number, and so is each arrow, for pages that hold the
 * picture. */
#include "rows.h"
#include "lib/table.h"

#include <string.h>

enum { LEFT = 52, RIGHT = 20, BAND = 66, TOP = 110, ARROWS = 170, BUS = 12, LINE = 15, DIGIT = 7 /* pixels */ };
enum { SHORT = 3, COLOURS = 6 }; /* characters of a value in the font of the text; colours of the buses */

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
    ".long { font-family: monospace; font-size: 11.5px; }\n"
    ".small text { font-size: 11px; }\n"
    ".n { font-size: 11px; fill: #555; }\n"
    ".s { font-size: 12px; fill: #333; }\n"
    ".band { stroke: #8c97a6; stroke-width: 1; }\n"
    ".box { fill: #fff; stroke: #333; stroke-width: 1.2; }\n"
    ".outside { fill: url(#hatch); stroke: #b35900; stroke-width: 1.4; }\n"
    ".off { fill: none; stroke: #777; stroke-width: 1; stroke-dasharray: 1.5 2.5; }\n"
    ".open { fill: #fbe6ea; stroke: #a01f3c; stroke-width: 1.8; }\n"
    ".keep { fill: #eceff3; stroke: #333; stroke-width: 1.2; stroke-dasharray: 6 2; }\n"
    ".masked { fill: #fff; stroke: #555; stroke-width: 3.2; }\n"
    ".in { stroke: #1f5fa8; stroke-width: 1.4; fill: none; marker-end: url(#in-head); }\n"
    ".own { stroke: #b35900; stroke-width: 1.4; fill: none; stroke-dasharray: 5 3; marker-end: url(#own-head); }\n"
    ".bad { stroke: #a01f3c; stroke-width: 1.4; fill: none; stroke-dasharray: 1.5 3; marker-end: url(#bad-head); }\n"
    ".bus0 { stroke: #1f5fa8; }\n.bus1 { stroke: #b35900; }\n.bus2 { stroke: #2e7d32; }\n"
    ".bus3 { stroke: #6a3d9a; }\n.bus4 { stroke: #a01f3c; }\n.bus5 { stroke: #00727a; }\n"
    ".buses { stroke-width: 1.6; fill: none; }\n"
    "</style>\n";

/* The picture's measures. */
struct drawing {
    const struct picture *p;
    FILE *file;
    int pitch, box, box_height, width, bottom; /* bottom: of the upper edges of the result's boxes */
    bool upright;                              /* words too long for their boxes stand */
    const char *value;                         /* the class of a value: a long one is in a font of known width */
    unsigned buses;                            /* that join more than one lane */
    int bus_pitch;
};

static int middle(const struct drawing *d, unsigned lane) { return LEFT + (int)lane * d->pitch + d->pitch / 2; }

/* Text in lines that fit into the picture. Returns the y of the last one. */
static int wrapped(const struct drawing *d, int y, const char *text)
{
    size_t most = (size_t)(d->width - LEFT) / DIGIT;

    for (;;) {
        size_t length = strlen(text);

        if (length > most) {
            for (length = most; length > 0 && text[length] != ' '; length--)
                ;
            length = length > 0 ? length : most;
        }
        fprintf(d->file, "<text x=\"%d\" y=\"%d\">", LEFT, y);
        markup_text(d->file, text, length);
        fputs("</text>\n", d->file);
        text += length + (text[length] == ' ');
        if (*text == '\0')
            return y;
        y += LINE;
    }
}

/* A lane's box, or one for all of them. */
static void box(const struct drawing *d, unsigned lane, bool one, int y, const char *class, const char *text)
{
    const int x = one ? LEFT + (int)d->p->lanes * d->pitch / 2 : middle(d, lane);
    const int width = one ? (int)d->p->lanes * d->pitch - 8 : d->box;
    const bool upright = d->upright && !one;
    const int line = y + d->box_height / 2 + (upright ? 0 : 5);

    if (one && lane > 0)
        return;
    fprintf(d->file, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>", class, x - width / 2,
            y, width, d->box_height);
    if (upright)
        fprintf(d->file, "<text class=\"%s\" transform=\"translate(%d %d) rotate(-90)\">%s</text>", d->value, x + 5,
                line, text);
    else
        fprintf(d->file, "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", d->value, x, line, text);
}

/* Neighbours of one group share a band: a whole group, or part of one that lies scattered. */
static void bands(const struct drawing *d, int bottom)
{
    const struct picture *p = d->p;
    unsigned number = 0;

    for (unsigned first = 0, end; first < p->lanes; first = end, number++) {
        unsigned group = p->lane[first].group, size = 0;
        char name[40];

        for (end = first + 1; end < p->lanes && p->lane[end].group == group; end++)
            ;
        for (unsigned k = 0; k < p->lanes; k++)
            size += p->lane[k].group == group;
        int x = LEFT + (int)first * d->pitch + 1, width = (int)(end - first) * d->pitch - 2;

        if (width >= 130 && size == end - first)
            snprintf(name, sizeof name, "%s: %ss %u to %u", p->group[0], p->lane_name, first, end - 1);
        else if (width >= 100)
            snprintf(name, sizeof name, "%s of %s %u", p->group[0], p->lane_name, group);
        else if (width >= 50)
            snprintf(name, sizeof name, "%s %u", p->group[1], group / p->group_size);
        else
            snprintf(name, sizeof name, "%s%u", p->group[2], group / p->group_size);
        fprintf(d->file,
                "<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\"/>"
                "\n<text class=\"s\" x=\"%d\" y=\"%d\">%s</text>\n",
                x, BAND, width, bottom - BAND, number % 2 ? "#e6ebf2" : "#f5f7fa", x + width / 2, BAND + 17, name);
    }
}

/* How far the rows of boxes are apart: by what is drawn between them. */
static int between(struct drawing *d)
{
    const struct picture *p = d->p;
    bool arrows = false;

    for (unsigned k = 0; k < p->lanes; k++) {
        bool joins = false;

        arrows = arrows || p->lane[k].arrow != NULL;
        for (unsigned j = k + 1; j < p->lanes; j++)
            joins = joins || p->lane[j].bus == k + 1;
        d->buses += joins;
    }
    d->bus_pitch = d->buses > 1 ? (ARROWS - 2 * BUS) / (int)(d->buses - 1) : BUS;
    d->bus_pitch = d->bus_pitch < BUS ? d->bus_pitch : BUS;
    return arrows ? ARROWS : 2 * BUS + (int)(d->buses > 1 ? d->buses - 1 : 0) * d->bus_pitch;
}

static void arrow(const struct drawing *d, unsigned lane)
{
    const struct picture *p = d->p;
    const unsigned from = p->lane[lane].from;

    if (p->lane[lane].arrow != NULL && !(p->one_result && lane > 0))
        fprintf(d->file, "<path class=\"%s\" data-lane=\"%u\" d=\"M%d,%d L%d,%d\"/>\n", p->lane[lane].arrow, lane,
                middle(d, p->one_source ? lane : from), TOP + d->box_height + 1, middle(d, p->one_result ? from : lane),
                d->bottom - 2);
}

/* Each lane of a bus is a line from box to box, with a dot where the line across joins it. */
static void buses(const struct drawing *d)
{
    const struct picture *p = d->p;
    int y = TOP + d->box_height + BUS;
    unsigned number = 0;

    fputs("<g class=\"buses\">\n", d->file);
    for (unsigned first = 0; first < p->lanes; first++) {
        const unsigned bus = first + 1;
        unsigned last = first;

        if (p->lane[first].bus != bus)
            continue;
        for (unsigned k = first; k < p->lanes; k++)
            last = p->lane[k].bus == bus ? k : last;
        for (unsigned k = first; k <= last; k++)
            if (p->lane[k].bus == bus)
                fprintf(d->file, "<path class=\"bus%u\" data-lane=\"%u\" d=\"M%d,%d V%d\"/>\n", number % COLOURS, k,
                        middle(d, k), TOP + d->box_height + 1, d->bottom - 1);
        for (unsigned k = first; k <= last && last > first; k++)
            if (p->lane[k].bus == bus)
                fprintf(d->file, "<circle class=\"bus%u\" cx=\"%d\" cy=\"%d\" r=\"2\"/>\n", number % COLOURS,
                        middle(d, k), y);
        if (last > first) {
            fprintf(d->file, "<path class=\"bus%u\" d=\"M%d,%d H%d\"/>\n", number % COLOURS, middle(d, first), y,
                    middle(d, last));
            y += d->bus_pitch;
        }
        number++;
    }
    fputs("</g>\n", d->file);
}

/* What the marks mean that are in the picture, in as many lines as it takes. Returns the y of the last one. */
static int legend(const struct drawing *d, int y, bool draw)
{
    int x = LEFT + 2;

    for (unsigned i = 0; i < d->p->marks_count; i++) {
        const struct picture_mark *mark = &d->p->marks[i];
        int width = 70 + DIGIT * (int)strlen(mark->text);
        bool seen = false;

        for (unsigned k = 0; k < d->p->lanes; k++)
            seen = seen || d->p->lane[k].mark == mark;
        if (!seen)
            continue;
        if (x > LEFT + 2 && x + width > d->width) {
            x = LEFT + 2;
            y += 26;
        }
        if (draw && mark->arrow != NULL)
            fprintf(d->file, "<path class=\"%s\" d=\"M%d,%d h30\"/>\n", mark->arrow, x, y);
        if (draw)
            fprintf(d->file,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"18\" height=\"18\" rx=\"3\"/>\n"
                    "<text x=\"%d\" y=\"%d\">%s</text>\n",
                    mark->box, x + 34, y - 9, x + 58, y + 5, mark->text);
        x += width;
    }
    return y;
}

void picture_draw(const struct picture *p, FILE *file)
{
    struct drawing d = { .p = p, .file = file, .box_height = 26 };
    size_t longest = 1;

    for (unsigned k = 0; k < p->lanes; k++) {
        const size_t source = p->one_source ? 0 : strlen(p->lane[k].source);
        const size_t result = p->one_result ? 0 : strlen(p->lane[k].result);

        longest = source > longest ? source : longest;
        longest = result > longest ? result : longest;
    }
    d.pitch = p->lanes <= 8 ? 84 : p->lanes == 16 ? 58 : p->lanes == 32 ? 34 : 24;
    d.box = d.pitch - (p->lanes <= 32 ? 8 : 4);
    d.upright = (int)longest * DIGIT > d.box;
    if (d.upright)
        d.box_height = (int)longest * DIGIT + 12;
    d.width = LEFT + (int)(p->lanes < 8 ? 8 : p->lanes) * d.pitch + RIGHT;
    d.value = longest > SHORT ? "v long" : "v";
    d.bottom = TOP + d.box_height + between(&d);
    int third = d.bottom + d.box_height + 17, band_bottom = third + 24;

    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n<title>",
            d.width, legend(&d, band_bottom + 26, false) + 22 + (p->note ? 22 : 0), d.width);
    markup_text(file, p->title, strlen(p->title));
    fputs("</title>\n<desc>", file);
    markup_text(file, p->line, strlen(p->line));
    fprintf(file, "</desc>\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    fprintf(file, "<text class=\"code\" x=\"%d\" y=\"26\">", LEFT);
    markup_text(file, p->title, strlen(p->title));
    fputs("</text>\n", file);
    wrapped(&d, 46, p->line);
    bands(&d, band_bottom);
    fprintf(file,
            "<g class=\"rows%s\" transform=\"translate(%d 0)\">\n<text y=\"%d\">%s</text>\n<text y=\"%d\">%s</text>\n"
            "<text y=\"%d\">%s</text>\n<text y=\"%d\">%s</text>\n<text y=\"%d\">%s</text>\n</g>\n",
            p->is_small ? " small" : "", p->is_small ? 3 : 14, TOP - 6, p->lane_name, TOP + d.box_height / 2 + 5,
            p->source, d.bottom + d.box_height / 2 + 5, p->result, third, p->third, third + 16, p->lane_name);
    fputs("<g class=\"arrows\">\n", file);
    for (unsigned k = 0; k < p->lanes; k++)
        arrow(&d, k);
    fputs("</g>\n", file);
    if (d.buses > 0)
        buses(&d);
    for (unsigned k = 0; k < p->lanes; k++) {
        const struct picture_lane *lane = &p->lane[k];

        fprintf(file, "<g class=\"lane\" data-lane=\"%u\"><g class=\"from\">", k);
        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>", middle(&d, k), TOP - 6, k);
        box(&d, k, p->one_source, TOP, lane->source_box, lane->source);
        fputs("</g><g class=\"to\">", file);
        box(&d, k, p->one_result, d.bottom, lane->mark->box, lane->result);
        if (lane->third[0] != '\0')
            fprintf(file, "<text class=\"v\" x=\"%d\" y=\"%d\">%s</text>", middle(&d, k), third, lane->third);
        fprintf(file, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text></g></g>\n", middle(&d, k), third + 16, k);
    }
    const int end = legend(&d, band_bottom + 26, true);
    if (p->note != NULL)
        wrapped(&d, end + 28, p->note);
    fputs("</svg>\n", file);
}
