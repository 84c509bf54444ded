# SPDX-License-Identifier: Apache-2.0
"""What cannot be answered for the lanes of a warp, is named by its rule or by what is the same."""

import re

import pytest
from conftest import BUILD, ROOT, run

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built

# what is typed, each for itself | what the message names
TEXTS = """
BAR.SYNC.DEFER_BLOCKING 0x0 | it moves nothing: the threads of the block wait
BAR.ARV 0x2, 0x60 ;; bar.arrive 0, 64; ;; bar.cta.sync 0; ;; bar.cta.arrive 0, 64; | it moves nothing
barrier.sync 0; ;; barrier.arrive 0, 64; ;; barrier.cta.sync.aligned 0; | it moves nothing
barrier.cta.arrive 1, 64; | it moves nothing
bar.sync 0; | BAR.RED and bar.red give a result, docs/rules.md 15
__syncthreads(); | docs/rules.md 15
bar.warp.sync 0xff; ;; WARPSYNC.ALL ;; __syncwarp(); | the lanes of its mask
nvvm.movmatrix %a : i32 | rules.md 18
%0 = amdgpu.dpp %o %s row_shr(0x1 : i32) : i32 | v_mov_b32_dpp
%0, %1 = amdgpu.permlane_swap %s 16 : i32 | v_permlane16_swap_b32
%0 = gpu.subgroup_broadcast %v, first_active_lane : f32 | nvvm.shfl.sync idx
%1 = call float @llvm.nvvm.redux.sync.fmin(float %v, i32 -1) | rules.md R10.6
__gpu_shuffle_idx_u32(m, 3, v, 32) | __shfl_sync(m, v, lane, width)
swizzleInvocationsAMD(v, uvec4(1, 0, 3, 2)) ;; 32 %3 = @quad_swizzle_amd (%1) (swizzle_mask=177) | quad_perm
swizzleInvocationsMaskedAMD(v, uvec3(16, 2, 8)) | ds_swizzle_b32
32 %3 = @masked_swizzle_amd (%1) (swizzle_mask=4127) | ds_swizzle_b32
addInvocationsNonUniformAMD(v) | subgroupAdd
minInvocationsAMD(v) | subgroupInclusiveMin
maxInvocationsInclusiveScanAMD(v) | subgroupExclusiveMax
shuffleNV(v, 1, 32) ;; shuffleUpNV(v, 1, 32) ;; shuffleDownNV(v, 1, 32) | CUDA\'s call, such as __shfl_up_sync
shuffleXorNV(v, 1, 32) | CUDA\'s call, such as __shfl_up_sync
int s = cub::WarpReduce<int>(temp).Sum(v); | __reduce_add_sync
cub::WarpScan<int>(temp).InclusiveSum(v, s) | or its shuffles
ti.simt.warp.shfl_down_f32(mask, v, 1) ;; Warp.ShuffleXor(v, 4) ;; Group.Broadcast(v, 0) | __shfl_down_sync
%0 = amdgpu.swizzle_bitmode %s 31 0 4 : f32 | its GPU
opus::mov_dpp(v, opus::number<0x111>{}) ;; __hip_move_dpp_N<0x111, 15, 15, true>(v) | __builtin_amdgcn_mov_dpp
move_dpp<0x111>(v) ;; warp_move_dpp<int, 0x111>(v) ;; __hip_ds_swizzle_N<0x401f>(v) | __builtin_amdgcn_mov_dpp
__hip_ds_swizzlef_N<0x401f>(v) ;; warp_swizzle<T, 0x401f>(v) | __builtin_amdgcn_mov_dpp
shfl_bfly(x, 16) | __shfl_xor_sync
vx_shfl_up(v, 1, 0, 0) | peers.md
vzip.vv v8, v4, v6 ;; vunzipe.v v8, v4 ;; vpaire.vv v8, v4, v6 | Zvzip
%1 = call i32 @llvm.genx.GenISA.WaveShuffleIndex.i32(i32 %v, i32 1, i32 0) | sub_group_shuffle
%1 = call i32 @llvm.genx.GenISA.simdShuffleDown.i32(i32 %v, i32 %w, i32 1) | sub_group_shuffle
32 %3 = @shuffle_xor (%1, %2) ;; 32 %3 = @shuffle (%1, %2) ;; 32 %3 = @rotate (%1, %2) | subgroupShuffleXor
32x4 %3 = @ballot (%1) ;; 1 %3 = @vote_any (%1) ;; 1 %3 = @elect () | subgroupShuffleXor
32 %3 = @quad_swap_horizontal (%1) ;; 32 %3 = @reduce (%1) (reduction_op=iadd, cluster_size=0) | subgroupShuffleXor
32 %3 = @inclusive_scan (%1) (reduction_op=iadd) | subgroupShuffleXor
32 %3 = @exclusive_scan (%1) (reduction_op=iadd) ;; shfl.xor.u32 r0.x, r0.y, 1 | subgroupShuffleXor
shfl.rup.u32 r0.x, r0.y, 1 ;; shfl.rdown.u32 r0.x, r0.y, 1 ;; 32 %3 = @read_invocation (%1, %2) | subgroupShuffleXor
32 %3 = @read_first_invocation (%1) | subgroupShuffleXor
"""
ROWS = [(text, names) for texts, names in (row.rsplit(" | ", 1) for row in TEXTS.strip().splitlines())
        for text in texts.split(" ;; ")]  # fmt: skip


@pytest.mark.parametrize("text, names", ROWS, ids=[row[0][:30] for row in ROWS])
def test_it_is_named(text, names, tmp_path):
    """In explain, and in a file."""
    done = run([BUILD / "openshfl", "explain", text], status=2)
    assert names in done.stderr and done.stderr.count("\n") == 1
    is_idle = "it moves nothing" in done.stderr
    (tmp_path / "file").write_text(f"{text}\n" + "SHFL.BFLY PT, R0, R0, 1, 3 ;\n" * is_idle)
    said = run([BUILD / "openshfl", "decode", tmp_path / "file"]).stdout
    assert "not understood" not in said if is_idle else names in said


def test_every_row_is_tried():
    source = (ROOT / "cli/read/known.c").read_text(encoding="utf-8")
    rows = re.findall(r'^    \{ ((?:"[^"]*"\s*)+),', source, re.M)
    names = [name for row in rows for name in re.sub(r'"\s*"', "", row).strip('"').split()]
    for name in names:
        assert any(re.search(rf"(?<![\w]){re.escape(name.rstrip('*('))}", text) for text, _ in ROWS), name
    assert len(names) > 35
