// SPDX-License-Identifier: Apache-2.0
// Proof: a skid buffer loses, doubles, invents and overtakes nothing, adds no clock, and is ready by its registers
// alone, for any sequence of items, stalls and resets, and for all time. Everything but the first reset is free.
module shfl_skid_props #(
    parameter integer W = 2
) (
    input wire         clk, rst, in_valid, out_ready,
    input wire [W-1:0] in
);
    wire         in_ready, out_valid;
    wire [W-1:0] out;

    shfl_skid #(.W(W)) u_skid (.*);

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;

    reg         begun, stalled;
    reg [1:0]   inside;                             // items in the buffer
    reg [W-1:0] last, out_past;                     // the item accepted last; the last output
    initial {begun, stalled} = 0;

    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        inside   <= rst ? 0 : inside + taken - given;
        if (taken) last <= in;
    end

    always @* begin
        begins_with_reset: assume (begun || rst);  // R5.4.1
        if (begun) begin
                                          no_more_than_one:     assert (inside <= 1);
            if (inside != 0)              none_is_lost:         assert (out_valid && out == last); // R5.3.12
            if (inside == 0 && in_valid)  passes_at_once:       assert (out_valid && out == in);   // R5.3.12
            if (inside == 0 && !in_valid) none_is_invented:     assert (!out_valid);
            if (stalled)                  offered_until_taken:  assert (out_valid);
            if (stalled)                  output_stays:         assert (out == out_past);
            // R5.3.12, R5.3.13
                                          ready_by_registers:   assert (in_ready == (inside == 0 && !rst));
        end
        stalls_twice:           cover (begun && stalled && out_valid && !out_ready && in_valid);
        the_next_waits:         cover (begun && given && inside != 0 && in_valid && in != out);
        reset_while_inside:     cover (begun && inside != 0 && rst);
    end
endmodule
