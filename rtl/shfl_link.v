// shfl_link - a link of the chain that a lane of the crossbar is made of: one LUT4 a bit for two lanes.
// What it gets from the link before is either the answer or, as long as there is none, src_lane[0],
// by which the link that has the pair takes one lane of the two. Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_link #(
    parameter W    = 32,
    parameter LONE = 0                              // each link is a chain of its own: 0 for no answer
) (
    input  wire         here,                       // the lane that is read is one of these two
    input  wire [W-1:0] even,
    input  wire [W-1:0] odd,
    input  wire [W-1:0] prev,
    output wire [W-1:0] next
);
    assign next = ({W{here}} & ((prev & odd) | (~prev & even))) | ({W{!here && !LONE}} & prev);
endmodule
`default_nettype wire
