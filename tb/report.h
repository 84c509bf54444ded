/* report - a difference told so that a person can act on it. */
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "run.h"

/* Print to f: what differs and where, the warp as a table of lanes, the first stage that went wrong, the
 * command that runs it again, and the trace of the clock cycles around it, which is written here.
 *
 *   failure   what run_block said of warps first .. of run
 *   program   argv[0]
 *   dir       where the trace goes; made if it is not there
 */
void report_failure(FILE *f, const struct run *run, uint64_t first, const struct run_failure *failure,
                    const char *program, const char *dir);

/* The first stage of a probed unit that disagrees with the model on a warp, which is held on the inputs
 * until it is on the outputs, where nobody takes it.
 *
 *   detail    gets a sentence, cut to size
 *   returns   the stage's module, or NULL if all stages agree
 */
const char *report_stage(const struct rtl_build *build, struct rtl *rtl, const struct shfl_in *in,
                         char *detail, size_t size);

#endif
