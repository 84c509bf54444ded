/* SPDX-License-Identifier: Apache-2.0
 * pool - runs tasks, one suite on one build each, on several processes.
 */
#ifndef POOL_H
#define POOL_H

#include "run.h"

struct task {
    const struct rtl_build *build;
    const struct suite *suite;
    uint64_t warps;     /* run warps 0 .. warps-1, */
    uint64_t first;     /* from this on, a multiple of RUN_BLOCK, */
    unsigned shard, of; /* but only every of-th block, from block shard (0 .. of-1) on */
};

struct task_result {
    enum { TASK_RUNS, TASK_PASSED, TASK_FAILED, TASK_LOST } state; /* LOST: the process that ran it died */
    uint64_t warps, cycles;
    double seconds;
    long worker; /* its process */
    char *text;  /* the output of report_failure, or how it was lost; empty if passed; to be freed */
};

struct pool {
    unsigned jobs; /* processes at a time, 1 or more */
    uint64_t seed;
    const char *program;    /* argv[0], for the replay command */
    const char *fail_dir;   /* for report_failure */
    const char *trace_path; /* trace all of it here, or NULL; builds are probed then */
    void (*done)(void *arg, unsigned task, const struct task_result *); /* called in order of tasks */
    void *arg;
};

/* Run all tasks. result has one element per task, 0 before. */
void pool_run(const struct pool *pool, const struct task task[], unsigned tasks, struct task_result result[]);

/* How a process ended, of the status that wait gave: "was killed by signal 9 (Killed)". It stays until the next call. */
const char *ended(int status);

#endif
