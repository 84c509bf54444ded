# SPDX-License-Identifier: Apache-2.0
"""The levels ballot, match and reduce of the conformance kit. The right results, and those of each fault, are computed
here from the operands, by the rules of test_collective and not by the kit's."""

import functools
import re

import pytest
from conftest import BUILD, built, run
from test_collective import WORD, match_all, match_any, reduce, vote_all, vote_any, vote_eq

LEVELS = {"ballot": 5, "match": 2, "reduce": 8}  # operations
NAMES = ("and", "or", "xor", "add", "min", "max")
ALL, ANY, UNI, ELECT, BALLOT = range(5)
LANES = range(32)


@pytest.fixture(scope="module", autouse=True)
def made():
    for name in ("openshfl", "cli/conform/right.so"):
        built(name)


def conform(*arguments, status=0):
    return run([BUILD / "openshfl", "conform", *arguments], status=status)


@functools.cache
def warps(level):
    """op, is_signed, lanes that execute, operand of each lane."""
    found = []
    for line in conform("--vectors", level).stdout.splitlines():
        op, signed, active, *rest = (int(field, 16) for field in line.split())
        values = [rest[0] >> k & 1 for k in LANES] if level == "ballot" else rest
        found.append((op, bool(signed), [k for k in LANES if active >> k & 1], values))
    return found


def right(level, op, signed, count, v):
    """(rd, pu) of each lane; None: not compared."""
    if level == "reduce":
        return [(reduce(NAMES[op], signed)(k, count, v)[0], None) for k in LANES]
    if level == "match":
        return [(match_any, match_all)[op == 0](k, count, v) for k in LANES]
    if op == ELECT:
        return [(min(count), k == min(count)) for k in LANES]
    if op == BALLOT:
        return [(sum(v[k] << k for k in count), None) for _ in LANES]
    return [((vote_all, vote_any, vote_eq)[op])(k, count, v) for k in LANES]


def line_of(results, count):
    rd = ["x" if k not in count or results[k][0] is None else f"{results[k][0]:x}" for k in LANES]
    pu = sum(1 << k for k in count if results[k][1])
    return " ".join([*rd, f"{pu:x}", f"{sum(1 << k for k in count):x}"])


@pytest.mark.parametrize("level", LEVELS)
def test_right_results(level, tmp_path):
    """Those that --expect prints are those of the rules; a file of them agrees, and so do the model's functions."""
    lines = [line_of(right(level, *warp), warp[2]) for warp in warps(level)]
    assert len(lines) == 256 * LEVELS[level]
    assert conform("--expect", level).stdout.splitlines() == lines
    path = tmp_path / "results"
    path.write_text("\n".join(lines) + "\n")
    for words in ([path], ["--so", BUILD / "cli/conform/right.so"]):
        report = conform(*words, "--level", level).stdout
        assert report.count("  agrees\n") == LEVELS[level] and report.endswith("\nagrees\n")


def test_another_number_of_lanes(tmp_path):
    profile = tmp_path / "profile"
    profile.write_text("lanes 64\n")
    for level in LEVELS:
        words = ["--so", BUILD / "cli/conform/right.so", "--level", level, "--profile", profile]
        assert conform(*words).stdout.startswith(f"{BUILD}/cli/conform/right.so: 64 lanes\n")
        assert len(conform("--vectors", level, "--profile", profile).stdout.split("\n")[0].split()[2]) <= 16


# ---- faults: the operations that show one, and the results with it


def everyone(level, op, signed, count, v):
    return right(level, op, signed, list(LANES), v)


def zeros(level, op, signed, count, v):
    return everyone(level, op, signed, count, [v[k] if k in count else 0 for k in LANES])


def logical(level, op, signed, count, v):
    truth = [v[k] != 0 for k in count]
    return [((all(truth), any(truth), sum(truth) % 2)[op] * 1, None)] * 32


def ranks(mask, count):
    """Bit r of a mask: the r-th of the lanes that execute."""
    return sum((mask >> k & 1) << r for r, k in enumerate(sorted(count)))


FAULTS = {
    "all_count": ("ballot", {ALL, ANY, UNI, ELECT, BALLOT}, everyone),
    "all_count ": ("match", {0, 1}, everyone),
    "all_count  ": ("reduce", set(range(6)), everyone),
    "others_are_zero": ("reduce", {0, 4, 5}, zeros),
    "others_are_zero ": ("ballot", {ALL, UNI}, zeros),
    "elect_highest": ("ballot", {ELECT}, lambda _1, _2, _3, count, v: [(max(count), k == max(count)) for k in LANES]),
    "elect_lane_0": ("ballot", {ELECT}, lambda _1, _2, _3, count, v: [(0, k == 0) for k in LANES]),
    "packed": ("ballot", {BALLOT}, lambda _1, _2, _3, count, v: [
        (ranks(sum(v[k] << k for k in count), count), None)] * 32),
    "packed ": ("match", {0, 1}, lambda level, op, signed, count, v: [
        (ranks(mask, count), pu) for mask, pu in right(level, op, signed, count, v)]),
    "uni_is_all": ("ballot", {UNI}, lambda _1, _2, _3, count, v: [vote_all(k, count, v) for k in LANES]),
    "without_own": ("match", {1}, lambda _1, _2, _3, count, v: [
        (match_any(k, count, v)[0] & ~(1 << k), None) for k in LANES]),
    "mask_of_any": ("match", {0}, lambda _1, _2, _3, count, v: [
        (match_any(k, count, v)[0], match_all(k, count, v)[1]) for k in LANES]),
    "other_sign": ("reduce", {4, 5}, lambda level, op, signed, count, v: right(level, op, not signed, count, v)),
    "logical": ("reduce", {0, 1, 2}, logical),
    "saturates": ("reduce", {3}, lambda _1, _2, _3, count, v: [(min(sum(v[k] for k in count), WORD - 1), None)] * 32),
}  # fmt: skip


