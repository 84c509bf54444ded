# SPDX-License-Identifier: Apache-2.0
"""The folders, and the errors."""

import os
import pathlib
import signal
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


def status(run, *words, name="openshfl"):
    """The exit status of a command: what RUN returns, or that of its error, which is one line on stderr."""
    from . import processes

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no tool stays behind
    try:
        return run(*words) or 0
    except ERRORS as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.status
    except OSError as error:  # no room on the disk, no right to write there
        print(f"{name}: {error}", file=sys.stderr)
        return Trouble.status
    except KeyboardInterrupt:
        processes.stop_all()
        return 130


def read_toml(kind, file):
    """A KIND, a dataclass, of the keys of a file; its name is the folder's."""
    try:
        with open(file, "rb") as opened:
            return kind(name=file.parent.name, **tomllib.load(opened))
    except (OSError, tomllib.TOMLDecodeError, TypeError) as error:
        raise Misuse(f"{shown(file)}: {error}") from None


def shown(path):
    """A path as a user would name it: relative to where make runs."""
    return os.path.relpath(path, ROOT)
