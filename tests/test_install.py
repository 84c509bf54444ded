# SPDX-License-Identifier: Apache-2.0
"""make install and make uninstall: what they put where, under which names, and that a stranger can use it."""

import os
import re
import shlex
import subprocess

import pytest
from conftest import BUILD, ROOT, built, make, run

USE = """
#define restrict mine /* a macro of the user's, which the header leaves alone */
#include <shfl.h>
#include <stdio.h>
#include <string.h>

static const char *const mine = "kept";

int main(void)
{
    struct shfl_unit unit = { 32, SHFL_ZERO };
    struct shfl_in in;
    struct shfl_out out;

    memset(&in, 0, sizeof in);
    in.mode = SHFL_UP;
    in.sb_is_imm = in.sc_is_imm = true;
    in.sb_imm = 1;
    in.sc_imm = 0x1800;
    in.active = 0xffffffff;
    for (unsigned k = 0; k < 32; k++)
        in.ra[k] = k;
    if (shfl_warp(&unit, &in, &out))
        return 1;
    printf("%s %d %d 0x%08x\\n", MINE, (int)out.rd[8], (int)out.rd[9], (unsigned)out.pu);
    return 0;
}
"""
STRICT = "-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"


@pytest.fixture(scope="module", autouse=True)
def made():
    built("libshfl.a")
    built("openshfl")


def installed(prefix):
    return sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir())


def rtl():
    files = [
        *ROOT.glob("rtl/*.v*"),
        *ROOT.glob("rtl/amd/*.v*"),
        *ROOT.glob("rtl/sv/*.sv"),
        *ROOT.glob("rtl/chain/*.v"),
    ]
    return [str(path.relative_to(ROOT)) for path in files]


def pkg_config(prefix, *words, status=0):
    return run(
        ["pkg-config", *words, "shfl"],
        status=status,
        env={**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")},
    )


def flags(prefix):
    """What a shell makes of pkg-config's answer."""
    return shlex.split(pkg_config(prefix, "--cflags", "--libs").stdout)


@pytest.mark.slow
def test_install_and_uninstall(tmp_path):
    mine = tmp_path / "share" / "openshfl" / "mine.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("not of the project")
    make("install", f"PREFIX={tmp_path}")
    headers = [f"include/{path.name}" for path in (ROOT / "model").glob("*.h")]
    assert installed(tmp_path) == sorted(
        [
            "bin/openshfl",
            "lib/libshfl.a",
            "lib/pkgconfig/shfl.pc",
            *headers,
            "include/openshfl/peer.h",
            "share/openshfl/mine.txt",
            *(f"share/openshfl/{name}" for name in rtl()),
        ]
    )
    for name in rtl():
        assert (tmp_path / "share/openshfl" / name).read_bytes() == (ROOT / name).read_bytes()
    told = run([tmp_path / "bin/openshfl", "explain", "SHFL.UP P1, R2, R1, 1, 0x1800"], cwd=tmp_path)
    assert "every lane reads the lane 1 below it in its segment of 8" in told.stdout
    make("uninstall", f"PREFIX={tmp_path}")
    assert installed(tmp_path) == ["share/openshfl/mine.txt"]
    mine.unlink()
    make("uninstall", f"PREFIX={tmp_path}")
    assert not mine.parent.exists()


@pytest.mark.slow
def test_engine_rtl_from_any_folder(tmp_path):
    built("rtl_engine.so")
    make("install", f"PREFIX={tmp_path}")
    told = run(
        [tmp_path / "bin/openshfl", "run", ROOT / "cli/programs/inclusive_scan.sass", "--engine", "rtl"], cwd="/"
    )
    assert told.stdout.split()[-4:] == ["31", "120", "496", "1"] and told.stderr == ""


@pytest.mark.parametrize(
    "compiler, suffix, standard",
    [
        ("cc", "c", "c11"),
        ("clang", "c", "c17"),
        ("c++", "cpp", "c++11"),
        ("c++", "cpp", "c++20"),
        ("clang++", "cpp", "c++17"),
    ],
)
def test_use(tmp_path, compiler, suffix, standard):
    """The header compiles without a warning; in C++ also in a file that has a macro of the name restrict."""
    if not any(os.access(os.path.join(folder, compiler), os.X_OK) for folder in os.get_exec_path()):
        pytest.skip(f"no {compiler} here")
    make("install", f"PREFIX={tmp_path}")
    text = (
        USE.replace("#define restrict mine", "").replace("MINE", "mine")
        if suffix == "c"
        else USE.replace("MINE", "restrict")
    )
    source = tmp_path / f"use.{suffix}"
    source.write_text(text)
    run([compiler, f"-std={standard}", *STRICT.split(), source, *flags(tmp_path), "-o", tmp_path / "use"])
    assert run([tmp_path / "use"]).stdout == "kept 8 8 0xfefefefe\n"


@pytest.mark.parametrize("name", ["pre fix", "a&b", "it's", "a|b", 'say "so"', "back\\slash", "ha#sh", "semi;colon"])
def test_prefix(tmp_path, name):
    prefix = tmp_path / name
    make("install", f"PREFIX={prefix}")
    assert f"-I{prefix}/include" in flags(prefix) and f"-L{prefix}/lib" in flags(prefix)
    assert (prefix / "include/shfl.h").exists()
    make("uninstall", f"PREFIX={prefix}")
    assert installed(tmp_path) == []


@pytest.mark.parametrize(
    "prefix, why",
    [
        ("here", "absolute path"),
        ("~/there", "absolute path"),
        ("", "absolute path"),
        ("/a$$b", "no dollar sign"),
        ("/a(b)", "no dollar sign, parenthesis"),
    ],
)
def test_prefix_refused(tmp_path, prefix, why):
    done = make("install", f"PREFIX={prefix}", f"DESTDIR={tmp_path}/", status=2)
    assert re.search(rf"^make install: PREFIX=.*: .*{why}", done.stderr, re.MULTILINE)
    assert installed(tmp_path) == []


def test_destdir(tmp_path):
    make("install", "PREFIX=/usr", f"DESTDIR={tmp_path}")
    assert "prefix=/usr\n" in (tmp_path / "usr/lib/pkgconfig/shfl.pc").read_text()
    assert (tmp_path / "usr/bin/openshfl").exists()


@pytest.mark.slow
def test_two_at_a_time(tmp_path):
    """Each gets its own prefix, even if both run at once."""
    folders = [tmp_path / f"p{i}" for i in range(8)]
    build = os.path.relpath(BUILD, ROOT)
    makes = [
        subprocess.Popen(
            ["sh", ".ci/install.sh", "install", build, "0"], cwd=ROOT, env={**os.environ, "PREFIX": str(folder)}
        )
        for folder in folders
    ]
    assert [process.wait() for process in makes] == [0] * len(makes)
    for folder in folders:
        assert f"prefix={folder}\n" in (folder / "lib/pkgconfig/shfl.pc").read_text()
        assert len(installed(folder)) == len(installed(folders[0]))
