// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_index - of each element of a register, the element that a gather with indices reads: its number in its
// register, whether that register is the one that is read, and whether there is no such element. Spec: docs/rvv.md 3.2.
`default_nettype none
module shfl_rvv_index #(
    parameter integer LANES = 16                    // bytes of a register
) (
    input  wire [LANES*16-1:0]            index,    // of all elements
    input  wire [1:0]                     size,     // an index has 8, 16, 32 or 64 bits
    input  wire [1:0]                     sew,
    input  wire [2:0]                     lmul,
    input  wire [2:0]                     src_reg,

    output wire [LANES*$clog2(LANES)-1:0] number,
    output wire [LANES-1:0]               hit,
    output wire [LANES-1:0]               outside
);
    localparam LANE_W  = $clog2(LANES);
    localparam INDEX_W = LANE_W + 3;                // bits of the number of an element of a group

    wire [LANE_W-1:0]  low    = {LANE_W{1'b1}} >> sew;                      // the bits of a number in a register
    wire [INDEX_W-1:0] wanted = {src_reg, {LANE_W{1'b0}}} >> sew;           // the others, of register src_reg
    wire [INDEX_W-1:0] beyond = {INDEX_W{1'b1}} << LANE_W - 3 << (3'd3 + lmul - {1'b0, sew});  // VLMAX and above

    // ---- an index of 2^s words of 16 bits: whether one of the bits above a number is 1

    genvar s, i;
    generate
        for (s = 0; s < 3; s = s + 1) begin : g_words
            for (i = 0; i < LANES >> (s == 0 ? 0 : s + 1); i = i + 1) begin : g_index
                wire over;
                if (s == 0) begin : g_one
                    assign over = index[16*i+INDEX_W +: 16-INDEX_W] != 0;
                end else begin : g_more
                    assign over = g_words[s-1].g_index[2*i].over || g_words[s-1].g_index[2*i+1].over
                               || index[(8<<s)*(2*i+1) +: INDEX_W] != 0;
                end
            end
        end

        for (i = 0; i < LANES; i = i + 1) begin : g_element
            localparam FIRST   = i < LANES / 8 ? LANE_W - 3 : $clog2(i + 1); // VLMAX is a power of two, more than i,
            localparam SEW_MAX = 8 * i < LANES ? 3 : 4 * i < LANES ? 2 : 2 * i < LANES ? 1 : 0; // and LANES/8 or more
            localparam AT_32   = SEW_MAX >= 2 ? i : 0;      // with SEW above SEW_MAX, i is none: any index
            localparam AT_64   = SEW_MAX == 3 ? i : AT_32 / 2;

            wire [15:0]      index_8  = {8'd0, index[8*i +: 8]};
            wire [INDEX_W:0] narrow   = size[0] ? {g_words[0].g_index[i].over, index[16*i +: INDEX_W]}
                                      :           {index_8[15:INDEX_W] != 0, index_8[INDEX_W-1:0]};
            wire [INDEX_W:0] broad    = size[0] && SEW_MAX == 3
                                      ? {g_words[2].g_index[AT_64].over, index[64*AT_64 +: INDEX_W]}
                                      : {g_words[1].g_index[AT_32].over, index[32*AT_32 +: INDEX_W]};
            wire             over;
            wire [INDEX_W-1:0] named;

            assign {over, named} = size[1] && SEW_MAX >= 2 ? broad : narrow;
            assign number[LANE_W*i +: LANE_W] = named[LANE_W-1:0];
            assign outside[i] = over || (named & beyond) >> FIRST != 0;
            assign hit[i]     = !outside[i]
                             && ((named ^ wanted) & ~{3'b000, low | {LANE_W{1'b1}} >> SEW_MAX}) == 0;
        end
    endgenerate

    wire unused_ok = &{1'b0, index};
endmodule
`default_nettype wire
