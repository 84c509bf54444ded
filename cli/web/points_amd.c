/* SPDX-License-Identifier: Apache-2.0 */
/* points_amd - as points.c, of AMD's DPP: lanes 12 to 19 of a wave of 32, which are the end of a row of 16 and the beginning of
 * the next.
 *
 * A line is a wave: bound_ctrl, exec of the eight lanes, the kind of DPP, its number; and its results: we, 0, and what the
 * destination of each of the eight lanes holds. */
#include "model/shfl_amd.h"

#include <stdio.h>

enum { LANES = 32, FIRST = 12, SHOWN = 8 };

static int print_point(bool bc, uint64_t exec, unsigned kind, unsigned number)
{
    static const unsigned controls[] = { 0x100, 0x110, 0x120, 0x160 };
    const struct shfl_amd_unit unit = { LANES, SHFL_AMD_GFX10 };
    struct shfl_amd_in in = { .op = SHFL_AMD_DPP16,
                              .control = controls[kind] + number,
                              .bc = bc,
                              .row_mask = 15,
                              .bank_mask = 15,
                              .exec = ~(~exec << FIRST & 0xff000) & 0xffffffff };
    struct shfl_amd_out out;

    for (unsigned k = 0; k < LANES; k++) {
        in.src[k] = 100 + k;
        in.old[k] = 200 + k;
    }
    if (shfl_amd_check(&unit, &in) != SHFL_AMD_LEGAL)
        return -1;
    shfl_amd_warp(&unit, &in, &out);
    printf("%u %u %u %u %u 0", bc, (unsigned)exec, kind, number, (unsigned)(out.we >> FIRST & 0xff));
    for (unsigned k = 0; k < SHOWN; k++)
        printf(" %u", (unsigned)out.rd[FIRST + k]);
    return puts("") < 0 ? -1 : 0;
}

int main(void)
{
    for (unsigned i = 0; i < 4; i++)
        for (unsigned kind = 0; kind < 4; kind++)
            for (unsigned number = 1; number <= SHOWN; number++)
                if (print_point(i & 1, i & 2 ? 0xb7 : 0xff, kind, number) != 0)
                    return 3;
    return 0;
}
