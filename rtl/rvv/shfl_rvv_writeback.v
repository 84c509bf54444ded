// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_writeback - the result of a byte lane: the byte that it reads, a byte of x, 0 or ones. Spec: docs/rvv.md 3.
`default_nettype none
module shfl_rvv_writeback (
    input  wire       reads,
    input  wire       ones,
    input  wire       by_one,                       // the operation has a value in x
    input  wire [7:0] src_data,
    input  wire [7:0] scalar,
    output wire [7:0] rd
);
    assign rd = reads ? src_data : scalar & {8{by_one}} | {8{ones}};
endmodule
`default_nettype wire
