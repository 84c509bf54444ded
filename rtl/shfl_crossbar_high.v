// SPDX-License-Identifier: Apache-2.0
// shfl_crossbar_high - second half of the crossbar: out of the candidates that shfl_crossbar_low fetched for
// a lane, the one of the group that the high bits of select name. Spec: docs/rules.md 3.4.
`default_nettype none
module shfl_crossbar_high #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer PARTS   = 1,                  // a power of two, 1 to LANES/2
    parameter integer READERS = LANES               // lanes that read
) (
    input  wire [READERS*PARTS*W-1:0]       candidate,
    input  wire [READERS*$clog2(LANES)-1:0] select,
    output wire [READERS*W-1:0]             src_data
);
    localparam LANE_W = $clog2(LANES);
    localparam PART_W = $clog2(PARTS);

    genvar k;
    generate
        for (k = 0; k < READERS; k = k + 1) begin : g_lane
            if (PARTS == 1) begin : g_whole
                assign src_data[W*k +: W] = candidate[W*k +: W];
            end else begin : g_mux
                shfl_mux #(.WORDS(PARTS), .W(W)) u_mux (
                    .words(candidate[PARTS*W*k +: PARTS*W]), .sel(select[LANE_W*(k+1)-1 -: PART_W]),
                    .word(src_data[W*k +: W]));
            end
        end
    endgenerate

    // the low bits were for shfl_crossbar_low
    wire unused_ok = &{1'b0, select};
endmodule
`default_nettype wire
