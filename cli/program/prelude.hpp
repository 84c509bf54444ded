// SPDX-License-Identifier: Apache-2.0
// prelude - what pasted texts use of CUDA, HIP, OpenCL, SYCL, GLSL, HLSL and Metal, for clang without any SDK. The calls that
// cross lanes stand at @CALLS@: prelude.c writes them from the table of calls. docs/use/programs.md
#define FN_ static inline __attribute__((device, always_inline, nodebug)) // nodebug: their lines are those of the call
#define IN_ inline __attribute__((device, always_inline, nodebug))
#define __device__ __attribute__((device))
#define __host__
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __align__(n) __attribute__((aligned(n)))
#define ALIGNAS __align__ // alignas behind __shared__, where clang takes GNU attributes alone
#define __grid_constant__
#define __managed__
#define __inline__ inline
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;
typedef unsigned char uchar;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
typedef long ptrdiff_t;
#define INT64_C(n) n##ll
#define UINT64_C(n) n##ull
typedef unsigned long uintptr_t;
#include <float.h>
namespace metal {}
namespace cub {}
namespace std {
template <class T> class initializer_list {
    const T *from;
    size_t count;
public:
    constexpr const T *begin() const { return from; }
    constexpr const T *end() const { return from + count; }
    constexpr size_t size() const { return count; }
};
using ::int32_t, ::int64_t, ::size_t, ::uint32_t, ::uint64_t, ::uint8_t;
template <class T> struct numeric_limits {
    static constexpr T lowest() { return (T)-1 < 0 ? (T)(1ull << (sizeof(T) * 8 - 1)) : (T)0; }
    static constexpr T min() { return lowest(); }
    static constexpr T max() { return (T)~lowest(); }
};
#define LIMITS_(T, NAME, inf) template <> struct numeric_limits<T> { static constexpr T lowest() { return -__##NAME##_MAX__; } static constexpr T min() { return __##NAME##_MIN__; } \
    static constexpr T max() { return __##NAME##_MAX__; } static constexpr T epsilon() { return __##NAME##_EPSILON__; } static constexpr T infinity() { return inf; } static constexpr T quiet_NaN() { return inf - inf; } };
LIMITS_(float, FLT, __builtin_inff()) LIMITS_(double, DBL, __builtin_inf())
template <class T, T V> struct integral_constant { static constexpr T value = V; typedef T value_type; constexpr operator T() const { return V; } };
template <bool B> using bool_constant = integral_constant<bool, B>;
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> constexpr remove_reference_t<T> &&move(T &&t) { return static_cast<remove_reference_t<T> &&>(t); }
template <class T> constexpr T &&forward(remove_reference_t<T> &t) { return static_cast<T &&>(t); }
template <class A, class B> struct is_same : bool_constant<__is_same(A, B)> {};
template <class T> struct is_integral : bool_constant<__is_integral(T)> {};
template <class T> struct is_floating_point : bool_constant<__is_floating_point(T)> {};
template <class T> struct is_signed : bool_constant<__is_signed(T)> {};
template <class T> struct is_pointer : bool_constant<__is_pointer(T)> {};
#define VALUE_(name) template <class... T> constexpr bool name##_v = name<T...>::value;
VALUE_(is_same) VALUE_(is_integral) VALUE_(is_floating_point) VALUE_(is_signed) VALUE_(is_pointer)
template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr void swap(T &a, T &b) { T c = a; a = b; b = c; }
}
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define SHRT_MAX __SHRT_MAX__
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (2u * __INT_MAX__ + 1)
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1)
#define ULLONG_MAX (2ull * __LONG_LONG_MAX__ + 1)
#define INT32_MAX INT_MAX
#define INT32_MIN INT_MIN
#define UINT32_MAX UINT_MAX
#define INT64_MAX LLONG_MAX
#define UINT64_MAX ULLONG_MAX
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VALF INFINITY
#define NULL nullptr
#define CUDART_INF_F INFINITY
#define CUDART_INF __builtin_inf()
#define CUDART_NAN_F __builtin_bit_cast(float, 0x7fffffff)
#define CUDART_PI_F 3.141592654f

FN_ void barrier_() { asm volatile("bar.sync 0;"); }

// ---- a value that is not known: @UNKNOWN@ is what a function of the prelude does not compute
template <class T, int K> FN_ T unknown_() {
    unsigned long long word;
    asm volatile("openshfl_unknown.b64 %0, %1;" : "=l"(word) : "n"(K));
    unsigned char bytes[sizeof(T)];
    for (unsigned i = 0; i < sizeof(T); i++) bytes[i] = (unsigned char)(word >> i % 8 * 8);
    return __builtin_bit_cast(T, bytes);
}
template <int K, class T> FN_ void forget_(T &x) {
    if constexpr (!__is_const(T) && __is_trivially_copyable(T) && !__is_class(T) && !__is_array(T)) x = unknown_<T, K>();
    else if constexpr (!__is_const(T) && __is_class(T) && __is_trivially_copyable(T) && !__is_empty(T)) x = unknown_<T, K>();
}
template <int K, class T> FN_ void forget_(T *&x) { if constexpr (!__is_const(T) && !__is_same(T, void)) *x = unknown_<T, K>(); }
template <int K, class T, int N> FN_ void forget_(T (&x)[N]) { for (int i = 0; i < N; i++) forget_<K>(x[i]); }
template <int K, class T> FN_ void forget_(const T &) {}
template <int K, class T> FN_ void forget_(T *const &x) { if constexpr (!__is_const(T) && !__is_same(T, void)) *x = unknown_<T, K>(); }
template <int K, class... A> FN_ int function_(A &&...a) { (forget_<K>(a), ...); return unknown_<int, K>(); }

