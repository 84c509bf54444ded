// SPDX-License-Identifier: Apache-2.0
// shfl_chain_low - first half of the crossbar of chains. The pairs of lanes are taken in PARTS groups, and each
// lane has a chain of links through every group. Each chain begins with select[0] in every bit. The chain of
// the group with the lane that is read ends with that lane's word, the others end as they began; with a
// group for each pair, they end with 0. Spec: docs/develop/design.md, Chains.
`default_nettype none
module shfl_chain_low #(
    parameter integer LANES = 32,
    parameter integer W     = 32,
    parameter integer PARTS = 1                     // 1 to LANES/2
) (
    input  wire [LANES*W-1:0]           ra,         // lane k is ra[W*k +: W]
    input  wire [LANES*(LANES/2+1)-1:0] select,     // of shfl_chain_select
    output wire [LANES*PARTS*W-1:0]     candidate   // of lane k and group g: word k*PARTS + g
);
    localparam PAIRS    = LANES / 2;
    localparam SELECT_W = PAIRS + 1;

    genvar k, g, p;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            for (g = 0; g < PARTS; g = g + 1) begin : g_group
                localparam FROM = PAIRS * g / PARTS;
                localparam TO   = PAIRS * (g + 1) / PARTS;

                for (p = FROM; p < TO; p = p + 1) begin : g_pair
                    wire [W-1:0] prev, next;

                    shfl_chain_link #(.W(W), .LONE(PARTS == PAIRS ? 1 : 0)) u_link (
                        .here(select[SELECT_W*k + p + 1]),
                        .even(ra[W*(2*p) +: W]), .odd(ra[W*(2*p + 1) +: W]),
                        .prev(prev), .next(next));
                    if (p == FROM) begin : g_first
                        assign prev = {W{select[SELECT_W*k]}};
                    end else begin : g_behind
                        assign prev = g_pair[p-1].next;
                    end
                end
                assign candidate[W*(PARTS*k + g) +: W] = g_pair[TO-1].next;
            end
        end
    endgenerate
endmodule
`default_nettype wire
