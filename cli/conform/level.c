/* SPDX-License-Identifier: Apache-2.0
 * level - see conform.h: the warps of each level, and their right results. */
#include "conform.h"
#include "mixed.h"

#include <inttypes.h>

const char *const level_name[LEVELS + 1] = { "quick",   "cuda",      "cub",        "ptx",           "ignored",
                                             "perlane", "inactive",  "data64",     "pack",          "ballot",
                                             "match",   "reduce",    "rvv-gather", "rvv-slide",     "rvv-compress",
                                             "tile",    "coalesced", "barrier",    "block-shuffle", NULL };

const char *const level_about[SHUFFLES] = {
    "a small set that detects each fault which uniform operands in a full warp show",
    "CUDA's four intrinsics",
    "the calls of CUB's warp scan and warp reduce",
    "all of PTX",
    "random values in ignored bits",
    "operands that differ from lane to lane",
    "inactive lanes",
    "64-bit values and NaNs",
    "the operands that a compiler emits for a width"
};

/* Vector levels: warps of each mode. */
enum { IGNORED_WARPS = 256, PERLANE_WARPS = 256, INACTIVE_WARPS = 256, DATA64_WARPS = 64 };

static unsigned log2_of(unsigned lanes)
{
    unsigned bits = 0;

    while (lanes >> bits > 1)
        bits++;
    return bits;
}

bool level_is_signature(enum level level) { return level <= LEVEL_PTX; }

size_t level_warps(enum level level, const struct profile *profile)
{
    const size_t bits = log2_of(profile->lanes), n = profile->lanes;

    switch (level) {
    case LEVEL_QUICK: return quick_count;
    case LEVEL_CUDA:
    case LEVEL_PACK: return PTX_MODES * (bits + 1) * n;
    case LEVEL_CUB: return 2 * (bits + 1) * bits * n;
    case LEVEL_PTX: return PTX_MODES * n * n * n;
    case LEVEL_IGNORED: return PTX_MODES * IGNORED_WARPS;
    case LEVEL_PERLANE: return PTX_MODES * PERLANE_WARPS;
    case LEVEL_INACTIVE: return PTX_MODES * INACTIVE_WARPS;
    case LEVEL_DATA64: return PTX_MODES * DATA64_WARPS;
    default: return 0;
    }
}

/* Sc as CUDA makes it. */
static uint32_t sc_of_width(unsigned lanes, enum shfl_mode mode, unsigned width)
{
    return (lanes - width) << 8 | (mode == SHFL_UP ? 0 : lanes - 1);
}

static uint32_t ones(unsigned bits) { return (uint32_t)((UINT64_C(1) << bits) - 1); }

/* The clamp of which nothing is out of the segment, in the bits inside of it. */
static uint32_t usual_clamp(enum shfl_mode mode, uint32_t inside) { return mode == SHFL_UP ? 0 : inside; }

/* Move random operands into the profile. */
static void draw(const struct profile *p, enum shfl_mode mode, uint64_t random, uint32_t *sb, uint32_t *sc)
{
    const unsigned bits = log2_of(p->lanes);
    const uint32_t all = p->lanes - 1;
    uint32_t segmask = *sc >> 8 & ones(p->seg_bits), clamp = *sc & ones(p->clamp_bits), usual;

    *sb &= ~all | ones(p->index_bits);
    if (p->index_bits > bits && (*sb & ~all) == 0 && random & 1)
        *sb |= (uint32_t)(random >> 1) & ones(p->index_bits) & ~all;
    for (unsigned i = 0; p->c_width && i <= bits; i++) { /* the next width that the fields can express */
        const uint32_t width = UINT32_C(1) << ((random >> 40) + i) % (bits + 1);

        segmask = p->lanes - width;
        if (segmask >> p->seg_bits == 0 && (p->clamp_bits == 0 || usual_clamp(mode, width - 1) >> p->clamp_bits == 0))
            break;
    }
    usual = usual_clamp(mode, all & ~segmask);
    if (p->c_width || p->clamp_bits == 0)
        clamp = (clamp & segmask) | usual;
    *sc = (*sc & ~(all | all << 8)) | segmask << 8 | clamp;
}

