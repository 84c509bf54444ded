/* SPDX-License-Identifier: Apache-2.0 */
/* flow - who executes an instruction of assembly or of compilers' IR: what stands in front of it in its function. */
#ifndef READ_FLOW_H
#define READ_FLOW_H

#include "text.h"

#include <stdint.h>

struct flow {
    char doubt[200]; /* why it is not known, in a remark; or empty */
    bool has_exec;   /* AMD's: EXEC was written, as a constant */
    uint64_t exec;
};

/* The next line of a text, without its end, and its number. */
void flow_line(struct flow *flow, const char *line, unsigned number);

/* All lines in front of this place. */
void flow_to(struct flow *flow, const char *text, const char *at);

#endif
