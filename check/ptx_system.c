/* SPDX-License-Identifier: Apache-2.0 */
/* system - the functions that a GPU's system has, and no file: vprintf, which printf becomes, and __assertfail. */
#include "ptx_warp.h"

#include <ctype.h>
#include <stdio.h>

enum { PRINT_MAX = 1 << 20, LINE_MAX_LENGTH = 1024 };

/* What a lane passes as an argument of 8 or 4 bytes. */
static uint64_t passed(struct run *r, const struct fragment *g, unsigned lane, const struct ptx_insn *i,
                       unsigned argument, unsigned size)
{
    const uint32_t room = g->frame->f->param_size, number = i->returned + argument;
    const uint64_t at = number < i->calls ? r->m->operand[i->call + number].imm : room;
    uint64_t v = 0;

    if (at + size <= room)
        memcpy(&v, g->frame->param + (size_t)lane * room + at, size);
    return v;
}

/* A text in memory, up to its zero. */
static const char *text_at(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                           char text[LINE_MAX_LENGTH])
{
    uint16_t open = 0;
    unsigned k = 0;

    while (k < LINE_MAX_LENGTH - 1 && (text[k] = (char)ptx_read_at(r, f, lane, i, at + k, 1, &open)) != '\0')
        k++;
    text[k] = '\0';
    return text;
}

/* One conversion of the format, such as %-5lld; returns what is behind it. Arguments lie one behind the other, each at a
 * multiple of its size. */
static const char *convert(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, const char *at,
                           uint64_t *argument, char text[LINE_MAX_LENGTH])
{
    static const char kinds[] = "diouxXcaAeEfFgGsp";
    char spec[40] = "%", own[LINE_MAX_LENGTH];
    unsigned used = 1, longs = 0, digits = 0, size;
    uint16_t open = 0;

    for (at++; *at && strchr(kinds, *at) == NULL && used < 24; at++)
        if (*at == '*') {
            const uint64_t v = ptx_read_at(r, f, lane, i, (*argument + 3) / 4 * 4, 4, &open);

            *argument = (*argument + 3) / 4 * 4 + 4;
            used += (unsigned)snprintf(spec + used, sizeof spec - used, "%d", (int)((int32_t)v % 1000));
        } else if (strchr("lhjzt", *at)) {
            longs += *at != 'h';
        } else {
            digits += isdigit((unsigned char)*at) != 0;
            spec[used++] = *at;
        }
    if (*at == '\0' || used >= 24 || digits > 6)
        ptx_stop(r, i->line, "printf: a format that is not known here, '%.24s'", spec);
    const bool is_float = strchr("aAeEfFgG", *at) != NULL;
    size = longs || is_float || strchr("sp", *at) ? 8 : 4;
    *argument = (*argument + size - 1) / size * size;
    const uint64_t v = ptx_read_at(r, f, lane, i, *argument, size, &open);
    *argument += size;
    if (size == 8 && !is_float && strchr("spc", *at) == NULL)
        used += (unsigned)snprintf(spec + used, sizeof spec - used, "ll");
    spec[used] = *at == 'p' ? 's' : *at;
    spec[used + 1] = '\0';
    double d;
    memcpy(&d, &v, 8);
    snprintf(own, sizeof own, "0x%llx", (unsigned long long)v);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (open)
        snprintf(text, LINE_MAX_LENGTH, "?");
    else if (is_float)
        snprintf(text, LINE_MAX_LENGTH, spec, d);
    else if (*at == 's' || *at == 'p')
        snprintf(text, LINE_MAX_LENGTH, spec, *at == 's' ? text_at(r, f, lane, i, v, own) : own);
    else if (size == 8)
        snprintf(text, LINE_MAX_LENGTH, spec, (unsigned long long)v);
    else
        snprintf(text, LINE_MAX_LENGTH, spec, (unsigned)v);
#pragma GCC diagnostic pop
    return at + 1;
}

static void print(struct run *r, struct fragment *g, unsigned lane, const struct ptx_insn *i)
{
    char format[LINE_MAX_LENGTH], line[2 * LINE_MAX_LENGTH], one[LINE_MAX_LENGTH];
    uint64_t argument = passed(r, g, lane, i, 1, 8);
    size_t used = 0;

    text_at(r, g->frame, lane, i, passed(r, g, lane, i, 0, 8), format);
    for (const char *at = format; *at && used < LINE_MAX_LENGTH;)
        if (*at == '%' && at[1] != '%') {
            at = convert(r, g->frame, lane, i, at, &argument, one);
            used += (size_t)snprintf(line + used, LINE_MAX_LENGTH, "%s", one);
        } else {
            at += *at == '%';
            line[used++] = *at++;
        }
    line[used] = '\0';
    r->printed += used;
    if (r->printed > PRINT_MAX)
        ptx_stop(r, i->line, "printf: more than %d bytes printed", PRINT_MAX);
    if (r->l->print)
        r->l->print(r->l->watcher, line);
}

/* A call of such a function; returns whether it is one. What it returns is 0, as its caller has the room for it. */
bool ptx_system_call(struct run *r, struct fragment *g, const struct ptx_insn *i, const struct ptx_function *f)
{
    const bool fails = strcmp(f->name, "__assertfail") == 0;
    const unsigned first = ptx_lowest(g->lanes);
    char what[LINE_MAX_LENGTH], file[LINE_MAX_LENGTH];

    if (fails)
        ptx_stop(ptx_fault(r, PTX_ASSERTION), i->line, "assert: thread %u of block %u: '%.200s' is false: %.150s:%u",
                 PTX_WARP * r->now->number + first, r->now->block,
                 text_at(r, g->frame, first, i, passed(r, g, first, i, 0, 8), what),
                 text_at(r, g->frame, first, i, passed(r, g, first, i, 1, 8), file),
                 (unsigned)passed(r, g, first, i, 2, 4));
    if (strcmp(f->name, "vprintf") != 0)
        return false;
    PTX_LANES(lane, g->lanes) {
        const uint32_t room = g->frame->f->param_size;

        print(r, g, lane, i);
        for (unsigned k = 0; k < i->returned; k++) {
            const size_t at = r->m->operand[i->call + k].imm;

            if (at + 4 <= room) {
                memset(g->frame->param + lane * room + at, 0, 4);
                memset(g->frame->param_open + lane * room + at, 0, 4 * sizeof *g->frame->param_open);
            }
        }
    }
    return true;
}
