# SPDX-License-Identifier: Apache-2.0
"""The unit's parameters, as a user writes them: PARAM=VALUE words, of which a setting of tools/settings.py is made."""

import re

import defs
import settings

from .common import Misuse

FIELDS = {
    "LANES": "lanes",
    "W": "w",
    "DEPTH": "depth",
    "POLICY": "policy",
    "CROSSBAR": "crossbar",
    "PARTS": "parts",
}
OF_CROSSBAR = ("LANES", "W", "CROSSBAR", "PARTS")  # what the crossbar alone has


def words(given):
    """PARAM=VALUE words as a dict, and the words that are none."""
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


def setting(family, params, only=tuple(FIELDS)):
    """The setting that PARAMS, {name: value}, make on a family; without CROSSBAR, the family's crossbar."""
    fields = {"crossbar": family.crossbar}
    for name, value in params.items():
        if name not in only:
            raise Misuse(f"{name}={value}: no such parameter here, expected one of {' '.join(only)}")
        fields[FIELDS[name]] = field(name, value)
    try:
        return settings.Setting(**fields)
    except settings.Illegal as wrong:
        raise Misuse(str(wrong)) from None


def field(name, value):
    text = str(value).lower()
    if name == "CROSSBAR":
        return text
    if name == "POLICY":
        return defs.POLICIES[int(text)].lower() if text in map(str, range(len(defs.POLICIES))) else text
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Misuse(f"{name}={value}: expected a number")
    return int(text)


def as_words(setting, family):
    """The PARAM=VALUE words that make this setting, without those that say what is so anyway."""
    usual = settings.Setting(crossbar=family.crossbar)
    return " ".join(
        f"{name}={getattr(setting, field)}"
        for name, field in FIELDS.items()
        if getattr(setting, field) != getattr(usual, field)
    )
