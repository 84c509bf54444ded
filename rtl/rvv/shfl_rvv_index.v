// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_index - of element I of a register, the element that a gather reads: its number in its register, whether
// that register is the one that is read, and whether there is no such element. Spec: docs/rvv.md 3.2.
`default_nettype none
module shfl_rvv_index #(
    parameter integer LANES = 16,                   // bytes of a register
    parameter integer I     = 0                     // the element
) (
    input  wire [LANES*16-1:0]      index,          // of all elements
    input  wire                     indexed,        // the element's index counts; otherwise pick does, and pick_high
    input  wire                     wide,           // an index has 32 bits, or 64
    input  wire [$clog2(LANES)+2:0] pick,           // each bit: an index has 16 bits and not 8, or 64 and not 32
    input  wire                     pick_high,      // likewise, for the bits above
    input  wire [$clog2(LANES)+2:0] beyond,         // the bits of an index at VLMAX and above
    input  wire [$clog2(LANES)+2:0] wanted,         // the bits of an index that number the register that is read,
    input  wire [$clog2(LANES)-1:0] low,            // and those below

    output wire [$clog2(LANES)-1:0] number,
    output wire                     hit,
    output wire                     outside
);
    localparam LANE_W  = $clog2(LANES);
    localparam INDEX_W = LANE_W + 3;
    localparam FIRST   = $clog2(I + 1);             // VLMAX is more than I, and a power of two
    localparam SEW_MAX = 8 * I < LANES ? 3 : 4 * I < LANES ? 2 : 2 * I < LANES ? 1 : 0;     // with SEW above, I is none

    // an element of 32 bits is one of the first LANES/4, one of 64 of the first LANES/8: others read any
    localparam AT_32 = SEW_MAX >= 2 ? 32 * I : 0;
    localparam AT_64 = SEW_MAX == 3 ? 64 * I : AT_32;

    wire [15:0] index_8  = {8'd0, index[8*I +: 8]};
    wire [15:0] index_16 = index[16*I +: 16];
    wire [15:0] index_32 = index[AT_32 +: 16];
    wire [15:0] index_64 = index[AT_64 +: 16];
    wire        over_8   = index_8[15:INDEX_W] != 0;
    wire        over_16  = index_16[15:INDEX_W] != 0;
    wire        over_32  = index_32[15:INDEX_W] != 0 || index[AT_32+16 +: 16] != 0;
    wire        over_64  = index_64[15:INDEX_W] != 0 || index[AT_64+16 +: 16] != 0
                        || index[AT_64+32 +: 16] != 0 || index[AT_64+48 +: 16] != 0;

    wire               is_wide   = SEW_MAX >= 2 && wide;
    wire [INDEX_W-1:0] narrow    = pick & index_16[INDEX_W-1:0] | ~pick & index_8[INDEX_W-1:0];
    wire [INDEX_W-1:0] broad     = pick & index_64[INDEX_W-1:0] | ~pick & index_32[INDEX_W-1:0];
    wire [INDEX_W-1:0] named     = !indexed ? pick : is_wide ? broad : narrow;
    wire               over      = !indexed ? pick_high
                                 : is_wide  ? (pick_high ? over_64 : over_32)
                                 :            (pick_high ? over_16 : over_8);

    assign number  = named[LANE_W-1:0];
    assign outside = over || (named & beyond) >> FIRST != 0;
    assign hit     = ((named ^ wanted) & ~{3'b000, low | {LANE_W{1'b1}} >> SEW_MAX}) == 0;

    wire unused_ok = &{1'b0, index};
endmodule
`default_nettype wire
