# SPDX-License-Identifier: Apache-2.0
"""openshfl.core in FuseSoC: found, linted, simulated, synthesized, a dependency of another core."""

import json
import os
import re
import subprocess

import pytest
from conftest import BUILD, ROOT, run
from test_filelists import SETS, filelists

pytestmark = [pytest.mark.nightly, pytest.mark.covers("openshfl.core"), pytest.mark.needs("fusesoc")]
VERSION = re.search(r"(?m)^name: ::openshfl:(.+)$", (ROOT / "openshfl.core").read_text())[1]
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
        flags = [word for word in words if word.startswith("--flag") or word == "--setup"]
        words = [word for word in words if word not in flags]
        folder = ["--build-root", tmp_path / name]
        return call("run", *folder, f"--target={target}", *flags, "openshfl", *words, **options)

    call.job = job
    return call


def test_the_core_is_found(fusesoc):
    assert f"\n::openshfl:{VERSION} " in fusesoc("core", "list")


def test_the_core_has_every_file_and_parameter():
    core = (ROOT / "openshfl.core").read_text()
    for pattern in ("rtl/*.v*", "rtl/sv/*.sv", "rtl/amd/*.v*", "rtl/chain/*.v"):
        for file in ROOT.glob(pattern):
            assert f"- {file.relative_to(ROOT)}" in core
    for unit, flags in filelists.UNITS.items():
        head = (ROOT / "rtl" / "".join(flags) / f"{unit}.v").read_text().split(") (")[0]
        target = re.search(rf"(?ms)^  lint\w*:(?:(?!\n\n).)*?parameters: \[([\w, ]+)\]\n    toplevel: {unit}\n", core)
        names = set(re.findall(r"parameter ([A-Z_]+)", head)) - {"TAG_W", "BEAT_W"}
        if unit != "shfl_any":  # which inherits those of shfl_amd
            assert set(target[1].split(", ")) == names
        for name in names:
            assert f"\n  {name}:\n" in core


@pytest.mark.parametrize("flags", SETS, ids=lambda flags: "-".join(sorted(flags)) or "none")
def test_files(fusesoc, flags, tmp_path):
    """FuseSoC chooses the files that rtl/filelists.py chooses."""
    fusesoc.job("files", "lint", "--setup", *(f"--flag={flag}" for flag in flags))
    made = next((tmp_path / "files").rglob("*.eda.yml")).read_text()
    files = re.findall(rf"(?m)^  name: src/openshfl_{VERSION}/(\S+)$", made.split("\nfiles:\n")[1])
    assert files == filelists.chosen(flags)


@pytest.mark.parametrize(
    "target, flags",
    [("lint", ()), ("lint", ("chain",)), ("lint", ("sv",))]
    + [(f"lint_{unit}", flags) for unit in ("banked", "amd", "any", "amd_banked") for flags in ((), ("chain",))],
    ids=lambda value: value if isinstance(value, str) else "".join(value),
)
def test_lint(fusesoc, target, flags):
    values = {"LANES": 32, "W": 2, "SKID": 1, **({"GEN": 3} if "amd" in target or "any" in target else {})}
    fusesoc.job("lint", target, *(f"--flag={flag}" for flag in flags), *(f"--{n}={v}" for n, v in values.items()))


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
    depend: ['::openshfl:VERSION']
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
    (user / "user.core").write_text(USER.replace("VERSION", VERSION))
    broadcast = re.search(r"(?ms)^module broadcast \(.*?^endmodule$", (ROOT / "README.md").read_text())
    (user / "broadcast.v").write_text(broadcast[0] + "\n")
    words = ("run", "--build-root", tmp_path / "build", "::broadcast:1.0.0")
    fusesoc(*words, cores=(ROOT, user))
    assert "openshfl" in fusesoc(*words, cores=(user,), status=1)


def test_synth(fusesoc, tmp_path):
    """Placed and routed for an iCE40; a link is one LUT4 a bit, or FuseSoC's flow has lost the chain."""
    fusesoc.job("synth", "synth", "--LANES=8", "--W=2", "--DEPTH=2", "--PARTS=1")
    made = tmp_path / f"synth/openshfl_{VERSION}/synth/openshfl_{VERSION}"
    assert made.with_name(made.name + ".bin").stat().st_size > 0
    cells = json.loads(made.with_name(made.name + ".json").read_text())["modules"]["shfl_pins"]["cells"]
    links = [name for name in cells if "u_link" in name and "SB_LUT4" in name]
    assert len(links) == 8 * 4 * (2 + 1)  # lanes x pairs x (bits, and the active bit)
