# SPDX-License-Identifier: Apache-2.0
"""The command openshfl, as a person would use and misuse it."""

import collections
import itertools
import json
import os
import re
import stat
import subprocess
import xml.etree.ElementTree as xml

import pytest
from conftest import BUILD, ROOT, built, run
from test_amd import expected, hip_index

from model.defs import MODES

PROGRAMS = "cli/programs"
FLAT = f"{PROGRAMS}/fswz_0000.sass"
UP = "SHFL.UP P1, R2, R1, 1, 0"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def ask(openshfl):
    """Run the command, which succeeds and says nothing on stderr; its stdout."""

    def ask(*words, **options):
        done = run([openshfl, *words], **options)
        assert done.stderr == ""
        return done.stdout

    return ask


@pytest.fixture
def refuse(openshfl, tmp_path):
    """Run the command, which ends with 2 and one line on stderr, prints nothing and leaves no file; the line."""

    def refuse(*words, **options):
        before = sorted(tmp_path.rglob("*"))
        done = run([openshfl, *words], status=2, **options)
        assert done.stdout == "" and done.stderr.count("\n") == 1 and sorted(tmp_path.rglob("*")) == before
        return done.stderr

    return refuse


def lines(text):
    """The lines of a table, with one blank between two words."""
    return [" ".join(line.split()) for line in text.splitlines()]


# ---- the command itself


def test_help(ask):
    assert ask("--help").startswith("Usage: openshfl COMMAND [argument ...]\n") and ask("help") == ask("-h") == ask(
        "--help"
    )
    assert re.fullmatch(r"openshfl \d+\.\d+\.\d+\n", ask("--version"))


@pytest.mark.parametrize("command", ["run", "explain", "decode"])
def test_help_names_all_options(ask, openshfl, command):
    """What the source has is in the help, and what the help has is taken."""
    source = (ROOT / f"cli/{command}.c").read_text(encoding="utf-8")
    table = source[source.index("const struct cli_option options[]") :].partition("};")[0]
    known = set(re.findall(r'^\s*\{ "([a-z]+)",', table, re.MULTILINE))
    known |= {"init", "active"} if "WARP_OPTIONS" in table else set()
    text = ask(command, "--help")
    assert text.startswith(f"Usage: openshfl {command}")
    assert known and set(re.findall(r"^  --([a-z]+)", text, re.MULTILINE)) == known
    for option in known:
        assert "no such option" not in run([openshfl, command, f"--{option}"], status=None).stderr


@pytest.mark.parametrize(
    "words, why",
    [
        (["frobnicate"], "frobnicate: no such command"),
        (["run", "--frobnicate", "x"], "run: --frobnicate: no such option"),
        (["run", "-x"], "run: -x: no such option"),
        (["run", "--svg", "x"], "run: --svg: no such option"),
        (["run", "x", "--engine"], "run: --engine: needs a value"),
        (["run", "x", "--engine="], "run: --engine: needs a value"),
        (["run", "x", "--engine", "rtl", "--engine", "rtl"], "run: --engine: given twice"),
        (["explain", "--json=1", "x"], "explain: --json: this option takes no value"),
        (["run", "x", *["--init", "R1=1"] * 65], "run: --init may be given 64 times"),
    ],
)
def test_misuse(refuse, words, why):
    assert why in refuse(*words)


def test_no_command(openshfl):
    assert run([openshfl], status=2).stderr.startswith("Usage: openshfl COMMAND")


