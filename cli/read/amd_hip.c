/* SPDX-License-Identifier: Apache-2.0 */
/* amd_hip - see amd.h; docs/amd.md 10.1 */
#include "amd_text.h"

uint32_t amd_hip_index(enum shfl_mode mode, unsigned lane, uint32_t operand, uint32_t width)
{
    const uint32_t in_group = lane & (width - 1), first = lane - in_group;

    switch (mode) {
    case SHFL_IDX: return first + (operand & (width - 1));
    case SHFL_UP: return (int32_t)(lane - operand) < (int32_t)first ? lane : lane - operand;
    case SHFL_DOWN: return (int32_t)(in_group + operand) >= (int32_t)width ? lane : lane + operand;
    default: return (int32_t)(lane ^ operand) >= (int32_t)(first + width) ? lane : lane ^ operand;
    }
}
