# SPDX-License-Identifier: Apache-2.0
"""The engine of the explorer, the command as WebAssembly: it prints what the command prints, byte for byte.

Node.js runs it, out of the page, with the loader of the page.
"""

import json
import pathlib
import re

import pytest
from conftest import ROOT, built, run
from test_answer import FAMILIES, by_command
from test_collective import texts

UP = "SHFL.UP P1, R2, R1, 3, 0x1800"
SCAN = pathlib.Path(ROOT / "cli/programs/inclusive_scan.sass").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page():
    return built("web/index.html")


def by_engine(page, calls):
    """What the engine of the page prints for each call, (arguments, standard input)."""
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    return json.loads(run(["node", "tests/web/engine.mjs", page], input=lines).stdout)


def the_same(page, openshfl, calls, folder):
    printed, expected = by_engine(page, calls), by_command(openshfl, calls, folder)
    for (arguments, _), this, that in zip(calls, printed, expected, strict=True):
        if "/none/at/all" in arguments:  # the page has no files at all, so that it does not know the reason
            this["err"], that["err"] = (of["err"].rpartition(": ")[0] for of in (this, that))
        assert this == that, arguments
    return printed


@pytest.mark.slow
def test_each_spelling(page, openshfl, tmp_path):
    """A text of each row of the table, as JSON."""
    the_same(page, openshfl, [[["explain", text, "--json"], ""] for text in texts()], tmp_path)


REFUSED = [["run", "/none/at/all"], ["frobnicate"], *(["explain", *words] for words in (
    [], ["SHFL.UP P1, R2, R1, 40, 0"], ["--mode", "up", "--index", "99"], [UP, "--svg", "/none/x.svg", "--bogus"],
    [UP, "--json", "--svg", "-"],
))]  # fmt: skip
ABSENT = ("ask", "conform", "decode")


@pytest.mark.slow
def test_every_notation(page, openshfl, tmp_path):
    """As text, the stages of a lane, JSON, the equivalents, and a picture."""
    texts = [(family, text) for family, texts in FAMILIES.items() for text in texts]
    forms = [[], ["--lane", "1"], ["--json"], ["--svg", "-"]]
    calls = [[["explain", *text, *form], ""] for _, text in texts for form in forms]
    calls += [[["explain", *text, "--equivalents"], ""] for family, text in texts if family in ("SHFL", "AMD")]
    calls += [[given, ""] for given in (["--version"], ["--help"], ["explain", "--help"], ["run", "--help"])]
    calls += [[["run", "-", "--show", show], SCAN] for show in ("lanes", "trace")]
    assert {of["status"] for of in the_same(page, openshfl, calls, tmp_path)} == {0}


def test_what_is_refused(page, openshfl, tmp_path):
    """The same message and status; three subcommands are not in the page."""
    for of in the_same(page, openshfl, [[given, ""] for given in REFUSED], tmp_path):
        assert of["status"] == 2 and of["err"].startswith("openshfl: ")
    for name, absent in zip(ABSENT, by_engine(page, [[[name, "x"], ""] for name in ABSENT]), strict=True):
        assert absent["status"] == 2 and name in absent["err"] and "not in this page" in absent["err"]


def test_its_size():
    """One file that can be sent by mail and needs no network: it fetches nothing, and holds what it names."""
    text = built("web/index.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 400_000
    assert not [tag for tag in ("<link", "src=", "@import", "fetch(", "XMLHttpRequest") if tag in text]
    assert not re.search(r"/\*[a-z]+\.[a-z]+\*/", text)
