/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_decode - see shfl.h; docs/rules.md 2 */
#include "shfl.h"

void shfl_decode(const struct shfl_unit *unit, const struct shfl_in *in, uint8_t index[restrict],
                 uint8_t clamp[restrict], uint8_t segmask[restrict])
{
    const unsigned lanes = unit->lanes;
    const uint32_t field = lanes - 1; /* a field is wide enough for a lane number */

    for (unsigned k = 0; k < lanes; k++) {
        uint32_t sb = in->sb_is_imm ? in->sb_imm : in->sb[k];
        uint32_t sc = in->sc_is_imm ? in->sc_imm : in->sc[k];

        index[k] = (uint8_t)(sb & field);
        clamp[k] = (uint8_t)(sc & field);
        segmask[k] = (uint8_t)(sc >> 8 & field);
    }
}
