/* SPDX-License-Identifier: Apache-2.0 */
/* trace - see trace.h */
#include "trace.h"

#include <inttypes.h>

#define CYCLE 10 /* time units of a clock cycle */

/* Every signal: its name, its bits, and its value in this clock cycle. op is the name of the operation, a text. */
struct signal {
    const char *name;
    unsigned bits;
    uint64_t value;
};

enum { SIGNALS_MAX = 16 };

static bool one_rd(const struct unit *unit) { return unit->kind == VOTE || unit->kind == REDUX; }

static bool has_ra(const struct unit *unit) { return unit->kind != VOTE; }

static const char *op_name(const struct unit *unit, const struct in *in)
{
    switch (unit->kind) {
    case REDUX: return shfl_redux_name[in->op];
    case MATCH:
    case MATCH_WORDS: return shfl_match_name[in->op];
    default: return unit->kind == AND_VOTE && !in->is_vote ? shfl_mode_name[in->warp.mode] : shfl_vote_name[in->op];
    }
}

static unsigned signals(const struct unit *unit, const struct pins *pins, const struct in *in, unsigned part,
                        uint32_t tag, const struct out *out, struct signal signal[])
{
    const struct signal all[] = {
        { "rst", 1, pins->rst },
        { "in_valid", 1, pins->in_valid },
        { "in_ready", 1, pins->in_ready },
        { "in_last", 1, pins->in_last },
        { "in_tag", 16, tag },
        { "in_part", 8, part },
        { "is_signed", 1, in->is_signed },
        { "active", unit->lanes, in->warp.active },
        { "p", unit->lanes, in->p },
        { "out_valid", 1, pins->out_valid },
        { "out_ready", 1, pins->out_ready },
        { "out_tag", 16, out->tag },
        { "pu", unit->lanes, out->pu },
        { "we", unit->lanes, out->we },
    };
    unsigned count = 0;

    for (; count < sizeof all / sizeof *all; count++)
        signal[count] = all[count];
    return count;
}

static void put(FILE *f, unsigned id, unsigned bits, uint64_t value)
{
    fputc('b', f);
    for (unsigned bit = bits; bit-- > 0;)
        fputc('0' + (int)(value >> bit & 1), f);
    fprintf(f, " n%u\n", id);
}

void trace_begin(FILE *f, const struct unit *unit)
{
    static const struct pins no_pins;
    static const struct in no_in;
    static const struct out no_out;
    struct signal signal[SIGNALS_MAX];
    const unsigned count = signals(unit, &no_pins, &no_in, 0, 0, &no_out, signal);
    const unsigned bits = unit->kind == VOTE || unit->kind == MATCH || unit->kind == MATCH_WORDS ? unit->lanes
                                                                                                 : unit->w;

    fprintf(f, "$timescale 1ns $end\n$scope module %s $end\n$var wire 1 clk clk $end\n$var string 1 op op $end\n",
            unit->name);
    for (unsigned i = 0; i < count; i++)
        fprintf(f, "$var wire %u n%u %s $end\n", signal[i].bits, i, signal[i].name);
    for (unsigned k = 0; k < unit->lanes && has_ra(unit); k++)
        fprintf(f, "$var wire %u n%u ra_%u $end\n", unit->w, SIGNALS_MAX + k, k);
    for (unsigned k = 0; k < (one_rd(unit) ? 1 : unit->lanes); k++)
        fprintf(f, one_rd(unit) ? "$var wire %u n%u rd $end\n" : "$var wire %u n%u rd_%u $end\n", bits,
                SIGNALS_MAX + SHFL_LANES_MAX + k, k);
    fprintf(f, "$upscope $end\n$enddefinitions $end\n");
}

void trace_cycle(FILE *f, const struct unit *unit, uint64_t cycle, const struct pins *pins, const struct in *in,
                 unsigned part, uint32_t tag, const struct out *out)
{
    struct signal signal[SIGNALS_MAX];
    const unsigned count = signals(unit, pins, in, part, tag, out, signal);
    const unsigned bits = unit->kind == VOTE || unit->kind == MATCH || unit->kind == MATCH_WORDS ? unit->lanes
                                                                                                 : unit->w;

    fprintf(f, "#%" PRIu64 "\n0clk\ns%s op\n", CYCLE * cycle, op_name(unit, in));
    for (unsigned i = 0; i < count; i++)
        put(f, i, signal[i].bits, signal[i].value);
    for (unsigned k = 0; k < unit->lanes && has_ra(unit); k++)
        put(f, SIGNALS_MAX + k, unit->w, in->warp.ra[k]);
    for (unsigned k = 0; k < (one_rd(unit) ? 1 : unit->lanes); k++)
        put(f, SIGNALS_MAX + SHFL_LANES_MAX + k, bits, out->rd[k]);
    fprintf(f, "#%" PRIu64 "\n1clk\n", CYCLE * cycle + CYCLE / 2);
}
