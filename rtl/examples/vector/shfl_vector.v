// SPDX-License-Identifier: Apache-2.0
// shfl_vector - a permutation unit behind the micro-operations of a vector core: it takes a whole instruction, reads
// the registers of its groups one by one, and writes each byte of the destination that changes. README.md has the
// contract.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_vector #(
    parameter integer LANES    = 16,                // bytes of a register, VLEN/8: 8, 16, 32 or 64
    parameter integer NETWORK  = 4,                 // 0: crossbar; else words of a multiplexer of rank 1
    parameter integer DEPTH    = 1,                 // pipeline registers of the unit, 0 to 7
    parameter integer AGNOSTIC = 0                  // an agnostic element: 0 keeps its value, 1 becomes ones
) (
    input  wire                      clk,
    input  wire                      rst,

    // an instruction; legal, as the decoder has seen
    input  wire                      uop_valid,
    output wire                      uop_ready,
    input  wire [`SHFL_RVV_OP_W-1:0] uop_op,
    input  wire [1:0]                uop_sew,
    input  wire [2:0]                uop_lmul,
    input  wire [$clog2(LANES)+3:0]  uop_vl,
    input  wire [$clog2(LANES)+2:0]  uop_vstart,
    input  wire                      uop_vm,
    input  wire                      uop_vta,
    input  wire                      uop_vma,
    input  wire [4:0]                uop_vd,
    input  wire [4:0]                uop_vs2,
    input  wire [4:0]                uop_vs1,
    input  wire [63:0]               uop_x,         // x or f register, or the immediate

    // read ports of the register file, which answer on the same clock
    output wire [4:0]                vs2_reg,
    input  wire [LANES*8-1:0]        vs2_data,
    output wire [4:0]                vs1_reg,
    input  wire [LANES*16-1:0]       vs1_data,      // register vs1_reg, and above it the next one
    input  wire [LANES*8-1:0]        v0_data,

    // write port
    output wire                      write_valid,
    input  wire                      write_ready,
    output wire [4:0]                write_reg,
    output wire [LANES-1:0]          write_bytes,
    output wire [LANES*8-1:0]        write_data,
    output wire                      done           // with the last write of an instruction
);
    localparam LANE_W = $clog2(LANES);
    localparam TAG_W  = 6;

    // ---- the instruction, and its passes

    reg                      busy, issued;          // issued: all passes are in the unit, which still writes
    reg [`SHFL_RVV_OP_W-1:0] op;
    reg [1:0]                sew;
    reg [2:0]                lmul;
    reg [LANE_W+3:0]         vl;
    reg [LANE_W+2:0]         vstart;
    reg                      vm, vta, vma;
    reg [4:0]                vd, vs2, vs1;
    reg [63:0]               x;
    reg [2:0]                dst_reg, src_reg;
    reg                      begins;                // the first pass of dst_reg
    reg [LANE_W+3:0]         packed_before;         // COMPRESS: elements that are selected in front of register src_reg

    wire compress = op == `SHFL_RVV_COMPRESS;

    // the source registers that dst_reg needs, docs/rvv.md 5.2
    wire [2:0]        last_reg = lmul[2] ? 3'd0 : ~(3'b111 << lmul[1:0]);
    wire [63:0]       x_reg    = x >> LANE_W - 3 >> (2'd3 - sew);       // x / elements of a register
    wire [LANE_W-1:0] x_rest   = x[LANE_W-1:0] & ({LANE_W{1'b1}} >> sew);
    wire              far      = x_reg > {61'd0, last_reg};
    wire              splits   = x_rest != 0;
    reg signed [4:0]  from, to;
    always @* begin
        from = 5'sd0;
        to   = {2'b00, last_reg};
        case (op)
            `SHFL_RVV_GATHER_X:   {from, to} = {2{2'b00, far ? 3'd0 : x_reg[2:0]}};
            `SHFL_RVV_SLIDEUP: begin
                to   = far ? 5'sd0 : {2'b00, dst_reg} - {2'b00, x_reg[2:0]};
                from = splits ? to - 5'sd1 : to;
            end
            `SHFL_RVV_SLIDEDOWN: begin
                from = far ? 5'sd0 : {2'b00, dst_reg} + {2'b00, x_reg[2:0]};
                to   = splits && !far ? from + 5'sd1 : from;
            end
            `SHFL_RVV_SLIDE1UP: begin
                to   = {2'b00, dst_reg};
                from = to - 5'sd1;
            end
            `SHFL_RVV_SLIDE1DOWN: begin
                from = {2'b00, dst_reg};
                to   = from + 5'sd1;
            end
            default: ;
        endcase
        if (from > $signed({2'b00, last_reg}) || to < 5'sd0) {from, to} = 10'd0;
        if (from < 5'sd0)                                    from = 5'sd0;
        if (to > $signed({2'b00, last_reg}))                 to = {2'b00, last_reg};
    end

    wire [2:0] source   = begins ? from[2:0] : src_reg;
    wire       is_last  = source == to[2:0] && dst_reg == last_reg;
    wire       pass_valid = busy && !issued;
    wire       pass_ready;

    // ---- operands of a pass

    // element 0 of a register of the group has this number, and its bit of a mask this position
    wire [LANE_W+2:0]   dst_first = {dst_reg, {LANE_W{1'b0}}} >> sew;
    wire [LANE_W+2:0]   src_first = {source, {LANE_W{1'b0}}} >> sew;
    wire [LANES*8-1:0]  bits      = compress ? vs1_data[LANES*8-1:0] >> src_first : v0_data >> dst_first;
    wire [LANES-1:0]    mask      = bits[LANES-1:0];

    // 16-bit indices of a register: those of two registers, of one, of a half, of a quarter
    wire                ei16      = op == `SHFL_RVV_GATHER_EI16;
    wire [3:0]          index_reg = !ei16       ? {1'b0, dst_reg}
                                  : sew == 2'd0 ? {dst_reg, 1'b0}
                                  :               {1'b0, dst_reg >> (sew - 2'd1)};
    wire [1:0]          part      = !ei16 || !sew[1] ? 2'd0 : sew[0] ? dst_reg[1:0] : {dst_reg[0], 1'b0};
    wire [LANES*16-1:0] index     = vs1_data >> LANES * 2 * part;

    // COMPRESS: of the selected elements of a register, those below vl
    function [LANE_W:0] ones(input [LANES-1:0] of);
        integer i;
        begin
            ones = 0;
            for (i = 0; i < LANES; i = i + 1) ones = ones + {{LANE_W{1'b0}}, of[i]};
        end
    endfunction
    wire [LANE_W+3:0]   below     = vl > {1'b0, src_first} ? vl - {1'b0, src_first} : {LANE_W+4{1'b0}};
    wire [LANE_W:0]     each      = {1'b1, {LANE_W{1'b0}}} >> sew;
    wire [LANE_W:0]     counts    = below > {3'b000, each} ? each : below[LANE_W:0];
    wire [LANE_W:0]     here      = ones(mask & ~({LANES{1'b1}} << counts));
    wire [LANE_W+3:0]   base    = begins ? {LANE_W+4{1'b0}} : packed_before;

    assign vs2_reg = vs2 + {2'b00, source};
    assign vs1_reg = compress ? vs1 : vs1 + {1'b0, index_reg};

    // ---- the unit

    wire       out_valid, reserved;
    wire [5:0] out_tag;

    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .NETWORK(NETWORK), .AGNOSTIC(AGNOSTIC), .TAG_W(TAG_W)) u_rvv (
        .clk(clk), .rst(rst),
        .in_valid(pass_valid), .in_ready(pass_ready), .in_tag({is_last, vd + {2'b00, dst_reg}}),
        .op(op), .sew(sew), .lmul(lmul), .vl(vl), .vstart(vstart), .vm(vm), .vta(vta), .vma(vma),
        .dst_reg(dst_reg), .src_reg(source), .x(compress ? {{60-LANE_W{1'b0}}, base} : x),
        .mask(mask), .index(index), .ra(vs2_data),
        .out_valid(out_valid), .out_ready(write_ready), .out_tag(out_tag), .reserved(reserved),
        .rd(write_data), .we(write_bytes));

    assign write_valid = out_valid;
    assign write_reg   = out_tag[4:0];
    assign done        = out_valid && write_ready && out_tag[5];

    // ---- state: an instruction is taken when the one before has made its last write

    assign uop_ready = !busy && !rst;

    always @(posedge clk)
        if (rst) begin
            busy   <= 1'b0;
            issued <= 1'b0;
        end else begin
            if (uop_valid && uop_ready) begin
                {op, sew, lmul, vl, vstart} <= {uop_op, uop_sew, uop_lmul, uop_vl, uop_vstart};
                {vm, vta, vma, vd, vs2, vs1, x} <= {uop_vm, uop_vta, uop_vma, uop_vd, uop_vs2, uop_vs1, uop_x};
                dst_reg <= 3'd0;
                begins  <= 1'b1;
                busy    <= 1'b1;
                issued  <= 1'b0;
            end
            if (pass_valid && pass_ready) begin
                begins        <= source == to[2:0];
                src_reg       <= source + 3'd1;
                packed_before <= base + {3'b000, here};
                if (source == to[2:0]) dst_reg <= dst_reg + 3'd1;
                if (is_last) issued <= 1'b1;
            end
            if (done) busy <= 1'b0;
        end


    wire unused_ok = &{1'b0, reserved, bits, x_reg, from, to};
endmodule
`default_nettype wire
