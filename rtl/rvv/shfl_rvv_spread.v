// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_spread - from the elements of a register to its byte lanes: lane k belongs to element k >> sew.
// Spec: docs/rvv.md 2.
`default_nettype none
module shfl_rvv_spread #(
    parameter integer LANES = 16,
    parameter integer B     = 1                     // bits of an element
) (
    input  wire [1:0]         sew,
    input  wire               applies,              // otherwise all lanes get these:
    input  wire [B-1:0]       other,
    input  wire [LANES*B-1:0] element,
    output wire [LANES*B-1:0] lane
);
    // of a part of 2^s bytes: what it is with a SEW of 2^s bytes or more
    genvar s, k;
    generate
        for (s = 3; s >= 0; s = s - 1) begin : g_size
            wire whole = applies && sew == s;

            for (k = 0; k < LANES >> s; k = k + 1) begin : g_part
                wire [B-1:0] part;

                if (s == 3) begin : g_largest
                    assign part = whole ? element[B*k +: B] : other;
                end else begin : g_smaller
                    assign part = whole ? element[B*k +: B] : g_size[s+1].g_part[k/2].part;
                end
            end
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign lane[B*k +: B] = g_size[0].g_part[k].part;
        end
    endgenerate
endmodule
`default_nettype wire
