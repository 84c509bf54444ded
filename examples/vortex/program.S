# SPDX-License-Identifier: Apache-2.0
# Each warp takes every NUM_WARPS-th case: under the case's active mask four shuffles and four votes, then their stores.
# At 0x88000000 the number of cases; from 64 bytes behind it on per case a mask, and rs1 and rs2 of each thread. At
# 0x90000000 per case and operation a word of each thread.
    .macro  tmc mask
    .insn r 0x0b, 0, 0, x0, \mask, x0
    .endm
    .macro  op number, rd
    .insn r 0x0b, \number, 1, \rd, a1, a2
    .endm

    csrr    s0, 0xcc0                   # the thread within the warp
    csrr    s1, 0xcc1                   # the warp, and then the case
    csrr    s2, 0xfc0                   # threads of a warp
    csrr    s3, 0xfc1
    lui     s4, 0x88000
    lw      s5, 0(s4)
    addi    s4, s4, 64
    lui     s6, 0x90000
    slli    s7, s2, 2                   # bytes of a word of each thread
    slli    s0, s0, 2
next:
    bgeu    s1, s5, end
    slli    t0, s7, 1
    addi    t0, t0, 4
    mul     t0, t0, s1
    add     t0, t0, s4
    lw      a0, 0(t0)
    add     t0, t0, s0
    lw      a1, 4(t0)
    add     t0, t0, s7
    lw      a2, 4(t0)
    slli    t1, s7, 3
    mul     t1, t1, s1
    add     t1, t1, s6
    add     t1, t1, s0
    tmc     a0
    op      4, a3
    op      5, a4
    op      6, a5
    op      7, a6
    op      0, a7
    op      1, s8
    op      2, s9
    op      3, s10
    .irp    result, a3, a4, a5, a6, a7, s8, s9, s10
    sw      \result, 0(t1)
    add     t1, t1, s7
    .endr
    li      t2, -1
    tmc     t2
    add     s1, s1, s3
    j       next
end:
    .insn r 0x0b, 7, 0, x0, x0, x0      # wait for the stores
    tmc     x0
