/* SPDX-License-Identifier: Apache-2.0 */
// How many votes, matches and reduxes a multiprocessor issues per clock, and how long one takes: by instruction, by the
// number of different values, by the lanes that execute, and two kinds in turns.
#include "collective_device.h"
#include "collective_ops.cuh"
#include "silicon/gpu/bench.cuh"
#include "silicon/gpu/shfl.cuh"

namespace {

constexpr uint32_t ALL = 0xffffffff;

// Sb is a value. A lane whose Sc is not 0 exits before.
struct of_lanes : any_step {
    __device__ static void prepare(operands &o, uint32_t &x)
    {
        x = o.sb;
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p exit; }" ::"r"(o.sc));
    }
};

// From the result to the next operand. The masks of MATCH.ANY are as many different values as its operands.
template <int OP> struct one : of_lanes {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd = 0, pu = 0;
        collective_issue_one<OP>(rd, pu, x, (uint64_t)o.sb << 32 | x, ALL);
        return rd;
    }
};

// From one value to the same one: Sc is 0 here, which the compiler cannot know.
template <int OP> struct match_all : of_lanes {
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

template <int OP> struct votes : of_lanes {
    static constexpr int OPERATIONS = 64 * CHAINS / UNROLLED;
    __device__ static uint32_t step(uint32_t x, operands, uint32_t n)
    {
        if (n >= CHAINS)
            return x;
        switch (OP) {
        case COLLECTIVE_VOTE_ALL: VOTES_ASM("all"); break;
        case COLLECTIVE_VOTE_ANY: VOTES_ASM("any"); break;
        case COLLECTIVE_VOTE_EQ: VOTES_ASM("uni"); break;
        }
        return x;
    }
};

// The compiler puts WARPSYNC in front of ELECT if the mask is a register; without it, it would make one ELECT of all.
struct warpsync : of_lanes {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        asm volatile("bar.warp.sync %0;" ::"r"(o.sb) : "memory");
        return x;
    }
};

struct elect : of_lanes {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t)
    {
        uint32_t rd, pu;
        collective_issue_one<COLLECTIVE_ELECT>(rd, pu, 0, 0, o.sb);
        return x ^ rd;
    }
};

struct bfly : of_lanes {
    __device__ static uint32_t step(uint32_t x, operands, uint32_t)
    {
        uint32_t rd, pu;
        shfl<SHFL_BFLY, 1, 0x1f>(rd, pu, x, 0, 0);
        return rd;
    }
};

// The chains of even numbers do one thing, the others the other.
template <typename EVEN, typename ODD> struct in_turns : of_lanes {
    __device__ static uint32_t step(uint32_t x, operands o, uint32_t n)
    {
        return n % 2 ? ODD::step(x, o, n) : EVEN::step(x, o, n);
    }
};

struct collective_run : bench_run {
    template <typename STEP> void measure_both(const std::string &what)
    {
        measure_throughput<STEP>(what);
        measure_latency<STEP>(what);
    }

    // So many different values, in lanes 0 .. active-1; the others have exited.
    void give_values(uint32_t values, uint32_t active = COLLECTIVE_LANES)
    {
        give([=](uint32_t k) { return operands{ 1 + k % values, k >= active }; });
    }

    void measure_matches(const std::string &of)
    {
        measure_both<one<COLLECTIVE_MATCH_ANY>>("match-any-b32." + of);
        measure_both<one<COLLECTIVE_MATCH_ANY_64>>("match-any-b64." + of);
        measure_both<match_all<COLLECTIVE_MATCH_ALL>>("match-all-b32." + of);
        measure_both<match_all<COLLECTIVE_MATCH_ALL_64>>("match-all-b64." + of);
    }
};

} // namespace

extern "C" unsigned collective_device_bench(struct device_figure figures[BENCH_MAX])
{
    using redux = one<COLLECTIVE_SUM>;
    using match = one<COLLECTIVE_MATCH_ANY>;
    collective_run run;

    run.give_values(COLLECTIVE_LANES);
    run.measure_both<bfly>("shfl-bfly");
    run.measure_both<votes<COLLECTIVE_VOTE_ALL>>("vote-all");
    run.measure_both<votes<COLLECTIVE_VOTE_ANY>>("vote-any");
    run.measure_both<votes<COLLECTIVE_VOTE_EQ>>("vote-uni");
    run.measure_both<one<COLLECTIVE_BALLOT>>("vote-ballot");
    run.measure_both<one<COLLECTIVE_AND>>("redux-and-b32");
    run.measure_both<one<COLLECTIVE_OR>>("redux-or-b32");
    run.measure_both<one<COLLECTIVE_XOR>>("redux-xor-b32");
    run.measure_both<one<COLLECTIVE_SUM>>("redux-add-u32");
    run.measure_both<one<COLLECTIVE_SUM_SIGNED>>("redux-add-s32");
    run.measure_both<one<COLLECTIVE_MIN>>("redux-min-u32");
    run.measure_both<one<COLLECTIVE_MIN_SIGNED>>("redux-min-s32");
    run.measure_both<one<COLLECTIVE_MAX>>("redux-max-u32");
    run.measure_both<one<COLLECTIVE_MAX_SIGNED>>("redux-max-s32");
    for (uint32_t values : { 1, 2, 3, 4, 8, 16, 32 }) {
        run.give_values(values);
        run.measure_matches("values-" + std::to_string(values));
    }
    run.give_values(8, 8);
    run.measure_both<redux>("redux-add-u32.active-8");
    run.measure_matches("values-8-active-8");

    run.give_values(1);
    run.measure_throughput<in_turns<redux, match>>("turns.redux.match");
    run.measure_throughput<in_turns<bfly, redux>>("turns.shfl.redux");
    run.measure_throughput<in_turns<bfly, match>>("turns.shfl.match");
    run.measure_throughput<in_turns<bfly, one<COLLECTIVE_BALLOT>>>("turns.shfl.ballot");
    run.measure_throughput<in_turns<redux, one<COLLECTIVE_BALLOT>>>("turns.redux.ballot");

    run.give([](uint32_t) { return operands{ ALL, 0 }; });
    run.measure_both<warpsync>("warpsync");
    run.measure_both<elect>("warpsync-elect");
    return run.copy_figures(figures);
}
