// SPDX-License-Identifier: Apache-2.0
// shfl_any - SHFL and AMD's lane crossing on one crossbar: each warp selects one. Both front ends, shfl_front and
// shfl_amd_front, are in front of one shfl_ranks. SHFL is that of shfl with policy ZERO, the rest that of shfl_amd, and
// so is the handshake. Spec: docs/rules.md, docs/amd.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_any #(
    parameter LANES = 64,                           // 32 or 64: the wave size
    parameter W     = 32,                           // bits of ra and rd per lane, 1 or more
    parameter DEPTH = 1,                            // pipeline registers from input to output, 0 to 7
    parameter GEN   = `SHFL_AMD_GFX9,               // the generation, `SHFL_AMD_GFX8 to `SHFL_AMD_GFX12
    parameter PARTS = 0,                            // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter NETWORK = 0,                          // 0: crossbar; else a network: words of a multiplexer of rank 1
    parameter SKID  = 0,                            // 1: a skid buffer at the output cuts the path to in_ready
    parameter TAG_W = 16                            // bits of the tag, 1 or more
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [TAG_W-1:0]           in_tag,       // travels with the wave, ignored
    input  wire                       amd,          // an operation of AMD's: op to bank_mask count, not mode to sc

    input  wire [`SHFL_MODE_W-1:0]    mode,
    input  wire                       sb_is_imm,
    input  wire                       sc_is_imm,
    input  wire [$clog2(LANES)-1:0]   sb_imm,
    input  wire [$clog2(LANES)+7:0]   sc_imm,
    input  wire [LANES*32-1:0]        sc,           // lane k: sc[32*k +: 32]

    input  wire [`SHFL_AMD_OP_W-1:0]  op,
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,

    input  wire [LANES-1:0]           active,       // the lanes that execute
    input  wire [LANES*W-1:0]         ra,           // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]        sb,           // lane k: sb[32*k +: 32]; of ds_bpermute, ds_permute: address

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [LANES*W-1:0]         rd,           // lane k: rd[W*k +: W]
    output wire [LANES-1:0]           pu,           // SHFL: in range; AMD's: the controls name a lane
    output wire [LANES-1:0]           we,           // the lane writes rd; otherwise it keeps what it had
    output wire [LANES-1:0]           src_active    // the lane that was read executes
);
    // ---- legal parameters. An illegal one is reported as a missing module, whose name is the message; shfl_ranks has
    // ---- those of SKID and NETWORK. Sizes fall back to legal values, so that no other error follows

    localparam WAVE   = LANES == 32 ? 32 : 64;
    localparam WORD   = W > 0 ? W : 1;

    generate
        if (LANES != 32 && LANES != 64) begin : g_bad_lanes
            shfl_error_LANES_must_be_32_or_64 u_error ();
        end
        if (GEN < 0 || GEN > `SHFL_AMD_GFX12) begin : g_bad_gen
            shfl_error_GEN_must_be_0_to_5 u_error ();
        end
        if (LANES == 32 && GEN < `SHFL_AMD_GFX10) begin : g_bad_wave
            shfl_error_LANES_32_needs_a_GEN_of_3_or_more u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (DEPTH < 0 || DEPTH > 7) begin : g_bad_depth
            shfl_error_DEPTH_must_be_0_to_7 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate

    // ---- the front ends

    localparam LANE_W   = $clog2(WAVE);
    localparam WRITES_W = WAVE / 16 + 7;
    localparam RESULT_B = WORD + 3;

    wire                     load;                    // loads the registers of the front end
    wire                     ranks_ready, amd_ready, amd_reserved, go;
    wire [WRITES_W-1:0]      amd_writes;
    wire [WAVE*LANE_W-1:0]   lane, shfl_j, amd_j;     // lane: each lane's number
    wire [WAVE-1:0]          shfl_in_range, amd_reads_j, amd_valid;
    wire                     decode_amd, lane_index_amd, range_check_amd;

    assign go       = !amd || amd_ready;
    assign in_ready = ranks_ready && go;

    shfl_front #(.LANES(WAVE), .WAYS(WAVE), .REG_DECODE(`SHFL_REG_DECODE), .REG_LANE_INDEX(`SHFL_REG_LANE_INDEX),
                 .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK)) u_front (
        .clk(clk), .load(load),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm),
        .sc_imm(sc_imm), .sb(sb), .sc(sc), .lane(lane), .j(shfl_j), .in_range(shfl_in_range));

    shfl_amd_front #(.LANES(WAVE), .DEPTH(DEPTH)) u_amd_front (
        .clk(clk), .rst(rst), .load(load),
        .offered(in_valid && amd), .taken(in_valid && in_ready), .ready(amd_ready),
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active(active), .addr(sb),
        .reserved(amd_reserved), .writes(amd_writes), .j(amd_j), .reads_j(amd_reads_j), .valid(amd_valid));

    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load), .in(amd), .out(decode_amd));
    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load), .in(decode_amd), .out(lane_index_amd));
    shfl_stage_reg #(.W(1), .PRESENT(`SHFL_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in(lane_index_amd), .out(range_check_amd));

    // ---- what they share

    wire                     crossbar_reserved, crossbar_amd;
    wire [WRITES_W-1:0]      crossbar_writes;
    wire [WAVE-1:0]          crossbar_valid, crossbar_active, range_check_active;
    wire [TAG_W-1:0]         crossbar_tag;
    wire [WAVE*WORD-1:0]     src_data, rd_next;
    wire [WAVE-1:0]          src_active_next, we_next;

    wire [WAVE*RESULT_B-1:0] result_lane_next, out_lane;

    shfl_ranks #(.LANES(WAVE), .W(WORD), .DEPTH(DEPTH), .PARTS(PARTS), .NETWORK(NETWORK),
                 .SKID(SKID), .WARP_W(TAG_W + 2 + WRITES_W),
                 .LANE_B(1), .RESULT_W(TAG_W + 1), .RESULT_B(RESULT_B)) u_ranks (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid && go), .in_ready(ranks_ready),
        .in_warp({in_tag, amd, amd && amd_reserved, amd_writes}), .active(active), .ra(ra),
        .j(lane_index_amd ? amd_j : shfl_j),
        .reads_j(range_check_amd ? amd_reads_j : shfl_in_range),
        .in_lane(range_check_amd ? amd_valid : shfl_in_range), .range_check_active(range_check_active),
        .crossbar_warp({crossbar_tag, crossbar_amd, crossbar_reserved, crossbar_writes}),
        .crossbar_lane(crossbar_valid), .crossbar_active(crossbar_active),
        .src_data(src_data), .src_active(src_active_next),
        .result_next({crossbar_tag, crossbar_reserved}), .result_lane_next(result_lane_next),
        .out_valid(out_valid), .out_ready(out_ready), .out({out_tag, reserved}), .out_lane(out_lane));

    // ---- write-back

    wire [WAVE/16-1:0] row_writes;
    wire [3:0]         bank_writes;
    wire               any_exec, any_source, zero;
    assign {row_writes, bank_writes, any_exec, any_source, zero} = crossbar_writes;

    genvar k;
    generate
        for (k = 0; k < WAVE; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [WORD-1:0] shfl_rd, amd_rd;
            wire            shfl_pu, shfl_we, amd_we;

            shfl_writeback #(.W(WORD), .POLICY(`SHFL_ZERO)) u_writeback (
                .active(crossbar_active[k]), .src_active(src_active_next[k]), .in_range(crossbar_valid[k]),
                .src_data(src_data[WORD*k +: WORD]), .rd(shfl_rd), .pu(shfl_pu), .we(shfl_we));

            shfl_amd_writeback #(.W(WORD)) u_amd_writeback (
                .active(crossbar_active[k]), .valid(crossbar_valid[k]), .src_active(src_active_next[k]),
                .src_data(src_data[WORD*k +: WORD]), .row_writes(row_writes[k/16]), .bank_writes(bank_writes[k/4%4]),
                .any_exec(any_exec), .any_source(any_source), .zero(zero), .rd(amd_rd), .we(amd_we));

            assign lane[LANE_W*k +: LANE_W] = LANE;
            assign rd_next[WORD*k +: WORD] = crossbar_amd ? amd_rd : shfl_rd;
            assign we_next[k]              = crossbar_amd ? amd_we : shfl_we;
            assign result_lane_next[RESULT_B*k +: RESULT_B] = {rd_next[WORD*k +: WORD], crossbar_valid[k], we_next[k],
                                                              src_active_next[k]};
            assign {rd[WORD*k +: WORD], pu[k], we[k], src_active[k]} = out_lane[RESULT_B*k +: RESULT_B];

            wire unused_ok = &{1'b0, shfl_pu};      // in_range, unchanged
        end
    endgenerate

    wire unused_ok = &{1'b0, range_check_active};
endmodule
`default_nettype wire
