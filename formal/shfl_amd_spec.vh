// SPDX-License-Identifier: Apache-2.0
// The rules of docs/amd.md 2 to 7, stated once more for the proofs, of any lane: on integers and bit by bit, so that no
// expression is the RTL's; only the encodings are. To be included in a module that has LANES, 32 or 64.
`include "shfl_amd_defs.vh"

// A2.1, A2.2, A2.5, A3.2.2: is it an instruction of this generation, with no reserved encoding?
function spec_legal(input [`SHFL_AMD_GEN_W-1:0] gen, input [`SHFL_AMD_OP_W-1:0] op, input [63:0] control, input fi);
    integer b;
    case (op)
        `SHFL_AMD_DPP16: begin
            spec_legal = (control >= 'h000 && control <= 'h0ff)
                      || (control >= 'h101 && control <= 'h10f)
                      || (control >= 'h111 && control <= 'h11f)
                      || (control >= 'h121 && control <= 'h12f)
                      || control == 'h140 || control == 'h141;
            if (gen <= `SHFL_AMD_GFX90A && (control == 'h130 || control == 'h134 || control == 'h138 || control == 'h13c
                                            || control == 'h142 || control == 'h143))
                spec_legal = 1;
            if (gen >= `SHFL_AMD_GFX90A && control >= 'h150 && control <= 'h15f) spec_legal = 1;
            if (gen >= `SHFL_AMD_GFX10 && control >= 'h160 && control <= 'h16f) spec_legal = 1;
            if (fi && gen < `SHFL_AMD_GFX10) spec_legal = 0;
        end
        `SHFL_AMD_DPP8:                                 spec_legal = gen >= `SHFL_AMD_GFX10 && control < 64'd1 << 24;
        `SHFL_AMD_SWIZZLE, `SHFL_AMD_BPERMUTE,
        `SHFL_AMD_PERMUTE:                              spec_legal = control < 64'd1 << 16;
        `SHFL_AMD_READLANE, `SHFL_AMD_WRITELANE:        spec_legal = control < 64'd1 << 32;
        `SHFL_AMD_READFIRSTLANE:                        spec_legal = control == 0;
        `SHFL_AMD_PERMLANE16, `SHFL_AMD_PERMLANEX16:    spec_legal = gen >= `SHFL_AMD_GFX10;
        `SHFL_AMD_PERMLANE64:
            spec_legal = (gen == `SHFL_AMD_GFX11 || gen == `SHFL_AMD_GFX12) && control == 0;
        `SHFL_AMD_BPERMUTE_FI:                          spec_legal = gen >= `SHFL_AMD_GFX12 && control < 64'd1 << 16;
        `SHFL_AMD_PERMLANE16_VAR,
        `SHFL_AMD_PERMLANEX16_VAR:                      spec_legal = gen >= `SHFL_AMD_GFX12 && control == 0;
        `SHFL_AMD_PERMLANE_BCAST, `SHFL_AMD_PERMLANE_UP, `SHFL_AMD_PERMLANE_DOWN, `SHFL_AMD_PERMLANE_XOR: begin
            spec_legal = 0;
            for (b = 0; b <= $clog2(LANES); b = b + 1)
                if (gen == `SHFL_AMD_GFX1250 && control[63:32] == 1 << b) spec_legal = 1;
        end
        default:                                        spec_legal = 0;
    endcase
endfunction

// of a control, the selector of `bits` bits with that number
function integer spec_selector(input [63:0] word, input [5:0] number, input integer bits);
    integer b;
    begin
        spec_selector = 0;
        for (b = 0; b < bits; b = b + 1)
            if (word[bits * number + b]) spec_selector = spec_selector + (1 << b);
    end
endfunction

