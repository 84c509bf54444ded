# SPDX-License-Identifier: Apache-2.0
"""What the tests share: how they build, how they run a program, and which of them `make test` takes.

    pytest                  what can break between two commits
    pytest --all            also the long ones, and all shares (make test-all)
    pytest -k range_check   one of them; what it needs is built first
"""
import fcntl
import os
import pathlib
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the long tests and all shares, too")


def commit_number():
    """How many commits led here, so that the share moves from one to the next; 0 outside a repository."""
    done = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 else 0


def pytest_collection_modifyitems(config, items):
    if config.getoption("--all") or any("::" in word for word in config.args):     # a test asked for by its name runs
        return
    number = commit_number()
    kept, left_out = [], []
    for item in items:
        share = item.get_closest_marker("share")
        taken = not share or zlib.crc32(item.nodeid.encode()) % share.args[0] == number % share.args[0]
        (kept if taken and not item.get_closest_marker("long") else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def run(command, *, status=0, cwd=ROOT, timeout=600, **options):
    """Run a command; fail with all it said unless it ends with STATUS (None: any). The CompletedProcess, with text."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, stdin=options.pop("stdin", subprocess.DEVNULL),
                          stdout=subprocess.PIPE, stderr=options.pop("stderr", subprocess.PIPE), text=True, timeout=timeout,
                          check=False, errors="replace", **options)
    if status is not None and done.returncode != status:
        pytest.fail(f"{' '.join(map(str, command))}\nended with {done.returncode}, expected {status}\n"
                    f"{done.stdout[-6000:]}\n{(done.stderr or '')[-6000:]}", pytrace=False)
    return done


def make(*words, **options):
    """Run make for targets and variables, one at a time for all workers, since they share one build folder."""
    BUILD.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    with open(BUILD / ".make.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return run(["make", "-s", f"BUILD={os.environ.get('BUILD') or 'build'}", *words], env=environment,
                   timeout=options.pop("timeout", 1800), **options)


def built(path):
    """A file of the build folder, made if it is not up to date: built("shfl_sim")."""
    make(os.path.relpath(BUILD / path, ROOT))
    return BUILD / path


@pytest.fixture(scope="session")
def sim():
    """The simulator, of the configurations of `make sim`."""
    return built("shfl_sim")


@pytest.fixture(scope="session")
def openshfl():
    """The command."""
    return built("openshfl")
