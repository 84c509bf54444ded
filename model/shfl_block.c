/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_block - see shfl.h; docs/rules.md 16 */
#include "shfl.h"

enum { STAYS = -1 };

static int source(enum shfl_block_op op, bool documented, unsigned threads, unsigned items, int distance, unsigned n)
{
    const int64_t count = (int64_t)threads * items, last = threads - 1;

    switch (op) {
    case SHFL_BLOCK_OFFSET: {
        const int64_t from = (int64_t)n + distance;

        return from < 0 || from > last - documented ? STAYS : (int)from;
    }
    case SHFL_BLOCK_ROTATE: return documented && n == last ? STAYS : (int)((n + (unsigned)distance) % threads);
    case SHFL_BLOCK_UP: return (int)n - 1; /* of the first one: STAYS */
    default: return n + 1 == count || (documented && n == last * items) ? STAYS : (int)n + 1;
    }
}

int shfl_block_shuffle(enum shfl_block_op op, enum shfl_block_rule rule, unsigned threads, unsigned items, int distance,
                       int32_t from[restrict])
{
    const bool one = op == SHFL_BLOCK_OFFSET || op == SHFL_BLOCK_ROTATE;

    if ((unsigned)op >= SHFL_BLOCK_OPS || (unsigned)rule > SHFL_BLOCK_AS_DOCUMENTED || threads < 1
        || threads > SHFL_BLOCK_THREADS_MAX || items < 1 || items > SHFL_BLOCK_ITEMS_MAX || (one && items != 1)
        || (op == SHFL_BLOCK_ROTATE && (distance < 1 || distance >= (int)threads)))
        return -1;
    for (unsigned n = 0; n < threads * items; n++)
        from[n] = source(op, rule == SHFL_BLOCK_AS_DOCUMENTED, threads, items, distance, n);
    return 0;
}
