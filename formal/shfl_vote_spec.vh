// SPDX-License-Identifier: Apache-2.0
// docs/rules.md 8 in integers: lanes are counted. LANES is that of the module around it.
`include "shfl_defs.vh"

function integer spec_count(input [LANES-1:0] lanes);
    integer k;
    begin
        spec_count = 0;
        for (k = 0; k < LANES; k = k + 1) spec_count = spec_count + lanes[k];
    end
endfunction

function integer spec_lowest(input [LANES-1:0] lanes);  // 0 if there is none
    integer k;
    begin
        spec_lowest = 0;
        for (k = LANES - 1; k >= 0; k = k - 1) if (lanes[k]) spec_lowest = k;
    end
endfunction

// Has the unit this operation? Of an encoding behind the last one, or of ELECT in a unit without it, nothing is said
function spec_vote_has(input [`SHFL_VOTE_OP_W-1:0] op, input integer elect);
    spec_vote_has = op <= `SHFL_VOTE_ELECT && (elect != 0 || op != `SHFL_VOTE_ELECT);
endfunction

// R8.3, R8.4, R8.6: the vote of all lanes that execute, or whether this lane is elected
function spec_vote_pu(input [`SHFL_VOTE_OP_W-1:0] op, input [LANES-1:0] executes, input [LANES-1:0] yes,
                      input integer lane);
    integer all, those;
    begin
        all   = spec_count(executes);
        those = spec_count(executes & yes);
        case (op)
            `SHFL_VOTE_ALL: spec_vote_pu = those == all;
            `SHFL_VOTE_ANY: spec_vote_pu = those > 0;
            `SHFL_VOTE_EQ:  spec_vote_pu = those == 0 || those == all;
            default:        spec_vote_pu = all > 0 && lane == spec_lowest(executes);
        endcase
    end
endfunction

// R8.2, R8.4, R8.6: the ballot, or the number of the lane that is elected
function [LANES-1:0] spec_vote_rd(input [`SHFL_VOTE_OP_W-1:0] op, input [LANES-1:0] executes, input [LANES-1:0] yes);
    integer k;
    for (k = 0; k < LANES; k = k + 1)
        spec_vote_rd[k] = op == `SHFL_VOTE_ELECT ? (spec_lowest(executes) >> k) % 2 == 1 : executes[k] && yes[k];
endfunction
