/* SPDX-License-Identifier: Apache-2.0 */
/* curve - the approximations of PTX, bit for bit as GPUs have them: rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh, and div by rcp.
 *
 * The function unit cuts an argument's octave into 64 or 128 parts. In each it takes C0 + C1 t + C2 t^2, where t is the rest
 * of the argument, and t^2 lacks the products of bits below a column. PTX's instructions are made of that as ptxas does it. */
#include "ptx_curves.h"
#include "ptx_meaning.h"

#include <math.h>

enum {
    BELOW = 35,
    NAN_BITS = 0x7fffffff,
    INFINITE = 0x7f800000,
    ONE = 0x3f800000
}; /* BELOW: bits of a sum, below its unit */

/* t^2 without the products of bits i and j, each pair once, that belong below 2^column. */
static uint64_t square(uint32_t t, unsigned column)
{
    uint64_t sum = 0;

    for (unsigned i = 0; t >> i; i++) {
        const unsigned first = column > i + 1 ? column - i - 1 : 0;

        if (!(t >> i & 1))
            continue;
        sum += 2 * i >= column ? UINT64_C(1) << 2 * i : 0;
        sum += first < i ? (uint64_t)(t & ((1u << i) - 1) & ~((1u << first) - 1)) << (i + 1) : 0;
    }
    return sum;
}

/* The curve at 23 bits: rounds is added, in units of 2^-BELOW. */
static int64_t curve(const int32_t table[][3], unsigned parts, uint32_t at, double rounds)
{
    const unsigned bits = parts == 128 ? 16 : 17;
    const int32_t *c = table[at >> bits];
    const uint32_t t = at & ((1u << bits) - 1);
    const int64_t q = (int64_t)square(t, parts == 128 ? 17 : 19);

    return c[0] * (INT64_C(1) << (BELOW - 3)) + c[1] * (int64_t)t * (INT64_C(1) << (34 - bits))
         + c[2] * q * (INT64_C(1) << (34 - 2 * bits)) + (int64_t)(rounds * (double)(INT64_C(1) << BELOW));
}

static bool is_small(uint32_t x) { return (x & 0x7f800000) == 0; } /* 0, or flushed to it */
static int exponent(uint32_t x) { return (int)(x >> 23 & 0xff) - 127; }

/* A significand of 24 bits, 1.0 is 2^23, with an exponent: below the normal ones it is 0. */
static uint32_t pack(uint32_t sign, int64_t significand, int power)
{
    const int64_t bits = significand + ((int64_t)(power + 126) << 23);

    return sign | (bits < 0x800000 ? 0 : bits >= INFINITE ? INFINITE : (uint32_t)bits);
}

static uint32_t reciprocal(uint32_t x)
{
    const uint32_t sign = x & 0x80000000;

    if (is_small(x) || (x & 0x7fffffff) == INFINITE)
        return sign | (is_small(x) ? INFINITE : 0);
    return pack(sign, curve(rcp_curve, 128, x & 0x7fffff, 0.06175) >> BELOW, -1 - exponent(x));
}

static uint32_t root(uint32_t x, bool reciprocal)
{
    static const double BARELY_LESS = -0x1p-20; /* than a whole number is the number below */

    const int half = (exponent(x) - (exponent(x) & 1)) / 2;
    const unsigned table = exponent(x) & 1 ? 64 : 0;

    if (is_small(x))
        return (x & 0x80000000) | (reciprocal ? INFINITE : 0);
    if (x >> 31)
        return NAN_BITS;
    if (x == INFINITE)
        return reciprocal ? 0 : INFINITE;
    if (!reciprocal)
        return pack(0, curve(sqrt_curve + table, 64, x & 0x7fffff, BARELY_LESS) >> BELOW, half);
    return table == 0 && (x & 0x7fffff) == 0
             ? pack(0, 1 << 23, -half)
             : pack(0, curve(rsqrt_curve + table, 64, x & 0x7fffff, BARELY_LESS) >> BELOW, -1 - half);
}

