// SPDX-License-Identifier: Apache-2.0
// shfl_packets_legal - the parameters of shfl_packets. An illegal one is reported as a missing module, whose name is
// the message. shfl_legal checks DEPTH and NETWORK of the unit inside.
`default_nettype none
module shfl_packets_legal #(
    parameter integer THREADS  = 32,
    parameter integer LANES    = 8,
    parameter integer W        = 32,
    parameter integer DEPTH    = 1,
    parameter integer NETWORK  = 0,
    parameter integer HEADER_W = 1
) ();
    localparam BAD_THREADS = THREADS < 1 || THREADS > 64 || 1 << $clog2(THREADS) != THREADS;
    localparam BAD_LANES   = LANES < 1 || LANES > THREADS || 1 << $clog2(LANES) != LANES;

    generate
        if (BAD_THREADS) begin : g_bad_threads
            shfl_error_THREADS_must_be_a_power_of_2_up_to_64 u_error ();
        end
        if (!BAD_THREADS && BAD_LANES) begin : g_bad_lanes
            shfl_error_LANES_must_be_a_power_of_2_up_to_THREADS u_error ();
        end
        if (W != 32 && W != 64) begin : g_bad_w
            shfl_error_W_must_be_32_or_64 u_error ();
        end
        if (W == 32 && THREADS == 64) begin : g_bad_ballot
            shfl_error_a_ballot_of_64_THREADS_needs_a_W_of_64 u_error ();
        end
        if (THREADS == 1 && DEPTH != 1) begin : g_bad_depth
            shfl_error_DEPTH_must_be_1_with_one_of_THREADS u_error ();
        end
        if (NETWORK != 0 && (LANES != THREADS || THREADS == 1)) begin : g_bad_network
            shfl_error_NETWORK_needs_LANES_equal_to_THREADS_and_more_than_1 u_error ();
        end
        if (HEADER_W < 1) begin : g_bad_header_w
            shfl_error_HEADER_W_must_be_1_or_more u_error ();
        end
    endgenerate
endmodule
`default_nettype wire
