// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_barrier with a register is docs/rules.md 15 and 19, for any sequence of warps that arrive or exit, in any
// slots, beats in any order, missing beats, stalls and resets, and for all time. One warp is picked: shfl_picked.vh. It
// is one of a slot that is free; the threads of this slot are counted, those of the others do what they like. The
// outside keeps to docs/rules.md 19.2.
`include "shfl_defs.vh"
module shfl_barrier_unit_props #(
    parameter integer LANES = 2, parameter integer WAYS = 1, parameter integer WARPS = 2, parameter integer SLOTS = 2,
    parameter integer GATE = 0, parameter integer TAG_W = 1, parameter integer BEATS = LANES / WAYS
) (
    input wire             clk, rst, in_valid, out_ready, pick, in_last,
    input wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,     // the unit has no such port: any order will do
    input wire [TAG_W-1:0] in_tag,
    input wire [`SHFL_SLOT_W(SLOTS)-1:0]  slot,
    input wire [`SHFL_COUNT_W(WARPS)-1:0] warps,
    input wire             is_exit,
    input wire [WAYS-1:0]  active, p
);
    localparam SUM_W = `SHFL_COUNT_W(LANES * WARPS);
    localparam DEPTH = 1, OUT_W = TAG_W + SUM_W + 3, KEPT_W = OUT_W, FIT = DEPTH, FULL = FIT, DUE_W = 1;
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = 1;
    `include "shfl_quiet.vh"
    `include "shfl_beats.vh"
    `include "shfl_gathered.vh"

    wire [TAG_W-1:0]   out_tag;
    wire [SUM_W-1:0] count;
    wire               done, all, any;

    shfl_barrier #(.LANES(LANES), .WAYS(WAYS), .WARPS(WARPS), .SLOTS(SLOTS), .DEPTH(DEPTH), .GATE(GATE),
                   .TAG_W(TAG_W)) u_barrier (.*);

    // the threads with p and those without, of the warps that have arrived at the barrier of this slot,
    // then with those on the input
    (* anyconst *) reg [`SHFL_SLOT_W(SLOTS)-1:0] own;
    reg [SUM_W-1:0] came_yes, came_no, yes, no;
    reg [7:0]         came_warps, there_warps;
    reg               was_exit;
    reg [`SHFL_SLOT_W(SLOTS)-1:0]  was_slot;
    reg [`SHFL_COUNT_W(WARPS)-1:0] was_warps;
    integer           k;
    initial {came_yes, came_no, came_warps} = 0;

    wire of_own   = SLOTS == 1 || slot == own;
    wire complete = there_warps == warps;
    always @* begin
        {yes, no}   = {came_yes, came_no};
        there_warps = came_warps + (is_exit ? 0 : 1);
        for (k = 0; k < WAYS; k = k + 1)
            if (active[k]) begin
                if (p[k]) yes = yes + 1;
                else      no  = no + 1;
            end
    end
    always @(posedge clk) begin
        if (rst || taken && of_own && last && complete) {came_yes, came_no, came_warps} <= 0;
        else if (taken && of_own) {came_yes, came_no, came_warps} <= {yes, no, last ? there_warps : came_warps};
        if (taken) {was_slot, was_warps, was_exit} <= {slot, warps, is_exit};
    end

    assign out  = {out_tag, done, count, all, any};
    assign want = {in_tag, complete, yes, no == 0, yes != 0};

    always @* begin
        // R15.1, R15.2, R15.4, R19.2.4, R19.2.5, R19.2.7, R19.2.8, R19.2.9
        if (begun && ours) barrier_is_the_rule: assert ({done, count, all, any} == kept[SUM_W+2:0]);
        one_slot_is_0:    assume (SLOTS > 1 || slot == 0);   // R19.2.1
        ours_is_of_it:    assume (!pick || of_own);          // a choice of the proof: any slot
        exit_is_empty:    assume (!in_valid || !is_exit || active == 0);                            // R19.2.5
        warps_are_enough: assume (!in_valid || !of_own || there_warps <= warps && warps <= WARPS);  // R19.2.10
        beats_agree:      assume (!in_valid || came == 0
                                  || {slot, warps, is_exit} == {was_slot, was_warps, was_exit});    // R19.2.3
        some_and_done:    cover (there && done && any && !all && count == LANES * WARPS - 1);
        all_of_a_block:   cover (there && done && all && count == LANES * WARPS);
        exit_completes:   cover (in_valid && of_own && is_exit && complete && came_yes != 0);
    end
endmodule
