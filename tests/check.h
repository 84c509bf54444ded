/* check - PASS and FAIL lines for the tests written in C. */
#ifndef CHECK_H
#define CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int check_failed;

/* One line: PASS name, or FAIL name: why, where why is printf's format. Returns ok. */
static inline bool check(bool ok, const char *name, const char *why, ...)
{
    va_list arg;

    printf(ok ? "PASS %s" : "FAIL %s: ", name);
    if (!ok) {
        va_start(arg, why);
        vprintf(why, arg);
        va_end(arg);
        check_failed++;
    }
    putchar('\n');
    return ok;
}

/* The exit status. */
static inline int check_status(void)
{
    return check_failed ? 1 : 0;
}

#endif
