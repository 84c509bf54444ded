// SPDX-License-Identifier: Apache-2.0
// Random transfers, stalls and resets for module UNIT, with the unit's checks; tests/sv/unit.py
// writes what connects them, unit.svh. Whatever does not count is x. Plusargs: +x=PORT gives PORT an x where it counts;
// +differs=N makes the last beat of a warp differ in an input, the Nth of tests/sv/unit.py; +fault=NAME makes assertion
// NAME wrong, by an input that the source must not give, or by an output on its way to the checks.
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
`include "shfl_rvv_defs.vh"
module bench #(
    parameter logic [127:0] UNIT = "shfl",          // its name, of up to 16 characters
    parameter int LANES = 8, WAYS = LANES, W = 5, B = 2, REGS = 1, DEPTH = 2, WARPS = 5, SLOTS = 4, POLICY = 1, MEMORY = 0, NETWORK = 0, SELECTS = 0,
    parameter int PARTS = 0, GEN = 1, PERMUTE = 1, ELECT = 1, ALL = 1, AGNOSTIC = 0, SKID = 0, ELASTIC = 0, GATE = 0, TAG_W = 6,
    parameter int COMPRESS = 1, GATHER = 1, ELEN = 64,  // of shfl_rvv
    parameter int CLOCKS = 2000
);
    localparam int L = $clog2(LANES), BEATS = LANES * REGS / WAYS, BEAT_W = BEATS > 1 ? $clog2(BEATS) : 1;
    localparam bit AMD = UNIT == "shfl_amd" || UNIT == "shfl_amd_banked";
    localparam bit RVV = UNIT == "shfl_rvv" || UNIT == "shfl_rvv_banked", MATCH = UNIT == "shfl_match";
    localparam bit WORDS = MATCH || UNIT == "shfl_match_words" || UNIT == "shfl_redux";     // ra counts
    localparam bit AND_VOTE = UNIT == "shfl_and_vote", BY_OP = WORDS || UNIT == "shfl_vote";
    localparam bit BARRIER = UNIT == "shfl_barrier";
    localparam bit SHFL = !AMD && !RVV && !BY_OP && !BARRIER;
    // beats of a warp with the same controls, and all of them there
    localparam bit ALIKE = AMD || MATCH || BARRIER || UNIT == "shfl_redux" || UNIT == "shfl_rvv_banked";
    localparam bit BANKED = UNIT == "shfl_banked" || UNIT == "shfl_amd_banked" || UNIT == "shfl_rvv_banked";
    localparam int OPERAND = RVV || W > 32 ? 64 : 32, WIDE = OPERAND * WAYS;  // bits of an operand, of a lane and in all

    logic            clk = 1'b0, rst, out_ready;
    // the low bits are the port's
    logic [63:0]     drive_in_valid, drive_in_last, drive_in_beat, drive_in_tag, drive_op, drive_is_signed;
    logic [63:0]     drive_mode, drive_sb_is_imm, drive_sc_is_imm, drive_sb_imm, drive_sc_imm, drive_is_vote, drive_vote_op;
    logic [63:0]     drive_control, drive_fi, drive_bc, drive_row_mask, drive_bank_mask;
    logic [63:0]     drive_sew, drive_lmul, drive_vl, drive_vstart, drive_vm, drive_vta, drive_vma, drive_x;
    logic [63:0]     drive_dst_reg, drive_src_reg, drive_is_exit, drive_slot, drive_warps = WARPS;
    logic [WAYS-1:0] drive_active, drive_p, drive_mask;
    logic [WIDE-1:0] drive_ra, drive_sb, drive_sc, drive_index;
    wire  [WIDE-1:0] drive_addr = drive_sb;

    // ---- what the checks see

    string x_port;
    bit    x_result;
    int    differs;
    initial begin
        if (!$value$plusargs("differs=%d", differs)) differs = 0;
        if (!$value$plusargs("x=%s", x_port)) x_port = "none";
        x_result = x_port == "we";
    end

    logic stalled = 1'b0;                           // the result was there on the clock before
    `include "unit.svh"
    always @(posedge clk) stalled <= out_valid && !out_ready && !rst;

    // ---- the source and the sink

    function automatic logic [31:0] random(input bit counts, input logic [31:0] used);
        return counts ? $urandom | ~used & 'x : 'x;
    endfunction

    // of `control` the bits that the operation has, docs/amd.md 2; of a group a power of two up to 32, and S1 in it
    function automatic logic [63:0] control_bits(input logic [`SHFL_AMD_OP_W-1:0] op);
        case (op)
            `SHFL_AMD_DPP16:                                             return 64'h1ff;
            `SHFL_AMD_DPP8:                                              return 64'hff_ffff;
            `SHFL_AMD_SWIZZLE, `SHFL_AMD_BPERMUTE, `SHFL_AMD_PERMUTE,
            `SHFL_AMD_BPERMUTE_FI:                                       return 64'hffff;
            `SHFL_AMD_READLANE, `SHFL_AMD_WRITELANE:                     return 64'hffff_ffff;
            `SHFL_AMD_PERMLANE16, `SHFL_AMD_PERMLANEX16:                 return ~64'd0;
            `SHFL_AMD_PERMLANE_BCAST, `SHFL_AMD_PERMLANE_UP, `SHFL_AMD_PERMLANE_DOWN,
            `SHFL_AMD_PERMLANE_XOR:                                      return 64'h1f;
            default:                                                     return 64'd0;
        endcase
    endfunction

    always #5 clk = !clk;

    int               clocks = 0, results = 0, beat = 0;
    bit               valid, keep, first, again, sb_imm_used, sc_imm_used, dpp16, permlane, address, selector;
    bit               vote, exits;
    logic [`SHFL_AMD_OP_W-1:0] next_op;
    logic [63:0]      group;                        // its size
    logic [WAYS-1:0]  executing;
    logic [BEATS-1:0] left = '1;                    // beats of the warp that can still come
    bit               slices = 1'b0;                // a slice of the warp was taken
    logic [31:0]      sb_bits;

    always @(posedge clk) begin
        clocks    <= clocks + 1;
        rst       <= clocks < 2 || $urandom_range(149) == 0;
        out_ready <= $urandom_range(3) != 0;

        // what has been taken is gone; what has not is kept, or withdrawn
        if (clocks > 2 && drive_in_valid && in_ready && !rst) begin
            left   = last || MATCH ? '1 : left & ~(BEATS'(1) << drive_in_beat);
            slices = MATCH && !last;
        end
        if (clocks <= 2 || rst) begin
            left   = '1;
            slices = 1'b0;
        end
        keep = clocks > 2 && drive_in_valid === 1'b1 && in_ready === 1'b0 && !rst && !operands_are_kept;
        if (keep) begin
            if ($urandom_range(199) == 0) drive_in_valid <= 1'b0;
        end else begin
            first = &left && !slices;
            if (beat_is_new && !first) beat = 0;
            else begin
                beat = $urandom_range(BEATS - 1);
                while (!left[beat]) beat = (beat + 1) % BEATS;
            end
            again       = ALIKE && !first && !beats_agree;      // the controls of the beat before
            valid       = $urandom_range(3) != 0;
            sb_imm_used = $urandom_range(1) != 0;
            sc_imm_used = $urandom_range(1) != 0;
            vote        = AND_VOTE && $urandom_range(1) != 0;
            if (!again) exits = BARRIER && $urandom_range(7) == 0;
            if (!MATCH || !again) executing = $urandom_range(3) == 0 ? '1 : WAYS'($urandom) | WAYS'(1);
            if (exits && !exit_is_empty) executing = '0;
            drive_in_valid <= x_port == "in_valid" ? 'x : valid;
            drive_in_beat  <= valid ? BEAT_W'(beat) : 'x;
            drive_in_last  <= !valid ? 'x : MATCH ? $urandom_range(1) == 0
                              : (left & ~(BEATS'(1) << beat)) == 0 || $urandom_range(7) == 0 && !RVV;
            drive_in_tag   <= TAG_W'(random(valid, '1));
            drive_active   <= valid ? executing : 'x;

            // SHFL and votes
            drive_mode      <= x_port == "mode" ? 'x : 2'(random(valid && !vote, '1));
            drive_sb_is_imm <= valid && !vote ? sb_imm_used : 'x;
            drive_sc_is_imm <= valid && !vote ? sc_imm_used : 'x;
            drive_sb_imm    <= L'(random(valid && !vote && sb_imm_used, '1));
            drive_sc_imm    <= (L+8)'(random(valid && !vote && sc_imm_used, 32'((LANES - 1) * 'h101)));
            drive_is_vote   <= x_port == "is_vote" ? 'x : valid ? vote : 'x;
            drive_vote_op   <= 2'(random(valid && vote, '1));
            for (int k = 0; k < WAYS; k++) drive_p[k] <= 1'(random(valid && executing[k] && (vote || BY_OP || BARRIER), '1));
            if (x_port == "p") drive_p <= 'x;

            // vote, match and redux
            if (BY_OP && !again) begin
                drive_op        <= UNIT == "shfl_redux" ? 5'($urandom_range(5)) : 5'($urandom_range(3));
                drive_is_signed <= 1'($urandom);
            end

            // barriers
            if (BARRIER && !again) begin
                drive_slot    <= $urandom;
                drive_is_exit <= exits;
            end
            if (x_port == "slot") drive_slot <= 'x;

            // RISC-V's
            if (RVV && !again) begin
                drive_op      <= 5'($urandom_range(7));
                drive_sew     <= 2'($urandom);
                drive_lmul    <= 3'd0;
                drive_vl      <= 16'($urandom_range(LANES / 8));
                drive_vstart  <= 16'd0;
                drive_vm      <= 1'($urandom);
                drive_vta     <= 1'($urandom);
                drive_vma     <= 1'($urandom);
                drive_dst_reg <= 3'd0;
                drive_src_reg <= 3'd0;
                drive_x       <= 64'($urandom_range(LANES));
            end
            drive_mask <= WAYS'($urandom);

            // AMD's, which all beats of a wave have in common
            if (AMD) begin
                if (!again) begin
                    next_op = `SHFL_AMD_OP_W'($urandom_range($urandom_range(9) == 0 ? 31 : 17));
                    if (next_op == `SHFL_AMD_PERMUTE && $urandom_range(3) != 0) next_op = `SHFL_AMD_BPERMUTE;
                    dpp16     = next_op == `SHFL_AMD_DPP16;
                    selector  = next_op == `SHFL_AMD_PERMLANE16_VAR || next_op == `SHFL_AMD_PERMLANEX16_VAR;
                    permlane  = next_op == `SHFL_AMD_PERMLANE16 || next_op == `SHFL_AMD_PERMLANEX16 || selector;
                    address   = next_op == `SHFL_AMD_BPERMUTE || next_op == `SHFL_AMD_BPERMUTE_FI
                                || next_op == `SHFL_AMD_PERMUTE;
                    group     = next_op >= `SHFL_AMD_PERMLANE_BCAST ? 64'd1 << $urandom_range(5) : 64'd0;
                    drive_op        <= next_op;
                    drive_control   <= x_port == "control" ? 'x
                                       : {$urandom, $urandom} & control_bits(next_op) | group << 32;
                    drive_fi        <= 1'(random((dpp16 || permlane || next_op == `SHFL_AMD_DPP8), '1));
                    drive_bc        <= 1'(random((dpp16 || permlane), '1));
                    drive_row_mask  <= 4'(random(dpp16, '1));
                    drive_bank_mask <= 4'(random(dpp16, '1));
                end
            end
            if (x_port == "op") drive_op <= 'x;

            sb_bits = 32'(!AMD ? LANES - 1 : selector ? 15 : 4 * LANES - 1);
            for (int k = 0; k < WAYS; k++) drive_ra[OPERAND*k +: OPERAND] <= OPERAND'({$urandom, $urandom});
            for (int k = 0; k < WAYS; k++) drive_index[OPERAND*k +: OPERAND] <= OPERAND'($urandom_range(LANES));
            for (int k = 0; k < WAYS; k++) begin
                drive_sb[32*k +: 32] <= random(valid && executing[k] && !vote
                                               && (AMD ? address || selector : SHFL && !sb_imm_used), sb_bits);
                drive_sc[32*k +: 32] <= random(valid && executing[k] && !vote && SHFL && !sc_imm_used,
                                               32'((LANES - 1) * 'h101));
            end
            if (x_port == "sb") drive_sb <= 'x;
            if (x_port == "sc") drive_sc <= 'x;
            if (x_port == "ra") drive_ra <= 'x;
        end

        if (clocks > 2 && !rst && out_valid && out_ready) results <= results + 1;
        if (clocks == CLOCKS) begin
            $display("%0d results", results);
            $finish(0);
        end
    end
endmodule
