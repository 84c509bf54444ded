# SPDX-License-Identifier: Apache-2.0
"""The numbered rules of docs/, such as R3.3.2, A7.1.1 and V3.2.1, and the files that cite them.

    python3 -m docs.rules [NUMBER ...]     print the RTL, model, tests and proofs of these rules, or of all

A test has its functions behind it, H200 and H100 the suites of the recordings, a proof its properties. "killed" are the
mutants of tests/mutants/ that one of these properties, functions or suites detects, and those whose reason cites the
rule. A rule is cited by its number. Headers of RTL and model cite sections, as in "docs/rules.md 3.1 and 3.2".
"""

import functools
import pathlib
import re
import sys

from tests.mutants import command
from tests.mutants import run as mutants

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = {
    "R": ["docs/rules.md"],
    "A": ["docs/amd.md", "docs/use/amd-hip.md", "docs/reference/amd-unit.md"],
    "V": ["docs/rvv.md"],
}
LETTERS = {pathlib.PurePath(pages[0]).stem: letter for letter, pages in PAGES.items()}
NUMBER = re.compile(r"\b(?:[RA]\d+|V\d)(?:\.\d+){1,2}\b")
SECTION = re.compile(r"\b(rules|amd|rvv)(?:-unit)?\.md (\d+(?:\.\d+)?(?:(?:,| and| to) \d+(?:\.\d+)?)*)")

# what a rule has, and the files that are that
COLUMNS = {
    "RTL": r"(?:rtl|rtl/chain)/(?!sv/).*\.vh?$",
    "model": r"model/.*\.[ch]$",
    "tests": r"(?:tests/\w+/(?:test_\w+|\w+_rtl)\.(?:py|c)|tb/.*|rtl/checks\.py|rtl/sv/.*_checks\.sv"
    r"|silicon/(?:points|collective_cases|warp_cases)\.c)$",
    "proofs": r"formal/.*\.(?:vh?|c|py)$",
}


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@functools.cache
def files():
    """The text files of the repository that may cite a rule."""
    kinds = r"\.(vh?|sv|[ch]|cpp|cuh?|py|js|html|sh|mk|toml|txt|j2|md)$"
    return [name for name in command.files(ROOT) if re.search(kinds, name) and (ROOT / name).is_file()]


@functools.cache
def rules(letter):
    """The numbers of the rules in the order of their pages."""
    return [number for page in PAGES[letter] for number in re.findall(r"^\*\*([RAV][\d.]+)\*\*", read(page), re.M)]


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
        before = re.findall(r"^def (\w+)", text[:at], re.M)
        line = text[text.rfind("\n", 0, at) + 1 : at]
        after = re.search(r"^def (\w+)", text[at:], re.M)
        found = before[-1:] if line[:1] == " " else [after[1]] if after else []
        return found[0] if found else ""
    line = text.rfind("\n", 0, at) + 1
    kinds = (
        r"^static void (test_\w+)\(|^ *(?:\[\w+\] = )?\{ \"([\w-]+)\","
        if name.endswith(".c")
        else r"(\w+):\s+(?:assert|assume)\b"
    )
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
            letter = LETTERS[page]
            for section in expanded(letter, numbers):
                for number in rules(letter):
                    if section_of(number) == section:
                        found[number].setdefault(name, [])
    return found


