// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_amd_decode and the shfl_amd_source of any lane are docs/amd.md 2 to 6, for every generation. All inputs
// free; the output of the scatter, for ds_permute, is free, too. WAYS lanes are decoded at once, as in shfl_amd_banked.
`include "shfl_amd_defs.vh"
module shfl_amd_source_props #(parameter integer LANES = 64, parameter integer WAYS = LANES) (
    input wire [`SHFL_AMD_GEN_W-1:0] gen,
    input wire [`SHFL_AMD_OP_W-1:0] op,
    input wire [63:0] control,
    input wire fi,
    input wire [LANES-1:0] active,
    input wire [WAYS-1:0] sent,
    input wire [WAYS*4-1:0] selector,
    input wire [$clog2(LANES)-1:0] sender,
    input wire [31:0] addr,
    input wire [$clog2(LANES)-1:0] lane
);
    localparam LANE_W = $clog2(LANES);
    localparam BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1;
    `include "shfl_amd_spec.vh"

    wire [BEAT_W-1:0]       beat = lane / WAYS;
    wire [31:0]             way  = lane % WAYS;
    wire                    reserved, scatters, halves;
    wire [WAYS*LANE_W-1:0]  turned;
    wire [WAYS-1:0]         named;
    wire [`SHFL_AMD_CONTROLS_W(LANES)-1:0] controls;

    shfl_amd_decode #(.LANES(LANES), .WAYS(WAYS)) u_decode (.*);

    wire permute = op == `SHFL_AMD_PERMUTE;
    wire [LANE_W-1:0] j;
    wire              reads_j, valid;

    shfl_amd_source #(.LANES(LANES)) u_source (
        .turned(turned[LANE_W*way +: LANE_W]), .sender(permute ? sender : {LANE_W{1'b0}}), .addr(addr[LANE_W+1:0]),
        .named(named[way]), .*);

    integer want, src_lane;                         // of lane `lane`; -1: none is named
    always @* begin
        want = spec_source(gen, op, control, active, addr, lane);
        if (permute) want = sent[way] ? sender : -1;
        src_lane = reads_j ? j : lane;
    end

    wire legal = spec_legal(gen, op, control, fi);

    always @* begin
        generations: assume (gen < `SHFL_AMD_GENS
                             && (LANES == 64 ? gen != `SHFL_AMD_GFX1250 : gen >= `SHFL_AMD_GFX10)); // A12.2.1
        selector_is_of_addr: assume (selector[4*way +: 4] == addr[3:0]);  // A6.8: the port is cut from addr
        reserved_is_the_rule:          assert (reserved == !legal); // A2.1, A2.2, A2.5, A3.2.2
        scatters_is_permute:           assert (scatters == (legal && permute));
        // A5.2.2
        if (permute) halves_are_these:
            assert (halves == (LANES == 64 && (gen == `SHFL_AMD_GFX10 || gen == `SHFL_AMD_GFX11)));
        if (legal) valid_is_the_rule:  assert (valid == (want >= 0)); // A1.1, A3.2.1, A5.3.3
        // A3.2.1, A3.3.1, A4.2, A4.3, A4.4, A4.5, A4.6, A5.1.1, A5.1.2, A5.1.3, A5.2.1, A5.2.2, A5.2.3, A6.1, A6.2,
        // A6.3, A6.4, A6.5, A6.6, A6.8, A6.9, A6.10
        if (legal) lane_is_the_rule:   assert (src_lane == (want < 0 ? lane : want));
        dpp16_elsewhere:    cover (legal && op == `SHFL_AMD_DPP16 && want >= 0 && want != lane);
        dpp16_nowhere:      cover (legal && op == `SHFL_AMD_DPP16 && want < 0);
        bpermute_elsewhere: cover (legal && op == `SHFL_AMD_BPERMUTE && want != lane);
        var_elsewhere:      cover (legal && op == `SHFL_AMD_PERMLANEX16_VAR && want != lane);
        if (LANES == 64 || op == `SHFL_AMD_PERMLANE_DOWN) group_elsewhere: cover (legal && want >= 0 && want != lane);
        nobody_sends:       cover (legal && permute && want < 0);
        is_reserved:        cover (reserved);
    end
endmodule
