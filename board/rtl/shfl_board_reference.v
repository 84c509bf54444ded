// SPDX-License-Identifier: Apache-2.0
// shfl_board_reference - the results that a unit should give, one lane per clock, and where they differ. The operands
// wait in two memories: those of a lane, by its place in the warp, and the values, by the lane's number. A result is
// compared two clocks after it has come. Written from docs/rules.md 3 and 4, policy ZERO, and of no module of rtl/.
`default_nettype none
`include "shfl_defs.vh"
module shfl_board_reference #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer TAG_W   = 8,
    parameter integer WARPS_W = 20
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     put,            // a lane goes into the unit
    input  wire [WARPS_W-1:0]       put_warp,
    input  wire [$clog2(LANES)-1:0] put_position,
    input  wire [$clog2(LANES)-1:0] put_lane,
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire [$clog2(LANES)-1:0] sb,             // the immediate, or the register
    input  wire [$clog2(LANES)+7:0] sc,
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
    localparam SLOTS = 3;                           // bits: eight warps, of which the last seven are inside
    localparam DEEP  = 1 << (SLOTS + L);
    localparam OPS_W = `SHFL_MODE_W + L + L + 8 + 1 + L;

    reg [OPS_W-1:0] operands [0:DEEP-1];            // {mode, sb, sc, active, lane}
    reg [W:0]       values   [0:DEEP-1];            // {active, ra}
    reg [OPS_W-1:0] ops;
    reg [W:0]       source;

    // ---- the result has come: the operands are read

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
            operands[{put_warp[SLOTS-1:0], put_position}] <= {mode, sb, sc, active, put_lane};
            values[{put_warp[SLOTS-1:0], put_lane}]       <= {active, ra};
        end
        ops    <= operands[{warp[SLOTS-1:0], position}];
        source <= values[{ops_warp[SLOTS-1:0], src_lane}];
    end

    // ---- a clock later: the source, whose value is read

    reg  [WARPS_W-1:0]       ops_warp;
    reg                      ops_valid, ops_last;
    reg  [L+TAG_W+W+3:0]     ops_got;
    wire [`SHFL_MODE_W-1:0]  ops_mode;
    wire [L-1:0]             index, lane;
    wire [L+7:0]             ops_sc;
    wire                     lane_active;
    assign {ops_mode, index, ops_sc, lane_active, lane} = ops;

    wire [L-1:0]        segmask  = ops_sc[8 +: L];
    wire [L-1:0]        min_lane = lane & segmask;                              // R3.1.2
    wire [L-1:0]        max_lane = min_lane | (ops_sc[L-1:0] & ~segmask);
    reg  signed [L+1:0] j;
    always @*
        case (ops_mode)                                                         // R3.2.1
        `SHFL_IDX:  j = {2'b00, min_lane | (index & ~segmask)};
        `SHFL_UP:   j = {2'b00, lane} - {2'b00, index};
        `SHFL_DOWN: j = {2'b00, lane} + {2'b00, index};
        default:    j = {2'b00, lane ^ index};
        endcase
    wire signed [L+1:0] limit    = {2'b00, max_lane};
    wire                in_range = ops_mode == `SHFL_UP ? j >= limit : j <= limit;  // R3.3.1, R3.3.2
    wire [L-1:0]        src_lane = in_range ? j[L-1:0] : lane;                  // R3.3.3

    // ---- another clock later: the comparison

    reg                valid, last, want_pu, want_we;
    reg  [L-1:0]       want_lane;
    reg  [TAG_W-1:0]   tag;
    wire [L-1:0]       seen_lane;
    wire [TAG_W-1:0]   seen_tag;
    wire [W-1:0]       rd;
    wire               seen_last, pu, we, src_active;
    reg  [L+TAG_W+W+3:0] got_before;
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
        want_pu      <= in_range;
        want_we      <= lane_active;
        got_before   <= ops_got;
    end

    wire source_active = source[W];
    assign differs_lane = want_lane;
    assign differs      = {5{valid}} & {
        seen_lane != want_lane || seen_last != last || seen_tag != tag,
        src_active != source_active,
        we != want_we,                                                          // R3.5.3
        pu != want_pu,                                                          // R3.5.2
        rd != (source_active ? source[W-1:0] : {W{1'b0}})};                     // R3.5.1, R4.2

    wire unused_ok = &{1'b0, put_warp, ops_sc};
endmodule
`default_nettype wire
