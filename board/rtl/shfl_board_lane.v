// SPDX-License-Identifier: Apache-2.0
// shfl_board_lane - what a lane of SHFL reads. Written from docs/rules.md 3, and of no module of rtl/.
`default_nettype none
`include "shfl_defs.vh"
module shfl_board_lane #(
    parameter integer LANES = 32
) (
    input  wire [`SHFL_MODE_W+2*$clog2(LANES)+7:0] ops,  // {mode, Sb, Sc}, of the immediates or the registers
    input  wire [$clog2(LANES)-1:0] lane,
    output wire [$clog2(LANES)-1:0] src_lane,
    output wire                     in_range
);
    localparam L = $clog2(LANES);

    wire [`SHFL_MODE_W-1:0] mode;
    wire [L-1:0]            index;
    wire [L+7:0]            sc;
    assign {mode, index, sc} = ops;

    wire [L-1:0]        clamp    = sc[L-1:0];                                   // R2.2.1
    wire [L-1:0]        segmask  = sc[8 +: L];
    wire [L-1:0]        min_lane = lane & segmask;                              // R3.1.2
    wire [L-1:0]        max_lane = min_lane | (clamp & ~segmask);
    wire signed [L+1:0] limit    = {2'b00, max_lane};
    reg  signed [L+1:0] j;
    always @*
        case (mode)                                                             // R3.2.1
        `SHFL_IDX:  j = {2'b00, min_lane | (index & ~segmask)};
        `SHFL_UP:   j = {2'b00, lane} - {2'b00, index};
        `SHFL_DOWN: j = {2'b00, lane} + {2'b00, index};
        default:    j = {2'b00, lane ^ index};
        endcase

    assign in_range = mode == `SHFL_UP ? j >= limit : j <= limit;               // R3.3.1, R3.3.2
    assign src_lane = in_range ? j[L-1:0] : lane;                               // R3.3.3

    wire unused_ok = &{1'b0, sc};
endmodule
`default_nettype wire
