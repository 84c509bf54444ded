/* SPDX-License-Identifier: Apache-2.0
 * collective - the levels of openshfl conform that are more than a shuffle, each a row of kinds.h: their operands and right results,
 * and the judgement of a peer's, from a file or from a function in a shared object. docs/reference/conformance-formats.md */
#define _DEFAULT_SOURCE
#include "collective.h"
#include "lib/options.h"
#include "lib/table.h"
#include "kinds.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RESULTS_MAX = 1 << 27, FOUND_MAX = 8 };
static const struct kind *const kinds[] = { &kind_ballot,    &kind_match,        &kind_reduce, &kind_rvv_gather,
                                            &kind_rvv_slide, &kind_rvv_compress, &kind_tile,   &kind_coalesced,
                                            &kind_barrier,   &kind_block_shuffle };
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(const char *name)
{
    for (unsigned i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

bool conform_collective_is(const char *level) { return kind_of(level) != NULL; }

void conform_collective_names(char text[], size_t size)
{
    text[0] = '\0';
    for (unsigned i = 0; i < KINDS; i++)
        snprintf(text + strlen(text), size - strlen(text), "%s%s",
                 i == 0           ? ""
                 : i + 1 == KINDS ? " and "
                                  : ", ",
                 kinds[i]->name);
}

static unsigned operations_of(const struct kind *kind)
{
    unsigned n = 0;

    while (kind->operations[n].name != NULL)
        n++;
    return n;
}

static void warp_of(const struct kind *kind, const struct shape *shape, size_t n, struct warp *w)
{
    memset(w, 0, sizeof *w);
    w->of = kind->operations[n / kind->warps];
    w->lanes = w->points = shape->lanes;
    kind->draw(kind, shape->vlen, n, w);
}

static void right(const struct kind *kind, const struct warp *w, struct result *r)
{
    memset(r->flags, 0, w->points);
    r->state = GIVEN;
    kind->right(w, r);
}

/* Whether a result is right at a point, as far as it counts. */
static bool same(const struct warp *w, const struct result *got, const struct result *want, unsigned k)
{
    const uint8_t g = got->flags[k], r = want->flags[k];

    if ((g ^ r) & WRITTEN)
        return false;
    if (!(r & WRITTEN) || r & ANY)
        return true;
    return (!w->of.rd
            || (!(g & OPEN)
                && (got->rd[k] == want->rd[k] || (r & AGNOSTIC && got->rd[k] == low(UINT64_MAX, 1u << w->v.sew)))))
        && (!w->of.pu || !((g ^ r) & PU));
}

/* What a peer with a known fault gives; w changes. */
static void with_fault(const struct kind *kind, const struct fault *f, unsigned argument, struct warp *w,
                       struct result *r)
{
    right(kind, w, r);
    f->apply(w, r, argument);
}

/* ---- A peer's results */

struct sheet {
    const struct kind *kind;
    const struct shape *shape;
    size_t warps, asked; /* asked: the last one, of a function */
    char trouble[300];
    struct result got[];
};

static size_t size_of(const struct kind *kind)
{
    return sizeof(struct sheet) + operations_of(kind) * kind->warps * sizeof(struct result);
}

static struct sheet *new_sheet(const struct kind *kind, const struct shape *shape)
{
    struct sheet *s = mmap(NULL, size_of(kind), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                           0);

    if (s == MAP_FAILED)
        trouble("out of memory");
    s->kind = kind;
    s->shape = shape;
    s->warps = operations_of(kind) * (size_t)kind->warps;
    return s;
}

static bool at_end(const char *at) { return *at == '\0' || strchr(" \t\r\n", *at) != NULL; }

static int digit(char c)
{
    const char *digits = "0123456789abcdefABCDEF", *found = c ? strchr(digits, c) : NULL;

    return found == NULL ? -1 : (int)(found - digits) - (found - digits > 15 ? 6 : 0);
}

/* A hexadecimal number of at most 64 bits, or x, and a blank or the end of the line behind it. */
static bool take(const char **at, uint64_t *value, bool *open)
{
    const char *first;

    *at += strspn(*at, " \t");
    first = *at;
    *value = 0;
    if ((*open = **at == 'x'))
        return at_end(++*at);
    for (; digit(**at) >= 0; ++*at) {
        if (*value >> 60)
            return false;
        *value = *value << 4 | (unsigned)digit(**at);
    }
    return *at > first && at_end(*at);
}

/* A hexadecimal number whose bit k sets a flag of point k. */
static bool take_mask(const char **at, struct result *r, unsigned points, uint8_t flag)
{
    size_t digits;

    *at += strspn(*at, " \t");
    digits = strspn(*at, "0123456789abcdefABCDEF");
    for (size_t k = 0; k < 4 * digits && k < points; k++)
        if (digit((*at)[digits - 1 - k / 4]) >> k % 4 & 1)
            r->flags[k] |= flag;
    *at += digits;
    return digits > 0 && at_end(*at);
}

/* rd[0] .. rd[points-1], of most levels pu we; or - */
static bool read_line(const struct sheet *s, struct result *r, unsigned points, const char *at)
{
    at += strspn(at, " \t");
    if (*at == '-') {
        r->state = REFUSED;
        at++;
    } else {
        for (unsigned k = 0; k < points; k++) {
            bool open;

            if (!take(&at, &r->rd[k], &open))
                return false;
            r->flags[k] = (uint8_t)((open ? OPEN : 0) | (s->kind->values ? WRITTEN : 0));
        }
        if (!s->kind->values && (!take_mask(&at, r, points, PU) || !take_mask(&at, r, points, WRITTEN)))
            return false;
        r->state = GIVEN;
    }
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0';
}

static void read_file(struct sheet *s, const char *path)
{
    static struct warp w;
    size_t size, line = 0;
    char *bytes = take_file(path, RESULTS_MAX, &size);

    for (const char *at = bytes; at < bytes + size; line++) {
        if (line < s->warps) {
            warp_of(s->kind, s->shape, line, &w);
            if (!read_line(s, &s->got[line], w.points, at))
                misuse("conform: %s:%zu: '%.*s': expected rd[0] .. rd[%u]%s in hexadecimal, or -", path, line + 1,
                       (int)(strcspn(at, "\n") < 40 ? strcspn(at, "\n") : 40), at, w.points - 1,
                       s->kind->values ? "" : " pu we");
        }
        at += strcspn(at, "\n");
        at += at < bytes + size;
    }
    free(bytes);
    if (line != s->warps)
        snprintf(s->trouble, sizeof s->trouble, "%zu lines, expected %zu", line, s->warps);
}

/* All warps; in the child. */
static void ask(struct sheet *s, void *library, unsigned seconds)
{
    static struct warp w;
    void *function = dlsym(library, s->kind->function);

    if (function == NULL) {
        snprintf(s->trouble, sizeof s->trouble, "it does not export %s", s->kind->function);
        return;
    }
    for (size_t n = 0; n < s->warps; n++) {
        warp_of(s->kind, s->shape, n, &w);
        s->asked = n;
        alarm(seconds);
        const int refused = s->kind->call(function, &w, &s->got[n]);
        alarm(0);
        s->got[n].state = refused ? REFUSED : GIVEN;
    }
}

static void call(struct sheet *s, const char *library, unsigned seconds)
{
    char path[4096];
    int status;
    pid_t pid;

    snprintf(path, sizeof path, "%s%s", strchr(library, '/') ? "" : "./", library);
    fflush(NULL);
    if ((pid = fork()) < 0)
        trouble("cannot start a process: %s", strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(2, 1); /* its output is not part of the report */
        void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (loaded == NULL)
            snprintf(s->trouble, sizeof s->trouble, "%s", dlerror());
        else
            ask(s, loaded, seconds);
        _exit(0);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && s->trouble[0] && s->got[0].state == MISSING)
        misuse("conform: --so %s: %s", library, s->trouble);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(s->trouble, sizeof s->trouble, "hangs: no result after %u s, at warp %zu", seconds, s->asked + 1);
    else if (WIFSIGNALED(status))
        snprintf(s->trouble, sizeof s->trouble, "crashes: %s, at warp %zu", strsignal(WTERMSIG(status)), s->asked + 1);
}

/* ---- The report */

static void print_result(const struct warp *w, const struct result *r, unsigned k)
{
    if (!(r->flags[k] & WRITTEN)) {
        printf("nothing is written");
        return;
    }
    if (w->of.rd && r->flags[k] & OPEN)
        printf("rd x%s", w->of.pu ? ", " : "");
    else if (w->of.rd)
        printf("rd 0x%" PRIx64 "%s%s", r->rd[k], r->flags[k] & AGNOSTIC ? " or all ones" : "", w->of.pu ? ", " : "");
    if (w->of.pu)
        printf("pu %u", (unsigned)(r->flags[k] & PU) / PU);
}

struct match {
    const struct fault *fault;
    unsigned argument;
};

/* Whether a fault gives all results of an operation, whose first warp is this one. */
static bool fits(const struct sheet *s, size_t first, const struct match *m)
{
    static struct warp w, changed;
    static struct result want;

    for (size_t n = first; n < first + s->kind->warps; n++) {
        if (s->got[n].state != GIVEN)
            return false;
        warp_of(s->kind, s->shape, n, &w);
        changed = w;
        with_fault(s->kind, m->fault, m->argument, &changed, &want);
        for (unsigned k = 0; k < w.points; k++)
            if (!same(&w, &s->got[n], &want, k))
                return false;
    }
    return true;
}

static unsigned explain(const struct sheet *s, size_t first, struct match found[FOUND_MAX])
{
    const size_t operation = first / s->kind->warps;
    unsigned count = 0;

    for (const struct fault *f = s->kind->faults; f->name != NULL; f++)
        for (unsigned argument = f->last > 0; argument <= f->last && count < FOUND_MAX; argument++) {
            found[count] = (struct match){ f, argument };
            count += f->operations >> operation & 1 && fits(s, first, &found[count]);
        }
    return count;
}

/* Judge an operation, and print its row and what it means. Returns whether it agrees. */
static bool judge(const struct sheet *s, size_t first, struct table *t)
{
    static struct warp w;
    static struct result want;
    struct match found[FOUND_MAX];
    size_t points = 0, differ = 0, refused = 0, missing = 0, at = 0;
    unsigned point = 0;

    for (size_t n = first; n < first + s->kind->warps; n++) {
        const struct result *got = &s->got[n];

        warp_of(s->kind, s->shape, n, &w);
        right(s->kind, &w, &want);
        points += w.points;
        refused += got->state == REFUSED ? w.points : 0;
        missing += got->state == MISSING ? w.points : 0;
        for (unsigned k = 0; k < w.points && got->state == GIVEN; k++)
            if (!same(&w, got, &want, k) && differ++ == 0) {
                at = n;
                point = k;
            }
    }
    const unsigned count = differ ? explain(s, first, found) : 0;
    table_cell(t, "%s", w.of.name);
    table_cell(t, "%zu", points);
    table_cell(t, "%zu", differ);
    table_cell(t, "%zu", refused + missing);
    table_cell(t, "%s", count > 1 ? "one of: " : "");
    for (unsigned i = 0; i < count; i++)
        table_add(t, "%s%s", i ? ", " : "", found[i].fault->name);
    if (count == 0)
        table_add(t, "%s",
                  differ    ? "differs, as by none of the known faults"
                  : refused ? "refused"
                  : missing ? "missing"
                            : "agrees");
    table_end(t);
    for (unsigned i = 0; i < count; i++) {
        const char *number = strchr(found[i].fault->says, '#');

        printf("        %s: ", found[i].fault->name);
        if (number == NULL)
            puts(found[i].fault->says);
        else
            printf("%.*s%u%s\n", (int)(number - found[i].fault->says), found[i].fault->says, found[i].argument,
                   number + 1);
    }
    if (differ) {
        warp_of(s->kind, s->shape, at, &w);
        right(s->kind, &w, &want);
        printf("        first: warp %zu, ", at + 1);
        s->kind->say(&w, point);
        printf(": ");
        print_result(&w, &s->got[at], point);
        printf("; expected ");
        print_result(&w, &want, point);
        putchar('\n');
    }
    return differ + refused + missing == 0;
}

bool conform_collective(const char *name, const char *path, const char *library, const struct shape *shape,
                        unsigned seconds)
{
    const struct kind *kind = kind_of(name);
    struct sheet *s = new_sheet(kind, shape);
    struct table t = { .file = stdout, .indent = "  " };
    bool agrees;

    if (library)
        call(s, library, seconds);
    else
        read_file(s, path);
    if (strncmp(name, "rvv-", 4) == 0)
        printf("%s: VLEN %u", library ? library : path, shape->vlen);
    else
        printf("%s: %u lanes", library ? library : path, shape->lanes);
    printf("\n\nlevel %s: %s\n", name, kind->about);
    table_column(&t, "operation", -15);
    table_column(&t, "points", 7);
    table_column(&t, "differ", 8);
    table_column(&t, "refused", 8);
    table_column(&t, "verdict", 0);
    table_head(&t);
    agrees = s->trouble[0] == '\0';
    if (!agrees)
        printf("  %s\n", s->trouble);
    for (size_t first = 0; first < s->warps; first += kind->warps)
        agrees = judge(s, first, &t) && agrees;
    puts(agrees ? "\nagrees" : "\ndiffers");
    munmap(s, size_of(kind));
    return agrees;
}

/* ---- The operands of a level, the right results, and the faults */

void write_values(const uint64_t value[], unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        printf(" %" PRIx64, value[k]);
}

void write_mask(const uint64_t mask[], unsigned bits)
{
    unsigned digit = (bits + 3) / 4;

    while (digit > 1 && (mask[(digit - 1) / 16] >> 4 * ((digit - 1) % 16) & 15) == 0)
        digit--;
    for (putchar(' '); digit-- > 0;)
        printf("%x", (unsigned)(mask[digit / 16] >> 4 * (digit % 16) & 15));
}

static void write_result(const struct kind *kind, const struct warp *w, const struct result *r)
{
    uint64_t pu[MASK_WORDS] = { 0 }, we[MASK_WORDS] = { 0 };

    for (unsigned k = 0; k < w->points; k++) {
        const uint8_t f = r->flags[k];

        if (w->of.rd && f & WRITTEN && !(f & ANY))
            printf("%s%" PRIx64, k ? " " : "", r->rd[k]);
        else
            printf("%sx", k ? " " : "");
        pu[k / 64] |= (uint64_t)(w->of.pu && f & PU && f & WRITTEN) << k % 64;
        we[k / 64] |= (uint64_t)(f & WRITTEN) << k % 64;
    }
    if (!kind->values) {
        write_mask(pu, w->points);
        write_mask(we, w->points);
    }
    putchar('\n');
}

void conform_collective_write(const char *name, const struct shape *shape, bool results)
{
    const struct kind *kind = kind_of(name);
    static struct result r;
    static struct warp w;

    for (size_t n = 0; n < operations_of(kind) * (size_t)kind->warps; n++) {
        warp_of(kind, shape, n, &w);
        right(kind, &w, &r);
        if (results)
            write_result(kind, &w, &r);
        else
            kind->write(&w);
    }
}

void conform_collective_faults(const struct shape *shape)
{
    static struct warp w, changed;
    static struct result want, got;

    for (unsigned i = 0; i < KINDS; i++)
        for (const struct fault *f = kinds[i]->faults; f->name != NULL; f++)
            for (unsigned argument = f->last > 0; argument <= f->last; argument++) {
                size_t differ = 0;

                for (size_t n = 0; n < operations_of(kinds[i]) * (size_t)kinds[i]->warps; n++) {
                    if (!(f->operations >> n / kinds[i]->warps & 1))
                        continue;
                    warp_of(kinds[i], shape, n, &w);
                    right(kinds[i], &w, &want);
                    changed = w;
                    with_fault(kinds[i], f, argument, &changed, &got);
                    for (unsigned k = 0; k < w.points; k++)
                        differ += !same(&w, &got, &want, k);
                }
                printf("%s\t%s\t%u\t%zu\t%s\n", kinds[i]->name, f->name, argument, differ, f->says);
            }
}
