# SPDX-License-Identifier: Apache-2.0
"""Library, command and Python package, compiled with the address and undefined-behaviour sanitizers: the tests of the
model, and arguments of all ones, at random, and short."""

import os
import random
import re
import sys

import pytest
from conftest import BUILD, CC, ROOT, copy_package, make, run

from tests.mutants.run import BY_HAND, MODEL

SANITIZED = [*CC, "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-w"]
COMMANDS = ["ask --listing", "decode", "run", "check", "explain", "explain --gpu gfx90a", "conform"]
WORDS = ["v" * 1000, *"""
    --listing --json --mode --index --clamp --segmask --lanes --gpu --vtype idx 32 -1 0x 0xffffffff 0xffffffffffffffff
    gfx90a e64,m8 vrgather.vv v_mov_b32_dpp ds_swizzle_b32 offset:0xffff __shfl_up_sync(-1,v,0xffffffffffffffff)
    __match_any_sync(-1,v) __reduce_add_sync(-1, __ballot_sync( /dev/null""".split()]  # fmt: skip
TEXTS = [b"", b"\xff" * 4096, b"x;\0\n__shfl_up_sync(-1, v, 1);", random.Random(1).randbytes(4096)]
PACKAGE = """
import random
import openshfl
from openshfl import amd, groups, rvv
values = [range(8), 0, 1, -1, 31, 64, 2**31, 2**32 - 1, 2**64 - 1]
values += [range(32), range(64), [-1] * 64, [2**64 - 1 - k for k in range(64)]]
named = [getattr(module, name) for module in (openshfl, groups) for name in module.__all__]
for function in [*filter(callable, named), rvv.permute, amd.cross_lane]:
    for _ in range(300):
        try:
            function(*random.choices(values, k=random.randrange(5)))
        except (TypeError, ValueError, OverflowError, AttributeError, AssertionError):
            pass
print("done")
"""


def sound(*command, **environment):
    """The output of a command that ends by itself, without a report of a sanitizer."""
    environment = os.environ | {"ASAN_OPTIONS": "detect_leaks=0", **environment}
    done = run(command, status=None, env=environment, input="")
    is_sound = done.returncode in (0, 1, 2) and not re.search("Sanitizer|runtime error", done.stderr)
    assert is_sound, f"{command}: {done.stderr[-3000:]}"
    return done.stdout


def asan():
    """The library of the address sanitizer, for a Python that loads what is compiled with it."""
    return run([*CC, "-print-file-name=libasan.so"]).stdout.strip()


def sanitized(*names):
    """Programs in a build folder of their own."""
    made, compiler = BUILD / "sanitized", " ".join(SANITIZED)
    folder = os.path.relpath(made, ROOT)
    words = [f"BUILD={folder}", f"CC={compiler}", f"CC_NATIVE={compiler}", "CFLAGS=-O0", "ARCH="]
    make(*words, *(f"{folder}/{name}" for name in names), into=made)
    return [made / name for name in names]


@pytest.mark.slow
def test_library():
    """The tests of the model by hand, which call each of its functions."""
    (library,) = sanitized("tests/model.so")
    words = [*"-m pytest -q -p no:cacheprovider -k".split(), BY_HAND, *(MODEL[of] for of in ("model_test", "amd_test"))]
    said = sound(sys.executable, *words, LD_PRELOAD=asan(), PYTHONMALLOC="malloc", MODEL=str(library))
    assert " passed" in said and " failed" not in said


@pytest.mark.slow
def test_command(tmp_path):
    (command_made,) = sanitized("openshfl")
    chosen = random.Random(1)
    for number, text in enumerate(TEXTS):
        (tmp_path / str(number)).write_bytes(text)
    for command in COMMANDS:
        some = [chosen.choices(WORDS, k=chosen.randrange(5)) for _ in range(8)]
        texts = [[tmp_path / str(number)] for number in range(len(TEXTS))]
        for words in [*some, *texts, *([word] for word in chosen.sample(WORDS, 8))]:
            sound(command_made, *command.split(), *words)


@pytest.mark.slow
def test_package(tmp_path):
    words = "install -q --disable-pip-version-check --no-index --no-build-isolation --no-deps --target".split()
    made, source = tmp_path / "made", copy_package(tmp_path / "source")
    env = os.environ | {"CC": " ".join(SANITIZED), "CFLAGS": "-O0"}
    run([sys.executable, "-m", "pip", *words, made, source], env=env)
    said = sound(sys.executable, "-c", PACKAGE, LD_PRELOAD=asan(), PYTHONMALLOC="malloc", PYTHONPATH=str(made))
    assert said == "done\n"
