// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_banked is docs/rules.md 2 to 4 and 6, for any sequence of warps, beats, stalls and resets. The
// initial contents of the memories are free.
//
// One beat is picked out of all that are ever accepted; which one is free. Its inputs, the lane values and active bits
// of its warp, and how many beats were inside before it are kept. Then: none is lost, doubled or invented, none
// overtakes, each leaves in time and with its result, and an offered beat stays as it is. The outside keeps to the
// rules: no number twice in a warp, and all numbers are a whole warp. Everything else but the clock and the first
// reset is free.
`include "shfl_defs.vh"
module shfl_banked_props #(
    parameter integer LANES = 2, parameter integer WAYS = 1, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer POLICY = 0, parameter integer MEMORY = 0, parameter integer SKID = 0,
    parameter integer ELASTIC = 0, parameter integer TAG_W = 1, parameter integer BEATS = LANES / WAYS,
    parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire                     clk, rst, in_valid, out_ready, pick,
    input wire [BEAT_W-1:0]        in_beat,
    input wire                     in_last,
    input wire [TAG_W-1:0]         in_tag,
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [WAYS-1:0]          active,
    input wire [WAYS*W-1:0]        ra,
    input wire [WAYS*32-1:0]       sb, sc
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"

    wire              in_ready, out_valid, out_last;
    wire [BEAT_W-1:0] out_beat;
    wire [TAG_W-1:0]  out_tag;
    wire [WAYS*W-1:0] rd;
    wire [WAYS-1:0]   pu, we, src_active;

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                  .ELASTIC(ELASTIC), .TAG_W(TAG_W))
    u_shfl_banked (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat), .in_last(in_last),
        .in_tag(in_tag), .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_beat), .out_last(out_last), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    localparam OUT_W   = BEAT_W + 1 + TAG_W + WAYS * W + 3 * WAYS;
    // 6.3: clocks from the edge that accepts a warp's last beat to the one that delivers its first, if nothing stalls
    localparam LATENCY = 3 + DEPTH + 4 * MEMORY;
    localparam PER     = MEMORY ? 4 : 1;            // and for each beat before them, at most
    localparam COUNT_W = $clog2((4 * BEATS + 20) * PER); // of what is inside, and of clocks
    wire [OUT_W-1:0] out = {out_beat, out_last, out_tag, rd, pu, we, src_active};

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;

    // ---- the arriving warp; once it is complete, and has our beat, a copy of it

    reg [LANES-1:0]   warp_active;
    reg [LANES*W-1:0] warp_ra;
    reg [BEATS-1:0]   came, came_now;               // beats of it; of the arriving warp

    // ---- our beat

    reg                     picked, follow, complete; // it was taken; is inside; the last of its warp was taken
    reg [COUNT_W-1:0]       inside, ahead, clocks, due; // beats in the unit, those before ours; clocks since complete
    reg [BEAT_W-1:0]        our_beat;
    reg                     our_last;
    reg [TAG_W-1:0]         our_tag;
    reg [WAYS-1:0]          our_active, our_in_range;
    reg [WAYS*LANE_W-1:0]   our_source;
    reg                     begun, stalled;
    reg [OUT_W-1:0]         out_past;
    initial {begun, picked, follow, complete, stalled, inside, came, came_now} = 0;

    // where each way of the beat on the input reads, by the rules
    reg [WAYS-1:0]        in_range;
    reg [WAYS*LANE_W-1:0] source;
    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_source
            reg [31:0] sb_is, sc_is;
            integer    lane, j;
            always @* begin
                lane  = WAYS * (BEATS == 1 ? 0 : in_beat) + w;
                sb_is = sb_is_imm ? sb_imm : sb[32*w +: 32];
                sc_is = sc_is_imm ? sc_imm : sc[32*w +: 32];
                j     = spec_j(mode, lane, spec_field(sb_is, 0), spec_field(sc_is, 8));
                in_range[w] = spec_in_range(mode, j, spec_max_lane(lane, spec_field(sc_is, 0), spec_field(sc_is, 8)));
                source[LANE_W*w +: LANE_W] = in_range[w] ? j : lane;
            end
        end
    endgenerate

    // the result of our beat, of the values and active bits of its whole warp; a lane that never arrived: unknown
    reg [WAYS*W-1:0] want_rd, known;
    reg [WAYS-1:0]   want_src_active;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_want
            wire [LANE_W-1:0] src = our_source[LANE_W*w +: LANE_W];
            integer n;
            always @* begin
                want_rd[W*w +: W]  = 0;
                want_src_active[w] = 0;
                known[W*w +: W]    = 0;
                for (n = 0; n < LANES; n = n + 1)
                    if (src == n) begin
                        want_src_active[w] = warp_active[n];
                        want_rd[W*w +: W]  = warp_ra[W*n +: W];
                        known[W*w +: W]    = {W{POLICY != `SHFL_RAW || came[n / WAYS]}};
                    end
                if (!want_src_active[w] && POLICY == `SHFL_ZERO)
                    want_rd[W*w +: W] = 0;
                for (n = 0; n < BEATS; n = n + 1)
                    if (!want_src_active[w] && POLICY == `SHFL_OWN && (BEATS == 1 || our_beat == n))
                        want_rd[W*w +: W] = warp_ra[W*(WAYS*n+w) +: W];
            end
        end
    endgenerate
    wire [OUT_W-1:0] want    = {our_beat, our_last, our_tag, want_rd, our_in_range, our_active, want_src_active};
    wire [OUT_W-1:0] matters = {{BEAT_W+1+TAG_W{1'b1}}, known, {3*WAYS{1'b1}}};

    // once our beat's warp is complete, it is kept; before, it is the arriving one
    integer n;
    wire ours_complete = follow && complete;
    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        if (rst) begin
            {picked, follow, complete} <= 0;
            inside <= 0;
            came   <= 0;
            came_now <= 0;
        end else begin
            inside <= inside + taken - given;
            if (taken) begin
                came_now <= in_last ? 0 : came_now | 1 << in_beat;
                if (!complete) begin
                    if (came_now == 0) begin
                        warp_active <= 0;
                        came        <= 0;
                    end
                    for (n = 0; n < BEATS; n = n + 1)
                        if (BEATS == 1 || in_beat == n) begin
                            came[n]                     <= 1;
                            warp_active[WAYS*n +: WAYS] <= active;
                            warp_ra[W*WAYS*n +: W*WAYS] <= ra;
                        end
                end
            end
            if (!picked && taken && pick) begin
                {picked, follow} <= 2'b11;
                complete <= in_last;
                ahead    <= inside - given;
                due      <= PER * (inside - given) + LATENCY - 1;
                clocks   <= 0;
                {our_beat, our_last, our_tag, our_active, our_in_range, our_source} <=
                    {in_beat, in_last, in_tag, active, in_range, source};
            end else if (follow) begin
                if (given && ahead == 0) follow <= 0;
                if (given && ahead != 0) ahead <= ahead - 1;
                if (taken && in_last)    complete <= 1;
                if (taken && in_last && !complete) due <= PER * (ahead - given) + LATENCY - 1;
                if (complete && clocks < LATENCY) clocks <= clocks + 1;
                if (complete && out_ready && due != 0) due <= due - 1;
            end
        end
    end
    wire ours = ours_complete && ahead == 0 && out_valid; // it is on the output

    always @* begin
        begins_with_reset:  assume (begun || rst);
        no_number_twice:    assume (!in_valid || BEATS == 1 || !came_now[in_beat]);  // R6.2.2
        one_beat_is_0:      assume (BEATS > 1 || in_beat == 0);
        // R6.2.3
        all_are_a_warp:     assume (!in_valid || in_last || (came_now | 1 << in_beat) != {BEATS{1'b1}});
        if (begun) begin
            // R6.1.1, R6.1.2, R6.2.1, R6.2.4, R6.2.6, R6.2.7, R6.4.3
            if (ours)                       answer_is_the_rule:     assert ((out & matters) == (want & matters));
            // R6.2.7, R6.3.1, R6.3.2, R6.3.8, R6.5.1, R6.5.2
            if (ours_complete && due == 0)  none_is_lost:           assert (ahead != 0 || out_valid);
            if (follow && ahead == 0 && !complete)
                                            none_before_its_warp:   assert (!out_valid);
            // R6.3.2, R6.5.1, R6.5.2
            if (ours_complete && ahead == 0 && clocks + 1 < LATENCY)
                                            none_comes_early:       assert (!out_valid);
            if (inside == 0)                none_is_invented:       assert (!out_valid);     // R6.2.5, R6.4.1, R6.4.2
            if (inside == 0 && !rst)        an_empty_unit_takes:    assert (in_ready);
            if (rst)                        none_in_reset:          assert (!in_ready);      // R6.4.1
            if (stalled)                    offered_until_taken:    assert (out_valid);      // R6.3.7
            if (stalled)                    outputs_stay:           assert (out == out_past); // R6.3.7
        end
        crosses:            cover (ours && our_source[LANE_W-1:0] / WAYS != our_beat && src_active[0] && rd != 0);
        behind_others:      cover (ours && stalled && inside > 2);
        reset_while_inside: cover (follow && rst);
    end
endmodule
