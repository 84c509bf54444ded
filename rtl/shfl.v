// SPDX-License-Identifier: Apache-2.0
// shfl - the warp shuffle: LANES lanes read each other's registers, one warp per clock.
//
// A warp goes in on a clock with in_valid and in_ready, and comes out, DEPTH clocks later at the earliest and
// always in order, on a clock with out_valid and out_ready. With DEPTH 0 there is no register at all, and it comes
// out on the same clock. Reset is synchronous and drops every warp inside. Spec: docs/rules.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl #(
    parameter LANES  = 32,                          // 2, 4, 8, 16, 32 or 64
    parameter W      = 32,                          // bits of ra and rd per lane, 1 or more
    parameter DEPTH  = 1,                           // stage registers from input to output, 0 to 7
    parameter POLICY = `SHFL_ZERO,                  // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter PARTS  = 0,                           // groups of lanes in the crossbar; 0: shfl_crossbar chooses
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
    localparam LANE_W = $clog2(LANES);

    // ---- legal parameters. An illegal one is reported as a missing module, whose name is the message. What would
    // ---- add messages of its own is left out then, or gets legal values

    localparam LEGAL = LANES > 1 && W > 0;

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

    // ---- which stages have a register behind them

    localparam REG_WRITEBACK   = DEPTH >= 1 ? 1 : 0;
    localparam REG_SELECT      = DEPTH >= 2 ? 1 : 0;
    localparam REG_LOW         = DEPTH >= 3 ? 1 : 0;    // crossbar low
    localparam REG_LANE_INDEX  = DEPTH >= 4 ? 1 : 0;
    localparam REG_HIGH        = DEPTH >= 5 ? 1 : 0;    // crossbar high
    localparam REG_RANGE_CHECK = DEPTH >= 6 ? 1 : 0;
    localparam REG_DECODE      = DEPTH >= 7 ? 1 : 0;

    // ---- handshake: valid[r] says that stage register r, 1 to DEPTH, holds a warp. All of them move on together,
    // ---- unless there is a warp at the output that is not taken

    wire [DEPTH:0] valid;
    wire           move;                            // loads all stage registers

    // with DEPTH 0 the output is the input, so that out_valid says nothing about room inside
    assign move      = rst || out_ready || (DEPTH > 0 && !out_valid);
    assign in_ready  = move && !rst;
    assign valid[0]  = in_valid;
    assign out_valid = DEPTH > 0 ? valid[DEPTH] : in_valid && !rst;

    genvar r;
    generate
        for (r = 1; r <= DEPTH; r = r + 1) begin : g_valid
            shfl_stage_reg #(.W(1)) u_reg (.clk(clk), .enable(move), .in(valid[r-1] && !rst), .out(valid[r]));
        end
    endgenerate

    // ---- one word or bit per lane; <stage>_x is x behind the stage and its register, if it has one

    wire [TAG_W-1:0]        decode_tag,    lane_index_tag,    range_check_tag,    select_tag;
    wire [LANES-1:0]        decode_active, lane_index_active, range_check_active, select_active;
    wire [LANES*W-1:0]      decode_ra,     lane_index_ra,     range_check_ra,     select_ra;
    wire [TAG_W-1:0]        low_tag,       crossbar_tag;
    wire [LANES-1:0]        low_active,    crossbar_active;
    wire [LANES-1:0]        in_range_next, in_range,          select_in_range,    low_in_range, crossbar_in_range;
    wire [LANES*LANE_W-1:0] j_low;                  // behind lane index: the low bits of j
    wire [LANES-1:0]        reads_j;                // the lane reads lane j, not itself
    wire [LANES*W-1:0]      src_data, rd_next;
    wire [LANES-1:0]        crossbar_src_active, src_active_next, pu_next, we_next;

    // ---- the stages that each lane has for itself

    genvar k;
    generate
        for (k = 0; k < LANES && LEGAL; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next, max_lane_next;
            wire [LANE_W-1:0]        index, clamp, segmask, max_lane;
            wire signed [LANE_W+1:0] j_next, j;
            wire [`SHFL_MODE_W-1:0]  decode_mode;
            wire                     up_next, up;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            shfl_stage_reg #(.W(`SHFL_MODE_W + 3 * LANE_W), .PRESENT(REG_DECODE)) u_reg_decode (
                .clk(clk), .enable(move),
                .in({mode, index_next, clamp_next, segmask_next}), .out({decode_mode, index, clamp, segmask}));

            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(LANE), .index(index), .clamp(clamp), .segmask(segmask),
                .j(j_next), .up(up_next), .max_lane(max_lane_next));

            shfl_stage_reg #(.W(1), .PRESENT(REG_LANE_INDEX)) u_reg_up (
                .clk(clk), .enable(move), .in(up_next), .out(up));
            shfl_stage_reg #(.W(LANE_W + 2 + LANE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
                .clk(clk), .enable(move), .in({j_next, max_lane_next}), .out({j, max_lane}));

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .up(up), .max_lane(max_lane), .j(j), .in_range(in_range_next[k]));

            assign j_low[LANE_W*k +: LANE_W] = j[LANE_W-1:0];

            shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (
                .active(crossbar_active[k]), .src_active(src_active_next[k]), .in_range(crossbar_in_range[k]),
                .src_data(src_data[W*k +: W]),
                .rd(rd_next[W*k +: W]), .pu(pu_next[k]), .we(we_next[k]));
        end
    endgenerate

    // ---- with policy OWN a lane whose source is inactive reads itself, so that the active bit of the source is
    // ---- fetched in front of the crossbar, and travels beside it

    generate
        if (POLICY == `SHFL_OWN && LEGAL) begin : g_own
            wire [LANES*LANE_W-1:0] range_check_j;
            wire [LANES-1:0]        j_active, select_src_active, low_src_active;

            shfl_stage_reg #(.W(LANES * LANE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
                .clk(clk), .enable(move), .in(j_low), .out(range_check_j));

            for (k = 0; k < LANES; k = k + 1) begin : g_lane
                shfl_mux #(.WORDS(LANES), .W(1)) u_j_active (
                    .words(range_check_active), .sel(range_check_j[LANE_W*k +: LANE_W]), .word(j_active[k]));
            end
            assign reads_j = in_range & j_active;

            shfl_stage_reg #(.W(LANES), .PRESENT(REG_SELECT)) u_reg_select (
                .clk(clk), .enable(move), .in(reads_j | ~in_range & range_check_active), .out(select_src_active));
            shfl_stage_reg #(.W(LANES), .PRESENT(REG_LOW)) u_reg_low (
                .clk(clk), .enable(move), .in(select_src_active), .out(low_src_active));
            shfl_stage_reg #(.W(LANES), .PRESENT(REG_HIGH)) u_reg_high (
                .clk(clk), .enable(move), .in(low_src_active), .out(src_active_next));

            wire unused_ok = &{1'b0, crossbar_src_active};
        end else begin : g_zero_or_raw
            assign reads_j         = in_range;
            assign src_active_next = crossbar_src_active;
        end
    endgenerate

    // ---- the stages across the lanes, with their registers: select, crossbar low and crossbar high

    shfl_crossbar #(.LANES(LEGAL ? LANES : 2), .W(LEGAL ? W : 1), .PARTS(PARTS), .REG_RANGE_CHECK(REG_RANGE_CHECK),
                    .REG_SELECT(REG_SELECT), .REG_LOW(REG_LOW), .REG_HIGH(REG_HIGH)) u_crossbar (
        .clk(clk), .move(move),
        .j(j_low), .reads_j(reads_j), .ra(select_ra), .active(select_active),
        .src_data(src_data), .src_active(crossbar_src_active));

    // ---- the registers of what travels beside the stages

    shfl_stage_reg #(.W(TAG_W + LANES + LANES * W), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(move),
        .in ({in_tag,     active,        ra}),
        .out({decode_tag, decode_active, decode_ra}));

    shfl_stage_reg #(.W(TAG_W + LANES + LANES * W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(move),
        .in ({decode_tag,     decode_active,     decode_ra}),
        .out({lane_index_tag, lane_index_active, lane_index_ra}));

    shfl_stage_reg #(.W(TAG_W + 2 * LANES + LANES * W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(move),
        .in ({lane_index_tag,  in_range_next, lane_index_active,  lane_index_ra}),
        .out({range_check_tag, in_range,      range_check_active, range_check_ra}));

    shfl_stage_reg #(.W(TAG_W + 2 * LANES), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(move),
        .in ({range_check_tag, in_range,        range_check_active}),
        .out({select_tag,      select_in_range, select_active}));
    shfl_stage_reg #(.W(LANES * W), .PRESENT(REG_SELECT)) u_reg_select_ra (
        .clk(clk), .enable(move), .in(range_check_ra), .out(select_ra));

    shfl_stage_reg #(.W(TAG_W + 2 * LANES), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(move),
        .in ({select_tag, select_in_range, select_active}),
        .out({low_tag,    low_in_range,    low_active}));

    shfl_stage_reg #(.W(TAG_W + 2 * LANES), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(move),
        .in ({low_tag,      low_in_range,      low_active}),
        .out({crossbar_tag, crossbar_in_range, crossbar_active}));

    shfl_stage_reg #(.W(TAG_W + LANES * W + 3 * LANES), .PRESENT(REG_WRITEBACK)) u_reg_writeback (
        .clk(clk), .enable(move),
        .in ({crossbar_tag, rd_next, pu_next, we_next, src_active_next}),
        .out({out_tag,      rd,      pu,      we,      src_active}));
endmodule
`default_nettype wire
