# SPDX-License-Identifier: Apache-2.0
"""cp.async and mbarrier in the executor of PTX. What is expected follows from the PTX ISA: a copy is there when its
thread has waited, and a phase is over when all have arrived and all bytes are there."""

import json

import pytest
from conftest import built, run

HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
.reg .b64 %rd<9>; .reg .b32 %r<20>; .reg .pred %p<4>;
.shared .align 16 .b8 tile[2048]; .shared .align 8 .b64 bar;
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 16; add.u64 %rd1, %rd1, %rd3; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
mov.u32 %r3, tile; shl.b32 %r2, %r1, 4; add.u32 %r2, %r2, %r3;
xor.b32 %r5, %r1, 33; shl.b32 %r5, %r5, 4; add.u32 %r5, %r5, %r3; // another warp's
mov.u32 %r4, bar; setp.ne.u32 %p1, %r1, 0; @!%p1 mbarrier.init.shared.b64 [%r4], 64; bar.sync 0;
"""
COPY = "cp.async.cg.shared.global [%r2], [%rd1], 16;\n"
COMMIT, WAIT, BARRIER = "cp.async.commit_group;\n", "cp.async.wait_group 0;\n", "bar.sync 0;\n"
OWN, OTHER = "ld.shared.u32 %r9, [%r2];\n", "ld.shared.u32 %r9, [%r5];\n"
ARRIVE = "mbarrier.arrive.shared.b64 %rd5, [%r4];\n"
SPIN = "again: mbarrier.try_wait.shared.b64 %p2, [%r4], %rd5; @!%p2 bra again;\n"
PARITY = SPIN.replace("try_wait", "try_wait.parity").replace("%rd5", "0")
FILLED = COPY.replace("%r2]", "%r2+1024]").replace("16;", "16, 4;")
SECOND = ARRIVE + SPIN + "@!%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [%r4], 8;\n" + BARRIER + ARRIVE

others = [4 * (k ^ 33) for k in range(64)]
own = [4 * k for k in range(64)]


@pytest.mark.parametrize("body, want", [
    (COPY + COMMIT + WAIT + BARRIER + OTHER, others),
    (COPY + "cp.async.wait_all;\n" + OWN, own),
    (COPY + COMMIT + FILLED + COMMIT + "cp.async.wait_group 1;\n" + OWN, own),
    (FILLED + COMMIT + COPY + COMMIT + "cp.async.wait_group 1;\n" + OWN, "uninitialized"),
    (COPY + COMMIT + "cp.async.wait_group 1;\n" + OWN, "uninitialized"),
    (COPY + COMMIT + OWN, "uninitialized"),
    (COPY + WAIT + OWN, "uninitialized"),  # it is in no group
    (COPY + COMMIT + WAIT + OTHER, "race"),
    (FILLED + COMMIT + WAIT + "ld.shared.u32 %r9, [%r2+1036];\n", [0] * 64),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + SPIN + OTHER, [k ^ 33 for k in range(64)]),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + PARITY + OTHER, [k ^ 33 for k in range(64)]),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + OTHER, "race"),
    (COPY + "cp.async.mbarrier.arrive.noinc.shared.b64 [%r4];\n" + PARITY + OTHER, others),
    (COPY + "cp.async.mbarrier.arrive.shared.b64 [%r4];\n" + ARRIVE + SPIN + OTHER, others),
    ("@!%p1 " + ARRIVE + BARRIER + "@%p1 mbarrier.arrive.shared.b64 %rd5, [%r4], 1; mov.u32 %r9, 64;\n"
     "@!%p1 mbarrier.pending_count.b64 %r9, %rd5;\n", [64] * 64),
    ("@!%p1 mbarrier.arrive_drop.shared.b64 %rd5, [%r4];\n@!%p1 bra done;\n" + ARRIVE + SPIN + ARRIVE
     + PARITY.replace(" 0;", " 1;").replace("again", "more") + "done: mov.u32 %r9, 5;\n", [5] * 64),
    (SECOND + SPIN.replace("again", "more") + "mov.u32 %r9, 5;\n", "endless-loop"),
    (SECOND + "@!%p1 mbarrier.complete_tx.relaxed.cta.shared.b64 [%r4], 8;\n" + SPIN.replace("again", "more")
     + "mov.u32 %r9, 5;\n", [5] * 64),
    ("mbarrier.inval.shared.b64 [%r4];\n" + BARRIER + ARRIVE, "uninitialized"),
    (BARRIER + "mbarrier.arrive.noComplete.shared.b64 %rd5, [%r4], 100; mov.u32 %r9, 5;\n",
     "barrier-operand"),
    ("mov.u32 %r9, %clock; mov.u32 %r10, %clock; sub.u32 %r9, %r10, %r9; min.u32 %r9, %r9, 1;\n", [1] * 64),
    ("griddepcontrol.wait; fence.proxy.async.shared::cta; mov.u32 %r9, 5;\n", [5] * 64),
])  # fmt: skip
def test_async(tmp_path, body, want):
    """The values, or the finding, or what stops it."""
    (tmp_path / "k.ptx").write_text(HEAD + body + "st.global.u32 [%rd2], %r9; ret; }")
    words = ["check", tmp_path / "k.ptx", "--block", 64, "--arg", "0=256:lane", "--arg", "1=buffer:64"]
    status = 0 if isinstance(want, list) else 2 if " " in want else 1
    done = run([built("openshfl"), *map(str, words), "--format", "json", "--buffers"], status=status)
    if status == 2:
        assert want in done.stderr
        return
    told = json.loads(done.stdout)
    assert bool(told["findings"]) == bool(status)
    if status == 1:
        assert want in [one["name"] for one in told["findings"]]
    else:
        data = bytes.fromhex(told["buffers"][1]["bytes"])
        assert [int.from_bytes(data[k : k + 4], "little") for k in range(0, 256, 4)] == want
