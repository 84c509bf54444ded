/* SPDX-License-Identifier: Apache-2.0 */
/* called - a call that the executor has come to: who is there, with which arguments, as the struct call that the reader of a
 * single call makes; so both have one meaning. */
#ifndef CALLED_H
#define CALLED_H

#include "program.h"
#include "check/ptx_run.h"

enum { SITES_MAX = 1000 };

/* A call in the text, and how often each thread has executed it. */
struct called_site {
    unsigned line, column, row;
    unsigned count[PTX_WARPS_MAX * PTX_WARP];
};

struct called {
    const struct program_source *source;
    struct program *program;
    const struct ptx_launch *launch;
    struct choices *choices;
    struct called_site site[SITES_MAX];
    unsigned sites;
};

/* For struct ptx_launch, whose watcher is the struct called. */
void called_now(void *watcher, struct ptx_called *c);

/* For its watch: an instruction of an asm statement of the text is a call, too. */
void called_instruction(void *watcher, const struct ptx_event *e);

/* The name of an instruction's row, for messages. */
const char *called_name(uint32_t row);

#endif
