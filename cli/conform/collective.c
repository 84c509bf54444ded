/* SPDX-License-Identifier: Apache-2.0
 * collective - the levels ballot, match, reduce and rvv-gather of openshfl conform: votes, matches and reductions of a peer, and RISC-V's
 * vrgather, from a file or from functions in a shared object. docs/reference/conformance-formats.md has the operands and results; the rules
 * are those of docs/rules.md 8 to 10 and docs/rvv.md 3. */
#define _DEFAULT_SOURCE
#include "collective.h"
#include "cli/lib/options.h"
#include "model/shfl_rvv.h"
#include "mixed.h"
#include "peer.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WARPS = 256, OPERATIONS_MAX = 8, RESULTS_MAX = 1 << 26, FOUND_MAX = 8, EI16 = 4 };
enum kind { BALLOT, MATCH, REDUCE, GATHER, KINDS };
const char *const conform_collective_name[] = { "ballot", "match", "reduce", "rvv-gather", NULL };
static const char *const about[KINDS] = { "votes, the ballot and elect", "which lanes have the same value",
                                          "and, or, xor, sum, minimum and maximum", "vrgather.vv and vrgatherei16.vv" };

/* An operation: its number in files and calls, and what counts of its results. */
static const struct operation {
    const char *name;
    unsigned op;
    bool is_signed, rd, pu;
} operations[KINDS][OPERATIONS_MAX + 1] = {
    { { "all", PEER_ALL, 0, 0, 1 },
      { "any", PEER_ANY, 0, 0, 1 },
      { "uni", PEER_UNI, 0, 0, 1 },
      { "elect", PEER_ELECT, 0, 1, 1 },
      { "ballot", PEER_BALLOT, 0, 1, 0 },
      { NULL, 0, 0, 0, 0 } },
    { { "match.all", SHFL_MATCH_ALL, 0, 1, 1 }, { "match.any", SHFL_MATCH_ANY, 0, 1, 0 }, { NULL, 0, 0, 0, 0 } },
    { { "and", SHFL_REDUX_AND, 0, 1, 0 },
      { "or", SHFL_REDUX_OR, 0, 1, 0 },
      { "xor", SHFL_REDUX_XOR, 0, 1, 0 },
      { "add", SHFL_REDUX_SUM, 0, 1, 0 },
      { "min.u32", SHFL_REDUX_MIN, 0, 1, 0 },
      { "max.u32", SHFL_REDUX_MAX, 0, 1, 0 },
      { "min.s32", SHFL_REDUX_MIN, 1, 1, 0 },
      { "max.s32", SHFL_REDUX_MAX, 1, 1, 0 },
      { NULL, 0, 0, 0, 0 } },
    { { "e8", 0, 0, 1, 0 }, /* log2 of SEW / 8, and EI16 */
      { "e16", 1, 0, 1, 0 },
      { "e32", 2, 0, 1, 0 },
      { "e64", 3, 0, 1, 0 },
      { "ei16.e8", EI16 + 0, 0, 1, 0 },
      { "ei16.e16", EI16 + 1, 0, 1, 0 },
      { "ei16.e32", EI16 + 2, 0, 1, 0 },
      { "ei16.e64", EI16 + 3, 0, 1, 0 },
      { NULL, 0, 0, 0, 0 } },
};

struct warp {
    enum kind kind;
    struct operation of;
    unsigned lanes;
    uint64_t active, p, ra[SHFL_LANES_MAX]; /* of GATHER the mask, vl and the indices */
};

struct result {
    uint64_t rd[SHFL_LANES_MAX], pu, we, open; /* open: bit k: rd of lane k is not given */
    enum { MISSING, GIVEN, REFUSED } state;
};

static unsigned operations_of(enum kind kind)
{
    unsigned n = 0;

    while (operations[kind][n].name != NULL)
        n++;
    return n;
}

/* ---- The warps */

