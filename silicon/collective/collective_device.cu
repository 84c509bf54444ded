/* SPDX-License-Identifier: Apache-2.0 */
// collective_device - see collective_device.h. The kernels only move operands in and results out; what is right is for
// the host to say. One block is one warp.
#include "collective_device.h"
#include "collective_ops.cuh"
#include "silicon/gpu/check.cuh"

// What lane k holds before.
__device__ __forceinline__ device_lane old_lane() { return { DEVICE_OLD_RD(threadIdx.x), DEVICE_OLD_PU(threadIdx.x) }; }

__device__ __forceinline__ bool executes(const collective &c) { return c.active >> threadIdx.x & 1; }

template <int OP> __device__ __forceinline__ void issue_one(const collective &c, device_lane &lane, uint32_t members)
{
    collective_issue_one<OP>(lane.rd, lane.pu, c.p >> threadIdx.x & 1, c.ra[threadIdx.x], members);
}

template <int OP> __global__ void run_branch(const collective *c, device_lane *out, uint32_t)
{
    const collective &warp = c[blockIdx.x];
    device_lane lane = old_lane();
    if (executes(warp))
        issue_one<OP>(warp, lane, warp.members[threadIdx.x]);
    __syncwarp();
    out[32 * blockIdx.x + threadIdx.x] = lane;
}

template <int OP> __global__ void run_exit(const collective *c, device_lane *out, uint32_t)
{
    const collective &warp = c[blockIdx.x];
    device_lane lane = old_lane(), &to = out[32 * blockIdx.x + threadIdx.x];
    if (!executes(warp)) {
        to = lane;
        asm volatile("exit;");
    }
    issue_one<OP>(warp, lane, 0xffffffff);
    to = lane;
}

// Each branch has an instruction of its own, all with the full mask.
template <int OP, int SITES> __global__ void run_sites(const collective *c, device_lane *out, uint32_t)
{
    const collective &warp = c[blockIdx.x];
    uint32_t site = (warp.site[0] >> threadIdx.x & 1) | (warp.site[1] >> threadIdx.x & 1) << 1;
    device_lane lane = old_lane();
    if (site == 0)
        issue_one<OP>(warp, lane, 0xffffffff);
    else if (SITES == 2 || site == 1)
        issue_one<OP>(warp, lane, 0xffffffff);
    else if (site == 2)
        issue_one<OP>(warp, lane, 0xffffffff);
    else
        issue_one<OP>(warp, lane, 0xffffffff);
    __syncwarp();
    out[32 * blockIdx.x + threadIdx.x] = lane;
}

// All lanes execute, members or not. MEMBERS is a constant, or 0: then the mask is a parameter of the kernel.
template <int OP, uint32_t MEMBERS>
__global__ void run_straight(const collective *c, device_lane *out, uint32_t members)
{
    device_lane lane = old_lane();
    issue_one<OP>(c[blockIdx.x], lane, MEMBERS ? MEMBERS : members);
    out[32 * blockIdx.x + threadIdx.x] = lane;
}

// --- Which kernel: warps in a row with the same one and the same mask are one launch -------------------------

using kernel = void (*)(const collective *c, device_lane *out, uint32_t members);

template <int OP> static kernel kernel_of_op(collective_issue issue, const collective &c)
{
    switch (issue) {
    case COLLECTIVE_BRANCH: return run_branch<OP>;
    case COLLECTIVE_EXIT: return run_exit<OP>;
    case COLLECTIVE_SITES: return c.sites == 2 ? run_sites<OP, 2> : run_sites<OP, 4>;
    case COLLECTIVE_STRAIGHT: break;
    }
#define STRAIGHT(mask) \
    case mask: return run_straight<OP, mask>;
    switch (c.constant ? c.members[0] : 0) {
        COLLECTIVE_MASKS(STRAIGHT)
    default: return run_straight<OP, 0>;
    }
}

static kernel kernel_of(collective_issue issue, const collective &c)
{
#define OF_OP(name, ...) kernel_of_op<COLLECTIVE_##name>,
    static kernel (*const of_op[])(collective_issue, const collective &) = { COLLECTIVE_OPS_LIST(OF_OP) };
    return of_op[c.op](issue, c);
}

extern "C" const struct device_lane *collective_device_run(enum collective_issue issue, const struct collective c[],
                                                           size_t n)
{
    static device_lane host[DEVICE_BATCH * 32], *out;
    static collective *gpu;
    if (gpu == nullptr) {
        CHECK(cudaMalloc((void **)&gpu, DEVICE_BATCH * sizeof *gpu));
        CHECK(cudaMalloc((void **)&out, sizeof host));
    }
    CHECK(cudaMemcpy(gpu, c, n * sizeof *gpu, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, DEVICE_POISON & 0xff, 32 * n * sizeof *out));
    for (size_t first = 0, end; first < n; first = end) {
        kernel run = kernel_of(issue, c[first]);
        uint32_t members = issue == COLLECTIVE_STRAIGHT ? c[first].members[0] : 0;
        for (end = first + 1; end < n && kernel_of(issue, c[end]) == run
                              && (issue != COLLECTIVE_STRAIGHT || c[end].members[0] == members);
             end++)
            ;
        run<<<(unsigned)(end - first), 32>>>(gpu + first, out + 32 * first, members);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, out, 32 * n * sizeof *out, cudaMemcpyDeviceToHost));
    return host;
}
