/* SPDX-License-Identifier: Apache-2.0 */
/* cubin - see decode.h. The few things of ELF that lead to the code: file header, section headers, their
 * names. Every place that the file names is checked against its size before it is read. */
#include "decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define EM_CUDA 190
#define SECTION_HEADER 64 /* bytes */

struct file {
    const uint8_t *bytes;
    size_t size;
};

static bool refuse(char err[DECODE_ERROR_MAX], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(err, DECODE_ERROR_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* Do length bytes at offset lie in the file? */
static bool inside(const struct file *f, uint64_t offset, uint64_t length)
{
    return offset <= f->size && length <= f->size - offset;
}

/* A little-endian number; the caller has checked its place. */
static uint64_t number(const struct file *f, uint64_t offset, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | f->bytes[offset + i];
    return value;
}

/* One section of code: every 16 bytes, or in sm_50 to sm_62 every 8 bytes, of which the first of four are
 * the scheduler's. */
static unsigned scan_code(const struct file *f, uint64_t offset, uint64_t length, bool volta, struct cubin_shfl *shfl,
                          void (*found)(void *, const struct cubin_shfl *), void *context)
{
    unsigned step = volta ? 16 : 8, count = 0;

    for (uint64_t at = 0; at + step <= length; at += step) {
        shfl->offset = at;
        shfl->word[0] = number(f, offset + at, 8);
        shfl->word[1] = volta ? number(f, offset + at + 8, 8) : 0;
        if (volta ? !decode_volta(shfl->word[0], shfl->word[1], &shfl->shfl)
                  : at % 32 == 0 || !decode_maxwell(shfl->word[0], &shfl->shfl))
            continue;
        found(context, shfl);
        count++;
    }
    return count;
}

bool cubin_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct cubin_shfl *),
                void *context, struct cubin *cubin, char err[DECODE_ERROR_MAX])
{
    const struct file f = { bytes, size };

    memset(cubin, 0, sizeof *cubin);
    if (size < 64
        || memcmp(bytes,
                  "\x7f"
                  "ELF",
                  4)
               != 0)
        return refuse(err, "not an ELF file, so no cubin; make one with nvcc -cubin");
    if (bytes[4] != 2 || bytes[5] != 1)
        return refuse(err, "an ELF file, but not one of 64 bits, little-endian, as a cubin is");
    if (number(&f, 18, 2) != EM_CUDA)
        return refuse(err,
                      "an ELF file for machine %u, not for CUDA's %u; cuobjdump -xelf all takes the cubins "
                      "out of a program",
                      (unsigned)number(&f, 18, 2), EM_CUDA);
    /* up to ABI 7 the low byte of the flags is the architecture, from ABI 8 on the next one */
    cubin->sm = (unsigned)number(&f, 48, 4) >> (bytes[8] >= 8 ? 8 : 0) & 0xff;
    if (cubin->sm < 50)
        return refuse(err, "made for sm_%u; known are sm_50 and later", cubin->sm);

    uint64_t table = number(&f, 40, 8), entry = number(&f, 58, 2), count = number(&f, 60, 2);
    uint64_t names = number(&f, 62, 2);
    if (entry != SECTION_HEADER || !inside(&f, table, entry * count) || names >= count)
        return refuse(err, "truncated or corrupt: the table of sections is not within the file");
    uint64_t names_at = number(&f, table + names * entry + 24, 8);
    uint64_t names_size = number(&f, table + names * entry + 32, 8);
    if (!inside(&f, names_at, names_size))
        return refuse(err, "truncated or corrupt: the names of sections are not within the file");

    for (uint64_t i = 0; i < count; i++) {
        uint64_t header = table + i * entry, name = number(&f, header, 4);
        uint64_t offset = number(&f, header + 24, 8), length = number(&f, header + 32, 8);
        uint64_t rest = name < names_size ? names_size - name : 0;
        const char *text = (const char *)&bytes[names_at + (rest ? name : 0)];
        const char *end = rest ? memchr(text, '\0', (size_t)rest) : NULL;

        if (end == NULL)
            return refuse(err, "truncated or corrupt: section %u has no name", (unsigned)i);
        if (strncmp(text, ".text.", 6) != 0)
            continue;
        if (!inside(&f, offset, length))
            return refuse(err, "truncated or corrupt: the code of section %.80s is not within the file", text);
        struct cubin_shfl shfl = { .kernel = text + 6, .kernel_length = (size_t)(end - text) - 6 };
        cubin->kernels++;
        cubin->shuffles += scan_code(&f, offset, length, cubin->sm >= 70, &shfl, found, context);
    }
    return true;
}
