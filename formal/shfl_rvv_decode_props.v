// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_rvv_decode is the table of docs/rvv.md 2, column by column, and its scalar V2.4. All inputs free.
`include "shfl_rvv_defs.vh"
module shfl_rvv_decode_props #(parameter integer XLEN = 32) (
    input wire [31:0] word, input wire [XLEN-1:0] x_rs1, input wire [63:0] f_rs1
);
    wire                      found, vm, of_vs1, of_x, of_f;
    wire [`SHFL_RVV_OP_W-1:0] op;
    wire [4:0]                vd, vs2, vs1;
    wire [63:0]               x;
    shfl_rvv_decode #(.XLEN(XLEN)) u_decode (.*);

    integer want, column;                           // the operation, -1: none
    always @* begin
        column = word / 4096 % 8;
        want   = -1;
        case (word / 67108864)
            12: want = column == 0 ? 0 : column == 3 || column == 4 ? 2 : -1;
            14: want = column == 0 ? 1 : column == 3 || column == 4 ? 3 : column == 5 || column == 6 ? 5 : -1;
            15: want = column == 3 || column == 4 ? 4 : column == 5 || column == 6 ? 6 : -1;
            23: want = column == 2 ? 7 : -1;
            default: ;
        endcase
        if (word % 128 != 87) want = -1;
    end

    integer i;
    reg [63:0] scalar;
    always @* begin
        for (i = 0; i < 64; i = i + 1)              // V2.4
            if (i < XLEN) scalar[i] = x_rs1[i];
            else          scalar[i] = (want == 5 || want == 6) && x_rs1[XLEN-1];
        if (column == 3) scalar = word / 32768 % 32;
        if (column == 5) scalar = f_rs1;
    end

    always @* begin
        found_is_the_table: assert (found == (want >= 0));
        if (found) begin
            op_is_the_table: assert (op == want);
            registers_are_the_word_s: assert (vd == word / 128 % 32 && vs1 == word / 32768 % 32
                                              && vs2 == word / 1048576 % 32 && vm == word / 33554432 % 2);
            kind_is_the_column: assert (of_vs1 == (column == 0 || column == 2) && of_f == (column == 5)
                                        && of_x == (column == 4 || column == 6));
            if (!of_vs1) scalar_is_the_rule: assert (x == scalar);
        end
        negative: cover (found && of_x && x[63]);
        high:     cover (found && column == 3 && x == 31);
    end
endmodule
