// SPDX-License-Identifier: Apache-2.0
// shfl_ranks - the pipeline of a unit: handshake, crossbar, and pipeline registers, those of the sideband of the front
// end as well. The front end computes the source lanes: stages decode, lane index and range check, with their
// registers, which have the enable move. Spec: docs/rules.md 3.3, 3.4 and 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl_ranks #(
    parameter LANES    = 32,                        // 2, 4, 8, 16, 32 or 64
    parameter W        = 32,                        // bits of ra per lane, 1 or more
    parameter DEPTH    = 1,                         // pipeline registers from input to output, 0 to 7
    parameter PARTS    = 0,                         // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter SKID     = 0,                         // 1: a skid buffer at the output cuts the path to in_ready
    parameter WARP_W   = 16,                        // bits that travel with the warp, 1 or more
    parameter LANE_B   = 1,                         // bits that travel with each lane from range check on, 1 or more
    parameter RESULT_W = 16                         // bits of a result
) (
    input  wire                           clk,
    input  wire                           rst,
    output wire                           move,     // loads all pipeline registers

    // at the input
    input  wire                           in_valid,
    output wire                           in_ready,
    input  wire [WARP_W-1:0]              in_warp,
    input  wire [LANES-1:0]               active,
    input  wire [LANES*W-1:0]             ra,       // lane k: ra[W*k +: W]

    // from the front end
    input  wire [LANES*$clog2(LANES)-1:0] j,        // behind lane index: the lane that is named, low bits
    input  wire [LANES-1:0]               reads_j,  // behind range check: lane k reads lane j, not itself
    input  wire [LANES*LANE_B-1:0]        in_lane,  // behind range check
    output wire [LANES-1:0]               range_check_active,

    // behind crossbar high: to the write-back, which answers with the result
    output wire [WARP_W-1:0]              crossbar_warp,
    output wire [LANES*LANE_B-1:0]        crossbar_lane,
    output wire [LANES-1:0]               crossbar_active,
    output wire [LANES*W-1:0]             src_data,
    output wire [LANES-1:0]               src_active,
    input  wire [RESULT_W-1:0]            result_next,

    // at the output
    output wire                           out_valid,
    input  wire                           out_ready,
    output wire [RESULT_W-1:0]            out
);
    // ---- legal parameters; see shfl

    generate
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
    endgenerate

    // ---- handshake: valid[r] says that pipeline register r, 1 to DEPTH, holds a warp. All of them move on together,
    // ---- unless there is a result that is not taken

    wire [DEPTH:0]      valid;
    wire                result_valid, result_ready; // in front of the skid buffer
    wire [RESULT_W-1:0] result;

    // with DEPTH 0 the result is the input's, so that result_valid says nothing about room inside
    assign move         = rst || result_ready || (DEPTH > 0 && !result_valid);
    assign in_ready     = move && !rst;
    assign valid[0]     = in_valid;
    assign result_valid = DEPTH > 0 ? valid[DEPTH] : in_valid && !rst;

    genvar r;
    generate
        for (r = 1; r <= DEPTH; r = r + 1) begin : g_valid
            shfl_stage_reg #(.W(1)) u_reg (.clk(clk), .enable(move), .in(valid[r-1] && !rst), .out(valid[r]));
        end
    endgenerate

    // ---- sideband registers; <stage>_x is x behind the stage and its register, if it has one

    wire [WARP_W-1:0]       decode_warp,   lane_index_warp,   range_check_warp, select_warp, low_warp;
    wire [LANES-1:0]        decode_active, lane_index_active,                   select_active, low_active;
    wire [LANES*W-1:0]      decode_ra,     lane_index_ra,     range_check_ra,   select_ra;
    wire [LANES*LANE_B-1:0]                                                     select_lane, low_lane;

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(move),
        .in ({in_warp,     active,        ra}),
        .out({decode_warp, decode_active, decode_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(move),
        .in ({decode_warp,     decode_active,     decode_ra}),
        .out({lane_index_warp, lane_index_active, lane_index_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(move),
        .in ({lane_index_warp,  lane_index_active,  lane_index_ra}),
        .out({range_check_warp, range_check_active, range_check_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_SELECT)) u_reg_select (
        .clk(clk), .enable(move),
        .in ({range_check_warp, range_check_active, in_lane}),
        .out({select_warp,      select_active,      select_lane}));
    shfl_stage_reg #(.W(LANES * W), .PRESENT(`SHFL_REG_SELECT)) u_reg_select_ra (
        .clk(clk), .enable(move), .in(range_check_ra), .out(select_ra));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_LOW)) u_reg_low (
        .clk(clk), .enable(move),
        .in ({select_warp, select_active, select_lane}),
        .out({low_warp,    low_active,    low_lane}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_HIGH)) u_reg_high (
        .clk(clk), .enable(move),
        .in ({low_warp,      low_active,      low_lane}),
        .out({crossbar_warp, crossbar_active, crossbar_lane}));

    // ---- select, crossbar low and crossbar high, with their registers

    shfl_crossbar #(.LANES(LANES), .W(W), .PARTS(PARTS), .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK),
                    .REG_SELECT(`SHFL_REG_SELECT), .REG_LOW(`SHFL_REG_LOW), .REG_HIGH(`SHFL_REG_HIGH)) u_crossbar (
        .clk(clk), .move(move),
        .j(j), .reads_j(reads_j), .ra(select_ra), .active(select_active),
        .src_data(src_data), .src_active(src_active));

    // ---- the result

    shfl_stage_reg #(.W(RESULT_W), .PRESENT(`SHFL_REG_WRITEBACK)) u_reg_writeback (
        .clk(clk), .enable(move), .in(result_next), .out(result));

    shfl_skid #(.W(RESULT_W), .PRESENT(SKID)) u_skid (
        .clk(clk), .rst(rst),
        .in_valid(result_valid), .in_ready(result_ready), .in(result),
        .out_valid(out_valid),   .out_ready(out_ready),   .out(out));
endmodule
`default_nettype wire
