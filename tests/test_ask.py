# SPDX-License-Identifier: Apache-2.0
"""`openshfl ask`: one lane of one shuffle."""

import json
import random

import pytest
from conftest import BUILD, run
from test_conform import MODES, lacking, made, signature  # noqa: F401


def ask(*arguments, status=0, **options):
    done = run([BUILD / "openshfl", "ask", *arguments], status=status, **options)
    return (done.stdout + done.stderr).strip()


@pytest.mark.slow
def test_ask_in_json_is_the_signature():
    """All lanes of some ten thousand warps of level ptx."""
    chosen = random.Random(19).sample(range(1 << 22), 200000)
    lines = "".join(
        f'{{"mode": "{MODES[n >> 20].lower()}", "b": {n >> 5 & 31}, "c": {(n >> 10 & 31) | (n >> 15 & 31) << 8}, '
        f'"lane": {n & 31}}}\n'
        for n in chosen
    )
    replies, points = [json.loads(line) for line in ask("--json", input=lines).splitlines()], signature("ptx")
    assert [reply["src_lane"] | reply["in_range"] << 6 for reply in replies] == [points[n] for n in chosen]
    assert all(reply["src_active"] and reply["executes"] for reply in replies)
    assert {reply["rule"] for reply in replies} == {"3.2", "3.3"}


UP = '{"mode": "up", "b": 1, "c": 0, "lane": '


@pytest.mark.parametrize("arguments, names", [
    (["up", "7", "0x1803", "9"], ["reads lane 9 (its own)", "out of range", "source active", "docs/rules.md 3.3"]),
    (["xor", "33", "31", "4"], ["index 1, clamp 31, segmask 00000", "reads lane 5", "in range", "source active"]),
    (["down", "2", "0x407", "1", "--lanes", "8", "--active", "0xb7"], ["source inactive", "undefined"]),
    (["down", "2", "0x407", "3", "--lanes", "8", "--active", "0xb7"], ["lane 3 is inactive", "writes nothing"]),
    (["__shfl_xor_sync(0xffff, v, 16)", "9"], ["lane 25", "in range", "no member", "undefined"]),
    (["__shfl_sync(0xffff, v, 3, 8)", "20"], ["lane 20 is no member", "writes nothing", "docs/rules.md 3.5"]),
    (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3", "--init", "R6=lane+1"], ["reads lane 4", "in range"]),
    (["@P0 SHFL.IDX PT, R4, R2, 0x1, 0x1f", "3", "--init", "P0=0xf7"], ["lane 3 is inactive"]),
])  # fmt: skip
def test_ask(arguments, names):
    assert lacking(names, ask(*arguments)) == []


@pytest.mark.parametrize("arguments, line, names", [
    (["left", "1", "0", "1"], "", ["left", "idx, up, down or bfly"]),
    (["up", "1", "0", "32"], "", ["LANE 32", "0 to 31"]),
    (["FADD R1, R2, R3", "3"], "", ["one SHFL"]),
    (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3"], "", ["R6", "--init R6=VALUE"]),
    (["up", "1"], "", ["up", "three numbers", "B C LANE"]),
    (["--json"], "[]", ["line 2", '{"mode"']),
    (["--json"], '{"mode": "up"}', ["line 2", "mode, b, c and lane"]),
    (["--json"], UP + "32}", ["line 2", "lane: expected", "0 to 31"]),
    (["--json"], UP + "3} x", ["line 2", "}"]),
    (["--json"], '{"mode": "up", "d": 1}', ["line 2", "'d'", "mode, b, c, lane"]),
])  # fmt: skip
def test_misuse(arguments, line, names):
    assert lacking(names, ask(*arguments, status=2, input=UP + "1}\n" + line)) == []


LISTING = """
        /*0090*/                   IMAD.MOV.U32 R9, RZ, RZ, R6 ;        /* 0x000000ffff097224 */
        /*00a0*/                   SHFL.BFLY PT, R7, R7, 0x1, 0x1f ;    /* 0x0c201f0007077f89 */
        /*00b0*/              @!P0 SHFL.UP PT, R9, R9, R6, RZ ;         /* 0x0400000609097389 */
"""


def test_ask_listing(tmp_path):
    path = tmp_path / "listing"
    path.write_text(LISTING)
    first, second = ask("--listing", path, "9").splitlines()
    assert first.startswith("3: SHFL.BFLY PT, R7, R7, 0x1, 0x1f, lane 9 (index 1") and "reads lane 8, in range" in first
    assert "--init R6=VALUE" in second
    second = ask("--listing", path, "9", "--init", "R6=3").splitlines()[1]
    assert "reads lane 6, in range, source active" in second and "@!P0" in second