// ---- threads
struct dim3 { unsigned x, y, z; IN_ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
#define SREG_(name, reg) FN_ unsigned name() { unsigned r; asm volatile("mov.u32 %0, %%" reg ";" : "=r"(r)); return r; }
SREG_(lane_, "laneid") SREG_(tid_x_, "tid.x") SREG_(tid_y_, "tid.y") SREG_(tid_z_, "tid.z")
SREG_(ntid_x_, "ntid.x") SREG_(ntid_y_, "ntid.y") SREG_(ntid_z_, "ntid.z")
SREG_(ctaid_x_, "ctaid.x") SREG_(ctaid_y_, "ctaid.y") SREG_(ctaid_z_, "ctaid.z")
SREG_(nctaid_x_, "nctaid.x") SREG_(nctaid_y_, "nctaid.y") SREG_(nctaid_z_, "nctaid.z")
SREG_(envreg1_, "envreg1") SREG_(envreg2_, "envreg2") SREG_(cluster_rank_, "cluster_ctarank") SREG_(cluster_ranks_, "cluster_nctarank") SREG_(cluster_x_, "cluster_ctaid.x") SREG_(cluster_y_, "cluster_ctaid.y")
SREG_(cluster_z_, "cluster_ctaid.z") SREG_(nclusters_x_, "cluster_nctaid.x") SREG_(nclusters_y_, "cluster_nctaid.y") SREG_(nclusters_z_, "cluster_nctaid.z")
#define DIM_(what, s) struct what##_t { __declspec(property(get = x_)) unsigned x; __declspec(property(get = y_)) unsigned y; \
    __declspec(property(get = z_)) unsigned z; IN_ unsigned x_() const { return s##_x_(); } IN_ unsigned y_() const { return s##_y_(); } \
    IN_ unsigned z_() const { return s##_z_(); } }; static const __attribute__((device)) what##_t what = {};
DIM_(threadIdx, tid) DIM_(blockDim, ntid) DIM_(blockIdx, ctaid) DIM_(gridDim, nctaid)
static const int warpSize = 32;
FN_ void *memcpy(void *to, const void *from, size_t n) { for (size_t k = 0; k < n; k++) ((char *)to)[k] = ((const char *)from)[k]; return to; }
FN_ void *memset(void *to, int value, size_t n) { for (size_t k = 0; k < n; k++) ((char *)to)[k] = value; return to; }
namespace std { using ::memcpy; using ::memset; namespace chrono {} }
inline __attribute__((device)) void *operator new(size_t, void *p) { return p; }
inline __attribute__((device)) void *operator new[](size_t, void *p) { return p; }
FN_ unsigned activemask_() { unsigned m; asm volatile("activemask.b32 %0;" : "=r"(m)); return m; }

// ---- a call that crosses lanes: its arguments are staged, and the engine says what it gives
struct at_ { int line, col; constexpr __attribute__((device)) explicit at_(int l = __builtin_LINE(), int c = __builtin_COLUMN()) : line(l), col(c) {} };
#define AT_ at_ at = at_()
enum { LINE_ = 8, COL_, GROUP_, WIDTH_, WORD_, TYPE_ };
static const long long none_ = 1ll << 62; // an argument that is left out
template <int K> FN_ void stage_(unsigned long long v) { asm volatile("openshfl_arg %0, %1;" : : "n"(K), "l"(v)); }
struct group_ { unsigned mask, width; }; // width 0: by rank
template <class T> FN_ unsigned type_() {
    return sizeof(T) * 8 | (__is_same(T, bool) ? 1024 : 0) | (__is_floating_point(T) ? 512 : 0) | (__is_unsigned(T) ? 256 : 0);
}
template <int ROW> FN_ unsigned long long call_(unsigned mask, group_ g, at_ at) {
    unsigned long long r, m = mask;
    stage_<LINE_>(at.line), stage_<COL_>(at.col), stage_<GROUP_>(g.mask), stage_<WIDTH_>(g.width);
    asm volatile("openshfl_call.b64 %0, %1, %2;" : "=l"(r) : "n"(ROW), "l"(m));
    return r;
}
template <class T> FN_ unsigned long long word_(const T &v) {
    unsigned long long w = 0;
    if constexpr (__is_same(T, bool) || __is_integral(T) || __is_enum(T)) w = (unsigned long long)v;
    else __builtin_memcpy(&w, &v, sizeof v < 8 ? sizeof v : 8);
    return w;
}
template <class T> FN_ T unword_(unsigned long long w) {
    if constexpr (__is_same(T, bool) || __is_integral(T)) return (T)w;
    else { T r; __builtin_memcpy(&r, &w, sizeof r < 8 ? sizeof r : 8); return r; }
}
struct uvec4 {
    union { uint x; uint r; };
    uint y, z, w;
    uvec4() = default;
    IN_ uvec4(uint a) : x(a), y(0), z(0), w(0) {}
    IN_ uvec4(uint a, uint b, uint c, uint d) : x(a), y(b), z(c), w(d) {}
    IN_ uint operator[](int i) const { return i == 0 ? x : 0; }
    IN_ uvec4 operator&(const uvec4 &o) const { return { x & o.x, 0, 0, 0 }; }
    IN_ uvec4 operator|(const uvec4 &o) const { return { x | o.x, 0, 0, 0 }; }
    IN_ uvec4 operator~() const { return { ~x, 0, 0, 0 }; }
};
typedef uvec4 uint4;
template <class B> FN_ unsigned long long ballot_(const B &b) { return b; }
FN_ unsigned long long ballot_(const uvec4 &b) { return b.x; }
// what a reduction does
#define OPERATION_(name, code, expr) template <class T = void> struct name { static constexpr int what = code; \
    template <class A, class B> IN_ auto operator()(const A &a, const B &b) const { return expr; } };
OPERATION_(plus_, OP_SUM, a + b) OPERATION_(less_, OP_MIN, a < b ? a : b) OPERATION_(greater_, OP_MAX, a > b ? a : b)
OPERATION_(and_, OP_AND, a & b) OPERATION_(or_, OP_OR, a | b) OPERATION_(xor_, OP_XOR, a ^ b)
OPERATION_(multiplies_, OP_PRODUCT, a * b) OPERATION_(land_, OP_ALL, a && b) OPERATION_(lor_, OP_ANY, a || b)
template <class X> FN_ void set_(X *p, bool b) { *p = b; }
template <class X> FN_ void set_(X &x, bool b) { x = b; }
template <class F> struct what_ { static constexpr int code = F::what; };
template <class T> FN_ unsigned part_(const T &v, unsigned i) {
    unsigned w[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(w, &v, sizeof(T));
    return w[i];
}
// of a call: how each word of what it moves is moved; and as instructions of PTX, of the word w, which leave r_
static const int W_ = 32; // of a call that is no template
static const long long a_w_ = none_; // of a call without a width
#define MOVE_(...) unsigned w_[(sizeof(T) + 3) / 4] = {}; __builtin_memcpy(w_, &a_v_, sizeof(T)); \
    for (unsigned i_ = 0; i_ < sizeof w_ / 4; i_++) { __VA_ARGS__ } T r_; __builtin_memcpy(&r_, w_, sizeof(T)); return r_;
#define SHFL_(mode, most) asm volatile("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;" : "=r"(r_) : "r"(w), "r"((int)a_o_), "r"(most | (32 - (a_w_ == none_ ? 32 : (int)a_w_)) << 8), "r"(m_));
#define VOTE_(mode) asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync." #mode ".pred q, p, %2; selp.u32 %0, 1, 0, q; }" : "=r"(r_) : "r"(w), "r"(m_));
#define BALLOT_ asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }" : "=r"(r_) : "r"(w), "r"(m_));
#define MATCH_ if constexpr (sizeof(T) == 8) asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r_) : "l"(word_(a_n_)), "r"(m_)); \
    else asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r_) : "r"(w), "r"(m_));
#define REDUX_BITS_(op) asm volatile("redux.sync." #op ".b32 %0, %1, %2;" : "=r"(r_) : "r"(w), "r"(m_));
#define REDUX_(op) if constexpr (__is_unsigned(T)) asm volatile("redux.sync." #op ".u32 %0, %1, %2;" : "=r"(r_) : "r"(w), "r"(m_)); \
    else asm volatile("redux.sync." #op ".s32 %0, %1, %2;" : "=r"(r_) : "r"(w), "r"(m_));
#define REDUCE_ALL_(code) int b_; asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; " code " }" : "=r"(b_) : "r"((int)a_q_)); stage_<WORD_>(b_);
#define BARRIER_COUNT_ REDUCE_ALL_("bar.red.popc.u32 %0, 0, p;")
#define BARRIER_(op) REDUCE_ALL_(".reg .pred q; bar.red." #op ".pred q, 0, p; selp.u32 %0, 1, 0, q;")
@CALLS@

// ---- groups
#define USING_(name, of) template <class T = void> using name = of<T>;
namespace cooperative_groups {
USING_(plus, plus_) USING_(less, less_) USING_(greater, greater_) USING_(bit_and, and_) USING_(bit_or, or_) USING_(bit_xor, xor_)
FN_ void bar_(unsigned m) { asm volatile("bar.warp.sync %0;" : : "r"(m)); }
#define SIZE_(T, n) IN_ T size() const { return n; } IN_ T num_threads() const { return size(); }
struct thread_block {
    IN_ unsigned thread_rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
    SIZE_(unsigned, blockDim.x * blockDim.y * blockDim.z)
    IN_ blockIdx_t group_index() const { return blockIdx; }
    IN_ threadIdx_t thread_index() const { return threadIdx; }
    IN_ blockDim_t group_dim() const { return blockDim; }
    IN_ blockDim_t dim_threads() const { return blockDim; }
    IN_ void sync() const { barrier_(); }
};
FN_ void arrive_() { asm volatile("barrier.cluster.arrive;" : : : "memory"); }
FN_ void wait_() { asm volatile("barrier.cluster.wait;" : : : "memory"); }
struct grid_group {
    IN_ void sync() const { // all blocks of a kernel that reads %envreg2 run together; the first one turns the highest bit
        unsigned low = envreg2_(), high = envreg1_(), old, now;
        const unsigned long long at = ((unsigned long long)high << 32 | low) + 4;
        asm volatile("barrier.sync 0;");
        if (thread_block().thread_rank() == 0) {
            asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(old) : "l"(at), "r"(block_rank() ? 1 : 0x80000001u - num_blocks()) : "memory");
            do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(at) : "memory"); while ((int)(old ^ now) >= 0);
        }
        asm volatile("barrier.sync 0;");
    }
    IN_ unsigned block_rank() const { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
    IN_ unsigned num_blocks() const { return gridDim.x * gridDim.y * gridDim.z; }
    IN_ unsigned long long thread_rank() const { return block_rank() * (unsigned long long)thread_block().size() + thread_block().thread_rank(); }
    SIZE_(unsigned long long, num_blocks() * (unsigned long long)thread_block().size())
    IN_ bool is_valid() const { return true; }
};
struct cluster_group {
    IN_ unsigned block_rank() const { return cluster_rank_(); }
    IN_ unsigned num_blocks() const { return cluster_ranks_(); }
    IN_ unsigned thread_rank() const { return cluster_rank_() * thread_block().size() + thread_block().thread_rank(); }
    IN_ unsigned num_threads() const { return cluster_ranks_() * thread_block().size(); }
    IN_ dim3 block_index() const { return { cluster_x_(), cluster_y_(), cluster_z_() }; }
    IN_ dim3 dim_blocks() const { return { nclusters_x_(), nclusters_y_(), nclusters_z_() }; }
    IN_ void barrier_arrive() const { arrive_(); }
    IN_ void barrier_wait() const { wait_(); }
    IN_ void sync() const { arrive_(); wait_(); }
    template <class T> IN_ T *map_shared_rank(T *p, unsigned rank) const { T *r; asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(p), "r"(rank)); return r; }
};
template <int N, class P = void> struct thread_block_tile : group_calls_<thread_block_tile<N, P>> {
    static_assert(N > 0 && N <= 32 && (N & (N - 1)) == 0, "a tile of 1, 2, 4, 8, 16 or 32 lanes is followed");
    unsigned rank_ = thread_block().thread_rank() / N, tiles_ = (thread_block().size() + N - 1) / N; // among those of the parent
    thread_block_tile() = default;
    template <class G> IN_ thread_block_tile(const G &) {}
    template <class Q> IN_ thread_block_tile(const thread_block_tile<N, Q> &t) : rank_(t.rank_), tiles_(t.tiles_) {}
    IN_ thread_block_tile(unsigned rank, unsigned tiles) : rank_(rank), tiles_(tiles) {}
    IN_ group_ get_() const { return { N == 32 ? ~0u : ((1u << (N & 31)) - 1) << (lane_() & ~(N - 1)), N }; }
    IN_ unsigned thread_rank() const { return lane_() & (N - 1); }
    SIZE_(unsigned, N)
    IN_ unsigned meta_group_rank() const { return rank_; }
    IN_ unsigned meta_group_size() const { return tiles_; }
    IN_ void sync() const { bar_(get_().mask); }
};
struct coalesced_group : group_calls_<coalesced_group> {
    unsigned mask;
    coalesced_group() = default;
    IN_ explicit coalesced_group(unsigned m) : mask(m) {}
    template <int N> IN_ coalesced_group(const thread_block_tile<N> &t) : mask(t.get_().mask) {}
    IN_ group_ get_() const { return { mask, 0 }; }
    SIZE_(unsigned, __builtin_popcount(mask))
    IN_ unsigned thread_rank() const { return __builtin_popcount(mask & ((1u << lane_()) - 1)); }
    IN_ void sync() const { bar_(mask); }
};
struct thread_group { // one of the others
    unsigned mask_, rank_, size_; // mask_ 0: a block
    IN_ thread_group(const thread_block &b) : mask_(0), rank_(b.thread_rank()), size_(b.size()) {}
    template <int N, class P> IN_ thread_group(const thread_block_tile<N, P> &t) : mask_(t.get_().mask), rank_(t.thread_rank()), size_(N) {}
    IN_ thread_group(const coalesced_group &c) : mask_(c.mask), rank_(c.thread_rank()), size_(c.size()) {}
    IN_ unsigned thread_rank() const { return rank_; }
    SIZE_(unsigned, size_)
    IN_ void sync() const { if (mask_) bar_(mask_); else barrier_(); }
};
FN_ thread_block this_thread_block() { return {}; }
FN_ grid_group this_grid() { return {}; }
FN_ cluster_group this_cluster() { return {}; }
FN_ coalesced_group coalesced_threads() { return coalesced_group(activemask_()); }
template <class G> FN_ void sync(const G &g) { g.sync(); }
template <int N, class G> FN_ thread_block_tile<N, G> tiled_partition(const G &g) { return { g.thread_rank() / N, (g.size() + N - 1) / N }; }
template <class G> FN_ coalesced_group tiled_partition(const G &g, unsigned n) { // by rank
    unsigned own = 0, rank = 0;
    for (unsigned k = 0; k < 32; k++) if (g.get_().mask >> k & 1) own |= (unsigned)(rank++ / n == g.thread_rank() / n) << k;
    return coalesced_group(own);
}
FN_ coalesced_group tiled_partition(const thread_block &, unsigned n) { return coalesced_group((n == 32 ? ~0u : (1u << n) - 1) << (lane_() & ~(n - 1))); }
FN_ coalesced_group tiled_partition(const thread_group &, unsigned n) { return tiled_partition(thread_block(), n); }
#ifdef LAUNCH_
template <class T, class F, class = void> constexpr bool is_redux_ = false;
template <class T, class F> constexpr bool is_redux_<T, F, decltype((void)F::what)> = sizeof(T) <= 4 && __is_integral(T);
// in the order of CUDA's coalesced_reduce.h, where redux cannot do it
template <int N, class P, class T, class F, class = std::enable_if_t<N < 16 || !is_redux_<T, F>>> FN_ T reduce(thread_block_tile<N, P> g, T v, F f, AT_) {
    for (int mask = N / 2; mask > 0; mask /= 2) v = f(v, g.shfl_xor(v, mask, at));
    return v;
}
#endif
template <class G, class T> FN_ coalesced_group labeled_partition(const G &g, T label) {
    unsigned r; asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"((unsigned)label), "r"(g.get_().mask)); return coalesced_group(r);
}
template <class G> FN_ coalesced_group binary_partition(const G &g, bool p) { return labeled_partition(g, (int)p); }
template <class G, class F> FN_ void invoke_one(const G &g, F f) { if (g.thread_rank() == 0) f(); }
}
namespace cg = cooperative_groups;
namespace sycl {
USING_(plus, plus_) USING_(minimum, less_) USING_(maximum, greater_) USING_(bit_and, and_) USING_(bit_or, or_) USING_(bit_xor, xor_)
USING_(multiplies, multiplies_) USING_(logical_and, land_) USING_(logical_or, lor_)
struct range_ { uint n; IN_ uint operator[](int) const { return n; } IN_ operator uint() const { return n; } IN_ uint get(int) const { return n; } };
struct sub_group : sub_group_calls_<sub_group> {
    IN_ group_ get_() const { return { activemask_(), 32 }; }
    IN_ range_ get_local_id() const { return { lane_() }; }
    IN_ uint get_local_linear_id() const { return lane_(); }
    IN_ range_ get_local_range() const { return { 32 }; }
    IN_ range_ get_max_local_range() const { return { 32 }; }
    IN_ uint get_local_linear_range() const { return 32; }
    IN_ range_ get_group_id() const { return { threadIdx.x / 32 }; }
    IN_ bool leader() const { return lane_() == 0; }
    IN_ void barrier() const { asm volatile("bar.warp.sync %0;" : : "r"(activemask_())); }
};
template <int D = 1> struct nd_item {
    IN_ sub_group get_sub_group() const { return {}; }
    IN_ uint get_local_id(int) const { return threadIdx.x; }
    IN_ uint get_local_linear_id() const { return threadIdx.x; }
    IN_ uint get_global_id(int) const { return threadIdx.x + blockIdx.x * blockDim.x; }
    IN_ uint get_global_linear_id() const { return get_global_id(0); }
    IN_ uint get_group(int) const { return blockIdx.x; }
    IN_ uint get_local_range(int) const { return blockDim.x; }
};
namespace ext { namespace oneapi { typedef ::sycl::sub_group sub_group; namespace this_work_item { FN_ sub_group get_sub_group() { return {}; } } } }
}

