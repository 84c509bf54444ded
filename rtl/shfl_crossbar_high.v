// shfl_crossbar_high - last part of the crossbar: one word of the candidates that shfl_crossbar_low
// fetched for a lane. Spec: docs/spec.md 3.4.
//
//   CROSSBAR MUX     the one of the group that the high bits of src_lane name
//   CROSSBAR CHAIN   all of them, by exclusive or: PARTS-1 chains came back with src_lane[0], which an
//                    even number cancels, and an odd number with src_lane[0] once more
`default_nettype none
`include "shfl_defs.vh"
module shfl_crossbar_high #(
    parameter LANES    = 32,
    parameter W        = 32,
    parameter CROSSBAR = `SHFL_MUX,
    parameter PARTS    = 1,
    parameter SELECT_W = CROSSBAR == `SHFL_CHAIN ? LANES / 2 + 1 : $clog2(LANES)
) (
    input  wire [LANES*PARTS*W-1:0]  candidate,
    input  wire [LANES*SELECT_W-1:0] select,
    output wire [LANES*W-1:0]        src_data
);
    localparam PART_W = $clog2(PARTS);

    genvar k, g;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [PARTS*W-1:0] words = candidate[PARTS*W*k +: PARTS*W];
            if (CROSSBAR == `SHFL_CHAIN) begin : g_chain
                for (g = 0; g < PARTS; g = g + 1) begin : g_group
                    wire [W-1:0] sum;
                    if (g == 0) begin : g_first
                        assign sum = words[0 +: W] ^ {W{PARTS % 2 == 0 && select[SELECT_W*k]}};
                    end else begin : g_behind
                        assign sum = g_group[g-1].sum ^ words[W*g +: W];
                    end
                end
                assign src_data[W*k +: W] = g_group[PARTS-1].sum;
            end else if (PARTS == 1) begin : g_whole
                assign src_data[W*k +: W] = words;
            end else begin : g_mux
                shfl_mux #(.WORDS(PARTS), .W(W)) u_mux (
                    .words(words), .sel(select[SELECT_W*(k+1)-1 -: PART_W]), .word(src_data[W*k +: W]));
            end
        end
    endgenerate

    // MUX: the place in the group was for shfl_crossbar_low; CHAIN: so was all above bit 0
    wire unused_ok = &{1'b0, select};
endmodule
`default_nettype wire
