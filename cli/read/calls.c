/* SPDX-License-Identifier: Apache-2.0 */
/* calls - see calls.h: the table, and the rules */
#include "calls.h"

#include <stdio.h>
#include <string.h>

#define PARTITIONED_DOC "GLSL extension GL_NV_shader_subgroup_partitioned; SPV_NV_shader_subgroup_partitioned"
#define ROTATE_DOC "SPV_KHR_subgroup_rotate, OpGroupNonUniformRotateKHR"
#define ARB_BALLOT_DOC "OpenGL extension ARB_shader_ballot"
#define ARB_VOTE_DOC "OpenGL extension ARB_shader_group_vote"
#define NAGA_DOC "naga, WGSL frontend; SPIR-V 1.6, OpGroupNonUniform"
#define CUB_DOC "CUB, util_ptx.cuh, "
#define QUAD_CONTROL_DOC "SPV_KHR_quad_control, OpGroupNonUniformQuad"
#define BLOCK_DOC "CUB of CUDA 13.0, cub/block/block_shuffle.cuh"
#define ROCPRIM_BLOCK_DOC "rocPRIM 5.3, rocprim/block/block_shuffle.hpp"
#define NVVM_BARRIER_DOC "LLVM, User Guide for NVPTX Back-end; PTX ISA, barrier.red"
#define GLSL_SLOPE_DOC "GLSL 4.60, section Derivative Functions"
#define SPIRV_SLOPE_DOC "SPIR-V 1.6, section Derivative Instructions"
#define WGSL_SLOPE_DOC "WebGPU Shading Language, section Derivative Built-in Functions"
#define HLSL_SLOPE_DOC "HLSL, Intrinsic Functions, ddx and ddy"
#define KITTENS_DOC "ThunderKittens, common/util.cuh"
#define OPENMP_DOC "LLVM, OpenMP device runtime"
#define GPUINTRIN_DOC "Clang, gpuintrin.h"
#define DPCT_DOC "SYCLomatic, dpct/util.hpp"
#define GONE "it is gone from compute capability 7.0 on: use the same with _sync, and a mask"
#define FROM_ONE "Julia counts lanes from 1; the lanes below are counted from 0"

