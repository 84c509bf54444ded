# SPDX-License-Identifier: Apache-2.0
"""CONTRIBUTING.md lists the files that a mode, a stage register and a family touch. Here each of these changes is made
in a copy, as tests/contributing/*.toml has it: it touches the files of the list and no other, and it works."""

import os
import pathlib
import re
import shutil
import sys
import tomllib

import pytest
from conftest import BUILD, ROOT, run

from tests.mutants import run as mutants

MOST = {"mode": 10, "stage register": 10, "FPGA family": 3}  # files that a change may touch
EDITS = {
    change: tomllib.loads((ROOT / "tests" / "contributing" / f"{change.replace(' ', '-')}.toml").read_text("utf-8"))[
        "edit"
    ]
    for change in ("mode", "stage register")
}


def listed(change):
    """The files in the list of CONTRIBUTING.md."""
    text = re.search(rf"^## Add an? {change}\n(.*?)^## ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S)[1]
    return sorted(re.findall(r"^- `([^`]+)`: ", text, re.M))


@pytest.mark.parametrize("change", MOST)
def test_no_more_files_than_that(change):
    assert 0 < len(listed(change)) <= MOST[change]


@pytest.mark.parametrize("change", EDITS)
def test_the_files_that_are_edited_are_those_of_the_list(change):
    assert sorted({edit["file"] for edit in EDITS[change]}) == listed(change)


class Copy:
    """A copy of the repository, with a change."""

    def __init__(self, folder, edits=()):
        self.folder = mutants.copied(folder)
        for edit in edits:
            mutants.edit(folder / edit["file"], edit["old"], edit["new"])

    def run(self, *command, rtl="rtl", **options):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "BUILD"))}
        own = {"PYTHONPATH": "tools", "SETUP": "0", "RTL_DIR": str(self.folder / rtl)}
        return run(command, cwd=self.folder, env={**kept, **own}, **options).stdout

    def python(self, *words, **options):
        return self.run(sys.executable, *words, **options)

    def c(self, source):
        """What a program says that is linked with the model."""
        compiler = [*(os.environ.get("CC") or "cc").split(), "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
        program = self.folder / pathlib.Path(source).stem
        self.run(*compiler, "-Imodel", "-Icli/lib", source, *self.folder.glob("model/*.c"), "-o", program)
        return self.run(program)

    def make(self, *words):
        """What is of no interest here is compiled once for all: Verilator's own part of a simulator."""
        runtime = self.folder / "build" / "rtl" / "runtime"
        if (BUILD / "rtl" / "runtime").is_dir() and not runtime.is_dir():
            shutil.copytree(BUILD / "rtl" / "runtime", runtime)
        return self.run("make", "-s", *words, timeout=1200)

    def simulate(self, config):
        self.make("CFLAGS=-O1", f"CONFIGS={config}", "BARE=", "build/shfl_sim")
        assert re.search(r"^5 passed, 0 failed$", self.run(self.folder / "build" / "shfl_sim"), re.M)

    def prove(self, stage, rtl="rtl", **params):
        call = f"prove.prove({stage!r}, {params}, prove.RTL, {str(self.folder / 'proof')!r})"
        self.python("-c", f"from formal import prove; {call}", rtl=rtl)

    def breaks(self):
        """Each edit of tests/mutants/ still finds its text."""
        assert (
            self.python("-c", "from tests.mutants import run; print([m.wrong() for m in run.read() if m.wrong()])")
            == "[]\n"
        )

    def lint(self, module, **params):
        said = self.python("-c", f"import linters; print(linters.verilator({module!r}, {params}, ['rtl']))")
        assert said == "(0, '')\n", said


def mode(copy):
    copy.breaks()
    copy.python("model/defs.py")
    copy.python("docs/pages.py", "docs/rules.md")
    assert "| ROTATE | 4 | " in (copy.folder / "docs/rules.md").read_text("utf-8")
    copy.lint("shfl", LANES=8, W=8)
    assert "PASS ROTATE" in copy.c("tests/test_model.c")
    copy.c("formal/model_rules.c")
    copy.prove("lane_index", LANES=8)
    shutil.copytree(copy.folder / "rtl", copy.folder / "ice40")
    shutil.copy(copy.folder / "rtl/tech/ice40/shfl_lane_index.v", copy.folder / "ice40")
    copy.prove("lane_index", rtl="ice40", LANES=8)
    copy.prove("range_check", LANES=8)
    copy.simulate("l8_w8_d2_raw")
    copy.make("CFLAGS=-O0", "build/openshfl")
    said = copy.run(copy.folder / "build/openshfl", "explain", "--mode", "rotate", "--index", "3", "--lanes", "8")
    assert "j = min_lane | ((lane + index) & ~segmask)" in said


def stage_register(copy):
    copy.breaks()
    copy.python("docs/pages.py", "docs/rules.md")
    rules = (copy.folder / "docs/rules.md").read_text("utf-8")
    assert "| `DEPTH` | 1 | stage registers from input to output, 0 to 8 |" in rules
    assert "| 8 | register | register | register | register | register | register | register | register |" in rules
    copy.lint("shfl", LANES=8, W=8, DEPTH=8)
    copy.prove("data", LANES=2, W=1, DEPTH=8, POLICY=1, CHAIN=0, PARTS=0, TAG_W=2)
    copy.simulate("l2_w2_d8_own_chain1")


@pytest.mark.share(6)
@pytest.mark.parametrize("change", EDITS)
def test_the_change_works(change, tmp_path):
    {"mode": mode, "stage register": stage_register}[change](Copy(tmp_path, EDITS[change]))


def test_a_family_is_a_folder(tmp_path):
    copy = Copy(tmp_path)
    family = pathlib.Path("synth/fpga/families")
    for path in listed("FPGA family"):
        new = pathlib.Path(path.replace("NAME", "ice50"))
        (tmp_path / new).parent.mkdir(exist_ok=True)
        shutil.copyfile(tmp_path / family / "ice40" / new.name, tmp_path / new)
    said = copy.python("-m", "fpga.flow", "area", "ice50", "LANES=2", "W=1")
    assert re.search(r'"luts": [1-9]', said)
    assert "make synth FAMILY=ice50 PARAMS='PARTS=1'" in copy.python("-m", "fpga.report", "list")
