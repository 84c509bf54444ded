/* SPDX-License-Identifier: Apache-2.0 */
// device - see device.h: how asks are put to the GPU, one kernel per enum issue and instruction; a block is a warp. The
// kernels only move operands in and results out; what is right is for the host to say.
#include "device.h"
#include "ops.cuh"

#include <utility>

static_assert(IMMEDIATE_WARPS <= DEVICE_BATCH, "suite immediate is one batch");
static_assert(DEVICE_BATCH % 2 == 0, "pairs of warps stay together");

// The version of the driver's kernel module, as the tool says that comes with every driver.
static void driver_version(char text[64])
{
    FILE *tool = popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null", "r");
    if (tool == nullptr || fscanf(tool, "%63s", text) != 1)
        snprintf(text, 64, "unknown");
    if (tool != nullptr)
        pclose(tool);
}

extern "C" const char *device_open(unsigned *capability)
{
    int devices = 0, newest = 0; // CUDA that the driver knows; 0 where there is no driver
    CHECK(cudaDriverGetVersion(&newest));
    cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess || devices == 0) {
        fprintf(stderr, "shfl_cuda: no NVIDIA GPU here that CUDA can use: %s\n",
                newest == 0            ? "no NVIDIA driver is installed"
                : error != cudaSuccess ? cudaGetErrorString(error)
                                       : "the driver lists none");
        exit(DEVICE_EXIT);
    }
    CHECK(cudaSetDevice(0));

    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    *capability = (unsigned)(10 * properties.major + properties.minor);
    int runtime = 0;
    CHECK(cudaRuntimeGetVersion(&runtime));
    char driver[64];
    driver_version(driver);
    static char origin[512];
    snprintf(origin, sizeof origin,
             "device %.127s\ncompute-capability %d.%d\nmultiprocessors %d\ndriver %s\ncuda-driver %d.%d\n"
             "cuda-runtime %d.%d\n",
             properties.name, properties.major, properties.minor, properties.multiProcessorCount, driver, newest / 1000,
             newest % 1000 / 10, runtime / 1000, runtime % 1000 / 10);

    return origin;
}

// What lane k holds before.
__device__ __forceinline__ device_lane old_lane() { return { DEVICE_OLD_RD(threadIdx.x), DEVICE_OLD_PU(threadIdx.x) }; }

__device__ __forceinline__ bool executes(const ask &a) { return a.active >> threadIdx.x & 1; }

constexpr int NO_SITE = -1;

// With a SITE sb and sc are its constants.
template <int OP, int SITE = NO_SITE>
__device__ __forceinline__ void issue_one(const ask &a, device_lane &lane, uint32_t members)
{
    const unsigned k = threadIdx.x;
    if constexpr (OP < OP_IDX)
        collective<OP>(lane.rd, lane.pu, a.p >> k & 1, a.ra[k], members);
    else if constexpr (SITE == NO_SITE)
        shfl<OP - OP_IDX>(lane.rd, lane.pu, (uint32_t)a.ra[k], a.sb[k], a.sc[k], members);
    else
        shfl<OP - OP_IDX>(lane.rd, lane.pu, (uint32_t)a.ra[k], SITE_SB(SITE), SITE_SC(SITE, OP == OP_UP), members);
}

// All lanes execute, members or not. MEMBERS is a constant, or 0: then the mask is a parameter of the kernel. A
// branch, or a mask that may differ by lane, makes the compiler put WARPSYNC in front of the instruction.
template <int OP, uint32_t MEMBERS> __global__ void run_straight(const ask *asks, device_lane *out, uint32_t members)
{
    device_lane lane = old_lane();
    issue_one<OP>(asks[blockIdx.x], lane, MEMBERS ? MEMBERS : members);
    out[32 * blockIdx.x + threadIdx.x] = lane;
}

template <int OP> __global__ void run_branch(const ask *asks, device_lane *out, uint32_t)
{
    const ask &a = asks[blockIdx.x];
    device_lane lane = old_lane();
    if (executes(a))
        issue_one<OP>(a, lane, a.members[threadIdx.x]);
    __syncwarp();
    out[32 * blockIdx.x + threadIdx.x] = lane;
}

