/* SPDX-License-Identifier: Apache-2.0
 * wrong - examples with faults: the results of a peer that has a fault of the library.
 *
 *   wrong                    the faults, a line each: name, modes, points that differ at levels cuda, ptx, ignored, perlane
 *                            and inactive, and the description
 *   wrong FAULT LEVEL [L]    the results of a level, of L lanes (32); FAULT may be two, joined by +, or nothing
 *
 * With the variable OPENSHFL_OUTSIDE, out of range gives 0. Compiled with -shared it is a peer, openshfl_peer, whose fault is the one named in the variable OPENSHFL_WRONG; and one
 * that crashes, hangs, exits, refuses, writes garbage or beyond its lanes, or changes its results, if the variable names
 * that: at every second call, from the second run on, or only out of range.
 */
#define _DEFAULT_SOURCE
#include "cli/conform/conform.h"
#include "cli/conform/peer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct fault *fault(const char *name, size_t length)
{
    if (length == 7 && memcmp(name, "nothing", 7) == 0)
        return NULL;
    for (size_t a = 0; a <= fault_count; a++)
        if (strlen(faults[a].name) == length && memcmp(faults[a].name, name, length) == 0)
            return &faults[a];
    fprintf(stderr, "wrong: %.*s: no such fault\n", (int)length, name);
    exit(2);
}

static void both(const char *name, const struct fault *pair[2])
{
    const char *plus = strchr(name, '+');

    pair[0] = fault(name, plus ? (size_t)(plus - name) : strlen(name));
    pair[1] = plus ? fault(plus + 1, strlen(plus + 1)) : NULL;
}

/* Its results. An inactive source gives 0. */
static void answer(const struct fault *const pair[2], const struct warp *w, uint64_t rd[], uint64_t *pu, uint64_t *we)
{
    struct profile ptx = profile_ptx(w->lanes);

    if (getenv("OPENSHFL_OUTSIDE") != NULL) /* zero */
        ptx.outside = OUTSIDE_ZERO;
    *pu = *we = 0;
    for (unsigned k = 0; k < w->lanes; k++) {
        bool active;
        const uint8_t byte = fault_answer(&ptx, w, k, pair[0], pair[1], &active);

        rd[k] = byte < ANSWER_GARBAGE && active ? w->ra[byte & 63] : 0;
        *pu |= (uint64_t)(answer_is_value(byte) && answer_in_range(byte)) << k;
        *we |= (uint64_t)(byte != ANSWER_NOT_WRITTEN) << k;
    }
}

/* Whether it has the right results, but misbehaves. */
static bool misbehaves(const char *name)
{
    static const char *const names[] = { "crashes", "hangs",   "exits",  "refuses", "garbage",
                                         "beyond",  "toggles", "drifts", "varies",  "crashes_later" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    static const struct fault *pair[2];
    static unsigned calls;
    const char *name = getenv("OPENSHFL_WRONG");
    struct warp w = { .lanes = lanes, .mode = (enum shfl_mode)mode, .active = active };
    const bool there = mode == SHFL_DOWN && (sb[0] & (lanes - 1)) == 1;

    memcpy(w.sb, sb, lanes * sizeof *sb);
    memcpy(w.sc, sc, lanes * sizeof *sc);
    memcpy(w.ra, ra, lanes * sizeof *ra);
    if (name == NULL)
        name = "nothing";
    if (there && strcmp(name, "crashes") == 0)
        abort();
    while (there && strcmp(name, "hangs") == 0)
        pause();
    if (there && strcmp(name, "exits") == 0)
        exit(0);
    if (there && strcmp(name, "refuses") == 0)
        return 1;
    if (pair[0] == NULL && !misbehaves(name))
        both(name, pair);
    answer(pair, &w, rd, pu, we);
    if (there && strcmp(name, "garbage") == 0)
        rd[lanes - 1] = 0x12345;
    if (there && strcmp(name, "beyond") == 0)
        rd[lanes] = 0;
    calls += there;
    if (there && (strcmp(name, "toggles") == 0 ? calls % 2 : strcmp(name, "drifts") == 0 ? calls > 6 : false))
        rd[0] = ra[0];
    for (unsigned k = 0; k < lanes && strcmp(name, "varies") == 0; k++)
        if (!(*pu >> k & 1))
            rd[k] = ra[calls++ % lanes];
    if (calls > 6 && strcmp(name, "crashes_later") == 0)
        abort();
    return 0;
}

enum { COUNTED = 5 };
static const enum level counted[COUNTED] = { LEVEL_CUDA, LEVEL_PTX, LEVEL_IGNORED, LEVEL_PERLANE, LEVEL_INACTIVE };

/* At how many points of a level each fault shows. Where it reads an inactive lane, the value is no lane's. */
static void count(enum level level, unsigned found[])
{
    const struct profile ptx = profile_ptx(32);
    uint8_t want[32], care[32];
    struct warp w;

    for (size_t n = 0; n < level_warps(level, &ptx); n++) {
        level_operands(&ptx, level, n, &w);
        contract(&ptx, &w, want, care);
        for (size_t a = 0; a < fault_count; a++)
            for (unsigned k = 0; k < 32 && faults[a].modes >> w.mode & 1; k++) {
                bool active;
                const uint8_t got = fault_answer(&ptx, &w, k, &faults[a], NULL, &active);
                const bool no_word = !active && care[k] != CARE_ALL && care[k] & CARE_SOURCE;

                found[a] += no_word || !same(got, want[k], care[k]);
            }
    }
}

static void list(void)
{
    static unsigned found[COUNTED][128];

    for (unsigned i = 0; i < COUNTED; i++)
        count(counted[i], found[i]);
    for (size_t a = 0; a < fault_count; a++) {
        printf("%s\t", faults[a].name);
        for (unsigned mode = 0; mode < PTX_MODES; mode++)
            if (faults[a].modes >> mode & 1)
                printf("%s%s", faults[a].modes & ((1u << mode) - 1) ? " " : "", shfl_mode_name[mode]);
        for (unsigned i = 0; i < COUNTED; i++)
            printf("\t%u", found[i][a]);
        printf("\t%s\n", faults[a].says);
    }
}

int main(int argc, char **argv)
{
    const unsigned lanes = argc > 3 ? (unsigned)atoi(argv[3]) : 32;
    const struct profile ptx = profile_ptx(lanes);
    const struct fault *pair[2];
    enum level level = LEVEL_QUICK;
    struct warp w;

    if (argc == 1) {
        list();
        return 0;
    }
    while (argc > 2 && level_name[level] != NULL && strcmp(level_name[level], argv[2]) != 0)
        level++;
    if (argc < 3 || level_name[level] == NULL || level == LEVEL_PACK) {
        fprintf(stderr, "wrong: expected the name of a fault, and of a level\n");
        return 2;
    }
    both(argv[1], pair);
    for (size_t n = 0; n < level_warps(level, &ptx); n++) {
        uint64_t rd[SHFL_LANES_MAX], pu, we;
        bool active;

        level_operands(&ptx, level, n, &w);
        if (level_is_signature(level)) {
            for (unsigned k = 0; k < lanes; k++)
                putchar(fault_answer(&ptx, &w, k, pair[0], pair[1], &active));
            continue;
        }
        level_data(level, n, &w);
        answer(pair, &w, rd, &pu, &we);
        for (unsigned k = 0; k < lanes; k++)
            printf("%" PRIx64 " ", rd[k]);
        printf("%" PRIx64 " %" PRIx64 "\n", pu, we);
    }
    return 0;
}
