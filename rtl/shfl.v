// shfl - the warp shuffle: LANES lanes read each other's registers, one warp per clock.
//
// A warp goes in on a clock with in_valid and in_ready, and comes out, DEPTH clocks later at the
// earliest and always in order, on a clock with out_valid and out_ready. No path leads from out_ready
// to out_valid. Reset is synchronous and drops every warp inside; nothing is transferred on a clock
// with rst. This module holds all registers; the stages are combinational. Spec: docs/spec.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl #(
    parameter LANES  = 32,                          // 2, 4, 8, 16, 32 or 64
    parameter W      = 32,                          // bits of ra and rd per lane, 1 or more
    parameter DEPTH  = 1,                           // clocks from in to out, 1 to 6
    parameter POLICY = `SHFL_ZERO,                  // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter TAG_W  = 16                           // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, unread
    input  wire [1:0]               mode,
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
    output reg  [TAG_W-1:0]         out_tag,
    output reg  [LANES*W-1:0]       rd,             // lane k: rd[W*k +: W]
    output reg  [LANES-1:0]         pu,             // the source was in range
    output reg  [LANES-1:0]         we,             // the lane writes rd and pu
    output reg  [LANES-1:0]         src_active      // the lane that was read is active
);
    localparam LANE_W = $clog2(LANES);
    localparam GROUP  = 1 << ((LANE_W + 1) / 2);    // the crossbar's cut
    localparam GROUPS = LANES / GROUP;

    // ---- legal parameters: the name of a module that does not exist is the message; the stages, which
    // ---- would hide it behind their own, are left out then

    localparam LEGAL = LANES > 1 && W > 0;

    generate
        if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64)
        begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 1 || DEPTH > 6) begin : g_bad_depth
            shfl_error_DEPTH_must_be_1_to_6 u_error ();
        end
        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate

    // ---- handshake: rank r, 1 to DEPTH, holds a warp or is free; a free rank takes from the one before

    reg  [DEPTH:1] valid;
    wire [DEPTH:1] ready;                           // the rank is free, or will be on this clock
    wire [DEPTH:1] take;                            // it loads on this clock
    wire [DEPTH:0] offer = {valid, in_valid};       // what rank r has for rank r + 1

    assign in_ready  = ready[1];
    assign out_valid = offer[DEPTH];

    genvar r;
    generate
        for (r = 1; r <= DEPTH; r = r + 1) begin : g_rank
            assign ready[r] = out_ready || !(&valid[DEPTH:r]);
            assign take[r]  = ready[r] && offer[r-1];
        end
    endgenerate

    always @(posedge clk)
        if (rst) valid <= {DEPTH{1'b0}};
        else     valid <= take | (valid & ~ready);

    // ---- where DEPTH puts the ranks: *_RANK counts those that a warp has passed after the stage

    localparam CUT_RANGE_CHECK  = DEPTH >= 2;
    localparam CUT_CROSSBAR_LOW = DEPTH >= 3;
    localparam CUT_LANE_INDEX   = DEPTH >= 4;
    localparam CUT_DECODE       = DEPTH >= 5;
    localparam CUT_CROSSBAR     = DEPTH >= 6;

    localparam DECODE_RANK       = CUT_DECODE       ? 1 : 0;
    localparam LANE_INDEX_RANK   = CUT_LANE_INDEX   ? DECODE_RANK + 1 : DECODE_RANK;
    localparam RANGE_CHECK_RANK  = CUT_RANGE_CHECK  ? LANE_INDEX_RANK + 1 : LANE_INDEX_RANK;
    localparam CROSSBAR_LOW_RANK = CUT_CROSSBAR_LOW ? RANGE_CHECK_RANK + 1 : RANGE_CHECK_RANK;
    localparam CROSSBAR_RANK     = CUT_CROSSBAR     ? CROSSBAR_LOW_RANK + 1 : CROSSBAR_LOW_RANK;

    // ---- what travels beside the stages; <stage>_x is x where it has left the stage and its rank

    reg [1:0]         decode_mode,   lane_index_mode;
    reg [TAG_W-1:0]   decode_tag,    lane_index_tag,    range_check_tag,    low_tag,    crossbar_tag;
    reg [LANES-1:0]   decode_active, lane_index_active, range_check_active, low_active, crossbar_active;
    reg [LANES*W-1:0] decode_ra,     lane_index_ra,     range_check_ra,     low_ra,     crossbar_ra;

    // ---- from range check to write-back, one word or bit per lane

    wire [LANES*LANE_W-1:0] src_lane_next;
    reg  [LANES*LANE_W-1:0] src_lane;
    wire [LANES-1:0]        in_range_next;
    reg  [LANES-1:0]        in_range, low_in_range, crossbar_in_range;
    wire [LANES*W-1:0]      src_data_next;
    reg  [LANES*W-1:0]      src_data;
    wire [LANES-1:0]        src_active_next;
    reg  [LANES-1:0]        crossbar_src_active;
    wire [LANES*W-1:0]      rd_next;
    wire [LANES-1:0]        pu_next, we_next;

    genvar k;
    generate
        // ---- decode

        if (CUT_DECODE) begin : g_cut_decode
            always @(posedge clk)
                if (take[DECODE_RANK])
                    {decode_mode, decode_tag, decode_active, decode_ra} <= {mode, in_tag, active, ra};
        end else begin : g_decode
            always @*
                {decode_mode, decode_tag, decode_active, decode_ra} = {mode, in_tag, active, ra};
        end

        // ---- lane index

        if (CUT_LANE_INDEX) begin : g_cut_lane_index
            always @(posedge clk)
                if (take[LANE_INDEX_RANK])
                    {lane_index_mode, lane_index_tag, lane_index_active, lane_index_ra} <=
                        {decode_mode, decode_tag, decode_active, decode_ra};
        end else begin : g_lane_index
            always @*
                {lane_index_mode, lane_index_tag, lane_index_active, lane_index_ra} =
                    {decode_mode, decode_tag, decode_active, decode_ra};
        end

        // ---- lane by lane: from the operands to the lane that is read, and what is written

        for (k = 0; k < LANES && LEGAL; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next;
            reg  [LANE_W-1:0]        index, clamp, segmask;
            wire signed [LANE_W+1:0] j_next;
            reg  signed [LANE_W+1:0] j;
            reg  [LANE_W-1:0]        lane_index_clamp, lane_index_segmask;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            if (CUT_DECODE) begin : g_cut_decode
                always @(posedge clk)
                    if (take[DECODE_RANK])
                        {index, clamp, segmask} <= {index_next, clamp_next, segmask_next};
            end else begin : g_decode
                always @* {index, clamp, segmask} = {index_next, clamp_next, segmask_next};
            end

            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(LANE), .index(index), .segmask(segmask), .j(j_next));

            if (CUT_LANE_INDEX) begin : g_cut_lane_index
                always @(posedge clk)
                    if (take[LANE_INDEX_RANK])
                        {j, lane_index_clamp, lane_index_segmask} <= {j_next, clamp, segmask};
            end else begin : g_lane_index
                always @* {j, lane_index_clamp, lane_index_segmask} = {j_next, clamp, segmask};
            end

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .mode(lane_index_mode), .lane(LANE), .clamp(lane_index_clamp),
                .segmask(lane_index_segmask), .j(j),
                .in_range(in_range_next[k]), .src_lane(src_lane_next[LANE_W*k +: LANE_W]));

            shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (
                .active(crossbar_active[k]), .src_active(crossbar_src_active[k]),
                .in_range(crossbar_in_range[k]), .ra(crossbar_ra[W*k +: W]),
                .src_data(src_data[W*k +: W]),
                .rd(rd_next[W*k +: W]), .pu(pu_next[k]), .we(we_next[k]));
        end

        // ---- range check

        if (CUT_RANGE_CHECK) begin : g_cut_range_check
            always @(posedge clk)
                if (take[RANGE_CHECK_RANK]) begin
                    {src_lane, in_range} <= {src_lane_next, in_range_next};
                    {range_check_tag, range_check_active, range_check_ra} <=
                        {lane_index_tag, lane_index_active, lane_index_ra};
                end
        end else begin : g_range_check
            always @* begin
                {src_lane, in_range} = {src_lane_next, in_range_next};
                {range_check_tag, range_check_active, range_check_ra} =
                    {lane_index_tag, lane_index_active, lane_index_ra};
            end
        end

        // ---- crossbar: the data, and beside it the lanes' active bits; whole, or cut in two

        if (!LEGAL) begin : g_no_crossbar
        end else if (CUT_CROSSBAR_LOW) begin : g_cut_crossbar_low
            wire [LANES*GROUPS*W-1:0] candidate_next;
            reg  [LANES*GROUPS*W-1:0] candidate;
            wire [LANES*GROUPS-1:0]   candidate_active_next;
            reg  [LANES*GROUPS-1:0]   candidate_active;
            reg  [LANES*LANE_W-1:0]   low_src_lane;

            shfl_crossbar_low #(.LANES(LANES), .W(W), .GROUP(GROUP)) u_crossbar_low (
                .ra(range_check_ra), .src_lane(src_lane), .candidate(candidate_next));
            shfl_crossbar_low #(.LANES(LANES), .W(1), .GROUP(GROUP)) u_crossbar_low_active (
                .ra(range_check_active), .src_lane(src_lane), .candidate(candidate_active_next));

            always @(posedge clk)
                if (take[CROSSBAR_LOW_RANK]) begin
                    {candidate, candidate_active} <= {candidate_next, candidate_active_next};
                    {low_src_lane, low_in_range}  <= {src_lane, in_range};
                    {low_tag, low_active, low_ra} <=
                        {range_check_tag, range_check_active, range_check_ra};
                end

            shfl_crossbar_high #(.LANES(LANES), .W(W), .GROUP(GROUP)) u_crossbar_high (
                .candidate(candidate), .src_lane(low_src_lane), .src_data(src_data_next));
            shfl_crossbar_high #(.LANES(LANES), .W(1), .GROUP(GROUP)) u_crossbar_high_active (
                .candidate(candidate_active), .src_lane(low_src_lane), .src_data(src_active_next));
        end else begin : g_crossbar_low
            shfl_crossbar #(.LANES(LANES), .W(W)) u_crossbar (
                .ra(range_check_ra), .src_lane(src_lane), .src_data(src_data_next));
            shfl_crossbar #(.LANES(LANES), .W(1)) u_crossbar_active (
                .ra(range_check_active), .src_lane(src_lane), .src_data(src_active_next));

            always @* begin
                low_in_range = in_range;
                {low_tag, low_active, low_ra} =
                    {range_check_tag, range_check_active, range_check_ra};
            end
        end

        if (CUT_CROSSBAR) begin : g_cut_crossbar
            always @(posedge clk)
                if (take[CROSSBAR_RANK]) begin
                    {src_data, crossbar_src_active, crossbar_in_range} <=
                        {src_data_next, src_active_next, low_in_range};
                    {crossbar_tag, crossbar_active, crossbar_ra} <= {low_tag, low_active, low_ra};
                end
        end else begin : g_crossbar
            always @* begin
                {src_data, crossbar_src_active, crossbar_in_range} =
                    {src_data_next, src_active_next, low_in_range};
                {crossbar_tag, crossbar_active, crossbar_ra} = {low_tag, low_active, low_ra};
            end
        end
    endgenerate

    // ---- write-back, into the output rank, which always exists

    always @(posedge clk)
        if (rst)
            {out_tag, rd, pu, we, src_active} <= {(TAG_W + LANES * (W + 3)){1'b0}};
        else if (take[DEPTH])
            {out_tag, rd, pu, we, src_active} <=
                {crossbar_tag, rd_next, pu_next, we_next, crossbar_src_active};
endmodule
`default_nettype wire
