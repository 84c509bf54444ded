/* SPDX-License-Identifier: Apache-2.0 */
/* block_read - see shuffle.h. A call is read once for each warp: names and expressions have a value for each of its threads. */
#include "shuffle.h"
#include "lib/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char example_predicate[] = "lane < 4";
enum { EXAMPLE_TRUE = 4 };

/* ---- Options */

/* How many threads the block has, by --block, and how they stand in x, y and z. */
static bool take_block(const struct read_options *o, unsigned preset, struct explain *e, char why[READ_WHY_MAX])
{
    struct block *b = &e->b;

    b->threads = preset;
    if (o->block == NULL && preset > BLOCK_MAX)
        return text_why(why, "of %u threads: a block has at most %d", preset, BLOCK_MAX);
    if (o->block != NULL && !number_extent(o->block, BLOCK_MAX, b->extent))
        return text_why(why, "--block %.60s: expected the threads of a block, X, X,Y or X,Y,Z, together 1 to %d",
                        o->block, BLOCK_MAX);
    if (o->block != NULL)
        b->threads = b->extent[0] * b->extent[1] * b->extent[2];
    if (o->block == NULL && !o->is_report)
        shuffle_note(e, "of a block of %u threads; another is given with --block N", preset);
    return true;
}

/* The threads that a mask or an expression names, from `first` on. */
static bool take_active(const struct read_options *o, const struct expr_scope *scope, const struct explain *e,
                        uint64_t *active, char why[READ_WHY_MAX])
{
    static struct expr expr;
    uint64_t mask;

    *active = UINT64_MAX;
    if (o->active == NULL)
        return true;
    if (number_read(o->active, 0, UINT64_MAX, &mask)) {
        if (e->b.threads > SHFL_LANES_MAX)
            return text_why(why, "--active %.60s: a mask has %d threads: expected who is there, such as 'lane<100'",
                            o->active, SHFL_LANES_MAX);
        *active = mask >> scope->first;
        return true;
    }
    if (!expr_read(o->active, scope, &expr, why))
        return text_why(why, "--active %.60s: expected a mask, or who is there, such as 'lane<100'", o->active);
    *active = 0;
    for (unsigned k = 0; k < scope->lanes; k++)
        *active |= (uint64_t)(expr.word[k] != 0) << k;
    return true;
}

/* What --init says of the threads of a warp. Floats have the same value in all, or are a list or of lane. */
static bool take_init(const char *name, const char *value, const struct expr_scope *scope, struct block *b,
                      uint64_t word[], char why[READ_WHY_MAX])
{
    static struct expr expr;
    uint32_t words[SHFL_LANES_MAX];
    bool is_float;

    if (name[0] == 'R' && (strncmp(value, "float:", 6) == 0 || strncmp(value, "random:", 7) == 0)) {
        if (scope->first != 0 || !sass_values(value, scope->lanes, words, &is_float))
            return text_why(why, "--init %.20s=%.60s: expected floats of one warp, such as float:lane", name, value);
        b->is_float = is_float;
        for (unsigned k = 0; k < scope->lanes; k++)
            word[k] = words[k];
        return true;
    }
    if (!expr_read(value, scope, &expr, why))
        return text_why(why, "--init %.20s=%.60s: expected its value in each thread, such as %s", name, value,
                        name[0] == 'P' ? "lane<8" : "lane*2");
    const bool is_mask = name[0] == 'P' && !expr.by_lane && expr.word[0] > 1;
    if (is_mask && scope->block > SHFL_LANES_MAX)
        return text_why(why, "--init %.20s=%.60s: a mask has %d threads: expected a condition, such as lane<100", name,
                        value, SHFL_LANES_MAX);
    for (unsigned k = 0; k < scope->lanes; k++)
        word[k] = is_mask ? expr.word[0] >> (scope->first + k) & 1 : expr.word[k];
    return true;
}

static void note_of_lane(const struct read_options *o, struct explain *e)
{
    bool any = o->active != NULL && strstr(o->active, "lane") != NULL;

    for (unsigned i = 0; i < o->inits; i++)
        any = any || strstr(o->init[i], "lane") != NULL;
    for (unsigned i = 0; i < o->lets; i++)
        any = any || strstr(o->let[i], "lane") != NULL;
    if (e->b.threads > e->b.warp && (any || strstr(e->note, "lane") != NULL))
        shuffle_note(e, "lane is the number of the thread in the block");
}

