# SPDX-License-Identifier: Apache-2.0
"""Which tests run, and the helpers that they share.

Three tiers, by the marks of a case alone:

    make check      pytest --tier=check     the quick cases: all but those marked slow or nightly
    make test       pytest                  all but those marked nightly
    make test-all   pytest --tier=all       everything

The marks:

    slow            more than a second of processor time; a case of `make check` fails with more than LIMIT seconds
    nightly         one of many of its kind, of which `make test` has a few others
    few(N)          of the cases of this function `make check` runs N, spread over them: the others are marked slow
    needs(TOOL..)   names of .ci/need.sh: without these tools the case is skipped, and the reason says how to get them

A file or a test that is named on the command line runs whole, as does what -k or -m selects; --lf runs what failed the
last time. What they use is built when they ask for it.
"""

import collections
import fnmatch
import functools
import hashlib
import importlib
import itertools
import json
import operator
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.environ["OPENSHFL_LIBDEVICE"] = ""  # no test depends on a toolkit of CUDA
BUILD = ROOT / (os.environ.get("BUILD") or "build")
IVERILOG, VVP, VERILATOR, YOSYS = (
    os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP", "VERILATOR", "YOSYS")
)
CC, CXX = ((os.environ.get(name) or usual).split() for name, usual in (("CC", "cc"), ("CXX", "c++")))
from tb import settings
from tests.mutants.command import alone, ended, files

# ---- which tests run


def nightly_but(cases, each_time):
    """Parameters of pytest: of CASES, tuples, all but those for which EACH_TIME is true are nightly."""
    return [pytest.param(*case, marks=[] if each_time(*case) else pytest.mark.nightly) for case in cases]


LEFT_OUT = {"check": {"slow", "nightly"}, "test": {"nightly"}, "all": set()}  # tier: the marks of what it leaves out


def is_left_out(item, tier):
    return any(item.get_closest_marker(name) for name in LEFT_OUT[tier])


def pytest_addoption(parser):
    parser.addoption("--tier", choices=LEFT_OUT, default="test", help="see tests/conftest.py")
    parser.addoption("--keep", metavar="FILE", help="append each case's result; leave out what passed there before")


def runs_whole(config):
    """Whether cases are named on the command line, in whatever way."""
    named = any(os.path.isfile(word.split("::")[0]) for word in config.args)
    failed = config.getoption("lf", False) and config.cache.get("cache/lastfailed", {})
    return bool(named or failed or config.option.keyword or config.option.markexpr)


def pytest_configure(config):
    # workers begin when the file may have more lines already: they take what was there at first
    config.kept = getattr(config, "workerinput", {}).get("kept")
    if config.option.keep and config.kept is None:
        keep_in.append(pathlib.Path(config.option.keep))
        config.kept = results_of(*keep_in)
        with keep_in[0].open("a", encoding="utf-8") as file:
            file.write("\n")  # behind a line that was cut off


