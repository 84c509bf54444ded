# SPDX-License-Identifier: Apache-2.0
"""No warning from Verilator, Icarus or Yosys about the RTL, whatever its parameters are; all three refuse illegal ones
with a message that names the legal values. No waivers."""

import re

import pyslang as slang
import pytest
from conftest import ROOT, configurations, nightly_but

from rtl import filelists, linters
from tb import settings

FOLDERS = {**settings.CROSSBARS, **{of: [f"rtl/{of}", "rtl"] for of in ("amd", "collective", "rvv")}}
PROBE = ROOT / "tb/shfl_probe.v"


def quiet(tool, module, params, folders, **options):
    status, said = linters.LINTERS[tool](module, params, folders, **options)
    if status or said:
        pytest.fail(f"{tool}, {module} {params}: exit status {status}\n{said}", pytrace=False)


def params_of(setting):
    """With widths of the tag that differ, too."""
    return {**setting.params(), "TAG_W": 1 + setting.lanes * setting.w % 48}


SMALL = [name for name in settings.QUICK if settings.parse(name).lanes <= 8]
OFTEN = {"verilator": settings.QUICK, "icarus": SMALL[::5], "yosys": SMALL[1::5]}  # tool: what it reads each time
EACH_UNIT = [
    *(pytest.param(tool, name, marks=[pytest.mark.slow] * (tool != "verilator" or settings.parse(name).lanes > 16))
      for tool, names in OFTEN.items() for name in names),
    *(case for tool, names in OFTEN.items() for case in configurations(tool, each_time=names)),
]  # fmt: skip


@pytest.mark.few(6)
@pytest.mark.parametrize(("tool", "name"), EACH_UNIT)
def test_unit(tool, name):
    """Any two values of any two parameters meet in one of these: tb/configs.txt."""
    setting = settings.parse(name)
    quiet(tool, setting.top, params_of(setting), setting.rtl_folders())


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["verilator", "icarus"])
@pytest.mark.parametrize("crossbar", settings.CROSSBARS)
@pytest.mark.parametrize("params", [
    {"LANES": 2, "DEPTH": 7}, pytest.param({"LANES": 64, "DEPTH": 7}, marks=pytest.mark.nightly), {"DEPTH": 0},
], ids=str)  # fmt: skip
def test_unit_with_windows(tool, crossbar, params):
    quiet(tool, "shfl_probe", {"LANES": 8, "W": 6, "POLICY": 1, **params}, settings.CROSSBARS[crossbar], extra=[PROBE])


SLANG = {unit: f"{folder}/{unit}.v" for unit, folder in filelists.UNITS.items()}
SLANG |= {path.stem: str(path.relative_to(ROOT)) for path in (ROOT / "examples").glob("*/*_tb.sv")}


@pytest.mark.parametrize("top", SLANG)
def test_slang(top):
    """A reader of SystemVerilog that is stricter: a net is declared before its use, and no shift is as wide as its
    operand. Each unit with its defaults, and each example with its bench."""
    own = (ROOT / SLANG[top]).parent
    folders = dict.fromkeys([own, *(ROOT / folder for folder in ("rtl", "rtl/amd", "rtl/collective", "rtl/rvv"))])
    driver = slang.driver.Driver()
    driver.addStandardArgs()
    words = [*(f"-y {folder} -I {folder}" for folder in folders), f"--top {top} {ROOT / SLANG[top]}"]
    assert driver.parseCommandLine("slang " + " ".join(words)) and driver.processOptions() and driver.parseAllSources()
    driver.reportCompilation(driver.createCompilation(), True)
    assert not driver.diagEngine.numErrors + driver.diagEngine.numWarnings


