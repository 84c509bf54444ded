// SPDX-License-Identifier: Apache-2.0
// How many trips the warp makes through a network by docs/rules.md 5.6: want_trips, 1 with the crossbar; of a vote 1,
// R12.4.2. To be included in a module that has shfl_want.vh.
localparam PER_WORD   = NETWORK == 0 ? LANES : NETWORK;
localparam TRIPS_MOST = LANES / PER_WORD + SELECTS;
reg [6:0]       want_trips;
reg [LANES-1:0] want_left;
integer         trip;

// the lanes that a trip leaves, of those that are left; R5.6.2's loops
function [LANES-1:0] stay(input [LANES-1:0] left, in_range, input [LANES*LANE_W-1:0] named, input first);
    reg [LANE_W-1:0] of_lane, of_leader, high;
    integer          low, lane, at;
    begin
        stay = 0;
        for (low = 1; low * PER_WORD < LANES; low = low * PER_WORD)
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                of_lane   = named[LANE_W*lane +: LANE_W];
                of_leader = 0;
                for (at = LANES - low * PER_WORD + lane % (low * PER_WORD); at >= 0; at = at - low * PER_WORD) begin
                    high = first ? at : named[LANE_W*at +: LANE_W];
                    if (left[at] && (SELECTS == 0 || high / (low * PER_WORD) == of_lane / (low * PER_WORD)))
                        of_leader = named[LANE_W*at +: LANE_W];
                end
                if (left[lane] && in_range[lane] && ((of_lane ^ of_leader) & (low * PER_WORD - low)) != 0)
                    stay[lane] = 1;
            end
    end
endfunction

always @* begin
    want_trips = 1;
    want_left  = stay({LANES{1'b1}}, in_bounds, want_j, 1'b1);
    for (trip = 1; trip < TRIPS_MOST; trip = trip + 1) begin
        if (want_left != 0 && !want_is_vote) want_trips = want_trips + 1;
        want_left = stay(want_left, in_bounds, want_j, 1'b0);
    end
end
