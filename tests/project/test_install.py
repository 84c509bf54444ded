# SPDX-License-Identifier: Apache-2.0
"""make install and make uninstall: which files, and that a program, a simulator and pkg-config can use them."""

import os
import re
import shlex

import pytest
from conftest import BUILD, ROOT, built, make, run
from test_filelists import iverilog

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAMS = {  # in C++ a macro of the user's is left alone by the header
    "c": re.search(r"^```c\n(.*?)^```", README, re.M | re.S)[1],
    "cc": "#define restrict mine\n#include <shfl.h>\nint main() { static shfl_unit unit = {32, SHFL_ZERO};"
    " static shfl_in in; static shfl_out out; return shfl_warp(&unit, &in, &out); }\n",
}
STRICT = "-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror".split()
VERSION = re.search(r"(?m)^VERSION := (\S+)$", (ROOT / "Makefile").read_text())[1]


@pytest.fixture(scope="module", autouse=True)
def made():
    built("libshfl.a")
    built("openshfl")


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """An installation in a folder whose name has special characters of a shell, of sed and of pkg-config."""
    folder = tmp_path_factory.mktemp("install") / """it's a&b|c;d#e "f" \\g"""
    make("install", f"PREFIX={folder}")
    return folder


def installed(prefix):
    return sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir())


def expected():
    folders = "rtl rtl/amd rtl/collective rtl/rvv rtl/sv rtl/chain rtl/tech rtl/tech/*"
    patterns = [f"{folder}/*.{kind}" for folder in folders.split() for kind in ("v", "vh", "sv", "f")]
    rtl = [path for pattern in patterns for path in ROOT.glob(pattern)]
    own = ["bin/openshfl", "lib/libshfl.a", "lib/pkgconfig/shfl.pc", "include/openshfl/peer.h"]
    headers = [f"include/{path.name}" for path in (ROOT / "model").glob("*.h")]
    return sorted([*own, *headers, *(f"share/openshfl/{path.relative_to(ROOT)}" for path in rtl)])


@pytest.mark.slow
def test_install_and_uninstall(tmp_path):
    """Files of others stay; the variables to set are printed, unless they are set; file lists name what is there."""
    folder = tmp_path / "share/openshfl"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("not of the project")
    printed = make("install", f"PREFIX={tmp_path}").stdout
    assert f'PKG_CONFIG_PATH="{tmp_path}/lib/pkgconfig" PATH="{tmp_path}/bin:$PATH"' in printed
    paths = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "PKG_CONFIG_PATH": f"{tmp_path}/lib/pkgconfig"}
    assert "PATH=" not in install(tmp_path, environment=paths).stdout
    assert installed(tmp_path) == sorted([*expected(), "share/openshfl/mine.txt"])
    for name in (folder / "rtl").rglob("*.f"):
        for path in re.findall(r"(?m)\$\{OPENSHFL\}/(.*)$", name.read_text()):
            assert (folder / path).exists()
    assert iverilog("shfl_banked", "-f", folder / "rtl/shfl_banked.f", folder=folder) == ""
    make("uninstall", f"PREFIX={tmp_path}")
    assert installed(tmp_path) == ["share/openshfl/mine.txt"]
    (folder / "mine.txt").unlink()
    make("uninstall", f"PREFIX={tmp_path}")
    assert not folder.exists()


@pytest.mark.parametrize("compiler, suffix, standard", [("cc", "c", "c11"), ("c++", "cc", "c++11")])
def test_library(prefix, tmp_path, compiler, suffix, standard):
    """Without a warning; the program of README prints what it says."""
    source = tmp_path / f"use.{suffix}"
    source.write_text(PROGRAMS[suffix])
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "shfl"], env=environment).stdout)
    assert f"-I{prefix}/include" in flags and f"-L{prefix}/lib" in flags
    run([compiler, f"-std={standard}", *STRICT, source, *flags, "-o", tmp_path / "use"])
    printed = run([tmp_path / "use"]).stdout
    assert printed in README and bool(printed) == (suffix == "c")


@pytest.mark.slow
def test_command_from_any_folder(prefix):
    built("rtl_engine.so")
    program = ROOT / "cli/programs/inclusive_scan.sass"
    said = run([prefix / "bin/openshfl", "run", program, "--engine", "rtl"], cwd="/")
    assert said.stdout.split()[-4:] == ["31", "120", "496", "1"] and said.stderr == ""
    assert run([prefix / "bin/openshfl", "--version"]).stdout == f"openshfl {VERSION}\n"


@pytest.mark.parametrize("prefix, limit", [("here", "absolute path"), ("", "absolute path"), ("/a$$b", "no dollar")])
def test_prefix_refused(tmp_path, prefix, limit):
    done = make("install", f"PREFIX={prefix}", f"DESTDIR={tmp_path}/", status=2)
    assert re.search(rf"^make install: PREFIX=.*: .*{limit}", done.stderr, re.MULTILINE)
    assert installed(tmp_path) == []


def install(prefix, version="0", status=0, within=(), environment=()):
    environment = {**os.environ, **dict(environment), "PREFIX": str(prefix)}
    words = [".ci/install.sh", "install", os.path.relpath(BUILD, ROOT), version]
    return run([*within, "sh", *words], env=environment, status=status)


@pytest.mark.parametrize("cause", ["folder", pytest.param("disk", marks=pytest.mark.slow)])
def test_all_or_nothing(tmp_path, cause):
    """An earlier installation stays as it was. A full disk is a limit on the size of a file, which needs no mount."""
    limited = ["sh", "-c", """trap '' XFSZ; ulimit -f 100; exec "$@\"""", "sh"]
    if cause == "disk":
        install(tmp_path, version="1")
    else:
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib/pkgconfig").write_text("a file")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = install(tmp_path, version="2", status=3, within=limited if cause == "disk" else ())
    assert done.stdout == "" and f"PREFIX={tmp_path}: nothing is installed" in done.stderr
    assert cause == "disk" or f"{tmp_path}/lib/pkgconfig" in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
