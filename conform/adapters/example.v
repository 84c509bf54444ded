// SPDX-License-Identifier: Apache-2.0
// Shuffles to be tested: right, or with the fault FAULT. example_function is combinational; example_core has the ports
// of module shfl, accepts one warp at a time and has its result CLOCKS later.
`default_nettype none
module example_function #(
    parameter LANES = 32,
    parameter W     = 32,
    parameter FAULT = 0     // 1: UP stops at the segment's first lane, whatever the clamp; 2: XOR refuses earlier
                            // segments; 3: IDX does not wrap; 4: what lane 3 gets is x if it is out of range;
                            // 5: every predicate is 1
) (
    input  wire [1:0]          mode,
    input  wire [LANES-1:0]    active,
    input  wire [LANES*W-1:0]  ra,
    input  wire [LANES*32-1:0] sb,
    input  wire [LANES*32-1:0] sc,
    output reg  [LANES*W-1:0]  rd,
    output reg  [LANES-1:0]    pu,
    output wire [LANES-1:0]    we,
    output reg  [LANES-1:0]    src_active
);
    localparam L = $clog2(LANES);

    integer k, from, first, last, index, clamp, segmask;

    assign we = active;

    always @* begin
        pu = 0;
        src_active = 0;
        rd = ra;
        for (k = 0; k < LANES; k = k + 1) begin
            index   = {{32-L{1'b0}}, sb[32*k +: L]};
            clamp   = {{32-L{1'b0}}, sc[32*k +: L]};
            segmask = {{32-L{1'b0}}, sc[32*k+8 +: L]};
            first   = k & segmask;
            last    = first | clamp & ~segmask;
            case (mode)
                2'd0:    from = first + (FAULT == 3 ? index : index & ~segmask);
                2'd1:    from = k - index;
                2'd2:    from = k + index;
                default: from = k ^ index;
            endcase
            pu[k] = mode == 2'd1 ? from >= (FAULT == 1 ? first : last)
                : from <= last && !(FAULT == 2 && mode == 2'd3 && from < first);
            if (pu[k]) rd[W*k +: W] = ra[W*from +: W];
            else if (FAULT == 4 && k == 3) rd[W*k +: W] = {W{1'bx}};
            src_active[k] = active[pu[k] ? from : k];
        end
        if (FAULT == 5) pu = {LANES{1'b1}};
    end
endmodule

module example_core #(
    parameter LANES  = 32,
    parameter W      = 32,
    parameter CLOCKS = 5,
    parameter FAULT  = 0    // those above; 6: no result of DOWN by more than 3; 7: two results of XOR by 7
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [15:0]              in_tag,
    input  wire [1:0]               mode,
    input  wire                     sb_is_imm,
    input  wire                     sc_is_imm,
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [LANES-1:0]         active,
    input  wire [LANES*W-1:0]       ra,
    input  wire [LANES*32-1:0]      sb,
    input  wire [LANES*32-1:0]      sc,
    output wire                     out_valid,
    input  wire                     out_ready,
    output reg  [15:0]              out_tag,
    output wire [LANES*W-1:0]       rd,
    output wire [LANES-1:0]         pu,
    output wire [LANES-1:0]         we,
    output wire [LANES-1:0]         src_active
);
    reg [1:0]          mode_r;
    reg [LANES-1:0]    active_r;
    reg [LANES*W-1:0]  ra_r;
    reg [LANES*32-1:0] sb_r, sc_r;
    reg [7:0]          left;        // clocks to the result, and 1
    reg                again;       // the result is sent twice

    assign in_ready  = left == 0 && !rst;
    assign out_valid = left == 1 && !(FAULT == 6 && mode_r == 2'd2 && sb_r[7:0] > 3);

    always @(posedge clk) begin
        if (in_valid && in_ready) begin
            {out_tag, mode_r, active_r, ra_r} <= {in_tag, mode, active, ra};
            sb_r <= sb_is_imm ? {LANES{{32-$clog2(LANES){1'b0}}, sb_imm}} : sb;
            sc_r <= sc_is_imm ? {LANES{{24-$clog2(LANES){1'b0}}, sc_imm}} : sc;
            left <= CLOCKS;
            again <= FAULT == 7 && mode == 2'd3 && sb[7:0] == 7;
        end else if (left > 1) left <= left - 1;
        else if (out_valid && out_ready && again) again <= 0;
        else if (out_valid && out_ready) left <= 0;
        if (rst) left <= 0;
    end

    example_function #(.LANES(LANES), .W(W), .FAULT(FAULT)) u_function (
        .mode(mode_r), .active(active_r), .ra(ra_r), .sb(sb_r), .sc(sc_r), .rd(rd), .pu(pu), .we(we),
        .src_active(src_active));
endmodule
`default_nettype wire
