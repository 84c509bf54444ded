/* SPDX-License-Identifier: Apache-2.0 */
/* block_read - see shuffle.h. A call is read once for each warp: names and expressions have a value for each of its threads. */
#include "shuffle.h"
#include "lib/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Into what it is read, by which options, and why it cannot be. */
struct reader {
    const struct read_options *o;
    struct explain *e;
    struct block *b; /* of e */
    char *why;
};

/* ---- Options */

static bool takes_options(const struct reader *r)
{
    const bool is_block = r->b->kind == BLOCK_BARRIER || r->b->kind == BLOCK_SHUFFLE || r->b->kind == BLOCK_RESULT;

    if (r->o->lanes && !r->o->gpu && r->b->kind != BLOCK_SLOPE)
        return text_why(r->why, "--lanes: a warp has 32; the threads of a block are given with --block N");
    return r->o->block == NULL || is_block || text_why(r->why, "--block: expected a barrier or a BlockShuffle with it");
}

/* How many threads the block has, by --block, and how they stand in x, y and z. */
static bool take_block(const struct reader *r, unsigned preset)
{
    struct block *b = r->b;
    const char *given = r->o->block;

    if (given == NULL && preset > BLOCK_MAX)
        return text_why(r->why, "of %u threads: a block has at most %d", preset, BLOCK_MAX);
    b->threads = preset;
    if (given != NULL && !number_extent(given, BLOCK_MAX, b->extent))
        return text_why(r->why, "--block %.60s: expected the threads of a block, X, X,Y or X,Y,Z, together 1 to %d",
                        given, BLOCK_MAX);
    if (given != NULL)
        b->threads = b->extent[0] * b->extent[1] * b->extent[2];
    else if (!r->o->is_report)
        shuffle_note(r->e, "of a block of %u threads; another is given with --block N", preset);
    return true;
}

/* The threads that a mask or an expression names, from `first` on. */
static bool take_active(const struct reader *r, const struct expr_scope *scope, uint64_t *active)
{
    static struct expr expr;
    const char *given = r->o->active;

    *active = UINT64_MAX;
    if (given == NULL)
        return true;
    const bool is_mask = number_read(given, 0, UINT64_MAX, active);
    if (is_mask ? r->b->threads > SHFL_LANES_MAX : !expr_read(given, scope, &expr, r->why))
        return text_why(r->why, "--active %.60s: expected who is there, as 'lane<100', or a mask of at most %d threads",
                        given, SHFL_LANES_MAX);
    *active = is_mask ? *active >> scope->first : 0;
    for (unsigned k = 0; k < scope->lanes && !is_mask; k++)
        *active |= (uint64_t)(expr.word[k] != 0) << k;
    return true;
}

/* What --init says of the threads of a warp. Floats have the same value in all, or are a list or of lane. */
static bool take_init(const struct reader *r, const char *name, const char *value, const struct expr_scope *scope,
                      uint64_t word[])
{
    static struct expr expr;
    uint32_t words[SHFL_LANES_MAX];
    bool is_float;

    if (name[0] == 'R' && (strncmp(value, "float:", 6) == 0 || strncmp(value, "random:", 7) == 0)) {
        if (scope->first != 0 || !sass_values(value, scope->lanes, words, &is_float))
            return text_why(r->why, "--init %.20s=%.60s: expected floats of one warp, such as float:lane", name, value);
        r->b->is_float = is_float;
        for (unsigned k = 0; k < scope->lanes; k++)
            word[k] = words[k];
        return true;
    }
    const bool is_read = expr_read(value, scope, &expr, r->why);
    const bool is_mask = is_read && name[0] == 'P' && !expr.by_lane && expr.word[0] > 1;
    if (!is_read || (is_mask && scope->block > SHFL_LANES_MAX)) /* a mask has no more bits */
        return text_why(r->why, "--init %.20s=%.60s: expected its value in each thread, such as %s", name, value,
                        name[0] == 'P' ? "lane<8" : "lane*2");
    for (unsigned k = 0; k < scope->lanes; k++)
        word[k] = is_mask ? expr.word[0] >> (scope->first + k) & 1 : expr.word[k];
    return true;
}

