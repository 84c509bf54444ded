/* SPDX-License-Identifier: Apache-2.0 */
/* test_warp [SEED] - intrinsics, kernels, cub::BlockShuffle, votes and barriers on both engines: rows to check
 * by hand, and random data against plain C that knows nothing of SHFL. */
#include "engines.h"

#include "cli/warp/block_shuffle.h"
#include "cli/warp/kernels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = WARP_LANES };

static uint64_t seed = 1;

/* --- Intrinsics --------------------------------------------------------------------------------------- */

static const struct {
    const char *why;
    enum shfl_mode mode;
    int argument, width, lane, from;
} rows[] = {
    { "width 16, source 3: lane 5 reads lane 3", SHFL_IDX, 3, 16, 5, 3 },
    { "width 16, source 3: lane 20 reads 16 + 3", SHFL_IDX, 3, 16, 20, 19 },
    { "source 18 of width 16 is 18 - 16 = 2", SHFL_IDX, 18, 16, 0, 2 },
    { "source -2 of width 16 is 14: it wraps", SHFL_IDX, -2, 16, 1, 14 },
    { "up by 2: lanes 0 and 1 have none below", SHFL_UP, 2, 16, 1, 1 },
    { "up by 2: lane 17 of a segment that begins at 16", SHFL_UP, 2, 16, 17, 17 },
    { "up by 2: lane 18 reads lane 16", SHFL_UP, 2, 16, 18, 16 },
    { "down by 2: lane 13 of 16 reads lane 15", SHFL_DOWN, 2, 16, 13, 15 },
    { "down by 2: lane 14 of 16 keeps its own", SHFL_DOWN, 2, 16, 14, 14 },
    { "xor 1: lane 15 and 14 exchange", SHFL_BFLY, 1, 16, 15, 14 },
    { "xor 16 with width 8: upwards is out of range", SHFL_BFLY, 16, 8, 5, 5 },
    { "xor 16 with width 8: downwards is not", SHFL_BFLY, 16, 8, 21, 5 },
    { "delta 33 is 1: five bits count", SHFL_DOWN, 33, 32, 4, 5 },
    { "width 1: each lane alone", SHFL_DOWN, 1, 1, 4, 4 },
};

/* The lane that CUDA's words for the four functions name. Width is a power of two. */
static int source_of(enum shfl_mode mode, int lane, int argument, int width)
{
    int segment = lane / width * width, delta = argument & 31;

    switch (mode) {
    case SHFL_IDX: return segment + ((argument % width) + width) % width;
    case SHFL_UP: return lane - delta >= segment ? lane - delta : lane;
    case SHFL_DOWN: return lane + delta < segment + width ? lane + delta : lane;
    default: return (lane ^ delta) < segment + width ? lane ^ delta : lane; /* its segment, or one below */
    }
}

