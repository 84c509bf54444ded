// SPDX-License-Identifier: Apache-2.0
// shfl_warps - which warp is written into the memories and which is read, and the active bits of both. Once a warp is
// complete it is taken, which makes room for the next one: when it begins to be read, or with block RAM earlier, so
// that it waits. Spec: docs/rules.md 6.2 and 6.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_warps #(
    parameter integer LANES    = 32,
    parameter integer WAYS     = 4,
    parameter integer BUFFER_W = 1,                 // bits of the number of a buffer: a warp in the memories
    parameter integer MEMORY   = `SHFL_LUT_MEMORY
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,            // a beat,
    output wire                room,                // which can be written
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input  wire                in_last,
    input  wire [WAYS-1:0]     in_active,
    output wire                write,               // it is, at the end of this clock,
    output reg                 write_first,         // as the first one of its warp,
    output reg  [BUFFER_W-1:0] write_buffer,        // here

    output reg                 complete,            // a complete warp is not taken yet
    output wire                taken,               // it is, at the end of this clock
    input  wire                begins,              // a warp begins to be read with the next clock: the one that is
                                                    // taken now; with block RAM the one that was taken last
    output wire [LANES-1:0]    begins_active,       // its active bits
    output wire [LANES-1:0]    reading,             // those of the warp that began last
    output wire [BUFFER_W-1:0] reading_buffer       // which has its words here
);
    localparam BLOCK  = MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0;
    localparam BEAT_W = `SHFL_BEAT_W(LANES, WAYS);

    reg  [LANES-1:0]    arriving;                   // of the warp that is written, or complete
    reg  [BUFFER_W-1:0] arriving_buffer;
    wire [LANES-1:0]    arrives;                    // of this beat
    wire [BUFFER_W-1:0] begins_buffer;

    assign write = in_valid && room;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [31:0] BEAT = k / WAYS;
            assign arrives[k] = in_beat == BEAT[BEAT_W-1:0] && in_active[k % WAYS];
        end
    endgenerate

    always @(posedge clk) begin
        if (write) arriving        <= (arriving & ~{LANES{write_first}}) | arrives;
        if (write) arriving_buffer <= write_buffer;
        if (rst) begin
            write_buffer <= {BUFFER_W{1'b0}};
            complete     <= 1'b0;
            write_first  <= 1'b1;
        end else begin
            if (write && in_last) write_buffer <= write_buffer + 1'b1;
            if (write)            complete     <= in_last;
            if (write)            write_first  <= in_last;
            if (taken && !write)  complete     <= 1'b0;
        end
    end

    generate
        if (BLOCK) begin : g_waiting
            reg waits;
            assign room  = !complete || !waits;
            assign taken = complete && !waits;
            always @(posedge clk) waits <= !rst && (taken || waits && !begins);
        end else begin : g_direct
            assign room  = !complete || begins;
            assign taken = begins;
        end
    endgenerate

    shfl_stage_reg #(.W(BUFFER_W + LANES), .PRESENT(BLOCK)) u_reg_waiting (
        .clk(clk), .enable(taken), .in({arriving_buffer, arriving}), .out({begins_buffer, begins_active}));
    shfl_stage_reg #(.W(BUFFER_W + LANES)) u_reg_reading (
        .clk(clk), .enable(begins), .in({begins_buffer, begins_active}), .out({reading_buffer, reading}));
endmodule
`default_nettype wire
