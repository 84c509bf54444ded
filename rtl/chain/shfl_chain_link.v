// SPDX-License-Identifier: Apache-2.0
// shfl_chain_link - one link of a chain: one LUT4 a bit for two lanes.
//
// If the lane that is read is one of the two, the link picks it by prev, which then still is the bit that the
// chain began with, the lowest of the lane number. Otherwise it passes prev on. Spec: docs/develop/design.md, Chains.
`default_nettype none
module shfl_chain_link #(
    parameter integer W    = 32,
    parameter integer LONE = 0                      // the chain has one link: it gives 0 where it would pass on
) (
    input  wire         here,                       // the lane that is read is one of these two
    input  wire [W-1:0] even,
    input  wire [W-1:0] odd,
    input  wire [W-1:0] prev,
    output wire [W-1:0] next
);
    assign next = ({W{here}} & ((prev & odd) | (~prev & even))) | ({W{!here && LONE == 0}} & prev);
endmodule
`default_nettype wire
