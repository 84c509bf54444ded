# SPDX-License-Identifier: Apache-2.0
"""openshfl explain --equivalents: each one that is printed reads the same lanes, and where none is, there is none.

The rules of CUDA's and HIP's calls are here once more, in Python.
"""

import functools
import itertools
import json
import random
import shlex

import pytest
from conftest import ROOT, run
from test_amd import cuda, hip_index
from test_answer import by_command

MODES = ("idx", "up", "down", "bfly")


# ---- an answer as a map


def map_of(found):
    """Of each lane that executes, and whose word is defined, where it comes from: a lane, "zero" or "old"."""
    if found["kind"] == "SHFL":
        return [lane["src_lane"] if lane["rd"] is not None else None for lane in found["lanes"]]
    words = found["instruction"].replace(",", "").split()
    own = len(words) > 2 and words[1] == words[2]

    def of(lane):
        return {"data": lane["src_lane"], "zero": "zero", "keep": lane["lane"] if own else "old"}[lane["what"]]

    return [of(lane) if lane["active"] and not lane["open"] else None for lane in found["lanes"]]


def repeated(found, lanes):
    """A map in a warp of so many lanes: over and over, or its first part."""
    full = enumerate(found[k % len(found)] for k in range(lanes))
    return [entry + k - k % len(found) if type(entry) is int else entry for k, entry in full]  # a bool is none


def answers(wanted, found):
    return all(want is None or want == got for want, got in zip(wanted, found, strict=True))


# ---- questions


def randomly():
    rng = random.Random(1)
    for lanes in (8, 32, 32, 64):
        yield ["--mode", "idx", "--lanes", str(lanes), "--index", str([rng.randrange(lanes) for _ in range(lanes)])]
    for _ in range(6):
        mode, active, index, segmask = rng.choice(MODES), rng.getrandbits(32) | 1, rng.randrange(32), rng.randrange(32)
        yield f"--mode {mode} --index {index} --segmask {segmask} --active {active:#x}".split()


QUERIES = [
    *(["--mode", mode, "--index", "3", "--segmask", segmask] for mode in MODES for segmask in ("0", "24", "5")),
    *map(shlex.split, """
'__shfl_up_sync(0xffff00ff, v, 1, 8)'
'__shfl_xor_sync(0xffffffff, v, 5)'
'__shfl_down(v, [1,2,3,4], 16)'
--mode bfly --index 5 --lanes 64
--mode up --index lane --clamp lane^1
'subgroupShuffleDown(v, 3)' --lanes 64
'subgroupClusteredRotate(v, 3, 8)' --lanes 16
'subgroupQuadBroadcast(v, 2)'
'sub_group_broadcast_first(v)' --active 0xff00ff00
--gpu gfx90a '__shfl_up(v, 3, 16)'
--gpu gfx90a 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)'
--gpu gfx90a 'v_mov_b32_dpp v0, v0 row_shr:1 row_mask:0x5 bank_mask:0xf'
--gpu gfx90a 'v_mov_b32_dpp v0, v0 row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1'
--gpu gfx90a 'v_readlane_b32 s0, v0, 5'
--gpu gfx1100 'v_readlane_b32 s0, v0, 29' --active 0xff
--gpu gfx1100 --lanes 32 'v_mov_b32_dpp v0, v0 dpp8:[7,6,5,4,3,2,1,0]'
--gpu gfx1100 --lanes 32 'v_permlanex16_b32 v0, v0, 0x76543210, 0xfedcba98'
--gpu gfx1100 --lanes 32 'ds_bpermute_b32 v1, v2, v0' --address lane*4^8
--gpu gfx1200 'v_permlane64_b32 v0, v0'
""".strip().splitlines()),
    *randomly(),
]  # fmt: skip


@pytest.fixture(scope="module")
def explained(openshfl, tmp_path_factory):
    """The answers to many questions."""

    def explain(queries):
        replies = by_command(openshfl, [(words, "") for words in queries], tmp_path_factory.mktemp("equivalents"))
        assert [reply for reply in replies if reply["status"] != 0 or reply["err"]] == []
        return [json.loads(reply["out"]) for reply in replies]

    return explain


@pytest.fixture(scope="module")
def found(explained):
    """Of each query: its arguments, what it does, and the equivalents with what each of them does."""
    done = explained([["explain", *query, "--json"] for query in QUERIES])
    lists = [reply["equivalents"] for reply in explained([["explain", *q, "--json", "--equivalents"] for q in QUERIES])]
    flat = [each for equivalents in lists for each in equivalents if each["says"]]
    for each, does in zip(flat, explained([["explain", *each["arguments"], "--json"] for each in flat]), strict=True):
        each["does"] = does
    return list(zip(QUERIES, done, lists, strict=True))


def test_each_equivalent_does_the_same(found):
    count = 0
    for query, does, equivalents in found:
        wanted = map_of(does)
        for each in equivalents:
            assert each["source"] and (each["says"] or each["reason"]), (query, each)
            if not each["says"]:
                continue
            count += 1
            lanes = each["lanes"]
            assert len(each["does"]["lanes"]) == lanes, (query, each["text"])
            assert repeated(repeated(wanted, lanes), len(wanted))[: len(wanted)] == wanted or lanes >= len(wanted)
            assert answers(repeated(wanted, lanes), map_of(each["does"])), (query, each["text"])
            if each["api"] in ("SASS", "PTX") and does["kind"] == "SHFL" and "rules.md" in does["source"]:
                want = repeated([lane["pu"] and "yes" for lane in does["lanes"]], lanes)
                assert [lane["pu"] and "yes" for lane in each["does"]["lanes"]] == want, (query, each["text"])
    assert count > 300


@functools.cache
def maps_of(index, lanes):
    """Of CUDA's or HIP's functions, with one operand for all lanes."""
    of = itertools.product(MODES, range(lanes.bit_length()), range(lanes))
    return [[index(mode, lane, operand, 2**width) for lane in range(lanes)] for mode, width, operand in of]


@pytest.mark.slow
def test_where_there_is_none(found):
    """With one operand for all lanes: where the command finds none, there is none; and where it finds one, there is."""
    seen = set()
    for query, does, equivalents in found:
        wanted = map_of(does)
        for each in equivalents:
            lanes = each["lanes"]
            if lanes < len(wanted) and repeated(wanted[:lanes], len(wanted)) != wanted:
                assert not each["says"]
                continue
            here = repeated(wanted, lanes)
            if each["api"] == "CUDA":
                maps = maps_of(cuda, 32)
            elif each["api"] == "HIP" and each["gpu"] == "gfx90a":
                maps = maps_of(hip_index, lanes)
            else:
                continue
            exists = any(answers(here, one) for one in maps)
            assert exists == (each["says"] and not each["by_lane"]), (query, each)
            seen.add((each["api"], exists))
    assert len(seen) == 4


def test_stages(openshfl):
    """A lane's arithmetic, with the rule's words replaced by its numbers."""
    text = run([openshfl, "explain", "SHFL.UP P1, R2, R1, 3, 0x1800", "--lane", "9"]).stdout
    shown = text.partition("\nlane 9\n")[2]
    assert shown.count("\n") == 5 and shown in (ROOT / "docs/use/explain.md").read_text(encoding="utf-8")
