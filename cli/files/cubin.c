/* SPDX-License-Identifier: Apache-2.0 */
/* cubin - see decode.h */
#include "decode.h"

#include <string.h>

bool cubin_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct cubin_shfl *),
                void *context, struct cubin *cubin, char err[ELF_ERROR_MAX])
{
    struct elf elf;

    memset(cubin, 0, sizeof *cubin);
    if (!elf_open(bytes, size, &elf_cuda, &elf, err))
        return false;
    /* up to ABI 7 the low byte of the flags is the architecture, from ABI 8 on the next one */
    cubin->sm = elf.flags >> (elf.abi >= 8 ? 8 : 0) & 0xff;
    if (cubin->sm < 50)
        return elf_refuse(err, "made for sm_%u; known are sm_50 and later", cubin->sm);
    /* in sm_50 to sm_62 a word has 8 bytes, and the first of four is the scheduler's */
    const bool volta = cubin->sm >= 70;
    const unsigned step = volta ? 16 : 8;

    for (unsigned i = 0; i < elf.sections; i++) {
        const struct elf_section section = elf_section(&elf, i);

        if (strncmp(section.name, ".text.", 6) != 0 || section.type != ELF_CODE_OR_DATA)
            continue;
        struct cubin_shfl shfl = { .kernel = section.name + 6, .kernel_length = strlen(section.name + 6) };
        cubin->kernels++;
        for (uint64_t at = 0; at + step <= section.length; at += step) {
            shfl.offset = at;
            shfl.word[0] = elf_number(&elf, section.offset + at, 8);
            shfl.word[1] = volta ? elf_number(&elf, section.offset + at + 8, 8) : 0;
            if (volta ? !decode_volta(cubin->sm, &shfl) : at % 32 == 0 || !decode_maxwell(&shfl))
                continue;
            found(context, &shfl);
            cubin->found[shfl.kind]++;
        }
    }
    return true;
}
