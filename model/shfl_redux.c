/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_redux - see shfl.h; docs/rules.md 10 */
#include "shfl.h"

/* is a below b? both have w bits */
static bool below(uint64_t a, uint64_t b, bool is_signed, unsigned w)
{
    bool a_negative = is_signed && a >> (w - 1) & 1, b_negative = is_signed && b >> (w - 1) & 1;

    return a_negative != b_negative ? a_negative : a < b;
}

static uint64_t of_two(enum shfl_redux_op op, uint64_t a, uint64_t b, bool is_signed, unsigned w)
{
    switch (op) {
    case SHFL_REDUX_AND: return a & b;
    case SHFL_REDUX_OR: return a | b;
    case SHFL_REDUX_XOR: return a ^ b;
    case SHFL_REDUX_SUM: return a + b;
    case SHFL_REDUX_MIN: return below(b, a, is_signed, w) ? b : a;
    case SHFL_REDUX_MAX: return below(a, b, is_signed, w) ? b : a;
    }
    return 0;
}

static bool legal(unsigned lanes, unsigned w)
{
    return lanes >= 2 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0 && w >= 1 && w <= 64;
}

int shfl_redux(unsigned lanes, enum shfl_redux_op op, bool is_signed, unsigned w, uint64_t active,
               const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    if (!legal(lanes, w) || (unsigned)op >= SHFL_REDUXES)
        return -1;

    const uint64_t value = ~UINT64_C(0) >> (64 - w), sign = UINT64_C(1) << (w - 1);
    uint64_t rd = 0; /* of no lane: what changes no value */

    if (op == SHFL_REDUX_AND || op == SHFL_REDUX_MIN)
        rd = value;
    if (is_signed && (op == SHFL_REDUX_MIN || op == SHFL_REDUX_MAX))
        rd ^= sign;
    for (unsigned k = 0; k < lanes; k++)
        if (active >> k & 1)
            rd = of_two(op, rd, ra[k] & value, is_signed, w) & value;
    out->rd = rd;
    out->we = active & shfl_all_lanes(lanes);
    return 0;
}

int shfl_redux_float(unsigned lanes, bool is_max, bool is_abs, bool keeps_nan, uint64_t active,
                     const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    const uint32_t nan = 0x7fffffff, infinite = 0x7f800000;
    uint32_t best = nan;
    bool has_nan = false;

    if (!legal(lanes, 32))
        return -1;
    for (unsigned k = 0; k < lanes; k++) {
        const uint32_t value = (uint32_t)ra[k] & (is_abs ? 0x7fffffff : 0xffffffff);

        if (!(active >> k & 1))
            continue;
        if ((value & 0x7fffffff) > infinite) {
            has_nan = true;
            continue;
        }
        /* as integers with a sign, negative ones in the other order: -0 is below 0 */
        const int32_t a = (int32_t)(value >> 31 ? value ^ 0x7fffffff : value);
        const int32_t b = (int32_t)(best >> 31 ? best ^ 0x7fffffff : best);
        if (best == nan || (is_max ? a > b : a < b))
            best = value;
    }
    out->rd = has_nan && keeps_nan ? nan : best;
    out->we = active & shfl_all_lanes(lanes);
    return 0;
}

int shfl_product(unsigned lanes, unsigned w, uint64_t active, const uint64_t ra[restrict], struct shfl_redux_out *out)
{
    if (!legal(lanes, w))
        return -1;
    out->rd = 1;
    out->we = active & shfl_all_lanes(lanes);
    for (unsigned k = 0; k < lanes; k++)
        if (out->we >> k & 1)
            out->rd *= ra[k];
    out->rd &= ~UINT64_C(0) >> (64 - w);
    return 0;
}
