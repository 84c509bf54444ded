// SPDX-License-Identifier: Apache-2.0
// shfl_model - the golden model in C, for SystemVerilog: link shfl_dpi.c and model/shfl*.c, or libshfl.a.
//
// One warp. Vectors are packed, as of 64 lanes: sb[32*k +: 32], ra[64*k +: 64], pu[k]. It returns 0, or -1 if lanes
// (2, 4, 8, 16, 32 or 64), policy (0 ZERO, 1 OWN, 2 RAW) or mode is not legal; nothing is written then.
package shfl_model;
    import "DPI-C" function int shfl_model_warp(input int lanes, input int policy, input int mode,
        input longint unsigned active, input bit [2047:0] sb, input bit [2047:0] sc, input bit [4095:0] ra,
        output bit [4095:0] rd, output longint unsigned pu, output longint unsigned we,
        output longint unsigned src_active);
endpackage
