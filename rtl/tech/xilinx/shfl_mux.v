// SPDX-License-Identifier: Apache-2.0
// shfl_mux on the hard multiplexers of Xilinx 7: a LUT6 takes one of four words, a MUXF7 one of two LUT6s, a
// MUXF8 one of two of those. What is left above 16 words, and two words alone, is a gate that may share a
// LUT with what comes behind it. Replaces rtl/shfl_mux.v.
`default_nettype none
module shfl_mux #(
    parameter integer WORDS = 32,
    parameter integer W     = 32
) (
    input  wire [WORDS*W-1:0]       words,
    input  wire [$clog2(WORDS)-1:0] sel,
    output wire [W-1:0]             word
);
    localparam LEVELS = $clog2(WORDS);

    // level l has WORDS >> l of them left
    genvar b, l, i;
    generate
        for (b = 0; b < W; b = b + 1) begin : g_bit
            for (l = 1; l <= LEVELS; l = l + 1) begin : g_level
                wire [(WORDS>>l)-1:0] z;
                for (i = 0; i < WORDS >> l; i = i + 1) begin : g_mux
                    if (l == 1 && LEVELS == 1) begin : g_pair
                        assign z[i] = sel[0] ? words[W + b] : words[b];
                    end else if (l == 1) begin : g_within
                        assign z[i] = 1'b0;         // a LUT6 does the first two levels
                    end else if (l == 2) begin : g_lut
                        LUT6 #(.INIT(64'hff00f0f0ccccaaaa)) lut (
                            .I0(words[W*(4*i) + b]), .I1(words[W*(4*i+1) + b]), .I2(words[W*(4*i+2) + b]),
                            .I3(words[W*(4*i+3) + b]), .I4(sel[0]), .I5(sel[1]), .O(z[i]));
                    end else if (l == 3) begin : g_muxf7
                        MUXF7 mux (.I0(g_level[2].z[2*i]), .I1(g_level[2].z[2*i+1]), .S(sel[2]), .O(z[i]));
                    end else if (l == 4) begin : g_muxf8
                        MUXF8 mux (.I0(g_level[3].z[2*i]), .I1(g_level[3].z[2*i+1]), .S(sel[3]), .O(z[i]));
                    end else begin : g_select
                        assign z[i] = g_level[l-1].z[2*i + sel[l-1]];
                    end
                end
            end
            assign word[b] = g_bit[b].g_level[LEVELS].z[0];
        end
    endgenerate
endmodule
`default_nettype wire
