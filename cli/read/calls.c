/* SPDX-License-Identifier: Apache-2.0 */
/* calls - see calls.h: the table, and the rules */
#include "calls.h"

#include <stdio.h>
#include <string.h>

#define GUIDE_DOC "CUDA C++ Programming Guide, section Warp Shuffle Functions"
#define GROUPS_DOC "CUDA C++ Programming Guide, section Cooperative Groups, thread_block_tile"
#define GLSL_SPIRV_DOC "SPIR-V 1.6, section Non-Uniform Instructions, OpGroupNonUniform"
#define ROTATE_DOC "SPV_KHR_subgroup_rotate, OpGroupNonUniformRotateKHR"
#define CL_DOC "OpenCL Extension Specification 3.0, section cl_khr_subgroup_"
#define INTEL_DOC "OpenCL extension cl_intel_subgroups"
#define SYCL2020_DOC "SYCL 2020, section 4.17.3, Group algorithms library"
#define SYCL_OLD_DOC "SYCL extension SYCL_INTEL_sub_group, deprecated in favour of SYCL 2020's group algorithms"
#define WGSL_DOC "WebGPU Shading Language, section Subgroup Built-in Functions"
#define WGSL_QUAD_DOC "WebGPU Shading Language, section Quad Operations"
#define HLSL_DOC "HLSL Shader Model 6.0, Wave Intrinsics"
#define METAL_DOC "Metal Shading Language Specification, section SIMD-Group Functions"
#define METAL_QUAD_DOC "Metal Shading Language Specification, section Quad-Group Functions"
#define NVVM_DOC "NVVM IR Specification, section Data Movement; PTX ISA, shfl.sync"
#define MLIR_GPU_DOC "MLIR, dialect gpu, gpu.shuffle"
#define MLIR_NVVM_DOC "MLIR, dialect nvvm, nvvm.shfl.sync; PTX ISA, shfl.sync"
#define NUMBA_DOC "Numba for CUDA GPUs, section Warp Intrinsics"
#define JULIA_DOC "CUDA.jl, section Warp shuffle"
#define BEYOND "there is no such lane"
#define GONE "it is gone from compute capability 7.0 on: use the same with _sync, and a mask"
#define FROM_ONE "Julia counts lanes from 1; the lanes below are counted from 0"

