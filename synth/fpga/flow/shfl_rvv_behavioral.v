// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_behavioral - what shfl_rvv does, with AGNOSTIC 0, as the text of the rules: of each byte a formula for the
// byte that it reads, and an indexed byte; a loop over the elements for COMPRESS; then a result register with a
// handshake. Only the FPGA report uses it, to compare areas. Spec: docs/rvv.md 3 and 5.2.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_behavioral #(
    parameter integer LANES = 16,
    parameter integer TAG_W = 16
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [TAG_W-1:0]          in_tag,
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      vm,
    input  wire                      vta,
    input  wire                      vma,
    input  wire [2:0]                dst_reg,
    input  wire [2:0]                src_reg,
    input  wire [63:0]               x,
    input  wire [LANES-1:0]          mask,
    input  wire [LANES*16-1:0]       index,
    input  wire [LANES*8-1:0]        ra,
    output reg                       out_valid,
    input  wire                      out_ready,
    output reg  [TAG_W-1:0]          out_tag,
    output reg                       reserved,
    output reg  [LANES*8-1:0]        rd,
    output reg  [LANES-1:0]          we
);
    localparam LANE_W = $clog2(LANES);
    localparam INDEX_W = LANE_W + 3;

    wire compress = op == `SHFL_RVV_COMPRESS;
    wire by_one   = op == `SHFL_RVV_SLIDE1UP || op == `SHFL_RVV_SLIDE1DOWN;
    wire refused  = lmul[2] && sew >= lmul[1:0] || op == `SHFL_RVV_GATHER_EI16 && sew == 2'd0 && lmul == 3'd3
                 || compress && (!vm || vstart != 0);
    wire [INDEX_W:0] vlmax   = {{INDEX_W{1'b0}}, 1'b1} << LANE_W - 3 << (3'd3 + lmul - {1'b0, sew});
    wire [INDEX_W:0] dst_first = {1'b0, dst_reg, {LANE_W{1'b0}}} >> sew;
    wire [INDEX_W:0] src_first = {1'b0, src_reg, {LANE_W{1'b0}}} >> sew;
    wire [INDEX_W:0] per_reg   = {4'd1, {LANE_W{1'b0}}} >> sew;

    // COMPRESS: of each element of dst_reg, the element of src_reg that is packed there
    reg [LANES*LANE_W-1:0] packed_from;
    reg [LANES-1:0]        packed_there;
    reg [INDEX_W:0]        to;
    integer                i;

    always @* begin
        packed_from  = {LANES*LANE_W{1'b0}};
        packed_there = {LANES{1'b0}};
        to           = x[INDEX_W:0] - dst_first;
        for (i = 0; i < LANES; i = i + 1)
            if (mask[i] && i[INDEX_W:0] < per_reg && src_first + i[INDEX_W:0] < vl) begin
                if (to < per_reg) begin
                    packed_from[LANE_W*to[LANE_W-1:0] +: LANE_W] = i[LANE_W-1:0];
                    packed_there[to[LANE_W-1:0]] = 1'b1;
                end
                to = to + 1'b1;
            end
    end

    wire [LANES*8-1:0] rd_next;
    wire [LANES-1:0]   we_next;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0] slot    = LANE >> sew;
            wire [INDEX_W:0]  element = dst_first + {4'd0, slot};
            wire [LANE_W-1:0] place   = LANE & ~({LANE_W{1'b1}} << sew);
            wire [63:0]       indices = op == `SHFL_RVV_GATHER_EI16 ? {48'd0, index[16*slot +: 16]}
                                      : sew == 2'd0 ? {56'd0, index[8*slot +: 8]}
                                      : sew == 2'd1 ? {48'd0, index[16*slot +: 16]}
                                      : sew == 2'd2 ? {32'd0, index[32*slot[LANE_W-2:0] +: 32]}
                                      :               index[64*slot[LANE_W-3:0] +: 64];
            reg  [64:0]       from;
            reg               keeps, is_x;

            always @* begin
                keeps = 1'b0;
                is_x  = 1'b0;
                case (op)
                `SHFL_RVV_GATHER, `SHFL_RVV_GATHER_EI16: from = {1'b0, indices};
                `SHFL_RVV_GATHER_X:                      from = {1'b0, x};
                `SHFL_RVV_SLIDEUP: begin
                    from  = {{64-INDEX_W{1'b0}}, element} - {1'b0, x};
                    keeps = {{63-INDEX_W{1'b0}}, element} < x;
                end
                `SHFL_RVV_SLIDEDOWN:                     from = {{64-INDEX_W{1'b0}}, element} + {1'b0, x};
                `SHFL_RVV_SLIDE1UP: begin
                    from = {{64-INDEX_W{1'b0}}, element} - 65'd1;
                    is_x = element == 0;
                end
                default: begin
                    from = {{64-INDEX_W{1'b0}}, element} + 65'd1;
                    is_x = element + 1'b1 == vl;
                end
                endcase
            end

            wire              active  = element >= {1'b0, vstart} && element < vl && (vm || mask[slot]) && !keeps;
            wire              beyond  = from >= {{64-INDEX_W{1'b0}}, vlmax};
            wire [LANE_W-1:0] low     = ~({LANE_W{1'b1}} >> sew);
            wire              here    = (from[INDEX_W-1:0] & {3'b111, low}) == src_first[INDEX_W-1:0];
            wire [LANE_W-1:0] in_reg  = compress ? packed_from[LANE_W*slot +: LANE_W] : from[LANE_W-1:0];
            wire [LANE_W-1:0] source  = in_reg << sew | place;
            wire              reads   = compress ? packed_there[slot] : active && !is_x && !beyond && here;

            assign we_next[k]       = (reads || !compress && active && (is_x || beyond)) && !refused && vl != 0;
            assign rd_next[8*k +: 8] = reads ? ra[8*source +: 8] : is_x && by_one ? x[8*place[2:0] +: 8] : 8'd0;
        end
    endgenerate

    assign in_ready = (out_ready || !out_valid) && !rst;

    always @(posedge clk) begin
        if (rst)           out_valid <= 1'b0;
        else if (in_ready) out_valid <= in_valid;
        if (in_ready) {out_tag, reserved, rd, we} <= {in_tag, refused, rd_next, we_next};
    end

    wire unused_ok = &{1'b0, vta, vma};
endmodule
`default_nettype wire
