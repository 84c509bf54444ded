// SPDX-License-Identifier: Apache-2.0
// shfl_board_unit - the unit under test, with one lane per clock at either side. Around shfl, which takes a warp per
// clock, the lanes are collected in a shift register, and the results leave from another one.
`default_nettype none
`include "shfl_defs.vh"
module shfl_board_unit #(
    parameter integer KIND    = 1,                  // 0: shfl; 1: shfl_banked
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer DEPTH   = 1,
    parameter integer NETWORK = 0,
    parameter integer MEMORY  = `SHFL_BLOCK_MEMORY,
    parameter integer SKID    = 0,
    parameter integer ELASTIC = 0,
    parameter integer TAG_W   = 8
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [$clog2(LANES)-1:0] in_lane,        // of shfl: in the order of their numbers
    input  wire                     in_last,
    input  wire [TAG_W-1:0]         in_tag,
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,
    input  wire                     sc_is_imm,
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire                     active,
    input  wire [W-1:0]             ra,
    input  wire [31:0]              sb,
    input  wire [31:0]              sc,

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [$clog2(LANES)-1:0] out_lane,
    output wire                     out_last,
    output wire [TAG_W-1:0]         out_tag,
    output wire [W-1:0]             rd,
    output wire                     pu,
    output wire                     we,
    output wire                     src_active
);
    localparam L = $clog2(LANES);

    generate
        if (KIND == 1) begin : g_banked
            shfl_banked #(.LANES(LANES), .WAYS(1), .W(W), .DEPTH(DEPTH), .MEMORY(MEMORY), .SKID(SKID),
                          .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_unit (
                .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_lane), .in_last(in_last),
                .in_tag(in_tag), .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm),
                .sc_imm(sc_imm), .active(active), .ra(ra), .sb(sb), .sc(sc),
                .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_lane), .out_last(out_last),
                .out_tag(out_tag), .rd(rd), .pu(pu), .we(we), .src_active(src_active));
            wire unused_ok = &{1'b0, NETWORK};

        end else begin : g_whole
            localparam OF_WARP_W = TAG_W + `SHFL_MODE_W + 2 + L + L + 8;
            reg  [LANES*(W+65)-1:0] lanes;          // {active, ra, sb, sc} of each
            reg  [OF_WARP_W-1:0]    of_warp;
            reg                     full;
            wire [LANES-1:0]        unit_active;
            wire [LANES*W-1:0]      unit_ra;
            wire [LANES*32-1:0]     unit_sb, unit_sc;
            wire [TAG_W-1:0]        unit_tag;
            wire [`SHFL_MODE_W-1:0] unit_mode;
            wire                    unit_sb_is_imm, unit_sc_is_imm, unit_in_ready;
            wire [L-1:0]            unit_sb_imm;
            wire [L+7:0]            unit_sc_imm;

            assign in_ready = !full;
            assign {unit_tag, unit_mode, unit_sb_is_imm, unit_sc_is_imm, unit_sb_imm, unit_sc_imm} = of_warp;
            always @(posedge clk) begin
                if (rst)
                    full <= 1'b0;
                else if (full)
                    full <= !unit_in_ready;
                else
                    full <= in_valid && in_last;
                if (in_valid && !full) begin
                    of_warp <= {in_tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm};
                    lanes   <= {active, ra, sb, sc, lanes[LANES*(W+65)-1:W+65]};
                end
            end

            reg  [LANES*(W+3)-1:0] results;         // {rd, pu, we, src_active} of each
            reg  [TAG_W-1:0]       results_tag;
            reg  [L-1:0]           lane;
            reg                    some;
            wire                   unit_out_valid;
            wire                   take = !some || (out_ready && out_last);
            wire [LANES*W-1:0]     unit_rd;
            wire [LANES-1:0]       unit_pu, unit_we, unit_src_active;
            wire [TAG_W-1:0]       unit_out_tag;
            wire [LANES*(W+3)-1:0] unit_results;

            genvar k;
            for (k = 0; k < LANES; k = k + 1) begin : g_lane
                assign {unit_active[k], unit_ra[W*k +: W], unit_sb[32*k +: 32], unit_sc[32*k +: 32]}
                    = lanes[(W+65)*k +: W+65];
                assign unit_results[(W+3)*k +: W+3]
                    = {unit_rd[W*k +: W], unit_pu[k], unit_we[k], unit_src_active[k]};
            end

            shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK), .SKID(SKID), .ELASTIC(ELASTIC),
                   .TAG_W(TAG_W)) u_unit (
                .clk(clk), .rst(rst), .in_valid(full), .in_ready(unit_in_ready), .in_tag(unit_tag), .mode(unit_mode),
                .sb_is_imm(unit_sb_is_imm), .sc_is_imm(unit_sc_is_imm), .sb_imm(unit_sb_imm), .sc_imm(unit_sc_imm),
                .active(unit_active), .ra(unit_ra), .sb(unit_sb), .sc(unit_sc),
                .out_valid(unit_out_valid), .out_ready(take), .out_tag(unit_out_tag),
                .rd(unit_rd), .pu(unit_pu), .we(unit_we), .src_active(unit_src_active));

            assign out_valid = some;
            assign out_lane  = lane;
            assign out_last  = &lane;
            assign out_tag   = results_tag;
            assign {rd, pu, we, src_active} = results[W+2:0];
            always @(posedge clk) begin
                if (rst)
                    some <= 1'b0;
                else if (take)
                    some <= unit_out_valid;
                if (take) begin
                    lane        <= {L{1'b0}};
                    results_tag <= unit_out_tag;
                    results     <= unit_results;
                end else if (out_ready) begin
                    lane    <= lane + 1'b1;
                    results <= {{W+3{1'b0}}, results[LANES*(W+3)-1:W+3]};
                end
            end

            wire unused_ok = &{1'b0, in_lane, MEMORY};
        end
    endgenerate
endmodule
`default_nettype wire
