# SPDX-License-Identifier: Apache-2.0
"""The waves: the trace of a scenario equals the model, save files and pictures are of the trace, docs/use/waves.md is
up to date, and `make waves` shows the warp that it names."""

import re
import shutil
import sys
import xml.etree.ElementTree as xml

import pytest
from conftest import BUILD, ROOT, built, make, nightly_but, run

from tests.mutants.run import copied, edit
from waves import draw, layout, page, trace

SCENARIOS = ("scenario", "scenario_banked", "scenario_network")
SCENARIO = (ROOT / "waves/scenario.txt").read_text(encoding="ascii")
CONFIG = re.search("^config *(.*)", SCENARIO, re.M)[1]

# per stage, what its signals are in the notes; @: a vector with a part for every lane
CHECKED = {
    "decode": {"ra@": "ra", "active@": "active"}
    | {f"u_front.u_sources.g_lane[{{k}}].u_decode.{name}": name for name in ("index", "clamp", "segmask")},
    "lane_index": {"u_front.u_sources.g_lane[{k}].u_lane_index.j": "j"},
    "range_check": {"u_front.u_sources.g_lane[{k}].u_range_check.in_range": "in_range"},
    "select": {"u_fabric.g_crossbar.u_crossbar.g_lane[{k}].u_select.src_lane": "src_lane"},
    "crossbar_high": {f"u_fabric.g_crossbar.u_crossbar.{name}_next@": name for name in ("src_data", "src_active")},
    "writeback": {f"u_back.g_lane[{{k}}].u_writeback.{name}": name for name in ("rd", "pu", "we")},
    "output": {f"{name}@": name for name in ("rd", "pu", "we", "src_active")},
}
NETWORK = "u_fabric.g_network.u_network"
CHECKED_NETWORK = CHECKED | {
    "select": {f"{NETWORK}.src_lane@": "src_lane"},
    "crossbar_high": {f"{NETWORK}.{name}_next@": name for name in ("src_data", "src_active")},
}
SERVED = {
    "crossbar_low": f"{NETWORK}.trip_served",
    "crossbar_high": f"{NETWORK}.low_served",
    "writeback": "u_fabric.served",
}
LANE = "u_front.u_sources.g_lane[{k}]"
CHECKED_BANKED = {
    "decode": {"ra@": "ra", "active@": "active", "in_beat": "beat", "in_last": "last"}
    | {f"{LANE}.u_decode.index": "index", f"{LANE}.u_lane_index.j": "j"},
    "write": {"u_fabric.in_beat": "beat", "u_fabric.in_reads_j@": "in_range", "u_fabric.in_src_lane@": "src_lane"},
    "fetch": {"u_fabric.fetch_beat": "beat", "u_fabric.fetch_src_lane@": "src_lane"},
    "read": {"u_fabric.read_src_active@": "src_active"},
    "output": {"out_beat": "beat", "out_last": "last", **CHECKED["output"]},
}


@pytest.fixture(scope="module")
def shown():
    """{name of a scenario: its trace and notes}"""
    return {name: built(f"waves/{name}.vcd") and page.scenario(name) for name in SCENARIOS}


@pytest.fixture
def scenario(shown):
    return shown["scenario"]


