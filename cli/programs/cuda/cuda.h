/* SPDX-License-Identifier: Apache-2.0 */
/* cuda - what the programs use of CUDA: nvcc has it; for clang without CUDA's headers it is declared here. */
#ifndef CUDA_H
#define CUDA_H

#define ALL 0xffffffffu
#define KERNEL extern "C" __global__ void

#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define INLINE __attribute__((device)) static inline __attribute__((always_inline))
#define NOINLINE __attribute__((device, noinline))

INLINE unsigned thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
INLINE unsigned block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
INLINE unsigned block_threads() { return __nvvm_read_ptx_sreg_ntid_x(); }
#define __syncthreads() __nvvm_bar_sync(0)
#define __syncwarp(m) __nvvm_bar_warp_sync(m)
#define __syncthreads_count(p) __nvvm_bar0_popc(p)
#define __syncthreads_and(p) __nvvm_bar0_and(p)
#define __syncthreads_or(p) __nvvm_bar0_or(p)
#define C_OF(width) ((32 - (width)) << 8 | 31)
INLINE int __shfl_sync(unsigned m, int v, int lane, int width = 32)
{
    return __nvvm_shfl_sync_idx_i32(m, v, lane, C_OF(width));
}
INLINE int __shfl_up_sync(unsigned m, int v, unsigned delta, int width = 32)
{
    return __nvvm_shfl_sync_up_i32(m, v, (int)delta, (32 - width) << 8);
}
INLINE int __shfl_down_sync(unsigned m, int v, unsigned delta, int width = 32)
{
    return __nvvm_shfl_sync_down_i32(m, v, (int)delta, C_OF(width));
}
INLINE int __shfl_xor_sync(unsigned m, int v, int mask, int width = 32)
{
    return __nvvm_shfl_sync_bfly_i32(m, v, mask, C_OF(width));
}
INLINE float __shfl_up_sync(unsigned m, float v, unsigned delta, int width = 32)
{
    return __nvvm_shfl_sync_up_f32(m, v, (int)delta, (32 - width) << 8);
}
INLINE float __shfl_down_sync(unsigned m, float v, unsigned delta, int width = 32)
{
    return __nvvm_shfl_sync_down_f32(m, v, (int)delta, C_OF(width));
}
INLINE float __shfl_xor_sync(unsigned m, float v, int mask, int width = 32)
{
    return __nvvm_shfl_sync_bfly_f32(m, v, mask, C_OF(width));
}
INLINE unsigned __ballot_sync(unsigned m, int p) { return __nvvm_vote_ballot_sync(m, p != 0); }
INLINE int __any_sync(unsigned m, int p) { return __nvvm_vote_any_sync(m, p != 0); }
INLINE int __all_sync(unsigned m, int p) { return __nvvm_vote_all_sync(m, p != 0); }
INLINE unsigned __match_any_sync(unsigned m, unsigned v) { return __nvvm_match_any_sync_i32(m, v); }
INLINE int __popc(unsigned v) { return __builtin_popcount(v); }
INLINE int __clz(int v) { return __builtin_clz((unsigned)v); }
INLINE int __ffs(int v) { return __builtin_ffs(v); }
INLINE unsigned atomicAdd(unsigned *at, unsigned v) { return (unsigned)__nvvm_atom_add_gen_i((int *)at, (int)v); }
#else
#define INLINE __device__ static __forceinline__
#define NOINLINE __device__ __noinline__
INLINE unsigned thread_x() { return threadIdx.x; }
INLINE unsigned block_x() { return blockIdx.x; }
INLINE unsigned block_threads() { return blockDim.x; }
#endif

/* The lanes of this thread's warp that the block has. */
INLINE unsigned members()
{
    const unsigned left = block_threads() - thread_x() / 32 * 32;

    return left >= 32 ? ALL : (1u << left) - 1;
}

#endif
