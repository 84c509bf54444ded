// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_redux with DEPTH 0 is docs/rules.md 10, for all values and any lanes that execute, by induction over
// LANES: the result is that of the lower half of the lanes, combined with that of the upper half. Half of two lanes is
// one, whose result is its value, or that of no lane. The six operations are associative, so this is the rule. All
// inputs are free.
`include "shfl_defs.vh"
module shfl_redux_props #(parameter integer LANES = 4, parameter integer W = 2) (
    input wire               rst, in_valid, out_ready, in_beat, in_last, is_signed,
    input wire [1:0]         in_tag,
    input wire [`SHFL_REDUX_OP_W-1:0] op,
    input wire [LANES-1:0]   active,
    input wire [LANES*W-1:0] ra
);
    `include "shfl_redux_spec.vh"

    wire             in_ready, out_valid;
    wire [1:0]       out_tag;
    wire [W-1:0]     rd;
    wire [LANES-1:0] we;

    shfl_redux #(.LANES(LANES), .WAYS(LANES), .W(W), .DEPTH(0), .TAG_W(2)) u_redux (.clk(1'b0), .*);

    localparam HALF = LANES / 2;
    wire [W-1:0] none = spec_of_none(op, is_signed);

    genvar h;
    generate
        for (h = 0; h < 2; h = h + 1) begin : g_half
            wire [W-1:0] half;
            if (HALF == 1) begin : g_lane
                assign half = active[h] ? ra[W*h +: W] : none;
            end else begin : g_lanes
                shfl_redux #(.LANES(HALF), .WAYS(HALF), .W(W), .DEPTH(0), .TAG_W(1)) u_half (
                    .clk(1'b0), .rst(1'b0), .in_valid(1'b1), .in_beat(1'b0), .in_last(1'b1), .in_tag(1'b0),
                    .op(op), .is_signed(is_signed), .active(active[HALF*h +: HALF]), .ra(ra[W*HALF*h +: W*HALF]),
                    .out_ready(1'b1), .rd(half));
            end
        end
    endgenerate

    always @* begin
        is_an_op:               assume (op <= `SHFL_REDUX_MAX); // R10.2
        // R10.1, R10.2
        halves_are_combined:    assert (rd == spec_of_two(op, is_signed, g_half[0].half, g_half[1].half));
        if (active == 0)
            none_is_neutral:    assert (rd == none);                        // R10.3
        we_is_active:           assert (we == active);                      // R10.4
        tag_is_the_warps:       assert (out_tag == in_tag);
        offered_while_it_comes: assert (out_valid == (in_valid && !rst));   // R12.3.4, R5.3.4, R5.4.3
        taken_when_it_leaves:   assert (in_ready == (out_ready && !rst));   // R12.3.4, R5.3.4, R5.4.2
        passes_through:         cover  (out_valid && in_ready && we != 0 && rd != ra[W-1:0]);
    end
endmodule
