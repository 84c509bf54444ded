// SPDX-License-Identifier: Apache-2.0
// shfl_board_reference - the results that a unit should give, one lane per clock, and where they differ. The operands
// wait in two memories: those of a lane, by its place in the warp, and the values, by the lane's number. A result is
// compared two clocks after it has come. What a lane reads is in shfl_board_lane.
`default_nettype none
module shfl_board_reference #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer OPS_W   = 1,                  // bits of a lane's operands
    parameter integer TAG_W   = 8,
    parameter integer WARPS_W = 20
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     put,            // a lane goes into the unit
    input  wire [WARPS_W-1:0]       put_warp,
    input  wire [$clog2(LANES)-1:0] put_position,
    input  wire [$clog2(LANES)-1:0] put_lane,
    input  wire [OPS_W-1:0]         put_ops,
    input  wire                     active,
    input  wire [W-1:0]             ra,

    input  wire                     got,            // a result has come
    input  wire [$clog2(LANES)-1:0] got_lane,
    input  wire                     got_last,
    input  wire [TAG_W-1:0]         got_tag,
    input  wire [W-1:0]             got_rd,
    input  wire                     got_pu,
    input  wire                     got_we,
    input  wire                     got_src_active,

    output reg  [WARPS_W-1:0]       warp,           // of the next result
    output reg  [$clog2(LANES)-1:0] position,
    output wire [4:0]               differs,        // {lane, last or tag; src_active; we; pu; rd}
    output reg  [WARPS_W-1:0]       differs_warp,
    output wire [$clog2(LANES)-1:0] differs_lane    // that it should be
);
    localparam L     = $clog2(LANES);
    localparam SLOTS = 3;                           // bits: eight warps, of which the last seven are on their way
    localparam DEEP  = 1 << (SLOTS + L);

    reg [OPS_W+L:0] operands [0:DEEP-1];            // {ops, active, lane}
    reg [W:0]       values   [0:DEEP-1];            // {active, ra}
    reg [OPS_W+L:0] operand;
    reg [W:0]       source;

    // ---- the result has come: the operands are read

    reg  [WARPS_W-1:0] ops_warp;
    wire [L-1:0]       src_lane;

    always @(posedge clk)
        if (rst) begin
            warp     <= {WARPS_W{1'b0}};
            position <= {L{1'b0}};
        end else if (got) begin
            warp     <= warp + {{WARPS_W-1{1'b0}}, &position};
            position <= position + 1'b1;
        end

    always @(posedge clk) begin
        if (put) begin
            operands[{put_warp[SLOTS-1:0], put_position}] <= {put_ops, active, put_lane};
            values[{put_warp[SLOTS-1:0], put_lane}]       <= {active, ra};
        end
        operand <= operands[{warp[SLOTS-1:0], position}];
        source  <= values[{ops_warp[SLOTS-1:0], src_lane}];
    end

    // ---- a clock later: the source, whose value is read

    reg                  ops_valid, ops_last;
    reg  [L+TAG_W+W+3:0] ops_got;
    wire [L-1:0]         lane;
    wire [OPS_W-1:0]     ops;
    wire                 lane_active, pu_is;
    assign {ops, lane_active, lane} = operand;

    shfl_board_lane #(.LANES(LANES)) u_lane (.ops(ops), .lane(lane), .src_lane(src_lane), .in_range(pu_is));

    // ---- another clock later: the comparison

    reg                  valid, last, want_pu, want_we;
    reg  [L-1:0]         want_lane;
    reg  [TAG_W-1:0]     tag;
    reg  [L+TAG_W+W+3:0] got_before;
    wire [L-1:0]         seen_lane;
    wire [TAG_W-1:0]     seen_tag;
    wire [W-1:0]         rd;
    wire                 seen_last, pu, we, src_active;
    assign {seen_lane, seen_last, seen_tag, rd, pu, we, src_active} = got_before;

    always @(posedge clk) begin
        ops_valid    <= got && !rst;
        ops_warp     <= warp;
        ops_last     <= &position;
        ops_got      <= {got_lane, got_last, got_tag, got_rd, got_pu, got_we, got_src_active};
        valid        <= ops_valid && !rst;
        differs_warp <= ops_warp;
        tag          <= ops_warp[TAG_W-1:0];
        last         <= ops_last;
        want_lane    <= lane;
        want_pu      <= pu_is;
        want_we      <= lane_active;                // R3.5.3
        got_before   <= ops_got;
    end

    wire source_active = source[W];

    assign differs_lane = want_lane;
    assign differs      = {5{valid}} & {
        seen_lane != want_lane || seen_last != last || seen_tag != tag,
        src_active != source_active,
        we != want_we,
        pu != want_pu,
        rd != (source_active ? source[W-1:0] : {W{1'b0}})};                     // R3.5.1, R4.2

    wire unused_ok = &{1'b0, put_warp};
endmodule
`default_nettype wire
