// SPDX-License-Identifier: Apache-2.0
// shfl_beats_handshake - valid and ready of a unit that takes a warp in beats and gives one result for it: only the
// last beat makes one. Spec: docs/rules.md 12.3.
`default_nettype none
module shfl_beats_handshake #(
    parameter integer DEPTH = 1,                    // registers: 1 or more, or 0 if WHOLE is 1
    parameter integer WHOLE = 1,                    // 1: each beat is a whole warp
    parameter integer GATE  = 0                     // 1: a bubble does not load the result
) (
    input  wire           clk,
    input  wire           rst,
    input  wire           in_valid,
    output wire           in_ready,
    input  wire           in_last,
    output wire           take,                     // a beat is transferred in at the end of this clock,
    output wire           first,                    // the first of its warp
    output wire           move,                     // what is inside moves on at the end of this clock,
    output wire           load,                     // and the register of the result is loaded, if it is the only one
    output wire           out_valid,
    input  wire           out_ready
);
    wire [DEPTH:0] valid;

    shfl_handshake #(.REGS(DEPTH), .CLOSE(1), .GATE(GATE)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid && (in_last || WHOLE != 0) && !rst), .in_ready(move), .load(load),
        .out_valid(out_valid), .out_ready(out_ready), .valid(valid));

    assign in_ready = move && !rst;
    assign take     = in_valid && in_ready;

    generate
        if (WHOLE != 0) begin : g_whole
            wire unused_ok = &{1'b0, in_last};
            assign first = 1'b1;
        end else begin : g_beats
            reg q;
            always @(posedge clk)
                if (rst)       q <= 1'b1;
                else if (take) q <= in_last;
            assign first = q;
        end
    endgenerate

    wire unused_ok = &{1'b0, valid};
endmodule
`default_nettype wire
