/* SPDX-License-Identifier: Apache-2.0 */
/* vectors - see vectors.h */
#include "vectors.h"

#include <string.h>

#include "run.h"

/* A line, from its lowest bit on. */
struct line {
    unsigned bits;
    unsigned char nibble[(64 * 64 * 2 + 64 * 64 + 64 * 3 + 128) / 4];
};

static void put(struct line *line, uint64_t value, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++, line->bits++)
        line->nibble[line->bits / 4] |= (unsigned char)((value >> i & 1) << line->bits % 4);
}

void vectors_write(FILE *f, const struct suite_source *source, const struct suite *suite, uint64_t first, uint64_t end)
{
    const struct rtl_build *build = source->build;
    const unsigned lanes = build->unit.lanes, w = build->w;
    const unsigned field = (unsigned)__builtin_ctz(lanes);

    for (uint64_t n = first; n < end && !ferror(f); n++) {
        struct line line;
        struct shfl_in in;
        struct shfl_out out;

        memset(&line, 0, sizeof line);
        suite->warp(source, n, &in);
        shfl_warp(&build->unit, &in, &out);
        for (unsigned k = 0; k < lanes; k++)
            put(&line, out.rd[k], w);
        put(&line, out.src_active, lanes);
        put(&line, out.pu, lanes);
        put(&line, out.we, lanes);
        for (unsigned k = 0; k < lanes; k++)
            put(&line, in.sc[k], 32);
        for (unsigned k = 0; k < lanes; k++)
            put(&line, in.sb[k], 32);
        for (unsigned k = 0; k < lanes; k++)
            put(&line, in.ra[k], w);
        put(&line, in.active, lanes);
        put(&line, in.sc_imm, 8 + field);
        put(&line, in.sb_imm, field);
        put(&line, in.sc_is_imm, 1);
        put(&line, in.sb_is_imm, 1);
        put(&line, in.mode, SHFL_MODE_BITS);
        put(&line, run_tag(n), RTL_TAG_W);
        for (unsigned i = (line.bits + 3) / 4; i-- > 0;)
            fputc("0123456789abcdef"[line.nibble[i]], f);
        fputc('\n', f);
    }
}
