// SPDX-License-Identifier: Apache-2.0
// shfl_ranks - the pipeline of a unit: handshake, crossbar or network, and pipeline registers, those of the sideband of
// the front end as well. The front end computes the source lanes: stages decode, lane index and range check, with their
// registers, which have the enable load. Spec: docs/rules.md 3.3, 3.4 and 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl_ranks #(
    parameter LANES    = 32,                        // 2, 4, 8, 16, 32 or 64
    parameter W        = 32,                        // bits of ra per lane, 1 or more
    parameter DEPTH    = 1,                         // pipeline registers from input to output, 0 to 7
    parameter PARTS    = 0,                         // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter NETWORK  = 0,                         // 0: crossbar; otherwise words of a multiplexer of rank 1
    parameter OWN      = 0,                         // network, 1: a lane whose source is inactive takes its own word
    parameter SKID     = 0,                         // 1: a skid buffer at the output cuts the path to in_ready
    parameter WARP_W   = 16,                        // bits that travel with the warp, 1 or more
    parameter LANE_B   = 1,                         // bits that travel with each lane from range check on, 1 or more
    parameter RESULT_W = 1,                         // bits of a result that belong to the warp, 1 or more,
    parameter RESULT_B = 1                          // and to each lane, 1 or more
) (
    input  wire                           clk,
    input  wire                           rst,
    output wire                           load,     // loads the registers of the front end

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
    input  wire [LANES*RESULT_B-1:0]      result_lane_next, // lane k: result_lane_next[RESULT_B*k +: RESULT_B]

    // at the output
    output wire                           out_valid,
    input  wire                           out_ready,
    output wire [RESULT_W-1:0]            out,
    output wire [LANES*RESULT_B-1:0]      out_lane
);
    // ---- legal parameters; see shfl

    localparam BAD_NETWORK = NETWORK != 0 && (NETWORK < 2 || NETWORK > LANES / 2 || 1 << $clog2(NETWORK) != NETWORK);

    generate
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
        if (BAD_NETWORK) begin : g_bad_network
            shfl_error_NETWORK_must_be_0_or_a_power_of_2_from_2_to_half_of_LANES u_error ();
        end
        if (NETWORK != 0 && DEPTH == 0) begin : g_bad_network_depth
            shfl_error_NETWORK_needs_a_DEPTH_of_1_or_more u_error ();
        end
        if (NETWORK != 0 && PARTS != 0) begin : g_bad_network_parts
            shfl_error_NETWORK_needs_PARTS_0 u_error ();
        end
    endgenerate

    // ---- handshake, part by part: up to range check, select, crossbar, write-back. A warp stays behind select up to
    // ---- its last trip. Its trips go on one by one, and the result is valid with the last

    wire range_check_valid, select_valid, crossbar_valid, result_valid;
    wire select_ready, crossbar_ready, writeback_ready, result_ready;   // <stage>_ready loads the registers of its part
    wire select_last, low_last, crossbar_last;      // the trip is the warp's last one

    assign in_ready = load && !rst;

    localparam FRONT    = `SHFL_REG_DECODE + `SHFL_REG_LANE_INDEX + `SHFL_REG_RANGE_CHECK;
    localparam SELECT   = `SHFL_REG_SELECT;
    localparam LOW_HIGH = `SHFL_REG_LOW + `SHFL_REG_HIGH;
    localparam RESULT   = `SHFL_REG_WRITEBACK;

    wire [FRONT:0]    front_valids;
    wire [SELECT:0]   select_valids;
    wire [LOW_HIGH:0] low_high_valids;
    wire [RESULT:0]   writeback_valids;

    shfl_handshake #(.REGS(FRONT)) u_front (
        .clk(clk), .rst(rst), .in_valid(in_valid && !rst), .in_ready(load),
        .out_valid(range_check_valid), .out_ready(select_ready), .valid(front_valids));
    shfl_handshake #(.REGS(SELECT)) u_select (
        .clk(clk), .rst(rst), .in_valid(range_check_valid), .in_ready(select_ready),
        .out_valid(select_valid), .out_ready(crossbar_ready && select_last), .valid(select_valids));
    shfl_handshake #(.REGS(LOW_HIGH)) u_low_high (
        .clk(clk), .rst(rst), .in_valid(select_valid), .in_ready(crossbar_ready),
        .out_valid(crossbar_valid), .out_ready(writeback_ready), .valid(low_high_valids));
    shfl_handshake #(.REGS(RESULT)) u_writeback (
        .clk(clk), .rst(rst), .in_valid(crossbar_valid && crossbar_last), .in_ready(writeback_ready),
        .out_valid(result_valid), .out_ready(result_ready), .valid(writeback_valids));

    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_REG_LOW)) u_reg_low_last (
        .clk(clk), .enable(crossbar_ready), .in(select_last), .out(low_last));
    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_REG_HIGH)) u_reg_high_last (
        .clk(clk), .enable(crossbar_ready), .in(low_last), .out(crossbar_last));

    // for whoever looks inside: pipeline register r, 1 to DEPTH, holds a warp, or for r = 0 the input
    wire [7:0] valid = {{7-FRONT{1'b0}}, front_valids} | {{7-SELECT{1'b0}}, select_valids} << FRONT
                     | {{7-LOW_HIGH{1'b0}}, low_high_valids} << (FRONT + SELECT)
                     | {7'b0, writeback_valids[RESULT]} << DEPTH;
    wire unused_ok = &{1'b0, valid, writeback_valids};

    // ---- sideband registers; <stage>_x is x behind the stage and its register, if it has one

    wire [WARP_W-1:0]       decode_warp,   lane_index_warp,   range_check_warp, select_warp, low_warp;
    wire [LANES-1:0]        decode_active, lane_index_active,                   select_active, low_active;
    wire [LANES*W-1:0]      decode_ra,     lane_index_ra,     range_check_ra,   select_ra;
    wire [LANES*LANE_B-1:0]                                                     select_lane, low_lane;

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({in_warp,     active,        ra}),
        .out({decode_warp, decode_active, decode_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in ({decode_warp,     decode_active,     decode_ra}),
        .out({lane_index_warp, lane_index_active, lane_index_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * W), .PRESENT(`SHFL_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in ({lane_index_warp,  lane_index_active,  lane_index_ra}),
        .out({range_check_warp, range_check_active, range_check_ra}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_SELECT)) u_reg_select (
        .clk(clk), .enable(select_ready),
        .in ({range_check_warp, range_check_active, in_lane}),
        .out({select_warp,      select_active,      select_lane}));
    shfl_stage_reg #(.W(LANES * W), .PRESENT(`SHFL_REG_SELECT)) u_reg_select_ra (
        .clk(clk), .enable(select_ready), .in(range_check_ra), .out(select_ra));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_LOW)) u_reg_low (
        .clk(clk), .enable(crossbar_ready),
        .in ({select_warp, select_active, select_lane}),
        .out({low_warp,    low_active,    low_lane}));

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * LANE_B), .PRESENT(`SHFL_REG_HIGH)) u_reg_high (
        .clk(clk), .enable(crossbar_ready),
        .in ({low_warp,      low_active,      low_lane}),
        .out({crossbar_warp, crossbar_active, crossbar_lane}));

    // ---- select, crossbar low and crossbar high, with their registers; or the network

    wire [LANES-1:0] served;                        // behind high: the lane's word is there

    generate
        if (NETWORK == 0 || BAD_NETWORK) begin : g_crossbar
            shfl_crossbar #(.LANES(LANES), .W(W), .PARTS(PARTS), .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK),
                            .REG_SELECT(`SHFL_REG_SELECT), .REG_LOW(`SHFL_REG_LOW), .REG_HIGH(`SHFL_REG_HIGH))
                u_crossbar (
                .clk(clk), .load(load), .load_select(select_ready), .load_crossbar(crossbar_ready),
                .j(j), .reads_j(reads_j), .ra(select_ra), .active(select_active),
                .src_data(src_data), .src_active(src_active));
            assign select_last = 1'b1;
            assign served      = {LANES{1'b1}};
        end else begin : g_network
            shfl_network #(.LANES(LANES), .W(W), .NETWORK(NETWORK), .OWN(OWN), .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK),
                           .REG_SELECT(`SHFL_REG_SELECT), .REG_LOW(`SHFL_REG_LOW), .REG_HIGH(`SHFL_REG_HIGH))
                u_network (
                .clk(clk), .load(load), .load_select(select_ready), .load_crossbar(crossbar_ready),
                .valid(select_valid), .last(select_last),
                .j(j), .reads_j(reads_j), .ra(select_ra), .active(select_active),
                .served(served), .src_data(src_data), .src_active(src_active));
        end
    endgenerate

    // ---- the result: each trip brings some of its lanes

    wire [RESULT_W-1:0]       result;
    wire [LANES*RESULT_B-1:0] result_lane;

    shfl_stage_reg #(.W(RESULT_W), .PRESENT(`SHFL_REG_WRITEBACK)) u_reg_writeback (
        .clk(clk), .enable(writeback_ready), .in(result_next), .out(result));

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            shfl_stage_reg #(.W(RESULT_B), .PRESENT(`SHFL_REG_WRITEBACK)) u_reg_writeback (
                .clk(clk), .enable(writeback_ready && served[k]),
                .in(result_lane_next[RESULT_B*k +: RESULT_B]), .out(result_lane[RESULT_B*k +: RESULT_B]));
        end
    endgenerate

    shfl_skid #(.W(RESULT_W + LANES * RESULT_B), .PRESENT(SKID)) u_skid (
        .clk(clk), .rst(rst),
        .in_valid(result_valid), .in_ready(result_ready), .in({result, result_lane}),
        .out_valid(out_valid),   .out_ready(out_ready),   .out({out, out_lane}));
endmodule
`default_nettype wire
