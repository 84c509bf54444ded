/* SPDX-License-Identifier: Apache-2.0 */
/* program - see program.h */
#include "called.h"
#include "prelude.h"
#include "source.h"
#include "lib/number.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MOST = 2000000,
    MEMORY_MOST = 256 << 20,
    TRIES = 10,
    PICKS_MOST = 10,
    SHARED = 48 << 10,
    RUNS_MOST = 24,
    MIXED = 3
};

/* All threads of a barrier are there. */
static void end_barriers(struct program *p)
{
    const struct read_options options = { .is_file = true };

    for (unsigned i = 0; i < p->calls; i++) {
        struct program_call *c = p->call[i];

        if (c->a.e.b.kind != BLOCK_BARRIER || c->is_answered)
            continue;
        c->a.e.b.items = 1;
        c->is_answered = c->why[0] == '\0' && answer_explain(&c->a, &options, c->why);
    }
}

/* What branches that rest on unknown values do in a run: the first ones as picked, then each goes on or leaves in turn. */
struct choices {
    unsigned char pick[PICKS_MOST]; /* 0: no lane has the guard, 1: all have it */
    unsigned picked, made;
    bool is_mixed; /* each lane by itself */
    char why[READ_WHY_MAX];
};

static uint32_t decide(void *watcher, const struct ptx_insn *i, uint32_t lanes, uint32_t open_lanes, uint16_t cause)
{
    struct called *all = watcher;
    struct choices *c = all->choices;
    char text[PTX_NAME_MAX];
    const unsigned n = c->made++;

    (void)lanes;
    if (c->why[0] == '\0') {
        const unsigned line = ptx_source_line(all->launch->m, i);

        ptx_cause_text(all->launch, cause, text);
        if (line)
            text_why(c->why, "a condition in line %u %s", line, text);
        else
            text_why(c->why, "a condition %s", text);
    }
    if (c->is_mixed)
        return open_lanes & (UINT32_C(0x6d2b79f5) >> n % 7 ^ UINT32_C(0x5a5a3c96) << n % 5);
    if (n < PICKS_MOST && n >= c->picked)
        c->pick[c->picked++] = 0;
    return n < PICKS_MOST ? (c->pick[n] ? open_lanes : 0) : (n & 1 ? open_lanes : 0);
}

static void run_once(struct ptx_module *m, const struct ptx_function *kernel, const struct program_source *s,
                     const unsigned block[3], struct choices *choices, struct program *p)
{
    static struct called all;
    struct ptx_launch l = {
        .m = m, .grid = { 1, 1, 1 }, .steps_max = STEPS_MOST, .memory_max = MEMORY_MOST, .dynamic_shared = SHARED
    };
    char why[PTX_WHY_MAX];

    memset(&all, 0, sizeof all);
    all.source = s;
    all.program = p;
    all.launch = &l;
    all.choices = choices;
    choices->made = 0;
    l.kernel = kernel;
    memcpy(l.block, block, sizeof l.block);
    program_prepare(s, &l);
    l.caller = &all;
    l.decide = decide;
    l.watch = called_instruction;
    l.watcher = &all;
    if (!ptx_launch(&l, why))
        text_why(p->stopped, "%.390s", why);
    free(l.cause);
    end_barriers(p);
}

/* The number of the same call from first on, or of calls: kernels may share a function, and each has its own calls. */
static unsigned find(const struct program *p, unsigned first, const struct program_call *like)
{
    unsigned i = first;

    while (i < p->calls
           && (p->call[i]->line != like->line || p->call[i]->column != like->column || p->call[i]->warp != like->warp
               || p->call[i]->trip != like->trip || strcmp(p->call[i]->text, like->text) != 0))
        i++;
    return i;
}

static void remark(struct program_call *c, const char *format, const char *why)
{
    char note[READ_WHY_MAX];

    text_why(note, format, why);
    text_note(c->a.e.note, sizeof c->a.e.note, note);
    c->is_conditional = true;
}

