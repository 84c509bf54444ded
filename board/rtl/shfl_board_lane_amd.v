// SPDX-License-Identifier: Apache-2.0
// shfl_board_lane_amd - what a lane of a wave of 32 reads and writes, on gfx10, in the operations of the suites: those
// in which the controls or the lane's address name the lane that is read. Written from docs/amd.md 2 to 7, and of no
// module of rtl/.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_board_lane_amd (
    input  wire [85:0] ops,                         // {op, control, fi, bc, row_mask, bank_mask, addr[6:0]}
    input  wire [4:0]  lane,
    input  wire        active,
    output reg  [4:0]  src_lane,
    output reg         reserved,
    output wire        enabled,
    output wire [3:0]  writes                       // as in shfl_board_reference
);
    localparam [1:0] KEEP = 2'd0, ZERO = 2'd1, DATA = 2'd2;

    wire [`SHFL_AMD_OP_W-1:0] op;
    wire [63:0]               control;
    wire                      fi, bc;
    wire [3:0]                row_mask, bank_mask;
    wire [6:0]                addr;
    assign {op, control, fi, bc, row_mask, bank_mask, addr} = ops;

    wire [3:0] k        = lane[3:0];                // in its row
    wire [3:0] m        = control[3:0];
    wire [1:0] of_quad  = control[{3'd0, lane[1:0], 1'b0} +: 2];
    wire [2:0] of_eight = control[({3'd0, lane[2:0]} * 6'd3) +: 3];
    wire [3:0] of_row   = control[{k, 2'b00} +: 4];
    wire [6:0] address  = addr + control[6:0];                                  // A5.1.1
    wire [4:0] shl      = {1'b0, k} + {1'b0, m};
    wire [4:0] shr      = {1'b0, k} - {1'b0, m};
    wire [4:0] rotation = control[10] ? 5'd0 - control[9:5] : control[9:5];
    wire [4:0] rotated  = lane + rotation;
    wire [4:0] reversed = {lane[0], lane[1], lane[2], lane[3], lane[4]};
    wire [2:0] ones     = {2'd0, control[0]} + {2'd0, control[1]} + {2'd0, control[2]} + {2'd0, control[3]}
                        + {2'd0, control[4]};

    reg       valid;
    reg [1:0] otherwise;                            // if the source does not execute
    always @* begin
        src_lane  = lane;
        valid     = 1'b1;
        reserved  = 1'b0;
        otherwise = fi ? DATA : bc ? ZERO : KEEP;
        case (op)
        `SHFL_AMD_DPP16:                                                        // A3.2.1
            case (control[8:4])
            5'h10:
                begin
                    src_lane = {lane[4], shl[3:0]};
                    valid    = !shl[4];
                    reserved = m == 4'd0;
                end
            5'h11:
                begin
                    src_lane = {lane[4], shr[3:0]};
                    valid    = !shr[4];
                    reserved = m == 4'd0;
                end
            5'h12:
                begin
                    src_lane = {lane[4], shr[3:0]};
                    reserved = m == 4'd0;
                end
            5'h14:
                begin
                    src_lane = lane ^ (m[0] ? 5'd7 : 5'd15);
                    reserved = m > 4'd1;
                end
            5'h15:   src_lane = {lane[4], m};
            5'h16:   src_lane = {lane[4], k ^ m};
            default:
                begin
                    src_lane = {lane[4:2], of_quad};
                    reserved = control[8];                                      // A3.2.2
                end
            endcase
        `SHFL_AMD_DPP8:                                                         // A3.3.1
            begin
                src_lane  = {lane[4:3], of_eight};
                otherwise = fi ? DATA : ZERO;
            end
        `SHFL_AMD_SWIZZLE:                                                      // A4.3
            begin
                if (!control[15])
                    src_lane = ((lane & control[4:0]) | control[9:5]) ^ control[14:10];
                else if (!control[14])
                    src_lane = {lane[4:2], of_quad};
                else
                    src_lane = (lane & control[4:0])
                             | (control[13] ? reversed >> ones : rotated & ~control[4:0]);
                otherwise = ZERO;
            end
        `SHFL_AMD_BPERMUTE:                                                     // A5.2.1
            begin
                src_lane  = address[6:2];
                otherwise = ZERO;
            end
        `SHFL_AMD_READLANE:                                                     // A6.1
            begin
                src_lane  = control[4:0];
                otherwise = DATA;
            end
        `SHFL_AMD_WRITELANE:                                                    // A6.2
            begin
                valid     = lane == control[4:0];
                otherwise = DATA;
            end
        `SHFL_AMD_PERMLANE16:  src_lane = {lane[4], of_row};                    // A6.4
        `SHFL_AMD_PERMLANEX16: src_lane = {!lane[4], of_row};                   // A6.5
        default:               reserved = 1'b1;
        endcase
        if (!valid)
            src_lane = lane;
    end

    wire       is_dpp16 = op == `SHFL_AMD_DPP16;
    wire [1:0] none     = is_dpp16 && bc ? ZERO : KEEP;
    assign enabled = !reserved
                  && (active || op == `SHFL_AMD_READLANE || op == `SHFL_AMD_WRITELANE)  // A7.1.1
                  && (!is_dpp16 || (row_mask[{1'b0, lane[4]}] && bank_mask[lane[3:2]]));    // A7.2.1
    assign writes  = valid ? {otherwise, DATA} : {none, none};

    wire unused_ok = &{1'b0, control, address};
endmodule
`default_nettype wire
