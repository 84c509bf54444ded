// SPDX-License-Identifier: Apache-2.0
// shfl_mux on the ECP5's hard multiplexers, one LUT4 for two words: each LUT4 takes one of two, a PFUMX
// one of two LUT4s, an L6MUX21 one of two of those and, once more, one of two L6MUX21s. Replaces
// rtl/shfl_mux.v.
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
                        LUT4 #(.INIT(16'hcaca)) lut (
                            .A(words[W*(2*i) + b]), .B(words[W*(2*i+1) + b]), .C(sel[0]), .D(1'b0), .Z(z[i]));
                    end else if (l == 2) begin : g_pfumx
                        PFUMX pfumx (.BLUT(g_level[1].z[2*i]), .ALUT(g_level[1].z[2*i+1]), .C0(sel[1]), .Z(z[i]));
                    end else if (l <= 4) begin : g_l6mux
                        L6MUX21 l6mux (.D0(g_level[l-1].z[2*i]), .D1(g_level[l-1].z[2*i+1]), .SD(sel[l-1]), .Z(z[i]));
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
