/* SPDX-License-Identifier: Apache-2.0 */
/* pool - see pool.h. A process per task; what it finds out is in memory that it shares, and its text in a file. Under
 * GNU Parallel, with --shard, what `make sim` runs takes a tenth longer. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "pool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/output.h"
#include "report.h"

#define TEXT_MAX (1 << 20) /* bytes of a report */

/* Run a task; what is to be printed about it goes to f. */
static void work_on(const struct pool *pool, const struct task *t, struct task_result *r, FILE *f)
{
    static struct suite_source source;
    const double start = now();
    struct run run = { .build = t->build, .suite = t->suite, .source = &source };
    struct rtl *rtl = isa_open(t->build);
    bool agreed = true;

    suite_source_init(&source, t->build, pool->seed);
    if (pool->trace_path)
        t->build->trace(rtl, pool->trace_path);

    for (uint64_t first = t->first; first < t->warps && agreed; first += RUN_BLOCK) {
        struct run_failure failure;
        const uint64_t end = t->warps - first < RUN_BLOCK ? t->warps : first + RUN_BLOCK;

        if (first / RUN_BLOCK % t->of != t->shard)
            continue;
        agreed = run_block(&run, rtl, first, end, &r->cycles, &failure);
        r->warps += (agreed ? end : failure.warp) - first;
        if (!agreed) { /* the report, and then the trace, which a full disk may end with a signal */
            report_failure(f, &run, &failure, pool->program);
            fflush(f);
            r->state = TASK_FAILED;
            report_trace(f, &run, first, &failure, pool->fail_dir);
        }
    }
    if (pool->trace_path && !t->build->trace(rtl, NULL))
        trouble("--trace: cannot write: %s", strerror(errno));
    t->build->close(rtl);
    r->state = agreed ? TASK_PASSED : TASK_FAILED;
    r->seconds = now() - start;
}

const char *ended(int status)
{
    static char text[80];

    if (WIFSIGNALED(status))
        snprintf(text, sizeof text, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, sizeof text, "ended with status %d", WEXITSTATUS(status));
    return text;
}

/* The process of a task has ended. One that does so in the middle has lost it, or after the mismatch died of the trace. */
static void end(struct task_result *r, int status, FILE *f)
{
    size_t size;

    if (status != 0) {
        fseek(f, 0, SEEK_END);
        fprintf(f, "  %s %s\n",
                r->state == TASK_FAILED ? "no trace: the process that wrote it" : "the process that ran it",
                ended(status));
        r->state = r->state == TASK_FAILED ? TASK_FAILED : TASK_LOST;
    }
    rewind(f);
    r->text = stream_read(f, TEXT_MAX, &size);
    fclose(f);
}

void pool_run(const struct pool *pool, const struct task task[], unsigned tasks, struct task_result result[])
{
    struct task_result *const shared = mmap(NULL, tasks * sizeof *shared, PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FILE **const text = calloc(tasks, sizeof(FILE *));
    unsigned started = 0, running = 0, told = 0;

    if (shared == MAP_FAILED || !text)
        trouble("cannot start a process: %s", strerror(errno));
    while (told < tasks) {
        int status;

        while (running < pool->jobs && started < tasks) {
            fflush(NULL);
            text[started] = tmpfile();
            const pid_t pid = text[started] ? fork() : -1;
            if (pid < 0)
                trouble("cannot start a process: %s", strerror(errno));
            if (pid == 0) {
                prctl(PR_SET_PDEATHSIG, SIGTERM);
                work_on(pool, &task[started], &shared[started], text[started]);
                exit(0); /* runs what the simulator registered to run at exit */
            }
            shared[started++].worker = pid;
            running++;
        }
        const pid_t pid = wait(&status);
        for (unsigned i = told; i < started; i++)
            if (shared[i].worker == pid && !result[i].text) {
                end(&shared[i], status, text[i]);
                result[i] = shared[i];
                running--;
            }
        for (; told < started && result[told].text; told++)
            pool->done(pool->arg, told, &result[told]);
    }
    free(text);
    munmap(shared, tasks * sizeof *shared);
}
