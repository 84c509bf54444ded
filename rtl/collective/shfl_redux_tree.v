// SPDX-License-Identifier: Apache-2.0
// shfl_redux_tree - what shfl_redux has in front of the root: the leaves, and LEVELS - 1 levels of nodes, of which
// WAYS >> LEVELS - 1 values are left. Spec: R10.1, R10.2.
`default_nettype none
module shfl_redux_tree #(
    parameter integer WAYS   = 32,
    parameter integer W      = 32,
    parameter integer LEVELS = 5,                   // of nodes, with the root
    parameter integer DEPTH  = 1,                   // of shfl_redux
    parameter integer WARP_W = 16,                  // bits that travel with the warp or beat
    parameter integer GATE   = 0                    // 1: a bubble loads no register
) (
    input  wire              clk,
    input  wire              move,                  // the registers are loaded

    input  wire              in_take,               // a warp or beat, not a bubble
    input  wire [2:0]        in_is,                 // sum, or, max: of shfl_redux_node
    input  wire [WARP_W-1:0] in_warp,
    input  wire [W-1:0]      mask,                  // bits of ra that are complemented
    input  wire [WAYS-1:0]   active,
    input  wire [WAYS*W-1:0] ra,

    output wire              out_take,
    output wire [2:0]        out_is,
    output wire [WARP_W-1:0] out_warp,
    output wire [(WAYS>>(LEVELS-1))*W-1:0] out      // for the maximum, those of odd numbers complemented
);
    genvar l, k;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            localparam COUNT = WAYS >> l;
            // evenly: of the first l levels, l * DEPTH / (LEVELS + 1) have a register
            localparam PRESENT = (l + 1) * DEPTH / (LEVELS + 1) - l * DEPTH / (LEVELS + 1);

            wire               take_next, take;
            wire [2:0]         is_next, is;
            wire [WARP_W-1:0]  warp_next, warp;
            wire [COUNT*W-1:0] values_next, values;

            if (l == 0) begin : g_leaves
                assign {take_next, is_next, warp_next} = {in_take, in_is, in_warp};
                for (k = 0; k < COUNT; k = k + 1) begin : g_leaf
                    assign values_next[W*k +: W] = ((ra[W*k +: W] ^ mask) & {W{active[k]}})
                                                 ^ {W{is_next[0] && k % 2 == 1}};
                end
            end else begin : g_nodes
                assign {take_next, is_next, warp_next} = {g_level[l-1].take, g_level[l-1].is, g_level[l-1].warp};
                for (k = 0; k < COUNT; k = k + 1) begin : g_node
                    shfl_redux_node #(.W(W), .COMPLEMENT(k % 2)) u_node (
                        .is_sum(is_next[2]), .is_or(is_next[1]), .is_max(is_next[0]), .b_alone(1'b0),
                        .a(g_level[l-1].values[W*(2*k+1) +: W]), .b(g_level[l-1].values[W*2*k +: W]),
                        .out(values_next[W*k +: W]));
                end
            end

            if (PRESENT != 0) begin : g_take
                reg q;
                always @(posedge clk)
                    if (move) q <= take_next;
                assign take = q;
            end else begin : g_no_take
                assign take = take_next;
            end
            shfl_stage_reg #(.W(3 + WARP_W + COUNT * W), .PRESENT(PRESENT)) u_reg (
                .clk(clk), .enable(move && (GATE == 0 || take_next)),
                .in ({is_next, warp_next, values_next}),
                .out({is,      warp,      values}));
        end
    endgenerate

    assign out_take = g_level[LEVELS-1].take;
    assign out_is   = g_level[LEVELS-1].is;
    assign out_warp = g_level[LEVELS-1].warp;
    assign out      = g_level[LEVELS-1].values;
endmodule
`default_nettype wire
