// SPDX-License-Identifier: Apache-2.0
// Runs each warp of a file through the module under test, `PEER with the parameters `PARAMS, and writes its results. It
// has the ports of module shfl (docs/rules.md 5.2), and any latency; or, with `FUNCTION, it is combinational, and has
// mode, active, ra, sb, sc, rd, pu and we alone. Plusargs:
//
//     +vectors=FILE   a warp per line, "mode active sb... sc... ra..." of all lanes, in hexadecimal
//     +to=FILE        gets "rd... pu we" of each; x for an rd that is x, and of a lane that does not write
//
// Warps follow each other as fast as they are accepted. The last line of the output is "conform: N warps" if all have
// results, or names what is wrong: "hang", "surplus" or "x".
`timescale 1ns / 1ns
`default_nettype none
module conform_bench;
    parameter LANES = 32;
    parameter W     = 32;               // 5 bits or more name a lane
    parameter LIMIT = 10000;            // clocks without a warp accepted or a result

    reg                 clk = 0, rst = 1, in_valid = 0;
    reg  [1:0]          mode = 0;
    reg  [LANES-1:0]    active = 0;
    reg  [LANES*W-1:0]  ra = 0;
    reg  [LANES*32-1:0] sb = 0, sc = 0;
    wire                in_ready, out_valid;
    wire [LANES*W-1:0]  rd;
    wire [LANES-1:0]    pu, we;

`ifdef FUNCTION
    assign in_ready  = !rst;
    assign out_valid = in_valid && !rst;
    `PEER `PARAMS u_peer (.mode(mode), .active(active), .ra(ra), .sb(sb), .sc(sc), .rd(rd), .pu(pu), .we(we));
`else
    wire [15:0]         out_tag;
    wire [LANES-1:0]    src_active;
    `PEER `PARAMS u_peer (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(16'd0), .mode(mode),
        .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({$clog2(LANES){1'b0}}), .sc_imm({$clog2(LANES)+8{1'b0}}),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(1'b1), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
`endif

    always #5 clk = !clk;

    // ---- the warps of the file

    reg [8*1024:1] name;
    integer        from, to, k, found;
    reg            ended = 0;
    reg [63:0]     word;
    reg [1:0]      next_mode;

    task fail;                          // the message is printed already
        begin
            $fclose(to);
            $finish(0);
        end
    endtask

    task next_warp;                     // to the ports, or none
        begin
            found = $fscanf(from, "%h %h", next_mode, word);
            ended = found != 2;
            active <= word[LANES-1:0];
            for (k = 0; k < 3 * LANES && !ended; k = k + 1) begin
                found = $fscanf(from, "%h", word);
                if (k < LANES) sb[32*k +: 32] <= word[31:0];
                else if (k < 2 * LANES) sc[32*(k-LANES) +: 32] <= word[31:0];
                else ra[W*(k-2*LANES) +: W] <= word[W-1:0];
            end
            mode <= next_mode;
            in_valid <= !ended;
        end
    endtask

    // ---- the results

    integer taken = 0, answered = 0, clocks = 0, idle = 0, unknown = 0;

    task where;                         // the warp of the next result
        $write("warp %0d of the file", answered + 1);
    endtask

    reg [W-1:0] lane_rd;
    task take_answer;
        begin
            if ((^pu) === 1'bx || (^we) === 1'bx) begin
                unknown = unknown + 1;
                if (unknown <= 4) begin
                    where;
                    $display(": x in pu or we: pu is %b, we is %b", pu, we);
                end
            end
            for (k = 0; k < LANES; k = k + 1) begin
                lane_rd = rd[W*k +: W];
                if ((^lane_rd) === 1'bx || we[k] !== 1'b1) $fwrite(to, "x ");
                else $fwrite(to, "%0h ", lane_rd);
            end
            $fwrite(to, "%0h %0h\n", pu, we);
            $fflush(to);                // so that the file shows the progress
            answered = answered + 1;
        end
    endtask

    initial begin
        if ($value$plusargs("vectors=%s", name) == 0) begin
            $display("expected +vectors=FILE");
            $finish(0);
        end
        from = $fopen(name, "r");
        if ($value$plusargs("to=%s", name) == 0) begin
            $display("expected +to=FILE");
            $finish(0);
        end
        to = $fopen(name, "wb");
        if (from == 0 || to == 0) begin
            $display("a file of +vectors or +to cannot be opened");
            $finish(0);
        end
    end

    always @(posedge clk) begin
        clocks <= clocks + 1;
        rst <= clocks < 3;
        if (clocks == 4) next_warp;
        if (clocks > 4) begin
            idle = idle + 1;
            if ((^{in_ready, out_valid}) === 1'bx) begin
                where;
                $display(": x in the handshake: in_ready is %b, out_valid is %b", in_ready, out_valid);
                fail;
            end
            if (in_valid && in_ready) begin
                taken = taken + 1;
                idle = 0;
                next_warp;
            end
            if (out_valid && answered == taken) begin
                $display("surplus: a result after those of all %0d warps", answered);
                fail;
            end else if (out_valid) begin
                take_answer;
                idle = 0;
            end
            if (ended && answered == taken && idle == 16) begin
                if (unknown > 0) $display("x: in the results of %0d of %0d warps", unknown, answered);
                else $display("conform: %0d warps", answered);
                fail;
            end else if (idle == LIMIT) begin
                where;
                $display(": hang: %0d clocks without a warp accepted or a result", LIMIT);
                fail;
            end
        end
    end
endmodule
`default_nettype wire