def results_of(path):
    """{case: (passed, failed or skipped, its seconds of processor time)}, of a file of --keep; its last result counts.

    A line that was cut off is left out."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = re.findall(r'^\[".*", "(?:passed|failed|skipped)", [\d.]+\]$', text, re.M)
    return {name: (outcome, cpu) for name, outcome, cpu in map(json.loads, lines)}


def thin(items):
    """Mark slow what the mark few leaves out."""
    functions = collections.defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not {"slow", "nightly"} & {mark.name for mark in item.iter_markers()}:
            functions[item.function].append(item)
    for cases in functions.values():
        (count,) = cases[0].get_closest_marker("few").args
        for i, item in enumerate(cases):
            if i * count // len(cases) == (i - 1) * count // len(cases):
                item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)  # before -m, which reads the marks
def pytest_collection_modifyitems(config, items):
    thin(items)
    before = {name for name, (outcome, _) in (config.kept or {}).items() if outcome != "failed"}
    named = runs_whole(config)
    runs = [item.nodeid not in before and (named or not is_left_out(item, config.option.tier)) for item in items]
    config.hook.pytest_deselected(items=list(itertools.compress(items, map(operator.not_, runs))))
    items[:] = itertools.compress(items, runs)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["kept"] = node.config.kept


# ---- processor time, of a case and of the programs that it has waited for

LIMIT = 8  # seconds of a case without a mark, in `make check`, on a machine that others use, too
keep_in = []  # the file of --keep


def spent():
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    before = spent()
    try:
        done = yield
    finally:
        used = spent() - before
        item.user_properties.append(("cpu", used))
    if used > LIMIT and item.config.option.tier == "check" and not runs_whole(item.config):
        pytest.fail(f"it has used {used:.1f} s of processor time; expected {LIMIT}: mark it slow", pytrace=False)
    return done


def pytest_runtest_logreport(report):
    cpu = dict(report.user_properties).get("cpu", 0)
    if report.when == "call" or report.outcome != "passed":
        for path in keep_in:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([report.nodeid, report.outcome, round(cpu, 2)]) + "\n")


# ---- tools


@functools.cache
def missing(*names):
    """The tools that are not here, as .ci/need.sh lists them; nothing if all are."""
    done = run(["sh", ".ci/need.sh", *names], status=None, env={**os.environ, "SETUP": "0"})
    lacking = [line.strip() for line in done.stderr.splitlines() if line.startswith("  ")]
    if done.returncode and not lacking:
        pytest.fail(done.stderr, pytrace=False)
    return "; ".join(lacking)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    names = sorted({name for mark in item.iter_markers("needs") for name in mark.args})
    if names and (tools := missing(*names)):
        pytest.skip(f"missing: {tools}. To install: sh .ci/need.sh {' '.join(names)}")


# ---- commands

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is running is ended, too


def section(page, heading):
    """The rows of the tables below a heading: lists of cells."""
    text = (ROOT / page).read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    lines = re.findall(r"^\|(?!.*---).*", re.split(r"^#", text, maxsplit=1, flags=re.M)[0], re.M)
    cells = [re.split(r"(?<!\\)\|", line.strip("|")) for line in lines]
    rows = [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]
    assert rows, f"{page} has no tables below {heading}"
    return rows


def git(*words):
    """The output of a git command; nothing if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def run(command, *, status=0, cwd=ROOT, timeout=600, stderr=subprocess.PIPE, **options):
    """Run a command; fail with its output unless it ends with STATUS (None: any). The CompletedProcess, with text."""
    try:
        done = ended(command, timeout, options.pop("input", None), cwd=cwd, stderr=stderr, **options)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"{' '.join(late.cmd)}\nhas not ended after {timeout} s", pytrace=False)
    if status is not None and done.returncode != status:
        pytest.fail(
            f"{' '.join(done.args)}\nended with {done.returncode}, expected {status}\n"
            f"{done.stdout[-6000:]}\n{done.stderr[-6000:]}",
            pytrace=False,
        )
    return done


