/* SPDX-License-Identifier: Apache-2.0 */
// device - see device.h
#include "check.cuh"
#include "kernels.cuh"

#include <dlfcn.h>

static_assert(IMMEDIATE_WARPS <= DEVICE_BATCH, "suite immediate is one batch");
static_assert(DEVICE_BATCH % 2 == 0, "pairs of warps stay together");

// The same arrays on both sides of the bus.
struct arrays {
    uint32_t *mode, *active, *width, *ra, *sb, *sc;
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

extern "C" const struct device_lane *device_run(enum issue issue, const struct vector v[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        host.mode[i] = v[i].in.mode;
        host.active[i] = (uint32_t)v[i].in.active;
        host.width[i] = (uint32_t)v[i].width;
        for (size_t k = 0; k < 32; k++) {
            host.ra[32 * i + k] = (uint32_t)v[i].in.ra[k];
            host.sb[32 * i + k] = v[i].in.sb[k];
            host.sc[32 * i + k] = v[i].in.sc[k];
        }
    }
    upload(gpu.mode, host.mode, n);
    upload(gpu.active, host.active, n);
    upload(gpu.width, host.width, n);
    upload(gpu.ra, host.ra, 32 * n);
    upload(gpu.sb, host.sb, 32 * n);
    upload(gpu.sc, host.sc, 32 * n);
    CHECK(cudaMemset(gpu.out, DEVICE_POISON & 0xff, 32 * n * sizeof *gpu.out));

    batch b = { (uint32_t)n, gpu.mode, gpu.active, gpu.width, gpu.ra, gpu.sb, gpu.sc, gpu.out };
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
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host.out, gpu.out, 32 * n * sizeof *gpu.out, cudaMemcpyDeviceToHost));
    return host.out;
}
