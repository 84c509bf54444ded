// SPDX-License-Identifier: Apache-2.0
// shfl_behavioral - a shuffle of a whole warp as the ALU of an open GPU writes it: per lane a formula for the source
// and an indexed word, then a result register with a handshake. The rule is that of Vortex's instruction set. Only the
// FPGA report uses it, to compare areas.
`default_nettype none
module shfl_behavioral #(
    parameter integer LANES = 4,
    parameter integer W     = 32,
    parameter integer FRONT = 0,                    // 1: a lane without a source names itself, in front of the mux
    parameter integer TAG_W = 16
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [TAG_W-1:0]    in_tag,
    input  wire [1:0]          op,                  // UP, DOWN, BFLY, IDX
    input  wire [LANES-1:0]    active,
    input  wire [LANES*W-1:0]  rs1,
    input  wire [LANES*32-1:0] rs2,                 // of each lane: b from bit 0, c from bit 6, mask from bit 12
    output reg                 out_valid,
    input  wire                out_ready,
    output reg  [TAG_W-1:0]    out_tag,
    output reg  [LANES*W-1:0]  rd
);
    localparam integer LANE_W = $clog2(LANES);
    localparam [1:0] UP = 2'd0, DOWN = 2'd1, BFLY = 2'd2;

    wire [LANES*W-1:0] rd_next;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0] b        = rs2[32*k      +: LANE_W];
            wire [LANE_W-1:0] c        = rs2[32*k + 6  +: LANE_W];
            wire [LANE_W-1:0] mask     = rs2[32*k + 12 +: LANE_W];
            wire [LANE_W-1:0] min_lane = LANE & mask;
            wire [LANE_W-1:0] max_lane = min_lane | (c & ~mask);
            reg  [LANE_W-1:0] source;
            reg               in_range;

            always @* begin
                case (op)
                    UP:      {in_range, source} = {1'b1, LANE} - {1'b0, b};     // the bit above: no borrow
                    DOWN:    {in_range, source} = {1'b0, LANE} + {1'b0, b};     // a carry
                    BFLY:    {in_range, source} = {1'b0, LANE ^ b};
                    default: {in_range, source} = {1'b0, min_lane | (b & ~mask)};
                endcase
                in_range = op == UP ? in_range && source >= min_lane : !in_range && source <= max_lane;
            end

            wire moves = in_range && active[source];
            if (FRONT != 0) begin : g_front
                wire [LANE_W-1:0] j = moves ? source : LANE;
                assign rd_next[W*k +: W] = rs1[W*j +: W];
            end else begin : g_behind
                assign rd_next[W*k +: W] = moves ? rs1[W*source +: W] : rs1[W*k +: W];
            end
        end
    endgenerate

    assign in_ready = !out_valid || out_ready;

    always @(posedge clk) begin
        if (rst) out_valid <= 1'b0;
        else if (in_ready) out_valid <= in_valid;
        if (in_ready) {out_tag, rd} <= {in_tag, rd_next};
    end
endmodule
`default_nettype wire
