// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of shfl_banked to the other, the first warp after reset becomes the result of docs/rules.md 2 to
// 4, whichever of its beats arrive; for the sizes at which shfl_banked_props would be too large: shfl_first_warp.vh.
//
// With ALL every beat arrives. The result of the picked beat is checked; the operands of the others are free as well.
`include "shfl_defs.vh"
module shfl_banked_data_props #(
    parameter integer LANES = 32, parameter integer WAYS = 4, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer POLICY = 0, parameter integer MEMORY = 0, parameter integer SKID = 0, parameter integer TAG_W = 2,
    parameter integer ALL = 0, parameter integer BEATS = LANES / WAYS,
    parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire clk
);
    (* anyconst *) reg [BEATS-1:0]         some;
    wire [BEATS-1:0]                       comes = ALL ? {BEATS{1'b1}} : some;
    (* anyconst *) reg [LANES-1:0]         warp_active;
    (* anyconst *) reg [LANES*W-1:0]       warp_ra;
    (* anyseq *)   reg [`SHFL_MODE_W-1:0]  mode;
    (* anyseq *)   reg                     sb_is_imm, sc_is_imm;
    (* anyseq *)   reg [$clog2(LANES)-1:0] sb_imm;
    (* anyseq *)   reg [$clog2(LANES)+7:0] sc_imm;
    (* anyseq *)   reg [WAYS*32-1:0]       sb, sc;

    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"

    `include "shfl_first_warp.vh"

    wire [WAYS*W-1:0] rd;
    wire [WAYS-1:0]   pu, we, src_active;

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                  .TAG_W(TAG_W))
    u_shfl_banked (
        .active(warp_active[WAYS*beat +: WAYS]), .ra(warp_ra[W*WAYS*beat +: W*WAYS]), .out_ready(1'b1), .*);

    reg  [WAYS-1:0]        want_in_range, want_active;
    reg  [WAYS*LANE_W-1:0] our_source;
    wire [BEATS-1:0]       came_of_warp = comes;
    wire [BEAT_W-1:0]      our_beat     = picked;
    `include "shfl_banked_want.vh"
    always @(posedge clk)
        if (is_in) {want_in_range, want_active, our_source} <= {in_range, warp_active[WAYS*beat +: WAYS], source};

    always @*
        if (is_picked) begin
            rd_is_the_rule:         assert ((rd & known) == (want_rd & known)); // R6.1.1, R6.2.4, R6.4.3
            pu_is_the_rule:         assert (pu == want_in_range);
            we_is_the_rule:         assert (we == want_active);
            src_active_is_the_rule: assert (src_active == want_src_active); // R6.2.4
        end
endmodule
