/* SPDX-License-Identifier: Apache-2.0 */
// device_run_case - see device.h: the kernels of warp_cases.h as CUDA has them, and CUB itself.
#include "device.h"
#include "model/shfl.h"

#include <cub/block/block_shuffle.cuh>

// The lanes of this thread's warp that the block has.
__device__ static unsigned members(unsigned threads)
{
    unsigned left = threads - threadIdx.x / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

__device__ static uint32_t shuffle(warp_kind kind, unsigned mask, uint32_t value, int width, int argument)
{
    switch (kind) {
    case WARP_BROADCAST: return __shfl_sync(mask, value, argument, width);
    case WARP_UP: return __shfl_up_sync(mask, value, argument, width);
    case WARP_DOWN: return __shfl_down_sync(mask, value, argument, width);
    case WARP_WRAP: return __shfl_sync(mask, value, threadIdx.x + argument, width);
    default: return __shfl_xor_sync(mask, value, argument, width);
    }
}

__global__ static void run_shuffle(warp_kind kind, int width, int argument, int items, const uint32_t *in,
                                   uint32_t *out)
{
    for (int i = items * threadIdx.x; i < items * (int)(threadIdx.x + 1); i++)
        out[i] = shuffle(kind, members(blockDim.x), in[i], width, argument);
}

// The even thread gives its element first and gets one in its place; the odd one, element second.
__global__ static void run_swap(int mask, int first, int second, const uint32_t *in, uint32_t *out)
{
    int mine = threadIdx.x % 2 == 0 ? first : second;
    uint32_t got = __shfl_xor_sync(members(blockDim.x), in[4 * threadIdx.x + mine], mask);
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = i == mine ? got : in[4 * threadIdx.x + i];
}

__device__ static uint32_t warp_sum(uint32_t sum)
{
    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    return sum;
}

__global__ static void run_reduce(const uint32_t *in, unsigned n, uint32_t *out)
{
    __shared__ uint32_t sums[32];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, warps = blockDim.x / 32;
    uint32_t sum = warp_sum(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < warps ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

__global__ static void run_long(int mode, int width, int argument, const uint32_t *in, uint32_t *out)
{
    unsigned k = threadIdx.x;
    unsigned long long v = (unsigned long long)in[2 * k + 1] << 32 | in[2 * k];
    v = mode == SHFL_IDX  ? __shfl_sync(0xffffffff, v, argument, width)
      : mode == SHFL_UP   ? __shfl_up_sync(0xffffffff, v, argument, width)
      : mode == SHFL_DOWN ? __shfl_down_sync(0xffffffff, v, argument, width)
                          : __shfl_xor_sync(0xffffffff, v, argument, width);
    out[2 * k] = (uint32_t)v;
    out[2 * k + 1] = (uint32_t)(v >> 32);
}

__global__ static void run_vote(const uint32_t *in, uint32_t *out)
{
    int p = in[threadIdx.x] != 0;
    out[3 * threadIdx.x] = __any_sync(0xffffffff, p) != 0;
    out[3 * threadIdx.x + 1] = __all_sync(0xffffffff, p) != 0;
    out[3 * threadIdx.x + 2] = __ballot_sync(0xffffffff, p);
}

// ---- the examples of the SPA page, instruction by instruction

#define SCAN(mode, distance, clamp)                                                                  \
    asm volatile("{ .reg .pred p; .reg .f32 y; shfl.sync." mode ".b32 y|p, %0, " distance ", " clamp \
                 ", -1; @p add.rn.f32 %0, y, %0; }"                                                  \
                 : "+f"(x))
#define ADD_BFLY(mask) \
    asm volatile("{ .reg .f32 y; shfl.sync.bfly.b32 y, %0, " mask ", 31, -1; add.rn.f32 %0, y, %0; }" : "+f"(x))
#define FSWZ(mode, index) asm volatile("shfl.sync." mode ".b32 %0, %0, " index ", 0x1c03, -1;" : "+f"(x))

__device__ static float inclusive(float x)
{
    SCAN("up", "1", "0");
    SCAN("up", "2", "0");
    SCAN("up", "4", "0");
    SCAN("up", "8", "0");
    SCAN("up", "16", "0");
    return x;
}

__global__ static void run_program(int program, const uint32_t *in, uint32_t *out)
{
    float x = __uint_as_float(in[threadIdx.x]);
    switch (program) {
    case 0: x = inclusive(x); break;
    case 1:
        x = inclusive(x);
        asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %0, 1, 0, -1; selp.f32 %0, %0, 0f00000000, p; }"
                     : "+f"(x));
        break;
    case 2:
        SCAN("down", "1", "31");
        SCAN("down", "2", "31");
        SCAN("down", "4", "31");
        SCAN("down", "8", "31");
        SCAN("down", "16", "31");
        break;
    case 3:
        ADD_BFLY("16");
        ADD_BFLY("8");
        ADD_BFLY("4");
        ADD_BFLY("2");
        ADD_BFLY("1");
        break;
    case 4: FSWZ("idx", "0"); break;
    case 5: FSWZ("idx", "1"); break;
    case 6: FSWZ("idx", "2"); break;
    case 7: FSWZ("idx", "3"); break;
    case 8: FSWZ("bfly", "1"); break;
    default: FSWZ("bfly", "2"); break;
    }
    out[threadIdx.x] = __float_as_uint(x);
}

// ---- CUB

template <int WORDS> struct item {
    uint32_t word[WORDS];
};

template <int X, int Y, int Z> __device__ unsigned thread()
{
    return threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
}

template <int X, int Y, int Z, int WORDS>
__global__ void run_one(warp_kind kind, int distance, const item<WORDS> *in, item<WORDS> *out)
{
    using shuffle = cub::BlockShuffle<item<WORDS>, X, Y, Z>;
    __shared__ typename shuffle::TempStorage storage;
    unsigned t = thread<X, Y, Z>();
    item<WORDS> got = out[t];
    if (kind == WARP_OFFSET)
        shuffle(storage).Offset(in[t], got, distance);
    else
        shuffle(storage).Rotate(in[t], got, (unsigned)distance);
    out[t] = got;
}

template <int X, int Y, int Z, int WORDS, int ITEMS>
__global__ void run_several(warp_kind kind, bool edge, const item<WORDS> *in, item<WORDS> *out)
{
    using shuffle = cub::BlockShuffle<item<WORDS>, X, Y, Z>;
    __shared__ typename shuffle::TempStorage storage;
    unsigned t = thread<X, Y, Z>();
    item<WORDS> input[ITEMS], prev[ITEMS], all;
    for (int i = 0; i < ITEMS; i++) {
        input[i] = in[t * ITEMS + i];
        prev[i] = out[t * ITEMS + i];
    }
    if (kind == WARP_BLOCK_UP && edge)
        shuffle(storage).Up(input, prev, all);
    else if (kind == WARP_BLOCK_UP)
        shuffle(storage).Up(input, prev);
    else if (edge)
        shuffle(storage).Down(input, prev, all);
    else
        shuffle(storage).Down(input, prev);
    for (int i = 0; i < ITEMS; i++)
        out[t * ITEMS + i] = prev[i];
    if (edge)
        out[X * Y * Z * ITEMS + t] = all;
}

template <int X, int Y, int Z, int WORDS>
static void launch_block(const warp_case *c, const uint32_t *in, uint32_t *out)
{
    auto from = (const item<WORDS> *)in;
    auto to = (item<WORDS> *)out;
    dim3 block(X, Y, Z);
    if (c->kind == WARP_OFFSET || c->kind == WARP_ROTATE) {
        if (c->kind == WARP_OFFSET || c->b > 0) // Rotate by 0 is outside the contract
            run_one<X, Y, Z, WORDS><<<1, block>>>(c->kind, c->b, from, to);
        return;
    }
    switch (c->a) {
#define ITEMS(n, unused) \
    case n: run_several<X, Y, Z, WORDS, n><<<1, block>>>(c->kind, c->c, from, to); break;
        WARP_ITEMS(ITEMS, 0)
    default: fprintf(stderr, "shfl_cuda: no kernel of %d items\n", c->a); exit(DEVICE_EXIT);
    }
}

template <int X, int Y, int Z> static void launch_words(const warp_case *c, const uint32_t *in, uint32_t *out)
{
    switch (c->words) {
#define WORDS(n, unused) \
    case n: launch_block<X, Y, Z, n>(c, in, out); break;
        WARP_WORDS(WORDS, 0)
    default: fprintf(stderr, "shfl_cuda: no kernel of %u words\n", c->words); exit(DEVICE_EXIT);
    }
}

static void launch_shape(const warp_case *c, const uint32_t *in, uint32_t *out)
{
    using launch = void (*)(const warp_case *, const uint32_t *, uint32_t *);
    static const launch launches[] = {
#define SHAPE(x, y, z) launch_words<x, y, z>,
        WARP_SHAPES(SHAPE)
    };
    launches[c->shape](c, in, out);
}

// ----

static void launch(const warp_case *c, uint32_t *in, uint32_t *out)
{
    if (c->kind >= WARP_GROUPS || c->kind == WARP_BARRIER) {
        group_launch(c, in, out);
        return;
    }
    switch (c->kind) {
    case WARP_BROADCAST:
    case WARP_UP:
    case WARP_DOWN:
    case WARP_WRAP:
    case WARP_XOR: run_shuffle<<<1, c->threads>>>(c->kind, c->a, c->b, 1, in, out); break;
    case WARP_XOR_ARRAY: run_shuffle<<<1, c->threads>>>(c->kind, c->a, c->b, 4, in, out); break;
    case WARP_SWAP: run_swap<<<1, c->threads>>>(c->b, c->a, c->c, in, out); break;
    case WARP_REDUCE: run_reduce<<<1, c->threads>>>(in, (unsigned)c->in_words, out); break;
    case WARP_GRID_REDUCE: { // the blocks' sums go behind the input, and are the next launch's
        uint32_t *sums = in + WARP_CASE_WORDS;
        unsigned n = (unsigned)c->in_words;
        for (const uint32_t *from = in; n > 1 || from == in; from = sums, sums += n) {
            unsigned blocks = (n + c->threads - 1) / c->threads;
            run_reduce<<<blocks, c->threads>>>(from, n, blocks == 1 ? out : sums);
            n = blocks;
        }
        break;
    }
    case WARP_LONG: run_long<<<1, 32>>>(c->b, c->a, c->c, in, out); break;
    case WARP_VOTE: run_vote<<<1, 32>>>(in, out); break;
    case WARP_PROGRAM: run_program<<<1, 32>>>(c->a, in, out); break;
    default: launch_shape(c, in, out);
    }
}

extern "C" void device_run_case(const struct warp_case *c, uint32_t out[])
{
    static uint32_t *gpu_in, *gpu_out;
    if (gpu_in == nullptr) {
        CHECK(cudaMalloc((void **)&gpu_in, 2 * WARP_CASE_WORDS * sizeof *gpu_in));
        CHECK(cudaMalloc((void **)&gpu_out, WARP_CASE_WORDS * sizeof *gpu_out));
    }
    for (size_t i = 0; i < c->out_words; i++)
        out[i] = WARP_OLD(i);
    CHECK(cudaMemcpy(gpu_in, c->in, c->in_words * sizeof *gpu_in, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(gpu_out, out, c->out_words * sizeof *gpu_out, cudaMemcpyHostToDevice));
    launch(c, gpu_in, gpu_out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(out, gpu_out, c->out_words * sizeof *gpu_out, cudaMemcpyDeviceToHost));
}
