# SPDX-License-Identifier: Apache-2.0
"""The conformance kit: each fault of its library is found, counted and named, and nothing that is right is blamed."""

import functools
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
import pytest
from conftest import BUILD, ROOT, built, run

from model import defs

MODES = defs.MODES
PAGE = (ROOT / "docs/use/conformance.md").read_text(encoding="utf-8")
SIGNATURES = {"quick": 288, "cuda": 24576, "cub": 61440, "ptx": 4194304}
VECTORS = ["ignored", "perlane", "inactive", "data64"]
COUNTED = ["cuda", "ptx", "ignored", "perlane", "inactive"]
# docs/use/conformance.md: the fault's modes, and at how many points of a level it shows
FAULTS = {
    name: (modes.split(), dict(zip(COUNTED, (int(n.replace(",", "") or 0) for n in counts), strict=True)))
    for name, modes, _, *counts in (
        [cell.strip(" `") for cell in line.split("|")[1:-1]]
        for line in re.findall(r"^\| `[a-z0-9_]+` \| (?:IDX|UP|DOWN|BFLY).*$", PAGE, re.M)
    )
}


@pytest.fixture(scope="module", autouse=True)
def made():
    for name in ("openshfl", "cli/conform/wrong", "cli/conform/wrong.so", "cli/conform/right.so"):
        built(name)


def output(*words):
    """What a program prints, as bytes."""
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, timeout=600).stdout


@functools.cache
def expected(level):
    return output(BUILD / "openshfl", "conform", "--expect", level)


def wrong(tmp_path, fault, level):
    path = tmp_path / f"{fault}.{level}"
    path.write_bytes(output(BUILD / "cli/conform/wrong", fault, level))
    return path


def conform(*words, status=1, **environment):
    """The report, as JSON."""
    done = run([BUILD / "openshfl", "conform", *words, "--json", "-"], status=status, env={**os.environ, **environment})
    return json.loads(done.stdout)


def text(*words, status=1, **options):
    done = run([BUILD / "openshfl", "conform", *words], status=status, **options)
    return done.stdout + done.stderr


def by_mode(report, level=0):
    return {mode["mode"]: mode for mode in report["levels"][level]["modes"]}


def differences(mode):
    return mode["differ"] + mode["garbage"] + mode["refused"] + mode["missing"]


# ---- the library


def test_library():
    """The page has all of it, and what the page's counts say of documented mistakes is what was measured."""
    named = re.findall(r'^    { "(\w+)",', (ROOT / "cli/conform/faults.c").read_text(encoding="utf-8"), re.M)
    assert named == list(FAULTS)
    # docs/reference/silicon.md: the SPA page's rule of UP, and UP's points that are out of range
    assert FAULTS["up_min_lane"][1]["ptx"] == 162368


def diagnosed(report, fault, level):
    """It differs at as many points as the page says, in the fault's modes alone, and the fault is named in each."""
    modes = by_mode(report)
    differing = {name: mode for name, mode in modes.items() if differences(mode)}
    assert set(differing) <= set(FAULTS[fault][0])
    assert sum(differences(mode) for mode in modes.values()) == FAULTS[fault][1].get(level, sum_of(modes))
    for mode in differing.values():
        assert [fault] in mode["faults"], mode
        if level == "ptx" and fault not in ("pu_true", "pu_active"):  # which differ where lanes are inactive
            assert mode["faults"] == [[fault]]
        assert all(len(pair) == 1 for pair in mode["faults"])
    return set(differing)


def sum_of(modes):
    return sum(differences(mode) for mode in modes.values())


def shows(path, mask):
    """The modes in which a signature differs in the bits of MASK."""
    level = path.suffix[1:]
    keep = bytes(byte & mask for byte in range(256))
    got, right = path.read_bytes().translate(keep), expected(level).translate(keep)
    if level == "quick":
        warps = [int(line.split()[0], 16) for line in questions("quick")]
        return {MODES[m] for n, m in enumerate(warps) if got[32 * n : 32 * n + 32] != right[32 * n : 32 * n + 32]}
    part = len(right) // 4
    return {MODES[m] for m in range(4) if got[m * part : (m + 1) * part] != right[m * part : (m + 1) * part]}


