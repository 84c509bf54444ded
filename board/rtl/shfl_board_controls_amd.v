// SPDX-License-Identifier: Apache-2.0
// shfl_board_controls_amd - the controls of a wave of AMD's, as shfl_board_generator makes those of SHFL: the same on
// every board. Spec: docs/use/board.md, "The suites"; in C, board/expected.c.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_board_controls_amd (
    input  wire [1:0]                suite,
    input  wire [16:0]               wave,          // its number
    input  wire [63:0]               random,        // the same in all lanes of the wave
    output wire [`SHFL_AMD_OP_W-1:0] op,
    output reg  [63:0]               control,
    output wire                      fi,
    output wire                      bc,
    output wire [3:0]                row_mask,
    output wire [3:0]                bank_mask
);
    wire       uniform = suite == 2'd0;
    reg  [2:0] which;
    always @*
        if (suite == 2'd1)
            which = 3'd3;
        else if (!uniform)
            which = random[34:32];
        else if (!wave[16])
            which = 3'd2;
        else if (!wave[15])
            which = 3'd0;
        else
            case (wave[14:13])
            2'd0:    which = 3'd4;
            2'd1:    which = 3'd5;
            2'd2:    which = 3'd6;
            default: which = 3'd1;
            endcase

    reg [`SHFL_AMD_OP_W-1:0] chosen;
    always @*
        case (which)
        3'd0:    {chosen, control} = {`SHFL_AMD_DPP16,       55'd0, uniform ? wave[8:0] : random[8:0]};
        3'd1:    {chosen, control} = {`SHFL_AMD_DPP8,        40'd0, random[23:0]};
        3'd2:    {chosen, control} = {`SHFL_AMD_SWIZZLE,     48'd0, uniform ? wave[15:0] : random[15:0]};
        3'd3:    {chosen, control} = {`SHFL_AMD_BPERMUTE,    48'd0, random[15:0]};
        3'd4:    {chosen, control} = {`SHFL_AMD_READLANE,    32'd0, random[31:0]};
        3'd5:    {chosen, control} = {`SHFL_AMD_WRITELANE,   32'd0, random[31:0]};
        3'd6:    {chosen, control} = {`SHFL_AMD_PERMLANE16,  random};
        default: {chosen, control} = {`SHFL_AMD_PERMLANEX16, random};
        endcase

    // fetch-inactive is one of DPP and permlane
    assign op        = chosen;
    assign fi        = (which < 3'd2 || which > 3'd5) && (uniform ? wave[9] : random[35]);
    assign bc        = uniform ? wave[10] : random[36];
    assign row_mask  = {2'b00, uniform ? wave[12:11] : random[38:37]};
    assign bank_mask = uniform ? {wave[14:13], ~wave[14:13]} : random[42:39];
endmodule
`default_nettype wire
