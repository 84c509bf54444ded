# SPDX-License-Identifier: Apache-2.0
"""docs/rules.md 3 and the faults of cli/conform/faults.c in numpy: a quantity is a formula over all points of a mode, a
fault other formulas. Written from the rules and from the sentence on each fault, not from the code."""

import numpy as np

LANE = np.arange(32)
NOWHERE, ZERO = 190, 128  # a source that is no lane; a byte of no lane in a signature
IDX, UP, DOWN, BFLY = range(4)

RULES = {
    "lane": lambda s: np.broadcast_to(LANE, s.sb.shape),
    "sb": lambda s: s.given_sb,
    "sc": lambda s: s.given_sc,
    "index": lambda s: s.sb & 31,
    "clamp": lambda s: s.sc & 31,
    "segmask": lambda s: s.sc >> 8 & 31,
    "free": lambda s: 31 & ~s.segmask,  # the bits of a lane number that may change
    "first": lambda s: s.lane & s.segmask,
    "last": lambda s: s.first | s.clamp & s.free,
    "j": lambda s: (s.first | s.index & ~s.segmask, s.lane - s.index, s.lane + s.index, s.lane ^ s.index)[s.mode],
    "inside": lambda s: s.j >= s.last if s.mode == UP else s.j <= s.last,
    "outside": lambda s: s.lane,
    "source": lambda s: np.where(s.inside, s.j & 31, s.outside),
    "predicate": lambda s: s.inside,
    "writes": lambda s: s.active,
}


class Shuffle:
    """What a mode's warps give; sb, sc and active are [warps, 32]."""

    def __init__(self, mode, sb, sc, active, fault=None):
        self.given_sb, self.given_sc, self.active = sb, sc, active
        self.formulas = {**RULES, "mode": lambda s: mode, **(fault or {})}

    def __getattr__(self, name):
        value = self.formulas[name](self)
        setattr(self, name, value)
        return value

    def by_rule(self, name):
        return RULES[name](self)

    def first_active(self):
        return np.argmax(self.active, axis=1)[:, None]


def at(values, lanes):
    lanes = np.minimum(lanes, 31)
    return np.take_along_axis(values, np.broadcast_to(lanes, values.shape), axis=1)


def pushed(s):
    """The lane that sends to this one: the highest of those that name it."""
    from_lane, target = s.lane.copy(), s.by_rule("source")
    for k in range(32):
        rows = np.flatnonzero(s.inside[:, k] & s.active[:, k])
        from_lane[rows, target[rows, k]] = k
    return from_lane


