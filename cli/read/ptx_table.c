/* SPDX-License-Identifier: Apache-2.0 */
/* table - the instructions: a row each, and what it computes. x[] are the sources, cut to their types' bits.
 * Source: PTX ISA 9.0, the section of the instruction's name. */
#include "ptx_module.h"

#include <math.h>
#include <string.h>

#define MEANING(name) static uint64_t name(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
#define BITS (i->type[0].bits)
#define IS_SIGNED (i->type[0].letter == 's')
#define IS_FLOAT (i->type[0].letter == 'f')
#define HAS(m) ptx_has(i, PTX_##m)

/* ---- floats: NVIDIA's NaN, denormals kept unless .ftz, rounding as asked for */

static float f32(uint64_t v)
{
    const uint32_t word = (uint32_t)v;
    float f;

    memcpy(&f, &word, 4);
    return f;
}

static double f64(uint64_t v)
{
    double f;

    memcpy(&f, &v, 8);
    return f;
}

static uint64_t of_f32(float f)
{
    uint32_t word;

    memcpy(&word, &f, 4);
    return isnan(f) ? 0x7fffffff : word;
}

static uint64_t of_f64(double f)
{
    uint64_t word;

    memcpy(&word, &f, 8);
    return isnan(f) ? UINT64_C(0xfff8000000000000) : word;
}

static uint64_t flush(const struct ptx_insn *i, uint64_t v)
{
    return HAS(ftz) && (v & 0x7f800000) == 0 ? v & 0x80000000 : v;
}

/* high + low, |low| at most half a unit of high's last place, rounded to a float in the instruction's direction. */
static float round_f32(const struct ptx_insn *i, double high, double low)
{
    float r = (float)high;
    const double off = isinf(r) && isinf(high) ? 0 : (double)r - high;
    const bool above = off > 0 || (off == 0 && low < 0), below = off < 0 || (off == 0 && low > 0);

    if (above && (HAS(rm) || HAS(rmi) || (HAS(rz) && high > 0)))
        r = nextafterf(r, -INFINITY);
    if (below && (HAS(rp) || HAS(rpi) || (HAS(rz) && high < 0)))
        r = nextafterf(r, INFINITY);
    return r;
}

static bool is_directed(const struct ptx_insn *i) { return HAS(rz) || HAS(rm) || HAS(rp); }

static float fma_f32(const struct ptx_insn *i, float a, float b, float c)
{
    if (!is_directed(i))
        return fmaf(a, b, c);
    const double p = (double)a * b, s = p + c, t = s - p;
    const double low = isfinite(s) ? (p - (s - t)) + (c - t) : 0;

    if (s == 0 && low == 0 && HAS(rm) && (signbit(p) != 0 || signbit((double)c) != 0))
        return -0.0F;
    return round_f32(i, s, low);
}

static uint64_t saturate(const struct ptx_insn *i, uint64_t v)
{
    if (!HAS(sat))
        return v;
    if (BITS == 32)
        return isnan(f32(v)) || !(f32(v) > 0) ? 0 : f32(v) > 1 ? of_f32(1) : v;
    return isnan(f64(v)) || !(f64(v) > 0) ? 0 : f64(v) > 1 ? of_f64(1) : v;
}

/* The first NaN of three doubles as a result: quiet, with its sign and payload; so an H100 has it. Else 0. */
static uint64_t nan_of(uint64_t first, uint64_t second, uint64_t third)
{
    const uint64_t nan = isnan(f64(first)) ? first : isnan(f64(second)) ? second : third;

    return isnan(f64(nan)) ? nan | UINT64_C(1) << 51 : 0;
}

static uint64_t float_fma(const struct ptx_insn *i, uint64_t a, uint64_t b, uint64_t c)
{
    if (BITS == 64) {
        const uint64_t nan = nan_of(b, c, a);

        return nan ? nan : of_f64(fma(f64(a), f64(b), f64(c)));
    }
    return saturate(i, flush(i, of_f32(fma_f32(i, f32(flush(i, a)), f32(flush(i, b)), f32(flush(i, c))))));
}

