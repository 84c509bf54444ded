/* SPDX-License-Identifier: Apache-2.0 */
// The instructions as inline PTX. Source: PTX ISA 9.0, shfl.sync, vote.sync, activemask, elect.sync, match.sync,
// redux.sync.
#pragma once
#include "silicon/suites.h"

// A constant operand becomes an immediate.
#define SHFL_ASM(mode)                                                                                  \
    asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
                 : "=r"(rd), "=r"(pu)                                                                   \
                 : "r"(ra), "r"(sb), "r"(sc), "r"(members))
// The instruction itself is guarded: where guard is 0, rd and pu stay as they are.
#define SHFL_GUARD_ASM(mode)                                                                \
    asm volatile("{ .reg .pred g, p; setp.ne.u32 g, %6, 0; setp.ne.u32 p, %1, 0;"           \
                 " @g shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
                 : "+r"(rd), "+r"(pu)                                                       \
                 : "r"(ra), "r"(sb), "r"(sc), "r"(members), "r"(guard))
#define SHFL_BY_MODE(statement)           \
    if constexpr (MODE == SHFL_IDX)       \
        statement("idx");                 \
    else if constexpr (MODE == SHFL_UP)   \
        statement("up");                  \
    else if constexpr (MODE == SHFL_DOWN) \
        statement("down");                \
    else                                  \
        statement("bfly")

template <int MODE>
__device__ __forceinline__ void shfl(uint32_t &rd, uint32_t &pu, uint32_t ra, uint32_t sb, uint32_t sc,
                                     uint32_t members = 0xffffffff)
{
    SHFL_BY_MODE(SHFL_ASM);
}

template <int MODE>
__device__ __forceinline__ void shfl_guarded(uint32_t &rd, uint32_t &pu, uint32_t ra, uint32_t sb, uint32_t sc,
                                             uint32_t members, uint32_t guard)
{
    SHFL_BY_MODE(SHFL_GUARD_ASM);
}

#define VOTE_ASM(kind)                                                                                                \
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync." kind ".pred q, p, %2; selp.u32 %0, 1, 0, q; }" \
                 : "=r"(pu)                                                                                           \
                 : "r"(p), "r"(members))

#define MATCH_ALL_ASM(kind, constraint, value)                                                   \
    asm volatile("{ .reg .pred q; match.all.sync." kind " %0|q, %2, %3; selp.u32 %1, 1, 0, q; }" \
                 : "=r"(rd), "=r"(pu)                                                            \
                 : constraint(value), "r"(members))

#define WORD_ASM(instruction, constraint, value) \
    asm volatile(instruction " %0, %1, %2;" : "=r"(rd) : constraint(value), "r"(members))

// redux.sync begins with sm_80, elect.sync with sm_90; the host asks no older GPU for either
#if __CUDA_ARCH__ >= 800
#define REDUX_ASM(kind) WORD_ASM("redux.sync." kind, "r", low)
#else
#define REDUX_ASM(kind) asm volatile("trap;")
#endif
#if __CUDA_ARCH__ >= 900
#define ELECT_ASM \
    asm volatile("{ .reg .pred q; elect.sync %0|q, %2; selp.u32 %1, 1, 0, q; }" : "=r"(rd), "=r"(pu) : "r"(members))
#else
#define ELECT_ASM asm volatile("trap;")
#endif

// rd and pu stay as they are where OP, which is not one of shfl.sync, does not write them. p is 0 or 1.
template <int OP>
__device__ __forceinline__ void collective(uint32_t &rd, uint32_t &pu, uint32_t p, uint64_t ra, uint32_t members)
{
    const uint32_t low = (uint32_t)ra;
    switch (OP) {
    case OP_VOTE_ALL: VOTE_ASM("all"); break;
    case OP_VOTE_ANY: VOTE_ASM("any"); break;
    case OP_VOTE_EQ: VOTE_ASM("uni"); break;
    case OP_BALLOT:
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                     : "=r"(rd)
                     : "r"(p), "r"(members));
        break;
    case OP_ACTIVEMASK: asm volatile("activemask.b32 %0;" : "=r"(rd)); break;
    case OP_ELECT: ELECT_ASM; break;
    case OP_MATCH_ALL: MATCH_ALL_ASM("b32", "r", low); break;
    case OP_MATCH_ANY: WORD_ASM("match.any.sync.b32", "r", low); break;
    case OP_MATCH_ALL_64: MATCH_ALL_ASM("b64", "l", ra); break;
    case OP_MATCH_ANY_64: WORD_ASM("match.any.sync.b64", "l", ra); break;
    case OP_AND: REDUX_ASM("and.b32"); break;
    case OP_OR: REDUX_ASM("or.b32"); break;
    case OP_XOR: REDUX_ASM("xor.b32"); break;
    case OP_SUM: REDUX_ASM("add.u32"); break;
    case OP_SUM_SIGNED: REDUX_ASM("add.s32"); break;
    case OP_MIN: REDUX_ASM("min.u32"); break;
    case OP_MIN_SIGNED: REDUX_ASM("min.s32"); break;
    case OP_MAX: REDUX_ASM("max.u32"); break;
    case OP_MAX_SIGNED: REDUX_ASM("max.s32"); break;
    }
}
