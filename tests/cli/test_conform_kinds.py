# SPDX-License-Identifier: Apache-2.0
"""The levels of the conformance kit that are more than a shuffle.

The right results, and those of units with a planted fault, are computed here from the operands, by the rules of
test_collective and the texts of RISC-V V, CUDA and CUB, not by the kit's functions or the model."""

import functools
import json
import re
import types
import xml.etree.ElementTree

import pytest
from conftest import BUILD, built, nightly_but, run
from test_collective import match_all, match_any, reduce, vote_all, vote_any, vote_eq

VLEN = 128  # of most cases; 1024, with groups of more than 256 elements, is the default
GROUP = "rank size ballot any all match_any match_all reduce inclusive_scan exclusive_scan"
OPERATIONS = {
    "ballot": "all any uni elect ballot",
    "match": "match.all match.any",
    "reduce": "and or xor add min.u32 max.u32 min.s32 max.s32",
    "tile": f"shfl shfl_up shfl_down shfl_xor {GROUP}",
    "coalesced": f"shfl shfl_up shfl_down {GROUP}",
    "barrier": "count and or part.count part.and part.or",
    "rvv-gather": "vrgather.vv vrgatherei16.vv vrgather.vx vrgather.vi",
    "rvv-slide": "vslideup.vx vslideup.vi vslidedown.vx vslidedown.vi vslide1up.vx vfslide1up.vf vslide1down.vx "
    "vfslide1down.vf",
    "rvv-compress": "vcompress.vm",
}
OPERATIONS = {level: names.split() for level, names in OPERATIONS.items()}
RVV = ("rvv-gather", "rvv-slide", "rvv-compress")


@pytest.fixture(scope="module", autouse=True)
def made():
    for name in ("openshfl", "conform/right.so", "conform/known"):
        built(name)


def conform(*arguments, status=0):
    return run([BUILD / "openshfl", "conform", *arguments], status=status)


# ---- the right results: of each call a list, of each point (rd, pu); None: nothing is written, or it is undefined

ALL, ANY, UNI, ELECT, BALLOT = range(5)


def vote(s):
    """Ballot, match or reduce: the lanes of s.count, with the operands s.v."""
    if s.level == "reduce":
        rule = reduce(OPERATIONS["reduce"][s.op].split(".")[0], s.signed)
    elif s.level == "match":
        rule = (match_all, match_any)[s.op]
    else:
        rule = {
            ALL: vote_all, ANY: vote_any, UNI: vote_eq,
            ELECT: lambda k, count, v: (min(count, default=0), k == min(count, default=None)),
            BALLOT: lambda k, count, v: (sum(v[k] << k for k in count), None),
        }[s.op]  # fmt: skip
    return [rule(k, s.count, s.v) if k in s.writes else None for k in range(s.lanes)]


def group(s):
    """Cooperative groups: ranks are those of the lanes that execute with the same label."""
    groups = {label: [k for k in s.count if s.label[k] == label] for label in set(s.label)}
    return [in_group(s, k, groups[s.label[k]]) if k in s.writes else None for k in range(s.lanes)]


def in_group(s, k, members):
    rank, size, i, v = sum(lane < k for lane in members), len(members), s.index[k], s.v
    name = OPERATIONS["tile"][s.op]
    if name.startswith("shfl"):
        source = {"shfl": i % s.tile if s.tile else i, "shfl_up": rank - i, "shfl_down": rank + i,
                  "shfl_xor": rank ^ i}[name]  # fmt: skip
        inside = 0 <= source < size
        return (v[members[source]] if inside else None if name == "shfl" else v[k]), None
    if name in ("rank", "size"):
        return (rank if name == "rank" else size), None
    if name in ("ballot", "any", "all"):
        p = [v[lane] & 1 for lane in members]
        return (mask(p), None) if name == "ballot" else (None, (any if name == "any" else all)(p))
    if name.startswith("match"):
        same = [v[lane] == v[k] for lane in members]
        return (mask(same), None) if name == "match_any" else (mask(same) if all(same) else 0, all(same))
    last = {"reduce": size, "inclusive_scan": rank + 1, "exclusive_scan": rank}[name]
    return sum(v[lane] for lane in members[:last]) % 2**32, None


