# SPDX-License-Identifier: Apache-2.0
"""The machine code of the CUDA programs holds the instructions that their sources ask for, as decode reads it.

The compiler puts the zero register RZ where an immediate of SHFL is 0.
"""

import collections
import json
import os
import re
import shutil
import struct

import pytest
from conftest import ROOT, built, run
from test_amd_words import sections

from model.defs import MODES

pytestmark = pytest.mark.nightly
UNROLLED = 64  # silicon/gpu/bench.cu
WARPSYNC = 0x348, 0x948  # the mask in a register, or an immediate
# in the order of OPS_LIST
SHUFFLES = [f"SHFL.{mode}" for mode in MODES]
COLLECTIVES = (
    """VOTE.ALL VOTE.ANY VOTE.EQ VOTE.ANY VOTE.ANY ELECT MATCH.ALL MATCH.ANY MATCH.ALL.U64 MATCH.ANY.U64 REDUX
REDUX.OR REDUX.XOR REDUX.SUM REDUX.SUM.S32 REDUX.MIN REDUX.MIN.S32 REDUX.MAX REDUX.MAX.S32""".split()
    + SHUFFLES
)
ACTIVEMASK, OF_SHFL = 4, 19


def kernels(name):
    """Of each kernel in a cubin: its name, what crosses lanes in it as decoded, and the opcodes of its WARPSYNC."""
    tool = os.environ.get("NVCC") or "nvcc"
    if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/local/cuda/bin"):
        pytest.skip(f"no {tool} here")
    path = built(f"silicon/{name}.cubin")
    found = collections.defaultdict(list)
    for one in json.loads(run([built("openshfl"), "decode", "--json", path]).stdout)["shuffles"]:
        if (name := re.sub(r"^@\S+ ", "", one["text"]).split()[0]) in COLLECTIVES:
            found[one["kernel"]].append((name, one["fields"]))
    for name, code in sections(path.read_bytes()).items():
        if name.startswith(".text."):
            opcodes = [low & 0xFFF for low, _ in struct.iter_unpack("<QQ", code)]
            yield name[6:], found[name[6:]], [opcode for opcode in opcodes if opcode in WARPSYNC]


def form(one):
    """Mode, Sb and Sc of SHFL; None for a register."""
    name, fields = one
    sb, sc = ({"RZ": 0}.get(fields[key], fields[key]) for key in ("sb", "sc"))
    return name[5:], *(None if isinstance(value, str) else value for value in (sb, sc))


def constants(macro):
    text = (ROOT / "silicon/suites.h").read_text(encoding="utf-8").replace("\\\n", "")
    body = re.search(rf"#define {macro}\(X\)(.*)", text)[1]
    return [int(number, 0) for number in re.findall(r"X\((\w+)\)", body)]


def test_immediates():
    """run_immediate has one SHFL for every form of suites.h, with the constants in the instruction word."""
    sbs, scs = [*constants("IMMEDIATE_SB"), None], [*constants("IMMEDIATE_SC"), None]
    got = [form(one) for name, found, _ in kernels("gpu/asks") if "run_immediate" in name for one in found]
    assert collections.Counter(got) == collections.Counter((mode, sb, sc) for mode in MODES for sb in sbs for sc in scs)


def test_bench():
    """Every kernel of the bench has as many instructions as its figures count, in the form that it is named for."""
    counts = collections.Counter()
    for name, found, _ in kernels("gpu/bench"):
        names = [each for each, _ in found]
        if "in_turns" in name:
            both = collections.Counter(each.split(".")[0] for each in names)
            assert list(both.values()) == 2 * [UNROLLED // 2], name
            counts["in_turns"] += 1
        elif what := re.search(r"\d(throughput|latency)I.*?(?:shuffleILi(\d)ELb(\d)ELb(\d)E|5chase)", name):
            want = (MODES[int(what[2])], what[3] == "1", what[4] == "1") if what[2] else ("IDX", False, True)
            forms = [(mode, sb is not None, sc is not None) for mode, sb, sc in map(form, found)]
            assert forms == UNROLLED * [want], name
            counts["SHFL"] += 1
        elif what := re.search(r"(?:throughput|latency)INS_\d+(one|match_all|votes)ILi(\d+)E", name):
            assert names == (512 if what[1] == "votes" else UNROLLED) * [COLLECTIVES[int(what[2])]], name
            counts[what[1]] += 1
    assert counts == {"SHFL": 33, "one": 2 * 12, "match_all": 2 * 2, "votes": 2 * 3, "in_turns": 2}


def asks_kernels(kernel):
    """(name, instruction, other template arguments, what is found, WARPSYNC) of each such kernel."""
    for name, found, syncs in kernels("gpu/asks"):
        if what := re.search(rf"\drun_({kernel})I(.*?)EEv", name):
            op, *rest = (int(n) for n in re.findall(r"L[ijb](\d+)", what[2]))
            yield what[1], op, rest, [each for each, _ in found], syncs


def test_outcome():
    """WARPSYNC is there if the code is behind a branch, or if the mask may differ by lane; shuffle or barrier alike."""
    found = list(asks_kernels("outcome"))
    assert len(found) == 5 * (5 + 3 * 2), "constants of 5 launches, 3 other masks with and without a branch"
    for _, op, (mask, branch, _), names, syncs in found:
        assert [name for name in names if name in SHUFFLES] == SHUFFLES[op : op + 1]
        assert len(syncs) == (branch or mask == 3)


def test_collective_kernels():
    """Each kernel has the instruction that it is named for. Without a branch it is one, and there is no WARPSYNC,
    whatever the mask; behind a branch there is one WARPSYNC of the mask; each of several branches has its own."""
    kinds = collections.Counter()
    for kind, op, rest, names, syncs in asks_kernels("branch|exit|sites|straight"):
        found = [name for name in names if (name in SHUFFLES) == (op >= OF_SHFL)]
        assert set(found) == {COLLECTIVES[op]}, (kind, op, rest)
        assert len(found) >= (rest[0] if kind == "sites" and op != ACTIVEMASK else 1), (kind, op, rest)
        assert kind != "straight" or (len(found), syncs) == (1, []), (kind, op, rest)
        assert kind != "branch" or op == ACTIVEMASK or syncs.count(WARPSYNC[0]) == 1, (kind, op, rest)
        kinds[kind, op >= OF_SHFL] += 1
    assert kinds == {
        ("branch", False): OF_SHFL, ("exit", False): OF_SHFL, ("sites", False): 2 * OF_SHFL,
        ("branch", True): 4, ("exit", True): 4, ("straight", False): 8 * OF_SHFL,
        ("straight", True): 4 * (len(constants("MASKS")) + 1),
        ("sites", True): 4 * (2 + 2 + 1),  # 2 and 4 branches, these with constants, and two with masks of their own
    }  # fmt: skip
