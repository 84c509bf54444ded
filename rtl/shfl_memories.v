// SPDX-License-Identifier: Apache-2.0
// shfl_memories - the fabric of a unit in beats: the words of a warp are written into memories, and once all of it has
// arrived each beat fetches the words that its lanes read. Stages write, fetch, crossbar. Spec: docs/rules.md 3.3, 3.4
// and 6.
//
// The low bits of a beat's sideband are {last, beat}. With AMD, in has two more bits, {reads_first, permutes}: all
// lanes read the first active one; a lane sends to the lane that it names, and lane bit 0 becomes 0 where nobody sends.
`default_nettype none
`include "shfl_defs.vh"
module shfl_memories #(
    parameter integer LANES    = 32,                // 2, 4, 8, 16, 32 or 64
    parameter integer WAYS     = 1,                 // lanes per clock: a power of two, 1 to LANES
    parameter integer W        = 32,
    parameter integer MEMORY   = `SHFL_LUT_MEMORY,
    parameter integer OWN      = 0,                 // 1: a lane whose source is inactive gets its own word
    parameter integer AMD      = 0,                 // 1: reads_first, permutes
    parameter integer PERMUTE  = 0,                 // 1: permutes may be 1
    parameter integer WARP_W   = 16,                // bits that travel with the beat,
    parameter integer LANE_B   = 1,                 // and with each of its lanes
    parameter integer DEPTH    = 0,                 // of the unit
    parameter integer ELASTIC  = 0,
    parameter integer GATE     = 0
) (
    input  wire clk,
    input  wire rst,

    input  wire                                                   in_valid,
    output wire                                                   in_ready,
    input  wire [2*AMD+`SHFL_SOURCE_W(LANES, WAYS, W, WARP_W, LANE_B)-1:0] in,

    output wire                                                   out_valid,
    input  wire                                                   out_ready,
    output wire [`SHFL_WORD_W(WAYS, W, WARP_W, LANE_B)-1:0]       out
);
    localparam REG_CROSSBAR = `SHFL_REG_CROSSBAR(DEPTH);

    localparam LANE_W   = $clog2(LANES);
    localparam BEAT_W   = `SHFL_BEAT_W(LANES, WAYS);
    localparam BLOCK    = MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0;
    localparam BUFFERS  = BLOCK ? 4 : 2;            // warps that the memories hold
    localparam BUFFER_W = $clog2(BUFFERS);
    localparam FULL_W   = 2 * AMD + WARP_W;         // with the two bits
    localparam ENTRY_W  = FULL_W + WAYS * (LANE_B + 1 + LANE_W);    // of the queue
    localparam SIDE_W   = WARP_W + WAYS * (LANE_B + 1);     // {warp, lane, active}

    // ---- write: the words into the banks, what the beat needs later into the queue

    wire [FULL_W-1:0]      in_warp;
    wire [WAYS*LANE_B-1:0] in_lane;
    wire [WAYS-1:0]        in_active, in_reads_j;
    wire [WAYS*LANE_W-1:0] in_j, in_src_lane;
    wire [WAYS*W-1:0]      in_ra;
    wire [BEAT_W-1:0]      in_beat = in_warp[BEAT_W-1:0];

    assign {in_warp, in_lane, in_active, in_reads_j, in_j, in_ra} = in;

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] lane;

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(in_beat), .way(WAY), .lane(lane));
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(in_reads_j[w]), .j(in_j[LANE_W*w +: LANE_W]), .lane(lane),
                .src_lane(in_src_lane[LANE_W*w +: LANE_W]));
        end
    endgenerate

    // ---- handshake: from the queue to the output all registers are loaded together

    wire                        move, load, queue_valid;
    wire [1+BLOCK+REG_CROSSBAR:0] valid;            // behind the queue; fetch, read and crossbar
    wire                        fetch_valid = valid[1], read_valid = valid[1+BLOCK];

    shfl_handshake #(.REGS(1 + BLOCK + REG_CROSSBAR), .ELASTIC(ELASTIC), .GATE(GATE)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(queue_valid), .in_ready(move), .load(load),
        .out_valid(out_valid), .out_ready(out_ready), .valid(valid));

    wire unused_ok = &{1'b0, valid, fetch_valid, read_valid};

    // ---- fetch: the beat whose words are read next; reading has the active bits of its warp

    wire [ENTRY_W-1:0]            queue_out;
    wire [FULL_W-1:0]             fetch_warp;
    wire [WAYS*LANE_B-1:0]        fetch_side_lane, fetch_lane;
    wire [WAYS-1:0]               fetch_active;
    wire [WAYS*LANE_W-1:0]        fetch_src_lane;   // the source
    wire [WAYS*LANE_W-1:0]        word_lane, active_lane;   // the lanes whose words, and active bits, are fetched
    wire [BEAT_W-1:0]             fetch_beat = fetch_warp[BEAT_W-1:0];

    wire                write, write_first, complete, taken, begins;
    wire [BUFFER_W-1:0] write_buffer, reading_buffer;
    wire [LANES-1:0]    begins_active, reading;

    shfl_warps #(.LANES(LANES), .WAYS(WAYS), .BUFFER_W(BUFFER_W), .MEMORY(MEMORY)) u_warps (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .room(in_ready), .in_beat(in_beat), .in_last(in_warp[BEAT_W]), .in_active(in_active),
        .write(write), .write_first(write_first), .write_buffer(write_buffer),
        .complete(complete), .taken(taken), .begins(begins), .begins_active(begins_active),
        .reading(reading), .reading_buffer(reading_buffer));
    shfl_queue #(.ENTRIES(BUFFERS * (LANES / WAYS)), .W(ENTRY_W), .MEMORY(MEMORY)) u_queue (
        .clk(clk), .rst(rst),
        .write(write), .in({in_lane, in_active, in_src_lane, in_warp}), .complete(complete), .taken(taken),
        .step(move), .out_valid(queue_valid), .out(queue_out), .out_last(queue_out[BEAT_W]), .begins(begins));
    shfl_stage_reg #(.W(ENTRY_W)) u_reg_fetch (
        .clk(clk), .enable(load), .in(queue_out), .out({fetch_side_lane, fetch_active, fetch_src_lane, fetch_warp}));

    generate
        if (AMD != 0) begin : g_amd
            wire [WAYS*LANE_W-1:0] named;
            reg  [LANE_W-1:0]      lowest, first_lane;
            integer                i;

            always @* begin
                lowest = {LANE_W{1'b0}};
                for (i = LANES - 1; i >= 0; i = i - 1)
                    if (begins_active[i]) lowest = i[LANE_W-1:0];
            end
            always @(posedge clk)
                if (begins) first_lane <= lowest;

            // the lane of reads_first is named 0 up to here
            assign named       = fetch_src_lane | {WAYS{first_lane & {LANE_W{fetch_warp[FULL_W-1]}}}};
            assign active_lane = word_lane;

            if (PERMUTE != 0) begin : g_permute
                wire                   permutes = fetch_warp[FULL_W-2];
                wire [WAYS-1:0]        sent;
                wire [WAYS*LANE_W-1:0] sender;

                shfl_amd_senders #(.LANES(LANES), .WAYS(WAYS), .MEMORY(MEMORY)) u_senders (
                    .clk(clk), .write(write), .write_first(write_first), .write_beat(in_beat), .taken(taken),
                    .begins(begins), .fetch_beat(fetch_beat),
                    .sends(in_active & {WAYS{in_warp[FULL_W-2]}}), .to(in_src_lane), .sent(sent), .sender(sender));

                assign word_lane = permutes ? sender : named;
                for (w = 0; w < WAYS; w = w + 1) begin : g_way
                    assign fetch_lane[LANE_B*w +: LANE_B] = fetch_side_lane[LANE_B*w +: LANE_B]
                                                          & {~({LANE_B{1'b1}} >> LANE_B - 1) | (sent[w] || !permutes)};
                end
            end else begin : g_no_permute
                assign word_lane  = named;
                assign fetch_lane = fetch_side_lane;
                wire unused_permute = &{1'b0, write_first, taken, fetch_beat};
            end
        end else begin : g_shfl
            assign active_lane = fetch_src_lane;
            assign fetch_lane  = fetch_side_lane;

            for (w = 0; w < WAYS; w = w + 1) begin : g_way
                if (OWN != 0) begin : g_own
                    localparam [LANE_W-1:0] WAY = w;
                    wire [LANE_W-1:0] source = fetch_src_lane[LANE_W*w +: LANE_W];
                    wire [LANE_W-1:0] own;
                    wire              source_active;

                    shfl_mux #(.WORDS(LANES), .W(1)) u_source_active (
                        .words(reading), .sel(source), .word(source_active));
                    shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_own (.beat(fetch_beat), .way(WAY), .lane(own));
                    shfl_select #(.LANES(LANES)) u_select (
                        .reads_j(source_active), .j(source), .lane(own), .src_lane(word_lane[LANE_W*w +: LANE_W]));
                end else begin : g_zero_or_raw
                    assign word_lane[LANE_W*w +: LANE_W] = fetch_src_lane[LANE_W*w +: LANE_W];
                end
            end
            wire unused_amd = &{1'b0, write_first, taken, begins, begins_active, fetch_beat};
        end
    endgenerate

    // ---- crossbar: the banks, and the register behind their multiplexers. The active bits are fetched in two steps,
    // ---- as far apart as a word's address and the word

    localparam PARTS = LANES > 4 ? LANES / 4 : 1;

    wire [WARP_W-1:0]      read_warp,   crossbar_warp;
    wire [WAYS*LANE_B-1:0] read_lane,   crossbar_lane;
    wire [WAYS-1:0]        read_active, crossbar_active;
    wire [WAYS*PARTS-1:0]  candidate_next, candidate;
    wire [WAYS*LANE_W-1:0] read_active_lane;
    wire [WAYS-1:0]        read_src_active, src_active;
    wire [WAYS*W-1:0]      read_src_data, src_data;

    shfl_crossbar_low #(.LANES(LANES), .W(1), .PARTS(PARTS), .READERS(WAYS)) u_active_low (
        .ra(reading), .select(active_lane), .candidate(candidate_next));
    shfl_stage_reg #(.W(WAYS * (PARTS + LANE_W)), .PRESENT(BLOCK)) u_reg_active_low (
        .clk(clk), .enable(load), .in({candidate_next, active_lane}), .out({candidate, read_active_lane}));
    shfl_crossbar_high #(.LANES(LANES), .W(1), .PARTS(PARTS), .READERS(WAYS)) u_active_high (
        .candidate(candidate), .select(read_active_lane), .src_data(read_src_active));

    shfl_banks #(.LANES(LANES), .WAYS(WAYS), .W(W), .BUFFERS(BUFFERS), .MEMORY(MEMORY)) u_banks (
        .clk(clk),
        .write(write), .write_buffer(write_buffer), .write_beat(in_beat), .ra(in_ra),
        .read(load), .read_buffer(reading_buffer), .src_lane(word_lane), .src_data(read_src_data));

    shfl_stage_reg #(.W(SIDE_W), .PRESENT(BLOCK)) u_reg_read (
        .clk(clk), .enable(load),
        .in ({fetch_warp[WARP_W-1:0], fetch_lane, fetch_active}),
        .out({read_warp,              read_lane,  read_active}));
    shfl_stage_reg #(.W(SIDE_W + WAYS + WAYS * W), .PRESENT(REG_CROSSBAR)) u_reg_crossbar (
        .clk(clk), .enable(load),
        .in ({read_warp,     read_lane,     read_active,     read_src_active, read_src_data}),
        .out({crossbar_warp, crossbar_lane, crossbar_active, src_active,      src_data}));

    localparam GATES = GATE != 0 || ELASTIC != 0;

    assign out = {crossbar_warp, crossbar_lane, crossbar_active, {WAYS{!GATES || out_valid}}, src_active, src_data};
endmodule
`default_nettype wire
