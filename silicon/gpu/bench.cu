/* SPDX-License-Identifier: Apache-2.0 */
// How the GPU's own speed is measured: what a multiprocessor issues per clock, and how long one operation takes. Every
// figure is the median, least and most of REPEATS runs; a run is all multiprocessors at once (throughput) or one warp
// alone (latency).
#include "device.h"
#include "ops.cuh"

#include <algorithm>
#include <numeric>
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
    __device__ static void prepare(operands &o, uint32_t &x) { x = o.sb; }
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

// --- Shuffles, next to the same exchange through shared memory ---------------------------------------------

template <int MODE, bool SB_IMM, bool SC_IMM> struct shuffle : any_step {
    static constexpr uint32_t SC = MODE == SHFL_UP ? 0x1000 : 0x101f; // width 16: no operand is zero
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<MODE>(rd, pu, x, SB_IMM ? 1 : o.sb, SC_IMM ? SC : o.sc);
        return rd;
    }
};

// Sb depends on the shuffle before: a chase through the lanes.
struct chase : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        shfl<SHFL_IDX>(rd, pu, o.sb, x, 0x1f);
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

// --- Vote, match and redux: by the number of different values, two kinds in turns ---------------------------

constexpr uint32_t ALL = 0xffffffff;

// From the result to the next operand. The masks of MATCH.ANY are as many different values as its operands.
template <int OP> struct one : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd = 0, pu = 0;
        collective<OP>(rd, pu, x, (uint64_t)o.sb << 32 | x, ALL);
        return rd;
    }
};

// From one value to the same one: Sc is 0 here, which the compiler cannot know.
template <int OP> struct match_all : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t n)
    {
        return o.sb ^ (one<OP>::step(x, o, n) & o.sc);
    }
};

// 64 votes, each from the predicate of the one before, in one statement. The first step of each chain has them.
#define VOTES_4(kind)                                                     \
    "vote.sync." kind ".pred p, p, -1; vote.sync." kind ".pred p, p, -1;" \
    "vote.sync." kind ".pred p, p, -1; vote.sync." kind ".pred p, p, -1;"
#define VOTES_16(kind) VOTES_4(kind) VOTES_4(kind) VOTES_4(kind) VOTES_4(kind)
#define VOTES_64(kind) VOTES_16(kind) VOTES_16(kind) VOTES_16(kind) VOTES_16(kind)
#define VOTES_ASM(kind) \
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; " VOTES_64(kind) " selp.u32 %0, 1, 0, p; }" : "+r"(x))

template <int OP> struct votes : any_step {
    static constexpr int OPERATIONS = 64 * CHAINS / UNROLLED;
    __device__ static uint32_t step(uint32_t x, operands, uint32_t n)
    {
        if (n >= CHAINS)
            return x;
        switch (OP) {
        case OP_VOTE_ALL: VOTES_ASM("all"); break;
        case OP_VOTE_ANY: VOTES_ASM("any"); break;
        case OP_VOTE_EQ: VOTES_ASM("uni"); break;
        }
        return x;
    }
};

// The compiler puts WARPSYNC in front of ELECT if the mask is a register; without it, it would make one ELECT of all.
struct warpsync : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        asm volatile("bar.warp.sync %0;" ::"r"(o.sb) : "memory");
        return x;
    }
};

struct elect : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        collective<OP_ELECT>(rd, pu, 0, 0, o.sb);
        return x ^ rd;
    }
};

// The chains of even numbers do one thing, the others the other.
template <typename EVEN, typename ODD> struct in_turns : any_step {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t n)
    {
        return n % 2 ? ODD::step(x, o, n) : EVEN::step(x, o, n);
    }
};

// --- All of it --------------------------------------------------------------------------------------------

struct bench_run {
    FILE *head;
    operands *given; // on the GPU, [32]
    uint32_t *sink;
    long long *clocks; // on the GPU, [multiprocessors]
    int multiprocessors;

    bench_run(FILE *head) : head(head)
    {
        CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
        CHECK(cudaMalloc((void **)&given, 32 * sizeof *given));
        CHECK(cudaMalloc((void **)&sink, (size_t)multiprocessors * WARPS * 32 * sizeof *sink));
        CHECK(cudaMalloc((void **)&clocks, (size_t)multiprocessors * sizeof *clocks));
    }

