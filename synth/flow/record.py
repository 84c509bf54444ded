# SPDX-License-Identifier: Apache-2.0
"""A record of figures, a file of JSON with a line for each point, and the files that are made of it."""

import collections
import itertools
import json
import re
import textwrap

from . import results
from .common import Misuse, shown

COLUMN = 118


def load(path):
    """The record, and {id of a point: its figures}."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return record, {point["id"]: point for point in record["points"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Misuse(f"{shown(path)}: not a record ({error!r}); `git checkout {shown(path)}` restores it") from None


def save(path, points, **facts):
    """Write a record, whole."""
    lines = ",\n".join(json.dumps(point) for point in points)
    heads = "".join(f'"{name}": {json.dumps(value)},\n' for name, value in facts.items())
    results.replace(path, f'{{{heads}"points": [\n{lines}\n]}}\n')


def chosen(points, names, kept):
    """The points that are missing, or those that are named again, by a word of theirs."""
    if unknown := set(names) - {word for point in points for word in point.called}:
        known = " ".join(dict.fromkeys(point.called[0] for point in points))
        raise Misuse(f"POINTS={' '.join(sorted(unknown))}: no such point, expected {known}, or an id of the record")
    return [point for point in points if (set(point.called) & set(names) if names else point.id not in kept)]


def page(template, filters, figures, **values):
    """The text of a page, of a template of Jinja2, which gets the dates and tools of FIGURES, {tool: its versions}."""
    import jinja2  # the page alone needs the virtual environment

    versions = collections.defaultdict(set)
    for tool, version in (pair for got in figures for pair in got["tools"].items()):
        versions[tool].add(version)
    values |= {"versions": versions, "dates": [got["date"] for got in figures]}
    loader = jinja2.FileSystemLoader(template.parent)
    environment = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined, autoescape=False)
    environment.filters.update({"n": lambda number: f"{number:,.0f}", "two": lambda number: f"{number:.2f}", **filters})
    return filled(environment.get_template(template.name).render(**values))


def filled(text):
    """Paragraphs and items of lists with lines of one length; tables, headings, pictures and comments as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("|"):
            block = re.sub(r" +$", "", block, flags=re.M)
        elif not re.match(r"[#!<]|```|    ", block):
            indent = "  " if block.startswith("- ") else ""
            block = textwrap.fill(re.sub(r"[ \n]+", " ", block), COLUMN, break_long_words=False, break_on_hyphens=False,
                                  subsequent_indent=indent)  # fmt: skip
        blocks.append(block)
    text = blocks[0]
    for before, block in itertools.pairwise(blocks):
        text += ("\n" if before.startswith("- ") and block.startswith("- ") else "\n\n") + block
    return text + "\n"


def write(files):
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")


def problems(files, path):
    """Those of FILES, {path: text}, that are not what the record says, a line each."""
    old = [file for file, text in files.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    return [f"{shown(file)} is not what {shown(path)} says; `make docs` writes it again" for file in old]
