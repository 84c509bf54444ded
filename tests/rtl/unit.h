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

/* Offer a part of an operation until it is taken; of the last part, wait for the result. Ends the program if that does
 * not come. */
static inline void unit_transfer(const struct unit *unit, const void *in, unsigned part, bool last, struct rtl_out *out)
{
    bool offered = true, leaves = false;

    for (unsigned n = 0; n < SILENT_MAX && (last ? !leaves : offered); n++) {
        struct rtl_pins pins = { .in_valid = offered, .in_last = last, .out_ready = true };

        rtl_drive(unit->build, unit->rtl, in, part, 0);
        unit->build->settle(unit->rtl, &pins);
        leaves = pins.out_valid;
        if (leaves)
            rtl_get(unit->rtl, out);
        offered = offered && !pins.in_ready;
        unit->build->edge(unit->rtl);
    }
    if (last ? !leaves : offered) {
        printf("FAIL %s: no answer\n", unit->build->name);
        exit(1);
    }
}

#endif
