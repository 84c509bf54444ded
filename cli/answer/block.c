/* SPDX-License-Identifier: Apache-2.0 */
/* block - see explain.h */
#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NONE = -1 };

unsigned block_results(const struct block *b) { return b->threads * b->items; }

const char *block_unit(const struct block *b)
{
    return b->kind >= BLOCK_SLOPE ? "lane" : b->items > 1 ? "item" : "thread";
}

bool block_executes(const struct block *b, unsigned n) { return b->active[n / b->items]; }

/* An output of BlockShuffle that has no source keeps what it had. */
static bool stays(const struct block *b, unsigned n) { return b->kind == BLOCK_SHUFFLE && b->from[n][0] == NONE; }

bool block_writes(const struct block *b, unsigned n)
{
    return block_executes(b, n) && !b->undefined[n] && !stays(b, n);
}

/* ---- The model */

static void run_barrier(struct block *b)
{
    uint64_t active[BLOCK_MAX / 2] = { 0 }, p[BLOCK_MAX / 2] = { 0 };
    const unsigned warps = (b->threads + b->warp - 1) / b->warp;

    for (unsigned t = 0; t < b->threads; t++) {
        active[t / b->warp] |= (uint64_t)b->active[t] << t % b->warp;
        p[t / b->warp] |= (uint64_t)b->p[t] << t % b->warp;
    }
    shfl_barrier_block(b->warp, warps, active, p, &b->barrier);
    for (unsigned t = 0; t < b->threads; t++)
        b->rd[t] = b->op == BLOCK_COUNT ? b->barrier.count : b->op == BLOCK_AND ? b->barrier.all : b->barrier.any;
}

static void run_shuffle(struct block *b)
{
    int32_t from[BLOCK_MAX];

    shfl_block_shuffle((enum shfl_block_op)b->op, SHFL_BLOCK_AS_BUILT, b->threads, b->items, b->distance, from);
    for (unsigned n = 0; n < block_results(b); n++) {
        b->from[n][0] = from[n];
        b->rd[n] = from[n] == NONE ? 0 : b->ra[from[n]];
        b->undefined[n] = from[n] != NONE && !block_executes(b, (unsigned)from[n]);
    }
}

static float value(const struct block *b, unsigned lane)
{
    return b->is_float ? word_as_float(b->ra[lane]) : (float)(int32_t)b->ra[lane];
}

static void run_slope(struct block *b)
{
    float v[SHFL_LANES_MAX], d[SHFL_LANES_MAX];
    uint64_t number[SHFL_LANES_MAX], swapped[SHFL_LANES_MAX], is_defined, active = 0;

    for (unsigned k = 0; k < b->threads; k++) {
        v[k] = value(b, k);
        number[k] = k;
        active |= (uint64_t)b->active[k] << k;
    }
    if (b->op == BLOCK_WIDTH)
        shfl_quad_fwidth(b->threads, b->coarse, active, v, d, &is_defined);
    else
        shfl_quad_derivative(b->threads, b->op == BLOCK_Y, b->coarse, active, v, d, &is_defined);
    uint64_t any;
    shfl_quad(b->threads, b->op == BLOCK_Y ? SHFL_QUAD_VERTICAL : SHFL_QUAD_HORIZONTAL, active, number, swapped, &any);
    for (unsigned k = 0; k < b->threads; k++) {
        const unsigned own = b->coarse ? k / 4 * 4 : k, other = (unsigned)swapped[own];

        b->rd[k] = word_of_float(d[k]);
        b->undefined[k] = !(is_defined >> k & 1);
        if (b->op != BLOCK_WIDTH) {
            b->from[k][0] = (int)(own > other ? own : other);
            b->from[k][1] = (int)(own > other ? other : own);
        }
    }
}

/* What a lane adds: 1, -1 or 0 times each of its registers. */
static void run_signed_add(struct block *b)
{
    for (unsigned k = 0; k < b->threads; k++) {
        const char first = b->signs[k % 4 * 2], second = b->signs[k % 4 * 2 + 1];
        const float v = value(b, k), other = b->other_is_float ? word_as_float(b->rb[k]) : (float)(int32_t)b->rb[k];

        b->rd[k] = word_of_float((first == 'P' ? v : first == 'N' ? -v : 0) + (second == 'P' ? other : -other));
    }
}

/* Which half of a register holds an element: 2 lane, and 1 for the high one. */
static void run_halves(const struct block *b, uint32_t rd[])
{
    uint32_t number[WARP_LANES];

    for (unsigned k = 0; k < b->threads; k++)
        number[k] = (2 * k + 1) << 16 | 2 * k;
    shfl_movmatrix(number, rd);
}

static void run_movmatrix(struct block *b)
{
    uint32_t halves[WARP_LANES];
    bool all = true;

    run_halves(b, halves);
    shfl_movmatrix(b->ra, b->rd);
    for (unsigned k = 0; k < b->threads; k++)
        all = all && b->active[k];
    for (unsigned k = 0; k < b->threads; k++) {
        b->from[k][0] = (int)(halves[k] & 0xffff) / 2;
        b->from[k][1] = (int)(halves[k] >> 16) / 2;
        b->undefined[k] = !all;
    }
}

