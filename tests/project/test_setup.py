# SPDX-License-Identifier: Apache-2.0
""".ci/need.sh on a machine that lacks the tools, which a PATH without them imitates."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, run

BASIC = "sh env grep sed head tail cat sort mktemp rm printf mkdir ln true".split()
VERILATOR = "#!/bin/sh\\necho Verilator 5.020\\n"


@pytest.fixture
def bare(tmp_path):
    """A machine with the basic commands, and an apt-get that logs its arguments and installs a Verilator: a function
    that runs need.sh there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in BASIC:
        (folder / name).symlink_to(shutil.which(name))

    def program(name, *lines):
        (folder / name).write_text("\n".join(["#!/bin/sh", *lines, ""]))
        (folder / name).chmod(0o755)

    def need(*names, status=0, command=("/bin/sh", ".ci/need.sh"), **environment):
        own = {"PATH": str(folder), "VENV": str(tmp_path / "venv"), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
        return run([*command, *names], status=status, env={**own, **environment}, stderr=subprocess.STDOUT).stdout

    need.folder, need.program, need.asked = folder, program, tmp_path / "asked"
    program("id", "echo 0")
    install = f"printf '{VERILATOR}' >{folder}/verilator; /bin/chmod +x {folder}/verilator"
    program("apt-get", f'echo "$*" >>{need.asked}', f"case $* in *install*) {install};; esac")
    return need


def test_setup_0_lists_what_is_missing(bare):
    said = bare("verilator", "cc", "packages:test", SETUP="0", status=2)
    lines = ["verilator 5.006 or newer (Debian package verilator)", "cc 8 or newer (Debian package gcc)",
             f"pytest 9.2.0 (Python package, into {bare.folder.parent}/venv)",
             "venv (Debian package python3-venv)"]  # fmt: skip
    assert {f"  {line}" for line in lines} <= set(said.splitlines()) and not bare.asked.exists()


@pytest.mark.parametrize("python", [True, False], ids=["python", "no python"])
def test_make_lists_the_tools_of_its_goals_once(bare, python):
    """Rules that lack different tools must not each stop at their own; without Python, make has no rules yet."""
    for name in ("awk", "find", "git", "nproc", "cksum", "make"):
        (bare.folder / name).symlink_to(shutil.which(name))
    if python:
        (bare.folder / "python3").symlink_to(os.path.realpath(sys.executable))
    build = f"BUILD={bare.folder.parent}/build"
    said = bare("test", build, command=("make", "-C", str(ROOT)), SETUP="0", status=2)
    assert said.count("missing tools") == 1
    for name in ("cc", "c++", "ar", "verilator", "iverilog", "yosys", "pytest", "shellcheck"):
        assert f"\n  {name} " in said, said
    assert ("\n  python3 3.11 or newer (" in said) == (not python)
    assert "\n  yosys " in bare("doctor", build, "GOAL=formal", command=("make", "-C", str(ROOT)), status=2)


def test_installs_once(bare):
    assert "installing verilator with apt-get" in bare("verilator")
    assert "install -y --no-install-recommends verilator" in bare.asked.read_text()
    bare.asked.unlink()
    assert bare("verilator") == ""
    assert "  cc 8 or newer (not found as CC=my-cc -m64)" in bare("cc", CC="my-cc -m64", status=2)
    bare.program("my-cc", '[ "$1" = -m64 ] && echo 14')
    assert bare("cc", CC="my-cc -m64") == "" and not bare.asked.exists()  # no other is installed in its place


PYTHON = """case "$*" in
*--version) echo Python 3.11 ;;
"-m venv --clear"*) mkdir -p "$4/bin" && ln -s {folder}/python3 "$4/bin/python" ;;
*install*) echo "ERROR: No matching distribution found for pytest" >&2; exit 1 ;;
esac"""
FAILURES = [  # the tool, a program and its text, and what is printed
    ("packages:none", "true", "", "packages:none: no such tool"),
    ("verilator", "apt-get", "true", "too old: 4.038, wanted 5.006"),
    ("verilator", "apt-get", "echo E: Unable to locate package >&2; exit 100", "E: Unable to locate package\n"),
    ("verilator", "apt-get", None, "no apt-get here"),
    ("packages:test", "python3", PYTHON, "ERROR: No matching distribution found for pytest\n"),
]


@pytest.mark.parametrize(("tool", "name", "text", "printed"), FAILURES)
def test_failures_name_their_cause(bare, tool, name, text, printed):
    bare.program("verilator", "echo Verilator 4.038")
    if text is None:
        (bare.folder / name).unlink()
    else:
        bare.program(name, text.format(folder=bare.folder) if name == "python3" else text)
    assert printed in bare(tool, status=2)


# ---- not root: sudo


def at_a_terminal(need, answer, **environment):
    """Run need.sh verilator in a terminal, and type the answer: exit status and output."""
    words = "import pty, sys; sys.exit(pty.spawn(['/bin/sh', '.ci/need.sh', 'verilator']) >> 8)"
    own = {"PATH": str(need.folder), "TMPDIR": str(need.folder.parent), **environment}
    done = run([sys.executable, "-c", words], status=None, env=own, input=answer)
    return done.returncode, done.stdout


@pytest.fixture
def user(bare):
    bare.program("id", "echo 1000")
    bare.program("sudo", 'while [ "$1" = -n ]; do shift; done', 'exec "$@"')
    return bare


@pytest.mark.parametrize(
    "answer, environment, asks, status",
    [("y\n", {}, 1, 0), ("n\n", {}, 1, 2), ("\n", {}, 1, 2), ("", {"CI": "true"}, 0, 0)],
)
def test_a_user_is_asked_before_sudo(user, answer, environment, asks, status):
    code, printed = at_a_terminal(user, answer, **environment)
    assert (code, printed.count("may sudo apt-get install verilator? [y/N]")) == (status, asks), printed
    assert user.asked.exists() == (status == 0)
