// SPDX-License-Identifier: Apache-2.0
// shfl_trips_own - shfl_trips_input where each multiplexer of a rank has its select. In the first trip it is
// that of the position's own lane, in a later one that of the first unserved lane whose word passes the position.
// Spec: R5.6.1.
//
// Whose select a position takes stands in a register, found while the trip before is made.
`default_nettype none
`include "shfl_defs.vh"
module shfl_trips_own #(
    parameter integer LANES   = 32,
    parameter integer NETWORK = 8                   // words of a multiplexer
) (
    input  wire                              clk,
    input  wire                              valid, // there is a warp,
    input  wire                              step,  // and a trip can be made at the end of this clock

    input  wire [LANES*$clog2(LANES)-1:0]    j,     // the lane that is named
    input  wire [LANES-1:0]                  reads_j,

    output wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] path,   // select of each position, of all ranks but the last
    output wire [LANES-1:0]                  served,    // by this trip or one before
    output wire                              last       // it leaves no lane, or there is none
);
    localparam LANE_W = $clog2(LANES);
    localparam RANK_W = $clog2(NETWORK);
    localparam LOW_W  = `SHFL_LOW_W(LANES, NETWORK);
    localparam RANKS  = LOW_W / RANK_W;             // all but the last

    reg              later;                         // it is not the first trip
    reg  [LANES-1:0] left_q;                        // lanes that the trip before left, if there was one
    wire [LANES-1:0] left = (left_q | {LANES{!later}}) & ~served;

    genvar r, k, g;
    generate
        for (r = 0; r < RANKS; r = r + 1) begin : g_rank
            localparam AT      = RANK_W * r;        // the lowest bit that it replaces
            localparam STEP    = 1 << AT;           // from a position to the next that it takes a word of
            localparam SPAN    = STEP * NETWORK;
            localparam GROUPS  = LANES / SPAN;      // positions that a word of the position may go to, or come from
            localparam GROUP_W = LANE_W - AT - RANK_W;
            wire [LANES*(AT+RANK_W)-1:0] reached;   // behind the rank: low bits of the lane whose word is there

            for (k = 0; k < LANES; k = k + 1) begin : g_position
                localparam [LANE_W-1:0]  LANE = k;
                localparam [GROUP_W-1:0] OWN  = LANE[LANE_W-1:AT+RANK_W];
                reg  [GROUP_W-1:0]       lead;          // group of the lane that leads in the next trip,
                (* fsm_encoding = "none" *)             // for Yosys
                reg  [GROUP_W-1:0]       lead_q;        // in this one
                wire [GROUPS*RANK_W-1:0] named;
                integer                  at;

                for (g = 0; g < GROUPS; g = g + 1) begin : g_group
                    assign named[RANK_W*g +: RANK_W] = j[LANE_W*(SPAN*g + k % SPAN) + AT +: RANK_W];
                end
                shfl_mux #(.WORDS(GROUPS), .W(RANK_W)) u_select (
                    .words(named), .sel(lead_q), .word(path[LOW_W*k + AT +: RANK_W]));

                always @* begin
                    lead = OWN;
                    for (at = GROUPS - 1; at >= 0; at = at - 1)
                        if (left[SPAN*at + k%SPAN]
                                && j[LANE_W*(SPAN*at + k%SPAN) + AT + RANK_W +: GROUP_W] == OWN)
                            lead = at[GROUP_W-1:0];
                end
                always @(posedge clk)
                    if (!valid || step) lead_q <= valid ? lead : OWN;   // behind the last trip OWN, too

                assign reached[(AT+RANK_W)*k + AT +: RANK_W] = path[LOW_W*k + AT +: RANK_W];
                if (r > 0) begin : g_reached
                    wire [NETWORK*AT-1:0] incoming;

                    for (g = 0; g < NETWORK; g = g + 1) begin : g_word
                        localparam FROM = k + (g - k / STEP % NETWORK) * STEP;
                        assign incoming[AT*g +: AT] = g_rank[r-1].reached[AT*FROM +: AT];
                    end
                    shfl_mux #(.WORDS(NETWORK), .W(AT)) u_reached (
                        .words(incoming), .sel(path[LOW_W*k + AT +: RANK_W]),
                        .word(reached[(AT+RANK_W)*k +: AT]));
                end
            end
        end

        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam GROUPS = LANES >> LOW_W;
            localparam SPAN   = LANES / GROUPS;
            wire [GROUPS*LOW_W-1:0] behind;
            wire [LOW_W-1:0]        comes;

            for (g = 0; g < GROUPS; g = g + 1) begin : g_word
                localparam FROM = SPAN * g + k % SPAN;
                assign behind[LOW_W*g +: LOW_W] = g_rank[RANKS-1].reached[LOW_W*FROM +: LOW_W];
            end
            shfl_mux #(.WORDS(GROUPS), .W(LOW_W)) u_comes (
                .words(behind), .sel(j[LANE_W*k + LOW_W +: LANE_W-LOW_W]), .word(comes));
            assign served[k] = !(reads_j[k] && comes != j[LANE_W*k +: LOW_W]);
        end
    endgenerate

    assign last = left == 0;

    always @(posedge clk) begin
        if (!valid || step) begin
            later  <= valid && !last;
            left_q <= left;
        end
    end
endmodule
`default_nettype wire
