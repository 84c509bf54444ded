// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_amd_scatter is docs/amd.md 5.3, in the clocks from a reset on; the registers' contents before it are
// free. One ds_permute is offered, whose operands stay.
`include "shfl_amd_defs.vh"
module shfl_amd_scatter_props #(parameter integer LANES = 32) (
    input wire clk
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_amd_spec.vh"

    reg [LANE_W+1:0] clocks;                        // since the reset
    initial clocks = 0;
    always @(posedge clk) clocks <= clocks + 1;

    (* anyconst *) reg [`SHFL_AMD_GEN_W-1:0] gen;
    (* anyconst *) reg [LANES-1:0]    active;
    (* anyconst *) reg [LANES*32-1:0] addr;
    (* anyconst *) reg [15:0]         offset;
    (* anyconst *) reg [LANE_W-1:0]   to, other;    // lanes

    wire                        done;
    wire [LANES-1:0]            sent;
    wire [LANES*LANE_W-1:0]     sender;
    wire [LANES*(LANE_W+2)-1:0] low;
    wire                        offered = clocks != 0 && clocks <= LANES + 1;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign low[(LANE_W+2)*k +: LANE_W+2] = addr[32*k +: LANE_W+2];
        end
    endgenerate

    shfl_amd_scatter #(.LANES(LANES)) u_scatter (
        .rst(clocks == 0), .taken(clocks == LANES + 1),
        .halves(LANES == 64 && (gen == `SHFL_AMD_GFX10 || gen == `SHFL_AMD_GFX11)), .offset(offset[LANE_W+1:0]),
        .addr(low), .*);

    wire [LANE_W-1:0] from = sender[LANE_W*to +: LANE_W];

    // do these send to lane `to`?
    wire from_sends  = active[from] && spec_addressed(gen, addr[32*from +: 32], offset, from) == to;
    wire other_sends = active[other] && spec_addressed(gen, addr[32*other +: 32], offset, other) == to;

    always @* begin
        if (clocks != 0) done_is_its_clock: assert (done == (clocks == LANES + 1)); // A12.3.2
        if (clocks == LANES + 1) begin
            if (sent[to])                  sender_sends:       assert (from_sends);   // A5.3.1, A5.3.2
            if (sent[to] && other > from)  none_sends_above:   assert (!other_sends); // A5.3.2
            if (!sent[to])                 none_sends_at_all:  assert (!other_sends); // A5.3.3
        end
        if (clocks == 1 || clocks == LANES + 2) no_sender_besides: assert (sender == 0);
        two_send:    cover (clocks == LANES + 1 && sent[to] && other_sends && other != from);
        nobody_does: cover (clocks == LANES + 1 && !sent[to] && active != 0);
    end
endmodule
