# SPDX-License-Identifier: Apache-2.0
"""Who watches a run of PTX: values that are not known, what they decide, and where in the source each call is."""

import pytest
from conftest import built, run

HEAD = """.version 8.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.shared .align 4 .b32 unknown_n;
.shared .align 4 .b8 _ZZ1kPiE4tile[128];
.global .align 4 .b32 unknown_g;
.global .align 4 .b32 zero;
.shared .align 4 .b32 other;
.visible .entry _Z1kPi(.param .u64 out) {
.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .local .b8 own[16]; .local .b32 next;
ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd1, %rd3; mov.u32 %r3, 7;
.loc 1 3 5
ld.shared.u32 %r2, [unknown_n]; st.shared.u32 [other], 5; st.local.u32 [next], 6;
.loc 1 4 10, function_name $L__info_string0, inlined_at 1 9 3
"""
END = "\nst.global.u32 [%rd2], %r3; ret; }\n"
N = "rests on n, which is not known"
ALL = "ffffffff"
NONE = "00000000"


def hooks(tmp_path, body, lanes=None):
    (tmp_path / "k.ptx").write_text(HEAD + body + END)
    words = [tmp_path / "k.ptx"] if lanes is None else [tmp_path / "k.ptx", lanes]
    return run([built("tests/cli/test_ptx_hooks"), *words]).stdout.splitlines()


def words(values):
    return " ".join(str(v) for v in values) + " "


SEVEN = words([7] * 32)
OPEN = words("?" * 32)


@pytest.mark.parametrize("body, lanes, want", [
    # named causes; a global variable that is not called unknown is 0
    ("setp.lt.u32 %p1, %r1, %r2; @%p1 bra L; L:", None, ["stops at k.cu:4:10 bra"]),
    ("ld.global.u32 %r2, [unknown_g]; setp.lt.u32 %p1, %r1, %r2; @%p1 bra L; L:", None,
     ["bra: thread 0: its guard rests on g, which is not known"]),
    ("ld.global.u32 %r3, [zero];", None, [words([0] * 32)]),
    ("ld.shared.u32 %r2, [_ZZ1kPiE4tile+48]; setp.lt.u32 %p1, %r1, %r2; @%p1 bra L; L:", None,
     ["its guard rests on tile[12], which is not written"]),
    # what decides: guards of a branch and of others, and the index of brx
    ("setp.lt.u32 %p1, %r1, %r2; @%p1 bra L; mov.u32 %r3, 8; L:", "0xff",
     [f"k.cu:4:10 bra decides {ALL} of {ALL}: {N}", words([7] * 8 + [8] * 24)]),
    ("setp.lt.u32 %p1, %r1, %r2; @!%p1 mov.u32 %r3, 8;", "0xff",
     [f"k.cu:4:10 mov decides {ALL} of {ALL}: {N}", words([8] * 8 + [7] * 24)]),
    ("ts: .branchtargets L, M, K; brx.idx %r2, ts; L: mov.u32 %r3, 1; bra K; M: mov.u32 %r3, 2; K:", "0xf",
     [f"brx decides {ALL} of {ALL}: {N}", "brx decides fffffff0 of ", "brx decides fffffff0 of ",
      words([1] * 4 + [7] * 28)]),
    # addresses
    ("mad.lo.u32 %r2, %r2, 4, 4; ld.shared.u32 %r3, [%r2];", "0", [OPEN]),
    ("mad.lo.u32 %r2, %r2, 4, 4; ld.shared.u32 %r3, [%r2];", None, ["ld: thread 0: its address " + N]),
    ("mov.u32 %r4, _ZZ1kPiE4tile; mad.lo.u32 %r2, %r2, 4, %r4; st.shared.u32 [_ZZ1kPiE4tile+4], 9;"
     "st.shared.u32 [%r2], 1; ld.shared.u32 %r3, [_ZZ1kPiE4tile+4];", "0", [OPEN]),
    ("mov.u32 %r4, _ZZ1kPiE4tile; mad.lo.u32 %r2, %r2, 4, %r4; st.shared.u32 [%r2], 1; ld.shared.u32 %r3, [other];",
     "0", [words([5] * 32)]),
    ("add.u32 %r2, %r2, 100000; st.shared.u32 [%r2], 1; ld.shared.u32 %r3, [other];", "0", [OPEN]),
    ("add.u32 %r2, %r2, 100000; st.shared.u32 [%r2], 1; ld.local.u32 %r3, [next];", "0", [words([6] * 32)]),
    ("cvt.u64.u32 %rd5, %r2; st.u32 [%rd5], 1; ld.local.u32 %r3, [next];", "0", [OPEN]),
    ("mov.u32 %r4, own; add.u32 %r2, %r2, %r4; st.local.u32 [%r2], 1; ld.local.u32 %r3, [next];", "0", [OPEN]),
    ("atom.shared.add.u32 %r3, [%r2], 1;", "0", [OPEN]),
    # shuffles and their kin: index, mask, data
    ("shfl.sync.idx.b32 %r3, %r1, %r2, 31, -1;", "0",
     [f"shfl lanes {ALL} members {ALL} unknown {ALL} {NONE}, lane 0 {N}", OPEN]),
    ("shfl.sync.idx.b32 %r3, %r1, 5, 31, %r2;", "0",
     [f"shfl lanes {ALL} members {NONE} unknown {NONE} {ALL}, lane 0 {N}", OPEN]),
    ("shfl.sync.idx.b32 %r3, %r1, 5, 31, %r2;", None, ["shfl: thread 0: its member mask " + N]),
    ("shfl.sync.idx.b32 %r3|%p1, %r1, %r2, 31, -1; @%p1 mov.u32 %r3, 8;", "-1",
     ["shfl", "mov decides", words([8] * 32)]),
    ("setp.eq.u32 %p1, %r2, 0; bar.red.popc.u32 %r3, 0, %p1;", "0", [OPEN]),
    # one issue of two places, and masks that differ by lane
    ("setp.lt.u32 %p1, %r1, 16; @%p1 bra L; shfl.sync.idx.b32 %r3, %r1, 1, 31, -1; bra M; L:\n.loc 1 6 2\n"
     "shfl.sync.idx.b32 %r3, %r1, 2, 31, -1; M:", "0",
     [f" lanes {ALL} members {ALL} unknown {NONE} {NONE}, lane ", words([2] * 16 + [1] * 16)]),
    ("setp.lt.u32 %p1, %r1, 16; selp.u32 %r4, 0xffff, 0xffff0000, %p1; redux.sync.add.u32 %r3, %r1, %r4;", "0",
     [f"k.cu:4:10 redux lanes 0000ffff members 0000ffff unknown {NONE} {NONE}", "lanes ffff0000 members ffff0000",
      words([120] * 16 + [376] * 16)]),
])  # fmt: skip
def test_hooks(tmp_path, body, lanes, want):
    got = hooks(tmp_path, body, lanes)
    if want[-1].endswith(" "):
        assert got[-1] == want[-1]
        assert len(got) == len(want) or len(want) == 1
    for line, part in zip(got, want, strict=False):
        assert part in line
