// SPDX-License-Identifier: Apache-2.0
// emulated.h - a warp in lockstep without a GPU: as much of CUDA as signature.cu needs. The shuffles call openshfl_peer, of
// the type in cli/conform/peer.h, which is linked to it.
//
// A lane runs until a shuffle that has no result yet. Once all lanes are there, or have ended, the shuffle is done, and
// each lane runs again from its beginning, this time beyond that shuffle. So a kernel writes nothing that it reads.
#ifndef CONFORM_EMULATED_H
#define CONFORM_EMULATED_H

#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <vector>

#define __device__
#define __global__
#define LAUNCH(kernel, warps, ...) emulated_launch(warps, [&] { kernel(__VA_ARGS__); })

extern "C" int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                             const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we);

static struct {
    unsigned x;
} threadIdx, blockIdx;

struct emulated_call {
    unsigned mode;
    uint32_t a, b, c, d;
    bool p;
};

static struct {
    std::vector<emulated_call> answered;
    size_t next; // of those, in this run
    emulated_call asked;
    bool waits;
} emulated_lane[LANES];
static std::jmp_buf emulated_stop;

static bool emulated_shuffle(unsigned mode, uint32_t a, uint32_t b, uint32_t c, uint32_t, uint32_t *d)
{
    auto &lane = emulated_lane[threadIdx.x];

    if (lane.next == lane.answered.size()) {
        lane.asked = { mode, a, b, c, 0, false };
        std::longjmp(emulated_stop, 1);
    }
    const emulated_call &call = lane.answered[lane.next++];
    *d = call.d;
    return call.p;
}

// The shuffle for which the lanes wait: the same in all.
static void emulated_step()
{
    unsigned mode = 0;
    uint64_t active = 0, ra[LANES] = {}, rd[LANES] = {}, pu = 0, we = 0;
    uint32_t sb[LANES] = {}, sc[LANES] = {};

    for (unsigned k = 0; k < LANES; k++) {
        const emulated_call &asked = emulated_lane[k].asked;
        mode = emulated_lane[k].waits ? asked.mode : mode;
        active |= (uint64_t)emulated_lane[k].waits << k;
        ra[k] = asked.a;
        sb[k] = asked.b;
        sc[k] = asked.c;
    }
    if (openshfl_peer(LANES, mode, active, sb, sc, ra, rd, &pu, &we) != 0)
        host_fail(3, "the emulated machine refuses a shuffle");
    for (unsigned k = 0; k < LANES; k++)
        if (active >> k & 1) {
            emulated_lane[k].asked.d = (uint32_t)rd[k];
            emulated_lane[k].asked.p = pu >> k & 1;
            emulated_lane[k].answered.push_back(emulated_lane[k].asked);
        }
}

template <typename F> static bool emulated_ends(F &kernel)
{
    if (setjmp(emulated_stop) != 0)
        return false;
    kernel();
    return true;
}

template <typename F> static void emulated_launch(unsigned warps, F kernel)
{
    for (blockIdx.x = 0; blockIdx.x < warps; blockIdx.x++) {
        for (auto &lane : emulated_lane)
            lane.answered.clear();
        for (bool waits = true; waits;) {
            waits = false;
            for (threadIdx.x = 0; threadIdx.x < LANES; threadIdx.x++) {
                emulated_lane[threadIdx.x].next = 0;
                emulated_lane[threadIdx.x].waits = !emulated_ends(kernel);
                waits |= emulated_lane[threadIdx.x].waits;
            }
            if (waits)
                emulated_step();
        }
    }
}

// ---- the intrinsics: the CUDA C++ Programming Guide, "Warp Shuffle Functions"

static uint32_t emulated_intrinsic(unsigned mode, uint32_t members, uint32_t value, uint32_t operand, int width)
{
    uint32_t word, limit = mode == 1 ? 0 : LANES - 1;

    emulated_shuffle(mode, value, operand, (LANES - (uint32_t)width) << 8 | limit, members, &word);
    return word;
}
static uint32_t __shfl_sync(uint32_t members, uint32_t value, int lane, int width)
{
    return emulated_intrinsic(0, members, value, (uint32_t)lane, width);
}
static uint32_t __shfl_up_sync(uint32_t members, uint32_t value, uint32_t distance, int width)
{
    return emulated_intrinsic(1, members, value, distance, width);
}
static uint32_t __shfl_down_sync(uint32_t members, uint32_t value, uint32_t distance, int width)
{
    return emulated_intrinsic(2, members, value, distance, width);
}
static uint32_t __shfl_xor_sync(uint32_t members, uint32_t value, int mask, int width)
{
    return emulated_intrinsic(3, members, value, (uint32_t)mask, width);
}

// ---- the runtime

enum cudaError_t { cudaSuccess };
static const char *cudaGetErrorString(cudaError_t) { return ""; }
static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static cudaError_t cudaMallocManaged(void **memory, size_t bytes)
{
    *memory = host_memory(bytes);
    return cudaSuccess;
}

#endif
