// SPDX-License-Identifier: Apache-2.0
// Random warps, stalls and resets for shfl_packed, held against module shfl. Whatever does not count is x. Plusargs:
// +x=PORT gives PORT an x where it counts.
module shfl_bench #(
    parameter int LANES = 8, W = 5, DEPTH = 2, POLICY = 1, PARTS = 0, SKID = 0, TAG_W = 6
);
    localparam int L = $clog2(LANES);

    logic                    clk = 1'b0, rst, in_valid, in_ready, sb_is_imm, sc_is_imm, out_valid, out_ready;
    logic [TAG_W-1:0]        in_tag, out_tag;
    logic [1:0]              mode;
    logic [L-1:0]            sb_imm;
    logic [L+7:0]            sc_imm;
    logic [LANES-1:0]        active, pu, we, src_active;
    logic [LANES-1:0][W-1:0] ra, rd;
    logic [LANES-1:0][31:0]  sb, sc;

    shfl_packed #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .SKID(SKID),
                  .TAG_W(TAG_W)) u_packed (.*);

    // the same, lane by lane
    wire [LANES*W-1:0]       flat_ra, flat_rd;
    wire [LANES*32-1:0]      flat_sb, flat_sc;
    wire [LANES-1:0]         flat_pu, flat_we, flat_src_active;
    wire [TAG_W-1:0]         flat_tag;
    wire                     flat_ready, flat_valid;
    wire [LANES-1:0]         same;

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .SKID(SKID),
           .TAG_W(TAG_W)) u_flat (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(flat_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(flat_ra), .sb(flat_sb), .sc(flat_sc), .out_valid(flat_valid), .out_ready(out_ready), .out_tag(flat_tag),
        .rd(flat_rd), .pu(flat_pu), .we(flat_we), .src_active(flat_src_active));

    for (genvar k = 0; k < LANES; k++) begin : g_lane
        assign flat_ra[W*k +: W]   = ra[k];
        assign flat_sb[32*k +: 32] = sb[k];
        assign flat_sc[32*k +: 32] = sc[k];
        assign same[k] = {rd[k], pu[k], we[k], src_active[k]}
                     === {flat_rd[W*k +: W], flat_pu[k], flat_we[k], flat_src_active[k]};
    end

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W)) u_known (.in_key(in_tag), .out_key(out_tag), .*);

    function automatic logic [31:0] random(input bit counts, input logic [31:0] used);
        return counts ? $urandom | ~used & 'x : 'x;
    endfunction

    always #5 clk = !clk;

    string x_port;
    int    clocks = 0, results = 0;
    initial if (!$value$plusargs("x=%s", x_port)) x_port = "none";

    bit               valid, sb_imm_used, sc_imm_used;
    logic [LANES-1:0] mask;

    always @(posedge clk) begin
        valid       = $urandom_range(3) != 0;
        sb_imm_used = $urandom_range(1) != 0;
        sc_imm_used = $urandom_range(1) != 0;
        mask        = LANES'($urandom) | LANES'(1);
        clocks    <= clocks + 1;
        rst       <= clocks < 2 || $urandom_range(99) == 0;
        out_ready <= $urandom_range(3) != 0;
        in_valid  <= x_port == "in_valid" ? 'x : valid;
        in_tag    <= TAG_W'(random(valid, '1));
        mode      <= x_port == "mode" ? 'x : 2'(random(valid, '1));
        active    <= valid ? mask : 'x;
        sb_is_imm <= valid ? sb_imm_used : 'x;
        sc_is_imm <= valid ? sc_imm_used : 'x;
        sb_imm    <= L'(random(valid && sb_imm_used, '1));
        sc_imm    <= (L+8)'(random(valid && sc_imm_used, 32'((LANES - 1) * 'h101)));
        for (int k = 0; k < LANES; k++) begin
            ra[k] <= W'($urandom);
            sb[k] <= x_port == "sb" ? 'x : random(valid && !sb_imm_used && mask[k], 32'(LANES - 1));
            sc[k] <= x_port == "sc" ? 'x : random(valid && !sc_imm_used && mask[k], 32'((LANES - 1) * 'h101));
        end
        if (clocks > 2 && !rst) begin
            if ({in_ready, out_valid} !== {flat_ready, flat_valid}
                || out_valid && (out_tag !== flat_tag || same !== '1))
                $display("shfl_packed is not shfl");
            if (out_valid && out_ready) results <= results + 1;
        end
        if (clocks == 2000) begin
            $display("%0d results", results);
            $finish;
        end
    end
endmodule
