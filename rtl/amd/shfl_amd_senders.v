// SPDX-License-Identifier: Apache-2.0
// shfl_amd_senders - which lane sends to each lane, of a ds_permute in beats: of the active lanes that address it, the
// highest, whatever the order of the beats. One table per wave, which goes the way of its active bits in shfl_warps.
// Spec: docs/amd.md 5.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_amd_senders #(
    parameter integer LANES  = 64,
    parameter integer WAYS   = 16,
    parameter integer MEMORY = `SHFL_LUT_MEMORY     // with block RAM a wave waits between arriving and reading
) (
    input  wire                          clk,
    input  wire                          write,     // from shfl_memories
    input  wire                          write_first,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] write_beat,
    input  wire                          taken,
    input  wire                          begins,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] fetch_beat,

    input  wire [WAYS-1:0]               sends,     // of the beat that is written, the lanes that send,
    input  wire [WAYS*$clog2(LANES)-1:0] to,        // and to which lanes
    output wire [WAYS-1:0]               sent,      // of the beat behind fetch: a lane sends to this one,
    output wire [WAYS*$clog2(LANES)-1:0] sender     // this one; its own number if none does
);
    localparam LANE_W = $clog2(LANES);
    localparam BEATS  = LANES / WAYS;
    localparam ROW_W  = WAYS * (1 + LANE_W);        // the entries of a beat's lanes

    wire [WAYS*LANE_W-1:0] lanes;                   // of the beat that is written
    wire [BEATS*ROW_W-1:0] arriving, waiting, reading;

    genvar w, k;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (
                .beat(write_beat), .way(WAY), .lane(lanes[LANE_W*w +: LANE_W]));
        end

        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            reg              there, hit;
            reg [LANE_W-1:0] from, highest;
            integer          i;

            always @* begin
                hit     = 1'b0;
                highest = lanes[LANE_W-1:0];        // if none of them hits, it is not used
                for (i = 0; i < WAYS; i = i + 1)
                    if (sends[i] && to[LANE_W*i +: LANE_W] == LANE) begin
                        hit     = 1'b1;
                        highest = lanes[LANE_W*i +: LANE_W];
                    end
            end

            always @(posedge clk)
                if (write) begin
                    if (hit && (write_first || !there || highest > from)) from <= highest;
                    there <= hit || (there && !write_first);
                end

            assign arriving[(1+LANE_W)*k +: 1+LANE_W] = {there, from};
        end
    endgenerate

    shfl_stage_reg #(.W(BEATS * ROW_W), .PRESENT(MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0)) u_reg_waiting (
        .clk(clk), .enable(taken), .in(arriving), .out(waiting));
    shfl_stage_reg #(.W(BEATS * ROW_W)) u_reg_reading (
        .clk(clk), .enable(begins), .in(waiting), .out(reading));

    wire [ROW_W-1:0] row;
    generate
        if (BEATS > 1) begin : g_mux
            shfl_mux #(.WORDS(BEATS), .W(ROW_W)) u_row (.words(reading), .sel(fetch_beat), .word(row));
        end else begin : g_one
            assign row = reading;
        end
        for (w = 0; w < WAYS; w = w + 1) begin : g_entry
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] own, from;

            assign {sent[w], from} = row[(1+LANE_W)*w +: 1+LANE_W];
            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_own (.beat(fetch_beat), .way(WAY), .lane(own));
            shfl_select #(.LANES(LANES)) u_select (
                .reads_j(sent[w]), .j(from), .lane(own), .src_lane(sender[LANE_W*w +: LANE_W]));
        end
    endgenerate
endmodule
`default_nettype wire
