// SPDX-License-Identifier: Apache-2.0
// Proof: one warp passes through a unit for whole warps, behind a clock on which nothing is offered, whatever is
// inside, or with a network behind a reset. Nothing stalls the output. Before and behind the warp the operands are
// free.
//
// To be included in a module with LANES, DEPTH and NETWORK.
wire      in_ready, out_valid;
reg [6:0] clocks;
reg       begins, given, left;
initial {clocks, given, left} = 0;
initial begins = 1;

// the clock on which the warp leaves; with a network it makes any number of trips that is legal
localparam TRIPS = NETWORK == 0 ? 1 : LANES / NETWORK;
(* anyconst *) reg resets;
wire in_valid = !begins && !given;
wire rst      = begins && (resets || NETWORK != 0);
wire leaves   = !begins && (NETWORK == 0 ? clocks == DEPTH : out_valid && !left);
wire latest   = !begins && clocks == DEPTH + TRIPS - 1;

always @(posedge clk) begin
    if (!begins) clocks <= clocks + 1;
    given  <= given || (in_valid && in_ready);
    left   <= left || leaves;
    begins <= 0;
end

always @* begin
    if (latest)       offered: assert (left || out_valid);          // A12.3.1, V5.3.1, R5.5.1
    last_trip_leaves: cover (latest && leaves);
end
