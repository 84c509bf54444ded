/* SPDX-License-Identifier: Apache-2.0
 * search - find the smallest set of warps with uniform operands that detects every fault of the library, in each mode in
 * which the fault shows. Writes cli/conform/quick.c.
 *
 * Each mode is searched alone, since a warp has one mode. A warp detects a set of faults; the search is exact: it tries all
 * covers of one warp, then of two, and so on. Of warps that detect the same faults it chooses the simplest.
 */
#include "conform.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 32, KINDS_MAX = 40000, SET_BITS = 128 };
__extension__ typedef unsigned __int128 set; /* of faults */

struct candidate {
    set tells[2]; /* faults that it detects, and those by the source alone */
    uint32_t c, index;
    unsigned cost;
};

static struct candidate kinds[KINDS_MAX], best[KINDS_MAX];
static size_t count;

/* The garbage that is tried in the ignored bits of Sb and Sc. */
static const uint32_t sb_garbage[] = { 0, 0x20, 0xffffffe0 }, sc_garbage[] = { 0, 0xe0, 0xffffe0e0 };

static unsigned ones(set s)
{
    return (unsigned)(__builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64)));
}

/* Which faults a warp detects; bit i: the i-th of those that show in its mode. */
static void told(const struct warp *w, set tells[2])
{
    const struct profile ptx = profile_ptx(LANES);
    uint8_t want[LANES], care[LANES];
    bool active;

    contract(&ptx, w, want, care);
    tells[0] = tells[1] = 0;
    for (size_t a = 0, bit = 0; a < fault_count; a++) {
        if (!(faults[a].modes >> w->mode & 1))
            continue;
        for (unsigned k = 0; k < LANES && !(tells[1] >> bit & 1); k++) {
            const uint8_t differs = fault_answer(&ptx, w, k, &faults[a], NULL, &active) ^ want[k];

            tells[0] |= (set)(differs != 0) << bit;
            tells[1] |= (set)((differs & CARE_SOURCE) != 0) << bit;
        }
        if (++bit == SET_BITS)
            abort();
    }
}

static void consider(const struct candidate *new)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(kinds[i].tells, new->tells, sizeof new->tells) == 0) {
            if (new->cost < kinds[i].cost)
                kinds[i] = *new;
            return;
        }
    if (count == KINDS_MAX)
        exit(3);
    kinds[count++] = *new;
}

static bool dominated(size_t i)
{
    for (size_t k = 0; k < count; k++)
        if (k != i && (kinds[i].tells[0] & ~kinds[k].tells[0]) == 0 && (kinds[i].tells[1] & ~kinds[k].tells[1]) == 0
            && (memcmp(kinds[i].tells, kinds[k].tells, sizeof kinds[i].tells) != 0 || k < i))
            return true;
    return false;
}

/* Cover the rest with `depth` more warps. */
static bool cover(set any, set source, unsigned depth, size_t chosen[])
{
    if (any == 0 && source == 0)
        return true;
    if (depth == 0)
        return false;
    /* one of them has to detect the first of the rest */
    const unsigned side = any == 0;
    const set first = (side ? source : any) & -(side ? source : any);
    for (size_t i = 0; i < count; i++)
        if (kinds[i].tells[side] & first) {
            chosen[depth - 1] = i;
            if (cover(any & ~kinds[i].tells[0], source & ~kinds[i].tells[1], depth - 1, chosen))
                return true;
        }
    return false;
}

static int by_cost(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost) : (x->c > y->c) - (x->c < y->c);
}

static void search(enum shfl_mode mode)
{
    set all[2] = { 0, 0 };
    size_t chosen[16], kept = 0;
    unsigned depth = 0;

    count = 0;
    for (uint32_t n = 0; n < LANES * LANES * LANES * 9; n++) {
        const uint32_t index = n % 32, clamp = n / 32 % 32, segmask = n / 1024 % 32, variant = n / 32768;
        struct candidate new = { .c = clamp | segmask << 8 | sc_garbage[variant / 3],
                                 .index = index | sb_garbage[variant % 3] };
        struct warp w = { .lanes = LANES, .mode = mode, .active = shfl_all_lanes(LANES) };

        for (unsigned k = 0; k < LANES; k++) {
            w.sb[k] = new.index;
            w.sc[k] = new.c;
        }
        told(&w, new.tells);
        new.cost = index + clamp + segmask + 100 * (ones(sb_garbage[variant % 3]) + ones(sc_garbage[variant / 3]));
        all[0] |= new.tells[0];
        all[1] |= new.tells[1];
        consider(&new);
    }
    for (size_t i = 0; i < count; i++)
        if (!dominated(i))
            best[kept++] = kinds[i];
    count = kept;
    memcpy(kinds, best, sizeof kinds);
    qsort(kinds, count, sizeof kinds[0], by_cost);
    while (!cover(all[0], all[1], depth, chosen))
        depth++;
    fprintf(stderr, "%-4s %u warps detect %u faults; they are chosen from %zu kinds\n", shfl_mode_name[mode], depth,
            ones(all[0]), count);
    for (unsigned i = 0; i < depth; i++)
        printf("    { SHFL_%s, 0x%x, 0x%x },\n", shfl_mode_name[mode], (unsigned)kinds[chosen[i]].c,
               (unsigned)kinds[chosen[i]].index);
}

int main(void)
{
    puts("/* SPDX-License-Identifier: Apache-2.0\n"
         " * quick - the warps of level quick, written by cli/conform/search.c: `make conform-search` */\n"
         "#include \"conform.h\"\n\n"
         "/* clang-format off */\n"
         "const struct quick quick_set[] = {");
    for (enum shfl_mode mode = SHFL_IDX; mode <= SHFL_BFLY; mode++)
        search(mode);
    puts("};\nconst size_t quick_count = sizeof quick_set / sizeof quick_set[0];");
    return 0;
}
