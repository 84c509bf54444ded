/* SPDX-License-Identifier: Apache-2.0 */
// How the GPU's own speed is measured: what a multiprocessor issues per clock, and how long one operation takes. Every
// figure is the median, least and most of REPEATS runs; a run is all multiprocessors at once (throughput) or one warp
// alone (latency).
#pragma once
#include "check.cuh"

#include <algorithm>
#include <string>
#include <vector>

namespace {

constexpr int REPEATS = 25;
constexpr int WARPS = 32;    // per multiprocessor, in one block, for throughput
constexpr int CHAINS = 8;    // independent values of a warp, for throughput
constexpr int UNROLLED = 64; // steps in a loop's body; tests/cli/test_sass.py counts their instructions
constexpr int ROUNDS = 64;   // of the loop

// Lane operands that the compiler cannot know.
struct operands {
    uint32_t sb, sc;
};

// What is measured is one step, from a value to a value: step(value, operands, number of the step).
struct any_step {
    static constexpr int OPERATIONS = 1; // of a step
    static constexpr int APART = 1;      // the values of two chains, at the beginning
    // What a lane begins with: its operands, as given, and the first value.
    __device__ static void prepare(operands &, uint32_t &x) { x = threadIdx.x; }
};

template <typename STEP>
__global__ void __launch_bounds__(WARPS * 32) throughput(const operands *given, uint32_t *sink, long long *clocks)
{
    uint32_t x[CHAINS];
    operands o = given[threadIdx.x % 32];
    STEP::prepare(o, x[0]);
    for (int chain = 1; chain < CHAINS; chain++)
        x[chain] = x[0] + chain * STEP::APART;

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
    operands o = given[threadIdx.x % 32];
    STEP::prepare(o, x);
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

    bench_run()
    {
        CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
        CHECK(cudaMalloc((void **)&given, 32 * sizeof *given));
        CHECK(cudaMalloc((void **)&sink, (size_t)multiprocessors * WARPS * 32 * sizeof *sink));
        CHECK(cudaMalloc((void **)&clocks, (size_t)multiprocessors * sizeof *clocks));
    }

    ~bench_run()
    {
        CHECK(cudaFree(given));
        CHECK(cudaFree(sink));
        CHECK(cudaFree(clocks));
    }

    // The operands of the lanes are those of(lane).
    template <typename OF> void give(OF of)
    {
        operands lanes[32];
        for (uint32_t lane = 0; lane < 32; lane++)
            lanes[lane] = of(lane);
        CHECK(cudaMemcpy(given, lanes, sizeof lanes, cudaMemcpyHostToDevice));
    }

    unsigned copy_figures(device_figure to[BENCH_MAX]) const
    {
        unsigned count = (unsigned)std::min<size_t>(figures.size(), BENCH_MAX);
        std::copy_n(figures.begin(), count, to);
        return count;
    }

    // fn does one run on that many blocks; its figure is scale(clocks of the middle block).
    template <typename LAUNCH, typename SCALE>
    void measure(const std::string &name, int blocks, LAUNCH launch, SCALE scale)
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
        snprintf(figure.name, sizeof figure.name, "%.47s", name.c_str());
        figure.median = runs[REPEATS / 2];
        figure.least = runs.front();
        figure.most = runs.back();
        figures.push_back(figure);
    }

    template <typename STEP> void measure_throughput(const std::string &what)
    {
        measure(
            "throughput." + what, multiprocessors,
            [&] { throughput<STEP><<<multiprocessors, WARPS * 32>>>(given, sink, clocks); },
            [](double spent) { return (double)WARPS * ROUNDS * UNROLLED * STEP::OPERATIONS / spent; });
    }

    template <typename STEP> void measure_latency(const std::string &what)
    {
        measure(
            "latency." + what, 1, [&] { latency<STEP><<<1, 32>>>(given, sink, clocks); },
            [](double spent) { return spent / (ROUNDS * UNROLLED * STEP::OPERATIONS); });
    }
};

} // namespace
