// SPDX-License-Identifier: Apache-2.0
// shfl_barrier_beat - the predicates of some threads: how many are for it, is one against it. Spec: R19.2.8.
`default_nettype none
module shfl_barrier_beat #(
    parameter integer LANES = 32,
    parameter integer COUNT_W = 6                   // bits of a number from 0 to LANES, or more
) (
    input  wire [LANES-1:0]   active,
    input  wire [LANES-1:0]   p,
    output wire [COUNT_W-1:0] count,
    output wire               some_against
);
    // a sum of bits: synthesis adds them, and what is added to count, in carry-save form
    reg [COUNT_W-1:0] sum;
    integer           k;
    always @* begin
        sum = {COUNT_W{1'b0}};
        for (k = 0; k < LANES; k = k + 1) sum = sum + {{COUNT_W-1{1'b0}}, active[k] && p[k]};
    end
    assign count        = sum;
    assign some_against = |(active & ~p);
endmodule
`default_nettype wire
