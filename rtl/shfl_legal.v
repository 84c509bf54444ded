// SPDX-License-Identifier: Apache-2.0
// shfl_legal - the parameters of a unit. An illegal one is reported as a missing module, whose name is the message. The
// unit falls back to legal sizes, so that no other error follows. Spec: docs/rules.md 5.1 and 6.1, docs/amd.md 12.
`default_nettype none
`include "shfl_defs.vh"
module shfl_legal #(
    parameter integer AMD     = 0,                  // 1: the unit has AMD's operations
    parameter integer RVV     = 0,                  // 1: it has RISC-V's
    parameter integer BEATS   = 0,                  // 1: it handles a warp in beats
    parameter integer LANES   = 32,
    parameter integer REGS    = 1,
    parameter integer WAYS    = 1,
    parameter integer W       = 1,
    parameter integer DEPTH   = 0,
    parameter integer POLICY  = `SHFL_ZERO,
    parameter integer GEN     = 3,                  // as in amd/shfl_amd_defs.vh
    parameter integer PERMUTE = 1,
    parameter integer AGNOSTIC = 0,
    parameter integer PARTS   = 0,
    parameter integer NETWORK = 0,
    parameter integer MEMORY  = `SHFL_LUT_MEMORY,
    parameter integer SKID    = 0,
    parameter integer ELASTIC = 0,
    parameter integer TAG_W   = 1
) ();
    localparam BAD_LANES = AMD != 0 ? LANES != 32 && LANES != 64
                         : RVV != 0 ? LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64
                         : LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64;

    generate
        if (BAD_LANES && AMD == 0 && RVV == 0) begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end
        if (BAD_LANES && AMD != 0) begin : g_bad_wave
            shfl_error_LANES_must_be_32_or_64 u_error ();
        end
        if (BAD_LANES && RVV != 0) begin : g_bad_bytes
            shfl_error_LANES_must_be_8_16_32_or_64 u_error ();
        end
        if (!BAD_LANES && RVV != 0
                && (REGS != 1 && REGS != 2 && REGS != 4 && REGS != 8 || LANES * REGS > 64)) begin : g_bad_regs
            shfl_error_REGS_must_be_1_2_4_or_8_with_LANES_times_REGS_up_to_64 u_error ();
        end
        if (!BAD_LANES && (WAYS < 1 || WAYS > LANES || 1 << $clog2(WAYS) != WAYS)) begin : g_bad_ways
            shfl_error_WAYS_must_be_a_power_of_2_up_to_LANES u_error ();
        end
        if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end
        if (BEATS == 0 && (DEPTH < 0 || DEPTH > 7)) begin : g_bad_depth
            shfl_error_DEPTH_must_be_0_to_7 u_error ();
        end
        if (BEATS != 0 && (DEPTH < 0 || DEPTH > 4)) begin : g_bad_beats_depth
            shfl_error_DEPTH_must_be_0_to_4 u_error ();
        end
        if (POLICY != `SHFL_ZERO && POLICY != `SHFL_OWN && POLICY != `SHFL_RAW) begin : g_bad_policy
            shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW u_error ();
        end
        if (GEN < 0 || GEN > 6) begin : g_bad_gen
            shfl_error_GEN_must_be_0_to_6 u_error ();
        end
        if (AMD != 0 && LANES == 32 && GEN < 3) begin : g_bad_gen_of_wave
            shfl_error_LANES_32_needs_a_GEN_of_3_or_more u_error ();
        end
        if (AMD != 0 && LANES == 64 && GEN == 6) begin : g_bad_wave_of_gen
            shfl_error_LANES_64_needs_a_GEN_of_5_or_less u_error ();
        end
        if (PERMUTE != 0 && PERMUTE != 1) begin : g_bad_permute
            shfl_error_PERMUTE_must_be_0_or_1 u_error ();
        end
        if (AGNOSTIC != 0 && AGNOSTIC != 1) begin : g_bad_agnostic
            shfl_error_AGNOSTIC_must_be_0_or_1 u_error ();
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
        if (MEMORY != `SHFL_LUT_MEMORY && MEMORY != `SHFL_BLOCK_MEMORY) begin : g_bad_memory
            shfl_error_MEMORY_must_be_0_LUT_MEMORY_or_1_BLOCK_MEMORY u_error ();
        end
        if (SKID != 0 && SKID != 1) begin : g_bad_skid
            shfl_error_SKID_must_be_0_or_1 u_error ();
        end
        if (ELASTIC != 0 && ELASTIC != 1) begin : g_bad_elastic
            shfl_error_ELASTIC_must_be_0_or_1 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate
endmodule
`default_nettype wire
