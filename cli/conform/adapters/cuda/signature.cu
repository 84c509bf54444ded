// SPDX-License-Identifier: Apache-2.0
// The signature of a GPU's shuffles: kernels and host, CUDA and HIP, in one file. Call: host.h.
//
//     nvcc -o signature signature.cu
//     hipcc -DLANES=64 -o signature signature.cu          LANES=32 where a wavefront has 32
//     c++ -x c++ -DEMULATED signature.cu -x none MACHINE.o -o signature      on no GPU, see emulated.h
//
// What the compiler cannot express (PTX, of HIP) is refused.
#include "../host.h"
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
#define LAUNCH(kernel, warps, ...) kernel<<<warps, LANES>>>(__VA_ARGS__)
#endif

// ---- level cuda: the intrinsics, which have a width and no predicate

static __global__ void intrinsics(const host_warp *warps, host_answer *answers)
{
    const unsigned k = threadIdx.x;
    const host_warp &warp = warps[blockIdx.x];
    const uint32_t value = (uint32_t)warp.ra[k], operand = warp.sb[k];
    const int width = LANES - (int)(warp.sc[k] >> 8);
    uint32_t word = 0;

    switch (warp.mode) {
    case 0: word = __shfl_sync(~0u, value, (int)operand, width); break;
    case 1: word = __shfl_up_sync(~0u, value, operand, width); break;
    case 2: word = __shfl_down_sync(~0u, value, operand, width); break;
    case 3: word = __shfl_xor_sync(~0u, value, (int)operand, width); break;
    }
    answers[blockIdx.x].rd[k] = word;
    answers[blockIdx.x].got[k] = 3; // all are in range
}

// ---- level ptx, and the vector files

#if defined(EMULATED)
static const bool has_ptx = true;
static bool ptx(unsigned mode, uint32_t a, uint32_t b, uint32_t c, uint32_t members, uint32_t *d)
{
    return emulated_shuffle(mode, a, b, c, members, d);
}
#elif defined(__HIPCC__)
static const bool has_ptx = false;
static __device__ bool ptx(unsigned, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *d)
{
    *d = 0; // not tested
    return false;
}
#else
static const bool has_ptx = true;
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

static __global__ void vectors(const host_warp *warps, host_answer *answers)
{
    unsigned k = threadIdx.x;
    const host_warp &warp = warps[blockIdx.x];
    host_answer &answer = answers[blockIdx.x];
    uint32_t low, high;

    if (!(warp.active >> k & 1))
        return;
    ptx((unsigned)warp.mode, (uint32_t)(warp.ra[k] >> 32), warp.sb[k], warp.sc[k], (uint32_t)warp.active, &high);
    bool p = ptx((unsigned)warp.mode, (uint32_t)warp.ra[k], warp.sb[k], warp.sc[k], (uint32_t)warp.active, &low);
    answer.rd[k] = (uint64_t)high << 32 | low;
    answer.got[k] = p ? 3 : 1;
}

// ---- host

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        host_fail(3, "the GPU: %s", cudaGetErrorString(error));
}

template <typename T> static T *shared(size_t elements)
{
    T *memory = nullptr;
    check(cudaMallocManaged((void **)&memory, elements * sizeof(T)));
    memset((void *)memory, 0, elements * sizeof(T));
    return memory;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        host_fail(2, "expected cuda, ptx or a vector file, and the file to write");
    const char *from = argv[1], *to = argv[2];
    const bool is_cuda = strcmp(from, "cuda") == 0;
    unsigned count = host_warps(from);
    const bool is_level = count > 0;
    host_warp *read = is_level ? host_level(from) : host_read_vectors(from, &count);
    host_warp *warps = shared<host_warp>(count + 1);
    host_answer *answers = shared<host_answer>(count + 1);

    memcpy(warps, read, count * sizeof *warps);
    if (is_cuda)
        LAUNCH(intrinsics, count, warps, answers);
    else if (has_ptx && count > 0)
        LAUNCH(vectors, count, warps, answers);
    else
        memset((void *)answers, HOST_REFUSED, count * sizeof *answers);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    (is_level ? host_write_signature : host_write_answers)(to, answers, count);
    return 0;
}
