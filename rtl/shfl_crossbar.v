// SPDX-License-Identifier: Apache-2.0
// shfl_crossbar - each lane gets the word, and the active bit, of the lane that it reads: j if reads_j is 1,
// otherwise its own. Select, crossbar low and crossbar high, with the pipeline registers behind them.
// Built of multiplexers; rtl/chain/ has a module of the same name and ports for FPGAs of nothing but LUT4s.
// Spec: docs/rules.md 3.3 and 3.4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_crossbar #(
    parameter integer LANES = 32,
    parameter integer W     = 32,
    parameter integer PARTS = 0,                    // candidates per lane and bit; 0: chosen here
    parameter integer DEPTH = 1                     // of the unit
) (
    input  wire                           clk,
    input  wire                           load_select,  // enables of the registers: behind select,
    input  wire                           load_high,    // behind low and high

    input  wire [LANES*$clog2(LANES)-1:0] j,        // behind range check: low bits, all lanes
    input  wire [LANES-1:0]               reads_j,  // the same: lane k reads lane j, not itself
    input  wire [LANES*W-1:0]             ra,       // behind select; lane k is ra[W*k +: W]
    input  wire [LANES-1:0]               active,   // behind select
    output wire [LANES*W-1:0]             src_data, // behind crossbar high, like src_active
    output wire [LANES-1:0]               src_active
);
    localparam REG_SELECT = `SHFL_REG_SELECT(DEPTH);
    localparam REG_LOW    = `SHFL_REG_LOW(DEPTH);
    localparam REG_HIGH   = `SHFL_REG_HIGH(DEPTH);

    localparam LANE_W = $clog2(LANES);

    // an illegal PARTS counts as 1 below, so that the missing module is the only message
    localparam BAD_PARTS = PARTS < 0 || PARTS > LANES / 2 || (PARTS > 0 && 1 << $clog2(PARTS) != PARTS);
    localparam GROUPS    = BAD_PARTS  ? 1
                         : PARTS != 0 ? PARTS
                         : REG_LOW != 0 && LANES > 2 ? 2 : 1;
    generate
        if (BAD_PARTS) begin : g_bad_parts
            shfl_error_PARTS_must_be_0_or_a_power_of_2_up_to_half_of_LANES u_error ();
        end
    endgenerate

    wire [LANES*LANE_W-1:0]   src_lane;             // the lane that each lane reads
    wire [LANES*LANE_W-1:0]   select, low_select;   // the same, a pipeline register later, and two
    wire [LANES*GROUPS*W-1:0] candidate_next, candidate;
    wire [LANES*GROUPS-1:0]   candidate_active_next, candidate_active;
    wire [LANES*W-1:0]        src_data_next;
    wire [LANES-1:0]          src_active_next;

    // ---- select

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(reads_j[k]), .j(j[LANE_W*k +: LANE_W]), .lane(LANE),
                .src_lane(src_lane[LANE_W*k +: LANE_W]));
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * LANE_W), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(load_select), .in(src_lane), .out(select));

    // ---- crossbar low

    shfl_crossbar_low #(.LANES(LANES), .W(W), .PARTS(GROUPS)) u_crossbar_low (
        .ra(ra), .select(select), .candidate(candidate_next));
    shfl_crossbar_low #(.LANES(LANES), .W(1), .PARTS(GROUPS)) u_crossbar_low_active (
        .ra(active), .select(select), .candidate(candidate_active_next));

    shfl_stage_reg #(.W(LANES * (LANE_W + GROUPS + GROUPS * W)), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(load_high),
        .in({select, candidate_active_next, candidate_next}), .out({low_select, candidate_active, candidate}));

    // ---- crossbar high

    shfl_crossbar_high #(.LANES(LANES), .W(W), .PARTS(GROUPS)) u_crossbar_high (
        .candidate(candidate), .select(low_select), .src_data(src_data_next));
    shfl_crossbar_high #(.LANES(LANES), .W(1), .PARTS(GROUPS)) u_crossbar_high_active (
        .candidate(candidate_active), .select(low_select), .src_data(src_active_next));

    shfl_stage_reg #(.W(LANES * (1 + W)), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(load_high),
        .in({src_active_next, src_data_next}), .out({src_active, src_data}));
endmodule
`default_nettype wire
