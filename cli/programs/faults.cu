// SPDX-License-Identifier: Apache-2.0
// faults - what `openshfl check` finds: kernels with a fault each, then kernels that look alike and are right.
// A line that ends with "//! NAME" is where NAME is found; a line "//?" gives the options of the next kernel. docs/use/programs.md

// ---- shuffles and their kin

__global__ void inactive_lane(int *out)
{
    int v = threadIdx.x;
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_sync(0xffff, v, 20); //! inactive-lane
}

__global__ void inactive_decides(int *out)
{
    int v = threadIdx.x;
    if (threadIdx.x < 16) {
        int other = __shfl_down_sync(0xffff, v, 8);
        if (other > 20) //! inactive-lane
            out[threadIdx.x] = 1;
    }
}

__global__ void caller_not_in_mask(int *out)
{
    out[threadIdx.x] = __shfl_sync(0x1f, threadIdx.x, 0); //! caller-not-in-mask
}

__global__ void masks_differ(int *out)
{
    unsigned mask = threadIdx.x < 16 ? 0xffffffff : 0xffff0000;
    out[threadIdx.x] = __shfl_xor_sync(mask, threadIdx.x, 1); //! masks-differ exited-lane
}

__global__ void mask_at_two_calls(int *out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0); //! mask-at-two-calls
    else
        out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x & 1);
}

//? --block 64
__global__ void missing_lane(int *out)
{
    if (threadIdx.x < 8)
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 3); //! missing-lane
    else
        __syncthreads(); //! divergent-barrier
}

__global__ void exited_lane(unsigned *out)
{
    if (threadIdx.x >= 24)
        return;
    out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x & 1); //! exited-lane
}

__global__ void width_12(int *out)
{
    out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 3, 12); //! width
}

__global__ void width_64(int *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 3, 64); //! width
}

// ---- barriers

//? --block 64
__global__ void divergent_barrier(int *out)
{
    if (threadIdx.x % 2)
        __syncthreads(); //! divergent-barrier
    else
        __syncthreads(); //! divergent-barrier
    out[threadIdx.x] = 1;
}

//? --block 64
__global__ void exited_thread(int *out)
{
    if (threadIdx.x < 48) {
        out[threadIdx.x] = 1;
        __syncthreads(); //! exited-thread
    }
}

//? --block 64
__global__ void missing_thread(int *out)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;"); //! missing-thread
    out[threadIdx.x] = 1;
}

// ---- races

//? --block 64
__global__ void race_across_warps(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];       //! race
    out[threadIdx.x] = tile[63 - threadIdx.x]; //! uninitialized
}

__global__ void race_within_a_warp(int *out)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[threadIdx.x ^ 1]; //! race
}

__global__ void shuffle_is_no_fence(int *out)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    int v = __shfl_sync(0xffffffff, threadIdx.x, 0);
    out[threadIdx.x] = tile[threadIdx.x ^ 1] + v; //! race
}

//? --block 64
__global__ void race_to_reuse(const int *in, int *out)
{
    __shared__ int tile[64];
    for (int k = 0; k < 2; k++) {
        tile[threadIdx.x] = in[threadIdx.x + 64 * k];
        __syncthreads();
        out[threadIdx.x + 64 * k] = tile[63 - threadIdx.x]; //! race
    }
}

//? --grid 2
__global__ void race_of_blocks(int *out)
{
    out[threadIdx.x] = blockIdx.x; //! race
}

//? --grid 2
__global__ void plain_beside_atomic(int *count, int *out)
{
    if (threadIdx.x == 0)
        atomicAdd(count, 1);
    if (threadIdx.x == 1)
        *count = 0; //! race
}

//? --block 64 --arg ready=buffer:1
__global__ void missing_fence(int *data, int *ready, int *out)
{
    if (threadIdx.x == 0) {
        *data = 7;
        atomicExch(ready, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(ready, 0) == 0)
            ;
        out[0] = *data; //! race
    }
}

// ---- memory, and the rest

//? --arg out=buffer:31
__global__ void out_of_bounds(int *out)
{
    out[threadIdx.x] = 1; //! out-of-bounds
}

//? --arg out=buffer:64
__global__ void misaligned(int *out)
{
    *(int *)((char *)out + threadIdx.x) = 1; //! misaligned
}

__global__ void unwritten(int *out)
{
    __shared__ int tile[32];
    if (threadIdx.x > 0)
        tile[threadIdx.x] = 1;
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x]; //! uninitialized
}

//? --arg lock=buffer:1
__global__ void endless(int *lock)
{
    while (atomicCAS(lock, 1, 0) != 1) //! endless-loop
        ;
}

__global__ void failing_assert(int *out)
{
    assert(threadIdx.x < 31); //! assertion
    out[threadIdx.x] = 1;
}

// ---- right

//? --block 128 --grid 2 --arg n=200
__global__ void right_reduction(const int *in, int *out, int n)
{
    __shared__ int part[32];
    int i = threadIdx.x + blockDim.x * blockIdx.x, v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}

__global__ void right_two_call_sites(int *out)
{
    int v;
    if (threadIdx.x < 8)
        v = __shfl_sync(0xffffffff, threadIdx.x, 20);
    else
        v = __shfl_sync(0xffffffff, threadIdx.x, 3);
    out[threadIdx.x] = v;
}

//? --arg n=20
__global__ void right_partial_mask(int *out, int n)
{
    unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x < n)
        out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 19 - threadIdx.x);
}

__global__ void right_syncwarp(int *out)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

//? --block 64 --grid 2 --arg lock=buffer:1 --arg sum=buffer:1
__global__ void right_lock(int *lock, int *sum)
{
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            *sum += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

//? --block 64 --grid 4 --arg count=buffer:1
__global__ void right_last_block(const int *in, int *part, unsigned *count, int *out)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        is_last = atomicAdd(count, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x < gridDim.x)
        out[threadIdx.x] = part[threadIdx.x];
}

//? --block 64 --arg ready=buffer:1
__global__ void right_flag(int *data, volatile int *ready, int *out)
{
    if (threadIdx.x == 0) {
        *data = 7;
        __threadfence();
        *ready = 1;
    }
    if (threadIdx.x == 32) {
        while (*ready == 0)
            ;
        __threadfence();
        out[0] = *data;
    }
}

//? --block 64
__global__ void right_arrive(const int *in, int *out)
{
    __shared__ int tile[32];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.arrive 1, 64;" : : : "memory");
    } else {
        asm volatile("bar.sync 1, 64;" : : : "memory");
        out[threadIdx.x] = tile[63 - threadIdx.x];
    }
    __syncthreads();
}

__global__ void right_bytes(unsigned char *out)
{
    __shared__ unsigned char tile[32];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[threadIdx.x];
}

//? --block 64
__global__ void right_same_value(int *any)
{
    if (threadIdx.x & 1)
        *any = 1;
}

//? --block 96 --schedule 3 --arg count=buffer:1
__global__ void right_but_for_the_order(unsigned *count, int *out)
{ //! order
    if (threadIdx.x % 32 == 0)
        out[atomicAdd(count, 1u)] = threadIdx.x;
}

//? --block 96 --schedule 3
__global__ void right_in_each_order(const int *in, int *out)
{
    __shared__ int tile[96];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[95 - threadIdx.x];
}