void block_run(struct block *b)
{
    for (unsigned n = 0; n < BLOCK_MAX; n++)
        b->from[n][0] = b->from[n][1] = NONE;
    switch (b->kind) {
    case BLOCK_BARRIER: run_barrier(b); break;
    case BLOCK_SHUFFLE: run_shuffle(b); break;
    case BLOCK_SLOPE: run_slope(b); break;
    case BLOCK_RESULT: break;
    case BLOCK_SIGNED_ADD: run_signed_add(b); break;
    default: run_movmatrix(b);
    }
}

/* ---- Values as text */

bool block_is_float(const struct block *b)
{
    return b->is_float || b->kind == BLOCK_SLOPE || b->kind == BLOCK_SIGNED_ADD;
}

const char *block_operand(const struct block *b, unsigned n, char text[WORD_TEXT_MAX])
{
    if (b->kind == BLOCK_BARRIER)
        return b->p[n] ? "1" : "0";
    return word_text(b->ra[n], b->is_float, b->kind == BLOCK_MOVMATRIX ? WORD_HEX : WORD_AUTO, text);
}

const char *block_rd(const struct block *b, unsigned n, char text[WORD_TEXT_MAX])
{
    if (!block_executes(b, n) || stays(b, n))
        return "-";
    if (b->undefined[n])
        return "?";
    return word_text(b->rd[n], block_is_float(b), b->kind == BLOCK_MOVMATRIX ? WORD_HEX : WORD_AUTO, text);
}

/* ---- What is said of it */

static const struct {
    const char *name, *operations[4];
    const char *undefined; /* when results are */
} kinds[] = {
    [BLOCK_BARRIER] = { "BARRIER", { "COUNT", "AND", "OR" }, NULL },
    [BLOCK_SHUFFLE] = { "BLOCK_SHUFFLE",
                        { "OFFSET", "ROTATE", "UP", "DOWN" },
                        "all threads of the block have to execute it" },
    [BLOCK_SLOPE] = { "DERIVATIVE",
                      { "X", "Y", "WIDTH" },
                      "a lane that it reads does not execute: docs/rules.md R17.5" },
    [BLOCK_MOVMATRIX] = { "MOVMATRIX", { "TRANSPOSE" }, "all lanes have to execute it: docs/rules.md R18.3" },
    [BLOCK_SIGNED_ADD] = { "SIGNED_ADD", { "ADD" }, NULL },
    [BLOCK_RESULT] = { "BARRIER", { "RESULT" }, NULL },
};

/* "R1 - R2", of a lane of a quad. */
static void sum_text(const struct block *b, unsigned lane, struct text *l)
{
    const char first = b->signs[lane % 4 * 2], second = b->signs[lane % 4 * 2 + 1];

    text_append(l, "%s%s %c %s", first == 'N' ? "-" : "", first == 'Z' ? "0" : b->operand, second == 'P' ? '+' : '-',
                b->other);
}

/* What it does whatever the threads hold. */
static void rule(const struct block *b, char line[EXPLAIN_LINE_MAX])
{
    static const char *const barriers[] = { "every thread gets the number of threads with %s, of those that have not "
                                            "exited",
                                            "every thread gets 1 if %s is true in all that have not exited",
                                            "every thread gets 1 if %s is true in one that has not exited" };
    static const char *const slopes[] = { "the right lane minus the left one", "the lower lane minus the upper one",
                                          "|right minus left| + |lower minus upper|" };
    struct text l = { line, 0, EXPLAIN_LINE_MAX };
    const char *unit = block_unit(b);

    line[0] = '\0';
    switch (b->kind) {
    case BLOCK_BARRIER: text_append(&l, barriers[b->op], b->operand); break;
    case BLOCK_SIGNED_ADD:
        text_append(&l, "nothing moves; lanes 0 to 3 of every quad get ");
        for (unsigned k = 0; k < 4; k++) {
            text_append(&l, "%s", k == 0 ? "" : k == 3 ? " and " : ", ");
            sum_text(b, k, &l);
        }
        break;
    case BLOCK_RESULT:
        text_append(&l, "%s gets the result of the BAR.RED in front of it%s", b->result,
                    b->result[0] == 'R' ? ", the number of threads" : "");
        break;
    case BLOCK_SLOPE:
        text_append(&l, "%s, %s of every quad", slopes[b->op],
                    b->coarse              ? "in the first row and column"
                    : b->op == BLOCK_X     ? "in the own row"
                    : b->op == BLOCK_WIDTH ? "in the own row and column"
                                           : "in the own column");
        break;
    case BLOCK_MOVMATRIX:
        text_append(&l, "the matrix of 8 by 8 elements of 16 bits is transposed: lane l has row l/4, columns 2(l mod "
                        "4) and 2(l mod 4) + 1");
        break;
    default:
        if (b->op == SHFL_BLOCK_OFFSET)
            text_append(&l, "thread i reads thread i + (%d); where there is none, the output stays as it is",
                        b->distance);
        else if (b->op == SHFL_BLOCK_ROTATE)
            text_append(&l, "thread i reads thread (i + %d) mod %u", b->distance, b->threads);
        else
            text_append(&l, "every %s reads the one %s it, and the %s one stays as it is", unit,
                        b->op == SHFL_BLOCK_UP ? "before" : "behind", b->op == SHFL_BLOCK_UP ? "first" : "last");
    }
}

