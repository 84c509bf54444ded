/* SPDX-License-Identifier: Apache-2.0
 * test_curve FORM BYTE - the sum that silicon/programs/approximations.py takes on a GPU, of the executor: of a form such as
 * rcp.approx.ftz, for the arguments with this top byte. */
#include "check/ptx_meaning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *form = argc > 2 ? argv[1] : "", *behind = strchr(form, '.');
    struct ptx_insn i = { .types = 1, .type = { { 'f', 32 } } };

    if (behind == NULL || (i.row = ptx_row(form, (size_t)(behind - form))) == NULL)
        return 2;
    for (unsigned m = 0; m < PTX_MODIFIER_COUNT; m++) {
        const char *at = strstr(behind, ptx_modifier_names[m]);

        if (at && at[-1] == '.' && strchr(".", at[strlen(ptx_modifier_names[m])]))
            i.modifiers[m / 64] |= UINT64_C(1) << m % 64;
    }
    const uint32_t byte = (uint32_t)atoi(argv[2]);
    uint32_t sum = 0;
    for (uint32_t n = 0; n < 1 << 24; n++) {
        const uint32_t x = byte << 24 | n;
        const uint64_t operands[PTX_SOURCES] = { x, x * UINT32_C(0x9e3779b1) + UINT32_C(0x7f4a7c15) };
        uint32_t h = (x * UINT32_C(0x9e3779b1) ^ (uint32_t)i.row->meaning(&i, operands)) * UINT32_C(0x85ebca6b);

        sum += h ^ h >> 15;
    }
    printf("%08x\n", sum);
    return 0;
}
