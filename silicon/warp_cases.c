/* SPDX-License-Identifier: Apache-2.0 */
/* warp_cases - see warp_cases.h */
#include "warp_cases.h"

#include "cli/answer/engine.h"
#include "lib/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const unsigned shapes[][3] = {
#define SHAPE(x, y, z) { x, y, z },
    WARP_SHAPES(SHAPE)
};
static const int widths[] = { 1, 2, 4, 8, 16, 32 };
/* of an item; and of a thread, for Up and Down: kernels.cu compiles these */
static const unsigned word_counts[] = { 1, 3 };
static const int item_counts[] = { 1, 2, 4, 7 };
static const int distances[] = { 0,  1,   -1, 2,   -2,  5,    -5,   31,    -31,   32,    -32,
                                 33, -33, 64, -64, 500, -500, 1022, -1022, 70000, -70000 };
static const int rotations[] = { 1, 2, 5, 31, 32, 33, 50, 500, 1022 };
static const char *const program_names[] = { "inclusive_scan", "exclusive_scan", "reverse_scan", "butterfly_reduction",
                                             "fswz_0000",      "fswz_1111",      "fswz_2222",    "fswz_3333",
                                             "fswz_1032",      "fswz_2301" };

enum {
    WIDTHS = COUNT(widths),
    SHAPES = COUNT(shapes),
    PROGRAMS = COUNT(program_names),
    PREDICATES = 16,
    MASKS = 1 << 16,
    OTHER_MASKS = 1 << 14,
    EXIT_KINDS = 4,
    PAIRS = 6
};

const struct record_suite warp_suites[WARP_KINDS] = {
    /* R16.1 */
    [WARP_OFFSET] = { "offset", "cub::BlockShuffle::Offset", .cases = SHAPES * COUNT(word_counts) * COUNT(distances) },
    /* R16.2 */
    [WARP_ROTATE] = { "rotate", "cub::BlockShuffle::Rotate", .cases = SHAPES * COUNT(word_counts) * COUNT(rotations) },
    /* R16.3 */
    [WARP_BLOCK_UP] = { "block-up", "cub::BlockShuffle::Up",
                        .cases = SHAPES * COUNT(word_counts) * COUNT(item_counts) * 2 },
    /* R16.4 */
    [WARP_BLOCK_DOWN] = { "block-down", "cub::BlockShuffle::Down",
                          .cases = SHAPES * COUNT(word_counts) * COUNT(item_counts) * 2 },
    [WARP_PROGRAM] = { "program", "the examples of the SPA 5.0 page", .cases = PROGRAMS * 6 },
    /* R14.1.1, R14.1.2, R14.2.1, R14.2.2, R14.2.4, R14.2.5, R14.2.6, R14.2.7, R14.2.8, R14.2.9 */
    [WARP_COALESCED] = { "coalesced", "coalesced_threads: every mask of the 16 low lanes, and others",
                         .cases = (MASKS + OTHER_MASKS) / GROUP_WARPS },
    /* R14.1.3 */
    [WARP_LABELED] = { "labeled", "labeled_partition, binary_partition: the same masks",
                       .cases = (MASKS + OTHER_MASKS) / GROUP_WARPS },
    /* R14.1.4, R14.2.3 */
    [WARP_TILES] = { "tiles", "tiled_partition: whole tiles execute, of 1 to 32 lanes", .cases = WIDTHS * 64 },
    /* R15.1, R15.2 */
    [WARP_EXITS] = { "exits", "__syncthreads_count, and, or: 1 to 1024 threads, some of which have exited",
                     .cases = BLOCK_THREADS_MAX * EXIT_KINDS },
    /* R15.3 */
    [WARP_PART] = { "part", "barrier.red of two warps of four", .cases = PAIRS * PREDICATES },
    /* R18.1, R18.2 */
    [WARP_MOVMATRIX] = { "movmatrix", "the transpose of 8 x 8", .cases = 64 },
};