#define R(name_, language_, op_, ...) \
    { .name = name_, .language = CALL_##language_, .op = CALL_##op_, .arguments = __VA_ARGS__ }
/* The four modes of SHFL, of the names that are given; and what reads a lane by another rule. */
#define SHFL(idx, up, down, xor, language, ...)                                     \
    R(idx, language, SHFL_IDX, __VA_ARGS__), R(up, language, SHFL_UP, __VA_ARGS__), \
        R(down, language, SHFL_DOWN, __VA_ARGS__), R(xor, language, SHFL_BFLY, __VA_ARGS__)
#define MOVES(up, down, xor, language, ...) \
    R(xor, language, XOR, __VA_ARGS__), R(up, language, UP, __VA_ARGS__), R(down, language, DOWN, __VA_ARGS__)
#define LANES(select, up, down, xor, language, ...) \
    R(select, language, SELECT, __VA_ARGS__), MOVES(up, down, xor, language, __VA_ARGS__)
#define FOUR(rows, before, after, ...) \
    rows(before after, before "_up" after, before "_down" after, before "_xor" after, __VA_ARGS__)
#define CAMEL(rows, before, ...) rows(before, before "Up", before "Down", before "Xor", __VA_ARGS__)
#define MODES(before, after, ...) \
    SHFL(before "idx" after, before "up" after, before "down" after, before "bfly" after, __VA_ARGS__)
#define POLLS(ballot, all, any, language, ...)                                         \
    R(ballot, language, BALLOT, __VA_ARGS__), R(all, language, VOTE_ALL, __VA_ARGS__), \
        R(any, language, VOTE_ANY, __VA_ARGS__)
#define MATCHES(any, all, language, arguments, outputs) \
    R(any, language, MATCH_ANY, arguments), R(all, language, MATCH_ALL, arguments outputs)
#define VOTES(before, after, language, ...)                                                      \
    POLLS(before "ballot" after, before "all" after, before "any" after, language, __VA_ARGS__), \
        R(before "uni" after, language, VOTE_EQ, __VA_ARGS__)

/* Intel's: up and down have two values side by side. Its own type may stand in front of the arguments. */
#define INTELS(select, xor, up, down, language, type, ...)                                              \
    R(select, language, SELECT, type "vo", __VA_ARGS__), R(xor, language, XOR, type "vo", __VA_ARGS__), \
        R(up, language, FILL_UP, type "fvo", __VA_ARGS__), R(down, language, FILL_DOWN, type "vfo", __VA_ARGS__)

/* In a quad the neighbour in the row, in the column, or in both. */
#define SWAPS(before, x, y, diagonal, language)                    \
    R(before x, language, XOR, "v", .operand = 1, .width = 4),     \
        R(before y, language, XOR, "v", .operand = 2, .width = 4), \
        R(before diagonal, language, XOR, "v", .operand = 3, .width = 4)

/* Where the lane is not in the segment, a value is kept: by CUDA's rule, but of xor in each segment by itself. */
#define DPCT(before, arguments)                                                           \
    R(before "select_from_sub_group", SYCL, SHFL_IDX, arguments, .source = DPCT_DOC),     \
        R(before "shift_sub_group_right", SYCL, SHFL_UP, arguments, .source = DPCT_DOC),  \
        R(before "shift_sub_group_left", SYCL, SHFL_DOWN, arguments, .source = DPCT_DOC), \
        R(before "permute_sub_group_by_xor", SYCL, XOR, arguments, .keeps = true, .source = DPCT_DOC)
#define WAVE_IR(before)                                                                                  \
    R(before "readlane.*", LLVM_WAVE, SELECT, "vo"), R(before "any", LLVM_WAVE, VOTE_ANY, "q"),          \
        R(before "all", LLVM_WAVE, VOTE_ALL, "q"), R(before "is.first.lane", LLVM_WAVE, VOTE_ELECT, ""), \
        R(before "active.countbits", LLVM_WAVE, BALLOT_BITS, "q"),                                       \
        R(before "reduce.$.*", LLVM_WAVE, REDUX, "n", .words = usum_words)

#define BITS(and_, or_, xor_) { and_, CALL_REDUX_AND, 0 }, { or_, CALL_REDUX_OR, 0 }, { xor_, CALL_REDUX_XOR, 0 }
#define SUM CALL_REDUX_SUM, 0
#define PRODUCT CALL_REDUX_PRODUCT, 0
#define EXTREMES(min_, max_, type) \
    { min_, CALL_REDUX_MIN, type }, { max_, CALL_REDUX_MAX, type }
#define ENDS(min_, max_) EXTREMES(min_, max_, 0)
#define UNSIGNED(min_, max_) EXTREMES(min_, max_, 'u')
#define FLOAT(min_, max_) EXTREMES(min_, max_, 'f')
#define LOGICAL(and_, or_, xor_) { and_, CALL_VOTE_ALL, 0 }, { or_, CALL_VOTE_ANY, 0 }, { xor_, CALL_VOTE_ODD, 0 }
#define WORDS(name, ...) static const struct call_word name##_words[] = { __VA_ARGS__, { NULL, CALL_REDUX, 0 } }

WORDS(six, BITS("and", "or", "xor"), { "add", SUM }, ENDS("min", "max"));
WORDS(seven, BITS("and", "or", "xor"), { "add", SUM }, { "mul", PRODUCT }, ENDS("min", "max"));
WORDS(umin, BITS("and", "or", "xor"), { "add", SUM }, ENDS("min", "max"), UNSIGNED("umin", "umax"));
WORDS(usum, { "sum", SUM }, { "usum", CALL_REDUX_SUM, 'u' }, ENDS("min", "max"), UNSIGNED("umin", "umax"));
WORDS(amd, BITS("and_b32", "or_b32", "xor_b32"), { "add_u32", SUM }, ENDS("min_i32", "max_i32"),
      UNSIGNED("min_u32", "max_u32"));
WORDS(mlir, BITS("and", "or", "xor"), { "add", SUM }, { "mul", PRODUCT }, ENDS("minsi", "maxsi"),
      UNSIGNED("minui", "maxui"), FLOAT("minnumf", "maxnumf"), FLOAT("minimumf", "maximumf"));
WORDS(glsl, BITS("And", "Or", "Xor"), { "Add", SUM }, { "Mul", PRODUCT }, ENDS("Min", "Max"));
WORDS(prefix, { "Add", SUM }, { "Mul", PRODUCT });
WORDS(spirv, BITS("BitwiseAnd", "BitwiseOr", "BitwiseXor"), { "IAdd", SUM }, { "FAdd", CALL_REDUX_SUM, 'f' },
      { "IMul", PRODUCT }, { "FMul", CALL_REDUX_PRODUCT, 'f' }, ENDS("SMin", "SMax"), UNSIGNED("UMin", "UMax"),
      FLOAT("FMin", "FMax"));
WORDS(vote, LOGICAL("And", "Or", "Xor"));
WORDS(logical, LOGICAL("and", "or", "xor"));
WORDS(hlsl, BITS("BitAnd", "BitOr", "BitXor"), { "Sum", SUM }, { "Product", PRODUCT }, ENDS("Min", "Max"));
WORDS(metal, BITS("and", "or", "xor"), { "sum", SUM }, { "product", PRODUCT }, ENDS("min", "max"));
WORDS(multi, BITS("BitAnd", "BitOr", "BitXor"), { "Sum", SUM }, { "Product", PRODUCT });
WORDS(more, BITS("BitAnd", "BitOr", "BitXor"), ENDS("Min", "Max"));
WORDS(wave, { "Sum", SUM }, { "Product", PRODUCT });
WORDS(scan, { "sum", SUM }, { "product", PRODUCT });

/* ---- The table */

#define BARRIERS(before, count, after, language, ...)              \
    R(before count after, language, BARRIER_COUNT, __VA_ARGS__),   \
        R(before "and" after, language, BARRIER_AND, __VA_ARGS__), \
        R(before "or" after, language, BARRIER_OR, __VA_ARGS__)
#define SLOPE(name, op, fine, coarse, language, arguments, document)                           \
    R(name, language, op, arguments, .source = document),                                      \
        R(name fine, language, op, arguments, .operand = CALL_SLOPE_FINE, .source = document), \
        R(name coarse, language, op, arguments, .operand = CALL_SLOPE_COARSE, .source = document)

/* Of all lanes, of those up to the own, and of those below it. */
#define SCAN(op, whole, inclusive, exclusive, language, ...)                                              \
    R(whole, language, op, __VA_ARGS__), R(inclusive, language, op, __VA_ARGS__, .scan = CALL_INCLUSIVE), \
        R(exclusive, language, op, __VA_ARGS__, .scan = CALL_EXCLUSIVE)
#define SCANS(...) SCAN(REDUX, __VA_ARGS__)
/* Of a ballot that is given. */
#define BITS_OF(inverse, lowest, highest, extract, language, before)                          \
    R(inverse, language, MASK_OWN, before "b"), R(lowest, language, MASK_LOWEST, before "b"), \
        R(highest, language, MASK_HIGHEST, before "b"), R(extract, language, MASK_BIT, before "bo")

/* Julia's names, also behind that of the package. */
#define JULIAS(before)                                                                                            \
    R(before "shfl_sync", JULIA, SHFL_IDX, "mvk[w", .note = FROM_ONE),                                            \
        R(before "shfl_up_sync", JULIA, SHFL_UP, "mvo[w"), R(before "shfl_down_sync", JULIA, SHFL_DOWN, "mvo[w"), \
        R(before "shfl_xor_sync", JULIA, SHFL_BFLY, "mvo[w"), VOTES(before "vote_", "_sync", JULIA, "mq"),        \
        BARRIERS(before "sync_threads_", "count", "", JULIA, "q", .source = "CUDA.jl, section Synchronization")

/* Metal's, of a SIMD group or of a quad. */
#define METALS(group, fill, size)                                                                                     \
    FOUR(LANES, group "shuffle", "", METAL, "vo", .width = size),                                                     \
        R(group "shuffle_rotate_up", METAL, ROTATE_UP, "vo", .width = size),                                          \
        R(group "shuffle_rotate_down", METAL, ROTATE, "vo", .width = size),                                           \
        R(group "shuffle_and_fill_up", METAL, FILL_UP, fill, .width = size),                                          \
        R(group "shuffle_and_fill_down", METAL, FILL_DOWN, fill, .width = size),                                      \
        R(group "broadcast", METAL, BROADCAST, "vo", .width = size),                                                  \
        R(group "broadcast_first", METAL, FIRST, "v", .width = size),                                                 \
        POLLS(group "ballot", group "all", group "any", METAL, "q", .width = size),                                   \
        R(group "is_first", METAL, VOTE_ELECT, "", .width = size),                                                    \
        R(group "$", METAL, REDUX, "n", .width = size, .words = metal_words),                                         \
        R(group "prefix_inclusive_$", METAL, REDUX, "n", .width = size, .words = scan_words, .scan = CALL_INCLUSIVE), \
        R(group "prefix_exclusive_$", METAL, REDUX, "n", .width = size, .words = scan_words, .scan = CALL_EXCLUSIVE)

const struct call_row call_rows[] = {
    FOUR(SHFL, "__shfl", "_sync", CUDA, "mvo[w"),
    FOUR(SHFL, "__shfl", "", CUDA, "vo[w", .note = GONE),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),
    MODES("cuda::ptx::shfl_sync_", "", CUDA, "vxocm", .source = "CCCL, cuda::ptx::shfl_sync; PTX ISA, shfl.sync"),

    SHFL("cuda::device::warp_shuffle_idx", "cuda::device::warp_shuffle_up", "cuda::device::warp_shuffle_down",
         "cuda::device::warp_shuffle_xor", CUDA, "vo[m", .is_template = true,
         .source = "CCCL, cuda/__warp/warp_shuffle.h"),
    R("packed_shfl_sync", CUDA, SHFL_IDX, "mvo", .source = KITTENS_DOC),
    R("packed_shfl_down_sync", CUDA, SHFL_DOWN, "mvo", .source = KITTENS_DOC),
    R("__kmpc_shuffle_int32", CUDA, SHFL_DOWN, "vow", .source = OPENMP_DOC),
    R("__kmpc_shuffle_int64", CUDA, SHFL_DOWN, "vow", .source = OPENMP_DOC),
    R("ompx_shfl_down_sync_*", CUDA, SHFL_DOWN, "mvow", .source = OPENMP_DOC),
    R("ompx_ballot_sync", CUDA, BALLOT, "mq", .source = OPENMP_DOC),
    R("__gpu_ballot", CUDA, BALLOT, "mq", .source = GPUINTRIN_DOC),
    R("__gpu_match_any_*", CUDA, MATCH_ANY, "mn", .source = GPUINTRIN_DOC),
    R("cub::ShuffleUp", CUDA, SHFL_UP, "voTm", .is_template = true, .source = CUB_DOC "ShuffleUp"),
    R("cub::ShuffleDown", CUDA, SHFL_DOWN, "voTm", .is_template = true, .source = CUB_DOC "ShuffleDown"),
    R("cub::ShuffleIndex", CUDA, SHFL_IDX, "vom", .is_template = true, .source = CUB_DOC "ShuffleIndex"),

    POLLS("__ballot_sync", "__all_sync", "__any_sync", CUDA, "mq"),
    R("__uni_sync", CUDA, VOTE_EQ, "mq", .source = "CUDA, sm_30_intrinsics.h"),
    R("__activemask", CUDA, BALLOT, ""),
    POLLS("__ballot", "__all", "__any", CUDA, "q", .note = GONE),
    MATCHES("__match_any_sync", "__match_all_sync", CUDA, "mn", "x"),
    R("__reduce_$_sync", CUDA, REDUX, "mn", .words = six_words),
    R("cuda::ptx::elect_sync", CUDA, VOTE_ELECT, "m", .source = "CCCL, cuda::ptx::elect_sync; PTX ISA, elect.sync"),

    FOUR(SHFL, ".shfl", "", GROUPS, "vo"),

    POLLS(".ballot", ".all", ".any", GROUPS, "q"),
    MATCHES(".match_any", ".match_all", GROUPS, "n", "x"),
    R("cg::reduce", GROUPS, REDUX, "xnO"),
    R("cooperative_groups::reduce", GROUPS, REDUX, "xnO"),
    R("cg::inclusive_scan", GROUPS, REDUX, "xn[O", .scan = CALL_INCLUSIVE),
    R("cg::exclusive_scan", GROUPS, REDUX, "xn[O", .scan = CALL_EXCLUSIVE),

    FOUR(SHFL, "rocprim::warp_shuffle", "", HIP, "vo[w", .source = "rocPRIM, warp_shuffle"),
    MATCHES("__match_any", "__match_all", HIP, "n", "x"),

    R("__builtin_amdgcn_ballot_w32", AMDGCN, BALLOT, "q"),
    R("__builtin_amdgcn_ballot_w64", AMDGCN, BALLOT, "q"),
    R("__builtin_amdgcn_inverse_ballot_w32", AMDGCN, MASK_OWN, "b"),
    R("__builtin_amdgcn_inverse_ballot_w64", AMDGCN, MASK_OWN, "b"),
    R("__builtin_amdgcn_wave_reduce_$", AMDGCN, REDUX, "nx", .words = amd_words),
    R("llvm.amdgcn.ballot.*", AMDGCN, BALLOT, "q"),
    R("llvm.amdgcn.inverse.ballot.*", AMDGCN, MASK_OWN, "b"),
    R("llvm.amdgcn.wave.reduce.$.*", AMDGCN, REDUX, "nx", .words = umin_words),

    FOUR(SHFL, "cuda.shfl", "_sync", NUMBA, "mvo"),
    FOUR(SHFL, "jit.shfl", "_sync", NUMBA, "mvo[w", .source = "CuPy, section JIT kernel definition"),
    POLLS("cuda.ballot_sync", "cuda.all_sync", "cuda.any_sync", NUMBA, "mq"),
    R("cuda.eq_sync", NUMBA, VOTE_EQ, "mq"),
    R("cuda.activemask", NUMBA, BALLOT, ""),
    MATCHES("cuda.match_any_sync", "cuda.match_all_sync", NUMBA, "mn", ""),

    JULIAS(""),
    JULIAS("CUDA."),

    MODES("llvm.nvvm.shfl.sync.", ".*", NVVM, "mvoc"),
    R("llvm.nvvm.shfl.sync.i32", NVVM, SHFL_IDX, "mMvoc", .source = "NVVM IR Specification 1.x, llvm.nvvm.shfl.sync"),
    MODES("llvm.nvvm.shfl.", ".*", NVVM, "voc", .note = GONE),
    MODES("__nvvm_shfl_sync_", "_*", NVVM, "mvoc[x"),
    MODES("__nvvm_shfl_", "_*", NVVM, "voc[x", .note = GONE),

    VOTES("llvm.nvvm.vote.", ".sync", NVVM, "mq"),
    VOTES("llvm.nvvm.vote.", "", NVVM, "q", .note = GONE),
    MATCHES("llvm.nvvm.match.any.sync.*", "llvm.nvvm.match.all.sync.*", NVVM, "mn", ""),
    R("llvm.nvvm.redux.sync.$", NVVM, REDUX, "nm", .words = umin_words),
    R("llvm.nvvm.activemask", NVVM, BALLOT, "", .source = "LLVM, User Guide for NVPTX Back-end; PTX ISA, activemask"),
    R("llvm.nvvm.elect.sync", NVVM, VOTE_ELECT, "m",
      .source = "LLVM, User Guide for NVPTX Back-end; PTX ISA, elect.sync"),

    MODES("nvvm.shfl.sync ", "", MLIR, "mvoc"),
    VOTES("nvvm.vote.sync ", "", MLIR, "mq"),
    MATCHES("nvvm.match.sync any", "nvvm.match.sync all", MLIR, "mn", ""),
    R("nvvm.redux.sync $", MLIR, REDUX, "nm", .words = umin_words),
    R("nvvm.elect.sync", MLIR, VOTE_ELECT, ""),
    R("nvvm.elect.sync", MLIR, VOTE_ELECT, "m"),
    R("rocdl.ballot", MLIR, BALLOT, "q",
      .source = "MLIR, dialect rocdl, rocdl.ballot; "
                "LLVM, User Guide for AMDGPU Backend, section LLVM IR Intrinsics"),
    R("gpu.rotate", MLIR, ROTATE, "vow", .source = "MLIR, dialect gpu, gpu.rotate"),
    R("gpu.subgroup_reduce $", MLIR, REDUX, "n", .words = mlir_words),
    LANES("gpu.shuffle idx", "gpu.shuffle up", "gpu.shuffle down", "gpu.shuffle xor", MLIR, "vop"),

    SHFL("cute.arch.shuffle_sync", "cute.arch.shuffle_sync_up", "cute.arch.shuffle_sync_down",
         "cute.arch.shuffle_sync_bfly", CUTE, "vo[mc"),
    R("cute.arch.elect_one", CUTE, VOTE_ELECT, ""),
    LANES("warp.shuffle_idx", "warp.shuffle_up", "warp.shuffle_down", "warp.shuffle_xor", MOJO, "vo"),

    SHFL("T.shfl_sync", "T.shfl_up", "T.shfl_down", "T.shfl_xor", TILELANG, "vo[wm"),
    POLLS("T.ballot_sync", "T.all_sync", "T.any_sync", TILELANG, "q[m"),
    MATCHES("T.match_any_sync", "T.match_all_sync", TILELANG, "n[m", ""),

    MOVES("subgroupShuffleUp", "subgroupShuffleDown", "subgroupShuffleXor", GLSL, "vo"),
    R("subgroupBroadcast", GLSL, BROADCAST, "vo"),
    R("subgroupBroadcastFirst", GLSL, FIRST, "v"),
    R("subgroupRotate", GLSL, ROTATE, "vo", .source = ROTATE_DOC),
    R("subgroupClusteredRotate", GLSL, ROTATE, "vow", .source = ROTATE_DOC),
    R("subgroupQuadBroadcast", GLSL, BROADCAST, "vo", .width = 4),
    SWAPS("subgroupQuadSwap", "Horizontal", "Vertical", "Diagonal", GLSL),
    R("subgroupShuffle", GLSL, SELECT, "vo"),

    POLLS("subgroupBallot", "subgroupAll", "subgroupAny", GLSL, "q"),
    R("subgroupAllEqual", GLSL, EQUAL, "n"),
    R("subgroupQuadAll", GLSL, VOTE_ALL, "q", .width = 4, .source = QUAD_CONTROL_DOC "AllKHR"),
    R("subgroupQuadAny", GLSL, VOTE_ANY, "q", .width = 4, .source = QUAD_CONTROL_DOC "AnyKHR"),
    R("subgroupElect", GLSL, VOTE_ELECT, ""),
    BITS_OF("subgroupInverseBallot", "subgroupBallotFindLSB", "subgroupBallotFindMSB", "subgroupBallotBitExtract", GLSL,
            ""),
    SCAN(MASK_BITS, "subgroupBallotBitCount", "subgroupBallotInclusiveBitCount", "subgroupBallotExclusiveBitCount",
         GLSL, "b"),
    SCANS("subgroup$", "subgroupInclusive$", "subgroupExclusive$", GLSL, "n", .words = glsl_words),
    R("subgroupClustered$", GLSL, REDUX, "nw", .words = glsl_words),

    R("subgroupPrefixInclusive$", GLSL, REDUX, "n", .words = prefix_words, .scan = CALL_INCLUSIVE, .source = NAGA_DOC),
    R("subgroupPrefixExclusive$", GLSL, REDUX, "n", .words = prefix_words, .scan = CALL_EXCLUSIVE, .source = NAGA_DOC),
    R("subgroupPartitionNV", GLSL, MATCH_ANY, "n", .source = PARTITIONED_DOC),
    SCANS("subgroupPartitioned$NV", "subgroupPartitionedInclusive$NV", "subgroupPartitionedExclusive$NV", GLSL, "ng",
          .words = glsl_words, .source = PARTITIONED_DOC),
    R("ballotARB", GLSL, BALLOT, "q", .source = ARB_BALLOT_DOC),
    R("readInvocationARB", GLSL, SELECT, "vo", .source = ARB_BALLOT_DOC),
    R("readFirstInvocationARB", GLSL, FIRST, "v", .source = ARB_BALLOT_DOC),
    R("anyInvocationARB", GLSL, VOTE_ANY, "q", .source = ARB_VOTE_DOC),
    R("allInvocationsARB", GLSL, VOTE_ALL, "q", .source = ARB_VOTE_DOC),
    R("allInvocationsEqualARB", GLSL, VOTE_EQ, "q", .source = ARB_VOTE_DOC),

    CAMEL(LANES, "OpGroupNonUniformShuffle", SPIRV, "xxvo"),
    R("OpGroupNonUniformBroadcast", SPIRV, BROADCAST, "xxvo"),
    R("OpGroupNonUniformBroadcastFirst", SPIRV, FIRST, "xxv"),
    R("OpGroupNonUniformRotateKHR", SPIRV, ROTATE, "xxvo[w", .source = ROTATE_DOC),
    R("OpGroupNonUniformQuadBroadcast", SPIRV, BROADCAST, "xxvo", .width = 4),
    /* its direction: 0 horizontal, 1 vertical, 2 diagonal */
    R("OpGroupNonUniformQuadSwap", SPIRV, XOR, "xxvd", .width = 4),
    POLLS("OpGroupNonUniformBallot", "OpGroupNonUniformAll", "OpGroupNonUniformAny", SPIRV, "xxq"),
    R("OpGroupNonUniformAllEqual", SPIRV, EQUAL, "xxn"),
    R("OpGroupNonUniformQuadAllKHR", SPIRV, VOTE_ALL, "xq", .width = 4, .source = QUAD_CONTROL_DOC "AllKHR"),
    R("OpGroupNonUniformQuadAnyKHR", SPIRV, VOTE_ANY, "xq", .width = 4, .source = QUAD_CONTROL_DOC "AnyKHR"),
    R("OpGroupNonUniformLogical$", SPIRV, REDUX, "xxGq[w", .words = vote_words),
    R("OpGroupNonUniformPartitionNV", SPIRV, MATCH_ANY, "xn", .source = "SPV_NV_shader_subgroup_partitioned"),
    R("OpSubgroupBallotKHR", SPIRV, BALLOT, "xq", .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupFirstInvocationKHR", SPIRV, FIRST, "xv", .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupReadInvocationKHR", SPIRV, SELECT, "xvo", .source = "SPV_KHR_shader_ballot"),
    R("OpSubgroupAllKHR", SPIRV, VOTE_ALL, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpSubgroupAnyKHR", SPIRV, VOTE_ANY, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpSubgroupAllEqualKHR", SPIRV, VOTE_EQ, "xq", .source = "SPV_KHR_subgroup_vote"),
    R("OpGroupNonUniformElect", SPIRV, VOTE_ELECT, "xx"),
    R("OpGroupNonUniformBallotBitCount", SPIRV, MASK_BITS, "xxGb"),
    BITS_OF("OpGroupNonUniformInverseBallot", "OpGroupNonUniformBallotFindLSB", "OpGroupNonUniformBallotFindMSB",
            "OpGroupNonUniformBallotBitExtract", SPIRV, "xx"),
    R("OpGroupNonUniform$", SPIRV, REDUX, "xxGn[w", .words = spirv_words),
    INTELS("OpSubgroupShuffleINTEL", "OpSubgroupShuffleXorINTEL", "OpSubgroupShuffleUpINTEL",
           "OpSubgroupShuffleDownINTEL", SPIRV, "x", .source = "SPV_INTEL_subgroups"),

    MOVES("sub_group_shuffle_up", "sub_group_shuffle_down", "sub_group_shuffle_xor", OPENCL, "vo"),
    R("sub_group_broadcast", OPENCL, BROADCAST, "vo", .needs_all = true,
      .source = "OpenCL C 3.0, section Subgroup Functions"),
    R("sub_group_non_uniform_broadcast", OPENCL, BROADCAST, "vo"),
    R("sub_group_broadcast_first", OPENCL, FIRST, "v"),
    R("sub_group_rotate", OPENCL, ROTATE, "vo"),
    R("sub_group_clustered_rotate", OPENCL, ROTATE, "vow"),
    R("sub_group_shuffle", OPENCL, SELECT, "vo"),

    R("sub_group_all", OPENCL, VOTE_ALL, "q", .needs_all = true),
    R("sub_group_any", OPENCL, VOTE_ANY, "q", .needs_all = true),
    SCANS("sub_group_reduce_$", "sub_group_scan_inclusive_$", "sub_group_scan_exclusive_$", OPENCL, "n",
          .words = seven_words, .needs_all = true),
    SCANS("sub_group_reduce_logical_$", "sub_group_scan_inclusive_logical_$", "sub_group_scan_exclusive_logical_$",
          OPENCL, "q", .words = logical_words, .needs_all = true),
    R("sub_group_elect", OPENCL, VOTE_ELECT, ""),
    POLLS("sub_group_ballot", "sub_group_non_uniform_all", "sub_group_non_uniform_any", OPENCL, "q"),
    R("sub_group_non_uniform_all_equal", OPENCL, EQUAL, "n"),
    BITS_OF("sub_group_inverse_ballot", "sub_group_ballot_find_lsb", "sub_group_ballot_find_msb",
            "sub_group_ballot_bit_extract", OPENCL, ""),
    SCAN(MASK_BITS, "sub_group_ballot_bit_count", "sub_group_ballot_inclusive_scan", "sub_group_ballot_exclusive_scan",
         OPENCL, "b"),
    SCANS("sub_group_non_uniform_reduce_logical_$", "sub_group_non_uniform_scan_inclusive_logical_$",
          "sub_group_non_uniform_scan_exclusive_logical_$", OPENCL, "q", .words = logical_words),
    R("sub_group_clustered_reduce_logical_$", OPENCL, REDUX, "qw", .words = logical_words),
    SCANS("sub_group_non_uniform_reduce_$", "sub_group_non_uniform_scan_inclusive_$",
          "sub_group_non_uniform_scan_exclusive_$", OPENCL, "n", .words = seven_words),
    R("sub_group_clustered_reduce_$", OPENCL, REDUX, "nw", .words = seven_words),

    INTELS("intel_sub_group_shuffle", "intel_sub_group_shuffle_xor", "intel_sub_group_shuffle_up",
           "intel_sub_group_shuffle_down", INTEL, "", .source = NULL),

    R("select_from_group", SYCL, SELECT, "xvo"),
    R("shift_group_left", SYCL, DOWN, "xv[o", .operand = 1),
    R("shift_group_right", SYCL, UP, "xv[o", .operand = 1),
    R("permute_group_by_xor", SYCL, XOR, "xvo"),
    R("group_broadcast", SYCL, BROADCAST, "xv[o"),
    FOUR(LANES, ".shuffle", "", SYCL, "vo",
         .source = "SYCL extension SYCL_INTEL_sub_group, deprecated in favour of SYCL 2020's group algorithms"),

    DPCT("", "xvo[w"),
    DPCT("experimental::", "mxvo[w"),
    CAMEL(LANES, "__spirv_GroupNonUniformShuffle", SYCL, "xvo"),
    INTELS("__spirv_SubgroupShuffleINTEL", "__spirv_SubgroupShuffleXorINTEL", "__spirv_SubgroupShuffleUpINTEL",
           "__spirv_SubgroupShuffleDownINTEL", SYCL, "", .source = "SPV_INTEL_subgroups"),

    R("all_of_group", SYCL, VOTE_ALL, "xq", .needs_all = true),
    R("any_of_group", SYCL, VOTE_ANY, "xq", .needs_all = true),
    R("none_of_group", SYCL, VOTE_NONE, "xq", .needs_all = true),
    SCANS("reduce_over_group", "inclusive_scan_over_group", "exclusive_scan_over_group", SYCL, "xnO",
          .needs_all = true),
    R("group_ballot", SYCL, BALLOT, "xq", .source = "SYCL extension sycl_ext_oneapi_sub_group_mask"),

    R("quadBroadcast", WGSL, BROADCAST, "vo", .width = 4),
    SWAPS("quadSwap", "X", "Y", "Diagonal", WGSL),

    R("WaveReadLaneAt", HLSL, SELECT, "vo"),
    R("WaveReadLaneFirst", HLSL, FIRST, "v"),
    R("QuadReadLaneAt", HLSL, BROADCAST, "vo", .width = 4),
    SWAPS("QuadReadAcross", "X", "Y", "Diagonal", HLSL),

    R("QuadAny", HLSL, VOTE_ANY, "q", .width = 4, .source = "HLSL Shader Model 6.7, Quad Any and All"),
    R("QuadAll", HLSL, VOTE_ALL, "q", .width = 4, .source = "HLSL Shader Model 6.7, Quad Any and All"),
    POLLS("WaveActiveBallot", "WaveActiveAllTrue", "WaveActiveAnyTrue", HLSL, "q"),
    R("WaveActiveAllEqual", HLSL, EQUAL, "n"),
    R("WaveIsFirstLane", HLSL, VOTE_ELECT, ""),
    R("WaveActiveCountBits", HLSL, BALLOT_BITS, "q"),
    R("WavePrefixCountBits", HLSL, BALLOT_BITS, "q", .scan = CALL_EXCLUSIVE),
    R("WaveMatch", HLSL, MATCH_ANY, "n"),
    R("WaveMultiPrefix$", HLSL, REDUX, "ng", .words = multi_words, .scan = CALL_EXCLUSIVE),
    R("WaveMultiPrefixCountBits", HLSL, BALLOT_BITS, "qg", .scan = CALL_EXCLUSIVE),
    R("WaveActive$", HLSL, REDUX, "n", .words = hlsl_words),
    R("WavePrefix$", HLSL, REDUX, "n", .words = wave_words, .scan = CALL_EXCLUSIVE),

    METALS("simd_", "vfo[w", 0),
    METALS("quad_", "vfo", 4),
    R("simd_active_threads_mask", METAL, BALLOT, ""),

    R("WaveShuffle", SLANG, SELECT, "vo"),
    R("WaveBroadcastLaneAt", SLANG, BROADCAST, "vo"),
    R("WaveRotate", SLANG, ROTATE, "vo"),
    R("WaveClusteredRotate", SLANG, ROTATE, "vow"),
    R("WaveGetActiveMulti", SLANG, BALLOT, ""),
    R("WaveGetConvergedMulti", SLANG, BALLOT, ""),
    R("WavePrefix$", SLANG, REDUX, "n", .words = more_words, .scan = CALL_EXCLUSIVE),
    SCANS("WaveMulti$", "WaveMultiPrefixInclusive$", "WaveMultiPrefixExclusive$", SLANG, "ng", .words = hlsl_words),
    R("WaveGetConvergedMask", SLANG, BALLOT, ""),
    R("WaveGetActiveMask", SLANG, BALLOT, ""),
    R("WaveMaskIsFirstLane", SLANG, VOTE_ELECT, "m"),
    POLLS("WaveMaskBallot", "WaveMaskAllTrue", "WaveMaskAnyTrue", SLANG, "mq"),
    R("WaveMaskCountBits", SLANG, BALLOT_BITS, "mq"),
    R("WaveMaskPrefixCountBits", SLANG, BALLOT_BITS, "mq", .scan = CALL_EXCLUSIVE),
    R("WaveMaskMatch", SLANG, MATCH_ANY, "mn"),
    R("WaveMaskAllEqual", SLANG, EQUAL, "mn"),
    R("WaveMask$", SLANG, REDUX, "mn", .words = hlsl_words),
    R("WaveMaskPrefix$", SLANG, REDUX, "mn", .words = hlsl_words, .scan = CALL_EXCLUSIVE),
    R("WaveMaskReadLaneFirst", SLANG, FIRST, "mv"),
    R("WaveMaskBroadcastLaneAt", SLANG, BROADCAST, "mvo"),
    R("WaveMaskReadLaneAt", SLANG, SELECT, "mvo"),
    R("WaveMaskShuffle", SLANG, SELECT, "mvo"),

    R("dx.op.waveReadLaneAt.*", DXIL, SELECT, "xvo"),
    R("dx.op.waveReadLaneFirst.*", DXIL, FIRST, "xv"),
    R("dx.op.quadReadLaneAt.*", DXIL, BROADCAST, "xvo", .width = 4),
    POLLS("dx.op.waveActiveBallot", "dx.op.waveAllTrue", "dx.op.waveAnyTrue", DXIL, "xq"),
    R("dx.op.waveActiveAllEqual.*", DXIL, EQUAL, "xn"),
    R("dx.op.waveIsFirstLane", DXIL, VOTE_ELECT, "x"),
    FOUR(SHFL, "alpaka::warp::shfl", "", ALPAKA, "xvo[w"),
    POLLS("alpaka::warp::ballot", "alpaka::warp::all", "alpaka::warp::any", ALPAKA, "xq"),
    R("alpaka::warp::activemask", ALPAKA, BALLOT, "x"),
    FOUR(LANES, "air.simd_shuffle", ".*", AIR, "vo"),
    R("air.simd_broadcast.*", AIR, BROADCAST, "vo"),
    WAVE_IR("llvm.dx.wave."),
    WAVE_IR("llvm.spv.wave."),

    BARRIERS("__syncthreads_", "count", "", CUDA, "q",
             .source = "CUDA C++ Programming Guide, section Synchronization Functions"),
    BARRIERS("cuda.syncthreads_", "count", "", NUMBA, "q", .source = "Numba for CUDA GPUs, section Synchronization"),
    BARRIERS("llvm.nvvm.barrier0.", "popc", "", NVVM, "q", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", "popc", ".aligned.all", NVVM, "xq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", "popc", ".aligned.count", NVVM, "xtq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", "popc", ".all", NVVM, "xq", .source = NVVM_BARRIER_DOC),
    BARRIERS("llvm.nvvm.barrier.cta.red.", "popc", ".count", NVVM, "xtq", .source = NVVM_BARRIER_DOC),
    BARRIERS("__nvvm_bar0_", "popc", "", NVVM, "q", .source = NVVM_BARRIER_DOC),
    BARRIERS("nvvm.barrier #nvvm.reduction<", "popc", ">", MLIR, "q",
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

    SLOPE("dFdx", SLOPE_X, "Fine", "Coarse", GLSL, "n", GLSL_SLOPE_DOC),
    SLOPE("dFdy", SLOPE_Y, "Fine", "Coarse", GLSL, "n", GLSL_SLOPE_DOC),
    SLOPE("fwidth", SLOPE_WIDTH, "Fine", "Coarse", GLSL, "n", GLSL_SLOPE_DOC),
    SLOPE("OpDPdx", SLOPE_X, "Fine", "Coarse", SPIRV, "xn", SPIRV_SLOPE_DOC),
    SLOPE("OpDPdy", SLOPE_Y, "Fine", "Coarse", SPIRV, "xn", SPIRV_SLOPE_DOC),
    SLOPE("OpFwidth", SLOPE_WIDTH, "Fine", "Coarse", SPIRV, "xn", SPIRV_SLOPE_DOC),
    SLOPE("dpdx", SLOPE_X, "Fine", "Coarse", WGSL, "n", WGSL_SLOPE_DOC),
    SLOPE("dpdy", SLOPE_Y, "Fine", "Coarse", WGSL, "n", WGSL_SLOPE_DOC),
    SLOPE("ddx", SLOPE_X, "_fine", "_coarse", HLSL, "n", HLSL_SLOPE_DOC),
    SLOPE("ddy", SLOPE_Y, "_fine", "_coarse", HLSL, "n", HLSL_SLOPE_DOC),
    R("dfdx", METAL, SLOPE_X, "n"),
    R("dfdy", METAL, SLOPE_Y, "n"),
};
const unsigned call_rows_count = sizeof call_rows / sizeof call_rows[0];

#define LANGUAGE(id, style, name, document) { name, document, BEFORE_##style },
static const struct {
    const char *name, *document;
    enum before_style style;
} languages[CALL_LANGUAGES] = { CALL_EACH_LANGUAGE(LANGUAGE) };

const char *call_language(const struct call_row *row) { return languages[row->language].name; }

enum before_style call_style(const struct call_row *row)
{
    return strncmp(row->name, "llvm.", 5) == 0 ? BEFORE_SSA : languages[row->language].style; /* LLVM's intrinsics */
}

const char *call_document(const struct call_row *row)
{
    return row->source ? row->source : languages[row->language].document;
}

const char *call_undefined(const struct call_row *row)
{
    const bool has_operand = row->op >= CALL_SELECT && row->op <= CALL_FILL_DOWN && row->op != CALL_ROTATE
                          && row->op != CALL_ROTATE_UP && strpbrk(row->arguments, "okd") != NULL && !row->keeps;

    if (row->undefined != NULL)
        return row->undefined;
    if (row->op == CALL_MASK_LOWEST || row->op == CALL_MASK_HIGHEST)
        return "no bit of the ballot is 1";
    if (has_operand)
        return row->needs_all ? "there is no such lane, or not all lanes execute it" : "there is no such lane";
    return row->needs_all ? "not all lanes execute it" : NULL;
}
