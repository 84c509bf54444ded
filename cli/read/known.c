/* SPDX-License-Identifier: Apache-2.0 */
/* known - see known.h: the table */
#include "known.h"
#include "text.h"

#include <stddef.h>
#include <string.h>

#define NVIDIAS(mode) "GL_NV_shader_thread_shuffle's: write __shfl" mode "_sync(-1, v, i, width)"
#define ZVZIP "RISC-V's Zvzip, which is not ratified: not known here; write vrgather.vv with the indices"
#define WAITS \
    KNOWN_IDLE "the threads of the block wait for each other; BAR.RED and bar.red give a result, docs/rules.md 15"

/* A name, with one blank for any; *: any letters, digits and dots follow; (: it is called. The first that fits counts. */
static const struct {
    const char *name, *what;
} rows[] = {
    { "BAR.SYNC*", WAITS },
    { "BAR.ARV*", WAITS },
    { "bar.sync", WAITS },
    { "bar.arrive", WAITS },
    { "bar.cta.sync", WAITS },
    { "bar.cta.arrive", WAITS },
    { "barrier.sync*", WAITS },
    { "barrier.arrive*", WAITS },
    { "barrier.cta.sync*", WAITS },
    { "barrier.cta.arrive*", WAITS },
    { "__syncthreads(", WAITS },
    { "bar.warp.sync", KNOWN_IDLE "the lanes of its mask wait for each other" },
    { "WARPSYNC*", KNOWN_IDLE "the lanes of its mask wait for each other" },
    { "__syncwarp(", KNOWN_IDLE "the lanes of its mask wait for each other" },
    { "nvvm.movmatrix*", "write movmatrix.sync.aligned.m8n8.trans.b16 d, a; in its place, docs/rules.md 18" },
    { "amdgpu.dpp", "MLIR's of AMD: write the instruction, such as 'v_mov_b32_dpp v1, v0 row_shr:1', with its GPU" },
    { "amdgpu.permlane_swap", "MLIR's of AMD: write the instruction, 'v_permlane16_swap_b32 v0, v1', with its GPU" },
    { "gpu.subgroup_broadcast", "MLIR's: nvvm.shfl.sync idx, or with AMD's rocdl.readlane or rocdl.readfirstlane" },
    { "llvm.nvvm.redux.sync.fm*", "a redux of f32, sm_100a's: openshfl run has it, of PTX; docs/rules.md R10.6" },
    { "__gpu_shuffle_idx_*(",
      "clang's, by target: 0 on NVIDIA where the mask lacks the lane; write __shfl_sync(m, v, lane, "
      "width), or ds_bpermute_b32 with --gpu" },
    { "swizzleInvocationsAMD(", "AMD's, in a quad: write subgroupQuadBroadcast, or quad_perm with --gpu" },
    { "swizzleInvocationsMaskedAMD(", "AMD's: write ds_swizzle_b32 with --gpu" },
    { "addInvocations*(", "AMD's: write subgroupAdd, subgroupInclusiveAdd or subgroupExclusiveAdd" },
    { "minInvocations*(", "AMD's: write subgroupMin, subgroupInclusiveMin or subgroupExclusiveMin" },
    { "maxInvocations*(", "AMD's: write subgroupMax, subgroupInclusiveMax or subgroupExclusiveMax" },
    { "shuffleNV(", NVIDIAS("") },
    { "shuffleUpNV(", NVIDIAS("_up") },
    { "shuffleDownNV(", NVIDIAS("_down") },
    { "shuffleXorNV(", NVIDIAS("_xor") },
    { "WarpReduce(", "CUB's, by steps that its code chooses: write __reduce_add_sync(-1, v), or run its PTX" },
    { "WarpScan(", "CUB's, by steps that its code chooses: write its shuffles, or run its PTX" },
    { "ti.simt.warp.*(", "Taichi's: write CUDA's call, such as __shfl_down_sync(m, v, 1)" },
    { "opus::mov_dpp(", "a library's: write __builtin_amdgcn_mov_dpp(v, ctrl, 15, 15, 0), with its GPU" },
    { "shfl_bfly(", "Mosaic's, or another library's: write __shfl_xor_sync(-1, v, mask)" },
    { "vzip.v*", ZVZIP },
    { "vunzip*", ZVZIP },
    { "vpair*", ZVZIP },
    { "vx_shfl*(", "Vortex's, by another formula: docs/reference/peers.md" },
    { "llvm.genx.GenISA.Wave*", "IGC's: write OpenCL's call, such as sub_group_shuffle(v, i)" },
    { "llvm.genx.GenISA.simdShuffle*", "IGC's: write OpenCL's call, such as sub_group_shuffle(v, i)" },
    { "@shuffle*(", "NIR's, or a function: write GLSL's call, such as subgroupShuffleXor(v, 1)" },
    { "@rotate*(", "NIR's, or a function: write subgroupRotate(v, 1)" },
    { "@ballot*(", "NIR's, or a function: write subgroupBallot(p)" },
    { "@vote_*(", "NIR's, or a function: write subgroupAll(p), subgroupAny(p) or subgroupAllEqual(v)" },
    { "@elect(", "NIR's, or a function: write subgroupElect()" },
    { "@quad_swap_*(", "NIR's, or a function: write subgroupQuadSwapHorizontal(v), Vertical or Diagonal" },
    { "@reduce(", "NIR's, or a function: write GLSL's call, such as subgroupAdd(v)" },
    { "@inclusive_scan(", "NIR's, or a function: write GLSL's call, such as subgroupInclusiveAdd(v)" },
    { "@exclusive_scan(", "NIR's, or a function: write GLSL's call, such as subgroupExclusiveAdd(v)" },
    { "@masked_swizzle_amd(", "NIR's of AMD: write ds_swizzle_b32 with --gpu" },
    { "@quad_swizzle_amd(", "NIR's of AMD: write v_mov_b32_dpp with quad_perm, and --gpu" },
    { "shfl.xor*", "ir3's: write GLSL's call, subgroupShuffleXor(v, 1)" },
    { "shfl.rup*", "ir3's, relative: write GLSL's call, subgroupShuffleUp(v, 1)" },
    { "shfl.rdown*", "ir3's, relative: write GLSL's call, subgroupShuffleDown(v, 1)" },
    { "@read_invocation(", "NIR's, or a function: write subgroupBroadcast(v, i)" },
    { "@read_first_invocation(", "NIR's, or a function: write subgroupBroadcastFirst(v)" },
};

const char *known_at(const char *text, const char *at, unsigned *length)
{
    if (at > text && (text_is_name(at[-1]) || (at[-1] == '.' && at > text + 1 && at[-2] != ')' && *at != 's')))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *c = at, *name = rows[i].name;

        if (*name != *at)
            continue;
        for (; *name != '\0' && strchr("*(", *name) == NULL; name++) {
            if (*name == ' ' ? *c != ' ' && *c != '\t' : *c != *name)
                break;
            c += *name == ' ' ? strspn(c, " \t") : 1;
        }
        const bool is_whole = *name != '*' && strchr(rows[i].name, ' ') == NULL;
        if ((*name != '\0' && strchr("*(", *name) == NULL) || (is_whole && text_is_name(*c)))
            continue;
        while (*name == '*' && (text_is_name(*c) || *c == '.'))
            c++;
        *length = (unsigned)(c - at);
        c += strspn(c, " \t");
        if (strchr(rows[i].name, '(') == NULL || *c == '(' || *c == '<')
            return rows[i].what;
    }
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
