// SPDX-License-Identifier: Apache-2.0
// The rules of docs/rules.md 2 to 4, stated once more for the proofs: on integers and bit by bit, so that no
// expression is the RTL's; only the encodings are. To be included in a module that has LANES and LANE_W.
`include "shfl_defs.vh"

// R2.2.1: bit b of a field of the operand that counts
function [LANE_W-1:0] spec_field(input [31:0] operand, input integer first);
    integer b;
    for (b = 0; b < LANE_W; b = b + 1) spec_field[b] = operand[first + b];
endfunction

// R3.1.2: a pinned bit is the lane's own; the others are 0 in min_lane, the clamp's in max_lane
function integer spec_min_lane(input integer lane, input [LANE_W-1:0] segmask);
    integer b;
    begin
        spec_min_lane = 0;
        for (b = 0; b < LANE_W; b = b + 1)
            if (segmask[b] && lane[b]) spec_min_lane = spec_min_lane + (1 << b);
    end
endfunction

function integer spec_max_lane(input integer lane, input [LANE_W-1:0] clamp, input [LANE_W-1:0] segmask);
    integer b;
    begin
        spec_max_lane = 0;
        for (b = 0; b < LANE_W; b = b + 1)
            if (segmask[b] ? lane[b] : clamp[b]) spec_max_lane = spec_max_lane + (1 << b);
    end
endfunction

// R3.2.1
function integer spec_j(input [`SHFL_MODE_W-1:0] mode, input integer lane, input [LANE_W-1:0] index,
                        input [LANE_W-1:0] segmask);
    integer b, distance;
    begin
        distance = index;
        spec_j   = 0;
        if (mode == `SHFL_UP)
            spec_j = lane - distance;
        else if (mode == `SHFL_DOWN)
            spec_j = lane + distance;
        else
            for (b = 0; b < LANE_W; b = b + 1)
                if (mode != `SHFL_IDX ? lane[b] != index[b] : segmask[b] ? lane[b] : index[b])
                    spec_j = spec_j + (1 << b);
    end
endfunction

// R3.3.1, R3.3.2
function spec_in_range(input [`SHFL_MODE_W-1:0] mode, input integer j, input integer max_lane);
    spec_in_range = mode == `SHFL_UP ? j >= max_lane : j <= max_lane;
endfunction
