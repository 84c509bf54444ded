// SPDX-License-Identifier: Apache-2.0
// shfl_trips - in which trip through the network each lane is served, and what rank 1 selects. All lanes of the same
// low bits share one select: in the first trip the low bits of the lane that the first of them names, in a later one
// those that the first unserved one names. A lane that reads itself is served in the first trip. Spec: R5.6.1.
`default_nettype none
module shfl_trips #(
    parameter integer LANES      = 32,
    parameter integer NETWORK    = 8,               // words of a multiplexer of rank 1
    parameter integer REG_SELECT = 0                // 1: a register behind the comparison for the first trip
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
    output wire                              last       // it leaves no lane
);
    localparam LOW_W  = $clog2(NETWORK);
    localparam GROUPS = LANES / NETWORK;            // lanes that share a select

    // ---- the first trip: which lanes it leaves

    wire [LANES-1:0] left_next, first_left;

    genvar k, l;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_first
            localparam FIRST = k % NETWORK;
            assign left_next[k] = next_reads_j[k]
                               && next_low[LOW_W*k +: LOW_W] != next_low[LOW_W*FIRST +: LOW_W];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(load_select), .in(left_next), .out(first_left));

    // ---- this trip; the registers have that of a later one

    reg                      later;
    reg  [LANES-1:0]         later_left, later_served;
    reg  [NETWORK*LOW_W-1:0] later_select;
    wire [LANES-1:0]         left = later ? later_left : first_left;

    assign served = later ? later_served : ~first_left;
    assign last   = left == {LANES{1'b0}};
    assign select = later ? later_select : low[NETWORK*LOW_W-1:0];

    // ---- the next one

    wire [LANES-1:0]         left_then;
    wire [NETWORK*LOW_W-1:0] select_then;

    generate
        for (l = 0; l < NETWORK; l = l + 1) begin : g_low
            reg  [LOW_W-1:0] turn;
            integer          g;

            always @* begin
                turn = low[LOW_W*l +: LOW_W];
                for (g = GROUPS - 1; g > 0; g = g - 1)
                    if (left[NETWORK*g + l]) turn = low[LOW_W*(NETWORK*g + l) +: LOW_W];
            end
            assign select_then[LOW_W*l +: LOW_W] = turn;
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign left_then[k] = left[k] && low[LOW_W*k +: LOW_W] != select_then[LOW_W*(k % NETWORK) +: LOW_W];
        end
    endgenerate

    always @(posedge clk) begin
        if (!valid)    later <= 1'b0;               // nor is it in reset, or on the clock behind it
        else if (step) later <= !last;
        if (step) begin
            later_left   <= left_then;
            later_served <= left & ~left_then;
            later_select <= select_then;
        end
    end
endmodule
`default_nettype wire
