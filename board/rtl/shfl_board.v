// SPDX-License-Identifier: Apache-2.0
// shfl_board - a test of a unit that runs by itself: four suites, a signature of the results of each, the first result
// that differs from shfl_board_reference, and a report of them as text, at once and again on each byte that arrives.
// Its parameters are those of shfl_board_config.vh, which board/build.py writes. Spec: docs/use/board.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_board_config.vh"
module shfl_board #(
    parameter integer DIVISOR = `BOARD_DIVISOR,     // clocks per bit of the serial port
    parameter integer KIND    = `BOARD_KIND,        // as in shfl_board_unit
    parameter integer LANES   = `BOARD_LANES,       // 2 to 32
    parameter integer W       = `BOARD_W,           // 1 to 32
    parameter integer DEPTH   = `BOARD_DEPTH,
    parameter integer NETWORK = `BOARD_NETWORK,
    parameter integer MEMORY  = `BOARD_MEMORY,
    parameter integer SKID    = `BOARD_SKID,
    parameter integer ELASTIC = `BOARD_ELASTIC,
    parameter integer WARPS   = `BOARD_WARPS        // of each suite but uniform
) (
    input  wire clk,
    input  wire rx,
    output wire tx,
    output wire right,                              // all suites have run, and nothing differs
    output wire wrong                               // something differs
);
    localparam L       = $clog2(LANES);
    localparam TAG_W   = 8;
    localparam WARPS_W = 20;
    localparam integer UNIFORM = 4 * LANES * LANES * LANES;

    // ---- what happens: HEAD, then RUN and LINE for each suite, then FIRST, SUM, IDLE

    localparam [2:0] BOOT = 3'd0, HEAD = 3'd1, RUN = 3'd2, LINE = 3'd3, FIRST = 3'd4, SUM = 3'd5, IDLE = 3'd6;
    reg  [2:0]         state = BOOT;
    reg  [9:0]         boot  = 10'd0;
    reg  [1:0]         suite;
    reg  [7:0]         quiet;                       // clocks without a lane in or out
    reg                suite_rst, say;
    wire               rst        = state == BOOT;
    wire               saying, arrives;
    wire               suite_ends = state == RUN && !suite_rst && &quiet;
    wire               said       = !say && !saying;
    wire [WARPS_W-1:0] warps      = suite == 2'd0 ? UNIFORM[WARPS_W-1:0] : WARPS[WARPS_W-1:0];

    always @(posedge clk) begin
        say       <= 1'b0;
        suite_rst <= 1'b0;
        boot      <= boot + 10'd1;
        case (state)
        BOOT:
            if (&boot) begin
                state <= HEAD;
                say   <= 1'b1;
            end
        HEAD:
            if (said) begin
                state     <= RUN;
                suite     <= 2'd0;
                suite_rst <= 1'b1;
            end
        RUN:
            if (suite_ends) begin
                state <= LINE;
                say   <= 1'b1;
            end
        LINE:
            if (said) begin
                suite     <= suite + 2'd1;
                state     <= suite == 2'd3 ? FIRST : RUN;
                say       <= suite == 2'd3;
                suite_rst <= suite != 2'd3;
            end
        FIRST:
            if (said) begin
                state <= SUM;
                say   <= 1'b1;
            end
        SUM:
            if (said)
                state <= IDLE;
        default:
            if (arrives) begin
                state <= HEAD;
                say   <= 1'b1;
            end
        endcase
    end

    // ---- the lanes that go into the unit

    wire                    in_ready, last, sb_is_imm, sc_is_imm, active;
    wire [WARPS_W-1:0]      put_warp, warp;
    wire [L-1:0]            put_position, put_lane, sb_imm;
    wire [`SHFL_MODE_W-1:0] mode;
    wire [L+7:0]            sc_imm;
    wire [W-1:0]            ra;
    wire [31:0]             sb, sc;
    wire [3:0]              on_way = put_warp[3:0] - warp[3:0];     // warps whose results have not all come

    reg  [15:0] random = 16'd1;                     // x^16 + x^15 + x^13 + x^4 + 1
    always @(posedge clk)
        random <= {random[14:0], random[15] ^ random[14] ^ random[12] ^ random[3]};
    // of every 32 warps, 16 with a slow source and 16 with a slow sink
    wire stalls   = suite == 2'd3;
    wire gap      = stalls && random[0] && (put_warp[4] || random[7]);
    wire stall    = stalls && random[5] && (!put_warp[4] || random[11]);
    wire in_valid = state == RUN && !suite_rst && put_warp != warps && on_way < 4'd7 && !gap;
    wire put      = in_valid && in_ready;

    shfl_board_generator #(.LANES(LANES), .W(W), .ANY(KIND == 0 ? 0 : 1), .WARPS_W(WARPS_W)) u_generator (
        .clk(clk), .rst(suite_rst), .suite(suite), .next(put),
        .warp(put_warp), .position(put_position), .lane(put_lane), .last(last),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc));

    // ---- the unit

    wire             out_valid, out_last, pu, we, src_active;
    wire             out_ready = state == RUN && !suite_rst && !stall;
    wire             got       = out_valid && out_ready;
    wire [L-1:0]     out_lane;
    wire [TAG_W-1:0] out_tag;
    wire [W-1:0]     rd;

    shfl_board_unit #(.KIND(KIND), .LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK), .MEMORY(MEMORY),
                      .SKID(SKID), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_unit (
        .clk(clk), .rst(suite_rst || rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_lane(put_lane), .in_last(last), .in_tag(put_warp[TAG_W-1:0]),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_lane(out_lane), .out_last(out_last), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    // ---- what the results are, and what they should be

    wire [63:0]        signature;
    wire [4:0]         differs;
    wire [WARPS_W-1:0] differs_warp;
    wire [L-1:0]       differs_lane, position;

    shfl_board_signature u_signature (
        .clk(clk), .rst(suite_rst), .enable(got), .signature(signature),
        .result({{20-L{1'b0}}, out_tag, out_lane, out_last, pu, we, src_active, {32-W{1'b0}}, rd}));

    localparam integer OPS_W = `SHFL_MODE_W + 2 * L + 8;
    wire [OPS_W-1:0] ops = {mode, sb_is_imm ? sb_imm : sb[L-1:0], sc_is_imm ? sc_imm : sc[L+7:0]};

    shfl_board_reference #(.LANES(LANES), .W(W), .OPS_W(OPS_W), .TAG_W(TAG_W), .WARPS_W(WARPS_W))
        u_reference (
        .clk(clk), .rst(suite_rst),
        .put(put), .put_warp(put_warp), .put_position(put_position), .put_lane(put_lane), .put_ops(ops),
        .active(active), .ra(ra),
        .got(got), .got_lane(out_lane), .got_last(out_last), .got_tag(out_tag), .got_rd(rd), .got_pu(pu), .got_we(we),
        .got_src_active(src_active),
        .warp(warp), .position(position), .differs(differs), .differs_warp(differs_warp), .differs_lane(differs_lane));

    // ---- the first difference: of a result, a result more than there should be, or one that is missing

    wire surplus = got && warp == warps;
    wire missing = suite_ends && warp != warps;

    reg  [1:0]         first_suite;
    reg  [WARPS_W-1:0] first_warp;
    reg  [L-1:0]       first_lane;
    reg  [6:0]         first_fields;
    assign wrong = |first_fields;
    assign right = state == IDLE && !wrong;

    always @(posedge clk) begin
        quiet <= suite_rst || put || got ? 8'd0 : quiet + 8'd1;
        if (state == HEAD)
            first_fields <= 7'd0;
        else if (!wrong) begin
            first_suite  <= suite;
            first_fields <= {missing, surplus, differs};
            first_warp   <= |differs ? differs_warp : warp;
            first_lane   <= |differs ? differs_lane : position;
        end
    end

    // ---- the report

    // A digit is named by its number from the right in DIGITS, plus 128.
    localparam integer DIGITS   = 35, HEAD_CHARS = `BOARD_HEAD_CHARS + 3;
    localparam [8:0]   LINES_AT = HEAD_CHARS[8:0], LINE_CHARS = 9'd50;
    localparam [8:0]   EQUAL_AT = LINES_AT + 9'd200, FIRST_AT = EQUAL_AT + 9'd16, SUM_AT = FIRST_AT + 9'd57;
    localparam integer CHARS    = HEAD_CHARS + 200 + 16 + 57 + 11;
    localparam [41*8-1:0] REST  = {
        " warps ", 40'h94_93_92_91_90, " signature ", 128'h8f_8e_8d_8c_8b_8a_89_88_87_86_85_84_83_82_81_80, 16'h0d_0a};
    localparam [8*CHARS-1:0] TEXT = {
        `BOARD_HEAD, 24'h0d_0a_00,
        "uniform ", REST, 8'h00, "per-lane", REST, 8'h00, "masks   ", REST, 8'h00, "stalls  ", REST, 8'h00,
        "no difference", 24'h0d_0a_00,
        "first difference: suite ", 8'h95, " warp ", 40'h9a_99_98_97_96, " lane ", 16'h9c_9b, " fields ", 16'h9e_9d,
        24'h0d_0a_00,
        "sum ", 32'ha2_a1_a0_9f, 24'h0d_0a_00};

    wire       send, ready;
    wire [7:0] symbol;
    reg  [8:0] from;
    reg [15:0] sum;

    always @*
        case (state)
        LINE:    from = LINES_AT + (suite[0] ? LINE_CHARS : 9'd0) + (suite[1] ? LINE_CHARS << 1 : 9'd0);
        FIRST:   from = wrong ? FIRST_AT : EQUAL_AT;
        SUM:     from = SUM_AT;
        default: from = 9'd0;
        endcase

    always @(posedge clk)
        if (state == HEAD && say)
            sum <= 16'd0;
        else if (send && ready && state != SUM)
            sum <= {sum[0], sum[15:1]} + {8'd0, symbol};

    shfl_board_text #(.CHARS(CHARS), .TEXT(TEXT), .DIGITS(DIGITS)) u_text (
        .clk(clk), .rst(rst), .start(say), .from(from), .busy(saying),
        .digits({sum, 1'b0, first_fields, {8-L{1'b0}}, first_lane, first_warp, 2'b00, first_suite, warp, signature}),
        .send(send), .symbol(symbol), .ready(ready));

    shfl_board_uart #(.DIVISOR(DIVISOR)) u_uart (
        .clk(clk), .rst(rst), .send(send), .byte_out(symbol), .ready(ready), .arrives(arrives), .rx(rx), .tx(tx));
endmodule
`default_nettype wire