static const uint64_t one[65] = { [32] = 0x3f800000, [64] = UINT64_C(0x3ff0000000000000) };

/* ---- integers and floats */

static uint64_t clamp_s32(const struct ptx_insn *i, int64_t v)
{
    if (HAS(sat))
        v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
    return (uint64_t)v;
}

MEANING(add)
{
    if (IS_FLOAT)
        return float_fma(i, x[0], one[BITS], x[1]);
    return HAS(sat) ? clamp_s32(i, ptx_signed(x[0], BITS) + ptx_signed(x[1], BITS)) : x[0] + x[1];
}

MEANING(sub)
{
    if (IS_FLOAT)
        return float_fma(i, x[0], one[BITS], BITS == 64 && isnan(f64(x[1])) ? x[1] : x[1] ^ UINT64_C(1) << (BITS - 1));
    return HAS(sat) ? clamp_s32(i, ptx_signed(x[0], BITS) - ptx_signed(x[1], BITS)) : x[0] - x[1];
}

static uint64_t high(uint64_t a, uint64_t b, bool is_signed)
{
    const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    const uint64_t mid = ah * bl + (al * bl >> 32), mid2 = al * bh + (uint32_t)mid;
    uint64_t h = ah * bh + (mid >> 32) + (mid2 >> 32);

    if (is_signed && a >> 63)
        h -= b;
    if (is_signed && b >> 63)
        h -= a;
    return h;
}

static uint64_t product(const struct ptx_insn *i, uint64_t a, uint64_t b)
{
    if (IS_SIGNED) {
        a = (uint64_t)ptx_signed(a, BITS);
        b = (uint64_t)ptx_signed(b, BITS);
    }
    if (HAS(hi))
        return BITS == 64 ? high(a, b, IS_SIGNED) : (uint64_t)(a * b >> BITS);
    return a * b;
}

MEANING(mul)
{
    if (!IS_FLOAT)
        return product(i, x[0], x[1]);
    if (BITS == 32 && !is_directed(i))
        return saturate(i, flush(i, of_f32(f32(flush(i, x[0])) * f32(flush(i, x[1])))));
    if (BITS == 64 && (isnan(f64(x[0])) || isnan(f64(x[1]))))
        return nan_of(x[1], x[0], 0);
    /* a product that is 0 keeps its sign when a zero of that sign is added */
    return float_fma(i, x[0], x[1], (x[0] ^ x[1]) & UINT64_C(1) << (BITS - 1));
}

MEANING(mad)
{
    if (IS_FLOAT)
        return float_fma(i, x[0], x[1], x[2]);
    if (HAS(sat))
        return clamp_s32(i, ptx_signed(product(i, x[0], x[1]), BITS) + ptx_signed(x[2], BITS));
    return product(i, x[0], x[1]) + x[2];
}

