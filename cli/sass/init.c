/* SPDX-License-Identifier: Apache-2.0
 * init - see sass.h: what registers and predicates start with.
 *
 *     NAME=VALUE   VALUE is  lane, lane*N, lane+N, lane-N, lane*N+M, lane^N   computed in each lane
 *                            N                                                 the same in all lanes
 *                            random:SEED                                       32 random bits
 *                            [V,V,...]                                         lane by lane, over and over
 *                            float:VALUE                                       the same as floats
 *     P0=MASK      bit k is lane k's predicate
 */
#include "sass.h"
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

/* lane, lane*N, lane*N+M, lane+N, lane-N, lane^N: signed, or modulo 2^32. */
static bool lane_expression(const char *at, unsigned lanes, uint32_t word[])
{
    uint32_t factor = 1, term = 0, mask = 0;
    bool ok = true;

    if (*at == '*') {
        at++;
        ok = take(&at, false, &factor);
    }
    if (ok && (*at == '+' || *at == '-'))
        ok = take(&at, false, &term);
    else if (ok && *at == '^') {
        at++;
        ok = take(&at, false, &mask);
    }
    for (unsigned k = 0; k < lanes; k++)
        word[k] = ((k * factor) + term) ^ mask;
    return ok && *at == '\0';
}

static bool list(const char *at, bool as_float, unsigned lanes, uint32_t word[])
{
    unsigned count = 0;

    do {
        at += strspn(at, " ");
        if (count == lanes || !take(&at, as_float, &word[count++]))
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
    const bool as_float = *is_float = strncmp(at, "float:", 6) == 0;

    at += as_float ? 6 : 0;
    if (*at == '[')
        return list(at + 1, as_float, lanes, word);
    if (strncmp(at, "random:", 7) == 0) {
        uint64_t seed;

        if (!number_read(at + 7, 0, UINT64_MAX, &seed))
            return false;
        for (unsigned k = 0; k < lanes; k++)
            word[k] = as_float ? word_of_float((float)(noise(seed, k) % 1000)) : noise(seed, k);
        return true;
    }
    if (strncmp(at, "lane", 4) == 0) {
        if (!lane_expression(at + 4, lanes, word))
            return false;
        for (unsigned k = 0; k < lanes && as_float; k++)
            word[k] = word_of_float((float)(int32_t)word[k]);
        return true;
    }
    if (!take(&at, as_float, &word[0]) || *at != '\0')
        return false;
    for (unsigned k = 1; k < lanes; k++)
        word[k] = word[0];
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