static uint32_t power(uint32_t x)
{
    const uint32_t size = x & 0x7fffffff;
    const int shift = exponent(x);
    int64_t w;

    if (size >= 0x43800000) /* 256 */
        return x >> 31 ? 0 : INFINITE;
    w = (size & 0x7fffff) | (is_small(x) ? 0 : 0x800000);
    w = is_small(x) ? 0 : shift >= 0 ? w << shift : shift > -40 ? w >> -shift : 0;
    if (x >> 31 && (w & 0x7fffff))
        w = ~w;
    else if (x >> 31)
        w = -w;
    return pack(0, curve(ex2_curve, 64, (uint32_t)w & 0x7fffff, 0.1866) >> BELOW, (int)(w >> 23));
}

/* A sum in units of 2^unit as a float: 24 bits of it. */
static uint32_t normal(uint32_t sign, uint64_t sum, int unit)
{
    if (sum == 0)
        return sign;
    const int top = 63 - __builtin_clzll(sum);
    return pack(sign, (int64_t)(top > 23 ? sum >> (top - 23) : sum << (23 - top)), top + unit);
}

enum { KEPT = 13 }; /* bits of a curve below its unit that a small logarithm or sine has */

static uint32_t logarithm(uint32_t x)
{
    if (x >> 31 && !is_small(x))
        return NAN_BITS;
    if (is_small(x) || x == INFINITE)
        return is_small(x) ? 0xff800000 : INFINITE;
    if (x == ONE)
        return 0;
    const int64_t part = curve(lg2_curve, 64, x & 0x7fffff, 0.025555) - (INT64_C(1) << (23 + BELOW));
    const int64_t sum = (part >> (BELOW - KEPT)) + exponent(x) * (INT64_C(1) << (23 + KEPT));

    return normal(sum < 0 ? 0x80000000 : 0, (uint64_t)(sum < 0 ? ~sum : sum), -23 - KEPT);
}

/* Of an argument in turns. */
static uint32_t circle(uint32_t u, bool cosine)
{
    const int shift = exponent(u) + 2;
    uint32_t w = (u & 0x7fffff) | 0x800000;

    if ((u & 0x7fffffff) >= INFINITE)
        return NAN_BITS;
    w = is_small(u) || shift >= 25 || shift <= -24 ? 0 : shift >= 0 ? (uint32_t)((uint64_t)w << shift) : w >> -shift;
    const uint32_t quarter = (w >> 23) + cosine, at = (quarter & 1 ? ~w : w) & 0x7fffff;
    const uint32_t sign = ((quarter >> 1 & 1) ^ (!cosine && u >> 31)) << 31;

    if ((w & 0x7fffff) == 0)
        return quarter & 1 ? sign | ONE : sign;
    return normal(sign, (uint64_t)curve(sin_curve, 64, at, 0) >> (BELOW - KEPT), -24 - KEPT);
}

static uint32_t tangent(uint32_t x)
{
    static const uint8_t bits[] = { 17, 17, 17, 18, 18, 19, 19, 19, 20, 21, 20 }; /* of an argument, from 2^-8 on */
    const uint32_t sign = x & 0x80000000;
    const int octave = exponent(x) + 8;
    uint32_t at = 0;

    if (octave < 0)
        return x;
    if (octave >= (int)sizeof bits)
        return sign | ONE;
    for (int k = 0; k < octave; k++)
        at += 1u << bits[k];
    at += (x & 0x7fffff) >> (23 - bits[octave]);
    return normal(sign, (uint64_t)curve(tanh_curve, 64, at, 0) >> (BELOW - KEPT),
                  (octave < 7 ? octave - 31 : -24) - KEPT);
}

/* 1/x or 1/sqrt(x) of an f64: its upper word gives an upper word, with the bits of f32's that it has room for. */
static uint64_t of_upper(uint64_t x, bool is_root)
{
    const uint32_t upper = (uint32_t)(x >> 32), sign = upper & 0x80000000;
    const int biased = (int)(upper >> 20 & 0x7ff), odd = is_root && !(biased & 1);

    if (biased == 0)
        return (uint64_t)(sign | 0x7ff00000) << 32;
    if (biased == 0x7ff || (is_root && sign))
        return (x & ~(UINT64_C(1) << 63)) > UINT64_C(0x7ff) << 52 || (is_root && sign) ? (uint64_t)NAN_BITS << 32
                                                                                       : (uint64_t)sign << 32;
    const uint32_t within = (upper & 0xfffff) << 3 | (uint32_t)(127 + odd) << 23;
    const uint32_t r = is_root ? root(within, true) : reciprocal(within);
    const int power = exponent(r) - (is_root ? (biased - 1023 - odd) / 2 : biased - 1023) + 1023;
    return (uint64_t)(power < 1 ? sign : sign | (uint32_t)power << 20 | (r >> 3 & 0xfffff)) << 32;
}

