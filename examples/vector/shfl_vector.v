// SPDX-License-Identifier: Apache-2.0
// shfl_vector - a permutation unit behind the micro-operations of a vector core: it takes a whole instruction, reads
// the registers of its groups one by one, and writes each byte of the destination that changes. README.md has the
// contract.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_vector #(
    parameter integer LANES    = 16,                // bytes of a register, VLEN/8: 8, 16, 32 or 64
    parameter integer NETWORK  = 4,                 // 0: crossbar; else words of a multiplexer
    parameter integer DEPTH    = 1,                 // pipeline registers of the unit, 0 to 7
    parameter integer SYNC     = 0,                 // 1: the register file answers on the clock after read
    parameter integer AGNOSTIC = 0,                 // an agnostic element: 0 keeps its value, 1 becomes ones
    parameter integer COMPRESS = 1,                 // these four as of shfl_rvv: what the core has
    parameter integer GATHER   = 1,
    parameter integer ELEN     = 64,
    parameter integer REGS     = 8
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

    // read ports of the register file, which answers on the same clock, or with SYNC on the clock after read
    output wire                      read,
    output wire [4:0]                vs2_reg,
    input  wire [LANES*8-1:0]        vs2_data,
    output wire [4:0]                vs1_reg,
    input  wire [LANES*16-1:0]       vs1_data,      // register vs1_reg, and above it the next one
    output wire [4:0]                mask_reg,      // v0, or of vcompress vs1
    input  wire [LANES*8-1:0]        mask_data,

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
    reg [1:0]                sew_held;
    reg [2:0]                lmul;
    reg [LANE_W+3:0]         vl;
    reg [LANE_W+2:0]         vstart;
    reg                      vm, vta, vma;
    reg [4:0]                vd, vs2, vs1;
    reg [63:0]               x;
    reg [2:0]                dst_reg, src_reg;
    reg                      begins;                // the first pass of dst_reg
    reg [LANE_W+3:0]         packed_before;         // COMPRESS: elements that are selected in the registers before

    // what the core does not have is constant
    localparam [2:0] OF_GROUP = REGS[2:0] - 3'd1;
    wire       compress = COMPRESS != 0 && op == `SHFL_RVV_COMPRESS;
    wire [1:0] sew      = sew_held & {1'b1, ELEN == 64 || !sew_held[1]};
    // the source registers that dst_reg needs, docs/rvv.md 5.2: all, or the one that is x registers away and the next.
    // Higher bits of x do not count here: the unit sees that nothing is there
    wire indexed  = GATHER != 0 && (op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16);
    wire gather_x = op == `SHFL_RVV_GATHER_X;
    wire slideup  = op == `SHFL_RVV_SLIDEUP || op == `SHFL_RVV_SLIDE1UP;
    wire by_one   = op == `SHFL_RVV_SLIDE1UP || op == `SHFL_RVV_SLIDE1DOWN;

    function [2:0] register_of(input [5:0] number, input [1:0] size);    // of an element's number these upper bits
        register_of = size == 2'd0 ? number[5:3] : size == 2'd1 ? number[4:2]
                    : size == 2'd2 ? number[3:1] :                number[2:0];
    endfunction

    // registers behind vl: only an agnostic tail is written there, and vcompress selects nothing of them
    wire [2:0]        last_reg = lmul[2] ? 3'd0 : ~(3'b111 << lmul[1:0]) & OF_GROUP;
    wire [LANE_W+3:0] vl_last  = vl - 1'b1;
    wire [2:0]        body_reg = register_of(vl_last[LANE_W-3 +: 6], sew) & {3{vl != 0}} & OF_GROUP;
    wire [2:0]        last_dst = AGNOSTIC != 0 && vta ? last_reg : body_reg;

    wire [LANE_W-1:0] low      = {LANE_W{1'b1}} >> sew;             // bits of an element's number in its register
    wire [2:0]        x_reg    = register_of(x[LANE_W-3 +: 6], sew);
    wire              splits   = by_one || !gather_x && (x[LANE_W-1:0] & low) != 0;

    wire [3:0] from    = {1'b0, gather_x ? 3'd0 : dst_reg};
    wire [3:0] by      = {1'b0, by_one ? 3'd0 : x_reg};
    wire [3:0] nearest = slideup ? from - by : from + by;
    wire       none    = nearest[3] || (nearest[2:0] & ~last_reg) != 0;
    wire       another = splits && nearest[2:0] != (slideup ? 3'd0 : last_reg);
    wire [2:0] next_to = slideup ? nearest[2:0] - 3'd1 : nearest[2:0] + 3'd1;
    wire [2:0] first   = indexed || compress || none ? 3'd0 : slideup && another ? next_to : nearest[2:0];
    wire [2:0] last    = compress ? last_dst : indexed ? last_reg : none ? 3'd0 : !slideup && another ? next_to
                       : nearest[2:0];

    wire [2:0] source  = begins ? first : src_reg;
    wire       ends    = source == last;
    wire       is_last = ends && dst_reg == last_dst;
    wire       moves;                               // a pass is read

    // legal groups are aligned, so that an or adds
    wire       ei16      = indexed && op == `SHFL_RVV_GATHER_EI16;
    wire [3:0] index_reg = !ei16       ? {1'b0, dst_reg}
                         : sew == 2'd0 ? {dst_reg, 1'b0}
                         :               {1'b0, dst_reg >> (sew - 2'd1)};
    assign vs2_reg  = vs2 | {2'b00, source};
    assign vs1_reg  = vs1 | {1'b0, index_reg};
    assign mask_reg = compress ? vs1 : 5'd0;
    assign read     = moves;

    // ---- the pass that is read: with SYNC on the clock before

    wire       pass_valid, pass_ready, pass_last, pass_ends;
    wire [2:0] to_reg, from_reg;

    shfl_stage_reg #(.W(8), .PRESENT(SYNC)) u_read (
        .clk(clk), .enable(moves),
        .in({is_last, ends, dst_reg, source}), .out({pass_last, pass_ends, to_reg, from_reg}));

    wire to_read = busy && !issued;
    generate
        if (SYNC != 0) begin : g_sync
            reg reading;
            always @(posedge clk)
                if (rst)                         reading <= 1'b0;
                else if (!reading || pass_ready) reading <= to_read;
            assign pass_valid = reading;
            assign moves      = to_read && (!reading || pass_ready);
        end else begin : g_same_clock
            assign pass_valid = to_read;
            assign moves      = to_read && pass_ready;
        end
    endgenerate

    // ---- its operands

    // bits of a mask from element 0 of the register on; with a larger SEW fewer of them count
    wire [2:0]          mask_of   = compress ? from_reg : to_reg;
    wire [LANE_W+2:0]   position  = {mask_of, {LANE_W{1'b0}}} >> sew;
    wire [LANES-1:0]    mask;
    genvar s;
    generate
        for (s = LANE_W + 2; s >= LANE_W - 3; s = s - 1) begin : g_mask
            localparam LEFT = s >= LANE_W ? 1 << s : LANES;
            wire [(1<<s)-1:0] half;
            wire [LEFT-1:0]   bits;
            if (s == LANE_W + 2) begin : g_all
                assign half = position[s] ? mask_data[LANES*4 +: LANES*4] : mask_data[0 +: LANES*4];
            end else begin : g_part
                assign half = position[s] ? g_mask[s+1].bits[1<<s +: 1<<s] : g_mask[s+1].bits[0 +: 1<<s];
            end
            if (s >= LANE_W) begin : g_whole
                assign bits = half;
            end else begin : g_low
                assign bits = {g_mask[s+1].bits[LANES-1:1<<s], half};
            end
        end
    endgenerate
    assign mask = g_mask[LANE_W-3].bits;

    // 16-bit indices of a register: those of two registers, of one, of a half, of a quarter
    wire                half    = ei16 && (sew == 2'd2 && to_reg[0] || sew == 2'd3 && to_reg[1]);
    wire                quarter = ei16 && sew == 2'd3 && to_reg[0];
    wire [LANES*4-1:0]  part    = half ? vs1_data[LANES*4 +: LANES*4] : vs1_data[0 +: LANES*4];
    wire [LANES*16-1:0] index   = {vs1_data[LANES*16-1:LANES*4], part[LANES*4-1:LANES*2],
                                   quarter ? part[LANES*2 +: LANES*2] : part[0 +: LANES*2]};

    // COMPRESS: of the elements of a register, those up to vl - 1 that are selected, counted by pairs
    wire              counts   = vl != 0 && from_reg <= body_reg;
    wire [LANE_W-1:0] limit    = from_reg == body_reg ? vl_last[LANE_W-1:0] & low : low;
    wire [LANE_W:0]   here;

    function less(input [LANE_W-1:0] a, input [LANE_W-1:0] b);
        less = a < b;
    endfunction

    genvar n;
    generate
        for (s = 0; s <= LANE_W; s = s + 1) begin : g_sum
            for (n = 0; n < LANES >> s; n = n + 1) begin : g_block
                localparam [LANE_W-1:0] ELEMENT = n;
                wire [s:0] sum;
                if (s == 0) begin : g_leaf
                    assign sum = mask[n] && !less(limit, ELEMENT);
                end else begin : g_node
                    assign sum = {1'b0, g_sum[s-1].g_block[2*n].sum} + {1'b0, g_sum[s-1].g_block[2*n+1].sum};
                end
            end
        end
    endgenerate
    assign here = g_sum[LANE_W].g_block[0].sum & {LANE_W+1{counts}};

    // ---- the unit

    wire       out_valid, reserved;
    wire [5:0] out_tag;

    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .NETWORK(NETWORK), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS),
               .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .TAG_W(TAG_W)) u_rvv (
        .clk(clk), .rst(rst),
        .in_valid(pass_valid), .in_ready(pass_ready), .in_tag({pass_last, vd | {2'b00, to_reg}}),
        .op(op), .sew(sew), .lmul(lmul), .vl(vl), .vstart(vstart), .vm(vm), .vta(vta), .vma(vma),
        .dst_reg(to_reg), .src_reg(from_reg), .x({x[63:LANE_W+4], compress ? packed_before : x[LANE_W+3:0]}),
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
                {op, sew_held, lmul, vl, vstart} <= {uop_op, uop_sew, uop_lmul, uop_vl, uop_vstart};
                {vm, vta, vma, vd, vs2, vs1, x} <= {uop_vm, uop_vta, uop_vma, uop_vd, uop_vs2, uop_vs1, uop_x};
                dst_reg <= 3'd0;
                begins  <= 1'b1;
                busy    <= 1'b1;
                issued  <= 1'b0;
                packed_before <= {LANE_W+4{1'b0}};
            end
            if (moves) begin
                begins  <= ends;
                src_reg <= source + 3'd1 & OF_GROUP;
                if (ends) dst_reg <= dst_reg + 3'd1 & OF_GROUP;
                if (is_last) issued <= 1'b1;
            end
            if (pass_valid && pass_ready)
                packed_before <= pass_ends ? {LANE_W+4{1'b0}} : packed_before + {3'b000, here};
            if (done) busy <= 1'b0;
        end

    wire unused_ok = &{1'b0, reserved, position, vl_last};
endmodule
`default_nettype wire