def differences(notes, shown):
    """What the trace has otherwise than the notes: (clock cycle, net, value, expected); and how much was compared."""
    wrong, compared = [], 0

    def expect(clock, net, want, low=0, size=None):
        nonlocal compared
        compared += 1
        got = shown.trace.value(shown.trace.unit + net, clock, low, size)
        if got != want:
            wrong.append((clock, net, got, want))

    for warp in notes["warps"]:
        for clock in range(warp["since"][0], warp["since"][1]):
            expect(clock, "mode", warp["mode"])
            expect(clock, "in_ready", int(clock == warp["since"][1] - 1))
        for clock in range(warp["since"][-1], warp["left"] + 1):
            expect(clock, "out_ready", int(clock == warp["left"]))
    checked = CHECKED_BANKED if shown.trace.banked else CHECKED_NETWORK if shown.trace.network else CHECKED
    for name, stage in shown.stages.items():
        for clock in range(notes["clocks"]):
            warp = page.holder(notes, stage, clock)
            compared += 1
            if shown.warp(stage, clock) != (warp and warp["tag"]):
                wrong.append((clock, name, shown.warp(stage, clock), warp and warp["tag"]))
            lanes = range(shown.lanes)  # of those the stage has the values
            if warp and shown.trace.network and name in SERVED:
                words = shown.trace.parameter("NETWORK")
                trip = page.trip(warp, stage, clock)
                lanes = [k for k, by in enumerate(page.served(warp, words)) if by == trip]
                expect(clock, SERVED[name], sum(1 << k for k in lanes))
                if name == "crossbar_low":
                    expect(clock, "u_fabric.select_last", int(page.trip(warp, stage, clock) == warp["trips"]))
                    for k, j in ((k, warp["j"][k]) for k in lanes if warp["in_range"][k]):
                        position, w = j // words * words + k % words, shown.trace.parameter("W")
                        expect(clock, f"{NETWORK}.position_next", warp["ra"][j], w * position, w)
            for net, key in checked.get(name, {}).items() if warp else []:
                size = shown.trace.nets[shown.trace.unit + net.strip("@").format(k=0)].size
                size //= shown.lanes if "@" in net else 1
                for k, value in enumerate(warp[key] if isinstance(warp[key], list) else [warp[key]]):
                    if k not in lanes:
                        continue
                    expect(clock, net.strip("@").format(k=k), value % (1 << size), size * k if "@" in net else 0, size)
    return wrong, compared


def test_the_trips_by_hand(shown):
    """R5.6.1, of the scenario's warps; the harness counts them by R5.6.2."""
    warps = shown["scenario_network"].notes["warps"]
    by_hand = ["11111111", "11112121", "11111111", "11111111", "11112221", "11111111"]
    assert ["".join(map(str, page.served(warp, 4))) for warp in warps] == by_hand
    assert [str(warp["trips"]) for warp in warps] == [max(lanes) for lanes in by_hand]


@pytest.mark.parametrize(("name", "least"), [("scenario", 3000), ("scenario_banked", 700), ("scenario_network", 700)])
def test_the_trace_is_what_the_model_says(shown, name, least):
    wrong, compared = differences(shown[name].notes, shown[name])
    assert not wrong and compared > least


def played(folder, name, file, old, new, status):
    """What make says when it plays a scenario on a copy of the RTL in which a file is changed."""
    copied(folder)
    edit(folder / f"rtl/{file}", old, new)
    paths = {"RTL_DIR": "rtl", "RTL_BUILD": "rtl_build", "WAVES": "traces"}
    settings = [f"{variable}={folder}/{path}" for variable, path in paths.items()]
    done = make(f"{folder}/traces/{name}.vcd", *settings, f"RUNTIME={BUILD}/rtl/runtime", status=status)
    return done.stdout + done.stderr


SELECT = ("shfl_select.v", "reads_j ? j", "!reads_j ? j")


TURN = "path_then[AT +: RANK_W]  = "


@pytest.mark.slow
@pytest.mark.parametrize("name, edited, row", nightly_but([
    ("scenario", SELECT, (0, "69", "64")),
    ("scenario_banked", SELECT, (0, "68", "64")),
    ("scenario_network", ("shfl_trips.v", f"{TURN}turn", f"{TURN}0"), (4, "ca", "c8")),
], lambda name, *_: name == "scenario"))  # fmt: skip
def test_a_scenario_that_the_rtl_fails_is_reported(name, edited, row, tmp_path):
    said = played(tmp_path, name, *edited, status=2)
    where = rf"MISMATCH in scenario waves/{name}\.txt on l8_\S+, clock cycle \d+"
    lane, expected, got = row
    assert re.search(rf"^{where}\n(?:  .*\n)*  \* +{lane} .*  0*{expected} +0*{got} ", said, re.M), said
    assert not list((tmp_path / "traces").glob(f"{name}.*"))


