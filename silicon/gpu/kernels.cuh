/* SPDX-License-Identifier: Apache-2.0 */
// How each suite's warps are put to the GPU: one kernel per enum issue, one GPU warp per vector. The
// kernels only move operands in and results out; what is right is for the host to say.
#pragma once
#include "immediates.h"
#include "shfl.cuh"
#include "silicon/points.h"

#include <type_traits>
#include <utility>

// A batch of vectors in the GPU's memory: [n] and [n][32].
struct batch {
    uint32_t n;
    const uint32_t *mode, *active, *width, *site[2];
    const uint32_t *ra, *sb, *sc;
    device_lane *out;
    uint32_t members; // suite "outside": of all vectors of a launch
};

__device__ __forceinline__ uint32_t thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

// What the lane holds before the shuffle.
__device__ __forceinline__ device_lane old_lane()
{
    uint32_t lane = threadIdx.x % 32;
    return { DEVICE_OLD_RD(lane), DEVICE_OLD_PU(lane) };
}

// The vectors of a batch may differ in mode, but all lanes of one warp take the same case.
#define BY_MODE(mode, statement)        \
    switch (mode) {                     \
    case SHFL_IDX: {                    \
        constexpr int MODE = SHFL_IDX;  \
        statement;                      \
        break;                          \
    }                                   \
    case SHFL_UP: {                     \
        constexpr int MODE = SHFL_UP;   \
        statement;                      \
        break;                          \
    }                                   \
    case SHFL_DOWN: {                   \
        constexpr int MODE = SHFL_DOWN; \
        statement;                      \
        break;                          \
    }                                   \
    case SHFL_BFLY: {                   \
        constexpr int MODE = SHFL_BFLY; \
        statement;                      \
        break;                          \
    }                                   \
    }

__global__ void run_register(batch b)
{
    uint32_t at = thread_number();
    if (at / 32 >= b.n)
        return;
    device_lane lane = old_lane();
    BY_MODE(b.mode[at / 32], (shfl<MODE>(lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at])));
    b.out[at] = lane;
}

// --- Immediates: every GPU warp plays one repeat of all forms ---------------------------------------------

template <int FORM> __device__ __forceinline__ void run_form(const batch &b, uint32_t at, uint32_t sb, uint32_t sc)
{
    constexpr int SBS[] = { IMMEDIATE_SB(IMMEDIATE_ITEM) REGISTER };
    constexpr int SCS[] = { IMMEDIATE_SC(IMMEDIATE_ITEM) REGISTER };
    constexpr int MODE = FORM / ((IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1));
    constexpr int SB = SBS[FORM / (IMMEDIATE_SCS + 1) % (IMMEDIATE_SBS + 1)];
    constexpr int SC = SCS[FORM % (IMMEDIATE_SCS + 1)];

    uint32_t place = FORM * IMMEDIATE_REPEATS * 32 + at;
    device_lane lane;
    shfl<MODE, SB, SC>(lane.rd, lane.pu, b.ra[place], sb, sc);
    b.out[place] = lane;
}

template <int... FORMS>
__device__ __forceinline__ void run_forms(const batch &b, uint32_t at, uint32_t sb, uint32_t sc,
                                          std::integer_sequence<int, FORMS...>)
{
    (run_form<FORMS>(b, at, sb, sc), ...);
}

__global__ void run_immediate(batch b)
{
    uint32_t at = thread_number();
    if (at / 32 >= IMMEDIATE_REPEATS)
        return;
    run_forms(b, at, b.sb[at], b.sc[at], std::make_integer_sequence<int, IMMEDIATE_FORMS>{});
}

// --- CUDA's intrinsics ------------------------------------------------------------------------------------

template <typename T> __device__ __forceinline__ T intrinsic(uint32_t mode, T value, uint32_t argument, int width)
{
    constexpr unsigned all = 0xffffffff;
    switch (mode) {
    case SHFL_IDX: return __shfl_sync(all, value, (int)argument, width);
    case SHFL_UP: return __shfl_up_sync(all, value, argument, width);
    case SHFL_DOWN: return __shfl_down_sync(all, value, argument, width);
    default: return __shfl_xor_sync(all, value, (int)argument, width);
    }
}

template <typename T> __global__ void run_intrinsic32(batch b)
{
    uint32_t at = thread_number(), warp = at / 32;
    if (warp >= b.n)
        return;
    uint32_t word = b.ra[at];
    T value;
    memcpy(&value, &word, sizeof value);
    value = intrinsic(b.mode[warp], value, b.sb[at], (int)b.width[warp]);
    memcpy(&word, &value, sizeof word);
    b.out[at] = { word, 0 };
}

// Vectors 2n and 2n+1 are the low and the high words of one value.
template <typename T> __global__ void run_intrinsic64(batch b)
{
    uint32_t pair = thread_number() / 32, low = 2 * pair * 32 + threadIdx.x % 32, high = low + 32;
    if (2 * pair >= b.n)
        return;
    uint64_t word = (uint64_t)b.ra[high] << 32 | b.ra[low];
    T value;
    memcpy(&value, &word, sizeof value);
    value = intrinsic(b.mode[2 * pair], value, b.sb[low], (int)b.width[2 * pair]);
    memcpy(&word, &value, sizeof word);
    b.out[low] = { (uint32_t)word, 0 };
    b.out[high] = { (uint32_t)(word >> 32), 0 };
}

// --- Inactive lanes ---------------------------------------------------------------------------------------

