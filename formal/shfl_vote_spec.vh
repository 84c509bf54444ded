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

    // R8.3: the vote of lane k
    function spec_pu(input [1:0] op, input [LANES-1:0] executes, input [LANES-1:0] yes, input integer k);
        integer all, those;
        begin
            all   = spec_count(executes);
            those = spec_count(executes & yes);
            case (op)
                2'd0:    spec_pu = those == all;
                2'd1:    spec_pu = those > 0;
                2'd2:    spec_pu = those == 0 || those == all;
                default: spec_pu = all > 0 && k == spec_lowest(executes);   // R8.4
            endcase
        end
    endfunction

    // R8.2, R8.3: bit k of rd
    function spec_rd(input [1:0] op, input [LANES-1:0] executes, input [LANES-1:0] yes, input integer k);
        spec_rd = op == 2'd3 ? (spec_lowest(executes) >> k) % 2 == 1 : executes[k] == 1'b1 && yes[k] == 1'b1;
    endfunction
