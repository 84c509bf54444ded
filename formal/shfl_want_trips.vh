// SPDX-License-Identifier: Apache-2.0
// How many trips the warp makes through a network by docs/rules.md 5.6: want_trips, 1 with the crossbar; of a vote 1,
// R12.4.2. To be included in a module that has shfl_want.vh.
localparam PER_WORD = NETWORK == 0 ? LANES : NETWORK;   // lanes of a group, those of the same high bits
reg [6:0]          want_trips, trips_of_low;
reg [PER_WORD-1:0] asked;                           // low bits that a lane of this l has named
integer            at, low, high;

always @* begin
    want_trips = 1;
    for (low = 0; low < PER_WORD; low = low + 1) begin
        trips_of_low = 1;
        asked = 0;
        asked[want_j[LANE_W*low +: LANE_W] % PER_WORD] = 1;
        for (high = 1; high < LANES / PER_WORD; high = high + 1) begin
            at = high * PER_WORD + low;
            if (in_bounds[at] && !asked[want_j[LANE_W*at +: LANE_W] % PER_WORD]) trips_of_low = trips_of_low + 1;
            if (in_bounds[at]) asked[want_j[LANE_W*at +: LANE_W] % PER_WORD] = 1;
        end
        if (trips_of_low > want_trips && !want_is_vote) want_trips = trips_of_low;
    end
end