static unsigned sew_of(const struct warp *w) { return w->of.op % EI16; }

/* The lowest so many bytes of a value. */
static uint64_t low(uint64_t value, unsigned bytes) { return value & ~UINT64_C(0) >> (64 - 8 * bytes); }

/* The elements of a vrgather: a mask, vl, and indices inside, at the edges and far outside. */
static void draw_gather(struct warp *w, size_t n, uint64_t random)
{
    const unsigned what = (unsigned)(n / 4 % 4), bytes = w->of.op < EI16 ? 1u << sew_of(w) : 2;

    w->p = what == 0 ? w->lanes : (random >> 40) % (w->lanes + 1);
    for (unsigned k = 0; k < w->lanes; k++) {
        const uint64_t own = mixed(random + k), in = own % w->lanes;
        const uint64_t edges[] = { w->lanes - 1,  w->lanes,     UINT64_MAX,
                                   w->lanes + in, in << 8 | in, in | UINT64_C(1) << 63 };

        w->ra[k] = low(what == 0 || own >> 60 < 8 ? in : edges[(own >> 32) % 6], bytes);
    }
}

static void warp_of(enum kind kind, unsigned lanes, size_t n, struct warp *w)
{
    static const uint32_t ends[] = { 0, 1, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX, 2 };
    const uint64_t all = shfl_all_lanes(lanes), a = mixed((uint64_t)kind << 32 | n), b = mixed(a), c = mixed(b);
    const uint64_t one = UINT64_C(1) << c % lanes, other = UINT64_C(1) << (c >> 32) % lanes;
    const unsigned who = n % 4, what = (unsigned)(n / 4 % 4);

    *w = (struct warp){ .kind = kind, .of = operations[kind][n / WARPS], .lanes = lanes };
    w->active = (who == 0 ? all : who == 1 ? a & all : who == 2 ? (a & b & all) : 0) | one;
    w->p = (what == 0 ? all : what == 1 ? 0 : what == 2 ? all & ~one : b & all) ^ (what < 2 && c >> 63 ? other : 0);
    for (unsigned k = 0; k < lanes; k++) {
        const uint64_t own = mixed(c + k);

        w->ra[k] = (uint32_t)(what == 0 ? a : what == 1 ? mixed(a + own % 3) : what == 2 ? own : ends[own % 6]);
    }
    if (kind == GATHER)
        draw_gather(w, n, c);
}

/* ---- The right results */

/* The elements that are read: each byte of element k is k + 1. */
static uint64_t element(const struct warp *w, uint64_t k)
{
    return low((k + 1) * UINT64_C(0x0101010101010101), 1u << sew_of(w));
}

/* The elements of the body whose mask bit is 1. */
static uint64_t body(const struct warp *w) { return w->p < 64 ? w->active & ((UINT64_C(1) << w->p) - 1) : w->active; }

static void right_gather(const struct warp *w, struct result *r)
{
    static uint8_t v0[SHFL_RVV_VLEN_MAX / 8], vs1[SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX], vd[SHFL_RVV_BYTES_MAX];
    const unsigned sew = sew_of(w), bytes = 1u << sew, index_bytes = w->of.op < EI16 ? bytes : 2;
    struct shfl_rvv_in in = { .op = w->of.op < EI16 ? SHFL_RVV_GATHER : SHFL_RVV_GATHER_EI16,
                              .vlen = w->lanes * 8 * bytes,
                              .sew = sew,
                              .vl = (unsigned)w->p,
                              .v0 = v0,
                              .vs1 = vs1,
                              .vs2 = vs2 };

    for (; in.vlen > SHFL_RVV_VLEN_MAX; in.vlen /= 2) /* the group that has so many elements */
        in.lmul++;
    for (; in.vlen < 64; in.vlen *= 2)
        in.lmul--;
    for (unsigned k = 0; k < w->lanes; k++) {
        const uint64_t source = element(w, k);

        if (k % 8 == 0)
            v0[k / 8] = (uint8_t)(w->active >> k);
        for (unsigned b = 0; b < bytes; b++)
            vs2[k * bytes + b] = (uint8_t)(source >> 8 * b);
        for (unsigned b = 0; b < index_bytes; b++)
            vs1[k * index_bytes + b] = (uint8_t)(w->ra[k] >> 8 * b);
    }
    shfl_rvv_execute(&in, false, vd);
    for (unsigned k = 0; k < w->lanes; k++) {
        r->rd[k] = 0;
        for (unsigned b = 0; b < bytes; b++)
            r->rd[k] |= (uint64_t)vd[k * bytes + b] << 8 * b;
    }
    r->we = body(w);
}

