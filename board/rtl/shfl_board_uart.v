// SPDX-License-Identifier: Apache-2.0
// shfl_board_uart - a serial port, eight bits without parity: sends bytes, and sees that one arrives, whatever it is.
`default_nettype none
module shfl_board_uart #(
    parameter integer DIVISOR = 104                 // clocks per bit
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       send,                         // with ready: sends the byte
    input  wire [7:0] byte_out,
    output wire       ready,
    output wire       arrives,                      // for a clock, in the middle of a start bit
    input  wire       rx,
    output wire       tx
);
    localparam COUNT_W = $clog2(DIVISOR);
    localparam integer BIT = DIVISOR - 1, HALF = DIVISOR / 2;

    reg [COUNT_W-1:0] count, low;
    reg [3:0]         bits;                         // that are to come, the stop bit included
    reg [8:0]         shift;
    reg [1:0]         seen;

    assign ready   = bits == 4'd0;
    assign tx      = shift[0];
    assign arrives = low == HALF[COUNT_W-1:0];

    always @(posedge clk)
        if (rst) begin
            bits  <= 4'd0;
            shift <= 9'h1ff;
            count <= {COUNT_W{1'b0}};
        end else if (ready) begin
            count <= {COUNT_W{1'b0}};
            if (send) begin
                bits  <= 4'd10;
                shift <= {byte_out, 1'b0};
            end
        end else if (count == BIT[COUNT_W-1:0]) begin
            count <= {COUNT_W{1'b0}};
            bits  <= bits - 4'd1;
            shift <= {1'b1, shift[8:1]};
        end else
            count <= count + 1'b1;

    // low: for how many clocks the line has been low; after the middle of the start bit it waits for a high
    always @(posedge clk) begin
        seen <= {seen[0], rx};
        if (rst || seen[1])
            low <= {COUNT_W{1'b0}};
        else if (low <= HALF[COUNT_W-1:0])
            low <= low + 1'b1;
    end
endmodule
`default_nettype wire
