# SPDX-License-Identifier: Apache-2.0
"""What make does on a machine that lacks the tools: a PATH without them stands for it."""

import os
import pty
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, run

BASIC = "sh env grep sed head tail cat sort mktemp rm printf".split()


@pytest.fixture
def bare(tmp_path):
    """A machine with nothing but the basic commands: a function that runs need.sh there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in BASIC:
        (folder / name).symlink_to(shutil.which(name))
    program(folder / "id", f"cat {tmp_path}/uid")
    (tmp_path / "uid").write_text("0\n")

    def need(*names, status=0, **environment):
        path = {"PATH": str(folder), "VENV": str(tmp_path / "venv"), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
        return run(
            ["/bin/sh", ".ci/need.sh", *names], status=status, env={**path, **environment}, stderr=subprocess.STDOUT
        ).stdout

    need.folder = folder
    return need


def program(path, *lines):
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)


def package_manager(need, version="5.020"):
    """An apt-get that keeps what it was asked, and installs a Verilator."""
    folder = need.folder
    program(folder / "chmod", 'exec /bin/chmod "$@"')
    program(
        folder / "apt-get",
        f'echo "$*" >>{folder}/asked',
        'case "$*" in *install*)',
        f"printf '#!/bin/sh\\necho Verilator {version}\\n' >{folder}/verilator; chmod +x {folder}/verilator;;",
        "esac",
    )
    return folder / "asked"


def test_all_that_is_missing_is_listed(bare):
    said = bare("verilator", "cc", "packages:test", SETUP="0", status=2)
    assert said.startswith("openshfl: missing tools (SETUP=0: not installed):\n")
    for line in (
        "  verilator 5.006 or newer (Debian package verilator)",
        "  cc 8 or newer (Debian package gcc)",
        f"  pytest 9.2.0 (Python package, into {bare.folder.parent}/venv)",
        "  venv (Debian package python3-venv)",
    ):
        assert line in said.splitlines()


@pytest.mark.parametrize("python", [True, False], ids=["python", "no python"])
def test_make_lists_the_tools_of_its_goals_once(bare, python):
    """Rules that lack different tools must not each stop at their own; without Python, make has no rules yet."""
    for name in ("awk", "find", "git", "nproc", "cksum"):
        (bare.folder / name).symlink_to(shutil.which(name))
    if python:
        (bare.folder / "python3").symlink_to(os.path.realpath(sys.executable))
    build = bare.folder.parent / "build"
    said = run(
        [shutil.which("make"), "-C", ROOT, f"BUILD={build}", "test"],
        status=2,
        stderr=subprocess.STDOUT,
        env={"PATH": str(bare.folder), "SETUP": "0", "HOME": str(build)},
    ).stdout
    assert said.count("missing tools") == 1
    for name in ("cc", "c++", "ar", "verilator", "iverilog", "yosys", "pytest", "shellcheck"):
        assert f"\n  {name} " in said, said
    assert ("\n  python3 3.11 or newer (" in said) == (not python)


def test_no_apt_get(bare):
    assert "(no apt-get here to install them with)" in bare("verilator", status=2)


def test_installs_as_root_with_one_line(bare):
    asked = package_manager(bare)
    assert bare("verilator") == "openshfl: installing verilator with apt-get (SETUP=0 to prevent it)\n"
    assert "install -y --no-install-recommends verilator" in asked.read_text()
    asked.unlink()
    assert bare("verilator") == "" and not asked.exists()  # it is there now


def test_too_old(bare):
    program(bare.folder / "verilator", "echo Verilator 4.038")
    assert "verilator 5.006 or newer, here is 4.038" in bare("verilator", SETUP="0", status=2)
    package_manager(bare, version="4.038")
    assert "too old: 4.038, wanted 5.006" in bare("verilator", status=2)


def test_apt_get_fails(bare):
    program(bare.folder / "apt-get", "echo E: Unable to locate package >&2", "exit 100")
    said = bare("verilator", status=2)
    assert "E: Unable to locate package\n" in said and "apt-get could not install verilator; its whole log is" in said


def test_pip_fails(bare):
    folder = bare.folder
    program(
        folder / "python3",
        'case "$*" in',
        "*--version) echo Python 3.11 ;;",
        f'"-m venv"*) mkdir -p {folder}/../venv/bin && ln -s {folder}/python3 {folder}/../venv/bin/python ;;',
        '*install*) echo "ERROR: No matching distribution found for pytest" >&2; exit 1 ;;',
        "esac",
    )
    for name in ("mkdir", "ln"):
        (bare.folder / name).symlink_to(shutil.which(name))
    said = bare("packages:test", status=2)
    assert "ERROR: No matching distribution found for pytest\n" in said
    assert "it takes a way to the package index" in said


def test_a_compiler_of_ones_own(bare):
    """It is looked for under its name, and no other is installed in its place."""
    asked = package_manager(bare)
    assert "  cc 8 or newer (not found as CC=my-cc -m64)" in bare("cc", CC="my-cc -m64", status=2)
    assert not asked.exists()
    program(bare.folder / "my-cc", '[ "$1" = -m64 ] && echo 14')
    assert bare("cc", CC="my-cc -m64") == ""


def test_unknown_names(bare):
    assert "no-such-tool: no such tool" in bare("no-such-tool", status=2)
    assert "packages:none: no such tool" in bare("packages:none", status=2)


# ---- not root


@pytest.fixture
def user(bare):
    (bare.folder.parent / "uid").write_text("1000\n")
    program(
        bare.folder / "sudo",
        f'echo "$*" >>{bare.folder}/sudo-asked',
        'while [ "$1" = -n ]; do shift; done',
        'exec "$@"',
    )
    (bare.folder / "true").symlink_to("/bin/true")
    return bare


def test_without_a_terminal_sudo_is_used_unasked(user):
    package_manager(user)
    assert user("verilator") == "openshfl: installing verilator with apt-get (SETUP=0 to prevent it)\n"
    assert (user.folder / "sudo-asked").read_text().startswith("-n true\n")


def test_sudo_that_wants_a_password(user):
    package_manager(user)
    program(user.folder / "sudo", "exit 1")
    assert "(installing them takes root, or sudo without a password)" in user("verilator", status=2)


def test_no_sudo(user):
    package_manager(user)
    (user.folder / "sudo").unlink()
    assert "(installing them takes root, and there is no sudo here)" in user("verilator", status=2)


def at_a_terminal(need, answer, **environment):
    """Run need.sh verilator in a terminal of its own, and type the answer: exit status and all that it printed."""
    main, side = pty.openpty()
    with subprocess.Popen(
        ["/bin/sh", ".ci/need.sh", "verilator"],
        cwd=ROOT,
        stdin=side,
        stdout=side,
        stderr=side,
        env={"PATH": str(need.folder), "TMPDIR": str(need.folder.parent), **environment},
    ) as process:
        os.close(side)
        os.write(main, answer)
        said = b""
        try:
            while part := os.read(main, 4096):
                said += part
        except OSError:  # how Linux says that the other side is closed
            pass
    os.close(main)
    return process.returncode, said.decode()


@pytest.mark.parametrize(("answer", "status"), [(b"y\n", 0), (b"n\n", 2), (b"\n", 2)])
def test_a_person_is_asked_before_sudo(user, answer, status):
    asked = package_manager(user)
    code, said = at_a_terminal(user, answer)
    assert (code, said.count("may sudo apt-get install verilator? [y/N]")) == (status, 1), said
    assert asked.exists() == (user.folder / "sudo-asked").exists() == (status == 0)


def test_ci_is_not_asked(user):
    package_manager(user)
    code, said = at_a_terminal(user, b"", CI="true")
    assert code == 0 and "[y/N]" not in said


def test_root_at_a_terminal_is_not_asked(bare):
    package_manager(bare)
    code, said = at_a_terminal(bare, b"")
    assert code == 0 and "[y/N]" not in said
