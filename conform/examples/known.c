/* SPDX-License-Identifier: Apache-2.0
 * known - the known faults of openshfl conform, and what its levels see.
 *
 *   known list LANES VLEN [LEVEL]   the known faults of each level, a line each: level, name, operations, argument, points that
 *                             differ (but of a shuffle in the first call that does), and the description
 *   known drop LANES VLEN     for each operand and result of each operation, its bits and elements, and those that a peer may
 *                             leave out unseen: b5=1, if bit 5 is always 1, 7=n, if element 7 is always the next one, b9=x, if
 *                             an ignored bit 9 changes the lowest one
 *   known write LEVEL FAULT[+FAULT] LANES [VLEN]   the results of a peer with a fault, or two
 */
#include "conform/level.h"

#include <stdlib.h>

static struct call c, changed;
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

/* ---- drop */

/* An element of an operand, or a bit of all elements, that is always 0, always 1, or that of the next element; or an ignored bit
 * that is not. */
enum { ZERO, ONE, NEXT, LEAK, STUCK };

static unsigned count_of(const struct operand *o, const struct call *call)
{
    return o->form == LIST ? call->points
         : o->form == MASK ? (call->bits < call->points ? call->bits : call->points)
                           : 1;
}

static void set(uint64_t *word, unsigned bit, bool to)
{
    *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)to << bit;
}

static void stick(const struct operand *o, bool is_bit, unsigned at, unsigned as)
{
    uint64_t *all = operand_of(&changed, o);
    const unsigned count = count_of(o, &changed);

    if (o->form == MASK)
        set(&all[at / 64], at % 64, as == ONE);
    else if (!is_bit)
        all[at] = as == ZERO ? 0 : as == ONE ? low(UINT64_MAX, o->bits) : all[(at + 1) % count];
    else
        for (unsigned k = 0; k < count; k++)
            set(&all[k], as == LEAK ? 0 : at, as == LEAK ? (all[k] ^ all[k] >> at) & 1 : as == ONE);
}

/* Whether a call shows it, by the results of those that get one. */
static bool shows(const struct operand *o, bool is_bit, unsigned at, unsigned as)
{
    if (!is_bit && at >= count_of(o, &c))
        return false;
    right_result(&c, &want);
    changed = c;
    stick(o, is_bit, at, as);
    got = want;
    if (c.level->shuffle)
        right_result(&changed, &got);
    else
        again(&changed, &got);
    EACH_POINT_OF(&c, if (counts(&c, &want, k) && !same(&c, &got, &want, k)) return true)
    return false;
}

/* The bits of an operand that are ever set, and the elements that there are; of the results, those that are ever set and ever not. */
static uint64_t extent(const struct profile *profile, const struct level *level, size_t first, size_t rows,
                       const struct operand *o, unsigned *elements)
{
    uint64_t set_once = 0, clear_once = 0;

    *elements = 0;
    for (size_t n = first; n < first + rows; n++) {
        level_call(level, profile, n, &c);
        if (o == NULL)
            right_result(&c, &want);
        const unsigned count = o ? count_of(o, &c) : c.points;
        for (unsigned k = 0; k < count; k++)
            if (o ? o->form != MASK : want.flags[k] & WRITTEN && !(want.flags[k] & ANY)) {
                set_once |= o ? operand_of(&c, o)[k] : want.rd[k];
                clear_once |= o ? UINT64_MAX : ~want.rd[k];
            }
        *elements = count > *elements && !(o && o->form == NUMBER) ? count : *elements;
    }
    return o ? low(set_once, o->bits) : set_once & clear_once;
}

