// SPDX-License-Identifier: Apache-2.0
// shfl_network_mux - a multiplexer of the network for FPGAs of nothing but LUT4s, in place of rtl/shfl_network_mux.v: a
// chain of links, one LUT4 a bit for two words; or links side by side, and an or. Spec: docs/rules.md 5.6 and
// docs/develop/design.md, Chains.
`default_nettype none
module shfl_network_mux #(
    parameter integer WORDS = 8,                    // a power of two, 2 or more
    parameter integer W     = 32,
    parameter integer LONE  = 0                     // 1: links side by side: more LUTs, and fewer in a row
) (
    input  wire [WORDS*W-1:0]       words,
    input  wire [$clog2(WORDS)-1:0] sel,
    output wire [W-1:0]             word
);
    localparam PAIRS = WORDS / 2;

    genvar p;
    generate
        for (p = 0; p < PAIRS; p = p + 1) begin : g_pair
            wire [W-1:0] prev, next, word_next;     // the word, as far as the links up to this one give it

            shfl_chain_link #(.W(W), .LONE(LONE)) u_link (
                .here(sel >> 1 == p), .even(words[W*(2*p) +: W]), .odd(words[W*(2*p + 1) +: W]),
                .prev(prev), .next(next));
            if (p == 0) begin : g_first
                assign prev      = {W{sel[0]}};
                assign word_next = next;
            end else begin : g_behind
                assign prev      = LONE != 0 ? {W{sel[0]}} : g_pair[p-1].next;
                assign word_next = LONE != 0 ? g_pair[p-1].word_next | next : next;
            end
        end
    endgenerate
    assign word = g_pair[PAIRS-1].word_next;
endmodule
`default_nettype wire
