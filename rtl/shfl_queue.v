// SPDX-License-Identifier: Apache-2.0
// shfl_queue - what the beats of a warp need once all of it has arrived, in order of arrival. Spec: docs/rules.md 6.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_queue #(
    parameter integer ENTRIES = 64,                 // that the memories hold, a power of two
    parameter integer W       = 32,                 // bits of an entry
    parameter integer MEMORY  = `SHFL_LUT_MEMORY
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         write,
    input  wire [W-1:0] in,

    input  wire         complete,                   // from shfl_warps
    input  wire         taken,

    input  wire         step,                       // the entry that is valid is read at the end of this clock
    output wire         out_valid,
    output wire [W-1:0] out,
    input  wire         out_last,                   // a bit of out: that entry is the last one of its warp
    output wire         begins                      // the first entry of a warp is read at the end of this clock
);
    localparam BLOCK     = MEMORY == `SHFL_BLOCK_MEMORY ? 1 : 0;
    localparam POINTER_W = $clog2(ENTRIES);

    reg  [POINTER_W-1:0] write_pointer, read_pointer;
    wire [POINTER_W-1:0] write_next, read_next;
    wire                 available;                 // there is a beat of a complete warp at read_pointer
    wire                 read = step && available;
    reg                  first;                     // the valid entry is the first one of a warp

    shfl_queue_pointer #(.W(POINTER_W)) u_write_pointer (.pointer(write_pointer), .next(write_next));
    shfl_queue_pointer #(.W(POINTER_W)) u_read_pointer (.pointer(read_pointer), .next(read_next));

    always @(posedge clk)
        if (rst) begin
            write_pointer <= {{POINTER_W-1{1'b0}}, 1'b1};
            read_pointer  <= {{POINTER_W-1{1'b0}}, 1'b1};
            first         <= 1'b1;
        end else begin
            if (write)             write_pointer <= write_next;
            if (read)              read_pointer  <= read_next;
            if (step && out_valid) first         <= out_last;
        end

    shfl_memory #(.WORDS(ENTRIES), .W(W), .MEMORY(MEMORY)) u_memory (
        .clk(clk), .write(write), .write_at(write_pointer), .in(in),
        .read(step), .read_at(read_pointer), .out(out));

    generate
        if (BLOCK) begin : g_block                  // it answers a clock later
            reg                 valid, some;        // some: read_pointer is not at the end of the taken warps
            reg [POINTER_W-1:0] end_pointer;        // which is here
            reg                 starts;             // valid && first: begins is late, as step is

            assign available = some;
            assign out_valid = valid;
            assign begins    = step && starts;
            always @(posedge clk) begin
                if (rst)        valid <= 1'b0;
                else if (step)  valid <= available;
                if (rst)        starts <= 1'b0;
                else if (step)  starts <= available && (valid ? out_last : first);
                if (rst)        end_pointer <= {{POINTER_W-1{1'b0}}, 1'b1};
                else if (taken) end_pointer <= write_pointer;
                some <= !rst && (read ? read_next != end_pointer : read_pointer != end_pointer);
            end
            wire unused_ok = &{1'b0, complete};
        end else begin : g_lut
            assign available = complete || !first;
            assign out_valid = available;
            assign begins    = step && out_valid && first;
            wire unused_ok = &{1'b0, taken};
        end
    endgenerate
endmodule
`default_nettype wire