static void test_intrinsics(const struct engine *engine)
{
    uint64_t state = seed;
    unsigned wrong = 0, compared = 0;
    char name[160];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lanes got = warp_shuffle(engine, rows[i].mode, UINT32_MAX, lanes_number(100),
                                        lanes_all((uint32_t)rows[i].argument), rows[i].width);

        snprintf(name, sizeof name, "warp/%s: %s", engine->name, rows[i].why);
        check(got.lane[rows[i].lane] == 100 + (uint32_t)rows[i].from, name, "read lane %d",
              (int)got.lane[rows[i].lane] - 100);
    }
    for (unsigned round = 0; round < 4000; round++) {
        enum shfl_mode mode = (enum shfl_mode)(round % 4);
        int width = 1 << noise(&state) % 6;
        uint32_t mask = round % 3 ? UINT32_MAX : noise(&state);
        struct lanes value, argument, got;
        struct lanes64 value64, got64;

        for (int k = 0; k < LANES; k++) {
            value.lane[k] = noise(&state);
            argument.lane[k] = round % 2 ? noise(&state) : noise(&state) % 40 - 4;
            value64.lane[k] = (uint64_t)noise(&state) << 32 | value.lane[k];
        }
        if (round % 5 == 0)
            argument = lanes_all(argument.lane[0]);
        got = mode == SHFL_IDX  ? shfl_sync(engine, mask, value, argument, width)
            : mode == SHFL_UP   ? shfl_up_sync(engine, mask, value, argument, width)
            : mode == SHFL_DOWN ? shfl_down_sync(engine, mask, value, argument, width)
                                : shfl_xor_sync(engine, mask, value, argument, width);
        got64 = warp_shuffle64(engine, mode, mask, value64, argument, width);
        for (int k = 0; k < LANES; k++) {
            int from = mask >> k & 1 ? source_of(mode, k, (int)argument.lane[k], width) : k;

            if ((mask >> k & 1) && !(mask >> from & 1))
                continue; /* not defined */
            compared++;
            wrong += got.lane[k] != value.lane[from] || got64.lane[k] != value64.lane[from];
        }
    }
    snprintf(name, sizeof name, "warp/%s: intrinsics of 32 and 64 bits, %u random lanes", engine->name, compared);
    check(wrong == 0 && compared > 80000, name, "%u wrong, seed %" PRIu64, wrong, seed);
}

/* --- Kernels ------------------------------------------------------------------------------------------ */

/* Every thread of the block with the thread that it reads. */
static int block_source(enum shfl_mode mode, int thread, int argument, int width)
{
    return thread / LANES * LANES + source_of(mode, thread % LANES, argument, width);
}

static void test_kernels(const struct engine *engine)
{
    uint64_t state = seed;
    unsigned wrong[8] = { 0 }, runs = 0;
    static uint32_t in[4096], out[4096];
    char name[160];

    for (unsigned round = 0; round < 300; round++, runs++) {
        int width = 1 << noise(&state) % 6, argument = (int)(noise(&state) % 40) - 4;
        unsigned threads = (1 + noise(&state) % (1024 / (unsigned)width)) * (unsigned)width;
        unsigned first = noise(&state) % 4, second = noise(&state) % 4;
        int mask = (int)(noise(&state) % (unsigned)width); /* stays in the segment */

        for (unsigned i = 0; i < 4 * threads; i++)
            in[i] = noise(&state);
        memset(out, 0, sizeof out);
        kernel_broadcast(engine, threads, width, in, out, argument);
        for (unsigned t = 0; t < threads; t++)
            wrong[0] += out[t] != in[block_source(SHFL_IDX, (int)t, argument, width)];
        kernel_up(engine, threads, width, in, out, (unsigned)argument);
        for (unsigned t = 0; t < threads; t++)
            wrong[1] += out[t] != in[block_source(SHFL_UP, (int)t, argument, width)];
        kernel_down(engine, threads, width, in, out, (unsigned)argument);
        for (unsigned t = 0; t < threads; t++)
            wrong[2] += out[t] != in[block_source(SHFL_DOWN, (int)t, argument, width)];
        kernel_wrap(engine, threads, width, in, out, argument);
        for (unsigned t = 0; t < threads; t++) {
            int place = (int)t % width, from = ((place + argument) % width + width) % width;
            wrong[3] += out[t] != in[(int)t - place + from];
        }
        kernel_xor(engine, threads, width, in, out, mask);
        for (unsigned t = 0; t < threads; t++)
            wrong[4] += out[t] != in[t ^ (unsigned)mask];
        kernel_xor_array(engine, threads, width, in, out, mask);
        for (unsigned i = 0; i < 4 * threads; i++)
            wrong[5] += out[i] != in[((i / 4) ^ (unsigned)mask) * 4 + i % 4];
        memcpy(out, in, sizeof out); /* the output may be the input */
        kernel_swap(engine, threads, width, out, out, mask, first, second);
        for (unsigned t = 0; t < threads; t++)
            for (unsigned i = 0; i < 4; i++) {
                unsigned partner = t ^ (unsigned)mask;
                unsigned mine = t % 2 ? second : first, theirs = partner % 2 ? second : first;
                wrong[6] += out[4 * t + i] != (i == mine ? in[4 * partner + theirs] : in[4 * t + i]);
            }
    }
    static const char *const what[] = { "broadcast", "up", "down", "wrap", "xor", "xor of arrays", "swap" };
    for (unsigned i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "warp/%s: kernel %s, %u random blocks", engine->name, what[i], runs);
        check(wrong[i] == 0, name, "%u elements wrong, seed %" PRIu64, wrong[i], seed);
    }

    wrong[0] = wrong[1] = 0;
    for (unsigned round = 0; round < 60; round++) {
        unsigned threads = 32u << noise(&state) % 6, n = 1 + noise(&state) % 4096;
        unsigned blocks = (n + threads - 1) / threads;
        uint32_t sum = 0, part = 0;

        for (unsigned i = 0; i < n; i++) {
            in[i] = noise(&state);
            sum += in[i];
            part += i < threads ? in[i] : 0;
        }
        wrong[0] += block_reduce(engine, threads, in, n < threads ? n : threads) != part;
        memset(out, 0xee, sizeof out);
        wrong[1] += grid_reduce(engine, threads, in, n, out) != sum || (blocks < 4096 && out[blocks] != 0xeeeeeeee);
    }
    snprintf(name, sizeof name, "warp/%s: sums of a block, 60 of random length", engine->name);
    check(wrong[0] == 0, name, "%u wrong, seed %" PRIu64, wrong[0], seed);
    snprintf(name, sizeof name, "warp/%s: sums of a grid, 60 of random length", engine->name);
    check(wrong[1] == 0, name, "%u wrong, seed %" PRIu64, wrong[1], seed);
}

