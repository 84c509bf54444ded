/* SPDX-License-Identifier: Apache-2.0
 * init - see sass.h: what registers and predicates start with. docs/use/programs.md has the forms. */
#include "sass.h"
#include "expr.h"
#include "lib/number.h"
#include "lib/word.h"

#include <stdio.h>
#include <string.h>

/* The finalizer of splitmix64, over seed and lane. */
static uint32_t noise(uint64_t seed, unsigned lane)
{
    uint64_t x = (seed * WARP_LANES + lane + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) >> 32);
}

/* "1.5", or "[1.5,2]" over and over. */
static bool take_floats(const char *at, unsigned lanes, uint32_t word[])
{
    const bool is_list = *at == '[';
    unsigned count = 0;

    do {
        at += is_list;
        at += is_list ? strspn(at, " ") : 0;
        if (count == lanes || (at = word_scan_float(at, &word[count++])) == NULL)
            return false;
    } while (is_list && *at == ',');
    if (strcmp(at, is_list ? "]" : "") != 0)
        return false;
    for (unsigned k = count; k < lanes; k++)
        word[k] = word[k % count];
    return true;
}

bool sass_values(const char *at, unsigned lanes, uint32_t word[], bool *is_float)
{
    static struct expr expr;
    const struct expr_scope scope = { .lanes = lanes };
    const bool as_float = *is_float = strncmp(at, "float:", 6) == 0;
    char why[READ_WHY_MAX];

    at += as_float ? 6 : 0;
    if (strncmp(at, "random:", 7) == 0) {
        uint64_t seed;

        if (!number_read(at + 7, 0, UINT64_MAX, &seed))
            return false;
        for (unsigned k = 0; k < lanes; k++)
            word[k] = as_float ? word_of_float((float)(noise(seed, k) % 1000)) : noise(seed, k);
        return true;
    }
    if (as_float && strncmp(at, "lane", 4) != 0)
        return take_floats(at, lanes, word);
    if (!expr_read(at, &scope, &expr, why))
        return false;
    for (unsigned k = 0; k < lanes; k++) {
        if (expr.word[k] > UINT32_MAX && ((int64_t)expr.word[k] < INT32_MIN || (int64_t)expr.word[k] > 0))
            return false;
        word[k] = as_float ? word_of_float((float)(int32_t)(uint32_t)expr.word[k]) : (uint32_t)expr.word[k];
    }
    return true;
}

bool sass_predicates(const char *at, unsigned lanes, uint64_t *mask)
{
    static struct expr expr;
    const struct expr_scope scope = { .lanes = lanes };
    char why[READ_WHY_MAX];

    if (!expr_read(at, &scope, &expr, why))
        return false;
    if (!expr.by_lane) {
        const bool negative = expr.word[0] >> 63; /* -1, ~0xf */

        *mask = expr.word[0] & shfl_all_lanes(lanes);
        return negative || *mask == expr.word[0];
    }
    *mask = 0;
    for (unsigned k = 0; k < lanes; k++) {
        if (expr.word[k] > 1)
            return false;
        *mask |= expr.word[k] << k;
    }
    return true;
}

bool sass_init(const struct sass_program *program, const char *init, struct sass_warp *warp, char why[READ_WHY_MAX])
{
    const char *equals = strchr(init, '='), *at;
    uint32_t word[WARP_LANES];
    uint64_t mask;
    bool as_float;

    if (equals == NULL)
        return text_why(why, "'%.60s': expected NAME=VALUE, such as Rx=lane", init);
    at = equals + 1;
    const int predicate = sass_predicate(init, (size_t)(equals - init));
    if (predicate >= 0 && predicate != SASS_PT) {
        if (!sass_predicates(at, WARP_LANES, &mask))
            return text_why(why,
                            "'%.60s': expected a mask of lanes, such as P1=0xffff0000, or 0 or 1 in each, such as "
                            "P1=lane<16",
                            init);
        warp->p[predicate] = (uint32_t)mask;
        warp->p_written |= (uint16_t)(1u << predicate);
        return true;
    }
    int reg = sass_register(program, init, (size_t)(equals - init));
    if (reg == SASS_RZ)
        return text_why(why, "'%.60s': RZ is always 0", init);
    if (reg < 0)
        return text_why(why, "'%.60s': no such register in the program, and no predicate P0 to P6", init);
    if (!sass_values(at, WARP_LANES, word, &as_float))
        return text_why(why,
                        "'%.60s': expected lane, lane*N, lane+N, lane^N, a number, random:SEED or [N,N,...] of at "
                        "most 32 numbers, all of these also after float:",
                        init);
    memcpy(warp->r[reg], word, sizeof word);
    warp->is_float[reg] = as_float;
    warp->written[reg] = true;
    return true;
}

void sass_shfl_in(const struct sass_insn *insn, const struct sass_warp *warp, uint32_t active, struct shfl_in *in)
{
    const struct sass_source *ra = &insn->source[0], *sb = &insn->source[1], *sc = &insn->source[2];

    *in = (struct shfl_in){ .mode = (enum shfl_mode)insn->modifier,
                            .active = active,
                            .sb_is_imm = sb->is_imm,
                            .sb_imm = sb->imm,
                            .sc_is_imm = sc->is_imm,
                            .sc_imm = sc->imm };
    for (unsigned k = 0; k < WARP_LANES; k++) {
        in->ra[k] = warp->r[ra->reg][k];
        in->sb[k] = sb->is_imm ? 0 : warp->r[sb->reg][k];
        in->sc[k] = sc->is_imm ? 0 : warp->r[sc->reg][k];
    }
}
