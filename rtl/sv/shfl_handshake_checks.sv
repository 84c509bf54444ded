// SPDX-License-Identifier: Apache-2.0
// shfl_handshake_checks - what valid and ready guarantee: nothing is lost, doubled, invented or overtaken, and an offer
// stays until it is accepted; and which lanes write. A part of the checks of each unit.
`include "shfl_amd_defs.vh"
module shfl_handshake_checks #(
    parameter int LANES   = 1,                      // lanes in one result
    parameter int KEY_W   = 1,                      // bits that leave unchanged
    parameter int KEPT_W  = 1,                      // bits of the operands
    parameter int OUT_W   = 1,                      // bits of the result
    parameter bit ANY_LANE = 1'b0,                  // 1: any lane may write
    parameter int LATENCY = 1,                      // clocks from input to output, at least
    parameter bit STEADY  = 1'b0,                   // exactly as many, if only clocks with in_ready count
    parameter int SILENCE = -1                      // most clocks without a result while one is inside; -1: any number
) (
    input logic              clk, rst,
    input logic              in_valid, in_ready,
    input logic [KEY_W-1:0]  in_key,
    input logic              amd,                   // may be reserved; of AMD's units, an operation of theirs
    input logic [`SHFL_AMD_OP_W-1:0] op,
    input logic [LANES-1:0]  active,
    input logic              offered,               // in_valid of each beat, not of the one that completes a warp
    input logic [KEPT_W-1:0] kept,
    input logic              out_valid, out_ready,
    input logic [KEY_W-1:0]  out_key,
    input logic              reserved,
    input logic              one_word,              // rd is the same in all lanes
    input logic [LANES-1:0]  we,
    input logic [OUT_W-1:0]  out                    // all outputs but the key
);
    typedef struct packed {
        logic [KEY_W-1:0]  key;
        logic              amd;
        logic              scalar;                  // every lane writes, and the same
        logic [LANES-1:0]  must;                    // lanes that write,
        logic [LANES-1:0]  may;                     // and those that may
    } expected_t;

    // R3.5.3, A7.1.1
    wire scalar   = amd && op inside {`SHFL_AMD_READLANE, `SHFL_AMD_READFIRSTLANE};
    wire any_lane = ANY_LANE || scalar || amd && op == `SHFL_AMD_WRITELANE;
    wire actives  = !ANY_LANE && (!amd || op inside {`SHFL_AMD_DPP8, `SHFL_AMD_SWIZZLE,
                                       `SHFL_AMD_BPERMUTE, `SHFL_AMD_PERMUTE,
                                       `SHFL_AMD_BPERMUTE_FI, `SHFL_AMD_PERMLANE_BCAST,
                                       `SHFL_AMD_PERMLANE_UP, `SHFL_AMD_PERMLANE_DOWN,
                                       `SHFL_AMD_PERMLANE_XOR});
    expected_t entering;
    always_comb entering = '{key: in_key, amd: amd, scalar: scalar,
                             must: {LANES{scalar}} | {LANES{actives}} & active, may: {LANES{any_lane}} | active};

    logic        begun = 1'b0;                      // there was a reset
    expected_t   warps [$];                         // the oldest first
    int          entered [$];                       // and their value of clocks
    int          clocks = 0;
    int          silent = 0;                        // clocks without a result, up to now

    // the oldest
    logic        waiting = 1'b0;
    expected_t   first, oldest;
    int          since;
    always_comb  oldest = waiting ? first : entering;

    logic        due;                               // a result can be there; in a steady unit, it must
    always_comb due = waiting ? clocks - since >= LATENCY : LATENCY == 0 && in_valid;

    // a bit for each comparison of many: Verilator 5.006 makes wrong C++ of an assertion with 2,048 bits
    logic [KEY_W+OUT_W-1:0] out_before;             // on the clock before
    logic [KEPT_W-1:0] kept_before;
    wire               out_same  = {out_key, out} === out_before;
    wire               kept_same = kept === kept_before;

    always @(posedge clk) begin
        out_before  <= {out_key, out};
        kept_before <= kept;
        if (rst) begin
            begun <= 1'b1;
            warps.delete();
            entered.delete();
        end else begin
            if (in_valid && in_ready) begin
                warps.push_back(entering);
                entered.push_back(clocks);
            end
            if (out_valid && out_ready && warps.size() != 0) begin
                void'(warps.pop_front());
                void'(entered.pop_front());
            end
        end
        waiting <= warps.size() != 0;
        first   <= warps.size() != 0 ? warps[0] : '0;
        since   <= entered.size() != 0 ? entered[0] : 0;
        silent  <= rst || !waiting || out_valid ? 0 : silent + 1;
        if (in_ready || !STEADY) clocks <= clocks + 1;
    end

    // R5.4.2, R6.4.1
    not_ready_in_reset: assert property (@(posedge clk) rst |-> !in_ready)
        else $error("in_ready is 1 in reset");
    // R5.3.3
    none_comes_early: assert property (@(posedge clk) disable iff (rst || !begun) out_valid |-> due)
        else $error("out_valid is 1, and nothing is due");
    // R5.3.2, R6.2.7
    in_order: assert property (@(posedge clk) disable iff (rst || !begun) out_valid |-> out_key == oldest.key)
        else $error("the tag is not that of the oldest inside");
    // R3.5.3, A7.1.1
    lanes_write: assert property (@(posedge clk) disable iff (rst || !begun)
                                  out_valid && !reserved |-> (oldest.must & ~we) == 0 && (we & ~oldest.may) == 0)
        else $error("a lane writes that must not, or does not and must");

    // A12.2.3, A12.2.2
    reserved_writes_none: assert property (@(posedge clk) disable iff (rst || !begun)
                                           out_valid && reserved |-> oldest.amd && we == 0)
        else $error("a lane writes with reserved, or SHFL is reserved");
    // A12.2.4
    scalar_is_one: assert property (@(posedge clk) disable iff (rst || !begun)
                                    out_valid && oldest.scalar && !reserved |-> one_word)
        else $error("readlane or readfirstlane gives the lanes different words");

    if (STEADY) begin : g_steady
        // R5.3.3
        none_is_lost: assert property (@(posedge clk) disable iff (rst || !begun) due |-> out_valid)
            else $error("out_valid is 0, though a result is due");
    end else if (SILENCE >= 0) begin : g_silence
        // R5.3.3, R5.6.4
        none_is_lost: assert property (@(posedge clk) disable iff (rst || !begun)
                                       waiting && !out_valid |-> silent < SILENCE)
            else $error("no result for too long");
    end
    if (LATENCY != 0) begin : g_registered
        // R5.3.9, R6.3.7
        offered_until_taken: assert property (@(posedge clk) disable iff (rst || !begun)
                                              out_valid && !out_ready |=> out_valid)
            else $error("a result is withdrawn before it is taken");
        // R5.3.9, R6.3.7
        outputs_stay: assert property (@(posedge clk) disable iff (rst || !begun)
                                       out_valid && !out_ready |=> out_same)
            else $error("the outputs change before they are taken");
    end
    // the source: R5.3.10, A12.3.3
    logic was_kept = 1'b0;                          // on the clock before
    always @(posedge clk) begin
        was_kept <= !rst && begun && offered && !in_ready;
        if (!rst && was_kept)
            operands_are_kept: assert (!offered || kept_same)
                else $error("the source changes what it has to keep");
    end
endmodule
