// SPDX-License-Identifier: Apache-2.0
// CUDA's calls at each width, for a compiler whose PTX shows the operands: level pack.
//
//     clang -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_60 -Xclang -target-feature
//           -Xclang +ptx64 -w -O2 -S -o pack.ptx pack.cu
//
// The intrinsics are those of clang's own header. In front of it is what it takes from NVIDIA's.
#define CUDA_VERSION 9000
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __forceinline__ inline __attribute__((always_inline))
typedef decltype(sizeof(0)) size_t;
template <typename T> struct vector2 {
    T x, y;
};
template <typename T> struct vector4 {
    T x, y, z, w;
};
#define VECTORS(name, type)        \
    using name##2 = vector2<type>; \
    using name##4 = vector4<type>
VECTORS(char, char);
VECTORS(short, short);
VECTORS(int, int);
VECTORS(longlong, long long);
VECTORS(uchar, unsigned char);
VECTORS(ushort, unsigned short);
VECTORS(uint, unsigned);
VECTORS(ulonglong, unsigned long long);
VECTORS(float, float);
VECTORS(double, double);
extern "C" __device__ void *memcpy(void *, const void *, size_t);
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_intrinsics.h>

#define AT(name, call, width) \
    extern "C" __global__ void name##_##width(int *p) { *p = call(0xffffffff, *p, p[1], width); }
#define EACH(name, call) \
    AT(name, call, 1) AT(name, call, 2) AT(name, call, 4) AT(name, call, 8) AT(name, call, 16) AT(name, call, 32)
EACH(idx, __shfl_sync)
EACH(up, __shfl_up_sync)
EACH(down, __shfl_down_sync)
EACH(xor, __shfl_xor_sync)
