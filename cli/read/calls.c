/* SPDX-License-Identifier: Apache-2.0 */
/* calls - see calls.h: the table, and the rules */
#include "calls.h"

#include <stdio.h>
#include <string.h>

#define GUIDE_DOC "CUDA C++ Programming Guide, section Warp Shuffle Functions"
#define GROUPS_DOC "CUDA C++ Programming Guide, section Cooperative Groups, thread_block_tile"
#define GLSL_SPIRV_DOC "SPIR-V 1.6, section Non-Uniform Instructions, OpGroupNonUniform"
#define ARITHMETIC_DOC "SPIR-V 1.6, section Non-Uniform Instructions, capability GroupNonUniform"
#define PARTITIONED_DOC "GLSL extension GL_NV_shader_subgroup_partitioned; SPV_NV_shader_subgroup_partitioned"
#define ROTATE_DOC "SPV_KHR_subgroup_rotate, OpGroupNonUniformRotateKHR"
#define CL_DOC "OpenCL Extension Specification 3.0, section cl_khr_subgroup_"
#define CL_ARITHMETIC CL_DOC "non_uniform_arithmetic"
#define CL_UNIFORM_DOC "OpenCL Extension Specification 3.0, section cl_khr_work_group_uniform_arithmetic"
#define INTEL_DOC "OpenCL extension cl_intel_subgroups"
#define SYCL2020_DOC "SYCL 2020, section 4.17.3, Group algorithms library"
#define SYCL_OLD_DOC "SYCL extension SYCL_INTEL_sub_group, deprecated in favour of SYCL 2020's group algorithms"
#define ARB_BALLOT_DOC "OpenGL extension ARB_shader_ballot"
#define ARB_VOTE_DOC "OpenGL extension ARB_shader_group_vote"
#define NAGA_DOC "naga, WGSL frontend; SPIR-V 1.6, OpGroupNonUniform"
#define WGSL_DOC "WebGPU Shading Language, section Subgroup Built-in Functions"
#define WGSL_QUAD_DOC "WebGPU Shading Language, section Quad Operations"
#define HLSL_DOC "HLSL Shader Model 6.0, Wave Intrinsics"
#define HLSL_65_DOC "HLSL Shader Model 6.5, Wave Intrinsics"
#define SLANG_DOC "Slang, docs/wave-intrinsics.md"
#define METAL_DOC "Metal Shading Language Specification, section SIMD-Group Functions"
#define METAL_QUAD_DOC "Metal Shading Language Specification, section Quad-Group Functions"
#define NVVM_DOC "NVVM IR Specification, section Data Movement; PTX ISA, shfl.sync"
#define MLIR_GPU_DOC "MLIR, dialect gpu, gpu.shuffle"
#define MLIR_NVVM_DOC "MLIR, dialect nvvm, nvvm.shfl.sync; PTX ISA, shfl.sync"
#define NUMBA_DOC "Numba for CUDA GPUs, section Warp Intrinsics"
#define JULIA_DOC "CUDA.jl, section Warp shuffle"
#define VOTE_DOC "CUDA C++ Programming Guide, section Warp Vote Functions"
#define MATCH_DOC "CUDA C++ Programming Guide, section Warp Match Functions"
#define REDUCE_DOC "CUDA C++ Programming Guide, section Warp Reduce Functions"
#define GROUPS_REDUCE_DOC "CUDA C++ Programming Guide, section Cooperative Groups, reduce"
#define GROUPS_SCAN_DOC "CUDA C++ Programming Guide, section Cooperative Groups, inclusive_scan and exclusive_scan"
#define HIP_DOC "HIP, amd_warp_sync_functions.h"
#define NVVM_VOTE_DOC "NVVM IR Specification, section Vote; PTX ISA, vote.sync"
#define NVVM_MATCH_DOC "NVVM IR Specification, section Match; PTX ISA, match.sync"
#define NVVM_REDUX_DOC "LLVM, User Guide for NVPTX Back-end; PTX ISA, redux.sync"
#define CL_GROUP_DOC "OpenCL C 3.0, section Subgroup Functions"
#define JULIA_VOTE_DOC "CUDA.jl, section Warp vote"
#define MLIR_VOTE_DOC "MLIR, dialect nvvm, nvvm.vote.sync; PTX ISA, vote.sync"
#define MLIR_MATCH_DOC "MLIR, dialect nvvm, nvvm.match.sync; PTX ISA, match.sync"
#define MLIR_REDUX_DOC "MLIR, dialect nvvm, nvvm.redux.sync; PTX ISA, redux.sync"
#define WARP_DOC "CCCL, cuda/__warp/warp_shuffle.h"
#define CUB_DOC "CUB, util_ptx.cuh, "
#define MLIR_ELECT_DOC "MLIR, dialect nvvm, nvvm.elect.sync; PTX ISA, elect.sync"
#define MLIR_REDUCE_DOC "MLIR, dialect gpu, gpu.subgroup_reduce"
#define QUAD_CONTROL_DOC "SPV_KHR_quad_control, OpGroupNonUniformQuad"
#define SYNC_DOC "CUDA C++ Programming Guide, section Synchronization Functions"
#define BLOCK_DOC "CUB of CUDA 13.0, cub/block/block_shuffle.cuh"
#define ROCPRIM_BLOCK_DOC "rocPRIM 5.3, rocprim/block/block_shuffle.hpp"
#define NVVM_BARRIER_DOC "LLVM, User Guide for NVPTX Back-end; PTX ISA, barrier.red"
#define GLSL_SLOPE_DOC "GLSL 4.60, section Derivative Functions"
#define SPIRV_SLOPE_DOC "SPIR-V 1.6, section Derivative Instructions"
#define WGSL_SLOPE_DOC "WebGPU Shading Language, section Derivative Built-in Functions"
#define HLSL_SLOPE_DOC "HLSL, Intrinsic Functions, "
#define METAL_SLOPE_DOC "Metal Shading Language Specification, section Fragment Functions, Derivatives"
#define AMDGCN_DOC "LLVM, User Guide for AMDGPU Backend, section LLVM IR Intrinsics"
#define AMDGCN_BUILTIN_DOC "Clang, BuiltinsAMDGPU.def"
#define CUTE_DOC "CUTLASS, Python, cutlass/cute/arch/nvvm_wrappers.py; PTX ISA, shfl.sync"
#define MOJO_DOC "Mojo's library, gpu.warp"
#define TILELANG_DOC "tilelang, language/builtin.py"
#define OXIDE_DOC "cuda-oxide, cuda-device, warp.rs"
#define ALPAKA_DOC "alpaka, warp/Traits.hpp"
#define KITTENS_DOC "ThunderKittens, common/util.cuh"
#define OPENMP_DOC "LLVM, OpenMP device runtime"
#define GPUINTRIN_DOC "Clang, gpuintrin.h"
#define ROCPRIM_DOC "rocPRIM, warp_shuffle"
#define DPCT_DOC "SYCLomatic, dpct/util.hpp"
#define DXIL_DOC "DirectX Intermediate Language, wave operations"
#define WAVE_IR_DOC "LLVM, IntrinsicsDirectX.td and IntrinsicsSPIRV.td"
#define BEYOND "there is no such lane"
#define NOT_ALL "not all lanes execute it"
#define NO_BIT "no bit of the ballot is 1"
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
#define JULIA_VOTES(before)                                                    \
    R(before "all_sync", JULIA, VOTE_ALL, "mq", .source = JULIA_VOTE_DOC),     \
        R(before "any_sync", JULIA, VOTE_ANY, "mq", .source = JULIA_VOTE_DOC), \
        R(before "uni_sync", JULIA, VOTE_EQ, "mq", .source = JULIA_VOTE_DOC),  \
        R(before "ballot_sync", JULIA, BALLOT, "mq", .source = JULIA_VOTE_DOC)

