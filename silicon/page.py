# SPDX-License-Identifier: Apache-2.0
"""Write docs/reference/silicon.md: the template silicon.md.j2, filled from two recordings.

page.py COUNT RECORD COLLECTIVE_RECORD PAGE

COUNT    the program build/silicon/count, which compares a recording with the model
RECORD   the recording of SHFL, unpacked; GPU, date and speed are in the lines of its head
COLLECTIVE_RECORD   that of vote, match and redux
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys

import jinja2

from model import defs
from silicon import counts


def head(record):
    """The lines of a recording's head as a dictionary; its figures of speed: {name: (median, least, most)}; and what
    CUDA reported of the launches: {(name, mask, mode or barrier): error}."""
    lines, _ = counts.head(record)
    bench = {name: tuple(map(float, figures)) for name, *figures in map(str.split, lines["bench"])}
    outcomes = {tuple(name.split(".")): error for name, error in map(str.split, lines["outcome"])}
    return {key.replace("-", "_"): values[0] for key, values in lines.items() if values}, bench, outcomes


def figure(value, digits):
    """Median (least..most), or a dash where nothing was measured."""
    return "{0:.{3}f} ({1:.{3}f}..{2:.{3}f})".format(*value, digits) if value else "-"


def over(names, bench, called):
    """Of the figures of all names, CALLED as they are in BENCH: the median of medians, the least and the most."""
    medians, least, most = zip(*(bench[called % name.lower()] for name in names), strict=True)
    return statistics.median(medians), min(least), max(most)


def warpsync(outcomes):
    """Launches in which a lane executes that is no member, with WARPSYNC before it (tests/cli/test_sass.py: behind a
    branch, or if the mask may differ by lane) and without: {True: errors, False: errors}."""
    found = {True: [], False: []}
    for (name, mask, _), error in outcomes.items():
        if name != "members":
            found[name != "straight" or mask == "lane"].append(error)
    return found


def named(bench, pattern):
    """What a pattern has in brackets, of the names of figures: of lanes "identity", "rotate-1", "rotate-5" .."""
    return re.findall(rf"^{pattern}$", "\n".join(bench), re.M)


def page(count, record, collective_record):
    about, bench, outcomes = head(record)
    collective_about, collective_bench, _ = head(collective_record)
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda x: f"{x:,}" if isinstance(x, int) else x,
    )
    environment.filters |= {"figure": figure, "over": over}
    environment.filters["errors"] = lambda ops, name, mask: ", ".join(
        sorted({{"cudaSuccess": "ok", "cudaErrorIllegalInstruction": "error"}[outcomes[name, mask, op]] for op in ops})
    )
    template = environment.from_string(pathlib.Path(__file__).with_name("silicon.md.j2").read_text(encoding="utf-8"))
    suites, collective = (
        json.loads(subprocess.run([count, *words], check=True, stdout=subprocess.PIPE).stdout)
        for words in ([record], ["--collective", collective_record])
    )
    return template.render(
        counts.figures(count, record),
        suites=suites,
        about=about,
        bench=bench,
        outcomes=outcomes,
        warpsync=warpsync(outcomes),
        patterns=named(bench, r"throughput\.lanes-(\S+)\.reg-imm"),
        suite={entry["name"]: entry for entry in suites},
        collective={"about": collective_about, "bench": collective_bench, "suites": collective},
        redux=named(collective_bench, r"latency\.(redux-[\w-]+)"),
        matches={bits: named(collective_bench, rf"latency\.(match-all-b{bits}\.values-\d+)") for bits in (32, 64)},
        modes=defs.MODES,
    )


if __name__ == "__main__":
    text = page(*sys.argv[1:4])
    pathlib.Path(sys.argv[4]).write_text(text, encoding="utf-8")