SYNTHESIZED = """
    l8_w4_d1_zero l8_w4_ways2_d0_zero_lut
    l8_w4_d7_zero l8_w4_d7_own l8_w4_d3_own_net4 l8_w4_d1_zero_chain2 l8_w4_d7_own_chain2
    l8_w4_ways2_d0_zero_block l8_w4_ways2_d4_own_block
    amd_l64_w2_d1_gfx8 amd_l32_w2_d7_gfx1250_skid amd_l64_w2_ways4_d0_gfx8_lut amd_l32_w2_ways32_d4_gfx1250_block
    rvv_l8_d7_ones rvv_l32_d1_net4 rvv_l16_regs1_d1_nocompress_nogather_e32 rvv_l8_regs2_ways2_d0_block
    match_words_l8_w2_b1_any match_words_l8_w2_b2
""".split()


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_but([(name,) for name in SYNTHESIZED], SYNTHESIZED[:2].__contains__))
def test_synthesizable_without_a_latch(name):
    setting = settings.parse(name)
    quiet("yosys", setting.top, params_of(setting), setting.rtl_folders(), script=linters.SYNTH)


def test_no_waiver():
    """No comment, attribute or file hushes a tool. An attribute may say what a memory is made of, or that
    a register is no state machine."""
    hush = re.compile(r"(?i)/[/*] *(verilator|synopsys|synthesis|pragma|yosys)|lint_off|`(celldefine|pragma|line)"
                      r"|\(\* *(?!ram_style|fsm_encoding)[a-z]")  # fmt: skip
    for folder in sum(FOLDERS.values(), []):
        assert not list((ROOT / folder).glob("*.vlt"))
        for path in (ROOT / folder).glob("*.v*"):
            assert not hush.search(path.read_text()), path


# ---- illegal parameters: the first error of each tool says what is legal

UNIT_OF = {"banked": ("shfl_banked", "mux"), "chain": ("shfl", "chain"), "amd": ("shfl_amd", "amd"),
           "beats": ("shfl_amd_banked", "amd"), "vote": ("shfl_vote", "collective"),
           "both": ("shfl_and_vote", "collective"),
           "match": ("shfl_match", "collective"), "words": ("shfl_match_words", "collective"),
           "redux": ("shfl_redux", "collective"), "barrier": ("shfl_barrier", "collective"), "rvv": ("shfl_rvv", "rvv"),
           "group": ("shfl_rvv_banked", "rvv")}  # fmt: skip