def make(*words, into=BUILD, timeout=1800, **options):
    """Run make for targets and variables, one at a time for all workers that make files in the folder INTO.

    If that is not the build folder, but files of it are needed, they have to be there: see `built`.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    command = ["make", "-s", f"BUILD={os.environ.get('BUILD') or 'build'}", *words]
    with alone(into):
        return run(command, env=kept, timeout=timeout, **options)


@functools.cache
def built(path):
    """A file of the build folder, made if it is not up to date: built("shfl_sim"). Where the core stands alone, what is
    compared with the command or with a GPU is skipped."""
    room = {"openshfl": "cli", "silicon": "silicon"}.get(path.partition("/")[0])
    if room and not (ROOT / room).exists():
        pytest.skip(f"{room}/ is not here")
    make(os.path.relpath(BUILD / path, ROOT))
    return BUILD / path


def c_tests(source):
    """The tests of a C program with lib/check.h, which runs one of them by its name: the functions test_*."""
    return re.findall(r"^static void test_(\w+)\(void\)", (ROOT / source).read_text(encoding="utf-8"), re.MULTILINE)


def tracked(*patterns):
    """The files of the repository that match, without those that are deleted; of a pattern :!FOLDER or :!GLOB none."""

    def matches(name, pattern):
        return fnmatch.fnmatch(name, pattern) or name.startswith(f"{pattern}/")

    def wanted(name):
        left_out = any(matches(name, each[2:]) for each in patterns if each.startswith(":!"))
        return not left_out and any(matches(name, each) for each in patterns) and (ROOT / name).is_file()

    return [pathlib.Path(name) for name in filter(wanted, files(ROOT))]


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


@functools.cache
def runtime():
    """The objects of Verilator's runtime for `verilator --binary`, compiled once."""
    folder = (
        BUILD / "tests" / "verilator" / hashlib.sha256(run([VERILATOR, "--version"]).stdout.encode()).hexdigest()[:8]
    )
    with alone(folder):
        if not (folder / "objects").exists():
            (folder / "part").mkdir(exist_ok=True)
            # Verilator's makefile refuses a folder with a blank in its name
            with tempfile.TemporaryDirectory() as made:
                (pathlib.Path(made) / "empty.sv").write_text("module empty; initial #1 $finish; endmodule\n")
                run([VERILATOR, "--binary", "--top-module", "empty", "--Mdir", made, f"{made}/empty.sv"])
                for path in pathlib.Path(made).glob("verilated*.o"):
                    shutil.copy(path, folder / "part")
            (folder / "part").rename(folder / "objects")
    return sorted((folder / "objects").glob("*.o"))


def simulation(top, folder, *words):
    """A program that Verilator makes in FOLDER of files and options; it is not optimized, since runs are short."""
    folder.mkdir()
    for path in runtime():
        shutil.copy(path, folder)
    objects = " ".join(path.name for path in runtime())
    flags = ["-MAKEFLAGS", "OPT_FAST=-O0 VK_GLOBAL_OBJS=", "-LDFLAGS", objects]
    run([VERILATOR, "--binary", "--top-module", top, "--Mdir", folder, *flags, *words])
    return folder / f"V{top}"


def configurations(*before, each_time=settings.QUICK):
    """A nightly case for each configuration but those of EACH_TIME, with BEFORE in front of its name."""
    return [pytest.param(*before, name, marks=pytest.mark.nightly) for name in settings.ALL if name not in each_time]


@pytest.fixture(scope="session")
def openshfl():
    """The command."""
    return built("openshfl")


def copy_package(folder):
    """The files of the Python package, so that nothing is built in the checkout."""
    folder.mkdir(exist_ok=True)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    for name in ("model", "python", "lib", "cli/files", "cli/read", "cli/answer", "cli/show"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    return folder


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The folder of the Python package, installed from its source distribution; kept while its files are the same."""
    folder = copy_package(tmp_path_factory.mktemp("package"))
    strict = {**os.environ, "CFLAGS": "-O1 -Wall -Wextra -Wconversion -Werror"}
    digest = hashlib.sha256(repr([sys.version, strict.get("CC")]).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    site = BUILD / "tests" / "package" / digest.hexdigest()[:16]
    with alone(site.parent):
        if not site.exists():
            for old in filter(os.path.isdir, site.parent.iterdir()):
                shutil.rmtree(old)
            made = site.with_suffix(".part")
            run([sys.executable, "-c", "import setuptools.build_meta as build; build.build_sdist('.')"], cwd=folder)
            words = "install -q --disable-pip-version-check --no-index --no-build-isolation --no-deps --target".split()
            run([sys.executable, "-m", "pip", *words, made, *folder.glob("*.tar.gz")], env=strict)
            made.rename(site)
    return site


@pytest.fixture(scope="session")
def model(package):
    """The Python package, imported."""
    sys.path.insert(0, str(package))
    yield importlib.import_module("openshfl")
    sys.path.remove(str(package))


# ---- the pages


@pytest.fixture(scope="session")
def browser():
    """Chromium. One for all modules: Playwright runs once in a process."""
    from playwright import sync_api  # make check has tests that need none

    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--disable-dev-shm-usage"])
        yield browser
        browser.close()
