// SPDX-License-Identifier: Apache-2.0
// Proof: a warp whose operands are the same in all lanes makes one trip through a network, in every mode, with every
// segment mask and clamp; and each trip, with SELECTS from the second one on, serves a lane of those with the same low
// bits in rank 1, so that no warp makes more than LANES/NETWORK, or with SELECTS one more. Lemmas about docs/rules.md
// alone; shfl_data_props proves the unit's trips.
`include "shfl_defs.vh"
module shfl_network_uniform_props #(parameter integer LANES = 32, parameter integer NETWORK = 8,
                                   parameter integer SELECTS = 0) (
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [LANES-1:0]         active,
    input wire [LANES*32-1:0]      sb, sc,
    input wire [LANES-1:0]         left             // by any trips before
);
    localparam LANE_W = $clog2(LANES);
    localparam W      = 1;
    localparam POLICY = 0;
    localparam VOTE   = 0;
    wire [LANES*W-1:0]           ra = 0;
    wire [LANES-1:0]             p = 0;             // of a vote, which this is not
    wire [`SHFL_VOTE_OP_W-1:0]   vote_op = 0;
    wire                         is_vote = 0;
    `include "shfl_spec.vh"

    // no warp is a vote: shfl_vote_spec.vh would make LANES votes, of LANES lanes each, that nothing reads
    function spec_vote_pu(input [`SHFL_VOTE_OP_W-1:0] op, input [LANES-1:0] executes, input [LANES-1:0] yes,
                          input integer lane);
        spec_vote_pu = 0;
    endfunction
    function [LANES-1:0] spec_vote_rd(input [`SHFL_VOTE_OP_W-1:0] op, input [LANES-1:0] executes,
                                      input [LANES-1:0] yes);
        spec_vote_rd = 0;
    endfunction

    `include "shfl_want.vh"
    `include "shfl_want_trips.vh"

    wire [LANES-1:0]   left_then = stay(left, in_bounds, want_j, 1'b0);
    reg  [NETWORK-1:0] led;                         // lanes that are alike in rank 1: one of them is left
    reg                same, none_served;
    integer            n;
    always @* begin
        same = 1;
        led = 0;
        none_served = 0;
        for (n = 0; n < LANES; n = n + 1) begin
            if (left_then[n] && !led[n % NETWORK]) none_served = 1;
            if (left[n]) led[n % NETWORK] = 1;
        end
        for (n = 1; n < LANES; n = n + 1) begin
            if (!sb_is_imm && spec_field(sb[32*n +: 32], 0) != spec_field(sb[31:0], 0)) same = 0;
            if (!sc_is_imm && spec_field(sc[32*n +: 32], 0) != spec_field(sc[31:0], 0)) same = 0;
            if (!sc_is_imm && spec_field(sc[32*n +: 32], 8) != spec_field(sc[31:0], 8)) same = 0;
        end
    end

    always @* begin
        if (same) one_trip: assert (want_trips == 1);               // R5.6.3
        none_comes_again:   assert ((left_then & ~left) == 0);      // R5.6.2: at most LANES/NETWORK
        the_first_goes:     assert (!none_served);
        most_trips:         cover (want_trips == (SELECTS != 0 && NETWORK * NETWORK < LANES ? 2 : LANES / NETWORK));
    end
endmodule