ELASTIC_UNITS = [unit for unit in UNIT_OF if unit not in ("vote", "match", "words", "redux", "barrier")]
ILLEGAL = {
    "LANES_must_be_2_4_8_16_32_or_64": "LANES=0, LANES=1, LANES=3, LANES=33, LANES=128, LANES=-8, "
        "banked LANES=0, banked LANES=1, banked LANES=3, banked LANES=128, both LANES=0, both LANES=24, "
        "vote LANES=0, vote LANES=1, vote LANES=96, match LANES=1, match LANES=48, words LANES=0, words LANES=128, "
        "redux LANES=0, redux LANES=3, barrier LANES=0, barrier LANES=12",
    "LANES_must_be_8_16_32_or_64": "rvv LANES=4, rvv LANES=0, rvv LANES=24, rvv LANES=128, group LANES=2",
    "LANES_must_be_32_or_64": "amd LANES=16, amd LANES=128, amd LANES=0, beats LANES=16",
    "REGS_must_be_1_2_4_or_8_with_LANES_times_REGS_up_to_64":
        "group REGS=0, group REGS=3, group REGS=8, group LANES=64 REGS=2",
    "REGS_must_be_1_2_4_or_8": "rvv REGS=0, rvv REGS=3, rvv REGS=16, rvv REGS=-1",
    "ELEN_must_be_32_or_64": "rvv ELEN=16, rvv ELEN=0, rvv ELEN=128, group ELEN=16",
    "WAYS_must_be_a_power_of_2_up_to_LANES": "banked WAYS=0, banked WAYS=-1, banked WAYS=3, banked WAYS=64, "
        "banked LANES=2 WAYS=4, beats WAYS=0, beats WAYS=3, beats WAYS=128, vote WAYS=3, vote WAYS=64, vote LANES=8, "
        "redux WAYS=0, redux WAYS=12, redux LANES=8, group WAYS=0, group WAYS=3, group WAYS=32, "
        "barrier WAYS=0, barrier LANES=8",
    "W_must_be_1_or_more": "W=0, W=-1, banked W=0, banked W=-1, both W=0, amd W=0, beats W=0, words W=0, words W=-1, "
        "redux W=0, redux W=-1",
    "B_must_be_1_or_more": "match B=0, match B=-1, words B=0",
    "B_must_divide_W": "words B=3, words W=4 B=8, words W=1 B=2",
    f"DEPTH_must_be_0_to_{settings.DEPTH_MAX}": ", ".join(
        f"{unit}DEPTH={depth}" for unit in ("", "both ", "amd ", "rvv ") for depth in (-1, settings.DEPTH_MAX + 1)),
    f"DEPTH_must_be_0_to_{settings.BANKED_DEPTH_MAX}": ", ".join(
        f"{unit} DEPTH={depth}" for unit in ("banked", "beats", "group")
        for depth in (-1, settings.BANKED_DEPTH_MAX + 1)),
    "DEPTH_must_be_0_or_1": "vote DEPTH=2, vote DEPTH=-1, barrier DEPTH=2",
    "DEPTH_must_be_1_in_beats":
        "vote WAYS=8 DEPTH=0, vote WAYS=8 DEPTH=2, vote WAYS=1 DEPTH=-1, barrier WAYS=8 DEPTH=0",
    "WARPS_must_be_1_to_64": "barrier WARPS=0, barrier WARPS=65, barrier WARPS=-1",
    "SLOTS_must_be_1_2_4_8_16_32_or_64": "barrier SLOTS=0, barrier SLOTS=3, barrier SLOTS=128, barrier SLOTS=-4",
    "DEPTH_must_be_0_to_log2_of_LANES_plus_1": "redux DEPTH=-1, redux DEPTH=7, redux LANES=8 WAYS=8 DEPTH=5",
    "DEPTH_must_be_1_to_log2_of_WAYS_plus_2_in_beats":
        "redux WAYS=8 DEPTH=6, redux WAYS=1 DEPTH=0, redux WAYS=1 DEPTH=3, redux WAYS=2 DEPTH=-1",
    "GEN_must_be_0_to_6": "amd GEN=7, amd GEN=-1, beats GEN=7, beats GEN=-1",
    "LANES_64_needs_a_GEN_of_5_or_less": "amd GEN=6, beats GEN=6",
    "LANES_32_needs_a_GEN_of_3_or_more": "amd LANES=32, amd LANES=32 GEN=2, beats LANES=32",
    "POLICY_must_be_0_ZERO_1_OWN_or_2_RAW": "POLICY=3, POLICY=-1, banked POLICY=3, both POLICY=3",
    "MEMORY_must_be_0_LUT_MEMORY_or_1_BLOCK_MEMORY":
        "banked MEMORY=2, banked MEMORY=-1, beats MEMORY=2, group MEMORY=2",
    "PARTS_must_be_0_or_a_power_of_2_up_to_half_of_LANES":
        "PARTS=-1, PARTS=3, PARTS=32, LANES=2 PARTS=2, both PARTS=3, amd PARTS=64, rvv PARTS=3",
    "PARTS_must_be_0_to_half_of_LANES": "chain PARTS=-1, chain PARTS=17, chain LANES=2 PARTS=2",
    "NETWORK_must_be_0_or_a_power_of_2_from_2_to_half_of_LANES":
        "NETWORK=3, NETWORK=1, NETWORK=-2, NETWORK=32, LANES=2 NETWORK=2, both NETWORK=5, amd NETWORK=64, "
        "amd NETWORK=3, rvv NETWORK=16",
    "NETWORK_needs_a_DEPTH_of_1_or_more":
        "NETWORK=8 DEPTH=0, both NETWORK=4 DEPTH=0, amd NETWORK=16 DEPTH=0, rvv NETWORK=4 DEPTH=0",
    "NETWORK_needs_PARTS_0":
        "NETWORK=8 PARTS=2, both NETWORK=8 PARTS=2, amd NETWORK=8 PARTS=4, rvv NETWORK=4 PARTS=2",
    "SELECTS_must_be_0_or_1": "SELECTS=2 NETWORK=8, both SELECTS=-1, amd SELECTS=2, rvv SELECTS=2",
    "SELECTS_needs_a_NETWORK_and_a_DEPTH_of_1":
        "SELECTS=1, SELECTS=1 NETWORK=8 DEPTH=2, both SELECTS=1 NETWORK=8 DEPTH=7, amd SELECTS=1, "
        "rvv SELECTS=1 NETWORK=4 DEPTH=2",
    "PERMUTE_must_be_0_or_1": "beats PERMUTE=2, beats PERMUTE=-1",
    "AGNOSTIC_must_be_0_or_1": "rvv AGNOSTIC=2, group AGNOSTIC=-1",
    "COMPRESS_must_be_0_or_1": "rvv COMPRESS=2, rvv COMPRESS=-1",
    "GATHER_must_be_0_or_1": "rvv GATHER=2, rvv GATHER=-1",
    "ELECT_must_be_0_or_1": "vote ELECT=2, vote ELECT=-1, both ELECT=2, both ELECT=-1",
    "ALL_must_be_0_or_1": "match ALL=2, words ALL=-1",
    "SKID_must_be_0_or_1": "SKID=2, SKID=-1, " + ", ".join(f"{unit} SKID=2" for unit in ELASTIC_UNITS),
    "ELASTIC_must_be_0_or_1": "ELASTIC=2, ELASTIC=-1, " + ", ".join(f"{unit} ELASTIC=2" for unit in ELASTIC_UNITS),
    "GATE_must_be_0_or_1": "GATE=2, GATE=-1, "
        + ", ".join(f"{unit} GATE=2" for unit in UNIT_OF if unit not in ("match", "words")),
    "TAG_W_must_be_1_or_more": "TAG_W=0, TAG_W=-1, " + ", ".join(f"{unit} TAG_W=0" for unit in UNIT_OF),
}  # fmt: skip


