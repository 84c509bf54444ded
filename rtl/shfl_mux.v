// SPDX-License-Identifier: Apache-2.0
// shfl_mux - one of WORDS words. The crossbar is made of these; a synthesis script can put an FPGA family's
// hard multiplexers in the place of this module. Spec: docs/rules.md 3.4.
`default_nettype none
module shfl_mux #(
    parameter integer WORDS = 32,                   // a power of two, 2 or more
    parameter integer W     = 32
) (
    input  wire [WORDS*W-1:0]       words,
    input  wire [$clog2(WORDS)-1:0] sel,
    output wire [W-1:0]             word
);
    assign word = words[W*sel +: W];
endmodule
`default_nettype wire
