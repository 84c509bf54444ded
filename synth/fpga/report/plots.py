# SPDX-License-Identifier: Apache-2.0
"""The plots of docs/use/fpga.md. What is drawn is the data that document.plots() gives, and the same data make the same
file, byte for byte, with the same matplotlib."""

import io

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402, behind the choice of the back end

VERSION = matplotlib.__version__
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


def draw(data):
    """The plot as the bytes of an SVG file."""
    with matplotlib.rc_context(STYLE):
        figure, axes = pyplot.subplots()
        {"bars": bars, "stack": stack, "spread": spread, "rates": rates}[data["kind"]](axes, data)
        axes.set_title(data["title"])
        axes.set_ylabel(data["y"])
        if axes.get_yscale() == "linear":
            axes.set_ylim(bottom=0)
        figure.supxlabel(data["tools"], x=0.99, ha="right", fontsize=7, color="#6b6b6b")
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
        pyplot.close(figure)
    return out.getvalue()


def bars(axes, data):
    """Groups of bars side by side, and a short line across each group for what they are measured against."""
    groups, width = range(len(data["groups"])), 0.8 / len(data["bars"])
    for place, (name, values) in enumerate(data["bars"]):
        there = [
            (group - 0.4 + place * width, value)
            for group, value in zip(groups, values, strict=True)
            if value is not None
        ]
        drawn = axes.bar(
            [left for left, _ in there],
            [value for _, value in there],
            width * 0.92,
            align="edge",
            label=name,
            color=COLOURS[place],
        )
        for bar, (_, value) in zip(drawn, there, strict=True):  # at the foot of the bar, below the lines
            axes.text(
                bar.get_x() + bar.get_width() / 2,
                0.4,
                f"{value:.1f}",
                fontsize=8,
                color="white",
                rotation=90,
                ha="center",
                va="bottom",
            )
    for (name, values), line in zip(data["lines"], (("--", "#b8433e"), (":", "black")), strict=True):
        there = [(group, value) for group, value in zip(groups, values, strict=True) if value is not None]
        axes.hlines(
            [value for _, value in there],
            [group - 0.44 for group, _ in there],
            [group + 0.44 for group, _ in there],
            linestyles=line[0],
            colors=line[1],
            label=name,
        )
    axes.set_xticks(groups, data["groups"])
    axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.14))


def stack(axes, data):
    """One bar per group, the modules on top of each other in the order of the data path."""
    groups, bottom = range(len(data["groups"])), [0] * len(data["groups"])
    for place, (name, values) in enumerate(data["bars"]):
        axes.bar(groups, values, 0.6, bottom=bottom, label=name, color=COLOURS[place], edgecolor="white")
        bottom = [below + value for below, value in zip(bottom, values, strict=True)]
    axes.bar_label(axes.containers[-1], [f"{total:,}" for total in bottom], fontsize=9, padding=2)
    axes.set_xticks(groups, data["groups"])
    axes.yaxis.set_major_formatter("{x:,.0f}")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], loc="center left", bbox_to_anchor=(1, 0.5))


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
    axes.axhline(data["target"], linestyle="--", color="#b8433e", label=f"target, {data['target']} MHz")
    axes.set_xlabel(data["x"])
    axes.set_xticks(range(8))
    axes.set_xlim(-0.4, 7.4)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)


def rates(axes, data):
    """Lines over lanes per clock, both axes with logarithms; those of another version dotted."""
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    for place, (name, rows) in enumerate(data["series"]):
        axes.plot(
            [x for x, _ in rows],
            [y for _, y in rows],
            label=name,
            color=COLOURS[place],
            marker=MARKERS[place % len(MARKERS)],
            linestyle=":" if "PASSES" in name else "-",
        )
    axes.set_xlabel(data["x"])
    axes.set_xticks(data["ticks"], data["ticks"])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
