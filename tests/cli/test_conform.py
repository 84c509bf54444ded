# SPDX-License-Identifier: Apache-2.0
"""The conformance kit: each fault of its library is found, counted and named, and nothing that is right is reported.

Expected values are not the kit's own: `shuffle` has docs/rules.md 3 in numpy."""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import types

import numpy as np
import pytest
from conftest import BUILD, CC, ROOT, built, nightly_but, run

from model import defs

MODES = defs.MODES
UP = MODES.index("UP")
UNCLAMPED, BEYOND = "up_clamp no\n", "outside undefined\n"
POINTS = {"quick": 320, "cuda": 24576, "cub": 61440, "ptx": 4194304}  # of the levels answered by a signature
VECTORS = ["ignored", "perlane", "inactive", "data64"]


@pytest.fixture(scope="module", autouse=True)
def made():
    for name in ("openshfl", "conform/known", "conform/right.so"):
        built(name)


def output(*command):
    """What a program prints, as bytes."""
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, timeout=600).stdout


@functools.cache
def expected(level):
    return output(BUILD / "openshfl", "conform", "--expect", level)


@functools.cache
def vectors(level, profile=""):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(profile)
        file.flush()
        command = [BUILD / "openshfl", "conform", "--vectors", level, "--profile", file.name]
        return output(*command).decode().splitlines()


def conform(*arguments, status=1):
    """The report, as JSON."""
    return json.loads(run([BUILD / "openshfl", "conform", *arguments, "--json", "-"], status=status).stdout)


def text(*arguments, status=1):
    done = run([BUILD / "openshfl", "conform", *arguments], status=status)
    return done.stdout + done.stderr


@pytest.fixture
def judged(tmp_path):
    """The report on results, bytes or text, in a file."""

    def judged(results, *arguments, **options):
        path = tmp_path / "results"
        path.write_bytes(results if isinstance(results, bytes) else results.encode())
        return conform(path, *arguments, **options)

    return judged


def lacking(names, text):
    return [name for name in names if name not in text]


def by_mode(report):
    return {mode["operation"]: mode for mode in report["levels"][0]["operations"]}


def differences(mode):
    return mode["differ"] + mode["garbage"] + mode["refused"] + mode["missing"]


def total(modes):
    return sum(differences(mode) for mode in modes.values())


# ---- the rules, by formulas over all points of a mode

LANE = np.arange(32)


def shuffle(mode, sb, sc, up_clamp=True):
    """What a mode's warps give, by docs/rules.md 3; sb and sc are [warps, 32]."""
    index, clamp, segmask = sb & 31, sc & 31, sc >> 8 & 31
    first = LANE & segmask
    last = first | clamp & ~segmask if up_clamp else first
    j = (first | index & ~segmask, LANE - index, LANE + index, LANE ^ index)[mode]
    inside = j >= last if mode == UP else j <= last
    source = np.where(inside, j & 31, LANE)
    return types.SimpleNamespace(index=index, clamp=clamp, segmask=segmask, inside=inside, source=source)


# ---- the library


@functools.cache
def warps(level, profile=""):
    """Mode, and [warps, 32] of sb, sc and active; of the signatures as docs/ has them in words, else from the file."""
    if level in ("quick", *VECTORS):
        fields = np.array([[int(field, 16) for field in line.split()[:66]] for line in vectors(level, profile)])
        mode, sb, sc, active = fields[:, 0], fields[:, 2:34], fields[:, 34:], fields[:, 1:2] >> LANE & 1
        return mode, sb, sc, active.astype(bool)
    if level == "ptx":
        mode, segmask, clamp, index = (axis.ravel() for axis in np.indices((4, 32, 32, 32)))
    elif level == "cuda":
        mode, width, index = (axis.ravel() for axis in np.indices((4, 6, 32)))
        segmask, clamp = 32 - (1 << width), np.where(mode == 1, 0, 31)
    else:  # cub
        mode, width, index, clamp = (axis.ravel() for axis in np.indices((2, 6, 5, 32)))
        mode, segmask, index = mode + 1, 32 - (1 << width), 1 << index
    sb, sc = (np.repeat(operand[:, None].astype(np.int16), 32, axis=1) for operand in (index, segmask << 8 | clamp))
    return mode, sb, sc, np.ones(sb.shape, bool)


