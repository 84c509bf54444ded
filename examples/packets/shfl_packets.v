// SPDX-License-Identifier: Apache-2.0
// shfl_packets - the shuffle and the vote beside the ALU of a core that issues a warp of THREADS threads in packets of
// LANES. README.md has the contract of the ports, which differs from docs/rules.md.
`default_nettype none
`include "shfl_defs.vh"
module shfl_packets #(
    parameter integer THREADS  = 32,                // in a warp: a power of two, 1 to 64
    parameter integer LANES    = 8,                 // in a packet: a power of two, 1 to THREADS
    parameter integer W        = 32,                // bits of a word: 32 or 64, with 64 threads 64
    parameter integer DEPTH    = 1,                 // of shfl, 0 to 7; of shfl_banked, 0 to 4; of one thread, 1
    parameter integer NETWORK  = 0,                 // of shfl
    parameter integer HEADER_W = 1                  // bits of the header, 1 or more
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [HEADER_W-1:0] in_header,           // travels with the packet, ignored
    input  wire [3:0]          in_op,               // 00xx ALL, ANY, UNI, BALLOT; 01xx UP, DOWN, BFLY, IDX
    input  wire [`SHFL_BEAT_W(THREADS, LANES)-1:0] in_packet,   // its number: lane k is thread LANES*packet + k
    input  wire                in_first,            // the first packet of the warp that comes,
    input  wire                in_last,             // and the last
    input  wire [LANES-1:0]    in_active,
    input  wire [LANES*W-1:0]  in_rs1,              // lane k: in_rs1[W*k +: W]
    input  wire [LANES*W-1:0]  in_rs2,

    output wire                out_valid,
    input  wire                out_ready,
    output wire [HEADER_W-1:0] out_header,
    output wire [`SHFL_BEAT_W(THREADS, LANES)-1:0] out_packet,
    output wire                out_first,
    output wire                out_last,
    output wire [LANES-1:0]    out_active,
    output wire [LANES*W-1:0]  out_rd
);
    shfl_packets_legal #(.THREADS(THREADS), .LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK),
                         .HEADER_W(HEADER_W)) u_legal ();

    // legal sizes, so that no other error follows
    localparam WARP = THREADS >= 1 && 1 << $clog2(THREADS) == THREADS ? THREADS : 1;
    localparam PACK = LANES >= 1 && LANES <= WARP && 1 << $clog2(LANES) == LANES ? LANES : 1;
    localparam WORD = W >= WARP ? W : WARP;

    localparam LANE_W = WARP > 1 ? $clog2(WARP) : 1;
    localparam SIDE_W = HEADER_W + `SHFL_BEAT_W(WARP, PACK) + 3;

    // ---- the operands, of docs/rules.md 2: b, c and the segment mask are packed; UP has no clamp

    wire                      is_vote = !in_op[2];
    wire [`SHFL_MODE_W-1:0]   mode    = in_op[1:0] + 2'd1;
    wire [PACK-1:0]           p;
    wire [PACK*32-1:0]        sb, sc;

    genvar k;
    generate
        for (k = 0; k < PACK; k = k + 1) begin : g_operands
            wire [WORD-1:0]   rs2     = in_rs2[WORD*k +: WORD];
            wire [LANE_W-1:0] clamp   = mode == `SHFL_UP ? {LANE_W{1'b0}} : rs2[6 +: LANE_W];
            wire [LANE_W-1:0] segmask = rs2[12 +: LANE_W];

            assign p[k]           = in_rs1[WORD*k];
            assign sb[32*k +: 32] = rs2[31:0];
            assign sc[32*k +: 32] = {{24-LANE_W{1'b0}}, segmask, {8-LANE_W{1'b0}}, clamp};
            wire unused_ok = &{1'b0, rs2};
        end
    endgenerate
    wire unused_ok = &{1'b0, in_op[3], sb, sc};

    // ---- the vote, and the shuffle: of one thread, of a whole warp, of packets

    wire [WARP-1:0]      vote, out_vote;
    wire                 out_is_vote;
    wire [PACK*WORD-1:0] word;
    wire [SIDE_W-1:0]    side = {is_vote, in_header, in_packet, in_first, in_last};

    shfl_packets_vote #(.THREADS(WARP), .LANES(PACK)) u_vote (
        .clk(clk), .rst(rst),
        .in_take(in_valid && in_ready), .in_packet(in_packet), .in_last(in_last),
        .op(in_op[1:0]), .active(in_active), .p(p),
        .out_take(out_valid && out_ready && out_last), .result(vote));

    generate
        if (WARP == 1) begin : g_one
            wire ready;

            shfl_result #(.LANES(1), .WARP_W(SIDE_W + 1), .LANE_B(WORD + 1), .SKID(1)) u_result (
                .clk(clk), .rst(rst),
                .in_valid(in_valid && !rst), .in_ready(ready), .in_served(1'b1),
                .in_warp({side, vote}), .in_lane({in_active, in_rs1}),
                .out_valid(out_valid), .out_ready(out_ready),
                .out_warp({out_is_vote, out_header, out_packet, out_first, out_last, out_vote}),
                .out_lane({out_active, word}));
            assign in_ready = ready && !rst;
        end else if (PACK == WARP) begin : g_whole
            // A vote is chosen in front of the result register, and makes one trip through a network
            localparam WARP_W = SIDE_W + 2 * WARP;

            wire is_imm = NETWORK != 0 && is_vote;
            wire source_valid, source_ready, word_valid, word_ready;
            wire [`SHFL_SOURCE_W(WARP, WARP, WORD, WARP_W, 1)-1:0] source;
            wire [`SHFL_WORD_W(WARP, WORD, WARP_W, 1)-1:0]         shuffled;

            shfl_legal #(.UNIT(`SHFL_UNIT_SHFL), .LANES(WARP), .W(WORD), .DEPTH(DEPTH), .POLICY(`SHFL_OWN),
                         .NETWORK(NETWORK), .TAG_W(SIDE_W)) u_legal ();

            shfl_front #(.LANES(WARP), .WAYS(WARP), .W(WORD), .WARP_W(WARP_W), .DEPTH(DEPTH)) u_front (
                .clk(clk), .rst(rst),
                .in_valid(in_valid), .in_ready(in_ready), .in_warp({{WARP{1'b0}}, vote, side}),
                .beat(1'b0), .mode(mode), .sb_is_imm(is_imm), .sc_is_imm(is_imm), .sb_imm({LANE_W{1'b0}}),
                .sc_imm({LANE_W+8{1'b0}}), .active(in_active), .ra(in_rs1), .sb(sb), .sc(sc),
                .out_valid(source_valid), .out_ready(source_ready), .out(source));

            shfl_fabric #(.LANES(WARP), .W(WORD), .NETWORK(NETWORK), .OWN(1), .WARP_W(WARP_W), .DEPTH(DEPTH))
                u_fabric (
                .clk(clk), .rst(rst),
                .in_valid(source_valid), .in_ready(source_ready), .in(source),
                .out_valid(word_valid), .out_ready(word_ready), .out(shuffled));

            shfl_back #(.LANES(WARP), .W(WORD), .POLICY(`SHFL_OWN), .WARP_W(SIDE_W - 1), .VOTE(1), .DEPTH(DEPTH),
                        .SKID(1)) u_back (
                .clk(clk), .rst(rst),
                .in_valid(word_valid), .in_ready(word_ready), .in(shuffled),
                .out_valid(out_valid), .out_ready(out_ready),
                .out_warp({out_header, out_packet, out_first, out_last}),
                .rd(word), .pu(), .we(out_active), .src_active());
            assign {out_is_vote, out_vote} = {1 + WARP{1'b0}};
        end else begin : g_packets
            wire unused_side = &{1'b0, side};

            shfl_banked #(.LANES(WARP), .WAYS(PACK), .W(WORD), .DEPTH(DEPTH), .POLICY(`SHFL_OWN), .SKID(1),
                          .TAG_W(HEADER_W + 2)) u_banked (
                .clk(clk), .rst(rst),
                .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_packet), .in_last(in_last),
                .in_tag({in_header, in_first, is_vote}),
                .mode(mode), .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({LANE_W{1'b0}}), .sc_imm({LANE_W+8{1'b0}}),
                .active(in_active), .ra(in_rs1), .sb(sb), .sc(sc),
                .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_packet), .out_last(out_last),
                .out_tag({out_header, out_first, out_is_vote}), .rd(word), .pu(), .we(out_active), .src_active());
            assign out_vote = vote;
        end
    endgenerate

    // ---- the result: each lane's word, or the same for all lanes. Where a packet is a warp, the word is the vote

    wire [WORD+WARP-1:0] all = {{WORD{1'b0}}, out_vote};

    generate
        for (k = 0; k < PACK; k = k + 1) begin : g_result
            assign out_rd[WORD*k +: WORD] = out_is_vote ? all[WORD-1:0] : word[WORD*k +: WORD];
        end
    endgenerate
    wire unused_all = &{1'b0, all};
endmodule
`default_nettype wire