def within(source, lane, rows):
    return np.where(source // rows == lane // rows, source, lane)


def signed(values, bits):
    """The low bits of a number, as a signed one."""
    half = 1 << bits - 1
    return (values & 2 * half - 1 ^ half) - half


def twice(s):
    """The source applied again, as a distance or a mask."""
    lane = (None, s.lane - s.j, s.lane + s.j, s.lane ^ s.j)[s.mode]
    return np.where(s.inside & (lane >= 0) & (lane < 32), lane, s.lane)


def one_by_one(s):
    """What lane k reads, if the lanes in front of it have already read, and written into the same register."""
    source = np.array(s.by_rule("source"))
    for k in range(32):
        written = (source[:, k] < k) & at(s.active, source)[:, k]
        source[:, k] = np.where(written, at(source, source)[:, k], source[:, k])
    return source


def smeared(bits, towards):
    """Ones, and all bits above (1) or below (-1) a one."""
    for _ in range(4):
        bits = bits | (bits << 1 if towards > 0 else bits >> 1)
    return bits & 31


FAULTS = {
    "up_min_lane": {"last": lambda s: s.first},
    "up_unsigned": {"inside": lambda s: s.j & 127 >= s.last},
    "up_saturates": {"j": lambda s: np.maximum(s.by_rule("j"), 0)},
    "up_signed": {
        "j": lambda s: s.by_rule("j") % 32,
        "inside": lambda s: signed(s.j, 5) >= signed(s.first, 5),
    },
    "up_no_base": {"inside": lambda s: (s.j >= 0) & (s.j < 32 - s.segmask)},
    "hip_xor": {
        "width": lambda s: 32 - s.segmask,
        "inside": lambda s: s.j < (s.lane + s.width & ~(s.width - 1)),
    },
    "bfly_not_below": {"inside": lambda s: (s.j >= s.first) & s.by_rule("inside")},
    "same_segment": {"inside": lambda s: (s.lane & s.segmask == s.j & s.segmask) & s.by_rule("inside")},
    "idx_not_wrapped": {"j": lambda s: s.first + s.index},
    "idx_outside": {"inside": lambda s: (s.index <= s.free) & s.by_rule("inside")},
    "idx_or": {"j": lambda s: s.first | s.index},
    "idx_absolute": {"j": lambda s: s.index},
    "c_unread": {"j": lambda s: s.index, "inside": lambda s: s.j == s.j},
    "idx_no_base": {"j": lambda s: s.index & s.free},
    "idx_remainder": {"j": lambda s: s.first + np.fmod(s.sb.astype("u4").astype("i4"), s.free + 1)},
    "no_base": {"first": lambda s: 0},
    "limit_no_base": {"last": lambda s: s.clamp & s.free},
    "limit_clamp": {"last": lambda s: s.clamp},
    "limit_or": {"last": lambda s: s.first | s.clamp},
    "limit_plus": {"last": lambda s: s.first + s.clamp},
    "limit_inverted": {"last": lambda s: s.first | s.clamp & s.segmask},
    "limit_warp": {"last": lambda s: 0 if s.mode == UP else 31},
    "min_inverted": {"first": lambda s: s.lane & ~s.segmask},
    "by_width": {
        "first": lambda s: s.lane - s.lane % (32 - s.segmask),
        "last": lambda s: s.first if s.mode == UP else s.first + 31 - s.segmask,
    },
    "rotate": {"j": lambda s: s.first | s.by_rule("j") & s.free},
    "cut_sum": {"j": lambda s: s.by_rule("j") % 32},
    "one_more": {"j": lambda s: s.lane - (s.index + 1) if s.mode == UP else s.lane + (s.index + 1)},
    "check_reversed": {"inside": lambda s: s.j <= s.last if s.mode == UP else s.j >= s.last},
    "limit_excluded": {"inside": lambda s: (s.j != s.last) & s.by_rule("inside")},
    "check_inside": {
        "inside": lambda s: s.j & s.free >= s.last & s.free if s.mode == UP else s.j & s.free <= s.last & s.free
    },
    "unchecked": {"inside": lambda s: s.j == s.j},
    "reads_outside": {
        "inside": lambda s: s.j == s.j,
        "source": lambda s: np.where((s.j < 0) | (s.j > 31), NOWHERE, s.j),
    },
    "out_limit": {"outside": lambda s: s.last},
    "out_first": {"outside": lambda s: s.first},
    "out_lane0": {"outside": lambda s: 0},
    "out_j": {"outside": lambda s: s.j & 31},
    "base_lost": {"source": lambda s: np.where(s.inside, s.j & s.free, s.lane)},
    "segmask_inverted": {"segmask": lambda s: 31 - (s.sc >> 8 & 31)},
    "segmask_members": {"segmask": lambda s: s.active[:, :5] @ (1 << LANE[:5])[:, None]},
    "segmask_unread": {"segmask": lambda s: 0 * s.sc},
    "segmask_above_clamp": {"segmask": lambda s: s.sc >> 5 & 31},
    "segmask_width": {"segmask": lambda s: 32 - (s.sc >> 8 & 31) & 31},
    "segmask_filled": {"segmask": lambda s: smeared(s.sc >> 8 & 31, 1)},
    "segmask_leading": {"segmask": lambda s: 31 & ~smeared(31 & ~(s.sc >> 8), -1)},
    "segmask_as_clamp": {"clamp": lambda s: s.sc >> 8 & 31, "segmask": lambda s: 0 * s.sc},
    "width_ones": {
        "segmask": lambda s: 32 - (32 >> np.array([n.bit_count() for n in range(32)])[s.sc >> 8 & 31]),
        "clamp": lambda s: 0 if s.mode == UP else 31,
    },
    "fields_swapped": {"clamp": lambda s: s.sc >> 8 & 31, "segmask": lambda s: s.sc & 31},
    "clamp_zero": {"clamp": lambda s: 0},
    "clamp_ones": {"clamp": lambda s: 31},
    "clamp_wide": {"clamp": lambda s: s.sc & 255, "last": lambda s: s.first | s.clamp & ~s.segmask},
    "index_one_more": {"index": lambda s: s.sb & 63},
    "index_narrow": {"index": lambda s: s.sb & 15},
    "index_wide": {"index": lambda s: s.sb},
    "index_signed": {"index": lambda s: s.sb.astype("u4").astype("i4").astype("i8")},
    "index_int32": {
        "index": lambda s: signed(s.sb.astype("i8"), 32),
        "j": lambda s: signed(s.by_rule("j"), 32),
        "source": lambda s: np.where(s.inside, np.where((s.j < 0) | (s.j > 31), NOWHERE, s.j), s.lane),
    },
    "operands_lane0": {name: lambda s, name=name: at(getattr(s, f"given_{name}"), 0) for name in ("sb", "sc")},
    "operands_first": {
        name: lambda s, name=name: at(getattr(s, f"given_{name}"), s.first_active()) for name in ("sb", "sc")
    },
    "c_lane0": {"sc": lambda s: at(s.given_sc, 0)},
    **{f"as_{name}": {"mode": lambda s, m=m: m} for m, name in enumerate(("idx", "up", "down", "bfly"))},
    "mirrored": {"lane": lambda s: 31 - s.by_rule("lane"), "source": lambda s: 31 - s.by_rule("source")},
    "pushes": {"source": pushed},
    "lane_as_distance": {"source": twice},
    "in_place": {"source": one_by_one},
    "nothing_moves": {"source": lambda s: s.lane},
    "reads_first": {"source": lambda s: np.broadcast_to(s.first_active(), s.lane.shape)},
    "halves_of_values": {"source": lambda s: np.where(s.inside, s.by_rule("source") ^ 16, s.by_rule("source"))},
    "halves_of_results": {
        name: lambda s, name=name: s.by_rule(name)[:, LANE ^ 16] for name in ("source", "predicate")
    },
    **{f"rows{n}_own": {"source": lambda s, n=n: within(s.by_rule("source"), s.lane, n)} for n in (4, 8, 16)},
    **{f"rows{n}_wrap": {"source": lambda s, n=n: s.lane - s.lane % n + s.by_rule("source") % n} for n in (4, 8, 16)},
    "pu_true": {"predicate": lambda s: s.j == s.j},
    "pu_active": {"predicate": lambda s: at(s.active, s.source)},
    "pu_and_active": {"predicate": lambda s: s.inside & at(s.active, s.source)},
    "pu_inverted": {"predicate": lambda s: ~s.inside},
    "pu_moved": {"predicate": lambda s: s.source != s.lane},
    "writes_all": {"writes": lambda s: s.active | True},
    "writes_first": {"writes": lambda s: np.cumsum(s.active | True, axis=1) <= s.active.sum(axis=1)[:, None]},
    "out_zero": {"source": lambda s: np.where(s.inside, s.by_rule("source"), ZERO)},
}  # fmt: skip


def differing(right, got):
    """Where the results of a Shuffle are wrong. The value of an inactive right source is undefined; that of any other
    inactive source is no lane's."""
    defined = at(right.active, right.source)
    value = (got.source != right.source) | ~at(got.active, got.source)
    return np.where(right.active, value & defined | (got.predicate != right.predicate) | ~got.writes, got.writes)