/* Two runs have the same call: what differs is not known. If only lanes that part make it differ, that is said. */
static void agree(struct program_call *a, const struct program_call *b, const char *why, bool is_mixed)
{
    if (!a->is_answered)
        return;
    bool other_data = false, same = b->is_answered && a->a.lanes == b->a.lanes && a->unknown == b->unknown;
    for (unsigned k = 0; same && k < a->a.lanes; k++) {
        const struct answer_lane x = answer_lane(&a->a, k), y = answer_lane(&b->a, k);
        const bool moves = a->a.family == ANSWER_SHFL;

        same = x.active == y.active && x.from == y.from && x.src_active == y.src_active && x.has_rd == y.has_rd
            && x.has_pu == y.has_pu && (moves || ((!x.has_rd || x.rd == y.rd) && (!x.has_pu || x.pu == y.pu)));
        other_data = other_data || (same && moves && x.has_rd && x.rd != y.rd);
    }
    for (unsigned k = 0; other_data && k < PTX_WARP; k++)
        a->a.e.in.ra[k] = k;
    if (same && other_data)
        same = explain_run(&a->a.e, a->why);
    if (same)
        return;
    if (is_mixed) {
        if (!a->is_conditional)
            remark(a, "this is if all lanes go the same way: %.300s", why);
        return;
    }
    a->is_answered = false;
    text_why(a->why, "it is not the same both ways: %.300s", why);
}

/* Run one kernel: where branches rest on what is not known, each way; what is the same in all of them is answered. */
static void run_kernel(struct ptx_module *m, unsigned number, const struct program_source *s, const unsigned block[3],
                       struct program *p)
{
    struct choices choices = { .picked = 0 };
    static struct program one;
    const unsigned first = p->calls;
    const struct ptx_function *kernel = NULL;
    unsigned seen[PROGRAM_CALLS_MAX] = { 0 }, runs = 0, stopped = 0;
    char name[16], last[READ_WHY_MAX] = "";
    bool is_whole = false;

    snprintf(name, sizeof name, "K_%u", number);
    for (uint32_t k = 0; k < m->functions; k++)
        if (strcmp(m->function[k].name, name) == 0)
            kernel = &m->function[k];
    for (unsigned n = 0; n < RUNS_MOST + MIXED && !is_whole; n++) {
        one = (struct program){ .calls = 0 };
        choices.is_mixed = n >= RUNS_MOST;
        run_once(m, kernel, s, block, &choices, &one);
        if (!choices.is_mixed) {
            runs++;
            stopped += one.stopped[0] != '\0';
            if (one.stopped[0])
                memcpy(last, one.stopped, sizeof last);
        }
        for (unsigned i = 0; i < one.calls; i++) {
            struct program_call *c = one.call[i];
            const unsigned k = n > 0 ? find(p, first, c) : p->calls;

            if (k < p->calls) {
                seen[k] += !choices.is_mixed;
                if (!choices.is_mixed || seen[k] == runs)
                    agree(p->call[k], c, choices.why, choices.is_mixed);
                free(c);
            } else if (choices.is_mixed || p->calls == PROGRAM_CALLS_MAX) {
                p->left_out += !choices.is_mixed;
                free(c);
            } else {
                seen[p->calls] = 1;
                p->call[p->calls++] = c;
            }
        }
        if (n == 0)
            p->left_out += one.left_out;
        if (choices.made == 0) /* nothing is to be decided */
            break;
        if (choices.is_mixed)
            continue;
        /* the next picks: the last 0 becomes 1 */
        while (choices.picked > 0 && choices.pick[choices.picked - 1] == 1)
            choices.picked--;
        if (choices.picked == 0)
            n = RUNS_MOST - 1;
        else
            choices.pick[choices.picked - 1] = 1;
    }
    for (unsigned k = first; k < p->calls; k++)
        if (seen[k] < runs)
            remark(p->call[k], "this is if it is executed: %.300s", choices.why);
    if (stopped == runs && p->stopped[0] == '\0')
        memcpy(p->stopped, last, sizeof last);
    else if (stopped > 0)
        text_note(p->note, sizeof p->note, last);
}

bool program_is(const char *text)
{
    const struct call_row *row;
    const char *end;

    return strstr(text, "__global__") || strstr(text, "#include") || call_find(text, &row, &end) != NULL;
}

