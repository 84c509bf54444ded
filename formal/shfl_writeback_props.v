// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_writeback is docs/rules.md 3.5 and 4, of a value that was read by the policy. All inputs free.
`include "shfl_defs.vh"
module shfl_writeback_props #(parameter integer W = 32, parameter integer POLICY = 0) (
    input wire active, src_active, in_range,
    input wire [W-1:0] src_data
);
    wire [W-1:0] rd;
    wire         pu, we;

    shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (.*);

    always @* begin
        if (src_active)  rd_is_src_data:  assert (rd == src_data); // R3.5.1, R4.4, R4.5
        // R4.2, R4.5
        if (!src_active) rd_is_policy:    assert (rd == (POLICY == `SHFL_ZERO ? {W{1'b0}} : src_data));
        pu_is_in_range:             assert (pu == in_range); // R3.5.2, R4.4, R4.5
        we_is_active:               assert (we == active);   // R3.5.3, R4.4
        reads_an_inactive_lane:     cover  (!src_active && active && in_range && src_data != 0);
    end
endmodule
