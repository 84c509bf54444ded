# SPDX-License-Identifier: Apache-2.0
"""python3 -m waves.draw NOTES TRACE FOLDER - draw pictures (SVG) of a trace: of a scenario, one for each view of
signals.txt, FOLDER/VIEW.svg; otherwise FOLDER/TRACE.svg, all sections around the clock cycle of the cursor.

A column is a clock cycle, and shows what the nets hold at its end. What belongs to a stage has the colour of the warp
in it, and is grey while there is none.
"""

import itertools
import pathlib
import sys
from xml.sax.saxutils import escape

from waves.layout import Layout, Stage
from waves.trace import Trace, notes_of

ROW, NAMES, DIGIT = 18, 120, 6.7  # pixels: a row, the names, a character
COLOURS = ["#cfe3f7", "#fde0b8", "#d3efcf", "#f7cfd8", "#e2d5f5", "#fbf3ae", "#c9eeee", "#e6dccf"]
STYLE = (
    "text{font:11px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222;text-anchor:middle}.n,.r{text-anchor:start}"
    ".b{font-weight:bold}.g{fill:#aaa}.r{fill:#c30}.k{fill:#888}path{fill:none;stroke:#567}.off{fill:#fff;stroke:#ccc}"
    ".w{fill:#fff}.one{fill:#eef}" + "".join(f".c{n}{{fill:{colour}}}" for n, colour in enumerate(COLOURS))
)


def runs(values):
    """[(first, number, value)] of values that are the same."""
    first = 0
    for value, group in itertools.groupby(values):
        number = len(list(group))
        yield first, number, value
        first += number


class Picture:
    def __init__(self, layout, sections, clocks):
        self.layout, self.clocks, self.out, self.y = layout, clocks, [], 0
        self.paths, self.texts = {}, []  # of a row: the lines of each class; texts. They are a group, y 0 is the text's
        rows = list(self.rows(sections))
        longest = max(len(text) / number for *_, cells in rows for _, number, (_, text, _) in cells)
        self.cell = max(30, round(DIGIT * longest + 8))
        marks = self.captions()
        top = self.y
        for indent, label, form, cells in rows:
            self.text(indent, label, "n b" if indent < 20 else "n")
            for first, number, (value, text, warp) in cells:
                self.draw(form, first, number, value, text, warp)
            self.row()
        grid = "".join(f"M{self.x(n)} {top}V{self.y}" for n in range(len(clocks) + 1))
        marks = "".join(f"M{x} {y}V{self.y}" for x, y in marks)
        self.out.insert(
            0, f'<path d="{grid}" style="stroke:#e4e4e4"/><path d="{marks}" style="stroke:#c30" stroke-dasharray="3"/>'
        )

    def rows(self, sections):
        """(indent, label, format, cells), where a cell is a run of (value, text, warp): the tag of the warp in the
        stage, None while there is none, "" if the signal belongs to no stage."""
        for title, members in sections:
            yield 4, title, "", []
            warps = [""] * len(self.clocks)
            for row in members:
                if isinstance(row, Stage):
                    warps = values = [self.layout.warp(row, clock) for clock in self.clocks]
                    texts = ["" if warp is None else row.tag.text(warp) for warp in warps]
                    yield 12, row.title, "stage", list(runs(zip(values, texts, warps, strict=True)))
                elif row.label != "clk":
                    values = [self.layout.trace.value(row.net, clock, row.low, row.size) for clock in self.clocks]
                    texts = [row.text(value) for value in values]
                    there = [self.there(row, *at) for at in zip(self.clocks, warps, strict=True)]
                    yield 20, row.label, row.format, list(runs(zip(values, texts, there, strict=True)))

    def there(self, row, clock, warp):
        """The warp, or None where the signal is not to be looked at."""
        when = row.when
        return warp if when is None or self.layout.trace.value(when.net, clock, when.low, when.size) else None

    def captions(self):
        """Say where warps are offered, and number the clock cycles. A caption is below those that its line would cross:
        returns where the lines begin, (x, y)."""
        lines = []
        for clock, caption in self.layout.markers():
            if clock in self.clocks:
                x = self.x(clock - self.clocks[0])
                y = max((y + ROW for _, y, end in lines if end > x), default=0)
                lines.append((x, y, x + DIGIT * (len(caption) + 1)))
                self.y = y
                self.text(x + 3, caption, "r")
                self.row()
        self.width = round(max([self.x(len(self.clocks)) + 8, *(end for *_, end in lines)]))
        self.y = max((y + ROW for _, y, _ in lines), default=0)
        self.text(4, "clock cycle", "n k")
        for n, clock in enumerate(self.clocks):
            self.text(self.x(n + 0.5), clock, "k")
        self.row()
        return [(x, y) for x, y, _ in lines]

    def draw(self, form, first, number, value, text, warp):
        left, middle, width = self.x(first), self.x(first + number / 2), self.cell * number
        kind = "off" if warp is None else f"c{warp % 8}" if isinstance(warp, int) else "one" if form == "bit" else "w"
        if form == "stage" and warp is None:
            return
        low = form == "bit" and value == 0
        self.paths.setdefault(kind, []).append(f"M{left} 3h{width}" + ("" if low else f"v-14h-{width}z"))
        if isinstance(warp, int) or form != "bit":
            self.text(middle, text, "b" if form == "stage" else "g" if warp is None else "")

    def x(self, column):
        return NAMES + self.cell * column

    def text(self, x, text, kind):
        kind = f' class="{kind}"' if kind else ""
        self.texts.append(f'<text x="{x:g}"{kind}>{escape(str(text))}</text>')

    def row(self):
        """The row is whole: a line of the file."""
        paths = "".join(f'<path class="{kind}" d="{"".join(lines)}"/>' for kind, lines in self.paths.items())
        self.out.append(f'<g transform="translate(0 {self.y + 13})">{paths}{"".join(self.texts)}</g>')
        self.paths, self.texts, self.y = {}, [], self.y + ROW

    def svg(self):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.y + 4}">\n'
            f'<style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n'
            + "".join(f"{line}\n" for line in self.out)
            + "</svg>\n"
        )


def pictures(layout, name):
    """[(name, SVG)]"""
    warps = layout.notes["warps"]

    def clocks(first, last):
        begin = min(warp["since"][0] for warp in warps if warp["tag"] == first)
        return range(begin - 2, max(warp["left"] for warp in warps if warp["tag"] == last) + 2)

    views = [(view, sections, clocks(first, last)) for view, first, last, sections in layout.views if warps]
    views = views or [(name, layout.sections.values(), layout.window())]
    return [(view, Picture(layout, sections, clocks).svg()) for view, sections, clocks in views]


def main():
    if len(sys.argv) != 4:
        sys.exit("waves.draw: expected NOTES TRACE FOLDER")
    layout = Layout(notes_of(sys.argv[1]), Trace(sys.argv[2]))
    for name, svg in pictures(layout, pathlib.Path(sys.argv[2]).stem):
        path = pathlib.Path(sys.argv[3]) / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
