# SPDX-License-Identifier: Apache-2.0
"""The units and their parameters, as a user writes them: the name of a module, and PARAM=VALUE."""

import dataclasses
import functools
import re

from model import defs
from tb import settings

from .common import ROOT, RTL, Misuse

HERE = ROOT / "synth/flow"  # wrappers, and what the units are compared with
PACKETS = ROOT / "examples/packets"
FOLDERS = (RTL, RTL / "amd", RTL / "collective", RTL / "rvv", PACKETS, HERE)
INCLUDES = (RTL, RTL / "amd", RTL / "rvv")
UNITS = ("shfl", "shfl_banked", "shfl_vote", "shfl_match", "shfl_match_words", "shfl_redux", "shfl_barrier",
         "shfl_and_vote", "shfl_amd", "shfl_amd_banked", "shfl_rvv", "shfl_rvv_banked")  # fmt: skip
PINS = {"shfl": "shfl_pins", "shfl_banked": "shfl_banked_pins", "shfl_rvv": "shfl_rvv_pins"}  # what is placed
OTHERS = ("shfl_behavioral", "shfl_in_place", "shfl_packets")  # to compare
SHOWN = ("LANES", "W", "DEPTH")  # in a name, also where they have their default
NAMED = {"POLICY": defs.POLICIES, "MEMORY": defs.MEMORIES, "GEN": settings.GENERATIONS}  # whose values have names


@dataclasses.dataclass(frozen=True)
class Unit:
    """A unit with all its parameters, {name: value}; on an FPGA CROSSBAR is one. STOCK: by Yosys's own script."""

    top: str  # the module
    params: dict
    usual: dict = dataclasses.field(repr=False)  # the defaults
    stock: bool = False

    @property
    def words(self):
        """PARAM=VALUE of those that have not their default."""
        return [f"{name}={value}" for name, value in self.params.items() if value != self.usual[name]]

    @property
    def name(self):
        shown = [f"{name}={self.params[name]}" for name in self.params if name in SHOWN or self.is_given(name)]
        return "_".join([self.top + "_stock" * self.stock, *shown]).lower().replace("=", "")

    def is_given(self, name):
        return self.params[name] != self.usual[name]

    @property
    def crossbar(self):
        return self.params.get("CROSSBAR", "mux")

    def values(self, of=None):
        """The parameters of the module, or of another one that has the names of OF."""
        return {name: n for name, n in self.params.items() if name != "CROSSBAR" and (of is None or name in of)}


@functools.cache
def file(module):
    return next(path for folder in FOLDERS if (path := folder / f"{module}.v").exists())


def encodings():
    """The text of all headers with the numbers of names."""
    return "".join(source.read_text(encoding="utf-8") for source in (defs.SOURCE, defs.RVV_SOURCE, defs.AMD_SOURCE))


def defaults(module):
    """{parameter: default}, as the Verilog of a module has them; without those that follow from others."""
    names = dict(re.findall(r"^`define (SHFL_\w+)\s+(?:\d+'d)?(\d+)", encodings(), re.M))
    text = file(module).read_text(encoding="utf-8")
    found = re.findall(r"^    parameter +(?:integer +)?(\w+) += `?(\w+),? *(?://|$)", text, re.M)
    return {name: int(names.get(value, value)) for name, value in found}


def usual(top, family=None, placed=False):
    """The defaults of a unit; on a FAMILY with its crossbar and its memory, and if it is placed with its pins'."""
    found = defaults(top) | (defaults(PINS[top]) if placed else {})
    if family and "PARTS" in found:
        found["CROSSBAR"] = family.crossbar
    if family and "MEMORY" in found:
        found["MEMORY"] = defs.MEMORIES.index(family.memories[0].upper())
    return found


def value(name, text):
    """A parameter's value as Verilog has it."""
    text = str(text)
    if name == "CROSSBAR" and text in ("mux", "chain"):
        return text
    if text.upper() in map(str.upper, NAMED.get(name, ())):
        return [known.upper() for known in NAMED[name]].index(text.upper())
    if name == "CROSSBAR" or not re.fullmatch("[0-9]{1,4}", text):
        known = (
            "mux or chain" if name == "CROSSBAR" else " or ".join([*map(str.lower, NAMED.get(name, ())), "a number"])
        )
        raise Misuse(f"{name}={text}: expected {known}")
    if name in NAMED and int(text) >= len(NAMED[name]):
        raise Misuse(f"{name}={text}: expected 0 to {len(NAMED[name]) - 1}")
    return int(text)


def legal(top, params):
    """Misuse, where tb/settings.py knows that the values are not legal. The RTL refuses the rest."""
    kinds = [(isa, names.index(top)) for isa, names in settings.UNITS.items() if top in names[:2]]
    if params.get("TAG_W", 1) < 1:
        raise Misuse("TAG_W is 0, expected 1 or more")
    for isa, beats in kinds:
        fields = {field.name for field in dataclasses.fields(settings.Setting)}
        given = {name.lower(): n for name, n in params.items() if name.lower() in fields}
        given |= {name.lower(): NAMED[name][params[name]].lower() for name in NAMED if name in params}
        if not beats and params.get("WAYS") == params["LANES"]:
            given["ways"] = 0
        if top == "shfl_rvv" and params["REGS"] == 8:
            given["regs"] = 0
        if top == "shfl_match":
            given["b"] = 1
        try:
            settings.Setting(**given, isa=isa)
        except settings.Illegal as wrong:
            raise Misuse(str(wrong).partition(": ")[2]) from None


def unit(top, given, family=None, placed=False):
    """The Unit of {name: value}, values as a user writes them."""
    name, stock = top.removesuffix("_stock"), top.endswith("_stock")
    if name not in (*UNITS, *OTHERS) or placed and name not in PINS:
        why = "it is not placed" if placed and name in UNITS else "no such unit"
        raise Misuse(f"TOP={top}: {why}, expected one of {' '.join(PINS if placed else UNITS)}")
    known = usual(name, family, placed)
    for word, text in given.items():
        if word not in known:
            others = [other for other in UNITS if word in usual(other, family)]
            also = f"; {' '.join(others)} {'have' if len(others) > 1 else 'has'} it" if others else ""
            raise Misuse(f"{word}={text}: no such parameter of {name}, expected one of {' '.join(known)}{also}")
    params = {**known, **{word: value(word, text) for word, text in given.items()}}
    if family and "MEMORY" in params and defs.MEMORIES[params["MEMORY"]].lower() not in family.memories:
        raise Misuse(
            f"MEMORY={given['MEMORY']}: {family.title} has no memory that is made of its LUTs, "
            f"expected {' or '.join(family.memories)}"
        )
    legal(name, params)
    return Unit(name, params, known, stock)


def words(given):
    """PARAM=VALUE arguments as a dict, and the other arguments."""
    params, others = {}, []
    for word in given:
        name, equals, text = word.partition("=")
        if not equals:
            others.append(word)
        elif name in params:
            raise Misuse(f"{word}: {name} is given twice")
        else:
            params[name] = text
    return params, others


def seeds(text, name="SEEDS", most=1000000):
    """The numbers that a text lists, such as '1 2 3', '1,2' or '1-3 7', MOST at most; each of them once."""
    found = []
    for part in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not 0 <= last - first < most - len(found):
            found = []
            break
        found += range(first, last + 1)
    if not found:
        raise Misuse(
            f"{name}={text}: expected " + ("numbers, such as '1 2 3', '1,2' or '1-3'" if most > 1 else "a number")
        )
    return list(dict.fromkeys(found))
