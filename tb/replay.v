// SPDX-License-Identifier: Apache-2.0
// replay - plays warps that the golden model wrote through the unit, for a simulator that knows X.
//
//   +vectors=FILE   what shfl_sim --vectors wrote for the same parameters; the fields: tb/vectors.h
//   +warps=N        how many of its warps to play, 1 to 4096
//   +seed=N         of the bubbles, stalls and resets, which come at random
//
// Until the first reset everything is X, and later whatever the unit has to ignore: the operands while
// in_valid is 0, and in_valid too on a clock with rst. Yet from then on in_ready and out_valid may hold no X on
// any clock, and the other outputs none while out_valid is 1. Warps that a reset drops are sent again: all have
// to come out.
//
// The last line is the verdict, `PASS: ...` or `FAIL: ...`; the exit status of the simulator is not.
`default_nettype none
`include "shfl_defs.vh"
module replay #(
    parameter LANES  = 32,
    parameter W      = 32,
    parameter DEPTH  = 1,
    parameter POLICY = `SHFL_ZERO,
    parameter PARTS  = 0
);
    localparam TAG_W     = 16;
    localparam LANE_W    = $clog2(LANES);
    localparam OPERAND_W = TAG_W + `SHFL_MODE_W + 2 + (2 * LANE_W + 8) + LANES * (1 + W + 32 + 32);
    localparam ANSWER_W  = LANES * (3 + W);
    localparam CAPACITY  = 4096;
    localparam PHASE     = 16;                      // clocks between changes of the stall pattern
    localparam IDLE      = 16;                      // clocks at the end in which nothing may come out
    localparam RESETS    = 64;                      // one clock of as many is a reset

    reg                   clk, rst, in_valid, out_ready;
    wire                  in_ready, out_valid;
    reg  [TAG_W-1:0]      in_tag;
    wire [TAG_W-1:0]      out_tag;
    reg  [`SHFL_MODE_W-1:0] mode;
    reg                   sb_is_imm, sc_is_imm;
    reg  [LANE_W-1:0]     sb_imm;
    reg  [LANE_W+7:0]     sc_imm;
    reg  [LANES-1:0]      active;
    reg  [LANES*W-1:0]    ra;
    wire [LANES*W-1:0]    rd;
    reg  [LANES*32-1:0]   sb, sc;
    wire [LANES-1:0]      pu, we, src_active;

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .TAG_W(TAG_W)) shfl (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    // ---- the warps: those from next_out to next_in - 1 are inside the unit; with DEPTH 0 the one that is offered, too

    reg [OPERAND_W+ANSWER_W-1:0] vector [0:CAPACITY-1];
    reg [8*512-1:0]              path;
    integer                      warps, next_in, next_out;
    integer                      n, seed, clocks, idle, resets, dropped, bubbles, stalls;
    reg                          failed;
    reg [TAG_W-1:0]              want_tag;
    reg [LANES*W-1:0]            want_rd;
    reg [LANES-1:0]              want_pu, want_we, want_src_active;

    // Tags are not taken on trust from the file, lest a line that is lost or doubled go unseen.
    function [TAG_W-1:0] tag_of(input integer warp);
        tag_of = warp * 40503;
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
            for (n = 0; n < warps && !failed; n = n + 1)
                if (^vector[n] === 1'bx || vector[n][OPERAND_W+ANSWER_W-1 -: TAG_W] !== tag_of(n)) begin
                    $display("FAIL: %0s: line %0d is missing, or not the warp that belongs there", path, n + 1);
                    failed = 1;
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
        end
    endtask

    task known(input [8*10-1:0] name, input value);
        if (value !== 1'b0 && value !== 1'b1 && !failed) begin
            $display("FAIL: clock %0d: %0s is %b", clocks, name, value);
            failed = 1;
        end
    endtask

    task same(input [8*10-1:0] name, input [LANES*W+TAG_W-1:0] got, input [LANES*W+TAG_W-1:0] want);
        if (got !== want && !failed) begin
            $display("FAIL: clock %0d: warp %0d: %0s is %0h, should be %0h", clocks, next_out, name, got, want);
            failed = 1;
        end
    endtask

    task look;
        begin
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
                same("rd", rd, want_rd);
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
