// shfl_crossbar_low - first part of the crossbar: each lane has the LANES words before it in PARTS
// groups, and fetches a candidate out of every group. shfl_crossbar_high makes one word of the
// candidates. Spec: docs/spec.md 3.4.
//
//   CROSSBAR MUX     the groups are runs of lanes, the candidate is the word at the place that the low
//                    bits of src_lane name
//   CROSSBAR CHAIN   the groups are runs of pairs of lanes, a chain of links through each. The candidate
//                    is the word if the lane is in the group, otherwise src_lane[0] in every bit;
//                    with PARTS = LANES/2, a link for each group, otherwise 0
`default_nettype none
`include "shfl_defs.vh"
module shfl_crossbar_low #(
    parameter LANES    = 32,
    parameter W        = 32,
    parameter CROSSBAR = `SHFL_MUX,
    parameter PARTS    = 1,                         // 1 to LANES/2; MUX: a power of two
    parameter SELECT_W = CROSSBAR == `SHFL_CHAIN ? LANES / 2 + 1 : $clog2(LANES)
) (
    input  wire [LANES*W-1:0]        ra,            // lane k is ra[W*k +: W]
    input  wire [LANES*SELECT_W-1:0] select,        // of shfl_select
    output wire [LANES*PARTS*W-1:0]  candidate      // of lane k and group g: word k*PARTS + g
);
    localparam GROUP   = LANES / PARTS;             // lanes in a group of MUX
    localparam PAIRS   = LANES / 2;
    localparam PLACE_W = $clog2(GROUP);

    genvar k, g, p;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            if (CROSSBAR == `SHFL_CHAIN) begin : g_chain
                for (g = 0; g < PARTS; g = g + 1) begin : g_group
                    localparam FROM = PAIRS * g / PARTS;
                    localparam TO   = PAIRS * (g + 1) / PARTS;

                    for (p = FROM; p < TO; p = p + 1) begin : g_pair
                        wire [W-1:0] prev, next;

                        shfl_link #(.W(W), .LONE(PARTS == PAIRS)) u_link (
                            .here(select[SELECT_W*k + p + 1]),
                            .even(ra[W*(2*p) +: W]), .odd(ra[W*(2*p + 1) +: W]),
                            .prev(prev), .next(next));
                        if (p == FROM) begin : g_first
                            assign prev = {W{select[SELECT_W*k]}};
                        end else begin : g_behind
                            assign prev = g_pair[p-1].next;
                        end
                    end
                    assign candidate[W*(PARTS*k + g) +: W] = g_pair[TO-1].next;
                end
            end else begin : g_mux
                for (g = 0; g < PARTS; g = g + 1) begin : g_group
                    shfl_mux #(.WORDS(GROUP), .W(W)) u_mux (
                        .words(ra[GROUP*W*g +: GROUP*W]), .sel(select[SELECT_W*k +: PLACE_W]),
                        .word(candidate[W*(PARTS*k + g) +: W]));
                end
            end
        end
    endgenerate

    // MUX: the group's number is for shfl_crossbar_high
    wire unused_ok = &{1'b0, select};
endmodule
`default_nettype wire
