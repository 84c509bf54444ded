/* SPDX-License-Identifier: Apache-2.0 */
/* ptx_constants - the registers of PTX that hold a number. */
#ifndef PTX_CONSTANTS_H
#define PTX_CONSTANTS_H

#include <stdbool.h>

/* The registers of a function of PTX that hold a number: the only thing that writes them is one mov. nvcc puts the operands
 * of shuffles into such registers. */
enum { PTX_NAME_MAX = 24, PTX_REGISTERS_MAX = 4096, PTX_LINE_MAX = 1024, PTX_NOTE_MAX = 160 };
struct ptx_constants {
    unsigned count;
    bool is_full;
    struct ptx_register {
        char name[PTX_NAME_MAX], value[PTX_NAME_MAX];
        unsigned writes;
    } list[PTX_REGISTERS_MAX];
};

/* Of the function that begins before the text, up to the next one. */
void ptx_constants(struct ptx_constants *constants, const char *text);

/* A line with a shuffle, with numbers for these registers.
 *
 *   note      "%r4 is 1, %r3 is 0"
 *   returns   whether it has any
 */
bool ptx_with_constants(struct ptx_constants *constants, const char *line, char into[PTX_LINE_MAX],
                        char note[PTX_NOTE_MAX]);

#endif
