/* SPDX-License-Identifier: Apache-2.0 */
/* points - the results of the model that it is linked with, at the operand points of the exercises. cli/web/exercises.py
 * compares those of two models.
 *
 * A line is a warp of 8 lanes: segmask, clamp, active, mode, index; and its results: we, pu, and rd of each lane.
 * The operand index is in a register, the same in all lanes. Policy ZERO, so that all of Rd is defined. */
#include "model/shfl.h"

#include <stdio.h>

enum { LANES = 8 };

static int print_point(uint32_t segmask, uint32_t clamp, uint64_t active, enum shfl_mode mode, uint32_t index)
{
    const struct shfl_unit unit = { LANES, SHFL_ZERO };
    struct shfl_in in = { .mode = mode, .sc_is_imm = true, .sc_imm = segmask << 8 | clamp, .active = active };
    struct shfl_out out;

    for (unsigned k = 0; k < LANES; k++) {
        in.ra[k] = 100 + k;
        in.sb[k] = index;
    }
    if (shfl_warp(&unit, &in, &out) != 0)
        return -1;
    printf("%u %u %u %u %u %u %u", (unsigned)segmask, (unsigned)clamp, (unsigned)active, (unsigned)mode,
           (unsigned)index, (unsigned)out.we, (unsigned)out.pu);
    for (unsigned k = 0; k < LANES; k++)
        printf(" %u", (unsigned)out.rd[k]);
    return puts("") < 0 ? -1 : 0;
}

int main(void)
{
    static const uint32_t segmasks[] = { 0, 4, 6 }, clamps[] = { LANES - 1, 0 }, actives[] = { 0xff, 0xb7 };

    for (unsigned i = 0; i < 12; i++)
        for (unsigned mode = 0; mode < SHFL_MODES; mode++)
            for (uint32_t index = 0; index < LANES; index++)
                if (print_point(segmasks[i % 6 / 2], clamps[i % 2], actives[i / 6], (enum shfl_mode)mode, index) != 0)
                    return 3;
    return 0;
}
