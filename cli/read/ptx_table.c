/* SPDX-License-Identifier: Apache-2.0 */
/* table - the instructions: a row each. */
#include "ptx_meaning.h"

#include <string.h>

#define ROUND "rn rz rm rp"
#define COMPARE "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz"
#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define ALL_TYPES "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f32 f64"
#define SPACES "global shared local param const"
#define ORDER " volatile relaxed acquire release acq_rel sc cta gpu sys cluster weak"

static const struct ptx_row rows[] = {
    { "abs", "ftz", "s16 s32 s64 f32 f64", "da", PTX_COMPUTE, ptx_do_absolute },
    { "activemask", "", "b32", "d", PTX_ACTIVE, NULL },
    { "add", ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_add },
    { "and", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_and },
    { "atom", "add min max and or xor exch cas inc dec global shared" ORDER, "b32 b64 u32 u64 s32 s64 f32", "dmaa",
      PTX_ATOMIC, ptx_do_atomic },
    { "bar", "sync arrive red warp popc and or cta", "pred u32", "dxxx", PTX_BARRIER, NULL },
    { "barrier", "sync arrive red aligned popc and or cta", "pred u32", "dxxx", PTX_BARRIER, NULL },
    { "bfe", "", "u32 s32 u64 s64", "daww", PTX_COMPUTE, ptx_do_bfe },
    { "bfi", "", "b32 b64", "daaww", PTX_COMPUTE, ptx_do_bfi },
    { "bfind", "shiftamt", "u32 s32 u64 s64", "wa", PTX_COMPUTE, ptx_do_bfind },
    { "bra", "uni", "", "-x", PTX_BRANCH, NULL },
    { "brev", "", "b32 b64", "da", PTX_COMPUTE, ptx_do_brev },
    { "call", "uni", "", "", PTX_CALL, NULL },
    { "clz", "", "b32 b64", "wa", PTX_COMPUTE, ptx_do_clz },
    { "cnot", "", "b16 b32 b64", "da", PTX_COMPUTE, ptx_do_is_zero },
    { "copysign", "", "f32 f64", "daa", PTX_COMPUTE, ptx_do_copy_sign },
    { "cvt", ROUND " rni rzi rmi rpi ftz sat", ALL_TYPES, "dz", PTX_COMPUTE, ptx_do_cvt },
    { "cvta", "to " SPACES, "u32 u64", "da", PTX_ADDRESS, NULL },
    { "div", "rn ftz", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_divide },
    { "elect", "sync", "", "wx", PTX_SYNC, NULL },
    { "exit", "", "", "", PTX_EXIT, NULL },
    { "fence", "sc acq_rel cta gpu sys cluster", "", "", PTX_NOTHING, NULL },
    { "fma", ROUND " ftz sat", "f32 f64", "daaa", PTX_COMPUTE, ptx_do_mad },
    { "ld", SPACES " v2 v4 nc ca cg cs lu cv" ORDER, ALL_TYPES, "dm", PTX_LOAD, NULL },
    { "lop3", "", "b32", "daaaw", PTX_COMPUTE, ptx_do_lop3 },
    { "mad", "hi lo wide sat " ROUND " ftz", INTEGERS " f32 f64", "daaa", PTX_COMPUTE, ptx_do_mad },
    { "match", "any all sync", "b32 b64", "wax", PTX_SYNC, NULL },
    { "max", "ftz NaN", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_maximum },
    { "membar", "gl cta sys", "", "", PTX_NOTHING, NULL },
    { "min", "ftz NaN", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_minimum },
    { "mov", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64 pred", "da", PTX_MOVE, NULL },
    { "mul", "hi lo wide " ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_mul },
    { "neg", "ftz", "s16 s32 s64 f32 f64", "da", PTX_COMPUTE, ptx_do_negate },
    { "not", "", "b16 b32 b64 pred", "da", PTX_COMPUTE, ptx_do_bit_not },
    { "or", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_or },
    { "popc", "", "b32 b64", "wa", PTX_COMPUTE, ptx_do_popc },
    { "prmt", "f4e b4e rc8 ecl ecr rc16", "b32", "daaa", PTX_COMPUTE, ptx_do_prmt },
    { "rcp", "rn ftz", "f32 f64", "da", PTX_COMPUTE, ptx_do_reciprocal },
    { "red", "add min max and or xor inc dec global shared" ORDER, "b32 b64 u32 u64 s32 s64 f32", "-ma", PTX_ATOMIC,
      ptx_do_atomic },
    { "redux", "sync add min max and or xor", "b32 u32 s32", "dax", PTX_SYNC, NULL },
    { "rem", "", INTEGERS, "daa", PTX_COMPUTE, ptx_do_rem },
    { "ret", "uni", "", "", PTX_RET, NULL },
    { "sad", "", INTEGERS, "daaa", PTX_COMPUTE, ptx_do_sad },
    { "selp", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", "daap", PTX_COMPUTE, ptx_do_selp },
    { "setp", COMPARE, "b16 b32 b64 " INTEGERS " f32 f64", "paap", PTX_COMPUTE, ptx_do_setp },
    { "shf", "l r clamp wrap", "b32", "daaw", PTX_COMPUTE, ptx_do_shf },
    { "shfl", "sync up down bfly idx", "b32", "daxxx", PTX_SYNC, NULL },
    { "shl", "", "b16 b32 b64", "daw", PTX_COMPUTE, ptx_do_shl },
    { "shr", "", "b16 b32 b64 " INTEGERS, "daw", PTX_COMPUTE, ptx_do_shr },
    { "slct", "ftz", "b16 b32 b64 " INTEGERS " f32 f64", "daaz", PTX_COMPUTE, ptx_do_slct },
    { "sqrt", "rn ftz", "f32 f64", "da", PTX_COMPUTE, ptx_do_root },
    { "st", SPACES " v2 v4 wb cg cs wt" ORDER, ALL_TYPES, "-ma", PTX_STORE, NULL },
    { "sub", ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_sub },
    { "trap", "", "", "", PTX_TRAP, NULL },
    { "vote", "sync all any uni ballot", "pred b32", "dpx", PTX_SYNC, NULL },
    { "xor", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_xor },
};

const char *const ptx_modifier_names[PTX_MODIFIER_COUNT] = {
#define NAME(word) #word
    PTX_MODIFIERS(NAME)
#undef NAME
};

const struct ptx_row *ptx_row(const char *name, size_t length)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (strlen(rows[r].name) == length && memcmp(rows[r].name, name, length) == 0)
            return &rows[r];
    return NULL;
}