/* --- cub::BlockShuffle -------------------------------------------------------------------------------- */

enum { ROOM = 1024 * 8 * 4 };

static uint32_t input[ROOM], output[ROOM], want[ROOM];

/* Item i of thread t of the arrays. */
static uint32_t *item(uint32_t array[], const struct block *b, unsigned items, unsigned t, unsigned i)
{
    return &array[((size_t)t * items + i) * b->words];
}

/* What the documentation says, or CUB does, element by element. Returns the words that are wrong. */
static unsigned try_block(const struct block *b, unsigned items, unsigned what, int distance, bool alias,
                          uint64_t *state)
{
    int n = (int)block_threads(b);
    bool documented = b->rule == BLOCK_AS_DOCUMENTED;
    size_t words = (size_t)n * items * b->words, size = b->words * sizeof(uint32_t);
    uint32_t edge[4] = { 0 }, edge_want[4] = { 0 };
    unsigned wrong = 0;

    for (size_t i = 0; i < words; i++) {
        input[i] = noise(state);
        output[i] = alias ? input[i] : noise(state);
    }
    memcpy(want, output, words * sizeof want[0]);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < (int)items; i++) {
            int64_t place = (int64_t)t * (int)items + i, all = (int64_t)n * (int)items, from = -1;

            if (what == 0) { /* Offset */
                int64_t j = (int64_t)t + distance;
                from = j >= 0 && j < n - documented ? j : -1;
            } else if (what == 1) { /* Rotate */
                from = documented && t == n - 1 ? -1 : (t + distance) % n;
            } else if (what == 2) { /* Up: one array of all items moves by one */
                from = place - 1;
            } else { /* Down; the documented exception is the last thread's first item */
                from = documented && t == n - 1 && i == 0 ? -1 : place + 1 < all ? place + 1 : -1;
            }
            if (from >= 0)
                memcpy(item(want, b, items, (unsigned)t, (unsigned)i), &input[(size_t)from * b->words], size);
        }
    memcpy(edge_want, what == 2 ? item(input, b, items, (unsigned)n - 1, items - 1) : input, size);

    uint32_t *to = alias ? input : output, *all = distance & 1 ? edge : NULL;
    if (what == 0)
        block_offset(b, input, to, distance);
    else if (what == 1)
        wrong += !block_rotate(b, input, to, (unsigned)distance);
    else if (what == 2)
        block_up(b, items, input, to, all);
    else
        block_down(b, items, input, to, all);
    for (size_t i = 0; i < words; i++)
        wrong += to[i] != want[i];
    if (what >= 2 && all)
        wrong += memcmp(edge, edge_want, size) != 0;
    return wrong;
}