// ---- what computes in one lane
#define ANY_ template <class A> FN_
FN_ int __popc(unsigned v) { return __builtin_popcount(v); }
FN_ int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
FN_ int __clz(int v) { return v ? __builtin_clz(v) : 32; }
FN_ int __clzll(long long v) { return v ? __builtin_clzll(v) : 64; }
FN_ int __ffs(int v) { return __builtin_ffs(v); }
FN_ int __ffsll(long long v) { return __builtin_ffsll(v); }
FN_ unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
FN_ unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
FN_ unsigned __fns(unsigned m, unsigned b, int k) { unsigned r; asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(m), "r"(b), "r"(k)); return r; }
FN_ unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { unsigned r; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s)); return r; }
FN_ unsigned __funnelshift_l(unsigned l, unsigned h, unsigned s) { return ((unsigned long long)h << 32 | l) << (s & 31) >> 32; }
FN_ unsigned __funnelshift_r(unsigned l, unsigned h, unsigned s) { return ((unsigned long long)h << 32 | l) >> (s & 31); }
FN_ unsigned __funnelshift_lc(unsigned l, unsigned h, unsigned s) { return s > 31 ? l : __funnelshift_l(l, h, s); }
FN_ unsigned __funnelshift_rc(unsigned l, unsigned h, unsigned s) { return s > 31 ? h : __funnelshift_r(l, h, s); }
FN_ unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
FN_ int __mulhi(int a, int b) { return (long long)a * b >> 32; }
FN_ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned __int128)a * b >> 64; }
FN_ long long __mul64hi(long long a, long long b) { return (__int128)a * b >> 64; }
FN_ unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
// two or four numbers in a word
template <int N, bool S, class F> FN_ unsigned simd_(unsigned a, unsigned b, F f) {
    const int bits = 32 / N;
    unsigned r = 0;
    for (int at = 0; at < 32; at += bits) {
        const int x = S ? (int)(a << (32 - bits - at)) >> (32 - bits) : (int)(a << (32 - bits - at) >> (32 - bits));
        const int y = S ? (int)(b << (32 - bits - at)) >> (32 - bits) : (int)(b << (32 - bits - at) >> (32 - bits));
        r |= ((unsigned)f(x, y) & (~0u >> (32 - bits))) << at;
    }
    return r;
}
#define SIMD_OF_(name, N, S, e) FN_ unsigned name##N(unsigned a, unsigned b) { const int most = (1 << (32 / N - S)) - 1, least = S ? ~most : 0; (void)least; return simd_<N, S>(a, b, [=](int x, int y) -> int { return e; }); }
#define SIMD_(name, S, e) SIMD_OF_(name, 2, S, e) SIMD_OF_(name, 4, S, e)
#define CLAMP_(e) ((e) > most ? most : (e) < least ? least : (e))
SIMD_(__vadd, 0, x + y) SIMD_(__vsub, 0, x - y) SIMD_(__vaddss, 1, CLAMP_(x + y)) SIMD_(__vaddus, 0, CLAMP_(x + y)) SIMD_(__vsubss, 1, CLAMP_(x - y)) SIMD_(__vsubus, 0, CLAMP_(x - y))
SIMD_(__vavgs, 1, (x + y + (x + y >= 0)) >> 1) SIMD_(__vavgu, 0, (x + y + 1) >> 1) SIMD_(__vhaddu, 0, (x + y) >> 1) SIMD_(__vabsdiffs, 1, x > y ? x - y : y - x) SIMD_(__vabsdiffu, 0, x > y ? x - y : y - x)
SIMD_(__vmaxs, 1, x > y ? x : y) SIMD_(__vmaxu, 0, x > y ? x : y) SIMD_(__vmins, 1, x < y ? x : y) SIMD_(__vminu, 0, x < y ? x : y)
#define COMPARE_(c, S, op) SIMD_(__vcmp##c, S, x op y ? -1 : 0) SIMD_(__vset##c, S, x op y)
COMPARE_(eq, 0, ==) COMPARE_(ne, 0, !=) COMPARE_(ges, 1, >=) COMPARE_(geu, 0, >=) COMPARE_(gts, 1, >) COMPARE_(gtu, 0, >) COMPARE_(les, 1, <=) COMPARE_(leu, 0, <=) COMPARE_(lts, 1, <) COMPARE_(ltu, 0, <)
#define ALONE_(f, as) FN_ unsigned f##2(unsigned a) { return as##2(0, a); } FN_ unsigned f##4(unsigned a) { return as##4(0, a); }
ALONE_(__vneg, __vsub) ALONE_(__vnegss, __vsubss) ALONE_(__vabs, __vabsdiffs)
FN_ unsigned __vabsss2(unsigned a) { return __vmaxs2(a, __vnegss2(a)); }
FN_ unsigned __vabsss4(unsigned a) { return __vmaxs4(a, __vnegss4(a)); }
FN_ unsigned sum2_(unsigned a) { return (a & 0xffff) + (a >> 16); }
FN_ unsigned sum4_(unsigned a) { return sum2_((a & 0xff00ff) + (a >> 8 & 0xff00ff)); }
#define SADS_(s, N) FN_ unsigned __vsad##s##N(unsigned a, unsigned b) { return sum##N##_(__vabsdiff##s##N(a, b)); }
SADS_(s, 2) SADS_(s, 4) SADS_(u, 2) SADS_(u, 4)
FN_ unsigned __sad(int a, int b, unsigned c) { return c + (unsigned)(a > b ? (long long)a - b : (long long)b - a); }
FN_ unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }
FN_ int __hadd(int a, int b) { return (int)((long long)a + b >> 1); }
FN_ int __rhadd(int a, int b) { return (int)((long long)a + b + 1 >> 1); }
FN_ int __dp4a(int a, int b, int c) { int r; asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
FN_ unsigned __dp4a(unsigned a, unsigned b, unsigned c) { unsigned r; asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
FN_ unsigned __uhadd(unsigned a, unsigned b) { return (a + (unsigned long long)b) >> 1; }
FN_ unsigned __urhadd(unsigned a, unsigned b) { return (a + (unsigned long long)b + 1) >> 1; }
#define DP2A_(f, half) FN_ int f(int a, int b, int c) { asm("dp2a." half ".s32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b)); return c; } \
    FN_ unsigned f(unsigned a, unsigned b, unsigned c) { asm("dp2a." half ".u32.u32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b)); return c; }
DP2A_(__dp2a_lo, "lo") DP2A_(__dp2a_hi, "hi")
#define VI_(m, o, t, T) FN_ T __vi##m##_##t(T a, T b) { return a o b ? a : b; } FN_ T __vi##m##3_##t(T a, T b, T c) { return __vi##m##_##t(__vi##m##_##t(a, b), c); } \
    FN_ T __viadd##m##_##t(T a, T b, T c) { return __vi##m##_##t((T)((unsigned)a + (unsigned)b), c); } FN_ T __vib##m##_##t(T a, T b, bool *p) { *p = a o##= b; return *p ? a : b; }
VI_(max, >, s32, int) VI_(min, <, s32, int) VI_(max, >, u32, unsigned) VI_(min, <, u32, unsigned)
#define RELU_(f) template <class... A> FN_ int f##_s32_relu(A... a) { return __vimax_s32(f##_s32(a...), 0); } template <class... A> FN_ unsigned f##_s16x2_relu(A... a) { return __vimax_s16x2(f##_s16x2(a...), 0); }
#define VI2_(m, t) FN_ unsigned __vi##m##_##t##x2(unsigned a, unsigned b) { unsigned r; asm(#m "." #t "x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; } \
    FN_ unsigned __vi##m##3_##t##x2(unsigned a, unsigned b, unsigned c) { return __vi##m##_##t##x2(__vi##m##_##t##x2(a, b), c); } \
    FN_ unsigned __viadd##m##_##t##x2(unsigned a, unsigned b, unsigned c) { asm("add." #t "x2 %0, %0, %1;" : "+r"(a) : "r"(b)); return __vi##m##_##t##x2(a, c); }
VI2_(max, s16) VI2_(min, s16) VI2_(max, u16) VI2_(min, u16)
RELU_(__vimax) RELU_(__vimin) RELU_(__vimax3) RELU_(__vimin3) RELU_(__viaddmax) RELU_(__viaddmin)
FN_ int clock() { int r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }
FN_ long long clock64() { long long r; asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)); return r; }
FN_ size_t __cvta_generic_to_shared(const void *p) { size_t r; asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p)); return r; }
FN_ int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
#define NUMBER_(f, value) FN_ unsigned f() { return value; }
NUMBER_(__lane_id, lane_()) NUMBER_(__laneid, lane_()) NUMBER_(__nvvm_lane_, lane_()) NUMBER_(__lanemask_lt, (1u << lane_()) - 1) NUMBER_(__lanemask_le, (2u << lane_()) - 1)
NUMBER_(__lanemask_gt, ~__lanemask_le()) NUMBER_(__lanemask_ge, ~__lanemask_lt()) NUMBER_(__lanemask_eq, 1u << lane_())
FN_ void __syncwarp(unsigned m = ~0u) { cooperative_groups::bar_(m); }
extern "C" __attribute__((device)) int printf(const char *, ...);
extern "C" __attribute__((device)) void __assertfail(const char *, const char *, unsigned, const char *, unsigned long);
#define assert(e) ((e) ? (void)0 : __assertfail(#e, "text", __LINE__, "", 1))
#define FENCE_(name, level) FN_ void name() { asm volatile("membar." level ";" : : : "memory"); }
FENCE_(__threadfence, "gl") FENCE_(__threadfence_block, "cta") FENCE_(__threadfence_system, "sys")
FN_ void __nanosleep(unsigned) {}
#define BITS_(f, R, A) FN_ R f(A v) { return __builtin_bit_cast(R, v); }
BITS_(__float_as_int, int, float) BITS_(__int_as_float, float, int) BITS_(__float_as_uint, unsigned, float) BITS_(__uint_as_float, float, unsigned)
BITS_(__double_as_longlong, long long, double) BITS_(__longlong_as_double, double, long long)
FN_ int __double2hiint(double f) { return (int)(__builtin_bit_cast(unsigned long long, f) >> 32); }
FN_ int __double2loint(double f) { return (int)__builtin_bit_cast(unsigned long long, f); }
FN_ double __hiloint2double(int h, int l) { return __builtin_bit_cast(double, (unsigned long long)(unsigned)h << 32 | (unsigned)l); }
// conversions and arithmetic with a rounding in their names
#define CONVERT_(f, R, r, A, a, rn, rz, rd, ru, types) FN_ R f##_rn(A x) { R v; asm("cvt." rn types " %0, %1;" : "=" r(v) : a(x)); return v; } FN_ R f##_rz(A x) { R v; asm("cvt." rz types " %0, %1;" : "=" r(v) : a(x)); return v; } \
    FN_ R f##_rd(A x) { R v; asm("cvt." rd types " %0, %1;" : "=" r(v) : a(x)); return v; } FN_ R f##_ru(A x) { R v; asm("cvt." ru types " %0, %1;" : "=" r(v) : a(x)); return v; }
