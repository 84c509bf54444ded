// SPDX-License-Identifier: Apache-2.0
// The results of a match by docs/rules.md 9: want_rd, want_pu and want_we, of our_op, our_active and our_ra. To be
// included in a module that has LANES, W and ALL; without ALL every op is MATCH.ANY, and pu is 0.
reg  [LANES*LANES-1:0] want_rd;
reg                    all_equal;
wire [LANES-1:0]       want_we = our_active;                           // R9.6
wire [LANES-1:0]       want_pu = {LANES{ALL != 0 && all_equal}};       // R9.4
integer                lane, other;

always @* begin
    all_equal = 1;                                                      // R9.1, R9.5
    for (lane = 0; lane < LANES; lane = lane + 1)
        for (other = 0; other < lane; other = other + 1)
            if (our_active[lane] && our_active[other] && our_ra[W*lane +: W] != our_ra[W*other +: W])
                all_equal = 0;
    for (lane = 0; lane < LANES; lane = lane + 1)
        for (other = 0; other < LANES; other = other + 1)
            if (!our_active[lane] || !our_active[other])                // R9.1, R9.6
                want_rd[LANES*lane + other] = 0;
            else if (ALL != 0 && our_op == `SHFL_MATCH_ALL)             // R9.3
                want_rd[LANES*lane + other] = all_equal;
            else                                                        // R9.2
                want_rd[LANES*lane + other] = our_ra[W*lane +: W] == our_ra[W*other +: W];
end
