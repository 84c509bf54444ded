/* SPDX-License-Identifier: Apache-2.0 */
/* check - for the tests written in C: their PASS and FAIL lines, and a program that runs one of them by its name. */
#ifndef CHECK_H
#define CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int check_failed;

/* A check. Prints PASS name, or FAIL name: why, where why is printf's format. Returns ok. Of check_need, what a check rests on,
 * no PASS. */
#define check(ok, ...) check_line(ok, true, __VA_ARGS__)
#define check_need(ok, ...) check_line(ok, false, __VA_ARGS__)
__attribute__((format(printf, 4, 5))) static inline bool check_line(bool ok, bool tells, const char *name,
                                                                    const char *why, ...)
{
    va_list arg;

    va_start(arg, why);
    if (!ok) {
        printf("FAIL %s: ", name);
        vprintf(why, arg);
        putchar('\n');
        check_failed++;
    } else if (tells) {
        printf("PASS %s\n", name);
    }
    va_end(arg);
    return ok;
}

/* The exit status. */
static inline int check_status(void) { return check_failed ? 1 : 0; }

struct check_test {
    const char *name;
    void (*run)(void);
};

/* An entry of the array for check_main: CHECK_TEST(x) is test_x. */
#define CHECK_TEST(name) { #name, test_##name }

/* Runs the tests that are named, or all; the array ends with an entry of zeros. Returns the exit status, 2 for a
 * name that there is not. */
static inline int check_main(char **names, const struct check_test *tests)
{
    for (const struct check_test *t = tests; !*names && t->name; t++)
        t->run();
    for (; *names; names++) {
        const struct check_test *t = tests;

        while (t->name && strcmp(t->name, *names) != 0)
            t++;
        if (!t->name) {
            fprintf(stderr, "there is no test '%s'\n", *names);
            return 2;
        }
        t->run();
    }
    return check_status();
}

#endif
