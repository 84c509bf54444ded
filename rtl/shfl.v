// SPDX-License-Identifier: Apache-2.0
// shfl - the warp shuffle: LANES lanes read each other's registers, one warp per clock.
//
// A warp enters on a clock with in_valid and in_ready, and leaves on a clock with out_valid and out_ready: in order,
// and at least DEPTH clocks later. With DEPTH 0 there is no register, and it leaves on the same clock. Reset is
// synchronous and drops every warp inside. Spec: docs/rules.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl #(
    parameter LANES  = 32,                          // 2, 4, 8, 16, 32 or 64
    parameter W      = 32,                          // bits of ra and rd per lane, 1 or more
    parameter DEPTH  = 1,                           // pipeline registers from input to output, 0 to 7
    parameter POLICY = `SHFL_ZERO,                  // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter PARTS  = 0,                           // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter NETWORK = 0,                          // 0: crossbar; else a network: words of a multiplexer of rank 1
    parameter SKID   = 0,                           // 1: a skid buffer at the output cuts the path to in_ready
    parameter TAG_W  = 16                           // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, ignored
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,      // all lanes take sb_imm instead of their sb
    input  wire                     sc_is_imm,      // all lanes take sc_imm instead of their sc
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [LANES-1:0]         active,         // in the active mask, and its guard holds
    input  wire [LANES*W-1:0]       ra,             // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]      sb,             // lane k: sb[32*k +: 32]
    input  wire [LANES*32-1:0]      sc,             // lane k: sc[32*k +: 32]

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire [LANES*W-1:0]       rd,             // lane k: rd[W*k +: W]
    output wire [LANES-1:0]         pu,             // the source was in range
    output wire [LANES-1:0]         we,             // the lane writes rd and pu
    output wire [LANES-1:0]         src_active      // the lane that was read is active
);
    // ---- legal parameters. An illegal one is reported as a missing module, whose name is the message; shfl_ranks has
    // ---- those of SKID and NETWORK. What would add messages of its own gets legal values then

    localparam LEGAL  = LANES > 1 && W > 0;
    localparam WARP   = LEGAL ? LANES : 2;
    localparam WORD   = LEGAL ? W : 1;
    localparam LANE_W = $clog2(WARP);

    generate
        if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64)
        begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 0 || DEPTH > 7) begin : g_bad_depth
            shfl_error_DEPTH_must_be_0_to_7 u_error ();
        end
        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate

    // ---- the front end: the lane that each lane names, and whether it is in range

    wire                   load;                    // loads the registers of the front end
    wire [WARP*LANE_W-1:0] lane;                    // each lane's number
    wire [WARP*LANE_W-1:0] j;                       // behind lane index, low bits
    wire [WARP-1:0]        in_range;                // behind range check

    genvar k;
    generate
        for (k = 0; k < WARP; k = k + 1) begin : g_number
            localparam [LANE_W-1:0] LANE = k;
            assign lane[LANE_W*k +: LANE_W] = LANE;
        end
    endgenerate

    shfl_front #(.LANES(WARP), .WAYS(WARP), .REG_DECODE(`SHFL_REG_DECODE), .REG_LANE_INDEX(`SHFL_REG_LANE_INDEX),
                 .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK)) u_front (
        .clk(clk), .load(load),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .sb(sb), .sc(sc), .lane(lane), .j(j), .in_range(in_range));

    // ---- with policy OWN a lane whose source is inactive reads itself. The network does so; with the crossbar the
    // ---- active bit of the source is sideband, computed in front of it

    localparam OWN      = POLICY == `SHFL_OWN && NETWORK == 0 ? 1 : 0;
    localparam RESULT_B = WORD + 3;

    wire [WARP-1:0]         range_check_active, crossbar_active;
    wire [WARP-1:0]         reads_j;                // the lane reads lane j, not itself
    wire [(1+OWN)*WARP-1:0] range_check_beside, crossbar_beside;
    wire [WARP-1:0]         crossbar_in_range;
    wire [TAG_W-1:0]        crossbar_tag;
    wire [WARP*WORD-1:0]    src_data, rd_next;
    wire [WARP-1:0]         crossbar_src_active, src_active_next, pu_next, we_next;

    generate
        if (OWN) begin : g_own
            wire [WARP*LANE_W-1:0] range_check_j;
            wire [WARP-1:0]        j_active;

            shfl_stage_reg #(.W(WARP * LANE_W), .PRESENT(`SHFL_REG_RANGE_CHECK)) u_reg_range_check (
                .clk(clk), .enable(load), .in(j), .out(range_check_j));

            for (k = 0; k < WARP; k = k + 1) begin : g_lane
                shfl_mux #(.WORDS(WARP), .W(1)) u_j_active (
                    .words(range_check_active), .sel(range_check_j[LANE_W*k +: LANE_W]), .word(j_active[k]));
            end
            assign reads_j            = in_range & j_active;
            assign range_check_beside = {reads_j | ~in_range & range_check_active, in_range};
            assign {src_active_next, crossbar_in_range} = crossbar_beside;

            wire unused_ok = &{1'b0, crossbar_src_active};
        end else begin : g_zero_or_raw
            assign reads_j            = in_range;
            assign range_check_beside = in_range;
            assign crossbar_in_range  = crossbar_beside;
            assign src_active_next    = crossbar_src_active;

            wire unused_ok = &{1'b0, range_check_active};
        end
    endgenerate

    // ---- handshake, crossbar, and sideband registers

    wire [WARP*RESULT_B-1:0] result_lane_next, out_lane;

    shfl_ranks #(.LANES(WARP), .W(WORD), .DEPTH(DEPTH), .PARTS(PARTS), .NETWORK(NETWORK),
                 .OWN(POLICY == `SHFL_OWN ? 1 : 0), .SKID(SKID), .WARP_W(TAG_W),
                 .LANE_B(1 + OWN), .RESULT_W(TAG_W), .RESULT_B(RESULT_B)) u_ranks (
        .clk(clk), .rst(rst),
        .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp(in_tag), .active(active), .ra(ra),
        .j(j), .reads_j(reads_j), .in_lane(range_check_beside), .range_check_active(range_check_active),
        .crossbar_warp(crossbar_tag), .crossbar_lane(crossbar_beside), .crossbar_active(crossbar_active),
        .src_data(src_data), .src_active(crossbar_src_active),
        .result_next(crossbar_tag), .result_lane_next(result_lane_next),
        .out_valid(out_valid), .out_ready(out_ready), .out(out_tag), .out_lane(out_lane));

    // ---- write-back

    generate
        for (k = 0; k < WARP; k = k + 1) begin : g_lane
            shfl_writeback #(.W(WORD), .POLICY(POLICY)) u_writeback (
                .active(crossbar_active[k]), .src_active(src_active_next[k]), .in_range(crossbar_in_range[k]),
                .src_data(src_data[WORD*k +: WORD]),
                .rd(rd_next[WORD*k +: WORD]), .pu(pu_next[k]), .we(we_next[k]));
            assign result_lane_next[RESULT_B*k +: RESULT_B] = {rd_next[WORD*k +: WORD], pu_next[k], we_next[k],
                                                              src_active_next[k]};
            assign {rd[WORD*k +: WORD], pu[k], we[k], src_active[k]} = out_lane[RESULT_B*k +: RESULT_B];
        end
    endgenerate
endmodule
`default_nettype wire
