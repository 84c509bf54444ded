// SPDX-License-Identifier: Apache-2.0
// shfl_trips - in which trip through the network each lane is served, and what the ranks but the last select. All lanes
// of the same low bits, up to those of a rank, share its select: in the first trip the bits of the lane that the first
// of them names, in a later one those that the first unserved one names. A lane that all ranks give what it names is
// served; one that reads itself is in the first trip. Spec: R5.6.1.
//
// A trip is found one clock ahead: the first while the warp enters the register of select, the next while one is made.
// Without that register: shfl_trips_input.
`default_nettype none
`include "shfl_defs.vh"
module shfl_trips #(
    parameter integer LANES      = 32,
    parameter integer NETWORK    = 8,               // words of a multiplexer
    parameter integer GATE       = 0                // 1: a bubble does not load it
) (
    input  wire                              clk,
    input  wire                              load_select,
    input  wire                              valid, // behind select: there is a warp,
    input  wire                              step,  // and a trip can be made at the end of this clock

    input  wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] next_low,   // before the register: low bits of the lane that
    input  wire [LANES-1:0]                  next_reads_j,          // is named
    input  wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] low,        // behind it: the same

    output wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] path,       // low bits of the lane whose word comes
    output wire [LANES-1:0]                  served,    // by this trip
    output wire                              last       // it leaves no lane, or there is none
);
    localparam RANK_W = $clog2(NETWORK);
    localparam LOW_W  = `SHFL_LOW_W(LANES, NETWORK);
    localparam RANKS  = LOW_W / RANK_W;             // all but the last
    localparam TRIP_W = 2 + LANES * (2 + LOW_W);

    // ---- the first trip; and, for the later ones, which lanes of one select name the same: none of the first NETWORK,
    // ---- which the first trip serves. The next trip, from the lanes that this one leaves

    wire [LANES*LOW_W-1:0] path_first, path_then;
    wire [LANES-1:0]       first_left, left, left_then;
    wire [LANES*RANKS-1:0] differs;                 // lane k from the lane that leads it in rank r: bit RANKS*k + r

    genvar r, k, l, h, g;
    generate
        for (r = 0; r < RANKS; r = r + 1) begin : g_rank
            localparam SELECTS = 1 << RANK_W * (r + 1);
            localparam GROUPS  = LANES / SELECTS;   // lanes that share a select
            wire [LANES*GROUPS-1:0] same_next, same;    // lane k and the lane of group h: bit GROUPS*k + h

            shfl_stage_reg #(.W(LANES * GROUPS), .PRESENT(1)) u_reg_select (
                .clk(clk), .enable(load_select), .in(same_next), .out(same));

            for (l = 0; l < SELECTS; l = l + 1) begin : g_low
                reg  [RANK_W-1:0] turn;
                wire [GROUPS-1:0] leads;
                integer           at;

                always @* begin
                    turn = low[LOW_W*(LANES - SELECTS + l) + RANK_W*r +: RANK_W];
                    for (at = LANES - 2 * SELECTS + l; at >= 0; at = at - SELECTS)
                        if (left[at]) turn = low[LOW_W*at + RANK_W*r +: RANK_W];
                end

                for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                    localparam LANE = SELECTS * h + l;
                    localparam AT   = LOW_W * LANE + RANK_W * r;
                    wire led;                       // a lane of the groups ahead of this one is left

                    if (h == 0) begin : g_first
                        assign led = 1'b0;
                    end else begin : g_behind
                        assign led = g_group[h-1].led || left[LANE - SELECTS];
                    end
                    assign leads[h]                 = left[LANE] && !led;
                    assign differs[RANKS*LANE + r]  = led && (leads & same[GROUPS*LANE +: GROUPS]) == 0;
                    assign path_first[AT +: RANK_W] = next_low[LOW_W*l + RANK_W*r +: RANK_W];
                    assign path_then[AT +: RANK_W]  = turn;

                    for (g = 0; g < GROUPS; g = g + 1) begin : g_same
                        localparam LEAD = SELECTS * g + l;
                        assign same_next[GROUPS*LANE + g] = g < h && LEAD >= NETWORK
                            && next_low[AT +: RANK_W] == next_low[LOW_W*LEAD + RANK_W*r +: RANK_W];
                    end
                end
            end
        end

        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign first_left[k] = next_reads_j[k] && path_first[LOW_W*k +: LOW_W] != next_low[LOW_W*k +: LOW_W];
            assign left_then[k]  = left[k] && differs[RANKS*k +: RANKS] != 0;
        end
    endgenerate

    // ---- this trip: whether it leaves one, of each half of the lanes; the lanes that it leaves and serves; the path

    function [1:0] halves(input [LANES-1:0] lanes);
        halves = {|lanes[LANES-1:LANES/2], |lanes[LANES/2-1:0]};
    endfunction

    wire [TRIP_W-1:0] first = {halves(first_left), first_left, ~first_left, path_first};
    wire [TRIP_W-1:0] then  = {halves(left_then), left_then, left & ~left_then, path_then};
    reg  [TRIP_W-1:0] trip_q;
    wire [1:0]        some_left;
    wire              goes_on = step && !last;      // to the next trip of the same warp
    wire              load    = GATE != 0 ? load_select || goes_on : step;

    always @(posedge clk)
        if (load) trip_q <= last ? first : then;
    assign {some_left, left, served, path} = trip_q;
    assign last = !valid || some_left == 0;         // nothing waits for a bubble

    wire unused_ok = &{1'b0, load_select, low};
endmodule
`default_nettype wire
