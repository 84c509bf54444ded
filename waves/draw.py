# SPDX-License-Identifier: Apache-2.0
"""python3 -m waves.draw NOTES TRACE FOLDER - draw pictures (SVG) of a trace: of a story one for each view of signals.txt,
FOLDER/VIEW.svg; otherwise FOLDER/TRACE.svg, all sections around the clock cycle of the cursor.

A column is a clock cycle, and shows what the nets hold at its end. What belongs to a stage has the colour of the warp in it,
and is grey while it has none.
"""
import itertools
import pathlib
import sys

from waves.layout import WORDS, Layout, Stage
from waves.trace import Trace, notes_of

ROW, NAMES, DIGIT = 18, 120, 6.7        # pixels: a row, the names, a character
COLOURS = "#cfe3f7 #fde0b8 #d3efcf #f7cfd8 #e2d5f5 #fbf3ae #c9eeee #e6dccf".split()
STYLE = ("text{font:11px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222}.b{font-weight:bold}.m{text-anchor:middle}"
         ".g{fill:#aaa}.r{fill:#c30}.k{fill:#888}")


def text_of(row, value):
    if value is None:
        return "x"
    if row.format in WORDS:
        return WORDS[row.format][value]
    if row.format == "signed" and value >> row.size - 1:
        return str(value - (1 << row.size))
    return {"bin": f"{value:0{row.size}b}", "hex": f"{value:0{(row.size + 3) // 4}x}"}.get(row.format, str(value))


def runs(values):
    """[(first, number, value)] of values that are the same."""
    first = 0
    for value, group in itertools.groupby(values):
        number = len(list(group))
        yield first, number, value
        first += number


class Picture:
    def __init__(self, layout, sections, first, end):
        self.layout, self.clocks, self.out, self.y = layout, range(first, end), [], 0
        rows = self.rows(sections)
        longest = max(len(text) / number for kind, _, cells in rows if kind == "word" for _, number, (text, _) in cells)
        self.cell = max(30, round(DIGIT * longest + 8))
        self.width = NAMES + self.cell * len(self.clocks) + 8
        self.captions()
        top = self.y
        for kind, label, cells in rows:
            getattr(self, kind)(label, cells)
            self.y += ROW
        grid = "".join(f"M{self.x(n)} {top}V{self.y}" for n in range(len(self.clocks) + 1))
        marks = "".join(f"M{x} {y}V{self.y}" for x, y in self.lines)
        self.out[:0] = [f'<path d="{grid}" stroke="#e4e4e4"/>', f'<path d="{marks}" stroke="#c30" stroke-dasharray="3 3"/>']

    def rows(self, sections):
        """[(how to draw it, label, what runs hold)]"""
        rows, read = [], self.layout.trace.value
        for title, members in sections:
            rows.append(("title", title, []))
            warps = [0] * len(self.clocks)      # colour by tag; 0: belongs to no stage, None: there is no warp
            for row in members:
                if isinstance(row, Stage):
                    warps = [read(row.tag.net, c) if read(row.valid.net, c, row.valid.low, 1) else None for c in self.clocks]
                    cells = [(None if w is None else text_of(row.tag, w), w) for w in warps]
                    rows.append(("stage", row.title, list(runs(cells))))
                elif row.label != "clk":
                    values = [read(row.net, clock, row.low, row.size) for clock in self.clocks]
                    texts = values if row.format == "bit" else [text_of(row, value) for value in values]
                    rows.append(("bit" if row.format == "bit" else "word", row.label,
                                 list(runs(zip(texts, warps, strict=True)))))
        return rows

    def x(self, column):
        return NAMES + self.cell * column

    def text(self, x, text, kind="", y=None):
        escaped = str(text).replace("&", "&amp;").replace("<", "&lt;")
        self.out.append(f'<text x="{x:g}" y="{(self.y if y is None else y) + 13}" class="{kind}">{escaped}</text>')

    def box(self, first, number, top, height, fill, stroke):
        self.out.append(f'<rect x="{self.x(first)}" y="{self.y + top}" width="{self.cell * number}" height="{height}" '
                        f'fill="{fill}" stroke="{stroke}"/>')

    def captions(self):
        """Where warps are offered: a line down, and its caption below those that it would cross. Then the numbers of the
        clock cycles."""
        ends = []                               # of the captions so far
        marked = [(self.x(clock - self.clocks[0]), name) for clock, name in self.layout.markers() if clock in self.clocks]
        for x, name in marked:
            above = max((line for line, end in ends if end > x), default=-1)
            ends.append((above + 1, x + DIGIT * (len(name) + 1)))
            self.text(x + 3, name, "r", ROW * (above + 1))
        self.lines = [(x, ROW * line) for (x, _), (line, _) in zip(marked, ends, strict=True)]
        self.width = max([self.width, *(round(end) for _, end in ends)])
        self.y = ROW * (max((line for line, _ in ends), default=-1) + 1)
        self.text(4, "clock cycle", "k")
        for n, clock in enumerate(self.clocks):
            self.text(self.x(n + 0.5), clock, "m k")
        self.y += ROW

    def title(self, label, _):
        self.text(4, label, "b")

    def stage(self, label, cells):
        self.text(12, label, "b")
        for first, number, (text, warp) in cells:
            if warp is not None:
                self.box(first, number, 2, 14, COLOURS[warp % 8], "#999")
                self.text(self.x(first + number / 2), text, "m b")

    def colours(self, warp):
        return ("#fff", "#ccc") if warp is None else ("#fff" if warp == 0 else COLOURS[warp % 8], "#567")

    def bit(self, label, cells):
        self.text(20, label)
        for first, number, (value, warp) in cells:
            fill, stroke = self.colours(warp)
            if value is None:
                self.text(self.x(first + number / 2), "x", "m r")
            elif value:
                self.box(first, number, 3, 12, "#eef" if warp == 0 else fill, stroke)
            else:
                self.out.append(f'<path d="M{self.x(first)} {self.y + 15}H{self.x(first + number)}" stroke="{stroke}"/>')
            if warp and value is not None:
                self.text(self.x(first + number / 2), value, "m")

    def word(self, label, cells):
        self.text(20, label)
        for first, number, (text, warp) in cells:
            self.box(first, number, 2, 14, *self.colours(warp))
            self.text(self.x(first + number / 2), text, "m g" if warp is None else "m")

    def svg(self):
        return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.y + 4}">',
                          f"<style>{STYLE}</style>", '<rect width="100%" height="100%" fill="#fff"/>', *self.out,
                          "</svg>", ""])


def pictures(layout, name):
    """[(name, SVG)]"""
    warps = layout.notes["warps"]
    if not warps:
        return [(name, Picture(layout, layout.sections.values(), *layout.window()).svg())]
    return [(view, Picture(layout, sections, warps[first - 1]["since"][0] - 2, warps[last - 1]["left"] + 2).svg())
            for view, first, last, sections in layout.views]


def main():
    if len(sys.argv) != 4:
        sys.exit("waves.draw: expected NOTES TRACE FOLDER")
    layout = Layout(notes_of(sys.argv[1]), Trace(sys.argv[2]))
    for name, svg in pictures(layout, pathlib.Path(sys.argv[2]).stem):
        path = pathlib.Path(sys.argv[3]) / f"{name}.svg"
        path.write_text(svg, encoding="ascii")
        print(path)


if __name__ == "__main__":
    main()
