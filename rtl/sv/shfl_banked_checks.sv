// SPDX-License-Identifier: Apache-2.0
// shfl_banked_checks - assertions to bind beside module shfl_banked. Spec: docs/rules.md 6. In your design:
//
// bind shfl_banked shfl_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_banked_checks #(
    parameter int LANES  = 32,
    parameter int WAYS   = 1,
    parameter int W      = 32,
    parameter int DEPTH  = 0,
    parameter int TAG_W  = 16,
    parameter int BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [BEAT_W-1:0]        in_beat,
    input logic                     in_last,
    input logic [TAG_W-1:0]         in_tag,
    input logic [`SHFL_MODE_W-1:0]  mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [WAYS-1:0]          active,
    input logic [WAYS*32-1:0]       sb, sc,
    input logic                     out_valid, out_ready,
    input logic [BEAT_W-1:0]        out_beat,
    input logic                     out_last,
    input logic [TAG_W-1:0]         out_tag,
    input logic [WAYS*W-1:0]        rd,
    input logic [WAYS-1:0]          pu, we, src_active
);
    localparam int KEY_W = TAG_W + 1 + BEAT_W;
    localparam int BEATS = LANES / WAYS;
    localparam int LIMIT = DEPTH + 7;               // clocks from the last beat of a warp to its first result

    shfl_handshake_checks #(.KEY_W(KEY_W + WAYS), .OUT_W(KEY_W + WAYS * W + 3 * WAYS)) u_handshake (
        .in_key({in_tag, in_last, in_beat, active}), .out_key({out_tag, out_last, out_beat, we}),
        .out({out_tag, out_last, out_beat, rd, pu, we, src_active}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(KEY_W)) u_known (
        .in_key({in_tag, in_last, in_beat}), .out_key({out_tag, out_last, out_beat}), .*);

    logic             begun = 1'b0;                 // there was a reset
    logic [BEATS-1:0] seen = '0;                    // beats of the warp that comes in
    int unsigned      warps = 0;                    // complete ones inside
    int unsigned      silent = 0;                   // clocks without a result, though there is such a warp

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready;

    always @(posedge clk) begin
        if (rst) begun <= 1'b1;
        if (rst || taken && in_last) seen          <= '0;
        else if (taken)              seen[in_beat] <= 1'b1;
        warps  <= rst ? 0 : warps + 32'(taken && in_last) - 32'(given && out_last);
        silent <= rst || warps == 0 || out_valid ? 0 : silent + 1;
    end

    // R6.2.2, R6.2.8
    beat_is_new: assert property (@(posedge clk) disable iff (rst || !begun)
                                  in_valid |-> 32'(in_beat) < BEATS && !seen[in_beat])
        else $error("a warp has two beats of the same number, or one that there is not");
    // R6.2.5, R6.3.2
    warp_is_complete: assert property (@(posedge clk) disable iff (rst || !begun) out_valid |-> warps != 0)
        else $error("a result comes before the last beat of its warp");
    // R6.2.7, R6.3.2
    none_is_lost: assert property (@(posedge clk) disable iff (rst || !begun) silent < LIMIT)
        else $error("no result, though a complete warp is inside");
endmodule