def test_every_parameter_is_tried_illegal():
    """A parameter that a unit gets later makes this fail."""
    tried = {
        (UNIT_OF.get(words.split()[0], ("shfl", "mux"))[0], name)
        for all in ILLEGAL.values() for words in all.split(", ") for name in re.findall(r"(\w+)=", words)
    }  # fmt: skip
    units = {path.stem: path.read_text() for path in linters.sources(sum(FOLDERS.values(), []))
             if "u_legal ()" in path.read_text()}  # fmt: skip
    assert len(units) == len(UNIT_OF)  # two crossbars of shfl
    for unit, text in units.items():
        names = re.findall(r"^ *parameter integer (\w+)", text[: text.index(") (")], re.MULTILINE)
        assert [name for name in names if (unit, name) not in tried] == [], unit


@pytest.mark.slow
@pytest.mark.parametrize("tool, words, message", [
    # each time Icarus refuses one value of each kind, the others one value
    pytest.param(tool, words, message,
                 marks=[pytest.mark.nightly]
                 * (n > 0 or tool != "icarus" and message != next(iter(ILLEGAL))))
    for tool in linters.LINTERS for message, all in ILLEGAL.items() for n, words in enumerate(all.split(", "))
])  # fmt: skip
def test_illegal_parameters_are_refused(tool, words, message):
    """R5.1.1, R5.1.2, R5.1.3, R5.1.6, R6.1.2, R12.1.2, R19.1.1, R19.1.2, A12.2.1, V5.1.1, V5.4.1"""
    given = dict(word.split("=") for word in words.split() if "=" in word)
    module, folders = UNIT_OF.get(words.split()[0], ("shfl", "mux"))
    status, said = linters.LINTERS[tool](module, given, FOLDERS[folders])
    errors = [line for line in said.splitlines() if "error" in line.lower()]
    assert status != 0 and re.search(rf"shfl_error_{message}\b", errors[0]), said