static void note_of_lane(const struct reader *r)
{
    const struct read_options *o = r->o;
    bool any = strstr(r->e->note, "lane") != NULL || (o->active != NULL && strstr(o->active, "lane") != NULL);

    for (unsigned i = 0; i < o->inits + o->lets; i++)
        any = any || strstr(i < o->inits ? o->init[i] : o->let[i - o->inits], "lane") != NULL;
    if (r->b->threads > r->b->warp && any)
        shuffle_note(r->e, "lane is the number of the thread in the block");
}

/* A barrier with a number of threads waits for whole warps, and for as many. */
static bool takes_part(const struct reader *r, uint32_t threads, const char *what)
{
    const struct block *b = r->b;
    unsigned warps = 0;

    if (threads % b->warp != 0 || threads == 0)
        return text_refuse(r->why, what, "undefined, docs/rules.md R15.5: %u threads are no multiple of %u", threads,
                           b->warp);
    for (unsigned first = 0; first < b->threads; first += b->warp) {
        bool arrives = false;

        for (unsigned k = first; k < first + b->warp && k < b->threads; k++)
            arrives = arrives || b->active[k];
        warps += arrives;
    }
    return warps == threads / b->warp
        || text_refuse(r->why, what,
                       "it waits for %u threads, and the warps that arrive have %u: give --block N, and with --active "
                       "'lane<%u' or the like who arrives",
                       threads, warps * b->warp, threads);
}

/* What a thread's operand is taken to hold, where nothing says it. */
static const char *example_name(const struct block *b)
{
    return b->kind == BLOCK_BARRIER   ? shuffle_example
         : b->kind == BLOCK_MOVMATRIX ? "the numbers of the elements"
         : b->kind != BLOCK_SHUFFLE   ? "the lane's number"
         : b->items > 1               ? "the numbers of the items"
                                      : "the number of the thread";
}

/* The name of "!P0". */
static const char *plain(const char *name) { return name + (*name == '!'); }

static bool is_constant(const char *name) { return strcmp(name, "PT") == 0 || strcmp(name, "RZ") == 0; }

/* What a warp of the block brings: its threads, their predicates, and their values, from number scope->first on.
 *
 *   call      NULL: of an instruction, with the guard of e
 */
static bool take_warp(const struct reader *r, const struct expr_scope *scope, const struct call *call)
{
    const struct read_options *o = r->o;
    struct block *b = r->b;
    const bool negated = b->operand[0] == '!', guard_negated = r->e->guard[0] == '!';
    const char *name = plain(b->operand), *guard = plain(r->e->guard);
    const char *init = text_given(o->init, o->inits, name),
               *guard_init = guard[0] ? text_given(o->init, o->inits, guard) : NULL;
    uint64_t active, holds[SHFL_LANES_MAX], word[SHFL_LANES_MAX];

    if (!take_active(r, scope, &active) || (guard_init && !take_init(r, guard, guard_init, scope, holds))
        || (init && !take_init(r, name, init, scope, word)))
        return false;
    active &= call ? call->executes : UINT64_MAX;
    for (unsigned k = 0; k < scope->lanes && scope->first + k < b->threads; k++) {
        const unsigned thread = scope->first + k;
        const uint64_t value = is_constant(name)          ? name[0] == 'P'
                             : init                       ? word[k]
                             : call && call->has_value    ? call->value.word[k]
                             : b->kind == BLOCK_BARRIER   ? thread < SHUFFLE_EXAMPLE
                             : b->kind == BLOCK_MOVMATRIX ? (2 * thread + 1) << 16 | 2 * thread
                                                          : thread;

        b->active[thread] = (active >> k & 1) && (guard_init == NULL || (holds[k] != 0) != guard_negated);
        b->p[thread] = (value != 0) != negated;
        if (b->items == 1)
            b->ra[thread] = (uint32_t)value;
    }
    return true;
}

/* How the threads' names are read: those of the first warp. */
static struct expr_scope scope_of(const struct reader *r)
{
    struct expr_scope scope = { .lanes = r->b->warp, .block = r->b->threads, .let = r->o->let, .lets = r->o->lets };

    memcpy(scope.extent, r->b->extent, sizeof scope.extent);
    return scope;
}

/* ---- A call */

