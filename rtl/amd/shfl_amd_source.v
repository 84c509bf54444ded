// SPDX-License-Identifier: Apache-2.0
// shfl_amd_source - the lane that one lane reads, by the controls of shfl_amd_decode. One adder, for shifts,
// rotations and addresses. Spec: docs/amd.md 3 to 6.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_amd_source #(
    parameter integer LANES = 64
) (
    input  wire [$clog2(LANES)-1:0] lane,           // the number of the lane that reads
    input  wire [$clog2(LANES)-1:0] turned,         // this lane's; see shfl_amd_decode
    input  wire [$clog2(LANES)-1:0] sender,         // the lane that sends to this one; 0 unless it is a permute
    input  wire [$clog2(LANES)+1:0] addr,           // its address
    input  wire                     named,          // that of this lane
    input  wire [`SHFL_AMD_CONTROLS_W(LANES)-1:0] controls,
    output wire [$clog2(LANES)-1:0] j,
    output wire                     reads_j,        // it reads lane j, not itself
    output wire                     valid           // the controls name a lane
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] from_addr, keep, own_bits;
    wire [LANE_W+1:0] add;
    wire [LANE_W:0]   own_limit;
    wire              in_row, inverted;

    assign {from_addr, add, keep, in_row, inverted, own_bits, own_limit} = controls;

    wire [LANE_W-1:0] start = turned | sender | (from_addr & addr[LANE_W+1:2]);
    wire [LANE_W+1:0] sum   = {start, addr[1:0] & from_addr[1:0]} + add;

    assign j       = (keep & start) | (~keep & sum[LANE_W+1:2]);
    assign valid   = named && !(in_row && j[4] != lane[4]);
    assign reads_j = valid && {1'b0, (lane ^ {LANE_W{inverted}}) & own_bits} >= own_limit;

    wire unused_ok = &{1'b0, sum[1:0]};
endmodule
`default_nettype wire
