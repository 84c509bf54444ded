// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_legal against the golden model: every operation, SEW, LMUL, vm and number of vd, vs2 and vs1, with vstart 0;
// and of each fourth of them with vstart 1; with an ELEN of 64 and of 32.
`include "shfl_rvv_defs.vh"
module rvv_legal;
    import "DPI-C" function int rvv_legal(input int elen, op, sew, lmul, vm, vstart, vd, vs2, vs1);

    logic [`SHFL_RVV_OP_W-1:0] op;
    logic [2:0] vsew, lmul;
    logic       vm, from_0;
    logic [1:0] legal;                              // with an ELEN of 64, and of 32
    logic [4:0] vd, vs2, vs1;

    for (genvar narrow = 0; narrow < 2; narrow++) begin : g_elen
        shfl_rvv_legal #(.ELEN(64 >> narrow)) u_legal (.of_f(1'b0), .legal(legal[narrow]), .*);
    end

    initial begin
        int asked, legals[2], wrong, vstart;
        vstart = 0;
        for (int n = 0; n < 1 << 24; n++) begin
            {lmul, op, vsew[1:0], vm, vd, vs2, vs1} = 24'(n);
            vsew[2] = 1'b0;
            for (vstart = 0; vstart < (n % 4 == 3 ? 2 : 1); vstart++) begin
                from_0 = vstart == 0;
                #1;
                asked++;
                for (int narrow = 0; narrow < 2; narrow++) begin
                    legals[narrow] += int'(legal[narrow]);
                    if (32'(legal[narrow]) != rvv_legal(64 >> narrow, 32'(op), 32'(vsew), 32'(lmul), 32'(vm), vstart,
                                                        32'(vd), 32'(vs2), 32'(vs1)))
                        if (wrong++ < 3)
                            $display("ELEN %0d, op %0d, vsew %0d, lmul %0d, vm %b, vstart %0d, vd %0d, vs2 %0d, vs1 %0d: %b",
                                     64 >> narrow, op, vsew, lmul, vm, vstart, vd, vs2, vs1, legal[narrow]);
                end
            end
        end
        $display("%0d instructions, %0d and %0d legal, %0d differ", asked, legals[0], legals[1], wrong);
        $finish(0);
    end
endmodule
