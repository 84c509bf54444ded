/* SPDX-License-Identifier: Apache-2.0
 * html - see conform.h: the report as one self-contained page, with maps of the points that differ. */
#include "conform.h"

#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>openshfl "
    "conform</title>\n<style>\n"
    ":root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --quiet: #59636e; --line: #d1d9e0; --none: "
    "#f1f3f5;\n"
    "  --same: #cfe8d5; --bad: #c2410c; }\n"
    "@media (prefers-color-scheme: dark) { :root { --page: #14171b; --text: #e6e9ed; --quiet: #9aa4af; --line: "
    "#3a424b;\n"
    "  --none: #1e2329; --same: #23402d; --bad: #fb8c5a; } }\n"
    "body { background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; max-width: 66rem;\n"
    "  margin: 2rem auto; padding: 0 1rem; }\n"
    "h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }\n"
    "h3 { font-size: 1rem; margin: 1.8rem 0 .3rem; }\n"
    "table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }\n"
    "th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }\n"
    "th { color: var(--quiet); font-weight: 600; } .n { text-align: right; "
    "font-variant-numeric: tabular-nums; }\n"
    ".bad { color: var(--bad); font-weight: 600; } .quiet { color: var(--quiet); } p { margin: .3rem 0; }\n"
    ".maps { display: flex; flex-wrap: wrap; gap: 2rem; } figure { margin: .8rem 0; } svg { width: 21rem; max-width: "
    "100%; }\n"
    "svg rect { shape-rendering: crispEdges; } svg text { fill: var(--quiet); font: 10px system-ui, sans-serif; } "
    ".none { fill: var(--none); } .same { fill: "
    "var(--same); }\n"
    ".d { fill: var(--bad); } figcaption { color: var(--quiet); font-size: .85rem; }\n"
    "</style>\n</head>\n<body>\n";

static void paragraph(FILE *file, const char *class, const char *text)
{
    fprintf(file, class[0] != '\0' ? "<p class=\"%s\">" : "<p>", class);
    markup_text(file, text, strlen(text));
    fputs("</p>\n", file);
}

/* The look of a cell: not tested; all right; or the tenths that differ, 1 to 10. */
enum { NONE = -1, SAME = 0, TENTHS = 10 };

static int shade(unsigned differ, unsigned asked)
{
    return asked == 0 ? NONE : differ == 0 ? SAME : 1 + (int)((uint64_t)differ * (TENTHS - 1) / asked);
}

/* A map: rows downwards, columns to the right, 0 first. Neighbors in a row that look the same are one rectangle. */
static void map(unsigned differ[64][64], unsigned asked[64][64], unsigned lanes, const char *row, const char *column,
                FILE *file)
{
    const unsigned cell = 320 / lanes;

    fprintf(file, "<figure><svg viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"differences by %s and %s\">\n", row,
            column);
    for (unsigned y = 0; y < lanes; y++)
        for (unsigned x = 0, to; x < lanes; x = to) {
            const int look = shade(differ[y][x], asked[y][x]);

            for (to = x + 1; to < lanes && shade(differ[y][to], asked[y][to]) == look;)
                to++;
            fprintf(file, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" class=\"%s\"", 36 + x * cell,
                    4 + y * cell, (to - x) * cell, cell,
                    look == NONE   ? "none"
                    : look == SAME ? "same"
                                   : "d");
            if (look > SAME)
                fprintf(file, " opacity=\"%.2f\"", 0.25 + 0.75 * look / TENTHS);
            fputs("/>\n", file);
        }
    fprintf(
        file,
        "<text x=\"36\" y=\"338\">0</text><text x=\"356\" y=\"338\" text-anchor=\"end\">%u</text>"
        "<text x=\"196\" y=\"350\" text-anchor=\"middle\">%s</text>"
        "<text x=\"30\" y=\"13\" text-anchor=\"end\">0</text><text x=\"30\" y=\"324\" text-anchor=\"end\">%u</text>"
        "<text x=\"14\" y=\"164\" text-anchor=\"middle\" transform=\"rotate(-90 14 164)\">%s</text></svg></figure>\n",
        lanes - 1, column, lanes - 1, row);
}

static void details(const struct report *r, unsigned l, enum shfl_mode mode, FILE *file)
{
    struct finding *f = (struct finding *)&r->finding[l][mode];
    char verdict[VERDICT_TEXT_MAX];

    verdict_text(f, verdict);
    fprintf(file, "<h3>%s: %zu of %zu points are wrong</h3>\n", shfl_mode_name[mode], wrong(f), f->points);
    paragraph(file, "bad", verdict);
    finding_remarks(&r->sheet[l], f, paragraph, file);
    if (wrong(f) == f->missing)
        return;
    fputs("<div class=\"maps\">\n", file);
    map(f->differ_c, f->asked_c, r->profile->lanes, "segmask", "clamp", file);
    map(f->differ_ij, f->asked_ij, r->profile->lanes, "index", "lane", file);
    fputs("</div>\n", file);
}

/* A table of the modes of a level. */
static void findings(const struct finding finding[], bool is_distance, FILE *file)
{
    struct table t = { .file = file, .is_html = true };

    fputs("<div class=\"wide\"><table>\n", file);
    findings_table(&t, is_distance);
    for (unsigned mode = 0; mode < PTX_MODES; mode++)
        findings_row(&t, (enum shfl_mode)mode, &finding[mode], is_distance);
    fputs("</table></div>\n", file);
}

static void level(const struct report *r, unsigned l, FILE *file)
{
    const struct sheet *s = &r->sheet[l];

    fprintf(file, "<h2>Level %s: %s</h2>\n", level_name[s->level], level_about[s->level]);
    level_remarks(s, false, paragraph, file);
    findings(r->finding[l], false, file);
    level_remarks(s, true, paragraph, file);
    if (!profile_is_ptx(r->profile)) {
        fprintf(file, "<h3>%s</h3>\n", distance_title(r->profile));
        findings(r->finding[l], true, file);
    }
    for (unsigned mode = 0; mode < PTX_MODES; mode++)
        if (wrong(&r->finding[l][mode]) > 0 && !r->finding[l][mode].changes)
            details(r, l, (enum shfl_mode)mode, file);
}

void report_html(const struct report *r, FILE *file)
{
    char text[PROFILE_TEXT_MAX];

    fputs(head, file);
    fputs("<h1>", file);
    markup_text(file, r->peer, strlen(r->peer));
    fprintf(file, ": <span%s>%s</span></h1>\n", report_agrees(r) ? "" : " class=\"bad\"",
            report_agrees(r) ? "agrees" : "differs");
    profile_text(r->profile, text);
    paragraph(file, "quiet", text);
    for (unsigned l = 0; l < r->levels; l++)
        level(r, l, file);
    fputs("<p class=\"quiet\">A map shows the share of points that are wrong: none of them is the pale green, all of "
          "them the full color; gray is not tested. Made by openshfl conform.</p>\n</body>\n</html>\n",
          file);
}
