/* SPDX-License-Identifier: Apache-2.0 */
/* oracle - CUDA's text compiled for the host: a lane runs its program up to the first shuffle or vote whose result is not known
 * yet; when all lanes have done so, the result is computed by PTX's rules, and they run again. The last call's results are the
 * answer. tests/cli/oracle.py writes the programs. */
#include <cstdint>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <type_traits>
#include <utility>

struct dim {
    unsigned x, y, z;
};
static dim threadIdx, blockDim = { 96, 1, 1 }, blockIdx = { 3, 0, 0 };
static const int warpSize = 32;
static int lane; /* where the text does not declare it */
#define __constant__ static
static int memory[64];
static int *x = memory;
struct record {
    int s, d, v;
};
static record store, *q = &store;

/* ---- What the text calls and the reader does not know */

static int unknown(int a) { return (a * 40503 >> 3 ^ 21) & 31; }
static void change(int &a) { a = unknown(a + 5); }
static void change(unsigned &a) { a = (unsigned)unknown((int)a + 5); }
template <class T> static void change(T &a) { a = (T)unknown((int)a + 5); }
static void change_by(int *a) { *a = unknown(*a + 9); }
template <class T> static void change_by(T *a) { *a = (T)unknown((int)*a + 9); }
static void __syncwarp() {}
static void __syncthreads() {}

/* ---- What it calls and the reader knows */

template <class A, class B> static auto min(A a, B b) -> decltype(a + b)
{
    decltype(a + b) p = a, q = b;
    return p < q ? p : q;
}
template <class A, class B> static auto max(A a, B b) -> decltype(a + b)
{
    decltype(a + b) p = a, q = b;
    return p < q ? q : p;
}
namespace std {
using ::max;
using ::min;
} // namespace std
template <class A> static auto abs(A a) -> decltype(+a) { return +a < 0 ? -a : +a; }
static int __ffs(int a) { return __builtin_ffs(a); }
static int __popc(unsigned a) { return __builtin_popcount(a); }
static int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
static int __clz(int a) { return a ? __builtin_clz((unsigned)a) : 32; }
static unsigned __brev(unsigned a)
{
    unsigned b = 0;
    for (int i = 0; i < 32; i++)
        b |= (a >> i & 1) << (31 - i);
    return b;
}

/* ---- The warp */

enum kind { SHFL, GROUP, BALLOT, ANY, ALL, MATCH, SUM, LEAST, MOST, AND, OR, XOR };

struct call {
    int site, mode; /* 0 idx, 1 up, 2 down, 3 xor */
    kind what;
    unsigned members[32];
    bool by_rank;
    int width, packed;
    int64_t value[32], result[32],
        data[32]; /* of a shuffle the result is the lane that is read, and data what it holds */
    bool is_unsigned, executes[32], undefined[32];
    unsigned masks[32], operand[32];
    int widths[32];
};
enum { CALLS = 160 };
static call calls[CALLS];
static int known, now, met, current; /* results that are known; of this lane, calls so far; the lane */
static int seen[32][CALLS];
static sigjmp_buf out;

static int rank_of(unsigned members, int k) { return __builtin_popcount(members & ((1u << k) - 1)); }
static int member(unsigned members, int64_t rank)
{
    for (int k = 0; k < 32 && rank >= 0; k++)
        if ((members >> k & 1) && rank-- == 0)
            return k;
    return -1;
}

/* The instance of a call that this lane meets: the index of a known one, or it stops here. */
static int meet(int site, kind what, int mode, unsigned mask, unsigned operand, int width, int64_t value,
                bool is_unsigned, bool by_rank, unsigned members, int packed)
{
    for (int i = 0; i < known; i++)
        if (calls[i].site == site && calls[i].executes[current] && !seen[current][i]) {
            seen[current][i] = 1;
            return i;
        }
    for (int i = known; i < CALLS; i++) {
        call &p = calls[i];
        if (p.site == 0 || p.site == site) {
            p.site = site;
            p.what = what;
            p.mode = mode;
            p.masks[current] = mask;
            p.operand[current] = operand;
            p.widths[current] = width;
            p.value[current] = value;
            p.is_unsigned = is_unsigned;
            p.by_rank = by_rank;
            p.members[current] = members;
            p.packed = packed;
            p.executes[current] = true;
            break;
        }
    }
    siglongjmp(out, 1);
}

