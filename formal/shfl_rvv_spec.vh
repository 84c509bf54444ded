// SPDX-License-Identifier: Apache-2.0
// The rules of docs/rvv.md 3 to 5, stated once more for the proofs, of any byte lane of a pass: on integers, element
// by element. To be included in a module that has LANES and AGNOSTIC, what shfl_rvv_reserved.vh needs, and the ports of
// shfl_rvv_sources.
`include "shfl_rvv_defs.vh"
`include "shfl_rvv_reserved.vh"

// elements of the group, and of a register
integer spec_vlmax, spec_each;
always @* begin
    spec_each  = sew == 0 ? LANES : sew == 1 ? LANES / 2 : sew == 2 ? LANES / 4 : LANES / 8;
    spec_vlmax = lmul == 5 ? spec_each / 8 : lmul == 6 ? spec_each / 4 : lmul == 7 ? spec_each / 2
               :             spec_each * spec_regs;
end

// what the issue logic promises; of COMPRESS, V5.2.5: no more are selected than there are
wire [$clog2(LANES)+3:0] spec_before = x;
reg                      spec_asked;
always @* begin
    spec_asked = vl <= spec_vlmax && dst_reg < spec_regs && src_reg < spec_regs;
    if (op == `SHFL_RVV_COMPRESS)
        spec_asked = spec_asked && spec_before <= spec_each * src_reg && spec_before <= vl;
end

// V3.2.2: the index of the element number n of register dst_reg, of 64 bits
function [63:0] spec_index(input integer n);
    integer i;
    begin
        spec_index = 0;
        for (i = 0; i < LANES; i = i + 1)
            if (i == n) begin
                if (op == `SHFL_RVV_GATHER_EI16)  spec_index = index[16*i +: 16];
                else if (sew == 0)                spec_index = index[8*i +: 8];
                else if (sew == 1)                spec_index = index[16*i +: 16];
                else if (sew == 2 && i < LANES/4) spec_index = index[32*(i%(LANES/4)) +: 32];
                else if (sew == 3 && i < LANES/8) spec_index = index[64*(i%(LANES/8)) +: 64];
            end
    end
endfunction

// V3.4.1, V5.2.5: of COMPRESS, the number in register src_reg of the element that becomes element e, or -1; and how
// many are selected up to this register
function integer spec_packed(input integer e, input integer from);
    integer i, n;
    begin
        spec_packed = -1;
        n = from;
        for (i = 0; i < LANES; i = i + 1)
            if (i < spec_each && spec_each * src_reg + i < vl && mask[i]) begin
                if (n == e) spec_packed = i;
                n = n + 1;
            end
    end
endfunction

function integer spec_selected(input integer from);
    integer i;
    begin
        spec_selected = from;
        for (i = 0; i < LANES; i = i + 1)
            if (i < spec_each && spec_each * src_reg + i < vl && mask[i]) spec_selected = spec_selected + 1;
    end
endfunction

// what becomes of a byte: it keeps its value; is agnostic; gets 0 or x, or an element, of the source group
localparam KEEP = 0, BLANK = 1, NONE = 2, READ = 3;
integer spec_n, spec_byte, spec_e, spec_what, spec_from, spec_from_reg, spec_from_n;
reg [66:0] spec_far;                                    // an element's number that may be far outside
always @* begin
    spec_n    = sew == 0 ? lane : sew == 1 ? lane / 2 : sew == 2 ? lane / 4 : lane / 8;
    spec_byte = sew == 0 ? 0 : sew == 1 ? lane % 2 : sew == 2 ? lane % 4 : lane % 8;
    spec_e    = spec_each * dst_reg + spec_n;           // V5.2.1
    spec_what = NONE;
    spec_far  = 0;
    case (op)                                           // V3.2.1, V3.3.1
        `SHFL_RVV_GATHER, `SHFL_RVV_GATHER_EI16: spec_far = spec_index(spec_n);
        `SHFL_RVV_GATHER_X:                      spec_far = x;
        `SHFL_RVV_SLIDEUP:                       spec_far = spec_e - x;
        `SHFL_RVV_SLIDEDOWN:                     spec_far = x + spec_e;
        `SHFL_RVV_SLIDE1UP:                      spec_far = spec_e == 0 ? 1 << 20 : spec_e - 1;
        `SHFL_RVV_SLIDE1DOWN:                    spec_far = spec_e + 1 == vl ? 1 << 20 : spec_e + 1;
        default: ;
    endcase
    spec_from = spec_far < spec_vlmax ? spec_far[15:0] : 0;
    if (spec_far < spec_vlmax) spec_what = READ;
    spec_from_reg = 0;
    spec_from_n   = spec_from;
    begin : registers
        integer r;
        for (r = 0; r < 8; r = r + 1)
            if (spec_from >= spec_each * r && spec_from < spec_each * (r + 1)) begin
                spec_from_reg = r;
                spec_from_n   = spec_from - spec_each * r;
            end
    end
    if (op == `SHFL_RVV_COMPRESS) begin
        spec_from_n   = spec_packed(spec_e, spec_before);
        spec_from_reg = src_reg;
        spec_what     = spec_from_n >= 0 ? READ : KEEP;
        if (spec_e >= spec_selected(spec_before) && src_reg == spec_regs - 1) // V3.4.2, V5.2.6
            spec_what = vta ? BLANK : KEEP;
    end else if (spec_e < vstart)                          spec_what = KEEP;                    // V3.1.2
    else if (spec_e >= vl)                                 spec_what = vta ? BLANK : KEEP;
    else if (op == `SHFL_RVV_SLIDEUP && x > spec_e)        spec_what = KEEP;
    else if (!vm && !mask[spec_n])                         spec_what = vma ? BLANK : KEEP;
    if (vl == 0 || vstart >= vl) spec_what = KEEP;      // V3.1.1
    if (!spec_legal)             spec_what = KEEP;      // V5.2.8
end

// V5.2.2, V5.2.3, V5.2.4: whether this pass writes the byte, and the lane that it reads
wire    spec_writes = (spec_what == READ && spec_from_reg == src_reg) || spec_what == NONE
                   || (spec_what == BLANK && AGNOSTIC != 0);
integer spec_j;
always @* spec_j = spec_from_n * spec_size + spec_byte;
