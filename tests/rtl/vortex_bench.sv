// SPDX-License-Identifier: Apache-2.0
// What VX_shfl_unit sees of Vortex: package, interfaces, types by name. Random packets go through the adapter and, by
// wires of the bench, through shfl_packets itself, which has its own testbench; the two agree on each clock.
`include "VX_define.vh"

package VX_gpu_pkg;
    localparam PACKETS = `VX_CFG_NUM_THREADS / `LANES;
    typedef struct packed {
        logic [43:0]       uuid;
        logic [1:0]        wid;
        logic [`LANES-1:0] tmask;
        logic [(PACKETS > 1 ? $clog2(PACKETS) : 1)-1:0] pid;
        logic              sop, eop;
        logic [29:0]       PC;
        logic [6:0]        rd;
    } alu_header_t;
    typedef struct packed {
        alu_header_t             header;
        logic [3:0]              op_type;
        logic [`LANES-1:0][31:0] rs1_data, rs2_data, rs3_data;
    } alu_execute_t;
    typedef struct packed {
        alu_header_t             header;
        logic [`LANES-1:0][31:0] data;
    } alu_result_t;
endpackage

interface VX_execute_if #(parameter type data_t = logic);
    logic valid, ready;
    data_t data;
    modport slave (input valid, data, output ready);
endinterface

interface VX_result_if #(parameter type data_t = logic);
    logic valid, ready;
    data_t data;
    modport master (output valid, data, input ready);
endinterface

module bench;
    import VX_gpu_pkg::*;

    bit clk = 0, reset = 1;
    always #1 clk = !clk;

    VX_execute_if #(.data_t(alu_execute_t)) execute ();
    VX_result_if #(.data_t(alu_result_t)) result ();
    VX_shfl_unit #(.NUM_LANES(`LANES)) u_unit (.clk(clk), .reset(reset), .execute_if(execute), .result_if(result));

    logic ready, valid;
    alu_header_t header;
    logic [`LANES-1:0][31:0] rd;
    shfl_packets #(.THREADS(`VX_CFG_NUM_THREADS), .LANES(`LANES), .DEPTH(`VX_CFG_NUM_THREADS == `LANES ? 1 : 0), .HEADER_W($bits(header)))
        u_expected (
        .clk(clk), .rst(reset),
        .in_valid(execute.valid), .in_ready(ready), .in_header(execute.data.header), .in_op(execute.data.op_type),
        .in_packet(execute.data.header.pid), .in_first(execute.data.header.sop),
        .in_last(execute.data.header.eop), .in_active(execute.data.header.tmask), .in_rs1(execute.data.rs1_data),
        .in_rs2(execute.data.rs2_data),
        .out_valid(valid), .out_ready(result.ready), .out_header(header), .out_rd(rd),
        .out_packet(), .out_first(), .out_last(), .out_active());

    int packet = 0, packets = 0, results = 0;
    bit [3:0] kind = 0;
    initial begin
        execute.valid = 0;
        result.ready = 0;
        repeat (3) @(negedge clk);
        reset = 0;
        while (packets < 2000) begin
            @(negedge clk);
            // an offer stays until it is taken, which the clock edge before this one has shown
            if (!execute.valid) begin
                if (packet == 0) kind = 4'($urandom_range(7));
                execute.data = {8{$urandom, $urandom, $urandom, $urandom, $urandom}};
                for (int k = 0; k < `LANES; k++) begin
                    execute.data.rs1_data[k] = $urandom;
                    execute.data.rs2_data[k] = $urandom;
                end
                execute.data.header.uuid = 44'($urandom);
                execute.data.header.tmask = `LANES'($urandom_range((1 << `LANES) - 1, 1));
                execute.data.header.pid = $bits(header.pid)'(packet);
                execute.data.header.sop = packet == 0;
                execute.data.header.eop = packet == PACKETS - 1;
                execute.data.op_type = kind;
                execute.valid = $urandom_range(3) != 0;
            end
            result.ready = $urandom_range(3) != 0;
            #0.5;
            if (execute.ready !== ready || result.valid !== valid || valid && result.data !== {header, rd})
                $fatal(1, "packet %0d: the adapter and the unit differ", packets);
            results += 32'(result.valid && result.ready);
            if (execute.valid && execute.ready) begin
                packet = packet == PACKETS - 1 ? 0 : packet + 1;
                packets++;
                @(posedge clk) #0.1 execute.valid = 0;
            end
        end
        $display("%0d packets, %0d results", packets, results);
        $finish;
    end
endmodule