#define FROM_(f, R, r, A, a, types) CONVERT_(f, R, r, A, a, "rn", "rz", "rm", "rp", types)
#define TO_(f, R, r, A, a, types) CONVERT_(f, R, r, A, a, "rni", "rzi", "rmi", "rpi", types)
FROM_(__int2float, float, "f", int, "r", ".f32.s32") FROM_(__uint2float, float, "f", unsigned, "r", ".f32.u32") FROM_(__ll2float, float, "f", long long, "l", ".f32.s64") FROM_(__ull2float, float, "f", unsigned long long, "l", ".f32.u64")
FROM_(__int2double, double, "d", int, "r", ".f64.s32") FROM_(__uint2double, double, "d", unsigned, "r", ".f64.u32") FROM_(__ll2double, double, "d", long long, "l", ".f64.s64") FROM_(__ull2double, double, "d", unsigned long long, "l", ".f64.u64")
FROM_(__double2float, float, "f", double, "d", ".f32.f64")
TO_(__float2int, int, "r", float, "f", ".s32.f32") TO_(__float2uint, unsigned, "r", float, "f", ".u32.f32") TO_(__float2ll, long long, "l", float, "f", ".s64.f32") TO_(__float2ull, unsigned long long, "l", float, "f", ".u64.f32")
TO_(__double2int, int, "r", double, "d", ".s32.f64") TO_(__double2uint, unsigned, "r", double, "d", ".u32.f64") TO_(__double2ll, long long, "l", double, "d", ".s64.f64") TO_(__double2ull, unsigned long long, "l", double, "d", ".u64.f64")
#define ONE_OF_(f, T, t, op, r) FN_ T f(T x) { T v; asm(op "." r " %0, %1;" : "=" t(v) : t(x)); return v; }
#define TWO_OF_(f, T, t, op, r) FN_ T f(T x, T y) { T v; asm(op "." r " %0, %1, %2;" : "=" t(v) : t(x), t(y)); return v; }
#define THREE_OF_(f, T, t, op, r) FN_ T f(T x, T y, T z) { T v; asm(op "." r " %0, %1, %2, %3;" : "=" t(v) : t(x), t(y), t(z)); return v; }
#define EACH_(M, f, T, t, op, type) M(f##_rn, T, t, op, "rn." type) M(f##_rz, T, t, op, "rz." type) M(f##_rd, T, t, op, "rm." type) M(f##_ru, T, t, op, "rp." type)
#define ARITHMETIC_(c, T, t, type, fma) EACH_(TWO_OF_, __##c##add, T, t, "add", type) EACH_(TWO_OF_, __##c##sub, T, t, "sub", type) EACH_(TWO_OF_, __##c##mul, T, t, "mul", type) \
    EACH_(TWO_OF_, __##c##div, T, t, "div", type) EACH_(ONE_OF_, __##c##rcp, T, t, "rcp", type) EACH_(ONE_OF_, __##c##sqrt, T, t, "sqrt", type) EACH_(THREE_OF_, fma, T, t, "fma", type)
ARITHMETIC_(f, float, "f", "f32", __fmaf) ARITHMETIC_(d, double, "d", "f64", __fma)
ONE_OF_(__saturatef, float, "f", "cvt.sat", "f32.f32")
template <class A, class B> FN_ auto max(A a, B b) { return a > b ? a : b; }
template <class A, class B> FN_ auto min(A a, B b) { return a < b ? a : b; }
ANY_ A abs(A a) { return a < 0 ? -a : a; }
FN_ float abs(float a) { return __nvvm_fabs_f(a); }
FN_ double abs(double a) { return __nvvm_fabs_d(a); }
ANY_ A labs(A a) { return abs(a); }
ANY_ A llabs(A a) { return abs(a); }
ANY_ bool isnan(A a) { return a != a; }
ANY_ bool isinf(A a) { return abs(a) == __builtin_inf(); }
ANY_ bool isfinite(A a) { return abs(a) < __builtin_inf(); }
FN_ bool signbit(float a) { return __builtin_bit_cast(unsigned, a) >> 31; }
FN_ bool signbit(double a) { return __builtin_bit_cast(unsigned long long, a) >> 63; }
FN_ float copysignf(float a, float b) { return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, a) & ~0u >> 1) | (__builtin_bit_cast(unsigned, b) & 1u << 31)); }
FN_ double copysign(double a, double b) { return signbit(a) == signbit(b) ? a : -a; }
template <class A, class B, class C> FN_ A clamp(A a, B l, C h) { return a < l ? l : a > h ? h : a; }
template <class A, class B> FN_ auto umin(A a, B b) { return a < b ? a : b; }
template <class A, class B> FN_ auto umax(A a, B b) { return a > b ? a : b; }
#define NVVM_(name, op, P, args) FN_ float name##f P(float) { return __nvvm_##op##_f args; } FN_ float name P(float) { return __nvvm_##op##_f args; } FN_ double name P(double) { return __nvvm_##op##_d args; }
#define ARGUMENT_(T) (T a)
#define TWO_ARGUMENTS_(T) (T a, T b)
#define THREE_ARGUMENTS_(T) (T a, T b, T c)
NVVM_(fmax, fmax, TWO_ARGUMENTS_, (a, b)) NVVM_(fmin, fmin, TWO_ARGUMENTS_, (a, b)) NVVM_(fabs, fabs, ARGUMENT_, (a)) NVVM_(sqrt, sqrt_rn, ARGUMENT_, (a)) NVVM_(fma, fma_rn, THREE_ARGUMENTS_, (a, b, c))
ANY_ double sqrt(A a) { return sqrt((double)a); }
#define WHOLE_(f, of) FN_ float of(float a) { return __builtin_##of(a); } FN_ float f(float a) { return __builtin_##of(a); } FN_ double f(double a) { return __builtin_##f(a); }
WHOLE_(floor, floorf) WHOLE_(ceil, ceilf) WHOLE_(trunc, truncf) WHOLE_(rint, rintf)
WHOLE_(nearbyint, nearbyintf)
#define ROUND_(f, l, ll, T, tr) FN_ T f(T a) { const T t = tr(a); return abs(a - t) >= (T)0.5 ? t + (a < 0 ? -1 : 1) : t; } FN_ long l(T a) { return (long)f(a); } FN_ long long ll(T a) { return (long long)f(a); }
ROUND_(roundf, lroundf, llroundf, float, truncf) ROUND_(round, lround, llround, float, truncf) ROUND_(round, lround, llround, double, trunc)
#define NEAREST_(l, ll, T, to) FN_ long l(T a) { return to(a); } FN_ long long ll(T a) { return to(a); }
NEAREST_(lrintf, llrintf, float, __float2ll_rn) NEAREST_(lrint, llrint, float, __float2ll_rn) NEAREST_(lrint, llrint, double, __double2ll_rn)
FN_ float fdimf(float a, float b) { return a <= b ? 0 : a - b; }
FN_ float fdim(float a, float b) { return fdimf(a, b); }
FN_ double fdim(double a, double b) { return a <= b ? 0 : a - b; }
template <typename T> FN_ T mod_(T x, T y) { // each difference is exact
    T a = fabs(x), b = fabs(y);
    if (!(a < INFINITY && b > 0)) return CUDART_NAN_F;
    while (a >= b) {
        T t = b;
        while (a - t >= t) t += t;
        a -= t;
    }
    return x < 0 || (x == 0 && 1 / x < 0) ? -a : a;
}
#define MOD_(f, T) FN_ T f(T x, T y) { return mod_(x, y); }
MOD_(fmodf, float) MOD_(fmod, float) MOD_(fmod, double)
FN_ float frexpf(float a, int *e) {
    const unsigned u = __builtin_bit_cast(unsigned, a), shift = a != 0 && (u >> 23 & 255) == 0 ? __builtin_clz(u << 1 >> 1) - 8 : 0;
    if (a == 0 || (u >> 23 & 255) == 255) return *e = 0, a;
    *e = (int)(u >> 23 & 255) + (shift ? 1 : 0) - (int)shift - 126;
    return __builtin_bit_cast(float, (u & 1u << 31) | 126u << 23 | (u << shift & 0x7fffff));
}
FN_ int ilogbf(float a) { int e; frexpf(a, &e); return a == 0 || a != a ? -2147483647 - 1 : fabsf(a) == INFINITY ? 2147483647 : e - 1; }
FN_ float ldexpf(float a, int n) { return a != a ? CUDART_NAN_F : (float)(a * __builtin_bit_cast(double, (long long)(1023 + (n < -400 ? -400 : n > 400 ? 400 : n)) << 52)); }
FN_ float scalbnf(float a, int n) { return ldexpf(a, n); }
#ifdef LIBDEVICE_ // CUDA's functions as bitcode; those of it that differ from nvcc's in the last bits are left out
#define LIBRARY_(T, name, g, parameters, ...) extern "C" __attribute__((device)) T __nv_##g parameters; FN_ T name parameters { return __nv_##g(__VA_ARGS__); }
#define DOUBLE_(name, g) LIBRARY_(double, name, g, (double x), x)
#define FLOAT_(g) LIBRARY_(float, g##f, g##f, (float x), x) FN_ float g(float x) { return g##f(x); } DOUBLE_(g, g) ANY_ double g(A x) { return g((double)x); }
#define FLOAT_2_(g) LIBRARY_(float, g##f, g##f, (float x, float y), x, y) FN_ float g(float x, float y) { return g##f(x, y); } LIBRARY_(double, g, g, (double x, double y), x, y) template <class A, class B> FN_ double g(A x, B y) { return g((double)x, (double)y); }
#define PARTS_(T, f) LIBRARY_(T, modf##f, modf##f, (T x, T *y), x, y) LIBRARY_(void, sincos##f, sincos##f, (T x, T *y, T *z), x, y, z) LIBRARY_(void, sincospi##f, sincospi##f, (T x, T *y, T *z), x, y, z)
FLOAT_(acos) FLOAT_(acosh) FLOAT_(asin) FLOAT_(asinh) FLOAT_(atan) FLOAT_(atanh) FLOAT_(cbrt) FLOAT_(cosh) FLOAT_(cospi) FLOAT_(cyl_bessel_i0) FLOAT_(cyl_bessel_i1) FLOAT_(erfc)
FLOAT_(erfcinv) FLOAT_(erfcx) FLOAT_(erfinv) FLOAT_(j0) FLOAT_(j1) FLOAT_(lgamma) FLOAT_(logb) FLOAT_(normcdf) FLOAT_(normcdfinv) FLOAT_(rcbrt) FLOAT_(sinh) FLOAT_(sinpi) FLOAT_(tan)
DOUBLE_(tgamma, tgamma) FLOAT_2_(atan2) FLOAT_2_(nextafter) FLOAT_2_(remainder) FLOAT_2_(rhypot) PARTS_(double, ) PARTS_(float, f)
LIBRARY_(double, hypot, hypot, (double x, double y), x, y) LIBRARY_(double, pow_, pow, (double x, double y), x, y) LIBRARY_(double, frexp, frexp, (double x, int *y), x, y)
LIBRARY_(double, ldexp, ldexp, (double x, int y), x, y) LIBRARY_(double, scalbn, scalbn, (double x, int y), x, y) LIBRARY_(int, ilogb, ilogb, (double x), x)
LIBRARY_(float, sin_0_, sinf, (float x), x) LIBRARY_(float, sin_1_, cosf, (float x), x)
FN_ float large_(float x, int turn) { return turn ? sin_1_(x) : sin_0_(x); }
#else
FN_ float large_(float, int) { return unknown_<float, 0>(); }
#define DOUBLE_(name, g) FN_ double name(double) { return unknown_<double, 0>(); }
FN_ double pow_(double, double) { return unknown_<double, 0>(); }
#endif
// as nvcc compiles them
#define ONE_(name, op) FN_ float name(float x) { float r; asm(op " %0, %1;" : "=f"(r) : "f"(x)); return r; }
ONE_(exp2f, "ex2.approx.f32") ONE_(__log2f, "lg2.approx.f32") ONE_(__sinf, "sin.approx.f32") ONE_(__cosf, "cos.approx.f32")
ONE_(rsqrtf, "rsqrt.approx.f32") ONE_(rsqrt, "rsqrt.approx.f32") ONE_(__tanhf, "tanh.approx.f32") ONE_(ex2_, "ex2.approx.ftz.f32") ONE_(rcp_, "rcp.approx.ftz.f32")
FN_ double rsqrt(double x) { double r; asm("rsqrt.approx.f64 %0, %1;" : "=d"(r) : "d"(x)); return r; }
FN_ float __expf(float x) { return exp2f(x * 0x1.715476p+0f); }
FN_ float __exp10f(float x) { return exp2f(x * 0x1.a934f0p+1f); }
FN_ float __logf(float x) { return __log2f(x) * 0x1.62e430p-1f; }
FN_ float __powf(float x, float y) { return exp2f(y * __log2f(x)); }
FN_ float __fdividef(float x, float y) { float r; asm("div.approx.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); return r; }
FN_ float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
#define F_(bits) __builtin_bit_cast(float, bits)
FN_ float exp_(float x, float by, float high, float low) {
    float n;
    asm("{ .reg .f32 s; fma.rn.sat.f32 s, %1, %2, 0f3F000000; fma.rm.f32 %0, s, 0f437C0000, 0f4B400001; }" : "=f"(n) : "f"(x), "f"(by));
    const float r = fmaf(x, low, fmaf(x, high, -(n + -0x1.8000fep+23f)));
    return ex2_(r) * F_(__builtin_bit_cast(unsigned, n) << 23);
}
FN_ float expf(float x) { return exp_(x, F_(0x3bbb989d), 0x1.715476p+0f, 0x1.4ae0c0p-26f); }
FN_ float exp10f(float x) { return exp_(x, F_(0x3c57fa62), F_(0x40549a78), F_(0x33979a37)); }
template <class... A> FN_ float horner_(float x, float c, A... next) { ((c = fmaf(c, x, F_(next))), ...); return c; }
FN_ float log_(float x, int half, bool is_2) {
    const float m = x < 0x1p-126f ? x * 0x1p23f : x;
    const int bits = __builtin_bit_cast(int, m), e = (bits - half) & 0xff800000;
    const float n = fmaf((float)e, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0), f = F_(bits - e) + -1;
    const float r = is_2 ? n + fmaf(f, F_(0x3fb8aa3b), f * (f * horner_(f, F_(0x3dc6b27f), 0xbe2c7f30, 0x3e2fcf2a, 0xbe374e43, 0x3e520bf4, 0xbe763c8b, 0x3e93bf99, 0xbeb8aa49, 0x3ef6384a, 0xbf38aa3b)))
                         : fmaf(n, F_(0x3f317218), fmaf(f * horner_(f, F_(0xbe055027), 0x3e1039f6, 0xbdf8cdcc, 0x3e0f2955, 0xbe2ad8b9, 0x3e4ced0b, 0xbe7fff22, 0x3eaaaa78, 0xbf000000), f, f));
    return m == 0 ? -INFINITY : (unsigned)bits >= 0x7f800000 ? fmaf(m, INFINITY, INFINITY) : r;
}
FN_ float logf(float x) { return log_(x, 0x3f2aaaab, false); }
FN_ float log2f(float x) { return log_(x, 0x3f3504f3, true); }
FN_ float log10f(float x) { return x == 0 ? -INFINITY : logf(x) * F_(0x3ede5bd9); }
FN_ float log1pf(float x) {
    const int bits = __builtin_bit_cast(int, x), e = (__builtin_bit_cast(int, __fadd_rz(x, 1)) - 0x3f400000) & 0xff800000;
    const float f = fmaf(0.25f, F_(0x40800000 - e), -1) + F_(bits - e);
    const float r = fmaf(f * horner_(f, F_(0xbd39bf78), 0x3dd80012, 0xbe0778e0, 0x3e146475, 0xbe2a68dd, 0x3e4caf9e, 0xbe800042, 0x3eaaaae6, 0xbf000000), f, f);
    return x == 0 ? x : x <= -1 || !(x < INFINITY) ? (x == -1 ? -INFINITY : fmaf(x, INFINITY, INFINITY)) : fmaf((float)e * 0x1p-23f, F_(0x3f317218), r);
}
FN_ float expm1f(float x) {
    const float n = fabsf(x) < F_(0x3ed1eb85) ? 0 : rintf(x * 0x1.715476p+0f), r = fmaf(-n, F_(0x35bfbe8e), fmaf(-n, F_(0x3f317200), x)), m = n == 128 ? n - 1 : n;
    const float e = exp2f(m), p = fmaf(r * horner_(r, F_(0x3ab5ebe6), 0x3c095663, 0x3d2aabe3, 0x3e2aa9f6, 0x3efffffe), r, r), v = fmaf(p, e, e - 1);
    return x == 0 ? x + x : m < -25 ? -1 : m > 128 ? INFINITY : n == 128 ? v + v : v;
}
FN_ float hypotf(float a, float b) {
    const int x = __builtin_bit_cast(int, fabsf(a)), y = __builtin_bit_cast(int, fabsf(b)), least = x < y ? x : y, most = x < y ? y : x, e = most & 0xfe000000;
    const float s = F_(least) * F_(0x7e800000 - e), l = F_(most) * F_(0x7e800000 - e);
    return F_(least) == INFINITY ? INFINITY : F_(least) == 0 ? F_(most) : sqrtf(fmaf(l, l, s * s)) * F_(e | 0x800000);
}
FN_ float powf(float a, float b) { // 2 to the b log2 of a, which is kept in two parts
    const float x = fabsf(a), half = truncf(b * 0.5f), odd = fabsf(b - (half + half)), log2_e = F_(0x3fb8aa3b);
    if (a == 1 || b == 0) return 1;
    if (a != a || b != b) return a + b;
    if (x == 0 || x == INFINITY) return F_((__builtin_bit_cast(unsigned, a + a) ^ (b < 0 ? 0x7f800000 : 0)) & (odd == 1 ? ~0u : ~0u >> 1));
    if (a == -1 && fabsf(b) == INFINITY) return 1;
    if (a < 0 && floorf(b) != b) return CUDART_NAN_F;
    const bool small = x < 0x1p-126f;
    const int bits = __builtin_bit_cast(int, small ? x * 0x1p24f : x), e = (bits - 0x3f3504f3) & 0xff800000;
    const float n = fmaf((float)e, 0x1p-23f, small ? -24.0f : 0), f = F_(bits - e), g = f + -1, r = rcp_(f + 1), u = (g + g) * r, s = u * u, d = g - u;
    const float low = __fmul_rn(r, fmaf(-u, g, d + d)), p = __fmul_rn(horner_(s, F_(0x3a2c32e4), 0x3b52e7db, 0x3c93bb73, 0x3df6384f), s), h = fmaf(u, log2_e, n);
    const float t = fmaf(u, F_(0x32a55e34), fmaf(low, log2_e, fmaf(u, log2_e, n - h))), l = fmaf(p, u, fmaf(p * 3, low, t));
    const float log = __fadd_rn(h, l), rest = __fadd_rn(l, -__fadd_rn(log, -h)), y = __fmul_rn(log, b), w = rintf(y), z = fmaf(rest, b, fmaf(log, b, -y)) + (y - w);
    const float q = horner_(z, F_(0x391fcb8e), 0x3aaf85ed, 0x3c1d9856, 0x3d6357bb, 0x3e75fdec, 0x3f317218, 0x3f800000);
    const unsigned by = w > 0 ? 0 : 0x83000000;
    const float v = fabsf(y) > 152 ? (y < 0 ? 0 : INFINITY) : q * F_(by + 0x7f000000) * F_(((unsigned)(int)w << 23) - by);
    return a < 0 && odd == 1 ? -v : v;
}
FN_ float pow(float a, float b) { return powf(a, b); }
template <class A, class B> FN_ double pow(A a, B b) { return pow_(a, b); }
FN_ float erff(float x) {
    const float a = fabsf(x), s = x * x;
    if (!(a >= F_(0x3f8060fe))) return fmaf(horner_(s, F_(0x38b1e96a), 0xba574d20, 0x3baad5ea, 0xbcdc1be7, 0x3de718af, 0xbec093ac, 0x3e0375d3), x, x);
    return copysignf(1 - ex2_(fmaf(horner_(a, F_(0x38eb4c3a), 0xbaae005b, 0x3c09919f, 0xbd24d99a, 0x3e235519, 0x3f69b4f9, 0x3f210a14), -a, -a)), x);
}
FN_ float sin_(float x, int turn) {
    if (fabsf(x) >= 105615) return large_(x, turn);
    int q = __float2int_rn(x * F_(0x3f22f983));
    const float n = (float)q, r = fmaf(n, F_(0xa7c234c5), fmaf(n, F_(0xb3a22168), fmaf(n, F_(0xbfc90fda), x))), s = r * r;
    q += turn;
    const float b = q & 1 ? 1 : r, p = q & 1 ? horner_(s, F_(0x37cbac00), 0xbab607ed, 0x3d2aaabb, 0xbeffffff) : horner_(s, F_(0xb94d4153), 0x3c0885e4, 0xbe2aaaa8);
    const float v = fmaf(p, fmaf(s, b, 0), b);
    return q & 2 ? fmaf(v, -1, 0) : v;
}
FN_ float sinf(float x) { return sin_(x, 0); }
FN_ float cosf(float x) { return sin_(x, 1); }
#define OF_BOTH_(g) FN_ float g(float x) { return g##f(x); } DOUBLE_(g, g)
OF_BOTH_(exp) OF_BOTH_(exp10) OF_BOTH_(log1p) OF_BOTH_(expm1) OF_BOTH_(exp2) OF_BOTH_(log) OF_BOTH_(log2) OF_BOTH_(log10) OF_BOTH_(erf) OF_BOTH_(sin) OF_BOTH_(cos)
FN_ float tanhf(float x) {
    const float a = fabsf(x), q = x * x, big = a >= 0x1.2059680p+3f ? 1 : fmaf(rcp_(ex2_(a * 0x1.715476p+1f) + 1), -2, 1);
    const float p = fmaf(fmaf(fmaf(fmaf(0x1.01e104p-6f, q, -0x1.ac795cp-5f), q, 0x1.10b282p-3f), q, -0x1.5553dap-2f), q, 0);
    return a >= 0x1.333334p-1f ? (x < 0 ? -big : big) : fmaf(p, x, x);
}
OF_BOTH_(tanh)
#define INTEGER_(g) template <class I, class... A, class = std::enable_if_t<__is_integral(I)>> FN_ double g(I x, A... more) { return g((double)x, (double)more...); }
INTEGER_(ceil) INTEGER_(copysign) INTEGER_(cos) INTEGER_(erf) INTEGER_(exp) INTEGER_(exp2) INTEGER_(fabs) INTEGER_(floor) INTEGER_(fma) INTEGER_(fmod) INTEGER_(log) INTEGER_(log10) INTEGER_(log1p)
INTEGER_(log2) INTEGER_(nearbyint) INTEGER_(rint) INTEGER_(round) INTEGER_(rsqrt) INTEGER_(sin) INTEGER_(tanh) INTEGER_(trunc)
namespace std {
using ::abs, ::isinf, ::isnan, ::isfinite, ::signbit, ::copysign, ::sqrt, ::exp, ::exp2, ::log, ::log2, ::log10, ::log1p, ::expm1, ::pow, ::sin, ::cos, ::tanh, ::erf;
using ::floor, ::ceil, ::trunc, ::round, ::rint, ::nearbyint, ::fabs, ::fmod, ::fma, ::fmax, ::fmin, ::clamp;
}
namespace sycl { using ::max, ::min, ::fmax, ::fmin; }
ANY_ int popcount(A v) { return sizeof(A) > 4 ? __builtin_popcountll(v) : __builtin_popcount((unsigned)v); }
#define ALIAS_(T, name, of) ANY_ T name(A v) { return of(v); }
ALIAS_(int, popcnt, popcount) ALIAS_(int, countbits, popcount)
ANY_ int bitCount(A v) { return __builtin_popcount((unsigned)v); }
ANY_ int clz(A v) { return v ? sizeof(A) > 4 ? __builtin_clzll(v) : __builtin_clz((unsigned)v) : (int)sizeof(A) * 8; }
ANY_ int ctz(A v) { return v ? sizeof(A) > 4 ? __builtin_ctzll(v) : __builtin_ctz((unsigned)v) : (int)sizeof(A) * 8; }
ANY_ int findLSB(A v) { return __builtin_ffs((int)v) - 1; }
ANY_ int findMSB(A v) { return v ? 31 - __builtin_clz((unsigned)v) : -1; }
ALIAS_(int, firstbitlow, findLSB) ALIAS_(int, firstbithigh, findMSB) ALIAS_(uint, reversebits, __builtin_bitreverse32) ALIAS_(uint, bitfieldReverse, __builtin_bitreverse32)
#define LOAD_(f) ANY_ A f(const A *p) { return *p; }
LOAD_(__ldg) LOAD_(__ldca) LOAD_(__ldcg) LOAD_(__ldcs) LOAD_(__ldlu) LOAD_(__ldcv)
#define STORE_(f) template <class A, class B> FN_ void f(A *p, B b) { *p = b; }
STORE_(__stwb) STORE_(__stcg) STORE_(__stcs) STORE_(__stwt)
template <class A, class B> FN_ A select(A a, A b, B c) { return c ? b : a; }
template <class B, class A> FN_ B as_(A a) { return __builtin_bit_cast(B, a); }
ALIAS_(uint, asuint, as_<uint>) ALIAS_(int, asint, as_<int>) ALIAS_(float, asfloat, as_<float>) ALIAS_(uint, as_uint, as_<uint>) ALIAS_(int, as_int, as_<int>) ALIAS_(float, as_float, as_<float>)
BITS_(floatBitsToUint, uint, float) BITS_(floatBitsToInt, int, float) BITS_(uintBitsToFloat, float, uint) BITS_(intBitsToFloat, float, int)
#define ATOM_(f, T, c, op) template <class U> FN_ T atomic##f(T *p, U u) { T r, v = (T)u; asm volatile("atom." op " %0, [%1], %2;" : "=" c(r) : "l"(p), c(v) : "memory"); return r; } \
    template <class U> FN_ T atomic##f##_block(T *p, U u) { return atomic##f(p, u); } template <class U> FN_ T atomic##f##_system(T *p, U u) { return atomic##f(p, u); }
#define ATOMS_(f, op, s, u, S, U) ATOM_(f, int, "r", op s) ATOM_(f, unsigned, "r", op u) ATOM_(f, long long, "l", op S) ATOM_(f, unsigned long long, "l", op U)
ATOMS_(Min, "min", ".s32", ".u32", ".s64", ".u64") ATOMS_(Max, "max", ".s32", ".u32", ".s64", ".u64") ATOMS_(Add, "add", ".u32", ".u32", ".u64", ".u64")
ATOMS_(And, "and", ".b32", ".b32", ".b64", ".b64") ATOMS_(Or, "or", ".b32", ".b32", ".b64", ".b64") ATOMS_(Xor, "xor", ".b32", ".b32", ".b64", ".b64") ATOMS_(Exch, "exch", ".b32", ".b32", ".b64", ".b64")
ATOM_(Exch, float, "f", "exch.b32") ATOM_(Add, float, "f", "add.f32") ATOM_(Add, double, "d", "add.f64") ATOM_(Inc, unsigned, "r", "inc.u32") ATOM_(Dec, unsigned, "r", "dec.u32")
template <class T, class U> FN_ T atomicSub(T *p, U u) { return atomicAdd(p, -(T)u); }
#define CAS_(T, c, op) template <class A, class B> FN_ T atomicCAS(T *p, A a, B b) { T r; asm volatile("atom.cas." op " %0, [%1], %2, %3;" : "=" c(r) : "l"(p), c((T)a), c((T)b) : "memory"); return r; }
CAS_(int, "r", "b32") CAS_(unsigned, "r", "b32") CAS_(unsigned long long, "l", "b64")
// of a counter that nobody declares
template <class A> struct only_ { typedef int type; };
template <class A> struct only_<A *> {};
#define NOWHERE_(name) template <class A, class... B> FN_ typename only_<A>::type atomic##name(A, B...) { return unknown_<int, 0>(); }
NOWHERE_(Add) NOWHERE_(Sub) NOWHERE_(Min) NOWHERE_(Max) NOWHERE_(And) NOWHERE_(Or) NOWHERE_(Xor) NOWHERE_(Exch) NOWHERE_(CAS) NOWHERE_(Inc) NOWHERE_(Dec)
#define VECTOR_(T, s) struct __attribute__((aligned(2 * sizeof(T)))) s##2 { T x, y; }; struct s##3 { T x, y, z; }; \
    FN_ s##2 make_##s##2(T x, T y) { return { x, y }; } FN_ s##3 make_##s##3(T x, T y, T z) { return { x, y, z }; } \
    template <int = 0> FN_ s##2 operator+(s##2 a, s##2 b) { return { (T)(a.x + b.x), (T)(a.y + b.y) }; }
#define VECTOR4_(T, s) struct __attribute__((aligned(sizeof(T) < 8 ? 4 * sizeof(T) : 16))) s##4 { T x, y, z, w; }; FN_ s##4 make_##s##4(T x, T y, T z, T w) { return { x, y, z, w }; } \
    template <int = 0> FN_ s##4 operator+(s##4 a, s##4 b) { return { (T)(a.x + b.x), (T)(a.y + b.y), (T)(a.z + b.z), (T)(a.w + b.w) }; }
VECTOR_(float, float) VECTOR4_(float, float) VECTOR_(int, int) VECTOR4_(int, int) VECTOR_(unsigned, uint) VECTOR_(double, double) VECTOR_(short, short) VECTOR_(unsigned char, uchar) VECTOR_(long long, longlong) VECTOR_(unsigned long long, ulonglong) VECTOR_(signed char, char) VECTOR_(unsigned short, ushort)
VECTOR4_(double, double) VECTOR4_(short, short) VECTOR4_(unsigned short, ushort) VECTOR4_(signed char, char) VECTOR4_(unsigned char, uchar)
#define WORDS_(f, A, U) FN_ int f(A x, char4 y, int c) { return f((int)word_(x), (int)word_(y), c); } \
    FN_ unsigned f(U x, uchar4 y, unsigned c) { return f((unsigned)word_(x), (unsigned)word_(y), c); }
WORDS_(__dp4a, char4, uchar4) WORDS_(__dp2a_lo, short2, ushort2) WORDS_(__dp2a_hi, short2, ushort2)
FN_ uint4 make_uint4(uint x, uint y, uint z, uint w) { return { x, y, z, w }; }
#ifndef LAUNCH_ // names that a program may have itself
typedef float2 vec2;
typedef float3 vec3;
typedef float4 vec4;
typedef uint2 uvec2;
typedef int2 ivec2;
#endif
// numbers of 16 bits, and pairs of them; by their own instructions, as CUDA's headers have it
struct half;
struct __nv_bfloat16;
FN_ float to_float_(unsigned short u, const half *) { float f; asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(u)); return f; }
FN_ float to_float_(unsigned short u, const __nv_bfloat16 *) { return __builtin_bit_cast(float, (unsigned)u << 16); }
#define SMALL_(T, t) struct T { unsigned short u; T() = default; IN_ operator float() const { return to_float_(u, this); } \
        IN_ T(float f) { asm("cvt.rn." t ".f32 %0, %1;" : "=h"(u) : "f"(f)); } template <class A> IN_ T(A a) : T((float)a) {} }; \
    struct __attribute__((aligned(4))) T##2 { T x, y; T##2() = default; IN_ T##2(T a, T b) : x(a), y(b) {} };
