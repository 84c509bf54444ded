// SPDX-License-Identifier: Apache-2.0
// shfl_banked - the warp shuffle for a datapath narrower than the warp: a warp of LANES lanes comes in WAYS lanes per
// clock, is kept in small memories, and goes out WAYS lanes per clock, each lane with the word of any lane of the warp.
//
// Beat b carries lanes WAYS*b to WAYS*b + WAYS-1. A beat that never comes is WAYS inactive lanes; the others may come
// in any order, each of them once, and go out in the order in which they came. Each beat has its own mode, immediates
// and tag. Rules and handshake are those of shfl. Spec: docs/rules.md 6.
//
// On the way in each lane computes the lane that it reads. The words go into the memories of shfl_banks, and what a
// lane needs when its turn comes into a queue. A warp is read when its last beat has been written, and the next one
// is written meanwhile.
`default_nettype none
`include "shfl_defs.vh"
module shfl_banked #(
    parameter LANES  = 32,                          // 2, 4, 8, 16, 32 or 64
    parameter WAYS   = 1,                           // lanes per clock: a power of two, 1 to LANES
    parameter W      = 32,                          // bits of ra and rd per lane, 1 or more
    parameter DEPTH  = 0,                           // stage registers besides those that are always there, 0 to 4
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
    input  wire                     in_last,        // no beat of this warp comes behind this one
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
    localparam LANE_W  = $clog2(LANES);
    localparam WAY_W   = $clog2(WAYS);
    localparam BLOCK   = MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0;
    localparam BUFFERS = BLOCK ? 4 : 2;             // warps that the memories hold
    localparam BUF_W   = $clog2(BUFFERS);
    localparam BEATS   = LANES / (WAYS > 0 ? WAYS : 1);
    localparam ADDR_W  = $clog2(BUFFERS * BEATS);

    // ---- legal parameters, as in shfl

    localparam BAD_LANES = LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64;
    localparam BAD_WAYS  = !BAD_LANES && (WAYS < 1 || WAYS > LANES || 1 << WAY_W != WAYS);
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
        if (MEMORY != `SHFL_LUT_MEMORY && MEMORY != `SHFL_BLOCK_MEMORY) begin : g_bad_memory
            shfl_error_MEMORY_must_be_0_LUT_MEMORY_or_1_BLOCK_MEMORY u_error ();
        end
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end

        // what would add messages of its own is left out where a parameter is illegal
        if (!BAD_LANES && !BAD_WAYS && W > 0) begin : g_unit

    // ---- which stages have a register behind them

    localparam REG_RANGE_CHECK = DEPTH >= 1 ? 1 : 0;
    localparam REG_LANE_INDEX  = DEPTH >= 2 ? 1 : 0;
    localparam REG_DECODE      = DEPTH >= 3 ? 1 : 0;
    localparam REG_CROSSBAR    = DEPTH >= 4 ? 1 : 0;

    // ---- handshake: the registers in front of the memories move on together, and those behind them

    localparam FRONT = REG_DECODE + REG_LANE_INDEX + REG_RANGE_CHECK;

    wire [FRONT:0] valid;                           // of the registers in front of the memories
    wire           room;                            // a beat can be written
    wire           load;                            // loads the registers in front of the memories
    wire           move;                            // loads those behind them
    wire           result_valid, result_ready;      // in front of the skid buffer

    assign load     = rst || room || (FRONT > 0 && !valid[FRONT]);
    assign in_ready = load && !rst;
    assign move     = rst || result_ready || !result_valid;
    assign valid[0] = in_valid;

    genvar r;
        for (r = 1; r <= FRONT; r = r + 1) begin : g_valid
            shfl_stage_reg #(.W(1)) u_reg (.clk(clk), .enable(load), .in(valid[r-1] && !rst), .out(valid[r]));
        end

    // ---- the stages in front of the memories, one of each per way; <stage>_x is x behind the stage and its register

    localparam BESIDE_W = TAG_W + 1 + BEAT_W + WAYS + WAYS * W; // what travels beside the stages

    wire [BESIDE_W-1:0]   decode_beside, lane_index_beside, write_beside;
    wire [BEAT_W-1:0]     write_beat;
    wire                  write_last;
    wire [TAG_W-1:0]      write_tag;
    wire [WAYS-1:0]       write_active;
    wire [WAYS*W-1:0]     write_ra;
    wire [WAYS-1:0]       in_range;
    wire [WAYS*LANE_W-1:0] src_lane;                // the lane that each way reads

    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load), .in({in_tag, in_last, ra, active, in_beat}), .out(decode_beside));
    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load), .in(decode_beside), .out(lane_index_beside));
    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in(lane_index_beside), .out(write_beside));
    assign {write_tag, write_last, write_ra, write_active, write_beat} = write_beside;

    genvar w;
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next, max_lane_next;
            wire [LANE_W-1:0]        index, clamp, segmask, max_lane;
            wire signed [LANE_W+1:0] j_next, j;
            wire [`SHFL_MODE_W-1:0]  decode_mode;
            wire                     up_next, up, in_range_next;
            wire [LANE_W-1:0]        lane, write_lane, j_low;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*w +: 32]), .sc(sc[32*w +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            shfl_stage_reg #(.W(`SHFL_MODE_W + 3 * LANE_W), .PRESENT(REG_DECODE)) u_reg_decode (
                .clk(clk), .enable(load),
                .in({mode, index_next, clamp_next, segmask_next}), .out({decode_mode, index, clamp, segmask}));

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (
                .beat(decode_beside[BEAT_W-1:0]), .way(WAY), .lane(lane));
            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(lane), .index(index), .clamp(clamp), .segmask(segmask),
                .j(j_next), .up(up_next), .max_lane(max_lane_next));

            shfl_stage_reg #(.W(1 + LANE_W + 2 + LANE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
                .clk(clk), .enable(load), .in({up_next, j_next, max_lane_next}), .out({up, j, max_lane}));

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .up(up), .max_lane(max_lane), .j(j), .in_range(in_range_next));

            shfl_stage_reg #(.W(1 + LANE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
                .clk(clk), .enable(load), .in({in_range_next, j[LANE_W-1:0]}), .out({in_range[w], j_low}));

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_write_lane (
                .beat(write_beat), .way(WAY), .lane(write_lane));
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(in_range[w]), .j(j_low), .lane(write_lane), .src_lane(src_lane[LANE_W*w +: LANE_W]));
        end

    // ---- writing: the words into the banks, what the lanes need later into the queue, the active bits into arriving.
    // ---- It holds those of one warp. Once that is complete they move on, and the next warp can be written

    reg  [BUF_W-1:0]  write_buffer;
    reg  [ADDR_W-1:0] write_at;                     // place in the queue
    wire [ADDR_W-1:0] write_at_next;
    reg               complete;                     // arriving is of a complete warp
    reg  [LANES-1:0]  arriving;
    reg  [BUF_W-1:0]  arriving_buffer;              // which has its words
    wire [LANES-1:0]  arrives;                      // those of the beat
    reg               fresh;                        // the next beat is the first of its warp
    wire              taken;                        // arriving moves on
    wire              write = valid[FRONT] && room;  // in reset, too: what counts is reset with it

    shfl_place #(.W(ADDR_W)) u_write_at (.at(write_at), .next(write_at_next));

    genvar k;
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [31:0] BEAT = k / WAYS;
            assign arrives[k] = write_beat == BEAT[BEAT_W-1:0] && write_active[k % WAYS];
        end

    always @(posedge clk) begin
        if (write) arriving        <= (arriving & ~{LANES{fresh}}) | arrives;
        if (write) arriving_buffer <= write_buffer;
        if (rst) begin
            write_buffer <= {BUF_W{1'b0}};
            write_at     <= {{ADDR_W-1{1'b0}}, 1'b1};
            complete     <= 1'b0;
            fresh        <= 1'b1;
        end else begin
            if (write)               write_at     <= write_at_next;
            if (write && write_last) write_buffer <= write_buffer + 1'b1;
            if (write)               complete     <= write_last;
            if (write)               fresh        <= write_last;
            if (taken && !write)     complete     <= 1'b0;
        end
    end

    // ---- the queue: from here to the output a beat moves on with move

    localparam BEAT_INFO_W = TAG_W + 1 + BEAT_W + WAYS * (LANE_W + 2);

    reg  [ADDR_W-1:0]      queue_at;                // place in the queue
    wire [ADDR_W-1:0]      queue_at_next;
    wire                   queue_next;              // there is a beat of a complete warp at queue_at
    wire                   queue_step = (result_ready || !result_valid) && queue_next;
    wire                   queue_valid;             // queue_out is one
    wire [BEAT_INFO_W-1:0] queue_out;
    wire                   queue_last = queue_out[BEAT_INFO_W-TAG_W-1];

    always @(posedge clk)
        if (rst)             queue_at <= {{ADDR_W-1{1'b0}}, 1'b1};
        else if (queue_step) queue_at <= queue_at_next;

    shfl_place #(.W(ADDR_W)) u_queue_at (.at(queue_at), .next(queue_at_next));
    shfl_memory #(.WORDS(BUFFERS * BEATS), .W(BEAT_INFO_W), .KIND(MEMORY)) u_queue (
        .clk(clk), .write(write), .write_at(write_at),
        .in({write_tag, write_last, write_beat, write_active, in_range, src_lane}),
        .read(move), .read_at(queue_at), .out(queue_out));
    shfl_stage_reg #(.W(1), .PRESENT(BLOCK)) u_reg_queue_valid (
        .clk(clk), .enable(move), .in(queue_next && !rst), .out(queue_valid));

    // ---- fetch: the beat whose words are read; reading has the active bits of its warp, which begin to be valid with
    // ---- its first beat. With block RAM, which answers a clock later, a warp waits between arriving and reading

    wire                    fetch_valid, fetch_last;
    wire [TAG_W-1:0]        fetch_tag;
    wire [BEAT_W-1:0]       fetch_beat;
    wire [WAYS-1:0]         fetch_active, fetch_in_range;
    wire [WAYS*LANE_W-1:0]  fetch_src_lane, fetch_lane;  // the source, and the lane that is read
    reg                     first;                  // the beat behind fetch is the first one of a warp
    wire                    begins = (result_ready || !result_valid) && queue_valid && first;
    reg  [LANES-1:0]        reading;
    reg  [BUF_W-1:0]        reading_buffer;

    shfl_stage_reg #(.W(1)) u_reg_fetch_valid (
        .clk(clk), .enable(move), .in(queue_valid && !rst), .out(fetch_valid));
    shfl_stage_reg #(.W(BEAT_INFO_W)) u_reg_fetch (
        .clk(clk), .enable(move), .in(queue_out),
        .out({fetch_tag, fetch_last, fetch_beat, fetch_active, fetch_in_range, fetch_src_lane}));

    always @(posedge clk)
        if (rst)                      first <= 1'b1;
        else if (move && queue_valid) first <= queue_last;

        if (BLOCK) begin : g_waiting
            reg              waits;
            reg [LANES-1:0]  waiting;
            reg [BUF_W-1:0]  waiting_buffer;
            reg [ADDR_W-1:0] ready_to;              // the queue's beats of warps that wait or are read end here
            reg              some;                  // queue_at is not there yet

            assign room       = !complete || !waits;
            assign taken      = complete && !waits;
            assign queue_next = some;
            always @(posedge clk) begin
                if (taken)  {waiting_buffer, waiting} <= {arriving_buffer, arriving};
                if (begins) {reading_buffer, reading} <= {waiting_buffer, waiting};
                waits <= !rst && (taken || waits && !begins);
                if (rst)        ready_to <= {{ADDR_W-1{1'b0}}, 1'b1};
                else if (taken) ready_to <= write_at;
                some <= !rst && (queue_step ? queue_at_next != ready_to : queue_at != ready_to);
            end
        end else begin : g_direct
            assign room       = !complete || begins;
            assign taken      = begins;
            assign queue_next = complete || !first;
            always @(posedge clk)
                if (begins) {reading_buffer, reading} <= {arriving_buffer, arriving};
        end

    // ---- the banks, and the register behind their multiplexers

    wire                   read_valid, read_last, crossbar_valid, crossbar_last;
    wire [TAG_W-1:0]       read_tag, crossbar_tag;
    wire [BEAT_W-1:0]      read_beat, crossbar_beat;
    localparam PARTS = LANES > 4 ? LANES / 4 : 1;
    wire [WAYS*PARTS-1:0]  candidate_next, candidate;
    wire [WAYS*LANE_W-1:0] read_src_lane;
    wire [WAYS-1:0]        read_active, read_in_range, read_src_active;
    wire [WAYS-1:0]        crossbar_active, crossbar_in_range, crossbar_src_active;
    wire [WAYS*W-1:0]      src_data_next, src_data, rd_next;
    wire [WAYS-1:0]        pu_next, we_next;

        for (w = 0; w < WAYS; w = w + 1) begin : g_reader
            localparam [LANE_W-1:0] WAY = w;
            if (POLICY == `SHFL_OWN) begin : g_own      // a lane whose source is inactive reads itself
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
                .active(crossbar_active[w]), .src_active(crossbar_src_active[w]), .in_range(crossbar_in_range[w]),
                .src_data(src_data[W*w +: W]),
                .rd(rd_next[W*w +: W]), .pu(pu_next[w]), .we(we_next[w]));
        end

    // the active bits are fetched in two steps, as far apart as a word's address and the word
    shfl_crossbar_low #(.LANES(LANES), .W(1), .PARTS(PARTS), .READERS(WAYS)) u_active_low (
        .ra(reading), .select(fetch_src_lane), .candidate(candidate_next));
    shfl_stage_reg #(.W(WAYS * (PARTS + LANE_W)), .PRESENT(BLOCK)) u_reg_active_low (
        .clk(clk), .enable(move), .in({candidate_next, fetch_src_lane}), .out({candidate, read_src_lane}));
    shfl_crossbar_high #(.LANES(LANES), .W(1), .PARTS(PARTS), .READERS(WAYS)) u_active_high (
        .candidate(candidate), .select(read_src_lane), .src_data(read_src_active));

    shfl_banks #(.LANES(LANES), .WAYS(WAYS), .W(W), .BUFFERS(BUFFERS), .MEMORY(MEMORY)) u_banks (
        .clk(clk),
        .write(write), .write_buffer(write_buffer), .write_beat(write_beat), .ra(write_ra),
        .read(move), .read_buffer(reading_buffer), .src_lane(fetch_lane), .src_data(src_data_next));

    shfl_stage_reg #(.W(1), .PRESENT(BLOCK)) u_reg_read_valid (
        .clk(clk), .enable(move), .in(fetch_valid && !rst), .out(read_valid));
    shfl_stage_reg #(.W(TAG_W + 1 + BEAT_W + 2 * WAYS), .PRESENT(BLOCK)) u_reg_read (
        .clk(clk), .enable(move),
        .in ({fetch_tag, fetch_last, fetch_beat, fetch_active, fetch_in_range}),
        .out({read_tag,  read_last,  read_beat,  read_active,  read_in_range}));

    shfl_stage_reg #(.W(1), .PRESENT(REG_CROSSBAR)) u_reg_crossbar_valid (
        .clk(clk), .enable(move), .in(read_valid && !rst), .out(crossbar_valid));
    shfl_stage_reg #(.W(TAG_W + 1 + BEAT_W + 3 * WAYS + WAYS * W), .PRESENT(REG_CROSSBAR)) u_reg_crossbar (
        .clk(clk), .enable(move),
        .in ({read_tag,     read_last,     read_beat,     read_active,     read_in_range,     read_src_active,
              src_data_next}),
        .out({crossbar_tag, crossbar_last, crossbar_beat, crossbar_active, crossbar_in_range, crossbar_src_active,
              src_data}));

    localparam RESULT_W = TAG_W + 1 + BEAT_W + 3 * WAYS + WAYS * W;
    wire [RESULT_W-1:0] result;

    shfl_stage_reg #(.W(1)) u_reg_out_valid (
        .clk(clk), .enable(move), .in(crossbar_valid && !rst), .out(result_valid));
    shfl_stage_reg #(.W(RESULT_W)) u_reg_writeback (
        .clk(clk), .enable(move),
        .in ({crossbar_tag, crossbar_last, crossbar_beat, pu_next, we_next, crossbar_src_active, rd_next}),
        .out(result));

    shfl_skid #(.W(RESULT_W), .PRESENT(SKID)) u_skid (
        .clk(clk), .rst(rst),
        .in_valid(result_valid), .in_ready(result_ready), .in(result),
        .out_valid(out_valid),   .out_ready(out_ready),
        .out({out_tag, out_last, out_beat, pu, we, src_active, rd}));

        end
    endgenerate
endmodule
`default_nettype wire