/* Digits of *i in mixed radix, the fastest first. */
static unsigned digit(uint32_t *i, unsigned radix)
{
    unsigned d = *i % radix;

    *i /= radix;
    return d;
}

static uint32_t float_bits(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

static void make_block_shuffle(uint32_t i, struct warp_case *c)
{
    bool several = c->kind == WARP_BLOCK_UP || c->kind == WARP_BLOCK_DOWN;

    c->a = 1;
    c->words = word_counts[digit(&i, COUNT(word_counts))];
    if (c->kind == WARP_OFFSET)
        c->b = distances[digit(&i, COUNT(distances))];
    else if (c->kind == WARP_ROTATE)
        c->b = rotations[digit(&i, COUNT(rotations))];
    else
        c->a = item_counts[digit(&i, COUNT(item_counts))];
    if (several)
        c->c = (int)digit(&i, 2);
    c->shape = digit(&i, SHAPES);
    c->threads = shapes[c->shape][0] * shapes[c->shape][1] * shapes[c->shape][2];
    if (c->kind == WARP_ROTATE) /* 0 < distance < threads, where there are such; a block of 1 has none */
        c->b = c->threads > 1 ? c->b % ((int)c->threads - 1) + 1 : 0;
    c->in_words = (size_t)c->threads * (unsigned)c->a * c->words;
    c->out_words = c->in_words + (c->c ? (size_t)c->threads * c->words : 0);
}

/* ---- groups by rank, barriers, movmatrix */

static uint32_t noise_of(uint32_t number, uint32_t k) { return mix(k + 1 + mix(number)); }

/* Warps of which some lanes execute: w of them, from number first on; values of few or many, in some warps all alike. */
static void make_groups(uint32_t i, struct warp_case *c)
{
    uint32_t *lane = c->in + GROUP_HEAD * GROUP_WARPS;

    c->a = c->kind == WARP_TILES ? widths[digit(&i, WIDTHS)] : 0;
    c->in_words = (GROUP_HEAD + WARP_LANES) * GROUP_WARPS;
    c->out_words = (size_t)GROUP_WARPS * WARP_LANES * GROUP_WORDS;
    for (uint32_t w = 0; w < GROUP_WARPS; w++, lane += WARP_LANES) {
        const uint32_t number = GROUP_WARPS * i + w, any = noise_of(number, 32), more = noise_of(number, 33);
        uint32_t active = number < MASKS ? number : number % 3 == 0 ? any : number % 3 == 1 ? any & more : any | more;

        if (c->kind == WARP_TILES) { /* a tile executes if its first lane does */
            active = 0;
            for (unsigned k = 0; k < WARP_LANES; k++)
                active |= (any >> k / (unsigned)c->a * (unsigned)c->a & 1) << k;
        }
        c->in[GROUP_HEAD * w] = active;
        c->in[GROUP_HEAD * w + 1] = number % 9;
        for (uint32_t k = 0; k < WARP_LANES; k++)
            lane[k] = number % 4 == 0 ? more : number % 4 == 1 ? noise_of(number, k) & 3 : noise_of(number, k);
    }
}

/* Bit 0 is the predicate of a thread, bit 1: it has exited. */
static void make_barrier(uint32_t i, struct warp_case *c)
{
    static const uint8_t of_8[EXIT_KINDS] = { 0, 1, 4, 7 }, pairs[PAIRS] = { 0x3, 0x5, 0x9, 0x6, 0xa, 0xc };
    const uint32_t number = i;
    unsigned exits = 0;

    if (c->kind == WARP_PART) {
        c->a = (int)digit(&i, PAIRS);
        c->warps = pairs[c->a];
        c->threads = 4 * WARP_LANES;
    } else {
        exits = of_8[digit(&i, EXIT_KINDS)];
        c->threads = 1 + i;
    }
    c->in_words = c->threads;
    c->out_words = 3 * c->threads;
    for (uint32_t t = 0; t < c->threads; t++) {
        const uint32_t noise = noise_of(number + 99, t);

        c->in[t] = (number % 5 == 0 ? 0 : number % 5 == 1 ? 1 : noise >> 31) | (uint32_t)((noise & 7) < exits) << 1;
    }
}

void warp_case_make(enum warp_kind kind, uint32_t i, struct warp_case *c)
{
    const uint32_t number = i;

    c->kind = kind;
    c->a = c->b = c->c = 0;
    c->shape = 0;
    c->words = 1;
    c->warps = UINT32_MAX;
    c->threads = WARP_LANES;
    switch (kind) {
    case WARP_PROGRAM:
        c->a = (int)digit(&i, PROGRAMS);
        c->in_words = c->out_words = WARP_LANES;
        for (uint32_t k = 0; k < WARP_LANES; k++) /* floats with rounding, of both signs */
            c->in[k] = float_bits((float)(int32_t)noise_of(number + 1232, k) / 16777216.0f);
        return;
    case WARP_COALESCED:
    case WARP_LABELED:
    case WARP_TILES: make_groups(i, c); return;
    case WARP_EXITS:
    case WARP_PART: make_barrier(i, c); return;
    case WARP_MOVMATRIX:
        c->in_words = c->out_words = WARP_LANES;
        for (uint32_t k = 0; k < WARP_LANES; k++)
            c->in[k] = noise_of(number, k);
        return;
    default:
        make_block_shuffle(i, c);
        for (size_t k = 0; k < c->in_words; k++)
            c->in[k] = 0x5a000000 + (uint32_t)k; /* all different, none of them WARP_OLD */
    }
}

/* The groups of one warp: of coalesced_threads and labeled_partition and tiled_partition those that their operations run
 * in; the words of lane k are those that groups.cu writes. */
static void answer_group_warp(const struct warp_case *c, uint32_t active, uint32_t d, const uint32_t in[],
                              uint32_t out[])
{
    uint64_t label[WARP_LANES], pair[WARP_LANES], ra[WARP_LANES], group[SHFL_LANES_MAX], sum[WARP_LANES],
        inclusive[WARP_LANES], exclusive[WARP_LANES];
    uint32_t rank[WARP_LANES], distance[WARP_LANES], p = 0;
    struct shfl_group_out idx, up, down;
    struct shfl_group_vote_out vote;
    struct shfl_match_out any, all;

    for (unsigned k = 0; k < WARP_LANES; k++) {
        label[k] = c->kind == WARP_TILES ? k / (unsigned)c->a : c->kind == WARP_LABELED ? in[k] % 3 : 0;
        pair[k] = in[k] >> 1 & 1;
        ra[k] = in[k];
        p |= (in[k] & 1) << k;
        distance[k] = d;
    }
    shfl_group_partition(WARP_LANES, active, label, group);
    for (unsigned k = 0; k < WARP_LANES; k++)
        rank[k] = group[k] ? (in[k] >> 8) % shfl_group_size(group[k]) : 0;
    shfl_group_shuffle(WARP_LANES, SHFL_IDX, group, rank, ra, &idx);
    shfl_group_shuffle(WARP_LANES, SHFL_UP, group, distance, ra, &up);
    shfl_group_shuffle(WARP_LANES, SHFL_DOWN, group, distance, ra, &down);
    shfl_group_vote(WARP_LANES, group, p, &vote);
    shfl_group_match(WARP_LANES, SHFL_MATCH_ANY, 32, group, ra, &any);
    shfl_group_match(WARP_LANES, SHFL_MATCH_ALL, 32, group, ra, &all);
    shfl_group_reduce(WARP_LANES, SHFL_GROUP_REDUCE, SHFL_REDUX_SUM, false, 32, group, ra, sum);
    shfl_group_reduce(WARP_LANES, SHFL_GROUP_INCLUSIVE, SHFL_REDUX_SUM, false, 32, group, ra, inclusive);
    shfl_group_reduce(WARP_LANES, SHFL_GROUP_EXCLUSIVE, SHFL_REDUX_SUM, false, 32, group, ra, exclusive);
    for (unsigned k = 0; k < WARP_LANES; k++) {
        const uint32_t words[GROUP_WORDS - 2] = {
            shfl_group_size(group[k]), shfl_group_rank(group[k], k), (uint32_t)idx.rd[k], (uint32_t)up.rd[k],
            (uint32_t)down.rd[k],      (uint32_t)vote.rd[k],         vote.any >> k & 1,   vote.all >> k & 1,
            (uint32_t)any.rd[k],       (uint32_t)all.rd[k],          all.pu >> k & 1,     (uint32_t)sum[k],
            (uint32_t)inclusive[k],    (uint32_t)exclusive[k]
        };

        if (active >> k & 1)
            memcpy(out + k * GROUP_WORDS, words, sizeof words);
    }
    /* of all of them a binary_partition, and its size and smallest value; of tiles, exchange with the lane d xor */
    if (c->kind == WARP_TILES) {
        for (unsigned k = 0; k < WARP_LANES; k++)
            if (active >> k & 1)
                out[k * GROUP_WORDS + GROUP_WORDS - 2] = in[k ^ d % (unsigned)c->a];
        return;
    }
    shfl_group_partition(WARP_LANES, active, pair, group);
    shfl_group_reduce(WARP_LANES, SHFL_GROUP_REDUCE, SHFL_REDUX_MIN, false, 32, group, ra, sum);
    for (unsigned k = 0; k < WARP_LANES; k++)
        if (active >> k & 1) {
            out[k * GROUP_WORDS + GROUP_WORDS - 2] = shfl_group_size(group[k]);
            out[k * GROUP_WORDS + GROUP_WORDS - 1] = (uint32_t)sum[k];
        }
}

static void answer_exits(const struct warp_case *c, uint32_t out[])
{
    uint64_t active[WARP_LANES] = { 0 }, p[WARP_LANES] = { 0 }; /* of each warp that arrives; bit k: thread k */
    struct shfl_barrier_out result;
    unsigned warps = 0;

    for (unsigned w = 0; w < (c->threads + WARP_LANES - 1) / WARP_LANES; w++) {
        if (!(c->warps >> w & 1))
            continue;
        for (unsigned k = 0; k < WARP_LANES && WARP_LANES * w + k < c->threads; k++) {
            const uint32_t thread = c->in[WARP_LANES * w + k];

            active[warps] |= (uint64_t)!(thread & 2) << k;
            p[warps] |= (uint64_t)(thread & 1) << k;
        }
        warps++;
    }
    shfl_barrier_block(WARP_LANES, warps, active, p, &result);
    const uint32_t answer[3] = { result.count, result.all, result.any };
    for (unsigned t = 0; t < c->threads; t++)
        if (!(c->in[t] & 2) && c->warps >> t / WARP_LANES & 1)
            memcpy(&out[3 * t], answer, sizeof answer);
}

static void answer_block_shuffle(const struct warp_case *c, enum shfl_block_rule rule, uint32_t out[])
{
    static int32_t from[BLOCK_THREADS_MAX * 7];
    const enum shfl_block_op op = (enum shfl_block_op)(c->kind - WARP_OFFSET);
    const unsigned items = c->threads * (unsigned)c->a;
    const size_t edge = op == SHFL_BLOCK_UP ? items - 1 : 0;

    if (shfl_block_shuffle(op, rule, c->threads, (unsigned)c->a, c->b, from) != 0)
        return; /* Rotate in a block of one thread */
    for (size_t k = 0; k < c->in_words; k++)
        if (from[k / c->words] >= 0)
            out[k] = c->in[(size_t)from[k / c->words] * c->words + k % c->words];
    for (size_t k = c->in_words; k < c->out_words; k++) /* every thread has it */
        out[k] = c->in[edge * c->words + (k - c->in_words) % c->words];
}

/* A program's result: Rx, or what it wrote last. */
static bool answer_program(const struct warp_case *c, const struct engine *e, const char *programs, uint32_t out[])
{
    static struct sass_program program;
    static struct sass_warp warp;
    char path[512];
    struct sass_error error;
    size_t size;
    const char *why;

    snprintf(path, sizeof path, "%s/%s.sass", programs, program_names[c->a]);
    char *text = file_read(path, 4096, &size, &why);
    const bool ok = text && sass_parse(text, size, &program, &error);
    const int rx = ok ? sass_register(&program, "Rx", 2) : -1;
    free(text);
    if (rx < 0)
        return false;
    warp = (struct sass_warp){ .active = UINT32_MAX };
    memcpy(warp.r[rx], c->in, sizeof warp.r[rx]);
    for (unsigned i = 0; i < program.count; i++)
        sass_step(e, &program.insn[i], &warp);
    memcpy(out, warp.r[program.insn[program.count - 1].rd], sizeof warp.r[rx]);
    return true;
}

bool warp_case_answer(const struct warp_case *c, const struct engine *e, enum shfl_block_rule rule,
                      const char *programs, uint32_t out[])
{
    for (size_t k = 0; k < c->out_words; k++)
        out[k] = WARP_OLD(k);
    switch (c->kind) {
    case WARP_COALESCED:
    case WARP_LABELED:
    case WARP_TILES:
        for (unsigned w = 0; w < GROUP_WARPS; w++)
            answer_group_warp(c, c->in[GROUP_HEAD * w], c->in[GROUP_HEAD * w + 1],
                              c->in + GROUP_HEAD * GROUP_WARPS + w * WARP_LANES, out + w * WARP_LANES * GROUP_WORDS);
        break;
    case WARP_EXITS:
    case WARP_PART: answer_exits(c, out); break;
    case WARP_MOVMATRIX: shfl_movmatrix(c->in, out); break;
    case WARP_PROGRAM: return answer_program(c, e, programs, out);
    default: answer_block_shuffle(c, rule, out);
    }
    return true;
}

/* --- The plan of a recording -------------------------------------------------------------------------- */

static uint32_t question(const struct record_suite *suite, uint32_t number, uint32_t sum)
{
    static struct warp_case c;

    warp_case_make((enum warp_kind)(suite - warp_suites), number, &c);
    const uint32_t head[] = { (uint32_t)c.kind, c.threads, (uint32_t)c.a,        (uint32_t)c.b,        (uint32_t)c.c,
                              c.shape,          c.words,   (uint32_t)c.in_words, (uint32_t)c.out_words };
    return mix_words(mix_words(sum, head, COUNT(head)), c.in, c.in_words);
}

const struct record_plan warp_plan = {
    "make cuda-record LIST=warp", warp_suites, WARP_GROUPS, WARP_CHUNK, 4, question
};
const struct record_plan warp_group_plan = {
    "make cuda-record LIST=cooperative", warp_suites + WARP_GROUPS, WARP_KINDS - WARP_GROUPS, WARP_CHUNK, 4, question
};

uint32_t warp_compare(const struct record *record, const struct record_plan *plan, unsigned suite,
                      const struct engine *engine, const char *programs, bool plant)
{
    static struct warp_case c;
    static uint32_t out[WARP_CASE_WORDS];
    const uint32_t cases = plan->suite[suite].cases;
    uint32_t differ = 0, sum = 0;

    for (uint32_t i = 0; i < cases; i++) {
        warp_case_make((enum warp_kind)(&plan->suite[suite] - warp_suites), i, &c);
        if (!warp_case_answer(&c, engine, SHFL_BLOCK_AS_BUILT, programs, out))
            return UINT32_MAX;
        out[c.out_words - 1] ^= plant && i == cases / 2;
        sum = mix(sum ^ mix_words(0, out, c.out_words));
        if (!record_ends(plan, suite, i))
            continue;
        differ += sum != record_word(record->at[suite], i / WARP_CHUNK);
        sum = 0;
    }
    return differ;
}
