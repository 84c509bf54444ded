// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_redux with registers is docs/rules.md 10 and 12, for any sequence of warps, beats, stalls and resets, and
// for all time. The values of the warp that arrives are reduced one by one, by the rules. One warp is picked:
// shfl_picked.vh. The outside keeps to docs/rules.md 12.2; everything else but the clock and the first reset is free.
`include "shfl_defs.vh"
module shfl_redux_unit_props #(
    parameter integer LANES = 4, parameter integer WAYS = 2, parameter integer W = 2, parameter integer DEPTH = 2,
    parameter integer GATE = 0, parameter integer TAG_W = 1, parameter integer BEATS = LANES / WAYS
) (
    input wire              clk, rst, in_valid, out_ready, pick, in_last, is_signed,
    input wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input wire [TAG_W-1:0]  in_tag,
    input wire [`SHFL_REDUX_OP_W-1:0] op,
    input wire [WAYS-1:0]   active,
    input wire [WAYS*W-1:0] ra
);
    localparam OUT_W = TAG_W + W + LANES, KEPT_W = OUT_W, FIT = DEPTH, FULL = FIT, DUE_W = $clog2(DEPTH + 1);
    `include "shfl_redux_spec.vh"
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = BEATS == 1;
    `include "shfl_quiet.vh"
    `include "shfl_beats.vh"
    `include "shfl_gathered.vh"

    wire [TAG_W-1:0] out_tag;
    wire [W-1:0]     rd;
    wire [LANES-1:0] we;

    shfl_redux #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GATE(GATE), .TAG_W(TAG_W)) u_redux (.*);

    // the beats that came, then with the one on the input
    reg [`SHFL_REDUX_OP_W:0] came_op;
    reg [W-1:0]     came_rd, rd_now;
    reg [LANES-1:0] came_we, we_now;
    reg             missed;                         // a beat of ours did not come
    integer         w, n;
    always @* begin
        rd_now = came == 0 ? spec_of_none(op, is_signed) : came_rd;
        we_now = came == 0 ? 0 : came_we;
        for (w = 0; w < WAYS; w = w + 1)
            if (active[w]) begin
                rd_now = spec_of_two(op, is_signed, rd_now, ra[W*w +: W]);
                for (n = 0; n < BEATS; n = n + 1)
                    if (BEATS == 1 || in_beat == n) we_now[WAYS*n+w] = 1;
            end
    end
    always @(posedge clk) begin
        if (taken) {came_op, came_rd, came_we} <= {is_signed, op, rd_now, we_now};
        if (enters && !follow) missed <= BEATS > 1 && (came | 1 << in_beat) != {BEATS{1'b1}};
    end

    assign out  = {out_tag, rd, we};
    assign want = {in_tag, rd_now, we_now};         // R10.1, R10.4, R12.2.2

    always @* begin
        is_an_op:      assume (!in_valid || op <= `SHFL_REDUX_MAX); // R10.2
        one_op_a_warp: assume (!in_valid || came == 0 || came_op == {is_signed, op}); // R12.2.2
        of_some_beats: cover (there && missed && we != 0 && rd != 0);
    end
endmodule