static void set_kind(const struct call_row *row, struct block *b)
{
    static const struct {
        enum call_op first;
        enum block_kind kind;
    } kinds[] = { { CALL_BARRIER_COUNT, BLOCK_BARRIER },
                  { CALL_BLOCK_OFFSET, BLOCK_SHUFFLE },
                  { CALL_SLOPE_X, BLOCK_SLOPE },
                  { CALL_MOVMATRIX, BLOCK_MOVMATRIX } };

    b->source = call_document(row);
    b->items = 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && row->op >= kinds[i].first; i++) {
        b->kind = kinds[i].kind;
        b->op = row->op - kinds[i].first;
    }
    b->coarse = b->kind == BLOCK_SLOPE && row->operand == CALL_SLOPE_COARSE;
    strcpy(b->operand, b->kind == BLOCK_BARRIER ? "P0" : "Ra");
}

/* The threads of cub::BlockShuffle<T, X, Y, Z> in x, y and z; extent[0] is 0: they are not named. */
static bool threads_of_type(const char *type, const struct expr_scope *scope, unsigned extent[3],
                            char why[READ_WHY_MAX])
{
    static struct expr expr;
    char inside[CALL_TEXT_MAX];
    text_part part[8];

    extent[0] = 0;
    extent[1] = extent[2] = 1;
    snprintf(inside, sizeof inside, "%s", type + strcspn(type, "<"));
    for (char *c = inside; *c != '\0'; c++) /* its own brackets are as others */
        *c = *c == '<' ? '(' : *c == '>' ? ')' : *c;
    const int count = inside[0] == '\0' ? 0 : text_split(inside + 1, inside + strlen(inside) - 1, part, 8);
    for (int i = 1; i < count && i < 4; i++) {
        if (!expr_read(part[i], scope, &expr, why))
            return false;
        if (expr.by_lane || expr.word[0] < 1 || expr.word[0] > BLOCK_MAX
            || (extent[0] ? extent[0] : 1) * extent[1] * expr.word[0] > BLOCK_MAX)
            return text_refuse(why, type, "expected 1 to %d threads", BLOCK_MAX);
        extent[i - 1] = (unsigned)expr.word[0];
    }
    return true;
}

/* Say which outputs stay as they are by CUB's documents, and not by its code. */
static void note_documented(struct explain *e)
{
    static int32_t built[BLOCK_MAX], documented[BLOCK_MAX];
    const struct block *b = &e->b;
    const enum shfl_block_op op = (enum shfl_block_op)b->op;

    shfl_block_shuffle(op, SHFL_BLOCK_AS_BUILT, b->threads, b->items, b->distance, built);
    shfl_block_shuffle(op, SHFL_BLOCK_AS_DOCUMENTED, b->threads, b->items, b->distance, documented);
    for (unsigned n = 0; n < b->threads * b->items; n++)
        if (built[n] != documented[n])
            shuffle_note(e, "CUB's documents say that %s %u stays as it is, its code does not: docs/rules.md 16",
                         b->items > 1 ? "item" : "thread", n);
}

/* How many items a thread has, in Up and Down: --let a.size()=4. */
static bool take_items(const struct reader *r, const struct call *call)
{
    struct block *b = r->b;
    char size[96];

    snprintf(size, sizeof size, "%.60s.size()", call->value_text);
    const char *given = text_given(r->o->let, r->o->lets, size);
    uint64_t items = 1;

    if (given != NULL && !number_read(given, 1, BLOCK_MAX, &items))
        return text_why(r->why, "--let %s=%.20s: expected the items of a thread, 1 to %d", size, given, BLOCK_MAX);
    b->items = (unsigned)items;
    if (given == NULL)
        shuffle_note(r->e, "%s is taken as one item of each thread; another number is --let '%s=4'", call->value_text,
                     size);
    return b->items * b->threads <= BLOCK_MAX
        || text_refuse(r->why, call->text, "%u threads of %u items: expected at most %d items in all", b->threads,
                       b->items, BLOCK_MAX);
}

