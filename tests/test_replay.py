# SPDX-License-Identifier: Apache-2.0
"""The model's warps through the RTL in four states, with bubbles, stalls and resets: no X, and no other answer. Then
RTL and files that are broken on purpose."""

import shutil

import pytest

import replay
import settings
from conftest import ROOT, run, simulator

COUNT = 150


def vectors(config, suite, path):
    """Write warps of a suite; how many there are."""
    run([simulator(config), "--vectors", path, "--config", config, "--suite", suite, "--count", COUNT, "--seed", 1])
    return len(path.read_text().splitlines())


def passes(config, tmp_path):
    setting = settings.parse(config)
    simulation = tmp_path / "simulation"
    assert replay.compiled(setting, setting.rtl_folders(), simulation) == ""
    for suite in ("mixed", "uniform", "routing"):
        warps = vectors(config, suite, tmp_path / "vectors")
        assert warps > 0 and replay.play(simulation, tmp_path / "vectors", warps).startswith(
            f"PASS: {warps} warps, "
        ), suite


@pytest.mark.parametrize("config", settings.QUICK[1:])
def test_small_configuration(config, tmp_path):
    passes(config, tmp_path)


@pytest.mark.share(10, group="configurations")
@pytest.mark.parametrize("config", [config for config in settings.ALL if config not in settings.QUICK])
def test_configuration(config, tmp_path):
    passes(config, tmp_path)


@pytest.mark.share(5)
@pytest.mark.parametrize("config", settings.QUICK[:1])
def test_default(config, tmp_path):
    passes(config, tmp_path)


# ---- does it notice? First, RTL that is broken on purpose: configuration, old text of rtl/shfl.v, new text, and what
# ---- the verdict has to say

SMALL = "l8_w8_d2_raw"
PASSES = "l8_w8_d3_raw_mux1_p8"  # plays the same warps
LAST_TAG = (COUNT - 1) * 40503 % 65536
NOTICED = {
    "a reset that does not end the passes": (
        PASSES,
        "move      = rst || !valid[AT_SELECT]",
        "move = !valid[AT_SELECT]",
        "in_ready is x",
    ),
    "passes that start anywhere": (PASSES, "{done, pass} <= {(PASS_W + 1){1'b0}};", "done <= 1'b0;", "in_ready is x"),
    "a pass too few": (PASSES, "pass == LAST_PASS[PASS_W-1:0];", "pass == LAST_PASS[PASS_W-1:0] - 1;", "rd is"),
    "a handshake without reset": (SMALL, ".in(valid[r-1] && !rst)", ".in(valid[r-1])", "out_valid is x"),
    "a clock without a warp taken for one": (
        SMALL,
        "valid[0] = in_valid;",
        "valid[0] = 1'b1;",
        "but no warp is inside",
    ),
    "an operand that is not there yet": (
        SMALL,
        ".in_range(crossbar_in_range[k])",
        ".in_range(in_range_next[k])",
        "pu is",
    ),
    "warps that vanish in a stall": (
        SMALL,
        ".enable(move), .in(valid[r-1] && !rst)",
        ".enable(1'b1), .in(valid[r-1] && move && !rst)",
        "warp",
    ),
    "a last warp that never comes out": (
        SMALL,
        "DEPTH > 0 ? valid[LAST] :",
        f"DEPTH > 0 ? valid[LAST] && out_tag != {LAST_TAG} :",
        "came out, the rest is lost",
    ),
}


@pytest.mark.parametrize("mistake", NOTICED)
def test_notices(mistake, good, tmp_path):
    config, old, new, words = NOTICED[mistake]
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl")
    unit = tmp_path / "rtl" / "shfl.v"
    assert unit.read_text().count(old) == 1, f"rtl/shfl.v has '{old}' {unit.read_text().count(old)} times"
    unit.write_text(unit.read_text().replace(old, new))
    assert replay.compiled(settings.parse(config), [tmp_path / "rtl"], tmp_path / "simulation") == ""
    verdict = replay.play(tmp_path / "simulation", good[1], good[2])
    assert verdict.startswith("FAIL: ") and words in verdict


# ---- then files


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A simulation, a file for it, and how many warps are in it, with resets in between."""
    folder = tmp_path_factory.mktemp("good")
    setting = settings.parse(SMALL)
    assert replay.compiled(setting, setting.rtl_folders(), folder / "simulation") == ""
    warps = vectors(SMALL, "mixed", folder / "vectors")
    verdict = replay.play(folder / "simulation", folder / "vectors", warps)
    assert verdict.startswith(f"PASS: {warps} warps, ") and int(verdict.split(" resets")[0].split()[-1]) > 0
    return folder / "simulation", folder / "vectors", warps


def flipped(line, at):
    return line[:at] + f"{int(line[at], 16) ^ 1:x}" + line[at + 1 :]


MIDDLE = COUNT // 2
DAMAGED = {
    "a bit of an answer flipped": (
        lambda lines: [*lines[:MIDDLE], flipped(lines[MIDDLE], len(lines[MIDDLE]) - 1), *lines[MIDDLE + 1 :]],
        f"warp {MIDDLE}: rd is",
    ),
    "a bit of a tag flipped": (
        lambda lines: [*lines[:MIDDLE], flipped(lines[MIDDLE], 0), *lines[MIDDLE + 1 :]],
        f"line {MIDDLE + 1} is missing, or not",
    ),
    "no last line": (lambda lines: lines[:-1], f"line {COUNT} is missing"),
    "cut within its last line": (lambda lines: [*lines[:-1], lines[-1][:-10]], f"line {COUNT} is missing"),
    "a line missing amid": (lambda lines: lines[:MIDDLE] + lines[MIDDLE + 1 :], f"line {MIDDLE + 1} is missing"),
    "empty": (lambda lines: [], "line 1 is missing"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_notices_a_file_that_is(damage, good, tmp_path):
    simulation, file, warps = good
    edit, words = DAMAGED[damage]
    (tmp_path / "vectors").write_text("\n".join(edit(file.read_text().splitlines())) + "\n")
    verdict = replay.play(simulation, tmp_path / "vectors", warps)
    assert verdict.startswith("FAIL: ") and words in verdict


def test_notices_no_file(good, tmp_path):
    verdict = replay.play(good[0], tmp_path / "none", good[2])
    assert verdict.startswith("FAIL: ") and "line 1 is missing" in verdict
