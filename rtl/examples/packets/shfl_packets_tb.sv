// SPDX-License-Identifier: Apache-2.0
// Random warps through shfl_packets, checked against a second model of its contract, lane by lane and
// bit by bit. Every mode, absent packets, stalls on both sides.
//
//     iverilog -g2012 -Irtl -y rtl -y rtl/examples/packets -s shfl_packets_tb -o tb rtl/examples/packets/shfl_packets_tb.sv
//     vvp -n tb
module shfl_packets_tb #(
    parameter int LANES = 8, WAYS = 4, WARPS = 2000
);
    localparam int L = $clog2(LANES), PACKETS = LANES / WAYS, PID_W = PACKETS > 1 ? $clog2(PACKETS) : 1, HEADER_W = 16;
    localparam int UP = 0, DOWN = 1, BFLY = 2;

    logic                 clk = 1'b0, rst, in_valid, in_ready, in_sop, in_eop, out_valid, out_ready, out_sop, out_eop;
    logic [HEADER_W-1:0]  in_header, out_header;
    logic [1:0]           in_op;
    logic [WAYS-1:0]      in_tmask, out_tmask;
    logic [WAYS*32-1:0]   in_rs1, in_rs2, out_rd;
    logic [PID_W-1:0]     in_pid, out_pid;

    shfl_packets #(.LANES(LANES), .WAYS(WAYS), .HEADER_W(HEADER_W)) u_packets (.*);

    // ---- the warps: operands of all, made at once

    logic [1:0]       op    [WARPS];
    logic [LANES-1:0] tmask [WARPS];
    logic [31:0]      rs1   [WARPS * LANES], rs2 [WARPS * LANES];

    // the value that a lane of a warp gets
    function automatic logic [31:0] expected(input int warp, input int lane);
        logic [31:0]  fields = rs2[warp * LANES + lane];
        logic [L-1:0] first, last, source;          // of the lane's segment; and the lane that is read
        int           at;
        for (int i = 0; i < L; i++) begin
            first[i]  = fields[12 + i] ? lane[i] : 1'b0;
            last[i]   = fields[12 + i] ? lane[i] : fields[6 + i];
            source[i] = op[warp] == BFLY ? lane[i] != fields[i] : fields[12 + i] ? lane[i] : fields[i];     // or IDX
        end
        at = int'(source);
        if (op[warp] == UP || op[warp] == DOWN) begin       // a step at a time
            at = lane;
            for (int step = 0; step < int'(fields[L-1:0]); step++) at = op[warp] == UP ? at - 1 : at + 1;
        end
        if (op[warp] == UP ? at < int'(first) : at > int'(last)) at = lane;
        return rs1[warp * LANES + (tmask[warp][at] ? at : lane)];
    endfunction

    function automatic bit there(input int warp, input int packet);
        return tmask[warp][WAYS*packet +: WAYS] != 0;
    endfunction

    // is the packet the first, the last of its warp?
    function automatic bit starts(input int warp, input int packet);
        for (int p = 0; p < packet; p++) if (there(warp, p)) return 1'b0;
        return 1'b1;
    endfunction
    function automatic bit ends(input int warp, input int packet);
        for (int p = packet + 1; p < PACKETS; p++) if (there(warp, p)) return 1'b0;
        return 1'b1;
    endfunction

    // the next packet that is there, from WARP and PACKET on: PACKETS * warp + packet
    function automatic int next(input int from);
        while (from < PACKETS * WARPS && !there(from / PACKETS, from % PACKETS)) from++;
        return from;
    endfunction

    initial
        for (int warp = 0; warp < WARPS; warp++) begin
            op[warp]    = 2'($urandom);
            tmask[warp] = LANES'({$urandom, $urandom});
            if ($urandom_range(3) == 0) tmask[warp] = '1;
            if ($urandom_range(2) == 0) tmask[warp][WAYS*$urandom_range(PACKETS - 1) +: WAYS] = '0;
            if (tmask[warp] == 0) tmask[warp][$urandom_range(LANES - 1)] = 1'b1;
            for (int lane = 0; lane < LANES; lane++) begin
                rs1[warp * LANES + lane] = $urandom;
                rs2[warp * LANES + lane] = $urandom;
                if (warp % 4 == 0) rs2[warp * LANES + lane] = rs2[warp * LANES];        // all lanes alike
                if (warp % 4 == 1) rs2[warp * LANES + lane][17:6] = 12'h03f;            // one segment
            end
        end

    // ---- in and out

    int sent = 0, got = 0, errors = 0, clocks = 0;          // packets, absent ones included
    int warp, packet;

    always #5 clk = !clk;

    task automatic check(input bit right, input string what);
        if (!right) begin
            errors++;
            if (errors < 10) $display("warp %0d, packet %0d: wrong %s", got / PACKETS, got % PACKETS, what);
        end
    endtask

    // offer the packet SENT, or nothing
    task automatic offer;
        in_valid = sent < PACKETS * WARPS && $urandom_range(3) != 0;
        warp     = sent / PACKETS;
        packet   = sent % PACKETS;
        if (in_valid) begin
            in_header = HEADER_W'(warp);
            in_op     = op[warp];
            in_pid    = PID_W'(packet);
            in_tmask  = tmask[warp][WAYS*packet +: WAYS];
            in_sop    = starts(warp, packet);
            in_eop    = ends(warp, packet);
            for (int k = 0; k < WAYS; k++) begin
                in_rs1[32*k +: 32] = rs1[warp * LANES + WAYS * packet + k];
                in_rs2[32*k +: 32] = rs2[warp * LANES + WAYS * packet + k];
            end
        end
    endtask

    always @(negedge clk) begin
        clocks    = clocks + 1;
        rst       = clocks < 3;
        out_ready = $urandom_range(3) != 0;
        if (!rst) begin
            sent = next(sent);
            offer();
        end else in_valid = 1'b0;
    end

    always @(posedge clk)
        if (!rst) begin
            if (out_valid && out_ready) begin
                got    = next(got);
                warp   = got / PACKETS;
                packet = got % PACKETS;
                check(got < sent, "packet: none is inside");
                check(int'(out_header) == warp, "header");
                check(int'(out_pid) == packet, "number");
                check(out_tmask == tmask[warp][WAYS*packet +: WAYS], "active lanes");
                check(out_sop == starts(warp, packet), "start flag");
                check(out_eop == ends(warp, packet), "end flag");
                for (int k = 0; k < WAYS; k++)
                    if (out_tmask[k]) check(out_rd[32*k +: 32] === expected(warp, WAYS * packet + k), "word");
                got = got + 1;
            end
            if (in_valid && in_ready) sent = sent + 1;
            if (next(got) == PACKETS * WARPS || clocks > 20 * PACKETS * WARPS) begin
                $display("%0d warps of %0d, %0d errors", next(got) / PACKETS, WARPS, errors);
                $finish;
            end
        end
endmodule
