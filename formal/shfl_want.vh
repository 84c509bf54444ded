// SPDX-License-Identifier: Apache-2.0
// The results of a whole warp by docs/rules.md 2 to 4, and with VOTE 8: want_rd, want_pu, want_we and want_src_active,
// from ports of the unit's names. To be included in a module that has its parameters, its input ports, and
// shfl_spec.vh.
reg [LANES*W-1:0] want_rd;
reg [LANES-1:0]   want_pu, want_src_active, in_bounds;
wire              want_is_vote = VOTE != 0 && is_vote;
reg [LANES*LANE_W-1:0] want_j;                      // low bits
wire [LANES-1:0]  want_we = active;

genvar lane;
generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_want
        reg [31:0]   sb_is, sc_is;
        reg [W-1:0]  src_data;
        reg [LANE_W-1:0] src_lane;
        integer      j, s;
        always @* begin
            sb_is = sb[32*lane +: 32];              // R5.2.2
            sc_is = sc[32*lane +: 32];
            if (sb_is_imm) sb_is = sb_imm;
            if (sc_is_imm) sc_is = sc_imm;
            j = spec_j(mode, lane, spec_field(sb_is, 0), spec_field(sc_is, 8));
            want_j[LANE_W*lane +: LANE_W] = j;
            in_bounds[lane] = spec_in_range(mode, j, spec_max_lane(lane, spec_field(sc_is, 0), spec_field(sc_is, 8)));
            src_lane = lane;
            if (in_bounds[lane]) src_lane = j;
            src_data              = 0;
            want_src_active[lane] = 0;
            for (s = 0; s < LANES; s = s + 1)
                if (src_lane == s) begin
                    src_data              = ra[W*s +: W];
                    want_src_active[lane] = active[s];
                end
            if (!want_src_active[lane] && POLICY == `SHFL_ZERO) src_data = 0;
            if (!want_src_active[lane] && POLICY == `SHFL_OWN) src_data = ra[W*lane +: W];
            want_pu[lane]        = want_is_vote ? spec_vote_pu(vote_op, active, p, lane) : in_bounds[lane];
            want_rd[W*lane +: W] = want_is_vote ? spec_vote_rd(vote_op, active, p) : src_data;  // R12.4.1
        end
    end
endgenerate