static unsigned executing(const call &c)
{
    unsigned e = 0;
    for (int k = 0; k < 32; k++)
        e |= (unsigned)c.executes[k] << k;
    return e;
}

static void shuffle(call &c)
{
    const unsigned e = executing(c);
    for (int k = 0; k < 32; k++) {
        if (!c.executes[k])
            continue;
        int from = k;
        if (c.by_rank) {
            const unsigned m = c.members[k];
            const int r = rank_of(m, k), d = (int)c.operand[k];
            from = c.mode == 0 ? member(m, d) : c.mode == 1 ? member(m, (int64_t)r - d) : member(m, (int64_t)r + d);
            if (from < 0 && c.mode == 0)
                c.undefined[k] = true;
            from = from < 0 ? k : from;
        } else { /* PTX ISA, shfl.sync; the c of CUDA's functions */
            const int w = c.widths[k], clamp = c.mode == 1 ? 0 : 31, seg = (32 - w) & 31, b = (int)(c.operand[k] & 31);
            const int low = k & seg;
            const int max_lane = (k & seg) | (clamp & ~seg);
            int j = c.mode == 1 ? k - b : c.mode == 2 ? k + b : c.mode == 3 ? k ^ b : low | (b & ~seg);
            from = (c.mode == 1 ? j >= max_lane : j <= max_lane) ? j : k;
        }
        c.result[k] = from;
        c.data[k] = c.executes[from] ? c.value[from] : -1;
        c.undefined[k] = c.undefined[k] || !(e >> from & 1)
                      || (!c.by_rank && (!(c.masks[k] >> k & 1) || !(c.masks[k] >> from & 1)));
    }
}

static void reduce(call &c)
{
    const unsigned e = executing(c);
    bool stranger = false;
    for (int k = 0; k < 32; k++)
        stranger = stranger || (c.executes[k] && !c.by_rank && !(c.masks[k] >> k & 1));
    for (int k = 0; k < 32; k++) {
        if (!c.executes[k])
            continue;
        c.undefined[k] = stranger;
        const int w = c.widths[k];
        const unsigned segment = (w == 32 ? ~0u : (1u << w) - 1) << (k & ~(w - 1));
        const unsigned who = e & (c.by_rank ? c.members[k] : segment);
        int64_t sum = 0;
        unsigned mask = 0;
        bool first = true;
        for (int j = 0; j < 32; j++) {
            if (!(who >> j & 1))
                continue;
            const int64_t v = c.value[j];
            mask |= (unsigned)(c.what == MATCH ? v == c.value[k] : v != 0) << j;
            sum = first           ? v
                : c.what == SUM   ? (int64_t)(int32_t)((uint32_t)sum + (uint32_t)v)
                : c.what == LEAST ? (v < sum ? v : sum)
                : c.what == MOST  ? (v > sum ? v : sum)
                : c.what == AND   ? (sum & v)
                : c.what == OR    ? (sum | v)
                                  : (sum ^ v);
            first = false;
        }
        if (c.what == BALLOT || c.what == MATCH) {
            unsigned packed = 0;
            for (int j = 0; j < 32 && (c.by_rank || c.packed); j++)
                if ((c.by_rank ? c.members[k] : segment) >> j & 1)
                    packed |= (mask >> j & 1) << rank_of(c.by_rank ? c.members[k] : segment, j);
            c.result[k] = c.by_rank || c.packed ? packed : mask;
        } else if (c.what == ANY || c.what == ALL) {
            c.result[k] = c.what == ANY ? mask != 0 : mask == who;
        } else {
            c.result[k] = (uint32_t)sum;
        }
    }
}

