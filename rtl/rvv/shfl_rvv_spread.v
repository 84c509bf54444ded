// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_spread - from the elements of a register to its byte lanes: lane k belongs to element k >> sew, and reads
// byte k mod 2^sew of the element that this one reads. Spec: docs/rvv.md 2.
`default_nettype none
module shfl_rvv_spread #(
    parameter integer LANES = 16,
    parameter integer B     = 1                     // bits of an element that its bytes share
) (
    input  wire [1:0]                     sew,
    input  wire [LANES*$clog2(LANES)-1:0] number,   // of the elements
    input  wire [LANES*B-1:0]             element,
    output wire [LANES*$clog2(LANES)-1:0] j,        // of the lanes
    output wire [LANES*B-1:0]             lane
);
    localparam LANE_W = $clog2(LANES);

    // of a part of 2^s bytes: what it is with a SEW of 2^s bytes or more
    genvar s, k;
    generate
        for (s = 3; s >= 0; s = s - 1) begin : g_size
            for (k = 0; k < LANES >> s; k = k + 1) begin : g_part
                localparam [LANE_W-1:0] BYTE = (k & 1) << s;
                wire [LANE_W-1:0] here = number[LANE_W*k +: LANE_W] << s;
                wire [LANE_W-1:0] part_j;
                wire [B-1:0]      part_element;

                if (s == 3) begin : g_largest
                    assign {part_j, part_element} = {here, element[B*k +: B]};
                end else begin : g_smaller
                    wire whole = s == 0 ? sew == 2'd0 : s == 1 ? !sew[1] : !sew[0];
                    assign part_j       = whole ? here : g_size[s+1].g_part[k/2].part_j | BYTE;
                    assign part_element = whole ? element[B*k +: B] : g_size[s+1].g_part[k/2].part_element;
                end
            end
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign j[LANE_W*k +: LANE_W] = g_size[0].g_part[k].part_j;
            assign lane[B*k +: B]        = g_size[0].g_part[k].part_element;
        end
    endgenerate
endmodule
`default_nettype wire
