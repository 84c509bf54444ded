// SPDX-License-Identifier: Apache-2.0
// shfl_handshake_checks - the unit's guarantees about valid and ready: nothing is lost, doubled, invented or overtaken, and
// an offer stays until it is accepted. A part of shfl_checks and shfl_banked_checks.
module shfl_handshake_checks #(
    parameter int KEY_W   = 1,                      // bits that leave unchanged
    parameter int OUT_W   = 1,                      // bits of all outputs
    parameter int LATENCY = -1                      // clocks with in_ready from input to output; -1: it depends
) (
    input logic             clk, rst,
    input logic             in_valid, in_ready,
    input logic [KEY_W-1:0] in_key,
    input logic             out_valid, out_ready,
    input logic [KEY_W-1:0] out_key,
    input logic [OUT_W-1:0] out
);
    logic             begun = 1'b0;                 // there was a reset
    logic [KEY_W-1:0] keys [$];                     // of what is inside, the oldest first
    int unsigned      entered [$];                  // and their value of ready_clocks
    int unsigned      ready_clocks = 0;

    // the oldest
    logic             waiting = 1'b0;
    logic [KEY_W-1:0] key;
    int unsigned      since;

    logic             due;                          // a result can be there; with a LATENCY, it must
    always_comb due = waiting ? LATENCY < 0 || ready_clocks - since >= LATENCY : LATENCY == 0 && in_valid;

    always @(posedge clk) begin
        if (rst) begin
            begun <= 1'b1;
            keys.delete();
            entered.delete();
        end else begin
            if (in_valid && in_ready) begin
                keys.push_back(in_key);
                entered.push_back(ready_clocks);
            end
            if (out_valid && out_ready && keys.size() != 0) begin
                void'(keys.pop_front());
                void'(entered.pop_front());
            end
        end
        waiting <= keys.size() != 0;
        key    <= keys.size() != 0 ? keys[0] : '0;
        since  <= entered.size() != 0 ? entered[0] : 0;
        if (in_ready) ready_clocks <= ready_clocks + 1;
    end

    // R5.4.2, R6.4.1
    not_ready_in_reset: assert property (@(posedge clk) rst |-> !in_ready)
        else $error("in_ready is 1 in reset");
    // R5.3.3
    none_comes_early: assert property (@(posedge clk) disable iff (rst || !begun) out_valid |-> due)
        else $error("out_valid is 1, and nothing is due");
    // R5.3.2, R6.2.7
    in_order: assert property (@(posedge clk) disable iff (rst || !begun)
                               out_valid |-> out_key == (waiting ? key : in_key))
        else $error("tag or active lanes are not those of the oldest inside");

    if (LATENCY >= 0) begin : g_latency
        none_is_lost: assert property (@(posedge clk) disable iff (rst || !begun) due |-> out_valid)
            else $error("out_valid is 0, though a result is due");
    end
    if (LATENCY != 0) begin : g_registered
        // R5.3.9, R6.3.7
        offered_until_taken: assert property (@(posedge clk) disable iff (rst || !begun)
                                              out_valid && !out_ready |=> out_valid)
            else $error("a result is withdrawn before it is taken");
        // R5.3.9, R6.3.7
        outputs_stay: assert property (@(posedge clk) disable iff (rst || !begun)
                                       out_valid && !out_ready |=> $stable(out))
            else $error("the outputs change before they are taken");
    end
endmodule