static void right(const struct warp *w, struct result *r)
{
    r->state = GIVEN;
    r->open = 0;
    r->pu = 0;
    if (w->kind == BALLOT) {
        const enum shfl_vote_op op = w->of.op == PEER_BALLOT ? SHFL_VOTE_ANY : (enum shfl_vote_op)w->of.op;
        struct shfl_vote_out out;

        shfl_vote(w->lanes, op, w->active, w->p, &out);
        for (unsigned k = 0; k < w->lanes; k++)
            r->rd[k] = out.rd;
        r->pu = out.pu;
    } else if (w->kind == MATCH) {
        struct shfl_match_out out;

        shfl_match(w->lanes, (enum shfl_match_op)w->of.op, 32, w->active, w->ra, &out);
        memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
        r->pu = out.pu;
    } else if (w->kind == REDUCE) {
        struct shfl_redux_out out;

        shfl_redux(w->lanes, (enum shfl_redux_op)w->of.op, w->of.is_signed, 32, w->active, w->ra, &out);
        for (unsigned k = 0; k < w->lanes; k++)
            r->rd[k] = out.rd;
    } else {
        right_gather(w, r);
        return;
    }
    r->we = w->active;
}

/* Whether a lane's result is right, as far as it counts. */
static bool same(const struct warp *w, const struct result *got, const struct result *want, unsigned lane)
{
    if ((got->we ^ want->we) >> lane & 1)
        return false;
    if (!(want->we >> lane & 1))
        return true;
    return (!w->of.rd || (!(got->open >> lane & 1) && got->rd[lane] == want->rd[lane]))
        && (!w->of.pu || !((got->pu ^ want->pu) >> lane & 1));
}

/* ---- Known faults: what a result is with them */

static void all_count(struct warp *w, struct result *r)
{
    const uint64_t active = w->active;

    w->active = shfl_all_lanes(w->lanes);
    right(w, r);
    r->we = w->active = active;
}

static void others_are_zero(struct warp *w, struct result *r)
{
    w->p &= w->active;
    for (unsigned k = 0; k < w->lanes; k++)
        w->ra[k] = w->active >> k & 1 ? w->ra[k] : 0;
    all_count(w, r);
}

static void highest(struct warp *w, struct result *r)
{
    unsigned lane = w->lanes - 1;

    while (!(w->active >> lane & 1))
        lane--;
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = lane;
    r->pu = UINT64_C(1) << lane;
}

static void lane_0(struct warp *w, struct result *r)
{
    memset(r->rd, 0, sizeof r->rd);
    r->pu = w->active & 1;
}

static void uni_is_all(struct warp *w, struct result *r) { r->pu = (w->active & ~w->p) == 0 ? UINT64_MAX : 0; }

static void without_own(struct warp *w, struct result *r)
{
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] &= ~(UINT64_C(1) << k);
}

static void mask_of_any(struct warp *w, struct result *r)
{
    w->of.op = SHFL_MATCH_ANY;
    right(w, r);
}

static void other_sign(struct warp *w, struct result *r)
{
    w->of.is_signed = !w->of.is_signed;
    right(w, r);
}

