/* SPDX-License-Identifier: Apache-2.0 */
/* subgroup - the functions of OpenCL and of Vulkan's GLSL that read another lane of the sub-group: as text, and what
 * their documents define. The lanes of a sub-group are its invocations, or work-items; all of them are there. */
#ifndef SUBGROUP_H
#define SUBGROUP_H

#include "intrinsic.h"

enum subgroup_op {
    SUBGROUP_SHUFFLE,
    SUBGROUP_XOR,
    SUBGROUP_UP,
    SUBGROUP_DOWN,
    SUBGROUP_BROADCAST,      /* of a lane that is the same for all */
    SUBGROUP_FIRST,          /* of the lowest lane that executes */
    SUBGROUP_ROTATE,         /* within clusters */
    SUBGROUP_QUAD_BROADCAST, /* of a number in every four lanes */
    SUBGROUP_QUAD_SWAP       /* operand: 1 horizontal, 2 vertical, 3 diagonal; it is in the name */
};

struct subgroup_function {
    const char *name;
    bool is_opencl;
    enum subgroup_op op;
    bool needs_all;        /* it is undefined unless all lanes execute it */
    unsigned arguments;    /* 0 to 2, behind the value: the operand, and the size of the clusters */
    uint32_t operand;      /* where it is in the name */
    const char *undefined; /* when its result is: "delta is above the lane's number"; NULL: never by its operand */
    const char *source;    /* the document */
};

extern const struct subgroup_function subgroup_functions[];
extern const unsigned subgroup_functions_count;

struct subgroup_call {
    const struct subgroup_function *function;
    char argument[INTRINSIC_ARGUMENT_MAX]; /* the operand as text */
    uint32_t cluster;                      /* lanes; all of them, if the function has none */
};

/* Does the text begin as such a call does? */
bool subgroup_is(const char *text);

/* Understand "sub_group_shuffle_up(v, 3)" and its kin.
 *
 *   The value may be any expression. The operand is a number, or where it may differ from lane to lane, lane with +N, -N,
 *   *N or ^N, or [N,N,...].
 *   lanes     of the sub-group: 2, 4, 8, 16, 32 or 64
 *   returns   whether it is one; if not, why is a line with what would be right
 */
bool subgroup_parse(const char *text, unsigned lanes, struct subgroup_call *call, char why[240]);

/* The lane that a lane reads, or -1 if the documents leave its result undefined whoever executes. It is undefined, too, if
 * the lane that it reads does not execute.
 *
 *   active    the lanes that execute
 *   operand   the lane's own
 *   cluster   lanes, a power of two
 */
int subgroup_source(const struct subgroup_function *function, unsigned lanes, uint64_t active, unsigned lane,
                    uint32_t operand, uint32_t cluster);

#endif
