// SPDX-License-Identifier: Apache-2.0
// shfl_pins - the unit behind eight pins, for place and route: its ports exceed any package.
//
// The lanes' operands are a shift register that the pin serial_in fills. pu, we, src_active and out_tag
// are mixed into it. A lane's clamp is the index of another lane, its segmask that of a third, so that
// each lane gets a bit only once. The warp's operands, the same for all lanes, are a register next to it, loaded with
// two of its bits each. Bits are mixed so that no register here equals one of the unit and is merged with it. The
// values need no register: ra is rd, shifted by one bit. With 4 lanes or more nothing can be optimized away,
// and every path of the unit runs from register to register. The two registers and three for the handshake are all
// that this adds, LANE_OPS + WARP_OPS + 3 flip-flops, with a LUT before MIXED + WARP_OPS of them.
`default_nettype none
`include "shfl_defs.vh"
module shfl_pins #(
    parameter LANES    = 32,
    parameter W        = 32,
    parameter DEPTH    = 1,
    parameter POLICY   = 0,
    parameter PARTS    = 0,
    parameter NETWORK  = 0,
    parameter SKID     = 0,
    parameter TAG_W    = 1
) (
    input  wire clk,
    input  wire rst,
    input  wire in_valid,
    output wire in_ready,
    input  wire serial_in,
    output wire out_valid,
    input  wire out_ready,
    output wire serial_out
);
    localparam LANE_W   = $clog2(LANES);
    localparam LANE_OPS = LANES * LANE_W + LANES + TAG_W;
    localparam WARP_OPS = `SHFL_MODE_W + 2 + 3 * LANE_W;
    localparam MIXED    = 3 * LANES + TAG_W;
    localparam STEP     = MIXED / WARP_OPS;

    reg  [LANE_OPS-1:0]     lane_ops;
    reg  [WARP_OPS-1:0]     warp_ops;
    reg                     unit_in_valid, unit_out_ready, seen_ready;
    wire                    unit_in_ready, enable;
    wire [`SHFL_MODE_W-1:0] mode;
    wire                    sb_is_imm, sc_is_imm;
    wire [LANE_W-1:0]       sb_imm, clamp_imm, segmask_imm;
    wire [TAG_W-1:0]        in_tag, out_tag;
    wire [LANES-1:0]        active, pu, we, src_active;
    wire [LANES*LANE_W-1:0] index;
    wire [LANES*W-1:0]      rd;
    wire [LANES*32-1:0]     sb, sc;
    wire [LANE_W+7:0]       sc_imm;

    assign {index, active, in_tag} = lane_ops;
    assign {mode, sb_is_imm, sc_is_imm, sb_imm, clamp_imm, segmask_imm} = warp_ops;
    assign sc_imm     = (segmask_imm << 8) | clamp_imm;
    assign in_ready   = seen_ready;
    assign enable     = unit_in_ready || rst;       // that of the unit's own registers
    assign serial_out = lane_ops[LANE_OPS-1] ^ rd[LANES*W-1];

    genvar i, k;
    generate
        for (i = 0; i < WARP_OPS; i = i + 1) begin : g_warp_op
            always @(posedge clk)
                if (enable) warp_ops[i] <= lane_ops[STEP*i % LANE_OPS] ^ lane_ops[(STEP*i + 1) % LANE_OPS];
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam SECOND = (k + 1) % LANES, THIRD = (k + 2) % LANES;
            assign sb[32*k +: 32] = index[LANE_W*k +: LANE_W];
            assign sc[32*k +: 32] = (index[LANE_W*THIRD +: LANE_W] << 8) | index[LANE_W*SECOND +: LANE_W];
        end
    endgenerate

    always @(posedge clk) begin
        {unit_in_valid, unit_out_ready, seen_ready} <= {in_valid, out_ready, unit_in_ready};
        if (enable) lane_ops <= {lane_ops[LANE_OPS-2:0], serial_in} ^ {pu, we, src_active, out_tag};
    end

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK), .SKID(SKID),
           .TAG_W(TAG_W)) unit (
        .clk(clk), .rst(rst),
        .in_valid(unit_in_valid), .in_ready(unit_in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra({rd[LANES*W-2:0], lane_ops[LANE_OPS-1]}), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(unit_out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