/* The threads of a BlockShuffle, its distance, and the items of Up and Down. */
static bool take_shuffle(const struct reader *r, const char *text, const char *at, const struct call *call)
{
    const struct read_options *o = r->o;
    struct block *b = r->b;
    char type[CALL_TEXT_MAX];
    unsigned extent[3], asked[3];

    call_block_type(text, at, type);
    const bool is_hipcub = strstr(type, "hipcub") != NULL, is_rocprim = call->row->language == CALL_HIP;
    if (o->gpu && !is_hipcub && !is_rocprim)
        return text_refuse(r->why, type,
                           "CUB's: leave out --gpu; HIP has hipcub::BlockShuffle and rocprim::block_shuffle");
    if (is_hipcub)
        b->source = "hipCUB, hipcub/block/block_shuffle.hpp, which calls rocPRIM's; docs/rules.md 16";
    if (!threads_of_type(type, &call->scope, extent, r->why))
        return false;
    const unsigned threads = extent[0] * extent[1] * extent[2];
    if (threads == 0 && !take_block(r, WARP_LANES))
        return false;
    if (threads != 0) {
        b->threads = threads;
        memcpy(b->extent, extent, sizeof b->extent);
        if (o->block != NULL
            && !(number_extent(o->block, BLOCK_MAX, asked) && asked[0] * asked[1] * asked[2] == threads))
            return text_why(r->why, "--block %.60s: '%.100s' says %u threads", o->block, type, threads);
    }
    b->distance = (int32_t)(uint32_t)call->operand.word[0];
    if (b->op == SHFL_BLOCK_ROTATE && (b->distance < 1 || b->distance >= (int)b->threads))
        return text_refuse(r->why, call->text, "undefined, docs/rules.md R16.2: expected a distance of 1 to %u",
                           b->threads - 1);
    if (b->op == SHFL_BLOCK_ROTATE && (is_hipcub || is_rocprim) && b->extent[1] * b->extent[2] > 1)
        return text_refuse(r->why, call->text,
                           "rocPRIM's code adds the distance to threadIdx.x, its documents to the number in "
                           "the block: in more than one direction they differ, docs/rules.md R16.5");
    if (is_rocprim && b->op < SHFL_BLOCK_UP)
        shuffle_note(r->e,
                     "rocPRIM's documents say thread i - (%d), its code reads thread i + (%d): docs/rules.md R16.5",
                     b->distance, b->distance);
    if (b->op >= SHFL_BLOCK_UP && !take_items(r, call))
        return false;
    if (!is_hipcub && !is_rocprim)
        note_documented(r->e);
    return true;
}

bool block_read_at(const char *text, const char *at, const struct call_row *row, const struct read_options *o,
                   struct explain *e, char why[READ_WHY_MAX])
{
    static struct call call;
    struct block *b = &e->b;
    const struct reader r = { o, e, b, why };
    const char *const names[] = { row->op <= CALL_BARRIER_OR ? "P0" : "Ra", NULL };

    set_kind(row, b);
    b->warp = e->lanes;
    struct expr_scope scope = scope_of(&r);
    if (o->gpu && b->kind != BLOCK_SHUFFLE && (row->language != CALL_CUDA || b->kind != BLOCK_BARRIER))
        return text_refuse(why, at, "none of HIP's: leave out --gpu");
    if (!takes_options(&r))
        return false;
    if (b->kind == BLOCK_SLOPE && e->lanes < 4)
        return text_why(why, "--lanes %u: a quad has 4 lanes", e->lanes);
    if (!shuffle_only(o, names, why) || !call_read(text, at, &scope, &call, why))
        return false;
    set_kind(call.row, b); /* of those with the same name, the one with this number of arguments */
    snprintf(e->call, sizeof e->call, "%s", call.text);
    if (b->kind >= BLOCK_SLOPE)
        b->threads = e->lanes;
    else if (!(b->kind == BLOCK_SHUFFLE ? take_shuffle(&r, text, at, &call)
                                        : take_block(&r, call.threads ? call.threads : WARP_LANES)))
        return false;
    if (b->extent[1] * b->extent[2] > 1)
        shuffle_note(e, "the threads of %u,%u,%u are numbered by x first", b->extent[0], b->extent[1], b->extent[2]);
    for (scope = scope_of(&r); scope.first < b->threads; scope.first += e->lanes) {
        if (!take_active(&r, &scope, &scope.absent))
            return false;
        scope.absent = ~scope.absent;
        if (!call_read(text, at, &scope, &call, why) || !take_warp(&r, &scope, &call))
            return false;
    }
    if (b->items > 1)
        shuffle_note(e, "%s is taken as %s", call.value_text, example_name(b));
    else if (!call.has_value && !text_given(o->init, o->inits, b->operand)
             && !collective_example(e, &call, example_name(b), why))
        return false;
    if (b->items > 1 && (call.has_value || o->inits))
        return text_refuse(why, call.text, "an array has a value for each item: leave out its value");
    for (unsigned n = 0; n < b->items * b->threads && b->items > 1; n++)
        b->ra[n] = n;
    if (call.threads && !takes_part(&r, call.threads, call.text))
        return false;
    shuffle_note(e, "%s", call.note);
    note_of_lane(&r);
    if (b->kind == BLOCK_SLOPE && call.row->operand == CALL_SLOPE_FREE)
        shuffle_note(e, "fine or coarse is the choice of the implementation: shown as the fine one");
    if (b->coarse)
        shuffle_note(e, "which row and column of the quad is the choice of the implementation: shown for the first");
    shuffle_others(call.end, o, e);
    e->has_values = true;
    return true;
}

