// SPDX-License-Identifier: Apache-2.0
// shfl_board_text - the text of a report, from a memory with a byte for each character: a byte of 128 and more is a hex
// digit of DIGITS, 0 ends a part. Parts of the report are named by the number of their first byte.
`default_nettype none
module shfl_board_text #(
    parameter integer CHARS  = 1,
    parameter [8*CHARS-1:0] TEXT = 0,               // the first byte is the highest
    parameter integer DIGITS = 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                start,               // sends the part that begins at from
    input  wire [8:0]          from,
    input  wire [4*DIGITS-1:0] digits,
    output reg                 busy,
    output wire                send,                // a character, if ready
    output wire [7:0]          symbol,
    input  wire                ready
);
    reg [7:0] memory [0:511];
    reg [7:0] coded;
    reg [8:0] at;
    reg       fetched;

    integer i;
    initial
        for (i = 0; i < 512; i = i + 1)
            memory[i] = i < CHARS ? TEXT[8 * (i < CHARS ? CHARS - 1 - i : 0) +: 8] : 8'd0;

    always @(posedge clk)
        coded <= memory[at];

    wire [3:0] digit = digits[{coded[5:0], 2'b00} +: 4];
    assign symbol = !coded[7] ? coded : digit < 4'd10 ? {4'h3, digit} : {4'h6, digit - 4'd9};
    assign send = busy && fetched && coded != 8'd0;

    always @(posedge clk)
        if (rst) begin
            busy    <= 1'b0;
            fetched <= 1'b0;
            at      <= 9'd0;
        end else if (start) begin
            busy    <= 1'b1;
            fetched <= 1'b0;
            at      <= from;
        end else if (!fetched)
            fetched <= busy;
        else if (coded == 8'd0) begin
            busy    <= 1'b0;
            fetched <= 1'b0;
        end else if (ready) begin
            at      <= at + 9'd1;
            fetched <= 1'b0;
        end
endmodule
`default_nettype wire
