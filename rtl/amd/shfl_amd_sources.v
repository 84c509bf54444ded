// SPDX-License-Identifier: Apache-2.0
// shfl_amd_sources - of a whole wave, or of a beat of one, the lanes that are read. Stages decode (with the scatter),
// lane index (the source) and range check, which is part of it, with the registers behind them. What depends on the
// whole wave is up to shfl_memories in beats: of readfirstlane the lane is named 0, of ds_permute it is the one that is
// sent to. Spec: docs/amd.md 3 to 6, docs/rules.md 5.5.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_sources #(
    parameter integer LANES   = 64,                 // 32 or 64
    parameter integer WAYS    = LANES,              // lanes per clock
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer PERMUTE = 1,                  // in beats, 0: ds_permute is reserved
    parameter integer DEPTH   = 0                   // of the unit
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           load,     // loads all registers
    input  wire                           offered,  // the inputs below are a wave's,
    input  wire                           taken,    // which is transferred in at the end of this clock
    output wire                           ready,    // it may be

    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [`SHFL_AMD_GEN_W-1:0]     gen,
    input  wire [`SHFL_AMD_OP_W-1:0]      op,
    input  wire [63:0]                    control,
    input  wire                           fi,
    input  wire                           bc,
    input  wire [3:0]                     row_mask,
    input  wire [3:0]                     bank_mask,
    input  wire [WAYS-1:0]                active,
    input  wire [WAYS*32-1:0]             addr,     // way w: addr[32*w +: 32]

    output wire [`SHFL_AMD_BACK_W(LANES, WAYS, BEATS)-1:0] writes,  // at the input, for shfl_amd_back

    // behind range check
    output wire [WAYS*$clog2(LANES)-1:0]  j,
    output wire [WAYS-1:0]                reads_j,
    output wire [WAYS-1:0]                valid
);
    localparam REG_DECODE      = `SHFL_REG_DECODE(BEATS, DEPTH);
    localparam REG_LANE_INDEX  = `SHFL_REG_LANE_INDEX(BEATS, DEPTH);
    localparam REG_RANGE_CHECK = `SHFL_REG_RANGE_CHECK(BEATS, DEPTH);

    localparam LANE_W     = $clog2(LANES);
    localparam BEAT_W     = `SHFL_BEAT_W(LANES, WAYS);
    localparam ADDR_W     = LANE_W + 2;             // the bits of an address that count
    localparam CONTROLS_W = `SHFL_AMD_CONTROLS_W(LANES);
    localparam SOURCE_W   = WAYS * (LANE_W + 2);

    // ---- decode

    wire                     reserved, scatters, halves;
    wire [`SHFL_AMD_OP_W-1:0] decode_op;
    wire [WAYS*LANE_W-1:0]   turned_next, turned, sender_next, sender;
    wire [WAYS*ADDR_W-1:0]   in_addr, low_addr;
    wire [WAYS*4-1:0]        selector;
    wire [WAYS-1:0]          named_next, named, sent;
    wire [CONTROLS_W-1:0]    controls_next, controls;
    wire [BEAT_W-1:0]        decode_beat;
    wire [LANES-1:0]         wave;                  // the lanes that execute, if all of them are here
    wire [`SHFL_AMD_WRITES_W(LANES)-1:0] wave_writes;

    shfl_amd_decode #(.LANES(LANES), .WAYS(WAYS)) u_decode (
        .beat(beat), .gen(gen), .op(decode_op), .control(control), .fi(fi), .active(wave), .selector(selector),
        .sent(sent), .reserved(reserved), .scatters(scatters), .halves(halves),
        .turned(turned_next), .named(named_next), .controls(controls_next));
    shfl_amd_writes #(.LANES(LANES)) u_writes (
        .gen(gen), .op(decode_op), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask), .reserved(reserved),
        .writes(wave_writes));

    genvar k;
    generate
        for (k = 0; k < WAYS; k = k + 1) begin : g_operand
            assign in_addr[ADDR_W*k +: ADDR_W] = addr[32*k +: ADDR_W];
            assign selector[4*k +: 4]          = addr[32*k +: 4];
        end

        if (BEATS != 0) begin : g_beats
            // a ds_permute is decoded as a ds_bpermute, or as a number that no operation has
            assign decode_op   = op != `SHFL_AMD_PERMUTE ? op
                               : PERMUTE != 0 ? `SHFL_AMD_BPERMUTE : {`SHFL_AMD_OP_W{1'b1}};
            assign wave        = {LANES{1'b0}};
            assign sent        = {WAYS{1'b0}};
            assign sender_next = {WAYS*LANE_W{1'b0}};
            assign ready       = 1'b1;

            wire [LANES/16-1:0] row_writes;
            wire [3:0]          bank_writes;
            assign {writes[WAYS +: 4], row_writes, bank_writes} = wave_writes;
            for (k = 0; k < WAYS; k = k + 1) begin : g_mask
                localparam [LANE_W-1:0] WAY = k;
                wire [LANE_W-1:0] lane;

                shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(beat), .way(WAY), .lane(lane));
                assign writes[k] = row_writes[lane[LANE_W-1:4]] && bank_writes[lane[3:2]];
                wire unused_ok = &{1'b0, lane};
            end
            wire unused_ok = &{1'b0, rst, offered, taken, active, scatters, halves};
        end else begin : g_wave
            wire done;

            shfl_amd_scatter #(.LANES(LANES)) u_scatter (
                .clk(clk), .rst(rst), .offered(offered && scatters), .taken(taken), .halves(halves),
                .offset(control[ADDR_W-1:0]), .active(active), .addr(in_addr),
                .done(done), .sent(sent), .sender(sender_next));
            assign decode_op = op;
            assign wave      = active;
            assign ready     = done || !scatters;
            assign writes    = wave_writes;
        end
    endgenerate

    shfl_stage_reg #(.W(2 * WAYS * LANE_W + WAYS * ADDR_W + WAYS + CONTROLS_W + BEAT_W), .PRESENT(REG_DECODE))
        u_reg_decode (
        .clk(clk), .enable(load),
        .in ({turned_next, sender_next, in_addr,  named_next, controls_next, beat}),
        .out({turned,      sender,      low_addr, named,      controls,      decode_beat}));

    // ---- lane index and range check

    wire [WAYS*LANE_W-1:0] j_next, lane_index_j;
    wire [WAYS-1:0]        reads_j_next, valid_next, lane_index_reads_j, lane_index_valid;

    generate
        for (k = 0; k < WAYS; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] WAY = k;
            wire [LANE_W-1:0] lane;

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(decode_beat), .way(WAY), .lane(lane));
            shfl_amd_source #(.LANES(LANES)) u_source (
                .lane(lane), .turned(turned[LANE_W*k +: LANE_W]), .sender(sender[LANE_W*k +: LANE_W]),
                .addr(low_addr[ADDR_W*k +: ADDR_W]), .named(named[k]), .controls(controls),
                .j(j_next[LANE_W*k +: LANE_W]), .reads_j(reads_j_next[k]), .valid(valid_next[k]));
        end
    endgenerate

    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in({j_next, reads_j_next, valid_next}), .out({lane_index_j, lane_index_reads_j, lane_index_valid}));
    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in({lane_index_j, lane_index_reads_j, lane_index_valid}), .out({j, reads_j, valid}));

    wire unused_ok = &{1'b0, addr};                 // an address has no other bits that count
endmodule
`default_nettype wire
