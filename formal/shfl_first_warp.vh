// SPDX-License-Identifier: Apache-2.0
// Proof: the first warp after reset passes through a unit in beats, whichever of its beats arrive: in the order of
// their numbers, one a clock, and nothing stalls. One beat is picked; which one is free. The initial contents of the
// memories are free.
//
// To be included in a module with BEATS, BEAT_W, DEPTH, MEMORY and TAG_W, and with comes, the beats that arrive.
localparam LATENCY = 3 + DEPTH + 4 * MEMORY;        // 6.3
localparam END     = 2 * BEATS + LATENCY + 1;       // the clock on which all are out
(* anyconst *) reg [BEAT_W-1:0] picked;
(* anyconst *) reg [TAG_W-1:0]  in_tag;

reg [7:0] clocks;
reg [1:0] outs;                                     // of the picked beat
initial {clocks, outs} = 0;

// clock 0 is reset, then beat by beat
wire [7:0]        beat     = clocks - 1;
wire [BEAT_W-1:0] in_beat  = beat[BEAT_W-1:0];
wire              rst      = clocks == 0;
wire              in_valid = clocks >= 1 && clocks <= BEATS && comes[in_beat];
wire              in_last  = comes >> beat == 1;
wire              is_in    = in_valid && beat == picked;
wire              in_ready, out_valid, out_last;
wire [BEAT_W-1:0] out_beat;
wire [TAG_W-1:0]  out_tag;
wire              is_picked = clocks > 0 && out_valid && out_beat == picked;

always @(posedge clk) begin
    clocks <= clocks + 1;
    if (is_picked && outs != 3) outs <= outs + 1;
end

always @* begin
    some_beat:            assume (comes != 0 && (BEATS > 1 || picked == 0)); // R6.2.2
    if (is_picked)
        last_is_the_last: assert (out_last == (comes >> picked == 1)); // R6.2.7
    if (is_picked)
        tag_is_the_beats: assert (out_tag == in_tag); // R6.2.7
    if (clocks == END)
        each_comes_once:  assert (outs == comes[picked]); // R6.2.2, R6.2.5, R6.2.7
    if (clocks > 0)
        nothing_holds_it_up: assert (in_ready); // R6.3.3
end
