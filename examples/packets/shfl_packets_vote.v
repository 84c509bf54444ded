// SPDX-License-Identifier: Apache-2.0
// shfl_packets_vote - the result of a vote over all packets of a warp. If a packet is a whole warp, that of the packet
// at the input; otherwise that of the warp whose packets leave. Rules: docs/rules.md 8.
`default_nettype none
`include "shfl_defs.vh"
module shfl_packets_vote #(
    parameter integer THREADS = 32,                 // in a warp
    parameter integer LANES   = 8                   // in a packet
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_take,             // a packet is transferred in at the end of this clock
    input  wire [`SHFL_BEAT_W(THREADS, LANES)-1:0] in_packet,
    input  wire                in_last,
    input  wire [`SHFL_VOTE_OP_W-1:0] op,                  // ALL, ANY, UNI, BALLOT
    input  wire [LANES-1:0]    active,
    input  wire [LANES-1:0]    p,

    input  wire                out_take,            // the last packet of a warp leaves at the end of this clock
    output wire [THREADS-1:0]  result               // the vote, or the ballot
);
    localparam [`SHFL_VOTE_OP_W-1:0] UNI = 2, BALLOT = 3;

    localparam WHOLE = LANES == THREADS;

    generate
        if (THREADS == 1) begin : g_one
            wire unused_ok = &{1'b0, clk, rst, in_take, in_packet, in_last, active, out_take};
            assign result = p | op == UNI;
        end else begin : g_vote
            wire                       valid;
            wire [`SHFL_VOTE_OP_W-1:0] result_op;
            wire [THREADS-1:0]         ballot, votes;

            shfl_vote #(.LANES(THREADS), .WAYS(LANES), .ELECT(0), .DEPTH(WHOLE ? 0 : 1),
                        .TAG_W(`SHFL_VOTE_OP_W)) u_vote (
                .clk(clk), .rst(rst),
                .in_valid(in_take), .in_ready(), .in_beat(in_packet), .in_last(in_last), .in_tag(op), .op(op),
                .active(active), .p(p),
                .out_valid(valid), .out_ready(1'b1), .out_tag(result_op), .rd(ballot), .pu(votes), .we());

            wire [THREADS-1:0] now = result_op == BALLOT ? ballot : votes & {{THREADS-1{1'b0}}, 1'b1};

            if (WHOLE) begin : g_whole
                wire unused_ok = &{1'b0, valid, out_take};
                assign result = now;
            end else begin : g_beats
                // The packets of up to nine warps are inside, and leave in the order in which their last ones came in
                shfl_queue #(.ENTRIES(16), .W(THREADS)) u_queue (
                    .clk(clk), .rst(rst),
                    .write(valid), .in(now), .complete(1'b1), .taken(1'b0),
                    .step(out_take), .out_valid(), .out(result), .out_last(1'b1), .begins());
            end
        end
    endgenerate
endmodule
`default_nettype wire
