// SPDX-License-Identifier: Apache-2.0
// VX_shfl_unit - shuffle and vote of Vortex's ALU by shfl_packets: a unit next to VX_alu_int, behind VX_pe_switch. The
// whole header travels with its packet. Of ALU_TYPE_OTHER it takes the operations below 1000.
`include "VX_define.vh"

module VX_shfl_unit import VX_gpu_pkg::*; #(
    parameter NUM_LANES = 1
) (
    input wire           clk,
    input wire           reset,
    VX_execute_if.slave  execute_if,
    VX_result_if.master  result_if
);
    localparam WHOLE = NUM_LANES == `VX_CFG_NUM_THREADS;

    // then packets of several warps would interleave within a block
    if (`VX_CFG_SIMD_WIDTH != `VX_CFG_NUM_THREADS && `VX_CFG_ISSUE_WIDTH != `VX_CFG_NUM_ALU_BLOCKS) begin : g_bad_issue
        shfl_error_NUM_ALU_BLOCKS_must_be_ISSUE_WIDTH_or_SIMD_WIDTH_be_NUM_THREADS u_error ();
    end

    alu_header_t header;
    assign header = execute_if.data.header;

    shfl_packets #(.THREADS(`VX_CFG_NUM_THREADS), .LANES(NUM_LANES), .W(`VX_CFG_XLEN), .DEPTH(WHOLE ? 1 : 0),
                   .HEADER_W($bits(alu_header_t))) u_packets (
        .clk(clk), .rst(reset),
        .in_valid(execute_if.valid), .in_ready(execute_if.ready), .in_header(header),
        .in_op(execute_if.data.op_type[3:0]), .in_packet(header.pid), .in_first(header.sop), .in_last(header.eop),
        .in_active(header.tmask), .in_rs1(execute_if.data.rs1_data), .in_rs2(execute_if.data.rs2_data),
        .out_valid(result_if.valid), .out_ready(result_if.ready), .out_header(result_if.data.header),
        .out_packet(), .out_first(), .out_last(), .out_active(), .out_rd(result_if.data.data));
endmodule
