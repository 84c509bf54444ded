// SPDX-License-Identifier: Apache-2.0
// shfl_chain_high - second half of the crossbar of chains: a lane's word is the exclusive or of its chains' ends.
// PARTS-1 of them are `odd` in every bit. Where that is an odd number of chains one `odd` more makes it even,
// so that they cancel. With a chain for each pair of lanes those ends are 0. Spec: docs/develop/design.md, Chains.
`default_nettype none
module shfl_chain_high #(
    parameter integer LANES = 32,
    parameter integer W     = 32,
    parameter integer PARTS = 1                     // 1 to LANES/2
) (
    input  wire [LANES*PARTS*W-1:0] candidate,      // of shfl_chain_low
    input  wire [LANES-1:0]         odd,            // what a lane's chains began with
    output wire [LANES*W-1:0]       src_data
);
    localparam EVEN_CHAINS = PARTS % 2 == 0 && PARTS != LANES / 2;

    genvar k, g;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [PARTS*W-1:0] words = candidate[PARTS*W*k +: PARTS*W];

            // a tree: node g is the sum of nodes 2g and 2g+1, the last PARTS nodes are the words
            for (g = 2 * PARTS - 1; g > 0; g = g - 1) begin : g_node
                wire [W-1:0] sum;
                if (g >= PARTS) begin : g_word
                    assign sum = words[W*(g - PARTS) +: W];
                end else begin : g_sum
                    assign sum = g_node[2*g].sum ^ g_node[2*g+1].sum;
                end
            end
            assign src_data[W*k +: W] = g_node[1].sum ^ {W{EVEN_CHAINS && odd[k]}};
        end
    endgenerate

    wire unused_ok = &{1'b0, odd};
endmodule
`default_nettype wire
