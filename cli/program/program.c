/* SPDX-License-Identifier: Apache-2.0 */
/* program - see program.h */
#include "called.h"
#include "cli/lib/number.h"
#include "cli/lib/output.h"
#include "cli/show/show.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 2000000, MEMORY_MOST = 256 << 20, TRIES = 10 };

/* Run one kernel. */
static void run_kernel(struct ptx_module *m, unsigned number, const struct program_source *s, const unsigned block[3],
                       struct program *p)
{
    static struct called all;
    struct ptx_launch l = { .m = m, .grid = { 1, 1, 1 }, .steps_max = STEPS_MOST, .memory_max = MEMORY_MOST };
    char name[16], why[PTX_WHY_MAX];

    memset(&all, 0, sizeof all);
    all.source = s;
    all.program = p;
    all.launch = &l;
    snprintf(name, sizeof name, "K_%u", number);
    for (uint32_t k = 0; k < m->functions; k++)
        if (strcmp(m->function[k].name, name) == 0)
            l.kernel = &m->function[k];
    memcpy(l.block, block, sizeof l.block);
    l.called = called_now;
    l.call_name = called_name;
    l.unknown = program_source_unknown(s);
    l.watcher = &all;
    if (!ptx_launch(&l, why) && p->stopped[0] == '\0')
        snprintf(p->stopped, sizeof p->stopped, "%s", why);
    free(l.cause);
}

/* All threads of a barrier are there. */
static void end_barriers(struct program *p)
{
    const struct answer_options options = { .is_file = true };

    for (unsigned i = 0; i < p->calls; i++) {
        struct program_call *c = p->call[i];

        if (c->a.e.b.kind != BLOCK_BARRIER || c->is_answered)
            continue;
        c->a.e.b.items = 1;
        c->is_answered = c->why[0] == '\0' && answer_explain(&c->a, &options, c->why);
    }
}

bool program_run(const char *name, const char *text, const struct program_options *options, struct program *p,
                 char why[READ_WHY_MAX])
{
    unsigned block[3] = { 32, 1, 1 };
    struct ptx_module m;
    char *ptx = NULL, *messages, reason[PTX_WHY_MAX];

    memset(p, 0, sizeof *p);
    if (options->block && !number_extent(options->block, 1024, block))
        return text_why(why, "--block %s: expected X, X,Y or X,Y,Z, together 1 to 1024", options->block);
    struct program_source *s = program_source_new(text, options, why);
    if (s == NULL)
        return false;
    for (unsigned n = 0; ptx == NULL; n++) {
        ptx = program_compile(s, &messages, why);
        const bool again = ptx == NULL && why[0] == '\0' && n < TRIES && program_source_learn(s, messages, why);
        free(messages);
        if (ptx == NULL && !again) {
            program_source_free(s);
            return false;
        }
    }
    bool read = ptx_read(&m, name, ptx, NULL, reason);
    if (!read)
        text_why(why, "%s", reason);
    for (unsigned k = 0; read && k < program_source_kernels(s); k++)
        run_kernel(&m, k, s, block, p);
    end_barriers(p);
    snprintf(p->note, sizeof p->note, "%s", program_source_note(s));
    if (read)
        ptx_free(&m);
    free(ptx);
    program_source_free(s);
    return read;
}

void program_free(struct program *p)
{
    for (unsigned i = 0; i < p->calls; i++)
        free(p->call[i]);
}

/* Is the thread in it, and which lane of the answer is it? */
static bool has_thread(const struct program_call *c, unsigned thread, unsigned *lane)
{
    const bool is_block = c->a.e.b.kind != BLOCK_NONE;

    *lane = is_block ? thread : thread % PTX_WARP;
    if (!is_block && thread / PTX_WARP != c->warp)
        return false;
    return is_block ? thread < BLOCK_MAX && c->a.e.b.active[thread] : c->a.e.in.active >> *lane & 1;
}

unsigned program_lines(const struct program *p, unsigned thread, FILE *file)
{
    unsigned count = 0;

    for (unsigned i = 0; i < p->calls; i++) {
        const struct program_call *c = p->call[i];
        char shown[EXPLAIN_CALL_MAX + 40], trip[24] = "";
        unsigned lane;

        if (!has_thread(c, thread, &lane) && c->is_answered)
            continue;
        if (c->trip > 0)
            snprintf(trip, sizeof trip, " (time %u)", c->trip + 1);
        snprintf(shown, sizeof shown, "%u: %s%s", c->line, c->text, trip);
        if (!c->is_answered || (c->unknown >> lane & 1))
            fprintf(file, "%s, lane %u: %s\n", shown, lane, c->why);
        else
            show_line(&c->a, shown, lane, file);
        count++;
    }
    return count;
}
