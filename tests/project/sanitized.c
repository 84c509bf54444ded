/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the model with arguments at random, all ones among them, and with arrays as short as its headers allow; for
 * the sanitizers: tests/project/test_sanitizers.py. Nothing is freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/shfl.h"
#include "model/shfl_rvv.h"

static uint64_t any(void)
{
    static uint64_t state = 1;
    static const uint64_t corner[] = { 0, 1, 8, 31, 32, 64, 65, 0x80000000, UINT32_MAX, UINT64_MAX };

    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    const uint64_t high = state >> 32;
    return high % 4 == 0 ? state ^ high : corner[high / 4 % (sizeof corner / sizeof *corner)];
}

/* Below n in seven cases of eight. */
static unsigned below(unsigned n) { return (unsigned)(any() % 8 ? any() % n : any()); }

static void *array(size_t n, size_t size)
{
    char *made = malloc(n * size);

    for (size_t i = 0; i < n; i++) {
        const uint64_t value = any();

        memcpy(made + i * size, &value, size);
    }
    return made;
}

static void of_warp(unsigned lanes, unsigned n)
{
    uint64_t *ra = array(n, 8), *group = array(n, 8), *rd = array(n, 8), defined;
    uint32_t *index = array(n, 4);
    float *v = array(n, 4), *slope = array(n, 4);
    struct shfl_vote_out vote;
    struct shfl_match_out match;
    struct shfl_redux_out redux;
    struct shfl_group_out shuffled;
    struct shfl_group_vote_out voted;

    shfl_vote(lanes, below(4), any(), any(), &vote);
    shfl_match(lanes, below(2), below(65), any(), ra, &match);
    shfl_redux(lanes, below(6), any() & 1, below(65), any(), ra, &redux);
    shfl_product(lanes, below(65), any(), ra, &redux);
    shfl_group_shuffle(lanes, below(4), group, index, ra, &shuffled);
    shfl_group_vote(lanes, group, any(), &voted);
    shfl_group_match(lanes, below(2), below(65), group, ra, &match);
    shfl_group_reduce(lanes, below(3), below(6), any() & 1, below(65), group, ra, rd);
    shfl_group_partition(lanes, any(), ra, rd);
    shfl_quad(lanes, below(7), any(), ra, rd, &defined);
    shfl_quad_derivative(lanes, any() & 1, any() & 1, any(), v, slope, &defined);
    shfl_quad_fwidth(lanes, any() & 1, any(), v, slope, &defined);
}

static void of_block(unsigned threads, unsigned items, unsigned warps)
{
    struct shfl_barrier barrier = { 0 };
    struct shfl_barrier_out out;

    shfl_block_shuffle(below(4), below(2), threads, items, (int)any(), array(threads * items, 4));
    shfl_barrier_block((unsigned)any(), warps, array(warps, 8), array(warps, 8), &out);
    shfl_barrier_arrive((unsigned)any(), &barrier, (unsigned)any(), any() & 1, any(), any(), &out);
}

static void of_vectors(unsigned vlen)
{
    struct shfl_rvv_in in = { .op = below(8),
                              .vlen = vlen,
                              .sew = below(4),
                              .lmul = (int)(below(7) - 3),
                              .vl = below(65),
                              .vstart = below(65),
                              .vm = any() & 1,
                              .elen = below(65),
                              .x = any() };

    if (shfl_rvv_check(&in) != SHFL_RVV_LEGAL)
        return;
    in.v0 = array(vlen / 8, 1), in.vs1 = array(vlen, 1), in.vs2 = array(shfl_rvv_registers(&in) * vlen / 8, 1);
    shfl_rvv_check_registers(&in, below(32), below(32), below(32));
    shfl_rvv_execute(&in, any() & 1, array(shfl_rvv_registers(&in) * vlen / 8, 1));
}

int main(void)
{
    static const unsigned sizes[] = { 2, 4, 8, 16, 32, 64, 0, 1, 3, 65, ~0u };

    for (unsigned i = 0; i < 4000; i++) {
        const unsigned lanes = sizes[any() % 11];

        of_warp(lanes, lanes <= 64 ? lanes : 0);
        of_block((unsigned)(any() % 66), (unsigned)(any() % 4), (unsigned)(any() % 5));
        of_vectors(64u << any() % 5);
    }
    return puts("done") < 0;
}
