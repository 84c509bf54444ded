// SPDX-License-Identifier: Apache-2.0
// shfl_handshake - valid and ready of a part of the pipeline: REGS registers that are loaded together, or wires.
// Spec: docs/rules.md 5.3.
`default_nettype none
module shfl_handshake #(
    parameter integer REGS    = 1,                  // 0 or more
    parameter integer ELASTIC = 0,                  // 0: loaded if the next part is; 1: unless the last of them has a
                                                    // warp that stays, so that bubbles close, and of bubbles no data
    parameter integer CLOSE   = 0,                  // 1: bubbles close even if ELASTIC is 0
    parameter integer GATE    = 0                   // 1: of bubbles no data is loaded even if ELASTIC is 0
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          in_valid,
    output wire          in_ready,                  // the registers are loaded at the end of this clock,
    output wire          load,                      // and those of data
    output wire          out_valid,
    input  wire          out_ready,
    output wire [REGS:0] valid                      // in_valid, and valid behind each register
);
    localparam CLOSES = CLOSE != 0 || ELASTIC != 0;

    assign valid[0]  = in_valid;
    assign out_valid = valid[REGS];
    assign in_ready  = rst || out_ready || (CLOSES && REGS > 0 && !out_valid);

    generate
        if (REGS > 0 && (GATE != 0 || ELASTIC != 0)) begin : g_gate
            assign load = in_ready && valid[REGS-1:0] != {REGS{1'b0}};
        end else begin : g_no_gate
            assign load = in_ready;
        end
    endgenerate

    genvar r;
    generate
        for (r = 1; r <= REGS; r = r + 1) begin : g_valid
            reg q;
            always @(posedge clk)
                if (rst)           q <= 1'b0;
                else if (in_ready) q <= valid[r-1];
            assign valid[r] = q;
        end
    endgenerate

    wire unused_ok = &{1'b0, clk, rst};
endmodule
`default_nettype wire