#define R(name_, language_, op_, arguments_, ...) \
    { .name = name_, .language = CALL_##language_, .op = CALL_##op_, .arguments = arguments_, __VA_ARGS__ }
#define FOUR(before, after, language, arguments, ...)                         \
    R(before after, language, SHFL_IDX, arguments, __VA_ARGS__),              \
        R(before "_up" after, language, SHFL_UP, arguments, __VA_ARGS__),     \
        R(before "_down" after, language, SHFL_DOWN, arguments, __VA_ARGS__), \
        R(before "_xor" after, language, SHFL_BFLY, arguments, __VA_ARGS__)
#define MODES(before, after, language, arguments, ...)                       \
    R(before "idx" after, language, SHFL_IDX, arguments, __VA_ARGS__),       \
        R(before "up" after, language, SHFL_UP, arguments, __VA_ARGS__),     \
        R(before "down" after, language, SHFL_DOWN, arguments, __VA_ARGS__), \
        R(before "bfly" after, language, SHFL_BFLY, arguments, __VA_ARGS__)

const struct call_row call_rows[] = {
    FOUR("__shfl", "_sync", CUDA, "mvo[w", .source = GUIDE_DOC),
    FOUR("__shfl", "", CUDA, "vo[w", .source = GUIDE_DOC, .note = GONE),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vxocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),

    FOUR(".shfl", "", GROUPS, "vo", .source = GROUPS_DOC),

    FOUR("cuda.shfl", "_sync", NUMBA, "mvo", .source = NUMBA_DOC),
    R("CUDA.shfl_sync", JULIA, SHFL_IDX, "mvk[w", .source = JULIA_DOC, .note = FROM_ONE),
    R("shfl_sync", JULIA, SHFL_IDX, "mvk[w", .source = JULIA_DOC, .note = FROM_ONE),
    R("shfl_up_sync", JULIA, SHFL_UP, "mvo[w", .source = JULIA_DOC),
    R("shfl_down_sync", JULIA, SHFL_DOWN, "mvo[w", .source = JULIA_DOC),
    R("shfl_xor_sync", JULIA, SHFL_BFLY, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_up_sync", JULIA, SHFL_UP, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_down_sync", JULIA, SHFL_DOWN, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_xor_sync", JULIA, SHFL_BFLY, "mvo[w", .source = JULIA_DOC),

    MODES("llvm.nvvm.shfl.sync.", ".*", NVVM, "mvoc", .source = NVVM_DOC),
    R("llvm.nvvm.shfl.sync.i32", NVVM, SHFL_IDX, "mMvoc", .source = "NVVM IR Specification 1.x, llvm.nvvm.shfl.sync"),
    MODES("llvm.nvvm.shfl.", ".*", NVVM, "voc", .source = NVVM_DOC, .note = GONE),
    MODES("__nvvm_shfl_sync_", "_*", NVVM, "mvoc[x", .source = NVVM_DOC),
    MODES("__nvvm_shfl_", "_*", NVVM, "voc[x", .source = NVVM_DOC, .note = GONE),

    MODES("nvvm.shfl.sync ", "", MLIR, "mvoc", .source = MLIR_NVVM_DOC),
    R("gpu.shuffle idx", MLIR, SELECT, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle up", MLIR, UP, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle down", MLIR, DOWN, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle xor", MLIR, XOR, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),

    R("subgroupShuffleXor", GLSL, XOR, "vo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleXor"),
    R("subgroupShuffleUp", GLSL, UP, "vo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleUp"),
    R("subgroupShuffleDown", GLSL, DOWN, "vo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleDown"),
    R("subgroupBroadcast", GLSL, BROADCAST, "vo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "Broadcast"),
    R("subgroupBroadcastFirst", GLSL, FIRST, "v", .source = GLSL_SPIRV_DOC "BroadcastFirst"),
    R("subgroupRotate", GLSL, ROTATE, "vo", .source = ROTATE_DOC),
    R("subgroupClusteredRotate", GLSL, ROTATE, "vow", .source = ROTATE_DOC),
    R("subgroupQuadBroadcast", GLSL, BROADCAST, "vo", .width = 4, .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "QuadBroadcast"),
    R("subgroupQuadSwapHorizontal", GLSL, XOR, "v", .operand = 1, .width = 4, .source = GLSL_SPIRV_DOC "QuadSwap"),
    R("subgroupQuadSwapVertical", GLSL, XOR, "v", .operand = 2, .width = 4, .source = GLSL_SPIRV_DOC "QuadSwap"),
    R("subgroupQuadSwapDiagonal", GLSL, XOR, "v", .operand = 3, .width = 4, .source = GLSL_SPIRV_DOC "QuadSwap"),
    R("subgroupShuffle", GLSL, SELECT, "vo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "Shuffle"),

    R("OpGroupNonUniformShuffleXor", SPIRV, XOR, "xxvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleXor"),
    R("OpGroupNonUniformShuffleUp", SPIRV, UP, "xxvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleUp"),
    R("OpGroupNonUniformShuffleDown", SPIRV, DOWN, "xxvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleDown"),
    R("OpGroupNonUniformShuffle", SPIRV, SELECT, "xxvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "Shuffle"),
    R("OpGroupNonUniformBroadcast", SPIRV, BROADCAST, "xxvo", .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "Broadcast"),
    R("OpGroupNonUniformBroadcastFirst", SPIRV, FIRST, "xxv", .source = GLSL_SPIRV_DOC "BroadcastFirst"),
    R("OpGroupNonUniformRotateKHR", SPIRV, ROTATE, "xxvo[w", .source = ROTATE_DOC),
    R("OpGroupNonUniformQuadBroadcast", SPIRV, BROADCAST, "xxvo", .width = 4, .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "QuadBroadcast"),
    /* its direction: 0 horizontal, 1 vertical, 2 diagonal */
    R("OpGroupNonUniformQuadSwap", SPIRV, XOR, "xxvd", .width = 4, .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "QuadSwap"),
    R("OpSubgroupShuffleINTEL", SPIRV, SELECT, "xvo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("OpSubgroupShuffleXorINTEL", SPIRV, XOR, "xvo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("OpSubgroupShuffleUpINTEL", SPIRV, FILL_UP, "xfvo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("OpSubgroupShuffleDownINTEL", SPIRV, FILL_DOWN, "xvfo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),

    R("sub_group_shuffle_xor", OPENCL, XOR, "vo", .undefined = BEYOND, .source = CL_DOC "shuffle"),
    R("sub_group_shuffle_up", OPENCL, UP, "vo", .undefined = BEYOND, .source = CL_DOC "shuffle_relative"),
    R("sub_group_shuffle_down", OPENCL, DOWN, "vo", .undefined = BEYOND, .source = CL_DOC "shuffle_relative"),
    R("sub_group_broadcast", OPENCL, BROADCAST, "vo", .needs_all = true,
      .undefined = "there is no such lane, or not all lanes execute it",
      .source = "OpenCL C 3.0, section Subgroup Functions"),
    R("sub_group_non_uniform_broadcast", OPENCL, BROADCAST, "vo", .undefined = BEYOND, .source = CL_DOC "ballot"),
    R("sub_group_broadcast_first", OPENCL, FIRST, "v", .source = CL_DOC "ballot"),
    R("sub_group_rotate", OPENCL, ROTATE, "vo", .source = CL_DOC "rotate"),
    R("sub_group_clustered_rotate", OPENCL, ROTATE, "vow", .source = CL_DOC "rotate"),
    R("sub_group_shuffle", OPENCL, SELECT, "vo", .undefined = BEYOND, .source = CL_DOC "shuffle"),

    R("intel_sub_group_shuffle", INTEL, SELECT, "vo", .undefined = BEYOND, .source = INTEL_DOC),
    R("intel_sub_group_shuffle_xor", INTEL, XOR, "vo", .undefined = BEYOND, .source = INTEL_DOC),
    R("intel_sub_group_shuffle_up", INTEL, FILL_UP, "fvo", .undefined = BEYOND, .source = INTEL_DOC),
    R("intel_sub_group_shuffle_down", INTEL, FILL_DOWN, "vfo", .undefined = BEYOND, .source = INTEL_DOC),

    R("select_from_group", SYCL, SELECT, "xvo", .undefined = BEYOND, .source = SYCL2020_DOC),
    R("shift_group_left", SYCL, DOWN, "xv[o", .operand = 1, .undefined = BEYOND, .source = SYCL2020_DOC),
    R("shift_group_right", SYCL, UP, "xv[o", .operand = 1, .undefined = BEYOND, .source = SYCL2020_DOC),
    R("permute_group_by_xor", SYCL, XOR, "xvo", .undefined = BEYOND, .source = SYCL2020_DOC),
    R("group_broadcast", SYCL, BROADCAST, "xv[o", .undefined = BEYOND, .source = SYCL2020_DOC),
    R(".shuffle", SYCL, SELECT, "vo", .undefined = BEYOND, .source = SYCL_OLD_DOC),
    R(".shuffle_up", SYCL, UP, "vo", .undefined = BEYOND, .source = SYCL_OLD_DOC),
    R(".shuffle_down", SYCL, DOWN, "vo", .undefined = BEYOND, .source = SYCL_OLD_DOC),
    R(".shuffle_xor", SYCL, XOR, "vo", .undefined = BEYOND, .source = SYCL_OLD_DOC),

    R("quadBroadcast", WGSL, BROADCAST, "vo", .width = 4, .undefined = BEYOND, .source = WGSL_QUAD_DOC),
    R("quadSwapX", WGSL, XOR, "v", .operand = 1, .width = 4, .source = WGSL_QUAD_DOC),
    R("quadSwapY", WGSL, XOR, "v", .operand = 2, .width = 4, .source = WGSL_QUAD_DOC),
    R("quadSwapDiagonal", WGSL, XOR, "v", .operand = 3, .width = 4, .source = WGSL_QUAD_DOC),

    R("WaveReadLaneAt", HLSL, SELECT, "vo", .undefined = BEYOND, .source = HLSL_DOC),
    R("WaveReadLaneFirst", HLSL, FIRST, "v", .source = HLSL_DOC),
    R("QuadReadLaneAt", HLSL, BROADCAST, "vo", .width = 4, .undefined = BEYOND, .source = HLSL_DOC),
    R("QuadReadAcrossX", HLSL, XOR, "v", .operand = 1, .width = 4, .source = HLSL_DOC),
    R("QuadReadAcrossY", HLSL, XOR, "v", .operand = 2, .width = 4, .source = HLSL_DOC),
    R("QuadReadAcrossDiagonal", HLSL, XOR, "v", .operand = 3, .width = 4, .source = HLSL_DOC),

    R("simd_shuffle", METAL, SELECT, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_shuffle_xor", METAL, XOR, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_shuffle_up", METAL, UP, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_shuffle_down", METAL, DOWN, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_shuffle_rotate_up", METAL, ROTATE_UP, "vo", .source = METAL_DOC),
    R("simd_shuffle_rotate_down", METAL, ROTATE, "vo", .source = METAL_DOC),
    R("simd_shuffle_and_fill_up", METAL, FILL_UP, "vfo[w", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_shuffle_and_fill_down", METAL, FILL_DOWN, "vfo[w", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_broadcast", METAL, BROADCAST, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("simd_broadcast_first", METAL, FIRST, "v", .source = METAL_DOC),
    R("quad_shuffle", METAL, SELECT, "vo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_shuffle_xor", METAL, XOR, "vo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_shuffle_up", METAL, UP, "vo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_shuffle_down", METAL, DOWN, "vo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_shuffle_rotate_up", METAL, ROTATE_UP, "vo", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_shuffle_rotate_down", METAL, ROTATE, "vo", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_shuffle_and_fill_up", METAL, FILL_UP, "vfo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_shuffle_and_fill_down", METAL, FILL_DOWN, "vfo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_broadcast", METAL, BROADCAST, "vo", .width = 4, .undefined = BEYOND, .source = METAL_QUAD_DOC),
    R("quad_broadcast_first", METAL, FIRST, "v", .width = 4, .source = METAL_QUAD_DOC),
};
const unsigned call_rows_count = sizeof call_rows / sizeof call_rows[0];

const char *const call_language_name[CALL_LANGUAGES] = {
    [CALL_CUDA] = "CUDA",        [CALL_GROUPS] = "CUDA's cooperative groups",
    [CALL_NUMBA] = "Numba",      [CALL_JULIA] = "Julia",
    [CALL_NVVM] = "LLVM's NVVM", [CALL_MLIR] = "MLIR",
    [CALL_OPENCL] = "OpenCL",    [CALL_INTEL] = "Intel's OpenCL",
    [CALL_SYCL] = "SYCL",        [CALL_GLSL] = "GLSL",
    [CALL_SPIRV] = "SPIR-V",     [CALL_WGSL] = "WGSL",
    [CALL_HLSL] = "HLSL",        [CALL_METAL] = "Metal",
};

int call_source(const struct call_row *row, unsigned lanes, uint64_t active, unsigned lane, uint64_t operand,
                uint32_t width, bool *other)
{
    const unsigned size = width < lanes ? width : lanes, in = lane & (size - 1), first = lane - in;
    const bool exists = operand < size;
    unsigned lowest = first;

    *other = false;
    if (row->needs_all && active != shfl_all_lanes(lanes))
        return -1;
    switch (row->op) {
    case CALL_SELECT:
    case CALL_BROADCAST: return exists ? (int)(first + operand) : -1;
    case CALL_XOR: return exists ? (int)(lane ^ operand) : -1;
    case CALL_UP: return operand <= in ? (int)(lane - operand) : -1;
    case CALL_DOWN: return exists && in + operand < size ? (int)(lane + operand) : -1;
    case CALL_FIRST:
        while (lowest < first + size - 1 && !(active >> lowest & 1))
            lowest++;
        return (int)lowest;
    case CALL_ROTATE: return (int)(first + ((in + operand) & (size - 1)));
    case CALL_ROTATE_UP: return (int)(first + ((in - operand) & (size - 1)));
    case CALL_FILL_UP: *other = operand > in; return operand > size ? -1 : (int)(first + ((in - operand) & (size - 1)));
    case CALL_FILL_DOWN:
        *other = in + operand >= size;
        return operand > size ? -1 : (int)(first + ((in + operand) & (size - 1)));
    default: return -1;
    }
}

const char *call_shfl_name(enum shfl_mode mode)
{
    for (unsigned i = 0; i < call_rows_count; i++)
        if (call_rows[i].op == CALL_SHFL_IDX + (enum call_op)mode && strcmp(call_rows[i].arguments, "vo[w") == 0)
            return call_rows[i].name;
    return NULL;
}
