// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_banked is docs/rules.md 2 to 4 and 6, for any sequence of warps, beats, stalls and resets. The
// initial contents of the memories are free.
//
// One beat is picked: shfl_picked.vh. Its inputs are kept, and the lane values and active bits of its warp. The outside
// keeps to the rules: no number twice in a warp, and all numbers are a whole warp. Everything else but the clock and
// the first reset is free.
`include "shfl_defs.vh"
module shfl_banked_props #(
    parameter integer LANES = 2, parameter integer WAYS = 1, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer POLICY = 0, parameter integer MEMORY = 0, parameter integer SKID = 0,
    parameter integer ELASTIC = 0, parameter integer GATE = 0, parameter integer TAG_W = 1,
    parameter integer BEATS = LANES / WAYS, parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire                     clk, rst, in_valid, out_ready, free,
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [WAYS-1:0]          active,
    input wire [WAYS*W-1:0]        ra,
    input wire [WAYS*32-1:0]       sb, sc
);
    localparam LANE_W = $clog2(LANES);
    localparam OUT_W  = BEAT_W + 1 + TAG_W + WAYS * (W + 3), KEPT_W = BEAT_W + 1 + TAG_W + WAYS * (2 + LANE_W);
    `include "shfl_memories.vh"
    localparam WHOLE_RESULT = SKID == 0;
    `include "shfl_quiet.vh"
    `include "shfl_spec.vh"

    wire [WAYS*W-1:0] rd;
    wire [WAYS-1:0]   pu, we, src_active;

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                  .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W))
    u_shfl_banked (.*);

    // the arriving warp; once it is complete, and has our beat, a copy of it
    reg [LANES-1:0]   warp_active;
    reg [LANES*W-1:0] warp_ra;
    reg [BEATS-1:0]   came_of_warp;
    integer           n;
    always @(posedge clk)
        if (taken && !complete) begin
            came_of_warp <= came | 1 << in_beat;
            for (n = 0; n < BEATS; n = n + 1)
                if (BEATS == 1 || in_beat == n) begin
                    warp_active[WAYS*n +: WAYS] <= active;
                    warp_ra[W*WAYS*n +: W*WAYS] <= ra;
                end
        end

    wire                   our_last;
    wire [BEAT_W-1:0]      our_beat;
    wire [TAG_W-1:0]       our_tag;
    wire [WAYS-1:0]        our_active, our_in_range;
    wire [WAYS*LANE_W-1:0] our_source;
    assign {our_beat, our_last, our_tag, our_active, our_in_range, our_source} = kept;

    `include "shfl_banked_want.vh"

    assign out     = {out_beat, out_last, out_tag, rd, pu, we, src_active};
    assign want    = {in_beat, in_last, in_tag, active, in_range, source};
    assign answer  = {our_beat, our_last, our_tag, want_rd, our_in_range, our_active, want_src_active};
    assign matters = {{BEAT_W+1+TAG_W{1'b1}}, known, {3*WAYS{1'b1}}};   // R6.1.1, R6.2.1, R6.2.4, R6.2.6, R6.4.3

    always @* crosses: cover (ours && our_source[LANE_W-1:0] / WAYS != our_beat && src_active[0] && rd != 0);
endmodule
