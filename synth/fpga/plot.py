# SPDX-License-Identifier: Apache-2.0
"""A plot of the reports as the text of an SVG."""

import math

COLOURS = ("#3b6fb6", "#e08214", "#4d9a51", "#8a63a8", "#b8433e", "#6b6b6b")
LEFT, TOP, WIDTH, HEIGHT = 70, 34, 440, 290
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 370" role="img" aria-label="{title}">
  <style>
    text {{ font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #1f2328; }}
    .grid {{ stroke: #d0d7de; }} .mid {{ text-anchor: middle; }} .end {{ text-anchor: end; }}
{colours}
  </style>
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="{left}" y="20">{title}</text>"""


def draw(title, x_name, y_name, series, ticks, log=False):
    """SERIES is {name: [(x, y) or (x, y, least, most)]}. A line joins neighbours among the TICKS of x alone. LOG: both
    axes have logarithms."""
    ticks, ys = list(ticks), [y for rows in series.values() for _, *values in rows for y in values]
    if log:
        marks = [10**power for power in range(math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys))) + 1)]
        low, high = math.log(marks[0]), math.log(marks[-1])
    else:
        step = next(step for step in (10, 20, 50, 100, 200, 500) if max(ys) / step < 8)
        marks = list(range(0, int(max(ys)) + step, step))
        low, high = 0, marks[-1]

    def x_of(x, shift=0):
        return LEFT + 20 + (WIDTH - 40) * ticks.index(x) / (len(ticks) - 1) + shift

    def y_of(y):
        return TOP + HEIGHT * (1 - ((math.log(y) if log else y) - low) / (high - low))

    colours = "\n".join(
        f"    .s{n} {{ stroke: {colour}; fill: none; stroke-width: 1.5; }} .d{n} {{ fill: {colour}; }}"
        for n, colour in enumerate(COLOURS[: len(series)])
    )
    out = [HEAD.format(title=title, left=LEFT, colours=colours)]
    grid = "".join(f"M{LEFT} {y_of(mark):.1f}h{WIDTH}" for mark in marks)
    numbers = "".join(f'<text x="{LEFT - 6}" y="{y_of(mark) + 4:.1f}">{mark:,}</text>' for mark in marks)
    names = "".join(f'<text x="{x_of(x):.1f}" y="{TOP + HEIGHT + 18}">{x}</text>' for x in ticks)
    out += [f'  <path class="grid" d="{grid}"/>', f'  <g class="end">{numbers}</g>', f'  <g class="mid">{names}</g>']
    out.append(f'  <text class="mid" x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 38}">{x_name}</text>')
    middle = TOP + HEIGHT / 2
    out.append(f'  <text class="mid" transform="translate(14 {middle}) rotate(-90)">{y_name}</text>')
    for n, (name, rows) in enumerate(series.items()):
        shift = 0 if log else 5 * (n - (len(series) - 1) / 2)  # so that bars do not hide each other
        line, before = "", None
        for x, y, *spread in rows:
            at = f"{x_of(x, shift):.1f} {y_of(y):.1f}"
            joined = before is not None and ticks.index(x) == ticks.index(before) + 1
            line, before = line + ("L" if joined else "M") + at, x
            if spread:
                line += "M" + f"{x_of(x, shift):.1f} {y_of(spread[0]):.1f}V{y_of(spread[1]):.1f}M{at}"
        out.append(f'  <path class="s{n}" d="{line}"/>')
        dots = "".join(f'<circle cx="{x_of(x, shift):.1f}" cy="{y_of(y):.1f}" r="3"/>' for x, y, *_ in rows)
        dots += f'<circle cx="{LEFT + WIDTH + 16}" cy="{TOP + 10 + 20 * n}" r="4"/>'  # of the name
        out.append(f'  <g class="d{n}">{dots}</g>')
        out.append(f'  <text x="{LEFT + WIDTH + 26}" y="{TOP + 14 + 20 * n}">{name}</text>')
    return "\n".join([*out, "</svg>", ""])
