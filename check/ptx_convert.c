/* SPDX-License-Identifier: Apache-2.0 */
/* convert - comparing, choosing, converting. */
#include "ptx_meaning.h"

/* The comparison alone, of one type that is no pair. */
static bool compared(const struct ptx_insn *i, struct ptx_type t, uint64_t a, uint64_t b)
{
    const struct ptx_insn one = { .type = { t } };
    const bool is_float = ptx_is_float(t);
    const double fa = is_float ? ptx_value(t, ptx_flush_as(i, t, a)) : 0;
    const double fb = is_float ? ptx_value(t, ptx_flush_as(i, t, b)) : 0;
    const bool unordered = isnan(fa) || isnan(fb);
    const bool is_unsigned = HAS(lo) || HAS(ls) || HAS(hi) || HAS(hs);
    const bool less = is_float ? fa < fb : is_unsigned ? a < b : ptx_below(&one, a, b);
    const bool equal = is_float ? fa == fb : a == b, more = !less && !equal && !unordered;

    if (HAS(num) || HAS(nan))
        return HAS(nan) ? unordered : !unordered;
    if (unordered && (HAS(equ) || HAS(neu) || HAS(ltu) || HAS(leu) || HAS(gtu) || HAS(geu)))
        return true;
    return HAS(eq) || HAS(equ)            ? equal
         : HAS(ne)                        ? !equal && !unordered
         : HAS(neu)                       ? !equal
         : HAS(lt) || HAS(ltu) || HAS(lo) ? less
         : HAS(le) || HAS(leu) || HAS(ls) ? less || equal
         : HAS(gt) || HAS(gtu) || HAS(hi) ? more
                                          : more || equal;
}

/* A predicate and the last source, if there is one, by .and, .or or .xor. */
static bool combined(const struct ptx_insn *i, bool p, const uint64_t x[PTX_SOURCES])
{
    const bool c = x[i->sources - 1];

    return i->sources < 3 ? p : HAS(and) ? p && c : HAS(or) ? p || c : p != c;
}

static bool compared_half(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES], unsigned at)
{
    const struct ptx_insn half = ptx_half(i);
    const struct ptx_type t = half.type[i->types - 1];

    return combined(i, compared(i, t, x[0] >> at & 0xffff, x[1] >> at & 0xffff), x);
}

MEANING(setp) { return IS_PACKED ? compared_half(i, x, 0) : combined(i, compared(i, i->type[0], x[0], x[1]), x); }

