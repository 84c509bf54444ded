/* SPDX-License-Identifier: Apache-2.0 */
/* report - a difference, printed so that a person can act on it. */
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "run.h"

/* Print to f: what differs and where, the warp as a table of lanes, the first stage that went wrong, and the
 * command that runs it again.
 *
 *   failure   the failure that run_block reports
 *   program   argv[0]
 */
void report_failure(FILE *f, const struct run *run, const struct run_failure *failure, const char *program);

/* Print a beat that differs: the instruction, and a table of the lanes, as the ports have them; of SHFL with the model's
 * stages. */
void report_beat(FILE *f, const struct rtl_build *build, const struct warp *warp, const struct beat *beat,
                 const struct want *want, const struct rtl_out *got);

/* Write the trace of the clock cycles around a failure, which run_block found in warps first .. of run, to a file
 * in dir, which is made if it is not there. Print to f where it is, or why there is none. */
void report_trace(FILE *f, const struct run *run, uint64_t first, const struct run_failure *failure, const char *dir);

#endif