MEANING(divide)
{
    if (IS_FLOAT && BITS == 64)
        return nan_of(x[0], x[1], 0) ? nan_of(x[0], x[1], 0) : of_f64(f64(x[0]) / f64(x[1]));
    if (IS_FLOAT)
        return flush(i, of_f32(f32(flush(i, x[0])) / f32(flush(i, x[1]))));
    if (x[1] == 0)
        return UINT64_MAX;
    if (!IS_SIGNED)
        return x[0] / x[1];
    const int64_t a = ptx_signed(x[0], BITS), b = ptx_signed(x[1], BITS);
    return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

MEANING(rem)
{
    if (x[1] == 0)
        return x[0];
    if (!IS_SIGNED)
        return x[0] % x[1];
    const int64_t b = ptx_signed(x[1], BITS);
    return b == -1 ? 0 : (uint64_t)(ptx_signed(x[0], BITS) % b);
}

static bool is_nan(const struct ptx_insn *i, uint64_t v)
{
    return IS_FLOAT && (BITS == 32 ? isnan(f32(v)) : isnan(f64(v)));
}

MEANING(absolute)
{
    if (IS_FLOAT && is_nan(i, x[0]))
        return BITS == 64 ? nan_of(x[0], 0, 0) : of_f32(NAN);
    if (IS_FLOAT)
        return flush(i, x[0]) & ptx_bits(BITS - 1u);
    return ptx_signed(x[0], BITS) < 0 ? 0 - x[0] : x[0];
}

MEANING(negate)
{
    if (IS_FLOAT && is_nan(i, x[0]))
        return BITS == 64 ? nan_of(x[0], 0, 0) : of_f32(NAN);
    return IS_FLOAT ? flush(i, x[0]) ^ UINT64_C(1) << (BITS - 1) : 0 - x[0];
}

/* Is a below b? -0 is below 0. */
static bool below(const struct ptx_insn *i, uint64_t a, uint64_t b)
{
    if (!IS_FLOAT)
        return IS_SIGNED ? ptx_signed(a, BITS) < ptx_signed(b, BITS) : a < b;
    const double fa = BITS == 32 ? f32(a) : f64(a), fb = BITS == 32 ? f32(b) : f64(b);
    return fa == fb ? signbit(fa) && !signbit(fb) : fa < fb;
}

static uint64_t extreme(const struct ptx_insn *i, uint64_t a, uint64_t b, bool least)
{
    if (BITS == 32 && IS_FLOAT) {
        a = flush(i, a);
        b = flush(i, b);
    }
    if ((is_nan(i, a) && is_nan(i, b)) || (HAS(NaN) && (is_nan(i, a) || is_nan(i, b))))
        return BITS == 32 ? of_f32(NAN) : nan_of(b, a, 0);
    if (is_nan(i, a) || is_nan(i, b))
        return is_nan(i, a) ? b : a;
    return below(i, a, b) == least ? a : b;
}

MEANING(minimum) { return extreme(i, x[0], x[1], true); }
MEANING(maximum) { return extreme(i, x[0], x[1], false); }

MEANING(sad)
{
    const uint64_t apart = below(i, x[0], x[1]) ? x[1] - x[0] : x[0] - x[1];

    return x[2] + apart;
}

MEANING(copy_sign)
{
    const uint64_t sign = UINT64_C(1) << (BITS - 1);

    return (x[0] & sign) | (x[1] & ~sign);
}

MEANING(root)
{
    if (BITS == 64)
        return nan_of(x[0], 0, 0) ? nan_of(x[0], 0, 0) : of_f64(sqrt(f64(x[0])));
    return flush(i, of_f32(sqrtf(f32(flush(i, x[0])))));
}

MEANING(reciprocal)
{
    if (BITS == 64)
        return nan_of(x[0], 0, 0) ? nan_of(x[0], 0, 0) : of_f64(1 / f64(x[0]));
    return flush(i, of_f32(1 / f32(flush(i, x[0]))));
}

/* ---- bits */

MEANING(bit_and) { return (void)i, x[0] & x[1]; }
MEANING(bit_or) { return (void)i, x[0] | x[1]; }
MEANING(bit_xor) { return (void)i, x[0] ^ x[1]; }
MEANING(bit_not) { return (void)i, ~x[0]; }
MEANING(is_zero) { return (void)i, x[0] == 0; }
MEANING(shl) { return x[1] >= BITS ? 0 : x[0] << x[1]; }

MEANING(shr)
{
    const unsigned by = x[1] >= BITS ? BITS : (unsigned)x[1];

    if (IS_SIGNED)
        return (uint64_t)(ptx_signed(x[0], BITS) >> (by == BITS ? BITS - 1u : by));
    return by == 64 ? 0 : x[0] >> by;
}

MEANING(shf)
{
    const uint64_t both = x[1] << 32 | x[0];
    const unsigned by = HAS(wrap) ? x[2] & 31 : x[2] > 32 ? 32 : (unsigned)x[2];

    return HAS(r) ? both >> by : both << by >> 32;
}

MEANING(lop3)
{
    uint64_t result = 0;

    (void)i;
    for (unsigned row = 0; row < 8; row++)
        if (x[3] >> row & 1)
            result |= (row & 4 ? x[0] : ~x[0]) & (row & 2 ? x[1] : ~x[1]) & (row & 1 ? x[2] : ~x[2]);
    return result;
}

MEANING(prmt)
{
    const uint64_t from = x[1] << 32 | x[0], s = x[2] & 3;
    uint64_t result = 0;

    for (unsigned k = 0; k < 4; k++) {
        const uint64_t free = x[2] >> 4 * k & 15;
        const uint64_t pick = HAS(f4e)  ? s + k
                            : HAS(b4e)  ? (s - k) & 7
                            : HAS(rc8)  ? s
                            : HAS(ecl)  ? (k > s ? k : s)
                            : HAS(ecr)  ? (k < s ? k : s)
                            : HAS(rc16) ? ((s & 1) << 1) + (k & 1)
                                        : free & 7;
        const bool replicate = !(HAS(f4e) || HAS(b4e) || HAS(rc8) || HAS(ecl) || HAS(ecr) || HAS(rc16)) && free & 8;
        const uint64_t byte = from >> 8 * pick & 255;

        result |= (replicate ? (byte >> 7 ? 255 : 0) : byte) << 8 * k;
    }
    return result;
}

MEANING(popc)
{
    unsigned count = 0;

    (void)i;
    for (uint64_t v = x[0]; v; v &= v - 1)
        count++;
    return count;
}

/* The number of the highest bit that is 1, or -1. */
static int highest(uint64_t v)
{
    int at = -1;

    for (; v; v >>= 1)
        at++;
    return at;
}

MEANING(clz) { return (uint64_t)(BITS - 1 - highest(x[0])); }

MEANING(bfind)
{
    const uint64_t v = IS_SIGNED && x[0] >> (BITS - 1) ? ~x[0] & ptx_bits(BITS) : x[0];
    const int at = highest(v);

    return (uint64_t)(HAS(shiftamt) && at >= 0 ? BITS - 1 - at : at);
}

MEANING(brev)
{
    uint64_t result = 0;

    for (unsigned k = 0; k < BITS; k++)
        result |= (x[0] >> k & 1) << (BITS - 1u - k);
    return result;
}

/* A position or length in bits. PTX has 0 to 255; of 64 bits an H100 reads more of the register than that. */
static unsigned field_of(const struct ptx_insn *i, uint64_t v)
{
    return BITS == 32 ? v & 255 : v > 255 ? 255 : (unsigned)v;
}

MEANING(bfe)
{
    const unsigned at = field_of(i, x[1]), length = field_of(i, x[2]), last = BITS - 1u;
    const unsigned sign_at = at + length - 1 > last ? last : at + length - 1;
    const bool sign = IS_SIGNED && length > 0 && x[0] >> sign_at & 1;
    uint64_t result = at > last ? 0 : x[0] >> at;

    result = length >= 64 ? result : result & ptx_bits(length);
    const unsigned got = at > last ? 0 : length < BITS - at ? length : BITS - at;
    return sign ? result | ~ptx_bits(got) : result;
}

MEANING(bfi)
{
    const unsigned at = field_of(i, x[2]), length = field_of(i, x[3]);

    if (at >= BITS || length == 0)
        return x[1];
    const uint64_t field = ptx_bits(length > 64 ? 64 : length) << at;
    return (x[1] & ~field) | (x[0] << at & field);
}

/* ---- comparing, choosing, converting */

MEANING(setp)
{
    uint64_t a = x[0], b = x[1];

    if (HAS(ftz)) {
        a = flush(i, a);
        b = flush(i, b);
    }
    const double fa = BITS == 32 ? f32(a) : f64(a), fb = BITS == 32 ? f32(b) : f64(b);
    const bool unordered = is_nan(i, a) || is_nan(i, b);
    const bool is_unsigned = HAS(lo) || HAS(ls) || HAS(hi) || HAS(hs);
    const bool less = IS_FLOAT ? fa < fb : is_unsigned ? a < b : below(i, a, b), equal = IS_FLOAT ? fa == fb : a == b;
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
    const uint64_t c = is_float ? flush(i, x[2]) : x[2];

    return (is_float ? f32(c) >= 0 : ptx_signed(c, 32) >= 0) ? x[0] : x[1];
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

    return of_f32((float)(v >> 15 ? -size : size));
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
            return of_f64(negative ? -sum : sum);
        if (!is_directed(i)) /* once, from the whole number */
            return to.bits == 16 ? half_of(negative ? -sum : sum) : of_f32(negative ? -(float)size : (float)size);
        return of_f32(round_f32(i, negative ? -sum : sum, negative ? -rest : rest));
    }
    v = from.bits == 16 ? f32(half_as_f32(x[0])) : from.bits == 32 ? f32(flush(i, x[0])) : f64(x[0]);
    if (to.letter == 'f') {
        if (isnan(v) && !HAS(sat) && from.bits == 64)
            return to.bits == 64 ? nan_of(x[0], 0, 0)
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
             : to.bits == 32 ? flush(i, of_f32(isnan(v) ? NAN : round_f32(i, v, 0)))
                             : of_f64(v);
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

/* ---- atomics: x[0] is what is in memory, the result what is there afterwards */

MEANING(atomic)
{
    const uint64_t a = x[0], b = x[1];

    if (HAS(add))
        return IS_FLOAT ? of_f32(f32(a) + f32(b)) : a + b;
    return HAS(min)  ? extreme(i, a, b, true)
         : HAS(max)  ? extreme(i, a, b, false)
         : HAS(and)  ? a & b
         : HAS(or)   ? a | b
         : HAS(xor)  ? a ^ b
         : HAS(exch) ? b
         : HAS(cas)  ? (a == b ? x[2] : a)
         : HAS(inc)  ? (a >= b ? 0 : a + 1)
                     : (a == 0 || a > b ? b : a - 1);
}

/* ---- the rows, by name */

#define ROUND "rn rz rm rp"
#define COMPARE "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz"
#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define ALL_TYPES "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f32 f64"
#define SPACES "global shared local param const"
#define ORDER " volatile relaxed acquire release acq_rel sc cta gpu sys cluster weak"

static const struct ptx_row rows[] = {
    { "abs", "ftz", "s16 s32 s64 f32 f64", "da", PTX_COMPUTE, absolute },
    { "activemask", "", "b32", "d", PTX_ACTIVE, NULL },
    { "add", ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, add },
    { "and", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, bit_and },
    { "atom", "add min max and or xor exch cas inc dec global shared" ORDER, "b32 b64 u32 u64 s32 s64 f32", "dmaa",
      PTX_ATOMIC, atomic },
    { "bar", "sync arrive red warp popc and or cta", "pred u32", "dxxx", PTX_BARRIER, NULL },
    { "barrier", "sync arrive red aligned popc and or cta", "pred u32", "dxxx", PTX_BARRIER, NULL },
    { "bfe", "", "u32 s32 u64 s64", "daww", PTX_COMPUTE, bfe },
    { "bfi", "", "b32 b64", "daaww", PTX_COMPUTE, bfi },
    { "bfind", "shiftamt", "u32 s32 u64 s64", "wa", PTX_COMPUTE, bfind },
    { "bra", "uni", "", "-x", PTX_BRANCH, NULL },
    { "brev", "", "b32 b64", "da", PTX_COMPUTE, brev },
    { "call", "uni", "", "", PTX_CALL, NULL },
    { "clz", "", "b32 b64", "wa", PTX_COMPUTE, clz },
    { "cnot", "", "b16 b32 b64", "da", PTX_COMPUTE, is_zero },
    { "copysign", "", "f32 f64", "daa", PTX_COMPUTE, copy_sign },
    { "cvt", ROUND " rni rzi rmi rpi ftz sat", ALL_TYPES, "dz", PTX_COMPUTE, cvt },
    { "cvta", "to " SPACES, "u32 u64", "da", PTX_ADDRESS, NULL },
    { "div", "rn ftz", INTEGERS " f32 f64", "daa", PTX_COMPUTE, divide },
    { "elect", "sync", "", "wx", PTX_SYNC, NULL },
    { "exit", "", "", "", PTX_EXIT, NULL },
    { "fence", "sc acq_rel cta gpu sys cluster", "", "", PTX_NOTHING, NULL },
    { "fma", ROUND " ftz sat", "f32 f64", "daaa", PTX_COMPUTE, mad },
    { "ld", SPACES " v2 v4 nc ca cg cs lu cv" ORDER, ALL_TYPES, "dm", PTX_LOAD, NULL },
    { "lop3", "", "b32", "daaaw", PTX_COMPUTE, lop3 },
    { "mad", "hi lo wide sat " ROUND " ftz", INTEGERS " f32 f64", "daaa", PTX_COMPUTE, mad },
    { "match", "any all sync", "b32 b64", "wax", PTX_SYNC, NULL },
    { "max", "ftz NaN", INTEGERS " f32 f64", "daa", PTX_COMPUTE, maximum },
    { "membar", "gl cta sys", "", "", PTX_NOTHING, NULL },
    { "min", "ftz NaN", INTEGERS " f32 f64", "daa", PTX_COMPUTE, minimum },
    { "mov", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64 pred", "da", PTX_MOVE, NULL },
    { "mul", "hi lo wide " ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, mul },
    { "neg", "ftz", "s16 s32 s64 f32 f64", "da", PTX_COMPUTE, negate },
    { "not", "", "b16 b32 b64 pred", "da", PTX_COMPUTE, bit_not },
    { "or", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, bit_or },
    { "popc", "", "b32 b64", "wa", PTX_COMPUTE, popc },
    { "prmt", "f4e b4e rc8 ecl ecr rc16", "b32", "daaa", PTX_COMPUTE, prmt },
    { "rcp", "rn ftz", "f32 f64", "da", PTX_COMPUTE, reciprocal },
    { "red", "add min max and or xor inc dec global shared" ORDER, "b32 b64 u32 u64 s32 s64 f32", "-ma", PTX_ATOMIC,
      atomic },
    { "redux", "sync add min max and or xor", "b32 u32 s32", "dax", PTX_SYNC, NULL },
    { "rem", "", INTEGERS, "daa", PTX_COMPUTE, rem },
    { "ret", "uni", "", "", PTX_RET, NULL },
    { "sad", "", INTEGERS, "daaa", PTX_COMPUTE, sad },
    { "selp", "", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", "daap", PTX_COMPUTE, selp },
    { "setp", COMPARE, "b16 b32 b64 " INTEGERS " f32 f64", "paap", PTX_COMPUTE, setp },
    { "shf", "l r clamp wrap", "b32", "daaw", PTX_COMPUTE, shf },
    { "shfl", "sync up down bfly idx", "b32", "daxxx", PTX_SYNC, NULL },
    { "shl", "", "b16 b32 b64", "daw", PTX_COMPUTE, shl },
    { "shr", "", "b16 b32 b64 " INTEGERS, "daw", PTX_COMPUTE, shr },
    { "slct", "ftz", "b16 b32 b64 " INTEGERS " f32 f64", "daaz", PTX_COMPUTE, slct },
    { "sqrt", "rn ftz", "f32 f64", "da", PTX_COMPUTE, root },
    { "st", SPACES " v2 v4 wb cg cs wt" ORDER, ALL_TYPES, "-ma", PTX_STORE, NULL },
    { "sub", ROUND " ftz sat", INTEGERS " f32 f64", "daa", PTX_COMPUTE, sub },
    { "trap", "", "", "", PTX_TRAP, NULL },
    { "vote", "sync all any uni ballot", "pred b32", "dpx", PTX_SYNC, NULL },
    { "xor", "", "b16 b32 b64 pred", "daa", PTX_COMPUTE, bit_xor },
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
