/* SPDX-License-Identifier: Apache-2.0
 * output - see output.h
 */
#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BEGUN_MAX 4

static const char *program = "openshfl";
static struct output *begun[BEGUN_MAX];
static pid_t owner; /* of what is begun, and of stdout */

void end_with(int status, const char *format, ...)
{
    va_list arg;

    fprintf(stderr, "%s: ", program);
    va_start(arg, format);
    vfprintf(stderr, format, arg);
    va_end(arg);
    fputc('\n', stderr);
    exit(status);
}

/* Remove a file that is not whole, and what the writer of traces puts beside it. Safe in a signal handler. */
static void drop(const struct output *o)
{
    static const char *const beside[] = { "", ".hier", ".fst", ".fst.hier" };
    char name[sizeof o->part + 16];

    for (unsigned k = 0; o->part[0] && k < sizeof beside / sizeof *beside; k++) {
        strcpy(name, o->part);
        strcat(name, beside[k]);
        unlink(name);
    }
}

static void drop_all(void)
{
    for (unsigned i = 0; i < BEGUN_MAX; i++)
        if (begun[i])
            drop(begun[i]);
}

static void at_signal(int number)
{
    if (getpid() == owner)
        drop_all();
    signal(number, SIG_DFL);
    raise(number);
}

static void at_exit(void)
{
    if (getpid() != owner)
        return;
    drop_all();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: cannot write to standard output: %s\n", program, strerror(errno));
        _exit(TROUBLE);
    }
}

void output_start(const char *name)
{
    static const int ending[] = { SIGINT, SIGTERM, SIGHUP };

    program = name;
    owner = getpid();
    /* no file that is opened later may become what is taken for standard output */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    for (unsigned i = 0; i < sizeof ending / sizeof *ending; i++)
        signal(ending[i], at_signal);
    atexit(at_exit);
}

/* Or false, and errno says why. */
static bool output_open(struct output *o, const char *path, const char *suffix)
{
    const char *temporary = getenv("TMPDIR");
    struct stat is;
    unsigned i = 0;
    int length;

    *o = (struct output){ .path = path, .f = stdout };
    if (strcmp(path, "-") == 0)
        return true;
    while (begun[i])
        i++;
    o->special = lstat(path, &is) == 0 && !S_ISREG(is.st_mode);
    if (o->special && S_ISDIR(is.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (o->special && access(path, W_OK) != 0 && errno != ENOENT) /* a link may lead to a file that is still to be */
        return false;
    if (o->special)
        length = snprintf(o->part, sizeof o->part, "%s/openshfl.%ld.%u.part%s", temporary ? temporary : "/tmp",
                          (long)getpid(), i, suffix);
    else
        length = snprintf(o->part, sizeof o->part, "%s.%ld.part%s", path, (long)getpid(), suffix);
    if (length >= (int)sizeof o->part)
        errno = ENAMETOOLONG;
    o->f = length < (int)sizeof o->part ? fopen(o->part, "wb") : NULL;
    if (o->f)
        begun[i] = o;
    return o->f != NULL;
}

/* Copy part into the device, pipe or link. */
static bool copy(const struct output *o)
{
    char bytes[65536];
    ssize_t n = 0;
    const int from = open(o->part, O_RDONLY), to = open(o->path, O_WRONLY | O_TRUNC | O_CREAT, 0666);
    bool right = from >= 0 && to >= 0;

    while (right && (n = read(from, bytes, sizeof bytes)) > 0)
        for (ssize_t done = 0, wrote; right && done < n; done += wrote)
            right = (wrote = write(to, bytes + done, (size_t)(n - done))) > 0;
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) != 0)
        right = false;
    return right && n == 0;
}

void output_end(struct output *o)
{
    bool right = !ferror(o->f);

    if ((o->f == stdout ? fflush(stdout) : fclose(o->f)) != 0)
        right = false;
    if (right && o->part[0])
        right = o->special ? copy(o) : rename(o->part, o->path) == 0;
    int why = errno;
    if (o->special || !right)
        drop(o);
    for (unsigned i = 0; i < BEGUN_MAX; i++)
        if (begun[i] == o)
            begun[i] = NULL;
    if (!right)
        trouble("%s %s: cannot write: %s", o->option, o->path, strerror(why));
}

void output_begin(struct output *o, const char *option, const char *path, const char *suffix)
{
    if (!output_open(o, path, suffix))
        misuse("%s %s: cannot write: %s", option, path, strerror(errno));
    o->option = option;
}

double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

void *more_memory(void *other, size_t size)
{
    void *more = realloc(other, size);

    if (more == NULL)
        trouble("out of memory");
    return more;
}

char *text_copy(const char *from, size_t length)
{
    char *copy = more_memory(NULL, length + 1);

    memcpy(copy, from, length);
    copy[length] = '\0';
    return copy;
}

char *stream_read(FILE *f, size_t limit, size_t *size)
{
    char *bytes = NULL;

    *size = 0;
    for (size_t room = 65536, got = 1; got > 0 && *size <= limit; room *= 2) {
        bytes = more_memory(bytes, room + 1);
        got = fread(bytes + *size, 1, room - *size, f);
        *size += got;
    }
    bytes[*size] = '\0';
    return bytes;
}

char *file_read(const char *path, size_t limit, size_t *size, const char **why)
{
    static char too_long[80];
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *bytes = NULL;

    *size = 0;
    *why = f ? NULL : strerror(errno);
    if (f)
        bytes = stream_read(f, limit, size);
    if (f && ferror(f))
        *why = strerror(errno);
    else if (*size > limit) {
        snprintf(too_long, sizeof too_long, "it has more than %zu bytes, the limit", limit);
        *why = too_long;
    }
    if (f && f != stdin)
        fclose(f);
    if (!*why)
        return bytes;
    free(bytes);
    return NULL;
}
