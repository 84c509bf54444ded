# SPDX-License-Identifier: Apache-2.0
"""Where things are, and what can go wrong."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / (os.environ.get("BUILD") or "build")  # as in the Makefile: relative to ROOT
RTL = ROOT / (os.environ.get("RTL_DIR") or "rtl")
CHAIN = ROOT / "rtl/chain"  # the crossbar that may take the place of rtl/'s
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")
OUT = BUILD / "synth"


class Misuse(Exception):
    """What was asked for does not exist, or a tool does not."""

    status = 2


class Failed(Exception):
    """A tool ran and could not do what was asked for, or a figure is worse than it has to be."""

    status = 1


class Trouble(Exception):
    """The machine got in the way: no room on the disk, a tool killed, no time left."""

    status = 3


ERRORS = (Misuse, Failed, Trouble)


def shown(path):
    """A path as a user would name it: relative to where make runs."""
    return os.path.relpath(path, ROOT)
