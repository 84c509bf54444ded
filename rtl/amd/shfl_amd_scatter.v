// SPDX-License-Identifier: Apache-2.0
// shfl_amd_scatter - which lane sends to each lane, of ds_permute: of the active lanes that address it, the highest.
// One lane per clock, so that a ds_permute is LANES clocks longer than the others: it has to be offered, and to stay
// as it is, up to the clock with done; if it goes away before, it restarts. Spec: docs/amd.md 5.3.
`default_nettype none
module shfl_amd_scatter #(
    parameter integer LANES = 64
) (
    input  wire                             clk,
    input  wire                             rst,

    input  wire                             offered,    // there is a ds_permute
    input  wire                             taken,      // it is transferred in at the end of this clock
    input  wire                             halves,     // each half of 32 lanes by itself
    input  wire [$clog2(LANES)+1:0]         offset,
    input  wire [LANES-1:0]                 active,
    input  wire [LANES*($clog2(LANES)+2)-1:0] addr,     // low bits, all lanes
    output wire                             done,
    output wire [LANES-1:0]                 sent,       // with done: a lane sends to lane k,
    output wire [LANES*$clog2(LANES)-1:0]   sender      // this one; 0 unless a ds_permute was offered before
);
    localparam LANE_W = $clog2(LANES);

    reg  [LANE_W:0]   count;                        // of the lanes that have sent
    wire [LANE_W-1:0] lane = count[LANE_W-1:0];     // that sends now
    wire [LANE_W+1:0] lane_addr, sum;
    wire              lane_active;
    wire [LANE_W-1:0] to;

    shfl_mux #(.WORDS(LANES), .W(LANE_W + 2)) u_addr (.words(addr), .sel(lane), .word(lane_addr));
    shfl_mux #(.WORDS(LANES), .W(1)) u_active (.words(active), .sel(lane), .word(lane_active));

    assign sum  = lane_addr + offset;
    assign to   = {halves ? lane[LANE_W-1] : sum[LANE_W+1], sum[LANE_W:2]};
    assign done = count[LANE_W];

    wire clear = rst || !offered || taken;
    always @(posedge clk)
        if (clear)      count <= 0;
        else if (!done) count <= count + 1'b1;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            reg              there;
            reg [LANE_W-1:0] from;
            wire             hit = lane_active && !done && to == LANE;

            always @(posedge clk)
                if (clear) begin
                    there <= 0;
                    from  <= 0;
                end else if (hit) begin
                    there <= 1;
                    from  <= lane;
                end
            assign sent[k] = there;
            assign sender[LANE_W*k +: LANE_W] = from;
        end
    endgenerate

    wire unused_ok = &{1'b0, sum[1:0]};
endmodule
`default_nettype wire
