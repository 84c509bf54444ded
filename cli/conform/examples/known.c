/* SPDX-License-Identifier: Apache-2.0
 * known - the known faults of openshfl conform.
 *
 *   known list LANES VLEN [LEVEL]   the known faults of each level, a line each: level, name, operations, argument, points that
 *                             differ (but of a shuffle in the first call that does), and the description
 *   known write LEVEL FAULT[+FAULT] LANES [VLEN]   the results of a peer with a fault, or two
 */
#include "cli/conform/level.h"

#include <stdlib.h>

static struct call c;
static struct result want, got;

/* ---- list */

enum { FAULTS_MAX = 4000 };

static void list(const struct profile *profile, const struct level *level)
{
    static struct match match[FAULTS_MAX];
    static size_t differ[FAULTS_MAX];
    unsigned faults = 0;
    size_t n = 0;

    for (const struct fault *f = level->faults; f->name != NULL; f++)
        for (unsigned argument = f->first; argument <= f->last; argument++) {
            match[faults] = (struct match){ { f, NULL }, argument };
            differ[faults++] = 0;
        }
    for (unsigned op = 0; op < level_operations(level); op++)
        for (size_t end = n + level_rows(level, profile, op); n < end; n++) {
            level_call(level, profile, n, &c);
            right_result(&c, &want);
            for (unsigned f = 0; f < faults; f++) {
                if (!level_shows(level, match[f].fault[0], op) || (differ[f] && !level->shuffle))
                    continue;
                if (level->shuffle) { /* the right flags alone are needed, and it is most of the work */
                    memcpy(got.flags, want.flags, c.lanes * sizeof *got.flags);
                    faulty_shuffle(&c, match[f].fault[0], NULL, &got);
                } else
                    faulty_result(&c, &match[f], &got);
                EACH_POINT_OF(&c, differ[f] += counts(&c, &want, k)
                                            && (!same(&c, &got, &want, k) || (got.flags[k] & ~want.flags[k] & ANY)))
            }
        }
    for (unsigned f = 0; f < faults; f++) {
        const struct fault *fault = match[f].fault[0];
        unsigned shown = 0;

        for (unsigned op = 0; op < level_operations(level); op++)
            if (level_shows(level, fault, op)) {
                if (shown == 0)
                    printf("%s\t%s\t", level->name, fault->name);
                printf("%s%s", shown++ ? " " : "", level->operations[op].name);
            }
        if (shown > 0)
            printf("\t%u\t%zu\t%s\n", match[f].argument, differ[f], fault->says);
    }
}

/* ---- write */

static const struct fault *fault_of(const struct level *level, const char *name)
{
    const struct fault *f = level->faults;

    while (f->name != NULL && strcmp(f->name, name) != 0)
        f++;
    if (f->name == NULL && strcmp(name, "nothing") != 0) {
        fprintf(stderr, "known: %s: no such fault\n", name);
        exit(2);
    }
    return f->name ? f : NULL;
}

int main(int argc, char **argv)
{
    const char *command = argc > 3 ? argv[1] : "";
    const bool is_list = strcmp(command, "list") == 0;
    char **const size = argv + (is_list ? 2 : 4); /* the lanes, and VLEN */
    struct profile profile = profile_ptx(argc > 3 ? (unsigned)atoi(size[0]) : 32);

    if (argc > 3 && size[1] != NULL)
        profile.vlen = (unsigned)atoi(size[1]);
    for (unsigned i = 0; levels[i] != NULL; i++) {
        if (argc > 4 && strcmp(levels[i]->name, argv[is_list ? 4 : 2]) != 0)
            continue;
        if (is_list)
            list(&profile, levels[i]);
        else if (strcmp(command, "write") == 0) {
            const char *first = strtok(argv[3], "+"), *second = strtok(NULL, "+");
            const struct match match = { { fault_of(levels[i], first), second ? fault_of(levels[i], second) : NULL },
                                         1 };

            level_write(levels[i], &profile, true, match.fault[0] ? &match : NULL, stdout);
        }
    }
    return 0;
}
