/* SPDX-License-Identifier: Apache-2.0
 * run - see conform.h: a peer in a shared object, run in a separate process. */
#define _DEFAULT_SOURCE
#include "conform.h"
#include "lib/output.h"
#include "peer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DONE = 0, NO_FUNCTION = 91, BEYOND = 8, AGAIN = 2 };
static const uint64_t untouched = UINT64_C(0xa5a5a5a55a5a5a5a);

/* Whether the profile includes any lane of the warp. */
static bool offered(const struct sheet *s, size_t n)
{
    const uint8_t *care = s->care + n * s->profile->lanes;

    for (unsigned k = 0; k < s->profile->lanes; k++)
        if (care[k] != CARE_OUTSIDE)
            return true;
    return false;
}

/* One warp; in the child. */
static void ask_warp(struct sheet *s, openshfl_peer_fn *peer, size_t n)
{
    const unsigned lanes = s->profile->lanes;
    struct warp w;
    uint64_t rd[SHFL_LANES_MAX + BEYOND], pu = 0, we = 0;

    s->tally->asked = n;
    if (!offered(s, n)) {
        memset(s->got + n * lanes, ANSWER_REFUSED, lanes);
        return;
    }
    level_operands(s->profile, s->level, n, &w);
    level_data(s->level, n, &w);
    for (unsigned k = 0; k < lanes + BEYOND; k++)
        rd[k] = untouched;
    const int refused = peer(lanes, w.mode, w.active, w.sb, w.sc, w.ra, rd, &pu, &we);
    bool beyond = refused != 0 && refused != 1;
    for (unsigned k = lanes; k < lanes + BEYOND; k++)
        beyond |= rd[k] != untouched;
    if (beyond) {
        char point[POINT_TEXT_MAX];

        point_text(&w, 0, point);
        if (s->tally->garbage[0] == '\0')
            snprintf(s->tally->garbage, sizeof s->tally->garbage,
                     refused == 0 || refused == 1 ? "%s: writes beyond the last lane of rd"
                                                  : "%s: returns %d, expected 0, or 1 for refused",
                     point, refused);
        memset(s->got + n * lanes, ANSWER_GARBAGE, lanes);
    } else if (refused)
        memset(s->got + n * lanes, ANSWER_REFUSED, lanes);
    else
        sheet_enter(s, n, &w, rd, 0, pu, we);
}

/* Ask a warp again, and compare what counts. */
static void ask_again(struct sheet *s, openshfl_peer_fn *peer, size_t n)
{
    const unsigned lanes = s->profile->lanes;
    const uint8_t *care = s->care + n * lanes;
    const struct tally first = *s->tally;
    uint8_t *got = s->got + n * lanes, before[SHFL_LANES_MAX], after[SHFL_LANES_MAX];
    unsigned at = 0;

    memcpy(before, got, lanes);
    ask_warp(s, peer, n);
    memcpy(after, got, lanes);
    memcpy(got, before, lanes);
    *s->tally = first;
    s->tally->again++;
    while (at < lanes && same(after[at], before[at], care[at]))
        at++;
    if (at == lanes)
        return;
    if (s->tally->changed++ == 0) {
        char point[POINT_TEXT_MAX], then[POINT_TEXT_MAX], now[POINT_TEXT_MAX];
        struct warp w;

        level_operands(s->profile, s->level, n, &w);
        point_text(&w, at, point);
        answer_text(before[at], care[at], at, then);
        answer_text(after[at], care[at], at, now);
        snprintf(s->tally->change, sizeof s->tally->change, "%s: %s, and then %s", point, then, now);
    }
}

static double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* All warps, one after the other; and again in the opposite order, so that a result which depends on the number of calls
 * changes. If the first run took longer than AGAIN seconds, only as many as take about that long; in the child. */
static void ask(struct sheet *s, openshfl_peer_fn *peer)
{
    const double start = now();

    for (size_t n = 0; n < s->warps; n++) {
        ask_warp(s, peer, n);
        s->tally->answered = n + 1;
    }
    const size_t step = 1 + (size_t)((now() - start) / AGAIN);
    for (size_t n = 0; n < s->warps; n += step)
        if (offered(s, s->warps - 1 - n))
            ask_again(s, peer, s->warps - 1 - n);
}

static _Noreturn void child(struct sheet *s, const char *library)
{
    char path[4096];
    openshfl_peer_fn *peer = NULL;
    const int null = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive the report */
    dup2(null, 0);
    dup2(2, 1); /* its output is not part of the report */
    snprintf(path, sizeof path, "%s%s", strchr(library, '/') ? "" : "./", library);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded != NULL)
        *(void **)&peer = dlsym(loaded, "openshfl_peer");
    if (peer == NULL) {
        snprintf(s->tally->refusal, sizeof s->tally->refusal, "%s", dlerror());
        _exit(NO_FUNCTION);
    }
    ask(s, peer);
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
    char point[POINT_TEXT_MAX];
    struct warp w;
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
    level_operands(s->profile, s->level, s->tally->asked, &w);
    point_text(&w, s->profile->lanes, point);
    const char *when = again                                 ? ", when asked again"
                     : s->tally->answered || s->tally->asked ? ""
                                                             : ", or while it is loaded";
    if (status == -1)
        snprintf(s->trouble, sizeof s->trouble, "hangs: no result after %u s, at %s%s", seconds, point, when);
    else if (WIFSIGNALED(status))
        snprintf(s->trouble, sizeof s->trouble, "crashes: %s, at %s%s", strsignal(WTERMSIG(status)), point, when);
    else
        snprintf(s->trouble, sizeof s->trouble, "exits with status %d, at %s%s", WEXITSTATUS(status), point, when);
    return true;
}