/* And, or and xor of whether a value is not 0: a shipped header of HIP, amd_warp_sync_functions.h. */
static void logical(struct warp *w, struct result *r)
{
    unsigned executing = 0, ones = 0;

    for (unsigned k = 0; k < w->lanes; k++)
        if (w->active >> k & 1) {
            executing++;
            ones += w->ra[k] != 0;
        }
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = w->of.op == SHFL_REDUX_AND ? ones == executing : w->of.op == SHFL_REDUX_OR ? ones > 0 : ones % 2;
}

static void saturates(struct warp *w, struct result *r)
{
    uint64_t sum = 0;

    for (unsigned k = 0; k < w->lanes; k++)
        sum += w->active >> k & 1 ? w->ra[k] : 0;
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = sum < UINT32_MAX ? sum : UINT32_MAX;
}

/* Of a vrgather, what an element gets whose index is not below VLMAX, or another index. */
static void gather_each(struct warp *w, struct result *r, uint64_t (*of)(const struct warp *w, unsigned k))
{
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = of(w, k);
}

static uint64_t get(const struct warp *w, uint64_t index) { return index < w->lanes ? element(w, index) : 0; }
static uint64_t get_modulo(const struct warp *w, unsigned k) { return get(w, w->ra[k] % w->lanes); }
static uint64_t get_cut(const struct warp *w, unsigned k) { return get(w, low(w->ra[k], 1u << sew_of(w))); }
static uint64_t get_byte(const struct warp *w, unsigned k) { return get(w, low(w->ra[k], 1)); }
static uint64_t get_own(const struct warp *w, unsigned k) { return get(w, w->ra[k] < w->lanes ? w->ra[k] : k); }
static uint64_t get_last(const struct warp *w, unsigned k)
{
    return get(w, w->ra[k] < w->lanes ? w->ra[k] : w->lanes - 1);
}
static uint64_t get_below_vl(const struct warp *w, unsigned k) { return w->ra[k] < w->p ? get(w, w->ra[k]) : 0; }

static void index_modulo(struct warp *w, struct result *r) { gather_each(w, r, get_modulo); }
static void index_cut(struct warp *w, struct result *r) { gather_each(w, r, get_cut); }
static void index_byte(struct warp *w, struct result *r) { gather_each(w, r, get_byte); }
static void outside_own(struct warp *w, struct result *r) { gather_each(w, r, get_own); }
static void outside_last(struct warp *w, struct result *r) { gather_each(w, r, get_last); }
static void above_vl(struct warp *w, struct result *r) { gather_each(w, r, get_below_vl); }

static void outside_keeps(struct warp *w, struct result *r)
{
    for (unsigned k = 0; k < w->lanes; k++)
        if (w->ra[k] >= w->lanes)
            r->we &= ~(UINT64_C(1) << k);
}

static void mask_unread(struct warp *w, struct result *r)
{
    w->active = shfl_all_lanes(w->lanes);
    right(w, r);
}

static const struct fault {
    const char *name, *says;
    void (*apply)(struct warp *w, struct result *r); /* r is right before */
    bool of_gather;
} faults[] = {
    { "all_count", "lanes that do not execute count", all_count, false },
    { "others_are_zero", "lanes that do not execute count with 0", others_are_zero, false },
    { "elect_highest", "the highest lane is elected", highest, false },
    { "elect_lane_0", "lane 0 is elected, whether it executes or not", lane_0, false },
    { "uni_is_all", "uni is 0 where all predicates are 0", uni_is_all, false },
    { "without_own", "a lane's own bit is not in its mask", without_own, false },
    { "mask_of_any", "where the values differ, match.all gives the mask of match.any", mask_of_any, false },
    { "other_sign", "signed values are compared as unsigned ones, or the other way round", other_sign, false },
    { "logical", "and, or and xor are logical: 0 or 1", logical, false },
    { "saturates", "a sum does not wrap around", saturates, false },
    { "index_modulo", "an index is taken modulo the number of elements", index_modulo, true },
    { "index_cut", "an index of 16 bits is cut to SEW bits", index_cut, true },
    { "index_byte", "an index is cut to 8 bits", index_byte, true },
    { "outside_own", "an index outside gives the element's own value", outside_own, true },
    { "outside_last", "an index outside gives the last element", outside_last, true },
    { "outside_keeps", "an element whose index is outside is not written", outside_keeps, true },
    { "above_vl", "elements at vl and above are read as 0", above_vl, true },
    { "mask_unread", "the mask is not read", mask_unread, true },
};
enum { FAULTS = sizeof faults / sizeof *faults };

