// SPDX-License-Identifier: Apache-2.0
// Random beats, stalls and resets for shfl_banked_packed, held against module shfl_banked. Whatever does not count is
// x. Plusargs: +x=PORT gives PORT an x where it counts, +twice=1 sends beats twice.
module shfl_banked_bench #(
    parameter int LANES = 8, WAYS = 2, W = 5, DEPTH = 0, POLICY = 1, MEMORY = 0, SKID = 0, TAG_W = 6
);
    localparam int L = $clog2(LANES), BEATS = LANES / WAYS, BEAT_W = BEATS > 1 ? $clog2(BEATS) : 1;

    logic                    clk = 1'b0, rst, in_valid, in_ready, in_last, sb_is_imm, sc_is_imm;
    logic                    out_valid, out_ready, out_last;
    logic [BEAT_W-1:0]       in_beat, out_beat;
    logic [TAG_W-1:0]        in_tag, out_tag;
    logic [1:0]              mode;
    logic [L-1:0]            sb_imm;
    logic [L+7:0]            sc_imm;
    logic [WAYS-1:0]         active, pu, we, src_active;
    logic [WAYS-1:0][W-1:0]  ra, rd;
    logic [WAYS-1:0][31:0]   sb, sc;

    shfl_banked_packed #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY),
                         .SKID(SKID), .TAG_W(TAG_W)) u_packed (.*);

    // the same, way by way
    wire [WAYS*W-1:0]        flat_ra, flat_rd;
    wire [WAYS*32-1:0]       flat_sb, flat_sc;
    wire [WAYS-1:0]          flat_pu, flat_we, flat_src_active, same;
    wire [TAG_W-1:0]         flat_tag;
    wire [BEAT_W-1:0]        flat_beat;
    wire                     flat_ready, flat_valid, flat_last;

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                  .TAG_W(TAG_W)) u_flat (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(flat_ready), .in_beat(in_beat), .in_last(in_last),
        .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(flat_ra), .sb(flat_sb), .sc(flat_sc), .out_valid(flat_valid), .out_ready(out_ready),
        .out_beat(flat_beat), .out_last(flat_last), .out_tag(flat_tag),
        .rd(flat_rd), .pu(flat_pu), .we(flat_we), .src_active(flat_src_active));

    for (genvar w = 0; w < WAYS; w++) begin : g_way
        assign flat_ra[W*w +: W]   = ra[w];
        assign flat_sb[32*w +: 32] = sb[w];
        assign flat_sc[32*w +: 32] = sc[w];
        assign same[w] = {rd[w], pu[w], we[w], src_active[w]}
                     === {flat_rd[W*w +: W], flat_pu[w], flat_we[w], flat_src_active[w]};
    end

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W + 1 + BEAT_W)) u_known (
        .in_key({in_tag, in_last, in_beat}), .out_key({out_tag, out_last, out_beat}), .*);

    function automatic logic [31:0] random(input bit counts, input logic [31:0] used);
        return counts ? $urandom | ~used & 'x : 'x;
    endfunction

    always #5 clk = !clk;

    string x_port;
    int    clocks = 0, results = 0, twice = 0;
    initial begin
        if (!$value$plusargs("x=%s", x_port)) x_port = "none";
        if (!$value$plusargs("twice=%d", twice)) twice = 0;
    end

    bit               valid, sb_imm_used, sc_imm_used;
    logic [WAYS-1:0]  mask;
    logic [BEATS-1:0] left = '1;                    // beats of the warp that can still come
    int               beat = 0;

    always @(posedge clk) begin
        // what has been taken is gone; what has not may change
        if (clocks > 2 && in_valid && in_ready && !rst) left = in_last ? '1 : left & ~(BEATS'(1) << in_beat);
        if (clocks <= 2 || rst) left = '1;
        if (twice != 0 && !(&left)) beat = 0;
        else begin
            beat = $urandom_range(BEATS - 1);
            while (!left[beat]) beat = (beat + 1) % BEATS;
        end
        valid       = $urandom_range(3) != 0;
        sb_imm_used = $urandom_range(1) != 0;
        sc_imm_used = $urandom_range(1) != 0;
        mask        = WAYS'($urandom) | WAYS'(1);
        clocks    <= clocks + 1;
        rst       <= clocks < 2 || $urandom_range(99) == 0;
        out_ready <= $urandom_range(3) != 0;
        in_valid  <= x_port == "in_valid" ? 'x : valid;
        in_beat   <= valid ? BEAT_W'(beat) : 'x;
        in_last   <= valid ? (left & ~(BEATS'(1) << beat)) == 0 || $urandom_range(7) == 0 : 'x;
        in_tag    <= TAG_W'(random(valid, '1));
        mode      <= x_port == "mode" ? 'x : 2'(random(valid, '1));
        active    <= valid ? mask : 'x;
        sb_is_imm <= valid ? sb_imm_used : 'x;
        sc_is_imm <= valid ? sc_imm_used : 'x;
        sb_imm    <= L'(random(valid && sb_imm_used, '1));
        sc_imm    <= (L+8)'(random(valid && sc_imm_used, 32'((LANES - 1) * 'h101)));
        for (int w = 0; w < WAYS; w++) begin
            ra[w] <= W'($urandom);
            sb[w] <= x_port == "sb" ? 'x : random(valid && !sb_imm_used && mask[w], 32'(LANES - 1));
            sc[w] <= x_port == "sc" ? 'x : random(valid && !sc_imm_used && mask[w], 32'((LANES - 1) * 'h101));
        end
        if (clocks > 2 && !rst) begin
            if ({in_ready, out_valid} !== {flat_ready, flat_valid}
                || out_valid && ({out_tag, out_last, out_beat} !== {flat_tag, flat_last, flat_beat} || same !== '1))
                $display("shfl_banked_packed is not shfl_banked");
            if (out_valid && out_ready) results <= results + 1;
        end
        if (clocks == 2000) begin
            $display("%0d results", results);
            $finish;
        end
    end
endmodule