/* setp's second predicate: the opposite; of a pair the upper half's. */
bool ptx_opposite(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
{
    return IS_PACKED ? compared_half(i, x, 16) : combined(i, !compared(i, i->type[0], x[0], x[1]), x);
}

MEANING(set)
{
    const struct ptx_type to = i->type[0], from = i->type[1];
    const struct ptx_insn half = ptx_half(i);

    if (ptx_is_packed(from)) {
        const uint64_t yes = IS_FLOAT ? ptx_of_small(half.type[0], 1) : 0xffff;

        return (compared_half(i, x, 16) ? yes << 16 : 0) | (compared_half(i, x, 0) ? yes : 0);
    }
    if (!combined(i, compared(i, from, x[0], x[1]), x))
        return 0;
    return IS_FLOAT ? ptx_of_value(to, 1) : UINT64_MAX;
}

MEANING(testp)
{
    const double v = ptx_value(i->type[0], x[0]);
    const double least = BITS == 32 ? ldexp(1, -126) : ldexp(1, -1022);

    return HAS(finite)     ? isfinite(v)
         : HAS(infinite)   ? isinf(v)
         : HAS(number)     ? !isnan(v)
         : HAS(notanumber) ? isnan(v)
         : HAS(normal)     ? isfinite(v) && (v == 0 || fabs(v) >= least) /* an H100 calls 0 normal */
                           : v != 0 && fabs(v) < least;
}

/* Global is what is in no other window. */
MEANING(isspacep)
{
    const bool shared = x[0] >> 32 == PTX_SHARED_AT >> 32, local = x[0] >> 32 == PTX_LOCAL_AT >> 32;

    return HAS(shared) ? shared : HAS(local) ? local : !shared && !local;
}

MEANING(selp) { return x[2] ? x[0] : x[1]; }

MEANING(slct)
{
    const bool is_float = i->type[1].letter == 'f';
    const uint64_t c = is_float ? ptx_flush(i, x[2]) : x[2];

    return (is_float ? ptx_f32(c) >= 0 : ptx_signed(c, 32) >= 0) ? x[0] : x[1];
}

static double whole(const struct ptx_insn *i, double v)
{
    return HAS(rzi) ? trunc(v) : HAS(rmi) ? floor(v) : HAS(rpi) ? ceil(v) : nearbyint(v);
}

/* A NaN in another type, as an H100 has it: from and to f64 it keeps its sign and what fits of its payload, and is quiet; of
 * bf16 in f32 it stays as it is; else it is the one of the type. */
static uint64_t nan_converted(const struct ptx_insn *i, uint64_t x)
{
    const struct ptx_type to = i->type[0], from = i->type[1];
    static const uint8_t fraction[65] = { [16] = 10, [32] = 23, [64] = 52 };
    const unsigned of = fraction[from.bits], in = fraction[to.bits];

    if (from.letter == 'e' && to.bits == 32)
        return x << 16;
    if (to.letter == 'f' && from.letter == 'f' && (to.bits == 64 || from.bits == 64)) {
        const uint64_t part = x & ptx_bits(of), sign = x >> (from.bits - 1u) & 1;

        if (HAS(ftz) && from.bits == 32)
            return UINT64_C(0x7fffffffe0000000);
        return sign << (to.bits - 1u) | ptx_bits(to.bits - 1u - in) << in | UINT64_C(1) << (in - 1)
             | (in > of ? part << (in - of) : part >> (of - in));
    }
    return to.bits == 16 ? 0x7fff : to.bits == 32 ? ptx_of_f32(NAN) : ptx_of_f64((double)NAN);
}

/* The type that is converted from is the last. */
MEANING(cvt)
{
    const struct ptx_type to = i->type[0], from = i->type[1];
    const bool is_signed = to.letter == 's';
    double v;

    if (IS_PACKED) { /* the first source is the upper half */
        const struct ptx_insn half = ptx_half(i);
        const uint64_t low[PTX_SOURCES] = { x[1] };

        return ptx_do_cvt(&half, x) << 16 | ptx_do_cvt(&half, low);
    }
    if (!ptx_is_float(from)) {
        const bool negative = from.letter == 's' && ptx_signed(x[0], from.bits) < 0;
        const uint64_t value = from.letter == 's' ? (uint64_t)ptx_signed(x[0], from.bits) : x[0];
        const uint64_t most = ptx_bits(to.bits - (unsigned)is_signed), least = is_signed ? ~most : 0;

        if (!IS_FLOAT && !HAS(sat))
            return value;
        if (!IS_FLOAT)
            return !negative ? (value < most ? value : most) : is_signed && value > least ? value : least;
        const uint64_t size = negative ? 0 - value : value;
        /* the upper and the lower half are exact as doubles */
        const double up = (double)(size >> 32) * 4294967296.0, low = (double)(uint32_t)size;
        const double sum = up + low, rest = low - (sum - up);
        return ptx_round(i, to, negative ? -sum : sum, negative ? -rest : rest);
    }
    v = ptx_value(from, from.bits == 32 ? ptx_flush(i, x[0]) : x[0]);
    if (IS_FLOAT) {
        if (isnan(v) && !HAS(sat) && !HAS(relu))
            return nan_converted(i, x[0]);
        if (isnan(v) && to.bits == 16)
            return HAS(sat) ? 0 : 0x7fff;
        if (HAS(rni) || HAS(rzi) || HAS(rmi) || HAS(rpi))
            v = whole(i, v);
        if (HAS(sat))
            v = v > 0 ? (v > 1 ? 1 : v) : 0;
        if (HAS(relu))
            v = v > 0 ? v : 0;
        return to.bits == 32 ? ptx_flush(i, ptx_round(i, to, v, 0)) : ptx_round(i, to, v, 0);
    }
    if (isnan(v)) /* 0; of a wide source the sign bit alone */
        return to.bits < 64 && from.bits < 64 ? 0 : UINT64_C(1) << (to.bits - 1);
    v = whole(i, v);
    const double most = is_signed ? ldexp(1, to.bits - 1) : ldexp(1, to.bits);
    if (v >= most)
        return is_signed ? ptx_bits(to.bits - 1u) : ptx_bits(to.bits);
    if (v < (is_signed ? -most : 0))
        return is_signed ? UINT64_C(1) << (to.bits - 1) : 0;
    return is_signed || v < 0 ? (uint64_t)(int64_t)v : (uint64_t)v;
}
