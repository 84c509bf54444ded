/* SPDX-License-Identifier: Apache-2.0 */
/* twin - see isa.h: the golden model of SHFL once more, for speed. A lane is a byte of a vector, as long as those of the
 * processor, and nothing is decided lane by lane. That it is right it does not say itself: tests/rtl/test_suites.c compares
 * it with the model over all operands, and run.c a sample of the warps that it plays. */
#include "isa.h"

#include <string.h>

#include "lib/trips.h"

#ifdef __AVX2__
#include <immintrin.h>
enum { SIDE = 32 };
#else
enum { SIDE = 16 };
#endif

typedef uint8_t bytes __attribute__((vector_size(SIDE)));
typedef int8_t numbers __attribute__((vector_size(SIDE)));

static const uint8_t number_of[SHFL_LANES_MAX] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};

static inline bytes load(const uint8_t lane[])
{
    bytes v;

    memcpy(&v, lane, sizeof v);
    return v;
}

/* The same byte in all lanes; and all bits, or none. */
static inline bytes same(uint32_t byte) { return (bytes){ 0 } + (uint8_t)byte; }
static inline bytes where(bool is) { return same(is ? 0xff : 0); }
static inline bytes choose(bytes is, bytes then, bytes other) { return (is & then) | (~is & other); }

/* Bytes of 0 or 0xff to a bit per lane, and back. */
static inline uint64_t bits_of(bytes is)
{
#ifdef __AVX2__
    return (uint32_t)_mm256_movemask_epi8((__m256i)is);
#else
    uint64_t eight[SIDE / 8], mask = 0;

    is &= 1;
    memcpy(eight, &is, sizeof eight);
    for (unsigned i = 0; i < SIDE / 8; i++)
        mask |= (eight[i] * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
    return mask;
#endif
}

static inline bytes bytes_of(uint64_t mask)
{
    uint64_t eight[SIDE / 8];
    bytes v;

    for (unsigned i = 0; i < SIDE / 8; i++)
        eight[i] = (mask >> 8 * i & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    memcpy(&v, eight, sizeof v);
    return (bytes)(v != 0);
}

/* Has the mask a bit for the lane of this number, 0 .. 63? A number's high bits choose a byte of the mask, its low ones
 * a bit of that. */
static inline bytes is_in(uint64_t mask, bytes number)
{
    const bytes odd = (bytes)((number & 1) != 0), two = (bytes)((number & 2) != 0), four = (bytes)((number & 4) != 0);
    const bytes bit = choose(four, choose(two, choose(odd, same(128), same(64)), choose(odd, same(32), same(16))),
                             choose(two, choose(odd, same(8), same(4)), choose(odd, same(2), same(1))));
    bytes chosen = same(0);

    for (unsigned i = 0; i < 8; i++)
        chosen |= (bytes)(number >> 3 == (uint8_t)i) & same((uint32_t)(mask >> 8 * i));
    return (bytes)((chosen & bit) != 0);
}

/* A field of Sb or Sc. */
static inline bytes cut(const uint32_t reg[], unsigned shift, uint32_t lanes, bool is_imm, uint32_t imm)
{
    uint8_t lane[SIDE];

    for (unsigned k = 0; k < SIDE; k++)
        lane[k] = (uint8_t)(reg[k] >> shift);
    return choose(where(is_imm), same(imm >> shift), load(lane)) & same(lanes - 1);
}

/* Lanes first .. first+SIDE-1: j, which lanes are in range, and which lane each reads. */
static inline uint64_t sources(const struct shfl_in *in, unsigned lanes, size_t first, uint8_t j[], uint8_t src_lane[])
{
    const bytes lane = load(number_of + first);
    const bytes index = cut(in->sb + first, 0, lanes, in->sb_is_imm, in->sb_imm);
    const bytes clamp = cut(in->sc + first, 0, lanes, in->sc_is_imm, in->sc_imm);
    const bytes segmask = cut(in->sc + first, 8, lanes, in->sc_is_imm, in->sc_imm);
    const bytes min = lane & segmask, max = min | (clamp & ~segmask), up = where(in->mode == SHFL_UP);
    const bytes named = choose(up, lane - index,
                               choose(where(in->mode == SHFL_DOWN), lane + index,
                                      choose(where(in->mode == SHFL_BFLY), lane ^ index, min | (index & ~segmask))));
    const bytes in_range = choose(up, (bytes)((numbers)named >= (numbers)max), (bytes)((numbers)named <= (numbers)max));
    const bytes source = choose(in_range, named, lane);

    memcpy(j + first, &named, sizeof named);
    memcpy(src_lane + first, &source, sizeof source);
    return bits_of(in_range) << first;
}

/* Lanes first .. first+SIDE-1, if not all are active: which of the lanes that they read are. With OWN each of the others
 * reads itself, with ZERO what inactive lanes have is 0 in words. */
static inline uint64_t among_inactive(const struct shfl_in *in, enum shfl_policy policy, uint64_t active, size_t first,
                                      uint8_t src_lane[], uint64_t words[])
{
    const bytes lane = load(number_of + first), source = load(src_lane + first), is = is_in(active, source);
    const bytes from = choose(is, source, lane), on = bytes_of(active >> first);
    uint8_t keep[SIDE];

    if (policy == SHFL_OWN)
        memcpy(src_lane + first, &from, sizeof from);
    memcpy(keep, &on, sizeof on);
    if (policy == SHFL_ZERO)
        for (size_t k = 0; k < SIDE; k++)
            words[first + k] = in->ra[first + k] & (uint64_t)(int8_t)keep[k];
    return bits_of(is) << first;
}

void isa_shfl_twin(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct shfl_in *in = &warp->shfl;
    const enum shfl_policy policy = build->unit.policy;
    const unsigned lanes = build->unit.lanes;
    const uint64_t all = shfl_all_lanes(lanes), active = in->active & all;
    uint64_t in_range = 0, src_active = 0, words[SHFL_LANES_MAX];
    const uint64_t *const ra = policy == SHFL_ZERO && active != all ? words : in->ra;
    uint8_t j[SHFL_LANES_MAX], src_lane[SHFL_LANES_MAX];

    for (size_t first = 0; first < lanes; first += SIDE)
        in_range |= sources(in, lanes, first, j, src_lane);
    want->known = all;
    for (unsigned k = 0; k < lanes && policy == SHFL_RAW && warp->there != all; k++)
        want->known &= ~((uint64_t)(~warp->there >> src_lane[k] & 1) << k);
    want->pu = in_range & all;
    want->we = active;
    want->counts = ISA_PU | ISA_SRC_ACTIVE;
    want->reserved = false;
    want->waits = want->gaps = 0;
    want->trips = want->trips_most = 1;
    if (build->network) {
        for (unsigned k = 0; k < lanes; k++)
            j[k] &= (uint8_t)(lanes - 1);
        want->trips = want->trips_most = trips(lanes, build->network, build->selects, j, want->pu);
    }

    for (size_t first = 0; first < lanes && active != all; first += SIDE)
        src_active |= among_inactive(in, policy, active, first, src_lane, words);
    want->src_active = active != all ? src_active & all : all;
    for (size_t first = 0; first < lanes; first += SIDE)
        for (size_t k = 0; k < SIDE; k++)
            want->rd[first + k] = ra[src_lane[first + k]];
}
