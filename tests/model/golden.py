# SPDX-License-Identifier: Apache-2.0
"""The golden model by ctypes: the library that MODEL of the environment names, or that of the build folder."""

import ctypes
import functools
import os
import re

import pytest
from conftest import built

ALL = (1 << 64) - 1


@functools.cache
def library():
    return ctypes.CDLL(os.environ.get("MODEL") or str(built("tests/model.so")))


def structure(text):
    """A structure of C by its fields, such as "fi:bool src:uint64*64"."""
    found = re.findall(r"(\w+):(\w+)(?:\*(\d+))?", text)
    types = [(name, getattr(ctypes, f"c_{kind}"), size) for name, kind, size in found]
    fields = [(name, kind * int(size) if size else kind) for name, kind, size in types]
    return type("structure", (ctypes.Structure,), {"_fields_": fields})


def array(kind, values):
    """An array of "uint64", "uint32", "float" or the like."""
    return (getattr(ctypes, f"c_{kind}") * len(values))(*values)


def call(function, *arguments):
    """What a function returns. A number is handed over in 64 bits, a list as an array of such, all else by address."""

    def given(value):
        if isinstance(value, int):
            return ctypes.c_uint64(value & ALL)
        return ctypes.byref(array("uint64", value) if isinstance(value, list) else value)

    return getattr(library(), function)(*map(given, arguments))


def cases(names, table):
    """Cases of a test, {what it is: values of the arguments NAMES}."""
    return pytest.mark.parametrize(names.replace(" ", ","), list(table.values()), ids=list(table))