/* rsqrt of an f64 by a step of Newton's method. */
static uint64_t root_of_double(uint64_t x)
{
    const double a = ptx_f64(x);
    const bool is_below = fabs(a) < 0x1p-1022;

    if (!(a > 0) || isinf(a))
        return isnan(a) ? x | UINT64_C(1) << 51
             : a < 0    ? UINT64_C(0xfff8) << 48
             : a == 0   ? (x | UINT64_C(0x7ff) << 52)
                        : 0;
    const double in = is_below ? a * 0x1p54 : a, y = ptx_f64(of_upper(ptx_of_f64(in), true));
    const double e = fma(in, -(y * y), 1), r = fma(fma(e, 0.375, 0.5), y * e, y);
    return ptx_of_f64(is_below ? r * 0x1p27 : r);
}

/* ---- PTX's instructions, as ptxas makes them of the function unit's */

static const float SMALLEST = 0x1p-126f, TWO24 = 0x1p24f;

/* A product toward zero, which has 48 bits. */
static float toward_zero(float a, float b)
{
    const double exact = (double)a * b;
    const float f = (float)exact;

    return fabs((double)f) > fabs(exact) ? nextafterf(f, 0) : f;
}

uint64_t ptx_approximate(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
{
    const char *name = i->row->name;
    const bool keeps = !HAS(ftz); /* denormals */
    float a = ptx_f32(ptx_flush(i, x[0])), f;

    if (BITS == 64)
        return keeps ? root_of_double(x[0]) : of_upper(x[0], name[1] == 's');
    if (isnan(a) || (name[0] == 'd' && isnan(ptx_f32(x[1]))))
        return NAN_BITS;
    if (name[0] == 't')
        return tangent((uint32_t)x[0]);
    if (name[0] == 's' && name[1] == 'i')
        return circle((uint32_t)ptx_of_f32(toward_zero(a, 0.15915494f)), false);
    if (name[0] == 'c')
        return circle((uint32_t)ptx_of_f32(toward_zero(a, 0.15915494f)), true);
    if (name[0] == 'e') {
        const bool halves = keeps && a < -126;

        f = ptx_f32(power((uint32_t)ptx_of_f32(halves ? a * 0.5f : a)));
        return ptx_of_f32(halves ? f * f : f);
    }
    if (name[0] == 'd') {
        float b = ptx_f32(ptx_flush(i, x[1])), scale = 1;

        if (HAS(full) && fabsf(b) > 0x1p126f)
            scale = 0.25f;
        else if (keeps && fabsf(b) < SMALLEST)
            scale = TWO24;
        a = ptx_f32(ptx_flush(i, ptx_of_f32(a * scale)));
        return ptx_flush(i, ptx_of_f32(ptx_f32(reciprocal((uint32_t)ptx_of_f32(b * scale))) * a));
    }
    const bool is_below = keeps && fabsf(a) < SMALLEST;
    if (name[0] == 'r' && name[1] == 'c') {
        const float scale = is_below ? TWO24 : keeps && fabsf(a) > 0x1p126f ? 0.25f : 1;

        return ptx_of_f32(ptx_f32(reciprocal((uint32_t)ptx_of_f32(a * scale))) * scale);
    }
    const uint32_t bits = (uint32_t)ptx_of_f32(is_below ? a * TWO24 : a);
    if (name[0] == 'l')
        return ptx_of_f32(ptx_f32(logarithm(bits)) - (is_below ? 24 : 0));
    f = ptx_f32(root(bits, name[0] == 'r'));
    return ptx_of_f32(is_below ? f * (name[0] == 'r' ? 0x1p12f : 0x1p-12f) : f);
}
