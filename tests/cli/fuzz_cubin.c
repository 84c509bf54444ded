/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_cubin - any bytes as a cubin and as a code object of AMD's: all that is found lies within them. */
#include "cli/files/amd.h"
#include "cli/files/files.h"
#include "cli/files/decode.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    const uint8_t *bytes;
    size_t size;
    unsigned count, sum;
};

static void look_at(struct seen *seen, const char *name, size_t length, uint64_t offset)
{
    const uint8_t *start = (const uint8_t *)name;

    if (start < seen->bytes || start + length > seen->bytes + seen->size || offset >= seen->size)
        abort();
    for (size_t i = 0; i < length; i++)
        seen->sum += start[i];
    seen->count++;
}

static void found(void *context, const struct cubin_shfl *shfl)
{
    look_at(context, shfl->kernel, shfl->kernel_length, shfl->offset);
}

static void found_amd(void *context, const struct amd_found *amd)
{
    look_at(context, amd->symbol, strlen(amd->symbol) + 1, amd->offset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct seen seen = { data, size, 0, 0 };
    struct cubin cubin;
    struct amd_code code;
    char err[2][ELF_ERROR_MAX] = { "", "" };
    const bool is_cubin = cubin_scan(data, size, found, &seen, &cubin, err[0]);
    const unsigned shuffles = seen.count;
    unsigned counted = 0;

    for (unsigned kind = 0; kind < DECODE_KINDS; kind++)
        counted += cubin.found[kind];
    const bool is_code = amd_scan(data, size, found_amd, &seen, &code, err[1]);
    const enum file_kind kind = file_recognize(data, size);

    if ((is_cubin && kind != FILE_CUBIN) || (is_code && kind != FILE_CODE_OBJECT))
        abort();
    if ((is_cubin && shuffles != counted) || (is_code && seen.count - shuffles != code.found) || (is_cubin && is_code))
        abort();
    if ((!is_cubin && err[0][0] == '\0') || (!is_code && err[1][0] == '\0'))
        abort();
    return 0;
}
