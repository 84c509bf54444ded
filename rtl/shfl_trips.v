// SPDX-License-Identifier: Apache-2.0
// shfl_trips - in which trip through the network each lane is served, and what rank 1 selects. All lanes of the same
// low bits share one select: in the first trip the low bits of the lane that the first of them names, in a later one
// those that the first unserved one names. A lane that reads itself is served in the first trip. Spec: R5.6.1.
//
// A trip is found one clock ahead: the first while the warp enters the register of select, the next while one is made.
// Without that register: shfl_trips_input.
`default_nettype none
module shfl_trips #(
    parameter integer LANES      = 32,
    parameter integer NETWORK    = 8,               // words of a multiplexer of rank 1
    parameter integer GATE       = 0                // 1: a bubble does not load it
) (
    input  wire                              clk,
    input  wire                              load_select,
    input  wire                              valid, // behind select: there is a warp,
    input  wire                              step,  // and a trip can be made at the end of this clock

    input  wire [LANES*$clog2(NETWORK)-1:0]  next_low,  // before the register: low bits of the lane that is named
    input  wire [LANES-1:0]                  next_reads_j,
    input  wire [LANES*$clog2(NETWORK)-1:0]  low,       // behind it: the same

    output wire [NETWORK*$clog2(NETWORK)-1:0] select,   // of rank 1, by low bits of the destination
    output wire [LANES-1:0]                  served,    // by this trip
    output wire                              last       // it leaves no lane, or there is none
);
    localparam LOW_W  = $clog2(NETWORK);
    localparam GROUPS = LANES / NETWORK;            // lanes that share a select
    localparam TRIP_W = 2 + 2 * LANES + NETWORK * LOW_W;

    // ---- the first trip: which lanes it leaves; and, for the later ones, which lanes of one select name the same

    wire [LANES-1:0]        first_left;
    wire [LANES*GROUPS-1:0] same_next, same;        // lane k and the lane of group h: bit GROUPS*k + h

    genvar k, l, h;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_first
            localparam GROUP = k / NETWORK;
            localparam FIRST = k % NETWORK;
            wire [LOW_W-1:0] own_low = next_low[LOW_W*k +: LOW_W];

            assign first_left[k] = next_reads_j[k] && own_low != next_low[LOW_W*FIRST +: LOW_W];
            for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                if (h == 0 || h >= GROUP) begin : g_none
                    assign same_next[GROUPS*k + h] = 1'b0;
                end else begin : g_same             // of two values, those that are left have the second
                    assign same_next[GROUPS*k + h] = LOW_W == 1
                                                  || own_low == next_low[LOW_W*(NETWORK*h + FIRST) +: LOW_W];
                end
            end
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * GROUPS), .PRESENT(1)) u_reg_select (
        .clk(clk), .enable(load_select), .in(same_next), .out(same));

    // ---- the next trip, from the lanes that this one leaves

    wire [LANES-1:0]         left, left_then;
    wire [NETWORK*LOW_W-1:0] select_then;

    generate
        for (l = 0; l < NETWORK; l = l + 1) begin : g_low
            reg  [LOW_W-1:0]  turn;
            wire [GROUPS-1:0] column_leads;
            integer           g;

            always @* begin
                turn = low[LOW_W*(LANES - NETWORK + l) +: LOW_W];
                for (g = GROUPS - 2; g > 0; g = g - 1)
                    if (left[NETWORK*g + l]) turn = low[LOW_W*(NETWORK*g + l) +: LOW_W];
            end
            assign select_then[LOW_W*l +: LOW_W] = turn;

            for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                localparam LANE = NETWORK * h + l;
                wire led;                           // a lane of the groups ahead of this one is left

                if (h == 0) begin : g_first
                    assign led = 1'b0;
                end else begin : g_behind
                    assign led = g_group[h-1].led || left[LANE - NETWORK];
                end
                assign column_leads[h] = left[LANE] && !led;
                assign left_then[LANE] = left[LANE] && led && (column_leads & same[GROUPS*LANE +: GROUPS]) == 0;
            end
        end
    endgenerate

    // ---- this trip: whether it leaves one, of each half of the lanes; the lanes that it leaves and serves; the select

    function [1:0] halves(input [LANES-1:0] lanes);
        halves = {|lanes[LANES-1:LANES/2], |lanes[LANES/2-1:0]};
    endfunction

    wire [TRIP_W-1:0] first = {halves(first_left), first_left, ~first_left, next_low[NETWORK*LOW_W-1:0]};
    wire [TRIP_W-1:0] then  = {halves(left_then), left_then, left & ~left_then, select_then};
    reg  [TRIP_W-1:0] trip_q;
    wire [1:0]        some_left;
    wire              goes_on = step && !last;      // to the next trip of the same warp
    wire              load    = GATE != 0 ? load_select || goes_on : step;

    always @(posedge clk)
        if (load) trip_q <= last ? first : then;
    assign {some_left, left, served, select} = trip_q;
    assign last = !valid || some_left == 0;         // nothing waits for a bubble

    wire unused_ok = &{1'b0, load_select, low};
endmodule
`default_nettype wire
