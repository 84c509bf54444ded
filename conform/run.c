/* SPDX-License-Identifier: Apache-2.0
 * run - see level.h: a peer in a shared object, run in a separate process. */
#define _DEFAULT_SOURCE
#include "level.h"
#include "lib/output.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DONE = 0, NO_FUNCTION = 91, AGAIN = 2 };

/* A call, without a point of it. */
static void call_text(const struct sheet *s, size_t n, char text[TEXT_MAX])
{
    static struct call c;

    level_call(s->level, s->profile, n, &c);
    point_text(&c, n, POINTS_MAX, text);
}

/* Whether the profile includes any point of the call. */
static bool offered(const struct call *c)
{
    static struct result right;

    right_result(c, &right);
    EACH_POINT(if (!(right.flags[k] & OUTSIDE)) return true)
    return false;
}

/* One call and its results; in the child. */
static void ask_call(struct sheet *s, any_function *function, size_t n, struct call *c, struct result *r)
{
    static const uint64_t untouched = UINT64_C(0xa5a5a5a55a5a5a5a);
    unsigned whole = 0;

    s->tally->asked = n;
    level_call(s->level, s->profile, n, c);
    memset(r->flags, 0, c->points * sizeof *r->flags);
    for (unsigned k = 0; k < c->points + BEYOND; k++)
        r->rd[k] = untouched;
    const int refused = offered(c) ? s->level->ask(function, c, r) : 1;
    if (refused != 0)
        whole = refused == 1 ? REFUSED : GARBAGE;
    for (unsigned k = c->points; k < c->points + BEYOND; k++)
        if (r->rd[k] != untouched)
            whole = GARBAGE;
    for (unsigned k = 0; k < c->points && whole; k++)
        r->flags[k] = (uint16_t)whole;
    if (whole == GARBAGE && s->tally->garbage[0] == '\0') {
        char point[TEXT_MAX];

        call_text(s, n, point);
        snprintf(s->tally->garbage, sizeof s->tally->garbage,
                 refused == 0 || refused == 1 ? "%.300s: writes beyond the last result"
                                              : "%.300s: returns %d, expected 0, or 1 for refused",
                 point, refused);
    }
}

/* Whether two results of a peer differ in what counts. */
static bool differ(const struct call *c, const struct result *right, const struct result *a, const struct result *b,
                   unsigned k)
{
    const bool any = !c->of->rd || right->flags[k] & ANY, none = a->flags[k] & (REFUSED | GARBAGE | OPEN);
    const unsigned ignored = (c->pu && a->flags[k] & WRITTEN ? 0 : PU) | (any ? GARBAGE | OPEN : 0);

    return counts(c, right, k)
        && (((a->flags[k] ^ b->flags[k]) & ~ignored) != 0
            || (!any && !none && a->flags[k] & WRITTEN && a->rd[k] != b->rd[k]));
}

/* Ask again. What is entered stays. */
static void ask_again(struct sheet *s, any_function *function, size_t n)
{
    const struct tally first = *s->tally;
    static struct result before, now, right;
    static struct call c;
    unsigned k = 0;

    ask_call(s, function, n, &c, &now);
    right_result(&c, &right);
    sheet_result(s, n, &c, &before);
    *s->tally = first;
    s->tally->again++;
    while (k < c.points && !differ(&c, &right, &before, &now, k))
        k++;
    if (k == c.points || s->tally->changed++ > 0)
        return;
    char point[TEXT_MAX], then[TEXT_MAX], later[TEXT_MAX];
    point_text(&c, n, k, point);
    result_text(&c, &before, k, then);
    result_text(&c, &now, k, later);
    snprintf(s->tally->change, sizeof s->tally->change, "%.200s: %.90s, and then %.90s", point, then, later);
}

/* All warps, one after the other; and again in the opposite order, so that a result which depends on the number of calls
 * changes. If the first run took longer than AGAIN seconds, only as many as take about that long; in the child. */
static void ask(struct sheet *s, any_function *peer)
{
    const double start = now();
    static struct result r;
    static struct call c;

    for (size_t n = 0; n < s->warps; n++) {
        ask_call(s, peer, n, &c, &r);
        sheet_enter(s, n, &c, &r);
        s->tally->answered = n + 1;
    }
    const size_t step = 1 + (size_t)((now() - start) / AGAIN);
    for (size_t n = 0; n < s->warps; n += step)
        ask_again(s, peer, s->warps - 1 - n);
}

static _Noreturn void child(struct sheet *s, const char *library)
{
    char path[4096];
    void *symbol = NULL;
    any_function *function;
    const int null = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive the report */
    dup2(null, 0);
    dup2(2, 1); /* its output is not part of the report */
    snprintf(path, sizeof path, "%s%s", strchr(library, '/') ? "" : "./", library);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded != NULL)
        symbol = dlsym(loaded, s->level->function);
    if (symbol == NULL) {
        snprintf(s->tally->refusal, sizeof s->tally->refusal, "%s", dlerror());
        _exit(NO_FUNCTION);
    }
    memcpy(&function, &symbol, sizeof function);
    ask(s, function);
    s->tally->done = true;
    _exit(DONE);
}

/* Wait until the child ends, or a warp exceeds the time limit. Returns its status, or -1: it was killed. */
static int wait_for(struct sheet *s, pid_t pid, int alive, unsigned seconds)
{
    struct pollfd end = { .fd = alive, .events = POLLIN };
    size_t at = 0;
    unsigned waited = 0;
    int status;

    while (poll(&end, 1, 100) == 0) {
        const size_t asked = s->tally->asked + s->tally->answered + s->tally->again;

        waited = asked == at ? waited + 1 : 0;
        at = asked;
        if (waited >= 10 * seconds) {
            kill(-pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1;
        }
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

bool sheet_run(struct sheet *s, const char *library, unsigned seconds)
{
    char point[TEXT_MAX];
    int alive[2]; /* its writing end is open in the child alone, and so ends with it */
    pid_t pid;

    fflush(NULL);
    if (pipe(alive) != 0 || (pid = fork()) < 0)
        trouble("cannot start a process: %s", strerror(errno));
    setpgid(pid, pid); /* its children are killed with it; as 0, 0 in the child */
    if (pid == 0) {
        close(alive[0]);
        child(s, library);
    }
    close(alive[1]);
    const int status = wait_for(s, pid, alive[0], seconds);
    close(alive[0]);

    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == NO_FUNCTION)
        return false;
    const bool again = s->tally->answered == s->warps;
    if (again && status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == DONE && s->tally->done)
        return true;
    call_text(s, s->tally->asked, point);
    const char *when = again                                 ? ", when asked again"
                     : s->tally->answered || s->tally->asked ? ""
                                                             : ", or while it is loaded";
    if (status == -1)
        snprintf(s->trouble, sizeof s->trouble, "hangs: no result after %u s, at %.250s%s", seconds, point, when);
    else if (WIFSIGNALED(status))
        snprintf(s->trouble, sizeof s->trouble, "crashes: %s, at %.250s%s", strsignal(WTERMSIG(status)), point, when);
    else
        snprintf(s->trouble, sizeof s->trouble, "exits with status %d, at %.250s%s", WEXITSTATUS(status), point, when);
    return true;
}