// Threads that have exited may be named in the member mask: they are not waited for.
template <int OP> __global__ void run_exit(const ask *asks, device_lane *out, uint32_t)
{
    const ask &a = asks[blockIdx.x];
    device_lane lane = old_lane(), &to = out[32 * blockIdx.x + threadIdx.x];
    if (!executes(a)) {
        to = lane;
        asm volatile("exit;");
    }
    issue_one<OP>(a, lane, 0xffffffff);
    to = lane;
}

// Each branch has an instruction of its own, with the full mask or, if SPLIT, that of the lane. Then asks 2n and 2n+1 are
// one warp, split in two branches by the ask in which a lane executes.
template <int OP, int SITES, bool CONSTANT, bool SPLIT>
__global__ void run_sites(const ask *asks, device_lane *out, uint32_t)
{
    const unsigned k = threadIdx.x, first = (SPLIT ? 2 : 1) * blockIdx.x;
    const uint32_t *sites = asks[first].site;
    const uint32_t site = SPLIT ? !executes(asks[first]) : (sites[0] >> k & 1) | (sites[1] >> k & 1) << 1;
    const unsigned own = SPLIT ? first + site : first;
    const ask &a = asks[own];
    const uint32_t members = SPLIT ? a.members[k] : 0xffffffff;
    device_lane lane = old_lane();
    if (site == 0)
        issue_one<OP, CONSTANT ? 0 : NO_SITE>(a, lane, members);
    else if (SITES == 2 || site == 1)
        issue_one<OP, CONSTANT ? 1 : NO_SITE>(a, lane, members);
    else if (site == 2)
        issue_one<OP, CONSTANT ? 2 : NO_SITE>(a, lane, members);
    else
        issue_one<OP, CONSTANT ? 3 : NO_SITE>(a, lane, members);
    __syncwarp();
    out[32 * own + k] = lane;
    if (SPLIT)
        out[32 * (first + 1 - site) + k] = old_lane();
}

// The assembler of CUDA 13.0 makes a branch around the SHFL of the guard, on every architecture.
template <int OP> __global__ void run_guard(const ask *asks, device_lane *out, uint32_t)
{
    const ask &a = asks[blockIdx.x];
    const unsigned k = threadIdx.x;
    device_lane lane = old_lane();
    shfl_guarded<OP - OP_IDX>(lane.rd, lane.pu, (uint32_t)a.ra[k], a.sb[k], a.sc[k], a.active, executes(a));
    out[32 * blockIdx.x + k] = lane;
}

// --- Immediates: every GPU warp plays one repeat of all forms ---------------------------------------------

constexpr int REGISTER = -1;

template <int FORM>
__device__ __forceinline__ void run_form(const ask *asks, device_lane *out, uint32_t sb, uint32_t sc)
{
    constexpr int SBS[] = { IMMEDIATE_SB(IMMEDIATE_ITEM) REGISTER };
    constexpr int SCS[] = { IMMEDIATE_SC(IMMEDIATE_ITEM) REGISTER };
    constexpr int MODE = FORM / ((IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1));
    constexpr int SB = SBS[FORM / (IMMEDIATE_SCS + 1) % (IMMEDIATE_SBS + 1)];
    constexpr int SC = SCS[FORM % (IMMEDIATE_SCS + 1)];

    const uint32_t place = FORM * IMMEDIATE_REPEATS + blockIdx.x;
    device_lane lane;
    shfl<MODE>(lane.rd, lane.pu, (uint32_t)asks[place].ra[threadIdx.x], SB == REGISTER ? sb : (uint32_t)SB,
               SC == REGISTER ? sc : (uint32_t)SC);
    out[32 * place + threadIdx.x] = lane;
}

template <int... FORMS>
__device__ __forceinline__ void run_forms(const ask *asks, device_lane *out, std::integer_sequence<int, FORMS...>)
{
    const uint32_t sb = asks[blockIdx.x].sb[threadIdx.x], sc = asks[blockIdx.x].sc[threadIdx.x];
    (run_form<FORMS>(asks, out, sb, sc), ...);
}

__global__ void run_immediate(const ask *asks, device_lane *out)
{
    run_forms(asks, out, std::make_integer_sequence<int, IMMEDIATE_FORMS>{});
}

