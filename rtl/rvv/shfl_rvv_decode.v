// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_decode - of a machine word, the permutation of RISC-V's vector extension that it is, and its scalar. For the
// decoder of a core. Spec: docs/rvv.md 2.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_decode #(
    parameter integer XLEN = 64                     // bits of an x register: 32 or 64
) (
    input  wire [31:0]               word,
    input  wire [XLEN-1:0]           x_rs1,         // the x register with number vs1
    input  wire [63:0]               f_rs1,         // and the f register

    output wire                      found,         // it is one of them; otherwise no other output counts
    output wire [`SHFL_RVV_OP_W-1:0] op,
    output wire                      vm,
    output wire [4:0]                vd,
    output wire [4:0]                vs2,
    output wire [4:0]                vs1,           // or the number of an x or f register, or an immediate
    output wire                      of_vs1,        // it reads vs1
    output wire                      of_x,          // it reads an x register
    output wire                      of_f,          // it reads an f register
    output wire [63:0]               x
);
    wire [8:0] form = {word[31:26], word[14:12]};
    reg  [3:0] is;                                  // {found, op}

    always @*
        case (form)
        `SHFL_RVV_VRGATHER_VV:     is = {1'b1, `SHFL_RVV_GATHER};
        `SHFL_RVV_VRGATHEREI16_VV: is = {1'b1, `SHFL_RVV_GATHER_EI16};
        `SHFL_RVV_VRGATHER_VX,
        `SHFL_RVV_VRGATHER_VI:     is = {1'b1, `SHFL_RVV_GATHER_X};
        `SHFL_RVV_VSLIDEUP_VX,
        `SHFL_RVV_VSLIDEUP_VI:     is = {1'b1, `SHFL_RVV_SLIDEUP};
        `SHFL_RVV_VSLIDEDOWN_VX,
        `SHFL_RVV_VSLIDEDOWN_VI:   is = {1'b1, `SHFL_RVV_SLIDEDOWN};
        `SHFL_RVV_VSLIDE1UP_VX,
        `SHFL_RVV_VFSLIDE1UP_VF:   is = {1'b1, `SHFL_RVV_SLIDE1UP};
        `SHFL_RVV_VSLIDE1DOWN_VX,
        `SHFL_RVV_VFSLIDE1DOWN_VF: is = {1'b1, `SHFL_RVV_SLIDE1DOWN};
        `SHFL_RVV_VCOMPRESS_VM:    is = {1'b1, `SHFL_RVV_COMPRESS};
        default:                   is = {1'b0, `SHFL_RVV_COMPRESS};
        endcase

    assign found  = is[3] && word[6:0] == `SHFL_RVV_OPCODE;
    assign op     = is[2:0];
    assign vm     = word[25];
    assign vd     = word[11:7];
    assign vs2    = word[24:20];
    assign vs1    = word[19:15];

    // funct3, of these forms: 0 and 2 vectors, 3 an immediate, 4 and 6 x, 5 f
    wire   of_imm = word[14:12] == 3'd3;
    wire   by_one = op == `SHFL_RVV_SLIDE1UP || op == `SHFL_RVV_SLIDE1DOWN;
    assign of_f   = word[14] && word[12];
    assign of_x   = word[14] && !word[12];
    assign of_vs1 = !word[14] && !of_imm;

    // a value is extended with its sign; offsets and indices are with zeros
    wire [63:0] wide;
    generate
        if (XLEN < 64) begin : g_narrow
            assign wide = {{64-XLEN{by_one && x_rs1[XLEN-1]}}, x_rs1};
        end else begin : g_whole
            assign wide = x_rs1;
        end
    endgenerate

    assign x = of_f ? f_rs1 : of_imm ? {59'd0, vs1} : wide;

    wire unused_ok = &{1'b0, by_one};
endmodule
`default_nettype wire
