// SPDX-License-Identifier: Apache-2.0
// docs/rules.md 8 in integers: lanes are counted. LANES is that of the module around it.
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

    // R8.3: the vote, of ALL executing lanes and THOSE of them that are for it
    function spec_vote(input [`SHFL_VOTE_OP_W-1:0] op, input integer all, input integer those);
        spec_vote = op == `SHFL_VOTE_ALL ? those == all : op == `SHFL_VOTE_ANY ? those > 0 : those == 0 || those == all;
    endfunction
