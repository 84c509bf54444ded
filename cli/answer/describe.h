/* SPDX-License-Identifier: Apache-2.0 */
/* describe - one sentence that says what each lane gets, made from the table of the lanes. */
#ifndef READ_DESCRIBE_H
#define READ_DESCRIBE_H

#include "model/shfl.h"

enum describe_what {
    DESCRIBE_NOTHING,   /* the lane does not execute: it is not spoken of */
    DESCRIBE_READS,     /* the word of lane `from`, itself or another */
    DESCRIBE_OTHER,     /* the word that lane `from` has in the call's other argument */
    DESCRIBE_OWN,       /* its own word, because there is no lane to read */
    DESCRIBE_ZERO,      /* 0 */
    DESCRIBE_OLD,       /* what the destination held */
    DESCRIBE_UNDEFINED, /* anything */
};

struct describe_lane {
    enum describe_what what;
    uint8_t from;
};

enum { DESCRIBE_MAX = 240 };

/* The arithmetic of a lane, a line for each stage. */
enum { STEPS_MAX = 5, STEP_MAX = 160 };

/* "every lane reads the lane 1 below it; the first lane's result is undefined"
 *
 *   lanes     2, 4, 8, 16, 32 or 64; those that execute are spoken of
 */
void describe(unsigned lanes, const struct describe_lane lane[], char line[DESCRIBE_MAX]);

#endif
