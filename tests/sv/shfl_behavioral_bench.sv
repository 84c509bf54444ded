// SPDX-License-Identifier: Apache-2.0
// synth/fpga/flow/shfl_behavioral.v and shfl_in_place.v, which has shfl: what the report compares has to give the same
// words and tags. Random warps, each lane with its own operands; random gaps, and results that wait.
module shfl_behavioral_bench #(
    parameter int LANES = 8, W = 32, FRONT = 0, NETWORK = 0, WARPS = 5000
);
    localparam int TAG_W = 16;

    logic                clk = 1'b0, rst = 1'b1;
    logic [1:0]          op     [0:WARPS];          // UP, DOWN, BFLY, IDX
    logic [LANES-1:0]    active [0:WARPS];
    logic [LANES*W-1:0]  rs1    [0:WARPS];
    logic [LANES*32-1:0] rs2    [0:WARPS];
    logic [LANES*W-1:0]  result [0:1][0:WARPS];     // of shfl_behavioral, of shfl_in_place
    logic [31:0]         entered [0:1], left [0:1];
    logic                in_valid [0:1], in_ready [0:1], out_valid [0:1], out_ready [0:1];
    logic [TAG_W-1:0]    out_tag [0:1];
    logic [LANES*W-1:0]  rd [0:1];
    logic                enters [0:1], leaves [0:1];
    int                  moved = 0, waits = 0;

    for (genvar u = 0; u < 2; u++) begin : g_unit
        wire [TAG_W-1:0]    tag    = TAG_W'(entered[u]);
        wire [1:0]          unit_op     = op[entered[u]];
        wire [LANES-1:0]    unit_active = active[entered[u]];
        wire [LANES*W-1:0]  unit_rs1    = rs1[entered[u]];
        wire [LANES*32-1:0] unit_rs2    = rs2[entered[u]];
        wire                ready, valid;
        wire [TAG_W-1:0]    result_tag;
        wire [LANES*W-1:0]  words;

        if (u == 0) begin : g_behavioral
            shfl_behavioral #(.LANES(LANES), .W(W), .FRONT(FRONT), .TAG_W(TAG_W)) u_unit (
                .clk, .rst, .in_valid(in_valid[u]), .in_ready(ready), .in_tag(tag), .op(unit_op), .active(unit_active),
                .rs1(unit_rs1), .rs2(unit_rs2), .out_valid(valid), .out_ready(out_ready[u]), .out_tag(result_tag),
                .rd(words));
        end else begin : g_in_place
            shfl_in_place #(.LANES(LANES), .W(W), .NETWORK(NETWORK), .TAG_W(TAG_W)) u_unit (
                .clk, .rst, .in_valid(in_valid[u]), .in_ready(ready), .in_tag(tag), .op(unit_op), .active(unit_active),
                .rs1(unit_rs1), .rs2(unit_rs2), .out_valid(valid), .out_ready(out_ready[u]), .out_tag(result_tag),
                .rd(words));
        end
        assign in_ready[u]  = ready;
        assign out_valid[u] = valid;
        assign out_tag[u]   = result_tag;
        assign rd[u]        = words;
    end

    initial begin
        for (int warp = 0; warp <= WARPS; warp++) begin
            op[warp]     = 2'($urandom);
            active[warp] = warp % 4 ? LANES'({$urandom, $urandom}) : {LANES{1'b1}};
            for (int k = 0; k < LANES; k++) begin
                rs1[warp][W*k +: W]   = W'($urandom);
                rs2[warp][32*k +: 32] = $urandom;
                if (warp % 2) rs2[warp][32*k + 6 +: 12] = 12'h03f;      // one segment
                if (warp % 8 > 5) rs2[warp][32*k +: 32] = rs2[warp][0 +: 32];   // operands alike
            end
        end
        for (int u = 0; u < 2; u++) begin
            entered[u]   = 0;
            left[u]      = 0;
            in_valid[u]  = 1'b0;
            out_ready[u] = 1'b0;
        end
        #1 clk = 1'b1;
        #1 clk = 1'b0;
        rst = 1'b0;
        for (int clock = 0; clock < 40 * WARPS && (left[0] < WARPS || left[1] < WARPS); clock++) begin
            for (int u = 0; u < 2; u++) begin
                if (!in_valid[u]) in_valid[u] = entered[u] < WARPS && $urandom % 4 != 0;
                out_ready[u] = $urandom % 4 != 0;
            end
            #1;
            for (int u = 0; u < 2; u++)
                if (out_valid[u] && out_ready[u]) begin
                    if (out_tag[u] !== TAG_W'(left[u]))
                        $fatal(1, "unit %0d, warp %0d: tag %0d", u, left[u], out_tag[u]);
                    result[u][left[u]] = rd[u];
                end
            for (int u = 0; u < 2; u++) begin
                enters[u] = in_valid[u] && in_ready[u];
                leaves[u] = out_valid[u] && out_ready[u];
                waits     = waits + (out_valid[u] && !out_ready[u]);
            end
            clk = 1'b1;
            #1;
            for (int u = 0; u < 2; u++) begin
                entered[u] = entered[u] + enters[u];
                left[u]    = left[u] + leaves[u];
                if (enters[u]) in_valid[u] = 1'b0;
            end
            clk = 1'b0;
        end
        if (left[0] != WARPS || left[1] != WARPS) $fatal(1, "%0d and %0d warps left, not %0d", left[0], left[1], WARPS);
        for (int warp = 0; warp < WARPS; warp++)
            for (int k = 0; k < LANES; k++) begin
                if (active[warp][k] && result[0][warp][W*k +: W] !== result[1][warp][W*k +: W])
                    $fatal(1, "warp %0d, op %0d, lane %0d: shfl_behavioral %h, shfl %h", warp, op[warp], k,
                           result[0][warp][W*k +: W], result[1][warp][W*k +: W]);
                if (active[warp][k] && result[0][warp][W*k +: W] !== rs1[warp][W*k +: W]) moved++;
            end
        $display("moved %0d waits %0d", moved, waits);
        $finish(0);
    end
endmodule