#define SMALL2_(f, T, op, t) FN_ T f(T a, T b) { asm(op "." t " %0, %0, %1;" : "+h"(a.u) : "h"(b.u)); return a; } \
    FN_ T##2 f##2(T##2 a, T##2 b) { unsigned r = __builtin_bit_cast(unsigned, a); asm(op "." t "x2 %0, %0, %1;" : "+r"(r) : "r"(__builtin_bit_cast(unsigned, b))); return __builtin_bit_cast(T##2, r); }
#define SMALL3_(f, T, op, t) FN_ T f(T a, T b, T c) { asm(op "." t " %0, %0, %1, %2;" : "+h"(a.u) : "h"(b.u), "h"(c.u)); return a; } \
    FN_ T##2 f##2(T##2 a, T##2 b, T##2 c) { unsigned r = __builtin_bit_cast(unsigned, a); asm(op "." t "x2 %0, %0, %1, %2;" : "+r"(r) : "r"(__builtin_bit_cast(unsigned, b)), "r"(__builtin_bit_cast(unsigned, c))); return __builtin_bit_cast(T##2, r); }
#define SMALL_OPERATOR_(T, o, f) FN_ T operator o(T a, T b) { return f(a, b); } FN_ T##2 operator o(T##2 a, T##2 b) { return f##2(a, b); } \
    FN_ T &operator o##=(T &a, T b) { return a = f(a, b); } FN_ T##2 &operator o##=(T##2 &a, T##2 b) { return a = f##2(a, b); }
