# SPDX-License-Identifier: Apache-2.0
"""What a recording of list shfl says about the documents, and about what they leave open: figures of
docs/reference/silicon.md. The documents' rules are written down as they state them, right or wrong, and tried on the
recorded answers."""

import collections
import pathlib
import subprocess

import numpy as np

# silicon/suites.h: a question, its first operation of shfl.sync, and an answer
ASK = np.dtype([("op", "u4"), ("constant", "?"), ("sites", "u1"), ("site", "u4", 2), ("active", "u4"), ("p", "u4"),
                ("width", "i4"), ("members", "u4", 32), ("sb", "u4", 32), ("sc", "u4", 32), ("ra", "u8", 32),
                ("sb_imm", "i4"), ("sc_imm", "i4"), ("slot", "u4", 32)], align=True)  # fmt: skip
OP_IDX = 19
HELD, ZERO, PU = 0x3F, 32, 0x40
IDX, UP, DOWN, BFLY = range(4)
LANE = np.arange(32)


def head(path):
    """The lines of a recording's head, {key: [values]}, and the answers."""
    lines, _, answers = pathlib.Path(path).read_bytes().partition(b"\n\n")
    found = collections.defaultdict(list)
    for line in lines.decode().splitlines():
        key, _, value = line.partition(" ")
        found[key].append(value)
    return found, answers


class Recording:
    """The answers of each suite, and of suite "uniform" those of all points: mode, segmask, clamp, index and lane."""

    def __init__(self, program, path):
        self.program, self.answers, at = program, {}, 0
        lines, answers = head(path)
        for name, _, size, *_ in map(str.split, lines["suite"]):
            self.answers[name] = np.frombuffer(answers, np.uint8, int(size), at)
            at += int(size)
        self.uniform = self.answers["uniform"].reshape(4, 32, 32, 32, 32)

    def asked(self, suite):
        """The questions of a suite, a warp each; the mode of each; and of each lane the answer."""
        done = subprocess.run([self.program, "--asks", suite], check=True, stdout=subprocess.PIPE)
        asks = np.frombuffer(done.stdout, ASK)
        return asks, (asks["op"] - OP_IDX)[:, None], self.answers[suite][asks["slot"]]

    def points(self, asks, mode):
        """What suite "uniform" has where the lanes ask."""
        sb, sc = asks["sb"], asks["sc"]
        return self.uniform[mode, sc >> 8 & 31, sc & 31, sb & 31, LANE]


def counted(points, shape):
    """{name: how many} of {name: which}."""
    return {name: int(np.count_nonzero(np.broadcast_to(those, shape))) for name, those in points.items()}


def apart(recording):
    """Points that silicon answered otherwise than in suite "uniform", of the other suites that have them all."""
    same = np.stack([recording.answers[name] for name in ("lanes", "garbage", "ones")])
    return {"points": same.size, **counted({"differ": same != recording.answers["uniform"]}, same.shape)}


def spa(recording):
    """As the SPA 5.0 SHFL page has it. UP: j is in range if it is not smaller than minLane. The others: maxLane, and
    IDX's j, are sums."""
    mode, segmask, clamp, index, lane = np.ogrid[:4, :32, :32, :32, :32]
    low, inside = lane & segmask, clamp & ~segmask
    j = np.choose(mode, [low + (index & ~segmask), lane - index, lane + index, lane ^ index])
    in_range = np.where(mode == UP, j >= low, j <= low + inside)
    answers = recording.uniform
    wrong = (answers & HELD != np.where(in_range, j, lane)) | ((answers & PU > 0) != in_range)
    points = {
        "up_points": mode == UP,
        "up_wrong": wrong & (mode == UP),
        "up_wrong_clamp_zero": wrong & (mode == UP) & (inside == 0),
        "plus_points": mode != UP,
        "plus_wrong": wrong & (mode != UP),
        "other_masks": ~np.isin(segmask, (0x00, 0x10, 0x18)),
    }
    return counted(points, answers.shape)


