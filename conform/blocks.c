/* SPDX-License-Identifier: Apache-2.0
 * blocks - the level barrier of openshfl conform, by docs/rules.md 15. */
#include "level.h"

static unsigned warps_of(const struct call *c) { return (unsigned)(c->threads + BARRIER_LANES - 1) / BARRIER_LANES; }
static bool arrives(const struct call *c, unsigned thread) { return c->warps >> thread / BARRIER_LANES & 1; }

/* A block of so many threads, all of which are there; of parts, whole warps. */
static void block_of(struct call *c, unsigned threads)
{
    c->threads = threads;
    if (c->op >= PEER_BARRIER_PART)
        c->threads = warps_of(c) * BARRIER_LANES;
    c->points = c->bits = (unsigned)c->threads;
    c->warps = UINT32_MAX >> (32 - warps_of(c));
    memset(c->exited, 0, sizeof c->exited);
    memset(c->p, 0, sizeof c->p);
}

static void draw_barrier(unsigned row, struct call *c)
{
    static const unsigned sizes[] = { 1, 31, 32, 33, 64, 100, 1000, 1024 };
    const bool part = c->op >= PEER_BARRIER_PART;
    const uint64_t d = mixed(c->op << 40 | UINT64_C(7) << 32 | row);
    const unsigned eighths[] = { 0, row == 1 ? 0 : 1, 4, 7 }, how = row == 0 ? 2 : (unsigned)(d >> 40) % 5;

    block_of(c, row < 2 ? POINTS_MAX : row / 4 % 4 == 0 ? 1 + (unsigned)(d % POINTS_MAX) : sizes[row / 16 % 8]);
    if (part && row > 1)
        c->warps &= (uint32_t)(d >> 32) | 1u << (d >> 16) % warps_of(c);
    for (unsigned k = 0; k < c->threads; k++) {
        const uint64_t own = mixed(d + k);
        const bool exits = own % 8 < eighths[row % 4] && !(part && k % BARRIER_LANES == d % BARRIER_LANES);
        const bool one = k == (d >> 20) % c->threads;

        c->exited[k / 64] |= (uint64_t)exits << k % 64;
        c->p[k / 64] |= (uint64_t)(row == 1   ? 0
                                   : how == 0 ? !one
                                   : how == 1 ? one
                                   : how == 2 ? 1
                                              : own >> 40 & 1)
                     << k % 64;
    }
}

/* The last thread, or one of the last warp, is the one that differs; it decides what `and` of ones and `or` of zeros are. */
static unsigned plain_barrier(unsigned base, unsigned element, struct call *c)
{
    block_of(c, element + 1);
    return c->op % PEER_BARRIER_PART == PEER_BARRIER_AND ? 3 : c->op % PEER_BARRIER_PART == PEER_BARRIER_OR ? 2 : base;
}

/* The results of a changed block, for the threads of this one. */
static void of_block(struct call *c, struct result *r, unsigned threads)
{
    static struct result changed;

    right_result(c, &changed);
    memcpy(r->rd, changed.rd, threads * sizeof *r->rd);
}

static void all_stay(struct call *c, bool as_zero)
{
    for (unsigned i = 0; i < MASK_WORDS; i++) {
        c->p[i] &= as_zero ? ~c->exited[i] : UINT64_MAX;
        c->exited[i] = 0;
    }
}

static void own_warp(struct call *c, struct result *r)
{
    static struct result changed;
    const uint64_t warps = c->warps;

    for (unsigned i = 0; i < warps_of(c); i++)
        if (warps >> i & 1) {
            c->warps = UINT64_C(1) << i;
            right_result(c, &changed);
            for (unsigned k = i * BARRIER_LANES; k < c->threads && k < (i + 1) * BARRIER_LANES; k++)
                r->rd[k] = changed.rd[k];
        }
}

static unsigned warps_with_p(const struct call *c)
{
    unsigned count = 0;

    for (unsigned i = 0; i < warps_of(c); i++)
        count += c->warps >> i & 1 && (lanes_at(c->p, i) & ~lanes_at(c->exited, i)) != 0;
    return count;
}

enum { COUNTS = 0x09, ANDS = 0x12, ORS = 0x24, PARTS = 0x38 };
#define ROUNDED c->threads = warps_of(c) * BARRIER_LANES
#define BLOCK(...)                                 \
    const unsigned threads = (unsigned)c->threads; \
    __VA_ARGS__;                                   \
    of_block(c, r, threads)
#define FAULTS_OF_BLOCKS
#include "faults.def"

static int ask_barrier(any_function *function, const struct call *c, struct result *r)
{
    uint64_t we[MASK_WORDS] = { 0 };
    const int refused = ((openshfl_barrier_peer_fn *)function)((unsigned)c->threads, (unsigned)c->op,
                                                               (unsigned)c->warps, c->exited, c->p, r->rd, we);

    EACH_POINT(r->flags[k] = bit_of(we, k) ? WRITTEN : 0)
    return refused;
}

static const struct operation barriers[] = { { "count", PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "and", PEER_BARRIER_AND, 0, 1, 0 },
                                             { "or", PEER_BARRIER_OR, 0, 1, 0 },
                                             { "part.count", PEER_BARRIER_PART + PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "part.and", PEER_BARRIER_PART + PEER_BARRIER_AND, 0, 1, 0 },
                                             { "part.or", PEER_BARRIER_PART + PEER_BARRIER_OR, 0, 1, 0 },
                                             { .name = NULL } };
static const struct operand operands_of_barrier[] = { SHAPE("threads", threads),
                                                      OPERAND_WITH(NUMBER, "warps", warps, 32, 0, .readers = PARTS),
                                                      OPERAND(MASK, "exited", exited, 1, 1),
                                                      OPERAND(MASK, "p", p, 1, 1),
                                                      { .name = NULL } };
const struct level level_barrier = { LEVEL("barrier", openshfl_barrier_peer, p, 0, barriers, operands_of_barrier,
                                           barrier, ask_barrier, "barriers that count, and and or"),
                                     .elements = POINTS_MAX };
