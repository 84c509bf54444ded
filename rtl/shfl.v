// shfl - the warp shuffle: LANES lanes read each other's registers, one warp per clock.
//
// A warp goes in on a clock with in_valid and in_ready, and comes out, DEPTH clocks later at the
// earliest and always in order, on a clock with out_valid and out_ready. No path leads from out_ready
// to out_valid. Reset is synchronous and drops every warp inside; nothing is transferred on a clock
// with rst. With PASSES above 1 the crossbar is W / PASSES bits wide, and a warp goes through it as
// often as that. This module holds all registers; the stages are combinational. Spec: docs/spec.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl #(
    parameter LANES    = 32,                        // 2, 4, 8, 16, 32 or 64
    parameter W        = 32,                        // bits of ra and rd per lane, 1 or more
    parameter DEPTH    = 1,                         // ranks of registers from in to out, 1 to 7
    parameter POLICY   = `SHFL_ZERO,                // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter CROSSBAR = `SHFL_MUX,                 // `SHFL_MUX or `SHFL_CHAIN
    parameter PARTS    = CROSSBAR == `SHFL_CHAIN ? (LANES > 4 ? 3 : 1)      // candidates per lane and bit
                       : DEPTH >= 3 && LANES > 2 ? 2 : 1,                   // in the crossbar's middle
    parameter PASSES   = 1,                         // W / PASSES bits per clock; above 1, DEPTH is 2 or more
    parameter TAG_W    = 16                         // bits of the tag, 1 or more
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
    localparam LANE_W   = $clog2(LANES);
    localparam LOW_W    = (LANE_W - 1) / 2;         // bits of a pair's number, of shfl_predecode
    localparam HIGH_W   = LANE_W - 1 - LOW_W;
    localparam SELECT_W = CROSSBAR == `SHFL_CHAIN ? LANES / 2 + 1 : LANE_W;

    // ---- legal parameters: the name of a module that does not exist is the message; the rest, which
    // ---- would hide it behind messages of its own, is left out then

    localparam BAD_PARTS  = LANES > 1 && (PARTS < 1 || PARTS > LANES / 2
                         || (CROSSBAR == `SHFL_MUX && 1 << $clog2(PARTS) != PARTS));
    localparam BAD_PASSES = PASSES < 1 || W % PASSES != 0 || (PASSES > 1 && DEPTH < 2);
    localparam LEGAL      = LANES > 1 && W > 0 && !BAD_PARTS && !BAD_PASSES;
    localparam SLICE      = LEGAL ? W / PASSES : 1; // bits of a word that go through the crossbar at once

    generate
        if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64)
        begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 1 || DEPTH > 7) begin : g_bad_depth
            shfl_error_DEPTH_must_be_1_to_7 u_error ();
        end
        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (CROSSBAR != `SHFL_MUX && CROSSBAR != `SHFL_CHAIN) begin : g_bad_crossbar
            shfl_error_CROSSBAR_must_be_0_MUX_or_1_CHAIN u_error ();
        end
        if (BAD_PARTS) begin : g_bad_parts
            shfl_error_PARTS_must_be_1_to_half_of_LANES_and_for_MUX_a_power_of_2 u_error ();
        end
        if (BAD_PASSES) begin : g_bad_passes
            shfl_error_PASSES_must_divide_W_and_above_1_takes_DEPTH_2_or_more u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate

    // ---- where DEPTH puts the ranks: *_RANK counts those that a warp has passed after the stage

    localparam CUT_SELECT       = DEPTH >= 2 ? 1 : 0;
    localparam CUT_CROSSBAR_LOW = DEPTH >= 3 ? 1 : 0;
    localparam CUT_LANE_INDEX   = DEPTH >= 4 ? 1 : 0;
    localparam CUT_CROSSBAR     = DEPTH >= 5 ? 1 : 0;
    localparam CUT_RANGE_CHECK  = DEPTH >= 6 ? 1 : 0;
    localparam CUT_DECODE       = DEPTH >= 7 ? 1 : 0;

    localparam SELECT_RANK = 1 + CUT_DECODE + CUT_LANE_INDEX + CUT_RANGE_CHECK;

    // ---- handshake: valid[r] says that rank r, 1 to DEPTH, holds a warp. All ranks move on together, unless
    // ---- a warp stands at the output that nobody takes

    localparam HOLD_RANK = PASSES > 1 ? SELECT_RANK : DEPTH;    // the last that moves on

    reg  [HOLD_RANK:1] valid;
    wire               move;
    wire               leave;                       // the rank of the outputs loads a warp

    // with rst, too, so that move is the clock enable of valid as it is of all other registers
    assign in_ready = move;

    genvar r;
    generate
        for (r = 1; r <= HOLD_RANK; r = r + 1) begin : g_valid
            if (r == 1) begin : g_first
                always @(posedge clk) if (move) valid[r] <= !rst && in_valid;
            end else begin : g_behind
                always @(posedge clk) if (move) valid[r] <= !rst && valid[r-1];
            end
        end
    endgenerate

    // ---- what travels beside the stages; <stage>_x is x where it has left the stage and its rank

    reg [TAG_W-1:0]       decode_tag,    lane_index_tag,    range_check_tag,    select_tag;
    reg [LANES-1:0]       decode_active, lane_index_active, range_check_active, select_active;
    reg [LANES*W-1:0]     decode_ra,     lane_index_ra,     range_check_ra;
    reg [TAG_W-1:0]       low_tag,       crossbar_tag;
    reg [LANES-1:0]       low_active,    crossbar_active;
    reg [LANES*SLICE-1:0] select_ra,     low_ra,            crossbar_ra;

    // ---- from range check to write-back, one word or bit per lane

    wire [LANES-1:0]          in_range_next;
    reg  [LANES-1:0]          in_range, select_in_range, low_in_range, crossbar_in_range;
    wire [LANES*SELECT_W-1:0] select_next;
    reg  [LANES*SELECT_W-1:0] select;
    wire [LANES*SLICE-1:0]    src_data_next;
    reg  [LANES*SLICE-1:0]    src_data;
    wire [LANES-1:0]          src_active_next;
    reg  [LANES-1:0]          crossbar_src_active;
    wire [LANES*SLICE-1:0]    rd_next;
    wire [LANES-1:0]          pu_next, we_next;

    genvar k;
    generate
        // ---- decode

        if (CUT_DECODE) begin : g_cut_decode
            always @(posedge clk)
                if (move)
                    {decode_tag, decode_active, decode_ra} <= {in_tag, active, ra};
        end else begin : g_decode
            always @*
                {decode_tag, decode_active, decode_ra} = {in_tag, active, ra};
        end

        // ---- lane index

        if (CUT_LANE_INDEX) begin : g_cut_lane_index
            always @(posedge clk)
                if (move)
                    {lane_index_tag, lane_index_active, lane_index_ra} <=
                        {decode_tag, decode_active, decode_ra};
        end else begin : g_lane_index
            always @*
                {lane_index_tag, lane_index_active, lane_index_ra} =
                    {decode_tag, decode_active, decode_ra};
        end

        // ---- range check

        if (CUT_RANGE_CHECK) begin : g_cut_range_check
            always @(posedge clk)
                if (move)
                    {in_range, range_check_tag, range_check_active, range_check_ra} <=
                        {in_range_next, lane_index_tag, lane_index_active, lane_index_ra};
        end else begin : g_range_check
            always @*
                {in_range, range_check_tag, range_check_active, range_check_ra} =
                    {in_range_next, lane_index_tag, lane_index_active, lane_index_ra};
        end

        // ---- lane by lane: from the operands to the lane that is read, and what is written

        for (k = 0; k < LANES && LEGAL; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next, max_lane_next;
            reg  [LANE_W-1:0]        index, clamp, segmask, max_lane;
            wire signed [LANE_W+1:0] j_next;
            reg  signed [LANE_W+1:0] j;
            wire [LANE_W-1:0]        j_low = j[LANE_W-1:0];
            reg  [LANE_W-1:0]        range_check_j;
            wire [(1<<LOW_W)-1:0]    pair_low_next;
            wire [(1<<HIGH_W)-1:0]   pair_high_next;
            reg  [(1<<LOW_W)-1:0]    pair_low;
            reg  [(1<<HIGH_W)-1:0]   pair_high;
            reg  [1:0]               decode_mode;
            wire                     up_next;
            reg                      up;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            if (CUT_DECODE) begin : g_cut_decode
                always @(posedge clk)
                    if (move) {decode_mode, index, clamp, segmask} <= {mode, index_next, clamp_next, segmask_next};
            end else begin : g_decode
                always @* {decode_mode, index, clamp, segmask} = {mode, index_next, clamp_next, segmask_next};
            end

            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(LANE), .index(index), .clamp(clamp), .segmask(segmask),
                .j(j_next), .up(up_next), .max_lane(max_lane_next));

            if (CUT_LANE_INDEX) begin : g_cut_lane_index
                always @(posedge clk)
                    if (move) {up, j, max_lane} <= {up_next, j_next, max_lane_next};
            end else begin : g_lane_index
                always @* {up, j, max_lane} = {up_next, j_next, max_lane_next};
            end

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .up(up), .max_lane(max_lane), .j(j), .in_range(in_range_next[k]));

            shfl_predecode #(.LANES(LANES)) u_predecode (
                .j(j_low), .pair_low(pair_low_next), .pair_high(pair_high_next));

            if (CUT_RANGE_CHECK) begin : g_cut_range_check
                always @(posedge clk)
                    if (move) {range_check_j, pair_low, pair_high} <= {j_low, pair_low_next, pair_high_next};
            end else begin : g_range_check
                always @* {range_check_j, pair_low, pair_high} = {j_low, pair_low_next, pair_high_next};
            end

            shfl_select #(.LANES(LANES), .CROSSBAR(CROSSBAR)) u_select (
                .in_range(in_range[k]), .j(range_check_j), .pair_low(pair_low), .pair_high(pair_high), .lane(LANE),
                .select(select_next[SELECT_W*k +: SELECT_W]));

            shfl_writeback #(.W(SLICE), .POLICY(POLICY)) u_writeback (
                .active(crossbar_active[k]), .src_active(crossbar_src_active[k]),
                .in_range(crossbar_in_range[k]), .ra(crossbar_ra[SLICE*k +: SLICE]),
                .src_data(src_data[SLICE*k +: SLICE]),
                .rd(rd_next[SLICE*k +: SLICE]), .pu(pu_next[k]), .we(we_next[k]));
        end

        // ---- select; the words themselves, select_ra, come further down

        if (CUT_SELECT) begin : g_cut_select
            always @(posedge clk)
                if (move)
                    {select, select_in_range, select_tag, select_active} <=
                        {select_next, in_range, range_check_tag, range_check_active};
        end else begin : g_select
            always @*
                {select, select_in_range, select_tag, select_active} =
                    {select_next, in_range, range_check_tag, range_check_active};
        end

        // ---- crossbar: the data, and beside it the lanes' active bits; in one, or cut in two

        if (LEGAL) begin : g_crossbar_low
            wire [LANES*PARTS*SLICE-1:0] candidate_next;
            reg  [LANES*PARTS*SLICE-1:0] candidate;
            wire [LANES*PARTS-1:0]       candidate_active_next;
            reg  [LANES*PARTS-1:0]       candidate_active;
            reg  [LANES*SELECT_W-1:0]    low_select;

            shfl_crossbar_low #(.LANES(LANES), .W(SLICE), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_low (
                .ra(select_ra), .select(select), .candidate(candidate_next));
            shfl_crossbar_low #(.LANES(LANES), .W(1), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_low_active (
                .ra(select_active), .select(select), .candidate(candidate_active_next));

            if (CUT_CROSSBAR_LOW) begin : g_cut
                always @(posedge clk)
                    if (PASSES > 1 || move) begin
                        {candidate, candidate_active} <= {candidate_next, candidate_active_next};
                        {low_select, low_in_range}    <= {select, select_in_range};
                        {low_tag, low_active, low_ra} <= {select_tag, select_active, select_ra};
                    end
            end else begin : g_whole
                always @* begin
                    {candidate, candidate_active} = {candidate_next, candidate_active_next};
                    {low_select, low_in_range}    = {select, select_in_range};
                    {low_tag, low_active, low_ra} = {select_tag, select_active, select_ra};
                end
            end

            shfl_crossbar_high #(.LANES(LANES), .W(SLICE), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_high (
                .candidate(candidate), .select(low_select), .src_data(src_data_next));
            shfl_crossbar_high #(.LANES(LANES), .W(1), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_high_active (
                .candidate(candidate_active), .select(low_select), .src_data(src_active_next));
        end

        if (CUT_CROSSBAR) begin : g_cut_crossbar
            always @(posedge clk)
                if (PASSES > 1 || move) begin
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

        // ---- write-back, and the words on their way to it

        if (PASSES == 1) begin : g_stream           // one warp behind the other
            assign move      = rst || out_ready || !out_valid;
            assign leave     = move;
            assign out_valid = valid[DEPTH];

            if (CUT_SELECT) begin : g_cut_select
                always @(posedge clk)
                    if (move) select_ra <= range_check_ra;
            end else begin : g_select
                always @* select_ra = range_check_ra;
            end

            always @(posedge clk)
                if (move) rd <= rd_next;
        end else if (LEGAL) begin : g_passes        // a warp stays in the rank of select for all of its passes
            localparam CLOCKS = PASSES + CUT_CROSSBAR_LOW + CUT_CROSSBAR;
            localparam PASS_W = $clog2(CLOCKS);
            localparam [31:0] LAST = CLOCKS - 1;
            reg [PASS_W-1:0] pass;
            reg              done;
            wire             shift = valid[SELECT_RANK] && !done;

            assign move      = rst || !valid[SELECT_RANK] || (done && out_ready);
            assign leave     = shift && pass == LAST[PASS_W-1:0];
            assign out_valid = done;

            always @(posedge clk)
                if (move)       {done, pass} <= {(PASS_W + 1){1'b0}};
                else if (shift) {done, pass} <= {leave, pass + 1'b1};

            // rd is where a warp's words wait, too: slice by slice they go out below while the results
            // come in above
            for (k = 0; k < LANES; k = k + 1) begin : g_lane
                always @*
                    select_ra[SLICE*k +: SLICE] = rd[W*k +: SLICE];
                always @(posedge clk)
                    if (move)       rd[W*k +: W] <= range_check_ra[W*k +: W];
                    else if (shift) rd[W*k +: W] <= {rd_next[SLICE*k +: SLICE], rd[W*k + SLICE +: W - SLICE]};
            end
        end
    endgenerate

    always @(posedge clk)
        if (leave)
            {out_tag, pu, we, src_active} <= {crossbar_tag, pu_next, we_next, crossbar_src_active};
endmodule
`default_nettype wire
