/* SPDX-License-Identifier: Apache-2.0 */
/* convert - comparing, choosing, converting. */
#include "ptx_meaning.h"

MEANING(setp)
{
    uint64_t a = x[0], b = x[1];

    if (HAS(ftz)) {
        a = ptx_flush(i, a);
        b = ptx_flush(i, b);
    }
    const double fa = BITS == 32 ? ptx_f32(a) : ptx_f64(a), fb = BITS == 32 ? ptx_f32(b) : ptx_f64(b);
    const bool unordered = ptx_is_nan(i, a) || ptx_is_nan(i, b);
    const bool is_unsigned = HAS(lo) || HAS(ls) || HAS(hi) || HAS(hs);
    const bool less = IS_FLOAT    ? fa < fb
                    : is_unsigned ? a < b
                                  : ptx_below(i, a, b),
               equal = IS_FLOAT ? fa == fb : a == b;
    const bool more = !less && !equal && !unordered;

    if (HAS(num) || HAS(nan))
        return HAS(nan) ? unordered : !unordered;
    if (unordered && (HAS(equ) || HAS(neu) || HAS(ltu) || HAS(leu) || HAS(gtu) || HAS(geu)))
        return 1;
    return HAS(eq) || HAS(equ)            ? equal
         : HAS(ne)                        ? !equal && !unordered
         : HAS(neu)                       ? !equal
         : HAS(lt) || HAS(ltu) || HAS(lo) ? less
         : HAS(le) || HAS(leu) || HAS(ls) ? less || equal
         : HAS(gt) || HAS(gtu) || HAS(hi) ? more
                                          : more || equal;
}

MEANING(selp) { return (void)i, x[2] ? x[0] : x[1]; }

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

static uint64_t half_as_f32(uint64_t v)
{
    const int exponent = v >> 10 & 31;
    const double size = exponent == 31 ? (v & 1023 ? (double)NAN : (double)INFINITY)
                      : exponent       ? ldexp((double)(1024 + (v & 1023)), exponent - 25)
                                       : ldexp((double)(v & 1023), -24);

    return ptx_of_f32((float)(v >> 15 ? -size : size));
}

/* Round to the nearest half, ties to even. */
static uint64_t half_of(double v)
{
    const uint64_t sign = signbit(v) ? 0x8000 : 0;
    double size = fabs(v);

    if (isnan(v))
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    int exponent = size > 0 ? ilogb(size) : -15;
    exponent = exponent < -14 ? -14 : exponent;
    const uint64_t units = (uint64_t)nearbyint(ldexp(size, 10 - exponent)); /* 1024 is one exponent up by itself */
    return sign | (((uint64_t)(exponent + 14) << 10) + units);
}

/* The type that is converted from is the last. */
MEANING(cvt)
{
    const struct ptx_type to = i->type[0], from = i->type[1];
    const bool is_signed = to.letter == 's';
    double v;

    if (from.letter != 'f' && to.letter != 'f') {
        const int64_t value = from.letter == 's' ? ptx_signed(x[0], from.bits) : (int64_t)x[0];
        const int64_t most = is_signed ? (int64_t)ptx_bits(to.bits - 1u) : (int64_t)(ptx_bits(to.bits) & INT64_MAX);

        if (!HAS(sat))
            return (uint64_t)value;
        if (from.letter != 's' && value < 0) /* above 2^63 */
            return to.bits == 64 && !is_signed ? x[0] : (uint64_t)most;
        const int64_t least = is_signed ? -(int64_t)ptx_bits(to.bits - 1u) - 1 : 0;
        if (to.bits == 64 && value >= 0)
            return (uint64_t)value;
        return (uint64_t)(value > most ? most : value < least ? least : value);
    }
    if (from.letter != 'f') {
        const bool negative = from.letter == 's' && ptx_signed(x[0], from.bits) < 0;
        const uint64_t value = from.letter == 's' ? (uint64_t)ptx_signed(x[0], from.bits) : x[0];
        const uint64_t size = negative ? 0 - value : value;
        /* the upper and the lower half are exact as doubles */
        const double up = (double)(size >> 32) * 4294967296.0, low = (double)(uint32_t)size;
        const double sum = up + low, rest = low - (sum - up);

        if (to.bits == 64)
            return ptx_of_f64(negative ? -sum : sum);
        if (!ptx_is_directed(i)) /* once, from the whole number */
            return to.bits == 16 ? half_of(negative ? -sum : sum) : ptx_of_f32(negative ? -(float)size : (float)size);
        return ptx_of_f32(ptx_round_f32(i, negative ? -sum : sum, negative ? -rest : rest));
    }
    v = from.bits == 16 ? ptx_f32(half_as_f32(x[0])) : from.bits == 32 ? ptx_f32(ptx_flush(i, x[0])) : ptx_f64(x[0]);
    if (to.letter == 'f') {
        if (isnan(v) && !HAS(sat) && from.bits == 64)
            return to.bits == 64 ? ptx_nan_of(x[0], 0, 0)
                                 : (x[0] >> 32 & 0x80000000) | 0x7fc00000 | (x[0] >> 29 & 0x3fffff);
        if (isnan(v) && !HAS(sat) && from.bits == 32 && to.bits == 64)
            return HAS(ftz) ? UINT64_C(0x7fffffffe0000000)
                            : (x[0] & 0x80000000) << 32 | UINT64_C(0x7ff8000000000000) | (x[0] & 0x3fffff) << 29;
        if (HAS(rni) || HAS(rzi) || HAS(rmi) || HAS(rpi))
            v = whole(i, v);
        if (HAS(sat))
            v = v > 0 ? (v > 1 ? 1 : v) : 0;
        if (to.bits == from.bits && to.bits == 16 && isnan(v))
            return 0x7fff;
        return to.bits == 16 ? half_of(v)
             : to.bits == 32 ? ptx_flush(i, ptx_of_f32(isnan(v) ? NAN : ptx_round_f32(i, v, 0)))
                             : ptx_of_f64(v);
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
