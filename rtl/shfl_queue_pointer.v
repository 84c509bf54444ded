// SPDX-License-Identifier: Apache-2.0
// shfl_queue_pointer - the next value of a pointer of shfl_queue. The pointer takes all values but 0, in the order of a
// linear feedback shift register from 1 on, which takes one LUT where a counter takes several.
// docs/develop/design.md, The queue.
`default_nettype none
module shfl_queue_pointer #(
    parameter integer W = 7                         // 1 to 8
) (
    input  wire [W-1:0] pointer,
    output wire [W-1:0] next
);
    localparam [7:0] TAPS = W == 1 ? 8'h01 : W == 2 ? 8'h03 : W == 3 ? 8'h06 : W == 4 ? 8'h0c
                          : W == 5 ? 8'h14 : W == 6 ? 8'h30 : W == 7 ? 8'h60 :          8'hb8;

    wire [W:0] shifted = {pointer, ^(pointer & TAPS[W-1:0])};

    assign next = shifted[W-1:0];

    wire unused_ok = &{1'b0, shifted[W]};
endmodule
`default_nettype wire
