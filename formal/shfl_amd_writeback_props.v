// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_amd_writes and the shfl_amd_writeback of any lane are docs/amd.md 7. All inputs free. A reserved encoding
// writes nothing.
`include "shfl_amd_defs.vh"
module shfl_amd_writeback_props #(parameter integer LANES = 64, parameter integer W = 2) (
    input wire [`SHFL_AMD_GEN_W-1:0] gen,
    input wire [`SHFL_AMD_OP_W-1:0] op,
    input wire [63:0] control,
    input wire fi, bc,
    input wire [3:0] row_mask, bank_mask,
    input wire [LANES-1:0] active, sent,
    input wire [$clog2(LANES)-1:0] lane,
    input wire valid, src_active,
    input wire [W-1:0] src_data
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_amd_spec.vh"

    wire                    reserved, scatters, halves;
    wire [LANES*LANE_W-1:0] turned;
    wire [LANES-1:0]        named;
    wire [`SHFL_AMD_CONTROLS_W(LANES)-1:0] controls;
    wire [`SHFL_AMD_WRITES_W(LANES)-1:0]   writes;

    shfl_amd_decode #(.LANES(LANES)) u_decode (.beat(1'b0), .selector({LANES{4'd0}}), .*);
    shfl_amd_writes #(.LANES(LANES)) u_writes (.*);

    wire                    is_reserved, any_exec, any_source, zero;
    wire [LANES/16-1:0]     row_writes;
    wire [3:0]              bank_writes;

    assign {is_reserved, any_exec, any_source, zero, row_writes, bank_writes} = writes;

    wire [W-1:0] rd;
    wire         we;

    shfl_amd_writeback #(.W(W)) u_writeback (
        .active(active[lane]), .writes(row_writes[lane / 16] && bank_writes[lane / 4 % 4]), .*);

    wire [1:0] what = spec_what(op, fi, bc, row_mask, bank_mask, lane, active[lane], valid, src_active);

    always @* begin
        reserved_is_told:                                        assert (is_reserved == reserved);
        if (reserved)                   reserved_writes_nothing: assert (!we);             // A12.2.3
        // A6.1, A6.2, A7.1.1, A7.1.2, A7.2.1, A7.2.2
        if (!reserved)                  we_is_the_rule:          assert (we == (what != 0));
        if (!reserved && what == 2)     data_is_the_rule:        assert (rd == src_data);  // A5.2.3, A6.9, A7.1.1
        if (!reserved && what == 1)     zero_is_the_rule:        assert (rd == 0);         // A7.1.1
        keeps:                      cover (!reserved && what == 0 && active[lane]);
        writes_where_none_executes: cover (!reserved && what == 2 && active == 0);
    end
endmodule
