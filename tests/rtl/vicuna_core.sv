// SPDX-License-Identifier: Apache-2.0
// What vproc_shfl sees of Vicuna, by name, and of Ibex what its program executes. Instructions come one at a time, but
// as if others were in flight: a source is wrong until its bit of vreg_pend_wr_i is 0, which waits for vreg_pend_rd_o;
// it is wrong again if vreg_pend_rd_o does not have it later. A write must not meet a read, of which vreg_pend_rd_i tells
// two clocks later. An instruction is first speculative, and may be killed; then it is offered again.
package vproc_pkg;
    localparam UNIT_CNT = 5, UNIT_SLD = 3;
    typedef enum logic [1:0] { INSTR_INVALID, INSTR_SPECULATIVE, INSTR_COMMITTED, INSTR_KILLED } instr_state;
    typedef struct packed { logic masked; logic [`SHFL_RVV_OP_W-1:0] op; } sld_t;
    typedef struct packed { sld_t sld; } mode_t;
    typedef struct packed { logic [4:0] vaddr; logic [31:0] xval; } register_t;
    typedef struct packed { logic vreg; register_t r; } source_t;
    typedef struct packed { logic [4:0] addr; } destination_t;
    typedef struct packed {
        logic [2:0]   id;
        logic [1:0]   vsew, emul;
        logic [2:0]   lmul;
        logic         vl_0;
        logic [6:0]   vl;
        mode_t        mode;
        source_t      rs1, rs2;
        destination_t rd;
    } decoded_t;
endpackage

module vproc_top import vproc_pkg::*; (
    input  logic        clk_i, rst_ni, mem_rvalid_i, mem_err_i,
    input  logic [31:0] mem_rdata_i,
    output logic        mem_req_o, mem_we_o,
    output logic [31:0] mem_addr_o, mem_wdata_o,
    output logic [3:0]  mem_be_o
);
    // ---- the program: an instruction is there on the clock after FETCH, a word of a load after its clock of MOVE

    enum logic [1:0] { FETCH, EXECUTE, MOVE, PERMUTE } state;
    logic [31:0]  pc, ir, now;
    logic [31:0]  x [32];
    logic [127:0] v [32];
    logic [2:0]   lmul;
    logic [1:0]   sew;
    logic [7:0]   vl, at;                           // at: a byte
    wire [7:0]    bytes = vl << sew;
    wire          of_vector = state == MOVE || state == PERMUTE;

    assign now         = of_vector ? ir : mem_rdata_i;
    assign mem_req_o   = state == FETCH || state == MOVE && at < bytes || mem_we_o;
    assign mem_we_o    = state == MOVE && now[5] && at < bytes || state == EXECUTE && now[6:0] == 7'h23;
    assign mem_addr_o  = state == FETCH ? pc : x[now[19:15]] + (of_vector ? 32'(at) : 0);
    assign mem_wdata_o = v[now[11:7] + 5'(at / 16)][8 * (at % 16) +: 32];
    assign mem_be_o    = bytes - at >= 4 ? 4'hf : ~(4'hf << (bytes - at));

    // ---- the adapter

    decoded_t           in;
    logic [31:0]        vreg_pend_wr_i, vreg_pend_rd_o, vreg_pend_rd_i, read_at, reads_of_others, later, pending, noise;
    instr_state [7:0]   instr_state_i;
    logic [2:0]         id, instr_done_id_o;
    logic               pipe_in_valid_i, pipe_in_ready_o, instr_done_valid_o, busy, was_taken;
    logic [1:0][4:0]    vreg_rd_addr_o;
    logic [1:0][127:0]  vreg_rd_data_i;
    logic [127:0]       vreg_wr_data_o;
    logic [15:0]        vreg_wr_be_o;
    logic [4:0]         vreg_wr_addr_o;
    logic [1:0]         vreg_wr_clr_cnt_o;
    logic               vreg_wr_valid_o, vreg_wr_ready_i, vreg_wr_clr_o, of_vs1, vm;
    logic [`SHFL_RVV_OP_W-1:0] op;
    logic [63:0]        scalar;

    shfl_rvv_decode #(.XLEN(32)) u_decode (
        .word(ir), .x_rs1(x[ir[19:15]]), .f_rs1('0), .found(), .op(op), .vm(vm), .vd(in.rd.addr), .vs2(in.rs2.r.vaddr),
        .vs1(in.rs1.r.vaddr), .of_vs1(of_vs1), .of_x(), .of_f(), .x(scalar));
    assign {in.id, in.vsew, in.lmul, in.emul, in.vl_0} = {id, sew, lmul, lmul[2] ? 2'd0 : lmul[1:0], vl == 0};
    assign {in.vl, in.mode.sld.masked, in.mode.sld.op, in.rs1.vreg} = {7'(bytes - 1), !vm, op, of_vs1};
    assign {in.rs1.r.xval, in.rs2.vreg, in.rs2.r.xval} = {scalar[31:0], 33'h1_0000_0000};

    vproc_shfl #(.UNITS(1 << UNIT_SLD), .DECODER_DATA_T(decoded_t)) u_shfl (
        .pipe_in_data_i(in), .async_rst_ni(1'b1), .sync_rst_ni(rst_ni), .vreg_rd_v0_i(seen(5'd0)), .*);

    function logic [127:0] seen(input [4:0] register);
        seen = v[register] ^ {128{vreg_pend_wr_i[register] || busy && !vreg_pend_rd_o[register]}};
    endfunction
    assign vreg_rd_data_i = {seen(vreg_rd_addr_o[1]), seen(vreg_rd_addr_o[0])};

    wire [31:0] group = ~('1 << (1 << in.emul)) << in.rd.addr;
    wire        taken = pipe_in_valid_i && pipe_in_ready_o;
    wire [31:0] clear = vreg_wr_clr_o ? ~('1 << (1 << vreg_wr_clr_cnt_o)) << (vreg_wr_addr_o & 5'h1f << vreg_wr_clr_cnt_o) : '0;
    assign read_at = was_taken ? noise : reads_of_others;

    always_ff @(posedge clk_i) begin
        was_taken       <= taken;
        noise           <= $urandom & $urandom & $urandom;
        vreg_wr_ready_i <= $urandom_range(3) != 0;
        vreg_pend_wr_i  <= vreg_pend_wr_i & ($urandom | vreg_pend_rd_o);
        reads_of_others <= read_at & $urandom;
        {vreg_pend_rd_i, later} <= {later, read_at};
        pending         <= pending & ~clear | (taken ? group : '0);
        busy          <= taken && instr_state_i[id] == INSTR_COMMITTED || busy && !instr_done_valid_o;
        if (taken) pipe_in_valid_i <= 1'b0;
        if (pipe_in_valid_i && instr_state_i[id] == INSTR_SPECULATIVE && $urandom_range(1) == 0)
            instr_state_i[id] <= $urandom_range(3) == 0 ? INSTR_KILLED : INSTR_COMMITTED;
        if (vreg_wr_valid_o && vreg_wr_ready_i) begin
            if (read_at[vreg_wr_addr_o]) $fatal(1, "v%0d is written while it is read", vreg_wr_addr_o);
            for (int k = 0; k < 16; k++)
                if (vreg_wr_be_o[k]) v[vreg_wr_addr_o][8*k +: 8] <= vreg_wr_data_o[8*k +: 8];
        end

        case (state)
        FETCH: state <= EXECUTE;
        EXECUTE: begin
            {ir, at} <= {now, 8'd0};
            pc       <= pc + 4;
            state    <= FETCH;
            case (now[6:0])
            7'h37: x[now[11:7]] <= {now[31:12], 12'd0};
            7'h13: x[now[11:7]] <= x[now[19:15]] + {{20{now[31]}}, now[31:20]};
            7'h57:
                if (now[14:12] == 3'd7) {sew, lmul, vl} <= {now[24:20], 8'(x[now[19:15]])};
                else state <= PERMUTE;
            7'h07, 7'h27: state <= MOVE;
            default: ;
            endcase
        end
        MOVE: begin
            at <= at + 8'd4;
            if (at >= bytes) state <= FETCH;
            for (int k = 0; k < 4; k++)
                if (!now[5] && at != 0 && at - 4 + k < bytes)
                    v[now[11:7] + 5'((at - 4) / 16)][8 * ((at - 4) % 16 + k) +: 8] <= mem_rdata_i[8*k +: 8];
        end
        PERMUTE:
            if (at == 0) begin                      // offer it
                at                <= 8'd1;
                pipe_in_valid_i   <= 1'b1;
                id                <= id + 3'd1;
                instr_state_i[id + 3'd1] <= INSTR_SPECULATIVE;
                vreg_pend_wr_i    <= $urandom & $urandom & ~group;
            end else if (instr_done_valid_o) begin
                if (instr_done_id_o != id) $fatal(1, "instruction %0d ends, not %0d", instr_done_id_o, id);
                at                <= 8'd0;
                instr_state_i[id] <= INSTR_INVALID;
                if (instr_state_i[id] == INSTR_COMMITTED) state <= FETCH;
            end
        endcase
        if ((state == FETCH || state == PERMUTE && at == 0) && pending != 0) $fatal(1, "registers %h stay pending", pending);
        if (!rst_ni) {state, pc, pipe_in_valid_i, pending, busy, reads_of_others, vreg_pend_wr_i} <= {FETCH, 32'h80, 98'd0};
    end
endmodule