def mask(bits):
    return sum(bool(bit) << k for k, bit in enumerate(bits))


def barrier(s):
    """The CUDA C++ Programming Guide, and bar.red of PTX: of the threads that arrive and have not exited."""
    here = sum((2**32 - 1) << 32 * w for w in range(32) if s.warps >> w & 1) & 2**s.threads - 1
    voters = here & ~s.exited
    count = (s.p & voters).bit_count()
    value = (count, int(count == voters.bit_count()), int(count > 0))[s.op % 3]
    return [(value, None) if s.writes >> k & here >> k & 1 else None for k in range(s.threads)]


VV, EI16, GATHER_X, GATHER_I, UP_X, UP_I, DOWN_X, DOWN_I, ONE_UP_X, ONE_UP_F, ONE_DOWN_X, ONE_DOWN_F, PACK = range(13)


def instruction(s, agnostic=False):
    """RISC-V V, chapters 3.4 and 16.3 to 16.5. AGNOSTIC: elements that may become ones do."""
    chosen = [k for k in range(s.vl) if s.mask >> k & 1]
    results = []
    for i, old in enumerate(s.old):
        value, kept = old, s.vl == 0 or s.vstart >= s.vl or i < s.vstart
        tail = not kept and (i >= s.vl or s.op == PACK and i >= len(chosen))
        off = not kept and not tail and not s.vm and not s.mask >> i & 1
        below = s.op in (UP_X, UP_I) and i < s.x
        if not kept and not tail and not off and not below:
            source = (
                chosen[i] if s.op == PACK
                else s.index[i] if s.op in (VV, EI16)
                else s.x if s.op <= GATHER_I
                else i - s.x if s.op <= UP_I
                else i + s.x if s.op <= DOWN_I
                else i - 1 if s.op <= ONE_UP_F
                else i + 1 if i != s.vl - 1 else -1
            )  # fmt: skip
            scalar = s.op >= ONE_UP_X and s.op != PACK and source == -1
            value = s.x & s.ones if scalar else s.v[source] if 0 <= source < s.vlmax else 0
        if agnostic and (tail and s.vta or off and not below and s.vma):
            value = s.ones
        results.append((value, None))
    return results


RIGHT = {**dict.fromkeys(("ballot", "match", "reduce"), vote), **dict.fromkeys(("tile", "coalesced"), group),
         "barrier": barrier, **dict.fromkeys(RVV, instruction)}  # fmt: skip


# ---- the calls, and files of results


def parsed(level, fields, lanes):
    s = types.SimpleNamespace(level=level, lanes=lanes)
    s.op, *rest = (int(field, 16) for field in fields)
    if level == "barrier":
        s.threads, s.warps, s.exited, s.p = rest
        s.writes = ~s.exited
    elif level in RVV:
        vlen, s.sew, vlmul, s.vl, s.vstart, s.vm, s.vta, s.vma, s.x, s.mask, *rest = rest
        lmul = 2.0 ** (vlmul if vlmul < 4 else vlmul - 8)
        s.ones, s.vlmax, n = 2**s.sew - 1, int(vlen * lmul) // s.sew, int(vlen * max(lmul, 1)) // s.sew
        s.index, s.v, s.old = rest[:n], rest[-2 * n : -n], rest[-n:]
    else:
        s.signed, active, *values = rest
        s.tile = s.signed  # of groups
        s.count = s.writes = [k for k in range(lanes) if active >> k & 1]
        if level == "ballot":
            values = [values[0] >> k & 1 for k in range(lanes)]
        s.label, s.index, s.v = values[:lanes], values[lanes : 2 * lanes], values[-lanes:]
    s.right = RIGHT[level](s)
    s.agnostic = instruction(s, agnostic=True) if level in RVV else s.right
    return s


@functools.cache
def calls(level, lanes=32, vlen=VLEN):
    lines = run([BUILD / "openshfl", "conform", "--vectors", level, "--profile", profile(lanes, vlen)]).stdout
    return [parsed(level, line.split(), lanes) for line in lines.splitlines()]