@functools.cache
def questions(level):
    return output(BUILD / "openshfl", "conform", "--vectors", level).decode().splitlines()


@pytest.mark.share(8)
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_by_signature(fault, tmp_path):
    """Exact count and diagnosis at every level; and level quick shows the fault in each mode in which it shows with
    operands that are the same in all lanes, with a predicate and, if it shows there, without one."""
    found = {}
    for level in (*SIGNATURES, "ignored", "perlane", "inactive"):
        path = wrong(tmp_path, fault, level)
        found[level] = diagnosed(conform(path, "--level", level, status=None), fault, level)
        if level in SIGNATURES:
            answers, right = (np.frombuffer(text, np.uint8) for text in (path.read_bytes(), expected(level)))
            differing = np.count_nonzero(answers != right)
            assert differing == FAULTS[fault][1].get(level, differing)
            assert (differing > 0) == (found[level] != set())
    assert found["quick"] == found["ptx"] | found["ignored"]
    assert set().union(*found.values()) == set(FAULTS[fault][0])
    assert shows(tmp_path / f"{fault}.quick", 63) >= shows(tmp_path / f"{fault}.ptx", 63)


@pytest.mark.share(8)
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_by_function(fault):
    report = conform("--so", BUILD / "cli/conform/wrong.so", status=1, OPENSHFL_WRONG=fault)
    for level in report["levels"]:
        if level["level"] in COUNTED:
            diagnosed({"levels": [level]}, fault, level["level"])


@pytest.mark.parametrize(
    "first, second, mode",
    [
        ("up_min_lane", "rows8_own", "UP"),
        ("bfly_not_below", "pu_inverted", "BFLY"),
        ("idx_not_wrapped", "unchecked", "IDX"),
        ("segmask_filled", "out_j", "DOWN"),
        ("clamp_ones", "pu_moved", "UP"),
    ],
)
def test_two_faults_together(first, second, mode, tmp_path):
    report = conform(wrong(tmp_path, f"{first}+{second}", "ptx"))
    assert {first, second} in [set(pair) for pair in by_mode(report)[mode]["faults"]]


def test_a_fault_of_several_modes_is_named_first(tmp_path):
    """At level quick many faults give the same answers in one mode."""
    for mode in by_mode(conform(wrong(tmp_path, "rows8_own", "quick"))).values():
        assert mode["faults"][0] == ["rows8_own"]


@pytest.mark.long
def test_quick_is_what_the_search_finds():
    assert output(built("cli/conform/search")) == (ROOT / "cli/conform/quick.c").read_bytes()


@pytest.mark.parametrize("lanes", [2, 4, 8, 16, 32, 64])
def test_without_a_fault_the_library_is_the_model(lanes, tmp_path):
    """Of 64 lanes, not all points of PTX."""
    profile = tmp_path / "profile"
    profile.write_text(f"lanes {lanes}\n")
    levels = ["cuda", "cub", "ignored", "perlane", "inactive", "data64", *(["ptx"] if lanes < 64 else [])]
    for level in levels:
        path = tmp_path / level
        path.write_bytes(output(BUILD / "cli/conform/wrong", "nothing", level, lanes))
        report = conform("--level", level, "--profile", profile, path, status=0)
        assert sum(mode["points"] for mode in by_mode(report).values()) > 0 and report["agrees"]
    report = conform("--so", BUILD / "cli/conform/right.so", "--profile", profile, "--level", "cuda", status=0)
    assert report["agrees"]


# ---- signatures that are none


@pytest.mark.parametrize("level", SIGNATURES)
def test_right_signature(level, tmp_path):
    path = tmp_path / "right"
    path.write_bytes(expected(level))
    assert len(expected(level)) == SIGNATURES[level]
    assert f"`{hashlib.sha256(expected(level)).hexdigest()}`" in PAGE
    report = conform(path, status=0)
    assert report["levels"][0]["level"] == level and report["agrees"]
    assert sum(mode["points"] for mode in by_mode(report).values()) == SIGNATURES[level]


