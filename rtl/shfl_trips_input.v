// SPDX-License-Identifier: Apache-2.0
// shfl_trips_input - shfl_trips without a register of select, where the operands stay at the input for all trips of a
// warp. A trip is found in its own clock, from the lanes that the trip before left. A lane may be served again, with
// the word that it has. Spec: R5.6.1.
`default_nettype none
`include "shfl_defs.vh"
module shfl_trips_input #(
    parameter integer LANES   = 32,
    parameter integer NETWORK = 8                   // words of a multiplexer
) (
    input  wire                              clk,
    input  wire                              valid, // there is a warp,
    input  wire                              step,  // and a trip can be made at the end of this clock

    input  wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] low,    // low bits of the lane that is named
    input  wire [LANES-1:0]                  reads_j,

    output wire [LANES*`SHFL_LOW_W(LANES, NETWORK)-1:0] path,   // low bits of the lane whose word comes
    output wire [LANES-1:0]                  served,    // by this trip
    output wire                              last       // it leaves no lane, or there is none
);
    localparam RANK_W = $clog2(NETWORK);
    localparam LOW_W  = `SHFL_LOW_W(LANES, NETWORK);

    reg                    later;                   // it is not the first trip
    reg  [LANES-1:NETWORK] left_q;                  // lanes that the trip before left, if there was one; the first
    wire [LANES-1:NETWORK] left;                    // trip leaves none of the first NETWORK
    wire [LANES-1:0]       waiting = {left_q, {NETWORK{1'b0}}};

    genvar r, k, l, h;
    generate
        for (r = 0; r < LOW_W / RANK_W; r = r + 1) begin : g_rank
            localparam SELECTS = 1 << RANK_W * (r + 1);
            localparam GROUPS  = LANES / SELECTS;   // lanes that share a select

            for (l = 0; l < SELECTS; l = l + 1) begin : g_low
                reg  [$clog2(GROUPS)-1:0] lead;     // the group of the lane that leads
                wire [GROUPS*RANK_W-1:0]  named;
                wire [RANK_W-1:0]         turn;
                integer                   g;

                always @* begin
                    lead = 0;
                    for (g = GROUPS - 1; g >= 0; g = g - 1)
                        if (waiting[SELECTS*g + l]) lead = g[$clog2(GROUPS)-1:0];
                end
                shfl_mux #(.WORDS(GROUPS), .W(RANK_W)) u_turn (.words(named), .sel(lead), .word(turn));

                for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                    localparam AT = LOW_W * (SELECTS * h + l) + RANK_W * r;
                    assign named[RANK_W*h +: RANK_W] = low[AT +: RANK_W];
                    assign path[AT +: RANK_W]        = turn;
                end
            end
        end

        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            if (k < NETWORK) begin : g_first
                assign served[k] = !later;
            end else begin : g_behind
                wire waits = path[LOW_W*k +: LOW_W] != low[LOW_W*k +: LOW_W];
                assign left[k]   = (later ? left_q[k] : reads_j[k]) && waits;
                assign served[k] = !(reads_j[k] && waits);
            end
        end
    endgenerate

    assign last = left == 0;

    always @(posedge clk) begin
        if (!valid) begin                           // as in reset, and on the clock behind it
            later  <= 1'b0;
            left_q <= {LANES-NETWORK{1'b0}};
        end else if (step) begin
            later  <= !last;
            left_q <= left;
        end
    end

    wire unused_ok = &{1'b0, reads_j};
endmodule
`default_nettype wire
