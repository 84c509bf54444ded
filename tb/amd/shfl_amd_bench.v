// SPDX-License-Identifier: Apache-2.0
// shfl_amd_bench - AMD's front end and write-back without the crossbar and without a register, for every generation:
// which lane each lane reads, and what it writes if the lanes of src_active execute. With the ports of a unit that has
// no register.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_amd_bench #(
    parameter LANES = 64,
    parameter TAG_W = 16
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [TAG_W-1:0]    in_tag,
    output wire                out_valid,
    input  wire                out_ready,
    output wire [TAG_W-1:0]    out_tag,
    input  wire [`SHFL_AMD_GEN_W-1:0] gen,
    input  wire [`SHFL_AMD_OP_W-1:0] op,
    input  wire [63:0]         control,
    input  wire                fi,
    input  wire                bc,
    input  wire [3:0]          row_mask,
    input  wire [3:0]          bank_mask,
    input  wire [LANES-1:0]    active,
    input  wire [LANES*32-1:0] addr,
    input  wire [LANES-1:0]    src_active,
    output wire                reserved,
    output wire [LANES*8-1:0]  src_lane,            // lane k: src_lane[8*k +: 8]
    output wire [LANES-1:0]    valid,
    output wire [LANES-1:0]    data,                // what is written is data, not 0
    output wire [LANES-1:0]    we
);
    localparam LANE_W = $clog2(LANES);

    wire [`SHFL_AMD_WRITES_W(LANES)-1:0] writes;
    wire [LANES*LANE_W-1:0] j;
    wire [LANES-1:0]        reads_j;
    wire                    ready;
    wire [LANES-1:0]        not_zero;

    assign in_ready  = out_ready && !rst;
    assign out_valid = in_valid && !rst;
    assign out_tag   = in_tag;
    assign data      = we & not_zero;

    shfl_amd_sources #(.LANES(LANES)) u_sources (
        .clk(clk), .rst(rst), .load(1'b0), .offered(1'b0), .taken(1'b0), .ready(ready),
        .beat(1'b0),
        .gen(gen), .op(op), .control(control), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask),
        .active(active), .addr(addr), .writes(writes), .j(j), .reads_j(reads_j), .valid(valid));

    localparam FLAGS = `SHFL_AMD_WRITES_W(LANES) - 4;
    assign reserved = writes[FLAGS+3];

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [7:0] LANE = k;
            assign src_lane[8*k +: 8] = reads_j[k] ? {{8-LANE_W{1'b0}}, j[LANE_W*k +: LANE_W]} : LANE;

            shfl_amd_writeback #(.W(1)) u_writeback (
                .active(active[k]), .valid(valid[k]), .src_active(src_active[k]), .src_data(1'b1),
                .writes(writes[4+k/16] && writes[k/4%4]), .any_exec(writes[FLAGS+2]), .any_source(writes[FLAGS+1]),
                .zero(writes[FLAGS]), .rd(not_zero[k]), .we(we[k]));
        end
    endgenerate

    wire unused_ok = &{1'b0, ready};
endmodule
`default_nettype wire
