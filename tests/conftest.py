# SPDX-License-Identifier: Apache-2.0
"""What the tests share: how they build, how they run a program, and which of them `make test` takes.

pytest                  what can break between two commits: no test that is long, and a share of the others
pytest --all            all of them (make test-all)
pytest -k range_check   tests that are named, by -k, -m or FILE::TEST, all run; what they need is built
pytest --lf             those that failed the last time
"""

import collections
import fcntl
import functools
import importlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")
sys.path.insert(0, str(ROOT / "tools"))
from tb import settings  # noqa: E402

# ---- which tests run


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the long tests and all shares, too")


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@functools.cache
def commit_number():
    """How many commits led here, so that the share moves from one to the next; 0 where there is no repository.

    A shallow clone does not know how many, and takes the commit's hash.
    """
    if git("rev-parse", "--is-shallow-repository") == "true":
        return int(git("rev-parse", "HEAD"), 16)
    return int(git("rev-list", "--count", "HEAD") or 0)


def in_share(case, function, of, group=None):
    """Does `make test` take this case of a function, the CASE-th, of whose cases it takes one in OF?"""
    return (case + zlib.crc32((group or function).encode())) % of == commit_number() % of


def pytest_collection_modifyitems(config, items):
    named = config.option.keyword or config.option.markexpr or any("::" in word for word in config.args)
    if config.option.all or named:
        return
    failed = config.cache.get("cache/lastfailed", {}) if config.getoption("lf", False) else {}
    cases = collections.Counter()
    kept, left_out = [], []
    for item in items:
        taken = not item.get_closest_marker("long")
        if share := item.get_closest_marker("share"):
            function = item.nodeid.split("[")[0]
            taken = taken and in_share(cases[function], function, *share.args, **share.kwargs)
            cases[function] += 1
        (kept if taken or item.nodeid in failed else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


# ---- commands

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is running is ended, too


def run(command, *, status=0, cwd=ROOT, timeout=600, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, **options):
    """Run a command; fail with all it said unless it ends with STATUS (None: any). The CompletedProcess, with text.

    After TIMEOUT seconds it is ended, with all that it started.
    """
    command = [str(word) for word in command]
    text = options.pop("input", None)
    with subprocess.Popen(
        command,
        cwd=cwd,
        stdin=subprocess.PIPE if text is not None else stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        errors="replace",
        start_new_session=True,
        **options,
    ) as process:
        try:
            out, err = process.communicate(text, timeout)
        except BaseException as why:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(why, subprocess.TimeoutExpired):
                pytest.fail(f"{' '.join(command)}\nhas not ended after {timeout} s", pytrace=False)
            raise
    if status is not None and process.returncode != status:
        pytest.fail(
            f"{' '.join(command)}\nended with {process.returncode}, expected {status}\n"
            f"{out[-6000:]}\n{(err or '')[-6000:]}",
            pytrace=False,
        )
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def make(*words, into=BUILD, timeout=1800, **options):
    """Run make for targets and variables, one at a time for all workers that make files in the folder INTO.

    If that is not the build folder, but files of it are needed, they have to be there: see `built`.
    """
    into.mkdir(parents=True, exist_ok=True)
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    }
    with open(into / ".make.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return run(
            ["make", "-s", f"BUILD={os.environ.get('BUILD') or 'build'}", *words],
            env=environment,
            timeout=timeout,
            **options,
        )


@functools.cache
def built(path):
    """A file of the build folder, made if it is not up to date: built("shfl_sim")."""
    make(os.path.relpath(BUILD / path, ROOT))
    return BUILD / path


def c_tests(source):
    """The tests of a C program that uses tests/check.h, which runs one of them by its name: those functions test_*."""
    return re.findall(r"^static void test_(\w+)\(void\)", (ROOT / source).read_text(encoding="utf-8"), re.MULTILINE)


def tracked(*patterns):
    """The files of the repository that match, without those that are deleted; none outside a repository."""
    return [
        pathlib.Path(name) for name in git("ls-files", "-z", *patterns).split("\0") if name and (ROOT / name).is_file()
    ]


@pytest.fixture(scope="session")
def sim():
    """The simulator, of the configurations of `make sim`."""
    return built("shfl_sim")


def simulator(config):
    """A simulator that has configuration CONFIG."""
    if config in settings.QUICK:
        return built("shfl_sim")
    program = BUILD / "tests" / "sim" / config
    program.parent.mkdir(parents=True, exist_ok=True)
    make(f"CONFIGS={config}", "BARE=", f"SIM={os.path.relpath(program, ROOT)}", os.path.relpath(program, ROOT))
    return program


@pytest.fixture(scope="session")
def openshfl():
    """The command."""
    return built("openshfl")


def copy_package(folder):
    """The files of the Python package, so that nothing is built in the checkout."""
    folder.mkdir(exist_ok=True)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    for name in ("model", "cli/python"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    return folder


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The folder of the Python package, installed from its source distribution."""
    folder = copy_package(tmp_path_factory.mktemp("package"))
    run([sys.executable, "-c", "import setuptools.build_meta as build; build.build_sdist('.')"], cwd=folder)
    words = "install -q --disable-pip-version-check --no-index --no-build-isolation --no-deps --target".split()
    strict = {**os.environ, "CFLAGS": "-O1 -Wall -Wextra -Wconversion -Werror"}
    run([sys.executable, "-m", "pip", *words, folder / "site", *folder.glob("*.tar.gz")], env=strict)
    return folder / "site"


@pytest.fixture(scope="session")
def model(package):
    """The Python package, imported."""
    sys.path.insert(0, str(package))
    yield importlib.import_module("openshfl")
    sys.path.remove(str(package))