#define SMALL_COMPARE_(T, c, o) FN_ bool __h##c(T a, T b) { return (float)a o (float)b; } FN_ bool __hb##c##2(T##2 a, T##2 b) { return __h##c(a.x, b.x) && __h##c(a.y, b.y); } \
    FN_ T##2 __h##c##2(T##2 a, T##2 b) { return { __h##c(a.x, b.x), __h##c(a.y, b.y) }; }
#define SMALLS_(T, name, low) \
    SMALL_OPERATOR_(T, +, __hadd) SMALL_OPERATOR_(T, -, __hsub) SMALL_OPERATOR_(T, *, __hmul) FN_ T operator-(T a) { a.u ^= 0x8000; return a; } FN_ T __hneg(T a) { return -a; } \
    FN_ T operator/(T a, T b) { return (float)a / (float)b; } FN_ T __hdiv(T a, T b) { return a / b; } FN_ T __habs(T a) { a.u &= 0x7fff; return a; } \
    FN_ float __##low##2float(T h) { return h; } FN_ T __float2##low(float f) { return f; } FN_ T __float2##low##_rn(float f) { return f; } FN_ T __int2##low##_rn(int v) { return v; } \
    FN_ T##2 __halves2##name##2(T a, T b) { return { a, b }; } FN_ T##2 __##name##2##name##2(T a) { return { a, a }; } \
    FN_ T##2 __float2##name##2_rn(float a) { return { a, a }; } FN_ T##2 __floats2##name##2_rn(float a, float b) { return { a, b }; } \
    FN_ T##2 __float22##name##2_rn(float2 a) { return { a.x, a.y }; } FN_ float2 __##name##22float2(T##2 a) { return { a.x, a.y }; } \
    FN_ T __low2##low(T##2 a) { return a.x; } FN_ T __high2##low(T##2 a) { return a.y; } FN_ float __low2float(T##2 a) { return a.x; } FN_ float __high2float(T##2 a) { return a.y; } \
    FN_ unsigned short __##low##_as_ushort(T a) { return a.u; } FN_ T __ushort_as_##low(unsigned short u) { return __builtin_bit_cast(T, u); } \
    FN_ T##2 make_##name##2(T a, T b) { return { a, b }; } FN_ T##2 __h2div(T##2 a, T##2 b) { return { a.x / b.x, a.y / b.y }; } \
    FN_ T##2 __hneg2(T##2 a) { return { -a.x, -a.y }; } FN_ T##2 __habs2(T##2 a) { return { __habs(a.x), __habs(a.y) }; } \
    FN_ T##2 __low2##name##2(T##2 a) { return { a.x, a.x }; } FN_ T##2 __high2##name##2(T##2 a) { return { a.y, a.y }; } \
    FN_ bool __hisnan(T a) { return (float)a != (float)a; } FN_ int __hisinf(T a) { return (a.u & 0x7fff) == T(INFINITY).u ? a.u >> 15 ? -1 : 1 : 0; } \
    SMALL_COMPARE_(T, eq, ==) SMALL_COMPARE_(T, lt, <) SMALL_COMPARE_(T, le, <=) SMALL_COMPARE_(T, gt, >) SMALL_COMPARE_(T, ge, >=) SMALL_COMPARE_(T, neu, !=)
