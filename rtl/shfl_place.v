// SPDX-License-Identifier: Apache-2.0
// shfl_place - the place in the queue behind a place. All places but 0 come round in an order that takes one LUT, not a
// counter: that of a linear feedback shift register. From place 1 on. Spec: docs/develop/design.md, The queue.
`default_nettype none
module shfl_place #(
    parameter W = 7                                 // 1 to 8
) (
    input  wire [W-1:0] at,
    output wire [W-1:0] next
);
    localparam [7:0] TAPS = W == 1 ? 8'h01 : W == 2 ? 8'h03 : W == 3 ? 8'h06 : W == 4 ? 8'h0c
                          : W == 5 ? 8'h14 : W == 6 ? 8'h30 : W == 7 ? 8'h60 :          8'hb8;

    wire [W:0] shifted = {at, ^(at & TAPS[W-1:0])};

    assign next = shifted[W-1:0];

    wire unused_ok = &{1'b0, shifted[W]};
endmodule
`default_nettype wire
