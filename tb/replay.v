// SPDX-License-Identifier: Apache-2.0
// replay - plays warps that the golden model wrote through the unit, for a simulator that knows X.
//
//   +vectors=FILE   what shfl_sim --vectors wrote for the same parameters; the fields: tb/vectors.h
//   +warps=N        how many of its lines to play, 1 to 4096: warps, or with WAYS beats of shfl_banked
//   +seed=N         of the bubbles, stalls and resets, which are random
//
// Until the first reset everything is X, and later whatever the unit has to ignore: the operands while
// in_valid is 0, and in_valid too on a clock with rst. Yet from then on in_ready and out_valid may hold no X on
// any clock, and the other outputs none while out_valid is 1, but for lanes of a beat that is never sent; and for
// in_ready without in_valid of a network with DEPTH 1, which looks at the operands. Warps that a reset drops are sent
// again: all have to leave.
//
// The last line is the verdict, `PASS: ...` or `FAIL: ...`; the exit status of the simulator is not.
`default_nettype none
`include "shfl_defs.vh"
module replay #(
    parameter LANES  = 32,
    parameter W      = 32,
    parameter DEPTH  = 1,
    parameter POLICY = `SHFL_ZERO,
    parameter PARTS  = 0,
    parameter NETWORK = 0,
    parameter ELASTIC = 0,
    parameter SKID   = 0,
    parameter WAYS   = 0,                           // 0: shfl; otherwise shfl_banked, with MEMORY
    parameter MEMORY = `SHFL_LUT_MEMORY
);
    localparam TAG_W     = 16;
    localparam LANE_W    = $clog2(LANES);
    localparam N         = WAYS ? WAYS : LANES;     // lanes in a line
    localparam BEATS     = LANES / N;
    localparam BEAT_W    = BEATS > 1 ? $clog2(BEATS) : 1;
    localparam BEAT_INFO = N + 1 + 6;               // of a beat: the lanes whose rd counts, in_last, in_beat
    localparam OPERAND_W = TAG_W + `SHFL_MODE_W + 2 + (2 * LANE_W + 8) + N * (1 + W + 32 + 32);
    localparam ANSWER_W  = N * (3 + W);
    localparam LINE_W    = (WAYS ? BEAT_INFO : 0) + OPERAND_W + ANSWER_W;
    localparam CAPACITY  = 4096;
    localparam PHASE     = 16;                      // clocks between changes of the stall pattern
    localparam TRIPS     = NETWORK ? LANES / NETWORK : 1;   // of a warp, at most
    localparam IDLE      = 16 + BEATS + TRIPS;      // clocks at the end in which nothing may leave
    localparam RESETS    = 64 * BEATS * TRIPS;      // one clock of as many is a reset

    reg                   clk, rst, in_valid, out_ready;
    wire                  in_ready, out_valid;
    reg  [TAG_W-1:0]      in_tag;
    wire [TAG_W-1:0]      out_tag;
    reg  [`SHFL_MODE_W-1:0] mode;
    reg                   sb_is_imm, sc_is_imm;
    reg  [LANE_W-1:0]     sb_imm;
    reg  [LANE_W+7:0]     sc_imm;
    reg  [N-1:0]          active;
    reg  [N*W-1:0]        ra;
    wire [N*W-1:0]        rd;
    reg  [N*32-1:0]       sb, sc;
    wire [N-1:0]          pu, we, src_active;

    reg                   in_last;
    reg  [5:0]            in_beat;
    wire                  out_last;
    wire [BEAT_W-1:0]     out_beat;

    generate
        if (WAYS != 0) begin : g_banked
            shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY),
                          .SKID(SKID), .TAG_W(TAG_W)) shfl_banked (
                .clk(clk), .rst(rst),
                .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat[BEAT_W-1:0]), .in_last(in_last),
                .in_tag(in_tag), .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm),
                .sc_imm(sc_imm), .active(active), .ra(ra), .sb(sb), .sc(sc),
                .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_beat), .out_last(out_last),
                .out_tag(out_tag), .rd(rd), .pu(pu), .we(we), .src_active(src_active));
        end else begin : g_whole
            shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK),
                   .ELASTIC(ELASTIC), .SKID(SKID), .TAG_W(TAG_W)) shfl (
                .clk(clk), .rst(rst),
                .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .active(active), .ra(ra), .sb(sb), .sc(sc),
                .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
                .rd(rd), .pu(pu), .we(we), .src_active(src_active));
            assign out_last = 1'b1;
            assign out_beat = 1'b0;
        end
    endgenerate

    // ---- the lines: those from next_out to next_in - 1 are inside the unit; with DEPTH 0 the one that is offered, too

    reg [LINE_W-1:0]             vector [0:CAPACITY-1];
    integer                      warp [0:CAPACITY-1];   // of each line its warp, and the first line of that
    integer                      first [0:CAPACITY-1];
    reg [8*512-1:0]              path;
    integer                      warps, next_in, next_out;
    integer                      n, seed, clocks, idle, resets, dropped, bubbles, stalls;
    reg                          failed;
    reg [TAG_W-1:0]              want_tag;
    reg [N*W-1:0]                want_rd, counts;
    reg [N-1:0]                  want_pu, want_we, want_src_active;

    // Tags are not taken on trust from the file, lest a line that is lost or doubled go unseen.
    function [TAG_W-1:0] tag_of(input integer line);
        tag_of = warp[line] * 40503 + beat_of(line) * 257;
    endfunction

    function [5:0] beat_of(input integer line);
        beat_of = WAYS ? vector[line] >> (OPERAND_W + ANSWER_W) : 0;
    endfunction

    function last_of(input integer line);
        last_of = WAYS ? vector[line] >> (OPERAND_W + ANSWER_W + 6) : 1;
    endfunction

    // the bits of rd that count
    function [N*W-1:0] counts_of(input integer line);
        for (n = 0; n < N; n = n + 1)
            counts_of[W*n +: W] = {W{WAYS == 0 || vector[line][LINE_W-N+n]}};
    endfunction

    task load;
        begin
            if (!$value$plusargs("vectors=%s", path) || !$value$plusargs("warps=%d", warps)
                || !$value$plusargs("seed=%d", seed)) begin
                $display("FAIL: wants +vectors=FILE +warps=N +seed=N");
                failed = 1;
            end else if (warps < 1 || warps > CAPACITY) begin
                $display("FAIL: +warps=%0d: expected 1 to %0d", warps, CAPACITY);
                failed = 1;
            end else
                $readmemh(path, vector, 0, warps - 1);
            for (n = 0; n < warps && !failed; n = n + 1) begin
                warp[n]  = n == 0 ? 0 : warp[n-1] + last_of(n - 1);
                first[n] = n == 0 || last_of(n - 1) ? n : first[n-1];
                if (^vector[n] === 1'bx || vector[n][OPERAND_W+ANSWER_W-1 -: TAG_W] !== tag_of(n)) begin
                    $display("FAIL: %0s: line %0d is missing, or not the warp that belongs there", path, n + 1);
                    failed = 1;
                end
            end
        end
    endtask

    // ---- one clock cycle: drive, settle, look

    task drive;
        begin
            if (clocks % PHASE == 0) begin          // of 8 clocks, how many are withheld
                bubbles = $random(seed) & ($random(seed) & 1 ? 7 : 0);
                stalls  = $random(seed) & ($random(seed) & 1 ? 7 : 0);
            end
            rst       = $random(seed) % RESETS == 0;
            in_valid  = rst ? 1'bx : next_in < warps && ($random(seed) & 7) >= bubbles;
            out_ready = ($random(seed) & 7) >= stalls;
            if (in_valid === 1'b1)
                {in_tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, ra, sb, sc} =
                    vector[next_in][ANSWER_W +: OPERAND_W];
            else
                {in_tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, ra, sb, sc} =
                    {OPERAND_W{1'bx}};
            in_last = in_valid === 1'b1 ? last_of(next_in) : 1'bx;
            in_beat = in_valid === 1'b1 ? beat_of(next_in) : 6'bx;
        end
    endtask

    task known(input [8*10-1:0] name, input value);
        if (value !== 1'b0 && value !== 1'b1 && !failed) begin
            $display("FAIL: clock %0d: %0s is %b", clocks, name, value);
            failed = 1;
        end
    endtask

    task same(input [8*10-1:0] name, input [N*W+TAG_W-1:0] got, input [N*W+TAG_W-1:0] want);
        if (got !== want && !failed) begin
            $display("FAIL: clock %0d: warp %0d: %0s is %0h, should be %0h", clocks, next_out, name, got, want);
            failed = 1;
        end
    endtask

    task look;
        begin
            if (NETWORK == 0 || DEPTH > 1 || rst || in_valid)
                known("in_ready", in_ready);
            known("out_valid", out_valid);
            if (out_valid && next_out == next_in && !(DEPTH == 0 && in_valid === 1'b1) && !failed) begin
                $display("FAIL: clock %0d: out_valid is 1, but no warp is inside", clocks);
                failed = 1;
            end else if (out_valid) begin
                {want_we, want_pu, want_src_active, want_rd} = vector[next_out][0 +: ANSWER_W];
                want_tag = tag_of(next_out);
                same("out_tag", out_tag, want_tag);
                same("we", we, want_we);
                same("pu", pu, want_pu);
                same("src_active", src_active, want_src_active);
                counts = counts_of(next_out);
                same("rd", rd & counts, want_rd & counts);
                same("out_beat", out_beat, beat_of(next_out));
                same("out_last", out_last, last_of(next_out));
            end
            if (clocks > RESETS * (warps + IDLE) && !failed) begin
                $display("FAIL: clock %0d: %0d of %0d warps came out, the rest is lost", clocks, next_out, warps);
                failed = 1;
            end
        end
    endtask

    task move;
        begin
            if (rst) begin
                resets  = resets + 1;
                dropped = dropped + next_in - next_out;
                if (next_out < warps)               // a warp that was sent in part is sent again as a whole
                    next_out = first[next_out];
                next_in = next_out;
            end else begin
                if (out_valid && out_ready)
                    next_out = next_out + 1;
                if (in_valid && in_ready)
                    next_in = next_in + 1;
            end
            idle   = next_out == warps ? idle + 1 : 0;
            clocks = clocks + 1;
        end
    endtask

    initial begin
        {next_in, next_out, clocks, idle, resets, dropped, bubbles, stalls} = 0;
        failed = 0;
        load;
        clk = 0;                                    // every other input is X, as registers start
        #5 clk = 1;
        #5 clk = 0;
        rst = 1;
        #5 clk = 1;
        #5 clk = 0;
        while (!failed && idle < IDLE) begin
            drive;
            #4 look;
            #1 clk = 1;
            move;
            #5 clk = 0;
        end
        if (!failed)
            $display("PASS: %0d warps, %0d clocks, %0d resets, which dropped %0d warps", warps, clocks, resets,
                     dropped);
        $finish(0);
    end
endmodule
`default_nettype wire
