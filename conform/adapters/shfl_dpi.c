/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model for SystemVerilog, through DPI-C: what package shfl_model imports, see shfl_model.sv. */
#include "shfl.h"

typedef uint32_t svBitVecVal; /* of svdpi.h, IEEE 1800 annex I */

int shfl_model_warp(int lanes, int policy, int mode, uint64_t active, const svBitVecVal *sb, const svBitVecVal *sc,
                    const svBitVecVal *ra, svBitVecVal *rd, uint64_t *pu, uint64_t *we, uint64_t *src_active);

int shfl_model_warp(int lanes, int policy, int mode, uint64_t active, const svBitVecVal *sb, const svBitVecVal *sc,
                    const svBitVecVal *ra, svBitVecVal *rd, uint64_t *pu, uint64_t *we, uint64_t *src_active)
{
    const struct shfl_unit unit = { (unsigned)lanes, (enum shfl_policy)policy };
    struct shfl_in in = { .mode = (enum shfl_mode)mode, .active = active };
    struct shfl_out out;

    for (unsigned k = 0; k < SHFL_LANES_MAX; k++) {
        in.sb[k] = sb[k];
        in.sc[k] = sc[k];
        in.ra[k] = ra[2 * k] | (uint64_t)ra[2 * k + 1] << 32;
    }
    if (shfl_warp(&unit, &in, &out) != 0)
        return -1;
    for (unsigned k = 0; k < unit.lanes; k++) {
        rd[2 * k] = (svBitVecVal)out.rd[k];
        rd[2 * k + 1] = (svBitVecVal)(out.rd[k] >> 32);
    }
    *pu = out.pu;
    *we = out.we;
    *src_active = out.src_active;
    return 0;
}
