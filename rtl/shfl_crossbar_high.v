// shfl_crossbar_high - last part of the crossbar: one word of the candidates that shfl_crossbar_low
// fetched for a lane. Spec: docs/spec.md 3.4.
//
//   CROSSBAR MUX     the one of the group that the high bits of src_lane name
//   CROSSBAR CHAIN   all of them, by exclusive or: PARTS-1 chains came back with src_lane[0], which an
//                    even number cancels, and an odd number with src_lane[0] once more; with a chain
//                    for each pair of lanes, they came back with 0
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
    localparam PART_W      = $clog2(PARTS);
    localparam EVEN_CHAINS = PARTS % 2 == 0 && PARTS != LANES / 2;

    genvar k, g;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [PARTS*W-1:0] words = candidate[PARTS*W*k +: PARTS*W];
            if (CROSSBAR == `SHFL_CHAIN) begin : g_chain
                // a heap: node g is the sum of nodes 2g and 2g+1, the last PARTS nodes are the words
                for (g = 2 * PARTS - 1; g > 0; g = g - 1) begin : g_node
                    wire [W-1:0] sum;
                    if (g >= PARTS) begin : g_word
                        assign sum = words[W*(g - PARTS) +: W];
                    end else begin : g_sum
                        assign sum = g_node[2*g].sum ^ g_node[2*g+1].sum;
                    end
                end
                assign src_data[W*k +: W] = g_node[1].sum ^ {W{EVEN_CHAINS && select[SELECT_W*k]}};
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
