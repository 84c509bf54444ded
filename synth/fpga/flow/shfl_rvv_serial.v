// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_serial - what shfl_rvv does, with AGNOSTIC 0, an element per clock, as small vector cores do it: a counter,
// the number of the element that is read, and a port of the register file of 64 bits each for reading and writing. Only
// the FPGA report uses it, to compare areas. Spec: docs/rvv.md 3.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_serial #(
    parameter integer LANES = 16                    // bytes of a register
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      start,         // an instruction, which stays until done
    output wire                      done,          // its last element, or it has none
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      vm,
    input  wire [63:0]               x,
    output wire                      reserved,

    output wire [$clog2(LANES)+2:0]  element,       // this one's mask bit, of COMPRESS in vs1,
    input  wire                      mask,
    input  wire [63:0]               index,         // and index, extended with zeros
    output wire [$clog2(LANES)-1:0]  read_at,       // 64 bits of the source group
    input  wire [63:0]               word,

    output reg                       write,         // a clock later
    output reg  [$clog2(LANES)-1:0]  write_at,      // 64 bits of the destination group
    output reg  [7:0]                write_bytes,
    output reg  [63:0]               data
);
    localparam INDEX_W = $clog2(LANES) + 3;

    wire compress   = op == `SHFL_RVV_COMPRESS;
    wire indexed    = op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16;
    wire gather_x   = op == `SHFL_RVV_GATHER_X;
    wire slide1up   = op == `SHFL_RVV_SLIDE1UP;
    wire slide1down = op == `SHFL_RVV_SLIDE1DOWN;
    wire by_one     = slide1up || slide1down;
    wire up         = op == `SHFL_RVV_SLIDEUP || slide1up;

    assign reserved = lmul[2] && sew >= lmul[1:0] || op == `SHFL_RVV_GATHER_EI16 && sew == 2'd0 && lmul == 3'd3
                   || compress && (!vm || vstart != 0);

    // ---- the elements, one after the other; of COMPRESS, where the next one goes

    reg                running;
    reg  [INDEX_W-1:0] next, packed_to;

    wire any = {1'b0, element} < vl && !reserved;
    assign element = running ? next : vstart;
    assign done    = start && (!any || {1'b0, element} + 1'b1 == vl);

    wire [INDEX_W-1:0] to    = !compress ? element : running ? packed_to : {INDEX_W{1'b0}};
    wire               takes = start && any && (vm && !compress || mask);

    always @(posedge clk) begin
        running <= start && !done && !rst;
        next    <= element + 1'b1;
        packed_to <= to + {{INDEX_W-1{1'b0}}, takes};
    end

    // ---- the element that is read

    wire [INDEX_W:0]   vlmax = {{INDEX_W{1'b0}}, 1'b1} << INDEX_W - 6 << (3'd3 + lmul - {1'b0, sew});
    wire               far   = indexed ? index[63:INDEX_W] != 0
                             : !by_one && !compress && x[63:INDEX_W] != 0;
    wire [INDEX_W-1:0] from  = indexed ? index[INDEX_W-1:0] : gather_x ? {INDEX_W{1'b0}} : element;
    wire [INDEX_W-1:0] by    = indexed || compress ? {INDEX_W{1'b0}} : by_one ? {{INDEX_W-1{1'b0}}, 1'b1}
                             : x[INDEX_W-1:0];
    wire [INDEX_W:0]   sum   = up ? {1'b0, from} - {1'b0, by} : {1'b0, from} + {1'b0, by};
    wire               below = up && (far || sum[INDEX_W]);
    wire               none  = far || below || !up && sum >= vlmax;
    wire               is_x  = slide1up && element == 0 || slide1down && {1'b0, element} + 1'b1 == vl;

    wire [INDEX_W-1:0] from_byte = sum[INDEX_W-1:0] << sew;
    wire [INDEX_W-1:0] to_byte   = to << sew;
    wire [63:0]        shifted   = word >> {from_byte[2:0], 3'b000};
    wire [63:0]        value     = is_x ? x : none ? 64'd0 : shifted;
    wire [15:0]        two       = sew == 2'd0 ? {2{value[7:0]}} : value[15:0];
    wire [31:0]        four      = sew[1] ? {value[31:16], two} : {2{two}};
    wire [7:0]         bytes     = {{4{sew == 2'd3}}, {2{sew[1]}}, sew != 2'd0, 1'b1};

    assign read_at = from_byte[INDEX_W-1:3];

    always @(posedge clk) begin
        write       <= takes && !(op == `SHFL_RVV_SLIDEUP && below) && !rst;
        write_at    <= to_byte[INDEX_W-1:3];
        write_bytes <= bytes << to_byte[2:0];
        data        <= sew == 2'd3 ? {value[63:32], four} : {2{four}};
    end
endmodule
`default_nettype wire
