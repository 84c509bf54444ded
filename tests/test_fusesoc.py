# SPDX-License-Identifier: Apache-2.0
"""openshfl.core as FuseSoC takes it: found, linted, simulated, synthesized, depended on."""

import json
import os
import re
import subprocess

import pytest
from conftest import BUILD, ROOT, run

pytestmark = [pytest.mark.nightly, pytest.mark.covers("openshfl.core"), pytest.mark.needs("fusesoc")]
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")


@pytest.fixture
def fusesoc(tmp_path):
    """FuseSoC with its configuration in the test's folder: fusesoc(WORD, ..., cores=FOLDER, status=0)."""
    (tmp_path / "FUSESOC_IGNORE").touch()  # who searches the repository for cores is not to find those of the test
    homes = {f"XDG_{home}_HOME": str(tmp_path / "xdg") for home in ("CONFIG", "CACHE", "DATA")}

    def call(*words, cores=(ROOT,), status=0):
        roots = [word for folder in cores for word in ("--cores-root", folder)]
        return run(
            [VENV / "bin/fusesoc", *roots, *words],
            status=status,
            cwd=tmp_path,
            env={**os.environ, **homes},
            stderr=subprocess.STDOUT,
        ).stdout

    def job(name, target, *words, **options):
        flags = [word for word in words if word.startswith("--flag")]
        words = [word for word in words if word not in flags]
        folder = ["--build-root", tmp_path / name]
        return call("run", *folder, f"--target={target}", *flags, "openshfl", *words, **options)

    call.job = job
    return call


def test_the_core_is_found(fusesoc):
    assert re.search(r"(?m)^::openshfl:0\.1\.0 ", fusesoc("core", "list"))


def test_the_core_has_every_file_and_parameter():
    core = (ROOT / "openshfl.core").read_text()
    for pattern in ("rtl/*.v*", "rtl/sv/*.sv", "rtl/amd/*.v*", "rtl/chain/*.v"):
        for file in ROOT.glob(pattern):
            assert f"- {file.relative_to(ROOT)}" in core
    head = (ROOT / "rtl/shfl.v").read_text().split(") (")[0]
    for name in set(re.findall(r"parameter ([A-Z_]+)", head)) - {"TAG_W"}:
        assert f"\n  {name}:\n" in core


@pytest.mark.parametrize(
    "flags", [(), ("--flag=chain",), ("--flag=sv",), ("--flag=amd",)], ids=["mux", "chain", "sv", "amd"]
)
def test_lint(fusesoc, flags):
    fusesoc.job("lint", "lint", *flags, "--LANES=16", "--W=4", "--DEPTH=7", "--PARTS=4", "--POLICY=1")


def test_lint_refuses_illegal_parameters(fusesoc):
    assert "shfl_error_PARTS_must_be" in fusesoc.job("lint", "lint", "--PARTS=99", status=1)


def test_sim(fusesoc):
    fusesoc.job("sim", "sim")


@pytest.mark.parametrize("flags", [(), ("--flag=chain",)], ids=["mux", "chain"])
def test_sim_with_every_parameter(fusesoc, flags):
    values = {"LANES": 8, "W": 6, "DEPTH": 5, "POLICY": 1, "PARTS": 2}
    said = fusesoc.job("sim", "sim", *flags, *(f"--{name}={value}" for name, value in values.items()))
    assert re.search(
        ", ".join(f"{name} {value}" for name, value in values.items()) + r".*: [1-9]\d* checks, 0 errors", said
    )


USER = """CAPI=2:
name: ::broadcast:1.0.0
filesets:
  rtl:
    depend: ['::openshfl:0.1.0']
    file_type: verilogSource-2005
    files: [broadcast.v]
targets:
  default:
    filesets: [rtl]
    flow: lint
    flow_options: {tool: verilator}
    toplevel: broadcast
"""


def test_another_core_may_depend_on_it(fusesoc, tmp_path):
    """The README's broadcast, as a core of its own."""
    user = tmp_path / "user"
    user.mkdir()
    (user / "user.core").write_text(USER)
    broadcast = re.search(r"(?ms)^module broadcast \(.*?^endmodule$", (ROOT / "README.md").read_text())
    (user / "broadcast.v").write_text(broadcast[0] + "\n")
    words = ("run", "--build-root", tmp_path / "build", "::broadcast:1.0.0")
    fusesoc(*words, cores=(ROOT, user))
    assert "openshfl" in fusesoc(*words, cores=(user,), status=1)


def test_synth(fusesoc, tmp_path):
    """Placed and routed for an iCE40; a link is one LUT4 a bit, or FuseSoC's flow has lost the chain."""
    fusesoc.job("synth", "synth", "--LANES=8", "--W=2", "--DEPTH=2", "--PARTS=1")
    made = tmp_path / "synth/openshfl_0.1.0/synth/openshfl_0.1.0"
    assert made.with_suffix(".0.bin").stat().st_size > 0
    cells = json.loads(made.with_suffix(".0.json").read_text())["modules"]["shfl_pins"]["cells"]
    links = [name for name in cells if "u_link" in name and "SB_LUT4" in name]
    assert len(links) == 8 * 4 * (2 + 1)  # lanes x pairs x (bits, and the active bit)