@functools.cache
def profile(lanes, vlen):
    path = BUILD / f"conform/test.{lanes}.{vlen}.profile"
    path.write_text(f"lanes {lanes}\nvlen {vlen}\n")
    return path


def line(s, results):
    values = ["x" if each is None or each[0] is None else f"{each[0]:x}" for each in results]
    if s.level in RVV:
        return " ".join(values)
    pu = mask(each is not None and each[1] for each in results)
    return " ".join([*values, f"{pu:x}", f"{mask(each is not None for each in results):x}"])


def name_of(s):
    names = OPERATIONS[s.level]
    first = {"rvv-slide": UP_X, "rvv-compress": PACK}.get(s.level, 0)
    skipped = s.level == "coalesced" and s.op > 3
    return names[s.op - first - skipped + 2 * (s.level == "reduce" and s.signed)]


@pytest.mark.few(4)
@pytest.mark.parametrize("level, vlen", [
    *(pytest.param(level, VLEN, marks=[pytest.mark.slow] * (level in ("reduce", "tile", "coalesced")))
      for level in OPERATIONS if level != "barrier"),
    pytest.param("barrier", VLEN, marks=pytest.mark.nightly),
    *(pytest.param(level, vlen, marks=pytest.mark.nightly) for level in RVV for vlen in (64, 1024)),
])  # fmt: skip
def test_right_results(level, vlen, tmp_path):
    """They are those of the rules, and the model's functions agree; an agnostic element may be ones."""
    lines = [line(s, s.right) for s in calls(level, vlen=vlen)]
    words = ["--level", level, "--profile", profile(32, vlen)]
    assert conform("--expect", *words[1:]).stdout.splitlines() == lines
    (tmp_path / "results").write_text("".join(line(s, s.agnostic) + "\n" for s in calls(level, vlen=vlen)))
    for peer in ([tmp_path / "results"], ["--so", BUILD / "conform/right.so"]):
        report = conform(*peer, *words).stdout
        assert report.count("  agrees\n") == len(OPERATIONS[level]) and report.endswith("\nagrees\n")
    assert {name_of(s) for s in calls(level, vlen=vlen)} == set(OPERATIONS[level])


# ---- planted faults: each is found where it shows, with so many points, and named


def wrong_points(s, results):
    """How many points of a line of results differ from the right ones."""
    rd = results.split()
    pu, we = (0, -1) if s.level in RVV else (int(mask, 16) for mask in rd[-2:])
    wrong = 0
    for k, (each, agnostic) in enumerate(zip(s.right, s.agnostic, strict=True)):
        if each is None or not we >> k & 1:
            wrong += (each is None) == (we >> k & 1)
            continue
        is_wrong = each[0] is not None and (rd[k] == "x" or int(rd[k], 16) not in (each[0], agnostic[0]))
        wrong += is_wrong or each[1] is not None and each[1] != pu >> k & 1
    return wrong


LANES = {"ballot": 64, "match": 64}  # where the halves of a mask are words
PLANTED = {"barrier": ["thread_is_0", "rounded_block"], "rvv-slide": ["scalar_int32", "vstart_unread", "repeats"]}


SELDOM = dict.fromkeys(("match", "tile", "coalesced", "barrier"), pytest.mark.nightly)


@pytest.mark.parametrize("level", [pytest.param(level, marks=SELDOM.get(level, [pytest.mark.slow])) for level in RIGHT])
def test_planted_faults(level, tmp_path):
    """Each fault, in its results; of the long levels some."""
    lanes = LANES.get(level, 32)
    listed = run([BUILD / "conform/known", "list", lanes, VLEN, level]).stdout.splitlines()
    words = [tmp_path / "results", "--level", level, "--profile", profile(lanes, VLEN), "--json", "-"]
    wanted = conform("--expect", level, *words[3:5]).stdout.splitlines()
    shown = 0
    for fault in PLANTED.get(level) or dict.fromkeys(text.split("\t")[1] for text in listed):
        written = run([BUILD / "conform/known", "write", level, fault, lanes, VLEN]).stdout
        (tmp_path / "results").write_text(written)
        wrong = dict.fromkeys(OPERATIONS[level], 0)
        for s, one, right in zip(calls(level, lanes), written.splitlines(), wanted):
            wrong[name_of(s)] += one != right and wrong_points(s, one)
        (found,) = json.loads(conform(*words, status=None).stdout)["levels"]
        assert {each["operation"]: each["differ"] for each in found["operations"]} == wrong, fault
        for each in found["operations"]:
            assert not each["differ"] or [fault] in each["faults"], (fault, each)
        shown += sum(wrong.values()) > 0
    assert shown > 1


