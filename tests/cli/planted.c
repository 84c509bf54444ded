/* SPDX-License-Identifier: Apache-2.0
 * planted - a right peer, cli/conform/examples/right.c, with the fault that the variable OPENSHFL_PLANTED names:
 *
 *   OPERAND bit B V     bit B of each of its elements is V          OPERAND lane K V    element K, or its bit of a mask, is V
 *   OPERAND next K      element K is the next one
 *   ra float            values as floats: -0 is 0, and a NaN is none of the others
 *   ra top8             a reduction decides by the upper 8 bits     ra upper            a match by the upper 16
 *   rd low              masks have their lower 32 bits alone        rd lane K 0         of a result
 */
#define openshfl_vote_peer right_vote
#define openshfl_match_peer right_match
#define openshfl_redux_peer right_redux
#define openshfl_rvv_peer right_rvv
#define openshfl_group_peer right_group
#define openshfl_barrier_peer right_barrier
#define openshfl_block_peer right_block
#include "cli/conform/examples/right.c"
#undef openshfl_vote_peer
#undef openshfl_match_peer
#undef openshfl_redux_peer
#undef openshfl_rvv_peer
#undef openshfl_group_peer
#undef openshfl_barrier_peer
#undef openshfl_block_peer

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1024 };
static char name[20], how[20];
static unsigned at, value;

static bool is(const char *operand, const char *fault)
{
    const char *text = getenv("OPENSHFL_PLANTED");

    name[0] = how[0] = '\0';
    at = value = 0;
    sscanf(text ? text : "", "%19s %19s %u %u", name, how, &at, &value);
    return strcmp(name, operand) == 0 && (fault == NULL || strcmp(how, fault) == 0);
}

static void set(uint64_t *word, unsigned bit) { *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit; }

/* The elements of an operand, with the fault. */
static const uint64_t *list(const char *operand, const uint64_t *from, unsigned count, uint64_t *to)
{
    memcpy(to, from, count * sizeof *to);
    if (!is(operand, NULL))
        return to;
    for (unsigned k = 0; k < count; k++)
        if (strcmp(how, "bit") == 0)
            set(&to[k], at);
        else if (strcmp(how, "lane") == 0 && k == at)
            to[k] = value ? UINT64_MAX : 0;
        else if (strcmp(how, "next") == 0 && k == at)
            to[k] = from[(k + 1) % count];
        else if (strcmp(how, "upper") == 0)
            to[k] &= 0xffff0000;
        else if (strcmp(how, "float") == 0)
            to[k] = to[k] == 0x80000000 ? 0 : (to[k] & 0x7fffffff) > 0x7f800000 ? UINT64_C(1) << 32 | k : to[k];
    return to;
}

static const uint64_t *mask(const char *operand, const uint64_t *from, unsigned words, uint64_t *to)
{
    memcpy(to, from, words * sizeof *to);
    if (is(operand, "lane") && at / 64 < words)
        set(&to[at / 64], at % 64);
    return to;
}

static void results(unsigned count, uint64_t *rd)
{
    for (unsigned k = 0; k < count && is("rd", NULL); k++)
        rd[k] = strcmp(how, "low") == 0 ? (uint32_t)rd[k] : k == at ? value : rd[k];
}

int openshfl_vote_peer(unsigned lanes, unsigned op, uint64_t active, uint64_t p, uint64_t *rd, uint64_t *pu,
                       uint64_t *we)
{
    uint64_t votes, executing;

    mask("p", &p, 1, &votes);
    mask("active", &active, 1, &executing);
    right_vote(lanes, op, executing, votes, rd, pu, we);
    *we = active;
    results(lanes, rd);
    return 0;
}

int openshfl_match_peer(unsigned lanes, unsigned op, uint64_t active, const uint64_t *ra, uint64_t *rd, uint64_t *pu,
                        uint64_t *we)
{
    struct shfl_match_out out;
    uint64_t values[MOST];

    list("ra", ra, lanes, values);
    shfl_match(lanes, (enum shfl_match_op)op, is("ra", "float") ? 64 : 32, active, values, &out);
    memcpy(rd, out.rd, lanes * sizeof *rd);
    *pu = out.pu;
    *we = active;
    return 0;
}

int openshfl_redux_peer(unsigned lanes, unsigned op, int is_signed, uint64_t active, const uint64_t *ra, uint64_t *rd,
                        uint64_t *we)
{
    uint64_t values[MOST], best = 0;
    bool any = false;

    right_redux(lanes, op, is_signed, active, list("ra", ra, lanes, values), rd, we);
    for (unsigned k = 0; k < lanes && is("ra", "top8") && op >= SHFL_REDUX_MIN; k++) {
        const int a = is_signed ? (int8_t)(ra[k] >> 24) : (int)(ra[k] >> 24);
        const int b = is_signed ? (int8_t)(best >> 24) : (int)(best >> 24);

        if (!(active >> k & 1))
            continue;
        best = !any || (op == SHFL_REDUX_MIN ? a < b : a > b) ? ra[k] : best;
        any = true;
    }
    for (unsigned k = 0; k < lanes && any; k++)
        rd[k] = best;
    results(lanes, rd);
    return 0;
}

int openshfl_rvv_peer(const struct openshfl_rvv *in, uint64_t *vd)
{
    struct openshfl_rvv changed = *in;
    uint64_t masks[MOST / 64], index[MOST], vs2[MOST];

    changed.mask = mask("mask", in->mask, MOST / 64, masks);
    changed.index = list("index", in->index, in->elements, index);
    changed.vs2 = list("vs2", in->vs2, in->elements, vs2);
    return right_rvv(&changed, vd);
}

int openshfl_group_peer(unsigned lanes, unsigned op, unsigned tile, uint64_t active, const uint64_t *label,
                        const uint64_t *index, const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    uint64_t labels[MOST], indices[MOST], values[MOST];
    const bool match = op == PEER_GROUP_MATCH_ANY || op == PEER_GROUP_MATCH_ALL;

    list("label", label, lanes, labels);
    list("index", index, lanes, indices);
    list("ra", ra, lanes, values);
    return right_group(lanes, op, tile, active, labels, indices, match ? values : ra, rd, pu, we);
}

int openshfl_barrier_peer(unsigned threads, unsigned op, unsigned warps, const uint64_t *exited, const uint64_t *p,
                          uint64_t *rd, uint64_t *we)
{
    uint64_t left[MOST / 64], votes[MOST / 64], ignored[MOST / 64] = { 0 };

    right_barrier(threads, op, warps, exited, p, rd, we);
    return right_barrier(threads, op, warps, mask("exited", exited, MOST / 64, left), mask("p", p, MOST / 64, votes),
                         rd, ignored);
}

int openshfl_block_peer(unsigned threads, unsigned items, unsigned op, int distance, const uint64_t *input,
                        uint64_t *output)
{
    uint64_t values[MOST];

    return right_block(threads, items, op, distance, list("input", input, threads * items, values), output);
}
