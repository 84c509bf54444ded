/* SPDX-License-Identifier: Apache-2.0 */
/* signature.ptx as the function of conform/peer.h, by the CUDA driver, which compiles it. No CUDA toolkit is needed:
 *
 *     cc -shared -fPIC -o gpu.so ptx.c -ldl && OPENSHFL_PTX=signature.ptx openshfl conform --so gpu.so
 */
#include "warp.h"

#include <dlfcn.h>

typedef uint64_t address; /* CUdeviceptr */

/* What is called of the driver: a name, its function, and the parameters. */
#define DRIVER(X)                                                                                                     \
    X(init, "cuInit", unsigned)                                                                                       \
    X(device_get, "cuDeviceGet", int *, int)                                                                          \
    X(context_create, "cuCtxCreate_v2", void **, unsigned, int)                                                       \
    X(module_load, "cuModuleLoadData", void **, const char *)                                                         \
    X(function_get, "cuModuleGetFunction", void **, void *, const char *)                                             \
    X(allocate, "cuMemAlloc_v2", address *, size_t)                                                                   \
    X(clear, "cuMemsetD8_v2", address, unsigned char, size_t)                                                         \
    X(upload, "cuMemcpyHtoD_v2", address, const void *, size_t)                                                       \
    X(launch, "cuLaunchKernel", void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, \
      void **, void **)                                                                                               \
    X(download, "cuMemcpyDtoH_v2", void *, address, size_t)                                                           \
    X(error_name, "cuGetErrorName", int, const char **)
#define DECLARED(name, symbol, ...) static int (*name)(__VA_ARGS__);
#define LISTED(name, symbol, ...) { symbol, &name },
DRIVER(DECLARED)

static void driver(void)
{
    static const struct {
        const char *name;
        void *function;
    } entry[] = { DRIVER(LISTED) };
    void *library = dlopen("libcuda.so.1", RTLD_NOW);

    warp_need(library != NULL, "no NVIDIA driver here", "libcuda.so.1 cannot be loaded");
    for (size_t e = 0; e < sizeof entry / sizeof *entry; e++) {
        void *symbol = dlsym(library, entry[e].name);
        warp_need(symbol != NULL, "libcuda.so.1 lacks", entry[e].name);
        memcpy(entry[e].function, &symbol, sizeof symbol);
    }
}

static void check(const char *what, int error)
{
    const char *name = "an unknown error";

    if (error != 0)
        error_name(error, &name);
    warp_need(error == 0, what, name);
}

static char *text_of(const char *path)
{
    char *text = calloc(1, 1 << 16);
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;

    warp_need(text != NULL && file != NULL, "OPENSHFL_PTX", "expected the path of signature.ptx");
    fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    static void *function;
    static address from, to;
    static struct warp_in in;
    struct warp_out out;
    void *arguments[] = { &from, &to };

    if (lanes != LANES)
        return 1;
    if (function == NULL) {
        void *context = NULL, *module = NULL;
        int device = 0;

        driver();
        check("cuInit", init(0));
        check("no GPU", device_get(&device, 0));
        check("the GPU", context_create(&context, 0, device));
        check("the PTX", module_load(&module, text_of(getenv("OPENSHFL_PTX"))));
        check("the PTX", function_get(&function, module, "vector_level"));
        check("memory", allocate(&from, sizeof in));
        check("memory", allocate(&to, sizeof out));
    }
    warp_put(&in, mode, active, sb, sc, ra);
    check("memory", upload(from, &in, sizeof in));
    check("memory", clear(to, 0, sizeof out));
    check("the kernel", launch(function, 1, 1, 1, LANES, 1, 1, 0, NULL, arguments, NULL));
    check("the kernel", download(&out, to, sizeof out));
    warp_take(&out, rd, pu, we);
    return 0;
}
