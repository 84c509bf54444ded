// SPDX-License-Identifier: Apache-2.0
// shfl_barrier_slots - what is known of the barriers that are not complete; all 0 before the first warp of each.
// Spec: R19.2.7, R19.2.9, R19.3.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_barrier_slots #(
    parameter integer SLOTS = 1,
    parameter integer W     = 1
) (
    input  wire         clk,
    input  wire         clear,                      // all slots become empty at the end of this clock,
    input  wire [`SHFL_SLOT_W(SLOTS)-1:0] slot,     // or this one,
    input  wire         write,
    input  wire         empty,                      // if it is not given a new content
    input  wire [W-1:0] in,
    output wire [W-1:0] out                         // of this slot, before that
);
    wire [SLOTS*W-1:0] held;
    wire [SLOTS-1:0]   chosen;

    generate
        if (SLOTS == 1) begin : g_one
            assign chosen = 1'b1;
            assign out    = held;

            wire unused_ok = &{1'b0, slot};
        end else begin : g_several
            assign chosen = {{(SLOTS - 1){1'b0}}, 1'b1} << slot;
            assign out    = held[W*slot +: W];
        end
    endgenerate

    genvar n;
    generate
        for (n = 0; n < SLOTS; n = n + 1) begin : g_slot
            reg  [W-1:0] q;
            wire         load = write && chosen[n];
            always @(posedge clk)
                if (clear || load && empty) q <= {W{1'b0}};
                else if (load)              q <= in;
            assign held[W*n +: W] = q;
        end
    endgenerate
endmodule
`default_nettype wire
