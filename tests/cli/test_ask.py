# SPDX-License-Identifier: Apache-2.0
"""`openshfl ask`: one lane of one shuffle."""

import json

import pytest
from conftest import BUILD, run
from test_cli import cases, names

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built


def ask(*arguments, status=0, **options):
    done = run([BUILD / "openshfl", "ask", *arguments], status=status, **options)
    return (done.stdout + done.stderr).strip()


# what is asked, as in a shell | what the answer has
ASKED = r"""
'if (x[3]) n = __syncthreads_count(p);' 0 | none of the calls is answered
up 7 0x1803 9 | reads lane 9 (its own) | out of range | source active | docs/rules.md 3.3
up -1 0x1803 9 | b 0xffffffff
xor 33 31 4 | index 1, clamp 31, segmask 00000 | reads lane 5 | in range | source active
down 2 0x407 1 --lanes 8 --active 0xb7 | source inactive | undefined
down 2 0x407 3 --lanes 8 --active 0xb7 | lane 3 does not execute it | writes nothing
'__shfl_xor_sync(0xffff, v, 16)' 9 | lane 25 | in range | no member | undefined
'__shfl_sync(0xffff, v, 3, 8)' 20 | lane 20 executes it and is no member | undefined by PTX | H200 reads lane 19 | \
docs/rules.md 3.5
'__shfl_sync(0xffff, v, 3, 8)' 20 --active 0xffff | lane 20 does not execute it | writes nothing
'SHFL.IDX PT, R4, R2, R6, 0x1f' 3 --init R6=lane+1 | reads lane 4 | in range
'__shfl_xor_sync(-1, v, 16)' 9 --network 4 | 1 trip on a network of 4:1, 4:1, 2:1
'SHFL.IDX PT, R4, R2, R6, 0x1f' 3 --init 'R6=lane^(lane>>3)' --network 8,selects | \
1 trip on a network of 8:1, 4:1, each with its own select
'VOTE.ALL P2, P0' 9 | lane 9 (P0 0): P2 is 0 | docs/rules.md 8 | note: P0 is taken as
'MATCH.ALL P0, R0, R2' 9 --init R2=7 | (R2 7): R0 is 0xffffffff, P0 is 1 | match.sync
'__reduce_max_sync(m, lane)' 9 | URd is 31 | CUDA C++ Programming Guide
'__any_sync(0xff, p)' 9 | undefined: the last 24 lanes execute it
'__any_sync(0xff, p)' 9 --active 0xff | does not execute it, so it does not count
--gpu gfx90a '__ballot(lane > 62)' 9 | Rd is 0x8000000000000000 | amd_warp_functions.h
'subgroupElect()' 0 | P2 is 1 | Non-Uniform Instructions
--gpu gfx1100 '__shfl_up(v, 3)' 2 | lane 2 of 32: reads lane 2 (its own) | note: HIP runs
--gpu gfx90a 'auto t = cg::tiled_partition<8>(b); t.shfl_down(v, 1)' 7 | reads lane 7 (its own)
--gpu gfx90a 'auto t = cg::tiled_partition<64>(b); t.shfl_xor(v, 32)' 17 | reads lane 49
--gpu gfx1100 'auto t = cg::tiled_partition<16>(b); t.shfl_up(v, 3)' 17 | 17 of 32: reads lane 17
--gpu gfx90a 'v_mov_b32_dpp v1, v0 row_shr:1' 9 --active 1 | lane 9 of 64: it does not
--gpu gfx90a '__builtin_amdgcn_mov_dpp(v, 0x111, 0xf, 0xf, 0)' 0 | note: what a lane had is un
--gpu gfx90a '__builtin_amdgcn_update_dpp(w, v, 273, 15, 15, 0)' 0 | is the call's first argument
'shfl.sync.idx.b32 %r3|%p1, %r4, %r2, 31, -1;' 9 --init '%r2=lane^3' | reads lane 10, in range
'shfl.sync.idx.b32 %r3|%p1, %r4, %r2, 31, -1;' 9 --init 'Rb=lane^3' | reads lane 10, in range
'shfl.sync.idx.b32 %r3, %r4, 5, %r2, -1;' 9 --init %r2=0x181f | reads lane 13, in range
'shfl.sync.idx.b32 %r3, %r4, %r2, 31, -1;' 9 --init %r4=1 | note: Rb is %r2
'shfl.sync.idx.b32 %r3, %r4, %r2, 31, -1;' 9 --init %r5=1 | no such register
'vote.sync.ballot.b32 %r1, %p1, -1;' 9 --init %p1=0xf0 | Rd is 0x000000f0
'vote.sync.ballot.b32 %r1, %p1, -1;' 9 | P0 is %p1; P0 is taken as lane < 4
'@%p2 shfl.sync.up.b32 %r3, %r4, 3, 0, -1;' 9 --init %p2=0xff | lane 9 does not execute it
'match.any.sync.b32 %r3, %r4, -1;' 9 --init %r4=lane/4 | Rd is 0x00000f00
--let r=lane-1 -- 'uint32_t r = x[i]; y = __reduce_max_sync(-1, r);' 9 | 0xffffffff
--let r=lane-1 -- 'int r = x[i]; y = __reduce_max_sync(-1, r);' 9 | is 30
--let r=lane-1 -- 'uint8_t r = x[i]; y = __reduce_max_sync(-1, r);' 9 | is 255
--let r=lane-1 -- 'y = __reduce_max_sync(-1, (unsigned char)uint32s);' 9 | is taken as lane % 4
--let r=lane-1 -- 'uint r; y = subgroupMin(r);' 9 | Rd is 0
--let r=lane-1 -- 'n = __popc(__ballot_sync(-1, r < 4));' 9 | 0x0000001f | around the call is not computed
--let r=lane-1 -- 'y = subgroupBallot(r < 4).y;' 9 | around the call is not computed
--let r=lane-1 -- 'y = __shfl_sync(-1, v, lane);' 9 | lane is declared nowhere, and taken as the lane's number
--let r=lane-1 -- 'y = active.shfl(v, 1);' 9 | declaration of this group
'cub::BlockShuffle<int, 64>(t).Rotate(a, b, 3)' 0 | note: | thread 63 stays as it is, its code does not
'cub::BlockShuffle<int, 64>(t).Down(a, b)' 0 --let a.size()=2 | item 126 stays as it is, its code does not
'dFdx(v)' 0 | fine or coarse is the choice
'__syncthreads_count(p)' 0 | block of 32 threads; another is given with --block
""".replace("\\\n", "")


@pytest.mark.parametrize("words, parts", cases(ASKED))
def test_ask(words, parts):
    done = run([BUILD / "openshfl", "ask", *words], status=None)
    names(done.stdout + done.stderr, parts)


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


def test_trips_with_selects():
    selects = ["SHFL.IDX PT, R4, R2, R6, 0x1f", "--init", "R6=lane^(lane>>3)", "--network", "8,selects", "--json"]
    known = json.loads(run([BUILD / "openshfl", "explain", *selects]).stdout)
    assert (known["network"], known["selects"], known["trips"]) == (8, True, 1)


def test_lines_of_amd(openshfl):
    """Of several lines of assembly the first between lanes; those in front of it say who executes it."""
    dpp = "v_mov_b32_dpp v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf"
    for text, said in {
        f"s_nop 1\n{dpp}": f"{dpp}, lane 17 of 64: reads lane 16",
        f"s_nop 1\n{dpp}\n{dpp}": "note: 1 more behind it in the text: this is the first",
        dpp.replace(" row_shr", "\n  row_shr"): "reads lane 16",
    }.items():
        assert said in run([openshfl, "ask", "--gpu", "gfx90a", text, "17"]).stdout, text
