// SPDX-License-Identifier: Apache-2.0
// Proof: the handshake of shfl_amd_banked is docs/rules.md 6 and docs/amd.md 12.4, for any sequence of waves, beats,
// stalls and resets. One beat is picked: shfl_picked.vh; of its result, number, last, tag and reserved are checked, the
// data in shfl_amd_banked_data_props. The outside keeps to docs/rules.md 6.2; all else but the clock and the first
// reset is free.
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_banked_props #(
    parameter integer LANES = 32, parameter integer WAYS = 32, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer GEN = `SHFL_AMD_GFX12, parameter integer PERMUTE = 0, parameter integer MEMORY = 0,
    parameter integer ELASTIC = 0, parameter integer TAG_W = 1, parameter integer BEATS = LANES / WAYS,
    parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire clk, rst, in_valid, out_ready, free
);
    localparam SKID = 0, KEPT_W = BEAT_W + 2 + TAG_W, OUT_W = KEPT_W + WAYS * (W + 2);
    `include "shfl_memories.vh"
    localparam N = WAYS;
    `define SHFL_FREE (* anyseq *)
    `include "shfl_amd_unit.vh"

    shfl_amd_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PERMUTE(PERMUTE), .MEMORY(MEMORY),
                      .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_unit (.*);

    assign out     = {out_beat, out_last, out_tag, reserved, rd, we, src_active};
    assign want    = {in_beat, in_last, in_tag, !legal};    // A12.2.3
    assign answer  = {kept, {WAYS*(W+2){1'b0}}};
    assign matters = {{KEPT_W{1'b1}}, {WAYS*(W+2){1'b0}}};
endmodule
