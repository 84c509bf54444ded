// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of shfl_amd to the other, a wave becomes the result of docs/amd.md 2 to 7 in any lane, of
// any operation but ds_permute, which stays on the input for its scatter: shfl_amd_scatter_props. The wave is alone:
// shfl_alone.vh.
`include "shfl_amd_defs.vh"
module shfl_amd_data_props #(
    parameter integer LANES = 32, parameter integer W = 1, parameter integer DEPTH = 1,
    parameter integer GEN = `SHFL_AMD_GFX12, parameter integer PARTS = 0, parameter integer NETWORK = 0,
    parameter integer TAG_W = 1
) (
    input wire clk
);
    `include "shfl_alone.vh"

    localparam N = LANES, PERMUTE = 1, WAVE_W = TAG_W + `SHFL_AMD_OP_W + 64 + 2 + 8 + LANES * (1 + W + 32);
    `define SHFL_FREE (* anyconst *)
    `include "shfl_amd_unit.vh"
    (* anyconst *) reg [TAG_W-1:0]         in_tag;
    (* anyseq *)   reg [WAVE_W-1:0]        others;
    (* anyconst *) reg [$clog2(LANES)-1:0] lane;

    wire [`SHFL_AMD_OP_W-1:0] pin_op;
    wire [63:0]               pin_control;
    wire                      pin_fi, pin_bc;
    wire [3:0]                pin_row_mask, pin_bank_mask;
    wire [LANES-1:0]          pin_active;
    wire [LANES*W-1:0]        pin_ra;
    wire [LANES*32-1:0]       pin_addr;
    wire [TAG_W-1:0]          pin_tag, out_tag;
    assign {pin_tag, pin_op, pin_control, pin_fi, pin_bc, pin_row_mask, pin_bank_mask, pin_active, pin_ra, pin_addr} =
        in_valid ? {in_tag, op, control, fi, bc, row_mask, bank_mask, active, ra, addr} : others;

    shfl_amd #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PARTS(PARTS), .NETWORK(NETWORK),
               .TAG_W(TAG_W)) u_shfl_amd (
        .in_tag(pin_tag), .op(pin_op), .control(pin_control), .fi(pin_fi), .bc(pin_bc), .row_mask(pin_row_mask),
        .bank_mask(pin_bank_mask), .active(pin_active), .ra(pin_ra), .addr(pin_addr), .out_ready(1'b1), .*);

    integer      source;                            // the lane that is read; -1: none is named
    reg  [5:0]   src_lane;
    reg  [1:0]   what;
    wire [W-1:0] src_data = ra[W*src_lane +: W];

    always @* begin
        source   = spec_source(GENERATION, op, control, active, addr[32*lane +: 32], lane);
        src_lane = source < 0 ? lane : source;
        what     = spec_what(op, fi, bc, row_mask, bank_mask, lane, active[lane], source >= 0, active[src_lane]);
    end

    always @* begin
        no_scatter: assume (op != `SHFL_AMD_PERMUTE);  // amd_scatter has it
        if (leaves)                       tag_is_the_waves:        assert (out_tag == in_tag);
        if (leaves)                       reserved_is_the_rule:    assert (reserved == !legal);            // A12.2.3
        if (leaves && !legal)             reserved_writes_nothing: assert (!we[lane]);                     // A12.2.3
        // A7.1.1, A7.2.1
        if (leaves && legal)              we_is_the_rule:          assert (we[lane] == (what != 0));
        if (leaves && legal && what == 2) data_is_the_rule:        assert (rd[W*lane +: W] == src_data);
        if (leaves && legal && what == 1) zero_is_the_rule:        assert (rd[W*lane +: W] == 0);
        if (leaves && legal)              src_active_is_the_rule:  assert (src_active[lane] == active[src_lane]);
        of_another_row: cover (leaves && legal && what == 2 && src_lane / 16 != lane / 16);
    end
endmodule