@functools.cache
def killers():
    """{what a mutant breaks: [mutants]}: FILE and the name of a property, suite or function of it that detects them, or
    a rule that their reason cites."""
    found = {}
    for mutant in mutants.read():
        broken = {(number, "") for number in NUMBER.findall(mutant.why)}
        for check, of in mutant.checks.items():
            if check == "proof" and (name := of.get("property")):
                for harness in [of["harness"]] if isinstance(of["harness"], str) else of["harness"]:
                    file = f"formal/shfl_{harness}_props.v"
                    included = re.findall(r'`include "(.*)"', read(file)) if (ROOT / file).is_file() else []
                    broken |= {(path, name) for path in (file, *(f"formal/{one}" for one in included))}
            elif check == "suites":
                broken.add(("tb/suite.c", of.get("suite")))
            elif check == "test":
                file, _, function = of["name"].partition("::")
                broken.add((file, function.partition("[")[0]))
            elif check in mutants.MODEL:
                file = mutants.MODEL[check]
                head = r'"{}.*?^def (test_\w+)' if file.endswith(".py") else r'^static void (\w+)\((?:(?!^\}}).)*"{}'
                found_in = re.findall(head.format(re.escape(of["message"])), read(file), re.M | re.S)
                having = list(dict.fromkeys(found_in))
                broken |= {(file, having[0])} if len(having) == 1 else set()
        for one in broken:
            found.setdefault(one, []).append(mutant.name)
    return found


def killed_by(number):
    """The mutants that a check of the rule detects, or whose reason cites the rule; sorted."""
    files = {file: names for column in ("tests", "proofs") for file, names in cited(column)[number].items()}
    broken = [(number, ""), *((file, name) for file, names in files.items() for name in names)]
    return sorted({mutant for one in broken for mutant in killers().get(one, [])})


def unknown():
    """Citations of rules and sections that do not exist, as FILE: NUMBER."""
    wrong = []
    for name in files():
        text = read(name)
        wrong += [f"{name}: {number}" for number in NUMBER.findall(text) if number not in rules(number[0])]
        for page, numbers in SECTION.findall(text):
            known = headings(LETTERS[page]).keys() | (
                {"8"} if page == "amd" else set()
            )  # in docs/reference/encodings.md
            wrong += [f"{name}: {page}.md {n}" for n in re.findall(r"\d+(?:\.\d+)?", numbers) if n not in known]
    return wrong


# Rules that no test and no proof can check, and why
UNCHECKED = {
    **dict.fromkeys("R5.3.11 R5.4.5 R5.4.6 R14.1.5 R18.3 A2.4 A7.2.3".split(), "permits; requires nothing"),
    "R4.1": "a rule for software",
    "R5.2.1": "the table is made from the ports of the RTL",
    "A1.3": "source and destination are separate in model and RTL",
    "A3.1.1": "no instruction but a move is in the model",
    "A3.1.2": "no comparison is in the model",
    "A3.1.3": "no 64-bit data is in the model",
    "A4.1": "no local memory is in the model",
    "A10.1.2": "a rule for HIP's header",
}

# Rules that no mutant breaks, and why
UNBROKEN = {
    "R19.2.10": "undefined: requires nothing of the unit",
    "V5.2.9": "undefined: requires nothing of the unit",
}

LABELS = {
    "tb/suite.c": "suite",
    "silicon/points.c": "H200",
    "silicon/collective_cases.c": "H100",
    "tb/pipeline.c": "tb/pipeline.c",
}


def label(name, column):
    """A file: its name, without its folder."""
    path = pathlib.PurePath(name)
    return LABELS.get(name) or (path.name if column == "model" else path.stem.removesuffix("_props"))


def line(number):
    """A rule in one line: number, and what each column has."""
    found = {column: cited(column)[number].items() for column in COLUMNS}
    parts = [
        f"{column}: "
        + "; ".join(" ".join([label(name, column), ", ".join(sorted(names))]).strip() for name, names in of)
        for column, of in found.items()
        if of
    ]
    parts += [f"killed: {', '.join(killed_by(number))}"] if killed_by(number) else []
    parts += [f"no check: {UNCHECKED[number]}"] if number in UNCHECKED else []
    return "  ".join([f"{number:8}", *parts])


def main(words):
    known = [number for letter in PAGES for number in rules(letter)]
    for word in words:
        if not any(within(number, word) for number in known):
            sys.exit(f"docs.rules: {word}: expected a rule or a section, such as R3.3.2")
    print("\n".join(line(number) for number in known if not words or any(within(number, word) for word in words)))


if __name__ == "__main__":
    main(sys.argv[1:])
