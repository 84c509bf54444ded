/* SPDX-License-Identifier: Apache-2.0 */
/* called - see called.h */
#include "called.h"
#include "prelude.h"
#include "source.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = PTX_WARP };

static struct called_site *site_of(struct called *all, unsigned line, unsigned column, unsigned row)
{
    for (unsigned i = 0; i < all->sites; i++)
        if (all->site[i].line == line && all->site[i].column == column && all->site[i].row == row)
            return &all->site[i];
    if (all->sites == SITES_MAX)
        return NULL;
    all->site[all->sites] = (struct called_site){ .line = line, .column = column, .row = row };
    return &all->site[all->sites++];
}

/* ---- From arguments to a call */

struct reading {
    const struct ptx_called *c;
    struct program_call *out;
    const struct ptx_launch *launch;
    struct call call;
    unsigned first;       /* the lowest lane */
    uint16_t open[LANES]; /* of the value that moves or counts */
    unsigned fill;        /* the slot of the other value */
};

static bool is_there(const struct reading *r, unsigned lane) { return r->c->lanes >> lane & 1; }

/* An operand of a lane is not known: why, once. */
static void unknown(struct reading *r, unsigned slot, unsigned lane, const char *what)
{
    char cause[PTX_NAME_MAX];

    r->out->unknown |= UINT32_C(1) << lane;
    if (r->out->why[0])
        return;
    ptx_cause_text(r->launch, r->c->open[slot][lane], cause);
    text_why(r->out->why, "%s %s", what, cause);
}

/* An argument as its reader would have left it. */
static bool take(struct reading *r, char letter, unsigned slot)
{
    const struct ptx_called *c = r->c;
    struct call *call = &r->call;
    const bool is_value = strchr("vnqb", letter) != NULL;
    const char *what = is_value                      ? "its operand"
                     : letter == 'g'                 ? "the mask of its partition"
                     : letter == 'w'                 ? "a width"
                     : strchr("okd", letter) != NULL ? "which lane it reads"
                                                     : "an operand";
    const unsigned type = (unsigned)c->a[PRELUDE_TYPE][r->first], bits = type & 1024 ? 1 : type & 0xff;
    const uint64_t *word = c->a[slot], same = word[r->first];
    struct expr argument = { .has_type = true, .type = { (unsigned char)bits, (type & 256) != 0 } };

    if (letter == 'm') {
        call->has_mask = true;
        call->mask = c->members;
    } else if (letter == 'O') {
        call->op = (enum call_op)same;
    } else if (letter == 'f') {
        r->fill = slot;
    }
    if (strchr("mOfx", letter) != NULL || same == PRELUDE_NONE)
        return true;
    for (unsigned k = 0; k < LANES; k++) {
        const uint16_t open = is_there(r, k) ? c->open[slot][k] : 0;

        if (open && letter != 'v')
            unknown(r, slot, k, what);
        if (is_value)
            r->open[k] = open;
        argument.word[k] = is_there(r, k) ? word[k] : 0;
        argument.by_lane |= is_there(r, k) && !open && word[k] != same;
    }
    for (unsigned k = 0; k < LANES && !is_value && !argument.by_lane; k++)
        argument.word[k] = same;
    if (is_value) {
        call->value = argument;
        return call->has_value = true;
    }
    if (letter == 'w' && same == 64)
        return text_refuse(r->out->why, call->text, "a width of 64, and a program is run with warps of 32 lanes");
    return call_take(call, letter, &argument, call->text, r->out->why);
}

static bool read_arguments(struct reading *r, const struct call_word *word)
{
    struct call *call = &r->call;
    const struct call_row *row = call->row;
    const struct ptx_called *c = r->c;
    unsigned slot = 0;

    if (c->members_unknown) {
        char cause[PTX_NAME_MAX];

        ptx_cause_text(r->launch, c->members_unknown, cause);
        return text_why(r->out->why, "its mask %s", cause);
    }
    call_begin(call, row, word);
    call->executes = c->lanes;
    call->width = row->width ? row->width : LANES;
    if (row->is_template)
        call->width = (uint32_t)c->a[PRELUDE_WIDTH][r->first];
    if (row->language == CALL_GROUPS && c->a[PRELUDE_WIDTH][r->first] != 0) {
        call->width = (uint32_t)c->a[PRELUDE_WIDTH][r->first];
    } else if (row->language == CALL_GROUPS) {
        call->has_ranks = true;
        for (unsigned k = 0; k < LANES; k++)
            call->group[k] = is_there(r, k) ? c->a[PRELUDE_GROUP][k] : 0;
    }
    for (const char *letter = row->arguments; *letter; letter++)
        if (*letter != '[' && !take(r, *letter, slot++))
            return false;
    if ((unsigned)c->a[PRELUDE_TYPE][r->first] & 512 && call_is_collective(row) && call->op >= CALL_REDUX_AND
        && call->op <= CALL_REDUX)
        return text_refuse(r->out->why, call->text,
                           "a reduction of floats, whose bits depend on its order, is not followed");
    return true;
}

