// SPDX-License-Identifier: Apache-2.0
// shfl_match_all - do all lanes that execute have the same value? In each bit of a slice they are all 1 or all 0.
// Spec: R9.4.
`default_nettype none
module shfl_match_all #(
    parameter integer LANES = 32,
    parameter integer B     = 1
) (
    input  wire               clk,
    input  wire               load,
    input  wire [LANES*B-1:0] slice_1,
    input  wire [LANES-1:0]   is_out_1,             // the lane does not execute
    input  wire               first_2,
    input  wire [LANES*B-1:0] slice_2,              // a lane that does not execute has ones
    output wire               all_equal
);
    wire [LANES*B-1:0] slice_zeros, zeros_2;        // a lane that does not execute has zeros
    wire [B-1:0]       equal;                       // of each bit

    genvar k, b;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign slice_zeros[B*k +: B] = is_out_1[k] ? {B{1'b0}} : slice_1[B*k +: B];
        end
        for (b = 0; b < B; b = b + 1) begin : g_bit
            wire [LANES-1:0] ones, zeros;
            for (k = 0; k < LANES; k = k + 1) begin : g_of_lane
                assign ones[k]  = slice_2[B*k + b];
                assign zeros[k] = zeros_2[B*k + b];
            end
            assign equal[b] = &ones || !(|zeros);
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * B)) u_reg_slice_2 (
        .clk(clk), .enable(load), .in(slice_zeros), .out(zeros_2));
    shfl_stage_reg #(.W(1)) u_reg_writeback (
        .clk(clk), .enable(load), .in((first_2 || all_equal) && &equal), .out(all_equal));
endmodule
`default_nettype wire
