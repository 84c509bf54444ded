// SPDX-License-Identifier: Apache-2.0
// shfl_contexts - the warps in the memories, and the queue of their beats; with two contexts, both of each context, so
// that beats of two warps may interleave if their contexts differ. The warp that is complete first is read first, and
// as a whole. The low bits of an entry are {last, beat}; with two contexts, {context, last, beat}.
// Spec: docs/rules.md 6.2 and 6.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_contexts #(
    parameter integer CONTEXTS = 1,                 // 1; 2 with LUT memory, but without taken, begins and write_first
    parameter integer LANES    = 32,
    parameter integer WAYS     = 4,
    parameter integer ENTRY_W  = 32,                // bits of an entry of the queue
    parameter integer BUFFER_W = 1,                 // bits of the number of a buffer of a context
    parameter integer MEMORY   = `SHFL_LUT_MEMORY
) (
    input  wire                         clk,
    input  wire                         rst,

    input  wire                         in_valid,   // a beat,
    output wire                         room,       // which can be written
    input  wire [WAYS-1:0]              in_active,
    input  wire [ENTRY_W-1:0]           in,
    output wire                         write,      // it is, at the end of this clock,
    output wire                         write_first,
    output wire [BUFFER_W+CONTEXTS-2:0] write_buffer,       // here

    input  wire                         step,       // the entry that is valid is read at the end of this clock
    output wire                         out_valid,
    output wire [ENTRY_W-1:0]           out,

    output wire                         taken,      // as in shfl_warps
    output wire                         begins,
    output wire [LANES-1:0]             begins_active,
    input  wire                         fetch_context,      // the one that is read
    output wire [LANES-1:0]             reading,    // the active bits of its warp,
    output wire [BUFFER_W+CONTEXTS-2:0] reading_buffer      // which has its words here
);
    localparam BEAT_W  = `SHFL_BEAT_W(LANES, WAYS);
    localparam BUFFERS = 1 << BUFFER_W;

    wire                         in_context = CONTEXTS > 1 ? in[BEAT_W+1] : 1'b0;
    wire                         out_context;
    wire [CONTEXTS-1:0]          rooms, writes, firsts, completes, takes, begin_ones, out_valids;
    wire [CONTEXTS*LANES-1:0]    begin_actives, readings;
    wire [CONTEXTS*BUFFER_W-1:0] write_buffers, reading_buffers;
    wire [CONTEXTS*ENTRY_W-1:0]  outs;

    genvar c;
    generate
        for (c = 0; c < CONTEXTS; c = c + 1) begin : g_context
            localparam [0:0] CONTEXT = c;

            shfl_warps #(.LANES(LANES), .WAYS(WAYS), .BUFFER_W(BUFFER_W), .MEMORY(MEMORY)) u_warps (
                .clk(clk), .rst(rst),
                .in_valid(in_valid && in_context == CONTEXT), .room(rooms[c]),
                .in_beat(in[BEAT_W-1:0]), .in_last(in[BEAT_W]), .in_active(in_active),
                .write(writes[c]), .write_first(firsts[c]), .write_buffer(write_buffers[BUFFER_W*c +: BUFFER_W]),
                .complete(completes[c]), .taken(takes[c]),
                .begins(begin_ones[c]), .begins_active(begin_actives[LANES*c +: LANES]),
                .reading(readings[LANES*c +: LANES]), .reading_buffer(reading_buffers[BUFFER_W*c +: BUFFER_W]));
            shfl_queue #(.ENTRIES(BUFFERS * (LANES / WAYS)), .W(ENTRY_W), .MEMORY(MEMORY)) u_queue (
                .clk(clk), .rst(rst),
                .write(writes[c]), .in(in), .complete(completes[c]), .taken(takes[c]),
                .step(step && out_context == CONTEXT), .out_valid(out_valids[c]), .out(outs[ENTRY_W*c +: ENTRY_W]),
                .out_last(outs[ENTRY_W*c + BEAT_W]), .begins(begin_ones[c]));
        end
    endgenerate

    generate
        if (CONTEXTS == 1) begin : g_one
            wire unused_ok = &{1'b0, fetch_context};
            assign out_context = 1'b0;
            assign {room, write, write_first, taken, begins, out_valid}
                 = {rooms, writes, firsts, takes, begin_ones, out_valids};
            assign {write_buffer, reading_buffer, reading, begins_active, out}
                 = {write_buffers, reading_buffers, readings, begin_actives, outs};
        end else begin : g_two
            reg last, goes_on;                      // the context of the beat that left last; its warp goes on
            reg youngest;                           // the context whose warp was complete last

            always @(posedge clk)
                if (rst) begin
                    goes_on  <= 1'b0;
                    youngest <= 1'b0;
                end else begin
                    if (write && in[BEAT_W]) youngest <= in_context;
                    if (step && out_valid)   goes_on  <= !out[BEAT_W];
                    if (step && out_valid)   last     <= out_context;
                end

            assign out_context = goes_on ? last : out_valids[!youngest] ? !youngest : youngest;
            assign out_valid   = out_valids[out_context];
            assign out         = out_context ? outs[ENTRY_W +: ENTRY_W] : outs[0 +: ENTRY_W];

            assign room         = rooms[in_context];
            assign write        = |writes;
            assign write_buffer = {in_context, write_buffers[BUFFER_W*in_context +: BUFFER_W]};

            assign reading        = fetch_context ? readings[LANES +: LANES] : readings[0 +: LANES];
            assign reading_buffer = {fetch_context, reading_buffers[BUFFER_W*fetch_context +: BUFFER_W]};

            wire unused_ok = &{1'b0, firsts, takes, begin_actives};
            assign {write_first, taken, begins, begins_active} = {LANES+3{1'b0}};
        end
    endgenerate
endmodule
`default_nettype wire
