/* SPDX-License-Identifier: Apache-2.0 */
/* name - the name that a function or a variable has in C++, without namespaces, classes and arguments. */
#include "ptx_module.h"

#include <ctype.h>
#include <string.h>

bool ptx_is_named(const struct ptx_function *f, const char *name)
{
    size_t length = strlen(f->name);
    const char *base = ptx_base_name(f->name, &length);

    return strcmp(f->name, name) == 0 || (strlen(name) == length && memcmp(base, name, length) == 0);
}

/* The numbers in front of names: _ZN2ns8warp_sumIfEEvPKT_ has 2ns and 8warp_sum, and what stands in I E are arguments. */
const char *ptx_base_name(const char *name, size_t *length)
{
    const char *at = name, *end = name + *length, *base = name;
    size_t size = *length;
    bool is_nested = false; /* else the first name alone: a struct's can follow, of an argument */

    if (*length < 4 || strncmp(name, "_Z", 2) != 0)
        return name;
    at += 2;
    while (at < end && *at == 'Z') { /* within a function: what stands behind its E */
        const char *e = end;

        do
            e--;
        while (e > at && !(*e == 'E' && e + 1 < end && isdigit((unsigned char)e[1])));
        at = e + 1;
    }
    for (; at < end && strchr("NLKrVZE", *at) != NULL; at++)
        is_nested = is_nested || *at == 'N';
    if (at < end && strncmp(at, "St", 2) == 0)
        at += 2;
    for (bool more = true; more && at < end && isdigit((unsigned char)*at); more = is_nested) {
        size_t n = 0;

        while (at < end && isdigit((unsigned char)*at) && n < *length)
            n = 10 * n + (size_t)(*at++ - '0');
        if (n == 0 || n > (size_t)(end - at))
            return name;
        base = at;
        size = n;
        at += n;
    }
    *length = size;
    return base;
}
