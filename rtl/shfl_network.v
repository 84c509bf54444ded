// SPDX-License-Identifier: Apache-2.0
// shfl_network - a network of two ranks in place of the crossbar: the word, and the active bit, of the lane that each
// lane reads, in one trip or, if two lanes want different words of one multiplexer, in several.
//
// Lane number {g, l} has l in its low bits. Rank 1: position {h, l} takes one of the words of lanes {h, *}. Rank 2:
// lane {g, l} takes one of positions {*, l}. A lane that reads itself takes its own word. Spec: docs/rules.md 5.6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_network #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer NETWORK = 8,                  // words of a multiplexer of rank 1, a power of two, 2 to LANES/2
    parameter integer OWN     = 0,                  // 1: a lane whose source is inactive takes its own word
    parameter integer ALIKE   = 0,                  // 1: lanes of the same low bits name the same ones: one trip
    parameter integer GATE    = 0,                  // 1: a bubble loads no register
    parameter integer DEPTH   = 1                   // of the unit
) (
    input  wire                           clk,
    input  wire                           load_select,  // enables of the registers: behind select,
    input  wire                           load_high,    // behind low and high
    input  wire                           valid,    // behind select: a warp,
    input  wire                           step,     // which makes a trip at the end of this clock,
    output wire                           last,     // its last one

    input  wire [LANES*$clog2(LANES)-1:0] j,        // behind range check: low bits, all lanes
    input  wire [LANES-1:0]               reads_j,  // the same: lane k reads lane j, not itself
    input  wire [LANES*W-1:0]             ra,       // behind select; lane k is ra[W*k +: W]
    input  wire [LANES-1:0]               active,   // behind select
    output wire [LANES-1:0]               served,   // behind high, like the others: the lane has its word
    output wire [LANES*W-1:0]             src_data,
    output wire [LANES-1:0]               src_active
);
    localparam REG_SELECT = `SHFL_REG_SELECT(DEPTH);
    localparam REG_LOW    = `SHFL_REG_LOW(DEPTH);
    localparam REG_HIGH   = `SHFL_REG_HIGH(DEPTH);

    localparam LANE_W = $clog2(LANES);
    localparam LOW_W  = $clog2(NETWORK);
    localparam HIGH_W = LANE_W - LOW_W;
    localparam GROUPS = LANES / NETWORK;

    // ---- select

    wire [LANES*LANE_W-1:0] select_j;
    wire [LANES*LANE_W-1:0] src_lane;               // the lane that each lane reads, for whoever looks inside
    wire [LANES*LOW_W-1:0]  next_low, low;
    wire [LANES*HIGH_W-1:0] high, low_high;
    wire [LANES-1:0]        select_reads_j, low_reads_j;

    shfl_stage_reg #(.W(LANES * (1 + LANE_W)), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(load_select), .in({reads_j, j}), .out({select_reads_j, select_j}));

    genvar k, h;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            assign next_low[LOW_W*k +: LOW_W] = j[LANE_W*k +: LOW_W];
            assign low[LOW_W*k +: LOW_W]      = select_j[LANE_W*k +: LOW_W];
            assign high[HIGH_W*k +: HIGH_W]   = select_j[LANE_W*k + LOW_W +: HIGH_W];
            assign src_lane[LANE_W*k +: LANE_W] = reads_j[k] ? j[LANE_W*k +: LANE_W] : LANE;
        end
    endgenerate

    wire [NETWORK*LOW_W-1:0] rank_1;                // its selects
    wire [LANES-1:0]         trip_served, low_served;

    generate
        if (ALIKE != 0) begin : g_alike
            assign rank_1      = low[NETWORK*LOW_W-1:0];
            assign trip_served = {LANES{1'b1}};
            assign last        = 1'b1;

            wire unused_ok = &{1'b0, valid, step};
        end else if (REG_SELECT != 0) begin : g_ahead
            shfl_trips #(.LANES(LANES), .NETWORK(NETWORK), .GATE(GATE)) u_trips (
                .clk(clk), .load_select(load_select), .valid(valid), .step(step),
                .next_low(next_low), .next_reads_j(reads_j), .low(low),
                .select(rank_1), .served(trip_served), .last(last));
        end else begin : g_input
            shfl_trips_input #(.LANES(LANES), .NETWORK(NETWORK), .GATE(GATE)) u_trips (
                .clk(clk), .valid(valid), .step(step), .low(low), .reads_j(reads_j),
                .select(rank_1), .served(trip_served), .last(last));
        end
    endgenerate

    // ---- rank 1: position {h, l} is word NETWORK*h + l

    wire [LANES*W-1:0] position_next, position, own;
    wire [LANES-1:0]   position_active_next, position_active, own_active;

    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_position
            localparam GROUP = k / NETWORK;
            localparam LOW   = k % NETWORK;
            shfl_network_mux #(.WORDS(NETWORK), .W(W), .LONE(REG_SELECT)) u_mux (
                .words(ra[NETWORK*W*GROUP +: NETWORK*W]), .sel(rank_1[LOW_W*LOW +: LOW_W]),
                .word(position_next[W*k +: W]));
            shfl_network_mux #(.WORDS(NETWORK), .W(1), .LONE(REG_SELECT)) u_mux_active (
                .words(active[NETWORK*GROUP +: NETWORK]), .sel(rank_1[LOW_W*LOW +: LOW_W]),
                .word(position_active_next[k]));
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * (HIGH_W + 4 + 2 * W)), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(load_high),
        .in ({high,     select_reads_j, trip_served, active,     position_active_next, ra,  position_next}),
        .out({low_high, low_reads_j,    low_served,  own_active, position_active,      own, position}));

    // ---- rank 2, and the bypass: a lane's own word

    wire [LANES*W-1:0] src_data_next;
    wire [LANES-1:0]   src_active_next;

    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_word
            localparam LOW = k % NETWORK;
            wire [GROUPS*W-1:0] words;
            wire [GROUPS-1:0]   actives;
            wire [W-1:0]        word;
            wire                word_active, takes_word;

            for (h = 0; h < GROUPS; h = h + 1) begin : g_group
                assign words[W*h +: W] = position[W*(NETWORK*h + LOW) +: W];
                assign actives[h]      = position_active[NETWORK*h + LOW];
            end
            shfl_network_mux #(.WORDS(GROUPS), .W(W), .LONE(REG_SELECT)) u_mux (
                .words(words), .sel(low_high[HIGH_W*k +: HIGH_W]), .word(word));
            shfl_network_mux #(.WORDS(GROUPS), .W(1), .LONE(REG_SELECT)) u_mux_active (
                .words(actives), .sel(low_high[HIGH_W*k +: HIGH_W]), .word(word_active));

            assign takes_word               = low_reads_j[k] && (OWN == 0 || word_active);
            assign src_data_next[W*k +: W]  = takes_word ? word : own[W*k +: W];
            assign src_active_next[k]       = low_reads_j[k] ? word_active : own_active[k];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * (2 + W)), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(load_high),
        .in({low_served, src_active_next, src_data_next}), .out({served, src_active, src_data}));

    wire unused_ok = &{1'b0, src_lane, next_low, low};
endmodule
`default_nettype wire
