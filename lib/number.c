/* SPDX-License-Identifier: Apache-2.0 */
/* number - see number.h */
#include "number.h"

#include <stddef.h>

/* 0 .. base-1, or base if c is no digit. */
static unsigned digit(char c, unsigned base)
{
    unsigned value = base;

    if (c >= '0' && c <= '9')
        value = (unsigned)(c - '0');
    else if (c >= 'a' && c <= 'f')
        value = (unsigned)(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
        value = (unsigned)(c - 'A') + 10;
    return value < base ? value : base;
}

const char *number_scan(const char *text, uint64_t *value)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit(text[2], 16) < 16;
    const unsigned base = hex ? 16 : 10;
    uint64_t sum = 0;

    text += hex ? 2 : 0;
    if (digit(*text, base) == base)
        return NULL;
    for (unsigned d; (d = digit(*text, base)) < base; text++) {
        if (sum > (UINT64_MAX - d) / base)
            return NULL;
        sum = sum * base + d;
    }
    *value = sum;
    return text;
}

bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *end = number_scan(text, value);

    return end && *end == '\0' && *value >= least && *value <= most;
}

bool number_extent(const char *text, unsigned most, unsigned extent[3])
{
    uint64_t all = 1;
    const char *at = text;

    extent[0] = extent[1] = extent[2] = 1;
    for (unsigned k = 0; at && k < 3; k++) {
        uint64_t v;
        const char *end = number_scan(at, &v);

        if (end == NULL || v == 0 || v > most || (*end != '\0' && (*end != ',' || k == 2)) || (all *= v) > most)
            return false;
        extent[k] = (unsigned)v;
        at = *end == ',' ? end + 1 : NULL;
    }
    return true;
}
