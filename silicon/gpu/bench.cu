/* SPDX-License-Identifier: Apache-2.0 */
// The GPU's own speed: how many shuffles a multiprocessor issues per clock, and how long one takes, next
// to the same exchange through shared memory. Every figure is the median, least and most of REPEATS runs;
// a run is all multiprocessors at once (throughput) or one warp alone (latency).
#include "check.cuh"
#include "shfl.cuh"

#include "silicon/mix.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

namespace {

constexpr int REPEATS = 25;
constexpr int WARPS = 32;    // per multiprocessor, in one block, for throughput
constexpr int CHAINS = 8;    // independent values of a warp, for throughput
constexpr int UNROLLED = 64; // operations in a loop's body; tests/test_sass.py counts the SHFL
constexpr int ROUNDS = 64;   // of the loop

// Lane operands that the compiler cannot know.
struct operands {
    uint32_t sb, sc;
};

// --- What is measured: one step each, from a value to a value ---------------------------------------------

template <int MODE, bool SB_IMM, bool SC_IMM> struct shuffle {
    static constexpr int SC = MODE == SHFL_UP ? 0x1000 : 0x101f; // width 16: no operand is zero
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<MODE, SB_IMM ? 1 : REGISTER, SC_IMM ? SC : REGISTER>(rd, pu, x, o.sb, o.sc);
        return rd;
    }
};

// Sb depends on the shuffle before: a chase through the lanes.
struct chase {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<SHFL_IDX, REGISTER, 0x1f>(rd, pu, o.sb, x, 0);
        return rd;
    }
};

__device__ __forceinline__ uint32_t shared_load(uint32_t address)
{
    uint32_t word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address));
    return word;
}

__device__ __forceinline__ void shared_store(uint32_t address, uint32_t word)
{
    asm volatile("st.shared.u32 [%0], %1;" : : "r"(address), "r"(word));
}

// The lane's word to shared memory, a barrier of the warp, the other lane's word from there. o.sb and o.sc
// are the addresses of the own and of the other word; step n uses one half of the memory or the other, so
// that one barrier is enough.
struct exchange {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t n)
    {
        uint32_t half = n % 2 * WARPS * 32 * 4;
        shared_store(o.sb + half, x);
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
        return shared_load(o.sc + half);
    }
};

// The word holds the address of the next one.
struct load {
    __device__ static uint32_t step(uint32_t x, operands, uint32_t) { return shared_load(x); }
};

// --- How it is measured -----------------------------------------------------------------------------------

__shared__ uint32_t words[2 * WARPS * 32];

// For a shuffle: sb and sc as given. For shared memory: the own word's address and the next lane's, and
// every word points to the one of the next lane.
template <typename STEP> __device__ operands prepare(const operands *given, uint32_t &x)
{
    uint32_t own = threadIdx.x, next = (own & ~31u) | ((own + 1) & 31u);
    uint32_t base = (uint32_t)__cvta_generic_to_shared(words);
    operands o = given[own % 32];
    x = own;
    if constexpr (std::is_same_v<STEP, exchange> || std::is_same_v<STEP, load>) {
        o = { base + 4 * own, base + 4 * next };
        words[own] = words[own + WARPS * 32] = o.sc;
        x = o.sb;
    }
    __syncthreads();
    return o;
}

template <typename STEP>
__global__ void __launch_bounds__(WARPS * 32) throughput(const operands *given, uint32_t *sink, long long *clocks)
{
    uint32_t x[CHAINS];
    operands o = prepare<STEP>(given, x[0]);
    for (int chain = 1; chain < CHAINS; chain++)
        x[chain] = std::is_same_v<STEP, load> ? x[0] : x[0] + chain;

    __syncthreads();
    long long start = clock64();
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++) {
#pragma unroll
        for (int i = 0; i < UNROLLED; i++)
            x[i % CHAINS] = STEP::step(x[i % CHAINS], o, i);
    }
    __syncthreads();
    long long end = clock64();

    uint32_t sum = 0;
    for (int chain = 0; chain < CHAINS; chain++)
        sum ^= x[chain];
    sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    if (threadIdx.x == 0)
        clocks[blockIdx.x] = end - start;
}