// The assembler of CUDA 13.0 makes a branch around the SHFL of the guard, on every architecture.
__global__ void run_guard(batch b)
{
    uint32_t at = thread_number(), warp = at / 32;
    if (warp >= b.n)
        return;
    uint32_t active = b.active[warp], guard = active >> (at % 32) & 1;
    device_lane lane = old_lane();
    BY_MODE(b.mode[warp], (shfl_guarded<MODE>(lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at], active, guard)));
    b.out[at] = lane;
}

__global__ void run_branch(batch b)
{
    uint32_t at = thread_number(), warp = at / 32;
    if (warp >= b.n)
        return;
    uint32_t active = b.active[warp];
    device_lane lane = old_lane();
    if (active >> (at % 32) & 1) {
        BY_MODE(b.mode[warp], (shfl<MODE>(lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at], active)));
    }
    __syncwarp();
    b.out[at] = lane;
}

// Threads that have exited may be named in the member mask: they are not waited for.
__global__ void run_exit(batch b)
{
    uint32_t at = thread_number(), warp = at / 32;
    if (warp >= b.n)
        return;
    device_lane lane = old_lane();
    if (!(b.active[warp] >> (at % 32) & 1)) {
        b.out[at] = lane;
        asm volatile("exit;");
    }
    BY_MODE(b.mode[warp], (shfl<MODE>(lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at])));
    b.out[at] = lane;
}

// Vectors 2n and 2n+1 share one GPU warp: the lanes active in the one are inactive in the other. Each
// side shuffles under its own member mask.
__global__ void run_members(batch b)
{
    uint32_t pair = thread_number() / 32, lane = threadIdx.x % 32;
    if (2 * pair >= b.n)
        return;
    uint32_t first = 2 * pair * 32 + lane, second = first + 32;
    uint32_t active = b.active[2 * pair], mode = b.mode[2 * pair];
    device_lane one = old_lane(), two = old_lane();
    if (active >> lane & 1) {
        BY_MODE(mode, (shfl<MODE>(one.rd, one.pu, b.ra[first], b.sb[first], b.sc[first], active)));
    } else {
        BY_MODE(mode, (shfl<MODE>(two.rd, two.pu, b.ra[second], b.sb[second], b.sc[second], ~active)));
    }
    __syncwarp();
    b.out[first] = one;
    b.out[second] = two;
}

// --- Members, and who executes ----------------------------------------------------------------------------

// Vectors that run on one kernel, from first on; one block is one warp, so that no branch is in front of the SHFL.
__device__ __forceinline__ uint32_t place_from(uint32_t first) { return 32 * first + thread_number(); }

// All lanes execute, members or not. MEMBERS is a constant, or 0: then the mask is a parameter of the kernel. A
// branch, or a mask that may differ by lane, makes the compiler put WARPSYNC in front of the SHFL.
template <int MODE, uint32_t MEMBERS> __global__ void run_outside(batch b, uint32_t first)
{
    uint32_t at = place_from(first);
    device_lane lane;
    shfl<MODE>(lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at], MEMBERS ? MEMBERS : b.members);
    b.out[at] = lane;
}

// A shuffle, or a barrier of the warp, in which lanes may execute and be no members: undefined. OP is a mode, or
// DEVICE_BARRIER. MEMBERS is 0 if the mask is no constant; masks has it 32 times.
template <int OP, int MASK, bool BRANCH, uint32_t MEMBERS>
__global__ void run_outcome(uint32_t active, uint32_t members, const uint32_t *masks, uint32_t *out)
{
    uint32_t mask = MASK == MASK_CONSTANT  ? MEMBERS
                  : MASK == MASK_PARAMETER ? members
                                           : masks[MASK == MASK_ADDRESS ? 0 : threadIdx.x];
    device_lane lane = old_lane();
    if (!BRANCH || active >> threadIdx.x & 1) {
        if constexpr (OP == DEVICE_BARRIER)
            __syncwarp(mask);
        else
            shfl<OP>(lane.rd, lane.pu, lane.rd, DEVICE_OUTCOME_SB, DEVICE_OUTCOME_SC, mask);
    }
    out[threadIdx.x] = lane.rd;
}

// Each branch has a shfl.sync of its own, all with the full mask.
template <int MODE, int SITE, bool CONSTANT>
__device__ __forceinline__ void run_site(const batch &b, uint32_t at, device_lane &lane)
{
    shfl<MODE, CONSTANT ? SITE_SB(SITE) : REGISTER, CONSTANT ? SITE_SC(SITE, MODE == SHFL_UP) : REGISTER>(
        lane.rd, lane.pu, b.ra[at], b.sb[at], b.sc[at]);
}

template <int MODE, int SITES, bool CONSTANT> __global__ void run_sites(batch b, uint32_t first)
{
    uint32_t at = place_from(first), lane = threadIdx.x % 32;
    uint32_t site = (b.site[0][at / 32] >> lane & 1) | (b.site[1][at / 32] >> lane & 1) << 1;
    device_lane own = old_lane();
    if (site == 0)
        run_site<MODE, 0, CONSTANT>(b, at, own);
    else if (SITES == 2 || site == 1)
        run_site<MODE, 1, CONSTANT>(b, at, own);
    else if (site == 2)
        run_site<MODE, 2, CONSTANT>(b, at, own);
    else
        run_site<MODE, 3, CONSTANT>(b, at, own);
    __syncwarp();
    b.out[at] = own;
}
