# SPDX-License-Identifier: Apache-2.0
"""The plots of docs/use/fpga.md, of the data that document.plots() returns. With the same matplotlib the same data make
the same file, byte for byte."""

import io

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402, behind the choice of the back end

COLOURS = ("#3b6fb6", "#e08214", "#4d9a51", "#8a63a8", "#b8433e", "#6b6b6b", "#c2a000", "#2a9d9d", "#d977a8")
MARKERS = ("o", "s", "^", "D", "v")
STYLE = {
    "svg.hashsalt": "openshfl",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "figure.figsize": (8, 4.5),
    "figure.constrained_layout.use": True,
}


def draw(data, description):
    """The plot as the bytes of an SVG file, which has the description in its metadata."""
    with matplotlib.rc_context(STYLE):
        figure, axes = pyplot.subplots()
        {"spread": spread, "rates": rates}[data["kind"]](axes, data)
        axes.set_title(data["title"])
        axes.set_ylabel(data["y"])
        if axes.get_yscale() == "linear":
            axes.set_ylim(bottom=0)
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Description": description})
        pyplot.close(figure)
    return out.getvalue()


def spread(axes, data):
    """Medians over a whole number, with bars from the least to the most."""
    for place, (name, rows) in enumerate(data["series"]):
        shift = 0.06 * (place - (len(data["series"]) - 1) / 2)  # so that bars do not hide each other
        axes.errorbar(
            [x + shift for x, *_ in rows],
            [middle for _, middle, _, _ in rows],
            [[middle - low for _, middle, low, _ in rows], [high - middle for _, middle, _, high in rows]],
            label=name,
            color=COLOURS[place],
            marker=MARKERS[place],
            capsize=3,
        )
    axes.set_xlabel(data["x"])
    axes.set_xticks(range(8))
    axes.set_xlim(-0.4, 7.4)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)


def rates(axes, data):
    """Points over lanes per clock, both axes with logarithms. A line joins two only if no tick is between them."""
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    for place, (name, rows) in enumerate(data["series"]):
        of = dict(map(tuple, rows))
        axes.plot(
            data["ticks"],
            [of.get(x, float("nan")) for x in data["ticks"]],
            label=name,
            color=COLOURS[place],
            marker=MARKERS[place % len(MARKERS)],
        )
    axes.set_xlabel(data["x"])
    axes.set_xticks(data["ticks"], data["ticks"])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
