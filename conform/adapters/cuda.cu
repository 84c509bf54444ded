// SPDX-License-Identifier: Apache-2.0
// The shuffles of a GPU as the function of conform/peer.h: kernel and host, CUDA and HIP, in one file.
//
//     nvcc -shared -Xcompiler -fPIC -o gpu.so cuda.cu                        PTX's; with -DINTRINSICS CUDA's, of level cuda
//     hipcc -shared -fPIC -DLANES=64 -o gpu.so cuda.cu                       HIP's; LANES=32 where a wavefront has 32
//     c++ -shared -fPIC -x c++ -DEMULATED cuda.cu -x none MACHINE.so -o gpu.so      on no GPU, see emulated.h
//
// What the intrinsics cannot express is refused.
#include "warp.h"
#if defined(EMULATED)
#include "emulated.h"
#elif defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaError_t hipError_t
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaMallocManaged hipMallocManaged
#define cudaSuccess hipSuccess
#define __shfl_sync(members, value, lane, width) __shfl(value, lane, width)
#define __shfl_up_sync(members, value, distance, width) __shfl_up(value, distance, width)
#define __shfl_down_sync(members, value, distance, width) __shfl_down(value, distance, width)
#define __shfl_xor_sync(members, value, mask, width) __shfl_xor(value, mask, width)
#else
#include <cuda_runtime.h>
#endif
#ifndef LAUNCH
#define LAUNCH(kernel, ...) kernel<<<1, LANES>>>(__VA_ARGS__)
#endif

#if defined(INTRINSICS) || defined(__HIPCC__)

// They have a width, and no predicate.
static bool is_expressed(unsigned mode, uint64_t active, const uint32_t *sc)
{
    bool is = active == ~(uint64_t)0 >> (64 - LANES);

    for (unsigned k = 0; k < LANES; k++) {
        const unsigned width = LANES - (sc[k] >> 8);
        is = is && width - 1 < LANES && (width & (width - 1)) == 0 && (sc[k] & 255) == (mode == 1 ? 0 : LANES - 1);
    }
    return is;
}

static __global__ void shuffle(const warp_in *in, warp_out *out)
{
    const unsigned k = threadIdx.x;
    const uint32_t value = (uint32_t)in->ra[k], operand = in->sb[k];
    const int width = LANES - (int)(in->sc[k] >> 8);
    uint32_t word = 0;

    switch (in->mode) {
    case 0: word = __shfl_sync(~0u, value, (int)operand, width); break;
    case 1: word = __shfl_up_sync(~0u, value, operand, width); break;
    case 2: word = __shfl_down_sync(~0u, value, operand, width); break;
    case 3: word = __shfl_xor_sync(~0u, value, (int)operand, width); break;
    }
    out->rd[k] = word;
    out->got[k] = 3; // all are in range
}

#else

static bool is_expressed(unsigned, uint64_t, const uint32_t *) { return true; }

#if defined(EMULATED)
#define ptx emulated_shuffle
#else
#define SHFL(mode)                                                                                      \
    asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
                 : "=r"(*d), "=r"(p)                                                                    \
                 : "r"(a), "r"(b), "r"(c), "r"(members))
static __device__ bool ptx(unsigned mode, uint32_t a, uint32_t b, uint32_t c, uint32_t members, uint32_t *d)
{
    uint32_t p = 0;
    switch (mode) {
    case 0: SHFL("idx"); break;
    case 1: SHFL("up"); break;
    case 2: SHFL("down"); break;
    case 3: SHFL("bfly"); break;
    }
    return p;
}
#endif

static __global__ void shuffle(const warp_in *in, warp_out *out)
{
    const unsigned k = threadIdx.x;
    uint32_t low, high;

    if (!(in->active >> k & 1))
        return;
    ptx((unsigned)in->mode, (uint32_t)(in->ra[k] >> 32), in->sb[k], in->sc[k], (uint32_t)in->active, &high);
    bool p = ptx((unsigned)in->mode, (uint32_t)in->ra[k], in->sb[k], in->sc[k], (uint32_t)in->active, &low);
    out->rd[k] = (uint64_t)high << 32 | low;
    out->got[k] = p ? 3 : 1;
}
#endif

// ---- host

static void check(cudaError_t error) { warp_need(error == cudaSuccess, "the GPU", cudaGetErrorString(error)); }

template <typename T> static T *shared()
{
    T *memory = nullptr;
    check(cudaMallocManaged((void **)&memory, sizeof(T)));
    return memory;
}

extern "C" int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                             const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    static warp_in *in = shared<warp_in>();
    static warp_out *out = shared<warp_out>();

    if (lanes != LANES || !is_expressed(mode, active, sc))
        return 1;
    warp_put(in, mode, active, sb, sc, ra);
    memset((void *)out, 0, sizeof *out);
    LAUNCH(shuffle, in, out);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    warp_take(out, rd, pu, we);
    return 0;
}