def test_signature_of_the_page(tmp_path):
    run([sys.executable, "-c", re.search(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)[1]], cwd=tmp_path)
    assert (tmp_path / "cuda.sig").read_bytes() == expected("cuda")


def test_short_long_and_garbage(tmp_path):
    path, right = tmp_path / "sig", expected("cuda")
    path.write_bytes(right[:-100])
    said = text(path, "--level", "cuda")
    assert "short output: 24476 bytes, expected 24576; the first without an answer is BFLY lane 28, index 28" in said
    path.write_bytes(b"")
    assert "short output: 0 bytes" in text(path, "--level", "cuda")
    path.write_bytes(right + b"x")
    assert "24577 bytes, expected 24576" in text(path, "--level", "cuda")
    path.write_bytes(right[:7000] + b"\x80" + right[7001:])
    said = text(path)
    assert "byte 0x80, at 7000, is no answer" in said and "no lane's word: 1" in said
    report = conform(path)
    assert by_mode(report)["UP"]["garbage"] == 1 and sum_of(by_mode(report)) == 1


def test_refused(tmp_path):
    path, right = tmp_path / "sig", bytearray(expected("ptx"))
    for n in range(3 << 20, 4 << 20):
        if n >> 10 & 31 == 0:  # the clamp
            right[n] = 255
    path.write_bytes(right)
    modes = by_mode(conform(path))
    assert modes["BFLY"]["refused"] == 32768 and modes["BFLY"]["clusters"][0]["where"] == "where clamp is 0"
    assert sum_of(modes) == 32768


def test_unknown_mistake_is_clustered(tmp_path):
    path, right = tmp_path / "sig", bytearray(expected("ptx"))
    for n in range(1 << 20):
        if n >> 15 & 31 == 8 and n >> 9 & 1:  # segment mask 8, index bit 4
            right[n] = right[n] & 64 | (right[n] + 1) & 31
    path.write_bytes(right)
    mode = by_mode(conform(path))["IDX"]
    assert mode["differ"] == 16384 and mode["faults"] == []
    assert mode["clusters"][0]["where"] == "where index[4] = 1 and segmask is 8"
    assert (mode["clusters"][0]["differ"], mode["clusters"][0]["points"]) == (16384, 16384)
    assert mode["smallest"] == {
        **mode["smallest"],
        "lane": 0,
        "index": 16,
        "segmask": 8,
        "got": {"src_lane": 17, "in_range": True},
        "want": {"src_lane": 16, "in_range": True},
    }


def test_closest(tmp_path):
    """A fault but for a few points is named as the closest."""
    path = wrong(tmp_path, "rows8_own", "ptx")
    bytes_of = bytearray(path.read_bytes())
    bytes_of[5] = 3
    path.write_bytes(bytes_of)
    mode = by_mode(conform(path))["IDX"]
    assert mode["faults"] == [] and mode["closest"]["fault"] == "rows8_own"
    assert mode["differ"] - mode["closest"]["explains"] == 1 and mode["closest"]["besides"] == 0


# ---- functions that misbehave


@pytest.mark.parametrize(
    "how, says",
    [
        ("crashes", "crashes: Aborted, at DOWN index 1, clamp 31, segmask 11111"),
        ("hangs", "hangs: no answer after 1 s, at DOWN index 1, clamp 31, segmask 11111"),
        ("exits", "ends the program with status 0, at DOWN index 1, clamp 31, segmask 11111"),
        ("refuses", "where index is 1: it is refused, at 192 of 192 points"),
        ("garbage", "garbage: DOWN lane 31, index 1, clamp 31, segmask 11111: 0x12345 is no lane's word"),
        ("beyond", "DOWN lane 0, index 1, clamp 31, segmask 11111: writes beyond the last lane of rd"),
    ],
)
def test_function_that_misbehaves(how, says):
    words = ["--so", BUILD / "cli/conform/wrong.so", "--level", "cuda", "--seconds", "1"]
    assert says in text(*words, env={**os.environ, "OPENSHFL_WRONG": how})