bool program_has_calls(const char *text)
{
    const struct call_row *row;
    unsigned count = 0;

    for (const char *at = text_skip(text); *at != '\0'; at = text_skip(at)) {
        const char *end = call_at(text, at, &row);

        if (end != NULL && !prelude_has(row))
            return false;
        const bool is_bare = end != NULL && row->arguments[0] == '\0'; /* it may be an argument of another */
        count += end != NULL && !call_is_block(row) && (!is_bare || count == 0);
        at = end != NULL ? end : at + (text_name(at) ? text_name(at) : 1);
    }
    return count > 1;
}

char *program_ptx(const char *text, const struct program_options *options, struct program_source **source,
                  char why[READ_WHY_MAX])
{
    static const char *const hips[] = { "hip/hip_runtime.h", "hipThreadIdx", "hipBlockIdx", "__builtin_amdgcn_" };
    char *ptx = NULL, *messages;

    *source = NULL;
    for (size_t k = 0; k < sizeof hips / sizeof *hips; k++)
        if (strstr(text, hips[k]))
            return text_why(why,
                            "a program is run with warps of 32 lanes, and a wave of HIP's has 64 or 32 by its GPU: "
                            "write it without %s, with CUDA's names, for 32; or ask a call alone with --gpu",
                            hips[k]),
                   NULL;
    struct program_source *s = *source = program_source_new(text, options, why);

    for (unsigned n = 0; s != NULL && ptx == NULL; n++) {
        ptx = program_compile(s, &messages, why);
        if (ptx == NULL && (why[0] || n == TRIES || !program_source_learn(s, messages, why)))
            return NULL;
    }
    return ptx;
}

static const char *line_file(void *caller, unsigned *line)
{
    return program_source_place(((const struct called *)caller)->source, line);
}

void program_prepare(const struct program_source *s, struct ptx_launch *l)
{
    static struct called all;
    size_t length = strlen(l->kernel->name);
    const char *name = ptx_base_name(l->kernel->name, &length);

    program_source_cluster(s, name, length, l->cluster);
    all.source = s;
    all.launch = l;
    l->called = called_now;
    l->call_name = called_name;
    l->line_file = line_file;
    l->source = s->text;
    l->unknown = s->name;
    l->caller = &all;
}

bool program_run(const char *name, const char *text, const struct program_options *options, struct program *p,
                 char why[READ_WHY_MAX])
{
    unsigned block[3] = { 32, 1, 1 };
    struct program_source *s;
    struct ptx_module m;
    char reason[PTX_WHY_MAX];

    memset(p, 0, sizeof *p);
    if (options->read.block && !number_extent(options->read.block, 1024, block))
        return text_why(why, "--block %s: expected X, X,Y or X,Y,Z, together 1 to 1024", options->read.block);
    char *ptx = program_ptx(text, options, &s, why);
    if (ptx == NULL)
        return false;
    if (!ptx_read(&m, name, ptx, NULL, reason))
        return text_why(why, "%.390s", reason);
    for (unsigned k = 0; k < s->kernels; k++)
        run_kernel(&m, k, s, block, p);
    text_note(p->note, sizeof p->note, s->note);
    return true;
}

/* ---- for the commands */

void program_take(const char *command, const char *name, const char *text, const struct read_options *given,
                  const char *reason, struct program *p)
{
    const struct program_options options = { .read = *given };
    const char *option = given->gpu                                      ? "gpu"
                       : given->inits                                    ? "init"
                       : given->vtype                                    ? "vtype"
                       : given->vl                                       ? "vl"
                       : given->lanes && strcmp(given->lanes, "32") != 0 ? "lanes"
                                                                         : NULL;
    char why[READ_WHY_MAX];

    if (option)
        misuse(
            "%s: --%s: of one call: %s, and it is run with warps of 32 lanes; give the values of its names with --let",
            command, option, reason);
    if (!program_can())
        trouble(
            "%s: %s, and clang, which compiles it, is not there: sh .ci/need.sh clang, or give its PTX to openshfl run",
            command, reason);
    if (!program_run(name, text, &options, p, why))
        misuse("%s: %s: %s; it is compiled by clang, and %s", command, name, reason, why);
}
