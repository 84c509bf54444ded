// SPDX-License-Identifier: Apache-2.0
// shfl_banked - the warp shuffle for a datapath narrower than the warp: a warp of LANES lanes enters WAYS lanes per
// clock, is stored in small memories, and leaves WAYS lanes per clock. Each lane can read any lane of the warp.
//
// Beat b carries lanes WAYS*b to WAYS*b + WAYS-1. A missing beat is WAYS inactive lanes. Beats may arrive in any order,
// each at most once, and leave in the order of arrival. Each beat has its own mode, immediates and tag. Rules and
// handshake are those of shfl. Spec: docs/rules.md 6.
//
// Each lane's source lane is computed on arrival. shfl_beats stores the warp and fetches each lane's word.
`default_nettype none
`include "shfl_defs.vh"
module shfl_banked #(
    parameter LANES  = 32,                          // 2, 4, 8, 16, 32 or 64
    parameter WAYS   = 1,                           // lanes per clock: a power of two, 1 to LANES
    parameter W      = 32,                          // bits of ra and rd per lane, 1 or more
    parameter DEPTH  = 0,                           // pipeline registers in addition to the fixed ones, 0 to 4
    parameter POLICY = `SHFL_ZERO,                  // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter MEMORY = `SHFL_LUT_MEMORY,            // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter SKID   = 0,                           // 1: a skid buffer at the output cuts the path to in_ready
    parameter TAG_W  = 16,                          // bits of the tag, 1 or more
    // not to be set: bits of a beat's number, 1 if there is only one beat
    parameter BEAT_W = LANES > WAYS && WAYS > 0 ? $clog2(LANES / (WAYS > 0 ? WAYS : 1)) : 1
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [BEAT_W-1:0]        in_beat,        // 0 if there is only one beat
    input  wire                     in_last,        // the last beat of this warp
    input  wire [TAG_W-1:0]         in_tag,         // travels with the beat, ignored
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,      // all lanes take sb_imm instead of their sb
    input  wire                     sc_is_imm,      // all lanes take sc_imm instead of their sc
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [WAYS-1:0]          active,         // in the active mask, and its guard holds
    input  wire [WAYS*W-1:0]        ra,             // way w: ra[W*w +: W]
    input  wire [WAYS*32-1:0]       sb,             // way w: sb[32*w +: 32]
    input  wire [WAYS*32-1:0]       sc,             // way w: sc[32*w +: 32]

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [BEAT_W-1:0]        out_beat,
    output wire                     out_last,
    output wire [TAG_W-1:0]         out_tag,
    output wire [WAYS*W-1:0]        rd,             // way w: rd[W*w +: W]
    output wire [WAYS-1:0]          pu,             // the source was in range
    output wire [WAYS-1:0]          we,             // the lane writes rd and pu
    output wire [WAYS-1:0]          src_active      // the lane that was read is active
);
    // ---- legal parameters, as in shfl; shfl_beats has those of MEMORY and SKID

    localparam BAD_LANES = LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64;
    localparam BAD_WAYS  = !BAD_LANES && (WAYS < 1 || WAYS > LANES || 1 << $clog2(WAYS) != WAYS);
    generate
        if (BAD_LANES) begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (BAD_WAYS) begin : g_bad_ways
            shfl_error_WAYS_must_be_a_power_of_2_up_to_LANES u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 0 || DEPTH > 4) begin : g_bad_depth
            shfl_error_DEPTH_must_be_0_to_4 u_error ();
        end
        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end

        // what would add messages of its own is left out where a parameter is illegal
        if (!BAD_LANES && !BAD_WAYS && W > 0) begin : g_unit

    // ---- the front end, of a beat: the lane that each way names, and whether it is in range

    localparam LANE_W = $clog2(LANES);

    wire                   load;                    // loads the registers in front of the memories
    wire [BEAT_W-1:0]      decode_beat;
    wire [WAYS*LANE_W-1:0] lane, j_next, j;         // j behind range check
    wire [WAYS-1:0]        in_range;

    shfl_stage_reg #(.W(BEAT_W), .PRESENT(`SHFL_BEATS_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load), .in(in_beat), .out(decode_beat));

    shfl_front #(.LANES(LANES), .WAYS(WAYS), .REG_DECODE(`SHFL_BEATS_REG_DECODE),
                 .REG_LANE_INDEX(`SHFL_BEATS_REG_LANE_INDEX),
                 .REG_RANGE_CHECK(`SHFL_BEATS_REG_RANGE_CHECK)) u_front (
        .clk(clk), .load(load),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .sb(sb), .sc(sc), .lane(lane), .j(j_next), .in_range(in_range));

    shfl_stage_reg #(.W(WAYS * LANE_W), .PRESENT(`SHFL_BEATS_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in(j_next), .out(j));

    // ---- select; and with policy OWN a lane whose source is inactive reads itself

    localparam RESULT_W = 3 * WAYS + WAYS * W;

    wire                   write, write_first, taken, begins;
    wire [LANES-1:0]       begins_active, reading;
    wire [BEAT_W-1:0]      write_beat, fetch_beat;
    wire [WAYS-1:0]        write_active, fetch_active, fetch_in_range, crossbar_active, crossbar_in_range;
    wire [WAYS*LANE_W-1:0] src_lane, fetch_src_lane, fetch_lane;   // the source, and the lane that is read
    wire [WAYS*W-1:0]      src_data, rd_next;
    wire [WAYS-1:0]        src_active_next, pu_next, we_next;

    genvar w;
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] write_lane;

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (
                .beat(decode_beat), .way(WAY), .lane(lane[LANE_W*w +: LANE_W]));

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_write_lane (
                .beat(write_beat), .way(WAY), .lane(write_lane));
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(in_range[w]), .j(j[LANE_W*w +: LANE_W]), .lane(write_lane),
                .src_lane(src_lane[LANE_W*w +: LANE_W]));

            if (POLICY == `SHFL_OWN) begin : g_own
                wire              source_active;
                wire [LANE_W-1:0] source = fetch_src_lane[LANE_W*w +: LANE_W];
                wire [LANE_W-1:0] own;

                shfl_mux #(.WORDS(LANES), .W(1)) u_source_active (
                    .words(reading), .sel(source), .word(source_active));
                shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_own (.beat(fetch_beat), .way(WAY), .lane(own));
                shfl_select #(.LANES(LANES)) u_select (
                    .reads_j(source_active), .j(source), .lane(own), .src_lane(fetch_lane[LANE_W*w +: LANE_W]));
            end else begin : g_zero_or_raw
                assign fetch_lane[LANE_W*w +: LANE_W] = fetch_src_lane[LANE_W*w +: LANE_W];
            end

            shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (
                .active(crossbar_active[w]), .src_active(src_active_next[w]), .in_range(crossbar_in_range[w]),
                .src_data(src_data[W*w +: W]),
                .rd(rd_next[W*w +: W]), .pu(pu_next[w]), .we(we_next[w]));
        end

    // ---- handshake, memories, and sideband registers

    shfl_beats #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .MEMORY(MEMORY), .SKID(SKID), .TAG_W(TAG_W),
                 .INFO_W(WAYS * (LANE_W + 2)), .BACK_W(2 * WAYS), .RESULT_W(RESULT_W)) u_beats (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat), .in_last(in_last), .in_tag(in_tag),
        .active(active), .ra(ra),
        .write_beat(write_beat), .write_active(write_active), .write_info({write_active, in_range, src_lane}),
        .write(write), .write_first(write_first), .taken(taken), .begins(begins), .begins_active(begins_active),
        .fetch_beat(fetch_beat), .fetch_info({fetch_active, fetch_in_range, fetch_src_lane}), .reading(reading),
        .fetch_lane(fetch_lane), .fetch_src_lane(fetch_src_lane), .fetch_back({fetch_active, fetch_in_range}),
        .crossbar_back({crossbar_active, crossbar_in_range}), .src_data(src_data), .src_active(src_active_next),
        .result_next({pu_next, we_next, src_active_next, rd_next}),
        .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_beat), .out_last(out_last), .out_tag(out_tag),
        .out({pu, we, src_active, rd}));

    wire unused_ok = &{1'b0, write, write_first, taken, begins, begins_active, reading, fetch_beat};

        end
    endgenerate
endmodule
`default_nettype wire
