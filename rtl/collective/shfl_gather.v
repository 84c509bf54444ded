// SPDX-License-Identifier: Apache-2.0
// shfl_gather - a bit of each lane of a warp, from beats: those of the beats before, and those of this one.
// Spec: docs/rules.md 12.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_gather #(
    parameter integer LANES = 32,
    parameter integer WAYS  = 32                    // lanes of a beat
) (
    input  wire                                 first,      // of the warp: there is no beat before
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [LANES-1:0]                     held,       // of the beats before
    input  wire [WAYS-1:0]                      in,
    output wire [LANES-1:0]                     out
);
    genvar b;
    generate
        if (WAYS == LANES) begin : g_whole
            wire unused_ok = &{1'b0, first, beat, held};
            assign out = in;
        end else begin : g_beats
            for (b = 0; b < LANES / WAYS; b = b + 1) begin : g_beat
                localparam [`SHFL_BEAT_W(LANES, WAYS)-1:0] BEAT = b;

                assign out[WAYS*b +: WAYS] = beat == BEAT ? in : held[WAYS*b +: WAYS] & {WAYS{!first}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
