/* SPDX-License-Identifier: Apache-2.0 */
/* vectors - see vectors.h. The bits of a line are those that the driver puts into the ports of a unit. */
#include "vectors.h"

#include <string.h>

#include "lib/output.h"
#include "run.h"

#define LINE_MAX (1 << 15) /* bits; 4 of the results of match with 64 lanes */

/* A line, from its lowest bit on. */
struct line {
    unsigned bits;
    unsigned char nibble[LINE_MAX / 4];
};

static void put_bit(struct line *line, bool bit)
{
    line->nibble[line->bits / 4] |= (unsigned char)(bit << line->bits % 4);
    line->bits++;
}

static void put_pins(struct line *line, const struct rtl_pin pin[], unsigned pins)
{
    for (unsigned i = 0; i < pins; i++)
        for (unsigned bit = 0; bit < pin[i].bits; bit++)
            put_bit(line, ((const unsigned char *)pin[i].port)[bit / 8] >> bit % 8 & 1);
}

static void put_out(struct line *line, struct rtl *rtl, const struct rtl_out *out)
{
    rtl_put_out(rtl, out);
    put_pins(line, rtl->out, rtl->outs);
}

static void put_beat(FILE *f, struct rtl *rtl, const struct rtl_build *build, uint64_t n, const struct beats *beats,
                     unsigned b, const struct warp *warp, unsigned number)
{
    const bool last = b + 1 == beats->count, leaves = last || !build->gathers;
    const uint64_t every = ~UINT64_C(0);
    struct beat beat = { beats->number[b], last, run_tag(n, beats->number[b]) };
    const unsigned first = isa_first(build, &beat);
    static struct line line;
    struct want want;

    memset(&line, 0, sizeof line);
    rtl_drive(build, rtl, &warp->shfl, beat.number, beat.tag);
    put_pins(&line, rtl->in, rtl->ins);

    warp->isa->expect(build, warp, &want);
    struct rtl_out out = { .pu = want.pu >> first,
                           .we = want.we >> first,
                           .src_active = want.src_active >> first,
                           .tag = beat.tag,
                           .beat = (uint8_t)beat.number,
                           .last = last,
                           .reserved = want.reserved };
    struct rtl_out counts = { .pu = !want.reserved && want.counts & ISA_PU ? every : 0,
                              .we = every,
                              .src_active = !want.reserved && want.counts & ISA_SRC_ACTIVE ? every : 0,
                              .tag = UINT32_MAX,
                              .beat = UINT8_MAX,
                              .last = true,
                              .reserved = true };
    struct rtl_out unknown = { .beat = 0 };
    for (unsigned k = 0; k < isa_results(build); k++) {
        out.rd[k] = want.rd[first + k];
        counts.rd[k] = !want.reserved && want.known >> (first + k) & 1 ? every : 0;
        unknown.rd[k] = ~counts.rd[k];
    }
    put_out(&line, rtl, &out);
    put_out(&line, rtl, &counts);
    put_out(&line, rtl, &unknown);
    put_bit(&line, leaves);
    put_bit(&line, last);
    put_bit(&line, b == 0 && isa_begins(build, n));
    for (unsigned i = 0; i < 16; i++)
        put_bit(&line, number >> i & 1);
    for (unsigned i = (line.bits + 3) / 4; i-- > 0;)
        fputc("0123456789abcdef"[line.nibble[i]], f);
    fputc('\n', f);
}

void vectors_write(FILE *f, const struct suite_source *source, const struct suite *suite, uint64_t first, uint64_t end)
{
    struct rtl *rtl = isa_open(source->build);
    unsigned number = 0;
    struct warp warp;
    struct beats beats;

    for (uint64_t n = first; n < end && !ferror(f); n++) {
        beats_warp(source, suite, n, &warp, &beats);
        for (unsigned b = 0; b < beats.count; b++) {
            if (beats.differ)
                warp.isa->beat(source, n, beats.number[b], b + 1 == beats.count, &warp);
            put_beat(f, rtl, source->build, n, &beats, b, &warp, number++);
        }
    }
    source->build->close(rtl);
}

static void print_ports(FILE *f, const char *kind, const struct rtl_pin pin[], unsigned pins)
{
    for (unsigned i = 0; i < pins; i++)
        fprintf(f, "%s %s %u\n", kind, pin[i].name, pin[i].bits);
}

void vectors_ports(FILE *f, const struct rtl_build *build)
{
    struct rtl *rtl = isa_open(build);
    struct pipeline pipeline;

    pipeline_init(&pipeline, build);
    print_ports(f, "in", rtl->in, rtl->ins);
    print_ports(f, "out", rtl->out, rtl->outs);
    if (rtl_has(build, "in_last"))
        fprintf(f, "in_last\n");
    if (isa_of(build)->epoch)
        fprintf(f, "epoch %u\n", isa_of(build)->epoch);
    if (pipeline.depth == 0)
        fprintf(f, "no_register\n");
    if (!pipeline_ready_is_defined(&pipeline, &(struct rtl_pins){ .rst = false }))
        fprintf(f, "senses\n");
    build->close(rtl);
}
