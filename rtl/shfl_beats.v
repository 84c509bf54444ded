// SPDX-License-Identifier: Apache-2.0
// shfl_beats - the pipeline of a unit that takes a warp in beats: handshake, memories with the words of a warp, a queue
// with each lane's source lane and sideband, active bits of whole warps, and pipeline registers, those of the sideband
// of the front end as well. The front end computes the source lanes: stages decode, lane index and range check, with
// their registers, which have the enable load. Spec: docs/rules.md 6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_beats #(
    parameter LANES    = 32,                        // 2, 4, 8, 16, 32 or 64
    parameter WAYS     = 1,                         // lanes per clock: a power of two, 1 to LANES
    parameter W        = 32,                        // bits of ra per lane, 1 or more
    parameter DEPTH    = 0,                         // pipeline registers in addition to the fixed ones, 0 to 4
    parameter MEMORY   = `SHFL_LUT_MEMORY,          // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter SKID     = 0,                         // 1: a skid buffer at the output cuts the path to in_ready
    parameter TAG_W    = 16,                        // bits of the tag, 1 or more
    parameter INFO_W   = 1,                         // bits of a beat that the queue keeps for the front end
    parameter BACK_W   = 1,                         // bits of a beat from the front end to the write-back
    parameter RESULT_W = 1,                         // bits of a result, without number, last and tag
    parameter BEAT_W   = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    output wire                          load,      // loads the registers in front of the memories

    // at the input
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire [BEAT_W-1:0]             in_beat,
    input  wire                          in_last,
    input  wire [TAG_W-1:0]              in_tag,
    input  wire [WAYS-1:0]               active,
    input  wire [WAYS*W-1:0]             ra,        // way w: ra[W*w +: W]

    // behind range check: the beat that is written, if write is 1
    output wire [BEAT_W-1:0]             write_beat,
    output wire [WAYS-1:0]               write_active,
    input  wire [INFO_W-1:0]             write_info,
    output wire                          write,
    output reg                           write_first,   // it is the first of its warp

    // the warps: what the front end keeps of one goes the way of its active bits
    output wire                          taken,     // a warp, all of which is written, makes room for the next one
    output wire                          begins,    // a warp begins to be read with the next clock: the one that is
                                                    // taken now; with block RAM the one that was taken last
    output wire [LANES-1:0]              begins_active,

    // behind the queue and its register: the lanes that are read, of the warp that began last, and the lanes whose
    // active bits are
    output wire [BEAT_W-1:0]             fetch_beat,
    output wire [INFO_W-1:0]             fetch_info,
    output wire [LANES-1:0]              reading,   // that warp's active bits
    input  wire [WAYS*$clog2(LANES)-1:0] fetch_lane,
    input  wire [WAYS*$clog2(LANES)-1:0] fetch_src_lane,
    input  wire [BACK_W-1:0]             fetch_back,

    // behind the banks: to the write-back, which answers with the result
    output wire [BACK_W-1:0]             crossbar_back,
    output wire [WAYS*W-1:0]             src_data,
    output wire [WAYS-1:0]               src_active,
    input  wire [RESULT_W-1:0]           result_next,

    // at the output
    output wire                          out_valid,
    input  wire                          out_ready,
    output wire [BEAT_W-1:0]             out_beat,
    output wire                          out_last,
    output wire [TAG_W-1:0]              out_tag,
    output wire [RESULT_W-1:0]           out
);
    localparam LANE_W  = $clog2(LANES);
    localparam BLOCK   = MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0;
    localparam BUFFERS = BLOCK ? 4 : 2;             // warps that the memories hold
    localparam BUF_W   = $clog2(BUFFERS);
    localparam ADDR_W  = $clog2(BUFFERS * (LANES / WAYS));

    // ---- legal parameters; see shfl

    generate
        if (MEMORY != `SHFL_LUT_MEMORY && MEMORY != `SHFL_BLOCK_MEMORY) begin : g_bad_memory
            shfl_error_MEMORY_must_be_0_LUT_MEMORY_or_1_BLOCK_MEMORY u_error ();
        end
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
    endgenerate

    // ---- handshake: the registers in front of the memories move on together, and those behind them

    localparam FRONT = `SHFL_BEATS_REG_DECODE + `SHFL_BEATS_REG_LANE_INDEX + `SHFL_BEATS_REG_RANGE_CHECK;

    wire [FRONT:0] valid;                           // of the registers in front of the memories
    wire           room;                            // a beat can be written
    wire           move;                            // loads the registers behind the memories
    wire           result_valid, result_ready;      // in front of the skid buffer

    assign load     = rst || room || (FRONT > 0 && !valid[FRONT]);
    assign in_ready = load && !rst;
    assign move     = rst || result_ready || !result_valid;
    assign valid[0] = in_valid;

    genvar r;
    generate
        for (r = 1; r <= FRONT; r = r + 1) begin : g_valid
            shfl_stage_reg #(.W(1)) u_reg (.clk(clk), .enable(load), .in(valid[r-1] && !rst), .out(valid[r]));
        end
    endgenerate

    // ---- sideband of the stages in front of the memories; <stage>_x is x behind the stage and its register

    localparam BESIDE_W = TAG_W + 1 + BEAT_W + WAYS + WAYS * W;

    wire [BESIDE_W-1:0] decode_beside, lane_index_beside;
    wire                write_last;
    wire [TAG_W-1:0]    write_tag;
    wire [WAYS*W-1:0]   write_ra;

    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(`SHFL_BEATS_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load), .in({in_tag, in_last, in_beat, active, ra}), .out(decode_beside));
    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(`SHFL_BEATS_REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load), .in(decode_beside), .out(lane_index_beside));
    shfl_stage_reg #(.W(BESIDE_W), .PRESENT(`SHFL_BEATS_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in(lane_index_beside),
        .out({write_tag, write_last, write_beat, write_active, write_ra}));

    // ---- writing: the words into the banks, what the lanes need later into the queue, the active bits into arriving.
    // ---- It holds those of one warp. Once that is complete they move on, and the next warp can be written

    reg  [BUF_W-1:0]  write_buffer;
    reg  [ADDR_W-1:0] write_at;                     // place in the queue
    wire [ADDR_W-1:0] write_at_next;
    reg               complete;                     // arriving is of a complete warp
    reg  [LANES-1:0]  arriving;
    reg  [BUF_W-1:0]  arriving_buffer;              // which has its words
    wire [LANES-1:0]  arrives;                      // those of the beat

    assign write = valid[FRONT] && room;            // in reset, too: what counts is reset with it

    shfl_place #(.W(ADDR_W)) u_write_at (.at(write_at), .next(write_at_next));

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [31:0] BEAT = k / WAYS;
            assign arrives[k] = write_beat == BEAT[BEAT_W-1:0] && write_active[k % WAYS];
        end
    endgenerate

    always @(posedge clk) begin
        if (write) arriving        <= (arriving & ~{LANES{write_first}}) | arrives;
        if (write) arriving_buffer <= write_buffer;
        if (rst) begin
            write_buffer <= {BUF_W{1'b0}};
            write_at     <= {{ADDR_W-1{1'b0}}, 1'b1};
            complete     <= 1'b0;
            write_first  <= 1'b1;
        end else begin
            if (write)               write_at     <= write_at_next;
            if (write && write_last) write_buffer <= write_buffer + 1'b1;
            if (write)               complete     <= write_last;
            if (write)               write_first  <= write_last;
            if (taken && !write)     complete     <= 1'b0;
        end
    end

    // ---- the queue: from here to the output a beat moves on with move

    localparam QUEUE_W = TAG_W + 1 + BEAT_W + INFO_W;

    reg  [ADDR_W-1:0]  queue_at;                    // place in the queue
    wire [ADDR_W-1:0]  queue_at_next;
    wire               queue_next;                  // there is a beat of a complete warp at queue_at
    wire               queue_step = (result_ready || !result_valid) && queue_next;
    wire               queue_valid;                 // queue_out is one
    wire [QUEUE_W-1:0] queue_out;
    wire               queue_last = queue_out[QUEUE_W-TAG_W-1];

    always @(posedge clk)
        if (rst)             queue_at <= {{ADDR_W-1{1'b0}}, 1'b1};
        else if (queue_step) queue_at <= queue_at_next;

    shfl_place #(.W(ADDR_W)) u_queue_at (.at(queue_at), .next(queue_at_next));
    shfl_memory #(.WORDS(BUFFERS * (LANES / WAYS)), .W(QUEUE_W), .KIND(MEMORY)) u_queue (
        .clk(clk), .write(write), .write_at(write_at), .in({write_tag, write_last, write_beat, write_info}),
        .read(move), .read_at(queue_at), .out(queue_out));
    shfl_stage_reg #(.W(1), .PRESENT(BLOCK)) u_reg_queue_valid (
        .clk(clk), .enable(move), .in(queue_next && !rst), .out(queue_valid));

    // ---- fetch: the beat whose words are read; reading has the active bits of its warp, which begin to be valid with
    // ---- its first beat. With block RAM, which answers a clock later, a warp waits between arriving and reading

    wire              fetch_valid, fetch_last;
    wire [TAG_W-1:0]  fetch_tag;
    reg               first;                        // the beat behind fetch is the first one of a warp
    wire [BUF_W-1:0]  begins_buffer;
    wire [BUF_W-1:0]  reading_buffer;

    assign begins = (result_ready || !result_valid) && queue_valid && first;

    shfl_stage_reg #(.W(1)) u_reg_fetch_valid (
        .clk(clk), .enable(move), .in(queue_valid && !rst), .out(fetch_valid));
    shfl_stage_reg #(.W(QUEUE_W)) u_reg_fetch (
        .clk(clk), .enable(move), .in(queue_out), .out({fetch_tag, fetch_last, fetch_beat, fetch_info}));

    always @(posedge clk)
        if (rst)                      first <= 1'b1;
        else if (move && queue_valid) first <= queue_last;

    shfl_stage_reg #(.W(BUF_W + LANES), .PRESENT(BLOCK)) u_reg_waiting (
        .clk(clk), .enable(taken), .in({arriving_buffer, arriving}), .out({begins_buffer, begins_active}));
    shfl_stage_reg #(.W(BUF_W + LANES)) u_reg_reading (
        .clk(clk), .enable(begins), .in({begins_buffer, begins_active}), .out({reading_buffer, reading}));

    generate
        if (BLOCK) begin : g_waiting
            reg              waits;
            reg [ADDR_W-1:0] ready_to;              // the queue's beats of warps that wait or are read end here
            reg              some;                  // queue_at is not there yet

            assign room       = !complete || !waits;
            assign taken      = complete && !waits;
            assign queue_next = some;
            always @(posedge clk) begin
                waits <= !rst && (taken || waits && !begins);
                if (rst)        ready_to <= {{ADDR_W-1{1'b0}}, 1'b1};
                else if (taken) ready_to <= write_at;
                some <= !rst && (queue_step ? queue_at_next != ready_to : queue_at != ready_to);
            end
        end else begin : g_direct
            assign room       = !complete || begins;
            assign taken      = begins;
            assign queue_next = complete || !first;
        end
    endgenerate

    // ---- the banks, and the register behind their multiplexers. The active bits are fetched in two steps, as far
    // ---- apart as a word's address and the word

    localparam PARTS = LANES > 4 ? LANES / 4 : 1;

    wire                   read_valid, read_last, crossbar_valid, crossbar_last;
    wire [TAG_W-1:0]       read_tag, crossbar_tag;
    wire [BEAT_W-1:0]      read_beat, crossbar_beat;
    wire [WAYS*PARTS-1:0]  candidate_next, candidate;
    wire [WAYS*LANE_W-1:0] read_src_lane;
    wire [BACK_W-1:0]      read_back;
    wire [WAYS-1:0]        read_src_active;
    wire [WAYS*W-1:0]      src_data_next;

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
    shfl_stage_reg #(.W(TAG_W + 1 + BEAT_W + BACK_W), .PRESENT(BLOCK)) u_reg_read (
        .clk(clk), .enable(move),
        .in ({fetch_tag, fetch_last, fetch_beat, fetch_back}),
        .out({read_tag,  read_last,  read_beat,  read_back}));

    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_BEATS_REG_CROSSBAR)) u_reg_crossbar_valid (
        .clk(clk), .enable(move), .in(read_valid && !rst), .out(crossbar_valid));
    shfl_stage_reg #(.W(TAG_W + 1 + BEAT_W + BACK_W + WAYS + WAYS * W), .PRESENT(`SHFL_BEATS_REG_CROSSBAR))
        u_reg_crossbar (
        .clk(clk), .enable(move),
        .in ({read_tag,     read_last,     read_beat,     read_back,     read_src_active, src_data_next}),
        .out({crossbar_tag, crossbar_last, crossbar_beat, crossbar_back, src_active,      src_data}));

    // ---- the result

    wire [TAG_W+BEAT_W+RESULT_W:0] result;

    shfl_stage_reg #(.W(1)) u_reg_out_valid (
        .clk(clk), .enable(move), .in(crossbar_valid && !rst), .out(result_valid));
    shfl_stage_reg #(.W(TAG_W + 1 + BEAT_W + RESULT_W)) u_reg_writeback (
        .clk(clk), .enable(move), .in({crossbar_tag, crossbar_last, crossbar_beat, result_next}), .out(result));

    shfl_skid #(.W(TAG_W + 1 + BEAT_W + RESULT_W), .PRESENT(SKID)) u_skid (
        .clk(clk), .rst(rst),
        .in_valid(result_valid), .in_ready(result_ready), .in(result),
        .out_valid(out_valid),   .out_ready(out_ready),   .out({out_tag, out_last, out_beat, out}));
endmodule
`default_nettype wire