void level_operands(const struct profile *p, enum level level, size_t n, struct warp *w)
{
    const unsigned lanes = p->lanes;
    const bool drawn = level >= LEVEL_IGNORED && level <= LEVEL_DATA64;
    const size_t bits = log2_of(lanes), widths = bits + 1;
    const uint64_t random = mixed((uint64_t)level << 32 | n);
    const uint32_t fields = (lanes - 1) << 8 | (lanes - 1);
    uint32_t sb = 0, sc = 0;
    bool per_lane = false;

    w->lanes = lanes;
    w->active = shfl_all_lanes(lanes);
    switch (level) {
    case LEVEL_QUICK:
        w->mode = quick_set[n].mode;
        sb = quick_set[n].index;
        sc = quick_set[n].c;
        break;
    case LEVEL_CUDA:
    case LEVEL_PACK:
        w->mode = (enum shfl_mode)(n / lanes / widths);
        sb = (uint32_t)(n % lanes);
        sc = sc_of_width(lanes, w->mode, 1u << (n / lanes % widths));
        break;
    case LEVEL_CUB: /* a scan is UP from the first lane of its run on, a reduction DOWN up to the last one */
        w->mode = n / lanes / bits / widths == 0 ? SHFL_UP : SHFL_DOWN;
        sb = 1u << (n / lanes % bits);
        sc = (lanes - (1u << (n / lanes / bits % widths))) << 8 | (uint32_t)(n % lanes);
        break;
    case LEVEL_PTX:
        sb = (uint32_t)(n % lanes);
        sc = (uint32_t)(n / lanes % lanes) | (uint32_t)(n / lanes / lanes % lanes) << 8;
        w->mode = (enum shfl_mode)(n / lanes / lanes / lanes);
        break;
    case LEVEL_IGNORED: /* random bits; in every other warp one ignored bit alone */
        w->mode = (enum shfl_mode)(n / IGNORED_WARPS);
        sb = (uint32_t)random;
        sc = (uint32_t)(random >> 32);
        if (n % 2) {
            const uint64_t one = UINT64_C(1) << mixed(random) % 64;

            sb = (sb & (lanes - 1)) | (uint32_t)one;
            sc = (sc & fields) | (uint32_t)(one >> 32);
        }
        break;
    case LEVEL_PERLANE:
    case LEVEL_INACTIVE:
        w->mode = (enum shfl_mode)(n / PERLANE_WARPS);
        sb = (uint32_t)random & (lanes - 1);
        sc = (uint32_t)(random >> 32) & fields;
        per_lane = level == LEVEL_PERLANE || n % 2;
        if (level == LEVEL_INACTIVE) { /* half of the lanes, a quarter, three quarters; and never none */
            const uint64_t a = mixed(random), b = mixed(a);

            w->active &= n % 3 == 0 ? a : n % 3 == 1 ? a & b : a | b;
            w->active |= UINT64_C(1) << b % lanes;
        }
        break;
    case LEVEL_DATA64:
        w->mode = (enum shfl_mode)(n / DATA64_WARPS);
        sb = (uint32_t)random & (lanes - 1);
        sc = sc_of_width(lanes, w->mode, lanes >> (random >> 32) % 3);
        break;
    default: break;
    }
    if (drawn)
        draw(p, w->mode, mixed(random), &sb, &sc);
    for (unsigned k = 0; k < lanes; k++) {
        if (per_lane) {
            const uint64_t own = mixed(random + k + 1);

            sb = (uint32_t)own & (lanes - 1);
            sc = (uint32_t)(own >> 32) & fields;
            draw(p, w->mode, mixed(own), &sb, &sc);
        }
        w->sb[k] = sb;
        w->sc[k] = sc;
    }
}

void level_data(enum level level, size_t n, struct warp *w)
{
    /* upper halves of 64-bit values: a signaling and a quiet NaN, as a double and as floats; -0, a denormal; ones */
    static const uint32_t upper[] = { 0x7ff40000, 0xfff80000, 0x7fa00000, 0x7fc00000,
                                      0x80000000, 0x00080000, 0xffffffff, 0 };

    for (unsigned k = 0; k < w->lanes; k++) {
        w->ra[k] = (mixed((uint64_t)n << 6 | k) & 0xffffffc0) | k;
        if (level == LEVEL_DATA64) {
            const uint32_t high = upper[(n + k) % 8];

            w->ra[k] |= (uint64_t)(high ? high | k << 8 : (uint32_t)mixed(w->ra[k])) << 32;
            if (n % 2) /* the lower half is a float's NaN, too */
                w->ra[k] = (w->ra[k] & ~UINT64_C(0xffffffff)) | 0x7f800000 | (w->ra[k] & 0x803fffff) | 0x100;
        }
    }
}

/* Whether the profile includes these operands. */
static bool offered(const struct profile *p, enum shfl_mode mode, uint32_t sb, uint32_t sc)
{
    const uint32_t all = p->lanes - 1, index = sb & all, clamp = sc & all, segmask = sc >> 8 & all;
    const uint32_t inside = all & ~segmask;
    const bool usual = (clamp & inside) == usual_clamp(mode, inside);

    return p->modes >> mode & 1 && (uint64_t)index >> p->index_bits == 0 && segmask >> p->seg_bits == 0
        && (p->clamp_bits == 0 ? usual : clamp >> p->clamp_bits == 0)
        && (!p->c_width || ((inside & (inside + 1)) == 0 && usual));
}

