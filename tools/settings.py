# SPDX-License-Identifier: Apache-2.0
"""The settings of the unit: its parameters, their legal values, and the name of a setting.

    l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain[<PARTS>]]      such as l8_w8_d3_own_chain2

Without its optional part a name means the crossbar of multiplexers and the PARTS that the crossbar chooses.
Everything that reads or prints such a name does it here; tb/configs.txt lists those that are simulated.

    settings.py make [NAME ...]     what the Makefile has to know of the list and of these names, in make's language
"""

import dataclasses
import pathlib
import re
import sys

import defs

LIST = pathlib.Path(__file__).resolve().parent.parent / "tb" / "configs.txt"
FORM = "l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain[<PARTS>]]"
CROSSBARS = {"mux": ["rtl"], "chain": ["fpga/chain", "rtl"]}  # and where each is: the first folder that has a module
LANES = (2, 4, 8, 16, 32, 64)
DEPTH_MAX = 7
SIMULATED_W_MAX = 64  # the harness keeps a lane's word in 64 bits


class Illegal(ValueError):
    """A name or a setting that is not legal; says which parameter, and what would be."""


@dataclasses.dataclass(frozen=True)
class Setting:
    """A legal setting of the unit. PARTS 0: the crossbar chooses."""

    lanes: int = 32
    w: int = 32
    depth: int = 1
    policy: str = "zero"
    crossbar: str = "mux"
    parts: int = 0

    def __post_init__(self):
        def need(right, parameter, value, expected):
            if not right:
                raise Illegal(f"{self.name}: {parameter} is {value}, expected {expected}")

        need(self.lanes in LANES, "LANES", self.lanes, "2, 4, 8, 16, 32 or 64")
        need(self.w >= 1, "W", self.w, "1 or more")
        need(0 <= self.depth <= DEPTH_MAX, "DEPTH", self.depth, f"0 to {DEPTH_MAX}")
        need(self.policy.upper() in defs.POLICIES, "POLICY", self.policy, " or ".join(defs.POLICIES).lower())
        need(self.crossbar in CROSSBARS, "the crossbar", self.crossbar, " or ".join(CROSSBARS))
        most = self.lanes // 2
        if self.crossbar == "mux":
            need(
                0 <= self.parts <= most and not self.parts & (self.parts - 1),
                "PARTS",
                self.parts,
                f"a power of 2 up to {most}",
            )
        else:
            need(0 <= self.parts <= most, "PARTS", self.parts, f"1 to {most}")

    @property
    def name(self):
        chosen = "" if self.crossbar == "mux" and not self.parts else f"_{self.crossbar}{self.parts or ''}"
        return f"l{self.lanes}_w{self.w}_d{self.depth}_{self.policy}{chosen}"

    def params(self):
        """The parameters of module shfl, by name; without PARTS where the crossbar chooses it."""
        parts = {"PARTS": self.parts} if self.parts else {}
        return {
            "LANES": self.lanes,
            "W": self.w,
            "DEPTH": self.depth,
            "POLICY": defs.POLICIES.index(self.policy.upper()),
            **parts,
        }

    def rtl_folders(self):
        """Where the modules are; of those with the same name, the one in the earlier folder counts."""
        return CROSSBARS[self.crossbar]


def parse(name):
    """The Setting of a name, or Illegal."""
    match = re.fullmatch(r"l(\d+)_w(\d+)_d(\d+)_([a-z]+)(?:_(mux|chain)(\d*))?", name, re.ASCII)
    if not match:
        raise Illegal(f"{name}: expected a name of the form {FORM}")
    lanes, w, depth, policy, crossbar, parts = match.groups()
    setting = Setting(int(lanes), int(w), int(depth), policy, crossbar or "mux", int(parts or 0))
    if setting.name != name:
        raise Illegal(f"{name}: expected this to be written {setting.name}")
    return setting


def simulated(name):
    """The same, of a setting that the harness can simulate."""
    setting = parse(name)
    if setting.w > SIMULATED_W_MAX:
        raise Illegal(
            f"{name}: W is {setting.w}, expected 1 to {SIMULATED_W_MAX}: the simulation holds a word in 64 bits"
        )
    return setting


def read_list(path):
    """The names in a list, and those of them that are marked for `make sim`."""
    names, quick = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if words[1:] not in ([], ["sim"]):
            raise Illegal(f"{path}:{number}: expected a name, and the word sim or nothing behind it")
        if words:
            try:
                names.append(simulated(words[0]).name)
            except Illegal as wrong:
                raise Illegal(f"{path}:{number}: {wrong}") from None
            quick += words[:1] if words[1:] else []
    return names, quick


ALL, QUICK = read_list(LIST)
DEFAULT = Setting().name


def make_text(names):
    """Lines of make: the lists, and for each setting NAME params_NAME and folders_NAME."""
    settings = {name: simulated(name) for name in dict.fromkeys([*ALL, *names])}
    slow_first = sorted(settings, key=lambda name: settings[name].lanes ** 2 * settings[name].w, reverse=True)
    lines = [
        f"ALL_CONFIGS := {' '.join(ALL)}",
        f"QUICK_CONFIGS := {' '.join(QUICK)}",
        f"DEFAULT_CONFIG := {DEFAULT}",
        f"SLOW_FIRST := {' '.join(slow_first)}",
    ]
    for name, setting in settings.items():
        params = " ".join(f"{key}={value}" for key, value in setting.params().items())
        lines += [f"params_{name} := {params}", f"folders_{name} := {' '.join(setting.rtl_folders())}"]
    return lines


if __name__ == "__main__":
    if sys.argv[1:2] != ["make"]:
        sys.exit(__doc__)
    try:
        print(";".join(make_text(" ".join(sys.argv[2:]).split())))  # make's $(shell) joins lines
    except Illegal as wrong:
        said = str(wrong).replace("$", "$$").replace("#", "\\#").replace(";", ",")
        print(f"SETTINGS_ERROR := CONFIGS, BARE: {said}")
