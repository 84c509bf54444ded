// SPDX-License-Identifier: Apache-2.0
// For Yosys: after reset, one warp of any operands is sent to the module under test again and again. Whatever its
// latency, each result is that of module shfl: rd where the lane that is read is active, pu of active lanes, and we.
`default_nettype none
module conform_equal #(
    parameter LANES   = 32,
    parameter W       = 1,
    parameter ANSWERS = 0               // 0: is a result wrong? 1: is there one?
) (
    input  wire clk,
    output wire found
);
    (* anyconst *) reg [1:0]          mode;
    (* anyconst *) reg [LANES-1:0]    active;
    (* anyconst *) reg [LANES*W-1:0]  ra;
    (* anyconst *) reg [LANES*32-1:0] sb, sc;

    reg rst = 1;
    always @(posedge clk) rst <= 0;

    wire               out_valid;
    wire [LANES*W-1:0] rd, want_rd;
    wire [LANES-1:0]   pu, we, want_pu, want_we, src_active;

    conform_peer #(.LANES(LANES), .W(W)) u_peer (
        .clk(clk), .rst(rst), .in_valid(!rst), .in_ready(), .mode(mode), .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .rd(rd), .pu(pu), .we(we));
    shfl #(.LANES(LANES), .W(W), .DEPTH(0), .TAG_W(1)) u_want (
        .clk(clk), .rst(1'b0), .in_valid(1'b1), .in_ready(), .in_tag(1'b0), .mode(mode),
        .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({$clog2(LANES){1'b0}}), .sc_imm({$clog2(LANES)+8{1'b0}}),
        .active(active), .ra(ra), .sb(sb), .sc(sc), .out_valid(), .out_ready(1'b1), .out_tag(),
        .rd(want_rd), .pu(want_pu), .we(want_we), .src_active(src_active));

    wire [LANES-1:0] wrong;
    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign wrong[k] = we[k] != want_we[k] || active[k] && pu[k] != want_pu[k]
                || active[k] && src_active[k] && rd[W*k +: W] != want_rd[W*k +: W];
        end
    endgenerate

    assign found = out_valid && !rst && (ANSWERS != 0 || wrong != 0);
endmodule
`default_nettype wire
