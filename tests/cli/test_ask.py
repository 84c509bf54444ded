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
    assert all(reply["src_active"] and reply["active"] for reply in replies)
    assert {reply["rule"] for reply in replies} == {"3.2", "3.3"}


UP = '{"mode": "up", "b": 1, "c": 0, "lane": '


@pytest.mark.parametrize("arguments, names", [
    (["up", "7", "0x1803", "9"], ["reads lane 9 (its own)", "out of range", "source active", "docs/rules.md 3.3"]),
    (["xor", "33", "31", "4"], ["index 1, clamp 31, segmask 00000", "reads lane 5", "in range", "source active"]),
    (["down", "2", "0x407", "1", "--lanes", "8", "--active", "0xb7"], ["source inactive", "undefined"]),
    (["down", "2", "0x407", "3", "--lanes", "8", "--active", "0xb7"], ["lane 3 does not execute it", "writes nothing"]),
    (["__shfl_xor_sync(0xffff, v, 16)", "9"], ["lane 25", "in range", "no member", "undefined"]),
    (["__shfl_sync(0xffff, v, 3, 8)", "20"],
     ["lane 20 executes it and is no member", "undefined by PTX", "H200 reads lane 19", "docs/rules.md 3.5"]),
    (["__shfl_sync(0xffff, v, 3, 8)", "20", "--active", "0xffff"], ["lane 20 does not execute it", "writes nothing"]),
    (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3", "--init", "R6=lane+1"], ["reads lane 4", "in range"]),
    (["up", "7", "0x1803", "9", "--network", "8"], ["; this shuffle takes 1 trip on a network of 8:1, 4:1"]),
    (["__shfl_xor_sync(-1, v, 16)", "9", "--network", "4"], ["1 trip on a network of 4:1, 4:1, 2:1"]),
    (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3", "--init", "R6=lane^(lane>>3)", "--network", "8,selects"],
     ["1 trip on a network of 8:1, 4:1, each with its own select"]),
])  # fmt: skip
def test_ask(arguments, names):
    assert lacking(names, ask(*arguments)) == []


def eights(*numbers):
    """Eight lanes have the first number, the next eight the second, and so on."""
    return "R6=[" + ",".join(str(number) for number in numbers for _ in range(8)) + "]"


@pytest.mark.parametrize("init, sc, trips", [
    # with 16 and 2, 8 and 4, 4 and 4 and 2, five times 2 words, by hand
    (eights(0, 1, 2, 3), "0x1f", [2, 4, 4, 4]),    # 16:1: 0 and 2 are alike, 1 and 3; else all
    (eights(0, 8, 16, 24), "0x1f", [1, 1, 1, 1]),  # modulo 16, 0 and 16 are the same, and 8 and 24
    (eights(0, 8, 8, 24), "0x1f", [2, 1, 2, 2]),   # modulo 16, 0 and 8 are not
    (eights(5, 5, 5, 13), "0x1f", [2, 1, 2, 2]),   # modulo 16, 5 and 13
    (eights(0, 1, 2, 20), "0x10", [2, 3, 3, 3]),   # clamp 16: lane 20 is out of range, and needs no trip
    (eights(20, 0, 0, 0), "0x10", [2, 2, 2, 2]),   # the same in front: the first trip is for 20, 4 modulo 16 and 8
    (eights(0, 1, 2, 3), "0x181f", [2, 4, 4, 4]),  # segments of 8 move lanes by multiples of 8
    ("R6=lane*2", "0x1f", [1, 1, 1, 1]),           # twice the low bits have the same low bits
    ("R6=lane^31", "0x1f", [1, 1, 1, 1]),          # the order reversed
])  # fmt: skip
def test_trips(init, sc, trips):
    for network, expected in zip(("16", "8", "4", "2"), trips, strict=True):
        given = [f"SHFL.IDX PT, R4, R2, R6, {sc}", "--init", init, "--network", network]
        said = ask(given[0], "3", *given[1:])
        assert f"takes {expected} trip{'s' * (expected > 1)} on a network of {network}:1, " in said, network
        done = run([BUILD / "openshfl", "explain", *given])
        assert done.stdout.splitlines()[2] == said.rpartition("; ")[2]
        known = json.loads(run([BUILD / "openshfl", "explain", *given, "--json"]).stdout)
        assert (known["network"], known["trips"]) == (int(network), expected)


def test_trips_of_a_query():
    assert json.loads(ask("--json", input=UP + '1, "network": "0x8"}'))["trips"] == 1
    assert "trips" not in ask("--json", input=UP + "1}")
    selects = ["SHFL.IDX PT, R4, R2, R6, 0x1f", "--init", "R6=lane^(lane>>3)", "--network", "8,selects", "--json"]
    known = json.loads(run([BUILD / "openshfl", "explain", *selects]).stdout)
    assert (known["network"], known["selects"], known["trips"]) == (8, True, 1)
    assert json.loads(ask("--json", input=UP + '1, "network": 8, "selects": 1}'))["trips"] == 1


@pytest.mark.parametrize("arguments, line, names", [
    (["left", "1", "0", "1"], "", ["left", "idx, up, down or bfly"]),
    (["up", "1", "0", "32"], "", ["LANE 32", "0 to 31"]),
    (["SHFL.IDX PT, R4, R2, R6, 0x1f", "3"], "", ["R6", "--init R6=VALUE"]),
    (["up", "1"], "", ["up", "three numbers", "B C LANE"]),
    (["--json"], '{"mode": "up"}', ["line 2", "mode, b, c and lane"]),
    (["--json"], UP + "32}", ["line 2", "lane: expected", "0 to 31"]),
    (["--json"], '{"mode": "up", "d": 1}', ["line 2", "'d'", "mode, b, c, lane"]),
    (["up", "1", "0", "1", "--network", "12"], "", ["--network 12", "power of two from 2 to 16"]),
    (["up", "1", "0", "1", "--network", "2", "--lanes", "2"], "", ["--network 2", "2 lanes", "too small"]),
    (["--json"], UP + '1, "network": 1}', ["line 2", "network", "from 2 to half of the lanes, 16"]),
    (["--json"], UP + '1, "selects": 1}', ["line 2", "selects", "with network"]),
    (["up", "1", "0", "1", "--network", "8,own"], "", ["--network 8,own", "power of two", ",selects"]),
    (["--json", "--network", "8"], "", ["--json", "no other argument"]),
])  # fmt: skip
def test_misuse(arguments, line, names):
    assert lacking(names, ask(*arguments, status=2, input=UP + "1}\n" + line)) == []


def test_lines_of_amd(openshfl):
    """Of several lines of assembly the first between lanes; those in front of it say who executes it."""
    dpp = "v_mov_b32_dpp v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf"
    for text, said in {
        f"s_nop 1\n{dpp}": f"{dpp}, lane 17 of 64: reads lane 16",
        f"s_nop 1\n{dpp}\n{dpp}": "note: 1 more behind it in the text: this is the first",
        f"s_mov_b64 exec, 0xffff\n{dpp}": "it does not execute",
        f"s_and_saveexec_b64 s[0:1], vcc\n{dpp}": "who executes it is not known",
        dpp.replace(" row_shr", "\n  row_shr"): "reads lane 16",
    }.items():
        assert said in run([openshfl, "ask", "--gpu", "gfx90a", text, "17"]).stdout, text
