# SPDX-License-Identifier: Apache-2.0
"""Formatters, and the linters of C, Python and shell; those of the RTL are in test_lint.py. `make format` formats."""

import os
import re
import sys

import pytest
from conftest import CC, ROOT, run, tracked

BIN = os.path.dirname(sys.executable)  # where pytest is, ruff and clang-format are
C = tracked("*.c", "*.h", "*.cpp", "*.cu", "*.cuh")


def test_python_lint():
    run([f"{BIN}/ruff", "check", "--quiet", "--no-cache"])


def test_python_format():
    run([f"{BIN}/ruff", "format", "--diff", "--quiet", "--no-cache"])


@pytest.mark.parametrize("part", range(2))
def test_c_format(part):
    run([f"{BIN}/clang-format", "--dry-run", "--Werror", *C[part::2]])


HEADERS = ["-I.", "-Imodel"]


@pytest.mark.slow
def test_c_compiles_without_a_warning():
    """But for the Python extension and a program for RISC-V: other tests compile these."""
    words = "-std=c11 -fsyntax-only -O1 -Wall -Wextra -Wconversion -pedantic -Werror".split()
    elsewhere = "python", "tests/rvv/rvv_emulated.c"
    files = tracked("*.c", *(f":!{path}" for path in elsewhere))
    run([*CC, *words, *HEADERS, '-DVERSION=""', *files])


def test_shell():
    run(["shellcheck", *tracked("*.sh"), ".ci/run"])


def test_workflows():
    """Against the schema of GitHub's workflows that the checker carries."""
    run([f"{BIN}/check-jsonschema", "--builtin-schema", "vendor.github-workflows", *tracked(".github/workflows/*.yml")])


MAKE = re.compile(r"Makefile|.*\.mk")


def test_lines():
    """What .editorconfig says. For Verilog there is no more: neither Debian nor PyPI has a formatter of it."""
    wrong = []
    for path in tracked("*", ":!*.svg", ":!tests/seeds_*"):
        try:
            text = (ROOT / path).read_bytes().decode("utf-8")
        except UnicodeDecodeError:  # no text
            continue
        if text and not text.endswith("\n"):
            wrong.append(f"{path}: does not end with a line end")
        for number, line in enumerate(text.split("\n"), 1):
            for what, is_so in {
                "blanks at the end": line != line.rstrip(),
                "a tab": "\t" in line and not MAKE.fullmatch(path.name),
                f"{len(line)} columns": len(line) > 120 and path.suffix in (".v", ".vh", ".sh"),
            }.items():
                wrong += [f"{path}:{number}: {what}"] if is_so else []
    assert not wrong, "\n".join(wrong)
