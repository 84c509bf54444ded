// SPDX-License-Identifier: Apache-2.0
// shfl_banks - the words of the warps: each way reads the word of any lane, and a memory gives one beat per clock, so
// that each way has its own memory, with all beats, and a multiplexer that selects one word of the beat.
// Spec: docs/rules.md 3.4 and 6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_banks #(
    parameter integer LANES   = 32,
    parameter integer WAYS    = 4,
    parameter integer W       = 32,
    parameter integer BUFFERS = 2,                  // warps in a memory, a power of two
    parameter integer MEMORY  = `SHFL_LUT_MEMORY
) (
    input  wire                          clk,

    input  wire                          write,
    input  wire [$clog2(BUFFERS)-1:0]    write_buffer,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] write_beat,
    input  wire [WAYS*W-1:0]             ra,        // way w: ra[W*w +: W]

    input  wire                          read,      // block RAM reads on this clock
    input  wire [$clog2(BUFFERS)-1:0]    read_buffer,
    input  wire [WAYS*$clog2(LANES)-1:0] src_lane,  // the lane that each way reads
    output wire [WAYS*W-1:0]             src_data   // LUT memory: at once; block RAM: a clock later
);
    localparam LANE_W  = $clog2(LANES);
    localparam WAY_W   = $clog2(WAYS);
    localparam PLACE_W = LANE_W - WAY_W;            // bits of a beat's number, 0 if there is only one
    localparam ADDR_W  = $clog2(BUFFERS) + PLACE_W;

    // an address: the buffer's number, then the beat's, widened before they are joined
    wire [ADDR_W+LANE_W-1:0] write_at = {{ADDR_W+LANE_W-$clog2(BUFFERS){1'b0}}, write_buffer} << PLACE_W
                                      | {{ADDR_W+LANE_W-`SHFL_BEAT_W(LANES, WAYS){1'b0}}, write_beat};

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            wire [LANE_W-1:0]        source  = src_lane[LANE_W*w +: LANE_W];
            wire [ADDR_W+LANE_W-1:0] read_at = {{ADDR_W+LANE_W-$clog2(BUFFERS){1'b0}}, read_buffer} << PLACE_W
                                             | {{ADDR_W{1'b0}}, source >> WAY_W};
            wire [WAYS*W-1:0]        words;

            shfl_memory #(.WORDS(BUFFERS * (LANES / WAYS)), .W(WAYS * W), .MEMORY(MEMORY)) u_memory (
                .clk(clk), .write(write), .write_at(write_at[ADDR_W-1:0]), .in(ra),
                .read(read), .read_at(read_at[ADDR_W-1:0]), .out(words));

            if (WAYS > 1) begin : g_mux
                wire [WAY_W-1:0] way;
                shfl_stage_reg #(.W(WAY_W), .PRESENT(MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0)) u_reg_way (
                    .clk(clk), .enable(read), .in(source[WAY_W-1:0]), .out(way));
                shfl_mux #(.WORDS(WAYS), .W(W)) u_mux (.words(words), .sel(way), .word(src_data[W*w +: W]));
            end else begin : g_one
                assign src_data[W*w +: W] = words;
            end
            wire unused_ok = &{1'b0, read_at};
        end
    endgenerate
    wire unused_ok = &{1'b0, write_at};
endmodule
`default_nettype wire
