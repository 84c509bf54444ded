# SPDX-License-Identifier: Apache-2.0
"""The configurations of the unit: its parameters, their legal values, and the name of a configuration.

    l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain[<PARTS>]][_net<NETWORK>][_elastic][_skid]
                                        such as l8_w8_d3_own_chain2
    l<LANES>_w<W>_ways<WAYS>_d<DEPTH>_<policy>_<memory>[_elastic][_skid]      such as l32_w32_ways4_d3_zero_lut

The first form is module shfl. Without its optional parts it means the crossbar of multiplexers, the PARTS that the
crossbar chooses, and no skid buffer. With _chain a network is made of the modules of rtl/chain/, too. The second form
is module shfl_banked. With amd_ in front they are shfl_amd and shfl_amd_banked; these have a generation, such as gfx9,
for the policy, and with _gathers behind the memory no ds_permute.
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
    "l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain[<PARTS>]][_net<NETWORK>][_elastic][_skid] or "
    "l<LANES>_w<W>_ways<WAYS>_d<DEPTH>_<policy>_<memory>[_elastic][_skid], or with amd_ in front and a generation "
    "for the policy"
)
SHAPE = re.compile(
    r"(?:(amd)_)?l(\d+)_w(\d+)(?:_ways([1-9]\d*))?_d(\d+)_([a-z]+|gfx\w+?)"
    r"(?:(?:_(mux|chain)(\d*))?(?:_net(\d+))?|_(?!skid|elastic)([a-z]+?)(_gathers)?)(_elastic)?(_skid)?",
    re.ASCII,
)
CROSSBARS = {"mux": ["rtl"], "chain": ["rtl/chain", "rtl"]}  # where each is; the first folder with a module counts
LANES = (2, 4, 8, 16, 32, 64)
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
    warps; else beats, with MEMORY. ISA shfl has a policy; amd has a generation and, with WAYS, PERMUTE."""

    lanes: int = 32
    w: int = 32
    depth: int = 1
    policy: str = "zero"
    crossbar: str = "mux"
    parts: int = 0
    network: int = 0
    skid: int = 0
    elastic: int = 0
    ways: int = 0
    memory: str = ""
    isa: str = "shfl"
    gen: str = ""
    permute: int = 1

    def __post_init__(self):
        def need(right, parameter, value, expected):
            if not right:
                raise Illegal(f"{self.name}: {parameter} is {value}, expected {expected}")

        if self.isa == "shfl":
            need(self.lanes in LANES, "LANES", self.lanes, "2, 4, 8, 16, 32 or 64")
            need(self.policy.upper() in defs.POLICIES, "POLICY", self.policy, " or ".join(defs.POLICIES).lower())
        else:
            need(self.gen in GENERATIONS, "GEN", self.gen, " or ".join(GENERATIONS))
            waves = (32,) if self.gen == "gfx1250" else (32, 64) if GENERATIONS.index(self.gen) >= WAVE_32 else (64,)
            need(self.lanes in waves, "LANES", self.lanes, " or ".join(map(str, waves)))
        need(self.w >= 1, "W", self.w, "1 or more")
        deepest = BANKED_DEPTH_MAX if self.ways else DEPTH_MAX
        need(0 <= self.depth <= deepest, "DEPTH", self.depth, f"0 to {deepest}")
        need(self.crossbar in CROSSBARS, "the crossbar", self.crossbar, " or ".join(CROSSBARS))
        if self.ways:
            need(
                self.ways <= self.lanes and not self.ways & (self.ways - 1),
                "WAYS",
                self.ways,
                f"a power of 2 up to {self.lanes}",
            )
            need(self.memory.upper() in defs.MEMORIES, "the memory", self.memory, " or ".join(defs.MEMORIES).lower())
        most = self.lanes // 2
        if self.network:
            need(
                2 <= self.network <= most and not self.network & (self.network - 1),
                "NETWORK",
                self.network,
                f"a power of 2 from 2 to {most}" if most > 1 else "a crossbar: a network needs 4 lanes or more",
            )
            need(self.depth > 0, "DEPTH", self.depth, "1 or more with a network")
            need(not self.parts, "PARTS", self.parts, "none with a network")
        elif self.crossbar == "mux":
            need(
                0 <= self.parts <= most and not self.parts & (self.parts - 1),
                "PARTS",
                self.parts,
                f"a power of 2 up to {most}",
            )
        else:
            need(0 <= self.parts <= most, "PARTS", self.parts, f"1 to {most}")
        need(self.skid in (0, 1), "SKID", self.skid, "0 or 1")
        need(self.elastic in (0, 1), "ELASTIC", self.elastic, "0 or 1")

    @property
    def top(self):
        """The module."""
        return {"shfl": "shfl", "amd": "shfl_amd"}[self.isa] + ("_banked" if self.ways else "")

    @property
    def name(self):
        first, kind = ("", self.policy) if self.isa == "shfl" else (f"{self.isa}_", self.gen)
        ways = f"_ways{self.ways}" if self.ways else ""
        if self.ways:
            chosen = f"_{self.memory}{'' if self.permute else '_gathers'}"
        else:
            chosen = "" if self.crossbar == "mux" and not self.parts else f"_{self.crossbar}{self.parts or ''}"
            chosen += f"_net{self.network}" if self.network else ""
        last = ("_elastic" if self.elastic else "") + ("_skid" if self.skid else "")
        return f"{first}l{self.lanes}_w{self.w}{ways}_d{self.depth}_{kind}{chosen}{last}"

    def params(self):
        """The module's parameters, by name; without PARTS where the crossbar chooses it."""
        if self.isa == "shfl":
            own = {"POLICY": defs.POLICIES.index(self.policy.upper())}
        else:
            own = {"GEN": GENERATIONS.index(self.gen)}
        if self.ways:
            own |= {"WAYS": self.ways, "MEMORY": defs.MEMORIES.index(self.memory.upper())}
            own |= {} if self.isa == "shfl" else {"PERMUTE": self.permute}
        elif self.parts:
            own["PARTS"] = self.parts
        elif self.network:
            own["NETWORK"] = self.network
        own |= {"ELASTIC": 1} if self.elastic else {}
        return {"LANES": self.lanes, "W": self.w, "DEPTH": self.depth, **own, "SKID": self.skid}

    def rtl_folders(self):
        """Where the modules are; of those with the same name, the one in the earlier folder counts."""
        return [*([] if self.isa == "shfl" else ["rtl/amd"]), *CROSSBARS[self.crossbar]]