template <typename STEP> __global__ void latency(const operands *given, uint32_t *sink, long long *clocks)
{
    uint32_t x;
    operands o = prepare<STEP>(given, x);
    long long start = 0;
#pragma unroll 1
    for (int round = 0; round <= ROUNDS; round++) {
        if (round == 1) // the first round fetched the instructions
            start = clock64();
#pragma unroll
        for (int i = 0; i < UNROLLED; i++)
            x = STEP::step(x, o, i);
    }
    long long end = clock64(); // perhaps before the last of 4096 steps has ended
    sink[threadIdx.x] = x;
    if (threadIdx.x == 0)
        clocks[0] = end - start;
}

struct bench_run {
    operands *given; // on the GPU, [32]
    uint32_t *sink;
    long long *clocks; // on the GPU, [multiprocessors]
    int multiprocessors;
    std::vector<device_figure> figures;

    // fn does one run on that many blocks; its figure is scale(clocks of the middle block).
    template <typename LAUNCH, typename SCALE> void measure(const char *name, int blocks, LAUNCH launch, SCALE scale)
    {
        std::vector<double> runs;
        for (int run = -2; run < REPEATS; run++) { // two to warm up
            std::vector<long long> spent(blocks);
            CHECK(cudaMemset(clocks, 0, blocks * sizeof *clocks));
            launch();
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(spent.data(), clocks, blocks * sizeof *clocks, cudaMemcpyDeviceToHost));
            std::nth_element(spent.begin(), spent.begin() + blocks / 2, spent.end());
            if (run >= 0)
                runs.push_back(scale((double)spent[blocks / 2]));
        }
        std::sort(runs.begin(), runs.end());
        device_figure figure = {};
        snprintf(figure.name, sizeof figure.name, "%.47s", name);
        figure.median = runs[REPEATS / 2];
        figure.least = runs.front();
        figure.most = runs.back();
        figures.push_back(figure);
    }

    template <typename STEP> void measure_throughput(const char *what)
    {
        char name[64];
        snprintf(name, sizeof name, "throughput.%s", what);
        measure(
            name, multiprocessors, [&] { throughput<STEP><<<multiprocessors, WARPS * 32>>>(given, sink, clocks); },
            [](double spent) { return (double)WARPS * ROUNDS * UNROLLED / spent; });
    }

    template <typename STEP> void measure_latency(const char *what)
    {
        char name[64];
        snprintf(name, sizeof name, "latency.%s", what);
        measure(
            name, 1, [&] { latency<STEP><<<1, 32>>>(given, sink, clocks); },
            [](double spent) { return spent / (ROUNDS * UNROLLED); });
    }

    template <int MODE, bool SB_IMM, bool SC_IMM> void measure_form(const char *mode, const char *form)
    {
        char what[40];
        snprintf(what, sizeof what, "%s.%s", mode, form);
        measure_throughput<shuffle<MODE, SB_IMM, SC_IMM>>(what);
        measure_latency<shuffle<MODE, SB_IMM, SC_IMM>>(what);
    }

    // IDX with an index per lane, at the same rate whichever lanes are named?
    void measure_lanes(const char *pattern, const uint32_t lanes[32])
    {
        operands named[32];
        for (uint32_t lane = 0; lane < 32; lane++)
            named[lane] = { lanes[lane], 0x1f };
        CHECK(cudaMemcpy(given, named, sizeof named, cudaMemcpyHostToDevice));
        measure_throughput<shuffle<SHFL_IDX, false, true>>((std::string("lanes-") + pattern + ".reg-imm").c_str());
        measure_throughput<shuffle<SHFL_IDX, false, false>>((std::string("lanes-") + pattern + ".reg-reg").c_str());
    }

    void measure_patterns();

    template <int MODE> void measure_mode(const char *mode)
    {
        measure_form<MODE, true, true>(mode, "imm-imm");
        measure_form<MODE, false, true>(mode, "reg-imm");
        measure_form<MODE, true, false>(mode, "imm-reg");
        measure_form<MODE, false, false>(mode, "reg-reg");
    }
};

