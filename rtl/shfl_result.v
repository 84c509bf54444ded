// SPDX-License-Identifier: Apache-2.0
// shfl_result - the result register, with handshake, and the skid buffer. Each trip brings some lanes of a result,
// which is valid with the last. Spec: docs/rules.md 5.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_result #(
    parameter integer LANES   = 32,                 // per clock
    parameter integer WARP_W  = 16,                 // bits of a result that belong to the warp or beat,
    parameter integer LANE_B  = 1,                  // and to each lane
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0,
    parameter integer SKID    = 0                   // 1: a skid buffer behind it
) (
    input  wire                    clk,
    input  wire                    rst,

    input  wire                    in_valid,
    output wire                    in_ready,
    input  wire [LANES-1:0]        in_served,       // the lane's result is there
    input  wire [WARP_W-1:0]       in_warp,
    input  wire [LANES*LANE_B-1:0] in_lane,         // lane k: in_lane[LANE_B*k +: LANE_B]

    output wire                    out_valid,
    input  wire                    out_ready,
    output wire [WARP_W-1:0]       out_warp,
    output wire [LANES*LANE_B-1:0] out_lane
);
    // a lane that is not served keeps its result by a clock enable, or behind a register, where logic is free, by that
    localparam LOGIC         = BEATS == 0 && `SHFL_REG_HIGH(DEPTH) != 0 && ELASTIC == 0
                                            && GATE == 0;
    localparam REG_WRITEBACK = `SHFL_REG_WRITEBACK(BEATS, DEPTH);

    wire                    writeback_ready, writeback_load, result_valid, result_ready;
    wire [REG_WRITEBACK:0]  valids;
    wire [WARP_W-1:0]       result_warp;
    wire [LANES*LANE_B-1:0] result_lane;

    shfl_handshake #(.REGS(REG_WRITEBACK), .ELASTIC(ELASTIC), .GATE(GATE), .CLOSE(1)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(writeback_ready), .load(writeback_load),
        .out_valid(result_valid), .out_ready(result_ready), .valid(valids));

    assign in_ready = writeback_ready;

    shfl_stage_reg #(.W(WARP_W), .PRESENT(REG_WRITEBACK)) u_reg_writeback (
        .clk(clk), .enable(writeback_load), .in(in_warp), .out(result_warp));

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [LANE_B-1:0] next, lane;
            wire              enable;

            if (LOGIC) begin : g_logic
                assign next   = in_lane[LANE_B*k +: LANE_B] & {LANE_B{in_served[k]}} | lane & {LANE_B{!in_served[k]}};
                assign enable = writeback_ready;
            end else begin : g_enable
                assign next   = in_lane[LANE_B*k +: LANE_B];
                assign enable = writeback_ready && in_served[k];
            end
            shfl_stage_reg #(.W(LANE_B), .PRESENT(REG_WRITEBACK)) u_reg_writeback (
                .clk(clk), .enable(enable), .in(next), .out(lane));
            assign result_lane[LANE_B*k +: LANE_B] = lane;
        end
    endgenerate

    shfl_skid #(.W(WARP_W + LANES * LANE_B), .PRESENT(SKID)) u_skid (
        .clk(clk), .rst(rst),
        .in_valid(result_valid), .in_ready(result_ready), .in({result_warp, result_lane}),
        .out_valid(out_valid),   .out_ready(out_ready),   .out({out_warp, out_lane}));

    wire unused_ok = &{1'b0, valids};
endmodule
`default_nettype wire
