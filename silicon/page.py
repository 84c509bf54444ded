# SPDX-License-Identifier: Apache-2.0
"""Write docs/reference/silicon.md: the template silicon.md.j2, filled from a recording.

page.py COUNT RECORD PAGE

COUNT    the program build/silicon/count, which prints the figures as JSON
RECORD   the recording, unpacked; GPU, date and speed are in the lines of its head
"""

import json
import pathlib
import statistics
import subprocess
import sys

import jinja2

from model import defs


def head(record):
    """The lines of a recording's head as a dictionary, and its figures of speed: {name: (median, least, most)}."""
    about, bench = {}, {}
    with open(record, "rb") as file:
        for line in iter(lambda: file.readline().decode().rstrip("\n"), ""):
            key, _, value = line.partition(" ")
            if key == "bench":
                name, *figures = value.split()
                bench[name] = tuple(map(float, figures))
            else:
                about[key.replace("-", "_")] = value
    return about, bench


def figure(value, digits):
    """Median (least..most), or a dash where nothing was measured."""
    return "{0:.{3}f} ({1:.{3}f}..{2:.{3}f})".format(*value, digits) if value else "-"


def of_modes(modes, bench, kind, form):
    """A figure of all modes together: the median of their medians, the least and the most of all runs."""
    medians, least, most = zip(*(bench[f"{kind}.{mode.lower()}.{form}"] for mode in modes), strict=True)
    return statistics.median(medians), min(least), max(most)


def page(count, record):
    counts = json.loads(subprocess.run([count, record], check=True, stdout=subprocess.PIPE).stdout)
    about, bench = head(record)
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda x: f"{x:,}" if isinstance(x, int) else x,
    )
    environment.filters["figure"] = figure
    environment.filters["of"] = of_modes
    template = environment.from_string(pathlib.Path(__file__).with_name("silicon.md.j2").read_text(encoding="utf-8"))
    suite = {entry["name"]: entry for entry in counts["suites"]}
    return template.render(counts, about=about, bench=bench, suite=suite, modes=defs.MODES)


if __name__ == "__main__":
    text = page(*sys.argv[1:3])
    pathlib.Path(sys.argv[3]).write_text(text, encoding="utf-8")
