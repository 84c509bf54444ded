// SPDX-License-Identifier: Apache-2.0
// docs/rules.md 10, stated once more for the proofs. To be included in a module that has W.
`include "shfl_defs.vh"

// the number that a value stands for
function signed [W:0] spec_number(input is_signed, input [W-1:0] x);
    spec_number = {is_signed && x[W-1], x};
endfunction

// R10.2, of two lanes
function [W-1:0] spec_of_two(input [`SHFL_REDUX_W-1:0] op, input is_signed, input [W-1:0] x, input [W-1:0] y);
    reg y_is_less;
    begin
        y_is_less = spec_number(is_signed, y) < spec_number(is_signed, x);
        case (op)
            `SHFL_REDUX_AND: spec_of_two = x & y;
            `SHFL_REDUX_OR:  spec_of_two = x | y;
            `SHFL_REDUX_XOR: spec_of_two = x ^ y;
            `SHFL_REDUX_SUM: spec_of_two = x + y;
            `SHFL_REDUX_MIN: spec_of_two = y_is_less ? y : x;
            default:         spec_of_two = y_is_less ? x : y;
        endcase
    end
endfunction

// R10.3
function [W-1:0] spec_of_none(input [`SHFL_REDUX_W-1:0] op, input is_signed);
    begin
        spec_of_none = op == `SHFL_REDUX_AND || op == `SHFL_REDUX_MIN ? {W{1'b1}} : {W{1'b0}};
        if (is_signed && (op == `SHFL_REDUX_MIN || op == `SHFL_REDUX_MAX))
            spec_of_none[W-1] = op == `SHFL_REDUX_MAX;
    end
endfunction
