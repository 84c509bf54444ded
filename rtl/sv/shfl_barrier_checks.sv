// SPDX-License-Identifier: Apache-2.0
// shfl_barrier_checks - assertions to bind to module shfl_barrier. Spec: docs/rules.md 19.3. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_barrier shfl_barrier_checks #(.LANES(LANES), .WAYS(WAYS), .WARPS(WARPS), .SLOTS(SLOTS), .DEPTH(DEPTH),
//     .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_barrier_checks #(
    parameter int LANES = 32,
    parameter int WAYS  = 32,
    parameter int WARPS = 32,
    parameter int SLOTS = 1,
    parameter int DEPTH = 1,
    parameter int TAG_W = 16
) (
    input logic                                    clk,
    input logic                                    rst,
    input logic                                    in_valid,
    input logic                                    in_ready,
    input logic                                    in_last,
    input logic [TAG_W-1:0]                        in_tag,
    input logic [`SHFL_SLOT_W(SLOTS)-1:0]          slot,
    input logic [`SHFL_COUNT_W(WARPS)-1:0]         warps,
    input logic                                    is_exit,
    input logic [WAYS-1:0]                         active,
    input logic [WAYS-1:0]                         p,
    input logic                                    out_valid,
    input logic                                    out_ready,
    input logic [TAG_W-1:0]                        out_tag,
    input logic                                    done,
    input logic [`SHFL_COUNT_W(LANES * WARPS)-1:0] count,
    input logic                                    all,
    input logic                                    any
);
    wire completes = in_valid && in_last;          // the last transfer of a warp
    wire lanes = 1'b1, we = 1'b1;                     // no lane writes

    // what counts, and 0 for the rest
    localparam int OTHER_W = `SHFL_SLOT_W(SLOTS) + `SHFL_COUNT_W(WARPS) + 1 + WAYS;
    wire [OTHER_W-1:0] other = {slot, warps, is_exit, p & active};
    localparam int RESULTS_W = 1 + 1 + 1;
    wire [RESULTS_W-1:0] results = {done, all, any};
    wire [`SHFL_COUNT_W(LANES * WARPS)-1:0] words = count;

    shfl_handshake_checks #(.LANES(1), .KEY_W(TAG_W),
                            .KEPT_W(1 + TAG_W + `SHFL_SLOT_W(SLOTS) + `SHFL_COUNT_W(WARPS) + 1 + WAYS + WAYS),
                            .OUT_W(1 + `SHFL_COUNT_W(LANES * WARPS) + 1 + 1), .ANY_LANE(1'b0), .LATENCY(DEPTH),
                            .STEADY(1'b1)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b0), .op('0), .active(lanes), .offered(in_valid),
        .kept({in_last, in_tag, slot, warps, is_exit, active, p}), .out_key({out_tag}), .reserved(1'b0),
        .one_word(1'b1), .out({done, count, all, any}), .*);

    if (WAYS < LANES) begin : g_beats
        shfl_beat_checks #(.BEATS(1), .BEAT_W(1), .NUMBERED(1'b0),
                           .AGREE_W(`SHFL_SLOT_W(SLOTS) + `SHFL_COUNT_W(WARPS) + 1), .LIMIT(DEPTH)) u_beats (
            .in_beat(1'b0), .out_last(1'b1), .agree({slot, warps, is_exit}), .*);
    end

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W), .OTHER_W(OTHER_W), .DATA_W(1),
                        .RESULTS_W(RESULTS_W), .WORDS_W(`SHFL_COUNT_W(LANES * WARPS)), .READY_X(1'b0)) u_known (
        .in_key({in_tag}), .amd(1'b0), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0), .sb_imm('0),
        .sc_imm('0), .sc('0), .control('0), .fi('0), .bc('0), .row_mask('0), .bank_mask('0), .op('0), .sb('0),
        .data(1'b0), .out_key({out_tag}), .*);

    // the source; Icarus Verilog 11 has no names of assertions
`ifndef __ICARUS__
    always @(posedge clk)
        if (!rst && in_valid && is_exit)
            exit_is_empty: assert (active == 0)
                else $error("a warp that exits has active threads");
`endif
endmodule