/* ---- An instruction */

enum { OPERANDS = 4 };

/* The operands behind a mnemonic, names and numbers; annotations of the scheduler end them. 0: one is something else. */
static int operands(const char *at, const char *end, text_part operand[OPERANDS])
{
    const char *stop = at + strcspn(at, "{&?;\n\r");
    const int count = text_split(at, stop < end ? stop : end, operand, OPERANDS);

    for (int i = 0; i < count; i++) {
        const char *name = plain(operand[i]);

        if (text_name(name) == 0 || name[text_name(name)] != '\0' || strlen(name) >= SASS_NAME_MAX - 1)
            return 0;
    }
    return count;
}

static bool is_register(const char *text, char kind)
{
    text += *text == 'U';
    return text[0] == kind && text_is_name(text[1]);
}

/* How many threads a barrier waits for: a number, or a register that --init gives the same value in all threads. One that has
 * the barrier, too, has it in bits 3:0, and the threads from bit 16 on. In a report it may not be known: 0. */
static bool take_count(const struct reader *r, const char *text, const char *id, uint32_t *threads)
{
    const bool is_number = isdigit((unsigned char)*text), is_packed = strcmp(text, id) == 0 && !is_number;
    const char *init = text_given(r->o->init, r->o->inits, text);
    uint64_t number = 0;

    if (!number_read(init ? init : text, 0, UINT32_MAX, &number) && !r->o->is_report)
        return text_why(r->why, "it depends on %s: give it with --init %s=%s", text, text,
                        is_packed ? "0x400000" : "64");
    if (init == NULL && r->o->is_report && !is_number)
        shuffle_note(r->e, "it waits for as many threads as %s says", text);
    if (is_packed && init)
        shuffle_note(r->e, "%s is barrier %u, and %u threads: bits 3:0, and those from 16 on", text,
                     (unsigned)(number & 15), (unsigned)(number >> 16));
    *threads = (uint32_t)(is_packed ? number >> 16 : number);
    return true;
}

/* Where the result goes: "R5" or "RZ, P1" behind B2R.RESULT. */
static bool result_of_insn(const struct reader *r, const char *at, const char *end)
{
    text_part operand[OPERANDS] = { "" };
    const int count = operands(at, end, operand);
    const bool has_predicate = count == 2 && strcmp(operand[0], "RZ") == 0 && is_register(operand[1], 'P');

    if (count == 2 && is_register(operand[0], 'R') && is_register(operand[1], 'P') && !has_predicate)
        return text_refuse(r->why, at, "no document tells what each of %.15s and %.15s gets", operand[0], operand[1]);
    if (!is_register(operand[0], 'R') || (count != 1 && !has_predicate))
        return text_refuse(r->why, at,
                           "expected B2R.RESULT with a register, or RZ and a predicate, such as "
                           "'B2R.RESULT R0' or 'B2R.RESULT RZ, P0'");
    snprintf(r->b->result, sizeof r->b->result, "%.15s", operand[count - 1]);
    return true;
}

