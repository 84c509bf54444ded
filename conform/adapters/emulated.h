// SPDX-License-Identifier: Apache-2.0
// emulated.h - a warp in lockstep without a GPU: as much of CUDA as cuda.cu needs. The shuffles call the next function
// openshfl_peer, that of the shared object which is linked to it.
//
// Each lane runs twice: first it says which shuffles it executes, then it gets their results. So no branch of a kernel depends
// on a shuffle, and it writes nothing that it reads.
#ifndef CONFORM_EMULATED_H
#define CONFORM_EMULATED_H

#include <cstdint>
#include <dlfcn.h>
#include <vector>

#define __device__
#define __global__
#define LAUNCH(kernel, ...) emulated_launch([&] { kernel(__VA_ARGS__); })

static struct {
    unsigned x;
} threadIdx;

struct emulated_call {
    unsigned mode;
    uint32_t a, b, c, d;
    bool p;
};
static std::vector<emulated_call> emulated_calls[LANES]; // of each lane
static bool emulated_has_results;
static size_t emulated_next; // of the lane's calls, then

static bool emulated_shuffle(unsigned mode, uint32_t a, uint32_t b, uint32_t c, uint32_t, uint32_t *d)
{
    auto &calls = emulated_calls[threadIdx.x];

    if (!emulated_has_results)
        calls.push_back({ mode, a, b, c, 0, false });
    const emulated_call &call = calls[emulated_next++];
    *d = call.d;
    return call.p;
}

// A shuffle of all lanes that execute it. Returns whether there is one.
static bool emulated_execute(size_t number)
{
    static const auto machine = (openshfl_peer_fn *)dlsym(RTLD_NEXT, "openshfl_peer");
    unsigned mode = 0;
    uint64_t active = 0, ra[LANES] = {}, rd[LANES] = {}, pu = 0, we = 0;
    uint32_t sb[LANES] = {}, sc[LANES] = {};

    for (unsigned k = 0; k < LANES; k++)
        if (number < emulated_calls[k].size()) {
            const emulated_call &call = emulated_calls[k][number];
            mode = call.mode;
            active |= (uint64_t)1 << k;
            ra[k] = call.a;
            sb[k] = call.b;
            sc[k] = call.c;
        }
    warp_need(active == 0 || machine(LANES, mode, active, sb, sc, ra, rd, &pu, &we) == 0, "a shuffle", "refused");
    for (unsigned k = 0; k < LANES; k++)
        if (active >> k & 1) {
            emulated_calls[k][number].d = (uint32_t)rd[k];
            emulated_calls[k][number].p = pu >> k & 1;
        }
    return active != 0;
}

template <typename F> static void emulated_launch(F kernel)
{
    for (auto &calls : emulated_calls)
        calls.clear();
    for (bool has_results : { false, true }) {
        emulated_has_results = has_results;
        for (threadIdx.x = 0; threadIdx.x < LANES; threadIdx.x++) {
            emulated_next = 0;
            kernel();
        }
        for (size_t number = 0; !has_results && emulated_execute(number); number++)
            ;
    }
}

// ---- the intrinsics: the CUDA C++ Programming Guide, "Warp Shuffle Functions"

static uint32_t emulated_intrinsic(unsigned mode, uint32_t members, uint32_t value, uint32_t operand, int width)
{
    uint32_t word, limit = mode == 1 ? 0 : LANES - 1;

    emulated_shuffle(mode, value, operand, (LANES - (uint32_t)width) << 8 | limit, members, &word);
    return word;
}
#define INTRINSIC(name, mode, type)                                                        \
    static inline uint32_t name(uint32_t members, uint32_t value, type operand, int width) \
    {                                                                                      \
        return emulated_intrinsic(mode, members, value, (uint32_t)operand, width);         \
    }
INTRINSIC(__shfl_sync, 0, int)
INTRINSIC(__shfl_up_sync, 1, uint32_t)
INTRINSIC(__shfl_down_sync, 2, uint32_t)
INTRINSIC(__shfl_xor_sync, 3, int)

// ---- the runtime

enum cudaError_t { cudaSuccess };
static const char *cudaGetErrorString(cudaError_t) { return ""; }
static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static cudaError_t cudaMallocManaged(void **memory, size_t bytes)
{
    *memory = calloc(1, bytes);
    return cudaSuccess;
}

#endif
