// SPDX-License-Identifier: Apache-2.0
// shfl_vote_lanes - the predicates of some lanes: who is for it, is one for it, is one against it. Spec: R8.2.
`default_nettype none
module shfl_vote_lanes #(
    parameter integer LANES = 32
) (
    input  wire [LANES-1:0] active,
    input  wire [LANES-1:0] p,
    output wire [LANES-1:0] ballot,
    output wire             some_for,
    output wire             some_against
);
    assign ballot       = active & p;
    assign some_for     = |ballot;
    assign some_against = |(active & ~p);
endmodule
`default_nettype wire
