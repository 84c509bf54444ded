/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents - see equivalents.h: queries, and what the APIs' searches share */
#include "equivalents.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void equiv_of_shfl(const struct explain *e, struct equiv_query *q)
{
    q->lanes = e->lanes;
    q->active = e->in.active;
    q->has_pu = e->row == NULL;
    q->pu = e->out.pu;
    for (unsigned k = 0; k < e->lanes; k++)
        q->source[k] = (int8_t)(!explain_defined(e, k) ? EQUIV_UNDEFINED
                                : e->other >> k & 1    ? EQUIV_OTHER
                                                       : (int)e->out.src_lane[k]);
}

void equiv_map_wave(const struct amd_wave *wave, int8_t map[SHFL_LANES_MAX])
{
    const struct shfl_amd_in *in = &wave->insn->in;
    const bool in_place = wave->insn->dst == wave->insn->src;

    for (unsigned k = 0; k < wave->lanes; k++) {
        const enum shfl_amd_write what = shfl_amd_what(in, k, wave->out.valid >> k & 1, wave->out.src_active >> k & 1);

        map[k] = (int8_t)(wave->open[k]           ? EQUIV_UNDEFINED
                          : what == SHFL_AMD_ZERO ? EQUIV_ZERO
                          : what == SHFL_AMD_DATA ? (int)wave->out.src_lane[k]
                          : in_place              ? (int)k
                                                  : EQUIV_KEPT);
    }
}

void equiv_of_wave(const struct amd_wave *wave, struct equiv_query *q)
{
    q->lanes = wave->lanes;
    q->active = wave->insn->in.exec;
    equiv_map_wave(wave, q->source);
}

/* ---- What the searches share */

static unsigned ones(uint64_t lanes) { return (unsigned)__builtin_popcountll(lanes); }

/* Fewer lanes, or as many in fewer runs. */
static bool fewer(uint64_t a, uint64_t b)
{
    return ones(a) < ones(b) || (ones(a) == ones(b) && ones(a & ~(a << 1)) < ones(b & ~(b << 1)));
}

enum equiv_fit equiv_fit_but(struct equiv *equiv, const int8_t map[SHFL_LANES_MAX], uint64_t wrong)
{
    const struct equiv_query *q = &equiv->q;
    uint64_t open = 0, asked = 0;
    int gets = 0;

    for (unsigned k = 0; k < q->lanes; k++) {
        if (!(q->active >> k & 1))
            continue;
        const bool off = wrong >> k & 1, same = q->source[k] == EQUIV_UNDEFINED || q->source[k] == map[k];
        const int got = off || map[k] >= 0 ? EQUIV_DIFFERS : map[k];

        asked |= UINT64_C(1) << k;
        if (same && !off)
            continue;
        gets = open == 0 || gets == got ? got : EQUIV_DIFFERS;
        open |= UINT64_C(1) << k;
    }
    if (open == 0)
        return EQUIV_SAME;
    if (2 * ones(open) > ones(asked) /* that is not close */ || (equiv->open != 0 && !fewer(open, equiv->open)))
        return EQUIV_OFF;
    equiv->open = open;
    equiv->gets = (enum equiv_source)gets;
    return EQUIV_NEAR;
}

enum equiv_fit equiv_fit(struct equiv *equiv, const int8_t map[SHFL_LANES_MAX]) { return equiv_fit_but(equiv, map, 0); }

void equiv_take(struct equiv *equiv, enum equiv_fit fit, const char *format, ...)
{
    va_list arguments;

    if (fit == EQUIV_OFF)
        return;
    va_start(arguments, format);
    vsnprintf(fit == EQUIV_SAME ? equiv->text : equiv->closest, EQUIV_TEXT_MAX, format, arguments);
    va_end(arguments);
    equiv->says = fit == EQUIV_SAME;
}

void equiv_argument(struct equiv *equiv, const char *format, ...)
{
    va_list arguments;

    if (equiv->arguments == EQUIV_ARGUMENTS)
        return;
    va_start(arguments, format);
    vsnprintf(equiv->argument[equiv->arguments++], EQUIV_TEXT_MAX, format, arguments);
    va_end(arguments);
}

void equiv_active(struct equiv *equiv)
{
    if (equiv->q.active == shfl_all_lanes(equiv->lanes))
        return;
    equiv_argument(equiv, "--active");
    equiv_argument(equiv, "0x%" PRIx64, equiv->q.active);
}

static bool counts(const struct equiv *equiv, unsigned lane)
{
    return (equiv->q.active >> lane & 1) && equiv->q.source[lane] != EQUIV_UNDEFINED;
}

void equiv_values(const struct equiv *equiv, unsigned scale, const uint32_t lane[SHFL_LANES_MAX],
                  char text[EQUIV_TEXT_MAX])
{
    static const char signs[] = "+-^";
    unsigned first = 0, used;
    char factor[12];

    while (first < equiv->lanes - 1 && !counts(equiv, first))
        first++;
    for (const char *sign = signs; *sign != '\0'; sign++) {
        const uint32_t by = *sign == '+' ? lane[first] - first
                          : *sign == '-' ? first - lane[first]
                                         : lane[first] ^ first;
        bool same = by < equiv->lanes;

        for (unsigned k = 0; k < equiv->lanes && same; k++)
            same = !counts(equiv, k) || lane[k] == (*sign == '+' ? k + by : *sign == '-' ? k - by : (k ^ by));
        if (same) {
            snprintf(factor, sizeof factor, "*%u", scale);
            snprintf(text, EQUIV_TEXT_MAX, "lane%s%c%u", scale > 1 ? factor : "", *sign, scale * by);
            return;
        }
    }
    used = (unsigned)snprintf(text, EQUIV_TEXT_MAX, "[");
    for (unsigned k = 0; k < equiv->lanes; k++)
        used += (unsigned)snprintf(text + used, EQUIV_TEXT_MAX - used, "%u%s", scale * lane[k],
                                   k + 1 < equiv->lanes ? "," : "]");
}

bool equiv_gather(const struct equiv *equiv, uint32_t word[SHFL_LANES_MAX])
{
    for (unsigned k = 0; k < equiv->lanes; k++) {
        if (counts(equiv, k) && equiv->q.source[k] < 0)
            return false;
        word[k] = counts(equiv, k) ? (uint32_t)equiv->q.source[k] : k;
    }
    return true;
}
