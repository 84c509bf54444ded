// SPDX-License-Identifier: Apache-2.0
// shfl_writeback - what one lane writes: Rd, Pu and whether it writes at all.
// Spec: docs/rules.md 3.5 and 4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_writeback #(
    parameter integer W      = 32,
    parameter integer POLICY = `SHFL_ZERO           // ZERO: Rd of a lane whose source is inactive is 0
) (
    input  wire         active,                     // this lane executes
    input  wire         src_active,                 // the lane that it read executes
    input  wire         in_range,
    input  wire [W-1:0] src_data,                   // the word that was read
    output wire [W-1:0] rd,
    output wire         pu,
    output wire         we
);
    assign rd = POLICY == `SHFL_ZERO && !src_active ? {W{1'b0}} : src_data;
    assign pu = in_range;
    assign we = active;
endmodule
`default_nettype wire