// --- CUDA's intrinsics ------------------------------------------------------------------------------------

// Of 64 bits asks 2n and 2n+1 are one warp: its low and its high words.
template <typename T> __global__ void run_intrinsic(const ask *asks, device_lane *out, uint32_t)
{
    constexpr unsigned all = 0xffffffff, WORDS = sizeof(T) / sizeof(uint32_t);
    const unsigned k = threadIdx.x, first = WORDS * blockIdx.x;
    const ask &a = asks[first];
    const uint32_t argument = a.sb[k];
    uint32_t word[WORDS];
    for (unsigned w = 0; w < WORDS; w++)
        word[w] = (uint32_t)asks[first + w].ra[k];
    T value;
    memcpy(&value, word, sizeof value);
    switch (a.op) {
    case OP_IDX: value = __shfl_sync(all, value, (int)argument, a.width); break;
    case OP_UP: value = __shfl_up_sync(all, value, argument, a.width); break;
    case OP_DOWN: value = __shfl_down_sync(all, value, argument, a.width); break;
    default: value = __shfl_xor_sync(all, value, (int)argument, a.width);
    }
    memcpy(word, &value, sizeof value);
    for (unsigned w = 0; w < WORDS; w++)
        out[32 * (first + w) + k] = { word[w], 0 };
}

// --- Which kernel: asks in a row with the same one and the same mask are one launch ------------------------

using kernel = void (*)(const ask *asks, device_lane *out, uint32_t members);

template <int OP> static kernel kernel_of_op(issue issue, const ask &a)
{
    if constexpr (OP >= OP_IDX) {
        if (issue == ISSUE_GUARD)
            return run_guard<OP>;
        if (issue == ISSUE_SITES && a.constant)
            return a.sites == 2 ? run_sites<OP, 2, true, false> : run_sites<OP, 4, true, false>;
        if (issue == ISSUE_MEMBERS)
            return run_sites<OP, 2, false, true>;
    }
    switch (issue) {
    case ISSUE_BRANCH: return run_branch<OP>;
    case ISSUE_EXIT: return run_exit<OP>;
    case ISSUE_SITES: return a.sites == 2 ? run_sites<OP, 2, false, false> : run_sites<OP, 4, false, false>;
    case ISSUE_INT: return run_intrinsic<int>;
    case ISSUE_FLOAT: return run_intrinsic<float>;
    case ISSUE_LONG: return run_intrinsic<long long>;
    case ISSUE_DOUBLE: return run_intrinsic<double>;
    default: break;
    }
#define STRAIGHT(mask) \
    case mask: return run_straight<OP, mask>;
    switch (a.constant ? a.members[0] : 0) {
        MASKS(STRAIGHT)
    default: return run_straight<OP, 0>;
    }
}

static kernel kernel_of(issue issue, const ask &a)
{
#define OF_OP(name, ...) kernel_of_op<OP_##name>,
    static kernel (*const of_op[])(enum issue, const ask &) = { OPS_LIST(OF_OP) };
    return of_op[a.op](issue, a);
}

extern "C" const struct device_lane *device_run(enum issue issue, const struct ask asks[], size_t n)
{
    static device_lane host[DEVICE_BATCH * 32], *out;
    static ask *gpu;
    const unsigned each = issue == ISSUE_LONG || issue == ISSUE_DOUBLE || issue == ISSUE_MEMBERS ? 2 : 1; // of a block
    if (gpu == nullptr) {
        CHECK(cudaMalloc((void **)&gpu, DEVICE_BATCH * sizeof *gpu));
        CHECK(cudaMalloc((void **)&out, sizeof host));
    }
    CHECK(cudaMemcpy(gpu, asks, n * sizeof *gpu, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, DEVICE_POISON & 0xff, 32 * n * sizeof *out));
    if (issue == ISSUE_IMMEDIATE)
        run_immediate<<<IMMEDIATE_REPEATS, 32>>>(gpu, out);
    CHECK(cudaGetLastError());
    for (size_t first = 0, end; issue != ISSUE_IMMEDIATE && first < n; first = end) {
        kernel run = kernel_of(issue, asks[first]);
        uint32_t members = issue == ISSUE_STRAIGHT ? asks[first].members[0] : 0;
        for (end = first + 1; end < n && kernel_of(issue, asks[end]) == run
                              && (issue != ISSUE_STRAIGHT || asks[end].members[0] == members);
             end++)
            ;
        run<<<(unsigned)(end - first) / each, 32>>>(gpu + first, out + 32 * first, members);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, out, 32 * n * sizeof *out, cudaMemcpyDeviceToHost));
    return host;
}

