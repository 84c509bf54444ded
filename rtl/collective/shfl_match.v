// SPDX-License-Identifier: Apache-2.0
// shfl_match - which lanes of a warp have the same value. A warp enters in slices of B bits of each lane's value, in
// any order, one per clock, with the same op and active in all of them; it leaves once, with the tag of its last slice.
//
// A slice passes two registers, then each pair of lanes compares it. A clock in which no slice enters is a gap: the
// lanes that execute have zeros there and the others ones, so that none of the others stays equal to one of them. A gap
// follows a warp with such lanes, and two follow MATCH.ALL. Rules: docs/rules.md 9; spec: docs/rules.md 12.
`default_nettype none
`include "shfl_defs.vh"
module shfl_match #(
    parameter integer LANES = 32,                   // 2, 4, 8, 16, 32 or 64
    parameter integer B     = 1,                    // bits of a slice, 1 or more
    parameter integer ALL   = 1,                    // 0: MATCH.ANY alone, whatever op is; pu is 0
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire                   in_last,          // the last slice of this warp
    input  wire [TAG_W-1:0]       in_tag,           // travels with the warp, ignored
    input  wire [`SHFL_MATCH_OP_W-1:0] op,          // `SHFL_MATCH_ANY or `SHFL_MATCH_ALL
    input  wire [LANES-1:0]       active,           // in the active mask, and its guard holds
    input  wire [LANES*B-1:0]     ra,               // lane k: ra[B*k +: B]

    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [TAG_W-1:0]       out_tag,
    output wire [LANES*LANES-1:0] rd,               // lane k: rd[LANES*k +: LANES], a mask of lanes
    output wire [LANES-1:0]       pu,               // MATCH.ALL: all values are the same
    output wire [LANES-1:0]       we                // the lane writes rd, and pu of MATCH.ALL
);
    shfl_legal #(.UNIT(`SHFL_UNIT_MATCH), .LANES(LANES), .W(`SHFL_LEGAL_W(B)), .B(B), .ALL(ALL), .TAG_W(TAG_W))
        u_legal ();

    localparam WARP  = `SHFL_LEGAL_LANES(LANES);
    localparam SLICE = `SHFL_LEGAL_W(B);

    // ---- handshake: three registers that are loaded together; the item with which a warp is complete is valid in them

    wire       take, load, unused_load;
    wire       is_all = ALL != 0 && op == `SHFL_MATCH_ALL;
    wire       full   = &active;
    wire       last   = take && in_last;
    wire [3:0] done;                                // of the input, and behind each register
    reg        first;                               // the next slice is the first of its warp
    reg  [1:0] gaps;                                // what enters now is a gap: {the first of two, the last}

    assign in_ready = load && gaps == 2'b00 && !rst;
    assign take     = in_valid && in_ready;

    shfl_handshake #(.REGS(3), .CLOSE(1)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(gaps[0] || last && full && !is_all), .in_ready(load), .load(unused_load),
        .out_valid(out_valid), .out_ready(out_ready), .valid(done));

    always @(posedge clk)
        if (rst) begin
            first <= 1'b1;
            gaps  <= 2'b00;
        end else begin
            if (take) first <= in_last;
            if (load) gaps  <= {last && is_all, gaps[1] || last && !full && !is_all};
        end

    // ---- the slice behind one register and behind two. In is_out a lane that does not execute is 1. A bit that is set
    // or cleared by another is written as a choice: synthesis makes it the set or reset of a flip-flop, and no LUT. In
    // the place of in_valid and done, which are 1 where it matters, a constant would make it an inverter

    wire                  is_first_1, is_first_2;
    wire [TAG_W-1:0]      tag_1, tag_2;
    wire [WARP-1:0]       is_out, is_out_1, is_out_2, is_clear, is_clear_2, we_next;
    wire [WARP*SLICE-1:0] slice, slice_1, slice_ones, slice_2;
    wire                  none_equal;               // MATCH.ALL has found two values: no mask has a lane

    genvar k;
    generate
        for (k = 0; k < WARP; k = k + 1) begin : g_lane
            assign slice[SLICE*k +: SLICE]      = take ? ra[SLICE*k +: SLICE] : {SLICE{1'b0}};
            assign slice_ones[SLICE*k +: SLICE] = is_out_1[k] ? {SLICE{1'b1}} : slice_1[SLICE*k +: SLICE];
            assign is_out[k]                    = active[k] ? 1'b0 : in_valid;
            assign is_clear[k]                  = none_equal ? 1'b1 : is_out_1[k];
            assign we_next[k]                   = is_out_2[k] ? 1'b0 : done[2];
        end
    endgenerate

    shfl_stage_reg #(.W(TAG_W + WARP)) u_reg_warp_1 (
        .clk(clk), .enable(take), .in({in_tag, is_out}), .out({tag_1, is_out_1}));
    shfl_stage_reg #(.W(1 + WARP * SLICE)) u_reg_slice_1 (
        .clk(clk), .enable(load), .in({take && first, slice}), .out({is_first_1, slice_1}));

    shfl_stage_reg #(.W(TAG_W + 2 * WARP)) u_reg_warp_2 (
        .clk(clk), .enable(load), .in({tag_1, is_out_1, is_clear}), .out({tag_2, is_out_2, is_clear_2}));
    shfl_stage_reg #(.W(1 + WARP * SLICE)) u_reg_slice_2 (
        .clk(clk), .enable(load), .in({is_first_1, slice_ones}), .out({is_first_2, slice_2}));

    // ---- the result

    shfl_match_pairs #(.LANES(WARP), .B(SLICE)) u_pairs (
        .clk(clk), .load(load), .first(is_first_2), .done(done[2]), .clear(is_clear_2), .slice(slice_2), .rd(rd));

    shfl_stage_reg #(.W(TAG_W + WARP)) u_reg_writeback (
        .clk(clk), .enable(load), .in({tag_2, we_next}), .out({out_tag, we}));

    generate
        if (ALL != 0) begin : g_all
            wire is_all_1, all_equal;

            shfl_stage_reg #(.W(1)) u_reg_op (.clk(clk), .enable(take), .in(is_all), .out(is_all_1));
            shfl_match_all #(.LANES(WARP), .B(SLICE)) u_all (
                .clk(clk), .load(load), .slice_1(slice_1), .is_out_1(is_out_1),
                .first_2(is_first_2), .slice_2(slice_2), .all_equal(all_equal));
            assign none_equal = done[1] && is_all_1 && !all_equal;
            assign pu         = {WARP{all_equal}};
        end else begin : g_any
            wire unused_ok = &{1'b0, op};
            assign none_equal = 1'b0;
            assign pu         = {WARP{1'b0}};
        end
    endgenerate

    wire unused_ok = &{1'b0, unused_load, done};
endmodule
`default_nettype wire