/* ---- What the text calls of it */

struct group {
    int width;
    bool by_rank;
    unsigned members;
    unsigned thread_rank() const { return (unsigned)(by_rank ? rank_of(members, current) : current % width); }
    unsigned size() const { return (unsigned)(by_rank ? __builtin_popcount(members) : width); }
    unsigned num_threads() const { return size(); }
    template <class T> T shfl_(int site, int mode, T v, unsigned operand) const
    {
        return (T)calls[meet(site, SHFL, mode, ~0u, operand, width, (int64_t)v, false, by_rank, members, 0)]
            .data[current];
    }
    unsigned vote_(int site, kind what, int64_t value) const
    {
        return (unsigned)calls[meet(site, what, 0, ~0u, 0, width, value, false, by_rank, members, 1)].result[current];
    }
};
template <int N> struct tile_of : group {
    tile_of(group g) : group(g) {}
    tile_of() : group{ N, false, 0 } {}
};
static group partition(int site, group g, int64_t label)
{
    const int i = meet(site, GROUP, 0, ~0u, 0, g.width, label, false, true, g.by_rank ? g.members : 0, 0);
    const call &c = calls[i];
    unsigned m = 0;
    for (int j = 0; j < 32; j++) {
        const bool together = g.by_rank ? g.members >> j & 1 : j / g.width == current / g.width;
        m |= (unsigned)(c.executes[j] && c.value[j] == label && together) << j;
    }
    return group{ 32, true, m };
}
static group coalesced(int site)
{
    return group{ 32, true, executing(calls[meet(site, GROUP, 0, ~0u, 0, 32, 0, false, true, 0, 0)]) };
}
namespace cg {
struct thread_block {};
static thread_block this_thread_block() { return {}; }
template <int N> static tile_of<N> tiled_partition(thread_block) { return {}; }
template <int N> using thread_block_tile = tile_of<N>;
using coalesced_group = group;
} // namespace cg

template <class T> static int64_t as_word(T v)
{
    return std::is_unsigned<decltype(+v)>::value ? (int64_t)(uint32_t)v : (int64_t)(int32_t)v;
}
template <class T>
static typename std::conditional<std::is_unsigned<decltype(+T())>::value, unsigned, int>::type
reduce_at(int site, kind what, unsigned mask, T v)
{
    return (unsigned)
        calls[meet(site, what, 0, mask, 0, 32, as_word(v), std::is_unsigned<decltype(+v)>::value, false, 0, 0)]
            .result[current];
}
template <class T> static unsigned match_at(int site, unsigned mask, T v)
{
    return (unsigned)calls[meet(site, MATCH, 0, mask, 0, 32, (int64_t)v, false, false, 0, 0)].result[current];
}
template <class T> static auto shfl_at(int site, int mode, unsigned mask, T v, unsigned operand, int width = 32)
{
    return (decltype(+v))calls[meet(site, SHFL, mode, mask, operand, width, (int64_t)v, false, false, 0, 0)]
        .data[current];
}
static int vote_at(int site, kind what, unsigned mask, bool p)
{
    return (int)calls[meet(site, what, 0, mask, 0, 32, p, false, false, 0, 0)].result[current];
}
#define SITE (__LINE__ * 64 + __COUNTER__ % 64) /* several in a line; those of a line in the order of the text */
#define __shfl_sync(...) shfl_at(SITE, 0, __VA_ARGS__)
#define __shfl_up_sync(...) shfl_at(SITE, 1, __VA_ARGS__)
#define __shfl_down_sync(...) shfl_at(SITE, 2, __VA_ARGS__)
#define __shfl_xor_sync(...) shfl_at(SITE, 3, __VA_ARGS__)
#define __activemask() (unsigned)vote_at(SITE, BALLOT, ~0u, true)
#define __ballot_sync(m, p) (unsigned)vote_at(SITE, BALLOT, m, p)
#define __any_sync(m, p) vote_at(SITE, ANY, m, p)
#define __all_sync(m, p) vote_at(SITE, ALL, m, p)
#define __match_any_sync(m, v) match_at(SITE, m, v)
#define __reduce_add_sync(m, v) reduce_at(SITE, SUM, m, v)
#define __reduce_min_sync(m, v) reduce_at(SITE, LEAST, m, v)
#define __reduce_max_sync(m, v) reduce_at(SITE, MOST, m, v)
#define __reduce_and_sync(m, v) reduce_at(SITE, AND, m, v)
#define __reduce_or_sync(m, v) reduce_at(SITE, OR, m, v)
#define __reduce_xor_sync(m, v) reduce_at(SITE, XOR, m, v)
#define shfl(v, o) shfl_(SITE, 0, v, (unsigned)(o))
#define shfl_up(v, o) shfl_(SITE, 1, v, (unsigned)(o))
#define shfl_down(v, o) shfl_(SITE, 2, v, (unsigned)(o))
#define shfl_xor(v, o) shfl_(SITE, 3, v, (unsigned)(o))
#define ballot(p) vote_(SITE, BALLOT, (p) != 0)
#define match_any(v) vote_(SITE, MATCH, (int64_t)(v))
#define coalesced_threads() tie(coalesced(SITE))
#define labeled_partition(g, l) tie(partition(SITE, g, (int64_t)(l)))
#define binary_partition(g, p) tie(partition(SITE, g, (p) != 0))
namespace cg {
static group tie(group g) { return g; }
} // namespace cg
#define __global__ static
#define __device__ static
#define __shared__ static

