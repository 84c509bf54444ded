/* SPDX-License-Identifier: Apache-2.0 */
// The shuffle as inline PTX, with both of its results. Source: PTX ISA 9.0, shfl.sync.
#pragma once
#include "model/shfl.h"

constexpr int REGISTER = -1;

// b and c are the operands with their constraint: "r"(register) or "n"(constant).
#define SHFL_ASM(mode, b, c)                                                                            \
    asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
                 : "=r"(rd), "=r"(pu)                                                                   \
                 : "r"(ra), b, c, "r"(members))

#define SHFL_FORMS(mode)                            \
    if constexpr (SB != REGISTER && SC != REGISTER) \
        SHFL_ASM(mode, "n"(SB), "n"(SC));           \
    else if constexpr (SB != REGISTER)              \
        SHFL_ASM(mode, "n"(SB), "r"(sc));           \
    else if constexpr (SC != REGISTER)              \
        SHFL_ASM(mode, "r"(sb), "n"(SC));           \
    else                                            \
        SHFL_ASM(mode, "r"(sb), "r"(sc))

// SB and SC are immediates, or REGISTER: then sb and sc are used.
template <int MODE, int SB = REGISTER, int SC = REGISTER>
__device__ __forceinline__ void shfl(uint32_t &rd, uint32_t &pu, uint32_t ra, uint32_t sb, uint32_t sc,
                                     uint32_t members = 0xffffffff)
{
    if constexpr (MODE == SHFL_IDX) {
        SHFL_FORMS("idx");
    }
    if constexpr (MODE == SHFL_UP) {
        SHFL_FORMS("up");
    }
    if constexpr (MODE == SHFL_DOWN) {
        SHFL_FORMS("down");
    }
    if constexpr (MODE == SHFL_BFLY) {
        SHFL_FORMS("bfly");
    }
}

#define SHFL_GUARD_ASM(mode)                                                                \
    asm volatile("{ .reg .pred g, p; setp.ne.u32 g, %6, 0; setp.ne.u32 p, %1, 0;"           \
                 " @g shfl.sync." mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
                 : "+r"(rd), "+r"(pu)                                                       \
                 : "r"(ra), "r"(sb), "r"(sc), "r"(members), "r"(guard))

// The instruction itself is guarded: where guard is 0, rd and pu stay as they are.
template <int MODE>
__device__ __forceinline__ void shfl_guarded(uint32_t &rd, uint32_t &pu, uint32_t ra, uint32_t sb, uint32_t sc,
                                             uint32_t members, uint32_t guard)
{
    if constexpr (MODE == SHFL_IDX)
        SHFL_GUARD_ASM("idx");
    if constexpr (MODE == SHFL_UP)
        SHFL_GUARD_ASM("up");
    if constexpr (MODE == SHFL_DOWN)
        SHFL_GUARD_ASM("down");
    if constexpr (MODE == SHFL_BFLY)
        SHFL_GUARD_ASM("bfly");
}
