// SPDX-License-Identifier: Apache-2.0
// The unit, shfl, or with VOTE shfl_and_vote, with operands that are free: `SHFL_FREE is on every clock, (* anyseq *),
// or once, (* anyconst *). And its results for them by docs/rules.md. To be included in a module that has its
// parameters, clk, rst, and the handshake at the input and at the output.
`include "shfl_vote_spec.vh"
`SHFL_FREE reg [TAG_W-1:0]         in_tag;
`SHFL_FREE reg [`SHFL_MODE_W-1:0]  mode;
`SHFL_FREE reg                     sb_is_imm, sc_is_imm;
`SHFL_FREE reg [$clog2(LANES)-1:0] sb_imm;
`SHFL_FREE reg [$clog2(LANES)+7:0] sc_imm;
`SHFL_FREE reg [LANES-1:0]         active;
`SHFL_FREE reg [LANES*W-1:0]       ra;
`SHFL_FREE reg [LANES*32-1:0]      sb, sc;                 // R2.2.3: whatever W is
`SHFL_FREE reg                     is_vote;
`SHFL_FREE reg [`SHFL_VOTE_OP_W-1:0]  vote_op;
`SHFL_FREE reg [LANES-1:0]         p;

`define SHFL_OPERANDS {in_tag, is_vote, vote_op, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, p, ra, sb, sc}
localparam OPERANDS_W = TAG_W + LANES * (W + 66) + 2 * $clog2(LANES) + `SHFL_MODE_W + `SHFL_VOTE_OP_W + 11;

wire [TAG_W-1:0]   out_tag;
wire [LANES*W-1:0] rd;
wire [LANES-1:0]   pu, we, src_active;

generate
    if (VOTE != 0) begin : g_and_vote
        shfl_and_vote #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK),
                        .SELECTS(SELECTS), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_unit (.*);
    end else begin : g_shfl
        shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK),
               .SELECTS(SELECTS), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_unit (.*);
    end
endgenerate

localparam LANE_W = $clog2(LANES);
`include "shfl_spec.vh"
`include "shfl_want.vh"
`include "shfl_want_trips.vh"
