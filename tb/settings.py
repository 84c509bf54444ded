# SPDX-License-Identifier: Apache-2.0
"""The configurations of the units: their parameters, the legal values, and the name of a configuration, FORM,
such as l8_w8_d3_own_chain2 or l32_w32_ways4_d3_zero_lut. Without a unit it is shfl, or with a memory shfl_banked; the
units are those of UNITS, and amd_ and rvv_ with a memory are those in beats. What a unit does not have is not in its
names. Without _mux or _chain it has the crossbar of multiplexers with the PARTS that the crossbar chooses; with _chain
a network is made of the modules of rtl/chain/, too. Without _ways vote, redux and barrier get whole warps. _gathers:
without ds_permute; _nocompress, _nogather, _e32: COMPRESS, GATHER, ELEN; _ones: AGNOSTIC; _any: without MATCH.ALL.

Everything that reads or prints such a name does it here; tb/configs.txt lists those that are simulated.

    settings.py make [ORIGIN=NAMES ...]     the list and these names, as variables of make; a name that is not legal is
                                            reported with the variable or file, ORIGIN, that has it
"""

import dataclasses
import pathlib
import re
import sys

from model import defs

LIST = pathlib.Path(__file__).resolve().parent.parent / "tb" / "configs.txt"
FORM = (
    "[<unit>_]l<LANES>[_w<W>][_b<B>][_regs<REGS>][_warps<WARPS>][_slots<SLOTS>][_ways<WAYS>][_d<DEPTH>]"
    "[_<policy>|_<generation>][_mux<PARTS>|_chain[<PARTS>]][_net<NETWORK>|_<memory>][_selects][_gathers][_nocompress]"
    "[_nogather][_e32][_ones][_any][_noelect][_elastic][_gate][_skid], as tb/settings.py explains it"
)
# of each unit: its module, that in beats, what its names have between LANES and the flags, and the flags
UNITS = {
    "shfl": ("shfl", "shfl_banked", "w d policy crossbar", "selects elastic gate skid"),
    "amd": ("shfl_amd", "shfl_amd_banked", "w d gen crossbar", "selects gathers elastic gate skid"),
    "amd_front": ("shfl_amd_bench", "", "", ""),
    "vote": ("shfl_vote", "", "ways d", "noelect gate"),
    "and_vote": ("shfl_and_vote", "", "w d policy crossbar", "selects noelect elastic gate skid"),
    "match": ("shfl_match", "", "b", "any"),
    "match_words": ("shfl_match_words", "", "w b", "any"),
    "redux": ("shfl_redux", "", "w ways d", "gate"),
    "barrier": ("shfl_barrier", "", "warps slots ways d", "gate"),
    "rvv": ("shfl_rvv", "shfl_rvv_banked", "d crossbar", "selects nocompress nogather e32 ones elastic gate skid"),
}
FOLDERS = {
    "shfl": [],
    "amd": ["rtl/amd"],
    "amd_front": ["tb/amd", "rtl/amd"],
    "rvv": ["rtl/rvv"],
}  # others: rtl/collective
# parts of a name that are numbers: the field of Setting, whose capitals are the parameter
SIZES = {"l": "lanes", "w": "w", "b": "b", "regs": "regs", "warps": "warps", "slots": "slots", "ways": "ways",
         "d": "depth"}  # fmt: skip
# and the flags, as in a name: the field, likewise, and its value with the flag
FLAGS = {"selects": ("selects", 1), "gathers": ("permute", 0), "nocompress": ("compress", 0), "nogather": ("gather", 0),
         "e32": ("elen", 32), "ones": ("agnostic", 1), "any": ("all", 0), "noelect": ("elect", 0),
         "elastic": ("elastic", 1), "gate": ("gate", 1), "skid": ("skid", 1)}  # fmt: skip
ALWAYS = ("noelect", "any", "ones", "skid")  # whose parameter is given even without the flag
# where each is; the first folder with a module counts
CROSSBARS = {"mux": ["rtl"], "chain": ["rtl/chain", "rtl"]}
LANES = (2, 4, 8, 16, 32, 64)
RVV_LANES = (8, 16, 32, 64)
GATHER = ("vote", "redux", "barrier")  # whose beats have one result
ISAS = {"match_words": "match"}  # others: the name of the unit
GENERATIONS = defs.GENERATIONS  # by their GEN
WAVE_32 = 3  # the first with waves of 32
DEPTH_MAX = 7
BANKED_DEPTH_MAX = 4
SIMULATED_W_MAX = 64  # the harness keeps a lane's value in 64 bits


