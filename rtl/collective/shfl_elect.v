// SPDX-License-Identifier: Apache-2.0
// shfl_elect - the lowest lane that executes: as a bit per lane, and as a number, 0 if no lane does. Spec: R8.4, R8.6.
`default_nettype none
module shfl_elect #(
    parameter integer LANES = 32
) (
    input  wire [LANES-1:0]         active,
    output wire [LANES-1:0]         elected,
    output wire [$clog2(LANES)-1:0] number
);
    assign elected = active & ~(active - 1'b1);

    // bit b of the number is 1 if the elected lane is one of those with bit b
    genvar b, k;
    generate
        for (b = 0; b < $clog2(LANES); b = b + 1) begin : g_bit
            wire [LANES-1:0] with_b;
            for (k = 0; k < LANES; k = k + 1) begin : g_lane
                assign with_b[k] = (k >> b) % 2 == 1 ? elected[k] : 1'b0;
            end
            assign number[b] = |with_b;
        end
    endgenerate
endmodule
`default_nettype wire
