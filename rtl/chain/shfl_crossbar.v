// SPDX-License-Identifier: Apache-2.0
// shfl_crossbar - the crossbar for FPGAs of nothing but LUT4s, in place of rtl/shfl_crossbar.v: the same module
// name, parameters, ports and results. Each lane's bit is the end of a chain of LUT4s. docs/develop/design.md,
// Chains, says how.
`default_nettype none
`include "shfl_defs.vh"
module shfl_crossbar #(
    parameter integer LANES = 32,
    parameter integer W     = 32,
    parameter integer PARTS = 0,                    // chains per lane and bit; 0: chosen here
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

    localparam LANE_W   = $clog2(LANES);
    localparam SELECT_W = LANES / 2 + 1;

    // an illegal PARTS counts as 1 below, so that the missing module is the only message
    localparam BAD_PARTS = PARTS < 0 || PARTS > LANES / 2;
    localparam CHAINS    = BAD_PARTS  ? 1
                         : PARTS != 0 ? PARTS
                         : LANES > 4  ? 3 : 1;
    generate
        if (BAD_PARTS) begin : g_bad_parts
            shfl_error_PARTS_must_be_0_to_half_of_LANES u_error ();
        end
    endgenerate

    wire [LANES*LANE_W-1:0]   src_lane;             // the lane that each lane reads, for whoever looks inside
    wire [LANES*SELECT_W-1:0] select_next, select;  // of shfl_chain_select
    wire [LANES-1:0]          odd, low_odd;         // bit 0 of select
    wire [LANES*CHAINS*W-1:0] candidate_next, candidate;
    wire [LANES*CHAINS-1:0]   candidate_active_next, candidate_active;
    wire [LANES*W-1:0]        src_data_next;
    wire [LANES-1:0]          src_active_next;

    // ---- select

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            shfl_chain_select #(.LANES(LANES)) u_select (
                .reads_j(reads_j[k]), .j(j[LANE_W*k +: LANE_W]), .lane(LANE),
                .src_lane(src_lane[LANE_W*k +: LANE_W]), .select(select_next[SELECT_W*k +: SELECT_W]));
            assign odd[k] = select[SELECT_W*k];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * SELECT_W), .PRESENT(REG_SELECT)) u_reg_select (
        .clk(clk), .enable(load_select), .in(select_next), .out(select));

    // ---- crossbar low

    shfl_chain_low #(.LANES(LANES), .W(W), .PARTS(CHAINS)) u_crossbar_low (
        .ra(ra), .select(select), .candidate(candidate_next));
    shfl_chain_low #(.LANES(LANES), .W(1), .PARTS(CHAINS)) u_crossbar_low_active (
        .ra(active), .select(select), .candidate(candidate_active_next));

    shfl_stage_reg #(.W(LANES * (1 + CHAINS + CHAINS * W)), .PRESENT(REG_LOW)) u_reg_low (
        .clk(clk), .enable(load_high),
        .in({odd, candidate_active_next, candidate_next}), .out({low_odd, candidate_active, candidate}));

    // ---- crossbar high

    shfl_chain_high #(.LANES(LANES), .W(W), .PARTS(CHAINS)) u_crossbar_high (
        .candidate(candidate), .odd(low_odd), .src_data(src_data_next));
    shfl_chain_high #(.LANES(LANES), .W(1), .PARTS(CHAINS)) u_crossbar_high_active (
        .candidate(candidate_active), .odd(low_odd), .src_data(src_active_next));

    shfl_stage_reg #(.W(LANES * (1 + W)), .PRESENT(REG_HIGH)) u_reg_high (
        .clk(clk), .enable(load_high),
        .in({src_active_next, src_data_next}), .out({src_active, src_data}));

    wire unused_ok = &{1'b0, src_lane};
endmodule
`default_nettype wire