def parse(name):
    """The Setting of a name, or Illegal."""
    if not (match := SHAPE.fullmatch(name)) or bool(match[4]) != bool(match[10]):
        raise Illegal(f"{name}: expected a name of the form {FORM}")
    isa, lanes, w, ways, depth, kind, crossbar, parts, network, memory, gathers, elastic, skid = match.groups()
    setting = Setting(
        int(lanes),
        int(w),
        int(depth),
        crossbar=crossbar or "mux",
        parts=int(parts or 0),
        network=int(network or 0),
        skid=int(bool(skid)),
        elastic=int(bool(elastic)),
        ways=int(ways or 0),
        memory=memory or "",
        permute=int(not gathers),
        **({"isa": isa, "gen": kind} if isa else {"policy": kind}),
    )
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
    """The names in a list, and those of them that are marked for `make sim`."""
    names, quick = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if words[1:] not in ([], ["sim"]):
            raise Illegal(f"{path}:{number}: expected a name, with sim or nothing behind it")
        if words:
            try:
                names.append(simulated(words[0]).name)
            except Illegal as wrong:
                raise Illegal(f"{path}:{number}: {wrong}") from None
            quick += words[:1] if words[1:] else []
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
    slow_first = sorted(settings, key=lambda name: settings[name].lanes ** 2 * settings[name].w, reverse=True)
    lines = [
        f"ALL_CONFIGS := {' '.join(ALL)}",
        f"QUICK_CONFIGS := {' '.join(QUICK)}",
        f"DEFAULT_CONFIG := {DEFAULT}",
        f"SLOW_FIRST := {' '.join(slow_first)}",
    ]
    for name, setting in settings.items():
        params = " ".join(f"{key}={value}" for key, value in setting.params().items())
        lines += [f"top_{name} := {setting.top}", f"params_{name} := {params}"]
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
