/* SPDX-License-Identifier: Apache-2.0 */
// group_launch - see device.h: groups by rank by cooperative groups, barriers that reduce, movmatrix.
#include "device.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// What a group gives a lane, as answer_group_warp of warp_cases.c has it.
template <typename GROUP> __device__ static void operations(const GROUP &g, uint32_t v, uint32_t d, uint32_t *out)
{
    int equal = 0;
    out[0] = (uint32_t)g.size();
    out[1] = (uint32_t)g.thread_rank();
    out[2] = g.shfl(v, (int)((v >> 8) % g.size()));
    out[3] = g.shfl_up(v, d);
    out[4] = g.shfl_down(v, d);
    out[5] = g.ballot((int)(v & 1));
    out[6] = g.any((int)(v & 1)) != 0;
    out[7] = g.all((int)(v & 1)) != 0;
    out[8] = g.match_any(v);
    out[9] = g.match_all(v, equal);
    out[10] = equal != 0;
    out[11] = cg::reduce(g, v, cg::plus<uint32_t>());
    out[12] = cg::inclusive_scan(g, v, cg::plus<uint32_t>());
    out[13] = cg::exclusive_scan(g, v, cg::plus<uint32_t>());
}

// A block is a warp.
struct lane {
    uint32_t active, d, v, *out;
    __device__ lane(const uint32_t *in, uint32_t *to)
        : active(in[GROUP_HEAD * blockIdx.x]), d(in[GROUP_HEAD * blockIdx.x + 1]),
          v(in[GROUP_HEAD * GROUP_WARPS + 32 * blockIdx.x + threadIdx.x]),
          out(to + (32 * blockIdx.x + threadIdx.x) * GROUP_WORDS)
    {
    }
    __device__ bool executes() const { return active >> threadIdx.x & 1; }
};

template <bool LABELED> __global__ static void run_coalesced(const uint32_t *in, uint32_t *out)
{
    const lane l(in, out);
    if (l.executes()) {
        const cg::coalesced_group g = cg::coalesced_threads();
        if constexpr (LABELED)
            operations(cg::labeled_partition(g, l.v % 3), l.v, l.d, l.out);
        else
            operations(g, l.v, l.d, l.out);
        const cg::coalesced_group half = cg::binary_partition(g, (l.v >> 1 & 1) != 0);
        l.out[GROUP_WORDS - 2] = (uint32_t)half.size();
        l.out[GROUP_WORDS - 1] = cg::reduce(half, l.v, cg::less<uint32_t>());
    }
}

template <int N> __global__ static void run_tiles(const uint32_t *in, uint32_t *out)
{
    const lane l(in, out);
    const auto g = cg::tiled_partition<N>(cg::this_thread_block());
    if (l.executes()) {
        operations(g, l.v, l.d, l.out);
        l.out[GROUP_WORDS - 2] = g.shfl_xor(l.v, l.d % N);
    }
}

__global__ static void run_exits(const uint32_t *in, uint32_t *out)
{
    const uint32_t t = threadIdx.x;
    if (in[t] & 2)
        return;
    out[3 * t] = (uint32_t)__syncthreads_count((int)(in[t] & 1));
    out[3 * t + 1] = __syncthreads_and((int)(in[t] & 1)) != 0;
    out[3 * t + 2] = __syncthreads_or((int)(in[t] & 1)) != 0;
}

// Two warps of four arrive at barrier 3.
#define PART_RED(kind, put)                                                   \
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.red." kind \
                 ".pred q, 3, 64, p; selp.u32 %0, 1, 0, q; }"                 \
                 : "=r"(put)                                                  \
                 : "r"(in[t] & 1)                                             \
                 : "memory")

__global__ static void run_part(unsigned warps, const uint32_t *in, uint32_t *out)
{
    const uint32_t t = threadIdx.x;
    uint32_t count, every, some;
    if (!(warps >> t / 32 & 1))
        return;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; barrier.red.popc.u32 %0, 3, 64, p; }"
                 : "=r"(count)
                 : "r"(in[t] & 1)
                 : "memory");
    PART_RED("and", every);
    PART_RED("or", some);
    out[3 * t] = count;
    out[3 * t + 1] = every;
    out[3 * t + 2] = some;
}

__global__ static void run_movmatrix(const uint32_t *in, uint32_t *out)
{
    uint32_t got;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(got) : "r"(in[threadIdx.x]));
    out[threadIdx.x] = got;
}

extern "C" void group_launch(const struct warp_case *c, const uint32_t *in, uint32_t *out)
{
    static void (*const tiles[])(const uint32_t *, uint32_t *) = { run_tiles<1>, run_tiles<2>,  run_tiles<4>,
                                                                   run_tiles<8>, run_tiles<16>, run_tiles<32> };
    switch (c->kind) {
    case WARP_COALESCED: run_coalesced<false><<<GROUP_WARPS, 32>>>(in, out); break;
    case WARP_LABELED: run_coalesced<true><<<GROUP_WARPS, 32>>>(in, out); break;
    case WARP_EXITS: run_exits<<<1, c->threads>>>(in, out); break;
    case WARP_PART: run_part<<<1, c->threads>>>(c->warps, in, out); break;
    case WARP_MOVMATRIX: run_movmatrix<<<1, 32>>>(in, out); break;
    default: tiles[__builtin_ctz((unsigned)c->a)]<<<GROUP_WARPS, 32>>>(in, out);
    }
}