    // The operands of the lanes are those of(lane).
    template <typename OF> void give(OF of)
    {
        operands lanes[32];
        for (uint32_t lane = 0; lane < 32; lane++)
            lanes[lane] = of(lane);
        CHECK(cudaMemcpy(given, lanes, sizeof lanes, cudaMemcpyHostToDevice));
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
        fprintf(head, "bench %s %.4f %.4f %.4f\n", name.c_str(), runs[REPEATS / 2], runs.front(), runs.back());
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

    template <typename STEP> void measure_both(const std::string &what)
    {
        measure_throughput<STEP>(what);
        measure_latency<STEP>(what);
    }

    template <int MODE> void measure_mode(const std::string &mode)
    {
        measure_both<shuffle<MODE, true, true>>(mode + ".imm-imm");
        measure_both<shuffle<MODE, false, true>>(mode + ".reg-imm");
        measure_both<shuffle<MODE, true, false>>(mode + ".imm-reg");
        measure_both<shuffle<MODE, false, false>>(mode + ".reg-reg");
    }

    // IDX with an index per lane, at the same rate whichever lanes are named? Lane k reads lane named(k).
    template <typename NAMED> void measure_lanes(const std::string &pattern, NAMED named)
    {
        give([named](uint32_t k) { return operands{ named(k) % 32, 0x1f }; });
        measure_throughput<shuffle<SHFL_IDX, false, true>>("lanes-" + pattern + ".reg-imm");
        measure_throughput<shuffle<SHFL_IDX, false, false>>("lanes-" + pattern + ".reg-reg");
    }

    // The patterns with a number are fixed ones of a kind.
    void measure_patterns()
    {
        measure_lanes("identity", [](uint32_t k) { return k; });
        measure_lanes("broadcast", [](uint32_t) { return 0u; });
        for (uint32_t n : { 1, 5, 8, 16, 31 })
            measure_lanes("rotate-" + std::to_string(n), [n](uint32_t k) { return k + n; });
        for (uint32_t n : { 1, 2, 4, 8, 16, 21 })
            measure_lanes("xor-" + std::to_string(n), [n](uint32_t k) { return k ^ n; });
        for (uint32_t n : { 8, 32 })
            measure_lanes("reverse-" + std::to_string(n), [n](uint32_t k) { return k ^ (n - 1); });
        for (uint32_t n : { 2, 3, 4, 8, 16 })
            measure_lanes("stride-" + std::to_string(n), [n](uint32_t k) { return n * k; });
        for (uint32_t n : { 1, 2, 3 }) { // sorted by noise
            std::vector<uint32_t> lanes(32);
            std::iota(lanes.begin(), lanes.end(), 0);
            std::sort(lanes.begin(), lanes.end(),
                      [n](uint32_t a, uint32_t b) { return mix(32 * n + a) < mix(32 * n + b); });
            measure_lanes("permutation-" + std::to_string(n), [&](uint32_t k) { return lanes[k]; });
        }
        for (uint32_t n : { 1, 2, 3 })
            measure_lanes("gather-" + std::to_string(n), [n](uint32_t k) { return mix(0x1000 * n + k); });
    }

    // So many different values.
    void give_values(uint32_t values)
    {
        give([=](uint32_t k) { return operands{ 1 + k % values, 0 }; });
    }

    // By their names, such as "redux-add-u32".
    template <template <int> class STEP, int... OPS> void measure_ops(const std::string &of = "")
    {
        auto named = [&of](std::string name) {
            std::replace(name.begin(), name.end(), '.', '-');
            return name + of;
        };
        (measure_both<STEP<OPS>>(named(op_row[OPS].ptx)), ...);
    }
};

void bench_shuffles(FILE *head)
{
    bench_run run(head);
    // The register operands; Sb differs from lane to lane.
    run.give([](uint32_t lane) { return operands{ (lane + 1) % 32, 0x101f }; });
    run.measure_mode<SHFL_IDX>("idx");
    run.measure_mode<SHFL_UP>("up");
    run.measure_mode<SHFL_DOWN>("down");
    run.measure_mode<SHFL_BFLY>("bfly");
    run.measure_latency<chase>("idx.through-sb");
    run.measure_both<exchange>("shared.exchange");
    run.measure_both<load>("shared.load");
    run.measure_patterns();
}

void bench_collectives(FILE *head)
{
    using redux = one<OP_SUM>;
    using match = one<OP_MATCH_ANY>;
    using bfly = shuffle<SHFL_BFLY, true, true>;
    bench_run run(head);

    run.give_values(ASK_LANES);
    run.measure_both<bfly>("shfl-bfly");
    run.measure_ops<votes, OP_VOTE_ALL, OP_VOTE_ANY, OP_VOTE_EQ>();
    run.measure_ops<one, OP_BALLOT, OP_AND, OP_OR, OP_XOR, OP_SUM, OP_SUM_SIGNED, OP_MIN, OP_MIN_SIGNED, OP_MAX,
                    OP_MAX_SIGNED>();
    for (uint32_t values : { 1, 2, 3, 4, 8, 16, 32 }) {
        const std::string of = ".values-" + std::to_string(values);
        run.give_values(values);
        run.measure_ops<one, OP_MATCH_ANY, OP_MATCH_ANY_64>(of);
        run.measure_ops<match_all, OP_MATCH_ALL, OP_MATCH_ALL_64>(of);
    }
    run.give_values(1);
    run.measure_throughput<in_turns<redux, match>>("turns.redux.match");
    run.measure_throughput<in_turns<bfly, redux>>("turns.shfl.redux");

    run.give([](uint32_t) { return operands{ ALL, 0 }; });
    run.measure_both<warpsync>("warpsync");
    run.measure_both<elect>("warpsync-elect");
}

} // namespace

extern "C" void device_bench(bool collective, FILE *head) { (collective ? bench_collectives : bench_shuffles)(head); }
