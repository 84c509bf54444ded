// SPDX-License-Identifier: Apache-2.0
// shfl_board_generator - the operands of a suite, lane by lane: the same on every board, so that the golden model can
// compute the results. Spec: docs/use/board.md, "The suites"; in C, board/expected.c.
`default_nettype none
`include "shfl_defs.vh"
module shfl_board_generator #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,                 // 1 to 32
    parameter integer ANY     = 1,                  // 1: in stalls lanes come in other orders than by number
    parameter integer WARPS_W = 20                  // bits of a warp's number
) (
    input  wire                     clk,
    input  wire                     rst,            // begins the suite
    input  wire [1:0]               suite,          // 0 uniform, 1 per-lane, 2 masks, 3 stalls
    input  wire                     next,           // goes on to the next lane

    output reg  [WARPS_W-1:0]       warp,
    output reg  [$clog2(LANES)-1:0] position,       // the lane is the warp's first, second, ...
    output wire [$clog2(LANES)-1:0] lane,
    output wire                     last,
    output wire [`SHFL_MODE_W-1:0]  mode,           // from here to sc_imm: the same in all lanes of a warp
    output wire                     sb_is_imm,
    output wire                     sc_is_imm,
    output wire [$clog2(LANES)-1:0] sb_imm,
    output wire [$clog2(LANES)+7:0] sc_imm,
    output wire                     active,
    output wire [W-1:0]             ra,
    output wire [31:0]              sb,
    output wire [31:0]              sc
);
    localparam L = $clog2(LANES);

    // Marsaglia's xorshift of 32 bits
    function [31:0] left(input [31:0] x);
        left = x ^ (x << 13);
    endfunction
    function [31:0] right(input [31:0] a);
        right = a ^ (a >> 17);
    endfunction
    function [31:0] step(input [31:0] b);
        step = b ^ (b << 5);
    endfunction

    reg  [31:0] values, operands, warp_operands;
    wire        uniform = suite == 2'd0;
    wire        order   = ANY != 0 && suite == 2'd3;

    assign last = &position;

    always @(posedge clk)
        if (rst) begin
            warp          <= {WARPS_W{1'b0}};
            position      <= {L{1'b0}};
            values        <= 32'h2545f491;
            operands      <= 32'h9e3779b9 ^ {30'd0, suite};
            warp_operands <= 32'h9e3779b9;
        end else if (next) begin
            warp     <= warp + {{WARPS_W-1{1'b0}}, last};
            position <= position + 1'b1;
            values   <= step(right(left(values)));
            operands <= step(right(left(operands)));
            if (last) warp_operands <= operands;
        end

    assign mode      = uniform ? warp[3*L +: 2] : warp_operands[1:0];
    assign sb_is_imm = uniform || (suite != 2'd1 && warp_operands[2]);
    assign sc_is_imm = uniform || (suite != 2'd1 && warp_operands[3]);
    assign sb_imm    = uniform ? warp[L-1:0] : warp_operands[4 +: L];
    assign sc_imm    = uniform ? {warp[2*L +: L], {8-L{1'b0}}, warp[L +: L]} : warp_operands[10 +: L+8];
    assign lane      = position ^ (order ? warp_operands[24 +: L] : {L{1'b0}});

    assign active    = !suite[1] || operands[6] || (warp_operands[30] && operands[7]);
    assign ra        = values[W-1:0];
    assign sb        = operands;
    assign sc        = {operands[14:0], operands[31:15]};

    wire unused_ok = &{1'b0, warp_operands, values};
endmodule
`default_nettype wire