/* ---- What it gives */

static void give(struct reading *r, const struct answer *a, struct ptx_called *c)
{
    const bool is_match = a->family == ANSWER_COLLECTIVE && a->e.c.kind == COLLECTIVE_MATCH;

    for (unsigned k = 0; k < LANES; k++) {
        if (!is_there(r, k))
            continue;
        const struct answer_lane lane = answer_lane(a, k);

        if (a->family == ANSWER_SHFL && a->e.other >> k & 1) {
            c->rd[k] = c->a[r->fill][a->e.out.src_lane[k]];
            c->rd_open[k] = c->open[r->fill][a->e.out.src_lane[k]];
        } else if (a->family == ANSWER_SHFL && lane.from >= 0 && is_there(r, (unsigned)lane.from)
                   && r->open[lane.from]) { /* what is shown there may be an example */
            c->rd_open[k] = r->open[lane.from];
        } else if (lane.has_rd) {
            c->rd[k] = lane.rd | (is_match && lane.has_pu ? (uint64_t)lane.pu << 32 : 0);
            c->rd_open[k] = 0;
        } else if (a->family == ANSWER_COLLECTIVE && lane.has_pu) {
            c->rd[k] = lane.pu;
            c->rd_open[k] = 0;
        }
        c->unread[k] = a->family == ANSWER_SHFL && lane.from >= 0 && !is_there(r, (unsigned)lane.from)
                         ? (uint8_t)(lane.from + 1)
                         : 0;
        if (r->out->unknown >> k & 1 || (a->family == ANSWER_COLLECTIVE && r->out->unknown))
            c->rd_open[k] = c->undefined;
    }
}

/* A barrier has met: what the executor says is what it gives; each thread of the block is noted. */
static void barrier(struct called *all, struct ptx_called *c, const struct call_row *row, struct called_site *site)
{
    struct program *p = all->program;

    for (unsigned k = 0; k < LANES; k++) {
        const unsigned thread = PTX_WARP * c->warp + k;
        struct program_call *out = NULL;

        if (!(c->lanes >> k & 1))
            continue;
        for (unsigned i = 0; i < p->calls; i++)
            if (p->call[i]->line == site->line && p->call[i]->column == site->column
                && p->call[i]->trip == site->count[thread] && p->call[i]->a.e.b.kind == BLOCK_BARRIER)
                out = p->call[i];
        if (out == NULL && p->calls == PROGRAM_CALLS_MAX)
            return;
        if (out == NULL) {
            out = p->call[p->calls++] = more_memory(NULL, sizeof *out);
            *out = (struct program_call){ .line = site->line, .column = site->column, .trip = site->count[thread] };
            program_source_call(all->source, site->line, site->column, row->name, out->text);
            out->a.e.b = (struct block){ .kind = BLOCK_BARRIER,
                                         .op = (unsigned)(row->op - CALL_BARRIER_COUNT),
                                         .threads = all->launch->block[0] * all->launch->block[1]
                                                  * all->launch->block[2],
                                         .warp = PTX_WARP,
                                         .source = row->source,
                                         .operand = "predicate" };
            out->a.e.has_values = true;
            snprintf(out->a.e.call, sizeof out->a.e.call, "%s", out->text);
        }
        struct block *b = &out->a.e.b;
        b->active[thread] = true;
        b->p[thread] = c->a[0][k] & 1;
        if (c->open[0][k])
            text_why(out->why, "the predicate of thread %u is not known", thread);
        site->count[thread]++;
    }
}

