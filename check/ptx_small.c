/* SPDX-License-Identifier: Apache-2.0 */
/* small - f16, bf16, and pairs of 16 bits. A double has all of their sums and products; what it has not, of an fma, decides
 * its last bit, which is far below the last of the result. Their NaN is 0x7fff. */
#include "ptx_meaning.h"

static unsigned fraction_bits(struct ptx_type t) { return t.letter == 'e' ? 7 : 10; }
static int least_exponent(struct ptx_type t) { return t.letter == 'e' ? -126 : -14; }

double ptx_small(struct ptx_type t, uint64_t v)
{
    const unsigned fraction = fraction_bits(t);
    const unsigned part = (unsigned)(v & ptx_bits(fraction)), most = (unsigned)ptx_bits(15 - fraction);
    const unsigned exponent = (unsigned)(v >> fraction) & most;
    const int shift = least_exponent(t) - (int)fraction;
    const double size = exponent == most ? (part ? (double)NAN : (double)INFINITY)
                      : exponent         ? ldexp((double)(part + (1u << fraction)), shift + (int)exponent - 1)
                                         : ldexp((double)part, shift);

    return v >> 15 & 1 ? -size : size;
}

uint64_t ptx_of_small(struct ptx_type t, double v)
{
    const uint64_t sign = signbit(v) ? 0x8000 : 0, infinity = ptx_bits(15) & ~ptx_bits(fraction_bits(t));
    const double size = fabs(v);
    int exponent = size > 0 ? ilogb(size) : INT32_MIN;

    if (isnan(v))
        return 0x7fff;
    if (isinf(v) || exponent > 128)
        return sign | infinity;
    exponent = exponent < least_exponent(t) ? least_exponent(t) : exponent;
    /* a whole unit more is one exponent up by itself */
    const uint64_t units = (uint64_t)nearbyint(ldexp(size, (int)fraction_bits(t) - exponent));
    const uint64_t result = ((uint64_t)(exponent - least_exponent(t)) << fraction_bits(t)) + units;
    return sign | (result > infinity ? infinity : result);
}

/* high + low, where high is the nearest double: the same, rounded to odd, which rounds to fewer bits as the sum does. */
double ptx_odd(double high, double low)
{
    uint64_t bits;

    if (low == 0 || !isfinite(high))
        return high;
    bits = ptx_of_f64(high);
    return bits & 1 ? high : nextafter(high, low > 0 ? (double)INFINITY : -(double)INFINITY);
}

static double flushed(const struct ptx_insn *i, uint64_t v)
{
    return ptx_small(i->type[0], ptx_flush_as(i, i->type[0], v));
}

/* a * b + c */
uint64_t ptx_small_fma(const struct ptx_insn *i, uint64_t a, uint64_t b, uint64_t c)
{
    const double p = flushed(i, a) * flushed(i, b), z = flushed(i, c), s = p + z, t = s - p;
    const double low = isfinite(s) ? (p - (s - t)) + (z - t) : 0;
    uint64_t result = ptx_flush_as(i, i->type[0], ptx_of_small(i->type[0], ptx_odd(s, low)));

    result = ptx_saturate(i, result);
    return HAS(relu) && result >> 15 ? 0 : result;
}

struct ptx_insn ptx_half(const struct ptx_insn *i)
{
    struct ptx_insn half = *i;

    for (unsigned k = 0; k < i->types; k++)
        if (ptx_is_packed(i->type[k]))
            half.type[k] = (struct ptx_type){ strchr("hfgeUuSs", i->type[k].letter)[1], 16 };
    return half;
}

static uint64_t halves(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
{
    const struct ptx_insn half = ptx_half(i);
    uint64_t low[PTX_SOURCES], high[PTX_SOURCES];

    for (unsigned k = 0; k < PTX_SOURCES; k++) {
        low[k] = x[k] & 0xffff;
        high[k] = x[k] >> 16 & 0xffff;
    }
    return (i->row->meaning(&half, high) & 0xffff) << 16 | (i->row->meaning(&half, low) & 0xffff);
}

ptx_meaning *ptx_meaning_of(const struct ptx_insn *i)
{
    return IS_PACKED && i->types == 1 && i->form[0] != 'p' ? halves : i->row->meaning;
}
