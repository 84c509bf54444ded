// SPDX-License-Identifier: Apache-2.0
// shfl_match_words - shfl_match with whole values at the input: a shift register cuts them into W/B slices. The next
// warp enters with the last slice of the one before. Rules: docs/rules.md 9; spec: docs/rules.md 12.
`default_nettype none
`include "shfl_defs.vh"
module shfl_match_words #(
    parameter integer LANES = 32,                   // 2, 4, 8, 16, 32 or 64
    parameter integer W     = 32,                   // bits of a value, a multiple of B
    parameter integer B     = 1,                    // bits of a slice, 1 or more
    parameter integer ALL   = 1,                    // 0: MATCH.ANY alone, whatever op is; pu is 0
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [TAG_W-1:0]       in_tag,           // travels with the warp, ignored
    input  wire [`SHFL_MATCH_OP_W-1:0] op,          // `SHFL_MATCH_ANY or `SHFL_MATCH_ALL
    input  wire [LANES-1:0]       active,           // in the active mask, and its guard holds
    input  wire [LANES*W-1:0]     ra,               // lane k: ra[W*k +: W]

    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [TAG_W-1:0]       out_tag,
    output wire [LANES*LANES-1:0] rd,               // lane k: rd[LANES*k +: LANES], a mask of lanes
    output wire [LANES-1:0]       pu,               // MATCH.ALL: all values are the same
    output wire [LANES-1:0]       we                // the lane writes rd, and pu of MATCH.ALL
);
    shfl_legal #(.UNIT(`SHFL_UNIT_MATCH), .LANES(LANES), .W(W), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_legal ();

    localparam WARP   = `SHFL_LEGAL_LANES(LANES);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam SLICE  = B > 0 && WORD % `SHFL_LEGAL_W(B) == 0 ? B : 1;
    localparam SLICES = WORD / SLICE;
    localparam LEFT_W = SLICES > 1 ? $clog2(SLICES) : 1;
    localparam integer      BEHIND = SLICES - 1;    // the first slice
    localparam [LEFT_W-1:0] ALL_BEHIND = BEHIND[LEFT_W-1:0];

    reg                  busy;                      // there is a slice
    wire [LEFT_W-1:0]    left;                      // and so many behind it
    wire                 accept, move, slice_ready;
    wire [`SHFL_MATCH_OP_W-1:0] warp_op;
    wire [TAG_W-1:0]     warp_tag;
    wire [WARP-1:0]      warp_active;
    wire [WARP*WORD-1:0] words, words_next;
    wire [WARP*SLICE-1:0] slice;

    assign move     = !busy || slice_ready;
    assign accept   = !busy || slice_ready && left == {LEFT_W{1'b0}};
    assign in_ready = accept && !rst;

    always @(posedge clk)
        if (rst)         busy <= 1'b0;
        else if (accept) busy <= in_valid;

    genvar k;
    generate
        for (k = 0; k < WARP; k = k + 1) begin : g_lane
            assign slice[SLICE*k +: SLICE] = words[WORD*k +: SLICE];
            if (SLICES > 1) begin : g_shift         // what is shifted in does not matter
                assign words_next[WORD*k +: WORD-SLICE] =
                    accept ? ra[WORD*k +: WORD-SLICE] : words[WORD*k + SLICE +: WORD-SLICE];
            end
            assign words_next[WORD*k + WORD-SLICE +: SLICE] = ra[WORD*k + WORD-SLICE +: SLICE];
        end
    endgenerate

    shfl_stage_reg #(.W(TAG_W + `SHFL_MATCH_OP_W + WARP)) u_reg_warp (
        .clk(clk), .enable(accept), .in({in_tag, op, active}), .out({warp_tag, warp_op, warp_active}));
    shfl_stage_reg #(.W(LEFT_W + WARP * WORD)) u_reg_words (
        .clk(clk), .enable(move), .in({accept ? ALL_BEHIND : left - 1'b1, words_next}), .out({left, words}));

    shfl_match #(.LANES(WARP), .B(SLICE), .ALL(ALL), .TAG_W(TAG_W)) u_match (
        .clk(clk), .rst(rst),
        .in_valid(busy), .in_ready(slice_ready), .in_last(left == {LEFT_W{1'b0}}), .in_tag(warp_tag),
        .op(warp_op), .active(warp_active), .ra(slice),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .rd(rd), .pu(pu), .we(we));
endmodule
`default_nettype wire