/* Answer a call whose arguments are in c, and note it. text: NULL, or the call as it was written. */
static void take_call(struct called *all, struct ptx_called *c, const struct call_row *row,
                      const struct call_word *word, const char *text)
{
    const struct read_options options = { .is_file = true };
    struct program_call *out = more_memory(NULL, sizeof *out);
    struct reading r = { .c = c, .out = out, .launch = all->launch, .first = ptx_lowest(c->lanes) };
    char name[64], why[READ_WHY_MAX] = "";

    *out = (struct program_call){ .line = (unsigned)c->a[PRELUDE_LINE][r.first],
                                  .column = (unsigned)c->a[PRELUDE_COLUMN][r.first],
                                  .warp = c->warp };
    struct called_site *site = site_of(all, out->line, out->column, c->row);
    const unsigned thread = PTX_WARP * c->warp;
    out->trip = site ? site->count[thread + r.first] : 0;
    call_name(row, word, name);
    if (text != NULL)
        snprintf(out->text, sizeof out->text, "%s", text);
    else
        program_source_call(all->source, out->line, out->column, name, out->text);
    r.call = (struct call){ .row = row, .scope.lanes = LANES };
    memcpy(r.call.text, out->text, sizeof r.call.text);
    out->a.e.lanes = LANES;
    if (read_arguments(&r, word)) {
        const bool moves = !call_is_collective(row);

        out->is_answered = shuffle_of_call(&r.call, &options, &out->a.e, why);
        for (unsigned k = 0; out->is_answered && moves && k < LANES; k++) {
            const bool is_unknown = r.open[k] && all->launch->cause[r.open[k]].what == PTX_UNKNOWN_NAME;

            out->a.e.in.ra[k] = is_unknown ? k : (uint32_t)r.call.value.word[k]; /* an example */
            out->a.e.blank |= (uint64_t)(r.open[k] && !is_unknown) << k;
        }
        out->a.e.is_float = moves && (c->a[PRELUDE_TYPE][r.first] & 0x2ff) == (512 | 32);
        out->is_answered = out->is_answered && answer_explain(&out->a, &options, why);
        if (out->is_answered)
            give(&r, &out->a, c);
        if (call_is_collective(row) || (out->unknown & c->lanes) == c->lanes)
            out->is_answered = out->is_answered && out->unknown == 0;
        out->a.e.undefined |= out->unknown;
        if (why[0] && out->why[0] == '\0')
            memcpy(out->why, why, sizeof out->why);
    }
    for (unsigned k = 0; site != NULL && k < LANES; k++)
        site->count[thread + k] += is_there(&r, k) && c->a[PRELUDE_WORD][r.first] == 0;
    if (all->program == NULL || out->line == 0 || c->a[PRELUDE_WORD][r.first] != 0) {
        free(out);
    } else if (all->program->calls == PROGRAM_CALLS_MAX) {
        all->program->left_out++;
        free(out);
    } else {
        all->program->call[all->program->calls++] = out;
    }
}

void called_now(void *watcher, struct ptx_called *c)
{
    struct called *all = watcher;
    const struct call_row *row = NULL;
    const struct call_word *word = NULL;
    const unsigned first = ptx_lowest(c->lanes);

    for (unsigned k = 0; k < LANES; k++)
        c->rd_open[k] = c->undefined;
    if (!prelude_call(c->row, &row, &word) || !call_is_block(row)) {
        take_call(all, c, row, word, NULL);
        return;
    }
    struct called_site *site = site_of(all, (unsigned)c->a[PRELUDE_LINE][first], (unsigned)c->a[PRELUDE_COLUMN][first],
                                       c->row);
    if (site != NULL && all->program != NULL)
        barrier(all, c, row, site);
}

/* ---- Instructions of an asm statement */