// --- Outcomes ---------------------------------------------------------------------------------------------

// A shuffle, or a barrier of the warp, in which lanes may execute and be no members: undefined. OP is a mode, or
// DEVICE_BARRIER. MEMBERS is 0 if the mask is no constant; masks has it 32 times.
template <int OP, int MASK, bool BRANCH, uint32_t MEMBERS>
__global__ void run_outcome(uint32_t active, uint32_t members, const uint32_t *masks, uint32_t *out)
{
    uint32_t mask = MASK == MASK_CONSTANT  ? MEMBERS
                  : MASK == MASK_PARAMETER ? members
                                           : masks[MASK == MASK_ADDRESS ? 0 : threadIdx.x];
    device_lane lane = old_lane();
    if (!BRANCH || active >> threadIdx.x & 1) {
        if constexpr (OP == DEVICE_BARRIER)
            __syncwarp(mask);
        else
            shfl<OP>(lane.rd, lane.pu, lane.rd, DEVICE_OUTCOME_SB, DEVICE_OUTCOME_SC, mask);
    }
    out[threadIdx.x] = lane.rd;
}

#define OUTCOMES(X)                              \
    X("straight", false, 0xffffffff, 0x0000ffff) \
    X("all", true, 0xffffffff, 0x0000ffff)       \
    X("members", true, 0x0000ffff, 0x0000ffff)   \
    X("outside", true, 0x0000ffff, 0x000000ff)   \
    X("half", true, 0x0000ffff, 0x00ff00ff)      \
    X("none", true, 0x0000ffff, 0xffff0000)

#define OUTCOME(name, branch, active, members) { name, branch, active, members },
extern "C" const struct device_outcome device_outcomes[DEVICE_OUTCOMES] = { OUTCOMES(OUTCOME) };

using outcome_kernel = void (*)(uint32_t active, uint32_t members, const uint32_t *masks, uint32_t *out);

#define OUTCOME_OPS(mask, branch, members)                                          \
    { run_outcome<0, mask, branch, members>, run_outcome<1, mask, branch, members>, \
      run_outcome<2, mask, branch, members>, run_outcome<3, mask, branch, members>, \
      run_outcome<DEVICE_BARRIER, mask, branch, members> }
#define OUTCOME_KERNELS(name, branch, active, members)                                     \
    { OUTCOME_OPS(MASK_CONSTANT, branch, members), OUTCOME_OPS(MASK_PARAMETER, branch, 0), \
      OUTCOME_OPS(MASK_ADDRESS, branch, 0), OUTCOME_OPS(MASK_LANE, branch, 0) },

extern "C" const char *device_outcome_of(unsigned number, enum device_mask mask, unsigned op, uint32_t rd[32])
{
    static const outcome_kernel kernels[DEVICE_OUTCOMES][DEVICE_MASKS][DEVICE_OPS] = { OUTCOMES(OUTCOME_KERNELS) };
    const struct device_outcome &outcome = device_outcomes[number];
    uint32_t masks[32], *on_gpu, *out;
    for (uint32_t &each : masks)
        each = outcome.members;
    CHECK(cudaMalloc((void **)&on_gpu, sizeof masks));
    CHECK(cudaMalloc((void **)&out, 32 * sizeof *out));
    CHECK(cudaMemcpy(on_gpu, masks, sizeof masks, cudaMemcpyHostToDevice));
    kernels[number][mask][op]<<<1, 32>>>(outcome.active, outcome.members, on_gpu, out);
    CHECK(cudaGetLastError());
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        CHECK(cudaMemcpy(rd, out, 32 * sizeof *rd, cudaMemcpyDeviceToHost));
    return cudaGetErrorName(error);
}
