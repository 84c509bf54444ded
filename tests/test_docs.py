# SPDX-License-Identifier: Apache-2.0
"""The pages: what is generated is of today, what they name is there, what they show works."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT, built, make, run

from docs import pages
from model import defs

IVERILOG, VVP, VERILATOR = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP", "VERILATOR"))
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
MARKDOWN = [name for name in TRACKED if name.endswith(".md")]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def prose(text):
    """A page without its blocks of code and without comments."""
    return re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.M | re.S)


def anchors(text):
    """The names of its headings in links."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", prose(text), re.M)
    }


SLOW = ("README.md", "docs/use/debugging.md", "docs/use/conformance.md")  # they show what is built and run for them


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.slow] * (page in SLOW)) for page in pages.pages()]
)
def test_generated(page, sim, openshfl):
    built("libshfl.a")
    built("cli/conform/wrong")
    run([sys.executable, "-m", "docs.pages", "--check", page])


@pytest.mark.parametrize("name", pages.PICTURES)
def test_picture(openshfl, name):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == pages.picture(name), "`make docs` writes it anew"


def broken_links(text, folder):
    """Those to files or headings that are not there; the links are relative to a folder."""
    found = []
    for target in re.findall(r"\]\(([^)\s:]+)\)", prose(text)):
        path, _, name = target.partition("#")
        file = folder / path
        linked = (
            text if not path else file.read_text(encoding="utf-8") if file.suffix == ".md" and file.exists() else ""
        )
        if not file.exists() or name and name not in anchors(linked):
            found.append(target)
    return found


def missing_files(text):
    """What stands in backticks and begins with a folder of the repository, but is no file; NAME stands for any."""
    folders = {name.split("/")[0] for name in TRACKED if "/" in name}
    names = re.findall(r"`([\w.-]+/[\w./*-]*)", prose(text))
    named = [name for name in names if name.split("/")[0] in folders and not re.search(r"\b[A-Z]{3,}\b", name)]
    return [name for name in named if not list(ROOT.glob(name.rstrip("/")))]


@pytest.mark.parametrize("page", MARKDOWN)
def test_links(page):
    assert not broken_links(read(page), (ROOT / page).parent)


@pytest.mark.parametrize("page", [page for page in MARKDOWN if page != "CHANGELOG.md"])
def test_files(page):
    assert not missing_files(read(page))


def test_what_is_wrong_is_noticed(tmp_path):
    assert broken_links("[a](rules.md#1-words) [b](rules.md#1-word) [c](no.svg)", ROOT / "docs") == [
        "rules.md#1-word",
        "no.svg",
    ]
    assert missing_files("`rtl/shfl.v` and `rtl/none.v`") == ["rtl/none.v"]
    wrong = tmp_path / "rules.md"
    wrong.write_text(read("docs/rules.md").replace("| `W` | 32 |", "| `W` | 31 |"), encoding="utf-8")
    run([sys.executable, "-m", "docs.pages", "--check", wrong], status=5)


@pytest.mark.parametrize("page", [page for page in MARKDOWN if page != "CHANGELOG.md"])
def test_targets(page):
    targets = set(re.findall(r"^([a-z][a-z-]*):", make("-pnq", "help", status=None).stdout, re.M))
    named = re.findall(r"(?:`|^    )make ([a-z][a-z-]*)", read(page), re.M)
    assert not [name for name in named if name not in targets]


# ---- examples


def verilog(page):
    return re.search(r"^```verilog\n(.*?)^```$", read(page), re.M | re.S)[1]


def rtl():
    return sorted((ROOT / "rtl").glob("*.v"))


@pytest.mark.parametrize("page, top", [("README.md", "broadcast"), ("docs/use/integration.md", "width_to_sc")])
def test_verilog_lints(page, top, tmp_path):
    (tmp_path / f"{top}.v").write_text(verilog(page), encoding="utf-8")
    used = rtl() if "u_shfl" in verilog(page) else []
    for tool in (
        f"{IVERILOG} -g2005 -Wall -Irtl -o {os.devnull}",
        f"{VERILATOR} --lint-only -Wall -Wno-PINCONNECTEMPTY -Irtl --top-module {top}",
    ):
        command = [*tool.split(), tmp_path / f"{top}.v", *used]
        done = run(command)
        assert not re.search("warning|error", done.stdout + done.stderr, re.I), done.stdout + done.stderr


WIDTHS_BENCH = """
module bench;
    reg  [1:0] mode;
    reg  [4:0] width;
    wire [12:0] sc_imm;
    width_to_sc u (mode, width, sc_imm);
    integer w, m;
    initial
        for (w = 1; w <= 32; w = 2 * w)
            for (m = 0; m < 4; m = m + 1) begin
                width = w; mode = m;
                #1 $display("%0d %0d %0d", w, mode, sc_imm);
            end
endmodule
"""


def test_width_to_sc(tmp_path):
    """It answers what docs/rules.md 7 says."""
    (tmp_path / "bench.v").write_text(verilog("docs/use/integration.md") + WIDTHS_BENCH, encoding="utf-8")
    run([IVERILOG, "-g2005", "-Irtl", "-o", tmp_path / "bench", tmp_path / "bench.v"])
    up = defs.MODES.index("UP")
    assert run([VVP, "-n", tmp_path / "bench"]).stdout.splitlines() == [
        f"{width} {mode} {(32 - width) << 8 | (0 if mode == up else 0x1F)}"
        for width in (1, 2, 4, 8, 16, 32)
        for mode in range(4)
    ]


def test_bind_lines():
    """Those of the page are those at the head of the assertions."""
    lines = re.findall(r"^bind .*$", read("docs/use/integration.md"), re.M)
    heads = [re.search(r"^// +(bind .*)$", read(name), re.M) for name in TRACKED if name.endswith("_checks.sv")]
    assert lines and sorted(lines) == sorted(head[1] for head in heads if head)


@pytest.mark.parametrize("command", re.findall(r"`(build/openshfl [^`]+)`", read("README.md")))
def test_commands_of_the_readme(command, openshfl):
    run(["sh", "-c", command.replace("build/openshfl", str(openshfl))])
