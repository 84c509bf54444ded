/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_legal - what the golden model says of an instruction and its registers, for tests/rtl/rvv_legal.sv. */
#include "model/shfl_rvv.h"

int rvv_legal(int elen, int op, int sew, int lmul, int vm, int vstart, int vd, int vs2, int vs1);

int rvv_legal(int elen, int op, int sew, int lmul, int vm, int vstart, int vd, int vs2, int vs1)
{
    const struct shfl_rvv_in in = { .op = (enum shfl_rvv_op)op,
                                    .vlen = SHFL_RVV_VLEN_MAX,
                                    .elen = (unsigned)elen,
                                    .sew = (unsigned)sew,
                                    .lmul = lmul < 4 ? lmul : lmul - 8,
                                    .vstart = (unsigned)vstart,
                                    .vm = vm };

    return shfl_rvv_check(&in) == SHFL_RVV_LEGAL
        && shfl_rvv_check_registers(&in, (unsigned)vd, (unsigned)vs1, (unsigned)vs2) == SHFL_RVV_LEGAL;
}
