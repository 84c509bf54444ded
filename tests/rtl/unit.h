/* SPDX-License-Identifier: Apache-2.0 */
/* unit - one unit of a program, for tests that play recorded answers. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "tb/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SILENT_MAX 200 /* clocks without a transfer */

struct unit {
    const struct rtl_build *build;
    struct rtl *rtl;
};

/* The unit of a configuration's bare build, in reset for two clocks. Ends the program if it is not there. */
static inline struct unit unit_of(const char *name)
{
    const struct rtl_build *const *b = rtl_bare;
    struct rtl_pins reset = { .rst = true, .out_ready = true };

    while (*b && strcmp((*b)->name, name) != 0)
        b++;
    if (!*b) {
        printf("FAIL %s: not in this program\n", name);
        exit(1);
    }
    const struct unit unit = { *b, isa_open(*b) };
    for (unsigned n = 0; unit.rtl && n < 2; n++) {
        unit.build->settle(unit.rtl, &reset);
        unit.build->edge(unit.rtl);
    }
    return unit;
}

#endif
