// SPDX-License-Identifier: Apache-2.0
// shfl_scoreboard - checks each warp of a unit against the golden model in C; bind it to any module with the ports of
// module shfl. Spec: docs/rules.md 2 to 5. In your simulation:
//
// bind shfl shfl_scoreboard #(.LANES(LANES), .W(W), .POLICY(POLICY), .TAG_W(TAG_W)) u_scoreboard (.*);
//
// A wrong warp is an $error with its operands. Undefined results are not compared: rd where the lane that is read is
// inactive, if POLICY is -1, and all results of a lane that does not write.
module shfl_scoreboard #(
    parameter int LANES  = 32,
    parameter int W      = 32,                      // up to 64
    parameter int POLICY = -1,                      // 0 ZERO, 1 OWN, 2 RAW, or -1: any
    parameter int TAG_W  = 16
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [TAG_W-1:0]         in_tag,
    input logic [1:0]               mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [LANES-1:0]         active,
    input logic [LANES*W-1:0]       ra,
    input logic [LANES*32-1:0]      sb, sc,
    input logic                     out_valid, out_ready,
    input logic [TAG_W-1:0]         out_tag,
    input logic [LANES*W-1:0]       rd,
    input logic [LANES-1:0]         pu, we, src_active
);
    import shfl_model::*;

    typedef struct packed {
        bit [TAG_W-1:0]    tag;
        bit [1:0]          mode;
        bit [LANES-1:0]    active;
        longint unsigned   pu, we, src_active;
        bit [LANES*32-1:0] sb, sc;
        bit [LANES*W-1:0]  rd;
    } warp;

    warp warps[$];                                  // in the unit, with the model's results
    int  compared = 0, wrong = 0;                   // warps

    // the warp at the input, with the model's results
    function automatic warp modelled();
        warp             w;
        bit [2047:0]     model_sb = '0, model_sc = '0;
        bit [4095:0]     model_ra = '0, model_rd = '0;
        longint unsigned model_pu, model_we, model_src_active;
        int              status;
        for (int k = 0; k < LANES; k++) begin
            model_sb[32*k +: 32] = sb_is_imm ? 32'(sb_imm) : sb[32*k +: 32];
            model_sc[32*k +: 32] = sc_is_imm ? 32'(sc_imm) : sc[32*k +: 32];
            model_ra[64*k +: W]  = ra[W*k +: W];
        end
        status = shfl_model_warp(LANES, POLICY < 0 ? 0 : POLICY, int'(mode), 64'(active), model_sb, model_sc, model_ra,
                                 model_rd, model_pu, model_we, model_src_active);
        if (status != 0) $error("shfl_scoreboard: the model has no %0d lanes or no policy %0d", LANES, POLICY);
        w.tag        = in_tag;
        w.mode       = mode;
        w.active     = active;
        w.sb         = model_sb[LANES*32-1:0];
        w.sc         = model_sc[LANES*32-1:0];
        w.pu         = model_pu;
        w.we         = model_we;
        w.src_active = model_src_active;
        for (int k = 0; k < LANES; k++) w.rd[W*k +: W] = model_rd[64*k +: W];
        return w;
    endfunction

    // the warp at the output, compared with the model's results
    function automatic bit agrees(input warp w);
        bit same = out_tag === w.tag && 64'(we) === w.we;
        if (!same) $error("shfl_scoreboard: tag 0x%0h, we 0x%0h, expected tag 0x%0h, we 0x%0h", out_tag, we, w.tag, w.we);
        for (int k = 0; k < LANES; k++)
            if (w.we[k] && (pu[k] !== w.pu[k]
                            || (w.src_active[k] || POLICY >= 0) && rd[W*k +: W] !== w.rd[W*k +: W])) begin
                if (same)
                    $error("shfl_scoreboard: mode %0d, lane %0d, sb 0x%h, sc 0x%h, active 0x%h: rd 0x%h, pu %b, expected rd 0x%h, pu %b",
                           w.mode, k, w.sb[32*k +: 32], w.sc[32*k +: 32], w.active, rd[W*k +: W], pu[k],
                           w.rd[W*k +: W], w.pu[k]);
                same = 1'b0;
            end
        if (same && ((src_active ^ w.src_active[LANES-1:0]) & w.we[LANES-1:0]) !== '0) begin
            $error("shfl_scoreboard: mode %0d, active 0x%h: src_active 0x%h, expected 0x%h where we is 1", w.mode,
                   w.active, src_active, w.src_active[LANES-1:0]);
            same = 1'b0;
        end
        return same;
    endfunction

    always @(posedge clk)
        if (rst) warps.delete();
        else begin
            if (in_valid && in_ready) warps.push_back(modelled());
            if (out_valid && out_ready) begin
                if (warps.size() == 0) $error("shfl_scoreboard: a result without a warp");
                else begin
                    compared <= compared + 1;
                    if (!agrees(warps.pop_front())) wrong <= wrong + 1;
                end
            end
        end

    final $display("shfl_scoreboard: %0d warps compared, %0d wrong", compared, wrong);
endmodule
