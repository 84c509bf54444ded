/* SPDX-License-Identifier: Apache-2.0 */
/* arith - integers and floats: sums, products, quotients, extremes. */
#include "ptx_meaning.h"
#include "lib/word.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

/* ---- floats: NVIDIA's NaN, denormals kept unless .ftz, rounding as asked for */

float ptx_f32(uint64_t v) { return word_as_float((uint32_t)v); }

double ptx_f64(uint64_t v)
{
    double f;

    memcpy(&f, &v, 8);
    return f;
}

uint64_t ptx_of_f32(float f) { return isnan(f) ? 0x7fffffff : word_of_float(f); }

uint64_t ptx_of_f64(double f)
{
    uint64_t word;

    memcpy(&word, &f, 8);
    return isnan(f) ? UINT64_C(0xfff8000000000000) : word;
}

uint64_t ptx_flush_as(const struct ptx_insn *i, struct ptx_type t, uint64_t v)
{
    const uint64_t exponent = t.letter == 'e' ? 0x7f80 : t.bits == 16 ? 0x7c00 : 0x7f800000;

    return HAS(ftz) && t.bits <= 32 && !(v & exponent) ? v & UINT64_C(1) << (t.bits - 1) : v;
}

uint64_t ptx_flush(const struct ptx_insn *i, uint64_t v) { return ptx_flush_as(i, (struct ptx_type){ 'f', 32 }, v); }

/* high + low, |low| at most half a unit of high's last place, rounded in the instruction's direction: the nearest, or its
 * neighbour. */
uint64_t ptx_round(const struct ptx_insn *i, struct ptx_type to, double high, double low)
{
    const uint64_t nearest = ptx_of_value(to, to.bits == 64 ? high : ptx_odd(high, low));
    const double got = ptx_value(to, nearest), off = isinf(got) && isinf(high) ? 0 : got - high;
    const bool falls = (off > 0 || (off == 0 && low < 0)) && (HAS(rm) || (HAS(rz) && high > 0));
    const bool rises = (off < 0 || (off == 0 && low > 0)) && (HAS(rp) || (HAS(rz) && high < 0));

    return falls || rises ? nearest + (falls == (high < 0) ? 1 : UINT64_MAX) : nearest;
}

bool ptx_is_directed(const struct ptx_insn *i) { return HAS(rz) || HAS(rm) || HAS(rp); }

/* In the instruction's direction: a * b + c, or with op / or r a quotient or a root, of f64 or of f32. */
static double rounded(const struct ptx_insn *i, char op, double a, double b, double c)
{
    volatile double x = a, y = b, z = c, wide;
    volatile float narrow;
    const int before = fegetround();

#ifdef FE_UPWARD
    fesetround(HAS(rz) ? FE_TOWARDZERO : HAS(rm) ? FE_DOWNWARD : HAS(rp) ? FE_UPWARD : FE_TONEAREST);
#endif
    if (BITS == 64)
        wide = op == '/' ? x / y : op == 'r' ? sqrt(x) : fma(x, y, z);
    else
        wide = narrow = op == '/' ? (float)x / (float)y : sqrtf((float)x);
    fesetround(before);
    return wide;
}

static uint64_t fma_f32(const struct ptx_insn *i, float a, float b, float c)
{
    if (!ptx_is_directed(i))
        return ptx_of_f32(fmaf(a, b, c));
    const double p = (double)a * b, s = p + c, t = s - p;
    const double low = isfinite(s) ? (p - (s - t)) + (c - t) : 0;

    if (s == 0 && low == 0 && HAS(rm) && (signbit(p) != 0 || signbit((double)c) != 0))
        return ptx_of_f32(-0.0F);
    return ptx_round(i, i->type[0], s, low);
}

uint64_t ptx_saturate(const struct ptx_insn *i, uint64_t v)
{
    const struct ptx_type t = i->type[0];

    return !HAS(sat) ? v : !(ptx_value(t, v) > 0) ? 0 : ptx_value(t, v) > 1 ? ptx_of_value(t, 1) : v;
}

/* The first NaN of three doubles as a result: quiet, with its sign and payload; so an H100 has it. Else 0. */
static uint64_t nan_of(uint64_t first, uint64_t second, uint64_t third)
{
    const uint64_t nan = isnan(ptx_f64(first)) ? first : isnan(ptx_f64(second)) ? second : third;

    return isnan(ptx_f64(nan)) ? nan | UINT64_C(1) << 51 : 0;
}

