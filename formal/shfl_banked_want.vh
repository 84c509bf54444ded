// SPDX-License-Identifier: Apache-2.0
// The results of a beat by docs/rules.md 2 to 4. To be included behind shfl_spec.vh, in a module with the ports of
// shfl_banked and its parameters; with warp_active and warp_ra, of all lanes of the warp, and came_of_warp, its beats
// that came; and of the beat that is picked with our_beat, and our_source, the lane that each way reads.
reg [WAYS-1:0]        in_range;                     // of the beat on the input
reg [WAYS*LANE_W-1:0] source;
reg [WAYS*W-1:0]      want_rd, known;               // of our beat
reg [WAYS-1:0]        want_src_active;
genvar w;
generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_want
        reg [31:0]        sb_is, sc_is;
        integer           lane, j, n;
        wire [LANE_W-1:0] src = our_source[LANE_W*w +: LANE_W];
        always @* begin
            lane  = WAYS * (BEATS == 1 ? 0 : in_beat) + w;
            sb_is = sb_is_imm ? sb_imm : sb[32*w +: 32];
            sc_is = sc_is_imm ? sc_imm : sc[32*w +: 32];
            j     = spec_j(mode, lane, spec_field(sb_is, 0), spec_field(sc_is, 8));
            in_range[w] = spec_in_range(mode, j, spec_max_lane(lane, spec_field(sc_is, 0), spec_field(sc_is, 8)));
            source[LANE_W*w +: LANE_W] = in_range[w] ? j : lane;

            want_src_active[w] = 0;
            want_rd[W*w +: W]  = 0;
            known[W*w +: W]    = 0;
            for (n = 0; n < LANES; n = n + 1)
                if (src == n) begin
                    want_src_active[w] = warp_active[n] && came_of_warp[n / WAYS];
                    want_rd[W*w +: W]  = warp_ra[W*n +: W];
                    known[W*w +: W]    = {W{POLICY != `SHFL_RAW || came_of_warp[n / WAYS]}};
                end
            if (!want_src_active[w] && POLICY == `SHFL_ZERO)
                want_rd[W*w +: W] = 0;
            for (n = 0; n < BEATS; n = n + 1)
                if (!want_src_active[w] && POLICY == `SHFL_OWN && (BEATS == 1 || our_beat == n))
                    want_rd[W*w +: W] = warp_ra[W*(WAYS*n+w) +: W];
        end
    end
endgenerate
