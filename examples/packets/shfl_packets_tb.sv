// SPDX-License-Identifier: Apache-2.0
// Random warps through shfl_packets, checked against the contract of README.md: rules for whole warps that are written
// here. Packets that do not come, those of other instructions, stalls on both sides, resets; and from warp FAST
// on a packet per clock.
//
//     iverilog -g2012 -Irtl -y rtl -y rtl/collective -y examples/packets -s shfl_packets_tb -o tb \
//         examples/packets/shfl_packets_tb.sv && vvp -n tb
module shfl_packets_tb #(
    parameter int THREADS = 8, LANES = 2, W = 32, DEPTH = 1, NETWORK = 0, WARPS = 500
);
    localparam int PACKETS  = THREADS / LANES, PACKET_W = PACKETS > 1 ? $clog2(PACKETS) : 1, HEADER_W = 75;
    localparam int FAST     = NETWORK == 0 ? 7 * WARPS / 8 : WARPS;
    localparam bit [3:0] ALL = 4'b0000, ANY = 4'b0001, UNI = 4'b0010, BALLOT = 4'b0011;
    localparam bit [3:0] UP = 4'b0100, DOWN = 4'b0101, BFLY = 4'b0110, IDX = 4'b0111;

    logic                clk = 1'b0, rst = 1'b1, in_valid = 1'b0, in_ready, in_first, in_last;
    logic                out_valid, out_ready, out_first, out_last;
    logic [HEADER_W-1:0] in_header, out_header;
    logic [3:0]          in_op;
    logic [PACKET_W-1:0] in_packet, out_packet;
    logic [LANES-1:0]    in_active, out_active;
    logic [LANES*W-1:0]  in_rs1, in_rs2, out_rd;

    shfl_packets #(.THREADS(THREADS), .LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK),
                   .HEADER_W(HEADER_W)) u_packets (.*);

    int errors = 0, words = 0;

    task automatic check(input bit right, input int warp, input string what);
        if (!right) begin
            errors++;
            if (errors < 10) $display("warp %0d: wrong %s", warp, what);
        end
    endtask

    // ---- the warps: operands of all, made at once

    logic                beside [WARPS];                // an instruction that does not enter the unit
    logic [3:0]          op     [WARPS];
    logic [THREADS-1:0]  active [WARPS];
    logic [W-1:0]        rs1    [WARPS * THREADS], rs2 [WARPS * THREADS];
    logic [HEADER_W-1:0] header [WARPS * PACKETS];

    // warps of one thread, one behind the other, so that there are many inside
    function automatic bit dense(input int warp);
        return warp % 64 < 16 && warp < FAST;
    endfunction

    // b, c and mask as software packs them: each of them may be wider than its six bits
    function automatic bit [31:0] packed_of(input int b, input int c, input int mask);
        return b | c << 6 | mask << 12;
    endfunction

    function automatic bit [31:0] operand(input int warp);
        int b = $urandom_range(63), c = $urandom_range(63), mask = -1 << $urandom_range(6);
        case ($urandom_range(7))
            0: b = -1;
            1: b = 64;
            default: if ($urandom_range(1) == 0) b = $urandom_range(3);
        endcase
        if ($urandom_range(1) == 0) c = THREADS - 1;
        if ($urandom_range(1) == 0) c = 0;
        if ($urandom_range(3) == 0) mask = $urandom;
        if ($urandom_range(1) == 0) mask = 0;
        return packed_of(b, c, mask);
    endfunction

    initial
        for (int warp = 0; warp < WARPS; warp++) begin
            beside[warp] = warp < FAST && !dense(warp) && $urandom_range(4) == 0;
            op[warp]     = 4'($urandom_range(7));
            for (int thread = 0; thread < THREADS; thread++) begin
                active[warp][thread] = $urandom_range(3) != 0;
                rs1[warp * THREADS + thread] = W'({$urandom, $urandom});
                rs2[warp * THREADS + thread] = W'({$urandom, operand(warp)});
                if (warp % 4 == 0) rs2[warp * THREADS + thread] = rs2[warp * THREADS];          // all alike
                if (warp % 3 != 2) rs1[warp * THREADS + thread][0] = 1'(warp);                  // all agree
            end
            if (warp % 3 == 1) rs1[warp * THREADS + $urandom_range(THREADS - 1)][0] = !1'(warp);   // or but one
            if ($urandom_range(2) == 0) active[warp][LANES*$urandom_range(PACKETS - 1) +: LANES] = '0;
            if ($urandom_range(5) == 0 || dense(warp)) active[warp] = '0;
            if (active[warp] == 0) active[warp][$urandom_range(THREADS - 1)] = 1'b1;
            if (warp >= FAST || (!dense(warp) && $urandom_range(3) == 0)) active[warp] = '1;
            for (int packet = 0; packet < PACKETS; packet++)
                header[warp * PACKETS + packet] = HEADER_W'({$urandom, $urandom, $urandom});
        end

    // ---- the rules

    // the thread that THREAD reads
    function automatic int read_by(input int thread, input bit [3:0] what, input bit [31:0] fields);
        bit [5:0] b = '0, first = '0, last = '0, named = '0;
        int       at;
        for (int i = 0; 1 << i < THREADS; i++) begin
            bit own = thread[i], pinned = fields[12 + i];   // a bit of its number; whether that names a segment
            b[i]     = fields[i];
            first[i] = pinned && own;
            last[i]  = pinned ? own : fields[6 + i];
            named[i] = pinned ? own : fields[i];
        end
        case (what)
            UP:      at = thread - int'(b);
            DOWN:    at = thread + int'(b);
            BFLY:    at = thread ^ int'(b);
            default: at = int'(named);
        endcase
        return (what == UP ? at >= int'(first) : at <= int'(last)) ? at : thread;
    endfunction

    // the result of a thread of a warp
    function automatic bit [W-1:0] expected(input int warp, input int thread);
        bit [W-1:0] ballot = '0;
        int         votes = 0, ones = 0, at;
        for (int i = 0; i < THREADS; i++)
            if (active[warp][i]) begin
                votes++;
                ones += int'(rs1[warp * THREADS + i][0]);
                ballot[i] = rs1[warp * THREADS + i][0];
            end
        at = read_by(thread, op[warp], rs2[warp * THREADS + thread][31:0]);
        case (op[warp])
            ALL:     return W'(ones == votes);
            ANY:     return W'(ones != 0);
            UNI:     return W'(ones == votes || ones == 0);
            BALLOT:  return ballot;
            default: return rs1[warp * THREADS + (active[warp][at] ? at : thread)];
        endcase
    endfunction

    // by hand, 32 threads, segments of eight where the mask is 24
    initial
        if (THREADS == 32) begin
            check(read_by(21, IDX,  packed_of(2, 31, 24)) == 18, 0, "bench: lane 2 of the segment");
            check(read_by(21, UP,   packed_of(3, 0, 24))  == 18, 0, "bench: three below");
            check(read_by(17, UP,   packed_of(3, 0, 24))  == 17, 0, "bench: 14 is below the segment");
            check(read_by(9,  UP,   packed_of(7, 31, 0))  == 2,  0, "bench: UP has no clamp");
            check(read_by(21, DOWN, packed_of(3, 31, 24)) == 21, 0, "bench: 24 is above the segment");
            check(read_by(21, BFLY, packed_of(16, 31, 24)) == 5, 0, "bench: below the segment is allowed");
            check(read_by(5,  IDX,  packed_of(64, 0, 0))  == 0,  0, "bench: 64 is 0");
            check(read_by(0,  DOWN, packed_of(1, 0, 0))   == 0,  0, "bench: a clamp of 0");
            check(read_by(9,  DOWN, packed_of(-1, 0, 0))  == 9,  0, "bench: -1 is 31, a segment per lane");
        end

    // ---- the packets of a warp

    function automatic bit there(input int warp, input int packet);
        return active[warp][LANES*packet +: LANES] != 0;
    endfunction
    function automatic bit starts(input int warp, input int packet);
        return active[warp] << (THREADS - LANES*packet) == 0;
    endfunction
    function automatic bit ends(input int warp, input int packet);
        return active[warp] >> (LANES*packet + LANES) == 0;
    endfunction

    // ---- in: warps are dispatched in order

    int  clocks = 0, other = 0, head = 0, tail = 0;         // warps that passed beside; those inside, by their end
    int  warp = 0, number = 0;                              // the next packet
    int  order[WARPS + 1];
    logic ready;
    bit  fast = 1'b0, taken = 1'b0;                         // the packet at the input came in, or was dropped

    // it is dispatched; the result is whether it was the last one of its warp
    function automatic bit dispatched();
        bit last = ends(warp, number);
        number = last ? 0 : number + 1;
        warp  += int'(last);
        return last;
    endfunction

    task automatic offer;
        {in_header, in_op, in_packet, in_first, in_last, in_active} = 'x;
        {in_rs1, in_rs2} = 'x;
        while (warp < WARPS && !there(warp, number)) number++;
        fast = warp >= FAST;
        in_valid = warp < WARPS && !beside[warp] && (fast || dense(warp) || $urandom_range(3) != 0);
        if (warp < WARPS && beside[warp]) other += int'(dispatched());
        if (in_valid) begin
            in_header = header[warp * PACKETS + number];
            in_op     = op[warp];
            in_packet = PACKET_W'(number);
            in_active = active[warp][LANES*number +: LANES];
            in_first  = starts(warp, number);
            in_last   = ends(warp, number);
            for (int k = 0; k < LANES; k++) begin
                in_rs1[W*k +: W] = rs1[warp * THREADS + LANES * number + k];
                in_rs2[W*k +: W] = rs2[warp * THREADS + LANES * number + k];
            end
        end
    endtask

    always #5 clk = !clk;

    always @(negedge clk) begin
        clocks++;
        rst       = clocks < 3 || (clocks % 256 == 0 && !fast);
        out_ready = fast || (clocks % 64 > 20 && $urandom_range(3) != 0);
        if (taken) in_valid = 1'b0;
        if (clocks > 2 && !in_valid) offer();
        #1 ready     = in_ready;
        out_ready    = !out_ready;
        #1 check(in_ready === ready, warp, "ready: it depends on out_ready");
        out_ready    = !out_ready;
    end

    // ---- out: warps leave in the order in which their last packets came

    int  of, packet = 0;                                    // warp order[head], and its next packet
    bit  stalled = 1'b0;
    logic [HEADER_W+PACKET_W+LANES*W+LANES+2:0] now, held;

    always @(posedge clk) begin
        now = {out_valid, out_header, out_packet, out_first, out_last, out_active, out_rd};
        if (rst) begin
            check(in_ready === 1'b0, warp, "ready: in reset");
            number = 0;                                     // what was inside is dropped
            head   = tail;
            packet = 0;
        end else begin
            if (in_valid && warp > FAST + 4) check(in_ready === 1'b1, warp, "ready: a packet has to wait");
            order[tail] = warp;
            if (in_valid && in_ready === 1'b1) tail += int'(dispatched());
            check(out_valid === 1'b0 || out_valid === 1'b1, warp, "valid: x");
            if (stalled) check(now === held, warp, "result: it does not stay");
            if (out_valid && out_ready) check(head < tail, warp, "packet: none is inside");
            if (out_valid && out_ready && head < tail) begin
                of = order[head];
                while (packet < PACKETS - 1 && !there(of, packet)) packet++;
                check(out_header === header[of * PACKETS + packet], of, "header");
                check(out_packet === PACKET_W'(packet), of, "number");
                check(out_active === active[of][LANES*packet +: LANES], of, "active lanes");
                check(out_first === starts(of, packet), of, "first");
                check(out_last === ends(of, packet), of, "last");
                for (int k = 0; k < LANES; k++)
                    if (active[of][LANES*packet + k] || op[of] < UP) begin
                        check(out_rd[W*k +: W] === expected(of, LANES * packet + k), of, op[of] < UP ? "vote" : "word");
                        words++;
                    end
                if (ends(of, packet)) begin
                    head++;
                    packet = 0;
                end else packet++;
            end
        end
        taken   = rst || (in_valid && in_ready);
        stalled = !rst && out_valid && !out_ready;
        held    = now;
        if ((warp == WARPS && head == tail) || clocks > 30 * PACKETS * WARPS) begin
            $display("%0d warps of %0d, %0d words, %0d errors", tail + other, WARPS, words, errors);
            $finish(0);
        end
    end
endmodule
