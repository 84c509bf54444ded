// SPDX-License-Identifier: Apache-2.0
// shfl_legal - the parameters of a unit, whichever it is. An illegal one is reported as a missing module, whose name is
// the message. The unit falls back to legal sizes (SHFL_LEGAL_... in shfl_defs.vh), so that no other error follows.
// Spec: docs/rules.md 5.1, 6.1, 12.1 and 19.1, docs/reference/amd-unit.md 12.2, docs/rvv.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl_legal #(
    parameter integer UNIT     = `SHFL_UNIT_SHFL,
    parameter integer LANES    = 32,
    parameter integer REGS     = 1,
    parameter integer WAYS     = LANES,
    parameter integer W        = 1,                 // of a value
    parameter integer B        = 1,                 // of a slice
    parameter integer DEPTH    = 1,
    parameter integer POLICY   = `SHFL_ZERO,
    parameter integer GEN      = 0,
    parameter integer PERMUTE  = 1,
    parameter integer AGNOSTIC = 0,
    parameter integer COMPRESS = 1,
    parameter integer GATHER   = 1,
    parameter integer ELEN     = 64,
    parameter integer WARPS    = 1,
    parameter integer SLOTS    = 1,
    parameter integer ELECT    = 0,
    parameter integer ALL      = 0,
    parameter integer PARTS    = 0,
    parameter integer NETWORK  = 0,
    parameter integer SELECTS  = 0,
    parameter integer MEMORY   = `SHFL_LUT_MEMORY,
    parameter integer SKID     = 0,
    parameter integer ELASTIC  = 0,
    parameter integer GATE     = 0,
    parameter integer TAG_W    = 1
) ();
    localparam AMD = UNIT == `SHFL_UNIT_AMD || UNIT == `SHFL_UNIT_AMD_BANKED;
    localparam RVV = UNIT == `SHFL_UNIT_RVV || UNIT == `SHFL_UNIT_RVV_BANKED;

    localparam FEWEST    = AMD ? 32 : RVV ? 8 : 2;
    localparam BAD_LANES = LANES < FEWEST || LANES > 64 || 1 << $clog2(LANES) != LANES;

    localparam BAD_REGS  = REGS != 1 && REGS != 2 && REGS != 4 && REGS != 8;

    generate
        // ---- DEPTH: each unit has its own range

        if (UNIT == `SHFL_UNIT_SHFL || UNIT == `SHFL_UNIT_AND_VOTE
                || UNIT == `SHFL_UNIT_AMD || UNIT == `SHFL_UNIT_RVV) begin : g_whole
            if (DEPTH < 0 || DEPTH > 7) begin : g_bad_depth
                shfl_error_DEPTH_must_be_0_to_7 u_error ();
            end
        end
        if (UNIT == `SHFL_UNIT_BANKED || UNIT == `SHFL_UNIT_AMD_BANKED
                || UNIT == `SHFL_UNIT_RVV_BANKED) begin : g_banked
            if (DEPTH < 0 || DEPTH > 4) begin : g_bad_depth
                shfl_error_DEPTH_must_be_0_to_4 u_error ();
            end
        end
        if (UNIT == `SHFL_UNIT_VOTE || UNIT == `SHFL_UNIT_BARRIER) begin : g_vote
            if (WAYS == LANES && DEPTH != 0 && DEPTH != 1) begin : g_bad_depth
                shfl_error_DEPTH_must_be_0_or_1 u_error ();
            end
            if (WAYS != LANES && DEPTH != 1) begin : g_bad_beats_depth
                shfl_error_DEPTH_must_be_1_in_beats u_error ();
            end
        end
        if (UNIT == `SHFL_UNIT_REDUX) begin : g_redux
            if (WAYS == LANES && (DEPTH < 0 || DEPTH > $clog2(LANES) + 1)) begin : g_bad_depth
                shfl_error_DEPTH_must_be_0_to_log2_of_LANES_plus_1 u_error ();
            end
            if (WAYS != LANES && (DEPTH < 1 || DEPTH > $clog2(WAYS) + 2)) begin : g_bad_beats_depth
                shfl_error_DEPTH_must_be_1_to_log2_of_WAYS_plus_2_in_beats u_error ();
            end
        end

        // ---- sizes

        if (BAD_LANES && !AMD && !RVV) begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (BAD_LANES && AMD) begin : g_bad_wave
            shfl_error_LANES_must_be_32_or_64 u_error ();
        end
        if (BAD_LANES && RVV) begin : g_bad_bytes
            shfl_error_LANES_must_be_8_16_32_or_64 u_error ();
        end
        if (UNIT != `SHFL_UNIT_RVV && !BAD_LANES && (BAD_REGS || LANES * REGS > 64)) begin : g_bad_regs
            shfl_error_REGS_must_be_1_2_4_or_8_with_LANES_times_REGS_up_to_64 u_error ();
        end
        if (UNIT == `SHFL_UNIT_RVV && BAD_REGS) begin : g_bad_group
            shfl_error_REGS_must_be_1_2_4_or_8 u_error ();
        end
        if (ELEN != 32 && ELEN != 64) begin : g_bad_elen
            shfl_error_ELEN_must_be_32_or_64 u_error ();
        end
        if (!BAD_LANES && (WAYS < 1 || WAYS > LANES || 1 << $clog2(WAYS) != WAYS)) begin : g_bad_ways
            shfl_error_WAYS_must_be_a_power_of_2_up_to_LANES u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (B < 1) begin : g_bad_b
            shfl_error_B_must_be_1_or_more u_error ();
        end
        if (W >= 1 && B >= 1 && W % (B < 1 ? 1 : B) != 0) begin : g_bad_b_of_w
            shfl_error_B_must_divide_W u_error ();
        end
        if (WARPS < 1 || WARPS > 64) begin : g_bad_warps
            shfl_error_WARPS_must_be_1_to_64 u_error ();
        end
        if (SLOTS < 1 || SLOTS > 64 || 1 << $clog2(SLOTS) != SLOTS) begin : g_bad_slots
            shfl_error_SLOTS_must_be_1_2_4_8_16_32_or_64 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end

        // ---- AMD's generations

        if (GEN < 0 || GEN > 6) begin : g_bad_gen
            shfl_error_GEN_must_be_0_to_6 u_error ();
        end
        if (AMD && LANES == 32 && GEN < 3) begin : g_bad_gen_of_wave
            shfl_error_LANES_32_needs_a_GEN_of_3_or_more u_error ();
        end
        if (AMD && LANES == 64 && GEN == 6) begin : g_bad_wave_of_gen
            shfl_error_LANES_64_needs_a_GEN_of_5_or_less u_error ();
        end

        // ---- choices

        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (MEMORY != `SHFL_LUT_MEMORY && MEMORY != `SHFL_BLOCK_MEMORY) begin : g_bad_memory
            shfl_error_MEMORY_must_be_0_LUT_MEMORY_or_1_BLOCK_MEMORY u_error ();
        end
        // shfl_crossbar checks the other values of PARTS: of which are legal, each of its forms has its own rule
        if (NETWORK != 0 && PARTS != 0) begin : g_bad_parts
            shfl_error_NETWORK_needs_PARTS_0 u_error ();
        end
        if (NETWORK != 0 && (NETWORK < 2 || NETWORK > LANES / 2 || 1 << $clog2(NETWORK) != NETWORK))
        begin : g_bad_network
            shfl_error_NETWORK_must_be_0_or_a_power_of_2_from_2_to_half_of_LANES u_error ();
        end
        if (NETWORK != 0 && DEPTH == 0) begin : g_bad_network_depth
            shfl_error_NETWORK_needs_a_DEPTH_of_1_or_more u_error ();
        end
        if (SELECTS != 0 && SELECTS != 1) begin : g_bad_selects
            shfl_error_SELECTS_must_be_0_or_1 u_error ();
        end
        if (SELECTS == 1 && (NETWORK == 0 || DEPTH > 1)) begin : g_bad_selects_depth
            shfl_error_SELECTS_needs_a_NETWORK_and_a_DEPTH_of_1 u_error ();
        end
        if (PERMUTE != 0 && PERMUTE != 1) begin : g_bad_permute
            shfl_error_PERMUTE_must_be_0_or_1 u_error ();
        end
        if (AGNOSTIC != 0 && AGNOSTIC != 1) begin : g_bad_agnostic
            shfl_error_AGNOSTIC_must_be_0_or_1 u_error ();
        end
        if (COMPRESS != 0 && COMPRESS != 1) begin : g_bad_compress
            shfl_error_COMPRESS_must_be_0_or_1 u_error ();
        end
        if (GATHER != 0 && GATHER != 1) begin : g_bad_gather
            shfl_error_GATHER_must_be_0_or_1 u_error ();
        end
        if (ELECT != 0 && ELECT != 1) begin : g_bad_elect
            shfl_error_ELECT_must_be_0_or_1 u_error ();
        end
        if (ALL != 0 && ALL != 1) begin : g_bad_all
            shfl_error_ALL_must_be_0_or_1 u_error ();
        end
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
        if (ELASTIC != 0 && ELASTIC != 1) begin : g_bad_elastic
            shfl_error_ELASTIC_must_be_0_or_1 u_error ();
        end
        if (GATE != 0 && GATE != 1) begin : g_bad_gate
            shfl_error_GATE_must_be_0_or_1 u_error ();
        end
    endgenerate
endmodule
`default_nettype wire