/* A barrier with a number of threads waits for whole warps, and for as many. */
static bool takes_part(const struct explain *e, uint32_t threads, const char *what, char why[READ_WHY_MAX])
{
    const struct block *b = &e->b;
    unsigned warps = 0;

    if (threads % b->warp != 0 || threads == 0)
        return text_refuse(why, what, "undefined, docs/rules.md R15.5: %u threads are no multiple of %u", threads,
                           b->warp);
    for (unsigned first = 0; first < b->threads; first += b->warp) {
        bool arrives = false;

        for (unsigned k = first; k < first + b->warp && k < b->threads; k++)
            arrives = arrives || b->active[k];
        warps += arrives;
    }
    return warps == threads / b->warp
        || text_refuse(why, what,
                       "it waits for %u threads, and the warps that arrive have %u: give --block N, and with --active "
                       "'lane<%u' or the like who arrives",
                       threads, warps * b->warp, threads);
}

/* ---- A call */

static void set_kind(const struct call_row *row, struct block *b)
{
    b->source = call_document(row);
    b->items = 1;
    if (row->op <= CALL_BARRIER_OR) {
        b->kind = BLOCK_BARRIER;
        b->op = row->op - CALL_BARRIER_COUNT;
    } else if (row->op <= CALL_BLOCK_DOWN) {
        b->kind = BLOCK_SHUFFLE;
        b->op = row->op - CALL_BLOCK_OFFSET;
    } else if (row->op <= CALL_SLOPE_WIDTH) {
        b->kind = BLOCK_SLOPE;
        b->op = row->op - CALL_SLOPE_X;
        b->coarse = row->operand == CALL_SLOPE_COARSE;
    } else {
        b->kind = BLOCK_MOVMATRIX;
    }
    strcpy(b->operand, b->kind == BLOCK_BARRIER ? "P0" : "Ra");
}

