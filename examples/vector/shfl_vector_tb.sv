// SPDX-License-Identifier: Apache-2.0
// Random instructions through shfl_vector, with a register file beside it; after each of them all 32 registers are
// compared with the rules of docs/rvv.md 3, which are written here for whole groups. Stalls at the write port,
// resets, and instructions that follow at once.
//
//     iverilog -g2012 -Irtl -Irtl/rvv -y rtl -y rtl/rvv -y examples/vector -s shfl_vector_tb -o tb \
//         examples/vector/shfl_vector_tb.sv && vvp -n tb
`include "shfl_rvv_defs.vh"
module shfl_vector_tb #(parameter int LANES = 16, NETWORK = 4, DEPTH = 1, SYNC = 0, AGNOSTIC = 0, COMPRESS = 1,
                        GATHER = 1, ELEN = 64, REGS = 8, STALLS = 1, COUNT = 500);
    localparam int LANE_W = $clog2(LANES);

    logic                clk = 1'b0, rst = 1'b1, uop_valid = 1'b0, uop_ready, uop_vm, uop_vta, uop_vma;
    logic [`SHFL_RVV_OP_W-1:0] uop_op;
    logic [2:0]          uop_lmul;
    logic [1:0]          uop_sew;
    logic [LANE_W+3:0]   uop_vl;
    logic [LANE_W+2:0]   uop_vstart;
    logic [4:0]          uop_vd, uop_vs2, uop_vs1, vs2_reg, vs1_reg, mask_reg, write_reg;
    logic [63:0]         uop_x;
    logic [LANES*8-1:0]  vs2_data, mask_data, write_data;
    logic [LANES*16-1:0] vs1_data;
    logic [LANES-1:0]    write_bytes;
    logic                write_valid, write_ready = 1'b0, done, read;

    shfl_vector #(.LANES(LANES), .NETWORK(NETWORK), .DEPTH(DEPTH), .SYNC(SYNC), .AGNOSTIC(AGNOSTIC),
                  .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS)) u_vector (.*);

    // ---- the register file

    logic [32*LANES*8-1:0] file, want;                  // register 0 is lowest
    int                 clocks = 0;

    logic [LANES*32-1:0] answer, answered;              // with SYNC the data of the last clock with read

    assign answer = {file[8*LANES*vs2_reg +: 8*LANES], file[8*LANES*5'(vs1_reg + 1) +: 8*LANES],
                     file[8*LANES*vs1_reg +: 8*LANES], file[8*LANES*mask_reg +: 8*LANES]};
    assign {vs2_data, vs1_data, mask_data} = SYNC != 0 ? answered : answer;
    always @(posedge clk) if (read) answered <= answer;
    always @(posedge clk) begin
        clocks++;
        if (write_valid && write_ready && !rst)
            for (int k = 0; k < LANES; k++)
                if (write_bytes[k]) file[8*(LANES*write_reg + k) +: 8] <= write_data[8*k +: 8];
    end

    // ---- the rules, on a copy of all registers

    function automatic bit [63:0] element(input int register, input int number, input int size);
        return want[8*(LANES*register + size*number) +: 64] & ~64'd0 >> (64 - 8*size);
    endfunction

    bit [63:0] got [8 * LANES];                         // what each element becomes,
    bit        changes [8 * LANES];                     // if it does

    task automatic execute(input int lmul);
        int        size, vlmax, all, total, x;
        bit [63:0] index;
        size  = 1 << uop_sew;
        vlmax = lmul < 0 ? (LANES / size) >> -lmul : (LANES / size) << lmul;
        all   = (LANES / size) << (lmul < 0 ? 0 : lmul);
        total = 0;
        x     = uop_x > 9999 ? 9999 : int'(uop_x);
        for (int i = 0; i < all; i++) changes[i] = 1'b0;
        if (uop_vstart < uop_vl)
            for (int i = uop_vstart; i < all; i++) begin
                if (i >= uop_vl) begin
                    changes[i] = uop_vta && AGNOSTIC != 0;
                    got[i]     = '1;
                end else if (uop_op == `SHFL_RVV_COMPRESS) begin
                    if (want[8*LANES*uop_vs1 + i]) begin
                        got[total]     = element(uop_vs2, i, size);
                        changes[total] = 1'b1;
                        total++;
                    end
                end else if (uop_op == `SHFL_RVV_SLIDEUP && i < x) begin
                end else if (!uop_vm && !want[i]) begin
                    changes[i] = uop_vma && AGNOSTIC != 0;
                    got[i]     = '1;
                end else begin
                    case (uop_op)
                        `SHFL_RVV_GATHER:      index = element(uop_vs1, i, size);
                        `SHFL_RVV_GATHER_EI16: index = element(uop_vs1, i, 2);
                        `SHFL_RVV_GATHER_X:    index = uop_x;
                        `SHFL_RVV_SLIDEUP:     index = 64'(i - x);
                        `SHFL_RVV_SLIDEDOWN:   index = 64'(i + x);
                        `SHFL_RVV_SLIDE1UP:    index = 64'(i - 1);
                        default:               index = 64'(i + 1);
                    endcase
                    changes[i] = 1'b1;
                    got[i]     = index < 64'(vlmax) ? element(uop_vs2, int'(index), size) : 64'd0;
                    if (uop_op == `SHFL_RVV_SLIDE1UP && i == 0) got[i] = uop_x;
                    if (uop_op == `SHFL_RVV_SLIDE1DOWN && i + 1 == uop_vl) got[i] = uop_x;
                end
            end
        if (uop_op == `SHFL_RVV_COMPRESS && uop_vl != 0)
            for (int i = total; i < all; i++) begin
                changes[i] = uop_vta && AGNOSTIC != 0;
                got[i]     = '1;
            end
        for (int i = 0; i < all; i++)
            for (int b = 0; b < size; b++)
                if (changes[i]) want[8*(LANES*uop_vd + size*i + b) +: 8] = got[i][8*b +: 8];
    endtask

    // ---- instructions

    int errors = 0, executed = 0, changed = 0;
    int most [8][4];                                    // without stalls: clocks of each operation and LMUL

    task automatic choose(output int lmul);
        int        group, vlmax, wide, size;
        bit [63:0] index;
        do begin
            uop_op  = 3'($urandom_range(7));
            uop_sew = 2'($urandom_range(3));
            lmul    = $urandom_range(6) - 3;
            wide    = lmul + 1 - int'(uop_sew);         // EMUL of 16-bit indices
        end while (8 << uop_sew > (lmul < 0 ? ELEN >> -lmul : ELEN) || lmul > 0 && 1 << lmul > REGS
                   || uop_op == `SHFL_RVV_COMPRESS && COMPRESS == 0
                   || (uop_op == `SHFL_RVV_GATHER || uop_op == `SHFL_RVV_GATHER_EI16) && GATHER == 0
                   || (uop_op == `SHFL_RVV_GATHER_EI16 && (wide > 3 || wide < -3)));
        uop_lmul   = 3'(lmul);
        group      = lmul < 0 ? 1 : 1 << lmul;
        vlmax      = lmul < 0 ? (LANES >> uop_sew) >> -lmul : (LANES >> uop_sew) << lmul;
        uop_vl     = $urandom_range(3) == 0 ? (LANE_W+4)'(vlmax) : (LANE_W+4)'($urandom_range(vlmax));
        uop_vstart = '0;
        if (uop_op != `SHFL_RVV_COMPRESS && $urandom_range(3) == 0) uop_vstart = (LANE_W+3)'($urandom_range(vlmax - 1));
        uop_vm     = uop_op == `SHFL_RVV_COMPRESS || $urandom_range(1) == 0;
        {uop_vta, uop_vma} = 2'($urandom);
        uop_vd     = 5'(8 + $urandom_range(7) / group * group);
        uop_vs2    = 5'(16 + $urandom_range(7) / group * group);
        uop_vs1    = 5'd24;
        if (uop_op == `SHFL_RVV_SLIDEDOWN || uop_op == `SHFL_RVV_SLIDE1DOWN)
            if ($urandom_range(1) == 0) uop_vs2 = uop_vd;
        case ($urandom_range(5))
            0: uop_x = {$urandom, $urandom};
            1: uop_x = 64'(vlmax - 1);
            2: uop_x = 64'(vlmax);
            default: uop_x = 64'($urandom_range(vlmax - 1));
        endcase
        // indices near the edges, of elements of this size
        if (uop_op == `SHFL_RVV_GATHER || uop_op == `SHFL_RVV_GATHER_EI16)
            for (int i = 0; i < 8 * LANES; i++) begin
                size  = uop_op == `SHFL_RVV_GATHER_EI16 ? 2 : 1 << uop_sew;
                index = 64'($urandom_range(vlmax - 1));
                case ($urandom_range(9))
                    0: index = {$urandom, $urandom};
                    1: index = 64'(vlmax);
                    2: index = 64'd255;
                    default: ;
                endcase
                for (int b = 0; b < size; b++) file[8*(24*LANES + size*i + b) +: 8] = index[8*b +: 8];
            end
    endtask

    // of an operation that reads each source register; 0 of the others
    function automatic int passes(input int lmul);
        int group, body, to;
        group = lmul < 0 ? 1 : 1 << lmul;
        body  = ((int'(uop_vl) << uop_sew) + LANES - 1) / LANES;
        to    = AGNOSTIC != 0 && uop_vta ? group : body == 0 ? 1 : body;
        case (uop_op)
            `SHFL_RVV_COMPRESS:                      passes = to * to;
            `SHFL_RVV_GATHER_X:                      passes = to;
            `SHFL_RVV_GATHER, `SHFL_RVV_GATHER_EI16: passes = to * group;
            default:                                 passes = 0;
        endcase
    endfunction

    always #5 clk = !clk;
    always @(negedge clk) write_ready = STALLS == 0 || $urandom_range(3) != 0;

    task automatic compare(input int n, input int lmul);
        for (int r = 0; r < 32; r++)
            if (file[8*LANES*r +: 8*LANES] !== want[8*LANES*r +: 8*LANES]) begin
                errors++;
                if (errors < 6)
                    $display("instruction %0d, op %0d, sew %0d, lmul %0d, vl %0d, vstart %0d, x %0h, v%0d: %h, not %h", n,
                             uop_op, uop_sew, lmul, uop_vl, uop_vstart, uop_x, r, file[8*LANES*r +: 8*LANES],
                             want[8*LANES*r +: 8*LANES]);
            end
        executed++;
    endtask

    initial begin
        int lmul, waited, took;
        for (int k = 0; k < 32 * LANES; k++) file[8*k +: 8] = 8'($urandom);
        repeat (3) @(negedge clk);
        rst = 1'b0;
        for (int n = 0; n < COUNT; n++) begin
            choose(lmul);
            if ($urandom_range(1) == 0) file[0 +: 8*LANES] = {(LANES+3)/4{$urandom}};
            if (uop_op == `SHFL_RVV_COMPRESS) file[8*LANES*uop_vs1 +: 8*LANES] = {(LANES+3)/4{$urandom}};
            want = file;
            execute(lmul);
            changed += int'(want != file);
            uop_valid = 1'b1;
            waited    = 0;
            do begin
                @(posedge clk);
                waited++;
            end while (!uop_ready && waited < 1000);
            #1 uop_valid = 1'b0;
            if (n % 50 == 49) begin                     // a reset in the middle: the instruction is dropped
                repeat ($urandom_range(5)) @(negedge clk);
                rst = 1'b1;
                repeat (2) @(negedge clk);
                rst = 1'b0;
            end else begin
                took = 0;
                do begin
                    @(negedge clk);
                    #1 waited++;
                    if (uop_ready) errors++;            // the instruction is still inside
                    took++;
                end while (!done && waited < 5000);
                if (took + 1 > most[uop_op][lmul < 0 ? 0 : lmul]) most[uop_op][lmul < 0 ? 0 : lmul] = took + 1;
                // without stalls and trips: registers behind vl have no pass, unless an agnostic tail is written there
                if (STALLS == 0 && NETWORK == 0 && passes(lmul) != 0 && took != passes(lmul) + DEPTH + SYNC) begin
                    errors++;
                    $display("instruction %0d, op %0d, lmul %0d, vl %0d: %0d clocks, not %0d", n, uop_op, lmul, uop_vl,
                             took + 1, passes(lmul) + DEPTH + SYNC + 1);
                end
                @(posedge clk);
                #1 compare(n, lmul);
                if (waited >= 5000) begin               // it hangs
                    errors++;
                    n = COUNT;
                end
            end
        end
        for (int op = 0; op < 8 && STALLS == 0; op++) begin : row
            $display("op %0d: %0d %0d %0d %0d clocks", op, most[op][0], most[op][1], most[op][2], most[op][3]);
        end
        $display("%0d instructions, %0d that change a register, %0d clocks, %0d errors",
                 executed, changed, clocks, errors);
        $finish(0);
    end
endmodule
