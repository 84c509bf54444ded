// SPDX-License-Identifier: Apache-2.0
// R5.3.6, R5.3.7, R5.6.4: which registers of a unit for whole warps have a warp, or a trip of one, and when they are
// loaded. Register 1 is next to the input, DEPTH at the output; up to PLACE, one holds a warp that has made no trip, or
// not all. To be included behind shfl_picked.vh, in a module with DEPTH and ELASTIC, with comes, whether a warp is
// offered and can begin, and with want_trips, the trips that it makes.
localparam PLACE = DEPTH < 2 ? 0 : DEPTH - 1 - (DEPTH > 2) - (DEPTH > 4);  // without low, high and write-back
reg [DEPTH:1]   held, held_last;                    // a warp; behind PLACE, its last trip
reg [DEPTH+1:1] go;                                 // the register is loaded
reg [6:0]       trips [1:DEPTH];                    // up to PLACE: that its warp makes
reg [6:0]       made;                               // of the warp at PLACE
wire            place_held = PLACE == 0 ? comes && !rst : held[PLACE == 0 ? 1 : PLACE];
wire [6:0]      place_trips = PLACE == 0 ? want_trips : trips[PLACE == 0 ? 1 : PLACE];
wire            place_last = made + 1 == place_trips;
wire [DUE_W-1:0] place = DEPTH - due;               // the register that ours is in
integer         r, q;                               // newer Yosys want one for each block

always @* begin
    go[DEPTH+1] = out_ready;
    for (r = DEPTH; r >= 1; r = r - 1)
        if (r == DEPTH)              go[r] = go[r+1] || !held[r];
        else if (ELASTIC == 0)       go[r] = go[DEPTH] && (r > PLACE || place_last || !place_held);
        else if (r == PLACE)         go[r] = (go[r+1] && place_last) || !held[r];
        else if (r > PLACE)          go[r] = go[DEPTH] || !held[DEPTH-1];
        else                         go[r] = go[PLACE] || !held[PLACE-1];
end

always @(posedge clk) begin
    if (rst) held <= 0;
    else
        for (q = 1; q <= DEPTH; q = q + 1)
            if (go[q]) begin
                held[q]      <= q == PLACE + 1 ? place_held && (place_last || q != DEPTH)
                              : q == 1 ? comes : held[q-1] && (q != DEPTH || held_last[q-1]);
                held_last[q] <= q == PLACE + 1 ? place_last : q > 1 && held_last[q-1];
                trips[q]     <= q == 1 ? want_trips : trips[q == 1 ? 1 : q-1];
            end
    if (rst || !place_held) made <= 0;
    else if (go[PLACE+1])   made <= place_last ? 0 : made + 1;
end

assign enters    = taken;
assign moves_due = DEPTH - 1;
assign moves     = go[place+1] && (place != PLACE || place_last);  // the last trip is that which counts
assign early     = due != 0;
assign ready     = !rst && go[1] && (comes || !in_valid) && (PLACE > 0 || place_last);
