// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_vote in beats is docs/rules.md 8 and 12.2, for all time: any order, missing beats, stalls, resets.
`include "shfl_defs.vh"
module shfl_vote_beats_props #(parameter integer LANES = 4, parameter integer WAYS = 1) (
    input wire            clk, rst, in_valid, out_ready, in_last,
    input wire [`SHFL_VOTE_OP_W-1:0] op,
    input wire [1:0]      in_tag,
    input wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input wire [WAYS-1:0] active, p
);
    `include "shfl_vote_spec.vh"
    wire             in_ready, out_valid;
    wire [1:0]       out_tag;
    wire [LANES-1:0] rd, pu, we;

    shfl_vote #(.LANES(LANES), .WAYS(WAYS), .DEPTH(1), .TAG_W(2)) u_vote (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat), .in_last(in_last),
        .in_tag(in_tag), .op(op), .active(active), .p(p),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .rd(rd), .pu(pu), .we(we));

    // the lanes that came so far, those that execute and those that are for it; and the result that has to be offered
    reg  [LANES-1:0] came, executes, yes;
    reg              due;
    reg  [`SHFL_VOTE_OP_W-1:0] due_op;
    reg  [1:0]       due_tag;
    reg  [LANES-1:0] due_executes, due_yes;
    wire [LANES-1:0] beat_lanes    = {{(LANES - WAYS){1'b0}}, {WAYS{1'b1}}} << (in_beat * WAYS);
    wire [LANES-1:0] beat_executes = {{(LANES - WAYS){1'b0}}, active} << (in_beat * WAYS);
    wire [LANES-1:0] beat_yes      = {{(LANES - WAYS){1'b0}}, p} << (in_beat * WAYS);
    wire             take          = in_valid && in_ready && !rst;

    initial begin
        due = 0; came = 0; executes = 0; yes = 0;
    end
    always @(posedge clk) begin
        if (rst || take && in_last) {came, executes, yes} <= 0;
        else if (take) begin
            came     <= came | beat_lanes;
            executes <= executes | beat_executes;
            yes      <= yes | beat_yes;
        end
        if (rst)                    due <= 0;
        else if (take && in_last)   due <= 1;
        else if (out_ready)         due <= 0;
        if (take && in_last) begin
            due_op       <= op;
            due_tag      <= in_tag;
            due_executes <= executes | beat_executes;
            due_yes      <= yes | beat_yes;
        end
    end

    reg started = 0;
    always @(posedge clk) started <= started || rst;

    reg [LANES-1:0] want_rd, want_pu;
    integer k, all, those, lowest;
    always @* begin
        all    = spec_count(due_executes);
        those  = spec_count(due_executes & due_yes);
        lowest = spec_lowest(due_executes);
        for (k = 0; k < LANES; k = k + 1) begin     // R8.2, R8.3, R8.4
            want_rd[k] = due_op == `SHFL_VOTE_ELECT ? (lowest >> k) % 2 == 1 : due_executes[k] && due_yes[k];
            want_pu[k] = due_op == `SHFL_VOTE_ELECT ? all > 0 && k == lowest : spec_vote(due_op, all, those);
        end
        reset_first:       assume (started || rst);
        each_beat_once:    assume (!in_valid || (came & beat_lanes) == 0);                  // R12.2.2
        offered_when_due:  assert (!started || out_valid == due);                           // R12.2.4, R12.3.1
        ready_if_room:     assert (in_ready == (!rst && (out_ready || !out_valid)));        // R12.3.1
        rd_is_the_rule:    assert (!started || !due || rd == want_rd);
        pu_is_the_rule:    assert (!started || !due || pu == want_pu);
        we_is_active:      assert (!started || !due || we == due_executes);
        tag_is_the_lasts:  assert (!started || !due || out_tag == due_tag);
        whole_warp_for_it: cover  (started && due && due_op == `SHFL_VOTE_ALL && &due_yes && &due_executes && pu[0]);
        stalled:           cover  (started && due && !out_ready && in_valid && we != 0);
    end
endmodule
