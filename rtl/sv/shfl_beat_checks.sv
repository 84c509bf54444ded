// SPDX-License-Identifier: Apache-2.0
// shfl_beat_checks - warps in beats or slices: each beat once, what they have in common, and a warp leaves when it is
// complete. A part of the checks of each unit with in_last.
module shfl_beat_checks #(
    parameter int BEATS  = 32,
    parameter int BEAT_W = 5,
    parameter bit NUMBERED = 1'b1,                  // a beat has a number
    parameter int AGREE_W = 1,                      // bits that the beats of a warp have in common
    parameter int LIMIT  = 7                        // clocks from the last beat of a warp to its first result
) (
    input logic              clk, rst,
    input logic              in_valid, in_ready,
    input logic [BEAT_W-1:0] in_beat,
    input logic              in_last,
    input logic [AGREE_W-1:0] agree,
    input logic              out_valid, out_ready,
    input logic              out_last
);
    logic             begun = 1'b0;                 // there was a reset
    logic [BEATS-1:0] seen = '0;                    // beats of the warp that is arriving
    int unsigned      warps = 0;                    // complete ones inside
    int unsigned      silent = 0;                   // clocks without a result, though there is such a warp

    logic               arriving = 1'b0;            // a beat of this warp was taken,
    logic [AGREE_W-1:0] previous;                   // and what it had in common with the next

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready;

    always @(posedge clk) begin
        if (rst) begun <= 1'b1;
        if (rst || taken && in_last) seen          <= '0;
        else if (taken)              seen[in_beat] <= 1'b1;
        if (rst || taken) arriving <= !rst && !in_last;
        if (taken) previous <= agree;
        warps  <= rst ? 0 : warps + 32'(taken && in_last) - 32'(given && out_last);
        silent <= rst || warps == 0 || out_valid ? 0 : silent + 1;
    end

    // R6.2.2, R6.2.8
    beat_is_new: assert property (@(posedge clk) disable iff (rst || !begun)
                                  in_valid |-> !NUMBERED || 32'(in_beat) < BEATS && !seen[in_beat])
        else $error("a warp has two beats of the same number, or a number out of range");
    // A12.4.2, R12.2.2, R12.2.3, V5.4.4
    beats_agree: assert property (@(posedge clk) disable iff (rst || !begun) taken && arriving |-> agree === previous)
        else $error("the beats of a warp do not agree");
    // R6.2.5, R6.3.2
    warp_is_complete: assert property (@(posedge clk) disable iff (rst || !begun) out_valid |-> warps != 0)
        else $error("a result leaves before the last beat of its warp");
    // R6.2.7, R6.3.2
    none_is_lost: assert property (@(posedge clk) disable iff (rst || !begun) silent < LIMIT)
        else $error("no result, though a complete warp is inside");
endmodule
