// shfl_lane_index - the lane that the operands name, before anybody asks whether it may be read, and
// the limit that the range check will hold it against. Spec: docs/spec.md 3.1 and 3.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_lane_index #(
    parameter LANES = 32
) (
    input  wire [1:0]                      mode,
    input  wire [$clog2(LANES)-1:0]        lane,
    input  wire [$clog2(LANES)-1:0]        index,
    input  wire [$clog2(LANES)-1:0]        clamp,
    input  wire [$clog2(LANES)-1:0]        segmask,
    output wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            up,      // the limit is a lower one
    output wire [$clog2(LANES)-1:0]        max_lane
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] min_lane = lane & segmask;

    assign up       = mode == `SHFL_UP;
    assign max_lane = min_lane | (clamp & ~segmask);

    // one adder for all modes: UP adds the complement and 1, IDX and BFLY add their lane to 0
    wire [LANE_W-1:0] base = up || mode == `SHFL_DOWN ? lane : {LANE_W{1'b0}};
    reg  [LANE_W-1:0] offset;

    always @* begin
        case (mode)
            `SHFL_IDX:  offset = min_lane | (index & ~segmask);
            `SHFL_UP:   offset = ~index;
            `SHFL_DOWN: offset = index;
            default:    offset = lane ^ index;
        endcase
    end

    assign j = {2'b00, base} + {{2{up}}, offset} + {{LANE_W+1{1'b0}}, up};
endmodule
`default_nettype wire
