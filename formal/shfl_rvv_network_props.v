// SPDX-License-Identifier: Apache-2.0
// Proof: slides and vrgather with an index in x make one trip through a network: of the lanes that are alike in a
// rank, each that reads a lane names the bits of the first one, and of the one whose low bits and whose own bits above
// the rank it takes (SELECTS). All inputs free. Gathers with indices and vcompress
// make more, which the covers show; a unit that has neither makes no other trip.
`include "shfl_rvv_defs.vh"
module shfl_rvv_network_props #(
    parameter integer LANES = 8, parameter integer NETWORK = 4, parameter integer COMPRESS = 1,
    parameter integer GATHER = 1
);
    localparam LANE_W = $clog2(LANES), AGNOSTIC = 1, ELEN = 64, REGS = 8;
    `define SHFL_FREE (* anyseq *)
    `include "shfl_rvv_unit.vh"

    wire [LANES*LANE_W-1:0] j;
    wire [LANES-1:0]        reads_j, writes, ones;

    shfl_rvv_sources #(.LANES(LANES), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER)) u_sources (
        .clk(1'b0), .load(1'b0), .*);

    wire [LANE_W-1:0] named   = j[LANE_W*lane +: LANE_W];
    wire              by_lane = op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16 || op == `SHFL_RVV_COMPRESS;

    reg     alike;
    integer low, high;
    always @* begin
        alike = 1;
        for (low = 1; low * NETWORK < LANES; low = low * NETWORK)   // R5.6.1
            for (high = 0; high < LANES; high = high + low * NETWORK)
                if ((high == 0 || high / (low * NETWORK) == named / (low * NETWORK))
                        && ((named ^ j[LANE_W*(high + lane % (low * NETWORK)) +: LANE_W]) & (low * NETWORK - low)) != 0)
                    alike = 0;
    end

    always @* begin
        if (!by_lane && !reserved && reads_j[lane])
            one_trip:   assert (alike);                 // V5.5.2, R5.6.1
        gather_twice:   cover (GATHER == 0 || (op == `SHFL_RVV_GATHER && !reserved && reads_j[lane] && !alike));
        compress_twice: cover (COMPRESS == 0 || (op == `SHFL_RVV_COMPRESS && !reserved && reads_j[lane] && !alike));
        slide_across:   cover (op == `SHFL_RVV_SLIDEUP && !reserved && reads_j[lane] && lane >= NETWORK
                               && named < NETWORK);
    end
endmodule
