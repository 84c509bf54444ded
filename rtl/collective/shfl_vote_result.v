// SPDX-License-Identifier: Apache-2.0
// shfl_vote_result - what a vote or elect gives. Spec: R8.3, R8.4, R8.6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_vote_result #(
    parameter integer LANES = 32,
    parameter integer ELECT = 1                     // 0: without ELECT
) (
    input  wire [`SHFL_VOTE_OP_W-1:0] op,
    input  wire [LANES-1:0] executes,
    input  wire [LANES-1:0] ballot,
    input  wire             some_for,               // lanes that execute
    input  wire             some_against,
    output wire [LANES-1:0] rd,
    output wire [LANES-1:0] pu
);
    wire vote = op == `SHFL_VOTE_ALL ? !some_against : op == `SHFL_VOTE_ANY ? some_for : !(some_for && some_against);

    generate
        if (ELECT != 0) begin : g_elect
            wire [LANES-1:0]         elected;
            wire [$clog2(LANES)-1:0] number;

            shfl_elect #(.LANES(LANES)) u_elect (.active(executes), .elected(elected), .number(number));
            assign rd = op == `SHFL_VOTE_ELECT ? {{(LANES - $clog2(LANES)){1'b0}}, number} : ballot;
            assign pu = op == `SHFL_VOTE_ELECT ? elected : {LANES{vote}};
        end else begin : g_vote
            assign rd = ballot;
            assign pu = {LANES{vote}};

            wire unused_ok = &{1'b0, executes};
        end
    endgenerate
endmodule
`default_nettype wire