/* Does the fault belong to the operation? */
static bool belongs(const struct fault *f, const struct warp *w)
{
    const enum kind kind = w->kind;
    const unsigned op = w->of.op;

    if (f->of_gather || kind == GATHER)
        return f->of_gather && kind == GATHER && (f->apply != index_cut || op == EI16);
    if (f->apply == highest || f->apply == lane_0)
        return kind == BALLOT && op == PEER_ELECT;
    if (f->apply == uni_is_all)
        return kind == BALLOT && op == PEER_UNI;
    if (f->apply == without_own || f->apply == mask_of_any)
        return kind == MATCH && (op == SHFL_MATCH_ANY) == (f->apply == without_own);
    if (f->apply == other_sign || f->apply == logical || f->apply == saturates)
        return kind == REDUCE
            && (f->apply == other_sign ? op >= SHFL_REDUX_MIN
                : f->apply == logical  ? op <= SHFL_REDUX_XOR
                                       : op == SHFL_REDUX_SUM);
    return true;
}

/* ---- A peer's results */

struct sheet {
    enum kind kind;
    unsigned lanes;
    size_t warps, asked; /* asked: the last one, of a function */
    char trouble[300];
    struct result got[OPERATIONS_MAX * WARPS];
};

static struct sheet *new_sheet(enum kind kind, unsigned lanes)
{
    struct sheet *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (s == MAP_FAILED)
        trouble("out of memory");
    s->kind = kind;
    s->lanes = lanes;
    s->warps = operations_of(kind) * (size_t)WARPS;
    return s;
}

/* A hexadecimal number, or x if open is not NULL, and a blank or the end of the line behind it. */
static bool take(const char **at, uint64_t *value, bool *open)
{
    char *end;

    *at += strspn(*at, " \t");
    if (open != NULL && (*open = **at == 'x')) {
        *value = 0;
        ++*at;
    } else {
        if (**at == '\0' || strchr("0123456789abcdefABCDEF", **at) == NULL)
            return false;
        *value = strtoull(*at, &end, 16);
        *at = end;
    }
    return **at == '\0' || strchr(" \t\r\n", **at) != NULL;
}

/* rd[0] .. rd[lanes-1] pu we, or - */
static bool read_line(struct sheet *s, struct result *r, const char *at)
{
    at += strspn(at, " \t");
    if (*at == '-') {
        r->state = REFUSED;
        at++;
    } else {
        for (unsigned k = 0; k < s->lanes; k++) {
            bool open;

            if (!take(&at, &r->rd[k], &open))
                return false;
            r->open |= (uint64_t)open << k;
        }
        if (!take(&at, &r->pu, NULL) || !take(&at, &r->we, NULL))
            return false;
        r->state = GIVEN;
    }
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0';
}