static unsigned count_of(const struct block *b, const bool of[])
{
    unsigned n = 0;

    for (unsigned t = 0; t < b->threads; t++)
        n += b->active[t] && (of == NULL || of[t]);
    return n;
}

/* What becomes of these. */
static void sentence(const struct block *b, char line[EXPLAIN_LINE_MAX])
{
    struct text l = { line, 0, EXPLAIN_LINE_MAX };
    const unsigned there = count_of(b, NULL);

    line[0] = '\0';
    if (there == 0) {
        text_append(&l, "no %s executes it", b->kind >= BLOCK_SLOPE ? "lane" : "thread");
    } else if (b->kind == BLOCK_BARRIER) {
        text_append(&l, "every thread gets %u%s%s: %s is true in %u of %u threads%s", (unsigned)b->rd[0],
                    b->result[0] ? " in " : "", b->result, b->operand, count_of(b, b->p), there,
                    there < b->threads ? " that have not exited" : "");
    } else {
        rule(b, line);
    }
}

const char *block_undefined(const struct block *b)
{
    for (unsigned n = 0; n < block_results(b); n++)
        if (b->undefined[n] && block_executes(b, n))
            return kinds[b->kind].undefined;
    return NULL;
}

const char *const block_stages[] = { "operand", "exchange", "write-back", NULL };

static void step_of_exchange(const struct block *b, unsigned n, char step[STEP_MAX])
{
    char one[WORD_TEXT_MAX], two[WORD_TEXT_MAX];
    uint32_t halves[WARP_LANES];

    switch (b->kind) {
    case BLOCK_BARRIER:
        snprintf(step, STEP_MAX, "%u of %u threads have %s", b->barrier.count, count_of(b, NULL), b->operand);
        break;
    case BLOCK_SHUFFLE:
        if (stays(b, n))
            snprintf(step, STEP_MAX, "there is no %s to read", block_unit(b));
        else
            snprintf(step, STEP_MAX, "reads %s %d, which holds %s", block_unit(b), b->from[n][0],
                     block_operand(b, (unsigned)b->from[n][0], one));
        break;
    case BLOCK_SLOPE:
        if (b->op == BLOCK_WIDTH)
            snprintf(step, STEP_MAX, "reads its quad, lanes %u to %u", n / 4 * 4, n / 4 * 4 + 3);
        else
            snprintf(step, STEP_MAX, "lane %d holds %s, lane %d holds %s", b->from[n][0],
                     block_operand(b, (unsigned)b->from[n][0], one), b->from[n][1],
                     block_operand(b, (unsigned)b->from[n][1], two));
        break;
    case BLOCK_SIGNED_ADD: {
        struct text l = { step, 0, STEP_MAX };

        step[0] = '\0';
        sum_text(b, n, &l);
        text_append(&l, ", %s holds %s", b->other, word_text(b->rb[n], b->other_is_float, WORD_AUTO, one));
        break;
    }
    default:
        run_halves(b, halves);
        snprintf(step, STEP_MAX, "low half: the %s one of lane %d; high half: the %s one of lane %d",
                 halves[n] & 1 ? "high" : "low", b->from[n][0], halves[n] >> 16 & 1 ? "high" : "low", b->from[n][1]);
    }
}

void block_steps(const struct answer *a, unsigned n, char step[STEPS_MAX][STEP_MAX])
{
    const struct block *b = &a->e.b;
    char text[WORD_TEXT_MAX];

    snprintf(step[0], STEP_MAX, "%s = %s", b->operand, block_operand(b, n, text));
    if (b->items > 1)
        snprintf(step[0], STEP_MAX, "number %u of thread %u, %s = %s", n % b->items, n / b->items, b->operand,
                 block_operand(b, n, text));
    step_of_exchange(b, n, step[1]);
    if (!block_executes(b, n))
        snprintf(step[2], STEP_MAX, "does not execute: writes nothing");
    else if (stays(b, n))
        snprintf(step[2], STEP_MAX, "the output stays as it is");
    else if (b->undefined[n])
        snprintf(step[2], STEP_MAX, "undefined: %s", block_undefined(b));
    else
        snprintf(step[2], STEP_MAX, "gets %s", block_rd(b, n, text));
}

void block_said(const struct answer *a, struct said *s)
{
    const struct block *b = &a->e.b;

    s->kind = kinds[b->kind].name;
    s->operation = kinds[b->kind].operations[b->op];
    if (a->e.has_values)
        sentence(b, s->line);
    rule(b, s->general);
    s->source = b->source;
    s->undefined = block_undefined(b);
}
