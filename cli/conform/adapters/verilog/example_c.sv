// SPDX-License-Identifier: Apache-2.0
// A function of the type in cli/conform/peer.h, as a combinational module for Verilator: link it, by run.py as one more
// source. So every peer in C, such as those with faults, can be tested as a module, too.
module example_c #(
    parameter int LANES = 32,
    parameter int W     = 32                        // up to 64
) (
    input  logic [1:0]          mode,
    input  logic [LANES-1:0]    active,
    input  logic [LANES*W-1:0]  ra,
    input  logic [LANES*32-1:0] sb, sc,
    output logic [LANES*W-1:0]  rd,
    output logic [LANES-1:0]    pu, we
);
    import "DPI-C" function int openshfl_peer(input int unsigned lanes, input int unsigned mode,
        input longint unsigned active, input bit [2047:0] sb, input bit [2047:0] sc, input bit [4095:0] ra,
        output bit [4095:0] rd, output longint unsigned pu, output longint unsigned we);

    bit [4095:0]     words_in, words_out;
    longint unsigned c_pu, c_we;
    int              refused;

    always_comb begin
        words_in = '0;
        for (int k = 0; k < LANES; k++) words_in[64*k +: W] = ra[W*k +: W];
        refused = openshfl_peer(LANES, 32'(mode), 64'(active), 2048'(sb), 2048'(sc), words_in, words_out, c_pu, c_we);
        for (int k = 0; k < LANES; k++) rd[W*k +: W] = words_out[64*k +: W];
        pu = LANES'(c_pu);
        we = refused == 0 ? LANES'(c_we) : '0;
    end
endmodule
