# SPDX-License-Identifier: Apache-2.0
"""The units' parameters as a user writes them, PARAM=VALUE, and the configuration that they make."""

import dataclasses
import re

from model import defs
from tb import settings

from .common import Misuse

FIELDS = {
    "LANES": "lanes",
    "W": "w",
    "DEPTH": "depth",
    "POLICY": "policy",
    "CROSSBAR": "crossbar",
    "PARTS": "parts",
    "NETWORK": "network",
    "SKID": "skid",
    "WAYS": "ways",
    "MEMORY": "memory",
}
OF_BANKED = ("LANES", "WAYS", "W", "DEPTH", "POLICY", "MEMORY", "SKID")  # those of shfl_banked, which WAYS selects
OF_UNIT = tuple(name for name in FIELDS if name not in ("WAYS", "MEMORY"))  # those of shfl
OF_AMD = tuple(name for name in OF_UNIT if name != "POLICY")  # AMD's units have one policy
OF_AMD_BANKED = tuple(name for name in OF_BANKED if name != "POLICY")
# those of the units of rtl/collective/, by top; one that is not given has the default of the RTL
COLLECTIVE = {
    "vote": ("LANES", "WAYS", "ELECT", "DEPTH"),
    "and_vote": ("LANES", "W", "DEPTH", "NETWORK", "ELECT"),
    "match": ("LANES", "B", "ALL"),
    "match_words": ("LANES", "W", "B", "ALL"),
    "redux": ("LANES", "WAYS", "W", "DEPTH"),
    "barrier": ("LANES", "WAYS", "WARPS", "SLOTS", "DEPTH"),
}
# and of rtl/rvv/
RVV = {
    "rvv": ("LANES", "REGS", "ELEN", "COMPRESS", "GATHER", "DEPTH", "NETWORK", "PARTS", "AGNOSTIC"),
    "rvv_banked": ("LANES", "REGS", "ELEN", "WAYS", "DEPTH", "MEMORY", "AGNOSTIC"),
    "rvv_behavioral": ("LANES",),
    "rvv_serial": ("LANES",),
}
# and of rtl/examples/, with the unit that they wrap
EXAMPLES = {
    "vector": ("LANES", "REGS", "ELEN", "COMPRESS", "GATHER", "DEPTH", "NETWORK", "SYNC", "AGNOSTIC"),
    "packets": ("THREADS", "LANES", "W", "DEPTH", "NETWORK", "SOURCES"),
}
OTHERS = COLLECTIVE | RVV | EXAMPLES
NAMED = {"POLICY": defs.POLICIES, "MEMORY": defs.MEMORIES}  # values that have a name in rtl/shfl_defs.vh, too
OF_CROSSBAR = ("LANES", "W", "CROSSBAR", "PARTS")  # those of the crossbar alone


@dataclasses.dataclass(frozen=True)
class Collective:
    """A configuration of a unit of rtl/collective/ or rtl/rvv/. The RTL refuses one that is not legal."""

    given: tuple  # (name, value) each
    crossbar: str = None
    ways = 0

    @property
    def name(self):
        return "_".join(f"{name.lower()}{value}" for name, value in self.given) or "default"

    @property
    def depth(self):
        """For the families' scripts, which look at shfl's; the RTL has the default."""
        return dict(self.given).get("DEPTH", 0)

    def params(self):
        return {
            name: defs.MEMORIES.index(str(value).upper()) if name == "MEMORY" else value for name, value in self.given
        }


def words(given):
    """PARAM=VALUE arguments as a dict, and the other arguments."""
    params, others = {}, []
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            others.append(word)
        elif name in params:
            raise Misuse(f"{word}: {name} is given twice")
        else:
            params[name] = value
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


def usual(family, banked):
    """The defaults of a family."""
    return {"depth": 0, "memory": family.memories[0]} if banked else {"crossbar": family.crossbar}


def setting(family, params, only=None):
    """The configuration that PARAMS, {name: value}, make on a family; ONLY these are legal, the unit's by default."""
    banked = "WAYS" in (only or params) and only not in OTHERS.values()
    if banked and "WAYS" not in params:
        raise Misuse("WAYS, lanes per clock, is missing: shfl_banked has no default for it")
    only = only or (OF_BANKED if banked else OF_UNIT)
    fields = usual(family, banked)
    for name, value in params.items():
        if name not in only:
            why = "no such parameter here"
            if name in ("CROSSBAR", "PARTS", "NETWORK") and banked:
                why = "shfl_banked, which WAYS selects, has none"
            elif name == "MEMORY":
                why = "shfl has no memory; WAYS selects shfl_banked"
            raise Misuse(f"{name}={value}: {why}, expected one of {' '.join(only)}")
        fields[FIELDS.get(name, name)] = field(name, value)
    if only in OTHERS.values():
        given = tuple((name, field(name, params[name])) for name in only if name in params)
        return Collective(given, family.crossbar)
    if banked and fields["memory"] not in family.memories and fields["memory"].upper() in defs.MEMORIES:
        raise Misuse(
            f"MEMORY={fields['memory']}: {family.title} has no memory that is made of its LUTs, "
            f"expected {' or '.join(family.memories)}"
        )
    try:
        return settings.Setting(**fields)
    except settings.Illegal as wrong:
        raise Misuse(str(wrong)) from None


def field(name, value):
    text = str(value).lower()
    if name == "CROSSBAR":
        return text
    if name in NAMED:
        return NAMED[name][int(text)].lower() if text in map(str, range(len(NAMED[name]))) else text
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Misuse(f"{name}={value}: expected a number")
    if name == "WAYS" and not int(text):
        raise Misuse(f"{name}={value}: expected 1 or more lanes per clock")
    return int(text)


def as_words(setting, family):
    """The PARAM=VALUE arguments that make this configuration, without the defaults."""
    if isinstance(setting, Collective):
        return " ".join(f"{name}={value}" for name, value in setting.given)
    banked = setting.ways > 0
    plain = dataclasses.asdict(settings.Setting()) | usual(family, banked)
    return " ".join(
        f"{name}={getattr(setting, FIELDS[name])}"
        for name in (OF_BANKED if banked else OF_UNIT)
        if getattr(setting, FIELDS[name]) != plain[FIELDS[name]]
    )
