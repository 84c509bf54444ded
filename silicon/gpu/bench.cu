/* SPDX-License-Identifier: Apache-2.0 */
// How many shuffles a multiprocessor issues per clock, and how long one takes, next to the same exchange through shared
// memory.
#include "bench.cuh"
#include "shfl.cuh"

#include "silicon/mix.h"

namespace {

template <int MODE, bool SB_IMM, bool SC_IMM> struct shuffle : any_step {
    static constexpr int SC = MODE == SHFL_UP ? 0x1000 : 0x101f; // width 16: no operand is zero
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<MODE, SB_IMM ? 1 : REGISTER, SC_IMM ? SC : REGISTER>(rd, pu, x, o.sb, o.sc);
        return rd;
    }
};

// Sb depends on the shuffle before: a chase through the lanes.
struct chase : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<SHFL_IDX, REGISTER, 0x1f>(rd, pu, o.sb, x, 0);
        return rd;
    }
};

__shared__ uint32_t words[2 * WARPS * 32];

// The operands are the address of the own word and that of the next lane's, and every word points to the one of the next
// lane.
struct shared_step : any_step {
    __device__ static void prepare(operands &o, uint32_t &x)
    {
        uint32_t own = threadIdx.x, next = (own & ~31u) | ((own + 1) & 31u);
        uint32_t base = (uint32_t)__cvta_generic_to_shared(words);
        o = { base + 4 * own, base + 4 * next };
        words[own] = words[own + WARPS * 32] = o.sc;
        x = o.sb;
        __syncthreads();
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
struct exchange : shared_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t n)
    {
        uint32_t half = n % 2 * WARPS * 32 * 4;
        shared_store(o.sb + half, x);
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
        return shared_load(o.sc + half);
    }
};

// The word holds the address of the next one.
struct load : shared_step {
    static constexpr int APART = 0;
    __device__ static uint32_t step(uint32_t x, operands, uint32_t) { return shared_load(x); }
};

struct shuffle_run : bench_run {
    template <int MODE, bool SB_IMM, bool SC_IMM> void measure_form(const char *mode, const char *form)
    {
        const std::string what = std::string(mode) + "." + form;
        measure_throughput<shuffle<MODE, SB_IMM, SC_IMM>>(what);
        measure_latency<shuffle<MODE, SB_IMM, SC_IMM>>(what);
    }

    // IDX with an index per lane, at the same rate whichever lanes are named?
    void measure_lanes(const std::string &pattern, const uint32_t lanes[32])
    {
        give([lanes](uint32_t lane) { return operands{ lanes[lane], 0x1f }; });
        measure_throughput<shuffle<SHFL_IDX, false, true>>("lanes-" + pattern + ".reg-imm");
        measure_throughput<shuffle<SHFL_IDX, false, false>>("lanes-" + pattern + ".reg-reg");
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
void shuffle_run::measure_patterns()
{
    auto measure_named = [&](std::string name, auto named) {
        uint32_t lanes[32];
        for (uint32_t k = 0; k < 32; k++)
            lanes[k] = named(k) % 32;
        measure_lanes(name, lanes);
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
    shuffle_run run;
    // The register operands; Sb differs from lane to lane.
    run.give([](uint32_t lane) { return operands{ (lane + 1) % 32, 0x101f }; });
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
    return run.copy_figures(figures);
}