/* As rows of calls: what a is, and the operands behind it. */
static const struct {
    const char *name;
    enum ptx_modifier modifier;
    struct call_row row;
} instructions[] = {
#define ROW(text, modifier, of, operands, section)                                                  \
    {                                                                                               \
        text, PTX_##modifier,                                                                       \
        {                                                                                           \
            .name = text, .language = CALL_NVVM, .op = of, .arguments = operands, .source = section \
        }                                                                                           \
    }
    ROW("shfl", idx, CALL_SHFL_IDX, "mvoc", "PTX ISA 9.0, shfl.sync"),
    ROW("shfl", up, CALL_SHFL_UP, "mvoc", "PTX ISA 9.0, shfl.sync"),
    ROW("shfl", down, CALL_SHFL_DOWN, "mvoc", "PTX ISA 9.0, shfl.sync"),
    ROW("shfl", bfly, CALL_SHFL_BFLY, "mvoc", "PTX ISA 9.0, shfl.sync"),
    ROW("vote", all, CALL_VOTE_ALL, "mq", "PTX ISA 9.0, vote.sync"),
    ROW("vote", any, CALL_VOTE_ANY, "mq", "PTX ISA 9.0, vote.sync"),
    ROW("vote", uni, CALL_VOTE_EQ, "mq", "PTX ISA 9.0, vote.sync"),
    ROW("vote", ballot, CALL_BALLOT, "mq", "PTX ISA 9.0, vote.sync"),
    ROW("match", all, CALL_MATCH_ALL, "mn", "PTX ISA 9.0, match.sync"),
    ROW("match", any, CALL_MATCH_ANY, "mn", "PTX ISA 9.0, match.sync"),
    ROW("redux", add, CALL_REDUX_SUM, "mn", "PTX ISA 9.0, redux.sync"),
    ROW("redux", min, CALL_REDUX_MIN, "mn", "PTX ISA 9.0, redux.sync"),
    ROW("redux", max, CALL_REDUX_MAX, "mn", "PTX ISA 9.0, redux.sync"),
    ROW("redux", and, CALL_REDUX_AND, "mn", "PTX ISA 9.0, redux.sync"),
    ROW("redux", or, CALL_REDUX_OR, "mn", "PTX ISA 9.0, redux.sync"),
    ROW("redux", xor, CALL_REDUX_XOR, "mn", "PTX ISA 9.0, redux.sync"),
#undef ROW
};

/* As the asm statement has it, in its line or behind it. False: it is the prelude's. */
static bool instruction_text(const struct called *all, const struct ptx_insn *i, unsigned line,
                             char text[EXPLAIN_CALL_MAX])
{
    const char *written = all->launch->m->text + i->text, *at = all->source->text;
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(written, " \t"), written);
    for (unsigned n = 1; n < line && at != NULL; n++)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    at = at != NULL ? strstr(at, name) : NULL;
    snprintf(text, EXPLAIN_CALL_MAX, "%.*s", at ? (int)strcspn(at, ";\"\n") : 0, at ? at : "");
    return at != NULL;
}

void called_instruction(void *watcher, const struct ptx_event *e)
{
    static struct ptx_called c;
    struct called *all = watcher;
    const struct ptx_insn *i = e->insn;
    const struct ptx_at at = ptx_at(all->launch, i->place, i->line);
    const unsigned line = e->in || e->c ? ptx_source_line(all->launch->m, i) : 0;
    const struct ptx_type type = i->type[0];
    char text[EXPLAIN_CALL_MAX];

    for (size_t n = 0; line != 0 && n < sizeof instructions / sizeof *instructions; n++) {
        const struct call_row *row = &instructions[n].row;

        if (strcmp(i->row->name, row->name) != 0 || !ptx_has(i, instructions[n].modifier)
            || !instruction_text(all, i, line, text))
            continue;
        c = (struct ptx_called){ .row = i->text, .lanes = e->lanes, .members = e->members, .warp = e->warp };
        for (unsigned k = 0; k < LANES; k++) {
            c.a[1][k] = e->in ? e->in->ra[k] : e->c->a[k];
            c.open[1][k] = e->a_open[k];
            c.a[2][k] = e->in ? e->in->sb[k] : 0;
            c.open[2][k] = e->in ? e->b_open[k] : 0;
            c.a[3][k] = e->in ? e->in->sc[k] : 0;
            c.open[3][k] = e->in ? e->c_open[k] : 0;
            c.a[PRELUDE_LINE][k] = line;
            c.a[PRELUDE_COLUMN][k] = at.line == line ? at.column : 0;
            c.a[PRELUDE_TYPE][k] = type.letter == 'p' ? 1024 | 1 : type.bits | (type.letter == 's' ? 0 : 256);
        }
        take_call(all, &c, row, NULL, text);
        return;
    }
}

const char *called_name(uint32_t row)
{
    static char name[2][64]; /* a message may have two */
    static unsigned turn;
    const struct call_row *of;
    const struct call_word *word;

    turn = !turn;
    return prelude_call(row, &of, &word) ? call_name(of, word, name[turn]) : "call";
}
