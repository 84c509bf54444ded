// SPDX-License-Identifier: Apache-2.0
// Random transfers, stalls and resets for module UNIT next to UNIT_packed, with the unit's checks. Whatever does not
// count is x. Plusargs: +x=PORT gives PORT an x where it counts; +fault=NAME makes assertion NAME wrong, by an input
// that the source must not give, or by an output on its way to the checks.
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module bench #(
    parameter logic [119:0] UNIT = "shfl",          // its name, of up to 15 characters
    parameter int LANES = 8, WAYS = LANES, W = 5, DEPTH = 2, POLICY = 1, MEMORY = 0, NETWORK = 0, GEN = 1, PERMUTE = 1,
    parameter int SKID = 0, ELASTIC = 0, TAG_W = 6, CLOCKS = 2000
);
    localparam int L = $clog2(LANES), BEATS = LANES / WAYS, BEAT_W = BEATS > 1 ? $clog2(BEATS) : 1;
    localparam bit AMD = UNIT == "shfl_amd" || UNIT == "shfl_amd_banked";
    localparam bit BANKED = UNIT == "shfl_banked" || UNIT == "shfl_amd_banked";

    logic                clk = 1'b0, rst, in_valid, in_ready, in_last, amd, sb_is_imm, sc_is_imm, fi, bc;
    logic                out_valid, out_ready, out_last, reserved;
    logic [BEAT_W-1:0]   in_beat, out_beat;
    logic [TAG_W-1:0]    in_tag, out_tag;
    logic [1:0]          mode;
    logic [L-1:0]        sb_imm;
    logic [L+7:0]        sc_imm;
    logic [`SHFL_AMD_OP_W-1:0] op;
    logic [3:0]          row_mask, bank_mask;
    logic [63:0]         control;
    logic [WAYS-1:0]     active, pu, we, src_active;
    logic [WAYS*W-1:0]   ra, rd;
    logic [WAYS*32-1:0]  sb, sc;
    wire  [WAYS*32-1:0]  addr = sb;

    if (UNIT == "shfl") begin : g_flat
        shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .NETWORK(NETWORK), .SKID(SKID), .ELASTIC(ELASTIC),
               .TAG_W(TAG_W)) u_flat (.*);
    end else if (UNIT == "shfl_banked") begin : g_flat
        shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                      .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_flat (.*);
    end else if (UNIT == "shfl_amd") begin : g_flat
        shfl_amd #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .NETWORK(NETWORK), .SKID(SKID), .ELASTIC(ELASTIC),
                   .TAG_W(TAG_W)) u_flat (.*);
    end else begin : g_flat
        shfl_amd_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PERMUTE(PERMUTE),
                          .MEMORY(MEMORY), .SKID(SKID), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_flat (.*);
    end

    // outputs that this unit does not have
    if (!AMD) begin : g_no_reserved assign reserved = 1'b0; end
    if (AMD)          begin : g_no_pu assign pu = '0; end
    if (!BANKED)      begin : g_no_out_beat assign {out_beat, out_last} = '0; end

    // ---- what the checks see

    string fault, x_port;
    bit    not_ready_in_reset, none_comes_early, none_is_lost, in_order, lanes_write, offered_until_taken, outputs_stay;
    bit    reserved_writes_none, scalar_is_one, operands_are_kept, beat_is_new, beats_agree, x_result;
    initial begin
        if (!$value$plusargs("fault=%s", fault)) fault = "none";
        if (!$value$plusargs("x=%s", x_port)) x_port = "none";
        not_ready_in_reset   = fault == "not_ready_in_reset";
        none_comes_early     = fault == "none_comes_early" || fault == "warp_is_complete";
        none_is_lost         = fault == "none_is_lost";
        in_order             = fault == "in_order";
        lanes_write          = fault == "lanes_write";
        offered_until_taken  = fault == "offered_until_taken";
        outputs_stay         = fault == "outputs_stay";
        reserved_writes_none = fault == "reserved_writes_none";
        scalar_is_one        = fault == "scalar_is_one";
        operands_are_kept    = fault == "operands_are_kept";
        beat_is_new          = fault == "beat_is_new";
        beats_agree          = fault == "beats_agree";
        x_result             = x_port == "we";
    end

    logic stalled = 1'b0;                           // the result was there on the clock before
    always @(posedge clk) stalled <= out_valid && !out_ready && !rst;

    wire                 seen_ready = in_ready || not_ready_in_reset && rst;
    wire                 seen_valid = (out_valid || none_comes_early) && !none_is_lost
                                      && !(offered_until_taken && stalled);
    wire [TAG_W-1:0]     seen_tag   = out_tag ^ TAG_W'(in_order);
    wire                 seen_reserved = reserved || reserved_writes_none;
    wire [WAYS*W-1:0]    seen_rd    = rd ^ (WAYS*W)'(scalar_is_one || outputs_stay && stalled);
    wire [WAYS-1:0]      seen_we    = (we ^ WAYS'(lanes_write)) | (x_result ? 'x : '0);

`ifdef __ICARUS__
    wire [TAG_W+BEAT_W:0] in_key  = BANKED ? {in_tag, in_last, in_beat} : {in_tag, {BEAT_W + 1{1'b0}}};
    wire [TAG_W+BEAT_W:0] out_key = {seen_tag, out_last, out_beat};
    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W + BEAT_W + 1), .GEN(GEN),
                        .READY_X(UNIT == "shfl_amd" || NETWORK != 0 && DEPTH == 1)) u_checks (
        .reserved(seen_reserved), .we(seen_we), .*);
`else
    `define SEEN .in_ready(seen_ready), .out_valid(seen_valid), .out_tag(seen_tag), .rd(seen_rd), .we(seen_we)
    if (UNIT == "shfl") begin : g_checks
        shfl_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_seen
                      (`SEEN, .*);
    end else if (UNIT == "shfl_banked") begin : g_checks
        shfl_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_seen (`SEEN, .*);
    end else if (UNIT == "shfl_amd") begin : g_checks
        shfl_amd_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .NETWORK(NETWORK), .TAG_W(TAG_W)) u_seen (
            .reserved(seen_reserved), `SEEN, .*);
    end else begin : g_checks
        shfl_amd_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN), .TAG_W(TAG_W)) u_seen (
            .reserved(seen_reserved), `SEEN, .*);
    end

    // ---- the wrapper. Icarus Verilog 11 has no structures of a package

    shfl_pkg::controls_t     controls;
    shfl_pkg::amd_controls_t amd_controls;
    always_comb begin
        controls     = '{mode: shfl_pkg::mode_e'(mode), sb_is_imm: sb_is_imm, sc_is_imm: sc_is_imm};
        amd_controls = '{op: shfl_pkg::amd_op_e'(op), control: control, fi: fi, bc: bc, row_mask: row_mask,
                         bank_mask: bank_mask};
    end

    logic                    packed_ready, packed_valid, packed_last, packed_reserved;
    logic [BEAT_W-1:0]       packed_beat;
    logic [TAG_W-1:0]        packed_tag;
    logic [WAYS-1:0]         packed_pu, packed_we, packed_src_active;
    logic [WAYS-1:0][W-1:0]  packed_rd;
    `define PACKED .in_ready(packed_ready), .out_valid(packed_valid), .out_tag(packed_tag), .rd(packed_rd), \
                   .we(packed_we), .src_active(packed_src_active)
    `define PACKED_BEAT .out_beat(packed_beat), .out_last(packed_last)

    if (UNIT == "shfl") begin : g_packed
        shfl_packed #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(shfl_pkg::policy_e'(POLICY)), .NETWORK(NETWORK),
                      .SKID(SKID), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_packed (`PACKED, .pu(packed_pu), .*);
    end else if (UNIT == "shfl_banked") begin : g_packed
        shfl_banked_packed #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(shfl_pkg::policy_e'(POLICY)),
                             .MEMORY(shfl_pkg::memory_e'(MEMORY)), .SKID(SKID), .ELASTIC(ELASTIC),
                             .TAG_W(TAG_W)) u_packed (`PACKED, `PACKED_BEAT, .pu(packed_pu), .*);
    end else if (UNIT == "shfl_amd") begin : g_packed
        shfl_amd_packed #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(shfl_pkg::amd_gen_e'(GEN)), .NETWORK(NETWORK),
                          .SKID(SKID), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_packed (
            `PACKED, .reserved(packed_reserved), .*);
    end else begin : g_packed
        shfl_amd_banked_packed #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(shfl_pkg::amd_gen_e'(GEN)),
                                 .PERMUTE(PERMUTE), .MEMORY(shfl_pkg::memory_e'(MEMORY)), .SKID(SKID),
                                 .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_packed (
            `PACKED, `PACKED_BEAT, .reserved(packed_reserved), .*);
    end
    if (!AMD) begin : g_no_packed_reserved assign packed_reserved = 1'b0; end
    if (AMD)          begin : g_no_packed_pu assign packed_pu = '0; end
    if (!BANKED)      begin : g_no_packed_beat assign {packed_beat, packed_last} = '0; end

    bit same;
    always_comb begin
        same = {in_ready, out_valid} === {packed_ready, packed_valid};
        if (out_valid)
            same &= {out_tag, out_last, out_beat, reserved, pu, we, src_active}
                    === {packed_tag, packed_last, packed_beat, packed_reserved, packed_pu, packed_we,
                         packed_src_active};
        for (int k = 0; k < WAYS; k++) begin        // the wrapper's own ports, so that the order of its elements counts
            same &= g_packed.u_packed.ra[k] === ra[W*k +: W];
            if (out_valid) same &= g_packed.u_packed.rd[k] === rd[W*k +: W];
        end
    end
    always @(posedge clk) if (clocks > 2 && !rst && !same) $display("%0s_packed is not %0s", UNIT, UNIT);
`endif

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
    bit               valid, keep, first, sb_imm_used, sc_imm_used, dpp16, permlane, address, selector;
    logic [`SHFL_AMD_OP_W-1:0] next_op;
    logic [63:0]      group;                        // its size
    logic [WAYS-1:0]  mask;
    logic [BEATS-1:0] left = '1;                    // beats of the warp that can still come
    logic [31:0]      sb_bits;

    always @(posedge clk) begin
        clocks    <= clocks + 1;
        rst       <= clocks < 2 || $urandom_range(149) == 0;
        out_ready <= $urandom_range(3) != 0;

        // what has been taken is gone; what has not may change, but for that which has to be kept
        if (clocks > 2 && in_valid && in_ready && !rst) left = in_last ? '1 : left & ~(BEATS'(1) << in_beat);
        if (clocks <= 2 || rst) left = '1;
        keep = clocks > 2 && in_valid === 1'b1 && in_ready === 1'b0 && !rst && !operands_are_kept && !BANKED
               && (amd && op == `SHFL_AMD_PERMUTE || NETWORK != 0 && DEPTH == 1);
        if (keep) begin
            if ($urandom_range(199) == 0) in_valid <= 1'b0;
        end else begin
            first = &left;
            if (beat_is_new && !first) beat = 0;
            else begin
                beat = $urandom_range(BEATS - 1);
                while (!left[beat]) beat = (beat + 1) % BEATS;
            end
            valid       = $urandom_range(3) != 0;
            sb_imm_used = $urandom_range(1) != 0;
            sc_imm_used = $urandom_range(1) != 0;
            mask        = WAYS'($urandom) | WAYS'(1);
            in_valid  <= x_port == "in_valid" ? 'x : valid;
            in_beat   <= valid ? BEAT_W'(beat) : 'x;
            in_last   <= valid ? (left & ~(BEATS'(1) << beat)) == 0 || $urandom_range(7) == 0 : 'x;
            in_tag    <= TAG_W'(random(valid, '1));
            active    <= valid ? mask : 'x;

            // SHFL
            mode      <= x_port == "mode" ? 'x : 2'(random(valid, '1));
            sb_is_imm <= valid ? sb_imm_used : 'x;
            sc_is_imm <= valid ? sc_imm_used : 'x;
            sb_imm    <= L'(random(valid && sb_imm_used, '1));
            sc_imm    <= (L+8)'(random(valid && sc_imm_used, 32'((LANES - 1) * 'h101)));

            // AMD's, which all beats of a wave have in common
            if (AMD) begin
                if (first || beats_agree) begin
                    next_op = `SHFL_AMD_OP_W'($urandom_range($urandom_range(9) == 0 ? 31 : 17));
                    if (next_op == `SHFL_AMD_PERMUTE && $urandom_range(3) != 0) next_op = `SHFL_AMD_BPERMUTE;
                    dpp16     = next_op == `SHFL_AMD_DPP16;
                    selector  = next_op == `SHFL_AMD_PERMLANE16_VAR || next_op == `SHFL_AMD_PERMLANEX16_VAR;
                    permlane  = next_op == `SHFL_AMD_PERMLANE16 || next_op == `SHFL_AMD_PERMLANEX16 || selector;
                    address   = next_op == `SHFL_AMD_BPERMUTE || next_op == `SHFL_AMD_BPERMUTE_FI
                                || next_op == `SHFL_AMD_PERMUTE;
                    group     = next_op >= `SHFL_AMD_PERMLANE_BCAST ? 64'd1 << $urandom_range(5) : 64'd0;
                    op        <= x_port == "op" ? 'x : next_op;
                    control   <= x_port == "control" ? 'x
                                 : {$urandom, $urandom} & control_bits(next_op) | group << 32;
                    fi        <= 1'(random((dpp16 || permlane || next_op == `SHFL_AMD_DPP8), '1));
                    bc        <= 1'(random((dpp16 || permlane), '1));
                    row_mask  <= 4'(random(dpp16, '1));
                    bank_mask <= 4'(random(dpp16, '1));
                end
                if (AMD) begin
                    mode      <= 'x;
                    sb_is_imm <= 'x;
                    sc_is_imm <= 'x;
                    sb_imm    <= 'x;
                    sc_imm    <= 'x;
                end
            end
            amd <= x_port == "amd" ? 'x : valid ? AMD : 'x;

            sb_bits = 32'(!AMD ? LANES - 1 : selector ? 15 : 4 * LANES - 1);
            for (int k = 0; k < WAYS; k++) begin
                ra[W*k +: W]   <= W'($urandom);
                sb[32*k +: 32] <= random(valid && mask[k] && (AMD ? address || selector : !sb_imm_used), sb_bits);
                sc[32*k +: 32] <= random(valid && mask[k] && !AMD && !sc_imm_used, 32'((LANES - 1) * 'h101));
            end
            if (x_port == "sb") sb <= 'x;
            if (x_port == "sc") sc <= 'x;
        end

        if (clocks > 2 && !rst && out_valid && out_ready) results <= results + 1;
        if (clocks == CLOCKS) begin
            $display("%0d results", results);
            $finish(0);
        end
    end
endmodule
