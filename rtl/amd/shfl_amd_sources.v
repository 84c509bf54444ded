// SPDX-License-Identifier: Apache-2.0
// shfl_amd_sources - of a whole wave, the lanes that are read. Stages decode (with the scatter), lane index (the
// source) and range check, which is part of it, with the registers behind them. Spec: docs/amd.md 3 to 6, docs/rules.md
// 5.5.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_amd_sources #(
    parameter integer LANES           = 64,         // 32 or 64
    parameter integer REG_DECODE      = 0,          // 1: a register behind the stage
    parameter integer REG_LANE_INDEX  = 0,
    parameter integer REG_RANGE_CHECK = 0
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           load,     // loads all registers
    input  wire                           offered,  // the inputs below are a wave's,
    input  wire                           taken,    // which is transferred in at the end of this clock
    output wire                           ready,    // it may be

    input  wire [`SHFL_AMD_GEN_W-1:0]     gen,
    input  wire [`SHFL_AMD_OP_W-1:0]      op,
    input  wire [63:0]                    control,
    input  wire                           fi,
    input  wire                           bc,
    input  wire [3:0]                     row_mask,
    input  wire [3:0]                     bank_mask,
    input  wire [LANES-1:0]               active,
    input  wire [LANES*32-1:0]            addr,     // lane k: addr[32*k +: 32]

    output wire [`SHFL_AMD_WRITES_W(LANES)-1:0] writes,   // at the input, for shfl_amd_back

    // behind range check
    output wire [LANES*$clog2(LANES)-1:0] j,
    output wire [LANES-1:0]               reads_j,
    output wire [LANES-1:0]               valid
);
    localparam LANE_W   = $clog2(LANES);
    localparam ADDR_W   = LANE_W + 2;               // the bits of an address that count
    localparam SOURCE_W = LANES * (LANE_W + 2);

    // ---- decode

    wire                     scatters, halves, done;
    wire [LANES*LANE_W-1:0]  turned_next, turned, sender_next, sender;
    wire [LANE_W-1:0]        from_addr_next, from_addr, keep_next, keep;
    wire [LANES*ADDR_W-1:0]  in_addr, low_addr;
    wire [LANES*4-1:0]       selector;
    wire [ADDR_W-1:0]        add_next, add;
    wire                     in_row_next, in_row;
    wire [LANES-1:0]         named_next, named, sent;
    wire [2*LANE_W+1:0]      own_next, own;
    wire [LANES/16-1:0]      row_writes;
    wire [3:0]               bank_writes;
    wire                     reserved, any_exec, any_source, zero;

    shfl_amd_decode #(.LANES(LANES)) u_decode (
        .gen(gen), .op(op), .control(control), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask),
        .active(active), .beat(1'b0), .selector(selector), .sent(sent),
        .reserved(reserved), .scatters(scatters), .halves(halves),
        .turned(turned_next), .from_addr(from_addr_next), .add(add_next), .keep(keep_next),
        .in_row(in_row_next), .named(named_next), .own(own_next),
        .row_writes(row_writes), .bank_writes(bank_writes), .any_exec(any_exec), .any_source(any_source),
        .zero(zero));

    assign writes = {reserved, any_exec, any_source, zero, row_writes, bank_writes};

    shfl_amd_scatter #(.LANES(LANES)) u_scatter (
        .clk(clk), .rst(rst), .offered(offered && scatters), .taken(taken), .halves(halves),
        .offset(control[ADDR_W-1:0]), .active(active), .addr(in_addr), .done(done), .sent(sent), .sender(sender_next));

    assign ready = done || !scatters;

    shfl_stage_reg #(.W(2 * LANES * LANE_W + 2 * LANE_W + LANES * ADDR_W + ADDR_W + 1 + LANES + 2 * LANE_W + 2),
                     .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({turned_next, sender_next, from_addr_next, in_addr,  add_next, keep_next,
              in_row_next, named_next,  own_next}),
        .out({turned,      sender,      from_addr,      low_addr, add,      keep,
              in_row,      named,       own}));

    // ---- lane index and range check

    wire [LANES*LANE_W-1:0] j_next, lane_index_j;
    wire [LANES-1:0]        reads_j_next, valid_next, lane_index_reads_j, lane_index_valid;
    wire [LANES*32-1:0]     unused = addr;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            assign in_addr[ADDR_W*k +: ADDR_W] = addr[32*k +: ADDR_W];
            assign selector[4*k +: 4]          = addr[32*k +: 4];

            shfl_amd_source #(.LANES(LANES)) u_source (
                .lane(LANE), .turned(turned[LANE_W*k +: LANE_W]), .sender(sender[LANE_W*k +: LANE_W]),
                .from_addr(from_addr), .addr(low_addr[ADDR_W*k +: ADDR_W]), .add(add), .keep(keep),
                .in_row(in_row), .named(named[k]), .own(own),
                .j(j_next[LANE_W*k +: LANE_W]), .reads_j(reads_j_next[k]), .valid(valid_next[k]));
        end
    endgenerate

    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in({j_next, reads_j_next, valid_next}), .out({lane_index_j, lane_index_reads_j, lane_index_valid}));
    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in({lane_index_j, lane_index_reads_j, lane_index_valid}), .out({j, reads_j, valid}));

    wire unused_ok = &{1'b0, unused};               // an address has no other bits that count
endmodule
`default_nettype wire