@pytest.mark.nightly
def test_a_lane_in_the_wrong_trip_is_detected(tmp_path):
    """A lane that is out of range is served in the second trip: the results are right, the trace is not."""
    played(tmp_path, "scenario_network", "shfl_trips.v", "next_reads_j[k] && path_first", "path_first", status=0)
    base = tmp_path / "traces/scenario_network"
    notes = trace.notes_of(base.with_suffix(".notes"))
    wrong, _ = differences(notes, layout.Layout(notes, trace.Trace(base.with_suffix(".vcd"))))
    assert {net for _, net, *_ in wrong} >= set(SERVED.values()), wrong


# ---- docs/use/waves.md


def test_the_page_is_up_to_date(shown):
    run([sys.executable, "-m", "cogapp", "--check", "docs/use/waves.md"])
    text = (ROOT / "docs/use/waves.md").read_text(encoding="utf-8")
    pictures = {f"{name}.svg": svg for one in shown.values() for name, svg in draw.pictures(one, "")}
    here = set(re.findall(r"\(\.\./waves/([\w-]+\.svg)\)", text))
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs/waves").iterdir()}
    assert kept == {name: pictures[name] for name in here}
    assert set(re.findall(r"`build/waves/([\w-]+\.svg)`", text)) == set(pictures) - here


# ---- signals.txt and save files


def test_a_missing_signal_is_reported(scenario, tmp_path):
    path = tmp_path / "signals.txt"
    text = (ROOT / "waves/signals.txt").read_text(encoding="ascii")
    path.write_text(text.replace("dec index", "dec indices", 1), encoding="ascii")
    line = text[: text.index("dec index")].count("\n") + 1
    missing = layout.Layout(scenario.notes, scenario.trace, path).missing
    net = f"{scenario.trace.unit}u_front.u_sources.g_lane[1].u_decode.indices"
    assert missing == [f"{path}:{line}: the trace has no {net}"]
    one, other = ("crossbar: view one-warp  " + end for end in "1x")
    for old, new in ("dec index", "oct index"), ("at select", "at selects"), (one, other):
        path.write_text(text.replace(old, new, 1), encoding="ascii")
        with pytest.raises(SystemExit, match=rf"^{path}:\d+: cannot make out: .*{new}"):
            layout.Layout(scenario.notes, scenario.trace, path)


def clock_at_cursor(path, what):
    """The clock cycle of the cursor, at which the warp of the notes is in the output stage, and in the window."""
    notes = trace.notes_of(path)
    clock, found = notes["cursor"].split()
    shown = layout.Layout(notes, trace.Trace(path.with_suffix(".vcd")))
    assert found == what and shown.warp(shown.stages["output"], int(clock)) == notes["tag"]
    assert int(clock) in shown.window()
    return int(clock)


CONFIGS = (
    "l2_w3_d7_raw_chain1 l8_w1_d1_own l8_w32_d0_own_chain3 l8_w8_d7_own_chain2 l64_w1_d5_own l32_w8_d1_own_net16 "
    "l16_w32_d7_own_net4 l8_w8_ways8_d4_raw_block l8_w8_d2_raw l8_w8_d2_raw_net4 l4_w5_ways1_d0_zero_lut"
)
CASES = nightly_but([(name,) for name in CONFIGS.split()], lambda name: name == "l8_w8_d2_raw_net4")