# ---- each bit and each lane: what a peer may leave out

# of an operand, the elements that no result depends on: the highest lane is elected only if it is alone; the last or
# first value has no place to go to; a group's lowest or highest rank tells the others nothing
LAST, FIRST = "{last}=0 {last}=1 {last}=n", "0=0 0=1 0=n"
UNSEEN = {
    ("ballot", "elect", "active"): "{last}=1",
    ("rvv-gather", "vrgather.vi", "vs2"): " ".join(f"{k}=0 {k}=1 {k}=n" for k in range(32, 128)),
    **{("rvv-slide", f"v{name}", "vs2"): LAST for name in ("slide1up.vx", "fslide1up.vf")},
    **{("rvv-slide", f"v{name}", "vs2"): FIRST for name in ("slide1down.vx", "fslide1down.vf")},
    **{(level, "shfl_up", "index"): FIRST for level in ("tile", "coalesced")},
    **{(level, "shfl_down", "index"): LAST for level in ("tile", "coalesced")},
    **{(level, "exclusive_scan", "ra"): LAST for level in ("tile", "coalesced")},
    **{("coalesced", name, "active"): "{last}=1"
       for name in ("shfl", "shfl_up", "rank", "inclusive_scan", "exclusive_scan")},
    ("coalesced", "shfl_down", "active"): "0=1",
}  # fmt: skip
BITS = {"ra": 32, "label": 32, "index": 5, "warps": 32, "vl": 8, "vstart": 7, "vm": 1,
        "x": 64, "vs2": 64, "vd": 64, "active": 0, "p": 0, "exited": 0, "mask": 0, "sb": 5,
        "sc": 10}  # fmt: skip
FEWER = {("vrgather.vv", "index"): 64, ("vrgatherei16.vv", "index"): 16,
         **{(name, "x"): 5 for name in ("vrgather.vi", "vslideup.vi", "vslidedown.vi")},
         **{(name, "ra"): 1 for name in ("ballot", "any", "all")},
         **{(name, "vl"): 7 for name in ("vrgatherei16.vv", "vfslide1up.vf", "vfslide1down.vf")},
         **{(name, "vstart"): 6 for name in ("vrgatherei16.vv", "vfslide1up.vf", "vfslide1down.vf")},
         **{("ignored", name): 32 for name in ("sb", "sc")}, ("data64", "ra"): 64}  # fmt: skip
RESULT_BITS = {"elect": 5, "rank": 5, "size": 6, "count": 11, "and": 1, "or": 1}


@pytest.mark.parametrize(
    "lanes", [pytest.param(32, marks=pytest.mark.slow), pytest.param(64, marks=pytest.mark.nightly)]
)
def test_each_bit_and_each_lane_is_seen(lanes):
    """A bit of an operand that is stuck at 0 or 1, a lane that is, or that has another lane's value, an ignored bit
    that is not: some call differs. Each bit of each result is 0 in one call, and 1 in another."""
    tried = 0
    for text in run([BUILD / "conform/known", "drop", lanes, VLEN]).stdout.splitlines():
        level, operation, operand, bits, elements, unseen = text.split("\t")
        wide = lanes if re.search("ballot|match", operation) else 32
        if level.startswith("rvv-") or level == "data64":
            wide = 64
        if operand == "rd":
            part = operation.removeprefix("part.") if level != "reduce" else ""
            more = (lanes == 64) * (operation in ("elect", "rank", "size"))
            assert int(bits) == RESULT_BITS.get(part, wide) + more, text
        else:
            more = (lanes == 64) * {"sb": 1, "sc": 2}.get(operand, 0) * (level == "perlane")
            expected = FEWER.get((level, operand)) or FEWER.get((operation, operand)) or BITS[operand]
            assert int(bits) == expected + more, text
            if level == "ignored":  # whose operands are the same in all lanes
                unseen = " ".join(each for each in unseen.split() if each[0] == "b")
            assert unseen.strip() == UNSEEN.get((level, operation, operand), "").format(last=int(elements) - 1), text
        tried += int(bits) + int(elements)
    assert tried > 30000


