/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_emulated - for RISC-V with V: executes the cases of rvv_cases.h for the VLEN of the machine that it runs on, and
 * writes of each one a byte, 1 if it is an illegal instruction, and all 32 registers as they are then.
 *
 * Exit status: 0, 2 if the machine has another VLEN, 3 if something cannot be written. */
#define _GNU_SOURCE
#include "rvv_cases.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Load all registers from one array, execute what is at code, and store them in another one. */
void execute(const uint8_t *from, uint8_t *to, uint64_t vl, uint64_t vtype, uint64_t vstart, uint64_t x,
             const uint32_t *code);
__asm__("execute:\n"
        "    addi sp, sp, -16\n"
        "    sd ra, 0(sp)\n"
        "    csrr t1, vlenb\n"
        "    slli t1, t1, 3\n"
        "    csrwi vstart, 0\n"
        "    .irp v, v0, v8, v16, v24\n"
        "    vl8re8.v \\v, (a0)\n"
        "    add a0, a0, t1\n"
        "    .endr\n"
        "    mv t0, a5\n"
        "    fmv.d.x ft5, a5\n"
        "    vsetvl zero, a2, a3\n"
        "    csrw vstart, a4\n"
        "    jalr a6\n"
        "    csrwi vstart, 0\n"
        "    .irp v, v0, v8, v16, v24\n"
        "    vs8r.v \\v, (a1)\n"
        "    add a1, a1, t1\n"
        "    .endr\n"
        "    ld ra, 0(sp)\n"
        "    addi sp, sp, 16\n"
        "    ret\n");

static volatile sig_atomic_t illegal;

static void skip(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    illegal = 1;
    ((ucontext_t *)context)->uc_mcontext.__gregs[REG_PC] += 4;
}

int main(void)
{
    static struct rvv_case c;
    static uint8_t answer[1 + sizeof c.regs];
    uint64_t vlenb;
    uint32_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    __asm__("csrr %0, vlenb" : "=r"(vlenb));
    if (vlenb < RVV_VLEN(0) / 8 || vlenb > RVV_VLEN(RVV_SUITES - 1) / 8) {
        fprintf(stderr, "rvv_emulated: VLEN is %u; expected %u to %u\n", (unsigned)(8 * vlenb), RVV_VLEN(0),
                RVV_VLEN(RVV_SUITES - 1));
        return 2;
    }
    if (code == MAP_FAILED
        || sigaction(SIGILL, &(struct sigaction){ .sa_sigaction = skip, .sa_flags = SA_SIGINFO }, 0)) {
        perror("rvv_emulated");
        return 3;
    }
    for (uint32_t number = 0; number < RVV_CASES; number++) {
        rvv_case_make((unsigned)(8 * vlenb), number, &c);
        code[0] = rvv_case_word(&c);
        code[1] = 0x00008067; /* ret */
        __asm__ volatile("fence.i" ::: "memory");
        illegal = 0;
        execute(c.regs, answer + 1, c.in.vl, rvv_case_vtype(&c), c.in.vstart, c.in.x, code);
        answer[0] = (uint8_t)illegal;
        if (fwrite(answer, 1 + 32 * vlenb, 1, stdout) != 1)
            break;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("rvv_emulated: standard output");
        return 3;
    }
    return 0;
}
