// SPDX-License-Identifier: Apache-2.0
// shfl_amd_banked - AMD's lane crossing for a datapath narrower than the wave, as GCN's is, which handles a wave of 64
// in four beats of 16 lanes: a wave of LANES lanes enters and leaves at WAYS lanes per clock.
//
// The beats and the handshake are those of shfl_banked, docs/rules.md 6; but the operation and its controls belong to
// the wave, so that all of its beats carry the same. A lane that keeps its old value does not write: we is 0.
// Spec: docs/amd.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_banked #(
    parameter LANES   = 64,                         // 32 or 64: the wave size
    parameter WAYS    = 16,                         // lanes per clock: a power of two, 1 to LANES
    parameter W       = 32,                         // bits of ra and rd per lane, 1 or more
    parameter DEPTH   = 0,                          // pipeline registers in addition to the fixed ones, 0 to 4
    parameter GEN     = `SHFL_AMD_GFX9,             // the generation, `SHFL_AMD_GFX8 to `SHFL_AMD_GFX12
    parameter PERMUTE = 1,                          // 0: ds_permute is left out, and reserved
    parameter MEMORY  = `SHFL_LUT_MEMORY,           // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter SKID    = 0,                          // 1: a skid buffer at the output cuts the path to in_ready
    parameter TAG_W   = 16,                         // bits of the tag, 1 or more
    // not to be set: bits of a beat's number, 1 if there is only one beat
    parameter BEAT_W  = LANES > WAYS && WAYS > 0 ? $clog2(LANES / (WAYS > 0 ? WAYS : 1)) : 1
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [BEAT_W-1:0]          in_beat,      // 0 if there is only one beat
    input  wire                       in_last,      // the last beat of this wave
    input  wire [TAG_W-1:0]           in_tag,       // travels with the beat, ignored
    input  wire [`SHFL_AMD_OP_W-1:0]  op,           // from here to bank_mask: the same in all beats of a wave
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,
    input  wire [WAYS-1:0]            active,       // EXEC
    input  wire [WAYS*W-1:0]          ra,           // way w: ra[W*w +: W]
    input  wire [WAYS*32-1:0]         addr,         // way w: addr[32*w +: 32]; ds_bpermute and ds_permute

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [BEAT_W-1:0]          out_beat,
    output wire                       out_last,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [WAYS*W-1:0]          rd,           // way w: rd[W*w +: W]
    output wire [WAYS-1:0]            we,           // the lane writes rd; otherwise it keeps what it had
    output wire [WAYS-1:0]            src_active    // the lane that was read executes
);
    localparam LANE_W = $clog2(LANES);
    localparam ADDR_W = LANE_W + 2;                 // the bits of an address that count
    localparam ROWS   = LANES / 16;

    // ---- legal parameters, as in shfl_amd; shfl_beats has those of MEMORY and SKID

    localparam BAD_LANES = LANES != 32 && LANES != 64;
    localparam BAD_WAYS  = !BAD_LANES && (WAYS < 1 || WAYS > LANES || 1 << $clog2(WAYS) != WAYS);
    generate
        if (BAD_LANES) begin : g_bad_lanes
            shfl_error_LANES_must_be_32_or_64 u_error ();
        end
        if (BAD_WAYS) begin : g_bad_ways
            shfl_error_WAYS_must_be_a_power_of_2_up_to_LANES u_error ();
        end
        if (GEN < 0 || GEN > `SHFL_AMD_GFX12) begin : g_bad_gen
            shfl_error_GEN_must_be_0_to_5 u_error ();
        end
        if (LANES == 32 && GEN < `SHFL_AMD_GFX10) begin : g_bad_wave
            shfl_error_LANES_32_needs_a_GEN_of_3_or_more u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 0 || DEPTH > 4) begin : g_bad_depth
            shfl_error_DEPTH_must_be_0_to_4 u_error ();
        end
        if (PERMUTE != 0 && PERMUTE != 1) begin : g_bad_permute
            shfl_error_PERMUTE_must_be_0_or_1 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end

        // left out where a parameter is illegal, so that no other error follows
        if (!BAD_LANES && !BAD_WAYS && W > 0) begin : g_unit

    // ---- decode. A ds_permute is decoded as a ds_bpermute: the lane that is named is the one that is sent to; or as a
    // ---- number that no operation has

    wire permutes    = op == `SHFL_AMD_PERMUTE;
    wire [`SHFL_AMD_OP_W-1:0] decode_op = !permutes ? op : PERMUTE != 0 ? `SHFL_AMD_BPERMUTE : {`SHFL_AMD_OP_W{1'b1}};
    wire reads_first = op == `SHFL_AMD_READFIRSTLANE;

    wire                    load, reserved_next, scatters, halves, any_exec, any_source, zero;
    wire [WAYS*LANE_W-1:0]  turned_next, turned;
    wire [LANE_W-1:0]       from_addr_next, from_addr, keep_next, keep;
    wire [ADDR_W-1:0]       add_next, add;
    wire                    in_row_next, in_row;
    wire [WAYS-1:0]         named_next, named;
    wire [ROWS-1:0]         own_next, own, row_writes;
    wire [3:0]              bank_writes;
    wire [WAYS*ADDR_W-1:0]  low_addr_next, low_addr;
    wire [BEAT_W-1:0]       decode_beat;
    wire                    decode_permutes, write_permutes;

    shfl_amd_decode #(.LANES(LANES), .WAYS(WAYS)) u_decode (
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(decode_op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active({LANES{1'b0}}), .beat(in_beat), .sent({WAYS{1'b0}}),
        .reserved(reserved_next), .scatters(scatters), .halves(halves),
        .turned(turned_next), .from_addr(from_addr_next), .add(add_next), .keep(keep_next),
        .in_row(in_row_next), .named(named_next), .own(own_next),
        .row_writes(row_writes), .bank_writes(bank_writes), .any_exec(any_exec), .any_source(any_source),
        .zero(zero));

    shfl_stage_reg #(.W(WAYS * LANE_W + 2 * LANE_W + WAYS * ADDR_W + ADDR_W + 1 + WAYS + ROWS + BEAT_W),
                     .PRESENT(`SHFL_BEATS_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({turned_next, from_addr_next, low_addr_next, add_next, keep_next, in_row_next, named_next, own_next,
              in_beat}),
        .out({turned,      from_addr,      low_addr,      add,      keep,      in_row,      named,      own,
              decode_beat}));

    // ---- lane index, and range check, which is part of it; select

    wire [BEAT_W-1:0]      write_beat, fetch_beat;
    wire [WAYS-1:0]        write_active, mask;      // mask: row and bank write
    wire [WAYS*LANE_W-1:0] j_next, lane_index_j, j, src_lane;
    wire [WAYS-1:0]        reads_j_next, lane_index_reads_j, reads_j, valid_next, lane_index_valid, write_valid;

    genvar w;
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] in_lane, lane, write_lane;

            assign low_addr_next[ADDR_W*w +: ADDR_W] = addr[32*w +: ADDR_W];
            // an address has no other bits that count
            wire unused_ok = &{1'b0, addr[32*w + ADDR_W +: 32 - ADDR_W], in_lane, lane};

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_in_lane (.beat(in_beat), .way(WAY), .lane(in_lane));
            assign mask[w] = row_writes[in_lane[LANE_W-1:4]] && bank_writes[in_lane[3:2]];

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(decode_beat), .way(WAY), .lane(lane));
            shfl_amd_source #(.LANES(LANES)) u_source (
                .odd_row(lane[4]), .turned(turned[LANE_W*w +: LANE_W]), .sender({LANE_W{1'b0}}),
                .from_addr(from_addr), .addr(low_addr[ADDR_W*w +: ADDR_W]), .add(add), .keep(keep),
                .in_row(in_row), .named(named[w]), .own(own[lane[LANE_W-1:4]]),
                .j(j_next[LANE_W*w +: LANE_W]), .reads_j(reads_j_next[w]), .valid(valid_next[w]));

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_write_lane (
                .beat(write_beat), .way(WAY), .lane(write_lane));
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(reads_j[w]), .j(j[LANE_W*w +: LANE_W]), .lane(write_lane),
                .src_lane(src_lane[LANE_W*w +: LANE_W]));
        end

    shfl_stage_reg #(.W(WAYS * (LANE_W + 2)), .PRESENT(`SHFL_BEATS_REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in({j_next, reads_j_next, valid_next}), .out({lane_index_j, lane_index_reads_j, lane_index_valid}));
    shfl_stage_reg #(.W(WAYS * (LANE_W + 2)), .PRESENT(`SHFL_BEATS_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in({lane_index_j, lane_index_reads_j, lane_index_valid}), .out({j, reads_j, write_valid}));

    // ---- sideband for the write-back

    localparam BESIDE_W = 4 + WAYS;

    wire [BESIDE_W-1:0] beside = {reserved_next, any_exec, any_source, zero, mask};
    wire [BESIDE_W-1:0] write_beside;
    wire                lane_index_permutes, decode_first, lane_index_first, write_reads_first;
    wire [BESIDE_W-1:0] decode_beside, lane_index_beside;

    shfl_stage_reg #(.W(2 + BESIDE_W), .PRESENT(`SHFL_BEATS_REG_DECODE)) u_reg_decode_beside (
        .clk(clk), .enable(load),
        .in({permutes, reads_first, beside}), .out({decode_permutes, decode_first, decode_beside}));
    shfl_stage_reg #(.W(2 + BESIDE_W), .PRESENT(`SHFL_BEATS_REG_LANE_INDEX)) u_reg_lane_index_beside (
        .clk(clk), .enable(load), .in({decode_permutes, decode_first, decode_beside}),
        .out({lane_index_permutes, lane_index_first, lane_index_beside}));
    shfl_stage_reg #(.W(2 + BESIDE_W), .PRESENT(`SHFL_BEATS_REG_RANGE_CHECK)) u_reg_range_check_beside (
        .clk(clk), .enable(load), .in({lane_index_permutes, lane_index_first, lane_index_beside}),
        .out({write_permutes, write_reads_first, write_beside}));

    // ---- known when the whole wave has arrived: its first lane that executes, and who sends to whom

    wire                   write, write_first, taken, begins;
    wire [LANES-1:0]       begins_active, reading;
    reg  [LANE_W-1:0]      lowest, first_lane;
    wire [WAYS-1:0]        sent;
    wire [WAYS*LANE_W-1:0] sender;
    integer                i;

    always @* begin
        lowest = {LANE_W{1'b0}};
        for (i = LANES - 1; i >= 0; i = i - 1)
            if (begins_active[i]) lowest = i[LANE_W-1:0];
    end
    always @(posedge clk)
        if (begins) first_lane <= lowest;

        if (PERMUTE != 0) begin : g_permute
    shfl_amd_senders #(.LANES(LANES), .WAYS(WAYS), .BLOCK(MEMORY == `SHFL_BLOCK_MEMORY)) u_senders (
        .clk(clk), .write(write), .write_first(write_first), .write_beat(write_beat), .taken(taken),
        .begins(begins), .fetch_beat(fetch_beat),
        .sends(write_active & {WAYS{write_permutes}}), .to(src_lane), .sent(sent), .sender(sender));
        end else begin : g_no_permute
            assign sent   = {WAYS{1'b0}};
            assign sender = {WAYS*LANE_W{1'b0}};
            wire unused_ok = &{1'b0, write, write_first, taken, fetch_beat};
        end

    // ---- behind the queue: the lane that is read. That of readfirstlane is named 0 up to here

    wire                   fetch_permutes, fetch_reads_first;
    wire [BESIDE_W-1:0]    fetch_beside, back_beside;
    wire [WAYS-1:0]        fetch_active, fetch_valid, back_active, back_valid;
    wire [WAYS*LANE_W-1:0] fetch_src_lane, fetch_lane;

    assign fetch_lane = PERMUTE != 0 && fetch_permutes ? sender
                      : fetch_src_lane | {WAYS{first_lane & {LANE_W{fetch_reads_first}}}};

    // ---- what is shared, and the write-back

    localparam RESULT_W = 1 + WAYS * W + 2 * WAYS;

    wire [WAYS*W-1:0]   src_data, rd_next;
    wire [WAYS-1:0]     src_active_next, we_next;
    wire                back_reserved, back_any_exec, back_any_source, back_zero;
    wire [WAYS-1:0]     back_mask;

    assign {back_reserved, back_any_exec, back_any_source, back_zero, back_mask} = back_beside;

    shfl_beats #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .MEMORY(MEMORY), .SKID(SKID), .TAG_W(TAG_W),
                 .INFO_W(2 + BESIDE_W + WAYS * (2 + LANE_W)), .BACK_W(BESIDE_W + 2 * WAYS),
                 .RESULT_W(RESULT_W)) u_beats (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat), .in_last(in_last), .in_tag(in_tag),
        .active(active), .ra(ra),
        .write_beat(write_beat), .write_active(write_active),
        .write_info({write_permutes, write_reads_first, write_beside, write_active, write_valid, src_lane}),
        .write(write), .write_first(write_first), .taken(taken), .begins(begins), .begins_active(begins_active),
        .fetch_beat(fetch_beat),
        .fetch_info({fetch_permutes, fetch_reads_first, fetch_beside, fetch_active, fetch_valid, fetch_src_lane}),
        .fetch_lane(fetch_lane), .fetch_src_lane(fetch_lane), .reading(reading),
        .fetch_back({fetch_beside, fetch_active, fetch_valid & (sent | {WAYS{!fetch_permutes}})}),
        .crossbar_back({back_beside, back_active, back_valid}), .src_data(src_data), .src_active(src_active_next),
        .result_next({back_reserved, rd_next, we_next, src_active_next}),
        .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_beat), .out_last(out_last), .out_tag(out_tag),
        .out({reserved, rd, we, src_active}));

        for (w = 0; w < WAYS; w = w + 1) begin : g_writeback
            shfl_amd_writeback #(.W(W)) u_writeback (
                .active(back_active[w]), .valid(back_valid[w]), .src_active(src_active_next[w]),
                .src_data(src_data[W*w +: W]), .row_writes(back_mask[w]), .bank_writes(1'b1),
                .any_exec(back_any_exec), .any_source(back_any_source), .zero(back_zero),
                .rd(rd_next[W*w +: W]), .we(we_next[w]));
        end

    wire unused_ok = &{1'b0, scatters, halves, reading};

        end
    endgenerate
endmodule
`default_nettype wire
