// SPDX-License-Identifier: Apache-2.0
// The results of a match by docs/rules.md 9: want_rd, want_pu and want_we, of op, active and whole_ra. To be included
// in a module that has these, LANES, W and ALL; without ALL every op is MATCH.ANY, and pu is 0.
reg  [LANES*LANES-1:0] want_rd;
reg                    all_equal;
wire [LANES-1:0]       want_we = active;                               // R9.6
wire [LANES-1:0]       want_pu = {LANES{ALL != 0 && all_equal}};       // R9.4
integer                lane, other;

always @* begin
    all_equal = 1;                                                      // R9.1, R9.5
    for (lane = 0; lane < LANES; lane = lane + 1)
        for (other = 0; other < lane; other = other + 1)
            if (active[lane] && active[other] && whole_ra[W*lane +: W] != whole_ra[W*other +: W])
                all_equal = 0;
    for (lane = 0; lane < LANES; lane = lane + 1)
        for (other = 0; other < LANES; other = other + 1)
            if (!active[lane] || !active[other])                        // R9.1, R9.6
                want_rd[LANES*lane + other] = 0;
            else if (ALL != 0 && op == `SHFL_MATCH_ALL)                 // R9.3
                want_rd[LANES*lane + other] = all_equal;
            else                                                        // R9.2
                want_rd[LANES*lane + other] = whole_ra[W*lane +: W] == whole_ra[W*other +: W];
end

// R12.3.2: the gaps of a warp, clocks that move in which no slice may enter
wire [1:0] gaps_of = ALL != 0 && op == `SHFL_MATCH_ALL ? 2 : active == {LANES{1'b1}} ? 0 : 1;

assign out         = {out_tag, rd, pu, we};
assign want        = {some_differ, in_tag, want_rd, want_pu, want_we};
assign {ours_differ, answer} = kept;
assign matters     = {OUT_W{1'b1}};
assign moves       = out_ready || !out_valid;
assign early       = due != 0;
assign ready_known = 1;

wire some_differ = op == `SHFL_MATCH_ANY && want_rd != 0 && !all_equal;
wire ours_differ;
always @* some_equal: cover (ours && ours_differ);