def shuffled(level, profile="", **options):
    """By the name of a mode, what its warps give by the rules."""
    mode, sb, sc, _ = warps(level, profile)
    there = [(name, number, mode == number) for number, name in enumerate(MODES) if (mode == number).any()]
    return {name: shuffle(number, sb[of], sc[of], **options) for name, number, of in there}


@functools.cache
def right(level):
    return shuffled(level)


def no_clamp(level):
    """What UP gives if its limit is the segment's first lane, as the SPA page states: fault up_min_lane."""
    return shuffled(level, up_clamp=False)["UP"]


def signature(level):
    """Modes follow each other at every level."""
    return b"".join((s.source + 64 * s.inside).astype(np.uint8).tobytes() for s in right(level).values())


@functools.cache
def known():
    """The modes in which each fault shows, as the kit says."""
    lines = output(BUILD / "conform/known", "list", 32, 128, "quick").decode().splitlines()
    return {line.split("\t")[1]: line.split("\t")[2].split() for line in lines}


def faulty(fault, level, lanes=32):
    """The results of a peer with a fault, by the kit."""
    return output(BUILD / "conform/known", "write", level, fault, lanes)


EACH_TIME = {"up_min_lane", "same_segment", "idx_outside", "out_j"}
LISTED = (ROOT / "conform/faults.def").read_text(encoding="utf-8").partition("#ifdef FAULTS_OF_LANES")[0]
FAULTS = [(fault,) for fault in re.findall(r"(?m)^FAULT\((\w+)", LISTED) if fault != "out_own"]  # of `outside zero`


def wrong_points(fault, level):
    """By mode, at how many points the results of a fault differ from the right ones."""
    got, wanted = faulty(fault, level), expected(level)
    if level in POINTS:
        differ = np.frombuffer(got, np.uint8) != np.frombuffer(wanted, np.uint8)
        ends = np.cumsum([shuffle.source.size for shuffle in right(level).values()])[:-1]
        return {mode: int(part.sum()) for mode, part in zip(right(level), np.split(differ, ends))}
    count = dict.fromkeys(MODES, 0)
    for operands, one, other in zip(vectors(level), got.decode().splitlines(), wanted.decode().splitlines()):
        *rd, pu, we = one.split()
        *right_rd, right_pu, right_we = other.split()
        masks = (int(pu, 16) ^ int(right_pu, 16)) & int(right_we, 16) | int(we, 16) ^ int(right_we, 16)
        for k, (word, right_word) in enumerate(zip(rd, right_rd)):
            counts = int(right_we, 16) >> k & 1 and right_word != "x"
            count[MODES[int(operands[0])]] += bool(masks >> k & 1 or counts and word != right_word)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("fault", nightly_but(FAULTS, EACH_TIME.__contains__))
def test_fault(fault, judged):
    """A peer that has the fault differs where its results do, and it is named. Level quick detects it in each mode in
    which uniform operands do."""
    modes = known()[fault]
    shown = {}
    for level in (*POINTS, *VECTORS):
        wanted = wrong_points(fault, level)
        found = by_mode(judged(faulty(fault, level), "--level", level, status=None))
        assert {name: differences(found[name]) for name in found} == {name: wanted[name] for name in found}, level
        shown[level] = {name for name in wanted if wanted[name]}
        for name in shown[level]:
            assert [fault] in found[name]["faults"] and all(len(names) == 1 for names in found[name]["faults"])
            if level == "ptx" and fault not in ("pu_true", "pu_active"):  # which differ at inactive lanes alone
                assert found[name]["faults"] == [[fault]]
    assert shown["quick"] == shown["ptx"] | shown["ignored"]
    assert set.union(*shown.values()) == set(modes)