@pytest.mark.parametrize(
    "words",
    [
        ["run", FLAT],
        ["explain", "--mode", "up", "--index", "1"],
        ["decode", "ef107f8050170002"],
        ["--help"],
        ["run", "--help"],
    ],
)
def test_full_disk(openshfl, words):
    """Exit status 3: the machine's fault, and not the user's."""
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([openshfl, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert done.returncode == 3 and "cannot write to standard output: No space left on device" in done.stderr


# ---- run: programs, on both engines, and a line of what they leave

RUNS = {
    "trace": ("P1 0..31 0011---- -------- -------- --------", "SHFL.UP P1, Ry, Rx, 2, 0", "--active 0xf --show trace"),
    "list": ("5 30 30", "MOV Ry, Rx", "--init Rx=[10,20,30]"),
    "float": ("3 -2.5", "MOV RZ, Rx", "--init Rx=float:-2.5"),
    "float-short": ("3 0.1", "MOV RZ, Rx", "--init Rx=float:0.1"),
    "float-long": ("3 0.33333334", "FMUL Rx, Rx, 0.33333334", "--init Rx=float:1"),
    "float-of-many-digits": ("0 1.8446744e+19", "FADD Rx, RZ, 18446744073709551615", ""),
    "float-bits": ("0 1069547520", "MOV Rx, 1.5", "--format int"),
    "float-infinity": ("0 -inf 0 inf", "MOV R2, +INF", "--init R0=float:-INF --init R1=0"),
    "lane": ("31 95", "MOV RZ, Rx", "--init Rx=lane*3+2"),
    "lane-xor": ("31 30", "MOV RZ, Rx", "--init Rx=lane^1"),
    "lane-minus": ("0 -1", "MOV RZ, Rx", "--init Rx=lane-1"),
    "hexadecimal": ("0 0xffffffff", "MOV Rx, -1", "--format hex"),
    "int-large": (
        "0 999999999 0x3b9aca00 -99999999 0xfa0a1f00",
        "MOV R0, 999999999; MOV R1, 1000000000; MOV R2, -99999999; MOV R3, -100000000",
        "",
    ),
    "leading-zero": ("0 10", "MOV Rx, 010", ""),
    "predicate": ("4 1 7 0", "@!P2 MOV R1, 7\nMOV R0, 1", "--init P2=0xffffffef --init R1=0"),
    "predicate-guard": ("5 1 0 1", "@!P2 MOV R1, 7\nMOV R0, 1", "--init P2=0xffffffef --init R1=0"),
    "unpredictable": ("3 0? 3", "SHFL.DOWN PT, Ry, Rx, 1, 31", "--active 0xf"),
    "annotations": ("5 6 5", "IADD Ry, Rx, 1 {&req_6} {&rd0} { &wr=0x1 } {?sched} ;", "--init Ry=0"),
    "annotations-bare": ("5 6 5", "IADD Ry, Rx, 1 &req={0,1} &wr=0x2 ?WAIT2_END_GROUP;\n;;", "--init Ry=0"),
    "two-on-a-line": ("5 12 5", "/* a\n b */ IADD Ry, Rx, 1; IADD Ry, Ry, Ry // twice", "--init Ry=0"),
    "nvdisasm": (
        "9 9 8 1",
        "/*0000*/ SHFL.UP P0, R2, R1, 0x1, RZ ; /* 0x0420000001027989 */",
        "--init R1=lane --init R2=0",
    ),
    "register-forms": (
        "9 9 2 31 11",
        "SHFL.DOWN PT, R5, R1, R2, R3",
        "--init R1=lane --init R2=2 --init R3=31 --init R5=0",
    ),
    "exit": ("3 3 0 1 has exited", "ISETP.LT.AND P0, PT, Rx, 4, PT\n@P0 EXIT\nMOV Ry, 9", "--init Ry=0"),
    "laneid": ("7 7 127", "S2R R0, SR_LANEID\nS2R R1, SR_LTMASK", ""),
    "sel": ("3 -3 1 1", "FSETP.LT.AND P1, PT, Rx, 0, PT\nSEL Ry, 1, 2, P1", "--init Rx=float:[5,5,5,-3] --init Ry=0"),
    "vote": (
        "0 1 0x49249249 1 1",
        "ISETP.GE.U32.AND P0, PT, R1, 1, PT\nVOTE.ANY R2, P1, P0",
        "--init R1=[1,0,0] --init R2=0",
    ),
    "convert": ("1 -1 -1 4.2949673e+09", "I2F R1, R0\nI2F.F32.U32 R2, R0", "--init R0=-1 --init R1=0 --init R2=0"),
    "bars": ("3 -3 -3", "FADD R1, -|R0|, RZ", "--init R0=float:-3 --init R1=0"),
    "note-floats": (
        "note: line 1 takes Rx as a float, but Rx=[1,2,3] gives it whole numbers; floats are Rx=float:[1,2,3]",
        "FADD Ry, Rx, 1",
        "--init Rx=[1,2,3]",
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_run(ask, tmp_path, name):
    line, program, options = RUNS[name]
    built("rtl_engine.so")
    (tmp_path / "p.sass").write_text(program)
    told = ask("run", tmp_path / "p.sass", *options.split())
    assert line in lines(told)
    assert ask("run", tmp_path / "p.sass", "--engine", "rtl", *options.split()) == told


@pytest.mark.parametrize(
    "program, last",
    [("inclusive_scan", "31 120 496 1"), ("exclusive_scan", "31 120 465 1"), ("reverse_scan", "31 31 31 0")],
)
def test_run_examples(ask, program, last):
    told = ask("run", f"{PROGRAMS}/{program}.sass")
    assert lines(told)[-1] == last and lines(told)[0] == "Rx=float:lane, as no --init names it"
    with open(ROOT / f"{PROGRAMS}/{program}.sass", encoding="ascii") as file:
        assert ask("run", "-", stdin=file) == told


def test_random(ask):
    """All lanes are different, and neighbours exchange."""
    rows = [
        line.split()
        for line in ask("run", f"{PROGRAMS}/fswz_1032.sass", "--init", "Rx=random:7", "--format", "hex").splitlines()
    ]
    assert rows[9][2] == rows[10][1] and len({row[2] for row in rows[1:]}) == 32


def test_no_note(ask):
    """Bits in hexadecimal, floats, and a register that no instruction takes as a float, are meant."""
    for init in ("Rx=0x3f800000", "Rx=float:[1,2]", "P1=1"):
        assert "note" not in ask("run", f"{PROGRAMS}/inclusive_scan.sass", "--init", init)
    assert "note" not in ask("run", FLAT, "--init", "Rx=[1,2]")


@pytest.mark.parametrize(
    "words, why",
    [
        (["/dev/null/none"], "/dev/null/none: cannot be read: Not a directory"),
        ([], "run takes one FILE, not 0"),
        (["a", "b"], "run takes one FILE, not 2"),
        (["tests"], "tests: cannot be read: Is a directory"),
        (["/dev/null"], "/dev/null: holds no instruction"),
        ([FLAT, "--engine", "gpu"], "run: --engine gpu: expected model or rtl"),
        ([FLAT, "--show", "all"], "run: --show all: expected lanes, trace or json"),
        ([FLAT, "--format", "x"], "run: --format x: expected auto, int, hex or float"),
        ([FLAT, "--active", "0x100000000"], "run: --active 0x100000000: expected a mask of 32 lanes"),
        ([FLAT, "--active=-1"], "run: --active -1: expected a mask of 32 lanes"),
        ([FLAT, "--init", "Rq=1"], "run: --init 'Rq=1': no such register in the program"),
        ([FLAT, "--init", "Rx"], "run: --init 'Rx': expected NAME=VALUE"),
        ([FLAT, "--init", "Rx=lan"], "run: --init 'Rx=lan': expected lane"),
        ([FLAT, "--init", "Rx=5000000000"], "run: --init 'Rx=5000000000': expected lane"),
        ([FLAT, "--init", "Rx=float:0x10"], "run: --init 'Rx=float:0x10': expected lane"),
        ([FLAT, "--init", "Rx=random:"], "run: --init 'Rx=random:': expected lane"),
        ([FLAT, "--init", "Rx=[1,2"], "run: --init 'Rx=[1,2': expected lane"),
        ([FLAT, "--init", "Rx=[" + ",".join("1" * 33) + "]"], "of at most 32 numbers"),
        ([FLAT, "--init", "RZ=1"], "'RZ=1': RZ is always 0"),
        ([FLAT, "--init", "P1=lane"], "a predicate takes a mask"),
    ],
)
def test_run_misuse(refuse, words, why):
    assert why in refuse("run", *words)


WRONG = {
    "mnemonic": ("2:1: 'FROB': unknown instruction", "NOP\nFROB R1, R2\n"),
    "lower-case": ("1:1: 'shfl.up': unknown instruction", "shfl.up P1, Ry, Rx, 1, 0"),
    "no-mode": (f"1:1: 'SHFL': it takes one of .{' .'.join(MODES)}\n", "SHFL P1, Ry, Rx, 1, 0"),
    "mode": ("1:5: 'SHFL.LEFT': it takes one of", "    SHFL.LEFT P1, Ry, Rx, 1, 0"),
    "two-modes": ("1:1: 'SHFL.UP.UP': it takes one of", "SHFL.UP.UP P1, Ry, Rx, 1, 0"),
    "empty-modifier": ("1:1: 'SHFL.UP.': it takes one of", "SHFL.UP. P1, Ry, Rx, 1, 0"),
    "no-modifier": ("1:1: 'FADD.UP': it takes no modifier", "FADD.UP R1, R2, R3"),
    "comparison": (
        "1:1: 'ISETP.XX': it takes one of .LT .EQ .LE .GT .GE .NE, then .U32 or nothing, then one of .AND .OR .XOR "
        "or nothing",
        "ISETP.XX P1, PT, R1, R2, PT",
    ),
    "one-logic": (
        "1:1: 'PSETP.AND': it takes one of .AND .OR .XOR, then one of .AND .OR .XOR",
        "PSETP.AND P0, PT, P1, P2, PT",
    ),
    "register-255": ("1:9: 'R255': no such register", "MOV Rx, R255"),
    "register-leading-zero": ("1:5: 'R07': no such register", "MOV R07, 1"),
    "sb-too-large": ("1:21: '32': out of range, Sb of SHFL is 0 to 31", "SHFL.UP P1, Ry, Rx, 32, 0"),
    "sb-negative": ("1:21: '-1': out of range, Sb", "SHFL.UP P1, Ry, Rx, -1, 0"),
    "sc-too-large": ("1:24: '0x2000': out of range, Sc of SHFL is 0 to 8191", "SHFL.UP P1, Ry, Rx, 1, 0x2000"),
    "sc-of-65-bits": ("1:24: '18446744073709551616': out of range, Sc", "SHFL.UP P1, Ry, Rx, 1, 18446744073709551616"),
    "ra-immediate": ("1:17: '3': expected a register", "SHFL.UP P1, Ry, 3, 1, 0"),
    "rd-number": ("1:13: '5': expected a register", "SHFL.UP P1, 5, Rx, 1, 0"),
    "predicate-7": ("1:9: 'P7': expected a predicate to write", "SHFL.UP P7, Ry, Rx, 1, 0"),
    "guard": ("1:2: 'R1': expected a predicate", "@R1 NOP"),
    "guard-alone": ("1:4: 'end of line': expected an instruction behind the guard", "@P1\nNOP"),
    "dash-as-source": ("3:17: '__': expected a predicate", "//\n/* */\n SEL Rx, Rx, 0, __"),
    "missing-operand": ("1:24: 'end of line': expected a comma", "SHFL.UP P1, Ry, Rx, 1  "),
    "missing-comma": ("1:12: 'Ry': expected a comma", "SHFL.UP P1 Ry, Rx, 1, 0"),
    "one-more": ("1:25: ',': expected the end", "SHFL.UP P1, Ry, Rx, 1, 0, 0"),
    "endless-comment": ("2:1: '/*': this comment has no end", "NOP\n/* abc"),
    "integer-33-bits": ("1:9: '4294967296': out of range", "MOV Rx, 4294967296"),
    "integer-64-bits": ("1:9: '18446744073709551615': out of range", "MOV Rx, 18446744073709551615"),
    "integer-negative": ("1:9: '-2147483649': out of range", "MOV Rx, -2147483649"),
    "float-too-large": ("1:9: '1e99': out of range, expected a float", "MOV Rx, 1e99"),
    "number-and-letters": ("1:9: '12ab': expected a register or a number", "MOV Rx, 12ab"),
    "negated-in-sel": ("1:9: '-': expected a register or a number", "SEL Rx, -Ry, 0, P1"),
    "bar": ("1:14: ',': expected | after the register", "FADD Rx, |Ry , 1"),
    "annotation-no-end": ("1:5: '{': this annotation has no end", "NOP {&req={0\n"),
    "annotation-alone": ("1:1: '{': an annotation stands behind its instruction", "{&req_6} NOP"),
    "annotation-bad": ("1:6: 'bad': expected & or ? after {", "NOP {bad}"),
    "long-name": ("1:5: 'Rabcdefghijklmnop': the name is too long", "MOV Rabcdefghijklmnop, 1"),
    "no-text": ("1:1: '\\x00': unknown instruction", "\0NOP"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_program(refuse, tmp_path, name):
    why, program = WRONG[name]
    (tmp_path / "p.sass").write_text(program)
    assert f"openshfl: {tmp_path}/p.sass:{why}" in refuse("run", tmp_path / "p.sass")


# ---- the engine rtl is built when it is asked for


@pytest.fixture
def copy(tmp_path):
    """A command that was built in a tree of its own, so far without Makefile, RTL and engine."""
    tree = tmp_path / "tree"
    tree.mkdir()
    folders = ("cli", "cli/sass", "cli/amd", "cli/ways", "conform")
    objects = [path for folder in folders for path in (ROOT / folder).glob("*.c") if path.stem != "search"]
    warp = [ROOT / f"cli/warp/{name}.c" for name in ("engine_model", "engine_rtl", "intrinsics")]
    model = list((ROOT / "model").glob("*.c"))
    run(
        [
            os.environ.get("CC", "cc"),
            "-std=c11",
            "-O1",
            '-DVERSION="0"',
            f'-DSOURCE_DIR="{tree}"',
            '-DBUILD_DIR="build"',
            *(
                f"-I{ROOT}/{folder}"
                for folder in ("model", "tb", "cli/sass", "cli/amd", "cli/ways", "cli/warp", "conform")
            ),
            *objects,
            *warp,
            *model,
            ROOT / "tb/number.c",
            ROOT / "tb/output.c",
            "-o",
            tmp_path / "openshfl",
            "-lm",
            "-ldl",
        ]
    )
    return tree, [tmp_path / "openshfl", "run", ROOT / FLAT, "--engine", "rtl"]


@pytest.mark.slow
def test_engine_without_a_tree(copy):
    _, command = copy
    assert "neither is the source tree to build it from" in run(command, status=3).stderr


@pytest.mark.slow
def test_engine_that_cannot_be_built(copy):
    tree, command = copy
    (tree / "build").mkdir()
    (tree / "Makefile").write_text("build/rtl_engine.so:\n\t@echo no compiler >&2; exit 1\n")
    said = run(command, status=3).stderr
    assert "no compiler\n" in said and f"it cannot be built: 'make -C {tree} build/rtl_engine.so' fails" in said
    (tree / "Makefile").write_text("build/rtl_engine.so:\n\t@echo rubbish > $@\n")
    assert "rtl_engine.so: " in run(command, status=3).stderr  # dlopen's words


@pytest.mark.slow
def test_engine_is_built_once_and_when_the_rtl_is_newer(copy):
    tree, command = copy
    for folder in ("build", "rtl"):
        (tree / folder).mkdir()
    (tree / "rtl/shfl.v").write_text("// the RTL\n")
    engine = built("rtl_engine.so")
    (tree / "Makefile").write_text(f"build/rtl_engine.so: rtl/shfl.v\n\t@echo MADE; cp '{engine}' $@\n")
    os.utime(tree / "rtl/shfl.v", (0, 0))
    first = run(command)
    assert lines(first.stderr) == [
        f"openshfl: building the RTL engine, {tree}/build/rtl_engine.so: once, a minute or less"
    ]
    again = run(command)
    assert again.stderr == "" and again.stdout == first.stdout and "MADE" not in first.stdout
    os.utime(tree / "rtl/shfl.v", (2e9, 2e9))
    assert "building the RTL engine" in run(command).stderr


# ---- explain

SEGMENTS = "9 1 0 11000 8 8 8 yes 8 9 8 1"


@pytest.mark.parametrize(
    "line, words",
    [
        (SEGMENTS, ["SHFL.UP P1, R2, R1, 1, 0x1800"]),
        (SEGMENTS, ["--mode", "up", "--index", "1", "--clamp", "0", "--segmask", "24"]),
        (SEGMENTS, ["--intrinsic", "__shfl_up_sync(m, v, 1, 8)"]),
        ("in_range = j >= max_lane", ["--mode", "up", "--index", "1"]),
        ("14 16 31 10000 0 15 0 yes 0 14 0 1", ["--intrinsic", "__shfl(v, lane+2, 16)"]),
        (
            "note: CUDA allows widths of 1 2 4 8 16 32; 24 is answered by the same formula",
            ["--intrinsic", "__shfl_sync(m, f(a, b), 3, 24)"],
        ),
        ("4 does not execute 4 -", ["--intrinsic", "__shfl_xor_sync(0xf, v, 1)"]),
        ("4 does not execute 4 -", ["--intrinsic", "__shfl_xor_sync(0xfu, v, 1)"]),
        ("4 1 0 00000 0 0 3 yes 3 4 ? 1", [UP, "--active", "0xf7"]),
        ("4 3 31 00000 0 31 7 yes 7 4 7 1", ["SHFL.DOWN P1, R2, R1, R5, 0x1f", "--init", "R5=3"]),
        ("The lanes depend on R5: give it with --init, such as --init R5=lane", ["SHFL.DOWN P1, R2, R1, R5, 0x1f"]),
        (
            "every lane reads the lane 2 above it in its segment of 4; "
            "the last 2 lanes of a segment keep their own word",
            ["SHFL.DOWN P1, R2, R1, 2, 0x1c1f"],
        ),
        ("7 1 0 100 4 4 6 yes 6 7 6 1", ["SHFL.UP P1, R2, R1, 1, 0x400", "--lanes", "8"]),
        (
            "every lane reads the lane 1 below it in its segment of 4; the first lane of a segment keeps its own word",
            ["SHFL.UP P1, R2, R1, 1, 0x400", "--lanes", "8"],
        ),
        ("index = Sb[2:0], clamp = Sc[2:0], segmask = Sc[10:8]", ["--mode", "bfly", "--index", "7", "--lanes", "8"]),
    ],
)
def test_explain(ask, line, words):
    assert line in lines(ask("explain", *words))


def test_explain_lanes(ask):
    assert len([line for line in lines(ask("explain", UP, "--lanes", "8")) if line[:1].isdigit()]) == 8


def test_explain_guard(ask):
    """The sentence names the guard; a predicate that is not given is said to hold, and all lanes have an answer."""
    told = lines(ask("explain", f"@P1 {UP}"))
    assert "where P1 is true, every lane reads the lane 1 below it; the first lane keeps its own word" in told
    assert "note: P1 is not given: give it with --init P1=MASK; taken as true in every lane" in told
    assert "does not execute" not in " ".join(told) and "9 1 0 00000 0 0 8 yes 8 9 8 1" in told
    told = lines(ask("explain", f"@!P1 {UP}", "--init", "P1=0xf"))
    assert told[1].startswith("where P1 is false, every lane") and not any(line.startswith("note") for line in told)
    assert "3 does not execute 3 -" in told and "5 1 0 00000 0 0 4 yes 4 5 4 1" in told
    told = lines(ask("explain", f"@!P1 {UP}"))
    assert "note: P1 is not given: give it with --init P1=MASK; taken as false in every lane" in told
    assert "does not execute" not in " ".join(told)


@pytest.mark.parametrize(
    "words, why",
    [
        ([], "explain takes one instruction"),
        ([UP, "--mode", "up", "--index", "1"], "explain takes one instruction"),
        (["FADD R1, R2, R3"], "expected one SHFL"),
        ([f"{UP}; {UP}"], "expected one SHFL"),
        (["SHFL.UP P1, R2, R1, 40, 0"], "explain: instruction:1:21: '40': out of range"),
        (["NOP" + " " * 200], "explain: the instruction is too long, 159 bytes are allowed"),
        (["--mode", "left", "--index", "1"], "explain: --mode left: expected one of " + " ".join(MODES)),
        (["--mode", "up"], "explain: --mode takes --index"),
        (["--mode", "up", "--index", "32"], "explain: --index 32: expected a number from 0 to 31"),
        (["--mode", "up", "--index", "-1"], "explain: --index -1: expected a number from 0 to 31"),
        (["--mode", "up", "--index", "8", "--lanes", "8"], "explain: --index 8: expected a number from 0 to 7"),
        ([UP, "--lanes", "7"], "explain: --lanes 7: expected 2, 4, 8, 16, 32 or 64"),
        ([UP, "--lanes", "65"], "explain: --lanes 65: expected a number from 0 to 64"),
        ([UP, "--lanes", "64"], "explain: --lanes 64: only --mode and the calls of sub-groups have more than 32"),
        (["SHFL.UP P1, R2, R1, 1, 0x1800", "--lanes", "8"], "with --lanes 8, Sb is 0 to 7 and Sc 0 to 0x7ff"),
        (["--intrinsic", "__shfl_up_sync(m, v, 1)", "--lanes", "8"], "--lanes: a warp of CUDA's has 32"),
        ([UP, "--index", "2"], "--index, --clamp and --segmask belong to --mode"),
        (["--intrinsic", "shuffle(1)"], "expected a call of __shfl_sync"),
        (["--intrinsic", "__shfl_up_sync(m, v)"], "expected ..._sync(mask, value, delta)"),
        (["--intrinsic", "__shfl_sync(m, v, x)"], "expected a number, or lane"),
        (["--intrinsic", "__shfl_up_sync(0xf00000000, v, 1)"], "'0xf00000000': expected a mask of 32 lanes"),
        (["SHFL.UP P1, R2, R1, R5, 0", "--svg", "x.svg"], "give R5 with --init"),
        ([UP, "--svg", "none/x.svg"], "--svg none/x.svg: cannot write: No such file"),
    ],
)
def test_explain_misuse(refuse, tmp_path, words, why):
    assert why in refuse("explain", *words, cwd=tmp_path)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("lanes", [4, 8, 32])
def test_explain_json_and_svg(ask, tmp_path, mode, lanes):
    """The rule once more, from the fields that are told; and an arrow for each lane that executes."""
    told = json.loads(
        ask(
            "explain",
            f"SHFL.{mode} P2, R2, R1, 3, 0x{lanes // 2 << 8 | lanes - 1:x}",
            "--active",
            "0xfffffffe",
            "--lanes",
            lanes,
            "--json",
            "--svg",
            tmp_path / "p.svg",
        )
    )
    assert told["mode"] == mode and len(told["lanes"]) == lanes
    inactive = 0
    for i, lane in enumerate(told["lanes"]):
        low = i & lane["segmask"]
        high = low | lane["clamp"] & ~lane["segmask"]
        j = {
            "IDX": low | lane["index"] & ~lane["segmask"],
            "UP": i - lane["index"],
            "DOWN": i + lane["index"],
            "BFLY": i ^ lane["index"],
        }[mode]
        assert (lane["lane"], lane["min_lane"], lane["max_lane"], lane["j"]) == (i, low, high, j)
        assert lane["in_range"] == (j >= high if mode == "UP" else j <= high)
        assert lane["src_lane"] == (j if lane["in_range"] else i)
        assert lane["rd"] == (None if i == 0 or lane["src_lane"] == 0 else lane["src_lane"])
        assert lane["pu"] == (None if i == 0 else lane["in_range"])
        inactive += i > 0 and lane["src_lane"] == 0 and lane["in_range"]
    root = xml.parse(tmp_path / "p.svg").getroot()
    arrows = root.findall(f"{SVG}g[@class='arrows']/{SVG}path")
    assert len(arrows) == lanes - 1 and sum(arrow.get("class") == "bad" for arrow in arrows) == inactive
    assert [path.name for path in tmp_path.iterdir()] == ["p.svg"]


@pytest.mark.parametrize(
    "value, text",
    [
        ("-1", "-1"),
        ("1048576", "1048576"),
        ("1000000000", "0x3b9aca00"),
        ("-200000", "-200000"),
        ("float:0.1", "0.1"),
        ("0xfa0a1f00", "0xfa0a1f00"),
        ("-99999999", "-99999999"),
    ],
)
def test_words_print_alike(ask, tmp_path, value, text):
    """In run, in explain and in the picture."""
    (tmp_path / "p.sass").write_text(UP)
    init = ["--init", f"R1={value}", "--init", "R2=0"]
    assert lines(ask("run", tmp_path / "p.sass", *init))[-1].split()[:3] == ["31", text, text]
    assert lines(ask("explain", UP, *init, "--svg", tmp_path / "p.svg"))[-1].split()[-3:] == [text, text, "1"]
    words = [
        element.text for element in xml.parse(tmp_path / "p.svg").iter(f"{SVG}text") if element.get("class") == "v"
    ]
    assert words.count(text) == 64


def test_svg_that_cannot_be_written(openshfl, tmp_path):
    """A device is written into, and stays one; so does a link; a file is replaced as a whole, or stays as it is."""
    pipe, link, target, device = tmp_path / "pipe", tmp_path / "link", tmp_path / "target", tmp_path / "full"
    os.mkfifo(pipe)
    link.symlink_to(target)
    with subprocess.Popen(["timeout", "20", "cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        run([openshfl, "explain", UP, "--svg", pipe])
        assert reader.communicate()[0].endswith("</svg>\n") and stat.S_ISFIFO(pipe.lstat().st_mode)
    run([openshfl, "explain", UP, "--svg", link])
    assert link.is_symlink() and target.read_text().endswith("</svg>\n")
    device.symlink_to("/dev/full")
    done = run([openshfl, "explain", UP, "--svg", device], status=3)
    assert "cannot write: No space left on device" in done.stderr and done.stdout == "" and device.is_symlink()
    target.write_text("of the user's")
    limited = ["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", openshfl, "explain", UP, "--svg", target]
    assert "cannot write: File too large" in run(limited, status=3).stderr
    assert target.read_text() == "of the user's"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "link", "pipe", "target"]


# ---- decode


@pytest.mark.parametrize(
    "line, words",
    [
        ("SHFL.UP P0, R2, R0, 0x1, RZ", "0xef107f8050170002"),
        ("SHFL.BFLY PT, R7, R7, 0x1, 0x1f", "0x0c201f0007077f89 0x000fe200000e0000"),
        ("SHFL.BFLY PT, R7, R7, 0x1, 0x1f", "000fe200000e00000c201f0007077f89"),
        (
            "every lane reads the lane 1 below it; the first lane keeps its own word",
            "0x0c201f0007077f89 0xe0000 ef107f8050170002",
        ),
        (
            "where P3 is true, every lane reads the lane 1 below it; the first lane keeps its own word",
            "ef107f8050130002",
        ),
    ],
)
def test_decode(ask, line, words):
    assert line in lines(ask("decode", *words.split()))


@pytest.mark.parametrize(
    "words, why",
    [
        ("", "decode takes machine words, or --cubin FILE, or --elf FILE"),
        ("0x1 --cubin x", "decode takes machine words, or --cubin FILE"),
        ("--elf x --cubin x", "decode takes machine words, or --cubin FILE"),
        ("--elf x --gpu gfx900", "--gpu belongs to machine words: --elf finds in the file"),
        ("--elf /dev/null/none", "/dev/null/none: cannot be read"),
        (f"--elf {FLAT}", "not an ELF file, so no code object"),
        (f"--elf {BUILD}/openshfl", "not for AMD's GPUs, 224"),
        ("--elf tests/cli/shuffles.sm_90.cubin", "an ELF file for machine 190"),
        ("--cubin tests/cli/crossing.gfx90a.elf", "an ELF file for machine 224"),
        ("ef107f8050170002 0x1234", "0x1234: no SHFL"),
        ("0x0c201f0007077f89", "give the high half as the next word"),
        ("0x0c201f0007077f89 xyz", "'xyz': expected the high half"),
        ("xyz", "'xyz': expected a word of at most 16 hexadecimal digits"),
        ("0" * 33, "expected a word"),
        ("--cubin /dev/null/none", "/dev/null/none: cannot be read"),
        (f"--cubin {FLAT}", "not an ELF file, so no cubin"),
        (f"--cubin {BUILD}/openshfl", "not for CUDA's 190"),
    ],
)
def test_decode_misuse(refuse, words, why):
    assert why in refuse("decode", *words.split())


@pytest.mark.parametrize("cubin", sorted((ROOT / "tests/cli").glob("*.cubin")), ids=lambda path: path.name)
def test_decode_cubin(ask, refuse, tmp_path, cubin):
    """What nvdisasm says of it; a file that is cut off is refused."""
    told = ask("decode", "--cubin", cubin).splitlines(keepends=True)
    assert "".join(line for line in told[1:] if not line.startswith("    ")) == cubin.with_suffix(".txt").read_text()
    (tmp_path / "cut").write_bytes(cubin.read_bytes()[:2000])
    assert "truncated or corrupt" in refuse("decode", "--cubin", tmp_path / "cut")


# ---- --gpu: AMD's lane crossing


def test_gpu_explains(ask):
    told = lines(ask("explain", "--gpu", "gfx90a", "v_mov_b32_dpp v1, v0 row_bcast:15 row_mask:0xb bank_mask:0xf"))
    assert told[1] == "each row reads the last lane of the row before it"
    assert told[4] == "0 yes 0 0 0 ?" and told[20] == "16 yes 15 16 15" and told[36] == "32 yes 31 32 keeps"
    assert told[-1].endswith("docs/amd.md 9.1")


@pytest.mark.parametrize(
    "words, lane, row",
    [
        (["v_mov_b32_dpp v1, v0 row_shr:1", "--active", "0xfffffffe"], 1, "1 yes 0 1 keeps"),
        (["v_mov_b32_dpp v1, v0 row_shr:1 bound_ctrl:1", "--lanes", "32"], 16, "16 yes none 16 0"),
        (["v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0] fi:1"], 8, "8 yes 15 8 15"),
        (["ds_swizzle_b32 v1, v0 offset:swizzle(ROTATE,0,3)"], 62, "62 yes 33 62 33"),
        (["ds_bpermute_b32 v1, v2, v0 offset:8", "--address", "lane*4", "--lanes", "32"], 29, "29 yes 31 29 31"),
        (["ds_permute_b32 v1, v2, v0", "--address", "20", "--lanes", "32"], 5, "5 yes 31 5 31 ?"),
        (["v_readlane_b32 s1, v0, 40"], 3, "3 yes 40 3 40"),
        (["v_writelane_b32 v1, 7, 40"], 40, "40 yes 40 7 7"),
        (["v_writelane_b32 v1, 1000, 168"], 40, "40 yes 40 1000 1000"),
        (["v_permlanex16_b32 v1, v0, -1, 0"], 20, "20 yes 15 20 15"),
        (["v_permlane16_b32 v1, v0, 0x76543210, 0xfedcba98"], 27, "27 yes 27 27 27"),
        (["v_permlane16_b32 v1, v0, 0x76543210, 0x89abcdef"], 24, "24 yes 31 24 31"),
        (["v_permlane64_b32 v1, v0"], 5, "5 yes 37 5 37"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_gpu_lanes(ask, words, lane, row):
    assert lines(ask("explain", "--gpu", "gfx1100", *words))[4 + lane] == row


GPU_WAVES = [
    ("gfx90a", 64, "v_mov_b32_dpp v1, v0 row_shr:3 row_mask:0xb bank_mask:0xd", ("dpp16", 0x113, 0xB, 0xD)),
    (
        "gfx90a",
        64,
        "v_mov_b32_dpp v1, v0 row_bcast:31 row_mask:0xc bank_mask:0xf bound_ctrl:1",
        ("dpp16", 0x143, 12, 15),
    ),
    ("gfx1030", 32, "v_mov_b32_dpp v1, v0 quad_perm:[3,0,1,2] bound_ctrl:1", ("dpp16", 0x93, 15, 15)),
    ("gfx1200", 64, "v_mov_b32_dpp v1, v0 row_half_mirror fi:1", ("dpp16", 0x141, 15, 15)),
    ("gfx1100", 64, "v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0]", ("dpp8", 0o01234567, 15, 15)),
    ("gfx900", 64, "ds_swizzle_b32 v1, v0 offset:swizzle(REVERSE,32)", ("swizzle", 0x7C1F, 15, 15)),
    ("gfx1100", 64, "ds_permute_b32 v1, v2, v0 offset:8", ("permute", 8, 15, 15)),
    ("gfx90a", 64, "ds_bpermute_b32 v1, v2, v0", ("bpermute", 0, 15, 15)),
    ("gfx1030", 32, "v_readlane_b32 s1, v0, 21", ("readlane", 21, 15, 15)),
    (
        "gfx1030",
        32,
        "v_permlanex16_b32 v1, v0, 0x76543210, -1 op_sel:[0,1]",
        ("permlanex16", 0xFFFFFFFF76543210, 15, 15),
    ),
    ("gfx1100", 64, "v_permlane64_b32 v1, v0", ("permlane64", 0, 15, 15)),
]


@pytest.mark.parametrize("gpu, lanes, text, given", GPU_WAVES, ids=[row[2] for row in GPU_WAVES])
def test_gpu_json_and_svg(ask, tmp_path, gpu, lanes, text, given):
    """What lists that are cut and joined say; and an arrow for each lane that gets a word, or would if it could."""
    op, control, row, bank = given
    gen = {"gfx900": 1, "gfx90a": 2, "gfx1030": 3, "gfx1100": 4, "gfx1200": 5}[gpu]
    active, crosses = 0xFFFFFDFFFFEFFFFB & (1 << lanes) - 1, "permute" in op
    address = ["--address", "lane*8+4"] if crosses else []
    options = ["--lanes", lanes, "--active", active, *address, "--json", "--svg", tmp_path / "p.svg"]
    told = json.loads(ask("explain", "--gpu", gpu, text, *options))
    addr = [8 * k + 4 for k in range(64)]
    src, old = list(range(64)), [None] * 64
    bc, fi = "bound_ctrl:1" in text or ",1]" in text, "fi:1" in text
    rd, we = expected(gen, lanes, op, control, src, old, addr, active, fi, bc, row, bank)
    assert [lane["rd"] for lane in told["lanes"]] == [rd[k] if we >> k & 1 else None for k in range(lanes)]
    assert told["exec"] == hex(active) and told["instruction"].startswith(text[:28])
    shapes, arrows, drawn, pitch = collections.Counter(), set(), set(), 24 if lanes == 64 else 34
    for k, lane in enumerate(told["lanes"]):
        reads = lane["src_lane"]
        assert lane["active"] == bool(active >> k & 1) and (lane["rd"] is None) == (lane["what"] == "keep")
        assert lane["src_active"] == (None if reads is None else bool(active >> reads & 1))
        assert lane["what"] != "data" or lane["rd"] == reads
        masked = op == "dpp16" and not (row >> k // 16 & 1 and bank >> k % 16 // 4 & 1)
        kept = "off" if not lane["active"] else "masked" if masked else "keep"
        shapes[{"data": "box", "zero": "outside", "keep": kept}[lane["what"]]] += 1
        if lane["what"] == "data":
            arrows.add(("in", reads, k))
        elif reads is not None and lane["active"] and not masked:
            arrows.add(("bad", reads, k))
    assert told["lanes"][-1]["open"] == {"permute": "9.2", "bpermute": "9.4"}.get(op)
    root = xml.parse(tmp_path / "p.svg").getroot()
    for arrow in root.findall(f"{SVG}g[@class='arrows']/{SVG}path"):
        ends = re.fullmatch(r"M(\d+),\d+ L(\d+),\d+", arrow.get("d")).groups()
        drawn.add((arrow.get("class"), *((int(end) - 52) // pitch for end in ends)))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.get("class") not in (None, "band")]
    boxes = [box for box in boxes if box.get("width") != "18"]  # those of the legend
    if op == "readlane":
        assert drawn == {("in", 21, 21)} and len(boxes) == lanes + 1
    else:
        assert drawn == arrows and len(drawn) >= lanes // 4
        assert collections.Counter(box.get("class") for box in boxes[1::2]) == shapes


CALLS = {"idx": "__shfl", "up": "__shfl_up", "down": "__shfl_down", "xor": "__shfl_xor"}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("gpu, lanes", [("gfx90a", 64), ("gfx1030", 32)])
def test_gpu_intrinsic(ask, call, gpu, lanes):
    for operand, width in itertools.product((0, 1, 5, 31, 40), (1, 2, 16, 32, lanes)):
        text = f"{CALLS[call]}(v, {operand}, {width})" if width < lanes else f"{CALLS[call]}_sync(0xff, v, {operand})"
        told = json.loads(ask("explain", "--gpu", gpu, "--lanes", lanes, "--intrinsic", text, "--json"))
        reads = [hip_index(call, lane, operand, width) % lanes for lane in range(lanes)]
        assert [lane["src_lane"] for lane in told["lanes"]] == reads and told[
            "instruction"
        ] == "ds_bpermute_b32 v1, v2, v0"
        assert told["exec"] == hex((1 << lanes) - 1 if width < lanes else 0xFF)
    varied = ask("explain", "--gpu", gpu, "--lanes", lanes, "--intrinsic", f"{CALLS[call]}(v, lane^1, 4)", "--json")
    want = [hip_index(call, lane, lane ^ 1, 4) % lanes for lane in range(lanes)]
    assert [lane["src_lane"] for lane in json.loads(varied)["lanes"]] == want


def test_gpu_decodes(ask):
    told = ask("decode", "--gpu", "gfx900", "0x7e0202fa", "0xff011102", "d87a80e4", "01000002", "7e000501")
    assert told.splitlines()[::2] == [
        "v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf",
        "ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,0,1,2,3)",
        "v_readfirstlane_b32 s0, v1",
    ]
    told = ask("decode", "--gpu", "gfx1030", "d7770002", "03fc0901", "fedcba98", "060202fa", "ff091101")
    assert told.splitlines()[::2] == [
        "v_permlane16_b32 v2, v1, s4, 0xfedcba98",
        "vop2:3_dpp v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1",
    ]


@pytest.mark.parametrize(
    "words, says",
    [
        (["explain", "--gpu", "sm_90", UP], "expected a name of LLVM's"),
        (["explain", "--gpu", "gfx900", UP], "expected v_mov_b32_dpp"),
        (["explain", "--gpu", "gfx900", "v_mov_b32_dpp v1, v0 row_share:1"], "does not have that DPP"),
        (["explain", "--gpu", "gfx900", "v_mov_b32_dpp v1, v0 row_shl:16"], "row_shl: takes 1 to 15"),
        (["explain", "--gpu", "gfx900", "v_mov_b32_dpp v1, s0 row_shl:1"], "expected a vector register at 's0 row_shl"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, s2"], "give a number in its place"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3 x"], "expected the end at 'x'"),
        (["explain", "--gpu", "gfx900", "ds_bpermute_b32 v1, v2, v0"], "--address: expected what"),
        (["explain", "--gpu", "gfx900", "ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,3)"], "expected a power of two"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3", "--lanes", "32"], "--lanes 32: expected 64"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3", "--address", "4"], "--address belongs to ds_"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3", "--active", "x"], "expected a mask of 64 lanes"),
        (
            ["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3", "--init", "R1=0"],
            "--gpu takes no --mode and no --init",
        ),
        (["explain", "--gpu", "gfx900", "--mode", "up", "--index", "1"], "takes no --mode"),
        (
            ["explain", "--gpu", "gfx900", "--intrinsic", "__shfl_up(v, 1, 12)"],
            "a width of 12: expected a power",
        ),
        (["explain", "--gpu", "gfx900", "--intrinsic", "__shfl_up(v, x)"], "'x': expected a number, or lane"),
        (["explain", "--gpu", "gfx900", "--intrinsic", "__shfl(v, 1)", "--address", "4"], "--address belongs to ds_"),
        (["explain", "--gpu", "gfx900", "v_readlane_b32 s1, v0, 3", "--svg", "none/x.svg"], "none/x.svg: cannot write"),
        (["decode", "--gpu", "gfx1030", "0xd7770002", "0x03fc0901"], "no instruction of gfx1030"),
        (["explain", UP, "--address", "4"], "--address belongs to --gpu"),
        (["decode", "--gpu", "gfx900", "0x7e0202fa"], "most have two words"),
        (["decode", "--gpu", "gfx900", "0x7e0202fa", "0xff015302"], "no instruction of gfx900"),
        (["decode", "--gpu", "gfx9", "0x7e0202fa"], "expected a name of LLVM's"),
        (["decode", "--gpu", "gfx900", "0x7e0202fa0"], "at most 8 hexadecimal digits"),
    ],
    ids=lambda value: " ".join(value[-3:]) if isinstance(value, list) else "",
)
def test_gpu_refuses(refuse, words, says):
    assert says in refuse(*words)


def test_run_as_json(ask, openshfl):
    """What the trace says; and what explain is to be asked gives each SHFL's answer, guard and inactive lanes too."""
    text = "SHFL.UP P1, Ry, Rx, 1, 0\n@P1 SHFL.BFLY PT, Rz, Ry, Rx, 0x1f\n@P1 FADD Rx, Ry, Rx\nMOV R1, R2\n"
    options = ["--init", "Rx=float:lane*2", "--init", "R2=-1", "--active", "0xfffffff7"]
    told = json.loads(ask("run", "-", "--show", "json", *options, input=text))
    assert [step["instruction"] for step in told["steps"]] == text.splitlines()
    assert told["start"]["Rx"][:3] == ["0", "2", "4"] and told["end"]["R1"][2:4] == ["-1", "0"]
    assert told["steps"][0]["wrote"]["Ry"][:5] == ["0", "0", "2", None, "0?"]
    trace = ask("run", "-", "--show", "trace", *options, input=text)
    for step in told["steps"]:
        for lanes in step["wrote"].values():
            assert " ".join(lane or "-" for lane in lanes[:8]) in " ".join(trace.split()) or set(lanes) <= {
                "0",
                "1",
                None,
            }
    for step in told["steps"][:2]:
        lanes = json.loads(ask("explain", "--json", *step["explain"]))["lanes"]
        assert [lane["active"] for lane in lanes] == [bool(step["active"] >> k & 1) for k in range(32)]
        assert [lane["pu"] for lane in lanes] == [
            None if word is None else word == "1" for word in step["wrote"].get("P1", [None] * 32)
        ] or "P1" not in step["wrote"]
    assert "as no --init names it" in json.loads(ask("run", FLAT, "--show", "json"))["notes"][0]
