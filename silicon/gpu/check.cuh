/* SPDX-License-Identifier: Apache-2.0 */
// Every call of CUDA goes through CHECK: an error names the call, its place and CUDA's message, and ends
// the program.
#pragma once
#include "device.h"

#include <cstdio>
#include <cstdlib>

#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline void check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "shfl_cuda: %s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorString(error),
            cudaGetErrorName(error));
    exit(DEVICE_EXIT);
}