void contract(const struct profile *p, const struct warp *w, uint8_t want[], uint8_t care[])
{
    const struct shfl_unit unit = { p->lanes, SHFL_RAW };
    const uint64_t wide = (UINT64_C(1) << p->index_bits) - p->lanes; /* index bits above those of a lane number */
    struct shfl_in in;
    struct shfl_out out;

    in.mode = w->mode;
    in.sb_is_imm = in.sc_is_imm = false;
    in.active = w->active;
    for (unsigned k = 0; k < p->lanes; k++) {
        in.ra[k] = 0;
        in.sb[k] = w->sb[k];
        in.sc[k] = w->mode == SHFL_UP && !p->up_clamp ? w->sc[k] & ~(p->lanes - 1) : w->sc[k];
    }
    shfl_warp(&unit, &in, &out);
    for (unsigned k = 0; k < p->lanes; k++) {
        const bool beyond = p->index_bits < 64 && UINT64_C(1) << p->index_bits > p->lanes && (w->sb[k] & wide) != 0;
        const unsigned source = beyond ? k : out.src_lane[k];
        const bool in_range = !beyond && out.in_range[k];
        const bool source_counts = (in_range || p->outside == OUTSIDE_OWN)
                                && (w->active >> source & 1
                                    || (p->inactive >= INACTIVE_ZERO && p->inactive <= INACTIVE_RAW));

        const bool zero = !in_range && p->outside == OUTSIDE_ZERO;

        want[k] = zero ? ANSWER_ZERO : (uint8_t)(source | (in_range ? ANSWER_IN_RANGE : 0));
        care[k] = (uint8_t)((source_counts || zero ? CARE_SOURCE : 0) | (p->predicate ? CARE_PREDICATE : 0));
        if (!offered(p, w->mode, w->sb[k], w->sc[k]))
            care[k] = CARE_OUTSIDE;
        else if (!(w->active >> k & 1)) {
            want[k] = ANSWER_NOT_WRITTEN;
            care[k] = CARE_ALL;
        }
    }
}

void level_expected(const struct profile *profile, enum level level, FILE *file)
{
    const unsigned lanes = profile->lanes;
    uint8_t want[SHFL_LANES_MAX], care[SHFL_LANES_MAX];
    struct warp w;

    for (size_t n = 0; n < level_warps(level, profile); n++) {
        uint64_t pu = 0;

        level_operands(profile, level, n, &w);
        level_data(level, n, &w);
        contract(profile, &w, want, care);
        for (unsigned k = 0; k < lanes; k++) {
            const bool written = care[k] != CARE_ALL, outside = care[k] == CARE_OUTSIDE;

            if (level_is_signature(level))
                putc(outside ? ANSWER_REFUSED : want[k] == ANSWER_ZERO ? SIGNATURE_ZERO : want[k], file);
            else if (level == LEVEL_PACK)
                continue;
            else if (want[k] == ANSWER_ZERO && !outside)
                fputs("0 ", file);
            else if (!written || outside || !(care[k] & CARE_SOURCE) || !(w.active >> (want[k] & 63) & 1))
                fputs("x ", file);
            else
                fprintf(file, "%" PRIx64 " ", w.ra[want[k] & 63]);
            pu |= (uint64_t)(written && answer_in_range(want[k])) << k;
        }
        if (level == LEVEL_PACK && n % lanes == 0)
            fprintf(file, "%x %" PRIx32 "\n", (unsigned)w.mode, w.sc[0]);
        else if (level != LEVEL_PACK && !level_is_signature(level))
            fprintf(file, "%" PRIx64 " %" PRIx64 "\n", pu, w.active);
    }
}

void level_vectors(const struct profile *profile, enum level level, FILE *file)
{
    static const char *const call[] = { "idx", "up", "down", "xor" };
    const unsigned lanes = profile->lanes;
    struct warp w;

    for (size_t n = 0; n < level_warps(level, profile); n++) {
        level_operands(profile, level, n, &w);
        level_data(level, n, &w);
        if (level == LEVEL_PACK) {
            if (n % lanes == 0)
                fprintf(file, "%s %u\n", call[w.mode], lanes - (w.sc[0] >> 8));
            continue;
        }
        fprintf(file, "%x %" PRIx64, (unsigned)w.mode, w.active);
        for (unsigned k = 0; k < lanes; k++)
            fprintf(file, " %" PRIx32, w.sb[k]);
        for (unsigned k = 0; k < lanes; k++)
            fprintf(file, " %" PRIx32, w.sc[k]);
        for (unsigned k = 0; k < lanes; k++)
            fprintf(file, " %" PRIx64, w.ra[k]);
        putc('\n', file);
    }
}
