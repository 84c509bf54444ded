// SPDX-License-Identifier: Apache-2.0
// shfl_amd_decode - once per wave, or per beat of WAYS lanes: the operation and its controls, made into what the
// shfl_amd_source of every lane needs; and whether they are reserved. Spec: docs/amd.md 2 to 6.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_decode #(
    parameter integer LANES  = 64,                  // 32 or 64
    parameter integer WAYS   = LANES                // lanes of a beat
) (
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,   // its number
    input  wire [`SHFL_AMD_GEN_W-1:0]         gen,
    input  wire [`SHFL_AMD_OP_W-1:0]          op,
    input  wire [63:0]                        control,
    input  wire                               fi,
    input  wire [LANES-1:0]                   active,
    input  wire [WAYS*4-1:0]                  selector,     // permlane16_var: way w: selector[4*w +: 4]
    input  wire [WAYS-1:0]                    sent,         // permute: a lane sends to way w

    output wire                               reserved,     // no such encoding or operation; no lane writes then
    output wire                               scatters,     // permute: the start is that of shfl_amd_scatter
    output wire                               halves,       // permute, bpermute: each half of 32 lanes by itself

    // the lane that is read: it starts from a number, and something is added
    output wire [WAYS*$clog2(LANES)-1:0]      turned,       // the start: the lane's number, rearranged
    output wire [WAYS-1:0]                    named,        // lanes for which the controls name one at all
    output wire [`SHFL_AMD_CONTROLS_W(LANES)-1:0] controls  // of all lanes: shfl_amd_defs.vh
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] lane_select = control[LANE_W-1:0];

    wire gfx9_on  = gen >= `SHFL_AMD_GFX9;
    wire gfx10_on = gen >= `SHFL_AMD_GFX10;
    wire gfx12_on = gen >= `SHFL_AMD_GFX12;
    wire gfx1250  = gen == `SHFL_AMD_GFX1250;
    assign halves = LANES == 64 && (gen == `SHFL_AMD_GFX10 || gen == `SHFL_AMD_GFX11);

    // ---- the start: what a bit of the lane's number becomes that is 0, or 1; or a selector, of two, three or four
    // ---- bits, or of the lane's register; or the number reversed and shifted right by n, for FFT

    reg [LANE_W-1:0] zeros, ones;
    reg [3:0]        select;                        // {register, 4 bits, 3 bits, 2 bits}
    reg [4:0]        shift;                         // bit n: by n

    reg not_first, not_last, only, none;            // lane 0, the last, all but lane_select, all: name no lane

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] lane;
            wire [4:0]        reversed = {lane[0], lane[1], lane[2], lane[3], lane[4]};

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(beat), .way(WAY), .lane(lane));

            wire [4:0] other = ({5{select[0]}} & {3'b000, control[2*lane[1:0] +: 2]})
                             | ({5{select[1]}} & {2'b00,  control[3*lane[2:0] +: 3]})
                             | ({5{select[2]}} & {1'b0,   control[4*lane[3:0] +: 4]})
                             | ({5{select[3]}} & {1'b0,   selector[4*w +: 4]})
                             | ({5{shift[0]}} & reversed)
                             | ({5{shift[1]}} & reversed >> 1)
                             | ({5{shift[2]}} & reversed >> 2)
                             | ({5{shift[3]}} & reversed >> 3)
                             | ({5{shift[4]}} & reversed >> 4);
            assign turned[LANE_W*w +: LANE_W] = (lane & ones) | (~lane & zeros) | {{LANE_W-5{1'b0}}, other};
            assign named[w] = !(none || reserved || (not_first && lane == 0) || (not_last && &lane)
                                || (only && lane != lane_select) || (scatters && !sent[w]));
        end
    endgenerate

    reg  [LANE_W-1:0] first_lane;
    integer           i;

    always @* begin
        first_lane = 0;
        for (i = LANES - 1; i >= 0; i = i - 1)
            if (active[i]) first_lane = i[LANE_W-1:0];
    end

    // ---- the lane that is read

    wire [3:0] m = control[3:0];                    // of DPP16
    wire [4:0] mask = control[4:0];                 // of ds_swizzle, like the others
    wire [4:0] by   = control[10] ? -control[9:5] : control[9:5];
    wire [2:0] mask_ones = {2'b00, mask[0]} + {2'b00, mask[1]} + {2'b00, mask[2]} + {2'b00, mask[3]} + {2'b00, mask[4]};

    // of groups, A6.9 and A6.10: S1, and whether it is beyond the wave; S2, and S2 - 1; of S1 the highest bit above the
    // group
    wire [LANE_W-1:0] s1    = control[LANE_W-1:0];
    wire              far   = control[31:LANE_W] != 0;
    wire [LANE_W:0]   size  = control[32 +: LANE_W + 1];
    wire [LANE_W:0]   less  = size - 1'b1;
    wire [LANE_W-1:0] group = less[LANE_W-1:0];
    wire [LANE_W-1:0] above = s1 & ~group;
    wire [LANE_W-1:0] top;

    generate
        for (w = 0; w < LANE_W; w = w + 1) begin : g_top
            assign top[w] = above >> w == 1;
        end
    endgenerate

    // ds_bpermute_fi reads as ds_bpermute
    wire [`SHFL_AMD_OP_W-1:0] read_op = gfx12_on && op == `SHFL_AMD_BPERMUTE_FI ? `SHFL_AMD_BPERMUTE : op;

    reg              inverted, in_row;              // of controls, like these
    reg [LANE_W-1:0] from_addr, keep, own_bits;
    reg [LANE_W:0]   own_limit;
    reg [LANE_W+1:0] add;

    reg [LANE_W-1:0] distance;                      // in lanes
    reg              known;                         // the generation has the operation, with a legal encoding

    always @* begin
        known     = 1;
        from_addr = 0;
        zeros     = 0;
        ones      = {LANE_W{1'b1}};
        select    = 0;
        shift     = 0;
        distance  = 0;
        keep      = 0;
        in_row    = 0;
        not_first = 0;
        not_last  = 0;
        only      = 0;
        none      = 0;
        own_bits  = {LANE_W{1'b1}};
        own_limit = 0;
        inverted  = 0;

        case (read_op)
            `SHFL_AMD_DPP16: begin
                known = gfx10_on || !fi;
                casez (control[8:0])
                    9'b0_????_????: begin           // quad_perm
                        select[0] = 1;
                        ones[1:0] = 0;
                    end
                    9'b1_0000_????: begin           // row_shl
                        known    = known && m != 0;
                        distance = {{LANE_W-4{1'b0}}, m};
                        in_row   = 1;
                    end
                    9'b1_0001_????: begin           // row_shr
                        known    = known && m != 0;
                        distance = -{{LANE_W-4{1'b0}}, m};
                        in_row   = 1;
                    end
                    9'b1_0010_????: begin           // row_ror
                        known    = known && m != 0;
                        distance = -{{LANE_W-4{1'b0}}, m};
                        keep     = {{LANE_W-4{1'b1}}, 4'b0000};
                    end
                    9'b1_0011_??00: begin           // wave_shl:1, wave_rol:1, wave_shr:1, wave_ror:1
                        known    = known && !gfx10_on;
                        distance = m[3] ? {LANE_W{1'b1}} : {{LANE_W-1{1'b0}}, 1'b1};
                        not_last  = m == 4'h0;
                        not_first = m == 4'h8;
                    end
                    9'b1_0100_000?: begin           // row_mirror, row_half_mirror
                        zeros[3:0] = {!m[0], 3'b111};
                        ones[3:0]  = {m[0], 3'b000};
                    end
                    9'b1_0100_001?: begin           // row_bcast:15, row_bcast:31
                        known        = known && !gfx10_on;
                        zeros[4:0]   = {m[0], 4'b1111};
                        if (m[0]) ones = zeros;
                        else distance = {{LANE_W-4{1'b1}}, 4'b0000};
                        own_bits[4]  = !m[0];       // the first row, or half, reads itself
                        own_limit[4] = !gfx10_on;
                    end
                    9'b1_0101_????: begin           // row_share, row_newbcast
                        known      = known && gen >= `SHFL_AMD_GFX90A;
                        zeros[3:0] = m;
                        ones[3:0]  = m;
                    end
                    9'b1_0110_????: begin           // row_xmask
                        known      = known && gfx10_on;
                        zeros[3:0] = m;
                        ones[3:0]  = ~m;
                    end
                    default: known = 0;
                endcase
                if (control[63:9] != 0) known = 0;
            end
            `SHFL_AMD_DPP8: begin
                known     = gfx10_on && control[63:24] == 0;
                select[1] = 1;
                ones[2:0] = 0;
            end
            `SHFL_AMD_SWIZZLE: begin
                known = control[63:16] == 0;
                if (!control[15]) begin             // bits
                    zeros[4:0] = control[9:5] ^ control[14:10];
                    ones[4:0]  = (mask | control[9:5]) ^ control[14:10];
                end else if (!control[14] || !gfx9_on) begin
                    select[0] = 1;                  // quad_perm
                    ones[1:0] = 0;
                end else if (!control[13]) begin    // rotate
                    distance[4:0] = by;
                    keep          = {LANE_W{1'b1}};
                    keep[4:0]     = mask;
                end else begin                      // FFT
                    shift     = 5'd1 << mask_ones;
                    ones[4:0] = mask;
                end
            end
            `SHFL_AMD_BPERMUTE: begin
                known     = control[63:16] == 0;
                ones      = 0;
                from_addr = {LANE_W{1'b1}};
                if (halves) begin
                    ones[LANE_W-1]      = 1;
                    from_addr[LANE_W-1] = 0;
                    keep[LANE_W-1]      = 1;
                end
            end
            `SHFL_AMD_PERMUTE: begin
                known = control[63:16] == 0;
                ones  = 0;
            end
            `SHFL_AMD_READLANE: begin
                known = control[63:32] == 0;
                zeros = lane_select;
                ones  = lane_select;
            end
            `SHFL_AMD_READFIRSTLANE: begin
                known = control == 0;
                zeros = first_lane;
                ones  = first_lane;
            end
            `SHFL_AMD_WRITELANE: begin
                known = control[63:32] == 0;
                only  = 1;
            end
            `SHFL_AMD_PERMLANE16, `SHFL_AMD_PERMLANEX16: begin
                known     = gfx10_on;
                select[2] = 1;
                ones[3:0] = 0;
                zeros[4]  = op == `SHFL_AMD_PERMLANEX16;
                ones[4]   = op == `SHFL_AMD_PERMLANE16;
            end
            `SHFL_AMD_PERMLANE64: begin
                known = (gen == `SHFL_AMD_GFX11 || gen == `SHFL_AMD_GFX12) && control == 0;
                if (LANES == 64) begin
                    zeros[LANE_W-1] = 1;
                    ones[LANE_W-1]  = 0;
                end else
                    none = 1;
            end
            `SHFL_AMD_PERMLANE16_VAR, `SHFL_AMD_PERMLANEX16_VAR: if (gfx12_on) begin
                known     = control == 0;
                select[3] = 1;
                ones[3:0] = 0;
                zeros[4]  = op == `SHFL_AMD_PERMLANEX16_VAR;
                ones[4]   = op == `SHFL_AMD_PERMLANE16_VAR;
            end else
                known = 0;
            `SHFL_AMD_PERMLANE_BCAST, `SHFL_AMD_PERMLANE_UP, `SHFL_AMD_PERMLANE_DOWN, `SHFL_AMD_PERMLANE_XOR:
            if (gfx1250) begin
                known = control[63:33+LANE_W] == 0 && size != 0 && (size & less) == 0;
                case (op)
                    `SHFL_AMD_PERMLANE_BCAST: begin
                        zeros = group & s1;
                        ones  = ~group | s1;
                    end
                    `SHFL_AMD_PERMLANE_XOR: begin
                        zeros     = s1;
                        ones      = ~s1;
                        own_bits  = top;
                        own_limit = {far, top};
                    end
                    default: begin
                        distance  = op == `SHFL_AMD_PERMLANE_UP ? -s1 : s1;
                        inverted  = op == `SHFL_AMD_PERMLANE_DOWN;
                        own_bits  = group;
                        own_limit = {far, s1};
                    end
                endcase
            end else
                known = 0;
            default: known = 0;
        endcase

        add = read_op == `SHFL_AMD_BPERMUTE ? control[LANE_W+1:0] : {distance, 2'b00};
    end

    assign controls = {from_addr, add, keep, in_row, inverted, own_bits, own_limit};
    assign reserved = !known;
    assign scatters = op == `SHFL_AMD_PERMUTE && known;
endmodule
`default_nettype wire