/* All threads, and what is not given of them. */
static bool take_threads(const struct reader *r)
{
    const struct block *b = r->b;
    const bool guard_negated = r->e->guard[0] == '!';
    const char *guard = plain(r->e->guard), *name = plain(b->operand);
    struct expr_scope scope = scope_of(r);

    for (; scope.first < b->threads; scope.first += b->warp)
        if (!take_warp(r, &scope, NULL))
            return false;
    r->e->has_values = true;
    if (r->o->is_report)
        return true;
    if (guard[0] && text_given(r->o->init, r->o->inits, guard) == NULL)
        shuffle_note(r->e, "%s is not given: give it with --init %s=VALUE; taken as %s in every thread", guard, guard,
                     guard_negated ? "false" : "true");
    if (text_given(r->o->init, r->o->inits, name) == NULL && !is_constant(name))
        shuffle_note(r->e, "%s is taken as %s; give it with --init %s=VALUE", name, example_name(b), name);
    note_of_lane(r);
    return true;
}

static bool barrier_of_insn(const struct reader *r, const char *at, const char *end)
{
    static const char *const operations[] = { "POPC", "AND", "OR" };
    const size_t length = text_name(at);
    text_part operand[OPERANDS] = { "" };
    struct block *b = r->b;
    uint32_t threads = 0;

    while (b->op < 3 && !text_is(at, length, operations[b->op]))
        b->op++;
    at += length;
    at += strncmp(at, ".DEFER_BLOCKING", 15) == 0 ? 15 : 0;
    const int count = operands(at, end, operand);
    const char *p = operand[count == 3 ? 2 : 1];
    const bool has_count = count == 3 && strcmp(operand[1], "RZ") != 0,
               is_known = b->op < 3 && (*at == ' ' || *at == '\t');
    if (!is_known || count < 2 || count > 3 || !is_register(plain(p), 'P')
        || !(isdigit((unsigned char)operand[0][0]) || is_register(operand[0], 'R')))
        return text_refuse(r->why, r->e->text, "expected BAR.RED.POPC, .AND or .OR, such as 'BAR.RED.POPC 0x0, P0'");
    const char *const names[] = { plain(p), plain(r->e->guard), operand[0], operand[1], NULL };
    snprintf(b->operand, sizeof b->operand, "%.15s", p);
    if (!shuffle_only(r->o, names, r->why) || (has_count && !take_count(r, operand[1], operand[0], &threads))
        || !take_block(r, threads ? threads : WARP_LANES) || !take_threads(r))
        return false;
    const char *result = strstr(end, "B2R.RESULT"), *next = strstr(end, "BAR.");
    if (result != NULL && (next == NULL || result < next)) {
        if (!result_of_insn(r, result + strlen("B2R.RESULT"), result + strcspn(result, ";\n")))
            return false;
        if ((b->result[0] == 'R') != (b->op == BLOCK_COUNT))
            return text_refuse(r->why, result, "%s",
                               b->op == BLOCK_COUNT ? "a number is the result of BAR.RED.POPC, and goes into a register"
                                                    : "a predicate is the result of BAR.RED, and goes behind RZ");
    }
    return !has_count || r->o->is_report || takes_part(r, threads, r->e->text);
}

static bool movm_of_insn(const struct reader *r, const char *at, const char *end)
{
    text_part operand[OPERANDS] = { "" };

    if (strncmp(at, "16.MT88", 7) != 0 || text_is_name(at[7]) || at[7] == '.' || operands(at + 7, end, operand) != 2
        || !is_register(operand[0], 'R') || !is_register(operand[1], 'R'))
        return text_refuse(r->why, r->e->text,
                           "expected MOVM.16.MT88 with two registers, such as 'MOVM.16.MT88 R0, R1': "
                           "other forms are not known");
    const char *const names[] = { operand[1], plain(r->e->guard), NULL };
    snprintf(r->b->operand, sizeof r->b->operand, "%.15s", operand[1]);
    return shuffle_only(r->o, names, r->why) && take_threads(r);
}

