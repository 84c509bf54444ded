# SPDX-License-Identifier: Apache-2.0
"""Votes, matches and reductions in the command: every spelling by a rule written here once more, from docs/rules.md
8 to 10, with random operands and lanes that do not execute; sentences against their tables; and what is refused."""

import dataclasses
import functools
import json
import operator
import random
import re
from collections.abc import Callable

import pytest
from conftest import BUILD, run
from test_block import NAMES as BLOCKS
from test_block import SPELLINGS as BLOCK_SPELLINGS
from test_read import HIP_SHUFFLES, MODES, asked, explain, lanes_of, listed_names, names_of
from test_read import SPELLINGS as SHUFFLES

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built
WORD = 1 << 32


# ---- the rules: (lane, lanes that count, what they hold) -> (rd or None, pu or None)


def mask(lanes):
    return sum(1 << k for k in lanes)


RULES = {
    "ballot": lambda lane, count, p: (mask(k for k in count if p[k]), None),
    "ones": lambda lane, count, p: (sum(p[k] for k in count), None),
    "vote_all": lambda lane, count, p: (None, all(p[k] for k in count)),
    "vote_any": lambda lane, count, p: (None, any(p[k] for k in count)),
    "vote_none": lambda lane, count, p: (None, not any(p[k] for k in count)),
    "vote_odd": lambda lane, count, p: (None, sum(p[k] for k in count) % 2 == 1),  # R8.7
    "vote_eq": lambda lane, count, p: (None, len({p[k] for k in count}) <= 1),
    "elected": lambda lane, count, p: (None, lane == min(count)),
    "elect": lambda lane, count, p: (min(count), lane == min(count)),
    "match_any": lambda lane, count, v: (mask(k for k in count if v[k] == v[lane]), None),
    "match_all": lambda lane, count, v: (mask(count), True) if len({v[k] for k in count}) <= 1 else (0, False),
    "equal": lambda lane, count, v: (None, len({v[k] for k in count}) <= 1),
    "own_bit": lambda lane, count, b: (None, b[lane]),
    "first_bit": lambda lane, count, b: (None, b[1]),
    "lowest": lambda lane, count, b: (min(k for k, bit in enumerate(b) if bit), None),
    "highest": lambda lane, count, b: (max(k for k, bit in enumerate(b) if bit), None),
}
ballot, ones, vote_all, vote_any, vote_none, vote_odd, vote_eq, elected, elect, match_any, match_all, equal, own_bit, \
    first_bit, lowest, highest = RULES.values()  # fmt: skip


def both(of_rd, of_pu):
    return lambda lane, count, p: (of_rd(lane, count, p)[0], of_pu(lane, count, p)[1])


