// SPDX-License-Identifier: Apache-2.0
// shfl_trips_input - shfl_trips without a register of select, where the operands stay at the input for all trips of a
// warp. A trip is found in its own clock, from the lanes that the trip before left. A lane may be served again, with
// the word that it has. Spec: R5.6.1.
`default_nettype none
module shfl_trips_input #(
    parameter integer LANES   = 32,
    parameter integer NETWORK = 8,                  // words of a multiplexer of rank 1
    parameter integer GATE    = 0                   // 1: a bubble loads no register
) (
    input  wire                              clk,
    input  wire                              valid, // there is a warp,
    input  wire                              step,  // and a trip can be made at the end of this clock

    input  wire [LANES*$clog2(NETWORK)-1:0]  low,   // low bits of the lane that is named
    input  wire [LANES-1:0]                  reads_j,

    output wire [NETWORK*$clog2(NETWORK)-1:0] select,   // of rank 1, by low bits of the destination
    output wire [LANES-1:0]                  served,    // by this trip
    output wire                              last       // it leaves no lane, or there is none
);
    localparam LOW_W   = $clog2(NETWORK);
    localparam GROUPS  = LANES / NETWORK;           // lanes that share a select
    localparam GROUP_W = $clog2(GROUPS);

    reg                    later;                   // it is not the first trip
    reg  [LANES-1:NETWORK] left_q;                  // lanes that the trip before left; the first one leaves none of
    wire [LANES-1:NETWORK] left;                    // the first group

    genvar l, h;
    generate
        for (l = 0; l < NETWORK; l = l + 1) begin : g_low
            reg  [GROUP_W-1:0]      lead;           // the group of the lane that leads
            wire [GROUPS*LOW_W-1:0] lows;
            wire [LOW_W-1:0]        turn;
            integer                 g;

            always @* begin
                lead = 0;
                for (g = GROUPS - 1; g > 0; g = g - 1)
                    if (later && left_q[NETWORK*g + l]) lead = g[GROUP_W-1:0];
            end
            shfl_mux #(.WORDS(GROUPS), .W(LOW_W)) u_turn (.words(lows), .sel(lead), .word(turn));
            assign select[LOW_W*l +: LOW_W] = turn;

            for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                localparam LANE = NETWORK * h + l;
                assign lows[LOW_W*h +: LOW_W] = low[LOW_W*LANE +: LOW_W];

                if (h == 0) begin : g_first
                    assign served[LANE] = !later;
                end else begin : g_behind
                    wire waits = lows[LOW_W*h +: LOW_W] != turn;
                    assign left[LANE]   = (later ? left_q[LANE] : reads_j[LANE]) && waits;
                    assign served[LANE] = !(reads_j[LANE] && waits);
                end
            end
        end
    endgenerate

    assign last = left == 0;

    always @(posedge clk) begin
        if (!valid)    later <= 1'b0;               // nor is it in reset, or on the clock behind it
        else if (step) later <= !last;
        if (GATE != 0 ? step && !last && valid : step) left_q <= left;
    end

    wire unused_ok = &{1'b0, reads_j};
endmodule
`default_nettype wire
