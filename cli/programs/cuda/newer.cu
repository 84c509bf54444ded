/* SPDX-License-Identifier: Apache-2.0 */
/* newer - what GPUs have from sm_80 on (redux) and from sm_90 on (elect); older ones do the same by shuffles. */
#include "cuda.h"

/* A function of a warp: asm_name is redux's, expression combines a and b. */
#if __CUDA_ARCH__ >= 800
#define REDUX(name, asm_name, expression)                                                 \
    INLINE int name(int a)                                                                \
    {                                                                                     \
        int d;                                                                            \
        asm volatile("redux.sync." asm_name " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(ALL)); \
        return d;                                                                         \
    }
#else
#define REDUX(name, asm_name, expression)             \
    INLINE int name(int a)                            \
    {                                                 \
        for (int d = 16; d > 0; d /= 2) {             \
            const int b = __shfl_xor_sync(ALL, a, d); \
            a = expression;                           \
        }                                             \
        return a;                                     \
    }
#endif
REDUX(sum, "add.s32", a + b)
REDUX(least, "min.s32", a < b ? a : b)
REDUX(most, "max.u32", (unsigned)a > (unsigned)b ? a : b)
REDUX(both, "and.b32", a &b)
REDUX(either, "or.b32", a | b)
REDUX(parity, "xor.b32", a ^ b)

KERNEL redux(const int *in, int *out)
{
    const int v = in[thread_x()];
    int *to = out + 6 * thread_x();

    to[0] = sum(v);
    to[1] = least(v);
    to[2] = most(v);
    to[3] = both(v | 0x10101);
    to[4] = either(v & 0xff00ff);
    to[5] = parity(v);
}

/* Which lane is elected in each half of the warp, and where it thinks so. */
KERNEL elect(int *out)
{
    const unsigned m = thread_x() % 32 < 16 ? 0x0000fff0u : 0xfff00000u;
    int lane = -1, is = 0;

    if (m >> thread_x() % 32 & 1) {
#if __CUDA_ARCH__ >= 900
        asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.b32 %1, 1, 0, p; }" : "=r"(lane), "=r"(is) : "r"(m));
#else
        lane = __ffs((int)m) - 1;
        is = lane == (int)thread_x() % 32;
#endif
    }
    out[2 * thread_x()] = lane;
    out[2 * thread_x() + 1] = is;
}