static uint64_t float_fma(const struct ptx_insn *i, uint64_t a, uint64_t b, uint64_t c)
{
    if (BITS == 16)
        return ptx_small_fma(i, a, b, c);
    if (BITS == 64) {
        const uint64_t nan = nan_of(b, c, a);

        return nan ? nan : ptx_of_f64(rounded(i, '*', ptx_f64(a), ptx_f64(b), ptx_f64(c)));
    }
    return ptx_saturate(
        i, ptx_flush(i, fma_f32(i, ptx_f32(ptx_flush(i, a)), ptx_f32(ptx_flush(i, b)), ptx_f32(ptx_flush(i, c)))));
}

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
        return float_fma(i, x[0], ptx_of_value(i->type[0], 1), x[1]);
    return HAS(sat) ? clamp_s32(i, ptx_signed(x[0], BITS) + ptx_signed(x[1], BITS)) : x[0] + x[1] + x[2];
}

MEANING(sub)
{
    if (IS_FLOAT)
        return float_fma(i, x[0], ptx_of_value(i->type[0], 1),
                         BITS == 64 && isnan(ptx_f64(x[1])) ? x[1] : x[1] ^ UINT64_C(1) << (BITS - 1));
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
    if (BITS == 32 && !ptx_is_directed(i))
        return ptx_saturate(i, ptx_flush(i, ptx_of_f32(ptx_f32(ptx_flush(i, x[0])) * ptx_f32(ptx_flush(i, x[1])))));
    if (BITS == 64 && (isnan(ptx_f64(x[0])) || isnan(ptx_f64(x[1]))))
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
    return product(i, x[0], x[1]) + x[2] + x[3];
}

/* Or with r a root. */
static uint64_t quotient(const struct ptx_insn *i, char op, uint64_t a, uint64_t b)
{
    const uint64_t nan = BITS == 64 ? nan_of(a, b, 0) : 0;
    const double x = ptx_value(i->type[0], ptx_flush_as(i, i->type[0], a));
    const double y = ptx_value(i->type[0], ptx_flush_as(i, i->type[0], b));

    return nan ? nan : ptx_flush_as(i, i->type[0], ptx_of_value(i->type[0], rounded(i, op, x, y, 0)));
}

