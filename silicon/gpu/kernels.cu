/* SPDX-License-Identifier: Apache-2.0 */
// device_run_case - see device.h: the programs of warp_cases.h, and CUB itself.
#include "device.h"

#include <cub/block/block_shuffle.cuh>

// ---- the examples of the SPA page, instruction by instruction

#define SCAN(mode, distance, clamp)                                                                  \
    asm volatile("{ .reg .pred p; .reg .f32 y; shfl.sync." mode ".b32 y|p, %0, " distance ", " clamp \
                 ", -1; @p add.rn.f32 %0, y, %0; }"                                                  \
                 : "+f"(x))
// of all distances
#define SCANS(mode, clamp)  \
    SCAN(mode, "1", clamp); \
    SCAN(mode, "2", clamp); \
    SCAN(mode, "4", clamp); \
    SCAN(mode, "8", clamp); \
    SCAN(mode, "16", clamp)
#define ADD_BFLY(mask) \
    asm volatile("{ .reg .f32 y; shfl.sync.bfly.b32 y, %0, " mask ", 31, -1; add.rn.f32 %0, y, %0; }" : "+f"(x))
#define FSWZ(mode, index) asm volatile("shfl.sync." mode ".b32 %0, %0, " index ", 0x1c03, -1;" : "+f"(x))

__global__ static void run_program(int program, const uint32_t *in, uint32_t *out)
{
    float x = __uint_as_float(in[threadIdx.x]);
    switch (program) {
    case 0: SCANS("up", "0"); break;
    case 1:
        SCANS("up", "0");
        asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %0, 1, 0, -1; selp.f32 %0, %0, 0f00000000, p; }"
                     : "+f"(x));
        break;
    case 2: SCANS("down", "31"); break;
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

template <int X, int Y, int Z, int WORDS>
__global__ void run_one(warp_kind kind, int distance, const item<WORDS> *in, item<WORDS> *out)
{
    using shuffle = cub::BlockShuffle<item<WORDS>, X, Y, Z>;
    __shared__ typename shuffle::TempStorage storage;
    unsigned t = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
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
    unsigned t = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
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
    case 1: run_several<X, Y, Z, WORDS, 1><<<1, block>>>(c->kind, c->c, from, to); break;
    case 2: run_several<X, Y, Z, WORDS, 2><<<1, block>>>(c->kind, c->c, from, to); break;
    case 4: run_several<X, Y, Z, WORDS, 4><<<1, block>>>(c->kind, c->c, from, to); break;
    case 7: run_several<X, Y, Z, WORDS, 7><<<1, block>>>(c->kind, c->c, from, to); break;
    }
}

extern "C" void device_run_case(const struct warp_case *c, uint32_t out[])
{
#define SHAPE(x, y, z) { launch_block<x, y, z, 1>, launch_block<x, y, z, 3> },
    static void (*const of_shape[][2])(const warp_case *, const uint32_t *, uint32_t *) = { WARP_SHAPES(SHAPE) };
    static uint32_t *gpu_in, *gpu_out;
    if (gpu_in == nullptr) {
        CHECK(cudaMalloc((void **)&gpu_in, WARP_CASE_WORDS * sizeof *gpu_in));
        CHECK(cudaMalloc((void **)&gpu_out, WARP_CASE_WORDS * sizeof *gpu_out));
    }
    for (size_t i = 0; i < c->out_words; i++)
        out[i] = WARP_OLD(i);
    CHECK(cudaMemcpy(gpu_in, c->in, c->in_words * sizeof *gpu_in, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(gpu_out, out, c->out_words * sizeof *gpu_out, cudaMemcpyHostToDevice));
    if (c->kind >= WARP_GROUPS)
        group_launch(c, gpu_in, gpu_out);
    else if (c->kind == WARP_PROGRAM)
        run_program<<<1, 32>>>(c->a, gpu_in, gpu_out);
    else
        of_shape[c->shape][c->words == 3](c, gpu_in, gpu_out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(out, gpu_out, c->out_words * sizeof *gpu_out, cudaMemcpyDeviceToHost));
}