/* R16.1, R16.2, R16.3, R16.4 */
static void test_block_shuffle(const struct engine *engine)
{
    static const char *const what_name[] = { "Offset", "Rotate", "Up", "Down" };
    char name[160];

    for (unsigned rule = 0; rule < 2; rule++)
        for (unsigned what = 0; what < 4; what++) {
            uint64_t state = seed + what;
            unsigned wrong = 0, runs = 0, odd = 0, shapes[4] = { 0 };

            for (unsigned round = 0; round < 250; round++) {
                struct block b = { .engine = engine,
                                   .x = 1,
                                   .y = 1,
                                   .z = 1,
                                   .words = 1 + noise(&state) % 3,
                                   .rule = rule ? BLOCK_AS_DOCUMENTED : BLOCK_AS_BUILT };
                unsigned dimensions = 1 + round % 3, items = what < 2 ? 1 : 1 + noise(&state) % 8;

                b.x = 1 + noise(&state) % (dimensions == 1 ? 1024 : dimensions == 2 ? 32 : 10);
                b.y = dimensions > 1 ? 1 + noise(&state) % (dimensions == 2 ? 32 : 10) : 1;
                b.z = dimensions > 2 ? 1 + noise(&state) % 10 : 1;
                if (round < 70) { /* all small sizes, and 1024 */
                    b.x = round == 69 ? 1024 : round + 1;
                    b.y = b.z = 1;
                }
                unsigned n = block_threads(&b);
                int distance = (int)noise(&state);

                if (what == 0 && round % 8)
                    distance = (int)(noise(&state) % (2 * n + 4)) - (int)n - 2;
                if (what == 1) {
                    if (n == 1)
                        continue;
                    distance = 1 + (int)(noise(&state) % (n - 1));
                }
                wrong += try_block(&b, items, what, distance, round % 2, &state);
                odd += n % 32 != 0;
                shapes[dimensions]++;
                runs++;
            }
            snprintf(name, sizeof name, "warp/%s: BlockShuffle::%s as %s, %u blocks, %u of no whole warps",
                     engine->name, what_name[what], rule ? "documented" : "CUB does it", runs, odd);
            check(wrong == 0 && odd > 100 && shapes[3] > 30, name, "%u words wrong, seed %" PRIu64, wrong, seed);
        }

    /* by hand: a block of 4 x 2 x 2 threads; and distances that Rotate does not take */
    struct block b = { .engine = engine, .x = 4, .y = 2, .z = 2, .words = 1 };
    uint32_t in[16], out[16];

    for (unsigned z = 0; z < 2; z++)
        for (unsigned y = 0; y < 2; y++)
            for (unsigned x = 0; x < 4; x++)
                in[block_thread(&b, x, y, z)] = 100 * z + 10 * y + x;
    memset(out, 0xff, sizeof out);
    block_offset(&b, in, out, 1);
    snprintf(name, sizeof name, "warp/%s: Offset by 1 in 4 x 2 x 2: (3,0,0) gets (0,1,0), (3,1,0) gets (0,0,1)",
             engine->name);
    check(out[3] == 10 && out[7] == 100 && out[14] == 113 && out[15] == UINT32_MAX, name, "%u %u %u %u", out[3], out[7],
          out[14], out[15]);
    b.rule = BLOCK_AS_DOCUMENTED;
    memset(out, 0xff, sizeof out);
    block_offset(&b, in, out, 1);
    snprintf(name, sizeof name, "warp/%s: Offset by 1 in 4 x 2 x 2 as documented: thread 14 keeps its own, too",
             engine->name);
    check(out[13] == 112 && out[14] == UINT32_MAX && out[15] == UINT32_MAX, name, "%u %u", out[13], out[14]);
    snprintf(name, sizeof name, "warp/%s: Rotate refuses 0 and the block's size", engine->name);
    check(!block_rotate(&b, in, out, 0) && !block_rotate(&b, in, out, 16) && block_rotate(&b, in, out, 15), name,
          "it does not");
    snprintf(name, sizeof name, "warp/%s: no block of more than 1024 threads", engine->name);
    check(block_threads(&(struct block){ .x = 1025, .y = 1, .z = 1 }) == 0
              && block_threads(&(struct block){ .x = 65536, .y = 65536, .z = 1 }) == 0
              && block_threads(&(struct block){ .x = 32, .y = 32, .z = 1 }) == 1024,
          name, "wrong sizes");
}

