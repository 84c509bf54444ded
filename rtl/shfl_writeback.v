// SPDX-License-Identifier: Apache-2.0
// shfl_writeback - what one lane writes: Rd, Pu and whether it writes at all.
// Spec: docs/rules.md 3.5 and 4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_writeback #(
    parameter W      = 32,
    parameter POLICY = `SHFL_ZERO                   // Rd of a lane that read an inactive lane
) (
    input  wire         active,                     // this lane executes
    input  wire         src_active,                 // the lane that it read executes
    input  wire         in_range,
    input  wire [W-1:0] ra,                         // this lane's own, for POLICY OWN
    input  wire [W-1:0] src_data,                   // ra of the lane that was read
    output wire [W-1:0] rd,
    output wire         pu,
    output wire         we
);
    wire [W-1:0] inactive_data = POLICY == `SHFL_OWN ? ra
                               : POLICY == `SHFL_RAW ? src_data
                               :                       {W{1'b0}};

    assign rd = src_active ? src_data : inactive_data;
    assign pu = in_range;
    assign we = active;
endmodule
`default_nettype wire
