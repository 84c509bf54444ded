// SPDX-License-Identifier: Apache-2.0
// shfl_fabric - the fabric of a unit for whole warps: each lane gets the word of the lane that it reads, from a
// crossbar or a network. Stages select, crossbar low and crossbar high, with handshake and registers. A warp leaves the
// registers of select with its last trip; its trips go on one by one. Spec: docs/rules.md 3.3, 3.4 and 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl_fabric #(
    parameter integer LANES   = 32,                 // 2, 4, 8, 16, 32 or 64
    parameter integer W       = 32,
    parameter integer PARTS   = 0,                  // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter integer NETWORK = 0,                  // 0: crossbar; otherwise words of a multiplexer
    parameter integer SELECTS = 0,                  // of shfl_network
    parameter integer OWN     = 0,                  // 1: a lane whose source is inactive gets its own word
    parameter integer ALIKE   = 0,                  // of shfl_network
    parameter integer WARP_W  = 16,                 // bits that travel with the warp,
    parameter integer LANE_B  = 1,                  // and with each lane
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0
) (
    input  wire clk,
    input  wire rst,

    input  wire                                                    in_valid,
    output wire                                                    in_ready,
    input  wire [`SHFL_SOURCE_W(LANES, LANES, W, WARP_W, LANE_B)-1:0] in,

    output wire                                                    out_valid,
    input  wire                                                    out_ready,
    output wire [`SHFL_WORD_W(LANES, W, WARP_W, LANE_B)-1:0]       out
);
    localparam REG_SELECT = `SHFL_REG_SELECT(DEPTH);
    localparam REG_LOW    = `SHFL_REG_LOW(DEPTH);
    localparam REG_HIGH   = `SHFL_REG_HIGH(DEPTH);

    localparam LANE_W = $clog2(LANES);
    localparam LEGAL  = NETWORK > 1 && NETWORK <= LANES / 2 && 1 << $clog2(NETWORK) == NETWORK;
    localparam RANK_1 = LEGAL ? NETWORK : 0;        // an illegal NETWORK, which shfl_legal reports, is a crossbar
    localparam LOOKS  = RANK_1 == 0 && OWN != 0 ? 1 : 0;
    localparam SIDE_B = LANE_B + LOOKS;
    localparam GATES  = GATE != 0 || ELASTIC != 0;

    // <stage>_x is x behind the stage and its register, if it has one; in_x is behind range check
    wire [WARP_W-1:0]       in_warp,   select_warp,   low_warp,   high_warp;
    wire [LANES-1:0]        in_active, select_active, low_active, high_active;
    wire [LANES*LANE_B-1:0] in_lane,                              high_lane;
    wire [LANES*SIDE_B-1:0] in_side,   select_side,   low_side,   high_side;
    wire [LANES*W-1:0]      in_ra,     select_ra;
    wire [LANES-1:0]        in_reads_j;
    wire [LANES*LANE_W-1:0] in_j;
    wire [LANES*W-1:0]      src_data;
    wire [LANES-1:0]        served, src_active;

    assign {in_warp, in_lane, in_active, in_reads_j, in_j, in_ra} = in;

    // ---- handshake of two parts: select, and low with high

    wire                      high_ready;
    wire                      select_load, high_load;       // they load the registers of their part
    wire                      select_valid, high_valid;
    wire                      select_last, low_last, high_last;     // the trip is the warp's last one
    wire [REG_SELECT:0]       select_valids;
    wire [REG_LOW+REG_HIGH:0] high_valids;
    wire                      low_valid = high_valids[REG_LOW];

    assign out = {high_warp, high_lane, high_active, served & {LANES{!GATES || high_valid}}, src_active,
                  src_data};

    shfl_handshake #(.REGS(REG_SELECT), .ELASTIC(ELASTIC), .GATE(GATE)) u_select (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .load(select_load),
        .out_valid(select_valid), .out_ready(high_ready && select_last), .valid(select_valids));
    shfl_handshake #(.REGS(REG_LOW + REG_HIGH), .ELASTIC(ELASTIC), .GATE(GATE)) u_high (
        .clk(clk), .rst(rst), .in_valid(select_valid), .in_ready(high_ready), .load(high_load),
        .out_valid(high_valid), .out_ready(out_ready), .valid(high_valids));

    assign out_valid = high_valid && high_last;

    wire unused_ok = &{1'b0, select_valids, high_valids, low_valid};

    // ---- sideband

    shfl_stage_reg #(.W(WARP_W + LANES + LANES * SIDE_B), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(select_load),
        .in ({in_warp,     in_active,     in_side}),
        .out({select_warp, select_active, select_side}));
    shfl_stage_reg #(.W(LANES * W), .PRESENT(REG_SELECT)) u_reg_select_ra (
        .clk(clk), .enable(select_load), .in(in_ra), .out(select_ra));
    shfl_stage_reg #(.W(1 + WARP_W + LANES + LANES * SIDE_B), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(high_load),
        .in ({select_last, select_warp, select_active, select_side}),
        .out({low_last,    low_warp,    low_active,    low_side}));
    shfl_stage_reg #(.W(1 + WARP_W + LANES + LANES * SIDE_B), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(high_load),
        .in ({low_last,  low_warp,  low_active,  low_side}),
        .out({high_last, high_warp, high_active, high_side}));

    // ---- the words

    generate
        if (RANK_1 != 0) begin : g_network
            shfl_network #(.LANES(LANES), .W(W), .NETWORK(RANK_1), .SELECTS(SELECTS), .OWN(OWN),
                           .ALIKE(ALIKE), .GATE(GATES ? 1 : 0), .DEPTH(DEPTH)) u_network (
                .clk(clk), .load_select(select_load), .load_high(high_load),
                .valid(select_valid), .step(high_ready), .last(select_last),
                .j(in_j), .reads_j(in_reads_j), .ra(select_ra), .active(select_active),
                .served(served), .src_data(src_data), .src_active(src_active));
            assign in_side   = in_lane;
            assign high_lane = high_side;
        end else begin : g_crossbar
            wire [LANES-1:0] reads_j, crossbar_src_active;

            shfl_crossbar #(.LANES(LANES), .W(W), .PARTS(PARTS), .DEPTH(DEPTH)) u_crossbar (
                .clk(clk), .load_select(select_load), .load_high(high_load),
                .j(in_j), .reads_j(reads_j), .ra(select_ra), .active(select_active),
                .src_data(src_data), .src_active(crossbar_src_active));
            assign select_last = 1'b1;
            assign served      = {LANES{1'b1}};

            // with OWN the active bit of the source is needed in front of select, and is sideband from there on
            if (LOOKS) begin : g_own
                wire [LANES-1:0] j_active;
                genvar k;
                for (k = 0; k < LANES; k = k + 1) begin : g_lane
                    shfl_mux #(.WORDS(LANES), .W(1)) u_j_active (
                        .words(in_active), .sel(in_j[LANE_W*k +: LANE_W]), .word(j_active[k]));
                end
                assign reads_j = in_reads_j & j_active;
                assign in_side = {reads_j | ~in_reads_j & in_active, in_lane};
                assign {src_active, high_lane} = high_side;

                wire unused_src_active = &{1'b0, crossbar_src_active};
            end else begin : g_zero_or_raw
                assign reads_j    = in_reads_j;
                assign in_side    = in_lane;
                assign high_lane  = high_side;
                assign src_active = crossbar_src_active;
            end
        end
    endgenerate
endmodule
`default_nettype wire
