/* SPDX-License-Identifier: Apache-2.0 */
/* bits - logic, shifts, fields, counts. */
#include "ptx_meaning.h"

/* An address in shared memory: that of a block of the cluster. */
MEANING(mapa) { return (x[0] & ~UINT64_C(0xff000000)) | ((x[1] + 1) & 255) << 24; }

MEANING(bit_and) { return x[0] & x[1]; }
MEANING(bit_or) { return x[0] | x[1]; }
MEANING(bit_xor) { return x[0] ^ x[1]; }
MEANING(bit_not) { return ~x[0]; }
MEANING(is_zero) { return x[0] == 0; }
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

MEANING(popc) { return (uint64_t)__builtin_popcountll(x[0]); }

/* The number of the highest bit that is 1, or -1. */
static int highest(uint64_t v) { return v ? 63 - __builtin_clzll(v) : -1; }

MEANING(clz) { return (uint64_t)(BITS - 1 - highest(x[0])); }

MEANING(bfind)
{
    const uint64_t v = IS_SIGNED && x[0] >> (BITS - 1) ? ~x[0] & ptx_bits(BITS) : x[0];
    const int at = highest(v);

    return (uint64_t)(HAS(shiftamt) && at >= 0 ? BITS - 1 - at : at);
}

/* x[1] ones from bit x[0] on. */
MEANING(bmsk)
{
    const unsigned from = HAS(clamp) && x[0] > 31 ? 32 : x[0] & 31, count = HAS(clamp) && x[1] > 31 ? 32 : x[1] & 31;

    return ptx_bits(count) << from;
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

/* The offset-th one from the base on, upwards or downwards; with offset 0 the base itself. */
MEANING(fns)
{
    const int64_t offset = ptx_signed(x[2], 32);
    int64_t at = (int64_t)(uint32_t)x[1], left = offset < 0 ? -offset : offset;

    if (offset == 0)
        return at < 32 && x[0] >> at & 1 ? (uint64_t)at : UINT32_MAX;
    for (; at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
        if (x[0] >> at & 1 && --left == 0)
            return (uint64_t)at;
    return UINT32_MAX;
}
