/* SPDX-License-Identifier: Apache-2.0
 * init - see sass.h: what registers and predicates start with.
 *
 *     NAME=VALUE   VALUE is  an expression of lane, such as lane*2+1 or (lane+1)%32   in each lane
 *                            N                                                 the same in all lanes
 *                            random:SEED                                       32 random bits
 *                            [V,V,...]                                         lane by lane, over and over
 *                            float:VALUE                                       the same as floats
 *     P0=MASK      bit k is lane k's predicate
 */
#include "sass.h"
#include "cli/read/expr.h"
#include "cli/lib/number.h"
#include "word.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool refuse(char why[240], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, 240, format, arguments);
    va_end(arguments);
    return false;
}

/* A number, or a float's bits; *at moves behind it. */
static bool take(const char **at, bool as_float, uint32_t *word)
{
    const char *end = as_float ? word_scan_float(*at, word) : word_scan(*at, word);

    *at = end != NULL ? end : *at;
    return end != NULL;
}

/* The finalizer of splitmix64, over seed and lane. */
static uint32_t noise(uint64_t seed, unsigned lane)
{
    uint64_t x = (seed * WARP_LANES + lane + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) >> 32);
}

/* Floats, lane by lane. */
static bool float_list(const char *at, unsigned lanes, uint32_t word[])
{
    unsigned count = 0;

    do {
        at += strspn(at, " ");
        if (count == lanes || !take(&at, true, &word[count++]))
            return false;
    } while (*at++ == ',');
    if (at[-1] != ']' || *at != '\0')
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
    if (as_float && *at == '[')
        return float_list(at + 1, lanes, word);
    if (strncmp(at, "random:", 7) == 0) {
        uint64_t seed;

        if (!number_read(at + 7, 0, UINT64_MAX, &seed))
            return false;
        for (unsigned k = 0; k < lanes; k++)
            word[k] = as_float ? word_of_float((float)(noise(seed, k) % 1000)) : noise(seed, k);
        return true;
    }
    if (as_float && strncmp(at, "lane", 4) != 0) {
        if (!take(&at, true, &word[0]) || *at != '\0')
            return false;
        for (unsigned k = 1; k < lanes; k++)
            word[k] = word[0];
        return true;
    }
    if (!expr_read(at, &scope, &expr, why))
        return false;
    for (unsigned k = 0; k < lanes; k++) {
        if (expr.word[k] > UINT32_MAX && (int64_t)expr.word[k] < INT32_MIN)
            return false;
        if (expr.word[k] > UINT32_MAX && (int64_t)expr.word[k] > 0)
            return false;
        word[k] = as_float ? word_of_float((float)(int32_t)(uint32_t)expr.word[k]) : (uint32_t)expr.word[k];
    }
    return true;
}

bool sass_init(const struct sass_program *program, const char *init, struct sass_warp *warp, char why[240])
{
    const char *equals = strchr(init, '='), *at;
    uint32_t word[WARP_LANES], mask;
    bool as_float;

    if (equals == NULL)
        return refuse(why, "'%.60s': expected NAME=VALUE, such as Rx=lane", init);
    at = equals + 1;
    if (equals - init == 2 && init[0] == 'P' && init[1] >= '0' && init[1] <= '6') {
        if (!take(&at, false, &mask) || *at != '\0')
            return refuse(why, "'%.60s': expected a mask of lanes for a predicate, such as P1=0xffff0000", init);
        warp->p[init[1] - '0'] = mask;
        warp->p_written |= (uint8_t)(1u << (init[1] - '0'));
        return true;
    }
    int reg = sass_register(program, init, (size_t)(equals - init));
    if (reg == SASS_RZ)
        return refuse(why, "'%.60s': RZ is always 0", init);
    if (reg < 0)
        return refuse(why, "'%.60s': no such register in the program, and no predicate P0 to P6", init);
    if (!sass_values(at, WARP_LANES, word, &as_float))
        return refuse(why,
                      "'%.60s': expected lane, lane*N, lane+N, lane^N, a number, random:SEED or [N,N,...] of at "
                      "most 32 numbers, all of these also after float:",
                      init);
    memcpy(warp->r[reg], word, sizeof word);
    warp->is_float[reg] = as_float;
    warp->written[reg] = true;
    return true;
}