@pytest.mark.few(4)
@pytest.mark.parametrize("level", nightly_but([(level,) for level in OPERATIONS], lambda level: level != "coalesced"))
def test_every_known_fault_shows(level):
    """With 64 lanes, whatever its argument: each bit, each lane, each thread."""
    listed = run([BUILD / "conform/known", "list", 64, VLEN, level]).stdout.splitlines()
    assert len(listed) > 5 and [text for text in listed if text.split("\t")[4] == "0"] == []


# ---- what is no result


def test_no_known_fault(tmp_path):
    """One wrong bit; a lane that does not execute and writes; a result that is left out; a refusal."""
    lines = conform("--expect", "ballot").stdout.splitlines()
    n = next(n for n, s in enumerate(calls("ballot")) if s.op == BALLOT and len(s.count) < 32 and 0 in s.count)
    fields = lines[n].split()
    path = tmp_path / "results"
    for k, text in ((0, f"{int(fields[0], 16) ^ 2:x}"), (33, "ffffffff"), (0, "x")):
        path.write_text("\n".join([*lines[:n], " ".join([*fields[:k], text, *fields[k + 1 :]]), *lines[n + 1 :]]))
        report = conform(path, "--level", "ballot", status=1).stdout
        assert re.search(rf"smallest: warp {n + 1}, point \d+, is_signed 0x0, active 0x", report)
        assert "no known fault" in report
    path.write_text("\n".join([*lines[:n], "-", *lines[n + 1 :]]))
    assert re.search(r"ballot +12288 +0 +32  refuses", conform(path, "--level", "ballot", status=1).stdout)
    path.write_text("\n".join(lines[:-1]) + "\n")
    report = conform(path, "--level", "ballot", status=1).stdout
    assert "1919 lines, expected 1920" in report and "no result" in report
    path.write_text("0 1 2\n")
    assert f"{path}:1: '0 1 2': expected rd[0] .. rd[31] pu we" in conform(path, "--level", "match", status=2).stderr


PEER = """
#include "conform/peer.h"
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
    ("rd[32] = 0", "garbage: warp 300: writes beyond the last result"),
    ("return 5", "garbage: warp 300: returns 5, expected 0, or 1 for refused"),
    ("return 0", "its answers change: at 1 of 4608 warps that were asked again; warp 300"),
    ("_exit(0)", "exits with status 0, at warp 300"),
    ("return 1", "18432         0     18432  refuses"),
])  # fmt: skip
def test_function_that_ends(tmp_path, code, named):
    (tmp_path / "peer.c").write_text(PEER % code)
    run(["cc", "-shared", "-fPIC", f"-I{BUILD.parent}", "-o", tmp_path / "peer.so", tmp_path / "peer.c"])
    words = ["--so", tmp_path / "peer.so", "--seconds", "1"]
    assert named in conform(*words, "--level", "reduce", status=1).stdout
    done = conform(*words, "--level", "match", status=2)
    assert done.stdout == "" and "exports openshfl_match_peer" in done.stderr


def test_junit(tmp_path):
    """A case for each operation; the text of one that is wrong is the first call that is."""
    (tmp_path / "results").write_text(conform("--expect", "match").stdout.replace("ffffffff", "fffffffe", 1))
    done = conform(tmp_path / "results", "--level", "match", "--junit", tmp_path / "junit", status=1)
    assert done.stdout.endswith("\ndiffers\n")
    suite = xml.etree.ElementTree.parse(tmp_path / "junit").getroot().find("testsuite")
    assert len(suite.findall("testcase")) == 3
    (failure,) = suite.iter("failure")
    assert failure.get("message") == "1 of 18432 points: no known fault" and "ra[k] 0x" in failure.text
