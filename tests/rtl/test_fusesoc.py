# SPDX-License-Identifier: Apache-2.0
"""The cores in FuseSoC: complete, linted, simulated, synthesized, a dependency of another core."""

import json
import os
import pathlib
import re
import subprocess

import pytest
from conftest import BUILD, ROOT, run
from test_filelists import OF_FAMILIES, PARAMETERS, filelists

pytestmark = [pytest.mark.nightly, pytest.mark.needs("fusesoc")]
VERSION = re.search(r"(?m)^name: ::openshfl:(.+)$", (ROOT / "openshfl.core").read_text())[1]
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")


@pytest.fixture
def fusesoc(tmp_path):
    """A function that runs a target of the core, or with CORES another core, in the test's folder."""
    (tmp_path / "FUSESOC_IGNORE").touch()  # a search for cores in the repository must not find those of the test
    homes = {f"XDG_{home}_HOME": str(tmp_path / "xdg") for home in ("CONFIG", "CACHE", "DATA")}

    def job(*words, name="openshfl", parameters=(), cores=(ROOT,)):
        roots = [word for folder in cores for word in ("--cores-root", folder)]
        given = [f"--{n}={v}" for n, v in dict(parameters).items()]
        command = [VENV / "bin/fusesoc", *roots, "run", "--build-root", tmp_path / "build", *words, name, *given]
        return run(command, cwd=tmp_path, env={**os.environ, **homes}, stderr=subprocess.STDOUT).stdout

    return job


TARGET = r"(?ms)^  (lint\w*):(?:(?!\n\n).)*?parameters: \[([\w, ]+)\]\n    toplevel: (\w+)"
CORES = {name: (ROOT / file).read_text() for name, file in filelists.CORES.items()}
LINTS = [(name, *found) for name, text in CORES.items() for found in re.findall(TARGET, text)]


def test_the_cores_have_every_file_and_parameter():
    listed = {file for name in CORES for files in filelists.core(name)[0].values() for file in files}
    for pattern in ("rtl/*.v*", "rtl/*/*.v*", "rtl/sv/*.sv", "rtl/tech/*/*.v"):
        assert {str(file.relative_to(ROOT)) for file in ROOT.glob(pattern)} <= listed
    assert [unit for *_, unit in LINTS] == [unit for name in CORES for unit in filelists.OF_FOLDER[folder_of(name)]]
    for name, _, parameters, unit in LINTS:
        head = (ROOT / folder_of(name) / f"{unit}.v").read_text().split(") (")[0]
        names = set(re.findall(r"parameter integer ([A-Z_]+)", head)) - {"TAG_W", "BEAT_W"}
        assert set(parameters.split(", ")) == names
        for parameter in names:
            assert re.search(rf"\b{parameter}:\s+[{{&*]", CORES[name])


def folder_of(core):
    return core.replace("openshfl", "rtl").replace("_", "/")


FLAGS = [set(), {"chain"}, {"sv"}, *[flags - {"amd", "rvv"} for flags in OF_FAMILIES]]


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("flags", FLAGS, ids=lambda flags: "-".join(sorted(flags)) or "none")
def test_files(fusesoc, core, flags, tmp_path):
    """FuseSoC chooses the files that rtl/filelists.py chooses."""
    target = next(target for name, target, *_ in LINTS if name == core)
    fusesoc(f"--target={target}", "--setup", *(f"--flag={flag}" for flag in flags), name=core)
    made = next((tmp_path / "build").rglob("*.eda.yml")).read_text()
    found = re.findall(r"(?m)^  name: src/(\w+?)_(?:0|[\d.]+)/(\S+)$", made.split("\nfiles:\n")[1])
    files = [str(pathlib.Path(filelists.CORES[of]).parent / file) for of, file in found]
    assert files == filelists.chosen({*flags, core.removeprefix("openshfl_")}, dict.fromkeys(["openshfl", core]))


@pytest.mark.parametrize("core, target, unit", [(name, target, unit) for name, target, _, unit in LINTS])
@pytest.mark.parametrize("flag", ["", "chain", "sv"])
def test_lint(fusesoc, core, target, unit, flag):
    fusesoc(f"--target={target}", *[f"--flag={flag}"] * bool(flag), name=core, parameters=PARAMETERS[unit])


def test_sim(fusesoc):
    fusesoc("--target=sim")


@pytest.mark.parametrize("flags", [(), ("--flag=chain",)], ids=["mux", "chain"])
def test_sim_with_every_parameter(fusesoc, flags):
    values = {"LANES": 8, "W": 6, "DEPTH": 5, "POLICY": 1, "PARTS": 2}
    printed = fusesoc("--target=sim", *flags, parameters=values)
    used = ", ".join(f"{name} {value}" for name, value in values.items())
    assert re.search(used + r".*: [1-9]\d* checks, 0 errors", printed)


USER = f"""CAPI=2:
name: ::broadcast:1.0.0
filesets: {{rtl: {{depend: ['::openshfl:{VERSION}'], file_type: verilogSource-2005, files: [broadcast.v]}}}}
targets: {{default: {{filesets: [rtl], flow: lint, flow_options: {{tool: verilator}}, toplevel: broadcast}}}}
"""


def test_another_core_may_depend_on_it(fusesoc, tmp_path):
    """The broadcast of docs/use/integration.md in another core."""
    (tmp_path / "user").mkdir()
    (tmp_path / "user/user.core").write_text(USER)
    broadcast = re.search(r"(?ms)^module broadcast \(.*?^endmodule$", (ROOT / "docs/use/integration.md").read_text())
    (tmp_path / "user/broadcast.v").write_text(broadcast[0] + "\n")
    fusesoc(name="::broadcast:1.0.0", cores=(ROOT, tmp_path / "user"))


def test_synth(fusesoc, tmp_path):
    """Placed and routed for an iCE40; a link is one LUT4 a bit, or FuseSoC's flow has lost the chain."""
    fusesoc("--target=synth", parameters={"LANES": 8, "W": 2, "DEPTH": 2, "PARTS": 1})
    made = tmp_path / f"build/openshfl_{VERSION}/synth/openshfl_{VERSION}"
    assert made.with_name(made.name + ".bin").stat().st_size > 0
    cells = json.loads(made.with_name(made.name + ".json").read_text())["modules"]["shfl_pins"]["cells"]
    links = [name for name in cells if "u_link" in name and "SB_LUT4" in name]
    assert len(links) == 8 * 4 * (2 + 1)  # lanes x pairs x (bits, and the active bit)
