// SPDX-License-Identifier: Apache-2.0
// shfl_collective_legal - the parameters of a unit for vote, match or redux. An illegal one is reported as a missing
// module, whose name is the message; the unit falls back to legal sizes. Spec: R12.1.2.
`default_nettype none
module shfl_collective_legal #(
    parameter integer LANES     = 32,
    parameter integer WAYS      = 1,
    parameter integer W         = 1,                // of a value
    parameter integer B         = 1,                // of a slice
    parameter integer DEPTH     = 1,
    parameter integer DEPTH_MAX = 1,
    parameter integer ELECT     = 0,
    parameter integer ALL       = 0,
    parameter integer TAG_W     = 1
) ();
    localparam BAD_LANES = LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64;

    generate
        if (BAD_LANES) begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
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
        if (DEPTH < 0 || DEPTH > DEPTH_MAX) begin : g_bad_depth
            shfl_error_DEPTH_is_out_of_range u_error ();
        end
        if (DEPTH == 0 && WAYS != LANES) begin : g_bad_depth_of_beats
            shfl_error_beats_need_a_DEPTH_of_1_or_more u_error ();
        end
        if (ELECT != 0 && ELECT != 1) begin : g_bad_elect
            shfl_error_ELECT_must_be_0_or_1 u_error ();
        end
        if (ALL != 0 && ALL != 1) begin : g_bad_all
            shfl_error_ALL_must_be_0_or_1 u_error ();
        end
        if (TAG_W < 1) begin : g_bad_tag_w
            shfl_error_TAG_W_must_be_1_or_more u_error ();
        end
    endgenerate
endmodule
`default_nettype wire
