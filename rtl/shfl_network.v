// SPDX-License-Identifier: Apache-2.0
// shfl_network - a network of ranks of multiplexers in place of the crossbar: the word, and the active bit, of the lane
// that each lane reads, in one trip or, if two lanes want different words of one multiplexer, in several.
//
// A rank replaces bits of a lane's number, the lowest first: its position p takes one of the words of the positions
// that differ from p in these bits alone. So behind it position p has the low bits of the destination and the high bits
// of the source. All positions of the same low bits have one select, or with SELECTS each its own. A lane that reads
// itself takes its own word.
// Spec: docs/rules.md 5.6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_network #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer NETWORK = 8,                  // words of a multiplexer, a power of two, 2 to LANES/2; of the
                                                    // last rank, what is left
    parameter integer SELECTS = 0,                  // 1: each position has its own select; DEPTH 1
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
    localparam RANK_W = $clog2(NETWORK);            // bits that a rank replaces
    localparam LOW_W  = `SHFL_LOW_W(LANES, NETWORK);
    localparam HIGH_W = LANE_W - LOW_W;             // bits that the last one replaces
    localparam RANKS  = LOW_W / RANK_W + 1;
    localparam FRONT  = RANKS / 2;                  // ranks in front of the register behind low

    // ---- select

    wire [LANES*LANE_W-1:0] select_j;
    wire [LANES*LANE_W-1:0] src_lane;               // the lane that each lane reads, for whoever looks inside
    wire [LANES*LOW_W-1:0]  next_low, low, trip_low;
    wire [LANES*LANE_W-1:0] path, low_path;         // the lane whose word comes, or with SELECTS the selects
    wire [LANES-1:0]        select_reads_j, low_reads_j;
    wire [LANES-1:0]        trip_served, low_served;

    shfl_stage_reg #(.W(LANES * (1 + LANE_W)), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(load_select), .in({reads_j, j}), .out({select_reads_j, select_j}));

    genvar r, k, h;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            assign next_low[LOW_W*k +: LOW_W]   = j[LANE_W*k +: LOW_W];
            assign low[LOW_W*k +: LOW_W]        = select_j[LANE_W*k +: LOW_W];
            assign path[LANE_W*k +: LANE_W]     = {select_j[LANE_W*k + LOW_W +: HIGH_W], trip_low[LOW_W*k +: LOW_W]};
            assign src_lane[LANE_W*k +: LANE_W] = reads_j[k] ? j[LANE_W*k +: LANE_W] : LANE;
        end

        if (ALIKE != 0) begin : g_alike
            assign trip_low    = low;
            assign trip_served = {LANES{1'b1}};
            assign last        = 1'b1;

            wire unused_ok = &{1'b0, valid, step};
        end else if (REG_SELECT != 0) begin : g_ahead
            shfl_trips #(.LANES(LANES), .NETWORK(NETWORK), .GATE(GATE)) u_trips (
                .clk(clk), .load_select(load_select), .valid(valid), .step(step),
                .next_low(next_low), .next_reads_j(reads_j), .low(low),
                .path(trip_low), .served(trip_served), .last(last));
        end else if (SELECTS != 0) begin : g_own_selects
            shfl_trips_own #(.LANES(LANES), .NETWORK(NETWORK)) u_trips (
                .clk(clk), .valid(valid), .step(step), .j(j), .reads_j(reads_j),
                .path(trip_low), .served(trip_served), .last(last));
        end else begin : g_input
            shfl_trips_input #(.LANES(LANES), .NETWORK(NETWORK)) u_trips (
                .clk(clk), .valid(valid), .step(step), .low(low), .reads_j(reads_j),
                .path(trip_low), .served(trip_served), .last(last));
        end
    endgenerate

    // ---- the ranks

    wire [LANES*W-1:0] own;
    wire [LANES-1:0]   own_active;

    shfl_stage_reg #(.W(LANES * (LANE_W + 3 + W)), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(load_high),
        .in ({path,     select_reads_j, trip_served, active,     ra}),
        .out({low_path, low_reads_j,    low_served,  own_active, own}));

    generate
        for (r = 0; r < RANKS; r = r + 1) begin : g_rank
            localparam FROM  = RANK_W * r;          // the lowest bit that it replaces
            localparam BITS  = r < RANKS - 1 ? RANK_W : HIGH_W;
            localparam STEP  = LANES >> LANE_W - FROM;  // from a word of a multiplexer to the next
            localparam WORDS = LANES >> LANE_W - BITS;
            wire [LANES*(1+W)-1:0] in, out_next, out;   // {active, words}, by position

            if (r == 0) begin : g_first
                assign in = {active, ra};
            end else begin : g_behind
                assign in = g_rank[r-1].out;
            end

            for (k = 0; k < LANES; k = k + 1) begin : g_position
                localparam AT = LANE_W * (SELECTS != 0 ? k : k % (WORDS * STEP)) + FROM;    // of the select
                wire [WORDS*(1+W)-1:0] words;

                for (h = 0; h < WORDS; h = h + 1) begin : g_word
                    localparam POSITION = k + (h - k / STEP % WORDS) * STEP;
                    assign words[(1+W)*h +: 1+W] = {in[LANES*W + POSITION], in[W*POSITION +: W]};
                end
                shfl_network_mux #(.WORDS(WORDS), .W(1 + W), .LONE(REG_SELECT)) u_mux (
                    .words(words), .sel(r < FRONT ? path[AT +: BITS] : low_path[AT +: BITS]),
                    .word({out_next[LANES*W + k], out_next[W*k +: W]}));
            end

            shfl_stage_reg #(.W(LANES * (1 + W)), .PRESENT(r == FRONT - 1 ? REG_LOW : 0)) u_reg (
                .clk(clk), .enable(load_high), .in(out_next), .out(out));
        end
    endgenerate

    // ---- the bypass: a lane's own word

    wire [LANES*W-1:0] position_next = g_rank[0].out_next[LANES*W-1:0];     // for whoever looks inside
    wire [LANES*W-1:0] word          = g_rank[RANKS-1].out[LANES*W-1:0];
    wire [LANES-1:0]   word_active   = g_rank[RANKS-1].out[LANES*W +: LANES];
    wire [LANES*W-1:0] src_data_next;
    wire [LANES-1:0]   takes_word      = low_reads_j & (word_active | {LANES{OWN == 0}});
    wire [LANES-1:0]   src_active_next;

    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_own
            assign src_active_next[k] = low_reads_j[k] ? word_active[k] : own_active[k];
            assign src_data_next[W*k +: W] = takes_word[k] ? word[W*k +: W] : own[W*k +: W];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * (2 + W)), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(load_high),
        .in({low_served, src_active_next, src_data_next}), .out({served, src_active, src_data}));

    wire unused_ok = &{1'b0, src_lane, next_low, low, path, low_path, position_next};
endmodule
`default_nettype wire
