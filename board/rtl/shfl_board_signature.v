// SPDX-License-Identifier: Apache-2.0
// shfl_board_signature - a signature of results: a shift register of 64 bits with feedback from bits 64, 63, 61 and 60
// (x^64 + x^63 + x^61 + x^60 + 1), into which each result is mixed, all of its bits at different places.
`default_nettype none
module shfl_board_signature (
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    input  wire [63:0] result,
    output reg  [63:0] signature
);
    wire feedback = signature[63] ^ signature[62] ^ signature[60] ^ signature[59];

    always @(posedge clk)
        if (rst)
            signature <= 64'd0;
        else if (enable)
            signature <= {signature[62:0], feedback} ^ result;
endmodule
`default_nettype wire
