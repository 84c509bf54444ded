/* SPDX-License-Identifier: Apache-2.0 */
/* Runs signature.ptx by the CUDA driver, which compiles it. No CUDA toolkit is needed:
 *
 *     cc -o host host.c -ldl && ./host signature.ptx ptx gpu.sig
 *
 * Its first argument, before those of host.h, is the PTX file.
 */
#include "../host.h"

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

    if (library == NULL)
        host_fail(3, "no NVIDIA driver here: %s", dlerror());
    for (size_t e = 0; e < sizeof entry / sizeof *entry; e++) {
        void *symbol = dlsym(library, entry[e].name);
        if (symbol == NULL)
            host_fail(3, "libcuda.so.1 has no %s", entry[e].name);
        memcpy(entry[e].function, &symbol, sizeof symbol);
    }
}

static void check(const char *what, int error)
{
    const char *name = "an unknown error";

    if (error != 0 && (error_name(error, &name), 1))
        host_fail(3, "%s: %s", what, name);
}

static address memory(size_t bytes)
{
    address at = 0;

    check("memory", allocate(&at, bytes));
    check("memory", clear(at, 0, bytes));
    return at;
}

int main(int argc, char **argv)
{
    void *context = NULL, *module = NULL, *function = NULL;
    int device = 0;

    if (argc != 4)
        host_fail(2, "expected a PTX file; cuda, ptx or a vector file; and the file to write");
    const char *ptx = host_read(argv[1]), *level = argv[2], *to = argv[3];
    unsigned count = host_warps(level);
    const int is_level = count > 0;
    struct host_warp *in = is_level ? host_level(level) : host_read_vectors(level, &count);
    struct host_answer *out = (struct host_answer *)host_memory(count * sizeof *out);

    driver();
    check("cuInit", init(0));
    check("no GPU", device_get(&device, 0));
    check("the GPU", context_create(&context, 0, device));
    check(argv[1], module_load(&module, ptx));
    check(argv[1], function_get(&function, module, "vector_level"));
    address from = memory((count + 1) * sizeof *in), at = memory((count + 1) * sizeof *out);
    void *arguments[] = { &from, &at };

    check("memory", upload(from, in, count * sizeof *in));
    if (count > 0)
        check("the kernel", launch(function, count, 1, 1, LANES, 1, 1, 0, NULL, arguments, NULL));
    check("the kernel", download(out, at, count * sizeof *out));
    (is_level ? host_write_signature : host_write_answers)(to, out, count);
    return 0;
}
