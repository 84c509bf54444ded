// SPDX-License-Identifier: Apache-2.0
// Which encodings are legal by docs/rvv.md 4.1, stated once more for the proofs, of a unit with parameters COMPRESS,
// GATHER, ELEN and REGS. To be included in a module that has these, and op, sew, lmul, vm and vstart.
integer spec_size, spec_eighths, spec_regs;             // bytes of an element; LMUL in eighths; registers of a group
reg     spec_legal;
always @* begin
    spec_size    = sew == 0 ? 1 : sew == 1 ? 2 : sew == 2 ? 4 : 8;
    spec_eighths = lmul == 0 ? 8 : lmul == 1 ? 16 : lmul == 2 ? 32 : lmul == 3 ? 64 : lmul == 5 ? 1 : lmul == 6 ? 2
                 : lmul == 7 ? 4 : 0;
    spec_regs    = lmul == 1 ? 2 : lmul == 2 ? 4 : lmul == 3 ? 8 : 1;
    spec_legal   = 1;
    if (8 * spec_size > ELEN) spec_legal = 0;                                               // V4.1.1
    if (8 * spec_size * 8 > ELEN * spec_eighths) spec_legal = 0;
    if (op == `SHFL_RVV_GATHER_EI16 && sew == 0 && lmul == 3) spec_legal = 0;               // V4.1.2
    if (op == `SHFL_RVV_COMPRESS && (vm == 0 || vstart != 0)) spec_legal = 0;               // V4.1.3
    if (spec_regs > REGS) spec_legal = 0;                                                   // V5.2.11
    if (COMPRESS == 0 && op == `SHFL_RVV_COMPRESS) spec_legal = 0;
    if (GATHER == 0 && (op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16)) spec_legal = 0;
end
