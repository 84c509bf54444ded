// SPDX-License-Identifier: Apache-2.0
// shfl_mux on the iCE40, two LUT4s for four words: the first takes one of two, or passes the select's low bit on, by
// which the second takes one of the other two. Replaces rtl/shfl_mux.v.
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

    // level l, of each second number, has WORDS >> l of them left
    genvar b, l, i;
    generate
        for (b = 0; b < W; b = b + 1) begin : g_bit
            for (l = 0; l <= LEVELS; l = l + 1) begin : g_level
                wire [(WORDS>>l)-1:0] z;
                for (i = 0; i < WORDS >> l; i = i + 1) begin : g_mux
                    if (l == 0) begin : g_word
                        assign z[i] = words[W*i + b];
                    end else if (l % 2 == 0) begin : g_four
                        wire pair;
                        SB_LUT4 #(.LUT_INIT(16'hf0ca)) low (
                            .I0(g_level[l-2].z[4*i]), .I1(g_level[l-2].z[4*i+1]), .I2(sel[l-2]), .I3(sel[l-1]),
                            .O(pair));
                        SB_LUT4 #(.LUT_INIT(16'he4aa)) high (
                            .I0(pair), .I1(g_level[l-2].z[4*i+2]), .I2(g_level[l-2].z[4*i+3]), .I3(sel[l-1]),
                            .O(z[i]));
                    end else if (l == LEVELS) begin : g_two
                        assign z[i] = sel[l-1] ? g_level[l-1].z[2*i+1] : g_level[l-1].z[2*i];
                    end else begin : g_within
                        assign z[i] = 1'b0;
                    end
                end
            end
            assign word[b] = g_bit[b].g_level[LEVELS].z[0];
        end
    endgenerate
endmodule
`default_nettype wire
