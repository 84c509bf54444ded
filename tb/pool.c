/* SPDX-License-Identifier: Apache-2.0 */
/* pool - see pool.h
 *
 * Why not GNU Parallel over --shard: for what `make sim` does, this is quicker, gives one report in the order of the
 * list, and needs no package. Medians of 7 runs, in turns, on two quiet cores: `make sim`'s suites need 1.09 s here,
 * and 1.17, 1.23 and 1.36 s in 2, 8 and 32 shards under GNU Parallel 20221122. Where suites are long, shards share the
 * work better, as a task here is a whole suite: --suite mixed,pipeline --count 400000 needs 6.3 s here and 6.0 s in 2
 * shards, medians of 5. Such runs are what campaigns are for, docs/develop/campaigns.md.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "pool.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/output.h"
#include "report.h"

#define BAR_AFTER 1.0 /* seconds */

/* The message of a worker: written in one piece, no longer than a pipe keeps together. */
struct message {
    unsigned task;
    struct task_result result; /* as far as it is known; text is not a pointer here, but below */
    size_t length;
    char text[3072];
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void tell(int fd, const struct message *m)
{
    _Static_assert(sizeof *m <= 4096, "a message must fit into PIPE_BUF");
    if (write(fd, m, sizeof *m) != (ssize_t)sizeof *m)
        _exit(TROUBLE);
}

/* Send what was printed to f since the last call. */
static void tell_text(int fd, struct message *m, FILE *f, char *const *text, size_t *told)
{
    fflush(f);
    for (size_t left; (left = strlen(*text + *told)) > 0; *told += m->length) {
        m->length = left < sizeof m->text ? left : sizeof m->text;
        memcpy(m->text, *text + *told, m->length);
        tell(fd, m);
    }
    m->length = 0;
}

/* The report, and then the trace, which a full disk may end with a signal. */
static void tell_failure(const struct pool *pool, const struct run *run, uint64_t first,
                         const struct run_failure *failure, struct message *m, int fd)
{
    char *text = NULL;
    size_t length = 0, told = 0;
    FILE *f = open_memstream(&text, &length);

    if (!f)
        trouble("out of memory");
    report_failure(f, run, failure, pool->program);
    tell_text(fd, m, f, &text, &told);
    report_trace(f, run, first, failure, pool->fail_dir);
    tell_text(fd, m, f, &text, &told);
    fclose(f);
    free(text);
}

static void work_on(const struct pool *pool, const struct task *t, unsigned number, int fd)
{
    static struct suite_source source;
    struct message m = { .task = number, .result = { .state = TASK_RUNS, .worker = getpid() } };
    struct task_result *r = &m.result;
    const double start = now();
    double told = start;
    struct run run = { .build = t->build, .suite = t->suite, .source = &source };
    struct rtl *rtl;

    tell(fd, &m);
    rtl = isa_open(t->build);
    if (!rtl)
        trouble("out of memory");
    suite_source_init(&source, t->build, pool->seed);
    if (pool->trace_path)
        t->build->trace(rtl, pool->trace_path);

    for (uint64_t first = t->first; first < t->warps && r->state == TASK_RUNS; first += RUN_BLOCK) {
        struct run_failure failure;
        uint64_t end = t->warps - first < RUN_BLOCK ? t->warps : first + RUN_BLOCK;
        bool agreed;

        if (first / RUN_BLOCK % t->of != t->shard)
            continue;
        agreed = run_block(&run, rtl, first, end, &r->cycles, &failure);
        r->warps += (agreed ? end : failure.warp) - first;
        r->seconds = now() - start;
        if (!agreed) {
            r->state = TASK_FAILED;
            tell_failure(pool, &run, first, &failure, &m, fd);
        } else if (now() - told > 0.1) {
            tell(fd, &m);
            told = now();
        }
    }
    if (pool->trace_path && !t->build->trace(rtl, NULL))
        trouble("--trace: cannot write: %s", strerror(errno));
    t->build->close(rtl);
    if (r->state == TASK_RUNS)
        r->state = TASK_PASSED;
    r->seconds = now() - start;
    tell(fd, &m);
}

static void worker(const struct pool *pool, const struct task task[], unsigned tasks, atomic_uint *next, int fd)
{
    for (unsigned n; (n = atomic_fetch_add(next, 1)) < tasks;)
        work_on(pool, &task[n], n, fd);
}

/* A bar as wide as the terminal allows, up to 70 columns; part is 0 to 1. */
static void bar(double part, const char *what)
{
    struct winsize size;
    const int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
    const int name = columns > 69 ? 28 : columns > 41 ? columns - 41 : 0, width = columns > 40 ? 30 : columns - 11;
    char hashes[31] = "";

    if (width > 0)
        memset(hashes, '#', (size_t)(part * width));
    fprintf(stderr, "\r\033[K[%-*s] %3.0f %%  %.*s", width > 0 ? width : 0, hashes, part * 100, name, what);
}

static void bar_clear(void) { fprintf(stderr, "\r\033[K"); }

static uint64_t size_of(const struct task *t) { return (t->warps - t->first) / t->of + 1; }

static void append(struct task_result *r, const char *more, size_t length)
{
    const size_t before = r->text ? strlen(r->text) : 0;
    char *longer = realloc(r->text, before + length + 1);

    if (!longer)
        trouble("out of memory");
    memcpy(longer + before, more, length);
    longer[before + length] = '\0';
    r->text = longer;
}

static bool over(const struct task_result *r) { return r->state > TASK_RUNS; }

/* Listen to the workers until the last is gone. */
static void listen_to(const struct pool *pool, int fd, const struct task task[], unsigned tasks,
                      struct task_result result[], unsigned *told)
{
    const double start = now();
    double drawn = 0;
    bool visible = false;
    uint64_t total = 0, done = 0;
    struct message m;
    ssize_t n;

