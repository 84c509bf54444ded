// SPDX-License-Identifier: Apache-2.0
// shfl_by_hand - a small testbench that checks itself: the examples of docs/rules.md 3.6, every rotation
// and every shift of the lanes, on any configuration of the unit. It needs no other file.
//
// Warps are offered and taken with gaps. Ends with "N checks, 0 errors" and $finish, or with $stop.
`default_nettype none
`include "shfl_defs.vh"
module shfl_by_hand;
    parameter LANES  = 32;
    parameter W      = 32;
    parameter DEPTH  = 1;
    parameter POLICY = `SHFL_ZERO;
    parameter PARTS  = 0;
    parameter NETWORK = 0;
    parameter SKID   = 0;

    localparam LANE_W = $clog2(LANES);
    localparam TAG_W  = 16;
    localparam LIMIT  = 1000;                       // clocks to wait for the unit
    localparam TRIPS  = NETWORK ? LANES / NETWORK : 1;  // of a warp, at most

    reg                 clk, rst, in_valid, out_ready, sb_is_imm, sc_is_imm;
    reg  [TAG_W-1:0]    in_tag;
    reg  [`SHFL_MODE_W-1:0] mode;
    reg  [LANE_W-1:0]   sb_imm;
    reg  [LANE_W+7:0]   sc_imm;
    reg  [LANES-1:0]    active;
    reg  [LANES*W-1:0]  ra;
    reg  [LANES*32-1:0] sb, sc;
    wire                in_ready, out_valid;
    wire [TAG_W-1:0]    out_tag;
    wire [LANES*W-1:0]  rd;
    wire [LANES-1:0]    pu, we, src_active;

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK), .SKID(SKID),
          .TAG_W(TAG_W)) u_shfl (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(ra), .sb(sb), .sc(sc), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    initial clk = 0;
    always #5 clk = !clk;

    integer checks, errors, seed, n, k, i;

    task check(input good, input integer lane);
        begin
            checks = checks + 1;
            if (good !== 1'b1) begin
                errors = errors + 1;
                if (errors <= 10)
                    $display("ERROR: warp %0d, mode %0d, lane %0d: pu %b, we %b, src_active %b, rd %h", in_tag, mode,
                             lane, pu[lane], we[lane], src_active[lane], rd[W*lane +: W]);
            end
        end
    endtask

    // the value that lane k offers: no two lanes offer the same one, as far as W bits allow
    function [W-1:0] word(input integer lane);
        word = lane * 32'h9e3779b1 + lane;
    endfunction

    // one warp through the unit: the operands as they are, to the results at the output. With DEPTH 0 these
    // are there while the warp is still offered. A warp of one trip takes DEPTH clocks; with DEPTH 1 the others are
    // over before it is accepted
    integer wait_clocks;
    reg     one_trip;
    task go;
        begin
            in_tag = in_tag + 1;
            for (k = 0; k < LANES; k = k + 1)
                ra[W*k +: W] = word(k);
            in_valid    = 1;
            wait_clocks = 0;
            #1;
            if (DEPTH > 0) begin
                while (!in_ready && wait_clocks < LIMIT) begin
                    @(negedge clk);
                    #1 wait_clocks = wait_clocks + 1;
                end
                check(in_ready, 0);
                @(negedge clk) in_valid = 0;
                wait_clocks = 1;
            end
            while (!out_valid && wait_clocks < LIMIT) begin
                @(negedge clk);
                wait_clocks = wait_clocks + 1;
            end
            for (i = $random(seed) & 3; i > 0; i = i - 1)
                @(negedge clk);
            check(out_valid && out_tag === in_tag && wait_clocks >= DEPTH
                  && wait_clocks <= DEPTH + (DEPTH > 1 && !one_trip ? TRIPS - 1 : 0), 0);
        end
    endtask

    // it has been looked at, and leaves
    task done;
        begin
            out_ready = 1;
            @(negedge clk) {out_ready, in_valid} = 2'b00;
            #1 check(!out_valid, 0);
        end
    endtask

    // lane `lane` read lane `from`
    task lane_is(input integer lane, input integer from, input in_range);
        check(pu[lane] === in_range && we[lane] === active[lane] && src_active[lane] === active[from]
              && rd[W*lane +: W] === (active[from] || POLICY == `SHFL_RAW ? word(from)
                                      : POLICY == `SHFL_OWN ? word(lane) : {W{1'b0}}), lane);
    endtask

    // all lanes in one segment, by immediates or by registers: lane k reads lane k+n modulo LANES, or n as an
    // immediate; lane k^n; lane k+n or lane k-n, or itself at the warp's ends
    task permutation(input [`SHFL_MODE_W-1:0] mode_is);
        begin
            mode   = mode_is;
            sb_imm = n;
            sc_imm = mode == `SHFL_UP ? 0 : LANES - 1;
            for (k = 0; k < LANES; k = k + 1) begin
                sb[32*k +: 32] = sb_is_imm ? $random(seed) : mode == `SHFL_IDX ? (k + n) % LANES : n;
                sc[32*k +: 32] = sc_is_imm ? $random(seed) : sc_imm;
            end
            go;
            for (k = 0; k < LANES; k = k + 1)
                case (mode)
                    `SHFL_IDX:  lane_is(k, sb_is_imm ? n : (k + n) % LANES, 1'b1);
                    `SHFL_BFLY: lane_is(k, k ^ n, 1'b1);
                    `SHFL_DOWN: lane_is(k, k + n < LANES ? k + n : k, k + n < LANES);
                    default:    lane_is(k, k >= n ? k - n : k, k >= n);
                endcase
            done;
        end
    endtask

    // a row of the first table of 3.6: 32 lanes, operands in registers, other lanes' ones at random
    task row(input [`SHFL_MODE_W-1:0] mode_is, input integer lane, input [4:0] index, input [4:0] clamp,
             input [4:0] segmask, input in_range, input integer src_lane);
        begin
            mode     = mode_is;
            one_trip = 0;
            {sb_is_imm, sc_is_imm, active} = {2'b00, {LANES{1'b1}}};
            for (k = 0; k < LANES; k = k + 1)
                {sb[32*k +: 32], sc[32*k +: 32]} = {$random(seed), $random(seed)};
            sb[32*lane +: 5]     = index;
            sc[32*lane +: 5]     = clamp;
            sc[32*lane + 8 +: 5] = segmask;
            go;
            lane_is(lane, src_lane, in_range);
            done;
        end
    endtask

    initial begin
        {checks, errors, seed, in_tag} = 0;
        one_trip = 1;
        {rst, in_valid, out_ready} = 3'b100;
        repeat (2) @(negedge clk);
        check(!in_ready, 0);
        rst = 0;
        #1 check(!out_valid && (in_ready === (DEPTH > 0 || SKID != 0) || (NETWORK != 0 && DEPTH == 1)), 0);

        for (n = 0; n < LANES; n = n + 1) begin
            {sb_is_imm, sc_is_imm} = n;
            active = {LANES{1'b1}} ^ (n & 4 ? $random(seed) : 0);
            permutation(`SHFL_IDX);
            permutation(`SHFL_BFLY);
            permutation(`SHFL_DOWN);
            permutation(`SHFL_UP);
        end

        if (LANES == 32) begin
            row(`SHFL_IDX,  21,  2, 31, 5'b11000, 1'b1, 18);
            row(`SHFL_IDX,  21, 13, 31, 5'b11000, 1'b1, 21);
            row(`SHFL_UP,   21,  3,  0, 5'b11000, 1'b1, 18);
            row(`SHFL_UP,   17,  3,  0, 5'b11000, 1'b0, 17);
            row(`SHFL_UP,    9,  7,  3, 5'b00000, 1'b0,  9);
            row(`SHFL_DOWN, 21,  3, 31, 5'b11000, 1'b0, 21);
            row(`SHFL_BFLY, 21, 16, 31, 5'b11000, 1'b1,  5);
            row(`SHFL_BFLY,  5, 16, 31, 5'b11000, 1'b0,  5);
            row(`SHFL_DOWN, 10,  5, 31, 5'b01010, 1'b1, 15);
        end

        if (LANES == 8) begin                       // the whole warp of 3.6: segments of 4 lanes
            mode     = `SHFL_DOWN;
            active   = 8'b10110111;
            {sb_is_imm, sc_is_imm, sb_imm, sc_imm} = {2'b11, 3'd2, 11'h407};
            go;
            for (k = 0; k < 8; k = k + 1)
                lane_is(k, k & 2 ? k : k + 2, !(k & 2));
            done;
        end

        $display("LANES %0d, W %0d, DEPTH %0d, POLICY %0d, PARTS %0d, NETWORK %0d, SKID %0d: %0d checks, %0d errors",
                 LANES, W, DEPTH, POLICY, PARTS, NETWORK, SKID, checks, errors);
        if (errors > 0 || checks < LANES * LANES) $stop;
        $finish(0);
    end
endmodule
`default_nettype wire