/* Level, operation, operand, its bits and elements, and those that may be stuck unseen. */
static void drops(const struct profile *profile, const struct level *level, unsigned op, size_t first,
                  const struct operand *o)
{
    const unsigned all = profile->lanes - 1;
    const size_t rows = level_rows(level, profile, op);
    const bool is_sb = level->shuffle && o && o->at == offsetof(struct call, index);
    const bool is_sc = level->shuffle && o && o->at == offsetof(struct call, label);
    const uint64_t used = is_sb ? all : is_sc ? all | all << 8 : UINT64_MAX;
    size_t n[STUCK] = { 0 };
    unsigned elements;
    uint64_t bits = extent(profile, level, first, rows, o, &elements);

    if (o && o->predicates >> level->operations[op].op & 1)
        bits = 1;
    printf("%s\t%s\t%s\t%d\t%u\t", level->name, level->operations[op].name, o ? o->name : "rd",
           __builtin_popcountll(bits), elements);
    for (unsigned at = 0; o && at < 64 + elements; at++)
        for (unsigned as = ZERO; as < STUCK; as++) {
            const bool is_bit = at < 64, ignored = is_bit && !(used >> at & 1);
            size_t i = 0;

            if ((is_bit && !(bits >> at & 1)) || ignored != (as == LEAK) || (as == NEXT && (is_bit || o->form != LIST))
                || (as == ONE && elements == 0))
                continue;                                       /* a number that is larger may be none */
            for (; i < rows; i++, n[as] = (n[as] + 1) % rows) { /* the next one shows here, or behind it */
                level_call(level, profile, first + n[as], &c);
                if (shows(o, is_bit, is_bit ? at : at - 64, as))
                    break;
            }
            if (i == rows)
                printf("%s%u=%c ", is_bit ? "b" : "", is_bit ? at : at - 64, "01nx"[as]);
        }
    putchar('\n');
}

/* Of a level of a shuffle, the operands that it is for. */
static bool is_for(const struct level *level, const struct operand *o)
{
    return level == &level_ignored  ? o->at != offsetof(struct call, active) && o->at != offsetof(struct call, ra)
         : level == &level_perlane  ? o->at != offsetof(struct call, active) && o->at != offsetof(struct call, ra)
         : level == &level_inactive ? o->at == offsetof(struct call, active)
         : level == &level_data64   ? o->at == offsetof(struct call, ra)
         : level->shuffle           ? level == &level_cuda && o->at == offsetof(struct call, ra)
                                    : o->bits > 0;
}

static void drop(const struct profile *profile, const struct level *level)
{
    size_t first = 0;

    for (unsigned op = 0; op < level_operations(level); first += level_rows(level, profile, op++)) {
        if (level->lacks >> op & 1)
            continue;
        for (const struct operand *o = level->operands; o->name != NULL; o++)
            if (is_for(level, o) && (!o->readers || o->readers >> level->operations[op].op & 1))
                drops(profile, level, op, first, o);
        if (level->operations[op].rd && !(level->shuffle && level != &level_data64))
            drops(profile, level, op, first, NULL);
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
    const bool is_list = strcmp(command, "list") == 0, is_drop = strcmp(command, "drop") == 0;
    char **const size = argv + (is_list || is_drop ? 2 : 4); /* the lanes, and VLEN */
    struct profile profile = profile_ptx(argc > 3 ? (unsigned)atoi(size[0]) : 32);

    if (argc > 3 && size[1] != NULL)
        profile.vlen = (unsigned)atoi(size[1]);
    for (unsigned i = 0; levels[i] != NULL; i++) {
        if (levels[i]->form == PACK || (argc > 4 && strcmp(levels[i]->name, argv[is_list ? 4 : 2]) != 0))
            continue;
        if (is_list)
            list(&profile, levels[i]);
        else if (is_drop)
            drop(&profile, levels[i]);
        else if (strcmp(command, "write") == 0) {
            const char *first = strtok(argv[3], "+"), *second = strtok(NULL, "+");
            const struct match match = { { fault_of(levels[i], first), second ? fault_of(levels[i], second) : NULL },
                                         1 };

            level_write(levels[i], &profile, true, match.fault[0] ? &match : NULL, stdout);
        }
    }
    return 0;
}
