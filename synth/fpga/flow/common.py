# SPDX-License-Identifier: Apache-2.0
"""The folders, and the errors."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / (os.environ.get("BUILD") or "build")  # as in the Makefile: relative to ROOT
RTL = ROOT / (os.environ.get("RTL_DIR") or "rtl")
CHAIN = ROOT / "rtl/chain"  # the crossbar that may replace the one of rtl/
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")
OUT = BUILD / "synth"


class Misuse(Exception):
    """A target, a parameter or a tool does not exist."""

    status = 2


class Failed(Exception):
    """A tool ran and failed, or a figure misses its target."""

    status = 1


class Trouble(Exception):
    """Environment error: no room on the disk, a tool killed, no time left."""

    status = 3


ERRORS = (Misuse, Failed, Trouble)


def shown(path):
    """A path as a user would name it: relative to where make runs."""
    return os.path.relpath(path, ROOT)
