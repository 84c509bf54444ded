/* pool - see pool.h */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "pool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

#define BAR_AFTER 1.0 /* seconds */

/* What a worker tells: written in one piece, no longer than a pipe keeps together. */
struct message {
    enum { PROGRESS, TEXT, DONE } kind;
    unsigned task;
    bool passed;
    uint64_t warps, cycles;
    double seconds;
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
        _exit(3);
}

static void tell_text(int fd, unsigned task, const char *text, size_t length)
{
    for (size_t n; length; text += n, length -= n) {
        struct message m = { .kind = TEXT, .task = task };
        n = length < sizeof m.text ? length : sizeof m.text;
        memcpy(m.text, text, n);
        m.length = n;
        tell(fd, &m);
    }
}

static void work_on(const struct pool *pool, const struct task *t, unsigned number, int fd)
{
    static struct suite_source source;
    struct message m = { .kind = PROGRESS, .task = number, .passed = true };
    const double start = now();
    double told = start;
    struct run run = { .build = t->build, .suite = t->suite, .source = &source };
    struct rtl *rtl = t->build->open();

    if (!rtl) {
        fprintf(stderr, "%s: out of memory\n", pool->program);
        _exit(2);
    }
    suite_source_init(&source, t->build, pool->seed);
    if (pool->trace_path)
        t->build->trace(rtl, pool->trace_path);

    for (uint64_t first = t->first; first < t->warps && m.passed; first += RUN_BLOCK) {
        struct run_failure failure;
        uint64_t end = t->warps - first < RUN_BLOCK ? t->warps : first + RUN_BLOCK;

        if (first / RUN_BLOCK % t->of != t->shard)
            continue;
        m.passed = run_block(&run, rtl, first, end, &m.cycles, &failure);
        m.warps += (m.passed ? end : failure.warp) - first;
        if (!m.passed) {
            char *text = NULL;
            size_t length = 0;
            FILE *f = open_memstream(&text, &length);

            if (!f)
                _exit(2);
            report_failure(f, &run, first, &failure, pool->program, pool->fail_dir);
            fclose(f);
            tell_text(fd, number, text, length);
            free(text);
        }
        m.seconds = now() - start;
        if (now() - told > 0.1) {
            tell(fd, &m);
            told = now();
        }
    }
    t->build->close(rtl);
    m.seconds = now() - start;
    m.kind = DONE;
    tell(fd, &m);
}

static void worker(const struct pool *pool, const struct task task[], unsigned tasks, atomic_uint *next,
                   int fd)
{
    for (unsigned n; (n = atomic_fetch_add(next, 1)) < tasks;)
        work_on(pool, &task[n], n, fd);
}

static void bar(double part, const char *what)
{
    char hashes[31] = "";
    unsigned filled = (unsigned)(part * 30);

    memset(hashes, '#', filled);
    fprintf(stderr, "\r[%-30s] %3.0f %%  %-28.28s", hashes, part * 100, what);
}

static void bar_clear(void)
{
    fprintf(stderr, "\r%70s\r", "");
}

static uint64_t size_of(const struct task *t)
{
    return (t->warps - t->first) / t->of + 1;
}

static void append(char **text, const struct message *m)
{
    size_t length = *text ? strlen(*text) : 0;
    char *longer = realloc(*text, length + m->length + 1);

    if (!longer)
        return;
    memcpy(longer + length, m->text, m->length);
    longer[length + m->length] = '\0';
    *text = longer;
}

/* Listen to the workers until the last is gone. */
static void listen_to(const struct pool *pool, int fd, const struct task task[], unsigned tasks,
                      struct task_result result[])
{
    const double start = now();
    double drawn = 0;
    bool visible = false;
    unsigned told = 0;
    uint64_t total = 0, done = 0;
    struct message m, died = { .text = "  the process that ran it died, or never came to it\n" };

    died.length = strlen(died.text);
    for (unsigned i = 0; i < tasks; i++)
        total += size_of(&task[i]);
    for (;;) {
        ssize_t n = read(fd, &m, sizeof m);

        if (n < 0 && errno == EINTR)
            continue;
        if (n != (ssize_t)sizeof m)
            break;
        if (m.kind == TEXT) {
            append(&result[m.task].text, &m);
        } else {
            struct task_result *r = &result[m.task];
            done += m.warps - r->warps;
            r->warps = m.warps;
            r->cycles = m.cycles;
            r->seconds = m.seconds;
            r->passed = m.passed;
            r->done = m.kind == DONE;
        }
        if (visible && told < tasks && result[told].done)
            bar_clear();
        for (; told < tasks && result[told].done; told++)
            pool->done(pool->arg, told, &result[told]);
        if (pool->progress && now() - start > BAR_AFTER && now() - drawn > 0.1) {
            bar(done < total ? (double)done / (double)total : 1, task[m.task].build->name);
            visible = true;
            drawn = now();
        }
    }
    if (visible)
        bar_clear();
    for (; told < tasks; told++) { /* those that no worker finished */
        struct task_result *r = &result[told];
        if (!r->done) {
            r->passed = false;
            append(&r->text, &died);
        }
        pool->done(pool->arg, told, r);
    }
}

bool pool_run(const struct pool *pool, const struct task task[], unsigned tasks,
              struct task_result result[])
{
    int fd[2];
    unsigned started = 0;
    atomic_uint *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    for (unsigned i = 0; i < tasks; i++)
        result[i] = (struct task_result){ .done = false };
    if (next == MAP_FAILED || pipe(fd) != 0)
        return false;
    atomic_init(next, 0);
    fflush(NULL);
    for (unsigned i = 0; i < pool->jobs && i < tasks; i++) {
        pid_t pid = fork();

        if (pid == 0) {
            close(fd[0]);
            worker(pool, task, tasks, next, fd[1]);
            exit(0); /* runs what the simulator registered to run at exit */
        }
        started += pid > 0;
    }
    close(fd[1]);
    if (started)
        listen_to(pool, fd[0], task, tasks, result);
    close(fd[0]);
    while (wait(NULL) > 0)
        ;
    munmap(next, sizeof *next);
    return started > 0;
}
