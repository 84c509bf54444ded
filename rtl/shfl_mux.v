// shfl_mux - one of WORDS words: the multiplexer that a lane of the crossbar is made of. A module of its
// own so that a synthesis script can put a family's hard multiplexers in its place.
// Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_mux #(
    parameter WORDS = 32,                           // a power of two, 2 or more
    parameter W     = 32
) (
    input  wire [WORDS*W-1:0]       words,
    input  wire [$clog2(WORDS)-1:0] sel,
    output wire [W-1:0]             word
);
    assign word = words[W*sel +: W];
endmodule
`default_nettype wire
