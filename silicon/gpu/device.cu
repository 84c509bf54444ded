/* SPDX-License-Identifier: Apache-2.0 */
// device - see device.h
#include "check.cuh"
#include "kernels.cuh"

#include <dlfcn.h>

static_assert(IMMEDIATE_WARPS <= DEVICE_BATCH, "suite immediate is one batch");
static_assert(DEVICE_BATCH % 2 == 0, "pairs of warps stay together");

// The same arrays on both sides of the bus.
struct arrays {
    uint32_t *mode, *active, *width, *site[2], *ra, *sb, *sc;
    device_lane *out;
};
static arrays host, gpu;

template <typename T> static void both_sides(T *&on_host, T *&on_gpu, size_t elements)
{
    CHECK(cudaMallocHost((void **)&on_host, elements * sizeof(T)));
    CHECK(cudaMalloc((void **)&on_gpu, elements * sizeof(T)));
}

// The version of the driver's kernel module, from the management library that comes with every driver.
static void driver_version(char *text, unsigned size)
{
    snprintf(text, size, "unknown");
    void *nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (nvml == nullptr)
        return;
    auto init = (int (*)())dlsym(nvml, "nvmlInit_v2");
    auto version = (int (*)(char *, unsigned))dlsym(nvml, "nvmlSystemGetDriverVersion");
    auto shutdown = (int (*)())dlsym(nvml, "nvmlShutdown");
    if (init && version && shutdown && init() == 0) {
        if (version(text, size) != 0)
            snprintf(text, size, "unknown");
        shutdown();
    }
    dlclose(nvml);
}

extern "C" const char *device_open(void)
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
    int runtime = 0;
    CHECK(cudaRuntimeGetVersion(&runtime));
    char driver[64];
    driver_version(driver, sizeof driver);
    static char origin[512];
    snprintf(origin, sizeof origin,
             "device %.127s\ncompute-capability %d.%d\nmultiprocessors %d\ndriver %s\ncuda-driver %d.%d\n"
             "cuda-runtime %d.%d\n",
             properties.name, properties.major, properties.minor, properties.multiProcessorCount, driver, newest / 1000,
             newest % 1000 / 10, runtime / 1000, runtime % 1000 / 10);

    both_sides(host.mode, gpu.mode, DEVICE_BATCH);
    both_sides(host.active, gpu.active, DEVICE_BATCH);
    both_sides(host.width, gpu.width, DEVICE_BATCH);
    both_sides(host.site[0], gpu.site[0], DEVICE_BATCH);
    both_sides(host.site[1], gpu.site[1], DEVICE_BATCH);
    both_sides(host.ra, gpu.ra, DEVICE_BATCH * 32);
    both_sides(host.sb, gpu.sb, DEVICE_BATCH * 32);
    both_sides(host.sc, gpu.sc, DEVICE_BATCH * 32);
    both_sides(host.out, gpu.out, DEVICE_BATCH * 32);
    return origin;
}

static void upload(uint32_t *to, const uint32_t *from, size_t words)
{
    CHECK(cudaMemcpy(to, from, words * sizeof *to, cudaMemcpyHostToDevice));
}

// --- Kernels chosen by more than enum issue: vectors in a row with the same one and mask are one launch ----

using kernel = void (*)(batch, uint32_t first);

static kernel outside_kernel(const struct vector &v)
{
#define OUTSIDE(mask) \
    { mask, { run_outside<0, mask>, run_outside<1, mask>, run_outside<2, mask>, run_outside<3, mask> } },
    static const struct {
        uint32_t members;
        kernel of_mode[4];
    } kernels[] = { OUTSIDE_MASKS(OUTSIDE) OUTSIDE(0) };
    size_t i = 0;
    while (kernels[i].members != (v.constant ? v.members : 0))
        i++;
    return kernels[i].of_mode[v.in.mode];
}

