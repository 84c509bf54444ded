// SPDX-License-Identifier: Apache-2.0
// A kernel with shuffles, for record.py.
template <typename T> __global__ void scan(T *v)
{
    T x = v[threadIdx.x];

    for (int d = 1; d < 32; d *= 2) {
        T y = __shfl_up_sync(~0u, x, d);

        if (threadIdx.x >= d)
            x += y;
    }
    v[threadIdx.x] = x;
}
template __global__ void scan<int>(int *);
template __global__ void scan<float>(float *);
