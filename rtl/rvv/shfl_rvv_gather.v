// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_gather - of each byte lane, the lane that a gather reads, from the elements that are named: lane k belongs
// to element k >> sew, and reads byte k mod 2^sew of the element that this one names. Spec: docs/rvv.md 2 and 3.2.
`default_nettype none
module shfl_rvv_gather #(
    parameter integer LANES = 16
) (
    input  wire [1:0]                     sew,
    input  wire                           indexed,  // each element names one; otherwise,
    input  wire                           by_x,     // all name the element
    input  wire [$clog2(LANES)-1:0]       x,        // whose first byte is this
    input  wire [LANES*$clog2(LANES)-1:0] number,   // of the elements that are named
    output wire [LANES*$clog2(LANES)-1:0] away      // lane k reads lane k ^ away; 0 if it is no gather
);
    localparam LANE_W = $clog2(LANES);

    // a function, since the compiler finds a comparison with 3 to be constant
    function upto(input [1:0] size, input [31:0] bits);     // this bit numbers an element, not a byte of it
        upto = {30'd0, size} <= bits;
    endfunction

    // of a part of 2^s bytes: the bits from s on, which its bytes share, with a SEW of 2^s bytes or more
    genvar s, k, b;
    generate
        for (s = 3; s >= 0; s = s - 1) begin : g_size
            wire whole = indexed && sew == s;

            for (k = 0; k < LANES >> s; k = k + 1) begin : g_part
                localparam [LANE_W-1:0] PART = k[LANE_W-1:0];
                wire [LANE_W-1:0] part;

                for (b = 0; b < LANE_W; b = b + 1) begin : g_bit
                    if (b < s) begin : g_byte
                        assign part[b] = 1'b0;
                    end else if (s == 3 || b == s) begin : g_first
                        assign part[b] = whole ? number[LANE_W*k+b-s] ^ PART[b-s]
                                       :         by_x && upto(sew, b) && (x[b] ^ PART[b-s]);
                    end else begin : g_behind
                        assign part[b] = whole ? number[LANE_W*k+b-s] ^ PART[b-s] : g_size[s+1].g_part[k/2].part[b];
                    end
                end

                wire unused_ok = &{1'b0, whole, part};
            end
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign away[LANE_W*k +: LANE_W] = g_size[0].g_part[k].part;
        end
    endgenerate
endmodule
`default_nettype wire
