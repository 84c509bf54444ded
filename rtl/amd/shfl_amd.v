// SPDX-License-Identifier: Apache-2.0
// shfl_amd - AMD's lane crossing: DPP, ds_swizzle, ds_permute and their kin, one wave per clock, on the crossbar of
// shfl. A lane that keeps its old value does not write: we is 0.
//
// The handshake is that of shfl, docs/rules.md 5, but for ds_permute, which has to be offered for LANES clocks before
// it can be transferred, and to stay as it is: docs/amd.md 12. Spec: docs/amd.md.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_amd #(
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
    input  wire [`SHFL_AMD_OP_W-1:0]  op,
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,
    input  wire [LANES-1:0]           active,       // EXEC
    input  wire [LANES*W-1:0]         ra,           // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]        addr,         // lane k: addr[32*k +: 32]; ds_bpermute and ds_permute

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [LANES*W-1:0]         rd,           // lane k: rd[W*k +: W]
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

    // ---- the front end, what is shared with shfl, and the write-back

    localparam LANE_W   = $clog2(WAVE);
    localparam WRITES_W = WAVE / 16 + 7;
    localparam RESULT_B = WORD + 2;

    wire                     load;                    // loads the registers of the front end
    wire                     ranks_ready, wave_ready, wave_reserved, crossbar_reserved;
    wire [WRITES_W-1:0]      wave_writes, crossbar_writes;
    wire [WAVE*LANE_W-1:0]   j;
    wire [WAVE-1:0]          reads_j, valid, crossbar_valid, crossbar_active, range_check_active;
    wire [TAG_W-1:0]         crossbar_tag;
    wire [WAVE*WORD-1:0]     src_data, rd_next;
    wire [WAVE-1:0]          src_active_next, we_next;

    assign in_ready = ranks_ready && wave_ready;

    shfl_amd_front #(.LANES(WAVE), .DEPTH(DEPTH)) u_front (
        .clk(clk), .rst(rst), .load(load),
        .offered(in_valid), .taken(in_valid && in_ready), .ready(wave_ready),
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active(active), .addr(addr),
        .reserved(wave_reserved), .writes(wave_writes), .j(j), .reads_j(reads_j), .valid(valid));

    wire [WAVE*RESULT_B-1:0] result_lane_next, out_lane;

    shfl_ranks #(.LANES(WAVE), .W(WORD), .DEPTH(DEPTH), .PARTS(PARTS), .NETWORK(NETWORK),
                 .SKID(SKID), .WARP_W(TAG_W + 1 + WRITES_W),
                 .LANE_B(1), .RESULT_W(TAG_W + 1), .RESULT_B(RESULT_B)) u_ranks (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid && wave_ready), .in_ready(ranks_ready),
        .in_warp({in_tag, wave_reserved, wave_writes}), .active(active), .ra(ra),
        .j(j), .reads_j(reads_j), .in_lane(valid), .range_check_active(range_check_active),
        .crossbar_warp({crossbar_tag, crossbar_reserved, crossbar_writes}), .crossbar_lane(crossbar_valid),
        .crossbar_active(crossbar_active), .src_data(src_data), .src_active(src_active_next),
        .result_next({crossbar_tag, crossbar_reserved}), .result_lane_next(result_lane_next),
        .out_valid(out_valid), .out_ready(out_ready), .out({out_tag, reserved}), .out_lane(out_lane));

    wire [WAVE/16-1:0] row_writes;
    wire [3:0]         bank_writes;
    wire               any_exec, any_source, zero;
    assign {row_writes, bank_writes, any_exec, any_source, zero} = crossbar_writes;

    genvar k;
    generate
        for (k = 0; k < WAVE; k = k + 1) begin : g_lane
            shfl_amd_writeback #(.W(WORD)) u_writeback (
                .active(crossbar_active[k]), .valid(crossbar_valid[k]), .src_active(src_active_next[k]),
                .src_data(src_data[WORD*k +: WORD]), .row_writes(row_writes[k/16]), .bank_writes(bank_writes[k/4%4]),
                .any_exec(any_exec), .any_source(any_source), .zero(zero),
                .rd(rd_next[WORD*k +: WORD]), .we(we_next[k]));
            assign result_lane_next[RESULT_B*k +: RESULT_B] = {rd_next[WORD*k +: WORD], we_next[k], src_active_next[k]};
            assign {rd[WORD*k +: WORD], we[k], src_active[k]} = out_lane[RESULT_B*k +: RESULT_B];
        end
    endgenerate

    wire unused_ok = &{1'b0, range_check_active};
endmodule
`default_nettype wire
