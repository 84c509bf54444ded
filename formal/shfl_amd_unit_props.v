// SPDX-License-Identifier: Apache-2.0
// Proof: the handshake of shfl_amd with registers is docs/rules.md 5.3 and 5.4 and docs/amd.md 12.3, ds_permute
// included, for any sequence of offers, stalls and resets, and for all time. One wave is picked: shfl_picked.vh; of its
// result, tag and reserved are checked, the data in shfl_amd_data_props. Everything but the clock and the first reset
// is free.
`include "shfl_amd_defs.vh"
module shfl_amd_unit_props #(
    parameter integer LANES = 32, parameter integer W = 1, parameter integer DEPTH = 3,
    parameter integer GEN = `SHFL_AMD_GFX12, parameter integer ELASTIC = 0, parameter integer GATE = 0,
    parameter integer TAG_W = 1
) (
    input wire             clk, rst, in_valid, out_ready, pick,
    input wire [TAG_W-1:0] in_tag
);
    localparam OUT_W = TAG_W + 1 + LANES * (W + 2), KEPT_W = TAG_W + 1, FIT = DEPTH, FULL = FIT, DUE_W = 4;
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = 1;
    `include "shfl_quiet.vh"
    localparam N = LANES, PERMUTE = 1;
    `define SHFL_FREE (* anyseq *)
    `include "shfl_amd_unit.vh"

    wire [TAG_W-1:0] out_tag;

    shfl_amd #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .ELASTIC(ELASTIC), .GATE(GATE),
               .TAG_W(TAG_W)) u_shfl_amd (.*);

    assign out     = {out_tag, reserved, rd, we, src_active};
    assign want    = {in_tag, !legal};              // A12.2.3
    assign answer  = {kept, {LANES*(W+2){1'b0}}};
    assign matters = {{KEPT_W{1'b1}}, {LANES*(W+2){1'b0}}};

    // A12.3.2, A12.3.4: the lanes that have sent; a ds_permute can begin if all have
    wire      sends = in_valid && legal && op == `SHFL_AMD_PERMUTE;
    reg [6:0] sent;
    always @(posedge clk) sent <= rst || !sends || taken ? 0 : sent == LANES ? LANES : sent + 1;

    wire       comes      = in_valid && (!sends || sent == LANES);
    wire [6:0] want_trips = 1;
    `include "shfl_registers.vh"
    assign ready_known = rst || in_valid;           // A12.3.5

    always @* comes_behind_scatter: cover (sends && taken && follow && out_valid && !rst);
endmodule
