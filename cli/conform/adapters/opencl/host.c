/* SPDX-License-Identifier: Apache-2.0 */
/* Runs signature.cl on the first device of the first OpenCL platform that has one, and prints its profile:
 *
 *     cc -o host host.c -lOpenCL && ./host signature.cl cuda opencl.sig > opencl.profile
 *
 * Its first argument, before those of host.h, is the kernel's file. A work-group has LANES items.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include "../host.h"

#include <CL/cl.h>

static void check(const char *what, cl_int error)
{
    if (error != CL_SUCCESS)
        host_fail(3, "%s: OpenCL's error %d", what, (int)error);
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[16];
    cl_device_id device = NULL;
    cl_int error;
    char name[256] = "", version[256] = "";
    size_t items = LANES, lanes = LANES;
    cl_uint groups = 0, count = 0;

    if (argc != 4)
        host_fail(2, "expected an OpenCL C file; cuda or ptx; and the file to write");
    const char *source = host_read(argv[1]), *level = argv[2];
    if (host_warps(level, LANES) == 0)
        host_fail(2, "%s: expected cuda or ptx", level);

    check("no platform", clGetPlatformIDs(16, platforms, &count));
    for (cl_uint i = 0; i < count && i < 16 && device == NULL; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
            device = NULL;
    if (device == NULL)
        host_fail(3, "no platform has a device");
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version, version, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check("context", error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    check("queue", error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check("program", error);
    error = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    if (error != CL_SUCCESS) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        host_fail(3, "%s: does not build:\n%s", argv[1], log);
    }
    cl_kernel kernel = clCreateKernel(program, "signature", &error);
    check("kernel", error);
    clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof groups, &groups, NULL);
    if (groups > 0)
        check("sub-groups", clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                                    sizeof items, &items, sizeof lanes, &lanes, NULL));
    else
        fputs("signature: the device has no sub-groups: all is refused\n", stderr);
    if (lanes < 2 || lanes > 64 || (lanes & (lanes - 1)) != 0)
        host_fail(3, "a work-group of %zu items has sub-groups of %zu, expected a power of two", items, lanes);

    unsigned warps = host_warps(level, (unsigned)lanes);
    size_t bytes = warps * lanes, global = warps * lanes;
    uint8_t *signature = host_memory(bytes);
    cl_uint ptx = strcmp(level, "ptx") == 0;
    cl_mem memory = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &error);
    check("memory", error);
    check("argument", clSetKernelArg(kernel, 0, sizeof ptx, &ptx));
    check("argument", clSetKernelArg(kernel, 1, sizeof memory, &memory));
    check("kernel", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &lanes, 0, NULL, NULL));
    check("results", clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, signature, 0, NULL, NULL));
    host_write(argv[3], signature, bytes);
    printf("# %s, driver %s\nlanes %zu\npredicate no\noutside undefined\nc width\nsegmask 0\n", name, version, lanes);
    return 0;
}
