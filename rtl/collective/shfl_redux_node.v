// SPDX-License-Identifier: Apache-2.0
// shfl_redux_node - two values become one: their sum, OR, unsigned maximum or XOR. One carry chain serves sum and
// maximum: `a` is complemented for the maximum, and ~a + b has a carry if b is above a. Spec: R10.2.
`default_nettype none
module shfl_redux_node #(
    parameter integer W          = 32,
    parameter integer COMPLEMENT = 0                // 1: the result is an `a`: the maximum is complemented
) (
    input  wire         is_sum,                     // one of these, or none for XOR
    input  wire         is_or,
    input  wire         is_max,
    input  wire         b_alone,                    // the result is b; only without is_sum and with COMPLEMENT 0
    input  wire [W-1:0] a,                          // complemented if is_max
    input  wire [W-1:0] b,
    output wire [W-1:0] out
);
    // two LUT4s a bit: x, with the carry, and out, which is made of x and one of a and b; x ^ z is the other one
    wire [W:0]   sum     = {1'b0, a} + {1'b0, b};
    wire [W-1:0] x       = is_sum ? sum[W-1:0] : a ^ b;
    wire [W-1:0] z       = COMPLEMENT != 0 ? b : a;
    wire         chooses = is_max || b_alone;       // a or b
    wire         with_z  = !b_alone && (is_max ? sum[W] == (COMPLEMENT != 0) : is_or);

    assign out = chooses ? (with_z ? ~z : x ^ z) : (with_z ? x | z : x);
endmodule
`default_nettype wire