/* Where the lane is not in the segment, a value is kept: by CUDA's rule, but of xor in each segment by itself. */
#define DPCT(before, arguments)                                                           \
    R(before "select_from_sub_group", SYCL, SHFL_IDX, arguments, .source = DPCT_DOC),     \
        R(before "shift_sub_group_right", SYCL, SHFL_UP, arguments, .source = DPCT_DOC),  \
        R(before "shift_sub_group_left", SYCL, SHFL_DOWN, arguments, .source = DPCT_DOC), \
        R(before "permute_sub_group_by_xor", SYCL, XOR, arguments, .keeps = true, .source = DPCT_DOC)
#define OXIDE(after, arguments)                                                         \
    R("warp::shuffle" after, RUST, SHFL_IDX, arguments, .source = OXIDE_DOC),           \
        R("warp::shuffle_up" after, RUST, SHFL_UP, arguments, .source = OXIDE_DOC),     \
        R("warp::shuffle_down" after, RUST, SHFL_DOWN, arguments, .source = OXIDE_DOC), \
        R("warp::shuffle_xor" after, RUST, SHFL_BFLY, arguments, .source = OXIDE_DOC)
#define WAVE_IR(before)                                                                          \
    R(before "readlane.*", LLVM_WAVE, SELECT, "vo", .undefined = BEYOND, .source = WAVE_IR_DOC), \
        R(before "any", LLVM_WAVE, VOTE_ANY, "q", .source = WAVE_IR_DOC),                        \
        R(before "all", LLVM_WAVE, VOTE_ALL, "q", .source = WAVE_IR_DOC),                        \
        R(before "is.first.lane", LLVM_WAVE, VOTE_ELECT, "", .source = WAVE_IR_DOC),             \
        R(before "active.countbits", LLVM_WAVE, BALLOT_BITS, "q", .source = WAVE_IR_DOC),        \
        R(before "reduce.$.*", LLVM_WAVE, REDUX, "n", .words = usum_words, .source = WAVE_IR_DOC)

/* ---- The words of reductions */

#define AND CALL_REDUX_AND, 0
#define OR CALL_REDUX_OR, 0
#define XOR CALL_REDUX_XOR, 0
#define SUM CALL_REDUX_SUM, 0
#define PRODUCT CALL_REDUX_PRODUCT, 0
#define MIN CALL_REDUX_MIN, 0
#define MAX CALL_REDUX_MAX, 0
#define UMIN CALL_REDUX_MIN, 'u'
#define UMAX CALL_REDUX_MAX, 'u'
#define FMIN CALL_REDUX_MIN, 'f'
#define FMAX CALL_REDUX_MAX, 'f'
#define END { NULL, CALL_REDUX, 0 }

static const struct call_word six_words[] = { { "and", AND },
                                              { "or", OR },
                                              { "xor", XOR },
                                              { "add", SUM },
                                              { "min", MIN },
                                              { "max", MAX },
                                              END },
                              seven_words[] = { { "and", AND },     { "or", OR },   { "xor", XOR }, { "add", SUM },
                                                { "mul", PRODUCT }, { "min", MIN }, { "max", MAX }, END },
                              umin_words[] = { { "and", AND },   { "or", OR },     { "xor", XOR },
                                               { "add", SUM },   { "min", MIN },   { "max", MAX },
                                               { "umin", UMIN }, { "umax", UMAX }, END },
                              usum_words[] = { { "sum", SUM },
                                               { "usum", CALL_REDUX_SUM, 'u' },
                                               { "min", MIN },
                                               { "max", MAX },
                                               { "umin", UMIN },
                                               { "umax", UMAX },
                                               END },
                              amd_words[] = { { "add_u32", SUM },  { "and_b32", AND },  { "or_b32", OR },
                                              { "xor_b32", XOR },  { "min_i32", MIN },  { "max_i32", MAX },
                                              { "min_u32", UMIN }, { "max_u32", UMAX }, END },
                              mlir_words[] = { { "add", SUM },       { "mul", PRODUCT },
                                               { "and", AND },       { "or", OR },
                                               { "xor", XOR },       { "minsi", MIN },
                                               { "maxsi", MAX },     { "minui", UMIN },
                                               { "maxui", UMAX },    { "minnumf", FMIN },
                                               { "maxnumf", FMAX },  { "minimumf", FMIN },
                                               { "maximumf", FMAX }, END },
                              glsl_words[] = { { "And", AND },     { "Or", OR },   { "Xor", XOR }, { "Add", SUM },
                                               { "Mul", PRODUCT }, { "Min", MIN }, { "Max", MAX }, END },
                              prefix_words[] = { { "Add", SUM }, { "Mul", PRODUCT }, END },
                              spirv_words[] = { { "IAdd", SUM },       { "FAdd", CALL_REDUX_SUM, 'f' },
                                                { "IMul", PRODUCT },   { "FMul", CALL_REDUX_PRODUCT, 'f' },
                                                { "SMin", MIN },       { "UMin", UMIN },
                                                { "FMin", FMIN },      { "SMax", MAX },
                                                { "UMax", UMAX },      { "FMax", FMAX },
                                                { "BitwiseAnd", AND }, { "BitwiseOr", OR },
                                                { "BitwiseXor", XOR }, END },
                              vote_words[] = { { "And", CALL_VOTE_ALL, 0 },
                                               { "Or", CALL_VOTE_ANY, 0 },
                                               { "Xor", CALL_VOTE_ODD, 0 },
                                               END },
                              logical_words[] = { { "and", CALL_VOTE_ALL, 0 },
                                                  { "or", CALL_VOTE_ANY, 0 },
                                                  { "xor", CALL_VOTE_ODD, 0 },
                                                  END },
                              hlsl_words[] = { { "BitAnd", AND },      { "BitOr", OR },
                                               { "BitXor", XOR },      { "Sum", SUM },
                                               { "Product", PRODUCT }, { "Min", MIN },
                                               { "Max", MAX },         END },
                              metal_words[] = { { "and", AND },         { "or", OR },   { "xor", XOR }, { "sum", SUM },
                                                { "product", PRODUCT }, { "min", MIN }, { "max", MAX }, END },
                              multi_words[] = { { "BitAnd", AND }, { "BitOr", OR },        { "BitXor", XOR },
                                                { "Sum", SUM },    { "Product", PRODUCT }, END },
                              more_words[] = { { "BitAnd", AND }, { "BitOr", OR }, { "BitXor", XOR },
                                               { "Min", MIN },    { "Max", MAX },  END },
                              wave_words[] = { { "Sum", SUM }, { "Product", PRODUCT }, END },
                              scan_words[] = { { "sum", SUM }, { "product", PRODUCT }, END };

#undef END

/* ---- The table */

#define BARRIERS(before, after, language, arguments, ...)                     \
    R(before "popc" after, language, BARRIER_COUNT, arguments, __VA_ARGS__),  \
        R(before "and" after, language, BARRIER_AND, arguments, __VA_ARGS__), \
        R(before "or" after, language, BARRIER_OR, arguments, __VA_ARGS__)
#define SYNCTHREADS(before, language, ...)                                  \
    R(before "count", language, BARRIER_COUNT, "q", .source = __VA_ARGS__), \
        R(before "and", language, BARRIER_AND, "q", .source = __VA_ARGS__), \
        R(before "or", language, BARRIER_OR, "q", .source = __VA_ARGS__)