    for (unsigned i = 0; i < tasks; i++)
        total += size_of(&task[i]);
    while ((n = read(fd, &m, sizeof m)) == (ssize_t)sizeof m || (n < 0 && errno == EINTR)) {
        struct task_result *r = &result[m.task];

        if (n < 0)
            continue;
        if (m.length)
            append(r, m.text, m.length);
        done += m.result.warps - r->warps;
        m.result.text = r->text;
        if (m.length) /* more follows */
            m.result.state = TASK_RUNS;
        *r = m.result;
        if (visible && *told < tasks && over(&result[*told]))
            bar_clear();
        for (; *told < tasks && over(&result[*told]); ++*told)
            pool->done(pool->arg, *told, &result[*told]);
        if (pool->progress && now() - start > BAR_AFTER && now() - drawn > 0.1) {
            bar(done < total ? (double)done / (double)total : 1, task[m.task].build->name);
            visible = true;
            drawn = now();
        }
    }
    if (visible)
        bar_clear();
}

const char *ended(int status, char text[static 80])
{
    if (WIFSIGNALED(status))
        snprintf(text, 80, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, 80, "ended with status %d", WEXITSTATUS(status));
    return text;
}

/* A worker has ended in the middle of a task. One that has reported a mismatch died of the trace. */
static void lose(struct task_result *r, const char *how)
{
    char text[160];

    snprintf(text, sizeof text, "  %s %s\n",
             r->text ? "no trace: the process that wrote it" : "the process that ran it", how);
    r->state = r->text ? TASK_FAILED : TASK_LOST;
    append(r, text, strlen(text));
}

bool task_runs(const struct task *t)
{
    return t->warps > t->first && (t->warps - 1) / RUN_BLOCK - t->first / RUN_BLOCK >= t->shard;
}

bool pool_run(const struct pool *pool, const struct task task[], unsigned tasks, struct task_result result[])
{
    int fd[2], status, error = 0;
    unsigned started = 0, told = 0;
    atomic_uint *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char how[80];

    for (unsigned i = 0; i < tasks; i++)
        result[i] = (struct task_result){ .state = TASK_WAITS };
    if (next == MAP_FAILED || pipe(fd) != 0)
        return false;
    atomic_init(next, 0);
    fflush(NULL);
    for (unsigned i = 0; i < pool->jobs && i < tasks; i++) {
        pid_t pid = fork();

        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            close(fd[0]);
            worker(pool, task, tasks, next, fd[1]);
            exit(0); /* runs what the simulator registered to run at exit */
        }
        started += pid > 0;
        error = pid < 0 ? errno : error;
    }
    close(fd[1]);
    if (started)
        listen_to(pool, fd[0], task, tasks, result, &told);
    close(fd[0]);
    munmap(next, sizeof *next);
    for (long pid; (pid = wait(&status)) > 0;)
        for (unsigned i = told; i < tasks; i++)
            if (result[i].state == TASK_RUNS && result[i].worker == pid)
                lose(&result[i], ended(status, how));
    for (; started && told < tasks; told++) {
        if (result[told].state == TASK_WAITS)
            lose(&result[told], "was never started");
        pool->done(pool->arg, told, &result[told]);
    }
    errno = error;
    return started > 0;
}
