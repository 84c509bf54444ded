/* SPDX-License-Identifier: Apache-2.0 */
/* known - see calls.h: the table */
#include "calls.h"

#include <stddef.h>
#include <string.h>

#define WAITS \
    KNOWN_IDLE "the threads of the block wait for each other; BAR.RED and bar.red give a result, docs/rules.md 15"

/* Names, between blanks, and what they are. *: letters, digits and dots follow; (: it is called. The first that fits counts. */
static const struct {
    const char *names, *what;
} rows[] = {
    { "BAR.SYNC* BAR.ARV* bar.sync bar.arrive bar.cta.sync bar.cta.arrive barrier.sync* barrier.arrive* "
      "barrier.cta.sync* barrier.cta.arrive* __syncthreads(",
      WAITS },
    { "bar.warp.sync WARPSYNC* __syncwarp(", KNOWN_IDLE "the lanes of its mask wait for each other" },
    { "nvvm.movmatrix*", "write movmatrix.sync.aligned.m8n8.trans.b16 d, a; in its place, docs/rules.md 18" },
    { "amdgpu.dpp amdgpu.permlane_swap amdgpu.swizzle_bitmode",
      "MLIR's of AMD: write the instruction, 'v_mov_b32_dpp v1, v0 row_shr:1' or 'v_permlane16_swap_b32 v0, v1', with "
      "its GPU" },
    { "gpu.subgroup_broadcast", "MLIR's: nvvm.shfl.sync idx, or with AMD's rocdl.readlane or rocdl.readfirstlane" },
    { "llvm.nvvm.redux.sync.fm*", "a redux of f32, sm_100a's: openshfl run has it, of PTX; docs/rules.md R10.6" },
    { "__gpu_shuffle_idx_*(",
      "clang's, by target: 0 on NVIDIA where the mask lacks the lane; write __shfl_sync(m, v, lane, width), or "
      "ds_bpermute_b32 with --gpu" },
    { "swizzleInvocationsAMD( swizzleInvocationsMaskedAMD( @masked_swizzle_amd( @quad_swizzle_amd(",
      "AMD's: write quad_perm or ds_swizzle_b32 with --gpu" },
    { "addInvocations*( minInvocations*( maxInvocations*(",
      "AMD's: write GLSL's call, such as subgroupAdd, subgroupInclusiveMin or subgroupExclusiveMax" },
    { "shuffleNV( shuffleUpNV( shuffleDownNV( shuffleXorNV(",
      "GL_NV_shader_thread_shuffle's: write CUDA's call, such as __shfl_up_sync(-1, v, i, width)" },
    { "WarpReduce( WarpScan(",
      "CUB's, by steps that its code chooses: write __reduce_add_sync(-1, v) or its shuffles, or run its PTX" },
    { "ti.simt.warp.*(", "Taichi's: write CUDA's call, such as __shfl_down_sync(m, v, 1)" },
    { "Warp.Shuffle*( Group.Broadcast(", "ILGPU's: write CUDA's call, such as __shfl_down_sync(-1, v, 1)" },
    { "__hip_move_dpp_N( move_dpp( warp_move_dpp( __hip_ds_swizzle_N( __hip_ds_swizzlef_N( warp_swizzle(",
      "a template: write __builtin_amdgcn_mov_dpp(v, ctrl, 15, 15, 0) or __builtin_amdgcn_ds_swizzle(v, pattern), with "
      "its GPU" },
    { "opus::mov_dpp(", "a library's: write __builtin_amdgcn_mov_dpp(v, ctrl, 15, 15, 0), with its GPU" },
    { "shfl_bfly(", "Mosaic's, or another library's: write __shfl_xor_sync(-1, v, mask)" },
    { "vzip.v* vunzip* vpair*",
      "RISC-V's Zvzip, which is not ratified: not known here; write vrgather.vv with the indices" },
    { "vx_shfl*(", "Vortex's, by another formula: docs/reference/peers.md" },
    { "llvm.genx.GenISA.Wave* llvm.genx.GenISA.simdShuffle*",
      "IGC's: write OpenCL's call, such as sub_group_shuffle(v, i)" },
    { "@shuffle*( @rotate*( @ballot*( @vote_*( @elect( @quad_swap_*( @reduce( @inclusive_scan( @exclusive_scan( "
      "@read_invocation( @read_first_invocation(",
      "NIR's, or a function: write GLSL's call, such as subgroupShuffleXor(v, 1)" },
    { "shfl.xor* shfl.rup* shfl.rdown*", "ir3's: write GLSL's call, such as subgroupShuffleXor(v, 1)" },
};

/* The length of what begins here, if it is of this name, which ends at a blank; else 0. */
static unsigned fits(const char *at, const char *name)
{
    const size_t fixed = strcspn(name, "*( "), all = strcspn(name, " ");
    const char *end = at + fixed;

    if (strncmp(at, name, fixed) != 0 || (name[fixed] != '*' && text_is_name(*end)))
        return 0;
    while (name[fixed] == '*' && (text_is_name(*end) || *end == '.'))
        end++;
    const char behind = end[strspn(end, " \t")];
    return name[all - 1] != '(' || behind == '(' || behind == '<' ? (unsigned)(end - at) : 0;
}

const char *known_at(const char *text, const char *at, unsigned *length)
{
    if ((!text_is_name(*at) && *at != '@')
        || (at > text && (text_is_name(at[-1]) || (at[-1] == '.' && at > text + 1 && at[-2] != ')' && *at != 's'))))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *name = NULL; (name = text_word(rows[i].names, name, *at)) != NULL;)
            if ((*length = fits(at, name)) > 0)
                return rows[i].what;
    return NULL;
}

const char *known_within(const char *text, const char **at)
{
    unsigned length;

    for (*at = text; **at != '\0'; ++*at) {
        const char *what = known_at(text, *at, &length);

        if (what != NULL && strncmp(what, KNOWN_IDLE, sizeof KNOWN_IDLE - 1) != 0)
            return what;
    }
    return NULL;
}

const char *known_in(const char *text)
{
    const char *at = text_skip(text);
    unsigned length;

    if ((*at == 'v' || *at == 's') && at[1] >= '1' && at[1] <= '9' && strncmp(at + 2, ": %", 3) == 0)
        return "ACO's IR: write the instruction with registers, such as 'v_mov_b32_dpp v2, v1 row_shr:1', with its GPU";
    return known_at(at, at, &length);
}