// A3.2.1: the lane that is read, or -1
function integer spec_dpp16(input [8:0] dpp_ctrl, input [5:0] lane);
    integer k, m, b;
    begin
        k = lane[3:0];
        m = dpp_ctrl[3:0];
        spec_dpp16 = 0;
        if (dpp_ctrl < 'h100)      spec_dpp16 = lane - lane[1:0] + spec_selector(dpp_ctrl, lane[1:0], 2);
        else if (dpp_ctrl < 'h110) spec_dpp16 = k + m > 15 ? -1 : lane + m;
        else if (dpp_ctrl < 'h120) spec_dpp16 = k < m ? -1 : lane - m;
        else if (dpp_ctrl < 'h130) spec_dpp16 = k < m ? lane - m + 16 : lane - m;
        else if (dpp_ctrl < 'h140)
            case (dpp_ctrl)
                'h130:   spec_dpp16 = lane == 63 ? -1 : lane + 1;
                'h134:   spec_dpp16 = lane == 63 ? 0 : lane + 1;
                'h138:   spec_dpp16 = lane == 0 ? -1 : lane - 1;
                default: spec_dpp16 = lane == 0 ? 63 : lane - 1;
            endcase
        else if (dpp_ctrl < 'h150)
            case (dpp_ctrl)
                'h140:   spec_dpp16 = lane - k + 15 - k;
                'h141:   spec_dpp16 = lane - lane[2:0] + 7 - lane[2:0];
                'h142:   spec_dpp16 = lane < 16 ? lane : lane - k - 1;
                default: spec_dpp16 = lane < 32 ? lane : 31;
            endcase
        else if (dpp_ctrl < 'h160) spec_dpp16 = lane - k + m;
        else
            for (b = 0; b < 6; b = b + 1)
                if (lane[b] != (b < 4 && dpp_ctrl[b])) spec_dpp16 = spec_dpp16 + (1 << b);
    end
endfunction

// 4: within 32 lanes
function integer spec_swizzle(input gfx8, input [15:0] offset, input [5:0] lane);
    integer i, b, sum, ones;
    reg     bit_is;
    begin
        i    = lane[4:0];
        sum  = offset[10] ? i - offset[9:5] : i + offset[9:5];
        if (sum < 0)  sum = sum + 32;
        if (sum > 31) sum = sum - 32;
        ones = offset[0] + offset[1] + offset[2] + offset[3] + offset[4];
        spec_swizzle = lane - i;
        if (offset >= 'h8000 && (offset < 'hc000 || gfx8))
            spec_swizzle = lane - lane[1:0] + spec_selector(offset[7:0], lane[1:0], 2);
        else
            for (b = 0; b < 5; b = b + 1) begin
                if (offset < 'h8000)
                    bit_is = (offset[5+b] || (offset[b] && i[b])) != offset[10+b];
                else if (offset < 'he000)
                    bit_is = offset[b] ? i[b] : sum[b];
                else
                    bit_is = (offset[b] && i[b]) || (b + ones < 5 && i[4-b-ones]);
                if (bit_is) spec_swizzle = spec_swizzle + (1 << b);
            end
    end
endfunction

// 5: the lane that an address names
function integer spec_addressed(input [`SHFL_AMD_GEN_W-1:0] gen, input [31:0] addr, input [15:0] offset,
                                input [5:0] lane);
    reg [31:0] sum;
    begin
        sum = addr + offset;
        if (gen == `SHFL_AMD_GFX10 || gen == `SHFL_AMD_GFX11)
            spec_addressed = lane - lane[4:0] + spec_selector(sum[6:2], 0, 5);
        else
            spec_addressed = spec_selector(sum[31:2], 0, $clog2(LANES));
    end
endfunction

// 6: the lowest lane that executes, or 0
function integer spec_first(input [LANES-1:0] active);
    integer k;
    reg     found;
    begin
        spec_first = 0;
        found      = 0;
        for (k = 0; k < LANES; k = k + 1)
            if (active[k] && !found) begin
                spec_first = k;
                found      = 1;
            end
    end
endfunction

// 6: of the lane's group, which has a power of two of lanes
function integer spec_group(input [`SHFL_AMD_OP_W-1:0] op, input [31:0] s1, input [31:0] size, input [5:0] lane);
    integer    b, first, last;
    reg [31:0] other;
    begin
        spec_group = lane;
        other      = s1 ^ lane;
        for (b = 0; b <= $clog2(LANES); b = b + 1)
            if (size == 1 << b) begin
                first = (lane >> b) << b;
                last  = first + (1 << b) - 1;
                case (op)
                    `SHFL_AMD_PERMLANE_BCAST: spec_group = first + spec_selector(s1, 0, b);
                    `SHFL_AMD_PERMLANE_UP:    if (s1 <= lane - first) spec_group = lane - s1;
                    `SHFL_AMD_PERMLANE_DOWN:  if (s1 <= last - lane) spec_group = lane + s1;
                    default:                  if (other <= last) spec_group = other;
                endcase
            end
    end
endfunction

// 3 to 6, of all but ds_permute: the lane that is read, or -1
function integer spec_source(input [`SHFL_AMD_GEN_W-1:0] gen, input [`SHFL_AMD_OP_W-1:0] op, input [63:0] control,
                             input [LANES-1:0] active, input [31:0] addr, input [5:0] lane);
    case (op)
        `SHFL_AMD_DPP16:         spec_source = spec_dpp16(control[8:0], lane);
        `SHFL_AMD_DPP8:          spec_source = lane - lane[2:0] + spec_selector(control, lane[2:0], 3);
        `SHFL_AMD_SWIZZLE:       spec_source = spec_swizzle(gen == `SHFL_AMD_GFX8, control[15:0], lane);
        `SHFL_AMD_BPERMUTE,
        `SHFL_AMD_BPERMUTE_FI:   spec_source = spec_addressed(gen, addr, control[15:0], lane);
        `SHFL_AMD_READLANE:      spec_source = spec_selector(control, 0, $clog2(LANES));
        `SHFL_AMD_READFIRSTLANE: spec_source = spec_first(active);
        `SHFL_AMD_WRITELANE:     spec_source = spec_selector(control, 0, $clog2(LANES)) == lane ? lane : -1;
        `SHFL_AMD_PERMLANE16:    spec_source = lane - lane[3:0] + spec_selector(control, lane[3:0], 4);
        `SHFL_AMD_PERMLANEX16:
            spec_source = (lane[4] ? lane - 16 : lane + 16) - lane[3:0] + spec_selector(control, lane[3:0], 4);
        `SHFL_AMD_PERMLANE16_VAR: spec_source = lane - lane[3:0] + spec_selector(addr, 0, 4);
        `SHFL_AMD_PERMLANEX16_VAR:
            spec_source = (lane[4] ? lane - 16 : lane + 16) - lane[3:0] + spec_selector(addr, 0, 4);
        `SHFL_AMD_PERMLANE_BCAST, `SHFL_AMD_PERMLANE_UP, `SHFL_AMD_PERMLANE_DOWN, `SHFL_AMD_PERMLANE_XOR:
            spec_source = spec_group(op, control[31:0], control[63:32], lane);
        default:                 spec_source = LANES == 32 ? -1 : lane < 32 ? lane + 32 : lane - 32;
    endcase
endfunction

// 7: what is written: 2 data, 1 the value 0, 0 nothing
function [1:0] spec_what(input [`SHFL_AMD_OP_W-1:0] op, input fi, input bc, input [3:0] row_mask, input [3:0] bank_mask,
                         input [5:0] lane, input executes, input valid, input src_executes);
    reg [1:0] other;
    begin
        case (op)
            `SHFL_AMD_DPP16, `SHFL_AMD_PERMLANE16, `SHFL_AMD_PERMLANEX16, `SHFL_AMD_PERMLANE16_VAR,
            `SHFL_AMD_PERMLANEX16_VAR:                                   other = bc ? 1 : 0;
            `SHFL_AMD_WRITELANE, `SHFL_AMD_PERMLANE64:                   other = 0;
            default:                                                     other = 1;
        endcase
        spec_what = other;
        if (valid)
            case (op)
                `SHFL_AMD_DPP16, `SHFL_AMD_DPP8, `SHFL_AMD_PERMLANE16, `SHFL_AMD_PERMLANEX16,
                `SHFL_AMD_PERMLANE16_VAR, `SHFL_AMD_PERMLANEX16_VAR:      if (src_executes || fi) spec_what = 2;
                `SHFL_AMD_SWIZZLE, `SHFL_AMD_BPERMUTE, `SHFL_AMD_PERMUTE: if (src_executes) spec_what = 2;
                default:                                                  spec_what = 2;
            endcase
        if (op == `SHFL_AMD_DPP16 && !(row_mask[lane[5:4]] && bank_mask[lane[3:2]])) spec_what = 0;
        if (op != `SHFL_AMD_READLANE && op != `SHFL_AMD_READFIRSTLANE && op != `SHFL_AMD_WRITELANE && !executes)
            spec_what = 0;
    end
endfunction