/* FSWZADD R0, R1, R2, PNNPPNNP: a pair of signs for each lane of a quad. */
static bool signed_add_of_insn(const struct reader *r, const char *at, const char *end)
{
    text_part operand[OPERANDS] = { "" };
    struct block *b = r->b;
    const bool is_plain = strncmp(at, ".NDV", 4) == 0 || *at == ' ' || *at == '\t';
    const char *signs = operand[3];
    uint64_t word[SHFL_LANES_MAX];

    at += strcspn(at, " \t");
    bool ok = operands(at, end, operand) == 4 && strlen(signs) == 8;
    for (unsigned i = 0; i < 3; i++)
        ok = ok && is_register(operand[i], 'R');
    for (unsigned k = 0; k < 8 && ok; k++)
        ok = strchr("PNZ", signs[k]) != NULL && (signs[k] == 'P' || signs[k ^ 1] == 'P')
          && (signs[k] != 'Z' || k % 2 == 0);
    if (!ok)
        return text_refuse(r->why, r->e->text,
                           "expected FSWZADD with three registers and four pairs of PP, PN, NP and ZP, such as "
                           "'FSWZADD R0, R1, R2, PNNPPNNP'");
    if (!is_plain && !r->o->is_report)
        return text_refuse(r->why, r->e->text,
                           "of FTZ, and of another rounding than to the nearest, no result is known");
    snprintf(b->operand, sizeof b->operand, "%.15s", operand[1]);
    snprintf(b->other, sizeof b->other, "%.15s", operand[2]);
    memcpy(b->signs, signs, 8);
    const char *const names[] = { b->operand, b->other, plain(r->e->guard), NULL },
                      *init = text_given(r->o->init, r->o->inits, b->other);
    const struct expr_scope scope = scope_of(r);
    if (!shuffle_only(r->o, names, r->why) || (init && !take_init(r, b->other, init, &scope, word)))
        return false;
    b->other_is_float = b->is_float;
    b->is_float = false;
    for (unsigned k = 0; k < WARP_LANES; k++)
        b->rb[k] = init ? (uint32_t)word[k] : is_constant(b->other) ? 0 : 100 * k;
    if (init == NULL && !r->o->is_report && !is_constant(b->other))
        shuffle_note(r->e, "%s is taken as 100 times the lane's number; give it with --init %s=VALUE", b->other,
                     b->other);
    return take_threads(r);
}

static const struct insn {
    const char *name;
    enum block_kind kind;
    const char *source;
    bool (*read)(const struct reader *r, const char *at, const char *end); /* behind the name */
} insns[] = { { "BAR.RED.", BLOCK_BARRIER, "PTX ISA 9.0, barrier.red; docs/rules.md 15", barrier_of_insn },
              { "MOVM.", BLOCK_MOVMATRIX, "PTX ISA 9.0, movmatrix; docs/rules.md 18", movm_of_insn },
              { "B2R.RESULT", BLOCK_RESULT, "PTX ISA 9.0, barrier.red; docs/rules.md 15", result_of_insn },
              { "FSWZADD", BLOCK_SIGNED_ADD, "docs/rules.md R17.6; an H100 gave the same", signed_add_of_insn } };

/* Which of them begins here; NULL: none. *at is moved behind its name, and the guard, "P1" or "!P1", is copied. */
static const struct insn *insn_at(const char **at, char guard[4])
{
    guard[0] = '\0';
    if (**at == '@') {
        const size_t name = (*at)[1] == '!' ? 2 : 1, length = name + text_name(*at + name);

        if (length <= 4)
            snprintf(guard, 4, "%.*s", (int)(length - 1), *at + 1);
        *at += length + strspn(*at + length, " \t");
    }
    for (size_t i = 0; i < sizeof insns / sizeof *insns; i++)
        if (strncmp(*at, insns[i].name, strlen(insns[i].name)) == 0) {
            *at += strlen(insns[i].name);
            return &insns[i];
        }
    return NULL;
}

bool block_is_insn(const char *text)
{
    char guard[4];

    return insn_at(&text, guard) != NULL;
}

bool block_of_insn(const char *text, size_t length, const struct read_options *o, struct explain *e,
                   char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    const struct reader r = { o, e, b, why };
    const char *at = text;
    const struct insn *insn = insn_at(&at, e->guard);

    b->kind = insn->kind;
    if (!takes_options(&r))
        return false;
    snprintf(e->text, sizeof e->text, "%.*s", (int)(text_trim(text, text + length) - text), text);
    *b = (struct block){
        .kind = insn->kind, .threads = WARP_LANES, .warp = WARP_LANES, .items = 1, .source = insn->source
    };
    return insn->read(&r, at, text + length);
}
