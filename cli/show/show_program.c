/* SPDX-License-Identifier: Apache-2.0 */
/* show_program - the calls of a program: a thread's, all of them, or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include "show.h"
#include "cli/program/program.h"
#include "check/ptx_run.h"
#include "lib/json.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

/* Is the thread in it, and which lane of the answer is it? */
static bool has_thread(const struct program_call *c, unsigned thread, unsigned *lane)
{
    const bool is_block = c->a.e.b.kind != BLOCK_NONE;

    *lane = is_block ? thread : thread % PTX_WARP;
    if (!is_block && thread / PTX_WARP != c->warp)
        return false;
    return is_block ? thread < BLOCK_MAX && c->a.e.b.active[thread] : c->a.e.in.active >> *lane & 1;
}

/* Does the thread execute this call at all? Of several at one place the first is asked about. */
static bool executes(const struct program *p, const struct program_call *c, unsigned thread)
{
    unsigned lane;
    bool is_first = true;

    for (unsigned i = 0; i < p->calls; i++) {
        const struct program_call *d = p->call[i];

        if (d->line != c->line || d->column != c->column || strcmp(d->text, c->text) != 0)
            continue;
        if (has_thread(d, thread, &lane) || (is_first && d != c))
            return true;
        is_first = false;
    }
    return false;
}

enum kind { NOTHING, REASON, ANSWER };

/* A call's line as a thread has it, and as all lanes have it; "LINE: CALL", head, begins it. */
static enum kind describe_thread(const struct program *p, const struct program_call *c, unsigned thread,
                                 const char *head, FILE *file)
{
    unsigned lane;
    const bool has = has_thread(c, thread, &lane);

    if (!has && c->is_answered) {
        if (c->trip > 0 || executes(p, c, thread))
            return NOTHING;
        fprintf(file, "%s, lane %u: does not execute it\n", head, lane);
        return ANSWER;
    }
    if (!c->is_answered || (c->unknown >> lane & 1)) {
        fprintf(file, "%s, lane %u: %s\n", head, lane, c->why);
        return REASON;
    }
    show_line(&c->a, head, lane, file);
    return ANSWER;
}

static enum kind describe_all(const struct program_call *c, const char *head, FILE *file)
{
    struct said s;

    fputs(head, file);
    if (c->warp > 0)
        fprintf(file, ", warp %u", c->warp);
    if (c->is_answered)
        answer_said(&c->a, &s);
    if (c->is_answered && c->unknown)
        fprintf(file, ": of some lanes %s; of the others", c->why);
    fprintf(file, ": %s%s%s\n", c->is_answered ? s.line : c->why, c->a.e.note[0] ? "; note: " : "", c->a.e.note);
    return c->is_answered ? ANSWER : REASON;
}

/* The line of each call as a thread has it, or SHOW_ALL; of one that says the same several times in turn there is one. Returns how
 * many are answered. */
static unsigned print_calls(const struct program *p, unsigned thread, FILE *file)
{
    static char *line[PROGRAM_CALLS_MAX];
    static unsigned heads[PROGRAM_CALLS_MAX];
    unsigned answered = 0;
    size_t size;

    for (unsigned i = 0; i < p->calls; i++) {
        char head[EXPLAIN_CALL_MAX + 16];
        FILE *memory = open_memstream(&line[i], &size);

        if (memory == NULL)
            trouble("out of memory");
        heads[i] = (unsigned)snprintf(head, sizeof head, "%u: %s", p->call[i]->line, p->call[i]->text);
        const enum kind kind = thread == SHOW_ALL ? describe_all(p->call[i], head, memory)
                                                  : describe_thread(p, p->call[i], thread, head, memory);
        fclose(memory);
        answered += kind == ANSWER;
        if (kind == NOTHING) {
            free(line[i]);
            line[i] = NULL;
        }
    }
    for (unsigned i = 0; i < p->calls; i++) {
        const struct program_call *c = p->call[i];
        unsigned last = c->trip;

        if (line[i] == NULL)
            continue;
        for (unsigned k = i + 1; k < p->calls; k++) {
            const struct program_call *next = p->call[k];

            if (next->line != c->line || next->column != c->column || next->warp != c->warp
                || strcmp(next->text, c->text) != 0)
                continue;
            if (line[k] == NULL || next->trip != last + 1 || strcmp(line[k], line[i]) != 0)
                break;
            last++;
            free(line[k]);
            line[k] = NULL;
        }
        fprintf(file, "%.*s", (int)heads[i], line[i]);
        if (last > c->trip)
            fprintf(file, " (time %u to %u)", c->trip + 1, last + 1);
        else if (last > 0)
            fprintf(file, " (time %u)", last + 1);
        fputs(line[i] + heads[i], file);
        free(line[i]);
    }
    return answered;
}

void program_print(const struct program *p, FILE *file)
{
    print_calls(p, SHOW_ALL, file);
    if (p->left_out)
        fprintf(file, "and %u more\n", p->left_out);
    if (p->stopped[0])
        fprintf(file, "it stops: %s\n", p->stopped);
    if (p->note[0])
        fprintf(file, "note: %s\n", p->note);
}

void program_json(const struct program *p, FILE *file)
{
    struct json json = { .file = file };

    json_open_tall(&json, NULL, '{');
    json_text(&json, "kind", "PROGRAM");
    json_text(&json, "note", p->note);
    json_text(&json, "stopped", p->stopped);
    json_number(&json, "left_out", p->left_out);
    json_open_tall(&json, "calls", '[');
    for (unsigned i = 0; i < p->calls; i++) {
        const struct program_call *c = p->call[i];

        json_open_tall(&json, NULL, '{');
        json_number(&json, "line", c->line);
        json_number(&json, "column", c->column);
        json_text(&json, "call", c->text);
        json_number(&json, "warp", c->warp);
        json_number(&json, "time", c->trip + 1);
        json_bool(&json, "conditional", c->is_conditional);
        json_bool(&json, "answered", c->is_answered);
        json_mask(&json, "unknown", c->unknown);
        json_text(&json, "why", c->why);
        if (c->is_answered)
            show_json_members(&json, &c->a);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

void program_ask(const char *command, const char *name, const char *text, const struct read_options *given,
                 unsigned thread, const char *reason)
{
    static struct program p;

    program_take(command, name, text, given, reason, &p);
    char *lines = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&lines, &size);

    if (memory == NULL)
        trouble("out of memory");
    const unsigned answered = print_calls(&p, thread, memory);
    fclose(memory);
    fputs(lines, answered > 0 || p.stopped[0] || p.calls == 0 ? stdout : stderr);
    free(lines);

    if (p.calls == 0 && p.stopped[0] == '\0')
        printf("%s, lane %u: no call that crosses lanes is executed\n", name, thread);
    if (p.left_out)
        printf("and %u more\n", p.left_out);
    if (p.note[0])
        printf("note: %s\n", p.note);
    fflush(stdout);
    if (p.stopped[0])
        misuse("%s: it stops there: %s", command, p.stopped);
    if (answered == 0 && p.calls > 0)
        misuse("%s: none of the calls is answered, for the reasons above", command);
}
