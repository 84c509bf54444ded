// SPDX-License-Identifier: Apache-2.0
// shfl_network_mux - a multiplexer of the network: a shfl_mux. rtl/chain/ has a module of the same name and ports for
// FPGAs of nothing but LUT4s. Spec: docs/rules.md 5.6.
`default_nettype none
module shfl_network_mux #(
    parameter integer WORDS = 8,                    // a power of two, 2 or more
    parameter integer W     = 32,
    parameter integer LONE  = 0                     // of rtl/chain/
) (
    input  wire [WORDS*W-1:0]       words,
    input  wire [$clog2(WORDS)-1:0] sel,
    output wire [W-1:0]             word
);
    shfl_mux #(.WORDS(WORDS), .W(W)) u_mux (.words(words), .sel(sel), .word(word));

    wire unused_ok = &{1'b0, LONE != 0};
endmodule
`default_nettype wire