/* ---- A program, and the lines with its results */

struct program {
    void (*run)(void);
    int site; /* the line of the call that is asked about, in the text of all programs */
};

static void trap(int) { siglongjmp(out, 2); }

static void answer(const program &p)
{
    memset(calls, 0, sizeof calls);
    known = 0;
    for (int pass = 0; pass < CALLS - 2; pass++) {
        for (int k = 0; k < 32; k++) {
            current = k;
            memset(seen[k], 0, sizeof seen[k]);
            threadIdx = dim{ (unsigned)k, 0, 0 };
            lane = k;
            store = record{ 11, 12, 13 };
            for (int i = 0; i < 64; i++)
                memory[i] = (i * 2654435761u >> 20) & 63;
            const int why = sigsetjmp(out, 1);
            if (why == 2) {
                puts("trap");
                return;
            }
            if (why == 0) {
                struct itimerval limit = { { 0, 0 }, { 0, 100000 } };
                setitimer(ITIMER_VIRTUAL, &limit, nullptr);
                p.run();
            }
            const struct itimerval none = { { 0, 0 }, { 0, 0 } };
            setitimer(ITIMER_VIRTUAL, &none, nullptr); /* it has come to a call, or to its end */
        }
        if (calls[known].site == 0)
            break;
        /* of sites that lanes wait at, the one in front of the others is first: the lanes behind it meet again */
        for (int i = known + 1; i < CALLS && calls[i].site != 0; i++)
            if (calls[i].site / 64 < calls[known].site / 64)
                std::swap(calls[known], calls[i]);
        call &c = calls[known];
        if (c.what == SHFL)
            shuffle(c);
        else if (c.what != GROUP)
            reduce(c);
        if (c.site / 64 == p.site) {
            for (int k = 0; k < 32; k++)
                if (!c.executes[k])
                    printf("- ");
                else if (c.undefined[k])
                    printf("? ");
                else
                    printf("%u ", (unsigned)c.result[k]);
            puts("");
            return;
        }
        for (int i = known + 1; i < CALLS; i++)
            calls[i].site = 0;
        for (int i = known + 1; i < CALLS; i++)
            memset(&calls[i], 0, sizeof calls[i]);
        known++;
    }
    puts("- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - ");
}

static void answer_all(const program list[], int count)
{
    signal(SIGFPE, trap);
    signal(SIGVTALRM, trap);
    signal(SIGSEGV, trap);
    for (int i = 0; i < count; i++)
        answer(list[i]);
}