@pytest.mark.slow
@pytest.mark.parametrize("config", CASES)
def test_all_signals_of_a_warp_are_in_its_trace(config, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    done = make("waves", f"CONFIG={config}", "TEST=mixed", "AT=3")
    base = BUILD / f"waves/{config}_mixed_1_3"
    assert "make waves-svg" in done.stdout and not done.stderr
    clock = clock_at_cursor(base.with_suffix(".notes"), "leaves")
    save = base.with_suffix(".gtkw").read_text(encoding="ascii")
    assert re.search(r"^\*\S+ (\d+)", save, re.M)[1] == str(trace.CLOCK * clock)
    assert not re.search(r'(^|[\s"])(/|\.\./)', save, re.M)  # nothing outside of the folder
    make("waves-svg", f"CONFIG={config}", "TEST=mixed", "AT=3")
    xml.parse(base.with_suffix(".svg"))


@pytest.mark.slow
@pytest.mark.parametrize("words, message", nightly_but([
    ("TEST=mixd", "'mixd': no such name"),
    ("TEST=mixed|AT=x", "x: expected a whole number"),
    ("TEST=it's; touch {}", "no such name"),
    ("AT=77", "expected TEST=SUITE with it"),
    ("SCENARIO=mine", "SCENARIO=mine: expected one of scenario scenario_banked scenario_network"),
], lambda words, _: words in ("TEST=mixd", "SCENARIO=mine")))  # fmt: skip
def test_make_waves_refuses(words, message, tmp_path):
    done = make("waves", "CONFIG=l8_w8_d2_raw", *words.format(tmp_path / "X").split("|"), status=2)
    assert message in done.stderr and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_command_of_a_mismatch_shows_it(tmp_path, monkeypatch):
    """Source lanes swapped, and a net renamed, in a copy of the RTL: the printed command simulates that copy, the
    cursor is on the wrong warp, and the missing net is reported. Verilator's warning about the copy stops nothing."""
    monkeypatch.delenv("DISPLAY", raising=False)
    config, rtl = "l8_w8_d2_raw", tmp_path / "rtl"
    shutil.copytree(ROOT / "rtl", rtl)
    edit(rtl / "shfl_select.v", "reads_j ? j", "!reads_j ? j")
    edit(rtl / "shfl_select.v", "endmodule", "    wire [7:0] too_wide = j;\nendmodule")
    lane_index = rtl / "shfl_lane_index.v"
    lane_index.write_text(lane_index.read_text().replace("min_lane", "first_lane"))
    own, sim = f"RTL_BUILD={tmp_path}/build", tmp_path / f"build/waves/sim_{config}"
    assert "too_wide" in make(sim, f"RTL_DIR={rtl}", own, into=tmp_path).stderr
    report = run([sim, "--suite", "per-lane", "--quiet"], status=1).stdout
    command = re.search(r"^  waves: make (waves .*)$", report, re.M)[1].split()
    assert command[1] == f"RTL_DIR={rtl}" and command[-1] == f"CONFIG={config}"
    done = make(own, *command, into=tmp_path)
    assert re.search(r"signals\.txt:\d+: the trace has no \S+u_lane_index\.min_lane$", done.stderr, re.M)
    (path,) = sim.parent.glob("*.notes")
    clock_at_cursor(path, "mismatch")


# ---- the scenario's file

ERRORS = [  # what replaces the first match in the scenario, and what the message names, separated by |
    ("mode IDX", "mode XYZ", "mode|XYZ|IDX"),
    ("mode IDX", "mode IDX sbs imm", "sbs|expected warp, mode, sb"),
    ("sb imm 5", "sb imm 8", "sb|8|0 to 7"),
    ("ra 100 + lane", "ra 100 - lane", "ra|NUMBER + lane|8 numbers"),
    ("ra 100 + lane", "", "ra|warp"),
    ("ra 100 + lane", "mode UP", "mode|already"),
    ("warp IDX 5", "warp every lane reads lane 5", "16 characters"),
    (f"config {CONFIG}", "config l8", "config|l8"),
]


@pytest.mark.parametrize("old, new, names", ERRORS)
def test_an_error_in_a_scenario_is_reported(tmp_path, old, new, names):
    path = tmp_path / "scenario.txt"
    before, _, after = SCENARIO.partition(old)
    path.write_text(f"{before}{new}{after}", encoding="ascii")
    files = ["--scenario", path, "--trace", tmp_path / "t.vcd", "--notes", tmp_path / "notes"]
    done = run([built(f"waves/sim_{CONFIG}"), *files], status=2)
    line, message = re.fullmatch(rf".*{path}:(\d+): (.*)\n", done.stdout + done.stderr).groups()
    assert all(name in message for name in names.split("|")), message
    assert (not new or int(line) == before.count("\n") + 1) and list(tmp_path.iterdir()) == [path]