@pytest.mark.few(6)
@pytest.mark.parametrize("name", FAULTS)
def test_fault(name, tmp_path):
    """It is named at each operation that shows it, and at no other."""
    level, ops, results = FAULTS[name]
    path = tmp_path / "results"
    lines = [line_of((results if w[0] in ops else right)(level, *w), w[2]) for w in warps(level)]
    path.write_text("\n".join(lines) + "\n")
    expected = [line_of(right(level, *w), w[2]) for w in warps(level)]
    report = conform(path, "--level", level, status=1).stdout
    verdicts = re.findall(r"^  [a-z][\w.]* +8192 +(\d+) +0  (.*)$", report, re.MULTILINE)
    assert len(verdicts) == LEVELS[level] and report.endswith("\ndiffers\n")
    for n, (differ, verdict) in enumerate(verdicts):
        shows = lines[256 * n : 256 * n + 256] != expected[256 * n : 256 * n + 256]
        assert (int(differ) > 0) == shows and (name.strip() in verdict) == shows, (n, verdict)
    assert report.count("        first: warp ") == sum(int(differ) > 0 for differ, _ in verdicts)


def test_no_known_fault(tmp_path):
    """One wrong bit; a lane that does not execute and writes; a result that is left out; a refusal."""
    lines = conform("--expect", "ballot").stdout.splitlines()
    n = next(n for n, warp in enumerate(warps("ballot")) if warp[0] == BALLOT and len(warp[2]) < 32 and 0 in warp[2])
    fields = lines[n].split()
    for k, text in ((0, f"{int(fields[0], 16) ^ 2:x}"), (33, "ffffffff"), (0, "x")):
        path = tmp_path / "results"
        path.write_text("\n".join([*lines[:n], " ".join([*fields[:k], text, *fields[k + 1 :]]), *lines[n + 1 :]]))
        report = conform(path, "--level", "ballot", status=1).stdout
        assert "differs, as by none of the known faults" in report and f"first: warp {n + 1}, active 0x" in report
    path.write_text("\n".join([*lines[:n], "-", *lines[n + 1 :]]))
    assert re.search(r"ballot +8192 +0 +32  refused", conform(path, "--level", "ballot", status=1).stdout)
    path.write_text("\n".join(lines[:-1]) + "\n")
    report = conform(path, "--level", "ballot", status=1).stdout
    assert "1279 lines, expected 1280" in report and "missing" in report


PEER = """
#include "cli/conform/peer.h"
#include <unistd.h>
int openshfl_redux_peer(unsigned lanes, unsigned op, int is_signed, uint64_t active, const uint64_t *ra, uint64_t *rd,
                        uint64_t *we)
{
    static unsigned calls;
    if (++calls == 300)
        %s;
    return 1;
}
"""


@pytest.mark.parametrize("code, named", [
    ("sleep(9)", "hangs: no result after 1 s, at warp 300"),
    ("*(volatile int *)0 = 0", "crashes: Segmentation fault, at warp 300"),
])  # fmt: skip
def test_function_that_ends(tmp_path, code, named):
    (tmp_path / "peer.c").write_text(PEER % code)
    run(["cc", "-shared", "-fPIC", f"-I{BUILD.parent}", "-o", tmp_path / "peer.so", tmp_path / "peer.c"])
    words = ["--so", tmp_path / "peer.so", "--seconds", "1"]
    report = conform(*words, "--level", "reduce", status=1).stdout
    assert named in report and re.search(r"add +8192 +0 +8192", report)
    done = conform(*words, "--level", "match", status=2)
    assert done.stdout == "" and "does not export openshfl_match_peer" in done.stderr


@pytest.mark.parametrize("words, named", [
    (["--level", "ballot", "--json", "-", "none"], "--json"),
    (["--expect", "ballot", "--level", "ballot"], "--expect takes --profile only"),
    (["--expect", "votes"], "pack, ballot, match, reduce, rvv-gather, rvv-slide, rvv-compress, tile, coalesced"),
    (["--level", "reduce", "none"], "none"),
    (["--so", "none", "--level", "reduce"], "none"),
])  # fmt: skip
def test_misuse(words, named):
    done = conform(*words, status=2)
    assert named in done.stderr and done.stdout == "" and done.stderr.count("\n") == 1


def test_line_that_is_none(tmp_path):
    path = tmp_path / "results"
    path.write_text("0 1 2\n")
    assert f"{path}:1: '0 1 2': expected rd[0] .. rd[31] pu we" in conform(path, "--level", "match", status=2).stderr
