// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of shfl_amd_banked to the other, the first wave after reset becomes the result of docs/amd.md 2
// to 7 in any lane, ds_permute included, whichever of its beats arrive: shfl_first_warp.vh.
`include "shfl_amd_defs.vh"
module shfl_amd_banked_data_props #(
    parameter integer LANES = 32, parameter integer WAYS = 16, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer GEN = `SHFL_AMD_GFX12, parameter integer PERMUTE = 1, parameter integer MEMORY = 0,
    parameter integer TAG_W = 2, parameter integer ALL = 0, parameter integer BEATS = LANES / WAYS,
    parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire clk
);
    (* anyconst *) reg [BEATS-1:0]          some;
    (* anyconst *) reg [`SHFL_AMD_OP_W-1:0] op;
    (* anyconst *) reg [63:0]               control;
    (* anyconst *) reg                      fi, bc;
    (* anyconst *) reg [3:0]                row_mask, bank_mask;
    (* anyconst *) reg [LANES-1:0]          active;
    (* anyconst *) reg [LANES*W-1:0]        ra;
    (* anyconst *) reg [LANES*32-1:0]       addr;
    (* anyconst *) reg [$clog2(LANES)-1:0]  lane;
    wire [BEATS-1:0] comes = ALL ? {BEATS{1'b1}} : some;
    `include "shfl_first_warp.vh"
    `include "shfl_amd_spec.vh"

    wire              reserved;
    wire [WAYS*W-1:0] rd;
    wire [WAYS-1:0]   we, src_active;

    shfl_amd_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PERMUTE(PERMUTE), .MEMORY(MEMORY),
                      .TAG_W(TAG_W)) u_unit (
        .active(active[WAYS*beat +: WAYS]), .ra(ra[W*WAYS*beat +: W*WAYS]), .addr(addr[32*WAYS*beat +: 32*WAYS]),
        .out_ready(1'b1), .*);

    localparam [`SHFL_AMD_GEN_W-1:0] GENERATION = GEN;
    wire permute = op == `SHFL_AMD_PERMUTE;
    wire legal   = spec_legal(GENERATION, op, control, fi) && (PERMUTE != 0 || !permute);

    // A12.4.3: the lanes of a beat that is left out do not execute
    reg  [LANES-1:0] executes;
    integer          source, k;                     // the lane that is read; -1: none is named
    reg  [5:0]       src_lane;
    reg  [1:0]       what;
    wire [W-1:0]     src_data = ra[W*src_lane +: W];
    wire             known    = comes[src_lane / WAYS];

    always @* begin
        for (k = 0; k < LANES; k = k + 1) executes[k] = active[k] && comes[k / WAYS];
        source = spec_source(GENERATION, op, control, executes, addr[32*lane +: 32], lane);
        if (permute) begin                          // A5.3.1, A5.3.2, A12.4.5: the highest that sends
            source = -1;
            for (k = 0; k < LANES; k = k + 1)
                if (executes[k] && spec_addressed(GENERATION, addr[32*k +: 32], control[15:0], k) == lane) source = k;
        end
        src_lane = source < 0 ? lane : source;
        what     = spec_what(op, fi, bc, row_mask, bank_mask, lane, executes[lane], source >= 0, executes[src_lane]);
    end

    wire [BEAT_W-1:0] lanes_beat = BEATS == 1 ? 0 : lane / WAYS;
    wire [31:0]       way        = lane % WAYS;
    wire              leaves     = is_picked && picked == lanes_beat;
    wire [W-1:0]      got        = rd[W*way +: W];

    always @* begin
        if (leaves)           reserved_is_the_rule: assert (reserved == !legal);                       // A12.2.3
        if (leaves)           we_is_the_rule:       assert (we[way] == (legal && what != 0));          // A12.4.1
        if (leaves && legal && what == 2 && known)
                              data_is_the_rule:     assert (got == src_data);                          // A12.4.4
        if (leaves && legal && what == 1)
                              zero_is_the_rule:     assert (got == 0);
        if (leaves && legal && source >= 0)
                              src_active_is_the_rule: assert (src_active[way] == executes[src_lane]);
        if (BEATS == 1 || ALL != 0 || comes != {BEATS{1'b1}})
            of_another_row:   cover (leaves && legal && what == 2 && src_lane / 16 != lane / 16);
    end
endmodule
