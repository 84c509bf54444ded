// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of shfl_rvv_banked to the other, the first group after reset becomes the result of docs/rvv.md 3
// in any byte; all beats of the group arrive: shfl_first_warp.vh. Mask and index of the other bytes are free.
`include "shfl_rvv_defs.vh"
module shfl_rvv_banked_data_props #(
    parameter integer LANES = 8, parameter integer REGS = 1, parameter integer WAYS = 4, parameter integer DEPTH = 0,
    parameter integer AGNOSTIC = 1, parameter integer ELEN = 64, parameter integer MEMORY = 0,
    parameter integer TAG_W = 2, parameter integer BEATS = LANES * REGS / WAYS,
    parameter integer BEAT_W = LANES * REGS > WAYS ? $clog2(LANES * REGS / WAYS) : 1
) (
    input wire clk
);
    localparam GROUP = LANES * REGS;
    (* anyconst *) reg [`SHFL_RVV_OP_W-1:0]  op;
    (* anyconst *) reg [1:0]                 sew;
    (* anyconst *) reg [2:0]                 lmul;
    (* anyconst *) reg [$clog2(GROUP):0]     vl;
    (* anyconst *) reg [$clog2(GROUP)-1:0]   vstart;
    (* anyconst *) reg                       vm, vta, vma;
    (* anyconst *) reg [63:0]                x;
    (* anyconst *) reg [LANES-1:0]           mask;      // of the elements of dst_reg
    (* anyconst *) reg [LANES*16-1:0]        index;
    (* anyconst *) reg [GROUP*8-1:0]         ra;
    (* anyconst *) reg [$clog2(LANES)-1:0]   lane;      // the byte in its register
    (* anyconst *) reg [2:0]                 dst_reg;
    (* anyseq *)   reg [WAYS-1:0]            way_mask;
    (* anyseq *)   reg [WAYS*64-1:0]         way_index;
    localparam [2:0] src_reg = 0;
    localparam COMPRESS = 0, GATHER = 1;     // V5.4.6
    `include "shfl_rvv_spec.vh"

    integer         b;
    reg [BEATS-1:0] comes;                              // V5.4.4: those of the group, which may have fewer registers
    always @* for (b = 0; b < BEATS; b = b + 1) comes[b] = WAYS * b < LANES * spec_regs || spec_regs > REGS;
    `include "shfl_first_warp.vh"

    wire              reserved;
    wire [WAYS*8-1:0] rd;
    wire [WAYS-1:0]   we;

    shfl_rvv_banked #(.LANES(LANES), .REGS(REGS), .WAYS(WAYS), .DEPTH(DEPTH), .AGNOSTIC(AGNOSTIC), .ELEN(ELEN),
                      .MEMORY(MEMORY), .TAG_W(TAG_W)) u_unit (
        .mask(way_mask), .index(way_index), .ra(ra[8*WAYS*beat +: 8*WAYS]), .out_ready(1'b1), .*);

    integer    n;
    reg  [7:0] read_byte;
    always @* begin
        read_byte = 0;
        for (n = 0; n < GROUP; n = n + 1)
            if (n == LANES * spec_from_reg + spec_j) read_byte = ra[8*n +: 8];
    end
    `include "shfl_rvv_want.vh"

    wire              writes = spec_legal && (spec_what == READ || spec_what == NONE
                                             || spec_what == BLANK && AGNOSTIC != 0);
    wire [5:0]        number = LANES * dst_reg + lane;
    wire [31:0]       way    = number % WAYS;
    wire              leaves = is_picked && picked == number / WAYS;

    always @* begin
        promised:        assume (!spec_legal || vl <= spec_vlmax && dst_reg < spec_regs);          // V5.2.9
        in_group:        assume (dst_reg < REGS); // a choice of the proof: the pass of the byte
        mask_and_index:  assume (!is_in || way_mask[way] == mask[spec_n]
                                           && way_index[64*way +: 64] == spec_index(spec_n)); // V5.4.2
        if (leaves)           reserved_is_the_rule: assert (reserved == !spec_legal);              // V5.4.6
        if (leaves)           we_is_the_rule:       assert (we[way] == writes);               // V5.4.5
        if (leaves && writes) rd_is_the_rule:       assert (rd[8*way +: 8] == want);          // V5.4.3, V5.4.5
        scalar:          cover (leaves && writes && by_one && spec_what == NONE && 8 << sew == ELEN
                               && lane % 8 == 5);
        word:            cover (leaves && writes && spec_what == READ && spec_from_n != spec_n);
    end
endmodule
