/* SPDX-License-Identifier: Apache-2.0 */
// Vote, match and redux as inline PTX. Source: PTX ISA 9.0, vote.sync, activemask, elect.sync, match.sync, redux.sync.
#pragma once
#include "collective_cases.h"

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

// rd and pu stay as they are where OP does not write them. p is 0 or 1.
template <int OP>
__device__ __forceinline__ void collective_issue_one(uint32_t &rd, uint32_t &pu, uint32_t p, uint64_t ra,
                                                     uint32_t members)
{
    const uint32_t low = (uint32_t)ra;
    switch (OP) {
    case COLLECTIVE_VOTE_ALL: VOTE_ASM("all"); break;
    case COLLECTIVE_VOTE_ANY: VOTE_ASM("any"); break;
    case COLLECTIVE_VOTE_EQ: VOTE_ASM("uni"); break;
    case COLLECTIVE_BALLOT:
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                     : "=r"(rd)
                     : "r"(p), "r"(members));
        break;
    case COLLECTIVE_ACTIVEMASK: asm volatile("activemask.b32 %0;" : "=r"(rd)); break;
    case COLLECTIVE_ELECT:
        asm volatile("{ .reg .pred q; elect.sync %0|q, %2; selp.u32 %1, 1, 0, q; }"
                     : "=r"(rd), "=r"(pu)
                     : "r"(members));
        break;
    case COLLECTIVE_MATCH_ALL: MATCH_ALL_ASM("b32", "r", low); break;
    case COLLECTIVE_MATCH_ANY: WORD_ASM("match.any.sync.b32", "r", low); break;
    case COLLECTIVE_MATCH_ALL_64: MATCH_ALL_ASM("b64", "l", ra); break;
    case COLLECTIVE_MATCH_ANY_64: WORD_ASM("match.any.sync.b64", "l", ra); break;
    case COLLECTIVE_AND: WORD_ASM("redux.sync.and.b32", "r", low); break;
    case COLLECTIVE_OR: WORD_ASM("redux.sync.or.b32", "r", low); break;
    case COLLECTIVE_XOR: WORD_ASM("redux.sync.xor.b32", "r", low); break;
    case COLLECTIVE_SUM: WORD_ASM("redux.sync.add.u32", "r", low); break;
    case COLLECTIVE_SUM_SIGNED: WORD_ASM("redux.sync.add.s32", "r", low); break;
    case COLLECTIVE_MIN: WORD_ASM("redux.sync.min.u32", "r", low); break;
    case COLLECTIVE_MIN_SIGNED: WORD_ASM("redux.sync.min.s32", "r", low); break;
    case COLLECTIVE_MAX: WORD_ASM("redux.sync.max.u32", "r", low); break;
    case COLLECTIVE_MAX_SIGNED: WORD_ASM("redux.sync.max.s32", "r", low); break;
    }
}
