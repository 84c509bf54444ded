/* SPDX-License-Identifier: Apache-2.0 */
/* vectors - see vectors.h */
#include "vectors.h"

#include <string.h>

#include "run.h"

/* A line, from its lowest bit on. */
struct line {
    unsigned bits;
    unsigned char nibble[(64 * 64 * 2 + 64 * 64 + 64 * 4 + 128) / 4];
};

static void put(struct line *line, uint64_t value, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++, line->bits++)
        line->nibble[line->bits / 4] |= (unsigned char)((value >> i & 1) << line->bits % 4);
}

static void put_beat(FILE *f, const struct suite_source *source, uint64_t n, const struct beats *beats, unsigned b,
                     const struct warp *warp)
{
    const struct rtl_build *build = source->build;
    const unsigned ways = build->ways, w = build->w, number = beats->number[b], from = number * ways, end = from + ways;
    const unsigned field = (unsigned)__builtin_ctz(build->unit.lanes);
    const struct shfl_in *in = &warp->shfl;
    struct line line;
    struct want out;

    memset(&line, 0, sizeof line);
    warp->isa->expect(build, warp, beats->there, &out);
    for (unsigned k = from; k < end; k++)
        put(&line, out.rd[k], w);
    put(&line, out.src_active >> from, ways);
    put(&line, out.pu >> from, ways);
    put(&line, out.we >> from, ways);
    for (unsigned k = from; k < end; k++)
        put(&line, in->sc[k], 32);
    for (unsigned k = from; k < end; k++)
        put(&line, in->sb[k], 32);
    for (unsigned k = from; k < end; k++)
        put(&line, in->ra[k], w);
    put(&line, in->active >> from, ways);
    put(&line, in->sc_imm, 8 + field);
    put(&line, in->sb_imm, field);
    put(&line, in->sc_is_imm, 1);
    put(&line, in->sb_is_imm, 1);
    put(&line, in->mode, SHFL_MODE_BITS);
    put(&line, run_tag(n, number), RTL_TAG_W);
    if (build->banked) {
        put(&line, number, 6);
        put(&line, b + 1 == beats->count, 1);
        put(&line, out.known >> from, ways);
    }
    for (unsigned i = (line.bits + 3) / 4; i-- > 0;)
        fputc("0123456789abcdef"[line.nibble[i]], f);
    fputc('\n', f);
}

void vectors_write(FILE *f, const struct suite_source *source, const struct suite *suite, uint64_t first, uint64_t end)
{
    struct warp warp;
    struct beats beats;

    for (uint64_t n = first; n < end && !ferror(f); n++) {
        beats_warp(source, suite, n, &warp, &beats);
        for (unsigned b = 0; b < beats.count; b++) {
            if (beats.differ)
                warp.isa->beat(source, n, beats.number[b], &warp);
            put_beat(f, source, n, &beats, b, &warp);
        }
    }
}
