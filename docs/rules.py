# SPDX-License-Identifier: Apache-2.0
"""The numbered rules of docs/, such as R3.3.2 and A7.1.1, and the files that cite them.

A rule is cited by its number. Headers of RTL and model cite sections, as in "docs/rules.md 3.1 and 3.2".
"""

import functools
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = {"R": ["docs/rules.md"], "A": ["docs/amd.md", "docs/use/amd-hip.md", "docs/reference/amd-unit.md"]}
NUMBER = re.compile(r"\b[RA]\d+(?:\.\d+){1,2}\b")
SECTION = re.compile(r"docs/(rules|amd)\.md (\d+(?:\.\d+)?(?:(?:,| and| to) \d+(?:\.\d+)?)*)")

# of a matrix of rules: columns, and the files that are in them
COLUMNS = {
    "RTL": r"(?:rtl|rtl/chain)/(?!sv/).*\.vh?$",
    "model": r"(?:model|cli/warp)/.*\.[ch]$",
    "tests": r"(?:tests/[^/]*\.(?:py|c)|tb/.*|silicon/points\.c|rtl/sv/.*_checks\.sv)$",
    "proofs": r"formal/.*\.(?:vh?|c|py)$",
}


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@functools.cache
def files():
    """The text files of the repository that may cite a rule."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    kinds = r"\.(vh?|sv|[ch]|cpp|cuh?|py|js|html|sh|mk|toml|txt|j2|md)$"
    return [name for name in names if re.search(kinds, name) and (ROOT / name).is_file()]


@functools.cache
def rules(letter):
    """The numbers of the rules in the order of their pages."""
    return [number for page in PAGES[letter] for number in re.findall(r"^\*\*([RA][\d.]+)\*\*", read(page), re.M)]


def section_of(number):
    return number[1:].rpartition(".")[0]


def sections(letter):
    """The sections in the order of their pages, without a number such as "3" where there is 3.1."""
    return list(dict.fromkeys(map(section_of, rules(letter))))


def headings(letter):
    """The numbers and names of all headings, and the page of each: {"3.3": ("Range check", "docs/rules.md")}."""
    found = {}
    for page in PAGES[letter]:
        for number, name in re.findall(r"^##+ (\d+(?:\.\d+)?) (.*)$", read(page), re.M):
            found[number] = name, page
    return found


def within(section, outer):
    return section == outer or section.startswith(outer + ".")


def expanded(letter, cited):
    """The sections that a citation such as "2 to 3.3, 5" names."""
    known = sections(letter)
    for part in re.split(r", | and ", cited):
        first, _, last = part.partition(" to ")
        at = [n for n, section in enumerate(known) if within(section, first) or within(section, last or first)]
        yield from known[at[0] : at[-1] + 1] if at else []


def name_at(name, text, at):
    """What is cited there in a file, by name: a property, a suite or a function; "" if it is the file as a whole."""
    if name.endswith(".py"):
        before = re.findall(r"^(?:async )?def (\w+)", text[:at], re.M)
        line = text[text.rfind("\n", 0, at) + 1 : at]
        after = re.search(r"^def (\w+)", text[at:], re.M)
        found = before[-1:] if line[:1] == " " else [after[1]] if after else []
        return found[0] if found else ""
    line = text.rfind("\n", 0, at) + 1
    kinds = r"^static void (test_\w+)\(|^ *\{ \"([\w-]+)\"," if name.endswith(".c") else r"(\w+): +(?:assert|assume)\b"
    found = re.search(kinds, text[line:], re.M)
    return next(filter(None, found.groups())) if found else ""


@functools.cache
def cited(column):
    """The citations in the files of a column: {rule: {file: [name, ...]}}. Sections count for RTL and model only."""
    found = {number: {} for letter in PAGES for number in rules(letter)}
    for name in filter(re.compile(COLUMNS[column]).match, files()):
        text = read(name)
        for match in NUMBER.finditer(text):
            if match[0] in found:
                names = found[match[0]].setdefault(name, [])
                names += {name_at(name, text, match.start())} - {"", *names}
        for page, numbers in SECTION.findall(text) if column in ("RTL", "model") else []:
            letter = page[0].upper()
            for section in expanded(letter, numbers):
                for number in rules(letter):
                    if section_of(number) == section:
                        found[number].setdefault(name, [])
    return found


def unknown():
    """Citations of rules and sections that do not exist, as FILE: NUMBER."""
    wrong = []
    for name in files():
        text = read(name)
        wrong += [f"{name}: {number}" for number in NUMBER.findall(text) if number not in rules(number[0])]
        for page, numbers in SECTION.findall(text):
            known = headings(page[0].upper()).keys() | (
                {"8"} if page == "amd" else set()
            )  # in docs/reference/encodings.md
            wrong += [f"{name}: {page}.md {n}" for n in re.findall(r"\d+(?:\.\d+)?", numbers) if n not in known]
    return wrong


# Rules that no test and no proof can check, and why; the matrix prints the reason.
UNCHECKED = {}


def matrix(letter):
    """From rule to RTL, model, test and proof, as a table in Markdown for docs/develop/verification.md."""
    lines = ["| rule | RTL | model | tests | proofs |", "| --- | --- | --- | --- | --- |"]
    last = ""
    for number in rules(letter):
        cells = []
        for column in COLUMNS:
            cell = []
            for name, names in cited(column)[number].items():
                base = pathlib.PurePath(name).stem if column != "model" else pathlib.PurePath(name).name
                base = base.removesuffix("_props")
                cell.append(f"`{base}`" + (": " + ", ".join(f"`{one}`" for one in names) if names else ""))
            cells.append("; ".join(cell))
        if number in UNCHECKED:
            cells[2] = UNCHECKED[number]
        section = section_of(number)
        if section != last:
            name, page = headings(letter)[section]
            anchor = re.sub(r"[^\w\- ]", "", f"{section} {name}".lower()).replace(" ", "-")
            lines.append(f"| **[{section} {name}]({pathlib.PurePath(page).name}#{anchor})** | | | | |")
            last = section
        lines.append("|" + "|".join(f" {cell} " if cell else " " for cell in [number, *cells]) + "|")
    return "\n".join(lines) + "\n"