def test_function_that_is_right():
    report = conform("--so", BUILD / "cli/conform/right.so", status=0)
    assert [level["level"] for level in report["levels"]] == [*SIGNATURES, *VECTORS]
    assert report["agrees"] and report["levels"][6]["inactive_source"] == {"zero": 2008, "own": 0, "raw": 0, "other": 0}


# ---- answers in text


def answers(level, change=lambda n, rd, pu, we: (rd, pu, we)):
    """The right answers in lists, changed: lane's words as text, pu and we as numbers."""
    lines = []
    for n, line in enumerate(expected(level).decode().splitlines()):
        *rd, pu, we = line.split()
        rd, pu, we = change(n, rd, int(pu, 16), int(we, 16))
        lines.append(" ".join([*rd, f"{pu:x}", f"{we:x}"]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("level", VECTORS)
def test_right_answers(level, tmp_path):
    path = tmp_path / "answers"
    path.write_text(answers(level))
    assert conform(path, "--level", level, status=0)["agrees"]
    lines = answers(level).splitlines()
    path.write_text("\n".join(["-", *lines[1:]]) + "\n")
    assert conform(path, "--level", level)["levels"][0]["modes"][0]["refused"] > 0
    path.write_text("\n".join([*lines[:2], "1 2 what", *lines[3:]]) + "\n")
    assert "line 3, '1 2 what', is no answer" in text(path, "--level", level)
    path.write_text("\n".join(lines[:-1]) + "\n")
    path.write_bytes(b"\x80\xff\x1b[1m \0 1\n")
    assert "line 1, '???[1m ', is no answer" in text(path, "--level", level)
    path.write_text("\n".join(lines[:-1]) + "\n")
    assert re.search(r"short output: \d+ lines, expected \d+; the first", text(path, "--level", level))


@pytest.mark.parametrize("policy", ["zero", "own", "raw", "other"])
def test_inactive_source_is_told_and_not_judged(policy, tmp_path):
    """Whatever it is; unless the profile promises something else."""

    def change(n, rd, pu, we):
        words = questions("inactive")[n].split()
        ra, active = words[-32:], int(words[1], 16)
        right = expected_sources[n]
        for k in range(32):
            if active >> k & 1 and not active >> right[k] & 1:
                rd[k] = {"zero": "0", "own": ra[k], "raw": ra[right[k]], "other": "1"}[policy]
        return rd, pu, we

    expected_sources = [sources(line) for line in questions("inactive")]
    path, profile = tmp_path / "answers", tmp_path / "profile"
    path.write_text(answers("inactive", change))
    report = conform(path, "--level", "inactive", status=0)
    assert report["levels"][0]["inactive_source"] == {
        name: 2008 if name == policy else 0 for name in ("zero", "own", "raw", "other")
    }
    for promised in ("zero", "own", "raw"):
        profile.write_text(f"inactive {promised}\n")
        agrees = conform(path, "--level", "inactive", "--profile", profile, status=None)["agrees"]
        assert agrees == (promised == policy)


def sources(question):
    """Which lane each lane reads, by docs/rules.md 3."""
    mode, _, *words = (int(word, 16) for word in question.split())
    found = []
    for lane, (sb, sc) in enumerate(zip(words[:32], words[32:64], strict=True)):
        index, clamp, segmask = sb & 31, sc & 31, sc >> 8 & 31
        first = lane & segmask
        last = first | clamp & ~segmask & 31
        j = [first | index & ~segmask & 31, lane - index, lane + index, lane ^ index][mode]
        found.append(j if (j >= last if MODES[mode] == "UP" else j <= last) else lane)
    return found


def test_data64(tmp_path):
    path = tmp_path / "answers"
    path.write_text(answers("data64", lambda n, rd, pu, we: ([f"{int(w, 16) & 0xFFFFFFFF:x}" for w in rd], pu, we)))
    report = conform(path, "--level", "data64")
    assert report["levels"][0]["upper_half_lost"] == sum_of(by_mode(report)) > 7000

    def quieted(n, rd, pu, we):
        return [f"{w | 1 << 51 if w >> 52 & 0x7FF == 0x7FF else w:x}" for w in (int(w, 16) for w in rd)], pu, we

    path.write_text(answers("data64", quieted))
    report = conform(path, "--level", "data64")
    assert report["levels"][0]["nan_made_quiet"] == sum_of(by_mode(report)) > 0


def test_pack(tmp_path):
    path = tmp_path / "answers"
    calls = [line.split() for line in questions("pack")]
    right = expected("pack").decode().splitlines()
    assert [f"{call} {width}" for call, width in calls][6:12] == [f"up {2**n}" for n in range(6)]
    path.write_text("\n".join(right) + "\n")
    assert conform(path, "--level", "pack", status=0)["agrees"]

    def emitted(change):
        path.write_text(
            "".join(f"{m} {change(int(c, 16), int(w)):x}\n" for (m, c), (_, w) in zip(map(str.split, right), calls))
        )
        return {name: mode["faults"] for name, mode in by_mode(conform(path, "--level", "pack", status=None)).items()}

    assert ["clamp_ones"] in emitted(lambda c, w: c | 31)["UP"]
    assert ["segmask_inverted"] in emitted(lambda c, w: (w - 1) << 8 | c & 31)["DOWN"]
    assert ["segmask_width"] in emitted(lambda c, w: (w & 31) << 8 | c & 31)["BFLY"]
    assert emitted(lambda c, w: c | 0xE0E0) == dict.fromkeys(MODES, [])  # bits that are ignored
    path.write_text("\n".join(["4 1f", *right[1:]]) + "\n")
    assert "line 1, '4 1f', is no answer" in text(path, "--level", "pack")


# ---- profiles


@pytest.mark.share(2)
def test_profile(tmp_path):
    """A peer that has less is judged by what it has, and its distance from PTX is a table of its own."""
    profile = tmp_path / "profile"
    profile.write_text("# a peer\nup_clamp no\n")
    report = conform(wrong(tmp_path, "up_min_lane", "ptx"), "--profile", profile, status=0)
    assert by_mode(report)["UP"]["distance_from_ptx"] == {"lacking": 0, "other": 162368, "undefined": 0}
    report = conform(wrong(tmp_path, "up_min_lane+rows8_own", "ptx"), "--profile", profile)
    assert by_mode(report)["UP"]["faults"] == [["rows8_own"]]
    profile.write_text("predicate no\n")
    assert conform(wrong(tmp_path, "pu_inverted", "ptx"), "--profile", profile, status=0)["agrees"]
    profile.write_text("modes idx, up\n")
    assert "expected a key and one value" in text(wrong(tmp_path, "nothing", "cuda"), "--profile", profile, status=2)
    profile.write_text("modes idx,up\n")
    report = conform(wrong(tmp_path, "rows8_own", "cuda"), "--profile", profile)
    assert by_mode(report)["DOWN"]["points"] == 0 and by_mode(report)["DOWN"]["outside"] == 6144
    assert by_mode(report)["DOWN"]["distance_from_ptx"] == {"lacking": 6144, "other": 0, "undefined": 0}
    profile.write_text("c width\npredicate no\n")
    points = by_mode(conform(wrong(tmp_path, "nothing", "ptx"), "--profile", profile, status=0))["IDX"]["points"]
    assert points == 63 * 32 * 32  # per width, the clamp's bits outside of the segment are free
    profile.write_text("outside undefined\n")
    for fault in ("out_limit", "out_j"):
        report = conform(wrong(tmp_path, fault, "ptx"), "--profile", profile, status=0)
        assert by_mode(report)["UP"]["distance_from_ptx"] == {"lacking": 0, "other": 0, "undefined": 924224}
    assert conform(wrong(tmp_path, "out_j", "inactive"), "--level", "inactive", "--profile", profile, status=0)[
        "agrees"
    ]
    assert not conform(wrong(tmp_path, "pu_true", "ptx"), "--profile", profile)["agrees"]
    profile.write_text("index 6\n")
    assert conform(wrong(tmp_path, "index_one_more", "ignored"), "--level", "ignored", "--profile", profile, status=0)
    profile.write_text("clamp 0\n")
    assert by_mode(conform(wrong(tmp_path, "nothing", "ptx"), "--profile", profile, status=0))["UP"]["points"] == 32768


@pytest.mark.parametrize(
    "line, says",
    [
        ("lane 32", "'lane': no such key; they are lanes, modes"),
        ("lanes 33", "lanes 33: expected 2, 4, 8, 16, 32 or 64"),
        ("modes idx,left", "expected a list such as idx,up,down,bfly"),
        ("predicate maybe", "predicate maybe: expected yes or no"),
        ("c half", "expected full or width"),
        ("inactive 0", "expected zero, own, raw, undefined or unknown"),
        ("clamp 6", "expected its width in bits, 0 to log2 of the lanes"),
        ("index 33", "expected its width in bits, 0 to 32"),
        ("data 16", "expected 32 or 64"),
        ("lanes", "expected a key and one value"),
        ("predicate no\nlanes 8", "line 3: lanes stands before all other keys"),
        ("x" * 130, "expected a key and a value"),
    ],
)
def test_profile_that_is_wrong(line, says, tmp_path):
    profile = tmp_path / "profile"
    profile.write_text(f"# mine\n{line}\n")
    said = text("--expect", "cuda", "--profile", profile, status=2)
    assert says in said and f"{profile}: line " in said


@pytest.mark.parametrize(
    "words, says",
    [
        ([], "conform takes one file of answers, or --so, or --expect, or --vectors"),
        (["a", "b"], "conform takes one file"),
        (["no such file"], "no such file: cannot be read"),
        (["--level", "all", "/dev/null"], "--level all: expected one of quick, cuda"),
        (["/dev/null"], "0 bytes are no level's, so give --level; they are quick 288 cuda 24576"),
        (["--expect", "cuda", "--json", "-"], "--expect takes --profile only"),
        (["--so", "no.so"], "expected a shared object that exports openshfl_peer"),
        (["--so", "no.so", "--level", "pack"], "a function has no operands to emit"),
        (["--seconds", "3", "/dev/null"], "--seconds belongs to --so"),
    ],
)
def test_misuse(words, says):
    assert says in text(*words, status=2)


# ---- reports


def test_reports(tmp_path):
    path = wrong(tmp_path, "up_min_lane+rows8_own", "cuda")
    files = {name: tmp_path / f"report.{name}" for name in ("json", "junit", "html")}
    said = text(path, *(word for name, file in files.items() for word in (f"--{name}", file)))
    assert said.endswith("differs\n")
    assert json.loads(files["json"].read_text())["levels"][0]["level"] == "cuda"
    suites = xml.etree.ElementTree.parse(files["junit"]).getroot()
    assert [suite.get("failures") for suite in suites] == ["4"]
    failures = {case.get("name"): case.find("failure") is not None for case in suites.iter("testcase")}
    assert failures == {"answers": False, "IDX": True, "UP": True, "DOWN": True, "BFLY": True}
    page = files["html"].read_text()
    assert page.count("<svg") == 8 and "packets of 8 lanes" in page
    assert not re.search(r"(src|href)=|@import|url\(|<script", page)


# ---- ask


def ask(*words, status=0, **options):
    done = run([BUILD / "openshfl", "ask", *words], status=status, **options)
    return (done.stdout + done.stderr).strip()


def test_ask_in_json_is_the_signature():
    """All lanes of some ten thousand warps of level ptx."""
    chosen = random.Random(19).sample(range(1 << 22), 200000)
    lines = "".join(
        f'{{"mode": "{MODES[n >> 20].lower()}", "b": {n >> 5 & 31}, "c": {(n >> 10 & 31) | (n >> 15 & 31) << 8}, '
        f'"lane": {n & 31}}}\n'
        for n in chosen
    )
    replies = [json.loads(line) for line in ask("--json", input=lines).splitlines()]
    assert [reply["src_lane"] | reply["in_range"] << 6 for reply in replies] == [expected("ptx")[n] for n in chosen]
    assert all(reply["src_active"] and reply["executes"] for reply in replies)
    assert {reply["rule"] for reply in replies} == {"3.2", "3.3"}


@pytest.mark.parametrize(
    "words, says",
    [
        (["up", "7", "0x1803", "9"], "reads lane 9 (its own), out of range, source active; docs/rules.md 3.3"),
        (["xor", "33", "31", "4"], "(index 1, clamp 31, segmask 00000): reads lane 5, in range, source active"),
        (["down", "2", "0x407", "1", "--lanes", "8", "--active", "0xb7"], "source inactive: its value is undefined"),
        (["down", "2", "0x407", "3", "--lanes", "8", "--active", "0xb7"], "lane 3 is inactive, so it writes nothing"),
        (["__shfl_xor_sync(0xffff, v, 16)", "9"], "lane 25, in range, source no member: its value is undefined"),
        (["__shfl_sync(0xffff, v, 3, 8)", "20"], "lane 20 is no member, so it writes nothing; docs/rules.md 3.5"),
        (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3", "--init", "R6=lane+1"], "reads lane 4, in range"),
        (["@P0 SHFL.IDX PT, R4, R2, 0x1, 0x1f", "3"], "source active, if @P0 holds"),
        (["@P0 SHFL.IDX PT, R4, R2, 0x1, 0x1f", "3", "--init", "P0=0xf7"], "lane 3 is inactive"),
    ],
)
def test_ask(words, says):
    assert says in ask(*words)


@pytest.mark.parametrize(
    "words, says",
    [
        (["left", "1", "0", "1"], "left: expected idx, up, down or bfly"),
        (["up", "1", "0", "32"], "LANE 32: expected a number from 0 to 31"),
        (["up", "x", "0", "3"], "B: x: expected a number of 32 bits"),
        (["FADD R1, R2, R3", "3"], "expected one SHFL"),
        (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3"], "it depends on R6: give it with --init R6=VALUE"),
        (["up", "1"], "up: expected three numbers"),
        (["up"], "expected also LANE"),
        (["--listing", "/dev/null", "3"], "there is no SHFL in it"),
    ],
)
def test_ask_misuse(words, says):
    assert says in ask(*words, status=2)


@pytest.mark.parametrize(
    "line, says",
    [
        ("[]", 'line 2: expected {"mode"'),
        ('{"mode": "up"}', "line 2: expected mode, b, c and lane"),
        ('{"mode": "left", "b": 1, "c": 0, "lane": 3}', "mode: expected"),
        ('{"mode": "up", "b": 1, "c": 0, "lane": 32}', "lane: expected a number from 0 to 31"),
        ('{"mode": "up", "b": 4294967296, "c": 0, "lane": 3}', "b: expected a number of 32 bits"),
        ('{"mode": "up", "b": 1, "c": 0, "lane": 3, "lanes": 33}', "lanes: expected"),
        ('{"mode": "up", "b": 1, "c": 0, "lane": 3} x', "nothing behind }"),
        ('{"mode": "up", "d": 1}', "'d': expected mode, b, c, lane"),
    ],
)
def test_ask_json_misuse(line, says):
    assert says in ask("--json", status=2, input='{"mode": 0}\n'.replace("0", '"up", "b": 1, "c": 0, "lane": 1') + line)


LISTING = """
        /*0090*/                   IMAD.MOV.U32 R9, RZ, RZ, R6 ;        /* 0x000000ffff097224 */
        /*00a0*/                   SHFL.BFLY PT, R7, R7, 0x1, 0x1f ;    /* 0x0c201f0007077f89 */
        /*00b0*/              @!P0 SHFL.UP PT, R9, R9, R6, RZ ;         /* 0x0400000609097389 */
"""


def test_ask_listing(tmp_path):
    path = tmp_path / "listing"
    path.write_text(LISTING)
    first, second = ask("--listing", path, "9").splitlines()
    assert first.startswith("3: SHFL.BFLY PT, R7, R7, 0x1, 0x1f, lane 9 (index 1") and "reads lane 8, in range" in first
    assert "lane 9: it depends on R6: give it with --init R6=VALUE" in second
    second = ask("--listing", path, "9", "--init", "R6=3").splitlines()[1]
    assert "reads lane 6, in range, source active, if @!P0 holds" in second