static kernel sites_kernel(const struct vector &v)
{
#define SITES(constant)                                                                                                \
    {                                                                                                                  \
        { run_sites<0, 2, constant>, run_sites<1, 2, constant>, run_sites<2, 2, constant>,                             \
          run_sites<3, 2, constant> },                                                                                 \
        {                                                                                                              \
            run_sites<0, 4, constant>, run_sites<1, 4, constant>, run_sites<2, 4, constant>, run_sites<3, 4, constant> \
        }                                                                                                              \
    }
    static const kernel kernels[2][2][4] = { SITES(false), SITES(true) };
    return kernels[v.constant][v.sites == 4][v.in.mode];
}

static void run_each(kernel of(const struct vector &), const struct vector v[], size_t n, batch b)
{
    for (size_t first = 0, end; first < n; first = end) {
        kernel run = of(v[first]);
        b.members = v[first].members;
        for (end = first + 1; end < n && of(v[end]) == run && v[end].members == b.members; end++)
            ;
        run<<<(unsigned)(end - first), 32>>>(b, (uint32_t)first);
        CHECK(cudaGetLastError());
    }
}

// ---------------------------------------------------------------------------------------------------------

extern "C" const struct device_lane *device_run(enum issue issue, const struct vector v[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        host.mode[i] = v[i].in.mode;
        host.active[i] = (uint32_t)v[i].in.active;
        host.width[i] = (uint32_t)v[i].width;
        host.site[0][i] = v[i].site[0];
        host.site[1][i] = v[i].site[1];
        for (size_t k = 0; k < 32; k++) {
            host.ra[32 * i + k] = (uint32_t)v[i].in.ra[k];
            host.sb[32 * i + k] = v[i].in.sb[k];
            host.sc[32 * i + k] = v[i].in.sc[k];
        }
    }
    upload(gpu.mode, host.mode, n);
    upload(gpu.active, host.active, n);
    upload(gpu.width, host.width, n);
    upload(gpu.site[0], host.site[0], n);
    upload(gpu.site[1], host.site[1], n);
    upload(gpu.ra, host.ra, 32 * n);
    upload(gpu.sb, host.sb, 32 * n);
    upload(gpu.sc, host.sc, 32 * n);
    CHECK(cudaMemset(gpu.out, DEVICE_POISON & 0xff, 32 * n * sizeof *gpu.out));

    batch b = { (uint32_t)n, gpu.mode, gpu.active, gpu.width, { gpu.site[0], gpu.site[1] },
                gpu.ra,      gpu.sb,   gpu.sc,     gpu.out,   0 };
    unsigned blocks = (unsigned)(n + 7) / 8; // of 8 warps
    switch (issue) {
    case ISSUE_REGISTER: run_register<<<blocks, 256>>>(b); break;
    case ISSUE_IMMEDIATE: run_immediate<<<IMMEDIATE_REPEATS, 32>>>(b); break;
    case ISSUE_INT: run_intrinsic32<int><<<blocks, 256>>>(b); break;
    case ISSUE_FLOAT: run_intrinsic32<float><<<blocks, 256>>>(b); break;
    case ISSUE_LONG: run_intrinsic64<long long><<<blocks, 256>>>(b); break;
    case ISSUE_DOUBLE: run_intrinsic64<double><<<blocks, 256>>>(b); break;
    case ISSUE_GUARD: run_guard<<<blocks, 256>>>(b); break;
    case ISSUE_BRANCH: run_branch<<<blocks, 256>>>(b); break;
    case ISSUE_EXIT: run_exit<<<blocks, 256>>>(b); break;
    case ISSUE_MEMBERS: run_members<<<blocks, 256>>>(b); break;
    case ISSUE_OUTSIDE: run_each(outside_kernel, v, n, b); break;
    case ISSUE_SITES: run_each(sites_kernel, v, n, b); break;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host.out, gpu.out, 32 * n * sizeof *gpu.out, cudaMemcpyDeviceToHost));
    return host.out;
}

// --- Outcomes ---------------------------------------------------------------------------------------------

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
    upload(on_gpu, masks, 32);
    kernels[number][mask][op]<<<1, 32>>>(outcome.active, outcome.members, on_gpu, out);
    CHECK(cudaGetLastError());
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        CHECK(cudaMemcpy(rd, out, 32 * sizeof *rd, cudaMemcpyDeviceToHost));
    return cudaGetErrorName(error);
}
