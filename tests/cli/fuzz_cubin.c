/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_cubin - any bytes as a cubin: all that is found lies within them. */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    const uint8_t *bytes;
    size_t size;
    unsigned count, sum;
};

static void found(void *context, const struct cubin_shfl *shfl)
{
    struct seen *seen = context;
    const uint8_t *name = (const uint8_t *)shfl->kernel;

    if (name < seen->bytes || name + shfl->kernel_length > seen->bytes + seen->size || shfl->offset >= seen->size)
        abort();
    for (size_t i = 0; i < shfl->kernel_length; i++)
        seen->sum += name[i];
    seen->count++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct seen seen = { data, size, 0, 0 };
    struct cubin cubin;
    char err[DECODE_ERROR_MAX] = "";

    if (cubin_scan(data, size, found, &seen, &cubin, err)) {
        if (seen.count != cubin.shuffles)
            abort();
    } else if (err[0] == '\0' || memchr(err, 0, sizeof err) == NULL) {
        abort();
    }
    return 0;
}
