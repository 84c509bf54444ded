/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_cubin - any bytes as a cubin, as a code object of AMD's and as a text: all that is found lies within them. */
#include "fuzz.h"
#include "cli/answer/answer.h"
#include "cli/files/decode.h"
#include "cli/read/listing.h"

struct seen {
    const uint8_t *bytes;
    size_t size;
    unsigned count, sum;
};

static void look_at(struct seen *seen, const char *name, size_t length, uint64_t offset)
{
    const uint8_t *start = (const uint8_t *)name;

    require(start >= seen->bytes && start + length <= seen->bytes + seen->size && offset < seen->size);
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

static void found_line(void *context, const struct listing_place *found)
{
    static struct answer a;
    static const struct read_options none = { .is_file = true };
    struct seen *seen = context;
    char why[READ_WHY_MAX];

    require(found->line != 0);
    for (size_t i = 0; i < found->kernel_length; i++)
        seen->sum += (unsigned char)found->kernel[i];
    if (answer_read(found->text, &none, &a, why))
        for (unsigned k = 0; k < a.lanes && a.has_values; k++)
            seen->sum += (unsigned)answer_lane(&a, k).from;
}

static void unknown_line(void *context, unsigned line, const char *why)
{
    (void)context;
    require(line != 0 && why[0] != '\0');
}

static void read_text(struct seen *seen, const uint8_t *data, size_t size)
{
    struct listing listing;
    char *text = fuzz_text(data, size);

    size = text_plain(text, size);
    text[size] = '\0';
    listing_scan(text, size, NULL, &listing, &(struct listing_sink){ found_line, unknown_line, seen });
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct seen seen = { data, size, 0, 0 };
    struct cubin cubin;
    struct amd_code code;
    char err[3][ELF_ERROR_MAX] = { "", "", "" };
    const bool is_cubin = cubin_scan(data, size, found, &seen, &cubin, err[0]);
    const unsigned shuffles = seen.count;
    unsigned counted = 0;

    for (unsigned kind = 0; kind < DECODE_KINDS; kind++)
        counted += cubin.found[kind];
    const bool is_code = amd_scan(data, size, found_amd, &seen, &code, err[1]);
    const enum file_kind kind = file_recognize(data, size, err[2]);

    require(is_cubin ? kind == FILE_CUBIN && shuffles == counted : err[0][0] != '\0');
    require(is_code ? kind == FILE_CODE_OBJECT && seen.count - shuffles == code.found : err[1][0] != '\0');
    if (kind == FILE_TEXT && size < 65536)
        read_text(&seen, data, size);
    require(kind != FILE_OTHER || err[2][0] != '\0');
    return 0;
}