def test_a_fault_of_several_modes_is_named_first(judged):
    """At level quick many faults have the same results in one mode."""
    for mode in by_mode(judged(faulty("rows8_own", "quick"))).values():
        assert mode["faults"][0] == ["rows8_own"]


# ---- signatures, right and malformed


@pytest.mark.parametrize("level", [*POINTS, *VECTORS])
def test_right_results(level, judged):
    """They are those of the formulas; test_adapters has those of an H200."""
    if level in POINTS:
        assert expected(level) == signature(level) and len(expected(level)) == POINTS[level]
    report = judged(expected(level), *(["--level", level] if level in VECTORS else []), status=0)
    assert report["levels"][0]["level"] == level and report["agrees"]
    count = sum(mode["points"] for mode in by_mode(report).values())
    assert count == POINTS[level] if level in POINTS else count > 0


@pytest.mark.parametrize("level", ["cuda", "ptx"])
def test_signature_of_the_page(level, package, tmp_path):
    """The program that docs/ shows writes it."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    (program,) = (code for code in re.findall(r"^```python\n(.*?)^```$", pages, re.M | re.S) if f"{level}.sig" in code)
    run([sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(package)})
    assert (tmp_path / f"{level}.sig").read_bytes() == signature(level)


def first_line(text):
    return lambda results: text + results[results.index(b"\n") :]


@pytest.mark.parametrize("level, edit, names", [
    ("cuda", lambda sig: sig[:-100], ["24476 bytes, expected 24576", "no result: 100"]),
    ("cuda", lambda sig: sig + b"x", ["24577 bytes, expected 24576"]),
    ("cuda", lambda sig: sig[:7000] + b"\x83" + sig[7001:], ["no lane's value: 1"]),
    ("data64", first_line(b"1 2 what"), ["results:1: '1 2 what': expected rd[0] .. rd[31] pu we"]),
    ("data64", first_line(b"\x1b[1m"), ["results:1: '?[1m'"]),
    ("data64", lambda results: results[: results[:-1].rindex(b"\n") + 1], ["1023 lines, expected 1024"]),
    ("pack", first_line(b"4 1f"), ["results:1: '4 1f': expected a mode and Sc"]),
    ("perlane", first_line(b"-"), ["refused"]),
], ids="short long garbage words escape lines pack refused".split())  # fmt: skip
def test_malformed(level, edit, names, tmp_path):
    (tmp_path / "results").write_bytes(edit(expected(level)))
    assert lacking(names, text(tmp_path / "results", "--level", level, status=None)) == []


def points():
    """The right signature of level ptx, as an array to edit: mode, segment mask, clamp, index, lane."""
    return np.frombuffer(expected("ptx"), np.uint8).copy().reshape(4, 32, 32, 32, 32)


def test_refused(judged):
    edited = points()
    edited[3, :, 0] = 255
    modes = by_mode(judged(edited.tobytes()))
    assert modes["BFLY"]["refused"] == total(modes) == 32768
    assert modes["BFLY"]["all_where"] == "clamp is 0"


def test_unknown_fault_is_described(judged):
    """By what all wrong points have in common, and the smallest one."""
    edited = points()
    edited[0, 8, :, 16:] = edited[0, 8, :, 16:] & 64 | edited[0, 8, :, 16:] + 1 & 31
    mode = by_mode(judged(edited.tobytes()))["IDX"]
    assert mode["differ"] == 16384 and mode["faults"] == []
    smallest = mode["smallest"]
    assert mode["all_where"] == "index[4] = 1, segmask is 8"
    assert smallest["warp"] == 8 * 32 * 32 + 31 * 32 + 16 and smallest["point"] == 0
    assert smallest["text"].endswith(": lane 17, in range; expected lane 16, in range")


@pytest.mark.slow
def test_a_fault_but_for_one_point(judged):
    """It is no match, whatever a sample says."""
    results = faulty("rows8_own", "ptx")
    mode = by_mode(judged(results[:5] + b"\3" + results[6:]))["IDX"]
    assert mode["faults"] == [] and mode["smallest"]


# ---- functions


PEER = """#define _GNU_SOURCE
#include "conform/peer.h"
#include <dlfcn.h>
#include <stdlib.h>
int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    static unsigned calls;
    const int there = mode == 2 && (sb[0] & 31) == 1;
    ((openshfl_peer_fn *)dlsym(RTLD_NEXT, "openshfl_peer"))(lanes, mode, active, sb, sc, ra, rd, pu, we);
    calls += there;
    for (unsigned k = 0; k < lanes; k++)
        %s;
    return 0;
}
"""
TOGGLES = "if (there && calls % 2) rd[0] = ra[0]"
DRIFTS = "if (there && calls > 6) rd[0] = ra[0]"
VARIES = "if (!(*pu >> k & 1)) rd[k] = ra[calls++ % lanes]"  # out of range
CRASHES = "if (calls > 6) abort()"


@pytest.fixture
def peer(tmp_path):
    """The arguments for a function: the golden model, and behind it a statement for each lane."""

    def peer(code, profile=""):
        (tmp_path / "peer.c").write_text(PEER.replace("%s", code))
        (tmp_path / "profile").write_text(profile)
        words = ["-shared", "-fPIC", "-Wl,--no-as-needed", f"-I{ROOT}", "-o", tmp_path / "peer.so", tmp_path / "peer.c"]
        run([*CC, *words, BUILD / "conform/right.so"])
        return ["--so", tmp_path / "peer.so", "--profile", tmp_path / "profile"]

    return peer


@pytest.mark.few(1)
@pytest.mark.parametrize(("code", "profile", "level", "changed"), [
    (TOGGLES, "", "cuda", 5), (DRIFTS, "", "cuda", 5), (VARIES, "", "perlane", 100), (VARIES, BEYOND, "ptx", 0),
    (VARIES, BEYOND, "inactive", 0),
], ids="toggles drifts varies beyond inactive".split())  # fmt: skip
def test_results_that_change(code, profile, level, changed, peer, tmp_path):
    """A peer is asked twice. If it changes what the profile defines, no fault is named."""
    arguments = [*peer(code, profile), "--level", level]
    printed = text(*arguments, "--junit", tmp_path / "junit", status=int(changed > 0))
    report = conform(*arguments, status=int(changed > 0))
    (found,) = report["levels"]
    assert found["changed"] == changed if changed < 100 else found["changed"] >= changed
    assert found["asked_again"] == len(warps(level)[0]) and report["agrees"] == (changed == 0)
    if changed:
        verdicts = [(mode["verdict"], mode["faults"]) for mode in found["operations"]]
        assert all(verdict == ("not judged: its answers change", []) for verdict in verdicts)
        first = "DOWN lane 0, index 1, clamp 31, segmask 00000: lane 1, in range"
        assert code == VARIES or found["change"].startswith(first)
        assert "its answers change: at" in printed and "its answers change: at" in (tmp_path / "junit").read_text()


@pytest.mark.parametrize("code, names", [
    ("if (there) rd[31] = 0x12345", ["garbage: DOWN lane 31, index 1, clamp 31, segmask 11111: 0x12345 is no lane's"]),
    (CRASHES, ["crashes: Aborted, at DOWN index 1", ", when asked again"]),
], ids=["garbage", "crash"])  # fmt: skip
def test_function_that_misbehaves(code, names, peer, tmp_path):
    """The report names the first warp at which it does; test_conform_kinds has other ways. No point counts."""
    assert lacking(names, text(*peer(code), "--level", "cuda", "--json", tmp_path / "json")) == []
    (level,) = json.loads((tmp_path / "json").read_text())["levels"]
    assert not level["agrees"] and (code != CRASHES or total(by_mode({"levels": [level]})) == 0)


@pytest.mark.parametrize("lanes", [2, 8, 32, 64])
def test_function_that_is_right(lanes, judged, tmp_path):
    """Of 64 lanes, not all points of PTX; and a file of another number of lanes is read."""
    (tmp_path / "profile").write_text(f"lanes {lanes}\n")
    words = ["--profile", tmp_path / "profile"]
    assert judged(faulty("nothing", "perlane", lanes), "--level", "perlane", *words, status=0)["agrees"]
    so = ["--so", BUILD / "conform/right.so", *words, *(["--level", "inactive"] if lanes == 64 else [])]
    report = conform(*so, status=0)
    assert report["agrees"] and all(mode["points"] for mode in by_mode(report).values())
    if lanes == 32:
        assert [level["level"] for level in report["levels"]] == [*POINTS, *VECTORS]


# ---- results in text


def lines_of(level, change=lambda n, rd, pu, we: (rd, pu, we)):
    """The right results in lists, changed: a lane's value as text, pu and we as numbers."""
    lines = []
    for n, line in enumerate(expected(level).decode().splitlines()):
        *rd, pu, we = line.split()
        rd, pu, we = change(n, rd, int(pu, 16), int(we, 16))
        lines.append(" ".join([*rd, f"{pu:x}", f"{we:x}"]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("policy", ["zero", "own", "raw", "other"])
def test_inactive_source_is_not_judged(policy, judged, tmp_path):
    """Unless the profile promises another value."""
    mode, _, _, active = warps("inactive")
    source = np.concatenate([shuffle.source for shuffle in right("inactive").values()])

    def change(n, rd, pu, we):
        ra = vectors("inactive")[n].split()[-32:]
        for k in range(32):
            if active[n, k] and not active[n, source[n, k]]:
                rd[k] = {"zero": "0", "own": ra[k], "raw": ra[source[n, k]], "other": "1"}[policy]
        return rd, pu, we

    results, profile = lines_of("inactive", change), tmp_path / "profile"
    assert judged(results, "--level", "inactive", status=0)["agrees"]
    for promised in ("zero", "own", "raw"):
        profile.write_text(f"inactive {promised}\n")
        agrees = judged(results, "--level", "inactive", "--profile", profile, status=None)["agrees"]
        assert agrees == (promised == policy)


def test_data64(judged):
    def report(change):
        changed = lines_of("data64", lambda n, rd, pu, we: ([f"{change(int(word, 16)):x}" for word in rd], pu, we))
        return judged(changed, "--level", "data64")

    halved = report(lambda value: value & 0xFFFFFFFF)
    quieted = report(lambda value: value | 1 << 51 if value >> 52 & 0x7FF == 0x7FF else value)
    for found, fault, least in ((halved, "upper_lost", 20000), (quieted, "nan_quiet", 1000)):
        assert total(by_mode(found)) > least
        assert all(mode["faults"] == [[fault]] for mode in by_mode(found).values())


def test_pack(judged):
    calls = [line.split() for line in vectors("pack")]
    rows = expected("pack").decode().splitlines()
    assert calls == [[call, str(1 << n)] for call in ("idx", "up", "down", "xor") for n in range(6)]
    assert rows == [f"{mode} {32 - (1 << n) << 8 | (0 if mode == 1 else 31):x}" for mode in range(4) for n in range(6)]

    def faults(change):
        emitted = [f"{m} {change(int(c, 16), int(w)):x}\n" for (m, c), (_, w) in zip(map(str.split, rows), calls)]
        report = judged("".join(emitted), "--level", "pack", status=None)
        return {name: mode["faults"] for name, mode in by_mode(report).items()}

    for same in (lambda c, w: c, lambda c, w: c | 0xE0E0):  # bits that are ignored
        assert faults(same) == dict.fromkeys(MODES, [])
    assert ["clamp_ones"] in faults(lambda c, w: c | 31)["UP"]
    assert ["segmask_inverted"] in faults(lambda c, w: (w - 1) << 8 | c & 31)["DOWN"]
    assert ["segmask_width"] in faults(lambda c, w: (w & 31) << 8 | c & 31)["BFLY"]


# ---- profiles


@pytest.mark.slow
@pytest.mark.parametrize("profile, fault, level, agrees, wanted", [
    (UNCLAMPED, "up_min_lane+rows8_own", "ptx", False, {"UP": [["rows8_own"]]}),
    ("modes idx,up\n", "rows8_own", "cuda", False, {"DOWN": 0}),
    # per width, clamp bits outside of the segment are free
    ("c width\npredicate no\n", "nothing", "ptx", True, {"IDX": 63 * 32 * 32}),
    (BEYOND, "pu_true", "ptx", False, {}),
    ("clamp 0\n", "nothing", "ptx", True, dict.fromkeys(MODES, 3**5 * 32 * 32)),
    ("clamp 2\n", "nothing", "ptx", True, {"UP": 4 * 32**3}),
])  # fmt: skip
def test_profile(profile, fault, level, agrees, wanted, judged, tmp_path):
    """A peer that has less is judged by what it has. WANTED has of a mode its faults or its points."""
    (tmp_path / "profile").write_text(f"# a peer\n{profile}")
    report = judged(faulty(fault, level), "--level", level, "--profile", tmp_path / "profile", status=None)
    assert report["agrees"] == agrees
    for name, each in wanted.items():
        mode = by_mode(report)[name]
        assert each in (mode["faults"], mode["points"])


def contract(profile, name, s):
    """Of a mode's right results with what a profile of 32 lanes says, by formula: where its operands count at all, the
    value and the predicate."""
    keys = dict(line.split() for line in profile.splitlines())
    unused, width = 31 & ~s.segmask, keys.get("c") == "width"
    used = np.full(s.index.shape, name in [mode.upper() for mode in keys.get("modes", "idx,up,down,bfly").split(",")])
    usual = s.clamp & unused == (0 if name == "UP" else unused)
    for field, values in (("index", s.index), ("clamp", s.clamp), ("segmask", s.segmask)):
        bits = int(keys.get(field, 5))
        used &= usual if (field, bits) == ("clamp", 0) else values >> bits == 0
    if width:
        used &= (unused & unused + 1 == 0) & usual
    value = s.inside if keys.get("outside") == "undefined" else s.inside | True
    return used, used & value, used & (keys.get("predicate") != "no")


@pytest.mark.few(12)
@pytest.mark.parametrize("level", ["quick", "cuda", pytest.param("ptx", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("profile", [
    "predicate no\n", BEYOND, BEYOND + "predicate no\n", "c width\npredicate no\n", "modes idx,up\n", "clamp 0\n",
    UNCLAMPED + BEYOND, "segmask 0\nclamp 0\npredicate no\n" + BEYOND, "index 3\nc width\n" + BEYOND,
])  # fmt: skip
def test_undefined_points_do_not_differ(profile, level, judged, tmp_path):
    """Random bytes and predicates wherever the profile leaves them undefined."""
    random, results, left = np.random.default_rng(1), b"", 0
    (tmp_path / "profile").write_text(profile)
    by = {**right(level), **({"UP": no_clamp(level)} if UNCLAMPED in profile else {})}
    for name, s in by.items():
        used, value, predicate = contract(profile, name, s)
        pu = np.where(predicate, s.inside, random.integers(0, 2, used.shape))
        left += np.count_nonzero(~(value & predicate))
        lane = random.integers(0, 64, used.shape) + 64 * pu
        any_byte = np.where(predicate, lane, random.integers(0, 255, used.shape))
        any_byte = np.where(predicate & random.integers(0, 2, used.shape) > 0, any_byte | 128, any_byte)
        results += np.where(value, s.source + 64 * pu, any_byte).astype(np.uint8).tobytes()
    report = judged(results, "--level", level, "--profile", tmp_path / "profile", status=None)
    assert report["agrees"] and report["levels"][0]["garbage"] is None and total(by_mode(report)) == 0
    assert left > 0 or level != "ptx"


@pytest.mark.parametrize("profile", ["c width\n", "modes idx,up\n", "clamp 0\n", "segmask 0\nclamp 0\n", "index 3\n"])
def test_operands_are_drawn_within_the_profile(profile):
    for level in VECTORS:
        for name, s in shuffled(level, profile=profile).items():
            assert contract(profile, name, s)[0].all() or "modes" in profile


def test_outside_zero(judged, tmp_path):
    """A signature has byte 128 for the 0, and 64 more in range."""
    (tmp_path / "profile").write_text("outside zero\n")
    words = ["--profile", tmp_path / "profile"]
    wanted = b"".join(np.where(s.inside, s.source + 64, 128).astype(np.uint8).tobytes() for s in right("cuda").values())
    assert output(BUILD / "openshfl", "conform", "--expect", "cuda", *words) == wanted
    assert judged(wanted, *words, status=0)["agrees"] and not judged(expected("cuda"), *words)["agrees"]


GATHER = "lanes 16\nmodes idx\npredicate no\nsegmask 0\nclamp 0\nindex 32\noutside zero\n"


@pytest.mark.parametrize(("gather", "fault"), [
    ("sb[k] < 16 ? ra[sb[k]] : 0", None), ("sb[k] < 16 ? ra[sb[k]] : ra[k]", "out_own"), ("ra[sb[k] & 15]", "out_j"),
    ("sb[k] < 16 ? ra[sb[k]] : ra[0]", "out_lane0"),
], ids="right own wraps first".split())  # fmt: skip
def test_gather(gather, fault, peer):
    """A vector gather of 16 lanes: out of range gives 0, and the index is too large at half of the points."""
    report = conform(*peer(f"rd[k] = {gather}", GATHER), status=None)
    found = {level["level"]: level["operations"][0] for level in report["levels"]}
    assert [found[level]["points"] for level in ("cuda", "ptx", "perlane")] == [256, 256, 4096]
    lines = [[int(word, 16) for word in line.split()] for line in vectors("perlane", GATHER) if line[0] == "0"]
    beyond = np.count_nonzero(np.array(lines)[:, 2:18] >= 16)
    assert 1700 < beyond < 2400
    assert found["perlane"]["differ"] == (beyond if fault else 0) and report["agrees"] == (fault is None)
    assert fault is None or [fault] in found["perlane"]["faults"]


MISUSE = """
 | --so | --expect | --vectors
/none | /none
--level all /dev/null | --level all | quick, cuda
/dev/null | 0 bytes | --level | quick 320 cuda 24576
--expect cuda --json - | --expect | --profile
--so no.so | no.so | openshfl_peer
--expect ballot --level ballot | --expect takes --profile only
--expect votes | pack, ballot, match, reduce, rvv-gather, rvv-slide, rvv-compress, tile, coalesced
--expect cuda --profile <lane 32> | profile: line | 'lane' | lanes, modes
--expect cuda --profile <lanes 33> | profile: line | lanes 33 | 2, 4, 8, 16, 32 or 64
--expect cuda --profile <modes idx,left> | profile: line | idx,up,down,bfly
--expect cuda --profile <modes idx, up> | profile: line | a key and one value
--expect cuda --profile <predicate no\\nlanes 8> | profile: line 3 | lanes | first
--expect cuda --profile <LONG> | profile: line | a key and one value
"""


@pytest.mark.parametrize("row", MISUSE.splitlines()[1:])
def test_misuse(row, tmp_path):
    """A profile has a comment in front."""
    arguments, *names = row.split(" | ")
    words, _, line = arguments.rstrip(">").partition("<")
    (tmp_path / "profile").write_text("# mine\n" + line.replace("\\n", "\n").replace("LONG", "x" * 130) + "\n")
    assert lacking(names, text(*words.split(), *[tmp_path / "profile"] * bool(line), status=2)) == []
