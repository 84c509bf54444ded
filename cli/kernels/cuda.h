/* SPDX-License-Identifier: Apache-2.0 */
/* cuda - what the programs share. */
#define ALL 0xffffffffu

/* The lanes of this thread's warp that the block has. */
__device__ static __forceinline__ unsigned members()
{
    const unsigned left = blockDim.x - threadIdx.x / 32 * 32;

    return left >= 32 ? ALL : (1u << left) - 1;
}