def reduce(name, signed=True, first=None):
    """first: what an empty set gives, if that is not the value that changes no other."""
    function, neutral = {
        "and": (operator.and_, -1), "or": (operator.or_, 0), "xor": (operator.xor, 0), "add": (operator.add, 0),
        "mul": (operator.mul, 1),
        "min": (min, WORD // 2 - 1 if signed else WORD - 1), "max": (max, -WORD // 2 if signed else 0),
    }[name]  # fmt: skip

    def rule(lane, count, v):
        if not count and first is not None:
            return first, None
        read = [v[k] - WORD if signed and v[k] >= WORD // 2 else v[k] for k in count]
        return functools.reduce(function, read, neutral) % WORD, None

    return rule


PREDICATE, VALUE, BALLOT, NONE = "P0", "Ra", "ballot", "PT"
UP_TO, BELOW = "up to", "below"


@dataclasses.dataclass
class Row:
    """operand: what a lane brings; width: of the segments, "%w" if it is an argument; scan: whose values count."""

    rule: Callable
    operand: str
    width: int | str = 0
    scan: str | None = None
    packed: bool = False
    needs_all: bool = False
    negated: bool = False
    partition: bool = False


predicate = functools.partial(Row, operand=PREDICATE)
value = functools.partial(Row, operand=VALUE)

SIX = ("and", "or", "xor", "add", "min", "max")
SEVEN = (*SIX, "mul")
LOGICAL = (("and", vote_all), ("or", vote_any), ("xor", vote_odd))
THREE = ("add", "min", "max")
FUNCTOR = {"plus": "add", "bit_and": "and", "bit_or": "or", "bit_xor": "xor"}
CG = {**FUNCTOR, "less": "min", "greater": "max"}
SYCL = {**FUNCTOR, "multiplies": "mul", "minimum": "min", "maximum": "max"}
HLSL = {"BitAnd": "and", "BitOr": "or", "BitXor": "xor", "Sum": "add", "Product": "mul", "Min": "min", "Max": "max"}
METAL = {"add": "sum", "mul": "product"}
ALL_LANES = {"needs_all": True}
OPENCL = (("sub_group", ALL_LANES), ("sub_group_non_uniform", {}))
SCANS = (("reduce", None), ("scan_inclusive", UP_TO), ("scan_exclusive", BELOW))

SPELLINGS = {
    # of several languages, by what they mean
    **dict.fromkeys(("__ballot_sync(%m, p)", "__ballot(p)", "cuda.ballot_sync(%m, p)", "alpaka::warp::ballot(acc, p)",
        "ompx_ballot_sync(%m, p)", "__gpu_ballot(%m, p)", "T.ballot_sync(p, %m)",
        "@dx.op.waveActiveBallot(i32 116, i1 %p)", "subgroupBallot(p)", "ballotARB(p)",
        "OpGroupNonUniformBallot %v4uint %uint_3 %p", "OpSubgroupBallotKHR %v4uint %p", "sub_group_ballot(p)",
        "sycl::ext::oneapi::group_ballot(sg, p)", "WaveActiveBallot(p)", "WaveMaskBallot(%m, p)",
        "simd_ballot(p)"), predicate(ballot)),
    **dict.fromkeys(("__all_sync(%m, p)", "__all(p)", "cuda.all_sync(%m, p)", "alpaka::warp::all(acc, p)",
        "T.all_sync(p)", "@dx.op.waveAllTrue(i32 114, i1 %p)", "subgroupAll(p)", "allInvocationsARB(p)",
        "OpGroupNonUniformAll %bool %uint_3 %p", "OpSubgroupAllKHR %bool %p", "sub_group_non_uniform_all(p)",
        "WaveActiveAllTrue(p)", "WaveMaskAllTrue(%m, p)", "simd_all(p)"), predicate(vote_all)),
    **dict.fromkeys(("__any_sync(%m, p)", "__any(p)", "cuda.any_sync(%m, p)", "alpaka::warp::any(acc, p)",
        "T.any_sync(p, mask=%m)", "@dx.op.waveAnyTrue(i32 113, i1 %p)", "subgroupAny(p)", "anyInvocationARB(p)",
        "OpGroupNonUniformAny %bool %uint_3 %p", "OpSubgroupAnyKHR %bool %p", "sub_group_non_uniform_any(p)",
        "WaveActiveAnyTrue(p)", "WaveMaskAnyTrue(%m, p)", "simd_any(p)"), predicate(vote_any)),
    **dict.fromkeys(("__uni_sync(%m, p)", "cuda.eq_sync(%m, p)", "allInvocationsEqualARB(p)",
        "OpSubgroupAllEqualKHR %bool %p"), predicate(vote_eq)),
    **dict.fromkeys(("__activemask()", "cuda.activemask()", "@llvm.nvvm.activemask()",
        "alpaka::warp::activemask(acc)", "WaveGetActiveMulti()", "WaveGetConvergedMulti()", "WaveGetActiveMask()",
        "WaveGetConvergedMask()", "simd_active_threads_mask()"), Row(ballot, NONE)),
    **dict.fromkeys(("__match_any_sync(%m, v)", "cuda.match_any_sync(%m, v)",
        "nvvm.match.sync any %m, %v : i32 -> i32", "@llvm.nvvm.match.any.sync.i32(i32 %m, i32 %v)",
        "__gpu_match_any_u32(%m, v)", "T.match_any_sync(v)", "subgroupPartitionNV(v)",
        "OpGroupNonUniformPartitionNV %v4uint %v", "WaveMatch(v)", "WaveMaskMatch(%m, v)"), value(match_any)),
    **dict.fromkeys(("__match_all_sync(%m, v, &p)", "cuda.match_all_sync(%m, v)",
        "nvvm.match.sync all %m, %v : i32 -> !llvm.struct<(i32, i1)>",
        "@llvm.nvvm.match.all.sync.i32p(i32 %m, i32 %v)", "T.match_all_sync(v)"), value(match_all)),
    **dict.fromkeys(("cuda::ptx::elect_sync(%m)", "nvvm.elect.sync -> i1", "@llvm.nvvm.elect.sync(i32 %m)",
        "cute.arch.elect_one()", "@dx.op.waveIsFirstLane(i32 110)", "subgroupElect()",
        "OpGroupNonUniformElect %bool %uint_3", "sub_group_elect()", "WaveIsFirstLane()", "WaveMaskIsFirstLane(%m)",
        "simd_is_first()"), Row(elected, NONE)),
    **dict.fromkeys(("nvvm.redux.sync umin %v, %m : i32 -> i32",
        "@llvm.nvvm.redux.sync.umin(i32 %v, i32 %m)"), value(reduce("min", False))),
    **dict.fromkeys(("nvvm.redux.sync umax %v, %m : i32 -> i32", "@llvm.nvvm.redux.sync.umax(i32 %v, i32 %m)",
        "WaveActiveMax((uint)v)"), value(reduce("max", False))),
    **dict.fromkeys(("@dx.op.waveActiveAllEqual.i32(i32 115, i32 %v)", "subgroupAllEqual(v)",
        "OpGroupNonUniformAllEqual %bool %uint_3 %v", "sub_group_non_uniform_all_equal(v)", "WaveActiveAllEqual(v)",
        "WaveMaskAllEqual(%m, v)"), value(equal)),
    **dict.fromkeys(("subgroupQuadAll(p)", "OpGroupNonUniformQuadAllKHR %bool %p", "QuadAll(p)",
        "quad_all(p)"), predicate(vote_all, width=4)),
    **dict.fromkeys(("subgroupQuadAny(p)", "OpGroupNonUniformQuadAnyKHR %bool %p", "QuadAny(p)",
        "quad_any(p)"), predicate(vote_any, width=4)),
    **dict.fromkeys(("subgroupInverseBallot(%b)", "OpGroupNonUniformInverseBallot %bool %uint_3 %b",
        "sub_group_inverse_ballot(%b)"), Row(own_bit, BALLOT)),
    **dict.fromkeys(("subgroupBallotBitCount(%b)", "OpGroupNonUniformBallotBitCount %uint %uint_3 Reduce %b",
        "sub_group_ballot_bit_count(%b)"), Row(ones, BALLOT)),
    **dict.fromkeys(("subgroupBallotInclusiveBitCount(%b)",
        "OpGroupNonUniformBallotBitCount %uint %uint_3 InclusiveScan %b",
        "sub_group_ballot_inclusive_scan(%b)"), Row(ones, BALLOT, scan=UP_TO)),
    **dict.fromkeys(("subgroupBallotExclusiveBitCount(%b)",
        "OpGroupNonUniformBallotBitCount %uint %uint_3 ExclusiveScan %b",
        "sub_group_ballot_exclusive_scan(%b)"), Row(ones, BALLOT, scan=BELOW)),
    **dict.fromkeys(("subgroupBallotFindLSB(%b)", "OpGroupNonUniformBallotFindLSB %uint %uint_3 %b",
        "sub_group_ballot_find_lsb(%b)"), Row(lowest, BALLOT)),
    **dict.fromkeys(("subgroupBallotFindMSB(%b)", "OpGroupNonUniformBallotFindMSB %uint %uint_3 %b",
        "sub_group_ballot_find_msb(%b)"), Row(highest, BALLOT)),
    **dict.fromkeys(("subgroupBallotBitExtract(%b, 1)", "OpGroupNonUniformBallotBitExtract %bool %uint_3 %b %uint_1",
        "sub_group_ballot_bit_extract(%b, 1)"), Row(first_bit, BALLOT)),
    **dict.fromkeys(("sub_group_all(p)", "sycl::all_of_group(sg, p)"), predicate(vote_all, **ALL_LANES)),
    **dict.fromkeys(("sub_group_any(p)", "sycl::any_of_group(sg, p)"), predicate(vote_any, **ALL_LANES)),
    **dict.fromkeys(("WaveActiveCountBits(p)", "WaveMaskCountBits(%m, p)"), predicate(ones)),
    **dict.fromkeys(("WavePrefixCountBits(p)", "WaveMaskPrefixCountBits(%m, p)"), predicate(ones, scan=BELOW)),
    # CUDA
    **{f"__reduce_{name}_sync(%m, v)": value(reduce(name)) for name in SIX},
    **{f"__reduce_{name}_sync(%m, (unsigned)v)": value(reduce(name, False)) for name in SIX},
    # cooperative groups: masks begin with the tile
    "tile%w.ballot(p)": predicate(ballot, width="%w", packed=True),
    "tile%w.all(p)": predicate(vote_all, width="%w"),
    "tile%w.any(p)": predicate(vote_any, width="%w"),
    "tile%w.match_any(v)": value(match_any, width="%w", packed=True),
    "tile%w.match_all(v, p)": value(match_all, width="%w", packed=True),
    **{f"{cg}::reduce(tile%w, v, cg::{c}<int>())": value(reduce(name), width="%w")
       for cg in ("cg", "cooperative_groups") for c, name in CG.items()},
    **{f"cg::inclusive_scan(tile%w, v, cg::{c}<int>())": value(reduce(name), width="%w", scan=UP_TO)
       for c, name in CG.items()},
    **{f"cg::exclusive_scan(tile%w, v, cg::{c}<int>())": value(reduce(name, first=0), width="%w", scan=BELOW)
       for c, name in CG.items()},
    # Julia, MLIR and NVVM
    **{call.replace("%n", name): predicate(rule)
       for call in ("vote_%n_sync(%m, p)", "CUDA.vote_%n_sync(%m, p)", "nvvm.vote.sync %n %m, %p -> i32",
                    "@llvm.nvvm.vote.%n.sync(i32 %m, i1 %p)", "@llvm.nvvm.vote.%n(i1 %p)")
       for name, rule in (("all", vote_all), ("any", vote_any), ("uni", vote_eq), ("ballot", ballot))},
    **{call.replace("%n", name): value(reduce(name))
       for call in ("nvvm.redux.sync %n %v, %m : i32 -> i32", "@llvm.nvvm.redux.sync.%n(i32 %v, i32 %m)")
       for name in SIX},
    **{f"gpu.subgroup_reduce {op} %v : (i32) -> (i32)": value(reduce(name, op[3:] != "ui"))
       for op, name in (("add", "add"), ("mul", "mul"), ("minnumf", "min"), ("maxnumf", "max"), ("minimumf", "min"),
                        ("maximumf", "max"), ("and", "and"), ("or", "or"), ("xor", "xor"), ("minsi", "min"),
                        ("maxsi", "max"), ("minui", "min"), ("maxui", "max"))},
    "gpu.subgroup_reduce add %v cluster(size = %w) : (i32) -> (i32)": value(reduce("add"), width="%w"),
    "gpu.subgroup_reduce xor %v uniform : (i32) -> (i32)": value(reduce("xor")),
    # Python's, and libraries
    **{f"@llvm.{ir}.wave.{name}(i1 %p)": predicate(rule) for ir in ("dx", "spv")
       for name, rule in (("any", vote_any), ("all", vote_all), ("active.countbits", ones))},
    **{f"@llvm.{ir}.wave.is.first.lane()": Row(elected, NONE) for ir in ("dx", "spv")},
    **{f"@llvm.{ir}.wave.reduce.{name}.i32(i32 %v)": value(reduce(op, name[0] != "u")) for ir in ("dx", "spv")
       for name, op in (("sum", "add"), ("usum", "add"), ("min", "min"), ("max", "max"), ("umin", "min"),
                        ("umax", "max"))},
    # GLSL and WGSL
    **{f"subgroupPartitioned{how}{name.title()}NV(v, part)": value(reduce(name), scan=scan, partition=True)
       for how, scan in (("", None), ("Inclusive", UP_TO), ("Exclusive", BELOW)) for name in SEVEN},
    **{f"subgroupPrefix{how}{name}(v)": value(reduce(op), scan=scan)
       for how, scan in (("Inclusive", UP_TO), ("Exclusive", BELOW)) for name, op in (("Add", "add"), ("Mul", "mul"))},
    **{f"subgroup{how}{name.title()}(v)": value(reduce(name), scan=scan)
       for how, scan in (("", None), ("Inclusive", UP_TO), ("Exclusive", BELOW)) for name in SEVEN},
    **{f"subgroup{name.title()}(uint(v))": value(reduce(name, False)) for name in SIX},
    **{f"subgroupClustered{name.title()}(v, %w)": value(reduce(name), width="%w") for name in SEVEN},
    # SPIR-V
    **{f"OpGroupNonUniformLogical{op} %bool %uint_3 {group}": predicate(rule, width=width, scan=scan)
       for op, rule in (("And", vote_all), ("Or", vote_any), ("Xor", vote_odd))
       for group, width, scan in (("Reduce %p", 0, None), ("InclusiveScan %p", 0, UP_TO),
                                  ("ExclusiveScan %p", 0, BELOW), ("ClusteredReduce %p %uint_%w", "%w", None))},
    **{f"OpGroupNonUniform{op} %int %uint_3 {group}": value(reduce(name, signed), width=width, scan=scan)
       for op, name, signed in (
           ("IAdd", "add", True), ("FAdd", "add", True),
           ("IMul", "mul", True), ("FMul", "mul", True), ("SMin", "min", True), ("UMin", "min", False),
           ("FMin", "min", True), ("SMax", "max", True), ("UMax", "max", False), ("FMax", "max", True),
           ("BitwiseAnd", "and", True), ("BitwiseOr", "or", True), ("BitwiseXor", "xor", True))
       for group, width, scan in (("Reduce %v", 0, None), ("InclusiveScan %v", 0, UP_TO),
                                  ("ExclusiveScan %v", 0, BELOW), ("ClusteredReduce %v %uint_%w", "%w", None))},
    **{f"OpGroupNonUniformIAdd %int %uint_3 Partitioned{how}NV %v %part":
           value(reduce("add"), scan=scan, partition=True)
       for how, scan in (("Reduce", None), ("InclusiveScan", UP_TO), ("ExclusiveScan", BELOW))},
    # OpenCL
    **{f"{before}_{how}_{name}(v)": value(reduce(name), scan=scan, **more)
       for before, more in OPENCL for how, scan in SCANS for name in SEVEN},
    **{f"{before}_{how}_logical_{op}(p)": predicate(rule, scan=scan, **more)
       for before, more in OPENCL for how, scan in SCANS for op, rule in LOGICAL},
    **{f"sub_group_clustered_reduce_{name}(v, %w)": value(reduce(name), width="%w") for name in SEVEN},
    **{f"sub_group_clustered_reduce_logical_{op}(p, %w)": predicate(rule, width="%w") for op, rule in LOGICAL},
    # SYCL
    "sycl::none_of_group(sg, p)": predicate(vote_none, negated=True, **ALL_LANES),
    **{f"sycl::{how}_over_group(sg, v, sycl::{c}<>())": value(reduce(name), scan=scan, **ALL_LANES)
       for how, scan in (("reduce", None), ("inclusive_scan", UP_TO), ("exclusive_scan", BELOW))
       for c, name in SYCL.items()},
    # HLSL
    **{f"WaveActive{n}(v)": value(reduce(name)) for n, name in HLSL.items()},
    **{f"WavePrefix{n}(v)": value(reduce(name), scan=BELOW) for n, name in HLSL.items()},  # of some Slang alone
    **{f"WaveMultiPrefix{n}(v, part)": value(reduce(name), scan=BELOW, partition=True)
       for n, name in HLSL.items() if n not in ("Min", "Max")},
    "WaveMultiPrefixCountBits(p, part)": predicate(ones, scan=BELOW, partition=True),
    # Slang
    **{f"WaveMulti{how}{n}(v, part)": value(reduce(name), scan=scan, partition=True)
       for how, scan in (("", None), ("PrefixInclusive", UP_TO), ("PrefixExclusive", BELOW))
       for n, name in HLSL.items()},
    **{f"WaveMask{how}{n}(%m, v)": value(reduce(name), scan=scan)
       for how, scan in (("", None), ("Prefix", BELOW)) for n, name in HLSL.items()},
    # Metal
    "quad_ballot(p)": predicate(ballot, width=4, packed=True),
    "quad_is_first()": Row(elected, NONE, width=4),
    **{f"{group}_{METAL.get(name, name)}(v)": value(reduce(name), width=width)
       for group, width in (("quad", 4), ("simd", 0)) for name in SEVEN},
    **{f"{group}_prefix_{how}_{METAL[name]}(v)": value(reduce(name), width=width, scan=scan)
       for group, width in (("quad", 4), ("simd", 0))
       for how, scan in (("inclusive", UP_TO), ("exclusive", BELOW)) for name in METAL},
}  # fmt: skip

# of HIP's, with --gpu
HIP = {
    "__ballot(p)": predicate(ballot),
    "__all(p)": predicate(vote_all),
    "__any(p)": predicate(vote_any),
    "__activemask()": Row(ballot, NONE),
    "__match_any(v)": value(match_any),
    "__match_all(v, &p)": value(match_all),
    "__ballot_sync(%mull, p)": predicate(ballot),
    "__match_any_sync(%mull, v)": value(match_any),
    "__match_all_sync(%mull, v, &p)": value(match_all),
    **{f"__reduce_{name}_sync(%mull, v)": value(reduce(name)) for name in SIX},
    # LLVM's and Clang's of AMD
    "__builtin_amdgcn_ballot_w32(p)": predicate(ballot),
    "__builtin_amdgcn_ballot_w64(p)": predicate(ballot),
    "__builtin_amdgcn_inverse_ballot_w32(%b)": Row(own_bit, BALLOT),
    "__builtin_amdgcn_inverse_ballot_w64(%b)": Row(own_bit, BALLOT),
    "rocdl.ballot %p : i64": predicate(ballot),
    "@llvm.amdgcn.ballot.i64(i1 %p)": predicate(ballot),
    "@llvm.amdgcn.inverse.ballot.i64(i64 %b)": Row(own_bit, BALLOT),
    **{f"__builtin_amdgcn_wave_reduce_{name}_{'b' if name in ('and', 'or', 'xor') else 'u' if name == 'add' else 'i'}32"
       "(v, 0)": value(reduce(name)) for name in SIX},
    **{f"__builtin_amdgcn_wave_reduce_{name}_u32(v, 0)": value(reduce(name, False)) for name in ("min", "max")},
    **{f"@llvm.amdgcn.wave.reduce.{name}.i32(i32 %v, i32 0)": value(reduce(name)) for name in SIX},
    **{f"@llvm.amdgcn.wave.reduce.u{name}.i32(i32 %v, i32 0)": value(reduce(name, False)) for name in ("min", "max")},
}  # fmt: skip


def test_every_spelling_is_tried():
    """--languages, and the tables of this file, of test_read and of test_block, have the same names."""
    assert listed_names() == names_of(SHUFFLES) | names_of(SPELLINGS) | names_of(HIP) | set(HIP_SHUFFLES) | BLOCKS


# instructions: the register that a value has, and what is written
INSTRUCTIONS = {
    **dict.fromkeys(("VOTE.ALL P2, P0", "VOTEU.ALL UP3, P0", "vote.sync.all.pred %p2, %p1, %m;",
        "vote.all.pred %p2, %p1;"), predicate(vote_all)),
    **dict.fromkeys(("VOTE.ANY R0, PT, P0", "VOTEU.ANY UR4, UPT, P0", "vote.sync.ballot.b32 %r1, %p1, %m;",
        "vote.ballot.b32 %r1, %p1;"), predicate(ballot)),
    **dict.fromkeys(("VOTE.ANY P1, P0", "vote.sync.any.pred %p2, %p1, %m;",
        "vote.any.pred %p2, %p1;"), predicate(vote_any)),
    **dict.fromkeys(("VOTE.EQ P0, P0", "vote.sync.uni.pred %p2, %p1, %m;",
        "vote.uni.pred %p2, %p1;"), predicate(vote_eq)),
    "VOTE.ANY R3, P1, P0": predicate(both(ballot, vote_any)),
    "VOTE.ANY R6, PT, PT": Row(ballot, NONE),
    "ELECT P0, UR4, PT": Row(elect, NONE),
    "MATCH.ANY R0, R2": Row(match_any, "R2"),
    "MATCH.ANY.U64 R7, R2": Row(match_any, "R2"),
    "MATCH.ALL P0, R0, R2": Row(match_all, "R2"),
    "MATCH.ALL.U64 P1, R10, R2": Row(match_all, "R2"),
    **{f"REDUX{op}{sign} UR7, R2": Row(reduce(name, bool(sign)), "R2")
       for op, name in (("", "and"), (".OR", "or"), (".XOR", "xor"), (".SUM", "add"), (".MIN", "min"), (".MAX", "max"))
       for sign in ("", ".S32")},
    "CREDUX.MIN UR10, R2.reuse": Row(reduce("min", False), "R2"),
    "CREDUX.MAX.S32 UR9, R2": Row(reduce("max"), "R2"),
    "activemask.b32 %r1;": Row(ballot, NONE),
    "elect.sync %r1|%p1, %m;": Row(elect, NONE),
    "elect.sync _|%p1, %m;": Row(elected, NONE),
    "match.any.sync.b32 %r1, %r2, %m;": value(match_any),
    "match.any.sync.b64 %r1, %rd2, %m;": value(match_any),
    "match.all.sync.b32 %r1|%p1, %r2, %m;": value(match_all),
    "match.all.sync.b64 %r1|%p1, %rd2, %m;": value(match_all),
    "match.all.sync.b32 %r1, %r2, %m;": value(lambda lane, count, v: (match_all(lane, count, v)[0], None)),
    **{f"redux.sync.{name}.b32 %r1, %r2, %m;": value(reduce(name)) for name in ("and", "or", "xor")},
    **{f"redux.sync.{name}.{t} %r1, %r2, %m;": value(reduce(name, t == "s32"))
       for name in THREE for t in ("u32", "s32")},
}  # fmt: skip


def texts():
    """A text of each spelling, of all families; those of AMD's are refused without a GPU."""
    both = [f"SHFL.{mode} P1, R2, R1, 1, 0x1800" for mode in ("IDX", "UP", "DOWN", "BFLY")]
    both += [f"shfl.{mode}.b32 d|p, a, 1, 0x1800;" for mode in MODES]
    both += [f"shfl.sync.{mode}.b32 d|p, a, 1, 0x1800, -1;" for mode in MODES]
    both += ["BAR.RED.POPC 0x0, P0", "bar.red.and.pred p, 0, q;", "barrier.cta.red.popc.u32 d, 0, p;"]
    both += ["movmatrix.sync.aligned.m8n8.trans.b16 d, a;", "MOVM.16.MT88 R0, R1", "FSWZADD R0, R1, R2, PNNPPPZP"]
    for spelling in (*SHUFFLES, *SPELLINGS, *HIP, *INSTRUCTIONS, *BLOCK_SPELLINGS):
        text = asked(spelling, 1, 8).replace("%m", "-1").replace("%b", "0x5").replace("%part", "-1")
        both.append(text.replace(", part)", ", -1)"))
    return both + [f"{name}(v, 1)" for name in HIP_SHUFFLES]


def words_of(some, lanes, row):
    """Values of a few kinds: equal ones, many different ones, negative ones."""
    if row.operand in (PREDICATE, BALLOT):
        none = int(row.operand == BALLOT)
        word = some.choice([none, (1 << lanes) - 1, some.getrandbits(lanes) | 1, 1 << some.randrange(lanes)])
        return [word >> k & 1 for k in range(lanes)]
    few = [some.getrandbits(32) for _ in range(some.choice((1, 2, 5, 64)))]
    return [1] * lanes if row.operand == NONE else [some.choice(few) for _ in range(lanes)]


def counted(row, width, active, lane, label):
    """The lanes whose values count in one lane; label: of each its part of a partition, R14.2.10."""
    there = [k for k, executes in enumerate(active) if executes or row.operand == BALLOT]
    same = [k for k in there if label[k] == label[lane] and k // width == lane // width]
    return [k for k in same if row.scan is None or k < lane or (row.scan == UP_TO and k == lane)]


def check(spelling, row, lanes=32, options=(), seed=""):
    some = random.Random(spelling + seed)
    for _ in range(3):
        width = row.width or lanes
        if width == "%w":
            width = some.choice([n for n in (2, 4, 8, 16, 32, 64) if n <= lanes])
        executing = some.choice([(1 << lanes) - 1, some.getrandbits(lanes) | 1 << some.randrange(lanes)])
        active = [executing >> k & 1 for k in range(lanes)]
        words = words_of(some, lanes, row)
        word = hex(mask(k for k in range(lanes) if words[k]))
        text = spelling.replace("%w", str(width)).replace("%b", word).replace("%m", hex(executing))
        held = {PREDICATE: word, NONE: "", BALLOT: ""}.get(row.operand, f"{words}".replace(" ", ""))
        given = ["--init", f"{row.operand}={held}"] if held else []
        label = [some.randrange(3) if row.partition else 0 for _ in range(lanes)]
        if row.partition:
            parts = [mask(j for j in range(lanes) if label[j] == label[k]) for k in range(lanes)]
            given += ["--let", f"part={parts}".replace(" ", ""), "--let", f"%part={parts}".replace(" ", "")]
        result = explain(text, *given, *options, "--active", hex(executing))
        assert len(result["lanes"]) == lanes
        for k, lane in enumerate(result["lanes"]):
            said = (text, given, k)
            count = counted(row, width, active, k, label)
            assert lane["active"] == lane["we"] == bool(active[k]), said
            if row.operand != NONE:
                assert lane["ra"] == words[k] ^ row.negated, said
            undefined = active[k] and row.needs_all and not all(active)
            assert lane["undefined"] == bool(undefined), said
            rd, pu = row.rule(k, count, words) if active[k] and not undefined else (None, None)
            if rd is not None and row.packed:
                rd >>= k // width * width
            assert (lane["rd"], lane["pu"]) == (rd, pu), said
        check_sentence(result["summary"], result["lanes"])


@pytest.mark.few(150)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spelling(spelling):
    check(spelling, SPELLINGS[spelling])


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [4, pytest.param(64, marks=pytest.mark.nightly)])
def test_sub_group_of_another_size(lanes):
    """The calls that are not NVIDIA's; a warp of CUDA's has 32 lanes."""
    nvidia = tuple("__ tile cg:: cooperative cuda @llvm vote_ CUDA. nvvm T. alpaka ompx cute".split())
    for spelling, row in SPELLINGS.items():
        if not spelling.startswith(nvidia):
            check(spelling, row, lanes, ["--lanes", str(lanes)], str(lanes))


@pytest.mark.parametrize("spelling", HIP)
def test_hip(spelling):
    if "w32" not in spelling:
        check(spelling, HIP[spelling], 64, ["--gpu", "gfx90a"])
    if "w64" not in spelling:
        check(spelling, HIP[spelling], 32, ["--gpu", "gfx1100"])


@pytest.mark.parametrize("spelling", INSTRUCTIONS)
def test_instruction(spelling):
    check(spelling, INSTRUCTIONS[spelling])


def test_values_of_64_bits():
    """A pair of registers: they differ in the high word alone."""
    given = ["--init", "R6=5", "--init", "R7=lane/16"]
    lanes = explain("MATCH.ANY.U64 R0, R6", *given)["lanes"]
    assert [lane["rd"] for lane in lanes] == [0xFFFF] * 16 + [0xFFFF0000] * 16
    assert lanes[31]["ra"] == 1 << 32 | 5
    assert explain("MATCH.ANY R0, R6", *given)["lanes"][31]["rd"] == 0xFFFFFFFF
    lanes = explain("__match_any_sync(-1, (long long)lane / 16 << 32)")["lanes"]
    assert [lane["rd"] for lane in lanes] == [0xFFFF] * 16 + [0xFFFF0000] * 16


def test_example_operands():
    """Without --init: a predicate is true below lane 4, a value is the lane modulo 4, and a note says so."""
    true, number = [k < 4 for k in range(32)], [k % 4 for k in range(32)]
    for text, ra, how in (("VOTE.ANY R0, PT, P5", true, "--init P5="), ("__ballot_sync(m, x > 3)", true, "--let x="),
                          ("REDUX UR0, R3", number, "--init R3="),
                          ("__match_any_sync(m, y[i])", number, "--let y[i]=")):  # fmt: skip
        result = explain(text)
        assert [lane["ra"] for lane in result["lanes"]] == ra and how in result["note"].replace("'", "")


@pytest.mark.parametrize("text, rd", [
    ("__ballot_sync(-1, lane >= 16 && lane != 20)", 0xFFEF0000),
    ("@%p3 vote.sync.ballot.b32 %r1, !%p1, -1;", 0xFFFFFFF0),
    ("__reduce_min_sync(-1, lane - 5)", WORD - 5),
    ("__reduce_min_sync(-1, (unsigned)(lane - 5))", 0),
    ("uint4 m = WaveMatch(WaveGetLaneIndex() / 32);", 0xFFFFFFFF),
    ("__popc(__ballot_sync(-1, p)) + f(x)", 0xF),
    ("asm(\"redux.sync.add.s32 %0, %1, 0xffffffff;\" : \"=r\"(o) : \"r\"(v));", 48),
    ("  /*00c0*/   @P1 VOTE.ANY R0, PT, !P0 ;   /* 0x0000000000007806 */", 0xFFFFFFF0),
    ("auto g = cg::tiled_partition<8>(b);\nx = cg::reduce(tile8, 1, cg::plus<int>());", 8),
])  # fmt: skip
def test_text(text, rd):
    """As programs and listings have it: operands are evaluated."""
    assert explain(text)["lanes"][0]["rd"] == rd


def test_partition():
    """R14.2.10: it is refused where masks do not part the lanes, or are not known."""
    assert "part the lanes: lane 3 is not in its own" in refused("WaveMultiSum(v, [1,2,4,3])", "--lanes", "4")
    assert "lane 0 has 0x3, lane 1 0x2" in refused("subgroupPartitionedAddNV(v, [3,2,4,8])", "--lanes", "4")
    assert "value of q is not known" in refused("WaveMultiPrefixSum(v, q)")
    lanes = explain("x = WaveMultiPrefixSum(1, 0x49249249 << WaveGetLaneIndex() % 3)")["lanes"]
    assert [lane["rd"] for lane in lanes] == [k // 3 for k in range(32)]


def refused(*words):
    done = run([BUILD / "openshfl", "explain", *words], status=2)
    assert done.stdout == "" and done.stderr.startswith("openshfl: explain: ") and done.stderr.count("\n") == 1
    return done.stderr


# ---- sentences, read back


def number(text):
    value = int(text, 0)
    return value % WORD if value < 0 else value


def check_sentence(sentence, lanes):
    """Every claim in it holds in the table, and there is one."""
    executing = [lane for lane in lanes if lane["active"]]
    if sentence == "no lane executes it" or sentence.startswith("the result is undefined: "):
        assert all(lane["undefined"] and sentence[:2] == "th" for lane in executing)
        return
    some_execute = "every lane" in sentence and len(executing) < len(lanes)
    assert ("every lane that executes it" in sentence) == some_execute, sentence
    sentence = sentence.replace("every lane that executes it", "every lane").replace(" that execute it", "")
    claims = 0
    number_re = r"(-?\d+|0x[0-9a-f]+)"
    whose = r"(every lane|(?:all |the (?:first|last) (?:\d+ )?)?lanes?[^;:]*?)"
    gets = rf"{whose} gets? {number_re}(?: and the predicate ([01]))?(?=[,:;]|$)"
    for who, rd, pu in re.findall(gets, sentence):
        claims += 1
        named = lanes_of(who, len(lanes))
        for lane in (lane for lane in executing if lane["lane"] in named):
            got = lane["rd"], lane["pu"]  # a bool is 0 or 1
            assert number(rd) in got if pu == "" else got == (number(rd), int(pu)), (sentence, lane)
    if found := re.search(r"lane (\d+) is elected", sentence):
        claims += 1
        assert [lane["pu"] for lane in executing] == [lane["lane"] == int(found[1]) for lane in executing], sentence
    if found := re.search(r"lanes have (\d+) different values?; ", sentence):
        claims += 1
        assert len({lane["ra"] for lane in executing}) == int(found[1]), sentence
    if found := re.search(rf"such as {number_re} in lane (\d+)", sentence):
        claims += 1
        assert lanes[int(found[2])]["rd"] == number(found[1]), sentence
    for truth, who in re.findall(r"predicate is (true|false) in ([^;:]*?)(?=, and false in|$)", sentence):
        claims += 1
        wanted = {lane["lane"] for lane in executing if lane["ra"] == (truth == "true")}
        said = set() if who == "no lane" else lanes_of(who, len(lanes))
        assert wanted == (said & {lane["lane"] for lane in executing} if who == "all lanes" else said), sentence
    if found := re.search(r"lane (\d+) has (\S+), and lane (\d+) (\S+)$", sentence):
        claims += 1
        values = [lanes[int(found[i])]["ra"] % WORD for i in (1, 3)]
        assert values == [number(found[i]) for i in (2, 4)] and values[0] != values[1], sentence
    if found := re.search(r"number of ones (?:up to|below) its own bit in (\S+)$", sentence):
        claims, word = claims + 1, number(found[1])
        assert [lane["ra"] for lane in lanes] == [word >> lane["lane"] & 1 for lane in lanes], sentence
    claims += "gets what the table has" in sentence
    assert claims, sentence


# ---- who executes, and who is a member


def test_members():
    """A lane that executes it and is no member leaves nothing defined; --active says who executes."""
    lanes = explain("__ballot_sync(0xffff, p)")["lanes"]
    assert [lane["member"] for lane in lanes] == [True] * 16 + [False] * 16
    assert all(lane["undefined"] and lane["rd"] is None and lane["unit_rd"] == 0xF for lane in lanes)
    lanes = explain("vote.sync.all.pred p, q, 0xffff;", "--active", "0xf")["lanes"]
    assert [lane["pu"] for lane in lanes] == [True] * 4 + [None] * 28
    text = run([BUILD / "openshfl", "explain", "__all_sync(0xff, p)"]).stdout
    assert "?  undefined: the last 24 lanes execute it, and the mask does not name them" in text
    assert text.endswith("--active 0xff\n")


def test_hip_header():
    """The fault of a header that was shipped is named where it matters."""
    assert "as logical ones" in explain("__reduce_xor_sync(~0ull, v)", "--gpu", "gfx90a")["note"]
    assert "as logical ones" not in explain("__reduce_add_sync(~0ull, v)", "--gpu", "gfx90a")["note"]
    assert "masks have 64 bits" in explain("__all_sync(0xff, p)", "--gpu", "gfx90a", "--active", "0xff")["note"]


def picture(tmp_path, *words):
    run([BUILD / "openshfl", "explain", *words, "--svg", tmp_path / "picture.svg"])
    return (tmp_path / "picture.svg").read_text()


def test_picture(tmp_path):
    """A box for each lane; a line joins those that execute. What is not written has no row."""
    svg = picture(tmp_path, "VOTE.ANY R0, PT, P0", "--active", "0xff")
    assert svg.count('class="lane"') == 32 and svg.count(">0x0000000f<") == 8 and ">Pu<" not in svg
    assert svg.count("<circle") == 8 and svg.count("<path") == 3 + 8 + 1  # heads of arrows; lanes; the line across
    svg = picture(tmp_path, "VOTE.ALL P2, P0", "--init", "P0=lane<8")
    assert ">P2<" in svg and ">R0<" not in svg and svg.count(">-<") == 0
    assert "<circle" not in picture(tmp_path, "subgroupInclusiveAdd(v)")


def test_picture_of_match(tmp_path):
    """Each line joins the lanes with one value; a lane that does not execute has none."""
    given = ("--lanes", "8", "--active", "0x7f", "--init", "R2=[5,7,5,5,9,7,5,9]")
    for text in ("MATCH.ANY R0, R2", "MATCH.ALL P1, R0, R2"):
        svg = picture(tmp_path, text, *given)
        lanes = dict(re.findall(r'<path class="bus\d" data-lane="(\d)" d="M(\d+),', svg))
        at = {x: int(lane) for lane, x in lanes.items()}
        joined = {}
        for bus, x, y in re.findall(r'<circle class="bus(\d)" cx="(\d+)" cy="(\d+)"', svg):
            joined.setdefault((bus, y), []).append(at[x])
        assert sorted(lanes) == list("0123456") and list(joined.values()) == [[0, 2, 3, 6], [1, 5]]
        assert len({y for _, y in joined}) == 2 and "the same value" in svg


def test_programs(tmp_path):
    """openshfl run executes them; what its JSON says of a step is what explain says."""
    program = tmp_path / "program.sass"
    program.write_text(
        "ISETP.LT.AND P0, PT, Rx, 20\nVOTE.ANY R0, PT, P0\n@P0 ELECT P3, UR4, PT\nMOV R2, UR4\nVOTEU.ALL UP1, P0\n"
        "LOP.AND R6, Rx, 3\nMOV R7, 0\nMATCH.ANY R8, R6\nMATCH.ALL.U64 P4, R9, R6\nREDUX.MAX.S32 UR5, Rx\n@UP1 EXIT\n"
    )
    ran = json.loads(run([BUILD / "openshfl", "run", program, "--active", "0xfffffff0", "--show", "json"]).stdout)
    end = ran["end"]
    assert end["R0"][4] == str(0xFFFF0) and end["R2"][4:] == ["4"] * 28
    assert end["UR4"] == ["4"] * 32 and end["UR5"] == ["31"] * 32 and end["UP1"] == ["0"] * 32
    assert end["P3"][4:] == ["1"] + ["0"] * 27 and end["R8"][5] == str(0x22222220)
    explained = [step for step in ran["steps"] if "explain" in step and not step["instruction"].startswith("SHFL")]
    assert len(explained) == 6
    for step in explained:
        lanes = explain(*step["explain"])["lanes"]
        for name, words in step["wrote"].items():
            result = "pu" if name.startswith(("P", "UP")) else "rd"
            for lane, word in zip(lanes, words, strict=True):
                if lane["active"]:
                    assert number(word) == int(lane[result]), (step["instruction"], name, lane)