class Illegal(ValueError):
    """A name or a configuration that is not legal; the message names the parameter, and what would be legal."""


@dataclasses.dataclass(frozen=True)
class Setting:
    """A legal configuration of a unit. PARTS 0: the crossbar chooses. NETWORK 0: there is a crossbar. WAYS 0: whole
    warps; else beats, with MEMORY, but of vote and redux. ISA: of UNITS. What a unit does not have does not count."""

    lanes: int = 32
    w: int = 32
    depth: int = 1
    policy: str = "zero"
    crossbar: str = "mux"
    parts: int = 0
    network: int = 0
    selects: int = 0
    skid: int = 0
    elastic: int = 0
    gate: int = 0
    ways: int = 0
    memory: str = ""
    isa: str = "shfl"
    gen: str = ""
    permute: int = 1
    b: int = 0
    regs: int = 0
    warps: int = 0
    slots: int = 0
    agnostic: int = 0
    compress: int = 1
    gather: int = 1
    elen: int = 64
    all: int = 1
    elect: int = 1

    def __post_init__(self):
        def need(right, parameter, value, expected):
            if not right:
                raise Illegal(f"{self.name}: {parameter} is {value}, expected {expected}")

        def power(value, least, most):
            return least <= value <= most and not value & (value - 1)

        def one_of(parameter, value, choices):
            need(value in choices, parameter, value, " or ".join(", ".join(map(str, choices)).rsplit(", ", 1)))

        lanes = RVV_LANES if self.isa == "rvv" else (32, 64) if self.isa.startswith("amd") else LANES
        if self.has("gen"):
            one_of("GEN", self.gen, GENERATIONS)
            late = GENERATIONS.index(self.gen) >= WAVE_32
            lanes = (32,) if self.gen == "gfx1250" else lanes if late else (64,)
        one_of("LANES", self.lanes, lanes)
        if self.has("policy"):
            one_of("POLICY", self.policy, [*map(str.lower, defs.POLICIES)])
        if self.has("b"):
            need(self.b >= 1 and self.value_w % self.b == 0, "B", self.b, f"a number that divides {self.value_w}")
        if self.isa == "rvv" and self.ways:
            most = min(64 // self.lanes, 8)
            need(power(self.regs, 1, most), "REGS", self.regs, "1, 2, 4 or 8, and LANES*REGS up to 64")
            need(self.compress and self.gather, "a flag", self.name, "neither nocompress nor nogather in beats")
        elif self.isa == "rvv":
            need(self.regs == 0 or power(self.regs, 1, 4), "REGS", self.regs, "1, 2 or 4, and none for 8")
        else:
            need(not self.regs, "REGS", self.regs, "none")
        if self.isa == "barrier":
            need(1 <= self.warps <= 64, "WARPS", self.warps, "1 to 64")
            need(power(self.slots, 1, 64), "SLOTS", self.slots, "a power of 2 up to 64")
        need(self.w >= 1, "W", self.w, "1 or more")
        deepest = BANKED_DEPTH_MAX if self.memory else DEPTH_MAX
        need(0 <= self.depth <= deepest, "DEPTH", self.depth, f"0 to {deepest}")
        one_of("the crossbar", self.crossbar, CROSSBARS)
        if self.ways:
            need(power(self.ways, 1, self.lanes), "WAYS", self.ways, f"a power of 2 up to {self.lanes}")
            if self.isa in GATHER:
                need(self.depth > 0, "DEPTH", self.depth, "1 or more in beats")
            else:
                one_of("the memory", self.memory, [*map(str.lower, defs.MEMORIES)])
        most = self.lanes // 2
        if self.network:
            powers = f"a power of 2 from 2 to {most}" if most > 1 else "a crossbar: a network needs 4 lanes or more"
            need(power(self.network, 2, most), "NETWORK", self.network, powers)
            need(self.depth > 0, "DEPTH", self.depth, "1 or more with a network")
            need(not self.parts, "PARTS", self.parts, "none with a network")
            need(self.depth == 1 or not self.selects, "DEPTH", self.depth, "1 with SELECTS")
        elif self.crossbar == "mux":
            need(power(self.parts, 0, most), "PARTS", self.parts, f"a power of 2 up to {most}")
        else:
            need(0 <= self.parts <= most, "PARTS", self.parts, f"1 to {most}")
        need(self.network or not self.selects, "SELECTS", self.selects, "0 without a network")
        need(self.memory or self.permute, "a flag", self.name, "gathers in beats alone")
        for flag in ("skid", "elastic", "gate"):
            one_of(flag.upper(), getattr(self, flag), (0, 1))

    def has(self, part):
        """Do names of its unit have this part?"""
        return part in UNITS[self.isa][2].split()

    @property
    def value_w(self):
        """Bits of a value that comes in slices."""
        return self.w if self.has("w") else SIMULATED_W_MAX

    @property
    def top(self):
        """The module."""
        return UNITS[self.isa][1 if self.memory else 0]

    def flagged(self, flag):
        """Has its name this flag?"""
        field, given = FLAGS[flag]
        return getattr(self, field) == given

    @property
    def name(self):
        parts = ["" if self.isa == "shfl" else self.isa]
        for part, field in SIZES.items():
            shown = getattr(self, field) > 0 if part in ("regs", "ways") else part in ("l", "slots") or self.has(part)
            parts += [f"{part}{getattr(self, field)}"] * (shown and (part != "slots" or self.has("warps")))
        parts += [self.policy] * self.has("policy") + [self.gen] * self.has("gen")
        if self.ways:
            parts += [self.memory]
        else:
            parts += [f"{self.crossbar}{self.parts or ''}"] * (self.crossbar != "mux" or self.parts > 0)
            parts += [f"net{self.network}"] * (self.network > 0)
        return "_".join(filter(None, [*parts, *filter(self.flagged, FLAGS)]))

    def params(self):
        """The module's parameters, by name; without PARTS where the crossbar chooses it."""
        own = {SIZES[part].upper(): getattr(self, SIZES[part]) for part in ("w", "d", "b") if self.has(part)}
        own |= {"REGS": self.regs} if self.regs else {}
        own |= {"WARPS": self.warps, "SLOTS": self.slots} if self.has("warps") else {}
        own |= {"POLICY": defs.POLICIES.index(self.policy.upper())} if self.has("policy") else {}
        own |= {"GEN": GENERATIONS.index(self.gen)} if self.has("gen") else {}
        given = {flag for flag in FLAGS if self.flagged(flag) or flag in ALWAYS and flag in UNITS[self.isa][3].split()}
        if self.memory:
            own |= {"WAYS": self.ways, "MEMORY": defs.MEMORIES.index(self.memory.upper())}
            given |= {"gathers"} if self.isa == "amd" else set()
        elif self.isa in GATHER:
            own["WAYS"] = self.ways or self.lanes
        else:
            own |= {"PARTS": self.parts} if self.parts else {"NETWORK": self.network} if self.network else {}
        own |= {field.upper(): getattr(self, field) for flag, (field, _) in FLAGS.items() if flag in given}
        return {"LANES": self.lanes, **own}

    def macros(self):
        """What tb/rtl.cpp has to know: the values of all parameters, or what stands for one that the module has not."""
        none = "DEPTH SKID POLICY WAYS MEMORY NETWORK SELECTS ELASTIC GEN B WARPS SLOTS AGNOSTIC".split()
        all_of_it = "PERMUTE ELECT ALL REGS MOST COMPRESS GATHER".split()
        known = {**dict.fromkeys(none, 0), **dict.fromkeys(all_of_it, 1), "W": SIMULATED_W_MAX, "ELEN": 64}
        known |= {**self.params(), "LANES": self.lanes, "DEPTH": self.depth if self.has("d") else 0}
        if self.isa == "rvv":  # which has REGS in beats alone; MOST is that of any
            known |= {"MOST": self.regs or 8} | ({"COMPRESS": 0} if self.ways else {"REGS": 1})
        return {**known, "ISA": f"RTL_{ISAS.get(self.isa, self.isa).upper()}"}

    def rtl_folders(self):
        """Where the modules are; of those with the same name, the one in the earlier folder counts."""
        return [*FOLDERS.get(self.isa, ["rtl/collective"]), *CROSSBARS[self.crossbar]]


def parse(name):
    """The Setting of a name, or Illegal."""
    isa = max((unit for unit in UNITS if name.startswith(f"{unit}_")), key=len, default="shfl")
    _, beats, has, flags = (part.split() for part in UNITS[isa])
    found = {"isa": isa, "w": 1, "depth": 0}  # of units that do not have these
    for word in name.removeprefix(f"{isa}_").split("_"):
        part, number = re.fullmatch(r"(.*?)(\d*)", word, re.ASCII | re.S).groups()
        if word in flags:
            found |= [FLAGS[word]]
        elif number and part in SIZES and part in ("l", "regs", "ways", *has):
            found[SIZES[part]] = int(number)
        elif part in CROSSBARS and "crossbar" in has:
            found |= {"crossbar": part, "parts": int(number or 0)}
        elif number and part == "net" and "crossbar" in has:
            found["network"] = int(number)
        elif kind := [kind for kind in ("policy", "gen") if kind in has and kind not in found]:
            found[kind[0]] = word
        elif beats and "ways" in found and "memory" not in found:
            found["memory"] = word
        else:
            raise Illegal(f"{name}: expected a name of the form {FORM}")
    if "lanes" not in found:
        raise Illegal(f"{name}: expected a name of the form {FORM}")
    setting = Setting(**found)
    if setting.name != name:
        raise Illegal(f"{name}: expected this to be written {setting.name}")
    return setting


def shfl(name):
    """The same, of a unit that has SHFL alone."""
    setting = parse(name)
    if setting.isa != "shfl":
        raise Illegal(f"{name}: expected a configuration of shfl or shfl_banked")
    return setting


def simulated(name):
    """The same, of a configuration that the harness can simulate."""
    setting = parse(name)
    if setting.w > SIMULATED_W_MAX:
        raise Illegal(
            f"{name}: W is {setting.w}, expected 1 to {SIMULATED_W_MAX}: the simulation holds a value in 64 bits"
        )
    return setting


def read_list(path):
    """The names in a list, and those of them that are marked for `make sim`, by a *."""
    names, quick = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for word in line.partition("#")[0].split():
            try:
                names.append(simulated(word.removesuffix("*")).name)
            except Illegal as wrong:
                raise Illegal(f"{path}:{number}: {wrong}") from None
            quick += names[-1:] if word.endswith("*") else []
    return names, quick


ALL, QUICK = read_list(LIST)
DEFAULT = Setting().name


def make_text(given):
    """Lines of make: the lists, and for each configuration NAME top_NAME, params_NAME and folders_NAME."""
    settings = {name: simulated(name) for name in ALL}
    for origin, _, names in (words.partition("=") for words in given):
        try:
            settings |= {name: simulated(name) for name in names.split()}
        except Illegal as wrong:
            raise Illegal(f"{origin}: {wrong}") from None
    slow_first = sorted(settings, key=lambda name: settings[name].lanes ** 2 * settings[name].value_w, reverse=True)
    lines = [
        f"ALL_CONFIGS := {' '.join(ALL)}",
        f"QUICK_CONFIGS := {' '.join(QUICK)}",
        f"DEFAULT_CONFIG := {DEFAULT}",
        f"SLOW_FIRST := {' '.join(slow_first)}",
    ]
    for name, setting in settings.items():
        params = " ".join(f"{key}={value}" for key, value in setting.params().items())
        macros = " ".join(f"{key}={value}" for key, value in setting.macros().items())
        lines += [f"top_{name} := {setting.top}", f"params_{name} := {params}", f"macros_{name} := {macros}"]
        lines += [f"folders_{name} := {' '.join(setting.rtl_folders())}"]
    return lines


if __name__ == "__main__":
    if sys.argv[1:2] != ["make"]:
        sys.exit(__doc__)
    try:
        print(";".join(make_text(sys.argv[2:])))  # make's $(shell) joins lines
    except Illegal as wrong:
        message = str(wrong).replace("$", "$$").replace("#", "\\#").replace(";", ",")
        print(f"SETTINGS_ERROR := {message}")
