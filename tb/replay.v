// SPDX-License-Identifier: Apache-2.0
// replay - plays warps that the golden model wrote through a unit, for a simulator that knows X.
//
//   +vectors=FILE   what shfl_sim --vectors wrote for the same parameters; the fields: tb/vectors.h
//   +lines=N        how many of its lines to play, 1 to 4096: warps, beats or slices
//   +seed=N         of the bubbles, stalls and resets, which are random
//
// Until the first reset everything is X, and later whatever the unit has to ignore: the operands while
// in_valid is 0, and in_valid too on a clock with rst. Yet from then on in_ready and out_valid may hold no X on
// any clock, and the other outputs none while out_valid is 1, but for results that nothing defines; and for
// in_ready without in_valid of a unit that looks at the operands. Warps that a reset drops are sent
// again: all have to leave.
//
// The last line is the verdict, `PASS: ...` or `FAIL: ...`; the exit status of the simulator is not.
`default_nettype none
`define FAIL(what) begin $display what; failed = 1; end
module replay;
    // the unit, which tb/replay.py writes: IN_W, OUT_W, BEATS, EPOCH, TRIPS, NO_REGISTER, SENSES, and an instance that
    // takes its operands from `operands` and gives `results`; HAS_LAST
    `include "replay_unit.vh"

    localparam LINE_W   = IN_W + 3 * OUT_W + 3 + 16;
    localparam CAPACITY = 4096;
    localparam PHASE    = 16;                       // clocks between changes of the stall pattern
    localparam IDLE     = 16 + BEATS + TRIPS;       // clocks at the end in which nothing may leave
    localparam RESETS   = 32 + 4 * BEATS * TRIPS * EPOCH;   // one clock of as many is a reset

    reg                clk, rst, in_valid, in_last, out_ready;
    wire               in_ready, out_valid;
    reg  [IN_W-1:0]    operands;
    wire [OUT_W-1:0]   results;

    // ---- the lines: those from next_out to next_in - 1 are inside the unit; without a register that on the input, too

    reg [LINE_W-1:0]   vector [0:CAPACITY-1];
    integer            first [0:CAPACITY-1];        // of each line the last one up to it that depends on none before
    reg [8*512-1:0]    path;
    integer            lines, next_in, next_out;
    integer            n, seed, clocks, idle, resets, dropped, bubbles, stalls;
    reg                failed;
    reg [OUT_W-1:0]    want, counts, unknown;

    function last_of(input integer line);
        last_of = vector[line][IN_W+3*OUT_W+1];
    endfunction

    function begins(input integer line);
        begins = vector[line][IN_W+3*OUT_W+2];
    endfunction

    function leaves(input integer line);
        leaves = vector[line][IN_W+3*OUT_W];
    endfunction

    task load;
        begin
            if (!$value$plusargs("vectors=%s", path) || !$value$plusargs("lines=%d", lines)
                || !$value$plusargs("seed=%d", seed))
                `FAIL(("FAIL: wants +vectors=FILE +lines=N +seed=N"))
            else if (lines < 1 || lines > CAPACITY)
                `FAIL(("FAIL: +lines=%0d: expected 1 to %0d", lines, CAPACITY))
            else
                $readmemh(path, vector, 0, lines - 1);
            for (n = 0; n < lines && !failed; n = n + 1) begin
                first[n] = n == 0 || begins(n) ? n : first[n-1];
                if (^vector[n] === 1'bx || vector[n][LINE_W-1 -: 16] !== n[15:0])
                    `FAIL(("FAIL: %0s: line %0d is missing, or not the one that belongs there", path, n + 1))
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
            in_valid  = rst ? 1'bx : next_in < lines && (waits || ($random(seed) & 7) >= bubbles);
            out_ready = ($random(seed) & 7) >= stalls;
            operands  = in_valid === 1'b1 ? vector[next_in][IN_W-1:0] : {IN_W{1'bx}};
            in_last   = in_valid === 1'b1 ? last_of(next_in) : 1'bx;
        end
    endtask

    task known(input [8*10-1:0] name, input value);
        if (value !== 1'b0 && value !== 1'b1 && !failed)
            `FAIL(("FAIL: clock %0d: %0s is %b", clocks, name, value))
    endtask

    task same(input [8*16-1:0] name, input [OUT_W-1:0] mask);
        if (mask !== {OUT_W{1'b0}} && !failed) begin
            if ((results & mask & counts) !== (want & mask & counts))
                `FAIL(("FAIL: clock %0d: line %0d: %0s is %0h, should be %0h", clocks, next_out, name,
                       (results & mask) >> low(mask), (want & mask) >> low(mask)))
            else if (^(results & mask & ~unknown) === 1'bx)
                `FAIL(("FAIL: clock %0d: line %0d: %0s has an X: %0h", clocks, next_out, name,
                       (results & mask) >> low(mask)))
        end
    endtask

    function integer low(input [OUT_W-1:0] mask);
        for (low = 0; !mask[low]; low = low + 1);
    endfunction

    task look;
        begin
            if (!SENSES || rst || in_valid)
                known("in_ready", in_ready);
            known("out_valid", out_valid);
            while (next_out < next_in && !leaves(next_out))
                next_out = next_out + 1;
            if (out_valid && next_out == next_in && !(NO_REGISTER && in_valid === 1'b1) && !failed)
                `FAIL(("FAIL: clock %0d: out_valid is 1, but no warp is inside", clocks))
            else if (out_valid) begin
                {unknown, counts, want} = vector[next_out][IN_W +: 3*OUT_W];
                look_at_ports;
            end
            if (clocks > RESETS * (lines + IDLE) && !failed)
                `FAIL(("FAIL: clock %0d: %0d of %0d lines came out, the rest is lost", clocks, next_out, lines))
        end
    endtask

    reg waits;                                      // what was offered is offered again

    task move;
        begin
            waits = 0;
            if (rst) begin
                resets  = resets + 1;
                dropped = dropped + next_in - next_out;
                if (next_out < lines)               // what was sent in part is sent again as a whole
                    next_out = first[next_out];
                next_in = next_out;
            end else begin
                waits = SENSES && in_valid && !in_ready && ($random(seed) & 15) != 0;
                if (out_valid && out_ready)
                    next_out = next_out + 1;
                if (in_valid && in_ready)
                    next_in = next_in + 1;
            end
            idle   = next_out == lines ? idle + 1 : 0;
            clocks = clocks + 1;
        end
    endtask

    initial begin
        {next_in, next_out, clocks, idle, resets, dropped, bubbles, stalls} = 0;
        failed = 0;
        waits  = 0;
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
            $display("PASS: %0d lines, %0d clocks, %0d resets, which dropped %0d lines", lines, clocks, resets,
                     dropped);
        $finish(0);
    end
endmodule
`default_nettype wire
