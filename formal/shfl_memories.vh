// SPDX-License-Identifier: Apache-2.0
// When a unit on shfl_memories takes beats and offers them: a warp waits until all of its beats are there. To be
// included in a module with OUT_W, KEPT_W, BEATS, DEPTH, MEMORY, SKID, BEAT_W, TAG_W and the ports of shfl_picked.vh,
// with free in place of pick: one beat alone is picked, so that a copy of its warp can be kept.
localparam LATENCY = 3 + DEPTH + 4 * MEMORY;        // 6.3: clocks from the edge that accepts a warp's last beat to the
localparam PER     = MEMORY ? 4 : 1;                // one that delivers its first; for each beat before it, at most
localparam FIT     = (MEMORY ? 3 * BEATS : 2 * BEATS + 1) + DEPTH + SKID;
localparam FULL    = MEMORY ? 3 : FIT;               // that is reached
localparam DUE_W   = $clog2(PER * FIT + LATENCY + 1);
wire       pick;
(* anyseq *) reg [BEAT_W-1:0] in_beat;
(* anyseq *) reg              in_last;
(* anyseq *) reg [TAG_W-1:0]  in_tag;
wire [BEAT_W-1:0] out_beat;
wire              out_last;
wire [TAG_W-1:0]  out_tag;
`include "shfl_picked.vh"
`include "shfl_beats.vh"

reg             picked, complete;                   // ours was taken; and the last of its warp
reg [DUE_W-1:0] clocks;                             // since then
initial {picked, complete} = 0;
always @(posedge clk)
    if (rst) {picked, complete} <= 0;
    else if (enters && pick) begin
        picked   <= 1;
        complete <= last;
        clocks   <= 0;
    end else begin
        if (picked && taken && last)        complete <= 1;
        if (complete && clocks != LATENCY)  clocks   <= clocks + 1;
    end

assign pick        = free && !picked;
assign enters      = taken;
assign moves_due   = PER * (inside - given) + LATENCY - 1;
assign moves       = complete && out_ready;
assign early       = !complete || clocks + 1 < LATENCY;
assign ready       = !rst;                          // R6.4.1, and an empty unit takes
assign ready_known = rst || inside == 0;

always @* last_is_said: assume (!in_valid || BEATS > 1 || in_last);     // R6.2.3
