# SPDX-License-Identifier: Apache-2.0
"""The pages: links and names exist, generated blocks are up to date, and the code that they show works."""

import functools
import os
import re
import sys

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, YOSYS, built, make, nightly_but, run

from docs import pages
from model import defs
from rtl import checks, filelists
from tests.mutants.command import files

TRACKED = files(ROOT)
MARKDOWN = [name for name in TRACKED if name.endswith(".md") and (ROOT / name).exists()]
OF_TODAY = [name for name in MARKDOWN if name != "CHANGELOG.md"]
# these pages show what is built, installed or simulated for them
SLOW = ("first-hour.md", "debugging.md", "faults.md", "conformance.md", "conformance-formats.md")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name, language):
    """The blocks of code in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", read(name), re.M | re.S)


@pytest.mark.few(2)
@pytest.mark.parametrize("page", nightly_but([(page,) for page in pages.pages()], lambda page: not page.endswith(SLOW)))
def test_generated(page, sim, openshfl):
    for file in ("libshfl.a", "conform/known"):
        built(file)
    run([sys.executable, "-m", "docs.pages", "--check", page])


@pytest.mark.parametrize("name", pages.PICTURES)
def test_picture(openshfl, name):
    assert read(f"docs/{name}") == pages.picture(name), "run `make docs`"


# ---- names


def prose(text):
    """A page without its blocks of code and without comments."""
    return re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.M | re.S)


def anchors(text):
    headings = re.findall(r"^#+ (.*)$", prose(text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_there(target, page):
    """Whether a relative link leads to a file and to a heading of it."""
    path, _, anchor = target.partition("#")
    file = (ROOT / page).parent / path if path else ROOT / page
    return file.exists() and (not anchor or anchor in anchors(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", MARKDOWN)
def test_links(page):
    links = re.findall(r"\]\(([^)\s:]+)\)", prose(read(page)))
    assert [target for target in links if not is_there(target, page)] == []


def test_targets():
    """Each `make TARGET` of a page is a target."""
    targets = set(re.findall(r"^([a-z][a-z-]*):", make("-pnq", "help", status=None).stdout, re.M))
    pattern = r"(?:`|^    )make ([a-z][a-z-]*)"
    named = {(page, name) for page in OF_TODAY for name in re.findall(pattern, read(page), re.M)}
    assert not {(page, name) for page, name in named if name not in targets}


@functools.cache
def sources():
    """The text of all files but the pages."""
    kinds = (".c", ".h", ".py", ".sh", ".mk", ".core", ".toml", ".yml", "Makefile", "run")
    return "\n".join(read(name) for name in TRACKED if name.endswith(kinds) and (ROOT / name).exists())


@pytest.mark.parametrize("page", OF_TODAY)
def test_names(page):
    """In backticks: options of programs here, or of tools that these call so; files, in which NAME stands for any."""
    text = prose(read(page))
    named = set(re.findall(r"`(?:[^`\n]* )?(--[a-z][a-z-]+)\b[^`\n]*`", text))
    assert not {name for name in named if name not in sources() and f'"{name[2:]}"' not in sources()}
    folders = {name.split("/")[0] for name in TRACKED if "/" in name}
    paths = [name for name in re.findall(r"`([\w.-]+/[\w./*-]*)", text) if name.split("/")[0] in folders]
    there = [name for name in paths if re.search(r"\b[A-Z]{3,}\b", name) or list(ROOT.glob(name.rstrip("/")))]
    assert paths == there


def test_every_page_is_listed():
    listed = re.findall(r"\]\(([\w/-]+\.md)\)", read("docs/README.md"))
    there = [os.path.relpath(name, "docs") for name in MARKDOWN if name.startswith("docs/")]
    assert sorted({*listed, "README.md"}) == sorted(there)


# ---- Verilog


def lint(text, top, tmp_path, *flags, language="v"):
    """Both compilers accept a text, with the RTL, and print no warning; Icarus one of Verilog alone."""
    file = tmp_path / f"{top}.{language}"
    file.write_text(text, encoding="utf-8")
    folders = ["rtl", "rtl/amd", "rtl/collective", "rtl/rvv", "rtl/sv"]
    paths = [word for folder in folders for word in (f"-I{folder}", "-y", folder)]
    commands = [[VERILATOR, "--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", *flags, "--top-module", top, *paths]]
    commands[0] += ["rtl/sv/shfl_pkg.sv"] * (language == "sv") + [file]
    if language == "v":
        commands.append([IVERILOG, "-g2005", "-Wall", "-tnull", "-s", top, *paths, file])
    for command in commands:
        done = run(command)
        assert not re.search("warning|error", done.stdout + done.stderr, re.I), done.stdout + done.stderr


def example(top):
    """A module that docs/use/integration.md shows."""
    return next(block for block in blocks("docs/use/integration.md", "verilog") if f"module {top} " in block)


@pytest.mark.parametrize("top", ["broadcast", "width_to_sc"])
def test_verilog(top, tmp_path):
    lint(example(top), top, tmp_path)


INSTANCES = blocks("docs/use/instantiation.md", "verilog")


def test_every_unit_is_instantiated():
    assert {block.split(" ")[0] for block in INSTANCES} == {*filelists.UNITS, "shfl_skid"}


def paste(instance, block, tmp_path):
    """An instance compiles between nets of the widths that a block of the page gives; a tag's is above all blocks."""
    values = dict(re.findall(r"\.([A-Z_]+)\(([^)]*)\)", block))
    if "WAYS" in values:
        values["BEAT_W"] = max((int(values["LANES"]) // int(values["WAYS"]) - 1).bit_length(), 1)
    widths = dict(re.findall(r"^    \.([a-z_]+)\(\1\),? +// (?:input|output)(?:, (\[[^]]*\]))?", block, re.M))
    widths |= dict.fromkeys(("in_tag", "out_tag"), "[TAG_W-1:0]")
    nets = [(name, widths.get(name, "")) for name in re.findall(r"\.([a-z_]+)\(\1\)", block)]
    assert len(nets) > 7
    lines = [f'`include "{name}_defs.vh"' for name in ("shfl", "shfl_amd", "shfl_rvv")]
    lines += ["`default_nettype none", "module paste;"]
    lines += [f"localparam {name} = {value};" for name, value in values.items()]
    lines += [f"wire {width} {name};" for name, width in nets]
    text = "\n".join([*lines, f"{instance}endmodule\n"])
    quiet = ["-Wno-UNUSED", "-Wno-UNDRIVEN"]  # the nets lead nowhere
    lint(text, "paste", tmp_path, *quiet)


@pytest.mark.few(3)
@pytest.mark.parametrize("block", [
    pytest.param(block, id=name, marks=[pytest.mark.slow] * ("amd" in name or "rvv" in name))
    for block in INSTANCES for name in block.split(" ")[:1]
])  # fmt: skip
def test_instantiation(block, tmp_path):
    """With no port left out."""
    paste(block, block, tmp_path)


def test_readme_instance(tmp_path):
    unit = next(block for block in INSTANCES if block.startswith("shfl #("))
    paste(blocks("README.md", "verilog")[0], unit, tmp_path)


def test_width_to_sc(tmp_path):
    """Its Sc is that of docs/rules.md 7."""
    file = tmp_path / "unit.v"
    file.write_text(example("width_to_sc"), encoding="utf-8")
    clamp = [0 if mode == "UP" else 0x1F for mode in defs.MODES]
    cases = [(width, mode) for width in (1, 2, 4, 8, 16, 32) for mode in range(4)]
    asked = "".join(f"; eval -set width 5'd{width % 32} -set mode {mode} -show sc_imm" for width, mode in cases)
    said = run([YOSYS, "-p", f"read_verilog -Irtl {file}; prep{asked}"]).stdout
    got = [int(word, 2) for word in re.findall(r"sc_imm = 13'([01]+)", said)]
    assert got == [32 - width << 8 | clamp[mode] for width, mode in cases]


@pytest.mark.parametrize("line", blocks("docs/use/integration.md", "systemverilog")[0].splitlines())
def test_bind(line, tmp_path):
    """The page's lines bind the assertions to the units."""
    top = line.split(" ")[1]
    checks.write(tmp_path)
    lint(f'`include "{top}.v"\n{line}\n', top, tmp_path, "--assert", "-y", tmp_path, language="sv")