#define SLOPES(x, y, language, arguments, free, fine, coarse, document)                              \
    R(x free, language, SLOPE_X, arguments, .source = document),                                     \
        R(x fine, language, SLOPE_X, arguments, .operand = CALL_SLOPE_FINE, .source = document),     \
        R(x coarse, language, SLOPE_X, arguments, .operand = CALL_SLOPE_COARSE, .source = document), \
        R(y free, language, SLOPE_Y, arguments, .source = document),                                 \
        R(y fine, language, SLOPE_Y, arguments, .operand = CALL_SLOPE_FINE, .source = document),     \
        R(y coarse, language, SLOPE_Y, arguments, .operand = CALL_SLOPE_COARSE, .source = document)
#define WIDTHS(name, language, arguments, document)                                                       \
    R(name, language, SLOPE_WIDTH, arguments, .source = document),                                        \
        R(name "Fine", language, SLOPE_WIDTH, arguments, .operand = CALL_SLOPE_FINE, .source = document), \
        R(name "Coarse", language, SLOPE_WIDTH, arguments, .operand = CALL_SLOPE_COARSE, .source = document)

const struct call_row call_rows[] = {
    FOUR("__shfl", "_sync", CUDA, "mvo[w", .source = GUIDE_DOC),
    FOUR("__shfl", "", CUDA, "vo[w", .source = GUIDE_DOC, .note = GONE),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vxocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),

    R("cuda::device::warp_shuffle_idx", CUDA, SHFL_IDX, "vo[m", .is_template = true, .source = WARP_DOC),
    R("cuda::device::warp_shuffle_up", CUDA, SHFL_UP, "vo[m", .is_template = true, .source = WARP_DOC),
    R("cuda::device::warp_shuffle_down", CUDA, SHFL_DOWN, "vo[m", .is_template = true, .source = WARP_DOC),
    R("cuda::device::warp_shuffle_xor", CUDA, SHFL_BFLY, "vo[m", .is_template = true, .source = WARP_DOC),
    R("cub::ShuffleUp", CUDA, SHFL_UP, "voTm", .is_template = true, .source = CUB_DOC "ShuffleUp"),
    R("cub::ShuffleDown", CUDA, SHFL_DOWN, "voTm", .is_template = true, .source = CUB_DOC "ShuffleDown"),
    R("cub::ShuffleIndex", CUDA, SHFL_IDX, "vom", .is_template = true, .source = CUB_DOC "ShuffleIndex"),

    R("packed_shfl_sync", CUDA, SHFL_IDX, "mvo", .source = KITTENS_DOC),
    R("packed_shfl_down_sync", CUDA, SHFL_DOWN, "mvo", .source = KITTENS_DOC),
    R("__kmpc_shuffle_int32", CUDA, SHFL_DOWN, "vow", .source = OPENMP_DOC),
    R("__kmpc_shuffle_int64", CUDA, SHFL_DOWN, "vow", .source = OPENMP_DOC),
    R("ompx_shfl_down_sync_*", CUDA, SHFL_DOWN, "mvow", .source = OPENMP_DOC),
    R("ompx_ballot_sync", CUDA, BALLOT, "mq", .source = OPENMP_DOC),
    R("__gpu_ballot", CUDA, BALLOT, "mq", .source = GPUINTRIN_DOC),
    R("__gpu_match_any_*", CUDA, MATCH_ANY, "mn", .source = GPUINTRIN_DOC),
    R("__ballot_sync", CUDA, BALLOT, "mq", .source = VOTE_DOC),
    R("__all_sync", CUDA, VOTE_ALL, "mq", .source = VOTE_DOC),
    R("__any_sync", CUDA, VOTE_ANY, "mq", .source = VOTE_DOC),
    R("__uni_sync", CUDA, VOTE_EQ, "mq", .source = "CUDA, sm_30_intrinsics.h"),
    R("__activemask", CUDA, BALLOT, "", .source = VOTE_DOC),
    R("__ballot", CUDA, BALLOT, "q", .source = VOTE_DOC, .note = GONE),
    R("__all", CUDA, VOTE_ALL, "q", .source = VOTE_DOC, .note = GONE),
    R("__any", CUDA, VOTE_ANY, "q", .source = VOTE_DOC, .note = GONE),
    R("__match_any_sync", CUDA, MATCH_ANY, "mn", .source = MATCH_DOC),
    R("__match_all_sync", CUDA, MATCH_ALL, "mnx", .source = MATCH_DOC),
    R("__reduce_$_sync", CUDA, REDUX, "mn", .words = six_words, .source = REDUCE_DOC),
    R("cuda::ptx::elect_sync", CUDA, VOTE_ELECT, "m", .source = "CCCL, cuda::ptx::elect_sync; PTX ISA, elect.sync"),

    FOUR(".shfl", "", GROUPS, "vo", .source = GROUPS_DOC),

    R(".ballot", GROUPS, BALLOT, "q", .source = GROUPS_DOC),
    R(".all", GROUPS, VOTE_ALL, "q", .source = GROUPS_DOC),
    R(".any", GROUPS, VOTE_ANY, "q", .source = GROUPS_DOC),
    R(".match_any", GROUPS, MATCH_ANY, "n", .source = GROUPS_DOC),
    R(".match_all", GROUPS, MATCH_ALL, "nx", .source = GROUPS_DOC),
    R("cg::reduce", GROUPS, REDUX, "xnO", .source = GROUPS_REDUCE_DOC),
    R("cooperative_groups::reduce", GROUPS, REDUX, "xnO", .source = GROUPS_REDUCE_DOC),
    R("cg::inclusive_scan", GROUPS, REDUX, "xn[O", .scan = CALL_INCLUSIVE, .source = GROUPS_SCAN_DOC),
    R("cg::exclusive_scan", GROUPS, REDUX, "xn[O", .scan = CALL_EXCLUSIVE, .source = GROUPS_SCAN_DOC),

    R("rocprim::warp_shuffle", HIP, SHFL_IDX, "vo[w", .source = ROCPRIM_DOC),
    R("rocprim::warp_shuffle_up", HIP, SHFL_UP, "vo[w", .source = ROCPRIM_DOC),
    R("rocprim::warp_shuffle_down", HIP, SHFL_DOWN, "vo[w", .source = ROCPRIM_DOC),
    R("rocprim::warp_shuffle_xor", HIP, SHFL_BFLY, "vo[w", .source = ROCPRIM_DOC),
    R("__match_any", HIP, MATCH_ANY, "n", .source = HIP_DOC),
    R("__match_all", HIP, MATCH_ALL, "nx", .source = HIP_DOC),

    R("__builtin_amdgcn_ballot_w32", AMDGCN, BALLOT, "q", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_ballot_w64", AMDGCN, BALLOT, "q", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_inverse_ballot_w32", AMDGCN, MASK_OWN, "b", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_inverse_ballot_w64", AMDGCN, MASK_OWN, "b", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_uicmp", AMDGCN, BALLOT, "ABI", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_sicmp", AMDGCN, BALLOT, "ABI", .source = AMDGCN_BUILTIN_DOC),
    R("__builtin_amdgcn_wave_reduce_$", AMDGCN, REDUX, "nx", .words = amd_words, .source = AMDGCN_BUILTIN_DOC),
    R("llvm.amdgcn.ballot.*", AMDGCN, BALLOT, "q", .source = AMDGCN_DOC),
    R("llvm.amdgcn.inverse.ballot.*", AMDGCN, MASK_OWN, "b", .source = AMDGCN_DOC),
    R("llvm.amdgcn.icmp.*", AMDGCN, BALLOT, "ABI", .source = AMDGCN_DOC),
    R("llvm.amdgcn.wave.reduce.$.*", AMDGCN, REDUX, "nx", .words = umin_words, .source = AMDGCN_DOC),

    FOUR("cuda.shfl", "_sync", NUMBA, "mvo", .source = NUMBA_DOC),
    R("cuda.ballot_sync", NUMBA, BALLOT, "mq", .source = NUMBA_DOC),
    R("cuda.all_sync", NUMBA, VOTE_ALL, "mq", .source = NUMBA_DOC),
    R("cuda.any_sync", NUMBA, VOTE_ANY, "mq", .source = NUMBA_DOC),
    R("cuda.eq_sync", NUMBA, VOTE_EQ, "mq", .source = NUMBA_DOC),
    R("cuda.activemask", NUMBA, BALLOT, "", .source = NUMBA_DOC),
    R("cuda.match_any_sync", NUMBA, MATCH_ANY, "mn", .source = NUMBA_DOC),
    R("cuda.match_all_sync", NUMBA, MATCH_ALL, "mn", .source = NUMBA_DOC),

    R("CUDA.shfl_sync", JULIA, SHFL_IDX, "mvk[w", .source = JULIA_DOC, .note = FROM_ONE),
    R("shfl_sync", JULIA, SHFL_IDX, "mvk[w", .source = JULIA_DOC, .note = FROM_ONE),
    R("shfl_up_sync", JULIA, SHFL_UP, "mvo[w", .source = JULIA_DOC),
    R("shfl_down_sync", JULIA, SHFL_DOWN, "mvo[w", .source = JULIA_DOC),
    R("shfl_xor_sync", JULIA, SHFL_BFLY, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_up_sync", JULIA, SHFL_UP, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_down_sync", JULIA, SHFL_DOWN, "mvo[w", .source = JULIA_DOC),
    R("CUDA.shfl_xor_sync", JULIA, SHFL_BFLY, "mvo[w", .source = JULIA_DOC),
    JULIA_VOTES("vote_"),
    JULIA_VOTES("CUDA.vote_"),

    MODES("llvm.nvvm.shfl.sync.", ".*", NVVM, "mvoc", .source = NVVM_DOC),
    R("llvm.nvvm.shfl.sync.i32", NVVM, SHFL_IDX, "mMvoc", .source = "NVVM IR Specification 1.x, llvm.nvvm.shfl.sync"),
    MODES("llvm.nvvm.shfl.", ".*", NVVM, "voc", .source = NVVM_DOC, .note = GONE),
    MODES("__nvvm_shfl_sync_", "_*", NVVM, "mvoc[x", .source = NVVM_DOC),
    MODES("__nvvm_shfl_", "_*", NVVM, "voc[x", .source = NVVM_DOC, .note = GONE),

    R("llvm.nvvm.vote.all.sync", NVVM, VOTE_ALL, "mq", .source = NVVM_VOTE_DOC),
    R("llvm.nvvm.vote.any.sync", NVVM, VOTE_ANY, "mq", .source = NVVM_VOTE_DOC),
    R("llvm.nvvm.vote.uni.sync", NVVM, VOTE_EQ, "mq", .source = NVVM_VOTE_DOC),
    R("llvm.nvvm.vote.ballot.sync", NVVM, BALLOT, "mq", .source = NVVM_VOTE_DOC),
    R("llvm.nvvm.vote.all", NVVM, VOTE_ALL, "q", .source = NVVM_VOTE_DOC, .note = GONE),
    R("llvm.nvvm.vote.any", NVVM, VOTE_ANY, "q", .source = NVVM_VOTE_DOC, .note = GONE),
    R("llvm.nvvm.vote.uni", NVVM, VOTE_EQ, "q", .source = NVVM_VOTE_DOC, .note = GONE),
    R("llvm.nvvm.vote.ballot", NVVM, BALLOT, "q", .source = NVVM_VOTE_DOC, .note = GONE),
    R("llvm.nvvm.match.any.sync.*", NVVM, MATCH_ANY, "mn", .source = NVVM_MATCH_DOC),
    R("llvm.nvvm.match.all.sync.*", NVVM, MATCH_ALL, "mn", .source = NVVM_MATCH_DOC),
    R("llvm.nvvm.redux.sync.$", NVVM, REDUX, "nm", .words = umin_words, .source = NVVM_REDUX_DOC),
    R("llvm.nvvm.activemask", NVVM, BALLOT, "", .source = "LLVM, User Guide for NVPTX Back-end; PTX ISA, activemask"),
    R("llvm.nvvm.elect.sync", NVVM, VOTE_ELECT, "m",
      .source = "LLVM, User Guide for NVPTX Back-end; PTX ISA, elect.sync"),

    MODES("nvvm.shfl.sync ", "", MLIR, "mvoc", .source = MLIR_NVVM_DOC),
    R("nvvm.vote.sync all", MLIR, VOTE_ALL, "mq", .source = MLIR_VOTE_DOC),
    R("nvvm.vote.sync any", MLIR, VOTE_ANY, "mq", .source = MLIR_VOTE_DOC),
    R("nvvm.vote.sync uni", MLIR, VOTE_EQ, "mq", .source = MLIR_VOTE_DOC),
    R("nvvm.vote.sync ballot", MLIR, BALLOT, "mq", .source = MLIR_VOTE_DOC),
    R("nvvm.match.sync any", MLIR, MATCH_ANY, "mn", .source = MLIR_MATCH_DOC),
    R("nvvm.match.sync all", MLIR, MATCH_ALL, "mn", .source = MLIR_MATCH_DOC),
    R("nvvm.redux.sync $", MLIR, REDUX, "nm", .words = umin_words, .source = MLIR_REDUX_DOC),
    R("nvvm.elect.sync", MLIR, VOTE_ELECT, "", .source = MLIR_ELECT_DOC),
    R("nvvm.elect.sync", MLIR, VOTE_ELECT, "m", .source = MLIR_ELECT_DOC),
    R("rocdl.ballot", MLIR, BALLOT, "q", .source = "MLIR, dialect rocdl, rocdl.ballot; " AMDGCN_DOC),
    R("gpu.rotate", MLIR, ROTATE, "vow", .source = "MLIR, dialect gpu, gpu.rotate"),
    R("gpu.subgroup_reduce $", MLIR, REDUX, "n", .words = mlir_words, .source = MLIR_REDUCE_DOC),
    R("gpu.shuffle idx", MLIR, SELECT, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle up", MLIR, UP, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle down", MLIR, DOWN, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),
    R("gpu.shuffle xor", MLIR, XOR, "vop", .undefined = BEYOND, .source = MLIR_GPU_DOC),

    R("cute.arch.shuffle_sync", CUTE, SHFL_IDX, "vo[mc", .source = CUTE_DOC),
    R("cute.arch.shuffle_sync_up", CUTE, SHFL_UP, "vo[mc", .source = CUTE_DOC),
    R("cute.arch.shuffle_sync_down", CUTE, SHFL_DOWN, "vo[mc", .source = CUTE_DOC),
    R("cute.arch.shuffle_sync_bfly", CUTE, SHFL_BFLY, "vo[mc", .source = CUTE_DOC),
    R("cute.arch.elect_one", CUTE, VOTE_ELECT, "", .source = CUTE_DOC),
    R("warp.shuffle_idx", MOJO, SELECT, "vo", .undefined = BEYOND, .source = MOJO_DOC),
    R("warp.shuffle_up", MOJO, UP, "vo", .undefined = BEYOND, .source = MOJO_DOC),
    R("warp.shuffle_down", MOJO, DOWN, "vo", .undefined = BEYOND, .source = MOJO_DOC),
    R("warp.shuffle_xor", MOJO, XOR, "vo", .undefined = BEYOND, .source = MOJO_DOC),

    R("T.shfl_sync", TILELANG, SHFL_IDX, "vo[wm", .source = TILELANG_DOC),
    R("T.shfl_up", TILELANG, SHFL_UP, "vo[wm", .source = TILELANG_DOC),
    R("T.shfl_down", TILELANG, SHFL_DOWN, "vo[wm", .source = TILELANG_DOC),
    R("T.shfl_xor", TILELANG, SHFL_BFLY, "vo[wm", .source = TILELANG_DOC),
    R("T.any_sync", TILELANG, VOTE_ANY, "q[m", .source = TILELANG_DOC),
    R("T.all_sync", TILELANG, VOTE_ALL, "q[m", .source = TILELANG_DOC),
    R("T.ballot_sync", TILELANG, BALLOT, "q[m", .source = TILELANG_DOC),
    R("T.match_any_sync", TILELANG, MATCH_ANY, "n[m", .source = TILELANG_DOC),
    R("T.match_all_sync", TILELANG, MATCH_ALL, "n[m", .source = TILELANG_DOC),
    OXIDE("", "vo"),
    OXIDE("_f32", "vo"),
    OXIDE("_sync", "mvo"),
    OXIDE("_f32_sync", "mvo"),
    FOUR("alpaka::warp::shfl", "", ALPAKA, "xvo[w", .source = ALPAKA_DOC),
    R("alpaka::warp::ballot", ALPAKA, BALLOT, "xq", .source = ALPAKA_DOC),
    R("alpaka::warp::all", ALPAKA, VOTE_ALL, "xq", .source = ALPAKA_DOC),
    R("alpaka::warp::any", ALPAKA, VOTE_ANY, "xq", .source = ALPAKA_DOC),
    R("alpaka::warp::activemask", ALPAKA, BALLOT, "x", .source = ALPAKA_DOC),

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

    R("subgroupBallot", GLSL, BALLOT, "q", .source = GLSL_SPIRV_DOC "Ballot"),
    R("subgroupAll", GLSL, VOTE_ALL, "q", .source = GLSL_SPIRV_DOC "All"),
    R("subgroupAny", GLSL, VOTE_ANY, "q", .source = GLSL_SPIRV_DOC "Any"),
    R("subgroupAllEqual", GLSL, EQUAL, "n", .source = GLSL_SPIRV_DOC "AllEqual"),
    R("subgroupQuadAll", GLSL, VOTE_ALL, "q", .width = 4, .source = QUAD_CONTROL_DOC "AllKHR"),
    R("subgroupQuadAny", GLSL, VOTE_ANY, "q", .width = 4, .source = QUAD_CONTROL_DOC "AnyKHR"),
    R("subgroupElect", GLSL, VOTE_ELECT, "", .source = GLSL_SPIRV_DOC "Elect"),
    R("subgroupInverseBallot", GLSL, MASK_OWN, "b", .source = GLSL_SPIRV_DOC "InverseBallot"),
    R("subgroupBallotBitCount", GLSL, MASK_BITS, "b", .source = GLSL_SPIRV_DOC "BallotBitCount"),
    R("subgroupBallotInclusiveBitCount", GLSL, MASK_BITS, "b", .scan = CALL_INCLUSIVE,
      .source = GLSL_SPIRV_DOC "BallotBitCount"),
    R("subgroupBallotExclusiveBitCount", GLSL, MASK_BITS, "b", .scan = CALL_EXCLUSIVE,
      .source = GLSL_SPIRV_DOC "BallotBitCount"),
    R("subgroupBallotFindLSB", GLSL, MASK_LOWEST, "b", .undefined = NO_BIT, .source = GLSL_SPIRV_DOC "BallotFindLSB"),
    R("subgroupBallotFindMSB", GLSL, MASK_HIGHEST, "b", .undefined = NO_BIT, .source = GLSL_SPIRV_DOC "BallotFindMSB"),
    R("subgroup$", GLSL, REDUX, "n", .words = glsl_words, .source = ARITHMETIC_DOC "Arithmetic"),
    R("subgroupInclusive$", GLSL, REDUX, "n", .words = glsl_words, .scan = CALL_INCLUSIVE,
      .source = ARITHMETIC_DOC "Arithmetic"),
    R("subgroupExclusive$", GLSL, REDUX, "n", .words = glsl_words, .scan = CALL_EXCLUSIVE,
      .source = ARITHMETIC_DOC "Arithmetic"),
    R("subgroupClustered$", GLSL, REDUX, "nw", .words = glsl_words, .source = ARITHMETIC_DOC "Clustered"),

    R("subgroupPrefixInclusive$", GLSL, REDUX, "n", .words = prefix_words, .scan = CALL_INCLUSIVE, .source = NAGA_DOC),
    R("subgroupPrefixExclusive$", GLSL, REDUX, "n", .words = prefix_words, .scan = CALL_EXCLUSIVE, .source = NAGA_DOC),
    R("subgroupBallotBitExtract", GLSL, MASK_BIT, "bo", .source = GLSL_SPIRV_DOC "BallotBitExtract"),
    R("subgroupPartitionNV", GLSL, MATCH_ANY, "n", .source = PARTITIONED_DOC),
    R("subgroupPartitioned$NV", GLSL, REDUX, "ng", .words = glsl_words, .source = PARTITIONED_DOC),
    R("subgroupPartitionedInclusive$NV", GLSL, REDUX, "ng", .words = glsl_words, .scan = CALL_INCLUSIVE,
      .source = PARTITIONED_DOC),
    R("subgroupPartitionedExclusive$NV", GLSL, REDUX, "ng", .words = glsl_words, .scan = CALL_EXCLUSIVE,
      .source = PARTITIONED_DOC),
    R("ballotARB", GLSL, BALLOT, "q", .source = ARB_BALLOT_DOC),
    R("readInvocationARB", GLSL, SELECT, "vo", .undefined = BEYOND, .source = ARB_BALLOT_DOC),
    R("readFirstInvocationARB", GLSL, FIRST, "v", .source = ARB_BALLOT_DOC),
    R("anyInvocationARB", GLSL, VOTE_ANY, "q", .source = ARB_VOTE_DOC),
    R("allInvocationsARB", GLSL, VOTE_ALL, "q", .source = ARB_VOTE_DOC),
    R("allInvocationsEqualARB", GLSL, VOTE_EQ, "q", .source = ARB_VOTE_DOC),

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
    R("OpGroupNonUniformBallot", SPIRV, BALLOT, "xxq", .source = GLSL_SPIRV_DOC "Ballot"),
    R("OpGroupNonUniformAll", SPIRV, VOTE_ALL, "xxq", .source = GLSL_SPIRV_DOC "All"),
    R("OpGroupNonUniformAny", SPIRV, VOTE_ANY, "xxq", .source = GLSL_SPIRV_DOC "Any"),
    R("OpGroupNonUniformAllEqual", SPIRV, EQUAL, "xxn", .source = GLSL_SPIRV_DOC "AllEqual"),
    R("OpGroupNonUniformQuadAllKHR", SPIRV, VOTE_ALL, "xq", .width = 4, .source = QUAD_CONTROL_DOC "AllKHR"),
    R("OpGroupNonUniformQuadAnyKHR", SPIRV, VOTE_ANY, "xq", .width = 4, .source = QUAD_CONTROL_DOC "AnyKHR"),
    R("OpGroupNonUniformLogical$", SPIRV, REDUX, "xxGq[w", .words = vote_words, .source = ARITHMETIC_DOC "Arithmetic"),
    R("OpGroupNonUniformBallotBitExtract", SPIRV, MASK_BIT, "xxbo", .source = GLSL_SPIRV_DOC "BallotBitExtract"),
    R("OpGroupNonUniformPartitionNV", SPIRV, MATCH_ANY, "xn", .source = "SPV_NV_shader_subgroup_partitioned"),
    R("OpSubgroupBallotKHR", SPIRV, BALLOT, "xq", .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupFirstInvocationKHR", SPIRV, FIRST, "xv", .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupReadInvocationKHR", SPIRV, SELECT, "xvo", .undefined = BEYOND, .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupAllKHR", SPIRV, VOTE_ALL, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpSubgroupAnyKHR", SPIRV, VOTE_ANY, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpSubgroupAllEqualKHR", SPIRV, VOTE_EQ, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpGroupNonUniformElect", SPIRV, VOTE_ELECT, "xx", .source = GLSL_SPIRV_DOC "Elect"),
    R("OpGroupNonUniformInverseBallot", SPIRV, MASK_OWN, "xxb", .source = GLSL_SPIRV_DOC "InverseBallot"),
    R("OpGroupNonUniformBallotBitCount", SPIRV, MASK_BITS, "xxGb", .source = GLSL_SPIRV_DOC "BallotBitCount"),
    R("OpGroupNonUniformBallotFindLSB", SPIRV, MASK_LOWEST, "xxb", .undefined = NO_BIT,
      .source = GLSL_SPIRV_DOC "BallotFindLSB"),
    R("OpGroupNonUniformBallotFindMSB", SPIRV, MASK_HIGHEST, "xxb", .undefined = NO_BIT,
      .source = GLSL_SPIRV_DOC "BallotFindMSB"),
    R("OpGroupNonUniform$", SPIRV, REDUX, "xxGn[w", .words = spirv_words, .source = ARITHMETIC_DOC "Arithmetic"),
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

    R("sub_group_all", OPENCL, VOTE_ALL, "q", .needs_all = true, .undefined = NOT_ALL, .source = CL_GROUP_DOC),
    R("sub_group_any", OPENCL, VOTE_ANY, "q", .needs_all = true, .undefined = NOT_ALL, .source = CL_GROUP_DOC),
    R("sub_group_reduce_$", OPENCL, REDUX, "n", .words = seven_words, .needs_all = true, .undefined = NOT_ALL,
      .source = CL_GROUP_DOC),
    R("sub_group_scan_inclusive_$", OPENCL, REDUX, "n", .words = seven_words, .scan = CALL_INCLUSIVE, .needs_all = true,
      .undefined = NOT_ALL, .source = CL_GROUP_DOC),
    R("sub_group_scan_exclusive_$", OPENCL, REDUX, "n", .words = seven_words, .scan = CALL_EXCLUSIVE, .needs_all = true,
      .undefined = NOT_ALL, .source = CL_GROUP_DOC),
    R("sub_group_reduce_logical_$", OPENCL, REDUX, "q", .words = logical_words, .needs_all = true, .undefined = NOT_ALL,
      .source = CL_UNIFORM_DOC),
    R("sub_group_scan_inclusive_logical_$", OPENCL, REDUX, "q", .words = logical_words, .scan = CALL_INCLUSIVE,
      .needs_all = true, .undefined = NOT_ALL, .source = CL_UNIFORM_DOC),
    R("sub_group_scan_exclusive_logical_$", OPENCL, REDUX, "q", .words = logical_words, .scan = CALL_EXCLUSIVE,
      .needs_all = true, .undefined = NOT_ALL, .source = CL_UNIFORM_DOC),
    R("sub_group_ballot_bit_extract", OPENCL, MASK_BIT, "bo", .source = CL_DOC "ballot"),
    R("sub_group_elect", OPENCL, VOTE_ELECT, "", .source = CL_DOC "non_uniform_vote"),
    R("sub_group_non_uniform_all", OPENCL, VOTE_ALL, "q", .source = CL_DOC "non_uniform_vote"),
    R("sub_group_non_uniform_any", OPENCL, VOTE_ANY, "q", .source = CL_DOC "non_uniform_vote"),
    R("sub_group_non_uniform_all_equal", OPENCL, EQUAL, "n", .source = CL_DOC "non_uniform_vote"),
    R("sub_group_ballot", OPENCL, BALLOT, "q", .source = CL_DOC "ballot"),
    R("sub_group_inverse_ballot", OPENCL, MASK_OWN, "b", .source = CL_DOC "ballot"),
    R("sub_group_ballot_bit_count", OPENCL, MASK_BITS, "b", .source = CL_DOC "ballot"),
    R("sub_group_ballot_inclusive_scan", OPENCL, MASK_BITS, "b", .scan = CALL_INCLUSIVE, .source = CL_DOC "ballot"),
    R("sub_group_ballot_exclusive_scan", OPENCL, MASK_BITS, "b", .scan = CALL_EXCLUSIVE, .source = CL_DOC "ballot"),
    R("sub_group_ballot_find_lsb", OPENCL, MASK_LOWEST, "b", .undefined = NO_BIT, .source = CL_DOC "ballot"),
    R("sub_group_ballot_find_msb", OPENCL, MASK_HIGHEST, "b", .undefined = NO_BIT, .source = CL_DOC "ballot"),
    R("sub_group_non_uniform_reduce_logical_$", OPENCL, REDUX, "q", .words = logical_words, .source = CL_ARITHMETIC),
    R("sub_group_non_uniform_scan_inclusive_logical_$", OPENCL, REDUX, "q", .words = logical_words,
      .scan = CALL_INCLUSIVE, .source = CL_ARITHMETIC),
    R("sub_group_non_uniform_scan_exclusive_logical_$", OPENCL, REDUX, "q", .words = logical_words,
      .scan = CALL_EXCLUSIVE, .source = CL_ARITHMETIC),
    R("sub_group_clustered_reduce_logical_$", OPENCL, REDUX, "qw", .words = logical_words,
      .source = CL_DOC "clustered_reduce"),
    R("sub_group_non_uniform_reduce_$", OPENCL, REDUX, "n", .words = seven_words, .source = CL_ARITHMETIC),
    R("sub_group_non_uniform_scan_inclusive_$", OPENCL, REDUX, "n", .words = seven_words, .scan = CALL_INCLUSIVE,
      .source = CL_ARITHMETIC),
    R("sub_group_non_uniform_scan_exclusive_$", OPENCL, REDUX, "n", .words = seven_words, .scan = CALL_EXCLUSIVE,
      .source = CL_ARITHMETIC),
    R("sub_group_clustered_reduce_$", OPENCL, REDUX, "nw", .words = seven_words, .source = CL_DOC "clustered_reduce"),

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

    DPCT("", "xvo[w"),
    DPCT("experimental::", "mxvo[w"),
    R("__spirv_GroupNonUniformShuffle", SYCL, SELECT, "xvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "Shuffle"),
    R("__spirv_GroupNonUniformShuffleXor", SYCL, XOR, "xvo", .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "ShuffleXor"),
    R("__spirv_GroupNonUniformShuffleUp", SYCL, UP, "xvo", .undefined = BEYOND, .source = GLSL_SPIRV_DOC "ShuffleUp"),
    R("__spirv_GroupNonUniformShuffleDown", SYCL, DOWN, "xvo", .undefined = BEYOND,
      .source = GLSL_SPIRV_DOC "ShuffleDown"),
    R("__spirv_SubgroupShuffleINTEL", SYCL, SELECT, "vo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("__spirv_SubgroupShuffleXorINTEL", SYCL, XOR, "vo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("__spirv_SubgroupShuffleUpINTEL", SYCL, FILL_UP, "fvo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),
    R("__spirv_SubgroupShuffleDownINTEL", SYCL, FILL_DOWN, "vfo", .undefined = BEYOND, .source = "SPV_INTEL_subgroups"),

    R("all_of_group", SYCL, VOTE_ALL, "xq", .needs_all = true, .undefined = NOT_ALL, .source = SYCL2020_DOC),
    R("any_of_group", SYCL, VOTE_ANY, "xq", .needs_all = true, .undefined = NOT_ALL, .source = SYCL2020_DOC),
    R("none_of_group", SYCL, VOTE_NONE, "xq", .needs_all = true, .undefined = NOT_ALL, .source = SYCL2020_DOC),
    R("reduce_over_group", SYCL, REDUX, "xnO", .needs_all = true, .undefined = NOT_ALL, .source = SYCL2020_DOC),
    R("inclusive_scan_over_group", SYCL, REDUX, "xnO", .scan = CALL_INCLUSIVE, .needs_all = true, .undefined = NOT_ALL,
      .source = SYCL2020_DOC),
    R("exclusive_scan_over_group", SYCL, REDUX, "xnO", .scan = CALL_EXCLUSIVE, .needs_all = true, .undefined = NOT_ALL,
      .source = SYCL2020_DOC),
    R("group_ballot", SYCL, BALLOT, "xq", .source = "SYCL extension sycl_ext_oneapi_sub_group_mask"),

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

    R("QuadAny", HLSL, VOTE_ANY, "q", .width = 4, .source = "HLSL Shader Model 6.7, Quad Any and All"),
    R("QuadAll", HLSL, VOTE_ALL, "q", .width = 4, .source = "HLSL Shader Model 6.7, Quad Any and All"),
    R("WaveActiveBallot", HLSL, BALLOT, "q", .source = HLSL_DOC),
    R("WaveActiveAllTrue", HLSL, VOTE_ALL, "q", .source = HLSL_DOC),
    R("WaveActiveAnyTrue", HLSL, VOTE_ANY, "q", .source = HLSL_DOC),
    R("WaveActiveAllEqual", HLSL, EQUAL, "n", .source = HLSL_DOC),
    R("WaveIsFirstLane", HLSL, VOTE_ELECT, "", .source = HLSL_DOC),
    R("WaveActiveCountBits", HLSL, BALLOT_BITS, "q", .source = HLSL_DOC),
    R("WavePrefixCountBits", HLSL, BALLOT_BITS, "q", .scan = CALL_EXCLUSIVE, .source = HLSL_DOC),
    R("WaveMatch", HLSL, MATCH_ANY, "n", .source = HLSL_65_DOC),
    R("WaveMultiPrefix$", HLSL, REDUX, "ng", .words = multi_words, .scan = CALL_EXCLUSIVE, .source = HLSL_65_DOC),
    R("WaveMultiPrefixCountBits", HLSL, BALLOT_BITS, "qg", .scan = CALL_EXCLUSIVE, .source = HLSL_65_DOC),
    R("WaveActive$", HLSL, REDUX, "n", .words = hlsl_words, .source = HLSL_DOC),
    R("WavePrefix$", HLSL, REDUX, "n", .words = wave_words, .scan = CALL_EXCLUSIVE, .source = HLSL_DOC),

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

    R("quad_ballot", METAL, BALLOT, "q", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_is_first", METAL, VOTE_ELECT, "", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_all", METAL, VOTE_ALL, "q", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_any", METAL, VOTE_ANY, "q", .width = 4, .source = METAL_QUAD_DOC),
    R("quad_$", METAL, REDUX, "n", .width = 4, .words = metal_words, .source = METAL_QUAD_DOC),
    R("quad_prefix_inclusive_$", METAL, REDUX, "n", .width = 4, .words = scan_words, .scan = CALL_INCLUSIVE,
      .source = METAL_QUAD_DOC),
    R("quad_prefix_exclusive_$", METAL, REDUX, "n", .width = 4, .words = scan_words, .scan = CALL_EXCLUSIVE,
      .source = METAL_QUAD_DOC),

    R("simd_ballot", METAL, BALLOT, "q", .source = METAL_DOC),
    R("simd_all", METAL, VOTE_ALL, "q", .source = METAL_DOC),
    R("simd_any", METAL, VOTE_ANY, "q", .source = METAL_DOC),
    R("simd_is_first", METAL, VOTE_ELECT, "", .source = METAL_DOC),
    R("simd_active_threads_mask", METAL, BALLOT, "", .source = METAL_DOC),
    R("simd_$", METAL, REDUX, "n", .words = metal_words, .source = METAL_DOC),
    R("simd_prefix_inclusive_$", METAL, REDUX, "n", .words = scan_words, .scan = CALL_INCLUSIVE, .source = METAL_DOC),
    R("simd_prefix_exclusive_$", METAL, REDUX, "n", .words = scan_words, .scan = CALL_EXCLUSIVE, .source = METAL_DOC),

    R("WaveShuffle", SLANG, SELECT, "vo", .undefined = BEYOND, .source = SLANG_DOC),
    R("WaveBroadcastLaneAt", SLANG, BROADCAST, "vo", .undefined = BEYOND, .source = SLANG_DOC),
    R("WaveRotate", SLANG, ROTATE, "vo", .source = SLANG_DOC),
    R("WaveClusteredRotate", SLANG, ROTATE, "vow", .source = SLANG_DOC),
    R("WaveGetActiveMulti", SLANG, BALLOT, "", .source = SLANG_DOC),
    R("WaveGetConvergedMulti", SLANG, BALLOT, "", .source = SLANG_DOC),
    R("WavePrefix$", SLANG, REDUX, "n", .words = more_words, .scan = CALL_EXCLUSIVE, .source = SLANG_DOC),
    R("WaveMulti$", SLANG, REDUX, "ng", .words = hlsl_words, .source = SLANG_DOC),
    R("WaveMultiPrefixInclusive$", SLANG, REDUX, "ng", .words = hlsl_words, .scan = CALL_INCLUSIVE,
      .source = SLANG_DOC),
    R("WaveMultiPrefixExclusive$", SLANG, REDUX, "ng", .words = hlsl_words, .scan = CALL_EXCLUSIVE,
      .source = SLANG_DOC),
    R("WaveGetConvergedMask", SLANG, BALLOT, "", .source = SLANG_DOC),
    R("WaveGetActiveMask", SLANG, BALLOT, "", .source = SLANG_DOC),
    R("WaveMaskIsFirstLane", SLANG, VOTE_ELECT, "m", .source = SLANG_DOC),
    R("WaveMaskAllTrue", SLANG, VOTE_ALL, "mq", .source = SLANG_DOC),
    R("WaveMaskAnyTrue", SLANG, VOTE_ANY, "mq", .source = SLANG_DOC),
    R("WaveMaskBallot", SLANG, BALLOT, "mq", .source = SLANG_DOC),
    R("WaveMaskCountBits", SLANG, BALLOT_BITS, "mq", .source = SLANG_DOC),
    R("WaveMaskPrefixCountBits", SLANG, BALLOT_BITS, "mq", .scan = CALL_EXCLUSIVE, .source = SLANG_DOC),
    R("WaveMaskMatch", SLANG, MATCH_ANY, "mn", .source = SLANG_DOC),
    R("WaveMaskAllEqual", SLANG, EQUAL, "mn", .source = SLANG_DOC),
    R("WaveMask$", SLANG, REDUX, "mn", .words = hlsl_words, .source = SLANG_DOC),
    R("WaveMaskPrefix$", SLANG, REDUX, "mn", .words = hlsl_words, .scan = CALL_EXCLUSIVE, .source = SLANG_DOC),
    R("WaveMaskReadLaneFirst", SLANG, FIRST, "mv", .source = SLANG_DOC),
    R("WaveMaskBroadcastLaneAt", SLANG, BROADCAST, "mvo", .undefined = BEYOND, .source = SLANG_DOC),
    R("WaveMaskReadLaneAt", SLANG, SELECT, "mvo", .undefined = BEYOND, .source = SLANG_DOC),
    R("WaveMaskShuffle", SLANG, SELECT, "mvo", .undefined = BEYOND, .source = SLANG_DOC),

    R("dx.op.waveReadLaneAt.*", DXIL, SELECT, "xvo", .undefined = BEYOND, .source = DXIL_DOC),
    R("dx.op.waveReadLaneFirst.*", DXIL, FIRST, "xv", .source = DXIL_DOC),
    R("dx.op.quadReadLaneAt.*", DXIL, BROADCAST, "xvo", .width = 4, .undefined = BEYOND, .source = DXIL_DOC),
    R("dx.op.waveActiveBallot", DXIL, BALLOT, "xq", .source = DXIL_DOC),
    R("dx.op.waveAnyTrue", DXIL, VOTE_ANY, "xq", .source = DXIL_DOC),
    R("dx.op.waveAllTrue", DXIL, VOTE_ALL, "xq", .source = DXIL_DOC),
    R("dx.op.waveActiveAllEqual.*", DXIL, EQUAL, "xn", .source = DXIL_DOC),
    R("dx.op.waveIsFirstLane", DXIL, VOTE_ELECT, "x", .source = DXIL_DOC),
    R("air.simd_shuffle.*", AIR, SELECT, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("air.simd_shuffle_xor.*", AIR, XOR, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("air.simd_shuffle_up.*", AIR, UP, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("air.simd_shuffle_down.*", AIR, DOWN, "vo", .undefined = BEYOND, .source = METAL_DOC),
    R("air.simd_broadcast.*", AIR, BROADCAST, "vo", .undefined = BEYOND, .source = METAL_DOC),
    WAVE_IR("llvm.dx.wave."),
    WAVE_IR("llvm.spv.wave."),

    SYNCTHREADS("__syncthreads_", CUDA, SYNC_DOC),
    SYNCTHREADS("cuda.syncthreads_", NUMBA, "Numba for CUDA GPUs, section Synchronization"),
    SYNCTHREADS("sync_threads_", JULIA, "CUDA.jl, section Synchronization"),
    SYNCTHREADS("CUDA.sync_threads_", JULIA, "CUDA.jl, section Synchronization"),
    BARRIERS("llvm.nvvm.barrier0.", "", NVVM, "q", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", ".aligned.all", NVVM, "xq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", ".aligned.count", NVVM, "xtq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", ".all", NVVM, "xq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", ".count", NVVM, "xtq", .source = NVVM_BARRIER_DOC),
    BARRIERS("__nvvm_bar0_", "", NVVM, "q", .source = NVVM_BARRIER_DOC),
    BARRIERS("nvvm.barrier #nvvm.reduction<", ">", MLIR, "q",
             .source = "MLIR, dialect nvvm, nvvm.barrier; PTX ISA, barrier.red"),

    R(".Offset", CUDA, BLOCK_OFFSET, "nx[o", .operand = 1, .source = BLOCK_DOC),
    R(".Rotate", CUDA, BLOCK_ROTATE, "nx[o", .operand = 1, .source = BLOCK_DOC),
    R(".Up", CUDA, BLOCK_UP, "nx[x", .source = BLOCK_DOC),
    R(".Down", CUDA, BLOCK_DOWN, "nx[x", .source = BLOCK_DOC),
    R(".offset", HIP, BLOCK_OFFSET, "nx[o", .operand = 1, .source = ROCPRIM_BLOCK_DOC),
    R(".rotate", HIP, BLOCK_ROTATE, "nx[o", .operand = 1, .source = ROCPRIM_BLOCK_DOC),
    R(".up", HIP, BLOCK_UP, "nx[x", .source = ROCPRIM_BLOCK_DOC),
    R(".down", HIP, BLOCK_DOWN, "nx[x", .source = ROCPRIM_BLOCK_DOC),

    R("llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16", NVVM, MOVMATRIX, "n",
      .source = "LLVM, User Guide for NVPTX Back-end; PTX ISA, movmatrix"),

    SLOPES("dFdx", "dFdy", GLSL, "n", "", "Fine", "Coarse", GLSL_SLOPE_DOC),
    WIDTHS("fwidth", GLSL, "n", GLSL_SLOPE_DOC),
    SLOPES("OpDPdx", "OpDPdy", SPIRV, "xn", "", "Fine", "Coarse", SPIRV_SLOPE_DOC),
    WIDTHS("OpFwidth", SPIRV, "xn", SPIRV_SLOPE_DOC),
    SLOPES("dpdx", "dpdy", WGSL, "n", "", "Fine", "Coarse", WGSL_SLOPE_DOC),
    SLOPES("ddx", "ddy", HLSL, "n", "", "_fine", "_coarse", HLSL_SLOPE_DOC "ddx and ddy"),
    R("dfdx", METAL, SLOPE_X, "n", .source = METAL_SLOPE_DOC),
    R("dfdy", METAL, SLOPE_Y, "n", .source = METAL_SLOPE_DOC),
};
const unsigned call_rows_count = sizeof call_rows / sizeof call_rows[0];

const char *const call_language_name[CALL_LANGUAGES] = {
    [CALL_CUDA] = "CUDA",
    [CALL_GROUPS] = "CUDA's cooperative groups",
    [CALL_HIP] = "HIP",
    [CALL_AMDGCN] = "LLVM's AMDGCN",
    [CALL_NUMBA] = "Numba",
    [CALL_JULIA] = "Julia",
    [CALL_NVVM] = "LLVM's NVVM",
    [CALL_MLIR] = "MLIR",
    [CALL_OPENCL] = "OpenCL",
    [CALL_INTEL] = "Intel's OpenCL",
    [CALL_SYCL] = "SYCL",
    [CALL_GLSL] = "GLSL",
    [CALL_SPIRV] = "SPIR-V",
    [CALL_WGSL] = "WGSL",
    [CALL_HLSL] = "HLSL",
    [CALL_METAL] = "Metal",
    [CALL_SLANG] = "Slang",
    [CALL_CUTE] = "CuTe",
    [CALL_TILELANG] = "tilelang",
    [CALL_MOJO] = "Mojo",
    [CALL_RUST] = "cuda-oxide",
    [CALL_ALPAKA] = "alpaka",
    [CALL_DXIL] = "DXIL",
    [CALL_AIR] = "Metal's AIR",
    [CALL_LLVM_WAVE] = "LLVM's wave intrinsics",
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
