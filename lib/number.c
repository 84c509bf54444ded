/* SPDX-License-Identifier: Apache-2.0 */
/* number - see number.h */
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

const char *number_scan(const char *text, uint64_t *value)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
    char *end;

    if (!isdigit((unsigned char)text[0]))
        return NULL;
    errno = 0;
    const uint64_t read = strtoull(text, &end, hex ? 16 : 10);
    if (errno != 0)
        return NULL;
    *value = read;
    return end;
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