/* The threads of cub::BlockShuffle<T, X, Y, Z> in x, y and z; extent[0] is 0: they are not named. */
static bool threads_of_type(const char *type, const struct expr_scope *scope, unsigned extent[3],
                            char why[READ_WHY_MAX])
{
    static struct expr expr;
    const char *at = strchr(type, '<');
    char size[CALL_TEXT_MAX];

    extent[0] = 0;
    extent[1] = extent[2] = 1;
    if (at == NULL)
        return true;
    for (unsigned i = 0, depth = 0; i < 4; i++) {
        const char *begin = ++at;

        for (; *at != '\0' && !(depth == 0 && (*at == ',' || (*at == '>' && at[1] == '\0'))); at++)
            depth += *at == '<' || *at == '(' ? 1u : *at == '>' || *at == ')' ? -1u : 0u;
        if (*at == '\0')
            break;
        snprintf(size, sizeof size, "%.*s", (int)(at - begin), begin);
        if (i == 0)
            continue;
        if (!expr_read(size, scope, &expr, why))
            return false;
        if (expr.by_lane || expr.word[0] < 1 || expr.word[0] > BLOCK_MAX
            || (extent[0] ? extent[0] : 1) * extent[1] * expr.word[0] > BLOCK_MAX)
            return text_refuse(why, type, "expected 1 to %d threads", BLOCK_MAX);
        extent[i - 1] = (unsigned)expr.word[0];
        if (*at == '>')
            break;
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
static bool take_items(const struct call *call, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    char size[96];

    snprintf(size, sizeof size, "%.60s.size()", call->value_text);
    const char *given = text_given(o->let, o->lets, size);
    uint64_t items = 1;

    if (given != NULL && !number_read(given, 1, BLOCK_MAX, &items))
        return text_why(why, "--let %s=%.20s: expected the items of a thread, 1 to %d", size, given, BLOCK_MAX);
    b->items = (unsigned)items;
    if (given == NULL)
        shuffle_note(e, "%s is taken as one item of each thread; another number is --let '%s=4'", call->value_text,
                     size);
    if (b->items * b->threads > BLOCK_MAX)
        return text_refuse(why, call->text, "%u threads of %u items: expected at most %d items in all", b->threads,
                           b->items, BLOCK_MAX);
    return true;
}

/* The threads of a BlockShuffle, its distance, and the items of Up and Down. */
static bool take_shuffle(const char *text, const char *at, const struct call *call, const struct read_options *o,
                         struct explain *e, char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    char type[CALL_TEXT_MAX];
    unsigned threads, extent[3], asked[3];

    call_block_type(text, at, type);
    const bool is_hipcub = strstr(type, "hipcub") != NULL, is_rocprim = call->row->language == CALL_HIP;
    if (o->is_hip && !is_hipcub && !is_rocprim)
        return text_refuse(why, type,
                           "CUB's: leave out --gpu; HIP has hipcub::BlockShuffle and rocprim::block_shuffle");
    if (is_hipcub)
        b->source = "hipCUB, hipcub/block/block_shuffle.hpp, which calls rocPRIM's; docs/rules.md 16";
    if (!threads_of_type(type, &call->scope, extent, why))
        return false;
    threads = extent[0] * extent[1] * extent[2];
    if (threads == 0 && !take_block(o, WARP_LANES, e, why))
        return false;
    if (threads != 0) {
        b->threads = threads;
        memcpy(b->extent, extent, sizeof b->extent);
    }
    const bool is_same = o->block == NULL
                      || (number_extent(o->block, BLOCK_MAX, asked) && asked[0] * asked[1] * asked[2] == threads);
    if (threads != 0 && !is_same)
        return text_why(why, "--block %.60s: '%.100s' says %u threads", o->block, type, threads);
    b->distance = (int32_t)(uint32_t)call->operand.word[0];
    if (b->op == SHFL_BLOCK_ROTATE && (b->distance < 1 || b->distance >= (int)b->threads))
        return text_refuse(why, call->text, "undefined, docs/rules.md R16.2: expected a distance of 1 to %u",
                           b->threads - 1);
    if (b->op == SHFL_BLOCK_ROTATE && (is_hipcub || is_rocprim) && b->extent[1] * b->extent[2] > 1)
        return text_refuse(why, call->text,
                           "rocPRIM's code adds the distance to threadIdx.x, its documents to the number in "
                           "the block: in more than one direction they differ, docs/rules.md R16.5");
    if (is_rocprim && b->op < SHFL_BLOCK_UP)
        shuffle_note(e, "rocPRIM's documents say thread i - (%d), its code reads thread i + (%d): docs/rules.md R16.5",
                     b->distance, b->distance);
    if (b->op >= SHFL_BLOCK_UP && !take_items(call, o, e, why))
        return false;
    if (!is_hipcub && !is_rocprim)
        note_documented(e);
    return true;
}

/* What a warp of the block brings: its threads, their predicates, and their values, from number scope->first on. */
static bool take_warp(const struct call *call, const struct expr_scope *scope, const struct read_options *o,
                      struct explain *e, char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    const char *init = text_given(o->init, o->inits, b->operand);
    uint64_t word[SHFL_LANES_MAX] = { 0 }, active;

    if (!take_active(o, scope, e, &active, why))
        return false;
    active &= call->executes;
    if (init != NULL && !take_init(b->operand, init, scope, b, word, why))
        return false;
    for (unsigned k = 0; k < scope->lanes && scope->first + k < b->threads; k++) {
        const unsigned thread = scope->first + k;

        if (init == NULL)
            word[k] = call->has_value            ? call->value.word[k]
                    : b->kind == BLOCK_BARRIER   ? thread < EXAMPLE_TRUE
                    : b->kind == BLOCK_MOVMATRIX ? (uint64_t)(2 * thread + 1) << 16 | 2 * thread
                                                 : thread;
        b->p[thread] = word[k] != 0;
        b->active[thread] = active >> k & 1;
        if (b->items == 1)
            b->ra[thread] = (uint32_t)word[k];
    }
    const char *example = b->kind == BLOCK_BARRIER   ? example_predicate
                        : b->kind == BLOCK_MOVMATRIX ? "the numbers of the elements"
                        : b->kind == BLOCK_SLOPE     ? "the lane's number"
                        : b->items > 1               ? "the numbers of the items"
                                                     : "the number of the thread";
    if (b->items > 1 && scope->first == 0)
        shuffle_note(e, "%s is taken as %s", call->value_text, example);
    else if (init == NULL && !call->has_value && scope->first == 0)
        return collective_example(e, call, example, why);
    return true;
}

bool block_read_at(const char *text, const char *at, const struct call_row *row, const struct read_options *o,
                   struct explain *e, char why[READ_WHY_MAX])
{
    static struct call call;
    const char *const names[] = { row->op <= CALL_BARRIER_OR ? "P0" : "Ra", NULL };
    struct expr_scope scope = { .lanes = e->lanes, .let = o->let, .lets = o->lets };
    struct block *b = &e->b;

    set_kind(row, b);
    b->warp = e->lanes;
    if (o->is_hip && b->kind != BLOCK_SHUFFLE && (row->language != CALL_CUDA || b->kind != BLOCK_BARRIER))
        return text_refuse(why, at, "none of HIP's: leave out --gpu");
    if (o->lanes && !o->is_hip && b->kind != BLOCK_SLOPE)
        return text_why(why, b->kind == BLOCK_MOVMATRIX ? "--lanes: movmatrix is of 32 lanes"
                                                        : "--lanes: a warp has 32; the threads of the block are "
                                                          "given with --block N");
    if (o->block != NULL && b->kind >= BLOCK_SLOPE)
        return text_why(why, "--block: expected a barrier or a BlockShuffle with it");
    if (b->kind == BLOCK_SLOPE && e->lanes < 4)
        return text_why(why, "--lanes %u: a quad has 4 lanes", e->lanes);
    if (!shuffle_only(o, names, why) || !call_read(text, at, &scope, &call, why))
        return false;
    set_kind(call.row, b); /* of those with the same name, the one with this number of arguments */
    snprintf(e->call, sizeof e->call, "%s", call.text);
    if (b->kind == BLOCK_SHUFFLE) {
        if (!take_shuffle(text, at, &call, o, e, why))
            return false;
    } else if (b->kind >= BLOCK_SLOPE) {
        b->threads = e->lanes;
    } else if (!take_block(o, call.threads ? call.threads : WARP_LANES, e, why)) {
        return false;
    }
    scope.block = b->threads;
    memcpy(scope.extent, b->extent, sizeof scope.extent);
    if (b->extent[1] * b->extent[2] > 1)
        shuffle_note(e, "the threads of %u,%u,%u are numbered by x first", b->extent[0], b->extent[1], b->extent[2]);
    for (scope.first = 0; scope.first < b->threads; scope.first += e->lanes) {
        scope.absent = 0;
        if (!take_active(o, &scope, e, &scope.absent, why))
            return false;
        scope.absent = ~scope.absent;
        if (!call_read(text, at, &scope, &call, why) || !take_warp(&call, &scope, o, e, why))
            return false;
    }
    if (b->items > 1 && (call.has_value || o->inits))
        return text_refuse(why, call.text, "an array has a value for each item: leave out its value");
    for (unsigned n = 0; n < b->items * b->threads && b->items > 1; n++)
        b->ra[n] = n;
    if (call.threads && !takes_part(e, call.threads, call.text, why))
        return false;
    shuffle_note(e, "%s", call.note);
    note_of_lane(o, e);
    if (b->kind == BLOCK_SLOPE && call.row->operand == CALL_SLOPE_FREE)
        shuffle_note(e, "fine or coarse is the choice of the implementation: shown as the fine one");
    if (b->coarse)
        shuffle_note(e, "which row and column of the quad is the choice of the implementation: shown for the first");
    shuffle_others(call.end, o, e);
    e->has_values = true;
    return true;
}

/* ---- An instruction */

/* Behind the guard, if there is one: "P1" or "!P1". */
static const char *pass_guard(const char *at, char guard[4])
{
    guard[0] = '\0';
    if (*at != '@')
        return at;
    const size_t name = at[1] == '!' ? 2 : 1, length = name + text_name(at + name);
    if (length <= 4)
        snprintf(guard, 4, "%.*s", (int)(length - 1), at + 1);
    return at + length + strspn(at + length, " \t");
}

bool block_is_insn(const char *text)
{
    char guard[4];
    const char *at = pass_guard(text, guard);

    return strncmp(at, "BAR.RED.", 8) == 0 || strncmp(at, "MOVM.", 5) == 0 || strncmp(at, "B2R.RESULT", 10) == 0
        || strncmp(at, "FSWZADD", 7) == 0;
}

enum { OPERANDS = 4 };

/* The operands behind a mnemonic; annotations of the scheduler end them. */
static unsigned operands(const char *at, const char *end, char operand[OPERANDS][SASS_NAME_MAX])
{
    unsigned count = 0;

    while (at < end && count < OPERANDS) {
        size_t length = 0;

        at += strspn(at, " \t");
        while (at + length < end && (text_is_name(at[length]) || at[length] == '!'))
            length++;
        if (length == 0 || length >= SASS_NAME_MAX)
            break;
        snprintf(operand[count++], SASS_NAME_MAX, "%.*s", (int)length, at);
        at += length + strspn(at + length, " \t");
        if (at >= end || *at != ',')
            break;
        at++;
    }
    at += strspn(at, " \t");
    return at < end && strchr("{&?;\n\r", *at) == NULL ? OPERANDS + 1 : count;
}

static bool is_register(const char *text, char kind)
{
    text += *text == 'U';
    return text[0] == kind && text_is_name(text[1]);
}

/* How many threads a barrier waits for: a number, or a register that --init gives the same value in all threads. One that has
 * the barrier, too, has it in bits 3:0, and the threads from bit 16 on. In a report it may not be known: 0. */
static bool take_count(const char *text, const char *id, const struct read_options *o, struct explain *e,
                       uint32_t *threads, char why[READ_WHY_MAX])
{
    const bool is_packed = strcmp(text, id) == 0 && !isdigit((unsigned char)*text);
    const char *init = text_given(o->init, o->inits, text);
    uint64_t number = 0;

    if (!number_read(init ? init : text, 0, UINT32_MAX, &number) && !o->is_report)
        return text_why(why, "it depends on %s: give it with --init %s=%s", text, text, is_packed ? "0x400000" : "64");
    if (init == NULL && o->is_report && !isdigit((unsigned char)*text))
        shuffle_note(e, "it waits for as many threads as %s says", text);
    if (is_packed && init)
        shuffle_note(e, "%s is barrier %u, and %u threads: bits 3:0, and those from 16 on", text,
                     (unsigned)(number & 15), (unsigned)(number >> 16));
    *threads = (uint32_t)(is_packed ? number >> 16 : number);
    return true;
}

/* Where the result goes: the B2R.RESULT behind the barrier, "R5" or "RZ, P1", in front of the next barrier. */
static bool take_result(const char *text, const char *end, struct block *b, char why[READ_WHY_MAX])
{
    char operand[OPERANDS][SASS_NAME_MAX];
    const unsigned count = operands(text, end, operand);
    const bool has_register = count >= 1 && is_register(operand[0], 'R');

    const bool has_predicate = count == 2 && strcmp(operand[0], "RZ") == 0 && is_register(operand[1], 'P');

    if (!has_register || (count != 1 && !has_predicate)) /* of both no document tells what each gets */
        return text_refuse(why, text,
                           "expected B2R.RESULT with a register, or RZ and a predicate, such as "
                           "'B2R.RESULT R0' or 'B2R.RESULT RZ, P0'");
    snprintf(b->result, sizeof b->result, "%s", operand[count - 1]);
    return true;
}

static bool take_result_behind(const char *behind, struct block *b, char why[READ_WHY_MAX])
{
    const char *result = strstr(behind, "B2R.RESULT"), *next = strstr(behind, "BAR.");

    if (result == NULL || (next != NULL && next < result))
        return true;
    if (!take_result(result + strlen("B2R.RESULT"), result + strcspn(result, ";\n"), b, why))
        return false;
    return (b->result[0] == 'R') == (b->op == BLOCK_COUNT)
        || text_refuse(why, result, "%s",
                       b->op == BLOCK_COUNT ? "a number is the result of BAR.RED.POPC, and goes into a register"
                                            : "a predicate is the result of BAR.RED, and goes behind RZ");
}

static bool fill_insn(const char guard[4], const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    const bool guard_negated = guard[0] == '!', negated = b->operand[0] == '!';
    const char *guard_name = guard + guard_negated, *name = b->operand + negated;
    const char *guard_init = text_given(o->init, o->inits, guard_name), *init = text_given(o->init, o->inits, name);
    struct expr_scope scope = { .lanes = b->warp, .block = b->threads, .let = o->let, .lets = o->lets };

    memcpy(scope.extent, b->extent, sizeof scope.extent);
    for (scope.first = 0; scope.first < b->threads; scope.first += b->warp) {
        uint64_t active, holds[SHFL_LANES_MAX], word[SHFL_LANES_MAX];

        if (!take_active(o, &scope, e, &active, why)
            || (guard[0] && guard_init && !take_init(guard_name, guard_init, &scope, b, holds, why))
            || (init && !take_init(name, init, &scope, b, word, why)))
            return false;
        for (unsigned k = 0; k < b->warp && scope.first + k < b->threads; k++) {
            const unsigned thread = scope.first + k;
            const bool is_true = strcmp(name, "PT") == 0;

            b->active[thread] = (active >> k & 1)
                             && (guard[0] == '\0' || guard_init == NULL || (holds[k] != 0) != guard_negated);
            if (b->kind == BLOCK_BARRIER)
                b->p[thread] = (is_true || (init ? word[k] != 0 : thread < EXAMPLE_TRUE)) != negated;
            else if (b->kind == BLOCK_SIGNED_ADD)
                b->ra[thread] = init ? (uint32_t)word[k] : strcmp(name, "RZ") == 0 ? 0 : thread;
            else
                b->ra[thread] = init ? (uint32_t)word[k] : (2 * thread + 1) << 16 | 2 * thread;
        }
    }
    if (o->is_report)
        return true;
    if (guard[0] && guard_init == NULL)
        shuffle_note(e, "%s is not given: give it with --init %s=VALUE; taken as %s in every thread", guard_name,
                     guard_name, guard_negated ? "false" : "true");
    if (init == NULL && strcmp(name, "PT") != 0 && strcmp(name, "RZ") != 0)
        shuffle_note(e, "%s is taken as %s; give it with --init %s=VALUE", name,
                     b->kind == BLOCK_BARRIER      ? example_predicate
                     : b->kind == BLOCK_SIGNED_ADD ? "the lane's number"
                                                   : "the numbers of the elements",
                     name);
    note_of_lane(o, e);
    return true;
}

static bool barrier_of_insn(const char *insn, const char *at, const char *end, const char guard[4],
                            const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    static const char *const operations[] = { "POPC", "AND", "OR" };
    const size_t length = text_name(at);
    char operand[OPERANDS][SASS_NAME_MAX] = { "", "", "", "" };
    struct block *b = &e->b;
    uint32_t threads = 0;
    unsigned op = 0;

    while (op < 3 && !text_is(at, length, operations[op]))
        op++;
    b->op = op;
    at += length;
    at += strncmp(at, ".DEFER_BLOCKING", 15) == 0 ? 15 : 0;
    const unsigned count = operands(at, end, operand);
    const char *p = operand[count == 3 ? 2 : 1];
    const bool has_count = count == 3 && strcmp(operand[1], "RZ") != 0,
               is_known = op < 3 && (*at == ' ' || *at == '\t');
    if (!is_known || count < 2 || count > 3 || !is_register(p + (*p == '!'), 'P')
        || !(isdigit((unsigned char)operand[0][0]) || is_register(operand[0], 'R')))
        return text_refuse(why, insn, "expected BAR.RED.POPC, .AND or .OR, such as 'BAR.RED.POPC 0x0, P0'");
    const char *const names[] = { p + (*p == '!'), guard + (*guard == '!'), operand[0], operand[1], NULL };
    snprintf(b->operand, sizeof b->operand, "%.*s", SASS_NAME_MAX - 1, p);
    if (!shuffle_only(o, names, why) || (has_count && !take_count(operand[1], operand[0], o, e, &threads, why))
        || !take_block(o, threads ? threads : WARP_LANES, e, why) || !fill_insn(guard, o, e, why)
        || !take_result_behind(end, b, why))
        return false;
    return !has_count || o->is_report || takes_part(e, threads, insn, why);
}

static bool movm_of_insn(const char *insn, const char *at, const char *end, const char guard[4],
                         const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    char operand[OPERANDS][SASS_NAME_MAX];
    struct block *b = &e->b;

    if (strncmp(at, "16.MT88", 7) != 0 || text_is_name(at[7]) || at[7] == '.' || operands(at + 7, end, operand) != 2
        || !is_register(operand[0], 'R') || !is_register(operand[1], 'R'))
        return text_refuse(why, insn,
                           "expected MOVM.16.MT88 with two registers, such as 'MOVM.16.MT88 R0, R1': "
                           "other forms are not known");
    const char *const names[] = { operand[1], guard + (*guard == '!'), NULL };
    snprintf(b->operand, sizeof b->operand, "%s", operand[1]);
    b->threads = WARP_LANES;
    return shuffle_only(o, names, why) && fill_insn(guard, o, e, why);
}

/* FSWZADD R0, R1, R2, PNNPPNNP: a pair of signs for each lane of a quad. */
static bool signed_add_of_insn(const char *insn, const char *at, const char *end, const char guard[4],
                               const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    char operand[OPERANDS][SASS_NAME_MAX] = { "", "", "", "" };
    struct block *b = &e->b;
    const struct expr_scope scope = { .lanes = WARP_LANES, .let = o->let, .lets = o->lets };
    const bool is_plain = strncmp(at, ".NDV", 4) == 0 || *at == ' ' || *at == '\t';
    uint64_t word[SHFL_LANES_MAX] = { 0 };
    bool ok;

    at += strcspn(at, " \t");
    ok = operands(at, end, operand) == 4 && is_register(operand[0], 'R') && is_register(operand[1], 'R')
      && is_register(operand[2], 'R') && strlen(operand[3]) == 8;
    for (unsigned k = 0; k < 8 && ok; k++)
        ok = strchr("PNZ", operand[3][k]) != NULL && (operand[3][k] == 'P' || operand[3][k ^ 1] == 'P')
          && (operand[3][k] != 'Z' || k % 2 == 0);
    if (!ok)
        return text_refuse(why, insn,
                           "expected FSWZADD with three registers and four pairs of PP, PN, NP and ZP, such as "
                           "'FSWZADD R0, R1, R2, PNNPPNNP'");
    if (!is_plain && !o->is_report)
        return text_refuse(why, insn, "of FTZ, and of another rounding than to the nearest, no result is known");
    snprintf(b->operand, sizeof b->operand, "%s", operand[1]);
    snprintf(b->other, sizeof b->other, "%s", operand[2]);
    snprintf(b->signs, sizeof b->signs, "%.8s", operand[3]);
    b->threads = WARP_LANES;
    const char *const names[] = { b->operand, b->other, guard + (*guard == '!'), NULL },
                      *init = text_given(o->init, o->inits, b->other);
    if (!shuffle_only(o, names, why) || (init && !take_init(b->other, init, &scope, b, word, why)))
        return false;
    b->other_is_float = b->is_float;
    b->is_float = false;
    for (unsigned k = 0; k < WARP_LANES; k++)
        b->rb[k] = init ? (uint32_t)word[k] : strcmp(b->other, "RZ") == 0 ? 0 : 100 * k;
    if (init == NULL && !o->is_report && strcmp(b->other, "RZ") != 0)
        shuffle_note(e, "%s is taken as 100 times the lane's number; give it with --init %s=VALUE", b->other, b->other);
    return fill_insn(guard, o, e, why);
}

bool block_of_insn(const char *text, size_t length, const struct read_options *o, struct explain *e,
                   char why[READ_WHY_MAX])
{
    struct block *b = &e->b;
    char guard[4];
    const char *at = pass_guard(text, guard);
    const bool is_barrier = at[1] == 'A', is_result = at[1] == '2', is_add = *at == 'F';

    if (o->lanes)
        return text_why(why, "--lanes: a warp has 32; the threads of a block are given with --block N");
    if (o->block != NULL && !is_barrier && !is_result)
        return text_why(why, "--block: expected a barrier or a BlockShuffle with it");
    snprintf(e->text, sizeof e->text, "%.*s", (int)(text_trim(text, text + length) - text), text);
    snprintf(e->guard, sizeof e->guard, "%s", guard);
    *b = (struct block){ .kind = is_barrier ? BLOCK_BARRIER : BLOCK_MOVMATRIX, .warp = WARP_LANES, .items = 1 };
    b->source = *at == 'B' ? "PTX ISA 9.0, barrier.red; docs/rules.md 15" : "PTX ISA 9.0, movmatrix; docs/rules.md 18";
    if (is_result) {
        b->kind = BLOCK_RESULT;
        b->threads = WARP_LANES;
        return take_result(at + strlen("B2R.RESULT"), text + length, b, why);
    }
    e->has_values = true;
    if (is_add) {
        b->kind = BLOCK_SIGNED_ADD;
        b->source = "docs/rules.md R17.6; an H100 gave the same";
        return signed_add_of_insn(text, at + strlen("FSWZADD"), text + length, guard, o, e, why);
    }
    return is_barrier ? barrier_of_insn(text, at + 8, text + length, guard, o, e, why)
                      : movm_of_insn(text, at + 5, text + length, guard, o, e, why);
}