SMALL_(half, "f16") SMALL_(__nv_bfloat16, "bf16")
SMALL2_(__hadd, half, "add", "f16") SMALL2_(__hsub, half, "sub", "f16") SMALL2_(__hmul, half, "mul", "f16") SMALL2_(__hmax, half, "max", "f16") SMALL2_(__hmin, half, "min", "f16") SMALL3_(__hfma, half, "fma.rn", "f16")
SMALL2_(__hmax, __nv_bfloat16, "max", "bf16") SMALL2_(__hmin, __nv_bfloat16, "min", "bf16") SMALL3_(__hfma, __nv_bfloat16, "fma.rn", "bf16")
#define BY_FLOAT_(f, T, o) FN_ T f(T a, T b) { return (float)a o (float)b; } FN_ T##2 f##2(T##2 a, T##2 b) { return { f(a.x, b.x), f(a.y, b.y) }; }
BY_FLOAT_(__hadd, __nv_bfloat16, +) BY_FLOAT_(__hsub, __nv_bfloat16, -) BY_FLOAT_(__hmul, __nv_bfloat16, *)
SMALLS_(half, half, half) SMALLS_(__nv_bfloat16, bfloat16, bfloat16)
#define HALF2_(r) FN_ int __half2int_##r(half h) { return __float2int_##r(h); } FN_ unsigned __half2uint_##r(half h) { return __float2uint_##r(h); }
HALF2_(rn) HALF2_(rz) HALF2_(rd) HALF2_(ru)
FN_ half hexp(half h) { // with the corrections of cuda_fp16.hpp
    const float f = ex2_(__half2float(h) * F_(0x3fb8aa3b));
    return __hadd(__float2half(f), __ushort_as_half(h.u == 0x1f79 || h.u == 0x25cf ? 0x9400 : h.u == 0xc13b ? 0x0400 : h.u == 0xc1ef ? 0x0200 : 0));
}
FN_ half hexp2(half h) { const float f = ex2_(__half2float(h)); return __float2half(fmaf(f, 0x1p-24f, f)); }
FN_ half hrcp(half h) { return __float2half(rcp_(__half2float(h))); }
FN_ half hrsqrt(half h) { return __float2half(rsqrtf(__half2float(h))); }
FN_ half hsqrt(half h) { float r; asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(__half2float(h))); return __float2half(r); }
FN_ short __half_as_short(half h) { return h.u; } FN_ half __short_as_half(short u) { return __ushort_as_half(u); }
#define HALF_(r, how) FN_ half __float2half_##r(float f) { half h; asm("cvt." how ".f16.f32 %0, %1;" : "=h"(h.u) : "f"(f)); return h; }
HALF_(rz, "rz") HALF_(rd, "rm") HALF_(ru, "rp")
#define HALVES_(f) FN_ half2 h2##f(half2 a) { return { h##f(a.x), h##f(a.y) }; }
HALVES_(exp) HALVES_(exp2) HALVES_(rcp) HALVES_(rsqrt) HALVES_(sqrt)
typedef half __half;
typedef half2 __half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define ATOM_HALF_(T, I, c, op) FN_ T atomicAdd(T *p, T v) { I r; asm volatile("atom.add.noftz." op " %0, [%1], %2;" : "=" c(r) : "l"(p), c(__builtin_bit_cast(I, v)) : "memory"); return __builtin_bit_cast(T, r); }
ATOM_HALF_(half, unsigned short, "h", "f16") ATOM_HALF_(__nv_bfloat16, unsigned short, "h", "bf16") ATOM_HALF_(half2, unsigned, "r", "f16x2") ATOM_HALF_(__nv_bfloat162, unsigned, "r", "bf16x2")
// ---- names of threads in other languages
NUMBER_(WaveGetLaneIndex, lane_()) NUMBER_(WaveGetLaneCount, 32) NUMBER_(get_sub_group_local_id, lane_()) NUMBER_(get_sub_group_size, 32)
NUMBER_(get_max_sub_group_size, 32) NUMBER_(get_sub_group_id, threadIdx.x / 32)
FN_ size_t get_local_id(int) { return threadIdx.x; }
FN_ size_t get_global_id(int) { return threadIdx.x + blockIdx.x * blockDim.x; }
FN_ size_t get_group_id(int) { return blockIdx.x; }
FN_ size_t get_local_size(int) { return blockDim.x; }
FN_ void sub_group_barrier(int) { __syncwarp(activemask_()); }
FN_ void barrier(int) { __syncthreads(); }
FN_ void subgroupBarrier() { __syncwarp(activemask_()); }
FN_ void subgroupMemoryBarrier() {}
FN_ void barrier() { __syncthreads(); }
FN_ void GroupMemoryBarrierWithGroupSync() { __syncthreads(); }
enum { CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2 };
#define gl_SubgroupInvocationID lane_()
#define gl_SubgroupSize 32u
#define gl_LocalInvocationIndex threadIdx.x
#define gl_LocalInvocationID threadIdx
#define gl_GlobalInvocationID threadIdx
#define gl_WorkGroupID blockIdx
#define gl_WorkGroupSize blockDim
#define gl_SubgroupID (threadIdx.x / 32)
#define gl_SubgroupEqMask uvec4(1u << lane_(), 0, 0, 0)
#define gl_SubgroupLtMask uvec4((1u << lane_()) - 1, 0, 0, 0)
#define gl_SubgroupLeMask uvec4((2u << lane_()) - 1, 0, 0, 0)
#define gl_SubgroupGtMask uvec4(~((2u << lane_()) - 1), 0, 0, 0)
#define gl_SubgroupGeMask uvec4(~((1u << lane_()) - 1), 0, 0, 0)
#define __global
#define __local __attribute__((shared))
#define __private
#define groupshared __attribute__((shared))
