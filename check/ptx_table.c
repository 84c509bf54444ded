/* SPDX-License-Identifier: Apache-2.0 */
/* table - the instructions: a row each. */
#include "ptx_meaning.h"
#include "lib/text.h"

#define ROUND "rn rz rm rp"
#define COMPARE "( eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan ) and or xor ftz"
#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define ALL_TYPES "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f32 f64"
#define SMALL " f16 f16x2 bf16 bf16x2"
#define PAIRS " u16x2 s16x2"
#define SPACES "global shared local param const"
#define ORDER " volatile relaxed acquire release acq_rel sc cta gpu sys cluster weak"

/* Of the modifiers in ( ) there has to be one; in i( ) of integers, in f( ) of floats. */
static const struct ptx_row rows[] = {
    { "abs", "ftz", "s16 s32 s64 f32 f64" SMALL, "da", PTX_COMPUTE, ptx_do_absolute },
    { "activemask", "", "b32", "d", PTX_ACTIVE, NULL },
    { "add", ROUND " ftz sat cc", INTEGERS " f32 f64" SMALL PAIRS, "daa", PTX_COMPUTE, ptx_do_add },
    { "addc", "cc", "u32 s32 u64 s64", "daac", PTX_COMPUTE, ptx_do_add },
    { "and", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_and },
    { "atom", "( add min max and or xor exch cas inc dec ) noftz global shared" ORDER,
      "b16 b32 b64 u32 u64 s32 s64 f32 f64" SMALL, "cas:dmaa dma", PTX_ATOMIC, ptx_do_atomic },
    { "bar", "sync arrive red warp popc and or cta", "pred u32", "red+popc:wx?xx red:px?xx warp:-x -x?x", PTX_BARRIER,
      NULL },
    { "barrier", "sync arrive red aligned popc and or cta cluster wait acquire release relaxed", "pred u32",
      "red+popc:wx?xx red:px?xx cluster: -x?x", PTX_BARRIER, NULL },
    { "bfe", "", "u32 s32 u64 s64", "daww", PTX_COMPUTE, ptx_do_bfe },
    { "bfi", "", "b32 b64", "daaww", PTX_COMPUTE, ptx_do_bfi },
    { "bfind", "shiftamt", "u32 s32 u64 s64", "wa", PTX_COMPUTE, ptx_do_bfind },
    { "bmsk", "( clamp wrap )", "b32", "daa", PTX_COMPUTE, ptx_do_bmsk },
    { "bra", "uni", "", "-x", PTX_BRANCH, NULL },
    { "brev", "", "b32 b64", "da", PTX_COMPUTE, ptx_do_brev },
    { "brx", "( idx ) uni", "", "-wt", PTX_BRANCH_INDEX, NULL },
    { "call", "uni", "", "", PTX_CALL, NULL },
    { "clz", "", "b32 b64", "wa", PTX_COMPUTE, ptx_do_clz },
    { "cnot", "", "b16 b32 b64", "da", PTX_COMPUTE, ptx_do_is_zero },
    { "copysign", "", "f32 f64", "daa", PTX_COMPUTE, ptx_do_copy_sign },
    { "cos", "( approx ) ftz", "f32", "da", PTX_COMPUTE, ptx_approximate },
    { "cp", "async bulk ca cg shared global L2 commit_group wait_group wait_all mbarrier arrive noinc", "b64",
      "bulk:-mmwm commit_group: wait_all: wait_group:-w mbarrier:-m -mmw?w", PTX_COPY, NULL },
    { "cvt", ROUND " rni rzi rmi rpi ftz sat relu", ALL_TYPES " f16x2 bf16 bf16x2", "f16x2:dzz bf16x2:dzz dz",
      PTX_COMPUTE, ptx_do_cvt },
    { "cvta", "to " SPACES, "u32 u64", "da", PTX_ADDRESS, NULL },
    { "discard", "global L2", "", "-mw", PTX_DISCARD, NULL },
    { "div", "f( " ROUND " approx full ) ftz", INTEGERS " f32 f64", "daa", PTX_COMPUTE, ptx_do_divide },
    { "dp2a", "( lo hi )", "u32 s32", "daaa", PTX_COMPUTE, ptx_do_dot },
    { "dp4a", "", "u32 s32", "daaa", PTX_COMPUTE, ptx_do_dot },
    { "elect", "( sync )", "", "wx", PTX_SYNC, NULL },
    { "ex2", "( approx ) ftz", "f32", "da", PTX_COMPUTE, ptx_approximate },
    { "exit", "", "", "", PTX_EXIT, NULL },
    { "fence", "sc acq_rel cta gpu sys cluster proxy async alias shared global mbarrier_init release", "", "",
      PTX_NOTHING, NULL },
    { "fma", "( " ROUND " ) ftz sat relu", "f32 f64" SMALL, "daaa", PTX_COMPUTE, ptx_do_mad },
    { "fns", "", "b32", "waaa", PTX_COMPUTE, ptx_do_fns },
    { "griddepcontrol", "wait launch_dependents", "", "", PTX_NOTHING, NULL },
    { "isspacep", "( global shared local )", "", "pl", PTX_COMPUTE, ptx_do_isspacep },
    { "ld", SPACES " v2 v4 v8 L1 L2 nc ca cg cs lu cv" ORDER, ALL_TYPES, "dm", PTX_LOAD, NULL },
    { "lg2", "( approx ) ftz", "f32", "da", PTX_COMPUTE, ptx_approximate },
    { "lop3", "and or", "b32", "and:daaawp or:daaawp daaaw", PTX_COMPUTE, ptx_do_lop3 },
    { "mad", "i( hi lo wide ) f( " ROUND " ) sat cc ftz", INTEGERS " f32 f64", "wide:WaaW daaa", PTX_COMPUTE,
      ptx_do_mad },
    { "mad24", "( hi lo ) sat", "u32 s32", "daaa", PTX_COMPUTE, ptx_do_mad24 },
    { "madc", "( hi lo ) cc", "u32 s32 u64 s64", "daaac", PTX_COMPUTE, ptx_do_mad },
    { "mapa", "shared", "u32 u64", "daw", PTX_COMPUTE, ptx_do_mapa },
    { "match", "( any all ) ( sync )", "b32 b64", "wax", PTX_SYNC, NULL },
    { "max", "ftz NaN relu", INTEGERS " f32 f64" SMALL PAIRS, "daa", PTX_COMPUTE, ptx_do_maximum },
    { "mbarrier",
      "init inval arrive arrive_drop expect_tx complete_tx test_wait try_wait parity pending_count noComplete "
      "shared cta relaxed acquire release",
      "b64",
      "test_wait+parity:pmw?w try_wait+parity:pmw?w test_wait:pml?w try_wait:pml?w arrive+expect_tx:lmw arrive:lm?w "
      "arrive_drop+expect_tx:lmw arrive_drop:lm?w pending_count:wl inval:-m -mw",
      PTX_MBARRIER, NULL },
    { "membar", "gl cta sys", "", "", PTX_NOTHING, NULL },
    { "min", "ftz NaN relu", INTEGERS " f32 f64" SMALL PAIRS, "daa", PTX_COMPUTE, ptx_do_minimum },
    { "mov", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64 pred", "da", PTX_MOVE, NULL },
    { "movmatrix", "( sync ) ( aligned ) ( m8n8 ) ( trans )", "b16", "wx", PTX_SYNC, NULL },
    { "mul", "i( hi lo wide ) " ROUND " ftz sat", INTEGERS " f32 f64" SMALL, "wide:Waa daa", PTX_COMPUTE, ptx_do_mul },
    { "mul24", "( hi lo )", "u32 s32", "daa", PTX_COMPUTE, ptx_do_mad24 },
    { "nanosleep", "", "u32", "-w", PTX_NOTHING, NULL },
    { "neg", "ftz", "s16 s32 s64 f32 f64" SMALL, "da", PTX_COMPUTE, ptx_do_negate },
    { "not", "", "b16 b32 b64 pred", "da", PTX_COMPUTE, ptx_do_bit_not },
    /* cli/program: an argument of a call of the source, its row in the table of calls, and a value that is not known */
    { "openshfl_arg", "", "", "-wl", PTX_STAGE, NULL },
    { "openshfl_call", "", "b64", "dwl", PTX_SYNC, NULL },
    { "openshfl_unknown", "", "b64", "dw", PTX_UNKNOWN, NULL },
    { "or", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_or },
    { "popc", "", "b32 b64", "wa", PTX_COMPUTE, ptx_do_popc },
    { "prefetch", "global local L1 L2", "", "-m", PTX_NOTHING, NULL },
    { "prefetchu", "L1", "", "-m", PTX_NOTHING, NULL },
    { "prmt", "f4e b4e rc8 ecl ecr rc16", "b32", "daaa", PTX_COMPUTE, ptx_do_prmt },
    { "rcp", "( " ROUND " approx ) ftz", "f32 f64", "da", PTX_COMPUTE, ptx_do_reciprocal },
    { "red", "( add min max and or xor inc dec ) noftz global shared" ORDER, "b32 b64 u32 u64 s32 s64 f32 f64" SMALL,
      "-ma", PTX_ATOMIC, ptx_do_atomic },
    { "redux", "( sync ) i( add min max and or xor ) f( min max ) abs NaN", "b32 u32 s32 f32", "dax", PTX_SYNC, NULL },
    { "rem", "", INTEGERS, "daa", PTX_COMPUTE, ptx_do_rem },
    { "ret", "uni", "", "", PTX_RET, NULL },
    { "rsqrt", "( approx ) ftz", "f32 f64", "da", PTX_COMPUTE, ptx_approximate },
    { "sad", "", INTEGERS, "daaa", PTX_COMPUTE, ptx_do_sad },
    { "selp", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", "daap", PTX_COMPUTE, ptx_do_selp },
    { "set", COMPARE, "u16 s16 u32 s32 u64 s64 b16 b32 b64 f32 f64" SMALL, "dzz?p", PTX_COMPUTE, ptx_do_set },
    { "setp", COMPARE, "b16 b32 b64 " INTEGERS " f32 f64" SMALL, "paa?p", PTX_COMPUTE, ptx_do_setp },
    { "shf", "( l r ) ( clamp wrap )", "b32", "daaw", PTX_COMPUTE, ptx_do_shf },
    { "shfl", "sync ( up down bfly idx )", "b32", "sync:daxxx daxx", PTX_SYNC, NULL },
    { "shl", "", "b16 b32 b64", "daw", PTX_COMPUTE, ptx_do_shl },
    { "shr", "", "b16 b32 b64 " INTEGERS, "daw", PTX_COMPUTE, ptx_do_shr },
    { "sin", "( approx ) ftz", "f32", "da", PTX_COMPUTE, ptx_approximate },
    { "slct", "ftz", "b16 b32 b64 " INTEGERS " f32 f64", "daaz", PTX_COMPUTE, ptx_do_slct },
    { "sqrt", "( " ROUND " approx ) ftz", "f32 f64", "da", PTX_COMPUTE, ptx_do_root },
    { "st", SPACES " v2 v4 v8 L1 L2 wb cg cs wt" ORDER, ALL_TYPES, "-ma", PTX_STORE, NULL },
    { "sub", ROUND " ftz sat cc", INTEGERS " f32 f64" SMALL, "daa", PTX_COMPUTE, ptx_do_sub },
    { "subc", "cc", "u32 s32 u64 s64", "daac", PTX_COMPUTE, ptx_do_sub_carry },
    { "tanh", "( approx )", "f32", "da", PTX_COMPUTE, ptx_approximate },
    { "testp", "( finite infinite number notanumber normal subnormal )", "f32 f64", "pa", PTX_COMPUTE, ptx_do_testp },
    { "trap", "", "", "", PTX_TRAP, NULL },
    { "vabsdiff2", "add", "u32 s32", "daaa", PTX_COMPUTE, ptx_do_vabsdiff },
    { "vabsdiff4", "add", "u32 s32", "daaa", PTX_COMPUTE, ptx_do_vabsdiff },
    { "vote", "sync ( all any uni ballot )", "pred b32", "sync:dpx dp", PTX_SYNC, NULL },
    { "xor", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, ptx_do_bit_xor },
};

uint64_t ptx_second(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
{
    if (HAS(cc))
        return ptx_carries(i, x);
    if (i->row->meaning == ptx_do_lop3)
        return HAS(and) ? ptx_do_lop3(i, x) != 0 && x[4] : ptx_do_lop3(i, x) != 0 || x[4];
    return ptx_opposite(i, x);
}

const char *const ptx_modifier_names[PTX_MODIFIER_COUNT] = {
#define NAME(word) #word
    PTX_MODIFIERS(NAME)
#undef NAME
};

const struct ptx_row *ptx_row(const char *name, size_t length)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        if (text_is(name, length, rows[r].name))
            return &rows[r];
    return NULL;
}