static void read_file(struct sheet *s, const char *path)
{
    size_t size, line = 0;
    char *bytes = take_file(path, RESULTS_MAX, &size);

    for (const char *at = bytes; at < bytes + size; line++) {
        if (line < s->warps && !read_line(s, &s->got[line], at))
            misuse("conform: %s:%zu: '%.*s': expected rd[0] .. rd[%u] pu we in hexadecimal, or -", path, line + 1,
                   (int)(strcspn(at, "\n") < 40 ? strcspn(at, "\n") : 40), at, s->lanes - 1);
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
    static const char *const functions[KINDS] = { "openshfl_vote_peer", "openshfl_match_peer", "openshfl_redux_peer",
                                                  "openshfl_gather_peer" };
    void *function = dlsym(library, functions[s->kind]);
    openshfl_vote_peer_fn *vote;
    openshfl_match_peer_fn *match;
    openshfl_redux_peer_fn *redux;
    openshfl_gather_peer_fn *gather;

    if (function == NULL) {
        snprintf(s->trouble, sizeof s->trouble, "it does not export %s", functions[s->kind]);
        return;
    }
    memcpy(&vote, &function, sizeof vote);
    memcpy(&match, &function, sizeof match);
    memcpy(&redux, &function, sizeof redux);
    memcpy(&gather, &function, sizeof gather);
    for (size_t n = 0; n < s->warps; n++) {
        struct result *r = &s->got[n];
        uint64_t vs2[SHFL_LANES_MAX];
        struct warp w;

        warp_of(s->kind, s->lanes, n, &w);
        for (unsigned k = 0; k < w.lanes; k++)
            vs2[k] = element(&w, k);
        s->asked = n;
        alarm(seconds);
        const int refused = s->kind == BALLOT ? vote(w.lanes, w.of.op, w.active, w.p, r->rd, &r->pu, &r->we)
                          : s->kind == MATCH  ? match(w.lanes, w.of.op, w.active, w.ra, r->rd, &r->pu, &r->we)
                          : s->kind == REDUCE ? redux(w.lanes, w.of.op, w.of.is_signed, w.active, w.ra, r->rd, &r->we)
                                              : gather(w.lanes, 8u << sew_of(&w), w.of.op >= EI16, (unsigned)w.p,
                                                       w.active, w.ra, vs2, r->rd, &r->we);
        alarm(0);
        r->state = refused ? REFUSED : GIVEN;
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

static void print_operand(const struct warp *w, unsigned lane)
{
    printf(w->kind == GATHER ? "mask 0x%" PRIx64 ", " : "active 0x%" PRIx64 ", ", w->active);
    if (w->kind == GATHER)
        printf("vl %u, index of element %u 0x%" PRIx64, (unsigned)w->p, lane, w->ra[lane]);
    else if (w->kind == BALLOT)
        printf("p 0x%" PRIx64, w->p);
    else
        printf("ra of lane %u 0x%" PRIx64, lane, w->ra[lane]);
}

static void print_result(const struct warp *w, const struct result *r, unsigned lane)
{
    if (!(r->we >> lane & 1)) {
        printf("nothing is written");
        return;
    }
    if (w->of.rd && (r->open >> lane & 1))
        printf("rd x%s", w->of.pu ? ", " : "");
    else if (w->of.rd)
        printf("rd 0x%" PRIx64 "%s", r->rd[lane], w->of.pu ? ", " : "");
    if (w->of.pu)
        printf("pu %u", (unsigned)(r->pu >> lane & 1));
}

/* The faults that give all results of an operation. */
static unsigned explain(const struct sheet *s, size_t first, const struct fault *found[FOUND_MAX])
{
    unsigned count = 0;

    for (unsigned f = 0; f < FAULTS && count < FOUND_MAX; f++) {
        bool fits = true;

        for (size_t n = first; n < first + WARPS && fits; n++) {
            const struct result *got = &s->got[n];
            struct result want;
            struct warp w, changed;

            warp_of(s->kind, s->lanes, n, &w);
            right(&w, &want);
            changed = w;
            fits = belongs(&faults[f], &w) && got->state == GIVEN;
            if (fits)
                faults[f].apply(&changed, &want);
            for (unsigned k = 0; k < s->lanes && fits; k++)
                fits = same(&w, got, &want, k);
        }
        if (fits)
            found[count++] = &faults[f];
    }
    return count;
}

/* Judge an operation, and print a line. Returns whether it agrees. */
static bool judge(const struct sheet *s, size_t first)
{
    const struct fault *found[FOUND_MAX];
    size_t differ = 0, refused = 0, missing = 0, at = 0;
    unsigned lane = 0;
    struct warp w;
    struct result want;

    for (size_t n = first; n < first + WARPS; n++) {
        const struct result *got = &s->got[n];

        warp_of(s->kind, s->lanes, n, &w);
        right(&w, &want);
        refused += got->state == REFUSED ? s->lanes : 0;
        missing += got->state == MISSING ? s->lanes : 0;
        for (unsigned k = 0; k < s->lanes && got->state == GIVEN; k++)
            if (!same(&w, got, &want, k) && differ++ == 0) {
                at = n;
                lane = k;
            }
    }
    warp_of(s->kind, s->lanes, first, &w);
    printf("  %-10s %8zu %9zu %9zu  ", w.of.name, (size_t)WARPS * s->lanes, differ, refused + missing);
    if (differ + refused + missing == 0) {
        puts("agrees");
        return true;
    }
    const unsigned count = differ ? explain(s, first, found) : 0;
    if (count == 0)
        puts(differ ? "differs, as by none of the known faults" : refused ? "refused" : "missing");
    for (unsigned i = 0; i < count; i++)
        printf("%s%s%s", i == 0 && count > 1 ? "one of: " : i ? ", " : "", found[i]->name, i + 1 == count ? "\n" : "");
    for (unsigned i = 0; i < count; i++)
        printf("        %s: %s\n", found[i]->name, found[i]->says);
    if (differ) {
        warp_of(s->kind, s->lanes, at, &w);
        right(&w, &want);
        printf("        first: warp %zu, ", at + 1);
        print_operand(&w, lane);
        printf(", lane %u: ", lane);
        print_result(&w, &s->got[at], lane);
        printf("; expected ");
        print_result(&w, &want, lane);
        putchar('\n');
    }
    return false;
}

bool conform_collective(const char *name, const char *path, const char *library, unsigned lanes, unsigned seconds)
{
    const enum kind kind = (enum kind)choice(name, conform_collective_name);
    struct sheet *s = new_sheet(kind, lanes);
    bool agrees;

    if (library)
        call(s, library, seconds);
    else
        read_file(s, path);
    printf("%s: %u lanes\n\nlevel %s: %s\n  operation    points    differ   refused  verdict\n",
           library ? library : path, lanes, name, about[kind]);
    agrees = s->trouble[0] == '\0';
    if (!agrees)
        printf("  %s\n", s->trouble);
    for (size_t first = 0; first < s->warps; first += WARPS)
        agrees = judge(s, first) && agrees;
    puts(agrees ? "\nagrees" : "\ndiffers");
    munmap(s, sizeof *s);
    return agrees;
}

/* ---- The operands of a level, and the right results */

void conform_collective_write(const char *name, unsigned lanes, bool results)
{
    const enum kind kind = (enum kind)choice(name, conform_collective_name);

    for (size_t n = 0; n < operations_of(kind) * (size_t)WARPS; n++) {
        struct result r;
        struct warp w;

        warp_of(kind, lanes, n, &w);
        right(&w, &r);
        if (results) {
            for (unsigned k = 0; k < lanes; k++)
                if (w.of.rd && (r.we >> k & 1))
                    printf("%" PRIx64 " ", r.rd[k]);
                else
                    fputs("x ", stdout);
            printf("%" PRIx64 " %" PRIx64 "\n", w.of.pu ? r.pu & w.active : 0, r.we);
            continue;
        }
        printf("%x %x %" PRIx64, w.of.op, kind == GATHER ? (unsigned)w.p : w.of.is_signed, w.active);
        if (kind == BALLOT)
            printf(" %" PRIx64, w.p);
        for (unsigned k = 0; k < lanes && kind != BALLOT; k++)
            printf(" %" PRIx64, w.ra[k]);
        putchar('\n');
    }
}