def calls(recording):
    """The CUDA intrinsics of an int, by Handbook, tutorial and snippet: argument is srcLane, delta or laneMask. The
    last two of down: of width 32. far_delta: above 31. xor: answered from a segment below, or above."""
    asks, mode, answers = recording.asked("int")
    width, argument = asks["width"][:, None].astype(int), asks["sb"].astype(int)
    src_lane, source = asks["sb"].astype(np.int32).astype(int), answers & HELD
    base, low = LANE // width * width, argument & 31
    position = LANE - base
    outside, beyond = (src_lane < 0) | (src_lane >= width), position + low >= width
    far = np.isin(mode, (UP, DOWN)) & (argument > 31)
    past = np.where(mode == UP, low > position, beyond)
    idx, up, down, xor = mode == IDX, (mode == UP) & ~far, (mode == DOWN) & ~far & beyond, mode == BFLY
    unchanged, whole = up & (argument > position), down & (width == 32)
    other = source != LANE
    points = {
        "idx": idx,
        "idx_outside": idx & outside,
        "idx_own_wrong": idx & outside & other,
        "idx_modulo_wrong": idx & (source != base + src_lane % width),
        "idx_negative_remainder": idx & (np.fmod(src_lane, width) < 0),
        "up_near": up,
        "up_clamped_wrong": up & (source != np.where(argument > position, base, LANE - argument)),
        "up_unchanged": unchanged,
        "up_unchanged_wrong": unchanged & other,
        "down_beyond": down,
        "down_beyond_wrong": down & other,
        "down_beyond_32": whole,
        "down_rotated_wrong": whole & (source != (LANE + argument) % 32),
        "far_delta": far,
        "far_delta_own_wrong": far & other,
        "far_delta_low_wrong": far & (source != LANE + np.where(past, 0, np.where(mode == UP, -low, low))),
        "xor_calls": xor,
        "xor_lower": xor & (source < base),
        "xor_higher": xor & (source >= base + width),
    }
    return counted(points, answers.shape)


def widths(recording):
    """Pu of IDX where the source is outside a width that CUDA allows, and the widths that it does not."""
    asks, mode, answers = recording.asked("width")
    width = asks["width"][:, None].astype(int)
    legal = np.isin(width, (1, 2, 4, 8, 16, 32))
    outside = legal & (mode == IDX) & (asks["sb"] >= width)
    points = {"illegal": ~legal, "outside": outside, "outside_pu_false": outside & (answers & PU == 0)}
    return counted(points, answers.shape)


def left_open(recording, suite):
    """Of a suite with inactive lanes those that read one: Rd is 0, the own word, the inactive lane's, or another."""
    asks, mode, answers = recording.asked(suite)
    active, source, got = asks["active"][:, None], recording.points(asks, mode) & HELD, answers & HELD
    points = (active >> LANE & 1 == 1) & (active >> source & 1 == 0)
    zero, own, of_source = points & (got == ZERO), points & (got == LANE), points & (got == source)
    found = counted({"points": points, "zero": zero, "own": own, "source": of_source}, answers.shape)
    return found | {"other": found["points"] - found["zero"] - found["own"] - found["source"]}


def members(recording, suite):
    """Of a suite in which all lanes execute those of which silicon said something else than in suite "uniform", in
    "outside" of those that are no members and of those that read one that is none, in "sites" of those that read a lane
    in another branch."""
    asks, mode, answers = recording.asked(suite)
    want = recording.points(asks, mode)
    low, high = asks["site"][:, :1], asks["site"][:, 1:]

    def branch(lanes):
        return low >> lanes & 1 | (high >> lanes & 1) << 1

    callers = asks["members"] >> LANE & 1 == 0
    across = (asks["members"] >> (want & HELD) & 1 == 0) | (branch(LANE) != branch(want & HELD))
    differs = answers != want
    points = {
        "callers": callers,
        "callers_differ": callers & differs,
        "across": across,
        "across_differ": across & differs,
    }
    return counted(points, answers.shape)


def figures(program, path):
    """Of the recording at PATH, whose questions PROGRAM, silicon/count, knows."""
    recording = Recording(program, path)
    found = {function.__name__: function(recording) for function in (apart, spa, calls, widths)}
    found |= {suite: left_open(recording, suite) for suite in ("guard", "branch", "exit", "members")}
    return found | {suite: members(recording, suite) for suite in ("outside", "sites")}
