// SPDX-License-Identifier: Apache-2.0
// synth/fpga/flow/shfl_behavioral.v beside shfl: what the report compares has to give the same words. Random warps,
// each lane with operands of its own.
module shfl_behavioral_bench #(
    parameter int LANES = 8, WARPS = 5000
);
    localparam int L = $clog2(LANES), W = 32;

    logic                clk = 1'b0;
    logic [1:0]          op;                        // UP, DOWN, BFLY, IDX
    logic [LANES-1:0]    active;
    logic [LANES*W-1:0]  ra, rd, other;
    logic [LANES*18-1:0] rb;
    logic [LANES*32-1:0] sb, sc;
    int                  moved = 0;

    shfl_behavioral #(.LANES(LANES), .W(W)) u_other (.clk, .enable(1'b1), .op, .active, .ra, .rb, .rd(other));

    // as rtl/examples/packets says: mode is op + 1, and UP ends at the first lane of the segment
    shfl #(.LANES(LANES), .W(W), .DEPTH(1), .POLICY(1)) u_shfl (
        .clk, .rst(1'b0), .in_valid(1'b1), .in_ready(), .in_tag(16'd0), .mode(op + 2'd1), .sb_is_imm(1'b0),
        .sc_is_imm(1'b0), .sb_imm({L{1'b0}}), .sc_imm({(L + 8){1'b0}}), .active, .ra, .sb, .sc, .out_valid(), .out_ready(1'b1), .out_tag(),
        .rd, .pu(), .we(), .src_active());

    always_comb
        for (int k = 0; k < LANES; k++) begin
            sb[32*k +: 32] = 32'(rb[18*k +: 6]);
            sc[32*k +: 32] = 32'(rb[18*k + 12 +: 6]) << 8 | (op == 0 ? 32'd0 : 32'(rb[18*k + 6 +: 6]));
        end

    initial begin
        for (int warp = 0; warp < WARPS; warp++) begin
            op     = 2'($urandom);
            active = LANES'($urandom);
            for (int k = 0; k < LANES; k++) begin
                ra[W*k +: W]   = $urandom;
                rb[18*k +: 18] = 18'($urandom);
                if (warp % 2) rb[18*k + 6 +: 12] = 12'h03f;     // one segment
            end
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            for (int k = 0; k < LANES; k++) begin
                if (active[k] && rd[W*k +: W] !== other[W*k +: W])
                    $fatal(1, "op %0d, lane %0d: shfl %h, shfl_behavioral %h", op, k, rd[W*k +: W], other[W*k +: W]);
                if (active[k] && rd[W*k +: W] !== ra[W*k +: W]) moved++;
            end
        end
        $display("moved %0d", moved);
        $finish;
    end
endmodule