// Lane k reads lane named(k); the patterns with a number are fixed ones of a kind.
void bench_run::measure_patterns()
{
    auto measure_named = [&](std::string name, auto named) {
        uint32_t lanes[32];
        for (uint32_t k = 0; k < 32; k++)
            lanes[k] = named(k) % 32;
        measure_lanes(name.c_str(), lanes);
    };
    measure_named("identity", [](uint32_t k) { return k; });
    measure_named("broadcast", [](uint32_t) { return 0; });
    for (uint32_t n : { 1, 5, 8, 16, 31 })
        measure_named("rotate-" + std::to_string(n), [n](uint32_t k) { return k + n; });
    for (uint32_t n : { 1, 2, 4, 8, 16, 21 })
        measure_named("xor-" + std::to_string(n), [n](uint32_t k) { return k ^ n; });
    for (uint32_t n : { 8, 32 })
        measure_named("reverse-" + std::to_string(n), [n](uint32_t k) { return k ^ (n - 1); });
    for (uint32_t n : { 2, 3, 4, 8, 16 })
        measure_named("stride-" + std::to_string(n), [n](uint32_t k) { return n * k; });
    for (uint32_t n : { 1, 2, 3 }) { // sorted by noise
        uint32_t lanes[32];
        for (uint32_t k = 0; k < 32; k++)
            lanes[k] = k;
        std::sort(lanes, lanes + 32, [n](uint32_t a, uint32_t b) { return mix(32 * n + a) < mix(32 * n + b); });
        measure_named("permutation-" + std::to_string(n), [&](uint32_t k) { return lanes[k]; });
    }
    for (uint32_t n : { 1, 2, 3 })
        measure_named("gather-" + std::to_string(n), [n](uint32_t k) { return mix(0x1000 * n + k); });
}

} // namespace

extern "C" unsigned device_bench(struct device_figure figures[BENCH_MAX])
{
    bench_run run = {};
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    run.multiprocessors = properties.multiProcessorCount;

    // The register operands; Sb differs from lane to lane.
    operands given[32];
    for (uint32_t lane = 0; lane < 32; lane++)
        given[lane] = { (lane + 1) % 32, 0x101f };
    operands *on_gpu;
    CHECK(cudaMalloc((void **)&on_gpu, sizeof given));
    CHECK(cudaMemcpy(on_gpu, given, sizeof given, cudaMemcpyHostToDevice));
    run.given = on_gpu;
    CHECK(cudaMalloc((void **)&run.sink, (size_t)run.multiprocessors * WARPS * 32 * sizeof *run.sink));
    CHECK(cudaMalloc((void **)&run.clocks, (size_t)run.multiprocessors * sizeof *run.clocks));

    run.measure_mode<SHFL_IDX>("idx");
    run.measure_mode<SHFL_UP>("up");
    run.measure_mode<SHFL_DOWN>("down");
    run.measure_mode<SHFL_BFLY>("bfly");
    run.measure_latency<chase>("idx.through-sb");
    run.measure_throughput<exchange>("shared.exchange");
    run.measure_latency<exchange>("shared.exchange");
    run.measure_throughput<load>("shared.load");
    run.measure_latency<load>("shared.load");
    run.measure_patterns();

    CHECK(cudaFree(on_gpu));
    CHECK(cudaFree(run.sink));
    CHECK(cudaFree(run.clocks));

    unsigned count = (unsigned)std::min<size_t>(run.figures.size(), BENCH_MAX);
    std::copy_n(run.figures.begin(), count, figures);
    return count;
}
