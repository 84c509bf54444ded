# SPDX-License-Identifier: Apache-2.0
"""Reads a trace (VCD), and the notes that shfl_sim --notes writes beside it."""

import bisect

import vcd.reader
from vcd.reader import TokenKind

CLOCK = 10  # time units of a clock cycle, RTL_TIME in lib/rtl.h
UNITS = ("shfl_probe.shfl.", "shfl_banked.")  # where the units are in a trace


def notes_of(path):
    """What shfl_sim --notes wrote: a dictionary, and for each warp of a scenario one in its "warps"."""
    notes = here = {"warps": []}
    with open(path, encoding="utf-8") as file:
        for line in file:
            key, _, rest = line.rstrip("\n").partition(" ")
            if key == "warp":
                tag, _, caption = rest.partition(" ")
                here = {"tag": int(tag), "caption": caption}
                notes["warps"].append(here)
            elif key in ("config", "caption", "cursor"):
                here[key] = rest
            else:
                value = [int(number) for number in rest.split()]
                here[key] = value if len(value) > 1 else value[0]
    return notes


class Trace:
    """The nets of a VCD file by their full names, and their values."""

    def __init__(self, path):
        self.nets = {}
        scopes, time, times, values = [], 0, {}, {}
        with open(path, "rb") as file:
            for token in vcd.reader.tokenize(file):
                if token.kind is TokenKind.SCOPE:
                    scopes.append(token.scope.ident)
                elif token.kind is TokenKind.UPSCOPE:
                    scopes.pop()
                elif token.kind is TokenKind.VAR:
                    self.nets[".".join([*scopes, token.var.reference])] = token.var
                elif token.kind is TokenKind.CHANGE_TIME:
                    time = token.time_change
                elif token.kind in (TokenKind.CHANGE_SCALAR, TokenKind.CHANGE_VECTOR):
                    change = token.data
                    times.setdefault(change.id_code, []).append(time)
                    values.setdefault(change.id_code, []).append(change.value)
        self.times, self.values = times, values
        (self.unit,) = (name for name in UNITS if name + "clk" in self.nets)
        self.banked = self.unit == UNITS[1]
        self.network = self.unit == UNITS[0] and self.parameter("NETWORK") > 0

    def value(self, name, clock, low=0, size=None):
        """The value of a net, or of a part of it, at the end of a clock cycle, just before the rising edge; None if
        there is none."""
        net = self.nets[name]
        at = bisect.bisect(self.times.get(net.id_code, []), CLOCK * clock)
        value = self.values[net.id_code][at - 1] if at else "x"
        if isinstance(value, str) and value not in ("0", "1"):
            return None
        return int(value) >> low & (1 << (size or net.size)) - 1

    def parameter(self, name):
        """A parameter of the unit: a net whose only value is there from the beginning of the trace on."""
        return self.values[self.nets[self.unit + name].id_code][0]