MEANING(divide)
{
    if (HAS(approx) || HAS(full))
        return ptx_approximate(i, x);
    if (IS_FLOAT)
        return quotient(i, '/', x[0], x[1]);
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

double ptx_value(struct ptx_type t, uint64_t v)
{
    return t.bits == 64 ? ptx_f64(v) : t.bits == 32 ? ptx_f32(v) : ptx_small(t, v);
}

uint64_t ptx_of_value(struct ptx_type t, double v)
{
    return t.bits == 64 ? ptx_of_f64(v) : t.bits == 32 ? ptx_of_f32((float)v) : ptx_of_small(t, v);
}

static bool is_nan(const struct ptx_insn *i, uint64_t v) { return IS_FLOAT && isnan(ptx_value(i->type[0], v)); }

/* The NaN of one operand, or of more. */
static uint64_t own_nan(const struct ptx_insn *i, uint64_t first, uint64_t second)
{
    return BITS == 64 ? nan_of(first, second, 0) : BITS == 32 ? ptx_of_f32(NAN) : 0x7fff;
}

MEANING(absolute)
{
    if (is_nan(i, x[0]))
        return own_nan(i, x[0], 0);
    if (IS_FLOAT)
        return ptx_flush_as(i, i->type[0], x[0]) & ptx_bits(BITS - 1u);
    return ptx_signed(x[0], BITS) < 0 ? 0 - x[0] : x[0];
}

MEANING(negate)
{
    if (is_nan(i, x[0]))
        return own_nan(i, x[0], 0);
    return IS_FLOAT ? ptx_flush_as(i, i->type[0], x[0]) ^ UINT64_C(1) << (BITS - 1) : 0 - x[0];
}

/* Is a below b? -0 is below 0. */
bool ptx_below(const struct ptx_insn *i, uint64_t a, uint64_t b)
{
    if (!IS_FLOAT)
        return IS_SIGNED ? ptx_signed(a, BITS) < ptx_signed(b, BITS) : a < b;
    const double fa = ptx_value(i->type[0], a), fb = ptx_value(i->type[0], b);
    return fa == fb ? signbit(fa) && !signbit(fb) : fa < fb;
}

static uint64_t extreme(const struct ptx_insn *i, uint64_t a, uint64_t b, bool least)
{
    if (IS_FLOAT) {
        a = ptx_flush_as(i, i->type[0], a);
        b = ptx_flush_as(i, i->type[0], b);
    }
    if ((is_nan(i, a) && is_nan(i, b)) || (HAS(NaN) && (is_nan(i, a) || is_nan(i, b))))
        return own_nan(i, b, a);
    if (is_nan(i, a) || is_nan(i, b))
        return is_nan(i, a) ? b : a;
    const uint64_t v = ptx_below(i, a, b) == least ? a : b;
    return HAS(relu) && ptx_signed(v, BITS) < 0 ? 0 : v;
}

MEANING(minimum) { return extreme(i, x[0], x[1], true); }
MEANING(maximum) { return extreme(i, x[0], x[1], false); }

/* ---- numbers of several words: the carry is the last source, of add and mad 0. A subtraction adds the complement, so that its carry is
 * 1 where it borrows nothing: an H100 shows it where addc stands behind sub.cc */

MEANING(sub_carry) { return x[0] + ~x[1] + x[2]; }

/* What add.cc, sub.cc, mad.cc and those with a carry leave in CC.CF. */
bool ptx_carries(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
{
    const bool is_mad = *i->row->name == 'm', is_sub = *i->row->name == 's';
    const uint64_t a = is_mad ? product(i, x[0], x[1]) & ptx_bits(BITS) : x[0], b = is_mad ? x[2] : x[1];
    const uint64_t carry = i->sources > (is_mad ? 3 : 2) ? x[i->sources - 1] : is_sub;
    const uint64_t result = (a + (is_sub ? ~b : b) + carry) & ptx_bits(BITS);

    return result < a || (result == a && carry);
}

/* ---- 24 bits, and products of bytes */

static int64_t product24(const struct ptx_insn *i, uint64_t a, uint64_t b)
{
    const int64_t p = IS_SIGNED ? ptx_signed(a, 24) * ptx_signed(b, 24) : (int64_t)((a & 0xffffff) * (b & 0xffffff));

    return HAS(hi) ? p >> 16 : p; /* of 48 bits the upper 32, or the lower */
}

MEANING(mad24)
{
    const int64_t p = product24(i, x[0], x[1]);

    return HAS(sat) ? clamp_s32(i, ptx_signed((uint64_t)p, 32) + ptx_signed(x[2], 32)) : (uint64_t)p + x[2];
}

/* A part of a word, with the sign of its type. */
static int64_t part_of(struct ptx_type t, uint64_t v, unsigned at, unsigned bits)
{
    return t.letter == 's' ? ptx_signed(v >> at, bits) : (int64_t)(v >> at & ptx_bits(bits));
}

/* Four or two parts of a word with as many bytes of another. */
MEANING(dot)
{
    const unsigned bits = i->row->name[2] == '4' ? 8 : 16, from = HAS(hi) ? 16 : 0;
    uint64_t sum = x[2];

    for (unsigned k = 0; k < 32 / bits; k++)
        sum += (uint64_t)(part_of(i->type[0], x[0], bits * k, bits) * part_of(i->type[1], x[1], from + 8 * k, 8));
    return sum;
}

MEANING(vabsdiff)
{
    const unsigned bits = i->row->name[8] == '2' ? 16 : 8;
    uint64_t sum = HAS(add) ? x[2] : 0;

    for (unsigned at = 0; at < 32; at += bits)
        sum += (uint64_t)llabs(part_of(i->type[1], x[0], at, bits) - part_of(i->type[2], x[1], at, bits))
            << (HAS(add) ? 0 : at);
    return sum;
}

MEANING(sad)
{
    const uint64_t apart = ptx_below(i, x[0], x[1]) ? x[1] - x[0] : x[0] - x[1];

    return x[2] + apart;
}

MEANING(copy_sign)
{
    const uint64_t sign = UINT64_C(1) << (BITS - 1);

    return (x[0] & sign) | (x[1] & ~sign);
}

MEANING(root) { return HAS(approx) ? ptx_approximate(i, x) : quotient(i, 'r', x[0], 0); }

MEANING(reciprocal)
{
    if (HAS(approx))
        return ptx_approximate(i, x);
    const uint64_t of_one[PTX_SOURCES] = { ptx_of_value(i->type[0], 1), x[0] };

    return ptx_do_divide(i, of_one);
}

/* ---- atomics: x[0] is what is in memory, the result what is there afterwards */

/* The sum's NaN of f64, as an H100 has it: in shared memory the first one, quiet; else the second one as it is. */
static uint64_t nan_of_atomic(const struct ptx_insn *i, uint64_t a, uint64_t b)
{
    if (HAS(shared))
        return nan_of(a, b, 0);
    return isnan(ptx_f64(b)) ? b : isnan(ptx_f64(a)) ? a : 0;
}

MEANING(atomic)
{
    const uint64_t a = x[0], b = x[1];

    if (HAS(add)) {
        const uint64_t nan = IS_FLOAT && BITS == 64 ? nan_of_atomic(i, a, b) : 0;

        return nan ? nan : ptx_do_add(i, x);
    }
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
