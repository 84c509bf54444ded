// SPDX-License-Identifier: Apache-2.0
// shfl_mux on Gowin's hard multiplexers, one LUT4 for two words: each LUT takes one of two, MUX2_LUT5 to
// MUX2_LUT8 one of two of what is before them. Replaces rtl/shfl_mux.v.
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
                    if (l == 1) begin : g_lut
                        LUT3 #(.INIT(8'hca)) lut (
                            .I0(words[W*(2*i) + b]), .I1(words[W*(2*i+1) + b]), .I2(sel[0]), .F(z[i]));
                    end else if (l == 2) begin : g_lut5
                        MUX2_LUT5 mux (.I0(g_level[1].z[2*i]), .I1(g_level[1].z[2*i+1]), .S0(sel[1]), .O(z[i]));
                    end else if (l == 3) begin : g_lut6
                        MUX2_LUT6 mux (.I0(g_level[2].z[2*i]), .I1(g_level[2].z[2*i+1]), .S0(sel[2]), .O(z[i]));
                    end else if (l == 4) begin : g_lut7
                        MUX2_LUT7 mux (.I0(g_level[3].z[2*i]), .I1(g_level[3].z[2*i+1]), .S0(sel[3]), .O(z[i]));
                    end else if (l == 5) begin : g_lut8
                        MUX2_LUT8 mux (.I0(g_level[4].z[2*i]), .I1(g_level[4].z[2*i+1]), .S0(sel[4]), .O(z[i]));
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
