// SPDX-License-Identifier: Apache-2.0
// shfl_memory - WORDS words, one write port and one read port. The word being written is not read; LUT memory alone
// may, and returns the old word. A word is unknown until its first write.
`default_nettype none
`include "shfl_defs.vh"
module shfl_memory #(
    parameter integer WORDS  = 64,                  // 2 or more
    parameter integer W      = 32,
    parameter integer MEMORY = `SHFL_LUT_MEMORY     // `SHFL_LUT_MEMORY: out is the word at read_at;
                                                    // `SHFL_BLOCK_MEMORY: a clock later, if read is 1
) (
    input  wire                     clk,
    input  wire                     write,
    input  wire [$clog2(WORDS)-1:0] write_at,
    input  wire [W-1:0]             in,
    input  wire                     read,
    input  wire [$clog2(WORDS)-1:0] read_at,
    output wire [W-1:0]             out
);
    generate
        if (MEMORY == `SHFL_BLOCK_MEMORY) begin : g_block
            (* ram_style = "block", no_rw_check *) reg [W-1:0] word [0:WORDS-1];
            reg [W-1:0] q;
            always @(posedge clk) begin
                if (write) word[write_at] <= in;
                if (read)  q <= word[read_at];
            end
            assign out = q;
        end else begin : g_lut
            (* ram_style = "distributed" *) reg [W-1:0] word [0:WORDS-1];
            always @(posedge clk)
                if (write) word[write_at] <= in;
            assign out = word[read_at];
            wire unused_ok = &{1'b0, read};
        end
    endgenerate
endmodule
`default_nettype wire
