// SPDX-License-Identifier: Apache-2.0
// shfl_amd_writeback - what one lane writes: data, 0, or nothing, so that it keeps its old value. Spec: docs/amd.md 7.
`default_nettype none
module shfl_amd_writeback #(
    parameter integer W = 32
) (
    input  wire         active,                     // this lane executes
    input  wire         valid,                      // the controls name a lane
    input  wire         src_active,                 // the lane that it read executes
    input  wire [W-1:0] src_data,                   // the value that was read
    input  wire         writes,                     // of shfl_amd_decode: row_writes and bank_writes of this lane
    input  wire         any_exec,
    input  wire         any_source,
    input  wire         zero,
    output wire [W-1:0] rd,
    output wire         we
);
    wire data = valid && (src_active || any_source);

    assign rd = data ? src_data : {W{1'b0}};
    assign we = (active || any_exec) && writes && (data || zero);
endmodule
`default_nettype wire