/* --- Votes and barriers ------------------------------------------------------------------------------- */

static void test_votes(void)
{
    static const struct {
        const char *why;
        uint32_t active, p;
        bool any, all, uniform;
        uint32_t ballot;
    } row[] = {
        { "all lanes, all true", UINT32_MAX, UINT32_MAX, true, true, true, UINT32_MAX },
        { "all lanes, none true", UINT32_MAX, 0, false, false, true, 0 },
        { "lane 5 alone is true", UINT32_MAX, 0x20, true, false, false, 0x20 },
        { "true in a lane that does not execute", 0xf, 0x10, false, false, true, 0 },
        { "true in all that execute", 0xf, 0xf0f, true, true, true, 0xf },
        { "no lane executes", 0, UINT32_MAX, false, true, true, 0 },
    };
    uint64_t state = seed;
    unsigned wrong = 0;

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char name[128];

        snprintf(name, sizeof name, "warp/vote: %s", row[i].why);
        check(vote_any(row[i].active, row[i].p) == row[i].any && vote_all(row[i].active, row[i].p) == row[i].all
                  && vote_uniform(row[i].active, row[i].p) == row[i].uniform
                  && vote_ballot(row[i].active, row[i].p) == row[i].ballot,
              name, "any %d, all %d, ballot 0x%08" PRIx32, vote_any(row[i].active, row[i].p),
              vote_all(row[i].active, row[i].p), vote_ballot(row[i].active, row[i].p));
    }
    for (unsigned round = 0; round < 3000; round++) {
        int predicate[1024];
        unsigned threads = 1 + noise(&state) % 1024, count = 0, kind = round % 4;

        for (unsigned t = 0; t < threads; t++) {
            predicate[t] = kind == 0 ? 0 : kind == 1 ? (int)(noise(&state) | 1) : (int)(noise(&state) & 0x80000000);
            if (kind == 3)
                predicate[t] = t == round % threads ? 0 : 2;
            count += predicate[t] != 0;
        }
        const struct shfl_barrier_out out = barrier_of(threads, predicate);

        wrong += out.count != count || out.all != (count == threads) || out.any != (count > 0);
    }
    check(wrong == 0, "warp/barriers: count, and, or of 3000 random blocks", "%u wrong, seed %" PRIu64, wrong, seed);
}

int main(int argc, char **argv)
{
    struct engine engine[ENGINES];

    if (argc > 1)
        seed = strtoull(argv[1], NULL, 0);
    printf("seed %" PRIu64 "\n", seed);
    if (!engines_open(engine))
        return check_status();
    for (unsigned n = 0; n < ENGINES; n++) {
        test_intrinsics(&engine[n]);
        test_kernels(&engine[n]);
        test_block_shuffle(&engine[n]);
    }
    test_votes();
    engines_close(engine);
    return check_status();
}
